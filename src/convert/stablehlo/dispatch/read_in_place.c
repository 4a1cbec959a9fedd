// Reading of elements where they are, instead of from copies. An operand is followed through the ops that made it, with its
// index expressions over the loops: each op changes these, and may add conditions under which there is an element at all.

#include "convert/stablehlo/dispatch/read_in_place.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

// There is an element only where `expr` is a multiple of `divisor` and, divided by it, in [0, size).
typedef struct condition {
  const tern_affine_expr_t *expr;
  int64_t divisor, size;
} condition_t;

typedef struct reading {
  tern_value_t *source;
  const tern_affine_expr_t *exprs[MAX_LOOPS];  // one for each dimension of the source
  TERN_VEC(condition_t) conditions;
  tern_value_t *otherwise;  // what is read where there is no element
  bool is_moved;            // not only seen in another shape
  bool is_nowhere;          // there is no element at all
} reading_t;

// An op in the course of being rebuilt.
typedef struct rebuild {
  tern_op_t *op;
  const tern_op_t *before;
  int64_t ranges[MAX_LOOPS];  // extents of loops
  size_t loops, inputs;
  reading_t *readings;    // of each input
  tern_value_t **memory;  // the new inputs
  const tern_affine_map_t **maps;
  size_t *places;  // of old inputs among the new ones; SIZE_MAX: read in the body
  size_t count;    // of new inputs
} rebuild_t;

// --- index expressions ---

static const tern_affine_expr_t *constant(tern_context_t *context, int64_t value) {
  return tern_affine_constant(context, value);
}

// What has to be inside of the size.
static const tern_affine_expr_t *quotient(const condition_t *condition) {
  const tern_affine_expr_t *divisor = constant(condition->expr->context, condition->divisor);
  return tern_affine_binary(TERN_AFFINE_FLOORDIV, condition->expr, divisor);
}

// Is the condition met wherever the loops are?
static bool is_inside(const rebuild_t *r, const condition_t *condition) {
  int64_t coefficients[MAX_LOOPS + 1];
  if (condition->divisor != 1) return false;
  if (!tern_affine_expr_coefficients(condition->expr, r->loops, 0, coefficients)) return false;
  int64_t low = coefficients[r->loops], high = low;
  for (size_t i = 0; i < r->loops; ++i) {
    if (coefficients[i] && r->ranges[i] == TERN_DYNAMIC) return false;
    int64_t end = coefficients[i] ? coefficients[i] * (r->ranges[i] - 1) : 0;
    low += end < 0 ? end : 0;
    high += end > 0 ? end : 0;
  }
  return low >= 0 && high < condition->size;
}

// --- steps back to what was copied ---

static bool step_over_expansion(reading_t *reading, tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *fine = tern_op_result(op, 0)->type;
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  const tern_affine_expr_t *exprs[MAX_LOOPS];
  size_t rank = tern_array_attr_count(groups), next = 0;
  for (size_t g = 0; g < rank; ++g) {
    const tern_affine_expr_t *expr = constant(context, 0);
    for (size_t i = 0; i < tern_array_attr_count(tern_array_attr_at(groups, g)); ++i, ++next) {
      const tern_affine_expr_t *size = constant(context, tern_type_dim(fine, next));
      expr = tern_affine_add(tern_affine_mul(expr, size), reading->exprs[next]);
    }
    exprs[g] = expr;
  }
  memcpy(reading->exprs, exprs, rank * sizeof(*exprs));
  reading->source = tern_op_operand(op, 0);
  return true;
}

static bool step_over_copy(reading_t *reading, tern_op_t *op) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, 0);
  const tern_affine_expr_t *exprs[MAX_LOOPS];
  if (!tern_affine_map_is_identity(tern_linalg_output_map(op, 0))) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    exprs[i] = tern_affine_expr_replace(map->results[i], reading->exprs, map->dim_count, NULL, 0);
  }
  memcpy(reading->exprs, exprs, map->result_count * sizeof(*exprs));
  reading->source = tern_linalg_input(op, 0);
  return true;
}

