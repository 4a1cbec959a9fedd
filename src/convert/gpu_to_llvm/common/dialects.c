// Which dialects have a conversion to the llvm dialect that kernels take, for --convert-gpu-to-nvvm and its like (upstream:
// ConvertToLLVMPatternInterface of the dialects that are loaded).

#include "convert/gpu_to_llvm/common/common.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { MAX_TABLES = 32 };

static const char *const taken_dialects[] = {"arith",  "cf", "complex", "func", "index",
                                             "memref", "ub", "vector",  "math"};
// These have a conversion that adds nothing to kernels.
static const char *const silent_dialects[] = {"math", "nvvm", "vector"};

static bool is_allowed(tern_str_t name, const tern_str_t *allowed, size_t count) {
  bool is_found = count == 0;
  for (size_t i = 0; i < count && !is_found; ++i) is_found = tern_str_equal(allowed[i], name);
  return is_found;
}

static bool has_conversion(tern_str_t name) {
  for (size_t i = 0; i < sizeof silent_dialects / sizeof silent_dialects[0]; ++i) {
    if (tern_str_equal_cstr(name, silent_dialects[i])) return true;
  }
  return tern_llvm_tables_of_dialect(name, NULL, 0) > 0;
}

bool tern_gpu_add_dialect_patterns(tern_llvm_pattern_set_t *set, tern_op_t *module, bool takes_math,
                                   const tern_str_t *allowed, size_t allowed_count) {
  for (size_t i = 0; i < allowed_count; ++i) {
    // A name that no dialect has asks for nothing.
    bool is_known = tern_context_find_dialect(tern_op_context(module), allowed[i]) != NULL;
    if (is_known && !has_conversion(allowed[i])) {
      return tern_emit_error(module->loc, "dialect does not implement ConvertToLLVMPatternInterface: %.*s",
                             (int)allowed[i].size, allowed[i].data);
    }
  }
  for (size_t i = 0; i < sizeof taken_dialects / sizeof taken_dialects[0]; ++i) {
    tern_str_t name = tern_str_from_cstr(taken_dialects[i]);
    const tern_conversion_pattern_t *tables[MAX_TABLES];
    if (!is_allowed(name, allowed, allowed_count)) continue;
    if (!takes_math && tern_str_equal_cstr(name, "math")) continue;
    size_t count = tern_llvm_tables_of_dialect(name, tables, MAX_TABLES);
    for (size_t t = 0; t < count && t < MAX_TABLES; ++t) tern_llvm_pattern_set_add(set, tables[t]);
  }
  return true;
}

bool tern_gpu_apply_patterns(tern_op_t *module, const tern_llvm_pattern_set_t *set, const tern_gpu_lowering_t *gpu,
                             const tern_legality_entry_t *entries, size_t entry_count) {
  tern_conversion_target_t target = {.entries = entries, .entry_count = entry_count, .replaces_at_end = true};
  return tern_apply_partial_conversion(module, &target, set->values, set->count, &gpu->lowering.converter, NULL);
}
