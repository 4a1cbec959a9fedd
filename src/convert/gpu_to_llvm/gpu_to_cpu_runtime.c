// --convert-gpu-to-cpu-runtime: kernels in a gpu.module to functions of the llvm dialect for the CPU, which
// libtern_cpu_gpu_runtime calls for each thread of each block (include/tern/gpu_kernel.h). What a kernel asks of its
// GPU becomes calls of that library.
//
//   gpu.func @k(%a: memref<4xf32>) kernel {
//     %x = gpu.thread_id x
// becomes
//   llvm.func @k.thread(%a0: !llvm.ptr, %a1: !llvm.ptr, ...) {
//     %x = llvm.call @tern_gpu_thread_id(%c0) : (i32) -> i64
//   ...
//   llvm.func @k(%params: !llvm.ptr) attributes {gpu.kernel} {
//     loads what each element of %params points to, and calls @k.thread

#include <stdio.h>

#include "base/arena.h"
#include "convert/gpu_to_llvm/common/common.h"
#include "convert/llvm/run.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/math/math.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static const tern_type_t *word(const tern_builder_t *b) { return tern_i_type_get(b->context, 32); }
static const tern_type_t *quad(const tern_builder_t *b) { return tern_i_type_get(b->context, 64); }
static const tern_type_t *pointer(const tern_builder_t *b) { return tern_llvm_ptr_type(b->context, 0); }

// A call of a function of the runtime; its result, or NULL for void.
static tern_value_t *call(tern_builder_t *b, tern_op_t *near, const char *name, const tern_type_t *result,
                          tern_values_t args) {
  const tern_type_t *types[4];
  for (size_t i = 0; i < args.count; ++i) types[i] = args.values[i]->type;
  if (!result) result = tern_llvm_void_type(b->context);
  const tern_type_t *type = tern_llvm_func_type(result, (tern_types_t){types, args.count}, false);
  return tern_llvm_make_call(b, tern_gpu_declare(b, tern_gpu_module_around(near), name, type), args);
}

// --- ids and sizes ---

// Which function gives it; NULL: a constant, as a cluster has one block.
typedef struct id_row {
  const tern_op_row_t *row;
  const char *function;
  int64_t constant;
} id_row_t;

static const id_row_t ids[] = {
    {TERN_GPU(THREAD_ID), "tern_gpu_thread_id", 0},
    {TERN_GPU(BLOCK_DIM), "tern_gpu_block_dim", 0},
    {TERN_GPU(BLOCK_ID), "tern_gpu_block_id", 0},
    {TERN_GPU(GRID_DIM), "tern_gpu_grid_dim", 0},
    {TERN_GPU(CLUSTER_ID), "tern_gpu_block_id", 0},
    {TERN_GPU(CLUSTER_DIM), "tern_gpu_grid_dim", 0},
    {TERN_GPU(CLUSTER_BLOCK_ID), NULL, 0},
    {TERN_GPU(CLUSTER_DIM_BLOCKS), NULL, 1},
    {TERN_GPU(LANE_ID), "tern_gpu_lane_id", 0},
    {TERN_GPU(SUBGROUP_ID), "tern_gpu_subgroup_id", 0},
    {TERN_GPU(SUBGROUP_SIZE), "tern_gpu_subgroup_size", 0},
    {TERN_GPU(NUM_SUBGROUPS), "tern_gpu_num_subgroups", 0},
};

static bool lower_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const id_row_t *id = ids;
  while (!tern_op_is(op, id->row)) ++id;
  if (!id->function)
    return tern_conversion_replace_value(conversion, op, tern_llvm_make_index(lowering, b, id->constant));
  const tern_attr_t *dimension = tern_op_attr(op, "dimension");
  tern_value_t *arg = dimension ? tern_llvm_make_int(b, word(b), tern_enum_attr_value(dimension)) : NULL;
  tern_value_t *value = call(b, op, id->function, quad(b), (tern_values_t){&arg, arg ? 1 : 0});
  if (tern_type_bit_width(lowering->index_type) < 64) {
    value = tern_llvm_make(b, TERN_LLVM(TRUNC), lowering->index_type, TERN_VALUES(value));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

// --- threads together ---

static bool lower_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  call(builder_of(conversion), op, "tern_gpu_barrier", NULL, (tern_values_t){0});
  tern_conversion_erase(conversion, op);
  return true;
}

// By mode of gpu.shuffle, a tern_gpu_shuffle_mode_t.
static const char *const shuffle_modes[] = {"xor", "up", "down", "idx"};

