// iree_linalg_ext.fft as a linalg.generic: each element of the next stage is computed by itself, of the two that it depends on.
//
//   m = 1 << stage, half = m / 2
//   low = i rounded down to the butterfly's upper wing, high = low + half
//   r[i] = a[low] + w a[high]  in the first half of m elements, else  a[low] - w a[high]
//   w = exp(-2 pi sqrt(-1) j / m), j = i mod half

#include <math.h>

#include "convert/linalg_ext/loops.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/math/math.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct fft_stage {
  tern_value_t *parts[2];  // real, imaginary
  tern_value_t *roots[2];  // NULL: to be computed
  tern_value_t *stage, *length;
  size_t rank;
} fft_stage_t;

static tern_value_t *build_function(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

// Number `j` of the `m`-th roots of unity.
static void build_root(tern_builder_t *b, const fft_stage_t *s, tern_value_t *j, tern_value_t *m, tern_value_t **out) {
  for (size_t i = 0; s->roots[0] && i < 2; ++i) out[i] = tern_build_extract(b, s->roots[i], TERN_VALUES(j));
  if (s->roots[0]) return;
  const tern_type_t *type = tern_type_element(s->parts[0]->type);
  tern_value_t *numerator = tern_build_number_from_index(b, j, type), *turn = tern_build_number(b, type, -2 * M_PI);
  numerator = tern_build_binary(b, TERN_ARITH(MULF), turn, numerator);
  tern_value_t *angle = tern_build_binary(b, TERN_ARITH(DIVF), numerator, tern_build_number_from_index(b, m, type));
  out[0] = build_function(b, TERN_MATH(COS), angle);
  out[1] = build_function(b, TERN_MATH(SIN), angle);
}

// A tern_linalg_body_fn_t.
static void build_butterfly(tern_builder_t *b, tern_block_t *body, void *user) {
  const fft_stage_t *s = user;
  (void)body;
  tern_value_t *place[MAX_RANK], *low[2], *high[2], *root[2], *results[2];
  for (size_t d = 0; d < s->rank; ++d) place[d] = tern_linalg_build_index(b, d);
  tern_value_t *one = tern_build_index(b, 1), *i = place[s->rank - 1];
  tern_value_t *m = tern_build_binary(b, TERN_ARITH(SHLI), one, s->stage);
  tern_value_t *half = tern_build_binary(b, TERN_ARITH(SHRUI), m, one);
  tern_value_t *j = tern_build_binary(b, TERN_ARITH(ANDI), i, tern_build_index_sub(b, half, one));
  tern_value_t *wing = tern_build_binary(b, TERN_ARITH(ANDI), i, half);  // 0 or half
  tern_value_t *last = tern_build_index_sub(b, s->length, one), *start = tern_build_index_sub(b, i, wing);
  for (size_t p = 0; p < 2; ++p) {
    place[s->rank - 1] = start;
    low[p] = tern_build_extract(b, s->parts[p], (tern_values_t){place, s->rank});
    // A stage that the length does not have reads nothing outside.
    place[s->rank - 1] = tern_build_binary(b, TERN_ARITH(MINUI), tern_build_index_add(b, start, half), last);
    high[p] = tern_build_extract(b, s->parts[p], (tern_values_t){place, s->rank});
  }
  build_root(b, s, j, m, root);
  tern_value_t *is_low = tern_build_compared(b, TERN_CMPI_EQ, wing, tern_build_index(b, 0));
  for (size_t p = 0; p < 2; ++p) {
    tern_value_t *x = tern_build_binary(b, TERN_ARITH(MULF), root[0], high[p]);
    tern_value_t *y = tern_build_binary(b, TERN_ARITH(MULF), root[1], high[1 - p]);
    tern_value_t *turned = tern_build_binary(b, p == 0 ? TERN_ARITH(SUBF) : TERN_ARITH(ADDF), x, y);
    results[p] = tern_build_select(b, is_low, tern_build_binary(b, TERN_ARITH(ADDF), low[p], turned),
                                   tern_build_binary(b, TERN_ARITH(SUBF), low[p], turned));
  }
  tern_build_linalg_yield(b, (tern_values_t){results, 2});
}

bool tern_linalg_ext_lower_fft(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  fft_stage_t s = {.stage = tern_linalg_ext_input(op, 0)};
  for (size_t p = 0; p < 2; ++p) {
    s.parts[p] = tern_linalg_ext_output(op, p);
    s.roots[p] = tern_linalg_ext_input(op, 1 + p);
  }
  const tern_type_t *type = s.parts[0]->type;
  s.rank = tern_type_rank(type);
  tern_extent_t sizes[MAX_RANK];
  tern_build_dims(b, s.parts[0], sizes);
  int64_t stage, length = sizes[s.rank - 1].value ? INT64_MAX : sizes[s.rank - 1].constant;
  if (tern_value_constant_int(s.stage, &stage) && (stage < 1 || stage > 62 || (INT64_C(1) << stage) > length)) {
    return tern_op_error(op, "has stage %lld, which transforms of its length do not have", (long long)stage);
  }
  s.length = tern_build_extent(b, sizes[s.rank - 1]);
  const tern_affine_map_t *map = tern_affine_map_identity(b->context, s.rank), *maps[] = {map, map};
  tern_value_t *outputs[2] = {tern_build_empty(b, type, sizes), tern_build_empty(b, type, sizes)};
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, (tern_values_t){outputs, 2}, maps, s.rank, 0,
                                                 build_butterfly, &s);
  for (size_t p = 0; p < 2; ++p) out_results[p] = tern_op_result(generic, p);
  return true;
}
