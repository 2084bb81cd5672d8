#include "results/report/series_style.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "../synthetic_run.hpp"

using namespace slipfront;

TEST_CASE("26 combinations have 26 looks, also without colour within a family", "[style]") {
  std::vector<CombinationSummary> summaries;
  for (const synthetic::Kind& kind : synthetic::kKinds) {
    Front front;
    front.parameter_names = {"slip_traction", "tangential_stiffness", "chi"};
    if (kind.post_slip) front.parameter_names.push_back("post_slip_stiffness");
    summaries.push_back(synthetic::summary_of(kind, kind.id, front, 1));
  }
  const auto styles = series_styles(summaries);
  REQUIRE(styles.size() == 26);
  std::set<std::string> looks;
  for (const auto& [id, s] : styles)
    looks.insert(s.colour + std::to_string(static_cast<int>(s.marker)) + (s.hollow ? "h" : "f"));
  CHECK(looks.size() == 26);
  CHECK(styles.at("iwan4-wj").dash.empty());
  CHECK(styles.at("jenkins-fj").dash != styles.at("jenkins-wj-nm").dash);
  CHECK(styles.at("iwan4-wj").colour == styles.at("iwan5-wj").colour);
  std::reverse(summaries.begin(), summaries.end());
  const auto again = series_styles(summaries);
  for (const auto& [id, s] : styles) CHECK(again.at(id).marker == s.marker);
}

TEST_CASE("laws have kinds; those of plugins are others", "[style]") {
  CHECK(kind_of_law("prager") == "bilinear");
  CHECK(kind_of_law("bouc_wen_2") == "microslip");
  CHECK(kind_of_law("my_law") == "other");
  CHECK(kind_of_law("") == "other");
}
