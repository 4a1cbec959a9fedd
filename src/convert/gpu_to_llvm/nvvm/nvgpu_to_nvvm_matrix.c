// nvgpu to nvvm: matrices of a warp. A vector of registers is an array of short vectors in the llvm dialect; the ops of
// nvvm take and give the registers one by one.

#include <inttypes.h>

#include "convert/gpu_to_llvm/nvvm/nvgpu_to_nvvm.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"

static const tern_type_t *array_element(const tern_type_t *array) {
  return (const tern_type_t *)(uintptr_t)array->params[0];
}

static const tern_type_t *fixed_vector(const tern_type_t *element, int64_t count) {
  return tern_vector_type_get(element, &count, 1, 0);
}

// --- loads ---

static bool lower_ldmatrix(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  const tern_type_t *vector = op->results[0].type, *i32 = tern_nvgpu_i32(b);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), vector);
  const tern_type_t *part = fixed_vector(tern_type_element(vector), tern_type_dim(vector, 1));
  int64_t count = tern_type_dim(vector, 0);
  tern_values_t indices = tern_nvgpu_operands(op, operands, "indices");
  if (!type || indices.count > tern_type_rank(tern_op_operand(op, 0)->type)) return false;
  tern_value_t *address = tern_nvgpu_address(conversion, tern_op_operand(op, 0)->type, operands.values[0], indices);
  int64_t layout =
      tern_integer_attr_value(tern_op_attr(op, "transpose")) != 0 ? TERN_NVVM_MMA_LAYOUT_COL : TERN_NVVM_MMA_LAYOUT_ROW;
  tern_value_t *loaded = tern_build_value(
      b, TERN_NVVM(LDMATRIX), .operands = TERN_VALUES(address),
      .types = TERN_TYPES(count > 1 ? tern_llvm_struct_of(i32, (size_t)count) : i32),
      .attrs = TERN_ATTRS({"num", tern_op_attr(op, "numTiles")},
                          {"layout", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT, layout)},
                          {"shape", tern_nvvm_matrix_shape_get(b->context, 8, 8)},
                          {"eltType", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_LD_ST_MATRIX_ELT_TYPE,
                                                         TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B16)}));
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (int64_t i = 0; i < count; ++i) {
    tern_value_t *word = count > 1 ? tern_llvm_make_extract(b, loaded, &i, 1) : loaded;
    result = tern_llvm_make_insert(b, result, tern_llvm_make(b, TERN_LLVM(BITCAST), part, TERN_VALUES(word)), &i, 1);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

// --- products ---

typedef struct product {
  tern_op_t *op;
  tern_conversion_t *conversion;
  int64_t shape[3];
  int64_t types[3];                 // mma_type of A, B and of the accumulators
  bool is_integer;                  // of which too large ones are cut off
  tern_llvm_value_vec_t registers;  // of A, B and C
  size_t counts[3];
  const tern_type_t *result_type, *struct_type;
} product_t;

// What the registers of an operand hold; -1: the tensor cores have no such type.
static int64_t factor_type(const tern_type_t *element) {
  switch (element->kind) {
    case TERN_TYPE_F16: return TERN_NVVM_MMA_TYPE_F16;
    case TERN_TYPE_F64: return TERN_NVVM_MMA_TYPE_F64;
    case TERN_TYPE_F32: return TERN_NVVM_MMA_TYPE_TF32;
    default: break;
  }
  if (!tern_type_is_integer(element)) return -1;
  uint32_t width = tern_integer_type_width(element);
  return width == 8 ? TERN_NVVM_MMA_TYPE_S8 : width == 4 ? TERN_NVVM_MMA_TYPE_S4 : -1;
}

// Is the part one word for the instruction, whatever it holds?
static bool is_word(const tern_type_t *part, int64_t mma_type) {
  const tern_type_t *element = tern_type_element(part);
  int64_t count = tern_type_dim(part, 0);
  return (tern_type_is_i(element, 8) && count == 4) || (tern_type_is_i(element, 4) && count == 8) ||
         (element->kind == TERN_TYPE_F32 && count == 1 && mma_type == TERN_NVVM_MMA_TYPE_TF32);
}

static void add_registers(product_t *product, tern_value_t *array, size_t which) {
  tern_builder_t *b = tern_nvgpu_builder(product->conversion);
  const tern_type_t *part = array_element(array->type), *element = tern_type_element(part);
  size_t before = product->registers.count;
  bool is_scalar = element->kind == TERN_TYPE_F32 || element->kind == TERN_TYPE_F64 || tern_type_is_i(element, 32);
  for (int64_t i = 0; i < (int64_t)array->type->params[1]; ++i) {
    tern_value_t *value = tern_llvm_make_extract(b, array, &i, 1);
    if (is_word(part, product->types[which])) {
      value = tern_llvm_make(b, TERN_LLVM(BITCAST), tern_nvgpu_i32(b), TERN_VALUES(value));
      tern_vec_push(&product->registers, value);
      continue;
    }
    if (!is_scalar) tern_vec_push(&product->registers, value);
    for (int64_t k = 0; is_scalar && k < tern_type_dim(part, 0); ++k) {
      tern_value_t *index = tern_nvgpu_long(b, k);
      tern_vec_push(&product->registers,
                    tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), element, TERN_VALUES(value, index)));
    }
  }
  product->counts[which] = product->registers.count - before;
}

