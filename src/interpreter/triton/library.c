// libdevice by names: see library.h. What the C library lacks is made of what it has.

#include "interpreter/triton/library.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// --- floats ---

static double exp10_of(double x) { return pow(10, x); }
static double rsqrt_of(double x) { return 1 / sqrt(x); }
static double rcbrt_of(double x) { return 1 / cbrt(x); }
static double rcp_of(double x) { return 1 / x; }
static double saturate_of(double x) { return isnan(x) ? 0 : fmin(fmax(x, 0), 1); }
static double sinpi_of(double x) { return sin(PI * fmod(x, 2)); }
static double cospi_of(double x) { return cos(PI * fmod(x, 2)); }
static double normcdf_of(double x) { return 0.5 * erfc(-x * sqrt(0.5)); }
static double divide(double x, double y) { return x / y; }
static double add(double x, double y) { return x + y; }
static double subtract(double x, double y) { return x - y; }
static double multiply(double x, double y) { return x * y; }
static double rhypot_of(double x, double y) { return 1 / hypot(x, y); }

// Newton's method, from an estimate in elementary functions that is right to two digits.
static double erfinv_of(double x) {
  if (!(fabs(x) < 1)) return fabs(x) == 1 ? x * INFINITY : NAN;
  double logarithm = log1p(-x * x), a = 2 / (PI * 0.147) + logarithm / 2;
  double y = copysign(sqrt(sqrt(a * a - logarithm / 0.147) - a), x);
  for (int k = 0; k < 8; ++k) {
    double slope = 2 / sqrt(PI) * exp(-y * y);
    if (slope != 0) y -= (x > 0 ? -(erfc(y) - (1 - x)) : erf(y) - x) / slope;
  }
  return y;
}
static double erfcinv_of(double x) { return erfinv_of(1 - x); }
static double normcdfinv_of(double x) { return sqrt(2) * erfinv_of(2 * x - 1); }

// exp(x * x) * erfc(x): where erfc is too small for a double, by the continued fraction.
static double erfcx_of(double x) {
  if (x < 25) return exp(x * x) * erfc(x);
  double tail = x;
  for (int k = 60; k > 0; --k) tail = x + k / 2.0 / tail;
  return 1 / (sqrt(PI) * tail);
}

// Modified Bessel functions of the first kind by their series, whose terms are all positive.
static double bessel_i(double x, int order) {
  double term = order ? x / 2 : 1, sum = term, square = x * x / 4;
  for (int k = 1; k < 2000 && term != 0 && fabs(term) > fabs(sum) * 1e-18; ++k) {
    term *= square / ((double)k * (k + order));
    sum += term;
  }
  return sum;
}
static double i0_of(double x) { return bessel_i(x, 0); }
static double i1_of(double x) { return bessel_i(x, 1); }

// --- integers ---

static int64_t signed_of(number_value_t value) { return tern_interpreter_signed(value.number, value.word); }

static uint64_t isnan_of(number_t to, const number_value_t *v) { return to.width ? isnan(v->value) != 0 : 0; }
static uint64_t isinf_of(number_t to, const number_value_t *v) { return to.width ? isinf(v->value) != 0 : 0; }
static uint64_t isfinite_of(number_t to, const number_value_t *v) { return to.width ? isfinite(v->value) != 0 : 0; }
static uint64_t signbit_of(number_t to, const number_value_t *v) { return to.width ? signbit(v->value) != 0 : 0; }
static uint64_t ilogb_of(number_t to, const number_value_t *v) {
  return tern_interpreter_truncate(to, (uint64_t)(int64_t)ilogb(v->value));
}

