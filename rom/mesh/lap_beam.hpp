// From the dimensions of a bolted lap-jointed beam to its solid model.
//
// Per bolt a block of pitch x width around its hole: rings of hexahedra from the hole to
// the washer's rim and on to the block. The same plane mesh on both sides of the
// interface makes matching nodes. Bolt and head are one body, nut and washers others;
// washers are tied to beam, head and nut. In the nut the shank's surface and the nut's
// bore move together on average (distributing couplings) in all directions but along the
// axis: there the preload pulls, as a pair of opposite unit forces, and the joint keeps
// its separation mode.
// Limits: a thread is not modelled; holes and bolts are polygons of 8 x refinement sides.
#pragma once

#include "rom/mesh/lap_beam_spec.hpp"
#include "rom/reduce/joint_model.hpp"

namespace slipfront {

/// Failure as check_lap_beam.
JointModel make_lap_beam(const LapBeamSpec& spec);

}  // namespace slipfront
