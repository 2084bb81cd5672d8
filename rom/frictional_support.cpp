#include "rom/frictional_support.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kDigits = 4;  // of numbers in messages

/// Each row of three that belongs to a place, without y.
Eigen::MatrixXd planar_row(const Eigen::MatrixXd& rows, Eigen::Index row,
                           const std::vector<Eigen::Index>& unknowns) {
  return rows.row(row)(unknowns);
}

/// Area under displacement of a closed path of forces: int P dd.
double enclosed(const SupportCurve& curve) {
  double area = 0;
  for (std::size_t i = 1; i < curve.force.size(); ++i)
    area += 0.5 * (curve.force[i] + curve.force[i - 1]) *
            (curve.displacement[i] - curve.displacement[i - 1]);
  return area;
}

std::vector<double> even_forces(double from, double to, int steps) {
  std::vector<double> forces;
  for (int i = 1; i <= steps; ++i)
    forces.push_back(i == steps ? to : from + (to - from) * static_cast<double>(i) / steps);
  return forces;
}

SupportCurve masing_loop(const SupportCurve& first) {
  SupportCurve loop;
  const double top = first.force.back(), reach = first.displacement.back();
  const auto n = first.force.size();
  for (std::size_t i = 0; i < n; ++i) {
    loop.force.push_back(top - 2 * first.force[i]);
    loop.displacement.push_back(reach - 2 * first.displacement[i]);
  }
  for (std::size_t i = 1; i < n; ++i) {
    loop.force.push_back(-top + 2 * first.force[i]);
    loop.displacement.push_back(-reach + 2 * first.displacement[i]);
  }
  return loop;
}

}  // namespace

/// The points of the layer as they slide: one load step after another.
struct FrictionalSupport::Layer {
  Layer(const FrictionalSupport& support, NormalForce normal)
      : s(support),
        follows(normal == NormalForce::following),
        kt(support.spec_.layer.tangential_stiffness),
        kn(support.spec_.layer.normal_stiffness),
        mu(support.spec_.layer.friction_coefficient),
        n(support.lengths_.size()),
        slip(Eigen::VectorXd::Zero(n)),
        sense(static_cast<std::size_t>(n), 0) {}

  const FrictionalSupport& s;
  const bool follows;
  const double kt, kn, mu;
  const Eigen::Index n;
  Eigen::VectorXd slip;    // s
  std::vector<int> sense;  // of each point's sliding in this branch: -1, 0 (stuck), 1

  Eigen::VectorXd pressure(double force, const Eigen::VectorXd& at) const {
    return s.bolt_pressure_ +
           kn * (s.press_ * force + s.press_by_slip_ * (kt * s.lengths_.cwiseProduct(at)));
  }
  double limit(Eigen::Index i, const Eigen::VectorXd& p) const {
    return mu * (follows ? std::max(0.0, p[i]) : s.bolt_pressure_[i]);
  }
  double displacement(double force) const {
    // By reciprocity the slip of a point moves the force's place as the force moves the point.
    return s.flexibility_ * force + s.slide_.dot(kt * s.lengths_.cwiseProduct(slip));
  }
  double slipping() const {
    double length = 0;
    for (Eigen::Index i = 0; i < n; ++i)
      length += sense[static_cast<std::size_t>(i)] != 0 ? s.lengths_[i] : 0;
    return length;
  }
  double in_tension(double force) const {
    const Eigen::VectorXd p = pressure(force, slip);
    double length = 0;
    for (Eigen::Index i = 0; i < n; ++i) length += p[i] < 0 ? s.lengths_[i] : 0;
    return length;
  }

  /// The loading turns: every point sticks where it is.
  void turn() { std::fill(sense.begin(), sense.end(), 0); }

  void load(double force) {
    if (!step(force))
      throw Failure(Problem{s.spec_.source, "/load", to_text(force, kDigits) + " N",
                            "is no force at which the points that stick and slide settle",
                            "apply a smaller force, or more steps"});
  }

