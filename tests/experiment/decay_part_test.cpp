#include "experiment/decay_part.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "core/failure.hpp"
#include "synthetic.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

/// Two blows, a second each.
Record two_blows() {
  const auto one = synthetic::decay([](double) { return 178.0; }, [](double) { return 0.004; }, 1);
  std::vector<double> x(2560, 0.0);
  for (int i = 0; i < 2; ++i) x.insert(x.end(), one.begin(), one.end());
  synthetic::add_noise(x, std::pow(2 * synthetic::kPi * 178, 2), 60, 2);
  return synthetic::record(std::move(x));
}

std::vector<HitSpan> parts(const Record& record, PartOptions options,
                           std::vector<std::string>* told = nullptr) {
  std::vector<std::string> warnings;
  options.lowest_hz = 50;
  auto list = decay_parts(record, record.channels[0], options, warnings);
  if (told) *told = warnings;
  return list;
}

}  // namespace

TEST_CASE("the decay of the first hit, of all, or the part stated") {
  const Record record = two_blows();
  std::vector<std::string> told;
  const auto first = parts(record, {}, &told);
  REQUIRE(first.size() == 1);
  CHECK(record.time(first[0].first) == Approx(0.1).margin(0.005));
  CHECK(record.time(first[0].last) == Approx(1.1).margin(0.005));
  REQUIRE(told.size() == 1);
  CHECK_THAT(told[0], Contains("only the decay of the first is used"));
  CHECK(parts(record, {.all_hits = true}).size() == 2);
  const auto stated = parts(record, {.start = 0.5, .end = 0.75});
  REQUIRE(stated.size() == 1);
  CHECK(stated[0].first == 12800);
  CHECK(stated[0].last == 19201);
  CHECK(record.time(parts(record, {.start = 0.5})[0].last) == Approx(1.1).margin(0.005));
  CHECK_THROWS_WITH(parts(record, {.start = 9}), Contains("a start at 9 s"));
  CHECK_THROWS_WITH(parts(record, {.start = 0.5, .end = 0.4}), Contains("end before the start"));
  CHECK_THROWS_WITH(parts(synthetic::record(std::vector<double>(20000, 1.0)), {}),
                    Contains("a flat signal"));
}

TEST_CASE("a clipped part and lost samples are refused") {
  Record record = two_blows();
  const HitSpan all{.hit = 2560, .first = 2560, .last = 28160};
  CHECK_NOTHROW(check_part(record, record.channels[0], all, 140));
  Record lost = record;
  std::fill_n(lost.channels[0].acceleration.begin() + 8000, 500, 0.0);
  CHECK_THROWS_WITH(check_part(lost, lost.channels[0], all, 140),
                    Contains("one value for 500 samples") && Contains("--end 0.31"));
  std::vector<double>& x = record.channels[0].acceleration;
  const double limit = 0.5 * *std::max_element(x.begin(), x.end());
  for (double& value : x) value = std::clamp(value, -limit, limit);
  CHECK_THROWS_WITH(check_part(record, record.channels[0], all, 140),
                    Contains("clipped") && Contains("--start"));
}

TEST_CASE("what a later hit clips is not the first decay's, and the time advised is accepted") {
  Record record = two_blows();
  std::vector<double>& x = record.channels[0].acceleration;
  const auto second = x.begin() + 2560 + 25600;  // the second blow's decay
  const double limit = 1.5 * *std::max_element(second, x.end());
  for (auto v = second; v != x.end(); ++v) *v = std::clamp(3 * *v, -limit, limit);
  const HitSpan first{.hit = 2560, .first = 2560, .last = 28160};
  CHECK_NOTHROW(check_part(record, record.channels[0], first, 140));
  const HitSpan later{.hit = 28160, .first = 28160, .last = x.size()};
  record.start = 1000;  // times with more digits than a sentence shows
  std::string told;
  try {
    check_part(record, record.channels[0], later, 140);
  } catch (const Failure& failure) {
    told = failure.problems().front().remedy;
  }
  const std::size_t at = told.find("--start ");
  REQUIRE(at != std::string::npos);
  const double start = std::stod(told.substr(at + 8));
  const auto span = parts(record, {.start = start}).front();
  CHECK_NOTHROW(check_part(record, record.channels[0], span, 140));
}
