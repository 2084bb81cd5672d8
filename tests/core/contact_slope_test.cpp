// Derivatives by the parameters against central differences of the forces themselves: an
// interface is led from the bolt load through reversals, and through a gap that opens and
// closes, along displacements that depend on the parameters too.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "core/contact_rows.hpp"
#include "models/registry.hpp"
#include "simple_laws.hpp"

using namespace slipfront;

namespace {

const Eigen::VectorXd kAreas = Eigen::Vector2d(2e-4, 4e-4);
constexpr int kRows = 6;

enum class Then { turn, pass };
struct Stop {
  Eigen::VectorXd z;  // from the unloaded state in the first, from rest in the others
  Then then = Then::turn;
};

struct Journey {
  const FrictionLaw* law = nullptr;
  Framework framework = Framework::non_masing;
  ContactOptions options = {};
  InterfaceKind kind = InterfaceKind::patches;
  PrestressKind prestress = PrestressKind::full;
  std::vector<double> values = {};
  std::vector<Stop> stops = {};  // prestress; reversals and instants; the last is evaluated
};

/// d z / d (log of parameter p) at stop k: any fixed numbers.
Eigen::VectorXd drift(std::size_t k, Eigen::Index p) {
  Eigen::VectorXd d(kRows);
  for (int row = 0; row < kRows; ++row)
    d[row] = 3e-8 * std::sin(1.0 + 3.1 * double(k) + 1.7 * double(p) + 2.3 * row);
  return d;
}

struct Outcome {
  Eigen::VectorXd force, law, origin, rest;
  double work = 0, area = 0;
  Eigen::MatrixXd d_force, d_law, d_origin, d_rest, d_work, d_area;
};

Outcome travel(const Journey& j, const std::vector<double>& values, bool slopes) {
  const ContactModel contact(*j.law, j.framework, j.options);
  ContactRows rows(kAreas, j.kind, contact, values);
  const Eigen::Index n = rows.parameters();
  const auto z = [&](std::size_t k) {
    Eigen::VectorXd at = j.stops[k].z;
    for (Eigen::Index p = 0; p < n; ++p) {
      const auto i = static_cast<std::size_t>(p);
      at += (values[i] / j.values[i] - 1) * drift(k, p);
    }
    return at;
  };
  const auto d_z = [&](std::size_t k) {
    Eigen::MatrixXd d(kRows, n);
    for (Eigen::Index p = 0; p < n; ++p)
      d.col(p) = drift(k, p) / j.values[static_cast<std::size_t>(p)];
    return d;
  };
  auto work = rows.make_workspace();
  ContactHistory history = rows.settle(z(0), j.prestress);
  ContactHistorySlope slope;
  if (slopes) slope = rows.settle_slope(d_z(0), history, j.prestress);
  Outcome out;
  out.rest = rows.rest_force();
  if (slopes) out.d_rest = rows.rest_force_slope();
  const std::size_t last = j.stops.size() - 1;
  std::size_t from = 0;
  for (std::size_t k = 1; k < last; ++k) {
    const bool turns = j.stops[k].then == Then::turn;
    if (turns) from = k;
    const ContactHistory next =
        turns ? rows.turn(z(k), history, work) : rows.pass(z(k), history, work);
    if (slopes)
      slope = turns ? rows.turn_slope(z(k), d_z(k), history, slope, work)
                    : rows.pass_slope(z(k), d_z(k), history, slope, work);
    history = next;
  }
  out.force.resize(kRows);
  ContactRows::Blocks tangent(3, kRows);
  rows.evaluate(z(last), history, out.force, tangent, work);
  out.law = Eigen::Map<const Eigen::VectorXd>(history.law.data(),
                                              static_cast<Eigen::Index>(history.law.size()));
  out.origin = history.origin;
  const bool masing = j.framework == Framework::masing;
  const Eigen::VectorXd begin = from == 0 ? Eigen::VectorXd::Zero(kRows) : z(from);
  const Eigen::MatrixXd d_begin = from == 0 ? Eigen::MatrixXd::Zero(kRows, n) : d_z(from);
  if (rows.exact_work() && masing) out.area = rows.loop_area(z(last), work);
  if (rows.exact_work() && !masing) out.work = rows.work_since(begin, z(last), history, work);
  if (!slopes) return out;
  out.d_force = rows.force_slope(z(last), history, slope, work);
  const Eigen::MatrixXd along = d_z(last);
  for (int i = 0; i < kRows; i += 3)
    out.d_force.middleRows<3>(i) += tangent.middleCols<3>(i) * along.middleRows<3>(i);
  out.d_law = slope.law;
  out.d_origin = slope.origin;
  if (rows.exact_work() && masing)
    out.d_area = rows.loop_area_slope(z(last), along, work).transpose();
  if (rows.exact_work() && !masing)
    out.d_work = rows.work_slope(begin, d_begin, z(last), along, history, slope, work).transpose();
  return out;
}

/// Every slope against central differences, to 1e-6 of the largest entry of its column
/// where the parameter has a say, and of value / parameter.
void check_slopes(const Journey& j) {
  constexpr double kStep = 1e-6, kTolerance = 1e-6;
  const Outcome at = travel(j, j.values, true);
  for (std::size_t p = 0; p < j.values.size(); ++p) {
    auto up = j.values, down = j.values;
    const double h = kStep * std::abs(j.values[p]);
    up[p] += h;
    down[p] -= h;
    const Outcome more = travel(j, up, false), less = travel(j, down, false);
    const auto column = static_cast<Eigen::Index>(p);
    const auto compare = [&](const char* what, const Eigen::VectorXd& plus,
                             const Eigen::VectorXd& minus, const Eigen::MatrixXd& slope) {
      if (plus.size() == 0 || slope.size() == 0) return;
      const Eigen::VectorXd difference = (plus - minus) / (2 * h);
      const double scale = difference.cwiseAbs().maxCoeff() +
                           1e-3 * plus.cwiseAbs().maxCoeff() / std::abs(j.values[p]);
      CAPTURE(what, p, difference.transpose(), slope.col(column).transpose());
      CHECK((slope.col(column) - difference).cwiseAbs().maxCoeff() <= kTolerance * scale);
    };
    compare("force", more.force, less.force, at.d_force);
    compare("history", more.law, less.law, at.d_law);
    compare("origin", more.origin, less.origin, at.d_origin);
    compare("rest force", more.rest, less.rest, at.d_rest);
    const auto one = [](double x) { return Eigen::VectorXd::Constant(1, x); };
    compare("work", one(more.work), one(less.work), at.d_work);
    compare("loop area", one(more.area), one(less.area), at.d_area);
  }
}

Eigen::VectorXd rows_of(std::initializer_list<double> micrometres) {
  Eigen::VectorXd z(kRows);
  int i = 0;
  for (const double x : micrometres) z[i++] = 1e-6 * x;
  return z;
}

const FrictionLaw& law(const char* name) { return Registry::built_in().find(name); }

// Prestress with some slip, then a loop; all points touch. No point stands where sliders
// begin to slip (0.1 um from rest, 0.2 um from slip the other way).
const std::vector<Stop> kLoop{{rows_of({0.31, -0.13, 1, 0.02, 0.26, 2})},
                              {rows_of({0.53, 0.44, 0.1, -0.61, 0.12, 0.2})},
                              {rows_of({-0.42, -0.54, -0.1, 0.73, -0.21, 0.1})},
                              {rows_of({0.36, 0.27, 0.1, -0.33, 0.16, 0})}};
// The first point parts and closes again within a half loop, the second touches throughout.
const std::vector<Stop> kGap{{rows_of({0.31, -0.13, 1, 0.02, 0.26, 2})},
                             {rows_of({0.53, 0.44, 0.1, -0.61, 0.12, 0.2})},
                             {rows_of({0.14, 0.23, -1.5, -0.22, 0.06, -0.3}), Then::pass},
                             {rows_of({-0.2, -0.2, -1.2, 0.33, -0.11, -0.2}), Then::pass},
                             {rows_of({-0.31, -0.25, -0.4, 0.54, -0.17, 0.1})}};
// The same, closed at one more instant and turned after it.
const std::vector<Stop> kClosed = [] {
  std::vector<Stop> stops = kGap;
  stops.back().then = Then::pass;
  stops.push_back({rows_of({-0.46, -0.37, 0.1, 0.66, -0.23, 0.2}), Then::turn});
  stops.push_back({rows_of({0.31, 0.12, 0.2, -0.24, 0.21, 0.1})});
  return stops;
}();

}  // namespace

