#include "core/modal_solver.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <limits>
#include <numbers>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "core/measured_backbone.hpp"
#include "models/registry.hpp"
#include "secant_method.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;
using namespace slipfront::test;
using std::numbers::pi;

namespace {

constexpr double kKn = 1e12;

std::shared_ptr<const Structure> shared(Structure s) {
  return std::make_shared<const Structure>(std::move(s));
}

}  // namespace

TEST_CASE("one mass on a bilinear joint follows its closed form") {
  const double k = 1e6, area = 2e-4, ts = 1e5, kt = 5e10;
  const ModalSolver solver(shared(single_mass(k, 9e7, area)));
  const test::BilinearLaw law("bilinear");
  const ContactModel contact(law, Framework::masing);
  const std::vector<double> values{ts, kt, kKn};
  BackboneOptions options;
  options.mode.index = 0;
  options.zeta0 = 1e-3;
  const auto amplitudes = log_spaced(1e-7, 1e-4, 20);
  const Backbone b = solver.backbone(contact, values, amplitudes, options);
  REQUIRE(b.failed() == 0);
  CHECK(b.mode_index == 0);
  CHECK(b.linear_frequencies_hz[0] == Approx(std::sqrt(k + area * kt) / (2 * pi)).epsilon(1e-12));
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double q = amplitudes[i];
    const double force = area * std::min(ts, kt * q);
    const double lambda = k + force / q;
    const double loss = area * std::max(0.0, 4 * ts * (q - ts / kt));
    CHECK(b.frequency_hz[i] == Approx(std::sqrt(lambda) / (2 * pi)).epsilon(1e-11));
    CHECK(b.dissipation[i] == Approx(loss).epsilon(1e-9).margin(1e-20));
    CHECK(b.damping[i] == Approx(loss / (2 * pi * lambda * q * q) + 1e-3).epsilon(1e-9));
    CHECK(b.residual[i] < 1e-12);
  }
}

TEST_CASE("a joint of several patches agrees with repeated secant springs") {
  const Structure s = random_joint(3, 6, 7);
  const ModalSolver solver(shared(s));
  const test::TanhLaw law("tanh");
  ContactOptions with_kp;
  with_kp.post_slip = true;
  const ContactModel contact(law, Framework::masing, with_kp);
  const double ts = 3e4, kt = 3e10, kp = 1e9;
  const std::vector<double> values{ts, kt, kp, kKn};
  const auto bound = law.bind(Framework::masing, contact.law_values(values));
  for (const int mode : {0, 1}) {
    BackboneOptions options;
    options.mode.index = mode;
    const auto amplitudes = log_spaced(1e-8, 2e-5, 12);
    const Backbone b = solver.backbone(contact, values, amplitudes, options);
    REQUIRE(b.failed() == 0);
    CHECK(b.frequency_hz.back() < 0.99 * b.frequency_hz.front());  // it softens
    for (std::size_t i = 0; i < b.size(); i += 3) {
      const test::SecantSolution other =
          test::secant_method(s, *bound, kp, kKn, amplitudes[i], mode);
      REQUIRE(other.change < 1e-11);
      CHECK(b.frequency_hz[i] == Approx(std::sqrt(other.lambda) / (2 * pi)).epsilon(1e-10));
      CHECK(b.dissipation[i] == Approx(other.dissipation).epsilon(1e-7));
    }
  }
}

