// The conversion of a module to the llvm dialect, as the passes of each target run it.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_LOWER_MODULE_H_
#define TERN_CONVERT_TRITON_TO_LLVM_LOWER_MODULE_H_

#include "analysis/triton/membar.h"
#include "convert/triton/to_llvm/to_llvm.h"

typedef struct tern_triton_setup {
  const tern_triton_target_t *target;
  int64_t capability, ptx_version;  // of NVIDIA's
  tern_machine_t chip;              // of AMD's
  bool flushes;
  const char *dialect, *other_dialect;             // of the target's own ops, and of those of others
  const tern_conversion_pattern_t *const *tables;  // of the target, ended by NULL; those of all targets are added
  tern_allocation_options_t allocation;            // as the pass that allocated shared memory had them
  tern_membar_filter_t filter;
  bool drops_unused_structs;  // what tensors became, where nobody reads it as a struct
} tern_triton_setup_t;

// In this order: what is known of pointers is found out; barriers are put between accesses to shared memory that overlap; functions
// get their arguments; @global_smem is made; then all ops are converted at once. False after an error.
bool tern_triton_lower_module(tern_op_t *module, const tern_triton_setup_t *setup);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_LOWER_MODULE_H_
