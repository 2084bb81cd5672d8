// The solver on the reference WJROM of the Brake-Reuss beam (43 unknowns, 5 patches).
#include <catch2/catch.hpp>
#include <numbers>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "secant_method.hpp"
#include "shared_data.hpp"

using namespace slipfront;
using std::numbers::pi;

namespace {

struct Case {
  const char* model;
  std::vector<double> values;  // law, then normal stiffness
};
const std::vector<Case> kCases{{"jenkins", {1.8e5, 3e12, 1e13}},  // near Porter et al., Table 11
                               {"iwan4", {1.5e5, 3e12, -0.4, 1e-3, 1e13}}};  // near Table 13

}  // namespace

TEST_CASE("linear frequencies of the reference WJROM are those of its description") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const auto bending = [&](double kt, double kn) {
    const auto modes = solver.linear_modes(kt, kn);
    std::vector<double> hz;
    for (const int i : modes.bending) hz.push_back(modes.frequencies_hz[i]);
    return hz;
  };
  const auto elastic = bending(1e13, 1e13), rigid = bending(1e21, 1e21);
  const double expected[] = {184.12, 599.94, 1210.82}, stated[] = {187.21, 604.63, 1217.22};
  for (int i = 0; i < 3; ++i) {
    CHECK(elastic[i] == Approx(expected[i]).margin(0.006));  // the table prints two decimals
    CHECK(rigid[i] == Approx(stated[i]).margin(0.02));
  }
  // Rigid contact to rounding: the eigenproblem without the blocked unknowns.
  const Structure& s = solver.structure();
  std::vector<Eigen::Index> open;
  for (Eigen::Index j = 0; j < s.dof(); ++j)
    if (s.interface.displacement.col(j).isZero()) open.push_back(j);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> blocked(
      Eigen::MatrixXd(s.stiffness(open, open)), Eigen::MatrixXd(s.mass(open, open)));
  CHECK(rigid[0] == Approx(std::sqrt(blocked.eigenvalues()[0]) / (2 * pi)).epsilon(1e-9));
}

TEST_CASE("backbones of the reference WJROM converge and agree with secant springs") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const auto structure = std::make_shared<const Structure>(load_structure(file));
  const ModalSolver solver(structure);
  const auto amplitudes = log_spaced(1e-6, 1e-4, 20);
  for (const Case& c : kCases) {
    const FrictionLaw& law = Registry::built_in().find(c.model);
    const ContactModel contact(law, Framework::masing);
    const auto bound = law.bind(Framework::masing, contact.law_values(c.values));
    for (int mode = 1; mode <= 3; ++mode) {
      CAPTURE(c.model, mode);
      BackboneOptions options;
      options.mode.bending = mode;
      const Backbone b = solver.backbone(contact, c.values, amplitudes, options);
      REQUIRE(b.failed() == 0);
      CHECK(b.mode_index == std::vector{0, 2, 5}[mode - 1]);
      for (const double residual : b.residual) CHECK(residual < 1e-10);
      // Stuck at first, softening, and damping that sets in with slip.
      CHECK(b.frequency_hz[0] == Approx(b.linear_frequencies_hz[b.mode_index]).epsilon(5e-3));
      CHECK(b.frequency_hz.back() < 0.99 * b.frequency_hz.front());
      CHECK(b.damping.front() < 2e-3);
      CHECK(b.damping.back() > 2e-3);
      if (std::string(c.model) == "jenkins") CHECK(b.damping.front() == 0);
      for (const std::size_t i : {1u, 10u, 19u}) {
        const test::SecantSolution other = test::secant_method(
            *structure, *bound, 0, c.values.back(), amplitudes[i], b.mode_index);
        REQUIRE(other.change < 1e-11);
        CHECK(b.frequency_hz[i] == Approx(std::sqrt(other.lambda) / (2 * pi)).epsilon(1e-9));
        CHECK(b.dissipation[i] == Approx(other.dissipation).epsilon(1e-6).margin(1e-18));
      }
    }
  }
}

TEST_CASE("a slider whose displacement passes zero sticks on its way to the other side") {
  // In bending mode 2 the middle patch turns round while the others slip on.
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::masing);
  BackboneOptions options;
  options.mode.bending = 2;
  const auto amplitudes = log_spaced(1e-6, 1e-4, 20);
  for (const std::vector<double>& logs :
       {std::vector{4.406, 17.14, 12.863}, {3.721, 15.711, 17.379}, {4.239, 17.334, 16.544}}) {
    std::vector<double> values;
    for (const double log : logs) values.push_back(std::pow(10, log));
    const Backbone b = solver.backbone(contact, values, amplitudes, options);
    CHECK(b.failed() == 0);
    for (std::size_t i = 1; i < b.size(); ++i) CHECK(b.frequency_hz[i] <= b.frequency_hz[i - 1]);
  }
}

TEST_CASE("a backbone does not depend on which amplitudes are asked for") {
  // Bending mode 3 at little friction: a second branch near 1117 Hz attracts long steps.
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::masing);
  const std::vector<double> values{4806.94, 4.06045e10, 5.79865e18};
  BackboneOptions options;
  options.mode.bending = 3;
  const double last = 2.06913808e-6;
  const Backbone leap = solver.backbone(contact, values, std::vector{last}, options);
  const Backbone walk = solver.backbone(contact, values, log_spaced(1e-6, last, 40), options);
  REQUIRE(leap.failed() == 0);
  REQUIRE(walk.failed() == 0);
  CHECK(leap.frequency_hz.back() == Approx(walk.frequency_hz.back()).epsilon(1e-10));
  CHECK(leap.damping.back() == Approx(walk.damping.back()).epsilon(1e-8));
}
