// The fake CUDA driver's streams and events, and what work does when it runs.

#include <stdio.h>
#include <string.h>

#include "fake_cuda_state.h"

//---- Work ----

static void run_set(op_t *op) {
  for (size_t row = 0; row < op->height; ++row) {
    char *target = op->target + row * op->pitch;
    for (size_t i = 0; i < op->size; i += op->element_size) memcpy(target + i, &op->value, op->element_size);
  }
}

static void run_kernel(struct CUctx_st *context, op_t *op) {
  fake_cuda_kernel_fn_t fn = fake_find_kernel(op->function->name);
  if (fake_state.next_break != CUDA_SUCCESS) {
    context->broken = fake_state.next_break;
    fake_state.next_break = CUDA_SUCCESS;
    return;
  }
  op->launch.parameters = op->parameters;
  if (fn)
    fn(&op->launch);
  else if (op->function->module->code)
    fake_run_ptx(context, op);
}

void fake_run_op(struct CUctx_st *context, op_t *op) {
  ++fake_state.clock;
  if (context->broken != CUDA_SUCCESS) return;
  switch (op->kind) {
    case KERNEL_OP: run_kernel(context, op); break;
    case COPY_OP: memmove(op->target, op->captured ? op->captured : op->source, op->size); break;
    case SET_OP: run_set(op); break;
    case RECORD_OP:
      op->record->is_done = true;
      op->record->clock = fake_state.clock;
      break;
    case WAIT_OP:
      while (!op->record->is_done && op->record->stream->first) fake_run_stream(op->record->stream);
      break;
    case GRAPH_OP: fake_run_nodes(context, op->nodes); break;
    case FREE_OP: fake_free_memory(op->target, "cuMemFreeAsync"); break;
    case EMPTY_OP: break;
  }
}

void fake_free_op(op_t *op) {
  if (op->nodes) {
    fake_free_nodes(op->nodes);
    free(op->nodes);
  }
  fake_release_record(op->record);
  free(op->parameters);
  free(op->captured);
}

void fake_release_record(record_t *record) {
  if (record && --record->reference_count == 0) free(record);
}

record_t *fake_record(struct CUevent_st *event, struct CUstream_st *stream) {
  fake_release_record(event->record);
  event->record = calloc(1, sizeof(record_t));
  event->record->reference_count = 1;
  event->record->stream = stream;
  return event->record;
}

static record_t *retain_record(record_t *record) {
  ++record->reference_count;
  return record;
}

static bool is_complete(const struct CUevent_st *event) { return !event->record || event->record->is_done; }

// Runs the first thing in a stream.
static void run_one(struct CUstream_st *stream) {
  op_t *op = stream->first;
  fake_run_op(stream->base.context, op);
  stream->first = op->next;
  if (!stream->first) stream->last = NULL;
  fake_free_op(op);
  free(op);
}

void fake_run_stream(struct CUstream_st *stream) {
  if (stream->first) run_one(stream);
}

void fake_enqueue(struct CUstream_st *stream, const op_t *op) {
  op_t *copy = malloc(sizeof(*copy));
  *copy = *op;
  copy->next = NULL;
  if (stream->last) {
    stream->last->next = copy;
  } else {
    stream->first = copy;
  }
  stream->last = copy;
}

static bool touches(const op_t *op, const char *data, size_t size) {
  size_t rows = op->height ? op->height - 1 : 0;
  bool has_target = op->target && op->target < data + size && data < op->target + rows * op->pitch + op->size;
  bool has_source = op->source && !op->captured && op->source < data + size && data < op->source + op->size;
  bool is_transfer = op->kind == COPY_OP || op->kind == SET_OP;
  if (op->kind == KERNEL_OP) {
    // Addresses are the parameters of 8 bytes.
    for (size_t i = 0; i < op->function->parameter_count; ++i) {
      char *address;
      if (op->function->sizes[i] != sizeof(address)) continue;
      memcpy(&address, op->parameters + op->function->offsets[i], sizeof(address));
      if (address >= data && address < data + size) return true;
    }
  }
  return is_transfer && (has_target || has_source);
}

static bool uses(const op_t *op, const char *data, size_t size, const void *object) {
  if (data && touches(op, data, size)) return true;
  if (object && (op->event == object || op->exec == object || (op->function && op->function->module == object)))
    return true;
  for (size_t i = 0; op->nodes && i < op->nodes->count; ++i) {
    if (uses(&op->nodes->ops[i], data, size, object)) return true;
  }
  return false;
}

