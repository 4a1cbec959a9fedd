// --gpu-to-llvm: the host's side of GPU programs as calls of a thin runtime, mgpu* (upstream: GPUToLLVMConversion). What
// is beside the gpu ops goes to the llvm dialect with it, in one conversion.
//
//   %t = gpu.wait async
//   %m, %t1 = gpu.alloc async [%t] () : memref<4xf32>
//   %t2 = gpu.launch_func async [%t1] @bin::@k blocks in (%n, ...) threads in (%n, ...) args(%m : memref<4xf32>)
// becomes
//   %stream = llvm.call @mgpuStreamCreate() : () -> !llvm.ptr
//   %memory = llvm.call @mgpuMemAlloc(%bytes, %stream, %is_shared) : (i64, !llvm.ptr, i8) -> !llvm.ptr
//   gpu.launch_func <%stream : !llvm.ptr> @bin::@k blocks in (%n, ...) threads in (%n, ...) : i64 args(%memory : ...)
//
// gpu.module and gpu.binary stay: --gpu-module-to-binary may come before or after.

#include "convert/gpu_to_llvm/gpu_to_llvm.h"

#include "dialect/async/async.h"
#include "dialect/builtin/builtin.h"
#include "dialect/cf/cf.h"
#include "dialect/vector/lowering.h"
#include "ir/context.h"
#include "pass/pass.h"

// --- the runtime ---

static const struct runtime_row {
  const char *name, *signature;
} runtime_rows[] = {
#define CALL(ID, NAME, SIGNATURE) [TERN_GPU_RUNTIME_##ID] = {NAME, SIGNATURE},
#include "convert/gpu_to_llvm/gpu_runtime_calls.def"
#undef CALL
};

// The host is a 64-bit machine, whatever a data layout says.
enum { MAX_PARAMS = 16, INDEX_WIDTH = 64 };

const char *tern_gpu_runtime_name(tern_gpu_runtime_call_t id) { return runtime_rows[id].name; }

static const tern_type_t *runtime_type(const tern_llvm_lowering_t *lowering, char letter) {
  switch (letter) {
    case 'v': return tern_llvm_void_type(lowering->context);
    case 'p': return tern_llvm_ptr_type(lowering->context, 0);
    case 'n': return tern_i_type_get(lowering->context, lowering->pointer_width);
    case 'w': return tern_i_type_get(lowering->context, 32);
    case 'h': return tern_i_type_get(lowering->context, 16);
    default: return tern_i_type_get(lowering->context, 8);
  }
}

static tern_op_t *find_function(tern_op_t *module, const char *name) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_LLVM(FUNC))) continue;
    if (tern_str_equal_cstr(tern_string_attr_value(tern_op_attr(op, "sym_name")), name)) return op;
  }
  return NULL;
}

tern_value_t *tern_gpu_runtime_build(tern_conversion_t *conversion, tern_gpu_runtime_call_t id, tern_values_t args) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  const struct runtime_row *row = &runtime_rows[id];
  tern_op_t *module = tern_llvm_module_around(b), *function = find_function(module, row->name);
  if (!function) {
    const tern_type_t *params[MAX_PARAMS];
    size_t count = 0;
    for (const char *letter = row->signature + 2; *letter; ++letter) params[count++] = runtime_type(lowering, *letter);
    const tern_type_t *type =
        tern_llvm_func_type(runtime_type(lowering, row->signature[0]), (tern_types_t){params, count}, false);
    tern_builder_t at_end = *b;
    tern_builder_set_end(&at_end, tern_op_body(module, 0));
    at_end.loc = b->loc;
    function = tern_llvm_make_function(&at_end, tern_str_from_cstr(row->name), type, TERN_LLVM_LINKAGE_EXTERNAL);
  }
  return tern_llvm_make_call(b, function, args);
}

bool tern_gpu_are_llvm_values(tern_values_t operands) {
  for (size_t i = 0; i < operands.count; ++i) {
    if (!tern_llvm_is_compatible(operands.values[i]->type)) return false;
  }
  return true;
}

// --- types ---

// Streams, events and handles of the runtime.
static int opaque_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  static const tern_gpu_type_t opaque[] = {TERN_GPU_TYPE_TOKEN, TERN_GPU_TYPE_DNTENSOR_HANDLE,
                                           TERN_GPU_TYPE_SPGEMMOP_HANDLE, TERN_GPU_TYPE_SPMAT_HANDLE};
  const tern_gpu_host_lowering_t *host = user;
  for (size_t i = 0; i < sizeof opaque / sizeof opaque[0]; ++i) {
    if (!tern_type_is_gpu(type, opaque[i])) continue;
    out_types[(*out_count)++] = tern_llvm_ptr_type(host->lowering.context, 0);
    return 1;
  }
  return 0;
}

// !async.value of what its type becomes; !async.token stays.
static int async_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  const tern_gpu_host_lowering_t *host = user;
  const tern_type_t *held = tern_async_value_type(type);
  if (!held && !tern_type_is_async(type, TERN_ASYNC_TYPE_TOKEN)) return 0;
  if (held) {
    held = tern_llvm_lower_type(&host->lowering, held);
    if (!held) return -1;
    type = tern_async_value_type_get(held);
  }
  out_types[(*out_count)++] = type;
  return 1;
}

// --- the pass ---

