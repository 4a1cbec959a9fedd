// --convert-gpu-to-rocdl: kernels in a gpu.module to the rocdl and llvm dialects, for AMD's GPUs (upstream:
// LowerGpuOpsToROCDLOps). What is beside the gpu ops goes with it, in one conversion.
//
//   gpu.func @k() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
//     %x = gpu.thread_id x
// becomes
//   llvm.func @k() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 32, 1, 1>, ...} {
//     %x = rocdl.workitem.id.x range <i32, 0, 32> : i32

#include "convert/gpu_to_llvm/rocdl/gpu_to_rocdl.h"

#include <stdio.h>

#include "base/arena.h"
#include "convert/llvm/run.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/rocdl/rocdl.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

// --- what AMD's GPUs are like ---

static const char data_layout[] =
    "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-"
    "p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:"
    "64-S32-A5-G1-ni:7:8:9";
enum { NARROW_SPACES = 1 << 2 | 1 << TERN_ROCDL_WORKGROUP | 1 << TERN_ROCDL_PRIVATE | 1 << 6 };  // as it says

static const tern_gpu_id_t ids[] = {
    {TERN_GPU(THREAD_ID), TERN_ROCDL(WORKITEM_ID_X), TERN_GPU_EXTENT_BLOCK, false},
    {TERN_GPU(BLOCK_ID), TERN_ROCDL(WORKGROUP_ID_X), TERN_GPU_EXTENT_GRID, false},
    {TERN_GPU(BLOCK_DIM), TERN_ROCDL(WORKGROUP_DIM_X), TERN_GPU_EXTENT_BLOCK, true},
    {TERN_GPU(GRID_DIM), TERN_ROCDL(GRID_DIM_X), TERN_GPU_EXTENT_GRID, true},
    {.row = NULL},
};

static bool find_address_space(const tern_attr_t *memory_space, void *user, unsigned *out_space) {
  (void)user;
  if (memory_space->kind != TERN_ATTR_ENUM || memory_space->row != TERN_GPU_ENUM(ADDRESS_SPACE)) return false;
  static const unsigned spaces[] = {
      [TERN_GPU_ADDRESS_SPACE_GLOBAL] = TERN_ROCDL_GLOBAL,
      [TERN_GPU_ADDRESS_SPACE_WORKGROUP] = TERN_ROCDL_WORKGROUP,
      [TERN_GPU_ADDRESS_SPACE_PRIVATE] = TERN_ROCDL_PRIVATE,
  };
  *out_space = spaces[tern_enum_attr_value(memory_space)];
  return true;
}

const tern_gpu_device_t tern_gpu_amd = {
    .private_space = TERN_ROCDL_PRIVATE,
    .workgroup_space = TERN_ROCDL_WORKGROUP,
    .kernel_attr = "rocdl.kernel",
    .block_size_attr = "rocdl.reqd_work_group_size",
    .format_space = TERN_ROCDL_CONSTANT,
    .ids = ids,
    .library_calls = tern_rocdl_library_calls,
    .address_space = find_address_space,
};

// --- barriers ---

static bool lower_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_build(&conversion->rewriter.builder, TERN_ROCDL(BARRIER), .operands = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

// --- tables ---

const tern_conversion_pattern_t tern_rocdl_gpu_patterns[] = {
    {"id", TERN_GPU(THREAD_ID), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_id},
    {"id", TERN_GPU(BLOCK_ID), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_id},
    {"id", TERN_GPU(BLOCK_DIM), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_id},
    {"id", TERN_GPU(GRID_DIM), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_id},
    {"barrier", TERN_GPU(BARRIER), 1, lower_barrier},
    {"return", TERN_GPU(RETURN), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_return},
    {"dynamic-shared-memory", TERN_GPU(DYNAMIC_SHARED_MEMORY), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_dynamic_memory},
    {"func", TERN_GPU(FUNC), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_func},
    {0},
};

const tern_conversion_pattern_t tern_rocdl_hip_patterns[] = {
    {"printf", TERN_GPU(PRINTF), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_printf_to_hip},
    {0},
};
static const tern_conversion_pattern_t opencl_patterns[] = {
    {"printf", TERN_GPU(PRINTF), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_printf_to_opencl},
    {0},
};

// How kernels print, by the option `runtime`.
static const struct {
  const char *name;
  const tern_conversion_pattern_t *patterns;
} runtimes[] = {{"HIP", tern_rocdl_hip_patterns}, {"OpenCL", opencl_patterns}};

static bool is_of_f32(const tern_op_t *op, void *user) {
  (void)user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type->kind == TERN_TYPE_F32) return true;
  }
  return false;
}

