// The plan of buffers for a dispatch.

#include "convert/buffer_plan.h"

#include "convert/hlo_reduction.h"
#include "convert/hlo_scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/hal/hal.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

static bool is_tensor(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR || value->type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

static bool is_reshape(const tern_op_t *op) {
  return tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE));
}

// The result is the operand's memory seen differently.
static bool is_view(const tern_op_t *op) { return is_reshape(op) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)); }

static bool touches_tensors(const tern_op_t *op) {
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

// In memory before the dispatch computes anything: loads, constants, and reshapes of them.
static bool is_in_memory(const tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  if (!op) return false;
  if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) || tern_value_constant(tensor)) return true;
  return is_view(op) && is_in_memory(tern_op_operand(op, 0));
}

bool tern_is_empty_tensor(const tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  return op && (tern_op_is(op, TERN_TENSOR(EMPTY)) || (is_view(op) && tern_is_empty_tensor(tern_op_operand(op, 0))));
}

static bool needs_destination(const tern_value_t *tensor) {
  return is_tensor(tensor) && tern_value_has_uses(tensor) && !is_in_memory(tensor) && !tern_is_empty_tensor(tensor);
}

// The first destination found stays: ops are visited backwards, so it is that of the last consumer.
static void give(tern_buffer_plan_t *plan, tern_value_t *tensor, tern_destination_kind_t kind, tern_op_t *op,
                 size_t result) {
  if (!needs_destination(tensor) || tern_map_get(&plan->destinations, tensor)) return;
  tern_destination_t *destination = tern_malloc(sizeof *destination);
  *destination = (tern_destination_t){kind, op, result};
  tern_map_set(&plan->destinations, tensor, destination);
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

static bool match_op(const tern_op_t *op) {
  const tern_hlo_reduction_t *reduction = tern_hlo_find_reduction(op);
  if (reduction) return reduction->match(op);
  if (tern_is_linalg(op)) return true;
  if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) || tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR)) ||
      tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_op_is(op, TERN_TENSOR(EXTRACT)) || tern_op_is(op, TERN_TENSOR(DIM)) ||
      tern_op_is(op, TERN_ARITH(CONSTANT))) {
    return true;
  }
  if (is_reshape(op)) {
    return tern_type_has_static_shape(tern_op_result(op, 0)->type) || tern_op_error(op, "needs static shapes");
  }
  if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) {
    return has_static_slice(op, tern_op_result(op, 0)->type) ||
           tern_op_error(op, "needs constant offsets, sizes and strides");
  }
  tern_op_error(op, "cannot be converted to linalg on buffers");
  if (tern_hlo_is_elementwise(op)) tern_emit_note(op->loc, "run --hlo-to-linalg-on-tensors before this pass");
  return false;
}

// Sizes and offsets of the interface must be known before any op of the dispatch runs.
static bool match_hoistable(const tern_op_t *user, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return true;
  if (tern_op_effects(op) != 0 || op->region_count != 0 || touches_tensors(op)) {
    tern_op_error(user, "has an offset or size that the dispatch computes");
    tern_emit_note(op->loc, "it comes from here; use constants and hal.interface.load.constant");
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!match_hoistable(user, tern_op_operand(op, i))) return false;
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
  return tern_value_has_one_use(tensor) && (!op || !is_view(op) || is_last_use(tern_op_operand(op, 0)));
}

// Input `index` may share the buffer of result 0: every element is read where, and when, the result is written.
static bool may_work_in_place(const tern_op_t *op, size_t index) {
  if (!tern_is_linalg(op) || tern_linalg_output_count(op) != 1 || !tern_linalg_is_all_parallel(op)) return false;
  const tern_value_t *input = tern_linalg_input(op, index);
  if (input->type != tern_op_result(op, 0)->type || !is_last_use(input)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, index);
  return tern_affine_map_is_permutation(map) && map == tern_linalg_indexing_map(op, tern_linalg_output_position(op, 0));
}

