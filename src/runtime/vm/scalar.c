// Arithmetic, conversions and comparisons of the virtual machine: one line an instruction.
//
// I, U, L, M, F and D read operand `n` as a signed or unsigned integer of 32 or 64 bits, or a float of 32 or 64; SET_...
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
#define CASE(ID, effect) \
  case TERN_BYTECODE_OP_##ID: effect; return NULL

static const char division_by_zero[] = "a division by zero";
static const char division_overflow[] = "a division that overflows";
static const char unknown[] = "an unknown instruction";

//---- Integers ----

static const char *execute_i32(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  if (opcode >= TERN_BYTECODE_OP_DIV_I32_S && opcode <= TERN_BYTECODE_OP_REM_I32_U && U(2) == 0) {
    return division_by_zero;
  }
  switch (opcode) {
    CASE(ADD_I32, SET_U(U(1) + U(2)));
    CASE(SUB_I32, SET_U(U(1) - U(2)));
    CASE(MUL_I32, SET_U(U(1) * U(2)));
    case TERN_BYTECODE_OP_DIV_I32_S:
      if (I(1) == INT32_MIN && I(2) == -1) return division_overflow;
      SET_U(I(1) / I(2));
      return NULL;
      CASE(DIV_I32_U, SET_U(U(1) / U(2)));
      CASE(REM_I32_S, SET_U(I(2) == -1 ? 0 : I(1) % I(2)));
      CASE(REM_I32_U, SET_U(U(1) % U(2)));
      CASE(MIN_I32_S, SET_U(I(1) < I(2) ? I(1) : I(2)));
      CASE(MIN_I32_U, SET_U(U(1) < U(2) ? U(1) : U(2)));
      CASE(MAX_I32_S, SET_U(I(1) > I(2) ? I(1) : I(2)));
      CASE(MAX_I32_U, SET_U(U(1) > U(2) ? U(1) : U(2)));
      CASE(AND_I32, SET_U(U(1) & U(2)));
      CASE(OR_I32, SET_U(U(1) | U(2)));
      CASE(XOR_I32, SET_U(U(1) ^ U(2)));
      CASE(FMA_I32, SET_U(U(1) * U(2) + U(3)));
      CASE(ABS_I32, SET_U(I(1) < 0 ? 0u - U(1) : U(1)));
      CASE(NOT_I32, SET_U(~U(1)));
      CASE(CTLZ_I32, SET_U(U(1) ? __builtin_clz(U(1)) : 32));
      CASE(SHL_I32, SET_U(U(1) << (U(2) & 31)));
      CASE(SHR_I32_S, SET_U(I(1) >> (U(2) & 31)));
      CASE(SHR_I32_U, SET_U(U(1) >> (U(2) & 31)));
    default: return unknown;
  }
}

