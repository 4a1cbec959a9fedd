// Planning the vectorization of a structured op on buffers.
//
// Two forms cover what a dispatch holds. In the first the vector runs along a parallel loop that is the innermost,
// unit-stride dimension of the outputs: element-wise code, broadcasts, matrix products, convolutions and poolings with
// channels last, reductions over outer dimensions. Several iterations of another parallel loop are taken together so
// that a vector loaded once feeds several accumulators: for a matrix product this is the usual register tile
// (Goto, van de Geijn: Anatomy of High-Performance Matrix Multiplication). In the second form the vector runs along a
// unit-stride reduction loop, with partial results in the lanes: row sums, matrix-vector products, products with a
// transposed right-hand side.

#include "convert/linalg/vector_plan.h"

#include <math.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"

// --- the body ---

static bool is_vector_element(const tern_type_t *type) {
  return tern_type_is_int_or_index(type) || (tern_type_is_float(type) && tern_type_bit_width(type) >= 16);
}

// In memory an i1 takes a byte, and a vector of them would be packed bits; narrower types than a byte likewise.
static bool is_vector_memory_element(const tern_type_t *type) {
  if (!is_vector_element(type)) return false;
  uint32_t width = tern_type_bit_width(type);
  return width == 8 || width == 16 || width == 32 || width == 64;
}

// The loops that an op of the body depends on by linalg.index, a bit each.
static uintptr_t loops_of(const tern_op_t *op, const tern_map_t *loops) {
  if (tern_op_is(op, TERN_LINALG(INDEX))) return (uintptr_t)1 << tern_integer_attr_value(tern_op_attr(op, "dim"));
  uintptr_t all = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_op_t *definition = tern_value_defining_op(tern_op_operand(op, i));
    if (definition) all |= (uintptr_t)tern_map_get(loops, definition);
  }
  return all;
}

void tern_vector_plan_find_hints(const tern_block_t *body, tern_map_t *out_hints) {
  tern_map_t loops = {0};
  tern_block_for_each_op(body, op) tern_map_set(&loops, op, (void *)loops_of(op, &loops));
  for (tern_op_t *op = body->last_op; op; op = op->prev) {
    bool is_hint = tern_op_is(op, TERN_MEMREF(PREFETCH));
    uintptr_t needed = is_hint ? (uintptr_t)tern_map_get(&loops, op) : 0;
    if (op->result_count == 1 && tern_op_effects(op) == 0 && tern_value_has_uses(tern_op_result(op, 0))) {
      is_hint = true;
      tern_value_for_each_use(tern_op_result(op, 0), use) {
        uintptr_t hint = (uintptr_t)tern_map_get(out_hints, use->owner);
        is_hint = is_hint && hint;
        needed |= hint ? hint - 1 : 0;
      }
    }
    if (is_hint) tern_map_set(out_hints, op, (void *)(needed + 1));
  }
  tern_map_deinitialize(&loops);
}

// Every op of the body has a vector form. Collects the widest element, in bits.
static bool match_ops(const tern_block_t *body, const tern_map_t *hints, uint32_t *inout_width) {
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_LINALG(YIELD)) || tern_op_is(inner, TERN_LINALG(INDEX)) || tern_map_get(hints, inner)) {
      continue;
    }
    if (!tern_op_is(inner, TERN_ARITH(CONSTANT)) && !tern_op_has_trait(inner, TERN_TRAIT_ELEMENTWISE)) return false;
    if (inner->result_count != 1 || inner->region_count != 0) return false;
    const tern_type_t *type = tern_op_result(inner, 0)->type;
    if (!is_vector_element(type)) return false;
    uint32_t width = tern_type_bit_width(type);
    if (width > *inout_width) *inout_width = width;
  }
  return true;
}

static bool has_loads(const tern_block_t *body) {
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_MEMREF(LOAD))) return true;
  }
  return false;
}

static bool uses_loop(const tern_op_t *op, size_t position, size_t loop);

// Does the value differ between iterations of `loop`? `varying` has the ops of the body that do.
static bool is_varying(const tern_op_t *op, const tern_map_t *varying, const tern_value_t *value, size_t loop) {
  const tern_op_t *definition = tern_value_defining_op(value);
  if (definition) return tern_map_get(varying, definition) != NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_linalg_body(op)->args[i] == value) return uses_loop(op, i, loop);
  }
  return false;
}

