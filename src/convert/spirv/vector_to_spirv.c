// vector ops to the spirv dialect (upstream: VectorToSPIRV), for vectors of two to four lanes; vectors of one element are
// scalars. Ops that only rearrange elements become a shuffle or a list of parts; loads and stores are memref's.

#include "dialect/vector/vector.h"

#include "convert/spirv/emit.h"
#include "dialect/arith/arith.h"

enum { MAX_LANES = 16 };

// Vectors convert to themselves or, of one element, to the scalar.
static bool check_types(const emitter_t *e, tern_values_t operands) { return tern_spirv_has_value_types(e, operands); }

static const tern_attr_t *index_list(tern_context_t *context, const int64_t *indices, size_t count) {
  const tern_attr_t *attrs[MAX_LANES];
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  for (size_t i = 0; i < count; ++i) attrs[i] = tern_integer_attr_get(i32, indices[i]);
  return tern_array_attr_get(context, attrs, count);
}

// The lanes of x and y, numbered one after the other, that `indices` name; -1: any value.
static tern_value_t *emit_shuffle(const emitter_t *e, const tern_type_t *type, tern_value_t *x, tern_value_t *y,
                                  const int64_t *indices) {
  size_t count = (size_t)lanes_of(type);
  int64_t x_lanes = lanes_of(x->type);
  if (is_vector(type) && is_vector(x->type) && is_vector(y->type)) {
    return tern_build_value(e->b, TERN_SPIRV(VECTORSHUFFLE), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(type),
                            .attrs = TERN_ATTRS({"components", index_list(e->b->context, indices, count)}));
  }
  tern_value_t *parts[MAX_LANES];
  for (size_t i = 0; i < count; ++i) {
    if (indices[i] < 0) {
      parts[i] = tern_build_value(e->b, TERN_SPIRV(UNDEF), .types = TERN_TYPES(tern_type_element(type)));
    } else if (indices[i] < x_lanes) {
      parts[i] = tern_spirv_emit_lane(e, x, indices[i]);
    } else {
      parts[i] = tern_spirv_emit_lane(e, y, indices[i] - x_lanes);
    }
  }
  return tern_spirv_emit_vector(e, type, parts, count);
}

static bool convert_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0];
  if (x->type == e.type) return tern_conversion_replace_value(conversion, op, x);
  return !is_vector(x->type) && tern_conversion_replace_value(conversion, op, tern_spirv_emit_splat(&e, e.type, x));
}

// The one position: a constant, or a value.
static bool find_position(const tern_op_t *op, tern_values_t operands, size_t first_dynamic, int64_t *out_static,
                          tern_value_t **out_dynamic) {
  const tern_attr_t *positions = tern_op_attr(op, "static_position");
  *out_dynamic = NULL;
  *out_static = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(positions); ++i) *out_static = tern_int_list_attr_at(positions, i);
  if (operands.count > first_dynamic) {
    if (operands.count > first_dynamic + 1) return false;
    *out_dynamic = operands.values[first_dynamic];
    const tern_attr_t *constant = tern_value_constant(*out_dynamic);
    if (tern_attr_is_integer(constant)) {
      *out_static = tern_integer_attr_value(constant);
      *out_dynamic = NULL;
    }
  }
  return true;
}

static bool convert_extract(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  int64_t position;
  tern_value_t *dynamic, *vector = operands.values[0];
  if (!check_types(&e, operands) || !find_position(op, operands, 1, &position, &dynamic)) return false;
  if (vector->type == e.type)
    return tern_conversion_replace_value(conversion, op, vector);  // all of it, or the only element
  if (is_vector(e.type) || !is_vector(vector->type)) return false;
  if (dynamic)
    return tern_conversion_replace_value(conversion, op, emit2(&e, TERN_SPIRV(VECTOREXTRACTDYNAMIC), vector, dynamic));
  if (position < 0 || position >= lanes_of(vector->type)) {
    return tern_conversion_replace_value(conversion, op,
                                         tern_build_value(e.b, TERN_SPIRV(UNDEF), .types = TERN_TYPES(e.type)));
  }
  return tern_conversion_replace_value(conversion, op, tern_spirv_emit_lane(&e, vector, position));
}

