// The functions of a host program as callers see them, and the entries by which they are called.

#ifndef TERN_PIPELINE_HOST_FUNCTIONS_H_
#define TERN_PIPELINE_HOST_FUNCTIONS_H_

#include "base/arena.h"
#include "base/vec.h"
#include "ir/op.h"
#include "tern/host.h"

typedef struct tern_host_functions {
  tern_arena_t arena;  // holds what the rows point to
  TERN_VEC(tern_host_signature_t) rows;
} tern_host_functions_t;

// Describes the public functions of a module that is not lowered.
void tern_host_functions_read(tern_op_t *module, tern_host_functions_t *out_functions);
// In front of a function's name, its entry's.
#define TERN_HOST_ENTRY_PREFIX "_mlir_"
// Gives the lowered module an entry for each of them: `void _mlir_NAME(void **values)`, where `values` has the address of
// each parameter that the lowered function has, and that of its result.
void tern_host_functions_make_entries(tern_op_t *module, const tern_host_functions_t *functions);
void tern_host_functions_deinitialize(tern_host_functions_t *functions);

// The bytes of a number.
size_t tern_host_value_size(const tern_host_value_t *value);
// Calls such an entry with `values` as tern_host_program_call() takes them.
void tern_host_call_entry(void (*entry)(void **values), const tern_host_signature_t *function, void *const *values);

#endif  // TERN_PIPELINE_HOST_FUNCTIONS_H_
