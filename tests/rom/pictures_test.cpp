#include "rom/pictures.hpp"

#include <catch2/catch.hpp>

#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}
}  // namespace

TEST_CASE("pictures: one polygon per facet that is seen") {
  const JointModel joint = two_bricks();
  // From the eye's side three faces of each brick are seen: 6 x 2, 6 x 2 and 2 x 2 facets.
  const std::string still = solid_svg(joint.solid, "a < b");
  CHECK(count(still, "<polygon") == 2 * (12 + 12 + 4));
  CHECK_THAT(still, Contains("a &lt; b"));
  CHECK(still.find("nan") == still.npos);
  const std::string flat = interface_svg(fine_interface(joint), "patches", &joint.patch_of);
  CHECK(count(flat, "<polygon") == 12);
  CHECK(count(flat, "#a1d99b") == 4);
}

TEST_CASE("all pictures of a joint are written") {
  const TemporaryFolder folder;
  const JointModel joint = two_bricks();
  const RelativeSystem system = relative_system(joint);
  write_pictures(joint, system, full_modes(joint, system, kShownPenalty), fine_interface(joint),
                 folder.file("figures"));
  for (const char* name : {"mesh", "patches", "interface", "bending1"})
    CHECK_THAT(read_file(folder.file("figures") + "/" + name + ".svg"), Contains("</svg>"));
}

TEST_CASE("the picture that the facts of a model tell") {
  const TemporaryFolder folder;
  const JointModel joint = two_bricks();
  JointFacts facts;
  CHECK_THAT(problem_of([&] { write_interface_picture(facts, "a.mat", folder.file("p")); }),
             Contains("a.mat") && Contains("no mesh of the interface"));
  facts.mesh = fine_interface(joint);
  const std::string plain = write_interface_picture(facts, "a.mat", folder.file("p"));
  CHECK_THAT(plain, Catch::EndsWith("/interface.svg"));
  CHECK_THAT(read_file(plain), Contains("12 elements, 21 nodes"));
  facts.patch_of = joint.patch_of;
  const std::string patches = write_interface_picture(facts, "a.mat", folder.file("p"));
  CHECK_THAT(patches, Catch::EndsWith("/patches.svg"));
  CHECK_THAT(read_file(patches), Contains("3 patches on 12 facets"));
}
