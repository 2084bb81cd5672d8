#include "rom/load.hpp"

#include <cmath>
#include <filesystem>
#include <sstream>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/mat_file.hpp"
#include "rom/closure.hpp"
#include "rom/interface_maps.hpp"

namespace slipfront {

namespace {

constexpr double kLayoutVersion = 1;  // of slipfront's own layout
// Rows of R; each gets a name, and an empty or sparse matrix claims rows for no bytes.
constexpr Eigen::Index kMostResponses = 100000;

struct Layout {
  const char* name;
  std::vector<std::string> own;  // the variables that tell it from the others
};

const std::vector<std::string> kCommon = {"K", "M", "Fv", "R"};
const std::vector<Layout> kLayouts = {
    {"slipfront", {"slipfront_layout", "D", "F", "areas", "kind"}},
    {"Qm Tm", {"Qm", "Tm"}},
    {"Q T", {"Q", "T"}},
    {"MESH", {"MESH.Nds", "MESH.Quad"}},  // or MESH.Tri in place of MESH.Quad
    {"patches", {"PatchAreas", "Qxyn"}},
};
constexpr std::size_t kSlipfront = 0, kMesh = 3, kPatches = 4;

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
  return text;
}

/// Reads one file; collects what is wrong with it.
class Loader {
 public:
  explicit Loader(const std::string& path) : file_(read_mat(path)) {
    structure_.source = path;
    structure_.name = std::filesystem::path(path).stem().string();
  }

  Structure load(Asymmetry* asymmetry) {
    const std::size_t layout = nearest_layout();
    read_common();
    if (require_own(layout)) read_interface(layout);
    check();
    throw_if_any(std::move(problems_));
    if (asymmetry)
      *asymmetry = {relative_asymmetry(structure_.stiffness), relative_asymmetry(structure_.mass)};
    symmetrize(structure_.stiffness);
    symmetrize(structure_.mass);
    check_closure();
    return std::move(structure_);
  }

 private:
  void add(std::string key, std::string found, std::string rule, std::string remedy) {
    problems_.push_back(
        {file_.path(), std::move(key), std::move(found), std::move(rule), std::move(remedy)});
  }

  /// The variable as a matrix; null, with the problem noted, if it is not one.
  const Eigen::MatrixXd* optional_matrix(const std::string& name) {
    try {
      return file_.find(name);
    } catch (const Failure& failure) {
      problems_.insert(problems_.end(), failure.problems().begin(), failure.problems().end());
      return nullptr;
    }
  }

  /// The same, where anything else of that name is none of our business.
  const Eigen::MatrixXd* harmless_matrix(const std::string& name) const {
    try {
      return file_.find(name);
    } catch (const Failure&) {
      return nullptr;
    }
  }

  bool has_own(const std::string& name) const {
    return file_.has(name) || (name == "MESH.Quad" && file_.has("MESH.Tri"));
  }

  /// The first layout that is complete, else the one with most of its variables present.
  std::size_t nearest_layout() const {
    std::size_t nearest = kLayouts.size();
    double best = 0;
    for (std::size_t i = 0; i < kLayouts.size(); ++i) {
      double present = 0;
      for (const std::string& name : kLayouts[i].own) present += has_own(name) ? 1 : 0;
      const double share = present / static_cast<double>(kLayouts[i].own.size());
      if (share > best) {
        best = share;
        nearest = i;
      }
    }
    return nearest;
  }

  std::string layout_sentence(std::size_t layout) const {
    if (layout == kLayouts.size()) return "every layout needs it";
    const Layout& chosen = kLayouts[layout];
    return "the nearest layout, '" + std::string(chosen.name) + "' (" + listed(kCommon) + " " +
           listed(chosen.own) + (layout == kMesh ? " or MESH.Tri" : "") + "), needs it";
  }

  void add_missing(const std::string& name, std::size_t layout) {
    const std::string near = nearest_name(name, file_.names());
    add(name, "no such variable", layout_sentence(layout),
        near.empty() ? "export it too" : "did you mean '" + near + "'? rename or export it");
  }

