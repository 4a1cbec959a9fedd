// --convert-to-spirv: the kernels of a dispatch module become one spirv.module, in one conversion.
//
//   func.func @main() attributes {spirv.entry_point_abi = ...}     spirv.module Logical GLSL450 requires #spirv.vce<...> {
//   func.func private @main_workgroup_count() ...            ==>     spirv.GlobalVariable ...
//                                                                    spirv.func @main() "None" { ... }
//                                                                    spirv.EntryPoint "GLCompute" @main, ...
//                                                                    spirv.ExecutionMode @main "LocalSize", 8, 8, 1
//                                                                  }
//                                                                  func.func private @main_workgroup_count() ...
//
// The kernels are copied into the new module and converted there, so that a failure leaves the program as it was.
// Linalg, and loops over what the workgroups and invocations share, must be gone.

#include "base/vec.h"
#include "convert/hal/abi.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/availability.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

#define ENTRY_POINT_ABI "spirv.entry_point_abi"
#define SCHEDULE "hal.entry_point_schedule"

// --- what is converted ---

// Functions of the host, and those that only say in which order kernels run, stay.
static bool is_kernel_code(const tern_op_t *op) {
  return tern_op_is(op, TERN_FUNC(FUNC)) && !tern_op_attr(op, TERN_HAL_WORKGROUP_COUNT_OF) &&
         !tern_op_attr(op, SCHEDULE) && !tern_region_is_empty(&op->regions[0]);
}

static bool check_function(const tern_op_t *func) {
  const tern_attr_t *abi = tern_op_attr(func, ENTRY_POINT_ABI);
  int32_t size[3];
  bool is_in_dispatch = tern_hal_module_interface(tern_op_parent(func)) != NULL;
  if (!abi && tern_symbol_visibility(func) == TERN_PUBLIC && is_in_dispatch) {
    tern_op_error(func, "is an entry point without a workgroup size");
    tern_emit_note(func->loc,
                   "--convert-to-gpu gives it one, as does `spirv.entry_point_abi = "
                   "#spirv.entry_point_abi<workgroup_size = [x, y, z]>`");
    return false;
  }
  if (abi && !tern_spirv_entry_point_abi_workgroup_size(abi, size)) {
    return tern_op_error(func, "has a #spirv.entry_point_abi without a workgroup size");
  }
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(func, "function_type"));
  if (abi && (tern_function_type_input_count(type) || tern_function_type_result_count(type))) {
    return tern_op_error(func,
                         "is an entry point with arguments or results; it reaches buffers by iree.placeholder and "
                         "numbers by hal.interface.load.constant");
  }
  return true;
}

// --- checks ---

static bool check_value(const tern_op_t *op, const tern_type_t *type, const tern_spirv_conversion_t *conversion) {
  if (type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_DIALECT) return true;
  if (tern_spirv_is_narrow_integer(type) && tern_spirv_carries_narrow_integers(op)) return true;
  const char *missing = tern_spirv_missing_capability(conversion, type);
  return !missing || tern_op_error(op,
                                   "has a value of type '%s', which takes the capability %s that the target does "
                                   "not have",
                                   tern_type_text(type), missing);
}

// Shaders have no libraries: what is called must be here.
static bool check_call(const tern_op_t *call) {
  const tern_op_t *program = tern_op_parent_of(call, TERN_BUILTIN(MODULE));
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(call, "callee"), 0);
  const tern_op_t *callee = program ? tern_symbol_lookup_in(program, name) : NULL;
  if (callee && is_kernel_code(callee)) return true;
  return tern_op_error(call, "calls @%.*s, which has no body", (int)name.size, name.data);
}

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  const tern_spirv_conversion_t *conversion = user;
  bool is_right = !tern_op_is(op, TERN_FUNC(CALL)) || check_call(op);
  if (tern_op_is(op, TERN_SCF(PARALLEL)) || tern_op_is(op, TERN_SCF(FORALL)) || tern_is_linalg(op)) {
    tern_op_error(op, "is work that is not dealt to invocations");
    tern_emit_note(op->loc, "run --convert-to-gpu first");
    return TERN_WALK_INTERRUPT;
  }
  for (size_t i = 0; i < op->operand_count && is_right; ++i) {
    is_right = check_value(op, tern_op_operand(op, i)->type, conversion);
  }
  for (size_t i = 0; i < op->result_count && is_right; ++i) {
    is_right = check_value(op, tern_op_result(op, i)->type, conversion);
  }
  return is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// A buffer of so many elements that 32 bits do not count them.
