// Command buffers: checks of what is recorded, and the references to it.

#include "runtime/command_buffer.h"

#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "base/small.h"
#include "base/string.h"
#include "runtime/buffer.h"
#include "runtime/device.h"
#include "runtime/grid.h"
#include "runtime/module/executable.h"
#include "runtime/profile.h"
#include "runtime/tensor_text.h"

void tern_command_buffer_initialize(const tern_command_buffer_vtable_t *vtable, const struct tern_driver_t *driver,
                                    tern_command_buffer_t *out_command_buffer) {
  *out_command_buffer = (tern_command_buffer_t){.vtable = vtable, .driver = driver};
  tern_resource_initialize(&out_command_buffer->resource);
}

void tern_command_buffer_deinitialize(tern_command_buffer_t *command_buffer) {
  for (size_t i = 0; i < command_buffer->buffers.count; ++i) tern_buffer_release(command_buffer->buffers.values[i]);
  for (size_t i = 0; i < command_buffer->executables.count; ++i) {
    tern_executable_release(command_buffer->executables.values[i]);
  }
  tern_vec_deinitialize(&command_buffer->buffers);
  tern_vec_deinitialize(&command_buffer->executables);
#if !TERN_SMALL
  tern_profile_log_destroy(command_buffer->log);
#endif
}

tern_status_t tern_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer) {
  *out_command_buffer = NULL;
  TERN_RETURN_IF_ERROR(device->vtable->create_command_buffer(device, out_command_buffer));
#if !TERN_SMALL
  if (device->profile) (*out_command_buffer)->log = tern_profile_log_create();
#endif
  return tern_ok();
}

//---- Profiles ----

// The first and the last thing that is done for each command.
#if TERN_SMALL
#define begin_command(command_buffer) tern_ok()
#define end_dispatch(command_buffer, request, array_sizes) tern_ok()
#define end_transfer(command_buffer, kind, source, target) tern_ok()
#else
static tern_status_t begin_command(tern_command_buffer_t *command_buffer) {
  return command_buffer->log ? tern_profile_log_begin(command_buffer) : tern_ok();
}

static tern_status_t end_dispatch(tern_command_buffer_t *command_buffer, const tern_dispatch_request_t *request,
                                  const size_t *array_sizes) {
  return command_buffer->log ? tern_profile_log_dispatch(command_buffer, request, array_sizes) : tern_ok();
}

// A command on no bytes is none.
static tern_status_t end_transfer(tern_command_buffer_t *command_buffer, tern_profile_kind_t kind,
                                  const tern_buffer_range_t *source, tern_buffer_range_t target) {
  if (!command_buffer->log || !target.size) return tern_ok();
  return tern_profile_log_transfer(command_buffer, kind, source, target);
}
#endif

void tern_command_buffer_retain(tern_command_buffer_t *command_buffer) {
  if (command_buffer) tern_resource_retain(&command_buffer->resource);
}

void tern_command_buffer_release(tern_command_buffer_t *command_buffer) {
  if (command_buffer && tern_resource_release(&command_buffer->resource)) {
    command_buffer->vtable->destroy(command_buffer);
  }
}

// Makes room for references to what a command uses, so that taking them cannot fail once it is recorded.
static tern_status_t reserve(tern_command_buffer_t *command_buffer, size_t buffer_count, size_t executable_count) {
  bool has_memory =
      tern_vec_try_reserve(&command_buffer->buffers, command_buffer->buffers.count + buffer_count) &&
      tern_vec_try_reserve(&command_buffer->executables, command_buffer->executables.count + executable_count);
  return has_memory ? tern_ok() : tern_no_memory("a command");
}

// There is room.
static void keep_buffer(tern_command_buffer_t *command_buffer, tern_buffer_t *buffer) {
  tern_buffer_retain(buffer);
  command_buffer->buffers.values[command_buffer->buffers.count++] = buffer;
}

static tern_status_t check_open(const tern_command_buffer_t *command_buffer) {
  if (!command_buffer->is_ended) return tern_ok();
  return tern_status_make(TERN_FAILED_PRECONDITION, "the command buffer has ended");
}

//---- Dispatch ----

