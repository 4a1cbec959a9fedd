// --convert-gpu-to-spirv: each gpu.module becomes a spirv.module (upstream: GPUToSPIRVPass). The host's code stays, and so
// does the gpu.module that it launches kernels of.
//
//   gpu.module @kernels {                            spirv.module @__spv__kernels Logical GLSL450 {
//     gpu.func @k(%x: f32, %m: memref<12xf32>)         spirv.func @k(
//       kernel attributes {spirv.entry_point_abi         %x: f32 {spirv.interface_var_abi = <(0, 0), StorageBuffer>},
//         = ...} {                            ==>        %m: !spirv.ptr<...> {spirv.interface_var_abi = <(0, 1)>})
//                                                        "None" attributes {spirv.entry_point_abi = ...} {
//
// For Vulkan the new module stands before the old one. For OpenCL it stands in it, and of a kernel there remains its
// signature. A copy is converted, so that a failure leaves the program as it was. A module without a gpu.module has the
// ops of gpu converted where they are.

#include "base/vec.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

#define MODULE_PREFIX "__spv__"
#define ENTRY_POINT_ABI "spirv.entry_point_abi"
#define INTERFACE_VAR_ABI "spirv.interface_var_abi"

// --- interfaces of kernels ---

// What is said of argument `index`, or NULL.
static const tern_attr_t *given_abi(const tern_op_t *func, size_t index) {
  const tern_attr_t *all = tern_op_attr(func, "arg_attrs");
  if (!all) return NULL;
  return tern_dictionary_attr_lookup(tern_array_attr_at(all, index), tern_str_from_cstr(INTERFACE_VAR_ABI));
}

// Argument i is binding i of set 0; numbers are in buffers, too.
static const tern_attr_t *default_abi(const tern_type_t *type, size_t index) {
  bool is_number = tern_type_is_integer(type) || tern_type_is_float(type) || tern_type_is_index(type);
  uint64_t params[] = {0, index, is_number ? TERN_SPIRV_STORAGECLASS_STORAGEBUFFER : UINT32_MAX};
  return tern_dialect_attr_get(type->context, TERN_SPIRV_ATTR(INTERFACE_VAR_ABI), params, 3);
}

// Attributes of the arguments of the new function: all given, or none. NULL after a remark.
static const tern_attr_t *find_interface(const tern_op_t *func, tern_types_t inputs) {
  tern_context_t *context = tern_op_context(func);
  const tern_attr_t *old = tern_op_attr(func, "arg_attrs"), *none = tern_dictionary_attr_get(context, NULL, 0);
  TERN_VEC(const tern_attr_t *) attrs = {0};
  bool is_given = false, is_right = true;
  for (size_t i = 0; i < inputs.count; ++i) is_given = is_given || given_abi(func, i);
  for (size_t i = 0; i < inputs.count && is_right; ++i) {
    const tern_attr_t *abi = is_given ? given_abi(func, i) : default_abi(inputs.values[i], i);
    is_right = abi != NULL;
    if (!is_right) {
      tern_emit_remark(func->loc, "match failure: missing 'spirv.interface_var_abi' attribute at argument %zu", i);
      break;
    }
    const tern_attr_t *attrs_of_arg = old ? tern_array_attr_at(old, i) : none;
    tern_vec_push(&attrs, tern_dictionary_attr_with(context, attrs_of_arg, tern_str_from_cstr(INTERFACE_VAR_ABI), abi));
  }
  const tern_attr_t *result = is_right ? tern_array_attr_get(context, attrs.values, attrs.count) : NULL;
  tern_vec_deinitialize(&attrs);
  return result;
}

static const tern_attr_t *find_entry_point(const tern_op_t *op) {
  const tern_attr_t *abi = NULL;
  for (; op && !abi; op = tern_op_parent(op)) abi = tern_op_attr(op, ENTRY_POINT_ABI);
  return abi;
}

// --- functions ---