static bool convert_insert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  int64_t position;
  tern_value_t *dynamic, *value = operands.values[0], *vector = operands.values[1];
  if (!check_types(&e, operands) || !find_position(op, operands, 2, &position, &dynamic)) return false;
  if (value->type == vector->type) return tern_conversion_replace_value(conversion, op, value);
  if (is_vector(value->type)) return false;
  if (dynamic) {
    return tern_conversion_replace_value(
        conversion, op,
        tern_build_value(e.b, TERN_SPIRV(VECTORINSERTDYNAMIC), .operands = TERN_VALUES(vector, value, dynamic)));
  }
  if (position < 0 || position >= lanes_of(vector->type)) {
    return tern_conversion_replace_value(conversion, op,
                                         tern_build_value(e.b, TERN_SPIRV(UNDEF), .types = TERN_TYPES(e.type)));
  }
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(e.b, TERN_SPIRV(COMPOSITEINSERT), .operands = TERN_VALUES(value, vector),
                       .attrs = TERN_ATTRS({"indices", index_list(e.b->context, &position, 1)})));
}

static bool convert_extract_slice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands) || tern_int_list_attr_count(tern_op_attr(op, "offsets")) != 1) return false;
  int64_t start = tern_int_list_attr_at(tern_op_attr(op, "offsets"), 0), indices[MAX_LANES];
  int64_t stride = tern_int_list_attr_at(tern_op_attr(op, "strides"), 0);
  tern_value_t *vector = operands.values[0];
  if (vector->type == e.type) return tern_conversion_replace_value(conversion, op, vector);
  for (int64_t i = 0; i < lanes_of(e.type); ++i) indices[i] = start + i * stride;
  return tern_conversion_replace_value(conversion, op, emit_shuffle(&e, e.type, vector, vector, indices));
}

static bool convert_insert_slice(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands) || tern_int_list_attr_count(tern_op_attr(op, "offsets")) != 1) return false;
  int64_t start = tern_int_list_attr_at(tern_op_attr(op, "offsets"), 0), indices[MAX_LANES];
  int64_t stride = tern_int_list_attr_at(tern_op_attr(op, "strides"), 0);
  tern_value_t *value = operands.values[0], *vector = operands.values[1];
  if (value->type == vector->type) return tern_conversion_replace_value(conversion, op, value);
  int64_t lanes = lanes_of(vector->type);
  for (int64_t i = 0; i < lanes; ++i) indices[i] = i;
  for (int64_t i = 0; i < lanes_of(value->type); ++i) indices[start + i * stride] = lanes + i;
  return tern_conversion_replace_value(conversion, op, emit_shuffle(&e, e.type, vector, value, indices));
}

static bool convert_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands)) return false;
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  int64_t indices[MAX_LANES];
  for (int64_t i = 0; i < lanes_of(e.type); ++i) indices[i] = tern_int_list_attr_at(mask, (size_t)i);
  return tern_conversion_replace_value(conversion, op,
                                       emit_shuffle(&e, e.type, operands.values[0], operands.values[1], indices));
}

static bool convert_interleave(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands)) return false;
  int64_t indices[MAX_LANES], lanes = lanes_of(e.type);
  for (int64_t i = 0; i < lanes; ++i) indices[i] = i / 2 + (i % 2) * (lanes / 2);
  return tern_conversion_replace_value(conversion, op,
                                       emit_shuffle(&e, e.type, operands.values[0], operands.values[1], indices));
}

static bool convert_deinterleave(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands)) return false;
  tern_value_t *vector = operands.values[0], *results[2];
  for (int64_t part = 0; part < 2; ++part) {
    int64_t indices[MAX_LANES];
    for (int64_t i = 0; i < lanes_of(e.type); ++i) indices[i] = 2 * i + part;
    results[part] = emit_shuffle(&e, e.type, vector, vector, indices);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

static bool convert_from_elements(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands) || operands.count == 0) return false;
  return tern_conversion_replace_value(conversion, op,
                                       tern_spirv_emit_vector(&e, e.type, operands.values, operands.count));
}

