// --linalg-to-vector-loops: structured ops on buffers become scf loops of vector code.
//
//   linalg.matmul ins(%A, %B : memref<32x24xf32>, memref<24x16xf32>) outs(%C : memref<32x16xf32>)
// becomes
//   scf.for %i = %c0 to %c32 step %c8 {
//     %acc:8 = scf.for %k = %c0 to %c24 step %c1 iter_args(...) -> (vector<16xf32>, ...) {
//       %b = vector.load %B[%k, %c0]                   // shared by the eight rows
//       %a = memref.load %A[%i, %k]  ...               // broadcast
//       math.fma ...
//     }
//     vector.store ...
//   }
//
// The tile comes from vector_plan.c; loops stay rolled, because unrolling a hand-tiled loop costs compile time and buys
// nothing. Ends that do not fill a vector are masked, so there is no scalar tail. A linalg.fill right before the op that
// initialises its output becomes the accumulators' start value. Ops that have no vector form are left to
// --convert-linalg-to-loops.

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "convert/vector_plan.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

// A tile is at most this many rows by this many vectors.
#define MAX_ROWS 32
#define MAX_VECTORS 4
#define MAX_TILE (MAX_ROWS * MAX_VECTORS)
#define MAX_ACCUMULATORS (MAX_TILE * 4)
#define MAX_OUTPUTS 4

typedef struct emitter {
  tern_builder_t builder;
  tern_op_t *op;
  tern_vector_plan_t plan;
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  tern_map_t hints;          // see tern_vector_plan_find_hints
  tern_value_t *fill_value;  // start value of output 0 in place of its contents, or NULL
  tern_value_t *fills;       // whether it starts with that; NULL: always
  bool is_reduction;
} emitter_t;

// The part of the iteration space that one piece of straight-line code covers.
typedef struct tile {
  int64_t rows, vectors;
  tern_value_t *mask;  // of the last vector; NULL: all lanes
} tile_t;

static const tern_type_t *vector_type(const emitter_t *emitter, const tern_type_t *element) {
  return tern_vector_type_get(element, &emitter->plan.lanes, 1, 0);
}

static const tern_type_t *element_of(const emitter_t *emitter, size_t position) {
  return tern_type_element(tern_op_operand(emitter->op, position)->type);
}

static tern_value_t *mask_of(const tile_t *tile, int64_t vector) {
  return vector + 1 == tile->vectors ? tile->mask : NULL;
}

// --- memory ---

typedef struct indices {
  tern_value_t *values[TERN_LINALG_MAX_LOOPS];
  size_t count;
} indices_t;

// Where operand `position` is accessed for one row and vector of the tile.
static indices_t build_indices(emitter_t *emitter, size_t position, int64_t row, int64_t vector) {
  const tern_vector_plan_t *plan = &emitter->plan;
  tern_value_t *ivs[TERN_LINALG_MAX_LOOPS];
  memcpy(ivs, emitter->ivs, sizeof ivs);
  if (plan->has_unroll_loop && plan->along_unroll[position]) {
    ivs[plan->unroll_loop] =
        tern_build_index_add(&emitter->builder, ivs[plan->unroll_loop], tern_build_index(&emitter->builder, row));
  }
  if (plan->along_vector[position]) {
    ivs[plan->vector_loop] = tern_build_index_add(&emitter->builder, ivs[plan->vector_loop],
                                                  tern_build_index(&emitter->builder, vector * plan->lanes));
  }
  const tern_affine_map_t *map = tern_linalg_indexing_map(emitter->op, position);
  indices_t indices = {.count = map->result_count};
  for (size_t i = 0; i < map->result_count; ++i) {
    indices.values[i] = tern_build_affine_expr(&emitter->builder, map->results[i], ivs, NULL);
  }
  return indices;
}

static tern_value_t *build_zero(emitter_t *emitter, const tern_type_t *type) {
  return tern_build_number(&emitter->builder, type, 0.0);
}

// One vector of operand `position`, where the mask is false that of `otherwise`. Without a mask: one vector, or one element.
static tern_value_t *build_masked_load(emitter_t *emitter, size_t position, int64_t row, int64_t vector,
                                       tern_value_t *mask, tern_value_t *otherwise) {
  indices_t indices = build_indices(emitter, position, row, vector);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 3] = {tern_op_operand(emitter->op, position)};
  for (size_t i = 0; i < indices.count; ++i) operands[1 + i] = indices.values[i];
  size_t count = 1 + indices.count;
  bool is_vector = emitter->plan.along_vector[position];
  const tern_type_t *element = element_of(emitter, position);
  if (mask) {
    operands[count++] = mask;
    operands[count++] = otherwise;
  }
  return tern_build_value(&emitter->builder,
                          mask        ? TERN_VECTOR(MASKEDLOAD)
                          : is_vector ? TERN_VECTOR(LOAD)
                                      : TERN_MEMREF(LOAD),
                          .operands = {operands, count},
                          .types = TERN_TYPES(is_vector ? vector_type(emitter, element) : element));
}