static void copy_attrs(const tern_op_t *from, tern_op_t *to) {
  static const char *const dropped[] = {"sym_name",   "function_type",          "arg_attrs",           "res_attrs",
                                        "gpu.kernel", "workgroup_attrib_attrs", "private_attrib_attrs"};
  const tern_attr_t *all = tern_op_attr_dictionary(from);
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(all, i));
    bool is_dropped = false;
    for (size_t d = 0; d < sizeof dropped / sizeof dropped[0]; ++d) {
      is_dropped = is_dropped || tern_str_equal_cstr(name, dropped[d]);
    }
    if (!is_dropped) tern_op_set_attr_str(to, name, tern_dictionary_attr_at(all, i));
  }
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  const tern_spirv_conversion_t *context = tern_spirv_conversion_of(conversion);
  tern_types_t inputs = tern_function_type_inputs(type);
  if (!tern_op_attr(op, "gpu.kernel")) return false;
  if (tern_function_type_result_count(type) > 0) {
    return tern_op_error(op, "has results; entry points of SPIR-V have none");
  }
  bool has_interface = !tern_spirv_target_has_capability(&context->target, TERN_SPIRV_CAPABILITY_KERNEL);
  const tern_attr_t *interface = has_interface ? find_interface(op, inputs) : NULL;
  if (has_interface && !interface) return false;
  const tern_attr_t *entry_point = find_entry_point(op);
  if (!entry_point) {
    tern_emit_remark(op->loc, "match failure: missing 'spirv.entry_point_abi' attribute");
    return false;
  }
  const tern_type_t *converted = tern_convert_type(conversion->converter, type);
  if (!converted) return tern_op_error(op, "has a signature that SPIR-V cannot have: '%s'", tern_type_text(type));
  const tern_attr_t *no_control = tern_enum_attr_get(converted->context, TERN_SPIRV_ENUM(FUNCTION_CONTROL), 0);
  tern_op_t *func = tern_build(
      &conversion->rewriter.builder, TERN_SPIRV(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"function_type", tern_type_attr_get(converted)},
                          {"function_control", no_control}));
  copy_attrs(op, func);
  if (has_interface && inputs.count > 0) tern_op_set_attr(func, "arg_attrs", interface);
  tern_op_set_attr(func, ENTRY_POINT_ABI, entry_point);
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  if (!tern_conversion_convert_region_types(conversion, &func->regions[0])) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (operands.count > 0) return false;
  tern_build(&conversion->rewriter.builder, TERN_SPIRV(RETURN), .operands = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_gpu_func_to_spirv_patterns[] = {
    {"gpu-func", TERN_GPU(FUNC), 1, convert_function},
    {"gpu-return", TERN_GPU(RETURN), 1, convert_return},
    {0},
};

// Buffers of a kernel, which are arguments of its body, as allocations.
static tern_walk_result_t allocate_buffers(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_GPU(FUNC)) || tern_region_is_empty(&op->regions[0])) return TERN_WALK_ADVANCE;
  tern_block_t *entry = op->regions[0].first_block;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  size_t first = tern_function_type_input_count(type), workgroup_count = tern_gpu_workgroup_buffer_count(op);
  tern_builder_t b = tern_builder_at_end(entry, op->loc);
  tern_builder_set_start(&b, entry);
  for (size_t i = first; i < entry->arg_count; ++i) {
    const tern_op_row_t *row = i - first < workgroup_count ? TERN_MEMREF(ALLOC) : TERN_MEMREF(ALLOCA);
    tern_value_t *memory =
        tern_build_value(&b, row, .segments = (int32_t[]){0, 0}, .types = TERN_TYPES(entry->args[i]->type));
    tern_value_replace_all_uses(entry->args[i], memory);
  }
  bool has_buffers = entry->arg_count > first;
  while (entry->arg_count > first) tern_block_erase_arg(entry, entry->arg_count - 1);
  if (has_buffers) {
    const tern_type_t *i64 = tern_i_type_get(b.context, 64);
    tern_op_set_attr(op, "workgroup_attributions", tern_integer_attr_get(i64, 0));
  }
  return TERN_WALK_SKIP;
}

// --- modules ---

// A spirv.module at the builder that has a copy of the gpu.module's body.
static tern_op_t *make_module(tern_builder_t *b, const tern_op_t *gpu_module, const tern_spirv_conversion_t *context,
                              bool is_kernel) {
  int64_t addressing = !is_kernel                 ? TERN_SPIRV_ADDRESSINGMODEL_LOGICAL
                       : context->use_64bit_index ? TERN_SPIRV_ADDRESSINGMODEL_PHYSICAL64
                                                  : TERN_SPIRV_ADDRESSINGMODEL_PHYSICAL32;
  if (!is_kernel &&
      tern_spirv_target_has_capability(&context->target, TERN_SPIRV_CAPABILITY_PHYSICALSTORAGEBUFFERADDRESSES)) {
    addressing = TERN_SPIRV_ADDRESSINGMODEL_PHYSICALSTORAGEBUFFER64;
  }
  int64_t memory = is_kernel ? TERN_SPIRV_MEMORYMODEL_OPENCL : TERN_SPIRV_MEMORYMODEL_GLSL450;
  tern_string_builder_t name = {0};
  tern_string_builder_append_cstr(&name, MODULE_PREFIX);
  tern_string_builder_append(&name, tern_symbol_name(gpu_module));
  tern_op_t *module = tern_build(
      b, TERN_SPIRV(MODULE), .regions = 1,
      .attrs = TERN_ATTRS(
          {"addressing_model", tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(ADDRESSING_MODEL), addressing)},
          {"memory_model", tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(MEMORY_MODEL), memory)},
          {"sym_name", tern_string_attr_get(b->context, tern_string_builder_view(&name))}));
  tern_string_builder_deinitialize(&name);
  const tern_attr_t *env = tern_spirv_target_attr_of(gpu_module);
  if (env) tern_op_set_attr(module, TERN_SPIRV_TARGET_ENV, env);
  tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&module->regions[0]), gpu_module->loc);
  tern_block_for_each_op(tern_op_body(gpu_module, 0), op) {
    if (op != module) tern_builder_clone(&inside, op, NULL);
  }
  return module;
}

