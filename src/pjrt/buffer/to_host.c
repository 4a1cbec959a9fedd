// Buffers are copied to the host, to other devices, and become other buffers.

#include <stdlib.h>
#include <string.h>

#include "pjrt/buffer/view.h"
#include "pjrt/device.h"
#include "pjrt/support/copy_strided.h"
#include "pjrt/support/element_type.h"

// ---- To the host ----

// A copy to the host's memory. What it needs of the buffer it has itself, because that may be deleted meanwhile.
typedef struct read_t {
  storage_t *storage;  // a reference
  PJRT_Event *done;    // a reference; NULL where nobody waits for one
  bool is_host;
  char *target;
  size_t offset, size;  // of a range of bytes
  bool is_strided;      // an array with the strides below instead
  size_t rank, element_size;
  int64_t *dims, *strides;  // behind the struct
} read_t;

static PJRT_Error *read_strided(const read_t *read) {
  void *data = NULL, *copy = NULL;
  PJRT_Error *error = NULL;
  if (read->is_host) {
    error = tern_pjrt_storage_address(read->storage, true, &data);
  } else {
    data = copy = malloc(read->size + 1);
    if (!copy) return tern_pjrt_no_memory();
    error = tern_pjrt_error_of_status(tern_buffer_view_read(read->storage->view, copy, read->size));
  }
  int64_t dense[TERN_PJRT_RANK_MAX];
  tern_pjrt_dense_strides(read->dims, read->rank, read->element_size, dense);
  if (!error) {
    tern_pjrt_copy_strided(read->target, read->strides, data, dense, read->dims, read->rank, read->element_size);
  }
  free(copy);
  return error;
}

static PJRT_Error *do_read(const read_t *read) {
  if (read->size == 0) return NULL;
  if (read->is_strided) return read_strided(read);
  tern_buffer_range_t range = tern_buffer_view_range(read->storage->view);
  if (read->offset == 0 && read->size == range.size) {
    return tern_pjrt_error_of_status(tern_buffer_view_read(read->storage->view, read->target, read->size));
  }
  // A part: of the whole where the host cannot map it.
  tern_status_t status = tern_buffer_read(range.buffer, range.offset + read->offset, read->target, read->size);
  if (status.code != TERN_FAILED_PRECONDITION) return tern_pjrt_error_of_status(status);
  char *whole = malloc(range.size);
  if (!whole) return tern_pjrt_no_memory();
  status = tern_buffer_view_read(read->storage->view, whole, range.size);
  if (tern_status_is_ok(status)) memcpy(read->target, whole + read->offset, read->size);
  free(whole);
  return tern_pjrt_error_of_status(status);
}

static void finish_read(PJRT_Error *error, void *user) {
  read_t *read = user;
  if (!error) error = do_read(read);
  tern_pjrt_storage_release(read->storage);  // first: who hears of the end may donate the buffer
  tern_pjrt_event_set(read->done, error);
  tern_pjrt_event_release(read->done);
  free(read);
}

// Does it now where the storage is ready, else when it is.
static PJRT_Error *start_read(read_t *read, PJRT_Event **out_event) {
  if (tern_pjrt_event_is_ready(read->storage->ready) && !tern_pjrt_event_error(read->storage->ready)) {
    PJRT_Error *error = do_read(read);
    tern_pjrt_storage_release(read->storage);
    free(read);
    if (!error) *out_event = tern_pjrt_event_ready();
    return error;
  }
  read->done = tern_pjrt_event_create();
  PJRT_Event *event = tern_pjrt_event_retain(read->done);
  if (read->done && tern_pjrt_event_then(read->storage->ready, finish_read, read)) {
    *out_event = event;
    return NULL;
  }
  tern_pjrt_event_release(event);
  tern_pjrt_event_release(read->done);
  tern_pjrt_storage_release(read->storage);
  free(read);
  return tern_pjrt_no_memory();
}

static PJRT_Error *make_read(PJRT_Buffer *buffer, void *target, size_t offset, size_t size, read_t **out_read) {
  read_t *read = calloc(1, sizeof(*read) + 2 * buffer->rank * sizeof(int64_t));
  if (!read) return tern_pjrt_no_memory();
  PJRT_Error *error = tern_pjrt_buffer_use(buffer, &read->storage);
  if (error) {
    free(read);
    return error;
  }
  read->is_host = buffer->memory->device->is_host;
  read->target = target;
  read->offset = offset;
  read->size = size;
  read->rank = buffer->rank;
  read->dims = (int64_t *)(read + 1);
  read->strides = read->dims + buffer->rank;
  memcpy(read->dims, buffer->dims, buffer->rank * sizeof(int64_t));
  *out_read = read;
  return NULL;
}

