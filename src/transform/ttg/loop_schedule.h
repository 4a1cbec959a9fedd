// The schedule of a loop that is to be pipelined: in which stage each op of its body runs, and in which order the ops of one
// iteration of the pipelined loop stand.
//
// Ops of stage s work on the iteration that began s iterations ago. Clusters are the order: all ops of the first come before
// those of the second, and ops of one cluster stand as they did. As attributes of the ops a schedule is `loop.stage` and
// `loop.cluster`, and `tt.scheduled_max_stage` of the loop.

#ifndef TERN_TRANSFORM_TTG_LOOP_SCHEDULE_H_
#define TERN_TRANSFORM_TTG_LOOP_SCHEDULE_H_

#include "base/vec.h"
#include "ir/op_def.h"

// A cluster, by its place among the others, which changes as clusters are made before it.
typedef struct tern_ttg_cluster {
  int64_t place;
} tern_ttg_cluster_t;

typedef struct tern_ttg_scheduled {
  tern_op_t *op;
  int64_t stage;
  tern_ttg_cluster_t *cluster;
} tern_ttg_scheduled_t;

typedef TERN_VEC(tern_ttg_scheduled_t) tern_ttg_scheduled_list_t;
typedef TERN_VEC(tern_value_t *) tern_ttg_value_list_t;

// Zero-initialise with the loop. Ops that are not of the loop's body may be scheduled, and are not heeded.
typedef struct tern_ttg_schedule {
  tern_op_t *loop;
  int64_t stage_count;
  TERN_VEC(tern_ttg_cluster_t *) clusters;  // owned, in order
  tern_map_t entries;                       // op -> tern_ttg_scheduled_t, owned
} tern_ttg_schedule_t;

void tern_ttg_schedule_deinitialize(tern_ttg_schedule_t *schedule);

tern_ttg_cluster_t *tern_ttg_cluster_at_front(tern_ttg_schedule_t *schedule);
tern_ttg_cluster_t *tern_ttg_cluster_at_back(tern_ttg_schedule_t *schedule);
tern_ttg_cluster_t *tern_ttg_cluster_before(tern_ttg_schedule_t *schedule, const tern_ttg_cluster_t *cluster);

// A new cluster in front of `op`, which is scheduled: ops of its cluster that stand before it come in front of the new one.
tern_ttg_cluster_t *tern_ttg_cluster_split_before(tern_ttg_schedule_t *schedule, const tern_op_t *op);

// The entry of an op, or NULL.
const tern_ttg_scheduled_t *tern_ttg_schedule_find(const tern_ttg_schedule_t *schedule, const tern_op_t *op);
void tern_ttg_schedule_set(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage, tern_ttg_cluster_t *cluster);
bool tern_ttg_schedule_add(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage, tern_ttg_cluster_t *cluster);
// Schedules what the op needs of the body, and what that needs, here as well: ops that are not scheduled yet, or later. With
// `through_iterations` also what it needs of the iteration before.
void tern_ttg_schedule_dependencies(tern_ttg_schedule_t *schedule, tern_op_t *op, int64_t stage,
                                    tern_ttg_cluster_t *cluster, bool through_iterations);

// The same for all ops that are scheduled, the first stage first.
void tern_ttg_schedule_operands(tern_ttg_schedule_t *schedule);
// What makes a carried value is needed in the next iteration: so a stage later, and before its user. Loads stay with their user.
void tern_ttg_schedule_carried(tern_ttg_schedule_t *schedule);
// All other ops: in the last stage and in cluster `after`, and not before what makes their operands.
void tern_ttg_schedule_rest(tern_ttg_schedule_t *schedule, tern_ttg_cluster_t *after);
void tern_ttg_schedule_remove(tern_ttg_schedule_t *schedule, const tern_op_t *op);

// The ops of the body that are scheduled, cluster by cluster. To be deinitialized by the caller.
tern_ttg_scheduled_list_t tern_ttg_schedule_in_order(const tern_ttg_schedule_t *schedule);

// Writes the attributes; reads them, if the loop has a schedule.
void tern_ttg_schedule_write(const tern_ttg_schedule_t *schedule);
bool tern_ttg_schedule_read(tern_ttg_schedule_t *schedule);

// What the op and the ops inside of it use of what is defined outside of it, each once. To be deinitialized by the caller.
tern_ttg_value_list_t tern_ttg_outside_operands(tern_op_t *op);

// --- loops ---

// May the loop be pipelined? No value is handed on over more than one iteration, and it is no outer loop.
bool tern_ttg_loop_can_be_pipelined(const tern_op_t *loop);
// Do its iterations meet at a barrier?
bool tern_ttg_loop_has_barrier(tern_op_t *loop);

#endif  // TERN_TRANSFORM_TTG_LOOP_SCHEDULE_H_
