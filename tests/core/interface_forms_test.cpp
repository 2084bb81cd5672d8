// One structure posed in several ways gives one backbone: the patches of the reference WJROM
// as points of quadrature, with laws that leave x and y alone and with laws that couple them
// while one direction is blocked; laws that coincide, in coupled form too; the reference FJROM
// in another basis. And the two ways to the dissipation of a Masing model: their difference
// falls at the order of the quadrature.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

namespace {

constexpr auto kMasing = Framework::masing;
constexpr auto kLoops = Framework::non_masing;

/// A law that knows nothing of two coupled directions: x and y on their own on any interface.
class UncoupledBound final : public BoundLaw {
 public:
  explicit UncoupledBound(std::unique_ptr<const BoundLaw> law) : law_(std::move(law)) {}
  std::size_t parameter_count() const override { return law_->parameter_count(); }
  void virgin(const VirginBatch& batch) const override { law_->virgin(batch); }
  std::size_t history_size(std::size_t directions) const override {
    return directions == 1 ? law_->history_size(1) : 0;
  }
  void start_history(std::size_t d, const double* u, double* history) const override {
    law_->start_history(d, u, history);
  }
  double spring_stiffness() const override { return law_->spring_stiffness(); }
  void settle_history(std::size_t d, const double* u, const double* origin,
                      double* history) const override {
    law_->settle_history(d, u, origin, history);
  }
  void hysteretic(const HystereticBatch& batch) const override { law_->hysteretic(batch); }

 private:
  std::unique_ptr<const BoundLaw> law_;
};

class UncoupledLaw final : public FrictionLaw {
 public:
  explicit UncoupledLaw(const char* name)
      : law_(Registry::built_in().find(name)), about_(law_.description()) {
    about_.coupled = false;
  }
  const LawDescription& description() const override { return about_; }
  const std::vector<Parameter>& parameters(Framework f) const override {
    return law_.parameters(f);
  }
  std::string domain_violation(Framework f, std::span<const double> v) const override {
    return law_.domain_violation(f, v);
  }
  std::unique_ptr<const BoundLaw> bind(Framework f, std::span<const double> v) const override {
    return std::make_unique<UncoupledBound>(law_.bind(f, v));
  }

 private:
  const FrictionLaw& law_;
  LawDescription about_;
};

struct Joint {
  const char* model;
  Framework framework;
  std::vector<double> values;
  ContactOptions contact = {};
};
const std::vector<Joint> kJoints{
    {"jenkins", kLoops, {1.8e5, 3e12, 1e13}},
    {"jenkins", kLoops, {1.8e5, 3e12, 1e11, 1e13}, {.post_slip = true}},
    {"generalized_jenkins_prager", kLoops, {1.2e5, 2e12, 1.5e11, 1e13}},
    {"iwan4", kLoops, {1.5e5, 3e12, -0.4, 1e-3, 1e13}},
    {"bouc_wen_1", kLoops, {5e12, 2e7, -0.5, 1e13}},
    {"bouc_wen_2", kLoops, {5e12, 1e2, -0.5, 1e13}},
    {"bouc_wen", kLoops, {5e12, 2e7, -0.5, 0.9, 1e13}},
    {"valanis", kLoops, {5e12, 1e11, 2e7, 0.2, 1e13}},
    {"elastic_dry_friction", kLoops, {0.9, 3e13, std::pow(10, 12.2)}},
    {"jenkins", kMasing, {1.8e5, 3e12, 1e13}},
    {"iwan4", kMasing, {1.5e5, 3e12, -0.4, 1e-3, 1e13}},
    {"bouc_wen_1", kMasing, {5e12, 2e7, 1e13}},
    {"valanis", kMasing, {5e12, 1e11, 2e7, 0.2, 1e13}},
    {"elastic_dry_friction", kMasing, {0.9, 3e13, std::pow(10, 12.2)}}};

std::shared_ptr<const Structure> wjrom(const std::string& file) {
  return std::make_shared<const Structure>(load_structure(file));
}

/// Patches as points of quadrature: forces from tractions, F = D' diag(area).
std::shared_ptr<const Structure> as_elements(const Structure& s) {
  Structure elements = s;
  elements.interface.kind = InterfaceKind::elements;
  elements.interface.force = s.interface.displacement.transpose();
  for (Eigen::Index col = 0; col < elements.interface.force.cols(); ++col)
    elements.interface.force.col(col) *= s.interface.areas[col / 3];
  return std::make_shared<const Structure>(elements);
}

/// Stiff springs on the y rows: each point slides along x only.
Structure with_y_blocked(const Structure& s) {
  Structure blocked = s;
  const Eigen::MatrixXd& d = s.interface.displacement;
  for (Eigen::Index row = 1; row < d.rows(); row += 3)
    blocked.stiffness += 3e14 * d.row(row).transpose() * d.row(row);
  return blocked;
}

BackboneOptions asked(PrestressKind prestress = PrestressKind::full) {
  BackboneOptions options;
  options.prestress = prestress;
  options.loops = 3;
  options.loop_tolerance = 0;
  options.quadrature = 20;
  return options;
}

void check_same(const Backbone& a, const Backbone& b, double tolerance, double damping_tolerance) {
  REQUIRE(a.failed() == 0);
  REQUIRE(b.failed() == 0);
  const double largest = *std::max_element(a.damping.begin(), a.damping.end());
  double frequency = 0, damping = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    frequency = std::max(frequency, std::abs(a.frequency_hz[i] / b.frequency_hz[i] - 1));
    damping = std::max(damping, std::abs(a.damping[i] - b.damping[i]) / largest);
  }
  CHECK(frequency <= tolerance);
  CHECK(damping <= damping_tolerance);
  CHECK(largest > 1e-5);  // something slips
}

