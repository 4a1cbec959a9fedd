// Regions on tensors of rank 0, as code on scalars: the bodies of reductions, windows and maps.
//
// Every op of the region becomes the same op on scalars. Calls are followed into their functions, branches and loops become
// scf on scalars, and values from outside are read from their tensors. What has no scalar form (a sort, a reduction of a
// larger tensor) makes the whole region none; then it runs on tensors of rank 0, which is for loops, not for the bodies of
// linalg ops.

#include <stdlib.h>

#include "base/map.h"
#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/symbol.h"

// Calls of calls: recursion ends here.
enum { MAX_CALL_DEPTH = 16 };

static bool is_scalar_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) == 0;
}

static bool is_scalar(const tern_type_t *type) {
  return tern_type_is_int_or_index(type) || tern_type_is_float(type) || type->kind == TERN_TYPE_COMPLEX;
}

static bool has_scalar_results(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (!is_scalar_tensor(type) && !is_scalar(type)) return false;
  }
  return true;
}

// Gives its operand, whatever the shape it says.
static bool is_same_value(const tern_op_t *op) {
  static const tern_hlo_t ids[] = {TERN_HLO_RESHAPE,   TERN_HLO_BROADCAST_IN_DIM,
                                   TERN_HLO_TRANSPOSE, TERN_HLO_OPTIMIZATION_BARRIER,
                                   TERN_HLO_BROADCAST, TERN_HLO_REVERSE};
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; ++i) {
    if (ids[i] == id) return true;
  }
  return tern_op_is(op, TERN_TENSOR(EXTRACT)) || tern_op_is(op, TERN_TENSOR(FROM_ELEMENTS)) ||
         tern_op_is(op, TERN_TENSOR(CAST));
}

static bool ends_region(const tern_op_t *op) {
  return tern_hlo_is(op, TERN_HLO_RETURN) || tern_op_is(op, TERN_FUNC(RETURN)) || tern_op_is(op, TERN_SCF(YIELD)) ||
         tern_op_is(op, TERN_SCF(CONDITION));
}

static const tern_op_t *called_function(const tern_op_t *op) {
  const tern_attr_t *callee = tern_op_is(op, TERN_FUNC(CALL)) ? tern_op_attr(op, "callee") : NULL;
  const tern_op_t *func = callee ? tern_symbol_lookup_nearest(op, callee) : NULL;
  bool has_body = func && func->region_count == 1 && func->regions[0].first_block &&
                  func->regions[0].first_block == func->regions[0].last_block;
  return has_body ? func : NULL;
}

static bool is_branch(const tern_op_t *op) {
  return tern_hlo_is(op, TERN_HLO_IF) || tern_hlo_is(op, TERN_HLO_CASE) || tern_op_is(op, TERN_SCF(IF)) ||
         tern_op_is(op, TERN_SCF(INDEX_SWITCH));
}

static bool is_loop(const tern_op_t *op) { return tern_hlo_is(op, TERN_HLO_WHILE) || tern_op_is(op, TERN_SCF(WHILE)); }

static bool is_scalar_region(const tern_region_t *region, size_t depth);

static bool is_scalar_op(const tern_op_t *op, size_t depth) {
  const char *reason;
  if (ends_region(op)) return true;
  if (!has_scalar_results(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!is_scalar_tensor(type) && !is_scalar(type)) return false;
  }
  if (is_branch(op) || is_loop(op)) {
    for (size_t i = 0; i < op->region_count; ++i) {
      if (!is_scalar_region(&op->regions[i], depth)) return false;
    }
    return true;
  }
  const tern_op_t *func = called_function(op);
  if (func) return depth < MAX_CALL_DEPTH && is_scalar_region(&func->regions[0], depth + 1);
  if (op->result_count == 1 && tern_value_constant(tern_op_result(op, 0))) return true;
  if (is_same_value(op)) return true;
  if (tern_hlo_id(op) != TERN_HLO_NONE) {
    return tern_hlo_is_elementwise(op) && tern_hlo_scalar_is_defined(op, &reason);
  }
  // arith, math and complex on scalars, as they are.
  return op->region_count == 0 && tern_op_effects(op) == 0 && op->result_count == 1 &&
         is_scalar(tern_op_result(op, 0)->type) && tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE);
}

static bool is_scalar_region(const tern_region_t *region, size_t depth) {
  if (!region->first_block) return true;
  if (region->first_block != region->last_block) return false;
  tern_block_for_each_op(region->first_block, op) {
    if (!is_scalar_op(op, depth)) return false;
  }
  return true;
}

bool tern_hlo_body_is_scalar(const tern_hlo_body_t *body) { return is_scalar_region(body->region, 0); }

bool tern_hlo_op_is_scalar(const tern_op_t *op) { return is_scalar_op(op, 0); }

// --- building ---

typedef struct scope {
  tern_builder_t b;
  tern_map_t *values;  // of the region -> scalars
  tern_conversion_t *conversion;
} scope_t;

