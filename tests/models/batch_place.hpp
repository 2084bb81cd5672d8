// Does a law give the same bits for a point wherever it stands in a batch, and in a batch of any
// size?
#pragma once

#include <cstring>
#include <random>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

/// Points with random pasts in one direction, displacements of up to `size`.
struct BatchOfPasts {
  BatchOfPasts(const BoundLaw& bound, double size, std::size_t count, unsigned seed)
      : law(bound), h(bound.history_size(1)), u(count), past(count * h) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    const double rest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      law.start_history(1, &rest, &past[i * h]);
      for (std::size_t turn = 0; turn < i % 9; ++turn) {
        const double at = uniform(random) / static_cast<double>(turn + 1);
        std::vector<double> next(h);
        law.hysteretic({.points = 1,
                        .displacement = &at,
                        .history = &past[i * h],
                        .new_history = next.data()});
        std::copy(next.begin(), next.end(), past.begin() + static_cast<std::ptrdiff_t>(i * h));
      }
      u[i] = uniform(random);
    }
  }

  /// Tractions and tangents of `count` points from `first` on, hysteretic and virgin.
  std::vector<double> evaluate(std::size_t first, std::size_t count) const {
    std::vector<double> out(4 * count);
    law.hysteretic({.points = count,
                    .displacement = &u[first],
                    .history = &past[first * h],
                    .traction = &out[0],
                    .tangent = &out[count]});
    law.virgin({.points = count,
                .displacement = &u[first],
                .traction = &out[2 * count],
                .tangent = &out[3 * count]});
    return out;
  }

  bool same_in_batches_of(std::size_t size) const {
    const std::size_t n = u.size();
    const std::vector<double> whole = evaluate(0, n);
    for (std::size_t first = 0; first < n; first += size) {
      const std::size_t count = std::min(size, n - first);
      const std::vector<double> part = evaluate(first, count);
      for (std::size_t row = 0; row < 4; ++row)
        if (std::memcmp(&part[row * count], &whole[row * n + first], count * sizeof(double)) != 0)
          return false;
    }
    return true;
  }

  const BoundLaw& law;
  std::size_t h;
  std::vector<double> u, past;
};

}  // namespace slipfront