static bool convert_to_elements(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands) || op->result_count == 0 || op->result_count > MAX_LANES) return false;
  tern_value_t *parts[MAX_LANES];
  for (size_t i = 0; i < op->result_count; ++i) parts[i] = tern_spirv_emit_lane(&e, operands.values[0], (int64_t)i);
  tern_conversion_replace(conversion, op, (tern_values_t){parts, op->result_count});
  return true;
}

static bool convert_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  tern_value_t *x = operands.values[0];
  if (!e.type || !tern_spirv_is_value_type(e.type) || !tern_spirv_is_value_type(x->type) || is_bool(x->type))
    return false;
  return tern_conversion_replace_value(conversion, op,
                                       x->type == e.type ? x : emit_cast(&e, TERN_SPIRV(BITCAST), x, e.type));
}

// Shapes with as many elements convert to the same type.
static bool convert_shape_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  return e.type == operands.values[0]->type && tern_conversion_replace_value(conversion, op, operands.values[0]);
}

static bool convert_fma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands) || tern_type_element(e.type)->kind == TERN_TYPE_BF16) return false;
  const tern_op_row_t *row = tern_spirv_is_kernel(op) ? TERN_SPIRV(CL_FMA) : TERN_SPIRV(GL_FMA);
  return tern_conversion_replace_value(conversion, op, tern_build_value(e.b, row, .operands = operands));
}

static bool convert_step(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!check_types(&e, operands)) return false;
  if (!is_vector(e.type)) return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, 0));
  int64_t numbers[MAX_LANES];
  for (int64_t i = 0; i < lanes_of(e.type); ++i) numbers[i] = i;
  const tern_attr_t *value = tern_dense_elements_attr_get_i64(e.type, numbers, (size_t)lanes_of(e.type));
  return tern_conversion_replace_value(conversion, op, tern_spirv_emit_constant(&e, e.type, value));
}

// Lane i is on where i < count.
static bool convert_mask(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  bool is_constant = tern_op_is(op, TERN_VECTOR(CONSTANT_MASK));
  if (!check_types(&e, operands) || (!is_constant && operands.count != 1)) return false;
  const tern_attr_t *sizes = is_constant ? tern_op_attr(op, "mask_dim_sizes") : NULL;
  if (is_constant && tern_int_list_attr_count(sizes) != 1) return false;
  tern_value_t *parts[MAX_LANES];
  size_t count = (size_t)lanes_of(e.type);
  for (size_t i = 0; i < count; ++i) {
    if (is_constant) {
      bool is_on = (int64_t)i < tern_int_list_attr_at(sizes, 0);
      parts[i] = tern_spirv_emit_int(&e, tern_type_element(e.type), is_on);
    } else {
      tern_value_t *limit = operands.values[0];
      parts[i] = emit2(&e, TERN_SPIRV(SLESSTHAN), tern_spirv_emit_int(&e, limit->type, (int64_t)i), limit);
    }
  }
  return tern_conversion_replace_value(conversion, op, tern_spirv_emit_vector(&e, e.type, parts, count));
}

// --- reductions: lane after lane, as the op's order says ---

