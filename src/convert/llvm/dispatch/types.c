// Types on the way to the llvm dialect, and memref descriptors (upstream: LLVMCommon's TypeConverter and
// MemRefDescriptor).

#include "convert/llvm/dispatch/dispatch.h"

#include "dialect/amx/amx.h"
#include "dialect/gpu/gpu.h"
#include "ir/context.h"

// --- types ---

static const tern_type_t *convert(const tern_type_t *type) {
  return tern_convert_type(&tern_llvm_type_converter, type);
}

static const tern_type_t *convert_vector(const tern_type_t *type) {
  const tern_type_t *element = convert(tern_type_element(type));
  size_t rank = tern_type_rank(type);
  if (!element) return NULL;
  if (rank == 0) return tern_vector_type_get(element, &(int64_t){1}, 1, 0);
  uint64_t scalable = tern_vector_type_scalable_mask(type);
  if (scalable & ~(UINT64_C(1) << (rank - 1))) return NULL;
  const tern_type_t *result = tern_vector_type_get(element, &tern_type_dims(type)[rank - 1], 1, scalable ? 1 : 0);
  for (size_t i = rank - 1; i-- > 0;) result = tern_llvm_array_type(result, (uint64_t)tern_type_dim(type, i));
  return result;
}

// The address space of a memory space; false if it is none.
static bool space_of(const tern_attr_t *space, unsigned *out_space) {
  static const unsigned spaces[] = {[TERN_GPU_ADDRESS_SPACE_GLOBAL] = 1,
                                    [TERN_GPU_ADDRESS_SPACE_WORKGROUP] = 3,
                                    [TERN_GPU_ADDRESS_SPACE_PRIVATE] = 0};
  *out_space = 0;
  if (!space) return true;
  if (tern_attr_is_integer(space)) {
    *out_space = (unsigned)tern_integer_attr_value(space);
    return true;
  }
  if (space->kind != TERN_ATTR_ENUM || space->row != TERN_GPU_ENUM(ADDRESS_SPACE)) return false;
  *out_space = spaces[tern_enum_attr_value(space)];
  return true;
}

static const tern_type_t *pointer_of(const tern_type_t *memref) {
  unsigned space;
  if (!space_of(tern_memref_type_memory_space(memref), &space)) return NULL;
  return tern_llvm_ptr_type(memref->context, space);
}

static const tern_type_t *convert_memref(const tern_type_t *type) {
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(type);
  const tern_type_t *pointer = pointer_of(type);
  if (!pointer || rank > 64 || !convert(tern_type_element(type)) || !tern_memref_type_strides(type, strides, &offset)) {
    return NULL;
  }
  const tern_type_t *i64 = tern_i_type_get(type->context, 64);
  const tern_type_t *array = tern_llvm_array_type(i64, rank);
  const tern_type_t *elements[] = {pointer, pointer, i64, array, array};
  return tern_llvm_struct_type(type->context, (tern_types_t){elements, rank ? 5 : 3}, false);
}

static const tern_type_t *convert_function(const tern_type_t *type) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_type_t *converted[64], *result = NULL;
  if (inputs.count > 64 || results.count > 1) return NULL;
  for (size_t i = 0; i < inputs.count; ++i) {
    converted[i] = convert(inputs.values[i]);
    if (!converted[i]) return NULL;
  }
  result = results.count ? convert(results.values[0]) : tern_llvm_void_type(type->context);
  return result ? tern_llvm_func_type(result, (tern_types_t){converted, inputs.count}, false) : NULL;
}

static const tern_type_t *convert_one(const tern_type_t *type) {
  if (tern_type_is_index(type)) return tern_i_type_get(type->context, 64);
  if (tern_type_is_integer(type)) return tern_i_type_get(type->context, tern_integer_type_width(type));
  if (tern_type_is_float(type)) {
    bool is_llvm_float = type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F32 ||
                         type->kind == TERN_TYPE_F64 || type->kind == TERN_TYPE_F80 || type->kind == TERN_TYPE_F128;
    if (is_llvm_float) return type;
    return type->kind == TERN_TYPE_TF32 ? NULL : tern_i_type_get(type->context, tern_type_bit_width(type));
  }
  switch (type->kind) {
    case TERN_TYPE_VECTOR: return convert_vector(type);
    case TERN_TYPE_MEMREF: return convert_memref(type);
    case TERN_TYPE_FUNCTION: return convert_function(type);
    case TERN_TYPE_COMPLEX: {
      const tern_type_t *element = convert(tern_type_element(type));
      return element ? tern_llvm_struct_type(type->context, TERN_TYPES(element, element), false) : NULL;
    }
    default: break;
  }
  if (tern_type_is_amx_tile(type)) {
    return tern_dialect_type_get(type->context, &tern_llvm_types[TERN_LLVM_X86_AMX], NULL, 0);
  }
  return tern_llvm_is_compatible(type) ? type : NULL;
}

static int convert_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  out_types[0] = convert_one(type);
  *out_count = out_types[0] ? 1 : 0;
  return out_types[0] ? 1 : -1;
}

static const tern_type_rule_fn_t rules[] = {convert_rule};
const tern_type_converter_t tern_llvm_type_converter = {.rules = rules, .rule_count = 1};

// --- arithmetic ---