// Fills in how the caller wants the array to lie.
static PJRT_Error *read_layout(const PJRT_Buffer_MemoryLayout *layout, PJRT_Buffer *buffer, read_t *read) {
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_type(buffer->type, &read->element_size));
  if (!layout) return NULL;
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    if (layout->strides.num_byte_strides != buffer->rank) {
      return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%zu strides were given for %zu dimensions",
                             layout->strides.num_byte_strides, buffer->rank);
    }
    memcpy(read->strides, layout->strides.byte_strides, buffer->rank * sizeof(int64_t));
  } else if (layout->tiled.num_tiles || layout->tiled.minor_to_major_size != buffer->rank ||
             !tern_pjrt_layout_strides(buffer->dims, buffer->rank, read->element_size, layout->tiled.minor_to_major,
                                       read->strides)) {
    return tern_pjrt_error(
        PJRT_Error_Code_UNIMPLEMENTED,
        "arrays on the host have no tiles, and each of their %zu dimensions one place; leave the layout open",
        buffer->rank);
  }
  read->is_strided = !tern_pjrt_is_dense(buffer->dims, buffer->rank, read->element_size, read->strides);
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_ToHostBuffer) {
  args->event = NULL;
  PJRT_Buffer *buffer = args->src;
  if (!args->dst) {
    args->dst_size = buffer->size;
    return NULL;
  }
  if (args->dst_size < buffer->size) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the array has %zu bytes, but there is room for %zu",
                           buffer->size, args->dst_size);
  }
  read_t *read;
  TERN_PJRT_RETURN_IF_ERROR(make_read(buffer, args->dst, 0, buffer->size, &read));
  PJRT_Error *error = read_layout(args->host_layout, buffer, read);
  if (!error) return start_read(read, &args->event);
  tern_pjrt_storage_release(read->storage);
  free(read);
  return error;
}

TERN_PJRT_DEFINE(Buffer_CopyRawToHost) {
  args->event = NULL;
  if (args->offset < 0 || args->transfer_size < 0 || (uint64_t)args->offset > args->buffer->size ||
      (uint64_t)args->transfer_size > args->buffer->size - (uint64_t)args->offset) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%lld bytes from %lld on leave a buffer of %zu bytes",
                           (long long)args->transfer_size, (long long)args->offset, args->buffer->size);
  }
  read_t *read;
  TERN_PJRT_RETURN_IF_ERROR(
      make_read(args->buffer, args->dst, (size_t)args->offset, (size_t)args->transfer_size, &read));
  return start_read(read, &args->event);
}

// ---- To other buffers ----

// By the device, into another buffer of it.
static tern_status_t copy_on_device(tern_device_t *device, tern_buffer_view_t *source, tern_buffer_view_t *target) {
  tern_command_buffer_t *commands;
  TERN_RETURN_IF_ERROR(tern_command_buffer_create(device, &commands));
  tern_status_t status =
      tern_command_buffer_copy(commands, tern_buffer_view_range(source), tern_buffer_view_range(target));
  if (tern_status_is_ok(status)) status = tern_command_buffer_end(commands);
  if (tern_status_is_ok(status)) status = tern_device_execute(device, commands);
  tern_command_buffer_release(commands);
  return status;
}

// By way of the host's memory, which devices of all kinds have in common.
static tern_status_t copy_by_host(tern_buffer_view_t *source, tern_buffer_view_t *target) {
  size_t size = tern_buffer_view_size(source);
  tern_buffer_range_t range = tern_buffer_view_range(source);
  void *data;
  if (tern_status_is_ok(tern_buffer_map(range.buffer, TERN_MAP_ACCESS_READ, range.offset, range.size, &data))) {
    tern_status_t status = tern_buffer_view_write(target, data, size);
    tern_status_t end = tern_buffer_unmap(range.buffer, TERN_MAP_ACCESS_READ, range.offset, range.size);
    return tern_status_is_ok(status) ? end : status;
  }
  data = malloc(size);
  if (!data) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a copy of %zu bytes", size);
  tern_status_t status = tern_buffer_view_read(source, data, size);
  if (tern_status_is_ok(status)) status = tern_buffer_view_write(target, data, size);
  free(data);
  return status;
}

