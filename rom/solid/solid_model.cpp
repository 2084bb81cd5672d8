#include "rom/solid/solid_model.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

// Below this share of a cube's Jacobian an element has no volume to speak of: the
// condensed stiffness loses its digits.
constexpr double kFlat = 1e-6;
// A solid less dense than this was described in tonnes and millimetres: no engineering
// metal is lighter than air.
constexpr double kLightest = 1;    // [kg/m^3]
constexpr std::size_t kNamed = 5;  // elements named in a message
constexpr int kDigits = 4;         // of coordinates in messages

bool known_nodes(const SolidModel& model, const Hexahedron& element) {
  return std::all_of(element.begin(), element.end(),
                     [&](int node) { return node >= 0 && node < model.nodes(); });
}

void check_materials(const SolidModel& model, const std::string& where,
                     std::vector<Problem>& problems) {
  for (const ElasticMaterial& material : model.materials) {
    const auto require = [&](bool good, const char* key, double value, const char* rule) {
      if (!good)
        problems.push_back({where, key, to_text(value), rule,
                            "SI units: steel has E = 2e11 N/m^2, "
                            "nu = 0.3, rho = 7800 kg/m^3"});
    };
    require(material.young > 0 && std::isfinite(material.young), "Young's modulus", material.young,
            "must be above 0");
    require(material.density > 0 && std::isfinite(material.density), "density", material.density,
            "must be above 0");
    require(material.poisson > -1 && material.poisson < 0.5, "Poisson's ratio", material.poisson,
            "must be between -1 and 0.5");
  }
}

}  // namespace

HexPlaces SolidModel::places_of(std::size_t element) const {
  HexPlaces corners;
  for (std::size_t i = 0; i < 8; ++i)
    corners.row(static_cast<Eigen::Index>(i)) = places.row(elements[element][i]);
  return corners;
}

double SolidModel::mass() const {
  double sum = 0;
  for (std::size_t e = 0; e < elements.size(); ++e)
    sum +=
        hex_mass(places_of(e), materials[static_cast<std::size_t>(material_of[e])].density).sum();
  return sum;
}

void check_solid(const SolidModel& model, const std::string& where,
                 std::string (*element_name)(std::size_t)) {
  std::vector<Problem> problems;
  if (model.elements.empty())
    problems.push_back({where, "", "no element", "must have hexahedra", ""});
  if (!model.places.allFinite())
    problems.push_back({where, "", "a coordinate that is no finite number",
                        "all coordinates must be finite", "export the mesh again"});
  check_materials(model, where, problems);
  std::size_t unknown = 0, bad = 0;
  std::string named;
  for (std::size_t e = 0; e < model.elements.size(); ++e) {
    if (!known_nodes(model, model.elements[e])) {
      ++unknown;
      continue;
    }
    const HexPlaces corners = model.places_of(e);
    if (hex_quality(corners) > kFlat) continue;
    if (++bad > kNamed) continue;
    const Eigen::RowVector3d centre = corners.colwise().mean();
    named += (named.empty() ? "" : ", ") +
             (element_name ? element_name(e) : "element " + std::to_string(e + 1)) + " near (" +
             to_text(centre[0], kDigits) + ", " + to_text(centre[1], kDigits) + ", " +
             to_text(centre[2], kDigits) + ")";
  }
  if (unknown > 0)
    problems.push_back({where, "", std::to_string(unknown) + " elements with unknown nodes",
                        "every node of an element must be given", ""});
  if (bad > 0)
    problems.push_back({where, "",
                        std::to_string(bad) + " inverted or degenerate elements: " + named +
                            (bad > kNamed ? ", ..." : ""),
                        "every hexahedron must have a positive volume at all of its corners",
                        "number its nodes as Abaqus does (1-4 around the bottom, 5-8 above "
                        "them), or refine the mesh there"});
  throw_if_any(std::move(problems));
}

std::vector<std::string> unit_notes(const SolidModel& model) {
  std::vector<std::string> notes;
  for (const ElasticMaterial& material : model.materials)
    if (material.density < kLightest)
      notes.push_back(
          "a density of " + to_text(material.density) +
          " looks like tonnes, millimetres and seconds: numbers are taken as SI (kg, m, s)");
  return notes;
}

std::vector<Face> outer_faces(const SolidModel& model) {
  struct Keyed {
    std::array<int, 4> key;
    Face face;
  };
  std::vector<Keyed> all;
  all.reserve(6 * model.elements.size());
  for (std::size_t e = 0; e < model.elements.size(); ++e)
    for (int f = 0; f < 6; ++f) {
      std::array<int, 4> key = face_nodes(model, {e, f});
      std::sort(key.begin(), key.end());
      all.push_back({key, {e, f}});
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  std::vector<Face> outer;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t next = i + 1;
    while (next < all.size() && all[next].key == all[i].key) ++next;
    if (next == i + 1) outer.push_back(all[i].face);
    i = next;
  }
  std::sort(outer.begin(), outer.end(), [](const Face& a, const Face& b) {
    return std::pair(a.element, a.face) < std::pair(b.element, b.face);
  });
  return outer;
}

Quad face_nodes(const SolidModel& model, const Face& face) {
  const std::array<int, 4>& corners = hex_face(face.face);
  Quad nodes;
  for (std::size_t i = 0; i < 4; ++i)
    nodes[i] = model.elements[face.element][static_cast<std::size_t>(corners[i])];
  return nodes;
}

Eigen::Vector3d area_vector(const Places& places, const Quad& quad) {
  const Eigen::Vector3d one = places.row(quad[2]) - places.row(quad[0]);
  const Eigen::Vector3d other = places.row(quad[3]) - places.row(quad[1]);
  return 0.5 * one.cross(other);
}

}  // namespace slipfront
