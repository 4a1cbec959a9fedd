// Loads and stores of vectors to the llvm dialect (upstream: VectorToLLVM). Vectors of one dimension; those of more are
// taken apart before.

#include "convert/llvm/lowering.h"
#include "convert/llvm/vector_private.h"
#include "dialect/vector/vector.h"

static int64_t bits_of(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_VECTOR) return bits_of(tern_type_element(type)) * tern_type_element_count(type);
  return tern_type_is_llvm(type, TERN_LLVM_PTR) ? 64 : (int64_t)tern_type_bit_width(type);
}

// Bytes that a value is aligned to where nothing is said.
static int64_t natural_alignment(const tern_type_t *type) {
  int64_t bytes = (bits_of(type) + 7) / 8, power = 1;
  while (power < bytes) power *= 2;
  return power;
}

// That of what the memref holds, which may be vectors; by option that of the vector.
static int64_t alignment_of(const tern_op_t *op, const tern_type_t *memref, const tern_type_t *vector,
                            tern_conversion_t *conversion) {
  const tern_attr_t *given = tern_op_attr(op, "alignment");
  const tern_llvm_vector_options_t *options = conversion->user;
  bool is_vector = options && options->use_vector_alignment;
  if (given && tern_integer_attr_value(given) != 0) return tern_integer_attr_value(given);
  return natural_alignment(
      tern_llvm_lower_type(tern_llvm_lowering_of(conversion), is_vector ? vector : tern_type_element(memref)));
}

static bool is_supported(tern_conversion_t *conversion, const tern_type_t *memref, const tern_type_t *vector) {
  int64_t strides[64], offset;
  unsigned space;
  if (memref->kind != TERN_TYPE_MEMREF || tern_type_rank(vector) > 1 || tern_type_rank(memref) > 64) return false;
  if (!tern_memref_type_strides(memref, strides, &offset)) return false;
  size_t rank = tern_type_rank(memref);
  if (rank > 0 && strides[rank - 1] != 1) return false;
  return tern_llvm_lower_type(tern_llvm_lowering_of(conversion), vector) &&
         tern_llvm_lower_address_space(tern_llvm_lowering_of(conversion), memref, &space);
}

// The address that an op accesses: operand `start` is the memref, its indices follow.
static tern_value_t *address_of(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, size_t start) {
  const tern_type_t *memref = tern_op_operand(op, start)->type;
  tern_values_t indices = {operands.values + start + 1, tern_type_rank(memref)};
  return tern_llvm_element_ptr(tern_llvm_lowering_of(conversion), builder_of(conversion), memref,
                               operands.values[start], indices, 0);
}

static size_t access_attrs(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *memref,
                           const tern_type_t *vector, tern_named_attr_t *out_attrs) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *nontemporal = tern_op_attr(op, "nontemporal");
  int64_t alignment = alignment_of(op, memref, vector, conversion);
  out_attrs[0] = (tern_named_attr_t){"alignment", tern_integer_attr_get(tern_i_type_get(context, 64), alignment)};
  if (!tern_attr_is_integer(nontemporal) || !tern_integer_attr_value(nontemporal)) return 1;
  out_attrs[1] = (tern_named_attr_t){"nontemporal", tern_unit_attr_get(context)};
  return 2;
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *memref = tern_op_operand(op, 0)->type, *vector = tern_op_result(op, 0)->type;
  if (!is_supported(conversion, memref, vector)) return false;
  tern_named_attr_t attrs[2];
  size_t count = access_attrs(conversion, op, memref, vector, attrs);
  tern_value_t *address = address_of(conversion, op, operands, 0);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), vector);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(builder_of(conversion), TERN_LLVM(LOAD), .operands = TERN_VALUES(address),
                       .types = TERN_TYPES(type), .attrs = {attrs, count}));
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *memref = tern_op_operand(op, 1)->type, *vector = tern_op_operand(op, 0)->type;
  if (!is_supported(conversion, memref, vector)) return false;
  tern_named_attr_t attrs[2];
  size_t count = access_attrs(conversion, op, memref, vector, attrs);
  tern_value_t *address = address_of(conversion, op, operands, 1);
  tern_build(builder_of(conversion), TERN_LLVM(STORE), .operands = TERN_VALUES(operands.values[0], address),
             .attrs = {attrs, count});
  tern_conversion_erase(conversion, op);
  return true;
}

