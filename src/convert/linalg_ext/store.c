// iree_linalg_ext.map_store and tensor.scatter as loops: elements are stored at computed places, one after the other.

#include "convert/linalg_ext/loops.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct store {
  tern_op_t *op;
  tern_value_t *source, *target;
  size_t rank;  // of the target
} store_t;

// Where the element at `source_place` goes, and whether it goes anywhere (NULL: it does).
typedef void (*find_place_t)(tern_builder_t *b, const store_t *s, tern_value_t *const *source_place,
                             tern_value_t **out_place, tern_value_t **out_is_stored);

static void build_stores(tern_builder_t *b, const store_t *s, find_place_t find_place, tern_value_t **out_results) {
  tern_extent_t ends[MAX_RANK];
  tern_forall_t forall;
  tern_part_t part = {.rank = s->rank};
  tern_build_dims(b, s->target, part.sizes);
  tern_forall_open(b, NULL, 0, TERN_VALUES(tern_build_empty(b, s->target->type, part.sizes)), &forall);
  tern_value_t *state = tern_build_part(b, s->target, &part), *place[MAX_RANK], *is_stored;
  tern_loop_nest_t nest;
  tern_build_dims(b, s->source, ends);
  size_t source_rank = tern_type_rank(s->source->type);
  tern_loop_nest_open(b, ends, source_rank, &state, 1, &nest);
  find_place(b, s, nest.ivs, place, &is_stored);
  for (size_t i = 0; i < s->rank; ++i) {
    tern_value_t *fits = tern_build_compared(b, TERN_CMPI_ULT, place[i], tern_build_extent(b, part.sizes[i]));
    is_stored = is_stored ? tern_build_binary(b, TERN_ARITH(ANDI), is_stored, fits) : fits;
  }
  tern_op_t *guard = is_stored ? tern_guard_open(b, is_stored, &state, 1) : NULL;
  tern_value_t *element = tern_build_extract(b, s->source, (tern_values_t){nest.ivs, source_rank});
  state = tern_build_insert(b, element, state, (tern_values_t){place, s->rank});
  if (guard) tern_guard_close(b, guard, &state, 1);
  tern_loop_nest_close(b, &nest, &state, 1);
  const tern_part_t *parts[] = {&part};
  tern_forall_close(b, &forall, &state, parts, out_results);
}

static void find_mapped_place(tern_builder_t *b, const store_t *s, tern_value_t *const *source_place,
                              tern_value_t **out_place, tern_value_t **out_is_stored) {
  tern_value_t *yielded[MAX_RANK + 1];
  tern_builder_clone_body(b, s->op->regions[0].first_block, source_place, yielded);
  for (size_t i = 0; i < s->rank; ++i) out_place[i] = yielded[i];
  *out_is_stored = yielded[s->rank];
}

bool tern_linalg_ext_lower_map_store(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  store_t s = {op, tern_op_operand(op, 0), tern_op_operand(op, 1), tern_type_rank(tern_op_operand(op, 1)->type)};
  build_stores(b, &s, find_mapped_place, out_results);
  return true;
}

// The source has the indices' leading dims, then the target's: those with coordinates of size 1, or left out.
static void find_scattered_place(tern_builder_t *b, const store_t *s, tern_value_t *const *source_place,
                                 tern_value_t **out_place, tern_value_t **out_is_stored) {
  tern_value_t *indices = tern_op_operand(s->op, 2), *vector[MAX_RANK];
  const tern_attr_t *dims = tern_op_attr(s->op, "scatter_dims");
  size_t batch = tern_type_rank(indices->type) - 1;
  bool keeps_dims = tern_type_rank(s->source->type) == batch + s->rank;
  *out_is_stored = NULL;
  for (size_t i = 0; i < s->rank; ++i) out_place[i] = NULL;
  for (size_t i = 0; i < batch; ++i) vector[i] = source_place[i];
  for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
    vector[batch] = tern_build_index(b, (int64_t)i);
    tern_value_t *index = tern_build_extract(b, indices, (tern_values_t){vector, batch + 1});
    if (!tern_type_is_index(index->type)) index = tern_build_index_from(b, index, index->type);
    out_place[tern_int_list_attr_at(dims, i)] = index;
  }
  for (size_t i = 0, next = batch; i < s->rank; ++i) {
    if (!out_place[i]) {
      out_place[i] = source_place[next++];
    } else if (keeps_dims) {
      ++next;
    }
  }
}

bool tern_linalg_ext_lower_tensor_scatter(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  store_t s = {op, tern_op_operand(op, 0), tern_op_operand(op, 1), tern_type_rank(tern_op_operand(op, 1)->type)};
  build_stores(b, &s, find_scattered_place, out_results);
  return true;
}
