// Narrow floating-point formats: exhaustive round trips, rounding against the compiler's own types, overflow.

#include "base/float.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void round_trips_every_pattern(void **state) {
  (void)state;
  for (int kind = 0; kind < TERN_FLOAT_F32; ++kind) {
    const tern_float_format_t *format = &tern_float_formats[kind];
    for (uint64_t bits = 0; bits < (uint64_t)1 << format->width; ++bits) {
      double value = tern_float_decode((tern_float_kind_t)kind, bits);
      uint64_t again = tern_float_encode((tern_float_kind_t)kind, value);
      if (isnan(value)) {
        assert_true(isnan(tern_float_decode((tern_float_kind_t)kind, again)));
      } else if (again != bits) {
        fail_msg("%s: 0x%llx decodes to %g, which encodes to 0x%llx", format->name, (unsigned long long)bits, value,
                 (unsigned long long)again);
      }
    }
  }
}

// Between two neighbours, the midpoint goes to the even one and everything else to the nearer one.
static void rounds_to_nearest_even(void **state) {
  (void)state;
  for (int kind = 0; kind < TERN_FLOAT_TF32; ++kind) {
    const tern_float_format_t *format = &tern_float_formats[kind];
    if (!format->is_signed) continue;
    for (uint64_t bits = 0; bits + 1 < (uint64_t)1 << (format->width - 1); ++bits) {
      double low = tern_float_decode((tern_float_kind_t)kind, bits);
      double high = tern_float_decode((tern_float_kind_t)kind, bits + 1);
      if (!isfinite(low) || !isfinite(high)) continue;
      double middle = low + (high - low) / 2;
      uint64_t even = bits & 1 ? bits + 1 : bits;
      assert_int_equal(tern_float_encode((tern_float_kind_t)kind, middle), even);
      assert_int_equal(tern_float_encode((tern_float_kind_t)kind, nextafter(middle, low)), bits);
      assert_int_equal(tern_float_encode((tern_float_kind_t)kind, nextafter(middle, high)), bits + 1);
    }
  }
}

static void agrees_with_float(void **state) {
  (void)state;
  uint64_t random = 88172645463325252u;
  for (int i = 0; i < 200000; ++i) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    double value;
    memcpy(&value, &random, sizeof(value));
    if (i % 2) value = ldexp(1 + (double)(random >> 12) * 0x1p-52, (int)(random % 330) - 180);
    if (isnan(value)) continue;
    float narrow = (float)value;
    uint32_t expected;
    memcpy(&expected, &narrow, sizeof(expected));
    assert_int_equal(tern_float_encode(TERN_FLOAT_F32, value), expected);
    assert_true(tern_float_decode(TERN_FLOAT_F32, expected) == (double)narrow);
    assert_true(tern_float_decode(TERN_FLOAT_F64, tern_float_encode(TERN_FLOAT_F64, value)) == value);
  }
}

typedef struct known_t {
  tern_float_kind_t kind;
  double value;
  uint64_t bits;
} known_t;

