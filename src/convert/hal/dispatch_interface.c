// The interface of executables as placeholders and push constants.

#include "convert/hal/dispatch_interface.h"

#include <stdio.h>

#include "base/vec.h"
#include "convert/hal/abi.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"

#define INTERFACE_NAME "io"
#define MAX_DIMS 64

typedef struct binder {
  tern_op_t *module;
  tern_op_list_t ops;           // of the interface, in order
  int64_t constants;            // words
  TERN_VEC(unsigned) accesses;  // per binding: bits READ, WRITE
  tern_op_list_t views;         // subviews of the function that is rewritten
  tern_op_list_t placeholders;  // its placeholders
} binder_t;

enum { READ = 1, WRITE = 2 };

// --- what there is ---

static bool is_of_interface(const tern_op_t *op) {
  return tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN)) || tern_op_is(op, TERN_HAL(INTERFACE_CONSTANT_LOAD));
}

static unsigned access_of(const tern_op_t *subspan) {
  const tern_type_t *type = tern_op_result(subspan, 0)->type;
  if (!tern_type_is_dispatch_tensor(type)) return READ | WRITE;
  switch (tern_dispatch_tensor_type_access(type)) {
    case TERN_TENSOR_READ_ONLY: return READ;
    case TERN_TENSOR_WRITE_ONLY: return WRITE;
    default: return READ | WRITE;
  }
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  binder_t *binder = user;
  bool is_tensor_access = tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD)) ||
                          tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_STORE)) ||
                          tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_WORKLOAD_ORDINAL));
  if (is_tensor_access || is_of_interface(op)) tern_vec_push(&binder->ops, op);
  if (!is_of_interface(op)) return TERN_WALK_ADVANCE;
  const tern_attr_t *layout = tern_op_attr(op, "layout");
  int64_t constants = tern_hal_pipeline_layout_constants(layout);
  size_t bindings = tern_hal_pipeline_layout_binding_count(layout);
  if (constants > binder->constants) binder->constants = constants;
  while (binder->accesses.count < bindings) tern_vec_push(&binder->accesses, 0);
  if (!tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN))) return TERN_WALK_ADVANCE;
  size_t binding = (size_t)tern_integer_attr_value(tern_op_attr(op, "binding"));
  if (binding < binder->accesses.count) binder->accesses.values[binding] |= access_of(op);
  return TERN_WALK_ADVANCE;
}

// --- the interface ---

static const tern_attr_t *binding_name(tern_context_t *context, size_t binding) {
  char text[32];
  int size = snprintf(text, sizeof text, "b%zu", binding);
  return tern_string_attr_get(context, tern_str_make(text, (size_t)size));
}

static void build_interface(const binder_t *binder) {
  tern_context_t *context = tern_op_context(binder->module);
  const tern_type_t *index = tern_index_type_get(context);
  tern_builder_t b = tern_builder_at_end(tern_op_body(binder->module, 0), binder->module->loc);
  tern_op_t *interface =
      tern_build(&b, TERN_HAL(INTERFACE), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, TERN_STR(INTERFACE_NAME))},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                                     {"push_constants", tern_integer_attr_get(index, binder->constants)}));
  tern_builder_add_block(&b, &interface->regions[0], (tern_types_t){0});
  for (size_t i = 0; i < binder->accesses.count; ++i) {
    unsigned bits = binder->accesses.values[i];
    const char *access = bits == READ ? "Read" : bits == WRITE ? "Write" : "Read|Write";
    tern_build(&b, TERN_HAL(INTERFACE_BINDING),
               .attrs = TERN_ATTRS({"sym_name", binding_name(context, i)}, {"set", tern_integer_attr_get(index, 0)},
                                   {"binding", tern_integer_attr_get(index, (int64_t)i)},
                                   {"type", tern_string_attr_get(context, TERN_STR("StorageBuffer"))},
                                   {"access", tern_string_attr_get(context, tern_str_from_cstr(access))}));
  }
}

// --- ops ---

static bool is_zero(const tern_value_t *value) {
  int64_t constant;
  return tern_index_constant(value, &constant) && constant == 0;
}

// An op of the list with the same operands, attributes and result type.
static tern_op_t *find_same(const tern_op_list_t *list, const tern_op_t *op) {
  for (size_t i = 0; i < list->count; ++i) {
    tern_op_t *known = list->values[i];
    // There are thousands of functions in a module, and most of the list is of others.
    if (known->block != op->block) continue;
    bool is_same = known->operand_count == op->operand_count && known->results[0].type == op->results[0].type &&
                   tern_op_attr_dictionary(known) == tern_op_attr_dictionary(op);
    for (size_t k = 0; is_same && k < op->operand_count; ++k) {
      is_same = tern_op_operand(known, k) == tern_op_operand(op, k);
    }
    if (is_same && tern_op_is_before(known, op)) return known;
  }
  return NULL;
}

