// x^a - 1 for many x >= 0 and one exponent a, in one pass that the compiler vectorises.
//
//   x = 2^k m, sqrt(1/2) <= m < sqrt 2;   f = m - 1,  s = f / (2 + f)
//   log m   = f - (f^2/2 - s (f^2/2 + sum_j 2/(2j+3) s^(2j+2)))
//   a log x = n log 2 + r,  |r| <= log(2)/2:   a k is formed exactly, in two parts, its whole
//             part goes to n, and only the rest, of the size of a, is rounded
//   x^a - 1 = 2^n (e^r - 1) + (2^n - 1)        e^r - 1 by its Taylor series
//
// Nothing cancels: the relative error is below 1e-15 for |a| <= 4 and every x, subnormal and
// huge ones too, also where x^a is next to 1 (beyond, it grows as |a|). x^a = 0, infinite where
// it is so by definition or overflows; x < 0 is no number.
//
// Every x goes through the same operations: results depend neither on the place of x in the
// batch nor on the batch's size (batch_pow.cpp is compiled so that none is fused but those that
// say so).
//
// Why not Eigen's pow of an array: x^a alone loses its digits beside 1, where a law of a small
// exponent lives, and the last points of an array go another way than the first.
#pragma once

#include <cstddef>

namespace slipfront {

/// out[i] = x[i]^exponent - 1, i < count. `out` may be `x`.
void batch_power_minus_one(std::size_t count, const double* x, double exponent, double* out);

}  // namespace slipfront
