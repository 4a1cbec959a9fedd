// Semaphores: timeline semaphores of the API that can fail.

#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_queue.h"

static void destroy_semaphore(tern_semaphore_t *base) {
  tern_vulkan_semaphore_t *semaphore = (tern_vulkan_semaphore_t *)base;
  tern_vulkan_context_t *context = semaphore->context;
  context->api.DestroySemaphore(context->device, semaphore->handle, NULL);
  free(semaphore->failure.message);
  free(semaphore);
  tern_vulkan_context_release(context);
}

static tern_status_t query_semaphore(tern_semaphore_t *base, uint64_t *out_value) {
  tern_vulkan_semaphore_t *semaphore = (tern_vulkan_semaphore_t *)base;
  tern_vulkan_context_t *context = semaphore->context;
  pthread_mutex_lock(&context->mutex);
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context);
  tern_status_t status = tern_semaphore_failure_get(&semaphore->failure);
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
  TERN_RETURN_IF_ERROR(status);
  return tern_vulkan_status(context->api.GetSemaphoreCounterValue(context->device, semaphore->handle, out_value),
                            "querying a semaphore");
}

static tern_status_t signal_locked(tern_vulkan_semaphore_t *semaphore, uint64_t value) {
  tern_vulkan_context_t *context = semaphore->context;
  uint64_t present = 0;
  if (semaphore->failure.code == TERN_OK) {
    TERN_VULKAN_RETURN_IF_ERROR(context->api.GetSemaphoreCounterValue(context->device, semaphore->handle, &present),
                                "querying a semaphore");
  }
  TERN_RETURN_IF_ERROR(tern_semaphore_check_signal(&semaphore->failure, present, semaphore->scheduled, value));
  VkSemaphoreSignalInfo info = {
      .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = semaphore->handle, .value = value};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.SignalSemaphore(context->device, &info), "signalling a semaphore");
  if (value > semaphore->scheduled) semaphore->scheduled = value;
  pthread_cond_broadcast(&context->changed);
  return tern_ok();
}

static tern_status_t signal_semaphore(tern_semaphore_t *base, uint64_t value) {
  tern_vulkan_semaphore_t *semaphore = (tern_vulkan_semaphore_t *)base;
  tern_vulkan_context_t *context = semaphore->context;
  pthread_mutex_lock(&context->mutex);
  tern_status_t status = signal_locked(semaphore, value);
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context);
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
  return status;
}

void tern_vulkan_semaphore_fail_locked(tern_vulkan_semaphore_t *semaphore, tern_status_code_t code,
                                       const char *message) {
  if (tern_semaphore_failure_set(&semaphore->failure, code, message)) {
    pthread_cond_broadcast(&semaphore->context->changed);
  }
}

static void fail_semaphore(tern_semaphore_t *base, tern_status_t status) {
  tern_vulkan_semaphore_t *semaphore = (tern_vulkan_semaphore_t *)base;
  tern_vulkan_context_t *context = semaphore->context;
  pthread_mutex_lock(&context->mutex);
  tern_vulkan_semaphore_fail_locked(semaphore, status.code, status.message);
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context);
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
}

//---- Waiting ----

static tern_status_t wait_semaphore(tern_semaphore_t *base, uint64_t value, uint64_t timeout, bool *out_reached) {
  tern_vulkan_semaphore_t *semaphore = (tern_vulkan_semaphore_t *)base;
  tern_vulkan_context_t *context = semaphore->context;
  uint64_t deadline = tern_clock_deadline(timeout);
  pthread_mutex_lock(&context->mutex);
  bool is_scheduled = tern_semaphore_wait_scheduled(&context->changed, &context->mutex, deadline, value,
                                                    &semaphore->scheduled, &semaphore->failure);
  tern_status_t status = tern_semaphore_failure_get(&semaphore->failure);
  pthread_mutex_unlock(&context->mutex);
  TERN_RETURN_IF_ERROR(status);
  *out_reached = false;
  if (!is_scheduled) return tern_ok();
  uint64_t now = tern_clock_now(), rest = deadline > now ? deadline - now : 0;
  if (deadline == UINT64_MAX) rest = UINT64_MAX;
  VkSemaphoreWaitInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                              .semaphoreCount = 1,
                              .pSemaphores = &semaphore->handle,
                              .pValues = &value};
  VkResult result = context->api.WaitSemaphores(context->device, &info, rest);
  pthread_mutex_lock(&context->mutex);
  tern_vulkan_submission_t *over = tern_vulkan_queue_advance_locked(context);
  if (result != VK_SUCCESS && result != VK_TIMEOUT) {
    status = tern_vulkan_status(result, "waiting for a semaphore");
    tern_vulkan_semaphore_fail_locked(semaphore, status.code, status.message);
  }
  status = tern_semaphore_failure_get(&semaphore->failure);
  pthread_mutex_unlock(&context->mutex);
  tern_vulkan_submissions_destroy(over);
  TERN_RETURN_IF_ERROR(status);
  *out_reached = result == VK_SUCCESS;
  return tern_vulkan_instance_check(context->instance);
}

static const tern_semaphore_vtable_t vtable = {
    .destroy = destroy_semaphore,
    .query = query_semaphore,
    .signal = signal_semaphore,
    .fail = fail_semaphore,
    .wait = wait_semaphore,
};

tern_status_t tern_vulkan_semaphore_create(tern_device_t *device, uint64_t initial_value,
                                           tern_semaphore_t **out_semaphore) {
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  tern_vulkan_semaphore_t *semaphore = calloc(1, sizeof(*semaphore));
  if (!semaphore) return tern_no_memory("a semaphore");
  VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                    .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                    .initialValue = initial_value};
  VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
  VkResult result = context->api.CreateSemaphore(context->device, &info, NULL, &semaphore->handle);
  if (result != VK_SUCCESS) {
    free(semaphore);
    return tern_vulkan_status(result, "creating a semaphore");
  }
  tern_semaphore_initialize(&semaphore->base, &vtable, device->driver);
  semaphore->context = tern_vulkan_context_retain(context);
  semaphore->scheduled = initial_value;
  *out_semaphore = &semaphore->base;
  return tern_ok();
}
