// A rule that ties the bound of one parameter to the value of another, as that of Porter et
// al.'s Iwan models, whose force would else break at slip:
//
//   margin = beta + (chi + 1) / (chi + 2) > 0
//
// In general  margin = p_other + part(p_bounded),  part rising. The best fits lie close to it
// (chi towards -1 with a stiffness that grows as 1 / margin), so searches with gradients go
// along it: optimize/search_chart.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/parameter.hpp"

namespace slipfront {

struct Guard {
  std::size_t bounded = 0;  // position of the parameter that `part` belongs to
  std::size_t other = 0;
  double (*part)(double bounded) = nullptr;
  double (*inverse)(double part) = nullptr;  // the bounded parameter again
  double (*inverse_slope)(double part) = nullptr;

  double margin(std::span<const double> physical) const {
    return physical[other] + part(physical[bounded]);
  }
};

/// That of models with parameters `chi` and `beta`; others have none.
std::optional<Guard> guard_of(std::span<const Parameter> parameters);

}  // namespace slipfront
