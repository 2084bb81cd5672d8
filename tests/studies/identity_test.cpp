#include "studies/identity.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "io/atomic_file.hpp"
#include "rom/built_in.hpp"
#include "rom/load.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;

namespace {

Identity identity(const Study& study) {
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(problems);
  return identity_of(study,
                     prepare_combination(study, study.combinations[0], inputs, Registry::built_in(),
                                         "/combinations/0"),
                     inputs);
}

}  // namespace

TEST_CASE("whatever changes a result changes the identity, and says which part") {
  const SmallStudy small;
  const Identity first = identity(small.load());
  const std::pair<const char*, const char*> changes[] = {
      {"amplitudes=6", "amplitudes"},
      {"seed=2", "optimizer.seed"},
      {"defaults.optimizer.population=16", "optimizer.population"},
      {"defaults.optimizer.generations=7", "optimizer.generations"},
      {"defaults.optimizer.crowding=phenotype", "optimizer.crowding"},
      {"defaults.optimizer.pareto_fraction=0.4", "optimizer.pareto_fraction"},
      {"defaults.optimizer.crossover_fraction=0.7", "optimizer.crossover_fraction"},
      {"defaults.optimizer.keep_generations=3", "optimizer.keep_generations"},
      {"defaults.optimizer.stall_generations=3", "optimizer.stall_generations"},
      {"defaults.optimizer.spread_tolerance=0.01", "optimizer.spread_tolerance"},
      {"defaults.optimizer.engine=hybrid", "optimizer.engine"},
      {"defaults.optimizer.engine=moead", "optimizer.pagmo.chunk"},
      {"defaults.optimizer.engine=boundary_intersection", "optimizer.boundary.angles"},
      {"bounds.slip_traction={\"lower\":1e4}", "bounds.slip_traction"},
      {"defaults.viscous=false", "viscous"},
      {"defaults.prestress=none", "prestress"},
      {"defaults.preload=9000", "preload"},
      {"defaults.residual_penalty=true", "residual_penalty"},
      {"combinations[jenkins].model=iwan4", "model"},
      {"experiment.1=mode-2.csv", "experiment.1"},
  };
  for (const auto& [setting, part] : changes) {
    const Identity changed = identity(small.load({setting}));
    CAPTURE(setting);
    CHECK(changed.fingerprint() != first.fingerprint());
    bool named = false;
    for (const std::string& sentence : differences(first, changed))
      named |= sentence.starts_with(std::string(part) + " (was ");
    CHECK(named);
  }
  CHECK(differences(first, first).empty());
  const auto population = identity(small.load({"defaults.optimizer.population=16"}));
  CHECK(differences(first, population) ==
        std::vector<std::string>{"optimizer.population (was 12, now 16)"});
}

TEST_CASE("the version of the hybrid's course is in the hybrid's identity only") {
  const SmallStudy small;
  for (const char* engine : {"nsga2", "boundary_intersection", "moead"}) {
    CAPTURE(engine);
    const auto parts =
        identity(small.load({std::string("defaults.optimizer.engine=") + engine})).parts;
    CHECK(parts.count("optimizer.hybrid_version") == 0);
    CHECK(parts.at("method version") == "3");
  }
  const Identity hybrid = identity(small.load({"defaults.optimizer.engine=hybrid"}));
  CHECK(hybrid.parts.at("optimizer.hybrid_version") == "7");
  // So has one of pagmo's engines, and no other.
  CHECK(hybrid.parts.count("optimizer.pagmo_version") == 0);
  const Identity pagmo = identity(small.load({"defaults.optimizer.engine=moead"}));
  CHECK(pagmo.parts.at("optimizer.pagmo_version") == "2");
  CHECK(hybrid.evaluation_fingerprint() == identity(small.load()).evaluation_fingerprint());
}

