// Streams, events, and functions of the host in streams.

#include <stdlib.h>

#include "runtime/cudart/cudart.h"

#define IN_CONTEXT(call)                                           \
  do {                                                             \
    result_t result_ = cudart_enter();                             \
    return cudart_note(result_ == cudaSuccess ? (call) : result_); \
  } while (0)
#define REQUIRE(condition) \
  if (!(condition)) return cudart_note(cudaErrorInvalidValue)

CUDART_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
  REQUIRE(stream && flags <= cudaStreamNonBlocking);
  IN_CONTEXT(DRIVER(stream_create, (handle_t *)stream, flags, priority));
}
CUDART_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
CUDART_API cudaError_t cudaStreamCreate(cudaStream_t *stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

CUDART_API cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return cudart_note(cudaErrorInvalidResourceHandle);
  IN_CONTEXT(DRIVER(stream_destroy, stream));
}
CUDART_API cudaError_t cudaStreamSynchronize(cudaStream_t stream) { IN_CONTEXT(DRIVER(stream_synchronize, stream)); }
CUDART_API cudaError_t cudaStreamQuery(cudaStream_t stream) { IN_CONTEXT(DRIVER(stream_query, stream)); }
CUDART_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  if (!event) return cudart_note(cudaErrorInvalidResourceHandle);
  IN_CONTEXT(DRIVER(stream_wait, stream, event, flags));
}
CUDART_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
  REQUIRE(flags);
  IN_CONTEXT(DRIVER(stream_flags, stream, flags));
}
CUDART_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
  REQUIRE(priority);
  IN_CONTEXT(DRIVER(stream_priority, stream, priority));
}
CUDART_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *address, size_t size, unsigned int flags) {
  REQUIRE(address);
  IN_CONTEXT(DRIVER(stream_attach, stream, address, size, flags));
}

CUDART_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  REQUIRE(function);
  IN_CONTEXT(DRIVER(stream_call_host, stream, function, data));
}

typedef struct callback {
  cudaStreamCallback_t function;
  cudaStream_t stream;
  void *data;
} callback_t;

static void run_callback(void *user) {
  callback_t callback = *(callback_t *)user;
  free(user);
  callback.function(callback.stream, cudaSuccess, callback.data);
}

CUDART_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data,
                                             unsigned int flags) {
  REQUIRE(function && flags == 0);
  callback_t *callback = malloc(sizeof *callback);
  if (!callback) return cudart_note(cudaErrorMemoryAllocation);
  *callback = (callback_t){function, stream, data};
  cudaError_t error = cudaLaunchHostFunc(stream, run_callback, callback);
  if (error != cudaSuccess) free(callback);
  return error;
}

CUDART_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
  REQUIRE(event && flags <= 7);
  IN_CONTEXT(DRIVER(event_create, (handle_t *)event, flags));
}
CUDART_API cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

#define REQUIRE_EVENT(event) \
  if (!(event)) return cudart_note(cudaErrorInvalidResourceHandle)
CUDART_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  REQUIRE_EVENT(event);
  IN_CONTEXT(DRIVER(event_destroy, event));
}
CUDART_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  REQUIRE_EVENT(event);
  IN_CONTEXT(DRIVER(event_record, event, stream));
}
CUDART_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  if (flags != cudaEventRecordDefault) return cudart_note(cudaErrorNotSupported);
  return cudaEventRecord(event, stream);
}
CUDART_API cudaError_t cudaEventQuery(cudaEvent_t event) {
  REQUIRE_EVENT(event);
  IN_CONTEXT(DRIVER(event_query, event));
}
CUDART_API cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  REQUIRE_EVENT(event);
  IN_CONTEXT(DRIVER(event_synchronize, event));
}
CUDART_API cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
  REQUIRE(milliseconds);
  REQUIRE_EVENT(start && end);
  IN_CONTEXT(DRIVER(event_elapsed, milliseconds, start, end));
}
