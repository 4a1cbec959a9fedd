// Memory of a device for what programs and transfers make, which all executables share.
//
// Of a device that computes in the host's memory, blocks that are given back are kept for the next of their size, because the system's
// memory is slow when it is new. Other devices keep blocks themselves.

#ifndef TERN_PJRT_POOL_H_
#define TERN_PJRT_POOL_H_

#include <stdbool.h>

#include "tern/runtime.h"

// Thread-safe. Counted: buffers keep it.
typedef struct tern_pjrt_pool_t tern_pjrt_pool_t;

// What was allocated. All in bytes, but for the count.
typedef struct tern_pjrt_pool_use_t {
  size_t live, peak, largest, count;
  size_t kept;  // given back, and kept for later
} tern_pjrt_pool_use_t;

// NULL without memory. `device` is retained.
tern_pjrt_pool_t *tern_pjrt_pool_create(tern_device_t *device, bool is_host);
void tern_pjrt_pool_release(tern_pjrt_pool_t *pool);
// Allocates a buffer as tern_buffer_allocator_t does, for sessions as well: `pool` is the user's data. Addresses are multiples of 64.
tern_status_t tern_pjrt_pool_allocate(void *pool, tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                      tern_buffer_t **out_buffer);
tern_pjrt_pool_use_t tern_pjrt_pool_use(tern_pjrt_pool_t *pool);
// Counts the peak anew, from what is live.
void tern_pjrt_pool_clear(tern_pjrt_pool_t *pool);

#endif  // TERN_PJRT_POOL_H_