TEST_CASE("the version of the solver for many points is in the identity of such interfaces only") {
  const SmallStudy small;
  CHECK(identity(small.load()).parts.count("elements version") == 0);
  // Every patch of the lap joint as eight points on top of each other.
  constexpr Eigen::Index kTimes = 8;
  Structure joint = built_in_rom("lap-joint");
  Interface& interface = joint.interface;
  interface.displacement = interface.displacement.replicate(kTimes, 1).eval();
  interface.force = interface.force.replicate(1, kTimes).eval();
  if (interface.kind == InterfaceKind::elements) interface.force /= kTimes;
  interface.areas = (interface.areas / kTimes).replicate(kTimes, 1).eval();
  const std::string file = small.folder.file("many.mat");
  save_structure(joint, file);
  const Identity many = identity(small.load({"roms.joint={\"file\": \"many.mat\"}"}));
  CHECK(many.parts.at("elements version") == "3");
}

TEST_CASE("evaluations outlive another search and other predictions, and nothing else") {
  const SmallStudy small;
  const Identity first = identity(small.load());
  for (const char* setting :
       {"defaults.predict_modes=[2, 3]", "defaults.predict_modes=[]", "experiment.2=mode-3.csv",
        "combinations[jenkins].mode_index={\"2\": 3}", "defaults.residual_penalty=true",
        "defaults.optimizer.population=16", "defaults.optimizer.engine=hybrid"}) {
    CAPTURE(setting);
    const Identity other = identity(small.load({setting}));
    CHECK(other != first);
    CHECK(first.same_evaluations(other));
    CHECK(other.same_evaluations(first));
  }
  for (const char* setting :
       {"experiment.1=mode-2.csv", "defaults.fit_modes=[3]", "defaults.viscous=false",
        "combinations[jenkins].mode_index={\"1\": 3}", "bounds.slip_traction={\"lower\":1e4}",
        "amplitudes=6", "defaults.preload=9000"}) {
    CAPTURE(setting);
    CHECK_FALSE(first.same_evaluations(identity(small.load({setting}))));
  }
  // Of ten modes and more: 1 is not 11.
  Identity many;
  many.parts = {{"fit_modes", "[2, 11]"}, {"experiment.1", "a"}, {"experiment.11", "b"}};
  Identity other = many;
  other.parts["experiment.1"] = "c";
  CHECK(many.same_evaluations(other));
  other.parts["experiment.11"] = "c";
  CHECK_FALSE(many.same_evaluations(other));
}

TEST_CASE("titles, other combinations and ranking options change no identity") {
  const SmallStudy small;
  const Identity first = identity(small.load());
  for (const char* setting :
       {"title=x", "name=y", "combinations[jenkins].title=z", "combinations[iwan4].model=jenkins",
        "area_rule=staircase", "box_upper.damping=0.6"})
    CHECK(identity(small.load({setting})) == first);
}

TEST_CASE("evaluations may be shared between searches of the same errors") {
  const SmallStudy small;
  const Identity first = identity(small.load());
  CHECK(identity(small.load({"defaults.optimizer.population=16"})).evaluation_fingerprint() ==
        first.evaluation_fingerprint());
  CHECK(identity(small.load({"defaults.viscous=false"})).evaluation_fingerprint() !=
        first.evaluation_fingerprint());
  CHECK(identity(small.load({"amplitudes=6"})).evaluation_fingerprint() !=
        first.evaluation_fingerprint());
}

TEST_CASE("an identity reads back from its file") {
  const TemporaryFolder folder;
  const std::string path = folder.file("identity.json");
  CHECK_FALSE(read_identity(path));
  const Identity identity{{{"rom", "abc"}, {"bounds.x", "1 .. 2"}}};
  write_identity(path, identity);
  CHECK(read_identity(path).value() == identity);
  write_atomically(path, "{\"rom\": 3}");
  CHECK_THROWS_AS(read_identity(path), Failure);
  write_atomically(path, "{\"rom\": ");
  CHECK_THROWS_WITH(read_identity(path), Catch::Contains("identity.json"));
}
