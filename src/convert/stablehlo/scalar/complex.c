// StableHLO on complex scalars, where the complex dialect has no op for it.

#include "convert/stablehlo/scalar/scalar_build.h"

static tern_value_t *part(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return cast(b, row, x, tern_type_element(x->type));
}

static tern_value_t *real_number(tern_builder_t *b, const tern_type_t *type, double value) {
  const tern_type_t *element = tern_type_element(type);
  const tern_attr_t *parts[] = {tern_float_attr_get(element, value), tern_float_attr_get(element, 0)};
  return tern_build_value(b, TERN_COMPLEX(CONSTANT), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"value", tern_array_attr_get(b->context, parts, 2)}));
}

// real and imag; a real number is its own real part.
tern_value_t *tern_scalar_complex_part(const site_t *s) {
  bool is_real = tern_hlo_is(s->op, TERN_HLO_REAL);
  if (is_complex(s->from)) return part(s->b, is_real ? TERN_COMPLEX(RE) : TERN_COMPLEX(IM), s->args[0]);
  return is_real ? s->args[0] : number(s->b, s->type, 0);
}

tern_value_t *tern_scalar_complex_create(const site_t *s) {
  return tern_build_value(s->b, TERN_COMPLEX(CREATE), .operands = {s->args, 2}, .types = TERN_TYPES(s->type));
}

tern_value_t *tern_scalar_complex_logistic(const site_t *s) {
  tern_value_t *one = real_number(s->b, s->type, 1);
  tern_value_t *power = unary(s->b, TERN_COMPLEX(EXP), unary(s->b, TERN_COMPLEX(NEG), s->args[0]));
  return binary(s->b, TERN_COMPLEX(DIV), one, binary(s->b, TERN_COMPLEX(ADD), one, power));
}

// The principal root.
tern_value_t *tern_scalar_complex_cbrt(const site_t *s) {
  return binary(s->b, TERN_COMPLEX(POW), s->args[0], real_number(s->b, s->type, 1.0 / 3));
}

// x before y, by real, then by imaginary part.
static tern_value_t *build_order(tern_builder_t *b, bool is_greater, tern_value_t *x, tern_value_t *y) {
  int64_t predicate = is_greater ? TERN_CMPF_OGT : TERN_CMPF_OLT;
  tern_value_t *x_real = part(b, TERN_COMPLEX(RE), x), *y_real = part(b, TERN_COMPLEX(RE), y);
  tern_value_t *of_imaginary = compare_float(b, predicate, part(b, TERN_COMPLEX(IM), x), part(b, TERN_COMPLEX(IM), y));
  tern_value_t *is_tie = compare_float(b, TERN_CMPF_OEQ, x_real, y_real);
  return select(b, is_tie, of_imaginary, compare_float(b, predicate, x_real, y_real));
}

tern_value_t *tern_scalar_complex_extreme(tern_builder_t *b, bool is_greater, tern_value_t *x, tern_value_t *y) {
  return select(b, build_order(b, is_greater, x, y), x, y);
}

tern_value_t *tern_scalar_complex_compare(const site_t *s, tern_str_t direction) {
  tern_builder_t *b = s->b;
  tern_value_t *x = s->args[0], *y = s->args[1];
  bool is_equality = tern_str_equal(direction, TERN_STR("EQ"));
  if (is_equality || tern_str_equal(direction, TERN_STR("NE"))) {
    return tern_build_value(b, is_equality ? TERN_COMPLEX(EQ) : TERN_COMPLEX(NEQ), .operands = TERN_VALUES(x, y),
                            .types = TERN_TYPES(s->type));
  }
  bool is_greater = direction.data[0] == 'G';
  tern_value_t *order = build_order(b, is_greater, x, y);
  if (direction.data[1] == 'T') return order;
  tern_value_t *equal =
      tern_build_value(b, TERN_COMPLEX(EQ), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(s->type));
  return binary(b, TERN_ARITH(ORI), order, equal);
}
