#include "rom/deck/deck_joint.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "rom/reduce/interface_pairs.hpp"
#include "rom/reduce/patches.hpp"
#include "rom/solid/coupling.hpp"
#include "rom/solid/tie.hpp"

namespace slipfront {

namespace {

constexpr double kEqualLoads = 1e-6;  // relative difference between the loads of the bolts
constexpr int kDigits = 4;            // of lengths in notes
// Resultant of the bolt loads, relative to one of them, that rounding leaves.
constexpr double kUnbalanced = 1e-6;

template <typename Map>
std::vector<std::string> names(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

/// The number of a node or element, if the text is one; names such as NAN are none.
std::optional<int> number_of(const std::string& text) {
  constexpr double kLargest = 2e9;  // what an int holds
  const auto value = to_number(text);
  if (!value || !std::isfinite(*value)) return {};
  return static_cast<int>(std::clamp(*value, 0.0, kLargest));
}

class JointBuilder {
 public:
  JointBuilder(const Deck& deck, const DeckChoices& choices) : deck_(deck), choices_(choices) {}

  JointModel build() {
    joint_.source = deck_.path;
    joint_.notes = deck_.notes;
    number_nodes();
    add_elements();
    throw_if_any(problems_);
    check_solid(joint_.solid, deck_.path);
    for (std::string& note : unit_notes(joint_.solid)) joint_.notes.push_back(std::move(note));
    add_ties();
    add_equations();
    add_loads();
    add_response();
    const std::vector<int> top = retained(0), bottom = retained(1);
    throw_if_any(problems_);
    const InterfacePairing pairing = pair_interface(joint_, top, bottom);
    if (pairing.moved > 0)
      joint_.notes.push_back(std::to_string(pairing.moved) +
                             " bottom nodes of the interface were moved onto their partners, by " +
                             to_text(pairing.farthest_moved, kDigits) + " m at most");
    add_patches();
    joint_.preload = choices_.preload ? choices_.preload : stated_preload_;
    return std::move(joint_);
  }

 private:
  void add(int line, std::string key, std::string found, std::string rule, std::string remedy) {
    const std::string at = line > 0 ? "line " + std::to_string(line) : "";
    problems_.push_back({deck_.path, at + (at.empty() || key.empty() ? "" : ", ") + key,
                         std::move(found), std::move(rule), std::move(remedy)});
  }

  /// Nodes of elements become nodes of the solid; the others are reference points.
  void number_nodes() {
    std::set<int> used;
    for (const DeckElement& element : deck_.elements)
      used.insert(element.nodes.begin(), element.nodes.end());
    joint_.solid.places.resize(static_cast<Eigen::Index>(used.size()), 3);
    int next = 0;
    for (const int id : used) {
      const auto found = deck_.nodes.find(id);
      if (found == deck_.nodes.end()) {
        if (++missing_ <= 3) add(0, "*ELEMENT", "node " + std::to_string(id), "is not given", "");
        continue;
      }
      joint_.solid.places.row(next) = found->second.transpose();
      index_[id] = next++;
    }
  }

  void add_elements() {
    if (deck_.elements.empty()) add(0, "*ELEMENT", "no element", "must have hexahedra", "");
    std::map<std::string, int> material_index;
    for (const auto& [name, material] : deck_.materials) {
      material_index[name] = static_cast<int>(joint_.solid.materials.size());
      joint_.solid.materials.push_back(material);
    }
    std::map<int, int> material_of;  // of an element's number
    for (const DeckSection& section : deck_.sections) {
      const auto material = material_index.find(section.material);
      if (material == material_index.end())
        add(section.line, "*SOLID SECTION", "material '" + section.material + "'", "is not given",
            suggestion(section.material, names(deck_.materials)));
      const auto set = find(deck_.element_sets, section.elements, "element set", section.line);
      if (!set || material == material_index.end()) continue;
      for (const int id : *set) material_of[id] = material->second;
    }
    std::size_t without = 0;
    for (const DeckElement& element : deck_.elements) {
      if (!element_index_.emplace(element.number, joint_.solid.elements.size()).second)
        add(element.line, "*ELEMENT",
            "element " + std::to_string(element.number) + " a second time",
            "each element must be given once", "");
      Hexahedron nodes{};
      for (std::size_t i = 0; i < 8; ++i) {
        const auto found = index_.find(element.nodes[i]);
        nodes[i] = found == index_.end() ? 0 : found->second;
      }
      joint_.solid.elements.push_back(nodes);
      const auto found = material_of.find(element.number);
      without += found == material_of.end() ? 1 : 0;
      joint_.solid.material_of.push_back(found == material_of.end() ? 0 : found->second);
    }
    if (without > 0)
      add(0, "*SOLID SECTION", std::to_string(without) + " elements without a section",
          "every element must have a material", "give a *Solid Section for a set with them");
  }

  template <typename Map>
  const typename Map::mapped_type* find(const Map& map, const std::string& name,
                                        const std::string& what, int line) {
    const auto found = map.find(name);
    if (found != map.end()) return &found->second;
    add(line, what, "'" + name + "'", "is not given in the deck", suggestion(name, names(map)));
    return nullptr;
  }

  std::vector<Quad> facets(const std::string& surface, int line) {
    std::vector<Quad> quads;
    const auto* faces = find(deck_.surfaces, surface, "surface", line);
    if (!faces) return quads;
    for (const auto& [set_name, face] : *faces) {
      std::vector<int> one;
      const std::vector<int>* set = &one;
      if (const auto id = number_of(set_name))
        one.push_back(*id);
      else
        set = find(deck_.element_sets, set_name, "element set", line);
      if (!set) continue;
      for (const int id : *set) {
        const auto element = element_index_.find(id);
        if (element == element_index_.end())
          add(line, "surface " + surface, "element " + std::to_string(id), "is not given", "");
        else
          quads.push_back(face_nodes(joint_.solid, {element->second, face}));
      }
    }
    if (quads.empty()) add(line, "surface " + surface, "no face", "must have faces", "");
    return quads;
  }

  void add_ties() {
    int left_free = 0;
    for (const DeckTie& tie : deck_.ties) {
      const std::vector<Quad> slaves = facets(tie.slave, tie.line);
      const std::vector<Quad> masters = facets(tie.master, tie.line);
      if (slaves.empty() || masters.empty()) continue;
      std::set<int> nodes;
      for (const Quad& quad : slaves) nodes.insert(quad.begin(), quad.end());
      const TieOutcome outcome = tie_nodes(joint_.solid, {nodes.begin(), nodes.end()}, masters);
      left_free += outcome.left_free;
      if (outcome.tied == 0)
        add(tie.line, "*TIE", "no node of " + tie.slave + " near " + tie.master,
            "slaves must lie within a tenth of a master facet's size", "");
    }
    if (left_free > 0)
      joint_.notes.push_back(std::to_string(left_free) +
                             " slave nodes of ties lie too far from their master and are free");
  }

  /// The rows of a direction of a node, a node set or a reference point.
  std::vector<SparseRow> rows(const DeckTerm& term) {
    std::vector<int> ids;
    if (const auto id = number_of(term.node))
      ids.push_back(*id);
    else if (const auto* set = find(deck_.node_sets, term.node, "node set", term.line))
      ids = *set;
    std::vector<SparseRow> all;
    for (const int id : ids) {
      if (const auto node = index_.find(id); node != index_.end()) {
        if (term.direction > 3)
          add(term.line, "",
              "direction " + std::to_string(term.direction) + " of node " + std::to_string(id),
              "a node of hexahedra has directions 1 to 3", "");
        else
          all.push_back({{3 * node->second + term.direction - 1, 1}});
      } else if (const auto point = coupled_.find(id); point != coupled_.end()) {
        all.push_back(point->second[static_cast<std::size_t>(term.direction - 1)]);
      } else {
        add(term.line, "", "node " + std::to_string(id), "belongs to no element and to no coupling",
            "");
      }
    }
    return all;
  }

  void add_equations() {
    for (const DeckCoupling& coupling : deck_.couplings) {
      std::vector<int> points;
      bool given = true;
      if (const auto id = number_of(coupling.reference);
          id && !deck_.node_sets.count(coupling.reference)) {
        points = {*id};
      } else {
        const auto* set = find(deck_.node_sets, coupling.reference, "node set", coupling.line);
        given = set != nullptr;
        if (given) points = *set;
      }
      const std::vector<Quad> surface = facets(coupling.surface, coupling.line);
      if (points.size() != 1 || surface.empty() || !deck_.nodes.count(points[0])) {
        if (given && !surface.empty())
          add(coupling.line, "*COUPLING",
              points.size() == 1 ? "reference node " + std::to_string(points[0])
                                 : std::to_string(points.size()) + " reference nodes",
              "must be one node that is given", "");
        continue;
      }
      coupled_[points[0]] =
          coupling_rows(joint_.solid.places, tributary_areas(joint_.solid.places, surface),
                        deck_.nodes.at(points[0]),
                        deck_.path + ", line " + std::to_string(coupling.line) + ", *COUPLING");
    }
    for (const DeckEquation& equation : deck_.equations) {
      SparseRow row;
      for (const DeckTerm& term : equation.terms) {
        const std::vector<SparseRow> members = rows(term);
        if (members.size() > 1)
          add(term.line, "*EQUATION", "a set of " + std::to_string(members.size()) + " nodes",
              "must be one node", "write one equation per node");
        for (const SparseRow& member : members)
          for (const auto& [unknown, value] : member) row.emplace_back(unknown, term.value * value);
      }
      if (!row.empty()) joint_.solid.equations.push_back(std::move(row));
    }
  }

  /// Bolts pull with pairs of equal loads: Fv is one newton of each.
  void add_loads() {
    double size = 0;
    for (const DeckTerm& load : deck_.loads) size = std::max(size, std::abs(load.value));
    if (!(size > 0)) {
      add(0, "*CLOAD", "no load", "the bolts must pull with concentrated loads",
          "give a pair of opposite loads per bolt in the *Substructure Load Case");
      return;
    }
    for (const DeckTerm& load : deck_.loads) {
      if (std::abs(std::abs(load.value) - size) > kEqualLoads * size)
        add(load.line, "*CLOAD", to_text(load.value),
            "all bolts must pull with the same force, " + to_text(size), "");
      for (const SparseRow& row : rows(load))
        for (const auto& [unknown, value] : row)
          joint_.bolt_load.emplace_back(unknown, value * load.value / size);
    }
    Eigen::Vector3d resultant = Eigen::Vector3d::Zero();
    for (const auto& [unknown, value] : joint_.bolt_load) resultant[unknown % 3] += value;
    if (problems_.empty() && resultant.norm() > kUnbalanced)
      add(deck_.loads[0].line, "*CLOAD",
          "loads with a resultant of " + to_text(resultant.norm() * size, kDigits),
          "the loads of the bolts must balance",
          "give a pair of opposite loads per bolt: on its shank and on its nut");
    joint_.bolts = static_cast<int>(deck_.loads.size() / 2);
    if (size != 1) stated_preload_ = size;
  }

  void add_response() {
    if (deck_.response_set.empty()) {
      add(0, "*SUBSTRUCTURE GENERATE", "no NSET", "must name the nodes of response",
          "add NSET=... with the nodes of the accelerometers");
      return;
    }
    const auto* set = find(deck_.node_sets, deck_.response_set, "node set", 0);
    if (!set) return;
    for (const int id : *set) {
      const auto node = index_.find(id);
      if (node == index_.end())
        add(0, deck_.response_set, "node " + std::to_string(id), "belongs to no element", "");
      else
        joint_.response_nodes.push_back(node->second);
    }
  }

  std::vector<int> retained(std::size_t side) {
    std::vector<int> nodes;
    if (deck_.retained.size() != 2) {
      if (side == 0)
        add(0, "*RETAINED NODAL DOFS", std::to_string(deck_.retained.size()) + " node sets",
            "must be two: the interface nodes of the top body, then of the bottom body", "");
      return nodes;
    }
    const auto* set = find(deck_.node_sets, deck_.retained[side], "node set", 0);
    if (!set) return nodes;
    for (const int id : *set) {
      const auto node = index_.find(id);
      if (node == index_.end())
        add(0, deck_.retained[side], "node " + std::to_string(id), "belongs to no element", "");
      else
        nodes.push_back(node->second);
    }
    return nodes;
  }

  void add_patches() {
    if (choices_.strips) return divide_into_strips(joint_, *choices_.strips);
    std::map<int, int> position;
    for (std::size_t i = 0; i < joint_.top.size(); ++i)
      position[joint_.top[i]] = static_cast<int>(i);
    std::vector<std::vector<Quad>> candidates;
    for (const std::string& name : deck_.surface_order) {
      std::vector<Quad> inside;
      const std::vector<Quad> all = facets(name, 0);
      for (const Quad& quad : all) {
        Quad facet{};
        bool within = true;
        for (std::size_t i = 0; i < 4; ++i) {
          const auto found = position.find(quad[i]);
          within = within && found != position.end();
          facet[i] = within ? found->second : 0;
        }
        if (within) inside.push_back(facet);
      }
      const bool is_part = inside.size() == all.size() && inside.size() < joint_.facets.size();
      if (is_part && !inside.empty()) candidates.push_back(std::move(inside));
    }
    throw_if_any(problems_);
    if (!patches_from_facets(joint_, candidates))
      throw Failure(Problem{deck_.path, "patches",
                            std::to_string(candidates.size()) + " surfaces inside the interface",
                            "surfaces of the deck must divide the top side of the interface into "
                            "patches",
                            "or let it be divided into equal strips: --patches 5"});
  }

  const Deck& deck_;
  const DeckChoices& choices_;
  JointModel joint_;
  std::map<int, int> index_;                         // node number -> node of the solid
  std::map<int, std::size_t> element_index_;         // element number -> element
  std::map<int, std::array<SparseRow, 6>> coupled_;  // reference node -> its motion
  std::optional<double> stated_preload_;
  int missing_ = 0;
  std::vector<Problem> problems_;
};

}  // namespace

JointModel joint_from_deck(const Deck& deck, const DeckChoices& choices) {
  return JointBuilder(deck, choices).build();
}

}  // namespace slipfront
