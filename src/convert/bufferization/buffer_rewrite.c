// Carrying out a plan of buffers. Ops are rewritten in order; what names memory (placeholders, views for results,
// allocations) goes to the start of the function.

#include "convert/bufferization/buffer_rewrite.h"

#include "base/map.h"
#include "base/vec.h"
#include "convert/bufferization/buffer_conflicts.h"
#include "convert/bufferization/buffer_memory.h"
#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/tensor/tensor.h"

#define MAX_OPERANDS 64

// --- ops ---

// What was loaded is where it is, unless that is overwritten before its last use.
static void rewrite_load(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *tensor = tern_op_result(op, 0), *buffer = tern_buffer_of(r, tensor);
  if (tern_buffer_plan_destination(r->plan, tensor))
    tern_buffer_build_copy(r, tern_buffer_source_memory(r, tensor), buffer);
}

static void rewrite_store(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *tensor = tern_op_operand(op, 0);
  tern_buffer_copy_tensor(r, tensor, tern_buffer_memory_of(r, op, tensor->type));
}

static void rewrite_nothing(tern_buffer_rewrite_t *r, tern_op_t *op) { (void)r, (void)op; }

// What gives loops their extents and is not read has no memory.
static tern_value_t *build_shape(tern_buffer_rewrite_t *r, tern_value_t *tensor) {
  tern_op_t *empty = tern_value_defining_op(tensor);
  if (!tern_op_is(empty, TERN_TENSOR(EMPTY)) && !tern_type_has_static_shape(tensor->type))
    return tern_buffer_of(r, tensor);
  size_t count = tern_type_has_static_shape(tensor->type) ? 0 : empty->operand_count;
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < count; ++i) sizes[i] = tern_op_operand(empty, i);
  const tern_attr_t *purpose = tern_string_attr_get(r->b.context, TERN_STR("shape"));
  return tern_build_value(&r->b, TERN_IREE(PLACEHOLDER), .operands = {sizes, count},
                          .types = TERN_TYPES(tern_buffer_memref_like(tensor->type)),
                          .attrs = TERN_ATTRS({"purpose", purpose}), .segments = (int32_t[]){0, (int32_t)count});
}

static bool gives_extent(const tern_op_t *op, size_t operand, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, operand);
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_is_dim(map->results[i], loop)) return true;
  }
  return false;
}

static bool is_splat(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return tern_attr_is_splat(constant);
}

// Is input `index`, a repeated constant, needed for the extent of a loop?
static bool is_only_extent(const tern_op_t *op, size_t index) {
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    bool is_given = !gives_extent(op, index, loop);
    for (size_t i = 0; !is_given && i < op->operand_count; ++i) {
      is_given = (i >= tern_linalg_input_count(op) || !is_splat(tern_op_operand(op, i))) && gives_extent(op, i, loop);
    }
    if (!is_given) return true;
  }
  return false;
}

// The number in the body, for inputs that are kept for their shape.
static void fold_into_body(tern_op_t *op, size_t index, const tern_attr_t *splat) {
  tern_block_t *body = tern_linalg_body(op);
  if (!tern_value_has_uses(body->args[index])) return;
  tern_builder_t b = tern_builder_at_start(body, op->loc);
  tern_value_replace_all_uses(body->args[index], tern_buffer_build_number(&b, splat));
}

