// Registers of a warp's matrices in kernels: vectors of two dimensions, which are arrays of short vectors in the llvm
// dialect. What nvgpu's ops take and give is made and taken apart row by row, or element by element.

#include "convert/llvm/kernel/kernel.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/vector/vector.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool is_fragment(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 2 && tern_vector_type_scalable_mask(type) == 0;
}

// The positions of an op on a fragment: a row, or a row and a column. 0: there are others, or some are values.
static size_t read_positions(const tern_op_t *op, int64_t out_positions[2]) {
  const tern_attr_t *list = tern_op_attr(op, "static_position");
  size_t count = tern_int_list_attr_count(list);
  if (count == 0 || count > 2) return 0;
  for (size_t i = 0; i < count; ++i) {
    out_positions[i] = tern_int_list_attr_at(list, i);
    if (out_positions[i] < 0) return 0;
  }
  return count;
}

static tern_value_t *build_number(tern_builder_t *b, int64_t value) {
  return tern_llvm_build_int(b, tern_i_type_get(b->context, 64), value);
}

static bool convert_extract(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  int64_t positions[2];
  size_t count = is_fragment(tern_op_operand(op, 0)->type) ? read_positions(op, positions) : 0;
  if (count == 0) return false;
  tern_value_t *value = tern_llvm_make_extract(b, operands.values[0], positions, 1);
  if (count == 2) {
    value =
        tern_build_value(b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(value, build_number(b, positions[1])),
                         .types = TERN_TYPES(tern_type_element(value->type)));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

static bool convert_insert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  int64_t positions[2];
  size_t count = is_fragment(tern_op_operand(op, 1)->type) ? read_positions(op, positions) : 0;
  if (count == 0) return false;
  tern_value_t *value = operands.values[0], *fragment = operands.values[1];
  if (count == 2) {
    tern_value_t *row = tern_llvm_make_extract(b, fragment, positions, 1);
    value = tern_build_value(b, TERN_LLVM(INSERTELEMENT), .types = TERN_TYPES(row->type),
                             .operands = TERN_VALUES(row, value, build_number(b, positions[1])));
  }
  return tern_conversion_replace_value(conversion, op, tern_llvm_make_insert(b, fragment, value, positions, 1));
}

// All elements alike: the row as often as there are rows.
static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (!is_fragment(type) || value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(value)) {
    return false;
  }
  const int64_t columns = tern_type_dim(type, 1);
  const tern_type_t *row = tern_vector_type_get(tern_type_element(type), &columns, 1, 0);
  const tern_type_t *row_type = tern_llvm_convert_type(row);
  if (!row_type) return false;
  tern_value_t *part = tern_llvm_build_constant(
      b, row_type, tern_dense_elements_attr_get_splat(row_type, tern_dense_elements_attr_at(value, 0)));
  tern_value_t *result = tern_llvm_make_poison(b, tern_llvm_array_type(row_type, (uint64_t)tern_type_dim(type, 0)));
  for (int64_t i = 0; i < tern_type_dim(type, 0); ++i) result = tern_llvm_make_insert(b, result, part, &i, 1);
  return tern_conversion_replace_value(conversion, op, result);
}

// Products of bf16, for which upstream's conversion has no type. Their operands are words for the instruction.
static bool convert_product(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32), *i32 = tern_i_type_get(b->context, 32);
  int64_t shape[3], pair = 2;
  tern_nvgpu_mma_shape(op, shape);
  if (tern_type_element(tern_op_operand(op, 0)->type)->kind != TERN_TYPE_BF16 || shape[2] != 16 ||
      tern_type_element(tern_op_result(op, 0)->type) != f32) {
    return false;
  }
  tern_value_t *registers[10];
  size_t count = 0;
  for (int64_t i = 0; i < 6; ++i) {
    const int64_t row = i < 4 ? i : i - 4;
    tern_value_t *part = tern_llvm_make_extract(b, operands.values[i < 4 ? 0 : 1], &row, 1);
    registers[count++] =
        tern_build_value(b, TERN_LLVM(BITCAST), .operands = TERN_VALUES(part), .types = TERN_TYPES(i32));
  }
  for (int64_t i = 0; i < 4; ++i) {
    const int64_t row = i / 2;
    tern_value_t *part = tern_llvm_make_extract(b, operands.values[2], &row, 1);
    registers[count++] = tern_build_value(b, TERN_LLVM(EXTRACTELEMENT), .types = TERN_TYPES(f32),
                                          .operands = TERN_VALUES(part, build_number(b, i % 2)));
  }
  const tern_type_t *members[] = {f32, f32, f32, f32}, *row_type = tern_vector_type_get(f32, &pair, 1, 0);
  const tern_attr_t *type = tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_TYPE, TERN_NVVM_MMA_TYPE_BF16);
  tern_value_t *sums = tern_build_value(
      b, TERN_NVVM(MMA_SYNC), .operands = {registers, count}, .segments = (int32_t[]){4, 2, 4},
      .types = TERN_TYPES(tern_llvm_struct_type(b->context, (tern_types_t){members, 4}, false)),
      .attrs =
          TERN_ATTRS({"shape", tern_nvvm_shape_get(b->context, shape[0], shape[1], shape[2])},
                     {"layoutA", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT, TERN_NVVM_MMA_LAYOUT_ROW)},
                     {"layoutB", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MMA_LAYOUT, TERN_NVVM_MMA_LAYOUT_COL)},
                     {"multiplicandAPtxType", type}, {"multiplicandBPtxType", type}));
  tern_value_t *result = tern_llvm_make_poison(b, tern_llvm_array_type(row_type, 2));
  for (int64_t row = 0; row < 2; ++row) {
    tern_value_t *part = tern_llvm_make_poison(b, row_type);
    for (int64_t i = 0; i < 2; ++i) {
      const int64_t member = 2 * row + i;
      part = tern_build_value(
          b, TERN_LLVM(INSERTELEMENT), .types = TERN_TYPES(row_type),
          .operands = TERN_VALUES(part, tern_llvm_make_extract(b, sums, &member, 1), build_number(b, i)));
    }
    result = tern_llvm_make_insert(b, result, part, &row, 1);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_kernel_fragment_patterns[] = {
    {"fragment-product", TERN_NVGPU(MMA_SYNC), 2, convert_product},
    {"fragment-extract", TERN_VECTOR(EXTRACT), 2, convert_extract},
    {"fragment-insert", TERN_VECTOR(INSERT), 2, convert_insert},
    {"fragment-constant", TERN_ARITH(CONSTANT), 2, convert_constant},
    {0},
};
