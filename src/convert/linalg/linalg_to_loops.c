// --convert-linalg-to-loops, --convert-linalg-to-parallel-loops and --convert-linalg-to-affine-loops: structured ops on
// buffers become loop nests around a copy of their body (upstream: Linalg/Transforms/Loops.cpp).
//
//   linalg.generic {... parallel, reduction} ins(%a) outs(%o)   scf.for %i ... { scf.for %j ... {
//                                                                 %x = memref.load %a[...], %y = memref.load %o[%i]
//                                                                 body; memref.store %r, %o[%i] } }

#include <string.h>

#include "base/map.h"
#include "dialect/affine/affine.h"
#include "dialect/affine/form.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

typedef struct nest {
  tern_op_t *op;
  bool is_affine;  // loops and accesses of affine
  size_t loop_count;
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];  // NULL in affine nests where `ranges` says it
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
} nest_t;

// The sizes of dynamic loops, in the order of the operands that give them.
static void build_dynamic_extents(tern_builder_t *b, nest_t *nest, const int64_t *ranges) {
  for (size_t i = 0; i < nest->op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(nest->op, i);
    for (size_t j = 0; j < map->result_count; ++j) {
      size_t position, dim, loop = (size_t)map->results[j]->value;
      if (map->results[j]->kind != TERN_AFFINE_DIM || ranges[loop] != TERN_DYNAMIC) continue;
      if (!tern_linalg_loop_source(nest->op, loop, &position, &dim) || position != i || dim != j) continue;
      tern_value_t *operands[] = {tern_op_operand(nest->op, i), tern_build_index(b, (int64_t)j)};
      nest->extents[loop] = tern_build_value(b, TERN_MEMREF(DIM), .operands = {operands, 2});
    }
  }
}

static bool build_extents(tern_builder_t *b, nest_t *nest) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(nest->op, ranges)) {
    return tern_op_error(nest->op, "has a loop whose extent no operand gives");
  }
  build_dynamic_extents(b, nest, ranges);
  for (size_t loop = 0; loop < nest->loop_count; ++loop) {
    if (ranges[loop] != TERN_DYNAMIC && nest->is_affine) {
      nest->ranges[loop] = ranges[loop];
    } else if (ranges[loop] != TERN_DYNAMIC) {
      nest->extents[loop] = tern_build_index(b, ranges[loop]);
    } else if (!nest->extents[loop]) {
      return tern_op_error(nest->op, "has a dynamic loop whose extent no operand gives");
    }
  }
  return true;
}

// The value of a subscript.
static tern_value_t *build_index(tern_builder_t *b, const nest_t *nest, const tern_affine_map_t *map,
                                 const tern_affine_expr_t *expr) {
  if (expr->kind == TERN_AFFINE_CONSTANT) return tern_build_index(b, expr->value);
  if (expr->kind == TERN_AFFINE_DIM) return nest->ivs[expr->value];
  tern_affine_form_t form = {0};
  tern_affine_values_t operands = {0};
  const tern_affine_map_t *lone = tern_affine_map_get(map->context, map->dim_count, 0, &expr, 1);
  tern_affine_form_initialize_values(&form, lone, (tern_values_t){nest->ivs, map->dim_count});
  tern_affine_form_canonicalize(&form);
  tern_affine_form_operands(&form, &operands);
  const tern_attr_t *attr = tern_affine_map_attr_get(tern_affine_form_map(&form));
  tern_value_t *value =
      tern_build_value(b, TERN_AFFINE(APPLY), .operands = tern_affine_values_view(&operands),
                       .types = TERN_TYPES(tern_index_type_get(b->context)), .attrs = TERN_ATTRS({"map", attr}));
  tern_vec_deinitialize(&operands);
  tern_affine_form_deinitialize(&form);
  return value;
}

// base, then the indices that operand `position` is accessed at.
static size_t build_access(tern_builder_t *b, const nest_t *nest, size_t position, tern_value_t **out_operands) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(nest->op, position);
  out_operands[0] = tern_op_operand(nest->op, position);
  for (size_t i = 0; i < map->result_count; ++i) {
    out_operands[1 + i] = build_index(b, nest, map, map->results[i]);
  }
  return 1 + map->result_count;
}

