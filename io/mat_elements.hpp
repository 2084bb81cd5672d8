// The inside of one variable of a MATLAB file of version 5 or 7: does every part of it lie
// within the part that holds it, down to the last field of a struct?
//
// A variable is an element: a tag (type, length), then flags, dimensions, name and what its
// class needs, each with a tag of its own; entries of cells and fields of structs are elements
// again. matio makes room for whatever a tag or a dimension claims, so all of them are looked
// at before it does: no claim may be larger than the bytes that are there. A packed variable
// is unpacked for it, and deflate never gives more than 1032 bytes for one.
// Source: "MAT-File Format", The MathWorks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace slipfront {

/// Deflate's tightest packing: a length and distance of 258 bytes in two bits.
constexpr std::size_t kTightestPacking = 1032;
/// Nesting beyond this is damage, not data.
constexpr int kDeepestNesting = 100;

struct MatElement {
  std::string object;     // its name if it is an object of MATLAB's classes, else empty
  std::string too_large;  // why its numbers must not be read; empty if they may
  std::string damage;     // why nothing of it may be read; empty if it may
};

/// `element` is a whole uncompressed variable with its tag; `big`: its byte order.
MatElement check_mat_element(std::string_view element, bool big);

/// The same for the packed bytes of a compressed variable.
MatElement check_packed_mat_element(std::string_view packed, bool big);

/// The number in `count` bytes at `place`, of either byte order.
std::uint32_t mat_number(std::string_view bytes, std::size_t place, std::size_t count, bool big);

}  // namespace slipfront
