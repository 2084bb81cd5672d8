// scripts/same_run.sh as tests ask it.
#pragma once

#include <string>

#include "app/program.hpp"

/// What scripts/same_run.sh says of two run folders; code 0 if they are equal.
inline Printed same_run(const std::string& a, const std::string& b) {
  return Program({std::string(SLIPFRONT_SOURCE_DIR) + "/scripts/same_run.sh", a, b}, "",
                 "/bin/bash")
      .wait();
}
