// stablehlo.dynamic_reduce_window: a custom call of JAX, whose windows are as large as sizes of the program.
//
//   %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %sizes, %strides, %base_dilations, %dilations, %padding)
//          {called_computations = [@reducer]}
//
// Where only the padding is computed, it is stablehlo.dynamic_pad and then stablehlo.reduce_window. Else the dimensions that have windows
// are reduced one after the other, which the body allows: with the initial values it is a monoid. Lines are independent; along a
// line a window that begins (or ends) where the line does, and takes in one element more each time, goes on with the last result: that
// is what cumulative sums are. Sums of floats are added up in pieces, those of narrow floats in f32 (running.h).

#include <stdlib.h>

#include "convert/stablehlo/linear_algebra/lapack_calls.h"
#include "convert/stablehlo/running.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/scf/build.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Lists that follow the initial values.
enum { SIZES, STRIDES, BASE_DILATIONS, DILATIONS, PADDING, LIST_COUNT };

typedef struct windows {
  tern_hlo_lowering_t *l;
  size_t count, rank;  // of inputs; of dimensions
  tern_region_t *body;
} windows_t;

// --- the call ---

static bool read_call(tern_hlo_lowering_t *l, windows_t *out) {
  const tern_attr_t *called = tern_op_attr(l->op, "called_computations");
  bool has_body = called && called->kind == TERN_ATTR_ARRAY && tern_array_attr_count(called) == 1;
  tern_op_t *func = has_body ? tern_symbol_lookup_nearest(l->op, tern_array_attr_at(called, 0)) : NULL;
  *out = (windows_t){.l = l, .count = l->op->result_count};
  bool is_right = func && tern_op_has_trait(func, TERN_TRAIT_FUNCTION_LIKE) &&
                  !tern_region_is_empty(&func->regions[0]) && out->count > 0 &&
                  l->operands.count == 2 * out->count + LIST_COUNT;
  if (is_right) {
    out->rank = tern_type_rank(l->operands.values[0]->type);
    out->body = &func->regions[0];
    const tern_block_t *block = out->body->first_block;
    is_right =
        out->rank < MAX_RANK && block->arg_count == 2 * out->count && block->last_op->operand_count == out->count;
  }
  for (size_t i = 0; i < LIST_COUNT && is_right; ++i) {
    const tern_type_t *type = l->operands.values[2 * out->count + i]->type;
    is_right = type->kind == TERN_TYPE_TENSOR && tern_type_is_integer(tern_type_element(type)) &&
               tern_type_rank(type) == (i == PADDING ? 2 : 1) && tern_type_dim(type, 0) == (int64_t)out->rank;
  }
  return is_right ||
         tern_op_error(l->op,
                       "expects inputs, initial values, lists of the sizes, strides, base dilations, window dilations "
                       "and paddings of windows, and a function that reduces");
}

static size_t list_operand(const windows_t *w, size_t list) { return 2 * w->count + list; }

// --- what is known ---

// Element `position`, in row-major order, of what is made of constants. False if it is not known.
static bool find_constant(tern_value_t *value, int64_t position, int64_t *out) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    *out = tern_integer_attr_value(tern_dense_elements_attr_at(constant, (size_t)position));
    return true;
  }
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op) return false;
  if (tern_hlo_is(op, TERN_HLO_RESHAPE)) return find_constant(tern_op_operand(op, 0), position, out);
  if (!tern_hlo_is(op, TERN_HLO_CONCATENATE) || tern_hlo_int_entry(op, "dimension", 0) != 0) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *part = tern_op_operand(op, i);
    if (!tern_type_has_static_shape(part->type)) return false;
    int64_t count = tern_type_element_count(part->type);
    if (position < count) return find_constant(part, position, out);
    position -= count;
  }
  return false;
}

// Are all entries of a list known?
static bool read_list(const windows_t *w, size_t list, int64_t *out) {
  for (size_t d = 0; d < w->rank; ++d) {
    if (!find_constant(tern_op_operand(w->l->op, list_operand(w, list)), (int64_t)d, &out[d])) return false;
  }
  return true;
}

