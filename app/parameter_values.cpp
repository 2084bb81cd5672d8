#include "app/parameter_values.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "studies/study_json.hpp"

namespace slipfront {

ParameterValues parameter_values(const std::string& json, const ContactModel& contact) {
  const std::string where = "--params";
  const StudyJson given = parse_json_text(json, where);
  std::vector<Problem> problems;
  std::vector<std::string> names;
  for (const Parameter& parameter : contact.parameters()) names.push_back(parameter.name);
  for (const auto& [name, value] : given.items()) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      problems.push_back({where, name, excerpt(value),
                          "is no parameter of " + contact.law().description().name + " here",
                          suggestion(name, names)});
    else if (!value.is_number())
      problems.push_back({where, name, excerpt(value), "must be a number", ""});
  }
  ParameterValues result;
  std::string missing;
  for (const Parameter& p : contact.parameters()) {
    if (!given.contains(p.name)) {
      missing += (missing.empty() ? "" : ", ") + p.name + " [" + p.unit + "]";
      continue;
    }
    if (!given.at(p.name).is_number()) continue;
    const double value = given.at(p.name).get<double>();
    result.values.push_back(value);
    if (value < p.lower || value > p.upper)
      result.warnings.push_back(p.name + " = " + to_text(value) +
                                " lies outside its search bounds " + to_text(p.lower, 4) + " .. " +
                                to_text(p.upper, 4));
  }
  if (!missing.empty())
    problems.push_back({where, "", "no value for " + missing, "every parameter needs a value",
                        "see 'slipfront models " + contact.law().description().name + "'"});
  if (problems.empty()) {
    const std::string violation = contact.domain_violation(result.values);
    if (!violation.empty())
      problems.push_back(
          {where, "", excerpt(given), "outside the model's domain: " + violation, ""});
  }
  throw_if_any(std::move(problems));
  return result;
}

}  // namespace slipfront