tern_value_t *tern_vector_plan_first_place(const tern_op_t *load, bool *out_is_index) {
  const tern_op_t *last = tern_value_defining_op(tern_op_operand(load, load->operand_count - 1));
  *out_is_index = last && tern_op_is(last, TERN_LINALG(INDEX));
  if (*out_is_index || !last || !tern_op_is(last, TERN_ARITH(ADDI))) return NULL;
  for (size_t i = 0; i < 2; ++i) {
    const tern_op_t *index = tern_value_defining_op(tern_op_operand(last, i));
    *out_is_index = index && tern_op_is(index, TERN_LINALG(INDEX));
    if (*out_is_index) return tern_op_operand(last, 1 - i);
  }
  return NULL;
}

// Neighbours along `loop` load the same element, or neighbours.
static bool match_load(const tern_op_t *op, const tern_op_t *load, const tern_map_t *varying, size_t loop) {
  const tern_value_t *memory = tern_op_operand(load, 0);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memory->type);
  if (rank > TERN_LINALG_MAX_LOOPS || !is_vector_memory_element(tern_type_element(memory->type))) return false;
  for (size_t i = tern_linalg_output_position(op, 0); i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == memory) return false;
  }
  for (size_t i = 0; i + 1 < rank; ++i) {
    if (is_varying(op, varying, tern_op_operand(load, 1 + i), loop)) return false;
  }
  if (rank == 0 || !is_varying(op, varying, tern_op_operand(load, rank), loop)) return true;
  bool is_index;
  const tern_value_t *first = tern_vector_plan_first_place(load, &is_index);
  return is_index && (!first || !is_varying(op, varying, first, loop)) &&
         tern_memref_type_strides(memory->type, strides, &offset) && strides[rank - 1] == 1;
}

static bool is_place(const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    if (!tern_op_is(use->owner, TERN_MEMREF(LOAD))) return false;
  }
  return true;
}

// A body that loads, along a parallel loop: what is the same in all iterations of that stays scalar, whatever its type is.
static bool match_loading_body(const tern_op_t *op, size_t loop, uint32_t *inout_width) {
  tern_map_t varying = {0};
  bool is_match = true;
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    bool is_load = tern_op_is(inner, TERN_MEMREF(LOAD)), varies = false;
    if (tern_op_is(inner, TERN_LINALG(YIELD))) break;
    bool is_index = tern_op_is(inner, TERN_LINALG(INDEX));
    bool is_plain = tern_op_is(inner, TERN_ARITH(CONSTANT)) || tern_op_has_trait(inner, TERN_TRAIT_ELEMENTWISE);
    is_match = is_match && (is_load ? match_load(op, inner, &varying, loop) : is_index || is_plain) &&
               inner->result_count == 1 && inner->region_count == 0;
    if (!is_match) break;
    for (size_t i = is_load; i < inner->operand_count; ++i) {
      varies |= is_varying(op, &varying, tern_op_operand(inner, i), loop);
    }
    if (is_index) varies = tern_integer_attr_value(tern_op_attr(inner, "dim")) == (int64_t)loop;
    if (!varies) continue;
    tern_map_set(&varying, inner, inner);
    const tern_type_t *type = tern_op_result(inner, 0)->type;
    is_match = is_match && is_vector_element(type);
    // Places to load from become no vectors, which would have few of their lanes.
    if (is_index || is_place(tern_op_result(inner, 0)) || !is_match) continue;
    if (tern_type_bit_width(type) > *inout_width) *inout_width = tern_type_bit_width(type);
  }
  tern_map_deinitialize(&varying);
  return is_match;
}

static bool match_body(const tern_op_t *op, bool has_parallel, size_t parallel, uint32_t *inout_width) {
  if (has_loads(tern_linalg_body(op))) {
    return has_parallel && tern_linalg_is_all_parallel(op) && match_loading_body(op, parallel, inout_width);
  }
  tern_map_t hints = {0};
  tern_vector_plan_find_hints(tern_linalg_body(op), &hints);
  bool is_match = match_ops(tern_linalg_body(op), &hints, inout_width);
  tern_map_deinitialize(&hints);
  return is_match;
}

// --- accesses ---

typedef enum access { ACCESS_INVARIANT, ACCESS_UNIT_STRIDE, ACCESS_OTHER } access_t;

