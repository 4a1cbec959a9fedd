// See parts.h (upstream: createTMABarrierAndWait of LowerLoops.cpp).

#include "dialect/arith/arith.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttng/tma_copies.h"

typedef TERN_VEC(tern_pipeline_load_t *) group_t;

static tern_pipeline_load_t *find_load(tern_pipeline_loads_t *loads, const tern_op_t *op) {
  for (size_t i = 0; i < loads->count; ++i) {
    if (loads->values[i].op == op && tern_tma_reads(op)) return &loads->values[i];
  }
  return NULL;
}

static void note_users(tern_map_t *users, const tern_value_t *value, const tern_block_t *body) {
  tern_value_for_each_use(value, use) {
    tern_op_t *user = use->owner;
    while (user && user->block != body) user = tern_op_parent(user);
    if (user) tern_map_set(users, user, user);
  }
}

static void add_to_group(group_t *group, tern_map_t *users, tern_pipeline_load_t *load) {
  tern_vec_push(group, load);
  const tern_block_t *body = load->op->block;
  // The allocation will be gone.
  const tern_op_t *allocation = tern_pipeline_only_allocation(load->op);
  bool goes = allocation && allocation->block == body;
  note_users(users, goes ? &allocation->results[0] : &load->op->results[0], body);
}

// Loads behind the first one up to where somebody uses one, that are scheduled with it.
static void find_group(const tern_ttg_schedule_t *schedule, tern_pipeline_loads_t *loads, tern_pipeline_load_t *first,
                       const tern_map_t *grouped, group_t *out_group) {
  tern_map_t users = {0};
  const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, first->op);
  add_to_group(out_group, &users, first);
  for (const tern_op_t *op = first->op->next; op; op = op->next) {
    if (tern_map_contains(&users, op) || tern_map_contains(grouped, op)) break;
    tern_pipeline_load_t *load = find_load(loads, op);
    if (!load) continue;
    if (load->buffer_count != first->buffer_count) break;
    const tern_ttg_scheduled_t *other = tern_ttg_schedule_find(schedule, op);
    if (other->stage == entry->stage && other->cluster == entry->cluster) add_to_group(out_group, &users, load);
  }
  tern_map_deinitialize(&users);
}

static void make_barrier(tern_ttg_schedule_t *schedule, const group_t *group,
                         const tern_pipeline_counters_t *counters) {
  tern_op_list_t ops = {0};
  int64_t bytes = 0;
  for (size_t i = 0; i < group->count; ++i) {
    tern_vec_push(&ops, group->values[i]->op);
    bytes += tern_tma_bytes(group->values[i]->op);
  }
  tern_value_t *barriers = tern_pipeline_allocate_barriers(schedule->loop, counters->buffer_count);
  tern_staged_builder_t builder;
  tern_staged_builder_initialize(&builder, schedule, ops.values[0], tern_ttg_schedule_find(schedule, ops.values[0]));
  builder.b.loc = schedule->loop->loc;
  tern_value_t *barrier = tern_pipeline_view(&builder.b, barriers, counters->filled);
  tern_value_t *always = tern_arith_constant_bool(&builder.b, true);
  const tern_attr_t *size = tern_integer_attr_get(tern_i_type_get(builder.b.context, 32), bytes);
  tern_build(&builder.b, TERN_TTNG(BARRIER_EXPECT), .operands = TERN_VALUES(barrier, always),
             .attrs = TERN_ATTRS({"size", size}));
  tern_op_t *user = tern_pipeline_first_user(schedule, ops.values, ops.count);
  tern_builder_set_after(&builder.b, ops.values[ops.count - 1]);
  tern_staged_builder_set_stage(&builder, tern_ttg_schedule_find(schedule, user));
  tern_value_t *full = tern_pipeline_view(&builder.b, barriers, counters->read);
  tern_op_t *wait = tern_build(&builder.b, TERN_TTNG(WAIT_BARRIER), .operands = TERN_VALUES(full, counters->phase),
                               .segments = (int32_t[]){1, 1, 0, 0});
  for (size_t i = 0; i < group->count; ++i) {
    group->values[i]->barrier = barrier;
    group->values[i]->wait = wait;
  }
  tern_vec_deinitialize(&ops);
}

void tern_pipeline_make_barriers(tern_ttg_schedule_t *schedule, tern_pipeline_loads_t *loads,
                                 const tern_pipeline_counters_list_t *counters) {
  tern_map_t grouped = {0};
  TERN_VEC(group_t) groups = {0};
  // All groups are found before waits, which use nothing of a load, stand between them.
  for (size_t i = 0; i < loads->count; ++i) {
    tern_pipeline_load_t *load = &loads->values[i];
    if (!tern_tma_reads(load->op) || tern_map_contains(&grouped, load->op)) continue;
    group_t group = {0};
    find_group(schedule, loads, load, &grouped, &group);
    for (size_t k = 0; k < group.count; ++k) tern_map_set(&grouped, group.values[k]->op, load);
    tern_vec_push(&groups, group);
  }
  for (size_t i = 0; i < groups.count; ++i) {
    for (size_t k = 0; k < counters->count; ++k) {
      if (counters->values[k].buffer_count != groups.values[i].values[0]->buffer_count) continue;
      make_barrier(schedule, &groups.values[i], &counters->values[k]);
    }
    tern_vec_deinitialize(&groups.values[i]);
  }
  tern_vec_deinitialize(&groups);
  tern_map_deinitialize(&grouped);
}