// Values are passed in 64 bits.
static bool lower_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *value = operands.values[0], *offset = operands.values[1], *width = operands.values[2];
  const tern_type_t *type = value->type;
  const char *mode = tern_enum_case_name(TERN_GPU_ENUM(SHUFFLE_MODE), tern_enum_attr_value(tern_op_attr(op, "mode")));
  int64_t number = 0;
  while (strcmp(shuffle_modes[number], mode) != 0) ++number;
  if (!tern_type_is_float(type) && !tern_type_is_signless(type)) return false;
  uint32_t bits = tern_type_bit_width(type);
  if (bits > 64) return false;
  const tern_type_t *integer = tern_i_type_get(b->context, bits);
  if (type != integer) value = tern_llvm_make(b, TERN_LLVM(BITCAST), integer, TERN_VALUES(value));
  if (bits < 64) value = tern_llvm_make(b, TERN_LLVM(ZEXT), quad(b), TERN_VALUES(value));
  tern_value_t *mode_value = tern_llvm_make_int(b, word(b), number), *nowhere = tern_llvm_make_zero(b, pointer(b));
  const tern_type_t *types[] = {quad(b), word(b), word(b), word(b), pointer(b)};
  tern_op_t *function = tern_gpu_declare(b, tern_gpu_module_around(op), "tern_gpu_shuffle",
                                         tern_llvm_func_type(quad(b), (tern_types_t){types, 5}, false));
  value = tern_llvm_make_call(b, function, TERN_VALUES(value, offset, width, mode_value, nowhere));
  if (bits < 64) value = tern_llvm_make(b, TERN_LLVM(TRUNC), integer, TERN_VALUES(value));
  if (type != integer) value = tern_llvm_make(b, TERN_LLVM(BITCAST), type, TERN_VALUES(value));
  tern_value_t *results[] = {value, NULL};
  if (tern_value_has_uses(tern_op_result(op, 1))) {
    // C's bool is a byte.
    tern_value_t *byte = call(b, op, "tern_gpu_shuffle_was_valid", tern_i_type_get(b->context, 8), (tern_values_t){0});
    results[1] = tern_llvm_make(b, TERN_LLVM(TRUNC), tern_i_type_get(b->context, 1), TERN_VALUES(byte));
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

// --- printing ---

// With C's promotions: floats as f64, narrow integers as i32.
static tern_value_t *promote(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *f64 = tern_float_type_get(b->context, TERN_TYPE_F64);
  uint32_t bits = tern_type_bit_width(value->type);
  if (tern_type_is_float(value->type) && bits < 64) return tern_llvm_make(b, TERN_LLVM(FPEXT), f64, TERN_VALUES(value));
  if (tern_type_is_signless(value->type) && bits < 32) {
    return tern_llvm_make(b, bits == 1 ? TERN_LLVM(ZEXT) : TERN_LLVM(SEXT), word(b), TERN_VALUES(value));
  }
  return value;
}

static bool lower_printf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_gpu_module_around(op);
  for (size_t i = 0; i < operands.count; ++i) {
    const tern_type_t *type = operands.values[i]->type;
    if (!tern_type_is_float(type) && !tern_type_is_signless(type)) return false;
  }
  tern_op_t *function =
      tern_gpu_declare(b, module, "tern_gpu_printf", tern_llvm_func_type(word(b), TERN_TYPES(pointer(b)), true));
  tern_value_t **values = tern_malloc((operands.count + 1) * sizeof *values);
  values[0] = tern_gpu_make_text(b, module, "printfFormat_", tern_string_attr_value(tern_op_attr(op, "format")), 0);
  for (size_t i = 0; i < operands.count; ++i) values[i + 1] = promote(b, operands.values[i]);
  tern_llvm_make_call(b, function, (tern_values_t){values, operands.count + 1});
  free(values);
  tern_conversion_erase(conversion, op);
  return true;
}

// --- workgroup memory ---

