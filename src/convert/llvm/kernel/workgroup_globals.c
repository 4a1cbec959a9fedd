// memref.global in workgroup memory, and memref.get_global of one: barriers that the whole workgroup waits at. Each is a
// global of the shared address space without a first value.

#include "convert/llvm/kernel/kernel.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { MAX_RANK = 64 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool is_workgroup_memory(const tern_type_t *memref) {
  const tern_attr_t *space = tern_memref_type_memory_space(memref);
  return space && tern_nvgpu_is_shared_space(space);
}

static bool convert_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_type_attr_value(tern_op_attr(op, "type"));
  const tern_type_t *element = tern_llvm_convert_type(tern_type_element(memref));
  const tern_attr_t *value = tern_op_attr(op, "initial_value"), *alignment = tern_op_attr(op, "alignment");
  if (!is_workgroup_memory(memref) || !element) return false;
  if (value && value->kind != TERN_ATTR_UNIT) {
    tern_op_error(op, "has a first value, which workgroup memory cannot have");
    tern_emit_note(op->loc, "declare it uninitialized, and let the workgroup write the value");
    return false;
  }
  const tern_type_t *type = tern_llvm_array_type(element, (uint64_t)tern_type_element_count(memref));
  tern_op_t *global =
      tern_build(b, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
                 .attrs = TERN_ATTRS(
                     {"sym_name", tern_op_attr(op, "sym_name")}, {"global_type", tern_type_attr_get(type)},
                     {"linkage", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL)},
                     {"addr_space", tern_integer_attr_get(tern_i_type_get(b->context, 32), TERN_KERNEL_SPACE_SHARED)}));
  if (alignment) tern_op_set_attr(global, "alignment", alignment);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_get_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type, *i64 = tern_i_type_get(b->context, 64);
  int64_t strides[MAX_RANK], offset;
  if (!is_workgroup_memory(memref) || tern_type_rank(memref) > MAX_RANK) return false;
  if (!tern_memref_type_strides(memref, strides, &offset)) return false;
  tern_value_t *base = tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF),
                                        .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_KERNEL_SPACE_SHARED)),
                                        .attrs = TERN_ATTRS({"global_name", tern_op_attr(op, "name")}));
  tern_value_t *sizes[MAX_RANK], *stride_values[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    sizes[i] = tern_llvm_build_int(b, i64, tern_type_dim(memref, i));
    stride_values[i] = tern_llvm_build_int(b, i64, strides[i]);
  }
  tern_value_t *zero = tern_llvm_build_int(b, i64, 0);
  tern_conversion_replace(conversion, op,
                          TERN_VALUES(tern_descriptor_build(b, memref, base, base, zero, sizes, stride_values)));
  return true;
}

const tern_conversion_pattern_t tern_kernel_workgroup_global_patterns[] = {
    {"global", TERN_MEMREF(GLOBAL), 2, convert_global},
    {"get-global", TERN_MEMREF(GET_GLOBAL), 2, convert_get_global},
    {0},
};
