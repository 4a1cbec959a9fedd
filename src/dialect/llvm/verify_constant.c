// llvm: which values a constant of a type may have.

#include <inttypes.h>

#include "dialect/llvm/llvm_hooks.h"

static bool is_marker(const tern_attr_t *attr) {
  return tern_attr_is_llvm(attr, "llvm.zero") || tern_attr_is_llvm(attr, "llvm.undef") ||
         tern_attr_is_llvm(attr, "llvm.poison");
}

static bool is_elements(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_DENSE_ELEMENTS || attr->kind == TERN_ATTR_SPARSE_ELEMENTS ||
         attr->kind == TERN_ATTR_DENSE_RESOURCE;
}

// `of_elements`: `element` is the type of the elements of the value, else of the value itself.
static bool verify_element_type(const tern_op_t *op, const tern_type_t *type, const tern_type_t *element,
                                bool of_elements) {
  // A complex number is a struct of its parts, which upstream does not look at.
  if (element->kind == TERN_TYPE_COMPLEX) return true;
  if (tern_type_is_float(element) && tern_type_is_float(type)) {
    return element == type || tern_op_error(op, "attribute and type have different float semantics");
  }
  // A float that LLVM does not know is kept as an integer of its width.
  if (tern_type_is_float(element) && tern_type_is_integer(type))
    return tern_type_bit_width(element) == tern_type_bit_width(type) ||
           tern_op_error(op, "expected integer type of width %u", tern_type_bit_width(element));
  if (tern_type_is_int_or_index(element) && tern_type_is_integer(type)) return true;
  if (tern_type_is_float(element)) return tern_op_error(op, "expected float type");
  return tern_op_error(
      op, of_elements ? "expected integer element type for integer elements attribute" : "expected integer type");
}

static const tern_type_t *innermost(const tern_type_t *type) {
  for (;;) {
    if (tern_type_is_llvm(type, TERN_LLVM_ARRAY))
      type = (const tern_type_t *)(uintptr_t)type->params[0];
    else if (type->kind == TERN_TYPE_VECTOR)
      type = tern_type_element(type);
    else
      return type;
  }
}

// Elements of nested arrays and vectors; 0 for a scalar.
static uint64_t count_of(const tern_type_t *type) {
  uint64_t count = 1;
  bool is_aggregate = false;
  for (;; is_aggregate = true) {
    if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) {
      count *= type->params[1];
      type = (const tern_type_t *)(uintptr_t)type->params[0];
    } else if (type->kind == TERN_TYPE_VECTOR) {
      count *= (uint64_t)tern_type_element_count(type);
      type = tern_type_element(type);
    } else {
      return is_aggregate ? count : 0;
    }
  }
}

// --- structs, and arrays of them ---

static bool verify_struct(const tern_op_t *op, const tern_attr_t *value, const tern_type_t *type) {
  if (value->kind != TERN_ATTR_ARRAY) return tern_op_error(op, "expected array attribute for struct type");
  tern_types_t elements = tern_llvm_struct_elements(type);
  if (elements.count != tern_array_attr_count(value))
    return tern_op_error(op, "expected array attribute of size %zu", elements.count);
  for (size_t i = 0; i < elements.count; i++) {
    const tern_attr_t *element = tern_array_attr_at(value, i);
    if (!tern_type_is_signless(elements.values[i]) && !tern_type_is_float(elements.values[i]))
      return tern_op_error(op, "expected struct element types to be floating point type or integer type");
    if (element->kind != TERN_ATTR_INTEGER && element->kind != TERN_ATTR_FLOAT)
      return tern_op_error(op, "expected element of array attribute to be floating point or integer");
    if (tern_attr_type(element) != elements.values[i])
      return tern_op_error(op, "struct element at index %zu is of wrong type", i);
  }
  return true;
}

static bool is_filler(const tern_attr_t *attr) {
  return tern_attr_is_llvm(attr, "llvm.zero") || tern_attr_is_llvm(attr, "llvm.undef");
}