TEST_CASE("gradients agree with central differences") {
  const ModalSolver solver(shared(random_joint(3, 6, 11)));
  const test::TanhLaw law("tanh");
  ContactOptions with_kp;
  with_kp.post_slip = true;
  const ContactModel contact(law, Framework::masing, with_kp);
  const std::vector<double> values{3e4, 3e10, 1e9, 1e11};
  BackboneOptions options;
  options.mode.index = 0;
  options.gradient = true;
  const auto amplitudes = log_spaced(1e-7, 1e-5, 6);
  const Backbone b = solver.backbone(contact, values, amplitudes, options);
  REQUIRE(b.failed() == 0);
  for (std::size_t p = 0; p < values.size(); ++p) {
    const double h = 1e-4 * values[p];
    auto up = values, down = values;
    up[p] += h;
    down[p] -= h;
    const Backbone plus = solver.backbone(contact, up, amplitudes, options);
    const Backbone minus = solver.backbone(contact, down, amplitudes, options);
    const auto column = static_cast<Eigen::Index>(p);
    const double f_scale = b.frequency_hz[0] / values[p], z_scale = b.damping.back() / values[p];
    for (std::size_t i = 0; i < b.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      const double df = (plus.frequency_hz[i] - minus.frequency_hz[i]) / (2 * h);
      const double dz = (plus.damping[i] - minus.damping[i]) / (2 * h);
      CHECK(b.d_frequency(row, column) == Approx(df).epsilon(1e-6).margin(1e-9 * f_scale));
      CHECK(b.d_damping(row, column) == Approx(dz).epsilon(1e-6).margin(1e-8 * z_scale));
    }
  }
}

TEST_CASE("stiff sliders converge at every amplitude of the first mode") {
  const ModalSolver solver(shared(random_joint(5, 13, 3)));
  const test::BilinearLaw law("bilinear");
  const ContactModel contact(law, Framework::masing);
  BackboneOptions options;
  options.mode.index = 0;
  for (const double log_kt : {10.0, 12.0, 15.0, 18.5})
    for (const double log_kn : {10.0, 12.0, 16.0, 21.0}) {
      const std::vector<double> values{1e5, std::pow(10, log_kt), std::pow(10, log_kn)};
      const Backbone b = solver.backbone(contact, values, log_spaced(1e-7, 1e-4, 20), options);
      CAPTURE(log_kt, log_kn);
      CHECK(b.failed() == 0);
      for (const double residual : b.residual) CHECK(residual < 1e-10);
      for (const double zeta : b.damping) CHECK(zeta >= 0);
    }
}

TEST_CASE("a backbone depends on its arguments only") {
  const ModalSolver solver(shared(random_joint(3, 6, 7)));
  const test::TanhLaw law("tanh");
  const ContactModel contact(law, Framework::masing);
  const std::vector<double> values{3e4, 3e10, kKn};
  BackboneOptions options;
  options.mode.index = 0;
  const auto amplitudes = log_spaced(1e-7, 1e-5, 9);
  const Backbone all = solver.backbone(contact, values, amplitudes, options);
  const Backbone again = solver.backbone(contact, values, amplitudes, options);
  CHECK(all.frequency_hz == again.frequency_hz);
  CHECK(all.damping == again.damping);
  for (const std::size_t i : {0u, 4u, 8u}) {
    const Backbone one = solver.backbone(contact, values, std::vector{amplitudes[i]}, options);
    REQUIRE(one.failed() == 0);
    CHECK(one.frequency_hz[0] == Approx(all.frequency_hz[i]).epsilon(1e-11));
    CHECK(one.damping[0] == Approx(all.damping[i]).epsilon(1e-8));
  }
}

