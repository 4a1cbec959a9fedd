// Ids of units of a device in the form that the iterations of a loop need. Private to src/transform/script.

#ifndef TERN_TRANSFORM_SCRIPT_GPU_IDS_H_
#define TERN_TRANSFORM_SCRIPT_GPU_IDS_H_

#include "rewrite/builder.h"

enum { TERN_GPU_IDS_MAX = 10, TERN_GPU_IDS_DIMS = 3 };

// What runs the iterations of a loop.
typedef struct tern_gpu_units {
  const tern_enum_row_t *kind;  // of the mapping: TERN_GPU_ENUM(BLOCK), WARPGROUP, WARP, THREAD or LANE
  bool is_linear;               // counted through all dimensions; else by x, y and z
  const tern_attr_t *mask;      // #gpu.mask of the units that take part; NULL: the first ones
  int64_t warp_size;
  int64_t basis[TERN_GPU_IDS_DIMS];  // how many workgroups (or work items) there are
} tern_gpu_units_t;

typedef struct tern_gpu_ids {
  tern_value_t *values[TERN_GPU_IDS_MAX];  // the fastest first
  tern_value_t *predicates[TERN_GPU_IDS_DIMS];
  size_t predicate_count;
  char error[200];  // if there are too few units
} tern_gpu_ids_t;

// How many work items or workgroups one unit is.
int64_t tern_gpu_units_per_id(const tern_gpu_units_t *units);
// The ids of a unit in a space of these sizes (three of them unless is_linear), and what holds where it takes part. False if
// there are too few units.
bool tern_gpu_ids_build(tern_builder_t *b, const tern_gpu_units_t *units, const int64_t *sizes, size_t count,
                        tern_gpu_ids_t *out_ids);

#endif  // TERN_TRANSFORM_SCRIPT_GPU_IDS_H_
