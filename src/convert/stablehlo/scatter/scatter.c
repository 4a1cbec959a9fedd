// scatter and select_and_scatter, as loops.
//
// Both write to places that data chooses. Dimensions along which a write goes to the place it comes from are independent:
// batches, and window dimensions that no index moves. scf.forall runs over these; inside, all that may meet comes one after
// the other, in the order of the updates, so that any body is right, commutative or not.

#include <stdlib.h>

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static bool lists(tern_hlo_dims_t dims, size_t dim, size_t *out_position) {
  return tern_scatter_lists(dims, dim, out_position);
}

// --- scatter ---

static bool read_scatter(tern_hlo_lowering_t *l, tern_scatter_t *s) {
  static const char name[] = "scatter";
  const tern_attr_t *attr = tern_op_attr(l->op, "scatter_dimension_numbers");
  tern_hlo_dims_t vector_dim;
  bool is_read = attr && tern_hlo_attr_field(attr, name, "update_window_dims", &s->window) &&
                 tern_hlo_attr_field(attr, name, "inserted_window_dims", &s->inserted) &&
                 tern_hlo_attr_field(attr, name, "scatter_dims_to_operand_dims", &s->index_map) &&
                 tern_hlo_attr_field(attr, name, "index_vector_dim", &vector_dim);
  if (!is_read) return false;
  if (!tern_hlo_attr_field(attr, name, "input_batching_dims", &s->input_batching)) {
    s->input_batching = (tern_hlo_dims_t){0};
  }
  if (!tern_hlo_attr_field(attr, name, "scatter_indices_batching_dims", &s->indices_batching)) {
    s->indices_batching = (tern_hlo_dims_t){0};
  }
  s->l = l;
  s->index_vector_dim = vector_dim.count ? (size_t)vector_dim.values[0] : 0;
  s->count = (l->operands.count - 1) / 2;
  s->inputs = l->operands.values;
  s->indices = l->operands.values[s->count];
  s->updates = l->operands.values + s->count + 1;
  s->index_element = tern_hlo_written_element(l->op, s->count);
  s->rank = tern_type_rank(s->inputs[0]->type);
  s->indices_rank = tern_type_rank(s->indices->type);
  s->update_rank = tern_type_rank(s->updates[0]->type);
  tern_build_dims(l->b, s->inputs[0], s->input_sizes);
  tern_build_dims(l->b, s->updates[0], s->update_sizes);
  s->body = (tern_hlo_body_t){&l->op->regions[0], l->conversion};
  for (size_t d = 0, next = 0; d < s->rank; ++d) {
    bool is_batch = lists(s->input_batching, d, NULL);
    s->is_window[d] = !is_batch && !lists(s->inserted, d, NULL);
    if (s->is_window[d]) s->update_dims[d] = (size_t)s->window.values[next++];
    s->is_independent[d] = is_batch || (s->is_window[d] && !lists(s->index_map, d, NULL));
  }
  return true;
}

// Update dimension of indices dimension i: `scatter_dims`.
size_t tern_scatter_bind_independent(tern_scatter_t *s, tern_value_t *const *ivs, size_t *out_left) {
  size_t scatter_dims[MAX_RANK], next = 0, left = 0, iv = 0;
  bool is_bound[MAX_RANK] = {0};
  for (size_t u = 0; u < s->update_rank; ++u) {
    if (lists(s->window, u, NULL)) continue;
    if (next == s->index_vector_dim) ++next;
    scatter_dims[next++] = u;
  }
  for (size_t d = 0; d < s->rank; ++d) {
    size_t position;
    if (!s->is_independent[d]) continue;
    size_t u =
        lists(s->input_batching, d, &position) ? scatter_dims[s->indices_batching.values[position]] : s->update_dims[d];
    s->place[u] = ivs[iv++];
    is_bound[u] = true;
  }
  for (size_t u = 0; u < s->update_rank; ++u) {
    if (!is_bound[u]) out_left[left++] = u;
  }
  return left;
}

static tern_value_t *build_and(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  return lhs ? tern_build_binary(b, TERN_ARITH(ANDI), lhs, rhs) : rhs;
}