static tern_walk_result_t find_large_buffer(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_IREE(PLACEHOLDER))) return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t count = type->kind == TERN_TYPE_MEMREF ? tern_type_element_count(type) : 0;
  if (count < INT64_C(1) << 31) return TERN_WALK_ADVANCE;
  *(tern_op_t **)user = op;
  return TERN_WALK_INTERRUPT;
}

static bool choose_index_width(tern_op_t *module, bool is_wanted, tern_spirv_conversion_t *conversion) {
  bool has_64bit = tern_spirv_target_has_capability(&conversion->target, TERN_SPIRV_CAPABILITY_INT64);
  tern_op_t *large = NULL;
  tern_op_walk_pre(module, find_large_buffer, &large);
  conversion->use_64bit_index = is_wanted || (large && has_64bit);
  if (large && !has_64bit) {
    return tern_op_error(large,
                         "has 2^31 elements or more, which takes the capability Int64 that the target does not have");
  }
  return !is_wanted || has_64bit ||
         tern_op_error(module,
                       "is to have an index of 64 bits, which takes the capability Int64 that the target does "
                       "not have");
}

// --- after the conversion ---

typedef struct mention {
  tern_str_t names[2];
  bool is_found[2];
} mention_t;

static tern_walk_result_t find_mention(tern_op_t *op, void *user) {
  mention_t *mention = user;
  if (!tern_op_is(op, TERN_SPIRV(MLIR_ADDRESSOF))) return TERN_WALK_ADVANCE;
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(op, "variable"), 0);
  for (size_t i = 0; i < 2; ++i) mention->is_found[i] |= tern_str_equal(name, mention->names[i]);
  return mention->is_found[0] && mention->is_found[1] ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Does some function use both variables?
static bool are_used_together(tern_op_t *module, const tern_op_t *a, const tern_op_t *b) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    mention_t mention = {.names = {tern_symbol_name(a), tern_symbol_name(b)}};
    if (tern_op_is(op, TERN_SPIRV(FUNC)) && tern_op_walk_pre(op, find_mention, &mention) == TERN_WALK_INTERRUPT)
      return true;
  }
  return false;
}

// Variables of one binding are different views of it.
static void mark_aliases(tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    const tern_attr_t *binding = tern_op_attr(op, "binding");
    if (!tern_op_is(op, TERN_SPIRV(GLOBALVARIABLE)) || !binding) continue;
    tern_block_for_each_op(tern_op_body(module, 0), other) {
      if (other == op || !tern_op_is(other, TERN_SPIRV(GLOBALVARIABLE)) || tern_op_attr(other, "binding") != binding ||
          tern_op_attr(other, "descriptor_set") != tern_op_attr(op, "descriptor_set") ||
          !are_used_together(module, op, other)) {
        continue;
      }
      tern_op_set_attr(op, "aliased", tern_unit_attr_get(tern_op_context(op)));
    }
  }
}

// --- entry points ---

static tern_walk_result_t note_float_widths(tern_op_t *op, void *user) {
  uint32_t *widths = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (type->kind == TERN_TYPE_VECTOR) type = tern_type_element(type);
    if (tern_type_is_spirv_coop_matrix(type)) type = tern_spirv_element_type(type);
    if (tern_type_is_float(type) && type->kind != TERN_TYPE_BF16) *widths |= tern_type_bit_width(type);
  }
  return TERN_WALK_ADVANCE;
}

