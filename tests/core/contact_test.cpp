#include "core/contact.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/failure.hpp"
#include "simple_laws.hpp"

using namespace slipfront;

namespace {
std::vector<std::string> names(const ContactModel& model) {
  std::vector<std::string> list;
  for (const Parameter& p : model.parameters()) list.push_back(p.name);
  return list;
}
}  // namespace

TEST_CASE("parameters come in one order: the law's, post-slip, normal") {
  const test::BilinearLaw law("bilinear");
  const ContactModel plain(law, Framework::masing);
  CHECK(names(plain) ==
        std::vector<std::string>{"slip_traction", "tangential_stiffness", "normal_stiffness"});
  const ContactModel post(law, Framework::masing, {.post_slip = true});
  CHECK(names(post) == std::vector<std::string>{"slip_traction", "tangential_stiffness",
                                                "post_slip_stiffness", "normal_stiffness"});
  const std::vector<double> values{1, 2, 3, 4};
  CHECK(post.post_slip_stiffness(values) == 3);
  CHECK(post.normal_stiffness(values) == 4);
  CHECK(plain.post_slip_stiffness(std::vector<double>{1, 2, 4}) == 0);
  CHECK(plain.identity() != post.identity());
}

TEST_CASE("values outside the domain are told") {
  const test::BilinearLaw law("bilinear");
  const ContactModel model(law, Framework::masing, {.post_slip = true});
  const auto rule = [&](std::vector<double> v) { return model.domain_violation(v); };
  CHECK(rule({1, 2, 3, 4}).empty());
  CHECK(rule({1, 2, 3}) == "needs 4 parameters");
  CHECK(rule({1, 2, -3, 4}) == "post_slip_stiffness must not be negative");
  CHECK(rule({1, 2, 3, 0}) == "normal_stiffness must be above 0");
  CHECK(rule({-1, 2, 3, 4}) == "slip_traction and tangential_stiffness must be above 0");
  CHECK(rule({1, std::nan(""), 3, 4}) == "tangential_stiffness must be finite");
}

TEST_CASE("a framework that the law does not know is refused") {
  const test::BilinearLaw law("bilinear");
  CHECK_THROWS_WITH(ContactModel(law, Framework::non_masing),
                    "model 'bilinear', framework: found non_masing; this model knows masing. "
                    "choose one of these.");
}

TEST_CASE("bounds of the shared parameters are those of the study") {
  CHECK(post_slip_stiffness_parameter().lower == 1);
  CHECK(post_slip_stiffness_parameter().upper == 1e13);
  CHECK(std::log10(normal_stiffness_parameter().lower) == Approx(9.8));
  CHECK(std::log10(normal_stiffness_parameter().upper) == Approx(21.5));
}
