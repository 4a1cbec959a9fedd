// Buffers and storages, and what can be asked about them.

#include "pjrt/buffer/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "pjrt/device.h"
#include "pjrt/support/copy_strided.h"
#include "pjrt/support/element_type.h"

// ---- Storages ----

storage_t *tern_pjrt_storage_create(PJRT_Event *ready, tern_buffer_view_t *view) {
  storage_t *storage = ready ? calloc(1, sizeof(*storage)) : NULL;
  if (!storage) {
    tern_pjrt_event_release(ready);
    tern_buffer_view_release(view);
    return NULL;
  }
  atomic_init(&storage->references, 1);
  storage->ready = ready;
  storage->view = view;
  return storage;
}

storage_t *tern_pjrt_storage_retain(storage_t *storage) {
  if (storage) atomic_fetch_add_explicit(&storage->references, 1, memory_order_relaxed);
  return storage;
}

void tern_pjrt_storage_release(storage_t *storage) {
  if (!storage || atomic_fetch_sub_explicit(&storage->references, 1, memory_order_acq_rel) != 1) return;
  tern_buffer_view_release(storage->view);
  tern_pjrt_storage_release(storage->base);
  tern_pjrt_event_release(storage->ready);
  free(storage);
}

void tern_pjrt_storage_set(storage_t *storage, tern_buffer_view_t *view, PJRT_Error *error) {
  storage->view = view;
  tern_pjrt_event_set(storage->ready, error);
}

PJRT_Error *tern_pjrt_storage_address(storage_t *storage, bool is_host, void **out_address) {
  *out_address = NULL;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_event_await(storage->ready));
  tern_buffer_range_t range = tern_buffer_view_range(storage->view);
  if (is_host) {
    // The host's own memory: a map is an address, and stays one after its end.
    TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(
        tern_buffer_map(range.buffer, TERN_MAP_ACCESS_READ, range.offset, range.size, out_address)));
    return tern_pjrt_error_of_status(tern_buffer_unmap(range.buffer, TERN_MAP_ACCESS_READ, range.offset, range.size));
  }
  uint64_t address;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_buffer_address(range.buffer, &address)));
  *out_address = (void *)(uintptr_t)(address + range.offset);
  return NULL;
}

// ---- Buffers ----

PJRT_Error *tern_pjrt_buffer_create(memory_t *memory, PJRT_Buffer_Type type, const int64_t *dims, size_t rank,
                                    storage_t *storage, PJRT_Buffer **out_buffer) {
  *out_buffer = NULL;
  size_t size = 0;
  PJRT_Error *error = tern_pjrt_array_size(type, dims, rank, &size);
  PJRT_Buffer *buffer = error ? NULL : calloc(1, sizeof(*buffer) + 2 * rank * sizeof(int64_t));
  if (!error && (!buffer || !storage)) error = tern_pjrt_no_memory();
  if (error) {
    free(buffer);
    tern_pjrt_storage_release(storage);
    return error;
  }
  buffer->client = tern_pjrt_client_retain(memory->device->client);
  buffer->memory = memory;
  buffer->type = type;
  buffer->rank = rank;
  buffer->size = size;
  buffer->storage = storage;
  buffer->minor_to_major = buffer->dims + rank;
  for (size_t i = 0; i < rank; ++i) {
    buffer->dims[i] = dims[i];
    buffer->minor_to_major[i] = (int64_t)(rank - 1 - i);
  }
  pthread_mutex_init(&buffer->mutex, NULL);
  *out_buffer = buffer;
  return NULL;
}

void tern_pjrt_buffer_destroy(PJRT_Buffer *buffer) {
  if (!buffer) return;
  tern_pjrt_storage_release(buffer->storage);
  tern_pjrt_storage_release(buffer->external);
  pthread_mutex_destroy(&buffer->mutex);
  tern_pjrt_client_release(buffer->client);
  free(buffer);
}

PJRT_Error *tern_pjrt_buffer_use(PJRT_Buffer *buffer, storage_t **out_storage) {
  pthread_mutex_lock(&buffer->mutex);
  *out_storage = tern_pjrt_storage_retain(buffer->storage);
  pthread_mutex_unlock(&buffer->mutex);
  if (*out_storage) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                         "the buffer was deleted or donated; use the array that replaced it");
}

storage_t *tern_pjrt_buffer_take(PJRT_Buffer *buffer) {
  pthread_mutex_lock(&buffer->mutex);
  storage_t *storage = buffer->storage;
  buffer->storage = NULL;
  pthread_mutex_unlock(&buffer->mutex);
  return storage;
}

void tern_pjrt_buffer_restore(PJRT_Buffer *buffer, storage_t *storage) {
  pthread_mutex_lock(&buffer->mutex);
  if (!buffer->storage) buffer->storage = tern_pjrt_storage_retain(storage);
  pthread_mutex_unlock(&buffer->mutex);
}

bool tern_pjrt_buffer_is_deleted(PJRT_Buffer *buffer) {
  pthread_mutex_lock(&buffer->mutex);
  bool is_deleted = !buffer->storage;
  pthread_mutex_unlock(&buffer->mutex);
  return is_deleted;
}