static void build_mode(tern_builder_t *b, const tern_attr_t *symbol, int64_t mode, const int32_t *values,
                       size_t count) {
  const tern_attr_t *numbers[3];
  for (size_t i = 0; i < count; ++i) numbers[i] = tern_integer_attr_get(tern_i_type_get(b->context, 32), values[i]);
  tern_build(
      b, TERN_SPIRV(EXECUTIONMODE),
      .attrs = TERN_ATTRS({"fn", symbol},
                          {"execution_mode", tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(EXECUTION_MODE), mode)},
                          {"values", tern_array_attr_get(b->context, numbers, count)}));
}

// What the CPU does with floats, where the target can be told to: keep signs of zero, infinities, NaN and denormals, and
// round to nearest.
static void build_float_modes(tern_builder_t *b, tern_op_t *func, const tern_attr_t *symbol,
                              const tern_spirv_conversion_t *conversion) {
  static const struct {
    uint32_t capability, mode;
  } rows[] = {
      {TERN_SPIRV_CAPABILITY_DENORMPRESERVE, TERN_SPIRV_EXECUTIONMODE_DENORMPRESERVE},
      {TERN_SPIRV_CAPABILITY_SIGNEDZEROINFNANPRESERVE, TERN_SPIRV_EXECUTIONMODE_SIGNEDZEROINFNANPRESERVE},
      {TERN_SPIRV_CAPABILITY_ROUNDINGMODERTE, TERN_SPIRV_EXECUTIONMODE_ROUNDINGMODERTE},
  };
  uint32_t widths = 0;
  tern_op_walk_pre(func, note_float_widths, &widths);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_spirv_target_has_capability(&conversion->target, rows[i].capability)) continue;
    for (int32_t width = 16; width <= 64; width *= 2) {
      if (widths & (uint32_t)width) build_mode(b, symbol, rows[i].mode, &width, 1);
    }
  }
}

static void build_entry_points(tern_op_t *module, const tern_spirv_conversion_t *conversion) {
  tern_builder_t b = tern_builder_at_end(tern_op_body(module, 0), module->loc);
  int64_t model = tern_spirv_target_is_kernel(&conversion->target) ? TERN_SPIRV_EXECUTIONMODEL_KERNEL
                                                                   : TERN_SPIRV_EXECUTIONMODEL_GLCOMPUTE;
  for (tern_op_t *op = tern_op_body(module, 0)->first_op; op; op = op->next) {
    int32_t size[3];
    const tern_attr_t *abi = tern_op_attr(op, ENTRY_POINT_ABI);
    if (!tern_op_is(op, TERN_SPIRV(FUNC)) || !tern_spirv_entry_point_abi_workgroup_size(abi, size)) continue;
    b.loc = op->loc;
    const tern_attr_t *symbol = tern_flat_symbol_ref_attr_get(b.context, tern_symbol_name(op));
    tern_build(
        &b, TERN_SPIRV(ENTRYPOINT),
        .attrs = TERN_ATTRS({"execution_model", tern_enum_attr_get(b.context, TERN_SPIRV_ENUM(EXECUTION_MODEL), model)},
                            {"fn", symbol}, {"interface", tern_array_attr_get(b.context, NULL, 0)}));
    build_mode(&b, symbol, TERN_SPIRV_EXECUTIONMODE_LOCALSIZE, size, 3);
    build_float_modes(&b, op, symbol, conversion);
    tern_op_set_attr(op, ENTRY_POINT_ABI, NULL);
  }
}

typedef struct usage {
  tern_op_t *module;
  tern_op_list_t functions;  // those that were walked
  tern_op_list_t variables;
} usage_t;

static void push_once(tern_op_list_t *list, tern_op_t *op) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == op) return;
  }
  tern_vec_push(list, op);
}

static tern_walk_result_t note_usage(tern_op_t *op, void *user) {
  usage_t *usage = user;
  bool is_address = tern_op_is(op, TERN_SPIRV(MLIR_ADDRESSOF)), is_call = tern_op_is(op, TERN_SPIRV(FUNCTIONCALL));
  if (!is_address && !is_call) return TERN_WALK_ADVANCE;
  const tern_attr_t *symbol = tern_op_attr(op, is_address ? "variable" : "callee");
  tern_op_t *used = tern_symbol_lookup_in(usage->module, tern_symbol_ref_attr_at(symbol, 0));
  if (used) push_once(is_address ? &usage->variables : &usage->functions, used);
  return TERN_WALK_ADVANCE;
}