// The memref is the first operand.
static const tern_attr_t *alignment_attr(tern_conversion_t *conversion, const tern_op_t *op,
                                         const tern_type_t *vector) {
  int64_t alignment = alignment_of(op, tern_op_operand(op, 0)->type, vector, conversion);
  return tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), alignment);
}

// Where the op says how its memory is aligned: the attributes of the intrinsic's three arguments, of which the pointer
// is number `index`. How many attributes were filled in.
static size_t pointer_alignment(const tern_op_t *op, size_t index, tern_named_attr_t *out_attr) {
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  if (!alignment) return 0;
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *none = tern_dictionary_attr_get(context, NULL, 0), *attrs[] = {none, none, none};
  attrs[index] = tern_dictionary_attr_with(context, none, TERN_STR("llvm.align"), alignment);
  *out_attr = (tern_named_attr_t){"arg_attrs", tern_array_attr_get(context, attrs, 3)};
  return 1;
}

static bool lower_masked_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *vector = tern_op_result(op, 0)->type;
  if (!is_supported(conversion, tern_op_operand(op, 0)->type, vector)) return false;
  bool expands = tern_op_is(op, TERN_VECTOR(EXPANDLOAD));
  tern_named_attr_t attrs[] = {{"alignment", alignment_attr(conversion, op, vector)}};
  size_t attr_count = 1;
  if (expands) attr_count = pointer_alignment(op, 0, &attrs[0]);
  tern_value_t *address = address_of(conversion, op, operands, 0);
  tern_value_t *mask = operands.values[operands.count - 2], *rest = operands.values[operands.count - 1];
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(
          builder_of(conversion), expands ? TERN_LLVM(INTR_MASKED_EXPANDLOAD) : TERN_LLVM(INTR_MASKED_LOAD),
          .operands = TERN_VALUES(address, mask, rest), .types = TERN_TYPES(rest->type), .attrs = {attrs, attr_count}));
}

static bool lower_masked_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *vector = tern_op_operand(op, op->operand_count - 1)->type;
  if (!is_supported(conversion, tern_op_operand(op, 0)->type, vector)) return false;
  const tern_attr_t *alignment = alignment_attr(conversion, op, vector);
  tern_value_t *address = address_of(conversion, op, operands, 0);
  tern_value_t *mask = operands.values[operands.count - 2], *value = operands.values[operands.count - 1];
  if (tern_op_is(op, TERN_VECTOR(COMPRESSSTORE))) {
    tern_named_attr_t attr;
    tern_build(b, TERN_LLVM(INTR_MASKED_COMPRESSSTORE), .operands = TERN_VALUES(value, address, mask),
               .attrs = {&attr, pointer_alignment(op, 1, &attr)});
  } else {
    tern_build(b, TERN_LLVM(INTR_MASKED_STORE), .operands = TERN_VALUES(value, address, mask),
               .attrs = TERN_ATTRS({"alignment", alignment}));
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// One address for each lane.
static tern_value_t *addresses_of(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                                  const tern_type_t *vector) {
  tern_value_t *address = address_of(conversion, op, operands, 0), *indices = operands.values[operands.count - 3];
  const tern_type_t *pointers =
      tern_vector_type_get(address->type, tern_type_dims(vector), 1, tern_vector_type_scalable_mask(vector));
  const tern_type_t *memref = tern_op_operand(op, 0)->type;
  const tern_type_t *element = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_type_element(memref));
  return tern_llvm_make_gep(builder_of(conversion), pointers, element, address, TERN_VALUES(indices), 0);
}

