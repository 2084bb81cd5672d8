#include "optimize/front_moves.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

const std::vector<double> kLower = {0, -20}, kUpper = {10, 3};
const Box kBox{kLower, kUpper};

bool inside(const std::vector<double>& x) {
  return x[0] >= 0 && x[0] <= 10 && x[1] >= -20 && x[1] <= 3;
}

}  // namespace

TEST_CASE("children of neighbours lie around the line through both, in the box") {
  RandomEngine random(1);
  const FrontPoints front = {{2, -10}, {4, -10}};
  double lowest = 10, highest = 0;
  int near = 0;
  for (int k = 0; k < 400; ++k) {
    const auto child =
        between_neighbours(random, front, uniform_index(random, front.size()), kBox).child;
    CHECK(inside(child));
    // Half beyond either end, and off by at most a tenth of the box.
    CHECK(child[0] >= 1 - 1);
    CHECK(child[0] <= 5 + 1);
    CHECK(std::abs(child[1] + 10) <= 2.3);
    if (std::abs(child[1] + 10) < 0.023) ++near;
    lowest = std::min(lowest, child[0]);
    highest = std::max(highest, child[0]);
  }
  // Steps of any size: one in three is below a thousandth of the box; beyond both ends, too.
  CHECK(near > 100);
  CHECK(lowest < 1.6);
  CHECK(highest > 4.4);
}

TEST_CASE("children of neighbours are not made from points far apart on the front") {
  RandomEngine random(2);
  FrontPoints front;
  for (int k = 0; k < 40; ++k) front.push_back({k < 20 ? 0. : 10., -10. + 0.01 * k});
  int between = 0;
  for (int k = 0; k < 500; ++k) {
    const auto child =
        between_neighbours(random, front, uniform_index(random, front.size()), kBox).child;
    if (child[0] > 2 && child[0] < 8) ++between;
  }
  CHECK(between > 0);   // from points at most four places away
  CHECK(between < 75);  // one pair in eighteen straddles the middle
}

TEST_CASE("differences keep the direction of the front") {
  RandomEngine random(3);
  FrontPoints front;
  for (int k = 0; k < 20; ++k) front.push_back({5 + 0.01 * k, -10 + 0.03 * k});
  for (int k = 0; k < 200; ++k) {
    const Move move =
        neighbours_difference(random, front, uniform_index(random, front.size()), kBox);
    const double a = move.child[0] - front[move.parent][0];
    const double b = move.child[1] - front[move.parent][1];
    CHECK(b == Approx(3 * a).margin(1e-9));
    CHECK(std::abs(a) <= 0.6 + 1e-9);
  }
}

TEST_CASE("a difference is never nothing") {
  RandomEngine random(3);
  for (const FrontPoints& front : {FrontPoints{{5, -10}}, FrontPoints{{5, -10}, {6, -9}},
                                   FrontPoints{{4, -9}, {5, -8}, {6, -7}}})
    for (int k = 0; k < 200; ++k) {
      const std::size_t a = uniform_index(random, front.size());
      CHECK(neighbours_difference(random, front, a, kBox).child != front[a]);
    }
}

TEST_CASE("one variable moves by up to a decade, either way") {
  RandomEngine random(3);
  int moved[2] = {0, 0}, down = 0, shorter = 0;
  for (int k = 0; k < 600; ++k) {
    const auto to = one_variable(random, {{5, -5}}, 0, kBox).child;
    const double d[2] = {to[0] - 5, to[1] + 5};
    REQUIRE((d[0] == 0) != (d[1] == 0));
    const int which = d[0] == 0 ? 1 : 0;
    ++moved[which];
    if (d[which] < 0) ++down;
    if (std::abs(d[which]) < 0.01) ++shorter;
    CHECK(std::abs(d[which]) >= 0.001 - 1e-12);
    CHECK(std::abs(d[which]) <= 1 + 1e-12);
  }
  for (const int count : {moved[0], moved[1], down}) CHECK(std::abs(count - 300) < 70);
  CHECK(std::abs(shorter - 200) < 60);
}

TEST_CASE("beyond an end the front goes on in the direction it had") {
  RandomEngine random(4);
  FrontPoints front;
  for (int k = 0; k < 20; ++k) front.push_back({3 + 0.1 * k, -10});
  int before = 0, after = 0;
  for (int k = 0; k < 400; ++k) {
    const Move move = beyond_end(random, front, kBox);
    CHECK((move.parent < 3 || move.parent > 16));
    CHECK(inside(move.child));
    if (move.child[0] < 2.9) ++before;
    if (move.child[0] > 5) ++after;
  }
  CHECK(before > 40);
  CHECK(after > 40);
}

TEST_CASE("among members the first are the usual parents") {
  RandomEngine random(5);
  const FrontPoints members = {{1, 0}, {2, 0}, {3, 0}, {4, 0}};
  int first = 0, last = 0;
  for (int k = 0; k < 800; ++k) {
    const Move move = members_difference(random, members, kBox);
    CHECK(inside(move.child));
    if (move.parent == 0) ++first;
    if (move.parent == 3) ++last;
  }
  CHECK(std::abs(first - 350) < 60);  // 7 of 16
  CHECK(std::abs(last - 50) < 30);    // 1 of 16
}
