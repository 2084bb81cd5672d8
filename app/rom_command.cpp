#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/rom_argument.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "rom/built_in.hpp"
#include "rom/info.hpp"
#include "rom/load.hpp"
#include "rom/pictures.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kDigits = 6;  // for people

const Operand kModel = {
    "FILE", "A reduced model (MATLAB file), or built-in:lap-joint, brb-wjrom, brb-fjrom."};

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : "  ") + to_text(value, kDigits);
  return text.empty() ? "none" : text;
}

/// Of a model in a file or of the built-in ones; nothing of models that are made in memory.
JointFacts facts_of(const std::string& operand) {
  const std::string prefix = "built-in:";
  if (operand.starts_with(prefix)) return built_in_facts(operand.substr(prefix.size()));
  return operand.ends_with(".json") ? JointFacts{} : read_facts(operand);
}

/// What the converted file holds beside the matrices: of its interface's mesh pictures and a patch
/// model can be made.
std::vector<std::pair<std::string, Eigen::MatrixXd>> carried(const std::string& operand,
                                                             const Structure& structure) {
  if (operand.ends_with(".mat")) return carried_facts(operand);
  const JointFacts facts = facts_of(operand);
  const bool one_each =
      structure.interface.kind == InterfaceKind::elements && facts.mesh &&
      structure.interface.points() == static_cast<Eigen::Index>(facts.mesh->elements.size());
  return facts_as_matrices(facts, one_each ? std::optional(PointRule::middle) : std::nullopt);
}

Json info_json(const Structure& structure, const RomInfo& info, const JointFacts& facts,
               const std::vector<double>& deviation) {
  Json json = {{"name", structure.name},
               {"source", structure.source},
               {"layout", info.layout},
               {"kind", info.kind},
               {"dof", info.dof},
               {"points", info.points},
               {"interface_area", info.interface_area},
               {"mass", info.mass ? Json(*info.mass) : Json(nullptr)},
               {"preload", info.preload ? Json(*info.preload) : Json(nullptr)},
               {"stiffness_asymmetry", info.stiffness_asymmetry},
               {"mass_asymmetry", info.mass_asymmetry},
               {"mass_smallest_eigenvalue", info.mass_smallest_eigenvalue},
               {"zero_modes", info.zero_modes},
               {"negative_modes", info.negative_modes},
               {"closure", info.closure},
               {"warnings", info.warnings}};
  if (facts.full_penalty)
    json["solid"] = {{"penalty", *facts.full_penalty},
                     {"bending_hz", facts.full_bending_hz},
                     {"deviation", deviation}};
  if (info.penalty) {
    json["penalty"] = *info.penalty;
    json["linear_frequencies_hz"] = info.linear_frequencies_hz;
    json["bending_hz"] = info.bending_hz;
  }
  return json;
}

std::string info_text(const Structure& structure, const RomInfo& info, const JointFacts& facts,
                      const std::vector<double>& deviation) {
  std::vector<std::vector<std::string>> rows = {
      {"reduced model", structure.name},
      {"source", structure.source},
      {"layout", info.layout},
      {"unknowns", std::to_string(info.dof)},
      {"interface", std::to_string(info.points) + " " + info.kind + ", " +
                        to_text(info.interface_area, kDigits) + " m^2"},
      {"mass", info.mass ? to_text(*info.mass, kDigits) + " kg" : "not stated"},
      {"preload", info.preload ? to_text(*info.preload, kDigits) + " N per bolt" : "not stated"},
      {"asymmetry of K, M",
       to_text(info.stiffness_asymmetry, 2) + ", " + to_text(info.mass_asymmetry, 2)},
      {"M definite", info.mass_smallest_eigenvalue > 0
                         ? "yes, smallest eigenvalue " + to_text(info.mass_smallest_eigenvalue, 3)
                         : "no"},
      {"zero modes of K", std::to_string(info.zero_modes)},
      {"negative modes of K", std::to_string(info.negative_modes)},
      {"bolts close the joint", info.closure > 0 ? "yes" : "no"}};
  for (const std::string& warning : info.warnings) rows.push_back({"warning", warning});
  if (facts.full_penalty) {
    constexpr double kPercent = 100;
    std::string percents;
    for (const double value : deviation)
      percents += (percents.empty() ? "" : "  ") + to_text(kPercent * value, 3);
    rows.push_back({"bending of the solid [Hz]",
                    list(facts.full_bending_hz) +
                        "   with kt = kn = " + to_text(*facts.full_penalty) + " N/m^3"});
    rows.push_back({"deviation from it [%]", percents});
  }
  if (info.penalty) {
    rows.push_back({"with kt = kn =", to_text(*info.penalty) + " N/m^3"});
    rows.push_back({"frequencies [Hz]", list(info.linear_frequencies_hz)});
    rows.push_back({"bending [Hz]", list(info.bending_hz)});
  }
  return aligned_table(rows);
}

