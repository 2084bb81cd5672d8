#include "experiment/specimen.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "core/failure.hpp"
#include "core/measured_backbone.hpp"
#include "io/mat_file.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

TEST_CASE("the Mindlin curve: slope, slip and the loss of a Masing loop") {
  const double ts = 2, kt = 5, slip = 1.5 * ts / kt;
  for (const double r : {0.0, 0.01, 0.2, 0.29, 0.31, 0.5, 0.599, 0.7, 2.0}) {
    const MindlinPoint p = mindlin_curve(ts, kt, r);
    const double x = r / slip;
    CHECK(p.traction == Approx(x < 1 ? ts * (1 - std::pow(1 - x, 1.5)) : ts));
    const double h = 1e-6;
    if (r > 0 && std::abs(r - slip) > 1e-3)
      CHECK(p.slope ==
            Approx((mindlin_curve(ts, kt, r + h).traction - mindlin_curve(ts, kt, r - h).traction) /
                   (2 * h))
                .margin(1e-6));
    double integral = 0;  // of the traction, by midpoints
    constexpr int kPoints = 20000;
    for (int i = 0; i < kPoints; ++i)
      integral += mindlin_curve(ts, kt, r * (i + 0.5) / kPoints).traction * r / kPoints;
    CHECK(p.loss == Approx(8 * integral - 4 * p.traction * r).margin(1e-7));
  }
}

TEST_CASE("gap and field") {
  const auto gap = specimen_gap({-0.06, 0, 0.06}, 1);
  CHECK(*std::min_element(gap.begin(), gap.end()) == 0);
  CHECK(gap[1] - gap[2] == Approx(1e-6 * (101.6 - (101.6 + 10.4 - 79.3 - 20.4 - 14.4))));
  std::vector<double> x, y;
  for (int i = 0; i < 400; ++i) {
    x.push_back(0.001 * (i % 100));
    y.push_back(0.006 * (i / 100));
  }
  const auto field = traction_field(x, y, 0.5, 0.001, 3);
  CHECK(std::accumulate(field.begin(), field.end(), 0.0) / 400 == Approx(1).epsilon(0.15));
  CHECK(field == traction_field(x, y, 0.5, 0.001, 3));
  // A function of position: the order of the points and the other points have no part in it.
  const std::vector<double> back_x(x.rbegin(), x.rend()), back_y(y.rbegin(), y.rend());
  const auto back = traction_field(back_x, back_y, 0.5, 0.001, 3);
  CHECK(std::equal(field.begin(), field.end(), back.rbegin()));
  CHECK(traction_field({x[7]}, {y[7]}, 0.5, 0.001, 3)[0] == field[7]);
  // Continuous: the slope of ln s is of the order of spread sqrt(2) / length.
  const auto moved = traction_field({x[7] + 1e-16}, {y[7]}, 0.5, 0.001, 3);
  CHECK(moved[0] == Approx(field[7]).epsilon(1e-11));
}

TEST_CASE("over seeds the field has mean one, its spread, and correlation 1/e at its length") {
  constexpr double kSpread = 0.5, kLength = 0.008;
  constexpr int kSeeds = 2000;
  double mean = 0, logs = 0, squares = 0, products = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto s = traction_field({0.03, 0.03}, {0.002, 0.002 + kLength}, kSpread, kLength,
                                  static_cast<std::uint64_t>(seed));
    const auto z = [](double value) {
      return (std::log(value) + 0.5 * kSpread * kSpread) / kSpread;
    };
    mean += s[0] / kSeeds;
    logs += z(s[0]) / kSeeds;
    squares += z(s[0]) * z(s[0]) / kSeeds;
    products += z(s[0]) * z(s[1]) / kSeeds;
  }
  // Four standard deviations of such means.
  CHECK(mean == Approx(1).margin(4 * 0.533 / std::sqrt(kSeeds)));
  CHECK(logs == Approx(0).margin(4 / std::sqrt(kSeeds)));
  CHECK(squares == Approx(1).margin(4 * std::sqrt(2.0 / kSeeds)));
  CHECK(products == Approx(std::exp(-1)).margin(4 * std::sqrt((1 + std::exp(-2)) / kSeeds)));
}

namespace {

struct Beam {
  std::shared_ptr<const Structure> structure;
  std::vector<double> x, y;
};

Beam beam(const std::string& path) {
  Beam b{std::make_shared<const Structure>(load_structure(path)), {}, {}};
  const MatFile file = read_mat(path);
  const Eigen::MatrixXd places = file.matrix("Q") * file.matrix("MESH.Nds").leftCols(2);
  for (Eigen::Index i = 0; i < places.rows(); ++i) {
    b.x.push_back(places(i, 0));
    b.y.push_back(places(i, 1));
  }
  return b;
}

}  // namespace

TEST_CASE("backbones of the smooth specimen on the reference beam") {
  NEEDS_SHARED_DATA(path, "brb_fjrom.mat");
  const Beam b = beam(path);
  SpecimenProperties p{.log10_kt = 12.265,
                       .log10_kn = 12.265,
                       .friction_coefficient = 0.03,
                       .gap_scale = 1,
                       .traction_spread = 0};
  const Specimen specimen(b.structure, b.x, b.y, p);
  // An independent computation with unilateral contact: 178.40 -> 166.94 Hz, 1.10e-3 -> 2.97e-2.
  const auto one = specimen.backbone(1, log_spaced(1e-6, 4e-5, 3));
  CHECK(one.frequency_hz.front() == Approx(178.40).margin(0.02));
  CHECK(one.frequency_hz.back() == Approx(166.94).margin(0.5));
  CHECK(one.damping.front() == Approx(1.10e-3).epsilon(0.02));
  CHECK(one.damping.back() == Approx(2.97e-2).epsilon(0.05));
  CHECK(specimen.bending_hz().size() >= 3);
  CHECK(specimen.response(1, 2) == Approx(1).epsilon(0.1));
  // The bolts' load is carried by the pressure: 3 x 12845 N.
  CHECK(specimen.pressure().dot(b.structure->interface.areas) == Approx(3 * 12845).epsilon(0.02));
  // Amplitude to zero: linear, viscous damping only.
  const auto tiny = specimen.backbone(1, {1e-12});
  CHECK(tiny.frequency_hz[0] == Approx(specimen.bending_hz()[0]).epsilon(1e-6));
  CHECK(tiny.damping[0] == Approx(8.5e-4).epsilon(1e-3));
  CHECK_THROWS_AS(Specimen(b.structure, {0}, {0}, p), Failure);
  CHECK_THROWS_AS(specimen.backbone(9, {1e-6}), Failure);
}
