// Command buffers and queues for programs.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/buffer.h"
#include "runtime/hal/hal_module.h"

//---- Command buffers ----

// device, modes, categories, affinity, slot count
tern_status_t tern_hal_command_buffer_create(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  tern_hal_commands_t *commands;
  TERN_RETURN_IF_ERROR(tern_hal_commands_create(device, (uint32_t)tern_native_i32(call, 4), &commands));
  call->results[0].ref = tern_ref_make(&tern_hal_command_buffer_type, commands);
  return tern_ok();
}

tern_status_t tern_hal_command_buffer_finalize(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  return tern_hal_commands_end(commands);
}

// Names of groups are for tools that watch the device.
tern_status_t tern_hal_command_buffer_group(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  (void)commands;
  return tern_ok();
}

// Hints that the drivers do not need.
tern_status_t tern_hal_command_buffer_hint(tern_native_call_t *call) { return tern_hal_command_buffer_group(call); }

// Stages of programs are those of IREE. Those that stand for the beginning or the end of commands count only where no
// kind of command is named.
static tern_stages_t convert_stages(int32_t stages) {
  enum { DISPATCH = 1 << 2, TRANSFER = 1 << 3, HOST = 1 << 5 };
  tern_stages_t result = (stages & DISPATCH ? TERN_STAGE_DISPATCH : 0) | (stages & TRANSFER ? TERN_STAGE_TRANSFER : 0) |
                         (stages & HOST ? TERN_STAGE_HOST : 0);
  return result ? result : TERN_STAGE_ALL;
}

tern_status_t tern_hal_command_buffer_barrier(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  return tern_hal_commands_barrier(commands, convert_stages(tern_native_i32(call, 1)),
                                   convert_stages(tern_native_i32(call, 2)));
}

// The buffer in argument `index`, or the one in `slot` if that is nothing.
static tern_status_t get_binding(const tern_native_call_t *call, size_t index, int32_t slot, uint64_t offset,
                                 uint64_t size, tern_hal_binding_t *out_binding) {
  *out_binding = (tern_hal_binding_t){NULL, (uint32_t)slot, offset, size};
  if (!call->arguments[index].ref.object) return tern_ok();
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, index, tern_hal_buffer_type);
  out_binding->buffer = buffer;
  return tern_ok();
}

// commands, target, offset, length, slot, pattern, size of the pattern, flags
tern_status_t tern_hal_command_buffer_fill(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  tern_hal_binding_t target;
  TERN_RETURN_IF_ERROR(
      get_binding(call, 1, tern_native_i32(call, 4), tern_native_u64(call, 2), tern_native_u64(call, 3), &target));
  return tern_hal_commands_fill(commands, &target, tern_native_u64(call, 5), (uint32_t)tern_native_i32(call, 6));
}

// commands, source, offset, target, offset, length, slot, flags
tern_status_t tern_hal_command_buffer_update(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  TERN_NATIVE_OBJECT(tern_vm_buffer_t, source, call, 1, tern_vm_buffer_type);
  uint64_t size = tern_native_u64(call, 5);
  unsigned char *data;
  tern_hal_binding_t target;
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(source, tern_native_u64(call, 2), size, false, &data));
  TERN_RETURN_IF_ERROR(get_binding(call, 3, tern_native_i32(call, 6), tern_native_u64(call, 4), size, &target));
  return tern_hal_commands_update(commands, data, &target);
}

// commands, source slot, target slot, source, offset, target, offset, length, flags
tern_status_t tern_hal_command_buffer_copy(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  uint64_t size = tern_native_u64(call, 7);
  tern_hal_binding_t source, target;
  TERN_RETURN_IF_ERROR(get_binding(call, 3, tern_native_i32(call, 1), tern_native_u64(call, 4), size, &source));
  TERN_RETURN_IF_ERROR(get_binding(call, 5, tern_native_i32(call, 2), tern_native_u64(call, 6), size, &target));
  return tern_hal_commands_copy(commands, &source, &target);
}