static const char *execute_i64(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  if (opcode >= TERN_BYTECODE_OP_DIV_I64_S && opcode <= TERN_BYTECODE_OP_REM_I64_U && M(2) == 0) {
    return division_by_zero;
  }
  switch (opcode) {
    CASE(ADD_I64, SET_M(M(1) + M(2)));
    CASE(SUB_I64, SET_M(M(1) - M(2)));
    CASE(MUL_I64, SET_M(M(1) * M(2)));
    case TERN_BYTECODE_OP_DIV_I64_S:
      if (L(1) == INT64_MIN && L(2) == -1) return division_overflow;
      SET_M(L(1) / L(2));
      return NULL;
      CASE(DIV_I64_U, SET_M(M(1) / M(2)));
      CASE(REM_I64_S, SET_M(L(2) == -1 ? 0 : L(1) % L(2)));
      CASE(REM_I64_U, SET_M(M(1) % M(2)));
      CASE(MIN_I64_S, SET_M(L(1) < L(2) ? L(1) : L(2)));
      CASE(MIN_I64_U, SET_M(M(1) < M(2) ? M(1) : M(2)));
      CASE(MAX_I64_S, SET_M(L(1) > L(2) ? L(1) : L(2)));
      CASE(MAX_I64_U, SET_M(M(1) > M(2) ? M(1) : M(2)));
      CASE(AND_I64, SET_M(M(1) & M(2)));
      CASE(OR_I64, SET_M(M(1) | M(2)));
      CASE(XOR_I64, SET_M(M(1) ^ M(2)));
      CASE(FMA_I64, SET_M(M(1) * M(2) + M(3)));
      CASE(ABS_I64, SET_M(L(1) < 0 ? (uint64_t)0 - M(1) : M(1)));
      CASE(NOT_I64, SET_M(~M(1)));
      CASE(CTLZ_I64, SET_M(M(1) ? __builtin_clzll(M(1)) : 64));
      CASE(SHL_I64, SET_M(M(1) << (U(2) & 63)));
      CASE(SHR_I64_S, SET_M(L(1) >> (U(2) & 63)));
      CASE(SHR_I64_U, SET_M(M(1) >> (U(2) & 63)));
    default: return unknown;
  }
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
static const char *execute_float(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  bool is_wide = opcode >= TERN_BYTECODE_OP_ADD_F64;
  // The rows for both widths are in the same order.
  int row = opcode - (is_wide ? TERN_BYTECODE_OP_ADD_F64 : TERN_BYTECODE_OP_ADD_F32) + TERN_BYTECODE_OP_ADD_F32;
  bool has_right = row <= TERN_BYTECODE_OP_FMA_F32;
  double a = is_wide ? D(1) : (double)F(1), result;
  double b = !has_right ? 0.0 : is_wide ? D(2) : (double)F(2);
  switch (row) {
    case TERN_BYTECODE_OP_ADD_F32: result = a + b; break;
    case TERN_BYTECODE_OP_SUB_F32: result = a - b; break;
    case TERN_BYTECODE_OP_MUL_F32: result = a * b; break;
    case TERN_BYTECODE_OP_DIV_F32: result = a / b; break;
    case TERN_BYTECODE_OP_REM_F32: result = fmod(a, b); break;
    case TERN_BYTECODE_OP_MIN_F32: result = least(a, b); break;
    case TERN_BYTECODE_OP_MAX_F32: result = most(a, b); break;
    case TERN_BYTECODE_OP_ATAN2_F32: result = atan2(a, b); break;
    case TERN_BYTECODE_OP_POW_F32: result = pow(a, b); break;
    case TERN_BYTECODE_OP_FMA_F32: result = is_wide ? fma(a, b, D(3)) : (double)fmaf(F(1), F(2), F(3)); break;
    case TERN_BYTECODE_OP_ABS_F32: result = fabs(a); break;
    case TERN_BYTECODE_OP_NEG_F32: result = -a; break;
    case TERN_BYTECODE_OP_RSQRT_F32: result = 1.0 / sqrt(a); break;
    case TERN_BYTECODE_OP_FPOWI_F32: result = pow(a, I(2)); break;
    default: result = unary_functions[row - TERN_BYTECODE_OP_CEIL_F32](a); break;
  }
  if (is_wide) {
    SET_D(result);
  } else {
    SET_F((float)result);
  }
  return NULL;
}

//---- Conversions ----

// Toward zero; the nearest integer of the type for what lies outside, 0 for NaN. The bounds are exact doubles: the least
// integer, and one above the largest.
static int64_t to_signed(double value, int width) {
  double bound = ldexp(1.0, width - 1);
  if (value != value) return 0;
  if (value < -bound) return width == 64 ? INT64_MIN : -((int64_t)1 << (width - 1));
  if (value >= bound) return width == 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1;
  return (int64_t)value;
}

static uint64_t to_unsigned(double value, int width) {
  if (!(value > 0)) return 0;
  if (value >= ldexp(1.0, width)) return width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  return (uint64_t)value;
}

static const char *execute_cast(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  switch (opcode) {
    CASE(TRUNC_I32_I8, SET_U((uint8_t)U(1)));
    CASE(TRUNC_I32_I16, SET_U((uint16_t)U(1)));
    CASE(TRUNC_I16_I8, SET_U((uint8_t)U(1)));
    CASE(TRUNC_I64_I8, SET_U((uint8_t)M(1)));
    CASE(TRUNC_I64_I16, SET_U((uint16_t)M(1)));
    CASE(TRUNC_I64_I32, SET_U(M(1)));
    CASE(EXT_I8_I32_S, SET_U((int8_t)U(1)));
    CASE(EXT_I8_I32_U, SET_U((uint8_t)U(1)));
    CASE(EXT_I16_I32_S, SET_U((int16_t)U(1)));
    CASE(EXT_I16_I32_U, SET_U((uint16_t)U(1)));
    CASE(EXT_I8_I64_S, SET_M((int64_t)(int8_t)U(1)));
    CASE(EXT_I8_I64_U, SET_M((uint8_t)U(1)));
    CASE(EXT_I16_I64_S, SET_M((int64_t)(int16_t)U(1)));
    CASE(EXT_I16_I64_U, SET_M((uint16_t)U(1)));
    CASE(EXT_I32_I64_S, SET_M((int64_t)I(1)));
    CASE(EXT_I32_I64_U, SET_M(U(1)));
    CASE(TRUNC_F64_F32, SET_F((float)D(1)));
    CASE(EXT_F32_F64, SET_D((double)F(1)));
    CASE(CAST_SI32_F32, SET_F((float)I(1)));
    CASE(CAST_F32_SI32, SET_U(to_signed(F(1), 32)));
    CASE(CAST_SI64_F32, SET_F((float)L(1)));
    CASE(CAST_F32_SI64, SET_M(to_signed(F(1), 64)));
    CASE(CAST_UI32_F32, SET_F((float)U(1)));
    CASE(CAST_F32_UI32, SET_U(to_unsigned(F(1), 32)));
    CASE(CAST_UI64_F32, SET_F((float)M(1)));
    CASE(CAST_F32_UI64, SET_M(to_unsigned(F(1), 64)));
    CASE(CAST_SI32_F64, SET_D((double)I(1)));
    CASE(CAST_F64_SI32, SET_U(to_signed(D(1), 32)));
    CASE(CAST_SI64_F64, SET_D((double)L(1)));
    CASE(CAST_F64_SI64, SET_M(to_signed(D(1), 64)));
    CASE(CAST_UI32_F64, SET_D((double)U(1)));
    CASE(CAST_F64_UI32, SET_U(to_unsigned(D(1), 32)));
    CASE(CAST_UI64_F64, SET_D((double)M(1)));
    CASE(CAST_F64_UI64, SET_M(to_unsigned(D(1), 64)));
    CASE(BITCAST_I32_F32, SET_U(U(1)));
    CASE(BITCAST_F32_I32, SET_U(U(1)));
    CASE(BITCAST_I64_F64, SET_M(M(1)));
    CASE(BITCAST_F64_I64, SET_M(M(1)));
    default: return unknown;
  }
}

//---- Comparisons ----

static const char *compare_integers(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  switch (opcode) {
    CASE(CMP_EQ_I32, SET_U(U(1) == U(2)));
    CASE(CMP_NE_I32, SET_U(U(1) != U(2)));
    CASE(CMP_LT_I32_S, SET_U(I(1) < I(2)));
    CASE(CMP_LT_I32_U, SET_U(U(1) < U(2)));
    CASE(CMP_LTE_I32_S, SET_U(I(1) <= I(2)));
    CASE(CMP_LTE_I32_U, SET_U(U(1) <= U(2)));
    CASE(CMP_NZ_I32, SET_U(U(1) != 0));
    CASE(CMP_EQ_I64, SET_U(M(1) == M(2)));
    CASE(CMP_NE_I64, SET_U(M(1) != M(2)));
    CASE(CMP_LT_I64_S, SET_U(L(1) < L(2)));
    CASE(CMP_LT_I64_U, SET_U(M(1) < M(2)));
    CASE(CMP_LTE_I64_S, SET_U(L(1) <= L(2)));
    CASE(CMP_LTE_I64_U, SET_U(M(1) <= M(2)));
    CASE(CMP_NZ_I64, SET_U(M(1) != 0));
    default: return unknown;
  }
}

// Bits of a float as a number that rises with it, one step from each float to the next.
static int64_t order_f32(float value) {
  int32_t bits = (int32_t)from_f32(value);
  return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
}
static __int128 order_f64(double value) {
  int64_t bits = (int64_t)from_f64(value);
  return bits < 0 ? -(__int128)(bits & INT64_MAX) : bits;
}

enum { NEAR_STEPS = 4 };

static bool is_near_f32(float a, float b) {
  if (a != a || b != b) return false;
  int64_t distance = order_f32(a) - order_f32(b);
  return fabsf(a - b) <= 1e-5f || (distance <= NEAR_STEPS && -distance <= NEAR_STEPS);
}
static bool is_near_f64(double a, double b) {
  if (a != a || b != b) return false;
  __int128 distance = order_f64(a) - order_f64(b);
  return fabs(a - b) <= 1e-10 || (distance <= NEAR_STEPS && -distance <= NEAR_STEPS);
}

// `a` and `b` hold what a comparison of either width compares: every float is a double.
static const char *compare_floats(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  bool is_wide = opcode >= TERN_BYTECODE_OP_CMP_EQ_F64_O;
  // The rows for both widths are in the same order.
  int row = is_wide ? opcode - TERN_BYTECODE_OP_CMP_EQ_F64_O : opcode - TERN_BYTECODE_OP_CMP_EQ_F32_O;
  bool has_right = row <= TERN_BYTECODE_OP_CMP_EQ_F32_NEAR - TERN_BYTECODE_OP_CMP_EQ_F32_O;
  double a = is_wide ? D(1) : (double)F(1);
  double b = !has_right ? 0.0 : is_wide ? D(2) : (double)F(2);
  bool is_unordered = a != a || b != b;
  switch (row + TERN_BYTECODE_OP_CMP_EQ_F32_O) {
    CASE(CMP_EQ_F32_O, SET_U(a == b));
    CASE(CMP_EQ_F32_U, SET_U(is_unordered || a == b));
    CASE(CMP_NE_F32_O, SET_U(!is_unordered && a != b));
    CASE(CMP_NE_F32_U, SET_U(is_unordered || a != b));
    CASE(CMP_LT_F32_O, SET_U(a < b));
    CASE(CMP_LT_F32_U, SET_U(is_unordered || a < b));
    CASE(CMP_LTE_F32_O, SET_U(a <= b));
    CASE(CMP_LTE_F32_U, SET_U(is_unordered || a <= b));
    CASE(CMP_EQ_F32_NEAR, SET_U(is_wide ? is_near_f64(a, b) : is_near_f32((float)a, (float)b)));
    CASE(CMP_NZ_F32_O, SET_U(!is_unordered && a != 0));
    CASE(CMP_NZ_F32_U, SET_U(is_unordered || a != 0));
    CASE(CMP_NAN_F32, SET_U(a != a));
    default: return unknown;
  }
}

const char *tern_vm_execute_scalar(uint16_t opcode, const uint16_t *operands, uint64_t *values) {
  if (opcode >= TERN_BYTECODE_OP_SELECT_I32 && opcode <= TERN_BYTECODE_OP_SELECT_F64) {
    SET_M(U(1) ? M(2) : M(3));
    return NULL;
  }
  if (opcode <= TERN_BYTECODE_OP_SHR_I32_U) return execute_i32(opcode, operands, values);
  if (opcode <= TERN_BYTECODE_OP_SHR_I64_U) return execute_i64(opcode, operands, values);
  if (opcode <= TERN_BYTECODE_OP_FPOWI_F64) return execute_float(opcode, operands, values);
  if (opcode <= TERN_BYTECODE_OP_BITCAST_F64_I64) return execute_cast(opcode, operands, values);
  if (opcode <= TERN_BYTECODE_OP_CMP_NZ_I64) return compare_integers(opcode, operands, values);
  return compare_floats(opcode, operands, values);
}
