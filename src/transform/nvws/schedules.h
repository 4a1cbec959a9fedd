// When and for whom an op of an aref runs: the attributes of the loop's schedule and of partitions.

#ifndef TERN_TRANSFORM_NVWS_SCHEDULES_H_
#define TERN_TRANSFORM_NVWS_SCHEDULES_H_

#include "transform/ttg/warp_specialize/partitions.h"

// When an op runs in the pipelined loop; a stage of -1: it is not said.
typedef struct tern_nvws_schedule {
  int64_t stage, cluster;
} tern_nvws_schedule_t;
#define TERN_NVWS_NO_SCHEDULE ((tern_nvws_schedule_t){-1, -1})

static inline tern_nvws_schedule_t tern_nvws_schedule_of(const tern_op_t *op) {
  const tern_attr_t *stage = op ? tern_op_attr(op, "loop.stage") : NULL;
  const tern_attr_t *cluster = op ? tern_op_attr(op, "loop.cluster") : NULL;
  if (!tern_attr_is_integer(stage) || !tern_attr_is_integer(cluster)) return TERN_NVWS_NO_SCHEDULE;
  return (tern_nvws_schedule_t){tern_integer_attr_value(stage), tern_integer_attr_value(cluster)};
}

// The op is for these partitions, and runs then.
static inline tern_op_t *tern_nvws_place_in(tern_op_t *op, tern_partitions_t set, tern_nvws_schedule_t when) {
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32);
  tern_partitions_set(op, set);
  if (when.stage < 0) return op;
  tern_op_set_attr(op, "loop.stage", tern_integer_attr_get(i32, when.stage));
  tern_op_set_attr(op, "loop.cluster", tern_integer_attr_get(i32, when.cluster));
  return op;
}

#endif  // TERN_TRANSFORM_NVWS_SCHEDULES_H_
