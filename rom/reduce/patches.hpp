// The division of an interface into patches, one per whole-joint element.
#pragma once

#include <vector>

#include "rom/reduce/joint_model.hpp"

namespace slipfront {

/// Sets patch_of from groups of facets that cover the interface once, in order of their
/// centres along x. False if they do not; nothing is changed then.
bool patches_from_facets(JointModel& joint, const std::vector<std::vector<Quad>>& groups);

/// By the centres of the facets between equally spaced lines normal to x. Failure if a
/// strip would be empty.
void divide_into_strips(JointModel& joint, int strips);

/// By the centres of the facets between the given lines x, ascending; one patch more.
void divide_at(JointModel& joint, const std::vector<double>& lines);

/// Area of each patch [m^2].
Eigen::VectorXd patch_areas(const JointModel& joint);

}  // namespace slipfront
