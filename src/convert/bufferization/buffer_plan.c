// The plan of buffers for a dispatch.

#include "convert/bufferization/buffer_plan.h"

#include "convert/bufferization/buffer_conflicts.h"
#include "convert/stablehlo/dispatch/dispatch_op.h"
#include "dialect/arith/arith.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/func/func.h"
#include "dialect/hal/hal.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

static bool is_tensor(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR || value->type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

static bool is_reshape(const tern_op_t *op) {
  return tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE));
}

bool tern_buffer_is_view(const tern_op_t *op) {
  return is_reshape(op) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || tern_op_is(op, TERN_TENSOR(CAST));
}

bool tern_buffer_is_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) || tern_op_is(op, TERN_BUFFERIZATION(TO_TENSOR));
}

bool tern_buffer_is_store(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR)) ||
         (tern_op_is(op, TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION)) && op->result_count == 0);
}

bool tern_buffer_touches_tensors(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_tensor(tern_op_operand(op, i))) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_tensor(tern_op_result(op, i))) return true;
  }
  return false;
}

const tern_destination_t *tern_buffer_plan_destination(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  return tern_map_get(&plan->destinations, tensor);
}

// In memory before the block computes anything: loads, constants, what comes from outside, and reshapes of them.
static bool is_in_memory(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  if (!op || op->block != plan->block) return true;
  if (tern_buffer_is_load(op) || tern_value_constant(tensor)) return true;
  return tern_buffer_is_view(op) && is_in_memory(plan, tern_op_operand(op, 0));
}

bool tern_is_empty_tensor(const tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  return op && (tern_op_is(op, TERN_TENSOR(EMPTY)) ||
                (tern_buffer_is_view(op) && tern_is_empty_tensor(tern_op_operand(op, 0))));
}

static bool needs_destination(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  return is_tensor(tensor) && tern_value_has_uses(tensor) && !is_in_memory(plan, tensor) &&
         !tern_is_empty_tensor(tensor);
}

// The first destination found stays: ops are visited backwards, so it is that of the last consumer.
static void give(tern_buffer_plan_t *plan, tern_value_t *tensor, tern_destination_kind_t kind, tern_op_t *op,
                 size_t result) {
  if (!needs_destination(plan, tensor) || tern_map_get(&plan->destinations, tensor)) return;
  tern_destination_t *destination = tern_malloc(sizeof *destination);
  *destination = (tern_destination_t){kind, op, result};
  tern_map_set(&plan->destinations, tensor, destination);
}

void tern_buffer_plan_give_temporary(tern_buffer_plan_t *plan, tern_value_t *tensor) {
  tern_destination_t *destination = tern_map_get(&plan->destinations, tensor);
  if (!destination) {
    destination = tern_malloc(sizeof *destination);
    tern_map_set(&plan->destinations, tensor, destination);
  }
  *destination = (tern_destination_t){.kind = TERN_DESTINATION_TEMPORARY, .op = tern_value_defining_op(tensor)};
}

bool tern_buffer_is_shape_only(const tern_op_t *op, size_t index) {
  const tern_value_t *input = tern_linalg_input(op, index);
  return is_tensor(input) && !tern_value_has_uses(tern_linalg_body(op)->args[index]);
}

// --- what is supported ---

static bool has_static_slice(const tern_op_t *op, const tern_type_t *target) {
  static const char *const lists[] = {"static_offsets", "static_sizes", "static_strides"};
  for (size_t l = 0; l < 3; ++l) {
    const tern_attr_t *list = tern_op_attr(op, lists[l]);
    for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) {
      if (tern_int_list_attr_at(list, i) == TERN_DYNAMIC) return false;
    }
  }
  return tern_type_rank(tern_op_operand(op, 0)->type) == tern_type_rank(target);
}

