// What dispatches do: operations and bytes, counted from shapes, and what their boundaries cost. Nothing is measured: it says
// where to look first.

#include <stdio.h>

#include "dialect/flow/flow.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/math/math.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pipeline/explain/explanation.h"

static const char *copy_text(tern_explanation_t *e, tern_str_t text) {
  char *copy = tern_arena_alloc(&e->arena, text.size + 1);
  if (text.size) memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return copy;
}

// Bytes of an array; a dimension that is not known counts as 1.
static double count_bytes(const tern_type_t *type, bool *inout_is_open) {
  if (!tern_type_is_shaped(type) || !tern_type_is_ranked(type)) return 0;
  double bytes = (double)tern_dense_element_size(tern_type_element(type));
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t dim = tern_type_dim(type, i);
    *inout_is_open |= dim < 0;
    if (dim >= 0) bytes *= (double)dim;
  }
  return bytes;
}

//---- Kernels ----

static bool is_transcendental(const tern_op_t *op) {
  static const tern_op_row_t *const ops[] = {
      TERN_MATH(ACOS),  TERN_MATH(ACOSH), TERN_MATH(ASIN),  TERN_MATH(ASINH), TERN_MATH(ATAN),   TERN_MATH(ATAN2),
      TERN_MATH(ATANH), TERN_MATH(CBRT),  TERN_MATH(COS),   TERN_MATH(COSH),  TERN_MATH(ERF),    TERN_MATH(ERFC),
      TERN_MATH(EXP),   TERN_MATH(EXP2),  TERN_MATH(EXPM1), TERN_MATH(LOG),   TERN_MATH(LOG10),  TERN_MATH(LOG1P),
      TERN_MATH(LOG2),  TERN_MATH(POWF),  TERN_MATH(RSQRT), TERN_MATH(SIN),   TERN_MATH(SINCOS), TERN_MATH(SINH),
      TERN_MATH(SQRT),  TERN_MATH(TAN),   TERN_MATH(TANH),
  };
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
    if (tern_op_is(op, ops[i])) return true;
  }
  return false;
}

// Ops that a processor computes for each element.
static size_t count_body(const tern_op_t *op, size_t *out_transcendental_count) {
  size_t count = 0;
  *out_transcendental_count = 0;
  if (tern_op_is(op, TERN_LINALG(FILL))) return 0;
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    bool is_work = !tern_op_has_trait(inner, TERN_TRAIT_TERMINATOR) &&
                   !tern_op_has_trait(inner, TERN_TRAIT_CONSTANT_LIKE) && !tern_op_is(inner, TERN_LINALG(INDEX));
    count += is_work;
    *out_transcendental_count += is_transcendental(inner);
  }
  return count;
}

static tern_walk_result_t add_work(tern_op_t *op, void *user) {
  tern_explained_kernel_t *kernel = user;
  if (!tern_is_linalg(op)) {
    bool is_ext = tern_str_starts_with(tern_op_name(op), TERN_STR("iree_linalg_ext."));
    kernel->has_more |=
        is_ext ? !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) : tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE);
    return TERN_WALK_ADVANCE;
  }
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  size_t transcendental_count;
  double operations = (double)count_body(op, &transcendental_count), turns = 1;
  size_t count = tern_linalg_loop_count(op);
  bool is_known = tern_linalg_static_loop_ranges(op, ranges);
  for (size_t i = 0; i < count && is_known; ++i) {
    kernel->has_open_size |= ranges[i] < 0;
    if (ranges[i] >= 0) turns *= (double)ranges[i];
  }
  kernel->operations += operations * turns;
  kernel->transcendentals += (double)transcendental_count * turns;
  kernel->has_more |= !is_known;
  return TERN_WALK_SKIP;
}

static const char *place_of(tern_explanation_t *e, const tern_op_t *op) {
  const tern_attr_t *file = tern_loc_find_file(op->loc);
  if (!file) return "";
  const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)file->params[0];
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%.*s:%u:%u", (int)name->size, name->data, (unsigned)file->params[1],
                                    (unsigned)file->params[2]);
  const char *copy = copy_text(e, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return copy;
}

static const tern_attr_t *entry_point_of(const tern_op_t *dispatch) {
  return tern_array_attr_at(tern_op_attr(dispatch, "entry_points"), 0);
}

static tern_str_t name_of(const tern_op_t *dispatch) {
  const tern_attr_t *ref = entry_point_of(dispatch);
  return tern_symbol_ref_attr_at(ref, tern_symbol_ref_attr_count(ref) - 1);
}

