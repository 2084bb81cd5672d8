#include "rom/beam_element.hpp"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {
constexpr double kPi = 3.14159265358979323846;

BeamSection steel(double width = 0.03, double height = 0.02) {
  return BeamSection::rectangle(2.1e11, 0.3, 7800, width, height);
}

/// Rigid motion of the element's two nodes at 0 and l.
Eigen::Matrix<double, 12, 6> rigid(double l) {
  Eigen::Matrix<double, 12, 6> motion = Eigen::Matrix<double, 12, 6>::Zero();
  motion.topRows<6>().setIdentity();
  motion.bottomRows<6>().setIdentity();
  motion(7, 5) = l;
  motion(8, 4) = -l;
  return motion;
}

/// Chain of equal elements along x, all free.
std::pair<Eigen::MatrixXd, Eigen::MatrixXd> chain(const BeamSection& section, double length,
                                                  int elements) {
  const Eigen::Index size = 6 * (elements + 1);
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(size, size), m = k;
  for (int e = 0; e < elements; ++e) {
    k.block<12, 12>(6 * e, 6 * e) += beam_stiffness(section, length / elements);
    m.block<12, 12>(6 * e, 6 * e) += beam_mass(section, length / elements);
  }
  return {k, m};
}

/// Frequencies with some unknowns held [rad/s], ascending.
Eigen::VectorXd held_frequencies(const Eigen::MatrixXd& k, const Eigen::MatrixXd& m,
                                 const std::vector<Eigen::Index>& held) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < k.rows(); ++i)
    if (std::find(held.begin(), held.end(), i) == held.end()) kept.push_back(i);
  const Eigen::MatrixXd kk = k(kept, kept), mm = m(kept, kept);
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(kk, mm)
      .eigenvalues()
      .cwiseMax(0)
      .cwiseSqrt();
}
}  // namespace

TEST_CASE("rigid motion has no energy and the mass of the beam") {
  const double l = 0.1;
  const BeamSection section = steel();
  const auto motion = rigid(l);
  const ElementMatrix k = beam_stiffness(section, l), m = beam_mass(section, l);
  CHECK((k * motion).cwiseAbs().maxCoeff() < 1e-9 * k.cwiseAbs().maxCoeff());
  const double mass = 7800 * 0.03 * 0.02 * l;
  const Eigen::Matrix<double, 6, 6> inertia = motion.transpose() * m * motion;
  const double long_axis = mass * l * l / 3;  // of a thin bar about its end
  CHECK(inertia(0, 0) == Approx(mass).epsilon(1e-12));
  CHECK(inertia(1, 1) == Approx(mass).epsilon(1e-12));
  CHECK(inertia(2, 2) == Approx(mass).epsilon(1e-12));
  CHECK(inertia(3, 3) == Approx(mass * (0.03 * 0.03 + 0.02 * 0.02) / 12).epsilon(1e-12));
  CHECK(inertia(4, 4) == Approx(long_axis + mass * 0.02 * 0.02 / 12).epsilon(1e-12));
  CHECK(inertia(5, 5) == Approx(long_axis + mass * 0.03 * 0.03 / 12).epsilon(1e-12));
  CHECK(k.isApprox(k.transpose()));
  CHECK(m.isApprox(m.transpose()));
  CHECK(Eigen::LLT<ElementMatrix>(m).info() == Eigen::Success);
}

TEST_CASE("a cantilever bends, shears, stretches and twists as in the book") {
  const double l = 0.3;
  const BeamSection s = steel();
  const auto [k, m] = chain(s, l, 3);
  const Eigen::MatrixXd held = k.bottomRightCorner(18, 18);
  const auto tip = [&](int unknown) {
    Eigen::VectorXd load = Eigen::VectorXd::Zero(18);
    load[12 + unknown] = 1;
    const Eigen::VectorXd answer = held.ldlt().solve(load);
    return Eigen::VectorXd(answer.tail(6));
  };
  const double shear = l / (s.shear * s.area * 5 / 6);
  CHECK(tip(0)[0] == Approx(l / (s.young * s.area)));
  CHECK(tip(1)[1] == Approx(l * l * l / (3 * s.young * s.iz) + shear));
  CHECK(tip(2)[2] == Approx(l * l * l / (3 * s.young * s.iy) + shear));
  CHECK(tip(1)[5] == Approx(l * l / (2 * s.young * s.iz)));
  CHECK(tip(2)[4] == Approx(-l * l / (2 * s.young * s.iy)));
  CHECK(tip(3)[3] == Approx(l / (s.shear * s.torsion)));
}

