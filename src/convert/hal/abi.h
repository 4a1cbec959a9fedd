// The ABI of a compiled dispatch, as IR: where the parts of tern_dispatch_params_t (include/tern/dispatch.h) are.

#ifndef TERN_CONVERT_HAL_ABI_H_
#define TERN_CONVERT_HAL_ABI_H_

#include "dialect/hal/hal.h"

// Byte offsets in tern_dispatch_params_t.
enum tern_hal_abi_offset {
  TERN_HAL_ABI_WORKGROUP_COUNT = 0,
  TERN_HAL_ABI_PUSH_CONSTANTS = 16,
  TERN_HAL_ABI_BINDINGS = 24,
};

// Marks the function that computes an entry point's grid: a symbol reference to the entry point.
#define TERN_HAL_WORKGROUP_COUNT_OF "hal.workgroup_count_of"

// The interface that the functions of a module use: the one hal.interface in it, or NULL if there is none.
tern_op_t *tern_hal_module_interface(const tern_op_t *module);
// Place of a binding in the list that a dispatch is given: bindings are ordered by set, then by number.
size_t tern_hal_binding_ordinal(const tern_op_t *binding);
size_t tern_hal_interface_binding_count(const tern_op_t *interface);
// The binding at a place; NULL past the end.
tern_op_t *tern_hal_interface_binding(const tern_op_t *interface, size_t ordinal);
// 32-bit words of push constants that the interface declares or the functions of `module` load.
size_t tern_hal_push_constant_count(const tern_op_t *module);
// Is `func` (func.func or llvm.func) an entry point: not private, with a body?
bool tern_hal_is_entry_point(const tern_op_t *func);
// The symbols of the kernels that an entry point was split into (--iree-codegen-split-dispatch-function), in the order in
// which they run; NULL if `func` was not split.
const tern_attr_t *tern_hal_schedule(const tern_op_t *func);
// Is `func` called by name: an entry point that is no part of a split one, or what stands for the parts?
bool tern_hal_is_run_by_host(const tern_op_t *func);

#endif  // TERN_CONVERT_HAL_ABI_H_
