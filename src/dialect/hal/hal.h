// hal: the executables of a program and the interface through which a dispatch reaches its buffers.

#ifndef TERN_DIALECT_HAL_HAL_H_
#define TERN_DIALECT_HAL_HAL_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_HAL_##ID,
#include "dialect/hal/hal_ops.def"
#undef OP
  TERN_HAL_OP_COUNT
};
extern const tern_op_row_t tern_hal_ops[];
extern const tern_dialect_t tern_hal_dialect;
#define TERN_HAL(ID) (&tern_hal_ops[TERN_HAL_##ID])

// The hal.interface.binding that `ref` (@interface::@binding) means, seen from `from`; NULL after an error at `from`
// that says which part is missing.
tern_op_t *tern_hal_resolve_binding(const tern_op_t *from, const tern_attr_t *ref);
// What a binding may be used for, as its `access` says.
bool tern_hal_binding_may_read(const tern_op_t *binding);
bool tern_hal_binding_may_write(const tern_op_t *binding);
// Does the target pattern ("vulkan*") match a target's name? `*` stands for any text, `?` for one character.
bool tern_hal_target_matches(tern_str_t pattern, tern_str_t name);

#endif  // TERN_DIALECT_HAL_HAL_H_
