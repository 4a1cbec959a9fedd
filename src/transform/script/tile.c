// Tiles of structured ops and loops around them; see the header.

#include "transform/script/tile.h"

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "transform/linalg/tile_structured.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

bool tern_can_tile(const tern_op_t *op) {
  int64_t ranges[MAX_LOOPS];
  if (!tern_is_linalg(op) || !tern_linalg_static_loop_ranges(op, ranges)) return false;
  if (tern_linalg_has_buffer_semantics(op)) return tern_linalg_can_slice(op);
  if (!tern_linalg_has_tensor_semantics(op)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    size_t position, dim;
    if (ranges[loop] == TERN_DYNAMIC && !tern_linalg_loop_source(op, loop, &position, &dim)) return false;
  }
  return true;
}

void tern_tile_extents(tern_builder_t *b, const tern_op_t *op, tern_mixed_index_t *out_extents) {
  int64_t ranges[MAX_LOOPS];
  tern_linalg_static_loop_ranges(op, ranges);
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    out_extents[loop] = tern_mixed_static(ranges[loop]);
    size_t position, dim;
    if (ranges[loop] != TERN_DYNAMIC || !tern_linalg_loop_source(op, loop, &position, &dim)) continue;
    tern_value_t *operand = tern_op_operand(op, position);
    tern_value_t *extent;
    if (operand->type->kind == TERN_TYPE_TENSOR) {
      extent = tern_tensor_build_dim(b, operand, dim);
    } else {
      tern_value_t *at = tern_build_index(b, (int64_t)dim);
      extent = tern_build_value(b, TERN_MEMREF(DIM), .operands = TERN_VALUES(operand, at));
    }
    out_extents[loop] = tern_mixed_of(extent);
  }
}

static tern_mixed_index_t mixed(tern_value_t *value) { return tern_mixed_of(value); }

// The slice's offset and size along one dimension that an expression of loops gives.
static void slice_expr(tern_builder_t *b, const tern_op_t *op, const tern_box_t *box, const tern_affine_expr_t *expr,
                       const tern_mixed_index_t *extents, tern_mixed_index_t *out_offset,
                       tern_mixed_index_t *out_size) {
  if (expr->kind == TERN_AFFINE_DIM) {
    *out_offset = box->offsets[expr->value];
    *out_size = box->sizes[expr->value];
    return;
  }
  tern_value_t *first[MAX_LOOPS], *last[MAX_LOOPS], *zeros[MAX_LOOPS];
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    bool is_tiled = box->is_tiled[loop];
    zeros[loop] = zero;
    first[loop] = is_tiled ? tern_mixed_build(b, box->offsets[loop]) : zero;
    tern_value_t *size = tern_mixed_build(b, is_tiled ? box->sizes[loop] : extents[loop]);
    last[loop] = tern_build_index_sub(b, size, one);
  }
  // The tiled op applies the expression again within the slice, constants included: those must not be in the offset.
  tern_value_t *start = tern_build_affine_expr(b, expr, zeros, NULL);
  *out_offset = mixed(tern_build_index_sub(b, tern_build_affine_expr(b, expr, first, NULL), start));
  *out_size = mixed(tern_build_index_add(b, tern_build_affine_expr(b, expr, last, NULL), one));
}

bool tern_tile_operand_slice(tern_builder_t *b, const tern_op_t *op, const tern_box_t *box, size_t position,
                             tern_value_t *operand, tern_slice_t *out_slice) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  if (operand->type->kind != TERN_TYPE_TENSOR) return false;
  tern_mixed_index_t extents[MAX_LOOPS];
  bool is_sliced = false, needs_extents = false;
  bool sliced[TERN_INDEX_LIST_MAX] = {0};
  for (size_t r = 0; r < map->result_count; ++r) {
    for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
      sliced[r] |= box->is_tiled[loop] && tern_affine_expr_uses_dim(map->results[r], loop);
    }
    is_sliced |= sliced[r];
    needs_extents |= sliced[r] && map->results[r]->kind != TERN_AFFINE_DIM;
  }
  if (!is_sliced) return false;
  if (needs_extents) tern_tile_extents(b, op, extents);
  out_slice->count = map->result_count;
  for (size_t r = 0; r < map->result_count; ++r) {
    out_slice->strides[r] = tern_mixed_static(1);
    if (sliced[r]) {
      slice_expr(b, op, box, map->results[r], extents, &out_slice->offsets[r], &out_slice->sizes[r]);
    } else {
      int64_t extent = tern_type_dim(operand->type, r);
      out_slice->offsets[r] = tern_mixed_static(0);
      out_slice->sizes[r] =
          extent == TERN_DYNAMIC ? mixed(tern_tensor_build_dim(b, operand, r)) : tern_mixed_static(extent);
    }
  }
  return true;
}