// Arrays in arrays, down to structs whose members are only counted. Numbers of simple types are dense elements.
static bool verify_array(const tern_op_t *op, const tern_attr_t *value, const tern_type_t *type, size_t dim) {
  size_t count = tern_array_attr_count(value);
  if (type->params[1] != count)
    return tern_op_error(op, "array attribute size does not match array type size in dimension %zu: %zu vs. %" PRIu64,
                         dim, count, type->params[1]);
  const tern_type_t *element_type = (const tern_type_t *)(uintptr_t)type->params[0];
  bool is_array = tern_type_is_llvm(element_type, TERN_LLVM_ARRAY);
  if (!is_array && !tern_type_is_llvm(element_type, TERN_LLVM_STRUCT))
    return tern_op_error(op, "for array with an array attribute must have a struct element type");
  size_t member_count = is_array ? 0 : tern_llvm_struct_elements(element_type).count;
  for (size_t i = 0; i < count; i++) {
    const tern_attr_t *element = tern_array_attr_at(value, i);
    if (is_filler(element)) continue;
    if (element->kind != TERN_ATTR_ARRAY && is_array)
      return tern_op_error(op,
                           "nested attribute for sub-array in dimension %zu at index %zu must be a zero, or undef, or "
                           "array attribute",
                           dim, i);
    if (element->kind != TERN_ATTR_ARRAY)
      return tern_op_error(op,
                           "nested attribute for struct element at index %zu must be a zero, or undef, or array "
                           "attribute",
                           i);
    if (is_array && !verify_array(op, element, element_type, dim + 1)) return false;
    if (!is_array && tern_array_attr_count(element) != member_count)
      return tern_op_error(op,
                           "nested array attribute size for struct element at index %zu must match struct size: %zu "
                           "vs. %zu",
                           i, tern_array_attr_count(element), member_count);
  }
  return true;
}

bool tern_llvm_verify_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = op->results[0].type;
  if (tern_attr_is_string(value)) {
    bool is_bytes = tern_type_is_llvm(type, TERN_LLVM_ARRAY) &&
                    tern_type_is_i((const tern_type_t *)(uintptr_t)type->params[0], 8) &&
                    type->params[1] == tern_string_attr_value(value).size;
    return is_bytes || tern_op_error(op, "expected array type of %zu i8 elements for the string constant",
                                     tern_string_attr_value(value).size);
  }
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return is_marker(value) || verify_struct(op, value, type);
  if (tern_type_is_llvm(type, TERN_LLVM_TARGET)) return tern_op_error(op, "does not support target extension type.");
  if (value->kind == TERN_ATTR_ARRAY && !tern_type_is_llvm(type, TERN_LLVM_ARRAY))
    return tern_op_error(op, "expected array or struct type for array attribute");
  if (value->kind == TERN_ATTR_ARRAY) return verify_array(op, value, type, 0);
  // A float fills a vector.
  if (value->kind == TERN_ATTR_FLOAT && type->kind == TERN_TYPE_VECTOR) type = tern_type_element(type);
  if (value->kind == TERN_ATTR_INTEGER || value->kind == TERN_ATTR_FLOAT)
    return verify_element_type(op, type, tern_attr_type(value), false);
  if (is_elements(value)) {
    const tern_type_t *shaped = tern_attr_type(value);
    uint64_t count = count_of(type);
    bool is_scalable = type->kind == TERN_TYPE_VECTOR && tern_vector_type_scalable_mask(type) != 0;
    if (count == 0) return tern_op_error(op, "expected vector or array type");
    if (is_scalable && (value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(value)))
      return tern_op_error(op, "scalable vector type requires a splat attribute");
    if (count != (uint64_t)tern_type_element_count(shaped))
      return tern_op_error(op, "type and attribute have a different number of elements: %" PRIu64 " vs. %" PRId64,
                           count, tern_type_element_count(shaped));
    return verify_element_type(op, innermost(type), tern_type_element(shaped), true);
  }
  return is_marker(value) || tern_op_error(op, "only supports integer, float, string or elements attributes");
}

bool tern_llvm_verify_zero(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  if (!tern_type_is_llvm(type, TERN_LLVM_TARGET)) return true;
  const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)type->params[0];
  return strncmp(name->data, "spirv.", strlen("spirv.")) == 0 ||
         tern_op_error(op, "target extension type does not support zero-initializer");
}
