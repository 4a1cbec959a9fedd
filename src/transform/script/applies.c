// The table of the ops of a script that can be run, and what their functions share.

#include "transform/script/applies.h"

#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"

const tern_script_apply_t tern_script_applies[TERN_TRANSFORM_OP_COUNT] = {
#define ENTRY(ID, name) [TERN_TRANSFORM_##ID] = tern_script_##name,
    TERN_SCRIPT_APPLIES(ENTRY)
#undef ENTRY
};

tern_script_result_t tern_script_wrong_kind(tern_script_t *script, const tern_op_t *op, const tern_op_t *target) {
  tern_script_silence(script, op->loc, "transform applied to the wrong op kind");
  tern_script_note(script, target->loc, "when applied to this op");
  return TERN_SCRIPT_SILENCEABLE;
}

// The entry of a dynamic size for one target: a number of a parameter, or the result of an op.
static tern_script_result_t size_of(tern_script_t *script, const tern_op_t *op, tern_value_t *handle, size_t index,
                                    size_t count, tern_script_size_t *out_size) {
  const tern_payload_t *payload = tern_script_payload(script, handle);
  if (payload->count != count && payload->count != 1) {
    tern_script_silence(script, op->loc, "expected as many dynamic sizes as target ops (%zu) but got %zu", count,
                        payload->count);
    tern_script_note(script, tern_value_loc(handle), "for this handle");
    return TERN_SCRIPT_SILENCEABLE;
  }
  size_t position = payload->count == 1 ? 0 : index;
  if (tern_handle_kind(handle->type) == TERN_HANDLE_PARAMS) {
    const tern_attr_t *attr = tern_payload_attr(payload, position);
    if (!tern_attr_is_integer(attr)) {
      return tern_script_fail(op->loc, "expected sizes to be integers but got the parameter %s", tern_attr_text(attr));
    }
    *out_size = (tern_script_size_t){tern_integer_attr_value(attr), NULL};
    return TERN_SCRIPT_SUCCESS;
  }
  tern_op_t *producer = tern_payload_op(payload, position);
  if (producer->result_count != 1 || !tern_type_is_index(tern_op_result(producer, 0)->type)) {
    tern_script_silence(script, op->loc, "expected sizes to be produced by ops with a single index-type result");
    tern_script_note(script, producer->loc, "size producer op");
    tern_script_note(script, tern_value_loc(handle), "for this handle");
    return TERN_SCRIPT_SILENCEABLE;
  }
  int64_t constant;
  bool is_constant = tern_value_constant_int(tern_op_result(producer, 0), &constant);
  *out_size = is_constant ? (tern_script_size_t){constant, NULL}
                          : (tern_script_size_t){TERN_DYNAMIC, tern_op_result(producer, 0)};
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_sizes(tern_script_t *script, const tern_op_t *op, const char *group, const char *list,
                                       size_t index, size_t count, tern_script_size_t *out_sizes, size_t capacity,
                                       size_t *out_count) {
  const tern_attr_t *statics = tern_op_attr(op, list);
  size_t start, dynamic_count, used = 0;
  tern_op_operands_named(op, group, &start, &dynamic_count);
  *out_count = tern_int_list_attr_count(statics);
  if (*out_count > capacity) {
    return tern_script_fail(op->loc, "too many sizes given: %zu, at most %zu can be used", *out_count, capacity);
  }
  for (size_t i = 0; i < *out_count; ++i) {
    int64_t value = tern_int_list_attr_at(statics, i);
    out_sizes[i] = (tern_script_size_t){value, NULL};
    if (value != TERN_DYNAMIC || used >= dynamic_count) continue;
    tern_value_t *handle = tern_op_operand(op, start + used++);
    tern_script_result_t result = size_of(script, op, handle, index, count, &out_sizes[i]);
    if (result) return result;
  }
  return TERN_SCRIPT_SUCCESS;
}