// Does the window reach as far along the dimension as the input?
static bool is_full_window(const tern_scatter_t *s, size_t d) {
  tern_extent_t update = s->update_sizes[s->update_dims[d]], input = s->input_sizes[d];
  return !update.value && !input.value && update.constant >= input.constant;
}

tern_value_t *tern_scatter_build_place(tern_builder_t *b, const tern_scatter_t *s, tern_value_t **out_place) {
  tern_value_t *is_inside = NULL, *vector[MAX_RANK];
  for (size_t i = 0, next = 0; i < s->update_rank; ++i) {
    if (lists(s->window, i, NULL)) continue;
    if (next == s->index_vector_dim) ++next;
    vector[next++] = s->place[i];
  }
  for (size_t d = 0, next = 0; d < s->rank; ++d) {
    size_t position;
    if (s->is_independent[d]) {
      if (!s->is_window[d] || is_full_window(s, d)) continue;
      tern_value_t *end = tern_build_extent(b, s->update_sizes[s->update_dims[d]]);
      is_inside = build_and(b, is_inside, tern_build_compared(b, TERN_CMPI_ULT, s->place[s->update_dims[d]], end));
      continue;
    }
    tern_value_t *index = s->is_window[d] ? s->place[s->update_dims[d]] : tern_build_index(b, 0);
    if (lists(s->index_map, d, &position)) {
      if (s->index_vector_dim < s->indices_rank) {
        vector[s->index_vector_dim] = tern_build_index(b, (int64_t)position);
      }
      tern_value_t *start = tern_build_extract(b, s->indices, (tern_values_t){vector, s->indices_rank});
      index = tern_build_index_add(b, tern_build_index_from(b, start, s->index_element), index);
    }
    // A negative index is a large one without sign.
    tern_value_t *end = tern_build_extent(b, s->input_sizes[d]);
    is_inside = build_and(b, is_inside, tern_build_compared(b, TERN_CMPI_ULT, index, end));
    out_place[next++] = index;
  }
  return is_inside;
}

static void build_update(tern_builder_t *b, const tern_scatter_t *s, tern_value_t **state) {
  tern_value_t *place[MAX_RANK];
  size_t kept = 0;
  for (size_t d = 0; d < s->rank; ++d) kept += !s->is_independent[d];
  tern_value_t *is_inside = tern_scatter_build_place(b, s, place);
  tern_value_t **args = tern_malloc(2 * s->count * sizeof(*args)), **results = tern_malloc(s->count * sizeof(*results));
  tern_op_t *guard = is_inside ? tern_guard_open(b, is_inside, state, s->count) : NULL;
  for (size_t i = 0; i < s->count; ++i) {
    args[i] = tern_build_extract(b, state[i], (tern_values_t){place, kept});
    args[s->count + i] = tern_build_extract(b, s->updates[i], (tern_values_t){s->place, s->update_rank});
  }
  tern_hlo_build_body(b, &s->body, args, results, s->count);
  for (size_t i = 0; i < s->count; ++i) {
    state[i] = tern_build_insert(b, results[i], state[i], (tern_values_t){place, kept});
  }
  if (guard) tern_guard_close(b, guard, state, s->count);
  free(args);
  free(results);
}

// Does the body give one operation that may be reordered: on integers, or a sum of floats where the program does not care? What it
// is, is looked at again where it becomes an atomic, which there are none of narrow numbers.
static bool is_reorderable(const tern_scatter_t *s) {
  static const int rows[] = {TERN_HLO_ADD, TERN_HLO_AND, TERN_HLO_OR, TERN_HLO_XOR, TERN_HLO_MINIMUM, TERN_HLO_MAXIMUM};
  const tern_block_t *body = s->l->op->regions[0].first_block;
  const tern_op_t *op = body->first_op;
  if (s->count != 1 || op->next != body->last_op || tern_op_operand(body->last_op, 0) != &op->results[0]) return false;
  bool is_both = op->operand_count == 2 && tern_op_operand(op, 0) != tern_op_operand(op, 1) &&
                 tern_op_operand(op, 0)->is_block_argument && tern_op_operand(op, 1)->is_block_argument;
  const tern_type_t *element = tern_type_element(s->inputs[0]->type);
  const tern_attr_t *atomic_bits = tern_op_attr(s->l->op, TERN_SCATTER_ATOMIC_BITS);
  if (!tern_type_is_integer(element) && !tern_type_is_float(element)) return false;
  int64_t width = tern_type_bit_width(element), widest = atomic_bits ? tern_integer_attr_value(atomic_bits) : 64;
  if ((width != 32 && width != 64) || width > widest) return false;
  if (tern_type_is_float(element)) {
    return is_both && tern_hlo_is(op, TERN_HLO_ADD) && tern_op_attr(s->l->op, TERN_SCATTER_ANY_ORDER);
  }
  for (size_t i = 0; is_both && i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_hlo_is(op, rows[i])) return true;
  }
  return false;
}

