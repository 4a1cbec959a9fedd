// Queues: which submissions are ready, handing them to the API, and noticing when they are over.

#include "runtime/drivers/vulkan/vulkan_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_device.h"

// A submission. It holds a reference to every object in it.
struct tern_vulkan_submission_t {
  tern_vulkan_submission_t *next;
  tern_semaphore_list_t wait;  // the lists are owned
  tern_semaphore_list_t signal;
  tern_command_buffer_t **command_buffers;
  size_t command_buffer_count;
  uint32_t queue;   // index, once it was handed over
  uint64_t number;  // that the queue's timeline reaches when it is over
};

static tern_vulkan_semaphore_t *semaphore_at(tern_semaphore_list_t list, size_t index) {
  return (tern_vulkan_semaphore_t *)list.semaphores[index];
}

//---- Life ----

void tern_vulkan_submissions_destroy(tern_vulkan_submission_t *first) {
  while (first) {
    tern_vulkan_submission_t *submission = first;
    first = submission->next;
    tern_semaphore_list_destroy(submission->wait);
    tern_semaphore_list_destroy(submission->signal);
    for (size_t i = 0; i < submission->command_buffer_count; ++i) {
      tern_command_buffer_release(submission->command_buffers[i]);
    }
    free(submission->command_buffers);
    free(submission);
  }
}

// NULL without memory.
static tern_vulkan_submission_t *create_submission(tern_semaphore_list_t wait,
                                                   tern_command_buffer_t *const *command_buffers,
                                                   size_t command_buffer_count, tern_semaphore_list_t signal) {
  tern_vulkan_submission_t *submission = calloc(1, sizeof(*submission));
  if (!submission) return NULL;
  submission->command_buffers = calloc(command_buffer_count + 1, sizeof(*submission->command_buffers));
  if (!submission->command_buffers || !tern_semaphore_list_clone(wait, &submission->wait) ||
      !tern_semaphore_list_clone(signal, &submission->signal)) {
    tern_vulkan_submissions_destroy(submission);
    return NULL;
  }
  submission->command_buffer_count = command_buffer_count;
  for (size_t i = 0; i < command_buffer_count; ++i) {
    submission->command_buffers[i] = command_buffers[i];
    tern_command_buffer_retain(command_buffers[i]);
  }
  return submission;
}

//---- Outcomes ----

// Tells the semaphores of `signal`, or the device if there are none, that a submission failed.
static void report_failure_locked(tern_vulkan_context_t *context, tern_semaphore_list_t signal, tern_status_code_t code,
                                  const char *message) {
  for (size_t i = 0; i < signal.count; ++i) {
    tern_vulkan_semaphore_fail_locked(semaphore_at(signal, i), code, message);
  }
  if (signal.count || context->failure_code != TERN_OK) return;
  context->failure_code = code;
  context->failure_message = strdup(message);
}

typedef enum readiness { BLOCKED, READY, FAILED } readiness_t;

// `*out_failed` is the semaphore that failed.
static readiness_t get_readiness_locked(tern_semaphore_list_t wait, const tern_vulkan_semaphore_t **out_failed) {
  readiness_t readiness = READY;
  for (size_t i = 0; i < wait.count; ++i) {
    const tern_vulkan_semaphore_t *semaphore = semaphore_at(wait, i);
    *out_failed = semaphore;
    if (semaphore->failure.code != TERN_OK) return FAILED;
    if (semaphore->scheduled < wait.values[i]) readiness = BLOCKED;
  }
  return readiness;
}

//---- Handing over ----

// Work that waits for other work goes to its queue, where nothing has to be passed on; other work goes round.
static uint32_t choose_queue_locked(tern_vulkan_context_t *context, tern_semaphore_list_t wait) {
  if (wait.count) return semaphore_at(wait, wait.count - 1)->queue;
  context->next_queue = (context->next_queue + 1) % context->compute_queue_count;
  return context->next_queue;
}

// What a batch waits for and signals. `capacity` is that of the arrays.
typedef struct batch {
  VkSemaphore *semaphores;
  uint64_t *values;
  VkPipelineStageFlags *stages;
  uint32_t count;
} batch_t;

static batch_t create_batch(size_t capacity) {
  return (batch_t){.semaphores = calloc(capacity, sizeof(VkSemaphore)),
                   .values = calloc(capacity, sizeof(uint64_t)),
                   .stages = calloc(capacity, sizeof(VkPipelineStageFlags))};
}

