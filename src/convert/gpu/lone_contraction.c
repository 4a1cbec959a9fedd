// A kernel that is one contraction with what stands around it; see the header.

#include "convert/gpu/lone_contraction.h"

#include <string.h>

#include "analysis/gpu/tile_config.h"
#include "base/vec.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/spirv.h"
#include "dialect/vector/vector.h"

#define ENTRY_POINT_ABI "spirv.entry_point_abi"

enum { MAX_OUTPUTS = 4 };

// --- the function's ops ---

// Memory that only this kernel sees: what is put there stays in registers.
static bool is_temporary(const tern_value_t *memref) {
  const tern_op_t *op = tern_value_defining_op(memref);
  return op && (tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA)));
}

static bool is_about_temporaries(const tern_op_t *op) {
  return tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA)) ||
         tern_op_is(op, TERN_MEMREF(DEALLOC));
}

// Fill, contraction, element-wise ops, in this order, temporaries, and ops without effects.
static bool collect_ops(tern_op_t *func, tern_lone_contraction_t *c) {
  if (func->regions[0].first_block != func->regions[0].last_block) return false;
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (is_about_temporaries(op)) continue;
    if (!tern_is_linalg(op)) {
      if (op->region_count || (tern_op_effects(op) != 0 && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR))) return false;
    } else if (op->result_count > 0) {
      return false;
    } else if (!c->op && tern_op_is(op, TERN_LINALG(FILL)) && !c->fill) {
      c->fill = op;
    } else if (!c->op && tern_linalg_match_contraction(op, &c->roles)) {
      c->op = op;
    } else if (c->op && tern_linalg_is_all_parallel(op) && tern_linalg_output_count(op) <= MAX_OUTPUTS &&
               c->epilogue_count < TERN_LONE_MAX_EPILOGUE) {
      c->epilogue[c->epilogue_count++] = op;
    } else {
      return false;
    }
  }
  return c->op != NULL;
}

static bool is_dense(const tern_value_t *memref) {
  const tern_type_t *type = memref->type;
  return type->kind == TERN_TYPE_MEMREF && tern_type_has_static_shape(type) && !tern_memref_type_layout(type) &&
         tern_type_rank(type) > 0 && tern_type_element_count(type) > 0;
}

static bool are_operands_dense(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind == TERN_TYPE_MEMREF && !is_dense(operand)) return false;
  }
  return true;
}

int64_t tern_lone_contraction_stride(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  const tern_type_t *type = tern_op_operand(op, position)->type;
  int64_t stride = 1, found = 0;
  for (size_t d = map->result_count; d-- > 0; stride *= tern_type_dim(type, d)) {
    if (tern_affine_expr_is_dim(map->results[d], loop)) found = stride;
  }
  return found;
}

// --- what stands around the op ---

static bool is_result(const tern_lone_contraction_t *c, const tern_value_t *memref) {
  return tern_gpu_is_same_view(memref, tern_op_operand(c->op, 2));
}

// All loops, each along one dimension; those of a memref with the result's dimensions in their order.
static bool is_result_order(const tern_op_t *op, size_t position) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  if (map->result_count != tern_linalg_loop_count(op)) return false;
  for (size_t d = 0; d < map->result_count; ++d) {
    if (!tern_affine_expr_is_dim(map->results[d], d)) return false;
  }
  return true;
}

// Memory number `which` that the kernel writes: the result, then what the element-wise ops write. NULL: there are no
// more.
static tern_value_t *written_memory(const tern_lone_contraction_t *c, size_t which) {
  if (which == 0) return tern_op_operand(c->op, 2);
  --which;
  for (size_t e = 0; e < c->epilogue_count; ++e) {
    size_t outputs = tern_linalg_output_count(c->epilogue[e]);
    if (which < outputs) return tern_linalg_output(c->epilogue[e], which);
    which -= outputs;
  }
  return NULL;
}

