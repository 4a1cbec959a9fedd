// --iree-vm-ordinal-allocation: numbers functions, imports, exports, globals and constants in the order of the module, as the
// bytecode does; a number's global takes 8 bytes. The module gets their counts.

#include "dialect/vm/vm.h"
#include "ir/context.h"
#include "pass/pass.h"

static bool is_value_global(const tern_op_t *op) {
  return tern_op_is(op, TERN_VM(GLOBAL_I32)) || tern_op_is(op, TERN_VM(GLOBAL_I64)) ||
         tern_op_is(op, TERN_VM(GLOBAL_F32)) || tern_op_is(op, TERN_VM(GLOBAL_F64));
}

// Which count an op takes its number from; -1: none.
static int kind_of(const tern_op_t *op) {
  if (tern_op_is(op, TERN_VM(FUNC))) return TERN_VM_COUNT_FUNCS;
  if (tern_op_is(op, TERN_VM(IMPORT))) return TERN_VM_COUNT_IMPORTS;
  if (tern_op_is(op, TERN_VM(EXPORT))) return TERN_VM_COUNT_EXPORTS;
  if (tern_op_is(op, TERN_VM(RODATA))) return TERN_VM_COUNT_RODATAS;
  if (tern_op_is(op, TERN_VM(GLOBAL_REF))) return TERN_VM_COUNT_GLOBAL_REFS;
  return is_value_global(op) ? TERN_VM_COUNT_GLOBAL_BYTES : -1;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(module);
  uint64_t counts[TERN_VM_COUNT_COUNT] = {0};
  (void)pass;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    int kind = kind_of(op);
    if (kind < 0) continue;
    tern_op_set_attr(op, "ordinal", tern_integer_attr_get(tern_i_type_get(context, 32), (int64_t)counts[kind]));
    counts[kind] += kind == TERN_VM_COUNT_GLOBAL_BYTES ? 8 : 1;
  }
  tern_op_set_attr(module, "ordinal_counts", tern_vm_ordinal_counts_get(context, counts));
  return true;
}

const tern_pass_def_t tern_vm_ordinal_allocation_pass = {
    .name = "OrdinalAllocationPass",
    .flag = "iree-vm-ordinal-allocation",
    .anchor = "vm.module",
    .summary = "Numbers what a module holds",
    .run = run,
};
