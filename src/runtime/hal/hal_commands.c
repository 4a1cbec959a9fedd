// Recording and replaying. The list of a command buffer with slots lies in an arena and holds references to what it
// names; replaying it makes the same calls that a command buffer without slots makes when it is recorded.
//
// On devices that can exchange the buffers of a command buffer, the list is replayed once, with stand-ins for the buffers
// in the slots; what that gives is submitted with the buffers of each table.

#include "runtime/hal/hal_commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "base/vec.h"
#include "runtime/device.h"

// More are a mistake of the program, and its tables would be asked for at once.
enum { MAX_SLOTS = 65536 };

struct replay;

typedef struct command {
  struct command *next;
  tern_status_t (*replay)(const struct command *command, const struct replay *replay);
} command_t;

struct tern_hal_commands_t {
  tern_resource_t resource;
  tern_device_t *device;  // a reference
  bool is_ended;
  tern_command_buffer_t *direct;  // a reference; NULL with slots
  tern_command_buffer_t *bound;   // a reference: the list with stand-ins in the slots; NULL if there is no such thing
  uint32_t slot_count;
  tern_arena_t arena;  // the commands and what they carry
  command_t *first, **next_link;
  TERN_VEC(tern_hal_buffer_t *) buffers;      // references
  TERN_VEC(tern_executable_t *) executables;  // references
};

// A recording under way: where to, and what is in the slots.
typedef struct replay {
  tern_command_buffer_t *target;
  const tern_hal_binding_t *table;
  size_t table_size;
  tern_buffer_t *const *stand_ins;  // for the slots, in the place of a table; or NULL
} replay_t;

tern_status_t tern_hal_commands_create(tern_device_t *device, uint32_t slot_count, tern_hal_commands_t **out_commands) {
  *out_commands = NULL;
  if (slot_count > MAX_SLOTS)
    return tern_status_make(TERN_INVALID_ARGUMENT, "a table has at most %d buffers", MAX_SLOTS);
  tern_hal_commands_t *commands = calloc(1, sizeof(*commands));
  if (!commands) return tern_no_memory("a command buffer");
  tern_status_t status = slot_count ? tern_ok() : tern_command_buffer_create(device, &commands->direct);
  if (!tern_status_is_ok(status)) {
    free(commands);
    return status;
  }
  tern_resource_initialize(&commands->resource);
  tern_device_retain(device);
  commands->device = device;
  commands->slot_count = slot_count;
  tern_arena_initialize(&commands->arena);
  commands->next_link = &commands->first;
  *out_commands = commands;
  return tern_ok();
}

void tern_hal_commands_release(tern_hal_commands_t *commands) {
  if (!commands || !tern_resource_release(&commands->resource)) return;
  tern_command_buffer_release(commands->direct);
  tern_command_buffer_release(commands->bound);
  for (size_t i = 0; i < commands->buffers.count; ++i) tern_hal_buffer_release(commands->buffers.values[i]);
  for (size_t i = 0; i < commands->executables.count; ++i) tern_executable_release(commands->executables.values[i]);
  tern_vec_deinitialize(&commands->buffers);
  tern_vec_deinitialize(&commands->executables);
  tern_arena_deinitialize(&commands->arena);
  tern_device_release(commands->device);
  free(commands);
}

static tern_status_t resolve(const replay_t *replay, const tern_hal_binding_t *binding,
                             tern_buffer_range_t *out_range) {
  if (binding->buffer) return tern_hal_buffer_range(binding->buffer, binding->offset, binding->size, out_range);
  if (replay->stand_ins) {
    if (binding->size > PTRDIFF_MAX) return tern_status_make(TERN_UNSUPPORTED, "a range without an end");
    *out_range =
        (tern_buffer_range_t){replay->stand_ins[binding->slot], (size_t)binding->offset, (size_t)binding->size};
    return tern_ok();
  }
  if (binding->slot >= replay->table_size || !replay->table[binding->slot].buffer) {
    return tern_status_make(TERN_OUT_OF_RANGE, "there is no buffer in slot %u", binding->slot);
  }
  const tern_hal_binding_t *row = &replay->table[binding->slot];
  tern_buffer_range_t range;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_range(row->buffer, row->offset, row->size, &range));
  uint64_t size = binding->size;
  if (size == UINT64_MAX && binding->offset <= range.size) size = range.size - binding->offset;
  if (binding->offset > range.size || size > range.size - binding->offset) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%llu bytes at offset %llu are outside of the %zu bytes in slot %u",
                            (unsigned long long)size, (unsigned long long)binding->offset, range.size, binding->slot);
  }
  *out_range = (tern_buffer_range_t){range.buffer, range.offset + (size_t)binding->offset, (size_t)size};
  return tern_ok();
}