// What the kernel writes is met at the element that the thread has itself, or not at all.
static bool is_own_element(const tern_lone_contraction_t *c, const tern_op_t *op, size_t position) {
  const tern_value_t *operand = tern_op_operand(op, position), *written;
  for (size_t i = 0; (written = written_memory(c, i)); ++i) {
    if (!tern_gpu_may_alias(operand, written)) continue;
    if (!tern_gpu_is_same_view(operand, written) || !is_result_order(op, position)) return false;
  }
  return true;
}

// The op's loops are the result's dimensions.
static bool is_epilogue(const tern_lone_contraction_t *c, const tern_op_t *op) {
  const tern_type_t *result = tern_op_operand(c->op, 2)->type;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (tern_linalg_loop_count(op) != tern_type_rank(result) || !are_operands_dense(op) ||
      op->operand_count > TERN_GPU_MAX_OPERANDS || !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  for (size_t d = 0; d < tern_linalg_loop_count(op); ++d) {
    if (ranges[d] != tern_type_dim(result, d)) return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (type->kind != TERN_TYPE_MEMREF) continue;
    if (!map || !tern_affine_map_is_projected_permutation(map, true) || !is_own_element(c, op, i)) return false;
    if (i >= tern_linalg_input_count(op) && !is_result_order(op, i)) return false;
  }
  return true;
}

static bool read_surroundings(tern_lone_contraction_t *c) {
  const tern_value_t *written;
  if (c->fill && !is_result(c, tern_linalg_output(c->fill, 0))) return false;
  for (size_t i = 0; (written = written_memory(c, i)); ++i) {
    for (size_t f = 0; f < 2; ++f) {
      if (tern_gpu_may_alias(written, tern_op_operand(c->op, f))) return false;
    }
  }
  c->is_result_needed = !is_temporary(tern_op_operand(c->op, 2));
  for (size_t e = 0; e < c->epilogue_count; ++e) {
    if (!is_epilogue(c, c->epilogue[e])) return false;
    for (size_t o = 0; o < tern_linalg_output_count(c->epilogue[e]); ++o) {
      if (is_result(c, tern_linalg_output(c->epilogue[e], o))) c->is_result_needed = false;
    }
  }
  return true;
}

bool tern_lone_contraction_match(tern_op_t *func, tern_lone_contraction_t *out) {
  *out = (tern_lone_contraction_t){.func = func};
  return collect_ops(func, out) && !tern_op_attr(out->op, TERN_LOWERING_CONFIG) && are_operands_dense(out->op) &&
         tern_linalg_static_loop_ranges(out->op, out->ranges) && read_surroundings(out);
}

// --- all functions ---

int64_t tern_lone_contraction_rewrite(tern_op_t *root, tern_lone_rewrite_fn_t rewrite) {
  tern_entry_points_t functions = tern_entry_points_find(root);
  bool is_error = false;
  int64_t made = 0;
  for (size_t i = 0; i < functions.count && !is_error; ++i) {
    tern_lone_contraction_t contraction;
    made += tern_lone_contraction_match(functions.values[i], &contraction) && rewrite(&contraction, &is_error);
  }
  tern_vec_deinitialize(&functions);
  return is_error ? -1 : made;
}

void tern_lone_contraction_finish(const tern_lone_contraction_t *c, int64_t threads, const int64_t blocks[3]) {
  tern_builder_t b = tern_builder_before(tern_op_body(c->func, 0)->last_op);
  const int32_t size[3] = {(int32_t)threads, 1, 1};
  tern_workgroup_extent_t extents[3];
  for (size_t i = 0; i < 3; ++i) {
    extents[i] = (tern_workgroup_extent_t){.extent = tern_build_index(&b, blocks[i]), .divisor = 1};
  }
  tern_op_set_attr(c->func, ENTRY_POINT_ABI, tern_spirv_entry_point_abi_get(b.context, size));
  tern_workgroup_count_build(c->func, extents, INT32_MAX);
  if (c->fill) tern_op_destroy(c->fill);
  tern_op_destroy(c->op);
  for (size_t e = 0; e < c->epilogue_count; ++e) tern_op_destroy(c->epilogue[e]);
  tern_block_for_each_op_safe(tern_op_body(c->func, 0), op) {
    if (tern_op_is(op, TERN_MEMREF(DEALLOC)) && is_temporary(tern_op_operand(op, 0))) tern_op_destroy(op);
  }
  tern_block_for_each_op_safe(tern_op_body(c->func, 0), op) {
    bool is_unused =
        op->result_count == 1 && is_temporary(tern_op_result(op, 0)) && !tern_value_has_uses(tern_op_result(op, 0));
    if (is_unused) tern_op_destroy(op);
  }
}

// --- memory ---

tern_value_t *tern_lone_contraction_flat(tern_builder_t *b, tern_value_t *memref) {
  int64_t size = tern_type_element_count(memref->type), zero = 0, one = 1;
  const tern_type_t *type = tern_memref_type_get(tern_type_element(memref->type), &size, 1, NULL,
                                                 tern_memref_type_memory_space(memref->type));
  const int32_t segments[] = {1, 0, 0, 0};
  return tern_build_value(b, TERN_MEMREF(REINTERPRET_CAST), .operands = TERN_VALUES(memref), .segments = segments,
                          .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"static_offsets", tern_dense_i64_array_attr_get(b->context, &zero, 1)},
                                              {"static_sizes", tern_dense_i64_array_attr_get(b->context, &size, 1)},
                                              {"static_strides", tern_dense_i64_array_attr_get(b->context, &one, 1)}));
}

