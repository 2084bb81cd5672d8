#include "experiment/specimen.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/gaussian_process.hpp"

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kExponent = 1.5;     // of the contact of spheres
constexpr double kSeriesLimit = 0.5;  // below it the series of the loss, above its closed form
constexpr int kTerms = 60;            // 0.5^60 is below the rounding of a double
// The quartic of the gap [um], X = x / 0.06 m: a fit to a measured worn interface.
constexpr double kGap[] = {101.6, 10.4, -79.3, -20.4, -14.4};
constexpr double kHalfLap = 0.06, kMicrometre = 1e-6;
// Waves of the field of strength: a sum of so many has the distribution of a normal field within
// a percent of its fourth moment.
constexpr Eigen::Index kWaves = 400;
constexpr int kMostIterations = 60;
constexpr double kTolerance = 1e-10;  // of the residual, relative to lambda M y
constexpr int kModes = 14;            // lowest modes looked at for the bending modes
// A bending mode carries more than half of the response energy in the bolts' direction, and
// at least a tenth of the largest response of all.
constexpr double kMostEnergy = 0.5, kLeastResponse = 0.1;
constexpr double kLargestStep = 1.12;  // from one amplitude to the next, else steps between
constexpr double kSameShape = 0.9;     // correlation of the shape with that of the step before

}  // namespace

MindlinPoint mindlin_curve(double ts, double kt, double r) {
  const double slip = kExponent * ts / kt, x = r / slip;
  // Loss per ts slip: 8 int_0^x g - 4 x g with g = 1 - (1 - x)^1.5; 4 x - 3.2 beyond slip.
  constexpr double kFull = 8 / (kExponent + 1);
  if (x >= 1) return {ts, 0, ts * slip * (4 * x - kFull)};
  const double rest = 1 - x;
  MindlinPoint p{0, kt * std::sqrt(rest), 0};
  if (x > kSeriesLimit) {
    const double g = 1 - std::pow(rest, kExponent);
    const double integral = x - (1 - std::pow(rest, kExponent + 1)) / (kExponent + 1);
    p.traction = ts * g;
    p.loss = ts * slip * (8 * integral - 4 * x * g);
    return p;
  }
  // (1 - x)^1.5 = sum b_k x^k: g = -sum_1 b_k x^k, loss = sum_2 b_k (4 - 8/(k+1)) x^(k+1).
  double b = -kExponent, power = x, g = kExponent * x, loss = 0;
  for (int k = 2; k <= kTerms; ++k) {
    b *= (k - 1 - kExponent) / k;
    power *= x;
    g -= b * power;
    loss += b * (4 - 8.0 / (k + 1)) * power * x;
  }
  p.traction = ts * g;
  p.loss = ts * slip * loss;
  return p;
}

std::vector<double> specimen_gap(const std::vector<double>& x, double scale) {
  std::vector<double> gap;
  for (const double place : x) {
    double value = 0, power = 1;
    for (const double coefficient : kGap) {
      value += coefficient * power;
      power *= place / kHalfLap;
    }
    gap.push_back(scale * kMicrometre * value);
  }
  const double least = *std::min_element(gap.begin(), gap.end());
  for (double& value : gap) value -= least;
  return gap;
}

std::vector<double> traction_field(const std::vector<double>& x, const std::vector<double>& y,
                                   double spread, double length, std::uint64_t seed) {
  // Wave numbers: normal with deviation sqrt(2) / length, whose transform is exp(-(r/length)^2).
  constexpr Eigen::Index kPerWave = 4;  // two wave numbers, two amplitudes
  const Eigen::MatrixXd random = normal_numbers(kPerWave * kWaves, seed).reshaped(kPerWave, kWaves);
  const double scale = std::sqrt(2.0) / length, share = 1 / std::sqrt(static_cast<double>(kWaves));
  std::vector<double> field;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double z = 0;
    for (Eigen::Index wave = 0; wave < kWaves; ++wave) {
      const double phase = scale * (random(0, wave) * x[i] + random(1, wave) * y[i]);
      z += share * (random(2, wave) * std::cos(phase) + random(3, wave) * std::sin(phase));
    }
    field.push_back(std::exp(spread * z - 0.5 * spread * spread));
  }
  return field;
}

struct Specimen::State {
  std::shared_ptr<const Structure> structure;
  SpecimenProperties properties;
  Eigen::MatrixXd k1;                    // K with the normal springs in contact
  Eigen::MatrixXd d, f;                  // tangential maps of the points in contact: 2 rows each
  Eigen::VectorXd pressure;              // of all points
  Eigen::VectorXd slip_traction, areas;  // of those in contact
  Eigen::MatrixXd shapes;                // stuck modes, mass-normalised
  Eigen::VectorXd lambda;
  std::vector<Eigen::Index> bending;

