// One invocation's share of a structured op; see the header.

#include "convert/gpu/nest.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "convert/linalg/vector_plan.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/vector/vector.h"

void tern_gpu_nest_deinitialize(tern_gpu_nest_t *nest) {
  for (size_t loop = 0; loop < TERN_LINALG_MAX_LOOPS; ++loop) free(nest->ivs[loop]);
  free(nest->cache);
  free(nest->accumulators);
}

// --- points ---

static int64_t point_count(const tern_gpu_nest_t *nest, size_t loop) {
  return nest->points[loop].count > 0 ? nest->points[loop].count : 1;
}

// Loop positions of point `index`, the last loop fastest.
static void read_point(const tern_gpu_nest_t *nest, size_t index, size_t *out_coordinates) {
  for (size_t loop = nest->loop_count; loop-- > 0;) {
    size_t count = (size_t)point_count(nest, loop);
    out_coordinates[loop] = index % count;
    index /= count;
  }
}

static bool uses_loop(const tern_gpu_nest_t *nest, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(nest->op, position);
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_uses_dim(map->results[i], loop)) return true;
  }
  return false;
}

// The first point that reads the same element of operand `position`.
static size_t representative_point(const tern_gpu_nest_t *nest, size_t position, const size_t *coordinates) {
  size_t index = 0;
  for (size_t loop = 0; loop < nest->loop_count; ++loop) {
    index = index * (size_t)point_count(nest, loop) + (uses_loop(nest, position, loop) ? coordinates[loop] : 0);
  }
  return index;
}

static void read_ivs(const tern_gpu_nest_t *nest, const size_t *coordinates, tern_value_t **out_ivs) {
  for (size_t loop = 0; loop < nest->loop_count; ++loop) out_ivs[loop] = nest->ivs[loop][coordinates[loop]];
}

// --- loads ---

static const tern_type_t *lanes_of(const tern_gpu_nest_t *nest, const tern_type_t *element) {
  return nest->lanes > 1 ? tern_vector_type_get(element, &nest->lanes, 1, 0) : element;
}

static tern_value_t *build_vector_load(tern_gpu_nest_t *nest, size_t position, tern_value_t *const *ivs) {
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS];
  size_t count = tern_gpu_build_access(nest->builder, nest->op, position, ivs, operands);
  const tern_type_t *type = lanes_of(nest, tern_type_element(operands[0]->type));
  return tern_build_value(nest->builder, TERN_VECTOR(LOAD), .operands = {operands, count}, .types = TERN_TYPES(type));
}

static bool is_memref(const tern_gpu_nest_t *nest, size_t position) {
  return tern_op_operand(nest->op, position)->type->kind == TERN_TYPE_MEMREF;
}

// Element (or vector along the vector loop) of operand `position`.
static tern_value_t *build_load(tern_gpu_nest_t *nest, size_t position, tern_value_t *const *ivs) {
  if (nest->lanes > 1 && is_memref(nest, position) && uses_loop(nest, position, nest->vector_loop)) {
    return build_vector_load(nest, position, ivs);
  }
  return tern_gpu_build_load(nest->builder, nest->op, position, ivs);
}

