// Recording of command buffers, and their submission.

#include "runtime/drivers/cuda/cuda_command_buffer.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_buffer.h"
#include "runtime/drivers/cuda/cuda_device.h"
#include "runtime/drivers/cuda/cuda_staging.h"

enum {
  DATA_ALIGNMENT = 16,    // bytes, of captured data
  SPARE_PARAMETERS = 16,  // behind those of a kernel, for code that has more than its description: zeros
};

static tern_cuda_buffer_t *get_buffer(tern_buffer_range_t range) { return (tern_cuda_buffer_t *)range.buffer; }

static tern_status_t check_owner(tern_command_buffer_t *base, tern_buffer_range_t range) {
  if (get_buffer(range)->context == ((tern_cuda_command_buffer_t *)base)->context) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "the buffer belongs to another device");
}

//---- Addresses ----

// The address that a command uses; `alignment` is what it relies on. False without memory.
static bool record_address(tern_command_buffer_t *base, tern_buffer_range_t range, size_t alignment, bool is_written,
                           tern_cuda_address_t *out_address) {
  uint32_t slot = range.buffer->slot;
  *out_address = (tern_cuda_address_t){get_buffer(range)->address + range.offset, slot};
  return !slot ||
         tern_slot_uses_note(&((tern_cuda_command_buffer_t *)base)->slots, slot - 1, range, alignment, is_written);
}

bool tern_cuda_command_buffer_bind(const tern_command_buffer_t *base, const tern_buffer_range_t *table,
                                   size_t table_size, CUdeviceptr *out_bases) {
  const tern_cuda_command_buffer_t *command_buffer = (const tern_cuda_command_buffer_t *)base;
  const tern_slot_use_t *uses = command_buffer->slots.values;
  if (!tern_slot_uses_fit(&command_buffer->slots, base->driver, table, table_size)) return false;
  for (size_t i = 0; i < command_buffer->slots.count; ++i) {
    out_bases[i] = 0;
    if (uses[i].begin == uses[i].end) continue;
    if (get_buffer(table[i])->context != command_buffer->context) return false;
    out_bases[i] = get_buffer(table[i])->address + table[i].offset;
  }
  return true;
}

//---- Commands ----

static void append_command(tern_command_buffer_t *base, tern_cuda_command_t *command,
                           const tern_cuda_command_kind_t *kind) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  command->kind = kind;
  command->is_behind_barrier = command_buffer->has_barrier;
  command_buffer->has_barrier = false;
  command->next = NULL;
  *command_buffer->next_link = command;
  command_buffer->next_link = &command->next;
}

static tern_arena_t *get_arena(tern_command_buffer_t *base) { return &((tern_cuda_command_buffer_t *)base)->arena; }

static tern_status_t record_barrier(tern_command_buffer_t *base, tern_stages_t source, tern_stages_t target) {
  const tern_stages_t device_stages = TERN_STAGE_TRANSFER | TERN_STAGE_DISPATCH;
  // What the host wrote is visible since the submission, and what it reads comes after the end.
  if ((source & device_stages) && (target & device_stages)) ((tern_cuda_command_buffer_t *)base)->has_barrier = true;
  return tern_ok();
}

static tern_status_t record_fill(tern_command_buffer_t *base, tern_buffer_range_t target, const void *pattern,
                                 size_t pattern_size) {
  TERN_RETURN_IF_ERROR(check_owner(base, target));
  if (!target.size) return tern_ok();
  uint32_t words[2] = {0, 0};
  memcpy(words, pattern, pattern_size);
  bool is_double = pattern_size == 8 && words[0] != words[1];
  uint32_t element_size = pattern_size < 4 ? (uint32_t)pattern_size : 4;
  if ((target.buffer->alignment | target.offset) & (element_size - 1)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected an address aligned to the pattern's %u bytes",
                            element_size);
  }
  tern_cuda_fill_command_t *command = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(*command));
  if (!command || !record_address(base, target, element_size, true, &command->address)) return tern_no_memory("a fill");
  command->base.addresses = &command->address;
  command->base.address_count = 1;
  command->size = target.size;
  memcpy(command->words, words, sizeof(words));
  command->element_size = element_size;
  command->is_double = is_double;
  append_command(base, &command->base, &tern_cuda_fill_kind);
  return tern_ok();
}

