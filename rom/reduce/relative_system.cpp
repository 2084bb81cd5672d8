#include "rom/reduce/relative_system.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <numeric>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "rom/solid/assembly.hpp"
#include "rom/solid/elimination.hpp"

namespace slipfront {

namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr int kRigid = 6;
// Singular values of the constraints on the motions of parts: below this share of the
// largest they are rounding.
constexpr double kFree = 1e-8;
constexpr int kDigits = 4;  // of coordinates in messages

/// Which part each node belongs to: parts are joined by elements and ties.
std::vector<int> parts_of(const SolidModel& solid, int& count) {
  std::vector<int> root(static_cast<std::size_t>(solid.nodes()));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int node) {
    while (root[static_cast<std::size_t>(node)] != node)
      node = root[static_cast<std::size_t>(node)] =
          root[static_cast<std::size_t>(root[static_cast<std::size_t>(node)])];
    return node;
  };
  const auto join = [&](int a, int b) {
    root[static_cast<std::size_t>(std::max(find(a), find(b)))] = std::min(find(a), find(b));
  };
  for (const Hexahedron& element : solid.elements)
    for (const int node : element) join(element[0], node);
  for (const NodeTie& tie : solid.ties)
    for (const auto& master : tie.masters) join(tie.slave, master.first);
  std::vector<int> number(root.size(), -1), part(root.size());
  count = 0;
  for (std::size_t node = 0; node < root.size(); ++node) {
    int& own = number[static_cast<std::size_t>(find(static_cast<int>(node)))];
    if (own < 0) own = count++;
    part[node] = own;
  }
  return part;
}

/// Displacement of a node at `arm` (from the middle, in units of length) under the rigid
/// motions: translations x, y, z, rotations about x, y, z.
Eigen::Matrix<double, 3, kRigid> rigid_motion(const Eigen::Vector3d& arm) {
  Eigen::Matrix<double, 3, kRigid> motion;
  motion.leftCols<3>().setIdentity();
  for (int d = 0; d < 3; ++d) motion.col(3 + d) = Eigen::Vector3d::Unit(d).cross(arm);
  return motion;
}

/// Motions of parts without energy, and the arms that they are told about.
struct PartMotions {
  std::vector<int> part;
  int parts = 0;
  Eigen::RowVector3d middle;
  double length = 0;
  Eigen::MatrixXd separation;  // coefficients, six per part; columns

  Eigen::Matrix<double, 3, kRigid> motion(const SolidModel& solid, int node) const {
    return rigid_motion((solid.places.row(node) - middle).transpose() / length);
  }
};

PartMotions part_motions(const JointModel& joint) {
  const SolidModel& solid = joint.solid;
  PartMotions motions;
  motions.part = parts_of(solid, motions.parts);
  motions.middle = solid.places.colwise().mean();
  motions.length = (solid.places.rowwise() - motions.middle).rowwise().norm().maxCoeff();
  const Eigen::Index size = kRigid * motions.parts;
  // Conditions: the equations, and no motion of the whole (rows of six identities).
  Eigen::MatrixXd conditions =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(solid.equations.size()) + kRigid, size);
  Eigen::Index row = 0;
  for (const SparseRow& equation : solid.equations) {
    double scale = 0;
    for (const auto& [unknown, value] : equation) {
      const int node = unknown / 3;
      scale += std::abs(value);
      conditions.block<1, kRigid>(row, kRigid * motions.part[static_cast<std::size_t>(node)]) +=
          value * motions.motion(solid, node).row(unknown % 3);
    }
    conditions.row(row) /= scale;
    Eigen::Matrix<double, 1, kRigid> whole = Eigen::Matrix<double, 1, kRigid>::Zero();
    for (int part = 0; part < motions.parts; ++part)
      whole += conditions.block<1, kRigid>(row, kRigid * part);
    if (whole.cwiseAbs().maxCoeff() > kFree)
      throw Failure(Problem{joint.source, "equations", "one that acts against rigid motion",
                            "the structure must be free: equations may hold parts to each other "
                            "only",
                            "take out supports, and couple places that coincide"});
    ++row;
  }
  for (int part = 0; part < motions.parts; ++part)
    conditions.block<kRigid, kRigid>(row, kRigid * part).setIdentity();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(conditions, Eigen::ComputeFullV);
  const Eigen::VectorXd& values = svd.singularValues();
  const Eigen::Index rank = (values.array() > kFree * values[0]).count();
  motions.separation = svd.matrixV().rightCols(size - rank);
  return motions;
}

