#include "optimize/nsga2_algorithm.hpp"

#include <catch2/catch.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/problems/dtlz.hpp>
#include <pagmo/problems/hock_schittkowsky_71.hpp>
#include <pagmo/problems/zdt.hpp>
#include <pagmo/utils/hypervolume.hpp>
#include <pagmo/utils/multi_objective.hpp>
#include <sstream>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

double hypervolume(const pagmo::population& population, double reference) {
  std::vector<pagmo::vector_double> inside;
  for (const auto& f : population.get_f())
    if (f[0] < reference && f[1] < reference) inside.push_back({f[0], f[1]});
  return inside.empty() ? 0 : pagmo::hypervolume(inside).compute({reference, reference});
}

/// Classic NSGA-II selection, as pagmo's: pure elitism, crowding in the objectives.
Nsga2Options classic(int generations) {
  Nsga2Options options;
  options.generations = generations;
  options.crowding = Crowding::phenotype;
  options.pareto_fraction = 1;
  return options;
}

}  // namespace

TEST_CASE("on ZDT and DTLZ the study's algorithm comes near pagmo's NSGA-II") {
  // Five variables, as the study's models have; 100 members, 150 generations each. The
  // best of three seeds is compared on both sides. DTLZ1 has many local fronts.
  struct Row {
    pagmo::problem problem;
    double reference, share;
  };
  const std::vector<Row> rows = {{pagmo::problem{pagmo::zdt(1, 5)}, 1.1, 0.98},
                                 {pagmo::problem{pagmo::zdt(2, 5)}, 1.1, 0.98},
                                 {pagmo::problem{pagmo::zdt(3, 5)}, 1.1, 0.98},
                                 {pagmo::problem{pagmo::dtlz(1, 3, 2)}, 1.1, 0.90},
                                 {pagmo::problem{pagmo::dtlz(2, 5, 2)}, 1.1, 0.95}};
  const int generations = 150;
  for (const Row& row : rows) {
    double ours = 0, study = 0, theirs = 0;
    for (const unsigned seed : {1u, 2u, 3u}) {
      const pagmo::population start(row.problem, 100, seed);
      const auto before = start.get_problem().get_fevals();
      const auto run = [&](pagmo::algorithm algorithm) {
        const auto end = algorithm.evolve(start);
        CHECK(end.get_problem().get_fevals() - before == 100 * generations);
        CHECK(end.size() == 100);
        return hypervolume(end, row.reference);
      };
      Nsga2Options options = classic(generations);
      options.seed = seed;
      ours = std::max(ours, run(pagmo::algorithm{Nsga2Algorithm(options)}));
      options.pareto_fraction = 0.35;
      options.crowding = Crowding::genotype;
      study = std::max(study, run(pagmo::algorithm{Nsga2Algorithm(options)}));
      theirs =
          std::max(theirs, run(pagmo::algorithm{pagmo::nsga2(static_cast<unsigned>(generations),
                                                             0.95, 10., 0.2, 50., seed)}));
    }
    INFO(row.problem.get_name() << ": " << ours << ", study " << study << ", pagmo " << theirs);
    CHECK(ours > row.share * theirs);
    CHECK(study > (row.share - 0.03) * theirs);
  }
}

TEST_CASE("any population from four members on is evolved") {
  Nsga2Options options = classic(3);
  const pagmo::problem problem{pagmo::zdt(1, 4)};
  for (const unsigned size : {4u, 5u, 75u})
    CHECK(Nsga2Algorithm(options).evolve(pagmo::population(problem, size, 1)).size() == size);
  CHECK_THROWS_AS(Nsga2Algorithm(options).evolve(pagmo::population(problem, 3, 1)), Failure);
}

TEST_CASE("problems outside its limits and wrong options are refused") {
  const Nsga2Algorithm algorithm(classic(3));
  CHECK_THROWS_WITH(
      algorithm.evolve(pagmo::population(pagmo::problem{pagmo::hock_schittkowsky_71()}, 8, 1)),
      Catch::Contains("1 objectives") && Catch::Contains("equality"));
  CHECK_THROWS_AS(algorithm.evolve(pagmo::population(pagmo::problem{pagmo::dtlz(1, 5, 3)}, 8, 1)),
                  Failure);
  Nsga2Options options;
  options.pareto_fraction = 2;
  CHECK_THROWS_AS(Nsga2Algorithm(options), Failure);
}

TEST_CASE("equal seeds evolve equally, and random numbers go on from call to call") {
  const pagmo::population start(pagmo::problem{pagmo::zdt(2, 4)}, 20, 1);
  Nsga2Algorithm a(classic(5)), b(classic(5));
  const auto first = a.evolve(start).get_x();
  CHECK(first == b.evolve(start).get_x());
  CHECK(first != b.evolve(start).get_x());
  b.set_seed(1);
  CHECK(first == b.evolve(start).get_x());
  b.set_seed(2);
  CHECK(first != b.evolve(start).get_x());
}

TEST_CASE("a saved algorithm goes on with the same random numbers") {
  Nsga2Options options = classic(5);
  options.crossover_ratio = 1. / 3;
  const pagmo::population start(pagmo::problem{pagmo::zdt(1, 4)}, 20, 1);
  pagmo::algorithm saved{Nsga2Algorithm(options)};
  saved.evolve(start);
  std::stringstream stream;
  {
    boost::archive::binary_oarchive archive(stream);
    archive << saved;
  }
  pagmo::algorithm loaded;
  {
    boost::archive::binary_iarchive archive(stream);
    archive >> loaded;
  }
  CHECK(loaded.get_name() == saved.get_name());
  CHECK(loaded.get_extra_info() == saved.get_extra_info());
  CHECK(loaded.extract<Nsga2Algorithm>()->options().crossover_ratio == 1. / 3);
  CHECK(loaded.evolve(start).get_x() == saved.evolve(start).get_x());
}
