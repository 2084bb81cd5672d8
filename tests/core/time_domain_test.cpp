// A route to frequency and damping that knows no amplitude constraint: free decay, integrated
// in time, of four masses in a row with two friction joints (Jenkins; Bouc-Wen; Iwan as the
// sum of many sliders, which is how it is defined). As the joints' share of the stiffness
// falls, or the amplitude falls in microslip, the time between peaks and the logarithmic
// decrement must approach the quasi-static backbone at the amplitude between the peaks:
//
//   damping, relative error                                   first order
//   frequency sqrt(lambda(q))                                 first order: lambda is the secant
//        at the reversal point, a period feels the whole loop
//   frequency of the loop's first harmonic                    second order
//        w1^2 = -(4 / pi q) int_0^pi F(q sin^2(th/2)) cos th dth,   F(a) = lambda(a) a
//        which is the loop F(q) - 2 F((q - a)/2) that Masing's rule makes of the backbone
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/modal_solver.hpp"
#include "models/registry.hpp"

using namespace slipfront;
using std::numbers::pi;

namespace {

constexpr double kArea = 1e-3, kLink = 1e6, kSlip = 1e-6;  // m^2, N/m, m (ts / kt)
constexpr double kChi = -0.4, kBeta = 0.3;                 // Iwan
constexpr double kRatio = -0.3;                            // Bouc-Wen: beta / alpha

enum class Law { jenkins, bouc_wen, iwan };

/// Traction of one joint, followed in small steps.
class Joint {
 public:
  Joint(Law law, double kt) : law_(law), kt_(kt) {
    const double ts = kt * kSlip;
    if (law == Law::jenkins) add(kt, kSlip);
    if (law != Law::iwan) return;
    // Density R phi^chi up to phi_max and S at phi_max (Segalman, eq 24-34), in intervals that
    // shrink towards 0, each with its own stiffness and mean slip.
    constexpr int kSliders = 300;
    const double share = kBeta + (kChi + 1) / (kChi + 2);
    const double most = ts * (1 + kBeta) / (kt * share);
    const double r = ts * (kChi + 1) / (std::pow(most, kChi + 2) * share);
    for (int i = 0; i < kSliders; ++i) {
      const double from = most * std::pow(double(i) / kSliders, 3),
                   to = most * std::pow(double(i + 1) / kSliders, 3);
      const auto moment = [&](double power) {
        return r * (std::pow(to, power) - std::pow(from, power)) / power;
      };
      add(moment(kChi + 1), moment(kChi + 2) / moment(kChi + 1));
    }
    add(kBeta * r * std::pow(most, kChi + 1) / (kChi + 1), most);
  }
  double traction() const { return t_; }
  void move(double du) {
    if (law_ == Law::bouc_wen) {
      // n = 1: dt = (kt - rate |t|) du, exact while neither du nor t changes its sign.
      const double s = du < 0 ? -1 : 1, alpha = 1 / kSlip;
      const double rate = s * t_ >= 0 ? alpha * (1 - kRatio) : alpha * (1 + kRatio);
      const double end = s * kt_ / rate;  // where it would come to rest
      t_ = end + (t_ - end) * std::exp(-rate * std::abs(du));
      return;
    }
    t_ = 0;
    for (std::size_t i = 0; i < stiffness_.size(); ++i) {
      force_[i] = std::clamp(force_[i] + stiffness_[i] * du, -limit_[i], limit_[i]);
      t_ += force_[i];
    }
  }
  double stiffness() const {
    double sum = law_ == Law::bouc_wen ? kt_ : 0;
    for (const double k : stiffness_) sum += k;
    return sum;
  }

 private:
  void add(double stiffness, double slip) {
    stiffness_.push_back(stiffness);
    limit_.push_back(stiffness * slip);
    force_.push_back(0);
  }
  Law law_;
  double kt_, t_ = 0;
  std::vector<double> stiffness_, limit_, force_;
};

/// Four masses in a row, the first on the ground; joint 1 to the ground, joint 2 between
/// masses 2 and 3. `share` of the stiffness of both links is the joints'.
struct Row {
  double share;
  Eigen::Vector4d mass{1.0, 0.8, 1.2, 0.7};
  Eigen::Matrix4d stiffness, stuck;
  Eigen::Matrix<double, 2, 4> slip = Eigen::Matrix<double, 2, 4>::Zero();

