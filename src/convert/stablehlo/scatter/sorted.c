// A scatter whose updates are sorted by the row that they go to.
//
// A row is what the indices choose; the dimensions of windows are its columns. In a loop over the updates only columns are
// independent, which are few. So the numbers of the updates are sorted by row, and then every element of the result goes through
// the updates of its row:
//
//   keys[n] = row of update n, or the number of rows if it is outside
//   (sorted, order) = keys and n, sorted: blocks by counting, then merged four by four
//   starts[t] = the first n with sorted[n] >= t
//   result[t, w] = body(... body(input[t, w], updates[order[starts[t]], w]) ..., updates[order[starts[t + 1] - 1], w])
//
// Each step is a dispatch with as many invocations as there are updates, rows, or elements. The sort is stable, so a row gets its
// updates in the order in which the program has them: any body is right, and results are the same in each run, to the bit.
//
// Where most rows have no update, the first update of each row makes all of that row, in place of the input:
//
//   ends[n] = the first place behind n with another row, if n is the first of its row; else n
//   result[sorted[n], w] = body(... body(input[sorted[n], w], updates[order[n], w]) ..., updates[order[ends[n] - 1], w])
//
// Source: the merge is by ranks, after Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009.

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "dialect/util/util.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Elements of a block, runs that are merged into one, updates that are worth the trouble, rows for each update that make few of it.
enum { BLOCK = 64, RUNS = 4, LEAST_UPDATES = 128, SPARSE = 2 };

// --- loops ---

// Two lists of the same length whose elements are put to places that are computed, no two to the same.
typedef struct permutation {
  tern_forall_t forall;
  tern_loop_nest_t nest;
  tern_value_t *state[2];
} permutation_t;

static tern_value_t *open_permutation(tern_builder_t *b, const tern_scatter_rows_t *p, permutation_t *out) {
  tern_extent_t size = tern_extent_of(p->updates);
  const tern_type_t *list = tern_tensor_type_get(p->i32, &p->updates, 1, NULL);
  tern_value_t *empty[] = {tern_build_empty(b, list, &size), tern_build_empty(b, list, &size)};
  tern_forall_open(b, NULL, 0, (tern_values_t){empty, 2}, &out->forall);
  for (size_t i = 0; i < 2; ++i) out->state[i] = out->forall.outputs[i];
  tern_loop_nest_open(b, &size, 1, out->state, 2, &out->nest);
  tern_scatter_mark_loops(&out->nest, TERN_UTIL_UPDATES_APART);
  return out->nest.ivs[0];
}

static void close_permutation(tern_builder_t *b, const tern_scatter_rows_t *p, permutation_t *permutation,
                              tern_value_t *place, tern_value_t *const *scalars, tern_value_t **out_lists) {
  for (size_t i = 0; i < 2; ++i) {
    permutation->state[i] = tern_build_insert(b, scalars[i], permutation->state[i], TERN_VALUES(place));
  }
  tern_loop_nest_close(b, &permutation->nest, permutation->state, 2);
  tern_part_t part = {.rank = 1, .sizes = {tern_extent_of(p->updates)}};
  const tern_part_t *parts[] = {&part, &part};
  tern_forall_close(b, &permutation->forall, permutation->state, parts, out_lists);
}

static tern_value_t *build_at(tern_builder_t *b, tern_value_t *list, tern_value_t *place) {
  return tern_build_extract(b, list, TERN_VALUES(place));
}

// --- rows ---

static tern_value_t *build_keys(tern_builder_t *b, const tern_scatter_rows_t *p) {
  tern_extent_t size = tern_extent_of(p->updates);
  tern_scatter_each_t each;
  tern_scatter_open_each(b, &size, 1, tern_tensor_type_get(p->i32, &p->updates, 1, NULL), &each);
  tern_scatter_place_update(b, p, each.forall.ivs[0]);
  return tern_scatter_close_each(b, &each, tern_build_number_from_index(b, tern_scatter_build_row(b, p), p->i32));
}

// --- sorting ---

