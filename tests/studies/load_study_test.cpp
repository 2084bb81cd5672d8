#include "studies/load_study.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "core/failure.hpp"
#include "studies/mindlin_law.hpp"

using namespace slipfront;

namespace {

const std::string kFolder = std::string(SLIPFRONT_SOURCE_DIR) + "/tests/studies/bad/";

/// A study that is in order, to change one thing in.
const std::string kGood = R"({
  "name": "good", "seed": 7,
  "roms": {"joint": {"built_in": "lap-joint"}, "other": {"file": "models/other.mat"}},
  "experiment": {"1": "m1.csv", "2": "m2.csv", "12": "m12.csv"},
  "bounds": {"slip_traction": {"lower": 1e4}},
  "defaults": {"rom": "joint", "fit_modes": [1], "predict_modes": [2],
               "optimizer": {"population": 40, "generations": 10}},
  "combinations": [
    {"id": "jenkins", "model": "jenkins"},
    {"id": "iwan-4.kp", "title": "Iwan", "model": "iwan4", "post_slip": true, "rom": "other",
     "fit_modes": [12, 2], "predict_modes": [], "mode_index": {"12": 30}, "viscous": false,
     "prestress": "none", "preload": 5000, "residual_penalty": true,
     "optimizer": {"generations": 20, "seed": 5, "crowding": "phenotype"}}
  ]})";

struct Bad {
  const char* file;
  std::vector<const char*> says;  // each stands in some sentence
};

// Every file of tests/studies/bad with what its author is told.
const std::vector<Bad> kBad = {
    {"syntax_missing_colon",
     {"syntax_missing_colon.json, line 3, column", "\"amplitudes\" 20", "expected ':'"}},
    {"syntax_trailing_comma", {"line 4, column 1", "is not valid JSON"}},
    {"syntax_cut_off", {"line 2, column 1", "unexpected end of input"}},
    {"empty", {"line", "unexpected end of input"}},
    {"not_an_object", {"found [1,2,3]; must be a JSON object"}},
    {"key_twice", {"\"seed\": found the same key twice in one object"}},
    {"number_too_large", {"numbers must be within the range of double precision"}},
    {"unknown_key", {"/amplitude: found 20; is no key of a study. did you mean 'amplitudes'?"}},
    {"unknown_key_in_combination",
     {"/combinations/0/modle: found \"jenkins\"; is no key of a study. did you mean 'model'?",
      "/combinations/0/model: found nothing; is required: text"}},
    {"id_in_defaults", {"/defaults/id: found \"a\"; is no key of a study"}},
    {"wrong_type", {"/amplitudes: found \"twenty\"; must be a whole number from 3 to 1000"}},
    {"out_of_range", {"/amplitudes: found 2; must be a whole number from 3 to 1000"}},
    {"fraction_for_whole_number", {"/amplitudes: found 20.5; must be a whole number"}},
    {"not_allowed",
     {"/combinations/0/framework: found \"massing\"; must be text: \"masing\", \"non_masing\". "
      "did you mean 'masing'?"}},
    {"list_for_object", {"/combinations: found {", "must be a list [...] of objects"}},
    {"missing_keys",
     {"/name: found nothing; is required", "/roms: found nothing; is required",
      "/experiment: found nothing; is required", "/combinations: found nothing; is required"}},
    {"no_combinations", {"/combinations: found an empty list; must have at least one entry"}},
    {"empty_name", {"/name: found \"\"; must be text, not empty"}},
    {"rom_both", {"/roms/joint: found {", "must have either \"file\" or \"built_in\""}},
    {"rom_neither", {"/roms/joint: found {}; must have either \"file\" or \"built_in\""}},
    {"mode_name", {"/experiment/first: found \"first\"; must be a mode number"}},
    {"unknown_model",
     {"/combinations/0/model: found \"jenkin\"; is no friction model. did you mean 'jenkins'?"}},
    {"unknown_rom",
     {"/combinations/0/rom: found \"jiont\"; is none of the `roms`. did you mean 'joint'?"}},
    {"unmeasured_mode",
     {"/combinations/0/predict_modes/0: found 3; must be a mode of `experiment` (1, 2)"}},
    {"mode_twice", {"/combinations/0/predict_modes/0: found 1; this mode stands twice"}},
    {"no_fit_modes", {"/combinations/0/fit_modes: found an empty list; must name at least one"}},
    {"mode_zero", {"/combinations/0/fit_modes: found [0]; must be a list of whole numbers"}},
    {"id_twice", {"/combinations/1/id: found \"a\"; another combination has this id"}},
    {"id_path", {"/combinations/0/id: found \"../a\""}},
    {"unknown_parameter",
     {"/bounds/slip_tracton",
      "is no parameter of the study's models. did you mean "
      "'slip_traction'?"}},
    {"bounds_crossed",
     {"/bounds/slip_traction: found 1e+06 .. 1e+05; lower must not be above upper"}},
    {"index_of_unused_mode",
     {"/combinations/0/mode_index/2", "neither fits nor predicts this mode"}},
    {"own_experiment_of_unused_mode",
     {"/combinations/0/experiment/2: found 2; this combination neither fits nor predicts",
      "/combinations/0/experiment/one: found \"one\"; must be a mode number"}},
    {"framework_unknown_to_model",
     {"/combinations/0/framework: found non_masing; this model knows masing"}},
    {"many",
     {"/amplitudes: found 1", "/sed: found 2", "did you mean 'seed'", "/combinations/0/model",
      "/combinations/0/fit_modes/1: found 9", "/combinations/0/optimizer/population: found 3",
      "/combinations/1/model: found nothing", "/combinations/1/fit_modes: found nothing",
      "/combinations/1/rom: found \"x\"", "/combinations/1/id: found \"a\""}},
};

