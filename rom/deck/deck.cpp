#include "rom/deck/deck.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <set>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "rom/deck/deck_text.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kShown = 20;      // problems listed; more are counted
constexpr double kLargestNumber = 2e9;  // of a node or element: what an int holds
constexpr double kLargestSet = 2e7;     // members generated at once
constexpr int kDirections = 6;
const std::set<std::string> kHexahedra = {"C3D8", "C3D8R", "C3D8I"};

// Output, names and settings of solutions that are not computed here.
const std::set<std::string> kPassedOver = {"HEADING",
                                           "PREPRINT",
                                           "RESTART",
                                           "OUTPUT",
                                           "NODE OUTPUT",
                                           "ELEMENT OUTPUT",
                                           "CONTACT OUTPUT",
                                           "ENERGY OUTPUT",
                                           "NODE PRINT",
                                           "EL PRINT",
                                           "NODE FILE",
                                           "EL FILE",
                                           "FREQUENCY",
                                           "SELECT EIGENMODES",
                                           "DAMPING CONTROLS",
                                           "SUBSTRUCTURE MATRIX OUTPUT",
                                           "END STEP",
                                           "STATIC",
                                           "HOURGLASS STIFFNESS",
                                           "SECTION CONTROLS"};

struct LocalSystem {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  // columns: local axes
};

class DeckParser {
 public:
  explicit DeckParser(const std::string& path) { deck_.path = path; }

  Deck parse(std::string_view text) {
    for (const DeckBlock& block : split_deck(text, deck_.path)) read(block);
    if (coupling_open_)
      add(deck_.couplings.back().line, "*Coupling", "a *Coupling without kind",
          "must be followed by *Distributing", "");
    if (problems_.size() > kShown) {
      const std::size_t more = problems_.size() - kShown;
      problems_.resize(kShown);
      problems_.push_back({deck_.path, "", std::to_string(more) + " more problems",
                           "the first " + std::to_string(kShown) + " are listed", ""});
    }
    throw_if_any(std::move(problems_));
    if (!read_otherwise_.empty()) {
      std::string types;
      for (const std::string& type : read_otherwise_) types += (types.empty() ? "" : ", ") + type;
      deck_.notes.push_back("elements of type " + types +
                            " are read as hexahedra with incompatible modes");
    }
    if (!case_loads_.empty()) deck_.loads = case_loads_;
    return std::move(deck_);
  }

 private:
  void add(int line, const std::string& key, std::string found, std::string rule,
           std::string remedy) {
    problems_.push_back({deck_.path,
                         "line " + std::to_string(line) + (key.empty() ? "" : ", " + key),
                         std::move(found), std::move(rule), std::move(remedy)});
  }

  void read(const DeckBlock& block) {
    using Reader = void (DeckParser::*)(const DeckBlock&);
    static const std::map<std::string, Reader> readers = {
        {"SYSTEM", &DeckParser::read_system},
        {"NODE", &DeckParser::read_nodes},
        {"ELEMENT", &DeckParser::read_elements},
        {"NSET", &DeckParser::read_node_set},
        {"ELSET", &DeckParser::read_element_set},
        {"SURFACE", &DeckParser::read_surface},
        {"MATERIAL", &DeckParser::read_material},
        {"DENSITY", &DeckParser::read_density},
        {"ELASTIC", &DeckParser::read_elastic},
        {"SOLID SECTION", &DeckParser::read_section},
        {"TIE", &DeckParser::read_tie},
        {"COUPLING", &DeckParser::read_coupling},
        {"DISTRIBUTING", &DeckParser::read_distributing},
        {"EQUATION", &DeckParser::read_equation},
        {"RETAINED NODAL DOFS", &DeckParser::read_retained},
        {"SUBSTRUCTURE GENERATE", &DeckParser::read_generate},
        {"SUBSTRUCTURE LOAD CASE", &DeckParser::begin_load_case},
        {"STEP", &DeckParser::begin_step},
        {"CLOAD", &DeckParser::read_loads}};
    if (coupling_open_ && block.keyword != "DISTRIBUTING") {
      coupling_open_ = false;
      add(block.line, "*" + block.keyword, "after a *Coupling",
          "only distributing couplings are understood: *Distributing must follow", "");
    }
    const auto found = readers.find(block.keyword);
    if (found != readers.end())
      (this->*found->second)(block);
    else if (!kPassedOver.count(block.keyword))
      add(block.line, "*" + block.keyword, "a keyword that is not supported",
          "the model would not be the one of the deck without it",
          "export a flat deck (no parts) of hexahedra, ties, distributing couplings, equations "
          "and concentrated loads, or take the keyword out");
  }