// The op's result, or that of an op like it before it, which replaces it.
static tern_value_t *share(tern_op_list_t *list, tern_op_t *op) {
  tern_op_t *known = find_same(list, op);
  if (!known) {
    tern_vec_push(list, op);
    return tern_op_result(op, 0);
  }
  tern_op_destroy(op);
  return tern_op_result(known, 0);
}

static bool lower_subspan(binder_t *binder, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_context_t *context = b.context;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_is_dispatch_tensor(type)) {
    const tern_type_t *tensor = tern_dispatch_tensor_type_as_tensor(type);
    type = tern_memref_type_get(tern_type_element(tensor), tern_type_dims(tensor), tern_type_rank(tensor), NULL, NULL);
  } else if (type->kind != TERN_TYPE_MEMREF) {
    return tern_op_error(op, "gives a %s, expected a dispatch tensor or memref", tern_type_text(type));
  }
  size_t start, count, dims_start, dim_count;
  tern_op_operands_named(op, "byte_offset", &start, &count);
  tern_op_operands_named(op, "dynamic_dims", &dims_start, &dim_count);
  if (dim_count > MAX_DIMS) return tern_op_error(op, "has more than %d dynamic dimensions", MAX_DIMS);
  tern_value_t *operands[1 + MAX_DIMS];
  size_t has_offset = count && !is_zero(tern_op_operand(op, start)) ? 1 : 0;
  if (has_offset) operands[0] = tern_op_operand(op, start);
  for (size_t i = 0; i < dim_count; ++i) operands[has_offset + i] = tern_op_operand(op, dims_start + i);
  size_t number = (size_t)tern_integer_attr_value(tern_op_attr(op, "binding"));
  const tern_str_t path[] = {TERN_STR(INTERFACE_NAME), tern_string_attr_value(binding_name(context, number))};
  const tern_attr_t *binding = tern_symbol_ref_attr_get(context, path, 2);
  const tern_attr_t *purpose = tern_string_attr_get(context, TERN_STR("interface buffer"));
  tern_op_t *placeholder =
      tern_build(&b, TERN_IREE(PLACEHOLDER), .operands = {operands, has_offset + dim_count}, .types = TERN_TYPES(type),
                 .attrs = TERN_ATTRS({"purpose", purpose}, {"binding", binding}),
                 .segments = (int32_t[]){(int32_t)has_offset, (int32_t)dim_count});
  tern_value_t *memref = share(&binder->placeholders, placeholder);
  // Loads and stores, which are rewritten later, see the memref where they saw the dispatch tensor.
  tern_value_replace_all_uses(tern_op_result(op, 0), memref);
  tern_op_destroy(op);
  return true;
}

static tern_value_t *extend(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// The word as a value of `type`: zero extended, truncated, bits of a float.
static tern_value_t *build_constant_load(tern_builder_t *b, const tern_op_t *op, const tern_type_t *type) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  bool is_direct = tern_type_is_index(type) || type == i32 || type->kind == TERN_TYPE_F32;
  tern_value_t *word =
      tern_build_value(b, TERN_HAL(INTERFACE_LOAD_CONSTANT), .types = TERN_TYPES(is_direct ? type : i32),
                       .attrs = TERN_ATTRS({"offset", tern_op_attr(op, "ordinal")}));
  if (is_direct) return word;
  uint32_t width = tern_type_bit_width(type);
  const tern_type_t *bits = tern_i_type_get(b->context, width);
  if (width != 32) word = extend(b, width > 32 ? TERN_ARITH(EXTUI) : TERN_ARITH(TRUNCI), word, bits);
  return tern_type_is_float(type) ? extend(b, TERN_ARITH(BITCAST), word, type) : word;
}

static bool lower_constant(tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!tern_type_is_int_or_index(type) && !tern_type_is_float(type)) {
    return tern_op_error(op, "gives a %s, expected an integer, index or float", tern_type_text(type));
  }
  tern_builder_t b = tern_builder_before(op);
  tern_value_replace_all_uses(tern_op_result(op, 0), build_constant_load(&b, op, type));
  tern_op_destroy(op);
  return true;
}

// The part of `memref` that a load or store names, as a memref of the shape of `tensor`. NULL after an error.
static tern_value_t *build_part(binder_t *binder, tern_op_t *op, tern_value_t *memref, const tern_type_t *tensor) {
  tern_slice_t slice;
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  if (!tern_slice_read(op, &slice) || slice.count != tern_type_rank(memref->type)) {
    tern_op_error(op, "has offsets, sizes or strides that do not go with its tensor");
    return NULL;
  }
  tern_slice_fold_constants(&slice);
  tern_slice_statics(&slice, offsets, sizes, strides);
  const tern_type_t *type = tern_memref_subview_type(memref->type, offsets, sizes, strides);
  if (type && slice.count != tern_type_rank(tensor)) {
    type = tern_memref_rank_reduced_subview_type(memref->type, offsets, sizes, strides, tern_type_dims(tensor),
                                                 tern_type_rank(tensor));
  }
  if (!type) {
    tern_op_error(op, "is no slice of its tensor");
    return NULL;
  }
  tern_builder_t b = tern_builder_before(op);
  return share(&binder->views, tern_slice_build(&b, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(memref), &slice));
}

