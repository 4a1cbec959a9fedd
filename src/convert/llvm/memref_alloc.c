// memref's allocations and globals to the llvm dialect.

#include "base/arena.h"
#include "convert/llvm/memref_extents.h"
#include "convert/llvm/memref_private.h"

enum { MIN_ALIGNED_ALLOC = 16 };
// What the allocated pointer of a global is: nobody may free it.
#define DEAD_BEEF INT64_C(0xdeadbeef)

// The next multiple of `alignment`.
static tern_value_t *align_up(tern_builder_t *b, tern_value_t *value, tern_value_t *alignment) {
  const tern_attr_t *one_attr = tern_integer_attr_get(tern_index_type_get(b->context), 1);
  tern_value_t *one = tern_llvm_build_constant(b, alignment->type, one_attr);
  tern_value_t *bump = binary(b, TERN_LLVM(SUB), alignment, one);
  tern_value_t *bumped = binary(b, TERN_LLVM(ADD), value, bump);
  tern_value_t *rest = binary(b, TERN_LLVM(UREM), bumped, alignment);
  return binary(b, TERN_LLVM(SUB), bumped, rest);
}

static bool alignment_of(const tern_op_t *op, int64_t *out_alignment) {
  const tern_attr_t *attr = tern_op_attr(op, "alignment");
  if (attr) *out_alignment = tern_integer_attr_value(attr);
  return attr != NULL;
}

// --- malloc ---

static bool is_plain_scalar(const tern_type_t *type) {
  return tern_type_is_signless(type) || tern_type_is_index(type) || tern_type_is_float(type);
}

static bool lower_by_malloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type;
  tern_op_t *function = tern_llvm_malloc_function(lowering, b);
  unsigned space;
  if (!function || !tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  tern_llvm_extents_t extents = tern_llvm_extents_make(lowering, b, memref, operands, true);
  int64_t given;
  tern_value_t *alignment = NULL;
  if (alignment_of(op, &given)) {
    alignment = tern_llvm_make_index(lowering, b, given);
  } else if (!is_plain_scalar(tern_type_element(memref))) {
    // malloc aligns for scalars; other elements are aligned as their size asks for.
    alignment = tern_llvm_make_size_of(lowering, b, tern_llvm_lower_type(lowering, tern_type_element(memref)));
  }
  tern_value_t *bytes = alignment ? binary(b, TERN_LLVM(ADD), extents.total, alignment) : extents.total;
  tern_value_t *allocated = tern_llvm_make_in_space(b, tern_llvm_make_call(b, function, TERN_VALUES(bytes)), space);
  tern_value_t *aligned = allocated;
  if (alignment) {
    tern_value_t *number = tern_llvm_make(b, TERN_LLVM(PTRTOINT), lowering->index_type, TERN_VALUES(allocated));
    number = align_up(b, number, alignment);
    aligned = tern_llvm_make(b, TERN_LLVM(INTTOPTR), tern_llvm_ptr_type(b->context, space), TERN_VALUES(number));
  }
  tern_value_t *descriptor = tern_llvm_extents_descriptor(&extents, lowering, b, memref, allocated, aligned);
  tern_llvm_extents_deinitialize(&extents);
  return tern_conversion_replace_value(conversion, op, descriptor);
}

// --- aligned_alloc ---

static uint64_t power_of_two_above(uint64_t value) {
  uint64_t power = 1;
  while (power < value) power *= 2;
  return power;
}

static uint64_t descriptor_bytes(const tern_llvm_lowering_t *lowering, size_t pointers, size_t numbers) {
  return pointers * ((lowering->pointer_width + 7) / 8) + numbers * ((lowering->options.index_width + 7) / 8);
}