[[noreturn]] void disconnected(const JointModel& joint, const PartMotions& motions) {
  std::vector<int> sizes(static_cast<std::size_t>(motions.parts), 0);
  for (const int part : motions.part) ++sizes[static_cast<std::size_t>(part)];
  const auto smallest = std::min_element(sizes.begin(), sizes.end()) - sizes.begin();
  Eigen::RowVector3d place = Eigen::RowVector3d::Zero();
  for (std::size_t node = 0; node < motions.part.size(); ++node)
    if (motions.part[node] == smallest)
      place += joint.solid.places.row(static_cast<Eigen::Index>(node)) /
               sizes[static_cast<std::size_t>(smallest)];
  throw Failure(
      Problem{joint.source, "",
              std::to_string(motions.parts) + " parts that ties do not join, with " +
                  std::to_string(motions.separation.cols()) +
                  " motions free between them; the smallest has " +
                  std::to_string(sizes[static_cast<std::size_t>(smallest)]) + " nodes around (" +
                  to_text(place[0], kDigits) + ", " + to_text(place[1], kDigits) + ", " +
                  to_text(place[2], kDigits) + ")",
              "only one motion may be free, the separation of the two bodies along the bolts",
              "tie every part to its neighbours, and check the distance of ties"});
}

/// Between the free unknowns q and x, both ways: q = x_to_q x, x = q_to_x q.
struct RelativeChange {
  Sparse x_to_q, q_to_x;
};

RelativeChange change_to_relative(const JointModel& joint, const Elimination& elimination) {
  const auto all = static_cast<std::size_t>(3 * joint.solid.nodes());
  const auto size = static_cast<Eigen::Index>(elimination.free.size());
  std::vector<int> q_of(all, -1), x_of(all, -1);
  for (std::size_t q = 0; q < elimination.free.size(); ++q)
    q_of[static_cast<std::size_t>(elimination.free[q])] = static_cast<int>(q);
  int next = 0;
  Triplets to_q, to_x;
  for (std::size_t pair = 0; pair < joint.top.size(); ++pair)
    for (int d = 0; d < 3; ++d) {
      const auto top = static_cast<std::size_t>(3 * joint.top[pair] + d);
      const int bottom = q_of[static_cast<std::size_t>(3 * joint.bottom[pair] + d)];
      to_x.emplace_back(next, bottom, -1);
      x_of[top] = next++;
    }
  for (const int unknown : elimination.free)
    if (int& place = x_of[static_cast<std::size_t>(unknown)]; place < 0) place = next++;
  for (int q = 0; q < size; ++q) {
    const int x = x_of[static_cast<std::size_t>(elimination.free[static_cast<std::size_t>(q)])];
    to_q.emplace_back(q, x, 1);
    to_x.emplace_back(x, q, 1);
  }
  for (std::size_t pair = 0; pair < joint.top.size(); ++pair)
    for (int d = 0; d < 3; ++d)
      to_q.emplace_back(q_of[static_cast<std::size_t>(3 * joint.top[pair] + d)],
                        x_of[static_cast<std::size_t>(3 * joint.bottom[pair] + d)], 1);
  RelativeChange change{Sparse(size, size), Sparse(size, size)};
  change.x_to_q.setFromTriplets(to_q.begin(), to_q.end());
  change.q_to_x.setFromTriplets(to_x.begin(), to_x.end());
  return change;
}

}  // namespace

std::vector<Eigen::Index> choose_pins(Eigen::MatrixXd motions) {
  std::vector<Eigen::Index> pins;
  for (Eigen::Index k = 0; k < motions.cols(); ++k) {
    Eigen::Index row = 0, column = 0;
    motions.rightCols(motions.cols() - k).cwiseAbs().maxCoeff(&row, &column);
    motions.col(k).swap(motions.col(k + column));
    pins.push_back(row);
    for (Eigen::Index j = k + 1; j < motions.cols(); ++j)
      motions.col(j) -= motions(row, j) / motions(row, k) * motions.col(k);
  }
  return pins;
}

