// --convert-gpu-to-nvvm: kernels in a gpu.module to the nvvm and llvm dialects (upstream: LowerGpuOpsToNVVMOps). What is
// beside the gpu ops goes with it, in one conversion.
//
//   gpu.func @k(%a: memref<4xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
//     %x = gpu.thread_id x
// becomes
//   llvm.func @k(%a0: !llvm.ptr, %a1: !llvm.ptr, ...) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 1, 1>, ...} {
//     %x = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32

#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"

#include "base/arena.h"
#include "convert/llvm/run.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "pass/pass.h"

enum { WARP_SIZE = 32, APPROXIMATE = 64 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static tern_value_t *make_word(tern_builder_t *b, int64_t value) {
  return tern_llvm_make_int(b, tern_i_type_get(b->context, 32), value);
}

// --- what NVIDIA's GPUs are like ---

static const tern_gpu_id_t ids[] = {
    {TERN_GPU(THREAD_ID), TERN_NVVM(READ_PTX_SREG_TID_X), TERN_GPU_EXTENT_BLOCK, false},
    {TERN_GPU(BLOCK_DIM), TERN_NVVM(READ_PTX_SREG_NTID_X), TERN_GPU_EXTENT_BLOCK, true},
    {TERN_GPU(CLUSTER_ID), TERN_NVVM(READ_PTX_SREG_CLUSTERID_X), TERN_GPU_EXTENT_NONE, false},
    {TERN_GPU(CLUSTER_DIM), TERN_NVVM(READ_PTX_SREG_NCLUSTERID_X), TERN_GPU_EXTENT_NONE, true},
    {TERN_GPU(CLUSTER_BLOCK_ID), TERN_NVVM(READ_PTX_SREG_CLUSTER_CTAID_X), TERN_GPU_EXTENT_CLUSTER, false},
    {TERN_GPU(CLUSTER_DIM_BLOCKS), TERN_NVVM(READ_PTX_SREG_CLUSTER_NCTAID_X), TERN_GPU_EXTENT_CLUSTER, true},
    {TERN_GPU(BLOCK_ID), TERN_NVVM(READ_PTX_SREG_CTAID_X), TERN_GPU_EXTENT_GRID, false},
    {TERN_GPU(GRID_DIM), TERN_NVVM(READ_PTX_SREG_NCTAID_X), TERN_GPU_EXTENT_GRID, true},
    {.row = NULL},
};

bool tern_nvvm_address_space(const tern_attr_t *memory_space, void *user, unsigned *out_space) {
  (void)user;
  if (memory_space->kind != TERN_ATTR_ENUM || memory_space->row != TERN_GPU_ENUM(ADDRESS_SPACE)) return false;
  static const unsigned spaces[] = {
      [TERN_GPU_ADDRESS_SPACE_GLOBAL] = TERN_NVVM_GLOBAL,
      [TERN_GPU_ADDRESS_SPACE_WORKGROUP] = TERN_NVVM_SHARED,
      [TERN_GPU_ADDRESS_SPACE_PRIVATE] = TERN_NVVM_GENERIC,
  };
  *out_space = spaces[tern_enum_attr_value(memory_space)];
  return true;
}

const tern_gpu_device_t tern_gpu_nvidia = {
    .private_space = TERN_NVVM_GENERIC,
    .workgroup_space = TERN_NVVM_SHARED,
    .kernel_attr = "nvvm.kernel",
    .block_size_attr = "nvvm.maxntid",
    .cluster_size_attr = "nvvm.cluster_dim",
    .dynamic_memory_alignment = 16,
    .ids = ids,
    .library_calls = tern_nvvm_library_calls,
    .address_space = tern_nvvm_address_space,
};

// --- lanes of a warp ---

static bool lower_lane_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_attr_t *bound = tern_op_attr(op, "upper_bound");
  int64_t upper = bound ? tern_integer_attr_value(bound) : WARP_SIZE;
  tern_value_t *value =
      tern_build_value(b, TERN_NVVM(READ_PTX_SREG_LANEID), .types = TERN_TYPES(tern_i_type_get(b->context, 32)),
                       .attrs = TERN_ATTRS({"range", tern_gpu_range_attr(b->context, 0, upper)}));
  return tern_conversion_replace_value(conversion, op,
                                       tern_gpu_make_index_of_i32(tern_llvm_lowering_of(conversion), b, value));
}

