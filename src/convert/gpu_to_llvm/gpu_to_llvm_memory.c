// --gpu-to-llvm: memory of the device, copies, fills, and buffers of the host that the device may reach.

#include "convert/gpu_to_llvm/gpu_to_llvm.h"
#include "convert/llvm/memref_extents.h"

static bool replace_by_stream(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands) {
  return tern_conversion_replace_value(conversion, op, operands.values[0]);
}

// Elements lie one behind the other, and the memref has a form.
static bool is_contiguous(const tern_llvm_lowering_t *lowering, const tern_type_t *memref) {
  return memref->kind == TERN_TYPE_MEMREF && !tern_memref_type_layout(memref) && tern_llvm_lower_type(lowering, memref);
}

static tern_value_t *make_element_count(const tern_llvm_lowering_t *lowering, tern_builder_t *b,
                                        const tern_type_t *memref, tern_memref_descriptor_t *descriptor) {
  if (tern_type_has_static_shape(memref)) return tern_llvm_make_index(lowering, b, tern_type_element_count(memref));
  tern_value_t *count = tern_memref_descriptor_size(descriptor, 0);
  for (size_t i = 1; i < tern_type_rank(memref); ++i) {
    count =
        tern_llvm_make(b, TERN_LLVM(MUL), count->type, TERN_VALUES(count, tern_memref_descriptor_size(descriptor, i)));
  }
  return count;
}

// --- alloc, dealloc ---

static bool lower_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type;
  bool is_shared = tern_op_attr(op, "hostShared") != NULL;
  unsigned space;
  if (!tern_gpu_are_llvm_values(operands) || !is_contiguous(lowering, memref)) return false;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  // What host and device share is there at once.
  if (is_shared ? tern_gpu_is_async(op) : !tern_gpu_has_stream(op)) return false;
  size_t start, count;
  tern_op_operands_named(op, "dynamicSizes", &start, &count);
  tern_llvm_extents_t extents =
      tern_llvm_extents_make(lowering, b, memref, (tern_values_t){operands.values + start, count}, true);
  tern_value_t *stream = tern_llvm_make_zero(b, tern_llvm_ptr_type(b->context, 0));
  if (tern_gpu_dependency_count(op) > 0) stream = operands.values[0];
  tern_value_t *shared = tern_llvm_make_int(b, tern_i_type_get(b->context, 8), is_shared);
  tern_value_t *memory =
      tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_MEM_ALLOC, TERN_VALUES(extents.total, stream, shared));
  memory = tern_llvm_make_in_space(b, memory, space);
  tern_value_t *descriptor = tern_llvm_extents_descriptor(&extents, lowering, b, memref, memory, memory);
  tern_llvm_extents_deinitialize(&extents);
  tern_value_t *values[] = {descriptor, stream};
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  return true;
}

static bool lower_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!tern_gpu_are_llvm_values(operands) || !tern_gpu_has_stream(op)) return false;
  if (tern_op_operand(op, 1)->type->kind != TERN_TYPE_MEMREF) return false;
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  tern_memref_descriptor_t descriptor =
      tern_memref_descriptor_of(tern_llvm_lowering_of(conversion), b, operands.values[1]);
  tern_value_t *memory = tern_llvm_make_in_space(b, tern_memref_descriptor_allocated(&descriptor), 0);
  tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_MEM_FREE, TERN_VALUES(memory, operands.values[0]));
  return replace_by_stream(conversion, op, operands);
}

// --- memcpy, memset ---

