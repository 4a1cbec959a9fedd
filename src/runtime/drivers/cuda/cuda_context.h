// What all objects of a device share: the driver's functions, the primary context of the GPU, streams and memory. It
// lives until the last object is gone; the tern_device_t in front of it can go earlier.
//
// Order. All submissions of a device go into one stream, where each starts after the end of the one before, and get
// consecutive numbers; an event behind each tells when it is over. So memory that is given back while submissions still
// use it may be given out again at once, as long as its next user is a submission, too; the host waits for the number
// of the last submission that used it. Copies between host and device have a stream of their own: they wait for the
// submissions that use the memory, and later submissions wait for them.
//
// Locks, in the order in which they may be taken: `transfer_mutex` (copies), `mutex` (submissions), those of
// semaphores, and those of memory and of events. No object is released while one is held.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_CONTEXT_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_CONTEXT_H_

#include <pthread.h>
#include <stdatomic.h>

#include "base/vec.h"
#include "runtime/drivers/cuda/cuda_api.h"
#include "runtime/drivers/cuda/cuda_memory.h"
#include "runtime/resource.h"
#include "tern/runtime.h"

// An event of the API that several may wait for. The last reference puts it back into the pool.
typedef struct tern_cuda_event_t {
  tern_resource_t resource;
  CUevent handle;
  struct tern_cuda_event_t *next;  // in the pool
} tern_cuda_event_t;

// Limits of the device. Constant.
typedef struct tern_cuda_limits_t {
  int threads, block[3], grid[3];
  int shared_size, shared_size_optin;  // bytes of a block
  int warp_size;
  int has_clusters, has_cooperative_launch, can_register_host_memory;
} tern_cuda_limits_t;

typedef struct tern_cuda_context_t {
  tern_resource_t resource;
  tern_cuda_api_t api;
  CUdevice device;
  uint32_t ordinal;
  CUcontext handle;       // the primary context, retained
  uint32_t architecture;  // 90 for sm_90
  tern_cuda_limits_t limits;
  tern_device_flags_t flags;

  tern_cuda_memory_t device_memory, host_memory;
  struct tern_cuda_staging_t *staging;  // owned

  pthread_mutex_t event_mutex;
  // Guarded by `event_mutex`:
  tern_cuda_event_t *free_events;
  tern_cuda_event_t *last_transfer;  // a reference; behind the newest copy; NULL once submissions wait for it

  pthread_mutex_t transfer_mutex;
  CUstream transfer_stream;  // used with `transfer_mutex`

  CUstream stream;            // of submissions; used with `mutex`
  atomic_bool has_launches;   // in the stream, that are no submissions (cuda_kernel.c)
  _Atomic uint64_t complete;  // number of the newest submission that is known to be over
  pthread_mutex_t mutex;
  pthread_cond_t changed;  // on the monotonic clock: the list of pending submissions changed
  // Guarded by `mutex`:
  struct tern_cuda_submission_t *first_pending;                     // owned, in the order of submission
  struct tern_cuda_submission_t *first_in_flight, *last_in_flight;  // owned, with growing numbers
  uint64_t last_submitted;                                          // number of the newest submission in the stream
  TERN_VEC(struct tern_cuda_context_t *)
  peers;                            // whose memory copies of this device may reach; borrowed, for a comparison
  tern_status_code_t failure_code;  // of a submission without semaphores to signal
  char *failure_message;            // owned
  tern_status_code_t lost_code;     // why nothing works any more; TERN_OK while it does
  char *lost_message;               // owned
  bool is_stopped;
} tern_cuda_context_t;

// Opens the driver and retains the device's primary context. `*out_context` holds one reference.
tern_status_t tern_cuda_context_create(uint32_t ordinal, tern_device_flags_t flags, tern_cuda_context_t **out_context);
static inline tern_cuda_context_t *tern_cuda_context_retain(tern_cuda_context_t *context) {
  tern_resource_retain(&context->resource);
  return context;
}
// NULL is ignored.
void tern_cuda_context_release(tern_cuda_context_t *context);

// Fails unless the device exists; finds its handle.
tern_status_t tern_cuda_find_device(const tern_cuda_api_t *api, size_t ordinal, CUdevice *out_device);

// Makes the context the calling thread's, and gives the one before for tern_cuda_leave().
CUcontext tern_cuda_enter(const tern_cuda_context_t *context);
// Makes `previous` the thread's again, if there was one.
void tern_cuda_leave(const tern_cuda_context_t *context, CUcontext previous);

// Takes an event out of the pool. The context is current. NULL if the API gives none.
tern_cuda_event_t *tern_cuda_event_take(tern_cuda_context_t *context);
static inline tern_cuda_event_t *tern_cuda_event_retain(tern_cuda_event_t *event) {
  if (event) tern_resource_retain(&event->resource);
  return event;
}
// NULL is ignored.
void tern_cuda_event_release(tern_cuda_context_t *context, tern_cuda_event_t *event);

// Lets copies of this device's command buffers reach the memory of `peer`, directly if the hardware can.
void tern_cuda_context_connect(tern_cuda_context_t *context, tern_cuda_context_t *peer);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_CONTEXT_H_
