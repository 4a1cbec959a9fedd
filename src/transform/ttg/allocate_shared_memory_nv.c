// --allocate-shared-memory-nv: as --allocate-shared-memory, for NVIDIA's chips: conversions may use ldmatrix and stmatrix where the
// chip has them, which changes what they need (upstream: the same, of Triton 3.6). Refuses, at the first op whose memory lies too far
// behind, what needs more than a block of the chip has, if `shared-memory` says how much that is.

#include "analysis/triton/allocation.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

enum { HAS_LDMATRIX = 75, HAS_STMATRIX = 90 };

// The first buffer that ends behind `limit`; NULL: none.
static const tern_shared_buffer_t *find_beyond(const tern_function_allocation_t *function, int64_t limit) {
  const tern_shared_buffer_t *first = NULL;
  for (size_t i = 0; i < function->buffers.count; ++i) {
    const tern_shared_buffer_t *buffer = &function->buffers.values[i];
    if (buffer->offset + buffer->size > limit && (!first || buffer->start < first->start)) first = buffer;
  }
  return first;
}

static bool check_limit(const tern_allocation_t *allocation, int64_t limit, int64_t chip) {
  for (size_t i = 0; limit > 0 && i < allocation->functions.count; ++i) {
    const tern_function_allocation_t *function = &allocation->functions.values[i];
    const tern_shared_buffer_t *buffer = find_beyond(function, limit);
    if (!buffer) continue;
    tern_op_error(buffer->owner,
                  "takes %lld bytes of shared memory, with which the function needs %lld, but a block of sm_%lld has "
                  "%lld",
                  (long long)buffer->size, (long long)function->size, (long long)chip, (long long)limit);
    tern_emit_note(buffer->owner->loc, "smaller tensors need less, and so do fewer iterations at a time (num-stages)");
    return false;
  }
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t chip = tern_pass_int(pass, "compute-capability");
  tern_allocation_options_t options = {
      .tiles = {.is_exact = true, .has_load_matrix = chip >= HAS_LDMATRIX, .has_store_matrix = chip >= HAS_STMATRIX},
      .scratch = -1};
  tern_allocation_t allocation;
  bool is_ok = tern_allocation_find(module, &options, &allocation) &&
               check_limit(&allocation, tern_pass_int(pass, "shared-memory"), chip);
  if (is_ok) tern_allocation_attach(module, &allocation);
  tern_allocation_deinitialize(&allocation);
  return is_ok;
}

static const tern_option_def_t options[] = {
    {"compute-capability", TERN_OPTION_INT, "80", "The chip's compute capability, such as 90", NULL},
    {"ptx-version", TERN_OPTION_INT, "80", "The version of PTX, such as 83", NULL},
    {"shared-memory", TERN_OPTION_INT, "0", "Bytes that a block of the chip has; 0: any number", NULL},
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
