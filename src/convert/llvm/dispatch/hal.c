// The interface of a dispatch to the llvm dialect: functions get the ABI of include/tern/dispatch.h, and what they ask of
// the interface becomes loads from its parameter block.
//
//   func.func @main()                       llvm.func @main(%params: !llvm.ptr, %x: i32, %y: i32, %z: i32) -> i32
//   iree.placeholder ... @io::@arg1         load of params->bindings[1], as a memref descriptor
//   hal.interface.load.constant offset = 2  load of params->push_constants[2]
//   hal.interface.workgroup.id[0]           %x
//   hal.interface.workgroup.count[0]        load of params->workgroup_count[0]
//
// A function that computes a grid (hal.workgroup_count_of) becomes
//   llvm.func @main_workgroup_count(%push_constants: !llvm.ptr, %out: !llvm.ptr)

#include "convert/hal/abi.h"
#include "convert/llvm/dispatch/dispatch.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static tern_op_t *enclosing_function(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  while (parent && !tern_op_is(parent, TERN_LLVM(FUNC)) && !tern_op_is(parent, TERN_FUNC(FUNC))) {
    parent = tern_op_parent(parent);
  }
  return parent;
}

static bool is_workgroup_count(const tern_op_t *func) {
  return tern_op_attr(func, TERN_HAL_WORKGROUP_COUNT_OF) != NULL;
}

// An argument of the function's ABI: 0 is the parameter block (or the push constants of a grid function), 1 to 3 the
// workgroup's position. NULL with an error for a function that is called like any other.
static tern_value_t *abi_argument(const tern_op_t *op, size_t index) {
  tern_op_t *func = enclosing_function(op);
  bool is_entry = func && tern_op_is(func, TERN_LLVM(FUNC)) &&
                  (tern_op_attr(func, "hal.entry_point") || (is_workgroup_count(func) && index == 0));
  if (is_entry) return tern_op_body(func, 0)->args[index];
  tern_op_error(op, "is used in a function that is no entry point");
  tern_emit_note(op->loc, "move it to the entry point and pass its result as an argument");
  return NULL;
}

static tern_value_t *load_at(tern_builder_t *b, tern_value_t *base, int32_t byte_offset, const tern_type_t *type) {
  const tern_type_t *i8 = tern_i_type_get(b->context, 8);
  tern_value_t *address =
      byte_offset ? tern_llvm_build_gep(b, i8, base, (tern_value_t *[]){NULL}, &byte_offset, 1) : base;
  return tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(type));
}

// --- the interface ---

// A placeholder for a shape has given loops their extents and has no memory: it goes, and nothing may read it.
static bool convert_shape(tern_op_t *op, tern_conversion_t *conversion) {
  if (tern_op_result(op, 0)->first_use) {
    tern_op_error(op, "for \"shape\" has no memory but is used");
    tern_emit_note(tern_op_result(op, 0)->first_use->owner->loc, "by this op, which is no loop over its dimensions");
    return false;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

bool tern_dispatch_convert_placeholder(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                       tern_dispatch_base_fn_t base_of) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type, *i64 = tern_i_type_get(b->context, 64);
  if (!tern_op_attr(op, "binding")) return convert_shape(op, conversion);
  tern_op_t *binding = tern_hal_resolve_binding(op, tern_op_attr(op, "binding"));
  int64_t strides[64], offset;
  if (!binding || tern_type_rank(memref) > 64 || !tern_memref_type_strides(memref, strides, &offset)) return false;
  tern_value_t *base = base_of(b, op, tern_hal_binding_ordinal(binding));
  if (!base) return false;
  size_t start, count, used = 0;
  tern_op_operands_named(op, "byte_offset", &start, &count);
  if (count) {
    tern_value_t *bytes = operands.values[start];
    base = tern_llvm_build_gep(b, tern_i_type_get(b->context, 8), base, &bytes, NULL, 1);
  }
  tern_op_operands_named(op, "dynamic_dims", &start, &count);
  tern_value_t *sizes[64], *stride_values[64], *stride = tern_llvm_build_int(b, i64, 1);
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    int64_t dim = tern_type_dim(memref, i);
    sizes[i] = dim == TERN_DYNAMIC ? operands.values[start + used++] : tern_llvm_build_int(b, i64, dim);
  }
  for (size_t i = tern_type_rank(memref); i-- > 0;) {
    stride_values[i] = strides[i] == TERN_DYNAMIC ? stride : tern_llvm_build_int(b, i64, strides[i]);
    stride = tern_llvm_build_mul(b, stride, sizes[i]);
  }
  tern_value_t *zero = tern_llvm_build_int(b, i64, 0);
  return tern_conversion_replace_value(conversion, op,
                                       tern_descriptor_build(b, memref, base, base, zero, sizes, stride_values));
}

