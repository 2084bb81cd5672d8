#include "modal/simulate.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>

#include "core/failure.hpp"
#include "experiment/ringdown.hpp"
#include "modal/averaging_cycle.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

constexpr double kPi = 3.14159265358979323846;
const Registry& models() { return Registry::built_in(); }

std::string shipped(const std::string& name) {
  std::ifstream file(std::string(SLIPFRONT_SOURCE_DIR) + "/modal/specs/" + name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::string kJoint = R"("joint": {"model": "iwan4", "params": {"slip_traction": 40000,
    "tangential_stiffness": 2.5e5, "chi": -0.5, "beta": 1}})";
const std::string kPulse = R"("pulse": {"amplitude": 10000, "width": 0.02})";

SimulationCase paper(double duration) {
  SimulationCase made =
      parse_simulation_case(shipped("half-sine.json"), "half-sine.json", models());
  made.duration = duration;
  return made;
}

std::string refusal(const std::string& members) {
  try {
    parse_simulation_case("{" + members + "}", "case.json", models());
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

std::string with(const std::string& members) { return R"("stiffness": 1.4e5, )" + members; }

/// Frequency and damping of averaging at the amplitudes of a computed decay: the worst
/// relative differences.
struct Worst {
  double frequency = 0, damping = 0;
};
Worst against_averaging(const SimulationCase& c, const std::vector<DecayPoint>& decay,
                        double lowest) {
  const auto law = models().find(c.model).bind(Framework::non_masing, c.values);
  Worst worst;
  for (const DecayPoint& p : decay) {
    if (p.amplitude < lowest) continue;
    const AveragedRate rate = averaged_rate(c.oscillator, *law, p.amplitude);
    worst.frequency =
        std::max(worst.frequency, std::abs(rate.omega / (2 * kPi * p.frequency_hz) - 1));
    worst.damping = std::max(worst.damping, std::abs(rate.zeta / p.damping - 1));
  }
  return worst;
}

}  // namespace

// Shetty and Allen, table 1, with a pulse of 10 kN on 1 kg.
TEST_CASE("the paper's example: frequency when stuck, amplitude after the pulse") {
  const SimulationCase c = paper(0.5);
  Simulation runs[3];
  for (const IntegrationMethod method : {IntegrationMethod::newmark, IntegrationMethod::averaging,
                                         IntegrationMethod::newmark_averaging}) {
    Simulation& run = runs[static_cast<int>(method)];
    run = simulate_case(c, models(), method, true);
    CHECK(run.stuck_hz == Approx(std::sqrt(3.9e5) / (2 * kPi)));
    CHECK(run.warnings.empty());
    CHECK(run.response.size() == runs[0].response.size());
    CHECK(run.decay.size() > 10);
  }
  // During the pulse the joint is not in a steady cycle: percents.
  CHECK(runs[1].decay[0].amplitude == Approx(runs[2].decay[0].amplitude).epsilon(0.1));
  const std::size_t late = runs[0].response.size() - 100;
  double apart = 0, height = 0;
  for (std::size_t i = late; i < late + 100; ++i) {
    apart = std::max(apart,
                     std::abs(runs[0].response.displacement[i] - runs[2].response.displacement[i]));
    height = std::max(height, std::abs(runs[0].response.displacement[i]));
  }
  CHECK(apart < 0.3 * height);
}

TEST_CASE("averaging against Newmark's rule: frequency within 0.04 %, damping within 2 %") {
  SimulationCase c = paper(4);
  const Simulation elements = simulate_case(c, models(), IntegrationMethod::newmark, false);
  const Worst discrete = against_averaging(c, elements.decay, 1e-4);
  CHECK(discrete.frequency < 4e-4);
  CHECK(discrete.damping < 0.02);
  c.grid.reset();
  const Simulation exact = simulate_case(c, models(), IntegrationMethod::newmark, false);
  const Worst worst = against_averaging(c, exact.decay, 0);
  // Newmark's own period error, (omega h)^2/12 = 8.2e-5, and little else.
  CHECK(worst.frequency < 1e-4);
  CHECK(worst.damping < 2e-3);
}

TEST_CASE("forty seconds: as exact, and a hundred times faster in the same run", "[long]") {
  SimulationCase c = paper(40);
  const Simulation elements = simulate_case(c, models(), IntegrationMethod::newmark, false);
  double seconds = 1e9;
  for (int i = 0; i < 5; ++i)
    seconds =
        std::min(seconds, simulate_case(c, models(), IntegrationMethod::averaging, false).seconds);
  CHECK(elements.seconds > 100 * seconds);
  c.grid.reset();
  const Simulation exact = simulate_case(c, models(), IntegrationMethod::newmark, false);
  CHECK(exact.decay.back().amplitude < 1e-6);
  const Worst worst = against_averaging(c, exact.decay, 0);
  CHECK(worst.frequency < 4e-4);
  CHECK(worst.damping < 0.02);
  // With the paper's coefficients too, from 0.7 s on as there.
  const auto law = models().find(c.model).bind(Framework::non_masing, c.values);
  for (const DecayPoint& p : exact.decay) {
    if (p.time < 0.7) continue;
    const AveragedRate rate = secant_rate(c.oscillator, *law, p.amplitude);
    CHECK(rate.omega / (2 * kPi) == Approx(p.frequency_hz).epsilon(4e-4));
    CHECK(rate.zeta == Approx(p.damping).epsilon(0.02));
  }
}

// The first mode of Deaner et al. at 3.39 N m, let go from 0.7 F_S.
TEST_CASE("the ring-down of a modal Iwan joint by both ways of extraction", "[long]") {
  SimulationCase c = parse_simulation_case(shipped("modal-iwan.json"), "modal-iwan.json", models());
  const IwanJoint joint =
      IwanJoint::from_stiffness(c.values[0], c.values[1], c.values[2], c.values[3]);
  CHECK(joint.force(c.start) == Approx(0.7 * joint.slip_force()).epsilon(0.01));
  c.start = joint.amplitude(0.7 * joint.slip_force());
  c.duration = 2;
  const Simulation run = simulate_case(c, models(), IntegrationMethod::newmark, false);
  const auto law = models().find(c.model).bind(Framework::non_masing, c.values);
  const auto check = [&](const std::vector<DecayPoint>& decay) {
    const double edge =
        1.8;  // s: at the record's end filters and windows see half of what they need
    int checked = 0;
    for (const DecayPoint& p : decay) {
      if (p.time > edge) continue;
      const AveragedRate rate = averaged_rate(c.oscillator, *law, p.amplitude);
      CHECK(p.frequency_hz == Approx(rate.omega / (2 * kPi)).epsilon(5e-4));
      CHECK(p.damping == Approx(rate.zeta).epsilon(0.03));
      ++checked;
    }
    CHECK(checked > 50);
  };
  check(run.decay);
  Record record;
  record.source = "modal Iwan";
  record.sampling_hz = 1 / run.response.step;
  record.channels = {{"q", run.response.acceleration}};
  for (const DecayMethod method : {DecayMethod::peaks, DecayMethod::hilbert}) {
    RingdownOptions options;
    options.method = method;
    options.band = Band{60, 180};
    const std::vector<Decay> decays = analyse_ringdown(record, options);
    REQUIRE(decays.size() == 1);
    check(decays[0].points);
    // From the first cycle on.
    CHECK(joint.force(decays[0].points.front().amplitude) > 0.6 * joint.slip_force());
  }
}

TEST_CASE("any law of the registry, with its history") {
  const std::string start =
      R"("start": {"displacement": 1e-3}, "duration": 0.3, "slip_force": 500)";
  const std::vector<std::string> joints = {
      R"({"model": "jenkins", "params": {"slip_traction": 50, "tangential_stiffness": 1e5}})",
      R"({"model": "bouc_wen_1", "params": {"initial_stiffness": 1e5, "alpha": 900, "beta_over_alpha": 0.5}})",
      R"({"model": "valanis", "params": {"initial_stiffness": 1e5, "slip_stiffness": 1e4, "lambda": 900, "kappa": 0.5}})"};
  for (const std::string& joint : joints) {
    CAPTURE(joint);
    const SimulationCase c = parse_simulation_case(
        R"({"stiffness": 1e5, "damping_ratio": 1e-3, "joint": )" + joint + ", " + start + "}", "x",
        models());
    const Simulation newmark = simulate_case(c, models(), IntegrationMethod::newmark, false);
    REQUIRE(newmark.decay.size() > 3);
    const auto law = models().find(c.model).bind(Framework::non_masing, c.values);
    const DecayPoint& p = newmark.decay[newmark.decay.size() / 2];
    const AveragedRate rate = averaged_rate(c.oscillator, *law, p.amplitude);
    CHECK(rate.omega / (2 * kPi) == Approx(p.frequency_hz).epsilon(0.01));
    CHECK(rate.zeta == Approx(p.damping).epsilon(0.1));
  }
}

TEST_CASE("averaging tells of joints that do not follow Masing's rules") {
  const auto run = [](const std::string& joint, IntegrationMethod method) {
    const SimulationCase c = parse_simulation_case(
        R"({"stiffness": 2e5, "damping_ratio": 2e-3, "start": {"displacement": 3e-4},
            "duration": 1, "slip_force": 60, "joint": )" +
            joint + "}",
        "x", models());
    return simulate_case(c, models(), method, false);
  };
  const std::string iwan =
      R"({"slip_traction": 60, "tangential_stiffness": 3e5, "chi": -0.5, "beta": 0.3)";
  const std::string four = R"({"model": "iwan4", "params": )" + iwan + "}}",
                    five = R"({"model": "iwan5", "params": )" + iwan + R"(, "theta": 0.7}})";
  CHECK(run(four, IntegrationMethod::averaging).warnings.empty());
  const Simulation said = run(five, IntegrationMethod::averaging);
  REQUIRE(said.warnings.size() == 1);
  CHECK_THAT(said.warnings[0], Contains("does not follow Masing's rules"));
  // It is true: the same decay by Newmark's rule.
  const Simulation newmark = run(five, IntegrationMethod::newmark);
  CHECK(newmark.warnings.empty());
  const auto law = models().find("iwan5").bind(Framework::non_masing,
                                               std::vector<double>{60, 3e5, -0.5, 0.3, 0.7});
  const Oscillator o = parse_simulation_case(
                           R"({"stiffness": 2e5, "damping_ratio": 2e-3, "slip_force": 60,
                               "start": {"displacement": 3e-4}, "duration": 1, "joint": )" +
                               five + "}",
                           "x", models())
                           .oscillator;
  double worst = 0;
  for (const DecayPoint& p : newmark.decay)
    worst = std::max(worst, std::abs(averaged_rate(o, *law, p.amplitude).zeta / p.damping - 1));
  CHECK(worst > 0.05);
  CHECK(worst < 0.2);
}

