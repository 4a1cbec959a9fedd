// Sorts lines by merging.
//
// Sorted runs of length 1, 2, 4, ... are merged pairwise from one half of a workspace into the other, and back: the result is
// in the first half. One line of elements is sorted by one iteration of an scf.forall; all inputs move together. The workspace
// is the output of the loop, [2, ...shape], so that it is memory of the program and not of the invocation.

#include "convert/linalg_ext/sort_lines.h"

#include <stdlib.h>

#include "convert/stablehlo/loop_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct lines {
  const tern_line_sort_t *sort;
  size_t count;  // of inputs
  size_t rank, dim;
  tern_extent_t sizes[MAX_RANK];
  // Room for two values of each input.
  tern_value_t **args;
} lines_t;

// The element of input `i` at `position` in a half of its workspace.
static tern_value_t *build_read(tern_builder_t *b, tern_value_t *state, int64_t half, tern_value_t *position) {
  return tern_build_extract(b, state, TERN_VALUES(tern_build_index(b, half), position));
}

// One element of a merge: the lesser of those at `left` and `right`, the left one if neither is. State: workspaces, left,
// right.
static void build_merge_step(tern_builder_t *b, const lines_t *s, int64_t from, tern_value_t *middle, tern_value_t *end,
                             tern_value_t *target, tern_value_t **state) {
  tern_value_t *left = state[s->count], *right = state[s->count + 1], *one = tern_build_index(b, 1);
  tern_value_t *last = tern_build_index_sub(b, tern_build_extent(b, s->sizes[s->dim]), one);
  tern_value_t *safe_left = tern_build_binary(b, TERN_ARITH(MINSI), left, last);
  tern_value_t *safe_right = tern_build_binary(b, TERN_ARITH(MINSI), right, last), *is_less;
  for (size_t i = 0; i < s->count; ++i) {
    s->args[2 * i] = build_read(b, state[i], from, safe_right);
    s->args[2 * i + 1] = build_read(b, state[i], from, safe_left);
  }
  is_less = s->sort->compare(b, s->args, s->sort->user);
  tern_value_t *has_right = tern_build_compared(b, TERN_CMPI_SLT, right, end);
  tern_value_t *has_no_left = tern_build_compared(b, TERN_CMPI_SGE, left, middle);
  tern_value_t *takes_right =
      tern_build_binary(b, TERN_ARITH(ORI), has_no_left, tern_build_binary(b, TERN_ARITH(ANDI), has_right, is_less));
  for (size_t i = 0; i < s->count; ++i) {
    tern_value_t *taken = tern_build_select(b, takes_right, s->args[2 * i], s->args[2 * i + 1]);
    state[i] = tern_build_insert(b, taken, state[i], TERN_VALUES(tern_build_index(b, 1 - from), target));
  }
  state[s->count] = tern_build_select(b, takes_right, left, tern_build_index_add(b, left, one));
  state[s->count + 1] = tern_build_select(b, takes_right, tern_build_index_add(b, right, one), right);
}

// Merges all pairs of runs of `width` from half `from` into the other one.
static void build_pass(tern_builder_t *b, const lines_t *s, int64_t from, tern_value_t *width, tern_value_t **state) {
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_value_t *size = tern_build_extent(b, s->sizes[s->dim]);
  tern_value_t *step = tern_build_index_add(b, width, width);
  tern_op_t *pairs = tern_loop_open(b, zero, size, step, state, s->count);
  tern_value_t *start = tern_scf_for_iv(pairs);
  tern_value_t *middle = tern_build_binary(b, TERN_ARITH(MINSI), tern_build_index_add(b, start, width), size);
  tern_value_t *end = tern_build_binary(b, TERN_ARITH(MINSI), tern_build_index_add(b, start, step), size);
  tern_value_t **inner = tern_malloc((s->count + 2) * sizeof(*inner));
  for (size_t i = 0; i < s->count; ++i) inner[i] = state[i];
  inner[s->count] = start;
  inner[s->count + 1] = middle;
  tern_op_t *elements = tern_loop_open(b, start, end, one, inner, s->count + 2);
  build_merge_step(b, s, from, middle, end, tern_scf_for_iv(elements), inner);
  tern_loop_close(b, elements, inner, s->count + 2);
  for (size_t i = 0; i < s->count; ++i) state[i] = inner[i];
  free(inner);
  tern_loop_close(b, pairs, state, s->count);
}

