// The factory against the reference deck and its stated frequencies (data README). The
// expected numbers are those stated there.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "../shared_data.hpp"
#include "io/temporary_folder.hpp"
#include "rom/deck/deck_joint.hpp"
#include "rom/info.hpp"
#include "rom/reduce/build_models.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/patches.hpp"

using namespace slipfront;

namespace {

struct Row {
  double penalty;
  double hz[3];
};

void compare(const Structure& rom, const std::vector<Row>& rows, double tolerance) {
  for (const Row& row : rows) {
    const RomInfo info = inspect(rom, row.penalty);
    REQUIRE(info.bending_hz.size() >= 3);
    CHECK(info.zero_modes == 1);
    CHECK(info.closure == Approx(3).epsilon(1e-4));
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(row.penalty, i, info.bending_hz[i]);
      CHECK(std::abs(info.bending_hz[i] / row.hz[i] - 1) < tolerance);
    }
  }
}

}  // namespace

TEST_CASE("the reference deck: mass, areas, full model, WJROM and FJROM", "[long]") {
  NEEDS_SHARED_DATA(packed, "brb_deck.inp.xz")
  const TemporaryFolder folder;
  const std::string deck_file = folder.file("deck.inp");
  REQUIRE(std::system(("xz -dc '" + packed + "' > '" + deck_file + "'").c_str()) == 0);
  const JointModel joint = joint_from_deck(read_deck(deck_file));
  CHECK(joint.solid.mass() == Approx(3.7046).epsilon(1e-3));
  CHECK(fine_interface(joint).area() == Approx(2.918218e-3).epsilon(1e-3));
  const double areas[5] = {3.85483e-4, 7.15751e-4, 7.15751e-4, 7.15751e-4, 3.85483e-4};
  REQUIRE(joint.patches == 5);
  for (int i = 0; i < 5; ++i) CHECK(patch_areas(joint)[i] == Approx(areas[i]).epsilon(1e-3));

  const RelativeSystem system = relative_system(joint);
  const std::vector<Row> stated = {{1e11, {144.99, 558.80, 1114.14}},
                                   {1e12, {172.51, 586.68, 1181.78}},
                                   {1e13, {191.46, 609.92, 1221.34}},
                                   {1e14, {198.94, 619.72, 1234.24}},
                                   {0, {201.28, 622.81, 1237.84}}};
  for (const Row& row : stated) {
    const FullModes modes = full_modes(
        joint, system, row.penalty > 0 ? std::optional<double>(row.penalty) : std::nullopt, 8);
    REQUIRE(modes.bending.size() >= 3);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(modes.frequencies_hz[modes.bending[i]] == Approx(row.hz[i]).epsilon(1e-3));
  }
  const Structure whole = build_whole_joint(joint, system, {});
  CHECK(whole.dof() == 43);
  compare(whole, {{1e13, {184.12, 599.94, 1210.82}}}, 2e-3);
  const Structure full = build_full_joint(joint, system, {});
  CHECK(std::abs(full.dof() - 505) < 30);
  compare(full,
          {{1e11, {145.05, 559.02, 1114.09}},
           {1e12, {172.20, 586.29, 1181.22}},
           {1e13, {190.71, 608.91, 1220.15}},
           {1e14, {197.96, 618.44, 1232.73}}},
          2e-3);
  // And against the deck's own full model: within 0.6 %.
  compare(full, {stated[0], stated[1], stated[2], stated[3]}, 6e-3);
}