static tern_value_t *look_up(scope_t *s, tern_value_t *value) {
  tern_value_t *scalar = tern_map_get(s->values, value);
  if (scalar) return scalar;
  // From outside of the region.
  tern_value_t *outer = tern_hlo_remapped(s->conversion, value);
  return outer->type->kind == TERN_TYPE_TENSOR ? tern_build_only_element(&s->b, outer) : outer;
}

static void build_block(scope_t *s, tern_block_t *block, tern_value_t *const *args, tern_value_t **out_results);

// The types of the scalars that stand for values.
static const tern_type_t **list_types(const tern_value_t *values, size_t count) {
  const tern_type_t **types = tern_malloc((count + 1) * sizeof(*types));
  for (size_t i = 0; i < count; ++i) types[i] = tern_hlo_signless_element(tern_type_element(values[i].type));
  return types;
}

// Fills region `index` of `target` with `block` on scalars, ended by `terminator` with what it gives.
static void build_region(scope_t *s, tern_op_t *target, size_t index, tern_block_t *block, tern_types_t types,
                         const tern_op_row_t *terminator) {
  scope_t inside = *s;
  tern_block_t *body = tern_builder_add_block(&inside.b, &target->regions[index], types);
  size_t count = block->last_op->operand_count;
  tern_value_t **results = tern_malloc((count + 1) * sizeof(*results));
  build_block(&inside, block, body->args, results);
  tern_build(&inside.b, terminator, .operands = {results, count});
  free(results);
}

static void keep_results(scope_t *s, tern_op_t *op, tern_op_t *built) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_map_set(s->values, tern_op_result(op, i), tern_op_result(built, i));
  }
}

static void build_branch(scope_t *s, tern_op_t *op) {
  bool is_hlo = tern_hlo_id(op) != TERN_HLO_NONE;
  bool is_switch = tern_hlo_is(op, TERN_HLO_CASE) || tern_op_is(op, TERN_SCF(INDEX_SWITCH));
  tern_value_t *condition = look_up(s, tern_op_operand(op, 0));
  const tern_type_t **types = list_types(op->results, op->result_count);
  tern_types_t result_types = {types, op->result_count};
  tern_op_t *built;
  if (is_switch) {
    const tern_attr_t *cases = tern_op_attr(op, "cases");
    int64_t *numbers = tern_malloc((op->region_count + 1) * sizeof(*numbers));
    for (size_t i = 0; i < op->region_count; ++i) numbers[i] = (int64_t)i;
    if (is_hlo) {
      cases = tern_dense_i64_array_attr_get(s->b.context, numbers, op->region_count - 1);
      condition = tern_build_index_from(&s->b, condition, condition->type);
    }
    free(numbers);
    built = tern_build(&s->b, TERN_SCF(INDEX_SWITCH), .operands = TERN_VALUES(condition), .types = result_types,
                       .attrs = TERN_ATTRS({"cases", cases}), .regions = op->region_count);
  } else {
    built = tern_build(&s->b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = result_types, .regions = 2);
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    // The default of an index_switch comes first; of a case it is the last branch.
    size_t target = is_switch && is_hlo ? (i + 1) % op->region_count : i;
    tern_block_t *block = tern_op_body(op, i);
    if (block) build_region(s, built, target, block, (tern_types_t){0}, TERN_SCF(YIELD));
  }
  keep_results(s, op, built);
  free(types);
}

static void build_loop(scope_t *s, tern_op_t *op) {
  bool is_hlo = tern_hlo_id(op) != TERN_HLO_NONE;
  size_t count = op->operand_count;
  tern_value_t **inits = tern_malloc((count + 1) * sizeof(*inits));
  const tern_type_t **before = tern_malloc((count + 1) * sizeof(*before));
  const tern_type_t **after = list_types(op->results, op->result_count);
  for (size_t i = 0; i < count; ++i) {
    inits[i] = look_up(s, tern_op_operand(op, i));
    before[i] = inits[i]->type;
  }
  tern_op_t *built =
      tern_build(&s->b, TERN_SCF(WHILE), .operands = {inits, count}, .types = {after, op->result_count}, .regions = 2);
  tern_types_t before_types = {before, count}, after_types = {after, op->result_count};
  if (is_hlo) {
    scope_t inside = *s;
    tern_block_t *body = tern_builder_add_block(&inside.b, &built->regions[0], before_types);
    tern_value_t **operands = tern_malloc((count + 1) * sizeof(*operands));
    build_block(&inside, tern_op_body(op, 0), body->args, operands);
    for (size_t i = 0; i < count; ++i) operands[i + 1] = body->args[i];
    tern_build(&inside.b, TERN_SCF(CONDITION), .operands = {operands, count + 1});
    free(operands);
  } else {
    build_region(s, built, 0, tern_op_body(op, 0), before_types, TERN_SCF(CONDITION));
  }
  build_region(s, built, 1, tern_op_body(op, 1), after_types, TERN_SCF(YIELD));
  keep_results(s, op, built);
  free(inits);
  free(before);
  free(after);
}