// NULL without memory.
static tern_cuda_copy_command_t *append_copy(tern_command_buffer_t *base, tern_cuda_address_t source,
                                             tern_buffer_range_t target) {
  tern_cuda_copy_command_t *command = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(*command));
  if (!command || !record_address(base, target, 1, true, &command->addresses[0])) return NULL;
  command->addresses[1] = source;
  command->base.addresses = command->addresses;
  command->base.address_count = 2;
  command->size = target.size;
  command->source = command->target = ((tern_cuda_command_buffer_t *)base)->context->handle;
  append_command(base, &command->base, &tern_cuda_copy_kind);
  return command;
}

// One of the two buffers may be another device's.
static tern_status_t record_copy(tern_command_buffer_t *base, tern_buffer_range_t source, tern_buffer_range_t target) {
  tern_cuda_context_t *context = ((tern_cuda_command_buffer_t *)base)->context;
  tern_cuda_context_t *source_context = get_buffer(source)->context, *target_context = get_buffer(target)->context;
  if (source_context != context && target_context != context) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "both buffers of the copy belong to other devices");
  }
  if (!target.size) return tern_ok();
  if (source_context != context) tern_cuda_context_connect(context, source_context);
  if (target_context != context) tern_cuda_context_connect(context, target_context);
  tern_cuda_address_t address;
  if (!record_address(base, source, 1, false, &address)) return tern_no_memory("a copy");
  tern_cuda_copy_command_t *command = append_copy(base, address, target);
  if (!command) return tern_no_memory("a copy");
  command->source = source_context->handle;
  command->target = target_context->handle;
  return tern_ok();
}

static tern_status_t record_update(tern_command_buffer_t *base, const void *data, tern_buffer_range_t target) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  TERN_RETURN_IF_ERROR(check_owner(base, target));
  if (!target.size) return tern_ok();
  const void *copy = tern_arena_try_copy(get_arena(base), data, target.size);
  tern_cuda_copy_command_t *command = copy ? append_copy(base, (tern_cuda_address_t){0, 0}, target) : NULL;
  if (!command) return tern_no_memory("an update");
  command->data = copy;
  command->data_offset = command_buffer->captured_size;
  command_buffer->captured_size += (target.size + DATA_ALIGNMENT - 1) / DATA_ALIGNMENT * DATA_ALIGNMENT;
  return tern_ok();
}

//---- Dispatch ----

// The grid of a kernel, within what the device can dispatch and in whole clusters.
static tern_status_t compute_grid(const tern_cuda_context_t *context, const tern_dispatch_request_t *request,
                                  const tern_cuda_kernel_t *kernel, uint32_t out_grid[3]) {
  uint32_t limits[3];
  for (size_t i = 0; i < 3; ++i) {
    uint32_t cluster = kernel->row.cluster[i];
    limits[i] = (uint32_t)context->limits.grid[i];
    if (cluster) limits[i] -= limits[i] % cluster;
  }
  TERN_RETURN_IF_ERROR(tern_dispatch_request_grid(request, kernel->info, limits, out_grid));
  for (size_t i = 0; i < 3; ++i) {
    uint32_t cluster = kernel->row.cluster[i];
    if (!cluster || out_grid[i] % cluster == 0) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "kernel '%s': %u workgroups along dimension %zu are no whole clusters of %u",
                            kernel->info->name, out_grid[i], i, cluster);
  }
  return tern_ok();
}

static tern_status_t check_dispatch(tern_command_buffer_t *base, const tern_dispatch_request_t *request,
                                    const tern_cuda_entry_t *entry, uint32_t (*out_grids)[3]) {
  const tern_cuda_context_t *context = ((tern_cuda_command_buffer_t *)base)->context;
  if (((const tern_cuda_executable_t *)request->executable)->context != context) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the executable belongs to another device");
  }
  for (uint32_t i = 0; i < request->entry->binding_count; ++i) {
    TERN_RETURN_IF_ERROR(check_owner(base, request->bindings[i]));
  }
  for (uint32_t i = 0; i < entry->kernel_count; ++i) {
    TERN_RETURN_IF_ERROR(compute_grid(context, request, &entry->kernels[i], out_grids[i]));
  }
  return tern_ok();
}

