// Where the contents of tensors are while a plan of buffers is carried out.

#include "convert/bufferization/buffer_memory.h"

#include "base/map.h"
#include "base/vec.h"
#include "convert/bufferization/buffer_conflicts.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/hal/hal.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/tensor/tensor.h"
#include "ir/symbol.h"

// --- placeholders ---

void tern_buffer_hoist(tern_buffer_rewrite_t *r, tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != r->anchor->block || (op != r->anchor && !tern_op_is_before(r->anchor, op))) return;
  for (size_t i = 0; i < op->operand_count; ++i) tern_buffer_hoist(r, tern_op_operand(op, i));
  if (op == r->anchor) {
    r->anchor = op->next;
  } else {
    tern_op_move_before(op, r->anchor);
  }
}

const tern_type_t *tern_buffer_memref_like(const tern_type_t *tensor) {
  return tern_memref_type_get(tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), NULL, NULL);
}

tern_value_t *tern_buffer_placeholder_for(tern_buffer_rewrite_t *r, tern_op_t *op, const tern_type_t *tensor) {
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
  const tern_type_t *type = tern_buffer_memref_like(tensor);
  for (size_t p = 0; p < r->placeholders.count; ++p) {
    tern_op_t *known = r->placeholders.values[p];
    bool is_same = tern_op_attr(known, "binding") == binding && tern_op_result(known, 0)->type == type &&
                   known->operand_count == operand_count;
    for (size_t i = 0; is_same && i < operand_count; ++i) is_same = tern_op_operand(known, i) == operands[i];
    if (is_same) return tern_op_result(known, 0);
  }
  for (size_t i = 0; i < operand_count; ++i) tern_buffer_hoist(r, operands[i]);
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

tern_value_t *tern_buffer_memory_of(tern_buffer_rewrite_t *r, tern_op_t *op, const tern_type_t *tensor) {
  if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR)) || tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR))) {
    return tern_buffer_placeholder_for(r, op, tensor);
  }
  return tern_op_operand(op, op->result_count ? 0 : 1);
}

// --- views ---

static tern_value_t *build_cast_view(tern_builder_t *b, tern_value_t *memref, const tern_type_t *tensor) {
  const tern_attr_t *layout = tern_memref_type_layout(memref->type);
  const tern_type_t *type =
      tern_memref_type_get(tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), layout, NULL);
  if (type == memref->type) return memref;
  return tern_build_value(b, TERN_MEMREF(CAST), .operands = TERN_VALUES(memref), .types = TERN_TYPES(type));
}

tern_value_t *tern_buffer_build_reshape_view(tern_builder_t *b, tern_value_t *memref, const tern_op_t *reshape,
                                             const tern_type_t *tensor, tern_values_t sizes) {
  if (tern_op_is(reshape, TERN_TENSOR(CAST))) return build_cast_view(b, memref, tensor);
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
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {memref};
  for (size_t i = 0; i < sizes.count; ++i) operands[1 + i] = sizes.values[i];
  return tern_build_value(b, TERN_MEMREF(EXPAND_SHAPE), .operands = {operands, 1 + sizes.count},
                          .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", shape}));
}

tern_values_t tern_buffer_expansion_sizes(const tern_op_t *op, tern_value_t **storage) {
  size_t start = 0, count = 0;
  if (tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE))) tern_op_operands_named(op, "output_shape", &start, &count);
  for (size_t i = 0; i < count; ++i) storage[i] = tern_op_operand(op, start + i);
  return (tern_values_t){storage, count};
}

tern_value_t *tern_buffer_build_slice_view(tern_builder_t *b, tern_value_t *memref, const tern_op_t *op,
                                           const tern_type_t *tensor) {
  tern_slice_t slice;
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  if (!tern_slice_read(op, &slice)) return memref;
  tern_slice_fold_constants(&slice);
  tern_slice_statics(&slice, offsets, sizes, strides);
  const tern_type_t *type = tern_memref_subview_type(memref->type, offsets, sizes, strides);
  if (slice.count != tern_type_rank(tensor)) {
    const tern_type_t *reduced = tern_memref_rank_reduced_subview_type(memref->type, offsets, sizes, strides,
                                                                       tern_type_dims(tensor), tern_type_rank(tensor));
    if (reduced) type = reduced;
  }
  tern_value_t *view = tern_op_result(tern_slice_build(b, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(memref), &slice), 0);
  return view;
}

