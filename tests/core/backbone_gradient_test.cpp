// Gradients of whole backbones by every parameter against differences of backbones, on the
// reference WJROM: Richardson's extrapolation of central differences over falling steps
// (Ridders), which tells its own error, so that kinks and rounding are seen for what they are.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "core/parameter.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

namespace {

struct Case {
  const char* model;
  Framework framework;
  std::vector<double> values;
  ContactOptions contact = {};
  PrestressKind prestress = PrestressKind::full;
  Dissipation dissipation = Dissipation::local;
  int quadrature = 10;
  int mode = 1;
};

struct Difference {
  Eigen::ArrayXd value, error;
};

/// d f / d x at 0 for all amplitudes at once.
template <class F>
Difference ridders(const F& f, double step) {
  constexpr int kRows = 7;
  constexpr double kShrink = 2;
  std::vector<std::vector<Eigen::ArrayXd>> table(kRows);
  Difference best;
  for (int i = 0; i < kRows; ++i, step /= kShrink) {
    table[i].push_back((f(step) - f(-step)) / (2 * step));
    if (i == 0) {
      best.value = table[0][0];
      best.error = Eigen::ArrayXd::Constant(best.value.size(), 1e300);
    }
    double factor = kShrink * kShrink;
    for (int j = 1; j <= i; ++j, factor *= kShrink * kShrink) {
      const Eigen::ArrayXd next = (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1);
      table[i].push_back(next);
      const Eigen::ArrayXd error =
          (next - table[i][j - 1]).abs().max((next - table[i - 1][j - 1]).abs());
      const auto better = error < best.error;
      best.value = better.select(next, best.value).eval();
      best.error = better.select(error, best.error).eval();
    }
  }
  return best;
}

struct Count {
  int compared = 0, kinks = 0;
  double worst = 0;
};

/// To 1e-5 of max(|component|, 1e-6 of the largest of the backbone in search scale).
Count check_gradients(const ModalSolver& solver, const Case& c, std::size_t amplitude_count = 7,
                      const std::vector<double>& steps = {0.01}) {
  const ContactModel contact(Registry::built_in().find(c.model), c.framework, c.contact);
  const auto& parameters = contact.parameters();
  REQUIRE(parameters.size() == c.values.size());
  const auto amplitudes = log_spaced(1.37e-6, 0.83e-4, amplitude_count);
  BackboneOptions options;
  options.prestress = c.prestress;
  options.mode.bending = c.mode;
  options.dissipation = c.dissipation;
  options.quadrature = c.quadrature;
  options.loops = 3;
  options.loop_tolerance = 0;
  options.gradient = true;
  const Backbone at = solver.backbone(contact, c.values, amplitudes, options);
  CAPTURE(c.model, int(c.framework), int(c.dissipation));
  REQUIRE(at.failed() == 0);
  options.gradient = false;
  const auto n = static_cast<Eigen::Index>(amplitudes.size());
  const auto count = static_cast<Eigen::Index>(parameters.size());
  Eigen::ArrayXXd slopes(2 * n, count);  // by search variables: frequency, then damping
  for (Eigen::Index p = 0; p < count; ++p) {
    const auto i = static_cast<std::size_t>(p);
    const double chain = search_slope(parameters[i], c.values[i]);
    slopes.col(p) << at.d_frequency.col(p).array() * chain, at.d_damping.col(p).array() * chain;
  }
  const double largest[] = {slopes.topRows(n).abs().maxCoeff(),
                            slopes.bottomRows(n).abs().maxCoeff()};
  Count result;
  for (Eigen::Index p = 0; p < count; ++p) {
    const auto i = static_cast<std::size_t>(p);
    const double x = to_search(parameters[i], c.values[i]);
    const auto f = [&](double h) {
      std::vector<double> values = c.values;
      values[i] = from_search(parameters[i], x + h);
      const Backbone b = solver.backbone(contact, values, amplitudes, options);
      REQUIRE(b.failed() == 0);
      Eigen::ArrayXd out(2 * n);
      for (Eigen::Index k = 0; k < n; ++k) {
        out[k] = b.frequency_hz[static_cast<std::size_t>(k)];
        out[n + k] = b.damping[static_cast<std::size_t>(k)];
      }
      return out;
    };
    // Of several steps the one that comes nearest: a long one crosses kinks, a short one is lost in
    // rounding, and neither makes a wrong slope right.
    Difference d = ridders(f, steps.front());
    if (steps.size() > 1) {
      // Residuals of up to 3e-11 leave some 1e-12 of each value: what differences cannot resolve.
      constexpr double kLeft = 1e-12;
      d.error += kLeft * f(0).abs() / steps.front();
    }
    for (std::size_t more = 1; more < steps.size(); ++more) {
      const Difference other = ridders(f, steps[more]);
      const auto nearer = (other.value - slopes.col(p)).abs() < (d.value - slopes.col(p)).abs();
      const Eigen::Array<bool, Eigen::Dynamic, 1> take = nearer;
      d.value = take.select(other.value, d.value).eval();
      d.error = d.error.max(take.select(other.error, d.error)).eval();
    }
    for (Eigen::Index k = 0; k < 2 * n; ++k) {
      const double floor = 1e-6 * largest[k / n];
      const double allowed = 1e-5 * std::max(std::abs(slopes(k, p)), floor);
      const double apart = std::abs(slopes(k, p) - d.value[k]);
      // The differences themselves know no better.
      if (d.error[k] > allowed) {
        ++result.kinks;
        const double coarse = 1e-5 * std::max(std::abs(slopes(k, p)), 1e-3 * largest[k / n]);
        if (d.error[k] > coarse) continue;
        CAPTURE(c.model, int(c.framework), int(c.prestress), p, k, slopes(k, p), d.value[k],
                d.error[k]);
        CHECK(apart <= coarse + d.error[k]);
        continue;
      }
      ++result.compared;
      result.worst = std::max(result.worst, apart / std::max(std::abs(slopes(k, p)), floor));
      CAPTURE(c.model, int(c.framework), int(c.prestress), p, k, slopes(k, p), d.value[k],
              d.error[k]);
      CHECK(apart <= allowed + d.error[k]);
    }
  }
  return result;
}

void check_all(const std::vector<Case>& cases) {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  for (const Case& c : cases) {
    const Count count = check_gradients(solver, c);
    CAPTURE(c.model, int(c.framework), int(c.prestress), count.compared, count.kinks, count.worst);
    CHECK(count.compared > count.kinks);
    if (std::getenv("SLIPFRONT_SHOW"))
      std::printf("%-28s %d %d %d: %d compared, %d unresolved, worst %.1e\n", c.model,
                  int(c.framework), int(c.prestress), int(c.dissipation), count.compared,
                  count.kinks, count.worst);
  }
}

constexpr auto kMasing = Framework::masing;
constexpr auto kLoops = Framework::non_masing;
constexpr ContactOptions kSpring{.post_slip = true};
const std::vector<double> kIwan{1.5e5, 3e12, -0.4, 1e-3, 1e13};
const double kSoft = std::pow(10, 12.31);

double ten(double exponent) { return std::pow(10, exponent); }

}  // namespace

