// Making ops, and constants of the IR.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dialect/arith/arith.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"
#include "rewrite/fold.h"

tl_v tl_emit(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tern_values_t operands,
             tern_named_attrs_t attrs) {
  const tern_type_t *ir_type = tl_ir_type(g, type);
  if (!ir_type) return NULL;
  tern_value_t *result =
      tern_build_value(&g->b, row, .operands = operands, .types = TERN_TYPES(ir_type), .attrs = attrs);
  return tl_tensor(g, result, type);
}

tl_v tl_emit1(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tl_v operand) {
  return tl_emit(g, row, type, TERN_VALUES(tl_handle(operand)), (tern_named_attrs_t){0});
}

tl_v tl_emit2(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tl_v a, tl_v b) {
  return tl_emit(g, row, type, TERN_VALUES(tl_handle(a), tl_handle(b)), (tern_named_attrs_t){0});
}

tl_v tl_emit_folded(tl_generator_t *g, const tern_op_row_t *row, const tl_type_t *type, tl_v operand) {
  tl_v made = tl_emit1(g, row, type, operand);
  if (!made) return NULL;
  tern_op_t *op = tern_value_defining_op(tl_handle(made));
  tern_value_t *folded = NULL;
  tern_builder_t before = g->b;
  before.before = op;
  before.block = op->block;
  if (tern_fold_op(op, &before, &folded) != TERN_FOLD_REPLACED) return made;
  tern_op_destroy(op);
  return tl_tensor(g, folded, type);
}

const tern_attr_t *tl_i32_attr(tl_generator_t *g, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(g->program->context, 32), value);
}

// --- constants ---

static tl_v emit_constant(tl_generator_t *g, const tern_attr_t *attr, const tl_type_t *type) {
  tern_value_t *value = tern_build_value(&g->b, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", attr}),
                                         .types = TERN_TYPES(tern_attr_type(attr)));
  return tl_tensor(g, value, type);
}

tl_v tl_integer_of(tl_generator_t *g, int64_t value, tl_dtype_t dtype) {
  const tl_type_t *type = tl_scalar_type(dtype);
  return emit_constant(g, tern_integer_attr_get(tl_ir_type(g, type), value), type);
}

tl_v tl_null(tl_generator_t *g, const tl_type_t *type) {
  const tern_type_t *ir_type = tl_ir_type(g, type);
  if (!ir_type) return NULL;
  if (tern_type_is_float(ir_type)) return emit_constant(g, tern_float_attr_get(ir_type, 0), type);
  if (!tern_type_is_integer(ir_type)) return tl_error(g, "there is no constant of type %s", tl_type_text(g, type));
  return emit_constant(g, tern_integer_attr_get(ir_type, 0), type);
}

tl_v tl_all_ones(tl_generator_t *g, const tl_type_t *type) {
  const tern_type_t *ir_type = tl_ir_type(g, type);
  return ir_type ? emit_constant(g, tern_integer_attr_get(ir_type, -1), type) : NULL;
}

// Triton writes numbers of bf16 with six digits behind the point on their way.
static double round_as_text(double value) {
  char text[512];
  snprintf(text, sizeof text, "%f", (double)(float)value);
  return strtod(text, NULL);
}

tl_v tl_scalar_constant(tl_generator_t *g, tl_v number, const tl_type_t *type) {
  double real = tl_real(number);
  if (real == 0) return tl_null(g, type);
  const tern_type_t *ir_type = tl_ir_type(g, type);
  if (!ir_type) return NULL;
  if (tl_is_float(type)) {
    if (tl_bits(type) == 8) return tl_error(g, "there is no constant of type %s but 0", tl_type_text(g, type));
    if (tl_is_dtype(type, TL_DTYPE_BF16)) real = round_as_text(real);
    if (tl_bits(type) < 64) real = (double)(float)real;
    return emit_constant(g, tern_float_attr_get(ir_type, real), type);
  }
  if (!tl_is_int(type)) return tl_error(g, "there is no constant of type %s", tl_type_text(g, type));
  if (!tl_is_integer(number)) {
    return tl_error(g, "a number with a point cannot become a constant of type %s", tl_type_text(g, type));
  }
  int64_t value = tl_is_dtype(type, TL_DTYPE_INT1) ? number->integer != 0 : (int64_t)number->integer;
  return emit_constant(g, tern_integer_attr_get(ir_type, value), type);
}

// The type that an integer has without another operand to tell; void: none holds it.
static tl_dtype_t natural_integer(__int128 value) {
  if (value >= INT32_MIN && value <= INT32_MAX) return TL_DTYPE_INT32;
  if (value >= 0 && value <= UINT32_MAX) return TL_DTYPE_UINT32;
  if (value >= INT64_MIN && value <= INT64_MAX) return TL_DTYPE_INT64;
  return value >= 0 && value <= UINT64_MAX ? TL_DTYPE_UINT64 : TL_DTYPE_VOID;
}

static tl_dtype_t natural_real(double value) {
  double size = fabs(value);
  bool fits = isnan(value) || isinf(value) || value == 0 || (size >= 0x1p-126 && size <= 0x1.fffffep127);
  return fits ? TL_DTYPE_FP32 : TL_DTYPE_FP64;
}

tl_v tl_to_tensor(tl_generator_t *g, tl_v value) {
  tl_dtype_t dtype;
  switch (value->kind) {
    case TL_TENSOR: return value;
    case TL_BOOL: return tl_integer_of(g, value->integer != 0, TL_DTYPE_INT1);
    case TL_INT:
      dtype = natural_integer(value->integer);
      if (dtype == TL_DTYPE_VOID) return tl_error(g, "nonrepresentable integer %s", tl_text(g, value));
      return tl_scalar_constant(g, value, tl_scalar_type(dtype));
    case TL_REAL: return tl_scalar_constant(g, value, tl_scalar_type(natural_real(value->real)));
    default: return tl_error(g, "cannot convert %s of type '%s' to tensor", tl_text(g, value), tl_kind_name(value));
  }
}

tl_v tl_make_scalar(tl_generator_t *g, tl_v value, const tl_type_t *type) {
  if (tl_is_tensor(value)) {
    if (tl_element_count(tl_type_of(value)) != 1) return tl_error(g, "only a tensor of one element can stand here");
    return tl_cast(g, value, type, -1);
  }
  if (!tl_is_number(value)) return tl_error(g, "expected a number, not '%s'", tl_kind_name(value));
  return tl_scalar_constant(g, value, type);
}