// The struct of registers that the instruction gives for a result that is `array`.
static const tern_type_t *registers_of(const tern_type_t *array) {
  const tern_type_t *part = array_element(array), *element = tern_type_element(part);
  size_t count = (size_t)array->params[1], width = (size_t)tern_type_dim(part, 0);
  if (element->kind == TERN_TYPE_F16 && width == 2) return tern_llvm_struct_of(part, count);
  if (element->kind == TERN_TYPE_F64 && width == 2) return tern_llvm_struct_of(element, 2);
  if ((tern_type_is_i(element, 32) && width == 2) || (element->kind == TERN_TYPE_F32 && width <= 2)) {
    return tern_llvm_struct_of(element, count * width);
  }
  return array;
}

// The array of the result out of the struct of registers.
static tern_value_t *pack_registers(tern_builder_t *b, tern_value_t *registers, const tern_type_t *array) {
  const tern_type_t *part = array_element(array);
  int64_t width = tern_type_dim(part, 0), count = 0;
  tern_types_t members = tern_llvm_struct_elements(registers->type);
  tern_llvm_value_vec_t parts = {0};
  bool is_whole = members.values[0] == part;
  for (int64_t i = 0; i < (int64_t)members.count; i += is_whole ? 1 : width, ++count) {
    tern_value_t *scalars[2], *value = NULL;
    if (is_whole || width == 1) {
      value = tern_llvm_make_extract(b, registers, &i, 1);
      if (!is_whole) value = tern_llvm_make(b, TERN_LLVM(BITCAST), part, TERN_VALUES(value));
    } else {
      value = tern_llvm_make_poison(b, part);
      for (int64_t k = 0; k < 2; ++k) scalars[k] = tern_llvm_make_extract(b, registers, &(int64_t){i + k}, 1);
      for (int64_t k = 0; k < 2; ++k) {
        tern_value_t *index = tern_nvgpu_word(b, k);
        value = tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), part, TERN_VALUES(value, scalars[k], index));
      }
    }
    tern_vec_push(&parts, value);
  }
  tern_value_t *result = tern_llvm_make_poison(b, array);
  for (int64_t i = 0; i < count; ++i) result = tern_llvm_make_insert(b, result, parts.values[i], &i, 1);
  tern_vec_deinitialize(&parts);
  return result;
}

