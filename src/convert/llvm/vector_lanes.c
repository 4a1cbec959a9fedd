// What moves lanes and members of vectors to the llvm dialect (upstream: VectorToLLVM). A vector of several dimensions
// is an array of arrays of vectors.

#include "base/arena.h"
#include "convert/llvm/vector_private.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"

enum { MAX_RANK = 64 };

// --- one lane ---

static tern_value_t *lane_number(tern_builder_t *b, int64_t lane) {
  return tern_llvm_make_int(b, tern_i_type_get(b->context, 64), lane);
}

static tern_value_t *extract_lane(tern_builder_t *b, tern_value_t *vector, tern_value_t *lane) {
  return tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), tern_type_element(vector->type), TERN_VALUES(vector, lane));
}

static tern_value_t *insert_lane(tern_builder_t *b, tern_value_t *vector, tern_value_t *value, tern_value_t *lane) {
  return tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), vector->type, TERN_VALUES(vector, value, lane));
}

static tern_value_t *shuffle(tern_builder_t *b, tern_value_t *x, tern_value_t *y, const int32_t *lanes, size_t count) {
  uint64_t scalable = tern_vector_type_scalable_mask(x->type);
  const tern_type_t *type = tern_vector_type_get(tern_type_element(x->type), (int64_t[]){(int64_t)count}, 1, scalable);
  return tern_build_value(b, TERN_LLVM(SHUFFLEVECTOR), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"mask", tern_dense_i32_array_attr_get(b->context, lanes, count)}));
}

// Positions in a vector: constants, or operands from `next` on where they are dynamic.
typedef struct position {
  int64_t values[MAX_RANK];
  tern_value_t *dynamic[MAX_RANK];
  size_t count;
} position_t;

static bool read_position(const tern_op_t *op, tern_values_t operands, size_t next, position_t *out_position) {
  const tern_attr_t *list = tern_op_attr(op, "static_position");
  out_position->count = tern_int_list_attr_count(list);
  if (out_position->count >= MAX_RANK) return false;
  for (size_t i = 0; i < out_position->count; ++i) {
    out_position->values[i] = tern_int_list_attr_at(list, i);
    bool is_dynamic = out_position->values[i] == TERN_DYNAMIC;
    out_position->dynamic[i] = is_dynamic ? operands.values[next++] : NULL;
  }
  return true;
}

static bool is_static(const position_t *position, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (position->dynamic[i] || position->values[i] < 0) return false;
  }
  return true;
}

static tern_value_t *last_lane(tern_builder_t *b, const position_t *position) {
  size_t last = position->count - 1;
  return position->dynamic[last] ? position->dynamic[last] : lane_number(b, position->values[last]);
}

// A member of the array, then a lane of the vector.
static bool lower_extract(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  size_t rank = tern_type_rank(source);
  position_t position;
  if (!tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type)) return false;
  if (!read_position(op, operands, 1, &position)) return false;
  bool is_scalar = position.count == rank;
  if (rank == 0) position = (position_t){.count = 1};
  size_t depth = is_scalar ? position.count - 1 : position.count;
  tern_value_t *value = operands.values[0];
  if (rank >= 2) {
    if (!is_static(&position, depth)) return false;
    if (depth > 0) value = tern_llvm_make_extract(b, value, position.values, depth);
  }
  if (is_scalar) value = extract_lane(b, value, last_lane(b, &position));
  return tern_conversion_replace_value(conversion, op, value);
}

