// --stablehlo-raise-associative-scans: a scan that is written as its recursion becomes one reduce_window.
//
//   %a = slice %x [0:n-1:2]    %b = slice %x [1:n:2]    %y = fn(%a, %b)           pairs
//   %o = the same of %y, down to one element                                     what pairs come to, at odd places
//   %p = fn(slice %o [0:m], slice %x [2:n:2])                                    even places, from the odd one before
//   %e = concatenate(slice %x [0:1], %p)
//   %r = add(pad(%e, interior = 1), pad(%o, low = 1, interior = 1))              one between the others
//
//   %r = reduce_window(%x, true) init(0, false) {window = [n], padding = [n - 1, 0]} fn
//
// That is what jax.lax.associative_scan makes, over several tensors at a time, with a fn of any element-wise ops: five ops of the size of
// the input and its halves for each halving, a hundred kernels for a million elements. As a window it is a scan that reads and writes
// memory a few times (--stablehlo-cumulative-windows-to-loops).
//
// This is ours. All levels have to apply the same function; those of values that are only needed by others, and have no result, are
// found by what the others apply to them. A window starts with something neutral, and of fn nobody knows what that is; so one more value
// says whether there is anything yet. Scans of few elements, those along a dimension whose size is not known, and functions that do more than
// compute element by element stay as they are.

#include <stdlib.h>

#include "analysis/cumulative_window.h"
#include "base/map.h"
#include "base/vec.h"
#include "convert/stablehlo/scans/recursive_scan.h"
#include "dialect/func/func.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- the window ---

static const tern_type_t *scalar_of(const tern_type_t *type) {
  return tern_tensor_type_get(tern_type_element(type), NULL, 0, NULL);
}

static tern_value_t *build_splat(tern_builder_t *b, const tern_type_t *type, const tern_attr_t *number) {
  return tern_build_value(b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"value", tern_dense_elements_attr_get_splat(type, number)}));
}

// The number 0, or false.
static const tern_attr_t *zero_of(const tern_type_t *element) {
  return tern_type_is_float(element) ? tern_float_attr_get(element, 0) : tern_integer_attr_get(element, 0);
}

// What the function makes of scalars.
static tern_value_t *build_function(tern_builder_t *b, const tern_recursive_scan_t *scan, tern_value_t *model,
                                    tern_value_t *const *first, tern_value_t *const *second, tern_map_t *built) {
  tern_value_t *known = tern_map_get(built, model), *operands[4];
  if (known) return known;
  int argument = tern_recursive_scan_argument(scan, model);
  tern_op_t *op = tern_value_defining_op(model);
  const tern_type_t *type = scalar_of(model->type);
  tern_value_t *value;
  if (argument != TERN_SCAN_NO_ARGUMENT) {
    value =
        argument < TERN_RECURSIVE_SCAN_MAX_VALUES ? first[argument] : second[argument - TERN_RECURSIVE_SCAN_MAX_VALUES];
  } else if (tern_scan_splat(model)) {
    value = build_splat(b, type, tern_scan_splat(model));
  } else {
    size_t count = op->operand_count;
    for (size_t i = 0; i < count; ++i) {
      operands[i] = build_function(b, scan, tern_op_operand(op, i), first, second, built);
    }
    value = tern_build_value(b, op->def->row, .operands = {operands, count}, .types = TERN_TYPES(type),
                             .dictionary = tern_op_attr_dictionary(op));
  }
  tern_map_set(built, model, value);
  return value;
}

// Where there is nothing yet on one side, the other one is the result.
static void build_body(const tern_recursive_scan_t *scan, const tern_type_t *const *scalars, tern_op_t *window) {
  enum { MAX = TERN_RECURSIVE_SCAN_MAX_VALUES + 1 };
  size_t count = scan->levels[0].count;
  tern_block_t *block = tern_region_add_block(&window->regions[0]);
  tern_value_t *args[2 * MAX], *results[MAX];
  for (size_t i = 0; i < 2 * (count + 1); ++i) {
    args[i] = tern_block_add_arg(block, scalars[i % (count + 1)], window->loc);
  }
  tern_value_t **first = args, **second = args + count + 1;
  tern_builder_t b = tern_builder_at_end(block, window->loc);
  tern_map_t built = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *both = build_function(&b, scan, scan->function[i], first, second, &built);
    tern_value_t *any =
        tern_build_value(&b, TERN_STABLEHLO(SELECT), .operands = TERN_VALUES(second[count], both, first[i]),
                         .types = TERN_TYPES(scalars[i]));
    results[i] = tern_build_value(&b, TERN_STABLEHLO(SELECT), .operands = TERN_VALUES(first[count], any, second[i]),
                                  .types = TERN_TYPES(scalars[i]));
  }
  tern_map_deinitialize(&built);
  results[count] = tern_build_value(&b, TERN_STABLEHLO(OR), .operands = TERN_VALUES(first[count], second[count]),
                                    .types = TERN_TYPES(scalars[count]));
  tern_build(&b, TERN_STABLEHLO(RETURN), .operands = {results, count + 1});
}