// One element, or one vector of them, of operand `position`. Scalars that are no memref are what they are.
static tern_value_t *build_load(emitter_t *emitter, size_t position, int64_t row, int64_t vector, tern_value_t *mask) {
  tern_value_t *base = tern_op_operand(emitter->op, position);
  if (base->type->kind != TERN_TYPE_MEMREF) return base;
  if (!emitter->plan.along_vector[position]) mask = NULL;
  tern_value_t *zero = mask ? build_zero(emitter, vector_type(emitter, element_of(emitter, position))) : NULL;
  return build_masked_load(emitter, position, row, vector, mask, zero);
}

static void build_store(emitter_t *emitter, size_t position, int64_t row, int64_t vector, tern_value_t *mask,
                        tern_value_t *value) {
  indices_t indices = build_indices(emitter, position, row, vector);
  tern_value_t *base = tern_op_operand(emitter->op, position);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 3];
  size_t count = 0;
  if (!mask) operands[count++] = value;
  operands[count++] = base;
  for (size_t i = 0; i < indices.count; ++i) operands[count + i] = indices.values[i];
  count += indices.count;
  if (mask) {
    operands[count++] = mask;
    operands[count++] = value;
  }
  const tern_op_row_t *row_of_store = mask                                   ? TERN_VECTOR(MASKEDSTORE)
                                      : emitter->plan.along_vector[position] ? TERN_VECTOR(STORE)
                                                                             : TERN_MEMREF(STORE);
  tern_build(&emitter->builder, row_of_store, .operands = {operands, count});
}

static tern_value_t *build_broadcast(emitter_t *emitter, tern_value_t *value) {
  if (value->type->kind == TERN_TYPE_VECTOR) return value;
  return tern_build_value(&emitter->builder, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(vector_type(emitter, value->type)));
}

// --- the body ---

// linalg.index: the lanes count up along the vector loop.
static tern_value_t *build_loop_index(emitter_t *emitter, size_t loop, int64_t row, int64_t vector) {
  const tern_vector_plan_t *plan = &emitter->plan;
  tern_value_t *iv = emitter->ivs[loop];
  if (plan->has_unroll_loop && loop == plan->unroll_loop) {
    return tern_build_index_add(&emitter->builder, iv, tern_build_index(&emitter->builder, row));
  }
  if (loop != plan->vector_loop) return iv;
  iv = tern_build_index_add(&emitter->builder, iv, tern_build_index(&emitter->builder, vector * plan->lanes));
  const tern_type_t *type = vector_type(emitter, iv->type);
  tern_value_t *step = tern_build_value(&emitter->builder, TERN_VECTOR(STEP), .types = TERN_TYPES(type));
  return tern_build_value(&emitter->builder, TERN_ARITH(ADDI),
                          .operands = TERN_VALUES(build_broadcast(emitter, iv), step));
}

// acc + a * b, with the product used nowhere else: one fused multiply-add, as contractions are meant. Not for 16-bit formats:
// few processors have it, and LLVM would go through f64.
static tern_op_t *match_fused_product(const tern_op_t *op, size_t *out_addend) {
  return tern_type_bit_width(tern_op_result(op, 0)->type) < 32 ? NULL : tern_arith_fused_product(op, out_addend);
}

static tern_value_t *mapped(const tern_map_t *values, tern_value_t *value) {
  tern_value_t *found = tern_map_get(values, value);
  return found ? found : value;
}

// Builds `row` on operands that may be scalars (the same in all lanes) or vectors: a vector op if any is a vector.
static tern_value_t *build_lanewise(emitter_t *emitter, const tern_op_def_t *def, const tern_type_t *scalar_type,
                                    tern_value_t **operands, size_t count, const tern_attr_t *attrs) {
  bool is_vector = false;
  for (size_t i = 0; i < count; ++i) is_vector |= operands[i]->type->kind == TERN_TYPE_VECTOR;
  for (size_t i = 0; is_vector && i < count; ++i) operands[i] = build_broadcast(emitter, operands[i]);
  const tern_type_t *type = is_vector ? vector_type(emitter, scalar_type) : scalar_type;
  tern_op_t *op = tern_op_create(emitter->builder.context, &(tern_op_state_t){.def = def,
                                                                              .loc = emitter->op->loc,
                                                                              .operands = {operands, count},
                                                                              .result_types = TERN_TYPES(type),
                                                                              .dictionary = attrs});
  tern_builder_insert(&emitter->builder, op);
  return tern_op_result(op, 0);
}

// Processors trap on integer division by zero, also in lanes beyond the end that only hold zeros: there it is by one.
static void guard_division(emitter_t *emitter, const tern_op_t *op, tern_value_t *mask, tern_value_t **operands) {
  static const tern_op_row_t *const rows[] = {
      TERN_ARITH(CEILDIVSI),  TERN_ARITH(CEILDIVUI), TERN_ARITH(DIVSI), TERN_ARITH(DIVUI),
      TERN_ARITH(FLOORDIVSI), TERN_ARITH(REMSI),     TERN_ARITH(REMUI),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_op_is(op, rows[i]) || !mask || operands[1]->type->kind != TERN_TYPE_VECTOR) continue;
    tern_value_t *one = tern_arith_constant_int(&emitter->builder, operands[1]->type, 1);
    operands[1] =
        tern_build_value(&emitter->builder, TERN_ARITH(SELECT), .operands = TERN_VALUES(mask, operands[1], one));
  }
}

