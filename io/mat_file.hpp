// MATLAB files, versions 5, 7 and 7.3, as named dense matrices and texts.
//
// Fields of structs and entries of cells are flattened: MESH.Nds, C{2}, S(3).x. Sparse
// matrices become dense, integers and logicals become doubles. Whatever cannot be a
// matrix or a text (class objects, function handles, complex numbers, more than two
// dimensions, a matrix too large to be dense) is kept by name with the reason, and is a
// Failure only for who asks for it.
//
// Limits: files of version 4 are refused; a file from a machine of the other byte order
// is read (by matio).
#pragma once

#include <Eigen/Core>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace slipfront {

class MatFile {
 public:
  const std::string& path() const { return path_; }

  /// The matrix of that name, or null if the file has nothing of that name. A Failure
  /// if the name is there but is no matrix.
  const Eigen::MatrixXd* find(const std::string& name) const;
  /// The text of that name, or null. A Failure if the name is there but is no text.
  const std::string* find_text(const std::string& name) const;
  /// The matrix of that name; a Failure with "did you mean" if there is none.
  const Eigen::MatrixXd& matrix(const std::string& name) const;

  /// Everything in the file, usable or not, in alphabetical order.
  std::vector<std::string> names() const;
  bool has(const std::string& name) const;

 private:
  friend MatFile read_mat(const std::string& path);
  friend class MatCollector;

  std::string path_;
  std::map<std::string, Eigen::MatrixXd> matrices_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::string> unusable_;  // name -> what it is
};

/// Failure if the file is missing, truncated, damaged or no MATLAB file.
MatFile read_mat(const std::string& path);

/// Writes version 7 (compressed) with the same bytes for the same contents; the file
/// appears whole or not at all. Failure if it cannot.
void write_mat(const std::string& path,
               const std::vector<std::pair<std::string, Eigen::MatrixXd>>& matrices,
               const std::vector<std::pair<std::string, std::string>>& texts = {});

}  // namespace slipfront