static bool is_in_loop(const tern_op_t *op) {
  while ((op = tern_op_parent(op))) {
    if (tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE)) return true;
  }
  return false;
}

// The row of the kernel, which is made at its first dispatch. `kernels` maps entry points to numbers of rows plus one.
static tern_explained_kernel_t *find_kernel(tern_explanation_t *e, tern_op_t *module, tern_map_t *kernels,
                                            const tern_op_t *dispatch) {
  const tern_attr_t *ref = entry_point_of(dispatch);
  size_t number = (size_t)(uintptr_t)tern_map_get(kernels, ref);
  if (number) return &e->kernels.values[number - 1];
  tern_explained_kernel_t kernel = {.name = copy_text(e, name_of(dispatch)), .place = place_of(e, dispatch)};
  for (size_t i = 0; i < dispatch->operand_count; ++i) {
    kernel.bytes += count_bytes(tern_op_operand(dispatch, i)->type, &kernel.has_open_size);
  }
  for (size_t i = 0; i < dispatch->result_count; ++i) {
    kernel.bytes += count_bytes(dispatch->results[i].type, &kernel.has_open_size);
  }
  tern_op_t *executable = tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(ref, 0));
  tern_block_t *body = executable ? tern_op_body(executable, 0) : NULL;
  for (tern_op_t *op = body ? body->first_op : NULL; op; op = op->next) {
    tern_op_t *function = op->region_count ? tern_symbol_lookup_in(op, name_of(dispatch)) : NULL;
    if (function) tern_op_walk_pre(function, add_work, &kernel);
  }
  tern_vec_push(&e->kernels, kernel);
  tern_map_set(kernels, ref, (void *)(uintptr_t)e->kernels.count);
  return &e->kernels.values[e->kernels.count - 1];
}

//---- Boundaries ----

// Adds what the results of a dispatch cost that other dispatches read.
static void add_boundary(tern_explanation_t *e, const tern_op_t *dispatch, const char *name) {
  const tern_attr_t *reason = tern_op_attr(dispatch, "iree.fusion_boundary");
  tern_explained_boundary_t boundary = {.name = name, .count = 1};
  bool is_open = false;
  for (size_t i = 0; i < dispatch->result_count; ++i) {
    size_t reader_count = 0;
    tern_value_for_each_use(&dispatch->results[i], use) reader_count += tern_op_is(use->owner, TERN_FLOW(DISPATCH));
    double bytes = count_bytes(dispatch->results[i].type, &is_open);
    if (reader_count) boundary.bytes += bytes * (double)(1 + reader_count);
  }
  if (boundary.bytes == 0) return;
  boundary.reason = reason ? copy_text(e, tern_string_attr_value(reason)) : "it was written so";
  for (size_t i = 0; i < e->boundaries.count; ++i) {
    tern_explained_boundary_t *known = &e->boundaries.values[i];
    if (known->name != name || strcmp(known->reason, boundary.reason) != 0) continue;
    known->bytes += boundary.bytes;
    ++known->count;
    return;
  }
  tern_vec_push(&e->boundaries, boundary);
}

//---- Programs ----

typedef struct collector {
  tern_explanation_t *explanation;
  tern_op_t *module;
  tern_map_t kernels;
  bool is_initializer;
} collector_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  collector_t *collector = user;
  tern_explanation_t *e = collector->explanation;
  bool is_open = false;
  if (tern_op_is(op, TERN_FLOW(TENSOR_CONSTANT))) e->constant_bytes += count_bytes(op->results[0].type, &is_open);
  if (!tern_op_is(op, TERN_FLOW(DISPATCH))) return TERN_WALK_ADVANCE;
  ++*(collector->is_initializer ? &e->initial_dispatch_count : &e->dispatch_count);
  if (collector->is_initializer) return TERN_WALK_ADVANCE;
  tern_explained_kernel_t *kernel = find_kernel(e, collector->module, &collector->kernels, op);
  ++kernel->dispatch_count;
  kernel->is_in_loop |= is_in_loop(op);
  add_boundary(e, op, kernel->name);
  return TERN_WALK_ADVANCE;
}

void tern_explanation_add_dispatches(tern_explanation_t *e, tern_op_t *module) {
  collector_t collector = {.explanation = e, .module = module};
  bool is_open = false;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_UTIL(GLOBAL))) e->global_bytes += count_bytes(tern_util_global_type(op), &is_open);
    if (tern_op_is(op, TERN_FLOW(EXECUTABLE))) continue;
    collector.is_initializer = tern_op_is(op, TERN_UTIL(INITIALIZER));
    tern_op_walk_pre(op, collect, &collector);
  }
  tern_map_deinitialize(&collector.kernels);
}