static bool constant_of(const tern_value_t *value, int64_t *out_value) {
  const tern_attr_t *attr = tern_value_constant(value);
  if (!tern_attr_is_integer(attr)) return false;
  *out_value = tern_integer_attr_value(attr);
  return true;
}

tern_value_t *tern_llvm_build_add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a = 0, b = 0, sum;
  bool has_a = constant_of(lhs, &a), has_b = constant_of(rhs, &b);
  if (has_a && a == 0) return rhs;
  if (has_b && b == 0) return lhs;
  if (has_a && has_b && !__builtin_add_overflow(a, b, &sum)) return tern_llvm_build_int(builder, lhs->type, sum);
  return tern_build_value(builder, TERN_LLVM(ADD), .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

tern_value_t *tern_llvm_build_mul(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a = 0, b = 0, product;
  bool has_a = constant_of(lhs, &a), has_b = constant_of(rhs, &b);
  if (has_a && a == 1) return rhs;
  if (has_b && b == 1) return lhs;
  if ((has_a && a == 0) || (has_b && b == 0)) return tern_llvm_build_int(builder, lhs->type, 0);
  if (has_a && has_b && !__builtin_mul_overflow(a, b, &product))
    return tern_llvm_build_int(builder, lhs->type, product);
  return tern_build_value(builder, TERN_LLVM(MUL), .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

// --- descriptors ---

static tern_value_t *build_i64(tern_builder_t *builder, int64_t value) {
  return tern_llvm_build_int(builder, tern_i_type_get(builder->context, 64), value);
}

tern_value_t *tern_descriptor_allocated_ptr(tern_builder_t *builder, tern_value_t *descriptor) {
  return tern_llvm_build_extract(builder, descriptor, (int64_t[]){0}, 1);
}

tern_value_t *tern_descriptor_aligned_ptr(tern_builder_t *builder, tern_value_t *descriptor) {
  return tern_llvm_build_extract(builder, descriptor, (int64_t[]){1}, 1);
}

tern_value_t *tern_descriptor_offset(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor) {
  int64_t strides[64], offset;
  if (tern_memref_type_strides(memref, strides, &offset) && offset != TERN_DYNAMIC) return build_i64(builder, offset);
  return tern_llvm_build_extract(builder, descriptor, (int64_t[]){2}, 1);
}

tern_value_t *tern_descriptor_size(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor,
                                   size_t dim) {
  int64_t size = tern_type_dim(memref, dim);
  if (size != TERN_DYNAMIC) return build_i64(builder, size);
  return tern_llvm_build_extract(builder, descriptor, (int64_t[]){3, (int64_t)dim}, 2);
}

tern_value_t *tern_descriptor_stride(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor,
                                     size_t dim) {
  int64_t strides[64], offset;
  if (tern_memref_type_strides(memref, strides, &offset) && strides[dim] != TERN_DYNAMIC) {
    return build_i64(builder, strides[dim]);
  }
  return tern_llvm_build_extract(builder, descriptor, (int64_t[]){4, (int64_t)dim}, 2);
}

tern_value_t *tern_descriptor_build(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *allocated,
                                    tern_value_t *aligned, tern_value_t *offset, tern_value_t *const *sizes,
                                    tern_value_t *const *strides) {
  tern_value_t *descriptor =
      tern_build_value(builder, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(tern_llvm_convert_type(memref)));
  descriptor = tern_llvm_build_insert(builder, descriptor, allocated, (int64_t[]){0}, 1);
  descriptor = tern_llvm_build_insert(builder, descriptor, aligned, (int64_t[]){1}, 1);
  descriptor = tern_llvm_build_insert(builder, descriptor, offset, (int64_t[]){2}, 1);
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    descriptor = tern_llvm_build_insert(builder, descriptor, sizes[i], (int64_t[]){3, (int64_t)i}, 2);
    descriptor = tern_llvm_build_insert(builder, descriptor, strides[i], (int64_t[]){4, (int64_t)i}, 2);
  }
  return descriptor;
}

tern_value_t *tern_descriptor_element_ptr(tern_builder_t *builder, const tern_type_t *memref, tern_value_t *descriptor,
                                          tern_value_t *const *indices) {
  tern_value_t *linear = tern_descriptor_offset(builder, memref, descriptor);
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    tern_value_t *stride = tern_descriptor_stride(builder, memref, descriptor, i);
    linear = tern_llvm_build_add(builder, linear, tern_llvm_build_mul(builder, indices[i], stride));
  }
  // Elements lie whole bytes apart, an i1 too.
  const tern_type_t *element = tern_llvm_convert_type(tern_type_element(memref));
  if (tern_type_is_integer(element) && tern_integer_type_width(element) < 8)
    element = tern_i_type_get(memref->context, 8);
  return tern_llvm_build_gep(builder, element, tern_descriptor_aligned_ptr(builder, descriptor), &linear, NULL, 1);
}

bool tern_llvm_replace(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row, tern_values_t operands,
                       tern_named_attrs_t attrs) {
  const tern_type_t *types[8];
  if (op->result_count > 8) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    types[i] = tern_llvm_convert_type(tern_op_result(op, i)->type);
    if (!types[i]) return false;
  }
  tern_op_t *replacement = tern_build(&conversion->rewriter.builder, row, .operands = operands,
                                      .types = {types, op->result_count}, .attrs = attrs);
  tern_value_t *values[8];
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(replacement, i);
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  return true;
}
