// Pictures of a joint and its interface as SVG: the solid mesh seen from the side and
// above, still or in the shape of a mode; the interface with its patches or its elements.
//
// The solid is drawn by its outer facets that look towards the eye, the far ones first.
#pragma once

#include <string>

#include "rom/joint_facts.hpp"
#include "rom/reduce/full_modes.hpp"

namespace slipfront {

/// The solid; with a shape (displacements of all nodes) bent by it, exaggerated so that
/// the largest displacement is a twelfth of the length, and coloured by its size.
std::string solid_svg(const SolidModel& solid, const std::string& title,
                      const Eigen::VectorXd* shape = nullptr);

/// The elements of an interface, coloured by `group` (patch numbers) if it is given.
std::string interface_svg(const InterfaceMesh& mesh, const std::string& title,
                          const std::vector<int>* group = nullptr);

/// Springs kt = kn [N/m^3] of the modes that are drawn and that models are compared by: a
/// clamped steel interface that sticks.
constexpr double kShownPenalty = 1e13;

/// Writes mesh.svg, patches.svg, interface.svg and bending1.svg to bending3.svg into the
/// folder; `modes` with springs of kShownPenalty.
void write_pictures(const JointModel& joint, const RelativeSystem& system, const FullModes& modes,
                    const InterfaceMesh& reduced, const std::string& folder);

/// Writes patches.svg or interface.svg, whichever the facts tell, and returns its path.
/// Failure if they tell no mesh.
std::string write_interface_picture(const JointFacts& facts, const std::string& source,
                                    const std::string& folder);

}  // namespace slipfront
