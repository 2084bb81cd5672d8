#include "rom/lap_joint.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>
#include <cmath>

#include "rom/closure.hpp"
#include "rom_test_files.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
constexpr double kPi = 3.14159265358979323846;

struct Modes {
  Eigen::VectorXd hz;
  Eigen::MatrixXd shapes;
};

Modes modes_of(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      0.5 * (stiffness + stiffness.transpose()), 0.5 * (mass + mass.transpose()));
  return {solver.eigenvalues().cwiseMax(0).cwiseSqrt() / (2 * kPi), solver.eigenvectors()};
}

/// Modes of the joint that move its ends mostly along the bolts, with springs kt and kn.
Modes bending(const Structure& joint, double kt, double kn) {
  const Modes all = modes_of(joint.stiffness + interface_springs(joint, kt, kn), joint.mass);
  Modes found;
  std::vector<Eigen::Index> chosen;
  for (Eigen::Index i = 0; i < all.hz.size(); ++i) {
    const Eigen::VectorXd ends = joint.response * all.shapes.col(i);
    const double z = ends[2] * ends[2] + ends[5] * ends[5];
    if (z > 0.5 * ends.squaredNorm() && all.hz[i] > 1) chosen.push_back(i);
  }
  found.hz = all.hz(chosen);
  found.shapes = all.shapes(Eigen::all, chosen);
  return found;
}

/// Bonded all over: the unknowns without the relative ones.
Modes bonded(const LapJointModel& model) {
  const Eigen::Index others = model.stiffness.rows() - model.relative;
  return modes_of(model.stiffness.bottomRightCorner(others, others),
                  model.mass.bottomRightCorner(others, others));
}
}  // namespace

TEST_CASE("the mass is that of a bar, exactly") {
  const LapJointSpec spec;
  const LapJointModel model = assemble_lap_joint(spec);
  const double mass = spec.density * spec.width * spec.height * spec.length;
  const Eigen::MatrixXd inertia = model.rigid.transpose() * model.mass * model.rigid;
  for (int i = 0; i < 3; ++i) CHECK(inertia(i, i) == Approx(mass).epsilon(1e-12));
  // About the middle: of a bar of this length and section.
  const double w = spec.width, h = spec.height, l = spec.length;
  CHECK(inertia(3, 3) == Approx(mass * (w * w + h * h) / 12).epsilon(1e-12));
  CHECK(inertia(4, 4) == Approx(mass * (l * l + h * h) / 12).epsilon(1e-12));
  CHECK(inertia(5, 5) == Approx(mass * (l * l + w * w) / 12).epsilon(1e-12));
  CHECK(*make_lap_joint().total_mass == Approx(mass).epsilon(1e-15));
}

TEST_CASE("the free beam has six rigid-body modes when bonded, one more when it can part") {
  const LapJointModel model = assemble_lap_joint();
  const auto zeros = [](const Modes& modes) { return (modes.hz.array() < 0.1).count(); };
  CHECK(zeros(bonded(model)) == 6);
  CHECK(zeros(modes_of(model.stiffness, model.mass)) == 7);
}

TEST_CASE("K has exactly one zero-energy mode: separation along the bolts") {
  const Structure joint = make_lap_joint();
  CHECK(joint.dof() == 42);
  const Modes modes = modes_of(joint.stiffness, joint.mass);
  CHECK((modes.hz.array() < 0.1).count() == 1);
  CHECK(modes.hz[1] > 10);
  const Eigen::VectorXd relative = joint.interface.displacement * modes.shapes.col(0);
  for (int p = 0; p < 5; ++p) {
    CHECK(relative[3 * p + 2] == Approx(relative[2]).epsilon(1e-6));
    CHECK(std::abs(relative[3 * p]) < 1e-6 * std::abs(relative[2]));
    CHECK(std::abs(relative[3 * p + 1]) < 1e-6 * std::abs(relative[2]));
  }
}

TEST_CASE("bonded at ever more places the joint is the bar of beam theory") {
  // Euler-Bernoulli, free at both ends: f_n = (beta_n L)^2 / (2 pi L^2) sqrt(E I / (rho A)).
  // Between the edge of the lap and the centre of the first patch one half carries all; what
  // that costs falls as 1/patches, so twice the finer less the coarser is the limit.
  LapJointSpec coarse, fine;
  coarse.patches = 15;
  fine.patches = 30;
  coarse.height = fine.height = 0.0127;  // slender: length to height 57
  const Eigen::VectorXd limit =
      2 * bonded(assemble_lap_joint(fine)).hz - bonded(assemble_lap_joint(coarse)).hz;
  const double factor = std::sqrt(fine.young / (12 * fine.density)) * fine.height /
                        (2 * kPi * fine.length * fine.length);
  const auto near_theory = [&](double hz) {
    return ((limit.array() - hz).abs() < 0.01 * hz).any();
  };
  for (const double beta : {4.730041, 7.853205, 10.995608})
    CHECK(near_theory(beta * beta * factor));
  // Along y the bar is one inch thick, and its halves share the bending.
  CHECK(near_theory(std::pow(4.730041, 2) * factor * fine.width / fine.height));
}