static tern_status_t check(const tern_hal_commands_t *commands, const tern_hal_binding_t *binding) {
  if (commands->is_ended) return tern_status_make(TERN_FAILED_PRECONDITION, "the command buffer has ended");
  if (!binding || binding->buffer || binding->slot < commands->slot_count) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE, "slot %u does not exist, the command buffer has %u", binding->slot,
                          commands->slot_count);
}

// Takes a reference to the buffer of a binding that is kept. False without memory.
static bool keep(tern_hal_commands_t *commands, const tern_hal_binding_t *binding) {
  if (!binding->buffer) return true;
  if (!tern_vec_try_push(&commands->buffers, binding->buffer)) return false;
  tern_resource_retain(&binding->buffer->resource);
  return true;
}

static void append(tern_hal_commands_t *commands, command_t *command,
                   tern_status_t (*replay)(const command_t *command, const replay_t *replay)) {
  command->replay = replay;
  command->next = NULL;
  *commands->next_link = command;
  commands->next_link = &command->next;
}

//---- Dispatch ----

typedef struct dispatch_command {
  command_t base;
  tern_executable_t *executable;
  size_t ordinal;
  const uint32_t *workgroup_count;  // NULL: the entry point's own
  const uint32_t *push_constants;
  size_t push_constant_count;
  const tern_hal_binding_t *bindings;
  size_t binding_count;
} dispatch_command_t;

static tern_status_t replay_dispatch(const command_t *base, const replay_t *replay) {
  enum { FEW = 16 };
  const dispatch_command_t *command = (const dispatch_command_t *)base;
  tern_buffer_range_t few[FEW], *ranges = few;
  if (command->binding_count > FEW) ranges = calloc(command->binding_count, sizeof(*ranges));
  if (!ranges) return tern_no_memory("a dispatch");
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < command->binding_count && tern_status_is_ok(status); ++i) {
    status = resolve(replay, &command->bindings[i], &ranges[i]);
  }
  if (tern_status_is_ok(status)) {
    status = tern_command_buffer_dispatch(replay->target, command->executable, command->ordinal,
                                          command->workgroup_count, command->push_constants,
                                          command->push_constant_count, ranges, command->binding_count);
  }
  if (ranges != few) free(ranges);
  return status;
}

tern_status_t tern_hal_commands_dispatch(tern_hal_commands_t *commands, tern_executable_t *executable, size_t ordinal,
                                         const uint32_t *workgroup_count, const uint32_t *push_constants,
                                         size_t push_constant_count, const tern_hal_binding_t *bindings,
                                         size_t binding_count) {
  TERN_RETURN_IF_ERROR(check(commands, NULL));
  for (size_t i = 0; i < binding_count; ++i) TERN_RETURN_IF_ERROR(check(commands, &bindings[i]));
  dispatch_command_t now = {{NULL, NULL},   executable,          ordinal,  workgroup_count,
                            push_constants, push_constant_count, bindings, binding_count};
  if (commands->direct) return replay_dispatch(&now.base, &(replay_t){.target = commands->direct});
  tern_arena_t *arena = &commands->arena;
  dispatch_command_t *command = tern_arena_try_copy(arena, &now, sizeof(now));
  if (!command) return tern_no_memory("a dispatch");
  command->bindings = tern_arena_try_copy(arena, bindings, binding_count * sizeof(*bindings));
  if (workgroup_count) command->workgroup_count = tern_arena_try_copy(arena, workgroup_count, 3 * sizeof(uint32_t));
  command->push_constants = tern_arena_try_copy(arena, push_constants, push_constant_count * sizeof(uint32_t));
  bool has_memory = command->bindings && !command->workgroup_count == !workgroup_count && command->push_constants;
  for (size_t i = 0; i < binding_count && has_memory; ++i) has_memory = keep(commands, &bindings[i]);
  if (!has_memory || !tern_vec_try_push(&commands->executables, executable)) return tern_no_memory("a dispatch");
  tern_executable_retain(executable);
  append(commands, &command->base, replay_dispatch);
  return tern_ok();
}