// commands, executable, function, x, y, z, flags, count, constants, count, tuples of 0, slot, buffer, offset, length
tern_status_t tern_hal_command_buffer_dispatch(tern_native_call_t *call) {
  enum { FIRST = 7, FEW = 16, TUPLE_SIZE = 5 };
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 0, tern_hal_command_buffer_type);
  TERN_NATIVE_OBJECT(tern_executable_t, executable, call, 1, tern_hal_executable_type);
  uint32_t grid[3];
  for (size_t i = 0; i < 3; ++i) grid[i] = (uint32_t)tern_native_i32(call, 3 + i);
  bool has_grid = grid[0] || grid[1] || grid[2];
  size_t constant_count = (size_t)tern_native_i64(call, FIRST), at = FIRST + 1 + constant_count;
  size_t binding_count = (size_t)tern_native_i64(call, at++);
  uint32_t few_constants[FEW], *constants = few_constants;
  tern_hal_binding_t few_bindings[FEW], *bindings = few_bindings;
  if (constant_count > FEW) constants = calloc(constant_count, sizeof(*constants));
  if (binding_count > FEW) bindings = calloc(binding_count, sizeof(*bindings));
  tern_status_t status = constants && bindings ? tern_ok() : tern_no_memory("a dispatch");
  for (size_t i = 0; i < constant_count && constants; ++i) {
    constants[i] = (uint32_t)tern_native_i32(call, FIRST + 1 + i);
  }
  for (size_t i = 0; i < binding_count && tern_status_is_ok(status); ++i, at += TUPLE_SIZE) {
    status = get_binding(call, at + 2, tern_native_i32(call, at + 1), tern_native_u64(call, at + 3),
                         tern_native_u64(call, at + 4), &bindings[i]);
  }
  if (tern_status_is_ok(status)) {
    status = tern_hal_commands_dispatch(commands, executable, (size_t)tern_native_u64(call, 2), has_grid ? grid : NULL,
                                        constants, constant_count, bindings, binding_count);
  }
  if (constants != few_constants) free(constants);
  if (bindings != few_bindings) free(bindings);
  return status;
}

//---- Queues ----
//
// The first arguments are always device, affinity, the fence to wait for and the fence to signal.

static tern_status_t get_list(const tern_native_call_t *call, size_t index, tern_semaphore_list_t *out_list) {
  *out_list = (tern_semaphore_list_t){NULL, NULL, 0};
  if (!call->arguments[index].ref.object) return tern_ok();
  TERN_NATIVE_OBJECT(tern_fence_t, fence, call, index, tern_hal_fence_type);
  *out_list = tern_fence_list(fence);
  return tern_ok();
}

tern_status_t tern_hal_queue_get(const tern_native_call_t *call, tern_hal_queue_call_t *out_queue) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  out_queue->device = device;
  TERN_RETURN_IF_ERROR(get_list(call, 2, &out_queue->wait));
  return get_list(call, 3, &out_queue->signal);
}

tern_status_t tern_hal_queue_join(const tern_hal_queue_call_t *queue) {
  if (!queue->signal.count) return tern_ok();
  return tern_device_submit(queue->device, queue->wait, NULL, 0, queue->signal);
}

// .., pool, memory types, usage, size, flags. The memory is there at once: buffers that others still use are not given.
tern_status_t tern_hal_queue_alloca(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  tern_hal_buffer_t *buffer;
  tern_buffer_usage_t usage = tern_hal_usage(queue.device, tern_native_i32(call, 5), tern_native_i32(call, 6));
  TERN_RETURN_IF_ERROR(tern_hal_allocate(call->session, queue.device, usage, tern_native_i64(call, 7), &buffer));
  tern_status_t status = tern_hal_queue_join(&queue);
  if (tern_status_is_ok(status)) {
    call->results[0].ref = tern_ref_make(&tern_hal_buffer_type, buffer);
  } else {
    tern_hal_buffer_release(buffer);
  }
  return status;
}

// .., buffer, flags
tern_status_t tern_hal_queue_dealloca(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, buffer, call, 4, tern_hal_buffer_type);
  TERN_RETURN_IF_ERROR(tern_hal_queue_join(&queue));
  tern_hal_buffer_deallocate(buffer);
  return tern_ok();
}