// How operand `position` moves when `loop` advances by one.
static access_t classify_access(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  bool is_used = false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (!tern_affine_expr_uses_dim(map->results[i], loop)) continue;
    if (i + 1 != map->result_count || !tern_affine_expr_is_dim(map->results[i], loop)) return ACCESS_OTHER;
    is_used = true;
  }
  if (!is_used) return ACCESS_INVARIANT;
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  const tern_type_t *type = tern_op_operand(op, position)->type;
  if (type->kind != TERN_TYPE_MEMREF || tern_type_rank(type) > TERN_LINALG_MAX_LOOPS) return ACCESS_OTHER;
  if (!tern_memref_type_strides(type, strides, &offset)) return ACCESS_OTHER;
  return strides[tern_type_rank(type) - 1] == 1 ? ACCESS_UNIT_STRIDE : ACCESS_OTHER;
}

static bool uses_loop(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_uses_dim(map->results[i], loop)) return true;
  }
  return false;
}

// --- combiners ---

static const struct {
  const tern_op_row_t *row;
  tern_combiner_t combiner;
} combiners[] = {
    {TERN_ARITH(ADDF), {.kind = TERN_VECTOR_KIND_ADD, .neutral = -0.0}},
    {TERN_ARITH(MULF), {.kind = TERN_VECTOR_KIND_MUL, .neutral = 1.0}},
    {TERN_ARITH(MAXIMUMF), {.kind = TERN_VECTOR_KIND_MAXIMUMF, .neutral = -INFINITY}},
    {TERN_ARITH(MINIMUMF), {.kind = TERN_VECTOR_KIND_MINIMUMF, .neutral = INFINITY}},
    {TERN_ARITH(MAXNUMF), {.kind = TERN_VECTOR_KIND_MAXNUMF, .neutral = NAN}},
    {TERN_ARITH(MINNUMF), {.kind = TERN_VECTOR_KIND_MINNUMF, .neutral = NAN}},
    {TERN_ARITH(ADDI), {.kind = TERN_VECTOR_KIND_ADD}},
    {TERN_ARITH(MULI), {.kind = TERN_VECTOR_KIND_MUL, .neutral = 1.0}},
    {TERN_ARITH(MAXSI), {.kind = TERN_VECTOR_KIND_MAXSI, .is_lowest = true}},
    {TERN_ARITH(MINSI), {.kind = TERN_VECTOR_KIND_MINSI, .is_highest = true}},
    {TERN_ARITH(MAXUI), {.kind = TERN_VECTOR_KIND_MAXUI}},
    {TERN_ARITH(MINUI), {.kind = TERN_VECTOR_KIND_MINUI, .is_all_ones = true}},
    {TERN_ARITH(ANDI), {.kind = TERN_VECTOR_KIND_AND, .is_all_ones = true}},
    {TERN_ARITH(ORI), {.kind = TERN_VECTOR_KIND_OR}},
    {TERN_ARITH(XORI), {.kind = TERN_VECTOR_KIND_XOR}},
};

bool tern_match_combiner(const tern_op_t *op, size_t index, tern_combiner_t *out_combiner) {
  const tern_block_t *body = tern_linalg_body(op);
  const tern_value_t *acc = body->args[tern_linalg_output_position(op, index)];
  const tern_value_t *yielded = tern_op_operand(body->last_op, index);
  tern_op_t *combine = tern_value_defining_op(yielded);
  if (!combine || combine->block != body || !tern_value_has_one_use(acc) || !tern_value_has_one_use(yielded)) {
    return false;
  }
  if (acc->first_use->owner != combine) return false;
  for (size_t i = 0; i < sizeof combiners / sizeof combiners[0]; ++i) {
    if (!tern_op_is(combine, combiners[i].row)) continue;
    *out_combiner = combiners[i].combiner;
    out_combiner->op = combine;
    return true;
  }
  return false;
}

// --- the plan ---

// Every operand is invariant along `loop` or has unit stride, and outputs are as wanted.
static bool operands_allow(const tern_op_t *op, size_t loop, access_t wanted_outputs, size_t *out_unit_stride_count) {
  size_t inputs = tern_linalg_input_count(op);
  *out_unit_stride_count = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    access_t access = classify_access(op, i, loop);
    if (i >= inputs && access != wanted_outputs) return false;
    if (access == ACCESS_OTHER) return false;
    if (access == ACCESS_UNIT_STRIDE) ++*out_unit_stride_count;
  }
  return true;
}

// The parallel loop that is the innermost dimension of every output, if all operands go along with it.
static bool find_parallel_loop(const tern_op_t *op, size_t *out_loop) {
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  if (map->result_count == 0) return false;
  const tern_affine_expr_t *innermost = map->results[map->result_count - 1];
  if (innermost->kind != TERN_AFFINE_DIM) return false;
  size_t unit_strides;
  *out_loop = (size_t)innermost->value;
  return tern_linalg_iterator(op, *out_loop) == TERN_ITERATOR_PARALLEL &&
         operands_allow(op, *out_loop, ACCESS_UNIT_STRIDE, &unit_strides);
}