static tern_value_t *combine(const emitter_t *e, int64_t kind, tern_value_t *x, tern_value_t *y) {
  bool is_float = tern_type_is_float(x->type), is_one_bit = is_bool(x->type);
  switch (kind) {
    case TERN_VECTOR_KIND_ADD:
      if (is_float) return tern_spirv_emit_float_op(e, TERN_SPIRV(FADD), TERN_VALUES(x, y));
      return emit2(e, is_one_bit ? TERN_SPIRV(LOGICALNOTEQUAL) : TERN_SPIRV(IADD), x, y);
    case TERN_VECTOR_KIND_MUL:
      if (is_float) return tern_spirv_emit_float_op(e, TERN_SPIRV(FMUL), TERN_VALUES(x, y));
      return emit2(e, is_one_bit ? TERN_SPIRV(LOGICALAND) : TERN_SPIRV(IMUL), x, y);
    case TERN_VECTOR_KIND_MINUI: return tern_spirv_emit_int_extremum(e, x, y, false, false);
    case TERN_VECTOR_KIND_MINSI: return tern_spirv_emit_int_extremum(e, x, y, false, true);
    case TERN_VECTOR_KIND_MAXUI: return tern_spirv_emit_int_extremum(e, x, y, true, false);
    case TERN_VECTOR_KIND_MAXSI: return tern_spirv_emit_int_extremum(e, x, y, true, true);
    case TERN_VECTOR_KIND_AND: return emit2(e, is_one_bit ? TERN_SPIRV(LOGICALAND) : TERN_SPIRV(BITWISEAND), x, y);
    case TERN_VECTOR_KIND_OR: return emit2(e, is_one_bit ? TERN_SPIRV(LOGICALOR) : TERN_SPIRV(BITWISEOR), x, y);
    case TERN_VECTOR_KIND_XOR: return emit2(e, is_one_bit ? TERN_SPIRV(LOGICALNOTEQUAL) : TERN_SPIRV(BITWISEXOR), x, y);
    case TERN_VECTOR_KIND_MINNUMF: return tern_spirv_emit_extremum(e, x, y, false, false);
    case TERN_VECTOR_KIND_MAXNUMF: return tern_spirv_emit_extremum(e, x, y, true, false);
    case TERN_VECTOR_KIND_MINIMUMF: return tern_spirv_emit_extremum(e, x, y, false, true);
    case TERN_VECTOR_KIND_MAXIMUMF: return tern_spirv_emit_extremum(e, x, y, true, true);
    default: return NULL;
  }
}

static bool convert_reduction(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  bool is_multi = tern_op_is(op, TERN_VECTOR(MULTI_REDUCTION));
  if (!check_types(&e, operands) || is_vector(e.type)) return false;
  if (is_multi && tern_int_list_attr_count(tern_op_attr(op, "reduction_dims")) == 0) {
    return tern_conversion_replace_value(conversion, op, operands.values[0]);
  }
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  tern_value_t *vector = operands.values[0], *result = operands.count > 1 ? operands.values[1] : NULL;
  for (int64_t i = 0; i < lanes_of(vector->type); ++i) {
    tern_value_t *lane = tern_spirv_emit_lane(&e, vector, i);
    result = result ? combine(&e, kind, result, lane) : lane;
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_vector_to_spirv_patterns[] = {
    {"bitcast", TERN_VECTOR(BITCAST), 1, convert_bitcast},
    {"broadcast", TERN_VECTOR(BROADCAST), 1, convert_broadcast},
    {"constant-mask", TERN_VECTOR(CONSTANT_MASK), 1, convert_mask},
    {"create-mask", TERN_VECTOR(CREATE_MASK), 1, convert_mask},
    {"deinterleave", TERN_VECTOR(DEINTERLEAVE), 1, convert_deinterleave},
    {"extract", TERN_VECTOR(EXTRACT), 1, convert_extract},
    {"extract-strided-slice", TERN_VECTOR(EXTRACT_STRIDED_SLICE), 1, convert_extract_slice},
    {"fma", TERN_VECTOR(FMA), 1, convert_fma},
    {"from-elements", TERN_VECTOR(FROM_ELEMENTS), 1, convert_from_elements},
    {"insert", TERN_VECTOR(INSERT), 1, convert_insert},
    {"insert-strided-slice", TERN_VECTOR(INSERT_STRIDED_SLICE), 1, convert_insert_slice},
    {"interleave", TERN_VECTOR(INTERLEAVE), 1, convert_interleave},
    {"multi-reduction", TERN_VECTOR(MULTI_REDUCTION), 1, convert_reduction},
    {"reduction", TERN_VECTOR(REDUCTION), 1, convert_reduction},
    {"shape-cast", TERN_VECTOR(SHAPE_CAST), 1, convert_shape_cast},
    {"shuffle", TERN_VECTOR(SHUFFLE), 1, convert_shuffle},
    {"step", TERN_VECTOR(STEP), 1, convert_step},
    {"to-elements", TERN_VECTOR(TO_ELEMENTS), 1, convert_to_elements},
    {0},
};
