// Hysteresis of the Iwan-5 sliders, exact: the state of every slider of the distribution
// after any path of reversals (beyond the paper, which takes eq 9 as if it were Masing).
//
// A slider of breakaway displacement phi has an elastic extension e [m] and carries
// rho(phi) dphi e. It sticks (de = du) until |e| reaches phi, then slides with
// e = theta phi in the direction of travel. Where the travel turns, it sticks again at the
// e it has, and needs |e| = phi once more to break away. For theta < 1 a closed loop
// therefore leaves other sliders sticking than before: the law is not Masing.
//
// After any path the extensions are piecewise linear in phi. A band is a range of phi with
//   e = s theta phi + d,   s = sign of its last slide (0 if it never slid), d [m] what it
//   has moved since; or it is sliding right now (d = 0).
// Travel by D in direction + slides, within a band, all phi <= T = (d + D) / (1 - s theta),
// and leaves the rest stuck. Tractions, tangents and work are integrals of e, e^2 over the
// bands, by the moments int phi^k rho.
//
// History of a point, 2 + 3 kBands doubles: number of bands, displacement, then for each
// band, by ascending phi: its upper end (unused in the last band, which ends at phi_max),
// its mode (-2 .. 2: sliding if even and not 0), and d.
// Moving on in the direction in which the point came undoes no slide: cutting a monotone
// path into pieces changes nothing.
// Limit: kBands bands. One more lets the narrowest join the band below it.
#pragma once

#include <algorithm>
#include <cmath>

#include "models/iwan_distribution.hpp"

namespace slipfront {

/// Bands that a point remembers; paths of a few nested loops need fewer than ten.
inline constexpr int kBands = 14;

class SliderBands {
  // A travel splits each band in two at most.
  static constexpr int kMost = 2 * kBands;
  static constexpr int kPerBand = 3;  // end, mode, offset

 public:
  static constexpr int kHistory = 2 + kPerBand * kBands;

  static void start(double u, double* past) {
    for (int h = 0; h < kHistory; ++h) past[h] = 0;
    past[0] = 1;
    past[1] = u;
  }

  /// `tangent` may be null.
  template <class T>
  static void load(const IwanConstants<T>& c, const T& u, const T* past, T& traction, T* next,
                   T& work, T* tangent) {
    const int count = int(value_of(past[0]));
    const T travel = u - past[1];
    const double way = value_of(travel) == 0 ? 0.0 : sign_of(travel);
    Sum<T> sum(c, travel, way);
    Band<T> after[kMost];
    int bands = 0;
    T below(0.0);
    for (int i = 0; i < count; ++i) {
      const Band<T> band = read(c, past, i, count);
      const bool last = i + 1 == count;
      if (way == 0) {
        sum.stick(band, last);
        append(after, bands, band);
      } else if (band.mode == kSliding * way) {
        sum.slide_on(band, last);
        append(after, bands, band);
      } else {
        // In the direction of travel: e = s theta phi + d, sliding where (1 - s theta) phi <= d'.
        const double s = way * band.sign();
        const T reach = way * band.offset + way * travel, slack = 1.0 - s * c.theta;
        const bool all = value_of(slack) * value_of(band.end) <= value_of(reach);
        const bool none = !all && value_of(slack) * value_of(below) >= value_of(reach);
        const Band<T> slid{band.end, kSliding * way, T(0.0)};
        const Band<T> stuck{band.end, band.sign(), band.offset + travel};
        if (all) {
          sum.slide(band, last);
          append(after, bands, slid);
        } else if (none) {
          sum.stick(band, last);
          append(after, bands, stuck);
        } else {
          const T split = reach / slack;
          sum.slide({split, band.mode, band.offset}, false);
          sum.stick(band, last);
          sum.fall(split, slack);
          append(after, bands, {split, kSliding * way, T(0.0)});
          append(after, bands, stuck);
        }
      }
      below = band.end;
    }
    traction = sum.traction;
    work = sum.work;
    if (tangent) *tangent = sum.tangent;
    write(after, bands, u, next);
  }

 private:
  static constexpr double kSliding = 2;  // mode of a band that slides, times its direction

  template <class T>
  struct Band {
    T end;
    double mode;  // -2, 2 sliding; -1, 0, 1 stuck with that sign of the last slide
    T offset;
    double sign() const { return mode > 0 ? 1 : (mode < 0 ? -1 : 0); }
  };

  // int phi^k rho dphi from 0, for the power law.
  template <class T>
  struct Moments {
    T zero, first, second;
  };