// linalg.index counts within the tile; the body means the whole.
static void shift_indices(tern_op_t *op, const tern_box_t *box) {
  tern_block_for_each_op_safe(tern_linalg_body(op), inner) {
    if (!tern_op_is(inner, TERN_LINALG(INDEX))) continue;
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
    if (!box->is_tiled[loop]) continue;
    tern_builder_t before = tern_builder_before(op), after = tern_builder_after(inner);
    tern_value_t *offset = tern_mixed_build(&before, box->offsets[loop]);
    tern_value_t *shifted = tern_build_index_add(&after, tern_op_result(inner, 0), offset);
    for (tern_operand_t *use = tern_op_result(inner, 0)->first_use, *next; use; use = next) {
      next = use->next;
      if (use->owner != tern_value_defining_op(shifted)) tern_operand_set(use, shifted);
    }
  }
}

static tern_op_t *tile_buffers(tern_builder_t *b, const tern_op_t *op, const tern_box_t *box) {
  tern_tile_t tile = {0};
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (!box->is_tiled[loop]) continue;
    tile.offsets[loop] = tern_mixed_build(b, box->offsets[loop]);
    tile.sizes[loop] = tern_mixed_build(b, box->sizes[loop]);
  }
  return tern_tile_build_op(b, op, &tile);
}

tern_op_t *tern_tile_box(tern_builder_t *b, const tern_op_t *op, const tern_box_t *box, tern_value_t *const *dests,
                         tern_slice_t *out_slices) {
  if (tern_linalg_has_buffer_semantics(op)) return tile_buffers(b, op, box);
  size_t inputs = tern_linalg_input_count(op), outputs = tern_linalg_output_count(op);
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < inputs; ++i) {
    tern_slice_t slice;
    tern_value_t *operand = tern_linalg_input(op, i);
    if (tern_tile_operand_slice(b, op, box, i, operand, &slice))
      operand = tern_tensor_build_extract_slice(b, operand, &slice);
    tern_vec_push(&operands, operand);
  }
  for (size_t i = 0; i < outputs; ++i) {
    tern_value_t *dest = dests[i];
    tern_slice_t *slice = &out_slices[i];
    if (tern_tile_operand_slice(b, op, box, inputs + i, dest, slice)) {
      dest = tern_tensor_build_extract_slice(b, dest, slice);
    } else {
      slice->count = 0;
    }
    tern_vec_push(&operands, dest);
    tern_vec_push(&types, dest->type);
  }
  tern_op_t *tiled =
      tern_linalg_clone_with(b, op, (tern_types_t){types.values, types.count}, (tern_values_t){operands.values, inputs},
                             (tern_values_t){operands.values + inputs, outputs});
  shift_indices(tiled, box);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return tiled;
}

bool tern_tile_box_of_result(const tern_op_t *op, size_t index, const tern_slice_t *slice, tern_box_t *out_box) {
  const tern_affine_map_t *map = tern_linalg_output_map(op, index);
  if (!tern_affine_map_is_projected_permutation(map, true) || map->result_count != slice->count) return false;
  *out_box = (tern_box_t){0};
  for (size_t r = 0; r < slice->count; ++r) {
    int64_t stride;
    if (!tern_mixed_constant(slice->strides[r], &stride) || stride != 1) return false;
    size_t loop = (size_t)map->results[r]->value;
    out_box->is_tiled[loop] = true;
    out_box->offsets[loop] = slice->offsets[r];
    out_box->sizes[loop] = slice->sizes[r];
  }
  return true;
}

tern_mixed_index_t tern_tile_bounded_size(tern_builder_t *b, tern_mixed_index_t size, tern_mixed_index_t extent,
                                          tern_value_t *offset) {
  int64_t number, whole;
  bool is_known = tern_mixed_constant(size, &number);
  if (is_known && number == 1) return size;
  if (is_known && tern_mixed_constant(extent, &whole) && number > 0 && whole % number == 0) return size;
  tern_value_t *rest = tern_build_index_sub(b, tern_mixed_build(b, extent), offset);
  return mixed(tern_build_index_min(b, tern_mixed_build(b, size), rest));
}

