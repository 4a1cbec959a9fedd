// Arithmetic, bits and comparisons.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"

// --- sums and products ---

// Triton computes narrow integers once more in 64 bits and compares the result with their range, for asserts of its debug mode: the ops
// are there whether or not an assert follows.
static tl_v check_overflow(tl_generator_t *g, const tern_op_row_t *row, tl_v a, tl_v b) {
  const tl_type_t *type = tl_scalar(a), *wide = tl_scalar_type(TL_DTYPE_INT64);
  int bits = tl_bits(type);
  if (bits >= 64) return a;
  if (!(a = tl_cast(g, a, wide, -1)) || !(b = tl_cast(g, b, wide, -1))) return NULL;
  tl_v result = tl_emit2(g, row, tl_type_of(a), a, b);
  int64_t most = (int64_t)(((uint64_t)1 << (tl_is_signed(type) ? bits - 1 : bits)) - 1),
          least = tl_is_signed(type) ? -most - 1 : 0;
  tl_v high = tl_integer_of(g, most, TL_DTYPE_INT64), low = tl_integer_of(g, least, TL_DTYPE_INT64);
  tl_v is_below = tl_compare(g, TL_OP_LT_E, result, high),
       is_above = is_below ? tl_compare(g, TL_OP_GT_E, result, low) : NULL;
  tl_v fits = is_above ? tl_bits_of(g, TL_OP_BIT_AND, is_below, is_above) : NULL;
  if (!fits) return NULL;
  const char *names[] = {"add", "sub", "mul"};
  const char *name = names[row == TERN_ARITH(SUBI) ? 1 : row == TERN_ARITH(MULI) ? 2 : 0];
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "int%d overflow detected for operation %s", bits, name);
  tl_v done = tl_device_assert(g, fits, tern_string_builder_view(&text), NULL);
  tern_string_builder_deinitialize(&text);
  return done;
}

static tl_v unexpected(tl_generator_t *g, const tl_type_t *type) {
  return tl_error(g, "unexpected type %s", tl_type_text(g, type));
}

static tl_v emit_number_op(tl_generator_t *g, const tern_op_row_t *of_floats, const tern_op_row_t *of_integers, tl_v a,
                           tl_v b, bool checks_overflow) {
  const tl_type_t *type = tl_scalar(a);
  if (tl_is_float(type)) return tl_emit2(g, of_floats, tl_type_of(a), a, b);
  if (!tl_is_int(type)) return unexpected(g, type);
  if (checks_overflow && !check_overflow(g, of_integers, a, b)) return NULL;
  return tl_emit2(g, of_integers, tl_type_of(a), a, b);
}

static tl_v add_to_pointer(tl_generator_t *g, tl_v pointer, tl_v offset) {
  const tl_type_t *type = tl_scalar(offset);
  if (tl_is_unsigned(type) && tl_bits(type) < 64) {
    const tl_type_t *wide = tl_with_element(g->program->arena, tl_type_of(offset), tl_scalar_type(TL_DTYPE_INT64));
    offset = tl_emit1(g, TERN_ARITH(EXTUI), wide, offset);
  }
  return offset ? tl_emit2(g, TERN_TT(ADDPTR), tl_type_of(pointer), pointer, offset) : NULL;
}

tl_v tl_add(tl_generator_t *g, tl_v a, tl_v b, bool checks_overflow) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){.allows_left_pointer = true, .allows_right_pointer = true})) return NULL;
  bool a_is_pointer = tl_scalar(a)->kind == TL_POINTER, b_is_pointer = tl_scalar(b)->kind == TL_POINTER;
  if (a_is_pointer && b_is_pointer) return tl_error(g, "cannot add pointers together");
  if (a_is_pointer || b_is_pointer) return add_to_pointer(g, a_is_pointer ? a : b, a_is_pointer ? b : a);
  return emit_number_op(g, TERN_ARITH(ADDF), TERN_ARITH(ADDI), a, b, checks_overflow);
}

