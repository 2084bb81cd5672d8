#include "optimize/checkpoint.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/hash.hpp"

using namespace slipfront;

namespace {

Checkpoint example() {
  Checkpoint c;
  c.settings = fingerprint("settings");
  c.state.generation = 17;
  c.state.random.seed(99);
  for (int i = 0; i < 1000; ++i) c.state.random();
  c.state.step = 0.1 + 0.2;
  c.state.spreads = {1, 1. / 3, std::nextafter(0.5, 1)};
  c.state.last_spread = {1. / 7, {{{-16, 2e-308}, {0.1, -1e300}}}, true};
  c.state.population.push_back({{1. / 3, -0.0}, {5e-324, 1e-9, 0}});
  c.state.population.push_back(
      {{std::numeric_limits<double>::max(), 2}, {std::numeric_limits<double>::infinity(), 0, 3}});
  c.state.archive.push_back({16, {0.3, 0.7}, {-4, -2, 0}});
  c.keys = {fingerprint("a"), fingerprint("b"), fingerprint("c")};
  c.failed = 1;
  return c;
}

}  // namespace

TEST_CASE("a checkpoint reads back to the same state, bit for bit") {
  const Checkpoint c = example();
  const std::string text = checkpoint_text(c);
  const auto read = read_checkpoint(text);
  REQUIRE(read);
  CHECK(read->settings == c.settings);
  CHECK(read->state.generation == 17);
  CHECK(read->state.random == c.state.random);
  CHECK(read->state.step == c.state.step);
  CHECK(read->state.spreads == c.state.spreads);
  CHECK(read->state.last_spread.value == c.state.last_spread.value);
  CHECK(read->state.last_spread.extremes == c.state.last_spread.extremes);
  CHECK(read->state.last_spread.measured);
  REQUIRE(read->state.population.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(read->state.population[i].x == c.state.population[i].x);
    CHECK(read->state.population[i].fitness == c.state.population[i].fitness);
  }
  CHECK(std::signbit(read->state.population[0].x[1]));
  REQUIRE(read->state.archive.size() == 1);
  CHECK(read->state.archive[0].generation == 16);
  CHECK(read->state.archive[0].x == c.state.archive[0].x);
  CHECK(read->keys == c.keys);
  CHECK(read->failed == 1);
  CHECK(checkpoint_text(*read) == text);
}

TEST_CASE("an empty archive and no keys are a checkpoint too") {
  Checkpoint c = example();
  c.state.archive.clear();
  c.keys.clear();
  const auto read = read_checkpoint(checkpoint_text(c));
  REQUIRE(read);
  CHECK(read->state.archive.empty());
  CHECK(read->keys.empty());
}

TEST_CASE("a checkpoint cut anywhere, or with any byte changed, is not read") {
  const std::string text = checkpoint_text(example());
  for (std::size_t size = 0; size < text.size(); size += 7)
    CHECK_FALSE(read_checkpoint(text.substr(0, size)));
  for (std::size_t at = 0; at < text.size(); at += 11) {
    std::string damaged = text;
    damaged[at] = damaged[at] == '1' ? '2' : '1';
    CHECK_FALSE(read_checkpoint(damaged));
  }
  CHECK_FALSE(read_checkpoint(text + "1"));
  CHECK_FALSE(read_checkpoint(""));
}

TEST_CASE("a sealed text that is no state is not read either") {
  const std::string body = "slipfront-nsga2 1\nsettings x\ngeneration 99999999999999999999\n";
  CHECK_FALSE(read_checkpoint(body + "end " + fingerprint(body) + "\n"));
  const std::string text = checkpoint_text(example());
  std::string longer = text.substr(0, text.rfind("\nend ") + 1);
  longer.replace(longer.find("population 2"), 12, "population 9");
  CHECK_FALSE(read_checkpoint(longer + "end " + fingerprint(longer) + "\n"));
}
