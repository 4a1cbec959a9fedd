// Finds chains of ops over the same rows; see the header.

#include <stdlib.h>
#include <string.h>

#include "analysis/memory_location.h"
#include "base/arena.h"
#include "convert/gpu/rows/rows.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"

enum { MAX_ACCESS = 16 /* bytes */, MAX_LANES = 16, MAX_LENGTH = 1 << 30 };

static bool is_memref(const tern_value_t *value) { return value->type->kind == TERN_TYPE_MEMREF; }

// --- which ops ---

static bool is_number(const tern_type_t *type) {
  if (tern_type_is_float(type)) {
    return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F32 ||
           type->kind == TERN_TYPE_F64;
  }
  uint32_t width = tern_type_is_signless(type) ? tern_type_bit_width(type) : 0;
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

// Does nothing in the kernel write what the load reads, at a place that the element says?
static bool is_gather(const tern_row_plan_t *plan, const tern_op_t *load) {
  if (!tern_op_is(load, TERN_MEMREF(LOAD)) || tern_value_defining_op(tern_op_operand(load, 0)) == NULL) return false;
  tern_value_t *base = tern_memory_base(tern_op_operand(load, 0));
  tern_block_for_each_op(plan->func->regions[0].first_block, op) {
    if (!tern_is_linalg(op)) continue;
    for (size_t i = tern_linalg_input_count(op); i < op->operand_count; ++i) {
      if (tern_memory_bases_alias(base, tern_memory_base(tern_op_operand(op, i))) != TERN_NO_ALIAS) return false;
    }
  }
  return true;
}

// Ops that work on scalars and on vectors alike, and loads.
static bool has_plain_body(const tern_row_plan_t *plan, const tern_op_t *op) {
  tern_block_t *body = tern_linalg_body(op);
  tern_block_for_each_op(body, inner) {
    if (inner == body->last_op || tern_op_is(inner, TERN_LINALG(INDEX))) continue;
    if (inner->result_count != 1 || inner->region_count != 0 || inner->operand_count > TERN_GPU_MAX_BODY_OPERANDS)
      return false;
    const tern_type_t *type = tern_op_result(inner, 0)->type;
    if (!is_number(type) && !tern_type_is_index(type)) return false;
    bool is_constant = tern_value_constant(tern_op_result(inner, 0)) != NULL, is_load = is_gather(plan, inner);
    if (!is_constant && !is_load && !tern_op_has_trait(inner, TERN_TRAIT_ELEMENTWISE)) return false;
    for (size_t i = is_load; i < inner->operand_count; ++i) {
      const tern_value_t *operand = tern_op_operand(inner, i);
      const tern_op_t *source = tern_value_defining_op(operand);
      bool is_inside = operand->is_block_argument ? tern_value_arg_block(operand) == body : source->block == body;
      if (!is_inside && !tern_value_constant(operand)) return false;
    }
  }
  for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
    const tern_value_t *value = tern_op_operand(body->last_op, o);
    const tern_op_t *source = tern_value_defining_op(value);
    bool is_inside = value->is_block_argument ? tern_value_arg_block(value) == body : source->block == body;
    if (!is_inside && !tern_value_constant(value)) return false;
  }
  return true;
}

// Dimensions are loops, each at most once, or the first of one element.
static bool is_plain_access(const tern_affine_map_t *map) {
  for (size_t r = 0; r < map->result_count; ++r) {
    const tern_affine_expr_t *expr = map->results[r];
    if (expr->kind == TERN_AFFINE_CONSTANT ? expr->value != 0 : expr->kind != TERN_AFFINE_DIM) return false;
    for (size_t s = 0; s < r; ++s) {
      if (expr->kind == TERN_AFFINE_DIM && map->results[s] == expr) return false;
    }
  }
  return true;
}

static bool is_member(const tern_row_plan_t *plan, const tern_op_t *op) {
  size_t outputs = tern_linalg_output_count(op);
  if (!tern_linalg_has_buffer_semantics(op) || op->operand_count > TERN_ROW_MAX_OPERANDS || outputs == 0 ||
      outputs > TERN_GPU_MAX_OUTPUTS || !has_plain_body(plan, op)) {
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    if (!is_number(is_memref(value) ? tern_type_element(value->type) : value->type)) return false;
    if (!is_plain_access(tern_linalg_indexing_map(op, i))) return false;
  }
  return true;
}