  void solve_prestress(const std::vector<double>& gap);
  void find_modes();
  /// Tractions of both components, and (if wanted) the tangent F T D.
  double tractions(const Eigen::VectorXd& w, Eigen::VectorXd& t, Eigen::MatrixXd* tangent) const;
  bool solve(double q, Eigen::VectorXd& y, double& lam) const;
};

void Specimen::State::solve_prestress(const std::vector<double>& gap) {
  const Structure& s = *structure;
  const Eigen::Index points = s.interface.points();
  const double kn = std::pow(10.0, properties.log10_kn);
  Eigen::MatrixXd dn(points, s.dof()), fn(s.dof(), points);
  for (Eigen::Index i = 0; i < points; ++i) {
    dn.row(i) = s.interface.displacement.row(3 * i + 2);
    fn.col(i) = s.interface.force.col(3 * i + 2);
  }
  const Eigen::Map<const Eigen::VectorXd> g(gap.data(), points);
  Eigen::VectorXd closed = Eigen::VectorXd::Ones(points);
  for (int i = 0; i < kMostIterations; ++i) {
    k1 = s.stiffness + fn * (kn * closed).asDiagonal() * dn;
    const Eigen::VectorXd load =
        properties.preload * s.bolt_load + fn * (kn * closed.cwiseProduct(g));
    const Eigen::VectorXd over = dn * k1.partialPivLu().solve(load) - g;
    const Eigen::VectorXd next = (over.array() > 0).cast<double>();
    const bool same = (next - closed).isZero();
    closed = next;
    if (same && closed.sum() > 0) {
      pressure = kn * over.cwiseMax(0);
      return;
    }
    if (closed.sum() == 0) break;
  }
  throw Failure(Problem{s.source, "prestress", "no state of contact",
                        "the bolts must close part of the interface",
                        "a smaller gap_scale or a larger preload"});
}

void Specimen::State::find_modes() {
  const Structure& s = *structure;
  const double kt = std::pow(10.0, properties.log10_kt);
  Eigen::MatrixXd k = k1 + kt * f * d;
  k = (0.5 * (k + k.transpose())).eval();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(k, s.mass);
  if (solver.info() != Eigen::Success)
    throw Failure(Problem{s.source, "M", "no modes can be computed", "must be positive definite",
                          "see slipfront rom info"});
  const Eigen::Index count = std::min(Eigen::Index{kModes}, s.dof());
  lambda = solver.eigenvalues().head(count);
  shapes = solver.eigenvectors().leftCols(count);
  const Eigen::MatrixXd r = s.response * shapes;
  Eigen::VectorXd z(count), all(count);
  for (Eigen::Index m = 0; m < count; ++m) {
    all(m) = r.col(m).squaredNorm();
    z(m) = 0;
    for (Eigen::Index row = 2; row < r.rows(); row += 3) z(m) += r(row, m) * r(row, m);
  }
  for (Eigen::Index m = 0; m < count; ++m)
    if (lambda(m) > 0 && z(m) > kMostEnergy * all(m) &&
        std::sqrt(z(m)) > kLeastResponse * std::sqrt(z.maxCoeff()))
      bending.push_back(m);
}

double Specimen::State::tractions(const Eigen::VectorXd& w, Eigen::VectorXd& t,
                                  Eigen::MatrixXd* tangent) const {
  const double kt = std::pow(10.0, properties.log10_kt);
  const Eigen::Index n = slip_traction.size();
  t.resize(2 * n);
  Eigen::MatrixXd rows;
  if (tangent) rows.resize(2 * n, d.cols());
  double loss = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Vector2d v = w.segment<2>(2 * i);
    const double r = v.norm();
    const MindlinPoint p = mindlin_curve(slip_traction(i), kt, r);
    const double secant = r > 0 ? p.traction / r : kt;
    t.segment<2>(2 * i) = secant * v;
    loss += p.loss * areas(i);
    if (!tangent) continue;
    Eigen::Matrix2d local = secant * Eigen::Matrix2d::Identity();
    if (r > 0) local += (p.slope - secant) * (v / r) * (v / r).transpose();
    rows.middleRows<2>(2 * i) = local * d.middleRows<2>(2 * i);
  }
  if (tangent) *tangent = f * rows;
  return loss;
}