// Within its block an element has as many in front of it as are less, or equal and there first.
static void sort_blocks(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *keys, tern_value_t **out_lists) {
  permutation_t permutation;
  tern_value_t *n = open_permutation(b, p, &permutation), *key = build_at(b, keys, n), *one = tern_build_index(b, 1);
  tern_value_t *first = tern_build_index_sub(b, n, tern_scatter_build_rem(b, n, BLOCK)), *rank = tern_build_index(b, 0);
  tern_value_t *block_end = tern_build_index_add(b, first, tern_build_index(b, BLOCK));
  tern_value_t *end = tern_build_index_min(b, block_end, tern_build_index(b, p->updates));
  tern_op_t *loop = tern_loop_open(b, first, end, one, &rank, 1);
  tern_value_t *other = tern_scf_for_iv(loop), *other_key = build_at(b, keys, other);
  tern_value_t *is_less = tern_build_compared(b, TERN_CMPI_SLT, other_key, key);
  tern_value_t *is_equal = tern_build_compared(b, TERN_CMPI_SLE, other_key, key);
  tern_value_t *is_first = tern_build_compared(b, TERN_CMPI_ULT, other, n);
  tern_value_t *is_before = tern_build_select(b, is_first, is_equal, is_less);
  tern_value_t *next = tern_build_index_add(b, rank, one);
  rank = tern_build_select(b, is_before, next, rank);
  tern_loop_close(b, loop, &rank, 1);
  tern_value_t *scalars[] = {key, tern_build_number_from_index(b, n, p->i32)};
  close_permutation(b, p, &permutation, tern_build_index_add(b, first, rank), scalars, out_lists);
}

// The first place from `start` to `end`, at most `length` further on, whose key is not less than `key`; or, where
// `takes_equal` holds, is larger.
static tern_value_t *build_search(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *keys,
                                  tern_value_t *start, tern_value_t *end, int64_t length, tern_value_t *key,
                                  tern_value_t *takes_equal) {
  int64_t steps = 1;
  while (length >> steps) ++steps;
  tern_value_t *one = tern_build_index(b, 1), *two = tern_build_index(b, 2), *state[] = {start, end};
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), tern_build_index(b, steps), one, state, 2);
  tern_value_t *low = state[0], *high = state[1];
  tern_value_t *middle = tern_build_binary(b, TERN_ARITH(DIVUI), tern_build_index_add(b, low, high), two);
  // Nothing is left when both are the same, which may be behind the end.
  tern_value_t *is_open = tern_build_compared(b, TERN_CMPI_ULT, low, high);
  tern_value_t *there = build_at(b, keys, tern_build_index_min(b, middle, tern_build_index(b, p->updates - 1)));
  tern_value_t *goes_on = tern_build_compared(b, TERN_CMPI_SLT, there, key);
  if (takes_equal) {
    goes_on = tern_build_select(b, takes_equal, tern_build_compared(b, TERN_CMPI_SLE, there, key), goes_on);
  }
  tern_value_t *is_right = tern_build_binary(b, TERN_ARITH(ANDI), is_open, goes_on);
  state[0] = tern_build_select(b, is_right, tern_build_index_add(b, middle, one), low);
  state[1] = tern_build_select(b, goes_on, high, tern_build_index_min(b, middle, high));
  tern_loop_close(b, loop, state, 2);
  return state[0];
}