TEST_CASE("more patches bring the bonded joint nearer to the bar") {
  const LapJointSpec standard;
  const double bar = std::pow(4.730041, 2) * std::sqrt(standard.young / (12 * standard.density)) *
                     standard.height / (2 * kPi * standard.length * standard.length);
  double last = 1;
  for (const int patches : {5, 10, 20}) {
    LapJointSpec spec = standard;
    spec.patches = patches;
    const double error = 1 - bonded(assemble_lap_joint(spec)).hz[6] / bar;
    CHECK(error > 0);
    CHECK(error < 0.75 * last);
    last = error;
  }
  CHECK(last < 0.07);
}

TEST_CASE("twelve fixed-interface modes are enough for the first three bending modes") {
  LapJointSpec all;
  all.modes = static_cast<int>(assemble_lap_joint().stiffness.rows()) - 36;
  const Structure full = make_lap_joint(all), kept = make_lap_joint();
  for (const double k : {1e10, 1e12, 1e14}) {
    const Eigen::VectorXd exact = bending(full, k, k).hz.head(3), found = bending(kept, k, k).hz;
    for (int i = 0; i < 3; ++i) {
      CHECK(found[i] >= exact[i] * (1 - 1e-9));  // a reduction only stiffens
      CHECK(found[i] == Approx(exact[i]).epsilon(1e-3));
    }
  }
}

TEST_CASE("the interface matters: frequencies follow its stiffness") {
  const Structure joint = make_lap_joint();
  const Eigen::VectorXd soft = bending(joint, 1e10, 1e10).hz, stiff = bending(joint, 1e14, 1e14).hz;
  CHECK(stiff[0] > 1.05 * soft[0]);
  // Sliding alone, under bolts that keep it shut, softens too.
  CHECK(bending(joint, 1e13, 1e13).hz[0] > 1.03 * bending(joint, 1e8, 1e13).hz[0]);
  CHECK(stiff[0] > 100);
  CHECK(stiff[2] < 1500);
}

TEST_CASE("bending modes along the bolts stand apart from the lateral ones") {
  const Structure joint = make_lap_joint();
  const Modes all = modes_of(joint.stiffness + interface_springs(joint, 1e13, 1e13), joint.mass);
  for (int i = 0; i < 8; ++i) {
    const Eigen::VectorXd ends = joint.response * all.shapes.col(i);
    const double z = (ends[2] * ends[2] + ends[5] * ends[5]) / ends.squaredNorm();
    CHECK((z > 0.95 || z < 0.01));
    if (i > 0) CHECK(all.hz[i] > 1.02 * all.hz[i - 1]);
  }
}

TEST_CASE("slip begins at modal amplitudes between 1e-6 and 1e-4") {
  // Where the largest elastic traction kt |u_t| of the first mode reaches 1e5 N/m^2.
  const Structure joint = make_lap_joint();
  for (const double kt : {1e12, 1e13}) {
    const Eigen::VectorXd shape = bending(joint, kt, kt).shapes.col(0);
    const Eigen::VectorXd relative = joint.interface.displacement * shape;
    double slide = 0;
    for (int p = 0; p < 5; ++p)
      slide = std::max(slide, std::hypot(relative[3 * p], relative[3 * p + 1]));
    const double onset = 1e5 / (kt * slide);
    CHECK(onset > 1e-6);
    CHECK(onset < 1e-4);
  }
}

TEST_CASE("bolts, areas and response of the joint") {
  const Structure joint = make_lap_joint();
  CHECK(joint.name == "lap-joint");
  CHECK(*joint.preload == 10000);
  CHECK(joint.interface.total_area() == Approx(0.12 * 0.0254));
  CHECK(bolt_closure(joint) == Approx(3).epsilon(1e-6));
  // Bolts at -30, 0, 30 mm over centres at -48, -24, 0, 24, 48 mm: shares 1/4, 3/4, 1.
  const Eigen::VectorXd pressed = joint.interface.displacement * joint.bolt_load;
  const double shares[] = {0.25, 0.75, 1, 0.75, 0.25};
  for (int p = 0; p < 5; ++p) CHECK(pressed[3 * p + 2] == Approx(shares[p]));
  CHECK(joint.bolt_load.tail(12).isZero(1e-12));
  // A symmetric joint: the ends of a bending mode move alike.
  const Eigen::VectorXd ends = joint.response * bending(joint, 1e12, 1e12).shapes.col(0);
  CHECK(ends[2] == Approx(ends[5]).epsilon(1e-6));
  CHECK(joint.response_in_triples);
}

TEST_CASE("a spec that makes no joint is refused, all at once") {
  LapJointSpec spec;
  spec.lap = 1;
  spec.height = -1;
  spec.patches = 1;
  spec.bolt_pitch = 2;
  const std::string text = complaint([&] { make_lap_joint(spec); });
  CHECK_THAT(text, Contains("lap joint, lap: found 1; must be shorter than the length"));
  CHECK_THAT(text, Contains("lap joint, height: found -1; must be above 0"));
  CHECK_THAT(text, Contains("lap joint, patches: found 1; must be at least 2"));
  CHECK_THAT(text, Contains("lap joint, bolt_pitch: found 2; bolts must stand between"));
  spec = {};
  spec.modes = 10000;
  CHECK_THAT(complaint([&] { make_lap_joint(spec); }),
             Contains("modes: found 10000; must be at most"));
}
