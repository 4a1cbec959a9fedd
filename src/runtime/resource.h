// Reference counts. A counted object has a tern_resource_t as its first member.

#ifndef TERN_RUNTIME_RESOURCE_H_
#define TERN_RUNTIME_RESOURCE_H_

#include <stdatomic.h>
#include <stdbool.h>

typedef struct tern_resource_t {
  atomic_uint reference_count;
} tern_resource_t;

// Starts with one reference, the creator's.
static inline void tern_resource_initialize(tern_resource_t *resource) { atomic_init(&resource->reference_count, 1); }

static inline void tern_resource_retain(tern_resource_t *resource) {
  atomic_fetch_add_explicit(&resource->reference_count, 1, memory_order_relaxed);
}

// Gives a reference back. True if it was the last: then the caller destroys the object.
static inline bool tern_resource_release(tern_resource_t *resource) {
  // Acquire and release in one: the thread that destroys sees all that others did before they let go.
  return atomic_fetch_sub_explicit(&resource->reference_count, 1, memory_order_acq_rel) == 1;
}

#endif  // TERN_RUNTIME_RESOURCE_H_
