// The ROM factory, measured: frequencies, time and memory.
//
//   bench_rom                     the Brake-Reuss beam from its dimensions: both models,
//                                 elements of the reduced interface
//   bench_rom DECK.inp            the same tables for a deck
//   bench_rom refine [FINEST]     the beam's solid at refinements 2 to FINEST (7)
//
// Frequencies are the first three that bend along the bolts, with springs kt = kn on the
// whole interface. Competitor: the full sparse model with the same springs.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/failure.hpp"
#include "rom/deck/deck_joint.hpp"
#include "rom/info.hpp"
#include "rom/mesh/lap_beam.hpp"
#include "rom/reduce/build_models.hpp"
#include "rom/reduce/full_modes.hpp"

using namespace slipfront;

namespace {

constexpr int kFinest = 7;  // refinement that still fits beside other work
constexpr double kPenalties[] = {1e11, 1e12, 1e13, 1e14};

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr double kMicro = 1e-6;
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         kMicro * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double seconds() {
  static const auto start = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  constexpr double kKilobytes = 1 << 20;
  return static_cast<double>(usage.ru_maxrss) / kKilobytes;
}

void refine(int finest) {
  std::printf("refinement   nodes   elements  facets   kt = kn      1         2         3\n");
  for (int refinement = 2; refinement <= finest; ++refinement) {
    LapBeamSpec spec;
    spec.refinement = refinement;
    const JointModel joint = make_lap_beam(spec);
    const RelativeSystem system = relative_system(joint);
    for (const double penalty : {1e11, 1e12, 1e13, 1e14, 0.0}) {
      const FullModes modes =
          full_modes(joint, system, penalty > 0 ? std::optional<double>(penalty) : std::nullopt, 8);
      std::printf("%6d %10d %10zu %7zu   ", refinement, joint.solid.nodes(),
                  joint.solid.elements.size(), joint.facets.size());
      if (penalty > 0)
        std::printf("%8.0e", penalty);
      else
        std::printf("%8s", "bonded");
      for (std::size_t i = 0; i < 3 && i < modes.bending.size(); ++i)
        std::printf(" %9.3f", modes.frequencies_hz[modes.bending[i]]);
      std::printf("   %6.1f s\n", seconds());
      std::fflush(stdout);
    }
  }
}

void show(const char* name, const Structure& rom, const FullModes* full) {
  for (int i = 0; i < 4; ++i) {
    const RomInfo info = inspect(rom, kPenalties[i]);
    std::printf("%-24s %5ld dof  %6.0e", name, static_cast<long>(rom.dof()), kPenalties[i]);
    for (std::size_t k = 0; k < 3 && k < info.bending_hz.size(); ++k)
      std::printf("  %9.3f (%+.3f %%)", info.bending_hz[k],
                  100 * (info.bending_hz[k] / full[i].frequencies_hz[full[i].bending[k]] - 1));
    std::printf("\n");
  }
  std::fflush(stdout);
}

void reduce(const JointModel& joint) {
  const double start = seconds();
  const RelativeSystem system = relative_system(joint);
  const Structure whole = build_whole_joint(joint, system, {});
  const Structure elements = build_full_joint(joint, system, {});
  std::printf("both models in %.1f s (%.1f s of processor time), peak %.2f GiB\n",
              seconds() - start, processor_seconds(), peak_gigabytes());
  FullModes full[4];
  for (int i = 0; i < 4; ++i) full[i] = full_modes(joint, system, kPenalties[i], 8);
  show("WJROM", whole, full);
  show("FJROM 152 pressure", elements, full);
  for (const int count : {60, 100, 250, 350}) {
    const ReductionSpec spec{.elements = count};
    show(("FJROM " + std::to_string(count) + " pressure").c_str(),
         build_full_joint(joint, system, spec), full);
  }
  show("FJROM 152 uniform", build_full_joint(joint, system, {.placement = NodePlacement::uniform}),
       full);
  show("FJROM 152 pressure-and-mode",
       build_full_joint(joint, system, {.placement = NodePlacement::pressure_and_mode}), full);
  show("full interface", build_full_joint(joint, system, {.elements = 0}), full);
  std::printf("all in %.1f s, peak %.2f GiB\n", seconds() - start, peak_gigabytes());
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::string what = count > 1 ? words[1] : "";
    if (what == "refine")
      refine(count > 2 ? std::atoi(words[2]) : kFinest);
    else
      reduce(what.empty() ? make_lap_beam({}) : joint_from_deck(read_deck(what)));
  } catch (const Failure& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