// The first address from `data` on that suits a tensor map: at most the size of one further.
static CUtensorMap *align_map(void *data) {
  const uintptr_t alignment = _Alignof(CUtensorMap);
  return (CUtensorMap *)(((uintptr_t)data + alignment - 1) / alignment * alignment);
}

static const uint64_t zeros[32];

// False without memory.
static bool append_kernel(tern_command_buffer_t *base, const tern_dispatch_request_t *request,
                          const tern_cuda_kernel_t *kernel, const tern_cuda_address_t *addresses,
                          uint32_t *push_constants, const uint32_t grid[3], bool follows) {
  tern_arena_t *arena = get_arena(base);
  uint32_t binding_count = request->entry->binding_count, word_count = request->entry->push_constant_count;
  uint32_t map_count = kernel->row.tensor_map_count, count = 0;
  tern_cuda_kernel_command_t *command = tern_arena_try_alloc_zeroed(arena, 1, sizeof(*command));
  CUdeviceptr *bindings = tern_arena_try_alloc_zeroed(arena, (size_t)binding_count + 1, sizeof(*bindings));
  void *tensor_maps = tern_arena_try_alloc_zeroed(arena, (size_t)map_count + 1, sizeof(CUtensorMap));
  void **parameters = tern_arena_try_alloc_zeroed(
      arena, (size_t)binding_count + word_count + map_count + SPARE_PARAMETERS, sizeof(void *));
  if (!command || !bindings || !tensor_maps || !parameters) return false;
  command->base.addresses = addresses;
  command->base.address_count = binding_count;
  command->base.follows = follows;
  command->kernel = kernel;
  command->push_constants = push_constants;
  command->word_count = word_count;
  memcpy(command->grid, grid, sizeof(command->grid));
  command->bindings = bindings;
  command->tensor_maps = align_map(tensor_maps);
  command->parameters = parameters;
  for (uint32_t i = 0; i < binding_count; ++i) command->parameters[count++] = &command->bindings[i];
  for (uint32_t i = 0; i < word_count; ++i) command->parameters[count++] = &push_constants[i];
  for (uint32_t i = 0; i < map_count; ++i) command->parameters[count++] = &command->tensor_maps[i];
  for (uint32_t i = 0; i < SPARE_PARAMETERS; ++i) command->parameters[count++] = (void *)zeros;
  append_command(base, &command->base, &tern_cuda_kernel_kind);
  return true;
}

static tern_status_t record_dispatch(tern_command_buffer_t *base, const tern_dispatch_request_t *request) {
  const tern_cuda_executable_t *executable = (const tern_cuda_executable_t *)request->executable;
  const tern_cuda_entry_t *entry = &executable->entries[request->ordinal];
  const tern_entry_point_t *info = request->entry;
  tern_arena_t *arena = get_arena(base);
  tern_arena_mark_t mark = tern_arena_mark(arena);
  uint32_t (*grids)[3] = tern_arena_try_alloc_zeroed(arena, entry->kernel_count, sizeof(*grids));
  tern_status_t status = grids ? check_dispatch(base, request, entry, grids) : tern_no_memory("a dispatch");
  if (!tern_status_is_ok(status)) {
    tern_arena_rewind(arena, mark);
    return status;
  }
  tern_cuda_address_t *addresses =
      tern_arena_try_alloc_zeroed(arena, (size_t)info->binding_count + 1, sizeof(*addresses));
  uint32_t *words = tern_arena_try_copy(arena, request->push_constants, info->push_constant_count * sizeof(uint32_t));
  bool has_memory = addresses && words;
  for (uint32_t i = 0; i < info->binding_count && has_memory; ++i) {
    bool is_written = info->bindings[i].access & TERN_BINDING_ACCESS_WRITE;
    has_memory = record_address(base, request->bindings[i], info->bindings[i].alignment, is_written, &addresses[i]);
  }
  bool follows = false;
  for (uint32_t i = 0; i < entry->kernel_count && has_memory; ++i) {
    if (!grids[i][0] || !grids[i][1] || !grids[i][2]) continue;
    has_memory = append_kernel(base, request, &entry->kernels[i], addresses, words, grids[i], follows);
    follows = true;
  }
  return has_memory ? tern_ok() : tern_no_memory("a dispatch");
}

