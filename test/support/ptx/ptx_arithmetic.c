// Arithmetic of a thread.

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "base/float.h"
#include "ptx/ptx_code.h"

static uint64_t mask_of(unsigned bits) { return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

static int64_t sign_extended(uint64_t value, unsigned bits) {
  return bits >= 64 ? (int64_t)value : (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static uint64_t source(const thread_t *t, const instruction_t *i, uint32_t index, const type_t *type) {
  return ptx_get(t, operand(t, i, index)) & mask_of((unsigned)type->bits * type->count);
}

static void give(thread_t *t, const instruction_t *i, uint64_t bits, const type_t *type) {
  ptx_set(t, operand(t, i, 0), bits & mask_of((unsigned)type->bits * type->count));
}

static double to_float(uint64_t bits, const type_t *type) {
  if (type->bits == 64) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type->bits != 32) return tern_float_decode((tern_float_kind_t)type->format, bits & mask_of(type->bits));
  float value;
  uint32_t word = (uint32_t)bits;
  memcpy(&value, &word, sizeof value);
  return (double)value;
}

// Rounded to nearest.
static uint64_t from_float(double value, const type_t *type) {
  uint64_t bits = 0;
  if (type->bits == 64) {
    memcpy(&bits, &value, sizeof value);
    return bits;
  }
  if (type->bits != 32) return tern_float_encode((tern_float_kind_t)type->format, value);
  float narrow = (float)value;
  memcpy(&bits, &narrow, sizeof narrow);
  return bits;
}

static uint64_t flushed(uint64_t bits, const instruction_t *i, const type_t *type) {
  return has(i, M_ftz) && type->bits == 32 && !(bits & 0x7F800000) ? bits & 0x80000000 : bits;
}

static int rounding_of(const instruction_t *i) {
  if (has(i, M_rz) || has(i, M_rzi)) return FE_TOWARDZERO;
  if (has(i, M_rm) || has(i, M_rmi)) return FE_DOWNWARD;
  if (has(i, M_rp) || has(i, M_rpi)) return FE_UPWARD;
  return FE_TONEAREST;
}

// --- floats of one or two elements ---

typedef enum float_op { ADD, SUB, MUL, DIV, FMA, MIN, MAX, ABS, NEG, COPYSIGN, ROOT, RECIPROCAL } float_op_t;

static double choose(double x, double y, bool is_max, bool keeps_nan) {
  if (keeps_nan && (isnan(x) || isnan(y))) return NAN;
  if (isnan(x)) return y;
  if (isnan(y)) return x;
  if (x == y) return (signbit(x) != 0) == is_max ? y : x;
  return (x < y) == is_max ? y : x;
}

// The operation in the precision of `type`: f32 and f64 by the processor's own, narrow ones in double and then rounded.
static double compute(float_op_t op, const double *x, const type_t *type, const instruction_t *i) {
  bool is_f32 = type->bits == 32;
  volatile float a = (float)x[0], b = (float)x[1], c = (float)x[2];
  volatile double d = x[0], e = x[1];
  switch (op) {
    case ADD: return is_f32 ? (double)(a + b) : d + e;
    case SUB: return is_f32 ? (double)(a - b) : d - e;
    case MUL: return is_f32 ? (double)(a * b) : d * e;
    case DIV: return is_f32 ? (double)(a / b) : d / e;
    case FMA: return is_f32 ? (double)fmaf(a, b, c) : fma(x[0], x[1], x[2]);
    case MIN: return choose(x[0], x[1], false, has(i, M_nan));
    case MAX: return choose(x[0], x[1], true, has(i, M_nan));
    case ABS: return fabs(x[0]);
    case NEG: return -x[0];
    case COPYSIGN: return copysign(x[1], x[0]);
    case ROOT: return is_f32 ? (double)sqrtf(a) : sqrt(d);
    case RECIPROCAL: return is_f32 ? (double)(1.0f / a) : 1.0 / d;
  }
  return 0;
}

static void run_float(thread_t *t, const instruction_t *i, float_op_t op, uint32_t count) {
  const type_t *type = type_of(i);
  uint64_t sources[3] = {0}, result = 0;
  for (uint32_t s = 0; s < count; ++s) sources[s] = source(t, i, s + 1, type);
  int before = fegetround(), rounding = rounding_of(i);
  if (rounding != before) fesetround(rounding);
  for (unsigned e = 0; e < type->count; ++e) {
    double x[3] = {0};
    for (uint32_t s = 0; s < count; ++s) x[s] = to_float(flushed(sources[s] >> (e * type->bits), i, type), type);
    if (op == MIN && has(i, M_xorsign)) {
      bool is_negative = signbit(x[0]) != signbit(x[1]);
      double least = choose(fabs(x[0]), fabs(x[1]), false, false);
      result |= from_float(is_negative ? -least : least, type) << (e * type->bits);
      continue;
    }
    double value = compute(op, x, type, i);
    if (has(i, M_sat)) value = value > 1 ? 1 : value > 0 ? value : 0;
    if (has(i, M_relu)) value = value > 0 ? value : 0;
    result |= (flushed(from_float(value, type), i, type) & mask_of(type->bits)) << (e * type->bits);
  }
  if (rounding != before) fesetround(before);
  give(t, i, result, type);
}

static bool is_float(const instruction_t *i) { return type_of(i)->kind == KIND_FLOAT; }
static bool is_signed(const instruction_t *i) { return type_of(i)->kind == KIND_SIGNED; }

// Two integer operands as 64 bits, with their signs.
static void integers(const thread_t *t, const instruction_t *i, uint64_t *x, uint64_t *y) {
  const type_t *type = type_of(i);
  *x = source(t, i, 1, type);
  *y = source(t, i, 2, type);
  if (is_signed(i)) {
    *x = (uint64_t)sign_extended(*x, type->bits);
    *y = (uint64_t)sign_extended(*y, type->bits);
  }
}

#define INTEGER(fn, float_op, expression)        \
  void fn(thread_t *t, const instruction_t *i) { \
    if (is_float(i)) {                           \
      run_float(t, i, float_op, 2);              \
      return;                                    \
    }                                            \
    uint64_t x, y;                               \
    integers(t, i, &x, &y);                      \
    give(t, i, (expression), type_of(i));        \
  }

INTEGER(ptx_add, ADD, x + y)
INTEGER(ptx_sub, SUB, x - y)
INTEGER(ptx_min, MIN,
        is_signed(i) ? (has(i, M_relu) && (int64_t)x < 0 ? 0
                        : (int64_t)x < (int64_t)y        ? x
                                                         : y)
        : x < y      ? x
                     : y)
INTEGER(ptx_max, MAX, is_signed(i) ? ((int64_t)x > (int64_t)y ? x : y) : x > y ? x : y)
// A quotient by zero is all ones, as GPUs have it.
INTEGER(ptx_div, DIV,
        !y                ? UINT64_MAX
        : !is_signed(i)   ? x / y
        : y == UINT64_MAX ? 0 - x
                          : (uint64_t)((int64_t)x / (int64_t)y))

void ptx_rem(thread_t *t, const instruction_t *i) {
  uint64_t x, y;
  integers(t, i, &x, &y);
  uint64_t rest = !y ? x : !is_signed(i) ? x % y : y == UINT64_MAX ? 0 : (uint64_t)((int64_t)x % (int64_t)y);
  give(t, i, rest, type_of(i));
}

static uint64_t product(const thread_t *t, const instruction_t *i) {
  const type_t *type = type_of(i);
  uint64_t x, y;
  integers(t, i, &x, &y);
  unsigned __int128 wide =
      is_signed(i) ? (unsigned __int128)((__int128)(int64_t)x * (int64_t)y) : (unsigned __int128)x * y;
  return has(i, M_hi) ? (uint64_t)(wide >> type->bits) : (uint64_t)wide;
}

static void give_product(thread_t *t, const instruction_t *i, uint64_t value) {
  ptx_set(t, operand(t, i, 0), value & mask_of(has(i, M_wide) ? 2u * type_of(i)->bits : type_of(i)->bits));
}

void ptx_mul(thread_t *t, const instruction_t *i) {
  if (is_float(i))
    run_float(t, i, MUL, 2);
  else
    give_product(t, i, product(t, i));
}

void ptx_mad(thread_t *t, const instruction_t *i) {
  if (is_float(i))
    run_float(t, i, FMA, 3);
  else
    give_product(t, i, product(t, i) + ptx_get(t, operand(t, i, 3)));
}

void ptx_fma(thread_t *t, const instruction_t *i) { run_float(t, i, FMA, 3); }

void ptx_abs(thread_t *t, const instruction_t *i) {
  if (is_float(i)) {
    run_float(t, i, ABS, 1);
    return;
  }
  int64_t x = sign_extended(source(t, i, 1, type_of(i)), type_of(i)->bits);
  give(t, i, (uint64_t)(x < 0 ? -(uint64_t)x : (uint64_t)x), type_of(i));
}

void ptx_neg(thread_t *t, const instruction_t *i) {
  if (is_float(i))
    run_float(t, i, NEG, 1);
  else
    give(t, i, 0 - source(t, i, 1, type_of(i)), type_of(i));
}

void ptx_copysign(thread_t *t, const instruction_t *i) { run_float(t, i, COPYSIGN, 2); }

// Functions that a GPU approximates: here they are as near as they can be.
void ptx_approximate(thread_t *t, const instruction_t *i) {
  const char *name = i->opcode->name;
  const type_t *type = type_of(i);
  if (strcmp(name, "sqrt") == 0 || strcmp(name, "rcp") == 0) {
    run_float(t, i, name[0] == 's' ? ROOT : RECIPROCAL, 1);
    return;
  }
  uint64_t word = source(t, i, 1, type), result = 0;
  for (unsigned e = 0; e < type->count; ++e) {
    double x = to_float(flushed(word >> (e * type->bits), i, type), type), value = 0;
    if (strcmp(name, "ex2") == 0) value = exp2(x);
    if (strcmp(name, "lg2") == 0) value = log2(x);
    if (strcmp(name, "sin") == 0) value = sin(x);
    if (strcmp(name, "cos") == 0) value = cos(x);
    if (strcmp(name, "tanh") == 0) value = tanh(x);
    if (strcmp(name, "rsqrt") == 0) value = 1 / sqrt(x);
    result |= (flushed(from_float(value, type), i, type) & mask_of(type->bits)) << (e * type->bits);
  }
  give(t, i, result, type);
}

// --- bits ---

#define BITWISE(fn, expression)                                  \
  void fn(thread_t *t, const instruction_t *i) {                 \
    uint64_t x = source(t, i, 1, type_of(i));                    \
    uint64_t y = i->count > 2 ? source(t, i, 2, type_of(i)) : 0; \
    (void)y;                                                     \
    give(t, i, (expression), type_of(i));                        \
  }

BITWISE(ptx_and, x &y)
BITWISE(ptx_or, x | y)
BITWISE(ptx_xor, x ^ y)
BITWISE(ptx_not, ~x)
BITWISE(ptx_popc, (uint64_t)__builtin_popcountll(x))
BITWISE(ptx_clz, x ? (uint64_t)__builtin_clzll(x) - (64u - type_of(i)->bits) : type_of(i)->bits)

void ptx_brev(thread_t *t, const instruction_t *i) {
  uint64_t x = source(t, i, 1, type_of(i)), result = 0;
  for (unsigned bit = 0; bit < type_of(i)->bits; ++bit) result = result << 1 | (x >> bit & 1);
  give(t, i, result, type_of(i));
}

void ptx_bfind(thread_t *t, const instruction_t *i) {
  const type_t *type = type_of(i);
  uint64_t x = source(t, i, 1, type);
  if (is_signed(i) && sign_extended(x, type->bits) < 0) x = ~x & mask_of(type->bits);
  ptx_set(t, operand(t, i, 0), x ? 63u - (unsigned)__builtin_clzll(x) : UINT32_MAX);
}

// Shifts by as many bits as there are, or more, shift everything out.
void ptx_shl(thread_t *t, const instruction_t *i) {
  uint64_t x = source(t, i, 1, type_of(i)), by = ptx_get(t, operand(t, i, 2)) & UINT32_MAX;
  give(t, i, by >= 64 ? 0 : x << by, type_of(i));
}

void ptx_shr(thread_t *t, const instruction_t *i) {
  const type_t *type = type_of(i);
  uint64_t x = source(t, i, 1, type), by = ptx_get(t, operand(t, i, 2)) & UINT32_MAX;
  if (is_signed(i))
    give(t, i, (uint64_t)(sign_extended(x, type->bits) >> (by > 63 ? 63 : by)), type);
  else
    give(t, i, by >= 64 ? 0 : x >> by, type);
}

void ptx_shf(thread_t *t, const instruction_t *i) {
  uint64_t low = ptx_get(t, operand(t, i, 1)) & UINT32_MAX, high = ptx_get(t, operand(t, i, 2)) & UINT32_MAX;
  uint64_t by = ptx_get(t, operand(t, i, 3)) & UINT32_MAX, both = high << 32 | low;
  by = has(i, M_clamp) ? (by > 32 ? 32 : by) : by & 31;
  ptx_set(t, operand(t, i, 0), (has(i, M_l) ? (both << by) >> 32 : both >> by) & UINT32_MAX);
}

void ptx_bfe(thread_t *t, const instruction_t *i) {
  const type_t *type = type_of(i);
  uint64_t x = source(t, i, 1, type), at = ptx_get(t, operand(t, i, 2)) & 255,
           size = ptx_get(t, operand(t, i, 3)) & 255;
  if (is_signed(i)) x = (uint64_t)sign_extended(x, type->bits);
  if (size == 0) {
    give(t, i, 0, type);
    return;
  }
  x = at > 63        ? (is_signed(i) ? (uint64_t)((int64_t)x >> 63) : 0)
      : is_signed(i) ? (uint64_t)((int64_t)x >> at)
                     : x >> at;
  if (size < 64)
    x = is_signed(i) ? (uint64_t)sign_extended(x & mask_of((unsigned)size), (unsigned)size)
                     : x & mask_of((unsigned)size);
  give(t, i, x, type);
}

void ptx_bfi(thread_t *t, const instruction_t *i) {
  const type_t *type = type_of(i);
  uint64_t x = source(t, i, 1, type), y = source(t, i, 2, type);
  uint64_t at = ptx_get(t, operand(t, i, 3)) & 255, size = ptx_get(t, operand(t, i, 4)) & 255;
  uint64_t mask = at > 63 ? 0 : mask_of((unsigned)size) << at;
  give(t, i, at > 63 ? y : (y & ~mask) | (x << at & mask), type);
}

void ptx_prmt(thread_t *t, const instruction_t *i) {
  uint64_t both = (ptx_get(t, operand(t, i, 2)) & UINT32_MAX) << 32 | (ptx_get(t, operand(t, i, 1)) & UINT32_MAX);
  uint64_t selector = ptx_get(t, operand(t, i, 3)), result = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    unsigned nibble = (unsigned)(selector >> (4 * byte)) & 15;
    uint64_t value = both >> (8 * (nibble & 7)) & 255;
    if (nibble & 8) value = value & 128 ? 255 : 0;
    result |= value << (8 * byte);
  }
  ptx_set(t, operand(t, i, 0), result);
}

void ptx_lop3(thread_t *t, const instruction_t *i) {
  uint64_t x[3], table = ptx_get(t, operand(t, i, 4)), result = 0;
  for (uint32_t s = 0; s < 3; ++s) x[s] = ptx_get(t, operand(t, i, s + 1));
  for (unsigned bit = 0; bit < 32; ++bit) {
    unsigned row = (unsigned)((x[0] >> bit & 1) << 2 | (x[1] >> bit & 1) << 1 | (x[2] >> bit & 1));
    result |= (table >> row & 1) << bit;
  }
  ptx_set(t, operand(t, i, 0), result);
}

// --- comparisons, moves ---

static bool compares(const instruction_t *i, uint64_t a, uint64_t b) {
  const type_t *type = type_of(i);
  int order;  // -1, 0, 1; 2: one is no number
  if (type->kind == KIND_FLOAT) {
    double x = to_float(flushed(a, i, type), type), y = to_float(flushed(b, i, type), type);
    order = isnan(x) || isnan(y) ? 2 : (x > y) - (x < y);
  } else if (type->kind == KIND_SIGNED) {
    int64_t x = sign_extended(a, type->bits), y = sign_extended(b, type->bits);
    order = (x > y) - (x < y);
  } else {
    order = (a > b) - (a < b);
  }
  if (has(i, M_num)) return order != 2;
  if (has(i, M_nan)) return order == 2;
  if (has(i, M_equ)) return order == 0 || order == 2;
  if (has(i, M_neu)) return order != 0;
  if (has(i, M_ltu)) return order == -1 || order == 2;
  if (has(i, M_leu)) return order != 1;
  if (has(i, M_gtu)) return order >= 1;
  if (has(i, M_geu)) return order != -1;
  if (order == 2) return false;
  if (has(i, M_eq)) return order == 0;
  if (has(i, M_ne)) return order != 0;
  if (has(i, M_lt) || has(i, M_lo)) return order < 0;
  if (has(i, M_le) || has(i, M_ls)) return order <= 0;
  if (has(i, M_gt) || has(i, M_hi)) return order > 0;
  return order >= 0;
}

void ptx_setp(thread_t *t, const instruction_t *i) {
  const operand_t *to = operand(t, i, 0);
  bool holds = compares(i, source(t, i, 1, type_of(i)), source(t, i, 2, type_of(i))), other = !holds;
  if (i->count > 3) {
    const operand_t *with = operand(t, i, 3);
    bool is_set = ((ptx_get(t, with) & 1) != 0) != with->is_negated;
    holds = has(i, M_and) ? holds && is_set : has(i, M_or) ? holds || is_set : holds != is_set;
    other = has(i, M_and) ? other && is_set : has(i, M_or) ? other || is_set : other != is_set;
  }
  ptx_set(t, to, holds);
  if (to->pair) t->frame->registers[to->pair - 1] = other;
}

void ptx_selp(thread_t *t, const instruction_t *i) {
  const operand_t *condition = operand(t, i, 3);
  bool is_first = ((ptx_get(t, condition) & 1) != 0) != condition->is_negated;
  give(t, i, ptx_get(t, operand(t, i, is_first ? 1 : 2)), type_of(i));
}

// Also between a register and the vector of its parts.
void ptx_mov(thread_t *t, const instruction_t *i) {
  const operand_t *to = operand(t, i, 0), *from = operand(t, i, 1);
  const type_t *type = type_of(i);
  if (to->kind == LIST) {
    unsigned bits = type->bits / to->count;
    uint64_t value = ptx_get(t, from);
    for (uint32_t e = 0; e < to->count; ++e) ptx_set(t, element(t, to, e), value >> (e * bits) & mask_of(bits));
  } else if (from->kind == LIST && !from->is_negated) {
    unsigned bits = type->bits / from->count;
    uint64_t value = 0;
    for (uint32_t e = 0; e < from->count; ++e) value |= (ptx_get(t, element(t, from, e)) & mask_of(bits)) << (e * bits);
    ptx_set(t, to, value);
  } else {
    give(t, i, ptx_get(t, from), type);
  }
}

// --- conversions ---

static double rounded_to_integer(const instruction_t *i, double value) {
  int before = fegetround();
  fesetround(rounding_of(i));
  value = nearbyint(value);
  fesetround(before);
  return value;
}

static uint64_t float_to_integer(const instruction_t *i, double value, const type_t *to) {
  if (isnan(value)) return to->bits == 64 ? UINT64_C(1) << 63 : 0;
  value = rounded_to_integer(i, value);
  double high = ldexp(1, to->kind == KIND_SIGNED ? to->bits - 1 : to->bits), low = to->kind == KIND_SIGNED ? -high : 0;
  uint64_t most = to->kind == KIND_SIGNED ? mask_of(to->bits - 1u) : mask_of(to->bits);
  if (value >= high) return most;
  if (value <= low) return to->kind == KIND_SIGNED ? UINT64_C(1) << (to->bits - 1) : 0;
  return to->kind == KIND_SIGNED ? (uint64_t)(int64_t)value : (uint64_t)value;
}

// Truncates bits that the format has not, as rounding toward zero does; otherwise to nearest, for .rna away from zero.
static uint64_t float_to_float(const instruction_t *i, double value, const type_t *to) {
  if (has(i, M_relu)) value = value > 0 ? value : isnan(value) ? value : 0;
  if (has(i, M_sat)) value = value > 1 ? 1 : value > 0 ? value : 0;
  const tern_float_format_t *format = &tern_float_formats[to->format];
  if (has(i, M_satfinite) && to->bits == 8 && !isnan(value)) {
    double most = to->format == TERN_FLOAT_F8E5M2 ? 57344 : 448;
    value = value > most ? most : value < -most ? -most : value;
  }
  if (to->format == TERN_FLOAT_TF32) {
    // Kept in the high bits of 32; ties go away from zero.
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    if ((bits & 0x7F800000) != 0x7F800000 && !has(i, M_rz)) bits += 0x1000;
    return bits & 0xFFFFE000;
  }
  if (has(i, M_rz) && to->bits < 64 && isfinite(value)) {
    int exponent, kept = format->mantissa_width + 1;
    double fraction = frexp(value, &exponent);
    if (exponent - 1 < 1 - format->bias) kept -= 1 - format->bias - (exponent - 1);
    value = kept <= 0 ? 0 * value : ldexp(trunc(ldexp(fraction, kept)), exponent - kept);
    double most = ldexp(2 - ldexp(1, -format->mantissa_width), (1 << format->exponent_width) - 2 - format->bias);
    if (fabs(value) > most) value = copysign(most, value);
  }
  bool is_integral = has(i, M_rni) || has(i, M_rzi) || has(i, M_rmi) || has(i, M_rpi);
  if (is_integral) value = rounded_to_integer(i, value);
  return from_float(value, to);
}

static uint64_t converted(const instruction_t *i, uint64_t bits, const type_t *from, const type_t *to) {
  if (from->kind == KIND_FLOAT) {
    double value = to_float(flushed(bits, i, from), from);
    return to->kind == KIND_FLOAT ? flushed(float_to_float(i, value, to), i, to) : float_to_integer(i, value, to);
  }
  int64_t number = from->kind == KIND_SIGNED ? sign_extended(bits, from->bits) : (int64_t)bits;
  if (to->kind != KIND_FLOAT) {
    if (!has(i, M_sat)) return (uint64_t)number;
    int64_t most = (int64_t)mask_of(to->kind == KIND_SIGNED ? to->bits - 1u : to->bits),
            least = to->kind == KIND_SIGNED ? -most - 1 : 0;
    return (uint64_t)(number > most ? most : number < least ? least : number);
  }
  int before = fegetround();
  fesetround(rounding_of(i));
  uint64_t result;
  if (to->format == TERN_FLOAT_F32) {
    volatile float value = from->kind == KIND_SIGNED ? (float)number : (float)bits;
    result = from_float((double)value, to);
  } else {
    volatile double value = from->kind == KIND_SIGNED ? (double)number : (double)bits;
    result = from_float(value, to);
  }
  fesetround(before);
  return result;
}

void ptx_cvt(thread_t *t, const instruction_t *i) {
  const type_t *to = i->types[0], *from = i->types[i->type_count > 1 ? 1 : 0];
  if (to->count == 2 && from->count == 1) {
    // The first of two sources is the upper half.
    uint64_t high = converted(i, source(t, i, 1, from), from, to), low = converted(i, source(t, i, 2, from), from, to);
    give(t, i, (high & mask_of(to->bits)) << to->bits | (low & mask_of(to->bits)), to);
    return;
  }
  uint64_t word = source(t, i, 1, from), result = 0;
  for (unsigned e = 0; e < to->count; ++e) {
    uint64_t one = word >> (e * from->bits) & mask_of(from->bits);
    result |= (converted(i, one, from, to) & mask_of(to->bits)) << (e * to->bits);
  }
  give(t, i, result, to);
}
