// --gpu-to-llvm: memory of the device, copies, fills, and buffers of the host that the device may reach.

#include "convert/gpu_to_llvm/gpu_to_llvm.h"

enum { MAX_RANK = 64 };

static bool replace_by_stream(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands) {
  tern_conversion_replace(conversion, op, TERN_VALUES(operands.values[0]));
  return true;
}

// Elements lie one behind the other, and the memref has a form.
static bool is_contiguous(const tern_llvm_lowering_t *lowering, const tern_type_t *memref) {
  return memref->kind == TERN_TYPE_MEMREF && tern_type_rank(memref) <= MAX_RANK && !tern_memref_type_layout(memref) &&
         tern_llvm_lower_type(lowering, memref);
}

static tern_value_t *multiply(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_llvm_make(b, TERN_LLVM(MUL), lhs->type, TERN_VALUES(lhs, rhs));
}

// How many bytes `count` elements take: the address of element `count` of a memory at 0.
static tern_value_t *make_bytes(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                                tern_value_t *count, unsigned space) {
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, space);
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(memref));
  tern_value_t *null = tern_llvm_make_zero(b, pointer);
  tern_value_t *end = tern_llvm_make_gep(b, pointer, element, null, TERN_VALUES(count), 0);
  return tern_llvm_make(b, TERN_LLVM(PTRTOINT), lowering->index_type, TERN_VALUES(end));
}

static tern_value_t *make_element_count(const tern_llvm_lowering_t *lowering, tern_builder_t *b,
                                        const tern_type_t *memref, tern_memref_descriptor_t *descriptor) {
  if (tern_type_has_static_shape(memref)) return tern_llvm_make_index(lowering, b, tern_type_element_count(memref));
  tern_value_t *count = tern_memref_descriptor_size(descriptor, 0);
  for (size_t i = 1; i < tern_type_rank(memref); ++i) {
    count = multiply(b, count, tern_memref_descriptor_size(descriptor, i));
  }
  return count;
}

// The runtime's pointers are of the default address space.
static tern_value_t *in_space(tern_builder_t *b, tern_value_t *pointer, unsigned space) {
  if (pointer->type->params[0] == space) return pointer;
  return tern_llvm_make(b, TERN_LLVM(ADDRSPACECAST), tern_llvm_ptr_type(b->context, space), TERN_VALUES(pointer));
}

// --- alloc, dealloc ---

// The sizes and strides of a new memref as values; returns the number of its elements.
static tern_value_t *make_extents(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                                  tern_value_t *const *dynamic_sizes, tern_value_t **sizes, tern_value_t **strides) {
  size_t rank = tern_type_rank(memref), next = 0;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(memref, i);
    sizes[i] = size == TERN_DYNAMIC ? dynamic_sizes[next++] : tern_llvm_make_index(lowering, b, size);
  }
  tern_value_t *count = tern_llvm_make_index(lowering, b, 1);
  int64_t known = 1;  // `count`, or TERN_DYNAMIC
  for (size_t i = rank; i-- > 0;) {
    int64_t size = tern_type_dim(memref, i);
    bool was_one = known == 1;
    strides[i] = count;
    known = size == TERN_DYNAMIC || known == TERN_DYNAMIC ? TERN_DYNAMIC : known * size;
    if (was_one) {
      count = sizes[i];
    } else {
      count = known == TERN_DYNAMIC ? multiply(b, count, sizes[i]) : tern_llvm_make_index(lowering, b, known);
    }
  }
  return count;
}

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
  tern_value_t *sizes[MAX_RANK], *strides[MAX_RANK];
  size_t start, count, rank = tern_type_rank(memref);
  tern_op_operands_named(op, "dynamicSizes", &start, &count);
  tern_value_t *elements = make_extents(lowering, b, memref, operands.values + start, sizes, strides);
  tern_value_t *bytes = make_bytes(lowering, b, memref, elements, 0);
  tern_value_t *stream = tern_llvm_make_zero(b, tern_llvm_ptr_type(b->context, 0));
  if (tern_gpu_dependency_count(op) > 0) stream = operands.values[0];
  tern_value_t *shared = tern_llvm_make_int(b, tern_i_type_get(b->context, 8), is_shared);
  tern_value_t *memory =
      tern_gpu_runtime_build(conversion, TERN_GPU_RUNTIME_MEM_ALLOC, TERN_VALUES(bytes, stream, shared));
  memory = in_space(b, memory, space);
  tern_memref_descriptor_t descriptor =
      tern_memref_descriptor_poison(lowering, b, tern_llvm_lower_type(lowering, memref));
  tern_memref_descriptor_set_allocated(&descriptor, memory);
  tern_memref_descriptor_set_aligned(&descriptor, memory);
  tern_memref_descriptor_set_constant_offset(&descriptor, 0);
  for (size_t i = 0; i < rank; ++i) tern_memref_descriptor_set_size(&descriptor, i, sizes[i]);
  for (size_t i = 0; i < rank; ++i) tern_memref_descriptor_set_stride(&descriptor, i, strides[i]);
  tern_value_t *values[] = {descriptor.value, stream};
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  return true;
}

static bool lower_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!tern_gpu_are_llvm_values(operands) || !tern_gpu_has_stream(op)) return false;
  if (tern_op_operand(op, 1)->type->kind != TERN_TYPE_MEMREF) return false;
  tern_builder_t *b = tern_gpu_host_builder(conversion);
  tern_memref_descriptor_t descriptor =
      tern_memref_descriptor_of(tern_llvm_lowering_of(conversion), b, operands.values[1]);
  tern_value_t *memory = in_space(b, tern_memref_descriptor_allocated(&descriptor), 0);
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
  tern_value_t *bytes = make_bytes(lowering, b, memref, make_element_count(lowering, b, memref, &from), space);
  tern_value_t *source = in_space(b, tern_memref_descriptor_aligned(&from), 0);
  tern_value_t *target = in_space(b, tern_memref_descriptor_aligned(&to), 0);
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
  tern_value_t *target = in_space(b, tern_memref_descriptor_aligned(&to), 0);
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
