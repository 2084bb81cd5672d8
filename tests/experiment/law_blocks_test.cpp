#include "experiment/law_blocks.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {

constexpr double kRate = 25600;
constexpr double kOmega = 2 * synthetic::kPi * 178;

/// zeta 0.005 and 178 Hz throughout.
DecayLaw even_law() {
  DecayLaw law{CubicSplines({-6, -3, 0, 1}), {}, {}, 0, 0.3};
  law.log_damping = Eigen::VectorXd::Constant(law.splines.size(), std::log(0.005));
  law.log_omega = Eigen::VectorXd::Constant(law.splines.size(), std::log(kOmega));
  return law;
}

}  // namespace

TEST_CASE("blocks follow each other; each is a cycle and at most one step of the path more") {
  const DecayLaw law = even_law();
  const DecayPath path(law, 0.4, -6);
  const auto blocks = law_blocks(path);
  REQUIRE(blocks.size() > 30);
  const auto& points = path.points();
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
    CHECK(blocks[i].to == blocks[i + 1].from);
    CHECK(points[blocks[i].to].phase - points[blocks[i].from].phase >= 2 * synthetic::kPi);
    CHECK(points[blocks[i].to - 1].phase - points[blocks[i].from].phase < 2 * synthetic::kPi);
    CHECK(blocks[i].from < blocks[i].middle);
    CHECK(blocks[i].middle <= blocks[i].to);
  }
}

TEST_CASE("a block's value is the share of the model that the samples hold beside it") {
  const DecayLaw law = even_law();
  const DecayPath path(law, 0.4, -6);
  const std::size_t count = 10240;
  const auto model = path.acceleration(count, kRate);
  const std::complex<double> truth(0.03, -0.02);
  std::vector<double> left;
  for (const auto& m : model) left.push_back((m * truth).real());
  const auto blocks = law_blocks(path);
  for (const std::size_t i : {std::size_t{0}, std::size_t{5}, blocks.size() - 2}) {
    const LawBlock block = projected(blocks[i], path, model, left, kRate);
    CHECK(std::abs(block.value - truth) < 1e-10);
    CHECK(block.share < 1e-8);
  }
  // With noise beside it the share is the value's standard deviation.
  double squares = 0, shares = 0;
  std::vector<double> noisy = left;
  synthetic::add_noise(noisy, kOmega * kOmega, 40, 3);
  for (const LawBlock& empty : blocks) {
    if (path.points()[empty.to].time * kRate > static_cast<double>(count)) break;
    const LawBlock block = projected(empty, path, model, noisy, kRate);
    squares += std::norm(block.value - truth) / (2 * block.share * block.share);
    shares += 1;
  }
  CHECK(squares / shares == Approx(1).margin(0.3));
}

TEST_CASE("weights: the filter's noise, what is smeared, what samples say") {
  const DecayLaw law = even_law();
  const DecayPath path(law, 0.4, -6);
  const BandPass filter({140, 225}, kRate);
  auto blocks = law_blocks(path);
  blocks.resize(20);
  const double height = kOmega * kOmega;
  const auto share = [&](std::size_t i) {
    const auto& p = path.points();
    const double span = p[blocks[i].to].time - p[blocks[i].from].time;
    return std::sqrt(span * 85 / blocks[i].weight);
  };
  weigh(blocks, path, {filter, 85, 0.01 * height, 0.4, 0});
  const double fallen = std::exp(path.points()[blocks[10].middle].x);
  CHECK(share(10) == Approx(0.01 / fallen).epsilon(1e-3));
  blocks[10].value = 0.5;  // found there: a fifth of it is not believed of its neighbours
  weigh(blocks, path, {filter, 85, 0.01 * height, 0.4, 0});
  CHECK(share(10) == Approx(0.1));
  CHECK(share(11) == Approx(0.1));
  CHECK(share(19) == Approx(0.01 / std::exp(path.points()[blocks[19].middle].x)).epsilon(1e-3));
  blocks[2].sampled = true;
  blocks[2].share = 0.002;
  weigh(blocks, path, {filter, 85, 0.01 * height, 0.4, 0});
  CHECK(blocks[2].weight == Approx(1 / (0.002 * 0.002)));
}