static tl_v negate(tl_generator_t *g, tl_v a) {
  if (tl_scalar(a)->kind == TL_POINTER)
    return tl_error(g, "wrong type argument to unary minus (%s)", tl_type_text(g, tl_scalar(a)));
  tl_v zero = tl_null(g, tl_scalar(a));
  return zero ? tl_sub(g, zero, a, true) : NULL;
}

tl_v tl_sub(tl_generator_t *g, tl_v a, tl_v b, bool checks_overflow) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){.allows_left_pointer = true})) return NULL;
  if (tl_scalar(a)->kind == TL_POINTER) {
    tl_v minus = negate(g, b);
    return minus ? tl_add(g, a, minus, false) : NULL;
  }
  return emit_number_op(g, TERN_ARITH(SUBF), TERN_ARITH(SUBI), a, b, checks_overflow);
}

tl_v tl_mul(tl_generator_t *g, tl_v a, tl_v b, bool checks_overflow) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){0})) return NULL;
  return emit_number_op(g, TERN_ARITH(MULF), TERN_ARITH(MULI), a, b, checks_overflow);
}

// --- quotients ---

static tl_v true_divide(tl_generator_t *g, tl_v a, tl_v b) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){.divides = true})) return NULL;
  const tl_type_t *a_type = tl_scalar(a), *b_type = tl_scalar(b), *fp32 = tl_scalar_type(TL_DTYPE_FP32);
  const tl_type_t *type = tl_is_float(a_type) ? a_type : tl_is_float(b_type) ? b_type : fp32;
  if (tl_is_float(a_type) && tl_is_float(b_type) &&
      tl_dtypes[b_type->dtype].mantissa >= tl_dtypes[a_type->dtype].mantissa)
    type = b_type;
  if (!(a = tl_cast(g, a, type, -1)) || !(b = tl_cast(g, b, type, -1))) return NULL;
  return tl_emit2(g, TERN_ARITH(DIVF), tl_type_of(a), a, b);
}

tl_v tl_fdiv(tl_generator_t *g, tl_v a, tl_v b) {
  if (!tl_is_float(tl_scalar(a)) || !tl_is_float(tl_scalar(b)))
    return tl_error(g, "both operands of fdiv must have floating scalar type");
  if (!tl_check_binary(g, &a, &b, (tl_check_t){.keeps_types = true, .divides = true})) return NULL;
  return tl_emit2(g, TERN_ARITH(DIVF), tl_type_of(a), a, b);
}

static tl_v floor_divide(tl_generator_t *g, tl_v a, tl_v b) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){.divides = true})) return NULL;
  if (!tl_is_int(tl_scalar(a)) || !tl_is_int(tl_scalar(b))) return unexpected(g, tl_scalar(a));
  return tl_emit2(g, tl_is_signed(tl_scalar(a)) ? TERN_ARITH(DIVSI) : TERN_ARITH(DIVUI), tl_type_of(a), a, b);
}

static tl_v modulo(tl_generator_t *g, tl_v a, tl_v b) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){.divides = true})) return NULL;
  const tl_type_t *type = tl_scalar(a);
  if (tl_is_float(type)) return tl_emit2(g, TERN_ARITH(REMF), tl_type_of(a), a, b);
  if (!tl_is_int(type)) return unexpected(g, type);
  return tl_emit2(g, tl_is_signed(type) ? TERN_ARITH(REMSI) : TERN_ARITH(REMUI), tl_type_of(a), a, b);
}

