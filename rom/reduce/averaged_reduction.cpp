#include "rom/reduce/averaged_reduction.hpp"

#include <Eigen/LU>

#include "core/failure.hpp"
#include "rom/solid/sparse_factor.hpp"

namespace slipfront {

namespace {
// Reciprocal condition of the bordered compliance below which rows of C depend on each
// other: sound ones stay far above, although rows of many scales meet.
constexpr double kDependent = 1e-14;

Eigen::MatrixXd symmetric(const Eigen::MatrixXd& matrix) {
  return 0.5 * (matrix + matrix.transpose());
}
}  // namespace

JointReduction reduce_to_averages(const RelativeSystem& system, const Eigen::MatrixXd& averages,
                                  int modes, const Progress& progress) {
  const Eigen::Index count = averages.rows(), size = system.size();
  const Eigen::Index relative = system.relative, apart = system.separation.cols();
  tell(progress, "factor of the open structure");
  const SparseFactor factor(system.pinned(), system.source);
  tell(progress, std::to_string(count) + " constraint modes of averages");
  Eigen::MatrixXd loads = Eigen::MatrixXd::Zero(size, count);
  loads.topRows(relative) = averages.transpose();
  const Eigen::MatrixXd answers = factor.solve(loads);

  // The separation is scaled so that the bordered compliance is of one size.
  const Eigen::MatrixXd compliance = symmetric(averages * answers.topRows(relative));
  Eigen::MatrixXd separation = system.separation;
  if (apart > 0)
    separation *= compliance.cwiseAbs().maxCoeff() /
                  (averages * separation.topRows(relative)).cwiseAbs().maxCoeff();
  Eigen::MatrixXd bordered = Eigen::MatrixXd::Zero(count + apart, count + apart);
  bordered.topLeftCorner(count, count) = compliance;
  bordered.topRightCorner(count, apart) = averages * separation.topRows(relative);
  bordered.bottomLeftCorner(apart, count) = bordered.topRightCorner(count, apart).transpose();
  const Eigen::PartialPivLU<Eigen::MatrixXd> border(bordered);
  if (!(border.rcond() > kDependent))
    throw Failure(Problem{system.source, "interface", std::to_string(count) + " unknowns",
                          "the averages over the interface must be independent of each other",
                          "take fewer patches"});
  const Eigen::MatrixXd inverse = symmetric(border.inverse());
  const auto a = inverse.topLeftCorner(count, count);
  const auto b = inverse.bottomLeftCorner(apart, count);
  const Eigen::MatrixXd psi = answers * a + separation * b;
  const Eigen::MatrixXd lifted =
      answers * b.transpose() + separation * inverse.bottomRightCorner(apart, apart);

  SparseModes fixed{Eigen::VectorXd(0), Eigen::MatrixXd(size, 0)};
  if (modes > 0) {
    tell(progress, std::to_string(modes) + " modes without average motion");
    const Inverse closed = [&](const Eigen::VectorXd& load) -> Eigen::VectorXd {
      // Loads without rigid resultant, answers without rigid motion.
      const Eigen::VectorXd balanced =
          load - system.mass * (system.rigid * (system.rigid.transpose() * load));
      Eigen::VectorXd answer = factor.solve(balanced);
      answer -= psi * (averages * answer.head(relative)).eval();
      answer -= lifted * (separation.transpose() * balanced).eval();
      return system.without_rigid(answer);
    };
    fixed = lowest_modes(closed, system.mass, 0, modes, system.source);
  }
  return project(system, psi, a, fixed, progress);
}

}  // namespace slipfront