// A generic whose input is a repeated constant takes the number itself.
static void rewrite_structured(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *inputs[MAX_OPERANDS], *outputs[MAX_OPERANDS];
  size_t input_count = tern_linalg_input_count(op), output_count = tern_linalg_output_count(op);
  TERN_VEC(const tern_attr_t *) maps = {0};
  bool has_scalar = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_vec_push(&maps, tern_affine_map_attr_get(tern_linalg_indexing_map(op, i)));
  }
  for (size_t i = 0; i < input_count; ++i) {
    tern_value_t *input = tern_linalg_input(op, i);
    tern_value_t *scalar = NULL;
    bool is_kept = false;
    if (input->type->kind == TERN_TYPE_TENSOR && tern_op_is(op, TERN_LINALG(GENERIC)) && is_splat(input)) {
      is_kept = is_only_extent(op, i);
      if (!is_kept) scalar = tern_buffer_build_splat_scalar(r, input);
    }
    if (scalar) {
      has_scalar = true;
      maps.values[i] =
          tern_affine_map_attr_get(tern_affine_map_get(r->b.context, tern_linalg_loop_count(op), 0, NULL, 0));
    }
    bool is_tensor = input->type->kind == TERN_TYPE_TENSOR;
    bool is_shape =
        is_kept || (!scalar && is_tensor && tern_is_empty_tensor(input) && tern_buffer_is_shape_only(op, i));
    inputs[i] = scalar ? scalar : is_shape ? build_shape(r, input) : is_tensor ? tern_buffer_of(r, input) : input;
  }
  for (size_t i = 0; i < output_count; ++i) {
    outputs[i] = tern_buffer_of(r, tern_op_result(op, i));
    tern_value_t *init = tern_linalg_output(op, i);
    if (tern_linalg_reads_output(op, i)) tern_buffer_copy_tensor(r, init, outputs[i]);
  }
  tern_op_t *on_buffers = tern_linalg_clone_with(&r->b, op, (tern_types_t){0}, (tern_values_t){inputs, input_count},
                                                 (tern_values_t){outputs, output_count});
  if (has_scalar) {
    tern_op_set_attr(on_buffers, "indexing_maps", tern_array_attr_get(r->b.context, maps.values, maps.count));
  }
  for (size_t i = 0; i < input_count && tern_op_is(op, TERN_LINALG(GENERIC)); ++i) {
    const tern_value_t *input = tern_linalg_input(op, i);
    if (input->type->kind == TERN_TYPE_TENSOR && is_splat(input) && is_only_extent(op, i)) {
      fold_into_body(on_buffers, i, tern_value_constant(input));
    }
  }
  tern_vec_deinitialize(&maps);
}

// What the result is made in before is not read.
static void rewrite_attention(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *operands[MAX_OPERANDS];
  tern_map_t mapping = {0};
  size_t inputs = tern_linalg_ext_input_count(op);
  for (size_t i = 0; i < inputs; ++i) {
    tern_value_t *input = tern_linalg_ext_input(op, i);
    operands[i] = input->type->kind == TERN_TYPE_TENSOR ? tern_buffer_of(r, input) : input;
  }
  operands[inputs] = tern_buffer_of(r, tern_op_result(op, 0));
  tern_op_t *made =
      tern_build(&r->b, op->def->row, .operands = {operands, inputs + 1}, .dictionary = tern_op_attr_dictionary(op),
                 .regions = 1, .segments = (int32_t[]){(int32_t)inputs, 1});
  tern_region_clone_into(&op->regions[0], &made->regions[0], &mapping);
  tern_map_deinitialize(&mapping);
}

static void rewrite_reshape(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0), *source = tern_op_operand(op, 0);
  if (!tern_buffer_plan_destination(r->plan, result)) return;
  // The source was written through a view of the result's buffer, unless it had a buffer of its own.
  const tern_destination_t *of_source = tern_buffer_plan_destination(r->plan, source);
  if (of_source && of_source->kind == TERN_DESTINATION_RESHAPE && of_source->op == op) return;
  tern_value_t *storage[TERN_LINALG_MAX_LOOPS], *buffer = tern_buffer_of(r, result);
  if (tern_is_empty_tensor(source)) return;
  if (tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE))) {
    tern_values_t sizes = tern_buffer_expansion_sizes(op, storage);
    tern_value_t *scalar = tern_buffer_build_splat_scalar(r, source);
    if (scalar) {
      tern_buffer_build_fill(&r->b, scalar, buffer);
    } else {
      tern_buffer_build_copy(
          r, tern_buffer_build_reshape_view(&r->b, tern_buffer_of(r, source), op, result->type, sizes), buffer);
    }
  } else if (tern_type_has_static_shape(source->type)) {
    tern_buffer_copy_tensor(r, source,
                            tern_buffer_build_reshape_view(&r->b, buffer, op, source->type, (tern_values_t){0}));
  } else {
    tern_buffer_build_copy(
        r, tern_buffer_build_reshape_view(&r->b, tern_buffer_of(r, source), op, result->type, (tern_values_t){0}),
        buffer);
  }
}