tl_v tl_min_max(tl_generator_t *g, bool is_max, tl_v a, tl_v b, bool propagates_nan) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){0})) return NULL;
  const tl_type_t *type = tl_scalar(a);
  const tern_op_row_t *row;
  if (tl_is_float(type)) {
    row = propagates_nan ? (is_max ? TERN_ARITH(MAXIMUMF) : TERN_ARITH(MINIMUMF))
                         : (is_max ? TERN_ARITH(MAXNUMF) : TERN_ARITH(MINNUMF));
  } else if (tl_is_int(type)) {
    row = tl_is_signed(type) ? (is_max ? TERN_ARITH(MAXSI) : TERN_ARITH(MINSI))
                             : (is_max ? TERN_ARITH(MAXUI) : TERN_ARITH(MINUI));
  } else {
    return unexpected(g, type);
  }
  return tl_emit2(g, row, tl_type_of(a), a, b);
}

// --- bits ---

static bool check_bits(tl_generator_t *g, tl_v *a, tl_v *b) {
  if (!tl_check_binary(g, a, b, (tl_check_t){0})) return false;
  const tl_type_t *a_type = tl_scalar(*a), *b_type = tl_scalar(*b);
  if (tl_is_int(a_type) && tl_is_int(b_type)) return true;
  tl_error(g, "invalid operands of type %s and %s", tl_type_text(g, a_type), tl_type_text(g, b_type));
  return false;
}

tl_v tl_lshr(tl_generator_t *g, tl_v a, tl_v b) {
  return check_bits(g, &a, &b) ? tl_emit2(g, TERN_ARITH(SHRUI), tl_type_of(a), a, b) : NULL;
}

tl_v tl_bits_of(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b) {
  static const struct {
    tl_operator_t op;
    int row;
  } rows[] = {{TL_OP_BIT_AND, TERN_ARITH_ANDI},
              {TL_OP_BIT_OR, TERN_ARITH_ORI},
              {TL_OP_BIT_XOR, TERN_ARITH_XORI},
              {TL_OP_LSHIFT, TERN_ARITH_SHLI}};
  // Which tensor says whether a shift to the right has a sign: the one whose method Python calls.
  if (op == TL_OP_RSHIFT && tl_is_unsigned(tl_scalar(tl_is_tensor(a) ? a : b))) return tl_lshr(g, a, b);
  if (!check_bits(g, &a, &b)) return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (rows[i].op == op) return tl_emit2(g, &tern_arith_ops[rows[i].row], tl_type_of(a), a, b);
  }
  return tl_emit2(g, TERN_ARITH(SHRSI), tl_type_of(a), a, b);
}

static tl_v invert(tl_generator_t *g, tl_v a) {
  const tl_type_t *type = tl_scalar(a);
  if (!tl_is_int(type)) return tl_error(g, "wrong type argument to unary invert (%s)", tl_type_text(g, type));
  tl_v ones = tl_all_ones(g, type);
  return ones ? tl_bits_of(g, TL_OP_BIT_XOR, a, ones) : NULL;
}

// Operands of `and`, `or` and `not`: blocks go through a conversion of bits even if they are booleans, which then makes nothing.
static tl_v as_bool(tl_generator_t *g, tl_v a) { return tl_bitcast(g, a, tl_scalar_type(TL_DTYPE_INT1)); }

tl_v tl_not(tl_generator_t *g, tl_v a) {
  a = as_bool(g, a);
  return a ? invert(g, a) : NULL;
}

static tl_v logical(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b) {
  if (!(a = tl_to_tensor(g, a)) || !(b = tl_to_tensor(g, b)) || !(a = as_bool(g, a)) || !(b = as_bool(g, b)))
    return NULL;
  return tl_bits_of(g, op == TL_OP_AND ? TL_OP_BIT_AND : TL_OP_BIT_OR, a, b);
}

// --- comparisons ---

// Predicates of arith.cmpf, and of arith.cmpi with and without a sign, as their attributes number them.
static const struct {
  tl_operator_t op;
  int of_floats, of_signed, of_unsigned;
} predicates[] = {
    {TL_OP_EQ, 1, 0, 0},   {TL_OP_NOT_EQ, 13, 1, 1}, {TL_OP_LT, 4, 2, 6},
    {TL_OP_LT_E, 5, 3, 7}, {TL_OP_GT, 2, 4, 8},      {TL_OP_GT_E, 3, 5, 9},
};