static uint64_t clz_of(number_t to, const number_value_t *v) {
  (void)to;
  return v->word ? (uint64_t)__builtin_clzll(v->word) - (64u - v->number.width) : v->number.width;
}
static uint64_t popc_of(number_t to, const number_value_t *v) {
  (void)to;
  return (uint64_t)__builtin_popcountll(v->word);
}
static uint64_t ffs_of(number_t to, const number_value_t *v) {
  (void)to;
  return (uint64_t)__builtin_ffsll((long long)v->word);
}
static uint64_t brev_of(number_t to, const number_value_t *v) {
  uint64_t turned = 0;
  for (uint32_t k = 0; k < to.width; ++k) turned |= (v->word >> k & 1) << (to.width - 1 - k);
  return turned;
}
static uint64_t bits_of(number_t to, const number_value_t *v) { return tern_interpreter_truncate(to, v->word); }

static uint64_t abs_of(number_t to, const number_value_t *v) {
  int64_t value = signed_of(v[0]);
  return tern_interpreter_truncate(to, value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value);
}
static uint64_t max_of(number_t to, const number_value_t *v) {
  (void)to;
  return signed_of(v[0]) > signed_of(v[1]) ? v[0].word : v[1].word;
}
static uint64_t min_of(number_t to, const number_value_t *v) {
  (void)to;
  return signed_of(v[0]) < signed_of(v[1]) ? v[0].word : v[1].word;
}
static uint64_t umax_of(number_t to, const number_value_t *v) {
  return to.width && v[0].word > v[1].word ? v[0].word : v[1].word;
}
static uint64_t umin_of(number_t to, const number_value_t *v) {
  return to.width && v[0].word < v[1].word ? v[0].word : v[1].word;
}
static uint64_t mulhi_of(number_t to, const number_value_t *v) {
  __int128 product = (__int128)signed_of(v[0]) * signed_of(v[1]);
  return tern_interpreter_truncate(to, (uint64_t)(product >> to.width));
}
static uint64_t umulhi_of(number_t to, const number_value_t *v) {
  unsigned __int128 product = (unsigned __int128)v[0].word * v[1].word;
  return tern_interpreter_truncate(to, (uint64_t)(product >> to.width));
}

// Floats as integers: what lies outside of these is the nearest of them, and NaN is 0.
static uint64_t integer_from(number_t to, double x) {
  double most = ldexp(1, to.width - 1);
  if (isnan(x)) return 0;
  if (x >= most) return tern_interpreter_truncate(to, ~(uint64_t)0) >> 1;
  if (x < -most) return UINT64_C(1) << (to.width - 1);
  return tern_interpreter_truncate(to, (uint64_t)(int64_t)x);
}
static uint64_t to_nearest(number_t to, const number_value_t *v) { return integer_from(to, nearbyint(v->value)); }
static uint64_t to_zero(number_t to, const number_value_t *v) { return integer_from(to, trunc(v->value)); }
static uint64_t to_lower(number_t to, const number_value_t *v) { return integer_from(to, floor(v->value)); }
static uint64_t to_upper(number_t to, const number_value_t *v) { return integer_from(to, ceil(v->value)); }
static uint64_t round_away(number_t to, const number_value_t *v) { return integer_from(to, round(v->value)); }
static uint64_t from_signed(number_t to, const number_value_t *v) {
  return tern_interpreter_encode(to, (double)signed_of(v[0]));
}
static uint64_t from_unsigned(number_t to, const number_value_t *v) {
  return tern_interpreter_encode(to, (double)v->word);
}
static uint64_t powi_of(number_t to, const number_value_t *v) {
  return tern_interpreter_encode(to, pow(v[0].value, (double)signed_of(v[1])));
}
static uint64_t ldexp_of(number_t to, const number_value_t *v) {
  int64_t power = signed_of(v[1]);
  return tern_interpreter_encode(to, ldexp(v[0].value, power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power));
}

// --- names ---

