// What a kernel of --gpu-pipeline-matmul computes: a product, maybe a fill before it and element-wise ops behind
// it, with its loops sorted into four groups and its operands as numbers. Convolutions are products too: the place of
// an element is a sum of what the loops of the rows and those of the reduction contribute, and nothing else is asked.

#include <string.h>

#include "analysis/gpu/tile_warpgroup.h"
#include "convert/gpu/mma/mma.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "ir/symbol.h"

enum { LONG_SUM = 64 };

// --- numbers that tensor cores take ---

static const tern_value_t *strip_casts(const tern_value_t *value, const tern_value_t *guarded, bool *out_is_unsigned) {
  for (;;) {
    const tern_op_t *op = tern_value_defining_op(value);
    if (!op || value == guarded) return value;
    if (!tern_op_has_trait(op, TERN_TRAIT_CAST_LIKE) || op->operand_count != 1) return NULL;
    *out_is_unsigned |= tern_op_is(op, TERN_ARITH(EXTUI)) || tern_op_is(op, TERN_ARITH(UITOFP));
    bool is_widening = tern_op_is(op, TERN_ARITH(EXTF)) || tern_op_is(op, TERN_ARITH(EXTSI));
    if (!is_widening) *out_is_unsigned = true;
    value = tern_op_operand(op, 0);
  }
}

// acc + a * b of one element, where a and b may be widened.
static bool is_sum_of_products(const tern_matmul_t *matmul, bool is_float) {
  const tern_block_t *body = tern_linalg_body(matmul->op);
  const tern_value_t *guarded = matmul->guarded;
  const tern_op_t *yield = body ? body->last_op : NULL;
  size_t sum = guarded ? 1 : 2;
  if (!yield || body->arg_count != sum + 1 || yield->operand_count != 1) return false;
  const tern_value_t *a = guarded ? guarded : body->args[0], *b = body->args[sum - 1];
  const tern_op_t *add = tern_value_defining_op(tern_op_operand(yield, 0));
  if (!add || !tern_op_is(add, is_float ? TERN_ARITH(ADDF) : TERN_ARITH(ADDI))) return false;
  for (size_t side = 0; side < 2; ++side) {
    if (tern_op_operand(add, side) != body->args[sum]) continue;
    const tern_op_t *mul = tern_value_defining_op(tern_op_operand(add, 1 - side));
    if (!mul || !tern_op_is(mul, is_float ? TERN_ARITH(MULF) : TERN_ARITH(MULI))) return false;
    bool is_unsigned = false;
    const tern_value_t *lhs = strip_casts(tern_op_operand(mul, 0), guarded, &is_unsigned);
    const tern_value_t *rhs = strip_casts(tern_op_operand(mul, 1), guarded, &is_unsigned);
    if (is_unsigned) return false;
    return (lhs == a && rhs == b) || (lhs == b && rhs == a);
  }
  return false;
}

static const char *f8_name(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F8E4M3FN ? "e4m3" : type->kind == TERN_TYPE_F8E5M2 ? "e5m2" : NULL;
}

// Products of f32 whose shape is known belong to --gpu-simt-matmul: what is left are convolutions, and unknown sizes.
static bool is_beyond_simt(const tern_matmul_t *matmul) {
  tern_contraction_t roles;
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
    if (matmul->ranges[loop] == TERN_DYNAMIC) return true;
  }
  return !tern_linalg_match_contraction(matmul->op, &roles);
}

