// Memory of the CPU device is the host's. A list of what was allocated says what an address is.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "runtime/cudart/cpu/cpu.h"

typedef struct range {
  char *begin;
  size_t size;
  unsigned flags;  // of host memory
  enum cudaMemoryType type;
  bool is_registered;  // the program's own
  bool is_of_device;   // freed by cuMemFree, not by cuMemFreeHost
  struct range *next;
} range_t;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static range_t *ranges;
static size_t used, most_used;

static size_t total_memory(void) {
  struct sysinfo info;
  return sysinfo(&info) == 0 ? (size_t)info.totalram * info.mem_unit : (size_t)1 << 32;
}

static range_t *range_of(const void *address) {
  for (range_t *range = ranges; range; range = range->next) {
    if ((const char *)address >= range->begin && (const char *)address < range->begin + range->size) return range;
  }
  return NULL;
}

static result_t add(void **out, size_t size, enum cudaMemoryType type, unsigned flags, bool is_of_device) {
  if (cpu_fault()) return cpu_fault();
  if (size == 0) return cudaErrorInvalidValue;
  range_t *range = malloc(sizeof *range);
  char *memory = size > total_memory() ? NULL : aligned_alloc(256, (size + 255) / 256 * 256);
  if (!range || !memory) {
    free(range), free(memory);
    return cudaErrorMemoryAllocation;
  }
  *range = (range_t){.begin = memory, .size = size, .type = type, .flags = flags, .is_of_device = is_of_device};
  pthread_mutex_lock(&mutex);
  range->next = ranges;
  ranges = range;
  used += size;
  if (used > most_used) most_used = used;
  pthread_mutex_unlock(&mutex);
  *out = memory;
  return cudaSuccess;
}

static result_t remove_range(void *address, bool is_of_device, bool is_registered) {
  pthread_mutex_lock(&mutex);
  range_t **link = &ranges;
  while (*link && (*link)->begin != address) link = &(*link)->next;
  range_t *range = *link;
  bool is_right = range && range->is_of_device == is_of_device && range->is_registered == is_registered;
  if (is_right) {
    *link = range->next;
    if (!is_registered) used -= range->size;
  }
  pthread_mutex_unlock(&mutex);
  if (!is_right) return is_registered ? cudaErrorHostMemoryNotRegistered : cudaErrorInvalidValue;
  if (!is_registered) free(range->begin);
  free(range);
  return cpu_fault();
}

void cpu_forget_memory(void) {
  pthread_mutex_lock(&mutex);
  for (range_t *range = ranges, *next; range; range = next) {
    next = range->next;
    if (!range->is_registered) free(range->begin);
    free(range);
  }
  ranges = NULL, used = 0;
  pthread_mutex_unlock(&mutex);
}

result_t cpu_memory_allocate(void **address, size_t size) { return add(address, size, cudaMemoryTypeDevice, 0, true); }
result_t cpu_memory_allocate_managed(void **address, size_t size, unsigned flags) {
  (void)flags;
  return add(address, size, cudaMemoryTypeManaged, 0, true);
}
result_t cpu_memory_allocate_pitch(void **address, size_t *pitch, size_t width, size_t height, unsigned element_size) {
  (void)element_size;
  *pitch = (width + 511) / 512 * 512;
  if (height > SIZE_MAX / *pitch) return cudaErrorMemoryAllocation;
  return add(address, *pitch * height, cudaMemoryTypeDevice, 0, true);
}
result_t cpu_memory_free(void *address) { return remove_range(address, true, false); }
result_t cpu_host_allocate(void **data, size_t size, unsigned flags) {
  return add(data, size, cudaMemoryTypeHost, flags, false);
}
result_t cpu_host_free(void *data) { return remove_range(data, false, false); }

result_t cpu_memory_info(size_t *free_size, size_t *total) {
  *total = total_memory();
  *free_size = used < *total ? *total - used : 0;
  return cpu_fault();
}
result_t cpu_memory_advise(const void *address, size_t size, int advice, device_t device) {
  (void)address, (void)size, (void)device;
  return advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy ? cpu_fault()
                                                                                        : cudaErrorInvalidValue;
}
result_t cpu_memory_prefetch(const void *address, size_t size, device_t device, handle_t stream) {
  (void)address, (void)size, (void)stream;
  return device == cudaCpuDeviceId || device == 0 ? cpu_fault() : cudaErrorInvalidDevice;
}

result_t cpu_host_register(void *data, size_t size, unsigned flags) {
  pthread_mutex_lock(&mutex);
  bool is_known = range_of(data) != NULL;
  range_t *range = is_known ? NULL : malloc(sizeof *range);
  if (range) {
    *range = (range_t){
        .begin = data, .size = size, .type = cudaMemoryTypeHost, .flags = flags, .is_registered = true, .next = ranges};
    ranges = range;
  }
  pthread_mutex_unlock(&mutex);
  return is_known ? cudaErrorHostMemoryAlreadyRegistered : range ? cpu_fault() : cudaErrorMemoryAllocation;
}
result_t cpu_host_unregister(void *data) { return remove_range(data, false, true); }

result_t cpu_host_device_pointer(void **address, void *data, unsigned flags) {
  (void)flags;
  pthread_mutex_lock(&mutex);
  const range_t *range = range_of(data);
  bool is_host = range && range->type == cudaMemoryTypeHost;
  pthread_mutex_unlock(&mutex);
  *address = is_host ? data : NULL;
  return is_host ? cpu_fault() : cudaErrorInvalidValue;
}
result_t cpu_host_flags(unsigned *flags, void *data) {
  pthread_mutex_lock(&mutex);
  const range_t *range = range_of(data);
  bool is_host = range && range->type == cudaMemoryTypeHost;
  *flags = is_host ? range->flags : 0;
  pthread_mutex_unlock(&mutex);
  return is_host ? cpu_fault() : cudaErrorInvalidValue;
}