static tern_op_t *build_window(tern_builder_t *b, const tern_recursive_scan_t *scan) {
  enum { MAX = TERN_RECURSIVE_SCAN_MAX_VALUES + 1 };
  const tern_scan_level_t *level = &scan->levels[0];
  size_t count = level->count, rank = tern_type_rank(level->x[0]->type);
  int64_t dims[MAX_RANK], window[MAX_RANK], ones[MAX_RANK], padding[2 * MAX_RANK] = {0};
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = tern_type_dim(level->x[0]->type, d);
    window[d] = ones[d] = 1;
  }
  window[scan->dim] = level->size;
  padding[2 * scan->dim] = level->size - 1;
  const tern_type_t *flag = tern_i_type_get(b->context, 1), *types[MAX], *scalars[MAX];
  tern_value_t *operands[2 * MAX];
  for (size_t i = 0; i <= count; ++i) {
    types[i] = i < count ? level->x[i]->type : tern_tensor_type_get(flag, dims, rank, NULL);
    scalars[i] = scalar_of(types[i]);
    operands[i] = i < count ? level->x[i] : build_splat(b, types[i], tern_integer_attr_get(flag, 1));
    operands[count + 1 + i] = build_splat(b, scalars[i], zero_of(tern_type_element(types[i])));
  }
  const int64_t shape[] = {(int64_t)rank, 2};
  const tern_type_t *list = tern_tensor_type_get(tern_i_type_get(b->context, 64), shape, 2, NULL);
  const tern_attr_t *all_ones = tern_dense_i64_array_attr_get(b->context, ones, rank);
  tern_op_t *op = tern_build(
      b, TERN_STABLEHLO(REDUCE_WINDOW), .operands = {operands, 2 * (count + 1)}, .types = {types, count + 1},
      .regions = 1,
      .attrs = TERN_ATTRS({"window_dimensions", tern_dense_i64_array_attr_get(b->context, window, rank)},
                          {"window_strides", all_ones}, {"base_dilations", all_ones}, {"window_dilations", all_ones},
                          {"padding", tern_dense_elements_attr_get_i64(list, padding, 2 * rank)}));
  build_body(scan, scalars, op);
  return op;
}

// --- the pass ---

// The window goes to where all that is scanned is there, before that op; NULL: a result is there sooner.
static tern_op_t *find_place(const tern_scan_level_t *level) {
  tern_op_t *latest = NULL;
  tern_block_t *block = NULL;
  for (size_t i = 0; i < level->count; ++i) {
    tern_op_t *op = level->result[i] ? tern_value_defining_op(level->result[i]) : NULL;
    if (op && block && op->block != block) return NULL;
    if (op) block = op->block;
  }
  for (size_t i = 0; i < level->count; ++i) {
    tern_op_t *op = tern_value_defining_op(level->x[i]);
    const tern_type_t *element = tern_type_element(level->x[i]->type);
    if (!tern_type_is_float(element) && !tern_type_is_int_or_index(element)) return NULL;
    if (op && op->block == block && (!latest || tern_op_is_before(latest, op))) latest = op;
  }
  for (size_t i = 0; i < level->count && latest; ++i) {
    if (level->result[i] && !tern_op_is_before(latest, tern_value_defining_op(level->result[i]))) return NULL;
  }
  return latest ? latest->next : block->first_op;
}

// Is it what becomes a scan, and does not read each window from its start?
static bool is_scan(tern_op_t *window) {
  tern_cumulative_t c;
  return tern_match_cumulative_window(window, &c) &&
         tern_hlo_body_is_scalar(&(tern_hlo_body_t){&window->regions[0], NULL});
}

// A window that was made, and of what.
typedef struct made {
  tern_op_t *window;
  size_t count;
  tern_value_t *x[TERN_RECURSIVE_SCAN_MAX_VALUES], *function[TERN_RECURSIVE_SCAN_MAX_VALUES];
} made_t;

typedef TERN_VEC(made_t) made_list_t;

// The results of the scan are those of a window that is there before them, and scans the same by the same functions, with others.
static bool reuse(const tern_recursive_scan_t *scan, const made_t *made) {
  const tern_scan_level_t *level = &scan->levels[0];
  size_t place[TERN_RECURSIVE_SCAN_MAX_VALUES];
  for (size_t i = 0; i < level->count; ++i) {
    size_t k = 0;
    while (k < made->count && (made->x[k] != level->x[i] || made->function[k] != scan->function[i])) ++k;
    if (k == made->count) return false;
    place[i] = k;
  }
  for (size_t i = 0; i < level->count; ++i) {
    const tern_op_t *op = level->result[i] ? tern_value_defining_op(level->result[i]) : NULL;
    if (op && (op->block != made->window->block || !tern_op_is_before(made->window, op))) return false;
  }
  for (size_t i = 0; i < level->count; ++i) {
    if (level->result[i]) tern_value_replace_all_uses(level->result[i], tern_op_result(made->window, place[i]));
  }
  return true;
}

