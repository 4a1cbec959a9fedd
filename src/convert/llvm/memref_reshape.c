// memref.reshape and memref.copy to the llvm dialect.

#include "convert/llvm/memref_private.h"

// --- reshape ---

static tern_value_t *cast_to_index(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_value_t *value) {
  tern_op_state_t state = {
      .def = tern_op_def_get(b->context, TERN_STR("builtin.unrealized_conversion_cast")),
      .loc = b->loc,
      .operands = TERN_VALUES(value),
      .result_types = TERN_TYPES(lowering->index_type),
  };
  tern_op_t *cast = tern_op_create(b->context, &state);
  tern_builder_insert(b, cast);
  return tern_op_result(cast, 0);
}

// Allocated and aligned pointer of a source in registers, or of one in memory.
static void copy_pointers(tern_memref_descriptor_t *result, const tern_type_t *memref, tern_value_t *source,
                          const tern_type_t *element_pointer) {
  tern_builder_t *b = result->builder;
  if (memref->kind == TERN_TYPE_MEMREF) {
    tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(result->lowering, b, source);
    tern_value_t *allocated = tern_memref_descriptor_allocated(&descriptor);
    tern_value_t *aligned = tern_memref_descriptor_aligned(&descriptor);
    tern_memref_descriptor_set_allocated(result, allocated);
    tern_memref_descriptor_set_aligned(result, aligned);
    return;
  }
  stored_descriptor_t stored = {result->lowering, b, tern_unranked_descriptor_pointer(b, source), element_pointer};
  tern_value_t *allocated = stored_allocated(&stored), *aligned = stored_aligned(&stored);
  tern_memref_descriptor_set_allocated(result, allocated);
  tern_memref_descriptor_set_aligned(result, aligned);
}

// To a known rank: sizes that are not known come from the shape operand.
static bool reshape_to_ranked(tern_op_t *op, tern_value_t *source, tern_conversion_t *conversion,
                              const tern_type_t *element_pointer) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *to = tern_op_result(op, 0)->type, *type = tern_llvm_lower_type(lowering, to);
  int64_t strides[64], offset;
  size_t rank = tern_type_rank(to);
  if (!type || rank > 64 || !tern_memref_type_strides(to, strides, &offset) || offset == TERN_DYNAMIC) return false;
  tern_memref_descriptor_t result = tern_memref_descriptor_poison(lowering, b, type);
  copy_pointers(&result, tern_op_operand(op, 0)->type, source, element_pointer);
  tern_memref_descriptor_set_constant_offset(&result, offset);
  tern_value_t *stride = NULL;
  for (size_t i = rank; i-- > 0;) {
    if (strides[i] != TERN_DYNAMIC) {
      stride = tern_llvm_make_index(lowering, b, strides[i]);
    } else if (!stride) {
      stride = tern_llvm_make_index(lowering, b, 1);
    }
    int64_t static_size = tern_type_dim(to, i);
    tern_value_t *size;
    if (static_size != TERN_DYNAMIC) {
      size = tern_llvm_make_index(lowering, b, static_size);
    } else {
      tern_value_t *index = tern_llvm_make_index(lowering, b, (int64_t)i);
      size = tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(tern_op_operand(op, 1), index));
      if (size->type != lowering->index_type) size = cast_to_index(lowering, b, size);
    }
    tern_memref_descriptor_set_size(&result, i, size);
    tern_memref_descriptor_set_stride(&result, i, stride);
    stride = binary(b, TERN_LLVM(MUL), stride, size);
  }
  return tern_conversion_replace_value(conversion, op, result.value);
}

static void branch(tern_builder_t *b, tern_block_t *target, tern_values_t values) {
  tern_build(b, TERN_LLVM(BR), .operands = values, .successors = (tern_block_t *[]){target}, .successor_count = 1);
}

typedef struct shape_copy {
  tern_value_t *shape;  // where the sizes come from
  tern_value_t *sizes, *strides;
  tern_value_t *rank;
  const tern_type_t *shape_element;
} shape_copy_t;

