// The body of a structured op on elements or on short vectors, and accesses to its operands.

#include <string.h>

#include "base/map.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/spirv/target_env.h"
#include "dialect/vector/vector.h"

size_t tern_gpu_build_access(tern_builder_t *builder, const tern_op_t *op, size_t position, tern_value_t *const *ivs,
                             tern_value_t **out_operands) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  out_operands[0] = tern_op_operand(op, position);
  for (size_t i = 0; i < map->result_count; ++i) {
    out_operands[1 + i] = tern_build_affine_expr(builder, map->results[i], ivs, NULL);
  }
  return 1 + map->result_count;
}

tern_value_t *tern_gpu_build_load(tern_builder_t *builder, const tern_op_t *op, size_t position,
                                  tern_value_t *const *ivs) {
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS], *base = tern_op_operand(op, position);
  if (base->type->kind != TERN_TYPE_MEMREF) return base;
  size_t count = tern_gpu_build_access(builder, op, position, ivs, operands);
  return tern_build_value(builder, TERN_MEMREF(LOAD), .operands = {operands, count},
                          .types = TERN_TYPES(tern_type_element(base->type)));
}

void tern_gpu_build_store(tern_builder_t *builder, const tern_op_t *op, size_t position, tern_value_t *const *ivs,
                          tern_value_t *value) {
  tern_value_t *operands[2 + TERN_LINALG_MAX_LOOPS] = {value};
  size_t count = 1 + tern_gpu_build_access(builder, op, position, ivs, operands + 1);
  const tern_op_row_t *row = value->type->kind == TERN_TYPE_VECTOR ? TERN_VECTOR(STORE) : TERN_MEMREF(STORE);
  tern_build(builder, row, .operands = {operands, count});
}

void tern_gpu_build_input_loads(tern_builder_t *builder, const tern_op_t *op, tern_value_t *const *ivs,
                                tern_value_t **out_args) {
  const tern_block_t *body = tern_linalg_body(op);
  for (size_t p = 0; p < tern_linalg_input_count(op); ++p) {
    out_args[p] = tern_value_has_uses(body->args[p]) ? tern_gpu_build_load(builder, op, p, ivs) : NULL;
  }
}

// --- lanes ---

static tern_value_t *build_broadcast(tern_builder_t *b, tern_value_t *value, int64_t lanes) {
  if (value->type->kind == TERN_TYPE_VECTOR) return value;
  const tern_attr_t *constant = tern_value_constant(value);
  const tern_type_t *type = tern_vector_type_get(value->type, &lanes, 1, 0);
  if (constant) return tern_build_constant(b, tern_dense_elements_attr_get_splat(type, constant));
  return tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// linalg.index of the vector loop: the lanes count up.
static tern_value_t *build_lane_indices(tern_builder_t *b, tern_value_t *iv, int64_t lanes) {
  static const int64_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const tern_type_t *type = tern_vector_type_get(iv->type, &lanes, 1, 0);
  tern_value_t *steps = tern_build_constant(b, tern_dense_elements_attr_get_i64(type, numbers, (size_t)lanes));
  return tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(build_broadcast(b, iv, lanes), steps));
}

// acc + a * b with the product used nowhere else becomes one fused multiply-add in reductions, as contractions are meant.
static const tern_op_t *match_fused_product(const tern_op_t *op, size_t *out_addend) {
  return tern_linalg_is_all_parallel(tern_op_parent(op)) ? NULL : tern_arith_fused_product(op, out_addend);
}

static tern_value_t *mapped(const tern_map_t *values, tern_value_t *value) {
  tern_value_t *found = tern_map_get(values, value);
  return found ? found : value;
}