static void build_store(tern_builder_t *b, tern_value_t *value, tern_value_t *memref, tern_value_t *const *positions,
                        size_t rank) {
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS] = {value, memref};
  memcpy(operands + 2, positions, rank * sizeof positions[0]);
  const tern_op_row_t *row = value->type->kind == TERN_TYPE_VECTOR ? TERN_VECTOR(STORE) : TERN_MEMREF(STORE);
  tern_build(b, row, .operands = {operands, 2 + rank});
}

static tern_value_t *build_load(tern_builder_t *b, tern_value_t *memref, tern_value_t *const *positions, size_t rank,
                                const tern_type_t *type) {
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {memref};
  memcpy(operands + 1, positions, rank * sizeof positions[0]);
  const tern_op_row_t *row = type->kind == TERN_TYPE_VECTOR ? TERN_VECTOR(LOAD) : TERN_MEMREF(LOAD);
  return tern_build_value(b, row, .operands = {operands, 1 + rank}, .types = TERN_TYPES(type));
}

int64_t tern_lone_contraction_lanes(const tern_lone_contraction_t *c, int64_t lanes) {
  const tern_value_t *result = tern_op_operand(c->op, 2);
  int64_t extent = tern_type_dim(result->type, tern_type_rank(result->type) - 1);
  if (extent % lanes || tern_gpu_base_alignment(result) % lanes) return 1;
  for (size_t e = 0; e < c->epilogue_count; ++e) {
    const tern_op_t *op = c->epilogue[e];
    if (tern_gpu_choose_lanes(op, tern_linalg_loop_count(op) - 1, extent) < lanes) return 1;
  }
  return lanes;
}