static tern_value_t *load_base(tern_builder_t *b, tern_op_t *placeholder, size_t ordinal) {
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  tern_value_t *params = abi_argument(placeholder, 0);
  if (!params) return NULL;
  return load_at(b, load_at(b, params, TERN_HAL_ABI_BINDINGS, pointer), (int32_t)ordinal * 8, pointer);
}

static bool convert_placeholder(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_dispatch_convert_placeholder(op, operands, conversion, load_base);
}

static bool convert_load_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type, *converted = tern_llvm_convert_type(type);
  tern_value_t *base = abi_argument(op, 0);
  if (!base) return false;
  if (!is_workgroup_count(enclosing_function(op))) {
    base = load_at(b, base, TERN_HAL_ABI_PUSH_CONSTANTS, tern_llvm_ptr_type(b->context, 0));
  }
  int32_t offset = (int32_t)tern_integer_attr_value(tern_op_attr(op, "offset")) * 4;
  if (tern_type_is_index(type)) {
    tern_value_t *word = load_at(b, base, offset, tern_i_type_get(b->context, 32));
    return tern_conversion_replace_value(
        conversion, op,
        tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(word), .types = TERN_TYPES(converted)));
  }
  // A 64-bit value lies at a multiple of 4 bytes only.
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), 4);
  tern_value_t *value = load_at(b, base, offset, converted);
  tern_op_set_attr(tern_value_defining_op(value), "alignment", alignment);
  return tern_conversion_replace_value(conversion, op, value);
}

static tern_value_t *extend_to_index(tern_builder_t *b, tern_value_t *value) {
  return tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 64)));
}