// A prefetch is made once for a tile, or not at all where its place differs between lanes: it is a hint.
static void build_prefetch(emitter_t *emitter, const tern_op_t *op, const tern_map_t *values) {
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 1];
  if (op->operand_count > sizeof operands / sizeof operands[0]) return;
  for (size_t i = 0; i < op->operand_count; ++i) {
    operands[i] = mapped(values, tern_op_operand(op, i));
    if (operands[i]->type->kind == TERN_TYPE_VECTOR) return;
  }
  tern_op_t *copy =
      tern_op_create(emitter->builder.context, &(tern_op_state_t){.def = op->def,
                                                                  .loc = op->loc,
                                                                  .operands = {operands, op->operand_count},
                                                                  .dictionary = tern_op_attr_dictionary(op)});
  tern_builder_insert(&emitter->builder, copy);
}

// One evaluation of the body. `args` are the elements in operand order; `out_values` receives what it yields. `mask`:
// the lanes that count; NULL: all.
static void build_body(emitter_t *emitter, tern_value_t *const *args, int64_t row, int64_t vector, tern_value_t *mask,
                       tern_value_t **out_values) {
  tern_block_t *body = tern_linalg_body(emitter->op);
  tern_map_t values = {0};
  for (size_t i = 0; i < body->arg_count; ++i) tern_map_set(&values, body->args[i], args[i]);
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_LINALG(YIELD))) {
      for (size_t i = 0; i < inner->operand_count; ++i) out_values[i] = mapped(&values, tern_op_operand(inner, i));
      break;
    }
    if ((row > 0 || vector > 0) && tern_map_get(&emitter->hints, inner)) continue;
    if (tern_op_is(inner, TERN_MEMREF(PREFETCH))) {
      build_prefetch(emitter, inner, &values);
      continue;
    }
    tern_value_t *result = NULL;
    size_t addend;
    tern_op_t *product = emitter->is_reduction ? match_fused_product(inner, &addend) : NULL;
    if (tern_op_is(inner, TERN_LINALG(INDEX))) {
      size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
      result = build_loop_index(emitter, loop, row, vector);
    } else if (product) {
      tern_value_t *operands[] = {mapped(&values, tern_op_operand(product, 0)),
                                  mapped(&values, tern_op_operand(product, 1)),
                                  mapped(&values, tern_op_operand(inner, addend))};
      result = build_lanewise(emitter, tern_op_def_of(emitter->builder.context, TERN_MATH(FMA)),
                              tern_op_result(inner, 0)->type, operands, 3, NULL);
    } else if (tern_value_has_uses(tern_op_result(inner, 0))) {
      tern_value_t *operands[8];
      size_t count = inner->operand_count < 8 ? inner->operand_count : 8;
      for (size_t i = 0; i < count; ++i) operands[i] = mapped(&values, tern_op_operand(inner, i));
      guard_division(emitter, inner, mask, operands);
      result = build_lanewise(emitter, inner->def, tern_op_result(inner, 0)->type, operands, count,
                              tern_op_attr_dictionary(inner));
    }
    tern_map_set(&values, tern_op_result(inner, 0), result);
  }
  tern_map_deinitialize(&values);
}

// Loads the inputs of a whole tile, each vector or scalar once however many lanes and rows share it.
typedef struct tile_inputs {
  tern_value_t *values[TERN_VECTOR_PLAN_MAX_OPERANDS][MAX_ROWS][MAX_VECTORS];
} tile_inputs_t;

static void build_tile_inputs(emitter_t *emitter, const tile_t *tile, tile_inputs_t *out_inputs) {
  for (size_t p = 0; p < tern_linalg_input_count(emitter->op); ++p) {
    bool is_used = tern_value_has_uses(tern_linalg_body(emitter->op)->args[p]);
    for (int64_t r = 0; r < tile->rows; ++r) {
      for (int64_t v = 0; v < tile->vectors; ++v) {
        bool is_shared = (r > 0 && !emitter->plan.along_unroll[p]) || (v > 0 && !emitter->plan.along_vector[p]);
        int64_t source_row = emitter->plan.along_unroll[p] ? r : 0,
                source_vector = emitter->plan.along_vector[p] ? v : 0;
        out_inputs->values[p][r][v] = !is_used    ? NULL
                                      : is_shared ? out_inputs->values[p][source_row][source_vector]
                                                  : build_load(emitter, p, r, v, mask_of(tile, v));
      }
    }
  }
}

// Evaluates the body for the tile. `accumulators` holds, per row, vector and output, the old value of the output, and
// receives the new one.
static void build_tile_body(emitter_t *emitter, const tile_t *tile, tern_value_t **accumulators) {
  size_t inputs = tern_linalg_input_count(emitter->op), outputs = tern_linalg_output_count(emitter->op);
  tile_inputs_t *loaded = tern_malloc(sizeof *loaded);
  build_tile_inputs(emitter, tile, loaded);
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v) {
      tern_value_t *args[TERN_VECTOR_PLAN_MAX_OPERANDS], *yielded[MAX_OUTPUTS];
      tern_value_t **slot = accumulators + (size_t)(r * tile->vectors + v) * outputs;
      for (size_t p = 0; p < inputs; ++p) args[p] = loaded->values[p][r][v];
      for (size_t o = 0; o < outputs; ++o) args[inputs + o] = slot[o];
      build_body(emitter, args, r, v, mask_of(tile, v), yielded);
      tern_value_t *mask = emitter->plan.is_reduction_vectorized ? mask_of(tile, v) : NULL;
      for (size_t o = 0; o < outputs; ++o) {
        tern_value_t *value = build_broadcast(emitter, yielded[o]);
        slot[o] = mask ? tern_build_value(&emitter->builder, TERN_ARITH(SELECT),
                                          .operands = TERN_VALUES(mask, value, slot[o]))
                       : value;
      }
    }
  }
  free(loaded);
}

