#include "rom/frictional_beam_spec.hpp"

#include <cmath>
#include <vector>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "io/spec_file.hpp"

namespace slipfront {

namespace {

constexpr int kFewest = 2;
// Two points each and a dense solve: beyond it a loop takes minutes.
constexpr int kMostElements = 400;
constexpr int kMostPatches = 100;
// A beam longer than this was described in millimetres.
constexpr double kLongest = 50;  // [m]

constexpr NumberRange kPositive = {.low = 0, .open = true};
constexpr NumberRange kLength = {.low = 0, .high = kLongest, .open = true};

void read_groups(SpecGroup root, FrictionalBeamSpec& spec) {
  SpecGroup material = root.group("material");
  material.number("young", spec.young, kPositive);
  material.number("density", spec.density, kPositive);
  SpecGroup bolt = root.group("bolt");
  bolt.number("preload", spec.preload, kPositive);
  bolt.number("washer_width", spec.washer_width, {.low = 0});
  bolt.number("mass", spec.bolt_mass, {.low = 0});
  SpecGroup support = root.group("support");
  support.number("normal_stiffness", spec.layer.normal_stiffness, kPositive);
  support.number("tangential_stiffness", spec.layer.tangential_stiffness, kPositive);
  support.number("friction_coefficient", spec.layer.friction_coefficient, kPositive);
  root.group("load").number("place", spec.load_place, kLength);
  SpecGroup mesh = root.group("mesh");
  mesh.whole("patches", spec.patches, kFewest, kMostPatches);
  mesh.whole("elements", spec.elements, kFewest, kMostElements);
}

}  // namespace

bool describes_frictional_beam(std::string_view json) {
  try {
    SpecFile file(json, "");
    std::string kind;
    file.root().text("kind", kind);
    return kind == kFrictionalBeamKind;
  } catch (const Failure&) {
    return false;
  }
}

FrictionalBeamSpec parse_frictional_beam(std::string_view json, const std::string& source) {
  SpecFile file(json, source);
  SpecGroup root = file.root();
  FrictionalBeamSpec spec;
  spec.source = source;
  std::string kind;
  root.choice("kind", kind, {kFrictionalBeamKind}, Presence::required);
  root.text("name", spec.name);
  root.number("length", spec.length, kLength);
  root.number("width", spec.width, kLength);
  root.number("height", spec.height, kLength);
  root.number("support_length", spec.support_length, kLength);
  read_groups(root, spec);
  file.finish();
  check_frictional_beam(spec);
  return spec;
}

FrictionalBeamSpec read_frictional_beam(const std::string& path) {
  return parse_frictional_beam(read_file(path), path);
}

void check_frictional_beam(const FrictionalBeamSpec& spec) {
  std::vector<Problem> problems;
  const auto require = [&](bool good, const char* key, double value, const std::string& rule,
                           const std::string& remedy = "") {
    if (!good) problems.push_back({spec.source, key, to_text(value), rule, remedy});
  };
  const std::pair<const char*, double> positive[] = {
      {"/length", spec.length},
      {"/width", spec.width},
      {"/height", spec.height},
      {"/support_length", spec.support_length},
      {"/material/young", spec.young},
      {"/material/density", spec.density},
      {"/support/normal_stiffness", spec.layer.normal_stiffness},
      {"/support/tangential_stiffness", spec.layer.tangential_stiffness},
      {"/support/friction_coefficient", spec.layer.friction_coefficient}};
  for (const auto& [key, value] : positive)
    require(value > 0 && std::isfinite(value), key, value, "must be above 0");
  // A support ten orders softer than the strip over its length holds nothing, and leaves
  // nothing but rounding of its frequencies.
  constexpr double kSoftest = 1e-10, kInertia = 12;
  const double section = spec.young * spec.width * spec.height,
               l2 = std::pow(spec.support_length, 2);
  const double axial = spec.layer.tangential_stiffness * l2 / section;
  const double bending =
      spec.layer.normal_stiffness * l2 * l2 * kInertia / (section * spec.height * spec.height);
  const auto too_soft = [&](const char* key, double stiffness, double relative) {
    require(!(stiffness > 0) || relative > kSoftest, key, stiffness,
            "is too soft to hold the beam: " + to_text(relative, 2) + " of the strip's own",
            "it is per metre of beam, in N/m^2");
  };
  too_soft("/support/normal_stiffness", spec.layer.normal_stiffness, bending);
  too_soft("/support/tangential_stiffness", spec.layer.tangential_stiffness, axial);
  require(spec.preload > 0 && std::isfinite(spec.preload), "/bolt/preload", spec.preload,
          "must be above 0 (N): without it the support has no contact and no friction",
          "give the bolt's tension, about torque / (0.2 diameter)");
  require(spec.bolt_mass >= 0 && std::isfinite(spec.bolt_mass), "/bolt/mass", spec.bolt_mass,
          "must be at least 0");
  require(spec.support_length < spec.length, "/support_length", spec.support_length,
          "must be shorter than the beam", "");
  require(spec.washer_width > 0, "/bolt/washer_width", spec.washer_width,
          "must be above 0 (m): a bolt that presses on one point lifts the ends of the support",
          "state the width of the washer or of the bolt's head");
  require(spec.washer_width <= spec.support_length, "/bolt/washer_width", spec.washer_width,
          "must not be wider than the support is long", "");
  require(spec.load_place > spec.support_length && spec.load_place <= spec.length, "/load/place",
          spec.load_place, "must lie beyond the support and on the beam", "");
  require(spec.patches >= kFewest && spec.patches <= kMostPatches, "/mesh/patches", spec.patches,
          "must be from " + std::to_string(kFewest) + " to " + std::to_string(kMostPatches));
  require(spec.elements >= kFewest && spec.elements <= kMostElements, "/mesh/elements",
          spec.elements,
          "must be from " + std::to_string(kFewest) + " to " + std::to_string(kMostElements));
  throw_if_any(std::move(problems));
}

}  // namespace slipfront
