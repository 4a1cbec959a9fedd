// What a command buffer notes of its commands while it is recorded.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/buffer.h"
#include "runtime/grid.h"
#include "runtime/module/executable.h"
#include "runtime/profile.h"

struct tern_profile_log_t {
  tern_arena_t arena;                         // accesses
  TERN_VEC(tern_profile_command_t) commands;  // as they were recorded
  TERN_VEC(tern_profile_command_t) read;      // with the times and buffers of a submission
  TERN_VEC(tern_profile_access_t) accesses;   // of `read`
  bool has_begun;                             // the time stamp before the next command is recorded
};

tern_profile_log_t *tern_profile_log_create(void) {
  tern_profile_log_t *log = calloc(1, sizeof(*log));
  if (log) tern_arena_initialize(&log->arena);
  return log;
}

void tern_profile_log_destroy(tern_profile_log_t *log) {
  if (!log) return;
  tern_arena_deinitialize(&log->arena);
  tern_vec_deinitialize(&log->commands);
  tern_vec_deinitialize(&log->read);
  tern_vec_deinitialize(&log->accesses);
  free(log);
}

//---- Recording ----

// Two slots for each command, behind those of the public API.
static uint32_t slot_of(size_t command, bool is_end) {
  return TERN_TIMESTAMP_COUNT_MAX + 2 * (uint32_t)command + is_end;
}

tern_status_t tern_profile_log_begin(tern_command_buffer_t *command_buffer) {
  tern_profile_log_t *log = command_buffer->log;
  const tern_command_buffer_vtable_t *vtable = command_buffer->vtable;
  if (log->has_begun) return tern_ok();
  TERN_RETURN_IF_ERROR(vtable->barrier(command_buffer, TERN_STAGE_ALL, TERN_STAGE_ALL));
  TERN_RETURN_IF_ERROR(vtable->timestamp(command_buffer, slot_of(log->commands.count, false)));
  log->has_begun = true;
  return tern_ok();
}

// Notes a command that was recorded, with `command->accesses`, which are copied.
static tern_status_t end_command(tern_command_buffer_t *command_buffer, const tern_profile_command_t *command) {
  tern_profile_log_t *log = command_buffer->log;
  TERN_RETURN_IF_ERROR(command_buffer->vtable->timestamp(command_buffer, slot_of(log->commands.count, true)));
  tern_profile_command_t kept = *command;
  kept.accesses =
      tern_arena_try_copy(&log->arena, command->accesses, command->access_count * sizeof(*command->accesses));
  if (!kept.accesses || !tern_vec_try_push(&log->commands, kept)) return tern_no_memory("a profile");
  log->has_begun = false;
  return tern_ok();
}

// What the compiler knows of the dispatch, or else the bytes of its bindings.
static void find_costs(const tern_dispatch_request_t *request, tern_profile_command_t *command) {
  const tern_cost_info_t *costs = request->executable->costs;
  const tern_cost_info_t *cost = costs ? &costs[request->ordinal] : NULL;
  int64_t values[TERN_COST_COUNT];
  command->is_cost_known = cost && cost->program_size &&
                           tern_status_is_ok(tern_grid_evaluate_results(
                               cost->program, cost->program_size, request->push_constants, TERN_COST_COUNT, values));
  if (command->is_cost_known) {
    for (size_t i = 0; i < TERN_COST_COUNT; ++i) command->costs[i] = values[i] > 0 ? (uint64_t)values[i] : 0;
    command->element_type = (tern_element_type_t)cost->element_type;
    command->is_estimated = cost->flags & TERN_COST_FLAG_ESTIMATED;
    return;
  }
  for (size_t i = 0; i < command->access_count; ++i) {
    const tern_profile_access_t *access = &command->accesses[i];
    if (access->access & TERN_BINDING_ACCESS_READ) command->costs[TERN_COST_READ_BYTES] += access->size;
    if (access->access & TERN_BINDING_ACCESS_WRITE) command->costs[TERN_COST_WRITTEN_BYTES] += access->size;
  }
}

