// --hlo-to-linalg-on-buffers: a dispatch on tensors becomes a dispatch on the buffers of its interface
// (the third pass of the seed documents).
//
//   %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<32x24xf32>     %0 = iree.placeholder ... @io::@ret0
//   %2 = "mhlo.dot"(%0, %1) ...                                                      %1 = iree.placeholder ... @io::@arg0
//   hal.interface.store.tensor %2, @io::@ret0, offset = %c0 : tensor<32x16xf32>      linalg.fill ...; linalg.matmul ...
//
// No temporary buffer is made: allocation happens per dispatch, outside of it. So each tensor that is computed needs a
// buffer that the dispatch already has. A map from tensors to buffers is made before anything is changed, backwards from
// the stores (convert/buffer_plan.h says by which rules); a tensor that gets none is an error, and the IR stays as it was.
//
// Then ops are rewritten in order: loads become placeholders (one per binding), structured ops write to their buffer, HLO ops
// with reduction iterators become a linalg.fill and a linalg op (convert/hlo_reduction.h), reshapes become views.

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "convert/buffer_plan.h"
#include "convert/hlo_reduction.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

#define MAX_OPERANDS 64

typedef struct rewrite {
  tern_buffer_plan_t *plan;
  tern_builder_t b;
  tern_op_t *anchor;   // placeholders and their operands go before this op of the entry block
  tern_map_t buffers;  // tensor -> memref that holds (or will hold) its contents
  TERN_VEC(tern_op_t *) placeholders;
} rewrite_t;

static tern_value_t *buffer_of(rewrite_t *r, tern_value_t *tensor);

// --- placeholders ---

// Moves what `value` is computed from in front of the placeholders.
static void hoist(rewrite_t *r, tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != r->anchor->block || (op != r->anchor && !tern_op_is_before(r->anchor, op))) return;
  for (size_t i = 0; i < op->operand_count; ++i) hoist(r, tern_op_operand(op, i));
  if (op == r->anchor) {
    r->anchor = op->next;
  } else {
    tern_op_move_before(op, r->anchor);
  }
}

static const tern_type_t *memref_like(const tern_type_t *tensor) {
  return tern_memref_type_get(tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), NULL, NULL);
}

// The placeholder for a load or store; ops that see the same part of the same binding share one.
static tern_value_t *placeholder_for(rewrite_t *r, tern_op_t *op, const tern_type_t *tensor) {
  size_t start, count, offset_start, offset_count;
  tern_op_operands_named(op, "dynamic_dims", &start, &count);
  tern_op_operands_named(op, "offset", &offset_start, &offset_count);
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS], *offset = tern_op_operand(op, offset_start);
  int64_t constant;
  size_t has_offset = tern_index_constant(offset, &constant) && constant == 0 ? 0 : 1;
  operands[0] = offset;
  for (size_t i = 0; i < count; ++i) operands[has_offset + i] = tern_op_operand(op, start + i);
  size_t operand_count = has_offset + count;
  const tern_attr_t *binding = tern_op_attr(op, "binding");
  const tern_type_t *type = memref_like(tensor);
  for (size_t p = 0; p < r->placeholders.count; ++p) {
    tern_op_t *known = r->placeholders.values[p];
    bool is_same = tern_op_attr(known, "binding") == binding && tern_op_result(known, 0)->type == type &&
                   known->operand_count == operand_count;
    for (size_t i = 0; is_same && i < operand_count; ++i) is_same = tern_op_operand(known, i) == operands[i];
    if (is_same) return tern_op_result(known, 0);
  }
  for (size_t i = 0; i < operand_count; ++i) hoist(r, operands[i]);
  tern_builder_t b = tern_builder_before(r->anchor);
  b.loc = op->loc;
  const tern_attr_t *purpose = tern_string_attr_get(b.context, TERN_STR("interface buffer"));
  tern_op_t *placeholder =
      tern_build(&b, TERN_IREE(PLACEHOLDER), .operands = {operands, operand_count}, .types = TERN_TYPES(type),
                 .attrs = TERN_ATTRS({"purpose", purpose}, {"binding", binding}),
                 .segments = (int32_t[]){(int32_t)has_offset, (int32_t)count});
  tern_vec_push(&r->placeholders, placeholder);
  return tern_op_result(placeholder, 0);
}