void fake_check_unused(const char *data, size_t size, const void *object, const char *symbol) {
  for (const object_t *any = fake_state.objects; any; any = any->next) {
    if (any->kind != STREAM_KIND || any->context->broken != CUDA_SUCCESS) continue;
    for (const op_t *op = ((const struct CUstream_st *)any)->first; op; op = op->next) {
      if (uses(op, data, size, object)) fake_violate("%s of what work in a stream still uses", symbol);
    }
  }
}

//---- Streams ----

FAKE_API CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  ENTER_CONTEXT("cuStreamCreate");
  if (flags != CU_STREAM_NON_BLOCKING) fake_violate("a stream that waits for the default stream");
  *stream = fake_create(STREAM_KIND, sizeof(**stream));
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuStreamDestroy_v2(CUstream stream) {
  ENTER("cuStreamDestroy_v2");
  if (!fake_check(stream, STREAM_KIND, "cuStreamDestroy")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  while (stream->first) run_one(stream);
  fake_destroy(stream);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuStreamSynchronize(CUstream stream) {
  ENTER_CONTEXT("cuStreamSynchronize");
  if (!fake_check(stream, STREAM_KIND, "cuStreamSynchronize")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  while (stream->first) run_one(stream);
  return fake_leave(stream->base.context->broken);
}

FAKE_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  ENTER_CONTEXT("cuStreamWaitEvent");
  (void)flags;
  if (!fake_check(stream, STREAM_KIND, "cuStreamWaitEvent") || !fake_check(event, EVENT_KIND, "cuStreamWaitEvent")) {
    return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  }
  if (!is_complete(event)) fake_enqueue(stream, &(op_t){.kind = WAIT_OP, .record = retain_record(event->record)});
  return fake_leave(CUDA_SUCCESS);
}

//---- Events ----

FAKE_API CUresult cuEventCreate(CUevent *event, unsigned flags) {
  ENTER_CONTEXT("cuEventCreate");
  *event = fake_create(EVENT_KIND, sizeof(**event));
  (*event)->flags = flags;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuEventDestroy_v2(CUevent event) {
  ENTER("cuEventDestroy_v2");
  if (!fake_check(event, EVENT_KIND, "cuEventDestroy")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  fake_check_unused(NULL, 0, event, "cuEventDestroy");
  fake_release_record(event->record);
  fake_destroy(event);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuEventRecord(CUevent event, CUstream stream) {
  ENTER_CONTEXT("cuEventRecord");
  if (!fake_check(event, EVENT_KIND, "cuEventRecord") || !fake_check(stream, STREAM_KIND, "cuEventRecord")) {
    return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  }
  if (event->base.context != stream->base.context) fake_violate("cuEventRecord in a stream of another context");
  fake_enqueue(stream, &(op_t){.kind = RECORD_OP, .event = event, .record = retain_record(fake_record(event, stream))});
  return fake_leave(CUDA_SUCCESS);
}

// Each look lets the stream do one thing, so that polling ends.
FAKE_API CUresult cuEventQuery(CUevent event) {
  ENTER("cuEventQuery");
  if (!fake_check(event, EVENT_KIND, "cuEventQuery")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  if (event->base.context->broken != CUDA_SUCCESS) return fake_leave(event->base.context->broken);
  if (is_complete(event)) return fake_leave(CUDA_SUCCESS);
  fake_run_stream(event->record->stream);
  return fake_leave(CUDA_ERROR_NOT_READY);
}

FAKE_API CUresult cuEventSynchronize(CUevent event) {
  ENTER("cuEventSynchronize");
  if (!fake_check(event, EVENT_KIND, "cuEventSynchronize")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  while (!is_complete(event) && event->record->stream->first) run_one(event->record->stream);
  return fake_leave(event->base.context->broken);
}

FAKE_API CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  ENTER("cuEventElapsedTime");
  if ((start->flags | end->flags) & CU_EVENT_DISABLE_TIMING)
    fake_violate("cuEventElapsedTime of events without a time");
  if (!start->record || !end->record) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  if (!is_complete(start) || !is_complete(end)) return fake_leave(CUDA_ERROR_NOT_READY);
  *milliseconds = (float)(end->record->clock - start->record->clock) / 1000;
  return fake_leave(CUDA_SUCCESS);
}

//---- Copies and fills ----

// Pinned memory is read when the copy runs, other memory of the host at once: as the real driver does it.
static CUresult copy(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream, bool captures,
                     const char *symbol) {
  if (!fake_check(stream, STREAM_KIND, symbol)) return CUDA_ERROR_INVALID_HANDLE;
  op_t op = {.kind = COPY_OP, .target = (char *)(uintptr_t)target, .source = (char *)(uintptr_t)source, .size = size};
  if (captures) {
    op.captured = malloc(size);
    memcpy(op.captured, op.source, size);
  }
  fake_enqueue(stream, &op);
  return CUDA_SUCCESS;
}

static bool is_pinned(const void *data) {
  for (const region_t *region = fake_state.regions; region; region = region->next) {
    if ((const char *)data >= region->data && (const char *)data < region->data + region->size) return true;
  }
  return false;
}

FAKE_API CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyAsync");
  if (!fake_find_region(target, size, "cuMemcpyAsync") || !fake_find_region(source, size, "cuMemcpyAsync")) {
    return fake_leave(CUDA_ERROR_INVALID_VALUE);
  }
  return fake_leave(copy(target, source, size, stream, false, "cuMemcpyAsync"));
}

FAKE_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *data, size_t size, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyHtoDAsync_v2");
  if (!fake_find_region(target, size, "cuMemcpyHtoDAsync")) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(copy(target, (CUdeviceptr)(uintptr_t)data, size, stream, !is_pinned(data), "cuMemcpyHtoDAsync"));
}

FAKE_API CUresult cuMemcpyDtoHAsync_v2(void *data, CUdeviceptr source, size_t size, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyDtoHAsync_v2");
  if (!fake_find_region(source, size, "cuMemcpyDtoHAsync")) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  if (!is_pinned(data)) fake_violate("cuMemcpyDtoHAsync to memory that is not pinned");
  return fake_leave(copy((CUdeviceptr)(uintptr_t)data, source, size, stream, false, "cuMemcpyDtoHAsync"));
}

FAKE_API CUresult cuMemcpyPeerAsync(CUdeviceptr target, CUcontext target_context, CUdeviceptr source,
                                    CUcontext source_context, size_t size, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyPeerAsync");
  region_t *to = fake_find_region(target, size, "cuMemcpyPeerAsync");
  region_t *from = fake_find_region(source, size, "cuMemcpyPeerAsync");
  if (!to || !from) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  if (to->context != target_context || from->context != source_context)
    fake_violate("cuMemcpyPeerAsync: wrong contexts");
  return fake_leave(copy(target, source, size, stream, false, "cuMemcpyPeerAsync"));
}

static CUresult set(CUdeviceptr target, size_t pitch, unsigned value, unsigned element_size, size_t width,
                    size_t height, CUstream stream, const char *symbol) {
  size_t size = width * element_size;
  if (!fake_check(stream, STREAM_KIND, symbol)) return CUDA_ERROR_INVALID_HANDLE;
  if (!fake_find_region(target, pitch * (height - 1) + size, symbol)) return CUDA_ERROR_INVALID_VALUE;
  if (target % element_size) return CUDA_ERROR_INVALID_VALUE;
  fake_enqueue(stream, &(op_t){.kind = SET_OP,
                               .target = (char *)(uintptr_t)target,
                               .size = size,
                               .pitch = pitch,
                               .height = height,
                               .value = value,
                               .element_size = element_size});
  return CUDA_SUCCESS;
}

FAKE_API CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t count, CUstream stream) {
  ENTER_CONTEXT("cuMemsetD8Async");
  return fake_leave(set(target, 0, value, 1, count, 1, stream, "cuMemsetD8Async"));
}

FAKE_API CUresult cuMemsetD16Async(CUdeviceptr target, unsigned short value, size_t count, CUstream stream) {
  ENTER_CONTEXT("cuMemsetD16Async");
  return fake_leave(set(target, 0, value, 2, count, 1, stream, "cuMemsetD16Async"));
}

FAKE_API CUresult cuMemsetD32Async(CUdeviceptr target, unsigned value, size_t count, CUstream stream) {
  ENTER_CONTEXT("cuMemsetD32Async");
  return fake_leave(set(target, 0, value, 4, count, 1, stream, "cuMemsetD32Async"));
}

FAKE_API CUresult cuMemsetD2D32Async(CUdeviceptr target, size_t pitch, unsigned value, size_t width, size_t height,
                                     CUstream stream) {
  ENTER_CONTEXT("cuMemsetD2D32Async");
  return fake_leave(set(target, pitch, value, 4, width, height, stream, "cuMemsetD2D32Async"));
}