static void build_call(scope_t *s, tern_op_t *op, const tern_op_t *func) {
  tern_value_t **args = tern_malloc((op->operand_count + 1) * sizeof(*args));
  tern_value_t **results = tern_malloc((op->result_count + 1) * sizeof(*results));
  for (size_t i = 0; i < op->operand_count; ++i) args[i] = look_up(s, tern_op_operand(op, i));
  // The function may be called again with other arguments: what its values became is for this call only.
  tern_map_t values = {0};
  scope_t inside = {s->b, &values, s->conversion};
  build_block(&inside, func->regions[0].first_block, args, results);
  s->b = inside.b;
  for (size_t i = 0; i < op->result_count; ++i) tern_map_set(s->values, tern_op_result(op, i), results[i]);
  tern_map_deinitialize(&values);
  free(args);
  free(results);
}

static void build_op(scope_t *s, tern_op_t *op) {
  const tern_op_t *func = called_function(op);
  if (func) {
    build_call(s, op, func);
    return;
  }
  if (is_branch(op)) {
    build_branch(s, op);
    return;
  }
  if (is_loop(op)) {
    build_loop(s, op);
    return;
  }
  if (is_same_value(op)) {
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_map_set(s->values, tern_op_result(op, i), look_up(s, tern_op_operand(op, i)));
    }
    return;
  }
  tern_value_t *result = tern_op_result(op, 0), *scalar;
  const tern_attr_t *constant = tern_value_constant(result);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    scalar =
        tern_build_scalar_constant(&s->b, tern_type_element(result->type), tern_dense_elements_attr_at(constant, 0));
  } else if (constant) {
    scalar = tern_build_constant(&s->b, constant);
  } else {
    tern_value_t *args[4] = {0};
    for (size_t i = 0; i < op->operand_count && i < 4; ++i) args[i] = look_up(s, tern_op_operand(op, i));
    if (tern_hlo_id(op) != TERN_HLO_NONE) {
      scalar = tern_hlo_build_scalar(&s->b, op, tern_type_element(result->type), args);
    } else {
      scalar = tern_build_value(&s->b, op->def->row, .operands = {args, op->operand_count},
                                .types = TERN_TYPES(result->type), .dictionary = tern_op_attr_dictionary(op));
    }
  }
  tern_map_set(s->values, result, scalar);
}

static void build_block(scope_t *s, tern_block_t *block, tern_value_t *const *args, tern_value_t **out_results) {
  for (size_t i = 0; i < block->arg_count; ++i) tern_map_set(s->values, block->args[i], args[i]);
  tern_block_for_each_op(block, op) {
    if (!ends_region(op)) {
      build_op(s, op);
      continue;
    }
    for (size_t i = 0; i < op->operand_count; ++i) out_results[i] = look_up(s, tern_op_operand(op, i));
  }
}

// The region's ops as they are, with its arguments as tensors of rank 0 of the types it was written with: conversion goes on
// inside.
static void clone_block(tern_builder_t *b, const tern_hlo_body_t *body, tern_value_t *const *args,
                        tern_value_t **out_results) {
  tern_block_t *block = body->region->first_block;
  tern_map_t mapping = {0};
  for (size_t i = 0; i < block->arg_count; ++i) {
    tern_value_t *tensor = tern_build_scalar_tensor(b, args[i]);
    tern_map_set(&mapping, block->args[i], tern_hlo_build_written(b, tensor, block->args[i]->type));
  }
  tern_block_for_each_op(block, op) {
    if (op != block->last_op) tern_builder_clone(b, op, &mapping);
  }
  for (size_t i = 0; i < block->last_op->operand_count; ++i) {
    tern_value_t *result = tern_op_operand(block->last_op, i), *copy = tern_map_get(&mapping, result);
    out_results[i] = tern_build_only_element(b, tern_hlo_remapped(body->conversion, copy ? copy : result));
  }
  tern_map_deinitialize(&mapping);
}

void tern_hlo_build_body(tern_builder_t *b, const tern_hlo_body_t *body, tern_value_t *const *args,
                         tern_value_t **out_results, size_t result_count) {
  tern_map_t values = {0};
  scope_t scope = {*b, &values, body->conversion};
  size_t count = body->region->first_block->last_op->operand_count;
  tern_value_t **results = tern_malloc((count + 1) * sizeof(*results));
  if (tern_hlo_body_is_scalar(body)) {
    build_block(&scope, body->region->first_block, args, results);
  } else {
    clone_block(b, body, args, results);
  }
  for (size_t i = 0; i < result_count && i < count; ++i) out_results[i] = results[i];
  free(results);
  tern_map_deinitialize(&values);
}