TEST_CASE("wrong requests are named") {
  const ModalSolver solver(shared(single_mass(1e6, 9e7, 2e-4)));
  const test::BilinearLaw law("bilinear");
  const ContactModel contact(law, Framework::masing);
  const std::vector<double> values{1e5, 5e10, kKn};
  const auto message = [&](const std::vector<double>& amplitudes) -> std::string {
    try {
      solver.backbone(contact, values, amplitudes);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  };
  CHECK(message({}) ==
        "amplitudes: found none; at least one amplitude is needed. "
        "give ascending amplitudes, as 1e-6,1e-5,1e-4.");
  CHECK(message({1e-5, 1e-6}).find("value 2: found 1e-06; amplitudes must be") !=
        std::string::npos);
  CHECK(message({-1e-5}).find("found -1e-05") != std::string::npos);

  BackboneOptions ninth;
  ninth.mode.bending = 9;
  const Backbone none = solver.backbone(contact, values, std::vector{1e-6}, ninth);
  CHECK(none.mode_index == -1);
  CHECK(none.status[0] == PointStatus::mode_not_found);
  const Backbone outside =
      solver.backbone(contact, std::vector{-1e5, 5e10, kKn}, std::vector{1e-6});
  CHECK(outside.status[0] == PointStatus::outside_domain);
  CHECK(std::isnan(outside.frequency_hz[0]));
}

TEST_CASE("a law that fails gives a backbone without numbers, and its reason as a note") {
  struct Failing final : BoundLaw {
    std::size_t parameter_count() const override { return 2; }
    std::size_t history_size(std::size_t) const override { return 0; }
    void start_history(std::size_t, const double*, double*) const override {}
    void hysteretic(const HystereticBatch&) const override {}
    void virgin(const VirginBatch&) const override { throw LawFailure("crashed, said the host"); }
  };
  struct FailingLaw final : test::BilinearLaw {
    using BilinearLaw::BilinearLaw;
    std::unique_ptr<const BoundLaw> bind(Framework, std::span<const double>) const override {
      return std::make_unique<Failing>();
    }
  };
  const ModalSolver solver(shared(single_mass(1e6, 9e7, 2e-4)));
  const FailingLaw law("failing");
  const ContactModel contact(law, Framework::masing);
  BackboneOptions options;
  options.mode.index = 0;
  const std::vector<double> values{1e5, 5e10, kKn}, amplitudes{1e-6, 1e-5};
  const Backbone b = solver.backbone(contact, values, amplitudes, options);
  CHECK(b.failed() == 2);
  CHECK(b.status == std::vector{PointStatus::law_failed, PointStatus::law_failed});
  CHECK(b.notes == std::vector<std::string>{"crashed, said the host"});
}

TEST_CASE("a prestress that cannot be solved is said without NaN") {
  const ModalSolver solver(shared(random_joint(3, 6, 7)));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing);
  BackboneOptions options;
  options.mode.index = 0;
  for (const double preload : {1e300, std::numeric_limits<double>::infinity()}) {
    options.preload = preload;
    const Backbone b =
        solver.backbone(contact, std::vector{3e4, 3e10, kKn}, std::vector{1e-7}, options);
    CHECK(b.status[0] == PointStatus::prestress_failed);
    CHECK(std::isnan(b.frequency_hz[0]));
    REQUIRE_FALSE(b.notes.empty());
    CHECK(b.notes[0].find("not converged") != std::string::npos);
    CHECK(b.notes[0].find("nan") == std::string::npos);
  }
}

TEST_CASE("requests that loops cannot meet are refused, all at once") {
  const ModalSolver solver(shared(single_mass(1e6, 9e7, 2e-4)));
  const ContactModel loops(Registry::built_in().find("jenkins"), Framework::non_masing);
  const ContactModel masing(Registry::built_in().find("jenkins"), Framework::masing);
  const std::vector<double> values{1e5, 5e10, kKn}, q{1e-6};
  BackboneOptions options;
  options.mode.index = 0;
  options.prestress = PrestressKind::none;
  options.quadrature = 41;
  CHECK_THROWS_WITH(
      solver.backbone(loops, values, q, options),
      Catch::Contains("quadrature: found 41; an odd rule has a point at amplitude 0") &&
          Catch::Contains("as 42"));
  CHECK(solver.backbone(masing, values, q, options).failed() == 0);  // between amplitudes: fine
  options.quadrature = 1;
  CHECK_THROWS_WITH(solver.backbone(masing, values, q, options),
                    Catch::Contains("a rule has at least 2 points"));
  options.quadrature = 3;
  options.loops = 0;
  options.loop_tolerance = -1;
  options.zeta0 = std::numeric_limits<double>::quiet_NaN();
  try {
    solver.backbone(loops, values, q, options);
    FAIL("accepted");
  } catch (const Failure& failure) {
    CHECK(failure.problems().size() == 4);
  }
}

