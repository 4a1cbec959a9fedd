// What is known of the pointers and masks of accesses to global memory; see to_llvm.h. It is asked before the conversion, for ops
// are known by what they are made of, and that goes.

#include "convert/triton/to_llvm/to_llvm.h"

void tern_triton_find_accesses(tern_triton_lowering_t *lowering) { (void)lowering; }

tern_triton_access_t tern_triton_access_of(tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_triton_access_t *access = tern_map_get(&tern_triton_lowering_of(conversion)->accesses, op);
  return access ? *access : (tern_triton_access_t){1, 1};
}
