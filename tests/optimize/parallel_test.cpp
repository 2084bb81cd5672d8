#include "optimize/parallel.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

using namespace slipfront;

TEST_CASE("every task runs exactly once, on any number of threads") {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> calls(50);
    run_in_parallel(threads, calls.size(), [&](std::size_t i) { ++calls[i]; });
    for (const auto& count : calls) CHECK(count == 1);
  }
  run_in_parallel(2, 0, [](std::size_t) { FAIL("there is no task"); });
}

TEST_CASE("an exception of a task is thrown on") {
  for (const int threads : {1, 2})
    CHECK_THROWS_AS(run_in_parallel(threads, 8,
                                    [](std::size_t i) {
                                      if (i == 5) throw std::runtime_error("five");
                                    }),
                    std::runtime_error);
}
