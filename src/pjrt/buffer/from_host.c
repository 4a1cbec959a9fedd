// Arrays of the host become buffers.

#include <stdlib.h>
#include <string.h>

#include "pjrt/buffer/buffer.h"
#include "pjrt/buffer/view.h"
#include "pjrt/support/copy_strided.h"
#include "pjrt/support/element_type.h"

// Compiled code may ask for addresses that are multiples of this.
enum { ZERO_COPY_ALIGNMENT = 64 };

PJRT_Error *tern_pjrt_view_allocate(memory_t *memory, PJRT_Buffer_Type type, const int64_t *dims, size_t rank,
                                    tern_buffer_view_t **out_view) {
  *out_view = NULL;
  size_t size;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_array_size(type, dims, rank, &size));
  PJRT_Device *device = memory->device;
  tern_buffer_t *buffer = NULL;
  tern_status_t status =
      tern_pjrt_pool_allocate(device->pool, device->device, TERN_BUFFER_USAGE_DEFAULT, size, &buffer);
  if (tern_status_is_ok(status)) {
    status = tern_buffer_view_create(tern_buffer_whole(buffer), tern_pjrt_element_type(type), (uint32_t)rank, dims,
                                     out_view);
  }
  tern_buffer_release(buffer);
  return tern_pjrt_error_of_status(status);
}

// An array of the caller's.
typedef struct source_t {
  const void *data;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t rank, size, element_size;
  int64_t strides[TERN_PJRT_RANK_MAX];
  bool is_dense;
} source_t;

static PJRT_Error *read_source(const PJRT_Client_BufferFromHostBuffer_Args *args, source_t *source) {
  *source = (source_t){.data = args->data, .type = args->type, .dims = args->dims, .rank = args->num_dims};
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_type(args->type, &source->element_size));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_array_size(args->type, args->dims, args->num_dims, &source->size));
  tern_pjrt_dense_strides(args->dims, args->num_dims, source->element_size, source->strides);
  if (args->num_byte_strides && args->num_byte_strides != args->num_dims) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%zu strides were given for %zu dimensions",
                           args->num_byte_strides, args->num_dims);
  }
  source->is_dense = true;
  if (args->num_byte_strides && source->size) {
    source->is_dense = tern_pjrt_is_dense(args->dims, args->num_dims, source->element_size, args->byte_strides);
    memcpy(source->strides, args->byte_strides, args->num_dims * sizeof(int64_t));
  }
  return NULL;
}

// Copies the array to the view: into memory of the host in its final place, else by way of a dense copy if need be.
static PJRT_Error *fill_view(const source_t *source, bool is_host, tern_buffer_view_t *view) {
  int64_t dense[TERN_PJRT_RANK_MAX];
  tern_pjrt_dense_strides(source->dims, source->rank, source->element_size, dense);
  if (source->is_dense) return tern_pjrt_error_of_status(tern_buffer_view_write(view, source->data, source->size));
  if (is_host) {
    tern_buffer_range_t range = tern_buffer_view_range(view);
    void *data;
    TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(
        tern_buffer_map(range.buffer, TERN_MAP_ACCESS_WRITE, range.offset, range.size, &data)));
    tern_pjrt_copy_strided(data, dense, source->data, source->strides, source->dims, source->rank,
                           source->element_size);
    return tern_pjrt_error_of_status(tern_buffer_unmap(range.buffer, TERN_MAP_ACCESS_WRITE, range.offset, range.size));
  }
  void *copy = malloc(source->size);
  if (!copy) return tern_pjrt_no_memory();
  tern_pjrt_copy_strided(copy, dense, source->data, source->strides, source->dims, source->rank, source->element_size);
  PJRT_Error *error = tern_pjrt_error_of_status(tern_buffer_view_write(view, copy, source->size));
  free(copy);
  return error;
}

// The caller gets its memory back.
static void give_back(void *user, void *data) {
  (void)data;
  PJRT_Event *done = user;
  tern_pjrt_event_set(done, NULL);
  tern_pjrt_event_release(done);
}

// A view of the caller's memory; `*out_done` is reached when it is no longer used. Falls back to a copy by NULL.
static PJRT_Error *wrap_source(const source_t *source, PJRT_Device *device, tern_buffer_view_t **out_view,
                               PJRT_Event **out_done) {
  *out_view = NULL;
  PJRT_Event *done = tern_pjrt_event_create();
  if (!done) return tern_pjrt_no_memory();
  tern_pjrt_event_retain(done);
  tern_status_t status =
      tern_buffer_view_wrap(device->device, tern_pjrt_element_type(source->type), (uint32_t)source->rank, source->dims,
                            (void *)(uintptr_t)source->data, source->size, give_back, done, out_view);
  if (tern_status_is_ok(status)) {
    *out_done = done;
    return NULL;
  }
  tern_pjrt_event_release(done);
  tern_pjrt_event_release(done);
  return tern_pjrt_error_of_status(status);
}