// --- insertions ---

// A source that is computed into its part of the result is there before the insertion. So the rest must be there still
// earlier, or must not touch that part.

static bool slices_are_disjoint(const tern_op_t *a, const tern_op_t *b) {
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
static bool is_early_scalar(const tern_value_t *scalar) {
  tern_op_t *op = tern_value_defining_op(scalar);
  if (!op) return false;
  if (tern_op_is(op, TERN_TENSOR(EXTRACT))) return op->operand_count == 1 && is_in_memory(tern_op_operand(op, 0));
  return tern_op_is(op, TERN_ARITH(CONSTANT));
}

// What `insert` inserts into is a tensor.empty, perhaps filled with a known number (`*out_fill`), perhaps with other parts
// inserted already.
static bool is_ready_early(const tern_op_t *insert, tern_op_t **out_fill) {
  *out_fill = NULL;
  const tern_value_t *target = tern_op_operand(insert, 1);
  for (;;) {
    tern_op_t *op = tern_value_defining_op(target);
    if (!op) return false;
    if (tern_is_empty_tensor(target)) return true;
    if (!tern_value_has_one_use(target)) return false;
    if (tern_op_is(op, TERN_LINALG(FILL))) {
      *out_fill = op;
      return is_early_scalar(tern_linalg_input(op, 0));
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
    if (!is_tensor(input) || !needs_destination(input) || !may_work_in_place(op, i)) continue;
    give(plan, input, TERN_DESTINATION_SAME, op, 0);
    return;  // one input only: two would overwrite each other
  }
}

static void plan_insertion(tern_buffer_plan_t *plan, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *target = tern_op_operand(op, 1);
  tern_op_t *fill;
  if (is_last_use(source) && is_ready_early(op, &fill)) {
    give(plan, source, TERN_DESTINATION_INSERTION, op, 0);
    const tern_destination_t *given = tern_buffer_plan_destination(plan, source);
    if (fill && given && given->kind == TERN_DESTINATION_INSERTION) tern_map_set(&plan->early_fills, fill, fill);
  }
  if (is_last_use(target)) give(plan, target, TERN_DESTINATION_SAME, op, 0);
}

static void plan_op(tern_buffer_plan_t *plan, tern_op_t *op) {
  if (tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR))) {
    give(plan, tern_op_operand(op, 0), TERN_DESTINATION_STORE, op, 0);
  } else if (tern_is_linalg(op)) {
    plan_structured(plan, op);
  } else if (is_reshape(op) && tern_map_get(&plan->destinations, tern_op_result(op, 0))) {
    give(plan, tern_op_operand(op, 0), TERN_DESTINATION_RESHAPE, op, 0);
  } else if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) && tern_map_get(&plan->destinations, tern_op_result(op, 0))) {
    plan_insertion(plan, op);
  }
}

// What nobody uses is not computed; but an op of several results computes all of them or none.
static bool is_computed(const tern_value_t *tensor) {
  return is_tensor(tensor) && !tern_op_has_no_uses(tern_value_defining_op(tensor)) && !is_in_memory(tensor) &&
         !tern_is_empty_tensor(tensor);
}

// Only ops that write to a tensor.empty, or look at its shape, have a use for it.
static bool check_contents(const tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    bool is_insertion = tern_op_is(op, TERN_TENSOR(INSERT_SLICE));
    if (is_view(op) || tern_op_is(op, TERN_TENSOR(DIM)) || tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR))) continue;
    size_t read_count = tern_is_linalg(op) ? tern_linalg_input_count(op) : is_insertion ? 1 : op->operand_count;
    for (size_t k = 0; k < read_count; ++k) {
      if (!tern_is_empty_tensor(tern_op_operand(op, k))) continue;
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
      if (is_view(op) || !is_computed(result) || tern_map_get(&plan->destinations, result)) continue;
      is_right = tern_op_error(op, "has no buffer for its result: a temporary buffer would be needed");
      tern_emit_note(result->first_use ? result->first_use->owner->loc : op->loc,
                     "a dispatch may not allocate; store the tensor to a binding, or split the dispatch here");
    }
  }
  return is_right;
}

