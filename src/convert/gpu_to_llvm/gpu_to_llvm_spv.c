// --convert-gpu-to-llvm-spv: the gpu ops of kernels to the llvm dialect, for a backend that makes SPIR-V of it (upstream:
// GPUToLLVMSPV). What OpenCL C has as functions is called by its mangled name; the other ops of a kernel stay.
//
//   gpu.func @k(%m: memref<4xf32>) workgroup(%w: memref<8xf32, #gpu.address_space<workgroup>>) kernel {
//     %x = gpu.thread_id x
// becomes
//   llvm.func spir_kernelcc @k(%m: !llvm.ptr<1>, ..., %w: !llvm.ptr<3> {llvm.noalias, ...}) {
//     %zero = llvm.mlir.constant(0 : i32) : i32
//     %x = llvm.call spir_funccc @_Z12get_local_idj(%zero) {no_unwind, will_return, ...} : (i32) -> i32

#include <stdio.h>

#include "asm/parser.h"
#include "base/vec.h"
#include "convert/gpu_to_llvm/common/common.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/spirv/spirv.h"
#include "pass/pass.h"

// --- what OpenCL is like ---

enum { PRIVATE, GLOBAL, CONSTANT, LOCAL };  // address spaces
enum { SPIR_FUNCTION = 75, SPIR_KERNEL = 76 };

static bool find_address_space(const tern_attr_t *memory_space, void *user, unsigned *out_space) {
  (void)user;
  if (memory_space->kind != TERN_ATTR_ENUM || memory_space->row != TERN_GPU_ENUM(ADDRESS_SPACE)) return false;
  static const unsigned spaces[] = {
      [TERN_GPU_ADDRESS_SPACE_GLOBAL] = GLOBAL,
      [TERN_GPU_ADDRESS_SPACE_WORKGROUP] = LOCAL,
      [TERN_GPU_ADDRESS_SPACE_PRIVATE] = PRIVATE,
  };
  *out_space = spaces[tern_enum_attr_value(memory_space)];
  return true;
}

static const tern_gpu_device_t opencl = {
    .private_space = PRIVATE,
    .workgroup_space = LOCAL,
    .block_size_attr = "reqd_work_group_size",
    .format_space = CONSTANT,
    .kernel_convention = SPIR_KERNEL,
    .function_convention = SPIR_FUNCTION,
    .print_function = "_Z6printfPU3AS2Kcz",
    .passes_workgroup_memory = true,
    .address_space = find_address_space,
};

// --- calls ---

// What is known of a function beside that it returns and does not unwind.
typedef enum function_kind { PLAIN, WITHOUT_MEMORY, CONVERGENT } function_kind_t;

static void set_kind(tern_op_t *op, function_kind_t kind) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *unit = tern_unit_attr_get(context);
  tern_op_set_attr(op, "CConv", tern_enum_attr_get(context, TERN_LLVM_ENUM(CCONV), SPIR_FUNCTION));
  tern_op_set_attr(op, "no_unwind", unit);
  tern_op_set_attr(op, "will_return", unit);
  if (kind == CONVERGENT) tern_op_set_attr(op, "convergent", unit);
  if (kind == WITHOUT_MEMORY) {
    tern_str_t text = TERN_STR(
        "#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, "
        "errnoMem = none, targetMem0 = none, targetMem1 = none>");
    tern_op_set_attr(op, "memory_effects", tern_parse_attr_text(context, text));
  }
}

// Calls the function `name`, declared in the module around `op`. NULL: it returns nothing.
static tern_value_t *call(tern_conversion_t *conversion, tern_op_t *op, const char *name, const tern_type_t *result,
                          tern_values_t args, function_kind_t kind) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *types[2];
  for (size_t i = 0; i < args.count; ++i) types[i] = args.values[i]->type;
  const tern_type_t *type =
      tern_llvm_func_type(result ? result : tern_llvm_void_type(b->context), (tern_types_t){types, args.count}, false);
  tern_op_t *function = tern_gpu_declare(b, tern_gpu_module_around(op), name, type);
  set_kind(function, kind);
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(b->context, tern_str_from_cstr(name));
  tern_op_t *made = tern_llvm_build_call(b, callee, args, result);
  set_kind(made, kind);
  return result ? tern_op_result(made, 0) : NULL;
}

static tern_value_t *make_i32(tern_conversion_t *conversion, int64_t value) {
  tern_builder_t *b = &conversion->rewriter.builder;
  return tern_llvm_make_int(b, tern_i_type_get(b->context, 32), value);
}

// --- ids and sizes ---

// Functions of a dimension.
static const struct {
  const tern_op_row_t *row;
  const char *name;
} launch_functions[] = {
    {TERN_GPU(BLOCK_ID), "_Z12get_group_idj"},    {TERN_GPU(GRID_DIM), "_Z14get_num_groupsj"},
    {TERN_GPU(BLOCK_DIM), "_Z14get_local_sizej"}, {TERN_GPU(THREAD_ID), "_Z12get_local_idj"},
    {TERN_GPU(GLOBAL_ID), "_Z13get_global_idj"},
};