// The slice names the sizes of the dispatch tensor, value by value.
static bool is_whole(const tern_op_t *op, const tern_value_t *memref) {
  tern_slice_t slice;
  const tern_op_t *placeholder = tern_value_defining_op(memref);
  if (!tern_slice_read(op, &slice) || slice.count != tern_type_rank(memref->type)) return false;
  size_t start = 0, count = 0, used = 0;
  if (placeholder && tern_op_is(placeholder, TERN_IREE(PLACEHOLDER))) {
    tern_op_operands_named(placeholder, "dynamic_dims", &start, &count);
  }
  for (size_t i = 0; i < slice.count; ++i) {
    int64_t offset, stride, size, dim = tern_type_dim(memref->type, i);
    if (!tern_mixed_constant(slice.offsets[i], &offset) || offset != 0) return false;
    bool is_one = dim == 1 && tern_mixed_constant(slice.sizes[i], &size) && size == 1;
    if (!is_one && (!tern_mixed_constant(slice.strides[i], &stride) || stride != 1)) return false;
    if (dim != TERN_DYNAMIC) {
      if (!tern_mixed_constant(slice.sizes[i], &size) || size != dim) return false;
    } else if (used >= count || slice.sizes[i].dynamic != tern_op_operand(placeholder, start + used++)) {
      return false;
    }
  }
  return true;
}

static tern_value_t *build_access(binder_t *binder, tern_op_t *op, tern_value_t *memref, const tern_type_t *tensor) {
  if (memref->type->kind != TERN_TYPE_MEMREF) {
    tern_op_error(op, "is of a dispatch tensor that comes from no hal.interface.binding.subspan");
    return NULL;
  }
  bool is_all = is_whole(op, memref) && tern_type_rank(tensor) == tern_type_rank(memref->type);
  for (size_t i = 0; is_all && i < tern_type_rank(tensor); ++i) {
    is_all = tern_type_dim(tensor, i) == tern_type_dim(memref->type, i);
  }
  return is_all ? memref : build_part(binder, op, memref, tensor);
}

static bool lower_load(binder_t *binder, tern_op_t *op) {
  const tern_type_t *tensor = tern_op_result(op, 0)->type;
  tern_value_t *memref = build_access(binder, op, tern_op_operand(op, 0), tensor);
  if (!memref) return false;
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(memref->type), tern_type_dims(memref->type),
                                                 tern_type_rank(memref->type), NULL);
  tern_value_t *value =
      tern_build_value(&b, TERN_BUFFERIZATION(TO_TENSOR), .operands = TERN_VALUES(memref), .types = TERN_TYPES(type),
                       .attrs = TERN_ATTRS({"restrict", tern_unit_attr_get(b.context)}));
  if (type != tensor) {
    return tern_op_error(op, "gives a %s from a buffer of type %s", tern_type_text(tensor),
                         tern_type_text(memref->type));
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
  return true;
}

static bool lower_store(binder_t *binder, tern_op_t *op) {
  tern_value_t *value = tern_op_operand(op, 0);
  tern_value_t *memref = build_access(binder, op, tern_op_operand(op, 1), value->type);
  if (!memref) return false;
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *unit = tern_unit_attr_get(b.context);
  tern_build(&b, TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION), .operands = TERN_VALUES(value, memref),
             .attrs = TERN_ATTRS({"restrict", unit}, {"writable", unit}));
  tern_op_destroy(op);
  return true;
}

static bool lower_op(binder_t *binder, tern_op_t *op) {
  if (tern_op_is(op, TERN_HAL(INTERFACE_BINDING_SUBSPAN))) return lower_subspan(binder, op);
  if (tern_op_is(op, TERN_HAL(INTERFACE_CONSTANT_LOAD))) return lower_constant(op);
  if (tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD))) return lower_load(binder, op);
  if (tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_STORE))) return lower_store(binder, op);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
  return true;
}

bool tern_dispatch_interface_lower(tern_op_t *module) {
  binder_t binder = {.module = module};
  tern_op_walk_pre(module, collect, &binder);
  bool is_right = true, has_interface = false;
  for (size_t i = 0; i < binder.ops.count; ++i) has_interface |= is_of_interface(binder.ops.values[i]);
  if (has_interface && tern_hal_module_interface(module)) {
    is_right = tern_op_error(tern_hal_module_interface(module), "stands beside ops that name their layout themselves");
  } else if (has_interface) {
    build_interface(&binder);
  }
  for (size_t i = 0; i < binder.ops.count && is_right; ++i) is_right = lower_op(&binder, binder.ops.values[i]);
  tern_vec_deinitialize(&binder.ops);
  tern_vec_deinitialize(&binder.accesses);
  tern_vec_deinitialize(&binder.views);
  tern_vec_deinitialize(&binder.placeholders);
  return is_right;
}
