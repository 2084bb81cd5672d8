#include "models/plugin/wire.hpp"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

using namespace slipfront;

TEST_CASE("a description goes through the wire unchanged") {
  LawDescription about;
  about.name = "a_law";
  about.title = "A law \u00b5 with\na line";
  about.source = "";
  about.version = 7;
  about.coupled = about.has_post_slip = true;
  about.frameworks = {Framework::non_masing};
  const std::vector<Parameter> parameters = {{"p", "p", "1", Scale::linear, -1.5, 2.5, false},
                                             {"q", "", "N/m^3", Scale::log10, 1e-300, 1e300, true}};
  const std::string bytes = pack_description(about, parameters);
  LawDescription read;
  std::vector<Parameter> also;
  unpack_description(bytes, read, also);
  CHECK((read.name == about.name && read.title == about.title && read.source.empty()));
  CHECK((read.version == 7 && read.coupled && read.has_post_slip && !read.pressure_dependent));
  CHECK(read.frameworks == about.frameworks);
  REQUIRE(also.size() == 2);
  CHECK((also[1].name == "q" && also[1].lower == 1e-300 && also[1].area_scaled));
  CHECK((also[0].scale == Scale::linear && also[0].upper == 2.5 && !also[0].area_scaled));
  CHECK_THROWS_AS(unpack_description(bytes.substr(0, bytes.size() - 1), read, also),
                  std::runtime_error);
  std::string scribbled = bytes;
  std::fill(scribbled.begin() + 64, scribbled.end(), '\x41');
  CHECK_THROWS_AS(unpack_description(scribbled, read, also), std::runtime_error);
}

TEST_CASE("texts go through the wire, and a sentence too long is cut") {
  const std::string packed = pack_texts({"a", "", "b c"});
  CHECK(unpack_texts(packed, 3) == std::vector<std::string>{"a", "", "b c"});
  CHECK_THROWS_AS(unpack_texts(packed, 2), std::runtime_error);
  WireHeader header;
  header.write("said");
  CHECK(header.read() == "said");
  header.write(std::string(WireHeader::kTextSize + 10, 'x'));
  CHECK(header.read() == std::string(WireHeader::kTextSize, 'x'));
}

TEST_CASE("arrays lie one after another, without those that are not wanted") {
  // Points 3, parameters 2: rows of 4.
  const auto sizes = virgin_sizes(3, 2);
  CHECK(sizes == std::array<std::size_t, 7>{3, 3, 3, 3, 3, 12, 12});
  const std::uint32_t present = 1 << 0 | 1 << 2 | 1 << 5;
  double data[32];
  const auto at = place(data, sizes, present);
  CHECK((at[0] == data && at[2] == data + 3 && at[5] == data + 6));
  CHECK((!at[1] && !at[3] && !at[4] && !at[6]));
  CHECK(total(sizes, present) == 18);
  // Two points in two directions with history 4 and 3 parameters: jacobian 7 x 10.
  CHECK(hysteretic_sizes(2, 2, 4, 3) == std::array<std::size_t, 9>{4, 2, 8, 4, 8, 4, 2, 8, 140});
  CHECK(start_sizes(2, 4) == std::array<std::size_t, 2>{2, 4});
  CHECK(settle_sizes(2, 4) == std::array<std::size_t, 3>{2, 2, 4});
}

TEST_CASE("memory that one side makes larger is followed by the other") {
  WireMemory asking;
  WireMemory serving(dup(asking.descriptor()));
  asking.data()[0] = 1.5;
  CHECK(serving.data()[0] == 1.5);
  constexpr std::size_t kMany = 1 << 20;
  asking.reserve(kMany);
  asking.data()[kMany - 1] = 2.5;
  serving.follow();
  CHECK(serving.header().memory == asking.header().memory);
  CHECK((serving.data()[0] == 1.5 && serving.data()[kMany - 1] == 2.5));
  // A size that is not true is not believed.
  asking.header().memory = std::uint64_t{1} << 60;
  serving.follow();
  CHECK(serving.data()[kMany - 1] == 2.5);
  CHECK(serving.bytes(std::size_t{1} << 60).size() < std::size_t{1} << 30);
  asking.header().text = std::uint64_t{1} << 60;
  CHECK(asking.header().read().size() == WireHeader::kTextSize);
}

TEST_CASE("nobody can make the shared memory smaller than what is read from it") {
  WireMemory memory;
  CHECK(ftruncate(memory.descriptor(), 1) != 0);
  memory.reserve(100000);  // larger is possible
  memory.data()[99999] = 7;
  CHECK(ftruncate(memory.descriptor(), 1) != 0);
  CHECK(memory.data()[99999] == 7);
}
