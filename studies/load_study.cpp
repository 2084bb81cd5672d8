#include "studies/load_study.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/hash.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "optimize/pagmo_engine.hpp"
#include "results/run_folder.hpp"
#include "studies/choice_words.hpp"
#include "studies/include.hpp"
#include "studies/key_lookup.hpp"
#include "studies/study_reader.hpp"
#include "studies/study_setting.hpp"

namespace slipfront {

namespace {

/// The value of a key, or a default where it is missing or of another type (which has
/// been reported by then).
template <typename T>
T get(const StudyJson& group, const char* name, T otherwise = {}) {
  if (!group.is_object() || !group.contains(name)) return otherwise;
  try {
    return group.at(name).get<T>();
  } catch (const StudyJson::exception&) {
    return otherwise;
  }
}

const StudyJson& child(const StudyJson& group, const char* name) {
  static const StudyJson none = StudyJson::object();
  const bool found = group.is_object() && group.contains(name) && group.at(name).is_object();
  return found ? group.at(name) : none;
}

/// A mode number as it stands as a key: "1", "2", ...
std::optional<int> mode_number(const std::string& name) {
  constexpr std::size_t kMostDigits = 4;  // no structure has ten thousand measured modes
  const bool digits = !name.empty() && name.size() <= kMostDigits && name[0] != '0' &&
                      name.find_first_not_of("0123456789") == name.npos;
  if (!digits) return {};
  return std::stoi(name);
}

/// 32 bits drawn from the study's seed and the combination's id: independent of the
/// order and the number of combinations.
std::uint64_t drawn_seed(std::uint64_t study_seed, const std::string& id) {
  constexpr std::size_t kHexDigits = 8;
  constexpr int kHexBase = 16;
  const std::string hash = fingerprint(std::to_string(study_seed) + "/" + id);
  return std::stoull(hash.substr(0, kHexDigits), nullptr, kHexBase);
}

Nsga2Options nsga2_options(const StudyJson& group) {
  Nsga2Options options;
  options.population = get(group, "population", options.population);
  options.generations = get(group, "generations", options.generations);
  options.keep_generations = get(group, "keep_generations", options.keep_generations);
  options.crowding =
      get<std::string>(group, "crowding") == "phenotype" ? Crowding::phenotype : Crowding::genotype;
  options.pareto_fraction = get(group, "pareto_fraction", options.pareto_fraction);
  options.crossover_fraction = get(group, "crossover_fraction", options.crossover_fraction);
  options.stall_generations = get(group, "stall_generations", options.stall_generations);
  options.spread_tolerance = get(group, "spread_tolerance", options.spread_tolerance);
  options.along_edge = get(group, "along_edge", options.along_edge);
  return options;
}

BoundaryOptions boundary_options(const StudyJson& group) {
  BoundaryOptions options;
  options.angles = get(group, "angles", options.angles);
  options.engine =
      get<std::string>(group, "solver") == "slsqp" ? DescentEngine::slsqp : DescentEngine::ceres;
  options.survey = get(group, "survey", options.survey);
  options.starts = get(group, "starts", options.starts);
  options.gradient_tolerance = get(group, "gradient_tolerance", options.gradient_tolerance);
  options.evaluations = get(group, "evaluations", options.evaluations);
  options.restarts = get(group, "restarts", options.restarts);
  return options;
}

HybridOptions hybrid_options(const StudyJson& group) {
  HybridOptions options;
  options.population = get(group, "population", options.population);
  options.generations = get(group, "generations", options.generations);
  options.rays = get(group, "rays", options.rays);
  options.gap = get(group, "gap", options.gap);
  options.gradients = get(group, "gradients", options.gradients);
  options.evaluations = get(group, "evaluations", options.evaluations);
  return options;
}

OptimizerOptions optimizer_options(const StudyJson& group) {
  OptimizerOptions options;
  options.engine =
      optimizer_engine(get<std::string>(group, "engine")).value_or(OptimizerEngine::hybrid);
  options.seed = get(group, "seed", options.seed);
  options.nsga2 = nsga2_options(group);
  options.boundary = boundary_options(child(group, "boundary"));
  options.hybrid = hybrid_options(child(group, "hybrid"));
  options.pagmo.population = options.nsga2.population;
  options.pagmo.generations = options.nsga2.generations;
  options.pagmo.chunk = get(child(group, "pagmo"), "chunk", options.pagmo.chunk);
  return options;
}

class StudyMaker {
 public:
  StudyMaker(std::string where, const Registry& models, UnknownModel unknown,
             std::vector<Problem>& problems)
      : where_(std::move(where)), models_(models), unknown_(unknown), problems_(problems) {}