static tern_status_t check_counts(const tern_entry_point_t *entry, size_t push_constant_count, size_t binding_count) {
  if (push_constant_count != entry->push_constant_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' takes %u push constants but got %zu", entry->name,
                            entry->push_constant_count, push_constant_count);
  }
  if (binding_count != entry->binding_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' takes %u bindings but got %zu", entry->name,
                            entry->binding_count, binding_count);
  }
  return tern_ok();
}

// Checks one binding against its description. On success `inout_range` has a definite size and `*out_array_size` the
// bytes that the array takes.
static tern_status_t check_binding(const tern_command_buffer_t *command_buffer, const tern_entry_point_t *entry,
                                   uint32_t index, const uint32_t *push_constants, tern_buffer_range_t *inout_range,
                                   size_t *out_array_size) {
  const tern_binding_info_t *info = &entry->bindings[index];
  tern_status_t status = tern_buffer_range_resolve(command_buffer->driver, TERN_BUFFER_USAGE_DISPATCH, inout_range);
  if (!tern_status_is_ok(status)) {
    return tern_status_make(status.code, "entry point '%s', binding %u ('%s'): %s", entry->name, index, info->name,
                            status.message);
  }
  int64_t dims[TERN_TENSOR_RANK_MAX];
  TERN_RETURN_IF_ERROR(tern_binding_info_size(info, push_constants, dims, out_array_size));
  if (*out_array_size > inout_range->size) {
    tern_string_builder_t type = {0};
    if (!TERN_SMALL) tern_shape_append((tern_element_type_t)info->element_type, info->rank, dims, &type);
    status = tern_status_make(TERN_OUT_OF_RANGE,
                              "entry point '%s', binding %u ('%s'): expected %zu bytes for %s but got %zu", entry->name,
                              index, info->name, *out_array_size, type.data, inout_range->size);
    tern_string_builder_deinitialize(&type);
    return status;
  }
  size_t alignment = inout_range->buffer->alignment;
  if (*out_array_size && ((alignment | inout_range->offset) & (info->alignment - 1))) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "entry point '%s', binding %u ('%s'): expected an address aligned to %u bytes", entry->name,
                            index, info->name, info->alignment);
  }
  return tern_ok();
}

// Refuses arrays that share bytes of a buffer when one of them is written: kernels are compiled on the promise that
// this does not happen.
static tern_status_t check_overlap(const tern_entry_point_t *entry, const tern_buffer_range_t *ranges,
                                   const size_t *array_sizes) {
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    for (uint32_t j = 0; j < i; ++j) {
      bool is_written = (entry->bindings[i].access | entry->bindings[j].access) & TERN_BINDING_ACCESS_WRITE;
      if (!is_written || ranges[i].buffer != ranges[j].buffer || !array_sizes[i] || !array_sizes[j]) continue;
      if (ranges[i].offset >= ranges[j].offset + array_sizes[j]) continue;
      if (ranges[j].offset >= ranges[i].offset + array_sizes[i]) continue;
      return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s': bindings %u ('%s') and %u ('%s') overlap",
                              entry->name, j, entry->bindings[j].name, i, entry->bindings[i].name);
    }
  }
  return tern_ok();
}

static void compute_grid(const tern_entry_point_t *entry, const uint32_t *requested, const uint32_t *push_constants,
                         uint32_t out_count[3]) {
  for (size_t i = 0; i < 3; ++i) out_count[i] = requested ? requested[i] : 1;
  if (!requested && entry->workgroup_count) entry->workgroup_count(push_constants, out_count);
}

static tern_status_t record_dispatch(tern_command_buffer_t *command_buffer, tern_dispatch_request_t *request,
                                     tern_buffer_range_t *ranges, size_t *array_sizes) {
  const tern_entry_point_t *entry = request->entry;
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    ranges[i] = request->bindings[i];
    TERN_RETURN_IF_ERROR(check_binding(command_buffer, entry, i, request->push_constants, &ranges[i], &array_sizes[i]));
  }
  TERN_RETURN_IF_ERROR(check_overlap(entry, ranges, array_sizes));
  const uint32_t *grid = request->workgroup_count;
  if (!grid[0] || !grid[1] || !grid[2]) return tern_ok();
  request->bindings = ranges;
  TERN_RETURN_IF_ERROR(reserve(command_buffer, entry->binding_count, 1));
  TERN_RETURN_IF_ERROR(begin_command(command_buffer));
  TERN_RETURN_IF_ERROR(command_buffer->vtable->dispatch(command_buffer, request));
  for (uint32_t i = 0; i < entry->binding_count; ++i) keep_buffer(command_buffer, ranges[i].buffer);
  tern_executable_retain(request->executable);
  command_buffer->executables.values[command_buffer->executables.count++] = request->executable;
  return end_dispatch(command_buffer, request, array_sizes);
}