static bool find_number(tern_matmul_t *matmul) {
  const tern_type_t *a = matmul->operands[0].element, *b = matmul->operands[1].element;
  const tern_type_t *c = matmul->operands[2].element;
  tern_context_t *context = a->context;
  bool is_float = tern_type_is_float(c);
  if (!is_sum_of_products(matmul, is_float)) return false;
  matmul->accumulator = is_float ? tern_float_type_get(context, TERN_TYPE_F32) : tern_i_type_get(context, 32);
  matmul->bytes = tern_type_bit_width(a) / 8;
  matmul->f8_types[0] = f8_name(a);
  matmul->f8_types[1] = f8_name(b);
  if (matmul->f8_types[0] && matmul->f8_types[1] && is_float) {
    matmul->number = TERN_MATMUL_F8;
    return matmul->limits.machine->has_mma_fp8;
  }
  if (a != b) return false;
  if (tern_type_is_i(a, 8) && tern_type_is_i(c, 32)) {
    matmul->number = TERN_MATMUL_I8;
    // The instruction stops at the largest number, where sums of i32 go on from the smallest.
    int64_t depth = matmul->groups[TERN_MATMUL_K].range;
    return depth != TERN_DYNAMIC && depth < 131072;
  }
  if (!is_float) return false;
  bool is_narrow = c->kind == TERN_TYPE_F32 || c->kind == a->kind;
  switch (a->kind) {
    case TERN_TYPE_F16: matmul->number = TERN_MATMUL_F16; return is_narrow;
    case TERN_TYPE_BF16: matmul->number = TERN_MATMUL_BF16; return is_narrow;
    case TERN_TYPE_F32:
      matmul->number = tern_gpu_allows_tf32(matmul->op) ? TERN_MATMUL_TF32 : TERN_MATMUL_F32;
      return c->kind == TERN_TYPE_F32 && (matmul->number == TERN_MATMUL_TF32 || is_beyond_simt(matmul));
    default: return false;
  }
}

// --- operands ---

static bool read_operand(tern_matmul_t *matmul, size_t which, size_t position) {
  tern_matmul_operand_t *operand = &matmul->operands[which];
  tern_value_t *memref = tern_op_operand(matmul->op, position);
  const tern_affine_map_t *map = tern_linalg_indexing_map(matmul->op, position);
  int64_t strides[TERN_MEMREF_MAX_RANK], coefficients[TERN_LINALG_MAX_LOOPS + 1];
  if (memref->type->kind != TERN_TYPE_MEMREF || !map || tern_type_rank(memref->type) > TERN_MEMREF_MAX_RANK) {
    return false;
  }
  if (!tern_memref_type_strides(memref->type, strides, &operand->offset) || operand->offset == TERN_DYNAMIC) {
    return false;
  }
  bool is_dense = !tern_memref_type_layout(memref->type) || tern_type_has_static_shape(memref->type);
  matmul->positions[which] = position;
  operand->memref = memref;
  operand->element = tern_type_element(memref->type);
  operand->alignment = tern_gpu_base_alignment(memref);
  for (size_t d = 0; d < map->result_count; ++d) {
    if (strides[d] == TERN_DYNAMIC && !is_dense) return false;
    if (!tern_affine_expr_coefficients(map->results[d], matmul->loop_count, 0, coefficients)) return false;
    if (coefficients[matmul->loop_count] != 0) return false;
    for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
      if (coefficients[loop] == 0) continue;
      if (coefficients[loop] < 0) return false;
      bool is_known = strides[d] != TERN_DYNAMIC && operand->strides[loop] != TERN_DYNAMIC;
      operand->strides[loop] = is_known ? operand->strides[loop] + coefficients[loop] * strides[d] : TERN_DYNAMIC;
    }
  }
  return true;
}

static bool moves_along(const tern_matmul_t *matmul, size_t operand, size_t loop) {
  return matmul->operands[operand].strides[loop] != 0;
}

// A has the rows: where the result moves by one element along loops of A, A and B change places.
static void swap_sides(tern_matmul_t *matmul) {
  tern_matmul_operand_t operand = matmul->operands[0];
  tern_matmul_group_t group = matmul->groups[TERN_MATMUL_M];
  size_t position = matmul->positions[0];
  matmul->operands[0] = matmul->operands[1];
  matmul->operands[1] = operand;
  matmul->groups[TERN_MATMUL_M] = matmul->groups[TERN_MATMUL_N];
  matmul->groups[TERN_MATMUL_N] = group;
  matmul->positions[0] = matmul->positions[1];
  matmul->positions[1] = position;
}