#define MATH(NAME) {.row = TERN_LLVM(INTR_##NAME), .legality = TERN_ILLEGAL}
static const tern_legality_entry_t entries[] = {
    {.row = TERN_FUNC(FUNC), .legality = TERN_ILLEGAL},
    {.dialect = "llvm", .legality = TERN_LEGAL},
    {.dialect = "rocdl", .legality = TERN_LEGAL},
    {.dialect = "gpu", .legality = TERN_ILLEGAL},
    // Intrinsics that LLVM would make calls of libm of; of these it has a form for f32.
    {.row = TERN_LLVM(INTR_EXP), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = is_of_f32},
    {.row = TERN_LLVM(INTR_LOG), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = is_of_f32},
    MATH(COS),
    MATH(EXP2),
    MATH(CEIL),
    MATH(FLOOR),
    {.row = TERN_LLVM(FREM), .legality = TERN_ILLEGAL},
    MATH(LOG10),
    MATH(LOG2),
    MATH(POW),
    MATH(SIN),
    {.row = TERN_GPU(YIELD), .legality = TERN_LEGAL},
    {.row = TERN_GPU(MODULE), .legality = TERN_LEGAL},
};
#undef MATH

// --- the pass ---

static void prepare_module(tern_op_t *module) {
  tern_context_t *context = tern_op_context(module);
  if (!tern_op_attr(module, "llvm.data_layout")) {
    tern_op_set_attr(module, "llvm.data_layout", tern_string_attr_get(context, tern_str_from_cstr(data_layout)));
  }
  for (tern_op_t *op = module->regions[0].first_block->first_op; op; op = op->next) {
    if (tern_op_is(op, TERN_FUNC(FUNC))) tern_op_set_attr(op, "llvm.emit_c_interface", tern_unit_attr_get(context));
  }
}

static tern_walk_result_t check_bare_pointers(tern_op_t *op, void *user) {
  bool *can_be_bare = user;
  if (!tern_op_is(op, TERN_GPU(FUNC))) return TERN_WALK_ADVANCE;
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(op, "function_type")));
  for (size_t i = 0; i < inputs.count; ++i) {
    const tern_type_t *input = inputs.values[i];
    if (input->kind == TERN_TYPE_UNRANKED_MEMREF) *can_be_bare = false;
    if (input->kind == TERN_TYPE_MEMREF && !tern_llvm_can_be_bare_ptr(input)) *can_be_bare = false;
  }
  return *can_be_bare ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static bool check_options(tern_op_t *module, tern_pass_t *pass, tern_machine_t *machine) {
  const tern_attr_t *nowhere = tern_unknown_loc_get(tern_op_context(module));
  tern_str_t name = tern_pass_string(pass, "chipset");
  if (!tern_machine_read_amd(name, machine)) {
    tern_emit_error(nowhere, "Invalid chipset name: %.*s", (int)name.size, name.data);
    tern_emit_note(nowhere, "a chipset is gfx and its version: gfx906, gfx90a, gfx1100");
    return false;
  }
  bool can_be_bare = true;
  if (tern_pass_bool(pass, "use-bare-ptr-memref-call-conv"))
    tern_op_walk_pre(module, check_bare_pointers, &can_be_bare);
  return can_be_bare ||
         tern_emit_error(nowhere,
                         "bare pointer calling convention requires all memrefs to have static shape and use the "
                         "identity map");
}

// A size of blocks that is known is the flat size, too, so that LLVM does not assume its own.
static void set_flat_sizes(tern_op_t *module) {
  for (tern_op_t *op = module->regions[0].first_block->first_op; op; op = op->next) {
    const tern_attr_t *sizes = tern_op_is(op, TERN_LLVM(FUNC)) ? tern_op_attr(op, tern_gpu_amd.block_size_attr) : NULL;
    if (!sizes || sizes->kind != TERN_ATTR_DENSE_ARRAY) continue;
    uint32_t flat = 1;
    for (size_t i = 0; i < tern_dense_array_attr_count(sizes); ++i) {
      flat *= (uint32_t)tern_dense_array_attr_int(sizes, i);
    }
    char text[32];
    snprintf(text, sizeof text, "%u,%u", flat, flat);
    tern_op_set_attr(op, "rocdl.flat_work_group_size",
                     tern_string_attr_get(tern_op_context(op), tern_str_from_cstr(text)));
  }
}