tern_status_t tern_command_buffer_dispatch(tern_command_buffer_t *command_buffer, tern_executable_t *executable,
                                           size_t ordinal, const uint32_t workgroup_count[3],
                                           const uint32_t *push_constants, size_t push_constant_count,
                                           const tern_buffer_range_t *bindings, size_t binding_count) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  if (executable->driver != command_buffer->driver) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected an executable of driver '%s' but got one of '%s'",
                            command_buffer->driver->name, executable->driver->name);
  }
  const tern_entry_point_t *entry = tern_executable_entry_point_at(executable, ordinal);
  if (!entry) {
    return tern_status_make(TERN_OUT_OF_RANGE, "entry point %zu does not exist, the executable has %zu", ordinal,
                            executable->entry_point_count);
  }
  TERN_RETURN_IF_ERROR(check_counts(entry, push_constant_count, binding_count));
  tern_dispatch_request_t request = {.executable = executable,
                                     .entry = entry,
                                     .ordinal = ordinal,
                                     .push_constants = push_constants,
                                     .bindings = bindings};
  compute_grid(entry, workgroup_count, push_constants, request.workgroup_count);
  request.has_grid = workgroup_count || entry->workgroup_count;
  // One block for both.
  tern_buffer_range_t *ranges = calloc(binding_count + 1, sizeof(*ranges) + sizeof(size_t));
  if (!ranges) return tern_no_memory("a dispatch");
  tern_status_t status = record_dispatch(command_buffer, &request, ranges, (size_t *)(ranges + binding_count + 1));
  free(ranges);
  return status;
}

//---- Other commands ----

tern_status_t tern_command_buffer_barrier(tern_command_buffer_t *command_buffer, tern_stages_t source,
                                          tern_stages_t target) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  if ((source | target) & ~(tern_stages_t)TERN_STAGE_ALL) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "unknown stage bits 0x%x", (source | target));
  }
  return command_buffer->vtable->barrier(command_buffer, source, target);
}

tern_status_t tern_command_buffer_fill(tern_command_buffer_t *command_buffer, tern_buffer_range_t target,
                                       const void *pattern, size_t pattern_size) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(command_buffer->driver, TERN_BUFFER_USAGE_TRANSFER, &target));
  bool is_size_known = pattern_size == 1 || pattern_size == 2 || pattern_size == 4 || pattern_size == 8;
  if (!is_size_known || !pattern) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected a pattern of 1, 2, 4 or 8 bytes but got %zu",
                            pattern_size);
  }
  if ((target.offset | target.size) & (pattern_size - 1)) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "expected offset and size to be multiples of the pattern's %zu bytes but got %zu and %zu",
                            pattern_size, target.offset, target.size);
  }
  TERN_RETURN_IF_ERROR(reserve(command_buffer, 1, 0));
  TERN_RETURN_IF_ERROR(begin_command(command_buffer));
  TERN_RETURN_IF_ERROR(command_buffer->vtable->fill(command_buffer, target, pattern, pattern_size));
  keep_buffer(command_buffer, target.buffer);
  return end_transfer(command_buffer, TERN_PROFILE_FILL, NULL, target);
}