static bool lower_subgroup_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  return tern_conversion_replace_value(conversion, op,
                                       tern_llvm_make_index(tern_llvm_lowering_of(conversion), b, WARP_SIZE));
}

// By mode of gpu.shuffle: xor, down, up, idx.
static int64_t shuffle_kind(const tern_op_t *op) {
  static const struct {
    const char *mode;
    int64_t kind;
  } kinds[] = {
      {"xor", TERN_NVVM_SHFL_KIND_BFLY},
      {"up", TERN_NVVM_SHFL_KIND_UP},
      {"down", TERN_NVVM_SHFL_KIND_DOWN},
      {"idx", TERN_NVVM_SHFL_KIND_IDX},
  };
  const char *mode = tern_enum_case_name(TERN_GPU_ENUM(SHUFFLE_MODE), tern_enum_attr_value(tern_op_attr(op, "mode")));
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (strcmp(kinds[i].mode, mode) == 0) return kinds[i].kind;
  }
  return -1;
}

// The width becomes the mask of the lanes that take part, and the last lane that may be read; of shuffles up, the first.
static bool lower_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i1 = tern_i_type_get(b->context, 1);
  tern_value_t *value = operands.values[0], *offset = operands.values[1], *width = operands.values[2];
  int64_t kind = shuffle_kind(op);
  // A register's worth: others are cut into words before.
  if (kind < 0 || (value->type != i32 && value->type->kind != TERN_TYPE_F32)) return false;
  tern_value_t *one = make_word(b, 1), *all = make_word(b, -1), *lanes = make_word(b, WARP_SIZE);
  tern_value_t *idle = tern_llvm_make(b, TERN_LLVM(SUB), i32, TERN_VALUES(lanes, width));
  tern_value_t *mask = tern_llvm_make(b, TERN_LLVM(LSHR), i32, TERN_VALUES(all, idle));
  tern_value_t *clamp = idle;
  if (kind != TERN_NVVM_SHFL_KIND_UP) clamp = tern_llvm_make(b, TERN_LLVM(SUB), i32, TERN_VALUES(width, one));
  bool asks_if_valid = tern_value_has_uses(tern_op_result(op, 1));
  const tern_type_t *type =
      asks_if_valid ? tern_llvm_struct_type(b->context, TERN_TYPES(value->type, i1), false) : value->type;
  const tern_named_attr_t attrs[] = {{"kind", tern_enum_attr_get(b->context, TERN_NVVM_ENUM(SHFL_KIND), kind)},
                                     {"return_value_and_is_valid", tern_unit_attr_get(b->context)}};
  tern_value_t *result = tern_build_value(b, TERN_NVVM(SHFL_SYNC), .operands = TERN_VALUES(mask, value, offset, clamp),
                                          .types = TERN_TYPES(type), .attrs = {attrs, asks_if_valid ? 2 : 1});
  tern_value_t *results[] = {result, NULL};
  for (int64_t i = 0; asks_if_valid && i < 2; ++i) results[i] = tern_llvm_make_extract(b, result, &i, 1);
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

// redux.sync of a whole warp. -1: it has no such reduction.
static int64_t redux_kind(int64_t reduction) {
  switch (reduction) {
    case TERN_GPU_REDUCE_ADD: return TERN_NVVM_REDUX_KIND_ADD;
    case TERN_GPU_REDUCE_MINSI:
    case TERN_GPU_REDUCE_MINNUMF: return TERN_NVVM_REDUX_KIND_MIN;
    case TERN_GPU_REDUCE_MAXSI:
    case TERN_GPU_REDUCE_MAXNUMF: return TERN_NVVM_REDUX_KIND_MAX;
    case TERN_GPU_REDUCE_AND: return TERN_NVVM_REDUX_KIND_AND;
    case TERN_GPU_REDUCE_OR: return TERN_NVVM_REDUX_KIND_OR;
    case TERN_GPU_REDUCE_XOR: return TERN_NVVM_REDUX_KIND_XOR;
    default: return -1;
  }
}