// --- views ---

static tern_value_t *build_reshape_view(tern_builder_t *b, tern_value_t *memref, const tern_op_t *reshape,
                                        const tern_type_t *tensor) {
  const tern_attr_t *groups = tern_op_attr(reshape, "reassociation");
  bool is_collapse = tern_type_rank(tensor) < tern_type_rank(memref->type);
  if (tern_type_rank(tensor) == tern_type_rank(memref->type)) return memref;
  if (is_collapse) {
    const tern_type_t *type = tern_memref_collapsed_type(memref->type, groups);
    return tern_build_value(b, TERN_MEMREF(COLLAPSE_SHAPE), .operands = TERN_VALUES(memref), .types = TERN_TYPES(type),
                            .attrs = TERN_ATTRS({"reassociation", groups}));
  }
  const tern_type_t *type =
      tern_memref_expanded_type(memref->type, tern_type_dims(tensor), tern_type_rank(tensor), groups);
  const tern_attr_t *shape = tern_dense_i64_array_attr_get(b->context, tern_type_dims(tensor), tern_type_rank(tensor));
  return tern_build_value(b, TERN_MEMREF(EXPAND_SHAPE), .operands = TERN_VALUES(memref), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", shape}));
}

// The part of `memref` that an insert_slice writes or an extract_slice reads. Offsets and sizes are constants (the plan has
// checked it).
static tern_value_t *build_slice_view(tern_builder_t *b, tern_value_t *memref, const tern_op_t *slice) {
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS];
  int64_t strides[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < tern_type_rank(memref->type); ++i) {
    offsets[i] = tern_build_index(b, tern_int_list_attr_at(tern_op_attr(slice, "static_offsets"), i));
    sizes[i] = tern_build_index(b, tern_int_list_attr_at(tern_op_attr(slice, "static_sizes"), i));
    strides[i] = tern_int_list_attr_at(tern_op_attr(slice, "static_strides"), i);
  }
  return tern_build_strided_subview(b, memref, offsets, sizes, strides);
}

// --- buffers ---

// A constant that is no splat lives in a global of the module.
static tern_value_t *build_global(rewrite_t *r, tern_value_t *tensor, const tern_attr_t *value) {
  tern_op_t *module = tern_symbol_table_around(r->plan->func);
  tern_context_t *context = r->b.context;
  const tern_type_t *type = memref_like(tensor->type);
  tern_symbol_table_t table;
  tern_builder_t detached = {.context = context, .loc = r->b.loc};
  tern_op_t *global =
      tern_build(&detached, TERN_MEMREF(GLOBAL),
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, TERN_STR("__constant"))},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                                     {"type", tern_type_attr_get(type)}, {"initial_value", value},
                                     {"constant", tern_unit_attr_get(context)}));
  tern_symbol_table_initialize(&table, module);
  tern_symbol_table_insert(&table, global, tern_op_body(module, 0)->first_op);
  tern_symbol_table_deinitialize(&table);
  tern_builder_t b = tern_builder_before(r->anchor);
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(context, tern_symbol_name(global));
  return tern_build_value(&b, TERN_MEMREF(GET_GLOBAL), .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"name", name}));
}

// Where a computed tensor is written: the placeholder of its store, or a view of the buffer of the op it goes into.
static tern_value_t *build_destination(rewrite_t *r, tern_value_t *tensor) {
  const tern_destination_t *destination = tern_buffer_plan_destination(r->plan, tensor);
  tern_builder_t b = tern_builder_before(r->anchor);
  b.loc = tern_value_loc(tensor);
  switch (destination->kind) {
    case TERN_DESTINATION_STORE: return placeholder_for(r, destination->op, tensor->type);
    case TERN_DESTINATION_SAME: return buffer_of(r, tern_op_result(destination->op, destination->result));
    case TERN_DESTINATION_RESHAPE: {
      tern_value_t *memref = buffer_of(r, tern_op_result(destination->op, 0));
      return build_reshape_view(&b, memref, destination->op, tensor->type);
    }
    default: {
      tern_value_t *memref = buffer_of(r, tern_op_result(destination->op, 0));
      return build_slice_view(&b, memref, destination->op);
    }
  }
}

