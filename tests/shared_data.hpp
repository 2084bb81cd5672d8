// Finds the reference matrices, which are never part of the repository: in
// $SLIPFRONT_DATA, else in ../shared/data beside the checkout. Tests that need a file
// which is not there say so and pass.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

inline std::string shared_data(const std::string& file) {
  const char* folder = std::getenv("SLIPFRONT_DATA");
  const std::filesystem::path base =
      folder ? std::filesystem::path(folder)
             : std::filesystem::path(SLIPFRONT_SOURCE_DIR).parent_path() / "shared" / "data";
  const std::filesystem::path path = base / file;
  return std::filesystem::exists(path) ? path.string() : std::string();
}

#define NEEDS_SHARED_DATA(variable, file)                            \
  const std::string variable = shared_data(file);                    \
  if (variable.empty()) {                                            \
    WARN("skipped: reference data " file " is not on this machine"); \
    return;                                                          \
  }
