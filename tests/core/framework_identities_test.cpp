// Backbones that must be the same, on the reference WJROM: frameworks, models and prestress
// kinds that coincide, one structure posed in two ways, and one run in many threads.
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "io/mat_file.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

namespace {

constexpr auto kMasing = Framework::masing;
constexpr auto kLoops = Framework::non_masing;

struct Joint {
  const char* model;
  Framework framework = kLoops;
  std::vector<double> values = {};
  ContactOptions contact = {};
};

BackboneOptions asked(PrestressKind prestress = PrestressKind::full, int mode = 1) {
  BackboneOptions options;
  options.mode.bending = mode;
  options.prestress = prestress;
  options.loops = 4;
  options.loop_tolerance = 0;
  return options;
}

Backbone trace(const ModalSolver& solver, const Joint& joint, const BackboneOptions& options,
               std::size_t amplitudes = 12) {
  const ContactModel contact(Registry::built_in().find(joint.model), joint.framework,
                             joint.contact);
  return solver.backbone(contact, joint.values, log_spaced(1e-6, 1e-4, amplitudes), options);
}

std::shared_ptr<const Structure> wjrom(const std::string& file) {
  return std::make_shared<const Structure>(load_structure(file));
}

/// Frequencies to `tolerance`, damping to `tolerance` of the largest.
void check_same(const Backbone& a, const Backbone& b, double tolerance) {
  REQUIRE(a.size() == b.size());
  REQUIRE(a.failed() == 0);
  REQUIRE(b.failed() == 0);
  const double largest = *std::max_element(a.damping.begin(), a.damping.end());
  double frequency = 0, damping = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    frequency = std::max(frequency, std::abs(a.frequency_hz[i] / b.frequency_hz[i] - 1));
    damping = std::max(damping, std::abs(a.damping[i] - b.damping[i]));
  }
  CHECK(frequency <= tolerance);
  CHECK(damping <= tolerance * largest);
  CHECK(largest > 1e-5);  // something slips
}

const std::vector<double> kJenkins{1.8e5, 3e12, 1e13}, kPrager{1.2e5, 2e12, 1.5e11, 1e13},
    kIwan{1.5e5, 3e12, -0.4, 1e-3, 1e13};

}  // namespace

TEST_CASE("a loop from rest obeys Masing's rule where the law does") {
  // Sliders in parallel, spring contact, no tangential prestress: both frameworks agree.
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const struct {
    const char* model;
    std::vector<double> values;
  } cases[] = {{"jenkins", kJenkins}, {"generalized_jenkins_prager", kPrager}, {"iwan4", kIwan}};
  for (const auto& c : cases)
    for (const int mode : {1, 2, 3}) {
      CAPTURE(c.model, mode);
      const BackboneOptions options = asked(PrestressKind::none, mode);
      check_same(trace(solver, {c.model, kMasing, c.values}, options),
                 trace(solver, {c.model, kLoops, c.values}, options), 1e-10);
    }
}

TEST_CASE("a preload that only presses leaves Jenkins a Masing model") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  // The load that gives each patch the same normal displacement under stuck sliders, and no
  // tangential one: Fv = K u + D'k D u for that u.
  Structure s = *wjrom(file);
  const Eigen::MatrixXd& d = s.interface.displacement;
  Eigen::VectorXd normal = Eigen::VectorXd::Zero(d.rows());
  for (Eigen::Index row = 2; row < d.rows(); row += 3) normal[row] = 1e-6;
  const Eigen::VectorXd u = d.completeOrthogonalDecomposition().solve(normal);
  Eigen::VectorXd k = Eigen::VectorXd::Zero(d.rows());
  for (Eigen::Index row = 2; row < d.rows(); row += 3) k[row] = s.interface.areas[row / 3] * 1e13;
  s.bolt_load = s.stiffness * u + d.transpose() * k.asDiagonal() * d * u;
  const ModalSolver solver(std::make_shared<const Structure>(s));
  BackboneOptions options = asked();
  options.preload = 1;
  check_same(trace(solver, {"jenkins", kMasing, kJenkins}, options),
             trace(solver, {"jenkins", kLoops, kJenkins}, options), 1e-10);
  check_same(trace(solver, {"generalized_jenkins_prager", kMasing, kPrager}, options),
             trace(solver, {"generalized_jenkins_prager", kLoops, kPrager}, options), 1e-10);
}

