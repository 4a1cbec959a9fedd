// transform.apply_conversion_patterns: each op of the handle is converted, itself included. Patterns, types and what is
// legal are src/pipeline/script_conversions.c's.

#include "transform/script/conversions.h"
#include "dialect/transform/transform.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "transform/script/applies.h"
#include "transform/script/script.h"

// Patterns for values of other types want a converter.
static bool has_converter(const tern_op_t *op) {
  if (op->region_count > 1 || !tern_op_body(op, 0)) return true;
  tern_block_for_each_op(tern_op_body(op, 0), child) {
    if (tern_op_is(child, TERN_TRANSFORM(APPLY_CONVERSION_PATTERNS_DIALECT_TO_LLVM))) continue;
    tern_emit_error(
        op->loc,
        "pattern descriptor does not specify type converter and apply_conversion_patterns op has no default "
        "type converter");
    tern_emit_note(child->loc, "pattern descriptor op");
    return false;
  }
  return true;
}

static bool is_payload(tern_script_t *script, const tern_op_t *op, const tern_op_t *target) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < payload->count; ++i) {
    if (tern_payload_op(payload, i) == target) return true;
  }
  return false;
}

tern_script_result_t tern_script_apply_conversion_patterns(tern_script_t *script, tern_op_t *op) {
  if (!has_converter(op)) return TERN_SCRIPT_DEFINITE;
  tern_op_list_t targets = {0};
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < payload->count; ++i) tern_vec_push(&targets, tern_payload_op(payload, i));
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  for (size_t i = 0; i < targets.count && !result; ++i) {
    tern_op_t *target = targets.values[i];
    if (!is_payload(script, op, target)) continue;  // it went with another one
    if (tern_op_is_within(op, target)) {
      result = tern_script_fail(op->loc, "cannot apply transform to itself (or one of its ancestors)");
      tern_emit_note(target->loc, "target payload op");
      break;
    }
    const tern_attr_t *loc = target->loc;
    tern_script_conversion_result_t conversion = tern_script_convert(op, target);
    if (conversion == TERN_SCRIPT_NO_CONVERSION) result = TERN_SCRIPT_DEFINITE;
    if (conversion == TERN_SCRIPT_NOT_CONVERTED) {
      tern_script_silence(script, op->loc, "dialect conversion failed");
      tern_script_note(script, loc, "target op");
      result = TERN_SCRIPT_SILENCEABLE;
    }
  }
  tern_vec_deinitialize(&targets);
  return result;
}
