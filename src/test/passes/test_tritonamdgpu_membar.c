// --test-tritonamdgpu-membar: inserts the barriers that shared memory needs, with the exceptions of AMD's chips (upstream: TestAMDGPUMembar of
// Triton 3.6).

#include "analysis/triton/membar.h"
#include "pass/pass.h"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_allocation_t allocation;
  bool is_ok = tern_allocation_find(module, &(tern_allocation_options_t){.scratch = -1}, &allocation);
  if (is_ok) tern_membar_insert(&allocation, tern_membar_filter_amd);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

const tern_pass_def_t tern_test_tritonamdgpu_membar_pass = {
    .flag = "test-tritonamdgpu-membar",
    .name = "TestAMDGPUMembarPass",
    .anchor = "builtin.module",
    .summary = "Insert the barriers that shared memory needs on AMD's chips",
    .run = run,
};
