#include "modal/force_dissipation.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"
#include "modal/iwan_data.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

ForceDissipation read_text(const std::string& text, double slip_force) {
  const TemporaryFolder folder;
  write_atomically(folder.file("data.csv"), text);
  return read_force_dissipation(folder.file("data.csv"), slip_force);
}

}  // namespace

TEST_CASE("the shipped data are the report's") {
  const ForceDissipation data =
      read_force_dissipation(SLIPFRONT_SOURCE_DIR "/studies/data/aff1-1.csv", 504);
  CHECK(data.force == aff_data().force);
  CHECK(data.dissipation == aff_data().dissipation);
}

TEST_CASE("rows in any order, and repeated forces") {
  const ForceDissipation data = read_text("dissipation,force\n16,3\n1,1\n1.2,1\n5,2\n", 5);
  CHECK(data.force == std::vector<double>{1, 1, 2, 3});
  CHECK(data.dissipation == std::vector<double>{1, 1.2, 5, 16});
}

TEST_CASE("data that no joint explains are refused with a remedy") {
  const std::string head = "force,dissipation\n";
  CHECK_THROWS_WITH(read_text(head + "1,1\n2,8\n3,7\n4,30\n", 9),
                    Contains("falls with force") && Contains("remove faulty rows"));
  CHECK_THROWS_WITH(read_text(head + "1,1\n2,8\n3,27\n", 2.5),
                    Contains("above the slip force 2.5") && Contains("macroslip"));
  CHECK_THROWS_WITH(read_text(head + "1,1\n", 9), Contains("one force") && Contains("add tests"));
  CHECK_THROWS_WITH(read_text(head + "1,1\n1,1.1\n", 9), Contains("one force"));
  CHECK_THROWS_WITH(read_text(head, 9), Contains("force"));
  CHECK_THROWS_WITH(read_text(head + "1,1\n2,3.9\n3,8\n", 9),
                    Contains("chi > -1") && Contains("viscous"));
  CHECK_THROWS_WITH(read_text(head + "1,0\n-2,8\n", 9),
                    Contains("energy above 0") && Contains("amplitude above 0"));
  CHECK_THROWS_WITH(read_text(head + "1,1\n,8\n3,\n", 9), Contains("nan"));
  CHECK_THROWS_WITH(read_text(head + "1,1e300\n2,1e301\n", 9), Contains("no energy of a test"));
  CHECK_THROWS_WITH(read_text(head + "1e-300,1\n2,8\n", 9), Contains("no force of a test"));
  CHECK_THROWS_WITH(read_text("force,loss\n1,1\n", 9), Contains("dissipation"));
}