 private:
  /// Slip of all points, those with a sense on their limit. `open`: points whose pressure is
  /// below zero and that carry nothing.
  Eigen::VectorXd solve(double force, const std::vector<int>& sliding,
                        const std::vector<bool>& open) const {
    std::vector<Eigen::Index> moving;
    for (Eigen::Index i = 0; i < n; ++i)
      if (sliding[static_cast<std::size_t>(i)] != 0) moving.push_back(i);
    Eigen::VectorXd at = slip;
    if (moving.empty()) return at;
    const auto m = static_cast<Eigen::Index>(moving.size());
    // kt (U - s) - sense limit = 0, linear in s.
    Eigen::VectorXd held = slip;
    for (const Eigen::Index i : moving) held[i] = 0;
    const Eigen::VectorXd by_held = kt * s.lengths_.cwiseProduct(held);
    Eigen::MatrixXd matrix(m, m);
    Eigen::VectorXd rest(m);
    for (Eigen::Index a = 0; a < m; ++a) {
      const Eigen::Index i = moving[static_cast<std::size_t>(a)];
      const bool bears = !open[static_cast<std::size_t>(i)];
      const double sign = bears ? sliding[static_cast<std::size_t>(i)] * mu : 0;
      const double by_pressure = follows ? sign * kn : 0;
      rest[a] = kt * (s.slide_[i] * force + s.slide_by_slip_.row(i).dot(by_held)) -
                sign * s.bolt_pressure_[i] -
                by_pressure * (s.press_[i] * force + s.press_by_slip_.row(i).dot(by_held));
      for (Eigen::Index b = 0; b < m; ++b) {
        const Eigen::Index j = moving[static_cast<std::size_t>(b)];
        matrix(a, b) = -(kt * s.slide_by_slip_(i, j) - by_pressure * s.press_by_slip_(i, j)) * kt *
                       s.lengths_[j];
      }
      matrix(a, a) += kt;
    }
    const Eigen::VectorXd solution = matrix.partialPivLu().solve(rest);
    for (Eigen::Index a = 0; a < m; ++a) at[moving[static_cast<std::size_t>(a)]] = solution[a];
    return at;
  }

  /// One load step, in smaller ones where the exchange does not settle.
  bool step(double force) {
    // Each point changes a few times at most; more is a cycle.
    const int most = 4 * static_cast<int>(n);
    constexpr double kRounding = 1e-12;  // of the limit, and of the slip
    std::vector<int> sliding = sense;
    std::vector<bool> open(static_cast<std::size_t>(n), false);
    for (int round = 0; round < most; ++round) {
      const Eigen::VectorXd at = solve(force, sliding, open);
      if (!at.allFinite()) return false;
      const Eigen::VectorXd p = pressure(force, at);
      const Eigen::VectorXd u =
          s.slide_ * force + s.slide_by_slip_ * (kt * s.lengths_.cwiseProduct(at));
      const double scale = at.cwiseAbs().maxCoeff();
      bool settled = true;
      for (Eigen::Index i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double t = kt * (u[i] - at[i]);
        if (sliding[k] == 0) {
          if (std::abs(t) <= limit(i, p) * (1 + kRounding)) continue;
          sliding[k] = t > 0 ? 1 : -1;
          settled = false;
        } else if (follows && open[k] != (p[i] < 0)) {
          open[k] = p[i] < 0;
          settled = false;
        } else if (!open[k] && (at[i] - slip[i]) * sliding[k] < -kRounding * scale) {
          sliding[k] = 0;
          settled = false;
        }
      }
      if (!settled) continue;
      slip = at;
      sense = sliding;
      return true;
    }
    return false;
  }
};

FrictionalSupport::FrictionalSupport(const FrictionalBeamSpec& spec) : spec_(spec) {
  const FrictionalBeam beam = assemble_frictional_beam(spec, spec.elements);
  const std::vector<Eigen::Index> planar = beam.planar();
  const auto points = static_cast<Eigen::Index>(beam.places.size());
  const auto size = static_cast<Eigen::Index>(planar.size());
  places_ = beam.places;
  lengths_ = Eigen::Map<const Eigen::VectorXd>(beam.weights.data(), points);

  Eigen::MatrixXd slide(points, size), press(points, size);
  for (Eigen::Index i = 0; i < points; ++i) {
    slide.row(i) = planar_row(beam.layer, 3 * i, planar);
    press.row(i) = planar_row(beam.layer, 3 * i + 2, planar);
  }
  const Eigen::MatrixXd normal = beam.stiffness(planar, planar) + spec.layer.normal_stiffness *
                                                                      press.transpose() *
                                                                      lengths_.asDiagonal() * press;
  const Eigen::MatrixXd stuck =
      normal + spec.layer.tangential_stiffness * slide.transpose() * lengths_.asDiagonal() * slide;

  // By the bolt alone, before the layer takes hold: bending only, which moves nothing along x.
  std::vector<Eigen::Index> bending;
  for (Eigen::Index i = 0; i < size; ++i)
    if (i % 3 != 0) bending.push_back(i);
  const Eigen::VectorXd bolt = beam.bolt_load(planar);
  const Eigen::VectorXd bolted =
      Eigen::MatrixXd(normal(bending, bending)).ldlt().solve(spec.preload * bolt(bending));

  const Eigen::LDLT<Eigen::MatrixXd> factor(stuck);
  const Eigen::VectorXd load = beam.load(planar), under_load = factor.solve(load);
  flexibility_ = load.dot(under_load);
  slide_ = slide * under_load;
  press_ = press * under_load;
  const Eigen::MatrixXd by_slip = factor.solve(slide.transpose());
  slide_by_slip_ = slide * by_slip;
  press_by_slip_ = press * by_slip;

  for (const double x : beam.nodes)
    if (x <= spec.support_length) all_places_.push_back(x);
  all_places_.insert(all_places_.end(), places_.begin(), places_.end());
  std::sort(all_places_.begin(), all_places_.end());
  const auto all = static_cast<Eigen::Index>(all_places_.size());
  all_pressure_.resize(all);
  all_slide_.resize(all);
  all_press_.resize(all);
  const auto pressure_at = [&](const Eigen::RowVectorXd& row) {
    return spec.layer.normal_stiffness * row(bending).dot(bolted);
  };
  for (Eigen::Index i = 0; i < all; ++i) {
    const Eigen::MatrixXd rows = beam.lower_face(all_places_[static_cast<std::size_t>(i)]);
    const Eigen::RowVectorXd along = rows.row(0)(planar), into = rows.row(2)(planar);
    all_pressure_[i] = pressure_at(into);
    all_slide_[i] = along.dot(under_load);
    all_press_[i] = into.dot(under_load);
  }
  bolt_pressure_.resize(points);
  for (Eigen::Index i = 0; i < points; ++i) bolt_pressure_[i] = pressure_at(press.row(i));

  Eigen::Index lowest = 0;
  if (!(all_pressure_.minCoeff(&lowest) > 0))
    throw Failure(Problem{spec.source, "/bolt/washer_width", to_text(spec.washer_width),
                          "leaves the support without contact at x = " +
                              to_text(all_places_[static_cast<std::size_t>(lowest)], kDigits) +
                              " m: the bolt must press everywhere",
                          "take a wider washer, a shorter support or a softer one"});

  // Of the inverse problem, whose largest values are the wanted ones: rounding then stays small
  // against the lowest frequency, however fine the mesh is.
  const Eigen::VectorXd inverse = Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(
                                      beam.mass(planar, planar), stuck, Eigen::EigenvaluesOnly)
                                      .eigenvalues();
  lambda_ = inverse.reverse().cwiseInverse();
}