// Structured ops in a straight line, and what neither reads nor writes.
static bool collect_ops(tern_row_plan_t *plan) {
  tern_region_t *region = &plan->func->regions[0];
  if (!region->first_block || region->first_block != region->last_block) return false;
  tern_block_for_each_op(region->first_block, op) {
    if (tern_is_linalg(op) && op->operand_count > 0) {
      if (!is_member(plan, op) || plan->ops.count == TERN_ROW_MAX_OPS) return false;
      tern_row_op_t member = {.op = op, .phase = -1};
      for (size_t l = 0; l < TERN_LINALG_MAX_LOOPS; ++l) member.labels[l] = TERN_ROW_UNKNOWN;
      member.is_reduction = !tern_linalg_is_all_parallel(op);
      tern_vec_push(&plan->ops, member);
    } else if (!tern_op_is(op, TERN_MEMREF(ALLOCA)) && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) &&
               (op->region_count > 0 || tern_op_effects(op) != 0)) {
      return false;
    }
  }
  return plan->ops.count > 0;
}

// --- labels ---

typedef struct labels {
  tern_map_t of_buffer;  // buffer -> int labels[], owned
} labels_t;

// The root: the reduction that others are measured by. Its output is dense in the row positions.
static bool find_root(tern_row_plan_t *plan) {
  for (plan->root = 0; plan->root < plan->ops.count; ++plan->root) {
    if (plan->ops.values[plan->root].is_reduction) break;
  }
  if (plan->root == plan->ops.count) return false;
  tern_row_op_t *root = &plan->ops.values[plan->root];
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(root->op, ranges)) return false;
  const tern_affine_map_t *map = tern_linalg_output_map(root->op, 0);
  for (size_t r = 0; r < map->result_count; ++r) {
    if (map->results[r]->kind != TERN_AFFINE_DIM) continue;
    size_t loop = (size_t)map->results[r]->value;
    if (tern_linalg_iterator(root->op, loop) != TERN_ITERATOR_PARALLEL || plan->row_dims == TERN_ROW_MAX_DIMS)
      return false;
    root->labels[loop] = (int)plan->row_dims;
    plan->row_loops[plan->row_dims] = loop;
    plan->row_extents[plan->row_dims++] = ranges[loop];
  }
  plan->shape.length = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(root->op); ++loop) {
    if (root->labels[loop] != TERN_ROW_UNKNOWN) continue;
    if (plan->column_dims == TERN_ROW_MAX_COLUMN_DIMS || ranges[loop] == TERN_DYNAMIC) return false;
    root->labels[loop] = TERN_ROW_COLUMN + (int)plan->column_dims;
    plan->column_extents[plan->column_dims++] = ranges[loop];
    if (__builtin_mul_overflow(plan->shape.length, ranges[loop], &plan->shape.length)) return false;
  }
  return plan->column_dims > 0 && plan->shape.length > 1 && plan->shape.length <= MAX_LENGTH;
}

// Makes two labels one. False if they are different.
static bool join(int *a, int *b, bool *is_changed) {
  if (*a == *b) return true;
  if (*a != TERN_ROW_UNKNOWN && *b != TERN_ROW_UNKNOWN) return false;
  *is_changed = true;
  *(*a == TERN_ROW_UNKNOWN ? a : b) = *a == TERN_ROW_UNKNOWN ? *b : *a;
  return true;
}

static bool join_op(tern_row_op_t *member, const labels_t *labels, bool *is_changed) {
  for (size_t i = 0; i < member->op->operand_count; ++i) {
    int *of_buffer = tern_map_get(&labels->of_buffer, tern_op_operand(member->op, i));
    const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, i);
    for (size_t r = 0; of_buffer && r < map->result_count; ++r) {
      if (map->results[r]->kind != TERN_AFFINE_DIM) continue;
      if (!join(&of_buffer[r], &member->labels[map->results[r]->value], is_changed)) return false;
    }
  }
  return true;
}