static void rewrite_extract_slice(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0);
  if (!tern_buffer_plan_destination(r->plan, result)) return;
  tern_value_t *source = tern_buffer_of(r, tern_op_operand(op, 0));
  tern_buffer_build_copy(r, tern_buffer_build_slice_view(&r->b, source, op, result->type), tern_buffer_of(r, result));
}

static void rewrite_insert_slice(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *target = tern_op_operand(op, 1);
  tern_value_t *result = tern_buffer_of(r, tern_op_result(op, 0));
  const tern_destination_t *of_target = tern_buffer_plan_destination(r->plan, target);
  if (!(of_target && of_target->kind == TERN_DESTINATION_SAME && of_target->op == op)) {
    tern_buffer_copy_tensor(r, target, result);
  }
  const tern_destination_t *of_source = tern_buffer_plan_destination(r->plan, source);
  if (of_source && of_source->kind == TERN_DESTINATION_INSERTION && of_source->op == op) return;
  if (tern_is_empty_tensor(source)) return;
  tern_buffer_copy_tensor(r, source, tern_buffer_build_slice_view(&r->b, result, op, source->type));
}

static void rewrite_insert(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *target = tern_op_operand(op, 1), *result = tern_buffer_of(r, tern_op_result(op, 0));
  const tern_destination_t *of_target = tern_buffer_plan_destination(r->plan, target);
  if (!(of_target && of_target->kind == TERN_DESTINATION_SAME && of_target->op == op))
    tern_buffer_copy_tensor(r, target, result);
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS] = {tern_op_operand(op, 0), result};
  for (size_t i = 2; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  tern_build(&r->b, TERN_MEMREF(STORE), .operands = {operands, op->operand_count});
}

// tensor.extract of the element that a tensor repeats or holds.
static void rewrite_extract(tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_value_t *tensor = tern_op_operand(op, 0), *scalar = tern_buffer_build_splat_scalar(r, tensor);
  if (!scalar) {
    tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {tern_buffer_of(r, tensor)};
    r->b = tern_builder_before(op);
    for (size_t i = 1; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
    scalar = tern_build_value(&r->b, TERN_MEMREF(LOAD), .operands = {operands, op->operand_count},
                              .types = TERN_TYPES(tern_op_result(op, 0)->type));
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), scalar);
}

static void rewrite_dim(tern_buffer_rewrite_t *r, tern_op_t *op) {
  // The shape of a tensor without memory is in its operands.
  tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  int64_t position;
  if (tern_op_is(source, TERN_TENSOR(EMPTY)) && tern_index_constant(tern_op_operand(op, 1), &position)) {
    const tern_type_t *type = tern_op_result(source, 0)->type;
    size_t which = 0;
    for (int64_t i = 0; i < position; ++i) which += tern_type_dim(type, (size_t)i) == TERN_DYNAMIC;
    bool is_dynamic = tern_type_dim(type, (size_t)position) == TERN_DYNAMIC;
    tern_value_replace_all_uses(
        tern_op_result(op, 0),
        is_dynamic ? tern_op_operand(source, which) : tern_build_index(&r->b, tern_type_dim(type, (size_t)position)));
    return;
  }
  tern_value_t *memref = tern_buffer_of(r, tern_op_operand(op, 0));
  r->b = tern_builder_before(op);
  tern_value_t *dim =
      tern_build_value(&r->b, TERN_MEMREF(DIM), .operands = TERN_VALUES(memref, tern_op_operand(op, 1)));
  tern_value_replace_all_uses(tern_op_result(op, 0), dim);
}