static bool lower_insert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *target = tern_op_operand(op, 1)->type;
  size_t rank = tern_type_rank(target);
  position_t position;
  if (!tern_llvm_lower_type(tern_llvm_lowering_of(conversion), target)) return false;
  if (!read_position(op, operands, 2, &position)) return false;
  tern_value_t *value = operands.values[0], *into = operands.values[1];
  if (rank > 0 && position.count == 0) return tern_conversion_replace_value(conversion, op, value);
  bool is_scalar = position.count == rank && tern_op_operand(op, 0)->type->kind != TERN_TYPE_VECTOR;
  if (position.count == rank && !is_scalar) {
    // A vector without dimensions counts as its one element.
    value = extract_lane(b, value, lane_number(b, 0));
    is_scalar = true;
  }
  if (rank == 0) position = (position_t){.count = 1};
  size_t depth = is_scalar ? position.count - 1 : position.count;
  if (!is_static(&position, depth)) return false;
  if (is_scalar) {
    tern_value_t *vector = depth > 0 ? tern_llvm_make_extract(b, into, position.values, depth) : into;
    value = insert_lane(b, vector, value, last_lane(b, &position));
  }
  return tern_conversion_replace_value(
      conversion, op, depth > 0 ? tern_llvm_make_insert(b, into, value, position.values, depth) : value);
}

// --- several lanes ---

// Member `index` of a vector of whatever rank.
static tern_value_t *extract_one(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_value_t *value,
                                 int64_t index) {
  if (value->type->kind != TERN_TYPE_VECTOR) return tern_llvm_make_extract(b, value, &index, 1);
  return extract_lane(b, value, tern_llvm_make_index(lowering, b, index));
}

static tern_value_t *insert_one(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_value_t *into,
                                tern_value_t *value, int64_t index) {
  if (into->type->kind != TERN_TYPE_VECTOR) return tern_llvm_make_insert(b, into, value, &index, 1);
  return insert_lane(b, into, value, tern_llvm_make_index(lowering, b, index));
}

static bool lower_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *x = tern_op_operand(op, 0)->type, *y = tern_op_operand(op, 1)->type;
  const tern_type_t *type = tern_llvm_lower_type(lowering, tern_op_result(op, 0)->type);
  if (!type) return false;
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  size_t count = tern_dense_array_attr_count(mask);
  if (tern_type_rank(tern_op_result(op, 0)->type) == 1 && x == y) {
    int32_t *lanes = tern_malloc((count + 1) * sizeof *lanes);
    for (size_t i = 0; i < count; ++i) lanes[i] = (int32_t)tern_dense_array_attr_int(mask, i);
    tern_value_t *value = shuffle(b, operands.values[0], operands.values[1], lanes, count);
    free(lanes);
    return tern_conversion_replace_value(conversion, op, value);
  }
  int64_t x_count = tern_type_rank(x) > 0 ? tern_type_dim(x, 0) : 1;
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (size_t i = 0; i < count; ++i) {
    int64_t from = tern_dense_array_attr_int(mask, i);
    if (from < 0) continue;  // poison
    tern_value_t *source = from < x_count ? operands.values[0] : operands.values[1];
    tern_value_t *one = extract_one(lowering, b, source, from < x_count ? from : from - x_count);
    result = insert_one(lowering, b, result, one, (int64_t)i);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

static bool is_one_lane(const tern_type_t *vector) {
  return tern_type_dim(vector, 0) == 1 && tern_vector_type_scalable_mask(vector) == 0;
}

// The same scalar in all lanes of all members.
static bool lower_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *result = tern_op_result(op, 0)->type;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), result), *vector = type;
  size_t rank = tern_type_rank(result);
  if (!type || tern_op_operand(op, 0)->type->kind == TERN_TYPE_VECTOR) return false;
  while (vector->kind != TERN_TYPE_VECTOR) vector = (const tern_type_t *)(uintptr_t)vector->params[0];
  tern_value_t *all = rank > 1 ? tern_llvm_make_poison(b, type) : NULL;
  tern_value_t *poison = tern_llvm_make_poison(b, vector);
  tern_value_t *zero = tern_llvm_make_int(b, tern_i_type_get(b->context, 32), 0);
  tern_value_t *first = insert_lane(b, poison, operands.values[0], zero);
  if (rank == 0 || (rank == 1 && type == vector && is_one_lane(vector)))
    return tern_conversion_replace_value(conversion, op, first);
  size_t lane_count = (size_t)tern_type_dim(vector, 0);
  int32_t *lanes = tern_malloc((lane_count + 1) * sizeof *lanes);
  for (size_t i = 0; i < lane_count; ++i) lanes[i] = 0;
  tern_value_t *lane_filled = shuffle(b, first, rank > 1 ? first : poison, lanes, lane_count);
  free(lanes);
  if (rank == 1) return tern_conversion_replace_value(conversion, op, lane_filled);
  int64_t position[MAX_RANK] = {0};
  for (bool is_done = false; !is_done;) {
    all = tern_llvm_make_insert(b, all, lane_filled, position, rank - 1);
    is_done = true;
    for (size_t d = rank - 1; d-- > 0 && is_done;) {
      is_done = ++position[d] == tern_type_dim(result, d);
      if (is_done) position[d] = 0;
    }
  }
  return tern_conversion_replace_value(conversion, op, all);
}

