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

TEST_CASE("each status has its own words, without a comma, and is found by them") {
  std::set<std::string> words;
  constexpr int kLast = static_cast<int>(PointStatus::law_failed);
  for (int i = 0; i <= kLast; ++i) {
    const auto status = static_cast<PointStatus>(i);
    const std::string text = to_text(status);
    CHECK(point_status(text) == status);
    CHECK(text != "unknown");
    CHECK(text.find(',') == text.npos);
    words.insert(text);
  }
  CHECK(words.size() == kLast + 1);
  CHECK(to_text(static_cast<PointStatus>(kLast + 1)) == "unknown");  // none was added behind it
  CHECK_FALSE(point_status("perhaps"));
}