tern_status_t tern_profile_log_dispatch(tern_command_buffer_t *command_buffer, const tern_dispatch_request_t *request,
                                        const size_t *array_sizes) {
  const tern_entry_point_t *entry = request->entry;
  tern_profile_command_t command = {.kind = TERN_PROFILE_DISPATCH, .name = entry->name};
  tern_profile_access_t *accesses = calloc((size_t)entry->binding_count + 1, sizeof(*accesses));
  if (!accesses) return tern_no_memory("a profile");
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    if (!entry->bindings[i].access) continue;
    accesses[command.access_count++] = (tern_profile_access_t){request->bindings[i].buffer, request->bindings[i].offset,
                                                               array_sizes[i], entry->bindings[i].access};
  }
  command.accesses = accesses;
  memcpy(command.workgroup_count, request->workgroup_count, sizeof(command.workgroup_count));
  find_costs(request, &command);
  tern_status_t status = end_command(command_buffer, &command);
  free(accesses);
  return status;
}

tern_status_t tern_profile_log_transfer(tern_command_buffer_t *command_buffer, tern_profile_kind_t kind,
                                        const tern_buffer_range_t *source, tern_buffer_range_t target) {
  static const char *const names[] = {
      [TERN_PROFILE_FILL] = "fill", [TERN_PROFILE_COPY] = "copy", [TERN_PROFILE_UPDATE] = "update"};
  tern_profile_access_t accesses[2] = {
      {target.buffer, target.offset, target.size, TERN_BINDING_ACCESS_WRITE | TERN_BINDING_ACCESS_DISCARD}};
  tern_profile_command_t command = {.kind = kind,
                                    .name = names[kind],
                                    .workgroup_count = {1, 1, 1},
                                    .is_cost_known = true,
                                    .accesses = accesses,
                                    .access_count = 1};
  command.costs[TERN_COST_WRITTEN_BYTES] = target.size;
  if (kind != TERN_PROFILE_FILL) command.costs[TERN_COST_READ_BYTES] = target.size;
  if (source) {
    accesses[command.access_count++] =
        (tern_profile_access_t){source->buffer, source->offset, source->size, TERN_BINDING_ACCESS_READ};
  }
  return end_command(command_buffer, &command);
}

//---- Reading ----

// The bytes that a command used: those in the table where the buffer stands for a slot of it.
static tern_profile_access_t resolve(tern_profile_access_t access, const tern_buffer_range_t *table,
                                     size_t table_size) {
  uint32_t slot = access.buffer->slot;
  if (!slot || slot > table_size) return access;
  access.buffer = table[slot - 1].buffer;
  access.offset += table[slot - 1].offset;
  return access;
}

// Time between the first time stamp of the command buffer and one of a command's, and how long the command took. Each is read as
// one difference: devices measure short ones more exactly.
static tern_status_t read_times(tern_command_buffer_t *command_buffer, size_t index, uint64_t *out_begin,
                                uint64_t *out_end) {
  const tern_command_buffer_vtable_t *vtable = command_buffer->vtable;
  uint64_t duration;
  uint32_t begin = slot_of(index, false);
  TERN_RETURN_IF_ERROR(vtable->elapsed(command_buffer, slot_of(0, false), begin, out_begin));
  TERN_RETURN_IF_ERROR(vtable->elapsed(command_buffer, begin, slot_of(index, true), &duration));
  *out_end = *out_begin + duration;
  return tern_ok();
}

tern_status_t tern_profile_log_read(tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                    size_t table_size, const tern_profile_command_t **out_commands, size_t *out_count) {
  tern_profile_log_t *log = command_buffer->log;
  log->read.count = log->accesses.count = 0;
  for (size_t i = 0; i < log->commands.count; ++i) {
    tern_profile_command_t command = log->commands.values[i];
    TERN_RETURN_IF_ERROR(read_times(command_buffer, i, &command.begin, &command.end));
    for (size_t a = 0; a < command.access_count; ++a) {
      if (!tern_vec_try_push(&log->accesses, resolve(command.accesses[a], table, table_size))) {
        return tern_no_memory("a profile");
      }
    }
    if (!tern_vec_try_push(&log->read, command)) return tern_no_memory("a profile");
  }
  // The list has stopped moving.
  const tern_profile_access_t *accesses = log->accesses.values;
  for (size_t i = 0; i < log->read.count; accesses += log->read.values[i++].access_count) {
    log->read.values[i].accesses = accesses;
  }
  *out_commands = log->read.values;
  *out_count = log->read.count;
  return tern_ok();
}

void tern_profile_log_move(tern_profile_log_t *log, uint64_t offset) {
  for (size_t i = 0; i < log->read.count; ++i) {
    log->read.values[i].begin += offset;
    log->read.values[i].end += offset;
  }
}
