#include "analysis/stream/regions.h"

#include "dialect/builtin/builtin.h"
#include "dialect/stream/stream.h"

static bool is_host_code(const tern_op_t *op) {
  return op->region_count > 0 && op->def->dialect != &tern_stream_dialect &&
         !tern_str_starts_with(tern_op_name(op), TERN_STR("hal.executable")) &&
         !tern_str_starts_with(tern_op_name(op), TERN_STR("flow."));
}

bool tern_stream_for_each_host_block(tern_op_t *op, bool (*callback)(tern_block_t *block, void *user), void *user) {
  if (!is_host_code(op)) return true;
  bool is_module = tern_op_is(op, TERN_BUILTIN(MODULE));
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      if (!is_module && !callback(block, user)) return false;
    }
  }
  // Only now, so that values that a block replaced are seen replaced in the blocks inside of those that follow.
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        if (!tern_stream_for_each_host_block(inner, callback, user)) return false;
      }
    }
  }
  return true;
}