// What is left without a label in an op that has all row positions is the columns, in their order, if the lengths are right.
static bool label_column(const tern_row_plan_t *plan, tern_row_op_t *member, bool *is_changed) {
  size_t found = 0, unknown = 0, left[TERN_LINALG_MAX_LOOPS];
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(member->op, ranges)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(member->op); ++loop) {
    int label = member->labels[loop];
    found += label != TERN_ROW_UNKNOWN && !tern_row_is_column(label);
    member->has_column |= label != TERN_ROW_UNKNOWN && tern_row_is_column(label);
    if (label == TERN_ROW_UNKNOWN) left[unknown++] = loop;
  }
  if (unknown == 0 || found < plan->row_dims) return true;
  if (member->has_column || unknown != plan->column_dims) return false;
  for (size_t c = 0; c < unknown; ++c) {
    if (ranges[left[c]] != plan->column_extents[c]) return false;
  }
  for (size_t c = 0; c < unknown; ++c) member->labels[left[c]] = TERN_ROW_COLUMN + (int)c;
  member->has_column = true;
  *is_changed = true;
  return true;
}

static int64_t extent_of(const tern_row_plan_t *plan, int label) {
  return tern_row_is_column(label) ? plan->column_extents[label - TERN_ROW_COLUMN] : plan->row_extents[label];
}

// Every row position is one parallel loop, so is the column, whole, of ops that have one, but it is what reductions reduce;
// every output has all positions.
static bool is_labelled(const tern_row_plan_t *plan, const tern_row_op_t *member) {
  const tern_op_t *op = member->op;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  uint32_t seen = 0, rows = (UINT32_C(1) << plan->row_dims) - 1;
  uint32_t columns = ((UINT32_C(1) << plan->column_dims) - 1) << TERN_ROW_COLUMN;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    int label = member->labels[loop];
    bool is_parallel = tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL;
    if (label == TERN_ROW_UNKNOWN || (seen >> label & 1) || ranges[loop] != extent_of(plan, label)) return false;
    if (is_parallel == (tern_row_is_column(label) && member->is_reduction)) return false;
    seen |= UINT32_C(1) << label;
  }
  if (seen != (member->has_column ? rows | columns : rows)) return false;
  for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, o);
    size_t dims = 0;
    for (size_t r = 0; r < map->result_count; ++r) dims += map->results[r]->kind == TERN_AFFINE_DIM;
    if (dims != plan->row_dims + (tern_row_op_makes_columns(member) ? plan->column_dims : 0)) return false;
  }
  return true;
}

static bool label_ops(tern_row_plan_t *plan) {
  labels_t labels = {0};
  for (size_t i = 0; i < plan->ops.count; ++i) {
    const tern_op_t *op = plan->ops.values[i].op;
    for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
      const tern_value_t *buffer = tern_linalg_output(op, o);
      if (tern_map_contains(&labels.of_buffer, buffer)) continue;
      int *of_buffer = tern_malloc(TERN_LINALG_MAX_LOOPS * sizeof *of_buffer);
      for (size_t d = 0; d < TERN_LINALG_MAX_LOOPS; ++d) of_buffer[d] = TERN_ROW_UNKNOWN;
      tern_map_set(&labels.of_buffer, buffer, of_buffer);
    }
  }
  bool is_right = true, is_changed = true;
  while (is_changed && is_right) {
    is_changed = false;
    for (size_t i = 0; i < plan->ops.count && is_right; ++i) {
      is_right =
          join_op(&plan->ops.values[i], &labels, &is_changed) && label_column(plan, &plan->ops.values[i], &is_changed);
    }
  }
  for (size_t i = 0; i < plan->ops.count && is_right; ++i) is_right = is_labelled(plan, &plan->ops.values[i]);
  for (size_t e = 0; e < labels.of_buffer.entry_count; ++e) free(labels.of_buffer.entries[e].value);
  tern_map_deinitialize(&labels.of_buffer);
  return is_right;
}

// --- where values come from ---

