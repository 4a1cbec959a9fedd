// --iree-linalg-ext-scatter-to-loops: iree_linalg_ext.scatter on tensors becomes loops on tensors.
//
// Dimensions of the slices are independent of each other: scf.forall runs over them. Inside, the updates are made one after the
// other, in order, so that indices may name a place more than once. Places outside of the tensor are left out.

#include "base/map.h"
#include "base/vec.h"
#include "convert/stablehlo/loop_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS
typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_IREE_LINALG_EXT(SCATTER)) && op->result_count == 1) tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// The body on these scalars.
static tern_value_t *build_body(tern_builder_t *b, const tern_op_t *op, tern_value_t *update, tern_value_t *present) {
  tern_map_t mapping = {0};
  const tern_block_t *block = op->regions[0].first_block;
  tern_map_set(&mapping, block->args[0], update);
  tern_map_set(&mapping, block->args[1], present);
  tern_value_t *result = NULL;
  tern_block_for_each_op(block, inner) {
    if (inner == block->last_op) {
      result = tern_op_operand(inner, 0);
      tern_value_t *mapped = tern_map_get(&mapping, result);
      if (mapped) result = mapped;
    } else {
      tern_builder_clone(b, inner, &mapping);
    }
  }
  tern_map_deinitialize(&mapping);
  return result;
}

static tern_value_t *build_scatter(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *updates = tern_linalg_ext_input(op, 0), *indices = tern_linalg_ext_input(op, 1);
  tern_value_t *target = tern_linalg_ext_output(op, 0);
  const tern_attr_t *dimension_map = tern_op_attr(op, "dimension_map");
  size_t rank = tern_type_rank(target->type), update_rank = tern_type_rank(updates->type);
  size_t coordinates = tern_int_list_attr_count(dimension_map);
  size_t indices_rank = tern_type_rank(indices->type);
  // The last dimension of the indices may be left out if there is one coordinate.
  size_t slice_rank = rank - coordinates, batch_rank = update_rank - slice_rank;
  bool has_vector = indices_rank > batch_rank;
  bool is_indexed[MAX_RANK] = {false};
  size_t slice_dims[MAX_RANK], slice_count = 0, kept_place[MAX_RANK], kept = 0;
  for (size_t i = 0; i < coordinates; ++i) is_indexed[tern_int_list_attr_at(dimension_map, i)] = true;
  tern_extent_t ends[MAX_RANK], sizes[MAX_RANK], loop_ends[MAX_RANK];
  tern_build_dims(b, target, sizes);
  for (size_t d = 0; d < rank; ++d) {
    if (is_indexed[d]) {
      kept_place[d] = kept++;
      continue;
    }
    ends[slice_count] = tern_build_dim(b, updates, batch_rank + slice_count);
    slice_dims[slice_count++] = d;
  }
  for (size_t s = 0; s < slice_count; ++s) {
    bool is_whole = !ends[s].value && !sizes[slice_dims[s]].value && ends[s].constant == sizes[slice_dims[s]].constant;
    if (is_whole) continue;
    tern_op_error(op, "has slices that are not known to be as large as its tensor");
    return NULL;
  }
  tern_value_t *empty = tern_build_empty(b, target->type, sizes), *state;
  tern_forall_t forall;
  tern_forall_open(b, ends, slice_count, TERN_VALUES(empty), &forall);
  tern_part_t part = {.rank = rank};
  for (size_t d = 0, s = 0; d < rank; ++d) {
    part.sizes[d] = sizes[d];
    if (!is_indexed[d]) tern_part_drop(&part, d, forall.ivs[s++]);
  }
  state = tern_build_part(b, target, &part);
  for (size_t i = 0; i < batch_rank; ++i) loop_ends[i] = tern_build_dim(b, updates, i);
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, loop_ends, batch_rank, &state, 1, &nest);
  tern_value_t *place[MAX_RANK], *vector[MAX_RANK], *source[MAX_RANK], *is_inside = NULL;
  for (size_t i = 0; i < batch_rank; ++i) vector[i] = source[i] = nest.ivs[i];
  for (size_t s = 0; s < slice_count; ++s) source[batch_rank + s] = forall.ivs[s];
  for (size_t i = 0; i < coordinates; ++i) {
    size_t d = (size_t)tern_int_list_attr_at(dimension_map, i);
    if (has_vector) vector[batch_rank] = tern_build_index(b, (int64_t)i);
    tern_value_t *index = tern_build_extract(b, indices, (tern_values_t){vector, indices_rank});
    index = tern_build_index_from(b, index, index->type);
    tern_value_t *fits = tern_build_compared(b, TERN_CMPI_ULT, index, tern_build_extent(b, sizes[d]));
    is_inside = is_inside ? tern_build_binary(b, TERN_ARITH(ANDI), is_inside, fits) : fits;
    place[kept_place[d]] = index;
  }
  tern_op_t *guard = is_inside ? tern_guard_open(b, is_inside, &state, 1) : NULL;
  tern_value_t *present = tern_build_extract(b, state, (tern_values_t){place, kept});
  tern_value_t *update = tern_build_extract(b, updates, (tern_values_t){source, update_rank});
  state = tern_build_insert(b, build_body(b, op, update, present), state, (tern_values_t){place, kept});
  if (guard) tern_guard_close(b, guard, &state, 1);
  tern_loop_nest_close(b, &nest, &state, 1);
  const tern_part_t *parts[] = {&part};
  tern_value_t *result;
  tern_forall_close(b, &forall, &state, parts, &result);
  return result;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  op_list_t ops = {0};
  bool is_right = true;
  tern_op_walk_post(root, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_builder_t b = tern_builder_before(ops.values[i]);
    tern_value_t *result = build_scatter(&b, ops.values[i]);
    is_right = is_right && result;
    if (!result) continue;
    tern_value_replace_all_uses(tern_op_result(ops.values[i], 0), result);
    tern_op_destroy(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}

const tern_pass_def_t tern_iree_linalg_ext_scatter_to_loops_pass = {
    .flag = "iree-linalg-ext-scatter-to-loops",
    .summary = "Convert iree_linalg_ext.scatter on tensors to loops",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_scf_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
