// A population search around the front that a session has seen, one batch of children at a time,
// without gradients: where an error has kinks its many branches are found by trying, and a child
// costs a tenth of a short descent.
//
//   from the front   moves of optimize/front_moves.hpp; one variable with the others following so
//                    that the errors change least (SearchSession::moved_along); one step of
//                    Levenberg and Marquardt along the front (SearchSession::stepped); a move that
//                    has led to a better point elsewhere, times 0 to 2: kinks come in families, so
//                    that branches lie side by side all along a front
//                    a variable that no error depends on there (optimize/dead_variables.hpp) drawn
//                    anew from its range, any one where all count; half of these from the ends
//                    several variables that have no effect together (optimize/valleys.hpp): one
//                    drawn anew from its range, the others following
//   from elsewhere   crossover and mutation in a population with controlled elitism and crowding in
//                    the parameters, as NSGA-II's, of everything seen; moves among the best points
//                    of a slice of the box without a point of the front (optimize/front_slices.hpp)
//
// Parents on the front: 0.6 of them evenly along it (by what both objectives change by from
// neighbour to neighbour, each over that of the whole front), so that a long step with few points
// is searched as much as a part with many; a quarter where it is thin (by gap_side of the gaps on
// both sides, optimize/front_distance.hpp), the others at its two ends.
//
// Each child is the most promising of ten that are made alike, as optimize/local_model.hpp tells
// from what was seen around the front; what it expects of a child counts as found for the next
// ones of the batch, so that they go elsewhere. In turns a child is drawn to what is unknown nearby
// or further off. Not chosen is what leads furthest away (redrawn, valleys, slices): there the
// model knows nothing.
//
// Shares: optimize/move_shares.hpp, gained being what the front before the batch missed of the
// child over the gap, at most 1. The same children for any number of threads.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "optimize/front_moves.hpp"
#include "optimize/individual.hpp"
#include "optimize/move_shares.hpp"
#include "optimize/search_session.hpp"
#include "optimize/valleys.hpp"

namespace slipfront {

class FrontSearch {
 public:
  /// `gap`: by how much a front may miss a point (eq 42). The session must outlive the search.
  FrontSearch(SearchSession& session, double gap, std::uint64_t seed);

  /// Evaluates `count` children as one step of the session, which must have seen a point. By how
  /// much the front missed the best of them; nothing if the session was asked to stop.
  std::optional<double> batch(std::size_t count);

 private:
  struct Child {
    std::size_t kind;
    std::vector<double> parent, x;
  };
  struct Front {
    FrontPoints x;
    std::vector<ObjectivePair> objectives;
    std::vector<std::size_t> places;  // in seen()
    std::vector<double> along;        // steps of the front on both sides
    std::vector<double> thin;         // gap_side on both sides
  };
  Front front() const;
  std::size_t parent(const Front& front);
  std::size_t parent_with_gradient(const Front& front);
  void take_up_seen();
  void look_around(const Front& front);
  Child child(std::size_t kind, const Front& front);
  std::vector<Child> promising(std::size_t count, const std::vector<bool>& available,
                               const Front& front);
  Child followed(const Front& front);
  Child step(const Front& front);
  Child redraw();
  Child along_valley();
  void credit(const std::vector<Child>& children, const std::vector<double>& gains);

  SearchSession& session_;
  double gap_;
  RandomEngine random_;
  MoveShares shares_;
  std::vector<Individual> population_;
  std::size_t taken_up_ = 0;       // of seen()
  std::vector<double> deficits_;   // of seen()
  std::vector<std::size_t> near_;  // positions in seen(): on or near the front, with gradient
  std::map<std::size_t, std::vector<Valley>> valleys_;  // by position in seen()
  std::size_t valleys_of_ = 0;                          // positions looked at
  std::vector<std::size_t> in_valley_;                  // of near_
  std::vector<FrontSlice> slices_;
  std::vector<std::vector<double>> moves_;  // that were of use, the latest last
};

}  // namespace slipfront
