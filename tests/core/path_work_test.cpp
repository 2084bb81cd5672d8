#include "core/path_work.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "simple_equations.hpp"

using namespace slipfront;

namespace {

const test::TanhLaw kTanh("tanh");

/// Solutions at the points of the rule from rest to q.
std::vector<Instant> walk(test::Equations& equations, const LobattoRule& rule, double q) {
  ModalPath path = equations.path();
  std::vector<Instant> points{path.rest()};
  for (Eigen::Index k = 1; k < rule.points.size(); ++k) {
    REQUIRE(path.advance(0.5 * q * (1 + rule.points[k])) == PointStatus::converged);
    points.push_back(path.here());
  }
  return points;
}

}  // namespace

TEST_CASE("work of polynomial forces along polynomial displacements is exact") {
  test::Equations equations(test::random_joint(2, 3, 5), ContactModel(kTanh, Framework::masing),
                            {1e5, 1e12, 1e13});
  const LobattoRule rule(5);         // exact to degree 7: forces of degree 4, speeds of degree 3
  Eigen::MatrixXd w(6, 5), t(6, 5);  // coefficients of s^k
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 5; ++k) {
      w(i, k) = std::sin(1.0 + i + 3 * k);
      t(i, k) = std::cos(2.0 + 5 * i + k);
    }
  std::vector<Instant> points;
  for (const double s : rule.points) {
    Eigen::VectorXd powers(5);
    for (int k = 0; k < 5; ++k) powers[k] = std::pow(s, k);
    Instant at;
    at.state.z = w * powers;
    at.state.force = t * powers;
    points.push_back(at);
  }
  // int t_j s^j w_k k s^(k-1) ds over [-1, 1], tangential rows only.
  double expected = 0;
  for (const int i : {0, 1, 3, 4})
    for (int j = 0; j < 5; ++j)
      for (int k = 1; k < 5; ++k)
        if ((j + k) % 2 == 1) expected += t(i, j) * w(i, k) * k * 2.0 / (j + k);
  CHECK(local_work(points, rule, *equations.newton, false).value ==
        Approx(expected).epsilon(1e-13));

  // lambda = 3 + 5 alpha^2 from -2 to 7.
  for (int k = 0; k < 5; ++k) {
    const double alpha = 2.5 + 4.5 * rule.points[k];
    points[static_cast<std::size_t>(k)].state.lambda = 3 + 5 * alpha * alpha;
  }
  const double exact = 1.5 * (49 - 4) + 1.25 * (2401 - 16);
  CHECK(modal_work(points, rule, -2, 7, false).value == Approx(exact).epsilon(1e-13));
}

TEST_CASE("forces are total: those at rest included") {
  // Loaded by the prestress to 0.5 um in x: 2e-4 m^2 x 1e11 N/m^3 x 0.5e-6 m.
  test::Equations equations(test::single_mass(1e6, 9e7, 2e-4),
                            ContactModel(test::law("jenkins"), Framework::non_masing),
                            {1e5, 1e11, 1e13}, 0, Eigen::Vector3d(5e-7, -2e-5, 1e-6));
  const Instant rest = equations.path().rest();
  const Eigen::VectorXd force = tangential_force(equations.rows, rest.state);
  CHECK(force[0] == Approx(2e-4 * 1e11 * 5e-7).epsilon(1e-13));
  CHECK(force[1] == Approx(-2e-4 * 1e5).epsilon(1e-13));  // slipped
}

TEST_CASE("local work is the energy of the law, modal work that of the structure too") {
  const double k = 1e6, area = 2e-4, ts = 1e5, kt = 5e10, q = 1e-5;
  test::Equations equations(test::single_mass(k, 9e7, area), ContactModel(kTanh, Framework::masing),
                            {ts, kt, 1e12});
  const LobattoRule rule(40);
  const std::vector<Instant> points = walk(equations, rule, q);
  const double law = area * ts * ts / kt * std::log(std::cosh(kt * q / ts));
  CHECK(local_work(points, rule, *equations.newton, false).value == Approx(law).epsilon(1e-10));
  CHECK(modal_work(points, rule, 0, q, false).value ==
        Approx(law + 0.5 * k * q * q).epsilon(1e-10));
}

TEST_CASE("slopes of both works agree with central differences") {
  const Structure s = test::random_joint(3, 6, 11);
  const ContactModel contact(kTanh, Framework::masing, {.post_slip = true});
  const std::vector<double> values{3e4, 3e10, 1e9, 1e11};
  const LobattoRule rule(12);
  const double q = 5e-6;
  const auto works = [&](const std::vector<double>& at, bool slopes) {
    test::Equations equations(s, contact, at, 0, {}, slopes);
    const std::vector<Instant> points = walk(equations, rule, q);
    return std::pair{local_work(points, rule, *equations.newton, slopes),
                     modal_work(points, rule, 0, q, slopes)};
  };
  const auto [local, modal] = works(values, true);
  for (std::size_t p = 0; p < values.size(); ++p) {
    const double h = 1e-5 * values[p];
    auto up = values, down = values;
    up[p] += h;
    down[p] -= h;
    const auto more = works(up, false), less = works(down, false);
    const auto column = static_cast<Eigen::Index>(p);
    const double d_local = (more.first.value - less.first.value) / (2 * h);
    const double d_modal = (more.second.value - less.second.value) / (2 * h);
    CHECK(local.slope[column] ==
          Approx(d_local).epsilon(1e-6).margin(1e-8 * local.value / values[p]));
    CHECK(modal.slope[column] ==
          Approx(d_modal).epsilon(1e-6).margin(1e-8 * modal.value / values[p]));
  }
}

TEST_CASE("the area of a loop that rounding alone opens is none") {
  // omega q = 2e-3: 2 pi omega^2 q^2 zeta with zeta = 1e-13 is 2.51e-18 J.
  const Eigen::RowVectorXd slope = Eigen::RowVectorXd::Constant(2, 7.0);
  for (const double sign : {1.0, -1.0}) {
    const Work noise = without_rounding({sign * 2.4e-18, slope}, 1000, 2e-6);
    CHECK(noise.value == 0);
    CHECK(noise.slope == Eigen::RowVectorXd::Zero(2));
    const Work area = without_rounding({sign * 2.6e-18, slope}, 1000, 2e-6);
    CHECK(area.value == sign * 2.6e-18);
    CHECK(area.slope == slope);
  }
}