TEST_CASE("an amplitude of zero is refused by name") {
  const ModalSolver solver(shared(single_mass(1e6, 9e7, 2e-4)));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing);
  for (const double q : {0.0, -1e-6, std::numeric_limits<double>::quiet_NaN(),
                         std::numeric_limits<double>::infinity()})
    CHECK_THROWS_WITH(solver.backbone(contact, std::vector{1e5, 5e10, kKn}, std::vector{q}),
                      Catch::Contains("amplitudes must be positive, finite"));
}

TEST_CASE("an interface without points is refused") {
  Structure s = single_mass(1e6, 9e7, 2e-4);
  s.stiffness(2, 2) = 1e6;
  s.interface.displacement.resize(0, 3);
  s.interface.force.resize(3, 0);
  s.interface.areas.resize(0);
  const auto refusal = [&]() -> std::string {
    try {
      const ModalSolver solver(shared(s));
      const ContactModel contact(Registry::built_in().find("jenkins"), Framework::masing);
      solver.backbone(contact, std::vector{1e5, 5e10, kKn}, std::vector{1e-6});
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  };
  CHECK_THAT(refusal(), Catch::Contains("point"));
}

TEST_CASE("a bolt load that opens the joint is named, wherever the sign is wrong") {
  const ContactModel contact(Registry::built_in().find("elastic_dry_friction"),
                             Framework::non_masing);
  const std::vector<double> values{0.5, 3e10, kKn}, q{1e-7};
  BackboneOptions options;
  options.mode.index = 0;
  Structure turned_load = random_joint(3, 6, 7);
  turned_load.source = "joint.mat";
  Structure turned_normal = turned_load;
  CHECK_NOTHROW(ModalSolver(shared(turned_load)).backbone(contact, values, q, options));
  turned_load.bolt_load *= -1;
  for (Eigen::Index row = 2; row < 9; row += 3) turned_normal.interface.displacement.row(row) *= -1;
  turned_normal.interface.force = turned_normal.interface.displacement.transpose();
  for (const Structure& s : {turned_load, turned_normal})
    CHECK_THROWS_WITH(ModalSolver(shared(s)).backbone(contact, values, q, options),
                      Catch::StartsWith("joint.mat, Fv: found 1000 N per bolt; contact is lost "
                                        "everywhere under the bolt load") &&
                          Catch::Contains("signs of Fv and of the normal rows"));
}

TEST_CASE("where a mode ends the amplitudes beyond say so, and those before stand") {
  // Penalty contact that a growing amplitude pulls apart for good: nothing holds the normal
  // motion of one mass but the bolt load, so that the mode ends at q = N / (A kn).
  Structure s = single_mass(9e8, 9e8, 2e-4);
  s.preload = 100;
  const ModalSolver solver(shared(s));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing,
                             {.normal = NormalContact::penalty});
  BackboneOptions options;
  options.mode.index = 0;
  const double gap = 100 / (2e-4 * 1e10);
  const std::vector<double> amplitudes{0.2 * gap, 0.9 * gap, 1.5 * gap, 10 * gap};
  const Backbone b = solver.backbone(contact, std::vector{1e5, 5e10, 1e10}, amplitudes, options);
  CHECK(b.status[0] == PointStatus::converged);
  CHECK(b.status[1] == PointStatus::converged);
  for (std::size_t i = 0; i < b.size(); ++i) {
    CAPTURE(i, to_text(b.status[i]), b.frequency_hz[i], b.damping[i]);
    CHECK((b.status[i] == PointStatus::converged) == std::isfinite(b.frequency_hz[i]));
    CHECK((b.status[i] == PointStatus::converged) == std::isfinite(b.damping[i]));
  }
}