TEST_CASE("simply supported Timoshenko beam: the exact theory, at second order") {
  // w = sin(n pi x / L): rho I/(k G) rho A w^4 - (rho A + rho I b^2 + E I rho A b^2/(k G A)) w^2
  // + E I b^4 = 0 with b = n pi / L.
  const double length = 0.3;
  const BeamSection s = steel(0.02, 0.04);
  const auto errors = [&](int elements) {
    const auto [k, m] = chain(s, length, elements);
    // Only bending along z: uz and ry are free, uz held at the ends.
    std::vector<Eigen::Index> held = {2, 6 * elements + 2};
    for (Eigen::Index i = 0; i < k.rows(); ++i)
      if (i % 6 != 2 && i % 6 != 4) held.push_back(i);
    const Eigen::VectorXd omega = held_frequencies(k, m, held);
    Eigen::Vector3d found;
    for (int n = 1; n <= 3; ++n) {
      const double b2 = std::pow(n * kPi / length, 2);
      const double ra = s.density * s.area, ri = s.density * s.iy;
      const double g = s.shear * s.shear_factor * s.area;
      const double a = ri * ra / g, b = ra + ri * b2 + s.young * s.iy * ra * b2 / g;
      const double c = s.young * s.iy * b2 * b2;
      const double exact = std::sqrt((b - std::sqrt(b * b - 4 * a * c)) / (2 * a));
      found[n - 1] = omega[n - 1] / exact - 1;
    }
    return found;
  };
  const Eigen::Vector3d coarse = errors(24), fine = errors(48);
  CHECK(coarse.cwiseAbs().maxCoeff() < 2e-3);
  for (int n = 0; n < 3; ++n) CHECK(coarse[n] / fine[n] == Approx(4).epsilon(0.05));
}

TEST_CASE("torsion constants") {
  // Timoshenko's table: square 0.1406 a^4, two to one 0.2287 (2 a) a^3 with a the short side.
  CHECK(steel(0.02, 0.02).torsion == Approx(0.1406 * std::pow(0.02, 4)).epsilon(5e-3));
  CHECK(steel(0.04, 0.02).torsion == Approx(0.2287 * 0.04 * std::pow(0.02, 3)).epsilon(5e-3));
  CHECK(steel(0.02, 0.04).torsion == steel(0.04, 0.02).torsion);
  const BeamSection round = BeamSection::circle(2.1e11, 0.3, 7800, 0.01);
  CHECK(round.torsion == Approx(kPi * std::pow(0.01, 4) / 32));
  CHECK(round.iy == Approx(kPi * std::pow(0.005, 4) / 4));
}

TEST_CASE("an offset axis is stretched by the rotation of its nodes") {
  const double l = 0.1, offset = 0.01;
  const BeamSection s = steel();
  const ElementMatrix k = with_offset(beam_stiffness(s, l), offset);
  CHECK((k * rigid(l)).cwiseAbs().maxCoeff() < 1e-9 * k.cwiseAbs().maxCoeff());
  // Pure bending of the nodes by +-theta: the axis bends, and stretches by 2 theta offset.
  Eigen::Matrix<double, 12, 1> bend = Eigen::Matrix<double, 12, 1>::Zero();
  bend[4] = -1;
  bend[10] = 1;
  const double bending = s.young * s.iy / l * 4, stretch = s.young * s.area / l * 4;
  CHECK(bend.dot(k * bend) == Approx(bending + stretch * offset * offset));
  // Steiner: rotary inertia about x of the offset mass.
  const ElementMatrix m = with_offset(beam_mass(s, l), offset);
  const auto motion = rigid(l);
  const double mass = s.density * s.area * l;
  CHECK(motion.col(3).dot(m * motion.col(3)) ==
        Approx(s.density * (s.iy + s.iz) * l + mass * offset * offset));
}