static bool is_zero(tern_mixed_index_t size) {
  int64_t number;
  return tern_mixed_constant(size, &number) && number == 0;
}

// The results of a tile put into the tensors that they are a part of.
static void build_inserts(tern_builder_t *b, const tern_op_t *tiled, tern_value_t *const *dests,
                          const tern_slice_t *slices, tern_value_t **out_values) {
  for (size_t i = 0; i < tiled->result_count; ++i) {
    out_values[i] = slices[i].count ? tern_tensor_build_insert_slice(b, tern_op_result(tiled, i), dests[i], &slices[i])
                                    : tern_op_result(tiled, i);
  }
}

static void replace_op(tern_op_t *op, tern_value_t *const *values) {
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(tern_op_result(op, i), values[i]);
  tern_op_destroy(op);
}

void tern_tile_using_for(tern_op_t *op, const tern_mixed_index_t *sizes, const size_t *order, tern_tiled_t *out_tiled) {
  tern_builder_t b = tern_builder_before(op);
  size_t loop_count = tern_linalg_loop_count(op), outputs = op->result_count;
  tern_mixed_index_t extents[MAX_LOOPS];
  tern_box_t box = {0};
  tern_tile_extents(&b, op, extents);
  tern_value_t **dests = tern_malloc((outputs + 1) * sizeof *dests),
               **values = tern_malloc((outputs + 1) * sizeof *values);
  for (size_t i = 0; i < outputs; ++i) dests[i] = tern_linalg_output(op, i);
  *out_tiled = (tern_tiled_t){0};
  size_t tiled_loops[MAX_LOOPS];
  for (size_t i = 0; i < loop_count; ++i) {
    size_t loop = order ? order[i] : i;
    if (!is_zero(sizes[loop])) tiled_loops[out_tiled->loop_count++] = loop;
  }
  // All bounds come before the outermost loop.
  tern_value_t *uppers[MAX_LOOPS], *steps[MAX_LOOPS];
  tern_value_t *zero = out_tiled->loop_count ? tern_build_index(&b, 0) : NULL;
  for (size_t i = 0; i < out_tiled->loop_count; ++i) {
    uppers[i] = tern_mixed_build(&b, extents[tiled_loops[i]]);
    steps[i] = tern_mixed_build(&b, sizes[tiled_loops[i]]);
  }
  for (size_t i = 0; i < out_tiled->loop_count; ++i) {
    tern_op_t *loop = tern_build_scf_for(&b, zero, uppers[i], steps[i], (tern_values_t){dests, outputs});
    for (size_t k = 0; k < outputs; ++k) dests[k] = tern_scf_for_carried(loop, k);
    out_tiled->loops[i] = loop;
    box.is_tiled[tiled_loops[i]] = true;
    box.offsets[tiled_loops[i]] = tern_mixed_dynamic(tern_scf_for_iv(loop));
  }
  for (size_t i = 0; i < out_tiled->loop_count; ++i) {
    size_t loop = tiled_loops[i];
    box.sizes[loop] = tern_tile_bounded_size(&b, sizes[loop], extents[loop], box.offsets[loop].dynamic);
  }
  tern_slice_t *slices = tern_malloc((outputs + 1) * sizeof *slices);
  out_tiled->op = tern_tile_box(&b, op, &box, dests, slices);
  build_inserts(&b, out_tiled->op, dests, slices, values);
  for (size_t i = out_tiled->loop_count; i-- > 0;) {
    tern_build_scf_for_end(&b, out_tiled->loops[i], (tern_values_t){values, outputs});
    for (size_t k = 0; k < outputs; ++k) values[k] = tern_op_result(out_tiled->loops[i], k);
  }
  replace_op(op, values);
  free(dests);
  free(values);
  free(slices);
}

// --- scf.forall ---

