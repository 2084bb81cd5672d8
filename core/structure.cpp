#include "core/structure.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

// Reduced matrices come from single-precision steps in some tool chains: asymmetry below
// this share is rounding, above it is another matrix.
constexpr double kSymmetry = 1e-6;
// Of the largest entry: what is smaller is rounding wherever it stands.
constexpr double kRounding = 1e-12;

struct Collector {
  const std::string& where;
  std::vector<Problem> problems;
  void add(std::string key, std::string found, std::string rule, std::string remedy) {
    problems.push_back(
        {where, std::move(key), std::move(found), std::move(rule), std::move(remedy)});
  }
};

std::string shape(const Eigen::MatrixXd& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

void check_finite(Collector& out, const std::string& name, const Eigen::MatrixXd& matrix) {
  const Eigen::Index bad = matrix.size() - matrix.array().isFinite().count();
  if (bad > 0)
    out.add(name, std::to_string(bad) + " entries that are NaN or infinite",
            "every entry must be a finite number", "export the matrix again");
}

bool check_square_symmetric(Collector& out, const std::string& name,
                            const Eigen::MatrixXd& matrix) {
  if (matrix.rows() != matrix.cols() || matrix.size() == 0) {
    out.add(name, "a " + shape(matrix) + " matrix", "must be square", "export the full matrix");
    return false;
  }
  if (!matrix.allFinite()) return false;
  if (const double asymmetry = relative_asymmetry(matrix); asymmetry > kSymmetry) {
    out.add(name, "an asymmetry of " + to_text(asymmetry, 3) + " of the diagonal",
            "must be symmetric (at most " + to_text(kSymmetry) + ")",
            "a conservative structure has symmetric matrices: check the reduction");
    return false;
  }
  return true;
}

void check_size(Collector& out, const std::string& name, const Eigen::MatrixXd& matrix,
                Eigen::Index rows, Eigen::Index columns) {
  if (matrix.rows() != rows || matrix.cols() != columns)
    out.add(name, "a " + shape(matrix) + " matrix",
            "must be " + std::to_string(rows) + " x " + std::to_string(columns),
            "sizes must agree with K and the number of interface points");
}

}  // namespace

double relative_asymmetry(const Eigen::MatrixXd& matrix) {
  const Eigen::VectorXd size = matrix.diagonal().cwiseAbs().cwiseSqrt();
  const double least = kRounding / kSymmetry * matrix.cwiseAbs().maxCoeff();
  double largest = 0;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (Eigen::Index i = 0; i < j; ++i)
      if (const double difference = std::abs(matrix(i, j) - matrix(j, i)); difference > 0)
        largest = std::max(largest, difference / std::max(size[i] * size[j], least));
  return largest;
}

void check_structure(const Structure& s, const std::string& where) {
  Collector out{where, {}};
  check_finite(out, "K", s.stiffness);
  check_finite(out, "M", s.mass);
  check_finite(out, "Fv", s.bolt_load);
  check_finite(out, "R", s.response);
  check_finite(out, "displacement map", s.interface.displacement);
  check_finite(out, "force map", s.interface.force);
  check_square_symmetric(out, "K", s.stiffness);
  const bool mass_symmetric = check_square_symmetric(out, "M", s.mass);
  const Eigen::Index n = s.dof(), rows = 3 * s.interface.points();
  if (s.mass.rows() != n && s.mass.rows() == s.mass.cols())
    out.add("M", "a " + shape(s.mass) + " matrix", "must have the size of K, " + shape(s.stiffness),
            "take both from the same reduction");
  if (mass_symmetric && Eigen::LLT<Eigen::MatrixXd>(s.mass).info() != Eigen::Success)
    out.add("M", "an indefinite matrix", "must be positive definite",
            "remove massless unknowns or check the reduction");
  if (s.interface.points() == 0)
    out.add("interface", "no points", "must have at least one point",
            "the file needs its interface map");
  check_size(out, "Fv", s.bolt_load, n, 1);
  check_size(out, "displacement map", s.interface.displacement, rows, n);
  check_size(out, "force map", s.interface.force, n, rows);
  if (s.response.size() > 0) check_size(out, "R", s.response, s.response.rows(), n);
  if (s.interface.points() > 0 &&
      !((s.interface.areas.array() > 0).all() && s.interface.areas.allFinite()))
    out.add("areas",
            s.interface.areas.allFinite() ? to_text(s.interface.areas.minCoeff(), 3)
                                          : "NaN or infinite",
            "every area must be finite and above 0", "check PatchAreas or the integration map");
  throw_if_any(std::move(out.problems));
}

std::string structure_bytes(const Structure& s) {
  std::string bytes;
  const auto append = [&](const auto& matrix) {
    const Eigen::Index sizes[] = {matrix.rows(), matrix.cols()};
    bytes.append(reinterpret_cast<const char*>(sizes), sizeof sizes);
    bytes.append(reinterpret_cast<const char*>(matrix.data()), sizeof(double) * matrix.size());
  };
  append(s.stiffness);
  append(s.mass);
  append(s.bolt_load);
  append(s.interface.displacement);
  append(s.interface.force);
  append(s.interface.areas);
  append(s.response);
  const double preload = s.preload.value_or(-1);
  bytes.append(reinterpret_cast<const char*>(&preload), sizeof preload);
  bytes.push_back(s.interface.kind == InterfaceKind::patches ? 'p' : 'e');
  bytes.push_back(s.response_in_triples ? 't' : 'r');
  return bytes;
}

}  // namespace slipfront
