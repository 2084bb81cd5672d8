#include "rom/deck/deck.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "deck_test_text.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
std::string refused(const std::string& text) {
  return problem_of([&] { parse_deck(text, "a.inp"); });
}
}  // namespace

TEST_CASE("a whole deck, from a file") {
  const TemporaryFolder folder;
  write_atomically(folder.file("bars.inp"), bar_deck().whole());
  const Deck deck = read_deck(folder.file("bars.inp"));
  CHECK(deck.nodes.size() == 4 * 21 + 2);
  CHECK(deck.elements.size() == 24);
  CHECK(deck.node_sets.at("CT").size() == 21);
  CHECK(deck.element_sets.at("ALL").size() == 24);
  CHECK(deck.surfaces.at("UPPER")[0].second == 0);
  CHECK(deck.materials.at("STEEL").young == 2e11);
  CHECK(deck.couplings.size() == 2);
  CHECK(deck.equations.size() == 5);
  CHECK(deck.equations[4].terms[1].node == "P2");
  CHECK(deck.retained == std::vector<std::string>{"CT", "CB"});
  CHECK(deck.response_set == "ENDS");
  CHECK(deck.loads.size() == 2);
  REQUIRE(deck.notes.size() == 1);
  CHECK_THAT(deck.notes[0], Contains("C3D8R") && Contains("incompatible modes"));
}

TEST_CASE("local systems: origin, x axis, plane") {
  const Deck deck = parse_deck(
      "*System\n1, 0, 0, 1, 1, 0\n0, 0, 0\n*Node\n1, 1, 2, 3\n*System\n*Node\n2, 1, 2, 3\n"
      "*System\n5, 5, 5\n*Node\n3, 1, 0, 0\n",
      "a.inp");
  // x' = y, y' = -x, z' = z at (1, 0, 0).
  CHECK((deck.nodes.at(1) - Eigen::Vector3d(1 - 2, 1, 3)).norm() < 1e-15);
  CHECK((deck.nodes.at(2) - Eigen::Vector3d(1, 2, 3)).norm() == 0);
  CHECK((deck.nodes.at(3) - Eigen::Vector3d(6, 5, 5)).norm() == 0);
}

TEST_CASE("what a local system leaves blank is 0") {
  const Deck full = parse_deck("*System\n1, 2, 0, 1, 3, 0\n0, 2, 5\n*Node\n1, 1, 2, 3\n", "a");
  const Deck blank = parse_deck("*System\n1, 2, , 1, 3, \n , 2, 5\n*Node\n1, 1, 2, 3\n", "a");
  CHECK((full.nodes.at(1) - blank.nodes.at(1)).norm() == 0);
}

TEST_CASE("loads of the substructure load case go before those of steps; the last step wins") {
  const std::string steps =
      "*Step\n*Cload\n1, 3, 5.\n*End Step\n*Step\n*Cload\n2, 3, 7.\n*Cload\n3, 3, -7.\n*End Step\n";
  CHECK(parse_deck(steps, "a").loads.size() == 2);
  const Deck deck =
      parse_deck(steps + "*Step\n*Substructure Load Case, name=B\n*Cload\n4, 3, 1.\n", "a");
  REQUIRE(deck.loads.size() == 1);
  CHECK(deck.loads[0].node == "4");
}

TEST_CASE("whatever is not understood is named with its line") {
  CHECK_THAT(refused("*Node\n1,0,0,0\n*Contact Pair\n"),
             Contains("a.inp, line 3, *CONTACT PAIR") && Contains("not supported"));
  CHECK_THAT(refused("*Element, type=C3D10\n1,1\n"), Contains("line 1") && Contains("C3D8I"));
  CHECK_THAT(refused("*Element, type=C3D8\n1,1,2,3\n"), Contains("4 numbers left over"));
  CHECK_THAT(refused("*Coupling, ref node=1, surface=S\n*Kinematic\n1,3\n"),
             Contains("*Distributing must follow"));
  CHECK_THAT(refused("*Tie, position tolerance=0.1\na, b\n"), Contains("POSITION TOLERANCE"));
  CHECK_THAT(refused("*Tie, adjust=NO\na, b\n"), Contains("adjust=YES"));
  CHECK_THAT(refused("*Node\n1, x, 0\n"), Contains("'X'") && Contains("must be a number"));
  CHECK_THAT(refused("*Node\n1.5, 0, 0\n"), Contains("must be a whole number"));
  CHECK_THAT(refused("*Node\n1,0\n1,0\n"), Contains("line 3") && Contains("a second time"));
  CHECK_THAT(refused("*Nset, nset=A\nB\n"), Contains("'B'") && Contains("no set"));
  CHECK_THAT(refused("*Nset, nset=A, generate\n1, 2000000000, 1\n"), Contains("2e7 members"));
  CHECK_THAT(refused("*Equation\n3\n1,1,1.\n"), Contains("2 terms too few"));
  CHECK_THAT(refused("*Surface, name=A\nset, SPOS\n"), Contains("S1 to S6"));
  CHECK_THAT(refused("*Material, name=A\n*Elastic, type=ORTHOTROPIC\n1,2\n"),
             Contains("ISOTROPIC"));
  CHECK_THAT(refused("*Cload\n1, 7, 1.\n"), Contains("from 1 to 6"));
  CHECK_THAT(refused("*System\n0,0,0,1,0,0\n2,0,0\n"), Contains("span a plane"));
  std::string many = "*Node\n";
  for (int i = 0; i < 50; ++i) many += "a,0,0\n";
  CHECK_THAT(refused(many), Contains("30 more problems"));
}
