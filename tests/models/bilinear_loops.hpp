// The eight displacements, in slip lengths ts/kt, at which loops of the bilinear laws are
// worked out by hand, and the Jenkins tractions there, in ts: loads to +2, turns to -2
// and comes back.
#pragma once

#include <vector>

namespace slipfront {

inline const std::vector<double> kLoopDisplacements = {0.5, 2, 1.5, 0, -0.5, -2, -1, 2};
inline const std::vector<double> kLoopTractions = {0.5, 1, 0.5, -1, -1, -1, 0, 1};
/// Work between neighbouring points, in ts^2/kt.
inline const std::vector<double> kLoopWorks = {0.125, 1.375, -0.375, 0.375, 0.5, 1.5, -0.5, 2.5};

}  // namespace slipfront