// Is operand `position` read as vectors along the innermost reduction loop, a lane for each unrolled step?
static bool is_reduction_vector(const tern_gpu_nest_t *nest, size_t position) {
  if (nest->reduction_unroll <= 1 || nest->lanes != nest->reduction_unroll || !is_memref(nest, position)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(nest->op, position);
  size_t loop = nest->reductions[nest->reduction_count - 1];
  return map->result_count > 0 && tern_affine_expr_is_dim(map->results[map->result_count - 1], loop) &&
         !uses_loop(nest, position, nest->vector_loop);
}

static tern_value_t *build_extract(tern_gpu_nest_t *nest, tern_value_t *vector, int64_t lane) {
  const tern_attr_t *at = tern_dense_i64_array_attr_get(nest->builder->context, &lane, 1);
  return tern_build_value(nest->builder, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(tern_type_element(vector->type)),
                          .attrs = TERN_ATTRS({"static_position", at}));
}

static tern_value_t **cache_of(tern_gpu_nest_t *nest, size_t position, size_t step) {
  size_t steps = nest->reduction_unroll > 1 ? (size_t)nest->reduction_unroll : 1;
  return nest->cache + (position * steps + step) * nest->tile;
}

// Loads all inputs of all points at reduction positions `bases` (NULL: there are no reduction loops).
static void load_inputs(tern_gpu_nest_t *nest) {
  int64_t steps = nest->reduction_unroll > 1 ? nest->reduction_unroll : 1;
  size_t inner = nest->reduction_count ? nest->reductions[nest->reduction_count - 1] : 0;
  tern_value_t *base = nest->reduction_count ? nest->ivs[inner][0] : NULL;
  for (size_t p = 0; p < tern_linalg_input_count(nest->op); ++p) {
    if (!tern_value_has_uses(tern_linalg_body(nest->op)->args[p])) continue;
    bool is_lane_per_step = is_reduction_vector(nest, p), is_stepped = steps > 1 && uses_loop(nest, p, inner);
    for (int64_t step = 0; step < steps; ++step) {
      tern_value_t **cache = cache_of(nest, p, (size_t)step), **first = cache_of(nest, p, 0);
      if (base) {
        nest->ivs[inner][0] = step == 0 || is_lane_per_step
                                  ? base
                                  : tern_build_index_add(nest->builder, base, tern_build_index(nest->builder, step));
      }
      for (size_t point = 0; point < nest->tile; ++point) {
        size_t coordinates[TERN_LINALG_MAX_LOOPS];
        tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
        read_point(nest, point, coordinates);
        size_t source = representative_point(nest, p, coordinates);
        read_ivs(nest, coordinates, ivs);
        if (source != point) {
          cache[point] = cache[source];
        } else if (step > 0 && !is_stepped) {
          cache[point] = first[point];
        } else if (!is_lane_per_step) {
          cache[point] = build_load(nest, p, ivs);
        } else if (step == 0) {
          cache[point] = build_vector_load(nest, p, ivs);
        }
      }
    }
    if (base) nest->ivs[inner][0] = base;
    for (size_t point = 0; is_lane_per_step && point < nest->tile; ++point) {
      size_t coordinates[TERN_LINALG_MAX_LOOPS];
      read_point(nest, point, coordinates);
      size_t source = representative_point(nest, p, coordinates);
      tern_value_t *vector = cache_of(nest, p, 0)[point];
      for (int64_t step = 0; step < steps; ++step) {
        tern_value_t **cache = cache_of(nest, p, (size_t)step);
        cache[point] = source == point ? build_extract(nest, vector, step) : cache[source];
      }
    }
  }
}

static void load_accumulators(tern_gpu_nest_t *nest) {
  for (size_t o = 0; o < tern_linalg_output_count(nest->op); ++o) {
    size_t position = tern_linalg_output_position(nest->op, o);
    if (nest->reduction_count == 0 && !tern_linalg_reads_output(nest->op, o)) continue;
    for (size_t point = 0; point < nest->tile; ++point) {
      size_t coordinates[TERN_LINALG_MAX_LOOPS];
      tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
      read_point(nest, point, coordinates);
      read_ivs(nest, coordinates, ivs);
      nest->accumulators[o * nest->tile + point] = build_load(nest, position, ivs);
    }
  }
}

bool tern_gpu_nest_load(tern_gpu_nest_t *nest) {
  nest->loop_count = tern_linalg_loop_count(nest->op);
  if (nest->lanes == 0) nest->lanes = 1;
  if (!tern_linalg_static_loop_ranges(nest->op, nest->ranges)) return false;  // the plan has said so
  nest->tile = 1;
  for (size_t loop = 0; loop < nest->loop_count; ++loop) {
    tern_gpu_points_t *points = &nest->points[loop];
    int64_t count = point_count(nest, loop);
    nest->ivs[loop] = tern_calloc((size_t)count, sizeof nest->ivs[loop][0]);
    nest->tile *= (size_t)count;
    if (!points->base) nest->reductions[nest->reduction_count++] = loop;
    for (int64_t i = 0; points->base && i < count; ++i) {
      tern_value_t *offset = tern_build_index(nest->builder, i * points->stride);
      nest->ivs[loop][i] = tern_build_index_add(nest->builder, points->base, offset);
    }
  }
  size_t steps = nest->reduction_unroll > 1 ? (size_t)nest->reduction_unroll : 1;
  nest->cache = tern_calloc(nest->op->operand_count * nest->tile * steps, sizeof nest->cache[0]);
  nest->accumulators = tern_calloc(tern_linalg_output_count(nest->op) * nest->tile, sizeof nest->accumulators[0]);
  if (nest->reduction_count == 0) load_inputs(nest);
  load_accumulators(nest);
  return true;
}

// --- computation ---

// One evaluation of the body for every point (and unrolled reduction step) on the cached inputs.
static void build_points(tern_gpu_nest_t *nest) {
  int64_t steps = nest->reduction_unroll > 1 ? nest->reduction_unroll : 1;
  size_t inputs = tern_linalg_input_count(nest->op), outputs = tern_linalg_output_count(nest->op);
  size_t inner = nest->reduction_count ? nest->reductions[nest->reduction_count - 1] : 0;
  tern_value_t *base = nest->reduction_count ? nest->ivs[inner][0] : NULL;
  for (int64_t step = 0; step < steps; ++step) {
    for (size_t point = 0; point < nest->tile; ++point) {
      size_t coordinates[TERN_LINALG_MAX_LOOPS];
      tern_value_t *ivs[TERN_LINALG_MAX_LOOPS], *args[TERN_GPU_MAX_OPERANDS], *results[TERN_GPU_MAX_OPERANDS];
      read_point(nest, point, coordinates);
      read_ivs(nest, coordinates, ivs);
      if (base && step > 0 && tern_linalg_body_has_index(nest->op)) {
        ivs[inner] = tern_build_index_add(nest->builder, base, tern_build_index(nest->builder, step));
      }
      for (size_t p = 0; p < inputs; ++p) args[p] = cache_of(nest, p, (size_t)step)[point];
      for (size_t o = 0; o < outputs; ++o) args[inputs + o] = nest->accumulators[o * nest->tile + point];
      tern_gpu_build_body(nest->builder, nest->op, args, ivs, nest->lanes, nest->vector_loop, results);
      for (size_t o = 0; o < outputs; ++o) nest->accumulators[o * nest->tile + point] = results[o];
    }
  }
}

static void build_reductions(tern_gpu_nest_t *nest, size_t which) {
  if (which == nest->reduction_count) {
    load_inputs(nest);
    build_points(nest);
    return;
  }
  size_t loop = nest->reductions[which], count = tern_linalg_output_count(nest->op) * nest->tile;
  int64_t step = which + 1 == nest->reduction_count && nest->reduction_unroll > 1 ? nest->reduction_unroll : 1;
  tern_value_t *extent = tern_gpu_build_extent(nest->builder, nest->op, loop, nest->ranges[loop]);
  tern_op_t *for_op =
      tern_build_scf_for(nest->builder, tern_build_index(nest->builder, 0), extent,
                         tern_build_index(nest->builder, step), (tern_values_t){nest->accumulators, count});
  nest->ivs[loop][0] = tern_scf_for_iv(for_op);
  for (size_t i = 0; i < count; ++i) nest->accumulators[i] = tern_scf_for_carried(for_op, i);
  build_reductions(nest, which + 1);
  tern_build_scf_for_end(nest->builder, for_op, (tern_values_t){nest->accumulators, count});
  for_op = tern_gpu_split_sums(for_op);
  for (size_t i = 0; i < count; ++i) nest->accumulators[i] = tern_op_result(for_op, i);
}

// Additions that are worth one more.
enum { LEAST_PIECE = 16 };

// Are the sums pieces of some that stay in memory while others walk over tiles of the reduction? So it is where nobody knows how large
// the tile of the output is: what is the same place then, is not seen either. Such sums start anew.
static bool are_pieces(const tern_gpu_nest_t *nest) {
  tern_combiner_t combiner;
  bool is_lone = nest->tile == 1 && nest->lanes == 1;
  int64_t count = 1;
  for (size_t i = 0; i < nest->reduction_count && count < LEAST_PIECE; ++i) {
    int64_t range = nest->ranges[nest->reductions[i]];
    count = range == TERN_DYNAMIC ? LEAST_PIECE : count * range;
  }
  return count >= LEAST_PIECE && tern_linalg_output_count(nest->op) == 1 &&
         (is_lone || !tern_type_has_static_shape(tern_linalg_output(nest->op, 0)->type)) &&
         tern_type_is_float(tern_type_element(nest->accumulators[0]->type)) &&
         tern_match_combiner(nest->op, 0, &combiner) && combiner.kind == TERN_VECTOR_KIND_ADD;
}

static void build_pieces(tern_gpu_nest_t *nest) {
  tern_value_t **old = tern_malloc(nest->tile * sizeof *old);
  for (size_t i = 0; i < nest->tile; ++i) {
    old[i] = nest->accumulators[i];
    nest->accumulators[i] = tern_build_number(nest->builder, old[i]->type, -0.0);
  }
  build_reductions(nest, 0);
  for (size_t i = 0; i < nest->tile; ++i) {
    tern_values_t terms = TERN_VALUES(old[i], nest->accumulators[i]);
    nest->accumulators[i] = tern_build_value(nest->builder, TERN_ARITH(ADDF), .operands = terms);
  }
  free(old);
}

void tern_gpu_nest_finish(tern_gpu_nest_t *nest) {
  if (nest->reduction_count > 0 && are_pieces(nest)) {
    build_pieces(nest);
  } else if (nest->reduction_count > 0) {
    build_reductions(nest, 0);
  } else {
    build_points(nest);
  }
  for (size_t o = 0; o < tern_linalg_output_count(nest->op); ++o) {
    for (size_t point = 0; point < nest->tile; ++point) {
      size_t coordinates[TERN_LINALG_MAX_LOOPS];
      tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
      read_point(nest, point, coordinates);
      read_ivs(nest, coordinates, ivs);
      tern_gpu_build_store(nest->builder, nest->op, tern_linalg_output_position(nest->op, o), ivs,
                           nest->accumulators[o * nest->tile + point]);
    }
  }
}

bool tern_gpu_nest_emit(tern_gpu_nest_t *nest) {
  if (!tern_gpu_nest_load(nest)) return false;
  tern_gpu_nest_finish(nest);
  return true;
}
