// Memory of a device.

#include "pjrt/support/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum {
  ALIGNMENT = 64,
  CLASS_COUNT = 4 * 48,  // four for each power of two
};
// Bytes that are kept for later, at most.
#define KEPT_MAX ((size_t)1 << 30)

// Lies in front of the bytes that a buffer has.
typedef struct block_t {
  struct block_t *next;  // among those that are kept
  tern_pjrt_pool_t *pool;
  size_t capacity;
  size_t size;  // that was asked for
  int class;
} block_t;

struct tern_pjrt_pool_t {
  atomic_size_t references;
  bool is_host;
  tern_device_t *device;
  pthread_mutex_t mutex;
  block_t *kept[CLASS_COUNT];
  tern_pjrt_pool_use_t use;
};

tern_pjrt_pool_t *tern_pjrt_pool_create(tern_device_t *device, bool is_host) {
  tern_pjrt_pool_t *pool = calloc(1, sizeof(*pool));
  if (!pool) return NULL;
  atomic_init(&pool->references, 1);
  pthread_mutex_init(&pool->mutex, NULL);
  pool->is_host = is_host;
  pool->device = device;
  tern_device_retain(device);
  return pool;
}

void tern_pjrt_pool_release(tern_pjrt_pool_t *pool) {
  if (!pool || atomic_fetch_sub_explicit(&pool->references, 1, memory_order_acq_rel) != 1) return;
  for (int i = 0; i < CLASS_COUNT; ++i) {
    while (pool->kept[i]) {
      block_t *block = pool->kept[i];
      pool->kept[i] = block->next;
      free(block);
    }
  }
  pthread_mutex_destroy(&pool->mutex);
  tern_device_release(pool->device);
  free(pool);
}

// The class of a size, and how many bytes its blocks have: up to a quarter more.
static int class_of(size_t size, size_t *out_capacity) {
  *out_capacity = ALIGNMENT;
  if (size <= ALIGNMENT) return 0;
  int power = 63 - __builtin_clzll(size - 1);  // 2^power < size <= 2^(power + 1)
  size_t low = (size_t)1 << power, step = low / 4;
  size_t steps = (size - low + step - 1) / step;
  *out_capacity = low + steps * step;
  return (power - 6) * 4 + (int)steps;
}

static void count_allocation(tern_pjrt_pool_t *pool, size_t size) {
  tern_pjrt_pool_use_t *use = &pool->use;
  ++use->count;
  use->live += size;
  if (use->live > use->peak) use->peak = use->live;
  if (size > use->largest) use->largest = size;
}

// Gives a block back, which goes to the kept ones unless they are too many.
static void release_block(void *user, void *data) {
  (void)data;
  block_t *block = user;
  tern_pjrt_pool_t *pool = block->pool;
  pthread_mutex_lock(&pool->mutex);
  pool->use.live -= block->size;
  bool is_kept = pool->use.kept + block->capacity <= KEPT_MAX;
  if (is_kept) {
    block->next = pool->kept[block->class];
    pool->kept[block->class] = block;
    pool->use.kept += block->capacity;
  }
  pthread_mutex_unlock(&pool->mutex);
  if (!is_kept) free(block);
  tern_pjrt_pool_release(pool);
}

static block_t *take_block(tern_pjrt_pool_t *pool, size_t size) {
  size_t capacity;
  int class = class_of(size, &capacity);
  pthread_mutex_lock(&pool->mutex);
  block_t *block = pool->kept[class];
  if (block) {
    pool->kept[class] = block->next;
    pool->use.kept -= capacity;
  }
  count_allocation(pool, size);
  pthread_mutex_unlock(&pool->mutex);
  if (!block) {
    size_t whole = (sizeof(*block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + capacity;
    block = aligned_alloc(ALIGNMENT, (whole + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  }
  if (!block) {
    pthread_mutex_lock(&pool->mutex);
    pool->use.live -= size;
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
  }
  *block = (block_t){.pool = pool, .capacity = capacity, .size = size, .class = class};
  atomic_fetch_add_explicit(&pool->references, 1, memory_order_relaxed);
  return block;
}

static tern_status_t allocate_on_host(tern_pjrt_pool_t *pool, tern_buffer_usage_t usage, size_t size,
                                      tern_buffer_t **out_buffer) {
  block_t *block = size < SIZE_MAX / 4 ? take_block(pool, size) : NULL;
  if (!block) {
    tern_pjrt_pool_use_t use = tern_pjrt_pool_use(pool);
    return tern_status_make(TERN_OUT_OF_MEMORY,
                            "cannot allocate %zu bytes: %zu bytes are in use, %zu are kept for later", size, use.live,
                            use.kept);
  }
  char *data = (char *)block + (sizeof(*block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  tern_status_t status = tern_buffer_wrap(pool->device, usage, data, size, release_block, block, out_buffer);
  if (!tern_status_is_ok(status)) release_block(block, data);
  return status;
}

tern_status_t tern_pjrt_pool_allocate(void *user, tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                      tern_buffer_t **out_buffer) {
  tern_pjrt_pool_t *pool = user;
  *out_buffer = NULL;
  if (pool->is_host && device == pool->device) return allocate_on_host(pool, usage, size, out_buffer);
  pthread_mutex_lock(&pool->mutex);
  count_allocation(pool, size);
  pthread_mutex_unlock(&pool->mutex);
  return tern_buffer_allocate(device, usage, size, out_buffer);
}

tern_pjrt_pool_use_t tern_pjrt_pool_use(tern_pjrt_pool_t *pool) {
  pthread_mutex_lock(&pool->mutex);
  tern_pjrt_pool_use_t use = pool->use;
  pthread_mutex_unlock(&pool->mutex);
  int64_t live, peak;
  if (!pool->is_host && tern_status_is_ok(tern_device_query(pool->device, TERN_DEVICE_PROPERTY_MEMORY_LIVE, &live)) &&
      tern_status_is_ok(tern_device_query(pool->device, TERN_DEVICE_PROPERTY_MEMORY_PEAK, &peak))) {
    use.live = (size_t)live;
    use.peak = (size_t)peak;
  }
  return use;
}

void tern_pjrt_pool_clear(tern_pjrt_pool_t *pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->use.peak = pool->use.live;
  pool->use.largest = pool->use.count = 0;
  pthread_mutex_unlock(&pool->mutex);
}