// --- buffers ---

// A constant that is no splat lives in a global of the module.
static tern_value_t *build_global(tern_buffer_rewrite_t *r, tern_value_t *tensor, const tern_attr_t *value) {
  tern_op_t *module = tern_symbol_table_around(r->plan->func);
  tern_context_t *context = r->b.context;
  const tern_type_t *type = tern_buffer_memref_like(tensor->type);
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

static tern_value_t *build_temporary(tern_buffer_rewrite_t *r, tern_value_t *tensor) {
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(tensor->type); ++d) {
    tern_mixed_index_t size;
    tern_value_t *memref;
    if (tern_type_dim(tensor->type, d) != TERN_DYNAMIC) continue;
    if (!tern_buffer_find_size(r->plan->block, tensor, d, &size, &memref)) continue;
    if (memref || size.dynamic) tern_buffer_hoist(r, memref ? memref : size.dynamic);
    tern_builder_t b = tern_builder_before(r->anchor);
    // The type may not know of a size what is known of the tensor.
    sizes[count++] = !memref ? tern_mixed_build(&b, size)
                             : tern_build_value(&b, TERN_MEMREF(DIM),
                                                .operands = TERN_VALUES(memref, tern_build_index(&b, (int64_t)d)));
  }
  // Inside of a loop a temporary is that of the function, used again each time around.
  tern_builder_t b = count == 0 ? tern_builder_at_start(tern_op_body(r->plan->func, 0), tern_value_loc(tensor))
                                : tern_builder_before(r->anchor);
  b.loc = tern_value_loc(tensor);
  return tern_build_value(&b, TERN_MEMREF(ALLOCA), .operands = {sizes, count},
                          .types = TERN_TYPES(tern_buffer_memref_like(tensor->type)),
                          .segments = (int32_t[]){(int32_t)count, 0});
}

// Where a computed tensor is written: the placeholder of its store, or a view of the buffer of the op it goes into.
static tern_value_t *build_destination(tern_buffer_rewrite_t *r, tern_value_t *tensor) {
  const tern_destination_t *destination = tern_buffer_plan_destination(r->plan, tensor);
  tern_builder_t b = tern_builder_before(r->anchor);
  b.loc = tern_value_loc(tensor);
  switch (destination->kind) {
    case TERN_DESTINATION_STORE: {
      tern_value_t *memref = tern_buffer_memory_of(r, destination->op, tensor->type);
      tern_buffer_hoist(r, memref);
      return memref;
    }
    case TERN_DESTINATION_TEMPORARY: return build_temporary(r, tensor);
    case TERN_DESTINATION_SAME: return tern_buffer_of(r, tern_op_result(destination->op, destination->result));
    case TERN_DESTINATION_RESHAPE: {
      tern_value_t *memref = tern_buffer_of(r, tern_op_result(destination->op, 0));
      b = tern_builder_before(r->anchor);
      b.loc = tern_value_loc(tensor);
      return tern_buffer_build_reshape_view(&b, memref, destination->op, tensor->type, (tern_values_t){0});
    }
    default: {
      tern_value_t *memref = tern_buffer_of(r, tern_op_result(destination->op, 0));
      for (size_t i = 2; i < destination->op->operand_count; ++i)
        tern_buffer_hoist(r, tern_op_operand(destination->op, i));
      b = tern_builder_before(r->anchor);
      b.loc = tern_value_loc(tensor);
      return tern_buffer_build_slice_view(&b, memref, destination->op, tensor->type);
    }
  }
}

// Views of what is in memory are made before the op that `r->b` stands at, or before the view's own if that is earlier.
static tern_builder_t builder_for_view(const tern_buffer_rewrite_t *r, tern_op_t *op) {
  tern_op_t *here = r->b.before;
  bool is_earlier = here && here->block == op->block && tern_op_is_before(here, op);
  tern_builder_t b = tern_builder_before(is_earlier ? here : op);
  b.loc = op->loc;
  return b;
}