static bool is_temporary(const tern_value_t *buffer) {
  const tern_op_t *op = tern_value_defining_op(buffer);
  return op && tern_op_is(op, TERN_MEMREF(ALLOCA));
}

static bool is_accumulator_read(const tern_row_op_t *member, size_t position) {
  size_t inputs = tern_linalg_input_count(member->op);
  return position >= inputs && (member->is_reduction || tern_linalg_reads_output(member->op, position - inputs));
}

static bool reads(const tern_row_op_t *member, size_t position) {
  return position < tern_linalg_input_count(member->op)
             ? tern_value_has_uses(tern_linalg_body(member->op)->args[position])
             : is_accumulator_read(member, position);
}

// The last op before `before` that writes the buffer; -1: none.
static int find_writer(const tern_row_plan_t *plan, size_t before, const tern_value_t *buffer, size_t *out_output) {
  for (size_t i = before; i-- > 0;) {
    const tern_op_t *op = plan->ops.values[i].op;
    for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
      if (tern_linalg_output(op, o) != buffer) continue;
      *out_output = o;
      return (int)i;
    }
  }
  return -1;
}

// May some op write the memory of `buffer`, through this or another view?
static bool is_written(const tern_row_plan_t *plan, tern_value_t *buffer) {
  for (size_t i = 0; i < plan->ops.count; ++i) {
    const tern_op_t *op = plan->ops.values[i].op;
    for (size_t o = 0; o < tern_linalg_output_count(op); ++o) {
      tern_value_t *output = tern_linalg_output(op, o);
      if (tern_memory_bases_alias(tern_memory_base(output), tern_memory_base(buffer)) != TERN_NO_ALIAS) return true;
    }
  }
  return false;
}

static int label_of_result(const tern_row_op_t *member, const tern_affine_expr_t *expr) {
  return expr->kind == TERN_AFFINE_DIM ? member->labels[expr->value] : TERN_ROW_UNKNOWN;
}

static bool is_same_access(const tern_row_plan_t *plan, const tern_row_load_t *load, const tern_row_op_t *member,
                           size_t position) {
  const tern_row_op_t *first = &plan->ops.values[load->op];
  if (tern_op_operand(first->op, load->operand) != tern_op_operand(member->op, position)) return false;
  const tern_affine_map_t *a = tern_linalg_indexing_map(first->op, load->operand),
                          *b = tern_linalg_indexing_map(member->op, position);
  for (size_t r = 0; r < a->result_count; ++r) {
    if (label_of_result(first, a->results[r]) != label_of_result(member, b->results[r])) return false;
  }
  return true;
}

static bool uses_column(const tern_row_op_t *member, size_t position) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    int label = label_of_result(member, map->results[r]);
    if (label != TERN_ROW_UNKNOWN && tern_row_is_column(label)) return true;
  }
  return false;
}

static bool uses_label(const tern_row_op_t *member, size_t position, int wanted) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    if (label_of_result(member, map->results[r]) == wanted) return true;
  }
  return false;
}

static int number_load(tern_row_plan_t *plan, size_t op, size_t position) {
  const tern_row_op_t *member = &plan->ops.values[op];
  for (size_t i = 0; i < plan->loads.count; ++i) {
    if (is_same_access(plan, &plan->loads.values[i], member, position)) return (int)i;
  }
  tern_vec_push(&plan->loads,
                ((tern_row_load_t){.op = op, .operand = position, .has_column = uses_column(member, position)}));
  return (int)plan->loads.count - 1;
}

static bool find_sources(tern_row_plan_t *plan) {
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_row_op_t *member = &plan->ops.values[i];
    for (size_t p = 0; p < member->op->operand_count; ++p) {
      tern_row_source_t *source = &member->sources[p];
      tern_value_t *value = tern_op_operand(member->op, p);
      *source = (tern_row_source_t){.producer = -1, .load = -1};
      if (!is_memref(value) || !reads(member, p)) continue;
      source->producer = find_writer(plan, i, value, &source->output);
      if (source->producer >= 0) continue;
      // What the chain writes later is not read from memory, and a reduction starts from a value of the chain.
      if (is_written(plan, value) || is_accumulator_read(member, p)) return false;
      source->load = number_load(plan, i, p);
    }
  }
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_row_op_t *member = &plan->ops.values[i];
    for (size_t o = 0; o < tern_linalg_output_count(member->op); ++o) {
      tern_value_t *buffer = tern_linalg_output(member->op, o);
      size_t output = 0;
      bool is_last = find_writer(plan, plan->ops.count, buffer, &output) == (int)i && output == o;
      member->is_stored[o] = is_last && !is_temporary(buffer);
    }
  }
  return true;
}