// What devices with many invocations are to know of the updates (dialect/util/util.h): those of one update's window are apart, and
// those of all updates if the program says so. NULL: they have to be made in order.
static const char *choose_mark(const tern_scatter_t *s) {
  const tern_attr_t *is_unique = tern_op_attr(s->l->op, "unique_indices");
  if (is_unique && tern_integer_attr_value(is_unique) != 0) return TERN_UTIL_UPDATES_APART;
  bool is_one = true;
  for (size_t u = 0, next = 0; u < s->update_rank; ++u) {
    if (lists(s->window, u, NULL)) continue;
    if (next == s->index_vector_dim) ++next;
    tern_extent_t size = s->update_sizes[u];
    is_one &= lists(s->indices_batching, next++, NULL) || (!size.value && size.constant == 1);
  }
  if (is_one) return TERN_UTIL_UPDATES_APART;
  return is_reorderable(s) ? TERN_UTIL_UPDATES_ANY_ORDER : NULL;
}

static bool lower_scatter(tern_hlo_lowering_t *l) {
  tern_scatter_t s = {0};
  if (!read_scatter(l, &s)) return false;
  if (tern_hlo_has_no_elements(l->types[0])) return tern_hlo_keep_operands(l, 0);
  const char *mark = choose_mark(&s);
  if (!mark && tern_op_attr(l->op, TERN_SCATTER_ATOMIC_BITS)) {
    if (tern_scatter_build_last(&s, l->results) || tern_scatter_build_partial(&s, l->results) ||
        tern_scatter_build_sorted(&s, l->results)) {
      return true;
    }
  }
  if (!tern_op_attr(l->op, TERN_SCATTER_ATOMIC_BITS) && tern_scatter_build_lanes(&s, l->results)) return true;
  tern_builder_t *b = l->b;
  tern_extent_t ends[MAX_RANK];
  size_t end_count = 0, left[MAX_RANK];
  for (size_t d = 0; d < s.rank; ++d) {
    if (s.is_independent[d]) ends[end_count++] = s.input_sizes[d];
  }
  tern_value_t **outputs = tern_malloc(s.count * sizeof(*outputs)), **state = tern_malloc(s.count * sizeof(*state));
  const tern_part_t **parts = tern_malloc(s.count * sizeof(*parts));
  for (size_t i = 0; i < s.count; ++i) outputs[i] = s.inputs[i];
  tern_forall_t forall;
  tern_forall_open(b, ends, end_count, (tern_values_t){outputs, s.count}, &forall);
  tern_part_t part = {.rank = s.rank};
  for (size_t d = 0, iv = 0; d < s.rank; ++d) {
    part.sizes[d] = s.input_sizes[d];
    if (s.is_independent[d]) tern_part_drop(&part, d, forall.ivs[iv++]);
  }
  for (size_t i = 0; i < s.count; ++i) {
    state[i] = tern_build_part(b, forall.outputs[i], &part);
    parts[i] = &part;
  }
  size_t left_count = tern_scatter_bind_independent(&s, forall.ivs, left);
  tern_extent_t loop_ends[MAX_RANK];
  for (size_t i = 0; i < left_count; ++i) loop_ends[i] = s.update_sizes[left[i]];
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, loop_ends, left_count, state, s.count, &nest);
  if (mark) tern_scatter_mark_loops(&nest, mark);
  for (size_t i = 0; i < left_count; ++i) s.place[left[i]] = nest.ivs[i];
  build_update(b, &s, state);
  tern_loop_nest_close(b, &nest, state, s.count);
  tern_forall_close(b, &forall, state, parts, l->results);
  free(outputs);
  free(state);
  free(parts);
  return true;
}

// --- select_and_scatter ---

