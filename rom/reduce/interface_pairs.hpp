// The interface of a joint from two node sets: pairs, facets, and the normal.
//
// Each top node takes the nearest bottom node, which is moved onto it, so that no
// relative displacement is a bond. The facets are the outer faces of the top body all of
// whose nodes are in the set; the bottom body must have the same ones.
#pragma once

#include <string>
#include <vector>

#include "rom/reduce/joint_model.hpp"

namespace slipfront {

struct InterfacePairing {
  int moved = 0;              // bottom nodes that did not lie on their partner
  double farthest_moved = 0;  // [m]
};

/// Fills top, bottom, facets and turns the model into the joint's axes. Failure with what
/// does not match: sizes of the sets, partners too far away (a fifth of a facet), facets of
/// one side only, an interface that is not flat.
InterfacePairing pair_interface(JointModel& joint, const std::vector<int>& top,
                                const std::vector<int>& bottom);

}  // namespace slipfront
