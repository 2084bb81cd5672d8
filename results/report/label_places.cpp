#include "results/report/label_places.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

constexpr double kCell = 3;                   // pixels of the raster
constexpr int kSeveral = -1;                  // a cell with lines of several owners
constexpr double kLetter = 6.2;               // width of a bold digit of ten pixels
constexpr double kForeign = 2.5, kOwn = 0.8;  // cost of a covered cell, in pixels of distance
constexpr double kCrossed = 1.2;              // of a foreign cell under a leader
constexpr double kNear = 15;                  // farther than this a label needs its leader
constexpr double kPi = 3.14159265358979323846;
constexpr int kDirections = 12;
constexpr double kReaches[] = {9, 13, 18, 25, 34, 46, 60, 78, 100};
constexpr std::size_t kMostAnchors = 40;  // points of a line that are tried

double distance(Pixel a, Pixel b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

double label_width(const std::string& text) { return kLetter * static_cast<double>(text.size()); }

LabelPlaces::LabelPlaces(double left, double top, double right, double bottom)
    : left_(left),
      top_(top),
      right_(right),
      bottom_(bottom),
      columns_(static_cast<int>((right - left) / kCell) + 1),
      rows_(static_cast<int>((bottom - top) / kCell) + 1),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 0) {}

void LabelPlaces::mark(Pixel at, int owner) {
  const double column = std::floor((at.x - left_) / kCell), row = std::floor((at.y - top_) / kCell);
  if (!(column >= 0 && column < columns_ && row >= 0 && row < rows_)) return;
  int& there = cell(static_cast<int>(column), static_cast<int>(row));
  there = there == 0 || there == owner + 1 ? owner + 1 : kSeveral;
}

void LabelPlaces::add(const std::vector<Pixel>& points, bool joined, int owner) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    mark(points[i], owner);
    if (!joined || i == 0) continue;
    const Pixel from = points[i - 1], to = points[i];
    const int steps = static_cast<int>(distance(from, to) / (kCell / 2)) + 1;
    for (int k = 1; k < steps; ++k) {
      const double t = static_cast<double>(k) / steps;
      mark({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)}, owner);
    }
  }
}

void LabelPlaces::block(Pixel middle, double half) {
  taken_.push_back({middle.x - half, middle.y - half, middle.x + half, middle.y + half});
}

double LabelPlaces::cover(const Box& box, int owner) const {
  const auto at = [](double v, int last) {
    return std::clamp(static_cast<int>(std::floor(v / kCell)), 0, last);
  };
  const int first_column = at(box.left - left_, columns_ - 1);
  const int last_column = at(box.right - left_, columns_ - 1);
  const int first_row = at(box.top - top_, rows_ - 1);
  const int last_row = at(box.bottom - top_, rows_ - 1);
  double cost = 0;
  for (int row = first_row; row <= last_row; ++row)
    for (int column = first_column; column <= last_column; ++column) {
      const int there = cells_[static_cast<std::size_t>(row * columns_ + column)];
      cost += there == 0 ? 0 : there == owner + 1 ? kOwn : kForeign;
    }
  return cost;
}

double LabelPlaces::leader_cost(Pixel from, Pixel to, int owner) const {
  const int steps = static_cast<int>(distance(from, to) / kCell);
  double cost = 0;
  for (int k = 1; k < steps; ++k) {
    const double t = static_cast<double>(k) / steps;
    const double x = from.x + t * (to.x - from.x), y = from.y + t * (to.y - from.y);
    const int column = std::clamp(static_cast<int>((x - left_) / kCell), 0, columns_ - 1);
    const int row = std::clamp(static_cast<int>((y - top_) / kCell), 0, rows_ - 1);
    const int there = cells_[static_cast<std::size_t>(row * columns_ + column)];
    if (there != 0 && there != owner + 1) cost += kCrossed;
  }
  return cost;
}

bool LabelPlaces::is_free(const Box& box) const {
  if (box.left < left_ || box.right > right_ || box.top < top_ || box.bottom > bottom_)
    return false;
  return std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
    return box.left < other.right && other.left < box.right && box.top < other.bottom &&
           other.top < box.bottom;
  });
}

std::vector<LabelPlace> LabelPlaces::place(const std::vector<Pixel>& points, double width,
                                           int owner) {
  if (points.empty()) return {};
  const double half = width / 2 + 1, tall = kLabelHeight / 2;
  const auto box_of = [&](Pixel at) {
    return Box{at.x - half, at.y - tall, at.x + half, at.y + tall};
  };
  LabelPlace best;
  double least = HUGE_VAL;
  const std::size_t stride = (points.size() + kMostAnchors - 1) / kMostAnchors;
  for (std::size_t i = 0; i < points.size(); i += stride)
    for (const double reach : kReaches) {
      if (reach >= least) break;
      for (int turn = 0; turn < kDirections; ++turn) {
        const double angle = 2 * kPi * turn / kDirections;
        // A wide text stands farther to the side than above.
        const Pixel at = {points[i].x + (reach + half - tall) * std::cos(angle),
                          points[i].y + reach * std::sin(angle)};
        const Box box = box_of(at);
        if (!is_free(box)) continue;
        const double cost = reach + cover(box, owner) + leader_cost(points[i], at, owner);
        if (cost < least) {
          least = cost;
          best = {at, points[i], reach > kNear};
        }
      }
    }
  if (least == HUGE_VAL) {  // full: inside the frame beside its first point, over whatever is there
    const Pixel at = {std::clamp(points[0].x, left_ + half, right_ - half),
                      std::clamp(points[0].y - kReaches[0], top_ + tall, bottom_ - tall)};
    best = {at, points[0], false};
  }
  taken_.push_back(box_of(best.middle));
  return {best};
}

}  // namespace slipfront