  /// Problems for parameters that would change the meaning and are not known.
  void allow(const DeckBlock& block, const std::set<std::string>& known) {
    for (const auto& [name, value] : block.parameters)
      if (!known.count(name))
        add(block.line, "*" + block.keyword, "parameter " + name, "is not supported here",
            "write the deck without it");
  }

  std::optional<double> number(const DeckLine& line, std::size_t cell, const std::string& what) {
    if (cell < line.cells.size())
      if (const auto value = to_number(fortran(line.cells[cell])); value && std::isfinite(*value))
        return value;
    add(line.number, "",
        cell < line.cells.size() ? "'" + line.cells[cell] + "'" : "a line that ends early",
        what + " must be a number", "");
    return {};
  }

  /// Exponents as Fortran writes them: 1.5D-3.
  static std::string fortran(std::string text) {
    for (char& c : text)
      if (c == 'D') c = 'E';
    return text;
  }

  std::optional<int> whole(const DeckLine& line, std::size_t cell, const std::string& what) {
    const auto value = number(line, cell, what);
    if (!value) return {};
    if (*value == std::floor(*value) && *value >= 1 && *value <= kLargestNumber)
      return static_cast<int>(*value);
    add(line.number, "", to_text(*value), what + " must be a whole number from 1 on", "");
    return {};
  }