// --- windows ---

#define MAX_PLACES (MAX_ROWS * 8)

// A row of the tile and a step of the window, and for each input which element or vector they read: the same number, the same one.
typedef struct place {
  int64_t row, step, order;
  int64_t keys[TERN_VECTOR_PLAN_MAX_OPERANDS];
  tern_value_t *inputs[TERN_VECTOR_PLAN_MAX_OPERANDS][MAX_VECTORS];
} place_t;

static place_t place_of(const emitter_t *emitter, int64_t row, int64_t step) {
  const tern_vector_plan_t *plan = &emitter->plan;
  place_t place = {.row = row, .step = step, .order = -1};
  for (size_t p = 0; p < tern_linalg_input_count(emitter->op); ++p) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(emitter->op, p);
    int64_t of_row, of_step;
    bool has_window = false;
    if (tern_vector_window_of(emitter->op, p, plan->unroll_loop, plan->window_loop, &of_row, &of_step)) {
      place.keys[p] = row * of_row + step * of_step;
      if (place.order < 0 && plan->along_vector[p]) place.order = place.keys[p];
      continue;
    }
    for (size_t i = 0; i < map->result_count; ++i) {
      has_window |= tern_affine_expr_uses_dim(map->results[i], plan->window_loop);
    }
    place.keys[p] = (plan->along_unroll[p] ? row * plan->ranges[plan->window_loop] : 0) + (has_window ? step : 0);
  }
  return place;
}

// All rows and steps in the order of what they share, so that few of these are needed at a time; each row has its steps in order.
static size_t list_places(const emitter_t *emitter, int64_t rows, place_t *out_places) {
  size_t count = 0;
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t step = 0; step < emitter->plan.ranges[emitter->plan.window_loop]; ++step) {
      place_t place = place_of(emitter, row, step);
      size_t at = count++;
      for (; at > 0 && out_places[at - 1].order > place.order; --at) out_places[at] = out_places[at - 1];
      out_places[at] = place;
    }
  }
  return count;
}

// What place `at` reads, where no earlier one has read it.
static void build_place_inputs(emitter_t *emitter, const tile_t *tile, place_t *places, size_t at) {
  for (size_t p = 0; p < tern_linalg_input_count(emitter->op); ++p) {
    size_t same = 0;
    while (places[same].keys[p] != places[at].keys[p]) ++same;
    for (int64_t v = 0; v < tile->vectors; ++v) {
      bool is_used = tern_value_has_uses(tern_linalg_body(emitter->op)->args[p]);
      places[at].inputs[p][v] = !is_used    ? NULL
                                : same < at ? places[same].inputs[p][v]
                                : v > 0 && !emitter->plan.along_vector[p]
                                    ? places[at].inputs[p][0]
                                    : build_load(emitter, p, places[at].row, v, mask_of(tile, v));
    }
  }
}

// The steps of the window, written out.
static void build_window(emitter_t *emitter, const tile_t *tile, tern_value_t **accumulators) {
  size_t inputs = tern_linalg_input_count(emitter->op), outputs = tern_linalg_output_count(emitter->op);
  place_t *places = tern_malloc(MAX_PLACES * sizeof *places);
  size_t count = list_places(emitter, tile->rows, places);
  for (size_t i = 0; i < count; ++i) {
    const place_t *place = &places[i];
    emitter->ivs[emitter->plan.window_loop] = tern_build_index(&emitter->builder, place->step);
    build_place_inputs(emitter, tile, places, i);
    for (int64_t v = 0; v < tile->vectors; ++v) {
      tern_value_t *args[TERN_VECTOR_PLAN_MAX_OPERANDS], *yielded[MAX_OUTPUTS];
      tern_value_t **slot = accumulators + (size_t)(place->row * tile->vectors + v) * outputs;
      for (size_t p = 0; p < inputs; ++p) args[p] = place->inputs[p][v];
      for (size_t o = 0; o < outputs; ++o) args[inputs + o] = slot[o];
      build_body(emitter, args, place->row, v, mask_of(tile, v), yielded);
      for (size_t o = 0; o < outputs; ++o) slot[o] = build_broadcast(emitter, yielded[o]);
    }
  }
  free(places);
}

// --- reduction loops ---

// Runs the reduction loops from `first` on around the tile's body, carrying the accumulators. The vectorized reduction
// loop, if there is one, is innermost and is run by build_vector_reduction.
static void build_vector_reduction(emitter_t *emitter, int64_t rows, tern_value_t **accumulators);

