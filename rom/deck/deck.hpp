// What an Abaqus input deck says, as far as a reduced model of a joint needs it.
//
// Read: *Node (with *System), *Element (C3D8, C3D8R, C3D8I), *Nset and *Elset (lists,
// names, generate), *Surface of element faces, *Material with *Density and *Elastic,
// *Solid Section, *Tie, *Coupling with *Distributing, *Equation, *Retained Nodal Dofs,
// *Substructure Generate (its NSET: response nodes), *Cload. Keywords that ask for output
// or steer a solution are passed over. Anything else is a problem with its line.
// A flat deck is meant, without *Part, *Instance, *Include.
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rom/solid/solid_model.hpp"

namespace slipfront {

struct DeckElement {
  int number = 0;
  Hexahedron nodes{};  // numbers of the deck
  int line = 0;
};

struct DeckTie {
  std::string slave, master;  // surfaces
  int line = 0;
};

struct DeckCoupling {
  std::string name, reference, surface;
  int line = 0;
};

/// A coefficient or a load on a direction (1-6) of a node or of a node set.
struct DeckTerm {
  std::string node;
  int direction = 0;
  double value = 0;
  int line = 0;
};

struct DeckEquation {
  std::vector<DeckTerm> terms;
  int line = 0;
};

struct DeckSection {
  std::string elements, material;
  int line = 0;
};

struct Deck {
  std::string path;
  std::map<int, Eigen::Vector3d> nodes;
  std::vector<DeckElement> elements;
  std::map<std::string, std::vector<int>> node_sets, element_sets;
  std::map<std::string, std::vector<std::pair<std::string, int>>> surfaces;  // set, face 0-5
  std::vector<std::string> surface_order;
  std::map<std::string, ElasticMaterial> materials;
  std::vector<DeckSection> sections;
  std::vector<DeckTie> ties;
  std::vector<DeckCoupling> couplings;
  std::vector<DeckEquation> equations;
  std::vector<std::string> retained;  // node sets of *Retained Nodal Dofs, in order
  std::string response_set;           // NSET of *Substructure Generate
  std::vector<DeckTerm> loads;        // *Cload of the substructure load case, else of steps
  std::vector<std::string> notes;     // for people: what was read in another way
};

/// One Failure with everything that is not understood, each with its line.
Deck parse_deck(std::string_view text, const std::string& path);
Deck read_deck(const std::string& path);

}  // namespace slipfront
