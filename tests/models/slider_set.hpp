// An Iwan distribution as many single sliders, the second way to its tractions: the power
// law in shares of equal stiffness, and the delta at phi_max. A slider breaks away at phi,
// then carries theta phi while it slides, and sticks where the travel turns.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace slipfront {

struct IwanValues {
  double fs, kt, chi, beta, theta = 1;
  double phi_max() const { return fs * (1 + beta) / (kt * (beta + (chi + 1) / (chi + 2))); }
};

class SliderSet {
 public:
  explicit SliderSet(const IwanValues& p, int count = 20000) : theta_(p.theta) {
    const double top = p.phi_max(), power = p.kt / (1 + p.beta);
    double below = 0;
    for (int i = 0; i < count; ++i) {
      // The stiffness below phi grows as (phi / phi_max)^(chi + 1). Each share has the mean
      // phi that it would have in the distribution.
      const double x = std::pow((i + 1.0) / count, 1 / (p.chi + 1));
      const double force = power * top * (p.chi + 1) / (p.chi + 2) *
                           (std::pow(x, p.chi + 2) - std::pow(below, p.chi + 2));
      add(power / count, force / (power / count));
      below = x;
    }
    add(p.kt - power, top);
  }

  /// Moves to u in one go; returns the traction there.
  double to(double u) {
    const double travel = u - here_, way = travel > 0 ? 1 : -1;
    double sum = 0;
    for (Slider& s : sliders_) {
      const bool keeps_sliding = s.sliding == way;
      s.sliding = 0;
      if (keeps_sliding || way * (s.extension + travel) >= s.breakaway) {
        s.extension = way * theta_ * s.breakaway;
        s.sliding = way;
      } else {
        s.extension += travel;
      }
      sum += s.stiffness * s.extension;
    }
    here_ = u;
    return sum;
  }

 private:
  struct Slider {
    double stiffness, breakaway, extension = 0, sliding = 0;
  };
  void add(double stiffness, double breakaway) {
    Slider slider{};
    slider.stiffness = stiffness;
    slider.breakaway = breakaway;
    sliders_.push_back(slider);
  }
  std::vector<Slider> sliders_;
  double theta_, here_ = 0;
};

}  // namespace slipfront