static bool may_wrap(const PJRT_Client_BufferFromHostBuffer_Args *args, const source_t *source,
                     const PJRT_Device *device) {
  bool may_alias = args->host_buffer_semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy ||
                   args->host_buffer_semantics == PJRT_HostBufferSemantics_kMutableZeroCopy;
  return may_alias && device->is_host && source->is_dense && source->size &&
         (uintptr_t)source->data % ZERO_COPY_ALIGNMENT == 0;
}

TERN_PJRT_DEFINE(Client_BufferFromHostBuffer) {
  args->buffer = NULL;
  args->done_with_host_buffer = NULL;
  memory_t *memory;
  source_t source;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_choose_memory(args->client, args->device, args->memory, &memory));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_layout(args->device_layout, args->dims, args->num_dims, args->type));
  TERN_PJRT_RETURN_IF_ERROR(read_source(args, &source));
  tern_buffer_view_t *view = NULL;
  PJRT_Event *done = tern_pjrt_event_ready();
  bool is_wrapped = may_wrap(args, &source, memory->device);
  PJRT_Error *error;
  if (is_wrapped) {
    error = wrap_source(&source, memory->device, &view, &done);
  } else {
    error = tern_pjrt_view_allocate(memory, args->type, args->dims, args->num_dims, &view);
    if (!error && source.size) error = fill_view(&source, memory->device->is_host, view);
  }
  if (error) {
    tern_buffer_view_release(view);
    return error;
  }
  storage_t *storage = tern_pjrt_storage_create(tern_pjrt_event_ready(), view);
  if (storage)
    storage->is_borrowed = is_wrapped && args->host_buffer_semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy;
  error = tern_pjrt_buffer_create(memory, args->type, args->dims, args->num_dims, storage, &args->buffer);
  if (error) {
    tern_pjrt_event_release(done);
    return error;
  }
  args->done_with_host_buffer = done;
  return NULL;
}

// What a framework's view calls when the buffer is no longer used.
typedef struct deletion_t {
  void (*call)(void *data, void *user);
  void *user;
} deletion_t;

static void delete_view(void *user, void *data) {
  deletion_t *deletion = user;
  if (deletion->call) deletion->call(data, deletion->user);
  free(deletion);
}

TERN_PJRT_DEFINE(Client_CreateViewOfDeviceBuffer) {
  args->buffer = NULL;
  memory_t *memory;
  size_t size;
  PJRT_Memory *wanted = TERN_PJRT_HAS(args, memory) ? args->memory : NULL;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_choose_memory(args->client, args->device, wanted, &memory));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_layout(args->layout, args->dims, args->num_dims, args->element_type));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_array_size(args->element_type, args->dims, args->num_dims, &size));
  if ((uintptr_t)args->device_buffer_ptr % ZERO_COPY_ALIGNMENT) {
    return tern_pjrt_error(
        PJRT_Error_Code_INVALID_ARGUMENT,
        "the array begins at an address that is no multiple of %d, as those of tern's buffers are; copy it",
        ZERO_COPY_ALIGNMENT);
  }
  deletion_t *deletion = calloc(1, sizeof(*deletion));
  if (!deletion) return tern_pjrt_no_memory();
  *deletion = (deletion_t){args->on_delete_callback, args->on_delete_callback_arg};
  tern_buffer_view_t *view = NULL;
  tern_status_t status = tern_buffer_view_wrap(memory->device->device, tern_pjrt_element_type(args->element_type),
                                               (uint32_t)args->num_dims, args->dims, args->device_buffer_ptr, size,
                                               delete_view, deletion, &view);
  if (!tern_status_is_ok(status)) {
    free(deletion);
    return tern_pjrt_error_of_status(status);
  }
  storage_t *storage = tern_pjrt_storage_create(tern_pjrt_event_ready(), view);
  if (storage) storage->is_borrowed = true;
  return tern_pjrt_buffer_create(memory, args->element_type, args->dims, args->num_dims, storage, &args->buffer);
}

TERN_PJRT_DEFINE(Client_CreateUninitializedBuffer) {
  args->buffer = NULL;
  memory_t *memory;
  tern_buffer_view_t *view;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_choose_memory(args->client, args->device, args->memory, &memory));
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_check_layout(args->shape_layout, args->shape_dims, args->shape_num_dims, args->shape_element_type));
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_view_allocate(memory, args->shape_element_type, args->shape_dims, args->shape_num_dims, &view));
  return tern_pjrt_buffer_create(memory, args->shape_element_type, args->shape_dims, args->shape_num_dims,
                                 tern_pjrt_storage_create(tern_pjrt_event_ready(), view), &args->buffer);
}

TERN_PJRT_DEFINE(Client_CreateErrorBuffer) {
  args->buffer = NULL;
  memory_t *memory;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_choose_memory(args->client, NULL, args->memory, &memory));
  storage_t *storage = tern_pjrt_storage_create(tern_pjrt_event_create(), NULL);
  if (storage) {
    tern_pjrt_storage_set(storage, NULL,
                          tern_pjrt_error_of_text(args->error_code, args->error_message, args->error_message_size));
  }
  return tern_pjrt_buffer_create(memory, args->shape_element_type, args->shape_dims, args->shape_num_dims, storage,
                                 &args->buffer);
}
