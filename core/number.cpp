#include "core/number.hpp"

#include <charconv>
#include <system_error>

namespace slipfront {

namespace {
constexpr std::size_t kLongestDouble = 64;  // "-2.2250738585072014e-308" has 24 characters
}

std::string to_text(double value) {
  char buffer[kLongestDouble];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

std::string to_text(double value, int digits) {
  char buffer[kLongestDouble];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits).ptr;
  return std::string(buffer, end);
}

std::optional<double> to_number(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
    return {};
  return value;
}

}  // namespace slipfront
