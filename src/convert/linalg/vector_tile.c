// Loads, bodies and stores of a tile.

#include "convert/linalg/vector_tile.h"

#include <stdlib.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/llvm/llvm.h"
#include "dialect/math/math.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"

const tern_type_t *tern_vector_emitter_type(const tern_vector_emitter_t *emitter, const tern_type_t *element) {
  return tern_vector_type_get(element, &emitter->plan.lanes, 1, 0);
}

const tern_type_t *tern_vector_emitter_element(const tern_vector_emitter_t *emitter, size_t position) {
  return tern_type_element(tern_op_operand(emitter->op, position)->type);
}

tern_value_t *tern_vector_tile_mask(const tern_vector_tile_t *tile, int64_t vector) {
  return vector + 1 == tile->vectors ? tile->mask : NULL;
}

// --- memory ---

typedef struct indices {
  tern_value_t *values[TERN_LINALG_MAX_LOOPS];
  size_t count;
} indices_t;

// Where operand `position` is accessed for one row and vector of the tile.
static indices_t build_indices(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector) {
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

static tern_value_t *build_zero(tern_vector_emitter_t *emitter, const tern_type_t *type) {
  return tern_build_number(&emitter->builder, type, 0.0);
}

tern_value_t *tern_vector_build_masked_load(tern_vector_emitter_t *emitter, size_t position, int64_t row,
                                            int64_t vector, tern_value_t *mask, tern_value_t *otherwise) {
  indices_t indices = build_indices(emitter, position, row, vector);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 3] = {tern_op_operand(emitter->op, position)};
  for (size_t i = 0; i < indices.count; ++i) operands[1 + i] = indices.values[i];
  size_t count = 1 + indices.count;
  bool is_vector = emitter->plan.along_vector[position];
  const tern_type_t *element = tern_vector_emitter_element(emitter, position);
  if (mask) {
    operands[count++] = mask;
    operands[count++] = otherwise;
  }
  return tern_build_value(&emitter->builder,
                          mask        ? TERN_VECTOR(MASKEDLOAD)
                          : is_vector ? TERN_VECTOR(LOAD)
                                      : TERN_MEMREF(LOAD),
                          .operands = {operands, count},
                          .types = TERN_TYPES(is_vector ? tern_vector_emitter_type(emitter, element) : element));
}

tern_value_t *tern_vector_build_load(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector,
                                     tern_value_t *mask) {
  tern_value_t *base = tern_op_operand(emitter->op, position);
  if (base->type->kind != TERN_TYPE_MEMREF) return base;
  if (!emitter->plan.along_vector[position]) mask = NULL;
  tern_value_t *zero =
      mask ? build_zero(emitter, tern_vector_emitter_type(emitter, tern_vector_emitter_element(emitter, position)))
           : NULL;
  return tern_vector_build_masked_load(emitter, position, row, vector, mask, zero);
}

void tern_vector_build_prefetch(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector) {
  indices_t indices = build_indices(emitter, position, row, vector);
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 1] = {tern_op_operand(emitter->op, position)};
  for (size_t i = 0; i < indices.count; ++i) operands[1 + i] = indices.values[i];
  tern_memref_build_prefetch(&emitter->builder, (tern_values_t){operands, 1 + indices.count}, 3);
}

void tern_vector_build_store(tern_vector_emitter_t *emitter, size_t position, int64_t row, int64_t vector,
                             tern_value_t *mask, tern_value_t *value) {
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

tern_value_t *tern_vector_build_broadcast(tern_vector_emitter_t *emitter, tern_value_t *value) {
  if (value->type->kind == TERN_TYPE_VECTOR) return value;
  return tern_build_value(&emitter->builder, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_vector_emitter_type(emitter, value->type)));
}

// --- the body ---

// linalg.index of the first lane.
static tern_value_t *build_first_index(tern_vector_emitter_t *emitter, size_t loop, int64_t row, int64_t vector) {
  const tern_vector_plan_t *plan = &emitter->plan;
  int64_t offset = plan->has_unroll_loop && loop == plan->unroll_loop ? row
                   : loop == plan->vector_loop                        ? vector * plan->lanes
                                                                      : 0;
  return tern_build_index_add(&emitter->builder, emitter->ivs[loop], tern_build_index(&emitter->builder, offset));
}

