// Matrices of a warp in kernels of dispatches: gpu.subgroup_mma_* to nvvm.wmma.*, as --convert-gpu-to-nvvm does it, with the
// descriptors of dispatches.

#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "convert/llvm/kernel/kernel.h"
#include "dialect/gpu/gpu.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// Rows are counted in what the memref holds, which may be vectors of any type; wmma counts elements of the matrix.
static bool find_place(tern_conversion_t *conversion, tern_op_t *op, size_t memref, tern_values_t operands,
                       tern_nvvm_place_t *out_place) {
  const tern_type_t *type = tern_op_operand(op, memref)->type, *element = tern_type_element(type);
  const tern_type_t *matrix = memref > 0 ? tern_op_operand(op, 0)->type : tern_op_result(op, 0)->type;
  int64_t lead = tern_integer_attr_value(tern_op_attr(op, "leadDimension"));
  if (element->kind == TERN_TYPE_VECTOR) {
    int64_t bits = tern_type_element_count(element) * tern_type_bit_width(tern_type_element(element));
    int64_t matrix_bits = tern_type_bit_width(tern_gpu_matrix_element(matrix));
    if (lead * bits % matrix_bits != 0) return false;
    lead = lead * bits / matrix_bits;
  }
  out_place->pointer = tern_descriptor_element_ptr(&conversion->rewriter.builder, type, operands.values[memref],
                                                   operands.values + memref + 1);
  out_place->lead = tern_integer_attr_get(tern_index_type_get(type->context), lead);
  return out_place->pointer != NULL;
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_nvvm_lower_matrix_load(op, operands, conversion, find_place);
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_nvvm_lower_matrix_store(op, operands, conversion, find_place);
}

// --- accumulators of another precision ---

// PTX leaves open which elements a register of wmma holds. But from sm_80 on, which is all that is compiled for, the
// products are those of mma.m16n8k16, whose layout it does say: the same for accumulators in f32 and, two in a register, in f16.

static tern_value_t *narrow_pair(tern_builder_t *b, tern_value_t *matrix, int64_t pair, const tern_type_t *type) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  const tern_type_t *wide = tern_vector_type_get(f32, &(int64_t){2}, 1, 0);
  tern_value_t *vector = tern_llvm_make_poison(b, wide);
  for (int64_t i = 0; i < 2; ++i) {
    tern_value_t *element = tern_llvm_make_extract(b, matrix, &(int64_t){2 * pair + i}, 1);
    vector =
        tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), wide, TERN_VALUES(vector, element, tern_llvm_build_int(b, i32, i)));
  }
  return tern_llvm_make(b, TERN_LLVM(FPTRUNC), type, TERN_VALUES(vector));
}

static tern_value_t *widen_element(tern_builder_t *b, tern_value_t *matrix, int64_t index, const tern_type_t *type) {
  const tern_type_t *f16 = tern_float_type_get(b->context, TERN_TYPE_F16);
  tern_value_t *pair = tern_llvm_make_extract(b, matrix, &(int64_t){index / 2}, 1);
  tern_value_t *place = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), index % 2);
  tern_value_t *element = tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), f16, TERN_VALUES(pair, place));
  return tern_llvm_make(b, TERN_LLVM(FPEXT), type, TERN_VALUES(element));
}

static bool convert_elementwise(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  int64_t what = tern_enum_attr_value(tern_op_attr(op, "opType"));
  bool is_narrower = what == TERN_GPU_MATRIX_TRUNCF;
  if (what != TERN_GPU_MATRIX_EXTF && !is_narrower) {
    return tern_nvvm_lower_matrix_elementwise(op, operands, conversion);
  }
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  const tern_type_t *narrow = is_narrower ? to : from, *wide = is_narrower ? from : to;
  const tern_type_t *type = tern_nvvm_lower_matrix_type(to);
  if (!type || tern_gpu_matrix_use(to) != TERN_GPU_MATRIX_C || tern_gpu_matrix_element(narrow)->kind != TERN_TYPE_F16 ||
      tern_gpu_matrix_element(wide)->kind != TERN_TYPE_F32) {
    return false;
  }
  tern_types_t members = tern_llvm_struct_elements(type);
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (int64_t i = 0; i < (int64_t)members.count; ++i) {
    tern_value_t *member = is_narrower ? narrow_pair(b, operands.values[0], i, members.values[0])
                                       : widen_element(b, operands.values[0], i, members.values[0]);
    result = tern_llvm_make_insert(b, result, member, &i, 1);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_kernel_matrix_patterns[] = {
    {"matrix-load", TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), 1, convert_load},
    {"matrix-store", TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), 1, convert_store},
    {"matrix-compute", TERN_GPU(SUBGROUP_MMA_COMPUTE), 1, tern_nvvm_lower_matrix_compute},
    {"matrix-constant", TERN_GPU(SUBGROUP_MMA_CONSTANT_MATRIX), 1, tern_nvvm_lower_matrix_constant},
    {"matrix-elementwise", TERN_GPU(SUBGROUP_MMA_ELEMENTWISE), 1, convert_elementwise},
    {0},
};

// --- types ---

// What dispatches convert, and matrices.
static int convert_other(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  return tern_llvm_type_converter.rules[0](type, user, out_types, out_count);
}

static const tern_type_rule_fn_t rules[] = {convert_other, tern_nvvm_matrix_rule, tern_kernel_tensor_map_rule};
const tern_type_converter_t tern_kernel_type_converter = {.rules = rules, .rule_count = sizeof rules / sizeof rules[0]};
