// vector ops that rearrange lanes to the llvm dialect, for vectors of one dimension: what kernels are made of.

#include <stdlib.h>

#include "convert/llvm/dispatch/dispatch.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"

enum { MAX_LANES = 256 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool is_lanes(const tern_type_t *type) {
  return type && type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1 && tern_type_dim(type, 0) <= MAX_LANES &&
         tern_vector_type_scalable_mask(type) == 0;
}

// What the one result of `op` becomes, if that and all operands are scalars or vectors of one dimension; else NULL.
static const tern_type_t *result_type(const tern_op_t *op, tern_values_t operands) {
  const tern_type_t *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  for (size_t i = 0; i < operands.count; ++i) {
    const tern_type_t *operand = operands.values[i]->type;
    if (operand->kind == TERN_TYPE_VECTOR ? !is_lanes(operand) : tern_type_is_llvm(operand, TERN_LLVM_ARRAY)) {
      return NULL;
    }
  }
  return type && (type->kind != TERN_TYPE_VECTOR || is_lanes(type)) && !tern_type_is_llvm(type, TERN_LLVM_ARRAY) ? type
                                                                                                                 : NULL;
}

static tern_value_t *build_index(tern_builder_t *b, int64_t value) {
  return tern_llvm_build_int(b, tern_i_type_get(b->context, 64), value);
}

static tern_value_t *build_lane(tern_builder_t *b, tern_value_t *vector, tern_value_t *lane) {
  return tern_build_value(b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(vector, lane),
                          .types = TERN_TYPES(tern_type_element(vector->type)));
}

static tern_value_t *build_with_lane(tern_builder_t *b, tern_value_t *vector, tern_value_t *value, tern_value_t *lane) {
  return tern_build_value(b, TERN_LLVM(INSERTELEMENT), .operands = TERN_VALUES(vector, value, lane),
                          .types = TERN_TYPES(vector->type));
}

static tern_value_t *build_poison(tern_builder_t *b, const tern_type_t *type) {
  return tern_build_value(b, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(type));
}

// The lanes of x and y, numbered one after the other, that `lanes` name; -1: any value.
static tern_value_t *build_shuffle(tern_builder_t *b, const tern_type_t *type, tern_value_t *x, tern_value_t *y,
                                   const int32_t *lanes) {
  const tern_attr_t *mask = tern_dense_i32_array_attr_get(b->context, lanes, (size_t)tern_type_dim(type, 0));
  return tern_build_value(b, TERN_LLVM(SHUFFLEVECTOR), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"mask", mask}));
}

static int64_t lane_count(const tern_type_t *type) { return tern_type_dim(type, 0); }

// --- single lanes ---

// The position as a value: a constant, or the one operand from `first_dynamic` on. NULL: there are several.
static tern_value_t *find_position(tern_builder_t *b, const tern_op_t *op, tern_values_t operands,
                                   size_t first_dynamic) {
  const tern_attr_t *positions = tern_op_attr(op, "static_position");
  if (tern_int_list_attr_count(positions) != 1) return NULL;
  if (operands.count > first_dynamic) return operands.values[first_dynamic];
  return build_index(b, tern_int_list_attr_at(positions, 0));
}

static bool convert_extract(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = result_type(op, operands);
  tern_value_t *vector = operands.values[0];
  if (!type) return false;
  if (vector->type == type) return tern_conversion_replace_value(conversion, op, vector);
  if (type->kind == TERN_TYPE_VECTOR || vector->type->kind != TERN_TYPE_VECTOR) return false;
  // A vector without dimensions has one lane.
  bool has_rank = tern_type_rank(tern_op_operand(op, 0)->type) == 1;
  tern_value_t *position = has_rank ? find_position(b, op, operands, 1) : build_index(b, 0);
  return position && tern_conversion_replace_value(conversion, op, build_lane(b, vector, position));
}

static bool convert_insert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = result_type(op, operands);
  tern_value_t *value = operands.values[0], *vector = operands.values[1];
  if (!type) return false;
  if (value->type == type) return tern_conversion_replace_value(conversion, op, value);
  if (value->type->kind == TERN_TYPE_VECTOR) return false;
  bool has_rank = tern_type_rank(tern_op_operand(op, 1)->type) == 1;
  tern_value_t *position = has_rank ? find_position(b, op, operands, 2) : build_index(b, 0);
  return position && tern_conversion_replace_value(conversion, op, build_with_lane(b, vector, value, position));
}

static bool convert_from_elements(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = result_type(op, operands);
  if (!type || type->kind != TERN_TYPE_VECTOR) return false;
  tern_value_t *vector = build_poison(b, type);
  for (size_t i = 0; i < operands.count; ++i) {
    vector = build_with_lane(b, vector, operands.values[i], build_index(b, (int64_t)i));
  }
  return tern_conversion_replace_value(conversion, op, vector);
}

static bool convert_to_elements(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *lanes[MAX_LANES];
  if (!is_lanes(operands.values[0]->type) || op->result_count > MAX_LANES) return false;
  for (size_t i = 0; i < op->result_count; ++i)
    lanes[i] = build_lane(b, operands.values[0], build_index(b, (int64_t)i));
  tern_conversion_replace(conversion, op, (tern_values_t){lanes, op->result_count});
  return true;
}

// --- several lanes ---