  void read_common() {
    const std::size_t layout = nearest_layout();
    const auto read = [&](const std::string& name) -> Eigen::MatrixXd {
      if (!file_.has(name)) add_missing(name, layout);
      const Eigen::MatrixXd* matrix = optional_matrix(name);
      return matrix ? *matrix : Eigen::MatrixXd();
    };
    structure_.stiffness = read("K");
    structure_.mass = read("M");
    structure_.response = read("R");
    const Eigen::MatrixXd load = read("Fv");
    if (load.size() > 0 && std::min(load.rows(), load.cols()) != 1)
      add("Fv", std::to_string(load.rows()) + " x " + std::to_string(load.cols()) + " numbers",
          "must be one column: the load of one newton in every bolt", "add its columns up");
    else
      structure_.bolt_load = load.reshaped();
    structure_.preload = scalar({"Prestress"});
    if (structure_.preload && !(*structure_.preload > 0 && std::isfinite(*structure_.preload)))
      add("Prestress", to_text(*structure_.preload), "must be above 0 (N per bolt)",
          "leave it out if it is not known");
    structure_.total_mass = scalar({"TotalMass", "Mass", "mass"});
    if (structure_.total_mass &&
        !(*structure_.total_mass > 0 && std::isfinite(*structure_.total_mass)))
      add("TotalMass", to_text(*structure_.total_mass), "must be above 0 (kg)",
          "leave it out if it is not known");
    read_response_names();
  }

  /// The first of the names that the file has, if it is one number. Behind the first, which is
  /// slipfront's own, stand names that may mean something else in a file of other origin.
  std::optional<double> scalar(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const bool own = name == names.front();
      const Eigen::MatrixXd* value = own ? optional_matrix(name) : harmless_matrix(name);
      if (!value || value->size() == 0) continue;
      if (value->size() == 1) return (*value)(0, 0);
      if (!own) continue;
      add(name, std::to_string(value->size()) + " numbers", "must be one number", "");
    }
    return {};
  }

  void read_response_names() {
    if (structure_.response.size() == 0) structure_.response.resize(0, 0);
    const Eigen::Index rows = structure_.response.rows();
    if (rows > kMostResponses) {
      add("R", std::to_string(rows) + " rows",
          "must have at most " + std::to_string(kMostResponses) + ", each with a name",
          "leave out those that are not asked for");
      return;
    }
    const std::optional<double> stated = scalar({"response_in_triples"});
    if (stated && *stated == 1 && rows % 3 != 0)
      add("response_in_triples", "1 with " + std::to_string(rows) + " rows in R",
          "triples x, y, z need a multiple of three rows", "set it to 0 or complete R");
    structure_.response_in_triples = rows > 0 && rows % 3 == 0 && stated.value_or(1) != 0;
    for (Eigen::Index i = 0; i < rows; ++i)
      structure_.response_names.push_back(structure_.response_in_triples
                                              ? "end" + std::to_string(i / 3 + 1) + "_" +
                                                    std::string(1, "xyz"[i % 3])
                                              : "row" + std::to_string(i + 1));
  }

  bool require_own(std::size_t layout) {
    if (layout == kLayouts.size()) {
      add("", "a model without an interface map",
          "must have Qm Tm, Q T, MESH.Nds with MESH.Quad or MESH.Tri, or PatchAreas Qxyn",
          "the file has: " + listed(file_.names()));
      return false;
    }
    const Layout& chosen = kLayouts[layout];
    structure_.layout = chosen.name;
    bool complete = true;
    for (const std::string& name : chosen.own) {
      if (has_own(name)) continue;
      add_missing(name, layout);
      complete = false;
    }
    return complete;
  }

  void read_interface(std::size_t layout) {
    const auto before = problems_.size();
    if (layout == kSlipfront) {
      read_own_layout();
      return;
    }
    const auto need = [&](const std::string& name) -> Eigen::MatrixXd {
      const Eigen::MatrixXd* matrix = optional_matrix(name);
      return matrix ? *matrix : Eigen::MatrixXd();
    };
    const std::string& where = file_.path();
    const Eigen::Index dof = structure_.stiffness.cols();
    if (layout == kPatches) {
      const Eigen::MatrixXd* forces = optional_matrix("Txyn");
      const Eigen::MatrixXd places = need("Qxyn"), areas = need("PatchAreas");
      if (problems_.size() == before)
        structure_.interface = patch_interface(places, forces, areas.reshaped());
      return;
    }
    NodeMaps maps;
    if (layout == kMesh) {
      const Eigen::MatrixXd nodes = need("MESH.Nds");
      const Eigen::MatrixXd* quads = optional_matrix("MESH.Quad");
      const Eigen::MatrixXd* triangles = optional_matrix("MESH.Tri");
      if (problems_.size() > before) return;
      maps = mesh_maps(nodes, quads, triangles, where, problems_);
    } else {
      maps.to_points = need(kLayouts[layout].own[0]);
      maps.to_nodes = need(kLayouts[layout].own[1]);
      maps.names = {kLayouts[layout].own[0], kLayouts[layout].own[1]};
    }
    const Eigen::MatrixXd* from_unknowns = optional_matrix("L");
    if (problems_.size() == before && dof > 0)
      structure_.interface = element_interface(maps, from_unknowns, dof, where, problems_);
  }

