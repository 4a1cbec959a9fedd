// Promotion of types, and conversions between them.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"

// --- promotion ---

const tl_type_t *tl_promote_integers(const tl_type_t *a, const tl_type_t *b) {
  if (tl_is_signed(a) == tl_is_signed(b)) return tl_bits(a) > tl_bits(b) ? a : b;
  if (tl_is_unsigned(a)) return tl_bits(a) >= tl_bits(b) ? a : b;
  return tl_bits(b) >= tl_bits(a) ? b : a;
}

// bool < integers < floats.
static int kind_rank(const tl_type_t *type) { return tl_is_dtype(type, TL_DTYPE_INT1) ? 0 : tl_is_int(type) ? 1 : 2; }

static bool either_is(const tl_type_t *a, const tl_type_t *b, tl_dtype_t dtype) {
  return tl_is_dtype(a, dtype) || tl_is_dtype(b, dtype);
}

static const tl_type_t *promote(tl_generator_t *g, const tl_type_t *a, bool a_is_number, const tl_type_t *b,
                                bool b_is_number, bool divides) {
  const tl_type_t *fp32 = tl_scalar_type(TL_DTYPE_FP32);
  if (a_is_number != b_is_number) {
    const tl_type_t *number = a_is_number ? a : b, *tensor = a_is_number ? b : a;
    if (kind_rank(number) <= kind_rank(tensor)) {
      bool is_half = tl_is_dtype(tensor, TL_DTYPE_FP16) || tl_is_dtype(tensor, TL_DTYPE_BF16);
      return divides && is_half ? fp32 : tensor;
    }
  }
  if (either_is(a, b, TL_DTYPE_FP64)) return tl_scalar_type(TL_DTYPE_FP64);
  if (either_is(a, b, TL_DTYPE_FP32)) return fp32;
  if (either_is(a, b, TL_DTYPE_FP16)) return divides ? fp32 : tl_scalar_type(TL_DTYPE_FP16);
  if (tl_is_dtype(a, TL_DTYPE_BF16) && tl_is_dtype(b, TL_DTYPE_BF16)) return divides ? fp32 : a;
  if (either_is(a, b, TL_DTYPE_BF16)) return fp32;
  if (tl_is_fp8(a) && tl_is_fp8(b)) return tl_same_type(a, b) ? a : tl_scalar_type(TL_DTYPE_FP16);
  if (!tl_is_int(a) || !tl_is_int(b)) {
    tl_error(g, "unexpected type %s and %s", tl_type_text(g, a), tl_type_text(g, b));
    return NULL;
  }
  if (divides && tl_is_signed(a) != tl_is_signed(b)) {
    tl_error(g, "cannot use /, //, or %% with %s and %s because they have different signedness", tl_type_text(g, a),
             tl_type_text(g, b));
    tl_note(g, "cast them to the same signedness");
    return NULL;
  }
  return tl_promote_integers(a, b);
}

static bool check_pointer(tl_generator_t *g, const tl_type_t *a, const tl_type_t *b, bool allows) {
  if (a->kind != TL_POINTER) return true;
  bool is_wrong = !allows || (b->kind == TL_POINTER && !tl_same_type(a, b)) || tl_is_float(b);
  if (is_wrong) tl_error(g, "invalid operands of type %s and %s", tl_type_text(g, a), tl_type_text(g, b));
  return !is_wrong;
}

// A number that goes with an integer tensor has to fit its type.
static bool check_range(tl_generator_t *g, tl_v number, const tl_type_t *type) {
  if (!tl_is_integer(number) || !tl_is_int(type)) return true;
  int bits = tl_bits(type);
  __int128 low = tl_is_signed(type) ? -((__int128)1 << (bits - 1)) : 0;
  __int128 high = ((__int128)1 << (tl_is_signed(type) ? bits - 1 : bits)) - 1;
  if (number->integer < 0 && tl_is_unsigned(type)) {
    tl_error(g, "cannot perform a binary operation between an unsigned tensor and a negative scalar");
    tl_note(g, "perform an explicit cast on one of them");
    return false;
  }
  if (number->integer >= low && number->integer <= high) return true;
  tl_error(g, "scalar %s is out of range for type %s", tl_text(g, number), tl_type_text(g, type));
  return false;
}