PJRT_Error *tern_pjrt_choose_memory(PJRT_Client *client, PJRT_Device *device, PJRT_Memory *memory,
                                    memory_t **out_memory) {
  if (!memory && !device) device = client->device_list[0];
  *out_memory = tern_pjrt_memory(memory ? memory : device->memory_list[0]);
  if (!device || (*out_memory)->device == device) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "memory %s is not of device %s", (*out_memory)->text,
                         device->description.text);
}

PJRT_Error *tern_pjrt_check_layout(const PJRT_Buffer_MemoryLayout *layout, const int64_t *dims, size_t rank,
                                   PJRT_Buffer_Type type) {
  size_t element_size;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_type(type, &element_size));
  if (!layout) return NULL;
  bool is_dense;
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    is_dense = layout->strides.num_byte_strides == rank &&
               tern_pjrt_is_dense(dims, rank, element_size, layout->strides.byte_strides);
  } else {
    int64_t strides[TERN_PJRT_RANK_MAX];
    is_dense = layout->tiled.num_tiles == 0 && layout->tiled.minor_to_major_size == rank &&
               rank <= TERN_PJRT_RANK_MAX &&
               tern_pjrt_layout_strides(dims, rank, element_size, layout->tiled.minor_to_major, strides) &&
               tern_pjrt_is_dense(dims, rank, element_size, strides);
  }
  if (is_dense) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED,
                         "arrays on devices are dense with the last dimension innermost; leave the layout open");
}

// ---- What callers ask ----

TERN_PJRT_DEFINE(Buffer_Destroy) {
  tern_pjrt_buffer_destroy(args->buffer);
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_ElementType) {
  args->type = args->buffer->type;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_Dimensions) {
  args->dims = args->buffer->dims;
  args->num_dims = args->buffer->rank;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_UnpaddedDimensions) {
  args->unpadded_dims = args->buffer->dims;
  args->num_dims = args->buffer->rank;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_DynamicDimensionIndices) {
  args->dynamic_dim_indices = NULL;
  args->num_dynamic_dims = 0;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_GetMemoryLayout) {
  args->layout = (PJRT_Buffer_MemoryLayout){
      .struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE,
      .tiled = {.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE,
                .minor_to_major = args->buffer->minor_to_major,
                .minor_to_major_size = args->buffer->rank},
      .type = PJRT_Buffer_MemoryLayout_Type_Tiled,
  };
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_OnDeviceSizeInBytes) {
  args->on_device_size_in_bytes = args->buffer->size;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_Device) {
  args->device = args->buffer->memory->device;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_Memory) {
  args->memory = &args->buffer->memory->base;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_IsOnCpu) {
  args->is_on_cpu = args->buffer->memory->device->is_host;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_Delete) {
  tern_pjrt_storage_release(tern_pjrt_buffer_take(args->buffer));
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_IsDeleted) {
  args->is_deleted = tern_pjrt_buffer_is_deleted(args->buffer);
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_ReadyEvent) {
  storage_t *storage;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_buffer_use(args->buffer, &storage));
  args->event = tern_pjrt_event_retain(storage->ready);
  tern_pjrt_storage_release(storage);
  return NULL;
}

static PJRT_Error *find_address(PJRT_Buffer *buffer, void **out_address) {
  storage_t *storage;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_buffer_use(buffer, &storage));
  PJRT_Error *error = tern_pjrt_storage_address(storage, buffer->memory->device->is_host, out_address);
  tern_pjrt_storage_release(storage);
  return error;
}

TERN_PJRT_DEFINE(Buffer_UnsafePointer) {
  void *address;
  TERN_PJRT_RETURN_IF_ERROR(find_address(args->buffer, &address));
  args->buffer_pointer = (uintptr_t)address;
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_OpaqueDeviceMemoryDataPointer) { return find_address(args->buffer, &args->device_memory_ptr); }

TERN_PJRT_DEFINE(Buffer_IncreaseExternalReferenceCount) {
  storage_t *storage;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_buffer_use(args->buffer, &storage));
  pthread_mutex_lock(&args->buffer->mutex);
  if (args->buffer->external_count++ == 0) {
    args->buffer->external = storage;
    storage = NULL;
  }
  pthread_mutex_unlock(&args->buffer->mutex);
  tern_pjrt_storage_release(storage);
  return NULL;
}

TERN_PJRT_DEFINE(Buffer_DecreaseExternalReferenceCount) {
  PJRT_Buffer *buffer = args->buffer;
  storage_t *storage = NULL;
  pthread_mutex_lock(&buffer->mutex);
  bool is_counted = buffer->external_count > 0;
  if (is_counted && --buffer->external_count == 0) {
    storage = buffer->external;
    buffer->external = NULL;
  }
  pthread_mutex_unlock(&buffer->mutex);
  tern_pjrt_storage_release(storage);
  if (is_counted) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                         "the buffer has no external references; each is given back once");
}
