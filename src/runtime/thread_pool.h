// A pool of threads that share the indices of one loop at a time.

#ifndef TERN_RUNTIME_THREAD_POOL_H_
#define TERN_RUNTIME_THREAD_POOL_H_

#include <stdint.h>

#include "runtime/placement.h"
#include "tern/status.h"

// Opaque. Thread-safe: of several threads that run loops at the same time one gets the pool's threads, and the others
// do their loops alone.
typedef struct tern_thread_pool_t tern_thread_pool_t;

// The body of a loop for the indices from `begin` up to but not including `end`. It is called for disjoint ranges that
// together cover the loop, on any of the threads, in any order.
typedef void (*tern_thread_pool_fn_t)(void *user_data, uint64_t begin, uint64_t end);

// Creates a pool of `thread_count` threads, the one that runs a loop included; 0 means one per processor that this
// process may use. Threads that the system does not give are an error (TERN_UNSUPPORTED).
tern_status_t tern_thread_pool_create(uint32_t thread_count, tern_thread_pool_t **out_pool);
// Pins each thread but the one that runs a loop, which is the first, to its processors. There are at most as many threads as
// processors. Errors: TERN_UNSUPPORTED if the system refuses. Not in the small runtime.
tern_status_t tern_thread_pool_pin(tern_thread_pool_t *pool, const tern_placement_t *placement);
// Joins the threads. No loop may be running. NULL is ignored.
void tern_thread_pool_destroy(tern_thread_pool_t *pool);
uint32_t tern_thread_pool_thread_count(const tern_thread_pool_t *pool);
// Runs `fn` over the indices below `count` and returns when all are done; what the calls wrote is then visible.
void tern_thread_pool_run(tern_thread_pool_t *pool, uint64_t count, tern_thread_pool_fn_t fn, void *user_data);

#endif  // TERN_RUNTIME_THREAD_POOL_H_
