// reduce, with any body and any number of operands.
//
// A body on scalars becomes the body of one linalg.generic with reduction loops. Any other body runs on tensors of rank 0 in
// loops over all elements: slow, but right.

#include <stdlib.h>

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct reduction {
  tern_hlo_body_t body;
  size_t count;  // of inputs
} reduction_t;

// The region's first arguments are what was accumulated, the others the elements.
static void fill_with_body(tern_builder_t *b, tern_block_t *block, void *user) {
  const reduction_t *reduction = user;
  size_t count = reduction->count;
  tern_value_t **args = tern_malloc((2 * count + 1) * sizeof(*args));
  tern_value_t **results = tern_malloc((count + 1) * sizeof(*results));
  for (size_t i = 0; i < count; ++i) {
    args[i] = block->args[count + i];
    args[count + i] = block->args[i];
  }
  tern_hlo_build_body(b, &reduction->body, args, results, count);
  tern_build_linalg_yield(b, (tern_values_t){results, count});
  free(args);
  free(results);
}

// Which loop each dimension of the inputs is: kept dimensions first, then reduced ones.
static size_t order_loops(const tern_op_t *op, size_t rank, size_t *out_loops, size_t *out_kept) {
  const tern_attr_t *dims = tern_op_attr(op, "dimensions");
  bool is_reduced[MAX_RANK] = {false};
  size_t reduced = tern_int_list_attr_count(dims), kept = 0;
  for (size_t i = 0; i < reduced; ++i) is_reduced[tern_int_list_attr_at(dims, i)] = true;
  for (size_t d = 0, next = rank - reduced; d < rank; ++d) {
    if (is_reduced[d]) {
      out_loops[d] = next++;
    } else {
      out_kept[kept] = d;
      out_loops[d] = kept++;
    }
  }
  return reduced;
}

// Loops over all elements, with the body's ops as they are.
static void build_loops(tern_hlo_lowering_t *l, const tern_hlo_body_t *body, size_t count, const size_t *loops,
                        tern_value_t **inout_results) {
  tern_builder_t b = *l->b;
  tern_value_t *const *inputs = l->operands.values;
  size_t rank = tern_type_rank(inputs[0]->type), depth;
  tern_op_t *nest[MAX_RANK];
  tern_value_t *indices[MAX_RANK], *kept[MAX_RANK], **carried = tern_malloc((2 * count + 1) * sizeof(*carried));
  size_t kept_count = tern_type_rank(inout_results[0]->type);
  for (size_t i = 0; i < count; ++i) carried[i] = inout_results[i];
  // Loop d of the nest is the dimension whose place is d.
  for (depth = 0; depth < rank; ++depth) {
    size_t dim = 0;
    while (loops[dim] != depth) ++dim;
    tern_value_t *size = tern_build_extent(&b, tern_build_dim(&b, inputs[0], dim));
    nest[depth] =
        tern_build_scf_for(&b, tern_build_index(&b, 0), size, tern_build_index(&b, 1), (tern_values_t){carried, count});
    indices[dim] = tern_scf_for_iv(nest[depth]);
    if (depth < kept_count) kept[depth] = indices[dim];
    for (size_t i = 0; i < count; ++i) carried[i] = tern_scf_for_carried(nest[depth], i);
  }
  tern_value_t **args = tern_malloc((2 * count + 1) * sizeof(*args));
  tern_value_t **results = tern_malloc((count + 1) * sizeof(*results));
  for (size_t i = 0; i < 2 * count; ++i) {
    args[i] = i < count ? tern_build_extract(&b, carried[i], (tern_values_t){kept, kept_count})
                        : tern_build_extract(&b, inputs[i - count], (tern_values_t){indices, rank});
  }
  tern_hlo_build_body(&b, body, args, results, count);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *operands[MAX_RANK + 2] = {results[i], carried[i]};
    for (size_t d = 0; d < kept_count; ++d) operands[d + 2] = kept[d];
    carried[i] = tern_build_value(&b, TERN_TENSOR(INSERT), .operands = {operands, kept_count + 2},
                                  .types = TERN_TYPES(carried[i]->type));
  }
  free(args);
  free(results);
  while (depth-- > 0) {
    tern_build_scf_for_end(&b, nest[depth], (tern_values_t){carried, count});
    for (size_t i = 0; i < count; ++i) carried[i] = tern_op_result(nest[depth], i);
  }
  for (size_t i = 0; i < count; ++i) inout_results[i] = carried[i];
  free(carried);
}

static bool lower_reduce(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  size_t count = l->operands.count / 2, loops[MAX_RANK], kept[MAX_RANK];
  tern_value_t *const *inputs = l->operands.values;
  if (count == 0) return false;
  if (!l->sums_in_result && tern_hlo_lower_narrow_sum(l)) return true;
  size_t rank = tern_type_rank(inputs[0]->type), reduced = order_loops(l->op, rank, loops, kept);
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < rank - reduced; ++i) sizes[i] = tern_build_dim(b, inputs[0], kept[i]);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *init = tern_build_only_element(b, inputs[count + i]);
    l->results[i] = tern_build_filled(b, l->types[i], sizes, init);
  }
  reduction_t reduction = {{&l->op->regions[0], l->conversion}, count};
  if (!tern_hlo_body_is_scalar(&reduction.body)) {
    build_loops(l, &reduction.body, count, loops, l->results);
    return true;
  }
  const tern_affine_map_t **maps = tern_malloc((2 * count + 1) * sizeof(*maps));
  size_t positions[MAX_RANK];
  for (size_t i = 0; i < rank - reduced; ++i) positions[i] = i;
  for (size_t i = 0; i < count; ++i) {
    maps[i] = tern_affine_map_select(b->context, rank, loops, rank);
    maps[count + i] = tern_affine_map_select(b->context, rank, positions, rank - reduced);
  }
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){inputs, count}, (tern_values_t){l->results, count},
                                                 maps, rank - reduced, reduced, fill_with_body, &reduction);
  for (size_t i = 0; i < count; ++i) l->results[i] = tern_op_result(generic, i);
  free(maps);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_reduction_lowerings[] = {
    {TERN_HLO_REDUCE, lower_reduce},
    {TERN_HLO_REDUCE_WINDOW, tern_hlo_lower_reduce_window},
    {TERN_HLO_NONE, NULL},
};