static tern_op_t *build_forall(tern_builder_t *b, const tern_mixed_index_t *counts, size_t rank, tern_values_t outputs,
                               const tern_attr_t *mapping) {
  int64_t lowers[MAX_LOOPS] = {0}, uppers[MAX_LOOPS], steps[MAX_LOOPS];
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  int32_t segments[] = {0, 0, 0, (int32_t)outputs.count};
  for (size_t i = 0; i < rank; ++i) {
    steps[i] = 1;
    uppers[i] = counts[i].value;
    tern_vec_push(&types, tern_index_type_get(b->context));
    if (uppers[i] != TERN_DYNAMIC) continue;
    tern_vec_push(&operands, counts[i].dynamic);
    ++segments[1];
  }
  for (size_t i = 0; i < outputs.count; ++i) {
    tern_vec_push(&operands, outputs.values[i]);
    tern_vec_push(&types, outputs.values[i]->type);
  }
  tern_named_attr_t attrs[] = {{"staticLowerBound", tern_dense_i64_array_attr_get(b->context, lowers, rank)},
                               {"staticUpperBound", tern_dense_i64_array_attr_get(b->context, uppers, rank)},
                               {"staticStep", tern_dense_i64_array_attr_get(b->context, steps, rank)},
                               {"mapping", mapping}};
  tern_op_t *forall = tern_build(b, TERN_SCF(FORALL), .operands = {operands.values, operands.count},
                                 .types = {types.values + rank, outputs.count}, .attrs = {attrs, mapping ? 4 : 3},
                                 .regions = 1, .segments = segments);
  tern_builder_add_block(b, &forall->regions[0], (tern_types_t){types.values, types.count});
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return forall;
}

// max(0, size): threads behind the end have nothing to do.
static tern_mixed_index_t not_negative(tern_builder_t *b, tern_mixed_index_t size) {
  int64_t number;
  if (tern_mixed_constant(size, &number)) return tern_mixed_static(number < 0 ? 0 : number);
  tern_value_t *zero = tern_build_index(b, 0);
  return tern_mixed_dynamic(tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(zero, size.dynamic)));
}

void tern_tile_using_forall(tern_op_t *op, const tern_mixed_index_t *sizes, bool threads, const tern_attr_t *mapping,
                            tern_tiled_t *out_tiled) {
  tern_builder_t b = tern_builder_before(op);
  size_t outputs = op->result_count, rank = 0, tiled_loops[MAX_LOOPS];
  tern_mixed_index_t extents[MAX_LOOPS], counts[MAX_LOOPS], tiles[MAX_LOOPS];
  tern_tile_extents(&b, op, extents);
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (is_zero(sizes[loop])) continue;
    tern_value_t *extent = tern_mixed_build(&b, extents[loop]), *given = tern_mixed_build(&b, sizes[loop]);
    tern_mixed_index_t quotient = mixed(tern_build_index_ceildiv(&b, extent, given));
    counts[rank] = threads ? sizes[loop] : quotient;
    tiles[rank] = threads ? quotient : sizes[loop];
    tiled_loops[rank++] = loop;
  }
  tern_value_t **dests = tern_malloc((outputs + 1) * sizeof *dests),
               **values = tern_malloc((outputs + 1) * sizeof *values);
  for (size_t i = 0; i < outputs; ++i) dests[i] = tern_linalg_output(op, i);
  tern_op_t *forall = build_forall(&b, counts, rank, (tern_values_t){dests, outputs}, mapping);
  tern_block_t *body = tern_op_body(forall, 0);
  for (size_t i = 0; i < outputs; ++i) dests[i] = body->args[rank + i];
  tern_box_t box = {0};
  for (size_t i = 0; i < rank; ++i) {
    size_t loop = tiled_loops[i];
    int64_t count, tile, extent;
    tern_value_t *offset = tern_build_index_mul(&b, body->args[i], tern_mixed_build(&b, tiles[i]));
    box.is_tiled[loop] = true;
    box.offsets[loop] = mixed(offset);
    box.sizes[loop] = tern_tile_bounded_size(&b, tiles[i], extents[loop], offset);
    bool may_be_behind = threads && !(tern_mixed_constant(counts[i], &count) && tern_mixed_constant(tiles[i], &tile) &&
                                      tern_mixed_constant(extents[loop], &extent) && (count - 1) * tile < extent);
    if (may_be_behind) box.sizes[loop] = not_negative(&b, box.sizes[loop]);
  }
  tern_slice_t *slices = tern_malloc((outputs + 1) * sizeof *slices);
  *out_tiled = (tern_tiled_t){.loops = {forall}, .loop_count = 1};
  out_tiled->op = tern_tile_box(&b, op, &box, dests, slices);
  tern_op_t *end = tern_build(&b, TERN_SCF(IN_PARALLEL), .regions = 1);
  tern_builder_add_block(&b, &end->regions[0], (tern_types_t){0});
  tern_builder_t at_end = tern_builder_before(end);
  for (size_t i = 0; i < outputs; ++i) {
    if (!slices[i].count) {
      slices[i].count = tern_type_rank(dests[i]->type);
      for (size_t d = 0; d < slices[i].count; ++d) {
        int64_t extent = tern_type_dim(dests[i]->type, d);
        slices[i].offsets[d] = tern_mixed_static(0);
        slices[i].strides[d] = tern_mixed_static(1);
        slices[i].sizes[d] =
            extent == TERN_DYNAMIC ? mixed(tern_tensor_build_dim(&at_end, dests[i], d)) : tern_mixed_static(extent);
      }
    }
    tern_value_t *result = tern_op_result(out_tiled->op, i);
    tern_slice_build(&b, TERN_TENSOR(PARALLEL_INSERT_SLICE), NULL, TERN_VALUES(result, dests[i]), &slices[i]);
    values[i] = tern_op_result(forall, i);
  }
  replace_op(op, values);
  free(dests);
  free(values);
  free(slices);
}

