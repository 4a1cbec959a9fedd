// CPU command buffers: a list of commands, run in the order of recording. That order satisfies every barrier; the
// parallelism is inside a dispatch.
//
// A command may name slots (stand-ins of buffers, cpu_buffer.c): then its addresses are offsets, to which the addresses of
// the buffers are added when it runs. What a slot's buffer has to be like is noted as commands are recorded, and
// checked once when buffers are given.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "base/small.h"
#include "runtime/buffer.h"
#include "runtime/command_buffer.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/drivers/slot_uses.h"

enum {
  // What waking the pool and joining it again may cost; a dispatch that is estimated to take less stays on its thread.
  HAND_OFF_NANOSECONDS = 15000,
  // Bytes of one binding from which a dispatch is taken to be worth it without a look at the clock.
  LARGE_BINDINGS_SIZE = 32 << 10,
};

typedef struct cpu_command_t {
  struct cpu_command_t *next;
  tern_status_t (*execute)(const struct cpu_command_t *command, tern_thread_pool_t *pool, const uintptr_t *bases);
} cpu_command_t;

// An address, or an offset from that of a slot's buffer.
typedef struct cpu_address_t {
  uintptr_t offset;
  uint32_t slot;  // plus one; 0: none, whose base is 0
} cpu_address_t;

typedef struct cpu_command_buffer_t {
  tern_command_buffer_t base;
  tern_arena_t arena;  // commands and what they carry
  cpu_command_t *first;
  cpu_command_t **next_link;  // where the next command goes
#if !TERN_SMALL
  TERN_VEC(_Atomic int64_t *) timestamps;  // in the arena: nanoseconds, 0: not written; NULL: not recorded
#endif
  tern_slot_uses_t slots;
} cpu_command_buffer_t;

static void append_command(tern_command_buffer_t *base, cpu_command_t *command) {
  cpu_command_buffer_t *command_buffer = (cpu_command_buffer_t *)base;
  command->next = NULL;
  *command_buffer->next_link = command;
  command_buffer->next_link = &command->next;
}

static tern_arena_t *get_arena(tern_command_buffer_t *base) { return &((cpu_command_buffer_t *)base)->arena; }

//---- Addresses ----

// The address that a command uses; `alignment` is what it relies on. False without memory.
static bool record_address(tern_command_buffer_t *base, tern_buffer_range_t range, size_t alignment, bool is_written,
                           cpu_address_t *out_address) {
  uint32_t slot = range.buffer->slot;
  *out_address = (cpu_address_t){(uintptr_t)tern_cpu_buffer_data(range.buffer) + range.offset, slot};
  return !slot || tern_slot_uses_note(&((cpu_command_buffer_t *)base)->slots, slot - 1, range, alignment, is_written);
}

static char *find_address(cpu_address_t address, const uintptr_t *bases) {
  return (char *)(address.slot ? bases[address.slot - 1] + address.offset : address.offset);
}

bool tern_cpu_command_buffer_bind(const tern_command_buffer_t *base, const tern_buffer_range_t *table,
                                  size_t table_size, uintptr_t *out_bases) {
  const tern_slot_uses_t *uses = &((const cpu_command_buffer_t *)base)->slots;
  if (!tern_slot_uses_fit(uses, base->driver, table, table_size)) return false;
  for (size_t i = 0; i < uses->count; ++i) {
    if (uses->values[i].begin == uses->values[i].end) continue;
    out_bases[i] = (uintptr_t)tern_cpu_buffer_data(table[i].buffer) + table[i].offset;
  }
  return true;
}

//---- Dispatch ----

typedef struct dispatch_command_t {
  cpu_command_t base;
  const tern_entry_point_t *entry;
  bool is_large;                   // a binding has LARGE_BINDINGS_SIZE or more
  tern_dispatch_params_t params;   // what it points to lies in the arena
  const cpu_address_t *addresses;  // NULL without slots; else in the place of params.bindings
} dispatch_command_t;

