// Submissions and semaphores.
//
// A submission goes to the API once every value that it waits for was signalled or is the outcome of work that the API
// already has; until then it is on a list of the context. So the API never waits for something that might not come, a
// failed semaphore can cancel what waits for it, and a device can always be destroyed.
//
// "Locked" functions want the context's mutex held.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_QUEUE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_QUEUE_H_

#include "runtime/drivers/vulkan/vulkan_context.h"
#include "runtime/semaphore.h"

// A timeline semaphore of the API, with what the API does not know.
typedef struct tern_vulkan_semaphore_t {
  tern_semaphore_t base;
  tern_vulkan_context_t *context;  // a reference
  VkSemaphore handle;
  // Guarded by the context's mutex:
  uint64_t scheduled;  // the highest value that was signalled, or that submitted work will signal
  uint32_t queue;      // index of the queue with that work
  tern_semaphore_failure_t failure;
} tern_vulkan_semaphore_t;

tern_status_t tern_vulkan_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                           tern_semaphore_t **out_semaphore);
// Makes a semaphore fail, unless it has.
void tern_vulkan_semaphore_fail_locked(tern_vulkan_semaphore_t *semaphore, tern_status_code_t code,
                                       const char *message);

typedef struct tern_vulkan_submission_t tern_vulkan_submission_t;

// Hands over to the API what has become ready, and cancels what waits for a failure. Returns submissions that are over,
// to be destroyed without the mutex.
tern_vulkan_submission_t *tern_vulkan_queue_advance_locked(tern_vulkan_context_t *context);
// Destroys a list of submissions.
void tern_vulkan_submissions_destroy(tern_vulkan_submission_t *first);

tern_status_t tern_vulkan_queue_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                       tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                       tern_semaphore_list_t signal);
tern_status_t tern_vulkan_queue_wait_idle(tern_device_t *device);
// Cancels what is pending and waits for the rest; nothing can be submitted any more.
void tern_vulkan_queue_stop(tern_vulkan_context_t *context);

// Runs one command buffer of the API on the transfer queue, after all that is over on the other queues, and waits.
tern_status_t tern_vulkan_queue_run_transfer(tern_vulkan_context_t *context, VkCommandBuffer commands);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_QUEUE_H_