// Bytes of a type by the default data layout, padding included.
static uint64_t bytes_of(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_MEMREF: return descriptor_bytes(lowering, 2, 1 + 2 * tern_type_rank(type));
    case TERN_TYPE_UNRANKED_MEMREF: return descriptor_bytes(lowering, 1, 1);
    case TERN_TYPE_INDEX: return (lowering->options.index_width + 7) / 8;
    case TERN_TYPE_COMPLEX: return 2 * bytes_of(lowering, tern_type_element(type));
    case TERN_TYPE_VECTOR: {
      size_t rank = tern_type_rank(type);
      uint64_t bits = tern_type_bit_width(tern_type_element(type));
      if (bits == 0) return 1;
      if (rank > 0) bits *= power_of_two_above((uint64_t)tern_type_dim(type, rank - 1));
      uint64_t bytes = (bits + 7) / 8;
      for (size_t i = 0; i + 1 < rank; ++i) bytes *= (uint64_t)tern_type_dim(type, i);
      return bytes;
    }
    default: {
      uint32_t bits = tern_type_bit_width(type);
      return bits ? (bits + 7) / 8 : 1;
    }
  }
}

static bool is_multiple(const tern_llvm_lowering_t *lowering, const tern_type_t *memref, uint64_t factor) {
  uint64_t divisor = bytes_of(lowering, tern_type_element(memref));
  for (size_t i = 0; i < tern_type_rank(memref); ++i) {
    int64_t size = tern_type_dim(memref, i);
    if (size != TERN_DYNAMIC) divisor *= (uint64_t)size;
  }
  return divisor % factor == 0;
}

static bool lower_by_aligned_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type;
  tern_op_t *function = tern_llvm_aligned_alloc_function(lowering, b);
  unsigned space;
  if (!function || !tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  tern_llvm_extents_t extents = tern_llvm_extents_make(lowering, b, memref, operands, true);
  int64_t alignment;
  if (!alignment_of(op, &alignment)) {
    uint64_t natural = power_of_two_above(bytes_of(lowering, tern_type_element(memref)));
    alignment = (int64_t)(natural < MIN_ALIGNED_ALLOC ? MIN_ALIGNED_ALLOC : natural);
  }
  // The size that aligned_alloc takes is a multiple of the alignment.
  tern_value_t *alignment_value = tern_llvm_make_index(lowering, b, alignment), *bytes = extents.total;
  if (!is_multiple(lowering, memref, (uint64_t)alignment)) bytes = align_up(b, bytes, alignment_value);
  tern_value_t *pointer = tern_llvm_make_call(b, function, TERN_VALUES(alignment_value, bytes));
  pointer = tern_llvm_make_in_space(b, pointer, space);
  tern_value_t *descriptor = tern_llvm_extents_descriptor(&extents, lowering, b, memref, pointer, pointer);
  tern_llvm_extents_deinitialize(&extents);
  return tern_conversion_replace_value(conversion, op, descriptor);
}

static bool lower_alloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  if (!has_plain_layout(lowering, tern_op_result(op, 0)->type)) return false;
  return lowering->options.use_aligned_alloc ? lower_by_aligned_alloc(op, operands, conversion)
                                             : lower_by_malloc(op, operands, conversion);
}

// --- the stack ---

static bool lower_alloca(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type;
  unsigned space;
  if (!has_plain_layout(lowering, memref) || !tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  tern_llvm_extents_t extents = tern_llvm_extents_make(lowering, b, memref, operands, false);
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(memref));
  tern_named_attr_t attrs[] = {{"elem_type", tern_type_attr_get(element)}, {"alignment", NULL}};
  int64_t alignment;
  bool has_alignment = alignment_of(op, &alignment) && alignment != 0;
  if (has_alignment) attrs[1].attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), alignment);
  tern_value_t *pointer = tern_build_value(b, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(extents.total),
                                           .types = TERN_TYPES(tern_llvm_ptr_type(b->context, space)),
                                           .attrs = {attrs, has_alignment ? 2 : 1});
  tern_value_t *descriptor = tern_llvm_extents_descriptor(&extents, lowering, b, memref, pointer, pointer);
  tern_llvm_extents_deinitialize(&extents);
  return tern_conversion_replace_value(conversion, op, descriptor);
}