tern_value_t *tern_gpu_build_lanewise(tern_builder_t *b, const tern_op_t *inner, tern_value_t **operands, size_t count,
                                      int64_t lanes) {
  bool is_vector = false;
  for (size_t i = 0; i < count; ++i) is_vector |= operands[i]->type->kind == TERN_TYPE_VECTOR;
  for (size_t i = 0; is_vector && i < count; ++i) operands[i] = build_broadcast(b, operands[i], lanes);
  const tern_type_t *scalar = tern_op_result(inner, 0)->type;
  const tern_type_t *type = is_vector ? tern_vector_type_get(scalar, &lanes, 1, 0) : scalar;
  tern_op_t *op = tern_op_create(b->context, &(tern_op_state_t){.def = inner->def,
                                                                .loc = inner->loc,
                                                                .operands = {operands, count},
                                                                .result_types = TERN_TYPES(type),
                                                                .dictionary = tern_op_attr_dictionary(inner)});
  tern_builder_insert(b, op);
  return tern_op_result(op, 0);
}

// A load at places that differ from lane to lane is one for each.
static tern_value_t *build_gather(tern_builder_t *b, const tern_op_t *load, tern_value_t *const *operands,
                                  int64_t lanes) {
  enum { MAX_LANES = 16 };
  tern_value_t *elements[MAX_LANES], *own[TERN_GPU_MAX_BODY_OPERANDS];
  const tern_type_t *type = tern_op_result(load, 0)->type;
  bool is_vector = false;
  for (size_t i = 1; i < load->operand_count; ++i) is_vector |= operands[i]->type->kind == TERN_TYPE_VECTOR;
  for (int64_t lane = 0; lane < (is_vector ? lanes : 1); ++lane) {
    const tern_attr_t *at = tern_dense_i64_array_attr_get(b->context, &lane, 1);
    own[0] = operands[0];
    for (size_t i = 1; i < load->operand_count; ++i) {
      bool has_lanes = operands[i]->type->kind == TERN_TYPE_VECTOR;
      own[i] = has_lanes ? tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(operands[i]),
                                            .types = TERN_TYPES(tern_type_element(operands[i]->type)),
                                            .attrs = TERN_ATTRS({"static_position", at}))
                         : operands[i];
    }
    elements[lane] =
        tern_build_value(b, TERN_MEMREF(LOAD), .operands = {own, load->operand_count}, .types = TERN_TYPES(type));
  }
  if (!is_vector) return elements[0];
  return tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, (size_t)lanes},
                          .types = TERN_TYPES(tern_vector_type_get(type, &lanes, 1, 0)));
}

static tern_value_t *build_vector_op(tern_builder_t *b, const tern_op_t *inner, tern_map_t *values, int64_t lanes) {
  tern_value_t *operands[TERN_GPU_MAX_BODY_OPERANDS];
  size_t addend;
  const tern_op_t *product = match_fused_product(inner, &addend);
  if (product) {
    operands[0] = mapped(values, tern_op_operand(product, 0));
    operands[1] = mapped(values, tern_op_operand(product, 1));
    operands[2] = mapped(values, tern_op_operand(inner, addend));
    bool is_vector = false;
    for (size_t i = 0; i < 3; ++i) is_vector |= operands[i]->type->kind == TERN_TYPE_VECTOR;
    for (size_t i = 0; i < 3; ++i) operands[i] = build_broadcast(b, operands[i], lanes);
    if (is_vector) return tern_build_value(b, TERN_VECTOR(FMA), .operands = {operands, 3});
  }
  size_t count = inner->operand_count < TERN_GPU_MAX_BODY_OPERANDS ? inner->operand_count : TERN_GPU_MAX_BODY_OPERANDS;
  for (size_t i = 0; i < count; ++i) operands[i] = mapped(values, tern_op_operand(inner, i));
  if (tern_op_is(inner, TERN_MEMREF(LOAD))) return build_gather(b, inner, operands, lanes);
  return tern_gpu_build_lanewise(b, inner, operands, count, lanes);
}

// A product that only feeds a fused multiply-add is not made by itself.
static bool is_fused_away(const tern_op_t *inner) {
  if (!tern_op_is(inner, TERN_ARITH(MULF)) || !tern_value_has_one_use(tern_op_result(inner, 0))) return false;
  size_t addend;
  const tern_op_t *user = tern_op_result(inner, 0)->first_use->owner;
  return user->block == inner->block && match_fused_product(user, &addend) == inner;
}

