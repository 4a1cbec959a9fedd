// Instructions that only compute numbers of numbers.

#ifndef TERN_RUNTIME_VM_SCALAR_H_
#define TERN_RUNTIME_VM_SCALAR_H_

#include <stdint.h>

// Forms of numbers in the registers: integers of 8 to 64 bits, and floats.
typedef enum tern_vm_number_t {
  TERN_VM_NUMBER_U8,
  TERN_VM_NUMBER_SIGNED,
  TERN_VM_NUMBER_S8 = TERN_VM_NUMBER_SIGNED,
  TERN_VM_NUMBER_U16,
  TERN_VM_NUMBER_S16,
  TERN_VM_NUMBER_U32,
  TERN_VM_NUMBER_S32,
  TERN_VM_NUMBER_U64,
  TERN_VM_NUMBER_S64,
  TERN_VM_NUMBER_F32,
  TERN_VM_NUMBER_F64,
} tern_vm_number_t;

// Bits of an integer.
static inline int tern_vm_number_width(tern_vm_number_t number) { return 8 << ((number >> 1) & 3); }
// Converts a number: integers are extended by what `from` is and cut off; floats go toward zero, to the nearest integer
// if they are outside of all, and NaN to 0. Integers of less than 32 bits are extended to 32.
uint64_t tern_vm_convert(tern_vm_number_t from, tern_vm_number_t to, uint64_t bits);

// Runs `opcode` with its operands, registers of `values`: the result first. Returns NULL, or what is wrong.
const char *tern_vm_execute_scalar(uint16_t opcode, const uint16_t *operands, uint64_t *values);

#endif  // TERN_RUNTIME_VM_SCALAR_H_