static void branch(tern_builder_t *b, tern_block_t *target, tern_values_t values) {
  tern_build(b, TERN_LLVM(BR), .operands = values, .successors = (tern_block_t *[]){target}, .successor_count = 1);
}

// The body goes between two halves of the block; what it took from the stack goes back at its end.
static bool lower_alloca_scope(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  tern_region_t *body = &op->regions[0], *region = op->block->parent;
  tern_op_t *terminator = body->last_block->last_op;
  tern_block_t *before = op->block, *rest = tern_conversion_split_block(conversion, op), *after = rest;
  b->block = rest;
  b->before = op;
  if (op->result_count > 0) {
    after = tern_conversion_add_block(conversion, region, rest);
    for (size_t i = 0; i < op->result_count; ++i) tern_block_add_arg(after, tern_op_result(op, i)->type, op->loc);
    tern_builder_set_end(b, after);
    branch(b, rest, (tern_values_t){0});
  }
  tern_block_t *first = body->first_block;
  while (body->first_block) {
    tern_block_t *block = body->first_block;
    tern_block_remove(block);
    tern_block_insert(block, region, after);
  }
  tern_builder_set_end(b, before);
  tern_value_t *saved =
      tern_llvm_make(b, TERN_LLVM(INTR_STACKSAVE), tern_llvm_ptr_type(b->context, 0), (tern_values_t){0});
  branch(b, first, (tern_values_t){0});
  tern_builder_set_before(b, terminator);
  tern_build(b, TERN_LLVM(INTR_STACKRESTORE), .operands = TERN_VALUES(saved));
  tern_value_t **values = tern_malloc((terminator->operand_count + 1) * sizeof *values);
  for (size_t i = 0; i < terminator->operand_count; ++i) values[i] = tern_op_operand(terminator, i);
  branch(b, after, (tern_values_t){values, terminator->operand_count});
  free(values);
  tern_conversion_erase(conversion, terminator);
  tern_conversion_replace(conversion, op, (tern_values_t){after->args, op->result_count});
  return true;
}