  /// Reads the resolved document, and completes it where a default depends on other keys.
  Study make(StudyJson& document) {
    study_.file = where_;
    study_.name = get<std::string>(document, "name");
    study_.title = get<std::string>(document, "title");
    if (study_.title.empty()) document["title"] = study_.title = study_.name;
    study_.seed = get(document, "seed", study_.seed);
    study_.plugins = get(document, "plugins", study_.plugins);
    study_.plugin_time_limit = get(document, "plugin_time_limit", study_.plugin_time_limit);
    study_.amplitudes = get(document, "amplitudes", study_.amplitudes);
    const StudyJson& upper = child(document, "box_upper");
    study_.box_upper = {get<double>(upper, "frequency"), get<double>(upper, "damping")};
    study_.area_rule = get<std::string>(document, "area_rule") == "staircase" ? AreaRule::staircase
                                                                              : AreaRule::trapezoid;
    read_roms(child(document, "roms"));
    study_.experiment = experiment_files(child(document, "experiment"), "");
    if (document.contains("combinations") && document["combinations"].is_array()) {
      StudyJson& list = document["combinations"];
      if (list.empty()) add("/combinations", "an empty list", "must have at least one entry", "");
      for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].is_object()) read_combination(list[i], "/combinations/" + std::to_string(i));
    }
    check_seeds();
    read_bounds(child(document, "bounds"));
    std::vector<Problem> known_already;  // this only brings drawn values to their place
    document = resolve_keys(document, where_, known_already);
    study_.resolved = document.dump(2, ' ', false, StudyJson::error_handler_t::replace) + "\n";
    return std::move(study_);
  }

 private:
  void add(std::string key, std::string found, std::string rule, std::string remedy) {
    problems_.push_back(
        {where_, std::move(key), std::move(found), std::move(rule), std::move(remedy)});
  }

  void read_roms(const StudyJson& roms) {
    for (const auto& [id, group] : roms.items()) {
      const RomSource source{get<std::string>(group, "file"), get<std::string>(group, "built_in")};
      const bool said = group.is_object() && (group.contains("file") || group.contains("built_in"));
      if (said && source.file.empty() && source.built_in.empty()) continue;  // wrong type
      if (group.is_object() && source.file.empty() == source.built_in.empty())
        add("/roms/" + id, excerpt(group), "must have either \"file\" or \"built_in\"", "");
      study_.roms[id] = source;
    }
  }

  /// Of the study, or of the combination at `pointer`.
  std::map<int, std::string> experiment_files(const StudyJson& group, const std::string& pointer) {
    std::map<int, std::string> files;
    for (const auto& [name, value] : group.items()) {
      if (const auto mode = mode_number(name))
        files[*mode] = value.is_string() ? value.get<std::string>() : "";
      else
        add(pointer + "/experiment/" + name, "\"" + name + "\"",
            "must be a mode number: \"1\", \"2\", ...", "");
    }
    return files;
  }

  /// A mode number that stands in fit_modes or predict_modes.
  void check_mode(int mode, const Combination& combination, const std::string& pointer) {
    if (study_.experiment.count(mode) || combination.experiment.count(mode)) return;
    std::string known;
    for (const auto& [other, file] : study_.experiment)
      known += (known.empty() ? "" : ", ") + std::to_string(other);
    add(pointer, std::to_string(mode), "must be a mode of `experiment` (" + known + ")",
        "add the measured backbone of this mode to `experiment`");
  }

  void check_modes(const Combination& combination, const StudyJson& entry,
                   const std::string& pointer) {
    if (entry.contains("fit_modes") && entry["fit_modes"].is_array() && entry["fit_modes"].empty())
      add(pointer + "/fit_modes", "an empty list", "must name at least one mode", "");
    std::set<int> seen;
    for (const auto* modes : {&combination.fit_modes, &combination.predict_modes}) {
      const std::string name = modes == &combination.fit_modes ? "fit_modes" : "predict_modes";
      for (std::size_t i = 0; i < modes->size(); ++i) {
        const std::string here = pointer + "/" + name + "/" + std::to_string(i);
        const int mode = (*modes)[i];
        check_mode(mode, combination, here);
        if (!seen.insert(mode).second)
          add(here, std::to_string(mode), "this mode stands twice in fit_modes and predict_modes",
              "a mode is either fitted or predicted, once");
      }
    }
    const auto check_used = [&](const char* key, int mode) {
      if (!seen.count(mode))
        add(pointer + "/" + key + "/" + std::to_string(mode), std::to_string(mode),
            "this combination neither fits nor predicts this mode", "remove the entry");
    };
    for (const auto& [mode, index] : combination.mode_index) check_used("mode_index", mode);
    for (const auto& [mode, file] : combination.experiment) check_used("experiment", mode);
  }

