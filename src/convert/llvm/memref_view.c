// Views of memrefs, and what is asked of them, to the llvm dialect. (subview, expand_shape and collapse_shape are taken
// apart by --expand-strided-metadata before.)

#include "convert/llvm/memref_private.h"

tern_value_t *descriptor_on_stack(tern_builder_t *b, tern_value_t *descriptor) {
  const tern_attr_t *one_attr = tern_integer_attr_get(tern_index_type_get(b->context), 1);
  tern_value_t *one = tern_llvm_build_constant(b, tern_i_type_get(b->context, 64), one_attr);
  tern_value_t *memory = tern_llvm_make_alloca(b, descriptor->type, one);
  store(b, descriptor, memory);
  return memory;
}

// --- descriptors in memory ---

static tern_value_t *step_pointers(stored_descriptor_t *stored, int32_t count) {
  return tern_llvm_make_gep_constant(stored->b, tern_llvm_ptr_type(stored->b->context, 0), stored->element_pointer,
                                     stored->address, &count, 1);
}

tern_value_t *stored_allocated(stored_descriptor_t *stored) {
  return load(stored->b, stored->element_pointer, stored->address);
}

tern_value_t *stored_aligned(stored_descriptor_t *stored) {
  tern_value_t *address = step_pointers(stored, 1);
  return load(stored->b, stored->element_pointer, address);
}

tern_value_t *stored_offset_address(stored_descriptor_t *stored) { return step_pointers(stored, 2); }

tern_value_t *stored_offset(stored_descriptor_t *stored) {
  tern_value_t *address = stored_offset_address(stored);
  return load(stored->b, stored->lowering->index_type, address);
}

void store_allocated(stored_descriptor_t *stored, tern_value_t *pointer) { store(stored->b, pointer, stored->address); }

void store_aligned(stored_descriptor_t *stored, tern_value_t *pointer) {
  store(stored->b, pointer, step_pointers(stored, 1));
}

void store_offset(stored_descriptor_t *stored, tern_value_t *offset) {
  store(stored->b, offset, stored_offset_address(stored));
}

tern_value_t *stored_sizes_address(stored_descriptor_t *stored) {
  const tern_type_t *pointer = stored->element_pointer, *index = stored->lowering->index_type;
  const tern_type_t *head =
      tern_llvm_struct_type(stored->b->context, TERN_TYPES(pointer, pointer, index, index), false);
  return tern_llvm_make_gep_constant(stored->b, tern_llvm_ptr_type(stored->b->context, 0), head, stored->address,
                                     (int32_t[]){0, 3}, 2);
}

static bool stored_of(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                      tern_value_t *descriptor, stored_descriptor_t *out_stored) {
  unsigned space;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  *out_stored = (stored_descriptor_t){lowering, b, tern_unranked_descriptor_pointer(b, descriptor),
                                      tern_llvm_ptr_type(b->context, space)};
  return true;
}

// --- sizes and ranks ---

static tern_value_t *dim_of_unranked(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                                     tern_value_t *descriptor, tern_value_t *dim) {
  unsigned space;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return NULL;
  // The fields in front of the sizes are those of a memref of rank 0.
  const tern_type_t *element = tern_type_element(memref);
  const tern_type_t *head = tern_llvm_lower_type(lowering, tern_memref_type_get(element, NULL, 0, NULL, NULL));
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, space), *index = lowering->index_type;
  tern_value_t *address = tern_unranked_descriptor_pointer(b, descriptor);
  tern_value_t *offset = tern_llvm_make_gep_constant(b, pointer, head, address, (int32_t[]){0, 2}, 2);
  tern_value_t *place = binary(b, TERN_LLVM(ADD), tern_llvm_make_index(lowering, b, 1), dim);
  tern_value_t *size = tern_llvm_make_gep(b, pointer, index, offset, TERN_VALUES(place), 0);
  return load(b, index, size);
}

static bool lower_dim(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  tern_value_t *descriptor = operands.values[0], *dim = operands.values[1];
  if (memref->kind == TERN_TYPE_UNRANKED_MEMREF) {
    tern_value_t *size = dim_of_unranked(lowering, b, memref, descriptor, dim);
    return size && tern_conversion_replace_value(conversion, op, size);
  }
  tern_memref_descriptor_t ranked = tern_memref_descriptor_of(lowering, b, descriptor);
  const tern_attr_t *constant = tern_value_constant(tern_op_operand(op, 1));
  int64_t rank = (int64_t)tern_type_rank(memref);
  int64_t number = tern_attr_is_integer(constant) ? tern_integer_attr_value(constant) : -1;
  if (number < 0 || number >= rank) {
    return tern_conversion_replace_value(conversion, op, tern_memref_descriptor_size_at(&ranked, dim, (size_t)rank));
  }
  int64_t size = tern_type_dim(memref, (size_t)number);
  return tern_conversion_replace_value(conversion, op,
                                       size == TERN_DYNAMIC ? tern_memref_descriptor_size(&ranked, (size_t)number)
                                                            : tern_llvm_make_index(lowering, b, size));
}