// An op inside of the regions of `owner`: what names memory goes in front of that.
static void rewrite_element_op(tern_buffer_rewrite_t *r, tern_op_t *op, tern_op_t *owner) {
  tern_value_t *tensor = tern_op_operand(op, 0);
  r->b = tern_builder_before(owner);
  bool is_repeated = tern_op_is(op, TERN_TENSOR(EXTRACT)) && tern_value_constant(tensor) &&
                     tern_dense_elements_attr_is_splat(tern_value_constant(tensor));
  if (!is_repeated && !tern_op_is(tern_value_defining_op(tensor), TERN_TENSOR(EMPTY))) tern_buffer_of(r, tensor);
  r->b = tern_builder_before(op);
  if (tern_op_is(op, TERN_TENSOR(EXTRACT))) {
    rewrite_extract(r, op);
  } else {
    rewrite_dim(r, op);
  }
  tern_op_destroy(op);
}

static void rewrite_op(tern_buffer_rewrite_t *r, tern_op_t *op) {
  static const struct {
    const tern_op_row_t *row;
    void (*rewrite)(tern_buffer_rewrite_t *r, tern_op_t *op);
  } rows[] = {
      {TERN_HAL(INTERFACE_LOAD_TENSOR), rewrite_load},
      {TERN_HAL(INTERFACE_STORE_TENSOR), rewrite_store},
      {TERN_BUFFERIZATION(TO_TENSOR), rewrite_load},
      {TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION), rewrite_store},
      {TERN_TENSOR(EMPTY), rewrite_nothing},
      {TERN_IREE_LINALG_EXT(ATTENTION), rewrite_attention},
      {TERN_TENSOR(COLLAPSE_SHAPE), rewrite_reshape},
      {TERN_TENSOR(EXPAND_SHAPE), rewrite_reshape},
      {TERN_TENSOR(INSERT_SLICE), rewrite_insert_slice},
      {TERN_TENSOR(EXTRACT_SLICE), rewrite_extract_slice},
      {TERN_TENSOR(CAST), rewrite_reshape},
      {TERN_TENSOR(INSERT), rewrite_insert},
      {TERN_TENSOR(EXTRACT), rewrite_extract},
      {TERN_TENSOR(DIM), rewrite_dim},
  };
  r->b = tern_builder_before(op);
  // What nobody uses is dropped rather than computed.
  if (op->result_count > 0 && tern_op_has_no_uses(op)) return;
  if (tern_is_linalg(op)) rewrite_structured(r, op);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) rows[i].rewrite(r, op);
  }
}

// A fill at the start of the function. Its number is a constant or in memory.
static void rewrite_early_fill(tern_buffer_rewrite_t *r, tern_op_t *op) {
  r->b = tern_builder_before(r->anchor);
  r->b.loc = op->loc;
  tern_value_t *scalar = tern_linalg_input(op, 0), *buffer = tern_buffer_of(r, tern_op_result(op, 0));
  tern_op_t *source = tern_value_defining_op(scalar);
  if (tern_op_is(source, TERN_TENSOR(EXTRACT))) {
    tern_value_t *tensor = tern_op_operand(source, 0);
    tern_value_t *memory = tern_buffer_is_load(tern_value_defining_op(tensor))
                               ? tern_buffer_memory_of(r, tern_value_defining_op(tensor), tensor->type)
                               : NULL;
    if (memory) tern_buffer_hoist(r, memory);
    r->b = tern_builder_before(r->anchor);
    scalar = tern_buffer_build_element(r, tensor, memory);
  } else {
    tern_buffer_hoist(r, scalar);
  }
  r->b = tern_builder_before(r->anchor);
  tern_buffer_build_fill(&r->b, scalar, buffer);
}

// What is inside of structured ops in front of, or in, `limit` (NULL: all); `first` is the first that is left. Gives the next.
static size_t rewrite_nested(tern_buffer_rewrite_t *r, size_t first, const tern_op_t *limit) {
  for (; first < r->plan->nested.count; ++first) {
    tern_op_t *op = r->plan->nested.values[first], *owner = op;
    while (owner->block != r->plan->block) owner = tern_op_parent(owner);
    if (limit && owner != limit && !tern_op_is_before(owner, limit)) break;
    rewrite_element_op(r, op, owner);
  }
  return first;
}

