// Small models and their files for the tests of rom/.
#pragma once

#include <Eigen/Eigenvalues>

#include "../io/mat_bytes.hpp"
#include "core/failure.hpp"
#include "core/structure.hpp"
#include "io/mat_file.hpp"
#include "rom/closure.hpp"

namespace slipfront {

using Matrices = std::vector<std::pair<std::string, Eigen::MatrixXd>>;

/// What a call complains of; empty if nothing.
inline std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

/// Frequencies with kt = kn = penalty on the interface, by the plain dense eigenproblem [Hz].
inline Eigen::VectorXd dense_frequencies(const Structure& s, double penalty) {
  const Eigen::MatrixXd k = s.stiffness + interface_springs(s, penalty, penalty);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(
      0.5 * (k + k.transpose()), s.mass, Eigen::EigenvaluesOnly);
  return modes.eigenvalues().cwiseMax(0).cwiseSqrt() / (2 * 3.14159265358979323846);
}

/// Those of them that lie nearest to the given ones.
inline Eigen::Vector3d nearest(const Eigen::VectorXd& all, const Eigen::Vector3d& places) {
  Eigen::Vector3d found;
  for (int i = 0; i < 3; ++i) {
    Eigen::Index best = 0;
    (all.array() - places[i]).abs().minCoeff(&best);
    found[i] = all[best];
  }
  return found;
}

/// An interface of four nodes, the unit square, and one mode: 13 unknowns. The bolts
/// close it at every node.
struct SquareModel {
  static constexpr int kDof = 13;
  Eigen::MatrixXd stiffness, mass, load, response, nodes, quad;
  SquareModel() {
    stiffness =
        1e6 * (2 * Eigen::MatrixXd::Identity(kDof, kDof) + 0.1 * Eigen::MatrixXd::Ones(kDof, kDof));
    mass = Eigen::MatrixXd::Identity(kDof, kDof);
    load.setZero(kDof, 1);
    for (int node = 0; node < 4; ++node) load(3 * node + 2, 0) = 0.25;
    response = Eigen::MatrixXd::Identity(6, kDof);
    nodes.resize(4, 2);
    nodes << 0, 0, 1, 0, 1, 1, 0, 1;
    quad.resize(1, 4);
    quad << 1, 2, 3, 4;
  }
  Matrices common() const { return {{"K", stiffness}, {"M", mass}, {"Fv", load}, {"R", response}}; }
  /// K M Fv R with two points that see two nodes each, under the given names.
  Matrices with_maps(const std::string& q_name, const std::string& t_name) const {
    Matrices all = common();
    Eigen::MatrixXd q(2, 4);
    q << 0.5, 0.5, 0, 0, 0, 0, 0.5, 0.5;
    Eigen::MatrixXd t = 0.5 * q.transpose();
    all.emplace_back(q_name, q);
    all.emplace_back(t_name, t);
    return all;
  }
};

/// The file with a struct MESH of the given fields beside the matrices.
inline void write_with_mesh(const std::string& path, const Matrices& matrices,
                            const std::vector<std::pair<std::string, Eigen::MatrixXd>>& fields) {
  by_matio(path, MAT_FT_MAT5, [&](mat_t* file) {
    const auto variable = [](const std::string& name, const Eigen::MatrixXd& matrix) {
      return matio_matrix(name.c_str(), static_cast<std::size_t>(matrix.rows()),
                          static_cast<std::size_t>(matrix.cols()),
                          const_cast<double*>(matrix.data()));
    };
    for (const auto& [name, matrix] : matrices) {
      matvar_t* one = variable(name, matrix);
      Mat_VarWrite(file, one, MAT_COMPRESSION_NONE);
      Mat_VarFree(one);
    }
    std::size_t size[2] = {1, 1};
    std::vector<const char*> names;
    for (const auto& field : fields) names.push_back(field.first.c_str());
    matvar_t* mesh =
        Mat_VarCreateStruct("MESH", 2, size, names.data(), static_cast<unsigned>(names.size()));
    for (const auto& [name, matrix] : fields)
      Mat_VarSetStructFieldByName(mesh, name.c_str(), 0, variable(name, matrix));
    Mat_VarWrite(file, mesh, MAT_COMPRESSION_NONE);
    Mat_VarFree(mesh);
  });
}

}  // namespace slipfront
