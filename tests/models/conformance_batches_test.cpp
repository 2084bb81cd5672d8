#include <algorithm>
#include <catch2/catch.hpp>

#include "models/conformance.hpp"
#include "models/laws.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

namespace {

constexpr char kBatch[] = "many points at once must be what each of them is alone";

bool found(const SpoiledLaw& law, const std::string& what) {
  ConformanceOptions options;
  options.parameter_sets = 2;
  const auto sentences = check_law(law, Framework::non_masing, options);
  return std::any_of(sentences.begin(), sentences.end(), [&](const std::string& sentence) {
    return sentence.find(kBatch) == 0 && sentence.find(what) != sentence.npos;
  });
}

}  // namespace

TEST_CASE("a law that is right alone and wrong in a batch is told") {
  SpoiledLaw law(make_jenkins());
  CHECK_FALSE(found(law, ""));
  law.spoil_virgin = [](const VirginBatch& b) {
    if (b.points > 1 && b.tangent) b.tangent[b.points - 1] *= 1.01;
  };
  CHECK(found(law, "tangent of point 7 of 7"));
  law.spoil_virgin = nullptr;
  law.spoil_hysteretic = [](const HystereticBatch& b) {
    if (b.points > 1 && b.work) b.work[2] = 0;
  };
  CHECK(found(law, "work of point"));
}

TEST_CASE("a law that needs an output which nobody asked for is told") {
  SpoiledLaw law(make_jenkins());
  law.spoil_virgin = [](const VirginBatch& b) {
    if (b.traction && !b.tangent && b.points > 1) b.traction[0] = 0;
  };
  CHECK(found(law, "traction, the only output, of point 1"));
  law.spoil_virgin = nullptr;
  law.spoil_hysteretic = [](const HystereticBatch& b) {
    if (b.traction && !b.new_history && b.points > 1) b.traction[1] += 1;
  };
  CHECK(found(law, "hysteretic traction, the only output, of point 2"));
}
