#include "io/mat_elements.hpp"

#include <zlib.h>

#include <algorithm>
#include <optional>

namespace slipfront {

namespace {

constexpr std::size_t kTag = 8;       // type and length of an element
constexpr std::size_t kSmallest = 4;  // bytes that stand in a tag itself
constexpr std::size_t kWord = 4;      // bytes of a dimension

// Types of elements.
constexpr std::uint32_t kInt8 = 1, kInt32 = 5, kUint32 = 6, kMatrix = 14;

// Classes of arrays, in the first byte of the flags.
constexpr std::uint32_t kCell = 1, kStruct = 2, kObject = 3, kSparse = 5, kFunction = 16,
                        kOpaque = 17;
constexpr std::uint32_t kClassBits = 0xFF, kComplexBit = 0x800;

// Bytes of one number by the type of its element; 1 for those that are no numbers.
constexpr std::size_t kBytesOf[] = {1, 1, 1, 2, 2, 4, 4, 4, 1, 8, 1, 1, 8, 8, 1, 1, 1, 2, 4};

std::size_t bytes_of(std::uint32_t type) { return type < std::size(kBytesOf) ? kBytesOf[type] : 1; }

/// A part: its type, where its data begin, how long they are, where the next one starts.
struct Part {
  std::uint32_t type = 0;
  std::size_t data = 0, size = 0, next = 0;
  bool small = false;  // its data stand in the tag
};

/// Product of sizes; SIZE_MAX where it would overflow.
std::size_t product(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? SIZE_MAX : result;
}

/// Goes through one element; the first damage ends it.
class ElementWalk {
 public:
  ElementWalk(bool big, MatElement& found) : big_(big), found_(found) {}

  /// False if damaged.
  bool element(std::string_view bytes, int depth) {
    if (depth > kDeepestNesting) return damaged("cells or structs nested too deep");
    const std::optional<Part> whole = part_at(bytes, 0);
    if (!whole) return damaged("a part that reaches beyond the bytes that hold it");
    if (whole->type != kMatrix) return damaged("a part that should be an array and is none");
    if (whole->size == 0) return true;  // an empty entry
    bytes = bytes.substr(whole->data, whole->size);
    Part flags;
    if (!next(bytes, 0, flags)) return false;
    if (flags.type != kUint32 || flags.size != 2 * kWord)
      return damaged("an array without its flags");
    const std::uint32_t word = mat_number(bytes, flags.data, kWord, big_);
    const std::uint32_t kind = word & kClassBits;
    if (kind == kOpaque && depth == 0) name_object(bytes, flags.next);
    if (kind == kOpaque || kind == kObject || kind == kFunction)
      return any_parts(bytes, flags.next, depth);
    return array(bytes, flags.next, word, depth);
  }

 private:
  bool damaged(const char* why) {
    found_.damage = why;
    return false;
  }

  std::optional<Part> part_at(std::string_view bytes, std::size_t place) const {
    if (place > bytes.size() || bytes.size() - place < kTag) return {};
    const std::uint32_t word = mat_number(bytes, place, kWord, big_);
    constexpr int kHalf = 16;  // a small part has its length in the upper half of its type
    constexpr std::uint32_t kLowerHalf = 0xFFFF;
    Part part;
    if ((word >> kHalf) != 0) {
      part = {word & kLowerHalf, place + kTag - kSmallest, word >> kHalf, place + kTag, true};
      if (part.size > kSmallest) return {};
    } else {
      part = {word, place + kTag, mat_number(bytes, place + kWord, kWord, big_), 0, false};
      part.next = part.data + (part.size + kTag - 1) / kTag * kTag;
    }
    if (part.size > bytes.size() - part.data) return {};
    return part;
  }

  bool next(std::string_view bytes, std::size_t place, Part& part) {
    const std::optional<Part> found = part_at(bytes, place);
    if (!found) return damaged("a part that reaches beyond the bytes that hold it");
    part = *found;
    return true;
  }

  void name_object(std::string_view bytes, std::size_t place) {
    if (const std::optional<Part> name = part_at(bytes, place))
      found_.object = bytes.substr(name->data, name->size);
  }

  /// Of other types matio reads fewer bytes than there are, and takes the next for a length.
  static bool indices(const Part& part) {
    return (part.type == kInt32 || part.type == kUint32) && part.size % kWord == 0;
  }

  /// What follows the flags of an object: parts whose order is not documented.
  bool any_parts(std::string_view bytes, std::size_t place, int depth) {
    while (place < bytes.size()) {
      Part part;
      if (!next(bytes, place, part)) return false;
      if (part.type == kMatrix && !element(bytes.substr(place), depth + 1)) return false;
      place = part.next;
    }
    return true;
  }

