#include <chrono>
#include <initializer_list>
#include <iostream>
#include <new>
#include <optional>

#include "app/command.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "rom/deck/deck_joint.hpp"
#include "rom/frictional_beam.hpp"
#include "rom/info.hpp"
#include "rom/load.hpp"
#include "rom/mat_models.hpp"
#include "rom/mesh/lap_beam.hpp"
#include "rom/pictures.hpp"
#include "rom/reduce/build_models.hpp"
#include "rom/reduce/patches.hpp"

namespace slipfront {

namespace {

constexpr int kMost = 100000;  // of counts given as options

/// Progress on stderr: each step with the seconds since the start.
Progress to_stderr() {
  const auto start = std::chrono::steady_clock::now();
  return [start](const std::string& what) {
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - start;
    constexpr int kDigits = 3;
    std::cerr << "[" << to_text(since.count(), kDigits) << " s] " << what << "\n";
  };
}

void change_reduction(const Arguments& arguments, ReductionSpec& spec) {
  if (arguments.has("--modes"))
    spec.modes = whole_number_option("--modes", arguments.value("--modes"), 1, kMost);
  if (arguments.has("--elements"))
    spec.elements = whole_number_option("--elements", arguments.value("--elements"), 0, kMost);
  for (const auto& [name, placement] : node_placements())
    if (arguments.value("--placement") == name) spec.placement = placement;
}

void save_with(const Structure& rom, const std::string& folder, const std::string& file,
               const std::vector<std::pair<std::string, Eigen::MatrixXd>>& more) {
  const std::string path = folder + "/" + file;
  save_structure(rom, path, more);
  std::cerr << "wrote " << path << ": " << rom.dof() << " unknowns, " << rom.interface.points()
            << (rom.interface.kind == InterfaceKind::patches ? " patches\n" : " elements\n");
}

void save(const Structure& rom, const std::string& folder, const std::string& file,
          const JointFacts& facts = {}, std::optional<PointRule> rule = {}) {
  save_with(rom, folder, file, facts_as_matrices(facts, rule));
  if (const auto warning = too_few_modes(deviation_from_solid(rom, facts)))
    std::cerr << "note: " << file << ": " << *warning << "\n";
}

/// Failure if one of the options is given: it says nothing about such an input.
void refuse_options(const Arguments& arguments, std::initializer_list<const char*> options,
                    const std::string& rule, const std::string& remedy) {
  for (const char* option : options)
    if (arguments.has(option)) throw Failure(Problem{"rom build", option, "given", rule, remedy});
}

void reduce(const JointModel& joint, const ReductionSpec& spec, const std::string& folder,
            bool pictures, const Progress& progress) {
  for (const std::string& note : joint.notes) std::cerr << "note: " << note << "\n";
  tell(progress, std::to_string(joint.solid.elements.size()) + " elements, " +
                     std::to_string(joint.facets.size()) + " facets of the interface");
  const RelativeSystem system = relative_system(joint);
  const InterfaceMesh mesh = reduced_interface(joint, system, spec, progress);
  make_folder(folder);
  tell(progress, "modes of the solid with springs on its interface");
  const FullModes modes = full_modes(joint, system, kShownPenalty);
  JointFacts facts = facts_of_solid(modes, kShownPenalty);
  facts.mesh = fine_interface(joint);
  facts.patch_of = joint.patch_of;
  save(build_whole_joint(joint, system, spec, progress), folder, "wjrom.mat", facts);
  facts.mesh = mesh;
  facts.patch_of.clear();
  save(full_joint_model(joint, system, mesh, point_rule(spec), spec.modes, progress), folder,
       "fjrom.mat", facts, point_rule(spec));
  if (!pictures) return;
  tell(progress, "pictures");
  write_pictures(joint, system, modes, mesh, folder);
}

/// A beam on a frictional support: its mesh is its interface, so that little can be chosen.
void build_frictional_beam(const std::string& text, const std::string& file,
                           const Arguments& arguments, std::optional<double> preload,
                           std::optional<int> patches, const std::string& folder) {
  refuse_options(arguments, {"--elements", "--placement", "--modes", "--refinement", "--svg"},
                 "has no meaning for a frictional beam: " + file,
                 "leave it out; --patches sets the number of patches, and 'slipfront joint "
                 "support' draws the support");
  FrictionalBeamSpec spec = parse_frictional_beam(text, file);
  if (preload) spec.preload = *preload;
  if (patches) spec.patches = *patches;
  check_frictional_beam(spec);
  make_folder(folder);
  save(make_frictional_beam(spec, InterfaceKind::patches), folder, "wjrom.mat");
  save(make_frictional_beam(spec, InterfaceKind::elements), folder, "fjrom.mat");
}

int build(const Arguments& arguments) {
  const std::string file = arguments.operand(0), folder = arguments.value("-o");
  const std::string deck_file = arguments.value("--deck");
  if (file.empty() == deck_file.empty())
    throw Failure(Problem{"rom build", "", file.empty() ? "no input" : "two inputs",
                          "needs either SPEC.json (or MODEL.mat) or --deck FILE.inp", ""});
  if (file.ends_with(".inp"))
    throw Failure(Problem{file, "", "an Abaqus deck", "must be SPEC.json or MODEL.mat here",
                          "give it as --deck " + file});
  std::optional<double> preload;
  if (arguments.has("--preload"))
    preload = number_option("--preload", arguments.value("--preload"),
                            "must be above 0 (N per bolt)", [](double value) { return value > 0; });
  std::optional<int> strips;
  if (arguments.has("--patches"))
    strips = whole_number_option("--patches", arguments.value("--patches"), 1, kMost);
  const Progress progress = to_stderr();
  ReductionSpec reduction;
  if (!deck_file.empty()) {
    refuse_options(arguments, {"--refinement"}, "has no meaning for a deck: its mesh is as given",
                   "leave it out; --elements sets the elements of the FJROM's interface");
    change_reduction(arguments, reduction);
    check_reduction(reduction, "rom build");
    tell(progress, "reading " + deck_file);
    reduce(joint_from_deck(read_deck(deck_file), {.strips = strips, .preload = preload}), reduction,
           folder, arguments.has("--svg"), progress);
  } else if (file.ends_with(".mat")) {
    refuse_options(arguments, {"--elements", "--placement", "--refinement", "--svg"},
                   "has no meaning for a MATLAB file: its elements are as given",
                   "leave it out; --patches and --modes shape the WJROM, and 'slipfront rom info "
                   "--svg' draws the interface");
    change_reduction(arguments, reduction);
    check_reduction(reduction, "rom build");
    const MatModels models = models_from_mat(file, strips, reduction.modes, preload);
    if (!models.full_joint)
      refuse_options(arguments, {"--patches", "--modes"},
                     "has no meaning for a model with patches: " + file, "leave it out");
    for (const std::string& note : models.notes) std::cerr << "note: " << note << "\n";
    make_folder(folder);
    if (models.whole_joint) save(*models.whole_joint, folder, "wjrom.mat");
    if (models.full_joint) save_with(*models.full_joint, folder, "fjrom.mat", carried_facts(file));
  } else if (const std::string text = read_file(file); describes_frictional_beam(text)) {
    build_frictional_beam(text, file, arguments, preload, strips, folder);
  } else {
    LapBeamSpec spec = parse_lap_beam(text, file);
    if (preload) spec.preload = preload;
    if (arguments.has("--refinement"))
      spec.refinement =
          whole_number_option("--refinement", arguments.value("--refinement"), 1, kMost);
    change_reduction(arguments, spec.reduction);
    check_lap_beam(spec);
    tell(progress, "mesh of " + spec.name);
    JointModel joint = make_lap_beam(spec);
    if (strips) divide_into_strips(joint, *strips);
    reduce(joint, spec.reduction, folder, arguments.has("--svg"), progress);
  }
  return ExitCode::done;
}

int run_build(const Arguments& arguments) {
  try {
    return build(arguments);
  } catch (const std::bad_alloc&) {
    throw Failure(Problem{"rom build", "", "too little memory", "the model must fit in it",
                          "take a coarser mesh (--refinement) or fewer --elements"});
  }
}

}  // namespace

Command rom_build_command() {
  std::vector<std::string> placements;
  std::string listed;
  for (const auto& entry : node_placements()) {
    placements.push_back(entry.first);
    listed += (listed.empty() ? "" : "|") + entry.first;
  }
  return {
      {.command = "rom build",
       .about = "Make both reduced models of a beam, a deck or a MATLAB file.",
       .operands = {{"SPEC.json",
                     "Dimensions of a beam, as rom/specs/brb.json or frictional-beam.json; or a "
                     ".mat file.",
                     false}},
       .options =
           {{.name = "--deck", .value = "FILE.inp", .about = "An Abaqus input deck instead."},
            {.name = "-o",
             .value = "DIR",
             .about = "Where wjrom.mat and fjrom.mat are written.",
             .required = true},
            {.name = "--elements",
             .value = "N",
             .about = "Of the FJROM's interface; default 152; 0: the full interface."},
            {.name = "--placement",
             .value = listed,
             .about = "Where the nodes of the remeshed interface are dense; default pressure.",
             .allowed = placements},
            {.name = "--modes", .value = "N", .about = "Of the closed interface; default 13."},
            {.name = "--patches",
             .value = "N",
             .about = "Divide the interface into N equal strips along the beam."},
            {.name = "--refinement",
             .value = "N",
             .about = "Of a beam from dimensions: elements through half its height."},
            {.name = "--svg",
             .value = "",
             .about = "Also pictures: mesh, patches, interface, first bending modes."},
            {.name = "--preload",
             .value = "N",
             .about = "N per bolt, written as Prestress; default: what the input says."}},
       .examples = "  slipfront rom build rom/specs/brb.json -o roms\n"
                   "  slipfront rom build rom/specs/frictional-beam.json -o beam\n"
                   "  slipfront rom build --deck beam.inp -o roms --preload 12845\n"},
      run_build};
}

}  // namespace slipfront
