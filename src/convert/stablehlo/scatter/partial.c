// A scatter that adds up floats in few rows, as rows of partial sums.
//
//   partial[t, w, k] = sum of the updates [k * chunk, (k + 1) * chunk) that go to row t, in their order
//   result[t, w] = input[t, w] + sum over k of partial[t, w, k]
//
// An iteration has a chunk of one column, and rows of its own, so it need not wait for others. What is added to what depends on
// sizes alone, so results have the same bits in each run. Products are made in the same way.

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Partial sums are written, read and added up once more, 16 for each update at most, and are not to fill the memory.
enum { LEAST_UPDATES = 1 << 14, LEAST_CHUNK = 128, LONGEST_CHUNK = 1024, PARTIAL_RATIO = 16, MOST_PARTIAL = 1 << 24 };

typedef struct partial {
  tern_scatter_rows_t rows;
  int64_t chunk, chunks;
  double identity;
  size_t columns;                // dimensions of windows
  int64_t sizes[MAX_RANK];       // of the partial sums: rows, columns, chunks
  size_t column_dims[MAX_RANK];  // of the input
  const tern_type_t *element;
} partial_t;

static bool match_partial(tern_scatter_t *s, partial_t *out) {
  *out = (partial_t){.element = tern_type_element(s->inputs[0]->type)};
  if (!tern_type_is_float(out->element) || tern_type_bit_width(out->element) < 16) return false;
  if (!tern_scatter_find_rows(s, &out->rows) || out->rows.updates < LEAST_UPDATES) return false;
  if (!tern_hlo_sum_or_product(&s->l->op->regions[0], &out->identity)) return false;
  // What is added to nothing keeps its sign.
  if (out->identity == 0) out->identity = -0.0;
  int64_t sums = out->rows.rows;
  out->sizes[0] = out->rows.rows;
  for (size_t d = 0; d < s->rank; ++d) {
    if (!s->is_window[d]) continue;
    int64_t size = s->update_sizes[s->update_dims[d]].constant;
    out->column_dims[out->columns] = d;
    out->sizes[++out->columns] = size;
    if (__builtin_mul_overflow(sums, size, &sums) || sums > MOST_PARTIAL) return false;
  }
  for (out->chunk = LEAST_CHUNK; out->chunk <= LONGEST_CHUNK; out->chunk *= 2) {
    out->chunks = (out->rows.updates + out->chunk - 1) / out->chunk;
    if (sums * out->chunks <= MOST_PARTIAL && out->rows.rows <= PARTIAL_RATIO * out->chunk) break;
  }
  out->sizes[1 + out->columns] = out->chunks;
  return out->chunk <= LONGEST_CHUNK && sums > 0 && out->columns + 2 <= MAX_RANK;
}

// The updates of chunk `k` into `state`, which has an element for each row.
static tern_value_t *build_chunk(tern_builder_t *b, const partial_t *p, tern_value_t *k, tern_value_t *state) {
  tern_scatter_t *s = p->rows.s;
  tern_value_t *size = tern_build_index(b, p->chunk), *all = tern_build_index(b, p->rows.updates);
  tern_value_t *start = tern_build_index_mul(b, k, size);
  tern_value_t *end = tern_build_index_min(b, tern_build_index_add(b, start, size), all);
  tern_op_t *loop = tern_loop_open(b, start, end, tern_build_index(b, 1), &state, 1);
  tern_scatter_place_update(b, &p->rows, tern_scf_for_iv(loop));
  tern_value_t *row = tern_scatter_build_row(b, &p->rows), *rows = tern_build_index(b, p->rows.rows);
  tern_value_t *update = tern_build_extract(b, s->updates[0], (tern_values_t){s->place, s->update_rank});
  tern_op_t *guard = tern_guard_open(b, tern_build_compared(b, TERN_CMPI_ULT, row, rows), &state, 1);
  tern_value_t *value = tern_build_extract(b, state, TERN_VALUES(row));
  tern_hlo_build_body(b, &s->body, (tern_value_t *[]){value, update}, &value, 1);
  state = tern_build_insert(b, value, state, TERN_VALUES(row));
  tern_guard_close(b, guard, &state, 1);
  tern_loop_close(b, loop, &state, 1);
  return state;
}

