// The outside of a MATLAB file: is it one, of which version, and is it all there?
//
// Versions 5 and 7 are a header of 128 bytes and then elements, each with its type and
// length; version 7.3 is HDF5 behind a user block of 512 bytes. Looked at before matio
// opens the file, because matio reads past the end of a truncated one without a word, makes
// room for whatever a damaged one claims (io/mat_elements.hpp), and does not tell the names
// of class objects.
// Source: "MAT-File Format", The MathWorks.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "io/mat_elements.hpp"

namespace slipfront {

struct MatContainer {
  bool hdf5 = false;                 // version 7.3: the elements are not listed
  std::size_t bytes = 0;             // of the file
  std::vector<MatElement> elements;  // one per variable, none of them damaged
};

/// Failure if the file is missing, truncated, damaged, or no MATLAB file of these versions.
MatContainer check_mat_container(const std::string& path);

}  // namespace slipfront
