// Instructions that only compute numbers of numbers.

#ifndef TERN_RUNTIME_VM_SCALAR_H_
#define TERN_RUNTIME_VM_SCALAR_H_

#include <stdint.h>

// Runs `opcode` with its operands, registers of `values`: the result first. Returns NULL, or what is wrong.
const char *tern_vm_execute_scalar(uint16_t opcode, const uint16_t *operands, uint64_t *values);

#endif  // TERN_RUNTIME_VM_SCALAR_H_
