#include <catch2/catch.hpp>
#include <cmath>

#include "models/laws.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<FrictionLaw> sound() { return make_generalized_jenkins_prager(); }

}  // namespace

TEST_CASE("the kit is content with the springs of sound laws") {
  ConformanceOptions options;
  options.parameter_sets = 3;
  CHECK(check_law(SpoiledLaw(sound()), Framework::non_masing, options).empty());
  CHECK(check_law(*make_valanis(), Framework::non_masing, options).empty());
}

TEST_CASE("the kit finds a spring that is not the law's") {
  SpoiledLaw law(sound());
  law.spoil_spring = [](double k) { return 1.01 * k; };
  CHECK(kit_finds(law, "a settled point carries its spring's traction besides"));
  CHECK(kit_finds(law, "derivative of a settled point's traction by post_slip_stiffness"));
  law.spoil_spring = [](double) { return -1.0; };
  CHECK(kit_finds(law, "the law's own spring is finite and not negative"));
  law.spoil_spring = [](double) { return NAN; };
  CHECK(kit_finds(law, "the law's own spring is finite and not negative"));
}

TEST_CASE("the kit finds a spring that is forgotten") {
  SpoiledLaw law(sound());
  law.spoil_spring = [](double) { return 0.0; };
  CHECK(kit_finds(law, "a settled point carries its spring's traction besides"));
}

TEST_CASE("the kit finds a history that is not affine in where a point settles") {
  SpoiledLaw law(sound());
  law.spoil_settle = [](const double* origin, double* history) {
    history[0] += 1e6 * origin[0] * origin[0];
  };
  CHECK(kit_finds(law, "a settled history is affine"));
}
