// Transfers in pieces: buffers that exist from the start and are filled by several calls.

#include <stdlib.h>
#include <string.h>

#include "pjrt/buffer/view.h"
#include "pjrt/device.h"
#include "pjrt/support/copy_strided.h"
#include "pjrt/support/element_type.h"

typedef struct part_t {
  PJRT_Buffer *buffer;       // owned until somebody retrieves it
  storage_t *storage;        // a reference
  tern_buffer_view_t *view;  // a reference, until the storage gets it
  size_t size, rank, element_size;
} part_t;

struct PJRT_AsyncHostToDeviceTransferManager {
  PJRT_Client *client;  // a reference
  memory_t *memory;
  size_t part_count;
  part_t parts[];
};

static void destroy_manager(PJRT_AsyncHostToDeviceTransferManager *manager) {
  for (size_t i = 0; i < manager->part_count; ++i) {
    part_t *part = &manager->parts[i];
    if (part->view) {  // nobody will fill it
      tern_buffer_view_release(part->view);
      tern_pjrt_storage_set(
          part->storage, NULL,
          tern_pjrt_error(PJRT_Error_Code_CANCELLED, "the transfer ended before the last piece came"));
    }
    tern_pjrt_storage_release(part->storage);
    tern_pjrt_buffer_destroy(part->buffer);
  }
  tern_pjrt_client_release(manager->client);
  free(manager);
}

static PJRT_Error *make_part(memory_t *memory, const PJRT_ShapeSpec *spec, part_t *part) {
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_check_type(spec->element_type, &part->element_size));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_array_size(spec->element_type, spec->dims, spec->num_dims, &part->size));
  part->rank = spec->num_dims;
  part->storage = tern_pjrt_storage_create(tern_pjrt_event_create(), NULL);
  if (!part->storage) return tern_pjrt_no_memory();
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_view_allocate(memory, spec->element_type, spec->dims, spec->num_dims, &part->view));
  return tern_pjrt_buffer_create(memory, spec->element_type, spec->dims, spec->num_dims,
                                 tern_pjrt_storage_retain(part->storage), &part->buffer);
}

TERN_PJRT_DEFINE(Client_CreateBuffersForAsyncHostToDevice) {
  args->transfer_manager = NULL;
  memory_t *memory;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_choose_memory(args->client, NULL, args->memory, &memory));
  for (size_t i = 0; i < args->num_device_layouts && i < args->num_shape_specs; ++i) {
    const PJRT_ShapeSpec *spec = &args->shape_specs[i];
    TERN_PJRT_RETURN_IF_ERROR(
        tern_pjrt_check_layout(args->device_layouts[i], spec->dims, spec->num_dims, spec->element_type));
  }
  PJRT_AsyncHostToDeviceTransferManager *manager = calloc(1, sizeof(*manager) + args->num_shape_specs * sizeof(part_t));
  if (!manager) return tern_pjrt_no_memory();
  manager->client = tern_pjrt_client_retain(args->client);
  manager->memory = memory;
  PJRT_Error *error = NULL;
  while (!error && manager->part_count < args->num_shape_specs) {
    error = make_part(memory, &args->shape_specs[manager->part_count], &manager->parts[manager->part_count]);
    ++manager->part_count;
  }
  if (error) {
    destroy_manager(manager);
    return error;
  }
  args->transfer_manager = manager;
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_Destroy) {
  if (args->transfer_manager) destroy_manager(args->transfer_manager);
  return NULL;
}

static PJRT_Error *find_part(PJRT_AsyncHostToDeviceTransferManager *manager, int index, part_t **out_part) {
  if (index >= 0 && (size_t)index < manager->part_count) {
    *out_part = &manager->parts[index];
    return NULL;
  }
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "there is no buffer %d among %zu", index,
                         manager->part_count);
}

static PJRT_Error *find_open_part(PJRT_AsyncHostToDeviceTransferManager *manager, int index, part_t **out_part) {
  TERN_PJRT_RETURN_IF_ERROR(find_part(manager, index, out_part));
  if ((*out_part)->view) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION, "buffer %d is complete; nothing follows the last piece",
                         index);
}

static void complete(part_t *part) {
  tern_buffer_view_t *view = part->view;
  part->view = NULL;
  tern_pjrt_storage_set(part->storage, view, NULL);
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_TransferData) {
  args->done_with_h2d_transfer = NULL;
  part_t *part;
  TERN_PJRT_RETURN_IF_ERROR(find_open_part(args->transfer_manager, args->buffer_index, &part));
  if (args->offset < 0 || args->transfer_size < 0 || (uint64_t)args->offset > part->size ||
      (uint64_t)args->transfer_size > part->size - (uint64_t)args->offset) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%lld bytes from %lld on leave a buffer of %zu bytes",
                           (long long)args->transfer_size, (long long)args->offset, part->size);
  }
  tern_buffer_range_t range = tern_buffer_view_range(part->view);
  if (args->transfer_size) {
    TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(
        tern_buffer_write(range.buffer, range.offset + (size_t)args->offset, args->data, (size_t)args->transfer_size)));
  }
  if (args->is_last_transfer) complete(part);
  args->done_with_h2d_transfer = tern_pjrt_event_ready();
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_TransferLiteral) {
  args->done_with_h2d_transfer = NULL;
  part_t *part;
  TERN_PJRT_RETURN_IF_ERROR(find_open_part(args->transfer_manager, args->buffer_index, &part));
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_check_layout(args->shape_layout, args->shape_dims, args->shape_num_dims, args->shape_element_type));
  size_t size;
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_array_size(args->shape_element_type, args->shape_dims, args->shape_num_dims, &size));
  if (size != part->size) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the array has %zu bytes, but buffer %d has %zu", size,
                           args->buffer_index, part->size);
  }
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_buffer_view_write(part->view, args->data, size)));
  complete(part);
  args->done_with_h2d_transfer = tern_pjrt_event_ready();
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_RetrieveBuffer) {
  args->buffer_out = NULL;
  part_t *part;
  TERN_PJRT_RETURN_IF_ERROR(find_part(args->transfer_manager, args->buffer_index, &part));
  if (!part->buffer) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "buffer %d was retrieved already", args->buffer_index);
  }
  args->buffer_out = part->buffer;
  part->buffer = NULL;
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_Device) {
  args->device_out = args->transfer_manager->memory->device;
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_BufferCount) {
  args->buffer_count = args->transfer_manager->part_count;
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_BufferSize) {
  part_t *part;
  TERN_PJRT_RETURN_IF_ERROR(find_part(args->transfer_manager, args->buffer_index, &part));
  args->buffer_size = part->size;
  return NULL;
}

TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_SetBufferError) {
  part_t *part;
  TERN_PJRT_RETURN_IF_ERROR(find_open_part(args->transfer_manager, args->buffer_index, &part));
  tern_buffer_view_release(part->view);
  part->view = NULL;
  tern_pjrt_storage_set(part->storage, NULL,
                        tern_pjrt_error_of_text(args->error_code, args->error_message, args->error_message_size));
  return NULL;
}

// It says nothing that a transfer here could make use of.
TERN_PJRT_DEFINE(AsyncHostToDeviceTransferManager_AddMetadata) {
  (void)args;
  return NULL;
}
