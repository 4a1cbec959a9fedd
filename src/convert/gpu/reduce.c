// Reductions that a workgroup shares: the reduction loops, as one linear position, go to local x; each invocation adds up
// what it meets in strides of the workgroup's width, so that neighbours read neighbouring elements; then the partial
// results are combined, within subgroups where the target can (their results then meet in workgroup memory), else in a
// tree of halving strides in workgroup memory (Harris: Optimizing Parallel Reduction in CUDA).
//
// What may be split: a body of the form yield g(acc, x), where x depends on the inputs alone and g is associative. Of any
// other body nothing is assumed, and its reduction stays with one invocation. g with a neutral element starts from that;
// else (argmax-like bodies with several results) an invocation starts from its first x, and the tree knows how many there
// are. All barriers are outside of conditions that differ between invocations.

#include <math.h>
#include <string.h>

#include "convert/gpu/combiner.h"
#include "convert/gpu/distribute.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/vector/vector.h"

bool tern_gpu_reduce_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  if (plan->parallel_count == plan->loop_count || kernel->workgroup_size[0] == 1) return false;
  for (size_t loop = 0; loop < plan->loop_count; ++loop) {
    bool is_reduction = tern_linalg_iterator(plan->op, loop) != TERN_ITERATOR_PARALLEL;
    if (is_reduction && tern_gpu_output_uses_loop(plan->op, loop)) return false;
  }
  tern_gpu_combiner_t combiner;
  bool is_matched = tern_gpu_combiner_match(plan->op, &combiner);
  tern_map_deinitialize(&combiner.slice);
  if (is_matched) plan->kind = TERN_GPU_PLAN_REDUCE;
  return is_matched;
}

// --- values ---

// x at these loop positions.
static void build_leaves(tern_builder_t *b, const tern_gpu_combiner_t *combiner, tern_value_t *const *ivs,
                         tern_value_t **out) {
  tern_map_t values = {0};
  tern_block_t *body = tern_linalg_body(combiner->op);
  tern_value_t *args[TERN_GPU_MAX_OPERANDS];
  tern_gpu_build_input_loads(b, combiner->op, ivs, args);
  for (size_t i = 0; i < tern_linalg_input_count(combiner->op); ++i) {
    if (args[i]) tern_map_set(&values, body->args[i], args[i]);
  }
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_LINALG(INDEX))) {
      size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
      tern_map_set(&values, tern_op_result(inner, 0), ivs[loop]);
    } else if (inner != body->last_op && !tern_map_contains(&combiner->slice, inner)) {
      tern_builder_clone(b, inner, &values);
    }
  }
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_value_t *value = tern_map_get(&values, combiner->leaves[o]);
    out[o] = value ? value : combiner->leaves[o];
  }
  tern_map_deinitialize(&values);
}

// --- the parts of a reduction ---

typedef struct reduction {
  const tern_gpu_plan_t *plan;
  const tern_gpu_kernel_t *kernel;
  tern_builder_t *b;
  tern_gpu_combiner_t combiner;
  size_t loops[TERN_LINALG_MAX_LOOPS], loop_count;       // reduction loops
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS], *total;  // theirs
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  tern_value_t *x;       // local id
  tern_value_t *active;  // this invocation's parallel iteration exists; NULL: always
  const tern_type_t *types[TERN_GPU_MAX_OUTPUTS];
  tern_value_t *slots[TERN_GPU_MAX_OUTPUTS];  // workgroup memory, an element per invocation
} reduction_t;

static void set_reduction_ivs(reduction_t *reduction, tern_value_t *linear) {
  tern_value_t *positions[TERN_LINALG_MAX_LOOPS];
  tern_gpu_build_delinearized(reduction->b, linear, reduction->extents, reduction->loop_count, positions);
  for (size_t i = 0; i < reduction->loop_count; ++i) reduction->ivs[reduction->loops[i]] = positions[i];
}