// Records one command with `record` and submits it.
static tern_status_t submit_one(const tern_hal_queue_call_t *queue,
                                tern_status_t (*record)(tern_hal_commands_t *commands, const void *user_data),
                                const void *user_data) {
  tern_hal_commands_t *commands;
  TERN_RETURN_IF_ERROR(tern_hal_commands_create(queue->device, 0, &commands));
  tern_status_t status = record(commands, user_data);
  if (tern_status_is_ok(status)) status = tern_hal_commands_end(commands);
  if (tern_status_is_ok(status)) status = tern_hal_commands_submit(commands, queue->wait, queue->signal, NULL, 0);
  tern_hal_commands_release(commands);
  return status;
}

typedef struct transfer {
  tern_hal_binding_t source, target;
  uint64_t pattern;
  size_t pattern_size;
  const unsigned char *data;
} transfer_t;

static tern_status_t record_fill(tern_hal_commands_t *commands, const void *user_data) {
  const transfer_t *transfer = user_data;
  return tern_hal_commands_fill(commands, &transfer->target, transfer->pattern, transfer->pattern_size);
}

static tern_status_t record_copy(tern_hal_commands_t *commands, const void *user_data) {
  const transfer_t *transfer = user_data;
  return tern_hal_commands_copy(commands, &transfer->source, &transfer->target);
}

static tern_status_t record_update(tern_hal_commands_t *commands, const void *user_data) {
  const transfer_t *transfer = user_data;
  return tern_hal_commands_update(commands, transfer->data, &transfer->target);
}

// .., target, offset, length, pattern, size of the pattern, flags
tern_status_t tern_hal_queue_fill(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, target, call, 4, tern_hal_buffer_type);
  transfer_t transfer = {.target = {target, 0, tern_native_u64(call, 5), tern_native_u64(call, 6)},
                         .pattern = tern_native_u64(call, 7),
                         .pattern_size = (uint32_t)tern_native_i32(call, 8)};
  return submit_one(&queue, record_fill, &transfer);
}

// .., source, offset, target, offset, length, flags
tern_status_t tern_hal_queue_copy(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, source, call, 4, tern_hal_buffer_type);
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, target, call, 6, tern_hal_buffer_type);
  uint64_t size = tern_native_u64(call, 8);
  transfer_t transfer = {.source = {source, 0, tern_native_u64(call, 5), size},
                         .target = {target, 0, tern_native_u64(call, 7), size}};
  return submit_one(&queue, record_copy, &transfer);
}

tern_status_t tern_hal_queue_wait(const tern_hal_queue_call_t *queue) {
  for (size_t i = 0; i < queue->wait.count; ++i) {
    TERN_RETURN_IF_ERROR(
        tern_semaphore_wait(queue->wait.semaphores[i], queue->wait.values[i], TERN_TIMEOUT_INFINITE, NULL));
  }
  return tern_ok();
}

// Copies host memory into a buffer. Much of it goes straight to a buffer that the host can map, once what is to be waited
// for is reached.
static tern_status_t upload(const tern_hal_queue_call_t *queue, const unsigned char *data, tern_hal_buffer_t *target,
                            uint64_t offset, uint64_t size) {
  tern_buffer_range_t range;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_range(target, offset, size, &range));
  bool is_large = size > TERN_UPDATE_SIZE_MAX;
  if (!is_large && !(range.buffer->usage & TERN_BUFFER_USAGE_MAPPING)) {
    transfer_t transfer = {.target = {target, 0, offset, size}, .data = data};
    return submit_one(queue, record_update, &transfer);
  }
  TERN_RETURN_IF_ERROR(tern_hal_queue_wait(queue));
  TERN_RETURN_IF_ERROR(tern_hal_buffer_write(target, offset, data, (size_t)size));
  return tern_hal_queue_join(queue);
}