static tern_value_t *buffer_of(rewrite_t *r, tern_value_t *tensor) {
  tern_value_t *known = tern_map_get(&r->buffers, tensor);
  if (known) return known;
  tern_op_t *op = tern_value_defining_op(tensor);
  const tern_attr_t *constant = tern_value_constant(tensor);
  tern_value_t *memref;
  if (tern_buffer_plan_destination(r->plan, tensor)) {
    memref = build_destination(r, tensor);
  } else if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR))) {
    memref = placeholder_for(r, op, tensor->type);
  } else if (constant) {
    memref = build_global(r, tensor, constant);
  } else {
    // A view of something that is in memory.
    tern_builder_t b = tern_builder_before(r->anchor);
    b.loc = op->loc;
    tern_value_t *source = buffer_of(r, tern_op_operand(op, 0));
    memref = tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) ? build_slice_view(&b, source, op)
                                                        : build_reshape_view(&b, source, op, tensor->type);
  }
  tern_map_set(&r->buffers, tensor, memref);
  return memref;
}

// The number that a constant tensor repeats, as a scalar; NULL if it is no such constant.
static tern_value_t *build_splat_scalar(rewrite_t *r, tern_value_t *tensor) {
  const tern_attr_t *constant = tern_value_constant(tensor);
  if (!constant || constant->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(constant))
    return NULL;
  return tern_build_constant(&r->b, tern_dense_elements_attr_at(constant, 0));
}

// The only element of a tensor, as a scalar.
static tern_value_t *build_element(rewrite_t *r, tern_value_t *tensor) {
  tern_value_t *scalar = build_splat_scalar(r, tensor);
  if (scalar) return scalar;
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {buffer_of(r, tensor)};
  size_t rank = tern_type_rank(tensor->type);
  for (size_t i = 0; i < rank; ++i) operands[1 + i] = tern_build_index(&r->b, 0);
  return tern_build_value(&r->b, TERN_MEMREF(LOAD), .operands = {operands, 1 + rank},
                          .types = TERN_TYPES(tern_type_element(tensor->type)));
}

static void build_copy(rewrite_t *r, tern_value_t *from, tern_value_t *to) {
  if (from == to) return;
  tern_linalg_build_named(&r->b, TERN_LINALG(COPY), (tern_types_t){0}, TERN_VALUES(from), TERN_VALUES(to),
                          (tern_named_attrs_t){0});
}

static void copy_tensor(rewrite_t *r, tern_value_t *tensor, tern_value_t *to) {
  if (tern_is_empty_tensor(tensor)) return;
  tern_value_t *scalar = build_splat_scalar(r, tensor);
  if (scalar) {
    tern_hlo_build_fill(&r->b, scalar, to);
  } else {
    build_copy(r, buffer_of(r, tensor), to);
  }
}

// --- ops ---

static void rewrite_load(rewrite_t *r, tern_op_t *op) { buffer_of(r, tern_op_result(op, 0)); }

static void rewrite_store(rewrite_t *r, tern_op_t *op) {
  tern_value_t *tensor = tern_op_operand(op, 0);
  copy_tensor(r, tensor, placeholder_for(r, op, tensor->type));
}

static void rewrite_nothing(rewrite_t *r, tern_op_t *op) { (void)r, (void)op; }

// A generic whose input is a repeated constant takes the number itself.
static void rewrite_structured(rewrite_t *r, tern_op_t *op) {
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
    if (input->type->kind == TERN_TYPE_TENSOR && tern_op_is(op, TERN_LINALG(GENERIC))) {
      scalar = build_splat_scalar(r, input);
    }
    if (scalar) {
      has_scalar = true;
      maps.values[i] =
          tern_affine_map_attr_get(tern_affine_map_get(r->b.context, tern_linalg_loop_count(op), 0, NULL, 0));
    }
    inputs[i] = scalar ? scalar : input->type->kind == TERN_TYPE_TENSOR ? buffer_of(r, input) : input;
  }
  for (size_t i = 0; i < output_count; ++i) {
    outputs[i] = buffer_of(r, tern_op_result(op, i));
    tern_value_t *init = tern_linalg_output(op, i);
    if (tern_linalg_reads_output(op, i)) copy_tensor(r, init, outputs[i]);
  }
  tern_op_t *on_buffers = tern_linalg_clone_with(&r->b, op, (tern_types_t){0}, (tern_values_t){inputs, input_count},
                                                 (tern_values_t){outputs, output_count});
  if (has_scalar) {
    tern_op_set_attr(on_buffers, "indexing_maps", tern_array_attr_get(r->b.context, maps.values, maps.count));
  }
  tern_vec_deinitialize(&maps);
}