// Everything from linear position `first` on, in strides of the workgroup's width, on top of `values`.
static void accumulate(reduction_t *reduction, tern_value_t *first, tern_value_t **values) {
  tern_builder_t *b = reduction->b;
  const tern_gpu_combiner_t *combiner = &reduction->combiner;
  size_t inputs = tern_linalg_input_count(combiner->op);
  tern_value_t *step = tern_build_index(b, reduction->kernel->workgroup_size[0]);
  tern_op_t *for_op =
      tern_build_scf_for(b, first, reduction->total, step, (tern_values_t){values, combiner->output_count});
  tern_value_t *args[TERN_GPU_MAX_OPERANDS];
  set_reduction_ivs(reduction, tern_scf_for_iv(for_op));
  tern_gpu_build_input_loads(b, combiner->op, reduction->ivs, args);
  for (size_t o = 0; o < combiner->output_count; ++o) args[inputs + o] = tern_scf_for_carried(for_op, o);
  tern_gpu_build_body(b, combiner->op, args, reduction->ivs, 1, 0, values);
  tern_build_scf_for_end(b, for_op, (tern_values_t){values, combiner->output_count});
  for_op = tern_gpu_split_sums(for_op);
  for (size_t o = 0; o < combiner->output_count; ++o) values[o] = tern_op_result(for_op, o);
}

// The invocation's own share.
static void build_partials(reduction_t *reduction, tern_value_t **out) {
  tern_builder_t *b = reduction->b;
  const tern_gpu_combiner_t *combiner = &reduction->combiner;
  size_t count = combiner->output_count;
  tern_value_t *idle[TERN_GPU_MAX_OUTPUTS], *condition = reduction->active;
  for (size_t o = 0; o < count; ++o) {
    idle[o] = combiner->has_neutral ? tern_gpu_combiner_build_neutral(b, &combiner->known[o], reduction->types[o])
                                    : tern_build_number(b, reduction->types[o], 0.0);
  }
  if (!combiner->has_neutral) {
    condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, reduction->x, reduction->total));
  }
  tern_op_t *if_op = condition ? tern_gpu_build_if(b, condition, (tern_types_t){reduction->types, count}) : NULL;
  tern_value_t *first = reduction->x;
  memcpy(out, idle, count * sizeof out[0]);
  if (!combiner->has_neutral) {
    set_reduction_ivs(reduction, reduction->x);
    build_leaves(b, combiner, reduction->ivs, out);
    first = tern_build_index_add(b, first, tern_build_index(b, reduction->kernel->workgroup_size[0]));
  }
  accumulate(reduction, first, out);
  if (!if_op) return;
  tern_gpu_build_else(b, if_op, (tern_values_t){out, count});
  tern_gpu_build_if_end(b, if_op, (tern_values_t){idle, count});
  for (size_t o = 0; o < count; ++o) out[o] = tern_op_result(if_op, o);
}

static tern_value_t *build_alloc(tern_builder_t *b, const tern_type_t *element, int64_t count) {
  const tern_attr_t *space = tern_integer_attr_get(tern_i_type_get(b->context, 64), 3);
  const tern_type_t *type = tern_memref_type_get(element, &count, 1, NULL, space);
  return tern_build_value(b, TERN_MEMREF(ALLOC), .types = TERN_TYPES(type), .segments = (int32_t[]){0, 0});
}

static tern_value_t *build_slot_load(tern_builder_t *b, tern_value_t *slots, tern_value_t *at) {
  return tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(slots, at),
                          .types = TERN_TYPES(tern_type_element(slots->type)));
}

static void build_slot_store(tern_builder_t *b, tern_value_t *slots, tern_value_t *at, tern_value_t *value) {
  tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(value, slots, at));
}

