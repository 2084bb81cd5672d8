#include <iostream>

#include "app/command.hpp"
#include "app/in_run_folder.hpp"
#include "app/table.hpp"
#include "app/terminal.hpp"
#include "core/number.hpp"
#include "studies/verify_run.hpp"

namespace slipfront {

namespace {

// Differences of rounding between two builds or processors stay below this.
constexpr double kDrift = 1e-9;
constexpr int kDigits = 3;
constexpr double kMilli = 1e3;

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  const int jobs = jobs_option(arguments);
  const auto results = in_run_folder(folder, [&] {
    return verify_run(folder, arguments.value("--study"), jobs,
                      [](const VerifiedCombination& done) { std::cerr << done.id << "\n"; });
  });
  if (results.empty()) {
    std::cerr << "slipfront: " << folder.path() << " holds no finished combination to verify\n";
    return ExitCode::failed;
  }
  std::vector<std::vector<std::string>> rows = {
      {"combination", "points", "drift", "ms per backbone", "verdict"}};
  bool good = true;
  for (const VerifiedCombination& r : results) {
    std::string verdict = "as stored";
    if (!r.trouble.empty())
      verdict = r.trouble;
    else if (r.changed > 0)
      verdict = std::to_string(r.changed) + " errors appeared or vanished";
    else if (!(r.drift <= kDrift))
      verdict = "drifted by more than " + to_text(kDrift);
    good = good && verdict == "as stored";
    rows.push_back({r.id, std::to_string(r.points), to_text(r.drift, kDigits),
                    to_text(kMilli * r.backbone_seconds, kDigits), verdict});
  }
  std::cout << aligned_table(rows);
  return good ? ExitCode::done : ExitCode::failed;
}

}  // namespace

Command verify_command() {
  return {
      {.command = "verify",
       .about = "Solve the stored fronts of a run again and report any drift, and the time that "
                "one backbone takes at the middle of each front.",
       .operands = {{"DIR", "The run folder."}},
       .options = {{.name = "--study",
                    .value = "FILE",
                    .about = "The study file, if it has been moved since the run."},
                   {.name = "--jobs",
                    .value = "N",
                    .about = "Threads; as many as there are processors allowed if left out."}},
       .examples = "  slipfront verify runs/lap-joint-quick\n"},
      run};
}

}  // namespace slipfront
