// gather, dynamic_gather and torch_index_select: a generic op over the result that reads the operand at computed places.
//
// Element r of the result is operand[start + offset + batch]: `start` comes from the vector of start indices that the batch
// dimensions of r point at, clamped so that the whole slice lies inside; `offset` are the offset dimensions of r.

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct gather {
  tern_hlo_dims_t offset_dims, collapsed, operand_batching, indices_batching, index_map;
  size_t index_vector_dim;
  tern_value_t *operand, *indices;
  const tern_type_t *index_element;  // as written
  tern_extent_t slice_sizes[MAX_RANK], operand_sizes[MAX_RANK];
  size_t rank;  // of the result
} gather_t;

static bool lists(tern_hlo_dims_t dims, int64_t dim, size_t *out_position) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] != dim) continue;
    if (out_position) *out_position = i;
    return true;
  }
  return false;
}

static bool read_gather(tern_hlo_lowering_t *l, gather_t *g) {
  const tern_attr_t *attr = tern_op_attr(l->op, "dimension_numbers");
  tern_hlo_dims_t vector_dim;
  bool is_read = attr && tern_hlo_attr_field(attr, "gather", "offset_dims", &g->offset_dims) &&
                 tern_hlo_attr_field(attr, "gather", "collapsed_slice_dims", &g->collapsed) &&
                 tern_hlo_attr_field(attr, "gather", "start_index_map", &g->index_map) &&
                 tern_hlo_attr_field(attr, "gather", "index_vector_dim", &vector_dim);
  if (!is_read) return false;
  if (!tern_hlo_attr_field(attr, "gather", "operand_batching_dims", &g->operand_batching)) {
    g->operand_batching = (tern_hlo_dims_t){0};
  }
  if (!tern_hlo_attr_field(attr, "gather", "start_indices_batching_dims", &g->indices_batching)) {
    g->indices_batching = (tern_hlo_dims_t){0};
  }
  g->index_vector_dim = vector_dim.count ? (size_t)vector_dim.values[0] : 0;
  g->operand = l->operands.values[0];
  g->indices = l->operands.values[1];
  g->index_element = tern_hlo_written_element(l->op, 1);
  g->rank = tern_type_rank(l->types[0]);
  tern_build_dims(l->b, g->operand, g->operand_sizes);
  return true;
}

static void fill_with_gathered(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const gather_t *g = user;
  size_t operand_rank = tern_type_rank(g->operand->type), indices_rank = tern_type_rank(g->indices->type);
  tern_value_t *batch[MAX_RANK], *offsets[MAX_RANK], *place[MAX_RANK], *indices[MAX_RANK];
  size_t batch_count = 0, offset_count = 0;
  for (size_t i = 0; i < g->rank; ++i) {
    tern_value_t *index = tern_linalg_build_index(b, i);
    if (lists(g->offset_dims, (int64_t)i, NULL)) {
      offsets[offset_count++] = index;
    } else {
      batch[batch_count++] = index;
    }
  }
  // Where in `indices` the start indices of this element are.
  for (size_t i = 0, next = 0; i < indices_rank; ++i) place[i] = i == g->index_vector_dim ? NULL : batch[next++];
  for (size_t d = 0, next = 0; d < operand_rank; ++d) {
    size_t position;
    if (lists(g->operand_batching, (int64_t)d, &position)) {
      indices[d] = place[g->indices_batching.values[position]];
      continue;
    }
    bool is_collapsed = lists(g->collapsed, (int64_t)d, NULL);
    tern_value_t *offset = is_collapsed ? NULL : offsets[next++];
    indices[d] = offset ? offset : tern_build_index(b, 0);
    if (!lists(g->index_map, (int64_t)d, &position)) continue;
    tern_extent_t limit = tern_extent_sub(b, g->operand_sizes[d], g->slice_sizes[d]);
    if (!limit.value && limit.constant == 0) continue;
    if (g->index_vector_dim < indices_rank) place[g->index_vector_dim] = tern_build_index(b, (int64_t)position);
    tern_value_t *start = tern_build_extract(b, g->indices, (tern_values_t){place, indices_rank});
    start = tern_build_clamped_index(b, start, g->index_element, limit);
    indices[d] = offset ? tern_build_index_add(b, start, offset) : start;
  }
  tern_value_t *element = tern_build_extract(b, g->operand, (tern_values_t){indices, operand_rank});
  tern_build_linalg_yield(b, TERN_VALUES(element));
}

