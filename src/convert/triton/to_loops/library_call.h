// What formulas for functions of libdevice are written with: numbers or vectors, by their types.

#ifndef TERN_CONVERT_TRITON_TO_LOOPS_LIBRARY_CALL_H_
#define TERN_CONVERT_TRITON_TO_LOOPS_LIBRARY_CALL_H_

#include "convert/triton/to_loops/loops.h"
#include "dialect/math/math.h"

enum { ARGUMENTS_MAX = 4 };

// What a formula is made of: the arguments, and the type of the result.
typedef struct call {
  writer_t *w;
  value_t x[ARGUMENTS_MAX];
  size_t count;
  const tern_type_t *type;
} call_t;

static inline value_t number(const call_t *c, double value) {
  return tern_arith_constant_float(&c->w->b, c->x[0]->type, value);
}
static inline value_t whole(const call_t *c, int64_t value) {
  return tern_arith_constant_int(&c->w->b, c->x[0]->type, value);
}
static inline value_t unary(const call_t *c, const tern_op_row_t *row, value_t x) {
  return tern_tt_op(c->w, row, NULL, TERN_VALUES(x));
}
static inline value_t binary(const call_t *c, const tern_op_row_t *row, value_t x, value_t y) {
  return tern_tt_binary(c->w, row, x, y);
}
static inline value_t cast(const call_t *c, const tern_op_row_t *row, value_t x, const tern_type_t *type) {
  return tern_tt_op(c->w, row, tern_type_with_element(x->type, type), TERN_VALUES(x));
}
static inline value_t choose(const call_t *c, value_t condition, value_t x, value_t y) {
  return tern_build_value(&c->w->b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}
static inline value_t compare(const call_t *c, tern_cmpf_predicate_t predicate, value_t x, value_t y) {
  return tern_arith_cmpf(&c->w->b, predicate, x, y);
}
static inline value_t to_int(const call_t *c, value_t truth) {
  return cast(c, TERN_ARITH(EXTUI), truth, tern_type_element(c->type));
}
static inline value_t mul(const call_t *c, value_t x, value_t y) { return binary(c, TERN_ARITH(MULF), x, y); }
static inline value_t sub(const call_t *c, value_t x, value_t y) { return binary(c, TERN_ARITH(SUBF), x, y); }
static inline value_t add(const call_t *c, value_t x, value_t y) { return binary(c, TERN_ARITH(ADDF), x, y); }
static inline value_t divide(const call_t *c, value_t x, value_t y) { return binary(c, TERN_ARITH(DIVF), x, y); }

// library_rare.c and library_bessel.c: what processors call the C library for.
value_t tern_libdevice_tgamma(const call_t *c);
value_t tern_libdevice_lgamma(const call_t *c);
value_t tern_libdevice_remainder(const call_t *c);
value_t tern_libdevice_nextafter(const call_t *c);
value_t tern_libdevice_ldexp(const call_t *c);
value_t tern_libdevice_j0(const call_t *c);
value_t tern_libdevice_j1(const call_t *c);
value_t tern_libdevice_y0(const call_t *c);
value_t tern_libdevice_y1(const call_t *c);

#endif  // TERN_CONVERT_TRITON_TO_LOOPS_LIBRARY_CALL_H_
