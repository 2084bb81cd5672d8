// The built-in lap joint posed as an element model: the same joint, its patches as points of
// quadrature. Small enough that a search on elements takes a second.
#pragma once

#include <string>

#include "rom/built_in.hpp"
#include "rom/load.hpp"

inline void write_element_joint(const std::string& path) {
  slipfront::Structure s = slipfront::built_in_rom("lap-joint");
  s.interface.kind = slipfront::InterfaceKind::elements;
  s.interface.force = s.interface.displacement.transpose();
  for (Eigen::Index column = 0; column < s.interface.force.cols(); ++column)
    s.interface.force.col(column) *= s.interface.areas[column / 3];
  slipfront::save_structure(s, path);
}
