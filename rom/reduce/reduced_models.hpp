// The reduced models of a joint: whole-joint patches (WJROM) and full-joint elements
// (FJROM).
//
// WJROM: six unknowns per patch, the rigid motion that fits its relative displacement
// best, min int |r - t - theta x (x - c)|^2 dA with the patch's centre c. The patch is not
// made rigid ("non-stiffening"). A friction law acts on the three translations.
//
// FJROM: three unknowns per node of a mesh of the interface, coarser than the solid's or
// the same; r is the L2 (Galerkin) projection of the coarse field. Tractions at the mesh's
// points act through T, displacements come through Q (interface_mesh.hpp).
// Source: Porter et al., section 3.2.
#pragma once

#include "core/structure.hpp"
#include "rom/reduce/craig_bampton.hpp"
#include "rom/reduce/interface_mesh.hpp"

namespace slipfront {

constexpr int kDefaultModes = 13;  // of the closed interface, as the published models keep

/// C of the patches (6 patches x relative unknowns).
Eigen::MatrixXd patch_averages(const JointModel& joint);

/// G of a mesh (relative unknowns x 3 nodes); the identity for the joint's own mesh.
/// Failure if the mesh is finer than the joint's somewhere: its nodes depend on each other.
Eigen::MatrixXd mesh_shapes(const JointModel& joint, const InterfaceMesh& mesh);

Structure whole_joint_model(const JointModel& joint, const RelativeSystem& system,
                            int modes = kDefaultModes, const Progress& progress = {});

Structure full_joint_model(const JointModel& joint, const RelativeSystem& system,
                           const InterfaceMesh& mesh, PointRule rule, int modes = kDefaultModes,
                           const Progress& progress = {});

}  // namespace slipfront