// A loop from the last dimension to the first that copies sizes and makes strides of them. What follows `op` goes
// behind.
static void build_shape_loop(tern_op_t *op, tern_conversion_t *conversion, const shape_copy_t *copy) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *index = lowering->index_type, *pointer = tern_llvm_ptr_type(b->context, 0);
  tern_value_t *one = tern_llvm_make_index(lowering, b, 1);
  tern_value_t *last = binary(b, TERN_LLVM(SUB), copy->rank, one);
  tern_block_t *before = op->block;
  tern_region_t *region = before->parent;
  tern_block_t *rest = tern_conversion_split_block(conversion, op->next);
  tern_block_t *condition = tern_conversion_add_block(conversion, region, NULL);
  tern_block_t *body = tern_conversion_add_block(conversion, region, NULL);
  tern_block_remove(rest);
  tern_block_insert(rest, region, NULL);
  tern_value_t *dim = tern_block_add_arg(condition, index, op->loc);
  tern_value_t *stride = tern_block_add_arg(condition, index, op->loc);
  tern_builder_set_end(b, before);
  branch(b, condition, TERN_VALUES(last, one));

  tern_builder_set_end(b, condition);
  tern_value_t *zero = tern_llvm_make_index(lowering, b, 0);
  const tern_attr_t *sge = enum_attr(b, TERN_LLVM_ENUM(ICMP_PREDICATE), 5);
  tern_value_t *goes_on =
      tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(dim, zero),
                       .types = TERN_TYPES(tern_i_type_get(b->context, 1)), .attrs = TERN_ATTRS({"predicate", sge}));
  tern_build(b, TERN_LLVM(COND_BR), .operands = TERN_VALUES(goes_on), .segments = (int32_t[]){1, 0, 0},
             .successors = (tern_block_t *[]){body, rest}, .successor_count = 2);

  tern_builder_set_end(b, body);
  tern_value_t *from = tern_llvm_make_gep(b, pointer, copy->shape_element, copy->shape, TERN_VALUES(dim), 0);
  tern_value_t *size = load(b, index, from);
  store(b, size, tern_llvm_make_gep(b, pointer, index, copy->sizes, TERN_VALUES(dim), 0));
  store(b, stride, tern_llvm_make_gep(b, pointer, index, copy->strides, TERN_VALUES(dim), 0));
  tern_value_t *next_stride = binary(b, TERN_LLVM(MUL), stride, size);
  tern_value_t *next_dim = binary(b, TERN_LLVM(SUB), dim, one);
  branch(b, condition, TERN_VALUES(next_dim, next_stride));
}

// To a rank that is the number of sizes in the shape operand.
static bool reshape_to_unranked(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                const tern_type_t *from_pointer) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  const tern_type_t *shape_type = tern_op_operand(op, 1)->type;
  const tern_type_t *index = lowering->index_type, *pointer = tern_llvm_ptr_type(b->context, 0);
  unsigned space;
  if (!op->next || !tern_llvm_lower_address_space(lowering, to, &space)) return false;
  tern_memref_descriptor_t shape = tern_memref_descriptor_of(lowering, b, operands.values[1]);
  tern_value_t *rank = tern_memref_descriptor_size(&shape, 0);
  tern_value_t *result = tern_llvm_make_poison(b, tern_llvm_lower_type(lowering, to)), *bytes;
  result = tern_llvm_make_insert(b, result, rank, (int64_t[]){0}, 1);
  tern_unranked_descriptor_sizes(lowering, b, TERN_VALUES(result), &bytes);
  tern_value_t *memory = tern_llvm_make_alloca(b, tern_i_type_get(b->context, 8), bytes);
  result = tern_llvm_make_insert(b, result, memory, (int64_t[]){1}, 1);

  tern_value_t *allocated, *aligned, *offset;
  if (from->kind == TERN_TYPE_MEMREF) {
    tern_memref_descriptor_t source = tern_memref_descriptor_of(lowering, b, operands.values[0]);
    allocated = tern_memref_descriptor_allocated(&source);
    aligned = tern_memref_descriptor_aligned(&source);
    offset = tern_memref_descriptor_offset(&source);
  } else {
    tern_value_t *address = tern_unranked_descriptor_pointer(b, operands.values[0]);
    stored_descriptor_t source = {lowering, b, address, from_pointer};
    allocated = stored_allocated(&source);
    aligned = stored_aligned(&source);
    offset = stored_offset(&source);
  }
  stored_descriptor_t stored = {lowering, b, memory, tern_llvm_ptr_type(b->context, space)};
  store_allocated(&stored, allocated);
  store_aligned(&stored, aligned);
  store_offset(&stored, offset);
  tern_value_t *sizes = stored_sizes_address(&stored);
  shape_copy_t copy = {.sizes = sizes, .rank = rank};
  copy.strides = tern_llvm_make_gep(b, pointer, index, sizes, TERN_VALUES(rank), 0);
  copy.shape = tern_memref_descriptor_aligned(&shape);
  copy.shape_element = tern_llvm_lower_type(lowering, tern_type_element(shape_type));
  build_shape_loop(op, conversion, &copy);
  return tern_conversion_replace_value(conversion, op, result);
}

static bool lower_reshape(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  unsigned space;
  if (!tern_llvm_lower_address_space(lowering, tern_op_operand(op, 0)->type, &space)) return false;
  const tern_type_t *pointer = tern_llvm_ptr_type(lowering->context, space);
  bool is_ranked = tern_type_has_static_shape(tern_op_operand(op, 1)->type);
  return is_ranked ? reshape_to_ranked(op, operands.values[0], conversion, pointer)
                   : reshape_to_unranked(op, operands, conversion, pointer);
}

