#include "convert/stablehlo/running.h"

#include <stdlib.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"

// --- monoids ---

static void combine_by_body(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *args, tern_value_t **out) {
  tern_hlo_build_body(b, m->user, args, out, m->count);
}

void tern_monoid_set_float_op(tern_monoid_t *m, const tern_op_row_t *row) {
  const tern_type_t *element = m->elements[0];
  m->loses = true;
  if (tern_type_is_float(element) && tern_type_bit_width(element) < 32) m->wide = row;
}

void tern_hlo_make_monoid(const tern_hlo_body_t *body, size_t count, const tern_type_t *const *elements,
                          tern_value_t *const *neutral, tern_monoid_t *out) {
  *out = (tern_monoid_t){
      .count = count, .elements = elements, .neutral = neutral, .combine = combine_by_body, .user = body};
  double identity;
  const tern_op_row_t *row = count == 1 ? tern_hlo_sum_or_product(body->region, &identity) : NULL;
  bool can_lose = tern_type_is_float(elements[0]) || elements[0]->kind == TERN_TYPE_COMPLEX;
  if (row && can_lose) tern_monoid_set_float_op(out, row);
}

void tern_monoid_combine(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *lhs, tern_value_t *const *rhs,
                         tern_value_t **out) {
  if (m->wide) {
    out[0] = tern_build_binary(b, m->wide, lhs[0], rhs[0]);
    return;
  }
  tern_value_t **args = tern_malloc(2 * m->count * sizeof(*args));
  for (size_t i = 0; i < m->count; ++i) {
    args[m->is_reversed ? m->count + i : i] = lhs[i];
    args[m->is_reversed ? i : m->count + i] = rhs[i];
  }
  m->combine(b, m, args, out);
  free(args);
}

static void cast_all(tern_builder_t *b, const tern_monoid_t *m, const tern_op_row_t *row, const tern_type_t *type,
                     tern_value_t *const *values, tern_value_t **out) {
  for (size_t i = 0; i < m->count; ++i) {
    out[i] =
        m->wide ? tern_build_value(b, row, .operands = TERN_VALUES(values[i]), .types = TERN_TYPES(type)) : values[i];
  }
}

void tern_monoid_widen(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *elements, tern_value_t **out) {
  cast_all(b, m, TERN_ARITH(EXTF), tern_float_type_get(b->context, TERN_TYPE_F32), elements, out);
}

void tern_monoid_narrow(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *values, tern_value_t **out) {
  cast_all(b, m, TERN_ARITH(TRUNCF), m->elements[0], values, out);
}

// --- pieces ---

// Elements of a piece, and pieces of the next. Levels of loops where nobody knows how many elements there are: for a million.
enum { PIECE = 16, USUAL_LEVELS = 4 };

// Levels of loops around the innermost one.
static int count_levels(const tern_running_t *r) {
  if (!r->monoid->loses) return 0;
  if (r->size == TERN_DYNAMIC) return USUAL_LEVELS;
  int levels = 0;
  // A piece and a half is none.
  for (int64_t size = r->size; size >= 2 * PIECE; size /= PIECE) ++levels;
  return levels;
}

typedef struct range {
  tern_value_t *first, *end;
  int level;              // 0: one element after the other; else a piece of so many
  tern_value_t **before;  // what all in front comes to; NULL if there is nothing, or nobody asks
} range_t;

// `values` starts neutral, and becomes what the range comes to.
static void build_range(tern_builder_t *b, const tern_running_t *r, const range_t *range, tern_value_t **state,
                        tern_value_t **values) {
  const tern_monoid_t *m = r->monoid;
  size_t states = r->state_count, count = m->count;
  tern_value_t **carried = tern_malloc((states + 3 * count) * sizeof(*carried)), **sums = carried + states;
  tern_value_t **so_far = sums + count, **inner = so_far + count;
  int64_t stride = 1;
  for (int i = 0; i < range->level; ++i) stride *= PIECE;
  tern_value_t *step = tern_build_index(b, stride);
  if (states) memcpy(carried, state, states * sizeof(*carried));
  memcpy(sums, values, count * sizeof(*sums));
  memcpy(inner, values, count * sizeof(*inner));
  tern_op_t *loop = tern_loop_open(b, range->first, range->end, step, carried, states + count);
  tern_value_t *position = tern_scf_for_iv(loop);
  if (range->level == 0) r->take(b, r->user, position, sums);
  memcpy(so_far, sums, count * sizeof(*so_far));
  if (range->before) tern_monoid_combine(b, m, range->before, sums, so_far);
  if (range->level > 0) {
    tern_value_t *end = tern_build_index_min(b, tern_build_index_add(b, position, step), range->end);
    range_t piece = {position, end, range->level - 1, r->put ? so_far : NULL};
    build_range(b, r, &piece, carried, inner);
    tern_monoid_combine(b, m, sums, inner, sums);
  } else if (r->put) {
    r->put(b, r->user, position, so_far, carried);
  }
  tern_loop_close(b, loop, carried, states + count);
  if (states) memcpy(state, carried, states * sizeof(*carried));
  memcpy(values, sums, count * sizeof(*values));
  free(carried);
}

void tern_build_running(tern_builder_t *b, const tern_running_t *r, tern_value_t **state, tern_value_t **out_values) {
  range_t all = {r->first, r->end, count_levels(r), NULL};
  tern_monoid_widen(b, r->monoid, r->monoid->neutral, out_values);
  build_range(b, r, &all, state, out_values);
}