static bool step_over_cut(reading_t *reading, tern_op_t *op) {
  tern_slice_t slice;
  int64_t offsets[MAX_LOOPS], strides[MAX_LOOPS];
  if (!tern_slice_read(op, &slice)) return false;
  tern_slice_statics(&slice, offsets, NULL, strides);
  for (size_t i = 0; i < slice.count; ++i) {
    tern_context_t *context = tern_op_context(op);
    const tern_affine_expr_t *scaled = tern_affine_mul(reading->exprs[i], constant(context, strides[i]));
    reading->exprs[i] = tern_affine_add(scaled, constant(context, offsets[i]));
  }
  reading->source = tern_op_operand(op, 0);
  return true;
}

// Elements lie `strides` apart, from `offsets` on, in what is `otherwise` elsewhere.
static bool step_over_padding(const rebuild_t *r, reading_t *reading, tern_value_t *source, const int64_t *offsets,
                              const int64_t *strides, tern_value_t *otherwise) {
  if (!otherwise || (reading->otherwise && reading->otherwise != otherwise)) return false;
  tern_context_t *context = tern_op_context(r->op);
  for (size_t i = 0; i < tern_type_rank(source->type); ++i) {
    const tern_affine_expr_t *expr = tern_affine_add(reading->exprs[i], constant(context, -offsets[i]));
    condition_t condition = {expr, strides[i], tern_type_dim(source->type, i)};
    if (!is_inside(r, &condition)) tern_vec_push(&reading->conditions, condition);
    reading->exprs[i] = quotient(&condition);
  }
  reading->source = source;
  reading->otherwise = otherwise;
  return true;
}

static bool step_over_pad(const rebuild_t *r, reading_t *reading, tern_op_t *op) {
  int64_t offsets[MAX_LOOPS], strides[MAX_LOOPS];
  const tern_attr_t *low = tern_op_attr(op, "static_low");
  for (size_t i = 0; i < tern_int_list_attr_count(low); ++i) {
    offsets[i] = tern_int_list_attr_at(low, i);
    strides[i] = 1;
  }
  return step_over_padding(r, reading, tern_op_operand(op, 0), offsets, strides, tern_tensor_pad_value(op));
}

static bool step_over_insertion(const rebuild_t *r, reading_t *reading, tern_op_t *op) {
  tern_slice_t slice;
  int64_t offsets[MAX_LOOPS], strides[MAX_LOOPS];
  tern_op_t *fill = tern_value_defining_op(tern_op_operand(op, 1));
  if (!fill || !tern_op_is(fill, TERN_LINALG(FILL)) || !tern_slice_read(op, &slice)) return false;
  tern_slice_statics(&slice, offsets, NULL, strides);
  return step_over_padding(r, reading, tern_op_operand(op, 0), offsets, strides, tern_linalg_input(fill, 0));
}

// Of what was padded nothing is left. There is no step behind this one.
static bool step_over_fill(reading_t *reading, tern_op_t *op) {
  tern_value_t *value = tern_linalg_input(op, 0);
  if (reading->is_nowhere || (reading->otherwise && reading->otherwise != value)) return false;
  reading->otherwise = value;
  reading->is_nowhere = reading->is_moved = true;
  return false;
}

static bool is_new(const rebuild_t *r, const tern_op_t *op) {
  return op && op->block == r->op->block && (!r->before || tern_op_is_before(r->before, op));
}

static bool step_back(const rebuild_t *r, reading_t *reading) {
  tern_op_t *op = tern_value_defining_op(reading->source);
  if (is_new(r, op) && tern_op_is(op, TERN_LINALG(FILL))) return step_over_fill(reading, op);
  if (!is_new(r, op) || op->operand_count == 0 || !tern_type_has_static_shape(reading->source->type)) return false;
  if (!tern_type_has_static_shape(tern_op_operand(op, 0)->type)) return false;
  if (tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE))) return step_over_expansion(reading, op);
  bool is_moved = tern_op_is(op, TERN_TENSOR(PAD))            ? step_over_pad(r, reading, op)
                  : tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) ? step_over_insertion(r, reading, op)
                  : tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))
                      ? step_over_cut(reading, op)
                      : tern_op_is(op, TERN_LINALG(GENERIC)) && tern_linalg_is_copy(op) && step_over_copy(reading, op);
  reading->is_moved |= is_moved;
  return is_moved;
}

// --- the new op ---

// What the body of the new op has computed.
typedef struct indices {
  size_t loop_count;
  tern_value_t *loops[MAX_LOOPS];
  tern_map_t values;  // of expressions
} indices_t;