#define ONE(NAME, FUNCTION) {.name = NAME, .operand_count = 1, .one = FUNCTION}
#define TWO(NAME, FUNCTION) {.name = NAME, .operand_count = 2, .two = FUNCTION}
#define WORDS(NAME, COUNT, FUNCTION) {.name = NAME, .operand_count = COUNT, .words = FUNCTION}
static const library_row_t rows[] = {
    ONE("acos", acos),
    ONE("acosh", acosh),
    ONE("asin", asin),
    ONE("asinh", asinh),
    ONE("atan", atan),
    ONE("atanh", atanh),
    ONE("cbrt", cbrt),
    ONE("ceil", ceil),
    ONE("cos", cos),
    ONE("cosh", cosh),
    ONE("erf", erf),
    ONE("erfc", erfc),
    ONE("exp", exp),
    ONE("exp2", exp2),
    ONE("expm1", expm1),
    ONE("fabs", fabs),
    ONE("floor", floor),
    ONE("log", log),
    ONE("log10", log10),
    ONE("log1p", log1p),
    ONE("log2", log2),
    ONE("logb", logb),
    ONE("nearbyint", nearbyint),
    ONE("rint", rint),
    ONE("round", round),
    ONE("sin", sin),
    ONE("sinh", sinh),
    ONE("sqrt", sqrt),
    ONE("tan", tan),
    ONE("tanh", tanh),
    ONE("trunc", trunc),
    ONE("lgamma", lgamma),
    ONE("tgamma", tgamma),
    ONE("j0", j0),
    ONE("j1", j1),
    ONE("y0", y0),
    ONE("y1", y1),
    ONE("exp10", exp10_of),
    ONE("rsqrt", rsqrt_of),
    ONE("rcbrt", rcbrt_of),
    ONE("saturate", saturate_of),
    ONE("sinpi", sinpi_of),
    ONE("cospi", cospi_of),
    ONE("normcdf", normcdf_of),
    ONE("erfinv", erfinv_of),
    ONE("erfcinv", erfcinv_of),
    ONE("normcdfinv", normcdfinv_of),
    ONE("erfcx", erfcx_of),
    ONE("cyl_bessel_i0", i0_of),
    ONE("cyl_bessel_i1", i1_of),
    ONE("fast_cos", cos),
    ONE("fast_exp", exp),
    ONE("fast_exp10", exp10_of),
    ONE("fast_log", log),
    ONE("fast_log10", log10),
    ONE("fast_log2", log2),
    ONE("fast_sin", sin),
    ONE("fast_tan", tan),
    ONE("fast_tanh", tanh),
    ONE("frcp_rn", rcp_of),
    ONE("drcp_rn", rcp_of),
    ONE("fsqrt_rn", sqrt),
    ONE("dsqrt_rn", sqrt),
    ONE("frsqrt_rn", rsqrt_of),
    TWO("atan2", atan2),
    TWO("copysign", copysign),
    TWO("fdim", fdim),
    TWO("fmax", fmax),
    TWO("fmin", fmin),
    TWO("fmod", fmod),
    TWO("hypot", hypot),
    TWO("pow", pow),
    TWO("remainder", remainder),
    TWO("rhypot", rhypot_of),
    TWO("fast_fdivide", divide),
    TWO("fast_pow", pow),
    TWO("fdiv_rn", divide),
    TWO("ddiv_rn", divide),
    TWO("fadd_rn", add),
    TWO("dadd_rn", add),
    TWO("fsub_rn", subtract),
    TWO("dsub_rn", subtract),
    TWO("fmul_rn", multiply),
    TWO("dmul_rn", multiply),
    {.name = "fma", .operand_count = 3, .three = fma},
    {.name = "fmaf_rn", .operand_count = 3, .three = fma},
    {.name = "fma_rn", .operand_count = 3, .three = fma},
    WORDS("isnan", 1, isnan_of),
    WORDS("isinf", 1, isinf_of),
    WORDS("finite", 1, isfinite_of),
    WORDS("isfinite", 1, isfinite_of),
    WORDS("signbit", 1, signbit_of),
    WORDS("ilogb", 1, ilogb_of),
    WORDS("clz", 1, clz_of),
    WORDS("clzll", 1, clz_of),
    WORDS("popc", 1, popc_of),
    WORDS("popcll", 1, popc_of),
    WORDS("ffs", 1, ffs_of),
    WORDS("ffsll", 1, ffs_of),
    WORDS("brev", 1, brev_of),
    WORDS("brevll", 1, brev_of),
    WORDS("abs", 1, abs_of),
    WORDS("llabs", 1, abs_of),
    WORDS("max", 2, max_of),
    WORDS("llmax", 2, max_of),
    WORDS("min", 2, min_of),
    WORDS("llmin", 2, min_of),
    WORDS("umax", 2, umax_of),
    WORDS("ullmax", 2, umax_of),
    WORDS("umin", 2, umin_of),
    WORDS("ullmin", 2, umin_of),
    WORDS("mulhi", 2, mulhi_of),
    WORDS("mul64hi", 2, mulhi_of),
    WORDS("umulhi", 2, umulhi_of),
    WORDS("umul64hi", 2, umulhi_of),
    WORDS("float_as_int", 1, bits_of),
    WORDS("float_as_uint", 1, bits_of),
    WORDS("int_as_float", 1, bits_of),
    WORDS("uint_as_float", 1, bits_of),
    WORDS("double_as_longlong", 1, bits_of),
    WORDS("longlong_as_double", 1, bits_of),
    WORDS("float2int_rn", 1, to_nearest),
    WORDS("float2ll_rn", 1, to_nearest),
    WORDS("double2int_rn", 1, to_nearest),
    WORDS("double2ll_rn", 1, to_nearest),
    WORDS("llrint", 1, to_nearest),
    WORDS("float2int_rz", 1, to_zero),
    WORDS("float2ll_rz", 1, to_zero),
    WORDS("double2int_rz", 1, to_zero),
    WORDS("double2ll_rz", 1, to_zero),
    WORDS("float2int_rd", 1, to_lower),
    WORDS("float2ll_rd", 1, to_lower),
    WORDS("double2int_rd", 1, to_lower),
    WORDS("double2ll_rd", 1, to_lower),
    WORDS("float2int_ru", 1, to_upper),
    WORDS("float2ll_ru", 1, to_upper),
    WORDS("double2int_ru", 1, to_upper),
    WORDS("double2ll_ru", 1, to_upper),
    WORDS("llround", 1, round_away),
    WORDS("int2float_rn", 1, from_signed),
    WORDS("ll2float_rn", 1, from_signed),
    WORDS("int2double_rn", 1, from_signed),
    WORDS("ll2double_rn", 1, from_signed),
    WORDS("uint2float_rn", 1, from_unsigned),
    WORDS("ull2float_rn", 1, from_unsigned),
    WORDS("uint2double_rn", 1, from_unsigned),
    WORDS("ull2double_rn", 1, from_unsigned),
    WORDS("powi", 2, powi_of),
    WORDS("ldexp", 2, ldexp_of),
    WORDS("scalbn", 2, ldexp_of),
};

// Names end in `f` for f32, and in `d` where the plain one is for f32.
const library_row_t *tern_triton_library_find(tern_str_t symbol) {
  tern_str_t prefix = TERN_STR("__nv_");
  if (symbol.size <= prefix.size || memcmp(symbol.data, prefix.data, prefix.size) != 0) return NULL;
  tern_str_t name = tern_str_make(symbol.data + prefix.size, symbol.size - prefix.size);
  char last = name.data[name.size - 1];
  for (size_t tries = 0; tries < 2; ++tries) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
      if (strlen(rows[k].name) == name.size && memcmp(rows[k].name, name.data, name.size) == 0) return &rows[k];
    }
    if (last != 'f' && last != 'd') return NULL;
    --name.size;
  }
  return NULL;
}

uint64_t tern_triton_library_call(const library_row_t *row, number_t to, const number_value_t *v) {
  if (row->words) return row->words(to, v);
  double value = row->one   ? row->one(v[0].value)
                 : row->two ? row->two(v[0].value, v[1].value)
                            : row->three(v[0].value, v[1].value, v[2].value);
  return tern_interpreter_encode(to, value);
}
