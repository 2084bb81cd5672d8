#include "modal/newmark_joint.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "models/registry.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> law(const std::string& name, std::vector<double> values) {
  return Registry::built_in().find(name).bind(Framework::non_masing, values);
}

std::unique_ptr<const BoundLaw> iwan() { return law("iwan4", {4e4, 2.5e5, -0.5, 1}); }

/// Nested reversals, a closed inner loop, and out beyond everything before.
const std::vector<double> kPath = {0.05,  -0.02, 0.03, 0.01, 0.03, 0.02, -0.01, -0.02,
                                   -0.08, 0.04,  0.09, 0.2,  0.1,  0.4,  -0.4,  0.4};

std::vector<double> forces(Joint& joint, int pieces) {
  std::vector<double> list;
  double from = 0;
  for (const double to : kPath) {
    for (int i = 1; i <= pieces; ++i) joint.accept(from + (to - from) * i / pieces);
    list.push_back(joint.at(to).force);
    from = to;
  }
  return list;
}

}  // namespace

TEST_CASE("a joint with Masing's rules is the law with its own history") {
  const auto bound = iwan();
  MasingJoint masing(*bound);
  LawJoint own(*bound);
  const auto a = forces(masing, 1), b = forces(own, 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    CHECK(a[i] == Approx(b[i]).epsilon(1e-10).margin(1e-7));
}

TEST_CASE("a path cut into steps gives the same forces") {
  const auto bound = iwan(), jenkins = law("jenkins", {1e4, 1e6}),
             bouc_wen = law("bouc_wen_1", {1e6, 30, 0.5});
  MasingJoint whole(*bound), cut(*bound);
  const auto a = forces(whole, 1), b = forces(cut, 7);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i] == Approx(b[i]).epsilon(1e-9).margin(1e-6));
  for (const BoundLaw* each : {jenkins.get(), bouc_wen.get()}) {
    LawJoint one(*each), seven(*each);
    const auto c = forces(one, 1), d = forces(seven, 7);
    for (std::size_t i = 0; i < c.size(); ++i)
      CHECK(c[i] == Approx(d[i]).epsilon(1e-8).margin(1e-5));
  }
}

// Jenkins elements in parallel are the mathematics behind Masing's rules.
TEST_CASE("many elements follow the same path as the distribution") {
  const IwanJoint joint = IwanJoint::from_stiffness(4e4, 2.5e5, -0.5, 1);
  const auto bound = iwan();
  MasingJoint exact(*bound);
  ElementsJoint coarse(geometric_elements(joint, 1.1, 100)),
      fine(geometric_elements(joint, 1.02, 500));
  const auto a = forces(exact, 1), b = forces(coarse, 3), c = forces(fine, 3);
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(b[i] == Approx(a[i]).margin(2e-3 * 4e4));
    CHECK(c[i] == Approx(a[i]).margin(1e-4 * 4e4));
  }
}

TEST_CASE("a spiral of thousands of nested reversals keeps its memory") {
  const IwanJoint joint = IwanJoint::from_stiffness(4e4, 2.5e5, -0.5, 1);
  const auto bound = iwan();
  MasingJoint exact(*bound);
  ElementsJoint elements(geometric_elements(joint, 1.02, 500));
  double u = 0.1;
  for (int i = 0; i < 3000; ++i) {
    exact.accept(u);
    elements.accept(u);
    u *= -0.999;
  }
  CHECK(exact.at(u).force == Approx(elements.at(u).force).margin(1e-5 * 4e4));
  // Back out over all of them: on the virgin curve again.
  exact.accept(0.11);
  CHECK(exact.at(0.12).force == Approx(joint.force(0.12)).epsilon(1e-12));
}

TEST_CASE("the five-parameter law keeps the memory of a decay, too") {
  const double fs = 4e4, kt = 2.5e5, chi = -0.5, beta = 1;
  // theta = 1: the four-parameter law, which follows Masing's rules.
  const auto bound = iwan();
  MasingJoint exact(*bound);
  SlidersJoint same(iwan_constants(fs, kt, chi, beta, 1.0));
  double u = 0.1;
  for (int i = 0; i < 400; ++i) {
    exact.accept(u);
    same.accept(u);
    CHECK(same.at(-0.99 * u).force == Approx(exact.at(-0.99 * u).force).margin(1e-9 * fs));
    u *= -0.99;
  }
  // theta < 1: against many sliders, each of which breaks away at phi and slides with theta phi.
  const double theta = 0.6;
  const IwanConstants<double> c = iwan_constants(fs, kt, chi, beta, theta);
  struct Slider {
    double phi, stiffness, extension = 0;
    int slides = 0;
  };
  std::vector<Slider> sliders;
  constexpr int kCount = 40000;
  const auto power = [&](int i) { return std::pow(double(i) / kCount, 1.0 / c.chi1); };
  for (int i = 0; i < kCount; ++i)
    sliders.push_back({c.phi_max * 0.5 * (power(i) + power(i + 1)), c.power_stiffness / kCount});
  sliders.push_back({c.phi_max, c.power_stiffness * beta});
  SlidersJoint joint(c);
  double here = 0;
  u = 0.1;
  for (int i = 0; i < 120; ++i) {
    double force = 0;
    const int way = u > here ? 1 : -1;
    for (Slider& s : sliders) {
      if (s.slides != way) {
        s.extension += u - here;
        s.slides = 0;
        if (way * s.extension >= s.phi) s.slides = way;
      }
      if (s.slides == way) s.extension = way * theta * s.phi;
      force += s.stiffness * s.extension;
    }
    joint.accept(u);
    CHECK(joint.at(u).force == Approx(force).margin(2e-4 * fs));
    here = u;
    u *= -0.97;
  }
}

TEST_CASE("tangents are slopes") {
  const auto bound = iwan();
  MasingJoint masing(*bound);
  ElementsJoint elements(
      geometric_elements(IwanJoint::from_stiffness(4e4, 2.5e5, -0.5, 1), 1.1, 50));
  for (Joint* joint : std::vector<Joint*>{&masing, &elements}) {
    for (const double u : {0.05, -0.03, 0.02}) joint->accept(u);
    for (const double u : {0.01, -0.01, 0.03, 0.08}) {
      const double h = 1e-7;
      const double slope = (joint->at(u + h).force - joint->at(u - h).force) / (2 * h);
      CHECK(joint->at(u).tangent == Approx(slope).epsilon(1e-4));
    }
  }
}
