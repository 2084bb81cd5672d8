#include "core/structure.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {

std::string complaint(const std::function<void(Structure&)>& spoil) {
  Structure s = test::single_mass(1e6, 2e6, 1e-4);
  spoil(s);
  try {
    check_structure(s, "beam.mat");
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a sound structure passes") {
  CHECK(complaint([](Structure&) {}).empty());
}

TEST_CASE("each defect of a structure has its sentence") {
  CHECK(has(complaint([](Structure& s) { s.stiffness = Eigen::MatrixXd::Ones(3, 2); }),
            "beam.mat, K: found a 3 x 2 matrix; must be square."));
  CHECK(has(complaint([](Structure& s) { s.stiffness(0, 1) = 5e5; }),
            "beam.mat, K: found an asymmetry of 0.354 of the diagonal; must be symmetric"));
  CHECK(has(complaint([](Structure& s) { s.mass(1, 1) = -1; }),
            "beam.mat, M: found an indefinite matrix; must be positive definite."));
  CHECK(has(
      complaint([](Structure& s) { s.stiffness(2, 2) = std::numeric_limits<double>::quiet_NaN(); }),
      "beam.mat, K: found 1 entries that are NaN or infinite"));
  CHECK(has(complaint([](Structure& s) { s.mass = Eigen::MatrixXd::Identity(2, 2); }),
            "beam.mat, M: found a 2 x 2 matrix; must have the size of K, 3 x 3."));
  CHECK(has(complaint([](Structure& s) { s.interface.areas[0] = 0; }),
            "beam.mat, areas: found 0; every area must be finite and above 0."));
  CHECK(has(complaint([](Structure& s) {
              s.interface.areas[0] = std::numeric_limits<double>::quiet_NaN();
            }),
            "beam.mat, areas: found NaN or infinite; every area must be finite and above 0."));
  CHECK(has(complaint([](Structure& s) { s.interface.areas.resize(0); }), "no points"));
  CHECK(has(complaint([](Structure& s) { s.bolt_load = Eigen::Vector2d(1, 1); }),
            "Fv: found a 2 x 1 matrix; must be 3 x 1."));
}

TEST_CASE("all defects are reported together") {
  const std::string text = complaint([](Structure& s) {
    s.stiffness(0, 1) = 5e5;
    s.mass(1, 1) = -1;
  });
  CHECK(has(text, "asymmetry"));
  CHECK(has(text, "indefinite"));
}

TEST_CASE("the bytes of a structure change with any number in it") {
  const Structure s = test::random_joint(2, 3, 1);
  Structure other = s;
  CHECK(fingerprint(structure_bytes(s)) == fingerprint(structure_bytes(other)));
  other.preload = 1001;
  CHECK(structure_bytes(s) != structure_bytes(other));
  other = s;
  other.mass(0, 0) = std::nextafter(other.mass(0, 0), 10.0);
  CHECK(structure_bytes(s) != structure_bytes(other));
}

TEST_CASE("asymmetry is measured by the size of the unknowns, which differ in their units") {
  // Interface unknowns of 1e8 N/m beside a modal one of 1e11 1/s^2: an error of one part in 1e4
  // among the first must not hide behind the last.
  Eigen::Matrix3d k = Eigen::Vector3d(2e8, 2e8, 1e11).asDiagonal();
  k(0, 1) = 1e8;
  k(1, 0) = 1.0001e8;
  CHECK(relative_asymmetry(k) == Approx(1e4 / 2e8));
  CHECK(has(complaint([&](Structure& s) { s.stiffness = k; }), "must be symmetric"));
  k(1, 0) = k(0, 1) * (1 + 1e-7);
  CHECK(relative_asymmetry(k) < 1e-7);
  // Rounding of the largest entries in a row without stiffness of its own.
  k = Eigen::Vector3d(1e11, 0, 1e11).asDiagonal();
  k(0, 1) = 1e-2;
  CHECK(relative_asymmetry(k) < 1e-6);
  CHECK(relative_asymmetry(Eigen::Matrix3d::Zero()) == 0);
}

TEST_CASE("an infinite area is none") {
  CHECK(has(complaint([](Structure& s) {
              s.interface.areas[0] = std::numeric_limits<double>::infinity();
            }),
            "areas: found NaN or infinite"));
}
