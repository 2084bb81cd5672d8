// Structures for tests of core/: one mass on one joint, which has closed forms, and a
// random but fixed structure of several patches with internal modes, which has none.
#pragma once

#include "core/structure.hpp"

namespace slipfront::test {

/// One point; unknowns x, y, normal are its relative displacements. Masses 1, 1, 1 kg.
Structure single_mass(double kx, double ky, double area);

/// `points` patches and `inner` unknowns more, with full random coupling; K is positive
/// definite but for one motion (all normals together), as a real joint's.
Structure random_joint(int points, int inner, unsigned seed);

}  // namespace slipfront::test
