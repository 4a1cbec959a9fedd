// Who runs next: the invocations of a workgroup in the order asked for, their barriers and collective ops, and the
// workgroups of a grid.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect/spirv/spirv.h"
#include "dialect/spirv/target_env.h"
#include "interpreter/program.h"
#include "ir/diagnostic.h"

bool tern_interpreter_order_parse(const char *text, tern_interpreter_order_t *out) {
  static const char *const names[] = {"forward", "reverse", "round-robin", "random"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    *out = (tern_interpreter_order_t){.kind = (tern_interpreter_order_kind_t)i};
    if (strcmp(text, names[i]) == 0) return true;
  }
  int64_t seed;
  if (strncmp(text, "random:", 7) != 0 || !tern_str_to_int64(tern_str_from_cstr(text + 7), &seed)) return false;
  out->seed = (uint64_t)seed;
  return true;
}

// splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators).
uint64_t tern_interpreter_random(machine_t *m) {
  uint64_t z = m->random += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

const char *tern_interpreter_invocation_text(const machine_t *m, uint32_t workgroup, int32_t invocation) {
  static _Thread_local char texts[4][128];
  static _Thread_local unsigned turn;
  char *text = texts[turn++ % 4];
  const uint32_t *grid = m->dispatch->workgroup_count, *size = m->workgroup_size;
  uint32_t x = workgroup % grid[0], y = workgroup / grid[0] % grid[1], z = workgroup / grid[0] / grid[1];
  if (invocation < 0) {
    snprintf(text, sizeof texts[0], "several invocations of workgroup (%u, %u, %u)", x, y, z);
    return text;
  }
  uint32_t id = (uint32_t)invocation;
  snprintf(text, sizeof texts[0], "invocation (%u, %u, %u) of workgroup (%u, %u, %u)", id % size[0],
           id / size[0] % size[1], id / size[0] / size[1], x, y, z);
  return text;
}

uint32_t tern_interpreter_add_buffer(machine_t *m, buffer_kind_t kind, void *data, size_t size) {
  size_t granules = size / m->program->granule + 1;
  buffer_t buffer = {.kind = kind, .data = data, .size = size, .owns_data = data == NULL};
  buffer.shadows = tern_realloc_array(NULL, granules, sizeof *buffer.shadows);
  memset(buffer.shadows, 0, granules * sizeof *buffer.shadows);
  if (!data) buffer.data = memset(tern_malloc(size + 1), 0xa5, size + 1);
  tern_vec_push(&m->buffers, buffer);
  return (uint32_t)m->buffers.count - 1;
}

// --- waiting ---

// Do both wait at the same op in the same iteration of the loops around it?
static bool wait_together(const machine_t *m, const invocation_t *a, const invocation_t *b) {
  if (b->state != STATE_WAITS || a->next != b->next) return false;
  const instruction_t *i = &m->program->instructions.values[a->next];
  for (uint32_t k = 0; k < i->loop_count; ++k) {
    if (a->words[i->loops[k]] != b->words[i->loops[k]]) return false;
  }
  return true;
}

static const tern_op_t *place_of(const machine_t *m, const invocation_t *v) {
  return v->state == STATE_ENDED ? v->end : m->program->instructions.values[v->next].op;
}

static bool report_divergence(const machine_t *m, const invocation_t *waits, const invocation_t *other) {
  char text[128];
  const tern_op_t *op = place_of(m, waits), *place = place_of(m, other);
  strcpy(text, tern_interpreter_invocation_text(m, m->workgroup, (int32_t)other->number));
  tern_op_error(op, "is not reached by all: %s waits here, %s does not",
                tern_interpreter_invocation_text(m, m->workgroup, (int32_t)waits->number), text);
  if (other->state == STATE_ENDED) {
    tern_emit_note(place->loc, "that one has ended");
  } else if (place == op) {
    tern_emit_note(place->loc, "that one waits here in another iteration of a loop around it");
  } else {
    tern_emit_note(place->loc, "that one waits here");
  }
  return false;
}

// A group of invocations, all waiting together: `first` up to `end` by number.
static bool release(machine_t *m, uint32_t first, uint32_t end) {
  const instruction_t *i = &m->program->instructions.values[m->invocations[first].next];
  invocation_t **members = tern_realloc_array(NULL, end - first, sizeof *members);
  for (uint32_t k = first; k < end; ++k) members[k - first] = &m->invocations[k];
  bool is_right = i->collective(m, members, end - first, i);
  for (uint32_t k = first; k < end; ++k) {
    m->invocations[k].state = STATE_RUNS;
    ++m->invocations[k].next;
  }
  free(members);
  return is_right;
}

// All invocations wait or have ended: lets those go on that wait for nobody else. False after an error.
static bool release_some(machine_t *m, bool *out_is_over) {
  bool is_released = false;
  *out_is_over = true;
  for (uint32_t k = 0; k < m->invocation_count; ++k) *out_is_over &= m->invocations[k].state == STATE_ENDED;
  if (*out_is_over) return true;
  const invocation_t *waits = NULL, *other = NULL;
  for (uint32_t k = 0; k < m->invocation_count; ++k) {
    const invocation_t *first = &m->invocations[k];
    if (first->state != STATE_WAITS) continue;
    // Barriers are of the workgroup; the number of other ops says whose they are.
    bool is_of_subgroup = m->program->instructions.values[first->next].number == 1;
    uint32_t start = is_of_subgroup ? k / m->subgroup_size * m->subgroup_size : 0;
    uint32_t end = is_of_subgroup ? start + m->subgroup_size : m->invocation_count;
    if (end > m->invocation_count) end = m->invocation_count;
    const invocation_t *missing = NULL;
    for (uint32_t j = start; j < end && !missing; ++j) {
      if (!wait_together(m, first, &m->invocations[j])) missing = &m->invocations[j];
    }
    if (missing) {
      if (!waits) waits = first, other = missing;
      continue;
    }
    if (!release(m, start, end)) return false;
    is_released = true;
    k = end - 1;
  }
  return is_released || report_divergence(m, waits, other);
}

// --- running ---

static bool step(machine_t *m, invocation_t *v) {
  const instruction_t *i = &m->program->instructions.values[v->next++];
  switch (i->run(m, v, i)) {
    case STEP_NEXT: return true;
    case STEP_WAIT: v->state = STATE_WAITS; return --v->next, true;
    case STEP_END: v->state = STATE_ENDED; return true;
    case STEP_FAIL: return false;
  }
  return false;
}

static bool run_until_blocked(machine_t *m, invocation_t *v) {
  while (v->state == STATE_RUNS) {
    if (!step(m, v)) return false;
  }
  return true;
}

static bool run_in_order(machine_t *m, bool is_reverse) {
  for (uint32_t k = 0; k < m->invocation_count; ++k) {
    if (!run_until_blocked(m, &m->invocations[is_reverse ? m->invocation_count - 1 - k : k])) return false;
  }
  return true;
}

static bool run_in_turns(machine_t *m) {
  for (bool is_running = true; is_running;) {
    is_running = false;
    for (uint32_t k = 0; k < m->invocation_count; ++k) {
      if (m->invocations[k].state != STATE_RUNS) continue;
      if (!step(m, &m->invocations[k])) return false;
      is_running = true;
    }
  }
  return true;
}

// Somebody runs up to an access of memory; there a coin says whether somebody else goes first.
static bool run_at_random(machine_t *m) {
  uint32_t *ready = tern_realloc_array(NULL, m->invocation_count, sizeof *ready), count = 0;
  for (uint32_t k = 0; k < m->invocation_count; ++k) {
    if (m->invocations[k].state == STATE_RUNS) ready[count++] = k;
  }
  bool is_right = true;
  while (count && is_right) {
    uint32_t at = (uint32_t)(tern_interpreter_random(m) % count);
    invocation_t *v = &m->invocations[ready[at]];
    do {
      is_right = step(m, v);
    } while (is_right && v->state == STATE_RUNS &&
             !(m->program->instructions.values[v->next].is_access && (tern_interpreter_random(m) & 1)));
    if (v->state != STATE_RUNS) ready[at] = ready[--count];
  }
  free(ready);
  return is_right;
}

static void start_workgroup(machine_t *m) {
  for (uint32_t k = 0; k < m->program->allocation_count; ++k) m->workgroup_buffers[k] = 0;
  for (uint32_t k = 0; k < m->program->private_count * m->invocation_count; ++k) m->private_buffers[k] = 0;
  m->epoch[0] = m->epoch[1] = 0;
  for (uint32_t k = 0; k < m->invocation_count; ++k) {
    invocation_t *v = &m->invocations[k];
    v->next = 0;
    v->state = STATE_RUNS;
  }
}

// Buffers of workgroups that ended.
static void drop_buffers(machine_t *m) {
  size_t kept = 0;
  for (size_t k = 0; k < m->buffers.count; ++k) {
    buffer_t *buffer = &m->buffers.values[k];
    if (buffer->kind == BUFFER_BINDING) {
      // Bindings come before others only by chance; what names them follows.
      for (uint32_t b = 0; b < m->dispatch->binding_count; ++b) {
        if (m->binding_buffers[b] == k + 1) m->binding_buffers[b] = (uint32_t)kept + 1;
      }
      m->buffers.values[kept++] = *buffer;
      continue;
    }
    free(buffer->data);
    free(buffer->shadows);
  }
  m->buffers.count = kept;
}

static bool run_workgroup(machine_t *m) {
  start_workgroup(m);
  bool is_over = false;
  while (!is_over) {
    bool is_right = false;
    switch (m->dispatch->order.kind) {
      case TERN_INTERPRETER_FORWARD: is_right = run_in_order(m, false); break;
      case TERN_INTERPRETER_REVERSE: is_right = run_in_order(m, true); break;
      case TERN_INTERPRETER_ROUND_ROBIN: is_right = run_in_turns(m); break;
      case TERN_INTERPRETER_RANDOM: is_right = run_at_random(m); break;
    }
    if (!is_right || !release_some(m, &is_over)) return false;
  }
  drop_buffers(m);
  return true;
}

static bool run_grid(machine_t *m) {
  const uint32_t *grid = m->dispatch->workgroup_count;
  uint64_t count = (uint64_t)grid[0] * grid[1] * grid[2];
  if (count > UINT32_MAX) {
    return tern_op_error(m->program->func, "has a grid of %llu workgroups, too many to interpret",
                         (unsigned long long)count);
  }
  uint32_t *order = tern_realloc_array(NULL, count + 1, sizeof *order);
  for (uint32_t k = 0; k < count; ++k) {
    order[k] = m->dispatch->order.kind == TERN_INTERPRETER_REVERSE ? (uint32_t)count - 1 - k : k;
  }
  for (uint32_t k = (uint32_t)count; m->dispatch->order.kind == TERN_INTERPRETER_RANDOM && k > 1; --k) {
    uint32_t other = (uint32_t)(tern_interpreter_random(m) % k), kept = order[k - 1];
    order[k - 1] = order[other];
    order[other] = kept;
  }
  bool is_right = true;
  for (uint32_t k = 0; k < count && is_right; ++k) {
    m->workgroup = order[k];
    m->workgroup_id[0] = order[k] % grid[0];
    m->workgroup_id[1] = order[k] / grid[0] % grid[1];
    m->workgroup_id[2] = order[k] / grid[0] / grid[1];
    is_right = run_workgroup(m);
  }
  free(order);
  return is_right;
}

// --- machines ---

static bool read_sizes(machine_t *m, bool is_kernel) {
  m->workgroup_size[0] = m->workgroup_size[1] = m->workgroup_size[2] = m->subgroup_size = 1;
  if (!is_kernel) return true;
  const tern_op_t *func = m->program->func;
  const tern_attr_t *abi = tern_op_attr(func, "spirv.entry_point_abi");
  int32_t size[3];
  if (!tern_attr_is_spirv(abi, TERN_SPIRV_ATTR_ENTRY_POINT_ABI) ||
      !tern_spirv_entry_point_abi_workgroup_size(abi, size)) {
    return tern_op_error(func, "is a kernel without a workgroup size: it has no spirv.entry_point_abi");
  }
  for (size_t d = 0; d < 3; ++d) m->workgroup_size[d] = (uint32_t)size[d];
  const tern_attr_t *subgroup_size = tern_spirv_attr_field(abi, "subgroup_size");
  tern_spirv_target_t target = tern_spirv_target_env_of(func);
  tern_spirv_limits_t limits = tern_spirv_target_limits(&target);
  int64_t subgroup = subgroup_size ? tern_integer_attr_value(subgroup_size) : limits.subgroup_size;
  m->subgroup_size = subgroup > 0 ? (uint32_t)subgroup : 32;
  uint64_t count = (uint64_t)m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
  return (count > 0 && count <= 4096) ||
         tern_op_error(func, "has workgroups of %llu invocations; the interpreter takes 1 to 4096",
                       (unsigned long long)count);
}

static void *new_words(size_t count, size_t size) {
  return memset(tern_realloc_array(NULL, count + 1, size), 0, (count + 1) * size);
}

static bool run_machine(machine_t *m, bool is_kernel) {
  const program_t *program = m->program;
  if (!read_sizes(m, is_kernel)) return false;
  m->random = m->dispatch->order.seed;
  uint32_t count = m->invocation_count = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
  uint64_t *words = new_words((size_t)count * program->word_count, sizeof *words);
  m->invocations = new_words(count, sizeof *m->invocations);
  m->scratch = new_words(program->word_count, sizeof *m->scratch);
  m->binding_buffers = new_words(m->dispatch->binding_count, sizeof *m->binding_buffers);
  m->workgroup_buffers = new_words(program->allocation_count, sizeof *m->workgroup_buffers);
  m->private_buffers = new_words((size_t)program->private_count * count, sizeof *m->private_buffers);
  for (uint32_t k = 0; k < count; ++k) {
    invocation_t *v = &m->invocations[k];
    v->words = &words[(size_t)k * program->word_count];
    v->number = k;
    v->id[0] = k % m->workgroup_size[0];
    v->id[1] = k / m->workgroup_size[0] % m->workgroup_size[1];
    v->id[2] = k / m->workgroup_size[0] / m->workgroup_size[1];
  }
  bool is_right = run_grid(m);
  for (size_t k = 0; k < m->buffers.count; ++k) {
    if (m->buffers.values[k].owns_data) free(m->buffers.values[k].data);
    free(m->buffers.values[k].shadows);
  }
  tern_vec_deinitialize(&m->buffers);
  free(words);
  free(m->invocations);
  free(m->scratch);
  free(m->binding_buffers);
  free(m->workgroup_buffers);
  free(m->private_buffers);
  return is_right;
}

bool tern_interpreter_run(const tern_interpreter_program_t *program, const tern_interpreter_dispatch_t *dispatch) {
  machine_t machine = {.program = program, .dispatch = dispatch};
  return run_machine(&machine, true);
}

bool tern_interpreter_evaluate(const tern_interpreter_program_t *program, const tern_interpreter_dispatch_t *dispatch,
                               int64_t *out_results, size_t count) {
  const tern_op_t *end = tern_op_body(program->func, 0)->last_op;
  if (end->operand_count != count)
    return tern_op_error(end, "gives %u results, expected %zu", end->operand_count, count);
  tern_interpreter_dispatch_t single = *dispatch;
  for (size_t d = 0; d < 3; ++d) single.workgroup_count[d] = 1;
  machine_t machine = {.program = program, .dispatch = &single, .results = out_results};
  return run_machine(&machine, false);
}
