// Verifiers of tensor ops; those of slices, gathers and pads are in verify_slice.c.

#include <inttypes.h>

#include "dialect/common/reassociation.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"

// --- casts ---

bool tern_tensor_are_cast_compatible(const tern_type_t *a, const tern_type_t *b) {
  bool is_a_ranked = a->kind == TERN_TYPE_TENSOR, is_b_ranked = b->kind == TERN_TYPE_TENSOR;
  if (!is_a_ranked && a->kind != TERN_TYPE_UNRANKED_TENSOR) return false;
  if (!is_b_ranked && b->kind != TERN_TYPE_UNRANKED_TENSOR) return false;
  if (tern_type_element(a) != tern_type_element(b)) return false;
  if (!is_a_ranked || !is_b_ranked) return true;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); i++) {
    int64_t from = tern_type_dim(a, i), to = tern_type_dim(b, i);
    if (from != to && from != TERN_DYNAMIC && to != TERN_DYNAMIC) return false;
  }
  return true;
}

static bool refuse_cast(const tern_op_t *op) {
  return tern_op_error(op, "operand type '%s' and result type '%s' are cast incompatible",
                       tern_type_text(tern_op_operand(op, 0)->type), tern_type_text(op->results[0].type));
}

bool tern_tensor_verify_cast(const tern_op_t *op) {
  return tern_tensor_are_cast_compatible(tern_op_operand(op, 0)->type, op->results[0].type) || refuse_cast(op);
}

bool tern_tensor_verify_bitcast(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  const tern_type_t *element = tern_type_element(to);
  bool is_ok = tern_type_bit_width(tern_type_element(from)) == tern_type_bit_width(element) &&
               tern_tensor_are_cast_compatible(tern_type_with_element(from, element), to);
  return is_ok || refuse_cast(op);
}

// --- sizes ---

// One operand from `first` on for each dynamic dimension of the result.
static bool verify_dynamic_sizes(const tern_op_t *op, size_t first) {
  size_t count = op->operand_count - first, expected = tern_type_dynamic_dim_count(op->results[0].type);
  return count == expected ||
         tern_op_error(op, "incorrect number of dynamic sizes, has %zu, expected %zu", count, expected);
}

bool tern_tensor_verify_empty(const tern_op_t *op) { return verify_dynamic_sizes(op, 0); }
bool tern_tensor_verify_splat(const tern_op_t *op) { return verify_dynamic_sizes(op, 1); }
bool tern_tensor_verify_generate(const tern_op_t *op) { return verify_dynamic_sizes(op, 0); }

bool tern_tensor_verify_generate_body(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_type_t *type = op->results[0].type;
  for (size_t i = 0; i < body->arg_count; i++)
    if (!tern_type_is_index(body->args[i]->type)) return tern_emit_error(op->loc, "all body arguments must be index");
  if (body->arg_count != tern_type_rank(type))
    return tern_emit_error(op->loc, "must have one body argument per input dimension");
  const tern_op_t *yield = body->last_op;
  if (!yield || !tern_op_is(yield, TERN_TENSOR(YIELD)) || yield->operand_count != 1) return true;
  return tern_op_operand(yield, 0)->type == tern_type_element(type) ||
         tern_op_error(op, "body must be terminated with a `yield` operation of the tensor element type");
}

// --- elements ---

bool tern_tensor_verify_extract(const tern_op_t *op) {
  return op->operand_count - 1 == tern_type_rank(tern_op_operand(op, 0)->type) ||
         tern_op_error(op, "incorrect number of indices for extract_element");
}

bool tern_tensor_verify_insert(const tern_op_t *op) {
  return op->operand_count - 2 == tern_type_rank(tern_op_operand(op, 1)->type) ||
         tern_op_error(op, "incorrect number of indices");
}

bool tern_tensor_verify_from_elements(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  bool is_ok = tern_type_element_count(type) == (int64_t)op->operand_count;
  for (size_t i = 0; is_ok && i < op->operand_count; i++)
    is_ok = tern_op_operand(op, i)->type == tern_type_element(type);
  return is_ok || tern_op_error(op, "failed to verify that operand types match result element type");
}

// --- concat ---

static bool verify_concat_inputs(const tern_op_t *op, size_t dim) {
  const tern_type_t *first = tern_op_operand(op, 0)->type;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (tern_type_rank(type) != tern_type_rank(first))
      return tern_op_error(op, "rank of concatenated inputs must match result rank");
    if (tern_type_element(type) != tern_type_element(op->results[0].type))
      return tern_op_error(op, "inputs and result element type must match");
  }
  for (size_t axis = 0; axis < tern_type_rank(first); axis++) {
    int64_t size = TERN_DYNAMIC;
    for (size_t i = 0; i < op->operand_count && axis != dim; i++) {
      int64_t other = tern_type_dim(tern_op_operand(op, i)->type, axis);
      if (other == TERN_DYNAMIC) continue;
      if (size != TERN_DYNAMIC && size != other)
        return tern_op_error(op, "static concatenation size mismatch along non-concatenated dimension %zu", axis);
      size = other;
    }
  }
  return true;
}