// Different buffers that are stored must be different memory, for they are stored in another order than they were written.
static bool are_outputs_apart(const tern_row_plan_t *plan) {
  TERN_VEC(tern_value_t *) outputs = {0};
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    for (size_t o = 0; o < tern_linalg_output_count(plan->ops.values[i].op); ++o) {
      if (plan->ops.values[i].is_stored[o]) tern_vec_push(&outputs, tern_linalg_output(plan->ops.values[i].op, o));
    }
  }
  for (size_t i = 0; i < outputs.count; ++i) {
    for (size_t k = 0; k < i; ++k) {
      is_right &= tern_memory_bases_alias(tern_memory_base(outputs.values[i]), tern_memory_base(outputs.values[k])) ==
                  TERN_NO_ALIAS;
    }
  }
  is_right &= outputs.count > 0;
  tern_vec_deinitialize(&outputs);
  return is_right;
}

// --- phases ---

// A level is how many reductions, one after another, a value has waited for.
static bool find_phases(tern_row_plan_t *plan) {
  int levels[TERN_ROW_MAX_OPS];
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_row_op_t *member = &plan->ops.values[i];
    levels[i] = 0;
    for (size_t p = 0; p < member->op->operand_count; ++p) {
      int producer = member->sources[p].producer;
      if (producer >= 0 && levels[producer] > levels[i]) levels[i] = levels[producer];
    }
    if (!member->is_reduction) continue;
    bool is_matched = tern_gpu_combiner_match(member->op, &member->combiner);
    for (size_t o = 0; is_matched && o < member->combiner.output_count; ++o) {
      is_matched = !tern_type_is_index(tern_gpu_combiner_accumulator(&member->combiner, o)->type);
    }
    if (!is_matched) return false;
    for (size_t o = 0; o < member->combiner.output_count; ++o) {
      uint32_t width = tern_type_bit_width(tern_gpu_combiner_accumulator(&member->combiner, o)->type);
      plan->shape.result_size += (width + 7) / 8;
    }
    member->phase = levels[i]++;
    if (levels[i] > plan->phases) plan->phases = levels[i];
  }
  return true;
}

// --- accesses ---

static int64_t element_bytes(const tern_type_t *memref) {
  return (int64_t)(tern_type_bit_width(tern_type_element(memref)) + 7) / 8;
}

// Can operand `position`, which moves along the lanes, be accessed by vectors of `lanes`?
static bool allows_lanes(const tern_row_plan_t *plan, const tern_row_op_t *member, size_t position, int64_t lanes) {
  const tern_value_t *memref = tern_op_operand(member->op, position);
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, position);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memref->type);
  if (rank == 0 || rank > TERN_LINALG_MAX_LOOPS || !tern_memref_type_strides(memref->type, strides, &offset))
    return false;
  if (tern_type_bit_width(tern_type_element(memref->type)) < 8) return false;
  if (label_of_result(member, map->results[rank - 1]) != plan->lane_label || strides[rank - 1] != 1) return false;
  for (size_t d = 0; d + 1 < rank; ++d) {
    if (tern_type_dim(memref->type, d) == 1) continue;
    if (strides[d] == TERN_DYNAMIC || strides[d] % lanes != 0) return false;
  }
  return tern_gpu_base_alignment(memref) % lanes == 0;
}

typedef bool (*access_fn_t)(tern_row_plan_t *plan, const tern_row_op_t *member, size_t position, void *user);

