#include "studies/reachable_frequency.hpp"

#include <catch2/catch.hpp>

#include "core/number.hpp"
#include "rom/built_in.hpp"
#include "studies/check_study.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// The small study, whose measured curves may be put at other frequencies.
struct MovedStudy : SmallStudy {
  /// From `lowest` at the lowest amplitude to `highest` at the highest.
  void move(int mode, double lowest, double highest) const {
    const std::string csv = folder.file("mode-" + std::to_string(mode) + ".csv");
    MeasuredBackbone m = read_backbone(csv);
    const auto last = static_cast<double>(m.size() - 1);
    for (std::size_t i = 0; i < m.size(); ++i) {
      const double f = lowest + (highest - lowest) * static_cast<double>(i) / last;
      m.frequency_hz[i] = f;
      m.frequency_lower[i] = f * 0.999;
      m.frequency_upper[i] = f * 1.001;
    }
    write_backbone(csv, m);
  }
  std::vector<Problem> problems(const std::vector<std::string>& settings = {}) const {
    return check_study(file(), Registry::built_in(), settings).problems;
  }
};

ModalSolver::LinearModes lap_joint(double tangential, double normal) {
  static const ModalSolver solver(std::make_shared<const Structure>(built_in_rom("lap-joint")));
  return solver.linear_modes(tangential, normal);
}

double bending(const ModalSolver::LinearModes& modes, int mode) {
  return modes
      .frequencies_hz[static_cast<std::size_t>(modes.bending[static_cast<std::size_t>(mode) - 1])];
}

}  // namespace

TEST_CASE("a mode measured above that of the rigid joint is refused, once for all models") {
  const double rigid = bending(lap_joint(1e20, 1e20), 1);
  const MovedStudy study;
  study.move(1, rigid * 1.02, rigid * 0.95);
  const std::vector<Problem> problems = study.problems();
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].where == "mode-1.csv");
  CHECK(problems[0].key == "column frequency_hz, first row");
  CHECK(problems[0].found == to_text(rigid * 1.02, 6) + " Hz for mode 1");
  CHECK_THAT(problems[0].rule,
             Contains("must not be above " + to_text(rigid, 6) + " Hz") && Contains("'joint'"));
  CHECK_FALSE(problems[0].remedy.empty());
  // Just below it is in order.
  study.move(1, rigid * 0.9999, rigid * 0.95);
  CHECK(study.problems().empty());
}

TEST_CASE("a mode measured below that of the joint without friction is refused") {
  // The lowest normal stiffness that the search may choose: wider bounds reach lower.
  const double normal = 1e12, free = bending(lap_joint(1e5, normal), 1);
  REQUIRE(free < 0.9 * bending(lap_joint(1e20, 1e20), 1));
  const std::vector<std::string> bounds = {"bounds.normal_stiffness.lower=" + to_text(normal)};
  const MovedStudy study;
  study.move(1, free * 1.05, free * 0.98);
  const std::vector<Problem> problems = study.problems(bounds);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].where == "mode-1.csv");
  CHECK(problems[0].key == "column frequency_hz, last row");
  CHECK(problems[0].found == to_text(free * 0.98, 6) + " Hz for mode 1");
  CHECK_THAT(problems[0].rule, Contains("must not be below " + to_text(free, 6) + " Hz"));
  study.move(1, free * 1.05, free * 1.01);
  CHECK(study.problems(bounds).empty());
}

TEST_CASE("where contact may open, the halves that bend on their own set the lower bound") {
  // Two free beams: the second bending mode in phase is at 83 Hz, far below that of the joint.
  const std::vector<std::string> penalty = {"combinations[].normal=penalty"};
  const double free = bending(lap_joint(1e5, 1e5), 2), third = bending(lap_joint(1e5, 1e5), 3);
  REQUIRE(free < 0.2 * third);
  const MovedStudy study;
  study.move(2, third * 0.9, third * 0.8);
  CHECK(study.problems(penalty).empty());
  study.move(2, free * 1.1, free * 0.9);
  const std::vector<Problem> problems = study.problems(penalty);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].rule, Contains("must not be below " + to_text(free, 6) + " Hz"));
}

TEST_CASE("a lateral mode measured for a bending one is told") {
  const auto rigid = lap_joint(1e20, 1e20);
  REQUIRE(rigid.bending[0] == 0);
  REQUIRE(rigid.bending[1] > 1);
  const double lateral = rigid.frequencies_hz[1];
  const MovedStudy study;
  study.move(1, lateral * 0.995, lateral * 0.99);
  const std::vector<Problem> problems = study.problems();
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].rule,
             Contains("nearest to a lateral mode") && Contains(to_text(lateral, 6) + " Hz"));
  CHECK_THAT(problems[0].remedy, Contains("mode_index"));
  // Chosen by its place, it is the mode that was meant.
  CHECK(study.problems({R"(combinations[].mode_index={"1": 1})"}).empty());
}

TEST_CASE("a combination's own measured curve is compared too") {
  const double rigid = bending(lap_joint(1e20, 1e20), 1);
  const MovedStudy study;
  study.move(3, rigid * 1.02, rigid);  // a curve of mode 1 in the file of mode 3
  const std::vector<Problem> problems =
      study.problems({R"(combinations[iwan4].experiment={"1": "mode-3.csv"})"});
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].where == "mode-3.csv");
}
