// A study with every kind of search on patches and on elements, small enough to be run often.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/element_joint.hpp"
#include "app/program.hpp"

struct InterruptedStudy {
  TemporaryFolder folder;

  /// `size` scales the searches: 1 is a few seconds in all.
  explicit InterruptedStudy(int size = 1) {
    std::filesystem::copy(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/data",
                          folder.path / "data");
    write_element_joint(folder.file("elements.mat"));
    const std::string generations = std::to_string(10 * size);
    const std::string genetic = R"("population": 16, "generations": )" + generations;
    const std::string hybrid = R"({"engine": "hybrid", "hybrid": {"population": 12, "rays": 3,
      "generations": )" + std::to_string(3 * size) +
                               R"(, "gradients": )" + std::to_string(60 * size) +
                               R"(, "evaluations": 10}})";
    const std::string loops = R"("rom": "elements", "framework": "non_masing")";
    std::ofstream(file()) << R"({
      "name": "interrupted",
      "roms": {"patches": {"built_in": "lap-joint"}, "elements": {"file": "elements.mat"}},
      "experiment": {"1": "data/lap-joint-mode-1.csv", "2": "data/lap-joint-mode-2.csv"},
      "amplitudes": 5,
      "defaults": {"rom": "patches", "fit_modes": [1], "predict_modes": [2]},
      "combinations": [
        {"id": "nsga2-wj", "model": "iwan4", "optimizer": {"engine": "nsga2", )"
                          << genetic << R"(}},
        {"id": "nsga2-wj-nm", "model": "bouc_wen_1", "framework": "non_masing",
         "optimizer": {"engine": "nsga2", )"
                          << genetic << R"(}},
        {"id": "moead-wj", "model": "jenkins", "optimizer": {"engine": "moead", )"
                          << genetic << R"(, "pagmo": {"chunk": 2}}},
        {"id": "pagmo-wj", "model": "prager", "optimizer": {"engine": "pagmo_nsga2", )"
                          << genetic << R"(, "pagmo": {"chunk": 2}}},
        {"id": "nspso-wj", "model": "bouc_wen_2", "optimizer": {"engine": "nspso", )"
                          << genetic << R"(, "pagmo": {"chunk": 2}}},
        {"id": "hybrid-wj", "model": "iwan4", "optimizer": )"
                          << hybrid << R"(},
        {"id": "slsqp-wj", "model": "valanis", "optimizer": {"engine": "boundary_intersection",
         "boundary": {"solver": "slsqp", "angles": 5, "survey": 6, "starts": 1, "restarts": 1,
                      "evaluations": )"
                          << 12 * size << R"(}}},
        {"id": "boundary-wj", "model": "bouc_wen_1", "optimizer": {
         "engine": "boundary_intersection",
         "boundary": {"solver": "ceres", "angles": 5, "survey": 6, "starts": 1, "restarts": 1,
                      "evaluations": )"
                          << 12 * size << R"(}}},
        {"id": "penalised-wj", "model": "elastic_dry_friction", "dissipation": "modal",
         "residual_penalty": true, "optimizer": )"
                          << hybrid << R"(},
        {"id": "penalty-wj", "model": "jenkins", "normal": "penalty", "optimizer": )"
                          << hybrid << R"(},
        {"id": "seeded-wj", "model": "iwan4", "post_slip": true, "optimizer": {"engine": "nsga2",
         "seeds_from": {"combination": "nsga2-wj", "points": 4}, )"
                          << genetic << R"(}},
        {"id": "nsga2-fj", "model": "jenkins", )"
                          << loops << R"(, "optimizer": {"engine": "nsga2", )" << genetic << R"(}},
        {"id": "hybrid-fj", "model": "generalized_jenkins_prager", )"
                          << loops << R"(, "optimizer": )" << hybrid << R"(}
      ]
    })";
  }

  std::string file() const { return folder.file("interrupted.json"); }
  std::vector<std::string> run_words(const std::string& out) const {
    return {"run", file(), "--out", folder.file(out), "--jobs", "2"};
  }
  /// Those that can be run alone: all but "seeded-wj", which waits for "nsga2-wj".
  static std::vector<std::string> ids() {
    return {"nsga2-wj",     "nsga2-wj-nm", "moead-wj",    "pagmo-wj", "nspso-wj",  "hybrid-wj",
            "penalised-wj", "slsqp-wj",    "boundary-wj", "nsga2-fj", "hybrid-fj", "penalty-wj"};
  }
};
