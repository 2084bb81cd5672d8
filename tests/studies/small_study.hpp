// A study of the built-in lap joint that is computed in a second, in a folder of its own:
// the shipped virtual experiment, two models, a handful of generations.
#pragma once

#include <fstream>
#include <map>
#include <string>

#include "core/failure.hpp"
#include "experiment/backbone_file.hpp"
#include "io/temporary_folder.hpp"
#include "studies/lap_joint_experiment.hpp"
#include "studies/load_study.hpp"

namespace slipfront {

struct SmallStudy {
  TemporaryFolder folder;

  SmallStudy() {
    static const auto backbones = simulate();
    for (const auto& [mode, backbone] : backbones)
      write_backbone(folder.file("mode-" + std::to_string(mode) + ".csv"), backbone);
    std::ofstream(file()) << R"({
      "name": "small",
      "roms": {"joint": {"built_in": "lap-joint"}},
      "experiment": {"1": "mode-1.csv", "2": "mode-2.csv", "3": "mode-3.csv"},
      "amplitudes": 5,
      "defaults": {"rom": "joint", "fit_modes": [1], "predict_modes": [2],
                   "optimizer": {"engine": "nsga2", "population": 12, "generations": 6}},
      "combinations": [{"id": "jenkins", "model": "jenkins"}, {"id": "iwan4", "model": "iwan4"}]
    })";
  }

  std::string file() const { return folder.file("small.json"); }

  Study load(const std::vector<std::string>& settings = {}) const {
    return load_study(file(), Registry::built_in(), settings);
  }
};

}  // namespace slipfront