static bool lower_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *index = tern_llvm_lowering_of(conversion)->index_type;
  size_t which = 0;
  while (!tern_op_is(op, launch_functions[which].row)) ++which;
  int64_t dimension = tern_enum_attr_value(tern_op_attr(op, "dimension"));
  tern_value_t *id = call(conversion, op, launch_functions[which].name, index,
                          TERN_VALUES(make_i32(conversion, dimension)), WITHOUT_MEMORY);
  return tern_conversion_replace_value(conversion, op, id);
}

static const struct {
  const tern_op_row_t *row;
  const char *name;
} subgroup_functions[] = {
    {TERN_GPU(SUBGROUP_ID), "_Z16get_sub_group_id"},
    {TERN_GPU(LANE_ID), "_Z22get_sub_group_local_id"},
    {TERN_GPU(NUM_SUBGROUPS), "_Z18get_num_sub_groups"},
    {TERN_GPU(SUBGROUP_SIZE), "_Z18get_sub_group_size"},
};

static bool lower_subgroup_query(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *index = tern_llvm_lowering_of(conversion)->index_type;
  size_t which = 0;
  while (!tern_op_is(op, subgroup_functions[which].row)) ++which;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *value = call(conversion, op, subgroup_functions[which].name, i32, (tern_values_t){0}, PLAIN);
  if (index != i32) value = tern_llvm_make(b, TERN_LLVM(ZEXT), index, TERN_VALUES(value));
  return tern_conversion_replace_value(conversion, op, value);
}

// --- barriers and shuffles ---

static bool lower_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  enum { FENCE_OF_LOCAL_AND_GLOBAL = 3 };
  call(conversion, op, "_Z7barrierj", NULL, TERN_VALUES(make_i32(conversion, FENCE_OF_LOCAL_AND_GLOBAL)), CONVERGENT);
  tern_conversion_erase(conversion, op);
  return true;
}

// How a type is written in a mangled name; NULL: there is no function for it.
static const char *mangle(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_F16: return "Dh";
    case TERN_TYPE_F32: return "f";
    case TERN_TYPE_F64: return "d";
    default: break;
  }
  switch (tern_type_is_signless(type) ? tern_type_bit_width(type) : 0) {
    case 8: return "c";
    case 16: return "s";
    case 32: return "i";
    case 64: return "l";
    default: return NULL;
  }
}

// The size of subgroups that the function around `op` asks for, or 0.
static int64_t subgroup_size_of(tern_op_t *op) {
  tern_op_t *function = tern_op_parent(op);
  while (function && !tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE)) function = tern_op_parent(function);
  const tern_attr_t *size = function ? tern_op_attr(function, "intel_reqd_sub_group_size") : NULL;
  return size && tern_attr_is_integer(size) ? tern_integer_attr_value(size) : 0;
}

static bool lower_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const char *const names[] = {"21sub_group_shuffle_xor", "22sub_group_shuffle_down", "20sub_group_shuffle_up",
                                      "17sub_group_shuffle"};
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *width = tern_value_constant(tern_op_operand(op, 2));
  int64_t subgroup_size = subgroup_size_of(op);
  if (subgroup_size <= 0 || !width || !tern_attr_is_integer(width) || tern_integer_attr_value(width) != subgroup_size)
    return false;
  tern_value_t *value = operands.values[0];
  const tern_type_t *type = value->type, *passed = type;
  if (type->kind == TERN_TYPE_BF16) passed = tern_i_type_get(b->context, 16);
  if (tern_type_is_i(type, 1)) passed = tern_i_type_get(b->context, 8);
  const char *suffix = mangle(passed);
  if (!suffix) return false;
  const tern_op_row_t *there = tern_type_is_i(type, 1) ? TERN_LLVM(ZEXT) : TERN_LLVM(BITCAST);
  const tern_op_row_t *back = tern_type_is_i(type, 1) ? TERN_LLVM(TRUNC) : TERN_LLVM(BITCAST);
  char name[64];
  snprintf(name, sizeof name, "_Z%s%sj", names[tern_enum_attr_value(tern_op_attr(op, "mode"))], suffix);
  if (passed != type) value = tern_llvm_make(b, there, passed, TERN_VALUES(value));
  tern_value_t *result = call(conversion, op, name, passed, TERN_VALUES(value, operands.values[1]), CONVERGENT);
  if (passed != type) result = tern_llvm_make(b, back, type, TERN_VALUES(result));
  const tern_type_t *i1 = tern_i_type_get(b->context, 1);
  tern_value_t *is_valid = tern_llvm_build_constant(b, i1, tern_bool_attr_get(b->context, true));
  tern_conversion_replace(conversion, op, TERN_VALUES(result, is_valid));
  return true;
}