static bool match_op(const tern_buffer_plan_t *plan, const tern_op_t *op) {
  tern_hlo_dispatch_kind_t kind = tern_hlo_dispatch_kind(op);
  if (kind == TERN_HLO_REDUCTION) return tern_hlo_match_in_dispatch(op);
  if (tern_is_linalg(op)) return true;
  if (tern_buffer_is_load(op) || tern_buffer_is_store(op) || tern_op_is(op, TERN_TENSOR(EMPTY)) ||
      tern_op_is(op, TERN_TENSOR(EXTRACT)) || tern_op_is(op, TERN_TENSOR(DIM)) ||
      tern_op_is(op, TERN_ARITH(CONSTANT))) {
    return true;
  }
  bool is_any_slice = tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE));
  if (plan->allow_temporaries &&
      (is_any_slice || is_reshape(op) || tern_op_is(op, TERN_TENSOR(CAST)) || tern_op_is(op, TERN_TENSOR(INSERT)) ||
       tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION)))) {
    return true;
  }
  if (is_reshape(op)) {
    return tern_type_has_static_shape(tern_op_result(op, 0)->type) || tern_op_error(op, "needs static shapes");
  }
  if (is_any_slice) {
    return has_static_slice(op, tern_op_result(op, 0)->type) ||
           tern_op_error(op, "needs constant offsets, sizes and strides");
  }
  tern_op_error(op, "cannot be converted to linalg on buffers");
  if (kind == TERN_HLO_ON_TENSORS) tern_emit_note(op->loc, "run --hlo-to-linalg-on-tensors before this pass");
  return false;
}

// Sizes and offsets of the interface must be known before any op of the dispatch runs.
static bool match_hoistable(const tern_op_t *user, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return true;
  if (tern_op_effects(op) != 0 || op->region_count != 0 || tern_buffer_touches_tensors(op)) {
    tern_op_error(user, "has an offset or size that the dispatch computes");
    tern_emit_note(op->loc, "it comes from here; use constants and hal.interface.load.constant");
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!match_hoistable(user, tern_op_operand(op, i))) return false;
  }
  return true;
}

bool tern_buffer_can_hoist(const tern_block_t *block, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != block) return true;
  if (tern_op_effects(op) != 0 || op->region_count != 0 || tern_buffer_touches_tensors(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_buffer_can_hoist(block, tern_op_operand(op, i))) return false;
  }
  return true;
}

static bool can_hoist_operands(const tern_op_t *op, size_t first) {
  const tern_block_t *block = op->block;
  for (size_t i = first; i < op->operand_count; ++i) {
    if (!tern_buffer_can_hoist(block, tern_op_operand(op, i))) return false;
  }
  return true;
}

static bool match_interface_operands(const tern_op_t *op) {
  bool is_store = tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR));
  if (!is_store && !tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR))) return true;
  for (size_t i = is_store ? 1 : 0; i < op->operand_count; ++i) {
    if (!match_hoistable(op, tern_op_operand(op, i))) return false;
  }
  return true;
}

// --- destinations ---

// `tensor` has one use, and so has what it is a view of: who overwrites its memory disturbs nobody.
static bool is_last_use(const tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  return tern_value_has_one_use(tensor) && (!op || !tern_buffer_is_view(op) || is_last_use(tern_op_operand(op, 0)));
}

// Input `index` may share the buffer of result 0: every element is read where, and when, the result is written.
bool tern_buffer_may_work_in_place(const tern_op_t *op, size_t index) {
  if (!tern_is_linalg(op) || index >= tern_linalg_input_count(op) || tern_linalg_output_count(op) != 1 ||
      !tern_linalg_is_all_parallel(op) || tern_linalg_reads_output(op, 0)) {
    return false;
  }
  const tern_value_t *input = tern_linalg_input(op, index);
  if (input->type != tern_op_result(op, 0)->type || !is_last_use(input)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, index);
  return tern_affine_map_is_permutation(map) && map == tern_linalg_output_map(op, 0);
}

// --- insertions ---

// A source that is computed into its part of the result is there before the insertion. So the rest must be there still
// earlier, or must not touch that part.

static bool slices_are_disjoint(const tern_op_t *a, const tern_op_t *b) {
  if (!has_static_slice(a, tern_op_result(a, 0)->type) || !has_static_slice(b, tern_op_result(b, 0)->type))
    return false;
  for (size_t i = 0; i < tern_type_rank(tern_op_result(a, 0)->type); ++i) {
    int64_t first[2], last[2];
    for (size_t k = 0; k < 2; ++k) {
      const tern_op_t *op = k ? b : a;
      first[k] = tern_int_list_attr_at(tern_op_attr(op, "static_offsets"), i);
      last[k] = first[k] + (tern_int_list_attr_at(tern_op_attr(op, "static_sizes"), i) - 1) *
                               tern_int_list_attr_at(tern_op_attr(op, "static_strides"), i);
    }
    if (last[0] < first[1] || last[1] < first[0]) return true;
  }
  return false;
}

