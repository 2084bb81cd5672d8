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
// Limit: kBands bands. One more lets the narrowest join the band below it. A decay leaves one or
// two behind with each half cycle.
#pragma once

#include <algorithm>
#include <cmath>

#include "models/iwan_distribution.hpp"

namespace slipfront {

template <int kBands>
class SliderBandsOf {
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

  template <class T>
  static void load(const IwanConstants<T>& c, const T& u, const T* past, T& traction, T* next,
                   T& work) {
    const T travel = u - past[1];
    const double way = way_of(value_of(travel));
    Piece<T> pieces[kMost];
    const int count = cut(c, u, past, pieces);
    Band<T> after[kMost];
    int bands = 0;
    traction = work = T(0.0);
    Moments<T> below = moments_at_rest(c);
    for (int i = 0; i < count; ++i) {
      const Piece<T>& piece = pieces[i];
      const bool last = i + 1 == count;
      const Moments<T> top = last ? moments_of(c, c.phi_max, T(0.0)) : moments_at(c, piece.end);
      const Moments<T> m = between(c, below, top, last);
      below = top;
      add_traction(c, piece, m, way, traction);
      add_work(c, piece, m, way, travel, work);
      // At rest every piece is a whole band: one that was sliding will slide on.
      append(after, bands,
             way != 0 ? piece.after(way)
                      : Band<T>{piece.end, read(c, past, i, count).mode, piece.offset});
    }
    write(after, bands, u, next);
  }

