// One step of the fit of a law (decay_law.hpp) to the blocks of its decay: penalised least
// squares about the present law, with the roughness that the record gives evidence of.
//
//   minimise  sum_b w_b |value_b - change|^2 + |ln zeta''|^2 / tau_1^2 + |ln omega''|^2 / tau_2^2
//
// primes by x = ln q. At a fixed time a change dc of ln zeta and dd of ln omega, of the start dx_0
// and phase dphase_0 change the law by
//
//   dx = g T,   dphase = dphase_0 + dx_0 omega_d0/g_0 - int dc B/zeta - omega_d T,
//   T = dx_0/g_0 - int (dc + dd) B / g,   g = zeta omega
//
// Both tau are those of greatest evidence times a wide prior. ln zeta may as well be a straight
// line (viscous, quadratic and Iwan microslip damping are): the step is the mean of that with it
// and that with a curve, each as probable as its evidence says.
//
// Source: evidence as in Wahba, Spline Models for Observational Data (1990), and MacKay, Bayesian
// interpolation, Neural Computation 4 (1992).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "experiment/law_blocks.hpp"

namespace slipfront {

/// d^2 ln zeta / dx^2 per root of a unit of x is a quarter where viscous and quadratic damping
/// meet; that of ln omega is counted in units of zeta.
struct Roughness {
  double damping = 0.3, omega = 1;  // tau_1, tau_2
  double straight = 0;              // probability that ln zeta is a straight line
};

struct LawStep {
  Eigen::VectorXd change;  // of c, d, start and phase
  Roughness roughness;
  // R'R = the normal matrix of the data, and with roughness.
  Eigen::MatrixXd data_root, root;
  std::vector<std::complex<double>> left;  // of the blocks' values
  double size = 0;    // root mean square of the change, in standard deviations of the blocks
  double misfit = 0;  // of what it leaves, likewise
};

/// With `search`, the roughness is sought from the one given on.
LawStep law_step(const DecayLaw& law, const DecayPath& path, const std::vector<LawBlock>& blocks,
                 Roughness roughness, bool search);

/// Covariance of the unknowns about that step: what noise leaves open with each roughness and with
/// the line, and how far their steps lie from the mean one, each as probable as its evidence says
/// (the law of total variance).
Eigen::MatrixXd law_covariance(const DecayLaw& law, const DecayPath& path,
                               const std::vector<LawBlock>& blocks, const Roughness& roughness);

/// The law after a part of a step, or after less if that moves the start by more than is safe.
void take(const LawStep& step, double part, DecayLaw& law);

}  // namespace slipfront