// The filling number is known before the dispatch computes anything.
static bool is_early_scalar(const tern_buffer_plan_t *plan, const tern_value_t *scalar) {
  tern_op_t *op = tern_value_defining_op(scalar);
  if (!op) return false;
  if (tern_op_is(op, TERN_TENSOR(EXTRACT))) return op->operand_count == 1 && is_in_memory(plan, tern_op_operand(op, 0));
  return tern_op_is(op, TERN_ARITH(CONSTANT));
}

// What `insert` inserts into is a tensor.empty, perhaps filled with a known number (`*out_fill`), perhaps with other parts
// inserted already.
static bool is_ready_early(const tern_buffer_plan_t *plan, const tern_op_t *insert, tern_op_t **out_fill) {
  *out_fill = NULL;
  const tern_value_t *target = tern_op_operand(insert, 1);
  for (;;) {
    tern_op_t *op = tern_value_defining_op(target);
    if (!op) return false;
    if (tern_is_empty_tensor(target)) return true;
    if (!tern_value_has_one_use(target)) return false;
    if (tern_op_is(op, TERN_LINALG(FILL))) {
      *out_fill = op;
      return is_early_scalar(plan, tern_linalg_input(op, 0));
    }
    if (!tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || !slices_are_disjoint(op, insert)) return false;
    target = tern_op_operand(op, 1);
  }
}

static void plan_structured(tern_buffer_plan_t *plan, tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!tern_map_get(&plan->destinations, tern_op_result(op, i))) continue;
    tern_value_t *init = tern_linalg_output(op, i);
    if (is_last_use(init)) give(plan, init, TERN_DESTINATION_SAME, op, i);
  }
  if (op->result_count != 1 || !tern_map_get(&plan->destinations, tern_op_result(op, 0))) return;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    tern_value_t *input = tern_linalg_input(op, i);
    if (!is_tensor(input) || !needs_destination(plan, input) || !tern_buffer_may_work_in_place(op, i)) continue;
    give(plan, input, TERN_DESTINATION_SAME, op, 0);
    return;  // one input only: two would overwrite each other
  }
}

static void plan_insertion(tern_buffer_plan_t *plan, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *target = tern_op_operand(op, 1);
  tern_op_t *fill;
  if (is_last_use(source) && can_hoist_operands(op, 2) && is_ready_early(plan, op, &fill)) {
    give(plan, source, TERN_DESTINATION_INSERTION, op, 0);
    const tern_destination_t *given = tern_buffer_plan_destination(plan, source);
    if (fill && given && given->kind == TERN_DESTINATION_INSERTION) tern_map_set(&plan->early_fills, fill, fill);
  }
  if (is_last_use(target)) give(plan, target, TERN_DESTINATION_SAME, op, 0);
}

// What nobody uses is not computed; but an op of several results computes all of them or none.
static bool is_computed(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  return is_tensor(tensor) && !tern_op_has_no_uses(tern_value_defining_op(tensor)) && !is_in_memory(plan, tensor) &&
         !tern_is_empty_tensor(tensor);
}

// Is the buffer of a tensor dense in memory, so that any of its dimensions can be joined?
static bool is_dense(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  const tern_destination_t *destination = tern_buffer_plan_destination(plan, tensor);
  tern_op_t *op = destination ? destination->op : tern_value_defining_op(tensor);
  tern_destination_kind_t kind = destination ? destination->kind : TERN_DESTINATION_TEMPORARY;
  if (op && op->block != plan->block && !tern_buffer_is_load(op)) return tern_value_constant(tensor) != NULL;
  if (kind == TERN_DESTINATION_SAME || kind == TERN_DESTINATION_RESHAPE) {
    return is_dense(plan, tern_op_result(op, destination->result));
  }
  if (kind == TERN_DESTINATION_INSERTION) return false;
  if (kind == TERN_DESTINATION_TEMPORARY && destination) return true;
  if (!op || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) return false;
  if (tern_op_is(op, TERN_BUFFERIZATION(TO_TENSOR)) || tern_op_is(op, TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION))) {
    const tern_value_t *memref = tern_op_operand(op, tern_buffer_is_load(op) ? 0 : 1);
    return !tern_memref_type_layout(memref->type);
  }
  return !tern_buffer_is_view(op) || is_dense(plan, tern_op_operand(op, 0));
}

