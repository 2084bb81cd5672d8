#include "core/slip_form.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

using namespace slipfront;

namespace {

// Two points on an elastic body, flexibility [[2, 1], [1, 3]] in x, and 1 each in y.
StuckInterface two_points(double d0) {
  Eigen::Matrix4d f = Eigen::Matrix4d::Identity();
  f(0, 0) = 2;
  f(2, 2) = 3;
  f(0, 2) = f(2, 0) = 1;
  return {f, Eigen::Vector4d::Constant(d0)};
}

}  // namespace

TEST_CASE("one point that slips freely along x carries no more force there") {
  const double d0 = 4;
  const StuckInterface stuck = two_points(d0);
  SlipForm form;
  form.choose(stuck, {{0, {1, 0}, 0}, {0, {0, 1}, d0}, {2, {1, 0}, d0}, {2, {0, 1}, d0}});
  CHECK(form.unknowns() == 1);
  REQUIRE(form.factorise(stuck));

  Eigen::MatrixXd h(4, 1);
  h << 1, 0.5, -2, 0.7;
  StuckResponse bases, pushed{Eigen::MatrixXd::Zero(4, 1), {}};
  stuck.respond(h, bases);
  Eigen::MatrixXd columns = h.transpose() * bases.force, errors = Eigen::MatrixXd::Zero(1, 1);
  form.add_to_border(bases, pushed, Eigen::MatrixXd::Zero(4, 1), columns, errors);
  // By hand: r_0 = 0; z_2 = h_2 - 3 r_2 and r_2 = d0 z_2; y rows r = d0 h / (1 + d0).
  const double r2 = d0 * h(2) / (1 + 3 * d0);
  const double y = d0 / (1 + d0);
  CHECK(columns(0, 0) == Approx(h(2) * r2 + y * (h(1) * h(1) + h(3) * h(3))).epsilon(1e-13));
  CHECK(errors(0, 0) == 0);

  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(4, 1), none(0, 1);
  form.add_slips(Eigen::MatrixXd::Ones(1, 1), g, none);
  const Eigen::VectorXd force = bases.force + stuck.inverse * g;
  CHECK(std::abs(force[0]) < 1e-14);
  CHECK(force[2] == Approx(r2).epsilon(1e-13));
}

TEST_CASE("a tangent that falls more than the body holds is refused") {
  const StuckInterface stuck = two_points(4);
  SlipForm form;
  form.choose(stuck, {{0, {1, 0}, -1}});
  CHECK_FALSE(form.factorise(stuck));
}

TEST_CASE("a point apart is a body without its spring") {
  // One point, x, y and the normal coupled to x. With the spring of stiffness k the body has this
  // flexibility; without it F_nn / (1 - k F_nn) along the normal.
  const double d0 = 4, k = 2;
  Eigen::Matrix3d f = Eigen::Matrix3d::Identity();
  f(2, 2) = 0.3;
  f(0, 2) = f(2, 0) = 0.1;
  const StuckInterface stuck(f, Eigen::Vector2d::Constant(d0));
  SlipForm form;
  const std::vector<SlipDirection> free{{0, {1, 0}, 0}, {0, {0, 1}, 0}};
  form.choose(stuck, free, {{0, k}});
  CHECK(form.unknowns() == 3);
  REQUIRE(form.factorise(stuck));
  Eigen::MatrixXd h(3, 1);
  h << 0.4, 0.2, 0.5;
  StuckResponse bases, pushed{Eigen::MatrixXd::Zero(2, 1), Eigen::MatrixXd::Zero(1, 1)};
  stuck.respond(h, bases);
  Eigen::MatrixXd columns = h.topRows(2).transpose() * bases.force, errors(1, 1);
  errors.setZero();
  form.add_to_border(bases, pushed, Eigen::MatrixXd::Zero(3, 1), columns, errors);
  // By hand: no tangential force, and the normal one -k z with z = h + F_nn k z.
  const double z = h(2) / (1 - k * f(2, 2));
  CHECK(columns(0, 0) == Approx(h(2) * -k * z).epsilon(1e-13));
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(2, 1), s = Eigen::MatrixXd::Zero(1, 1);
  form.add_slips(Eigen::MatrixXd::Ones(1, 1), g, s);
  CHECK(s(0, 0) == Approx(-k * z).epsilon(1e-13));
  CHECK((bases.force + stuck.inverse * g - stuck.pull * s).norm() < 1e-14);
  // A body that does not stand without the spring.
  form.choose(stuck, free, {{0, 4}});
  CHECK_FALSE(form.factorise(stuck));
}