static bool lower_subgroup_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  int64_t kind = redux_kind(tern_enum_attr_value(tern_op_attr(op, "op")));
  tern_value_t *value = operands.values[0];
  if (kind < 0 || tern_op_attr(op, "cluster_size") || !tern_op_attr(op, "uniform") ||
      !tern_type_is_i(value->type, 32)) {
    return false;
  }
  tern_value_t *mask = make_word(b, -1);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(
          b, TERN_NVVM(REDUX_SYNC), .operands = TERN_VALUES(value, mask), .types = TERN_TYPES(value->type),
          .attrs = TERN_ATTRS({"kind", tern_enum_attr_get(b->context, TERN_NVVM_ENUM(REDUX_KIND), kind)})));
}

static bool lower_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_build(builder_of(conversion), TERN_NVVM(BARRIER0), .operands = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

// --- assertions ---

// Where an assertion stands, as __assertfail says it.
typedef struct assert_place {
  tern_str_t file, function;
  int64_t line;
} assert_place_t;

static const tern_attr_t *loc_param(const tern_attr_t *loc, size_t index) {
  return (const tern_attr_t *)(uintptr_t)loc->params[index];
}

static assert_place_t place_of(const tern_attr_t *loc) {
  assert_place_t place = {TERN_STR("(unknown)"), TERN_STR("(unknown)"), 0};
  while (loc->kind == TERN_ATTR_LOC_CALL_SITE) loc = loc_param(loc, 0);
  if (loc->kind == TERN_ATTR_LOC_NAME) {
    place.function = tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]);
    loc = loc_param(loc, 1);
  }
  if (loc->kind == TERN_ATTR_LOC_FILE) {
    place.file = tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]);
    place.line = (int64_t)loc->params[1];
  }
  return place;
}

static tern_op_t *assertfail_function(tern_builder_t *b, tern_op_t *module) {
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0), *i32 = tern_i_type_get(b->context, 32);
  const tern_type_t *type =
      tern_llvm_func_type(tern_llvm_void_type(b->context),
                          TERN_TYPES(pointer, pointer, i32, pointer, tern_i_type_get(b->context, 64)), false);
  tern_op_t *function = tern_gpu_declare(b, module, "__assertfail", type);
  const tern_attr_t *no_return = tern_string_attr_get(b->context, TERN_STR("noreturn"));
  tern_op_set_attr(function, "passthrough", tern_array_attr_get(b->context, &no_return, 1));
  return function;
}

// Goes on behind the assertion, or calls __assertfail, which prints message and place and ends the kernel.
static bool lower_assert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_gpu_module_around(op);
  tern_op_t *function = assertfail_function(b, module);
  tern_block_t *before = op->block;
  tern_block_t *failure = tern_conversion_split_block(conversion, op);
  tern_block_t *after = tern_conversion_split_block(conversion, op->next);
  tern_builder_set_end(b, before);
  tern_build(b, TERN_CF(COND_BR), .operands = TERN_VALUES(operands.values[0]), .segments = (int32_t[]){1, 0, 0},
             .successors = (tern_block_t *[]){after, failure}, .successor_count = 2);
  tern_builder_set_end(b, failure);
  tern_build(b, TERN_CF(BR), .successors = &after, .successor_count = 1);
  tern_builder_set_before(b, op);
  assert_place_t place = place_of(op->loc);
  tern_value_t *message =
      tern_gpu_make_text(b, module, "assert_message_", tern_string_attr_value(tern_op_attr(op, "msg")), 0);
  tern_value_t *file = tern_gpu_make_text(b, module, "assert_file_", place.file, 0);
  tern_value_t *name = tern_gpu_make_text(b, module, "assert_func_", place.function, 0);
  tern_value_t *line = make_word(b, place.line);
  tern_value_t *char_size = tern_llvm_make_int(b, tern_i_type_get(b->context, 64), 1);
  tern_llvm_make_call(b, function, TERN_VALUES(message, file, line, name, char_size));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- sincos, which has two results ---

// Two places on the stack, at the start of what allocations of `op` belong to.
static void make_places(const tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                        tern_value_t *places[2]) {
  const tern_op_t *scope = tern_op_parent(op);
  while (tern_op_parent(scope) && !tern_op_has_trait(scope, TERN_TRAIT_ALLOCATION_SCOPE)) scope = tern_op_parent(scope);
  tern_builder_t b = *builder;
  tern_builder_set_start(&b, scope->regions[0].first_block);
  b.loc = op->loc;
  tern_value_t *one = make_word(&b, 1);
  for (size_t i = 0; i < 2; ++i) places[i] = tern_llvm_make_alloca(&b, type, one);
}

