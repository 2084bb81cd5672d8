#include "results/report/label_places.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {
bool overlap(const LabelPlace& a, const LabelPlace& b, double width) {
  return std::abs(a.middle.x - b.middle.x) < width &&
         std::abs(a.middle.y - b.middle.y) < kLabelHeight;
}

/// Fronts like those of a study: falling curves, close together on the left.
std::vector<std::vector<Pixel>> crowd(int count) {
  std::vector<std::vector<Pixel>> lines;
  for (int i = 0; i < count; ++i) {
    std::vector<Pixel>& line = lines.emplace_back();
    for (int k = 0; k <= 20; ++k)
      line.push_back({80.0 + 18 * k + i, 60.0 + 10 * k + 3 * i + 8 * std::sin(0.5 * i + k)});
  }
  return lines;
}
}  // namespace

TEST_CASE("the label of a single line stands beside it, without a leader", "[label]") {
  LabelPlaces places(0, 0, 400, 300);
  const std::vector<Pixel> line = {{50, 200}, {200, 150}, {350, 100}};
  places.add(line, true, 0);
  const std::vector<LabelPlace> found = places.place(line, label_width("1"), 0);
  REQUIRE(found.size() == 1);
  CHECK_FALSE(found[0].leader);
  const double dx = found[0].middle.x - found[0].anchor.x;
  const double dy = found[0].middle.y - found[0].anchor.y;
  CHECK(std::hypot(dx, dy) < 16);
  // The line y = 650/3 - x/3: the middle of the text is farther from it than half its height.
  const double off = std::abs(found[0].middle.x / 3 + found[0].middle.y - 650.0 / 3);
  CHECK(off / std::hypot(1.0 / 3, 1) > kLabelHeight / 2 - 2);
  CHECK(places.place({}, 10, 0).empty());
}

TEST_CASE("26 labels of a crowd keep clear of each other, of rings and of the frame", "[label]") {
  LabelPlaces places(74, 34, 504, 336);
  const std::vector<std::vector<Pixel>> lines = crowd(26);
  for (int i = 0; i < 26; ++i) places.add(lines[std::size_t(i)], true, i);
  for (const std::vector<Pixel>& line : lines) places.block(line[0], 6);
  const double width = label_width("26");
  std::vector<LabelPlace> all;
  for (int i = 0; i < 26; ++i) {
    const std::vector<LabelPlace> one = places.place(lines[std::size_t(i)], width, i);
    REQUIRE(one.size() == 1);
    all.push_back(one[0]);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Pixel at = all[i].middle;
    CAPTURE(i, at.x, at.y);
    CHECK(at.x > 74 + width / 2);
    CHECK(at.x < 504 - width / 2);
    CHECK(at.y > 34 + kLabelHeight / 2);
    CHECK(at.y < 336 - kLabelHeight / 2);
    for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(overlap(all[i], all[k], width));
    for (const std::vector<Pixel>& line : lines)
      CHECK((std::abs(line[0].x - at.x) >= width / 2 + 6 ||
             std::abs(line[0].y - at.y) >= kLabelHeight / 2 + 6));
    // Told to belong to its own line by nearness or by a leader that starts on it.
    bool on_line = false;
    for (const Pixel& p : lines[i])
      on_line = on_line || (p.x == all[i].anchor.x && p.y == all[i].anchor.y);
    CHECK(on_line);
    if (!all[i].leader)
      CHECK(std::hypot(at.x - all[i].anchor.x, at.y - all[i].anchor.y) < 15 + width);
  }
}

TEST_CASE("a label avoids the lines of others where there is room", "[label]") {
  LabelPlaces places(0, 0, 400, 300);
  const std::vector<Pixel> own = {{50, 150}, {350, 150}};
  places.add(own, true, 0);
  // A bundle of others just above it.
  for (int k = 1; k <= 6; ++k) places.add({{0, 150.0 - 4 * k}, {400, 150.0 - 4 * k}}, true, k);
  const std::vector<LabelPlace> found = places.place(own, 12, 0);
  REQUIRE(found.size() == 1);
  CHECK(found[0].middle.y > 150);
}

TEST_CASE("where everything is taken the label still lies within the frame", "[label]") {
  LabelPlaces places(0, 0, 60, 40);
  places.block({30, 20}, 40);
  const std::vector<LabelPlace> found = places.place({{59, 1}}, 20, 0);
  REQUIRE(found.size() == 1);
  CHECK(found[0].middle.x <= 50);
  CHECK(found[0].middle.y >= kLabelHeight / 2);
}