TEST_CASE("prestress cancels from Masing with spring contact, and if it is conservative") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const Joint masing{"jenkins", kMasing, kJenkins};
  const Backbone none = trace(solver, masing, asked(PrestressKind::none));
  for (const double preload : {0.0, 12845.0, 50000.0}) {
    BackboneOptions options = asked();
    options.preload = preload;
    check_same(none, trace(solver, masing, options), 1e-14);
  }
  const Joint loops[] = {{"jenkins", kLoops, kJenkins},
                         {"generalized_jenkins_prager", kLoops, kPrager},
                         {"jenkins", kLoops, {1.8e5, 3e12, 1e11, 1e13}, {.post_slip = true}},
                         {"bouc_wen_1", kLoops, {5e12, 2e7, -0.5, 1e13}},
                         {"bouc_wen_1", kLoops, {5e12, 2e7, 0.3, 1e11, 1e13}, {.post_slip = true}},
                         {"valanis", kLoops, {5e12, 1e11, 2e7, 0.2, 1e13}},
                         {"iwan4", kLoops, kIwan}};
  for (const Joint& joint : loops) {
    CAPTURE(joint.model, joint.contact.post_slip);
    check_same(trace(solver, joint, asked(PrestressKind::none)),
               trace(solver, joint, asked(PrestressKind::conservative)), 1e-9);
  }
}

TEST_CASE("a prestress that is solved cancels from Masing as long as every point touches") {
  // Penalty contact solves it, spring contact leaves it out: the same equations.
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const ContactOptions penalty{.normal = NormalContact::penalty};
  for (const double preload : {1e6, 3e7}) {
    BackboneOptions options = asked();
    options.preload = preload;
    options.dissipation = Dissipation::modal;
    options.quadrature = 12;
    for (const Joint& joint :
         {Joint{"jenkins", kMasing, {1.8e5, 3e12, 1e12}},
          Joint{"generalized_jenkins_prager", kMasing, {1.2e5, 2e12, 1.5e11, 1e12}}}) {
      Joint pressed = joint;
      pressed.contact = penalty;
      const Backbone solved = trace(solver, pressed, options);
      const bool held = std::any_of(solved.notes.begin(), solved.notes.end(), [](const auto& note) {
        return note.find("5 of 5 points pressed together") != std::string::npos;
      });
      REQUIRE(held);
      check_same(trace(solver, joint, options), solved, 1e-9);
    }
  }
}

TEST_CASE("full prestress tells Jenkins of the two frameworks apart, a little") {
  // About 4e-4 through the tangential prestress.
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const Backbone masing = trace(solver, {"jenkins", kMasing, kJenkins}, asked());
  const Backbone loops = trace(solver, {"jenkins", kLoops, kJenkins}, asked());
  double apart = 0;
  for (std::size_t i = 0; i < masing.size(); ++i)
    apart = std::max(apart, std::abs(masing.frequency_hz[i] / loops.frequency_hz[i] - 1));
  CHECK(apart > 1e-6);
  CHECK(apart < 1e-2);
}

TEST_CASE("Iwan of five parameters with theta = 1 is that of four") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  std::vector<double> five = kIwan;
  five.insert(five.end() - 1, 1.0);
  for (const int mode : {1, 2, 3})
    check_same(trace(solver, {"iwan4", kMasing, kIwan}, asked(PrestressKind::full, mode)),
               trace(solver, {"iwan5", kMasing, five}, asked(PrestressKind::full, mode)), 1e-12);
}

