// The Vulkan device: creation, properties, descriptions.

#include "runtime/drivers/vulkan/vulkan_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_buffer.h"
#include "runtime/drivers/vulkan/vulkan_driver.h"
#include "runtime/drivers/vulkan/vulkan_queue.h"

static void destroy_device(tern_device_t *base) {
  tern_vulkan_device_t *device = (tern_vulkan_device_t *)base;
  if (device->context) {
    tern_vulkan_queue_stop(device->context);
    tern_vulkan_context_release(device->context);
  }
  free(device);
}

static tern_status_t query_device(const tern_device_t *base, tern_device_property_t property, int64_t *out_value) {
  tern_vulkan_context_t *context = ((const tern_vulkan_device_t *)base)->context;
  switch (property) {
    case TERN_DEVICE_PROPERTY_THREAD_COUNT: *out_value = 0; return tern_ok();
    case TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT: *out_value = TERN_VULKAN_BUFFER_ALIGNMENT; return tern_ok();
    case TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT:
      *out_value = (int64_t)context->instance->messages.count;
      return tern_ok();
    case TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT: *out_value = tern_vulkan_memory_count(context); return tern_ok();
    case TERN_DEVICE_PROPERTY_QUEUE_COUNT: *out_value = context->compute_queue_count; return tern_ok();
    default: break;
  }
  return tern_status_make(TERN_NOT_FOUND, "a Vulkan device has no property %d", (int)property);
}

static tern_status_t get_target_env(const tern_device_t *base, char **out_text) {
  tern_string_builder_t text = {0};
  tern_vulkan_profile_append_target_env(((const tern_vulkan_device_t *)base)->context->profile, &text);
  *out_text = tern_string_builder_take(&text);
  return tern_ok();
}

static tern_status_t get_validation_message(const tern_device_t *base, char **out_text) {
  tern_vulkan_messages_t *messages = &((const tern_vulkan_device_t *)base)->context->instance->messages;
  pthread_mutex_lock(&messages->mutex);
  *out_text = strdup(messages->last ? messages->last : "");
  pthread_mutex_unlock(&messages->mutex);
  return *out_text ? tern_ok() : tern_no_memory("a message");
}

static const tern_device_vtable_t vtable = {
    .destroy = destroy_device,
    .query = query_device,
    .target_env = get_target_env,
    .validation_message = get_validation_message,
    .allocate_buffer = tern_vulkan_buffer_allocate,
    .wrap_buffer = tern_vulkan_buffer_wrap,
    .create_executable = tern_vulkan_executable_create,
    .create_command_buffer = tern_vulkan_command_buffer_create,
    .create_semaphore = tern_vulkan_semaphore_create,
    .submit = tern_vulkan_queue_submit,
    .wait_idle = tern_vulkan_queue_wait_idle,
};

//---- Driver ----

static tern_status_t open_device(tern_device_t *device, uint32_t ordinal, const tern_device_options_t *options) {
  return tern_vulkan_context_create(ordinal, options->flags, &((tern_vulkan_device_t *)device)->context);
}

static tern_status_t count_devices(size_t *out_count) {
  tern_vulkan_instance_t *instance;
  TERN_RETURN_IF_ERROR(tern_vulkan_instance_create(&instance));
  *out_count = instance->physical_device_count;
  tern_vulkan_instance_destroy(instance);
  return tern_ok();
}

static tern_status_t describe_device(size_t ordinal, tern_description_builder_t *builder) {
  tern_vulkan_instance_t *instance;
  tern_vulkan_profile_t *profile;
  TERN_RETURN_IF_ERROR(tern_vulkan_instance_create(&instance));
  tern_status_t status = tern_vulkan_profile_create(instance, ordinal, &profile);
  if (tern_status_is_ok(status)) tern_vulkan_profile_describe(profile, builder);
  tern_vulkan_profile_destroy(profile);
  tern_vulkan_instance_destroy(instance);
  return status;
}

const tern_driver_t tern_vulkan_driver = {.name = "vulkan",
                                          .device_size = sizeof(tern_vulkan_device_t),
                                          .vtable = &vtable,
                                          .open_device = open_device,
                                          .count_devices = count_devices,
                                          .describe_device = describe_device};
