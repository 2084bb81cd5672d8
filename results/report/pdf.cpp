#include "results/report/pdf.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

extern char** environ;

namespace slipfront {

namespace {

constexpr char kProgram[] = "rsvg-convert";

bool on_path() {
  const char* path = std::getenv("PATH");
  std::string rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string candidate = rest.substr(0, colon) + "/" + kProgram;
    if (access(candidate.c_str(), X_OK) == 0) return true;
    rest.erase(0, colon + 1);
  }
  return false;
}

/// A conversion at work.
struct Conversion {
  pid_t child = 0;
  std::string svg, temporary, pdf;
};

/// Nothing if the program cannot be started.
std::optional<Conversion> start(const std::string& svg, const std::string& pdf) {
  Conversion one{0, svg, pdf + ".tmp", pdf};
  std::vector<std::string> words = {kProgram, "-f", "pdf", "-o", one.temporary, svg};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int refused =
      posix_spawnp(&one.child, kProgram, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (refused != 0) return {};
  return one;
}

bool finish(const Conversion& one) {
  int status = 0;
  const bool good =
      waitpid(one.child, &status, 0) == one.child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  std::error_code error;
  if (good)
    std::filesystem::rename(one.temporary, one.pdf, error);
  else
    std::filesystem::remove(one.temporary, error);
  return good && !error;
}

bool is_newer(const std::filesystem::path& pdf, const std::filesystem::path& svg) {
  std::error_code no_pdf, no_svg;
  const auto made = std::filesystem::last_write_time(pdf, no_pdf);
  const auto drawn = std::filesystem::last_write_time(svg, no_svg);
  return !no_pdf && !no_svg && made > drawn;
}

/// As many at once as there are processors.
std::size_t at_once() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace

PdfOutcome write_pdfs(const std::string& folder) {
  PdfOutcome outcome;
  if (!on_path()) {
    outcome.why_not = std::string(kProgram) + " is not installed: no PDF of the figures";
    return outcome;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".svg") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::deque<Conversion> running;
  const auto failed = [&](const std::string& svg) {
    outcome.why_not = std::string(kProgram) + " failed for " + svg;
  };
  const auto finish_oldest = [&] {
    if (finish(running.front()))
      ++outcome.written;
    else
      failed(running.front().svg);
    running.pop_front();
  };
  for (const std::filesystem::path& svg : files) {
    std::filesystem::path pdf = svg;
    pdf.replace_extension(".pdf");
    if (is_newer(pdf, svg)) continue;
    if (running.size() == at_once()) finish_oldest();
    if (const auto one = start(svg.string(), pdf.string()))
      running.push_back(*one);
    else
      failed(svg.string());
  }
  while (!running.empty()) finish_oldest();
  return outcome;
}

}  // namespace slipfront
