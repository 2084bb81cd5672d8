// Coupled sliders: one is a Jenkins element, and two add up.
#include "models/coupled_sliders.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

struct Answer {
  std::vector<double> traction, tangent, next, jacobian;
  double work = 0;
};

Answer load(const CoupledSliders& sliders, std::size_t parameters, const std::vector<double>& u,
            const std::vector<double>& past) {
  const std::size_t h = sliders.history_size();
  Answer at{std::vector<double>(2), std::vector<double>(4), std::vector<double>(h),
            std::vector<double>((h + 3) * (3 + h + parameters)), 0};
  sliders.hysteretic({.points = 1,
                      .directions = 2,
                      .displacement = u.data(),
                      .history = past.data(),
                      .traction = at.traction.data(),
                      .tangent = at.tangent.data(),
                      .work = &at.work,
                      .new_history = at.next.data(),
                      .jacobian = at.jacobian.data()});
  return at;
}

}  // namespace

TEST_CASE("one slider is a coupled Jenkins element") {
  const double ts = 5, kt = 2;
  CoupledSliders slider(2);  // parameters ts, kt: phi = ts/kt
  const double d_stiffness[] = {0, 1}, d_limit[] = {1 / kt, -ts / (kt * kt)};
  slider.add(kt, ts / kt, d_stiffness, d_limit);
  const auto jenkins = make_jenkins()->bind(Framework::non_masing, std::vector{ts, kt});
  std::vector<double> mine(4, 0.0), other = start_at(*jenkins, {0, 0});
  const std::vector<std::vector<double>> path = {{1, 0.5}, {4, 3}, {3, -2}, {3.5, -2}, {-6, 1}};
  for (const auto& u : path) {
    const Answer a = load(slider, 2, u, mine);
    const HystereticAnswer b = load_to(*jenkins, u, other);
    CHECK(a.work == Approx(b.work).epsilon(1e-13));
    for (int d = 0; d < 2; ++d) CHECK(a.traction[d] == Approx(b.traction[d]).epsilon(1e-13));
    for (int k = 0; k < 4; ++k) CHECK(a.tangent[k] == Approx(b.tangent[k]).margin(1e-13));
    // The same columns: u, normal, u0, then extension against traction, then parameters.
    const std::size_t columns = 2 + 1 + 4 + 2;
    for (const std::size_t row : {0, 1, 6})
      for (const std::size_t column : {0, 1, 2, 3, 4})
        CHECK(a.jacobian[row * columns + column] ==
              Approx(b.jacobian[row * columns + column]).margin(1e-12));
    for (const std::size_t row : {0, 1, 6})
      for (const std::size_t column : {5, 6})
        CHECK(a.jacobian[row * columns + column] ==
              Approx(kt * b.jacobian[row * columns + column]).margin(1e-12));
    mine = a.next;
    other = b.new_history;
  }
}

TEST_CASE("sliders in parallel add up, each with its own memory") {
  CoupledSliders both(0), weak(0), strong(0);
  weak.add(3, 0.5, nullptr, nullptr);
  strong.add(2, 4, nullptr, nullptr);
  both.add(3, 0.5, nullptr, nullptr);
  both.add(2, 4, nullptr, nullptr);
  CHECK(both.history_size() == 6);
  std::vector<double> h(6, 0.0), hw(4, 0.0), hs(4, 0.0);
  for (const auto& u : std::vector<std::vector<double>>{{1, 1}, {0.2, 1.5}, {5, -3}}) {
    const Answer a = load(both, 0, u, h), w = load(weak, 0, u, hw), s = load(strong, 0, u, hs);
    CHECK(a.work == Approx(w.work + s.work));
    for (int d = 0; d < 2; ++d) CHECK(a.traction[d] == Approx(w.traction[d] + s.traction[d]));
    CHECK(a.next == std::vector<double>{u[0], u[1], w.next[2], s.next[2], w.next[3], s.next[3]});
    h = a.next;
    hw = w.next;
    hs = s.next;
  }
}