Eigen::SparseMatrix<double> RelativeSystem::pinned() const {
  Sparse held = stiffness;
  const double spring = stiffness.diagonal().mean();
  for (const Eigen::Index pin : pins) held.coeffRef(pin, pin) += spring;
  return held;
}

Eigen::MatrixXd RelativeSystem::without_rigid(const Eigen::MatrixXd& x) const {
  Eigen::MatrixXd result = x;
  // Twice, so that rounding of the first pass goes too.
  for (int pass = 0; pass < 2; ++pass) {
    const Eigen::MatrixXd shares = rigid.transpose() * (mass * result);
    result.noalias() -= rigid * shares;
  }
  return result;
}

RelativeSystem relative_system(const JointModel& joint) {
  const PartMotions motions = part_motions(joint);
  if (motions.separation.cols() > 1) disconnected(joint, motions);

  std::vector<int> kept;
  for (const auto* side : {&joint.top, &joint.bottom})
    for (const int node : *side)
      for (int d = 0; d < 3; ++d) kept.push_back(3 * node + d);
  const Elimination elimination = eliminate(joint.solid, kept, joint.source);
  const RelativeChange change = change_to_relative(joint, elimination);

  RelativeSystem system;
  system.source = joint.source;
  system.relative = 3 * static_cast<Eigen::Index>(joint.top.size());
  system.all_from_x = elimination.all_from_free * change.x_to_q;
  const Sparse transposed = system.all_from_x.transpose();
  {
    const SolidMatrices matrices = assemble_solid(joint.solid);
    system.stiffness = transposed * Sparse(matrices.stiffness * system.all_from_x);
    system.mass = transposed * Sparse(matrices.mass * system.all_from_x);
  }

  /// The motion of all parts by `coefficients`, told in x.
  const auto in_x = [&](const Eigen::MatrixXd& coefficients) -> Eigen::MatrixXd {
    Eigen::MatrixXd q(static_cast<Eigen::Index>(elimination.free.size()), coefficients.cols());
    for (std::size_t i = 0; i < elimination.free.size(); ++i) {
      const int node = elimination.free[i] / 3, part = motions.part[static_cast<std::size_t>(node)];
      q.row(static_cast<Eigen::Index>(i)) =
          motions.motion(joint.solid, node).row(elimination.free[i] % 3) *
          coefficients.middleRows<kRigid>(kRigid * part);
    }
    return change.q_to_x * q;
  };
  Eigen::MatrixXd together(kRigid * motions.parts, kRigid);
  for (int part = 0; part < motions.parts; ++part)
    together.middleRows<kRigid>(kRigid * part).setIdentity();
  Eigen::MatrixXd rigid = in_x(together);
  rigid.topRows(system.relative).setZero();  // exactly, where in_x leaves rounding
  const Eigen::LLT<Eigen::MatrixXd> gram(rigid.transpose() * (system.mass * rigid));
  system.rigid = gram.matrixU().solve<Eigen::OnTheRight>(rigid);
  system.separation = in_x(motions.separation);
  Eigen::MatrixXd free_motions(system.size(), kRigid + system.separation.cols());
  free_motions << rigid, system.separation;
  system.pins = choose_pins(std::move(free_motions));

  Eigen::VectorXd loads = Eigen::VectorXd::Zero(3 * joint.solid.nodes());
  for (const auto& [unknown, value] : joint.bolt_load) loads[unknown] += value;
  system.bolt_load = transposed * loads;
  Triplets rows;
  for (std::size_t i = 0; i < joint.response_nodes.size(); ++i)
    for (int d = 0; d < 3; ++d)
      rows.emplace_back(static_cast<int>(3 * i) + d, 3 * joint.response_nodes[i] + d, 1);
  Eigen::SparseMatrix<double, Eigen::RowMajor> picks(
      static_cast<Eigen::Index>(3 * joint.response_nodes.size()), 3 * joint.solid.nodes());
  picks.setFromTriplets(rows.begin(), rows.end());
  system.response = picks * system.all_from_x;
  return system;
}

}  // namespace slipfront