  void read_system(const DeckBlock& block) {
    system_ = {};
    if (block.data.empty()) return;
    // Two points on the first line, the third on the next; what is left blank is 0.
    constexpr std::size_t kOnFirst = 6, kOnSecond = 3;
    std::vector<double> values(kOnFirst + kOnSecond, 0.0);
    for (std::size_t row = 0; row < std::min<std::size_t>(2, block.data.size()); ++row) {
      const DeckLine& line = block.data[row];
      const std::size_t most = row == 0 ? kOnFirst : kOnSecond;
      for (std::size_t i = 0; i < std::min(most, line.cells.size()); ++i)
        if (!line.cells[i].empty())
          values[row * kOnFirst + i] = number(line, i, "a coordinate").value_or(0);
    }
    const auto point = [&](std::size_t i) {
      return Eigen::Vector3d(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
    };
    system_.origin = point(0);
    const bool has_x = block.data[0].cells.size() > 3, has_plane = block.data.size() > 1;
    if (!has_x) return;
    const Eigen::Vector3d x = point(1) - point(0);
    // Without a point of the plane the local z axis is the global one.
    const Eigen::Vector3d z = has_plane ? x.cross(point(2) - point(0)) : Eigen::Vector3d::UnitZ();
    const Eigen::Vector3d y = z.cross(x);
    if (!(x.norm() > 0 && z.norm() > 0 && y.norm() > 0)) {
      add(block.line, "*SYSTEM", "points on one line", "three points must span a plane", "");
      return;
    }
    system_.axes << x.normalized(), y.normalized(), x.cross(y).normalized();
  }

  void read_nodes(const DeckBlock& block) {
    allow(block, {"NSET"});
    for (const DeckLine& line : block.data) {
      const auto id = whole(line, 0, "the number of a node");
      if (!id) continue;
      Eigen::Vector3d x = Eigen::Vector3d::Zero();
      for (std::size_t d = 0; d < 3; ++d)
        if (d + 1 < line.cells.size() && !line.cells[d + 1].empty())
          x[static_cast<Eigen::Index>(d)] = number(line, d + 1, "a coordinate").value_or(0);
      if (!deck_.nodes.emplace(*id, system_.origin + system_.axes * x).second)
        add(line.number, "*NODE", "node " + std::to_string(*id) + " a second time",
            "each node must be given once", "");
      if (block.has("NSET")) deck_.node_sets[block.value("NSET")].push_back(*id);
    }
  }

  void read_elements(const DeckBlock& block) {
    allow(block, {"TYPE", "ELSET"});
    const std::string type = block.value("TYPE");
    if (!kHexahedra.count(type)) {
      add(block.line, "*ELEMENT", "type " + type, "must be C3D8, C3D8R or C3D8I",
          "mesh with hexahedra of eight nodes");
      return;
    }
    if (type != "C3D8I") read_otherwise_.insert(type);
    // An element may go on over several lines that end in a comma: count the numbers.
    std::vector<int> numbers;
    for (const DeckLine& line : block.data)
      for (std::size_t i = 0; i < line.cells.size(); ++i) {
        if (line.cells[i].empty()) continue;
        const auto value = whole(line, i, "a number of *Element");
        if (!value) return;
        numbers.push_back(*value);
        if (numbers.size() < 9) continue;
        DeckElement element{numbers[0], {}, line.number};
        std::copy(numbers.begin() + 1, numbers.end(), element.nodes.begin());
        deck_.elements.push_back(element);
        if (block.has("ELSET")) deck_.element_sets[block.value("ELSET")].push_back(numbers[0]);
        numbers.clear();
      }
    if (!numbers.empty())
      add(block.line, "*ELEMENT", std::to_string(numbers.size()) + " numbers left over",
          "each element must have its number and eight nodes", "");
  }

  void read_set(const DeckBlock& block, const std::string& parameter,
                std::map<std::string, std::vector<int>>& sets) {
    allow(block, {parameter, "GENERATE", "UNSORTED", "INTERNAL"});
    std::vector<int>& members = sets[block.value(parameter)];
    for (const DeckLine& line : block.data) {
      if (block.has("GENERATE")) {
        const auto first = whole(line, 0, "the first member"), last = whole(line, 1, "the last");
        const bool has_step = line.cells.size() > 2 && !line.cells[2].empty();
        const auto step = has_step ? whole(line, 2, "the step") : std::optional<int>(1);
        if (!first || !last || !step) continue;
        if (*last < *first || static_cast<double>(*last - *first) / *step > kLargestSet) {
          add(line.number, "", line.cells[0] + " to " + line.cells[1],
              "a generated set must end after its start and have less than 2e7 members", "");
          continue;
        }
        for (long id = *first; id <= *last; id += *step) members.push_back(static_cast<int>(id));
        continue;
      }
      for (std::size_t i = 0; i < line.cells.size(); ++i) {
        const std::string& cell = line.cells[i];
        if (cell.empty()) continue;
        if (to_number(cell)) {
          if (const auto id = whole(line, i, "a member")) members.push_back(*id);
        } else if (const auto other = sets.find(cell);
                   other != sets.end() && &other->second != &members) {
          members.insert(members.end(), other->second.begin(), other->second.end());
        } else {
          add(line.number, "", "'" + cell + "'", "is no set given before this line", "");
        }
      }
    }
  }
  void read_node_set(const DeckBlock& block) { read_set(block, "NSET", deck_.node_sets); }
  void read_element_set(const DeckBlock& block) { read_set(block, "ELSET", deck_.element_sets); }

  void read_surface(const DeckBlock& block) {
    allow(block, {"TYPE", "NAME", "INTERNAL"});
    if (block.has("TYPE") && block.value("TYPE") != "ELEMENT") {
      add(block.line, "*SURFACE", "type " + block.value("TYPE"), "must be ELEMENT",
          "give the surface by element faces");
      return;
    }
    const std::string name = block.value("NAME");
    auto& faces = deck_.surfaces[name];
    deck_.surface_order.push_back(name);
    for (const DeckLine& line : block.data) {
      const std::string face = line.cells.size() > 1 ? line.cells[1] : "";
      if (face.size() != 2 || face[0] != 'S' || face[1] < '1' || face[1] > '6')
        add(line.number, "*SURFACE", "'" + face + "'", "must be a face S1 to S6", "");
      else
        faces.emplace_back(line.cells[0], face[1] - '1');
    }
  }

  void read_material(const DeckBlock& block) {
    allow(block, {"NAME"});
    material_ = block.value("NAME");
    deck_.materials[material_];
  }
  void read_density(const DeckBlock& block) {
    if (block.data.empty()) return;
    deck_.materials[material_].density = number(block.data[0], 0, "the density").value_or(0);
  }
  void read_elastic(const DeckBlock& block) {
    allow(block, {"TYPE"});
    if (block.has("TYPE") && block.value("TYPE") != "ISOTROPIC")
      add(block.line, "*ELASTIC", "type " + block.value("TYPE"), "must be ISOTROPIC", "");
    if (block.data.size() != 1) {
      add(block.line, "*ELASTIC", std::to_string(block.data.size()) + " lines",
          "must be one line: Young's modulus, Poisson's ratio",
          "materials that depend on temperature are not supported");
      return;
    }
    deck_.materials[material_].young = number(block.data[0], 0, "Young's modulus").value_or(0);
    deck_.materials[material_].poisson = number(block.data[0], 1, "Poisson's ratio").value_or(0);
  }
  void read_section(const DeckBlock& block) {
    allow(block, {"ELSET", "MATERIAL", "CONTROLS"});
    deck_.sections.push_back({block.value("ELSET"), block.value("MATERIAL"), block.line});
  }

  void read_tie(const DeckBlock& block) {
    allow(block, {"NAME", "ADJUST", "TYPE"});
    if (block.value("ADJUST") == "NO")
      add(block.line, "*TIE", "adjust=NO", "slaves must be moved onto the master: adjust=YES", "");
    for (const DeckLine& line : block.data)
      deck_.ties.push_back(
          {line.cells[0], line.cells.size() > 1 ? line.cells[1] : "", line.number});
  }

  void read_coupling(const DeckBlock& block) {
    allow(block, {"CONSTRAINT NAME", "REF NODE", "SURFACE"});
    deck_.couplings.push_back({block.value("CONSTRAINT NAME"), block.value("REF NODE"),
                               block.value("SURFACE"), block.line});
    coupling_open_ = true;
  }
  void read_distributing(const DeckBlock& block) {
    allow(block, {"WEIGHTING METHOD", "COUPLING"});
    if (block.has("WEIGHTING METHOD") && block.value("WEIGHTING METHOD") != "UNIFORM")
      add(block.line, "*DISTRIBUTING", "weighting " + block.value("WEIGHTING METHOD"),
          "must be UNIFORM", "");
    if (!coupling_open_)
      add(block.line, "*DISTRIBUTING", "no *Coupling before it", "must follow a *Coupling", "");
    coupling_open_ = false;
  }

  void read_equation(const DeckBlock& block) {
    std::size_t wanted = 0;
    for (const DeckLine& line : block.data) {
      if (wanted == 0) {
        const auto count = whole(line, 0, "the number of terms");
        if (!count) return;
        wanted = static_cast<std::size_t>(*count);
        deck_.equations.push_back({{}, line.number});
        continue;
      }
      for (std::size_t i = 0; i < line.cells.size() && wanted > 0; i += 3, --wanted)
        if (!read_term(line, i, deck_.equations.back().terms)) return;
    }
    if (wanted > 0)
      add(block.line, "*EQUATION", std::to_string(wanted) + " terms too few",
          "must have as many terms as its first line says", "");
  }

  bool read_term(const DeckLine& line, std::size_t at, std::vector<DeckTerm>& terms) {
    const auto direction = whole(line, at + 1, "the direction");
    const auto value = number(line, at + 2, "the coefficient");
    if (!direction || !value) return false;
    if (*direction > kDirections)
      add(line.number, "", std::to_string(*direction), "a direction must be from 1 to 6", "");
    terms.push_back({line.cells[at], *direction, *value, line.number});
    return *direction <= kDirections;
  }

  void read_retained(const DeckBlock& block) {
    for (const DeckLine& line : block.data) {
      const bool whole_motion =
          line.cells.size() == 3 && line.cells[1] == "1" && line.cells[2] == "3";
      if (!whole_motion)
        add(line.number, "*RETAINED NODAL DOFS", "'" + line.cells[0] + "'",
            "must keep directions 1 to 3 of a node set: SET, 1, 3", "");
      deck_.retained.push_back(line.cells[0]);
    }
  }
  void read_generate(const DeckBlock& block) { deck_.response_set = block.value("NSET"); }
  void begin_load_case(const DeckBlock&) { in_case_ = true; }
  void begin_step(const DeckBlock&) {
    in_case_ = false;
    fresh_step_ = true;
  }
  /// Loads of the last step that has any; those of a substructure load case go before.
  void read_loads(const DeckBlock& block) {
    allow(block, {});
    if (!in_case_ && fresh_step_) deck_.loads.clear();
    fresh_step_ = false;
    for (const DeckLine& line : block.data)
      if (!read_term(line, 0, in_case_ ? case_loads_ : deck_.loads)) return;
  }

  Deck deck_;
  LocalSystem system_;
  std::string material_;
  bool coupling_open_ = false, in_case_ = false, fresh_step_ = true;
  std::vector<DeckTerm> case_loads_;
  std::set<std::string> read_otherwise_;
  std::vector<Problem> problems_;
};

}  // namespace

Deck parse_deck(std::string_view text, const std::string& path) {
  return DeckParser(path).parse(text);
}

Deck read_deck(const std::string& path) { return parse_deck(read_file(path), path); }

}  // namespace slipfront