bool tl_check_binary(tl_generator_t *g, tl_v *a, tl_v *b, tl_check_t check) {
  tl_v a_number = tl_is_number(*a) ? *a : NULL, b_number = tl_is_number(*b) ? *b : NULL;
  if (!(*a = tl_to_tensor(g, *a)) || !(*b = tl_to_tensor(g, *b))) return false;
  const tl_type_t *a_type = tl_scalar(*a), *b_type = tl_scalar(*b);
  if (!check_pointer(g, a_type, b_type, check.allows_left_pointer) ||
      !check_pointer(g, b_type, a_type, check.allows_right_pointer)) {
    return false;
  }
  if (!check.keeps_types && a_type->kind != TL_POINTER && b_type->kind != TL_POINTER) {
    const tl_type_t *type = promote(g, a_type, a_number != NULL, b_type, b_number != NULL, check.divides);
    if (!type) return false;
    if ((a_number && !check_range(g, a_number, type)) || (b_number && !check_range(g, b_number, type))) return false;
    *a = a_number ? tl_scalar_constant(g, a_number, type) : tl_cast(g, *a, type, -1);
    if (*a) *b = b_number ? tl_scalar_constant(g, b_number, type) : tl_cast(g, *b, type, -1);
    if (!*a || !*b) return false;
  }
  return tl_broadcast_values(g, a, b);
}

// --- conversions ---

tl_v tl_bitcast(tl_generator_t *g, tl_v input, const tl_type_t *type) {
  const tl_type_t *to = tl_with_element(g->program->arena, tl_type_of(input), tl_scalar_of(type)),
                  *from = tl_scalar(input);
  if (tl_same_type(tl_type_of(input), to)) return input;
  if (from->kind == TL_POINTER || tl_scalar_of(type)->kind == TL_POINTER) return tl_cast(g, input, type, -1);
  if (tl_bits(from) != tl_bits(tl_scalar_of(type))) {
    return tl_error(g, "cannot bitcast data-type of size %d to data-type of size %d", tl_bits(from),
                    tl_bits(tl_scalar_of(type)));
  }
  return tl_emit1(g, TERN_TT(BITCAST), to, input);
}

tl_v tl_promote_bf16(tl_generator_t *g, tl_v input) {
  if (!tl_is_dtype(tl_scalar(input), TL_DTYPE_BF16)) return input;
  return tl_cast(g, input, tl_scalar_type(TL_DTYPE_FP32), -1);
}

static tl_v cast_float_to_float(tl_generator_t *g, tl_v input, const tl_type_t *to, int rounding) {
  const tl_type_t *from = tl_scalar(input), *type = tl_scalar_of(to), *fp32 = tl_scalar_type(TL_DTYPE_FP32);
  bool is_narrower = tl_bits(type) < tl_bits(from), is_custom = is_narrower && rounding == TERN_TT_ROUND_TO_ZERO;
  if (tl_is_dtype(from, TL_DTYPE_FP8E4B15) || tl_is_dtype(type, TL_DTYPE_FP8E4B15)) {
    return tl_error(g, "conversions of fp8e4b15 are not supported");
  }
  if (tl_is_fp8(from) || tl_is_fp8(type) || is_custom) {
    const tern_attr_t *attr = is_narrower
                                  ? tern_enum_attr_get(g->program->context, TERN_TT_ENUM(ROUNDING_MODE),
                                                       is_custom ? TERN_TT_ROUND_TO_ZERO : TERN_TT_ROUND_TO_NEAREST)
                                  : NULL;
    tern_named_attrs_t attrs = TERN_ATTRS({"rounding", attr});
    attrs.count = attr ? 1 : 0;
    return tl_emit(g, TERN_TT(FP_TO_FP), to, TERN_VALUES(tl_handle(input)), attrs);
  }
  bool is_half = tl_is_dtype(from, TL_DTYPE_FP16) || tl_is_dtype(from, TL_DTYPE_BF16);
  if (is_half && !tl_is_dtype(type, TL_DTYPE_FP32)) {
    tl_v wide = tl_cast(g, input, fp32, -1);
    return wide ? tl_cast(g, wide, type, -1) : NULL;
  }
  return tl_emit1(g, is_narrower ? TERN_ARITH(TRUNCF) : TERN_ARITH(EXTF), to, input);
}

