// A copy of the shipped experiment with a study of two models and few generations.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "io/temporary_folder.hpp"

struct SmallRun {
  TemporaryFolder folder;

  explicit SmallRun(int generations = 6) {
    std::filesystem::copy(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/data",
                          folder.path / "data");
    std::ofstream(study()) << R"({
      "name": "small",
      "roms": {"joint": {"built_in": "lap-joint"}},
      "experiment": {"1": "data/lap-joint-mode-1.csv", "2": "data/lap-joint-mode-2.csv"},
      "defaults": {"rom": "joint", "fit_modes": [1], "predict_modes": [2],
                   "optimizer": {"engine": "nsga2", "population": 20, "generations": )"
                           << generations << R"(}},
      "combinations": [{"id": "jenkins", "model": "jenkins"}, {"id": "iwan4", "model": "iwan4"}]
    })";
  }

  std::string study() const { return folder.file("small.json"); }
};

/// Waits until a running program has written so many bytes into a file; false after a minute.
inline bool wait_for(const std::string& path, std::uintmax_t bytes) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  std::error_code none;
  while (std::chrono::steady_clock::now() < end) {
    if (std::filesystem::exists(path) && std::filesystem::file_size(path, none) >= bytes)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}