// After it the first invocation along x has the whole row's results in its slot, and `values` none.
static void build_tree(reduction_t *reduction, tern_value_t **values) {
  tern_builder_t *b = reduction->b;
  const tern_gpu_combiner_t *combiner = &reduction->combiner;
  size_t count = combiner->output_count;
  int64_t width = reduction->kernel->workgroup_size[0], stride = 1;
  tern_value_t *slot = tern_gpu_build_linear_local_id(b, reduction->kernel);
  // How many of them hold something.
  tern_value_t *filled = tern_build_index(b, width);
  if (!combiner->has_neutral) filled = tern_build_index_min(b, reduction->total, filled);
  for (size_t o = 0; o < count; ++o) build_slot_store(b, reduction->slots[o], slot, values[o]);
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  while (stride * 2 < width) stride *= 2;
  for (; stride > 0; stride /= 2) {
    tern_value_t *offset = tern_build_index(b, stride);
    tern_value_t *condition = tern_gpu_build_less(b, reduction->x, offset);
    int64_t constant;
    if (!tern_index_constant(filled, &constant) || stride * 2 > constant) {
      tern_value_t *partner = tern_build_index_add(b, reduction->x, offset);
      condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, partner, filled));
    }
    tern_op_t *if_op = tern_gpu_build_if(b, condition, (tern_types_t){0});
    tern_value_t *lhs[TERN_GPU_MAX_OUTPUTS], *rhs[TERN_GPU_MAX_OUTPUTS],
        *partner_slot = tern_build_index_add(b, slot, offset);
    for (size_t o = 0; o < count; ++o) {
      lhs[o] = build_slot_load(b, reduction->slots[o], slot);
      rhs[o] = build_slot_load(b, reduction->slots[o], partner_slot);
    }
    tern_gpu_combiner_build(b, combiner, 1, lhs, rhs, lhs);
    for (size_t o = 0; o < count; ++o) build_slot_store(b, reduction->slots[o], slot, lhs[o]);
    tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
    tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  }
  for (size_t o = 0; o < count; ++o) values[o] = NULL;
}

// --- subgroups ---

// Kinds that subgroups reduce exactly as the body does; minimum and maximum of floats are left out, because there a NaN
// may get lost. By vector kind.
static bool find_subgroup_kind(const reduction_t *reduction, int64_t *out_kind) {
  const tern_gpu_combiner_t *combiner = &reduction->combiner;
  const tern_type_t *type = reduction->types[0];
  if (!reduction->kernel->has_subgroup_arithmetic || !combiner->has_neutral || combiner->output_count != 1)
    return false;
  if (reduction->kernel->workgroup_size[1] != 1 || reduction->kernel->workgroup_size[2] != 1) return false;
  bool is_float = type->kind == TERN_TYPE_F32;
  if (!is_float && !tern_type_is_i(type, 32)) return false;
  switch (combiner->known[0].kind) {
    case TERN_VECTOR_KIND_ADD: *out_kind = TERN_GPU_REDUCE_ADD; return true;
    case TERN_VECTOR_KIND_MUL: *out_kind = TERN_GPU_REDUCE_MUL; return true;
    case TERN_VECTOR_KIND_MINUI: *out_kind = TERN_GPU_REDUCE_MINUI; return true;
    case TERN_VECTOR_KIND_MINSI: *out_kind = TERN_GPU_REDUCE_MINSI; return true;
    case TERN_VECTOR_KIND_MAXUI: *out_kind = TERN_GPU_REDUCE_MAXUI; return true;
    case TERN_VECTOR_KIND_MAXSI: *out_kind = TERN_GPU_REDUCE_MAXSI; return true;
    case TERN_VECTOR_KIND_AND: *out_kind = TERN_GPU_REDUCE_AND; return true;
    case TERN_VECTOR_KIND_OR: *out_kind = TERN_GPU_REDUCE_OR; return true;
    case TERN_VECTOR_KIND_XOR: *out_kind = TERN_GPU_REDUCE_XOR; return true;
    default: return false;
  }
}

