// What the descents of optimize/polish.hpp have found, and which of them stopped at a kink.
//
//   stopped at a kink   its projected gradient (optimize/stationarity.hpp) is above 0.02 in eq 42
//   per
//                       decade
//   kinked              more than a twentieth of all stopped so, and the front is more than one
//   point:
//                       where a descent ends then depends on where it starts
//   front               non-dominated results, and points seen that these miss by more than 0.0005
//                       in eq 42
#pragma once

#include <vector>

#include "optimize/search_session.hpp"

namespace slipfront {

class PolishResults {
 public:
  /// The session must outlive the results.
  explicit PolishResults(const SearchSession& session) : session_(&session) {}

  /// The end of a descent, with gradient; `over_kinks`: it went over kinks already.
  void add(const Evaluation& result, bool over_kinks);

  const std::vector<Evaluation>& all() const { return all_; }
  std::vector<ObjectivePair> objectives() const;
  /// Positions of what no other result dominates, by ascending frequency error.
  std::vector<std::size_t> non_dominated() const;
  /// The result that is best in an objective; none: nullptr.
  const Evaluation* best(const Goal& goal) const;

  bool stopped_at_kink(std::size_t i) const { return stopped_at_kink_[i]; }
  bool went_over(std::size_t i) const { return went_over_[i]; }
  void mark_as_gone_over(std::size_t i) { went_over_[i] = true; }
  bool kinked() const;

  std::vector<Evaluation> front() const;

 private:
  const SearchSession* session_;
  std::vector<Evaluation> all_;
  std::vector<bool> stopped_at_kink_, went_over_;
};

}  // namespace slipfront
