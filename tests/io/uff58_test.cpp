#include "io/uff58.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "io/uff58_text.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

const std::vector<double> kValues = {1.5, -2.25, 3e-5, 4, 5, -6, 7.125, 1e6};

std::string complaint(const std::string& text) {
  try {
    parse_uff58(text, "f.uff");
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("dataset 58 in every form gives the same numbers") {
  for (const bool binary : {false, true})
    for (const bool big : {false, true})
      for (const bool even : {true, false})
        for (const int type : {2, 4}) {
          CAPTURE(binary, big, even, type);
          const auto list = parse_uff58(uff58_text({.node = 7,
                                                    .direction = -2,
                                                    .unit = "g",
                                                    .step = 0.25,
                                                    .binary = binary,
                                                    .big_endian = big,
                                                    .even = even,
                                                    .type = type},
                                                   kValues),
                                        "f.uff");
          REQUIRE(list.size() == 1);
          const UffFunction& f = list[0];
          CHECK(f.texts[2] == "text 3");
          CHECK(f.function_type == 1);
          CHECK(f.response_node == 7);
          CHECK(f.response_direction == -2);
          CHECK(f.abscissa_quantity == 17);
          CHECK(f.ordinate_quantity == 12);
          CHECK(f.ordinate_unit == "g");
          CHECK(f.step == 0.25);
          CHECK(f.even == even);
          REQUIRE(f.values.size() == kValues.size());
          for (std::size_t i = 0; i < kValues.size(); ++i)
            CHECK(f.values[i] == Approx(kValues[i]).epsilon(1e-6));
          if (!even) CHECK(f.abscissa[3] == Approx(0.75));
        }
}

TEST_CASE("an uneven abscissa may be as wide as the values behind it") {
  for (const bool big : {false, true}) {
    const auto list = parse_uff58(
        uff58_text(
            {.step = 0.25, .binary = true, .big_endian = big, .even = false, .wide_abscissa = true},
            kValues),
        "f.uff");
    REQUIRE(list.size() == 1);
    CHECK(list[0].values == kValues);
    CHECK(list[0].abscissa[3] == 0.75);
  }
}

TEST_CASE("other datasets are passed over, several are read") {
  const std::string other = "    -1\n   151\nmodel\n    -1\n";
  const std::string one = uff58_text({}, kValues);
  CHECK(parse_uff58(other + one + other + one, "f.uff").size() == 2);
}

TEST_CASE("damaged files are named") {
  const std::string good = uff58_text({}, kValues);
  CHECK_THAT(complaint(""), Contains("empty"));
  CHECK_THAT(complaint("time,acc\n1,2\n"), Contains("is it a universal file?"));
  CHECK_THAT(complaint(good.substr(0, good.size() / 2)), Contains("the end of the file"));
  const std::size_t end = good.rfind("    -1\n");
  CHECK_THAT(complaint(good.substr(0, end - 30) + "\n    -1\n"), Contains("record 7 promises"));
  std::string letters = good;
  letters.replace(letters.find("1.5000"), 3, "abc");
  CHECK_THAT(complaint(letters), Contains("must be a number"));
  const std::string binary = uff58_text({.binary = true}, kValues);
  CHECK_THAT(complaint(binary.substr(0, binary.size() - 20)), Contains("bytes"));
  std::string vax = binary;
  vax.replace(vax.find("58b     1     2"), 15, "58b     1     3");
  CHECK_THAT(complaint(vax), Contains("IEEE"));
}
