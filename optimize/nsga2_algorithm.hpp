// The study's NSGA-II as a pagmo user-defined algorithm: for any pagmo problem with two
// objectives, box bounds, continuous variables and, if it has them, inequality
// constraints; any population of at least four.
//
//   pagmo::algorithm algorithm{Nsga2Algorithm(options)};
//   population = algorithm.evolve(population);
//
// evolve() runs until a stopping rule of the options holds; the population's size is that
// of the population given. As with pagmo's own algorithms random numbers go on from call
// to call, so two calls are not one long one: a search that has to stop and go on exactly
// is driven generation by generation (optimize/nsga2_loop.hpp), as run_nsga2 does.
//
// Limits: this header includes pagmo's: it is for optimize/ only.
#pragma once

#include <cstdint>
#include <pagmo/algorithm.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/s11n.hpp>
#include <string>

#include "optimize/nsga2_loop.hpp"

namespace slipfront {

/// Evaluates a batch with the problem's batch_fitness, or point by point if it has none.
/// The problem must outlive the function.
BatchEvaluate batch_on(const pagmo::problem& problem);

class Nsga2Algorithm {
 public:
  /// Throws a Failure for options that break their rules. `population` and `seeds` are not
  /// used: the population is pagmo's.
  explicit Nsga2Algorithm(Nsga2Options options = {});

  /// Throws a Failure for a problem or a population outside the limits.
  pagmo::population evolve(pagmo::population population) const;

  void set_seed(unsigned seed);
  std::string get_name() const { return "NSGA-II with controlled elitism"; }
  std::string get_extra_info() const;

  const Nsga2Options& options() const { return options_; }

  template <typename Archive>
  void save(Archive& archive, unsigned) const {
    archive << text();
  }
  template <typename Archive>
  void load(Archive& archive, unsigned) {
    std::string saved;
    archive >> saved;
    assign(saved);
  }
  BOOST_SERIALIZATION_SPLIT_MEMBER()

 private:
  std::string text() const;  // options and random numbers, exact
  void assign(const std::string& text);

  Nsga2Options options_;
  mutable RandomEngine random_;
};

}  // namespace slipfront

PAGMO_S11N_ALGORITHM_EXPORT_KEY(slipfront::Nsga2Algorithm)