static bool is_known_as(const windows_t *w, size_t list, size_t position, int64_t wanted) {
  int64_t value;
  return find_constant(tern_op_operand(w->l->op, list_operand(w, list)), (int64_t)position, &value) && value == wanted;
}

// A window of one element, everywhere.
static bool is_trivial(const windows_t *w, size_t dim) {
  return is_known_as(w, SIZES, dim, 1) && is_known_as(w, STRIDES, dim, 1) && is_known_as(w, BASE_DILATIONS, dim, 1) &&
         is_known_as(w, PADDING, 2 * dim, 0) && is_known_as(w, PADDING, 2 * dim + 1, 0);
}

// --- computed padding ---

// Column `column` of the padding, as a list.
static tern_value_t *build_padding_list(tern_builder_t *b, const windows_t *w, int64_t column) {
  tern_value_t *padding = tern_op_operand(w->l->op, list_operand(w, PADDING));
  int64_t rank = (int64_t)w->rank, shape[] = {rank, 1};
  const int64_t start[] = {0, column}, limit[] = {rank, column + 1}, strides[] = {1, 1};
  const tern_type_t *element = tern_type_element(padding->type);
  tern_value_t *part =
      tern_build_value(b, TERN_STABLEHLO(SLICE), .operands = TERN_VALUES(padding),
                       .types = TERN_TYPES(tern_tensor_type_get(element, shape, 2, NULL)),
                       .attrs = TERN_ATTRS({"start_indices", tern_dense_i64_array_attr_get(b->context, start, 2)},
                                           {"limit_indices", tern_dense_i64_array_attr_get(b->context, limit, 2)},
                                           {"strides", tern_dense_i64_array_attr_get(b->context, strides, 2)}));
  return tern_build_value(b, TERN_STABLEHLO(RESHAPE), .operands = TERN_VALUES(part),
                          .types = TERN_TYPES(tern_tensor_type_get(element, &rank, 1, NULL)));
}