  /// The law must exist and know the framework; remembers the parameters for `bounds`.
  void check_model(Combination& combination, const std::string& pointer) {
    if (combination.model.empty()) return;
    const std::vector<std::string> names = models_.names();
    const bool known = std::find(names.begin(), names.end(), combination.model) != names.end();
    if (!known && unknown_ == UnknownModel::left_out) {
      combination.left_out =
          "no plugin that could be loaded has the model '" + combination.model + "'";
      left_out_ = true;
      return;
    }
    if (!known) {
      add(pointer + "/model", "\"" + combination.model + "\"", "is no friction model",
          suggestion(combination.model, names));
      return;
    }
    try {
      const ContactModel contact(models_.find(combination.model), combination.framework,
                                 combination.contact);
      for (const Parameter& parameter : contact.parameters())
        if (parameters_.insert(parameter.name).second) order_.push_back(parameter.name);
    } catch (const Failure& failure) {
      const Problem& problem = failure.problems().front();
      add(pointer + "/" + problem.key, problem.found, problem.rule, problem.remedy);
    }
  }

  void read_combination(StudyJson& entry, const std::string& pointer) {
    Combination c;
    c.id = get<std::string>(entry, "id");
    c.title = get<std::string>(entry, "title");
    if (c.title.empty()) entry["title"] = c.title = c.id;
    c.rom = get<std::string>(entry, "rom");
    c.model = get<std::string>(entry, "model");
    c.framework = get<std::string>(entry, "framework") == "non_masing" ? Framework::non_masing
                                                                       : Framework::masing;
    c.contact.post_slip = get(entry, "post_slip", false);
    c.contact.normal = get<std::string>(entry, "normal") == "penalty" ? NormalContact::penalty
                                                                      : NormalContact::spring;
    c.viscous = get(entry, "viscous", true);
    c.prestress = prestress_kind(get<std::string>(entry, "prestress"));
    if (entry.contains("preload") && entry["preload"].is_number())
      c.preload = entry["preload"].get<double>();
    if (get<std::string>(entry, "dissipation") == "modal") c.dissipation = Dissipation::modal;
    if (entry.contains("quadrature") && entry["quadrature"].is_number_integer())
      c.quadrature = entry["quadrature"].get<int>();
    c.loops = get(entry, "loops", c.loops);
    c.loop_tolerance = get(entry, "loop_tolerance", c.loop_tolerance);
    if (get<std::string>(entry, "loop_rule") == "closed") c.loop_rule = LoopRule::closed;
    c.fit_modes = get(entry, "fit_modes", c.fit_modes);
    c.predict_modes = get(entry, "predict_modes", c.predict_modes);
    c.experiment = experiment_files(child(entry, "experiment"), pointer);
    for (const auto& [name, value] : child(entry, "mode_index").items()) {
      const auto mode = mode_number(name);
      if (!mode)
        add(pointer + "/mode_index/" + name, "\"" + name + "\"",
            "must be a mode number: \"1\", \"2\", ...", "");
      if (mode && value.is_number_integer()) c.mode_index[*mode] = value.get<int>();
    }
    c.residual_penalty = get(entry, "residual_penalty", false);
    c.optimizer = optimizer_options(child(entry, "optimizer"));
    const StudyJson& seeds = child(child(entry, "optimizer"), "seeds_from");
    c.seeds_from = get<std::string>(seeds, "combination");
    if (!c.seeds_from.empty())
      c.seeds_points = get(seeds, "points", 0);
    else if (seeds.contains("points") &&
             seeds.at("points").dump() !=
                 find_key("combinations[].optimizer.seeds_from.points")->fallback)
      add(pointer + "/optimizer/seeds_from", excerpt(seeds), "must name a `combination`",
          "add it, or leave seeds_from out");
    check_population(c, pointer + "/optimizer");
    if (entry.contains("optimizer") && entry["optimizer"].is_object() &&
        !entry["optimizer"].contains("seed"))
      entry["optimizer"]["seed"] = c.optimizer.seed = drawn_seed(study_.seed, c.id);

    if (!c.id.empty()) {
      const std::string violation = RunFolder::id_violation(c.id);
      if (!violation.empty()) add(pointer + "/id", "\"" + c.id + "\"", violation, "");
      if (!ids_.insert(c.id).second)
        add(pointer + "/id", "\"" + c.id + "\"", "another combination has this id",
            "ids name folders: choose another");
    }
    if (!c.rom.empty() && !study_.roms.count(c.rom)) {
      std::vector<std::string> known;
      for (const auto& [name, source] : study_.roms) known.push_back(name);
      add(pointer + "/rom", "\"" + c.rom + "\"", "is none of the `roms`", suggestion(c.rom, known));
    }
    check_modes(c, entry, pointer);
    check_model(c, pointer);
    study_.combinations.push_back(std::move(c));
  }