TEST_CASE("a loose residual tolerance is warned of") {
  SimulationCase c = paper(0.3);
  c.residual_tolerance = 1e-6;
  const Simulation run = simulate_case(c, models(), IntegrationMethod::newmark, false);
  REQUIRE(run.warnings.size() == 2);
  CHECK_THAT(run.warnings[0], Contains("distorts the damping"));
  CHECK_THAT(run.warnings[1], Contains("below an amplitude of"));
}

TEST_CASE("cases that cannot be are refused, all problems at once") {
  CHECK_THAT(refusal(with(kJoint + R"(, "pulse": {"amplitude": 1, "width": 2}, "duration": 1)")),
             Contains("/pulse/width") && Contains("must be shorter than the record of 1 s") &&
                 Contains("lengthen the duration"));
  CHECK_THAT(refusal(with(R"("joint": {"model": "iwan4", "params": {"slip_traction": 40000,
        "tangential_stiffness": 2.5e5, "chi": -1.2, "beta": 1}, "elements": {}}, "duration": 1, )" +
                          kPulse)),
             Contains("/joint/params/chi") && Contains("must be above -1"));
  // Whether or not the joint is made of elements.
  for (const std::string chi : {"-1", "-1.0000001", "-1.5"})
    CHECK_THAT(refusal(with(R"("joint": {"model": "iwan4", "params": {"slip_traction": 40000,
        "tangential_stiffness": 2.5e5, "chi": )" +
                            chi + R"(, "beta": 1}}, "duration": 1, )" + kPulse)),
               Contains("/joint/params/chi") && Contains("must be above -1"));
  CHECK_THAT(
      refusal(with(kJoint + R"(, "pulse": {"amplitude": 1, "width": 1e-12}, "duration": 1)")),
      Contains("/pulse/width") && Contains("ten are needed"));
  CHECK_THAT(
      refusal(with(kJoint + ", " + kPulse + R"(, "duration": 1, "averaging_tolerance": 1e-30)")),
      Contains("/averaging_tolerance"));
  CHECK_THAT(refusal(with(kJoint + R"(, "duration": 1)")), Contains("neither a pulse nor a start"));
  CHECK_THAT(
      refusal(with(kPulse + R"(, "duration": 1, "joint": {"model": "ivan4", "params": {}})")),
      Contains("did you mean 'iwan4'"));
  CHECK_THAT(refusal(with(kPulse + R"(, "duration": 1, "joint": {"model": "elastic_dry_friction",
                     "params": {}})")),
             Contains("needs a normal force"));
  CHECK_THAT(
      refusal(with(kPulse + R"(, "duration": 1, "joint": {"model": "jenkins",
                     "params": {"slip_traction": 1, "stiffness": 3}, "elements": {}})")),
      Contains("/joint/params/tangential_stiffness") && Contains("is no parameter of jenkins"));
  CHECK_THAT(refusal(with(kPulse + R"(, "duration": 1, "joint": {"model": "jenkins", "params":
                     {"slip_traction": 1, "tangential_stiffness": 3}, "elements": {}})")),
             Contains("only discretise the model iwan4"));
  CHECK_THAT(refusal(with(kPulse + R"(, "duration": 1, "joint": {"model": "bouc_wen_1", "params":
                     {"initial_stiffness": 1e5, "alpha": 900, "beta_over_alpha": 0.5}})")),
             Contains("/slip_force"));
  CHECK_THAT(refusal(with(kJoint + ", " + kPulse + R"(, "duration": 1, "viscous_damping": 1e6)")),
             Contains("critical damping"));
  CHECK_THAT(refusal(with(kJoint + ", " + kPulse + R"(, "duration": 1e9)")),
             Contains("shorten it, or lower steps_per_period"));
  CHECK_THAT(refusal(R"("damping_ratio": 2, "mas": 3, )" + kJoint + ", " + kPulse),
             Contains("/stiffness") && Contains("/damping_ratio") && Contains("/duration") &&
                 Contains("did you mean 'mass'"));
  CHECK_THROWS_WITH(integration_method("newmrk"), Contains("did you mean 'newmark'"));
  CHECK(to_text(integration_method("newmark+averaging")) == "newmark+averaging");
}

TEST_CASE("with theta = 1 the five-parameter law rings down as the four-parameter one") {
  const auto decay = [](const std::string& model, const std::string& more) {
    const auto simulated = parse_simulation_case(
        R"({"mass": 1, "stiffness": 1.4e5, "damping_ratio": 1e-3, "duration": 1,
            "start": {"displacement": 2e-3}, "joint": {"model": ")" +
            model + R"(", "params": {"slip_traction": 100, "tangential_stiffness": 2.5e5,
            "chi": -0.5, "beta": 1)" +
            more + "}}}",
        "case.json", models());
    return simulate_case(simulated, models(), IntegrationMethod::newmark, false);
  };
  const Simulation four = decay("iwan4", ""), five = decay("iwan5", R"(, "theta": 1)");
  REQUIRE(four.decay.size() > 30);
  REQUIRE(five.decay.size() == four.decay.size());
  for (std::size_t i = 0; i < four.decay.size(); ++i) {
    CHECK(five.decay[i].amplitude == Approx(four.decay[i].amplitude).epsilon(1e-4));
    CHECK(five.decay[i].damping == Approx(four.decay[i].damping).epsilon(1e-3));
  }
}
