// Ids, push constants, barriers, and ops that a subgroup or workgroup runs together.

#include <string.h>

#include "dialect/gpu/gpu.h"
#include "dialect/hal/hal.h"
#include "dialect/spirv/spirv.h"
#include "interpreter/program.h"
#include "ir/diagnostic.h"

// --- ids ---

typedef enum query { LOCAL_ID, GROUP_ID, GLOBAL_ID, GROUP_SIZE, GRID_SIZE } query_t;

static const struct {
  const tern_op_row_t *row;
  const char *attribute;
  query_t query;
} query_rows[] = {
    {TERN_GPU(THREAD_ID), "dimension", LOCAL_ID},
    {TERN_GPU(BLOCK_ID), "dimension", GROUP_ID},
    {TERN_GPU(GLOBAL_ID), "dimension", GLOBAL_ID},
    {TERN_GPU(BLOCK_DIM), "dimension", GROUP_SIZE},
    {TERN_GPU(GRID_DIM), "dimension", GRID_SIZE},
    {TERN_HAL(INTERFACE_WORKGROUP_ID), "dimension", GROUP_ID},
    {TERN_HAL(INTERFACE_WORKGROUP_COUNT), "dimension", GRID_SIZE},
    {TERN_HAL(INTERFACE_WORKGROUP_SIZE), "dimension", GROUP_SIZE},
};

static bool prepare_query(program_t *p, instruction_t *i) {
  (void)p;
  size_t row = 0;
  while (!tern_op_is(i->op, query_rows[row].row)) ++row;
  const tern_attr_t *dimension = tern_op_attr(i->op, query_rows[row].attribute);
  int64_t d = tern_attr_is_integer(dimension) ? tern_integer_attr_value(dimension) : tern_enum_attr_value(dimension);
  i->number = d;
  i->target = query_rows[row].query;
  return (d >= 0 && d < 3) || tern_op_error(i->op, "has no dimension %lld", (long long)d);
}

static step_t run_query(machine_t *m, invocation_t *v, const instruction_t *i) {
  size_t d = (size_t)i->number;
  uint64_t value = 0;
  switch ((query_t)i->target) {
    case LOCAL_ID: value = v->id[d]; break;
    case GROUP_ID: value = m->workgroup_id[d]; break;
    case GLOBAL_ID: value = (uint64_t)m->workgroup_id[d] * m->workgroup_size[d] + v->id[d]; break;
    case GROUP_SIZE: value = m->workgroup_size[d]; break;
    case GRID_SIZE: value = m->dispatch->workgroup_count[d]; break;
  }
  v->words[i->results[0]] = value;
  return STEP_NEXT;
}

static step_t run_lane_id(machine_t *m, invocation_t *v, const instruction_t *i) {
  v->words[i->results[0]] = v->number % m->subgroup_size;
  return STEP_NEXT;
}
static step_t run_subgroup_id(machine_t *m, invocation_t *v, const instruction_t *i) {
  v->words[i->results[0]] = v->number / m->subgroup_size;
  return STEP_NEXT;
}
static step_t run_subgroup_size(machine_t *m, invocation_t *v, const instruction_t *i) {
  v->words[i->results[0]] = m->subgroup_size;
  return STEP_NEXT;
}
static step_t run_subgroup_count(machine_t *m, invocation_t *v, const instruction_t *i) {
  v->words[i->results[0]] = (m->invocation_count + m->subgroup_size - 1) / m->subgroup_size;
  return STEP_NEXT;
}

static step_t run_push_constant(machine_t *m, invocation_t *v, const instruction_t *i) {
  uint64_t offset = (uint64_t)tern_integer_attr_value(tern_op_attr(i->op, "offset"));
  bool is_wide = i->element.width == 64 && !tern_type_is_index(tern_op_result(i->op, 0)->type);
  if (offset + (is_wide ? 2 : 1) > m->dispatch->push_constant_count) {
    tern_op_error(i->op, "reads push constant %llu, but the dispatch has %zu", (unsigned long long)offset,
                  m->dispatch->push_constant_count);
    return STEP_FAIL;
  }
  uint64_t value = m->dispatch->push_constants[offset];
  if (is_wide) value |= (uint64_t)m->dispatch->push_constants[offset + 1] << 32;
  v->words[i->results[0]] = value;
  return STEP_NEXT;
}

