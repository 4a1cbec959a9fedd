// The primary context of a GPU: streams, limits, events, and everything that objects share.

#include "runtime/drivers/cuda/cuda_context.h"

#include <stdlib.h>
#include <time.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_staging.h"

enum { KEPT_HOST_SIZE = 512 << 20 };  // bytes of pinned memory

//---- The thread's context ----

CUcontext tern_cuda_enter(const tern_cuda_context_t *context) {
  CUcontext previous = NULL;
  context->api.CtxGetCurrent(&previous);
  if (previous != context->handle) context->api.CtxSetCurrent(context->handle);
  return previous;
}

void tern_cuda_leave(const tern_cuda_context_t *context, CUcontext previous) {
  // A thread without a context keeps ours, which spares the next call the change.
  if (previous && previous != context->handle) context->api.CtxSetCurrent(previous);
}

//---- Events ----

tern_cuda_event_t *tern_cuda_event_take(tern_cuda_context_t *context) {
  pthread_mutex_lock(&context->event_mutex);
  tern_cuda_event_t *event = context->free_events;
  if (event) context->free_events = event->next;
  pthread_mutex_unlock(&context->event_mutex);
  if (!event) {
    event = calloc(1, sizeof(*event));
    if (!event || context->api.EventCreate(&event->handle, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS) {
      free(event);
      return NULL;
    }
  }
  tern_resource_initialize(&event->resource);
  return event;
}

void tern_cuda_event_release(tern_cuda_context_t *context, tern_cuda_event_t *event) {
  if (!event || !tern_resource_release(&event->resource)) return;
  pthread_mutex_lock(&context->event_mutex);
  event->next = context->free_events;
  context->free_events = event;
  pthread_mutex_unlock(&context->event_mutex);
}

//---- Peers ----

void tern_cuda_context_connect(tern_cuda_context_t *context, tern_cuda_context_t *peer) {
  pthread_mutex_lock(&context->mutex);
  bool is_known = false;
  for (size_t i = 0; i < context->peers.count; ++i) is_known |= context->peers.values[i] == peer;
  // Without memory it is asked for again, which does no harm.
  if (!is_known) (void)tern_vec_try_push(&context->peers, peer);
  pthread_mutex_unlock(&context->mutex);
  if (is_known || peer->device == context->device) return;
  int can_access = 0;
  CUcontext previous = tern_cuda_enter(context);
  // Without direct access the driver copies by way of the host: slower, but as right.
  if (context->api.DeviceCanAccessPeer(&can_access, context->device, peer->device) == CUDA_SUCCESS && can_access) {
    context->api.CtxEnablePeerAccess(peer->handle, 0);
  }
  tern_cuda_leave(context, previous);
}

//---- Creation ----

tern_status_t tern_cuda_find_device(const tern_cuda_api_t *api, size_t ordinal, CUdevice *out_device) {
  int count = 0;
  CUresult result = api->DeviceGetCount(&count);
  if (result != CUDA_ERROR_NO_DEVICE && result != CUDA_ERROR_NOT_INITIALIZED) {
    TERN_CUDA_RETURN_IF_ERROR(api, result, "counting GPUs");
  }
  if (ordinal >= (size_t)count) {
    return tern_status_make(TERN_NOT_FOUND,
                            "there is no CUDA device %zu, only %d (see nvidia-smi and CUDA_VISIBLE_DEVICES)", ordinal,
                            count);
  }
  return tern_cuda_status(api, api->DeviceGet(out_device, (int)ordinal), "opening a GPU");
}

static tern_status_t read_limits(tern_cuda_context_t *context) {
  tern_cuda_limits_t *limits = &context->limits;
  int major = 0, minor = 0;
  const struct {
    CUdevice_attribute attribute;
    int *value;
  } rows[] = {
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &limits->threads},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, &limits->block[0]},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, &limits->block[1]},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, &limits->block[2]},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, &limits->grid[0]},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, &limits->grid[1]},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, &limits->grid[2]},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, &limits->shared_size},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &limits->shared_size_optin},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, &limits->warp_size},
      {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, &limits->has_cooperative_launch},
      {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, &limits->can_register_host_memory},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    TERN_CUDA_RETURN_IF_ERROR(&context->api,
                              context->api.DeviceGetAttribute(rows[i].value, rows[i].attribute, context->device),
                              "asking for the limits of a GPU");
  }
  // Half of the device's memory is kept at most: other programs want some, too.
  TERN_CUDA_RETURN_IF_ERROR(&context->api,
                            context->api.DeviceTotalMem(&context->device_memory.kept_size, context->device),
                            "asking for the memory of a GPU");
  context->device_memory.kept_size /= 2;
  // Older drivers do not know the attribute, and have no clusters.
  context->api.DeviceGetAttribute(&limits->has_clusters, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, context->device);
  context->architecture = (uint32_t)(major * 10 + minor);
  return tern_ok();
}

