// --convert-to-llvm: all dialects that have a conversion to the llvm dialect, in one (upstream: ConvertToLLVM and the
// dialects' ConvertToLLVMPatternInterface).

#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "convert/gpu_to_llvm/nvvm/nvvm_to_llvm.h"
#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "dialect/gpu/gpu.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/context.h"

enum { MAX_TABLES = 32 };

// The patterns of each dialect.
static const struct converted_dialect {
  const char *name;
  const tern_conversion_pattern_t *tables[3];
  const tern_conversion_pattern_t *const *more_tables;  // NULL-terminated, or NULL
} converted_dialects[] = {
    {"arith", {tern_llvm_arith_expand_patterns, tern_llvm_arith_patterns}, NULL},
    {"cf", {tern_llvm_cf_patterns, tern_llvm_assert_patterns}, NULL},
    {"complex", {tern_llvm_complex_patterns}, NULL},
    {"func", {tern_llvm_func_patterns}, NULL},
    {"index", {tern_llvm_index_patterns}, NULL},
    {"math", {tern_llvm_math_patterns, tern_llvm_math_log1p_patterns}, NULL},
    {"memref", {NULL}, tern_llvm_memref_tables},
    {"nvvm", {NULL}, NULL},  // ops that become inline PTX, behind all others
    {"ub", {tern_llvm_ub_patterns}, NULL},
    {"vector", {NULL}, tern_llvm_vector_tables},
};

enum { DIALECT_COUNT = sizeof converted_dialects / sizeof converted_dialects[0] };

static void add_tables(const struct converted_dialect *dialect, const tern_conversion_pattern_t **tables,
                       size_t *count) {
  for (size_t i = 0; i < 3 && dialect->tables[i]; ++i) tables[(*count)++] = dialect->tables[i];
  for (size_t i = 0; dialect->more_tables && dialect->more_tables[i]; ++i) {
    tables[(*count)++] = dialect->more_tables[i];
  }
}

static const struct converted_dialect *find_dialect(tern_str_t name) {
  for (size_t i = 0; i < DIALECT_COUNT; ++i) {
    if (tern_str_equal_cstr(name, converted_dialects[i].name)) return &converted_dialects[i];
  }
  return NULL;
}

size_t tern_llvm_tables_of_dialect(tern_str_t name, const tern_conversion_pattern_t **out_tables, size_t capacity) {
  const struct converted_dialect *dialect = find_dialect(name);
  const tern_conversion_pattern_t *tables[MAX_TABLES];
  size_t count = 0;
  if (!dialect) return 0;
  add_tables(dialect, tables, &count);
  for (size_t i = 0; i < count && i < capacity; ++i) out_tables[i] = tables[i];
  return count;
}

static bool refuse_filter(const tern_op_t *op, tern_str_t name) {
  if (!tern_context_find_dialect(tern_op_context(op), name)) {
    return tern_emit_error(tern_unknown_loc_get(tern_op_context(op)), "dialect not loaded: %.*s", (int)name.size,
                           name.data);
  }
  return tern_emit_error(tern_unknown_loc_get(tern_op_context(op)),
                         "dialect does not implement ConvertToLLVMPatternInterface: %.*s", (int)name.size, name.data);
}

// A gpu.module for NVIDIA, whose target says how gpu is converted.
static bool has_nvvm_target(const tern_op_t *op) {
  const tern_attr_t *targets = tern_op_is(op, TERN_GPU(MODULE)) ? tern_op_attr(op, "targets") : NULL;
  for (size_t i = 0; targets && i < tern_array_attr_count(targets); ++i) {
    if (tern_attr_is_nvvm(tern_array_attr_at(targets, i), TERN_NVVM_ATTR_TARGET)) return true;
  }
  return false;
}

static bool convert_by_tables(tern_op_t *op, const tern_str_t *names, size_t name_count) {
  size_t count = 0;
  const tern_conversion_pattern_t *tables[MAX_TABLES + 1] = {NULL};
  for (size_t i = 0; i < name_count; ++i) add_tables(find_dialect(names[i]), tables, &count);
  for (size_t i = 0; name_count == 0 && i < DIALECT_COUNT; ++i) add_tables(&converted_dialects[i], tables, &count);
  return tern_llvm_run(op, &(tern_llvm_run_t){.tables = tables, .refuses_casts = true});
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  const tern_str_t *names;
  size_t name_count = tern_pass_string_list(pass, "filter-dialects", &names);
  bool converts_nvvm = name_count == 0;
  for (size_t i = 0; i < name_count; ++i) {
    if (!find_dialect(names[i])) return refuse_filter(op, names[i]);
    converts_nvvm |= tern_str_equal_cstr(names[i], "nvvm");
  }
  bool is_converted =
      tern_pass_bool(pass, "dynamic") && has_nvvm_target(op)
          ? tern_gpu_convert_to_nvvm(op, &(tern_gpu_to_nvvm_t){.allowed_dialects = names, .allowed_count = name_count})
          : convert_by_tables(op, names, name_count);
  if (is_converted && converts_nvvm) tern_nvvm_convert_to_llvm(op);
  return is_converted;
}

static const tern_option_def_t options[] = {
    {.name = "filter-dialects",
     .kind = TERN_OPTION_STRING_LIST,
     .help = "Dialects whose ops are converted; all that are known without it"},
    {.name = "dynamic",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Read which conversions to run, and their options, from #llvm.* attributes of ops"},
    {.name = "allow-pattern-rollback",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Taken for upstream's sake, where it saves work; conversions here can always be taken back"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_to_llvm_pass = {
    .flag = "convert-to-llvm",
    .name = "ConvertToLLVMPass",
    .summary = "Put all dialects that are met in terms of llvm",
    .description =
        "The conversions of arith, cf, complex, func, index, math, memref, nvvm, ub and vector at once: no casts are "
        "left between them. With `dynamic`, a gpu.module with an #nvvm.target is converted to nvvm as well.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
