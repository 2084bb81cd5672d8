// Time of one backbone (20 amplitudes 1e-6..1e-4, linear modes and prestress included) on a
// patch model: median of repeated calls on one core, in milliseconds and as a multiple of
// one dense LU of the model's size in the same run.
//
//   bench_backbone [ROM.mat]     default: the built-in lap joint
//
// Compare with Porter et al., Table 10: 0.10 s (Jenkins) and 0.17 s (4-parameter Iwan),
// MATLAB on an Intel i7-10710U.
#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"

using namespace slipfront;

namespace {

constexpr int kRepeats = 301;

/// Median of the wall time of one call, in milliseconds.
double median_ms(const std::function<void()>& call) {
  std::vector<double> ms;
  for (int i = 0; i < kRepeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call();
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                     .count());
  }
  std::nth_element(ms.begin(), ms.begin() + kRepeats / 2, ms.end());
  return ms[kRepeats / 2];
}

struct Case {
  const char* model;
  std::vector<double> values;  // law, then normal stiffness
};

}  // namespace

int main(int argc, char** argv) {
  const auto structure =
      std::make_shared<const Structure>(argc > 1 ? load_structure(argv[1]) : make_lap_joint());
  const ModalSolver solver(structure);
  const auto n = structure->dof();
  const Eigen::MatrixXd matrix = structure->stiffness + 1e6 * structure->mass;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu(n);
  const double lu_ms = median_ms([&] { lu.compute(matrix); });
  std::printf("%s: %td unknowns, one dense LU %.4f ms\n", structure->name.c_str(), n, lu_ms);
  std::printf("%-12s %4s %10s %8s %10s %7s\n", "model", "mode", "ms", "x LU", "+gradient",
              "failed");

  // Midpoints of Porter et al., Tables 11 and 13 (WJROM, Masing).
  const std::vector<Case> cases{{"jenkins", {std::pow(10, 5.25), 1e15, std::pow(10, 14.54)}},
                                {"iwan4",
                                 {std::pow(10, 5.12), std::pow(10, 12.41), -0.375,
                                  std::pow(10, -4.92), std::pow(10, 17.73)}}};
  const auto amplitudes = log_spaced(1e-6, 1e-4, 20);
  for (const Case& c : cases) {
    const ContactModel contact(Registry::built_in().find(c.model), Framework::masing);
    for (int mode = 1; mode <= 3; ++mode) {
      BackboneOptions options;
      options.mode.bending = mode;
      int failed = 0;
      const double plain = median_ms(
          [&] { failed = solver.backbone(contact, c.values, amplitudes, options).failed(); });
      options.gradient = true;
      const double both =
          median_ms([&] { solver.backbone(contact, c.values, amplitudes, options); });
      std::printf("%-12s %4d %10.3f %8.1f %10.3f %7d\n", c.model, mode, plain, plain / lu_ms, both,
                  failed);
    }
  }
}