//---- Time stamps ----

static tern_status_t record_timestamp(tern_command_buffer_t *base, uint32_t slot) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  tern_cuda_context_t *context = command_buffer->context;
  while (command_buffer->timestamps.count <= slot) {
    if (!tern_vec_try_push(&command_buffer->timestamps, NULL)) return tern_no_memory("a time stamp");
  }
  CUevent *event = &command_buffer->timestamps.values[slot];
  if (*event) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "time stamp %u is recorded already", slot);
  }
  tern_cuda_timestamp_command_t *command = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(*command));
  if (!command) return tern_no_memory("a time stamp");
  CUcontext previous = tern_cuda_enter(context);
  CUresult result = context->api.EventCreate(event, CU_EVENT_DEFAULT);
  tern_cuda_leave(context, previous);
  TERN_CUDA_RETURN_IF_ERROR(&context->api, result, "creating an event");
  command->base.waits_for_all = true;
  command->event = *event;
  append_command(base, &command->base, &tern_cuda_timestamp_kind);
  return tern_ok();
}

static CUevent find_timestamp(const tern_cuda_command_buffer_t *command_buffer, uint32_t slot) {
  return slot < command_buffer->timestamps.count ? command_buffer->timestamps.values[slot] : NULL;
}

static tern_status_t get_elapsed(tern_command_buffer_t *base, uint32_t start_slot, uint32_t end_slot,
                                 uint64_t *out_nanoseconds) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  tern_cuda_context_t *context = command_buffer->context;
  CUevent start = find_timestamp(command_buffer, start_slot), end = find_timestamp(command_buffer, end_slot);
  if (!start || !end || !atomic_load(&command_buffer->submission_count)) {
    return tern_status_make(TERN_FAILED_PRECONDITION, "time stamp %u was not written", start ? end_slot : start_slot);
  }
  float milliseconds = 0;
  CUcontext previous = tern_cuda_enter(context);
  CUresult result = context->api.EventElapsedTime(&milliseconds, start, end);
  tern_cuda_leave(context, previous);
  TERN_CUDA_RETURN_IF_ERROR(&context->api, result, "reading a time stamp");
  *out_nanoseconds = milliseconds > 0 ? (uint64_t)((double)milliseconds * 1e6) : 0;
  return tern_ok();
}

//---- Submission ----

// Puts the captured data into memory of the device, so that graphs can copy it from there.
static tern_status_t upload_captured(const tern_cuda_command_buffer_t *command_buffer,
                                     tern_cuda_allocation_t *out_memory) {
  tern_cuda_context_t *context = command_buffer->context;
  char *image = calloc(1, command_buffer->captured_size);
  if (!image) return tern_no_memory("the data of updates");
  for (const tern_cuda_command_t *command = command_buffer->first; command; command = command->next) {
    const tern_cuda_copy_command_t *copy = (const tern_cuda_copy_command_t *)command;
    if (command->kind == &tern_cuda_copy_kind && copy->data) memcpy(image + copy->data_offset, copy->data, copy->size);
  }
  tern_status_t status =
      tern_cuda_memory_allocate(context, &context->device_memory, command_buffer->captured_size, out_memory);
  if (tern_status_is_ok(status)) {
    status = tern_cuda_staging_write(context, out_memory->address, image, command_buffer->captured_size,
                                     out_memory->last_use);
  }
  free(image);
  return status;
}

static void set_captured(tern_cuda_command_buffer_t *command_buffer) {
  for (tern_cuda_command_t *command = command_buffer->first; command; command = command->next) {
    tern_cuda_copy_command_t *copy = (tern_cuda_copy_command_t *)command;
    if (command->kind != &tern_cuda_copy_kind || !copy->data) continue;
    copy->addresses[1] = (tern_cuda_address_t){command_buffer->captured.address + copy->data_offset, 0};
  }
}