// A load or store; those of affine have a map, which is the identity.
static tern_op_t *build_memory_op(tern_builder_t *b, const nest_t *nest, const tern_op_row_t *row,
                                  const tern_op_row_t *affine_row, tern_values_t operands, size_t index_count,
                                  const tern_type_t *type) {
  tern_types_t types = {&type, type ? 1 : 0};
  if (!nest->is_affine) return tern_build(b, row, .operands = operands, .types = types);
  const tern_attr_t *map = tern_affine_map_attr_get(tern_affine_map_identity(b->context, index_count));
  return tern_build(b, affine_row, .operands = operands, .types = types, .attrs = TERN_ATTRS({"map", map}));
}

static void build_body(tern_builder_t *b, const nest_t *nest) {
  tern_block_t *body = tern_linalg_body(nest->op);
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS];
  tern_map_t values = {0};
  for (size_t i = 0; i < nest->op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(nest->op, i);
    if (!tern_value_has_uses(body->args[i])) continue;
    if (operand->type->kind == TERN_TYPE_MEMREF) {
      size_t count = build_access(b, nest, i, operands);
      operand =
          tern_op_result(build_memory_op(b, nest, TERN_MEMREF(LOAD), TERN_AFFINE(LOAD),
                                         (tern_values_t){operands, count}, count - 1, tern_type_element(operand->type)),
                         0);
    }
    tern_map_set(&values, body->args[i], operand);
  }
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_LINALG(INDEX))) {
      size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
      tern_map_set(&values, tern_op_result(inner, 0), nest->ivs[loop]);
    } else if (inner != body->last_op) {
      tern_builder_clone(b, inner, &values);
    }
  }
  for (size_t i = 0; i < tern_linalg_output_count(nest->op); ++i) {
    tern_value_t *yielded = tern_op_operand(body->last_op, i), *value = tern_map_get(&values, yielded);
    size_t count = build_access(b, nest, tern_linalg_output_position(nest->op, i), operands + 1);
    operands[0] = value ? value : yielded;
    build_memory_op(b, nest, TERN_MEMREF(STORE), TERN_AFFINE(STORE), (tern_values_t){operands, 1 + count}, count - 1,
                    NULL);
  }
  tern_map_deinitialize(&values);
}

static void build_for_loops(tern_builder_t *b, nest_t *nest, size_t loop) {
  if (loop == nest->loop_count) {
    build_body(b, nest);
    return;
  }
  tern_op_t *for_op =
      tern_build_scf_for(b, tern_build_index(b, 0), nest->extents[loop], tern_build_index(b, 1), (tern_values_t){0});
  nest->ivs[loop] = tern_scf_for_iv(for_op);
  build_for_loops(b, nest, loop + 1);
  tern_build_scf_for_end(b, for_op, (tern_values_t){0});
}

static void build_affine_loops(tern_builder_t *b, nest_t *nest, size_t loop) {
  if (loop == nest->loop_count) {
    build_body(b, nest);
    return;
  }
  tern_value_t *extent = nest->extents[loop];
  const tern_affine_expr_t *symbol = tern_affine_symbol(b->context, 0);
  const tern_affine_map_t *upper = extent ? tern_affine_map_get(b->context, 0, 1, &symbol, 1)
                                          : tern_affine_constant_map(b->context, nest->ranges[loop]);
  const tern_type_t *index = tern_index_type_get(b->context);
  const tern_attr_t *lower_attr = tern_affine_map_attr_get(tern_affine_constant_map(b->context, 0));
  tern_op_t *op =
      tern_build(b, TERN_AFFINE(FOR), .operands = {&extent, extent ? 1 : 0}, .regions = 1, .types = {&index, 0},
                 .segments = (int32_t[]){0, extent ? 1 : 0, 0},
                 .attrs = TERN_ATTRS({"lowerBoundMap", lower_attr}, {"upperBoundMap", tern_affine_map_attr_get(upper)},
                                     {"step", tern_integer_attr_get(index, 1)}));
  nest->ivs[loop] = tern_builder_add_block(b, &op->regions[0], TERN_TYPES(index))->args[0];
  build_affine_loops(b, nest, loop + 1);
  tern_build(b, TERN_AFFINE(YIELD), .operands = {0});
  tern_builder_set_after(b, op);
}