static bool sort_loops(tern_matmul_t *matmul) {
  for (size_t axis = 0; axis < TERN_MATMUL_AXES; ++axis) matmul->groups[axis].range = 1;
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
    if (matmul->ranges[loop] == 0) return false;
    if (matmul->ranges[loop] == 1) continue;
    bool in_a = moves_along(matmul, 0, loop), in_b = moves_along(matmul, 1, loop), in_c = moves_along(matmul, 2, loop);
    bool is_parallel = tern_linalg_iterator(matmul->op, loop) == TERN_ITERATOR_PARALLEL;
    if (is_parallel != in_c || (!in_a && !in_b)) return false;
    if (!in_c && (!in_a || !in_b)) return false;
    tern_matmul_axis_t axis = !in_c          ? TERN_MATMUL_K
                              : in_a && in_b ? TERN_MATMUL_BATCH
                              : in_a         ? TERN_MATMUL_M
                                             : TERN_MATMUL_N;
    tern_matmul_group_t *group = &matmul->groups[axis];
    group->loops[group->count++] = loop;
    bool is_known = matmul->ranges[loop] != TERN_DYNAMIC && group->range != TERN_DYNAMIC;
    group->range = is_known ? group->range * matmul->ranges[loop] : TERN_DYNAMIC;
    if (is_known && group->range > INT32_MAX) return false;
  }
  return matmul->groups[TERN_MATMUL_K].count > 0;
}

// Products of one row use a sixteenth of the instruction: good for long sums, which wait for memory, not for the few
// products of a depthwise convolution.
static bool is_worthwhile(const tern_matmul_t *matmul) {
  int64_t depth = matmul->groups[TERN_MATMUL_K].range;
  if (matmul->groups[TERN_MATMUL_M].count > 0) return true;
  return matmul->number != TERN_MATMUL_F32 && (depth == TERN_DYNAMIC || depth >= LONG_SUM);
}

// Both factors and the result; a padded image is none of the op's operands.
static bool read_operands(tern_matmul_t *matmul) {
  const tern_op_t *op = matmul->op;
  bool is_padded = op->operand_count == 2;
  if (tern_linalg_input_count(op) != (is_padded ? 1 : 2) || op->operand_count > 3) return false;
  if (is_padded) return tern_matmul_read_padded(matmul, 0) && read_operand(matmul, 1, 0) && read_operand(matmul, 2, 1);
  return read_operand(matmul, 0, 0) && read_operand(matmul, 1, 1) && read_operand(matmul, 2, 2);
}

static bool read_product(tern_matmul_t *matmul) {
  tern_op_t *op = matmul->op;
  matmul->loop_count = tern_linalg_loop_count(op);
  if (tern_linalg_output_count(op) != 1 || !tern_linalg_has_buffer_semantics(op)) return false;
  if (!tern_linalg_static_loop_ranges(op, matmul->ranges) || !read_operands(matmul)) return false;
  if (!sort_loops(matmul) || !find_number(matmul)) return false;
  // What a batch contributes to an index is not looked at.
  if (tern_matmul_has_edges_along(matmul, 0, TERN_MATMUL_BATCH)) return false;
  const tern_affine_map_t *output = tern_linalg_indexing_map(op, matmul->positions[2]);
  if (!tern_affine_map_is_projected_permutation(output, false)) return false;
  int64_t range;
  const tern_matmul_group_t *m = &matmul->groups[TERN_MATMUL_M], *n = &matmul->groups[TERN_MATMUL_N];
  bool is_along_m = m->count > 0 && tern_matmul_inner_stride(matmul, 2, TERN_MATMUL_M, &range) == 1;
  if (is_along_m || n->count == 0) swap_sides(matmul);
  return n->count > 0 && is_worthwhile(matmul) &&
         !tern_gpu_may_alias(matmul->operands[0].memref, matmul->operands[2].memref) &&
         !tern_gpu_may_alias(matmul->operands[1].memref, matmul->operands[2].memref);
}

// --- what stands around the product ---

