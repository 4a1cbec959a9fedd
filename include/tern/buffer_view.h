// Buffer views and fences: what programs take and give.
//
// A *buffer view* is an array of a device: a part of a buffer with an element type and a shape. A *fence* is a point in
// time: a list of semaphores with the values that they have to reach. The conventions of tern/runtime.h hold.

#ifndef TERN_BUFFER_VIEW_H_
#define TERN_BUFFER_VIEW_H_

#include "tern/runtime.h"
#include "tern/status.h"
#include "tern/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// A dense row-major array in a buffer. Immutable but for the elements; the object is thread-safe, the elements are the
// callers' to order.
typedef struct tern_buffer_view_t tern_buffer_view_t;

// Makes a view of `range`, which must hold the array of `rank` sizes `dims` and be aligned to the size of an element.
// The view keeps a reference to the buffer.
// Errors: TERN_INVALID_ARGUMENT for an unknown element type, a negative size, a rank above TERN_TENSOR_RANK_MAX or a
// misaligned range; TERN_OUT_OF_RANGE if the array does not fit; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_buffer_view_create(tern_buffer_range_t range, tern_element_type_t element_type,
                                               uint32_t rank, const int64_t *dims, tern_buffer_view_t **out_view);
// Makes a view of a new buffer of `device`, which the host may map. The elements are undefined if `data` is NULL, else
// a copy of the `data_size` bytes at `data`, which must be as many as the array has.
// Errors: as tern_buffer_view_create(), and those of tern_buffer_allocate().
TERN_API tern_status_t tern_buffer_view_allocate(tern_device_t *device, tern_element_type_t element_type, uint32_t rank,
                                                 const int64_t *dims, const void *data, size_t data_size,
                                                 tern_buffer_view_t **out_view);
// Makes a view of memory of the caller's, without a copy, as tern_buffer_wrap() makes a buffer.
// Errors: as tern_buffer_view_create() and tern_buffer_wrap(). On failure `release` is not called.
TERN_API tern_status_t tern_buffer_view_wrap(tern_device_t *device, tern_element_type_t element_type, uint32_t rank,
                                             const int64_t *dims, void *data, size_t data_size,
                                             tern_buffer_release_fn_t release, void *user_data,
                                             tern_buffer_view_t **out_view);
TERN_API void tern_buffer_view_retain(tern_buffer_view_t *view);
TERN_API void tern_buffer_view_release(tern_buffer_view_t *view);

TERN_API tern_element_type_t tern_buffer_view_element_type(const tern_buffer_view_t *view);
TERN_API uint32_t tern_buffer_view_rank(const tern_buffer_view_t *view);
// The sizes, outermost first. Lives as long as the view; never NULL.
TERN_API const int64_t *tern_buffer_view_dims(const tern_buffer_view_t *view);
TERN_API size_t tern_buffer_view_element_count(const tern_buffer_view_t *view);
// Bytes that the elements take.
TERN_API size_t tern_buffer_view_size(const tern_buffer_view_t *view);
// Where the elements are; `size` is tern_buffer_view_size(). The buffer is borrowed from the view, and its memory is used
// for other things once the view is gone: who needs it longer keeps the view.
TERN_API tern_buffer_range_t tern_buffer_view_range(const tern_buffer_view_t *view);

// Copies all elements out of the view or into it. `size` must be tern_buffer_view_size(). A buffer that the host cannot
// map is copied by its device. Errors: TERN_INVALID_ARGUMENT for another size; those of mapping and of the device.
TERN_API tern_status_t tern_buffer_view_read(const tern_buffer_view_t *view, void *data, size_t size);
TERN_API tern_status_t tern_buffer_view_write(tern_buffer_view_t *view, const void *data, size_t size);
// Copies a tensor to a new buffer of `device`, or a view to a tensor that the caller owns.
TERN_API tern_status_t tern_buffer_view_from_tensor(tern_device_t *device, const tern_tensor_t *tensor,
                                                    tern_buffer_view_t **out_view);
TERN_API tern_status_t tern_buffer_view_to_tensor(const tern_buffer_view_t *view, tern_tensor_t *out_tensor);

//---- Fences ----

// A point in time that is reached once every semaphore of a list has reached its value. A fence without semaphores is
// reached. Immutable; thread-safe.
typedef struct tern_fence_t tern_fence_t;

// Makes a fence that tern_fence_signal() reaches: it has a semaphore of `device` of its own.
TERN_API tern_status_t tern_fence_create(tern_device_t *device, tern_fence_t **out_fence);
// Makes a fence of a list, which is copied.
TERN_API tern_status_t tern_fence_create_at(tern_semaphore_list_t list, tern_fence_t **out_fence);
// Makes a fence that is reached once all of `fences` are (`fence_count`; NULLs among them are skipped). Of several values
// for one semaphore the highest is kept.
TERN_API tern_status_t tern_fence_join(tern_fence_t *const *fences, size_t fence_count, tern_fence_t **out_fence);
TERN_API void tern_fence_retain(tern_fence_t *fence);
TERN_API void tern_fence_release(tern_fence_t *fence);
// What the fence stands for. Lives as long as the fence. NULL gives an empty list.
TERN_API tern_semaphore_list_t tern_fence_list(const tern_fence_t *fence);
// Reaches the fence from the host, or makes all its semaphores fail with `status`. Errors: those of
// tern_semaphore_signal().
TERN_API tern_status_t tern_fence_signal(tern_fence_t *fence);
TERN_API void tern_fence_fail(tern_fence_t *fence, tern_status_t status);
// Waits for at most `timeout` nanoseconds (0: only look; TERN_TIMEOUT_INFINITE). `*out_reached` (may be NULL) tells
// success from timeout. Errors: why a semaphore failed. NULL is reached.
TERN_API tern_status_t tern_fence_wait(const tern_fence_t *fence, uint64_t timeout, bool *out_reached);

#ifdef __cplusplus
}
#endif

#endif  // TERN_BUFFER_VIEW_H_
