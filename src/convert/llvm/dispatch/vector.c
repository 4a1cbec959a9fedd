// vector ops to the llvm dialect (upstream: VectorToLLVM), for vectors of one dimension: the code that
// --linalg-to-vector-loops makes.

#include <stdlib.h>

#include "convert/llvm/dispatch/dispatch.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool is_1d(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1 && tern_vector_type_scalable_mask(type) == 0;
}

// Vectors in memory have the alignment of their elements, in bytes.
static int64_t element_alignment(const tern_type_t *vector) {
  return (int64_t)(tern_type_bit_width(tern_type_element(vector)) + 7) / 8;
}

// Vectors of i1 are packed in registers and bytes in memory.
static bool is_memory_vector(const tern_type_t *type) {
  return is_1d(type) && tern_type_bit_width(tern_type_element(type)) % 8 == 0;
}

static bool has_unit_stride(const tern_type_t *memref) {
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(memref);
  return rank > 0 && rank <= 64 && tern_memref_type_strides(memref, strides, &offset) && strides[rank - 1] == 1;
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  if (!type || !is_memory_vector(type) || !has_unit_stride(memref)) return false;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[0], operands.values + 1);
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), element_alignment(type));
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(type),
                       .attrs = TERN_ATTRS({"alignment", alignment})));
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 1)->type, *type = operands.values[0]->type;
  if (!is_memory_vector(type) || !has_unit_stride(memref)) return false;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[1], operands.values + 2);
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), element_alignment(type));
  if (tern_op_attr(op, "alignment")) alignment = tern_op_attr(op, "alignment");
  tern_op_t *store = tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(operands.values[0], address),
                                .attrs = TERN_ATTRS({"alignment", alignment}));
  const tern_attr_t *nontemporal = tern_op_attr(op, "nontemporal");
  if (nontemporal && tern_integer_attr_value(nontemporal)) {
    tern_op_set_attr(store, "nontemporal", tern_unit_attr_get(b->context));
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// Without instructions for floats of 16 bits LLVM would load masked ones lane by lane; integers it loads at once.
static const tern_type_t *masked_type(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (!tern_type_is_float(element) || tern_type_bit_width(element) != 16) return type;
  int64_t lanes = tern_type_dim(type, 0);
  return tern_vector_type_get(tern_i_type_get(type->context, 16), &lanes, 1, 0);
}

static tern_value_t *build_bitcast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_LLVM(BITCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static bool convert_masked_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  if (!type || !is_memory_vector(type) || !has_unit_stride(memref)) return false;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[0], operands.values + 1);
  tern_value_t *mask = operands.values[operands.count - 2], *pass_through = operands.values[operands.count - 1];
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 32), element_alignment(type));
  tern_value_t *loaded = tern_build_value(
      b, TERN_LLVM(INTR_MASKED_LOAD), .types = TERN_TYPES(masked_type(type)),
      .operands = TERN_VALUES(address, mask, build_bitcast(b, pass_through, masked_type(pass_through->type))),
      .attrs = TERN_ATTRS({"alignment", alignment}));
  return tern_conversion_replace_value(conversion, op, build_bitcast(b, loaded, type));
}

// Is it known that only the first lane is there?
static bool is_first_alone(const tern_value_t *mask) {
  const tern_attr_t *attr = tern_value_constant(mask);
  if (!attr || attr->kind != TERN_ATTR_DENSE_ELEMENTS) return false;
  for (size_t i = 0; i < tern_dense_elements_attr_count(attr); ++i) {
    if ((tern_integer_attr_value(tern_dense_elements_attr_at(attr, i)) != 0) != (i == 0)) return false;
  }
  return true;
}