// .., source, offset, target, offset, length, flags
tern_status_t tern_hal_queue_update(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_vm_buffer_t, source, call, 4, tern_vm_buffer_type);
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, target, call, 6, tern_hal_buffer_type);
  unsigned char *data;
  uint64_t size = tern_native_u64(call, 8);
  TERN_RETURN_IF_ERROR(tern_vm_buffer_span(source, tern_native_u64(call, 5), size, false, &data));
  return upload(&queue, data, target, tern_native_u64(call, 7), size);
}

static tern_status_t check_file(const tern_hal_file_t *file, uint64_t offset, uint64_t size) {
  if (offset <= file->size && size <= file->size - offset) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE, "%llu bytes at offset %llu are outside of a file of %zu bytes",
                          (unsigned long long)size, (unsigned long long)offset, file->size);
}

// .., file, offset, target, offset, length, flags
tern_status_t tern_hal_queue_read(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_file_t, file, call, 4, tern_hal_file_type);
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, target, call, 6, tern_hal_buffer_type);
  uint64_t offset = tern_native_u64(call, 5), size = tern_native_u64(call, 8);
  TERN_RETURN_IF_ERROR(check_file(file, offset, size));
  return upload(&queue, file->data + offset, target, tern_native_u64(call, 7), size);
}

// .., source, offset, file, offset, length, flags
tern_status_t tern_hal_queue_write(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  TERN_NATIVE_OBJECT(tern_hal_buffer_t, source, call, 4, tern_hal_buffer_type);
  TERN_NATIVE_OBJECT(tern_hal_file_t, file, call, 6, tern_hal_file_type);
  uint64_t offset = tern_native_u64(call, 7), size = tern_native_u64(call, 8);
  TERN_RETURN_IF_ERROR(check_file(file, offset, size));
  if (!file->source->is_mutable) return tern_status_make(TERN_FAILED_PRECONDITION, "a constant file is written");
  TERN_RETURN_IF_ERROR(tern_hal_queue_wait(&queue));
  TERN_RETURN_IF_ERROR(tern_hal_buffer_read(source, tern_native_u64(call, 5), file->data + offset, (size_t)size));
  return tern_hal_queue_join(&queue);
}

tern_status_t tern_hal_queue_barrier(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  return tern_hal_queue_join(&queue);
}

// .., commands, flags
tern_status_t tern_hal_queue_execute(tern_native_call_t *call) {
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  if (!call->arguments[4].ref.object) return tern_hal_queue_join(&queue);
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 4, tern_hal_command_buffer_type);
  return tern_hal_commands_submit(commands, queue.wait, queue.signal, NULL, 0);
}

// .., commands, flags, count, tuples of buffer, offset, length
tern_status_t tern_hal_queue_execute_indirect(tern_native_call_t *call) {
  enum { FIRST = 7, FEW = 16, TUPLE_SIZE = 3 };
  tern_hal_queue_call_t queue;
  TERN_RETURN_IF_ERROR(tern_hal_queue_get(call, &queue));
  if (!call->arguments[4].ref.object) return tern_hal_queue_join(&queue);
  TERN_NATIVE_OBJECT(tern_hal_commands_t, commands, call, 4, tern_hal_command_buffer_type);
  size_t count = (size_t)tern_native_i64(call, FIRST - 1);
  tern_hal_binding_t few[FEW], *table = few;
  if (count > FEW) table = calloc(count, sizeof(*table));
  tern_status_t status = table ? tern_ok() : tern_no_memory("bindings");
  for (size_t i = 0; i < count && tern_status_is_ok(status); ++i) {
    size_t at = FIRST + i * TUPLE_SIZE;
    status = get_binding(call, at, 0, tern_native_u64(call, at + 1), tern_native_u64(call, at + 2), &table[i]);
  }
  if (tern_status_is_ok(status)) status = tern_hal_commands_submit(commands, queue.wait, queue.signal, table, count);
  if (table != few) free(table);
  return status;
}

tern_status_t tern_hal_queue_flush(tern_native_call_t *call) {
  TERN_NATIVE_OBJECT(tern_device_t, device, call, 0, tern_hal_device_type);
  (void)device;
  return tern_ok();
}