  /// Tractions and tangents of a batch in one direction: the powers of all points in one pass.
  static void load_tangents(const IwanConstants<double>& c, const HystereticBatch& b) {
    // Points: their pieces stay close to the processor.
    constexpr std::size_t kPieces = 448, kChunk = std::max<std::size_t>(1, kPieces / kMost);
    Piece<double> pieces[kChunk * kMost];
    double power[kChunk * kMost];
    int counts[kChunk];
    const double inverse = 1 / c.phi_max, first_moment = c.power_stiffness * c.chi1 / c.chi2;
    for (std::size_t first = 0; first < b.points; first += kChunk) {
      const std::size_t points = std::min(kChunk, b.points - first);
      const double* u = b.displacement + first;
      const double* past = b.history + first * kHistory;
      std::size_t all = 0, asked = 0;
      for (std::size_t i = 0; i < points; ++i) {
        counts[i] = cut(c, u[i], past + i * kHistory, pieces + all);
        for (int k = 0; k + 1 < counts[i]; ++k) power[asked++] = pieces[all + k].end * inverse;
        all += counts[i];
      }
      iwan_powers_minus_one(c, asked, power, power);
      const Piece<double>* piece = pieces;
      const double* e = power;
      for (std::size_t i = 0; i < points; ++i) {
        double traction = 0, tangent = 0;
        const double way = way_of(u[i] - past[i * kHistory + 1]);
        Moments<double> below = moments_at_rest(c);
        for (int k = 0; k < counts[i]; ++k, ++piece) {
          const bool last = k + 1 == counts[i], rests = !last && iwan_at_rest(c, piece->end);
          const double at = last || rests ? 0 : *e;
          e += last ? 0 : 1;
          const Moments<double> top{rests ? -c.power_stiffness : c.power_stiffness * at,
                                    rests ? 0 : first_moment * piece->end * (1 + at), 0};
          const Moments<double> m = between(c, below, top, last);
          below = top;
          add_traction(c, *piece, m, way, traction);
          if (piece->state == kStuck) tangent += m.zero;
          if (piece->state == kFalls && !rests)
            tangent -= (1 - c.theta) * c.power_stiffness * c.chi1 * (1 + at) / piece->slack;
        }
        if (b.traction) b.traction[first + i] = traction;
        if (b.tangent) b.tangent[first + i] = tangent;
        if (b.d_normal) b.d_normal[first + i] = 0;
      }
    }
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

  // What the travel makes of a part of a band.
  enum State {
    kStuck,     // all its sliders stay stuck: e = s theta phi + offset
    kSlidesOn,  // they were sliding already
    kSlides,    // they break away
    kFalls,     // the same, and the part ends where the next sliders are about to break away
  };
  template <class T>
  struct Piece {
    T end;
    T offset;  // kStuck: after the travel; kSlides, kFalls: before it
    T slack;   // kFalls: 1 - s theta, s in the direction of travel
    double sign;
    State state;

    Band<T> after(double way) const {
      if (state == kStuck) return {end, sign, offset};
      return {end, kSliding * way, T(0.0)};
    }
  };

  static double way_of(double travel) { return travel > 0 ? 1 : (travel < 0 ? -1 : 0); }

  /// The pieces that the travel to u cuts the bands into.
  template <class T>
  static int cut(const IwanConstants<T>& c, const T& u, const T* past, Piece<T>* pieces) {
    const int count = int(value_of(past[0]));
    const T travel = u - past[1];
    const double way = way_of(value_of(travel));
    int found = 0;
    double below = 0;
    for (int i = 0; i < count; ++i) {
      const Band<T> band = read(c, past, i, count);
      const double sign = band.sign();
      if (way != 0 && band.mode == kSliding * way) {
        pieces[found++] = {band.end, T(0.0), T(0.0), sign, kSlidesOn};
      } else {
        // In the direction of travel: e = s theta phi + d, sliding where (1 - s theta) phi <= d'.
        const T moved = band.offset + travel, slack = 1.0 - way * sign * c.theta;
        const T reach = way * moved;
        if (way != 0 && value_of(slack) * value_of(band.end) <= value_of(reach)) {
          pieces[found++] = {band.end, band.offset, T(0.0), sign, kSlides};
        } else {
          if (way != 0 && value_of(slack) * below < value_of(reach))
            pieces[found++] = {T(reach / slack), band.offset, slack, sign, kFalls};
          pieces[found++] = {band.end, moved, T(0.0), sign, kStuck};
        }
      }
      below = value_of(band.end);
    }
    return found;
  }

  // int phi^k rho dphi from 0, for the power law.
  template <class T>
  struct Moments {
    T zero, first, second;
  };

  // The zeroth moment is counted from phi_max: only differences are used.
  template <class T>
  static Moments<T> moments_at_rest(const IwanConstants<T>& c) {
    // At chi = -1 all sliders of the power law gather at phi = 0 and carry nothing.
    if (value_of(c.chi1) == 0) return {T(0.0), T(0.0), T(0.0)};
    return {T(-c.power_stiffness), T(0.0), T(0.0)};
  }
  /// At phi, with e = (phi / phi_max)^(chi+1) - 1.
  template <class T>
  static Moments<T> moments_of(const IwanConstants<T>& c, const T& phi, const T& e) {
    const T weight = c.power_stiffness * c.chi1 * phi * (1.0 + e);
    return {c.power_stiffness * e, weight / c.chi2, weight * phi / c.chi3};
  }
  template <class T>
  static Moments<T> moments_at(const IwanConstants<T>& c, const T& phi) {
    if (iwan_at_rest(c, phi)) return moments_at_rest(c);
    return moments_of(c, phi, iwan_power_minus_one(c, phi));
  }
  /// Of a piece, the delta at phi_max included in the last.
  template <class T>
  static Moments<T> between(const IwanConstants<T>& c, const Moments<T>& below,
                            const Moments<T>& top, bool last) {
    Moments<T> m{top.zero - below.zero, top.first - below.first, top.second - below.second};
    if (last) {
      const T delta = c.power_stiffness * c.beta;
      m.zero += delta;
      m.first += delta * c.phi_max;
      m.second += delta * c.phi_max * c.phi_max;
    }
    return m;
  }

  template <class T>
  static void add_traction(const IwanConstants<T>& c, const Piece<T>& piece, const Moments<T>& m,
                           double way, T& traction) {
    if (piece.state == kStuck)
      traction += piece.sign * c.theta * m.first + scaled(piece.offset, m.zero);
    else
      traction += way * c.theta * m.first;
  }

  template <class T>
  static void add_work(const IwanConstants<T>& c, const Piece<T>& piece, const Moments<T>& m,
                       double way, const T& travel, T& work) {
    const T& theta = c.theta;
    if (piece.state == kStuck) {
      work +=
          travel * (piece.sign * theta * m.first + scaled(T(piece.offset - 0.5 * travel), m.zero));
    } else if (piece.state == kSlidesOn) {
      work += way * travel * theta * m.first;
    } else {
      // Elastic up to phi, then theta phi: with e0 = s theta phi + d in the direction of travel,
      // (phi^2 - e0^2)/2 + theta phi (|travel| - phi + e0).
      const double s = way * piece.sign;
      const T d = way * piece.offset;
      const T square = 0.5 * (1.0 - s * s * theta * theta) - theta + s * theta * theta;
      const T linear = theta * (way * travel + (1.0 - s) * d);
      work += square * m.second + linear * m.first - scaled(T(0.5 * d * d), m.zero);
    }
  }

  // A piece without offset may begin at phi = 0, where the zeroth moment of chi < -1 is not
  // finite. Where it is, a factor of value 0 still has slopes.
  template <class T>
  static T scaled(const T& factor, const T& moment) {
    const bool none = value_of(factor) == 0 && !std::isfinite(value_of(moment));
    return none ? T(0.0) : T(factor * moment);
  }

  template <class T>
  static Band<T> read(const IwanConstants<T>& c, const T* past, int i, int count) {
    const T* band = past + 2 + kPerBand * i;
    return {i + 1 == count ? c.phi_max : band[0], std::rint(value_of(band[1])), band[2]};
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

/// Bands that a point of an interface remembers; paths of a few nested loops need fewer than ten.
inline constexpr int kBandsOfPoint = 14;
using SliderBands = SliderBandsOf<kBandsOfPoint>;

}  // namespace slipfront