// The only op whose lanes are numbered in the type of index.
static bool lower_from_elements(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *index_type = tern_llvm_lowering_of(conversion)->index_type;
  const tern_type_t *result = tern_op_result(op, 0)->type;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), result);
  if (!type || tern_type_rank(result) > 1) return false;
  tern_value_t *value = tern_llvm_make_poison(b, type);
  for (size_t i = 0; i < operands.count; ++i) {
    value = insert_lane(b, value, operands.values[i], tern_llvm_make_int(b, index_type, (int64_t)i));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

// Lanes that nobody uses are not extracted.
static bool lower_to_elements(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  if (tern_type_rank(tern_op_operand(op, 0)->type) > 1) return false;
  tern_value_t **values = tern_malloc((op->result_count + 1) * sizeof *values);
  for (size_t i = 0; i < op->result_count; ++i) {
    bool is_used = tern_value_has_uses(tern_op_result(op, i));
    values[i] = is_used ? extract_lane(b, operands.values[0], lane_number(b, (int64_t)i)) : NULL;
  }
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  free(values);
  return true;
}

static bool lower_interleave(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) != 1) return false;
  if (tern_vector_type_scalable_mask(type)) {
    const tern_type_t *lowered = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), type);
    return tern_conversion_replace_value(conversion, op,
                                         tern_llvm_make(b, TERN_LLVM(INTR_VECTOR_INTERLEAVE2), lowered, operands));
  }
  size_t count = (size_t)tern_type_dim(type, 0);
  int32_t *lanes = tern_malloc((count + 1) * sizeof *lanes);
  for (size_t i = 0; i < count; ++i) lanes[i] = (int32_t)(i / 2 + (i % 2 ? count / 2 : 0));
  tern_value_t *value = shuffle(b, operands.values[0], operands.values[1], lanes, count);
  free(lanes);
  return tern_conversion_replace_value(conversion, op, value);
}

static bool lower_deinterleave(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) != 1) return false;
  tern_value_t *values[2];
  if (tern_vector_type_scalable_mask(type)) {
    const tern_type_t *lowered = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), type);
    const tern_type_t *pair = tern_llvm_struct_type(b->context, TERN_TYPES(lowered, lowered), false);
    tern_value_t *both = tern_llvm_make(b, TERN_LLVM(INTR_VECTOR_DEINTERLEAVE2), pair, operands);
    for (int64_t i = 0; i < 2; ++i) values[i] = tern_llvm_make_extract(b, both, &i, 1);
  } else {
    size_t count = (size_t)tern_type_dim(type, 0);
    tern_value_t *poison = tern_llvm_make_poison(b, operands.values[0]->type);
    int32_t *lanes = tern_malloc((count + 1) * sizeof *lanes);
    for (size_t part = 0; part < 2; ++part) {
      for (size_t i = 0; i < count; ++i) lanes[i] = (int32_t)(2 * i + part);
      values[part] = shuffle(b, operands.values[0], poison, lanes, count);
    }
    free(lanes);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){values, 2});
  return true;
}