  explicit Row(double joints) : share(joints) {
    slip(0, 0) = 1;
    slip(1, 2) = 1;
    slip(1, 1) = -1;
    stiffness.setZero();
    const auto link = [&](int i, int j, double k) {
      stiffness(i, i) += k;
      if (j < 0) return;
      stiffness(j, j) += k;
      stiffness(i, j) -= k;
      stiffness(j, i) -= k;
    };
    link(0, -1, (1 - share) * kLink);
    link(0, 1, 1.5 * kLink);
    link(1, 2, (1 - share) * kLink);
    link(2, 3, 2 * kLink);
    stuck = stiffness + share * kLink * slip.transpose() * slip;
  }
  /// The same for the solver: each joint has its own y and normal unknown besides.
  Structure structure() const {
    constexpr double kAside = 50 * kLink;
    Structure s;
    s.name = s.source = "four masses in a row";
    s.stiffness = Eigen::MatrixXd::Zero(8, 8);
    s.stiffness.topLeftCorner<4, 4>() = stiffness;
    s.stiffness.diagonal().segment<2>(4).setConstant(kAside);  // y of both joints
    s.mass = Eigen::MatrixXd::Identity(8, 8);
    s.mass.diagonal().head<4>() = mass;
    s.interface.displacement = Eigen::MatrixXd::Zero(6, 8);
    for (int point = 0; point < 2; ++point) {
      s.interface.displacement.row(3 * point).head<4>() = slip.row(point);
      s.interface.displacement(3 * point + 1, 4 + point) = 1;
      s.interface.displacement(3 * point + 2, 6 + point) = 1;
    }
    s.interface.force = s.interface.displacement.transpose();
    s.interface.areas = Eigen::VectorXd::Constant(2, kArea);
    s.bolt_load = Eigen::VectorXd::Unit(8, 6) + Eigen::VectorXd::Unit(8, 7);
    s.response = Eigen::MatrixXd::Identity(3, 8);
    s.response_names = {"x1", "x2", "x3"};
    return s;
  }
};

struct Peak {
  double time, size;
};

/// Peaks of the modal coordinate phi'M y in free decay from y = q phi: velocity Verlet.
std::vector<Peak> decay(const Row& row, Law law, const Eigen::Vector4d& phi, double omega, double q,
                        int peaks) {
  constexpr int kSteps = 3000;  // per period; its error is (2 pi / 3000)^2 / 24 = 2e-7
  const double dt = 2 * pi / omega / kSteps;
  Joint joints[] = {Joint(law, row.share * kLink / kArea), Joint(law, row.share * kLink / kArea)};
  CHECK(joints[0].stiffness() == Approx(row.share * kLink / kArea).epsilon(1e-12));
  for (int i = 0; i < kSteps; ++i)  // loaded from rest
    for (int j = 0; j < 2; ++j) joints[j].move(row.slip.row(j).dot(phi) * q / kSteps);
  Eigen::Vector4d y = q * phi, v = Eigen::Vector4d::Zero(), a;
  const Eigen::Vector4d weight = row.mass.cwiseProduct(phi);
  const auto accelerate = [&] {
    const Eigen::Vector2d joint =
        kArea * Eigen::Vector2d(joints[0].traction(), joints[1].traction());
    a = -(row.stiffness * y + row.slip.transpose() * joint).cwiseQuotient(row.mass);
  };
  accelerate();
  std::vector<Peak> found{{0, q}};
  double time = 0, speed = 0;
  while (static_cast<int>(found.size()) < peaks) {
    v += 0.5 * dt * a;
    y += dt * v;
    for (int j = 0; j < 2; ++j) joints[j].move(row.slip.row(j).dot(v) * dt);
    accelerate();
    v += 0.5 * dt * a;
    time += dt;
    const double now = weight.dot(v);
    if (now * speed < 0) {
      const double since = now / weight.dot(a);
      found.push_back({time - since, std::abs(weight.dot(y) - 0.5 * now * since)});
    }
    speed = now;
  }
  return found;
}

/// Largest relative differences between decay and backbone.
struct Apart {
  double damping = 0, secant = 0, harmonic = 0;
};

Apart compare(Law law, double share, double slip_at_start) {
  const Row row(share);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix4d> eigen(
      row.stuck, Eigen::Matrix4d(row.mass.asDiagonal()));
  Eigen::Vector4d phi = eigen.eigenvectors().col(0);
  if (phi[0] < 0) phi = -phi;
  const double omega = std::sqrt(eigen.eigenvalues()[0]);
  const auto peaks = decay(row, law, phi, omega, slip_at_start / phi[0], 9);

  const double kt = share * kLink / kArea, ts = kt * kSlip, kn = 1e14;
  const ModalSolver solver(std::make_shared<const Structure>(row.structure()));
  const bool masing = law != Law::bouc_wen;
  const char* name = law == Law::jenkins ? "jenkins" : law == Law::iwan ? "iwan4" : "bouc_wen_1";
  const ContactModel contact(Registry::built_in().find(name),
                             masing ? Framework::masing : Framework::non_masing);
  const std::vector<double> values = law == Law::jenkins ? std::vector{ts, kt, kn}
                                     : law == Law::iwan  ? std::vector{ts, kt, kChi, kBeta, kn}
                                                         : std::vector{kt, 1 / kSlip, kRatio, kn};
  BackboneOptions options;
  options.mode.index = 0;
  options.prestress = PrestressKind::none;
  options.loop_tolerance = 1e-8;
  options.loops = 200;
  Apart apart;
  for (std::size_t i = 2; i + 2 < peaks.size(); ++i) {
    // Over a whole period: unlike halves cancel.
    const double q = std::sqrt(peaks[i].size * peaks[i + 2].size);
    const double zeta = std::log(peaks[i].size / peaks[i + 2].size) / (2 * pi);
    const double hz = 1 / (peaks[i + 2].time - peaks[i].time);
    constexpr int kNodes = 200;  // of the first harmonic
    std::vector<double> amplitudes;
    const auto theta = [](int k) { return pi * (k + 0.5) / kNodes; };
    for (int k = 0; masing && k < kNodes; ++k)
      amplitudes.push_back(q * std::pow(std::sin(0.5 * theta(k)), 2));
    amplitudes.push_back(q);
    const Backbone b = solver.backbone(contact, values, amplitudes, options);
    REQUIRE(b.failed() == 0);
    apart.secant = std::max(apart.secant, std::abs(hz / b.frequency_hz.back() - 1));
    apart.damping = std::max(apart.damping, std::abs(zeta / b.damping.back() - 1));
    double push = 0;
    for (int k = 0; masing && k < kNodes; ++k) {
      const double w = 2 * pi * b.frequency_hz[static_cast<std::size_t>(k)];
      push += w * w * amplitudes[static_cast<std::size_t>(k)] * std::cos(theta(k));
    }
    const double w1 = std::sqrt(-4 / q * push / kNodes);
    if (masing) apart.harmonic = std::max(apart.harmonic, std::abs(2 * pi * hz / w1 - 1));
  }
  return apart;
}

/// Exponent with which an error falls when what causes it falls by `factor`.
double order(double coarse, double fine, double factor) {
  return std::log(coarse / fine) / std::log(factor);
}

}  // namespace