static bool lower_gather(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *vector = tern_op_result(op, 0)->type;
  if (tern_type_rank(vector) != 1 || !is_supported(conversion, tern_op_operand(op, 0)->type, vector)) return false;
  tern_named_attr_t attrs[] = {{"alignment", alignment_attr(conversion, op, vector)}};
  tern_value_t *addresses = addresses_of(conversion, op, operands, vector);
  tern_value_t *mask = operands.values[operands.count - 2], *rest = operands.values[operands.count - 1];
  return tern_conversion_replace_value(conversion, op,
                                       tern_build_value(builder_of(conversion), TERN_LLVM(INTR_MASKED_GATHER),
                                                        .operands = TERN_VALUES(addresses, mask, rest),
                                                        .types = TERN_TYPES(rest->type), .attrs = {attrs, 1}));
}

static bool lower_scatter(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *vector = tern_op_operand(op, op->operand_count - 1)->type;
  if (tern_type_rank(vector) != 1 || !is_supported(conversion, tern_op_operand(op, 0)->type, vector)) return false;
  const tern_attr_t *alignment = alignment_attr(conversion, op, vector);
  tern_value_t *addresses = addresses_of(conversion, op, operands, vector);
  tern_value_t *mask = operands.values[operands.count - 2], *value = operands.values[operands.count - 1];
  tern_build(builder_of(conversion), TERN_LLVM(INTR_MASKED_SCATTER), .operands = TERN_VALUES(value, addresses, mask),
             .attrs = TERN_ATTRS({"alignment", alignment}));
  tern_conversion_erase(conversion, op);
  return true;
}

// A memref of one vector that holds all elements of a static memref.
static bool lower_type_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  if (!tern_type_has_static_shape(from) || !tern_type_has_static_shape(to)) return false;
  if (!tern_llvm_can_be_bare_ptr(from) || !tern_llvm_can_be_bare_ptr(to)) return false;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(lowering, to);
  if (!type) return false;
  tern_memref_descriptor_t source = tern_memref_descriptor_of(lowering, b, operands.values[0]);
  tern_memref_descriptor_t result = tern_memref_descriptor_poison(lowering, b, type);
  tern_memref_descriptor_set_allocated(&result, tern_memref_descriptor_allocated(&source));
  tern_memref_descriptor_set_aligned(&result, tern_memref_descriptor_aligned(&source));
  tern_memref_descriptor_set_constant_offset(&result, 0);
  int64_t strides[64], offset;
  tern_memref_type_strides(to, strides, &offset);
  for (size_t i = 0; i < tern_type_rank(to); ++i) {
    tern_memref_descriptor_set_constant_size(&result, i, tern_type_dim(to, i));
    tern_memref_descriptor_set_constant_stride(&result, i, strides[i]);
  }
  return tern_conversion_replace_value(conversion, op, result.value);
}

const tern_conversion_pattern_t tern_llvm_vector_memory_patterns[] = {
    {"load", TERN_VECTOR(LOAD), 1, lower_load},
    {"store", TERN_VECTOR(STORE), 1, lower_store},
    {"maskedload", TERN_VECTOR(MASKEDLOAD), 1, lower_masked_load},
    {"maskedstore", TERN_VECTOR(MASKEDSTORE), 1, lower_masked_store},
    {"expandload", TERN_VECTOR(EXPANDLOAD), 1, lower_masked_load},
    {"compressstore", TERN_VECTOR(COMPRESSSTORE), 1, lower_masked_store},
    {"gather", TERN_VECTOR(GATHER), 1, lower_gather},
    {"scatter", TERN_VECTOR(SCATTER), 1, lower_scatter},
    {"type-cast", TERN_VECTOR(TYPE_CAST), 1, lower_type_cast},
    {0},
};
