// arith.scaling_extf and scaling_truncf: conversions of numbers that share a power of two.
//
//   scaling_extf x, s    -> extf(x) * extf(s)         scaling_truncf x, s    -> truncf(x / extf(s))
//
// A scale that is no f8E8M0FNU is rounded to one first, as upstream's arith-expand does.

#include "convert/decompose/decompose.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "ir/context.h"

// The type with another element.
static const tern_type_t *with_element(const tern_type_t *type, const tern_type_t *element) {
  return tern_type_is_shaped(type) ? tern_type_with_element(type, element) : element;
}

static const tern_type_t *element_of(const tern_type_t *type) {
  return tern_type_is_shaped(type) ? tern_type_element(type) : type;
}

static tern_value_t *convert(tern_builder_t *b, tern_value_t *x, const tern_type_t *element) {
  const tern_type_t *from = element_of(x->type);
  if (from == element) return x;
  bool is_wider = tern_type_bit_width(from) < tern_type_bit_width(element);
  return tern_build_value(b, is_wider ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(with_element(x->type, element)));
}

// The scale in the type that is computed with.
static tern_value_t *build_scale(tern_builder_t *b, tern_value_t *scale, const tern_type_t *element) {
  const tern_type_t *power = tern_float_type_get(b->context, TERN_TYPE_F8E8M0FNU);
  if (element_of(scale->type) != power) scale = convert(b, scale, power);
  return convert(b, scale, element);
}

static const tern_type_t *computed_type(tern_builder_t *b, const tern_type_t *type) {
  return type->kind == TERN_TYPE_F64 ? type : tern_float_type_get(b->context, TERN_TYPE_F32);
}

bool tern_decompose_scaling_extf(tern_decompose_t *d) {
  const tern_type_t *to = element_of(d->op->results[0].type), *wide = computed_type(d->b, to);
  tern_value_t *x = convert(d->b, tern_op_operand(d->op, 0), wide);
  tern_value_t *product =
      tern_decompose_binary(d->b, TERN_ARITH(MULF), x, build_scale(d->b, tern_op_operand(d->op, 1), wide));
  d->results[0] = convert(d->b, product, to);
  return true;
}

bool tern_decompose_scaling_truncf(tern_decompose_t *d) {
  const tern_type_t *to = element_of(d->op->results[0].type), *from = element_of(tern_op_operand(d->op, 0)->type);
  const tern_type_t *wide = computed_type(d->b, from);
  tern_value_t *x = convert(d->b, tern_op_operand(d->op, 0), wide);
  tern_value_t *quotient =
      tern_decompose_binary(d->b, TERN_ARITH(DIVF), x, build_scale(d->b, tern_op_operand(d->op, 1), wide));
  d->results[0] = convert(d->b, quotient, to);
  return true;
}
