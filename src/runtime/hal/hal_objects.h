// The objects of the native module `hal`, which are those of the public API or made of them.

#ifndef TERN_RUNTIME_HAL_HAL_OBJECTS_H_
#define TERN_RUNTIME_HAL_HAL_OBJECTS_H_

#include "runtime/hal/buffer_cache.h"
#include "runtime/resource.h"
#include "runtime/vm/object.h"
#include "tern/buffer_view.h"
#include "tern/session.h"

extern const tern_ref_type_t tern_hal_device_type;          // tern_device_t
extern const tern_ref_type_t tern_hal_allocator_type;       // tern_device_t, whose memory it stands for
extern const tern_ref_type_t tern_hal_buffer_type;          // tern_hal_buffer_t
extern const tern_ref_type_t tern_hal_buffer_view_type;     // tern_buffer_view_t
extern const tern_ref_type_t tern_hal_executable_type;      // tern_executable_t
extern const tern_ref_type_t tern_hal_fence_type;           // tern_fence_t
extern const tern_ref_type_t tern_hal_file_type;            // tern_hal_file_t
extern const tern_ref_type_t tern_hal_command_buffer_type;  // hal_commands.h

// Part of a buffer, and whose it is: the last reference gives memory that came out of a cache back to it. Immutable but
// for what is atomic; thread-safe.
typedef struct tern_hal_buffer_t {
  tern_resource_t resource;
  tern_buffer_t *buffer;             // a reference; NULL after the program deallocated it
  size_t offset, size;               // in `buffer`
  tern_buffer_cache_t *cache;        // a reference; where the buffer goes back to; NULL: nowhere
  tern_buffer_usage_t usage;         // that `cache` gave it for
  tern_device_t *device;             // borrowed from `cache` or a reference of `parent`'s; NULL if it is not known
  struct tern_hal_buffer_t *parent;  // a reference; whose part this is; NULL for a whole
  atomic_int owner_count;            // of the program's own count of owners, see hal.buffer.allocation.preserve
} tern_hal_buffer_t;

// Allocates from a cache.
tern_status_t tern_hal_buffer_allocate(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, size_t size,
                                       tern_hal_buffer_t **out_buffer);
// Makes an object for a buffer of the user's, which is retained. `device` may be NULL.
tern_status_t tern_hal_buffer_wrap(tern_buffer_range_t range, tern_device_t *device, tern_hal_buffer_t **out_buffer);
// Makes a buffer of memory of the host. `release` gives it back, at the buffer's end or, if there is none, at once.
tern_status_t tern_hal_buffer_import(tern_device_t *device, void *data, size_t size, tern_buffer_release_fn_t release,
                                     void *user_data, tern_hal_buffer_t **out_buffer);
// Makes an object for a part of `parent`, which is retained. Errors: TERN_OUT_OF_RANGE.
tern_status_t tern_hal_buffer_subspan(tern_hal_buffer_t *parent, uint64_t offset, uint64_t size,
                                      tern_hal_buffer_t **out_buffer);
void tern_hal_buffer_release(tern_hal_buffer_t *buffer);
// The part of the buffer from `offset` on, `size` bytes (UINT64_MAX: to the end). Errors: TERN_OUT_OF_RANGE;
// TERN_FAILED_PRECONDITION after the buffer was deallocated.
tern_status_t tern_hal_buffer_range(const tern_hal_buffer_t *buffer, uint64_t offset, uint64_t size,
                                    tern_buffer_range_t *out_range);
// The program will not use the buffer any more: gives the memory back to the cache if the caller's reference is the only
// one, and else does nothing.
void tern_hal_buffer_deallocate(tern_hal_buffer_t *buffer);
// Copies bytes of the buffer to the host or from it, through the device if the host cannot map it, and waits.
tern_status_t tern_hal_buffer_read(const tern_hal_buffer_t *buffer, uint64_t offset, void *data, size_t size);
tern_status_t tern_hal_buffer_write(const tern_hal_buffer_t *buffer, uint64_t offset, const void *data, size_t size);

struct tern_buffer_view_t {
  tern_resource_t resource;
  tern_hal_buffer_t *buffer;  // a reference; the elements start at its start
  tern_element_type_t element_type;
  uint32_t rank;
  size_t element_count, size;
  int64_t dims[];
};

// Makes a view of the start of `buffer`, which is retained. Errors: as tern_buffer_view_create().
tern_status_t tern_hal_buffer_view_create(tern_hal_buffer_t *buffer, tern_element_type_t element_type, uint32_t rank,
                                          const int64_t *dims, tern_buffer_view_t **out_view);

// Bytes in host memory that programs read like a file.
typedef struct tern_hal_file_t {
  tern_resource_t resource;
  tern_vm_buffer_t *source;  // a reference
  unsigned char *data;
  size_t size;
} tern_hal_file_t;

// The element type with a number of programs (base/hal_element_types.def), or TERN_ELEMENT_TYPE_NONE; and the way back.
tern_element_type_t tern_hal_element_type_from_number(uint32_t number);
uint32_t tern_hal_element_type_number(tern_element_type_t type);

#endif  // TERN_RUNTIME_HAL_HAL_OBJECTS_H_
