// --allocate-shared-memory-nv: as --allocate-shared-memory, for NVIDIA's chips: conversions may use ldmatrix and stmatrix where the
// chip has them, which changes what they need (upstream: the same, of Triton 3.6).

#include "analysis/triton/allocation.h"
#include "pass/pass.h"

enum { HAS_LDMATRIX = 75, HAS_STMATRIX = 90 };

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t chip = tern_pass_int(pass, "compute-capability");
  tern_allocation_options_t options = {
      .tiles = {.is_exact = true, .has_load_matrix = chip >= HAS_LDMATRIX, .has_store_matrix = chip >= HAS_STMATRIX},
      .scratch = -1};
  tern_allocation_t allocation;
  bool is_ok = tern_allocation_find(module, &options, &allocation);
  if (is_ok) tern_allocation_attach(module, &allocation);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

static const tern_option_def_t options[] = {
    {"compute-capability", TERN_OPTION_INT, "80", "The chip's compute capability, such as 90", NULL},
    {"ptx-version", TERN_OPTION_INT, "80", "The version of PTX, such as 83", NULL},
};

const tern_pass_def_t tern_allocate_shared_memory_nv_pass = {
    .flag = "allocate-shared-memory-nv",
    .name = "AllocateSharedMemoryNv",
    .anchor = "builtin.module",
    .summary = "Say where each buffer of shared memory lies, for a chip of NVIDIA's",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