// Runs of `length` become runs of RUNS times that. An element has in front of it those of its own run, and those of the other runs
// that are less, or equal and in an earlier run.
static void merge_runs(tern_builder_t *b, const tern_scatter_rows_t *p, int64_t length, tern_value_t **lists) {
  permutation_t permutation;
  tern_value_t *n = open_permutation(b, p, &permutation), *key = build_at(b, lists[0], n),
               *one = tern_build_index(b, 1);
  tern_value_t *all = tern_build_index(b, p->updates), *size = tern_build_index(b, length);
  tern_value_t *group = tern_build_index_sub(b, n, tern_scatter_build_rem(b, n, RUNS * length)),
               *place = tern_scatter_build_rem(b, n, length);
  tern_value_t *own = tern_build_index_sub(b, n, place);
  tern_op_t *loop = tern_loop_open(b, tern_build_index(b, 0), tern_build_index(b, RUNS), one, &place, 1);
  tern_value_t *offset = tern_build_index_mul(b, tern_scf_for_iv(loop), size);
  tern_value_t *start = tern_build_index_min(b, tern_build_index_add(b, group, offset), all);
  tern_value_t *end = tern_build_index_min(b, tern_build_index_add(b, start, size), all);
  tern_value_t *is_own = tern_build_compared(b, TERN_CMPI_EQ, start, own);
  tern_value_t *is_earlier = tern_build_compared(b, TERN_CMPI_ULT, start, own);
  // The own run is not searched: it is empty here.
  end = tern_build_select(b, is_own, start, end);
  tern_value_t *found = build_search(b, p, lists[0], start, end, length, key, is_earlier);
  place = tern_build_index_add(b, place, tern_build_index_sub(b, found, start));
  tern_loop_close(b, loop, &place, 1);
  tern_value_t *scalars[] = {key, build_at(b, lists[1], n)};
  close_permutation(b, p, &permutation, tern_build_index_add(b, group, place), scalars, lists);
}

// --- the result ---

static tern_value_t *build_starts(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *sorted_keys) {
  int64_t count = p->rows + 1;
  tern_extent_t size = tern_extent_of(count);
  tern_scatter_each_t each;
  tern_scatter_open_each(b, &size, 1, tern_tensor_type_get(p->i32, &count, 1, NULL), &each);
  tern_value_t *row = tern_build_number_from_index(b, each.forall.ivs[0], p->i32);
  tern_value_t *start =
      build_search(b, p, sorted_keys, tern_build_index(b, 0), tern_build_index(b, p->updates), p->updates, row, NULL);
  return tern_scatter_close_each(b, &each, tern_build_number_from_index(b, start, p->i32));
}

// Where the updates of row `row` end that reach the columns at `ivs`: windows may be smaller than the input.
static tern_value_t *build_end(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *starts, tern_value_t *row,
                               tern_value_t *start, tern_value_t *const *ivs) {
  const tern_scatter_t *s = p->s;
  tern_value_t *next = tern_build_index_add(b, row, tern_build_index(b, 1));
  tern_value_t *end = tern_build_index_from(b, build_at(b, starts, next), p->i32);
  for (size_t d = 0; d < s->rank; ++d) {
    if (!s->is_window[d] || s->update_sizes[s->update_dims[d]].constant >= s->input_sizes[d].constant) continue;
    tern_value_t *size = tern_build_extent(b, s->update_sizes[s->update_dims[d]]);
    end = tern_build_select(b, tern_build_compared(b, TERN_CMPI_ULT, ivs[d], size), end, start);
  }
  return end;
}

// `value` with the updates at the places from `start` to `end` of the order.
static tern_value_t *build_updates(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *order,
                                   tern_value_t *start, tern_value_t *end, tern_value_t *value) {
  tern_scatter_t *s = p->s;
  tern_op_t *loop = tern_loop_open(b, start, end, tern_build_index(b, 1), &value, 1);
  tern_scatter_place_update(b, p, tern_build_index_from(b, build_at(b, order, tern_scf_for_iv(loop)), p->i32));
  tern_value_t *update = tern_build_extract(b, s->updates[0], (tern_values_t){s->place, s->update_rank});
  tern_hlo_build_body(b, &s->body, (tern_value_t *[]){value, update}, &value, 1);
  tern_loop_close(b, loop, &value, 1);
  return value;
}