static bool convert_masked_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  tern_value_t *mask = operands.values[operands.count - 2], *value = operands.values[operands.count - 1];
  if (!is_memory_vector(value->type) || !has_unit_stride(memref)) return false;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[0], operands.values + 1);
  // Where the vector was truncated, LLVM 22 would store the first lane as wide as it was before.
  if (is_first_alone(mask)) {
    tern_value_t *zero = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), 0);
    value = tern_build_value(b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(value, zero),
                             .types = TERN_TYPES(tern_type_element(value->type)));
    tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, address));
    tern_conversion_erase(conversion, op);
    return true;
  }
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 32), element_alignment(value->type));
  tern_build(b, TERN_LLVM(INTR_MASKED_STORE), .operands = TERN_VALUES(value, address, mask),
             .attrs = TERN_ATTRS({"alignment", alignment}));
  tern_conversion_erase(conversion, op);
  return true;
}

// The same scalar in every lane: inserted into lane 0 and shuffled out.
static tern_value_t *build_splat(tern_builder_t *b, const tern_type_t *type, tern_value_t *scalar) {
  tern_value_t *poison = tern_build_value(b, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(type));
  tern_value_t *zero = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), 0);
  tern_value_t *first = tern_build_value(b, TERN_LLVM(INSERTELEMENT), .operands = TERN_VALUES(poison, scalar, zero),
                                         .types = TERN_TYPES(type));
  size_t lanes = (size_t)tern_type_dim(type, 0);
  int32_t *lane_of = tern_malloc((lanes ? lanes : 1) * sizeof *lane_of);
  for (size_t i = 0; i < lanes; ++i) lane_of[i] = 0;
  const tern_attr_t *mask = tern_dense_i32_array_attr_get(b->context, lane_of, lanes);
  free(lane_of);
  return tern_build_value(b, TERN_LLVM(SHUFFLEVECTOR), .operands = TERN_VALUES(first, poison),
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"mask", mask}));
}

static bool convert_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  if (!type || !is_1d(type) || tern_op_operand(op, 0)->type->kind == TERN_TYPE_VECTOR) return false;
  return tern_conversion_replace_value(conversion, op, build_splat(builder_of(conversion), type, operands.values[0]));
}

static bool convert_fma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!is_1d(operands.values[0]->type)) return false;
  return tern_llvm_replace(conversion, op, TERN_LLVM(INTR_FMA), operands, (tern_named_attrs_t){0});
}

// 0, 1, 2 ... of the lanes.
static tern_value_t *build_step(tern_builder_t *b, const tern_type_t *type) {
  size_t lanes = (size_t)tern_type_dim(type, 0);
  int64_t *values = tern_malloc((lanes ? lanes : 1) * sizeof *values);
  for (size_t i = 0; i < lanes; ++i) values[i] = (int64_t)i;
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(type, values, lanes);
  free(values);
  return tern_llvm_build_constant(b, type, attr);
}

static bool convert_step(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  return type && is_1d(type) && tern_conversion_replace_value(conversion, op, build_step(builder_of(conversion), type));
}

// Lane i is on where i < count.
static bool convert_create_mask(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (!is_1d(type)) return false;
  // Lanes are few: 32-bit counts keep the vector of lane numbers small. The count is clamped to what fits.
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  const tern_type_t *lanes_type = tern_type_with_element(type, i32);
  tern_value_t *limit = tern_llvm_build_int(b, i64, tern_type_dim(type, 0));
  tern_value_t *count = operands.values[0];
  const tern_attr_t *constant = tern_value_constant(count);
  if (tern_attr_is_integer(constant)) {
    int64_t value = tern_integer_attr_value(constant), top = tern_type_dim(type, 0);
    uint8_t lanes[512];
    if (top > 512) return false;
    for (int64_t i = 0; i < top; ++i) lanes[i] = i < value;
    return tern_conversion_replace_value(
        conversion, op, tern_llvm_build_constant(b, type, tern_dense_elements_attr_get(type, lanes, false)));
  }
  tern_value_t *clamped =
      tern_build_value(b, TERN_LLVM(INTR_SMIN), .operands = TERN_VALUES(count, limit), .types = TERN_TYPES(i64));
  tern_value_t *narrow =
      tern_build_value(b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(clamped), .types = TERN_TYPES(i32));
  const tern_attr_t *slt = tern_integer_attr_get(i64, TERN_CMPI_SLT);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(b, TERN_LLVM(ICMP),
                       .operands = TERN_VALUES(build_step(b, lanes_type), build_splat(b, lanes_type, narrow)),
                       .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"predicate", slt})));
}