static bool has_memory(const batch_t *batch) { return batch->semaphores && batch->values && batch->stages; }

static void destroy_batch(batch_t *batch) {
  free(batch->semaphores);
  free(batch->values);
  free(batch->stages);
}

static void add_to_batch(batch_t *batch, VkSemaphore semaphore, uint64_t value) {
  batch->semaphores[batch->count] = semaphore;
  batch->values[batch->count] = value;
  batch->stages[batch->count++] = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
}

// What is over on the other queues is known to the host, which may rely on it; a wait makes its writes visible here.
static VkResult add_other_queues_locked(tern_vulkan_context_t *context, uint32_t queue_index, batch_t *wait) {
  for (uint32_t i = 0; i < context->queue_count; ++i) {
    uint64_t value = 0;
    if (i == queue_index || !context->queues[i].last_submitted) continue;
    VkResult result = context->api.GetSemaphoreCounterValue(context->device, context->queues[i].timeline, &value);
    if (result != VK_SUCCESS) return result;
    if (value) add_to_batch(wait, context->queues[i].timeline, value);
  }
  return VK_SUCCESS;
}

static VkResult submit_batch_locked(tern_vulkan_context_t *context, uint32_t queue_index, batch_t *wait,
                                    const VkCommandBuffer *commands, uint32_t command_count, batch_t *signal) {
  tern_vulkan_queue_t *queue = &context->queues[queue_index];
  VkResult result = add_other_queues_locked(context, queue_index, wait);
  if (result != VK_SUCCESS) return result;
  add_to_batch(signal, queue->timeline, queue->last_submitted + 1);
  VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                          .waitSemaphoreValueCount = wait->count,
                                          .pWaitSemaphoreValues = wait->values,
                                          .signalSemaphoreValueCount = signal->count,
                                          .pSignalSemaphoreValues = signal->values};
  VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                       .pNext = &values,
                       .waitSemaphoreCount = wait->count,
                       .pWaitSemaphores = wait->semaphores,
                       .pWaitDstStageMask = wait->stages,
                       .commandBufferCount = command_count,
                       .pCommandBuffers = commands,
                       .signalSemaphoreCount = signal->count,
                       .pSignalSemaphores = signal->semaphores};
  result = context->api.QueueSubmit(queue->handle, 1, &info, VK_NULL_HANDLE);
  if (result == VK_SUCCESS) ++queue->last_submitted;
  return result;
}

// The semaphores to signal. One that is beyond its value fails: values only grow.
static void collect_signals_locked(tern_vulkan_submission_t *submission, batch_t *out_signal) {
  for (size_t i = 0; i < submission->signal.count; ++i) {
    tern_vulkan_semaphore_t *semaphore = semaphore_at(submission->signal, i);
    uint64_t value = submission->signal.values[i];
    if (semaphore->failure.code != TERN_OK) continue;
    if (value > semaphore->scheduled) {
      add_to_batch(out_signal, semaphore->handle, value);
      continue;
    }
    char message[120];
    snprintf(message, sizeof(message), "expected a value above the semaphore's %llu but got %llu",
             (unsigned long long)semaphore->scheduled, (unsigned long long)value);
    tern_vulkan_semaphore_fail_locked(semaphore, TERN_INVALID_ARGUMENT, message);
  }
}

static VkResult submit_locked(tern_vulkan_context_t *context, tern_vulkan_submission_t *submission, batch_t *wait,
                              VkCommandBuffer *commands, batch_t *signal) {
  if (!has_memory(wait) || !commands || !has_memory(signal)) return VK_ERROR_OUT_OF_HOST_MEMORY;
  uint32_t command_count = 0;
  for (size_t i = 0; i < submission->wait.count; ++i) {
    add_to_batch(wait, semaphore_at(submission->wait, i)->handle, submission->wait.values[i]);
  }
  for (size_t i = 0; i < submission->command_buffer_count; ++i) {
    // The barrier in front of the first one is for what the host knows to be over on this queue.
    commands[command_count++] = context->queues[submission->queue].barrier;
    commands[command_count++] = tern_vulkan_command_buffer_submit(submission->command_buffers[i]);
  }
  collect_signals_locked(submission, signal);
  return submit_batch_locked(context, submission->queue, wait, commands, command_count, signal);
}

