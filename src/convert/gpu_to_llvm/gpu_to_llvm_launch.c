// --gpu-to-llvm: launches of kernels on values of the llvm dialect. They stay gpu.launch_func: how a kernel is found and
// launched is said by the gpu.binary that holds it, when the host's code becomes LLVM IR.

#include <inttypes.h>

#include "convert/gpu_to_llvm/gpu_to_llvm.h"

// The groups of the operands of gpu.launch_func.
enum {
  TOKENS,
  SIZES,
  SIZE_COUNT = 6,
  CLUSTER_SIZES = SIZES + SIZE_COUNT,
  MEMORY = CLUSTER_SIZES + 3,
  ARGUMENTS,
  STREAM
};
enum { GROUP_COUNT = STREAM + 1 };

// Puts its size in bytes behind each memref. False where an argument is no memref that is one pointer and whose size is
// known.
static bool add_sizes(tern_conversion_t *conversion, const tern_op_t *op, size_t first,
                      const tern_llvm_value_vec_t *pointers, size_t argument_count, tern_llvm_value_vec_t *out_values) {
  if (pointers->count != argument_count) return false;
  for (size_t i = 0; i < argument_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, first + i)->type;
    if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type)) return false;
    const tern_type_t *element = tern_type_element(type);
    if (!tern_type_is_integer(element) && !tern_type_is_float(element)) return false;
    uint32_t bits = tern_type_bit_width(element);
    if (bits % 8 != 0) return false;
    tern_vec_push(out_values, pointers->values[i]);
    tern_vec_push(out_values, tern_llvm_make_index(tern_llvm_lowering_of(conversion), tern_gpu_host_builder(conversion),
                                                   bits / 8 * tern_type_element_count(type)));
  }
  return true;
}

// The arguments as the kernel takes them.
static bool add_arguments(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                          tern_llvm_value_vec_t *out_values) {
  const tern_gpu_host_lowering_t *host = tern_gpu_host_lowering_of(conversion);
  size_t start, count;
  tern_op_operand_group(op, ARGUMENTS, &start, &count);
  tern_llvm_value_vec_t originals = {0}, values = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&originals, tern_op_operand(op, start + i));
  tern_llvm_promote_operands(&host->lowering, tern_gpu_host_builder(conversion),
                             (tern_values_t){originals.values, count}, (tern_values_t){operands.values + start, count},
                             host->kernels_take_bare_ptr, host->kernels_take_sizes ? &values : out_values);
  bool is_lowered = !host->kernels_take_sizes || add_sizes(conversion, op, start, &values, count, out_values);
  tern_vec_deinitialize(&originals);
  tern_vec_deinitialize(&values);
  return is_lowered;
}

static bool lower_launch_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  size_t tokens = tern_gpu_dependency_count(op), start, count;
  bool is_async = tern_gpu_is_async(op);
  // A launch that the host waits for has a stream of its own, which nothing else may have used.
  if (!tern_gpu_are_llvm_values(operands) || tokens > 1 || (tokens > 0 && !is_async)) return false;
  tern_value_t *stream = NULL;
  if (tokens > 0) {
    stream = operands.values[0];
  } else if (is_async) {
    stream = tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_STREAM_CREATE, (tern_values_t){0});
  }
  int32_t segments[GROUP_COUNT] = {0};
  tern_llvm_value_vec_t values = {0};
  for (size_t group = SIZES; group < ARGUMENTS; ++group) {
    tern_op_operand_group(op, group, &start, &count);
    segments[group] = (int32_t)count;
    if (count > 0) tern_vec_push(&values, operands.values[start]);
  }
  size_t first_argument = values.count;
  bool is_lowered = add_arguments(conversion, op, operands, &values);
  if (is_lowered) {
    segments[ARGUMENTS] = (int32_t)(values.count - first_argument);
    segments[STREAM] = stream != NULL;
    if (stream) tern_vec_push(&values, stream);
    tern_build(b, TERN_GPU(LAUNCH_FUNC), .operands = {values.values, values.count}, .segments = segments,
               .attrs = TERN_ATTRS({"kernel", tern_op_attr(op, "kernel")}));
    if (is_async) {
      tern_conversion_replace(conversion, op, TERN_VALUES(stream));
    } else {
      tern_conversion_erase(conversion, op);
    }
  }
  tern_vec_deinitialize(&values);
  return is_lowered;
}

const tern_conversion_pattern_t tern_gpu_host_launch_patterns[] = {
    {"gpu-launch-func-on-llvm-types", TERN_GPU(LAUNCH_FUNC), 1, lower_launch_func},
    {0},
};
