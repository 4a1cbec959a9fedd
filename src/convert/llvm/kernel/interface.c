// The interface of kernels to the llvm dialect: an argument for the address of each binding, in the order of the bindings,
// one for each 32-bit word of push constants, and the tensor maps (docs/gpu.md).

#include <stdlib.h>

#include "convert/hal/abi.h"
#include "convert/llvm/kernel/kernel.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

enum { TENSOR_MAP_BYTES = 128, TENSOR_MAP_ALIGNMENT = 64 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// How many arguments of each kind a kernel takes.
static void count_arguments(const tern_op_t *kernel, size_t *out_bindings, size_t *out_words) {
  const tern_attr_t *declared = tern_op_attr(kernel, TERN_KERNEL_ARGUMENTS_ATTR);
  const tern_op_t *module = tern_op_parent(kernel);
  const tern_op_t *interface = tern_hal_module_interface(module);
  if (tern_int_list_attr_count(declared) == 2) {
    *out_bindings = (size_t)tern_int_list_attr_at(declared, 0);
    *out_words = (size_t)tern_int_list_attr_at(declared, 1);
  } else {
    *out_bindings = interface ? tern_hal_interface_binding_count(interface) : 0;
    *out_words = tern_hal_push_constant_count(module);
  }
}

// Argument number `index` of the kernel around `op`; NULL with an error outside of kernels.
static tern_value_t *kernel_argument(const tern_op_t *op, size_t index) {
  const tern_op_t *func = tern_op_parent_of(op, TERN_LLVM(FUNC));
  const tern_block_t *entry = func && tern_op_attr(func, "nvvm.kernel") ? tern_op_body(func, 0) : NULL;
  if (entry && index < entry->arg_count) return entry->args[index];
  tern_op_error(op, "is used in a function that is no kernel");
  tern_emit_note(op->loc, "move it to the kernel and pass its result as an argument");
  return NULL;
}

// --- bindings and constants ---

static tern_value_t *cast_base(tern_builder_t *b, tern_op_t *placeholder, size_t ordinal) {
  tern_value_t *argument = kernel_argument(placeholder, ordinal);
  return argument ? tern_build_value(b, TERN_LLVM(ADDRSPACECAST), .operands = TERN_VALUES(argument),
                                     .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_KERNEL_SPACE_GENERIC)))
                  : NULL;
}

static bool convert_placeholder(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_dispatch_convert_placeholder(op, operands, conversion, cast_base);
}

static tern_value_t *build_wide(tern_builder_t *b, tern_value_t *low, tern_value_t *high) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *words[] = {low, high};
  for (size_t i = 0; i < 2; ++i) {
    words[i] = tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(words[i]), .types = TERN_TYPES(i64));
  }
  words[1] = tern_build_value(b, TERN_LLVM(SHL), .operands = TERN_VALUES(words[1], tern_llvm_build_int(b, i64, 32)),
                              .types = TERN_TYPES(i64));
  return tern_build_value(b, TERN_LLVM(OR), .operands = {words, 2}, .types = TERN_TYPES(i64));
}

// Words of push constants are put together to what is wider, the low word first.
static bool convert_load_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type, *converted = tern_llvm_convert_type(type);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  const tern_op_t *kernel = tern_op_parent_of(op, TERN_LLVM(FUNC));
  if (!kernel || !converted) return false;
  size_t first, words;
  count_arguments(kernel, &first, &words);
  first += (size_t)tern_integer_attr_value(tern_op_attr(op, "offset"));
  tern_value_t *word = kernel_argument(op, first);
  if (!word) return false;
  if (tern_type_is_index(type)) {
    return tern_conversion_replace_value(
        conversion, op, tern_build_value(b, TERN_LLVM(ZEXT), .operands = TERN_VALUES(word), .types = TERN_TYPES(i64)));
  }
  uint32_t width = tern_type_bit_width(converted);
  if (width > 64 || (width > 32 && width < 64)) return false;
  if (width == 64) {
    tern_value_t *high = kernel_argument(op, first + 1);
    if (!high) return false;
    word = build_wide(b, word, high);
  } else if (width < 32) {
    word = tern_build_value(b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(word),
                            .types = TERN_TYPES(tern_i_type_get(b->context, width)));
  }
  if (word->type != converted) {
    word = tern_build_value(b, TERN_LLVM(BITCAST), .operands = TERN_VALUES(word), .types = TERN_TYPES(converted));
  }
  return tern_conversion_replace_value(conversion, op, word);
}