// Each subgroup reduces its own; the first invocation goes through the subgroups' results in workgroup memory. Nothing is
// assumed of the subgroup's size.
static void build_subgroup_reduction(reduction_t *reduction, int64_t kind, tern_value_t **value) {
  tern_builder_t *b = reduction->b;
  const tern_type_t *index = tern_index_type_get(b->context);
  tern_value_t *reduced = tern_build_value(
      b, TERN_GPU(SUBGROUP_REDUCE), .operands = TERN_VALUES(*value), .types = TERN_TYPES(reduction->types[0]),
      .attrs = TERN_ATTRS({"op", tern_enum_attr_get(b->context, TERN_GPU_ENUM(ALL_REDUCE_OP), kind)},
                          {"uniform", tern_unit_attr_get(b->context)}));
  tern_value_t *lane = tern_build_value(b, TERN_GPU(LANE_ID), .types = TERN_TYPES(index));
  tern_value_t *subgroup = tern_build_value(b, TERN_GPU(SUBGROUP_ID), .types = TERN_TYPES(index));
  tern_value_t *one = tern_build_index(b, 1);
  tern_op_t *if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, lane, one), (tern_types_t){0});
  build_slot_store(b, reduction->slots[0], subgroup, reduced);
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
  if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, reduction->x, one), (tern_types_t){reduction->types, 1});
  tern_value_t *count = tern_build_value(b, TERN_GPU(NUM_SUBGROUPS), .types = TERN_TYPES(index));
  tern_value_t *zero = tern_build_index(b, 0), *sum = build_slot_load(b, reduction->slots[0], zero);
  tern_op_t *for_op = tern_build_scf_for(b, one, count, one, TERN_VALUES(sum));
  tern_value_t *carried = tern_scf_for_carried(for_op, 0);
  tern_value_t *next = build_slot_load(b, reduction->slots[0], tern_scf_for_iv(for_op));
  tern_gpu_combiner_build(b, &reduction->combiner, 1, &carried, &next, &sum);
  tern_build_scf_for_end(b, for_op, TERN_VALUES(sum));
  tern_gpu_build_else(b, if_op, TERN_VALUES(tern_op_result(for_op, 0)));
  tern_gpu_build_if_end(b, if_op, TERN_VALUES(reduced));
  *value = tern_op_result(if_op, 0);
  // The next row's partial results must not meet this row's.
  tern_build(b, TERN_GPU(BARRIER), .regions = 0);
}

// --- all together ---

// The first invocation adds what the output held.
static void build_result(reduction_t *reduction, tern_value_t *const *values) {
  tern_builder_t *b = reduction->b;
  const tern_gpu_combiner_t *combiner = &reduction->combiner;
  tern_value_t *zero = tern_build_index(b, 0);
  tern_value_t *condition = tern_gpu_build_less(b, reduction->x, tern_build_index(b, 1));
  condition = tern_gpu_build_and(b, condition, reduction->active);
  int64_t total;
  if (!combiner->has_neutral && (!tern_index_constant(reduction->total, &total) || total == 0)) {
    condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, zero, reduction->total));
  }
  tern_op_t *if_op = tern_gpu_build_if(b, condition, (tern_types_t){0});
  tern_value_t *old[TERN_GPU_MAX_OUTPUTS], *sum[TERN_GPU_MAX_OUTPUTS];
  tern_value_t *slot = tern_gpu_build_linear_local_id(b, reduction->kernel);
  for (size_t o = 0; o < combiner->output_count; ++o) {
    size_t position = tern_linalg_output_position(combiner->op, o);
    old[o] = tern_gpu_build_load(b, combiner->op, position, reduction->ivs);
    sum[o] = values[o] ? values[o] : build_slot_load(b, reduction->slots[o], slot);
  }
  tern_gpu_combiner_build(b, combiner, 1, old, sum, sum);
  for (size_t o = 0; o < combiner->output_count; ++o) {
    tern_gpu_build_store(b, combiner->op, tern_linalg_output_position(combiner->op, o), reduction->ivs, sum[o]);
  }
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
}

static void emit_row(reduction_t *reduction) {
  tern_value_t *values[TERN_GPU_MAX_OUTPUTS];
  int64_t kind;
  build_partials(reduction, values);
  if (find_subgroup_kind(reduction, &kind)) {
    build_subgroup_reduction(reduction, kind, values);
  } else {
    build_tree(reduction, values);
  }
  build_result(reduction, values);
}