// The scalars that a search through a window carries.
enum { SEARCH_VALUE, SEARCH_IS_FOUND, SEARCH_PLACE };

typedef struct selection {
  tern_hlo_lowering_t *l;
  size_t rank, kept;  // dimensions; those that windows move along
  int64_t sizes[MAX_RANK], strides[MAX_RANK], low[MAX_RANK];
  bool is_independent[MAX_RANK], has_padding;
  tern_value_t *operand, *source;
  tern_extent_t operand_sizes[MAX_RANK], source_sizes[MAX_RANK];
  tern_hlo_body_t select, scatter;
  tern_value_t *init;             // scalar
  tern_value_t *place[MAX_RANK];  // in the source
} selection_t;

static void read_selection(tern_hlo_lowering_t *l, selection_t *s) {
  s->l = l;
  s->operand = l->operands.values[0];
  s->source = l->operands.values[1];
  s->rank = tern_type_rank(s->operand->type);
  s->select = (tern_hlo_body_t){&l->op->regions[0], l->conversion};
  s->scatter = (tern_hlo_body_t){&l->op->regions[1], l->conversion};
  tern_build_dims(l->b, s->operand, s->operand_sizes);
  tern_build_dims(l->b, s->source, s->source_sizes);
  for (size_t d = 0; d < s->rank; ++d) {
    s->sizes[d] = tern_hlo_list_entry(l->op, "window_dimensions", d, 1);
    s->strides[d] = tern_hlo_list_entry(l->op, "window_strides", d, 1);
    s->low[d] = tern_hlo_list_entry(l->op, "padding", 2 * d, 0);
    bool is_padded = s->low[d] != 0 || tern_hlo_list_entry(l->op, "padding", 2 * d + 1, 0) != 0;
    s->has_padding |= is_padded;
    s->is_independent[d] = s->sizes[d] == 1 && s->strides[d] == 1 && !is_padded;
    s->kept += !s->is_independent[d];
  }
}

// Looks at one element of the window: it takes the place of what is selected if that is nothing yet, or if `select` does not
// hold for the two. Padding is never selected.
static void build_search_step(tern_builder_t *b, const selection_t *s, tern_value_t *const *offsets,
                              tern_value_t **state) {
  tern_value_t *indices[MAX_RANK], *places[MAX_RANK], *is_inside = NULL, *keeps;
  for (size_t d = 0, next = 0; d < s->rank; ++d) {
    indices[d] = s->place[d];
    if (s->is_independent[d]) continue;
    tern_value_t *start = tern_build_index_mul(b, s->place[d], tern_build_index(b, s->strides[d]));
    tern_value_t *index = tern_build_index_add(b, start, offsets[next]);
    index = tern_build_index_add(b, index, tern_build_index(b, -s->low[d]));
    places[next++] = index;
    indices[d] = index;
    if (!s->has_padding) continue;
    tern_value_t *end = tern_build_extent(b, s->operand_sizes[d]);
    tern_value_t *is_in_dim = tern_build_compared(b, TERN_CMPI_ULT, index, end);
    is_inside = build_and(b, is_inside, is_in_dim);
    // What is not inside is read from somewhere, and not used.
    indices[d] = tern_build_select(b, is_in_dim, index, tern_build_index(b, 0));
  }
  tern_value_t *element = tern_build_extract(b, s->operand, (tern_values_t){indices, s->rank});
  tern_hlo_build_body(b, &s->select, (tern_value_t *[]){state[SEARCH_VALUE], element}, &keeps, 1);
  tern_value_t *one = tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, 1), 1));
  tern_value_t *is_held = tern_build_binary(b, TERN_ARITH(ANDI), state[SEARCH_IS_FOUND], keeps);
  tern_value_t *takes = tern_build_binary(b, TERN_ARITH(XORI), is_held, one);
  if (is_inside) takes = tern_build_binary(b, TERN_ARITH(ANDI), takes, is_inside);
  state[SEARCH_VALUE] = tern_build_select(b, takes, element, state[SEARCH_VALUE]);
  state[SEARCH_IS_FOUND] = tern_build_binary(b, TERN_ARITH(ORI), state[SEARCH_IS_FOUND], takes);
  for (size_t i = 0; i < s->kept; ++i) {
    state[SEARCH_PLACE + i] = tern_build_select(b, takes, places[i], state[SEARCH_PLACE + i]);
  }
}

