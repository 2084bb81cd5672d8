#include "results/report/pdf.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
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

bool convert(const std::string& svg, const std::string& pdf) {
  const std::string temporary = pdf + ".tmp";
  std::vector<std::string> words = {kProgram, "-f", "pdf", "-o", temporary, svg};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int refused = posix_spawnp(&child, kProgram, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  const bool good = refused == 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
                    WEXITSTATUS(status) == 0;
  std::error_code error;
  if (good)
    std::filesystem::rename(temporary, pdf, error);
  else
    std::filesystem::remove(temporary, error);
  return good && !error;
}

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
  for (const std::filesystem::path& svg : files) {
    std::filesystem::path pdf = svg;
    pdf.replace_extension(".pdf");
    if (convert(svg.string(), pdf.string()))
      ++outcome.written;
    else
      outcome.why_not = std::string(kProgram) + " failed for " + svg.string();
  }
  return outcome;
}

}  // namespace slipfront
