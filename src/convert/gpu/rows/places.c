// Which row, and which of its columns, an invocation has: layouts (analysis/layout/linear_layout.h) of the invocations of a
// workgroup, and of what those of a row access together.

#include "convert/gpu/rows/emit.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"

tern_layout_t tern_row_threads_layout(const tern_row_emitter_t *e) {
  int64_t places = e->config->invocations, rows = e->config->workgroup_size / places;
  if (tern_row_is_across(e)) return TERN_LAYOUT_EXTEND(NULL, {"thread", rows, "row"}, {"thread", places, "place"});
  return TERN_LAYOUT_EXTEND(NULL, {"thread", places, "place"}, {"thread", rows, "row"});
}

// What the invocations of `cluster` workgroups access together: element, place, block -> column.
static tern_layout_t find_chunk(const tern_row_emitter_t *e, int64_t elements, int64_t cluster) {
  return TERN_LAYOUT_EXTEND(NULL, {"element", elements, "column"}, {"place", e->config->invocations, "column"},
                            {"block", cluster, "column"});
}

static int64_t count_columns(const tern_row_emitter_t *e) { return tern_row_is_across(e) ? 1 : tern_row_lanes(e); }

int64_t tern_row_chunk_width(const tern_row_emitter_t *e) {
  tern_layout_t chunk = find_chunk(e, count_columns(e), e->config->cluster);
  return INT64_C(1) << tern_layout_bits(&chunk.outs, "column");
}

void tern_row_set_place(tern_row_emitter_t *e) {
  tern_layout_t threads = tern_row_threads_layout(e);
  tern_value_t *thread = tern_gpu_build_local_id(e->b, &e->kernel, 0);
  tern_gpu_places_t places = tern_gpu_build_places(e->b, &threads, TERN_GPU_INPUTS({"thread", thread}));
  e->place = tern_gpu_build_place(&places, "place", (tern_gpu_numbers_t){0});
  bool has_rows = tern_layout_bits(&threads.outs, "row") > 0;
  e->subrow = has_rows ? tern_gpu_build_place(&places, "row", (tern_gpu_numbers_t){0}) : NULL;
}

static tern_value_t *build_own(tern_row_emitter_t *e, int64_t elements, int64_t cluster) {
  tern_layout_t chunk = find_chunk(e, elements, cluster);
  tern_gpu_places_t places = tern_gpu_build_places(
      e->b, &chunk, TERN_GPU_INPUTS({"place", e->place}, {"block", cluster > 1 ? e->rank : NULL}));
  return tern_gpu_build_place(&places, "column", (tern_gpu_numbers_t){0});
}

tern_value_t *tern_row_build_cluster_place(tern_row_emitter_t *e) { return build_own(e, 1, e->config->cluster); }

// Where the invocation's columns of the chunk at `base` (NULL: 0) are among those of the workgroup.
static tern_value_t *build_staged_place(tern_row_emitter_t *e, tern_value_t *base) {
  tern_value_t *own = build_own(e, tern_row_lanes(e), 1);
  if (!base) return own;
  tern_value_t *cluster = tern_build_index(e->b, e->config->cluster);
  tern_value_t *first = tern_build_value(e->b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(base, cluster));
  return tern_build_index_add(e->b, first, own);
}

void tern_row_set_slots(tern_row_emitter_t *e, tern_value_t *base, int64_t first, int64_t count) {
  const tern_row_plan_t *plan = e->plan;
  int64_t width = tern_row_chunk_width(e), length = plan->shape.length;
  tern_value_t *extents[TERN_ROW_MAX_COLUMN_DIMS];
  for (size_t d = 0; d < plan->column_dims; ++d) extents[d] = tern_build_index(e->b, plan->column_extents[d]);
  e->slots.count = (size_t)count;
  tern_value_t *own = build_own(e, count_columns(e), e->config->cluster);
  tern_value_t *staged = e->config->is_staged ? build_staged_place(e, base) : NULL;
  if (base) own = tern_build_index_add(e->b, base, own);
  for (int64_t s = 0; s < count; ++s) {
    int64_t start = (first + s) * width;
    tern_value_t *position = tern_build_index_add(e->b, own, tern_build_index(e->b, start));
    e->slots.positions[s] = position;
    e->slots.guards[s] = NULL;
    if (staged) {
      e->slots.staged[s] = tern_build_index_add(e->b, staged, tern_build_index(e->b, start / e->config->cluster));
    }
    if (!base && start + width > length) {
      e->slots.guards[s] = tern_gpu_build_less(e->b, position, tern_build_index(e->b, length));
    }
    tern_gpu_build_delinearized(e->b, position, extents, plan->column_dims, e->slots.dimensions[s]);
  }
}