std::vector<double> FrictionalSupport::stick_frequencies(int count) const {
  std::vector<double> hz;
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(count, lambda_.size()); ++i)
    hz.push_back(std::sqrt(lambda_[i]) / (2 * kPi));
  return hz;
}

SlipOnset FrictionalSupport::onset(NormalForce normal) const {
  const LayerSpec& layer = spec_.layer;
  SlipOnset onset{std::numeric_limits<double>::infinity(), 0};
  for (Eigen::Index i = 0; i < all_pressure_.size(); ++i)
    for (const double sign : {1.0, -1.0}) {
      // kt |U1| P = mu (p_s + sign kn w1 P), P the size of the force
      const double gain =
          normal == NormalForce::following
              ? sign * layer.friction_coefficient * layer.normal_stiffness * all_press_[i]
              : 0;
      const double slope = layer.tangential_stiffness * std::abs(all_slide_[i]) - gain;
      const double force = layer.friction_coefficient * all_pressure_[i] / slope;
      if (slope > 0 && force < std::abs(onset.force))
        onset = {sign * force, all_places_[static_cast<std::size_t>(i)]};
    }
  return onset;
}

SupportLoop FrictionalSupport::loop(double force, const SupportLoopOptions& options) const {
  if (!(force > 0) || !std::isfinite(force))
    throw Failure(Problem{"force", "", to_text(force), "must be a number above 0 (N)", "as 200"});
  constexpr int kMostCycles = 100;  // a loop that still creeps then is said to do so
  constexpr double kClosed = 1e-9;  // of the displacement at +F
  Layer layer(*this, options.normal);
  SupportLoop result;
  const auto go = [&](double from, double to, SupportCurve& curve) {
    layer.turn();
    for (const double each : even_forces(from, to, options.steps)) {
      layer.load(each);
      curve.force.push_back(each);
      curve.displacement.push_back(layer.displacement(each));
    }
  };
  result.first = {{0}, {0}};
  go(0, force, result.first);
  result.slipping = layer.slipping();
  result.in_tension = layer.in_tension(force);
  result.masing = masing_loop(result.first);
  result.masing_area = enclosed(result.masing);
  double top = result.first.displacement.back();
  bool closed = false;
  while (!closed) {
    if (result.cycles == kMostCycles)
      throw Failure(Problem{spec_.source, "/load", to_text(force, kDigits) + " N",
                            "the loop does not close within " + std::to_string(kMostCycles) +
                                " cycles: the beam creeps out of its support",
                            "apply a smaller force"});
    result.loop = {{force}, {top}};
    go(force, -force, result.loop);
    result.in_tension = std::max(result.in_tension, layer.in_tension(-force));
    go(-force, force, result.loop);
    ++result.cycles;
    closed = std::abs(result.loop.displacement.back() - top) <= kClosed * std::abs(top);
    top = result.loop.displacement.back();
  }
  result.area = enclosed(result.loop);
  return result;
}

}  // namespace slipfront