// Calls `visit` for every access, until it says no.
static bool for_each_access(tern_row_plan_t *plan, access_fn_t visit, void *user) {
  for (size_t i = 0; i < plan->loads.count; ++i) {
    const tern_row_load_t *load = &plan->loads.values[i];
    if (!visit(plan, &plan->ops.values[load->op], load->operand, user)) return false;
  }
  for (size_t i = 0; i < plan->ops.count; ++i) {
    const tern_row_op_t *member = &plan->ops.values[i];
    for (size_t o = 0; o < tern_linalg_output_count(member->op); ++o) {
      size_t position = tern_linalg_output_position(member->op, o);
      if (member->is_stored[o] && !visit(plan, member, position, user)) return false;
    }
  }
  return true;
}

static bool has_row(const tern_row_op_t *member, size_t position) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    int label = label_of_result(member, map->results[r]);
    if (label != TERN_ROW_UNKNOWN && !tern_row_is_column(label)) return true;
  }
  return false;
}

// What neighbours in memory differ in: the same for all accesses by row and column.
static bool find_lane_label(tern_row_plan_t *plan, const tern_row_op_t *member, size_t position, void *user) {
  (void)user;
  const tern_affine_map_t *map = tern_linalg_indexing_map(member->op, position);
  if (!uses_column(member, position) || (plan->row_dims > 0 && !has_row(member, position))) return true;
  int label = label_of_result(member, map->results[map->result_count - 1]);
  if (label == TERN_ROW_UNKNOWN || (plan->lane_label != TERN_ROW_UNKNOWN && plan->lane_label != label)) return false;
  plan->lane_label = label;
  return true;
}

static bool measure(tern_row_plan_t *plan, const tern_row_op_t *member, size_t position, void *user) {
  int64_t *range = user, bytes = element_bytes(tern_op_operand(member->op, position)->type);
  if (!uses_label(member, position, plan->lane_label) || !uses_column(member, position)) return true;
  if (bytes < range[0]) range[0] = bytes;
  if (bytes > range[1]) range[1] = bytes;
  return true;
}

static bool check_lanes(tern_row_plan_t *plan, const tern_row_op_t *member, size_t position, void *user) {
  return !uses_label(member, position, plan->lane_label) || allows_lanes(plan, member, position, *(int64_t *)user);
}

static void choose_lanes(tern_row_plan_t *plan) {
  tern_gpu_row_shape_t *shape = &plan->shape;
  int64_t range[2] = {MAX_ACCESS, 1}, extent = extent_of(plan, plan->lane_label);
  for_each_access(plan, measure, range);
  shape->element_size = range[1];
  // An access of the narrowest elements is full; those of wider ones are then several.
  shape->lanes = MAX_ACCESS / range[0];
  if (shape->lanes * range[1] > 4 * MAX_ACCESS) shape->lanes = 4 * MAX_ACCESS / range[1];
  if (extent == TERN_DYNAMIC) shape->lanes = 1;
  while (shape->lanes > 1 && (extent % shape->lanes != 0 || !for_each_access(plan, check_lanes, &shape->lanes))) {
    shape->lanes /= 2;
  }
}

// Does the op compute something of its columns, not of what there is one of for each row, that takes more than a few
// instructions?
static bool has_costly_body(const tern_row_op_t *member) {
  tern_map_t of_columns = {0};
  tern_block_t *body = tern_linalg_body(member->op);
  bool is_costly = false;
  for (size_t i = 0; i < member->op->operand_count; ++i) {
    if (uses_column(member, i)) tern_map_set(&of_columns, body->args[i], member->op);
  }
  tern_block_for_each_op(body, inner) {
    bool is_of_columns = false;
    for (size_t i = 0; i < inner->operand_count; ++i) {
      is_of_columns |= tern_map_contains(&of_columns, tern_op_operand(inner, i));
    }
    if (!is_of_columns || inner->result_count == 0) continue;
    tern_map_set(&of_columns, tern_op_result(inner, 0), inner);
    bool is_simple = tern_op_is(inner, TERN_MATH(ABSF)) || tern_op_is(inner, TERN_MATH(FMA));
    is_costly |= inner->def->dialect == &tern_math_dialect && !is_simple;
  }
  tern_map_deinitialize(&of_columns);
  return is_costly;
}

