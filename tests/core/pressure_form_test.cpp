#include "core/pressure_form.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

using namespace slipfront;

// Two points: the first slides along x at mu p, the second has parted: its normal force is the
// reference spring undone. The whole system, by one dense solve, beside it.
TEST_CASE("a point at its friction limit and a parted one: as by a dense solve") {
  constexpr Eigen::Index kRows = 6;  // x1 y1 x2 y2 n1 n2
  Eigen::MatrixXd m(kRows, kRows);
  for (Eigen::Index i = 0; i < kRows; ++i)
    for (Eigen::Index j = 0; j < kRows; ++j) m(i, j) = std::sin(1.0 + double(i) + 2.3 * double(j));
  const Eigen::MatrixXd f = m * m.transpose() + Eigen::MatrixXd::Identity(kRows, kRows);
  const double d0 = 5, mu_k = 0.6, apart = -0.1;
  const StuckInterface stuck(f, Eigen::Vector4d::Constant(d0));
  PressureForm::Blocks tangent = PressureForm::Blocks::Zero(3, 6);
  tangent(1, 1) = 0.3 * d0;  // across the slip
  tangent(0, 2) = mu_k;      // along it: follows the normal motion
  tangent(2, 5) = apart;     // second point: no friction, one net normal force
  PressureForm form;
  form.add_slipping(0);
  form.add_slipping(1);
  form.add_apart(1);
  CHECK(form.unknowns() == 5);
  form.factorise(stuck, tangent);

  Eigen::MatrixXd u(kRows, 2), e(kRows, 1), x(2, 1);
  for (Eigen::Index i = 0; i < kRows; ++i) {
    u(i, 0) = std::cos(double(i));
    u(i, 1) = 1.0 / double(1 + i);
    e(i, 0) = std::cos(2.0 * double(i));
  }
  x << 0.7, -1.1;
  Eigen::MatrixXd d = Eigen::MatrixXd::Zero(kRows, kRows);
  d(1, 1) = 0.3 * d0;
  d(0, 4) = mu_k;
  d(5, 5) = apart;
  const auto dense = [&](const Eigen::MatrixXd& h, const Eigen::MatrixXd& errors) {
    const Eigen::MatrixXd dz =
        (Eigen::MatrixXd::Identity(kRows, kRows) + f * d).lu().solve(h - f * errors);
    return Eigen::MatrixXd(errors + d * dz);
  };

  StuckResponse bases, pushed;
  stuck.respond(u, bases);
  const Eigen::MatrixXd push = e.topRows(4) / d0 - stuck.f->tn * e.bottomRows(2);
  pushed.force = stuck.inverse * push;
  pushed.normal = -stuck.pull.transpose() * push - stuck.f->nn * e.bottomRows(2);
  Eigen::MatrixXd columns = u.topRows(4).transpose() * bases.force;
  Eigen::MatrixXd errors =
      u.topRows(4).transpose() * pushed.force + u.bottomRows(2).transpose() * e.bottomRows(2);
  form.add_to_border(stuck, bases, pushed, e, columns, errors);
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(kRows, 2);
  CHECK((columns - u.transpose() * dense(u, zero)).norm() < 1e-10 * columns.norm());
  const Eigen::MatrixXd of_errors = u.transpose() * dense(Eigen::MatrixXd::Zero(kRows, 1), e);
  CHECK((errors - of_errors).norm() < 1e-10 * of_errors.norm());

  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(4, 1), s = Eigen::MatrixXd::Zero(2, 1);
  form.add_slips(x, g, s);
  const Eigen::MatrixXd dr = dense(u * x, e);
  CHECK(s(0) == 0);
  CHECK(s(1) == Approx(dr(5) - e(5)).epsilon(1e-10));
  const Eigen::VectorXd tangential =
      bases.force * x + pushed.force + stuck.inverse * g - stuck.pull * s;
  CHECK((tangential - dr.topRows(4)).norm() < 1e-10 * dr.norm());
}
