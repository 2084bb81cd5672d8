#include "rom/reduce/interface_pairs.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
/// The bricks before pairing, with the bottom's interface node 3 moved by `off` in y.
struct Unpaired {
  JointModel joint;
  std::vector<int> top, bottom;
  explicit Unpaired(double off) {
    const JointModel paired = two_bricks();
    joint.solid = paired.solid;
    joint.source = "bricks";
    top = paired.top;
    bottom = paired.bottom;
    joint.solid.places(bottom[3], 1) += off;
  }
};
}  // namespace

TEST_CASE("bottom nodes move onto their partners") {
  Unpaired near(5e-4);
  const InterfacePairing pairing = pair_interface(near.joint, near.top, near.bottom);
  CHECK(pairing.moved == 1);
  CHECK(pairing.farthest_moved == Approx(5e-4));
  for (std::size_t i = 0; i < near.joint.top.size(); ++i)
    CHECK((near.joint.solid.places.row(near.joint.top[i]) -
           near.joint.solid.places.row(near.joint.bottom[i]))
              .norm() == 0);
  CHECK(near.joint.facets.size() == 12);
}

TEST_CASE("an interface that does not match is refused") {
  Unpaired far(5e-3);
  CHECK_THAT(problem_of([&] { pair_interface(far.joint, far.top, far.bottom); }),
             Contains("no partner for the top node") && Contains("0.005 m away"));
  Unpaired fewer(0);
  fewer.bottom.pop_back();
  CHECK_THAT(problem_of([&] { pair_interface(fewer.joint, fewer.top, fewer.bottom); }),
             Contains("21 top nodes and 20 bottom nodes"));
  Unpaired line(0);
  CHECK_THAT(
      problem_of([&] {
        pair_interface(line.joint, {line.top[0], line.top[1]}, {line.bottom[0], line.bottom[1]});
      }),
      Contains("no face of the top body"));
}
