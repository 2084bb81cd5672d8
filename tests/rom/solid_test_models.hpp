// Small solids for the tests of rom/.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>

#include "core/failure.hpp"
#include "rom/mesh/plane_mesh.hpp"
#include "rom/reduce/interface_pairs.hpp"
#include "rom/reduce/joint_model.hpp"
#include "rom/reduce/patches.hpp"
#include "rom/solid/assembly.hpp"
#include "rom/solid/coupling.hpp"
#include "rom/solid/solid_model.hpp"

namespace slipfront {

/// A brick of nx x ny x nz hexahedra from the origin.
SolidModel brick(int nx, int ny, int nz, const Eigen::Vector3d& size,
                 const ElasticMaterial& material);

/// Two bricks of steel on each other, 60 x 20 x 10 mm each, with an interface of 6 x 2
/// facets in the plane z = 0, closed by loads at the middle; free to separate and slide, so
/// that only the caller's equations join them.
JointModel two_bricks(bool joined = true, int nx = 6, int ny = 2, int nz = 2);

/// What a call complains of; empty if nothing.
template <typename Call>
std::string problem_of(const Call& call) {
  try {
    call();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

}  // namespace slipfront