// --- one op for one ---

static bool is_at_most_1d(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) <= 1;
}

static bool lower_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!is_at_most_1d(tern_op_result(op, 0)->type)) return false;
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(BITCAST), operands, (tern_named_attrs_t){0});
}

static bool lower_fma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!is_at_most_1d(tern_op_result(op, 0)->type)) return false;
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_FMULADD), operands, (tern_named_attrs_t){0});
}

static bool lower_vscale(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_VSCALE), operands, (tern_named_attrs_t){0});
}

static bool lower_step(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!tern_vector_type_scalable_mask(tern_op_result(op, 0)->type)) return false;
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_STEPVECTOR), operands, (tern_named_attrs_t){0});
}

// A mask of scalable lanes: their numbers, less than the size that is on.
static bool lower_create_mask(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_vector_options_t *options = conversion->user;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_rank(type) != 1 || !tern_vector_type_scalable_mask(type)) return false;
  (void)operands;
  const tern_type_t *element = tern_i_type_get(b->context, options && options->has_32bit_indices ? 32 : 64);
  const tern_type_t *numbers_type = tern_type_with_element(type, element);
  tern_value_t *numbers = tern_llvm_make(b, TERN_LLVM(INTR_STEPVECTOR), numbers_type, (tern_values_t){0});
  tern_value_t *size = tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                        .types = TERN_TYPES(element));
  tern_value_t *sizes =
      tern_build_value(b, TERN_VECTOR(BROADCAST), .operands = TERN_VALUES(size), .types = TERN_TYPES(numbers_type));
  const tern_attr_t *slt = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_SLT);
  return tern_conversion_replace_value(conversion, op,
                                       tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(numbers, sizes),
                                                        .attrs = TERN_ATTRS({"predicate", slt})));
}

static bool lower_scalable_extract(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_VECTOR_EXTRACT), operands,
                                    TERN_ATTRS({"pos", tern_op_attr(op, "pos")}));
}

static bool lower_scalable_insert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_values_t swapped = TERN_VALUES(operands.values[1], operands.values[0]);
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_VECTOR_INSERT), swapped,
                                    TERN_ATTRS({"pos", tern_op_attr(op, "pos")}));
}

const tern_conversion_pattern_t tern_llvm_vector_lanes_patterns[] = {
    {"extract", TERN_VECTOR(EXTRACT), 1, lower_extract},
    {"insert", TERN_VECTOR(INSERT), 1, lower_insert},
    {"shuffle", TERN_VECTOR(SHUFFLE), 1, lower_shuffle},
    {"broadcast", TERN_VECTOR(BROADCAST), 1, lower_broadcast},
    {"from-elements", TERN_VECTOR(FROM_ELEMENTS), 1, lower_from_elements},
    {"to-elements", TERN_VECTOR(TO_ELEMENTS), 1, lower_to_elements},
    {"interleave", TERN_VECTOR(INTERLEAVE), 1, lower_interleave},
    {"deinterleave", TERN_VECTOR(DEINTERLEAVE), 1, lower_deinterleave},
    {"bitcast", TERN_VECTOR(BITCAST), 1, lower_bitcast},
    {"fma", TERN_VECTOR(FMA), 1, lower_fma},
    {"vscale", TERN_VECTOR(VSCALE), 1, lower_vscale},
    {"step", TERN_VECTOR(STEP), 1, lower_step},
    {"create-mask", TERN_VECTOR(CREATE_MASK), 1, lower_create_mask},
    {"scalable-extract", TERN_VECTOR(SCALABLE_EXTRACT), 1, lower_scalable_extract},
    {"scalable-insert", TERN_VECTOR(SCALABLE_INSERT), 1, lower_scalable_insert},
    {0},
};