  template <class T>
  static Moments<T> moments(const IwanConstants<T>& c, const T& phi) {
    if (iwan_at_rest(c, phi)) return {T(-c.power_stiffness), T(0.0), T(0.0)};
    const T e = iwan_power_minus_one(c, phi);
    const T weight = c.power_stiffness * c.chi1 * phi * (1.0 + e);
    // The zeroth moment is counted from phi_max: only differences are used.
    return {c.power_stiffness * e, weight / c.chi2, weight * phi / c.chi3};
  }

  // Adds up traction, work and tangent, band by band.
  template <class T>
  struct Sum {
    Sum(const IwanConstants<T>& constants, const T& step, double direction)
        : c(constants), travel(step), way(direction), at(moments(constants, T(0.0))) {}

    // Moments of a band, the delta at phi_max included in the last.
    Moments<T> within(const T& end, bool last) {
      const Moments<T> top = moments(c, end);
      Moments<T> m{top.zero - at.zero, top.first - at.first, top.second - at.second};
      at = top;
      if (last) {
        const T delta = c.power_stiffness * c.beta;
        m.zero += delta;
        m.first += delta * c.phi_max;
        m.second += delta * c.phi_max * c.phi_max;
      }
      return m;
    }
    void stick(const Band<T>& band, bool last) {
      const Moments<T> m = within(band.end, last);
      const T slid = band.sign() * c.theta * m.first;
      traction += slid + scaled(band.offset + travel, m.zero);
      work += travel * (slid + scaled(band.offset + 0.5 * travel, m.zero));
      tangent += m.zero;
    }
    void slide_on(const Band<T>& band, bool last) {
      const Moments<T> m = within(band.end, last);
      traction += way * c.theta * m.first;
      work += way * travel * c.theta * m.first;
    }
    // Elastic up to phi, then theta phi: with e0 = s theta phi + d in the direction of travel,
    // (phi^2 - e0^2)/2 + theta phi (|travel| - phi + e0).
    void slide(const Band<T>& band, bool last) {
      const Moments<T> m = within(band.end, last);
      const double s = way * band.sign();
      const T& theta = c.theta;
      const T d = way * band.offset;
      const T square = 0.5 * (1.0 - s * s * theta * theta) - theta + s * theta * theta;
      const T linear = theta * (way * travel + (1.0 - s) * d);
      traction += way * theta * m.first;
      work += square * m.second + linear * m.first - scaled(0.5 * d * d, m.zero);
    }
    // Sliders at the split fall from phi to theta phi while the split moves.
    void fall(const T& split, const T& slack) {
      const T phi_rho = at_split(split);
      tangent -= (1.0 - c.theta) * phi_rho / slack;
    }
    T at_split(const T& split) const {
      if (iwan_at_rest(c, split)) return T(0.0);
      return c.power_stiffness * c.chi1 * (1.0 + iwan_power_minus_one(c, split));
    }
    // A band without offset may begin at phi = 0, where the zeroth moment of chi < -1 is not
    // finite.
    static T scaled(const T& factor, const T& moment) {
      return value_of(factor) == 0 ? T(0.0) : T(factor * moment);
    }

    const IwanConstants<T>& c;
    const T& travel;
    double way;
    Moments<T> at;  // at the end of the band before
    T traction{0.0}, work{0.0}, tangent{0.0};
  };

  template <class T>
  static Band<T> read(const IwanConstants<T>& c, const T* past, int i, int count) {
    const T* band = past + 2 + kPerBand * i;
    return {i + 1 == count ? c.phi_max : band[0], std::round(value_of(band[1])), band[2]};
  }

  template <class T>
  static void append(Band<T>* bands, int& count, const Band<T>& band) {
    const bool joins = count > 0 && bands[count - 1].mode == band.mode &&
                       value_of(bands[count - 1].offset) == value_of(band.offset);
    if (joins)
      bands[count - 1].end = band.end;
    else
      bands[count++] = band;
  }

  template <class T>
  static void write(Band<T>* bands, int count, const T& u, T* next) {
    while (count > kBands) {
      int narrowest = 1;
      const auto width = [&](int i) { return value_of(bands[i].end) - value_of(bands[i - 1].end); };
      for (int i = 2; i < count; ++i)
        if (width(i) < width(narrowest)) narrowest = i;
      bands[narrowest - 1].end = bands[narrowest].end;
      std::copy(bands + narrowest + 1, bands + count, bands + narrowest);
      --count;
    }
    next[0] = T(double(count));
    next[1] = u;
    for (int i = 0; i < kBands; ++i) {
      T* out = next + 2 + kPerBand * i;
      out[0] = i + 1 < count ? bands[i].end : T(0.0);
      out[1] = T(i < count ? bands[i].mode : 0.0);
      out[2] = i < count ? bands[i].offset : T(0.0);
    }
  }
};

}  // namespace slipfront