static bool convert_constant_mask(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  uint8_t lanes[512];
  if (!is_1d(type) || tern_type_dim(type, 0) > 512) return false;
  int64_t on = tern_int_list_attr_at(tern_op_attr(op, "mask_dim_sizes"), 0);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) lanes[i] = i < on;
  return tern_conversion_replace_value(
      conversion, op,
      tern_llvm_build_constant(builder_of(conversion), type, tern_dense_elements_attr_get(type, lanes, false)));
}

static const struct reduction {
  int64_t kind;
  bool is_float;
  const tern_op_row_t *reduce;
  const tern_op_row_t *combine;  // with the accumulator, if there is one
} reductions[] = {
    {TERN_VECTOR_KIND_ADD, false, TERN_LLVM(INTR_VECTOR_REDUCE_ADD), TERN_LLVM(ADD)},
    {TERN_VECTOR_KIND_MUL, false, TERN_LLVM(INTR_VECTOR_REDUCE_MUL), TERN_LLVM(MUL)},
    {TERN_VECTOR_KIND_MINUI, false, TERN_LLVM(INTR_VECTOR_REDUCE_UMIN), TERN_LLVM(INTR_UMIN)},
    {TERN_VECTOR_KIND_MINSI, false, TERN_LLVM(INTR_VECTOR_REDUCE_SMIN), TERN_LLVM(INTR_SMIN)},
    {TERN_VECTOR_KIND_MAXUI, false, TERN_LLVM(INTR_VECTOR_REDUCE_UMAX), TERN_LLVM(INTR_UMAX)},
    {TERN_VECTOR_KIND_MAXSI, false, TERN_LLVM(INTR_VECTOR_REDUCE_SMAX), TERN_LLVM(INTR_SMAX)},
    {TERN_VECTOR_KIND_AND, false, TERN_LLVM(INTR_VECTOR_REDUCE_AND), TERN_LLVM(AND)},
    {TERN_VECTOR_KIND_OR, false, TERN_LLVM(INTR_VECTOR_REDUCE_OR), TERN_LLVM(OR)},
    {TERN_VECTOR_KIND_XOR, false, TERN_LLVM(INTR_VECTOR_REDUCE_XOR), TERN_LLVM(XOR)},
    {TERN_VECTOR_KIND_ADD, true, TERN_LLVM(INTR_VECTOR_REDUCE_FADD), NULL},
    {TERN_VECTOR_KIND_MUL, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMUL), NULL},
    {TERN_VECTOR_KIND_MINNUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMIN), TERN_LLVM(INTR_MINNUM)},
    {TERN_VECTOR_KIND_MAXNUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMAX), TERN_LLVM(INTR_MAXNUM)},
    {TERN_VECTOR_KIND_MINIMUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMINIMUM), TERN_LLVM(INTR_MINIMUM)},
    {TERN_VECTOR_KIND_MAXIMUMF, true, TERN_LLVM(INTR_VECTOR_REDUCE_FMAXIMUM), TERN_LLVM(INTR_MAXIMUM)},
};

