#include "io/mat_container.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"

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
constexpr std::uint32_t kOpaqueClass = 17;  // in the array flags: an object of MATLAB's classes
constexpr std::uint32_t kCellClass = 1, kStructClass = 2;
constexpr int kDeepest = 100;         // nesting beyond this is damage, not data
constexpr std::size_t kFlagsAt = 16;  // after the tags of the element and of its flags
constexpr std::size_t kNameAt = 24;   // an opaque element has its name after the flags
// Enough of an element for its flags and for a name of 63 characters.
constexpr std::size_t kBeginning = 128;

[[noreturn]] void fail(const std::string& path, const std::string& found, const std::string& rule,
                       const std::string& remedy) {
  throw Failure(Problem{path, "", found, rule, remedy});
}

/// The number in `count` bytes of either byte order.
std::uint32_t number(std::string_view bytes, std::size_t place, std::size_t count, bool big) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = place + (big ? i : count - 1 - i);
    value = (value << 8) | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

/// The first bytes of a compressed element; fewer if it is damaged.
std::string inflated_beginning(std::string_view packed) {
  std::string beginning(kBeginning, '\0');
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return {};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(beginning.data());
  stream.avail_out = static_cast<uInt>(beginning.size());
  inflate(&stream, Z_SYNC_FLUSH);
  beginning.resize(beginning.size() - stream.avail_out);
  inflateEnd(&stream);
  return beginning;
}

/// The name of a class object; empty for any other element.
std::string object_name(std::string_view element, bool big) {
  if (element.size() < kNameAt + kTag) return {};
  if ((number(element, kFlagsAt, 4, big) & 0xFF) != kOpaqueClass) return {};
  // A name of up to four letters stands in its own tag: length and type in two bytes each.
  const std::uint32_t word = number(element, kNameAt, 4, big);
  const bool small = (word >> 16) != 0;
  const std::size_t length = small ? word >> 16 : number(element, kNameAt + 4, 4, big);
  const std::string_view name = element.substr(kNameAt + (small ? 4 : kTag));
  return std::string(name.substr(0, std::min(length, name.size())));
}

/// A sub-element: where its data begin, how long they are, where the next one starts.
struct Part {
  std::size_t data = 0, size = 0, next = 0;
};

std::optional<Part> part_at(std::string_view bytes, std::size_t place, bool big) {
  if (place + kTag > bytes.size()) return {};
  const std::uint32_t word = number(bytes, place, 4, big);
  Part part;
  if ((word >> 16) != 0) {
    part = {place + 4, word >> 16, place + kTag};
  } else {
    part.data = place + kTag;
    part.size = number(bytes, place + 4, 4, big);
    part.next = part.data + (part.size + kTag - 1) / kTag * kTag;
  }
  if (part.data + part.size > bytes.size()) return {};
  return part;
}

/// False if a cell or struct claims more entries than its bytes can hold, at any depth:
/// matio makes room for all that are claimed.
bool holds_its_entries(std::string_view element, bool big, int depth = 0) {
  if (depth > kDeepest) return false;
  if (element.size() < kNameAt) return true;  // an empty entry
  const std::uint32_t kind = number(element, kFlagsAt, 4, big) & 0xFF;
  if (kind != kCellClass && kind != kStructClass) return true;
  const std::optional<Part> sizes = part_at(element, kNameAt, big);
  std::optional<Part> last = sizes ? part_at(element, sizes->next, big) : sizes;  // the name
  if (!last) return false;
  std::size_t count = 1;
  const std::size_t most = element.size() / kTag;  // an entry has a tag at least
  const auto multiply = [&](std::size_t factor) {
    count = factor != 0 && count > most / factor ? most + 1 : count * factor;
  };
  for (std::size_t i = 0; i + 4 <= sizes->size; i += 4)
    multiply(number(element, sizes->data + i, 4, big));
  if (kind == kStructClass) {
    const std::optional<Part> width = part_at(element, last->next, big);
    last = width ? part_at(element, width->next, big) : width;  // the names of the fields
    if (!last || width->size < 4) return false;
    const std::size_t letters = number(element, width->data, 4, big);
    multiply(letters > 0 ? last->size / letters : 0);
  }
  if (count > most) return false;
  std::size_t place = last->next;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<Part> entry = part_at(element, place, big);
    if (!entry) return false;
    if (!holds_its_entries(element.substr(place, entry->next - place), big, depth + 1))
      return false;
    place = entry->next;
  }
  return true;
}

MatContainer walk_elements(std::string_view bytes, const std::string& path, bool big) {
  MatContainer container;
  std::size_t place = kHeader;
  while (place < bytes.size()) {
    const std::size_t rest = bytes.size() - place;
    const std::uint32_t type = rest >= kTag ? number(bytes, place, 4, big) : kMatrixElement;
    const std::size_t length = rest >= kTag ? number(bytes, place + 4, 4, big) : rest;
    if (type != kMatrixElement && type != kCompressedElement)
      fail(path, "bytes that are no variable at offset " + std::to_string(place),
           "a MATLAB file is a sequence of variables", "save or copy the file again");
    if (rest < kTag || length > rest - kTag)
      fail(path,
           "a file that ends after " + std::to_string(bytes.size()) +
               " bytes, inside its variable " + std::to_string(container.objects.size() + 1),
           "the file must be whole", "it is truncated: save or copy it again");
    const std::string_view element = bytes.substr(place, kTag + length);
    if (type == kMatrixElement && !holds_its_entries(element, big))
      fail(path,
           "a struct or cell with more entries than bytes in variable " +
               std::to_string(container.objects.size() + 1),
           "must be a whole MATLAB file", "it is damaged: save or copy it again");
    container.objects.push_back(type == kMatrixElement
                                    ? object_name(element, big)
                                    : object_name(inflated_beginning(element.substr(kTag)), big));
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
  const std::uint32_t version = big || order == "IM" ? number(bytes, kVersionAt, 2, big) : 0;
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