// Looks whether there is an instruction, and unpacks the operands. False: there is none, maybe after an error.
static bool begin_product(product_t *product, tern_values_t operands) {
  tern_op_t *op = product->op;
  const tern_type_t *a = tern_type_element(tern_op_operand(op, 0)->type);
  const tern_type_t *c = tern_type_element(tern_op_operand(op, 2)->type);
  product->result_type = tern_llvm_lower_type(tern_llvm_lowering_of(product->conversion), op->results[0].type);
  if (!product->result_type || !tern_type_is_llvm(product->result_type, TERN_LLVM_ARRAY)) return false;
  if (a->kind == TERN_TYPE_F32 && !tern_op_attr(op, "tf32Enabled")) return false;
  product->types[0] = product->types[1] = factor_type(a);
  product->types[2] = tern_nvvm_mma_type_of(c, true);
  if (product->types[0] < 0) return tern_op_error(op, "failed to deduce operand PTX types");
  if (product->types[2] < 0) {
    return tern_emit_error(op->loc, "could not infer the PTX type for the accumulator/result");
  }
  if (array_element(product->result_type)->kind != TERN_TYPE_VECTOR) return false;
  product->struct_type = registers_of(product->result_type);
  if (!tern_type_is_llvm(product->struct_type, TERN_LLVM_STRUCT)) return false;
  product->is_integer = tern_type_is_integer(a);
  tern_nvgpu_mma_shape(op, product->shape);
  for (size_t i = 0; i < 3; ++i) add_registers(product, operands.values[i], i);
  return true;
}

static bool end_product(product_t *product, tern_value_t *registers) {
  tern_builder_t *b = tern_nvgpu_builder(product->conversion);
  return tern_conversion_replace_value(product->conversion, product->op,
                                       pack_registers(b, registers, product->result_type));
}

static tern_value_t *build_mma(product_t *product) {
  tern_builder_t *b = tern_nvgpu_builder(product->conversion);
  const int64_t *shape = product->shape;
  const tern_named_attr_t attrs[] = {
      {"shape", tern_nvvm_shape_get(b->context, shape[0], shape[1], shape[2])},
      {"layoutA", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT, TERN_NVVM_MMA_LAYOUT_ROW)},
      {"layoutB", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT, TERN_NVVM_MMA_LAYOUT_COL)},
      {"multiplicandAPtxType", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_TYPE, product->types[0])},
      {"multiplicandBPtxType", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_TYPE, product->types[1])},
      {"intOverflowBehavior",
       tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_INT_OVERFLOW, TERN_NVVM_MMA_INT_OVERFLOW_SATFINITE)},
  };
  const size_t *counts = product->counts;
  return tern_build_value(b, TERN_NVVM(MMA_SYNC), .operands = {product->registers.values, product->registers.count},
                          .types = TERN_TYPES(product->struct_type), .attrs = {attrs, product->is_integer ? 6 : 5},
                          .segments = (int32_t[]){(int32_t)counts[0], (int32_t)counts[1], (int32_t)counts[2]});
}

static bool lower_mma_sync(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  product_t product = {.op = op, .conversion = conversion};
  bool is_lowered = begin_product(&product, operands) && end_product(&product, build_mma(&product));
  tern_vec_deinitialize(&product.registers);
  return is_lowered;
}

// --- sparse products, which LLVM has no intrinsic for ---

