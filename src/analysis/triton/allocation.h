// Where every buffer of shared memory lies (upstream: ModuleAllocation of Triton 3.6, with the same offsets).
//
// Buffers are the results of ttg.local_alloc, the scratch memory of ops (scratch_size.h), and for a call the memory of its callee.
// Those that never live at the same time may share a place. Source of the placement: "Algorithms for Compile-Time Memory
// Optimization", https://dl.acm.org/doi/pdf/10.5555/314500.315082, and first-fit colouring of what still overlaps.

#ifndef TERN_ANALYSIS_TRITON_ALLOCATION_H_
#define TERN_ANALYSIS_TRITON_ALLOCATION_H_

#include "analysis/triton/alias.h"
#include "analysis/triton/call_order.h"
#include "analysis/triton/scratch_size.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum tern_buffer_kind {
  TERN_BUFFER_EXPLICIT,  // the result of a ttg.local_alloc
  TERN_BUFFER_SCRATCH,   // for an op alone
  TERN_BUFFER_VIRTUAL    // for what a call calls
} tern_buffer_kind_t;

typedef struct tern_shared_buffer {
  tern_buffer_kind_t kind;
  tern_op_t *owner;
  int64_t size, alignment, offset;  // bytes
  size_t start, end;                // it lives from one number of an op to before the other
} tern_shared_buffer_t;

typedef struct tern_function_allocation {
  tern_op_t *function;
  bool is_called;
  TERN_VEC(tern_shared_buffer_t) buffers;
  tern_map_t scratch;    // op -> number of its scratch or virtual buffer plus one
  tern_map_t explicits;  // ttg.local_alloc -> number of its buffer plus one
  tern_shared_aliases_t aliases;
  int64_t size;  // bytes
} tern_function_allocation_t;

typedef struct tern_allocation {
  TERN_VEC(tern_function_allocation_t) functions;  // callees first
  int64_t size;                                    // of the largest function that nobody calls
} tern_allocation_t;

typedef struct tern_allocation_options {
  tern_transit_tiles_t tiles;
  int64_t scratch;  // bytes that every op has for itself; negative: what it needs (for tests)
} tern_allocation_options_t;

// Lays out the memory of all functions of `module`, which is not changed. False after an error; either way `out_allocation` is to
// be deinitialized.
bool tern_allocation_find(tern_op_t *module, const tern_allocation_options_t *options,
                          tern_allocation_t *out_allocation);
void tern_allocation_deinitialize(tern_allocation_t *allocation);

// The allocation of a function, or NULL.
const tern_function_allocation_t *tern_allocation_of(const tern_allocation_t *allocation, const tern_op_t *function);
// The scratch or virtual buffer of an op; what a ttg.local_alloc allocates; NULL: none.
const tern_shared_buffer_t *tern_allocation_scratch(const tern_function_allocation_t *allocation, const tern_op_t *op);
const tern_shared_buffer_t *tern_allocation_explicit(const tern_function_allocation_t *allocation, const tern_op_t *op);
// Sets `allocation.offset` of all ops that have a buffer, and `ttg.shared` of the module.
void tern_allocation_attach(tern_op_t *module, const tern_allocation_t *allocation);

// --- parts ---

// When each buffer lives (allocation_ranges.c).
void tern_allocation_find_ranges(tern_function_allocation_t *allocation);
// Where it lies (allocation_offsets.c).
void tern_allocation_find_offsets(tern_function_allocation_t *allocation);

#endif  // TERN_ANALYSIS_TRITON_ALLOCATION_H_
