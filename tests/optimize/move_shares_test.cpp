#include "optimize/move_shares.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("what gains is drawn more often, what never gains keeps its base") {
  MoveShares shares({0.01, 0.01});
  for (int batch = 0; batch < 60; ++batch) {
    shares.begin_batch();
    for (int k = 0; k < 50; ++k) {
      shares.report(0, 0.09);
      shares.report(1, 0);
    }
  }
  CHECK(shares.worth(0) == Approx(0.1).epsilon(0.01));
  CHECK(shares.worth(1) == Approx(0.01).epsilon(0.01));
  RandomEngine random(1);
  int second = 0;
  for (int k = 0; k < 1100; ++k) second += shares.draw(random, {true, true}) == 1 ? 1 : 0;
  CHECK(std::abs(second - 100) < 40);
}

TEST_CASE("kinds that take turns share the cost as they are worth") {
  // A gains 0.3 for each unit, B 0.1, in turns of different length.
  MoveShares shares({0, 0});
  double made[2] = {0, 0};
  const double gain[2] = {0.3, 0.1}, length[2] = {7, 3};
  for (int turn = 0; turn < 4000; ++turn) {
    const std::size_t kind = shares.had(1) < shares.had(0) ? 1 : 0;
    shares.begin_batch();
    shares.report(kind, gain[kind] * length[kind], length[kind]);
    made[kind] += length[kind];
  }
  CHECK(made[0] / made[1] == Approx(3).epsilon(0.1));
}

TEST_CASE("what is not available is not drawn") {
  const MoveShares shares({0.01, 0.01, 0.01});
  RandomEngine random(2);
  for (int k = 0; k < 100; ++k) CHECK(shares.draw(random, {false, true, false}) == 1);
}

TEST_CASE("a kind that was never available in thousands of batches keeps its base") {
  MoveShares shares({0.01, 0.01});
  for (int batch = 0; batch < 20000; ++batch) {
    shares.begin_batch();
    shares.report(0, 0.1);
    REQUIRE(std::isfinite(shares.worth(1)));
  }
  CHECK(shares.worth(1) == 0.01);
  RandomEngine random(3);
  int second = 0;
  for (int k = 0; k < 1100; ++k) second += shares.draw(random, {true, true}) == 1 ? 1 : 0;
  CHECK(std::abs(second - 92) < 40);
}
