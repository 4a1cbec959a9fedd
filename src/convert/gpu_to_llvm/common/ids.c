// gpu.thread_id and its like to ops that read a register of the GPU (upstream: IndexIntrinsicsOpLowering). What is known of
// sizes becomes a range: of the op itself, of the function around it.

#include "convert/gpu_to_llvm/common/common.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "ir/context.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

const tern_attr_t *tern_gpu_range_attr(tern_context_t *context, int64_t lower, int64_t upper) {
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  uint64_t params[] = {(uint64_t)(uintptr_t)tern_integer_attr_get(i32, lower),
                       (uint64_t)(uintptr_t)tern_integer_attr_get(i32, upper)};
  for (size_t i = 0; i < TERN_LLVM_ATTR_COUNT; ++i) {
    if (strcmp(tern_llvm_attrs[i].name, "llvm.constant_range") == 0) {
      return tern_dialect_attr_get(context, &tern_llvm_attrs[i], params, 2);
    }
  }
  return NULL;
}

tern_value_t *tern_gpu_make_index_of_i32(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_value_t *value) {
  uint32_t width = tern_type_bit_width(lowering->index_type);
  if (width == 32) return value;
  return tern_llvm_make(b, width > 32 ? TERN_LLVM(SEXT) : TERN_LLVM(TRUNC), lowering->index_type, TERN_VALUES(value));
}

// The names of the size in a gpu.func and in any other function.
static const char *const extent_attrs[][2] = {
    [TERN_GPU_EXTENT_NONE] = {NULL, NULL},
    [TERN_GPU_EXTENT_BLOCK] = {"known_block_size", "gpu.known_block_size"},
    [TERN_GPU_EXTENT_GRID] = {"known_grid_size", "gpu.known_grid_size"},
    [TERN_GPU_EXTENT_CLUSTER] = {"known_cluster_size", "gpu.known_cluster_size"},
};

// The size that the function around `op` says; NULL if it says none.
static const tern_attr_t *size_of_function(tern_op_t *op, tern_gpu_extent_t extent) {
  tern_op_t *function = tern_op_parent(op);
  while (function && !tern_op_is(function, TERN_GPU(FUNC)) && !tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE)) {
    function = tern_op_parent(function);
  }
  if (!function || extent == TERN_GPU_EXTENT_NONE) return NULL;
  const tern_attr_t *size = tern_op_attr(function, extent_attrs[extent][!tern_op_is(function, TERN_GPU(FUNC))]);
  return size && size->kind == TERN_ATTR_DENSE_ARRAY && tern_dense_array_attr_count(size) == 3 ? size : NULL;
}

// The bound of an id, or of a size; -1: none is known.
static int64_t bound_of(tern_op_t *op, tern_gpu_extent_t extent, size_t dimension) {
  const tern_attr_t *own = tern_op_attr(op, "upper_bound"), *size = size_of_function(op, extent);
  if (own) return tern_integer_attr_value(own);
  return size ? tern_dense_array_attr_int(size, dimension) : -1;
}

bool tern_gpu_lower_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_gpu_id_t *id = gpu->target->ids;
  while (id->row && !tern_op_is(op, id->row)) ++id;
  if (!id->row) return false;
  size_t dimension = (size_t)tern_enum_attr_value(tern_op_attr(op, "dimension"));
  int64_t bound = bound_of(op, id->extent, dimension);
  int64_t end = bound < INT32_MAX ? bound + id->is_size : INT32_MAX;
  const tern_named_attr_t range = {"range", bound >= 0 ? tern_gpu_range_attr(b->context, id->is_size, end) : NULL};
  tern_value_t *value = tern_build_value(b, id->first + dimension, .types = TERN_TYPES(tern_i_type_get(b->context, 32)),
                                         .attrs = {&range, range.attr ? 1 : 0});
  return tern_conversion_replace_value(conversion, op, tern_gpu_make_index_of_i32(&gpu->lowering, b, value));
}
