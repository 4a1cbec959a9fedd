// Convolutions whose image is padded with zeros, for --gpu-pipeline-matmul.
//
// Their body reads the image by itself, where the window is inside of it:
//   %y = oh * stride + kh * dilation - low
//   %pixel = scf.if (%y ult height and ...) { memref.load %image[%n, %y, %x, %c] } else { 0 }
// What bounds an index is an edge here: a sum over the loops that is to lie below a size. The rows' part of it is
// computed once for each copy, that of k with each tile, and a copy outside of the image brings zeros.

#include <string.h>

#include "convert/gpu/mma/mma.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/scf.h"

enum { MAX_DEPTH = 8 };  // of sums and products that make an index

// --- what is read ---

static bool read_index(const tern_value_t *value, size_t depth, int64_t factor, tern_matmul_edge_t *sum) {
  int64_t number;
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || depth == 0) return false;
  if (tern_index_constant(value, &number)) return sum->constant += factor * number, true;
  if (tern_op_is(op, TERN_LINALG(INDEX))) {
    sum->coefficients[tern_integer_attr_value(tern_op_attr(op, "dim"))] += factor;
    return true;
  }
  if (tern_op_is(op, TERN_ARITH(ADDI)) || tern_op_is(op, TERN_ARITH(SUBI))) {
    return read_index(tern_op_operand(op, 0), depth - 1, factor, sum) &&
           read_index(tern_op_operand(op, 1), depth - 1, tern_op_is(op, TERN_ARITH(ADDI)) ? factor : -factor, sum);
  }
  if (!tern_op_is(op, TERN_ARITH(MULI))) return false;
  for (size_t side = 0; side < 2; ++side) {
    if (!tern_index_constant(tern_op_operand(op, side), &number)) continue;
    return read_index(tern_op_operand(op, 1 - side), depth - 1, factor * number, sum);
  }
  return false;
}

// The load of the guard's first branch, where the other gives zero and nothing else is done.
static const tern_op_t *find_load(const tern_op_t *guard) {
  if (guard->region_count != 2 || guard->result_count != 1) return NULL;
  const tern_block_t *inside = guard->regions[0].first_block, *outside = guard->regions[1].first_block;
  if (!inside || !outside || inside->first_op->next != inside->last_op || inside->first_op == inside->last_op)
    return NULL;
  const tern_op_t *load = inside->first_op;
  if (!tern_op_is(load, TERN_MEMREF(LOAD)) || tern_op_operand(inside->last_op, 0) != tern_op_result(load, 0))
    return NULL;
  return tern_matmul_is_zero(tern_op_operand(outside->last_op, 0)) ? load : NULL;
}

typedef struct image {
  const tern_type_t *type;
  tern_matmul_edge_t indices[TERN_MEMREF_MAX_RANK];
  bool is_guarded[TERN_MEMREF_MAX_RANK];
} image_t;

// Every comparison says of an index of the load that it is one.
static bool read_condition(const tern_value_t *condition, size_t depth, image_t *image) {
  const tern_op_t *op = tern_value_defining_op(condition);
  if (!op || depth == 0) return false;
  if (tern_op_is(op, TERN_ARITH(ANDI))) {
    return read_condition(tern_op_operand(op, 0), depth - 1, image) &&
           read_condition(tern_op_operand(op, 1), depth - 1, image);
  }
  tern_matmul_edge_t sum = {0};
  int64_t size;
  if (!tern_op_is(op, TERN_ARITH(CMPI)) || tern_integer_attr_value(tern_op_attr(op, "predicate")) != TERN_CMPI_ULT ||
      !tern_index_constant(tern_op_operand(op, 1), &size) || !read_index(tern_op_operand(op, 0), MAX_DEPTH, 1, &sum)) {
    return false;
  }
  for (size_t d = 0; d < tern_type_rank(image->type); ++d) {
    if (tern_type_dim(image->type, d) != size || memcmp(&image->indices[d], &sum, sizeof sum) != 0) continue;
    return image->is_guarded[d] = true;
  }
  return false;
}

// The indices of the image as numbers, and those that are bounded as edges.
static bool read_image(const image_t *image, tern_matmul_operand_t *operand) {
  int64_t strides[TERN_MEMREF_MAX_RANK];
  if (!tern_memref_type_strides(image->type, strides, &operand->offset) || operand->offset == TERN_DYNAMIC)
    return false;
  for (size_t d = 0; d < tern_type_rank(image->type); ++d) {
    const tern_matmul_edge_t *index = &image->indices[d];
    if (strides[d] == TERN_DYNAMIC || strides[d] <= 0) return false;
    operand->shift += index->constant * strides[d];
    for (size_t loop = 0; loop < TERN_LINALG_MAX_LOOPS; ++loop) {
      if (index->coefficients[loop] < 0) return false;
      operand->strides[loop] += index->coefficients[loop] * strides[d];
    }
    if (!image->is_guarded[d]) continue;
    if (operand->edge_count == TERN_MATMUL_MAX_EDGES) return false;
    operand->edges[operand->edge_count] = *index;
    operand->edges[operand->edge_count++].size = tern_type_dim(image->type, d);
  }
  return operand->edge_count > 0;
}

