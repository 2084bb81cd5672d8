#include "core/backbone.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

using namespace slipfront;

TEST_CASE("a backbone that failed everywhere has reasons and no numbers") {
  const Backbone b = Backbone::failed_everywhere({1e-6, 1e-5}, PointStatus::mode_not_found);
  CHECK(b.size() == 2);
  CHECK(b.failed() == 2);
  for (std::size_t i = 0; i < b.size(); ++i) {
    CHECK(std::isnan(b.frequency_hz[i]));
    CHECK(std::isnan(b.damping[i]));
    CHECK(to_text(b.status[i]) == "mode not found");
  }
}

TEST_CASE("each status has its own words") {
  std::set<std::string> words;
  for (const PointStatus s :
       {PointStatus::converged, PointStatus::not_converged, PointStatus::wrong_branch,
        PointStatus::not_finite, PointStatus::mode_not_found, PointStatus::prestress_failed,
        PointStatus::outside_domain, PointStatus::law_failed})
    words.insert(to_text(s));
  CHECK(words.size() == 8);
  CHECK(words.count("converged") == 1);
}