static tern_status_t hand_over_locked(tern_vulkan_context_t *context, tern_vulkan_submission_t *submission) {
  submission->queue = choose_queue_locked(context, submission->wait);
  batch_t wait = create_batch(submission->wait.count + TERN_VULKAN_QUEUE_MAX);
  batch_t signal = create_batch(submission->signal.count + 1);
  VkCommandBuffer *commands = calloc(2 * submission->command_buffer_count + 1, sizeof(VkCommandBuffer));
  VkResult result = submit_locked(context, submission, &wait, commands, &signal);
  submission->number = context->queues[submission->queue].last_submitted;
  for (size_t i = 0; i < submission->signal.count && result == VK_SUCCESS; ++i) {
    tern_vulkan_semaphore_t *semaphore = semaphore_at(submission->signal, i);
    if (semaphore->failure.code != TERN_OK) continue;
    semaphore->scheduled = submission->signal.values[i];
    semaphore->queue = submission->queue;
  }
  free(commands);
  destroy_batch(&wait);
  destroy_batch(&signal);
  return tern_vulkan_status(result, "submitting command buffers");
}

static void append(tern_vulkan_submission_t **link, tern_vulkan_submission_t *submission) {
  while (*link) link = &(*link)->next;
  submission->next = NULL;
  *link = submission;
}

// Takes one pending submission out of the list if it is no longer blocked. False if there is none.
static bool settle_one_locked(tern_vulkan_context_t *context, tern_vulkan_submission_t **inout_over) {
  for (tern_vulkan_submission_t **link = &context->first_pending; *link; link = &(*link)->next) {
    const tern_vulkan_semaphore_t *failed = NULL;
    tern_vulkan_submission_t *submission = *link;
    readiness_t readiness = get_readiness_locked(submission->wait, &failed);
    if (readiness == BLOCKED) continue;
    *link = submission->next;
    tern_status_t status = tern_ok();
    if (readiness == READY) status = hand_over_locked(context, submission);
    if (readiness == FAILED) {
      const char *message = failed->failure.message ? failed->failure.message : "a submission failed";
      report_failure_locked(context, submission->signal, failed->failure.code, message);
    } else if (!tern_status_is_ok(status)) {
      report_failure_locked(context, submission->signal, status.code, status.message);
    }
    bool is_in_flight = readiness == READY && tern_status_is_ok(status);
    append(is_in_flight ? &context->first_in_flight : inout_over, submission);
    pthread_cond_broadcast(&context->changed);
    return true;
  }
  return false;
}

// Moves what is over from the list of what is in flight. With a lost device nothing will end any more: all is over.
static void retire_locked(tern_vulkan_context_t *context, tern_vulkan_submission_t **inout_over) {
  uint64_t values[TERN_VULKAN_QUEUE_MAX] = {0};
  VkResult result = VK_SUCCESS;
  for (uint32_t i = 0; i < context->queue_count && context->first_in_flight; ++i) {
    result = context->api.GetSemaphoreCounterValue(context->device, context->queues[i].timeline, &values[i]);
    if (result != VK_SUCCESS) break;
  }
  for (tern_vulkan_submission_t **link = &context->first_in_flight; *link;) {
    tern_vulkan_submission_t *submission = *link;
    if (result == VK_SUCCESS && values[submission->queue] < submission->number) {
      link = &submission->next;
      continue;
    }
    if (result != VK_SUCCESS) {
      tern_status_t status = tern_vulkan_status(result, "running command buffers");
      report_failure_locked(context, submission->signal, status.code, status.message);
    }
    *link = submission->next;
    append(inout_over, submission);
  }
}

tern_vulkan_submission_t *tern_vulkan_queue_advance_locked(tern_vulkan_context_t *context) {
  tern_vulkan_submission_t *over = NULL;
  retire_locked(context, &over);
  while (settle_one_locked(context, &over)) {}
  return over;
}

//---- Public ----

static tern_status_t check_owner(const tern_vulkan_context_t *context, tern_semaphore_list_t list) {
  for (size_t i = 0; i < list.count; ++i) {
    if (semaphore_at(list, i)->context == context) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "semaphore %zu belongs to another device", i);
  }
  return tern_ok();
}