//---- Other commands ----

typedef struct plain_command {
  command_t base;
  tern_hal_binding_t source, target;
  tern_stages_t source_stages, target_stages;
  uint64_t pattern;
  size_t pattern_size;
  const unsigned char *data;
} plain_command_t;

static tern_status_t replay_barrier(const command_t *base, const replay_t *replay) {
  const plain_command_t *command = (const plain_command_t *)base;
  return tern_command_buffer_barrier(replay->target, command->source_stages, command->target_stages);
}

static tern_status_t replay_fill(const command_t *base, const replay_t *replay) {
  const plain_command_t *command = (const plain_command_t *)base;
  tern_buffer_range_t target;
  TERN_RETURN_IF_ERROR(resolve(replay, &command->target, &target));
  return tern_command_buffer_fill(replay->target, target, &command->pattern, command->pattern_size);
}

static tern_status_t replay_copy(const command_t *base, const replay_t *replay) {
  const plain_command_t *command = (const plain_command_t *)base;
  tern_buffer_range_t source, target;
  TERN_RETURN_IF_ERROR(resolve(replay, &command->source, &source));
  TERN_RETURN_IF_ERROR(resolve(replay, &command->target, &target));
  return tern_command_buffer_copy(replay->target, source, target);
}

static tern_status_t replay_update(const command_t *base, const replay_t *replay) {
  const plain_command_t *command = (const plain_command_t *)base;
  tern_buffer_range_t target;
  TERN_RETURN_IF_ERROR(resolve(replay, &command->target, &target));
  const unsigned char *data = command->data;
  for (size_t left = target.size; left;) {
    target.size = left < TERN_UPDATE_SIZE_MAX ? left : TERN_UPDATE_SIZE_MAX;
    TERN_RETURN_IF_ERROR(tern_command_buffer_update(replay->target, data, target));
    data += target.size;
    target.offset += target.size;
    left -= target.size;
  }
  return tern_ok();
}

// Records `command`, or keeps a copy of it.
static tern_status_t add(tern_hal_commands_t *commands, const plain_command_t *command,
                         tern_status_t (*replay)(const command_t *command, const replay_t *replay)) {
  if (commands->direct) return replay(&command->base, &(replay_t){.target = commands->direct});
  plain_command_t *kept = tern_arena_try_copy(&commands->arena, command, sizeof(*command));
  if (!kept || !keep(commands, &command->source) || !keep(commands, &command->target)) {
    return tern_no_memory("a command");
  }
  append(commands, &kept->base, replay);
  return tern_ok();
}

tern_status_t tern_hal_commands_barrier(tern_hal_commands_t *commands, tern_stages_t source, tern_stages_t target) {
  TERN_RETURN_IF_ERROR(check(commands, NULL));
  return add(commands, &(plain_command_t){.source_stages = source, .target_stages = target}, replay_barrier);
}

tern_status_t tern_hal_commands_fill(tern_hal_commands_t *commands, const tern_hal_binding_t *target, uint64_t pattern,
                                     size_t pattern_size) {
  TERN_RETURN_IF_ERROR(check(commands, target));
  return add(commands, &(plain_command_t){.target = *target, .pattern = pattern, .pattern_size = pattern_size},
             replay_fill);
}

tern_status_t tern_hal_commands_copy(tern_hal_commands_t *commands, const tern_hal_binding_t *source,
                                     const tern_hal_binding_t *target) {
  TERN_RETURN_IF_ERROR(check(commands, source));
  TERN_RETURN_IF_ERROR(check(commands, target));
  return add(commands, &(plain_command_t){.source = *source, .target = *target}, replay_copy);
}