void tern_gpu_build_body(tern_builder_t *builder, const tern_op_t *op, tern_value_t *const *args,
                         tern_value_t *const *ivs, int64_t lanes, size_t vector_loop, tern_value_t **out_values) {
  tern_block_t *body = tern_linalg_body(op);
  tern_map_t values = {0};
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (args[i]) tern_map_set(&values, body->args[i], args[i]);
  }
  tern_block_for_each_op(body, inner) {
    if (inner == body->last_op) continue;
    if (tern_op_is(inner, TERN_LINALG(INDEX))) {
      size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
      bool is_along = lanes > 1 && loop == vector_loop;
      tern_map_set(&values, tern_op_result(inner, 0),
                   is_along ? build_lane_indices(builder, ivs[loop], lanes) : ivs[loop]);
    } else if (lanes == 1 || tern_op_is(inner, TERN_ARITH(CONSTANT))) {
      tern_builder_clone(builder, inner, &values);
    } else if (!is_fused_away(inner)) {
      tern_map_set(&values, tern_op_result(inner, 0), build_vector_op(builder, inner, &values, lanes));
    }
  }
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    tern_value_t *value = mapped(&values, tern_op_operand(body->last_op, i));
    out_values[i] = lanes > 1 ? build_broadcast(builder, value, lanes) : value;
  }
  tern_map_deinitialize(&values);
}

// --- what may have lanes ---

// Integers of 64 bits are emulated where the target lacks them, one at a time.
static bool has_lanes_of_i64(const tern_op_t *op) {
  tern_spirv_target_t target = tern_spirv_target_env_of(op);
  return !target.env || tern_spirv_target_has_capability(&target, TERN_SPIRV_CAPABILITY_INT64);
}

static bool is_lane_element(const tern_type_t *type, bool is_wide) {
  uint32_t width = tern_type_bit_width(type);
  if (!tern_type_is_signless(type) && !tern_type_is_float(type)) return false;
  return (is_wide && width == 8) || width == 16 || width == 32 || width == 64;
}

// Every op of the body works on vectors of `lanes`, and so do all types. Narrows *inout_lanes to what 16 bytes hold, unless
// accesses may be wide: those of 64 bits are then several.
static bool body_allows_lanes(const tern_op_t *op, bool is_wide, int64_t *inout_lanes) {
  tern_block_t *body = tern_linalg_body(op);
  bool has_i64 = has_lanes_of_i64(op);
  tern_block_for_each_op(body, inner) {
    if (inner == body->last_op || tern_op_is(inner, TERN_LINALG(INDEX))) continue;
    if (inner->result_count != 1 || inner->region_count != 0 || inner->operand_count > TERN_GPU_MAX_BODY_OPERANDS)
      return false;
    const tern_type_t *type = tern_op_result(inner, 0)->type;
    if (!tern_type_is_signless(type) && !tern_type_is_float(type) && !tern_type_is_index(type)) return false;
    if (!tern_op_is(inner, TERN_ARITH(CONSTANT)) && !tern_op_has_trait(inner, TERN_TRAIT_ELEMENTWISE)) return false;
    if (tern_type_is_i(type, 64) && !has_i64) return false;
    if (!is_wide && !tern_type_is_index(type) && tern_type_bit_width(type) == 64) *inout_lanes = 2;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_type_element(tern_op_operand(op, i)->type);
    if (!is_lane_element(type, is_wide) || (tern_type_is_i(type, 64) && !has_i64)) return false;
    if (!is_wide && tern_type_bit_width(type) == 64) *inout_lanes = 2;
  }
  return true;
}

typedef enum movement { MOVES_NOT, MOVES_BY_UNITS, MOVES_OTHERWISE } movement_t;