// Where `op` touches what `earlier` does, it is the same element.
static bool meets_own_elements(const tern_op_t *op, const tern_op_t *earlier) {
  const tern_value_t *written = tern_linalg_output(earlier, 0), *output = tern_linalg_output(op, 0);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (operand->type->kind != TERN_TYPE_MEMREF || !tern_gpu_may_alias(operand, written)) continue;
    if (!tern_gpu_is_same_view(operand, written) ||
        !tern_gpu_is_same_access(tern_linalg_indexing_map(op, i), tern_linalg_output_map(op, 0))) {
      return false;
    }
  }
  for (size_t i = 0; i < tern_linalg_input_count(earlier); ++i) {
    const tern_value_t *read = tern_op_operand(earlier, i);
    if (read->type->kind != TERN_TYPE_MEMREF || !tern_gpu_may_alias(read, output)) continue;
    if (!tern_linalg_is_all_parallel(earlier) || !tern_gpu_is_same_view(read, output) ||
        !tern_gpu_is_same_access(tern_linalg_indexing_map(earlier, i), tern_linalg_output_map(earlier, 0))) {
      return false;
    }
  }
  return true;
}

static bool is_epilogue(const tern_matmul_t *matmul, const tern_op_t *op) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_is_linalg(op) || !tern_linalg_is_all_parallel(op) || tern_linalg_output_count(op) != 1) return false;
  if (!tern_linalg_has_buffer_semantics(op) || op->operand_count > TERN_LINALG_MAX_LOOPS) return false;
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0), *result = tern_linalg_output_map(matmul->op, 0);
  if (map->result_count != result->result_count || map->result_count != tern_linalg_loop_count(op)) return false;
  if (!tern_affine_map_is_projected_permutation(map, false)) return false;
  for (size_t r = 0; r < map->result_count; ++r) {
    if (ranges[map->results[r]->value] != matmul->ranges[result->results[r]->value]) return false;
  }
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    if (inner->region_count > 0 || (inner->result_count != 1 && inner != tern_linalg_body(op)->last_op)) return false;
  }
  if (!meets_own_elements(op, matmul->op)) return false;
  for (size_t i = 0; i < 2; ++i) {
    const tern_matmul_operand_t *operand = &matmul->operands[i];
    if (operand->edge_count && tern_gpu_may_alias(operand->memref, tern_linalg_output(op, 0))) return false;
  }
  for (size_t i = 0; i < matmul->epilogue_count; ++i) {
    if (!meets_own_elements(op, matmul->epilogue[i])) return false;
  }
  return true;
}

static bool is_fill_of(const tern_op_t *op, const tern_op_t *product) {
  return tern_op_is(op, TERN_LINALG(FILL)) &&
         tern_gpu_is_same_view(tern_op_operand(op, 1), tern_linalg_output(product, 0)) &&
         tern_op_operand(op, 0)->type == tern_type_element(tern_op_operand(op, 1)->type);
}

bool tern_matmul_is_zero(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (tern_attr_is_integer(constant)) return tern_integer_attr_value(constant) == 0;
  return constant && constant->kind == TERN_ATTR_FLOAT && tern_float_attr_value(constant) == 0;
}

static bool is_allocation(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA)));
}

bool tern_matmul_is_temporary(const tern_value_t *memref) { return is_allocation(tern_value_defining_op(memref)); }

static bool is_matched(const tern_matmul_t *matmul, const tern_op_t *op) {
  bool is_matched = op == matmul->op || op == matmul->fill;
  for (size_t i = 0; i < matmul->epilogue_count; ++i) is_matched |= op == matmul->epilogue[i];
  return is_matched;
}

// Memory that only the matched ops know holds what they tell each other.
static bool are_temporaries(const tern_matmul_t *matmul) {
  tern_block_for_each_op(tern_op_body(matmul->func, 0), op) {
    if (!is_allocation(op)) continue;
    tern_value_for_each_use(tern_op_result(op, 0), use) {
      if (!is_matched(matmul, use->owner)) return false;
    }
  }
  // A temporary that nothing was put into is not added to.
  if (!matmul->fill && tern_matmul_is_temporary(matmul->operands[2].memref)) return false;
  return !is_allocation(tern_value_defining_op(matmul->operands[0].memref)) &&
         !is_allocation(tern_value_defining_op(matmul->operands[1].memref));
}