bool tern_matmul_read_padded(tern_matmul_t *matmul, size_t which) {
  tern_matmul_operand_t *operand = &matmul->operands[which];
  tern_op_t *guard = NULL;
  for (size_t loop = 0; loop < matmul->loop_count; ++loop) {
    if (matmul->ranges[loop] == TERN_DYNAMIC) return false;
  }
  tern_block_t *body = tern_linalg_body(matmul->op);
  if (!body) return false;
  tern_block_for_each_op(body, op) {
    if (op->region_count > 0 && guard) return false;
    if (op->region_count > 0) guard = op;
  }
  const tern_op_t *load = guard && tern_op_is(guard, TERN_SCF(IF)) ? find_load(guard) : NULL;
  if (!load) return false;
  tern_value_t *memref = tern_op_operand(load, 0);
  const tern_op_t *source = tern_value_defining_op(memref);
  image_t image = {.type = memref->type};
  if (!source || source->block != matmul->op->block || !tern_type_has_static_shape(image.type) ||
      tern_type_rank(image.type) > TERN_MEMREF_MAX_RANK) {
    return false;
  }
  for (size_t d = 0; d < tern_type_rank(image.type); ++d) {
    if (!read_index(tern_op_operand(load, 1 + d), MAX_DEPTH, 1, &image.indices[d])) return false;
  }
  if (!read_condition(tern_op_operand(guard, 0), MAX_DEPTH, &image) || !read_image(&image, operand)) return false;
  operand->memref = memref;
  operand->element = tern_type_element(image.type);
  operand->alignment = tern_gpu_base_alignment(memref);
  matmul->guarded = tern_op_result(guard, 0);
  return true;
}

static bool is_bounded(const tern_matmul_operand_t *operand, size_t loop) {
  for (size_t e = 0; e < operand->edge_count; ++e) {
    if (operand->edges[e].coefficients[loop] != 0) return true;
  }
  return false;
}

bool tern_matmul_has_edges_along(const tern_matmul_t *matmul, size_t which, tern_matmul_axis_t axis) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  for (size_t i = 0; i < group->count; ++i) {
    if (is_bounded(&matmul->operands[which], group->loops[i])) return true;
  }
  return false;
}

bool tern_matmul_edges_allow_unit(const tern_matmul_t *matmul, size_t which, tern_matmul_axis_t axis, int64_t unit) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  int64_t range = 1;
  for (size_t i = group->count; i-- > 0;) {
    if (is_bounded(&matmul->operands[which], group->loops[i])) return range % unit == 0;
    range *= matmul->ranges[group->loops[i]];
  }
  return true;
}

// --- the copies ---

static tern_value_t *build_sum(tern_builder_t *b, const tern_matmul_t *matmul, tern_matmul_axis_t axis,
                               const tern_matmul_edge_t *edge, tern_value_t *const *ivs, tern_value_t *sum) {
  const tern_matmul_group_t *group = &matmul->groups[axis];
  for (size_t i = 0; i < group->count; ++i) {
    int64_t coefficient = edge->coefficients[group->loops[i]];
    if (coefficient == 0) continue;
    tern_value_t *part = tern_build_index_mul(b, ivs[group->loops[i]], tern_build_index(b, coefficient));
    sum = tern_build_index_add(b, sum, part);
  }
  return sum;
}

void tern_matmul_build_edges(tern_builder_t *b, const tern_matmul_t *matmul, size_t which, tern_matmul_axis_t axis,
                             tern_value_t *position, tern_value_t **out_edges) {
  const tern_matmul_operand_t *operand = &matmul->operands[which];
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  if (operand->edge_count == 0) return;
  tern_matmul_build_loops(b, matmul, axis, position, ivs);
  for (size_t e = 0; e < operand->edge_count; ++e) {
    tern_value_t *start = tern_build_index(b, operand->edges[e].constant);
    out_edges[e] = build_sum(b, matmul, axis, &operand->edges[e], ivs, start);
  }
}

tern_value_t *tern_matmul_build_in_image(tern_builder_t *b, const tern_matmul_t *matmul, size_t which,
                                         tern_value_t *const *edges, tern_value_t *depth) {
  const tern_matmul_operand_t *operand = &matmul->operands[which];
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS], *is_inside = NULL;
  if (operand->edge_count == 0) return NULL;
  tern_matmul_build_loops(b, matmul, TERN_MATMUL_K, depth, ivs);
  const tern_attr_t *below = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_ULT);
  for (size_t e = 0; e < operand->edge_count; ++e) {
    tern_value_t *place = build_sum(b, matmul, TERN_MATMUL_K, &operand->edges[e], ivs, edges[e]);
    tern_value_t *size = tern_build_index(b, operand->edges[e].size);
    // One unsigned comparison covers both ends.
    tern_value_t *is_below = tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(place, size),
                                              .attrs = TERN_ATTRS({"predicate", below}));
    is_inside = tern_gpu_build_and(b, is_inside, is_below);
  }
  return is_inside;
}
