#include "core/force_form.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

using namespace slipfront;

namespace {

// Two points with a flexibility that couples all four rows.
Eigen::MatrixXd flexibility() {
  Eigen::MatrixXd f(4, 4);
  f << 4, 1, 0.5, 0.2,  //
      1, 3, 0.3, 0.1,   //
      0.5, 0.3, 5, 1,   //
      0.2, 0.1, 1, 2;
  return f;
}

}  // namespace

TEST_CASE("a direction without stiffness keeps the force it has") {
  // The first point slips along x and holds with 2 N/m along y; the second sticks at 8 N/m.
  const Eigen::MatrixXd f = flexibility();
  const std::vector<SlipDirection> directions{
      {0, {1, 0}, 0}, {0, {0, 1}, 2}, {2, {1, 0}, 8}, {2, {0, 1}, 8}};
  CHECK(ForceForm::unknowns(directions) == 3);
  ForceForm form;
  REQUIRE(form.factorise(f, directions));

  const Eigen::Vector4d e(0.5, -1, 2, 0.25), k(1, 2, -1, 0.5);
  const Eigen::Vector4d stiffness(0, 2, 8, 8);
  Eigen::MatrixXd columns, errors, dr(4, 1), dz(4, 1);
  const Eigen::MatrixXd u = Eigen::Vector4d(1, -1, 0.5, 2);
  form.border(u, k, e, columns, errors);
  form.step(Eigen::MatrixXd::Constant(1, 1, 0.7), 0.7 * u + k, e, dr, dz);

  // dz = 0.7 u + k - F dr and dr = e + D dz, by one dense solve.
  const Eigen::Matrix4d d = stiffness.asDiagonal();
  const Eigen::Vector4d h = 0.7 * u + k;
  const Eigen::Vector4d z = (Eigen::Matrix4d::Identity() + f * d).lu().solve(h - f * e);
  const Eigen::Vector4d r = e + d * z;
  CHECK((dr - r).norm() < 1e-12 * r.norm());
  CHECK((dz - z).norm() < 1e-12 * z.norm());
  CHECK(dr(0, 0) == Approx(0.5));
  CHECK(columns(0, 0) * 0.7 + errors(0, 0) == Approx(u.col(0).dot(r)).epsilon(1e-12));
}

TEST_CASE("where everything slips on its limit there is no unknown force") {
  const Eigen::MatrixXd f = flexibility();
  const std::vector<SlipDirection> directions{
      {0, {0.6, 0.8}, 0}, {0, {-0.8, 0.6}, 0}, {2, {1, 0}, 0}, {2, {0, 1}, 0}};
  ForceForm form;
  REQUIRE(form.factorise(f, directions));
  CHECK(form.unknowns() == 0);
  const Eigen::MatrixXd e = Eigen::Vector4d(1, 2, 3, 4), k = Eigen::Vector4d::Zero();
  const Eigen::MatrixXd u = Eigen::Vector4d::Ones();
  Eigen::MatrixXd columns, errors, dr(4, 1), dz(4, 1);
  form.border(u, k, e, columns, errors);
  form.step(Eigen::MatrixXd::Zero(1, 1), k, e, dr, dz);
  CHECK((dr - e).norm() < 1e-14);
  CHECK((dz + f * e).norm() < 1e-13);
  CHECK(columns(0, 0) == 0);
  CHECK(errors(0, 0) == Approx(10));
}
