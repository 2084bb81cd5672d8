// The shipped studies say what they promise: all 26 combinations, and in brb26-paper.json the
// settings of Porter et al. (Table 6 and sections 3.5, 4.1.1, 4.2.1, 4.3, 4.4.1), one by one.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "studies/load_study.hpp"
#include "studies/study_models.hpp"

using namespace slipfront;

namespace {

Study shipped(const std::string& name) {
  return load_study(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/" + name, Registry::built_in());
}

const std::vector<std::string> kTable9 = {"gjp-penalty-fj",
                                          "valanis-wj-nm",
                                          "iwan4-kp-wj",
                                          "iwan4-wj",
                                          "bouc-wen-wj",
                                          "iwan5-wj",
                                          "jenkins-fj",
                                          "bouc-wen-1-kp-wj-nm",
                                          "gjp-fj",
                                          "bouc-wen-2-wj",
                                          "bouc-wen-1-wj-nm",
                                          "bouc-wen-1-kp-wj",
                                          "valanis-wj",
                                          "bouc-wen-1-wj",
                                          "edf-kp-fj",
                                          "edf-fj",
                                          "gjp-wj",
                                          "jenkins-wj-nm",
                                          "jenkins-wj",
                                          "edf-wj",
                                          "edf-wj-nm",
                                          "prager-wj",
                                          "iwan4-wj-noviscous",
                                          "bouc-wen-1-kp-wj-nm-noviscous",
                                          "bouc-wen-1-wj-nm-noviscous",
                                          "valanis-wj-nm-noviscous"};

bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }

constexpr int kByTolerance = -1;  // Masing: no loops

struct Settings {
  OptimizerEngine engine;
  int population;
  PrestressKind prestress;
  int loops;
  double tolerance;
  Dissipation dissipation;
  int quadrature;  // 0: not stated
  bool penalty;
};

/// The table, row by row.
Settings paper(const std::string& id) {
  using enum OptimizerEngine;
  using enum PrestressKind;
  const auto local = Dissipation::local, modal = Dissipation::modal;
  const std::string base = id.substr(0, id.find("-noviscous"));
  if (base == "prager-wj") return {nsga2, 100, full, kByTolerance, 1e-4, local, 0, false};
  if (base == "edf-wj") return {nsga2, 100, full, kByTolerance, 1e-4, modal, 51, true};
  if (base == "jenkins-wj-nm") return {nsga2, 100, full, 3, 1e-4, local, 0, true};
  if (base == "edf-wj-nm") return {nsga2, 100, full, 6, 1e-4, modal, 42, true};
  if (base == "bouc-wen-1-wj-nm") return {nsga2, 100, conservative, 40, 1e-4, local, 0, true};
  if (base == "valanis-wj-nm") return {nsga2, 100, conservative, 40, 1e-4, local, 0, false};
  if (base == "bouc-wen-1-kp-wj-nm") return {nsga2, 100, conservative, 100, 1e-4, local, 0, false};
  if (base == "jenkins-fj" || base == "gjp-fj") return {nsga2, 75, full, 3, 0, modal, 4, true};
  if (has(base, "-fj")) return {nsga2, 75, full, 3, 1e-4, modal, 4, true};
  return {boundary_intersection, 0, full, kByTolerance, 1e-4, local, 0, false};
}

}  // namespace

TEST_CASE("the shipped studies of the beam hold all 26 combinations, in the order of Table 9") {
  for (const char* name : {"brb26.json", "brb26-paper.json", "brb26-quick.json"}) {
    CAPTURE(name);
    const Study study = shipped(name);
    std::vector<std::string> ids;
    for (const Combination& c : study.combinations) {
      ids.push_back(c.id);
      CAPTURE(c.id);
      CHECK(c.fit_modes == std::vector<int>{1});
      CHECK(c.predict_modes == std::vector<int>{2, 3});
      CHECK(c.viscous == !has(c.id, "-noviscous"));
      CHECK(c.rom == (has(c.id, "-fj") ? "fjrom" : "wjrom"));
      CHECK((c.framework == Framework::non_masing) == (has(c.id, "-fj") || has(c.id, "-nm")));
      CHECK(c.contact.post_slip == has(c.id, "-kp"));
      CHECK((c.contact.normal == NormalContact::penalty) == has(c.id, "-penalty"));
    }
    CHECK(ids == kTable9);
    CHECK(study.amplitudes == 20);
  }
}

TEST_CASE("brb26-paper.json has the paper's settings") {
  const Study study = shipped("brb26-paper.json");
  for (const Combination& c : study.combinations) {
    CAPTURE(c.id);
    const Settings wanted = paper(c.id);
    CHECK(c.optimizer.engine == wanted.engine);
    if (wanted.engine == OptimizerEngine::nsga2) {
      CHECK(c.optimizer.nsga2.population == wanted.population);
      CHECK(c.optimizer.nsga2.generations == 300);
      CHECK(c.optimizer.nsga2.crowding == Crowding::genotype);
      CHECK(c.optimizer.nsga2.pareto_fraction == 0.35);
      CHECK(c.optimizer.nsga2.crossover_fraction == 0.8);
      CHECK(c.optimizer.nsga2.keep_generations == 50);
      CHECK(c.optimizer.nsga2.stall_generations == 100);
      CHECK(c.optimizer.nsga2.spread_tolerance == 1e-4);
    }
    CHECK(c.prestress == wanted.prestress);
    CHECK(c.dissipation == wanted.dissipation);
    CHECK(c.quadrature.value_or(0) == wanted.quadrature);
    CHECK(c.residual_penalty == wanted.penalty);
    if (wanted.loops != kByTolerance) CHECK(c.loops == wanted.loops);
    if (wanted.loops != kByTolerance) CHECK(c.loop_tolerance == wanted.tolerance);
    CHECK(c.seeds_from == (c.id == "edf-kp-fj" ? "edf-fj" : ""));
    CHECK(c.seeds_points == (c.id == "edf-kp-fj" ? 8 : 0));
  }
}

