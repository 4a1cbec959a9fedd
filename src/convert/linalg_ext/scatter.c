// iree_linalg_ext.scatter as loops.
//
// Dimensions of the slices are independent of each other: scf.forall runs over them. Inside, the updates are made one after the
// other, in order, so that indices may name a place more than once. Places outside of the tensor are left out. Where slices are
// not known to be as large as the tensor, all updates are made in order.

#include "convert/linalg_ext/loops.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// What one scatter consists of. The last dimension of the indices may be left out if there is one coordinate.
typedef struct scatter {
  tern_op_t *op;
  tern_value_t *updates, *indices, *target;
  size_t rank, coordinates, batch_rank, slice_count;
  int64_t places[MAX_RANK];     // the dimensions that the coordinates are of
  size_t slice_dims[MAX_RANK];  // the other ones
  tern_extent_t sizes[MAX_RANK];
} scatter_t;

static scatter_t read_scatter(tern_builder_t *b, tern_op_t *op) {
  scatter_t s = {.op = op,
                 .updates = tern_linalg_ext_input(op, 0),
                 .indices = tern_linalg_ext_input(op, 1),
                 .target = tern_linalg_ext_output(op, 0)};
  const tern_attr_t *dimension_map = tern_op_attr(op, "dimension_map");
  bool is_indexed[MAX_RANK] = {false};
  s.rank = tern_type_rank(s.target->type);
  s.coordinates = tern_int_list_attr_count(dimension_map);
  s.batch_rank = tern_type_rank(s.updates->type) - (s.rank - s.coordinates);
  for (size_t i = 0; i < s.coordinates; ++i) {
    s.places[i] = tern_int_list_attr_at(dimension_map, i);
    is_indexed[s.places[i]] = true;
  }
  for (size_t d = 0; d < s.rank; ++d) {
    if (!is_indexed[d]) s.slice_dims[s.slice_count++] = d;
  }
  tern_build_dims(b, s.target, s.sizes);
  return s;
}

// The update at `source` (batch, then slice) goes into `state`, whose dimension `kept[d]` is the target's `d`; those that it
// does not have come after its rank.
static tern_value_t *build_update(tern_builder_t *b, const scatter_t *s, tern_value_t *state, const size_t *kept,
                                  tern_value_t **source) {
  tern_value_t *place[2 * MAX_RANK], *vector[MAX_RANK + 1], *is_inside = NULL;
  size_t indices_rank = tern_type_rank(s->indices->type), kept_rank = tern_type_rank(state->type);
  for (size_t i = 0; i < s->batch_rank; ++i) vector[i] = source[i];
  for (size_t i = 0; i < s->slice_count; ++i) place[kept[s->slice_dims[i]]] = source[s->batch_rank + i];
  for (size_t i = 0; i < s->coordinates; ++i) {
    if (indices_rank > s->batch_rank) vector[s->batch_rank] = tern_build_index(b, (int64_t)i);
    tern_value_t *index = tern_build_extract(b, s->indices, (tern_values_t){vector, indices_rank});
    index = tern_build_index_from(b, index, index->type);
    tern_value_t *size = tern_build_extent(b, s->sizes[s->places[i]]);
    tern_value_t *fits = tern_build_compared(b, TERN_CMPI_ULT, index, size);
    is_inside = is_inside ? tern_build_binary(b, TERN_ARITH(ANDI), is_inside, fits) : fits;
    place[kept[s->places[i]]] = index;
  }
  tern_op_t *guard = is_inside ? tern_guard_open(b, is_inside, &state, 1) : NULL;
  tern_value_t *present = tern_build_extract(b, state, (tern_values_t){place, kept_rank});
  tern_value_t *update = tern_build_extract(b, s->updates, (tern_values_t){source, s->batch_rank + s->slice_count});
  tern_value_t *combined = tern_linalg_ext_build_body(b, s->op, (tern_value_t *[]){update, present});
  state = tern_build_insert(b, combined, state, (tern_values_t){place, kept_rank});
  if (guard) tern_guard_close(b, guard, &state, 1);
  return state;
}

static bool has_whole_slices(tern_builder_t *b, const scatter_t *s) {
  for (size_t i = 0; i < s->slice_count; ++i) {
    tern_extent_t end = tern_build_dim(b, s->updates, s->batch_rank + i), size = s->sizes[s->slice_dims[i]];
    if (end.value || size.value || end.constant != size.constant) return false;
  }
  return true;
}

// One iteration makes all updates.
static void build_in_order(tern_builder_t *b, const scatter_t *s, tern_value_t **out_results) {
  tern_extent_t ends[MAX_RANK];
  size_t kept[MAX_RANK];
  tern_value_t *state = s->target;
  tern_forall_t forall;
  tern_forall_open(b, NULL, 0, TERN_VALUES(tern_build_empty(b, s->target->type, s->sizes)), &forall);
  tern_part_t part = {.rank = s->rank};
  for (size_t d = 0; d < s->rank; ++d) {
    part.sizes[d] = s->sizes[d];
    kept[d] = d;
  }
  state = tern_build_part(b, s->target, &part);
  tern_loop_nest_t nest;
  tern_build_dims(b, s->updates, ends);
  tern_loop_nest_open(b, ends, s->batch_rank + s->slice_count, &state, 1, &nest);
  state = build_update(b, s, state, kept, nest.ivs);
  tern_loop_nest_close(b, &nest, &state, 1);
  const tern_part_t *parts[] = {&part};
  tern_forall_close(b, &forall, &state, parts, out_results);
}

bool tern_linalg_ext_lower_scatter(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  scatter_t s = read_scatter(b, op);
  if (!has_whole_slices(b, &s)) {
    build_in_order(b, &s, out_results);
    return true;
  }
  size_t kept[MAX_RANK], kept_count = 0;
  tern_extent_t ends[MAX_RANK], loop_ends[MAX_RANK];
  for (size_t i = 0; i < s.slice_count; ++i) {
    ends[i] = s.sizes[s.slice_dims[i]];
    kept[s.slice_dims[i]] = s.coordinates + i;
  }
  tern_value_t *empty = tern_build_empty(b, s.target->type, s.sizes), *state, *source[MAX_RANK];
  tern_forall_t forall;
  tern_forall_open(b, ends, s.slice_count, TERN_VALUES(empty), &forall);
  tern_part_t part = {.rank = s.rank};
  for (size_t d = 0, i = 0; d < s.rank; ++d) {
    part.sizes[d] = s.sizes[d];
    if (i < s.slice_count && s.slice_dims[i] == d) {
      tern_part_drop(&part, d, forall.ivs[i++]);
    } else {
      kept[d] = kept_count++;
    }
  }
  state = tern_build_part(b, s.target, &part);
  for (size_t i = 0; i < s.batch_rank; ++i) loop_ends[i] = tern_build_dim(b, s.updates, i);
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, loop_ends, s.batch_rank, &state, 1, &nest);
  for (size_t i = 0; i < s.batch_rank; ++i) source[i] = nest.ivs[i];
  for (size_t i = 0; i < s.slice_count; ++i) source[s.batch_rank + i] = forall.ivs[i];
  state = build_update(b, &s, state, kept, source);
  tern_loop_nest_close(b, &nest, &state, 1);
  const tern_part_t *parts[] = {&part};
  tern_forall_close(b, &forall, &state, parts, out_results);
  return true;
}
