#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/plugin_option.hpp"
#include "app/table.hpp"
#include "core/contact.hpp"
#include "core/number.hpp"
#include "models/registry.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kDigits = 6;  // of a bound, for people

/// A parameter and the frameworks in which the model has it.
struct ListedParameter {
  Parameter parameter;
  std::vector<std::string> frameworks;
};

std::vector<ListedParameter> parameters_of(const FrictionLaw& law) {
  std::vector<ListedParameter> listed;
  for (const Framework framework : law.description().frameworks) {
    const ContactModel contact(law, framework);
    for (const Parameter& parameter : contact.parameters()) {
      const auto same = std::find_if(listed.begin(), listed.end(), [&](const auto& other) {
        return other.parameter.name == parameter.name;
      });
      if (same == listed.end())
        listed.push_back({parameter, {to_text(framework)}});
      else
        same->frameworks.push_back(to_text(framework));
    }
  }
  // The normal stiffness comes last, whichever framework brought the other parameters.
  std::stable_partition(listed.begin(), listed.end(), [](const ListedParameter& p) {
    return p.parameter.name != normal_stiffness_parameter().name;
  });
  return listed;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string frameworks_of(const FrictionLaw& law) {
  std::vector<std::string> names;
  for (const Framework framework : law.description().frameworks)
    names.push_back(to_text(framework));
  return joined(names);
}

Json model_json(const FrictionLaw& law) {
  const LawDescription& about = law.description();
  Json model = {{"name", about.name}, {"title", about.title}, {"source", about.source}};
  model["frameworks"] = Json::array();
  for (const Framework framework : about.frameworks)
    model["frameworks"].push_back(to_text(framework));
  model["parameters"] = Json::array();
  for (const auto& [p, frameworks] : parameters_of(law))
    model["parameters"].push_back({{"name", p.name},
                                   {"symbol", p.symbol},
                                   {"unit", p.unit},
                                   {"scale", to_text(p.scale)},
                                   {"lower", p.lower},
                                   {"upper", p.upper},
                                   {"area_scaled", p.area_scaled},
                                   {"frameworks", frameworks}});
  return model;
}

std::string model_page(const FrictionLaw& law) {
  const LawDescription& about = law.description();
  std::string page = about.name + ": " + about.title + "\n" + about.source +
                     "\nframeworks: " + frameworks_of(law) + "\n\n";
  std::vector<std::vector<std::string>> rows = {
      {"parameter", "symbol", "unit", "scale", "lower", "upper", "area_scaled", "frameworks"}};
  for (const auto& [p, frameworks] : parameters_of(law))
    rows.push_back({p.name, p.symbol, p.unit, to_text(p.scale), to_text(p.lower, kDigits),
                    to_text(p.upper, kDigits), p.area_scaled ? "yes" : "no", joined(frameworks)});
  return page + aligned_table(rows);
}

std::string model_list(const Registry& models) {
  std::vector<std::vector<std::string>> rows = {
      {"name", "title", "source", "frameworks", "parameters"}};
  for (const std::string& name : models.names()) {
    const FrictionLaw& law = models.find(name);
    std::vector<std::string> parameters;
    for (const auto& listed : parameters_of(law)) parameters.push_back(listed.parameter.name);
    rows.push_back({name, law.description().title, law.description().source, frameworks_of(law),
                    joined(parameters)});
  }
  return aligned_table(rows);
}

int run(const Arguments& arguments) {
  std::vector<Problem> problems;
  const Registry models = models_with_plugins(arguments, problems);
  for (const Problem& problem : problems) std::cerr << "slipfront: " << problem.sentence() << "\n";
  const std::string name = arguments.operand(0);
  if (wants_json(arguments)) {
    Json output = Json::array();
    if (!name.empty())
      output = model_json(models.find(name));
    else
      for (const std::string& each : models.names())
        output.push_back(model_json(models.find(each)));
    std::cout << output.dump(2) << "\n";
  } else {
    std::cout << (name.empty() ? model_list(models) : model_page(models.find(name)));
  }
  return problems.empty() ? ExitCode::done : ExitCode::failed;
}

}  // namespace

Command models_command() {
  std::vector<Option> options = plugin_options();
  options.push_back(format_option());
  return {{.command = "models",
           .about = "List the friction models, or the parameters of one.",
           .operands = {{"NAME", "One model.", false}},
           .options = options,
           .examples = "  slipfront models\n  slipfront models iwan4 --format json\n"},
          run};
}

}  // namespace slipfront