static void build_reduction_loops(emitter_t *emitter, size_t first, const tile_t *tile, tern_value_t **accumulators) {
  const tern_vector_plan_t *plan = &emitter->plan;
  size_t loop = first;
  while (loop < plan->loop_count && (tern_linalg_iterator(emitter->op, loop) == TERN_ITERATOR_PARALLEL ||
                                     (plan->is_reduction_vectorized && loop == plan->vector_loop))) {
    ++loop;
  }
  if (loop == plan->loop_count) {
    if (plan->is_reduction_vectorized) {
      build_vector_reduction(emitter, tile->rows, accumulators);
    } else {
      build_tile_body(emitter, tile, accumulators);
    }
    return;
  }
  if (plan->has_window_loop && loop == plan->window_loop) {
    build_window(emitter, tile, accumulators);
    return;
  }
  size_t count = (size_t)(tile->rows * tile->vectors) * tern_linalg_output_count(emitter->op);
  tern_builder_t *b = &emitter->builder;
  tern_op_t *for_op = tern_build_scf_for(b, tern_build_index(b, 0), emitter->extents[loop], tern_build_index(b, 1),
                                         (tern_values_t){accumulators, count});
  emitter->ivs[loop] = tern_scf_for_iv(for_op);
  tern_value_t *carried[MAX_ACCUMULATORS];
  for (size_t i = 0; i < count; ++i) carried[i] = tern_scf_for_carried(for_op, i);
  build_reduction_loops(emitter, loop + 1, tile, carried);
  tern_build_scf_for_end(b, for_op, (tern_values_t){carried, count});
  for (size_t i = 0; i < count; ++i) accumulators[i] = tern_op_result(for_op, i);
}

// `extent - start` lanes, as a mask.
static tern_value_t *build_mask(emitter_t *emitter, tern_value_t *lanes) {
  const tern_type_t *type = vector_type(emitter, tern_i_type_get(emitter->builder.context, 1));
  return tern_build_value(&emitter->builder, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(lanes),
                          .types = TERN_TYPES(type));
}

typedef void (*tile_fn_t)(emitter_t *emitter, const tile_t *tile, tern_value_t **carried);

// Covers the vector loop: whole tiles in a loop, then the rest as one masked tile (static extent) or a loop of masked
// vectors (dynamic). `carried` values (may be none) go through; a tile of fewer vectors carries the first ones of each
// row.
static void build_over_vectors(emitter_t *emitter, int64_t rows, tern_value_t **carried, size_t per_vector,
                               tile_fn_t build_tile) {
  tern_builder_t *b = &emitter->builder;
  const tern_vector_plan_t *plan = &emitter->plan;
  int64_t vectors = plan->unroll_vectors, step = vectors * plan->lanes, extent = plan->ranges[plan->vector_loop];
  tern_value_t *extent_value = emitter->extents[plan->vector_loop], *step_value = tern_build_index(b, step);
  tern_value_t *main_end = extent_value;
  if (extent == TERN_DYNAMIC) {
    tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent_value, step_value));
    main_end = tern_build_index_sub(b, extent_value, rest);
  } else {
    main_end = tern_build_index(b, extent - extent % step);
  }
  size_t count = (size_t)(rows * vectors) * per_vector;
  if (extent == TERN_DYNAMIC || extent >= 2 * step) {
    tern_op_t *loop =
        tern_build_scf_for(b, tern_build_index(b, 0), main_end, step_value, (tern_values_t){carried, count});
    emitter->ivs[plan->vector_loop] = tern_scf_for_iv(loop);
    tern_value_t *inner[MAX_ACCUMULATORS];
    for (size_t i = 0; i < count; ++i) inner[i] = tern_scf_for_carried(loop, i);
    build_tile(emitter, &(tile_t){rows, vectors, NULL}, inner);
    tern_build_scf_for_end(b, loop, (tern_values_t){inner, count});
    for (size_t i = 0; i < count; ++i) carried[i] = tern_op_result(loop, i);
  } else if (extent >= step) {
    emitter->ivs[plan->vector_loop] = tern_build_index(b, 0);
    build_tile(emitter, &(tile_t){rows, vectors, NULL}, carried);
  }
  if (extent != TERN_DYNAMIC && extent % step == 0) return;
  // The rest carries the first `narrow` vectors of each row.
  int64_t rest = extent == TERN_DYNAMIC ? 1 : extent % step;
  int64_t narrow = (rest + plan->lanes - 1) / plan->lanes, odd = rest % plan->lanes;
  tern_value_t *part[MAX_ACCUMULATORS];
  size_t row_size = (size_t)vectors * per_vector, narrow_size = (size_t)narrow * per_vector;
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t i = 0; i < narrow_size; ++i) part[(size_t)r * narrow_size + i] = carried[(size_t)r * row_size + i];
  }
  size_t part_count = (size_t)rows * narrow_size;
  if (extent == TERN_DYNAMIC) {
    tern_op_t *loop = tern_build_scf_for(b, main_end, extent_value, tern_build_index(b, plan->lanes),
                                         (tern_values_t){part, part_count});
    emitter->ivs[plan->vector_loop] = tern_scf_for_iv(loop);
    tern_value_t *inner[MAX_ACCUMULATORS];
    for (size_t i = 0; i < part_count; ++i) inner[i] = tern_scf_for_carried(loop, i);
    tern_value_t *left = tern_build_index_sub(b, extent_value, tern_scf_for_iv(loop));
    build_tile(emitter, &(tile_t){rows, narrow, build_mask(emitter, left)}, inner);
    tern_build_scf_for_end(b, loop, (tern_values_t){inner, part_count});
    for (size_t i = 0; i < part_count; ++i) part[i] = tern_op_result(loop, i);
  } else {
    emitter->ivs[plan->vector_loop] = main_end;
    tern_value_t *mask = odd ? build_mask(emitter, tern_build_index(b, odd)) : NULL;
    build_tile(emitter, &(tile_t){rows, narrow, mask}, part);
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t i = 0; i < narrow_size; ++i) carried[(size_t)r * row_size + i] = part[(size_t)r * narrow_size + i];
  }
}

