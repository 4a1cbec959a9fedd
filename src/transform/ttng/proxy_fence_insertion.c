// --triton-nvidia-gpu-proxy-fence-insertion: copies by tensor maps do not write shared memory that threads have accessed just before
// without a fence in between.
//
//   %x = ttg.local_load %m
//   ttng.async_tma_copy_global_to_local %d[%i] %n, %b, %p      (%n lies where %m does)
//
// becomes
//
//   %x = ttg.local_load %m
//   ttng.fence_async_shared {bCluster = false}
//   ttng.async_tma_copy_global_to_local %d[%i] %n, %b, %p
//
// It comes behind the allocation of shared memory, whose places it computes anew: buffers that share a place matter, too. What is
// accessed before is followed as for barriers (analysis/triton/membar.h). Products that read what threads wrote are
// --triton-nvidia-gpu-fence-insertion's, which knows better places for their fences.

#include "analysis/triton/membar.h"
#include "dialect/ttng/ttng.h"
#include "pass/pass.h"

enum { FIRST_CAPABILITY = 90 };  // whose chips have tensor maps

static bool run(tern_op_t *module, tern_pass_t *pass) {
  if (tern_pass_int(pass, "compute-capability") < FIRST_CAPABILITY) return true;
  tern_allocation_t allocation;
  bool is_ok = tern_allocation_find(module, &(tern_allocation_options_t){.scratch = -1}, &allocation);
  if (is_ok) tern_membar_insert_proxy_fences(&allocation);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

static const tern_option_def_t options[] = {
    {"compute-capability", TERN_OPTION_INT, "90", "The chip: 90 is sm_90", NULL},
};

const tern_pass_def_t tern_triton_nvidia_gpu_proxy_fence_insertion_pass = {
    .flag = "triton-nvidia-gpu-proxy-fence-insertion",
    .name = "TritonGPUProxyFenceInsertion",
    .anchor = "builtin.module",
    .summary = "Put fences between accesses of threads and copies by tensor maps",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_ttng_dialect, NULL},
    .run = run,
};