// Bytes of a column of all arrays, if copies of MAX_ACCESS bytes take them to workgroup memory as they are.
static int64_t find_staged_size(const tern_row_plan_t *plan) {
  int64_t size = 0;
  for (size_t i = 0; i < plan->loads.count; ++i) {
    const tern_row_load_t *load = &plan->loads.values[i];
    if (!load->has_column || !load->has_row) continue;
    int64_t bytes = element_bytes(tern_op_operand(plan->ops.values[load->op].op, load->operand)->type);
    if (!load->has_lane || bytes * plan->shape.lanes != MAX_ACCESS) return 0;
    size += bytes;
  }
  return tern_row_plan_is_across(plan) ? 0 : size;
}

static bool find_shape(tern_row_plan_t *plan) {
  tern_gpu_row_shape_t *shape = &plan->shape;
  plan->lane_label = TERN_ROW_UNKNOWN;
  if (!for_each_access(plan, find_lane_label, NULL)) return false;
  // What is computed of positions alone has no neighbours in memory.
  if (plan->lane_label == TERN_ROW_UNKNOWN && plan->column_dims > 0) {
    plan->lane_label = TERN_ROW_COLUMN + (int)plan->column_dims - 1;
  }
  if (plan->lane_label == TERN_ROW_UNKNOWN) return false;
  choose_lanes(plan);
  shape->is_across = tern_row_plan_is_across(plan);
  shape->rows = 1;
  for (size_t d = 0; d < plan->row_dims; ++d) {
    int64_t extent = plan->row_extents[d];
    if ((int)d == plan->lane_label && extent != TERN_DYNAMIC) extent /= shape->lanes;
    if (extent == TERN_DYNAMIC || __builtin_mul_overflow(shape->rows, extent, &shape->rows)) {
      shape->rows = TERN_DYNAMIC;
      break;
    }
  }
  for (size_t i = 0; i < plan->loads.count; ++i) {
    tern_row_load_t *load = &plan->loads.values[i];
    const tern_row_op_t *member = &plan->ops.values[load->op];
    load->has_lane = uses_label(member, load->operand, plan->lane_label);
    load->has_row = has_row(member, load->operand) || plan->row_dims == 0;
    shape->arrays += load->has_column && load->has_row;
  }
  shape->staged_size = find_staged_size(plan);
  shape->is_read_again = plan->phases > 1;
  for (size_t i = 0; i < plan->ops.count; ++i) shape->is_costly |= has_costly_body(&plan->ops.values[i]);
  for (size_t i = 0; i < plan->ops.count; ++i) {
    for (size_t o = 0; o < tern_linalg_output_count(plan->ops.values[i].op); ++o) {
      const tern_row_op_t *member = &plan->ops.values[i];
      shape->is_read_again |= member->is_stored[o] && tern_row_op_makes_columns(member);
    }
  }
  return shape->rows != 0;
}

// The host must know how many rows there are.
static bool are_extents_known(const tern_row_plan_t *plan) {
  const tern_op_t *root = plan->ops.values[plan->root].op;
  for (size_t d = 0; d < plan->row_dims; ++d) {
    size_t position, dim;
    if (plan->row_extents[d] != TERN_DYNAMIC) continue;
    if (!tern_linalg_loop_source(root, plan->row_loops[d], &position, &dim)) return false;
  }
  return true;
}

bool tern_row_plan_make(tern_op_t *func, tern_row_plan_t *out_plan) {
  *out_plan = (tern_row_plan_t){.func = func};
  return collect_ops(out_plan) && find_root(out_plan) && label_ops(out_plan) && find_sources(out_plan) &&
         are_outputs_apart(out_plan) && find_phases(out_plan) && find_shape(out_plan) && are_extents_known(out_plan);
}

void tern_row_plan_deinitialize(tern_row_plan_t *plan) {
  for (size_t i = 0; i < plan->ops.count; ++i) tern_map_deinitialize(&plan->ops.values[i].combiner.slice);
  tern_vec_deinitialize(&plan->ops);
  tern_vec_deinitialize(&plan->loads);
}