// One run of a dispatch. The first workgroup that fails, in the order of the grid, decides the outcome: every chunk runs up to
// its own first failure, so it is the same one for any number of threads.
typedef struct dispatch_run_t {
  const dispatch_command_t *command;
  const tern_dispatch_params_t *params;
  uint64_t first_workgroup;        // number of the one that index 0 stands for
  _Atomic uint64_t first_failure;  // number of the workgroup, or UINT64_MAX
} dispatch_run_t;

static void lower_first_failure(dispatch_run_t *run, uint64_t workgroup) {
  uint64_t present = atomic_load(&run->first_failure);
  while (workgroup < present && !atomic_compare_exchange_weak(&run->first_failure, &present, workgroup)) {}
}

// Runs the workgroups of the indices from `begin` up to `end`, x fastest.
static void run_workgroups(void *user_data, uint64_t begin, uint64_t end) {
  dispatch_run_t *run = user_data;
  begin += run->first_workgroup;
  end += run->first_workgroup;
  const dispatch_command_t *command = run->command;
  const uint32_t *grid = command->params.workgroup_count;
  uint32_t x = (uint32_t)(begin % grid[0]);
  uint32_t y = (uint32_t)(begin / grid[0] % grid[1]);
  uint32_t z = (uint32_t)(begin / grid[0] / grid[1]);
  for (uint64_t i = begin; i < end; ++i) {
    if (command->entry->fn(run->params, x, y, z) != 0) {
      lower_first_failure(run, i);
      return;
    }
    if (++x < grid[0]) continue;
    x = 0;
    if (++y < grid[1]) continue;
    y = 0;
    ++z;
  }
}

static int64_t now_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Shares the workgroups out to the pool. With little data the first one runs here and is timed: where the others would
// be done before the pool is awake, they run here as well. What is computed does not depend on it.
static void run_grid(dispatch_run_t *run, uint64_t workgroup_count, tern_thread_pool_t *pool) {
  if (workgroup_count == 1 || tern_thread_pool_thread_count(pool) == 1) {
    run_workgroups(run, 0, workgroup_count);
    return;
  }
  if (run->command->is_large) {
    tern_thread_pool_run(pool, workgroup_count, run_workgroups, run);
    return;
  }
  int64_t start = now_nanoseconds();
  run_workgroups(run, 0, 1);
  int64_t elapsed = now_nanoseconds() - start;
  if (atomic_load(&run->first_failure) == 0) return;
  run->first_workgroup = 1;
  uint64_t rest_count = workgroup_count - 1;
  if ((double)elapsed * (double)rest_count < HAND_OFF_NANOSECONDS) {
    run_workgroups(run, 0, rest_count);
  } else {
    tern_thread_pool_run(pool, rest_count, run_workgroups, run);
  }
}

static tern_status_t run_dispatch(const dispatch_command_t *command, const tern_dispatch_params_t *params,
                                  tern_thread_pool_t *pool) {
  const uint32_t *grid = params->workgroup_count;
  dispatch_run_t run = {.command = command, .params = params};
  atomic_init(&run.first_failure, UINT64_MAX);
  run_grid(&run, (uint64_t)grid[0] * grid[1] * grid[2], pool);
  uint64_t failure = atomic_load(&run.first_failure);
  if (failure == UINT64_MAX) return tern_ok();
  return tern_status_make(TERN_INTERNAL, "entry point '%s': workgroup (%llu, %llu, %llu) failed", command->entry->name,
                          (unsigned long long)(failure % grid[0]), (unsigned long long)(failure / grid[0] % grid[1]),
                          (unsigned long long)(failure / grid[0] / grid[1]));
}

#if !TERN_SMALL
tern_status_t tern_cpu_run_entry(const tern_entry_point_t *entry, const tern_dispatch_params_t *params,
                                 tern_thread_pool_t *pool) {
  const dispatch_command_t command = {.entry = entry, .params = *params};
  const uint32_t *grid = params->workgroup_count;
  uint64_t count = (uint64_t)grid[0] * grid[1];
  if (!__builtin_mul_overflow(count, (uint64_t)grid[2], &count)) return run_dispatch(&command, params, pool);
  return tern_status_make(TERN_OUT_OF_RANGE, "kernel '%s': a grid of %u x %u x %u programs is too large", entry->name,
                          grid[0], grid[1], grid[2]);
}
#endif

