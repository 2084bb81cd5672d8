#include "modal/prediction.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"
#include "modal/iwan_data.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// A half sine of 4 ms and peak `peak`, sampled at 4096 Hz.
Signal hammer(double peak) {
  Signal force{"hammer.csv", 0, 1.0 / 4096, std::vector<double>(41, 0.0)};
  for (std::size_t i = 0; i <= 16; ++i) force.values[i] = peak * std::sin(M_PI * i / 16.0);
  return force;
}

/// A joint that never slips beside a damper: a linear oscillator.
ModalIwan linear(double k0, double viscous) {
  return ModalIwan::make(1e6, 0.5 * k0, 0.5 * k0, 0, 10, viscous);
}

}  // namespace

TEST_CASE("linear modes: Duhamel's integral, mode by mode") {
  const ModalIwan a = linear(4e5, 6), b = linear(1.6e6, 10);
  const Signal force = hammer(50);
  const Signal r = predict_acceleration({{a, 0.5, 0.8}, {b, -0.3, 0.6}}, force,
                                        {.duration = 0.1, .steps_per_period = 800});
  CHECK(r.values.size() == 411);
  const auto exact = [&](const ModalIwan& m, double drive, double t) {
    // q'' = F - C q' - K q with q, q' by fine quadrature over the pulse (force linear between
    // samples).
    const double w0 = std::sqrt(m.k0()), z = m.viscous / (2 * w0);
    const double w = w0 * std::sqrt(1 - z * z), s = z * w0;
    double q = 0, v = 0;
    const int n = 4000;
    const double end = std::min(t, 40.0 / 4096), h = end / n;
    for (int i = 0; i <= n; ++i) {
      const double at = i * h, left = t - at, weight = (i == 0 || i == n ? 0.5 : 1) * h;
      const double f = drive * force.at(at), e = std::exp(-s * left);
      q += weight * f * e * std::sin(w * left) / w;
      v += weight * f * e * (std::cos(w * left) - s / w * std::sin(w * left));
    }
    return drive * force.at(t) - m.viscous * v - m.k0() * q;
  };
  for (const std::size_t i : {std::size_t(5), std::size_t(60), std::size_t(200)}) {
    const double t = r.time(i);
    const double wanted = 0.8 * exact(a, 0.5, t) + 0.6 * exact(b, -0.3, t);
    CHECK(r.values[i] == Approx(wanted).margin(0.05));
  }
}

TEST_CASE("after the force the decay loses amplitude as the model's backbone says") {
  const ModalIwan m = first_mode();
  const Signal r = predict_acceleration({{m, 1, 1}}, hammer(5), {.duration = 0.3});
  double last = 0, time = 0;
  int compared = 0;
  for (std::size_t i = 100; i + 1 < r.values.size(); ++i) {
    // Peaks of |acceleration| by a parabola.
    const double x0 = std::abs(r.values[i - 1]), x1 = std::abs(r.values[i]),
                 x2 = std::abs(r.values[i + 1]);
    if (!(x1 >= x0 && x1 > x2)) continue;
    const double bend = x0 - 2 * x1 + x2, d = 0.5 * (x0 - x2) / bend;
    const double peak = x1 - 0.25 * (x0 - x2) * d, at = r.time(i) + d * r.step;
    if (last > 0) {
      const double hz = 0.5 / (at - time), q = std::sqrt(peak * last) / std::pow(2 * M_PI * hz, 2);
      CHECK(hz == Approx(m.frequency_hz(q, Reading::decay)).epsilon(3e-3));
      ++compared;
    }
    last = peak;
    time = at;
  }
  CHECK(compared > 40);
}

TEST_CASE("signals are read with their problems named") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& text) {
    write_atomically(folder.file("f.csv"), text);
    return read_signal(folder.file("f.csv"), "force");
  };
  const Signal s = read("time,force\n0.1,1\n0.2,3\n0.3,2\n");
  CHECK(s.step == Approx(0.1));
  CHECK(s.at(0.15) == Approx(2));
  CHECK(s.at(0.3) == Approx(2));
  CHECK(s.at(0.31) == 0);
  CHECK(s.at(0.05) == 0);
  CHECK_THROWS_WITH(read("time,force\n0,1\n0.2,3\n0.3,2\n"), Contains("equal steps"));
  CHECK_THROWS_WITH(read("time,force\n0,1\n0,3\n"), Contains("equal steps"));
  CHECK_THROWS_WITH(read("time,force\n0,1\n0.1,\n"), Contains("line 3"));
  CHECK_THROWS_WITH(read("time,force\n0,1\n"), Contains("two"));
  CHECK_THROWS_WITH(read("time,force\n0,0\n1,0\n2,0\n"), Contains("zero at every time"));
  CHECK_THROWS_WITH(read("time,load\n0,1\n1,2\n"), Contains("force"));
}

TEST_CASE("a force longer than the response, or sampled too slowly, is refused") {
  CHECK_THROWS_WITH(predict_acceleration({{first_mode(), 1, 1}}, hammer(5), {.duration = 0.005}),
                    Contains("longer than the response"));
  CHECK_THROWS_WITH(predict_acceleration({{first_mode(), 1, 1}}, hammer(5), {.duration = 1e9}),
                    Contains("ask for a shorter response"));
  Signal slow = hammer(5);
  slow.step = 1.0 / 800;
  CHECK_THROWS_WITH(predict_acceleration({{first_mode(), 1, 1}}, slow, {.duration = 1}),
                    Contains("eight samples per period"));
}

TEST_CASE("a part of a signal, and times that are written with few digits") {
  const Signal signal{"s", 1, 0.5, {0, 1, 2, 3, 4, 5}};
  const Signal part = signal.between(1.9, 3.1);
  CHECK(part.start == 2);
  CHECK(part.values == std::vector<double>{2, 3, 4});
  CHECK(signal.between(-9, 99).values == signal.values);

  const TemporaryFolder folder;
  std::string csv = "time,force\n";
  for (int i = 0; i < 100; ++i) {
    char line[60];
    std::snprintf(line, sizeof line, "%.6f,%d\n", i / 8192.0, i);
    csv += line;
  }
  write_atomically(folder.file("f.csv"), csv);
  CHECK(read_signal(folder.file("f.csv"), "force").step == Approx(1 / 8192.0).epsilon(1e-4));
}