// May the source of a reshape be written through a view of the result's buffer?
static bool can_write_through(const tern_buffer_plan_t *plan, const tern_op_t *op) {
  bool is_static = tern_type_has_static_shape(tern_op_operand(op, 0)->type);
  if (tern_op_is(op, TERN_TENSOR(CAST))) return is_static;
  return is_static && (tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || is_dense(plan, tern_op_result(op, 0)));
}

// Can the place of a store be named before the dispatch computes anything?
static bool can_write_early(const tern_op_t *store) {
  return tern_op_is(store, TERN_HAL(INTERFACE_STORE_TENSOR)) ||
         tern_buffer_can_hoist(store->block, tern_op_operand(store, 1));
}

static void give_temporaries(tern_buffer_plan_t *plan, tern_op_t *op) {
  for (size_t r = 0; r < op->result_count && plan->allow_temporaries; ++r) {
    tern_value_t *result = tern_op_result(op, r);
    if (tern_buffer_is_view(op) || !is_computed(plan, result) || tern_map_get(&plan->destinations, result)) continue;
    tern_buffer_plan_give_temporary(plan, result);
  }
}

static void plan_op(tern_buffer_plan_t *plan, tern_op_t *op) {
  give_temporaries(plan, op);
  bool is_reshaped = is_reshape(op) || tern_op_is(op, TERN_TENSOR(CAST));
  if (tern_buffer_is_store(op)) {
    if (can_write_early(op)) give(plan, tern_op_operand(op, 0), TERN_DESTINATION_STORE, op, 0);
    return;
  }
  if (op->result_count == 0 || !tern_map_get(&plan->destinations, tern_op_result(op, 0))) {
    if (tern_is_linalg(op)) plan_structured(plan, op);
    return;
  }
  if (tern_is_linalg(op)) {
    plan_structured(plan, op);
  } else if (is_reshaped && can_write_through(plan, op)) {
    give(plan, tern_op_operand(op, 0), TERN_DESTINATION_RESHAPE, op, 0);
  } else if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE))) {
    plan_insertion(plan, op);
  } else if (tern_op_is(op, TERN_TENSOR(INSERT))) {
    tern_value_t *target = tern_op_operand(op, 1);
    if (is_last_use(target)) give(plan, target, TERN_DESTINATION_SAME, op, 0);
  }
}

// Dimensions can be joined where memory is dense only: what is not is copied first.
static bool make_sources_dense(tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    if (!tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_is_empty_tensor(tern_op_result(op, 0))) continue;
    const tern_destination_t *of_source = tern_buffer_plan_destination(plan, tern_op_operand(op, 0));
    if (of_source && of_source->kind == TERN_DESTINATION_RESHAPE && of_source->op == op) continue;
    if (!tern_value_has_uses(tern_op_result(op, 0)) || is_dense(plan, tern_op_operand(op, 0))) continue;
    if (tern_value_block(tern_op_operand(op, 0)) == plan->block) {
      tern_buffer_plan_give_temporary(plan, tern_op_operand(op, 0));
    } else {
      is_right = tern_op_error(op, "joins dimensions of a tensor from outside that may not be dense in memory");
    }
  }
  return is_right;
}

// Only ops that write to a tensor.empty, or look at its shape, have a use for it.
static bool check_contents(const tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    bool is_insertion = tern_op_is(op, TERN_TENSOR(INSERT_SLICE));
    if (tern_buffer_is_view(op) || tern_op_is(op, TERN_TENSOR(DIM)) || tern_buffer_is_store(op)) continue;
    size_t read_count = tern_is_linalg(op) ? tern_linalg_input_count(op) : is_insertion ? 1 : op->operand_count;
    for (size_t k = 0; k < read_count; ++k) {
      if (!tern_is_empty_tensor(tern_op_operand(op, k))) continue;
      if (tern_is_linalg(op) && tern_buffer_is_shape_only(op, k)) continue;
      is_right = tern_op_error(op, "reads a tensor that nothing has written");
      tern_emit_note(tern_value_loc(tern_op_operand(op, k)), "it comes from here");
    }
  }
  return is_right;
}

