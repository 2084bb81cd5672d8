#include "optimize/search_steps.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

#include "core/hash.hpp"
#include "optimize/errors.hpp"

namespace slipfront {
namespace {

constexpr std::string_view kFormat = "slipfront-steps 1\n";
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string checkpoint_of(const std::string& settings, int steps) {
  const std::string text =
      std::string(kFormat) + "settings " + settings + "\nsteps " + std::to_string(steps) + '\n';
  return text + "end " + fingerprint(text) + '\n';
}

/// Steps done, or nothing and why not.
int steps_in(std::string_view text, const std::string& settings, std::string& why) {
  why = "it is damaged";
  const std::string head(kFormat);
  const std::size_t at = text.find("\nsteps ");
  if (!text.starts_with(head) || at == std::string_view::npos) {
    if (text.starts_with("slipfront-")) why = "it belongs to another optimizer";
    return 0;
  }
  constexpr std::string_view kSteps = "\nsteps ";
  const char* const from = text.data() + at + kSteps.size();
  int steps = 0;
  std::from_chars(from, text.data() + text.size(), steps);
  const std::size_t name = text.find("settings ") + std::string_view("settings ").size();
  const std::string stored(text.substr(name, at - name));
  if (steps < 1 || text != checkpoint_of(stored, steps)) return 0;
  why = stored == settings ? "" : "it belongs to other settings";
  return why.empty() ? steps : 0;
}

}  // namespace

SearchSteps::SearchSteps(std::string settings, EvaluationStore& store,
                         const EvaluationLedger& ledger, const ProgressCallback& progress,
                         std::vector<std::string>& notes)
    : settings_(std::move(settings)),
      store_(&store),
      ledger_(&ledger),
      progress_(progress),
      best_{kInfinity, kInfinity} {
  const auto text = store.load_checkpoint();
  if (!text) return;
  std::string why;
  replayed_ = steps_in(*text, settings_, why);
  if (!why.empty())
    notes.push_back("checkpoint not used, as " + why +
                    "; the search starts again with the stored evaluations");
}

void SearchSteps::see(const Evaluation& evaluation) {
  if (!evaluation.feasible()) return;
  const ErrorPair errors =
      to_errors({evaluation.frequency_objective, evaluation.damping_objective});
  best_.frequency = std::min(best_.frequency, errors.frequency);
  best_.damping = std::min(best_.damping, errors.damping);
}

bool SearchSteps::done() {
  ++count_;
  if (count_ <= replayed_) return true;
  store_->save_checkpoint(checkpoint_of(settings_, count_));
  stopped_ = progress_ && !progress_({.generation = count_,
                                      .generations = expected_,
                                      .evaluations = ledger_->evaluations(),
                                      .failed = ledger_->failed(),
                                      .best_frequency = best_.frequency,
                                      .best_damping = best_.damping,
                                      .cost = ledger_->cost(),
                                      .cost_limit = cost_limit_});
  return !stopped_;
}

}  // namespace slipfront