// Scatters the element of the source at `place` into the result.
static void build_selection_update(tern_builder_t *b, const selection_t *s, tern_value_t **state) {
  tern_value_t *search[SEARCH_PLACE + MAX_RANK], *updated;
  tern_extent_t window[MAX_RANK];
  search[SEARCH_VALUE] = s->init;
  search[SEARCH_IS_FOUND] = tern_build_constant(b, tern_integer_attr_get(tern_i_type_get(b->context, 1), 0));
  for (size_t d = 0, next = 0; d < s->rank; ++d) {
    if (s->is_independent[d]) continue;
    search[SEARCH_PLACE + next] = tern_build_index(b, 0);
    window[next++] = tern_extent_of(s->sizes[d]);
  }
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, window, s->kept, search, SEARCH_PLACE + s->kept, &nest);
  build_search_step(b, s, nest.ivs, search);
  tern_loop_nest_close(b, &nest, search, SEARCH_PLACE + s->kept);
  tern_values_t place = {search + SEARCH_PLACE, s->kept};
  tern_op_t *guard = s->has_padding ? tern_guard_open(b, search[SEARCH_IS_FOUND], state, 1) : NULL;
  tern_value_t *old = tern_build_extract(b, state[0], place);
  tern_value_t *element = tern_build_extract(b, s->source, (tern_values_t){(tern_value_t **)s->place, s->rank});
  tern_hlo_build_body(b, &s->scatter, (tern_value_t *[]){element, old}, &updated, 1);
  state[0] = tern_build_insert(b, updated, state[0], place);
  if (guard) tern_guard_close(b, guard, state, 1);
}

static bool lower_select_and_scatter(tern_hlo_lowering_t *l) {
  selection_t s = {0};
  read_selection(l, &s);
  if (tern_hlo_has_no_elements(l->types[0])) return tern_hlo_keep_operands(l, 0);
  tern_builder_t *b = l->b;
  tern_extent_t ends[MAX_RANK], windows[MAX_RANK];
  size_t end_count = 0;
  tern_part_t part = {.rank = s.rank};
  for (size_t d = 0, next = 0; d < s.rank; ++d) {
    part.sizes[d] = s.operand_sizes[d];
    if (s.is_independent[d]) {
      ends[end_count++] = s.operand_sizes[d];
    } else {
      windows[next++] = s.source_sizes[d];
    }
  }
  s.init = tern_build_only_element(b, l->operands.values[2]);
  tern_value_t *output = tern_build_empty(b, l->types[0], s.operand_sizes);
  tern_forall_t forall;
  tern_forall_open(b, ends, end_count, TERN_VALUES(output), &forall);
  for (size_t d = 0, iv = 0; d < s.rank; ++d) {
    if (!s.is_independent[d]) continue;
    s.place[d] = forall.ivs[iv];
    tern_part_drop(&part, d, forall.ivs[iv++]);
  }
  tern_value_t *state = tern_build_empty_part(b, tern_type_element(l->types[0]), &part);
  tern_extent_t kept_sizes[MAX_RANK];
  for (size_t d = 0, next = 0; d < s.rank; ++d) {
    if (!s.is_independent[d]) kept_sizes[next++] = s.operand_sizes[d];
  }
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, kept_sizes, s.kept, &state, 1, &nest);
  state = tern_build_insert(b, s.init, state, (tern_values_t){nest.ivs, s.kept});
  tern_loop_nest_close(b, &nest, &state, 1);
  tern_loop_nest_open(b, windows, s.kept, &state, 1, &nest);
  for (size_t d = 0, next = 0; d < s.rank; ++d) {
    if (!s.is_independent[d]) s.place[d] = nest.ivs[next++];
  }
  build_selection_update(b, &s, &state);
  tern_loop_nest_close(b, &nest, &state, 1);
  const tern_part_t *parts = &part;
  tern_forall_close(b, &forall, &state, &parts, l->results);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_scatter_lowerings[] = {
    {TERN_HLO_SCATTER, lower_scatter},
    {TERN_HLO_SELECT_AND_SCATTER, lower_select_and_scatter},
    {TERN_HLO_NONE, NULL},
};
