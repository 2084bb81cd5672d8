// ContactRows::project(): the law's point on the line z + c p = s.
//
// Rows on their own: Newton's steps inside a bracket. Points whose two directions go together:
// z minimises the sum of (z - s)^2 / 2c + (the law's energy), which is convex, so that
// Newton's steps with a search along them end there from anywhere.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact_rows.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;  // rows of a point: x, y, normal
constexpr Eigen::Index kNormal = 2;

// A bracket halves at worst: 2^-100 is below rounding.
constexpr int kMostSteps = 100;
// A slider that slips at the start of the search and sticks at its end is hard to hit from there:
// after so many steps it begins anew from where it would be if it stuck.
constexpr int kPatience = 12;

}  // namespace

/// Moves points to where they would be if they had stuck since loading last turned: a slider that
/// slips has the direction of its force from there.
void ContactRows::begin_stuck(const Eigen::VectorXd& c, const Eigen::VectorXd& target,
                              const ContactHistory& h, const std::vector<Eigen::Index>& moved,
                              Eigen::VectorXd& z, Eigen::VectorXd& force, Blocks& tangent,
                              Workspace& work) const {
  const Eigen::VectorXd stiffness = stuck_stiffness();
  Eigen::VectorXd turned = z;
  for (const Eigen::Index i : moved) turned.segment<2>(kAxes * i) = h.turned.segment<2>(2 * i);
  evaluate(turned, h, force, tangent, work);
  for (const Eigen::Index i : moved) {
    for (Eigen::Index row = kAxes * i; row < kAxes * i + kNormal; ++row)
      z[row] = stuck_point(turned[row], force[row], stiffness[row], c[row], target[row]);
    work.pairs[static_cast<std::size_t>(i)] = {};
  }
}

void ContactRows::project(const Eigen::VectorXd& c, const Eigen::VectorXd& target,
                          const ContactHistory& h, Eigen::VectorXd& z, Eigen::VectorXd& force,
                          Blocks& tangent, Workspace& work, const Projection& how) const {
  // On a rising curve the solution lies between z and z - (z + c p - s).
  constexpr double kFar = std::numeric_limits<double>::infinity();
  Eigen::VectorXd &low = work.low, &high = work.high;
  low.setConstant(rows(), -kFar);
  high.setConstant(rows(), kFar);
  std::fill(work.pairs.begin(), work.pairs.end(), PairSearch());
  std::vector<Eigen::Index> unsettled;
  for (int step = 0; step < kMostSteps; ++step) {
    evaluate(z, h, force, tangent, work);
    bool done = true;
    const bool anew = coupled() && step == kPatience && !how.begun_stuck;
    for (Eigen::Index row = 0; row < rows(); ++row) {
      const bool normal = row % kAxes == kNormal;
      if (normal ? !penalty_ : coupled()) continue;
      const double excess = z[row] + c[row] * force[row] - target[row];
      if (c[row] == 0 ||
          std::abs(excess) <= how.accuracy * (std::abs(target[row]) + std::abs(z[row])))
        continue;
      (excess > 0 ? high[row] : low[row]) = z[row];
      double next = z[row] - excess / (1 + c[row] * tangent(row % kAxes, row));
      if (!(next > low[row] && next < high[row])) {
        const double middle = 0.5 * (low[row] + high[row]);
        next = std::isfinite(middle) ? middle : z[row] - excess;
      }
      if (next == z[row]) continue;  // the bracket is down to neighbouring numbers
      z[row] = next;
      done = false;
    }
    for (Eigen::Index i = 0; coupled() && i < points(); ++i) {
      auto w = z.segment<2>(kAxes * i);
      const Eigen::Vector2d ci = c.segment<2>(kAxes * i);
      const Eigen::Vector2d push = ci.cwiseProduct(force.segment<2>(kAxes * i));
      const Eigen::Vector2d goal = target.segment<2>(kAxes * i), excess = w + push - goal;
      PairSearch& search = work.pairs[static_cast<std::size_t>(i)];
      if (search.ends(excess.norm(), 4 * how.accuracy * (goal.norm() + w.norm() + push.norm())))
        continue;
      if (anew) {
        unsettled.push_back(i);
        continue;
      }
      Eigen::Matrix2d hessian = tangent.block<2, 2>(0, kAxes * i);
      hessian.diagonal() += ci.cwiseInverse();
      if (search.next(excess.cwiseQuotient(ci), hessian, w)) done = false;
    }
    if (!unsettled.empty()) {
      begin_stuck(c, target, h, unsettled, z, force, tangent, work);
      unsettled.clear();
      done = false;
    }
    if (done) return;
  }
  evaluate(z, h, force, tangent, work);
}

}  // namespace slipfront