static bool lower_dynamic_memory(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(lowering, tern_op_result(op, 0)->type);
  if (!type) return false;
  tern_value_t *memory = call(b, op, "tern_gpu_dynamic_workgroup_memory", pointer(b), (tern_values_t){0});
  tern_value_t *size = call(b, op, "tern_gpu_dynamic_workgroup_size", quad(b), (tern_values_t){0});
  if (tern_type_bit_width(lowering->index_type) < 64) {
    size = tern_llvm_make(b, TERN_LLVM(TRUNC), lowering->index_type, TERN_VALUES(size));
  }
  tern_memref_descriptor_t descriptor = tern_memref_descriptor_poison(lowering, b, type);
  tern_memref_descriptor_set_allocated(&descriptor, memory);
  tern_memref_descriptor_set_aligned(&descriptor, memory);
  tern_memref_descriptor_set_constant_offset(&descriptor, 0);
  tern_memref_descriptor_set_size(&descriptor, 0, size);
  tern_memref_descriptor_set_constant_stride(&descriptor, 0, 1);
  return tern_conversion_replace_value(conversion, op, descriptor.value);
}

// --- after the conversion ---

// Buffers in workgroup memory are globals now, which all blocks would share. The global stays as the key by which the
// runtime knows the memory that a block has for it.
enum { LEAST_ALIGNMENT = 16 };

static const tern_op_t *workgroup_global(const tern_op_t *module, const tern_op_t *address) {
  tern_op_t *global = tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(tern_op_attr(address, "global_name"), 0));
  bool is_buffer = global && tern_str_starts_with(tern_symbol_name(global), TERN_STR("__wg_"));
  return is_buffer ? global : NULL;
}

static void give_memory(const tern_llvm_lowering_t *lowering, tern_op_t *op, const tern_op_t *global) {
  tern_builder_t b = tern_builder_after(op);
  const tern_attr_t *alignment = tern_op_attr(global, "alignment");
  int64_t least = alignment ? tern_integer_attr_value(alignment) : 0;
  tern_value_t *key = tern_op_result(op, 0);
  tern_value_t *size = tern_llvm_make_size_of(lowering, &b, tern_type_attr_value(tern_op_attr(global, "global_type")));
  if (size->type != quad(&b)) size = tern_llvm_make(&b, TERN_LLVM(ZEXT), quad(&b), TERN_VALUES(size));
  tern_value_t *align = tern_llvm_make_int(&b, quad(&b), least > LEAST_ALIGNMENT ? least : LEAST_ALIGNMENT);
  tern_value_t *memory = call(&b, op, "tern_gpu_workgroup_memory", pointer(&b), TERN_VALUES(key, size, align));
  tern_value_replace_all_uses(key, memory);
  tern_op_set_operand(tern_value_defining_op(memory), 0, key);
}

static void give_workgroup_memory(const tern_llvm_lowering_t *lowering, tern_op_t *module) {
  tern_op_list_t addresses = tern_op_collect_row(module, TERN_PREORDER, TERN_LLVM(MLIR_ADDRESSOF));
  for (size_t i = 0; i < addresses.count; ++i) {
    const tern_op_t *global = workgroup_global(module, addresses.values[i]);
    if (global) give_memory(lowering, addresses.values[i], global);
  }
  tern_vec_deinitialize(&addresses);
}

// The function that the runtime knows by the kernel's name: it takes the address of an array of addresses.
static void make_entry(tern_op_t *kernel) {
  tern_str_t name = tern_symbol_name(kernel);
  char *text = tern_malloc(name.size + 16);
  tern_str_t entry_name = tern_ident_str(tern_ident_get(tern_op_context(kernel), name));
  int size = snprintf(text, name.size + 16, "%.*s.thread", (int)name.size, name.data);
  tern_symbol_set_name(kernel, tern_str_make(text, (size_t)size));
  free(text);
  tern_op_t *entry = tern_llvm_make_packed_entry(kernel, entry_name);
  tern_op_set_attr(entry, "gpu.kernel", tern_op_attr(kernel, "gpu.kernel"));
  tern_op_set_attr(kernel, "gpu.kernel", NULL);
}

static void make_entries(tern_op_t *module) {
  for (tern_op_t *op = module->regions[0].first_block->first_op, *next; op; op = next) {
    next = op->next;
    bool is_kernel = tern_op_is(op, TERN_LLVM(FUNC)) && tern_op_attr(op, "gpu.kernel");
    if (is_kernel && op->regions[0].first_block) make_entry(op);
  }
}

// --- tables ---

#define FLOATS(NAME, FUNCTION) {.row = TERN_MATH(NAME), .f32 = FUNCTION "f", .f64 = FUNCTION}
// What LLVM has no intrinsic for. (The runtime offers these to objects.)
static const tern_gpu_library_call_t library_calls[] = {
    FLOATS(ACOSH, "acosh"), FLOATS(ASINH, "asinh"), FLOATS(ATANH, "atanh"), FLOATS(CBRT, "cbrt"), FLOATS(ERF, "erf"),
    FLOATS(ERFC, "erfc"),   FLOATS(EXPM1, "expm1"), FLOATS(LOG1P, "log1p"), {.row = NULL},
};
#undef FLOATS