bool tern_tensor_verify_concat(const tern_op_t *op) {
  if (op->operand_count < 1) return tern_op_error(op, "requires at least one input");
  const tern_type_t *result = op->results[0].type;
  size_t rank = tern_type_rank(result);
  int64_t dim = tern_integer_attr_value(tern_op_attr(op, "dim"));
  if (tern_type_rank(tern_op_operand(op, 0)->type) != rank)
    return tern_op_error(op, "rank of concatenated inputs must match result rank");
  if (dim < 0) return tern_op_error(op, "concatenation dim must be non-negative");
  if (dim >= (int64_t)rank) return tern_op_error(op, "concatenation dim must be less than the tensor rank");
  if (rank > TERN_INDEX_LIST_MAX) return tern_op_error(op, "has more than %d dimensions", TERN_INDEX_LIST_MAX);
  if (!verify_concat_inputs(op, (size_t)dim)) return false;
  int64_t dims[TERN_INDEX_LIST_MAX];
  for (size_t axis = 0; axis < rank; axis++) {
    dims[axis] = axis == (size_t)dim ? 0 : TERN_DYNAMIC;
    for (size_t i = 0; i < op->operand_count; i++) {
      int64_t size = tern_type_dim(tern_op_operand(op, i)->type, axis);
      if (axis != (size_t)dim)
        dims[axis] = size != TERN_DYNAMIC ? size : dims[axis];
      else
        dims[axis] = size == TERN_DYNAMIC || dims[axis] == TERN_DYNAMIC ? TERN_DYNAMIC : dims[axis] + size;
    }
  }
  for (size_t axis = 0; axis < rank; axis++) {
    int64_t size = tern_type_dim(result, axis);
    if (size == dims[axis] || size == TERN_DYNAMIC || dims[axis] == TERN_DYNAMIC) continue;
    const tern_type_t *inferred = tern_tensor_type_get(tern_type_element(result), dims, rank, NULL);
    return tern_op_error(op, "result type '%s'does not match inferred shape '%s' static sizes", tern_type_text(result),
                         tern_type_text(inferred));
  }
  return true;
}

// --- reshapes ---

bool tern_tensor_verify_reshape(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_type_element(source) != tern_type_element(result))
    return tern_op_error(op, "element types of source and destination tensor types should be the same");
  if (result->kind != TERN_TYPE_TENSOR) return true;
  int64_t length = tern_type_dim(tern_op_operand(op, 1)->type, 0);
  if (source->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(source) && tern_type_has_static_shape(result) &&
      tern_type_element_count(source) != tern_type_element_count(result))
    return tern_op_error(op, "source and destination tensor should have the same number of elements");
  if (length == TERN_DYNAMIC)
    return tern_op_error(op,
                         "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type");
  return length == (int64_t)tern_type_rank(result) ||
         tern_op_error(op, "length of shape operand differs from the result's tensor rank");
}

const tern_type_t *tern_tensor_collapsed_type(const tern_type_t *source, const tern_attr_t *reassociation) {
  size_t rank = tern_array_attr_count(reassociation);
  int64_t dims[TERN_INDEX_LIST_MAX];
  if (rank > TERN_INDEX_LIST_MAX) return NULL;
  for (size_t i = 0; i < rank; i++) {
    const tern_attr_t *group = tern_array_attr_at(reassociation, i);
    dims[i] = 1;
    for (size_t j = 0; j < tern_int_list_attr_count(group); j++) {
      int64_t size = tern_type_dim(source, (size_t)tern_int_list_attr_at(group, j));
      if (size == TERN_DYNAMIC || dims[i] == TERN_DYNAMIC || __builtin_mul_overflow(dims[i], size, &dims[i]))
        dims[i] = TERN_DYNAMIC;
    }
  }
  return tern_tensor_type_get(tern_type_element(source), dims, rank, tern_tensor_type_encoding(source));
}

// What holds for expand and collapse: `expanded` is the larger type.
static bool verify_reassociation(const tern_op_t *op, const tern_type_t *expanded, const tern_type_t *collapsed) {
  if (expanded->kind != TERN_TYPE_TENSOR || collapsed->kind != TERN_TYPE_TENSOR)
    return tern_op_error(op, "expects ranked tensors, but got '%s' and '%s'",
                         tern_type_text(tern_op_operand(op, 0)->type), tern_type_text(op->results[0].type));
  if (!tern_reassociation_verify(op, collapsed, expanded)) return false;
  const tern_type_t *inferred = tern_tensor_collapsed_type(expanded, tern_op_attr(op, "reassociation"));
  return inferred == collapsed ||
         tern_op_error(op, "expected collapsed type to be '%s', but got '%s'",
                       inferred ? tern_type_text(inferred) : "of lower rank", tern_type_text(collapsed));
}

bool tern_tensor_verify_collapse_shape(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_type_is_ranked(source) && tern_type_is_ranked(result) && tern_type_rank(source) < tern_type_rank(result))
    return tern_op_error(op,
                         "expected the expanded type, '%s' to have a higher (or same) rank than the collapsed type, "
                         "'%s'.",
                         tern_type_text(source), tern_type_text(result));
  return verify_reassociation(op, source, result);
}

bool tern_tensor_verify_expand_shape(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (source->kind != TERN_TYPE_TENSOR || result->kind != TERN_TYPE_TENSOR)
    return tern_op_error(op, "expects ranked tensors, but got '%s' and '%s'", tern_type_text(source),
                         tern_type_text(result));
  size_t rank = tern_type_rank(result);
  if (!tern_reassociation_verify_output_shape(op, rank, "dims")) return false;
  if (tern_type_rank(source) > rank)
    return tern_op_error(op,
                         "expected the expanded type, '%s' to have a higher (or same) rank than the collapsed type, "
                         "'%s'.",
                         tern_type_text(result), tern_type_text(source));
  return verify_reassociation(op, result, source);
}