static void rewrite_reshape(rewrite_t *r, tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0), *source = tern_op_operand(op, 0);
  if (!tern_buffer_plan_destination(r->plan, result)) return;
  // The source was written through a view of the result's buffer, unless it had a buffer of its own.
  const tern_destination_t *of_source = tern_buffer_plan_destination(r->plan, source);
  if (of_source && of_source->kind == TERN_DESTINATION_RESHAPE && of_source->op == op) return;
  tern_value_t *target = build_reshape_view(&r->b, buffer_of(r, result), op, source->type);
  copy_tensor(r, source, target);
}

static void rewrite_extract_slice(rewrite_t *r, tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0);
  if (!tern_buffer_plan_destination(r->plan, result)) return;
  tern_value_t *source = buffer_of(r, tern_op_operand(op, 0));
  build_copy(r, build_slice_view(&r->b, source, op), buffer_of(r, result));
}

static void rewrite_insert_slice(rewrite_t *r, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *target = tern_op_operand(op, 1);
  tern_value_t *result = buffer_of(r, tern_op_result(op, 0));
  const tern_destination_t *of_target = tern_buffer_plan_destination(r->plan, target);
  if (!(of_target && of_target->kind == TERN_DESTINATION_SAME && of_target->op == op)) {
    copy_tensor(r, target, result);
  }
  const tern_destination_t *of_source = tern_buffer_plan_destination(r->plan, source);
  if (of_source && of_source->kind == TERN_DESTINATION_INSERTION && of_source->op == op) return;
  copy_tensor(r, source, build_slice_view(&r->b, result, op));
}

// tensor.extract of the element that a tensor repeats or holds.
static void rewrite_extract(rewrite_t *r, tern_op_t *op) {
  tern_value_t *tensor = tern_op_operand(op, 0), *scalar = build_splat_scalar(r, tensor);
  if (!scalar) {
    tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {buffer_of(r, tensor)};
    for (size_t i = 1; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
    scalar = tern_build_value(&r->b, TERN_MEMREF(LOAD), .operands = {operands, op->operand_count},
                              .types = TERN_TYPES(tern_op_result(op, 0)->type));
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), scalar);
}

static void rewrite_dim(rewrite_t *r, tern_op_t *op) {
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
  tern_value_t *memref = buffer_of(r, tern_op_operand(op, 0));
  tern_value_t *dim =
      tern_build_value(&r->b, TERN_MEMREF(DIM), .operands = TERN_VALUES(memref, tern_op_operand(op, 1)));
  tern_value_replace_all_uses(tern_op_result(op, 0), dim);
}

