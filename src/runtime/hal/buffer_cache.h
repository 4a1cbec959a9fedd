// Buffers that are kept for the next allocation.
//
// A buffer comes back when the program lets it go, which may be before the device is done with it: command buffers hold
// references to what they use until they are over. So a buffer in the cache is free once the cache's reference is the
// only one, and is passed over until then.

#ifndef TERN_RUNTIME_HAL_BUFFER_CACHE_H_
#define TERN_RUNTIME_HAL_BUFFER_CACHE_H_

#include "tern/session.h"

// The cache of one device. Thread-safe.
typedef struct tern_buffer_cache_t tern_buffer_cache_t;

// `device` is retained. With `allocator` given, nothing is kept. `kept_size` as tern_session_params_t.kept_memory_size.
tern_buffer_cache_t *tern_buffer_cache_create(tern_device_t *device, const tern_buffer_allocator_t *allocator,
                                              size_t kept_size);
void tern_buffer_cache_retain(tern_buffer_cache_t *cache);
void tern_buffer_cache_release(tern_buffer_cache_t *cache);
tern_device_t *tern_buffer_cache_device(const tern_buffer_cache_t *cache);

// Gives a buffer of at least `size` bytes for `usage`; the contents are undefined. Errors: those of the allocator.
tern_status_t tern_buffer_cache_allocate(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, size_t size,
                                         tern_buffer_t **out_buffer);
// Takes over a reference to a buffer that tern_buffer_cache_allocate() gave for `usage`.
void tern_buffer_cache_give_back(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, tern_buffer_t *buffer);
// Frees what is not in use, so that a device whose memory is full gets some back.
void tern_buffer_cache_trim(tern_buffer_cache_t *cache);

#endif  // TERN_RUNTIME_HAL_BUFFER_CACHE_H_