static tern_status_t execute_dispatch(const cpu_command_t *base, tern_thread_pool_t *pool, const uintptr_t *bases) {
  const dispatch_command_t *command = (const dispatch_command_t *)base;
  if (!command->addresses) return run_dispatch(command, &command->params, pool);
  enum { FEW = 64 };
  void *few[FEW], **bindings = few;
  uint32_t count = command->params.binding_count;
  if (count > FEW) bindings = calloc(count, sizeof(*bindings));
  if (!bindings) return tern_no_memory("a dispatch");
  for (uint32_t i = 0; i < count; ++i) bindings[i] = find_address(command->addresses[i], bases);
  tern_dispatch_params_t params = command->params;
  params.bindings = bindings;
  tern_status_t status = run_dispatch(command, &params, pool);
  if (bindings != few) free(bindings);
  return status;
}

// The addresses of all bindings: in `out_addresses`, or, if none of them is a slot's, in `out_bindings`. False without memory.
static bool record_bindings(tern_command_buffer_t *base, const tern_dispatch_request_t *request, void **out_bindings,
                            const cpu_address_t **out_addresses) {
  const tern_entry_point_t *entry = request->entry;
  cpu_address_t *addresses = NULL;
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    bool is_written = entry->bindings[i].access & TERN_BINDING_ACCESS_WRITE;
    cpu_address_t address;
    if (!record_address(base, request->bindings[i], entry->bindings[i].alignment, is_written, &address)) return false;
    if (address.slot && !addresses) {
      addresses = tern_arena_try_alloc_zeroed(get_arena(base), entry->binding_count, sizeof(*addresses));
      if (!addresses) return false;
      for (uint32_t j = 0; j < i; ++j) addresses[j] = (cpu_address_t){(uintptr_t)out_bindings[j], 0};
    }
    if (addresses) {
      addresses[i] = address;
    } else {
      out_bindings[i] = (void *)address.offset;
    }
  }
  *out_addresses = addresses;
  return true;
}

static tern_status_t record_dispatch(tern_command_buffer_t *base, const tern_dispatch_request_t *request) {
  tern_arena_t *arena = get_arena(base);
  const tern_entry_point_t *entry = request->entry;
  const uint32_t *grid = request->workgroup_count;
  uint64_t workgroup_count = (uint64_t)grid[0] * grid[1];
  if (__builtin_mul_overflow(workgroup_count, (uint64_t)grid[2], &workgroup_count)) {
    return tern_status_make(TERN_OUT_OF_RANGE, "entry point '%s': a grid of %u x %u x %u workgroups is too large",
                            entry->name, grid[0], grid[1], grid[2]);
  }
  dispatch_command_t *command = tern_arena_try_alloc_zeroed(arena, 1, sizeof(*command));
  void **bindings = tern_arena_try_alloc_zeroed(arena, entry->binding_count, sizeof(*bindings));
  size_t *binding_sizes = tern_arena_try_alloc_zeroed(arena, entry->binding_count, sizeof(*binding_sizes));
  const uint32_t *push_constants =
      tern_arena_try_copy(arena, request->push_constants, entry->push_constant_count * sizeof(uint32_t));
  if (!command || !bindings || !binding_sizes || !push_constants ||
      !record_bindings(base, request, bindings, &command->addresses)) {
    return tern_no_memory("a dispatch");
  }
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    binding_sizes[i] = request->bindings[i].size;
    command->is_large |= binding_sizes[i] >= LARGE_BINDINGS_SIZE;
  }
  command->base.execute = execute_dispatch;
  command->entry = entry;
  memcpy(command->params.workgroup_count, grid, sizeof(command->params.workgroup_count));
  command->params.push_constant_count = entry->push_constant_count;
  command->params.push_constants = push_constants;
  command->params.bindings = bindings;
  command->params.binding_sizes = binding_sizes;
  command->params.binding_count = entry->binding_count;
  command->params.data = entry->data;
  append_command(base, &command->base);
  return tern_ok();
}