TEST_CASE("Valanis with kappa = 0 is Bouc-Wen n = 1 with a post-slip spring") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const double e0 = 5e12, et = 1e11, lambda = 2e7, kn = 1e13;
  const ContactOptions spring{.post_slip = true};
  check_same(trace(solver, {"valanis", kMasing, {e0, et, lambda, 0, kn}}, asked()),
             trace(solver, {"bouc_wen_1", kMasing, {e0 - et, lambda, et, kn}, spring}, asked()),
             1e-10);
  for (const PrestressKind kind :
       {PrestressKind::full, PrestressKind::conservative, PrestressKind::none})
    check_same(
        trace(solver, {"valanis", kLoops, {e0, et, lambda, 0, kn}}, asked(kind)),
        trace(solver, {"bouc_wen_1", kLoops, {e0 - et, lambda, 0, et, kn}, spring}, asked(kind)),
        1e-10);
}

TEST_CASE("Valanis with kappa = 1 is Jenkins with a post-slip spring") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const double e0 = 3e12, et = 1e11, ts = 1.8e5, kn = 1e13;
  check_same(trace(solver, {"valanis", kMasing, {e0, et, e0 / ts, 1, kn}}, asked()),
             trace(solver, {"generalized_jenkins_prager", kMasing, {ts, e0 - et, et, kn}}, asked()),
             1e-9);
  check_same(trace(solver, {"valanis", kLoops, {e0, et, e0 / ts, 1, kn}}, asked()),
             trace(solver, {"generalized_jenkins_prager", kLoops, {ts, e0 - et, et, kn}}, asked()),
             1e-9);
}

TEST_CASE("local and modal dissipation agree in the Masing framework") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  const auto modal = [](int points) {
    BackboneOptions options = asked();
    options.dissipation = Dissipation::modal;
    options.quadrature = points;
    return options;
  };
  const auto apart = [&](const Joint& joint, int points) {
    const Backbone local = trace(solver, joint, asked()),
                   other = trace(solver, joint, modal(points));
    REQUIRE(local.failed() == 0);
    REQUIRE(other.failed() == 0);
    double worst = 0;
    const double largest = *std::max_element(local.damping.begin(), local.damping.end());
    for (std::size_t i = 0; i < local.size(); ++i)
      worst = std::max(worst, std::abs(local.damping[i] - other.damping[i]) / largest);
    return worst;
  };
  // Smooth after the first interval: spectral. The power law at 0 holds Iwan back.
  CHECK(apart({"bouc_wen_1", kMasing, {5e12, 2e7, 1e13}}, 12) < 1e-10);
  CHECK(apart({"valanis", kMasing, {5e12, 1e11, 2e7, 0.2, 1e13}}, 12) < 1e-10);
  CHECK(apart({"iwan4", kMasing, kIwan}, 24) < 1e-5);
  // Kinks: second order, whatever falls between the points.
  const Joint jenkins{"jenkins", kMasing, kJenkins};
  const double rough = apart(jenkins, 13), fine = apart(jenkins, 51), finest = apart(jenkins, 204);
  CAPTURE(rough, fine, finest);
  CHECK(fine < rough / 4);
  CHECK(finest < fine / 4);
  CHECK(finest < 1e-4);
}

