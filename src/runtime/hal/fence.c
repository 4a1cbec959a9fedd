// Fences: the calls of tern/buffer_view.h.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/hal/hal_objects.h"
#include "runtime/semaphore.h"

struct tern_fence_t {
  tern_resource_t resource;
  size_t count;
  tern_semaphore_t **semaphores;  // references; behind this struct, as the values
  uint64_t *values;
};

static tern_status_t create_fence(size_t capacity, tern_fence_t **out_fence) {
  tern_fence_t *fence = malloc(sizeof(*fence) + capacity * (sizeof(tern_semaphore_t *) + sizeof(uint64_t)));
  *out_fence = fence;
  if (!fence) return tern_no_memory("a fence");
  tern_resource_initialize(&fence->resource);
  fence->count = 0;
  fence->values = (uint64_t *)(fence + 1);
  fence->semaphores = (tern_semaphore_t **)(fence->values + capacity);
  return tern_ok();
}

// Of several values for a semaphore the highest counts.
static void add_point(tern_fence_t *fence, tern_semaphore_t *semaphore, uint64_t value) {
  for (size_t i = 0; i < fence->count; ++i) {
    if (fence->semaphores[i] != semaphore) continue;
    if (value > fence->values[i]) fence->values[i] = value;
    return;
  }
  tern_semaphore_retain(semaphore);
  fence->semaphores[fence->count] = semaphore;
  fence->values[fence->count++] = value;
}

tern_status_t tern_fence_create(tern_device_t *device, tern_fence_t **out_fence) {
  *out_fence = NULL;
  tern_semaphore_t *semaphore;
  TERN_RETURN_IF_ERROR(tern_semaphore_create(device, 0, &semaphore));
  tern_status_t status = create_fence(1, out_fence);
  if (*out_fence) add_point(*out_fence, semaphore, 1);
  tern_semaphore_release(semaphore);
  return status;
}

tern_status_t tern_fence_create_at(tern_semaphore_list_t list, tern_fence_t **out_fence) {
  TERN_RETURN_IF_ERROR(create_fence(list.count, out_fence));
  for (size_t i = 0; i < list.count; ++i) add_point(*out_fence, list.semaphores[i], list.values[i]);
  return tern_ok();
}

tern_status_t tern_fence_join(tern_fence_t *const *fences, size_t fence_count, tern_fence_t **out_fence) {
  size_t capacity = 0;
  for (size_t i = 0; i < fence_count; ++i) capacity += fences[i] ? fences[i]->count : 0;
  TERN_RETURN_IF_ERROR(create_fence(capacity, out_fence));
  for (size_t i = 0; i < fence_count; ++i) {
    for (size_t j = 0; fences[i] && j < fences[i]->count; ++j) {
      add_point(*out_fence, fences[i]->semaphores[j], fences[i]->values[j]);
    }
  }
  return tern_ok();
}

void tern_fence_retain(tern_fence_t *fence) {
  if (fence) tern_resource_retain(&fence->resource);
}

void tern_fence_release(tern_fence_t *fence) {
  if (!fence || !tern_resource_release(&fence->resource)) return;
  for (size_t i = 0; i < fence->count; ++i) tern_semaphore_release(fence->semaphores[i]);
  free(fence);
}

tern_semaphore_list_t tern_fence_list(const tern_fence_t *fence) {
  if (!fence) return (tern_semaphore_list_t){NULL, NULL, 0};
  return (tern_semaphore_list_t){fence->semaphores, fence->values, fence->count};
}

tern_status_t tern_fence_signal(tern_fence_t *fence) {
  for (size_t i = 0; i < fence->count; ++i) {
    TERN_RETURN_IF_ERROR(tern_semaphore_signal(fence->semaphores[i], fence->values[i]));
  }
  return tern_ok();
}

void tern_fence_fail(tern_fence_t *fence, tern_status_t status) {
  for (size_t i = 0; i < fence->count; ++i) tern_semaphore_fail(fence->semaphores[i], status);
}

tern_status_t tern_fence_wait(const tern_fence_t *fence, uint64_t timeout, bool *out_reached) {
  bool is_reached = true;
  if (out_reached) *out_reached = false;
  // Each semaphore is given the whole time: they mostly wait for the same thing.
  for (size_t i = 0; fence && i < fence->count && is_reached; ++i) {
    TERN_RETURN_IF_ERROR(tern_semaphore_wait(fence->semaphores[i], fence->values[i], timeout, &is_reached));
  }
  if (out_reached) *out_reached = is_reached;
  return tern_ok();
}