static tern_value_t *build_expr(tern_builder_t *b, indices_t *indices, const tern_affine_expr_t *expr) {
  tern_value_t *known = tern_map_get(&indices->values, expr);
  if (known) return known;
  for (size_t i = 0; i < indices->loop_count; ++i) {
    bool is_missing = !indices->loops[i] && tern_affine_expr_uses_dim(expr, i);
    if (is_missing) indices->loops[i] = tern_linalg_build_index(b, i);
  }
  tern_value_t *value = tern_build_affine_expr(b, expr, indices->loops, NULL);
  tern_map_set(&indices->values, expr, value);
  return value;
}

static tern_value_t *build_comparison(tern_builder_t *b, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *build_both(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  return lhs ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(lhs, rhs)) : rhs;
}

// Is there an element where the loops are?
static tern_value_t *build_guard(tern_builder_t *b, const reading_t *reading, indices_t *indices) {
  tern_value_t *guard = NULL;
  for (size_t i = 0; i < reading->conditions.count; ++i) {
    const condition_t *condition = &reading->conditions.values[i];
    tern_value_t *index = build_expr(b, indices, condition->expr);
    if (condition->divisor != 1) {
      tern_value_t *divisor = tern_build_index(b, condition->divisor);
      tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMSI), .operands = TERN_VALUES(index, divisor));
      guard = build_both(b, guard, build_comparison(b, TERN_CMPI_EQ, rest, tern_build_index(b, 0)));
      index = tern_build_value(b, TERN_ARITH(FLOORDIVSI), .operands = TERN_VALUES(index, divisor));
      tern_map_set(&indices->values, quotient(condition), index);
    }
    // One unsigned comparison covers both ends.
    tern_value_t *size = tern_build_index(b, condition->size);
    guard = build_both(b, guard, build_comparison(b, TERN_CMPI_ULT, index, size));
  }
  return guard;
}

static tern_value_t *build_guarded_element(tern_builder_t *b, const reading_t *reading, size_t loop_count) {
  if (reading->is_nowhere) return reading->otherwise;
  indices_t computed = {.loop_count = loop_count};
  tern_value_t *indices[MAX_LOOPS];
  size_t rank = tern_type_rank(reading->source->type);
  tern_value_t *guard = build_guard(b, reading, &computed);
  for (size_t i = 0; i < rank; ++i) indices[i] = build_expr(b, &computed, reading->exprs[i]);
  tern_map_deinitialize(&computed.values);
  const tern_type_t *element = tern_type_element(reading->source->type);
  tern_op_t *branch =
      tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(guard), .types = TERN_TYPES(element), .regions = 2);
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &branch->regions[0], (tern_types_t){0});
  tern_value_t *inside = tern_build_extract(&inner, reading->source, (tern_values_t){indices, rank});
  tern_build(&inner, TERN_SCF(YIELD), .operands = TERN_VALUES(inside));
  tern_builder_add_block(&inner, &branch->regions[1], (tern_types_t){0});
  tern_build(&inner, TERN_SCF(YIELD), .operands = TERN_VALUES(reading->otherwise));
  return tern_op_result(branch, 0);
}

static void fill_body(tern_builder_t *b, tern_block_t *body, void *user) {
  const rebuild_t *r = user;
  tern_block_t *old = tern_linalg_body(r->op);
  tern_map_t values = {0};
  for (size_t i = 0; i < old->arg_count; ++i) {
    tern_value_t *value = i >= r->inputs                      ? body->args[r->count + i - r->inputs]
                          : r->places[i] != SIZE_MAX          ? body->args[r->places[i]]
                          : tern_value_has_uses(old->args[i]) ? build_guarded_element(b, &r->readings[i], r->loops)
                                                              : NULL;
    tern_map_set(&values, old->args[i], value);
  }
  tern_block_for_each_op(old, op) tern_builder_clone(b, op, &values);
  tern_map_deinitialize(&values);
}

static bool has_extent(const rebuild_t *r, size_t loop) {
  for (size_t i = 0; i < r->count + tern_linalg_output_count(r->op); ++i) {
    const tern_affine_map_t *map = i < r->count ? r->maps[i] : tern_linalg_output_map(r->op, i - r->count);
    for (size_t d = 0; d < map->result_count; ++d) {
      if (tern_affine_expr_is_dim(map->results[d], loop)) return true;
    }
  }
  return false;
}