result_t cpu_pointer_attributes(unsigned count, int *attributes, void **values, const void *address) {
  enum { MEMORY_TYPE = 2, DEVICE_POINTER, HOST_POINTER, IS_MANAGED = 8, ORDINAL };
  pthread_mutex_lock(&mutex);
  const range_t *range = range_of(address);
  enum cudaMemoryType type = range ? range->type : cudaMemoryTypeUnregistered;
  pthread_mutex_unlock(&mutex);
  for (unsigned i = 0; i < count; i++) {
    bool is_host_visible = type == cudaMemoryTypeHost || type == cudaMemoryTypeManaged;
    switch (attributes[i]) {
      case MEMORY_TYPE: *(unsigned *)values[i] = type == cudaMemoryTypeManaged ? cudaMemoryTypeDevice : type; break;
      case DEVICE_POINTER: *(const void **)values[i] = type ? address : NULL; break;
      case HOST_POINTER: *(const void **)values[i] = is_host_visible ? address : NULL; break;
      case IS_MANAGED: *(unsigned *)values[i] = type == cudaMemoryTypeManaged; break;
      case ORDINAL: *(int *)values[i] = type ? 0 : -2; break;
      default: break;
    }
  }
  return cpu_fault();
}

// --- Copies and fills that are done now

static char *place(const driver_copy_side_t *side, size_t y, size_t z) {
  char *base = side->memory_type == 1 ? side->host : side->device;
  return base + ((side->z + z) * side->height + side->y + y) * side->pitch + side->x_in_bytes;
}

void cpu_copy_now(const driver_copy_t *copy) {
  for (size_t z = 0; z < copy->depth; z++) {
    for (size_t y = 0; y < copy->height; y++)
      memmove(place(&copy->target, y, z), place(&copy->source, y, z), copy->width_in_bytes);
  }
}

result_t cpu_copy(void *target, const void *source, size_t size) {
  if (cpu_fault()) return cpu_fault();
  memmove(target, source, size);
  return cudaSuccess;
}
result_t cpu_copy_3d(const driver_copy_t *copy) {
  if (cpu_fault()) return cpu_fault();
  cpu_copy_now(copy);
  return cudaSuccess;
}
result_t cpu_fill(void *address, unsigned char value, size_t count) {
  if (cpu_fault()) return cpu_fault();
  memset(address, value, count);
  return cudaSuccess;
}

// --- Pools: they take memory from the same place, and keep the threshold that is set

typedef struct pool {
  uint64_t threshold;
  int reuse[4];
} pool_t;
static pool_t default_pool = {.reuse = {1, 1, 1, 1}};
static pool_t *current_pool = &default_pool;

result_t cpu_pool_default(handle_t *pool, device_t device) {
  *pool = &default_pool;
  return device == 0 ? cpu_fault() : cudaErrorInvalidDevice;
}
result_t cpu_pool_current(handle_t *pool, device_t device) {
  *pool = current_pool;
  return device == 0 ? cpu_fault() : cudaErrorInvalidDevice;
}
result_t cpu_pool_set_current(device_t device, handle_t pool) {
  if (!pool || device != 0) return cudaErrorInvalidValue;
  current_pool = pool;
  return cpu_fault();
}
result_t cpu_pool_create(handle_t *pool, const void *properties) {
  (void)properties;
  pool_t *made = malloc(sizeof *made);
  if (!made) return cudaErrorMemoryAllocation;
  *made = (pool_t){.reuse = {1, 1, 1, 1}};
  *pool = made;
  return cpu_fault();
}
result_t cpu_pool_destroy(handle_t pool) {
  if (!pool || pool == &default_pool) return cudaErrorInvalidValue;
  if (current_pool == pool) current_pool = &default_pool;
  free(pool);
  return cpu_fault();
}
result_t cpu_pool_trim(handle_t pool, size_t size) {
  (void)size;
  return pool ? cpu_fault() : cudaErrorInvalidValue;
}
result_t cpu_pool_set_attribute(handle_t handle, int attribute, void *value) {
  pool_t *pool = handle;
  if (!pool) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies: pool->reuse[attribute] = *(int *)value; break;
    case cudaMemPoolAttrReleaseThreshold: pool->threshold = *(uint64_t *)value; break;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: most_used = used; break;
    default: return cudaErrorInvalidValue;
  }
  return cpu_fault();
}
result_t cpu_pool_attribute(handle_t handle, int attribute, void *value) {
  const pool_t *pool = handle;
  if (!pool) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies: *(int *)value = pool->reuse[attribute]; break;
    case cudaMemPoolAttrReleaseThreshold: *(uint64_t *)value = pool->threshold; break;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent: *(uint64_t *)value = used; break;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh: *(uint64_t *)value = most_used; break;
    default: return cudaErrorInvalidValue;
  }
  return cpu_fault();
}
result_t cpu_memory_allocate_async(void **address, size_t size, handle_t stream) {
  (void)stream;
  return cpu_memory_allocate(address, size);
}
result_t cpu_memory_allocate_from(void **address, size_t size, handle_t pool, handle_t stream) {
  (void)pool, (void)stream;
  return cpu_memory_allocate(address, size);
}
result_t cpu_memory_free_async(void *address, handle_t stream) {
  (void)stream;
  return cpu_memory_free(address);
}