static tl_v differs_from_zero(tl_generator_t *g, tl_v input) {
  tl_v zero = tl_null(g, tl_scalar(input));
  return zero ? tl_compare(g, TL_OP_NOT_EQ, input, zero) : NULL;
}

static tl_v cast_integer_to_integer(tl_generator_t *g, tl_v input, const tl_type_t *to) {
  const tl_type_t *from = tl_scalar(input), *type = tl_scalar_of(to);
  if (tl_is_dtype(type, TL_DTYPE_INT1)) return differs_from_zero(g, input);
  const tern_op_row_t *row = tl_bits(from) == tl_bits(type)  ? TERN_ARITH(BITCAST)
                             : tl_bits(from) > tl_bits(type) ? TERN_ARITH(TRUNCI)
                             : tl_is_signed(from)            ? TERN_ARITH(EXTSI)
                                                             : TERN_ARITH(EXTUI);
  return tl_emit1(g, row, to, input);
}

static tl_v cast_pointer(tl_generator_t *g, tl_v input, const tl_type_t *to) {
  const tl_type_t *from = tl_scalar(input), *type = tl_scalar_of(to);
  if (from->kind == TL_POINTER && type->kind == TL_POINTER) return tl_emit1(g, TERN_TT(BITCAST), to, input);
  if (from->kind != TL_POINTER && tl_is_int(from)) return tl_emit1(g, TERN_TT(INT_TO_PTR), to, input);
  if (from->kind == TL_POINTER && tl_is_int(type) && tl_bits(type) == 64)
    return tl_emit1(g, TERN_TT(PTR_TO_INT), to, input);
  if (from->kind == TL_POINTER && tl_is_int(type) && tl_bits(type) == 1) {
    tl_v address = tl_cast(g, input, tl_scalar_type(TL_DTYPE_INT64), -1);
    return address ? tl_compare(g, TL_OP_NOT_EQ, address, tl_integer_of(g, 0, TL_DTYPE_INT64)) : NULL;
  }
  return tl_error(g, "cannot cast %s to %s", tl_type_text(g, tl_type_of(input)), tl_type_text(g, to));
}

tl_v tl_cast(tl_generator_t *g, tl_v input, const tl_type_t *type, int rounding) {
  const tl_type_t *from = tl_scalar(input);
  type = tl_scalar_of(type);
  if (tl_same_type(from, type)) return input;
  const tl_type_t *to = tl_with_element(g->program->arena, tl_type_of(input), type);
  bool are_floats = tl_is_float(from) && tl_is_float(type);
  if (rounding >= 0 && !(are_floats && tl_bits(type) < tl_bits(from))) {
    return tl_error(g, "fp_downcast_rounding should be set only for truncating fp conversions, not from %s to %s",
                    tl_type_text(g, from), tl_type_text(g, type));
  }
  if (from->kind == TL_POINTER || type->kind == TL_POINTER) return cast_pointer(g, input, to);
  if (are_floats) return cast_float_to_float(g, input, to, rounding);
  if (tl_is_int(from) && tl_is_int(type)) return cast_integer_to_integer(g, input, to);
  if (tl_is_dtype(from, TL_DTYPE_FP16) || tl_is_dtype(from, TL_DTYPE_BF16)) {
    tl_v wide = tl_cast(g, input, tl_scalar_type(TL_DTYPE_FP32), -1);
    return wide ? tl_cast(g, wide, type, -1) : NULL;
  }
  if (tl_is_standard_float(from) && tl_is_int(type)) {
    if (tl_is_dtype(type, TL_DTYPE_INT1)) return differs_from_zero(g, input);
    return tl_emit1(g, tl_is_signed(type) ? TERN_ARITH(FPTOSI) : TERN_ARITH(FPTOUI), to, input);
  }
  if (tl_is_int(from) && tl_is_standard_float(type)) {
    return tl_emit1(g, tl_is_signed(from) ? TERN_ARITH(SITOFP) : TERN_ARITH(UITOFP), to, input);
  }
  return tl_error(g, "cannot cast %s to %s", tl_type_text(g, tl_type_of(input)), tl_type_text(g, to));
}
