// Buffer views: the calls of tern/buffer_view.h.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/hal/hal_objects.h"

// Checks type and shape, and computes how many elements and bytes there are.
static tern_status_t measure(tern_element_type_t element_type, uint32_t rank, const int64_t *dims, size_t *out_count,
                             size_t *out_size) {
  size_t count = 1, size = tern_element_type_size(element_type);
  bool is_empty = false, has_overflow = false;
  if (!size) return tern_status_make(TERN_INVALID_ARGUMENT, "unknown element type %d", (int)element_type);
  if (rank > TERN_TENSOR_RANK_MAX || (rank && !dims)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "a rank of %u is above the largest, %d", rank, TERN_TENSOR_RANK_MAX);
  }
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0) return tern_status_make(TERN_INVALID_ARGUMENT, "dimension %u has a negative size", i);
    is_empty |= dims[i] == 0;
    has_overflow |= __builtin_mul_overflow(count, (size_t)dims[i], &count);
  }
  if (is_empty) {
    count = 0;
    has_overflow = false;
  }
  has_overflow |= __builtin_mul_overflow(count, size, &size);
  if (has_overflow) return tern_status_make(TERN_OUT_OF_RANGE, "the size of the array overflows");
  *out_count = count;
  *out_size = size;
  return tern_ok();
}

tern_status_t tern_hal_buffer_view_create(tern_hal_buffer_t *buffer, tern_element_type_t element_type, uint32_t rank,
                                          const int64_t *dims, tern_buffer_view_t **out_view) {
  *out_view = NULL;
  size_t count, size;
  TERN_RETURN_IF_ERROR(measure(element_type, rank, dims, &count, &size));
  if (size > buffer->size) {
    return tern_status_make(TERN_OUT_OF_RANGE, "an array of %zu bytes does not fit into %zu bytes", size, buffer->size);
  }
  if (size && buffer->offset % tern_element_type_size(element_type) != 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "an array of %s at offset %zu is misaligned",
                            tern_element_type_name(element_type), buffer->offset);
  }
  tern_buffer_view_t *view = malloc(sizeof(*view) + (rank ? rank : 1) * sizeof(view->dims[0]));
  if (!view) return tern_no_memory("a buffer view");
  *view = (tern_buffer_view_t){
      .buffer = buffer, .element_type = element_type, .rank = rank, .element_count = count, .size = size};
  if (rank) memcpy(view->dims, dims, rank * sizeof(dims[0]));
  tern_resource_initialize(&view->resource);
  tern_resource_retain(&buffer->resource);
  *out_view = view;
  return tern_ok();
}

tern_status_t tern_buffer_view_create(tern_buffer_range_t range, tern_element_type_t element_type, uint32_t rank,
                                      const int64_t *dims, tern_buffer_view_t **out_view) {
  *out_view = NULL;
  tern_hal_buffer_t *buffer;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_wrap(range, NULL, &buffer));
  tern_status_t status = tern_hal_buffer_view_create(buffer, element_type, rank, dims, out_view);
  tern_hal_buffer_release(buffer);
  return status;
}

// Makes a view of all of `memory`, a reference that is taken over.
static tern_status_t view_of(tern_device_t *device, tern_buffer_t *memory, tern_element_type_t element_type,
                             uint32_t rank, const int64_t *dims, tern_buffer_view_t **out_view) {
  tern_hal_buffer_t *buffer;
  tern_status_t status = tern_hal_buffer_wrap(tern_buffer_whole(memory), device, &buffer);
  if (tern_status_is_ok(status)) {
    status = tern_hal_buffer_view_create(buffer, element_type, rank, dims, out_view);
    tern_hal_buffer_release(buffer);
  }
  tern_buffer_release(memory);
  return status;
}