static bool convert_extract_slice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = result_type(op, operands);
  if (!type || tern_int_list_attr_count(tern_op_attr(op, "offsets")) != 1) return false;
  int64_t start = tern_int_list_attr_at(tern_op_attr(op, "offsets"), 0);
  int64_t stride = tern_int_list_attr_at(tern_op_attr(op, "strides"), 0);
  tern_value_t *vector = operands.values[0];
  if (vector->type == type) return tern_conversion_replace_value(conversion, op, vector);
  int32_t lanes[MAX_LANES];
  for (int64_t i = 0; i < lane_count(type); ++i) lanes[i] = (int32_t)(start + i * stride);
  return tern_conversion_replace_value(conversion, op,
                                       build_shuffle(builder_of(conversion), type, vector, vector, lanes));
}

static bool convert_insert_slice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = result_type(op, operands);
  if (!type || tern_int_list_attr_count(tern_op_attr(op, "offsets")) != 1) return false;
  int64_t start = tern_int_list_attr_at(tern_op_attr(op, "offsets"), 0);
  int64_t stride = tern_int_list_attr_at(tern_op_attr(op, "strides"), 0);
  tern_value_t *value = operands.values[0], *vector = operands.values[1];
  if (value->type == type) return tern_conversion_replace_value(conversion, op, value);
  // Both operands of a shuffle have as many lanes: the value is widened first.
  int32_t wide[MAX_LANES], lanes[MAX_LANES];
  int64_t count = lane_count(type), inserted = lane_count(value->type);
  for (int64_t i = 0; i < count; ++i) {
    wide[i] = i < inserted ? (int32_t)i : -1;
    lanes[i] = (int32_t)i;
  }
  for (int64_t i = 0; i < inserted; ++i) lanes[start + i * stride] = (int32_t)(count + i);
  tern_value_t *widened = build_shuffle(b, type, value, value, wide);
  return tern_conversion_replace_value(conversion, op, build_shuffle(b, type, vector, widened, lanes));
}

// x0 y0 x1 y1 ...
static bool convert_interleave(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = result_type(op, operands);
  if (!type || type->kind != TERN_TYPE_VECTOR) return false;
  int32_t lanes[MAX_LANES], half = (int32_t)lane_count(type) / 2;
  for (int32_t i = 0; i < 2 * half; ++i) lanes[i] = i / 2 + (i % 2) * half;
  return tern_conversion_replace_value(
      conversion, op, build_shuffle(builder_of(conversion), type, operands.values[0], operands.values[1], lanes));
}

static bool convert_deinterleave(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = result_type(op, operands);
  tern_value_t *x = operands.values[0], *results[2];
  if (!type || type->kind != TERN_TYPE_VECTOR) return false;
  for (int32_t part = 0; part < 2; ++part) {
    int32_t lanes[MAX_LANES];
    for (int32_t i = 0; i < (int32_t)lane_count(type); ++i) lanes[i] = 2 * i + part;
    results[part] = build_shuffle(builder_of(conversion), type, x, x, lanes);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

static bool convert_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = result_type(op, operands);
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  if (!type || !is_lanes(x->type) || !is_lanes(y->type)) return false;
  int32_t lanes[MAX_LANES];
  for (size_t i = 0; i < tern_int_list_attr_count(mask); ++i) lanes[i] = (int32_t)tern_int_list_attr_at(mask, i);
  if (x->type == y->type) return tern_conversion_replace_value(conversion, op, build_shuffle(b, type, x, y, lanes));
  tern_value_t *vector = build_poison(b, type);
  for (int64_t i = 0; i < lane_count(type); ++i) {
    if (lanes[i] < 0) continue;
    bool is_x = lanes[i] < lane_count(x->type);
    tern_value_t *lane = build_index(b, is_x ? lanes[i] : lanes[i] - lane_count(x->type));
    vector = build_with_lane(b, vector, build_lane(b, is_x ? x : y, lane), build_index(b, i));
  }
  return tern_conversion_replace_value(conversion, op, vector);
}

// --- the same bits ---

static bool convert_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = result_type(op, operands);
  if (!type) return false;
  if (type == operands.values[0]->type) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(builder_of(conversion), TERN_LLVM(BITCAST), .operands = operands, .types = TERN_TYPES(type)));
}

// Only dimensions of one element come and go.
static bool convert_shape_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = result_type(op, operands);
  return type && type == operands.values[0]->type && tern_conversion_replace_value(conversion, op, operands.values[0]);
}

const tern_conversion_pattern_t tern_dispatch_lane_patterns[] = {
    {"bitcast", TERN_VECTOR(BITCAST), 1, convert_bitcast},
    {"deinterleave", TERN_VECTOR(DEINTERLEAVE), 1, convert_deinterleave},
    {"extract", TERN_VECTOR(EXTRACT), 1, convert_extract},
    {"extract-strided-slice", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 1, convert_extract_slice},
    {"from-elements", TERN_VECTOR(FROM_ELEMENTS), 1, convert_from_elements},
    {"insert", TERN_VECTOR(INSERT), 1, convert_insert},
    {"insert-strided-slice", TERN_VECTOR(INSERT_STRIDED_SLICE), 1, convert_insert_slice},
    {"interleave", TERN_VECTOR(INTERLEAVE), 1, convert_interleave},
    {"shape-cast", TERN_VECTOR(SHAPE_CAST), 1, convert_shape_cast},
    {"shuffle", TERN_VECTOR(SHUFFLE), 1, convert_shuffle},
    {"to-elements", TERN_VECTOR(TO_ELEMENTS), 1, convert_to_elements},
    {0},
};