// The last op's result is seen by others.
static bool has_lasting_result(const tern_matmul_t *matmul) {
  const tern_op_t *last = matmul->epilogue_count ? matmul->epilogue[matmul->epilogue_count - 1] : matmul->op;
  return !tern_matmul_is_temporary(tern_linalg_output(last, 0));
}

static bool collect_ops(tern_matmul_t *matmul) {
  tern_block_t *body = tern_op_body(matmul->func, 0);
  if (matmul->func->regions[0].first_block != matmul->func->regions[0].last_block) return false;
  tern_block_for_each_op(body, op) {
    if (tern_is_linalg(op) && tern_linalg_count_iterators(op, TERN_ITERATOR_PARALLEL) < tern_linalg_loop_count(op)) {
      if (matmul->op) return false;
      matmul->op = op;
    }
  }
  if (!matmul->op || !read_product(matmul)) return false;
  bool is_behind = false;
  tern_block_for_each_op(body, op) {
    if (op == matmul->op) {
      is_behind = true;
    } else if (is_behind && matmul->epilogue_count < TERN_MATMUL_MAX_EPILOGUE && is_epilogue(matmul, op)) {
      matmul->epilogue[matmul->epilogue_count++] = op;
    } else if (!is_behind && !matmul->fill && is_fill_of(op, matmul->op)) {
      matmul->fill = op;
      matmul->starts_at_zero = tern_matmul_is_zero(tern_op_operand(op, 0));
    } else if (!tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && !is_allocation(op) &&
               (tern_is_linalg(op) || op->region_count > 0 || tern_op_effects(op) != 0)) {
      return false;
    }
  }
  return are_temporaries(matmul) && has_lasting_result(matmul);
}

bool tern_matmul_match(tern_op_t *func, tern_matmul_t *matmul) {
  *matmul = (tern_matmul_t){.func = func, .limits = tern_gpu_limits_of(func)};
  if (!matmul->limits.machine->has_mma || !collect_ops(matmul)) return false;
  // Narrow floats become integers on the way; the memory is taken as such from the start.
  for (size_t i = 0; matmul->number == TERN_MATMUL_F8 && i < 2; ++i) {
    const tern_op_t *op = tern_value_defining_op(matmul->operands[i].memref);
    if (!op || !tern_op_is(op, TERN_IREE(PLACEHOLDER))) return false;
  }
  return true;
}

// --- places ---

int64_t tern_matmul_inner_stride(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis,
                                 int64_t *out_range) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  const int64_t *strides = matmul->operands[operand].strides;
  *out_range = 1;
  if (group->count == 0) return 0;
  size_t i = group->count - 1;
  int64_t stride = strides[group->loops[i]];
  *out_range = matmul->ranges[group->loops[i]];
  while (i > 0 && *out_range != TERN_DYNAMIC && stride != TERN_DYNAMIC) {
    size_t outer = group->loops[i - 1];
    if (strides[outer] != stride * *out_range) break;
    *out_range = matmul->ranges[outer] == TERN_DYNAMIC ? TERN_DYNAMIC : *out_range * matmul->ranges[outer];
    --i;
  }
  return stride;
}

// Loops of a group that are one in an operand: the place is iteration * stride.
typedef struct run {
  size_t first, last;  // in the group
} run_t;

static size_t find_runs(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis, run_t *runs) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  const int64_t *strides = matmul->operands[operand].strides;
  size_t count = 0;
  for (size_t i = 0; i < group->count; ++i) {
    size_t loop = group->loops[i];
    if (i > 0) {
      int64_t outer = strides[group->loops[i - 1]], range = matmul->ranges[loop];
      if (outer != TERN_DYNAMIC && strides[loop] != TERN_DYNAMIC && range != TERN_DYNAMIC &&
          outer == strides[loop] * range) {
        runs[count - 1].last = i;
        continue;
      }
    }
    runs[count++] = (run_t){i, i};
  }
  return count;
}