static tern_status_t initialize(tern_cuda_context_t *context) {
  const tern_cuda_api_t *api = &context->api;
  TERN_RETURN_IF_ERROR(tern_cuda_api_open(&context->api));
  TERN_RETURN_IF_ERROR(tern_cuda_find_device(api, context->ordinal, &context->device));
  TERN_RETURN_IF_ERROR(read_limits(context));
  TERN_CUDA_RETURN_IF_ERROR(api, api->DevicePrimaryCtxRetain(&context->handle, context->device),
                            "creating the context of a GPU");
  CUcontext previous = tern_cuda_enter(context);
  CUresult result = api->StreamCreate(&context->stream, CU_STREAM_NON_BLOCKING);
  if (result == CUDA_SUCCESS) result = api->StreamCreate(&context->transfer_stream, CU_STREAM_NON_BLOCKING);
  tern_cuda_leave(context, previous);
  TERN_CUDA_RETURN_IF_ERROR(api, result, "creating a stream");
  return tern_cuda_staging_create(context);
}

tern_status_t tern_cuda_context_create(uint32_t ordinal, tern_device_flags_t flags, tern_cuda_context_t **out_context) {
  *out_context = NULL;
  tern_cuda_context_t *context = calloc(1, sizeof(*context));
  if (!context) return tern_no_memory("a device");
  tern_resource_initialize(&context->resource);
  context->ordinal = ordinal;
  context->flags = flags;
  atomic_init(&context->complete, 0);
  pthread_mutex_init(&context->mutex, NULL);
  pthread_mutex_init(&context->transfer_mutex, NULL);
  pthread_mutex_init(&context->event_mutex, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&context->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  tern_cuda_memory_initialize(&context->device_memory, false, SIZE_MAX);
  tern_cuda_memory_initialize(&context->host_memory, true, KEPT_HOST_SIZE);
  tern_status_t status = initialize(context);
  if (tern_status_is_ok(status)) {
    *out_context = context;
  } else {
    tern_cuda_context_release(context);
  }
  return status;
}

//---- End ----

// No submission runs any more.
static void destroy_handles(tern_cuda_context_t *context) {
  const tern_cuda_api_t *api = &context->api;
  CUcontext previous = tern_cuda_enter(context);
  if (context->transfer_stream) api->StreamSynchronize(context->transfer_stream);
  tern_cuda_staging_destroy(context);
  tern_cuda_event_release(context, context->last_transfer);
  while (context->free_events) {
    tern_cuda_event_t *event = context->free_events;
    context->free_events = event->next;
    api->EventDestroy(event->handle);
    free(event);
  }
  tern_cuda_memory_deinitialize(context, &context->device_memory);
  tern_cuda_memory_deinitialize(context, &context->host_memory);
  if (context->stream) api->StreamDestroy(context->stream);
  if (context->transfer_stream) api->StreamDestroy(context->transfer_stream);
  // The thread must not keep a context that is about to go.
  api->CtxSetCurrent(previous == context->handle ? NULL : previous);
  api->DevicePrimaryCtxRelease(context->device);
}

void tern_cuda_context_release(tern_cuda_context_t *context) {
  if (!context || !tern_resource_release(&context->resource)) return;
  if (context->handle) destroy_handles(context);
  tern_cuda_api_close(&context->api);
  tern_vec_deinitialize(&context->peers);
  pthread_mutex_destroy(&context->device_memory.mutex);
  pthread_mutex_destroy(&context->host_memory.mutex);
  pthread_cond_destroy(&context->changed);
  pthread_mutex_destroy(&context->event_mutex);
  pthread_mutex_destroy(&context->transfer_mutex);
  pthread_mutex_destroy(&context->mutex);
  free(context->failure_message);
  free(context->lost_message);
  free(context);
}
