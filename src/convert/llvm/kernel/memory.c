// Memory of kernels to the llvm dialect: workgroup memory as globals of the shared address space, and vectors that are
// accessed as a whole, for they lie at multiples of their size: tiles are chosen so.

#include <stdio.h>

#include "convert/llvm/kernel/kernel.h"
#include "dialect/memref/memref.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// Matrices of a warp are loaded from multiples of 32 bytes.
enum { MAX_RANK = 64, MAX_ALIGNMENT = 16, SHARED_ALIGNMENT = 32 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- workgroup memory ---

static bool is_workgroup_memory(const tern_type_t *memref) {
  const tern_attr_t *space = tern_memref_type_memory_space(memref);
  return tern_attr_is_integer(space) && tern_integer_attr_value(space) == TERN_KERNEL_SPACE_SHARED;
}

// An uninitialized array in the module, aligned for the widest access. Its name is the kernel's, with a number.
static tern_op_t *build_shared_array(tern_builder_t *b, tern_op_t *func, const tern_type_t *memref) {
  const tern_type_t *element = tern_llvm_convert_type(tern_type_element(memref));
  if (!element) return NULL;
  if (tern_type_is_i(element, 1)) element = tern_i_type_get(b->context, 8);
  const tern_type_t *type = tern_llvm_array_type(element, (uint64_t)tern_type_element_count(memref));
  tern_str_t kernel = tern_symbol_name(func);
  char name[600];
  for (unsigned i = 0;; ++i) {
    snprintf(name, sizeof name, "%.*s_shared_%u", (int)(kernel.size < 512 ? kernel.size : 512), kernel.data, i);
    if (!tern_symbol_lookup_in(tern_op_parent(func), tern_str_from_cstr(name))) break;
  }
  tern_builder_t at = tern_builder_before(func);
  at.listener = b->listener;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  return tern_build(
      &at, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
      .attrs =
          TERN_ATTRS({"sym_name", tern_string_attr_get(b->context, tern_str_from_cstr(name))},
                     {"global_type", tern_type_attr_get(type)},
                     {"linkage", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_INTERNAL)},
                     {"addr_space", tern_integer_attr_get(i32, TERN_KERNEL_SPACE_SHARED)},
                     {"alignment", tern_integer_attr_get(i64, SHARED_ALIGNMENT)}));
}

static bool convert_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type, *i64 = tern_i_type_get(b->context, 64);
  int64_t strides[MAX_RANK], offset;
  tern_op_t *func = tern_op_parent_of(op, TERN_LLVM(FUNC));
  if (!is_workgroup_memory(memref) || operands.count > 0) {
    tern_op_error(op, "is memory that a kernel does not have");
    tern_emit_note(op->loc, "arrays of static shape in memory space 3 are the workgroup's");
    return false;
  }
  if (!func || tern_type_rank(memref) > MAX_RANK || !tern_memref_type_strides(memref, strides, &offset)) return false;
  tern_op_t *global = build_shared_array(b, func, memref);
  if (!global) return false;
  tern_value_t *base = tern_build_value(
      b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_KERNEL_SPACE_SHARED)),
      .attrs = TERN_ATTRS({"global_name", tern_flat_symbol_ref_attr_get(b->context, tern_symbol_name(global))}));
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

static bool convert_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  if (!is_workgroup_memory(tern_op_operand(op, 0)->type)) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

// --- vectors ---

static bool is_whole_vector(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1 && tern_vector_type_scalable_mask(type) == 0 &&
         tern_type_bit_width(tern_type_element(type)) % 8 == 0;
}

static bool has_unit_stride(const tern_type_t *memref) {
  int64_t strides[MAX_RANK], offset;
  size_t rank = tern_type_rank(memref);
  return rank > 0 && rank <= MAX_RANK && tern_memref_type_strides(memref, strides, &offset) && strides[rank - 1] == 1;
}

// The size of the vector where that is a power of two, up to the widest access.
static const tern_attr_t *alignment_of(const tern_type_t *vector) {
  int64_t bytes = (int64_t)tern_type_bit_width(tern_type_element(vector)) / 8 * tern_type_dim(vector, 0);
  int64_t alignment = bytes & -bytes;
  return tern_integer_attr_get(tern_i_type_get(vector->context, 64),
                               alignment < MAX_ALIGNMENT ? alignment : MAX_ALIGNMENT);
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *type = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  if (!type || !is_whole_vector(type) || !has_unit_stride(memref)) return false;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[0], operands.values + 1);
  tern_conversion_replace(
      conversion, op,
      TERN_VALUES(tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(address), .types = TERN_TYPES(type),
                                   .attrs = TERN_ATTRS({"alignment", alignment_of(type)}))));
  return true;
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 1)->type, *type = operands.values[0]->type;
  if (!is_whole_vector(type) || !has_unit_stride(memref)) return false;
  tern_value_t *address = tern_descriptor_element_ptr(b, memref, operands.values[1], operands.values + 2);
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(operands.values[0], address),
             .attrs = TERN_ATTRS({"alignment", alignment_of(type)}));
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_kernel_memory_patterns[] = {
    {"alloc", TERN_MEMREF(ALLOC), 1, convert_alloc},
    {"dealloc", TERN_MEMREF(DEALLOC), 1, convert_dealloc},
    // Before those of dispatches, which know the alignment of elements only.
    {"load", TERN_VECTOR(LOAD), 2, convert_load},
    {"store", TERN_VECTOR(STORE), 2, convert_store},
    {0},
};
