#include "optimize/error_factor.hpp"

#include <Eigen/QR>
#include <cmath>
#include <numbers>

namespace slipfront {
namespace {

// As in optimize/errors.cpp: a mean square below it counts as it, and has no slope.
constexpr double kFloor = 1e-16;
constexpr double kBase = 10;  // of the decimal logarithm

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<double> rows_of(const Eigen::MatrixXd& matrix) {
  std::vector<double> rows(static_cast<std::size_t>(matrix.size()));
  Eigen::Map<RowMajor>(rows.data(), matrix.rows(), matrix.cols()) = matrix;
  return rows;
}

}  // namespace

ErrorFactor::ErrorFactor(std::span<const double> rows, std::size_t parameters)
    : rows_(Eigen::Map<const RowMajor>(rows.data(),
                                       static_cast<Eigen::Index>(rows.size() / (parameters + 1)),
                                       static_cast<Eigen::Index>(parameters + 1))) {}

Eigen::VectorXd ErrorFactor::gradient() const {
  const double square = mean_square();
  if (!(square > kFloor)) return Eigen::VectorXd::Zero(rows_.cols() - 1);
  return 2 / (square * std::numbers::ln10) * (slopes().transpose() * errors());
}

std::vector<double> error_factor(const Eigen::MatrixXd& slopes, const Eigen::VectorXd& errors) {
  Eigen::MatrixXd both(slopes.rows(), slopes.cols() + 1);
  both << slopes, errors;
  if (both.rows() <= both.cols()) return rows_of(both);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(both);
  return rows_of(qr.matrixQR().topRows(both.cols()).triangularView<Eigen::Upper>());
}

std::vector<double> formula_factor(double objective, std::span<const double> gradient) {
  // e = 10^(f/2): de/dx = e ln 10 / 2 df/dx.
  const double error = std::pow(kBase, objective / 2);
  std::vector<double> row;
  for (const double slope : gradient) row.push_back(error * std::numbers::ln10 / 2 * slope);
  row.push_back(error);
  return row;
}

ErrorFactors error_factors(std::span<const ComparedMode> modes,
                           std::span<const BackboneSlopes> slopes,
                           std::span<const double> search_slope) {
  Eigen::Index amplitudes = 0;
  for (const ComparedMode& mode : modes)
    amplitudes += static_cast<Eigen::Index>(mode.measured->size());
  const auto parameters = static_cast<Eigen::Index>(search_slope.size());
  const Eigen::Map<const Eigen::RowVectorXd> scale(search_slope.data(), parameters);
  Eigen::MatrixXd d_frequency(amplitudes, parameters), d_damping(amplitudes, parameters);
  Eigen::VectorXd frequency(amplitudes), damping(amplitudes);
  Eigen::Index row = 0;
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const MeasuredBackbone& measured = *modes[m].measured;
    for (std::size_t i = 0; i < measured.size(); ++i, ++row) {
      const auto at = static_cast<Eigen::Index>(i);
      const ErrorPair error = amplitude_errors(modes[m], i);
      frequency[row] = error.frequency;
      damping[row] = error.damping;
      d_frequency.row(row) =
          slopes[m].d_frequency->row(at).cwiseProduct(scale) / measured.frequency_hz[i];
      // A damping of 0 or below counts as 100 % whatever the parameters are.
      if (modes[m].damping[i] > 0)
        d_damping.row(row) = slopes[m].d_damping->row(at).cwiseProduct(scale) /
                             (std::log(measured.damping[i]) * modes[m].damping[i]);
      else
        d_damping.row(row).setZero();
    }
  }
  const double root = std::sqrt(static_cast<double>(amplitudes));
  return {error_factor(d_frequency / root, frequency / root),
          error_factor(d_damping / root, damping / root)};
}

ObjectiveGradient search_gradient(const Evaluation& evaluation) {
  const std::size_t parameters = evaluation.parameters.size();
  return {ErrorFactor(evaluation.frequency_factor, parameters).gradient(),
          ErrorFactor(evaluation.damping_factor, parameters).gradient()};
}

}  // namespace slipfront
