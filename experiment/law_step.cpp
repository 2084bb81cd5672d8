#include "experiment/law_step.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "experiment/added_rows.hpp"

namespace slipfront {

namespace {

// Values of tau tried, and how far, in ln tau, they lie from the usual before any data.
constexpr double kLeastDamping = 0.01, kMostDamping = 30;
constexpr double kLeastOmega = 0.03, kMostOmega = 300;
constexpr double kUsualDamping = 0.05, kUsualOmega = 0.2, kSpreadDamping = 1.2, kSpreadOmega = 1.5;
constexpr double kFactor = 1.7;  // between values of tau tried
// As good as straight: bends by this much show nowhere.
constexpr double kStraight = 1e-3;
constexpr double kNegligible = 1e-6;  // probability
// Factors about the best tau over which the covariance is a mean: evidence is broad.
constexpr double kAbout[] = {0.125, 0.35, 1, 2.8, 8};
// A step changes the start by this much of x at most.
constexpr double kMostStep = 0.3;

/// What changes of the unknowns do to the blocks, rows scaled by the roots of their weights.
Eigen::MatrixXd jacobian_of(const DecayLaw& law, const DecayPath& path,
                            const std::vector<LawBlock>& blocks) {
  const std::vector<LawPoint>& points = path.points();
  const Eigen::Index n = law.splines.size();
  const auto count = static_cast<Eigen::Index>(blocks.size());
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(2 * count, 2 * n + 2);
  Eigen::RowVectorXd delay = Eigen::RowVectorXd::Zero(n), turn = delay;  // the integrals
  const LawPoint& start = points.front();
  std::size_t at = 0;
  for (Eigen::Index b = 0; b < count; ++b) {
    const LawBlock& block = blocks[static_cast<std::size_t>(b)];
    for (; at < block.middle; ++at) {
      const double step = points[at].x - points[at + 1].x;
      const LawPoint middle = law_point(law, points[at].x - 0.5 * step);
      constexpr double kSix = 6, kFour = 4;  // Simpson's rule
      const auto add = [&](const LawPoint& p, double share) {
        for (std::size_t i = 0; i < p.splines.value.size(); ++i) {
          const Eigen::Index j = p.splines.first + static_cast<Eigen::Index>(i);
          delay(j) += share * step * p.splines.value[i] / p.rate();
          turn(j) += share * step * p.splines.value[i] / p.zeta;
        }
      };
      add(points[at], 1 / kSix);
      add(middle, kFour / kSix);
      add(points[at + 1], 1 / kSix);
    }
    const LawPoint& p = points[block.middle];
    const double root = std::sqrt(block.weight);
    const double to_log = p.rate() * (1 + 2 * p.omega_slope);
    auto log_row = jacobian.row(2 * b), phase_row = jacobian.row(2 * b + 1);
    log_row.head(n) = -to_log * delay;
    log_row.segment(n, n) = -to_log * delay;
    for (std::size_t i = 0; i < p.splines.value.size(); ++i)
      log_row(n + p.splines.first + static_cast<Eigen::Index>(i)) += 2 * p.splines.value[i];
    log_row(2 * n) = to_log / start.rate();
    phase_row.head(n) = p.omega_d() * delay - turn;
    phase_row.segment(n, n) = p.omega_d() * delay;
    phase_row(2 * n) = (start.omega_d() - p.omega_d()) / start.rate();
    phase_row(2 * n + 1) = 1;
    log_row *= root;
    phase_row *= root;
  }
  return jacobian;
}

struct Solution {
  double evidence = 0;
  Eigen::VectorXd change;
  Eigen::MatrixXd root;
};

/// (R'R)^-1.
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& root) {
  const Eigen::MatrixXd inverse = root.triangularView<Eigen::Upper>().solve(
      Eigen::MatrixXd::Identity(root.rows(), root.cols()));
  return inverse * inverse.transpose();
}

/// The data as a triangle, and what roughness of the law's curves costs.
class Penalised {
 public:
  Penalised(const DecayLaw& law, const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& value)
      : n_(law.splines.size()), rows_(std::min(jacobian.rows(), jacobian.cols())) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(jacobian);
    data_ = qr.matrixQR().topRows(rows_).triangularView<Eigen::Upper>();
    const Eigen::VectorXd turned = (qr.householderQ().transpose() * value).eval();
    right_ = turned.head(rows_);
    unexplained_ = value.squaredNorm() - right_.squaredNorm();
    const std::vector<double> even(law.splines.intervals(), 1.0);
    std::vector<double> by_damping;
    for (std::size_t i = 0; i < even.size(); ++i)
      by_damping.push_back(std::pow(law_point(law, law.splines.middle(i)).zeta, -2.0));
    rough_damping_ = law.splines.roughness(even);
    rough_omega_ = law.splines.roughness(by_damping);
    bend_damping_ = rough_damping_ * law.log_damping;
    bend_omega_ = rough_omega_ * law.log_omega;
  }