tern_status_t tern_command_buffer_copy(tern_command_buffer_t *command_buffer, tern_buffer_range_t source,
                                       tern_buffer_range_t target) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(command_buffer->driver, TERN_BUFFER_USAGE_TRANSFER, &source));
  TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(command_buffer->driver, TERN_BUFFER_USAGE_TRANSFER, &target));
  if (source.size != target.size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected ranges of the same size but got %zu and %zu bytes",
                            source.size, target.size);
  }
  bool is_apart = source.buffer != target.buffer || source.offset >= target.offset + target.size ||
                  target.offset >= source.offset + source.size;
  if (!is_apart) return tern_status_make(TERN_INVALID_ARGUMENT, "the ranges of the copy overlap");
  TERN_RETURN_IF_ERROR(reserve(command_buffer, 2, 0));
  TERN_RETURN_IF_ERROR(begin_command(command_buffer));
  TERN_RETURN_IF_ERROR(command_buffer->vtable->copy(command_buffer, source, target));
  keep_buffer(command_buffer, source.buffer);
  keep_buffer(command_buffer, target.buffer);
  return end_transfer(command_buffer, TERN_PROFILE_COPY, &source, target);
}

tern_status_t tern_command_buffer_update(tern_command_buffer_t *command_buffer, const void *data,
                                         tern_buffer_range_t target) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(command_buffer->driver, TERN_BUFFER_USAGE_TRANSFER, &target));
  if (target.size > TERN_UPDATE_SIZE_MAX) {
    return tern_status_make(TERN_OUT_OF_RANGE, "an update of %zu bytes is above the largest, %zu", target.size,
                            TERN_UPDATE_SIZE_MAX);
  }
  if (!data && target.size) return tern_status_make(TERN_INVALID_ARGUMENT, "expected data but got NULL");
  TERN_RETURN_IF_ERROR(reserve(command_buffer, 1, 0));
  TERN_RETURN_IF_ERROR(begin_command(command_buffer));
  TERN_RETURN_IF_ERROR(command_buffer->vtable->update(command_buffer, data, target));
  keep_buffer(command_buffer, target.buffer);
  return end_transfer(command_buffer, TERN_PROFILE_UPDATE, NULL, target);
}

static tern_status_t check_slot(uint32_t slot) {
  if (slot < TERN_TIMESTAMP_COUNT_MAX) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE, "time stamp %u does not exist, a command buffer has %u", slot,
                          TERN_TIMESTAMP_COUNT_MAX);
}

tern_status_t tern_command_buffer_timestamp(tern_command_buffer_t *command_buffer, uint32_t slot) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  TERN_RETURN_IF_ERROR(check_slot(slot));
  return command_buffer->vtable->timestamp(command_buffer, slot);
}

tern_status_t tern_command_buffer_elapsed(tern_command_buffer_t *command_buffer, uint32_t start_slot, uint32_t end_slot,
                                          uint64_t *out_nanoseconds) {
  *out_nanoseconds = 0;
  TERN_RETURN_IF_ERROR(check_slot(start_slot));
  TERN_RETURN_IF_ERROR(check_slot(end_slot));
  return command_buffer->vtable->elapsed(command_buffer, start_slot, end_slot, out_nanoseconds);
}

tern_status_t tern_command_buffer_end(tern_command_buffer_t *command_buffer) {
  TERN_RETURN_IF_ERROR(check_open(command_buffer));
  TERN_RETURN_IF_ERROR(command_buffer->vtable->end(command_buffer));
  command_buffer->is_ended = true;
  return tern_ok();
}

tern_status_t tern_dispatch_request_grid(const tern_dispatch_request_t *request, const tern_kernel_info_t *kernel,
                                         const uint32_t limits[3], uint32_t out_grid[3]) {
  const char *name = kernel ? kernel->name : request->entry->name;
  memcpy(out_grid, request->workgroup_count, 3 * sizeof(uint32_t));
  if (!request->has_grid && kernel && kernel->grid_program) {
    tern_status_t status = tern_grid_evaluate(kernel->grid_program, kernel->grid_program_size, request->push_constants,
                                              request->entry->push_constant_count, out_grid);
    if (!tern_status_is_ok(status)) return tern_status_make(status.code, "kernel '%s': %s", name, status.message);
  }
  for (size_t i = 0; i < 3; ++i) {
    if (out_grid[i] <= limits[i]) continue;
    if (!kernel || !(kernel->flags & TERN_KERNEL_FLAG_CYCLIC)) {
      return tern_status_make(TERN_UNSUPPORTED,
                              "kernel '%s': the device cannot dispatch %u workgroups along dimension %zu, only %u",
                              name, out_grid[i], i, limits[i]);
    }
    out_grid[i] = limits[i];
  }
  return tern_ok();
}