static bool raise(const tern_recursive_scan_t *scan, made_list_t *made) {
  const tern_scan_level_t *level = &scan->levels[0];
  for (size_t i = 0; i < made->count; ++i) {
    if (reuse(scan, &made->values[i])) return true;
  }
  tern_op_t *place = find_place(level);
  if (!place) return false;
  tern_builder_t b = tern_builder_before(place);
  made_t window = {.window = build_window(&b, scan), .count = level->count};
  if (!is_scan(window.window)) return tern_op_destroy(window.window), false;
  for (size_t i = 0; i < level->count; ++i) {
    window.x[i] = level->x[i];
    window.function[i] = scan->function[i];
    if (level->result[i]) tern_value_replace_all_uses(level->result[i], tern_op_result(window.window, i));
  }
  tern_vec_push(made, window);
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  bool is_sum = op->result_count == 1 && op->results[0].type->kind == TERN_TYPE_TENSOR &&
                tern_type_has_static_shape(op->results[0].type) && tern_type_rank(op->results[0].type) <= MAX_RANK &&
                tern_scan_is_interleaved(&op->results[0]);
  if (is_sum) tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// What is left of levels that nobody needs.
static void erase_dead(tern_block_t *block) {
  for (tern_op_t *op = block->last_op, *before; op; op = before) {
    before = op->prev;
    if (tern_op_is_trivially_dead(op)) tern_op_destroy(op);
  }
}

// Reads the scan of the most values at a time, of those the last one in the program: it has the outermost levels, and others are parts
// of it.
static tern_op_t *find_largest(const tern_op_list_t *sums, tern_recursive_scan_t *out_scan) {
  tern_op_t *largest = NULL;
  tern_recursive_scan_t *scan = tern_malloc(sizeof *scan);
  for (size_t i = sums->count; i-- > 0;) {
    tern_value_t *result = &sums->values[i]->results[0];
    if (!tern_value_has_uses(result) || !tern_recursive_scan_read(result, scan)) continue;
    const tern_scan_level_t *level = &scan->levels[0], *known = &out_scan->levels[0];
    bool is_larger = level->count > known->count || (level->count == known->count && level->size > known->size);
    if (largest && !is_larger) continue;
    largest = sums->values[i];
    *out_scan = *scan;
  }
  free(scan);
  return largest;
}

// A function of element-wise ops, such as jnp.where is one; NULL: the call is of something else.
static tern_op_t *find_elementwise_callee(tern_op_t *call) {
  const tern_attr_t *name = tern_op_is(call, TERN_FUNC(CALL)) ? tern_op_attr(call, "callee") : NULL;
  tern_op_t *callee = name ? tern_symbol_lookup_nearest(call, name) : NULL;
  const tern_block_t *body = callee && callee->region_count ? tern_op_body(callee, 0) : NULL;
  if (!body || callee->regions[0].first_block->next || tern_symbol_visibility(callee) != TERN_PRIVATE) return NULL;
  tern_block_for_each_op(body, op) {
    bool is_known = op == body->last_op || tern_hlo_is(op, TERN_HLO_CONSTANT) ||
                    tern_hlo_is(op, TERN_HLO_BROADCAST_IN_DIM) || tern_scan_is_elementwise(op);
    if (!is_known) return NULL;
  }
  return callee;
}

static void inline_call(tern_op_t *call) {
  tern_op_t *callee = find_elementwise_callee(call);
  enum { MAX = 64 };
  if (!callee || call->operand_count > MAX || call->result_count > MAX) return;
  tern_value_t *args[MAX], *results[MAX];
  for (size_t i = 0; i < call->operand_count; ++i) args[i] = tern_op_operand(call, i);
  tern_builder_t b = tern_builder_before(call);
  tern_builder_clone_body(&b, tern_op_body(callee, 0), args, results);
  for (size_t i = 0; i < call->result_count; ++i) tern_value_replace_all_uses(tern_op_result(call, i), results[i]);
  tern_op_destroy(call);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  made_list_t made = {0};
  tern_op_list_t candidates = {0};
  tern_op_walk_pre(root, collect, &candidates);
  if (candidates.count) tern_op_visit_row(root, TERN_POSTORDER, TERN_FUNC(CALL), inline_call);
  tern_vec_deinitialize(&candidates);
  tern_recursive_scan_t *scan = tern_malloc(sizeof *scan);
  for (bool is_changed = true; is_changed;) {
    tern_op_list_t sums = {0};
    tern_op_walk_pre(root, collect, &sums);
    *scan = (tern_recursive_scan_t){0};
    const tern_op_t *op = sums.count ? find_largest(&sums, scan) : NULL;
    is_changed = op && raise(scan, &made);
    if (is_changed) erase_dead(op->block);
    tern_pass_count(pass, 0, is_changed);
    tern_vec_deinitialize(&sums);
  }
  free(scan);
  tern_vec_deinitialize(&made);
  return true;
}

const tern_pass_def_t tern_stablehlo_raise_associative_scans_pass = {
    .name = "StablehloRaiseAssociativeScans",
    .flag = "stablehlo-raise-associative-scans",
    .summary = "Make scans that are written as their recursion one reduce_window each",
    .statistics = (const char *const[]){"num-raised - scans", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_stablehlo_dialect, NULL},
    .run = run,
};
