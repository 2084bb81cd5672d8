// Time of one backbone, combination by combination: 20 amplitudes 1e-6..1e-4, linear modes and
// prestress included, the study's loops and points, parameters at the midpoints of Porter et
// al., Tables 11-15. Median of the processor time of repeated calls, in milliseconds and as a
// multiple of one dense LU of the model's size in the same run; the time with gradients and
// what it is of the time without; and the paper's own time (Table 10, MATLAB on an Intel
// i7-10710U).
//
//   bench_backbone WJROM.mat FJROM.mat     default: the built-in lap joint, patches only
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"

using namespace slipfront;

namespace {

constexpr double kLeastTime = 1000;  // ms of repeated calls for the medians
constexpr int kFewestCalls = 3;
constexpr int kMostCalls = 201;

double processor_ms() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// Medians of the processor time of calls made in turn, in milliseconds: other jobs may run
/// beside them, and what those take away they take from each call alike.
template <std::size_t n>
std::array<double, n> medians_ms(const std::array<std::function<void()>, n>& calls) {
  std::array<std::vector<double>, n> ms;
  double total = 0;
  while (static_cast<int>(ms[0].size()) < kFewestCalls ||
         (total < kLeastTime && static_cast<int>(ms[0].size()) < kMostCalls))
    for (std::size_t k = 0; k < n; ++k) {
      const double start = processor_ms();
      calls[k]();
      ms[k].push_back(processor_ms() - start);
      total += ms[k].back();
    }
  std::array<double, n> medians;
  for (std::size_t k = 0; k < n; ++k) {
    const auto middle = ms[k].begin() + static_cast<long>(ms[k].size() / 2);
    std::nth_element(ms[k].begin(), middle, ms[k].end());
    medians[k] = *middle;
  }
  return medians;
}

struct Loops {
  int loops = 40;
  double tolerance = 1e-4;
  Dissipation dissipation = Dissipation::local;
  int points = 0;  // 0: the default
  PrestressKind prestress = PrestressKind::full;
};
const Loops kMasing{};
const Loops kMasingModal{.dissipation = Dissipation::modal, .points = 51};
const Loops kJenkinsLoops{.loops = 3};
const Loops kConservative40{.prestress = PrestressKind::conservative};
const Loops kConservative100{.loops = 100, .prestress = PrestressKind::conservative};
const Loops kFrictionLoops{.loops = 6, .dissipation = Dissipation::modal, .points = 42};
const Loops kElementLoops{.loops = 3, .tolerance = 0, .dissipation = Dissipation::modal};
const Loops kElementPenalty{.loops = 3, .dissipation = Dissipation::modal};

double ten(double power) { return std::pow(10, power); }

struct Case {
  const char* id;
  const char* model;
  Framework framework;
  ContactOptions contact;
  Loops loops;
  std::vector<double> values;  // law, then post-slip and normal stiffness
  const char* published;       // seconds
};

constexpr auto kM = Framework::masing;
constexpr auto kNm = Framework::non_masing;
const ContactOptions kPlain{};
const ContactOptions kPostSlip{.post_slip = true};
const ContactOptions kPenalty{.normal = NormalContact::penalty};

std::vector<Case> patch_cases() {
  return {
      {"jenkins-wj", "jenkins", kM, kPlain, kMasing, {ten(5.25), ten(15), ten(14.54)}, "0.10"},
      {"gjp-wj",
       "generalized_jenkins_prager",
       kM,
       kPlain,
       kMasing,
       {ten(4.87), ten(12.22), ten(11.25), ten(15.3)},
       "0.10"},
      {"prager-wj", "prager", kM, kPlain, kMasing, {ten(5.255), ten(11.575), ten(12.355)}, "0.14"},
      {"iwan4-wj",
       "iwan4",
       kM,
       kPlain,
       kMasing,
       {ten(5.12), ten(12.41), -0.375, ten(-4.92), ten(17.73)},
       "0.17"},
      {"iwan4-kp-wj",
       "iwan4",
       kM,
       kPostSlip,
       kMasing,
       {ten(5.16), ten(12.61), -0.42, ten(-2.6), ten(7.45), ten(16.5)},
       "0.17"},
      {"iwan5-wj",
       "iwan5",
       kM,
       kPlain,
       kMasing,
       {ten(5.08), ten(12.32), -0.325, ten(-3.86), 0.94, ten(16.2)},
       "0.17"},
      {"bouc-wen-1-wj",
       "bouc_wen_1",
       kM,
       kPlain,
       kMasing,
       {ten(12.755), ten(7.47), ten(17.4)},
       "0.16"},
      {"bouc-wen-1-kp-wj",
       "bouc_wen_1",
       kM,
       kPostSlip,
       kMasing,
       {ten(12.755), ten(7.475), ten(10.4), ten(16)},
       "0.16"},
      {"bouc-wen-2-wj",
       "bouc_wen_2",
       kM,
       kPlain,
       kMasing,
       {ten(12.155), ten(2.03), ten(18.5)},
       "0.15"},
      {"bouc-wen-wj",
       "bouc_wen",
       kM,
       kPlain,
       kMasing,
       {ten(12.77), ten(8.6), 0.79, ten(17.1)},
       "0.45 to 2.3"},
      {"valanis-wj",
       "valanis",
       kM,
       kPlain,
       kMasing,
       {ten(12.74), ten(8.17), ten(7.455), 0.005, ten(19.02)},
       "0.55 to 2.0"},
      {"edf-wj",
       "elastic_dry_friction",
       kM,
       kPlain,
       kMasingModal,
       {1.41, ten(13.4), ten(12.305)},
       "3.5"},
      {"jenkins-wj-nm",
       "jenkins",
       kNm,
       kPlain,
       kJenkinsLoops,
       {ten(5.23), ten(13.15), ten(14.1)},
       "0.44"},
      {"bouc-wen-1-wj-nm",
       "bouc_wen_1",
       kNm,
       kPlain,
       kConservative40,
       {ten(12.73), ten(7.195), -0.62, ten(14.42)},
       "4.3"},
      {"bouc-wen-1-kp-wj-nm",
       "bouc_wen_1",
       kNm,
       kPostSlip,
       kConservative100,
       {ten(12.72), ten(7.19), -0.57, ten(9.37), ten(14.33)},
       "3.8"},
      {"valanis-wj-nm",
       "valanis",
       kNm,
       kPlain,
       kConservative40,
       {ten(12.715), ten(9.845), ten(7.44), 0.175, ten(16.505)},
       "44"},
      {"edf-wj-nm",
       "elastic_dry_friction",
       kNm,
       kPlain,
       kFrictionLoops,
       {0.935, ten(14.4), ten(12.3)},
       "740"},
  };
}

std::vector<Case> element_cases() {
  return {
      {"jenkins-fj, kt 10^13.5",
       "jenkins",
       kNm,
       kPlain,
       kElementLoops,
       {ten(5.355), ten(13.5), ten(11.35)},
       "170"},
      {"jenkins-fj, kt 10^15.3",
       "jenkins",
       kNm,
       kPlain,
       kElementLoops,
       {ten(5.355), ten(15.3), ten(11.35)},
       "170"},
      {"gjp-fj, kt 10^15.3",
       "generalized_jenkins_prager",
       kNm,
       kPlain,
       kElementLoops,
       {ten(5.335), ten(15.3), ten(10.13), ten(11.355)},
       "170"},
      {"edf-fj",
       "elastic_dry_friction",
       kNm,
       kPlain,
       kElementPenalty,
       {1.06, ten(14.6), ten(11.76)},
       "81"},
      {"edf-kp-fj",
       "elastic_dry_friction",
       kNm,
       kPostSlip,
       kElementPenalty,
       {1.12, ten(14.6), ten(3.95), ten(11.755)},
       "74"},
      {"gjp-penalty-fj",
       "generalized_jenkins_prager",
       kNm,
       kPenalty,
       kElementPenalty,
       {ten(5.5), ten(14.4), ten(9.1), ten(12.47)},
       "150"},
  };
}

void run(const std::shared_ptr<const Structure>& structure, const std::vector<Case>& cases) {
  const ModalSolver solver(structure);
  const auto n = structure->dof();
  const Eigen::MatrixXd matrix = structure->stiffness + 1e6 * structure->mass;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu(n);
  std::printf("\n%s: %td unknowns, %td points\n", structure->name.c_str(), n,
              structure->interface.points());
  std::printf("%-24s %10s %8s %10s %6s %12s %7s %7s\n", "combination", "ms", "x LU", "+gradient",
              "ratio", "published s", "failed", "steps");
  const auto amplitudes = log_spaced(1e-6, 1e-4, 20);
  for (const Case& c : cases) {
    const ContactModel contact(Registry::built_in().find(c.model), c.framework, c.contact);
    BackboneOptions options;
    options.loops = c.loops.loops;
    options.loop_tolerance = c.loops.tolerance;
    options.dissipation = c.loops.dissipation;
    options.prestress = c.loops.prestress;
    if (c.loops.points > 0) options.quadrature = c.loops.points;
    options.zeta0 = 1e-3;
    Backbone backbone;
    BackboneOptions with_gradient = options;
    with_gradient.gradient = true;
    // The machine's speed changes: the yardstick is measured beside each case.
    const auto [lu_ms, plain, both] =
        medians_ms<3>({[&] { lu.compute(matrix); },
                       [&] { backbone = solver.backbone(contact, c.values, amplitudes, options); },
                       [&] { solver.backbone(contact, c.values, amplitudes, with_gradient); }});
    std::printf("%-24s %10.3f %8.1f %10.3f %6.2f %12s %7d %7d\n", c.id, plain, plain / lu_ms, both,
                both / plain, c.published, backbone.failed(), backbone.newton_iterations);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  run(std::make_shared<const Structure>(argc > 1 ? load_structure(argv[1]) : make_lap_joint()),
      patch_cases());
  if (argc > 2) run(std::make_shared<const Structure>(load_structure(argv[2])), element_cases());
}