Backbone trace(const ModalSolver& solver, const FrictionLaw& law, const Joint& joint,
               const BackboneOptions& options, std::size_t amplitudes = 5) {
  return solver.backbone(ContactModel(law, joint.framework, joint.contact), joint.values,
                         log_spaced(1e-6, 1e-4, amplitudes), options);
}

/// Exponent with which an error falls as the points grow by `factor`.
double order(double coarse, double fine, double factor) {
  return std::log(coarse / fine) / std::log(factor);
}

}  // namespace

TEST_CASE("patches posed as points of quadrature, x and y on their own, give the same backbone") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto patches = wjrom(file);
  const ModalSolver one(patches), other(as_elements(*patches));
  for (const Joint& joint : kJoints)
    for (const PrestressKind kind : {PrestressKind::full, PrestressKind::conservative}) {
      CAPTURE(joint.model, int(joint.framework), int(kind));
      BackboneOptions options = asked(kind);
      if (joint.framework == kMasing) options.dissipation = Dissipation::modal;
      const UncoupledLaw law(joint.model);
      check_same(trace(one, law, joint, options), trace(other, law, joint, options), 1e-10, 1e-10);
    }
}

TEST_CASE("coupled laws are those of one direction where the other is blocked") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto blocked = std::make_shared<const Structure>(with_y_blocked(*wjrom(file)));
  const ModalSolver one(blocked), other(as_elements(*blocked));
  for (const Joint& joint : kJoints) {
    const FrictionLaw& law = Registry::built_in().find(joint.model);
    if (joint.framework == kMasing || !law.description().coupled) continue;
    CAPTURE(joint.model);
    BackboneOptions options = asked();
    options.dissipation = Dissipation::modal;  // with the same points on both
    // Iwan has no closed form in two directions: models/iwan_sliders.hpp, 1e-4 of fs.
    const double tolerance = joint.model == std::string("iwan4") ? 1e-4 : 1e-10;
    check_same(trace(one, law, joint, options), trace(other, law, joint, options), tolerance,
               tolerance);
  }
}

TEST_CASE("laws that coincide do so in coupled form and non-Masing too") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto patches = wjrom(file);
  const ModalSolver apart(patches), together(as_elements(*patches));
  const auto law = [](const char* name) -> const FrictionLaw& {
    return Registry::built_in().find(name);
  };
  const Joint valanis{"valanis", kLoops, {5e12, 1e11, 2e7, 0, 1e13}};
  const Joint bouc_wen{
      "bouc_wen_1", kLoops, {5e12 - 1e11, 2e7, 0, 1e11, 1e13}, {.post_slip = true}};
  check_same(trace(together, law("valanis"), valanis, asked()),
             trace(together, law("bouc_wen_1"), bouc_wen, asked()), 1e-9, 1e-8);
  const Joint four{"iwan4", kLoops, {1.5e5, 3e12, -0.4, 1e-3, 1e13}};
  const Joint five{"iwan5", kLoops, {1.5e5, 3e12, -0.4, 1e-3, 1, 1e13}};
  check_same(trace(apart, law("iwan4"), four, asked()), trace(apart, law("iwan5"), five, asked()),
             1e-12, 1e-10);
}

