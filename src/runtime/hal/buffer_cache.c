// A list of buffers behind a lock. Lists stay short: a program has few buffers at a time, and each of them is one of few
// sizes.

#include "runtime/hal/buffer_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "runtime/buffer.h"
#include "runtime/device.h"

enum { ENTRY_COUNT_MAX = 256 };

typedef struct cache_entry {
  tern_buffer_t *buffer;  // a reference
  tern_buffer_usage_t usage;
} cache_entry_t;

struct tern_buffer_cache_t {
  tern_resource_t resource;
  tern_device_t *device;  // a reference
  tern_buffer_allocator_t allocator;
  size_t kept_size_max;
  pthread_mutex_t mutex;
  TERN_VEC(cache_entry_t) entries;  // the one that came back last at the end
  size_t kept_size;                 // bytes of all entries
};

tern_buffer_cache_t *tern_buffer_cache_create(tern_device_t *device, const tern_buffer_allocator_t *allocator,
                                              size_t kept_size) {
  static const size_t default_kept_size = (size_t)1 << 30;
  tern_buffer_cache_t *cache = calloc(1, sizeof(*cache));
  if (!cache) return NULL;
  tern_resource_initialize(&cache->resource);
  tern_device_retain(device);
  cache->device = device;
  if (allocator) cache->allocator = *allocator;
  cache->kept_size_max = kept_size ? kept_size : default_kept_size;
  pthread_mutex_init(&cache->mutex, NULL);
  return cache;
}

void tern_buffer_cache_retain(tern_buffer_cache_t *cache) { tern_resource_retain(&cache->resource); }

void tern_buffer_cache_release(tern_buffer_cache_t *cache) {
  if (!cache || !tern_resource_release(&cache->resource)) return;
  for (size_t i = 0; i < cache->entries.count; ++i) tern_buffer_release(cache->entries.values[i].buffer);
  tern_vec_deinitialize(&cache->entries);
  pthread_mutex_destroy(&cache->mutex);
  tern_device_release(cache->device);
  free(cache);
}

tern_device_t *tern_buffer_cache_device(const tern_buffer_cache_t *cache) { return cache->device; }

static bool is_free(const tern_buffer_t *buffer) {
  // Acquire: who let go last is done with the contents.
  return atomic_load_explicit(&buffer->resource.reference_count, memory_order_acquire) == 1;
}

static tern_buffer_t *take_entry(tern_buffer_cache_t *cache, size_t index) {
  tern_buffer_t *buffer = cache->entries.values[index].buffer;
  cache->kept_size -= tern_buffer_size(buffer);
  --cache->entries.count;
  memmove(&cache->entries.values[index], &cache->entries.values[index + 1],
          (cache->entries.count - index) * sizeof(cache->entries.values[0]));
  return buffer;
}

// Rounds up in steps of an eighth or less, so that sizes that vary a little meet.
static size_t round_size(size_t size) {
  enum { LEAST = 64 };
  if (size <= LEAST) return LEAST;
  size_t step = (size_t)1 << (63 - __builtin_clzll((unsigned long long)size));
  step = step >= 8 * LEAST ? step / 8 : LEAST;
  return size > SIZE_MAX - step ? size : (size + step - 1) & ~(step - 1);
}

static tern_buffer_t *find_buffer(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, size_t size) {
  // The newest is the one most likely to be in the processor's cache.
  for (size_t i = cache->entries.count; i-- > 0;) {
    const cache_entry_t *entry = &cache->entries.values[i];
    size_t capacity = tern_buffer_size(entry->buffer);
    if (entry->usage == usage && capacity >= size && capacity / 2 <= size && is_free(entry->buffer)) {
      return take_entry(cache, i);
    }
  }
  return NULL;
}

tern_status_t tern_buffer_cache_allocate(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, size_t size,
                                         tern_buffer_t **out_buffer) {
  *out_buffer = NULL;
  if (cache->allocator.allocate) {
    tern_status_t status =
        cache->allocator.allocate(cache->allocator.user_data, cache->device, usage, size, out_buffer);
    if (!tern_status_is_ok(status) || (*out_buffer && tern_buffer_size(*out_buffer) >= size)) return status;
    tern_buffer_release(*out_buffer);
    *out_buffer = NULL;
    return tern_status_make(TERN_OUT_OF_MEMORY, "the allocator of the session gave no buffer of %zu bytes", size);
  }
  size_t capacity = round_size(size);
  pthread_mutex_lock(&cache->mutex);
  *out_buffer = find_buffer(cache, usage, capacity);
  pthread_mutex_unlock(&cache->mutex);
  if (*out_buffer) return tern_ok();
  tern_status_t status = tern_buffer_allocate(cache->device, usage, capacity, out_buffer);
  if (status.code != TERN_OUT_OF_MEMORY) return status;
  tern_buffer_cache_trim(cache);
  return tern_buffer_allocate(cache->device, usage, capacity, out_buffer);
}

void tern_buffer_cache_give_back(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, tern_buffer_t *buffer) {
  size_t size = tern_buffer_size(buffer);
  if (cache->allocator.allocate || size > cache->kept_size_max) {
    tern_buffer_release(buffer);
    return;
  }
  tern_buffer_t *surplus[ENTRY_COUNT_MAX];
  size_t surplus_count = 0;
  pthread_mutex_lock(&cache->mutex);
  while (cache->entries.count &&
         (cache->entries.count >= ENTRY_COUNT_MAX || cache->kept_size > cache->kept_size_max - size)) {
    surplus[surplus_count++] = take_entry(cache, 0);
  }
  if (tern_vec_try_push(&cache->entries, (cache_entry_t){buffer, usage})) {
    cache->kept_size += size;
    buffer = NULL;
  }
  pthread_mutex_unlock(&cache->mutex);
  tern_buffer_release(buffer);  // where there was no memory to keep it
  while (surplus_count) tern_buffer_release(surplus[--surplus_count]);
}

void tern_buffer_cache_trim(tern_buffer_cache_t *cache) {
  pthread_mutex_lock(&cache->mutex);
  for (size_t i = cache->entries.count; i-- > 0;) {
    if (is_free(cache->entries.values[i].buffer)) tern_buffer_release(take_entry(cache, i));
  }
  pthread_mutex_unlock(&cache->mutex);
}
