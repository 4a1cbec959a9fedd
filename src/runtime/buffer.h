// The part of a buffer that all drivers share.

#ifndef TERN_RUNTIME_BUFFER_H_
#define TERN_RUNTIME_BUFFER_H_

#include "base/small.h"
#include "runtime/resource.h"
#include "tern/runtime.h"

typedef struct tern_buffer_vtable_t {
  void (*destroy)(tern_buffer_t *buffer);
  // The range lies in the buffer, which was made for mapping.
  tern_status_t (*map)(tern_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size, void **out_data);
  tern_status_t (*unmap)(tern_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size);
#if !TERN_SMALL
  // Copies host memory into the buffer, or out of it: one of `source` and `target` is NULL. May be NULL itself: then
  // the range is mapped for the copy.
  tern_status_t (*copy)(tern_buffer_t *buffer, size_t offset, size_t size, const void *source, void *target);
  // May be NULL: buffers of the driver have no addresses.
  uint64_t (*address)(const tern_buffer_t *buffer);
#endif
} tern_buffer_vtable_t;

struct tern_buffer_t {
  tern_resource_t resource;
  const tern_buffer_vtable_t *vtable;
  const struct tern_driver_t *driver;
  size_t size;       // bytes
  size_t alignment;  // bytes: the largest power of two known to divide the address on the device
  tern_buffer_usage_t usage;
  uint32_t slot;  // of a table that the buffer stands for, plus one; 0: a buffer with memory
#if !TERN_SMALL
  struct tern_memory_use_t *use;  // a reference: counts the bytes of the buffer; NULL for memory of others
#endif
};

// Checks that the range lies in its buffer and that the buffer is of `driver` and made for all of `usage`, and replaces
// TERN_WHOLE_BUFFER by the size it stands for.
tern_status_t tern_buffer_range_resolve(const struct tern_driver_t *driver, tern_buffer_usage_t usage,
                                        tern_buffer_range_t *inout_range);

#endif  // TERN_RUNTIME_BUFFER_H_
