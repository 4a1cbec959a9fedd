// CPU buffers: host memory, allocated or the caller's. Mapping gives the address itself. A buffer without memory stands for
// one that a command buffer gets when it is submitted.

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "runtime/buffer.h"
#include "runtime/drivers/cpu/cpu_device.h"

enum {
  POISON = 0xFF,  // in every byte: NaN in all float formats that have it, -1 in integers
};

typedef struct cpu_buffer_t {
  tern_buffer_t base;
  char *data;
  tern_buffer_release_fn_t release;  // may be NULL
  void *user_data;
} cpu_buffer_t;

static void destroy_buffer(tern_buffer_t *base) {
  cpu_buffer_t *buffer = (cpu_buffer_t *)base;
  if (buffer->release) buffer->release(buffer->user_data, buffer->data);
  free(buffer);
}

static tern_status_t map_buffer(tern_buffer_t *base, tern_map_access_t access, size_t offset, size_t size,
                                void **out_data) {
  (void)access;
  (void)size;
  *out_data = ((cpu_buffer_t *)base)->data + offset;
  return tern_ok();
}

static tern_status_t unmap_buffer(tern_buffer_t *base, tern_map_access_t access, size_t offset, size_t size) {
  (void)base;
  (void)access;
  (void)offset;
  (void)size;
  return tern_ok();
}

#if !TERN_SMALL
static uint64_t find_address(const tern_buffer_t *base) { return (uintptr_t)tern_cpu_buffer_data(base); }
#endif

static const tern_buffer_vtable_t vtable = {.destroy = destroy_buffer,
                                            .map = map_buffer,
                                            .unmap = unmap_buffer,
#if !TERN_SMALL
                                            .address = find_address
#endif
};

static void free_data(void *user_data, void *data) {
  (void)user_data;
  free(data);
}

tern_status_t tern_cpu_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                   tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer) {
  cpu_buffer_t *buffer = calloc(1, sizeof(*buffer));
  if (!buffer) return tern_no_memory("a buffer");
  tern_resource_initialize(&buffer->base.resource);
  buffer->base.vtable = &vtable;
  buffer->base.driver = device->driver;
  buffer->base.size = size;
  buffer->base.alignment = (size_t)((uintptr_t)data & -(uintptr_t)data);
  buffer->base.usage = usage;
  buffer->data = data;
  buffer->release = release;
  buffer->user_data = user_data;
  *out_buffer = &buffer->base;
  return tern_ok();
}

// Large buffers lie in huge pages, if the system has any to give: a matrix whose rows are a page apart would otherwise need an
// entry of the translation buffer for each row. What takes half of one gets a whole one.
static void *allocate(size_t capacity) {
#if defined(MADV_HUGEPAGE) && !TERN_SMALL
  enum { HUGE_PAGE = 2 << 20 };
  if (capacity >= (size_t)HUGE_PAGE / 2) {
    void *data = NULL;
    if (capacity < HUGE_PAGE) capacity = HUGE_PAGE;
    if (posix_memalign(&data, HUGE_PAGE, capacity) != 0) return NULL;
    madvise(data, capacity / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);  // a wish
    return data;
  }
#endif
  return aligned_alloc(TERN_CPU_BUFFER_ALIGNMENT, capacity);
}

tern_status_t tern_cpu_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                       tern_buffer_t **out_buffer) {
  if (size > PTRDIFF_MAX - TERN_CPU_BUFFER_ALIGNMENT) {
    return tern_status_make(TERN_OUT_OF_RANGE, "a buffer of %zu bytes is too large", size);
  }
  size_t capacity = (size + TERN_CPU_BUFFER_ALIGNMENT) / TERN_CPU_BUFFER_ALIGNMENT * TERN_CPU_BUFFER_ALIGNMENT;
  void *data = allocate(capacity);
  if (!data) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a buffer of %zu bytes", size);
  atomic_fetch_add(&((tern_cpu_device_t *)device)->allocation_count, 1);
  if (((tern_cpu_device_t *)device)->flags & TERN_DEVICE_FLAG_POISON_BUFFERS) memset(data, POISON, capacity);
  tern_status_t status = tern_cpu_buffer_wrap(device, usage, data, size, free_data, NULL, out_buffer);
  if (!tern_status_is_ok(status)) free(data);
  return status;
}

void *tern_cpu_buffer_data(const tern_buffer_t *buffer) { return ((const cpu_buffer_t *)buffer)->data; }

tern_status_t tern_cpu_buffer_create_slot(tern_device_t *device, uint32_t slot, tern_buffer_t **out_buffer) {
  enum { ALIGNMENT = 1 << 16 };  // above what any entry point asks for
  tern_buffer_usage_t usage = TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_DISPATCH;
  TERN_RETURN_IF_ERROR(tern_cpu_buffer_wrap(device, usage, NULL, PTRDIFF_MAX, NULL, NULL, out_buffer));
  (*out_buffer)->alignment = ALIGNMENT;
  (*out_buffer)->slot = slot + 1;
  return tern_ok();
}