TEST_CASE("gradients of Masing backbones") {
  check_all({
      {"jenkins", kMasing, {1.8e5, 3e12, 1e13}},
      {"generalized_jenkins_prager", kMasing, {1.2e5, 2e12, 1.5e11, 1e13}},
      {"iwan4", kMasing, kIwan},
      {"iwan4", kMasing, {1.5e5, 3e12, -0.4, 1e-2, 1e10, 1e14}, kSpring},
      {"iwan5", kMasing, {1.5e5, 3e12, -0.4, 1e-3, 0.93, 1e13}},
      {"bouc_wen", kMasing, {5e12, 1e8, 0.9, 1e13}},
      {"bouc_wen_1", kMasing, {5e12, 3e7, 1e13}},
      {"bouc_wen_2", kMasing, {5e12, 1e2, 1e13}},
      {"valanis", kMasing, {5e12, 1e11, 3e7, 0.2, 1e13}},
      {"jenkins", kMasing, {1.8e5, 3e12, 1e13}, {}, PrestressKind::full, Dissipation::modal},
      {"elastic_dry_friction",
       kMasing,
       {0.9, 3e13, kSoft},
       {},
       PrestressKind::full,
       Dissipation::modal},
      {"elastic_dry_friction", kMasing, {0.9, 3e13, kSoft}},
  });
}

void check_elements(const std::vector<Case>& cases, std::size_t amplitudes) {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  for (Case c : cases) {
    c.dissipation = Dissipation::modal;
    c.quadrature = 4;
    // 152 points change between stick and slip at as many places.
    const Count count = check_gradients(solver, c, amplitudes, {0.01, 1e-3, 1e-4});
    CAPTURE(c.model, c.contact.post_slip, count.compared, count.kinks, count.worst);
    CHECK(count.compared > count.kinks);
    if (std::getenv("SLIPFRONT_SHOW"))
      std::printf("elements %-28s %d compared, %d unresolved, worst %.1e\n", c.model,
                  count.compared, count.kinks, count.worst);
  }
}