// Of a kernel that went to a spirv.module in the same gpu.module, its signature remains.
static void leave_signatures(tern_op_t *gpu_module) {
  tern_op_list_t kernels = {0};
  tern_block_for_each_op(tern_op_body(gpu_module, 0), op) {
    if (tern_op_is(op, TERN_GPU(FUNC))) tern_vec_push(&kernels, op);
  }
  for (size_t i = 0; i < kernels.count; ++i) {
    tern_op_t *op = kernels.values[i];
    tern_builder_t b = tern_builder_before(op);
    const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
    tern_types_t inputs = tern_function_type_inputs(type);
    tern_op_t *func = tern_build(
        &b, TERN_FUNC(FUNC), .regions = 1,
        .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")}, {"function_type", tern_type_attr_get(type)},
                            {"gpu.kernel", tern_unit_attr_get(b.context)}));
    tern_block_t *entry = tern_region_add_block(&func->regions[0]);
    for (size_t a = 0; a < inputs.count; ++a) tern_block_add_arg(entry, inputs.values[a], op->loc);
    tern_builder_t end = tern_builder_at_end(entry, op->loc);
    tern_build(&end, TERN_FUNC(RETURN), .operands = {0});
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&kernels);
}

static bool convert_gpu_module(tern_op_t *gpu_module, bool use_64bit_index) {
  tern_spirv_conversion_t context = {
      .target = tern_spirv_target_env_of(gpu_module),
      .use_64bit_index = use_64bit_index,
      .follows_upstream = true,
  };
  bool is_kernel = tern_spirv_target_has_capability(&context.target, TERN_SPIRV_CAPABILITY_KERNEL);
  tern_builder_t b = tern_builder_before(gpu_module);
  if (is_kernel) tern_builder_set_start(&b, tern_op_body(gpu_module, 0));
  tern_op_t *module = make_module(&b, gpu_module, &context, is_kernel);
  tern_op_walk_pre(module, allocate_buffers, NULL);
  if (!tern_spirv_map_memory_spaces(module, is_kernel) ||
      !tern_spirv_convert_module(module, tern_gpu_func_to_spirv_patterns, &context)) {
    tern_op_destroy(module);
    return false;
  }
  if (is_kernel) leave_signatures(gpu_module);
  return true;
}

// --- the pass ---

static bool convert_in_place(tern_op_t *op, bool use_64bit_index) {
  static const tern_legality_entry_t entries[] = {
      {.dialect = "spirv", .legality = TERN_LEGAL},
      {.dialect = "gpu", .legality = TERN_ILLEGAL},
  };
  tern_spirv_conversion_t context = {.target = tern_spirv_target_env_of(op), .use_64bit_index = use_64bit_index};
  tern_conversion_target_t target = {.entries = entries, .entry_count = 2};
  tern_type_converter_t converter = tern_spirv_type_converter(&context);
  size_t count = 0;
  while (tern_gpu_to_spirv_patterns[count].rewrite) ++count;
  return tern_apply_partial_conversion(op, &target, tern_gpu_to_spirv_patterns, count, &converter, &context);
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  bool use_64bit_index = tern_pass_bool(pass, "use-64bit-index"), is_right = true;
  tern_op_list_t modules = tern_op_collect_row(op, TERN_OUTERMOST, TERN_GPU(MODULE));
  if (modules.count == 0) is_right = convert_in_place(op, use_64bit_index);
  for (size_t i = 0; i < modules.count && is_right; ++i) {
    is_right = convert_gpu_module(modules.values[i], use_64bit_index);
  }
  tern_vec_deinitialize(&modules);
  return is_right;
}

static const tern_option_def_t options[] = {
    {.name = "use-64bit-index", .kind = TERN_OPTION_BOOL, .help = "Integers for index have 64 bits"},
};
static const tern_dialect_t *const dialects[] = {&tern_spirv_dialect, &tern_func_dialect, NULL};

const tern_pass_def_t tern_convert_gpu_to_spirv_pass = {
    .flag = "convert-gpu-to-spirv",
    .name = "ConvertGPUToSPIRV",
    .anchor = "builtin.module",
    .summary = "Make spirv.modules of gpu.modules",
    .description =
        "Each gpu.module becomes a spirv.module of its name behind `__spv__`: before it for Vulkan, in it for OpenCL. "
        "Arguments of kernels get bindings unless they have some. Without a gpu.module, ops of gpu are converted where "
        "they are.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