static bool lower_rank(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  bool is_unranked = memref->kind == TERN_TYPE_UNRANKED_MEMREF;
  return tern_conversion_replace_value(
      conversion, op,
      is_unranked ? tern_unranked_descriptor_rank(b, operands.values[0])
                  : tern_llvm_make_index(tern_llvm_lowering_of(conversion), b, (int64_t)tern_type_rank(memref)));
}

// --- casts ---

static bool lower_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  const tern_type_t *type = tern_llvm_lower_type(lowering, to);
  bool from_ranked = from->kind == TERN_TYPE_MEMREF, to_ranked = to->kind == TERN_TYPE_MEMREF;
  if (!type || (!from_ranked && !to_ranked)) return false;
  tern_value_t *source = operands.values[0];
  if (from_ranked && to_ranked) {
    return tern_llvm_lower_type(lowering, from) == type && tern_conversion_replace_value(conversion, op, source);
  }
  if (to_ranked) {
    return tern_conversion_replace_value(conversion, op, load(b, type, tern_unranked_descriptor_pointer(b, source)));
  }
  tern_value_t *memory = descriptor_on_stack(b, source);
  tern_value_t *rank = tern_llvm_make_index(lowering, b, (int64_t)tern_type_rank(from));
  return tern_conversion_replace_value(conversion, op, tern_unranked_descriptor_make(b, type, rank, memory));
}

static tern_value_t *cast_space(tern_builder_t *b, const tern_type_t *pointer, tern_value_t *value) {
  return tern_llvm_make(b, TERN_LLVM(ADDRSPACECAST), pointer, TERN_VALUES(value));
}

// The pointers are cast, all numbers copied.
static bool cast_unranked_space(tern_op_t *op, tern_value_t *source, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  unsigned from_space, to_space;
  if (!tern_llvm_lower_address_space(lowering, from, &from_space)) return false;
  if (!tern_llvm_lower_address_space(lowering, to, &to_space)) return false;
  tern_value_t *rank = tern_unranked_descriptor_rank(b, source);
  tern_value_t *address = tern_unranked_descriptor_pointer(b, source);
  tern_value_t *result = tern_llvm_make_poison(b, tern_llvm_lower_type(lowering, to)), *size;
  result = tern_llvm_make_insert(b, result, rank, (int64_t[]){0}, 1);
  tern_unranked_descriptor_sizes(lowering, b, TERN_VALUES(result), &size);
  tern_value_t *memory = tern_llvm_make_alloca(b, tern_i_type_get(b->context, 8), size);
  result = tern_llvm_make_insert(b, result, memory, (int64_t[]){1}, 1);
  const tern_type_t *from_pointer = tern_llvm_ptr_type(b->context, from_space);
  const tern_type_t *to_pointer = tern_llvm_ptr_type(b->context, to_space);
  stored_descriptor_t old = {lowering, b, address, from_pointer}, new = {lowering, b, memory, to_pointer};
  tern_value_t *allocated = stored_allocated(&old), *aligned = stored_aligned(&old);
  allocated = cast_space(b, to_pointer, allocated);
  aligned = cast_space(b, to_pointer, aligned);
  store_allocated(&new, allocated);
  store_aligned(&new, aligned);
  tern_value_t *numbers = stored_offset_address(&old), *target = stored_offset_address(&new);
  tern_value_t *pointers = tern_llvm_make_index(lowering, b, 2 * ((lowering->pointer_width + 7) / 8));
  tern_value_t *rest = binary(b, TERN_LLVM(SUB), size, pointers);
  tern_build(b, TERN_LLVM(INTR_MEMCPY), .operands = TERN_VALUES(target, numbers, rest),
             .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(b->context, false)}));
  return tern_conversion_replace_value(conversion, op, result);
}

