// Verifiers of tensor ops on slices: extract_slice, insert_slice, pad, gather, scatter.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"

// --- slices ---

// Is `type` the `expected` one, or that with dimensions of size 1 left out? Errors say how not.
static bool verify_rank_reduced(const tern_op_t *op, const tern_type_t *expected, const tern_type_t *type) {
  size_t next = 0, rank = tern_type_rank(type);
  if (rank > tern_type_rank(expected))
    return tern_emit_error(op->loc, "expected rank to be smaller or equal to the other rank. ");
  for (size_t i = 0; i < tern_type_rank(expected); i++) {
    if (next < rank && tern_type_dim(expected, i) == tern_type_dim(type, next)) {
      next++;
    } else if (tern_type_dim(expected, i) != 1) {
      next = rank + 1;
      break;
    }
  }
  if (next != rank)
    return tern_emit_error(op->loc, "expected type to be '%s' or a rank-reduced version. (size mismatch) ",
                           tern_type_text(expected));
  return tern_type_element(expected) == tern_type_element(type) ||
         tern_emit_error(op->loc, "expected element type to be '%s'", tern_type_text(tern_type_element(expected)));
}

// `whole` is what is sliced, `part` the slice.
static bool verify_slice(const tern_op_t *op, const tern_type_t *whole, const tern_type_t *part) {
  if (!tern_slice_verify(op, tern_type_rank(whole))) return false;
  int64_t sizes[TERN_INDEX_LIST_MAX];
  const tern_attr_t *statics = tern_op_attr(op, "static_sizes");
  for (size_t i = 0; i < tern_type_rank(whole); i++) sizes[i] = tern_int_list_attr_at(statics, i);
  const tern_type_t *expected =
      tern_tensor_type_get(tern_type_element(whole), sizes, tern_type_rank(whole), tern_tensor_type_encoding(whole));
  return verify_rank_reduced(op, expected, part) && tern_slice_verify_bounds(op, tern_type_dims(whole));
}

bool tern_tensor_verify_extract_slice(const tern_op_t *op) {
  return verify_slice(op, tern_op_operand(op, 0)->type, op->results[0].type);
}

bool tern_tensor_verify_insert_slice(const tern_op_t *op) {
  return verify_slice(op, tern_op_operand(op, 1)->type, tern_op_operand(op, 0)->type);
}

bool tern_tensor_verify_parallel_insert_slice(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  bool is_parallel = parent && tern_str_ends_with(tern_op_name(parent), TERN_STR("in_parallel"));
  if (!is_parallel) {
    tern_str_t name = parent ? tern_op_name(parent) : TERN_STR("none");
    return tern_emit_error(op->loc, "expected InParallelOpInterface parent, got: %.*s", (int)name.size, name.data);
  }
  return verify_slice(op, tern_op_operand(op, 1)->type, tern_op_operand(op, 0)->type);
}

// --- pad ---

bool tern_tensor_verify_pad(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_attr_t *low = tern_op_attr(op, "static_low"), *high = tern_op_attr(op, "static_high");
  size_t rank = tern_type_rank(source);
  if (tern_int_list_attr_count(low) != rank || tern_int_list_attr_count(high) != rank || rank > TERN_INDEX_LIST_MAX)
    return tern_emit_error(op->loc, "failed to infer expectedType from sourceType '%s', specified resultType is '%s'",
                           tern_type_text(source), tern_type_text(result));
  if (!tern_index_list_verify(op, "low", "static_low", "low padding", rank) ||
      !tern_index_list_verify(op, "high", "static_high", "high padding", rank))
    return false;
  int64_t dims[TERN_INDEX_LIST_MAX];
  for (size_t i = 0; i < rank; i++) {
    int64_t size = tern_type_dim(source, i), before = tern_int_list_attr_at(low, i),
            after = tern_int_list_attr_at(high, i);
    bool is_known = size != TERN_DYNAMIC && before != TERN_DYNAMIC && after != TERN_DYNAMIC;
    dims[i] = TERN_DYNAMIC;
    if (!is_known) continue;
    if (__builtin_add_overflow(size, before, &dims[i]) || __builtin_add_overflow(dims[i], after, &dims[i]) ||
        dims[i] < 0)
      return tern_op_error(op, "pads dimension %zu to an impossible size", i);
  }
  const tern_type_t *inferred =
      tern_tensor_type_get(tern_type_element(source), dims, rank, tern_tensor_type_encoding(source));
  bool fits = tern_type_rank(result) == rank && tern_type_element(result) == tern_type_element(source);
  for (size_t i = 0; fits && i < rank; i++) fits = tern_type_dim(result, i) == dims[i] || dims[i] == TERN_DYNAMIC;
  return fits || tern_emit_error(op->loc, "specified type '%s' does not match the inferred type '%s'",
                                 tern_type_text(result), tern_type_text(inferred));
}