static void knows_the_corners(void **state) {
  (void)state;
  static const known_t known[] = {
      {TERN_FLOAT_F16, 1.0, 0x3c00},          {TERN_FLOAT_F16, 65504.0, 0x7bff},
      {TERN_FLOAT_F16, 65519.0, 0x7bff},      {TERN_FLOAT_F16, 65520.0, 0x7c00},
      {TERN_FLOAT_F16, -INFINITY, 0xfc00},    {TERN_FLOAT_F16, 0x1p-24, 0x0001},
      {TERN_FLOAT_F16, 0x1p-25, 0x0000},      {TERN_FLOAT_F16, -0.0, 0x8000},
      {TERN_FLOAT_BF16, 1.0, 0x3f80},         {TERN_FLOAT_BF16, 0x1p-133, 0x0001},
      {TERN_FLOAT_TF32, 1e39, 0x3fc00},       {TERN_FLOAT_F8E5M2, 57344.0, 0x7b},
      {TERN_FLOAT_F8E5M2, 1e9, 0x7c},         {TERN_FLOAT_F8E3M4, 1e9, 0x70},
      {TERN_FLOAT_F8E4M3, 240.0, 0x77},       {TERN_FLOAT_F8E4M3FN, 464.0, 0x7e},
      {TERN_FLOAT_F8E4M3FN, 465.0, 0x7f},     {TERN_FLOAT_F8E4M3FN, -1000.0, 0xff},
      {TERN_FLOAT_F8E5M2FNUZ, 1e9, 0x80},     {TERN_FLOAT_F8E5M2FNUZ, -0.0, 0x00},
      {TERN_FLOAT_F8E4M3FNUZ, -1e-30, 0x00},  {TERN_FLOAT_F8E4M3FNUZ, 240.0, 0x7f},
      {TERN_FLOAT_F8E4M3B11FNUZ, 30.0, 0x7f}, {TERN_FLOAT_F4E2M1FN, 5.0, 0x6},
      {TERN_FLOAT_F4E2M1FN, 1e9, 0x7},        {TERN_FLOAT_F4E2M1FN, -INFINITY, 0xf},
      {TERN_FLOAT_F4E2M1FN, 0.25, 0x0},       {TERN_FLOAT_F4E2M1FN, NAN, 0x8},
      {TERN_FLOAT_F6E3M2FN, 1e9, 0x1f},       {TERN_FLOAT_F6E2M3FN, 7.5, 0x1f},
      {TERN_FLOAT_F8E8M0FNU, 1.0, 127},       {TERN_FLOAT_F8E8M0FNU, 1.4, 127},
      {TERN_FLOAT_F8E8M0FNU, 1.5, 128},       {TERN_FLOAT_F8E8M0FNU, 0.0, 0},
      {TERN_FLOAT_F8E8M0FNU, 1e-45, 0},       {TERN_FLOAT_F8E8M0FNU, 2.5e38, 254},
      {TERN_FLOAT_F8E8M0FNU, 2.6e38, 255},    {TERN_FLOAT_F8E8M0FNU, -1.0, 255},
      {TERN_FLOAT_F8E8M0FNU, -INFINITY, 255},
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
    uint64_t bits = tern_float_encode(known[i].kind, known[i].value);
    if (bits != known[i].bits) {
      fail_msg("%s: %g encodes to 0x%llx", tern_float_formats[known[i].kind].name, known[i].value,
               (unsigned long long)bits);
    }
  }
}

static void keeps_nan_quiet_and_signed(void **state) {
  (void)state;
  assert_int_equal(tern_float_encode(TERN_FLOAT_F16, -NAN) & 0xfe00, 0xfe00);
  assert_true(isnan(tern_float_decode(TERN_FLOAT_F16, 0x7c01)));
  assert_true(isinf(tern_float_decode(TERN_FLOAT_F16, 0x7c00)));
  assert_true(isnan(tern_float_decode(TERN_FLOAT_F8E5M2FNUZ, 0x80)));
  assert_true(isnan(tern_float_decode(TERN_FLOAT_F8E8M0FNU, 0xff)));
  // A payload whose top bits are zero must not turn into infinity.
  uint64_t pattern = 0x7ff0000000000001u;
  double signalling;
  memcpy(&signalling, &pattern, sizeof(signalling));
  assert_true(isnan(tern_float_decode(TERN_FLOAT_BF16, tern_float_encode(TERN_FLOAT_BF16, signalling))));
}

static void describes_every_format(void **state) {
  (void)state;
  for (int kind = 0; kind < TERN_FLOAT_COUNT; ++kind) {
    const tern_float_format_t *format = &tern_float_formats[kind];
    assert_non_null(format->name);
    int integer_bit = kind == TERN_FLOAT_F80;
    assert_int_equal(format->width, format->is_signed + format->exponent_width + format->mantissa_width + integer_bit);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trips_every_pattern),  cmocka_unit_test(rounds_to_nearest_even),
      cmocka_unit_test(agrees_with_float),          cmocka_unit_test(knows_the_corners),
      cmocka_unit_test(keeps_nan_quiet_and_signed), cmocka_unit_test(describes_every_format),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