static bool convert_workgroup_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_value_t *id = abi_argument(op, 1 + (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension")));
  return id && tern_conversion_replace_value(conversion, op, extend_to_index(builder_of(conversion), id));
}

static bool convert_workgroup_count(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *params = abi_argument(op, 0);
  if (!params) return false;
  int32_t offset = TERN_HAL_ABI_WORKGROUP_COUNT + 4 * (int32_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return tern_conversion_replace_value(conversion, op,
                                       extend_to_index(b, load_at(b, params, offset, tern_i_type_get(b->context, 32))));
}

// A workgroup of the CPU is one thread.
static bool convert_workgroup_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  return tern_conversion_replace_value(conversion, op, tern_llvm_build_int(b, tern_i_type_get(b->context, 64), 1));
}

// --- functions ---

static bool convert_entry_point(tern_op_t *op, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_context_t *context = b->context;
  bool is_count = is_workgroup_count(op);
  const tern_type_t *pointer = tern_llvm_ptr_type(context, 0), *i32 = tern_i_type_get(context, 32);
  const tern_type_t *inputs[] = {pointer, is_count ? pointer : i32, i32, i32};
  tern_types_t input_list = {inputs, is_count ? 2 : 4};
  const tern_type_t *result = is_count ? tern_llvm_void_type(context) : i32;
  const tern_type_t *type = tern_llvm_func_type(result, input_list, false);
  tern_op_t *func = tern_build(
      b, TERN_LLVM(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"function_type", tern_type_attr_get(type)}));
  if (is_count) {
    tern_op_set_attr(func, TERN_HAL_WORKGROUP_COUNT_OF, tern_op_attr(op, TERN_HAL_WORKGROUP_COUNT_OF));
  } else {
    tern_op_set_attr(func, "hal.entry_point", tern_unit_attr_get(context));
  }
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  tern_block_t *entry = tern_op_body(func, 0);
  for (size_t i = 0; i < input_list.count; ++i) tern_block_add_arg(entry, inputs[i], op->loc);
  if (!tern_conversion_convert_region_types(conversion, &func->regions[0])) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

// What the function returns changes, so every return must be one that is converted with it.
static bool has_own_returns(const tern_op_t *func) {
  for (const tern_block_t *block = func->regions[0].first_block; block; block = block->next) {
    if (block->last_op && tern_op_is(block->last_op, TERN_LLVM(RETURN))) {
      return tern_op_error(block->last_op, "ends a func.func that is to be converted, expected 'func.return'");
    }
  }
  return true;
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  if (!has_own_returns(op)) return false;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  if (tern_hal_is_entry_point(op) || is_workgroup_count(op)) {
    if (tern_function_type_input_count(type) == 0 &&
        (tern_function_type_result_count(type) == 0 || is_workgroup_count(op))) {
      return convert_entry_point(op, conversion);
    }
    if (tern_hal_module_interface(tern_op_parent(op))) {
      tern_op_error(op, "is an entry point of the dispatch but has arguments or results");
      tern_emit_note(op->loc,
                     "an entry point reads and writes bindings of the hal.interface; make other functions private");
      return false;
    }
  }
  const tern_type_t *converted = tern_llvm_convert_type(type);
  if (!converted) return false;
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *func = tern_build(b, TERN_LLVM(FUNC), .regions = 1,
                               .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                                                   {"function_type", tern_type_attr_get(converted)}));
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  if (visibility) tern_op_set_attr(func, "sym_visibility", visibility);
  // Only entry points are exported.
  const tern_enum_row_t *linkage = tern_context_find_enum(b->context, TERN_STR("llvm.linkage"));
  int64_t internal;
  if (tern_symbol_visibility(op) == TERN_PRIVATE && !tern_region_is_empty(&op->regions[0]) && linkage &&
      tern_enum_case_value(linkage, TERN_STR("internal"), &internal)) {
    tern_op_set_attr(func, "linkage", tern_enum_attr_get(b->context, linkage, internal));
  }
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  if (!tern_conversion_convert_region_types(conversion, &func->regions[0])) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *func = enclosing_function(op);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  if (func && is_workgroup_count(func)) {
    tern_value_t *out = tern_op_body(func, 0)->args[1];
    for (int32_t i = 0; i < (int32_t)operands.count; ++i) {
      tern_value_t *count =
          tern_build_value(b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(operands.values[i]), .types = TERN_TYPES(i32));
      tern_value_t *address = tern_llvm_build_gep(b, i32, out, (tern_value_t *[]){NULL}, &i, 1);
      tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(count, address));
    }
    tern_build(b, TERN_LLVM(RETURN), .operands = {0});
  } else if (func && tern_op_attr(func, "hal.entry_point")) {
    tern_build(b, TERN_LLVM(RETURN), .operands = TERN_VALUES(tern_llvm_build_int(b, i32, 0)));
  } else {
    if (operands.count > 1) return false;
    tern_build(b, TERN_LLVM(RETURN), .operands = operands);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (op->result_count > 1) return false;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = op->result_count ? tern_llvm_convert_type(tern_op_result(op, 0)->type) : NULL;
  if (op->result_count && !type) return false;
  tern_op_t *call = tern_llvm_build_call(b, tern_op_attr(op, "callee"), operands, type);
  tern_value_t *result = op->result_count ? tern_op_result(call, 0) : NULL;
  tern_conversion_replace(conversion, op, (tern_values_t){&result, op->result_count});
  return true;
}

const tern_conversion_pattern_t tern_dispatch_func_patterns[] = {
    {"func", TERN_FUNC(FUNC), 1, convert_function},
    {"return", TERN_FUNC(RETURN), 1, convert_return},
    {"call", TERN_FUNC(CALL), 1, convert_call},
    {0},
};

const tern_conversion_pattern_t tern_dispatch_hal_patterns[] = {
    {"placeholder", TERN_IREE(PLACEHOLDER), 1, convert_placeholder},
    {"load-constant", TERN_HAL(INTERFACE_LOAD_CONSTANT), 1, convert_load_constant},
    {"workgroup-id", TERN_HAL(INTERFACE_WORKGROUP_ID), 1, convert_workgroup_id},
    {"workgroup-count", TERN_HAL(INTERFACE_WORKGROUP_COUNT), 1, convert_workgroup_count},
    {"workgroup-size", TERN_HAL(INTERFACE_WORKGROUP_SIZE), 1, convert_workgroup_size},
    {0},
};