tern_status_t tern_cuda_command_buffer_prepare(tern_command_buffer_t *base) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  tern_cuda_context_t *context = command_buffer->context;
  bool is_second = atomic_fetch_add(&command_buffer->submission_count, 1) == 1;
  // Launching a graph of one kernel takes half the time of launching the kernel. In a graph, what is measured one by one would
  // be a node for each event, and wait for them.
  if (!is_second || !command_buffer->first || base->log) return tern_ok();
  tern_cuda_allocation_t captured = {0};
  tern_status_t status = tern_ok();
  if (command_buffer->captured_size) status = upload_captured(command_buffer, &captured);
  if (!tern_status_is_ok(status)) {
    // Without a graph the commands run as well.
    tern_cuda_memory_free(context, &context->device_memory, &captured, 0);
    return tern_ok();
  }
  pthread_mutex_lock(&context->mutex);
  command_buffer->captured = captured;
  if (captured.block) set_captured(command_buffer);
  command_buffer->has_no_graph = false;
  pthread_mutex_unlock(&context->mutex);
  return tern_ok();
}

tern_status_t tern_cuda_command_buffer_run_locked(tern_command_buffer_t *base, const CUdeviceptr *bases) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  tern_cuda_context_t *context = command_buffer->context;
  tern_status_t status = tern_ok();
  if (!command_buffer->has_no_graph && tern_cuda_graph_run_locked(command_buffer, bases, &status)) return status;
  for (const tern_cuda_command_t *command = command_buffer->first; command; command = command->next) {
    CUresult result = command->kind->run(context, command, bases);
    if (result == CUDA_SUCCESS) continue;
    if (command->kind != &tern_cuda_kernel_kind) return tern_cuda_status(&context->api, result, "copying or filling");
    status = tern_cuda_status(&context->api, result, "launching");
    const char *name = ((const tern_cuda_kernel_command_t *)command)->kernel->info->name;
    return tern_status_make(status.code, "kernel '%s': %s", name, status.message);
  }
  return tern_ok();
}

//---- Life ----

static tern_status_t end_recording(tern_command_buffer_t *base) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  command_buffer->bases = calloc(command_buffer->slots.count + 1, sizeof(*command_buffer->bases));
  if (!command_buffer->bases) return tern_no_memory("a command buffer");
  return tern_ok();
}

// What was recorded for one submission has no handles.
static void destroy_handles(tern_cuda_command_buffer_t *command_buffer) {
  tern_cuda_context_t *context = command_buffer->context;
  if (!command_buffer->graph && !command_buffer->timestamps.count) return;
  CUcontext previous = tern_cuda_enter(context);
  tern_cuda_graph_destroy(command_buffer);
  for (size_t i = 0; i < command_buffer->timestamps.count; ++i) {
    if (command_buffer->timestamps.values[i]) context->api.EventDestroy(command_buffer->timestamps.values[i]);
  }
  tern_cuda_leave(context, previous);
}

static void destroy_command_buffer(tern_command_buffer_t *base) {
  tern_cuda_command_buffer_t *command_buffer = (tern_cuda_command_buffer_t *)base;
  tern_cuda_context_t *context = command_buffer->context;
  destroy_handles(command_buffer);
  tern_cuda_memory_free(context, &context->device_memory, &command_buffer->captured, 0);
  tern_command_buffer_deinitialize(base);
  tern_arena_deinitialize(&command_buffer->arena);
  tern_vec_deinitialize(&command_buffer->slots);
  tern_vec_deinitialize(&command_buffer->timestamps);
  free(command_buffer->bases);
  free(command_buffer);
  tern_cuda_context_release(context);
}

static const tern_command_buffer_vtable_t vtable = {
    .destroy = destroy_command_buffer,
    .dispatch = record_dispatch,
    .barrier = record_barrier,
    .fill = record_fill,
    .copy = record_copy,
    .update = record_update,
    .timestamp = record_timestamp,
    .elapsed = get_elapsed,
    .end = end_recording,
};

tern_status_t tern_cuda_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer) {
  tern_cuda_command_buffer_t *command_buffer = calloc(1, sizeof(*command_buffer));
  if (!command_buffer) return tern_no_memory("a command buffer");
  tern_command_buffer_initialize(&vtable, device->driver, &command_buffer->base);
  command_buffer->context = tern_cuda_context_retain(((tern_cuda_device_t *)device)->context);
  tern_arena_initialize(&command_buffer->arena);
  command_buffer->next_link = &command_buffer->first;
  command_buffer->has_no_graph = true;
  atomic_init(&command_buffer->submission_count, 0);
  *out_command_buffer = &command_buffer->base;
  return tern_ok();
}
