// Workgroup memory of a kernel whose size its launch says: how much of it the views of it need, and the ops on it to the
// llvm dialect.

#include <inttypes.h>

#include "convert/llvm/kernel/kernel.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

enum { MAX_RANK = 64 };

// --- the size ---

typedef struct measure {
  int64_t end;               // of the furthest view
  const tern_op_t *unknown;  // something whose end is not known; NULL: there is none
  bool is_used;
} measure_t;

static void measure_use(const tern_op_t *user, measure_t *measure) {
  if (!tern_op_is(user, TERN_MEMREF(VIEW))) {
    measure->unknown = user;
    return;
  }
  const tern_type_t *type = tern_op_result(user, 0)->type;
  const tern_attr_t *shift = tern_value_constant(tern_op_operand(user, 1));
  if (!tern_attr_is_integer(shift) || !tern_type_has_static_shape(type)) {
    measure->unknown = user;
    return;
  }
  int64_t bytes = tern_type_element_count(type) * ((tern_type_bit_width(tern_type_element(type)) + 7) / 8);
  int64_t end = tern_integer_attr_value(shift) + bytes;
  if (end > measure->end) measure->end = end;
}

static tern_walk_result_t find_memory(tern_op_t *op, void *user) {
  measure_t *measure = user;
  if (!tern_op_is(op, TERN_GPU(DYNAMIC_SHARED_MEMORY))) return TERN_WALK_ADVANCE;
  measure->is_used = true;
  tern_value_for_each_use(tern_op_result(op, 0), use) measure_use(use->owner, measure);
  return TERN_WALK_ADVANCE;
}

static bool measure_function(tern_op_t *func) {
  measure_t measure = {0};
  tern_op_walk_pre(func, find_memory, &measure);
  const tern_attr_t *given = tern_op_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR);
  if (!measure.is_used || !tern_op_attr(func, "spirv.entry_point_abi")) return true;
  if (tern_attr_is_integer(given)) {
    int64_t bytes = tern_integer_attr_value(given);
    return bytes >= measure.end || tern_op_error(func,
                                                 "has %" PRId64
                                                 " bytes of dynamic workgroup memory, but views of it "
                                                 "end at byte %" PRId64,
                                                 bytes, measure.end);
  }
  if (measure.unknown) {
    tern_op_error(measure.unknown, "uses dynamic workgroup memory up to a byte that is not known");
    tern_emit_note(func->loc, "give the kernel the attribute " TERN_KERNEL_SHARED_MEMORY_ATTR
                              ", or use the memory through memref.view ops of static shapes at constant places only");
    return false;
  }
  const tern_type_t *i64 = tern_i_type_get(tern_op_context(func), 64);
  tern_op_set_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR, tern_integer_attr_get(i64, measure.end));
  return true;
}

bool tern_kernel_measure_dynamic_memory(tern_op_t *module) {
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_FUNC(FUNC))) is_right = measure_function(op) && is_right;
  }
  return is_right;
}

// --- ops ---

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool convert_memory(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_op_t *func = tern_op_parent_of(op, TERN_LLVM(FUNC));
  const tern_attr_t *bytes = func ? tern_op_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR) : NULL;
  if (!func || !tern_op_attr(func, "nvvm.kernel") || !tern_attr_is_integer(bytes)) {
    tern_op_error(op, "is used in a function that is no kernel");
    tern_emit_note(op->loc, "move it to the kernel and pass its result as an argument");
    return false;
  }
  tern_op_t *global = tern_kernel_dynamic_array(b, func);
  tern_value_t *base = tern_build_value(
      b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(b->context, TERN_KERNEL_SPACE_SHARED)),
      .attrs = TERN_ATTRS({"global_name", tern_flat_symbol_ref_attr_get(b->context, tern_symbol_name(global))}));
  tern_value_t *size = tern_llvm_build_int(b, i64, tern_integer_attr_value(bytes));
  tern_value_t *zero = tern_llvm_build_int(b, i64, 0), *one = tern_llvm_build_int(b, i64, 1);
  tern_value_t *descriptor = tern_descriptor_build(b, tern_op_result(op, 0)->type, base, base, zero, &size, &one);
  return tern_conversion_replace_value(conversion, op, descriptor);
}

// The bytes from the shift on, without gaps.
static bool convert_view(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  const tern_type_t *i8 = tern_i_type_get(b->context, 8), *i64 = tern_i_type_get(b->context, 64);
  size_t rank = tern_type_rank(result), used = 2;
  if (rank > MAX_RANK || tern_memref_type_layout(result)) return false;
  tern_value_t *at = tern_llvm_build_add(b, tern_descriptor_offset(b, source, operands.values[0]), operands.values[1]);
  tern_value_t *base = tern_llvm_build_gep(b, i8, tern_descriptor_aligned_ptr(b, operands.values[0]), &at, NULL, 1);
  tern_value_t *sizes[MAX_RANK], *strides[MAX_RANK], *stride = tern_llvm_build_int(b, i64, 1);
  for (size_t i = 0; i < rank; ++i) {
    int64_t dim = tern_type_dim(result, i);
    sizes[i] = dim == TERN_DYNAMIC ? operands.values[used++] : tern_llvm_build_int(b, i64, dim);
  }
  for (size_t i = rank; i-- > 0;) {
    strides[i] = stride;
    stride = tern_llvm_build_mul(b, stride, sizes[i]);
  }
  tern_value_t *zero = tern_llvm_build_int(b, i64, 0);
  tern_conversion_replace(conversion, op,
                          TERN_VALUES(tern_descriptor_build(b, result, base, base, zero, sizes, strides)));
  return true;
}

const tern_conversion_pattern_t tern_kernel_dynamic_memory_patterns[] = {
    {"dynamic-shared-memory", TERN_GPU(DYNAMIC_SHARED_MEMORY), 1, convert_memory},
    {"view", TERN_MEMREF(VIEW), 1, convert_view},
    {0},
};
