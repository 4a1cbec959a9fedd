// Code under a condition, and accesses to memory under one: AMD's instructions have no predicates, but lanes that are switched off.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_AMD_BRANCH_H_
#define TERN_CONVERT_TRITON_TO_LLVM_AMD_BRANCH_H_

#include "convert/triton/to_llvm/to_llvm.h"

// A part of the program that is run where a condition holds. Values of before are known in it.
typedef struct tern_triton_branch {
  tern_block_t *before, *body, *after;
  tern_op_t *next;  // what the builder stood at, now the first op of `after`
  tern_value_t *condition;
} tern_triton_branch_t;

// Cuts the block at the builder, which goes on in the part. To be ended.
tern_triton_branch_t tern_triton_begin_if(tern_conversion_t *conversion, tern_value_t *condition);
// Ends the part; the builder goes on behind it. `value`, of the part, is what comes of it where the condition holds, and
// `otherwise`, of before, where it does not: the one that it is is returned. Both NULL: none.
tern_value_t *tern_triton_end_if(tern_conversion_t *conversion, const tern_triton_branch_t *branch, tern_value_t *value,
                                 tern_value_t *otherwise);

// How memory is accessed.
typedef struct tern_triton_memory_flags {
  bool is_volatile, is_nontemporal;
  int64_t alignment;  // bytes
} tern_triton_memory_flags_t;

// Does a condition (NULL: true) hold wherever the program runs, as far as can be seen?
bool tern_triton_holds_always(const tern_value_t *condition);
// What is at a pointer where the condition holds, and `otherwise` elsewhere (NULL: zero).
tern_value_t *tern_triton_load_if(tern_conversion_t *conversion, tern_value_t *condition, const tern_type_t *type,
                                  tern_value_t *pointer, tern_value_t *otherwise, tern_triton_memory_flags_t flags);
void tern_triton_store_if(tern_conversion_t *conversion, tern_value_t *condition, tern_value_t *value,
                          tern_value_t *pointer, tern_triton_memory_flags_t flags);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_AMD_BRANCH_H_
