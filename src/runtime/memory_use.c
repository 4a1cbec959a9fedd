// Counting bytes.

#include "runtime/memory_use.h"

#include <stdlib.h>

tern_memory_use_t *tern_memory_use_create(void) {
  tern_memory_use_t *use = calloc(1, sizeof(*use));
  if (use) tern_resource_initialize(&use->resource);
  return use;
}

void tern_memory_use_release(tern_memory_use_t *use) {
  if (use && tern_resource_release(&use->resource)) free(use);
}

tern_memory_use_t *tern_memory_use_add(tern_memory_use_t *use, size_t size) {
  if (!use) return NULL;
  tern_resource_retain(&use->resource);
  size_t live = atomic_fetch_add(&use->live, size) + size, peak = atomic_load(&use->peak);
  while (peak < live && !atomic_compare_exchange_weak(&use->peak, &peak, live)) {}
  return use;
}

void tern_memory_use_remove(tern_memory_use_t *use, size_t size) {
  if (!use) return;
  atomic_fetch_sub(&use->live, size);
  tern_memory_use_release(use);
}
