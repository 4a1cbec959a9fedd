// What a program that is traced tells.

#ifndef TERN_RUNTIME_VM_TRACE_H_
#define TERN_RUNTIME_VM_TRACE_H_

#include "runtime/session.h"
#include "runtime/vm/stack.h"

// Hands the text at `message` to the session's trace, with `count` values behind it: pairs of a type and a register.
void tern_vm_trace(tern_session_t *session, const tern_vm_frame_t *frame, uint32_t message, const uint16_t *units,
                   uint32_t count);

#endif  // TERN_RUNTIME_VM_TRACE_H_