// --- order ---

// The store that `tensor` ends up in, or NULL.
static tern_op_t *final_store(const tern_buffer_plan_t *plan, const tern_value_t *tensor) {
  const tern_destination_t *destination = tern_buffer_plan_destination(plan, tensor);
  while (destination && destination->kind != TERN_DESTINATION_STORE) {
    destination = tern_buffer_plan_destination(plan, tern_op_result(destination->op, destination->result));
  }
  return destination ? destination->op : NULL;
}

// An op behind `writer` that reads the memory of `tensor`, through views; NULL if there is none.
static tern_op_t *find_reader_after(const tern_value_t *tensor, const tern_op_t *writer) {
  tern_value_for_each_use(tensor, use) {
    tern_op_t *reader = use->owner;
    if (is_view(reader)) {
      tern_op_t *found = find_reader_after(tern_op_result(reader, 0), writer);
      if (found) return found;
    }
    if (reader != writer && reader->block == writer->block && tern_op_is_before(writer, reader)) return reader;
    // The writer itself may read the place it writes, element by element.
    if (reader == writer && tern_is_linalg(writer) && !may_work_in_place(writer, tern_operand_index(use)))
      return reader;
    if (reader == writer && !tern_is_linalg(writer)) return reader;
  }
  return NULL;
}

static const tern_value_t *offset_of(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "offset", &start, &count);
  return tern_op_operand(op, start);
}

static bool has_same_offset(const tern_op_t *a, const tern_op_t *b) {
  int64_t offset_a, offset_b;
  if (offset_of(a) == offset_of(b)) return true;
  return tern_index_constant(offset_of(a), &offset_a) && tern_index_constant(offset_of(b), &offset_b) &&
         offset_a == offset_b;
}

// The store of a whole loaded tensor to where it came from changes nothing.
static bool changes_nothing(const tern_op_t *load, const tern_op_t *store) {
  return has_same_offset(load, store) && tern_type_element_count(tern_op_result(load, 0)->type) ==
                                             tern_type_element_count(tern_op_operand(store, 0)->type);
}

// A binding that is both loaded and stored: nothing may read the old contents after `writer` begins to write the new ones.
static bool check_writer(const tern_buffer_plan_t *plan, tern_op_t *writer, const tern_op_t *store) {
  bool is_right = true, is_early = tern_map_get(&plan->early_fills, writer) != NULL;
  for (size_t l = 0; l < plan->ops.count; ++l) {
    tern_op_t *load = plan->ops.values[l];
    if (!tern_op_is(load, TERN_HAL(INTERFACE_LOAD_TENSOR)) ||
        tern_op_attr(load, "binding") != tern_op_attr(store, "binding")) {
      continue;
    }
    const tern_value_t *old = tern_op_result(load, 0);
    tern_op_t *reader = !is_early ? find_reader_after(old, writer) : old->first_use ? old->first_use->owner : NULL;
    if (!reader || (reader == store && writer == store && changes_nothing(load, store))) continue;
    is_right = tern_op_error(writer, "overwrites binding %s while its contents are still needed",
                             tern_attr_text(tern_op_attr(store, "binding")));
    tern_emit_note(reader->loc, "they are read here; write the result to another binding");
  }
  return is_right;
}