static const tern_attr_t *sparse_text(const product_t *product, int64_t selector) {
  const tern_enum_row_t *types = TERN_NVVM_ENUM(MMA_TYPE);
  const char *sum = tern_enum_case_name(types, product->types[2]);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(
      &text, "mma.sp.sync.aligned.m%" PRId64 "n%" PRId64 "k%" PRId64 ".row.col.%s%s.%s.%s.%s ", product->shape[0],
      product->shape[1], product->shape[2], product->is_integer ? "satfinite." : "", sum,
      tern_enum_case_name(types, product->types[0]), tern_enum_case_name(types, product->types[1]), sum);
  // What is written, then A, B and C.
  const size_t counts[] = {product->counts[2], product->counts[0], product->counts[1], product->counts[2]};
  size_t place = 0;
  for (size_t i = 0; i < 4; ++i) {
    tern_string_builder_append_cstr(&text, "{");
    for (size_t k = 0; k < counts[i]; ++k) tern_string_builder_append_format(&text, "%s$%zu", k ? "," : "", place++);
    tern_string_builder_append_cstr(&text, "},");
  }
  tern_string_builder_append_format(&text, "$%zu,0x%" PRId64 ";", place, selector);
  const tern_attr_t *attr = tern_string_attr_get(product->op->loc->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return attr;
}

static const tern_attr_t *sparse_constraints(const product_t *product) {
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < product->counts[2]; ++i) tern_string_builder_append_cstr(&text, "=r,");
  for (size_t i = 0; i < product->registers.count; ++i) tern_string_builder_append_cstr(&text, "r,");
  tern_string_builder_append_cstr(&text, "r");
  const tern_attr_t *attr = tern_string_attr_get(product->op->loc->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return attr;
}

static tern_value_t *build_sparse(product_t *product, tern_value_t *metadata) {
  tern_builder_t *b = tern_nvgpu_builder(product->conversion);
  metadata = tern_llvm_make(b, TERN_LLVM(BITCAST), tern_nvgpu_i32(b), TERN_VALUES(metadata));
  int64_t selector = tern_integer_attr_value(tern_op_attr(product->op, "sparsitySelector"));
  const tern_named_attr_t attrs[] = {
      {"asm_string", sparse_text(product, selector)},
      {"constraints", sparse_constraints(product)},
      {"has_side_effects", tern_unit_attr_get(b->context)},
      {"asm_dialect", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ASM_DIALECT), 0)},
  };
  tern_vec_push(&product->registers, metadata);
  return tern_build_value(b, TERN_LLVM(INLINE_ASM), .operands = {product->registers.values, product->registers.count},
                          .types = TERN_TYPES(product->struct_type), .attrs = {attrs, 4});
}

static bool lower_mma_sp_sync(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  product_t product = {.op = op, .conversion = conversion};
  bool is_lowered =
      begin_product(&product, operands) && end_product(&product, build_sparse(&product, operands.values[3]));
  tern_vec_deinitialize(&product.registers);
  return is_lowered;
}

// --- reciprocals ---

static tern_value_t *make_reciprocals(tern_builder_t *b, const tern_type_t *type, tern_values_t operands, void *user) {
  (void)user;
  const tern_type_t *f32 = tern_type_element(type);
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) {
    tern_value_t *index = tern_nvgpu_long(b, i);
    tern_value_t *value = tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), f32, TERN_VALUES(operands.values[0], index));
    value = tern_llvm_make(b, TERN_NVVM(RCP_APPROX_FTZ_F), f32, TERN_VALUES(value));
    result = tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), type, TERN_VALUES(result, value, index));
  }
  return result;
}

static bool lower_rcp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = op->results[0].type;
  if (tern_type_rank(type) != 1) return tern_llvm_each_vector(conversion, op, operands, make_reciprocals, NULL);
  return tern_conversion_replace_value(conversion, op,
                                       make_reciprocals(tern_nvgpu_builder(conversion), type, operands, NULL));
}

const tern_conversion_pattern_t tern_nvgpu_matrix_patterns[] = {
    {"ldmatrix", TERN_NVGPU(LDMATRIX), 1, lower_ldmatrix},
    {"mma-sync", TERN_NVGPU(MMA_SYNC), 1, lower_mma_sync},
    {"mma-sp-sync", TERN_NVGPU(MMA_SP_SYNC), 1, lower_mma_sp_sync},
    {"rcp", TERN_NVGPU(RCP), 1, lower_rcp},
    {0},
};