// Chunks come last in memory, so that invocations that are neighbours work next to each other where they meet in a row.
static tern_value_t *build_partial(tern_builder_t *b, const partial_t *p) {
  tern_scatter_t *s = p->rows.s;
  tern_extent_t ends[MAX_RANK];
  tern_part_t part = {.rank = p->columns + 2};
  for (size_t d = 0; d < part.rank; ++d) part.sizes[d] = tern_extent_of(p->sizes[d]);
  for (size_t d = 1; d < part.rank; ++d) ends[d - 1] = part.sizes[d];
  const tern_type_t *type = tern_tensor_type_get(p->element, p->sizes, part.rank, NULL);
  tern_value_t *identity = tern_build_scalar_number(b, p->element, p->identity);
  tern_value_t *filled = tern_build_filled(b, type, part.sizes, identity), *result;
  tern_forall_t forall;
  tern_forall_open(b, ends, p->columns + 1, TERN_VALUES(filled), &forall);
  for (size_t d = 1; d < part.rank; ++d) tern_part_drop(&part, d, forall.ivs[d - 1]);
  for (size_t c = 0; c < p->columns; ++c) s->place[s->update_dims[p->column_dims[c]]] = forall.ivs[c];
  tern_value_t *state = tern_build_part(b, forall.outputs[0], &part);
  state = build_chunk(b, p, forall.ivs[p->columns], state);
  const tern_part_t *parts[] = {&part};
  tern_forall_close(b, &forall, &state, parts, &result);
  return result;
}

static void fill_with_body(tern_builder_t *b, tern_block_t *block, void *user) {
  const partial_t *p = user;
  tern_value_t *result;
  tern_hlo_build_body(b, &p->rows.s->body, (tern_value_t *[]){block->args[1], block->args[0]}, &result, 1);
  tern_build_linalg_yield(b, TERN_VALUES(result));
}

static tern_value_t *build_sums(tern_builder_t *b, partial_t *p, tern_value_t *partial) {
  size_t rank = p->columns + 1, loops[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
  for (size_t d = 0; d <= rank; ++d) {
    loops[d] = d;
    sizes[d] = tern_extent_of(p->sizes[d]);
  }
  const tern_type_t *type = tern_tensor_type_get(p->element, p->sizes, rank, NULL);
  tern_value_t *identity = tern_build_scalar_number(b, p->element, p->identity);
  tern_value_t *filled = tern_build_filled(b, type, sizes, identity);
  const tern_affine_map_t *maps[] = {tern_affine_map_select(b->context, rank + 1, loops, rank + 1),
                                     tern_affine_map_select(b->context, rank + 1, loops, rank)};
  return tern_op_result(
      tern_build_tensor_generic(b, TERN_VALUES(partial), TERN_VALUES(filled), maps, rank, 1, fill_with_body, p), 0);
}

// Windows may be smaller than the input.
static tern_value_t *build_result(tern_builder_t *b, const partial_t *p, tern_value_t *sums) {
  tern_scatter_t *s = p->rows.s;
  tern_scatter_each_t each;
  tern_scatter_open_each(b, s->input_sizes, s->rank, s->l->types[0], &each);
  tern_value_t *place[MAX_RANK] = {tern_build_index(b, 0)}, *const *ivs = each.forall.ivs, *has_sum = NULL;
  for (size_t d = 0, column = 0; d < s->rank; ++d) {
    if (!s->is_window[d]) {
      tern_value_t *before = tern_build_index_mul(b, place[0], tern_build_extent(b, s->input_sizes[d]));
      place[0] = tern_build_index_add(b, before, ivs[d]);
      continue;
    }
    place[++column] = ivs[d];
    if (p->sizes[column] >= s->input_sizes[d].constant) continue;
    tern_value_t *fits = tern_build_compared(b, TERN_CMPI_ULT, ivs[d], tern_build_index(b, p->sizes[column]));
    has_sum = has_sum ? tern_build_binary(b, TERN_ARITH(ANDI), has_sum, fits) : fits;
  }
  tern_value_t *value = tern_build_extract(b, s->inputs[0], (tern_values_t){(tern_value_t **)ivs, s->rank});
  tern_op_t *guard = has_sum ? tern_guard_open(b, has_sum, &value, 1) : NULL;
  tern_value_t *sum = tern_build_extract(b, sums, (tern_values_t){place, p->columns + 1});
  tern_hlo_build_body(b, &s->body, (tern_value_t *[]){value, sum}, &value, 1);
  if (guard) tern_guard_close(b, guard, &value, 1);
  return tern_scatter_close_each(b, &each, value);
}

bool tern_scatter_build_partial(tern_scatter_t *s, tern_value_t **out_results) {
  partial_t p;
  if (!match_partial(s, &p)) return false;
  tern_builder_t *b = s->l->b;
  out_results[0] = build_result(b, &p, build_sums(b, &p, build_partial(b, &p)));
  return true;
}
