// Converts all that a spirv.module got of other dialects, at the end of which nothing may be left.

#include "base/vec.h"
#include "convert/spirv/to_spirv.h"
#include "ir/diagnostic.h"

static const tern_conversion_pattern_t *const tables[] = {
    tern_arith_to_spirv_patterns,   tern_math_to_spirv_patterns,   tern_index_to_spirv_patterns,
    tern_vector_to_spirv_patterns,  tern_memref_to_spirv_patterns, tern_gpu_to_spirv_patterns,
    tern_gpu_mma_to_spirv_patterns, tern_scf_to_spirv_patterns,    tern_func_to_spirv_patterns,
};
enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

static bool is_cast(const tern_op_t *op) {
  return tern_str_equal_cstr(tern_op_name(op), "builtin.unrealized_conversion_cast");
}

static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  return tern_str_starts_with(tern_op_name(op), TERN_STR("spirv.")) || is_cast(op);
}

static tern_walk_result_t drop_dead_cast(tern_op_t *op, void *user) {
  (void)user;
  if (is_cast(op) && tern_op_has_no_uses(op)) tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t find_cast(tern_op_t *op, void *user) {
  (void)user;
  if (!is_cast(op)) return TERN_WALK_ADVANCE;
  tern_op_error(tern_op_result(op, 0)->first_use->owner,
                "uses a value of type '%s', which has no counterpart in SPIR-V",
                tern_type_text(tern_op_result(op, 0)->type));
  return TERN_WALK_INTERRUPT;
}

bool tern_spirv_convert_module(tern_op_t *module, const tern_conversion_pattern_t *own_patterns,
                               tern_spirv_conversion_t *context) {
  TERN_VEC(tern_conversion_pattern_t) patterns = {0};
  for (size_t t = 0; t <= TABLE_COUNT; ++t) {
    const tern_conversion_pattern_t *row = t < TABLE_COUNT ? tables[t] : own_patterns;
    for (; row->rewrite; ++row) tern_vec_push(&patterns, *row);
  }
  tern_conversion_target_t target = {.is_unknown_legal = is_legal};
  tern_type_converter_t converter = tern_spirv_type_converter(context);
  bool is_converted = tern_apply_full_conversion(module, &target, patterns.values, patterns.count, &converter, context);
  tern_vec_deinitialize(&patterns);
  if (!is_converted) return false;
  for (size_t i = 0; i < 2; ++i) tern_op_walk_post(module, drop_dead_cast, NULL);
  return tern_op_walk_pre(module, find_cast, NULL) != TERN_WALK_INTERRUPT;
}
