// Conformance of the hysteretic forms with each other and with the virgin curve: cut
// paths, starts, Masing loops, rotations, coupled against uncoupled.
#include <cmath>
#include <numbers>

#include "core/number.hpp"
#include "models/conformance_case.hpp"
#include "models/probe.hpp"

namespace slipfront {

namespace {

using Path = std::vector<std::vector<double>>;

void check_start(ConformanceCase& at, double u) {
  const BoundLaw& law = at.bound();
  const VirginAnswer virgin = virgin_at(law, u, at.normal());
  const HystereticAnswer loaded = load_to(law, {u}, start_at(law, {0.0}), at.normal());
  const std::string where = "u = " + to_text(u);
  const double size = std::abs(virgin.traction), tolerance = at.options().path_tolerance;
  at.expect_near(loaded.traction[0], virgin.traction, size, tolerance,
                 "the first loading is the virgin curve", where);
  at.expect_near(loaded.tangent[0], virgin.tangent, std::max(std::abs(virgin.tangent), size / u),
                 tolerance, "the first loading has the tangent of the virgin curve", where);
  // A point that starts at u is free there, and behaves as one that starts at 0. Its
  // displacement is only known to the rounding of u + u / 2.
  const HystereticAnswer free = load_to(law, {u}, start_at(law, {u}), at.normal());
  at.expect(free.traction[0] == 0, "a point starts free of traction", where);
  const HystereticAnswer moved = load_to(law, {1.5 * u}, start_at(law, {u}), at.normal());
  const double half = virgin_traction(law, 0.5 * u, at.normal());
  at.expect_near(moved.traction[0], half, std::abs(half), tolerance,
                 "a point may start at any displacement", where);
}

void check_pieces(ConformanceCase& at, double u) {
  const BoundLaw& law = at.bound();
  const double lower = at.uniform(-1, 0) * u, cut = at.uniform(lower, u);
  const Walk whole = walk(law, {{u}, {lower}, {u}}, at.normal());
  const Walk pieces = walk(law, {{0.25 * u}, {u}, {lower}, {cut}, {cut}, {u}}, at.normal());
  const double size = std::abs(whole.traction[0][0]);
  const std::string where = "turning at " + to_text(u) + " and " + to_text(lower);
  at.expect_near(pieces.traction.back()[0], whole.traction.back()[0], size,
                 at.options().path_tolerance, "a straight path may be cut into pieces, and rest",
                 where);
  at.expect_near(pieces.total_work, whole.total_work, size * u, at.options().path_tolerance,
                 "the works of the pieces of a path add up", where);
}

void check_masing(ConformanceCase& at, double u) {
  const BoundLaw& law = at.bound();
  const VirginAnswer virgin = virgin_at(law, u, at.normal());
  const Walk loop = walk(law, {{u}, {-u}, {u}}, at.normal());
  const double size = std::abs(virgin.traction) * u;
  at.expect_near(loop.work[1] + loop.work[2], virgin.loop_area, size, at.options().path_tolerance,
                 "the traced loop is the Masing loop", "u = " + to_text(u));
}

Path turned(const Path& path, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Path result;
  for (const auto& u : path) result.push_back({c * u[0] - s * u[1], s * u[0] + c * u[1]});
  return result;
}

}  // namespace

void check_paths(ConformanceCase& at) {
  if (at.bound().history_size(1) == 0) return;
  constexpr int kDisplacements = 6;
  for (int i = 0; i < kDisplacements; ++i) {
    const double u = at.draw_displacement();
    check_start(at, u);
    check_pieces(at, u);
    if (at.options().masing) check_masing(at, u);
  }
}

void check_coupled(ConformanceCase& at) {
  const BoundLaw& law = at.bound();
  const std::size_t history = law.history_size(2);
  // A law may lack any hysteretic form in the Masing framework.
  const bool hysteretic = law.history_size(1) > 0 || history > 0;
  at.expect(!hysteretic || (history > 0) == at.coupled(),
            "`coupled` says whether there is a coupled form",
            "history of " + std::to_string(history) + " doubles");
  if (history == 0) return;
  constexpr int kPaths = 4, kTurns = 5;
  for (int i = 0; i < kPaths; ++i) {
    const double size = at.draw_displacement(), angle = at.uniform(0, 2 * std::numbers::pi);
    Path path, line, uncoupled;
    for (int k = 0; k < kTurns; ++k) {
      path.push_back({at.uniform(-size, size), at.uniform(-size, size)});
      uncoupled.push_back({path.back()[0]});
      line.push_back({path.back()[0], 0.0});
    }
    const double traction = std::abs(virgin_traction(law, 2 * size, at.normal())) +
                            virgin_at(law, 0, at.normal()).tangent * std::min(size, at.knee());
    const std::string where = "size " + to_text(size) + ", angle " + to_text(angle);
    const double turning = at.options().rotation_tolerance;
    const double slipping = std::abs(virgin_traction(law, at.slip(), at.normal()));
    const double allowed =
        at.options().path_tolerance * traction + at.options().line_tolerance * slipping;

    const Walk straight = walk(law, path, at.normal());
    const Walk rotated = walk(law, turned(path, angle), at.normal());
    const Path expected = turned(straight.traction, angle);
    for (int k = 0; k < kTurns; ++k) {
      for (int d = 0; d < 2; ++d)
        at.expect_near(rotated.traction[k][d], expected[k][d], traction, turning,
                       "a rotated path gives rotated tractions", where);
      at.expect_near(rotated.work[k], straight.work[k], traction * size, turning,
                     "a rotated path takes the same work", where);
    }
    if (law.history_size(1) == 0) continue;
    const Walk along = walk(law, line, at.normal()), single = walk(law, uncoupled, at.normal());
    for (int k = 0; k < kTurns; ++k) {
      at.expect_near(along.traction[k][0], single.traction[k][0], allowed, 1,
                     "along a line the coupled law is the uncoupled one", where);
      at.expect_near(along.work[k], single.work[k], allowed * size, 1,
                     "along a line the coupled work is the uncoupled one", where);
    }
  }
}

}  // namespace slipfront