// --- fusion ---

// What a value that loops carry starts as; the value itself if it is no such value.
static tern_value_t *start_of(tern_value_t *value, const tern_op_t *outermost, tern_operand_t **out_init) {
  *out_init = NULL;
  while (value->is_block_argument) {
    tern_op_t *loop = tern_block_parent_op(tern_value_arg_block(value));
    if (!loop || !tern_op_is_within(loop, outermost)) break;
    size_t start, count, position;
    if (tern_op_is(loop, TERN_SCF(FOR)) && value->index > 0) {
      position = 3 + value->index - 1;
    } else if (tern_op_is(loop, TERN_SCF(FORALL))) {
      tern_op_operands_named(loop, "outputs", &start, &count);
      size_t ivs = tern_op_body(loop, 0)->arg_count - count;
      if (value->index < ivs) break;
      position = start + value->index - ivs;
    } else {
      break;
    }
    *out_init = &loop->operands[position];
    value = tern_op_operand(loop, position);
  }
  return value;
}

// Is all that is done with a carried value to take this slice of it and to put tiles back? Then nobody sees that it starts as
// something else.
static bool is_only_sliced(const tern_value_t *carried, const tern_op_t *slice_op) {
  tern_value_for_each_use(carried, use) {
    const tern_op_t *user = use->owner;
    bool is_dest =
        (tern_op_is(user, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(user, TERN_TENSOR(PARALLEL_INSERT_SLICE))) &&
        tern_operand_index(use) == 1;
    if (user != slice_op && !is_dest && !tern_op_is(user, TERN_TENSOR(DIM)) && !tern_op_is(user, TERN_SCF(FOR)))
      return false;
  }
  return true;
}

tern_op_t *tern_tile_fuse_producer(tern_op_t *producer, tern_op_t *slice_op, tern_op_t *loop) {
  tern_slice_t slice;
  tern_box_t box;
  tern_operand_t *init;
  tern_value_t *source = start_of(tern_op_operand(slice_op, 0), loop, &init);
  if (tern_value_defining_op(source) != producer || !tern_slice_read(slice_op, &slice)) return NULL;
  if (init && !is_only_sliced(tern_op_operand(slice_op, 0), slice_op)) return NULL;
  if (!tern_can_tile(producer) || !tern_linalg_has_tensor_semantics(producer)) return NULL;
  size_t index = source->index, outputs = producer->result_count;
  if (!tern_tile_box_of_result(producer, index, &slice, &box)) return NULL;
  // The tile takes the place of the slice, so that must not change the rank.
  if (tern_type_rank(tern_op_result(slice_op, 0)->type) != slice.count) return NULL;
  tern_builder_t b = tern_builder_before(slice_op);
  tern_value_t **dests = tern_malloc((outputs + 1) * sizeof *dests);
  tern_slice_t *slices = tern_malloc((outputs + 1) * sizeof *slices);
  for (size_t i = 0; i < outputs; ++i) dests[i] = tern_linalg_output(producer, i);
  // What the loops carry then starts as what the producer would have written into.
  if (init) {
    tern_operand_set(init, dests[index]);
    dests[index] = tern_op_operand(slice_op, 0);
  }
  tern_op_t *tile = tern_tile_box(&b, producer, &box, dests, slices);
  tern_value_t *result = tern_tensor_build_cast(&b, tern_op_result(tile, index), tern_op_result(slice_op, 0)->type);
  tern_value_replace_all_uses(tern_op_result(slice_op, 0), result);
  tern_op_destroy(slice_op);
  free(dests);
  free(slices);
  return tile;
}