static void rewrite_hlo(rewrite_t *r, tern_op_t *op) {
  const tern_hlo_reduction_t *reduction = tern_hlo_find_reduction(op);
  tern_value_t *inputs[MAX_OPERANDS], *outputs[MAX_OPERANDS];
  for (size_t i = 0; i < op->operand_count; ++i) {
    bool is_scalar = i >= reduction->scalar_start(op);
    inputs[i] = is_scalar ? build_element(r, tern_op_operand(op, i)) : buffer_of(r, tern_op_operand(op, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) outputs[i] = buffer_of(r, tern_op_result(op, i));
  reduction->build(&(tern_hlo_site_t){&r->b, op, inputs, outputs});
}

static void rewrite_op(rewrite_t *r, tern_op_t *op) {
  static const struct {
    const tern_op_row_t *row;
    void (*rewrite)(rewrite_t *r, tern_op_t *op);
  } rows[] = {
      {TERN_HAL(INTERFACE_LOAD_TENSOR), rewrite_load},
      {TERN_HAL(INTERFACE_STORE_TENSOR), rewrite_store},
      {TERN_TENSOR(EMPTY), rewrite_nothing},
      {TERN_TENSOR(COLLAPSE_SHAPE), rewrite_reshape},
      {TERN_TENSOR(EXPAND_SHAPE), rewrite_reshape},
      {TERN_TENSOR(INSERT_SLICE), rewrite_insert_slice},
      {TERN_TENSOR(EXTRACT_SLICE), rewrite_extract_slice},
      {TERN_TENSOR(EXTRACT), rewrite_extract},
      {TERN_TENSOR(DIM), rewrite_dim},
  };
  r->b = tern_builder_before(op);
  // What nobody uses is dropped rather than computed.
  if (op->result_count > 0 && tern_op_has_no_uses(op)) return;
  if (tern_hlo_find_reduction(op)) {
    rewrite_hlo(r, op);
  } else if (tern_is_linalg(op)) {
    rewrite_structured(r, op);
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) rows[i].rewrite(r, op);
  }
}

// A fill at the start of the function. Its number is a constant or in memory.
static void rewrite_early_fill(rewrite_t *r, tern_op_t *op) {
  r->b = tern_builder_before(r->anchor);
  r->b.loc = op->loc;
  tern_value_t *scalar = tern_linalg_input(op, 0), *buffer = buffer_of(r, tern_op_result(op, 0));
  tern_op_t *source = tern_value_defining_op(scalar);
  if (tern_op_is(source, TERN_TENSOR(EXTRACT))) {
    scalar = build_element(r, tern_op_operand(source, 0));
  } else {
    hoist(r, scalar);
  }
  r->b = tern_builder_before(r->anchor);
  tern_hlo_build_fill(&r->b, scalar, buffer);
}

// --- the pass ---

static void rewrite_function(tern_buffer_plan_t *plan) {
  rewrite_t r = {.plan = plan, .anchor = tern_op_body(plan->func, 0)->first_op};
  // Placeholders of results come first, as in the seed documents.
  for (size_t i = 0; i < plan->ops.count; ++i) {
    tern_op_t *op = plan->ops.values[i];
    if (tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR))) placeholder_for(&r, op, tern_op_operand(op, 0)->type);
  }
  // From the last to the first: what is inserted somewhere is filled after that.
  for (size_t i = plan->ops.count; i-- > 0;) {
    tern_op_t *op = plan->ops.values[i];
    if (tern_map_get(&plan->early_fills, op) && !tern_op_has_no_uses(op)) rewrite_early_fill(&r, op);
  }
  for (size_t i = 0; i < plan->ops.count; ++i) {
    if (!tern_map_get(&plan->early_fills, plan->ops.values[i])) rewrite_op(&r, plan->ops.values[i]);
  }
  for (size_t i = plan->ops.count; i-- > 0;) tern_op_destroy(plan->ops.values[i]);
  tern_map_deinitialize(&r.buffers);
  tern_vec_deinitialize(&r.placeholders);
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect_functions(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_FUNC(FUNC))) return TERN_WALK_ADVANCE;
  if (!tern_region_is_empty(&op->regions[0])) tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  op_list_t functions = {0};
  tern_op_walk_pre(root, collect_functions, &functions);
  // All plans first: a function that has none leaves the others as they are too.
  TERN_VEC(tern_buffer_plan_t) plans = {0};
  bool is_right = true;
  for (size_t i = 0; i < functions.count; ++i) {
    tern_buffer_plan_t plan;
    is_right &= tern_buffer_plan_make(functions.values[i], &plan);
    tern_vec_push(&plans, plan);
  }
  for (size_t i = 0; i < plans.count; ++i) {
    if (is_right) rewrite_function(&plans.values[i]);
    tern_buffer_plan_deinitialize(&plans.values[i]);
  }
  tern_vec_deinitialize(&plans);
  tern_vec_deinitialize(&functions);
  return is_right;
}

const tern_pass_def_t tern_hlo_to_linalg_on_buffers_pass = {
    .name = "HLOToLinalgOnBuffersPass",
    .flag = "hlo-to-linalg-on-buffers",
    .summary = "Convert a dispatch on tensors to linalg on the buffers of its interface",
    .description = "Makes no temporary buffer: a tensor that no buffer of the interface can hold is an error.",
    .run = run,
};