bool tern_matmul_is_linear(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis) {
  run_t runs[TERN_LINALG_MAX_LOOPS];
  return find_runs(matmul, operand, axis, runs) <= 1;
}

bool tern_matmul_is_inner(const tern_matmul_t *matmul, size_t operand, tern_matmul_axis_t axis, size_t loop) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  run_t runs[TERN_LINALG_MAX_LOOPS];
  size_t count = find_runs(matmul, operand, axis, runs);
  for (size_t i = count ? runs[count - 1].first : 0; i < group->count; ++i) {
    if (group->loops[i] == loop) return true;
  }
  return false;
}

static tern_value_t *build_cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_ARITH(INDEX_CASTUI), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

tern_value_t *tern_matmul_build_split(tern_builder_t *b, tern_value_t *position, tern_value_t *extent, bool is_short,
                                      tern_value_t **out_rest) {
  const tern_type_t *index = tern_index_type_get(b->context);
  const tern_type_t *type = is_short ? tern_i_type_get(b->context, 32) : index;
  tern_value_t *x = build_cast(b, position, type), *y = build_cast(b, extent, type);
  tern_value_t *quotient = tern_build_value(b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(x, y));
  tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(x, y));
  *out_rest = build_cast(b, rest, index);
  return build_cast(b, quotient, index);
}

static tern_value_t *build_stride(tern_builder_t *b, const tern_matmul_operand_t *operand, size_t loop) {
  return operand->strides[loop] == TERN_DYNAMIC ? operand->values[loop] : tern_build_index(b, operand->strides[loop]);
}

tern_value_t *tern_matmul_build_place(tern_builder_t *b, const tern_matmul_t *matmul, size_t which,
                                      tern_matmul_axis_t axis, tern_value_t *position) {
  const tern_matmul_operand_t *operand = &matmul->operands[which];
  const tern_matmul_group_t *group = &matmul->groups[axis];
  run_t runs[TERN_LINALG_MAX_LOOPS];
  size_t count = find_runs(matmul, which, axis, runs);
  tern_value_t *place = tern_build_index(b, 0);
  if (!position) return place;
  for (size_t r = count; r-- > 0;) {
    tern_value_t *own = position, *extent = tern_build_index(b, 1);
    if (r > 0) {
      for (size_t i = runs[r].first; i <= runs[r].last; ++i) {
        extent = tern_build_index_mul(b, extent, matmul->extents[group->loops[i]]);
      }
      position = tern_matmul_build_split(b, position, extent, group->range != TERN_DYNAMIC, &own);
    }
    tern_value_t *stride = build_stride(b, operand, group->loops[runs[r].last]);
    place = tern_build_index_add(b, place, tern_build_index_mul(b, own, stride));
  }
  return place;
}

void tern_matmul_build_loops(tern_builder_t *b, const tern_matmul_t *matmul, tern_matmul_axis_t axis,
                             tern_value_t *position, tern_value_t **out_ivs) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  for (size_t i = group->count; i-- > 0;) {
    size_t loop = group->loops[i];
    tern_value_t *own = position;
    if (i > 0)
      position = tern_matmul_build_split(b, position, matmul->extents[loop], group->range != TERN_DYNAMIC, &own);
    out_ivs[loop] = own;
  }
}

// --- values in front of the kernel ---

// Strides that are not known are products of sizes: the memory is dense.
static void build_strides(tern_builder_t *b, tern_matmul_t *matmul, size_t which) {
  tern_matmul_operand_t *operand = &matmul->operands[which];
  if (operand->edge_count > 0) return;  // all are known
  const tern_affine_map_t *map = tern_linalg_indexing_map(matmul->op, matmul->positions[which]);
  int64_t coefficients[TERN_LINALG_MAX_LOOPS + 1], strides[TERN_MEMREF_MAX_RANK], offset;
  tern_memref_type_strides(operand->memref->type, strides, &offset);
  tern_value_t *stride = tern_build_index(b, 1);
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) operand->values[loop] = tern_build_index(b, 0);
  for (size_t d = map->result_count; d-- > 0;) {
    if (strides[d] != TERN_DYNAMIC) stride = tern_build_index(b, strides[d]);
    tern_affine_expr_coefficients(map->results[d], matmul->loop_count, 0, coefficients);
    for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
      if (coefficients[loop] == 0) continue;
      tern_value_t *part = tern_build_index_mul(b, stride, tern_build_index(b, coefficients[loop]));
      operand->values[loop] = tern_build_index_add(b, operand->values[loop], part);
    }
    if (d > 0 && strides[d - 1] == TERN_DYNAMIC) {
      stride = tern_build_index_mul(b, stride, tern_gpu_build_dim(b, operand->memref, d));
    }
  }
}