static bool check_destinations(const tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    for (size_t r = 0; r < op->result_count; ++r) {
      tern_value_t *result = tern_op_result(op, r);
      // A view needs no buffer of its own.
      if (tern_buffer_is_view(op) || !is_computed(plan, result) || tern_map_get(&plan->destinations, result)) continue;
      is_right = tern_op_error(op, "has no buffer for its result: a temporary buffer would be needed");
      tern_emit_note(result->first_use ? result->first_use->owner->loc : op->loc,
                     "a dispatch may not allocate; compile to a module (.tern), which may have several kernels and "
                     "buffers between them, store the tensor to a binding, or split the dispatch here");
    }
  }
  return is_right;
}

// --- temporaries ---

bool tern_buffer_find_size(const tern_block_t *block, tern_value_t *tensor, size_t dim, tern_mixed_index_t *out_size,
                           tern_value_t **out_memref) {
  *out_memref = NULL;
  *out_size = tern_mixed_static(tern_type_dim(tensor->type, dim));
  if (out_size->value != TERN_DYNAMIC) return true;
  tern_op_t *op = tern_value_defining_op(tensor);
  if (!op) return false;
  if (tern_op_is(op, TERN_TENSOR(EMPTY))) {
    size_t which = 0;
    for (size_t i = 0; i < dim; ++i) which += tern_type_dim(tensor->type, i) == TERN_DYNAMIC;
    *out_size = tern_mixed_dynamic(tern_op_operand(op, which));
    return tern_buffer_can_hoist(block, out_size->dynamic);
  }
  if (tern_op_is(op, TERN_BUFFERIZATION(TO_TENSOR))) {
    *out_memref = tern_op_operand(op, 0);
    return tern_buffer_can_hoist(block, *out_memref);
  }
  if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR))) {
    size_t start, count, which = 0;
    tern_op_operands_named(op, "dynamic_dims", &start, &count);
    for (size_t i = 0; i < dim; ++i) which += tern_type_dim(tensor->type, i) == TERN_DYNAMIC;
    *out_size = tern_mixed_dynamic(tern_op_operand(op, start + which));
    return tern_buffer_can_hoist(block, out_size->dynamic);
  }
  tern_slice_t slice;
  if (tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) && tern_slice_read(op, &slice) &&
      slice.count == tern_type_rank(tensor->type)) {
    *out_size = slice.sizes[dim];
    return !out_size->dynamic || tern_buffer_can_hoist(block, out_size->dynamic);
  }
  if (tern_op_is(op, TERN_TENSOR(CAST)))
    return tern_buffer_find_size(block, tern_op_operand(op, 0), dim, out_size, out_memref);
  if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(op, TERN_TENSOR(INSERT))) {
    return tern_buffer_find_size(block, tern_op_operand(op, 1), dim, out_size, out_memref);
  }
  if (!tern_is_linalg(op)) return false;
  return tern_buffer_find_size(block, tern_linalg_output(op, tensor->index), dim, out_size, out_memref);
}

static bool check_temporaries(const tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->destinations.entry_count; ++i) {
    const tern_destination_t *destination = plan->destinations.entries[i].value;
    if (!destination || destination->kind != TERN_DESTINATION_TEMPORARY) continue;
    tern_value_t *tensor = (tern_value_t *)plan->destinations.entries[i].key, *memref;
    tern_mixed_index_t size;
    for (size_t d = 0; d < tern_type_rank(tensor->type); ++d) {
      if (tern_buffer_find_size(plan->block, tensor, d, &size, &memref)) continue;
      is_right =
          tern_op_error(destination->op, "needs a temporary buffer whose size is known only when it is computed");
      break;
    }
  }
  return is_right;
}

// --- the plan ---

static bool has_no_tensor_arguments(const tern_op_t *func) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(func, "function_type"));
  size_t inputs = tern_function_type_input_count(type);
  for (size_t i = 0; i < inputs + tern_function_type_result_count(type); ++i) {
    const tern_type_t *one =
        i < inputs ? tern_function_type_inputs(type).values[i] : tern_function_type_results(type).values[i - inputs];
    if (one->kind != TERN_TYPE_TENSOR) continue;
    tern_op_error(func, "has tensors as arguments or results");
    tern_emit_note(func->loc, "inside a dispatch tensors come from hal.interface.load.tensor");
    return false;
  }
  return true;
}

typedef struct collection {
  tern_buffer_plan_t *plan;
  tern_op_t *owner;
  bool is_right;
} collection_t;