static bool lower_sincos(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *value = operands.values[0], *places[2], *results[2];
  const tern_type_t *original = value->type, *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  bool is_narrow = original->kind == TERN_TYPE_F16 || original->kind == TERN_TYPE_BF16;
  const tern_type_t *type = is_narrow ? f32 : original;
  if (type != f32 && type->kind != TERN_TYPE_F64) return false;
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  bool is_fast = flags && (tern_enum_attr_value(flags) & APPROXIMATE) != 0;
  const char *name = type != f32 ? "__nv_sincos" : is_fast ? "__nv_fast_sincosf" : "__nv_sincosf";
  if (is_narrow) value = tern_llvm_make(b, TERN_LLVM(FPEXT), f32, TERN_VALUES(value));
  make_places(b, op, type, places);
  const tern_type_t *function_type =
      tern_llvm_func_type(tern_llvm_void_type(b->context), TERN_TYPES(type, pointer, pointer), false);
  tern_op_t *function = tern_gpu_library_function(b, op, name, function_type);
  if (!function) return false;
  tern_llvm_make_call(b, function, TERN_VALUES(value, places[0], places[1]));
  for (size_t i = 0; i < 2; ++i) results[i] = tern_llvm_make(b, TERN_LLVM(LOAD), type, TERN_VALUES(places[i]));
  for (size_t i = 0; i < 2 && is_narrow; ++i) {
    results[i] = tern_llvm_make(b, TERN_LLVM(FPTRUNC), original, TERN_VALUES(results[i]));
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

// --- tables ---

#define ID(NAME) {"id", TERN_GPU(NAME), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_id}
const tern_conversion_pattern_t tern_nvvm_gpu_patterns[] = {
    ID(THREAD_ID),
    ID(BLOCK_DIM),
    ID(CLUSTER_ID),
    ID(CLUSTER_DIM),
    ID(CLUSTER_BLOCK_ID),
    ID(CLUSTER_DIM_BLOCKS),
    ID(BLOCK_ID),
    ID(GRID_DIM),
    {"barrier", TERN_GPU(BARRIER), 1, lower_barrier},
    {"printf", TERN_GPU(PRINTF), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_printf_to_vprintf},
    {"assert", TERN_CF(ASSERT), TERN_GPU_PATTERN_BENEFIT, lower_assert},
    {"lane-id", TERN_GPU(LANE_ID), TERN_GPU_PATTERN_BENEFIT, lower_lane_id},
    {"subgroup-size", TERN_GPU(SUBGROUP_SIZE), TERN_GPU_PATTERN_BENEFIT, lower_subgroup_size},
    {"shuffle", TERN_GPU(SHUFFLE), TERN_GPU_PATTERN_BENEFIT, lower_shuffle},
    {"return", TERN_GPU(RETURN), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_return},
    {"dynamic-shared-memory", TERN_GPU(DYNAMIC_SHARED_MEMORY), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_dynamic_memory},
    {"func", TERN_GPU(FUNC), TERN_GPU_PATTERN_BENEFIT, tern_gpu_lower_func},
    {"sincos", TERN_MATH(SINCOS), TERN_GPU_PATTERN_BENEFIT, lower_sincos},
    {0},
};
#undef ID

const tern_conversion_pattern_t tern_nvvm_redux_patterns[] = {
    {"subgroup-reduce", TERN_GPU(SUBGROUP_REDUCE), 1, lower_subgroup_reduce},
    {0},
};

// --- the pass ---

#define MATH(NAME) {.row = TERN_LLVM(INTR_##NAME), .legality = TERN_ILLEGAL}
static const tern_legality_entry_t entries[] = {
    {.row = TERN_FUNC(FUNC), .legality = TERN_ILLEGAL},
    {.row = TERN_CF(ASSERT), .legality = TERN_ILLEGAL},
    {.dialect = "llvm", .legality = TERN_LEGAL},
    {.dialect = "nvvm", .legality = TERN_LEGAL},
    {.dialect = "gpu", .legality = TERN_ILLEGAL},
    // Intrinsics that LLVM would make calls of libm of.
    MATH(COPYSIGN),
    MATH(COS),
    MATH(EXP),
    MATH(EXP2),
    MATH(FABS),
    MATH(CEIL),
    MATH(FLOOR),
    {.row = TERN_LLVM(FREM), .legality = TERN_ILLEGAL},
    MATH(LOG),
    MATH(LOG10),
    MATH(LOG2),
    MATH(POW),
    MATH(ROUNDEVEN),
    MATH(ROUND),
    MATH(SIN),
    MATH(SQRT),
    {.row = TERN_GPU(YIELD), .legality = TERN_LEGAL},
    {.row = TERN_GPU(MODULE), .legality = TERN_LEGAL},
};
#undef MATH

static void ask_for_wrappers(tern_op_t *module) {
  const tern_attr_t *unit = tern_unit_attr_get(tern_op_context(module));
  for (tern_op_t *op = module->regions[0].first_block->first_op; op; op = op->next) {
    if (tern_op_is(op, TERN_FUNC(FUNC))) tern_op_set_attr(op, "llvm.emit_c_interface", unit);
  }
}

bool tern_gpu_convert_to_nvvm(tern_op_t *module, const tern_gpu_to_nvvm_t *how) {
  static const tern_type_rule_fn_t rules[] = {tern_nvvm_matrix_rule};
  tern_llvm_options_t options = {
      .index_width = how->index_width,
      .use_bare_ptr = how->use_bare_ptr,
      .rules = rules,
      .rule_count = 1,
      .address_space = tern_nvvm_address_space,
  };
  tern_gpu_lowering_t gpu = {.target = &tern_gpu_nvidia};
  tern_llvm_lowering_initialize(&gpu.lowering, module, &options);
  tern_llvm_pattern_set_t set = {0};
  tern_llvm_pattern_set_add(&set, tern_nvvm_gpu_patterns);
  tern_gpu_add_library_patterns(&set, tern_nvvm_library_calls);
  bool is_converted = tern_gpu_add_dialect_patterns(&set, module, false, how->allowed_dialects, how->allowed_count);
  tern_llvm_pattern_set_add(&set, tern_nvvm_matrix_patterns);
  if (how->has_redux) tern_llvm_pattern_set_add(&set, tern_nvvm_redux_patterns);
  is_converted =
      is_converted && tern_gpu_apply_patterns(module, &set, &gpu, entries, sizeof entries / sizeof entries[0]);
  tern_vec_deinitialize(&set);
  return is_converted;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_gpu_to_nvvm_t how = {
      .index_width = (unsigned)tern_pass_int(pass, "index-bitwidth"),
      .use_bare_ptr = tern_pass_bool(pass, "use-bare-ptr-memref-call-conv"),
      .has_redux = tern_pass_bool(pass, "has-redux"),
  };
  how.allowed_count = tern_pass_string_list(pass, "allowed-dialects", &how.allowed_dialects);
  ask_for_wrappers(module);
  return tern_gpu_rewrite_module(module, true) && tern_gpu_convert_to_nvvm(module, &how);
}

static const tern_option_def_t options[] = {
    TERN_LLVM_INDEX_BITWIDTH_OPTION,
    {.name = "has-redux",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "The GPU reduces integers over a warp by one instruction"},
    TERN_GPU_BARE_POINTER_OPTION,
    {.name = "allow-pattern-rollback",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Taken for upstream's sake, where it saves work; conversions here can always be taken back"},
    TERN_GPU_ALLOWED_DIALECTS_OPTION,
};
static const tern_dialect_t *const dialects[] = {TERN_GPU_MADE_DIALECTS, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_gpu_to_nvvm_pass = {
    .flag = "convert-gpu-to-nvvm",
    .name = "ConvertGpuOpsToNVVMOps",
    .anchor = "gpu.module",
    .summary = "Make kernels for NVIDIA's GPUs, in llvm and nvvm, of gpu.modules",
    .description =
        "Functions of the gpu.module become llvm.func, kernels with nvvm.kernel and the size of a block that is known; "
        "buffers in workgroup memory become globals of address space 3. Ids read registers, shuffles become shfl.sync, "
        "matrices of a warp become wmma, math becomes calls of libdevice. arith, cf, complex, func, index, memref and "
        "ub are converted with it, or those of `allowed-dialects`.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