static const tern_conversion_pattern_t patterns[] = {
    {"func", TERN_GPU(FUNC), 1, tern_gpu_lower_func},
    {"return", TERN_GPU(RETURN), 1, tern_gpu_lower_return},
    {"printf", TERN_GPU(PRINTF), 1, tern_gpu_lower_printf_to_opencl},
    {"barrier", TERN_GPU(BARRIER), 1, lower_barrier},
    {"shuffle", TERN_GPU(SHUFFLE), 1, lower_shuffle},
    {"id", TERN_GPU(BLOCK_ID), 1, lower_id},
    {"id", TERN_GPU(GRID_DIM), 1, lower_id},
    {"id", TERN_GPU(BLOCK_DIM), 1, lower_id},
    {"id", TERN_GPU(THREAD_ID), 1, lower_id},
    {"id", TERN_GPU(GLOBAL_ID), 1, lower_id},
    {"subgroup", TERN_GPU(SUBGROUP_ID), 1, lower_subgroup_query},
    {"subgroup", TERN_GPU(LANE_ID), 1, lower_subgroup_query},
    {"subgroup", TERN_GPU(NUM_SUBGROUPS), 1, lower_subgroup_query},
    {"subgroup", TERN_GPU(SUBGROUP_SIZE), 1, lower_subgroup_query},
};
enum { PATTERN_COUNT = sizeof patterns / sizeof patterns[0] };

// --- memory without a space is global memory ---

static const tern_type_t *with_space(const tern_type_t *type);

static const tern_type_t *function_with_spaces(const tern_type_t *type) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) tern_vec_push(&types, with_space(inputs.values[i]));
  for (size_t i = 0; i < results.count; ++i) tern_vec_push(&types, with_space(results.values[i]));
  const tern_type_t *result = tern_function_type_get(type->context, (tern_types_t){types.values, inputs.count},
                                                     (tern_types_t){types.values + inputs.count, results.count});
  tern_vec_deinitialize(&types);
  return result;
}

static const tern_type_t *with_space(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_FUNCTION) return function_with_spaces(type);
  bool is_ranked = type->kind == TERN_TYPE_MEMREF;
  if ((!is_ranked && type->kind != TERN_TYPE_UNRANKED_MEMREF) || tern_memref_type_memory_space(type)) return type;
  const tern_attr_t *global = tern_integer_attr_get(tern_i_type_get(type->context, 64), GLOBAL);
  const tern_type_t *element = with_space(tern_type_element(type));
  if (!is_ranked) return tern_unranked_memref_type_get(element, global);
  return tern_memref_type_get(element, tern_type_dims(type), tern_type_rank(type), tern_memref_type_layout(type),
                              global);
}

static tern_walk_result_t give_spaces(tern_op_t *op, void *user) {
  (void)user;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_op_result(op, i)->type = with_space(tern_op_result(op, i)->type);
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) block->args[i]->type = with_space(block->args[i]->type);
    }
  }
  const tern_attr_t *all = tern_op_attr_dictionary(op);
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    const tern_attr_t *attr = tern_dictionary_attr_at(all, i);
    if (attr->kind != TERN_ATTR_TYPE) continue;
    const tern_type_t *type = with_space(tern_type_attr_value(attr));
    tern_op_set_attr_str(op, tern_ident_str(tern_dictionary_attr_name(all, i)), tern_type_attr_get(type));
  }
  return TERN_WALK_ADVANCE;
}

// --- the pass ---

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_legality_entry_t entries[PATTERN_COUNT + 1] = {{.dialect = "llvm", .legality = TERN_LEGAL}};
  for (size_t i = 0; i < PATTERN_COUNT; ++i) {
    entries[i + 1] = (tern_legality_entry_t){.row = patterns[i].row, .legality = TERN_ILLEGAL};
  }
  tern_gpu_lowering_t gpu = {.target = &opencl};
  tern_llvm_options_t options = {
      .index_width = tern_pass_bool(pass, "use-64bit-index") ? 64 : 32,
      .address_space = find_address_space,
  };
  tern_op_walk_pre(op, give_spaces, NULL);
  tern_llvm_lowering_initialize(&gpu.lowering, op, &options);
  tern_conversion_target_t target = {.entries = entries, .entry_count = PATTERN_COUNT + 1, .replaces_at_end = true};
  return tern_apply_partial_conversion(op, &target, patterns, PATTERN_COUNT, &gpu.lowering.converter, NULL);
}

static const tern_option_def_t options[] = {
    {.name = "use-64bit-index", .kind = TERN_OPTION_BOOL, .help = "Integers for index have 64 bits"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_spirv_dialect, NULL};

const tern_pass_def_t tern_convert_gpu_to_llvm_spv_pass = {
    .flag = "convert-gpu-to-llvm-spv",
    .name = "ConvertGpuOpsToLLVMSPVOps",
    .anchor = "gpu.module",
    .summary = "Make kernels for LLVM's SPIR-V backend of gpu.modules",
    .description =
        "Functions become llvm.func of OpenCL's calling conventions, buffers in workgroup memory arguments of theirs; "
        "ids, barriers, shuffles and printf become calls of OpenCL C's functions. Memory without a space is global "
        "memory.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
