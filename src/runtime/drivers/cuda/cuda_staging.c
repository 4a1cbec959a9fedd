// The ring of pinned slots. Each slot has an event behind the last copy that used it.

#include "runtime/drivers/cuda/cuda_staging.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_queue.h"

enum {
  SLOT_SIZE =
      1 << 20,  // bytes: large enough for the full rate of the bus, small enough to overlap with the host's copy
  SLOT_COUNT = 8,
};

typedef struct slot {
  char *data;
  CUevent event;
  bool is_busy;
} slot_t;

typedef struct tern_cuda_staging_t {
  tern_cuda_allocation_t memory;  // of all slots; none before the first copy
  slot_t slots[SLOT_COUNT];
  size_t next;
} staging_t;

tern_status_t tern_cuda_staging_create(tern_cuda_context_t *context) {
  context->staging = calloc(1, sizeof(*context->staging));
  return context->staging ? tern_ok() : tern_no_memory("staging");
}

void tern_cuda_staging_destroy(tern_cuda_context_t *context) {
  staging_t *staging = context->staging;
  if (!staging) return;
  for (size_t i = 0; i < SLOT_COUNT; ++i) {
    if (staging->slots[i].event) context->api.EventDestroy(staging->slots[i].event);
  }
  tern_cuda_memory_free(context, &context->host_memory, &staging->memory, 0);
  free(staging);
  context->staging = NULL;
}

static tern_status_t prepare(tern_cuda_context_t *context) {
  staging_t *staging = context->staging;
  if (!staging->memory.block) {
    TERN_RETURN_IF_ERROR(
        tern_cuda_memory_allocate(context, &context->host_memory, (size_t)SLOT_SIZE * SLOT_COUNT, &staging->memory));
  }
  for (size_t i = 0; i < SLOT_COUNT; ++i) {
    slot_t *slot = &staging->slots[i];
    slot->data = staging->memory.data + i * SLOT_SIZE;
    if (slot->event) continue;
    TERN_CUDA_RETURN_IF_ERROR(&context->api, context->api.EventCreate(&slot->event, CU_EVENT_DISABLE_TIMING),
                              "creating an event");
  }
  return tern_ok();
}

static CUresult wait_for_slot(const tern_cuda_context_t *context, slot_t *slot) {
  CUresult result = slot->is_busy ? context->api.EventSynchronize(slot->event) : CUDA_SUCCESS;
  slot->is_busy = false;
  return result;
}

static CUresult mark_busy(const tern_cuda_context_t *context, slot_t *slot) {
  slot->is_busy = true;
  return context->api.EventRecord(slot->event, context->transfer_stream);
}

//---- Order ----

// Makes the copies that follow wait for submissions.
static CUresult wait_for_submissions(tern_cuda_context_t *context, uint64_t last_use) {
  tern_cuda_event_t *event = tern_cuda_queue_event(context, last_use);
  if (!event) return CUDA_SUCCESS;
  CUresult result = context->api.StreamWaitEvent(context->transfer_stream, event->handle, 0);
  tern_cuda_event_release(context, event);
  return result;
}

// Makes the submissions that follow wait for the copies.
static CUresult publish(tern_cuda_context_t *context) {
  tern_cuda_event_t *event = tern_cuda_event_take(context);
  CUresult result =
      event ? context->api.EventRecord(event->handle, context->transfer_stream) : CUDA_ERROR_OUT_OF_MEMORY;
  if (result != CUDA_SUCCESS) {
    tern_cuda_event_release(context, event);
    return result;
  }
  pthread_mutex_lock(&context->event_mutex);
  tern_cuda_event_t *before = context->last_transfer;
  context->last_transfer = event;
  pthread_mutex_unlock(&context->event_mutex);
  tern_cuda_event_release(context, before);
  return result;
}

//---- Copies ----

