// spirv: rules of the ops on values: arithmetic, conversions, composites, matrices, dot products.

#include <inttypes.h>

#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }
static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

static bool is_vector(const tern_type_t *type) { return type->kind == TERN_TYPE_VECTOR; }
static const tern_type_t *element_or_self(const tern_type_t *type) {
  return is_vector(type) ? tern_type_element(type) : type;
}
static int64_t component_count(const tern_type_t *type) { return is_vector(type) ? tern_type_element_count(type) : 1; }

// Bits of a scalar, vector or pointer.
static int64_t bit_width(const tern_type_t *type) {
  if (tern_type_is_spirv_pointer(type)) return 64;
  return tern_type_bit_width(element_or_self(type)) * component_count(type);
}

// --- arithmetic ---

bool tern_spirv_verify_extended(const tern_op_t *op) {
  const tern_type_t *type = result_type(op);
  if (tern_spirv_struct_member_count(type) != 2) {
    return tern_op_error(op, "expected result struct type containing two members");
  }
  const tern_type_t *member = tern_spirv_struct_member(type, 0);
  bool is_same =
      tern_spirv_struct_member(type, 1) == member && operand_type(op, 0) == member && operand_type(op, 1) == member;
  return is_same || tern_op_error(op, "expected all operand types and struct member types are the same");
}

bool tern_spirv_verify_vector_times_scalar(const tern_op_t *op) {
  if (operand_type(op, 0) != result_type(op)) return tern_op_error(op, "vector operand and result type mismatch");
  return operand_type(op, 1) == tern_type_element(operand_type(op, 0)) ||
         tern_op_error(op, "scalar operand and result element type match");
}

bool tern_spirv_verify_length(const tern_op_t *op) {
  return result_type(op) == element_or_self(operand_type(op, 0)) ||
         tern_op_error(op, "failed to verify that result type must match operand element type");
}

bool tern_spirv_verify_frexp(const tern_op_t *op) {
  const tern_type_t *type = result_type(op), *operand = operand_type(op, 0);
  if (tern_spirv_struct_member_count(type) != 2)
    return tern_op_error(op, "result type must be a struct type with two memebers");
  const tern_type_t *significand = tern_spirv_struct_member(type, 0), *exponent = tern_spirv_struct_member(type, 1);
  if (significand != operand)
    return tern_op_error(op, "member zero of the resulting struct type must be the same type as the operand");
  const tern_type_t *exponent_element = element_or_self(exponent);
  if (!tern_type_is_integer(exponent_element) || tern_type_bit_width(exponent_element) != 32) {
    return tern_op_error(op,
                         "member one of the resulting struct type must be a scalar or vector of 32 bit integer type");
  }
  bool fits = is_vector(exponent) == is_vector(operand) && component_count(exponent) == component_count(operand);
  return fits ||
         tern_op_error(
             op, "member one of the resulting struct type must have the same number of components as the operand type");
}

bool tern_spirv_verify_ldexp(const tern_op_t *op) {
  const tern_type_t *significand = operand_type(op, 0), *exponent = operand_type(op, 1);
  if (is_vector(exponent) != is_vector(significand))
    return tern_op_error(op, "operands must both be scalars or vectors");
  return component_count(exponent) == component_count(significand) ||
         tern_op_error(op, "operands must have the same number of elements");
}

bool tern_spirv_verify_float_dot(const tern_op_t *op) {
  return tern_type_element(operand_type(op, 0)) == result_type(op) ||
         tern_op_error(op, "failed to verify that all of {vector1, result} have same element type");
}

bool tern_spirv_verify_dot(const tern_op_t *op) {
  const tern_type_t *factor = operand_type(op, 0);
  const tern_attr_t *format = tern_op_attr(op, "format");
  if (!is_vector(factor)) {
    if (!format) return tern_op_error(op, "requires Packed Vector Format attribute for integer vector operands");
    if (tern_integer_type_width(factor) != 32) {
      return tern_op_error(op,
                           "with specified Packed Vector Format (%s) requires integer vector operands to be 32-bits "
                           "wide",
                           tern_enum_case_name(TERN_SPIRV_ENUM(PACKED_VECTOR_FORMAT), tern_enum_attr_value(format)));
    }
  } else if (format) {
    return tern_op_error(op, "with invalid format attribute for vector operands of type '%s'", tern_type_text(factor));
  }
  int64_t factor_width = tern_type_bit_width(element_or_self(factor));
  int64_t result_width = tern_type_bit_width(result_type(op));
  return factor_width <= result_width ||
         tern_op_error(op,
                       "result type has insufficient bit-width (%" PRId64
                       " bits) for the specified vector operand type (%" PRId64 " bits)",
                       result_width, factor_width);
}

// --- conversions ---