// Bytes of a variable in workgroup memory, which has no layout: its elements one after the other.
static int64_t workgroup_bytes(const tern_op_t *variable) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(variable, "type"));
  if (tern_spirv_pointer_storage_class(type) != TERN_SPIRV_STORAGECLASS_WORKGROUP) return 0;
  const tern_type_t *array = tern_spirv_struct_member(tern_spirv_pointer_pointee(type), 0);
  const tern_type_t *element = tern_spirv_element_type(array);
  int64_t lanes = element->kind == TERN_TYPE_VECTOR ? tern_type_dim(element, 0) : 1;
  return tern_spirv_array_count(array) * lanes * (tern_type_bit_width(tern_type_element(element)) / 8);
}

// The interface of an entry point: inputs and outputs, and since v1.4 all variables that it uses.
static bool fill_interface(tern_op_t *module, tern_op_t *entry, bool has_all, int64_t max_workgroup_bytes) {
  usage_t usage = {.module = module};
  tern_op_t *func = tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(tern_op_attr(entry, "fn"), 0));
  push_once(&usage.functions, func);
  for (size_t i = 0; i < usage.functions.count; ++i) tern_op_walk_pre(usage.functions.values[i], note_usage, &usage);
  TERN_VEC(const tern_attr_t *) interface = {0};
  int64_t bytes = 0;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    bool is_used = false;
    for (size_t i = 0; i < usage.variables.count; ++i) is_used |= usage.variables.values[i] == op;
    if (!is_used) continue;
    bytes += workgroup_bytes(op);
    uint32_t storage_class = tern_spirv_pointer_storage_class(tern_type_attr_value(tern_op_attr(op, "type")));
    if (!has_all && storage_class != TERN_SPIRV_STORAGECLASS_INPUT && storage_class != TERN_SPIRV_STORAGECLASS_OUTPUT) {
      continue;
    }
    tern_vec_push(&interface, tern_flat_symbol_ref_attr_get(tern_op_context(op), tern_symbol_name(op)));
  }
  tern_op_set_attr(entry, "interface", tern_array_attr_get(tern_op_context(entry), interface.values, interface.count));
  tern_vec_deinitialize(&interface);
  tern_vec_deinitialize(&usage.functions);
  tern_vec_deinitialize(&usage.variables);
  return bytes <= max_workgroup_bytes ||
         tern_emit_error(func->loc, "'func.func' op takes %lld bytes of workgroup memory, but the target has %lld",
                         (long long)bytes, (long long)max_workgroup_bytes);
}

static bool finish_module(tern_op_t *module, const tern_spirv_conversion_t *conversion) {
  mark_aliases(module);
  tern_spirv_choose_memory_model(module);
  build_entry_points(module, conversion);
  if (!tern_spirv_module_update_vce(module, tern_spirv_target_vce(tern_op_context(module), &conversion->target)))
    return false;
  const tern_attr_t *vce = tern_op_attr(module, "vce_triple");
  tern_spirv_limits_t limits = tern_spirv_target_limits(&conversion->target);
  bool has_all = tern_attr_is_spirv(vce, TERN_SPIRV_ATTR_VCE) && vce->params[0] >= 4;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_SPIRV(ENTRYPOINT)) && !fill_interface(module, op, has_all, limits.shared_memory_size)) {
      return false;
    }
  }
  return true;
}

// --- the conversion ---