// The innermost reduction loop along which some input has unit stride; every output needs a combiner.
static bool find_reduction_loop(const tern_op_t *op, size_t *out_loop) {
  tern_combiner_t combiner;
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    if (!tern_match_combiner(op, i, &combiner)) return false;
  }
  for (size_t loop = tern_linalg_loop_count(op); loop-- > 0;) {
    size_t unit_strides;
    if (tern_linalg_iterator(op, loop) != TERN_ITERATOR_REDUCTION) continue;
    if (operands_allow(op, loop, ACCESS_INVARIANT, &unit_strides) && unit_strides > 0) {
      *out_loop = loop;
      return true;
    }
  }
  return false;
}

// The parallel loop that leaves most of the vectors loaded per step unchanged, so that taking several of its iterations
// together reuses them.
static bool find_unroll_loop(const tern_op_t *op, const tern_vector_plan_t *plan, size_t *out_loop) {
  size_t best = 0;
  for (size_t loop = plan->loop_count; loop-- > 0;) {
    if (loop == plan->vector_loop || tern_linalg_iterator(op, loop) != TERN_ITERATOR_PARALLEL) continue;
    size_t reused = 0;
    for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
      if (plan->along_vector[i] && !uses_loop(op, i, loop)) ++reused;
    }
    if (reused > best) {
      best = reused;
      *out_loop = loop;
    }
  }
  return best > 0;
}

bool tern_vector_window_of(const tern_op_t *op, size_t position, size_t unroll_loop, size_t window_loop,
                           int64_t *out_unroll_step, int64_t *out_window_step) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t coefficients[TERN_LINALG_MAX_LOOPS + 1];
  size_t count = 0;
  for (size_t i = 0; i < map->result_count; ++i) {
    bool has_unroll = tern_affine_expr_uses_dim(map->results[i], unroll_loop);
    if (has_unroll != tern_affine_expr_uses_dim(map->results[i], window_loop)) return false;
    if (!has_unroll) continue;
    if (!tern_affine_expr_coefficients(map->results[i], map->dim_count, 0, coefficients)) return false;
    *out_unroll_step = coefficients[unroll_loop];
    *out_window_step = coefficients[window_loop];
    ++count;
  }
  return count == 1 && *out_unroll_step > 0 && *out_window_step > 0;
}

// Longer windows are loops.
#define LONGEST_WINDOW 8

static void find_window_loop(const tern_op_t *op, tern_vector_plan_t *plan) {
  size_t loop = plan->loop_count;
  while (loop > 0 && tern_linalg_iterator(op, loop - 1) == TERN_ITERATOR_PARALLEL) --loop;
  if (loop-- == 0 || !plan->has_unroll_loop || plan->is_reduction_vectorized) return;
  if (plan->ranges[loop] < 2 || plan->ranges[loop] > LONGEST_WINDOW) return;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    int64_t unroll_step, window_step;
    plan->has_window_loop |=
        plan->along_vector[i] && tern_vector_window_of(op, i, plan->unroll_loop, loop, &unroll_step, &window_step);
  }
  plan->window_loop = loop;
}

static int64_t at_most(int64_t value, int64_t limit) {
  if (limit == TERN_DYNAMIC || value <= limit) return value;
  return limit > 0 ? limit : 1;
}

// A loop that is shorter than a vector has vectors of its own length, rounded up to a power of two: then nothing is masked in
// most cases.
static int64_t choose_lanes(int64_t widest, int64_t extent) {
  int64_t lanes = widest;
  while (extent != TERN_DYNAMIC && lanes > 1 && lanes / 2 >= extent) lanes /= 2;
  return lanes;
}

// As many steps as `limit` at a time would take, or one more, all equally long if that is possible: then code for the rest of the loop is
// not needed.
static int64_t balance(int64_t limit, int64_t extent) {
  if (extent == TERN_DYNAMIC || extent <= limit || limit < 1) return at_most(limit, extent);
  for (int64_t tiles = (extent + limit - 1) / limit, more = 0; more < 2; ++tiles, ++more) {
    if (extent % tiles == 0) return extent / tiles;
  }
  return limit;
}

// Vectors side by side that leave no rest, if two or more do. Without accumulators it matters little how many there are.
static int64_t divide_evenly(int64_t limit, int64_t lanes, int64_t extent) {
  if (extent == TERN_DYNAMIC || extent % lanes != 0) return limit;
  int64_t count = limit;
  while (count > 1 && extent % (lanes * count) != 0) --count;
  return count > 1 ? count : limit;
}

