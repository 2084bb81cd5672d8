#include "models/iwan_distribution.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace slipfront;

namespace {

constexpr double kFs = 3, kKt = 7;

struct Values {
  double chi, beta, theta;
};

}  // namespace

TEST_CASE("many points of the virgin curve at once are eq 9 and its slope") {
  for (const auto& [chi, beta, theta] : {Values{-0.4, 0.3, 1}, {0.7, 0, 0.6}, {-1.3, 2, 0.2}}) {
    const auto c = iwan_constants<double>(kFs, kKt, chi, beta, theta);
    std::vector<double> u;
    for (double x = 1e-9; x < 1; x *= 1.7) u.push_back(x * c.phi_max);
    std::vector<double> f(u.size()), k(u.size());
    iwan_virgin_tangents(c, u.size(), u.data(), f.data(), k.data());
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double r = std::pow(u[i] / c.phi_max, chi + 1);
      const double curve = (chi + 2) * (beta - (r - 1)) + theta * (chi + 1) * r;
      CHECK(f[i] == Approx(kKt * u[i] * curve / ((1 + beta) * (chi + 2))).epsilon(1e-13));
      const double slope = beta - (r - 1) - (1 - theta) * (chi + 1) * r;
      CHECK(k[i] == Approx(kKt * slope / (1 + beta)).epsilon(1e-12).margin(1e-13 * kKt));
      CHECK(f[i] == Approx(iwan_virgin(c, u[i]).traction).epsilon(1e-14));
      CHECK(iwan_virgin_tangent(c, u[i]).tangent == k[i]);
    }
  }
}

TEST_CASE("rest and macroslip in the same batch") {
  const auto c = iwan_constants<double>(kFs, kKt, -0.5, 0.2, 0.8);
  const double u[] = {0, 1e-320, c.phi_max, 2 * c.phi_max};
  double f[4], k[4];
  iwan_virgin_tangents(c, 4, u, f, k);
  CHECK((f[0] == 0 && k[0] == kKt && k[1] == kKt));
  CHECK((f[2] == 0.8 * kFs && k[2] == 0 && f[3] == 0.8 * kFs && k[3] == 0));
  // At chi = -1 the power law does not take part: kt beta / (1 + beta).
  const auto half = iwan_constants<double>(kFs, kKt, -1, 1, 1);
  CHECK(iwan_virgin_tangent(half, 0).tangent == 0.5 * kKt);
  CHECK(iwan_virgin_tangent(half, 1e-9).tangent == 0.5 * kKt);
}

TEST_CASE("powers below chi = -1 stay bounded") {
  const auto c = iwan_constants<double>(kFs, kKt, -1.9, 900, 1);
  const double x[] = {1, 1e-150, 0};
  double e[3];
  iwan_powers_minus_one(c, 3, x, e);
  CHECK(e[0] == 0);
  CHECK(e[1] == std::expm1(kIwanLargestExponent));  // 1e135 if it were not
  CHECK(e[2] == std::expm1(kIwanLargestExponent));
}
