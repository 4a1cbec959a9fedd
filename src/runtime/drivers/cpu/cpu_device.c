// The CPU device: creation, properties, destruction.

#include "runtime/drivers/cpu/cpu_device.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "base/tiles.h"
#include "runtime/drivers/cpu/cpu_driver.h"
#include "runtime/module/description.h"
#include "runtime/placement.h"

static void destroy_device(tern_device_t *base) {
  tern_cpu_device_t *device = (tern_cpu_device_t *)base;
  if (device->timeline) tern_cpu_queue_stop(device);
  tern_thread_pool_destroy(device->pool);
  tern_cpu_timeline_release(device->timeline);
  free(device->failure_message);
  if (!TERN_SMALL) free(device->variant);
  free(device);
}

static tern_status_t query_device(const tern_device_t *base, tern_device_property_t property, int64_t *out_value) {
  const tern_cpu_device_t *device = (const tern_cpu_device_t *)base;
  switch (property) {
    case TERN_DEVICE_PROPERTY_THREAD_COUNT: *out_value = tern_thread_pool_thread_count(device->pool); return tern_ok();
    case TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT: *out_value = TERN_CPU_BUFFER_ALIGNMENT; return tern_ok();
    case TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT:
      *out_value = (int64_t)atomic_load(&device->allocation_count);
      return tern_ok();
    case TERN_DEVICE_PROPERTY_QUEUE_COUNT: *out_value = 1; return tern_ok();
    default: break;
  }
  return tern_status_make(TERN_NOT_FOUND, "a CPU device has no property %d", (int)property);
}

#if !TERN_SMALL
static tern_status_t pin_thread(const tern_device_t *base) {
  const tern_cpu_device_t *device = (const tern_cpu_device_t *)base;
  if (CPU_COUNT(&device->first_set) == 0) return tern_ok();
  int error = pthread_setaffinity_np(pthread_self(), sizeof device->first_set, &device->first_set);
  if (!error) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "cannot pin this thread to its processors: error %d", error);
}

// Creates the pool with its threads on the processors that the options name.
static tern_status_t create_pinned_pool(tern_cpu_device_t *device, const tern_device_options_t *options) {
  tern_machine_t machine;
  tern_placement_t placement;
  TERN_RETURN_IF_ERROR(tern_machine_describe(&machine));
  TERN_RETURN_IF_ERROR(tern_placement_find(&machine, options, &placement));
  uint32_t thread_count = options->thread_count ? options->thread_count : placement.count;
  tern_placement_get(&placement, 0, thread_count, &device->first_set);
  TERN_RETURN_IF_ERROR(tern_thread_pool_create(thread_count, &device->pool));
  return tern_thread_pool_pin(device->pool, &placement);
}
#endif

static const tern_device_vtable_t vtable = {
    .destroy = destroy_device,
    .query = query_device,
    .allocate_buffer = tern_cpu_buffer_allocate,
    .wrap_buffer = tern_cpu_buffer_wrap,
    .create_executable = tern_cpu_executable_create,
    .create_command_buffer = tern_cpu_command_buffer_create,
    .create_semaphore = tern_cpu_semaphore_create,
    .submit = tern_cpu_queue_submit,
    .execute = tern_cpu_queue_execute,
    .wait_idle = tern_cpu_queue_wait_idle,
    .create_slot = tern_cpu_buffer_create_slot,
    .submit_bound = tern_cpu_queue_submit_bound,
#if !TERN_SMALL
    .launch = tern_cpu_device_launch,
    .pin_thread = pin_thread,
#endif
};

static tern_status_t create_device(uint32_t ordinal, const tern_device_options_t *options, tern_device_t **out_device) {
  *out_device = NULL;
  if (ordinal) return tern_status_make(TERN_NOT_FOUND, "there is no CPU device %u, only 0", ordinal);
  tern_cpu_device_t *device = calloc(1, sizeof(*device));
  if (!device) return tern_no_memory("a device");
  tern_device_initialize(&device->base, &vtable, &tern_cpu_driver);
  device->flags = options->flags;
  // Of executables made of functions nobody knows whether they use tile registers. In vain where there are none.
  (void)tern_tiles_request();
  device->timeline = tern_cpu_timeline_create();
  const char *variant = TERN_SMALL ? NULL : options->cpu_variant;
  if (variant) device->variant = strdup(variant);
  bool has_all = device->timeline && (device->variant || !variant);
  tern_status_t status;
  if (!has_all) {
    status = tern_no_memory("a device");
#if !TERN_SMALL
  } else if (options->cpu_ids || options->numa_nodes) {
    status = create_pinned_pool(device, options);
#endif
  } else {
    status = tern_thread_pool_create(options->thread_count, &device->pool);
  }
  if (!tern_status_is_ok(status)) {
    destroy_device(&device->base);
    return status;
  }
  *out_device = &device->base;
  return tern_ok();
}

static tern_status_t count_devices(size_t *out_count) {
  *out_count = 1;
  return tern_ok();
}

static tern_status_t describe_device(size_t ordinal, tern_description_builder_t *builder) {
  if (TERN_SMALL) return tern_ok();  // nobody asks there
  if (ordinal) return tern_status_make(TERN_NOT_FOUND, "there is no CPU device %zu, only 0", ordinal);
  builder->description.name = "the processor of the host";
  builder->description.type = "cpu";
  tern_description_add(builder, "processors", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
  tern_description_add(builder, "memory", "%lld bytes",
                       (long long)sysconf(_SC_PHYS_PAGES) * (long long)sysconf(_SC_PAGESIZE));
  tern_description_add(builder, "buffer alignment", "%d bytes", TERN_CPU_BUFFER_ALIGNMENT);
  tern_description_add(builder, "executables", "entry-points");
  return tern_ok();
}

const tern_driver_t tern_cpu_driver = {
    .name = "cpu", .create_device = create_device, .count_devices = count_devices, .describe_device = describe_device};