/// The built-in models, and one that knows the Masing framework only.
const Registry& models() {
  static const Registry registry = [] {
    class VirginOnly : public MindlinLaw {
     public:
      VirginOnly() : about_(MindlinLaw::description()) { about_.name = "virgin_only"; }
      const LawDescription& description() const override { return about_; }

     private:
      LawDescription about_;
    };
    Registry made = Registry::with_built_in();
    made.add(std::make_unique<VirginOnly>());
    return made;
  }();
  return registry;
}

std::string problems_of(const std::string& file) {
  try {
    load_study(file, models());
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

Study good(const std::vector<std::string>& settings = {}) {
  StudyReading reading = parse_study(kGood, "folder/good.json", models(), settings);
  throw_if_any(std::move(reading.problems));
  return std::move(reading.study);
}

}  // namespace

TEST_CASE("every bad study says what is wrong with it, where, and what to do") {
  for (const Bad& bad : kBad) {
    const std::string said = problems_of(kFolder + bad.file + ".json");
    CAPTURE(bad.file, said);
    for (const char* sentence : bad.says) {
      CAPTURE(sentence);
      CHECK(said.find(sentence) != said.npos);
    }
    CHECK(said.find(std::string(bad.file) + ".json") != said.npos);
  }
}

TEST_CASE("every file of the bad studies stands in the table") {
  std::set<std::string> listed, there;
  for (const Bad& bad : kBad) listed.insert(std::string(bad.file) + ".json");
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    there.insert(entry.path().filename().string());
  CHECK(listed == there);
}

TEST_CASE("one mistake is reported once") {
  for (const char* file : {"unknown_key", "wrong_type", "out_of_range", "unknown_model", "id_twice",
                           "bounds_crossed", "unmeasured_mode", "not_allowed"}) {
    try {
      load_study(kFolder + file + ".json", models());
      FAIL("accepted");
    } catch (const Failure& failure) {
      CAPTURE(failure.what());
      CHECK(failure.problems().size() == 1);
    }
  }
}

TEST_CASE("a study's defaults reach its combinations, whose own keys win") {
  const Study study = good();
  REQUIRE(study.combinations.size() == 2);
  const Combination& jenkins = study.combinations[0];
  CHECK(jenkins.title == "jenkins");
  CHECK(jenkins.rom == "joint");
  CHECK(jenkins.fit_modes == std::vector{1});
  CHECK(jenkins.predict_modes == std::vector{2});
  CHECK(jenkins.framework == Framework::masing);
  CHECK(jenkins.viscous);
  CHECK(jenkins.optimizer.nsga2.population == 40);
  CHECK(jenkins.optimizer.nsga2.generations == 10);
  CHECK_FALSE(jenkins.preload);
  const Combination& iwan = study.combinations[1];
  CHECK(iwan.title == "Iwan");
  CHECK(iwan.rom == "other");
  CHECK(iwan.contact.post_slip);
  CHECK(iwan.fit_modes == std::vector{12, 2});
  CHECK(iwan.predict_modes.empty());
  CHECK(iwan.mode_index.at(12) == 30);
  CHECK_FALSE(iwan.viscous);
  CHECK(iwan.prestress == PrestressKind::none);
  CHECK(iwan.preload.value() == 5000);
  CHECK(iwan.residual_penalty);
  CHECK(iwan.optimizer.nsga2.population == 40);  // merged, not replaced
  CHECK(iwan.optimizer.nsga2.generations == 20);
  CHECK(iwan.optimizer.seed == 5);
  CHECK(iwan.optimizer.nsga2.crowding == Crowding::phenotype);
  CHECK(study.amplitudes == 20);
  CHECK(study.box_upper == ErrorPair{0.17, 0.5});
  CHECK(study.bounds.at("slip_traction").lower.value() == 1e4);
  CHECK_FALSE(study.bounds.at("slip_traction").upper);
  CHECK(study.path_of("m1.csv") == "folder/m1.csv");
}

TEST_CASE("a combination may be compared with measured curves of its own, mode by mode") {
  const Study study = good({R"(combinations[jenkins].experiment={"2": "own/m2.csv"})"});
  const Combination &jenkins = study.combinations[0], &iwan = study.combinations[1];
  CHECK(study.experiment_file(jenkins, 1) == "m1.csv");
  CHECK(study.experiment_file(jenkins, 2) == "own/m2.csv");
  CHECK(study.experiment_file(iwan, 2) == "m2.csv");
  CHECK(study.experiment_file(iwan, 7) == "");
  // A mode that the study itself has no curve of.
  const Study wider = good({R"(combinations[jenkins].experiment={"5": "own/m5.csv"})",
                            "combinations[jenkins].predict_modes=[5]"});
  CHECK(wider.experiment_file(wider.combinations[0], 5) == "own/m5.csv");
}

TEST_CASE("a combination's seed depends on the study's seed and its id only") {
  const auto seed_of_jenkins = [](const std::vector<std::string>& settings) {
    return good(settings).combinations[0].optimizer.seed;
  };
  const auto seed = seed_of_jenkins({});
  CHECK(seed_of_jenkins({"combinations[1].id=zz"}) == seed);
  CHECK(seed_of_jenkins({"seed=8"}) != seed);
  CHECK(seed_of_jenkins({"combinations[jenkins].id=zz"}) != seed);
  CHECK(good().combinations[1].optimizer.seed == 5);
}

TEST_CASE("the resolved study is itself a study with the same content") {
  const Study study = good();
  const StudyReading again = parse_study(study.resolved, "folder/good.json", models());
  CHECK(again.problems.empty());
  CHECK(again.study.resolved == study.resolved);
  CHECK(study.resolved.find("folder/") == std::string::npos);  // paths as written
  CHECK(study.resolved.find("\"defaults\"") == std::string::npos);
}

TEST_CASE("a whole number may have a point, and an editor's schema is of no account") {
  const Study plain = good({"amplitudes=10", "defaults.fit_modes=[1]"});
  const Study same = good({"amplitudes=1e1", "defaults.fit_modes=[1.0]", "$schema=\"x.json\""});
  CHECK(same.amplitudes == 10);
  CHECK(same.resolved == plain.resolved);
  CHECK_THROWS_WITH(good({"amplitudes=10.5"}), Catch::Contains("a whole number"));
  CHECK_THROWS_WITH(good({"amplitudes=1e300"}), Catch::Contains("a whole number"));
}

TEST_CASE("settings replace keys before the study is read") {
  CHECK(good({"amplitudes=10"}).amplitudes == 10);
  CHECK(good({"area_rule=staircase"}).area_rule == AreaRule::staircase);
  const Study all = good({"combinations[].optimizer.generations=3"});
  CHECK(all.combinations[0].optimizer.nsga2.generations == 3);
  CHECK(all.combinations[1].optimizer.nsga2.generations == 3);
  const Study defaults = good({"defaults.optimizer.generations=4"});
  CHECK(defaults.combinations[0].optimizer.nsga2.generations == 4);
  CHECK(defaults.combinations[1].optimizer.nsga2.generations == 20);
}

TEST_CASE("a study file that cannot be read is a failure that names it") {
  CHECK_THROWS_WITH(load_study(kFolder + "none.json", models()), Catch::Contains("none.json"));
}