bool tern_tensor_verify_pad_body(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (body->arg_count != tern_type_rank(type))
    return tern_emit_error(op->loc, "expected the block to have %zu arguments", tern_type_rank(type));
  for (size_t i = 0; i < body->arg_count; i++)
    if (!tern_type_is_index(body->args[i]->type))
      return tern_op_error(op, "expected block argument %zu to be an index", i + 1);
  const tern_op_t *yield = body->last_op;
  if (!yield || !tern_op_is(yield, TERN_TENSOR(YIELD)) || yield->operand_count != 1) return true;
  return tern_op_operand(yield, 0)->type == tern_type_element(type) ||
         tern_op_error(op, "expected yield type to match shape element type");
}

// --- gather, scatter ---

static bool verify_positions(const tern_op_t *op, const char *name, const char *what, const tern_type_t *indices,
                             size_t rank) {
  const tern_attr_t *dims = tern_op_attr(op, name);
  size_t count = tern_int_list_attr_count(dims);
  if (count == 0) return tern_op_error(op, "%s must be non-empty", name);
  if (count > rank) return tern_op_error(op, "%s overflow %s rank", name, what);
  size_t indices_rank = tern_type_rank(indices);
  if (indices_rank == 0 || tern_type_dim(indices, indices_rank - 1) != (int64_t)count)
    return tern_op_error(op, "%s length must match the size of last dimension of indices", name);
  for (size_t i = 0; i < count; i++) {
    int64_t dim = tern_int_list_attr_at(dims, i);
    if (dim < 0) return tern_op_error(op, "%s value must be non-negative", name);
    if (dim >= (int64_t)rank) return tern_op_error(op, "%s value must be smaller than %s rank", name, what);
    if (i > 0 && tern_int_list_attr_at(dims, i - 1) >= dim)
      return tern_op_error(op, "%s values must be strictly increasing", name);
  }
  return true;
}

// The type of all slices of `whole` at `indices`: with dimensions of size 1 along the indexed ones, or without.
static const tern_type_t *slices_type(const tern_type_t *whole, const tern_type_t *indices, const tern_attr_t *dims,
                                      bool is_reduced) {
  TERN_VEC(int64_t) sizes = {0};
  for (size_t i = 0; i + 1 < tern_type_rank(indices); i++) tern_vec_push(&sizes, tern_type_dim(indices, i));
  size_t next = 0;
  for (size_t i = 0; i < tern_type_rank(whole); i++) {
    bool is_indexed = next < tern_int_list_attr_count(dims) && tern_int_list_attr_at(dims, next) == (int64_t)i;
    next += is_indexed;
    if (is_indexed && is_reduced) continue;
    tern_vec_push(&sizes, is_indexed ? 1 : tern_type_dim(whole, i));
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(whole), sizes.values, sizes.count, NULL);
  tern_vec_deinitialize(&sizes);
  return type;
}

static bool verify_slices_type(const tern_op_t *op, const char *what, const tern_type_t *type, const tern_type_t *whole,
                               const tern_type_t *indices, const tern_attr_t *dims) {
  const tern_type_t *full = slices_type(whole, indices, dims, false),
                    *reduced = slices_type(whole, indices, dims, true);
  return type == full || type == reduced ||
         tern_op_error(op, "%s type mismatch: expected '%s' or its rank-reduced variant '%s' (got: '%s')", what,
                       tern_type_text(full), tern_type_text(reduced), tern_type_text(type));
}

bool tern_tensor_verify_gather(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *indices = tern_op_operand(op, 1)->type;
  return verify_positions(op, "gather_dims", "source", indices, tern_type_rank(source)) &&
         verify_slices_type(op, "result", op->results[0].type, source, indices, tern_op_attr(op, "gather_dims"));
}

bool tern_tensor_verify_scatter(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *dest = tern_op_operand(op, 1)->type;
  const tern_type_t *indices = tern_op_operand(op, 2)->type;
  if (!verify_positions(op, "scatter_dims", "dest", indices, tern_type_rank(dest))) return false;
  if (!tern_op_attr(op, "unique")) return tern_op_error(op, "requires 'unique' attribute to be set");
  if (!verify_slices_type(op, "source", source, dest, indices, tern_op_attr(op, "scatter_dims"))) return false;
  return op->results[0].type == dest ||
         tern_op_error(op, "expected type of operand #1 ('%s') to match type of corresponding result ('%s')",
                       tern_type_text(dest), tern_type_text(op->results[0].type));
}
