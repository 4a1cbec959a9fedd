// Memory of kernels to the llvm dialect: workgroup memory as globals of the shared address space, and vectors that are
// accessed as a whole, for they lie at multiples of their size: tiles are chosen so.
//
// A kernel has 48 KB of workgroup memory in arrays of its own. When it wants more, all its arrays become parts of one
// whose size is said when the kernel is launched.

#include <stdio.h>
#include <stdlib.h>

#include "convert/llvm/kernel/kernel.h"
#include "dialect/func/func.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"

// Matrices of a warp are loaded from multiples of 32 bytes.
enum { MAX_RANK = 64, MAX_ALIGNMENT = 16, SHARED_ALIGNMENT = 32 };
// Of arrays in the one that is allocated at launch, and of that: swizzles repeat after 1024 bytes.
enum { PART_ALIGNMENT = 128, DYNAMIC_ALIGNMENT = 1024, MAX_STATIC_BYTES = 48 << 10 };
// Of a memref.alloc: where it begins in that array.
#define OFFSET_ATTR "hal.shared_memory_offset"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- workgroup memory ---

static bool is_workgroup_memory(const tern_type_t *memref) {
  const tern_attr_t *space = tern_memref_type_memory_space(memref);
  return space && tern_nvgpu_is_shared_space(space);
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

tern_op_t *tern_kernel_dynamic_array(tern_builder_t *b, tern_op_t *func) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  tern_str_t kernel = tern_symbol_name(func);
  char name[600];
  snprintf(name, sizeof name, "%.*s_dynamic_shared", (int)(kernel.size < 512 ? kernel.size : 512), kernel.data);
  tern_op_t *found = tern_symbol_lookup_in(tern_op_parent(func), tern_str_from_cstr(name));
  if (found) return found;
  tern_builder_t at = tern_builder_before(func);
  at.listener = b->listener;
  return tern_build(
      &at, TERN_LLVM(MLIR_GLOBAL), .regions = 1,
      .attrs =
          TERN_ATTRS({"sym_name", tern_string_attr_get(b->context, tern_str_from_cstr(name))},
                     {"global_type", tern_type_attr_get(tern_llvm_array_type(tern_i_type_get(b->context, 8), 0))},
                     {"linkage", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_EXTERNAL)},
                     {"addr_space", tern_integer_attr_get(i32, TERN_KERNEL_SPACE_SHARED)},
                     {"alignment", tern_integer_attr_get(i64, DYNAMIC_ALIGNMENT)}));
}

// The address of an array that is, or is part of, a global.
static tern_value_t *build_shared_address(tern_builder_t *b, const tern_op_t *alloc, tern_op_t *func) {
  const tern_attr_t *offset = tern_op_attr(alloc, OFFSET_ATTR);
  tern_op_t *global =
      offset ? tern_kernel_dynamic_array(b, func) : build_shared_array(b, func, tern_op_result(alloc, 0)->type);
  if (!global) return NULL;
  tern_value_t *base = tern_build_value(
      b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_KERNEL_SPACE_SHARED)),
      .attrs = TERN_ATTRS({"global_name", tern_flat_symbol_ref_attr_get(b->context, tern_symbol_name(global))}));
  if (!offset || tern_integer_attr_value(offset) == 0) return base;
  tern_value_t *bytes = tern_llvm_build_int(b, tern_i_type_get(b->context, 64), tern_integer_attr_value(offset));
  return tern_llvm_build_gep(b, tern_i_type_get(b->context, 8), base, &bytes, NULL, 1);
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
  tern_value_t *base = build_shared_address(b, op, func);
  if (!base) return false;
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

// --- arrays that are too large ---

typedef struct arrays {
  tern_op_list_t ops;
} arrays_t;

static tern_walk_result_t find_array(tern_op_t *op, void *user) {
  arrays_t *arrays = user;
  if (!tern_op_is(op, TERN_MEMREF(ALLOC)) || op->operand_count > 0) return TERN_WALK_ADVANCE;
  if (is_workgroup_memory(tern_op_result(op, 0)->type)) tern_vec_push(&arrays->ops, op);
  return TERN_WALK_ADVANCE;
}

static int64_t bytes_of(const tern_op_t *alloc) {
  const tern_type_t *memref = tern_op_result(alloc, 0)->type, *element = tern_type_element(memref);
  int64_t elements = tern_type_element_count(memref);
  if (element->kind == TERN_TYPE_VECTOR) {
    elements *= tern_type_element_count(element);
    element = tern_type_element(element);
  }
  return elements * ((tern_type_bit_width(element) + 7) / 8);
}

static int64_t alignment_of_array(const tern_op_t *alloc) {
  const tern_attr_t *given = tern_op_attr(alloc, "alignment");
  int64_t alignment = given ? tern_integer_attr_value(given) : PART_ALIGNMENT;
  return alignment < PART_ALIGNMENT ? PART_ALIGNMENT : alignment;
}

// Where the arrays lie if they are parts of one, behind the `end` bytes of it that have an owner; the size of that.
static int64_t place_arrays(const arrays_t *arrays, int64_t end, int64_t *offsets) {
  for (size_t i = 0; i < arrays->ops.count; ++i) {
    int64_t alignment = alignment_of_array(arrays->ops.values[i]);
    offsets[i] = (end + alignment - 1) / alignment * alignment;
    end = offsets[i] + bytes_of(arrays->ops.values[i]);
  }
  return end;
}

void tern_kernel_place_arrays(tern_op_t *module) {
  const tern_type_t *i64 = tern_i_type_get(tern_op_context(module), 64);
  tern_block_for_each_op(tern_op_body(module, 0), func) {
    if (!tern_op_is(func, TERN_FUNC(FUNC))) continue;
    arrays_t arrays = {0};
    int64_t bytes = 0;
    tern_op_walk_pre(func, find_array, &arrays);
    for (size_t i = 0; i < arrays.ops.count; ++i) bytes += bytes_of(arrays.ops.values[i]);
    if (bytes > MAX_STATIC_BYTES) {
      const tern_attr_t *used = tern_op_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR);
      int64_t *offsets = tern_realloc_array(NULL, arrays.ops.count, sizeof *offsets);
      bytes = place_arrays(&arrays, used ? tern_integer_attr_value(used) : 0, offsets);
      for (size_t i = 0; i < arrays.ops.count; ++i) {
        tern_op_set_attr(arrays.ops.values[i], OFFSET_ATTR, tern_integer_attr_get(i64, offsets[i]));
      }
      tern_op_set_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR, tern_integer_attr_get(i64, bytes));
      free(offsets);
    }
    tern_vec_deinitialize(&arrays.ops);
  }
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
