#include "models/plugin/text.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("UTF-8 without control characters is printable") {
  for (const char* good :
       {"", "plain", "\u00b5m, \u20ac, \U0001F600", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"})
    CHECK(is_printable(good));
  // A control character, a lone continuation, a cut character, too long a form, a surrogate,
  // and beyond the last code point.
  for (const char* bad : {"a\nb", "\x7f", "\x80", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\xaf",
                          "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"})
    CHECK_FALSE(is_printable(bad));
}

TEST_CASE("what is not printable is made so") {
  CHECK(printable("\u00b5m") == "\u00b5m");
  CHECK(printable("two\nlines") == "two lines");
  CHECK(printable("\xb5m and \xc3\xa4") == "?m and ??");
}
