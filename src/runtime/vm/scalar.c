// Arithmetic, conversions and comparisons of the virtual machine.
//
// The rows of both widths of integers, and of floats, are in the same order, so
// there is one line for each pair: `row` is that of 32 bits. Integers are
// computed with 64 bits and cut off. I, U, L, M, F and D read operand `n` as a
// signed or unsigned integer of 32 or 64 bits, or a float of 32 or 64; SET_...
// write the result. Signed arithmetic is done unsigned, where it wraps around.

#include "runtime/vm/scalar.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/bytecode_format.h"

static float to_f32(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static uint64_t from_f32(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static double to_f64(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t from_f64(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

#define U(n) ((uint32_t)values[operands[n]])
#define I(n) ((int32_t)U(n))
#define M(n) (values[operands[n]])
#define L(n) ((int64_t)M(n))
#define F(n) to_f32(M(n))
#define D(n) to_f64(M(n))
#define SET_U(expression) values[operands[0]] = (uint32_t)(expression)
#define SET_M(expression) values[operands[0]] = (uint64_t)(expression)
#define SET_F(expression) values[operands[0]] = from_f32(expression)
#define SET_D(expression) values[operands[0]] = from_f64(expression)
#define CASE(ID, expression) \
  case TERN_BYTECODE_OP_##ID: result = (expression); break

static const char division_by_zero[] = "a division by zero";
static const char division_overflow[] = "a division that overflows";

//---- Integers ----

static inline const char *execute_integer(int row, bool is_wide, const uint16_t *operands, uint64_t *values) {
  int width = is_wide ? 64 : 32;
  bool has_right = row < TERN_BYTECODE_OP_ABS_I32 || row > TERN_BYTECODE_OP_CTLZ_I32;
  uint64_t a = is_wide ? M(1) : U(1), b = !has_right ? 0 : is_wide ? M(2) : U(2), result = 0;
  int64_t x = is_wide ? (int64_t)a : (int32_t)a, y = is_wide ? (int64_t)b : (int32_t)b;
  int shift = (int)b & (width - 1);
  if (row >= TERN_BYTECODE_OP_DIV_I32_S && row <= TERN_BYTECODE_OP_REM_I32_U && b == 0) return division_by_zero;
  switch (row) {
    CASE(ADD_I32, a + b);
    CASE(SUB_I32, a - b);
    CASE(MUL_I32, a * b);
    case TERN_BYTECODE_OP_DIV_I32_S:
      if (y == -1 && x == (is_wide ? INT64_MIN : INT32_MIN)) return division_overflow;
      result = (uint64_t)(x / y);
      break;
      CASE(DIV_I32_U, a / b);
      CASE(REM_I32_S, y == -1 ? 0 : (uint64_t)(x % y));
      CASE(REM_I32_U, a % b);
      CASE(MIN_I32_S, x < y ? a : b);
      CASE(MIN_I32_U, a < b ? a : b);
      CASE(MAX_I32_S, x > y ? a : b);
      CASE(MAX_I32_U, a > b ? a : b);
      CASE(AND_I32, a & b);
      CASE(OR_I32, a | b);
      CASE(XOR_I32, a ^ b);
      CASE(FMA_I32, a * b + M(3));
      CASE(ABS_I32, x < 0 ? 0 - a : a);
      CASE(NOT_I32, ~a);
      CASE(CTLZ_I32, (uint64_t)(a ? __builtin_clzll(a) - (64 - width) : width));
      CASE(SHL_I32, a << shift);
      CASE(SHR_I32_S, (uint64_t)(x >> shift));
      CASE(SHR_I32_U, a >> shift);
    default: break;
  }
  SET_M(is_wide ? result : (uint32_t)result);
  return NULL;
}

//---- Floating point ----

// NaN if one of them is; -0 is below 0.
static double least(double a, double b) {
  if (a != a || b != b) return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}
static double most(double a, double b) {
  if (a != a || b != b) return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}

// Of one argument, from CEIL on; NULL: in the switch.
static double (*const unary_functions[])(double) = {ceil,  floor, round, rint,  atan, cos,  sin,  exp,  exp2,
                                                    expm1, log,   log10, log1p, log2, NULL, sqrt, tanh, erf};

// Both widths compute in f64: what is rounded twice comes out as if it was rounded once, as f64 has more than twice the bits
// of f32 (Figueroa, "When is double rounding innocuous?"), but for fma.
static void execute_float(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  bool is_wide = opcode >= TERN_BYTECODE_OP_ADD_F64;
  int row = opcode - (is_wide ? TERN_BYTECODE_OP_ADD_F64 : TERN_BYTECODE_OP_ADD_F32) + TERN_BYTECODE_OP_ADD_F32;
  bool has_right = row <= TERN_BYTECODE_OP_FMA_F32;
  double a = is_wide ? D(1) : (double)F(1), result;
  double b = !has_right ? 0.0 : is_wide ? D(2) : (double)F(2);
  switch (row) {
    CASE(ADD_F32, a + b);
    CASE(SUB_F32, a - b);
    CASE(MUL_F32, a * b);
    CASE(DIV_F32, a / b);
    CASE(REM_F32, fmod(a, b));
    CASE(MIN_F32, least(a, b));
    CASE(MAX_F32, most(a, b));
    CASE(ATAN2_F32, atan2(a, b));
    CASE(POW_F32, pow(a, b));
    CASE(FMA_F32, is_wide ? fma(a, b, D(3)) : (double)fmaf(F(1), F(2), F(3)));
    CASE(ABS_F32, fabs(a));
    CASE(NEG_F32, -a);
    CASE(RSQRT_F32, 1.0 / sqrt(a));
    CASE(FPOWI_F32, pow(a, I(2)));
    default: result = unary_functions[row - TERN_BYTECODE_OP_CEIL_F32](a); break;
  }
  if (is_wide) {
    SET_D(result);
  } else {
    SET_F((float)result);
  }
}

//---- Conversions ----

// Toward zero; the nearest integer of the type for what lies outside, 0 for NaN. The bounds are exact doubles: the least
// integer, and one above the largest.
static uint64_t to_integer(double value, int width, bool is_signed) {
  double bound = ldexp(1.0, width - is_signed);
  uint64_t most = UINT64_MAX >> (64 - width + is_signed);
  if (value >= bound) return most;
  if (is_signed) return value != value ? 0 : value < -bound ? ~most : (uint64_t)(int64_t)value;
  return value > 0 ? (uint64_t)value : 0;
}

uint64_t tern_vm_convert(tern_vm_number_t from, tern_vm_number_t to, uint64_t bits) {
  // As an integer, as it were: widths of floats are no matter.
  int unused = 64 - tern_vm_number_width(from);
  bool is_signed = from & TERN_VM_NUMBER_SIGNED;
  uint64_t whole = is_signed ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits << unused >> unused;
  bool is_real = from >= TERN_VM_NUMBER_F32;
  double real = from == TERN_VM_NUMBER_F32 ? (double)to_f32(bits) : to_f64(bits);
  if (to == TERN_VM_NUMBER_F32) {
    return from_f32(is_real ? (float)real : is_signed ? (float)(int64_t)whole : (float)whole);
  }
  if (to == TERN_VM_NUMBER_F64) return from_f64(is_real ? real : is_signed ? (double)(int64_t)whole : (double)whole);
  int width = tern_vm_number_width(to);
  if (is_real) whole = to_integer(real, width, to & TERN_VM_NUMBER_SIGNED);
  unused = 64 - width;
  if (unused) whole <<= unused;
  whole = to & TERN_VM_NUMBER_SIGNED ? (uint64_t)((int64_t)whole >> unused) : whole >> unused;
  return width == 64 ? whole : (uint32_t)whole;
}

// From what to what, for each instruction: a digit each.
static const uint8_t casts[] = {
#define CAST(ID, from, to) \
  [TERN_BYTECODE_OP_##ID - TERN_BYTECODE_OP_TRUNC_I32_I8] = TERN_VM_NUMBER_##from << 4 | TERN_VM_NUMBER_##to
    CAST(TRUNC_I32_I8, U32, U8),     CAST(TRUNC_I32_I16, U32, U16),   CAST(TRUNC_I16_I8, U16, U8),
    CAST(TRUNC_I64_I8, U64, U8),     CAST(TRUNC_I64_I16, U64, U16),   CAST(TRUNC_I64_I32, U64, U32),
    CAST(EXT_I8_I32_S, S8, S32),     CAST(EXT_I8_I32_U, U8, U32),     CAST(EXT_I16_I32_S, S16, S32),
    CAST(EXT_I16_I32_U, U16, U32),   CAST(EXT_I8_I64_S, S8, S64),     CAST(EXT_I8_I64_U, U8, U64),
    CAST(EXT_I16_I64_S, S16, S64),   CAST(EXT_I16_I64_U, U16, U64),   CAST(EXT_I32_I64_S, S32, S64),
    CAST(EXT_I32_I64_U, U32, U64),   CAST(TRUNC_F64_F32, F64, F32),   CAST(EXT_F32_F64, F32, F64),
    CAST(CAST_SI32_F32, S32, F32),   CAST(CAST_F32_SI32, F32, S32),   CAST(CAST_SI64_F32, S64, F32),
    CAST(CAST_F32_SI64, F32, S64),   CAST(CAST_UI32_F32, U32, F32),   CAST(CAST_F32_UI32, F32, U32),
    CAST(CAST_UI64_F32, U64, F32),   CAST(CAST_F32_UI64, F32, U64),   CAST(CAST_SI32_F64, S32, F64),
    CAST(CAST_F64_SI32, F64, S32),   CAST(CAST_SI64_F64, S64, F64),   CAST(CAST_F64_SI64, F64, S64),
    CAST(CAST_UI32_F64, U32, F64),   CAST(CAST_F64_UI32, F64, U32),   CAST(CAST_UI64_F64, U64, F64),
    CAST(CAST_F64_UI64, F64, U64),   CAST(BITCAST_I32_F32, U32, U32), CAST(BITCAST_F32_I32, U32, U32),
    CAST(BITCAST_I64_F64, U64, U64), CAST(BITCAST_F64_I64, U64, U64),
#undef CAST
};

static void execute_cast(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  uint8_t cast = casts[opcode - TERN_BYTECODE_OP_TRUNC_I32_I8];
  SET_M(tern_vm_convert(cast >> 4, cast & 0xf, M(1)));
}

//---- Comparisons ----

static inline void compare_integers(int row, bool is_wide, const uint16_t *operands, uint64_t *values) {
  bool has_right = row < TERN_BYTECODE_OP_CMP_NZ_I32, result;
  uint64_t a = is_wide ? M(1) : U(1), b = !has_right ? 0 : is_wide ? M(2) : U(2);
  int64_t x = is_wide ? (int64_t)a : (int32_t)a, y = is_wide ? (int64_t)b : (int32_t)b;
  switch (row) {
    CASE(CMP_EQ_I32, a == b);
    CASE(CMP_LT_I32_S, x < y);
    CASE(CMP_LT_I32_U, a < b);
    CASE(CMP_LTE_I32_S, x <= y);
    CASE(CMP_LTE_I32_U, a <= b);
    default: result = a != b; break;
  }
  SET_U(result);
}

// Bits of a float as a number that rises with it, one step from each float to the next.
static uint64_t order(uint64_t bits, bool is_wide) {
  const uint64_t middle = (uint64_t)1 << 63;
  uint64_t sign = is_wide ? middle : (uint64_t)1 << 31, magnitude = bits & (sign - 1);
  return bits & sign ? middle - magnitude : middle + magnitude;
}

static bool are_few_steps(uint64_t a, uint64_t b) {
  enum { NEAR_STEPS = 4 };
  return (a < b ? b - a : a - b) <= NEAR_STEPS;
}

// `a` and `b` hold what a comparison of either width compares: every float is a double.
static void compare_floats(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  bool is_wide = opcode >= TERN_BYTECODE_OP_CMP_EQ_F64_O, result;
  int row = is_wide ? opcode - TERN_BYTECODE_OP_CMP_EQ_F64_O + TERN_BYTECODE_OP_CMP_EQ_F32_O : opcode;
  bool has_right = row <= TERN_BYTECODE_OP_CMP_EQ_F32_NEAR;
  double a = is_wide ? D(1) : (double)F(1);
  double b = !has_right ? 0.0 : is_wide ? D(2) : (double)F(2);
  bool is_unordered = a != a || b != b;
  switch (row) {
    CASE(CMP_EQ_F32_O, a == b);
    CASE(CMP_EQ_F32_U, is_unordered || a == b);
    CASE(CMP_LT_F32_O, a < b);
    CASE(CMP_LT_F32_U, !(a >= b));
    CASE(CMP_LTE_F32_O, a <= b);
    CASE(CMP_LTE_F32_U, !(a > b));
    CASE(CMP_EQ_F32_NEAR, !is_unordered && ((is_wide ? fabs(a - b) <= 1e-10 : fabsf((float)(a - b)) <= 1e-5f) ||
                                            are_few_steps(order(M(1), is_wide), order(M(2), is_wide))));
    case TERN_BYTECODE_OP_CMP_NE_F32_O: CASE(CMP_NZ_F32_O, !is_unordered && a != b); CASE(CMP_NAN_F32, is_unordered);
    default: result = a != b; break;  // cmp.ne.u and cmp.nz.u: true if there is a NaN
  }
  SET_U(result);
}

const char *tern_vm_execute_scalar(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  if (opcode <= TERN_BYTECODE_OP_SELECT_F64) {
    SET_M(U(1) ? M(2) : M(3));
  } else if (opcode < TERN_BYTECODE_OP_ADD_I64) {
    return execute_integer(opcode, false, operands, values);
  } else if (opcode <= TERN_BYTECODE_OP_SHR_I64_U) {
    return execute_integer(opcode - TERN_BYTECODE_OP_ADD_I64 + TERN_BYTECODE_OP_ADD_I32, true, operands, values);
  } else if (opcode <= TERN_BYTECODE_OP_FPOWI_F64) {
    execute_float(opcode, operands, values);
  } else if (opcode <= TERN_BYTECODE_OP_BITCAST_F64_I64) {
    execute_cast(opcode, operands, values);
  } else if (opcode < TERN_BYTECODE_OP_CMP_EQ_I64) {
    compare_integers(opcode, false, operands, values);
  } else if (opcode <= TERN_BYTECODE_OP_CMP_NZ_I64) {
    compare_integers(opcode - TERN_BYTECODE_OP_CMP_EQ_I64 + TERN_BYTECODE_OP_CMP_EQ_I32, true, operands, values);
  } else {
    compare_floats(opcode, operands, values);
  }
  return NULL;
}