TEST_CASE("patches posed as points of quadrature give the same backbone") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto patches = wjrom(file);
  const auto posed = [](const Structure& s) {
    Structure elements = s;
    elements.interface.kind = InterfaceKind::elements;
    elements.interface.force = s.interface.displacement.transpose();
    for (Eigen::Index col = 0; col < elements.interface.force.cols(); ++col)
      elements.interface.force.col(col) *= s.interface.areas[col / 3];
    return std::make_shared<const Structure>(elements);
  };
  SECTION("laws without coupled directions") {
    const ModalSolver one(patches), other(posed(*patches));
    int found = 0;
    const Joint joints[] = {{"bouc_wen", kLoops, {5e12, 2e7, -0.5, 0.9, 1e13}},
                            {"bouc_wen_2", kLoops, {5e12, 1e2, -0.5, 1e13}},
                            {"bouc_wen_1", kLoops, {5e12, 2e7, -0.5, 1e13}},
                            {"valanis", kLoops, {5e12, 1e11, 2e7, 0.2, 1e13}},
                            {"iwan4", kLoops, kIwan},
                            {"jenkins", kLoops, kJenkins}};
    for (const Joint& joint : joints) {
      const FrictionLaw& law = Registry::built_in().find(joint.model);
      const ContactModel contact(law, kLoops);
      if (law.bind(kLoops, contact.law_values(joint.values))->history_size(2) > 0) continue;
      ++found;
      CAPTURE(joint.model);
      for (const PrestressKind kind : {PrestressKind::full, PrestressKind::conservative})
        check_same(trace(one, joint, asked(kind)), trace(other, joint, asked(kind)), 1e-10);
    }
    if (found == 0) WARN("every law has a form in two coupled directions");
  }
  SECTION("coupled laws, one direction blocked") {
    Structure blocked = *patches;
    const Eigen::MatrixXd& d = patches->interface.displacement;
    for (Eigen::Index row = 1; row < d.rows(); row += 3)
      blocked.stiffness += 3e14 * d.row(row).transpose() * d.row(row);
    const ModalSolver one(std::make_shared<const Structure>(blocked)), other(posed(blocked));
    for (const char* model : {"jenkins", "generalized_jenkins_prager"})
      for (const PrestressKind kind : {PrestressKind::full, PrestressKind::conservative}) {
        CAPTURE(model);
        BackboneOptions options = asked(kind);
        options.dissipation = Dissipation::modal;  // with the same points on both
        options.quadrature = 20;
        const Joint joint{model, kLoops, model[0] == 'j' ? kJenkins : kPrager};
        check_same(trace(one, joint, options, 6), trace(other, joint, options, 6), 1e-10);
      }
  }
}

TEST_CASE("the basis in which a structure is written does not matter") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto structure = wjrom(file);
  const Eigen::Index n = structure->dof();
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd t(n, n);
  for (Eigen::Index j = 0; j < n; ++j)
    for (Eigen::Index i = 0; i < n; ++i) t(i, j) = normal(random) + (i == j ? 5 : 0);
  Structure other = *structure;
  const auto symmetric = [](const Eigen::MatrixXd& m) {
    return Eigen::MatrixXd(0.5 * (m + m.transpose()));
  };
  other.stiffness = symmetric(t.transpose() * structure->stiffness * t);
  other.mass = symmetric(t.transpose() * structure->mass * t);
  other.bolt_load = t.transpose() * structure->bolt_load;
  other.interface.displacement = structure->interface.displacement * t;
  other.interface.force = t.transpose() * structure->interface.force;
  other.response = structure->response * t;
  const ModalSolver one(structure), two(std::make_shared<const Structure>(other));
  const Joint joints[] = {{"jenkins", kMasing, kJenkins},
                          {"jenkins", kLoops, kJenkins},
                          {"bouc_wen_1", kLoops, {5e12, 2e7, -0.5, 1e13}},
                          {"elastic_dry_friction", kLoops, {0.9, 3e13, std::pow(10, 12.2)}}};
  for (const Joint& joint : joints)
    for (const int mode : {1, 2, 3}) {
      CAPTURE(joint.model, mode);
      const BackboneOptions options = asked(PrestressKind::full, mode);
      check_same(trace(one, joint, options, 6), trace(two, joint, options, 6), 1e-7);
    }
}