static bool lower_dealloc(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  tern_value_t *descriptor = operands.values[0], *pointer;
  tern_op_t *function = tern_llvm_free_function(lowering, b);
  if (!function) return false;
  if (memref->kind == TERN_TYPE_UNRANKED_MEMREF) {
    unsigned space;
    if (!tern_llvm_lower_address_space(lowering, memref, &space)) return false;
    stored_descriptor_t stored = {lowering, b, tern_unranked_descriptor_pointer(b, descriptor),
                                  tern_llvm_ptr_type(b->context, space)};
    pointer = stored_allocated(&stored);
  } else {
    tern_memref_descriptor_t ranked = tern_memref_descriptor_of(lowering, b, descriptor);
    pointer = tern_memref_descriptor_allocated(&ranked);
  }
  tern_llvm_make_call(b, function, TERN_VALUES(pointer));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- globals ---

static const tern_type_t *array_of(const tern_llvm_lowering_t *lowering, const tern_type_t *memref) {
  const tern_type_t *type = tern_llvm_lower_type(lowering, tern_type_element(memref));
  for (size_t i = tern_type_rank(memref); i-- > 0;) {
    type = tern_llvm_array_type(type, (uint64_t)tern_type_dim(memref, i));
  }
  return type;
}

static bool lower_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_type_attr_value(tern_op_attr(op, "type"));
  unsigned space;
  if (memref->kind != TERN_TYPE_MEMREF || !has_plain_layout(lowering, memref)) return false;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  const tern_type_t *array = array_of(lowering, memref);
  const tern_attr_t *value = tern_op_attr(op, "initial_value"), *visibility = tern_op_attr(op, "sym_visibility");
  bool is_private = visibility && !tern_str_equal_cstr(tern_string_attr_value(visibility), "public");
  bool is_uninitialized = value && value->kind == TERN_ATTR_UNIT;
  tern_named_attr_t attrs[8] = {
      {"global_type", tern_type_attr_get(array)},
      {"sym_name", tern_op_attr(op, "sym_name")},
      {"linkage",
       enum_attr(b, TERN_LLVM_ENUM(LINKAGE), is_private ? TERN_LLVM_LINKAGE_PRIVATE : TERN_LLVM_LINKAGE_EXTERNAL)},
      {"addr_space", tern_integer_attr_get(tern_i_type_get(b->context, 32), space)},
  };
  size_t count = 4;
  if (tern_op_attr(op, "constant")) {
    attrs[count++] = (tern_named_attr_t){"constant", tern_unit_attr_get(b->context)};
  }
  int64_t alignment;
  if (alignment_of(op, &alignment) && alignment != 0) {
    const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), alignment);
    attrs[count++] = (tern_named_attr_t){"alignment", attr};
  }
  if (value && !is_uninitialized) {
    // A global of one element is that element.
    bool is_scalar = tern_type_rank(memref) == 0 && value->kind == TERN_ATTR_DENSE_ELEMENTS;
    attrs[count++] = (tern_named_attr_t){"value", is_scalar ? tern_dense_elements_attr_at(value, 0) : value};
  }
  tern_op_t *made = tern_build(b, TERN_LLVM(MLIR_GLOBAL), .attrs = {attrs, count}, .regions = 1);
  if (is_uninitialized) {
    tern_builder_t inner = *b;
    tern_builder_add_block(&inner, &made->regions[0], (tern_types_t){0});
    tern_value_t *undef = tern_llvm_make_undef(&inner, array);
    tern_build(&inner, TERN_LLVM(RETURN), .operands = TERN_VALUES(undef));
  }
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_get_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *memref = tern_op_result(op, 0)->type;
  unsigned space;
  if (!has_plain_layout(lowering, memref) || !tern_llvm_lower_address_space(lowering, memref, &space)) return false;
  tern_llvm_extents_t extents = tern_llvm_extents_make(lowering, b, memref, operands, true);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, space);
  tern_value_t *global = tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(pointer),
                                          .attrs = TERN_ATTRS({"global_name", tern_op_attr(op, "name")}));
  int32_t zeros[65] = {0};
  tern_value_t *first =
      tern_llvm_make_gep_constant(b, pointer, array_of(lowering, memref), global, zeros, tern_type_rank(memref) + 1);
  const tern_attr_t *dead_attr = tern_integer_attr_get(tern_index_type_get(b->context), DEAD_BEEF);
  bool is_narrow = space < 64 && lowering->options.narrow_spaces >> space & 1;
  unsigned width = is_narrow ? 32 : lowering->pointer_width;
  tern_value_t *dead = tern_llvm_build_constant(b, tern_i_type_get(b->context, width), dead_attr);
  dead = tern_llvm_make(b, TERN_LLVM(INTTOPTR), pointer, TERN_VALUES(dead));
  tern_value_t *descriptor = tern_llvm_extents_descriptor(&extents, lowering, b, memref, dead, first);
  tern_llvm_extents_deinitialize(&extents);
  return tern_conversion_replace_value(conversion, op, descriptor);
}

const tern_conversion_pattern_t tern_llvm_memref_alloc_patterns[] = {
    {"alloca", TERN_MEMREF(ALLOCA), 1, lower_alloca},
    {"alloca-scope", TERN_MEMREF(ALLOCA_SCOPE), 1, lower_alloca_scope},
    {"get-global", TERN_MEMREF(GET_GLOBAL), 1, lower_get_global},
    {"global", TERN_MEMREF(GLOBAL), 1, lower_global},
    {"alloc", TERN_MEMREF(ALLOC), 1, lower_alloc},
    {"dealloc", TERN_MEMREF(DEALLOC), 1, lower_dealloc},
    {0},
};