static bool convert(tern_op_t *module, tern_pass_t *pass, tern_rocdl_lowering_t *rocdl) {
  tern_llvm_pattern_set_t set = {0};
  tern_llvm_pattern_set_add(&set, tern_rocdl_gpu_patterns);
  tern_str_t runtime = tern_pass_string(pass, "runtime");
  for (size_t i = 0; i < sizeof runtimes / sizeof runtimes[0]; ++i) {
    if (tern_str_equal_cstr(runtime, runtimes[i].name)) tern_llvm_pattern_set_add(&set, runtimes[i].patterns);
  }
  tern_llvm_pattern_set_add(&set, tern_rocdl_lane_patterns);
  if (rocdl->machine.has_clamp) tern_llvm_pattern_set_add(&set, tern_rocdl_clamp_patterns);
  tern_gpu_add_library_patterns(&set, tern_rocdl_library_calls);
  const tern_str_t *allowed;
  size_t allowed_count = tern_pass_string_list(pass, "allowed-dialects", &allowed);
  bool is_converted = tern_gpu_add_dialect_patterns(&set, module, true, allowed, allowed_count);
  is_converted =
      is_converted && tern_gpu_apply_patterns(module, &set, &rocdl->gpu, entries, sizeof entries / sizeof entries[0]);
  tern_vec_deinitialize(&set);
  return is_converted;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_rocdl_lowering_t rocdl = {.gpu = {.target = &tern_gpu_amd}};
  tern_llvm_options_t options = {
      .index_width = (unsigned)tern_pass_int(pass, "index-bitwidth"),
      .use_bare_ptr = tern_pass_bool(pass, "use-bare-ptr-memref-call-conv"),
      .narrow_spaces = NARROW_SPACES,
      .address_space = find_address_space,
  };
  prepare_module(module);
  if (!check_options(module, pass, &rocdl.machine) || !tern_gpu_rewrite_module(module, false)) return false;
  tern_rocdl_promote_shuffles(module, &rocdl.machine);
  tern_llvm_lowering_initialize(&rocdl.gpu.lowering, module, &options);
  if (!convert(module, pass, &rocdl)) return false;
  set_flat_sizes(module);
  return true;
}

static const char *const runtime_names[] = {"unknown", "HIP", "OpenCL", NULL};
static const tern_option_def_t options[] = {
    {.name = "chipset", .kind = TERN_OPTION_STRING, .default_text = "gfx000", .help = "The processor, such as gfx90a"},
    TERN_LLVM_INDEX_BITWIDTH_OPTION,
    TERN_GPU_BARE_POINTER_OPTION,
    {.name = "runtime",
     .kind = TERN_OPTION_STRING,
     .default_text = "unknown",
     .help = "Whose runtime prints: HIP, OpenCL, or unknown",
     .choices = runtime_names},
    TERN_GPU_ALLOWED_DIALECTS_OPTION,
};
static const tern_dialect_t *const dialects[] = {TERN_GPU_MADE_DIALECTS, &tern_rocdl_dialect, NULL};

const tern_pass_def_t tern_convert_gpu_to_rocdl_pass = {
    .flag = "convert-gpu-to-rocdl",
    .name = "ConvertGpuOpsToROCDLOps",
    .anchor = "gpu.module",
    .summary = "Make kernels for AMD's GPUs, in llvm and rocdl, of gpu.modules",
    .description =
        "Functions of the gpu.module become llvm.func, kernels with rocdl.kernel and the size of a block that is "
        "known; buffers in workgroup memory become globals of address space 3. Ids become rocdl ops, shuffles "
        "ds_bpermute, broadcasts readlane, math calls of OCML where LLVM has no form of its own. arith, cf, complex, "
        "func, index, math, memref, ub and vector are converted with it, or those of `allowed-dialects`.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