// linalg.index: the lanes count up along the vector loop.
static tern_value_t *build_loop_index(tern_vector_emitter_t *emitter, size_t loop, int64_t row, int64_t vector) {
  tern_value_t *first = build_first_index(emitter, loop, row, vector);
  if (loop != emitter->plan.vector_loop) return first;
  const tern_type_t *type = tern_vector_emitter_type(emitter, first->type);
  tern_value_t *step = tern_build_value(&emitter->builder, TERN_VECTOR(STEP), .types = TERN_TYPES(type));
  tern_value_t *same = tern_vector_build_broadcast(emitter, first);
  return tern_build_value(&emitter->builder, TERN_ARITH(ADDI), .operands = TERN_VALUES(same, step));
}

// Is a hint with these `loops` made for this row and vector of the tile, too?
static bool is_hint_for(const tern_vector_plan_t *plan, uintptr_t loops, int64_t row, int64_t vector) {
  bool is_along_rows = plan->has_unroll_loop && (loops >> plan->unroll_loop & 1);
  return (row == 0 || is_along_rows) && (vector == 0 || (loops >> plan->vector_loop & 1));
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
static tern_value_t *build_lanewise(tern_vector_emitter_t *emitter, const tern_op_def_t *def,
                                    const tern_type_t *scalar_type, tern_value_t **operands, size_t count,
                                    const tern_attr_t *attrs) {
  bool is_vector = false;
  for (size_t i = 0; i < count; ++i) is_vector |= operands[i]->type->kind == TERN_TYPE_VECTOR;
  for (size_t i = 0; is_vector && i < count; ++i) operands[i] = tern_vector_build_broadcast(emitter, operands[i]);
  if (is_vector && def->row == TERN_LLVM(INTR_LDEXP)) {
    return tern_llvm_build_ldexp(&emitter->builder, operands[0], operands[1]);
  }
  const tern_type_t *type = is_vector ? tern_vector_emitter_type(emitter, scalar_type) : scalar_type;
  tern_op_t *op = tern_op_create(emitter->builder.context, &(tern_op_state_t){.def = def,
                                                                              .loc = emitter->op->loc,
                                                                              .operands = {operands, count},
                                                                              .result_types = TERN_TYPES(type),
                                                                              .dictionary = attrs});
  tern_builder_insert(&emitter->builder, op);
  return tern_op_result(op, 0);
}

// Processors trap on integer division by zero, also in lanes beyond the end that only hold zeros: there it is by one.
static void guard_division(tern_vector_emitter_t *emitter, const tern_op_t *op, tern_value_t *mask,
                           tern_value_t **operands) {
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

// A prefetch of the place of the first lane, or none where its place is needed in all lanes for something else: it is a hint.
static void build_hint(tern_vector_emitter_t *emitter, const tern_op_t *op, const tern_map_t *values) {
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

// A load of the body: one element for all lanes, or neighbours, by what vector_plan.c lets through.
static tern_value_t *build_body_load(tern_vector_emitter_t *emitter, const tern_op_t *op, const tern_map_t *values,
                                     int64_t row, int64_t vector, tern_value_t *mask) {
  tern_value_t *operands[TERN_LINALG_MAX_LOOPS + 3] = {tern_op_operand(op, 0)};
  size_t count = op->operand_count;
  for (size_t i = 1; i < count; ++i) operands[i] = mapped(values, tern_op_operand(op, i));
  const tern_type_t *element = tern_op_result(op, 0)->type;
  bool is_vector = count > 1 && operands[count - 1]->type->kind == TERN_TYPE_VECTOR;
  if (!is_vector) {
    return tern_build_value(&emitter->builder, TERN_MEMREF(LOAD), .operands = {operands, count},
                            .types = TERN_TYPES(element));
  }
  const tern_type_t *type = tern_vector_emitter_type(emitter, element);
  bool is_index;
  tern_value_t *first = tern_vector_plan_first_place(op, &is_index);
  operands[count - 1] = build_first_index(emitter, emitter->plan.vector_loop, row, vector);
  if (first) operands[count - 1] = tern_build_index_add(&emitter->builder, operands[count - 1], mapped(values, first));
  if (mask) {
    operands[count++] = mask;
    operands[count++] = build_zero(emitter, type);
  }
  return tern_build_value(&emitter->builder, mask ? TERN_VECTOR(MASKEDLOAD) : TERN_VECTOR(LOAD),
                          .operands = {operands, count}, .types = TERN_TYPES(type));
}

// One evaluation of the body. `args` are the elements in operand order; `out_values` receives what it yields. `mask`:
// the lanes that count; NULL: all.
static void build_body(tern_vector_emitter_t *emitter, tern_value_t *const *args, int64_t row, int64_t vector,
                       tern_value_t *mask, tern_value_t **out_values) {
  tern_block_t *body = tern_linalg_body(emitter->op);
  tern_map_t values = {0};
  for (size_t i = 0; i < body->arg_count; ++i) tern_map_set(&values, body->args[i], args[i]);
  tern_block_for_each_op(body, inner) {
    if (tern_op_is(inner, TERN_LINALG(YIELD))) {
      for (size_t i = 0; i < inner->operand_count; ++i) out_values[i] = mapped(&values, tern_op_operand(inner, i));
      break;
    }
    uintptr_t hint = (uintptr_t)tern_map_get(&emitter->hints, inner);
    if (hint && (emitter->is_repeated || !is_hint_for(&emitter->plan, hint - 1, row, vector))) continue;
    if (tern_op_is(inner, TERN_MEMREF(PREFETCH))) {
      build_hint(emitter, inner, &values);
      continue;
    }
    tern_value_t *result = NULL;
    size_t addend;
    tern_op_t *product = emitter->fuses ? match_fused_product(inner, &addend) : NULL;
    if (tern_op_is(inner, TERN_LINALG(INDEX))) {
      size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
      result = hint ? build_first_index(emitter, loop, row, vector) : build_loop_index(emitter, loop, row, vector);
    } else if (tern_op_is(inner, TERN_MEMREF(LOAD))) {
      result = build_body_load(emitter, inner, &values, row, vector, mask);
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
  tern_value_t *values[TERN_VECTOR_PLAN_MAX_OPERANDS][TERN_VECTOR_MAX_ROWS][TERN_VECTOR_MAX_VECTORS];
} tile_inputs_t;

static void build_tile_inputs(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile,
                              tile_inputs_t *out_inputs) {
  for (size_t p = 0; p < tern_linalg_input_count(emitter->op); ++p) {
    bool is_used = tern_value_has_uses(tern_linalg_body(emitter->op)->args[p]);
    for (int64_t r = 0; r < tile->rows; ++r) {
      for (int64_t v = 0; v < tile->vectors; ++v) {
        bool is_shared = (r > 0 && !emitter->plan.along_unroll[p]) || (v > 0 && !emitter->plan.along_vector[p]);
        int64_t source_row = emitter->plan.along_unroll[p] ? r : 0,
                source_vector = emitter->plan.along_vector[p] ? v : 0;
        out_inputs->values[p][r][v] = !is_used ? NULL
                                      : is_shared
                                          ? out_inputs->values[p][source_row][source_vector]
                                          : tern_vector_build_load(emitter, p, r, v, tern_vector_tile_mask(tile, v));
      }
    }
  }
}

void tern_vector_build_tile(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile,
                            tern_value_t **accumulators) {
  size_t inputs = tern_linalg_input_count(emitter->op), outputs = tern_linalg_output_count(emitter->op);
  tile_inputs_t *loaded = tern_malloc(sizeof *loaded);
  build_tile_inputs(emitter, tile, loaded);
  for (int64_t r = 0; r < tile->rows; ++r) {
    for (int64_t v = 0; v < tile->vectors; ++v) {
      tern_value_t *args[TERN_VECTOR_PLAN_MAX_OPERANDS], *yielded[TERN_VECTOR_MAX_OUTPUTS];
      tern_value_t **slot = accumulators + (size_t)(r * tile->vectors + v) * outputs;
      for (size_t p = 0; p < inputs; ++p) args[p] = loaded->values[p][r][v];
      for (size_t o = 0; o < outputs; ++o) args[inputs + o] = slot[o];
      build_body(emitter, args, r, v, tern_vector_tile_mask(tile, v), yielded);
      tern_value_t *mask = emitter->plan.is_reduction_vectorized ? tern_vector_tile_mask(tile, v) : NULL;
      for (size_t o = 0; o < outputs; ++o) {
        tern_value_t *value = tern_vector_build_broadcast(emitter, yielded[o]);
        slot[o] = mask ? tern_build_value(&emitter->builder, TERN_ARITH(SELECT),
                                          .operands = TERN_VALUES(mask, value, slot[o]))
                       : value;
      }
    }
  }
  free(loaded);
}

// --- windows ---

#define MAX_PLACES (TERN_VECTOR_MAX_ROWS * 8)

// A row of the tile and a step of the window, and for each input which element or vector they read: the same number, the same one.
typedef struct place {
  int64_t row, step, order;
  int64_t keys[TERN_VECTOR_PLAN_MAX_OPERANDS];
  tern_value_t *inputs[TERN_VECTOR_PLAN_MAX_OPERANDS][TERN_VECTOR_MAX_VECTORS];
} place_t;

static place_t place_of(const tern_vector_emitter_t *emitter, int64_t row, int64_t step) {
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
static size_t list_places(const tern_vector_emitter_t *emitter, int64_t rows, place_t *out_places) {
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
static void build_place_inputs(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile, place_t *places,
                               size_t at) {
  for (size_t p = 0; p < tern_linalg_input_count(emitter->op); ++p) {
    size_t same = 0;
    while (places[same].keys[p] != places[at].keys[p]) ++same;
    for (int64_t v = 0; v < tile->vectors; ++v) {
      bool is_used = tern_value_has_uses(tern_linalg_body(emitter->op)->args[p]);
      places[at].inputs[p][v] =
          !is_used    ? NULL
          : same < at ? places[same].inputs[p][v]
          : v > 0 && !emitter->plan.along_vector[p]
              ? places[at].inputs[p][0]
              : tern_vector_build_load(emitter, p, places[at].row, v, tern_vector_tile_mask(tile, v));
    }
  }
}

void tern_vector_build_window(tern_vector_emitter_t *emitter, const tern_vector_tile_t *tile,
                              tern_value_t **accumulators) {
  size_t inputs = tern_linalg_input_count(emitter->op), outputs = tern_linalg_output_count(emitter->op);
  place_t *places = tern_malloc(MAX_PLACES * sizeof *places);
  size_t count = list_places(emitter, tile->rows, places);
  for (size_t i = 0; i < count; ++i) {
    const place_t *place = &places[i];
    emitter->ivs[emitter->plan.window_loop] = tern_build_index(&emitter->builder, place->step);
    build_place_inputs(emitter, tile, places, i);
    for (int64_t v = 0; v < tile->vectors; ++v) {
      tern_value_t *args[TERN_VECTOR_PLAN_MAX_OPERANDS], *yielded[TERN_VECTOR_MAX_OUTPUTS];
      tern_value_t **slot = accumulators + (size_t)(place->row * tile->vectors + v) * outputs;
      for (size_t p = 0; p < inputs; ++p) args[p] = place->inputs[p][v];
      for (size_t o = 0; o < outputs; ++o) args[inputs + o] = slot[o];
      build_body(emitter, args, place->row, v, tern_vector_tile_mask(tile, v), yielded);
      for (size_t o = 0; o < outputs; ++o) slot[o] = tern_vector_build_broadcast(emitter, yielded[o]);
    }
  }
  free(places);
}