  void read_own_layout() {
    const std::optional<double> version = scalar({"slipfront_layout"});
    if (version && *version != kLayoutVersion)
      add("slipfront_layout", to_text(*version), "must be " + to_text(kLayoutVersion),
          "the file is of another version of slipfront: convert it there");
    Interface& interface = structure_.interface;
    if (const Eigen::MatrixXd* map = optional_matrix("D")) interface.displacement = *map;
    if (const Eigen::MatrixXd* map = optional_matrix("F")) interface.force = *map;
    if (const Eigen::MatrixXd* areas = optional_matrix("areas"))
      interface.areas = areas->reshaped();
    const std::string kind = text("kind").value_or("");
    if (kind != "patches" && kind != "elements")
      add("kind", "'" + kind + "'", "must be 'patches' or 'elements'", "");
    interface.kind = kind == "elements" ? InterfaceKind::elements : InterfaceKind::patches;
    structure_.name = text("name").value_or(structure_.name);
    const std::optional<std::string> names = text("response_names");
    if (!names) return;
    std::vector<std::string> rows;
    std::istringstream lines(*names);
    for (std::string line; std::getline(lines, line);) rows.push_back(line);
    if (static_cast<Eigen::Index>(rows.size()) == structure_.response.rows())
      structure_.response_names = rows;
    else
      add("response_names", std::to_string(rows.size()) + " names",
          "must be one per row of R, " + std::to_string(structure_.response.rows()), "");
  }

  std::optional<std::string> text(const std::string& name) {
    try {
      const std::string* found = file_.find_text(name);
      if (found) return *found;
    } catch (const Failure& failure) {
      problems_.insert(problems_.end(), failure.problems().begin(), failure.problems().end());
    }
    return {};
  }

  /// The core's check; where parts are missing, only what it says about those present.
  void check() {
    const bool partial = !problems_.empty();
    if (partial && structure_.stiffness.size() == 0) return;
    try {
      check_structure(structure_, file_.path());
    } catch (const Failure& failure) {
      for (const Problem& problem : failure.problems()) {
        const bool known = (problem.key == "K") ||
                           (problem.key == "M" && structure_.mass.size() > 0) ||
                           (problem.key == "Fv" && structure_.bolt_load.size() > 0) ||
                           (problem.key == "R" && structure_.response.size() > 0) ||
                           structure_.interface.points() > 0;
        if (!partial || known) problems_.push_back(problem);
      }
    }
  }

  static void symmetrize(Eigen::MatrixXd& matrix) {
    matrix = (0.5 * (matrix + matrix.transpose())).eval();
  }

  void check_closure() {
    if (structure_.bolt_load.isZero(0))
      throw Failure(Problem{file_.path(), "Fv", "a bolt load of zero",
                            "must be the load of one newton in every bolt",
                            "export the load case with the bolts pulled"});
    const double closure = bolt_closure(structure_);
    if (closure < 0)
      throw Failure(Problem{file_.path(), "Fv", "a bolt load that opens the interface",
                            "under the bolt load the interface must close (positive normal "
                            "displacement is penetration, top minus bottom)",
                            "change the sign of Fv, or of the normal rows of the interface map"});
  }

  MatFile file_;
  Structure structure_;
  std::vector<Problem> problems_;
};

}  // namespace

Structure load_structure(const std::string& path, Asymmetry* asymmetry) {
  return Loader(path).load(asymmetry);
}

void save_structure(const Structure& structure, const std::string& path,
                    const std::vector<std::pair<std::string, Eigen::MatrixXd>>& more) {
  const auto number = [](double value) { return Eigen::MatrixXd::Constant(1, 1, value); };
  const Interface& interface = structure.interface;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> matrices = {
      {"slipfront_layout", number(kLayoutVersion)},
      {"K", structure.stiffness},
      {"M", structure.mass},
      {"Fv", structure.bolt_load},
      {"R", structure.response},
      {"D", interface.displacement},
      {"F", interface.force},
      {"areas", interface.areas},
      {"response_in_triples", number(structure.response_in_triples ? 1 : 0)}};
  if (structure.preload) matrices.emplace_back("Prestress", number(*structure.preload));
  if (structure.total_mass) matrices.emplace_back("TotalMass", number(*structure.total_mass));
  matrices.insert(matrices.end(), more.begin(), more.end());
  std::string names;
  for (const std::string& name : structure.response_names)
    names += (names.empty() ? "" : "\n") + name;
  write_mat(path, matrices,
            {{"name", structure.name},
             {"kind", interface.kind == InterfaceKind::patches ? "patches" : "elements"},
             {"response_names", names}});
}

}  // namespace slipfront