tern_status_t tern_hal_commands_update(tern_hal_commands_t *commands, const void *data,
                                       const tern_hal_binding_t *target) {
  TERN_RETURN_IF_ERROR(check(commands, target));
  if (target->size == UINT64_MAX) return tern_status_make(TERN_INVALID_ARGUMENT, "an update needs a size");
  const void *kept = commands->direct ? data : tern_arena_try_copy(&commands->arena, data, (size_t)target->size);
  if (!kept && target->size) return tern_no_memory("an update");
  return add(commands, &(plain_command_t){.target = *target, .data = kept}, replay_update);
}

static tern_status_t record(const tern_hal_commands_t *commands, const replay_t *replay) {
  for (const command_t *command = commands->first; command; command = command->next) {
    TERN_RETURN_IF_ERROR(command->replay(command, replay));
  }
  return tern_command_buffer_end(replay->target);
}

// What cannot be recorded so is recorded anew for each table, where errors are told.
static void record_with_stand_ins(tern_hal_commands_t *commands) {
  const tern_device_vtable_t *vtable = commands->device->vtable;
  if (!vtable->create_slot || !commands->slot_count) return;
  tern_buffer_t **stand_ins = calloc(commands->slot_count, sizeof(tern_buffer_t *));
  replay_t replay = {.stand_ins = stand_ins};
  tern_status_t status =
      stand_ins ? tern_command_buffer_create(commands->device, &replay.target) : tern_no_memory("slots");
  for (uint32_t i = 0; i < commands->slot_count && tern_status_is_ok(status); ++i) {
    status = vtable->create_slot(commands->device, i, &stand_ins[i]);
  }
  if (tern_status_is_ok(status)) status = record(commands, &replay);
  if (tern_status_is_ok(status)) {
    commands->bound = replay.target;
  } else {
    tern_command_buffer_release(replay.target);
  }
  for (uint32_t i = 0; stand_ins && i < commands->slot_count; ++i) tern_buffer_release(stand_ins[i]);
  free(stand_ins);
}

tern_status_t tern_hal_commands_end(tern_hal_commands_t *commands) {
  TERN_RETURN_IF_ERROR(check(commands, NULL));
  commands->is_ended = true;
  if (commands->direct) return tern_command_buffer_end(commands->direct);
  record_with_stand_ins(commands);
  return tern_ok();
}

//---- Submission ----

// False if the commands cannot be submitted with this table without being recorded with it.
static bool submit_bound(tern_hal_commands_t *commands, tern_semaphore_list_t wait, tern_semaphore_list_t signal,
                         const tern_hal_binding_t *table, size_t table_size, tern_status_t *out_status) {
  enum { FEW = 32 };
  if (!commands->bound || table_size > FEW) return false;
  tern_buffer_range_t ranges[FEW];
  for (size_t i = 0; i < table_size; ++i) {
    ranges[i] = (tern_buffer_range_t){NULL, 0, 0};
    if (!table[i].buffer) continue;
    tern_status_t status = tern_hal_buffer_range(table[i].buffer, table[i].offset, table[i].size, &ranges[i]);
    if (!tern_status_is_ok(status)) return false;
  }
  return tern_device_submit_bound(commands->device, wait, commands->bound, ranges, table_size, signal, out_status);
}

tern_status_t tern_hal_commands_submit(tern_hal_commands_t *commands, tern_semaphore_list_t wait,
                                       tern_semaphore_list_t signal, const tern_hal_binding_t *table,
                                       size_t table_size) {
  if (!commands->is_ended) return tern_status_make(TERN_FAILED_PRECONDITION, "the command buffer has not ended");
  if (commands->direct) return tern_device_submit(commands->device, wait, &commands->direct, 1, signal);
  tern_status_t status;
  if (submit_bound(commands, wait, signal, table, table_size, &status)) return status;
  replay_t replay = {.table = table, .table_size = table_size};
  TERN_RETURN_IF_ERROR(tern_command_buffer_create(commands->device, &replay.target));
  status = record(commands, &replay);
  if (tern_status_is_ok(status)) status = tern_device_submit(commands->device, wait, &replay.target, 1, signal);
  tern_command_buffer_release(replay.target);
  return status;
}
