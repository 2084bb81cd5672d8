#include "rom/pictures.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

constexpr double kWidth = 900, kMargin = 20, kTitle = 24;  // pixels
constexpr int kDigits = 4;                                 // of coordinates in pixels
constexpr double kExaggerated = 1.0 / 12;                  // displacement over the length
const std::array<const char*, 6> kColours = {"#9ecae1", "#fdd0a2", "#a1d99b",
                                             "#dadaeb", "#fcbba1", "#d9d9d9"};

std::string number(double value) { return to_text(value, kDigits); }

std::string safe(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else if (static_cast<unsigned char>(c) >= ' ')
      result += c;
  }
  return result;
}

/// Polygons in a plane, scaled to the width of the picture.
class Sheet {
 public:
  Sheet(const Eigen::Vector2d& low, const Eigen::Vector2d& high, const std::string& title)
      : low_(low), high_(high), scale_((kWidth - 2 * kMargin) / (high[0] - low[0])) {
    const double height = (high[1] - low[1]) * scale_ + 2 * kMargin + kTitle;
    text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + " " +
            number(height) + "\" font-family=\"sans-serif\" font-size=\"15\">\n<text x=\"" +
            number(kMargin) + "\" y=\"" + number(kTitle) + "\">" + safe(title) +
            "</text>\n<g stroke=\"#333\" stroke-width=\"0.5\" stroke-linejoin=\"round\">\n";
  }
  void polygon(const std::vector<Eigen::Vector2d>& corners, const std::string& fill) {
    text_ += "<polygon fill=\"" + fill + "\" points=\"";
    for (const Eigen::Vector2d& corner : corners)
      text_ += number(kMargin + (corner[0] - low_[0]) * scale_) + "," +
               number(kTitle + kMargin + (high_[1] - corner[1]) * scale_) + " ";
    text_ += "\"/>\n";
  }
  std::string end() const { return text_ + "</g>\n</svg>\n"; }

 private:
  Eigen::Vector2d low_, high_;
  double scale_;
  std::string text_;
};

std::string shade(double light, double strength) {
  // From grey to red by strength, darkened by the direction of the facet.
  const auto part = [&](double value) {
    constexpr double kLevels = 15;  // one hexadecimal digit per colour: pictures stay small
    return "0123456789abcdef"[std::lround(kLevels * light * value)];
  };
  return {'#', part(1), part(1 - 0.75 * strength), part(1 - 0.85 * strength)};
}

}  // namespace

std::string solid_svg(const SolidModel& solid, const std::string& title,
                      const Eigen::VectorXd* shape) {
  Places places = solid.places;
  Eigen::VectorXd size = Eigen::VectorXd::Zero(solid.nodes());
  if (shape) {
    const Eigen::Map<const Places> motion(shape->data(), solid.nodes(), 3);
    size = motion.rowwise().norm();
    const double length = places.col(0).maxCoeff() - places.col(0).minCoeff();
    if (size.maxCoeff() > 0) {
      places += kExaggerated * length / size.maxCoeff() * motion;
      size /= size.maxCoeff();
    }
  }
  // The eye looks from the side and a little from above; z of the joint points down.
  const Eigen::Vector3d eye = Eigen::Vector3d(0.45, -1, -0.6).normalized();
  const Eigen::Vector3d up = (-Eigen::Vector3d::UnitZ() + eye * eye[2]).normalized();
  const Eigen::Vector3d right = up.cross(eye);
  struct Drawn {
    double depth;
    std::vector<Eigen::Vector2d> corners;
    std::string fill;
  };
  std::vector<Drawn> all;
  Eigen::Vector2d low(1e9, 1e9), high(-1e9, -1e9);
  for (const Face& face : outer_faces(solid)) {
    const Quad quad = face_nodes(solid, face);
    const Eigen::Vector3d normal = area_vector(places, quad).normalized();
    const double towards = normal.dot(eye);
    if (towards <= 0) continue;
    Drawn drawn{0, {}, ""};
    double strength = 0;
    for (const int node : quad) {
      const Eigen::Vector3d x = places.row(node);
      drawn.corners.emplace_back(x.dot(right), x.dot(up));
      drawn.depth += x.dot(eye) / 4;
      strength += size[node] / 4;
      low = low.cwiseMin(drawn.corners.back());
      high = high.cwiseMax(drawn.corners.back());
    }
    drawn.fill = shade(0.6 + 0.4 * towards, strength);
    all.push_back(std::move(drawn));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Drawn& a, const Drawn& b) { return a.depth < b.depth; });
  Sheet sheet(low, high, title);
  for (const Drawn& drawn : all) sheet.polygon(drawn.corners, drawn.fill);
  return sheet.end();
}