TEST_CASE("free decay approaches the quasi-static backbone as the joints' share falls") {
  for (const Law law : {Law::jenkins, Law::iwan, Law::bouc_wen}) {
    const double start = 5 * kSlip;
    const Apart strong = compare(law, 0.08, start), half = compare(law, 0.04, start),
                quarter = compare(law, 0.02, start);
    CAPTURE(int(law), strong.damping, half.damping, quarter.damping, strong.secant, half.secant,
            quarter.secant, strong.harmonic, half.harmonic, quarter.harmonic);
    CHECK(quarter.damping < 0.02);
    CHECK(quarter.secant < 2e-3);
    CHECK(order(strong.damping, quarter.damping, 4) > 0.8);
    CHECK(order(half.secant, quarter.secant, 2) > 0.8);
    CHECK(order(half.secant, quarter.secant, 2) < 1.2);
    if (law == Law::bouc_wen) continue;  // not a Masing model
    CHECK(quarter.harmonic < 2e-5);
    CHECK(order(strong.harmonic, quarter.harmonic, 4) > 1.7);
  }
}

TEST_CASE("free decay approaches the quasi-static backbone as microslip fades") {
  // Iwan's loops fade with the power chi + 1 of the amplitude, however stiff the joints.
  const double share = 0.5, factor = 4;
  const Apart large = compare(Law::iwan, share, 0.1 * kSlip),
              middle = compare(Law::iwan, share, 0.1 * kSlip / factor),
              small = compare(Law::iwan, share, 0.1 * kSlip / factor / factor);
  CAPTURE(large.damping, middle.damping, small.damping, large.secant, middle.secant, small.secant,
          large.harmonic, middle.harmonic, small.harmonic);
  CHECK(order(large.damping, middle.damping, factor) == Approx(kChi + 1).margin(0.1));
  CHECK(order(middle.secant, small.secant, factor) == Approx(kChi + 1).margin(0.1));
  CHECK(order(large.harmonic, middle.harmonic, factor) == Approx(2 * kChi + 2).margin(0.1));
}