static void build_vector_reduction(emitter_t *emitter, int64_t rows, tern_value_t **accumulators) {
  build_over_vectors(emitter, rows, accumulators, tern_linalg_output_count(emitter->op), build_tile_body);
}

// --- tiles ---

// The value every accumulator of output `output` starts with when lanes hold partial results.
static tern_value_t *build_neutral(emitter_t *emitter, size_t output) {
  tern_combiner_t combiner;
  bool is_combiner = tern_match_combiner(emitter->op, output, &combiner);
  (void)is_combiner;  // the plan has checked it
  const tern_type_t *element = element_of(emitter, tern_linalg_output_position(emitter->op, output));
  const tern_type_t *type = vector_type(emitter, element);
  if (tern_type_is_float(element)) return tern_build_number(&emitter->builder, type, combiner.neutral);
  uint32_t width = tern_type_bit_width(element);
  uint64_t all_ones = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, sign = UINT64_C(1) << (width - 1);
  uint64_t bits = combiner.is_all_ones  ? all_ones
                  : combiner.is_lowest  ? sign
                  : combiner.is_highest ? all_ones & ~sign
                                        : (uint64_t)combiner.neutral;
  const tern_attr_t *value = tern_integer_attr_get(element, (int64_t)bits);
  return tern_build_constant(&emitter->builder, tern_dense_elements_attr_get_splat(type, value));
}

// Combines two values of an output with the body's combiner.
static tern_value_t *build_combine(emitter_t *emitter, const tern_combiner_t *combiner, tern_value_t *lhs,
                                   tern_value_t *rhs) {
  return tern_build_value(&emitter->builder, combiner->op->def->row, .operands = TERN_VALUES(lhs, rhs));
}

// Folds the lanes of output `output`'s accumulators of one row into the scalar in memory.
static void build_row_result(emitter_t *emitter, size_t output, int64_t row, tern_value_t *const *accumulators,
                             size_t stride) {
  tern_builder_t *b = &emitter->builder;
  tern_combiner_t combiner;
  if (!tern_match_combiner(emitter->op, output, &combiner)) return;
  tern_value_t *sum = accumulators[0];
  for (int64_t v = 1; v < emitter->plan.unroll_vectors; ++v) {
    sum = build_combine(emitter, &combiner, sum, accumulators[(size_t)v * stride]);
  }
  size_t position = tern_linalg_output_position(emitter->op, output);
  const tern_type_t *element = element_of(emitter, position);
  tern_named_attr_t attrs[2] = {{"kind", tern_vector_kind_attr(b->context, combiner.kind)}};
  size_t attr_count = 1;
  // Lanes are combined in any order, as the accumulators were.
  if (tern_type_is_float(element))
    attrs[attr_count++] = (tern_named_attr_t){"fastmath", tern_arith_reassoc_attr(b->context)};
  tern_value_t *scalar = tern_build_value(b, TERN_VECTOR(REDUCTION), .operands = TERN_VALUES(sum),
                                          .types = TERN_TYPES(element), .attrs = {attrs, attr_count});
  tern_value_t *fill = output == 0 ? emitter->fill_value : NULL;
  tern_value_t *old = fill && !emitter->fills ? fill : build_load(emitter, position, row, 0, NULL);
  if (fill && emitter->fills) {
    old = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(emitter->fills, fill, old));
  }
  build_store(emitter, position, row, 0, NULL, build_combine(emitter, &combiner, old, scalar));
}

// What the accumulator of output 0 starts with. Contents that are not wanted are not read either: nobody may have written them.
static tern_value_t *build_start(emitter_t *emitter, int64_t row, int64_t vector, tern_value_t *mask) {
  tern_builder_t *b = &emitter->builder;
  size_t position = tern_linalg_output_position(emitter->op, 0);
  if (!emitter->fill_value) return build_load(emitter, position, row, vector, mask);
  tern_value_t *fill = build_broadcast(emitter, emitter->fill_value);
  if (!emitter->fills) return fill;
  tern_value_t *yes = tern_arith_constant_int(b, emitter->fills->type, 1);
  tern_value_t *keeps =
      build_broadcast(emitter, tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(emitter->fills, yes)));
  if (mask) keeps = tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(keeps, mask));
  return build_masked_load(emitter, position, row, vector, keeps, fill);
}

