#include "core/hash.hpp"

#include <xxhash.h>

#include <bit>
#include <cstdint>

namespace slipfront {

std::string fingerprint(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(32, '0');
  for (int i = 0; i < 16; ++i) {
    text[i] = kDigits[(hash.high64 >> (60 - 4 * i)) & 15];
    text[16 + i] = kDigits[(hash.low64 >> (60 - 4 * i)) & 15];
  }
  return text;
}

std::string evaluation_key(std::string_view combination, std::span<const double> parameters) {
  std::string bytes(combination);
  bytes.push_back('\0');
  for (const double parameter : parameters) {
    const auto bits = std::bit_cast<std::uint64_t>(parameter == 0 ? 0.0 : parameter);
    for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(bits >> shift));
  }
  return fingerprint(bytes);
}

}  // namespace slipfront
