// A small deck: two bars of 6 x 2 x 1 hexahedra on each other, with two bolts of a kind.
#pragma once

#include <string>

#include "rom/mesh/plane_mesh.hpp"

namespace slipfront {

struct DeckText {
  std::string nodes, elements, sets, constraints, material, step;
  std::string whole() const {
    return "*Heading\n" + nodes + elements + sets + constraints + material + step;
  }
};

/// Bars 60 x 20 x 10 mm; the upper one (z < 0) is the top body. Reference points 901 and
/// 902 hold the outer faces of both together in all but z, and the loads pull there.
inline DeckText bar_deck() {
  DeckText deck;
  SolidModel solid;
  PlaneMesh plane;
  plane.add_grid(-0.03, 0.03, -0.01, 0.01, 6, 2);
  const int size = static_cast<int>(plane.places().size());
  extrude(plane, {-0.01, 0}, solid);
  extrude(plane, {0, 0.01}, solid);
  deck.nodes = "*Node\n";
  for (int i = 0; i < solid.nodes(); ++i)
    deck.nodes += std::to_string(i + 1) + ", " + std::to_string(solid.places(i, 0)) + ", " +
                  std::to_string(solid.places(i, 1)) + ", " + std::to_string(solid.places(i, 2)) +
                  "\n";
  deck.nodes += "901, 0, 0, 0\n902, 0, 0, 0\n";
  deck.elements = "*Element, type=C3D8R\n";
  for (std::size_t e = 0; e < solid.elements.size(); ++e) {
    deck.elements += std::to_string(e + 1);
    for (const int node : solid.elements[e]) deck.elements += ", " + std::to_string(node + 1);
    deck.elements += "\n";
  }
  const auto range = [&](int first, int count) {
    return std::to_string(first) + ", " + std::to_string(first + count - 1) + ", 1\n";
  };
  deck.sets = "*Nset, nset=CT, generate\n" + range(size + 1, size) + "*Nset, nset=CB, generate\n" +
              range(2 * size + 1, size) + "*Nset, nset=Ends\n 7, " + std::to_string(3 * size + 1) +
              "\n" + "*Nset, nset=P1\n901\n*Nset, nset=P2\n902\n" +
              "*Elset, elset=Top, generate\n1, 12, 1\n*Elset, elset=Bottom, generate\n13, 24\n" +
              "*Elset, elset=All\nTop, Bottom\n" + "*Surface, type=ELEMENT, name=Upper\nTop, S1\n" +
              "*Surface, name=Lower\nBottom, S2\n";
  deck.constraints =
      "*Coupling, constraint name=A, ref node=P1, surface=Upper\n*Distributing\n"
      "*Coupling, constraint name=B, ref node=902, surface=Lower\n"
      "*Distributing, weighting method=UNIFORM\n";
  for (const int d : {1, 2, 4, 5, 6})
    deck.constraints +=
        "*Equation\n2\nP1, " + std::to_string(d) + ", 1., P2, " + std::to_string(d) + ", -1.\n";
  deck.material =
      "*Solid Section, elset=All, material=Steel\n,\n*Material, name=STEEL\n*Density\n7800.,\n"
      "*Elastic\n2.D11, 0.3\n";
  deck.step =
      "*Step\n*Substructure Generate, nset=ENDS\n*Retained Nodal Dofs, sorted=NO\nCT, 1, 3\n"
      "CB, 1, 3\n*Cload\nP1, 3, 500.\nP2, 3, -500.\n*End Step\n";
  return deck;
}

}  // namespace slipfront
