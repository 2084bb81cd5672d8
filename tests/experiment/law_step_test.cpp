#include "experiment/law_step.hpp"

#include <Eigen/QR>
#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {

const std::vector<double> kBreaks = {-4, -3, -2, -1.2, -0.6, -0.2, 0.1};

/// The law whose splines come closest to two functions of x, by least squares.
template <class Damping, class Omega>
DecayLaw law_of(const Damping& log_damping, const Omega& log_omega) {
  constexpr Eigen::Index kPlaces = 200;
  DecayLaw law{CubicSplines(kBreaks), {}, {}, 0, 0.3};
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(kPlaces, law.splines.size()), right(kPlaces, 2);
  for (Eigen::Index i = 0; i < kPlaces; ++i) {
    const double x = kBreaks.front() +
                     (kBreaks.back() - kBreaks.front()) * static_cast<double>(i) / (kPlaces - 1.0);
    const CubicSplines::Local b = law.splines.at(x);
    for (Eigen::Index j = 0; j < 4; ++j)
      values(i, b.first + j) = b.value[static_cast<std::size_t>(j)];
    right(i, 0) = log_damping(x);
    right(i, 1) = log_omega(x);
  }
  const Eigen::MatrixXd c = values.householderQr().solve(right);
  law.log_damping = c.col(0);
  law.log_omega = c.col(1);
  return law;
}

/// Blocks of a law's path whose values are what `truth` is beside it, with noise.
std::vector<LawBlock> blocks_towards(const DecayPath& path, const DecayLaw& truth, double end,
                                     double noise, std::uint64_t seed = 1) {
  const DecayPath goal(truth, end, -5);
  std::vector<LawBlock> blocks = law_blocks(path);
  const Eigen::VectorXd z =
      normal_numbers(2 * static_cast<Eigen::Index>(blocks.size()), seed) * noise;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const LawPoint& p = path.points()[blocks[i].middle];
    const auto k = 2 * static_cast<Eigen::Index>(i);
    blocks[i].value =
        goal.log_acceleration(p.time) - p.log_acceleration() + std::complex<double>(z(k), z(k + 1));
    blocks[i].weight = 1 / std::max(noise * noise, 1e-12);
  }
  return blocks;
}

const auto kTrueOmega = [](double x) { return std::log(1118.0) - 0.01 * std::exp(x); };
const auto kCurved = [](double x) { return std::log(0.002 + 0.02 * std::exp(x)); };

}  // namespace

TEST_CASE("steps without noise lead to the law that the blocks ask for") {
  // Power laws: no roughness stands against them.
  const auto line = [](double a, double b) { return [=](double x) { return a + b * x; }; };
  const DecayLaw truth = law_of(line(std::log(0.02), 0.6), line(std::log(1118.0), -0.01));
  DecayLaw law = law_of(line(std::log(0.015), 0.5), line(std::log(1116.0), 0));
  law.start = 0.05;
  law.phase = 0.2;
  double size = 0;
  for (int i = 0; i < 8; ++i) {
    const DecayPath path(law, 0.3, -5);
    const LawStep step =
        law_step(law, path, blocks_towards(path, truth, 0.3, 0), Roughness(), false);
    size = step.size;
    take(step, 1, law);
  }
  CHECK(size < 1);  // of blocks that are known to 1e-6
  CHECK(law.start == Approx(0).margin(1e-5));
  CHECK(law.phase == Approx(0.3).margin(1e-5));
  for (const double x : {-0.1, -0.5, -1.0, -1.5}) {
    CHECK(law_point(law, x).zeta == Approx(0.02 * std::exp(0.6 * x)).epsilon(1e-4));
    CHECK(law_point(law, x).omega == Approx(1118 * std::exp(-0.01 * x)).epsilon(1e-6));
  }
}

TEST_CASE("nothing to change is not changed; a part of a step is a part") {
  const DecayLaw law = law_of([](double x) { return std::log(0.01) + 0.5 * x; },
                              [](double) { return std::log(1116.0); });
  const DecayPath path(law, 0.3, -5);
  const LawStep none = law_step(law, path, blocks_towards(path, law, 0.3, 0), {0.3, 1}, false);
  CHECK(none.change.norm() < 1e-6);
  DecayLaw other = law;
  other.start = 0.02;
  const LawStep step = law_step(law, path, blocks_towards(path, other, 0.3, 0), {0.3, 1}, false);
  DecayLaw half = law, whole = law;
  take(step, 0.5, half);
  take(step, 1, whole);
  CHECK(half.start == Approx(0.5 * whole.start));
  CHECK(whole.start == Approx(0.02).margin(2e-3));
}

TEST_CASE("a straight line is probable for damping that is one, a curve for one that is not") {
  const auto straight = [](double x) { return std::log(0.02) + 0.6 * x; };
  double probable = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const DecayLaw line = law_of(straight, kTrueOmega), curve = law_of(kCurved, kTrueOmega);
    const DecayPath path(line, 0.3, -5);
    const LawStep of_line =
        law_step(line, path, blocks_towards(path, line, 0.3, 0.02, seed), Roughness(), true);
    CAPTURE(seed);
    CHECK(of_line.roughness.straight > 0.1);
    probable += of_line.roughness.straight / 5;
    CHECK(of_line.misfit == Approx(1).margin(0.2));
    const DecayPath curved(curve, 0.3, -5);
    const LawStep of_curve =
        law_step(curve, curved, blocks_towards(curved, curve, 0.3, 0.002, seed), Roughness(), true);
    CHECK(of_curve.roughness.straight < 0.01);
  }
  CHECK(probable > 0.3);  // as probable as the best curve, or nearly
}