//---- Transfers ----

static tern_status_t record_barrier(tern_command_buffer_t *base, tern_stages_t source, tern_stages_t target) {
  (void)base;
  (void)source;
  (void)target;
  return tern_ok();
}

typedef struct fill_command_t {
  cpu_command_t base;
  cpu_address_t target;
  size_t size;
  size_t pattern_size;
  char pattern[8];
} fill_command_t;

static tern_status_t execute_fill(const cpu_command_t *base, tern_thread_pool_t *pool, const uintptr_t *bases) {
  (void)pool;
  const fill_command_t *command = (const fill_command_t *)base;
  char *target = find_address(command->target, bases);
  if (command->pattern_size == 1) {
    memset(target, command->pattern[0], command->size);
    return tern_ok();
  }
  // The size is a multiple of the pattern's. Each step doubles what is filled.
  size_t filled = command->size < command->pattern_size ? command->size : command->pattern_size;
  memcpy(target, command->pattern, filled);
  while (filled < command->size) {
    size_t step = filled < command->size - filled ? filled : command->size - filled;
    memcpy(target + filled, target, step);
    filled += step;
  }
  return tern_ok();
}

static tern_status_t record_fill(tern_command_buffer_t *base, tern_buffer_range_t target, const void *pattern,
                                 size_t pattern_size) {
  if (!target.size) return tern_ok();
  fill_command_t *command = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(*command));
  if (!command || !record_address(base, target, pattern_size, true, &command->target)) return tern_no_memory("a fill");
  command->base.execute = execute_fill;
  command->size = target.size;
  command->pattern_size = pattern_size;
  memcpy(command->pattern, pattern, pattern_size);
  append_command(base, &command->base);
  return tern_ok();
}

typedef struct copy_command_t {
  cpu_command_t base;
  cpu_address_t source, target;
  size_t size;
} copy_command_t;

static tern_status_t execute_copy(const cpu_command_t *base, tern_thread_pool_t *pool, const uintptr_t *bases) {
  (void)pool;
  const copy_command_t *command = (const copy_command_t *)base;
  // Two buffers may wrap overlapping memory, which nobody can see from their ranges.
  memmove(find_address(command->target, bases), find_address(command->source, bases), command->size);
  return tern_ok();
}

static tern_status_t append_copy(tern_command_buffer_t *base, cpu_address_t source, tern_buffer_range_t target) {
  copy_command_t *command = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(*command));
  if (!command || !record_address(base, target, 1, true, &command->target)) return tern_no_memory("a copy");
  command->base.execute = execute_copy;
  command->source = source;
  command->size = target.size;
  append_command(base, &command->base);
  return tern_ok();
}

static tern_status_t record_copy(tern_command_buffer_t *base, tern_buffer_range_t source, tern_buffer_range_t target) {
  cpu_address_t address;
  if (!target.size) return tern_ok();
  if (!record_address(base, source, 1, false, &address)) return tern_no_memory("a copy");
  return append_copy(base, address, target);
}

static tern_status_t record_update(tern_command_buffer_t *base, const void *data, tern_buffer_range_t target) {
  if (!target.size) return tern_ok();
  const void *copy = tern_arena_try_copy(get_arena(base), data, target.size);
  if (!copy) return tern_no_memory("an update");
  return append_copy(base, (cpu_address_t){(uintptr_t)copy, 0}, target);
}

//---- Time stamps ----

#if !TERN_SMALL  // nobody asks there
typedef struct timestamp_command_t {
  cpu_command_t base;
  _Atomic int64_t *target;  // in the command buffer
} timestamp_command_t;

