// ptr: pointers that say which memory they point into.
//
// Only what llvm and nvvm are written with is here: the types, and the memory that may hold anything. Memory spaces of other
// dialects are #llvm.address_space, #nvvm.memory_space.

#ifndef TERN_DIALECT_PTR_PTR_H_
#define TERN_DIALECT_PTR_PTR_H_

#include "ir/op_def.h"

// Parameters: of ptr the memory space, of ptr_metadata the memref whose sizes and strides it stands for.
enum { TERN_PTR_TYPE_PTR, TERN_PTR_TYPE_PTR_METADATA, TERN_PTR_TYPE_COUNT };
extern const tern_type_row_t tern_ptr_types[];

enum { TERN_PTR_ATTR_GENERIC_SPACE, TERN_PTR_ATTR_COUNT };
extern const tern_attr_row_t tern_ptr_attrs[];

extern const tern_dialect_t tern_ptr_dialect;

#endif  // TERN_DIALECT_PTR_PTR_H_