// As upstream: a run of parallel loops becomes one scf.parallel, the others scf.for.
static void build_parallel_loops(tern_builder_t *b, nest_t *nest, size_t loop) {
  size_t end = loop;
  while (end < nest->loop_count && tern_linalg_iterator(nest->op, end) == TERN_ITERATOR_PARALLEL) ++end;
  if (loop == nest->loop_count) {
    build_body(b, nest);
    return;
  }
  if (end == loop) {
    tern_op_t *for_op =
        tern_build_scf_for(b, tern_build_index(b, 0), nest->extents[loop], tern_build_index(b, 1), (tern_values_t){0});
    nest->ivs[loop] = tern_scf_for_iv(for_op);
    build_parallel_loops(b, nest, loop + 1);
    tern_build_scf_for_end(b, for_op, (tern_values_t){0});
    return;
  }
  int32_t count = (int32_t)(end - loop);
  tern_value_t *operands[3 * TERN_LINALG_MAX_LOOPS];
  const tern_type_t *types[TERN_LINALG_MAX_LOOPS];
  for (int32_t i = 0; i < count; ++i) {
    operands[i] = tern_build_index(b, 0);
    operands[count + i] = nest->extents[loop + (size_t)i];
    operands[2 * count + i] = tern_build_index(b, 1);
    types[i] = tern_index_type_get(b->context);
  }
  tern_op_t *parallel = tern_build(b, TERN_SCF(PARALLEL), .operands = {operands, 3 * (size_t)count}, .regions = 1,
                                   .types = {types, 0}, .segments = (int32_t[]){count, count, count, 0});
  tern_block_t *body = tern_builder_add_block(b, &parallel->regions[0], (tern_types_t){types, (size_t)count});
  for (int32_t i = 0; i < count; ++i) nest->ivs[loop + (size_t)i] = body->args[i];
  build_parallel_loops(b, nest, end);
  tern_build(b, TERN_SCF(REDUCE), .regions = 0);
  tern_builder_set_after(b, parallel);
}

static bool is_linalg_on_buffers(const tern_op_t *op) {
  return tern_is_linalg(op) && tern_linalg_has_buffer_semantics(op);
}

static bool lower_all(tern_op_t *root, void (*build_loops)(tern_builder_t *b, nest_t *nest, size_t loop)) {
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_linalg_on_buffers);
  bool is_right = true;
  for (size_t i = 0; i < ops.count; ++i) {
    nest_t nest = {.op = ops.values[i],
                   .is_affine = build_loops == build_affine_loops,
                   .loop_count = tern_linalg_loop_count(ops.values[i])};
    tern_builder_t b = tern_builder_before(nest.op);
    if (!build_extents(&b, &nest)) {
      is_right = false;
      continue;
    }
    build_loops(&b, &nest, 0);
    tern_op_destroy(nest.op);
  }
  tern_vec_deinitialize(&ops);
  // Sizes that are known otherwise, constants, and elements that nobody uses.
  static const tern_str_t cleaned[] = {{"memref.dim", 10}, {"tensor.dim", 10}, {"affine.apply", 12}};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.use_canonicalizers = true;
  options.enabled = (tern_pattern_labels_t){cleaned, sizeof(cleaned) / sizeof(cleaned[0])};
  tern_apply_patterns_greedily(root, NULL, 0, NULL, &options, NULL);
  return is_right;
}

static bool run_loops(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  return lower_all(root, build_for_loops);
}

static bool run_parallel_loops(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  return lower_all(root, build_parallel_loops);
}

static bool run_affine_loops(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  return lower_all(root, build_affine_loops);
}

static const tern_dialect_t *const affine_dialects[] = {&tern_affine_dialect, &tern_memref_dialect, NULL};

const tern_pass_def_t tern_linalg_to_affine_loops_pass = {
    .name = "ConvertLinalgToAffineLoopsPass",
    .flag = "convert-linalg-to-affine-loops",
    .summary = "Write linalg ops on buffers as affine loops",
    .dialects = affine_dialects,
    .run = run_affine_loops,
};

const tern_pass_def_t tern_linalg_to_loops_pass = {
    .name = "ConvertLinalgToLoopsPass",
    .flag = "convert-linalg-to-loops",
    .summary = "Write linalg ops on buffers as loops",
    .run = run_loops,
};

const tern_pass_def_t tern_linalg_to_parallel_loops_pass = {
    .name = "ConvertLinalgToParallelLoopsPass",
    .flag = "convert-linalg-to-parallel-loops",
    .summary = "Write linalg ops on buffers as loops that are parallel where the op's are",
    .run = run_parallel_loops,
};
