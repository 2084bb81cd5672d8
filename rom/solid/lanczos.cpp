#include "rom/solid/lanczos.hpp"

#include <Spectra/SymGEigsShiftSolver.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr double kTolerance = 1e-11;  // of the eigenvalues of the inverse
constexpr int kRestarts = 200;        // far more than a sound structure needs
constexpr unsigned kSeed = 20231;     // of the start vector: any will do
constexpr double kPi = 3.14159265358979323846;

/// The two operators, as Spectra wants them.
struct InverseOperator {
  using Scalar = double;
  const Inverse* inverse;
  Eigen::Index size;
  Eigen::Index rows() const { return size; }
  Eigen::Index cols() const { return size; }
  void set_shift(double) {}
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Eigen::VectorXd>(out, size) =
        (*inverse)(Eigen::Map<const Eigen::VectorXd>(in, size));
  }
};

struct MassOperator {
  using Scalar = double;
  const Eigen::SparseMatrix<double>* mass;
  Eigen::Index rows() const { return mass->rows(); }
  Eigen::Index cols() const { return mass->cols(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Eigen::VectorXd>(out, mass->rows()).noalias() =
        *mass * Eigen::Map<const Eigen::VectorXd>(in, mass->cols());
  }
};

}  // namespace

Eigen::VectorXd SparseModes::frequencies_hz() const {
  return lambda.cwiseMax(0).cwiseSqrt() / (2 * kPi);
}

SparseModes lowest_modes(const Inverse& inverse, const Eigen::SparseMatrix<double>& mass,
                         double shift, int count, const std::string& what) {
  if (count >= mass.rows())
    throw Failure(Problem{what, "modes", std::to_string(count),
                          "must be fewer than the " + std::to_string(mass.rows()) + " unknowns",
                          "ask for fewer modes"});
  InverseOperator inverse_operator{&inverse, mass.rows()};
  MassOperator mass_operator{&mass};
  // A basis of twice the wanted modes and some more converges in a few restarts.
  const Eigen::Index basis = std::min<Eigen::Index>(2 * count + 12, mass.rows());
  Spectra::SymGEigsShiftSolver<InverseOperator, MassOperator, Spectra::GEigsMode::ShiftInvert>
      solver(inverse_operator, mass_operator, count, basis, shift);
  std::mt19937 random(kSeed);
  Eigen::VectorXd start(mass.rows());
  for (double& value : start) value = 2 * (static_cast<double>(random()) / 4294967296.0) - 1;
  start = inverse(mass * start);  // now in the subspace of the inverse
  solver.init(start.data());
  const Eigen::Index found = solver.compute(Spectra::SortRule::LargestMagn, kRestarts, kTolerance,
                                            Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful || found < count)
    throw Failure(Problem{what, "modes",
                          std::to_string(found) + " of " + std::to_string(count) + " modes",
                          "Lanczos must converge to all of them", "ask for fewer modes"});
  SparseModes modes{solver.eigenvalues(), solver.eigenvectors()};
  for (Eigen::Index i = 0; i < count; ++i) {
    Eigen::Ref<Eigen::VectorXd> shape = modes.shapes.col(i);
    shape /= std::sqrt(shape.dot(mass * shape));
    Eigen::Index largest = 0;
    shape.cwiseAbs().maxCoeff(&largest);
    if (shape[largest] < 0) shape = -shape;
  }
  return modes;
}

}  // namespace slipfront
