// --allocate-amdgpu-shared-memory: as --allocate-shared-memory, for AMD's chips (upstream: the same, of Triton 3.6).
//
// Scratch memory of a conversion is what its swizzle takes; upstream's way of padding it instead, which an attribute of its passes asks
// for, is not taken.

#include "analysis/triton/allocation.h"
#include "pass/pass.h"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_allocation_t allocation;
  const tern_allocation_options_t options = {.scratch = -1};
  bool is_ok = tern_allocation_find(module, &options, &allocation);
  if (is_ok) tern_allocation_attach(module, &allocation);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

const tern_pass_def_t tern_allocate_amdgpu_shared_memory_pass = {
    .flag = "allocate-amdgpu-shared-memory",
    .name = "AllocateAMDGPUSharedMemory",
    .anchor = "builtin.module",
    .summary = "Say where each buffer of shared memory lies, for a chip of AMD's",
    .run = run,
};