TEST_CASE("local and modal dissipation differ by the order of the quadrature") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  // One amplitude: the rule spans from 0 to q. Mean relative difference over several q.
  const auto apart = [&](const Joint& joint, int points, const std::vector<double>& amplitudes) {
    const ContactModel contact(Registry::built_in().find(joint.model), kMasing);
    BackboneOptions local = asked(), modal = asked();
    modal.dissipation = Dissipation::modal;
    modal.quadrature = points;
    double sum = 0;
    for (const double q : amplitudes) {
      const Backbone a = solver.backbone(contact, joint.values, std::vector{q}, local),
                     b = solver.backbone(contact, joint.values, std::vector{q}, modal);
      REQUIRE(a.failed() + b.failed() == 0);
      sum += std::abs(b.damping[0] / a.damping[0] - 1);
    }
    return sum / static_cast<double>(amplitudes.size());
  };
  SECTION("the power chi + 2 at 0 of Iwan in microslip: n^-2(chi + 3)") {
    const double chi = -0.4;
    const Joint iwan{"iwan4", kMasing, {1.5e7, 3e12, chi, 1e-3, 1e13}};
    const double e[] = {apart(iwan, 5, {2e-5}), apart(iwan, 10, {2e-5}), apart(iwan, 20, {2e-5})};
    CAPTURE(e[0], e[1], e[2]);
    CHECK(order(e[0], e[1], 2) == Approx(2 * (chi + 3)).margin(0.6));
    CHECK(order(e[1], e[2], 2) == Approx(2 * (chi + 3)).margin(0.4));
  }
  SECTION("corners of Jenkins: n^-2") {
    const Joint jenkins{"jenkins", kMasing, {1.8e5, 3e12, 1e13}};
    const auto q = log_spaced(3e-5, 6e-5, 24);
    const double e[] = {apart(jenkins, 12, q), apart(jenkins, 48, q), apart(jenkins, 192, q)};
    CAPTURE(e[0], e[1], e[2]);
    CHECK(order(e[0], e[2], 16) == Approx(2).margin(0.35));
  }
}

TEST_CASE("the basis in which an element model is written does not matter") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const auto structure = wjrom(file);
  const Eigen::Index n = structure->dof();
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  // Dense and far from orthogonal: lengths between 1 and 3, directions mixed.
  Eigen::MatrixXd t(n, n);
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i)
      t(i, j) = 0.4 / std::sqrt(double(n)) * normal(random) +
                (i == j ? 1 + 2.0 * double(j) / double(n) : 0);
  Structure other = *structure;
  const auto moved = [&](const Eigen::MatrixXd& m) {
    const Eigen::MatrixXd product = t.transpose() * m * t;
    return Eigen::MatrixXd(0.5 * (product + product.transpose()));
  };
  other.stiffness = moved(structure->stiffness);
  other.mass = moved(structure->mass);
  other.bolt_load = t.transpose() * structure->bolt_load;
  other.interface.displacement = structure->interface.displacement * t;
  other.interface.force = t.transpose() * structure->interface.force;
  other.response = structure->response * t;
  const ModalSolver one(structure), two(std::make_shared<const Structure>(other));
  BackboneOptions options = asked();
  options.quadrature = 4;
  for (const Joint& joint :
       {Joint{"jenkins", kLoops, {std::pow(10, 5.35), std::pow(10, 13.5), std::pow(10, 11.8)}},
        Joint{"elastic_dry_friction", kLoops, {1.0, std::pow(10, 14.5), std::pow(10, 11.76)}}}) {
    CAPTURE(joint.model);
    const FrictionLaw& law = Registry::built_in().find(joint.model);
    check_same(trace(one, law, joint, options, 4), trace(two, law, joint, options, 4), 1e-7, 1e-5);
  }
}