tl_v tl_compare(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b) {
  if (!tl_check_binary(g, &a, &b, (tl_check_t){0})) return NULL;
  const tl_type_t *type = tl_scalar(a),
                  *result = tl_with_element(g->program->arena, tl_type_of(a), tl_scalar_type(TL_DTYPE_INT1));
  if (!tl_is_float(type) && !tl_is_int(type)) return unexpected(g, type);
  size_t i = 0;
  while (predicates[i].op != op) ++i;
  int value = tl_is_float(type)    ? predicates[i].of_floats
              : tl_is_signed(type) ? predicates[i].of_signed
                                   : predicates[i].of_unsigned;
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(g->program->context, 64), value);
  return tl_emit(g, tl_is_float(type) ? TERN_ARITH(CMPF) : TERN_ARITH(CMPI), result,
                 TERN_VALUES(tl_handle(a), tl_handle(b)), TERN_ATTRS({"predicate", attr}));
}

tl_v tl_where(tl_generator_t *g, tl_v condition, tl_v x, tl_v y) {
  if (!(condition = tl_cast(g, condition, tl_scalar_type(TL_DTYPE_INT1), -1))) return NULL;
  if (!tl_check_binary(g, &x, &y, (tl_check_t){.allows_left_pointer = true, .allows_right_pointer = true})) return NULL;
  tl_v unused = x;
  if (tl_is_block(condition)) {
    if (!tl_broadcast_values(g, &condition, &x) || !tl_broadcast_values(g, &x, &y)) return NULL;
  } else if (!tl_broadcast_values(g, &condition, &unused)) {
    return NULL;
  }
  return tl_emit(g, TERN_ARITH(SELECT), tl_type_of(x), TERN_VALUES(tl_handle(condition), tl_handle(x), tl_handle(y)),
                 (tern_named_attrs_t){0});
}

// --- operators of Python ---

tl_v tl_tensor_binary(tl_generator_t *g, tl_operator_t op, tl_v a, tl_v b) {
  tl_v other = tl_is_tensor(a) ? b : a;
  if (!tl_is_tensor(other) && !tl_is_number(other)) {
    return tl_error(g, "unsupported operand types for %s: '%s' and '%s'", tern_tl_operator_text(op), tl_kind_name(a),
                    tl_kind_name(b));
  }
  switch (op) {
    case TL_OP_ADD: return tl_add(g, a, b, true);
    case TL_OP_SUB: return tl_sub(g, a, b, true);
    case TL_OP_MULT: return tl_mul(g, a, b, true);
    case TL_OP_DIV: return true_divide(g, a, b);
    case TL_OP_FLOOR_DIV: return floor_divide(g, a, b);
    case TL_OP_MOD: return modulo(g, a, b);
    case TL_OP_LSHIFT:
    case TL_OP_RSHIFT:
    case TL_OP_BIT_AND:
    case TL_OP_BIT_OR:
    case TL_OP_BIT_XOR: return tl_bits_of(g, op, a, b);
    case TL_OP_AND:
    case TL_OP_OR: return logical(g, op, a, b);
    case TL_OP_POW: return tl_error(g, "tensors have no operator '**'");
    default: break;
  }
  // Comparisons make a tensor of the number first, so that it does not adapt to the other's type.
  if (!(other = tl_to_tensor(g, other))) return NULL;
  return tl_is_tensor(a) ? tl_compare(g, op, a, other) : tl_compare(g, op, other, b);
}

tl_v tl_tensor_unary(tl_generator_t *g, tl_operator_t op, tl_v operand) {
  switch (op) {
    case TL_OP_USUB: return negate(g, operand);
    case TL_OP_INVERT: return invert(g, operand);
    case TL_OP_NOT: return tl_not(g, operand);
    default: return tl_error(g, "unary operator '%s' is not implemented on type tensor", tern_tl_operator_text(op));
  }
}