TEST_CASE("gradients on elements, a backbone of two amplitudes") {
  check_elements({{"jenkins", kLoops, {ten(5.355), ten(13.5), ten(11.35)}},
                  {"elastic_dry_friction", kLoops, {1.1, ten(14.6), ten(11.76)}}},
                 2);
}

TEST_CASE("gradients on elements, all five laws", "[long]") {
  constexpr ContactOptions kPenalty{.normal = NormalContact::penalty};
  check_elements(
      {{"jenkins", kLoops, {ten(5.355), ten(13.5), ten(11.35)}},
       {"generalized_jenkins_prager", kLoops, {ten(5.3), ten(14), ten(10.5), ten(11.4)}},
       {"elastic_dry_friction", kLoops, {1.1, ten(14.6), ten(11.76)}},
       {"elastic_dry_friction", kLoops, {1.1, ten(14.6), ten(7.5), ten(11.755)}, kSpring},
       {"generalized_jenkins_prager",
        kLoops,
        {ten(5.5), ten(14.4), ten(9.1), ten(12.47)},
        kPenalty}},
      4);
}

TEST_CASE("gradients of modes 2 and 3") {
  check_all(
      {{"jenkins", kLoops, {1.8e5, 3e12, 1e13}, {}, PrestressKind::full, Dissipation::local, 10, 2},
       {"bouc_wen_1",
        kLoops,
        {5e12, 2e7, -0.5, 1e13},
        {},
        PrestressKind::full,
        Dissipation::local,
        10,
        3},
       {"iwan4", kMasing, kIwan, {}, PrestressKind::full, Dissipation::local, 10, 3},
       {"valanis",
        kMasing,
        {5e12, 1e11, 3e7, 0.2, 1e13},
        {},
        PrestressKind::full,
        Dissipation::local,
        10,
        2}});
}

TEST_CASE("gradients through prestress and loops") {
  for (const PrestressKind kind :
       {PrestressKind::full, PrestressKind::conservative, PrestressKind::none})
    check_all({
        {"jenkins", kLoops, {1.8e5, 3e12, 1e13}, {}, kind},
        {"jenkins", kLoops, {1.8e5, 3e12, 1e11, 1e13}, kSpring, kind},
        {"generalized_jenkins_prager", kLoops, {1.2e5, 2e12, 1.5e11, 1e13}, {}, kind},
        {"bouc_wen_1", kLoops, {5e12, 2e7, -0.5, 1e13}, {}, kind},
        {"bouc_wen_1", kLoops, {5e12, 2e7, 0.4, 1e11, 1e13}, kSpring, kind},
        {"bouc_wen", kLoops, {5e12, 1e8, -0.5, 0.9, 1e13}, {}, kind},
        {"valanis", kLoops, {5e12, 1e11, 2e7, 0.2, 1e13}, {}, kind},
        {"iwan4", kLoops, kIwan, {}, kind},
        {"iwan5", kLoops, {1.5e5, 3e12, -0.4, 1e-3, 0.93, 1e13}, {}, kind},
        {"bouc_wen_2", kLoops, {5e12, 1e2, -0.5, 1e13}, {}, kind},
        {"prager", kLoops, {1.2e5, 1.5e11, 1e13}, {}, kind},
    });
}

TEST_CASE("gradients of modal and path dissipation, and of penalty contact") {
  check_all({
      {"jenkins", kLoops, {1.8e5, 3e12, 1e13}, {}, PrestressKind::full, Dissipation::modal},
      {"valanis",
       kLoops,
       {5e12, 1e11, 2e7, 0.2, 1e13},
       {},
       PrestressKind::conservative,
       Dissipation::modal},
      {"elastic_dry_friction", kLoops, {0.9, 3e13, kSoft}},
      {"elastic_dry_friction", kLoops, {0.9, 3e13, 1e9, kSoft}, kSpring},
      {"elastic_dry_friction",
       kLoops,
       {0.9, 3e13, kSoft},
       {},
       PrestressKind::full,
       Dissipation::modal},
      {"generalized_jenkins_prager",
       kLoops,
       {1.8e5, 3e12, 1e11, std::pow(10, 11.8)},
       {.normal = NormalContact::penalty},
       PrestressKind::full,
       Dissipation::local,
       24},
      {"elastic_dry_friction", kLoops, {0.9, 3e13, 1e13}},
      // Few points: the slope at the turn itself counts.
      {"iwan5",
       kLoops,
       {1.5e5, 3e12, -0.4, 0.3, 0.93, std::pow(10, 11.8)},
       {.normal = NormalContact::penalty},
       PrestressKind::full,
       Dissipation::local,
       4},
  });
}
