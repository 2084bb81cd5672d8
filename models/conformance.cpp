#include "models/conformance.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <random>
#include <set>

#include "models/conformance_case.hpp"
#include "models/parameter_table.hpp"

namespace slipfront {

std::vector<std::string> check_declaration(const FrictionLaw& law, Framework framework) {
  std::vector<std::string> wrong;
  const LawDescription& about = law.description();
  if (about.name.empty()) wrong.push_back("declaration: the law has no name");
  if (std::find(about.frameworks.begin(), about.frameworks.end(), framework) ==
      about.frameworks.end())
    wrong.push_back("declaration: the law does not know the framework " + to_text(framework));
  std::set<std::string> names;
  for (const Parameter& parameter : law.parameters(framework)) {
    if (parameter.name.empty()) wrong.push_back("declaration: a parameter has no name");
    if (!names.insert(parameter.name).second)
      wrong.push_back("declaration: two parameters are named " + parameter.name);
    if (!(parameter.lower < parameter.upper) || !std::isfinite(parameter.upper - parameter.lower))
      wrong.push_back("declaration: the bounds of " + parameter.name + " are not a range");
    if (parameter.scale == Scale::log10 && !(parameter.lower > 0))
      wrong.push_back("declaration: the bounds of " + parameter.name +
                      " must be above 0 on a logarithmic scale");
  }
  if (names.count("normal_stiffness"))
    wrong.push_back("declaration: normal_stiffness belongs to the normal law");
  if (about.has_post_slip != (names.count("post_slip_stiffness") > 0))
    wrong.push_back("declaration: has_post_slip must say whether there is post_slip_stiffness");
  return wrong;
}

namespace {

// Values within the bounds and inside the domain; empty if none were found.
std::vector<double> draw_values(const FrictionLaw& law, Framework framework,
                                const ConformanceOptions& options, std::mt19937_64& random) {
  constexpr int kAttempts = 1000;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::vector<double> values;
    for (Parameter parameter : law.parameters(framework)) {
      for (const Parameter& narrow : options.bounds)
        if (narrow.name == parameter.name) parameter = narrow;
      const double low = to_search(parameter, parameter.lower);
      const double high = to_search(parameter, parameter.upper);
      const double share = std::generate_canonical<double, 53>(random);
      values.push_back(from_search(parameter, low + (high - low) * share));
    }
    if (law.domain_violation(framework, values).empty()) return values;
  }
  return {};
}

}  // namespace

std::vector<std::string> check_law(const FrictionLaw& law, Framework framework,
                                   const ConformanceOptions& options) {
  std::vector<std::string> wrong = check_declaration(law, framework);
  if (!wrong.empty()) return wrong;
  std::mt19937_64 random(options.seed);
  Findings findings;
  try {
    for (int i = 0; i < options.parameter_sets; ++i) {
      const std::vector<double> values = draw_values(law, framework, options, random);
      if (values.empty() && !law.parameters(framework).empty())
        return {"domain: no parameter set within the bounds lies inside the domain"};
      constexpr double kLowestDecade = 4, kDecades = 3;  // of the normal traction [N/m^2]
      const double normal = parameter::power_of_ten(
          kLowestDecade + kDecades * std::generate_canonical<double, 53>(random));
      ConformanceCase at(law, framework, values, normal, options, random, findings);
      if (at.bound().parameter_count() != values.size())
        return {"declaration: the bound law has another number of parameters"};
      if (options.units) check_units(at);
      check_batches(at);
      check_virgin(at);
      check_paths(at);
      check_coupled(at);
      check_spring(at);
      check_hysteretic(at, 1);
      check_hysteretic(at, 2);
    }
  } catch (const std::exception& error) {
    findings.add("no check may throw", error.what());
  }
  return findings.sentences();
}

}  // namespace slipfront