static tern_status_t execute_timestamp(const cpu_command_t *base, tern_thread_pool_t *pool, const uintptr_t *bases) {
  (void)pool;
  (void)bases;
  atomic_store(((const timestamp_command_t *)base)->target, now_nanoseconds());
  return tern_ok();
}

static tern_status_t record_timestamp(tern_command_buffer_t *base, uint32_t slot) {
  timestamp_command_t *command = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(*command));
  if (!command) return tern_no_memory("a time stamp");
  command->base.execute = execute_timestamp;
  cpu_command_buffer_t *command_buffer = (cpu_command_buffer_t *)base;
  while (command_buffer->timestamps.count <= slot) {
    if (!tern_vec_try_push(&command_buffer->timestamps, NULL)) return tern_no_memory("a time stamp");
  }
  _Atomic int64_t **target = &command_buffer->timestamps.values[slot];
  if (!*target) *target = tern_arena_try_alloc_zeroed(get_arena(base), 1, sizeof(**target));
  if (!*target) return tern_no_memory("a time stamp");
  command->target = *target;
  append_command(base, &command->base);
  return tern_ok();
}

static int64_t read_timestamp(const tern_command_buffer_t *base, uint32_t slot) {
  const cpu_command_buffer_t *command_buffer = (const cpu_command_buffer_t *)base;
  _Atomic int64_t *timestamp = slot < command_buffer->timestamps.count ? command_buffer->timestamps.values[slot] : NULL;
  return timestamp ? atomic_load(timestamp) : 0;
}

static tern_status_t get_elapsed(tern_command_buffer_t *base, uint32_t start_slot, uint32_t end_slot,
                                 uint64_t *out_nanoseconds) {
  int64_t start = read_timestamp(base, start_slot), end = read_timestamp(base, end_slot);
  if (!start || !end) {
    return tern_status_make(TERN_FAILED_PRECONDITION, "time stamp %u was not written", start ? end_slot : start_slot);
  }
  *out_nanoseconds = end > start ? (uint64_t)(end - start) : 0;
  return tern_ok();
}

#endif

//---- Life ----

static tern_status_t end_recording(tern_command_buffer_t *base) {
  (void)base;
  return tern_ok();
}

static void destroy_command_buffer(tern_command_buffer_t *base) {
  cpu_command_buffer_t *command_buffer = (cpu_command_buffer_t *)base;
  tern_command_buffer_deinitialize(base);
  tern_arena_deinitialize(&command_buffer->arena);
  tern_vec_deinitialize(&command_buffer->slots);
#if !TERN_SMALL
  tern_vec_deinitialize(&command_buffer->timestamps);
#endif
  free(command_buffer);
}

static const tern_command_buffer_vtable_t vtable = {
    .destroy = destroy_command_buffer,
    .dispatch = record_dispatch,
    .barrier = record_barrier,
    .fill = record_fill,
    .copy = record_copy,
    .update = record_update,
#if !TERN_SMALL
    .timestamp = record_timestamp,
    .elapsed = get_elapsed,
#endif
    .end = end_recording,
};

tern_status_t tern_cpu_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer) {
  cpu_command_buffer_t *command_buffer = calloc(1, sizeof(*command_buffer));
  if (!command_buffer) return tern_no_memory("a command buffer");
  tern_command_buffer_initialize(&vtable, device->driver, &command_buffer->base);
  tern_arena_initialize(&command_buffer->arena);
  command_buffer->next_link = &command_buffer->first;
  *out_command_buffer = &command_buffer->base;
  return tern_ok();
}

tern_status_t tern_cpu_command_buffer_execute(const tern_command_buffer_t *base, tern_thread_pool_t *pool,
                                              const uintptr_t *bases) {
  const cpu_command_buffer_t *command_buffer = (const cpu_command_buffer_t *)base;
  for (const cpu_command_t *command = command_buffer->first; command; command = command->next) {
    TERN_RETURN_IF_ERROR(command->execute(command, pool, bases));
  }
  return tern_ok();
}