// The bytes that a store writes, where they are known.
static bool find_bytes(const tern_op_t *store, int64_t *out_start, int64_t *out_end) {
  const tern_type_t *type = tern_op_operand(store, 0)->type;
  if (!tern_index_constant(offset_of(store), out_start) || !tern_type_has_static_shape(type)) return false;
  int64_t width = (int64_t)(tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  *out_end = *out_start + tern_type_element_count(type) * width;
  return true;
}

// Results are written when they are computed, so two stores to one place would not happen in their order.
static bool check_stores(const tern_buffer_plan_t *plan) {
  bool is_right = true;
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *later = plan->ops.values[i];
    for (size_t k = 0; k < i && tern_op_is(later, TERN_HAL(INTERFACE_STORE_TENSOR)); ++k) {
      tern_op_t *earlier = plan->ops.values[k];
      if (!tern_op_is(earlier, TERN_HAL(INTERFACE_STORE_TENSOR)) ||
          tern_op_attr(earlier, "binding") != tern_op_attr(later, "binding")) {
        continue;
      }
      int64_t start, end, other_start, other_end;
      bool is_known = find_bytes(later, &start, &end) && find_bytes(earlier, &other_start, &other_end);
      if (is_known ? start >= other_end || other_start >= end : !has_same_offset(earlier, later)) continue;
      is_right = tern_op_error(later, "writes to a part of binding %s that is written already",
                               tern_attr_text(tern_op_attr(later, "binding")));
      tern_emit_note(earlier->loc, "by this store; remove it, or give the two different bindings or offsets");
    }
  }
  return is_right;
}

static bool check_order(const tern_buffer_plan_t *plan) {
  bool is_right = check_stores(plan);
  for (size_t w = 0; w < plan->ops.count; ++w) {
    tern_op_t *writer = plan->ops.values[w];
    if (tern_op_is(writer, TERN_HAL(INTERFACE_STORE_TENSOR))) is_right &= check_writer(plan, writer, writer);
    if (is_view(writer)) continue;
    for (size_t i = 0; i < writer->result_count; ++i) {
      const tern_op_t *store = final_store(plan, tern_op_result(writer, i));
      if (store) is_right &= check_writer(plan, writer, store);
    }
  }
  return is_right;
}

// --- the plan ---

bool tern_buffer_plan_make(tern_op_t *func, tern_buffer_plan_t *out_plan) {
  *out_plan = (tern_buffer_plan_t){.func = func};
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(func, "function_type"));
  for (size_t i = 0; i < tern_function_type_input_count(type) + tern_function_type_result_count(type); ++i) {
    size_t inputs = tern_function_type_input_count(type);
    const tern_type_t *one =
        i < inputs ? tern_function_type_inputs(type).values[i] : tern_function_type_results(type).values[i - inputs];
    if (one->kind == TERN_TYPE_TENSOR) {
      tern_op_error(func, "has tensors as arguments or results");
      tern_emit_note(func->loc, "inside a dispatch tensors come from hal.interface.load.tensor");
      return false;
    }
  }
  bool is_right = true;
  size_t block_count = 0;
  tern_region_for_each_block(&func->regions[0], block) {
    ++block_count;
    tern_block_for_each_op(block, op) {
      if (!touches_tensors(op)) continue;
      bool is_matched = match_op(op);
      is_right &= is_matched && match_interface_operands(op);
      tern_vec_push(&out_plan->ops, op);
    }
  }
  if (is_right && block_count > 1 && out_plan->ops.count > 0) {
    is_right = tern_op_error(func, "has several blocks, but tensors only flow through straight-line code");
  }
  if (!is_right) return false;
  for (size_t i = out_plan->ops.count; i-- > 0;) plan_op(out_plan, out_plan->ops.values[i]);
  return check_contents(out_plan) && check_destinations(out_plan) && check_order(out_plan);
}

void tern_buffer_plan_deinitialize(tern_buffer_plan_t *plan) {
  for (size_t i = 0; i < plan->destinations.entry_count; ++i) free(plan->destinations.entries[i].value);
  tern_map_deinitialize(&plan->destinations);
  tern_map_deinitialize(&plan->early_fills);
  tern_vec_deinitialize(&plan->ops);
}