PJRT_Error *tern_pjrt_view_copy(memory_t *memory, bool is_same_device, tern_buffer_view_t *source,
                                tern_buffer_view_t **out_view) {
  PJRT_Buffer_Type type = tern_pjrt_buffer_type(tern_buffer_view_element_type(source));
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_view_allocate(memory, type, tern_buffer_view_dims(source), tern_buffer_view_rank(source), out_view));
  if (tern_buffer_view_size(source) == 0) return NULL;
  tern_status_t status = is_same_device && !memory->device->is_host
                             ? copy_on_device(memory->device->device, source, *out_view)
                             : copy_by_host(source, *out_view);
  if (tern_status_is_ok(status)) return NULL;
  tern_buffer_view_release(*out_view);
  *out_view = NULL;
  return tern_pjrt_error_of_status(status);
}

// A buffer that is made of another one when that is there.
typedef struct derived_t {
  storage_t *source, *target;  // references
  memory_t *memory;
  PJRT_Buffer_Type type;  // of a view of the same bytes; PJRT_Buffer_Type_INVALID: a copy
  size_t rank;
  int64_t dims[];
} derived_t;

static void finish_derived(PJRT_Error *error, void *user) {
  derived_t *derived = user;
  tern_buffer_view_t *view = NULL;
  if (!error && derived->type == PJRT_Buffer_Type_INVALID) {
    error = tern_pjrt_view_copy(derived->memory, false, derived->source->view, &view);
  } else if (!error) {
    error = tern_pjrt_error_of_status(tern_buffer_view_create(tern_buffer_view_range(derived->source->view),
                                                              tern_pjrt_element_type(derived->type),
                                                              (uint32_t)derived->rank, derived->dims, &view));
  }
  tern_pjrt_storage_release(derived->source);
  tern_pjrt_storage_set(derived->target, view, error);
  tern_pjrt_storage_release(derived->target);
  free(derived);
}

// Makes a storage by finish_derived(). Takes `source` over.
static storage_t *derive(storage_t *source, memory_t *memory, PJRT_Buffer_Type type, const int64_t *dims, size_t rank) {
  derived_t *derived = calloc(1, sizeof(*derived) + rank * sizeof(int64_t));
  storage_t *target = derived ? tern_pjrt_storage_create(tern_pjrt_event_create(), NULL) : NULL;
  if (!target) {
    free(derived);
    tern_pjrt_storage_release(source);
    return NULL;
  }
  *derived = (derived_t){source, tern_pjrt_storage_retain(target), memory, type, rank};
  if (rank) memcpy(derived->dims, dims, rank * sizeof(int64_t));
  // Views of the same bytes do not know of each other's users.
  target->is_borrowed = type != PJRT_Buffer_Type_INVALID;
  if (target->is_borrowed) target->base = tern_pjrt_storage_retain(source);
  if (tern_pjrt_event_then(source->ready, finish_derived, derived)) return target;
  finish_derived(tern_pjrt_no_memory(), derived);
  return target;
}

static PJRT_Error *copy_to(PJRT_Buffer *buffer, memory_t *memory, PJRT_Buffer **out_buffer) {
  storage_t *storage;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_buffer_use(buffer, &storage));
  // On the same device both have the storage, which is not written as long as that is so.
  if (memory->device != buffer->memory->device) storage = derive(storage, memory, PJRT_Buffer_Type_INVALID, NULL, 0);
  return tern_pjrt_buffer_create(memory, buffer->type, buffer->dims, buffer->rank, storage, out_buffer);
}

TERN_PJRT_DEFINE(Buffer_CopyToDevice) {
  return copy_to(args->buffer, tern_pjrt_memory(args->dst_device->memory_list[0]), &args->dst_buffer);
}

TERN_PJRT_DEFINE(Buffer_CopyToMemory) {
  return copy_to(args->buffer, tern_pjrt_memory(args->dst_memory), &args->dst_buffer);
}

TERN_PJRT_DEFINE(Buffer_Bitcast) {
  args->out_buffer = NULL;
  size_t size;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_array_size(args->element_type, args->dims, args->num_dims, &size));
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_check_layout(args->device_layout, args->dims, args->num_dims, args->element_type));
  if (size != args->buffer->size) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "an array of %zu bytes is none of %zu bytes",
                           args->buffer->size, size);
  }
  storage_t *storage;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_buffer_use(args->buffer, &storage));
  storage = derive(storage, args->buffer->memory, args->element_type, args->dims, args->num_dims);
  return tern_pjrt_buffer_create(args->buffer->memory, args->element_type, args->dims, args->num_dims, storage,
                                 &args->out_buffer);
}