int run_info(const Arguments& arguments) {
  std::optional<double> penalty;
  if (arguments.has("--penalty"))
    penalty = number_option("--penalty", arguments.value("--penalty"),
                            "must be a stiffness above 0 in N/m^3, as 1e13",
                            [](double value) { return value > 0; });
  const auto structure = rom_argument(arguments.operand(0));
  RomInfo info = inspect(*structure, penalty);
  if (const auto& file = arguments.operand(0); file.ends_with(".mat")) {
    Asymmetry asymmetry;  // as it was in the file: a loaded model is symmetric
    load_structure(file, &asymmetry);
    info.stiffness_asymmetry = asymmetry.stiffness;
    info.mass_asymmetry = asymmetry.mass;
  }
  const JointFacts facts = facts_of(arguments.operand(0));
  const std::vector<double> deviation = deviation_from_solid(*structure, facts);
  if (auto warning = too_few_modes(deviation)) info.warnings.push_back(std::move(*warning));
  if (arguments.has("--svg")) {
    const std::string path =
        write_interface_picture(facts, arguments.operand(0), arguments.value("--svg"));
    std::cerr << "wrote " << path << "\n";
  }
  if (wants_json(arguments))
    std::cout << info_json(*structure, info, facts, deviation).dump(2) << "\n";
  else
    std::cout << info_text(*structure, info, facts, deviation);
  return ExitCode::done;
}

int run_convert(const Arguments& arguments) {
  const auto structure = rom_argument(arguments.operand(0));
  save_structure(*structure, arguments.operand(1), carried(arguments.operand(0), *structure));
  std::cerr << "wrote " << arguments.operand(1) << ": " << structure->dof() << " unknowns, "
            << structure->interface.points() << " interface points\n";
  return ExitCode::done;
}

}  // namespace

Command rom_info_command() {
  return {{.command = "rom info",
           .about = "Say what a reduced model is: sizes, soundness, frequencies.",
           .operands = {kModel},
           .options = {{.name = "--penalty",
                        .value = "KT",
                        .about = "Also the linear frequencies with springs kt = kn = KT [N/m^3]."},
                       {.name = "--svg",
                        .value = "DIR",
                        .about = "Also a picture of its interface: patches or elements. (rom build "
                                 "--svg draws the solid and its modes.)"},
                       format_option()},
           .examples = "  slipfront rom info built-in:lap-joint --penalty 1e13\n"
                       "  slipfront rom info roms/fjrom.mat --svg pictures\n"},
          run_info};
}

Command rom_convert_command() {
  return {{.command = "rom convert",
           .about = "Rewrite a reduced model in slipfront's own layout.",
           .operands = {kModel, {"OUT.mat", "The file to write."}},
           .options = {},
           .examples = "  slipfront rom convert built-in:lap-joint lap-joint.mat\n"},
          run_convert};
}

}  // namespace slipfront
