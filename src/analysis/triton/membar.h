// Barriers between accesses to shared memory that overlap (upstream: ModuleMembarAnalysis of Triton 3.6).
//
// A thread may read what another one wrote, write where another one reads, or write where another one wrote, only behind a
// barrier. The analysis follows control through blocks, structured ops and calls, with what was accessed since the last barrier
// on any way, and puts a ttg.local_barrier before an op that would overlap with that. Scratch memory of an op is written first and
// read last, with the op's own barrier in between, so that the op is one itself.

#ifndef TERN_ANALYSIS_TRITON_MEMBAR_H_
#define TERN_ANALYSIS_TRITON_MEMBAR_H_

#include "analysis/triton/allocation.h"

// Do `before` and `after` need no barrier though they access the same memory?
typedef bool (*tern_membar_filter_t)(const tern_op_t *before, const tern_op_t *after);

// Inserts barriers in all functions; `filter` may be NULL.
void tern_membar_insert(const tern_allocation_t *allocation, tern_membar_filter_t filter);

// Inserts ttng.fence_async_shared before copies by tensor maps that write where threads have read or written since the last fence. What
// threads have done is seen through the same ways as for barriers.
void tern_membar_insert_proxy_fences(const tern_allocation_t *allocation);

// Operations on mbarriers that hardware orders, or that may come in any order.
bool tern_membar_filter_nvidia(const tern_op_t *before, const tern_op_t *after);
// The same, and copies that loads wait for by their tokens.
bool tern_membar_filter_amd(const tern_op_t *before, const tern_op_t *after);

// --- accesses (membar_accesses.c) ---

typedef struct tern_shared_access {
  int64_t start, end;  // bytes
  const tern_op_t *op;
  bool is_write;
} tern_shared_access_t;

typedef TERN_VEC(tern_shared_access_t) tern_shared_accesses_t;

// Appends what the op accesses through its operands and results; scratch memory and calls are left out.
void tern_membar_find_accesses(const tern_function_allocation_t *allocation, const tern_op_t *op,
                               tern_shared_accesses_t *inout_accesses);
// Appends what the op writes through one of its operands.
void tern_membar_find_accesses_of(const tern_function_allocation_t *allocation, const tern_op_t *op,
                                  const char *operand, tern_shared_accesses_t *inout_accesses);
// Does the op read, or write, shared memory by itself, not by its threads?
bool tern_membar_is_async_read(const tern_op_t *op);
bool tern_membar_is_async_write(const tern_op_t *op);
// Whatever comes after it needs no fence for it: it accesses memory by itself, or barriers alone.
bool tern_membar_needs_no_fence(const tern_op_t *op);
// Is the op a barrier for all threads of the block; does it wait for copies, so that others may see them behind a barrier?
bool tern_membar_is_barrier(const tern_op_t *op);
bool tern_membar_is_wait(const tern_op_t *op);
// Does a conversion go through shared memory within each warp, so that its barrier is one of the warp alone?
bool tern_membar_is_warp_local(const tern_op_t *op);

#endif  // TERN_ANALYSIS_TRITON_MEMBAR_H_
