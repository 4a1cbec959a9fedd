// How much memory of a device its buffers take: now, and at most so far.

#ifndef TERN_RUNTIME_MEMORY_USE_H_
#define TERN_RUNTIME_MEMORY_USE_H_

#include <stdatomic.h>
#include <stddef.h>

#include "runtime/resource.h"

// Shared by a device and its buffers, which may outlive it. Thread-safe.
typedef struct tern_memory_use_t {
  tern_resource_t resource;
  atomic_size_t live, peak;  // bytes
} tern_memory_use_t;

// NULL if there is no memory: then nothing is counted.
tern_memory_use_t *tern_memory_use_create(void);
// NULL is ignored.
void tern_memory_use_release(tern_memory_use_t *use);

// Counts an allocation, which holds a reference from now on; or its end, which gives it back. NULL is ignored.
tern_memory_use_t *tern_memory_use_add(tern_memory_use_t *use, size_t size);
void tern_memory_use_remove(tern_memory_use_t *use, size_t size);

#endif  // TERN_RUNTIME_MEMORY_USE_H_