bool tern_spirv_verify_cast(const tern_op_t *op) {
  const tern_type_t *from = operand_type(op, 0), *to = result_type(op);
  bool is_matrix = tern_type_is_spirv_coop_matrix(from);
  if (is_matrix != tern_type_is_spirv_coop_matrix(to) || is_vector(from) != is_vector(to)) {
    return tern_op_error(op, "incompatible operand and result types");
  }
  if (is_matrix && (tern_spirv_coop_matrix_rows(from) != tern_spirv_coop_matrix_rows(to) ||
                    tern_spirv_coop_matrix_columns(from) != tern_spirv_coop_matrix_columns(to) ||
                    tern_spirv_coop_matrix_scope(from) != tern_spirv_coop_matrix_scope(to) ||
                    tern_spirv_coop_matrix_use(from) != tern_spirv_coop_matrix_use(to))) {
    return tern_op_error(op, "incompatible operand and result types");
  }
  bool changes_width = tern_op_is(op, TERN_SPIRV(FCONVERT)) || tern_op_is(op, TERN_SPIRV(SCONVERT)) ||
                       tern_op_is(op, TERN_SPIRV(UCONVERT));
  if (!changes_width) return true;
  from = is_matrix ? tern_spirv_element_type(from) : element_or_self(from);
  to = is_matrix ? tern_spirv_element_type(to) : element_or_self(to);
  return tern_type_bit_width(from) != tern_type_bit_width(to) ||
         tern_op_error(op,
                       "expected the different bit widths for operand type and result type, but provided '%s' and '%s'",
                       tern_type_text(from), tern_type_text(to));
}

bool tern_spirv_verify_bitcast(const tern_op_t *op) {
  const tern_type_t *from = operand_type(op, 0), *to = result_type(op);
  if (from == to) return tern_op_error(op, "result type must be different from operand type");
  bool from_pointer = tern_type_is_spirv_pointer(from), to_pointer = tern_type_is_spirv_pointer(to);
  if (from_pointer != to_pointer) {
    return tern_op_error(op, "unhandled bit cast conversion from %s type to %s type",
                         from_pointer ? "pointer" : "non-pointer", to_pointer ? "pointer" : "non-pointer");
  }
  return bit_width(from) == bit_width(to) ||
         tern_op_error(op, "mismatch in result type bitwidth %" PRId64 " and operand type bitwidth %" PRId64,
                       bit_width(to), bit_width(from));
}

// ConvertPtrToU, ConvertUToPtr.
bool tern_spirv_verify_pointer_integer(const tern_op_t *op) {
  bool to_pointer = tern_op_is(op, TERN_SPIRV(CONVERTUTOPTR));
  const tern_type_t *pointer = to_pointer ? result_type(op) : operand_type(op, 0);
  const tern_type_t *integer = to_pointer ? operand_type(op, 0) : result_type(op);
  if (!tern_type_is_signless(integer)) {
    return tern_op_error(op, "%s must be a scalar type of unsigned integer", to_pointer ? "operand" : "result");
  }
  const tern_op_t *module = tern_op_parent(op);
  while (module && !tern_str_equal_cstr(tern_ident_str(module->def->name), "spirv.module"))
    module = tern_op_parent(module);
  const tern_attr_t *model = module ? tern_op_attr(module, "addressing_model") : NULL;
  if (!model) return true;
  int64_t value = tern_enum_attr_value(model);
  bool is_buffer = tern_spirv_pointer_storage_class(pointer) == TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER;
  bool is_physical = value != TERN_SPIRV_ADDRESSINGMODEL_LOGICAL &&
                     (value != TERN_SPIRV_ADDRESSINGMODEL_PHYSICALSTORAGEBUFFER64 || is_buffer);
  return is_physical || tern_op_error(op, "%s must be a physical pointer", to_pointer ? "result" : "operand");
}

static bool is_generic_target(uint32_t storage_class) {
  return storage_class == TERN_SPIRV_STORAGECLASS_WORKGROUP ||
         storage_class == TERN_SPIRV_STORAGECLASS_CROSSWORKGROUP || storage_class == TERN_SPIRV_STORAGECLASS_FUNCTION;
}

static bool verify_same_pointee(const tern_op_t *op) {
  const tern_type_t *from = tern_spirv_pointer_pointee(operand_type(op, 0));
  const tern_type_t *to = tern_spirv_pointer_pointee(result_type(op));
  return from == to || tern_op_error(op,
                                     "pointer operand's pointee type must have the same as the op result type, but "
                                     "found '%s' vs '%s'",
                                     tern_type_text(from), tern_type_text(to));
}

bool tern_spirv_verify_cast_to_generic(const tern_op_t *op) {
  if (!is_generic_target(tern_spirv_pointer_storage_class(operand_type(op, 0)))) {
    return tern_op_error(op, "pointer must point to the Workgroup, CrossWorkgroup, or Function Storage Class");
  }
  if (tern_spirv_pointer_storage_class(result_type(op)) != TERN_SPIRV_STORAGECLASS_GENERIC) {
    return tern_op_error(op, "result type must be of storage class Generic");
  }
  return verify_same_pointee(op);
}

