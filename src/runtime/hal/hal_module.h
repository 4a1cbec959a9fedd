// The parts of the native module `hal`.

#ifndef TERN_RUNTIME_HAL_HAL_MODULE_H_
#define TERN_RUNTIME_HAL_HAL_MODULE_H_

#include "runtime/hal/hal_commands.h"
#include "runtime/hal/hal_objects.h"
#include "runtime/session.h"

// Arguments of native functions, by position. TERN_NATIVE_OBJECT returns from the function if the argument is nothing or of
// another type.
static inline int32_t tern_native_i32(const tern_native_call_t *call, size_t index) {
  return call->arguments[index].i32;
}
static inline int64_t tern_native_i64(const tern_native_call_t *call, size_t index) {
  return call->arguments[index].i64;
}
static inline uint64_t tern_native_u64(const tern_native_call_t *call, size_t index) {
  return (uint64_t)call->arguments[index].i64;
}

#define TERN_NATIVE_OBJECT(c_type, variable, call, index, ref_type)                  \
  c_type *const variable = (void *)tern_native_object((call), (index), &(ref_type)); \
  if (!variable) return *(call)->failure

// The text in a buffer of the program, cut to fit; "" for null.
typedef struct tern_native_text_t {
  char text[256];
} tern_native_text_t;
tern_native_text_t tern_native_text(const tern_native_call_t *call, size_t index);

// hal_device.c
tern_status_t tern_hal_devices_count(tern_native_call_t *call);
tern_status_t tern_hal_devices_get(tern_native_call_t *call);
tern_status_t tern_hal_device_allocator(tern_native_call_t *call);
tern_status_t tern_hal_device_query_i64(tern_native_call_t *call);
tern_status_t tern_hal_executable_create(tern_native_call_t *call);
tern_status_t tern_hal_executable_lookup_function(tern_native_call_t *call);
tern_status_t tern_hal_fence_create(tern_native_call_t *call);
tern_status_t tern_hal_fence_join(tern_native_call_t *call);
tern_status_t tern_hal_fence_query(tern_native_call_t *call);
tern_status_t tern_hal_fence_signal(tern_native_call_t *call);
tern_status_t tern_hal_fence_fail(tern_native_call_t *call);
tern_status_t tern_hal_fence_await(tern_native_call_t *call);

// hal_memory.c
tern_status_t tern_hal_file_from_memory(tern_native_call_t *call);
tern_status_t tern_hal_allocator_select(tern_native_call_t *call);
tern_status_t tern_hal_allocator_allocate(tern_native_call_t *call);
tern_status_t tern_hal_allocator_import(tern_native_call_t *call);
tern_status_t tern_hal_buffer_assert(tern_native_call_t *call);
tern_status_t tern_hal_buffer_preserve(tern_native_call_t *call);
tern_status_t tern_hal_buffer_discard(tern_native_call_t *call);
tern_status_t tern_hal_buffer_is_terminal(tern_native_call_t *call);
tern_status_t tern_hal_buffer_get_subspan(tern_native_call_t *call);
tern_status_t tern_hal_buffer_length(tern_native_call_t *call);
tern_status_t tern_hal_buffer_load(tern_native_call_t *call);
tern_status_t tern_hal_buffer_store(tern_native_call_t *call);
tern_status_t tern_hal_view_create(tern_native_call_t *call);
tern_status_t tern_hal_view_assert(tern_native_call_t *call);
tern_status_t tern_hal_view_buffer(tern_native_call_t *call);
tern_status_t tern_hal_view_element_type(tern_native_call_t *call);
tern_status_t tern_hal_view_encoding_type(tern_native_call_t *call);
tern_status_t tern_hal_view_rank(tern_native_call_t *call);
tern_status_t tern_hal_view_dim(tern_native_call_t *call);
tern_status_t tern_hal_view_trace(tern_native_call_t *call);
// How buffers for a program's memory type and usage are made on `device`.
tern_buffer_usage_t tern_hal_usage(const tern_device_t *device, int32_t memory_types, int32_t usage);
// Allocates from the cache that the session has for its device.
tern_status_t tern_hal_allocate(const tern_session_t *session, const tern_device_t *device, tern_buffer_usage_t usage,
                                int64_t size, tern_hal_buffer_t **out_buffer);
// Does the device use memory of the host in place, if it is aligned to so many bytes (0: as buffers are)?
bool tern_hal_can_import(tern_device_t *device, const void *data, size_t alignment);

// The first arguments of functions that run on a queue: device, affinity, the fence to wait for, the fence to signal.
typedef struct tern_hal_queue_call_t {
  tern_device_t *device;
  tern_semaphore_list_t wait, signal;
} tern_hal_queue_call_t;
tern_status_t tern_hal_queue_get(const tern_native_call_t *call, tern_hal_queue_call_t *out_queue);
// Waits, on the host, for the fence to wait for.
tern_status_t tern_hal_queue_wait(const tern_hal_queue_call_t *queue);
// Reaches the fence to signal once the other one is.
tern_status_t tern_hal_queue_join(const tern_hal_queue_call_t *queue);

// hal_queue.c
tern_status_t tern_hal_command_buffer_create(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_finalize(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_group(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_barrier(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_hint(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_fill(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_update(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_copy(tern_native_call_t *call);
tern_status_t tern_hal_command_buffer_dispatch(tern_native_call_t *call);
tern_status_t tern_hal_queue_alloca(tern_native_call_t *call);
tern_status_t tern_hal_queue_dealloca(tern_native_call_t *call);
tern_status_t tern_hal_queue_fill(tern_native_call_t *call);
tern_status_t tern_hal_queue_update(tern_native_call_t *call);
tern_status_t tern_hal_queue_copy(tern_native_call_t *call);
tern_status_t tern_hal_queue_read(tern_native_call_t *call);
tern_status_t tern_hal_queue_write(tern_native_call_t *call);
tern_status_t tern_hal_queue_barrier(tern_native_call_t *call);
tern_status_t tern_hal_queue_execute(tern_native_call_t *call);
tern_status_t tern_hal_queue_execute_indirect(tern_native_call_t *call);
tern_status_t tern_hal_queue_flush(tern_native_call_t *call);

// io_parameters.c
tern_status_t tern_io_parameters_load(tern_native_call_t *call);
tern_status_t tern_io_parameters_gather(tern_native_call_t *call);
tern_status_t tern_io_parameters_scatter(tern_native_call_t *call);

// expected_parameters.c
tern_status_t tern_io_parameters_expect(tern_native_call_t *call);

#endif  // TERN_RUNTIME_HAL_HAL_MODULE_H_
