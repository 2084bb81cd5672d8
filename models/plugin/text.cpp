#include "models/plugin/text.hpp"

namespace slipfront {

namespace {

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }
bool continues(unsigned char c) { return (c & 0xc0) == 0x80; }

/// Bytes of the UTF-8 character that begins with c; 0 if none does.
std::size_t length_of(unsigned char c) {
  enum Length { kTwo = 2, kThree, kFour };
  if (c < 0x80) return 1;
  if ((c & 0xe0) == 0xc0 && c >= 0xc2) return kTwo;
  if ((c & 0xf0) == 0xe0) return kThree;
  if ((c & 0xf8) == 0xf0 && c <= 0xf4) return kFour;
  return 0;
}

/// Longer forms than needed, surrogates, and beyond the last code point: the second byte.
bool second_fits(unsigned char first, unsigned char second) {
  switch (first) {
    case 0xe0:
      return second >= 0xa0;
    case 0xed:
      return second < 0xa0;
    case 0xf0:
      return second >= 0x90;
    case 0xf4:
      return second < 0x90;
    default:
      return true;
  }
}

}  // namespace

bool is_printable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char first = static_cast<unsigned char>(text[i]);
    const std::size_t length = length_of(first);
    if (is_control(first) || length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      const unsigned char byte = static_cast<unsigned char>(text[i + k]);
      if (!continues(byte) || (k == 1 && !second_fits(first, byte))) return false;
    }
    i += length;
  }
  return true;
}

std::string printable(std::string text) {
  if (is_printable(text)) return text;
  for (char& c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (is_control(byte))
      c = ' ';
    else if (byte >= 0x80)
      c = '?';
  }
  return text;
}

}  // namespace slipfront