static bool lower_memory_space_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *to = tern_op_result(op, 0)->type, *type = tern_llvm_lower_type(lowering, to);
  if (!type) return false;
  if (to->kind == TERN_TYPE_UNRANKED_MEMREF) return cast_unranked_space(op, operands.values[0], conversion);
  tern_value_t *parts[3 + 2 * 64];
  const tern_type_t *pointer = tern_llvm_struct_elements(type).values[0];
  tern_memref_descriptor_unpack(lowering, b, operands.values[0], to, parts);
  parts[0] = cast_space(b, pointer, parts[0]);
  parts[1] = cast_space(b, pointer, parts[1]);
  tern_values_t list = {parts, 3 + 2 * tern_type_rank(to)};
  return tern_conversion_replace_value(conversion, op, tern_memref_descriptor_pack(lowering, b, to, list));
}

// --- views ---

// Allocated and aligned pointer, and the offset if `out_offset` is not NULL, wherever the descriptor is.
static bool get_pointers(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                         tern_value_t *source, tern_value_t **out_allocated, tern_value_t **out_aligned,
                         tern_value_t **out_offset) {
  if (memref->kind == TERN_TYPE_MEMREF) {
    tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, b, source);
    *out_allocated = tern_memref_descriptor_allocated(&descriptor);
    *out_aligned = tern_memref_descriptor_aligned(&descriptor);
    if (out_offset) *out_offset = tern_memref_descriptor_offset(&descriptor);
    return true;
  }
  stored_descriptor_t stored;
  if (!stored_of(lowering, b, memref, source, &stored)) return false;
  *out_allocated = stored_allocated(&stored);
  *out_aligned = stored_aligned(&stored);
  if (out_offset) *out_offset = stored_offset(&stored);
  return true;
}

static bool lower_reinterpret_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  const tern_type_t *type = tern_llvm_lower_type(lowering, to);
  unsigned space;
  if (!type || !tern_llvm_lower_address_space(lowering, from, &space)) return false;
  tern_memref_descriptor_t result = tern_memref_descriptor_poison(lowering, b, type);
  tern_value_t *allocated, *aligned;
  if (!get_pointers(lowering, b, from, operands.values[0], &allocated, &aligned, NULL)) return false;
  tern_memref_descriptor_set_allocated(&result, allocated);
  tern_memref_descriptor_set_aligned(&result, aligned);
  size_t next_offset, next_size, next_stride, count;
  tern_op_operands_named(op, "offsets", &next_offset, &count);
  tern_op_operands_named(op, "sizes", &next_size, &count);
  tern_op_operands_named(op, "strides", &next_stride, &count);
  const tern_attr_t *offsets = tern_op_attr(op, "static_offsets"), *sizes = tern_op_attr(op, "static_sizes");
  const tern_attr_t *strides = tern_op_attr(op, "static_strides");
  int64_t offset = tern_int_list_attr_at(offsets, 0);
  if (offset == TERN_DYNAMIC) {
    tern_memref_descriptor_set_offset(&result, operands.values[next_offset]);
  } else {
    tern_memref_descriptor_set_constant_offset(&result, offset);
  }
  for (size_t i = 0; i < tern_type_rank(to); ++i) {
    int64_t size = tern_int_list_attr_at(sizes, i), stride = tern_int_list_attr_at(strides, i);
    if (size == TERN_DYNAMIC) {
      tern_memref_descriptor_set_size(&result, i, operands.values[next_size++]);
    } else {
      tern_memref_descriptor_set_constant_size(&result, i, size);
    }
    if (stride == TERN_DYNAMIC) {
      tern_memref_descriptor_set_stride(&result, i, operands.values[next_stride++]);
    } else {
      tern_memref_descriptor_set_constant_stride(&result, i, stride);
    }
  }
  return tern_conversion_replace_value(conversion, op, result.value);
}

static bool lower_transpose(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_affine_map_t *permutation = tern_affine_map_attr_value(tern_op_attr(op, "permutation"));
  if (tern_affine_map_is_identity(permutation))
    return tern_conversion_replace_value(conversion, op, operands.values[0]);
  const tern_type_t *type = tern_llvm_lower_type(lowering, tern_op_operand(op, 0)->type);
  tern_memref_descriptor_t view = tern_memref_descriptor_of(lowering, b, operands.values[0]);
  tern_memref_descriptor_t result = tern_memref_descriptor_poison(lowering, b, type);
  tern_memref_descriptor_set_allocated(&result, tern_memref_descriptor_allocated(&view));
  tern_memref_descriptor_set_aligned(&result, tern_memref_descriptor_aligned(&view));
  tern_memref_descriptor_set_offset(&result, tern_memref_descriptor_offset(&view));
  for (size_t i = 0; i < permutation->result_count; ++i) {
    size_t source = (size_t)permutation->results[i]->value;
    tern_memref_descriptor_set_size(&result, i, tern_memref_descriptor_size(&view, source));
    tern_memref_descriptor_set_stride(&result, i, tern_memref_descriptor_stride(&view, source));
  }
  return tern_conversion_replace_value(conversion, op, result.value);
}