static bool convert_workgroup_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  size_t dimension = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return tern_conversion_replace_value(
      conversion, op, tern_kernel_build_register(builder_of(conversion), TERN_NVVM(READ_PTX_SREG_CTAID_X), dimension));
}

static bool convert_workgroup_count(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  size_t dimension = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return tern_conversion_replace_value(
      conversion, op, tern_kernel_build_register(builder_of(conversion), TERN_NVVM(READ_PTX_SREG_NCTAID_X), dimension));
}

static bool convert_workgroup_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  size_t dimension = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return tern_conversion_replace_value(
      conversion, op, tern_kernel_build_register(builder_of(conversion), TERN_NVVM(READ_PTX_SREG_NTID_X), dimension));
}

// --- functions ---

// What a kernel says of itself stays with it: to ptxas, and to the host that launches it.
static void copy_attributes(const tern_op_t *op, tern_op_t *func) {
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    const tern_attr_t *attr = tern_dictionary_attr_at(op->attrs, i);
    if (tern_str_equal_cstr(name, TERN_KERNEL_CLUSTER_ATTR)) {
      tern_op_set_attr(func, "nvvm.cluster_dim", attr);
    } else if (tern_str_starts_with(name, TERN_STR("nvvm.")) || tern_str_starts_with(name, TERN_STR("hal.kernel_"))) {
      tern_op_set_attr_str(func, name, attr);
    }
  }
  int32_t size[3];
  const tern_attr_t *abi = tern_op_attr(op, "spirv.entry_point_abi");
  if (tern_attr_is_spirv(abi, TERN_SPIRV_ATTR_ENTRY_POINT_ABI) &&
      tern_spirv_entry_point_abi_workgroup_size(abi, size)) {
    tern_op_set_attr(func, "nvvm.reqntid", tern_dense_i32_array_attr_get(op->loc->context, size, 3));
  }
}

// What a kernel takes: addresses, words, and tensor maps, each in an array of its own type.
typedef struct arguments {
  size_t bindings, words, maps;
} arguments_t;

static const tern_type_t *type_of_argument(tern_context_t *context, const arguments_t *arguments, size_t index) {
  if (index < arguments->bindings) return tern_llvm_ptr_type(context, TERN_KERNEL_SPACE_GLOBAL);
  if (index < arguments->bindings + arguments->words) return tern_i_type_get(context, 32);
  return tern_llvm_ptr_type(context, TERN_KERNEL_SPACE_GENERIC);
}

// Attributes of all arguments: those of tensor maps are read-only copies that the hardware reads in the memory of the
// parameters.
static const tern_attr_t *attrs_of_arguments(tern_context_t *context, const arguments_t *arguments) {
  const tern_type_t *bytes = tern_llvm_array_type(tern_i_type_get(context, 8), TENSOR_MAP_BYTES);
  const tern_named_attr_t entries[] = {
      {"llvm.align", tern_integer_attr_get(tern_i_type_get(context, 64), TENSOR_MAP_ALIGNMENT)},
      {"llvm.byval", tern_type_attr_get(bytes)},
      {"nvvm.grid_constant", tern_unit_attr_get(context)},
  };
  const tern_attr_t *none = tern_dictionary_attr_get(context, NULL, 0);
  const tern_attr_t *of_map = tern_dictionary_attr_get(context, entries, sizeof entries / sizeof entries[0]);
  size_t count = arguments->bindings + arguments->words + arguments->maps;
  const tern_attr_t **attrs = tern_realloc_array(NULL, count + 1, sizeof *attrs);
  for (size_t i = 0; i < count; ++i) attrs[i] = i < arguments->bindings + arguments->words ? none : of_map;
  const tern_attr_t *result = tern_array_attr_get(context, attrs, count);
  free(attrs);
  return result;
}

