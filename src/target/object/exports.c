#include "target/object/exports.h"

#include "dialect/hal/hal.h"

static int64_t ordinal_of(const tern_op_t *export_op) {
  const tern_attr_t *ordinal = tern_op_attr(export_op, "ordinal");
  return ordinal ? tern_integer_attr_value(ordinal) : INT64_MAX;
}

void tern_exports_collect(tern_op_t *variant, tern_export_list_t *out_exports) {
  tern_block_for_each_op(tern_op_body(variant, 0), op) {
    if (!tern_op_is(op, TERN_HAL(EXECUTABLE_EXPORT))) continue;
    tern_vec_push(out_exports, op);
    for (size_t i = out_exports->count; --i > 0 && ordinal_of(out_exports->values[i - 1]) > ordinal_of(op);) {
      out_exports->values[i] = out_exports->values[i - 1];
      out_exports->values[i - 1] = op;
    }
  }
}

tern_binding_info_t *tern_export_bindings_make(const tern_op_t *export_op, tern_arena_t *arena) {
  const tern_attr_t *layout = tern_op_attr(export_op, "layout");
  size_t count = tern_hal_pipeline_layout_binding_count(layout);
  tern_binding_info_t *bindings = tern_arena_alloc_zeroed(arena, (count + 1) * sizeof *bindings);
  for (size_t i = 0; i < count; ++i) {
    bindings[i] = (tern_binding_info_t){.binding = (uint32_t)i,
                                        .element_type = TERN_ELEMENT_TYPE_I8,
                                        .name = "",
                                        .rank = 1,
                                        .alignment = 1,
                                        .dims = tern_arena_alloc_zeroed(arena, sizeof(int64_t))};
  }
  return bindings;
}