// Parallel loops from `which` on. Their bounds are the same for all invocations, so that all meet at the barriers.
static void emit_rows(reduction_t *reduction, size_t which) {
  const tern_gpu_plan_t *plan = reduction->plan;
  tern_builder_t *b = reduction->b;
  if (which == plan->parallel_count) {
    emit_row(reduction);
    return;
  }
  size_t loop = plan->order[which];
  int dim = plan->dims[loop];
  int64_t size = dim < 0 ? 1 : reduction->kernel->workgroup_size[dim];
  tern_value_t *extent = tern_gpu_build_extent(b, plan->op, loop, plan->ranges[loop]), *outer = reduction->active;
  tern_value_t *id = dim < 0 ? tern_build_index(b, 0) : tern_gpu_build_local_id(b, reduction->kernel, (size_t)dim);
  bool is_once = plan->bounds[loop] != TERN_DYNAMIC && plan->bounds[loop] <= size;
  tern_op_t *for_op = NULL;
  reduction->ivs[loop] = id;
  if (!is_once) {
    for_op = tern_build_scf_for(b, tern_build_index(b, 0), extent, tern_build_index(b, size), (tern_values_t){0});
    reduction->ivs[loop] = tern_build_index_add(b, tern_scf_for_iv(for_op), id);
  }
  bool is_whole = plan->ranges[loop] != TERN_DYNAMIC && plan->ranges[loop] % size == 0;
  if (!is_whole && (size > 1 || is_once)) {
    tern_value_t *is_inside = tern_gpu_build_less(b, reduction->ivs[loop], extent);
    reduction->active = tern_gpu_build_and(b, reduction->active, is_inside);
  }
  emit_rows(reduction, which + 1);
  reduction->active = outer;
  if (for_op) tern_build_scf_for_end(b, for_op, (tern_values_t){0});
}

bool tern_gpu_reduce_emit(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  tern_builder_t builder = tern_builder_before(plan->op);
  reduction_t reduction = {.plan = plan, .kernel = kernel, .b = &builder};
  bool is_matched = tern_gpu_combiner_match(plan->op, &reduction.combiner);
  (void)is_matched;  // the plan has checked it
  for (size_t o = 0; o < reduction.combiner.output_count; ++o) {
    reduction.types[o] = tern_gpu_combiner_accumulator(&reduction.combiner, o)->type;
    reduction.slots[o] = build_alloc(&builder, reduction.types[o], tern_gpu_kernel_invocations(kernel));
  }
  reduction.x = tern_gpu_build_local_id(&builder, kernel, 0);
  reduction.total = tern_build_index(&builder, 1);
  for (size_t loop = 0; loop < plan->loop_count; ++loop) {
    if (tern_linalg_iterator(plan->op, loop) == TERN_ITERATOR_PARALLEL) continue;
    tern_value_t *extent = tern_gpu_build_extent(&builder, plan->op, loop, plan->ranges[loop]);
    reduction.total = tern_build_index_mul(&builder, reduction.total, extent);
    reduction.extents[reduction.loop_count] = extent;
    reduction.loops[reduction.loop_count++] = loop;
  }
  // Dimensions of the workgroup that no parallel loop uses do nothing but meet the barriers.
  for (size_t dim = 1; dim < 3; ++dim) {
    bool is_used = kernel->workgroup_size[dim] == 1;
    for (size_t loop = 0; loop < plan->loop_count; ++loop) is_used |= plan->dims[loop] == (int)dim;
    if (is_used) continue;
    tern_value_t *id = tern_gpu_build_local_id(&builder, kernel, dim);
    tern_value_t *is_first = tern_gpu_build_less(&builder, id, tern_build_index(&builder, 1));
    reduction.active = tern_gpu_build_and(&builder, reduction.active, is_first);
  }
  emit_rows(&reduction, 0);
  tern_map_deinitialize(&reduction.combiner.slice);
  return true;
}