  const Eigen::MatrixXd& data() const { return data_; }

  Solution solve(const Roughness& tau) const {
    const Eigen::Index more = rough_damping_.rows(), unknowns = data_.cols();
    Eigen::MatrixXd rough = Eigen::MatrixXd::Zero(2 * more, unknowns);
    rough.block(0, 0, more, n_) = rough_damping_ / tau.damping;
    rough.block(more, n_, more, n_) = rough_omega_ / tau.omega;
    Eigen::VectorXd bend(2 * more), right = Eigen::VectorXd::Zero(unknowns);
    bend << -bend_damping_ / tau.damping, -bend_omega_ / tau.omega;
    right.head(rows_) = right_;
    Solution s;
    s.root = Eigen::MatrixXd::Zero(unknowns, unknowns);
    s.root.topRows(rows_) = data_;
    add_rows(s.root, right, rough, bend, more, n_);
    s.change = s.root.triangularView<Eigen::Upper>().solve(right);
    const double sum = bend.squaredNorm() + unexplained_;
    s.evidence = -0.5 * sum - s.root.diagonal().array().abs().log().sum() -
                 static_cast<double>(n_ - 2) * (std::log(tau.damping) + std::log(tau.omega));
    const double far1 = std::log(tau.damping / kUsualDamping) / kSpreadDamping;
    const double far2 = std::log(tau.omega / kUsualOmega) / kSpreadOmega;
    s.evidence -= 0.5 * ((tau.damping > kStraight ? far1 * far1 : 0) + far2 * far2);
    return s;
  }

 private:
  Eigen::Index n_, rows_;
  Eigen::MatrixXd data_, rough_damping_, rough_omega_;
  Eigen::VectorXd right_, bend_damping_, bend_omega_;
  double unexplained_ = 0;
};

/// Greatest evidence, one tau after the other; and how probable a straight line is beside it.
void search_roughness(const Penalised& problem, Roughness& tau) {
  Solution best = problem.solve(tau);
  for (double Roughness::*which : {&Roughness::damping, &Roughness::omega}) {
    const bool damping = which == &Roughness::damping;
    for (const double factor : {kFactor, 1 / kFactor})
      for (;;) {
        Roughness trial = tau;
        trial.*which *= factor;
        if (trial.*which <= (damping ? kLeastDamping : kLeastOmega) ||
            trial.*which >= (damping ? kMostDamping : kMostOmega))
          break;
        Solution solution = problem.solve(trial);
        if (!(solution.evidence > best.evidence)) break;
        best = std::move(solution);
        tau = trial;
      }
  }
  Roughness line = tau;
  line.damping = kStraight;
  tau.straight = 1 / (1 + std::exp(best.evidence - problem.solve(line).evidence));
}

/// The mean of curve and straight line, each as probable as `tau` says.
Solution mean_solution(const Penalised& problem, const Roughness& tau) {
  Solution curve = problem.solve(tau);
  if (!(tau.straight > kNegligible)) return curve;
  Roughness line = tau;
  line.damping = kStraight;
  Solution straight = problem.solve(line);
  const double p = tau.straight;
  straight.change = p * straight.change + (1 - p) * curve.change;
  if (tau.straight < 0.5) straight.root = std::move(curve.root);
  return straight;
}

