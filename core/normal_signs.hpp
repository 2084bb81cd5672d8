// Normal rows whose sign contradicts the others': positive is penetration on all of them.
//
// Two signs must agree on a mistake, since a joint may have faces that look at each other (a
// dovetail), of which one closes when the other opens:
//
//   parting   the free motion that parts the surfaces, found as the displacement z of the normal
//             rows when the far ends of weak springs on them all move by 1:
//                 (K + a D'kD) u = a D'k 1,   z = D u,   a = 1e-6
//             a row with z < 0 opens where the others close
//   loading   under the bolt load with the reference springs attached that row is pulled
//
// Limits: where K itself holds the parting motion there is nothing to tell, and none is named; nor
// is a wrong row at an edge that lifts under the load, which is pressed by its mistake.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace slipfront {

/// Points (0-based). `compliance` and `springs` of all rows (x, y, normal of each point) of the
/// structure with these springs attached; `loaded`: rows under the bolt load.
std::vector<Eigen::Index> opposed_normals(const Eigen::MatrixXd& compliance,
                                          const Eigen::VectorXd& springs,
                                          const Eigen::VectorXd& loaded);

}  // namespace slipfront