bool Specimen::State::solve(double q, Eigen::VectorXd& y, double& lam) const {
  const Eigen::MatrixXd& m = structure->mass;
  const Eigen::Index n = y.size();
  Eigen::MatrixXd jacobian(n + 1, n + 1), tangent;
  Eigen::VectorXd t, right(n + 1);
  for (int i = 0; i < kMostIterations; ++i) {
    tractions(d * y, t, &tangent);
    const Eigen::VectorXd my = m * y;
    const Eigen::VectorXd r = k1 * y + f * t - lam * my;
    const double size = (y.dot(my) - q * q) / 2;
    if (r.norm() <= kTolerance * std::abs(lam) * my.norm() && std::abs(size) <= kTolerance * q * q)
      return true;
    // Amplitude row scaled to the size of the others.
    jacobian.topLeftCorner(n, n) = k1 + tangent - lam * m;
    jacobian.col(n).head(n) = -my;
    jacobian.row(n).head(n) = my.transpose();
    jacobian(n, n) = 0;
    right << -r, -size;
    const Eigen::VectorXd step = jacobian.partialPivLu().solve(right);
    if (!step.allFinite()) return false;
    y += step.head(n);
    lam += step(n);
  }
  return false;
}

Specimen::Specimen(std::shared_ptr<const Structure> structure, std::vector<double> x,
                   std::vector<double> y, const SpecimenProperties& properties)
    : state_(std::make_unique<State>()) {
  const Interface& interface = structure->interface;
  if (static_cast<Eigen::Index>(x.size()) != interface.points() || x.size() != y.size())
    throw Failure(Problem{structure->source, "", std::to_string(x.size()) + " places",
                          "the interface has " + std::to_string(interface.points()) + " points",
                          ""});
  state_->structure = structure;
  state_->properties = properties;
  state_->solve_prestress(specimen_gap(x, properties.gap_scale));
  const std::vector<double> field = traction_field(x, y, properties.traction_spread,
                                                   properties.correlation_length, properties.seed);
  std::vector<Eigen::Index> contact;
  for (Eigen::Index i = 0; i < interface.points(); ++i)
    if (state_->pressure(i) > 0) contact.push_back(i);
  const auto n = static_cast<Eigen::Index>(contact.size());
  state_->d.resize(2 * n, structure->dof());
  state_->f.resize(structure->dof(), 2 * n);
  state_->slip_traction.resize(n);
  state_->areas.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index point = contact[static_cast<std::size_t>(i)];
    state_->d.middleRows<2>(2 * i) = interface.displacement.middleRows<2>(3 * point);
    state_->f.middleCols<2>(2 * i) = interface.force.middleCols<2>(3 * point);
    state_->slip_traction(i) = properties.friction_coefficient * state_->pressure(point) *
                               field[static_cast<std::size_t>(point)];
    state_->areas(i) = interface.areas(point);
  }
  state_->find_modes();
}

Specimen::~Specimen() = default;
Specimen::Specimen(Specimen&&) noexcept = default;

const Eigen::VectorXd& Specimen::pressure() const { return state_->pressure; }

std::vector<double> Specimen::bending_hz() const {
  std::vector<double> list;
  for (const Eigen::Index m : state_->bending)
    list.push_back(std::sqrt(state_->lambda(m)) / (2 * kPi));
  return list;
}

double Specimen::response(int mode, Eigen::Index row) const {
  const Eigen::Index m = state_->bending.at(static_cast<std::size_t>(mode - 1));
  return std::abs(state_->structure->response.row(row).dot(state_->shapes.col(m)));
}

SpecimenBackbone Specimen::backbone(int mode, const std::vector<double>& amplitudes) const {
  const State& s = *state_;
  const auto fail = [&](double q) {
    throw Failure(Problem{s.structure->source, "mode " + std::to_string(mode),
                          "no solution at amplitude " + to_text(q, 4),
                          "every amplitude must be solved", "choose smaller amplitudes"});
  };
  if (mode < 1 || static_cast<std::size_t>(mode) > s.bending.size()) fail(0);
  const Eigen::Index m = s.bending[static_cast<std::size_t>(mode - 1)];
  SpecimenBackbone result;
  double q = amplitudes.front(), lam = s.lambda(m);
  Eigen::VectorXd y = q * s.shapes.col(m), t;
  for (const double wanted : amplitudes) {
    for (bool there = false; !there;) {
      const double next = std::min(wanted, kLargestStep * q);
      there = next >= wanted;
      const Eigen::VectorXd before = y / q;
      y *= next / q;
      q = next;
      if (!s.solve(q, y, lam)) fail(q);
      if (std::abs(before.dot(s.structure->mass * y)) < kSameShape * q) fail(q);
    }
    const double loss = s.tractions(s.d * y, t, nullptr);
    result.amplitude.push_back(q);
    result.frequency_hz.push_back(std::sqrt(lam) / (2 * kPi));
    result.damping.push_back(loss / (2 * kPi * lam * q * q) + s.properties.viscous_damping);
  }
  return result;
}

}  // namespace slipfront