static tern_value_t *build_constant_list(tern_builder_t *b, const tern_type_t *type, const int64_t *values) {
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(type, values, (size_t)tern_type_dim(type, 0));
  return tern_build_value(b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", attr}));
}

static void build_static_windows(const windows_t *w, const int64_t (*lists)[MAX_RANK]) {
  tern_hlo_lowering_t *l = w->l;
  tern_builder_t *b = l->b;
  tern_value_t **operands = tern_malloc(2 * w->count * sizeof(*operands));
  const tern_type_t **types = tern_malloc(w->count * sizeof(*types));
  tern_value_t *low = build_padding_list(b, w, 0), *high = build_padding_list(b, w, 1);
  int64_t between[MAX_RANK], dims[MAX_RANK];
  for (size_t d = 0; d < w->rank; ++d) {
    between[d] = lists[BASE_DILATIONS][d] - 1;
    dims[d] = TERN_DYNAMIC;
  }
  tern_value_t *interior = build_constant_list(b, low->type, between);
  for (size_t i = 0; i < w->count; ++i) {
    tern_value_t *input = tern_op_operand(l->op, i), *init = tern_op_operand(l->op, w->count + i);
    for (size_t d = 0; d < w->rank; ++d) dims[d] = is_trivial(w, d) ? tern_type_dim(input->type, d) : TERN_DYNAMIC;
    operands[i] =
        tern_build_value(b, TERN_STABLEHLO(DYNAMIC_PAD), .operands = TERN_VALUES(input, init, low, high, interior),
                         .types = TERN_TYPES(tern_type_with_shape(input->type, dims, w->rank)));
    operands[w->count + i] = init;
    types[i] = l->op->results[i].type;
  }
  const tern_attr_t *attrs[LIST_COUNT];
  for (size_t i = 0; i < LIST_COUNT; ++i) attrs[i] = tern_dense_i64_array_attr_get(b->context, lists[i], w->rank);
  tern_op_t *made = tern_build(
      b, TERN_STABLEHLO(REDUCE_WINDOW), .operands = {operands, 2 * w->count}, .types = {types, w->count}, .regions = 1,
      .attrs = TERN_ATTRS({"window_dimensions", attrs[SIZES]}, {"window_strides", attrs[STRIDES]},
                          {"window_dilations", attrs[DILATIONS]}));
  tern_region_clone_into(w->body, &made->regions[0], NULL);
  tern_op_t *end = made->regions[0].first_block->last_op;
  tern_builder_t inside = tern_builder_before(end);
  for (size_t i = 0; i < w->count; ++i) operands[i] = tern_op_operand(end, i);
  tern_build(&inside, TERN_STABLEHLO(RETURN), .operands = {operands, w->count});
  tern_op_destroy(end);
  for (size_t i = 0; i < w->count; ++i) {
    l->results[i] = tern_conversion_remapped(l->conversion, tern_op_result(made, i));
  }
  free(operands);
  free(types);
}

// --- computed windows, of one dimension ---

typedef struct sliding {
  const windows_t *w;
  tern_monoid_t monoid;
  size_t dim;
  // Indices: what the lists say, the size of the line, that with holes in it, and the number of windows.
  tern_value_t *window, *stride, *base, *dilation, *low, *size, *dilated, *count;
  tern_value_t *is_forward, *is_backward;  // is the window one that takes in one element more each time?
  tern_value_t *const *inputs;
  tern_value_t *begins;  // where the window is that is reduced now
  tern_value_t *place[MAX_RANK];
} sliding_t;

static tern_value_t *build_entry(const sliding_t *s, size_t list, tern_values_t place) {
  size_t operand = list_operand(s->w, list);
  tern_hlo_lowering_t *l = s->w->l;
  tern_value_t *entry = tern_build_extract(l->b, l->operands.values[operand], place);
  return tern_build_index_from(l->b, entry, tern_hlo_written_element(l->op, operand));
}

static tern_value_t *build_equal(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return tern_build_compared(b, TERN_CMPI_EQ, x, y);
}

static tern_value_t *build_and(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return tern_build_binary(b, TERN_ARITH(ANDI), x, y);
}

static void read_dimension(sliding_t *s) {
  tern_builder_t *b = s->w->l->b;
  tern_value_t *dim = tern_build_index(b, (int64_t)s->dim), *zero = tern_build_index(b, 0),
               *one = tern_build_index(b, 1);
  s->window = build_entry(s, SIZES, TERN_VALUES(dim));
  s->stride = build_entry(s, STRIDES, TERN_VALUES(dim));
  s->base = build_entry(s, BASE_DILATIONS, TERN_VALUES(dim));
  s->dilation = build_entry(s, DILATIONS, TERN_VALUES(dim));
  s->low = build_entry(s, PADDING, TERN_VALUES(dim, zero));
  tern_value_t *high = build_entry(s, PADDING, TERN_VALUES(dim, one));
  s->size = tern_build_extent(b, tern_build_dim(b, s->inputs[0], s->dim));
  tern_value_t *last = tern_build_index_sub(b, s->size, one);
  s->dilated = tern_build_index_add(b, tern_build_index_mul(b, last, s->base), one);
  s->dilated = tern_build_select(b, build_equal(b, s->size, zero), zero, s->dilated);
  tern_value_t *padded = tern_build_index_add(b, tern_build_index_add(b, s->dilated, s->low), high);
  tern_value_t *before = tern_build_index_mul(b, tern_build_index_sub(b, s->window, one), s->dilation);
  tern_value_t *room = tern_build_index_sub(b, tern_build_index_sub(b, padded, before), one);
  tern_value_t *count = tern_build_value(b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(room, s->stride));
  tern_value_t *fits = tern_build_compared(b, TERN_CMPI_SGE, room, zero);
  s->count = tern_build_select(b, fits, tern_build_index_add(b, count, one), zero);
  tern_value_t *is_dense = build_and(b, build_equal(b, s->stride, one), build_equal(b, s->base, one));
  is_dense = build_and(b, is_dense, build_equal(b, s->dilation, one));
  is_dense = build_and(b, is_dense, build_equal(b, s->window, s->size));
  tern_value_t *starts_outside = build_and(b, build_equal(b, s->low, last), build_equal(b, high, zero));
  tern_value_t *ends_outside = build_and(b, build_equal(b, high, last), build_equal(b, s->low, zero));
  s->is_forward = build_and(b, is_dense, starts_outside);
  s->is_backward = build_and(b, is_dense, ends_outside);
}

// The elements at `place` of the line, into `values`.
static void take_place(tern_builder_t *b, sliding_t *s, tern_value_t *place, tern_value_t **values) {
  const tern_monoid_t *m = &s->monoid;
  tern_value_t **elements = tern_malloc(m->count * sizeof(*elements));
  s->place[s->dim] = place;
  for (size_t i = 0; i < m->count; ++i) {
    elements[i] = tern_build_extract(b, s->inputs[i], (tern_values_t){s->place, s->w->rank});
  }
  tern_monoid_widen(b, m, elements, elements);
  tern_monoid_combine(b, m, values, elements, values);
  free(elements);
}

static void put_place(tern_builder_t *b, const sliding_t *s, tern_value_t *place, tern_value_t *const *values,
                      tern_value_t **state) {
  size_t count = s->monoid.count;
  tern_value_t **results = tern_malloc(count * sizeof(*results));
  tern_monoid_narrow(b, &s->monoid, values, results);
  for (size_t i = 0; i < count; ++i) state[i] = tern_build_insert(b, results[i], state[i], TERN_VALUES(place));
  free(results);
}

// --- windows that take in one element more each time ---

static tern_value_t *build_turned(tern_builder_t *b, const sliding_t *s, tern_value_t *position) {
  tern_value_t *last = tern_build_index_sub(b, s->count, tern_build_index(b, 1));
  return tern_build_select(b, s->is_backward, tern_build_index_sub(b, last, position), position);
}

static void take_next(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values) {
  take_place(b, user, build_turned(b, user, position), values);
}

static void put_next(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t *const *values,
                     tern_value_t **state) {
  put_place(b, user, build_turned(b, user, position), values, state);
}

// --- other windows ---

// Element `position` of a window, if it is one of the line.
static void take_element(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values) {
  sliding_t *s = user;
  tern_value_t *step = tern_build_index_mul(b, position, s->dilation), *zero = tern_build_index(b, 0);
  position = tern_build_index_add(b, s->begins, step);
  // What is in front of the line is a large number without sign.
  tern_value_t *is_inside = tern_build_compared(b, TERN_CMPI_ULT, position, s->dilated);
  tern_value_t *rest = tern_build_binary(b, TERN_ARITH(REMUI), position, s->base);
  is_inside = build_and(b, is_inside, build_equal(b, rest, zero));
  tern_op_t *guard = tern_guard_open(b, is_inside, values, s->monoid.count);
  take_place(b, s, tern_build_binary(b, TERN_ARITH(DIVUI), position, s->base), values);
  tern_guard_close(b, guard, values, s->monoid.count);
}

// Window `place`, by itself.
static void build_window(tern_builder_t *b, sliding_t *s, tern_value_t *place, tern_value_t **state) {
  tern_value_t **values = tern_malloc(s->monoid.count * sizeof(*values));
  s->begins = tern_build_index_sub(b, tern_build_index_mul(b, place, s->stride), s->low);
  tern_running_t window = {.monoid = &s->monoid,
                           .first = tern_build_index(b, 0),
                           .end = s->window,
                           .size = TERN_DYNAMIC,
                           .user = s,
                           .take = take_element};
  tern_build_running(b, &window, NULL, values);
  put_place(b, s, place, values, state);
  free(values);
}

// All windows of a line, of which there are none of one of the two kinds. `state` is the line of each result.
static void build_line(tern_builder_t *b, sliding_t *s, tern_value_t **state) {
  size_t count = s->monoid.count;
  tern_value_t **values = tern_malloc(count * sizeof(*values));
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_value_t *goes_on = tern_build_binary(b, TERN_ARITH(ORI), s->is_forward, s->is_backward);
  tern_running_t line = {.monoid = &s->monoid,
                         .first = zero,
                         .end = tern_build_select(b, goes_on, s->count, zero),
                         .size = TERN_DYNAMIC,
                         .user = s,
                         .take = take_next,
                         .put = put_next,
                         .state_count = count};
  tern_build_running(b, &line, state, values);
  tern_op_t *loop = tern_loop_open(b, zero, tern_build_select(b, goes_on, zero, s->count), one, state, count);
  build_window(b, s, tern_scf_for_iv(loop), state);
  tern_loop_close(b, loop, state, count);
  free(values);
}

// Reduces `inputs` along dimension `dim`; they become the results.
static void slide(const windows_t *w, size_t dim, tern_value_t **inits, tern_value_t **inputs) {
  tern_builder_t *b = w->l->b;
  sliding_t s = {.w = w, .dim = dim, .inputs = inputs};
  tern_value_t **outputs = tern_malloc(w->count * sizeof(*outputs)), **state = tern_malloc(w->count * sizeof(*state));
  const tern_part_t **parts = tern_malloc(w->count * sizeof(*parts));
  const tern_type_t **elements = tern_malloc(w->count * sizeof(*elements));
  tern_extent_t ends[MAX_RANK];
  tern_part_t part;
  size_t end_count = 0;
  for (size_t i = 0; i < w->count; ++i) elements[i] = tern_type_element(inputs[i]->type);
  tern_hlo_body_t body = {w->body, w->l->conversion};
  tern_hlo_make_monoid(&body, w->count, elements, inits, &s.monoid);
  read_dimension(&s);
  tern_part_of_all(b, inputs[0], &part);
  part.sizes[dim] = tern_extent_of_value(s.count);
  for (size_t d = 0; d < w->rank; ++d) {
    if (d != dim) ends[end_count++] = part.sizes[d];
  }
  for (size_t i = 0; i < w->count; ++i) {
    outputs[i] = tern_build_empty_part(b, elements[i], &part);
    parts[i] = &part;
  }
  tern_forall_t forall;
  tern_forall_open(b, ends, end_count, (tern_values_t){outputs, w->count}, &forall);
  for (size_t d = 0, iv = 0; d < w->rank; ++d) {
    if (d == dim) continue;
    s.place[d] = forall.ivs[iv];
    tern_part_drop(&part, d, forall.ivs[iv++]);
  }
  for (size_t i = 0; i < w->count; ++i) {
    state[i] = tern_build_empty_part(b, elements[i], &part);
  }
  build_line(b, &s, state);
  tern_forall_close(b, &forall, state, parts, inputs);
  free(outputs);
  free(state);
  free(parts);
  free(elements);
}

bool tern_dynamic_reduce_window(tern_hlo_lowering_t *l) {
  windows_t w;
  int64_t lists[LIST_COUNT][MAX_RANK] = {{0}};
  if (!read_call(l, &w)) return false;
  if (read_list(&w, SIZES, lists[SIZES]) && read_list(&w, STRIDES, lists[STRIDES]) &&
      read_list(&w, BASE_DILATIONS, lists[BASE_DILATIONS]) && read_list(&w, DILATIONS, lists[DILATIONS])) {
    build_static_windows(&w, (const int64_t (*)[MAX_RANK])lists);
    return true;
  }
  tern_value_t **inits = tern_malloc(w.count * sizeof(*inits)), **values = tern_malloc(w.count * sizeof(*values));
  for (size_t i = 0; i < w.count; ++i) {
    values[i] = l->operands.values[i];
    inits[i] = tern_build_only_element(l->b, l->operands.values[w.count + i]);
  }
  for (size_t d = 0; d < w.rank; ++d) {
    if (!is_trivial(&w, d)) slide(&w, d, inits, values);
  }
  for (size_t i = 0; i < w.count; ++i) l->results[i] = tern_build_tensor_cast(l->b, values[i], l->types[i]);
  free(inits);
  free(values);
  return true;
}
