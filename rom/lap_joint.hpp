// A small bolted lap joint, made in code: two half-lapped steel beams, the kin of the
// Brake-Reuss beam, with an interface of a few patches and three bolts.
//
//        x = -L/2                  lap                   +L/2
//          |______________________________                |
//          |     top half beam  __________|_______________|      z points down,
//          |___________________|  bottom half beam        |      from top to bottom
//                              |__________________________|
//
// Each half beam is a chain of Timoshenko elements along its own neutral axis: the axis
// of the full section in the arm, and a quarter of the height above or below the
// interface plane in the lap. All nodes lie in the interface plane z = 0; elements of
// the lap hang on them by rigid offsets, so that a node at the centre of a patch moves
// as the patch does. Bending therefore makes the patches slide along x.
//
// Unknowns: relative displacement (ux uy uz rx ry rz), top minus bottom, of each patch;
// then fixed-interface modes. Positive uz is penetration. The six rigid-body modes are
// projected out exactly (rom/relative_reduction.hpp).
//
// A bolt is a shank clamped in both halves and cut along its axis: to the relative motion
// at its place it is a spring against shear, 12 E I / (l^3 (1 + Phi)), bending E I / l
// and twist G J / l, and none along z. So K has one zero-energy mode: separation along
// the bolts. The bolt load is a pair of unit forces that closes the joint; load and
// springs of a bolt act on its two neighbouring patches in linear shares.
//
// Limits: straight bolts without mass; patches of equal size; no contact outside the lap.
#pragma once

#include <Eigen/Core>

#include "core/structure.hpp"

namespace slipfront {

struct LapJointSpec {
  double length = 0.72;          // L [m], over all
  double lap = 0.12;             // [m]
  double width = 0.0254;         // [m], along y: one inch
  double height = 0.0254;        // [m], of the full section; half of it in the lap
  double young = 1.9285e11;      // E [N/m^2], steel of the Brake-Reuss beam
  double poisson = 0.29;         // nu; G = E / (2 (1 + nu))
  double density = 7857.8;       // rho [kg/m^3]
  int patches = 5;               // of lap/patches x width each
  int bolts = 3;                 // symmetric about the middle
  double bolt_pitch = 0.03;      // [m] between neighbouring bolts
  double bolt_diameter = 0.008;  // d [m], shank
  double preload = 10000;        // [N] per bolt
  int arm_elements = 8;          // per arm
  int modes = 12;                // fixed-interface modes kept
};

/// The joint before reduction, with relative unknowns already in place of the top
/// half's at the patches: x = (relative 6 x patches; all other node unknowns).
struct LapJointModel {
  Eigen::MatrixXd stiffness, mass;
  Eigen::MatrixXd rigid;      // six rigid-body modes about the origin, relative part zero
  Eigen::VectorXd bolt_load;  // Fv, per newton of each bolt
  Eigen::MatrixXd response;   // x, y, z at the end x = +L/2, then at x = -L/2
  Eigen::Index relative = 0;  // 6 x patches
};

/// Failure if the numbers of the spec do not make a joint (all problems at once).
LapJointModel assemble_lap_joint(const LapJointSpec& spec = {});

/// The reduced joint: name "lap-joint", kind patches.
Structure make_lap_joint(const LapJointSpec& spec = {});

}  // namespace slipfront
