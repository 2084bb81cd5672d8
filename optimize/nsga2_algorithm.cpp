#include "optimize/nsga2_algorithm.hpp"

#include <locale>
#include <sstream>
#include <utility>

#include "core/number.hpp"

namespace slipfront {
namespace {

void check_problem(const pagmo::population& population) {
  // Two pairs to choose from, as in nsga2_problems().
  constexpr std::size_t kSmallestPopulation = 4;
  const pagmo::problem& problem = population.get_problem();
  std::vector<Problem> problems;
  const auto need = [&](bool good, const std::string& found, const std::string& rule) {
    if (!good) problems.push_back({"NSGA-II", problem.get_name(), found, rule, ""});
  };
  need(problem.get_nobj() == kObjectives, std::to_string(problem.get_nobj()) + " objectives",
       "needs a problem with two");
  need(problem.get_nec() == 0, std::to_string(problem.get_nec()) + " equality constraints",
       "knows inequality constraints only");
  need(problem.get_nix() == 0, std::to_string(problem.get_nix()) + " integer variables",
       "knows continuous variables only");
  need(!problem.is_stochastic(), "a stochastic problem", "needs a deterministic one");
  need(population.size() >= kSmallestPopulation, std::to_string(population.size()) + " members",
       "needs a population of at least " + std::to_string(kSmallestPopulation));
  throw_if_any(std::move(problems));
}

}  // namespace

BatchEvaluate batch_on(const pagmo::problem& problem) {
  return [&problem](const std::vector<std::vector<double>>& points) {
    std::vector<std::vector<double>> fitness;
    if (!problem.has_batch_fitness()) {
      for (const auto& point : points) fitness.push_back(problem.fitness(point));
      return fitness;
    }
    pagmo::vector_double all;
    for (const auto& point : points) all.insert(all.end(), point.begin(), point.end());
    const pagmo::vector_double values = problem.batch_fitness(all);
    const auto width = static_cast<std::ptrdiff_t>(problem.get_nf());
    for (auto from = values.begin(); from != values.end(); from += width)
      fitness.emplace_back(from, from + width);
    return fitness;
  };
}

Nsga2Algorithm::Nsga2Algorithm(Nsga2Options options)
    : options_(std::move(options)), random_(options_.seed) {
  options_.seeds.clear();
  throw_if_any(nsga2_problems(options_));
}

void Nsga2Algorithm::set_seed(unsigned seed) {
  options_.seed = seed;
  random_.seed(seed);
}

pagmo::population Nsga2Algorithm::evolve(pagmo::population population) const {
  check_problem(population);
  const pagmo::problem& problem = population.get_problem();
  const auto [lower, upper] = problem.get_bounds();
  const Nsga2Loop loop(options_, lower, upper, batch_on(problem));

  std::vector<Individual> members;
  for (std::size_t i = 0; i < population.size(); ++i) {
    Individual& member = members.emplace_back();
    member.x = population.get_x()[i];
    member.fitness = population.get_f()[i];
  }
  Nsga2State state = loop.adopt(std::move(members), random_);
  while (loop.stop_reason(state).empty()) loop.step(state);
  random_ = state.random;
  for (std::size_t i = 0; i < population.size(); ++i)
    population.set_xf(i, state.population[i].x, state.population[i].fitness);
  return population;
}

std::string Nsga2Algorithm::get_extra_info() const {
  return "\tgenerations: " + std::to_string(options_.generations) +
         "\n\tcrowding: " + (options_.crowding == Crowding::genotype ? "genotype" : "phenotype") +
         "\n\tpareto fraction: " + to_text(options_.pareto_fraction) +
         "\n\tseed: " + std::to_string(options_.seed);
}

std::string Nsga2Algorithm::text() const {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream << options_.population << ' ' << options_.generations << ' ' << options_.seed << ' '
         << options_.keep_generations << ' ' << (options_.crowding == Crowding::genotype ? 1 : 0)
         << ' ' << to_text(options_.pareto_fraction) << ' ' << to_text(options_.crossover_fraction)
         << ' ' << to_text(options_.crossover_ratio) << ' ' << options_.stall_generations << ' '
         << to_text(options_.spread_tolerance) << ' ' << random_;
  return stream.str();
}

void Nsga2Algorithm::assign(const std::string& text) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  int genotype = 0;
  const auto read_double = [&](double& value) {
    std::string word;
    stream >> word;
    value = to_number(word).value_or(0);
  };
  stream >> options_.population >> options_.generations >> options_.seed >>
      options_.keep_generations >> genotype;
  read_double(options_.pareto_fraction);
  read_double(options_.crossover_fraction);
  read_double(options_.crossover_ratio);
  stream >> options_.stall_generations;
  read_double(options_.spread_tolerance);
  options_.crowding = genotype == 1 ? Crowding::genotype : Crowding::phenotype;
  if (!(stream >> random_))
    throw Failure(Problem{"NSGA-II", "serialized state", "text that is damaged or cut",
                          "must be what the algorithm saved", ""});
}

}  // namespace slipfront

PAGMO_S11N_ALGORITHM_IMPLEMENT(slipfront::Nsga2Algorithm)
