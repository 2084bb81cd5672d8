#include "modal/fit_coordinates.hpp"

#include <catch2/catch.hpp>

#include "modal/iwan_data.hpp"

using namespace slipfront;

TEST_CASE("every system of coordinates holds the same model; residuals of it are zero") {
  const ModalIwan m = ModalIwan::make(2.33, 1.37e5, 4.41e5, -0.178, 0.3, 3.96);
  const MeasuredBackbone b = backbone_of(m, Reading::decay, 1e-7, 8e-5, 12);
  for (const FitCoordinates c : {FitCoordinates::search, FitCoordinates::by_R,
                                 FitCoordinates::by_F_S, FitCoordinates::by_phi_max}) {
    const BackboneResiduals r{&b, Reading::decay, c, 1e-3, 1e-2};
    const std::vector<double> x = r.coordinates_of(m);
    const ModalIwan same = r.model(x);
    CHECK(same.joint.slip_force() == Approx(2.33));
    CHECK(same.joint.stiffness() == Approx(1.37e5));
    CHECK(same.k_inf == Approx(4.41e5));
    CHECK(same.joint.chi() == Approx(-0.178));
    CHECK(same.joint.beta() == Approx(0.3));
    CHECK(same.viscous == Approx(3.96));
    std::vector<double> out(24);
    REQUIRE(r.evaluate(x.data(), out.data(), nullptr));
    for (const double value : out) CHECK(value == Approx(0).margin(1e-9));
    const LeastSquares problem = r.problem();
    for (int j = 0; j < kFitUnknowns; ++j) {
      CHECK(problem.lower[j] < x[j]);
      CHECK(x[j] < problem.upper[j]);
    }
  }
}

TEST_CASE("derivatives are those of finite differences, in both readings") {
  const ModalIwan m = first_mode();
  const MeasuredBackbone b = backbone_of(ModalIwan::make(2.4, 1.35e5, 4.42e5, -0.17, 0.05, 4),
                                         Reading::cycle, 1e-7, 8e-5, 7);
  for (const Reading reading : {Reading::cycle, Reading::decay})
    for (const FitCoordinates c : {FitCoordinates::search, FitCoordinates::by_F_S}) {
      const BackboneResiduals r{&b, reading, c, 1e-2, 0.2};
      std::vector<double> x = r.coordinates_of(m);
      std::vector<double> at(14), up(14), down(14), jacobian(14 * kFitUnknowns);
      REQUIRE(r.evaluate(x.data(), at.data(), jacobian.data()));
      for (int j = 0; j < kFitUnknowns; ++j) {
        const double keep = x[j], h = 1e-6;
        x[j] = keep + h;
        r.evaluate(x.data(), up.data(), nullptr);
        x[j] = keep - h;
        r.evaluate(x.data(), down.data(), nullptr);
        x[j] = keep;
        for (int i = 0; i < 14; ++i)
          CHECK(jacobian[i * kFitUnknowns + j] ==
                Approx((up[i] - down[i]) / (2 * h)).epsilon(2e-4).margin(1e-4));
      }
    }
}

TEST_CASE("in microslip the last two coordinates of the search do not matter") {
  const ModalIwan m = first_mode();
  const MeasuredBackbone b = backbone_of(m, Reading::decay, 1e-7, 1e-5, 6);
  const BackboneResiduals r{&b, Reading::decay, FitCoordinates::search, 1e-4, 1e-2};
  std::vector<double> x = r.coordinates_of(m), out(12);
  x[4] += 0.3;
  x[5] = 0.9;
  REQUIRE(r.evaluate(x.data(), out.data(), nullptr));
  for (const double value : out) CHECK(value == Approx(0).margin(1e-7));
}

TEST_CASE("a bad point counts by its size, not by its square") {
  const ModalIwan m = first_mode();
  MeasuredBackbone b = backbone_of(m, Reading::cycle, 1e-7, 1e-5, 6);
  b.damping[3] *= std::exp(1.0);
  const BackboneResiduals r{&b, Reading::cycle, FitCoordinates::search, 1e-3, 0.1};
  std::vector<double> out(12), frequency, damping;
  const std::vector<double> x = r.coordinates_of(m);
  r.evaluate(x.data(), out.data(), nullptr);
  CHECK(out[9] * out[9] == Approx(2 * 2 * 10 - 4));  // size 10, bend at 2
  r.relative(x, frequency, damping);
  CHECK(damping[3] == Approx(-1));
  CHECK(frequency[3] == Approx(0).margin(1e-12));
}
