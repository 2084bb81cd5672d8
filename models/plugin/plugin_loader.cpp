#include "models/plugin/plugin_loader.hpp"

#include <algorithm>
#include <cmath>

#include "core/law_failure.hpp"
#include "core/number.hpp"
#include "models/conformance.hpp"
#include "models/plugin/text.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kLongestName = 60;  // stands in tables, file names and CSV headers

/// A traction over displacements from 1e-12 to 1e-2 m, and beside each at four steps.
struct Sweep {
  static constexpr double kLowest = -12, kDecades = 10;  // log10 of the displacement [m]
  static constexpr int kDisplacements = 41;              // four to a decade
  // Relative steps to both sides of a displacement, large and small: of a smooth curve both
  // slopes fit, beside a kink those of one side.
  static constexpr double kSteps[] = {0, 1e-3, -1e-3, 1e-5, -1e-5};
  static constexpr std::size_t kEach = std::size(kSteps);

  explicit Sweep(const BoundLaw& law) {
    constexpr double kBase = 10, kNormal = 1e6;  // N/m^2: a usual bolted joint's pressure
    for (int i = 0; i < kDisplacements; ++i)
      for (const double step : kSteps)
        u.push_back(std::pow(kBase, kLowest + kDecades * i / (kDisplacements - 1)) * (1 + step));
    const std::vector<double> normal(u.size(), kNormal);
    traction.resize(u.size());
    tangent.resize(u.size());
    area.resize(u.size());
    law.virgin({.points = u.size(),
                .displacement = u.data(),
                .normal_traction = normal.data(),
                .traction = traction.data(),
                .tangent = tangent.data(),
                .loop_area = area.data()});
  }

  std::string fault() const {
    for (std::size_t i = 0; i < u.size(); i += kEach) {
      const std::string at = " at u = " + to_text(u[i], 4) + " m";
      if (!std::isfinite(traction[i])) return "the traction" + at + " is not finite";
      if (!std::isfinite(tangent[i])) return "the tangent" + at + " is not finite";
      if (!std::isfinite(area[i])) return "the loop area" + at + " is not finite";
      double nearest = 0;
      if (!slope_fits(i, nearest))
        return "the tangent" + at + " is " + to_text(tangent[i], 4) +
               ", but the slope of the traction there is " + to_text(nearest, 4);
    }
    return {};
  }

  std::vector<double> u, traction, tangent, area;

 private:
  bool slope_fits(std::size_t i, double& nearest) const {
    constexpr double kAllowed = 2e-2;  // of the secant: a glance must not refuse a right law
    const double size = std::max(std::abs(tangent[i]), std::abs(traction[i] / u[i]));
    double least = HUGE_VAL;
    for (std::size_t k = i + 1; k < i + kEach; ++k) {
      const double slope = (traction[k] - traction[i]) / (u[k] - u[i]);
      const double miss = std::abs(slope - tangent[i]);
      if (miss < least) nearest = slope;
      least = std::min(least, miss);
    }
    return least <= kAllowed * size;
  }
};

}  // namespace

std::string name_violation(const std::string& name) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool good = !name.empty() && name.size() <= kLongestName && letter(name[0]) &&
                    std::all_of(name.begin(), name.end(), [&](char c) {
                      return letter(c) || (c >= '0' && c <= '9') || c == '_';
                    });
  if (good) return {};
  return "must consist of small letters, digits and '_', begin with a letter, and have at most " +
         std::to_string(kLongestName) + " characters";
}

std::vector<std::string> description_problems(const FrictionLaw& law) {
  const LawDescription& about = law.description();
  std::vector<std::string> rules;
  const auto check_name = [&](const std::string& what, const std::string& name) {
    const std::string rule = name_violation(name);
    if (!rule.empty()) rules.push_back(what + " '" + printable(name) + "' " + rule);
  };
  check_name("the model name", about.name);
  if (!is_printable(about.title) || !is_printable(about.source))
    rules.push_back("title and source must be UTF-8 without control characters");
  if (about.frameworks.empty()) {
    rules.push_back("the model must know a framework");
    return rules;
  }
  const Framework any = about.frameworks.front();  // all have the same parameters
  for (const Parameter& p : law.parameters(any)) {
    check_name("the parameter name", p.name);
    if (!is_printable(p.symbol) || !is_printable(p.unit))
      rules.push_back("symbol and unit of " + printable(p.name) +
                      " must be UTF-8 without control characters");
  }
  for (const std::string& fault : check_declaration(law, any)) rules.push_back(fault);
  return rules;
}

std::string glance(const FrictionLaw& law) {
  const Framework framework = law.description().frameworks.front();
  std::vector<double> values;
  for (const Parameter& p : law.parameters(framework))
    values.push_back(from_search(p, 0.5 * (to_search(p, p.lower) + to_search(p, p.upper))));
  if (!law.domain_violation(framework, values).empty()) return {};
  try {
    return Sweep(*law.bind(framework, values)).fault();
  } catch (const LawFailure&) {
    return {};
  }
}

PluginLoad load_plugins(const std::vector<std::string>& files, Registry& models,
                        const IsolationOptions& options) {
  PluginLoad load;
  for (const std::string& file : files) {
    try {
      std::unique_ptr<FrictionLaw> law = isolate_plugin(file, options);
      const std::string model = law->description().name, build = law->description().build;
      std::vector<Problem> problems;
      const std::string where = "plugin " + file;
      for (const std::string& rule : description_problems(*law))
        problems.push_back(
            {where, "model '" + printable(model) + "'", "", rule, "mend the plugin"});
      throw_if_any(std::move(problems));
      const std::vector<std::string> taken = models.names();
      if (std::find(taken.begin(), taken.end(), model) != taken.end())
        throw Failure(Problem{where, "model '" + model + "'", "a name that is taken already",
                              "every model needs a name of its own",
                              "rename it in the plugin, or load it once"});
      const std::string fault = glance(*law);
      if (!fault.empty())
        throw Failure(Problem{where, "model '" + model + "'",
                              "at the middle of its bounds, " + fault,
                              "a law must be finite and consistent with its tangent",
                              "see 'slipfront plugin test " + file + "'"});
      models.add(std::move(law));
      load.plugins.push_back({file, model, build});
    } catch (const Failure& failure) {
      load.problems.insert(load.problems.end(), failure.problems().begin(),
                           failure.problems().end());
    }
  }
  return load;
}

}  // namespace slipfront
