// Where the labels of crowded lines go: beside one of the line's own points, over no other
// label and no ring, and over as few lines of others as can be. A label that had to go farther
// from its line gets a thin line back to it.
//
// The lines are entered in a coarse raster first; every place around every point is then tried,
// and costs its distance and the foreign cells that it and its leader would cover. The best
// place by that count is taken, series by series. All in pixels.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

struct Pixel {
  double x = 0, y = 0;
};

struct LabelPlace {
  Pixel middle;  // of the text
  Pixel anchor;  // the point of the line that it belongs to
  bool leader = false;
};

class LabelPlaces {
 public:
  LabelPlaces(double left, double top, double right, double bottom);

  /// A line (or, not joined, markers) that labels should not hide. `owner` is not negative.
  void add(const std::vector<Pixel>& points, bool joined, int owner);
  /// A square that no label may cover, `half` its half width.
  void block(Pixel middle, double half);
  /// A place for a label of that width beside one of the points; nothing if there are none.
  std::vector<LabelPlace> place(const std::vector<Pixel>& points, double width, int owner);

 private:
  struct Box {
    double left, top, right, bottom;
  };
  int& cell(int column, int row) { return cells_[row * columns_ + column]; }
  void mark(Pixel at, int owner);
  double cover(const Box& box, int owner) const;
  double leader_cost(Pixel from, Pixel to, int owner) const;
  bool is_free(const Box& box) const;

  double left_, top_, right_, bottom_;
  int columns_, rows_;
  std::vector<int> cells_;  // 0: empty; owner + 1; kSeveral
  std::vector<Box> taken_;
};

/// About as wide as a bold text of ten pixels.
double label_width(const std::string& text);

/// Height of a label's line of text.
constexpr double kLabelHeight = 11;

}  // namespace slipfront