TEST_CASE("slopes of the Masing curve and its loop area") {
  const test::TanhLaw tanh("tanh");
  check_slopes({.law = &tanh,
                .framework = Framework::masing,
                .options = {.post_slip = true},
                .values = {1e5, 1e12, 1e10, 1e13},
                .stops = kLoop});
  for (const char* name : {"jenkins", "generalized_jenkins_prager"}) {
    std::vector<double> values{1e5, 1e12, 1e13};
    if (name[0] == 'g') values = {1e5, 1e12, 1e11, 1e13};
    for (const InterfaceKind kind : {InterfaceKind::patches, InterfaceKind::elements})
      check_slopes({.law = &law(name),
                    .framework = Framework::masing,
                    .kind = kind,
                    .values = values,
                    .stops = kLoop});
  }
}

TEST_CASE("slopes through prestress and reversals") {
  struct Case {
    const char* name;
    std::vector<double> values;
    ContactOptions options = {};
  };
  const std::vector<Case> cases{
      {"jenkins", {1e5, 1e12, 1e13}},
      {"jenkins", {1e5, 1e12, 1e11, 1e13}, {.post_slip = true}},
      {"generalized_jenkins_prager", {1e5, 1e12, 1e11, 1e13}},
      {"bouc_wen_1", {1e12, 1e7, -0.5, 1e13}},
      {"bouc_wen_1", {1e12, 1e7, 0.4, 1e11, 1e13}, {.post_slip = true}},
      {"bouc_wen", {1e12, 3e7, -0.4, 0.9, 1e13}},
      {"valanis", {1e12, 1e11, 1e7, 0.2, 1e13}},
      {"iwan4", {1e5, 1e12, -0.4, 0.1, 1e13}},
  };
  for (const Case& c : cases) {
    for (const PrestressKind kind : {PrestressKind::full, PrestressKind::conservative}) {
      const auto parameters =
          ContactModel(law(c.name), Framework::non_masing, c.options).parameters();
      CAPTURE(c.name, int(kind), parameters.size());
      REQUIRE(parameters.size() == c.values.size());
      check_slopes({.law = &law(c.name),
                    .options = c.options,
                    .prestress = kind,
                    .values = c.values,
                    .stops = kLoop});
    }
  }
}