static bool has_legal_types(const tern_op_t *op, void *user) {
  const tern_gpu_host_lowering_t *host = user;
  return tern_op_types_are_legal(&host->lowering.converter, op);
}

static const tern_legality_entry_t entries[] = {
    {.dialect = "llvm", .legality = TERN_LEGAL},
    {.row = TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .legality = TERN_LEGAL},
    {.row = TERN_GPU(MODULE), .legality = TERN_LEGAL},
    {.row = TERN_GPU(BINARY), .legality = TERN_LEGAL},
    {.row = TERN_GPU(LAUNCH_FUNC), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.row = TERN_ASYNC(EXECUTE), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.row = TERN_ASYNC(AWAIT), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.row = TERN_ASYNC(YIELD), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
};

static void add_dialects(tern_llvm_pattern_set_t *set) {
  static const char *const dialects[] = {"arith", "cf", "complex", "func", "index", "math", "memref", "ub", "vector"};
  enum { MAX_TABLES = 16 };
  for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; ++i) {
    const tern_conversion_pattern_t *tables[MAX_TABLES];
    size_t count = tern_llvm_tables_of_dialect(tern_str_from_cstr(dialects[i]), tables, MAX_TABLES);
    for (size_t t = 0; t < count; ++t) tern_llvm_pattern_set_add(set, tables[t]);
  }
}

static bool convert(tern_op_t *module, tern_gpu_host_lowering_t *host) {
  tern_llvm_pattern_set_t set = {0};
  add_dialects(&set);
  tern_llvm_pattern_set_add(&set, tern_gpu_host_memory_patterns);
  tern_llvm_pattern_set_add(&set, tern_gpu_host_launch_patterns);
  tern_llvm_pattern_set_add(&set, tern_gpu_host_async_patterns);
  tern_llvm_pattern_set_add(&set, tern_gpu_host_sparse_patterns);
  tern_conversion_target_t target = {
      .entries = entries,
      .entry_count = sizeof entries / sizeof entries[0],
      .user = host,
      .replaces_at_end = true,
  };
  // Patterns say what is wrong with an op that nothing else asks for: it would be left as it is. What cannot be lowered for
  // its type is, with a message, as upstream has it.
  const tern_diagnostics_t *diagnostics = tern_context_diagnostics(tern_op_context(module));
  size_t errors = diagnostics->error_count, type_errors = 0;
  host->lowering.type_errors = &type_errors;
  bool is_converted =
      tern_apply_partial_conversion(module, &target, set.values, set.count, &host->lowering.converter, NULL);
  tern_vec_deinitialize(&set);
  return is_converted && diagnostics->error_count == errors + type_errors;
}

// Transfers of vectors become loads and stores first.
static bool simplify(tern_op_t *module) {
  static const tern_pattern_t *const tables[] = {tern_vector_transfer_patterns, NULL};
  return tern_vector_lower(module, tables, &(tern_vector_lowering_options_t){.max_transfer_rank = 1});
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  static const tern_type_rule_fn_t rules[] = {async_rule, opaque_rule};
  tern_gpu_host_lowering_t host = {
      .kernels_take_bare_ptr = tern_pass_bool(pass, "use-bare-pointers-for-kernels"),
      .kernels_take_sizes = tern_pass_bool(pass, "intersperse-sizes-for-kernels"),
  };
  tern_llvm_options_t options = {
      .index_width = INDEX_WIDTH,
      .use_bare_ptr = tern_pass_bool(pass, "use-bare-pointers-for-host"),
      .rules = rules,
      .rule_count = sizeof rules / sizeof rules[0],
      .user = &host,
  };
  if (!tern_gpu_embed_annotated(module, tern_pass_string(pass, "gpu-binary-annotation")) || !simplify(module))
    return false;
  tern_llvm_lowering_initialize(&host.lowering, module, &options);
  return convert(module, &host);
}

static const tern_option_def_t options[] = {
    {.name = "use-bare-pointers-for-host",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Functions of the host take memrefs of static shape as one pointer each"},
    {.name = "use-bare-pointers-for-kernels",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Kernels take memrefs as one pointer each; they have to be compiled so, too"},
    {.name = "intersperse-sizes-for-kernels",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Behind each memref argument of a kernel pass its size in bytes, which must be known; with bare pointers "
             "for kernels only."},
    {.name = "gpu-binary-annotation",
     .kind = TERN_OPTION_STRING,
     .default_text = "",
     .help = "String attribute in which gpu.modules carry their compiled code; they become gpu.binary"},
};
static const tern_dialect_t *const dialects[] = {&tern_async_dialect, &tern_cf_dialect, &tern_llvm_dialect, NULL};

const tern_pass_def_t tern_gpu_to_llvm_pass = {
    .flag = "gpu-to-llvm",
    .name = "GpuToLLVMConversionPass",
    .anchor = "builtin.module",
    .summary = "Make calls of the GPU's runtime of what the host does with gpu ops",
    .description =
        "Memory, copies, waits and sparse products become calls of mgpu* functions; tokens become streams, and events "
        "where an async.execute yields them. gpu.launch_func stays, on types of the llvm dialect, for the export to "
        "LLVM IR. arith, cf, complex, func, index, math, memref, ub and vector go with it. Ops that have no runtime "
        "call stay, such as gpu.alloc without a token.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
