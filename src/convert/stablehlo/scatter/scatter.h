// A scatter as it is lowered, and the ways of lowering it that are for processors and for devices with many invocations.

#ifndef TERN_CONVERT_STABLEHLO_SCATTER_SCATTER_H_
#define TERN_CONVERT_STABLEHLO_SCATTER_SCATTER_H_

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"

// Of a scatter that is for a device with many invocations: an i64, the bits of the widest integers that it has atomics for. Of one
// whose sums of floats may be added up in any order by those: a unit.
#define TERN_SCATTER_ATOMIC_BITS "tern.atomic_bits"
#define TERN_SCATTER_ANY_ORDER "tern.any_order"

typedef struct tern_scatter {
  tern_hlo_lowering_t *l;
  tern_hlo_dims_t window, inserted, input_batching, indices_batching, index_map;
  size_t index_vector_dim;
  size_t count;  // of inputs, and of updates
  size_t rank, indices_rank, update_rank;
  tern_value_t *const *inputs, *indices, *const *updates;
  const tern_type_t *index_element;  // as written
  tern_extent_t input_sizes[TERN_HLO_MAX_LOOPS], update_sizes[TERN_HLO_MAX_LOOPS];
  size_t update_dims[TERN_HLO_MAX_LOOPS];   // of the window dimensions of the input
  bool is_window[TERN_HLO_MAX_LOOPS];       // by input dimension
  bool is_independent[TERN_HLO_MAX_LOOPS];  // likewise
  tern_value_t *place[TERN_HLO_MAX_LOOPS];  // in the updates
  tern_hlo_body_t body;
} tern_scatter_t;

// Is `dim` in the list, and where?
static inline bool tern_scatter_lists(tern_hlo_dims_t dims, size_t dim, size_t *out_position) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] != (int64_t)dim) continue;
    if (out_position) *out_position = i;
    return true;
  }
  return false;
}

// Sets `s->place` in the dimensions of the updates that are independent ones of the input to `ivs`. Gives the others, which are still to
// be run over.
size_t tern_scatter_bind_independent(tern_scatter_t *s, tern_value_t *const *ivs, size_t *out_left);
// The place in the part of the input that the current update goes to, in the dimensions that are not independent, and whether there is
// one (NULL: always).
tern_value_t *tern_scatter_build_place(tern_builder_t *b, const tern_scatter_t *s, tern_value_t **out_place);
// For processors: what an update writes side by side is one op (lanes.c). False: too little is, and nothing was built.
bool tern_scatter_build_lanes(tern_scatter_t *s, tern_value_t **out_results);

// --- rows (rows.c) ---
// A row is what the indices choose; the dimensions of windows are its columns.
typedef struct tern_scatter_rows {
  tern_scatter_t *s;
  int64_t updates, rows;
  const tern_type_t *i32;
} tern_scatter_rows_t;

// False for scatters without rows: of several inputs, of windows that indices move, of sizes that are not known.
bool tern_scatter_find_rows(tern_scatter_t *s, tern_scatter_rows_t *out);
// Sets `s->place` in the dimensions of the updates that are no window's to where update number `n` is.
void tern_scatter_place_update(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *n);
// The row that the update at `s->place` goes to, or the number of rows if it is outside.
tern_value_t *tern_scatter_build_row(tern_builder_t *b, const tern_scatter_rows_t *p);
tern_value_t *tern_scatter_build_rem(tern_builder_t *b, tern_value_t *value, int64_t divisor);

// Marks loops over updates as dialect/util/util.h says.
void tern_scatter_mark_loops(const tern_loop_nest_t *nest, const char *mark);

// A tensor whose elements are computed each by an iteration.
typedef struct tern_scatter_each {
  tern_forall_t forall;
  tern_part_t parts[1];
  tern_value_t *state;
} tern_scatter_each_t;
void tern_scatter_open_each(tern_builder_t *b, const tern_extent_t *sizes, size_t rank, const tern_type_t *type,
                            tern_scatter_each_t *out_each);
tern_value_t *tern_scatter_close_each(tern_builder_t *b, tern_scatter_each_t *each, tern_value_t *scalar);

// Iterations over the columns and, inside, over the updates, which work in place of the input on places that are apart. `s->place`
// is set in the dimensions of windows; `state` is the part of the input with all rows of the column.
typedef struct tern_scatter_columns {
  tern_forall_t forall;
  tern_part_t part;
  tern_loop_nest_t nest;
  tern_value_t *state;
} tern_scatter_columns_t;
// Gives the number of the update.
tern_value_t *tern_scatter_open_columns(tern_builder_t *b, const tern_scatter_rows_t *p, tern_scatter_columns_t *out);
tern_value_t *tern_scatter_close_columns(tern_builder_t *b, tern_scatter_columns_t *columns);
// Where a row is among those of a column; gives the number of dimensions.
size_t tern_scatter_split_row(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *row,
                              tern_value_t **out_place);

// --- ways ---
// Each gives false, with nothing built, for scatters that it is not for.

// Not too many updates that take the place of what was there: those that no later one replaces.
bool tern_scatter_build_last(tern_scatter_t *s, tern_value_t **out_results);
// Few rows and an operation that may be reordered: rows of partial results, each of some updates.
bool tern_scatter_build_partial(tern_scatter_t *s, tern_value_t **out_results);
// Any others: the updates sorted by their row, so that each row can go through its own.
bool tern_scatter_build_sorted(tern_scatter_t *s, tern_value_t **out_results);

#endif  // TERN_CONVERT_STABLEHLO_SCATTER_SCATTER_H_
