// The parts of --gpu-to-llvm among themselves: the functions of the GPU runtime, and the pattern tables.

#ifndef TERN_CONVERT_GPU_TO_LLVM_GPU_TO_LLVM_H_
#define TERN_CONVERT_GPU_TO_LLVM_GPU_TO_LLVM_H_

#include "convert/llvm/lowering.h"
#include "dialect/gpu/gpu.h"

typedef enum tern_gpu_runtime_call {
#define CALL(ID, NAME, SIGNATURE) TERN_GPU_RUNTIME_##ID,
#include "convert/gpu_to_llvm/gpu_runtime_calls.def"
#undef CALL
  TERN_GPU_RUNTIME_CALL_COUNT
} tern_gpu_runtime_call_t;

// What the patterns find at the converter.
typedef struct tern_gpu_host_lowering {
  tern_llvm_lowering_t lowering;  // first
  bool kernels_take_bare_ptr;     // memrefs as pointers
  bool kernels_take_sizes;        // the bytes of a memref behind it
} tern_gpu_host_lowering_t;
static inline const tern_gpu_host_lowering_t *tern_gpu_host_lowering_of(const tern_conversion_t *conversion) {
  return (const tern_gpu_host_lowering_t *)tern_llvm_lowering_of(conversion);
}

const char *tern_gpu_runtime_name(tern_gpu_runtime_call_t id);
// Calls a function of the runtime, which is declared at the end of the module if it is not there. NULL for void.
tern_value_t *tern_gpu_runtime_build(tern_conversion_t *conversion, tern_gpu_runtime_call_t id, tern_values_t args);

static inline tern_builder_t *tern_gpu_host_builder(tern_conversion_t *conversion) {
  return &conversion->rewriter.builder;
}
// Is everything of a type that LLVM has?
bool tern_gpu_are_llvm_values(tern_values_t operands);
static inline bool tern_gpu_is_token(const tern_value_t *value) {
  return tern_type_is_gpu(value->type, TERN_GPU_TYPE_TOKEN);
}
// `gpu.x async`?
static inline bool tern_gpu_is_async(const tern_op_t *op) {
  return op->result_count > 0 && tern_gpu_is_token(tern_op_result(op, op->result_count - 1));
}
static inline size_t tern_gpu_dependency_count(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "asyncDependencies", &start, &count);
  return count;
}
// `gpu.x async [%token]`: the work goes to the token's stream, which then stands for the new token too.
static inline bool tern_gpu_has_stream(const tern_op_t *op) {
  return tern_gpu_dependency_count(op) == 1 && tern_gpu_is_async(op);
}

// Makes a gpu.binary of each gpu.module that has its code as string attribute `name` (empty: none has). False after an
// error: the code of a kernel that is launched is not there.
bool tern_gpu_embed_annotated(tern_op_t *root, tern_str_t name);

extern const tern_conversion_pattern_t tern_gpu_host_memory_patterns[];
extern const tern_conversion_pattern_t tern_gpu_host_launch_patterns[];
extern const tern_conversion_pattern_t tern_gpu_host_async_patterns[];
extern const tern_conversion_pattern_t tern_gpu_host_sparse_patterns[];

#endif  // TERN_CONVERT_GPU_TO_LLVM_GPU_TO_LLVM_H_
