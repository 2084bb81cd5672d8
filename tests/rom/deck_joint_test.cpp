#include "rom/deck/deck_joint.hpp"

#include <catch2/catch.hpp>

#include "deck_test_text.hpp"
#include "rom/reduce/relative_system.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
JointModel joint_of(const DeckText& text, int strips = 3) {
  return joint_from_deck(parse_deck(text.whole(), "bars.inp"), {.strips = strips, .preload = {}});
}
std::string refused(const DeckText& text) {
  return problem_of([&] { joint_of(text); });
}
/// The text with its first `from` replaced.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}
}  // namespace

TEST_CASE("two bars from a deck: parts, interface, loads, one free motion") {
  const JointModel joint = joint_of(bar_deck());
  CHECK(joint.solid.mass() == Approx(7800 * 0.06 * 0.02 * 0.02));
  CHECK(joint.top.size() == 21);
  CHECK(joint.facets.size() == 12);
  CHECK(joint.patches == 3);
  CHECK(*joint.preload == 500);
  CHECK(joint.bolts == 1);
  CHECK(joint.response_nodes.size() == 2);
  double top = 0;
  for (const auto& [unknown, value] : joint.bolt_load)
    if (unknown % 3 == 2 && joint.solid.places(unknown / 3, 2) < 0) top += value;
  CHECK(top == Approx(1));  // one newton presses the top body down
  const RelativeSystem system = relative_system(joint);
  CHECK(system.separation.cols() == 1);
}

TEST_CASE("surfaces that divide the interface are its patches") {
  DeckText text = bar_deck();
  text.sets +=
      "*Elset, elset=Left\n1,2,3,4,5,6,7\n*Elset, elset=Right\n8,9,10,11,12\n"
      "*Surface, name=R\nRight, S2\n*Surface, name=L\nLeft, S2\n";
  const JointModel joint = joint_from_deck(parse_deck(text.whole(), "bars.inp"));
  CHECK(joint.patches == 2);
  CHECK(std::count(joint.patch_of.begin(), joint.patch_of.end(), 0) == 7);
  CHECK(joint.interface_places()(joint.facets[0][0], 0) < 0);
  CHECK_THAT(problem_of([] { joint_from_deck(parse_deck(bar_deck().whole(), "bars.inp")); }),
             Contains("--patches 5"));
}

TEST_CASE("what is missing or does not fit is named") {
  DeckText text = bar_deck();
  text.step = changed(text.step, "CT, 1", "CTT, 1");
  CHECK_THAT(refused(text), Contains("'CTT'") && Contains("did you mean 'CT'"));
  text = bar_deck();
  text.material = changed(text.material, "elset=All", "elset=Al");
  CHECK_THAT(refused(text), Contains("'AL'") && Contains("24 elements without a section"));
  text = bar_deck();
  text.material = changed(text.material, "7800.", "0.");
  CHECK_THAT(refused(text), Contains("density: found 0; must be above 0"));
  text = bar_deck();
  text.sets = changed(text.sets, "nset=CB, generate\n43", "nset=CB, generate\n44");
  CHECK_THAT(refused(text), Contains("interface: found 21 top nodes and 20 bottom nodes"));
  text = bar_deck();
  text.elements = changed(text.elements, "1, 1, 2", "1, 2, 1");
  CHECK_THAT(refused(text), Contains("1 inverted or degenerate elements"));
  text = bar_deck();
  text.step = changed(text.step, "P2, 3, -500.", "P2, 3, -400.");
  CHECK_THAT(refused(text), Contains("all bolts must pull with the same force"));
  text = bar_deck();
  text.step = changed(text.step, "*Cload\nP1, 3, 500.\nP2, 3, -500.\n", "");
  CHECK_THAT(refused(text), Contains("no load"));
  text = bar_deck();
  text.step = changed(text.step, "nset=ENDS", "");
  CHECK_THAT(refused(text), Contains("must name the nodes of response"));
  text = bar_deck();
  text.constraints = changed(text.constraints, "surface=Upper", "surface=Uper");
  CHECK_THAT(refused(text), Contains("'UPER'") && Contains("line"));
}

TEST_CASE("loads of bolts balance, names that look like numbers are names") {
  DeckText text = bar_deck();
  text.step = changed(text.step, "P2, 3, -500.\n", "");
  CHECK_THAT(refused(text), Contains("*CLOAD: found loads with a resultant of 500") &&
                                Contains("opposite loads per bolt"));
  text = bar_deck();
  text.sets = changed(text.sets, "Top, S1", "NAN, S1");
  CHECK_THAT(refused(text), Contains("element set: found 'NAN'; is not given"));
  text = bar_deck();
  text.constraints = changed(text.constraints, "ref node=902", "ref node=903");
  CHECK_THAT(refused(text),
             Contains("reference node 903; must be one node that is given") && !Contains(", :"));
  text = bar_deck();
  text.step = changed(text.step, "CB, 1, 3", "CT, 1, 3");
  CHECK_THAT(refused(text), Contains("interface: found 21 nodes on both sides"));
}

TEST_CASE("a deck in tonnes and millimetres is noticed") {
  DeckText text = bar_deck();
  text.material = changed(text.material, "7800.", "7.8e-9");
  const JointModel joint = joint_of(text);
  REQUIRE(joint.notes.size() == 2);
  CHECK_THAT(joint.notes[1], Contains("tonnes, millimetres"));
}
