#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/in_run_folder.hpp"
#include "app/table.hpp"
#include "studies/run_status.hpp"

namespace slipfront {

namespace {

/// Those who share the folder, each with the combination that it computes.
std::vector<std::string> workers(const RunStatus& status) {
  std::vector<std::string> lines;
  if (status.holder) return lines;
  for (const CombinationStatus& c : status.combinations)
    if (c.holder) lines.push_back(c.id + " computed now by " + *c.holder);
  return lines;
}

void print_json(const RunStatus& status) {
  nlohmann::ordered_json out;
  out["title"] = status.title;
  out["running"] = status.holder || !workers(status).empty();
  if (status.holder) out["holder"] = *status.holder;
  out["combinations"] = nlohmann::ordered_json::array();
  for (const CombinationStatus& c : status.combinations) {
    out["combinations"].push_back({{"id", c.id},
                                   {"state", to_text(c.state)},
                                   {"evaluations", c.evaluations},
                                   {"failed_evaluations", c.failed},
                                   {"front_points", c.front_points}});
    if (c.holder) out["combinations"].back()["holder"] = *c.holder;
  }
  std::cout << out.dump(2) << "\n";
}

void print_text(const RunStatus& status) {
  std::cout << status.title << "\n";
  if (status.holder)
    std::cout << "computed now by " << *status.holder << "\n";
  else if (workers(status).empty())
    std::cout << "nobody computes here now\n";
  for (const std::string& line : workers(status)) std::cout << line << "\n";
  std::cout << "\n";
  std::vector<std::vector<std::string>> rows = {
      {"combination", "state", "evaluations", "failed", "front points"}};
  int finished = 0;
  for (const CombinationStatus& c : status.combinations) {
    const bool done = c.state == CombinationState::finished;
    finished += done;
    rows.push_back({c.id, to_text(c.state), std::to_string(c.evaluations), std::to_string(c.failed),
                    done ? std::to_string(c.front_points) : ""});
  }
  std::cout << aligned_table(rows) << "\n"
            << finished << " of " << status.combinations.size() << " combinations finished\n";
}

int run(const Arguments& arguments) {
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  const RunStatus status = in_run_folder(folder, [&] { return run_status(folder); });
  wants_json(arguments) ? print_json(status) : print_text(status);
  return ExitCode::done;
}

}  // namespace

Command status_command() {
  return {{.command = "status",
           .about = "How far a run is, also while it is running.",
           .operands = {{"DIR", "The run folder."}},
           .options = {format_option()},
           .examples = "  slipfront status runs/lap-joint-quick\n"},
          run};
}

}  // namespace slipfront