bool tern_spirv_verify_cast_from_generic(const tern_op_t *op) {
  if (tern_spirv_pointer_storage_class(operand_type(op, 0)) != TERN_SPIRV_STORAGECLASS_GENERIC) {
    return tern_op_error(op, "pointer type must be of storage class Generic");
  }
  if (!is_generic_target(tern_spirv_pointer_storage_class(result_type(op)))) {
    return tern_op_error(op, "result must point to the Workgroup, CrossWorkgroup, or Function Storage Class");
  }
  return verify_same_pointee(op);
}

// --- matrices ---

static const tern_type_t *column_element(const tern_type_t *matrix) {
  return tern_type_element(tern_spirv_element_type(matrix));
}
static int64_t row_count(const tern_type_t *matrix) { return tern_type_dim(tern_spirv_element_type(matrix), 0); }
static int64_t column_count(const tern_type_t *matrix) { return tern_spirv_matrix_column_count(matrix); }

bool tern_spirv_verify_matrix_times_matrix(const tern_op_t *op) {
  const tern_type_t *left = operand_type(op, 0), *right = operand_type(op, 1), *result = result_type(op);
  if (column_count(left) != row_count(right)) {
    return tern_op_error(op, "left matrix columns' count must be equal to the right matrix rows' count");
  }
  if (column_count(right) != column_count(result)) {
    return tern_op_error(op, "right and result matrices must have equal columns' count");
  }
  if (column_element(right) != column_element(result)) {
    return tern_op_error(op, "right and result matrices' component type must be the same");
  }
  if (column_element(left) != column_element(result)) {
    return tern_op_error(op, "left and result matrices' component type must be the same");
  }
  return row_count(left) == row_count(result) ||
         tern_op_error(op, "left and result matrices must have equal rows' count");
}

bool tern_spirv_verify_matrix_times_scalar(const tern_op_t *op) {
  const tern_type_t *matrix = operand_type(op, 0);
  const tern_type_t *element =
      tern_type_is_spirv_coop_matrix(matrix) ? tern_spirv_element_type(matrix) : column_element(matrix);
  return element == operand_type(op, 1) ||
         tern_op_error(op, "input matrix components' type and scaling value must have the same type");
}

bool tern_spirv_verify_matrix_times_vector(const tern_op_t *op) {
  const tern_type_t *matrix = operand_type(op, 0), *vector = operand_type(op, 1), *result = result_type(op);
  if (tern_type_element(vector) != tern_type_element(result)) {
    return tern_op_error(op, "failed to verify that all of {vector, result} have same element type");
  }
  if (tern_type_dim(vector, 0) != column_count(matrix)) {
    return tern_op_error(op, "matrix columns (%" PRId64 ") must match vector operand size (%" PRId64 ")",
                         column_count(matrix), tern_type_dim(vector, 0));
  }
  if (tern_type_dim(result, 0) != row_count(matrix)) {
    return tern_op_error(op, "result size (%" PRId64 ") must match the matrix rows (%" PRId64 ")",
                         tern_type_dim(result, 0), row_count(matrix));
  }
  return column_element(matrix) == tern_type_element(result) ||
         tern_op_error(op, "matrix and result element types must match");
}

bool tern_spirv_verify_vector_times_matrix(const tern_op_t *op) {
  const tern_type_t *vector = operand_type(op, 0), *matrix = operand_type(op, 1), *result = result_type(op);
  if (tern_type_element(vector) != tern_type_element(result)) {
    return tern_op_error(op, "failed to verify that all of {vector, result} have same element type");
  }
  if (tern_type_dim(vector, 0) != row_count(matrix)) {
    return tern_op_error(op,
                         "number of components in vector must equal the number of components in each column in matrix");
  }
  if (tern_type_dim(result, 0) != column_count(matrix)) {
    return tern_op_error(op, "number of columns in matrix must equal the number of components in result");
  }
  return column_element(matrix) == tern_type_element(result) ||
         tern_op_error(op, "matrix must be a matrix with the same component type as the component type in result");
}

bool tern_spirv_verify_transpose(const tern_op_t *op) {
  const tern_type_t *matrix = operand_type(op, 0), *result = result_type(op);
  if (row_count(matrix) != column_count(result)) {
    return tern_op_error(op, "input matrix rows count must be equal to output matrix columns count");
  }
  if (column_count(matrix) != row_count(result)) {
    return tern_op_error(op, "input matrix columns count must be equal to output matrix rows count");
  }
  return column_element(matrix) == column_element(result) ||
         tern_op_error(op, "input and output matrices must have the same component type");
}