static const tern_gpu_device_t cpu = {.library_calls = library_calls};

#define ID(NAME) {"id", TERN_GPU(NAME), TERN_GPU_PATTERN_BENEFIT, lower_id}
static const tern_conversion_pattern_t patterns[] = {
    ID(THREAD_ID),
    ID(BLOCK_DIM),
    ID(BLOCK_ID),
    ID(GRID_DIM),
    ID(CLUSTER_ID),
    ID(CLUSTER_DIM),
    ID(CLUSTER_BLOCK_ID),
    ID(CLUSTER_DIM_BLOCKS),
    ID(LANE_ID),
    ID(SUBGROUP_ID),
    ID(SUBGROUP_SIZE),
    ID(NUM_SUBGROUPS),
    {"barrier", TERN_GPU(BARRIER), TERN_GPU_PATTERN_BENEFIT, lower_barrier},
    {"shuffle", TERN_GPU(SHUFFLE), TERN_GPU_PATTERN_BENEFIT, lower_shuffle},
    {"printf", TERN_GPU(PRINTF), TERN_GPU_PATTERN_BENEFIT, lower_printf},
    {"dynamic-shared-memory", TERN_GPU(DYNAMIC_SHARED_MEMORY), TERN_GPU_PATTERN_BENEFIT, lower_dynamic_memory},
    {"return", TERN_GPU(RETURN), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_return},
    {"func", TERN_GPU(FUNC), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_func},
    {0},
};
#undef ID

static const tern_legality_entry_t entries[] = {
    {.row = TERN_FUNC(FUNC), .legality = TERN_ILLEGAL}, {.dialect = "llvm", .legality = TERN_LEGAL},
    {.dialect = "gpu", .legality = TERN_ILLEGAL},       {.row = TERN_GPU(YIELD), .legality = TERN_LEGAL},
    {.row = TERN_GPU(MODULE), .legality = TERN_LEGAL},
};

// --- the pass ---

// The CPU has one memory.
static bool only_address_space(const tern_attr_t *memory_space, void *user, unsigned *out_space) {
  (void)memory_space, (void)user;
  *out_space = 0;
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_llvm_options_t options = {
      .index_width = (unsigned)tern_pass_int(pass, "index-bitwidth"),
      .use_bare_ptr = tern_pass_bool(pass, "use-bare-ptr-memref-call-conv"),
      .address_space = only_address_space,
  };
  if (!tern_gpu_rewrite_module(module, true)) return false;
  tern_gpu_lowering_t gpu = {.target = &cpu};
  tern_llvm_lowering_initialize(&gpu.lowering, module, &options);
  tern_llvm_pattern_set_t set = {0};
  tern_llvm_pattern_set_add(&set, patterns);
  tern_gpu_add_library_patterns(&set, library_calls);
  bool is_converted = tern_gpu_add_dialect_patterns(&set, module, false, NULL, 0);
  tern_llvm_pattern_set_add(&set, tern_llvm_math_patterns);
  tern_llvm_pattern_set_add(&set, tern_llvm_assert_patterns);
  is_converted =
      is_converted && tern_gpu_apply_patterns(module, &set, &gpu, entries, sizeof entries / sizeof entries[0]);
  tern_vec_deinitialize(&set);
  if (!is_converted) return false;
  give_workgroup_memory(&gpu.lowering, module);
  make_entries(module);
  return true;
}

static const tern_option_def_t options[] = {
    TERN_LLVM_INDEX_BITWIDTH_OPTION,
    TERN_GPU_BARE_POINTER_OPTION,
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_gpu_to_cpu_runtime_pass = {
    .flag = "convert-gpu-to-cpu-runtime",
    .name = "ConvertGpuToCpuRuntime",
    .anchor = "gpu.module",
    .summary = "Kernels become functions for the CPU that libtern_cpu_gpu_runtime runs",
    .description =
        "For host code that calls upstream's GPU runtime on a machine without a GPU. Ids, barriers, shuffles and "
        "workgroup memory become calls of the functions of tern/gpu_kernel.h, buffers in workgroup memory are handed "
        "out by block, and each kernel gets an entry that takes an array of addresses of its parameters. Other "
        "dialects are converted with it.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