// --- barriers ---

enum { UNIFORM_MEMORY = 0x40, WORKGROUP_MEMORY = 0x100 };  // SPIR-V specification, Memory Semantics
enum { SCOPE_WORKGROUP = 2 };                              // the same, Scope

static step_t wait(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m, (void)v, (void)i;
  return STEP_WAIT;
}

static bool pass_barrier(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)members, (void)count;
  if (i->target & 1) ++m->epoch[0];
  if (i->target & 2) ++m->epoch[1];
  return true;
}

static bool prepare_gpu_barrier(program_t *p, instruction_t *i) {
  (void)p;
  i->target = 3;
  return true;
}

static bool prepare_control_barrier(program_t *p, instruction_t *i) {
  (void)p;
  int64_t semantics = tern_enum_attr_value(tern_op_attr(i->op, "memory_semantics"));
  i->target = (semantics & UNIFORM_MEMORY ? 1 : 0) | (semantics & WORKGROUP_MEMORY ? 2 : 0);
  return tern_enum_attr_value(tern_op_attr(i->op, "execution_scope")) == SCOPE_WORKGROUP ||
         tern_op_error(i->op, "is a barrier of another scope than the workgroup, which the interpreter does not know");
}

// --- together ---

// `number` 1 says that a subgroup runs the op, 0 that the workgroup does.
static bool prepare_subgroup(program_t *p, instruction_t *i) {
  (void)p;
  i->number = 1;
  return true;
}

static uint32_t lanes_of(const instruction_t *i) {
  return tern_interpreter_type_words(tern_op_operand(i->op, 0)->type);
}

static bool prepare_all_reduce(program_t *p, instruction_t *i) {
  (void)p;
  return tern_op_attr(i->op, "op") || tern_op_error(i->op, "reduces by a region, which the interpreter does not do");
}

// Reduces each cluster: members `start + k * stride`, as many as `size`.
static bool reduce_cluster(invocation_t *const *members, size_t count, const instruction_t *i, size_t start,
                           size_t size, size_t stride) {
  int64_t kind = tern_enum_attr_value(tern_op_attr(i->op, "op"));
  for (uint32_t lane = 0; lane < lanes_of(i); ++lane) {
    uint64_t sum = members[start]->words[i->operands[0] + lane];
    for (size_t k = 1; k < size && start + k * stride < count; ++k) {
      sum = tern_interpreter_combine(i->element, kind, sum, members[start + k * stride]->words[i->operands[0] + lane]);
    }
    for (size_t k = 0; k < size && start + k * stride < count; ++k) {
      members[start + k * stride]->words[i->results[0] + lane] = sum;
    }
  }
  return true;
}

static bool reduce(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)m;
  const tern_attr_t *size_attr = i->number ? tern_op_attr(i->op, "cluster_size") : NULL;
  const tern_attr_t *stride_attr = i->number ? tern_op_attr(i->op, "cluster_stride") : NULL;
  size_t size = size_attr ? (size_t)tern_integer_attr_value(size_attr) : count;
  size_t stride = size_attr && stride_attr ? (size_t)tern_integer_attr_value(stride_attr) : 1;
  if (size == 0 || stride == 0) return tern_op_error(i->op, "has clusters without members");
  for (size_t block = 0; block < count; block += size * stride) {
    for (size_t k = 0; k < stride && block + k < count; ++k) {
      reduce_cluster(members, count, i, block + k, size, stride);
    }
  }
  return true;
}

