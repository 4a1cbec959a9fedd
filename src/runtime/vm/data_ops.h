// Instructions over lists and buffers.

#ifndef TERN_RUNTIME_VM_DATA_OPS_H_
#define TERN_RUNTIME_VM_DATA_OPS_H_

#include "runtime/session.h"

// Runs `opcode` with its operands in the order of its row. References are read and left as they are; a result that is one
// goes to `*out_ref`. What is done to many bytes is taken from `*inout_instructions_left`. Errors: TERN_INVALID_ARGUMENT for a null reference or one of another type, TERN_OUT_OF_RANGE,
// TERN_OUT_OF_MEMORY.
tern_status_t tern_vm_execute_data(const tern_vm_module_t *module, const tern_allocator_t *allocator, uint16_t opcode,
                                   const uint16_t *operands, uint64_t *values, const tern_ref_t *refs,
                                   tern_ref_t *out_ref, uint64_t *inout_instructions_left);

#endif  // TERN_RUNTIME_VM_DATA_OPS_H_
