// The logical device, which every object of it shares. It lives until the last object is gone; the tern_device_t in front
// of it can go earlier.
//
// Locks, in the order in which they may be taken: `mutex` (queues, semaphores, submissions), then those inside `memory`
// and `staging`. No object is released while one is held.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_CONTEXT_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_CONTEXT_H_

#include <pthread.h>

#include "runtime/drivers/vulkan/vulkan_memory.h"
#include "runtime/drivers/vulkan/vulkan_profile.h"
#include "runtime/resource.h"

enum {
  TERN_VULKAN_COMPUTE_QUEUE_MAX = 2,
  TERN_VULKAN_QUEUE_MAX = TERN_VULKAN_COMPUTE_QUEUE_MAX + 1,
};

// A queue with the order of its own work. Everything but the constants is guarded by the context's mutex.
typedef struct tern_vulkan_queue_t {
  VkQueue handle;           // constant
  uint32_t family;          // constant
  VkSemaphore timeline;     // constant: reaches the number of each submission when that is over
  uint64_t last_submitted;  // number of the newest submission
  VkCommandPool pool;
  VkCommandBuffer barrier;  // a full barrier, put between command buffers
} tern_vulkan_queue_t;

struct tern_vulkan_context_t {
  tern_resource_t resource;
  tern_vulkan_instance_t *instance;  // owned
  tern_vulkan_profile_t *profile;    // owned
  VkDevice device;
  tern_vulkan_device_api_t api;
  tern_device_flags_t flags;

  // The compute queues first. The last is for copies by the host, and may be the first again.
  tern_vulkan_queue_t queues[TERN_VULKAN_QUEUE_MAX];
  uint32_t compute_queue_count;
  uint32_t queue_count;
  uint32_t transfer_queue;  // index
  uint32_t families[2];     // that buffers are shared among
  uint32_t family_count;

  VkPipelineCache pipeline_cache;
  char *pipeline_cache_path;     // owned; NULL: not kept
  uint64_t pipeline_cache_hash;  // of what came from the file
  tern_vulkan_memory_t memory;
  struct tern_vulkan_staging_t *staging;  // owned

  pthread_mutex_t mutex;
  pthread_cond_t changed;  // on the monotonic clock: a semaphore or the list of pending submissions changed
  // Guarded by `mutex`:
  struct tern_vulkan_submission_t *first_pending;    // owned, in the order of submission
  struct tern_vulkan_submission_t *first_in_flight;  // owned
  uint32_t next_queue;
  tern_status_code_t failure_code;  // of a submission without semaphores to signal
  char *failure_message;            // owned
  bool is_stopped;
};

// Creates the logical device. `*out_context` holds one reference.
tern_status_t tern_vulkan_context_create(uint32_t ordinal, tern_device_flags_t flags,
                                         tern_vulkan_context_t **out_context);
static inline tern_vulkan_context_t *tern_vulkan_context_retain(tern_vulkan_context_t *context) {
  tern_resource_retain(&context->resource);
  return context;
}
// NULL is ignored.
void tern_vulkan_context_release(tern_vulkan_context_t *context);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_CONTEXT_H_