// Both halves of a vector, then of what that gives, until two lanes are left: of the least and the greatest number LLVM takes lane after
// lane in part, or all the way. NULL: there is no half of so many lanes, or LLVM knows better.
static tern_value_t *build_by_halves(tern_builder_t *b, const struct reduction *row, tern_named_attrs_t flags,
                                     tern_value_t *vector) {
  int64_t lanes = tern_type_dim(vector->type, 0);
  if (!row->is_float || lanes < 2 || lanes > 64 || (lanes & (lanes - 1))) return NULL;
  tern_value_t *halves[2];
  for (; lanes > 2; lanes /= 2) {
    int32_t lane_of[64];
    for (int32_t i = 0; i < (int32_t)lanes; ++i) lane_of[i] = i;
    tern_value_t *poison = tern_build_value(b, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(vector->type));
    int64_t half = lanes / 2;
    const tern_type_t *type = tern_vector_type_get(tern_type_element(vector->type), &half, 1, 0);
    for (int32_t i = 0; i < 2; ++i) {
      const tern_attr_t *mask = tern_dense_i32_array_attr_get(b->context, lane_of + i * half, (size_t)half);
      halves[i] = tern_build_value(b, TERN_LLVM(SHUFFLEVECTOR), .operands = TERN_VALUES(vector, poison),
                                   .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"mask", mask}));
    }
    vector = tern_build_value(b, row->combine, .operands = TERN_VALUES(halves[0], halves[1]), .types = TERN_TYPES(type),
                              .attrs = flags);
  }
  const tern_type_t *type = tern_type_element(vector->type);
  for (int64_t i = 0; i < 2; ++i) {
    tern_value_t *lane = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), i);
    halves[i] = tern_build_value(b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(vector, lane),
                                 .types = TERN_TYPES(type));
  }
  return tern_build_value(b, row->combine, .operands = TERN_VALUES(halves[0], halves[1]), .types = TERN_TYPES(type),
                          .attrs = flags);
}

static bool convert_reduction(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *vector = operands.values[0], *acc = operands.count > 1 ? operands.values[1] : NULL;
  const tern_type_t *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  if (!type || !is_1d(vector->type)) return false;
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "kind"));
  bool is_float = tern_type_is_float(type);
  const struct reduction *row = NULL;
  for (size_t i = 0; i < sizeof reductions / sizeof reductions[0]; ++i) {
    if (reductions[i].kind == kind && reductions[i].is_float == is_float) row = &reductions[i];
  }
  if (!row) return false;
  tern_named_attr_t attrs[1];
  size_t attr_count = 0;
  const tern_attr_t *fastmath = tern_op_attr(op, "fastmath");
  if (is_float && fastmath && tern_enum_attr_value(fastmath) != 0) {
    const tern_enum_row_t *flags = tern_context_find_enum(b->context, TERN_STR("llvm.fastmath"));
    attrs[attr_count++] =
        (tern_named_attr_t){"fastmathFlags", tern_enum_attr_get(b->context, flags, tern_enum_attr_value(fastmath))};
  }
  if (!row->combine) {
    // The intrinsic itself takes the start value: -0 for a sum, 1 for a product.
    const tern_attr_t *start = tern_float_attr_get(type, kind == TERN_VECTOR_KIND_ADD ? -0.0 : 1.0);
    if (!acc) acc = tern_llvm_build_constant(b, type, start);
    return tern_conversion_replace_value(conversion, op,
                                         tern_build_value(b, row->reduce, .operands = TERN_VALUES(acc, vector),
                                                          .types = TERN_TYPES(type), .attrs = {attrs, attr_count}));
  }
  tern_value_t *result = build_by_halves(b, row, (tern_named_attrs_t){attrs, attr_count}, vector);
  if (!result) {
    result = tern_build_value(b, row->reduce, .operands = TERN_VALUES(vector), .types = TERN_TYPES(type),
                              .attrs = {attrs, attr_count});
  }
  if (acc) {
    result = tern_build_value(b, row->combine, .operands = TERN_VALUES(result, acc), .types = TERN_TYPES(type));
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_dispatch_vector_patterns[] = {
    {"load", TERN_VECTOR(LOAD), 1, convert_load},
    {"store", TERN_VECTOR(STORE), 1, convert_store},
    {"maskedload", TERN_VECTOR(MASKEDLOAD), 1, convert_masked_load},
    {"maskedstore", TERN_VECTOR(MASKEDSTORE), 1, convert_masked_store},
    {"broadcast", TERN_VECTOR(BROADCAST), 1, convert_broadcast},
    {"fma", TERN_VECTOR(FMA), 1, convert_fma},
    {"step", TERN_VECTOR(STEP), 1, convert_step},
    {"create-mask", TERN_VECTOR(CREATE_MASK), 1, convert_create_mask},
    {"constant-mask", TERN_VECTOR(CONSTANT_MASK), 1, convert_constant_mask},
    {"reduction", TERN_VECTOR(REDUCTION), 1, convert_reduction},
    {0},
};