static void apply(tern_buffer_rewrite_t *r, tern_buffer_plan_t *plan);

// The blocks inside of `op`, which see the buffers of what is around them.
static void rewrite_inner(tern_buffer_rewrite_t *r, tern_op_t *op) {
  const tern_buffer_plan_list_t *list = tern_map_get(&r->plan->inner, op);
  tern_buffer_plan_t *outer = r->plan;
  tern_op_t *anchor = r->anchor;
  r->b = tern_builder_before(op);
  for (size_t i = 0; list && i < list->count; ++i) apply(r, list->values[i]);
  r->plan = outer;
  r->anchor = anchor;
}

// Tensors from outside have their buffers before the block is entered.
static void make_outer_buffers(tern_buffer_rewrite_t *r, const tern_buffer_plan_t *plan, tern_op_t *owner) {
  for (size_t i = 0; i < plan->ops.count; ++i) {
    const tern_op_t *op = plan->ops.values[i];
    for (size_t k = 0; k < op->operand_count; ++k) {
      tern_value_t *operand = tern_op_operand(op, k);
      bool is_tensor = operand->type->kind == TERN_TYPE_TENSOR;
      if (!is_tensor || tern_value_block(operand) != owner->block || tern_is_empty_tensor(operand)) continue;
      if (tern_value_constant(operand)) continue;
      r->b = tern_builder_before(owner);
      tern_buffer_of(r, operand);
    }
  }
  for (size_t i = 0; i < plan->inner.entry_count; ++i) {
    const tern_buffer_plan_list_t *list = plan->inner.entries[i].value;
    for (size_t k = 0; list && k < list->count; ++k) make_outer_buffers(r, list->values[k], owner);
  }
}

static void rewrite_block_op(tern_buffer_rewrite_t *r, tern_op_t *op) {
  const tern_buffer_plan_list_t *list = tern_map_get(&r->plan->inner, op);
  for (size_t i = 0; list && i < list->count; ++i) make_outer_buffers(r, list->values[i], op);
  if (list) rewrite_inner(r, op);
}

static void apply(tern_buffer_rewrite_t *r, tern_buffer_plan_t *plan) {
  r->plan = plan;
  r->anchor = plan->block->first_op;
  // Placeholders of results come first, as in the seed documents.
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    if (tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR)))
      tern_buffer_placeholder_for(r, op, tern_op_operand(op, 0)->type);
  }
  // From the last to the first: what is inserted somewhere is filled after that.
  for (size_t i = plan->ops.count; i-- > 0;) {
    tern_op_t *op = plan->ops.values[i];
    if (tern_map_get(&plan->early_fills, op) && !tern_op_has_no_uses(op)) rewrite_early_fill(r, op);
  }
  size_t nested = 0, next = 0;
  tern_op_list_t all = {0};
  tern_block_for_each_op(plan->block, op) {
    bool is_planned = next < plan->ops.count && plan->ops.values[next] == op;
    if (is_planned || tern_map_get(&plan->inner, op)) tern_vec_push(&all, op);
    next += is_planned;
  }
  for (size_t i = 0; i < all.count; ++i) {
    tern_op_t *op = all.values[i];
    nested = rewrite_nested(r, nested, op);
    rewrite_block_op(r, op);
    if (!tern_buffer_touches_tensors(op)) continue;
    if (!tern_map_get(&plan->early_fills, op)) rewrite_op(r, op);
  }
  rewrite_nested(r, nested, NULL);
  tern_vec_deinitialize(&all);
  for (size_t i = plan->ops.count; i-- > 0;) tern_op_destroy(plan->ops.values[i]);
}

void tern_buffer_plan_apply(tern_buffer_plan_t *plan) {
  tern_buffer_rewrite_t r = {0};
  apply(&r, plan);
  tern_map_deinitialize(&r.buffers);
  tern_vec_deinitialize(&r.placeholders);
}