static bool lower_view(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  const tern_type_t *type = tern_llvm_lower_type(lowering, to);
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(to);
  if (!type || rank > 64 || !tern_memref_type_strides(to, strides, &offset)) return false;
  tern_memref_descriptor_t source = tern_memref_descriptor_of(lowering, b, operands.values[0]);
  tern_memref_descriptor_t result = tern_memref_descriptor_poison(lowering, b, type);
  tern_memref_descriptor_set_allocated(&result, tern_memref_descriptor_allocated(&source));
  tern_value_t *aligned = tern_memref_descriptor_aligned(&source);
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(from));
  aligned = tern_llvm_make_gep(b, aligned->type, element, aligned, TERN_VALUES(operands.values[1]), 0);
  tern_memref_descriptor_set_aligned(&result, aligned);
  tern_memref_descriptor_set_constant_offset(&result, offset);
  size_t next = 2 + tern_type_dynamic_dim_count(to);
  tern_value_t *stride = NULL, *inner_size = NULL;
  for (size_t i = rank; i-- > 0;) {
    int64_t static_size = tern_type_dim(to, i);
    tern_value_t *size =
        static_size == TERN_DYNAMIC ? operands.values[--next] : tern_llvm_make_index(lowering, b, static_size);
    tern_memref_descriptor_set_size(&result, i, size);
    if (strides[i] != TERN_DYNAMIC) {
      stride = tern_llvm_make_index(lowering, b, strides[i]);
    } else {
      stride = stride ? binary(b, TERN_LLVM(MUL), stride, inner_size) : inner_size;
    }
    tern_memref_descriptor_set_stride(&result, i, stride);
    inner_size = size;
  }
  return tern_conversion_replace_value(conversion, op, result.value);
}

// --- parts ---

static bool lower_extract_pointer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  tern_value_t *pointer;
  if (memref->kind == TERN_TYPE_MEMREF) {
    tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, b, operands.values[0]);
    pointer = tern_memref_descriptor_aligned(&descriptor);
  } else {
    stored_descriptor_t stored;
    if (!stored_of(lowering, b, memref, operands.values[0], &stored)) return false;
    pointer = stored_aligned(&stored);
  }
  return tern_conversion_replace_value(
      conversion, op, tern_llvm_make(b, TERN_LLVM(PTRTOINT), lowering->index_type, TERN_VALUES(pointer)));
}

static bool lower_extract_metadata(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  if (!tern_llvm_is_compatible(operands.values[0]->type)) return false;
  tern_memref_descriptor_t source = tern_memref_descriptor_of(lowering, b, operands.values[0]);
  size_t rank = tern_type_rank(tern_op_operand(op, 0)->type), count = 0;
  tern_value_t *values[2 + 2 * 64];
  tern_value_t *allocated = tern_memref_descriptor_allocated(&source);
  tern_value_t *aligned = tern_memref_descriptor_aligned(&source);
  const tern_type_t *base = tern_op_result(op, 0)->type;
  values[count++] = tern_memref_descriptor_static(lowering, b, base, allocated, aligned).value;
  values[count++] = tern_memref_descriptor_offset(&source);
  for (size_t i = 0; i < rank; ++i) values[count++] = tern_memref_descriptor_size(&source, i);
  for (size_t i = 0; i < rank; ++i) values[count++] = tern_memref_descriptor_stride(&source, i);
  tern_conversion_replace(conversion, op, (tern_values_t){values, count});
  return true;
}

const tern_conversion_pattern_t tern_llvm_memref_view_patterns[] = {
    {"extract-aligned-pointer-as-index", TERN_MEMREF(EXTRACT_ALIGNED_POINTER_AS_INDEX), 1, lower_extract_pointer},
    {"dim", TERN_MEMREF(DIM), 1, lower_dim},
    {"extract-strided-metadata", TERN_MEMREF(EXTRACT_STRIDED_METADATA), 1, lower_extract_metadata},
    {"cast", TERN_MEMREF(CAST), 1, lower_cast},
    {"memory-space-cast", TERN_MEMREF(MEMORY_SPACE_CAST), 1, lower_memory_space_cast},
    {"reinterpret-cast", TERN_MEMREF(REINTERPRET_CAST), 1, lower_reinterpret_cast},
    {"rank", TERN_MEMREF(RANK), 1, lower_rank},
    {"transpose", TERN_MEMREF(TRANSPOSE), 1, lower_transpose},
    {"view", TERN_MEMREF(VIEW), 1, lower_view},
    {0},
};