// A new spirv.module at the end of the program, with copies of the functions.
static tern_op_t *make_module(tern_op_t *program, const tern_op_list_t *functions,
                              const tern_spirv_conversion_t *context) {
  tern_builder_t b = tern_builder_before(functions->values[0]);
  b.loc = program->loc;
  bool is_kernel = tern_spirv_target_is_kernel(&context->target);
  int64_t addressing = !is_kernel                 ? TERN_SPIRV_ADDRESSINGMODEL_LOGICAL
                       : context->use_64bit_index ? TERN_SPIRV_ADDRESSINGMODEL_PHYSICAL64
                                                  : TERN_SPIRV_ADDRESSINGMODEL_PHYSICAL32;
  int64_t memory = is_kernel ? TERN_SPIRV_MEMORYMODEL_OPENCL : TERN_SPIRV_MEMORYMODEL_GLSL450;
  tern_op_t *module =
      tern_build(&b, TERN_SPIRV(MODULE), .regions = 1,
                 .attrs = TERN_ATTRS(
                     {"addressing_model", tern_enum_attr_get(b.context, TERN_SPIRV_ENUM(ADDRESSING_MODEL), addressing)},
                     {"memory_model", tern_enum_attr_get(b.context, TERN_SPIRV_ENUM(MEMORY_MODEL), memory)}));
  tern_builder_t inside = tern_builder_at_end(tern_region_add_block(&module->regions[0]), program->loc);
  for (size_t i = 0; i < functions->count; ++i) tern_builder_clone(&inside, functions->values[i], NULL);
  return module;
}

static bool convert_kernels(tern_op_t *program, const tern_op_list_t *functions, tern_spirv_conversion_t *context) {
  tern_op_t *module = make_module(program, functions, context);
  bool is_right = true;
  for (tern_op_t *func = tern_op_body(module, 0)->first_op; func && is_right; func = func->next) {
    if (!tern_op_is(func, TERN_FUNC(FUNC))) continue;
    is_right = tern_spirv_flatten_memory(func, context);
  }
  is_right = is_right && tern_spirv_convert_module(module, tern_hal_to_spirv_patterns, context) &&
             finish_module(module, context);
  if (!is_right) {
    tern_op_destroy(module);
    return false;
  }
  for (size_t i = 0; i < functions->count; ++i) tern_op_destroy(functions->values[i]);
  return true;
}

static bool convert_program(tern_op_t *program, bool is_wide) {
  tern_spirv_conversion_t context = {.target = tern_spirv_target_env_of(program)};
  tern_op_list_t functions = {0};
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(program, 0), op) {
    if (!is_right || !is_kernel_code(op)) continue;
    if (functions.count == 0) is_right = choose_index_width(program, is_wide, &context);
    is_right = is_right && check_function(op) && tern_op_walk_pre(op, check_op, &context) != TERN_WALK_INTERRUPT;
    tern_vec_push(&functions, op);
  }
  if (is_right && functions.count) is_right = convert_kernels(program, &functions, &context);
  tern_vec_deinitialize(&functions);
  return is_right;
}

static tern_walk_result_t collect_programs(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_BUILTIN(MODULE))) tern_vec_push((tern_op_list_t *)user, op);
  bool may_hold_modules =
      tern_op_is(op, TERN_BUILTIN(MODULE)) || tern_str_starts_with(tern_op_name(op), TERN_STR("hal."));
  return may_hold_modules ? TERN_WALK_ADVANCE : TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t programs = {0};
  tern_op_walk_pre(root, collect_programs, &programs);
  bool is_right = true;
  for (size_t i = 0; i < programs.count && is_right; ++i) {
    is_right = convert_program(programs.values[i], tern_pass_bool(pass, "use-64bit-index"));
  }
  tern_vec_deinitialize(&programs);
  return is_right;
}

static const tern_option_def_t options[] = {
    {.name = "use-64bit-index",
     .kind = TERN_OPTION_BOOL,
     .help = "make index i64; without it, i64 is taken if a buffer has 2^31 elements or more"},
};

static const tern_dialect_t *const dialects[] = {&tern_spirv_dialect, NULL};

const tern_pass_def_t tern_convert_to_spirv_pass = {
    .name = "ConvertToSPIRV",
    .flag = "convert-to-spirv",
    .anchor = "builtin.module",
    .summary = "Convert the kernels of each dispatch module to a spirv.module",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .leaves = TERN_FORM_NO_TENSORS | TERN_FORM_NO_LINALG | TERN_FORM_NO_SCF,
    .run = run,
};
