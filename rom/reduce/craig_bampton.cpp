#include "rom/reduce/craig_bampton.hpp"

#include <algorithm>

namespace slipfront {

namespace {
// Columns worked on at once: enough for full speed, small beside the whole.
constexpr Eigen::Index kColumns = 64;
}  // namespace

void tell(const Progress& progress, const std::string& what) {
  if (progress) progress(what);
}

JointReduction project(const RelativeSystem& system, Eigen::MatrixXd shapes,
                       const Eigen::MatrixXd& energy, const SparseModes& fixed,
                       const Progress& progress) {
  const Eigen::Index count = energy.rows(), modes = fixed.lambda.size(), all = count + modes;
  tell(progress, "projection to " + std::to_string(all) + " unknowns");
  for (Eigen::Index at = 0; at < count; at += kColumns) {
    const Eigen::Index width = std::min(kColumns, count - at);
    shapes.middleCols(at, width) = system.without_rigid(shapes.middleCols(at, width));
  }
  shapes.conservativeResize(Eigen::NoChange, all);
  shapes.rightCols(modes) = fixed.shapes;

  JointReduction reduced;
  reduced.fixed_frequencies_hz = fixed.frequencies_hz();
  reduced.stiffness = Eigen::MatrixXd::Zero(all, all);
  reduced.stiffness.topLeftCorner(count, count) = energy;
  reduced.stiffness.diagonal().tail(modes) = fixed.lambda;
  reduced.mass.resize(all, all);
  for (Eigen::Index at = 0; at < all; at += kColumns) {
    const Eigen::Index width = std::min(kColumns, all - at);
    const Eigen::MatrixXd momentum = system.mass * shapes.middleCols(at, width);
    // The upper triangle is enough.
    reduced.mass.block(0, at, at + width, width).noalias() =
        shapes.leftCols(at + width).transpose() * momentum;
  }
  reduced.mass = reduced.mass.selfadjointView<Eigen::Upper>().toDenseMatrix().eval();
  reduced.bolt_load = shapes.transpose() * system.bolt_load;
  reduced.response = system.response * shapes;
  return reduced;
}

}  // namespace slipfront