// Sorts the first halves of `state`.
static void build_sort(tern_builder_t *b, const lines_t *s, tern_value_t **state) {
  tern_value_t **carried = tern_malloc((s->count + 1) * sizeof(*carried)), *size;
  for (size_t i = 0; i < s->count; ++i) carried[i] = state[i];
  carried[s->count] = tern_build_index(b, 1);
  tern_op_t *loop = tern_while_open(b, carried, s->count + 1);
  size = tern_build_extent(b, s->sizes[s->dim]);
  tern_value_t *condition = tern_build_compared(b, TERN_CMPI_SLT, carried[s->count], size);
  tern_while_enter_body(b, loop, condition, carried, s->count + 1);
  tern_value_t *width = carried[s->count], *twice = tern_build_index_add(b, width, width);
  build_pass(b, s, 0, width, carried);
  build_pass(b, s, 1, twice, carried);
  carried[s->count] = tern_build_index_add(b, twice, twice);
  tern_while_close(b, loop, carried, s->count + 1);
  for (size_t i = 0; i < s->count; ++i) state[i] = carried[i];
  free(carried);
}

//---- The first few ----

// Does the element that is added come before the one kept at `position`?
static tern_value_t *build_comes_first(tern_builder_t *b, const lines_t *s, tern_value_t *const *added,
                                       tern_value_t *const *state, tern_value_t *position) {
  tern_value_t *is_less;
  for (size_t i = 0; i < s->count; ++i) {
    s->args[2 * i] = added[i];
    s->args[2 * i + 1] = build_read(b, state[i], 0, position);
  }
  is_less = s->sort->compare(b, s->args, s->sort->user);
  return is_less;
}

// Puts the added element, which is number `number` of its line, in front of the first one of `wanted` that comes after it, and
// those from there on one place up. State: workspaces, what is put into the next place, has the place been found?
static void build_insertion(tern_builder_t *b, const lines_t *s, tern_value_t *const *added, tern_value_t *number,
                            tern_value_t *wanted, tern_value_t **state) {
  size_t count = s->count, carried_count = 2 * count + 1;
  tern_value_t **carried = tern_malloc(carried_count * sizeof(*carried));
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  for (size_t i = 0; i < count; ++i) {
    carried[i] = state[i];
    carried[count + i] = added[i];
  }
  carried[2 * count] = tern_build_compared(b, TERN_CMPI_NE, zero, zero);
  tern_value_t *end = tern_build_binary(b, TERN_ARITH(MINSI), tern_build_index_add(b, number, one), wanted);
  tern_op_t *loop = tern_loop_open(b, zero, end, one, carried, carried_count);
  tern_value_t *place = tern_scf_for_iv(loop), *first = tern_build_index(b, 0);
  // The place behind all that were kept so far is free.
  tern_value_t *is_found =
      tern_build_binary(b, TERN_ARITH(ORI), carried[2 * count], tern_build_compared(b, TERN_CMPI_EQ, place, number));
  tern_value_t *comes_first = build_comes_first(b, s, carried + count, carried, place);
  is_found = tern_build_binary(b, TERN_ARITH(ORI), is_found, comes_first);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *kept = s->args[2 * i + 1], *moved = carried[count + i];
    carried[i] =
        tern_build_insert(b, tern_build_select(b, is_found, moved, kept), carried[i], TERN_VALUES(first, place));
    carried[count + i] = tern_build_select(b, is_found, kept, moved);
  }
  carried[2 * count] = is_found;
  tern_loop_close(b, loop, carried, carried_count);
  for (size_t i = 0; i < count; ++i) state[i] = carried[i];
  free(carried);
}

// Leaves the first `wanted` elements of a line at the start of a new workspace; what is behind them is undefined.
static void build_first(tern_builder_t *b, const lines_t *s, int64_t wanted, const tern_part_t *workspace,
                        tern_value_t *const *ivs, tern_value_t **state) {
  tern_value_t *place[MAX_RANK], **added = tern_malloc(s->count * sizeof(*added));
  for (size_t i = 0; i < s->count; ++i) {
    state[i] = tern_build_empty_part(b, tern_type_element(s->sort->inputs[i]->type), workspace);
  }
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, &s->sizes[s->dim], 1, state, s->count, &nest);
  for (size_t d = 0, iv = 0; d < s->rank; ++d) place[d] = d == s->dim ? nest.ivs[0] : ivs[iv++];
  for (size_t i = 0; i < s->count; ++i) {
    added[i] = tern_build_extract(b, s->sort->inputs[i], (tern_values_t){place, s->rank});
  }
  tern_value_t *last = tern_build_index(b, wanted - 1);
  tern_value_t *has_room = tern_build_compared(b, TERN_CMPI_SLE, nest.ivs[0], last);
  tern_value_t *is_wanted = build_comes_first(b, s, added, state, last);
  tern_op_t *guard = tern_guard_open(b, tern_build_binary(b, TERN_ARITH(ORI), has_room, is_wanted), state, s->count);
  build_insertion(b, s, added, nest.ivs[0], tern_build_index(b, wanted), state);
  tern_guard_close(b, guard, state, s->count);
  tern_loop_nest_close(b, &nest, state, s->count);
  free(added);
}

