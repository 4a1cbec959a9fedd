// --allocate-shared-memory: says of each op that has a buffer of shared memory where it lies (upstream: the same, of Triton 3.6).
//
//   %a = ttg.local_alloc ...         ->   %a = ttg.local_alloc {allocation.offset = 0 : i32} ...
//   %b = ttg.convert_layout %x ...   ->   %b = ttg.convert_layout %x {allocation.offset = 1024 : i32} ...
//
// and of the module, as `ttg.shared`, how many bytes a kernel needs. analysis/triton/allocation.h says how. Refuses functions that
// call themselves, and encodings that have no layout.

#include "analysis/triton/allocation.h"
#include "pass/pass.h"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_allocation_t allocation;
  bool is_ok = tern_allocation_find(module, &(tern_allocation_options_t){.scratch = -1}, &allocation);
  if (is_ok) tern_allocation_attach(module, &allocation);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

const tern_pass_def_t tern_allocate_shared_memory_pass = {
    .flag = "allocate-shared-memory",
    .name = "AllocateSharedMemory",
    .anchor = "builtin.module",
    .summary = "Say where each buffer of shared memory lies, and how much a kernel needs",
    .run = run,
};
