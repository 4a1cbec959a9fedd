// What a program that is traced tells.

#include "runtime/vm/trace.h"

#include "base/small.h"
#include "base/string.h"

#if !TERN_SMALL
static void append_value(const tern_vm_frame_t *frame, uint32_t type, uint16_t operand, tern_string_builder_t *text) {
  uint32_t kind = frame->module->image->types[type].kind;
  tern_vm_slot_t slot = {{0}};
  if (!tern_bytecode_kind_is_ref(kind)) slot.bits = frame->values[operand];
  switch (kind) {
    case TERN_BYTECODE_KIND_I32: tern_string_builder_append_format(text, " %d", slot.i32); break;
    case TERN_BYTECODE_KIND_I64: tern_string_builder_append_format(text, " %lld", (long long)slot.i64); break;
    case TERN_BYTECODE_KIND_F32: tern_string_builder_append_format(text, " %g", (double)slot.f32); break;
    case TERN_BYTECODE_KIND_F64: tern_string_builder_append_format(text, " %g", slot.f64); break;
    default: {
      tern_ref_t ref = frame->refs[operand & (uint16_t)~TERN_BYTECODE_MOVE];
      tern_string_builder_append_format(text, " %s", ref.object ? ref.type->name : "null");
      break;
    }
  }
}

void tern_vm_trace(tern_session_t *session, const tern_vm_frame_t *frame, uint32_t message, const uint16_t *units,
                   uint32_t count) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%s", frame->module->image->strings + message);
  for (uint32_t i = 0; i < count; ++i) append_value(frame, units[2 * i], units[2 * i + 1], &text);
  session->trace(session->trace_user_data, text.data);
  tern_string_builder_deinitialize(&text);
}
#endif