  /// What an engine asks of its population, before anything is computed.
  void check_population(const Combination& c, const std::string& pointer) {
    const OptimizerEngine engine = c.optimizer.engine;
    int population = c.optimizer.nsga2.population;
    if (engine == OptimizerEngine::hybrid)  // or NSGA-II alone, where a model gives no gradients
      population = std::min(population, c.optimizer.hybrid.population);
    const auto pagmo = pagmo_algorithm(engine);
    if (pagmo)
      for (const Problem& p : pagmo_problems(*pagmo, c.optimizer.pagmo))
        add(pointer + "/" + p.key, p.found, p.rule, p.remedy);
    if (engine != OptimizerEngine::boundary_intersection && c.seeds_points > population)
      add(pointer + "/seeds_from/points", std::to_string(c.seeds_points),
          "must be at most the population, " + std::to_string(population),
          "ask for fewer points or raise the population");
  }

  /// Seeds come from another combination, and no chain of them may come back to its start.
  void check_seeds() {
    std::map<std::string, std::string> source;
    for (const Combination& c : study_.combinations) source[c.id] = c.seeds_from;
    for (std::size_t i = 0; i < study_.combinations.size(); ++i) {
      const Combination& c = study_.combinations[i];
      if (c.seeds_from.empty()) continue;
      const std::string pointer =
          "/combinations/" + std::to_string(i) + "/optimizer/seeds_from/combination";
      if (!source.count(c.seeds_from)) {
        add(pointer, "\"" + c.seeds_from + "\"", "is no combination of this study",
            suggestion(c.seeds_from, {ids_.begin(), ids_.end()}));
        continue;
      }
      std::string at = c.seeds_from;
      for (std::size_t steps = 0; steps <= source.size() && at != c.id && !at.empty(); ++steps)
        at = source.count(at) ? source.at(at) : "";
      if (at == c.id)
        add(pointer, "\"" + c.seeds_from + "\"", "starts from this combination itself, in the end",
            "let one of them start on its own");
    }
  }

  void read_bounds(const StudyJson& bounds) {
    for (const auto& [name, group] : bounds.items()) {
      BoundsOverride given;
      if (group.is_object() && group.contains("lower") && group.at("lower").is_number())
        given.lower = group.at("lower").get<double>();
      if (group.is_object() && group.contains("upper") && group.at("upper").is_number())
        given.upper = group.at("upper").get<double>();
      if (!parameters_.count(name) && !parameters_.empty() && !left_out_)
        add("/bounds/" + name, "\"" + name + "\"", "is no parameter of the study's models",
            suggestion(name, order_));
      if (given.lower && given.upper && *given.lower > *given.upper)
        add("/bounds/" + name, to_text(*given.lower) + " .. " + to_text(*given.upper),
            "lower must not be above upper", "exchange them");
      study_.bounds[name] = given;
    }
  }

  std::string where_;
  const Registry& models_;
  UnknownModel unknown_;
  std::vector<Problem>& problems_;
  Study study_;
  std::set<std::string> ids_, parameters_;
  bool left_out_ = false;           // a combination, whose parameters are not known then
  std::vector<std::string> order_;  // of parameters, as first met
};

}  // namespace

StudyReading parse_study(const std::string& text, const std::string& file, const Registry& models,
                         const std::vector<std::string>& settings, UnknownModel unknown) {
  StudyReading reading;
  StudyJson document = with_includes(parse_json_text(text, file), file);
  for (const std::string& setting : settings) apply_setting(document, setting, reading.problems);
  check_keys(document, file, reading.problems);
  StudyJson resolved = resolve_keys(document, file, reading.problems);
  reading.study = StudyMaker(file, models, unknown, reading.problems).make(resolved);
  return reading;
}

StudyReading read_study(const std::string& file, const Registry& models,
                        const std::vector<std::string>& settings, UnknownModel unknown) {
  return parse_study(read_file(file), file, models, settings, unknown);
}

Study load_study(const std::string& file, const Registry& models,
                 const std::vector<std::string>& settings, UnknownModel unknown) {
  StudyReading reading = read_study(file, models, settings, unknown);
  throw_if_any(std::move(reading.problems));
  return std::move(reading.study);
}

}  // namespace slipfront