std::string interface_svg(const InterfaceMesh& mesh, const std::string& title,
                          const std::vector<int>* group) {
  Sheet sheet(mesh.nodes.colwise().minCoeff().transpose(),
              mesh.nodes.colwise().maxCoeff().transpose(), title);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    std::vector<Eigen::Vector2d> corners;
    for (const int node : mesh.elements[e]) corners.push_back(mesh.nodes.row(node).transpose());
    const std::size_t colour = group ? static_cast<std::size_t>((*group)[e]) % kColours.size() : 0;
    sheet.polygon(corners, kColours[colour]);
  }
  return sheet.end();
}

namespace {

void write_patches(const InterfaceMesh& fine, const std::vector<int>& patch_of,
                   const std::string& path) {
  const int patches =
      patch_of.empty() ? 0 : *std::max_element(patch_of.begin(), patch_of.end()) + 1;
  write_atomically(path, interface_svg(fine,
                                       std::to_string(patches) + " patches on " +
                                           std::to_string(fine.elements.size()) + " facets",
                                       &patch_of));
}

void write_interface(const InterfaceMesh& mesh, const std::string& path) {
  write_atomically(path, interface_svg(mesh, std::to_string(mesh.elements.size()) + " elements, " +
                                                 std::to_string(mesh.nodes.rows()) + " nodes"));
}

}  // namespace

void write_pictures(const JointModel& joint, const RelativeSystem& system, const FullModes& modes,
                    const InterfaceMesh& reduced, const std::string& folder) {
  make_folder(folder);
  write_atomically(
      folder + "/mesh.svg",
      solid_svg(joint.solid, std::to_string(joint.solid.elements.size()) + " hexahedra"));
  write_patches(fine_interface(joint), joint.patch_of, folder + "/patches.svg");
  write_interface(reduced, folder + "/interface.svg");
  constexpr std::size_t kShown = 3;
  for (std::size_t i = 0; i < std::min(kShown, modes.bending.size()); ++i) {
    const Eigen::VectorXd shape = system.all_from_x * modes.shapes.col(modes.bending[i]);
    constexpr int kForPeople = 5;
    write_atomically(folder + "/bending" + std::to_string(i + 1) + ".svg",
                     solid_svg(joint.solid,
                               "bending " + std::to_string(i + 1) + ", " +
                                   to_text(modes.frequencies_hz[modes.bending[i]], kForPeople) +
                                   " Hz with kt = kn = " + to_text(kShownPenalty) + " N/m^3",
                               &shape));
  }
}

std::string write_interface_picture(const JointFacts& facts, const std::string& source,
                                    const std::string& folder) {
  if (!facts.mesh)
    throw Failure(Problem{source, "", "no mesh of the interface",
                          "a picture needs node_coords with interface_elements, or MESH.Nds with "
                          "MESH.Quad or MESH.Tri",
                          "models that rom build makes have it"});
  make_folder(folder);
  const std::string path = folder + (facts.patch_of.empty() ? "/interface.svg" : "/patches.svg");
  if (facts.patch_of.empty())
    write_interface(*facts.mesh, path);
  else
    write_patches(*facts.mesh, facts.patch_of, path);
  return path;
}

}  // namespace slipfront
