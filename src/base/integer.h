// Division of 64-bit integers with the rounding that shapes and indices want, and their greatest common divisor.

#ifndef TERN_BASE_INTEGER_H_
#define TERN_BASE_INTEGER_H_

#include <stdint.h>

// Rounding down; `divisor` is not 0 and the quotient fits.
static inline int64_t tern_floor_div(int64_t dividend, int64_t divisor) {
  return dividend / divisor - (dividend % divisor != 0 && (dividend < 0) != (divisor < 0));
}

// Rounding up; `divisor` is not 0 and the quotient fits.
static inline int64_t tern_ceil_div(int64_t dividend, int64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 && (dividend < 0) == (divisor < 0));
}

// The least non-negative remainder; `divisor` is positive.
static inline int64_t tern_euclidean_mod(int64_t dividend, int64_t divisor) {
  int64_t remainder = dividend % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

// The absolute value, but for INT64_MIN, which stays.
static inline int64_t tern_magnitude(int64_t value) { return value < 0 ? (int64_t)(0 - (uint64_t)value) : value; }

// Greatest common divisor of the magnitudes; 0 if both are 0.
static inline int64_t tern_gcd(int64_t a, int64_t b) {
  uint64_t x = (uint64_t)tern_magnitude(a), y = (uint64_t)tern_magnitude(b);
  while (y) {
    uint64_t rest = x % y;
    x = y;
    y = rest;
  }
  return (int64_t)x;
}

#endif  // TERN_BASE_INTEGER_H_