//---- Lines ----

// A line of the input becomes the first half of a new workspace.
static void build_load(tern_builder_t *b, const lines_t *s, const tern_part_t *workspace, tern_value_t *const *ivs,
                       tern_value_t **state) {
  tern_value_t *place[MAX_RANK];
  for (size_t i = 0; i < s->count; ++i) {
    state[i] = tern_build_empty_part(b, tern_type_element(s->sort->inputs[i]->type), workspace);
  }
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, &s->sizes[s->dim], 1, state, s->count, &nest);
  for (size_t d = 0, iv = 0; d < s->rank; ++d) place[d] = d == s->dim ? nest.ivs[0] : ivs[iv++];
  for (size_t i = 0; i < s->count; ++i) {
    tern_value_t *element = tern_build_extract(b, s->sort->inputs[i], (tern_values_t){place, s->rank});
    state[i] = tern_build_insert(b, element, state[i], TERN_VALUES(tern_build_index(b, 0), nest.ivs[0]));
  }
  tern_loop_nest_close(b, &nest, state, s->count);
}

// The first halves of the workspaces.
static void build_results(tern_builder_t *b, const lines_t *s, tern_value_t *const *workspaces,
                          tern_value_t **out_results) {
  for (size_t i = 0; i < s->count; ++i) {
    tern_part_t part;
    tern_part_of_all(b, workspaces[i], &part);
    tern_part_drop(&part, 0, tern_build_index(b, 0));
    tern_value_t *result = tern_build_part(b, workspaces[i], &part);
    out_results[i] = tern_build_tensor_cast(b, result, s->sort->inputs[i]->type);
  }
}

void tern_build_line_sort(tern_builder_t *b, const tern_line_sort_t *sort, tern_value_t **out_results) {
  lines_t s = {.sort = sort, .count = sort->count, .dim = sort->dim};
  s.rank = tern_type_rank(sort->inputs[0]->type);
  tern_build_dims(b, sort->inputs[0], s.sizes);
  int64_t wanted = sort->wanted;
  tern_extent_t ends[MAX_RANK], workspace_sizes[MAX_RANK] = {tern_extent_of(wanted ? 1 : 2)};
  size_t end_count = 0;
  for (size_t d = 0; d < s.rank; ++d) {
    workspace_sizes[d + 1] = s.sizes[d];
    if (d != s.dim) ends[end_count++] = s.sizes[d];
  }
  tern_part_t part = {.rank = s.rank + 1};
  for (size_t d = 0; d <= s.rank; ++d) part.sizes[d] = workspace_sizes[d];
  s.args = tern_malloc(2 * s.count * sizeof(*s.args));
  tern_value_t **outputs = tern_malloc(s.count * sizeof(*outputs)), **state = tern_malloc(s.count * sizeof(*state));
  const tern_part_t **parts = tern_malloc(s.count * sizeof(*parts));
  for (size_t i = 0; i < s.count; ++i) {
    outputs[i] = tern_build_empty_part(b, tern_type_element(sort->inputs[i]->type), &part);
    parts[i] = &part;
  }
  tern_forall_t forall;
  tern_forall_open(b, ends, end_count, (tern_values_t){outputs, s.count}, &forall);
  for (size_t d = 0, iv = 0; d < s.rank; ++d) {
    if (d != s.dim) tern_part_drop(&part, d + 1, forall.ivs[iv++]);
  }
  if (wanted) {
    build_first(b, &s, wanted, &part, forall.ivs, state);
  } else {
    build_load(b, &s, &part, forall.ivs, state);
    build_sort(b, &s, state);
  }
  tern_forall_close(b, &forall, state, parts, outputs);
  for (size_t i = 0; i < s.count; ++i) tern_keep_workspace(b, outputs[i], &part);
  build_results(b, &s, outputs, out_results);
  free(s.args);
  free(outputs);
  free(state);
  free(parts);
}
