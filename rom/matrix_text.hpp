// Matrices in text files: Matrix Market, and what Abaqus writes.
//
//   %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric
//   *MATRIX, TYPE=STIFFNESS         a substructure's matrix: the lower triangle row by row
//   node, dof, node, dof, value     *MATRIX OUTPUT, FORMAT=MATRIX INPUT (one triangle or both)
//   row  column  value              *MATRIX OUTPUT, FORMAT=COORDINATE
//
// Rows of the form with nodes are the (node, dof) pairs in ascending order. A matrix of
// which only one triangle is given is completed with its transpose.
// Limits: real numbers, up to 20,000 rows (the result is dense). Above four million cells a
// file has at least as many entries as rows or columns, whichever are fewer: without that a
// line of 15 bytes would ask for gigabytes.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

struct NamedMatrix {
  std::string name;  // "STIFFNESS", "MASS" in a substructure file, else empty
  Eigen::MatrixXd matrix;
};

/// Failure with the line that is not understood.
std::vector<NamedMatrix> parse_matrix_text(std::string_view text, const std::string& path);

/// The only matrix of a file, or the one of that name.
Eigen::MatrixXd read_matrix_text(const std::string& path, const std::string& name = "");

}  // namespace slipfront