// An operand that is not read, for loops that none of the others gives an extent.
static void add_shape(tern_builder_t *b, rebuild_t *r) {
  int64_t dims[MAX_LOOPS];
  size_t positions[MAX_LOOPS], count = 0;
  for (size_t i = 0; i < r->loops; ++i) {
    if (has_extent(r, i)) continue;
    dims[count] = r->ranges[i];
    positions[count++] = i;
  }
  if (count == 0) return;
  const tern_type_t *element = tern_type_element(tern_op_result(r->op, 0)->type);
  r->memory[r->count] = tern_build_empty(b, tern_tensor_type_get(element, dims, count, NULL), NULL);
  r->maps[r->count++] = tern_affine_map_select(b->context, r->loops, positions, count);
}

static void keep_discardable_attrs(tern_op_t *to, const tern_op_t *from) {
  for (size_t i = 0; from->attrs && i < tern_dictionary_attr_count(from->attrs); ++i) {
    tern_op_set_attr_str(to, tern_ident_str(tern_dictionary_attr_name(from->attrs, i)),
                         tern_dictionary_attr_at(from->attrs, i));
  }
}

// The op that was rebuilt, and copies that nobody reads any more.
static void erase_unused(tern_op_t *op, const tern_op_t *before) {
  for (tern_op_t *previous; op && op != before; op = previous) {
    previous = op->prev;
    if (tern_op_has_no_uses(op)) tern_op_destroy(op);
  }
}

static void build_new(rebuild_t *r) {
  tern_op_t *op = r->op;
  tern_builder_t b = tern_builder_before(op);
  for (size_t i = 0; i < r->inputs; ++i) {
    reading_t *reading = &r->readings[i];
    r->places[i] = SIZE_MAX;
    if (reading->conditions.count || reading->is_nowhere) continue;
    r->places[i] = r->count;
    r->memory[r->count] = reading->is_moved ? reading->source : tern_linalg_input(op, i);
    r->maps[r->count++] = reading->is_moved ? tern_affine_map_get(b.context, r->loops, 0, reading->exprs,
                                                                  tern_type_rank(reading->source->type))
                                            : tern_linalg_indexing_map(op, i);
  }
  add_shape(&b, r);
  tern_iterator_t iterators[MAX_LOOPS];
  tern_value_t *outputs[MAX_LOOPS];
  const tern_type_t *types[MAX_LOOPS];
  for (size_t i = 0; i < r->loops; ++i) iterators[i] = tern_linalg_iterator(op, i);
  for (size_t i = 0; i < op->result_count; ++i) {
    outputs[i] = tern_linalg_output(op, i);
    types[i] = tern_op_result(op, i)->type;
    r->maps[r->count + i] = tern_linalg_output_map(op, i);
  }
  tern_op_t *generic =
      tern_linalg_build_generic(&b, (tern_types_t){types, op->result_count}, (tern_values_t){r->memory, r->count},
                                (tern_values_t){outputs, op->result_count}, r->maps, iterators, r->loops, fill_body, r);
  keep_discardable_attrs(generic, op);
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(&op->results[i], &generic->results[i]);
  erase_unused(op, r->before);
}

void tern_hlo_read_in_place(tern_op_t *op, const tern_op_t *before) {
  enum { MAX_OPERANDS = 2 * MAX_LOOPS };
  reading_t readings[MAX_OPERANDS];
  tern_value_t *memory[MAX_OPERANDS + 1];
  const tern_affine_map_t *maps[MAX_OPERANDS + 1];
  size_t places[MAX_OPERANDS];
  rebuild_t r = {.op = op,
                 .before = before,
                 .loops = tern_linalg_loop_count(op),
                 .inputs = tern_linalg_input_count(op),
                 .readings = readings,
                 .memory = memory,
                 .maps = maps,
                 .places = places};
  bool is_moved = false;
  if (op->operand_count > MAX_OPERANDS || !tern_linalg_static_loop_ranges(op, r.ranges)) return;
  for (size_t i = 0; i < r.inputs; ++i) {
    reading_t *reading = &readings[i];
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    *reading = (reading_t){.source = tern_linalg_input(op, i)};
    memcpy(reading->exprs, map->results, map->result_count * sizeof(*map->results));
    while (step_back(&r, reading)) {}
    is_moved |= reading->is_moved;
  }
  if (is_moved) build_new(&r);
  for (size_t i = 0; i < r.inputs; ++i) tern_vec_deinitialize(&readings[i].conditions);
}