/// Of the blocks, in the order of the Jacobian's rows.
Eigen::VectorXd weighed_values(const std::vector<LawBlock>& blocks) {
  Eigen::VectorXd value(2 * static_cast<Eigen::Index>(blocks.size()));
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::complex<double> v = std::sqrt(blocks[b].weight) * blocks[b].value;
    value(2 * static_cast<Eigen::Index>(b)) = v.real();
    value(2 * static_cast<Eigen::Index>(b) + 1) = v.imag();
  }
  return value;
}

}  // namespace

LawStep law_step(const DecayLaw& law, const DecayPath& path, const std::vector<LawBlock>& blocks,
                 Roughness roughness, bool search) {
  const Eigen::MatrixXd jacobian = jacobian_of(law, path, blocks);
  const Eigen::VectorXd value = weighed_values(blocks);
  const Penalised problem(law, jacobian, value);
  LawStep step;
  if (search) search_roughness(problem, roughness);
  Solution best = mean_solution(problem, roughness);
  step.roughness = roughness;
  step.data_root = problem.data();
  step.root = std::move(best.root);
  step.change = std::move(best.change);
  const Eigen::VectorXd moved = jacobian * step.change;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto row = 2 * static_cast<Eigen::Index>(b);
    step.left.push_back(
        std::complex<double>(value(row) - moved(row), value(row + 1) - moved(row + 1)) /
        std::sqrt(blocks[b].weight));
  }
  const auto count = static_cast<double>(value.size());
  step.size = std::sqrt(moved.squaredNorm() / count);
  step.misfit = std::sqrt((value - moved).squaredNorm() / count);
  return step;
}

Eigen::MatrixXd law_covariance(const DecayLaw& law, const DecayPath& path,
                               const std::vector<LawBlock>& blocks, const Roughness& roughness) {
  const Penalised problem(law, jacobian_of(law, path, blocks), weighed_values(blocks));
  const Eigen::VectorXd mean = mean_solution(problem, roughness).change;
  // Curves of either tau about the best, and lines; their weights sum to 1 - p and p.
  std::vector<Solution> list;
  std::vector<double> logs;
  const auto add = [&](bool line, double share) {
    if (!(share > kNegligible)) return;
    double largest = 0, sum = 0;
    const std::size_t first = list.size();
    for (const double by_damping : kAbout)
      for (const double by_omega : kAbout) {
        if (line && by_damping != 1) continue;
        Roughness tau = roughness;
        tau.damping = line ? kStraight : tau.damping * by_damping;
        tau.omega *= by_omega;
        list.push_back(problem.solve(tau));
        if (list.size() == first + 1 || list.back().evidence > largest)
          largest = list.back().evidence;
      }
    for (std::size_t i = first; i < list.size(); ++i) sum += std::exp(list[i].evidence - largest);
    for (std::size_t i = first; i < list.size(); ++i)
      logs.push_back(list[i].evidence - largest - std::log(sum) + std::log(share));
  };
  add(false, 1 - roughness.straight);
  add(true, roughness.straight);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(mean.size(), mean.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double share = std::exp(logs[i]);
    if (!(share > kNegligible)) continue;
    const Eigen::VectorXd apart = list[i].change - mean;
    covariance += share * (inverse_of(list[i].root) + apart * apart.transpose());
  }
  return covariance;
}

void take(const LawStep& step, double part, DecayLaw& law) {
  const Eigen::Index n = law.splines.size();
  const double share = std::min(part, kMostStep / std::abs(step.change(2 * n)));
  law.log_damping += step.change.head(n) * share;
  law.log_omega += step.change.segment(n, n) * share;
  law.start += step.change(2 * n) * share;
  law.phase += step.change(2 * n + 1) * share;
}

}  // namespace slipfront
