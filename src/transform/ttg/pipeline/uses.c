// See parts.h (upstream: getTopLevelUsersInLoop and those around it in LowerLoops.cpp).

#include <math.h>

#include "dialect/common/fold_elements.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/placement.h"
#include "transform/ttng/tma_copies.h"

// Views are no uses: those who use them are. What is carried is used in the next iteration.
tern_op_list_t tern_pipeline_users(tern_op_t *op, const tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_op_list_t users = {0};
  tern_ttg_value_list_t queue = {0};
  tern_map_t seen = {0}, listed = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&queue, tern_op_result(op, i));
  while (queue.count > 0) {
    const tern_value_t *value = queue.values[--queue.count];
    tern_value_for_each_use(value, use) {
      tern_op_t *user = use->owner;
      tern_value_t *next = NULL;
      if (user == body->last_op) next = tern_scf_for_carried(loop, tern_operand_index(use));
      if (tern_tma_is_view(user)) next = tern_op_result(user, 0);
      if (next) {
        if (tern_map_set(&seen, next, next)) tern_vec_push(&queue, next);
        continue;
      }
      tern_op_t *top = tern_ttg_ancestor_in(body, user);
      if (top && tern_map_set(&listed, top, top)) tern_vec_push(&users, top);
    }
  }
  tern_vec_deinitialize(&queue);
  tern_map_deinitialize(&seen);
  tern_map_deinitialize(&listed);
  return users;
}

bool tern_pipeline_comes_before(const tern_ttg_scheduled_t *a, const tern_ttg_scheduled_t *b) {
  if (a->stage != b->stage) return a->stage < b->stage;
  if (a->cluster != b->cluster) return a->cluster->place < b->cluster->place;
  return tern_op_is_before(a->op, b->op);
}

tern_op_t *tern_pipeline_first_user(const tern_ttg_schedule_t *schedule, tern_op_t *const *ops, size_t count) {
  const tern_ttg_scheduled_t *first = NULL;
  for (size_t i = 0; i < count; ++i) {
    tern_op_list_t users = tern_pipeline_users(ops[i], schedule->loop);
    for (size_t k = 0; k < users.count; ++k) {
      const tern_ttg_scheduled_t *entry = tern_ttg_schedule_find(schedule, users.values[k]);
      if (!first || tern_pipeline_comes_before(entry, first)) first = entry;
    }
    tern_vec_deinitialize(&users);
  }
  return first ? first->op : NULL;
}

// An allocation that holds what is loaded may go, and then those who use it use the load.
static void add_users_of_allocations(tern_op_list_t *users, const tern_op_t *loop) {
  for (size_t i = 0, count = users->count; i < count; ++i) {
    if (!tern_op_is(users->values[i], TERN_TTG(LOCAL_ALLOC))) continue;
    tern_op_list_t more = tern_pipeline_users(users->values[i], loop);
    for (size_t k = 0; k < more.count; ++k) tern_vec_push(users, more.values[k]);
    tern_vec_deinitialize(&more);
  }
}

int64_t tern_pipeline_stages_to_use(const tern_ttg_schedule_t *schedule, tern_op_t *load) {
  tern_op_list_t users = tern_pipeline_users(load, schedule->loop);
  add_users_of_allocations(&users, schedule->loop);
  int64_t first = -1, last_wait = -1;
  for (size_t i = 0; i < users.count; ++i) {
    int64_t stage = tern_ttg_schedule_find(schedule, users.values[i])->stage;
    if (first < 0 || stage < first) first = stage;
    // The memory is in use until the wait is over.
    if (tern_op_is(users.values[i], TERN_TTNG(WAIT_BARRIER)) && stage > last_wait) last_wait = stage;
  }
  tern_vec_deinitialize(&users);
  if (first < 0) return 0;
  if (last_wait > first) first = last_wait;
  return first - tern_ttg_schedule_find(schedule, load)->stage;
}

tern_op_t *tern_pipeline_only_allocation(const tern_op_t *load) {
  const tern_value_t *other = tern_op_is(load, TERN_TT(LOAD)) ? tern_op_operand_named(load, "other") : NULL;
  // Copies leave zeros where the mask is false, and nothing else.
  if (other && !tern_pipeline_is_zero(other)) return NULL;
  if (!tern_value_has_one_use(&load->results[0])) return NULL;
  tern_op_t *user = load->results[0].first_use->owner;
  if (!tern_op_is(user, TERN_TTG(LOCAL_ALLOC))) return NULL;
  const tern_attr_t *wanted = tern_memdesc_read(user->results[0].type).encoding;
  bool is_descriptor_load = !tern_op_is(load, TERN_TT(LOAD));
  return is_descriptor_load && tern_tma_memory_encoding(load) != wanted ? NULL : user;
}

// Copies leave +0 where they leave zeros.
bool tern_pipeline_is_zero(const tern_value_t *value) {
  const tern_op_t *splat = tern_value_defined_by(value, TERN_TT(SPLAT));
  const tern_attr_t *constant = tern_value_constant(splat ? tern_op_operand(splat, 0) : value);
  double number;
  if (!constant) return false;
  return tern_attr_is_int_value(constant, 0) ||
         (tern_attr_float_scalar(constant, &number) && number == 0 && !signbit(number));
}