// The same binding with elements of another type.
static tern_value_t *build_placeholder_of(tern_builder_t *b, tern_value_t *memref, const tern_type_t *element) {
  tern_op_t *clone = tern_builder_clone(b, tern_value_defining_op(memref), NULL);
  tern_op_result(clone, 0)->type = tern_type_with_element(memref->type, element);
  return tern_op_result(clone, 0);
}

static tern_value_t *build_flat(tern_builder_t *b, tern_value_t *memref, int64_t offset) {
  const tern_type_t *type = memref->type;
  int64_t size = tern_type_has_static_shape(type) ? tern_type_element_count(type) : TERN_DYNAMIC,
          strides[TERN_MEMREF_MAX_RANK], none;
  // A view may reach further than it has elements.
  if (tern_memref_type_layout(type) && size != TERN_DYNAMIC && tern_memref_type_strides(type, strides, &none)) {
    size = 1;
    for (size_t d = 0; d < tern_type_rank(type); ++d) size += (tern_type_dim(type, d) - 1) * strides[d];
  }
  tern_value_t *operands[2] = {memref}, *extent = tern_build_index(b, 1);
  for (size_t d = 0; size == TERN_DYNAMIC && d < tern_type_rank(type); ++d) {
    extent = tern_build_index_mul(b, extent, tern_gpu_build_dim(b, memref, d));
  }
  bool is_dynamic = size == TERN_DYNAMIC;
  operands[1] = extent;
  const int64_t one = 1;
  const tern_attr_t *layout = offset ? tern_strided_layout_attr_get(b->context, offset, &one, 1) : NULL;
  const tern_type_t *flat =
      tern_memref_type_get(tern_type_element(type), &size, 1, layout, tern_memref_type_memory_space(type));
  return tern_build_value(b, TERN_MEMREF(REINTERPRET_CAST), .operands = {operands, is_dynamic ? 2 : 1},
                          .types = TERN_TYPES(flat), .segments = (int32_t[]){1, 0, is_dynamic, 0},
                          .attrs = TERN_ATTRS({"static_offsets", tern_dense_i64_array_attr_get(b->context, &offset, 1)},
                                              {"static_sizes", tern_dense_i64_array_attr_get(b->context, &size, 1)},
                                              {"static_strides", tern_dense_i64_array_attr_get(b->context, &one, 1)}));
}

void tern_matmul_build_operands(tern_builder_t *b, tern_matmul_t *matmul) {
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
    matmul->extents[loop] = tern_gpu_build_extent(b, matmul->op, loop, matmul->ranges[loop]);
  }
  for (size_t axis = 0; axis < TERN_MATMUL_AXES; ++axis) {
    tern_matmul_group_t *group = &matmul->groups[axis];
    group->extent = tern_build_index(b, 1);
    for (size_t i = 0; i < group->count; ++i) {
      group->extent = tern_build_index_mul(b, group->extent, matmul->extents[group->loops[i]]);
    }
  }
  for (size_t i = 0; i < 3; ++i) {
    tern_matmul_operand_t *operand = &matmul->operands[i];
    tern_value_t *memref = operand->memref;
    if (i < 2 && matmul->number == TERN_MATMUL_F8) {
      memref = build_placeholder_of(b, memref, tern_i_type_get(b->context, 8));
    }
    build_strides(b, matmul, i);
    if (i < 2) operand->flat = build_flat(b, memref, operand->offset);
  }
}
