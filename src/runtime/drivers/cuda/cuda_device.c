// The CUDA device: creation and properties.

#include "runtime/drivers/cuda/cuda_device.h"

#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_buffer.h"
#include "runtime/drivers/cuda/cuda_driver.h"
#include "runtime/drivers/cuda/cuda_queue.h"

static void destroy_device(tern_device_t *base) {
  tern_cuda_device_t *device = (tern_cuda_device_t *)base;
  tern_cuda_queue_stop(device->context);
  tern_cuda_context_release(device->context);
  free(device);
}

static tern_status_t query_device(const tern_device_t *base, tern_device_property_t property, int64_t *out_value) {
  tern_cuda_context_t *context = ((const tern_cuda_device_t *)base)->context;
  switch (property) {
    case TERN_DEVICE_PROPERTY_THREAD_COUNT:
    case TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT: *out_value = 0; return tern_ok();
    case TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT: *out_value = TERN_CUDA_BUFFER_ALIGNMENT; return tern_ok();
    case TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT:
      *out_value =
          (int64_t)(tern_cuda_memory_count(&context->device_memory) + tern_cuda_memory_count(&context->host_memory));
      return tern_ok();
    case TERN_DEVICE_PROPERTY_QUEUE_COUNT: *out_value = 1; return tern_ok();
    case TERN_DEVICE_PROPERTY_ARCHITECTURE: *out_value = context->architecture; return tern_ok();
    default: break;
  }
  return tern_status_make(TERN_NOT_FOUND, "a CUDA device has no property %d", (int)property);
}

static const tern_device_vtable_t vtable = {
    .destroy = destroy_device,
    .query = query_device,
    .allocate_buffer = tern_cuda_buffer_allocate,
    .wrap_buffer = tern_cuda_buffer_wrap,
    .create_executable = tern_cuda_executable_create,
    .create_command_buffer = tern_cuda_command_buffer_create,
    .create_semaphore = tern_cuda_semaphore_create,
    .submit = tern_cuda_queue_submit,
    .wait_idle = tern_cuda_queue_wait_idle,
    .create_slot = tern_cuda_buffer_create_slot,
    .submit_bound = tern_cuda_queue_submit_bound,
    .launch = tern_cuda_device_launch,
};

//---- Driver ----

static tern_status_t create_device(uint32_t ordinal, const tern_device_options_t *options, tern_device_t **out_device) {
  *out_device = NULL;
  tern_cuda_device_t *device = calloc(1, sizeof(*device));
  if (!device) return tern_no_memory("a device");
  tern_device_initialize(&device->base, &vtable, &tern_cuda_driver);
  tern_status_t status = tern_cuda_context_create(ordinal, options->flags, &device->context);
  if (tern_status_is_ok(status)) {
    *out_device = &device->base;
  } else {
    free(device);
  }
  return status;
}

static tern_status_t count_devices(size_t *out_count) {
  tern_cuda_api_t api;
  TERN_RETURN_IF_ERROR(tern_cuda_api_open(&api));
  int count = 0;
  // Without a device the driver is not even initialized.
  CUresult result = api.DeviceGetCount(&count);
  *out_count = result == CUDA_SUCCESS ? (size_t)count : 0;
  bool has_none = result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_NOT_INITIALIZED;
  tern_status_t status = has_none ? tern_ok() : tern_cuda_status(&api, result, "counting GPUs");
  tern_cuda_api_close(&api);
  return status;
}

const tern_driver_t tern_cuda_driver = {.name = "cuda",
                                        .create_device = create_device,
                                        .count_devices = count_devices,
                                        .describe_device = tern_cuda_describe_device};