tern_value_t *tern_buffer_source_memory(tern_buffer_rewrite_t *r, tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  const tern_attr_t *constant = tern_value_constant(tensor);
  if (tern_buffer_is_load(op)) return tern_buffer_memory_of(r, op, tensor->type);
  if (constant) return build_global(r, tensor, constant);
  if (tern_op_is(op, TERN_TENSOR(EMPTY))) return build_temporary(r, tensor);
  tern_value_t *storage[TERN_LINALG_MAX_LOOPS], *source = tern_buffer_of(r, tern_op_operand(op, 0));
  tern_builder_t b = builder_for_view(r, op);
  return tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))
             ? tern_buffer_build_slice_view(&b, source, op, tensor->type)
             : tern_buffer_build_reshape_view(&b, source, op, tensor->type, tern_buffer_expansion_sizes(op, storage));
}

tern_value_t *tern_buffer_of(tern_buffer_rewrite_t *r, tern_value_t *tensor) {
  tern_value_t *known = tern_map_get(&r->buffers, tensor);
  if (known) return known;
  bool is_computed = tern_buffer_plan_destination(r->plan, tensor) != NULL;
  tern_value_t *memref = is_computed ? build_destination(r, tensor) : tern_buffer_source_memory(r, tensor);
  tern_map_set(&r->buffers, tensor, memref);
  return memref;
}

tern_value_t *tern_buffer_build_number(tern_builder_t *b, const tern_attr_t *splat) {
  const tern_attr_t *number = tern_dense_elements_attr_at(splat, 0);
  const tern_type_t *element = tern_type_element(tern_attr_type(splat));
  if (element->kind != TERN_TYPE_COMPLEX) return tern_build_constant(b, number);
  return tern_build_value(b, TERN_COMPLEX(CONSTANT), .types = TERN_TYPES(element),
                          .attrs = TERN_ATTRS({"value", number}));
}

tern_value_t *tern_buffer_build_splat_scalar(tern_buffer_rewrite_t *r, tern_value_t *tensor) {
  const tern_attr_t *constant = tern_value_constant(tensor);
  return tern_attr_is_splat(constant) ? tern_buffer_build_number(&r->b, constant) : NULL;
}

tern_value_t *tern_buffer_build_element(tern_buffer_rewrite_t *r, tern_value_t *tensor, tern_value_t *memory) {
  tern_value_t *scalar = tern_buffer_build_splat_scalar(r, tensor);
  if (scalar) return scalar;
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {memory ? memory : tern_buffer_of(r, tensor)};
  size_t rank = tern_type_rank(tensor->type);
  for (size_t i = 0; i < rank; ++i) operands[1 + i] = tern_build_index(&r->b, 0);
  return tern_build_value(&r->b, TERN_MEMREF(LOAD), .operands = {operands, 1 + rank},
                          .types = TERN_TYPES(tern_type_element(tensor->type)));
}

void tern_buffer_build_fill(tern_builder_t *b, tern_value_t *scalar, tern_value_t *buffer) {
  tern_linalg_build_named(b, TERN_LINALG(FILL), (tern_types_t){0}, TERN_VALUES(scalar), TERN_VALUES(buffer),
                          (tern_named_attrs_t){0});
}

void tern_buffer_build_copy(tern_buffer_rewrite_t *r, tern_value_t *from, tern_value_t *to) {
  if (tern_buffer_is_same_view(from, to)) return;
  tern_linalg_build_named(&r->b, TERN_LINALG(COPY), (tern_types_t){0}, TERN_VALUES(from), TERN_VALUES(to),
                          (tern_named_attrs_t){0});
}

void tern_buffer_copy_tensor(tern_buffer_rewrite_t *r, tern_value_t *tensor, tern_value_t *to) {
  if (tern_is_empty_tensor(tensor)) return;
  tern_value_t *scalar = tern_buffer_build_splat_scalar(r, tensor);
  if (scalar) {
    tern_buffer_build_fill(&r->b, scalar, to);
  } else {
    tern_buffer_build_copy(r, tern_buffer_of(r, tensor), to);
  }
}