tern_value_t *tern_lone_contraction_initial(tern_builder_t *b, const tern_lone_contraction_t *c,
                                            const tern_type_t *type) {
  if (!c->fill) return NULL;
  tern_value_t *value = tern_linalg_input(c->fill, 0);
  const tern_attr_t *constant = tern_value_constant(value);
  bool is_zero = constant && (tern_type_is_float(value->type) ? constant == tern_float_attr_get(value->type, 0.0)
                                                              : constant == tern_integer_attr_get(value->type, 0));
  if (is_zero || value->type != tern_type_element(tern_op_operand(c->op, 2)->type)) return NULL;
  if (type->kind != TERN_TYPE_VECTOR) return value;
  return tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// --- element-wise ops ---

// What the thread knows of memory at its element: the last value that was to be stored there.
typedef struct known {
  const tern_value_t *memref;
  tern_value_t *value;
} known_t;
typedef struct known_list {
  known_t entries[1 + TERN_LONE_MAX_EPILOGUE * MAX_OUTPUTS];
  size_t count;
} known_list_t;

static void learn(known_list_t *list, const tern_value_t *memref, tern_value_t *value) {
  for (size_t i = 0; i < list->count; ++i) {
    if (!tern_gpu_is_same_view(list->entries[i].memref, memref)) continue;
    list->entries[i].value = value;
    return;
  }
  if (list->count < sizeof list->entries / sizeof list->entries[0]) {
    list->entries[list->count++] = (known_t){memref, value};
  }
}

static tern_value_t *recall(const known_list_t *list, const tern_value_t *memref) {
  for (size_t i = 0; i < list->count; ++i) {
    if (tern_gpu_is_same_view(list->entries[i].memref, memref)) return list->entries[i].value;
  }
  return NULL;
}

static tern_value_t *read_argument(tern_builder_t *b, const tern_op_t *op, size_t position, tern_value_t *const *ivs,
                                   int64_t lanes, const known_list_t *known) {
  tern_value_t *memref = tern_op_operand(op, position);
  if (memref->type->kind != TERN_TYPE_MEMREF) return memref;
  tern_value_t *value = recall(known, memref);
  if (value) return value;
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS];
  size_t count = tern_gpu_build_access(b, op, position, ivs, operands);
  size_t innermost = tern_linalg_loop_count(op) - 1;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  bool moves = false;
  for (size_t r = 0; r < map->result_count; ++r) moves |= tern_affine_expr_uses_dim(map->results[r], innermost);
  const tern_type_t *type = tern_type_element(memref->type);
  if (moves && lanes > 1) type = tern_vector_type_get(type, &lanes, 1, 0);
  return build_load(b, memref, operands + 1, count - 1, type);
}

static tern_value_t *build_sum(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_type_t *element = lhs->type->kind == TERN_TYPE_VECTOR ? tern_type_element(lhs->type) : lhs->type;
  const tern_op_row_t *row = tern_type_is_float(element) ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI);
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

void tern_lone_contraction_store(tern_builder_t *b, const tern_lone_contraction_t *c, tern_value_t *value,
                                 tern_value_t *const *positions) {
  known_list_t known = {0};
  tern_value_t *result = tern_op_operand(c->op, 2);
  size_t rank = tern_type_rank(result->type);
  int64_t lanes = value->type->kind == TERN_TYPE_VECTOR ? tern_type_dim(value->type, 0) : 1;
  if (!c->fill) value = build_sum(b, build_load(b, result, positions, rank, value->type), value);
  if (c->is_result_needed) build_store(b, value, result, positions, rank);
  learn(&known, result, value);
  for (size_t e = 0; e < c->epilogue_count; ++e) {
    tern_op_t *op = c->epilogue[e];
    tern_value_t *args[TERN_GPU_MAX_OPERANDS], *values[TERN_GPU_MAX_OPERANDS];
    for (size_t i = 0; i < op->operand_count; ++i) {
      bool is_used = tern_value_has_uses(tern_linalg_body(op)->args[i]);
      args[i] = is_used ? read_argument(b, op, i, positions, lanes, &known) : NULL;
    }
    tern_gpu_build_body(b, op, args, positions, lanes, tern_linalg_loop_count(op) - 1, values);
    for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
      if (!is_temporary(tern_linalg_output(op, o))) {
        build_store(b, values[o], tern_linalg_output(op, o), positions, rank);
      }
      learn(&known, tern_linalg_output(op, o), values[o]);
    }
  }
}