static bool build_gather(tern_hlo_lowering_t *l, gather_t *g) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->types[0];
  tern_extent_t sizes[MAX_RANK];
  size_t operand_rank = tern_type_rank(g->operand->type), kept[MAX_RANK], kept_count = 0;
  for (size_t d = 0; d < operand_rank; ++d) {
    bool is_gone = lists(g->collapsed, (int64_t)d, NULL) || lists(g->operand_batching, (int64_t)d, NULL);
    if (!is_gone) kept[kept_count++] = d;
  }
  for (size_t i = 0, offset = 0, batch = 0; i < g->rank; ++i) {
    if (lists(g->offset_dims, (int64_t)i, NULL)) {
      sizes[i] = g->slice_sizes[kept[offset++]];
    } else {
      if (batch == g->index_vector_dim) ++batch;
      sizes[i] = tern_build_dim(b, g->indices, batch++);
    }
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, g->rank);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(b, type, sizes)),
                                                 &identity, g->rank, 0, fill_with_gathered, g);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

static bool lower_gather(tern_hlo_lowering_t *l) {
  gather_t g = {0};
  if (!read_gather(l, &g)) return false;
  for (size_t d = 0; d < tern_type_rank(g.operand->type); ++d) {
    g.slice_sizes[d] = tern_extent_of(tern_hlo_list_entry(l->op, "slice_sizes", d, 1));
  }
  return build_gather(l, &g);
}

static bool lower_dynamic_gather(tern_hlo_lowering_t *l) {
  gather_t g = {0};
  if (!read_gather(l, &g)) return false;
  for (size_t d = 0; d < tern_type_rank(g.operand->type); ++d) {
    tern_value_t *size = tern_build_element_at(l->b, l->operands.values[2], (int64_t)d);
    g.slice_sizes[d] = tern_extent_of_value(tern_build_index_from(l->b, size, tern_hlo_written_element(l->op, 2)));
  }
  return build_gather(l, &g);
}

// --- torch_index_select ---

typedef struct selection {
  tern_value_t *operand, *index;
  const tern_type_t *index_element;
  size_t dim, batch_dims, rank;
} selection_t;

// result[batch..., before..., i..., after...] = operand[batch..., before..., index[batch..., i...], after...]
static void fill_with_selected(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const selection_t *s = user;
  tern_value_t *loops[MAX_RANK], *indices[MAX_RANK], *place[MAX_RANK];
  size_t index_rank = tern_type_rank(s->index->type), operand_rank = tern_type_rank(s->operand->type);
  for (size_t i = 0; i < s->rank; ++i) loops[i] = tern_linalg_build_index(b, i);
  for (size_t i = 0; i < index_rank; ++i) place[i] = loops[i < s->batch_dims ? i : s->dim + i - s->batch_dims];
  size_t inserted = index_rank - s->batch_dims;
  for (size_t d = 0; d < operand_rank; ++d) indices[d] = loops[d <= s->dim ? d : d + inserted - 1];
  tern_value_t *index = tern_build_extract(b, s->index, (tern_values_t){place, index_rank});
  tern_extent_t last = tern_extent_sub(b, tern_build_dim(b, s->operand, s->dim), tern_extent_of(1));
  indices[s->dim] = tern_build_clamped_index(b, index, s->index_element, last);
  tern_value_t *element = tern_build_extract(b, s->operand, (tern_values_t){indices, operand_rank});
  tern_build_linalg_yield(b, TERN_VALUES(element));
}

static bool lower_torch_index_select(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  selection_t s = {.operand = l->operands.values[0],
                   .index = l->operands.values[1],
                   .index_element = tern_hlo_written_element(l->op, 1),
                   .dim = (size_t)tern_hlo_int_entry(l->op, "dim", 0),
                   .batch_dims = (size_t)tern_hlo_int_entry(l->op, "batch_dims", 0),
                   .rank = tern_type_rank(l->types[0])};
  size_t inserted = tern_type_rank(s.index->type) - s.batch_dims;
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < s.rank; ++i) {
    bool is_index = i >= s.dim && i < s.dim + inserted;
    sizes[i] = is_index    ? tern_build_dim(b, s.index, s.batch_dims + i - s.dim)
               : i < s.dim ? tern_build_dim(b, s.operand, i)
                           : tern_build_dim(b, s.operand, i + 1 - inserted);
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, s.rank);
  tern_value_t *empty = tern_build_empty(b, l->types[0], sizes);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), &identity, s.rank, 0,
                                                 fill_with_selected, &s);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_gather_lowerings[] = {
    {TERN_HLO_DYNAMIC_GATHER, lower_dynamic_gather},
    {TERN_HLO_GATHER, lower_gather},
    {TERN_HLO_TORCH_INDEX_SELECT, lower_torch_index_select},
    {TERN_HLO_NONE, NULL},
};