tern_status_t tern_vulkan_queue_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                       tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                       tern_semaphore_list_t signal) {
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  TERN_RETURN_IF_ERROR(check_owner(context, wait));
  TERN_RETURN_IF_ERROR(check_owner(context, signal));
  for (size_t i = 0; i < command_buffer_count; ++i) {
    if (tern_vulkan_command_buffer_belongs_to(command_buffers[i], context)) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "command buffer %zu belongs to another device", i);
  }
  TERN_RETURN_IF_ERROR(tern_vulkan_instance_check(context->instance));
  tern_vulkan_submission_t *submission = create_submission(wait, command_buffers, command_buffer_count, signal);
  if (!submission) return tern_no_memory("a submission");
  pthread_mutex_lock(&context->mutex);
  append(&context->first_pending, submission);
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context);
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
  return tern_ok();
}

static VkResult wait_for_queues(tern_vulkan_context_t *context) {
  VkSemaphore semaphores[TERN_VULKAN_QUEUE_MAX];
  uint64_t values[TERN_VULKAN_QUEUE_MAX];
  pthread_mutex_lock(&context->mutex);
  for (uint32_t i = 0; i < context->queue_count; ++i) {
    semaphores[i] = context->queues[i].timeline;
    values[i] = context->queues[i].last_submitted;
  }
  pthread_mutex_unlock(&context->mutex);
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = context->queue_count,
                              .pSemaphores = semaphores,
                              .pValues = values};
  return context->api.WaitSemaphores(context->device, &info, UINT64_MAX);
}

tern_status_t tern_vulkan_queue_wait_idle(tern_device_t *device) {
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  pthread_mutex_lock(&context->mutex);
  while (context->first_pending) pthread_cond_wait(&context->changed, &context->mutex);
  pthread_mutex_unlock(&context->mutex);
  VkResult result = wait_for_queues(context);
  pthread_mutex_lock(&context->mutex);
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context);
  tern_status_code_t code = context->failure_code;
  char *message = context->failure_message;
  context->failure_code = TERN_OK;
  context->failure_message = NULL;
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
  tern_status_t status = tern_ok();
  if (code != TERN_OK) status = tern_status_make(code, "%s", message ? message : "a submission failed");
  free(message);
  TERN_RETURN_IF_ERROR(status);
  TERN_VULKAN_RETURN_IF_ERROR(result, "waiting for the device");
  return tern_vulkan_instance_check(context->instance);
}

void tern_vulkan_queue_stop(tern_vulkan_context_t *context) {
  pthread_mutex_lock(&context->mutex);
  context->is_stopped = true;
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context), *cancelled = context->first_pending;
  context->first_pending = NULL;
  for (tern_vulkan_submission_t *submission = cancelled; submission; submission = submission->next) {
    report_failure_locked(context, submission->signal, TERN_FAILED_PRECONDITION,
                          "the device was released before the submission could run");
  }
  pthread_cond_broadcast(&context->changed);
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
  tern_vulkan_submissions_destroy(cancelled);
  if (context->queue_count) wait_for_queues(context);
  pthread_mutex_lock(&context->mutex);
  over = context->first_in_flight;
  context->first_in_flight = NULL;
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
}

tern_status_t tern_vulkan_queue_run_transfer(tern_vulkan_context_t *context, VkCommandBuffer commands) {
  const VkCommandBuffer list[] = {context->queues[context->transfer_queue].barrier, commands};
  batch_t wait = create_batch(TERN_VULKAN_QUEUE_MAX), signal = create_batch(1);
  pthread_mutex_lock(&context->mutex);
  VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;
  if (has_memory(&wait) && has_memory(&signal)) {
    result = submit_batch_locked(context, context->transfer_queue, &wait, list, 2, &signal);
  }
  uint64_t number = context->queues[context->transfer_queue].last_submitted;
  pthread_mutex_unlock(&context->mutex);
  destroy_batch(&wait);
  destroy_batch(&signal);
  TERN_VULKAN_RETURN_IF_ERROR(result, "submitting a copy");
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = 1,
                              .pSemaphores = &context->queues[context->transfer_queue].timeline,
                              .pValues = &number};
  return tern_vulkan_status(context->api.WaitSemaphores(context->device, &info, UINT64_MAX), "waiting for a copy");
}
