// Which memory an access touches, as far as the IR of a kernel tells: the buffer behind its views, and whether two accesses
// touch the same elements.

#ifndef TERN_ANALYSIS_MEMORY_LOCATION_H_
#define TERN_ANALYSIS_MEMORY_LOCATION_H_

#include "ir/op_def.h"

typedef enum tern_alias {
  TERN_NO_ALIAS,    // no element in common
  TERN_MAY_ALIAS,   // not known
  TERN_MUST_ALIAS,  // the very same elements
} tern_alias_t;

// A read or write of one element or a vector of elements at indices.
typedef struct tern_memory_access {
  tern_op_t *op;
  bool is_store;
  tern_value_t *memref;
  size_t first_index, index_count;  // operands of `op`
  const tern_type_t *type;          // of what is read or written
  tern_value_t *value;              // what is read (the op's result) or written
} tern_memory_access_t;

// Is `op` such an access (memref.load/store, vector.load/store, gpu.subgroup_mma_{load,store}_matrix)?
bool tern_memory_access_of(tern_op_t *op, tern_memory_access_t *out_access);

// The row that reads (or writes) as the access `op` does, with the same attributes and the same order of memref and indices;
// a written value is the first operand. NULL if `op` is no access.
const tern_op_row_t *tern_memory_access_row(const tern_op_t *op, bool is_store);

// The buffer that `memref` views: what views are followed through to (subview, casts, reshapes, ...).
tern_value_t *tern_memory_base(tern_value_t *memref);
// Of two bases. Bindings of an interface are distinct memory from each other if they are distinct bindings (the ABI of a
// dispatch forbids the rest), and from what the kernel allocates; globals are distinct memory, too.
tern_alias_t tern_memory_bases_alias(const tern_value_t *a, const tern_value_t *b);
// Of two accesses by one invocation. Indices are compared as sums of a value and a constant.
tern_alias_t tern_memory_accesses_alias(const tern_memory_access_t *a, const tern_memory_access_t *b);

// May running `op` (with what is inside) read or write memory of `base`? Barriers touch what they order.
bool tern_op_may_touch(tern_op_t *op, const tern_value_t *base);

#endif  // TERN_ANALYSIS_MEMORY_LOCATION_H_