// How the address of operand `position` moves with `loop`; by units only if every start of a vector is aligned to `lanes`.
static movement_t classify_movement(const tern_op_t *op, size_t position, size_t loop, int64_t lanes) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  const tern_value_t *memref = tern_op_operand(op, position);
  bool is_used = false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (!tern_affine_expr_uses_dim(map->results[i], loop)) continue;
    if (i + 1 != map->result_count || !tern_affine_expr_is_dim(map->results[i], loop)) return MOVES_OTHERWISE;
    is_used = true;
  }
  if (!is_used) return MOVES_NOT;
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memref->type);
  if (rank > TERN_LINALG_MAX_LOOPS || !tern_memref_type_strides(memref->type, strides, &offset)) return MOVES_OTHERWISE;
  if (strides[rank - 1] != 1) return MOVES_OTHERWISE;
  for (size_t d = 0; d + 1 < rank; ++d) {
    if (tern_type_dim(memref->type, d) == 1) continue;
    if (strides[d] == TERN_DYNAMIC || strides[d] % lanes != 0) return MOVES_OTHERWISE;
  }
  return tern_gpu_base_alignment(memref) % lanes == 0 ? MOVES_BY_UNITS : MOVES_OTHERWISE;
}

// The most lanes of which `covered` is a multiple, if they all are to be whole.
static int64_t choose_lanes(const tern_op_t *op, size_t loop, int64_t covered, int64_t lanes, bool is_wide) {
  if (!body_allows_lanes(op, is_wide, &lanes)) return 1;
  size_t inputs = tern_linalg_input_count(op);
  for (; lanes > 1; lanes /= 2) {
    bool is_allowed = covered % lanes == 0;
    for (size_t i = 0; i < op->operand_count && is_allowed; ++i) {
      if (tern_op_operand(op, i)->type->kind != TERN_TYPE_MEMREF) continue;
      if (i < inputs && !tern_value_has_uses(tern_linalg_body(op)->args[i])) continue;
      movement_t movement = classify_movement(op, i, loop, lanes);
      is_allowed = movement == MOVES_BY_UNITS || (i < inputs && movement == MOVES_NOT);
    }
    if (is_allowed) return lanes;
  }
  return 1;
}

int64_t tern_gpu_choose_lanes(const tern_op_t *op, size_t loop, int64_t covered) {
  return choose_lanes(op, loop, covered, 4, false);
}

int64_t tern_gpu_choose_wide_lanes(const tern_op_t *op, size_t loop, int64_t covered) {
  enum { ACCESS = 16, MOST = 32 /* bytes of the widest element's vector */ };
  int64_t least = ACCESS, most = 1;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    bool is_read = i >= tern_linalg_input_count(op) || tern_value_has_uses(tern_linalg_body(op)->args[i]);
    if (operand->type->kind != TERN_TYPE_MEMREF || !is_read || classify_movement(op, i, loop, 1) == MOVES_NOT) continue;
    int64_t bytes = (int64_t)(tern_type_bit_width(tern_type_element(operand->type)) + 7) / 8;
    if (bytes == 0) return 1;  // of complex numbers there are no vectors
    if (bytes < least) least = bytes;
    if (bytes > most) most = bytes;
  }
  int64_t lanes = ACCESS / least;
  while (lanes > 1 && lanes * most > MOST) lanes /= 2;
  return choose_lanes(op, loop, covered, lanes, true);
}

int64_t tern_gpu_choose_reduction_unroll(const tern_op_t *op, size_t vector_loop, int64_t lanes) {
  size_t loop = tern_linalg_loop_count(op);
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  while (loop > 0 && tern_linalg_iterator(op, loop - 1) == TERN_ITERATOR_PARALLEL) --loop;
  if (lanes == 1 || loop-- == 0 || !tern_linalg_static_loop_ranges(op, ranges)) return 1;
  if (ranges[loop] == TERN_DYNAMIC || ranges[loop] % lanes != 0) return 1;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    if (tern_op_operand(op, i)->type->kind != TERN_TYPE_MEMREF) continue;
    if (classify_movement(op, i, loop, lanes) == MOVES_BY_UNITS &&
        classify_movement(op, i, vector_loop, lanes) == MOVES_NOT) {
      return lanes;
    }
  }
  return 1;
}