tern_status_t tern_buffer_view_allocate(tern_device_t *device, tern_element_type_t element_type, uint32_t rank,
                                        const int64_t *dims, const void *data, size_t data_size,
                                        tern_buffer_view_t **out_view) {
  *out_view = NULL;
  size_t count, size;
  TERN_RETURN_IF_ERROR(measure(element_type, rank, dims, &count, &size));
  if (data && data_size != size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected %zu bytes for the array but got %zu", size, data_size);
  }
  tern_buffer_t *memory;
  TERN_RETURN_IF_ERROR(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, size, &memory));
  tern_status_t status = data ? tern_buffer_write(memory, 0, data, size) : tern_ok();
  if (tern_status_is_ok(status)) return view_of(device, memory, element_type, rank, dims, out_view);
  tern_buffer_release(memory);
  return status;
}

tern_status_t tern_buffer_view_wrap(tern_device_t *device, tern_element_type_t element_type, uint32_t rank,
                                    const int64_t *dims, void *data, size_t data_size, tern_buffer_release_fn_t release,
                                    void *user_data, tern_buffer_view_t **out_view) {
  *out_view = NULL;
  size_t count, size;
  // All that can be refused is refused before the buffer is made: then `release` is not called.
  TERN_RETURN_IF_ERROR(measure(element_type, rank, dims, &count, &size));
  if (data_size < size) {
    return tern_status_make(TERN_OUT_OF_RANGE, "an array of %zu bytes does not fit into %zu bytes", size, data_size);
  }
  tern_buffer_t *memory;
  TERN_RETURN_IF_ERROR(
      tern_buffer_wrap(device, TERN_BUFFER_USAGE_DEFAULT, data, data_size, release, user_data, &memory));
  return view_of(device, memory, element_type, rank, dims, out_view);
}

void tern_buffer_view_retain(tern_buffer_view_t *view) {
  if (view) tern_resource_retain(&view->resource);
}

void tern_buffer_view_release(tern_buffer_view_t *view) {
  if (!view || !tern_resource_release(&view->resource)) return;
  tern_hal_buffer_release(view->buffer);
  free(view);
}

tern_element_type_t tern_buffer_view_element_type(const tern_buffer_view_t *view) { return view->element_type; }
uint32_t tern_buffer_view_rank(const tern_buffer_view_t *view) { return view->rank; }
const int64_t *tern_buffer_view_dims(const tern_buffer_view_t *view) { return view->dims; }
size_t tern_buffer_view_element_count(const tern_buffer_view_t *view) { return view->element_count; }
size_t tern_buffer_view_size(const tern_buffer_view_t *view) { return view->size; }

tern_buffer_range_t tern_buffer_view_range(const tern_buffer_view_t *view) {
  tern_buffer_range_t range = {NULL, 0, 0};
  tern_status_t status = tern_hal_buffer_range(view->buffer, 0, view->size, &range);
  (void)status;  // a buffer that was deallocated gives no range
  return range;
}

static tern_status_t check_size(const tern_buffer_view_t *view, size_t size) {
  if (size == view->size) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected %zu bytes for the array but got %zu", view->size, size);
}

tern_status_t tern_buffer_view_read(const tern_buffer_view_t *view, void *data, size_t size) {
  TERN_RETURN_IF_ERROR(check_size(view, size));
  return tern_hal_buffer_read(view->buffer, 0, data, size);
}

tern_status_t tern_buffer_view_write(tern_buffer_view_t *view, const void *data, size_t size) {
  TERN_RETURN_IF_ERROR(check_size(view, size));
  return tern_hal_buffer_write(view->buffer, 0, data, size);
}

tern_status_t tern_buffer_view_from_tensor(tern_device_t *device, const tern_tensor_t *tensor,
                                           tern_buffer_view_t **out_view) {
  return tern_buffer_view_allocate(device, tensor->element_type, tensor->rank, tensor->dims, tensor->data,
                                   tensor->data_size, out_view);
}

tern_status_t tern_buffer_view_to_tensor(const tern_buffer_view_t *view, tern_tensor_t *out_tensor) {
  TERN_RETURN_IF_ERROR(tern_tensor_initialize(view->element_type, view->rank, view->dims, out_tensor));
  tern_status_t status = tern_buffer_view_read(view, out_tensor->data, view->size);
  if (!tern_status_is_ok(status)) tern_tensor_deinitialize(out_tensor);
  return status;
}
