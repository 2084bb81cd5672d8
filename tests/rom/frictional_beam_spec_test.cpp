#include "rom/frictional_beam_spec.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::string shipped() {
  return std::string(SLIPFRONT_SOURCE_DIR) + "/rom/specs/frictional-beam.json";
}

std::string refusal(const std::string& json) {
  try {
    parse_frictional_beam(json, "beam.json");
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

std::string with(const std::string& members) {
  return R"({"kind": "frictional_beam", )" + members + "}";
}

}  // namespace

TEST_CASE("the shipped description is the built-in beam") {
  const FrictionalBeamSpec read = read_frictional_beam(shipped()), built_in;
  CHECK(read.name == built_in.name);
  CHECK(read.source == shipped());
  CHECK(read.length == built_in.length);
  CHECK(read.width == built_in.width);
  CHECK(read.height == built_in.height);
  CHECK(read.support_length == built_in.support_length);
  CHECK(read.young == built_in.young);
  CHECK(read.density == built_in.density);
  CHECK(read.preload == built_in.preload);
  CHECK(read.washer_width == built_in.washer_width);
  CHECK(read.bolt_mass == built_in.bolt_mass);
  CHECK(read.layer.normal_stiffness == built_in.layer.normal_stiffness);
  CHECK(read.layer.tangential_stiffness == built_in.layer.tangential_stiffness);
  CHECK(read.layer.friction_coefficient == built_in.layer.friction_coefficient);
  CHECK(read.load_place == built_in.load_place);
  CHECK(read.patches == built_in.patches);
  CHECK(read.elements == built_in.elements);
}

TEST_CASE("a frictional beam is told from other descriptions by its kind") {
  CHECK(describes_frictional_beam(with(R"("length": 0.3)")));
  CHECK_FALSE(describes_frictional_beam(R"({"name": "brb"})"));
  CHECK_FALSE(describes_frictional_beam("no JSON"));
  CHECK_THAT(refusal(R"({"length": 0.3})"), Contains("/kind") && Contains("is needed"));
  CHECK_THAT(refusal(R"({"kind": "frictional_beem"})"), Contains("did you mean 'frictional_beam'"));
}

TEST_CASE("what the paper's example leaves to its defaults") {
  const FrictionalBeamSpec spec =
      parse_frictional_beam(with(R"("bolt": {"preload": 3000})"), "beam.json");
  CHECK(spec.preload == 3000);
  CHECK(spec.washer_width == 0.027);
}

TEST_CASE("beams that cannot be are refused in a sentence with a remedy") {
  CHECK_THAT(refusal(with(R"("bolt": {"preload": 0})")), Contains("/bolt/preload"));
  CHECK_THAT(refusal(with(R"("bolt": {"washer_width": 0})")),
             Contains("presses on one point lifts the ends") && Contains("state the width"));
  CHECK_THAT(refusal(with(R"("bolt": {"washer_width": 0.06})")),
             Contains("than the support is long"));
  CHECK_THAT(refusal(with(R"("support_length": 0.3)")), Contains("must be shorter than the beam"));
  CHECK_THAT(refusal(with(R"("load": {"place": 0.05})")), Contains("beyond the support"));
  CHECK_THAT(refusal(with(R"("load": {"place": 0.31})")), Contains("on the beam"));
  CHECK_THAT(refusal(with(R"("length": 300)")), Contains("at most 50"));
  CHECK_THAT(refusal(with(R"("mesh": {"patches": 1})")), Contains("/mesh/patches"));
  CHECK_THAT(refusal(with(R"("supprot": {})")), Contains("did you mean 'support'"));
  FrictionalBeamSpec spec;
  spec.preload = 0;
  CHECK_THROWS_WITH(check_frictional_beam(spec), Contains("no contact and no friction"));
  spec = {};
  spec.layer.friction_coefficient = -1;
  spec.elements = 1;
  CHECK_THROWS_WITH(check_frictional_beam(spec),
                    Contains("/support/friction_coefficient") && Contains("/mesh/elements"));
}