// A tile whose lanes are elements of the outputs: load or start, reduce, store.
static void build_parallel_tile(emitter_t *emitter, const tile_t *tile, tern_value_t **carried) {
  (void)carried;
  size_t outputs = tern_linalg_output_count(emitter->op);
  tern_value_t *accumulators[MAX_ACCUMULATORS];
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v) {
      for (size_t o = 0; o < outputs; ++o) {
        tern_value_t **slot = &accumulators[(size_t)(r * tile->vectors + v) * outputs + o];
        size_t position = tern_linalg_output_position(emitter->op, o);
        bool is_read = emitter->is_reduction || tern_linalg_reads_output(emitter->op, o);
        *slot = !is_read ? NULL
                : o == 0 ? build_start(emitter, r, v, mask_of(tile, v))
                         : build_load(emitter, position, r, v, mask_of(tile, v));
      }
    }
  }
  build_reduction_loops(emitter, 0, tile, accumulators);
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v) {
      for (size_t o = 0; o < outputs; ++o) {
        build_store(emitter, tern_linalg_output_position(emitter->op, o), r, v, mask_of(tile, v),
                    accumulators[(size_t)(r * tile->vectors + v) * outputs + o]);
      }
    }
  }
}

// A tile of `rows` rows, whole along the vector loop.
static void build_rows(emitter_t *emitter, int64_t rows) {
  if (!emitter->plan.is_reduction_vectorized) {
    tern_value_t *nothing[1];
    build_over_vectors(emitter, rows, nothing, 0, build_parallel_tile);
    return;
  }
  size_t outputs = tern_linalg_output_count(emitter->op);
  tern_value_t *accumulators[MAX_ACCUMULATORS];
  size_t row_size = (size_t)emitter->plan.unroll_vectors * outputs;
  for (size_t i = 0; i < (size_t)rows * row_size; ++i) accumulators[i] = build_neutral(emitter, i % outputs);
  build_reduction_loops(emitter, 0, &(tile_t){rows, emitter->plan.unroll_vectors, NULL}, accumulators);
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t o = 0; o < outputs; ++o) {
      build_row_result(emitter, o, r, accumulators + (size_t)r * row_size + o, outputs);
    }
  }
}

// --- outer loops ---

static tern_op_t *build_plain_loop(emitter_t *emitter, size_t loop, tern_value_t *lower, tern_value_t *upper,
                                   int64_t step) {
  tern_builder_t *b = &emitter->builder;
  tern_op_t *for_op = tern_build_scf_for(b, lower, upper, tern_build_index(b, step), (tern_values_t){0});
  emitter->ivs[loop] = tern_scf_for_iv(for_op);
  return for_op;
}

// Covers the unroll loop: whole tiles of rows in a loop, then the rest.
static void build_over_rows(emitter_t *emitter) {
  const tern_vector_plan_t *plan = &emitter->plan;
  if (!plan->has_unroll_loop) {
    build_rows(emitter, 1);
    return;
  }
  tern_builder_t *b = &emitter->builder;
  int64_t rows = plan->unroll_rows, extent = plan->ranges[plan->unroll_loop];
  tern_value_t *extent_value = emitter->extents[plan->unroll_loop], *zero = tern_build_index(b, 0);
  if (extent != TERN_DYNAMIC) {
    int64_t main_end = extent - extent % rows;
    if (main_end > rows) {
      tern_op_t *loop = build_plain_loop(emitter, plan->unroll_loop, zero, tern_build_index(b, main_end), rows);
      build_rows(emitter, rows);
      tern_build_scf_for_end(b, loop, (tern_values_t){0});
    } else if (main_end == rows) {
      emitter->ivs[plan->unroll_loop] = zero;
      build_rows(emitter, rows);
    }
    if (extent == main_end) return;
    emitter->ivs[plan->unroll_loop] = tern_build_index(b, main_end);
    build_rows(emitter, extent - main_end);
    return;
  }
  tern_value_t *rest =
      tern_build_value(b, TERN_ARITH(REMUI), .operands = TERN_VALUES(extent_value, tern_build_index(b, rows)));
  tern_value_t *main_end = tern_build_index_sub(b, extent_value, rest);
  tern_op_t *loop = build_plain_loop(emitter, plan->unroll_loop, zero, main_end, rows);
  build_rows(emitter, rows);
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
  loop = build_plain_loop(emitter, plan->unroll_loop, main_end, extent_value, 1);
  build_rows(emitter, 1);
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
}

static void build_outer_loops(emitter_t *emitter, size_t first) {
  const tern_vector_plan_t *plan = &emitter->plan;
  size_t loop = first;
  while (loop < plan->loop_count &&
         (tern_linalg_iterator(emitter->op, loop) != TERN_ITERATOR_PARALLEL || loop == plan->vector_loop ||
          (plan->has_unroll_loop && loop == plan->unroll_loop))) {
    ++loop;
  }
  if (loop == plan->loop_count) {
    build_over_rows(emitter);
    return;
  }
  tern_builder_t *b = &emitter->builder;
  if (plan->ranges[loop] == 1) {
    emitter->ivs[loop] = tern_build_index(b, 0);
    build_outer_loops(emitter, loop + 1);
    return;
  }
  tern_op_t *for_op = build_plain_loop(emitter, loop, tern_build_index(b, 0), emitter->extents[loop], 1);
  build_outer_loops(emitter, loop + 1);
  tern_build_scf_for_end(b, for_op, (tern_values_t){0});
}