TEST_CASE("the published dense basis of the elements gives the same backbone") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const auto structure = wjrom(file);
  const MatFile mat = read_mat(file);
  // Node displacements are the first rows of L x; in the file's other basis, the first of x.
  constexpr Eigen::Index kNodeRows = 3 * 164;
  const Eigen::MatrixXd l = mat.matrix("Ll").topRows(kNodeRows);
  Structure dense = *structure;
  dense.stiffness = mat.matrix("Kl");
  dense.mass = mat.matrix("Ml");
  dense.bolt_load = mat.matrix("Fvl");
  dense.response = mat.matrix("Rl");
  dense.interface.displacement = structure->interface.displacement.leftCols(kNodeRows) * l;
  dense.interface.force = l.transpose() * structure->interface.force.topRows(kNodeRows);
  const ModalSolver one(structure), two(std::make_shared<const Structure>(dense));
  const Joint joints[] = {
      {"jenkins", kLoops, {std::pow(10, 5.35), std::pow(10, 13.5), std::pow(10, 11.35)}},
      {"elastic_dry_friction", kLoops, {1.1, std::pow(10, 14.6), std::pow(10, 11.76)}}};
  for (const Joint& joint : joints)
    for (const int mode : {1, 2, 3}) {
      CAPTURE(joint.model, mode);
      BackboneOptions options = asked(PrestressKind::full, mode);
      options.dissipation = Dissipation::modal;
      options.quadrature = 4;
      options.loops = 3;
      const Backbone a = trace(one, joint, options, 4), b = trace(two, joint, options, 4);
      for (std::size_t i = 0; i < a.size(); ++i) {
        // Bending mode 3 at 2e-5 and more may end without a solution in both.
        CHECK((a.status[i] == PointStatus::converged) == (b.status[i] == PointStatus::converged));
        if (a.status[i] != PointStatus::converged) continue;
        CHECK(a.frequency_hz[i] == Approx(b.frequency_hz[i]).epsilon(1e-8));
        CHECK(a.damping[i] == Approx(b.damping[i]).epsilon(1e-5).margin(1e-8));
      }
    }
}

TEST_CASE("many threads compute the same bits as one, on elements too") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const ModalSolver solver(wjrom(file));
  BackboneOptions options = asked();
  options.dissipation = Dissipation::modal;
  options.quadrature = 4;
  options.gradient = true;
  const Joint joint{"elastic_dry_friction", kLoops, {1.1, std::pow(10, 14.6), std::pow(10, 11.76)}};
  const Backbone alone = trace(solver, joint, options, 3);
  std::vector<Backbone> together(3);
  std::vector<std::thread> threads;
  for (Backbone& b : together) threads.emplace_back([&] { b = trace(solver, joint, options, 3); });
  for (std::thread& thread : threads) thread.join();
  for (const Backbone& b : together) {
    CHECK(b.frequency_hz == alone.frequency_hz);
    CHECK(b.damping == alone.damping);
    CHECK(b.d_frequency == alone.d_frequency);
    CHECK(b.d_damping == alone.d_damping);
  }
}

TEST_CASE("many threads compute the same bits as one") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(wjrom(file));
  BackboneOptions options = asked();
  options.gradient = true;
  const std::vector<Joint> joints{
      {"jenkins", kMasing, kJenkins},
      {"jenkins", kLoops, kJenkins},
      {"iwan4", kLoops, kIwan},
      {"valanis", kLoops, {5e12, 1e11, 2e7, 0.2, 1e13}},
      {"elastic_dry_friction", kLoops, {0.9, 3e13, std::pow(10, 12.2)}}};
  std::vector<Backbone> alone;
  for (const Joint& joint : joints) alone.push_back(trace(solver, joint, options, 5));
  constexpr std::size_t kThreads = 5;
  std::vector<std::vector<Backbone>> together(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < kThreads; ++k)
    threads.emplace_back([&, k] {
      for (std::size_t j = 0; j < joints.size(); ++j)
        together[k].push_back(trace(solver, joints[(j + k) % joints.size()], options, 5));
    });
  for (std::thread& thread : threads) thread.join();
  const auto bits = [](const auto& a, const auto& b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) ==
               0;
  };
  for (std::size_t k = 0; k < kThreads; ++k)
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const Backbone &a = alone[(j + k) % joints.size()], &b = together[k][j];
      CAPTURE(joints[(j + k) % joints.size()].model, k);
      CHECK(bits(a.frequency_hz, b.frequency_hz));
      CHECK(bits(a.damping, b.damping));
      CHECK(bits(a.residual, b.residual));
      CHECK(bits(a.d_frequency, b.d_frequency));
      CHECK(bits(a.d_damping, b.d_damping));
    }
}
