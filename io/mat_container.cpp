#include "io/mat_container.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/mat_elements.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kHeader = 128;     // bytes before the first variable, all versions
constexpr std::size_t kVersionAt = 124;  // two bytes of version, two of byte order
constexpr std::uint32_t kVersion5 = 0x0100;
constexpr std::uint32_t kVersion73 = 0x0200;
constexpr std::size_t kTag = 8;  // type and length of an element
constexpr std::uint32_t kMatrixElement = 14, kCompressedElement = 15;
constexpr std::size_t kHdf5At = 512;  // version 7.3 is HDF5 behind a user block
constexpr std::string_view kHdf5Signature("\x89HDF\r\n\x1a\n", 8);

[[noreturn]] void fail(const std::string& path, const std::string& found, const std::string& rule,
                       const std::string& remedy) {
  throw Failure(Problem{path, "", found, rule, remedy});
}

MatContainer walk_elements(std::string_view bytes, const std::string& path, bool big) {
  MatContainer container;
  std::size_t place = kHeader;
  while (place < bytes.size()) {
    const std::size_t rest = bytes.size() - place;
    const std::uint32_t type = rest >= kTag ? mat_number(bytes, place, 4, big) : kMatrixElement;
    const std::size_t length = rest >= kTag ? mat_number(bytes, place + 4, 4, big) : rest;
    if (type != kMatrixElement && type != kCompressedElement)
      fail(path, "bytes that are no variable at offset " + std::to_string(place),
           "a MATLAB file is a sequence of variables", "save or copy the file again");
    if (rest < kTag || length > rest - kTag)
      fail(path,
           "a file that ends after " + std::to_string(bytes.size()) +
               " bytes, inside its variable " + std::to_string(container.elements.size() + 1),
           "the file must be whole", "it is truncated: save or copy it again");
    const std::string_view element = bytes.substr(place, kTag + length);
    MatElement found = type == kMatrixElement ? check_mat_element(element, big)
                                              : check_packed_mat_element(element.substr(kTag), big);
    if (!found.damage.empty())
      fail(path, found.damage + " in variable " + std::to_string(container.elements.size() + 1),
           "must be a whole MATLAB file", "it is damaged: save or copy it again");
    container.elements.push_back(std::move(found));
    place += kTag + length;
  }
  return container;
}

}  // namespace

MatContainer check_mat_container(const std::string& path) {
  const std::string file = read_file(path);
  const std::string_view bytes = file;
  const std::string_view order = bytes.substr(std::min(bytes.size(), kVersionAt + 2), 2);
  const bool big = order == "MI";
  const std::uint32_t version = big || order == "IM" ? mat_number(bytes, kVersionAt, 2, big) : 0;
  MatContainer container;
  if (version == kVersion5) {
    container = walk_elements(bytes, path, big);
  } else if (version == kVersion73) {
    container.hdf5 = true;
    if (bytes.substr(std::min(bytes.size(), kHdf5At), kHdf5Signature.size()) != kHdf5Signature)
      fail(path, "a version 7.3 header without its HDF5 part", "the file must be whole",
           "it is truncated: save or copy it again");
  } else {
    fail(path, "a file that is not a MATLAB file of version 5, 7 or 7.3",
         "must be a .mat file of one of these versions", "save it with -v7 (or scipy.io.savemat)");
  }
  container.bytes = bytes.size();
  return container;
}

}  // namespace slipfront
