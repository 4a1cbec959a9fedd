// Registers for the values of a vm.func: linear scan over live ranges (Poletto, Sarkar: Linear Scan Register Allocation),
// in two banks, numbers and references. There are as many registers as a function needs, so nothing is spilled.

#ifndef TERN_TARGET_VM_REGISTER_ALLOCATION_H_
#define TERN_TARGET_VM_REGISTER_ALLOCATION_H_

#include "base/vec.h"
#include "ir/op.h"

// A move on a branch; what is not `is_ref` moves a number.
typedef struct tern_vm_move {
  uint32_t source, target;
  bool is_ref;
  bool is_last_use;  // of the source: the reference is moved out
} tern_vm_move_t;
typedef TERN_VEC(tern_vm_move_t) tern_vm_moves_t;

typedef struct tern_vm_registers {
  uint32_t value_count, ref_count;  // registers of each bank
  struct tern_vm_liveness *state;   // private
} tern_vm_registers_t;

// Gives registers to all values of the function `region`; the arguments of its entry block get the first ones of their
// bank, in order.
void tern_vm_registers_initialize(tern_vm_registers_t *registers, const tern_region_t *region);
void tern_vm_registers_deinitialize(tern_vm_registers_t *registers);

bool tern_vm_value_is_ref(const tern_value_t *value);
// The register of a value, within its bank.
uint32_t tern_vm_register_of(const tern_vm_registers_t *registers, const tern_value_t *value);
// Nothing reads operand `index`'s value after `op`, on any way on (for branches, see tern_vm_branch_moves), and no later
// operand of `op` is the same value: a reference can be moved out.
bool tern_vm_is_last_use(const tern_vm_registers_t *registers, const tern_op_t *op, size_t index);
// The moves that hand operands to successor `index` of `op`, in an order that keeps every source until it was read;
// cycles go through a register of their own.
void tern_vm_branch_moves(const tern_vm_registers_t *registers, const tern_op_t *op, size_t index,
                          tern_vm_moves_t *out_moves);
// References that are in registers when `block` starts, but that nothing there reads: they may be dropped. Appends to
// `out_registers`.
typedef TERN_VEC(uint32_t) tern_vm_register_list_t;
void tern_vm_dead_refs_at(const tern_vm_registers_t *registers, const tern_block_t *block,
                          tern_vm_register_list_t *out_registers);

#endif  // TERN_TARGET_VM_REGISTER_ALLOCATION_H_