static bool shuffle(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  int64_t mode = tern_enum_attr_value(tern_op_attr(i->op, "mode"));
  uint32_t lanes = lanes_of(i);
  // The values before any result is written, which no invocation shares with another.
  for (size_t k = 0; k < count; ++k) {
    int64_t offset = (int32_t)members[k]->words[i->operands[1]], width = (int32_t)members[k]->words[i->operands[2]];
    int64_t own = (int64_t)k, partner = own;
    switch (mode) {
      case 0: partner = own ^ offset; break;
      case 1: partner = own + offset; break;
      case 2: partner = own - offset; break;
      default: partner = offset; break;
    }
    if (width <= 0 || width > (int64_t)m->subgroup_size) {
      return tern_op_error(i->op, "has the width %lld in subgroups of %u", (long long)width, m->subgroup_size);
    }
    bool is_valid = partner >= own / width * width && partner < own / width * width + width && partner < (int64_t)count;
    const invocation_t *from = members[is_valid ? partner : own];
    memcpy(&members[k]->words[i->results[0]], &from->words[i->operands[0]], lanes * sizeof(uint64_t));
    members[k]->words[i->results[1]] = is_valid;
  }
  return true;
}

static bool rotate(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)m;
  size_t offset = (size_t)tern_integer_attr_value(tern_op_attr(i->op, "offset"));
  size_t width = (size_t)tern_integer_attr_value(tern_op_attr(i->op, "width"));
  for (size_t k = 0; k < count; ++k) {
    size_t partner = k / width * width + (k + offset) % width;
    bool is_valid = partner < count && k < width;
    memcpy(&members[k]->words[i->results[0]], &members[is_valid ? partner : k]->words[i->operands[0]],
           lanes_of(i) * sizeof(uint64_t));
    members[k]->words[i->results[1]] = is_valid;
  }
  return true;
}

static bool broadcast(machine_t *m, invocation_t *const *members, size_t count, const instruction_t *i) {
  (void)m;
  for (size_t k = 0; k < count; ++k) {
    uint64_t lane = i->op->operand_count > 1 ? members[k]->words[i->operands[1]] : 0;
    if (lane >= count)
      return tern_op_error(i->op, "takes the value of lane %llu of %zu", (unsigned long long)lane, count);
    memcpy(&members[k]->words[i->results[0]], &members[lane]->words[i->operands[0]], lanes_of(i) * sizeof(uint64_t));
  }
  return true;
}

const op_row_t tern_interpreter_gpu_rows[] = {
    {TERN_GPU(THREAD_ID), run_query, prepare_query, NULL, NULL},
    {TERN_GPU(BLOCK_ID), run_query, prepare_query, NULL, NULL},
    {TERN_GPU(GLOBAL_ID), run_query, prepare_query, NULL, NULL},
    {TERN_GPU(BLOCK_DIM), run_query, prepare_query, NULL, NULL},
    {TERN_GPU(GRID_DIM), run_query, prepare_query, NULL, NULL},
    {TERN_HAL(INTERFACE_WORKGROUP_ID), run_query, prepare_query, NULL, NULL},
    {TERN_HAL(INTERFACE_WORKGROUP_COUNT), run_query, prepare_query, NULL, NULL},
    {TERN_HAL(INTERFACE_WORKGROUP_SIZE), run_query, prepare_query, NULL, NULL},
    {TERN_HAL(INTERFACE_LOAD_CONSTANT), run_push_constant, NULL, NULL, NULL},
    {TERN_GPU(LANE_ID), run_lane_id, NULL, NULL, NULL},
    {TERN_GPU(SUBGROUP_ID), run_subgroup_id, NULL, NULL, NULL},
    {TERN_GPU(SUBGROUP_SIZE), run_subgroup_size, NULL, NULL, NULL},
    {TERN_GPU(NUM_SUBGROUPS), run_subgroup_count, NULL, NULL, NULL},
    {TERN_GPU(BARRIER), wait, prepare_gpu_barrier, NULL, pass_barrier},
    {TERN_SPIRV(CONTROLBARRIER), wait, prepare_control_barrier, NULL, pass_barrier},
    {TERN_GPU(SUBGROUP_REDUCE), wait, prepare_subgroup, NULL, reduce},
    {TERN_GPU(ALL_REDUCE), wait, prepare_all_reduce, NULL, reduce},
    {TERN_GPU(SHUFFLE), wait, prepare_subgroup, NULL, shuffle},
    {TERN_GPU(ROTATE), wait, prepare_subgroup, NULL, rotate},
    {TERN_GPU(SUBGROUP_BROADCAST), wait, prepare_subgroup, NULL, broadcast},
    {0},
};