static void build_extents(emitter_t *emitter) {
  tern_builder_t *b = &emitter->builder;
  for (size_t loop = 0; loop < emitter->plan.loop_count; ++loop) {
    size_t position, dim;
    if (emitter->plan.ranges[loop] != TERN_DYNAMIC) {
      emitter->extents[loop] = tern_build_index(b, emitter->plan.ranges[loop]);
    } else if (tern_linalg_loop_source(emitter->op, loop, &position, &dim)) {
      emitter->extents[loop] = tern_build_value(
          b, TERN_MEMREF(DIM),
          .operands = TERN_VALUES(tern_op_operand(emitter->op, position), tern_build_index(b, (int64_t)dim)));
    }
  }
}

// --- the pass ---

// The op that is all that an scf.if may do, or NULL.
static tern_op_t *only_op_of(const tern_op_t *choice) {
  const tern_block_t *otherwise = choice->regions[1].first_block, *body = choice->regions[0].first_block;
  if (choice->result_count > 0 || (otherwise && otherwise->first_op != otherwise->last_op)) return NULL;
  return body->first_op->next == body->last_op ? body->first_op : NULL;
}

// A fill of output 0, right before the op but for ops without effects, whose value can start the accumulators instead; it may be
// filled on a condition.
// The op must be a reduction (others overwrite) that visits every element of the output.
static tern_op_t *find_fill(tern_op_t *op) {
  if (tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) == 0 || tern_linalg_output_count(op) != 1) return NULL;
  tern_value_t *output = tern_linalg_output(op, 0);
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    if (tern_linalg_input(op, i) == output) return NULL;
  }
  if (!tern_affine_map_is_projected_permutation(tern_linalg_output_map(op, 0), true)) {
    return NULL;
  }
  tern_op_t *before = op->prev;
  while (before && tern_op_effects(before) == 0) before = before->prev;
  if (before && tern_op_is(before, TERN_SCF(IF))) before = only_op_of(before);
  if (!before || !tern_op_is(before, TERN_LINALG(FILL)) || tern_linalg_output(before, 0) != output) return NULL;
  return tern_linalg_input(before, 0)->type == tern_type_element(output->type) ? before : NULL;
}

// False if the op has no vector form. `*out_fill` is the fill that went with it, or NULL.
static bool vectorize_op(tern_op_t *op, const tern_vector_machine_t *machine, tern_op_t **out_fill) {
  *out_fill = NULL;
  emitter_t emitter = {.builder = tern_builder_before(op), .op = op};
  if (!tern_vector_plan_make(op, machine, &emitter.plan) || tern_linalg_output_count(op) > MAX_OUTPUTS) return false;
  tern_op_t *fill = find_fill(op);
  if (fill) emitter.fill_value = tern_linalg_input(fill, 0);
  tern_op_t *choice = fill && fill->block != op->block ? tern_op_parent(fill) : NULL;
  if (choice) emitter.fills = tern_op_operand(choice, 0);
  emitter.is_reduction = tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0;
  tern_vector_plan_find_hints(tern_linalg_body(op), &emitter.hints);
  build_extents(&emitter);
  build_outer_loops(&emitter, 0);
  tern_map_deinitialize(&emitter.hints);
  tern_op_destroy(op);
  if (fill) tern_op_destroy(choice ? choice : fill);
  *out_fill = fill;
  return true;
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect_structured(tern_op_t *op, void *user) {
  if (tern_is_linalg(op)) tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_vector_machine_t machine = {tern_pass_int(pass, "vector-bytes"), tern_pass_int(pass, "max-accumulators")};
  if (machine.vector_bytes < 16 || machine.vector_bytes > 256 || (machine.vector_bytes & (machine.vector_bytes - 1))) {
    return tern_op_error(op, "option 'vector-bytes' must be a power of two from 16 to 256");
  }
  if (machine.max_accumulators < 1 || machine.max_accumulators > MAX_TILE) {
    return tern_op_error(op, "option 'max-accumulators' must be from 1 to %d", MAX_TILE);
  }
  op_list_t ops = {0};
  tern_op_walk_post(op, collect_structured, &ops);
  // From the last to the first: an op may take the fill before it along.
  for (size_t i = ops.count; i-- > 0;) {
    tern_op_t *gone = NULL;
    if (ops.values[i] && vectorize_op(ops.values[i], &machine, &gone)) tern_pass_count(pass, 0, 1);
    for (size_t k = 0; gone && k < i; ++k) {
      if (ops.values[k] == gone) ops.values[k] = NULL;
    }
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
    {"max-accumulators", TERN_OPTION_INT, "16", "Vector registers that accumulators may take", NULL},
};

const tern_pass_def_t tern_linalg_to_vector_loops_pass = {
    .name = "LinalgToVectorLoops",
    .flag = "linalg-to-vector-loops",
    .summary = "Lower structured ops on buffers to loops of vector code",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-vectorized - ops that became vector code", NULL},
    .run = run,
};