  /// What follows the flags of any other array: dimensions, name, contents.
  bool array(std::string_view bytes, std::size_t place, std::uint32_t flags, int depth) {
    Part sizes, name;
    if (!next(bytes, place, sizes) || !next(bytes, sizes.next, name)) return false;
    if (sizes.type != kInt32 || sizes.size < 2 * kWord || sizes.size % kWord != 0)
      return damaged("an array without dimensions");
    if (name.type != kInt8) return damaged("an array without a name");
    std::size_t count = 1;
    std::string shape;
    for (std::size_t i = 0; i < sizes.size; i += kWord) {
      const std::uint32_t size = mat_number(bytes, sizes.data + i, kWord, big_);
      count = product(count, size);
      shape += (i > 0 ? " x " : "") + std::to_string(size);
    }
    const std::uint32_t kind = flags & kClassBits;
    if (kind == kCell) return entries(bytes, name.next, count, depth);
    if (kind == kStruct) {
      Part width, names;
      if (!next(bytes, name.next, width) || !next(bytes, width.next, names)) return false;
      // The format puts the length of the names into its tag, and matio looks for it there and
      // for the names behind a tag of their own.
      if (width.type != kInt32 || !width.small || names.type != kInt8 || names.small)
        return damaged("a struct without the names of its fields");
      const std::size_t letters = mat_number(bytes, width.data, kWord, big_);
      if (letters == 0 ? names.size > 0 : names.size % letters != 0)
        return damaged("a struct whose fields have no whole names");
      const std::size_t fields = letters > 0 ? names.size / letters : 0;
      return entries(bytes, names.next, product(count, fields), depth);
    }
    place = name.next;
    if (kind == kSparse) {
      Part rows, starts;
      if (!next(bytes, place, rows) || !next(bytes, rows.next, starts)) return false;
      if (!indices(rows) || !indices(starts))
        return damaged("a sparse matrix without whole indices");
      place = starts.next;
      count = 0;  // how many numbers are there is in their own tag
    }
    return numbers(bytes, place, count, (flags & kComplexBit) != 0 ? 2 : 1, shape);
  }

  /// Entries of a cell or fields of a struct.
  bool entries(std::string_view bytes, std::size_t place, std::size_t count, int depth) {
    if (count > bytes.size() / kTag)  // an entry has a tag at least
      return damaged("a struct or cell with more entries than bytes");
    for (std::size_t i = 0; i < count; ++i) {
      Part part;
      if (!next(bytes, place, part)) return false;
      if (!element(bytes.substr(place, part.next - place), depth + 1)) return false;
      place = part.next;
    }
    return true;
  }

  /// `count` numbers, twice if complex: their parts must have as many.
  bool numbers(std::string_view bytes, std::size_t place, std::size_t count, int parts,
               const std::string& shape) {
    for (int i = 0; i < parts; ++i) {
      if (count == 0 && place >= bytes.size()) return true;
      Part part;
      if (!next(bytes, place, part)) return false;
      if (product(count, bytes_of(part.type)) > part.size)
        found_.too_large = "a matrix larger than its file can hold, " + shape;
      place = part.next;
    }
    return true;
  }

  bool big_;
  MatElement& found_;
};

MatElement damage(std::string why) { return {{}, {}, std::move(why)}; }

/// zlib's stream, closed by itself.
struct Inflater {
  explicit Inflater(std::string_view packed) {
    ready = inflateInit(&stream) == Z_OK;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
  }
  ~Inflater() {
    if (ready) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// The next bytes of `target` from `place` on; false if there are not that many.
  bool fill(std::string& target, std::size_t place) {
    while (ready && place < target.size()) {
      constexpr std::size_t kPiece = std::size_t{1} << 24;  // zlib counts in 32 bits
      const std::size_t piece = std::min(kPiece, target.size() - place);
      stream.next_out = reinterpret_cast<Bytef*>(target.data() + place);
      stream.avail_out = static_cast<uInt>(piece);
      const int state = inflate(&stream, Z_SYNC_FLUSH);
      place += piece - stream.avail_out;
      if (state != Z_OK || stream.avail_out == piece) break;
    }
    return place == target.size();
  }

  z_stream stream{};
  bool ready = false;
};

}  // namespace

std::uint32_t mat_number(std::string_view bytes, std::size_t place, std::size_t count, bool big) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = place + (big ? i : count - 1 - i);
    value = (value << 8) | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

MatElement check_mat_element(std::string_view element, bool big) {
  MatElement found;
  ElementWalk(big, found).element(element, 0);
  return found;
}

MatElement check_packed_mat_element(std::string_view packed, bool big) {
  Inflater inflater(packed);
  std::string element(kTag, '\0');
  if (!inflater.fill(element, 0)) return damage("a packed variable that does not unpack");
  const std::size_t stated = mat_number(element, kWord, kWord, big);
  if (stated / kTightestPacking > packed.size())
    return damage("a packed variable that claims " + std::to_string(stated) + " bytes out of " +
                  std::to_string(packed.size()));
  element.resize(kTag + stated);
  if (!inflater.fill(element, kTag))
    return damage("a packed variable that ends before its " + std::to_string(stated) + " bytes");
  return check_mat_element(element, big);
}

}  // namespace slipfront
