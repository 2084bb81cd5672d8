// A copy of the shipped experiment with a study of two models and few generations.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

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
                   "optimizer": {"population": 20, "generations": )"
                           << generations << R"(}},
      "combinations": [{"id": "jenkins", "model": "jenkins"}, {"id": "iwan4", "model": "iwan4"}]
    })";
  }

  std::string study() const { return folder.file("small.json"); }
};