// --- copy ---

// One piece of memory in row-major order.
static bool is_contiguous(const tern_type_t *memref) {
  if (memref->kind != TERN_TYPE_MEMREF) return false;
  if (!tern_memref_type_layout(memref)) return true;
  int64_t strides[64], offset, stride = 1;
  size_t rank = tern_type_rank(memref);
  if (!tern_type_has_static_shape(memref) || tern_type_element_count(memref) == 0) return false;
  if (rank > 64 || !tern_memref_type_strides(memref, strides, &offset)) return false;
  for (size_t i = rank; i-- > 0;) {
    int64_t size = tern_type_dim(memref, i);
    if (strides[i] != stride && size != 1) return false;
    stride *= size;
  }
  return true;
}

static tern_value_t *start_of(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *element,
                              tern_value_t *value) {
  tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, b, value);
  tern_value_t *pointer = tern_memref_descriptor_aligned(&descriptor);
  tern_value_t *offset = tern_memref_descriptor_offset(&descriptor);
  return tern_llvm_make_gep(b, pointer->type, element, pointer, TERN_VALUES(offset), 0);
}

static bool copy_bytes(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(memref));
  tern_memref_descriptor_t source = tern_memref_descriptor_of(lowering, b, operands.values[0]);
  tern_value_t *count = tern_llvm_make_index(lowering, b, 1);
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    count = binary(b, TERN_LLVM(MUL), count, tern_memref_descriptor_size(&source, i));
  }
  tern_value_t *bytes = binary(b, TERN_LLVM(MUL), count, tern_llvm_make_size_of(lowering, b, element));
  tern_value_t *from = start_of(lowering, b, element, operands.values[0]);
  tern_value_t *to = start_of(lowering, b, element, operands.values[1]);
  tern_build(b, TERN_LLVM(INTR_MEMCPY), .operands = TERN_VALUES(to, from, bytes),
             .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(b->context, false)}));
  tern_conversion_erase(conversion, op);
  return true;
}

static tern_value_t *as_unranked(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                                 tern_value_t *descriptor) {
  if (memref->kind == TERN_TYPE_UNRANKED_MEMREF) return descriptor;
  tern_value_t *rank = tern_llvm_make_int(b, lowering->index_type, (int64_t)tern_type_rank(memref));
  tern_value_t *memory = descriptor_on_stack(b, descriptor);
  const tern_type_t *type =
      tern_llvm_struct_type(b->context, TERN_TYPES(lowering->index_type, tern_llvm_ptr_type(b->context, 0)), false);
  return tern_unranked_descriptor_make(b, type, rank, memory);
}

static tern_value_t *on_stack(tern_builder_t *b, tern_value_t *one, tern_value_t *value) {
  tern_value_t *memory = tern_llvm_make_alloca(b, value->type, one);
  store(b, value, memory);
  return memory;
}

// By the library's memrefCopy, which takes any strides and ranks.
static bool copy_by_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0), *from = tern_op_operand(op, 0)->type;
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(from));
  tern_op_t *function =
      tern_llvm_runtime_function(b, tern_llvm_module_around(b), "memrefCopy", tern_llvm_void_type(b->context),
                                 TERN_TYPES(lowering->index_type, pointer, pointer), false);
  if (!function) return false;
  tern_value_t *saved = tern_llvm_make(b, TERN_LLVM(INTR_STACKSAVE), pointer, (tern_values_t){0});
  tern_value_t *source = as_unranked(lowering, b, from, operands.values[0]);
  tern_value_t *target = as_unranked(lowering, b, tern_op_operand(op, 1)->type, operands.values[1]);
  tern_value_t *one = tern_llvm_make_index(lowering, b, 1);
  tern_value_t *source_memory = on_stack(b, one, source), *target_memory = on_stack(b, one, target);
  tern_value_t *size = tern_llvm_make_size_of(lowering, b, element);
  tern_llvm_make_call(b, function, TERN_VALUES(size, source_memory, target_memory));
  tern_build(b, TERN_LLVM(INTR_STACKRESTORE), .operands = TERN_VALUES(saved));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_copy(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  bool is_simple = is_contiguous(tern_op_operand(op, 0)->type) && is_contiguous(tern_op_operand(op, 1)->type);
  return is_simple ? copy_bytes(op, operands, conversion) : copy_by_call(op, operands, conversion);
}

const tern_conversion_pattern_t tern_llvm_memref_reshape_patterns[] = {
    {"reshape", TERN_MEMREF(RESHAPE), 1, lower_reshape},
    {"copy", TERN_MEMREF(COPY), 1, lower_copy},
    {0},
};