static tern_value_t *build_result(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *starts,
                                  tern_value_t *order) {
  tern_scatter_t *s = p->s;
  tern_scatter_each_t each;
  tern_scatter_open_each(b, s->input_sizes, s->rank, s->l->types[0], &each);
  tern_value_t *row = tern_build_index(b, 0), *const *ivs = each.forall.ivs;
  for (size_t d = 0; d < s->rank; ++d) {
    if (s->is_window[d]) {
      s->place[s->update_dims[d]] = ivs[d];
    } else {
      tern_value_t *before = tern_build_index_mul(b, row, tern_build_extent(b, s->input_sizes[d]));
      row = tern_build_index_add(b, before, ivs[d]);
    }
  }
  tern_value_t *start = tern_build_index_from(b, build_at(b, starts, row), p->i32);
  tern_value_t *end = build_end(b, p, starts, row, start, ivs);
  tern_value_t *value = tern_build_extract(b, s->inputs[0], (tern_values_t){(tern_value_t **)ivs, s->rank});
  value = build_updates(b, p, order, start, end, value);
  return tern_scatter_close_each(b, &each, value);
}

// --- the result, in place ---

static tern_value_t *build_ends(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *sorted_keys) {
  tern_extent_t size = tern_extent_of(p->updates);
  tern_scatter_each_t each;
  tern_scatter_open_each(b, &size, 1, tern_tensor_type_get(p->i32, &p->updates, 1, NULL), &each);
  tern_value_t *n = each.forall.ivs[0], *key = build_at(b, sorted_keys, n), *one = tern_build_index(b, 1);
  tern_value_t *yes = tern_build_constant(b, tern_bool_attr_get(b->context, true));
  tern_value_t *end = build_search(b, p, sorted_keys, n, tern_build_index(b, p->updates), p->updates, key, yes);
  tern_value_t *zero = tern_build_index(b, 0), *is_any = tern_build_compared(b, TERN_CMPI_UGT, n, zero);
  tern_value_t *before = tern_build_select(b, is_any, tern_build_index_sub(b, n, one), zero);
  tern_value_t *is_same = tern_build_compared(b, TERN_CMPI_EQ, build_at(b, sorted_keys, before), key);
  tern_value_t *is_later = tern_build_binary(b, TERN_ARITH(ANDI), is_any, is_same);
  tern_value_t *row = tern_build_index_from(b, key, p->i32);
  tern_value_t *is_outside = tern_build_compared(b, TERN_CMPI_UGE, row, tern_build_index(b, p->rows));
  end = tern_build_select(b, tern_build_binary(b, TERN_ARITH(ORI), is_later, is_outside), n, end);
  return tern_scatter_close_each(b, &each, tern_build_number_from_index(b, end, p->i32));
}

static tern_value_t *build_touched(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *const *lists,
                                   tern_value_t *ends) {
  tern_scatter_columns_t columns;
  tern_value_t *n = tern_scatter_open_columns(b, p, &columns), *place[MAX_RANK];
  tern_value_t *end = tern_build_index_from(b, build_at(b, ends, n), p->i32);
  tern_op_t *guard = tern_guard_open(b, tern_build_compared(b, TERN_CMPI_ULT, n, end), &columns.state, 1);
  tern_value_t *row = tern_build_index_from(b, build_at(b, lists[0], n), p->i32);
  tern_values_t indices = {place, tern_scatter_split_row(b, p, row, place)};
  tern_value_t *value = tern_build_extract(b, columns.state, indices);
  value = build_updates(b, p, lists[1], n, end, value);
  columns.state = tern_build_insert(b, value, columns.state, indices);
  tern_guard_close(b, guard, &columns.state, 1);
  return tern_scatter_close_columns(b, &columns);
}

bool tern_scatter_build_sorted(tern_scatter_t *s, tern_value_t **out_results) {
  tern_scatter_rows_t p;
  if (!tern_scatter_find_rows(s, &p) || p.updates < LEAST_UPDATES) return false;
  tern_builder_t *b = s->l->b;
  tern_value_t *lists[2];
  sort_blocks(b, &p, build_keys(b, &p), lists);
  for (int64_t length = BLOCK; length < p.updates; length *= RUNS) merge_runs(b, &p, length, lists);
  if (p.rows / SPARSE >= p.updates) {
    out_results[0] = build_touched(b, &p, lists, build_ends(b, &p, lists[0]));
  } else {
    out_results[0] = build_result(b, &p, build_starts(b, &p, lists[0]), lists[1]);
  }
  return true;
}