// Iterations that are taken together, at most.
#define MOST_ROWS 12

static void choose_tile(const tern_op_t *op, const tern_vector_machine_t *machine, tern_vector_plan_t *plan) {
  int64_t extent = plan->ranges[plan->vector_loop];
  int64_t vectors = extent == TERN_DYNAMIC ? INT64_MAX : (extent + plan->lanes - 1) / plan->lanes;
  int64_t outputs = (int64_t)tern_linalg_output_count(op);
  int64_t accumulators = machine->max_accumulators / outputs;
  bool is_reduction = tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0;
  plan->unroll_rows = 1;
  if (!is_reduction) {
    plan->unroll_vectors = divide_evenly(at_most(4, vectors), plan->lanes, extent);
    plan->has_unroll_loop = false;
    return;
  }
  plan->unroll_vectors = at_most(plan->has_unroll_loop && accumulators < 16 ? 2 : 4, vectors);
  if (plan->has_window_loop) {
    // Beside the accumulators there are a vector for each step of the window, and what is shared.
    int64_t window = plan->ranges[plan->window_loop] + 1, registers = accumulators + 3;
    plan->unroll_vectors = at_most(accumulators < 16 || window > 5 ? 1 : 2, vectors);
    accumulators = registers - window * plan->unroll_vectors;
  }
  if (plan->unroll_vectors > accumulators && accumulators > 0) plan->unroll_vectors = accumulators;
  if (plan->has_unroll_loop) {
    int64_t rows = accumulators / plan->unroll_vectors, extent_of_rows = plan->ranges[plan->unroll_loop];
    // A few rows more than that are one tile of fewer vectors: what the vectors are loaded from is read once.
    if (extent_of_rows != TERN_DYNAMIC && extent_of_rows > rows && extent_of_rows <= accumulators / 2 &&
        extent_of_rows <= MOST_ROWS) {
      plan->unroll_vectors = accumulators / extent_of_rows;
      rows = extent_of_rows;
    }
    if (rows > MOST_ROWS) rows = MOST_ROWS;
    plan->unroll_rows = balance(rows > 0 ? rows : 1, extent_of_rows);
  }
}

bool tern_vector_plan_make(const tern_op_t *op, const tern_vector_machine_t *machine, tern_vector_plan_t *out_plan) {
  tern_vector_plan_t plan = {.loop_count = tern_linalg_loop_count(op)};
  if (!tern_linalg_has_buffer_semantics(op) || plan.loop_count == 0 || tern_linalg_output_count(op) == 0 ||
      op->operand_count > TERN_VECTOR_PLAN_MAX_OPERANDS || !tern_linalg_static_loop_ranges(op, plan.ranges)) {
    return false;
  }
  uint32_t width = 8;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type, *element = tern_type_element(type);
    if (type->kind == TERN_TYPE_MEMREF && !is_vector_memory_element(element)) return false;
    if (!is_vector_element(element)) return false;
    if (tern_type_bit_width(element) > width) width = tern_type_bit_width(element);
  }
  size_t parallel = 0, reduction = 0;
  bool has_parallel = find_parallel_loop(op, &parallel), has_reduction = find_reduction_loop(op, &reduction);
  if (!match_body(op, has_parallel, parallel, &width) || width > 64) return false;
  plan.lanes = machine->vector_bytes * 8 / width;
  // A short innermost dimension would leave most lanes idle; a reduction of many elements uses them all.
  if (has_parallel && has_reduction && plan.ranges[parallel] != TERN_DYNAMIC && plan.ranges[parallel] < 4) {
    has_parallel = false;
  }
  if (!has_parallel && !has_reduction) return false;
  plan.is_reduction_vectorized = !has_parallel;
  plan.vector_loop = has_parallel ? parallel : reduction;
  for (size_t i = 0; i < op->operand_count; ++i) plan.along_vector[i] = uses_loop(op, i, plan.vector_loop);
  plan.lanes = choose_lanes(plan.lanes, plan.ranges[plan.vector_loop]);
  plan.has_unroll_loop = find_unroll_loop(op, &plan, &plan.unroll_loop);
  find_window_loop(op, &plan);
  choose_tile(op, machine, &plan);
  for (size_t i = 0; i < op->operand_count; ++i) {
    plan.along_unroll[i] = plan.has_unroll_loop && uses_loop(op, i, plan.unroll_loop);
  }
  *out_plan = plan;
  return true;
}