static bool lower_memcpy(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  if (!tern_gpu_are_llvm_values(operands) || !tern_gpu_has_stream(op)) return false;
  const tern_type_t *memref = tern_op_operand(op, 2)->type;
  unsigned space;
  if (!is_contiguous(lowering, memref) || tern_op_operand(op, 1)->type->kind != TERN_TYPE_MEMREF) return false;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  tern_memref_descriptor_t to = tern_memref_descriptor_of(lowering, b, operands.values[1]);
  tern_memref_descriptor_t from = tern_memref_descriptor_of(lowering, b, operands.values[2]);
  tern_value_t *bytes =
      tern_llvm_make_bytes(lowering, b, memref, make_element_count(lowering, b, memref, &from), space);
  tern_value_t *source = tern_llvm_make_in_space(b, tern_memref_descriptor_aligned(&from), 0);
  tern_value_t *target = tern_llvm_make_in_space(b, tern_memref_descriptor_aligned(&to), 0);
  tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_MEMCPY, TERN_VALUES(target, source, bytes, operands.values[0]));
  return replace_by_stream(conversion, op, operands);
}

static bool lower_memset(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  if (!tern_gpu_are_llvm_values(operands) || !tern_gpu_has_stream(op)) return false;
  const tern_type_t *memref = tern_op_operand(op, 1)->type, *type = operands.values[2]->type;
  uint32_t bits = tern_type_is_integer(type) || tern_type_is_float(type) ? tern_type_bit_width(type) : 0;
  // The runtime fills with units of these sizes.
  if (!is_contiguous(lowering, memref) || (bits != 16 && bits != 32)) return false;
  tern_memref_descriptor_t to = tern_memref_descriptor_of(lowering, b, operands.values[1]);
  tern_value_t *count = make_element_count(lowering, b, memref, &to);
  tern_value_t *value =
      tern_llvm_make(b, TERN_LLVM(BITCAST), tern_i_type_get(b->context, bits), TERN_VALUES(operands.values[2]));
  tern_value_t *target = tern_llvm_make_in_space(b, tern_memref_descriptor_aligned(&to), 0);
  tern_gpu_runtime_build(conversion, bits == 32 ? TERN_GPU_RUNTIME_MEMSET_32 : TERN_GPU_RUNTIME_MEMSET_16,
                         TERN_VALUES(target, value, count, operands.values[0]));
  return replace_by_stream(conversion, op, operands);
}

// --- the host's buffers, the device ---

// The runtime gets the unranked memref in two, rank and descriptor, and the size of an element.
static bool lower_registration(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                               tern_gpu_runtime_call_t call) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  if (!tern_gpu_are_llvm_values(operands)) return false;
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(tern_op_operand(op, 0)->type));
  tern_value_t *bytes = tern_llvm_make_size_of(lowering, b, element);
  tern_value_t *rank = tern_unranked_descriptor_rank(b, operands.values[0]);
  tern_value_t *descriptor = tern_unranked_descriptor_pointer(b, operands.values[0]);
  tern_gpu_runtime_build(conversion, call, TERN_VALUES(rank, descriptor, bytes));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_host_register(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_registration(op, operands, conversion, TERN_GPU_RUNTIME_HOST_REGISTER);
}

static bool lower_host_unregister(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_registration(op, operands, conversion, TERN_GPU_RUNTIME_HOST_UNREGISTER);
}

static bool lower_set_default_device(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_SET_DEFAULT_DEVICE, operands);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_gpu_host_memory_patterns[] = {
    {"gpu-alloc-to-call", TERN_GPU(ALLOC), 1, lower_alloc},
    {"gpu-dealloc-to-call", TERN_GPU(DEALLOC), 1, lower_dealloc},
    {"gpu-memcpy-to-call", TERN_GPU(MEMCPY), 1, lower_memcpy},
    {"gpu-memset-to-call", TERN_GPU(MEMSET), 1, lower_memset},
    {"gpu-host-register-to-call", TERN_GPU(HOST_REGISTER), 1, lower_host_register},
    {"gpu-host-unregister-to-call", TERN_GPU(HOST_UNREGISTER), 1, lower_host_unregister},
    {"gpu-set-default-device-to-call", TERN_GPU(SET_DEFAULT_DEVICE), 1, lower_set_default_device},
    {0},
};