// Inside of structured ops tensors are only looked at: elements of them, and their sizes.
static tern_walk_result_t collect_nested(tern_op_t *op, void *user) {
  collection_t *collection = user;
  if (op == collection->owner || !tern_buffer_touches_tensors(op)) return TERN_WALK_ADVANCE;
  if (tern_op_is(op, TERN_TENSOR(EXTRACT)) || tern_op_is(op, TERN_TENSOR(DIM))) {
    tern_vec_push(&collection->plan->nested, op);
  } else {
    collection->is_right = tern_op_error(op, "computes tensors inside of another op");
    tern_emit_note(collection->owner->loc, "inside of this op only elements and sizes of tensors can be asked for");
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t find_tensor(tern_op_t *op, void *user) {
  return op != user && tern_buffer_touches_tensors(op) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool plan_block(tern_buffer_plan_t *plan);

// Plans for the blocks of a loop or conditional.
static bool plan_regions(tern_buffer_plan_t *plan, tern_op_t *op) {
  if (tern_op_walk_pre(op, find_tensor, op) != TERN_WALK_INTERRUPT) return true;
  tern_buffer_plan_list_t *list = tern_malloc(sizeof *list);
  *list = (tern_buffer_plan_list_t){0};
  tern_map_set(&plan->inner, op, list);
  bool is_right = true;
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      tern_buffer_plan_t *inner = tern_malloc(sizeof *inner);
      *inner = (tern_buffer_plan_t){.func = plan->func, .block = block, .allow_temporaries = true};
      tern_vec_push(list, inner);
      is_right &= plan_block(inner);
    }
  }
  return is_right;
}

static bool collect_ops(tern_buffer_plan_t *plan) {
  bool is_right = true;
  tern_block_for_each_op(plan->block, op) {
    bool has_body = plan->allow_temporaries && op->region_count > 0;
    if (tern_is_linalg(op)) {
      collection_t collection = {plan, op, true};
      tern_op_walk_pre(op, collect_nested, &collection);
      is_right &= collection.is_right;
    } else if (has_body) {
      is_right &= plan_regions(plan, op);
    }
    if (!tern_buffer_touches_tensors(op)) continue;
    bool is_matched = match_op(plan, op);
    is_right &= is_matched && match_interface_operands(op);
    tern_vec_push(&plan->ops, op);
  }
  return is_right;
}

static bool plan_block(tern_buffer_plan_t *plan) {
  if (!collect_ops(plan)) return false;
  for (size_t i = plan->ops.count; i-- > 0;) plan_op(plan, plan->ops.values[i]);
  if (!plan->allow_temporaries) {
    return check_contents(plan) && check_destinations(plan) && tern_buffer_plan_check_order(plan);
  }
  tern_buffer_plan_resolve_order(plan);
  return make_sources_dense(plan) && check_destinations(plan) && check_temporaries(plan);
}

// Tensors flow through one block.
static bool has_one_block(const tern_op_t *func) {
  if (func->regions[0].first_block == func->regions[0].last_block) return true;
  tern_region_for_each_block(&func->regions[0], block) {
    tern_block_for_each_op(block, op) {
      if (!tern_buffer_touches_tensors(op)) continue;
      return tern_op_error(func, "has several blocks, but tensors only flow through straight-line code");
    }
  }
  return true;
}

bool tern_buffer_plan_make(tern_op_t *func, bool allow_temporaries, tern_buffer_plan_t *out_plan) {
  *out_plan =
      (tern_buffer_plan_t){.func = func, .block = tern_op_body(func, 0), .allow_temporaries = allow_temporaries};
  return has_no_tensor_arguments(func) && has_one_block(func) && plan_block(out_plan);
}

void tern_buffer_plan_deinitialize(tern_buffer_plan_t *plan) {
  for (size_t i = 0; i < plan->destinations.entry_count; ++i) free(plan->destinations.entries[i].value);
  for (size_t i = 0; i < plan->inner.entry_count; ++i) {
    tern_buffer_plan_list_t *list = plan->inner.entries[i].value;
    for (size_t k = 0; list && k < list->count; ++k) {
      tern_buffer_plan_deinitialize(list->values[k]);
      free(list->values[k]);
    }
    if (list) tern_vec_deinitialize(list);
    free(list);
  }
  tern_map_deinitialize(&plan->inner);
  tern_map_deinitialize(&plan->destinations);
  tern_map_deinitialize(&plan->early_fills);
  tern_vec_deinitialize(&plan->ops);
  tern_vec_deinitialize(&plan->nested);
}
