// A jointed structure as data: the reduced model that every friction law, solver and
// study works on. A WJROM (patches) and an FJROM (elements) differ only in the maps.
//
//   M x'' + K x + F t(D x) = f + preload * Fv          (Porter et al., eq 31)
//
//   K, M   N x N  stiffness [N/m] and mass [kg], symmetric; free of friction
//   Fv     N      bolt load vector for one newton per bolt [N/N]
//   D      3P x N displacement map: rows (x, y, normal) of each of P interface points [m]
//   F      N x 3P force map: from point forces [N] (patches) or from tractions
//                 [N/m^2] (elements) to the forces on the unknowns
//   areas  P      [m^2]
//   R      rows of response: named displacements of the structure, in triples x, y, z
//
// Relative displacement is top minus bottom; positive normal means penetration, and a
// positive displacement gives a positive friction or contact force in F t.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace slipfront {

enum class InterfaceKind { patches, elements };

struct Interface {
  InterfaceKind kind = InterfaceKind::patches;
  Eigen::MatrixXd displacement;  // D
  Eigen::MatrixXd force;         // F
  Eigen::VectorXd areas;

  Eigen::Index points() const { return areas.size(); }
  double total_area() const { return areas.sum(); }
};

struct Structure {
  std::string name;
  Eigen::MatrixXd stiffness;
  Eigen::MatrixXd mass;
  Eigen::VectorXd bolt_load;      // Fv, per newton of each bolt
  std::optional<double> preload;  // N per bolt, if the file states it
  Interface interface;
  Eigen::MatrixXd response;                 // R
  std::vector<std::string> response_names;  // one per row, "end_x", ...
  bool response_in_triples =
      false;  // rows come as x, y, z, x, y, z, ...: modes can be told by shape
  std::optional<double> total_mass;  // kg, if the source states it
  std::string source;                // file or generator
  std::string layout;                // which of the known layouts was recognised

  Eigen::Index dof() const { return stiffness.rows(); }
};

/// max |a_ij - a_ji| / sqrt(|a_ii a_jj|): unknowns of different units have different sizes. The
/// denominator is at least 1e-6 of the largest entry. Of a finite square matrix.
double relative_asymmetry(const Eigen::MatrixXd& matrix);

/// Throws a Failure with all that is wrong: non-square or asymmetric K, indefinite M,
/// NaN entries, maps of the wrong size, negative areas. `where` names the source.
void check_structure(const Structure& structure, const std::string& where);

/// Every number of the structure as bytes, for its fingerprint.
std::string structure_bytes(const Structure& structure);

}  // namespace slipfront