static CUresult write_pieces(tern_cuda_context_t *context, CUdeviceptr target, const char *data, size_t size) {
  staging_t *staging = context->staging;
  CUresult result = CUDA_SUCCESS;
  for (size_t offset = 0; offset < size && result == CUDA_SUCCESS; offset += SLOT_SIZE) {
    size_t piece = size - offset < SLOT_SIZE ? size - offset : SLOT_SIZE;
    slot_t *slot = &staging->slots[staging->next++ % SLOT_COUNT];
    result = wait_for_slot(context, slot);
    if (result != CUDA_SUCCESS) break;
    memcpy(slot->data, data + offset, piece);
    result = context->api.MemcpyHtoDAsync(target + offset, slot->data, piece, context->transfer_stream);
    if (result == CUDA_SUCCESS) result = mark_busy(context, slot);
  }
  return result;
}

// Pieces are asked for some slots ahead of the one that is taken out.
static CUresult read_pieces(tern_cuda_context_t *context, char *data, CUdeviceptr source, size_t size) {
  staging_t *staging = context->staging;
  size_t asked = 0, taken = 0, first = staging->next;
  CUresult result = CUDA_SUCCESS;
  while (taken < size && result == CUDA_SUCCESS) {
    while (asked < size && asked - taken < (size_t)SLOT_SIZE * SLOT_COUNT && result == CUDA_SUCCESS) {
      size_t piece = size - asked < SLOT_SIZE ? size - asked : SLOT_SIZE;
      slot_t *slot = &staging->slots[staging->next++ % SLOT_COUNT];
      result = wait_for_slot(context, slot);
      if (result == CUDA_SUCCESS) {
        result = context->api.MemcpyDtoHAsync(slot->data, source + asked, piece, context->transfer_stream);
      }
      if (result == CUDA_SUCCESS) result = mark_busy(context, slot);
      asked += piece;
    }
    if (result != CUDA_SUCCESS) break;
    size_t piece = size - taken < SLOT_SIZE ? size - taken : SLOT_SIZE;
    slot_t *slot = &staging->slots[(first + taken / SLOT_SIZE) % SLOT_COUNT];
    result = wait_for_slot(context, slot);
    if (result == CUDA_SUCCESS) memcpy(data + taken, slot->data, piece);
    taken += piece;
  }
  return result;
}

tern_status_t tern_cuda_staging_write(tern_cuda_context_t *context, CUdeviceptr target, const void *data, size_t size,
                                      uint64_t last_use) {
  if (!size) return tern_ok();
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&context->transfer_mutex);
  tern_status_t status = prepare(context);
  if (tern_status_is_ok(status)) {
    CUresult result = wait_for_submissions(context, last_use);
    if (result == CUDA_SUCCESS) result = write_pieces(context, target, data, size);
    if (result == CUDA_SUCCESS) result = publish(context);
    status = tern_cuda_queue_status(context, result, "copying to the device");
  }
  pthread_mutex_unlock(&context->transfer_mutex);
  tern_cuda_leave(context, previous);
  return status;
}

tern_status_t tern_cuda_staging_read(tern_cuda_context_t *context, void *data, CUdeviceptr source, size_t size,
                                     uint64_t last_use) {
  if (!size) return tern_ok();
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&context->transfer_mutex);
  tern_status_t status = prepare(context);
  if (tern_status_is_ok(status)) {
    CUresult result = wait_for_submissions(context, last_use);
    if (result == CUDA_SUCCESS) result = read_pieces(context, data, source, size);
    status = tern_cuda_queue_status(context, result, "copying from the device");
  }
  pthread_mutex_unlock(&context->transfer_mutex);
  tern_cuda_leave(context, previous);
  return status;
}

tern_status_t tern_cuda_staging_fill(tern_cuda_context_t *context, CUdeviceptr target, unsigned char value, size_t size,
                                     uint64_t last_use) {
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&context->transfer_mutex);
  CUresult result = wait_for_submissions(context, last_use);
  if (result == CUDA_SUCCESS) result = context->api.MemsetD8Async(target, value, size, context->transfer_stream);
  if (result == CUDA_SUCCESS) result = publish(context);
  tern_status_t status = tern_cuda_queue_status(context, result, "filling memory of the device");
  pthread_mutex_unlock(&context->transfer_mutex);
  tern_cuda_leave(context, previous);
  return status;
}
