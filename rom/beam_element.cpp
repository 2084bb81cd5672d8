#include "rom/beam_element.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace slipfront {

namespace {

using Row4 = Eigen::RowVector4d;

/// Places of one bending plane's unknowns (w1, slope1, w2, slope2) in the element.
struct Plane {
  std::array<int, 4> place;
  double slope_sign;  // slope = sign x rotation
};
constexpr Plane kAlongY{{1, 5, 7, 11}, 1};   // uy and rz
constexpr Plane kAlongZ{{2, 4, 8, 10}, -1};  // uz and ry

void add_plane(ElementMatrix& element, const Eigen::Matrix4d& bending, const Plane& plane) {
  const Eigen::Vector4d sign(1, plane.slope_sign, 1, plane.slope_sign);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      element(plane.place[i], plane.place[j]) += sign[i] * sign[j] * bending(i, j);
}

/// A scalar bar (axial or torsion) at the element's unknowns `first` and first + 6.
void add_bar(ElementMatrix& element, int first, double diagonal, double off_diagonal) {
  element(first, first) += diagonal;
  element(first + 6, first + 6) += diagonal;
  element(first, first + 6) += off_diagonal;
  element(first + 6, first) += off_diagonal;
}

Eigen::Matrix4d bending_stiffness(const BeamSection& section, double inertia, double l) {
  const double phi = shear_flexibility(section, inertia, l);
  const double near = (4 + phi) * l * l, far = (2 - phi) * l * l;
  Eigen::Matrix4d k;
  k << 12, 6 * l, -12, 6 * l,    //
      6 * l, near, -6 * l, far,  //
      -12, -6 * l, 12, -6 * l,   //
      6 * l, far, -6 * l, near;
  return section.young * inertia / (l * l * l * (1 + phi)) * k;
}

// Gauss's rule of four points on 0..1, exact for the products of degree six.
constexpr std::array<double, 4> kGaussPlaces = {0.06943184420297371, 0.33000947820757187,
                                                0.66999052179242813, 0.93056815579702629};
constexpr std::array<double, 4> kGaussWeights = {0.17392742256872693, 0.32607257743127307,
                                                 0.32607257743127307, 0.17392742256872693};

Eigen::Matrix4d bending_mass(const BeamSection& section, double inertia, double l) {
  const double phi = shear_flexibility(section, inertia, l);
  Eigen::Matrix4d mass = Eigen::Matrix4d::Zero();
  for (std::size_t i = 0; i < kGaussPlaces.size(); ++i) {
    const Row4 w = beam_deflection(kGaussPlaces[i], l, phi),
               theta = beam_rotation(kGaussPlaces[i], l, phi);
    mass += kGaussWeights[i] * l * section.density *
            (section.area * w.transpose() * w + inertia * theta.transpose() * theta);
  }
  return mass;
}

}  // namespace

BeamSection BeamSection::rectangle(double young, double poisson, double density, double width,
                                   double height) {
  BeamSection section;
  section.young = young;
  section.shear = young / (2 * (1 + poisson));
  section.density = density;
  section.area = width * height;
  section.iy = width * std::pow(height, 3) / 12;
  section.iz = height * std::pow(width, 3) / 12;
  // Saint-Venant torsion of a rectangle a >= b, within 0.5 % (Roark's formula):
  // a b^3 (1/3 - 0.21 b/a (1 - b^4 / (12 a^4))).
  constexpr double kRoark = 0.21;
  const double a = std::max(width, height), b = std::min(width, height);
  section.torsion = a * b * b * b * (1.0 / 3 - kRoark * b / a * (1 - std::pow(b / a, 4) / 12));
  return section;
}

BeamSection BeamSection::circle(double young, double poisson, double density, double diameter) {
  constexpr double kPi = 3.14159265358979323846;
  BeamSection section;
  section.young = young;
  section.shear = young / (2 * (1 + poisson));
  section.density = density;
  section.area = kPi * diameter * diameter / 4;
  section.iy = section.iz = kPi * std::pow(diameter, 4) / 64;
  section.torsion = 2 * section.iy;
  section.shear_factor = 0.9;  // of a solid circle
  return section;
}

double shear_flexibility(const BeamSection& section, double inertia, double length) {
  return 12 * section.young * inertia /
         (section.shear * section.shear_factor * section.area * length * length);
}

Eigen::RowVector4d beam_deflection(double xi, double length, double phi) {
  const double x2 = xi * xi, x3 = x2 * xi, l = length;
  return Row4(2 * x3 - 3 * x2 - phi * xi + 1 + phi,
              l * (x3 - (2 + phi / 2) * x2 + (1 + phi / 2) * xi), -2 * x3 + 3 * x2 + phi * xi,
              l * (x3 - (1 - phi / 2) * x2 - phi / 2 * xi)) /
         (1 + phi);
}

Eigen::RowVector4d beam_rotation(double xi, double length, double phi) {
  const double x2 = xi * xi, l = length;
  return Row4(6 / l * (x2 - xi), 3 * x2 - (4 + phi) * xi + 1 + phi, 6 / l * (xi - x2),
              3 * x2 - (2 - phi) * xi) /
         (1 + phi);
}

ElementMatrix beam_stiffness(const BeamSection& section, double length) {
  ElementMatrix k = ElementMatrix::Zero();
  const double axial = section.young * section.area / length;
  const double twist = section.shear * section.torsion / length;
  add_bar(k, 0, axial, -axial);
  add_bar(k, 3, twist, -twist);
  add_plane(k, bending_stiffness(section, section.iz, length), kAlongY);
  add_plane(k, bending_stiffness(section, section.iy, length), kAlongZ);
  return k;
}

ElementMatrix beam_mass(const BeamSection& section, double length) {
  ElementMatrix m = ElementMatrix::Zero();
  const double axial = section.density * section.area * length;
  const double twist = section.density * (section.iy + section.iz) * length;
  add_bar(m, 0, axial / 3, axial / 6);
  add_bar(m, 3, twist / 3, twist / 6);
  add_plane(m, bending_mass(section, section.iz, length), kAlongY);
  add_plane(m, bending_mass(section, section.iy, length), kAlongZ);
  return m;
}

ElementMatrix with_offset(const ElementMatrix& element, double offset) {
  ElementMatrix arm = ElementMatrix::Identity();
  for (const int node : {0, 6}) {
    arm(node, node + 4) = offset;       // ux += ry offset
    arm(node + 1, node + 3) = -offset;  // uy -= rx offset
  }
  return arm.transpose() * element * arm;
}

}  // namespace slipfront
