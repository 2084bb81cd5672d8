#include "optimize/pagmo_search.hpp"

#include <algorithm>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/moead.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/algorithms/nspso.hpp>
#include <pagmo/batch_evaluators/member_bfe.hpp>
#include <pagmo/bfe.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <utility>

#include "optimize/fit_problem.hpp"
#include "optimize/search_session.hpp"
#include "optimize/variation.hpp"

namespace slipfront {
namespace {

// pagmo's nsga2 pairs its parents by fours.
constexpr int kQuadruple = 4;
// MOEA/D's own default of neighbouring weights, if the population has as many.
constexpr unsigned kNeighbours = 20;

const char* name_of(PagmoAlgorithm algorithm) {
  switch (algorithm) {
    case PagmoAlgorithm::nsga2:
      return "pagmo_nsga2";
    case PagmoAlgorithm::moead:
      return "moead";
    case PagmoAlgorithm::nspso:
      return "nspso";
  }
  return "";
}

pagmo::population evolved(PagmoAlgorithm algorithm, unsigned generations, unsigned seed,
                          const pagmo::population& population) {
  const pagmo::bfe batch{pagmo::member_bfe{}};
  switch (algorithm) {
    case PagmoAlgorithm::nsga2: {
      pagmo::nsga2 own(generations);
      own.set_seed(seed);
      own.set_bfe(batch);
      return own.evolve(population);
    }
    case PagmoAlgorithm::moead: {
      const auto most = static_cast<unsigned>(population.size()) - 1;
      pagmo::moead own(generations, "grid", "tchebycheff", std::min(kNeighbours, most));
      own.set_seed(seed);
      return own.evolve(population);
    }
    case PagmoAlgorithm::nspso: {
      pagmo::nspso own(generations);
      own.set_seed(seed);
      own.set_bfe(batch);
      return own.evolve(population);
    }
  }
  return population;
}

}  // namespace

std::vector<Problem> pagmo_problems(PagmoAlgorithm algorithm, const PagmoOptions& options) {
  std::vector<Problem> problems;
  const auto refuse = [&](const std::string& key, int found, const std::string& rule) {
    problems.push_back({"optimizer", key, std::to_string(found), rule, ""});
  };
  constexpr int kFewest = 5;  // pagmo's nsga2 and its operators refuse fewer
  if (options.population < kFewest)
    refuse("population", options.population, "must be at least " + std::to_string(kFewest));
  else if (algorithm == PagmoAlgorithm::nsga2 && options.population % kQuadruple != 0)
    refuse("population", options.population, "must be a multiple of 4 for pagmo's nsga2");
  if (options.generations < 1) refuse("generations", options.generations, "must be at least 1");
  if (options.chunk < 1) refuse("pagmo.chunk", options.chunk, "must be at least 1");
  return problems;
}

OptimizerResult run_pagmo(const Objective& objective, PagmoAlgorithm algorithm,
                          const PagmoOptions& options,
                          const std::vector<std::vector<double>>& seeds, EvaluationStore& store,
                          int threads, const ProgressCallback& progress) {
  std::vector<Problem> problems = pagmo_problems(algorithm, options);
  const auto size = static_cast<std::size_t>(std::max(options.population, 0));
  if (seeds.size() > size)
    problems.push_back({"optimizer", "seeds", std::to_string(seeds.size()) + " points",
                        "must be at most the population, " + std::to_string(size), ""});
  throw_if_any(std::move(problems));
  const std::string settings = std::string(name_of(algorithm)) + ' ' +
                               std::to_string(options.seed) + ' ' + std::to_string(size) + ' ' +
                               std::to_string(options.generations) + ' ' +
                               std::to_string(options.chunk);
  SearchSession session(objective, settings, seeds, store, threads, progress);
  const int calls = (options.generations + options.chunk - 1) / options.chunk;
  session.steps().expect(1 + calls);

  auto points = session.seeds();
  RandomEngine random(options.seed);
  while (points.size() < size)
    points.push_back(uniform_point(random, session.space().lower(), session.space().upper()));
  session.evaluate(points);

  constexpr bool kConstrained = false;
  FitProblem fit(session.ledger(), session.shared_space(), kConstrained);
  fit.show([&](const Evaluation& evaluation) { session.see(evaluation); });
  const pagmo::problem problem{fit};
  pagmo::population population(problem, 0, static_cast<unsigned>(random()));
  for (const auto& point : points) population.push_back(point, problem.fitness(point));
  bool go_on = session.steps().done();
  for (int done = 0; go_on && done < options.generations; done += options.chunk) {
    const int generations = std::min(options.chunk, options.generations - done);
    population = evolved(algorithm, static_cast<unsigned>(generations),
                         static_cast<unsigned>(random()), population);
    go_on = session.steps().done();
  }
  return session.finish(session.seen(), "generation limit: " + std::to_string(options.generations) +
                                            " >= " + std::to_string(options.generations));
}

}  // namespace slipfront
