// --iree-convert-to-llvm: everything that is left of a dispatch module becomes the llvm dialect, in one conversion
// (upstream: IREE's ConvertToLLVM). Linalg, tensor and scf ops must be gone.

#include "base/vec.h"
#include "convert/llvm/dispatch/dispatch.h"
#include "pass/pass.h"

static const tern_conversion_pattern_t *const all_tables[] = {
    tern_dispatch_arith_patterns, tern_dispatch_math_patterns,   tern_dispatch_cf_patterns,
    tern_dispatch_func_patterns,  tern_dispatch_memref_patterns, tern_dispatch_vector_patterns,
    tern_dispatch_lane_patterns,  tern_dispatch_amx_patterns,    tern_dispatch_hal_patterns,
};

// The interface stays: it says what the bindings of the entry points are.
static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  static const char *const kept[] = {"hal.interface", "hal.interface.binding", "hal.executable",
                                     "hal.executable.variant", "builtin.module"};
  for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i) {
    if (tern_str_equal_cstr(tern_op_name(op), kept[i])) return true;
  }
  return tern_str_starts_with(tern_op_name(op), TERN_STR("llvm."));
}

bool tern_dispatch_convert(tern_op_t *module, const tern_conversion_pattern_t *const *tables, size_t table_count,
                           bool (*is_legal)(const tern_op_t *op, void *user), const tern_type_converter_t *converter) {
  TERN_VEC(tern_conversion_pattern_t) patterns = {0};
  for (size_t t = 0; t < table_count; ++t) {
    for (const tern_conversion_pattern_t *row = tables[t]; row->rewrite; ++row) tern_vec_push(&patterns, *row);
  }
  tern_conversion_target_t target = {.is_unknown_legal = is_legal};
  bool is_converted = tern_apply_full_conversion(module, &target, patterns.values, patterns.count, converter, NULL);
  tern_vec_deinitialize(&patterns);
  return is_converted;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return tern_dispatch_convert(module, all_tables, sizeof all_tables / sizeof all_tables[0], is_legal,
                               &tern_llvm_type_converter);
}

const tern_pass_def_t tern_iree_convert_to_llvm_pass = {
    .name = "ConvertToLLVM",
    .flag = "iree-convert-to-llvm",
    .anchor = "builtin.module",
    .summary = "Convert a dispatch module to the llvm dialect, with the ABI of tern/dispatch.h",
    .leaves = TERN_FORM_NO_TENSORS | TERN_FORM_NO_LINALG | TERN_FORM_NO_SCF,
    .run = run,
};
