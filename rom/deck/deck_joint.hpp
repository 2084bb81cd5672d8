// From an input deck to a jointed structure.
//
// The interface is made of the node sets of *Retained Nodal Dofs, top first; the bolt load
// of the concentrated loads of *Substructure Load Case (or of the last step), divided by
// their common size; the response of the NSET of *Substructure Generate. Patches are the
// surfaces that divide the top side of the interface among them; without such surfaces it
// is divided into equal strips along x.
#pragma once

#include <optional>
#include <string>

#include "rom/deck/deck.hpp"
#include "rom/reduce/joint_model.hpp"

namespace slipfront {

struct DeckChoices {
  std::optional<int> strips;      // divide into this many strips, whatever surfaces there are
  std::optional<double> preload;  // [N per bolt], for the reduced models
};

/// One Failure with everything that is missing or does not fit, with its line.
JointModel joint_from_deck(const Deck& deck, const DeckChoices& choices = {});

}  // namespace slipfront
