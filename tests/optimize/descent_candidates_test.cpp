#include "optimize/descent_candidates.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

/// springs: front at 3 <= s <= 5, mu = 0.5. Results at some s, gaps above 0.1 too wide.
struct Fixture {
  explicit Fixture(const std::vector<double>& s) {
    for (const double each : s) add(each);
  }
  void add(double s, double mu = 0.5) {
    results.add(session.evaluate_with_gradient({{s, mu}})[0], false);
  }
  std::vector<Candidate> gaps() const {
    std::vector<Candidate> found;
    candidates.add_gaps(found);
    return found;
  }
  std::vector<Candidate> missed() const {
    std::vector<Candidate> found;
    candidates.add_missed(found);
    return found;
  }

  const GradientFormula objective = springs_objective();
  const HybridOptions options = small_hybrid(0.1, 100);
  MemoryStore store;
  SearchSession session{objective, "test", {}, store, 1, {}};
  PolishResults results{session};
  DescentCandidates candidates{session, options, results};
};

}  // namespace

TEST_CASE("a gap is offered until it is tried, and its halves when it is closed") {
  Fixture f({3, 4, 5});
  auto found = f.gaps();
  REQUIRE(found.size() == 2);
  // e^2 = 0.01 and 1.01 at the ends, log10 of which are 2.004 apart, and 0.60 from 1.01 to 4.01.
  const double a = std::log10(1.01 / 0.01), b = std::log10(4.01 / 1.01);
  CHECK(found[0].worth == Approx(a * b / (a + b)));
  CHECK(found[1].worth == Approx(a * b / (a + b)));
  CHECK(found[0].task.rival[0] == Approx(3.5));
  for (const Candidate& each : found) f.candidates.mark_tried(each);
  CHECK(f.gaps().empty());
  f.add(3.5);
  found = f.gaps();
  REQUIRE(found.size() == 2);
  CHECK(found[0].task.rival[0] == Approx(3.25));
  CHECK(found[1].task.rival[0] == Approx(3.75));
}

TEST_CASE("a point that was seen beyond the results is offered once") {
  Fixture f({3, 5});
  f.session.evaluate({{4, 0.5}, {4, 0.4}});
  auto found = f.missed();
  REQUIRE(found.size() == 1);
  CHECK(found[0].task.start[0] == Approx(4));
  f.candidates.mark_tried(found[0]);
  CHECK(f.missed().empty());
}

TEST_CASE("an end is offered as long as it gets better") {
  Fixture f({3.5, 4.5});
  std::vector<Candidate> found;
  f.candidates.add_ends(found);
  REQUIRE(found.size() == 2);
  CHECK(std::isinf(found[0].worth));
  f.candidates.add_ends(found);
  CHECK(found.size() == 2);
  f.session.evaluate({{3.4999, 0.5}});  // by less than 0.01
  f.candidates.add_ends(found);
  CHECK(found.size() == 2);
  f.session.evaluate({{3.4, 0.5}});
  f.candidates.add_ends(found);
  REQUIRE(found.size() == 3);
  CHECK(found[2].task.start[0] == Approx(3.4));
}

TEST_CASE("results that stopped at a kink go on over it, once") {
  Fixture f({3, 5});
  f.add(4, 0.45);  // not dominated, and not at rest
  std::vector<Candidate> found;
  f.candidates.add_kinked(found);
  REQUIRE(found.size() == 1);
  CHECK(found[0].task.limits.kinks);
  f.candidates.mark_tried(found[0]);
  found.clear();
  f.candidates.add_kinked(found);
  CHECK(found.empty());
}

TEST_CASE("beside an end every variable is moved either way by two lengths, once for each end") {
  Fixture f({3, 5});
  std::vector<DescentTask> tasks;
  REQUIRE(f.candidates.add_beside_ends(tasks));
  CHECK(tasks.size() == 2 * 2 * 4);
  for (const DescentTask& task : tasks) CHECK(task.limits.evaluations == 10);
  CHECK(tasks[0].start[0] == Approx(3.05));
  CHECK(tasks[1].start[0] == Approx(2.95));
  tasks.clear();
  REQUIRE(f.candidates.add_beside_ends(tasks));
  CHECK(tasks.empty());
}

TEST_CASE("valleys are gone along from so many results at a time, from each once") {
  const GradientFormula objective(sliders_parameters(),
                                  [](std::span<const double> p) { return sliders(p); });
  const HybridOptions options = small_hybrid(0.1, 100);
  MemoryStore store;
  SearchSession session{objective, "test", {}, store, 1, {}};
  PolishResults results{session};
  DescentCandidates candidates{session, options, results};
  for (const double s : {3, 4, 5})  // on the flat side of theta = 0.75, where a valley is
    results.add(session.evaluate_with_gradient({{s, 5 - 0.3 * kSlidersFollow, 0.3}})[0], false);
  const auto next = [&](std::size_t count) {
    std::vector<double> starts;  // their s
    std::vector<DescentTask> tasks;
    REQUIRE(candidates.add_along_valleys(count, tasks));
    for (const DescentTask& task : tasks) {
      CHECK(task.start[2] > kSlidersKink);
      starts.push_back(task.start[0]);
    }
    return starts;
  };
  REQUIRE(next(1).size() == 1);
  const auto ends = next(2);  // the middle one has been
  REQUIRE(ends.size() == 2);
  CHECK(ends[0] == Approx(3));
  CHECK(ends[1] == Approx(5));
  CHECK(next(16).empty());
}

TEST_CASE("what is left of the limit of cost") {
  Fixture f({3, 5});
  // 12 members, 4 generations, 100 gradients; two evaluations with gradient so far.
  CHECK(f.options.cost_limit() == 12 * 5 + 200);
  CHECK(f.candidates.left() == 260 - 4);
}
