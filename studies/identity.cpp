#include "studies/identity.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "core/hash.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/identity_parts.hpp"
#include "studies/choice_words.hpp"

namespace slipfront {

namespace {

// Raised when equal inputs give other numbers, beyond rounding: another solver, error measure or
// search.
constexpr int kMethodVersion = 3;
// The same where only the hybrid's course has changed: results of other engines stay as they are.
constexpr int kHybridVersion = 7;
// ... or that of pagmo's own engines; 2: fronts of all that was evaluated.
constexpr int kPagmoVersion = 2;
// The same where only the solver for interfaces of many points has changed; 2: parameter sets
// converge that had failed (tangential stiffness above 10^16.9 N/m^3); 3: another course towards
// solutions, so that sets at the edge of what can be solved end otherwise.
constexpr int kElementsVersion = 3;

// Parts that no error of a single parameter set depends on.
const std::set<std::string> kSearchOnly = {"predict_modes", "residual_penalty"};
const std::string kOptimizer = "optimizer.";
const std::string kSeeds = kOptimizer + "seeds_from";

std::string yes_no(bool value) { return value ? "true" : "false"; }

std::string list_text(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

std::string joined(const std::map<std::string, std::string>& parts) {
  std::string text;
  for (const auto& [name, value] : parts) text += name + "=" + value + "\n";
  return text;
}

/// What the search of an engine depends on.
std::map<std::string, std::string> optimizer_parts(const OptimizerOptions& options) {
  std::map<std::string, std::string> parts;
  const OptimizerEngine engine = options.engine;
  parts["engine"] = to_text(engine);
  parts["seed"] = std::to_string(options.seed);
  const Nsga2Options& n = options.nsga2;
  if (engine != OptimizerEngine::hybrid && engine != OptimizerEngine::boundary_intersection) {
    parts["population"] = std::to_string(n.population);
    parts["generations"] = std::to_string(n.generations);
  }
  if (engine == OptimizerEngine::nsga2)
    parts["keep_generations"] = std::to_string(n.keep_generations);
  if (engine == OptimizerEngine::nsga2 || engine == OptimizerEngine::hybrid) {
    parts["crowding"] = n.crowding == Crowding::genotype ? "genotype" : "phenotype";
    parts["pareto_fraction"] = to_text(n.pareto_fraction);
    parts["crossover_fraction"] = to_text(n.crossover_fraction);
    parts["stall_generations"] = std::to_string(n.stall_generations);
    parts["spread_tolerance"] = to_text(n.spread_tolerance);
    parts["along_edge"] = n.along_edge ? "yes, half of the range in decades" : "no";
  }
  const BoundaryOptions& b = options.boundary;
  if (engine == OptimizerEngine::boundary_intersection) {
    parts["boundary.angles"] = std::to_string(b.angles);
    parts["boundary.survey"] = std::to_string(b.survey);
    parts["boundary.starts"] = std::to_string(b.starts);
    parts["boundary.gradient_tolerance"] = to_text(b.gradient_tolerance);
    parts["boundary.evaluations"] = std::to_string(b.evaluations);
    parts["boundary.restarts"] = std::to_string(b.restarts);
  }
  if (engine == OptimizerEngine::boundary_intersection || engine == OptimizerEngine::hybrid)
    parts["boundary.solver"] = b.engine == DescentEngine::slsqp ? "slsqp" : "ceres";
  const HybridOptions& h = options.hybrid;
  if (engine == OptimizerEngine::hybrid) {
    parts["hybrid_version"] = std::to_string(kHybridVersion);
    parts["hybrid.population"] = std::to_string(h.population);
    parts["hybrid.generations"] = std::to_string(h.generations);
    parts["hybrid.rays"] = std::to_string(h.rays);
    parts["hybrid.gap"] = to_text(h.gap);
    parts["hybrid.gradients"] = std::to_string(h.gradients);
    parts["hybrid.evaluations"] = std::to_string(h.evaluations);
  }
  if (engine == OptimizerEngine::pagmo_nsga2 || engine == OptimizerEngine::moead ||
      engine == OptimizerEngine::nspso) {
    parts["pagmo_version"] = std::to_string(kPagmoVersion);
    parts["pagmo.chunk"] = std::to_string(options.pagmo.chunk);
  }
  return parts;
}

std::string seeds_text(const Combination& combination, const std::string& fingerprint) {
  return std::to_string(combination.seeds_points) + " points of " + combination.seeds_from + " " +
         fingerprint;
}

using Parts = std::map<std::string, std::string>;

/// Those that the errors of one parameter set depend on, and predictions.
Parts physics_of(Parts parts) {
  std::erase_if(parts, [](const auto& part) {
    return kSearchOnly.count(part.first) || part.first.starts_with(kOptimizer);
  });
  return parts;
}

/// Whether `list`, as "[1, 12]", has the mode.
bool lists_mode(const std::string& list, const std::string& mode) {
  return list.find("[" + mode + ",") != list.npos || list.find("[" + mode + "]") != list.npos ||
         list.find(" " + mode + ",") != list.npos || list.find(" " + mode + "]") != list.npos;
}

/// Those that the errors of one parameter set depend on.
Parts fit_parts(const Parts& all) {
  const auto modes = all.find("fit_modes");
  Parts parts = physics_of(all);
  std::erase_if(parts, [&](const auto& part) {
    for (const std::string of_mode : {"experiment.", "mode_index."})
      if (part.first.starts_with(of_mode))
        return modes != all.end() && !lists_mode(modes->second, part.first.substr(of_mode.size()));
    return false;
  });
  return parts;
}

}  // namespace

std::string Identity::fingerprint() const { return slipfront::fingerprint(joined(parts)); }

std::string Identity::evaluation_fingerprint() const {
  return slipfront::fingerprint(joined(physics_of(parts)));
}

bool Identity::same_evaluations(const Identity& other) const {
  return fit_parts(parts) == fit_parts(other.parts);
}

Identity identity_of(const Study& study, const PreparedCombination& prepared,
                     const StudyInputs& inputs) {
  const Combination& c = prepared.combination;
  Identity identity;
  auto& parts = identity.parts;
  parts["method version"] = std::to_string(kMethodVersion);
  parts["rom"] = inputs.roms.at(c.rom).fingerprint;
  if (prepared.solver->many_points()) parts["elements version"] = std::to_string(kElementsVersion);
  parts["amplitudes"] = std::to_string(study.amplitudes);
  for (const auto* modes : {&prepared.fitted, &prepared.predicted})
    for (const FitMode& mode : *modes)
      parts["experiment." + std::to_string(mode.mode)] = inputs.measured(c, mode.mode)->fingerprint;
  parts["model"] = prepared.contact.identity();
  // What took longer is recorded as failed: another limit may tell another tale.
  if (!prepared.contact.law().description().build.empty())
    parts["plugin_time_limit"] = to_text(study.plugin_time_limit);
  for (const Parameter& p : prepared.bounds)
    parts["bounds." + p.name] = to_text(p.lower) + " .. " + to_text(p.upper);
  parts["viscous"] = yes_no(c.viscous);
  parts["prestress"] = to_text(c.prestress);
  parts["preload"] = c.preload ? to_text(*c.preload) : "the reduced model's own";
  parts["dissipation"] = to_text(c.dissipation);
  parts["quadrature"] = c.quadrature ? std::to_string(*c.quadrature) : "by the interface";
  if (c.framework == Framework::non_masing) {
    parts["loops"] = std::to_string(c.loops);
    parts["loop_tolerance"] = to_text(c.loop_tolerance);
    if (c.loop_rule == LoopRule::closed) parts["loop_rule"] = "closed";
  }
  parts["fit_modes"] = list_text(c.fit_modes);
  parts["predict_modes"] = list_text(c.predict_modes);
  for (const auto& [mode, index] : c.mode_index)
    parts["mode_index." + std::to_string(mode)] = std::to_string(index);
  parts["residual_penalty"] = yes_no(c.residual_penalty);
  for (const auto& [key, value] : optimizer_parts(c.optimizer)) parts[kOptimizer + key] = value;
  return identity;
}

void add_seeds(Identity& identity, const Combination& combination,
               const std::string& fingerprint_of_other) {
  identity.parts[kSeeds] = seeds_text(combination, fingerprint_of_other);
}

bool starts_from(const Identity& identity, const Combination& combination,
                 const std::string& fingerprint_of_other) {
  const auto part = identity.parts.find(kSeeds);
  return part != identity.parts.end() &&
         part->second == seeds_text(combination, fingerprint_of_other);
}

std::vector<std::string> differences(const Identity& stored, const Identity& wanted) {
  std::vector<std::string> sentences;
  std::map<std::string, std::string> all = stored.parts;
  all.insert(wanted.parts.begin(), wanted.parts.end());
  for (const auto& [name, unused] : all) {
    const auto was = stored.parts.find(name), now = wanted.parts.find(name);
    if (was == stored.parts.end()) {
      sentences.push_back(name + " (was not there, now " + now->second + ")");
    } else if (now == wanted.parts.end()) {
      sentences.push_back(name + " (was " + was->second + ", now not there)");
    } else if (was->second != now->second) {
      sentences.push_back(name + " (was " + was->second + ", now " + now->second + ")");
    }
  }
  return sentences;
}

void write_identity(const std::string& path, const Identity& identity) {
  write_atomically(path, nlohmann::json(identity.parts).dump(2) + "\n");
}

std::optional<Identity> read_identity(const std::string& path) {
  const auto parts = read_identity_parts(path);
  if (!parts) return {};
  return Identity{*parts};
}

}  // namespace slipfront