TEST_CASE("slopes in two coupled directions") {
  for (const PrestressKind kind : {PrestressKind::full, PrestressKind::conservative}) {
    check_slopes({.law = &law("jenkins"),
                  .options = {.post_slip = true},
                  .kind = InterfaceKind::elements,
                  .prestress = kind,
                  .values = {1e5, 1e12, 1e11, 1e13},
                  .stops = kLoop});
    check_slopes({.law = &law("generalized_jenkins_prager"),
                  .kind = InterfaceKind::elements,
                  .prestress = kind,
                  .values = {1e5, 1e12, 1e11, 1e13},
                  .stops = kLoop});
  }
}

TEST_CASE("slopes through a gap that opens and closes") {
  for (const auto* stops : {&kLoop, &kGap, &kClosed})
    for (const InterfaceKind kind : {InterfaceKind::patches, InterfaceKind::elements})
      for (const bool post_slip : {false, true}) {
        CAPTURE(stops->size(), int(kind), post_slip);
        std::vector<double> friction{0.4, 1e12, 1e12}, slider{1e5, 1e12, 1e12};
        if (post_slip) friction.insert(friction.begin() + 2, 1e11);
        if (post_slip) slider.insert(slider.begin() + 2, 1e11);
        check_slopes({.law = &law("elastic_dry_friction"),
                      .options = {.post_slip = post_slip},
                      .kind = kind,
                      .values = friction,
                      .stops = *stops});
        check_slopes({.law = &law("jenkins"),
                      .options = {.post_slip = post_slip, .normal = NormalContact::penalty},
                      .kind = kind,
                      .values = slider,
                      .stops = *stops});
        check_slopes({.law = &law("generalized_jenkins_prager"),
                      .options = {.normal = NormalContact::penalty},
                      .kind = kind,
                      .values = {1e5, 1e12, 1e11, 1e12},
                      .stops = *stops});
        check_slopes({.law = &law("elastic_dry_friction"),
                      .framework = Framework::masing,
                      .options = {.post_slip = post_slip},
                      .kind = kind,
                      .values = friction,
                      .stops = {stops->front(), stops->back()}});
      }
}

TEST_CASE("slopes of the springs that conservative prestress keeps") {
  struct Case {
    const char* name;
    std::vector<double> values;
    ContactOptions options = {};
  };
  const std::vector<Case> cases{
      {"jenkins", {1e5, 1e12, 1e13}},
      {"bouc_wen_1", {1e12, 1e7, 0.4, 1e11, 1e13}, {.post_slip = true}},
      {"valanis", {1e12, 1e11, 1e7, 0.2, 1e13}},
      {"generalized_jenkins_prager", {1e5, 1e12, 1e11, 1e13}, {.normal = NormalContact::penalty}},
  };
  const Eigen::VectorXd z = rows_of({0.3, -0.1, -1, 0.02, 0.25, 2});
  for (const Case& c : cases)
    for (std::size_t p = 0; p < c.values.size(); ++p) {
      CAPTURE(c.name, p);
      const ContactModel contact(law(c.name), Framework::non_masing, c.options);
      const auto force = [&](double factor) {
        auto values = c.values;
        values[p] *= factor;
        Eigen::VectorXd f(kRows);
        ContactRows::Blocks tangent(3, kRows);
        ContactRows(kAreas, InterfaceKind::patches, contact, values)
            .evaluate_springs(z, f, tangent);
        return f;
      };
      const ContactRows rows(kAreas, InterfaceKind::patches, contact, c.values);
      const Eigen::VectorXd difference = (force(1 + 1e-6) - force(1 - 1e-6)) / (2e-6 * c.values[p]);
      const double scale = force(1).cwiseAbs().maxCoeff() / c.values[p];
      CHECK((rows.springs_slope(z).col(static_cast<Eigen::Index>(p)) - difference)
                .cwiseAbs()
                .maxCoeff() <= 1e-7 * scale);
    }
}