static bool convert_kernel(tern_op_t *op, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  arguments_t arguments = {.maps = tern_op_body(op, 0)->arg_count};
  count_arguments(op, &arguments.bindings, &arguments.words);
  size_t count = arguments.bindings + arguments.words + arguments.maps;
  const tern_type_t **inputs = tern_realloc_array(NULL, count + 1, sizeof *inputs);
  for (size_t i = 0; i < count; ++i) inputs[i] = type_of_argument(b->context, &arguments, i);
  const tern_type_t *type = tern_llvm_func_type(tern_llvm_void_type(b->context), (tern_types_t){inputs, count}, false);
  tern_op_t *func = tern_build(
      b, TERN_LLVM(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"function_type", tern_type_attr_get(type)},
                          {"nvvm.kernel", tern_unit_attr_get(b->context)}));
  if (arguments.maps) tern_op_set_attr(func, "arg_attrs", attrs_of_arguments(b->context, &arguments));
  copy_attributes(op, func);
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  bool is_converted = tern_conversion_convert_region_types(conversion, &func->regions[0]);
  // Tensor maps are arguments already; what comes before them is not.
  for (size_t i = 0; i < count - arguments.maps && is_converted; ++i) {
    tern_block_insert_arg(tern_op_body(func, 0), i, inputs[i], op->loc);
  }
  free(inputs);
  if (is_converted) tern_conversion_erase(conversion, op);
  return is_converted;
}

// Are all arguments tensor maps for which there are rows?
static bool takes_tensor_maps(const tern_op_t *op, tern_types_t inputs) {
  const tern_attr_t *rows = tern_op_attr(op, TERN_KERNEL_TENSOR_MAPS_ATTR);
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_type_is_nvgpu(inputs.values[i], TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR)) return false;
  }
  return inputs.count == (rows && rows->kind == TERN_ATTR_ARRAY ? tern_array_attr_count(rows) : 0);
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  if (tern_op_attr(op, "spirv.entry_point_abi") && tern_op_body(op, 0)) {
    if (tern_function_type_result_count(type) == 0 && takes_tensor_maps(op, tern_function_type_inputs(type))) {
      return convert_kernel(op, conversion);
    }
    tern_op_error(op, "is a kernel but has arguments or results");
    tern_emit_note(op->loc, "a kernel reads and writes bindings of the hal.interface");
    return false;
  }
  const tern_type_t *converted = tern_llvm_convert_type(type);
  if (!converted) return false;
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *func =
      tern_build(b, TERN_LLVM(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS(
                     {"sym_name", tern_op_attr(op, "sym_name")}, {"function_type", tern_type_attr_get(converted)},
                     {"linkage", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL)}));
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  if (visibility) tern_op_set_attr(func, "sym_visibility", visibility);
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  if (!tern_conversion_convert_region_types(conversion, &func->regions[0])) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (operands.count > 1) return false;
  tern_build(builder_of(conversion), TERN_LLVM(RETURN), .operands = operands);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = op->result_count ? tern_llvm_convert_type(tern_op_result(op, 0)->type) : NULL;
  if (op->result_count > 1 || (op->result_count && !type)) return false;
  tern_op_t *call = tern_llvm_build_call(builder_of(conversion), tern_op_attr(op, "callee"), operands, type);
  tern_value_t *result = op->result_count ? tern_op_result(call, 0) : NULL;
  tern_conversion_replace(conversion, op, (tern_values_t){&result, op->result_count});
  return true;
}

const tern_conversion_pattern_t tern_kernel_interface_patterns[] = {
    {"func", TERN_FUNC(FUNC), 1, convert_function},
    {"return", TERN_FUNC(RETURN), 1, convert_return},
    {"call", TERN_FUNC(CALL), 1, convert_call},
    {"placeholder", TERN_IREE(PLACEHOLDER), 1, convert_placeholder},
    {"load-constant", TERN_HAL(INTERFACE_LOAD_CONSTANT), 1, convert_load_constant},
    {"workgroup-id", TERN_HAL(INTERFACE_WORKGROUP_ID), 1, convert_workgroup_id},
    {"workgroup-count", TERN_HAL(INTERFACE_WORKGROUP_COUNT), 1, convert_workgroup_count},
    {"workgroup-size", TERN_HAL(INTERFACE_WORKGROUP_SIZE), 1, convert_workgroup_size},
    {0},
};
