// The kernel of a chain over rows while it is written: emit.c has its course, places.c which columns an invocation has,
// reads.c what it reads of them, exchange.c how invocations put together what each has of a row.

#ifndef TERN_CONVERT_GPU_ROWS_EMIT_H_
#define TERN_CONVERT_GPU_ROWS_EMIT_H_

#include "convert/gpu/layout_places.h"
#include "convert/gpu/rows/rows.h"

enum { TERN_ROW_SUBGROUP = 32, TERN_ROW_MAX_AT_ONCE = TERN_GPU_MOST_ROWS_AT_ONCE, TERN_ROW_MAX_CHUNKS = 64 };

// Places in the row that are worked on together: chunks of a whole row, or of one iteration.
typedef struct tern_row_slots {
  size_t count;
  tern_value_t *positions[TERN_ROW_MAX_CHUNKS];  // first column, and its dimensions
  tern_value_t *dimensions[TERN_ROW_MAX_CHUNKS][TERN_ROW_MAX_COLUMN_DIMS];
  tern_value_t *guards[TERN_ROW_MAX_CHUNKS];  // the columns are there; NULL: always
  tern_value_t *staged[TERN_ROW_MAX_CHUNKS];  // where they are in workgroup memory, if they are copied there
} tern_row_slots_t;

// One row under way.
typedef struct tern_row_state {
  tern_value_t *ivs[TERN_ROW_MAX_DIMS];
  tern_value_t *is_there;  // it is one of the rows; NULL: always
  tern_value_t **scalars;  // by load: of those without a column
  tern_value_t **loaded;   // by load and slot
  tern_value_t **columns;  // by op, output and slot
  tern_value_t **results;  // by op and output: values per row
} tern_row_state_t;

typedef struct tern_row_emitter {
  const tern_row_plan_t *plan;
  const tern_gpu_row_config_t *config;
  tern_builder_t *b;
  tern_gpu_kernel_t kernel;
  tern_value_t *place;   // among the invocations of the row in this workgroup
  tern_value_t *rank;    // of the workgroup in its cluster; NULL: it is alone
  tern_value_t *subrow;  // which row of the workgroup's; NULL: it has one
  tern_row_state_t rows[TERN_ROW_MAX_AT_ONCE];
  tern_row_slots_t slots;
  tern_value_t *stages[TERN_ROW_MAX_OPS * TERN_ROW_MAX_OPERANDS];  // by load: workgroup memory for what is copied there
} tern_row_emitter_t;

// --- vectors ---

static inline int64_t tern_row_lanes(const tern_row_emitter_t *e) { return e->plan->shape.lanes; }

static inline const tern_type_t *tern_row_vector_type(const tern_row_emitter_t *e, const tern_type_t *element) {
  int64_t lanes = tern_row_lanes(e);
  return lanes > 1 ? tern_vector_type_get(element, &lanes, 1, 0) : element;
}

static inline bool tern_row_is_across(const tern_row_emitter_t *e) { return tern_row_plan_is_across(e->plan); }

// --- places ---

// Which rows of a workgroup's, and which place among those that share it, invocations have: thread -> place, row. Where rows run
// across memory neighbours are of different rows, else of one.
tern_layout_t tern_row_threads_layout(const tern_row_emitter_t *emitter);
// Sets `place` and `subrow`.
void tern_row_set_place(tern_row_emitter_t *emitter);
// The invocation's place among all of the row, in the cluster.
tern_value_t *tern_row_build_cluster_place(tern_row_emitter_t *emitter);
// Columns that all invocations of a row access together.
int64_t tern_row_chunk_width(const tern_row_emitter_t *emitter);
// Sets the slots to chunks from `first` on: where the end of the row lies is known if `base` is NULL (column 0).
void tern_row_set_slots(tern_row_emitter_t *emitter, tern_value_t *base, int64_t first, int64_t count);

// --- reads ---

// Where a state has what an op gives.
static inline size_t tern_row_result_index(size_t op, size_t output) { return op * TERN_GPU_MAX_OUTPUTS + output; }
// A scalar in all lanes.
tern_value_t *tern_row_build_splat(tern_row_emitter_t *emitter, tern_value_t *scalar);
// Loop positions of an op; `columns`: NULL if it has none.
void tern_row_set_ivs(const tern_row_state_t *row, const tern_row_op_t *member, tern_value_t *const *columns,
                      tern_value_t **out_ivs);
// What the access `load` reads at a slot; zeros beyond the end of the row.
tern_value_t *tern_row_read_columns(tern_row_emitter_t *emitter, tern_row_state_t *row, size_t load, size_t slot);
// What the op, and those that make its columns, read at this place: so that reads are under way before they are needed.
void tern_row_read_ahead(tern_row_emitter_t *emitter, tern_row_state_t *row, size_t op, size_t slot);
// What is read once for a row.
void tern_row_read_scalars(tern_row_emitter_t *emitter, tern_row_state_t *row);

// --- exchange ---

// Do the invocations of a row meet in workgroup memory?
bool tern_row_needs_memory(const tern_row_emitter_t *emitter);
// What the invocations of a workgroup have of a row, `values`, each on its own: in two steps, with a barrier in between
// where tern_row_needs_memory(). After the second all of them have the whole, or, where nobody else needs it, the first.
void tern_row_exchange_begin(tern_row_emitter_t *emitter, const tern_gpu_combiner_t *combiner, tern_value_t **values,
                             tern_value_t **out_slots);
void tern_row_exchange_end(tern_row_emitter_t *emitter, const tern_gpu_combiner_t *combiner, tern_value_t *const *slots,
                           tern_value_t **values);
// The same for the workgroups of a cluster that share a row, with tern_gpu_build_cluster_barrier() in between.
void tern_row_cluster_exchange_begin(tern_row_emitter_t *emitter, const tern_gpu_combiner_t *combiner,
                                     tern_value_t *const *values, tern_value_t **out_slots);
void tern_row_cluster_exchange_end(tern_row_emitter_t *emitter, const tern_gpu_combiner_t *combiner,
                                   tern_value_t *const *slots, tern_value_t **values);

// --- rows in workgroup memory ---

// Is what the access reads copied to workgroup memory first?
static inline bool tern_row_is_staged(const tern_row_emitter_t *e, const tern_row_load_t *load) {
  return e->config->is_staged && load->has_column && load->has_row;
}
// Elements of workgroup memory for one row.
int64_t tern_row_staged_length(const tern_row_emitter_t *emitter);
void tern_row_build_stages(tern_row_emitter_t *emitter);
// Begins to copy what `load` reads of row `row` of those at once: `source` is the memory and the position in it.
void tern_row_stage_copy(tern_row_emitter_t *emitter, size_t load, int64_t row, size_t slot, tern_values_t source);
// Each invocation waits for its own copies, which no other reads.
void tern_row_stage_wait(tern_row_emitter_t *emitter);
tern_value_t *tern_row_stage_read(tern_row_emitter_t *emitter, size_t load, int64_t row, size_t slot);

// --- division ---

// Makes products of the quotients of a kernel whose divisor is one number for the row.
void tern_row_share_divisors(tern_op_t *func);

#endif  // TERN_CONVERT_GPU_ROWS_EMIT_H_