TEST_CASE("the search bounds are those stated for the study") {
  // Log10 but for the linear ones; paper-settings.
  const std::map<std::string, std::pair<double, double>> stated = {
      {"slip_traction", {3.5, 6.7}},
      {"tangential_stiffness", {10.5, 18}},
      {"post_slip_stiffness", {0, 13}},
      {"normal_stiffness", {9.8, 21.5}},
      {"friction_coefficient", {0.02, 5}},
      {"beta", {-20, 3}},
      {"theta", {0, 1}},
      {"initial_stiffness", {11, 14}},
      {"alpha", {6, 9.5}},
      {"lambda", {6, 9.5}},
      {"n", {0.3, 3}},
      {"beta_over_alpha", {-1, 1}},
      {"slip_stiffness", {4, 13}},
      {"kappa", {0, 1}}};
  const std::map<std::string, std::pair<double, double>> eta = {
      {"bouc_wen_1", {6, 9.5}}, {"bouc_wen_2", {0.5, 4}}, {"bouc_wen", {0, 12}}};
  const Study study = shipped("brb26.json");
  CHECK(study.bounds.empty());
  for (const Combination& c : study.combinations) {
    const ContactModel contact(Registry::built_in().find(c.model), c.framework, c.contact);
    for (const Parameter& p : contact.parameters()) {
      CAPTURE(c.id, p.name);
      std::pair<double, double> wanted;
      if (p.name == "chi")
        wanted = {-2, c.model == "iwan5" ? 1 : 2};
      else
        wanted = p.name == "eta" ? eta.at(c.model) : stated.at(p.name);
      CHECK(to_search(p, p.lower) == Approx(wanted.first).margin(1e-12));
      CHECK(to_search(p, p.upper) == Approx(wanted.second).margin(1e-12));
    }
  }
}

TEST_CASE("brb-sensitivity.json is section 4.7: two models, with kp and without, two backbones") {
  const Study study = shipped("brb-sensitivity.json");
  REQUIRE(study.combinations.size() == 8);
  std::set<std::tuple<std::string, bool, std::string>> seen;
  for (const Combination& c : study.combinations) {
    CAPTURE(c.id);
    CHECK(c.fit_modes == std::vector<int>{1});
    CHECK(c.framework == Framework::masing);
    CHECK(c.contact.post_slip == has(c.id, "-kp"));
    CHECK(has(study.experiment_file(c, 1), "levelling") == has(c.id, "levelling"));
    seen.insert({c.model, c.contact.post_slip, study.experiment_file(c, 1)});
  }
  CHECK(seen.size() == 8);
  // As in the whole study, but for the experiment: the fits to the worn beam are the same ones.
  const Study whole = shipped("brb26.json");
  for (const Combination& c : whole.combinations)
    for (const Combination& own : study.combinations)
      if (own.id == c.id) CHECK(own.optimizer.seed == c.optimizer.seed);
}

TEST_CASE("single-model.json is in order") {
  CHECK(shipped("single-model.json").combinations.size() == 1);
}

TEST_CASE("the studies with the example plugin add its rows to those that they include") {
  const std::vector<std::string> built_here = {"plugins=[\"" + std::string(SLIPFRONT_TEST_PLUGINS) +
                                               "/libramberg_osgood.so\"]"};
  const auto [name, base, rows] = GENERATE(table<std::string, std::string, std::size_t>(
      {{"plugin.json", "lap-joint-quick.json", 2},
       {"brb26-quick-plugin.json", "brb26-quick.json", 1}}));
  CAPTURE(name);
  const std::string file = std::string(SLIPFRONT_SOURCE_DIR) + "/studies/" + name;
  const StudyModels models = load_study_models(file, built_here);
  CHECK(models.problems.empty());
  const Study study = load_study(file, models.registry, built_here), before = shipped(base);
  REQUIRE(study.combinations.size() == before.combinations.size() + rows);
  // Nothing else changes: a finished run of the other study is kept.
  for (std::size_t i = 0; i < before.combinations.size(); ++i) {
    CHECK(study.combinations[i].id == before.combinations[i].id);
    CHECK(study.combinations[i].optimizer.seed == before.combinations[i].optimizer.seed);
  }
  for (std::size_t i = before.combinations.size(); i < study.combinations.size(); ++i)
    CHECK(study.combinations[i].model == "ramberg_osgood");
  const Study as_written =
      parse_study("{\"include\": [\"" + name + "\"]}",
                  std::string(SLIPFRONT_SOURCE_DIR) + "/studies/x.json", models.registry)
          .study;
  CHECK(as_written.plugins ==
        std::vector<std::string>{"../plugins/ramberg_osgood/build/libramberg_osgood.so"});
}
