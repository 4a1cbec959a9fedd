// tt: ops that give tensors other shapes (upstream: Ops.cpp).

#include <inttypes.h>

#include "base/string.h"
#include "dialect/tt/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"

static const tern_type_t *source_type(const tern_op_t *op) { return tern_op_operand(op, 0)->type; }
static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

bool tern_tt_verify_unsplat(const tern_op_t *op) {
  return tern_type_element_count(source_type(op)) == 1 ||
         tern_op_error_unnamed(op, "source tensor must have exactly one element");
}

// What MLIR says after an error about the types that an op would have by itself.
static bool fail_inference(const tern_op_t *op) { return tern_op_error(op, "failed to infer returned types"); }

bool tern_tt_report_inferred(const tern_op_t *op, const tern_type_t *inferred) {
  tern_string_builder_t wanted = {0}, found = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_string_builder_append_format(&wanted, "%s'%s'", i ? ", " : "", tern_type_text(inferred));
    tern_string_builder_append_format(&found, "%s'%s'", i ? ", " : "", tern_type_text(op->results[i].type));
  }
  tern_op_error(op, "inferred type(s) %.*s are incompatible with return type(s) of operation %.*s", (int)wanted.size,
                wanted.data, (int)found.size, found.data);
  tern_string_builder_deinitialize(&wanted);
  tern_string_builder_deinitialize(&found);
  return fail_inference(op);
}

// Types that upstream infers are compared with those that are given; an encoding may be another that puts everything in the
// same place.
static bool check_inferred(const tern_op_t *op, const int64_t *dims, size_t rank, const tern_attr_t *encoding) {
  const tern_type_t *given = result_type(op), *source = source_type(op);
  bool is_right = tern_type_rank(given) == rank && tern_type_element(given) == tern_type_element(source);
  for (size_t d = 0; d < rank && is_right; ++d) is_right = tern_type_dim(given, d) == dims[d];
  if (is_right && tern_ttg_same_layout(dims, encoding, tern_tensor_type_encoding(given))) return true;
  return tern_tt_report_inferred(op, tern_tensor_type_get(tern_type_element(source), dims, rank, encoding));
}

static const tern_attr_t *source_encoding(const tern_op_t *op) { return tern_tensor_type_encoding(source_type(op)); }

enum { MAX_RANK = 32 };

static bool check_rank(const tern_op_t *op, size_t rank) {
  return rank < MAX_RANK || tern_op_error(op, "has a tensor of more than %d dimensions", MAX_RANK - 1);
}

bool tern_tt_verify_expand_dims(const tern_op_t *op) {
  const tern_type_t *source = source_type(op);
  size_t rank = tern_type_rank(source);
  int64_t dims[MAX_RANK], axis = tern_integer_attr_value(tern_op_attr(op, "axis"));
  if (!check_rank(op, rank)) return false;
  if (axis < 0 || axis > (int64_t)rank)
    return tern_op_error(op, "axis %" PRId64 " is out of bounds for a result of rank %zu", axis, rank + 1);
  for (size_t d = 0, from = 0; d <= rank; ++d) dims[d] = d == (size_t)axis ? 1 : tern_type_dim(source, from++);
  const char *error = NULL;
  const tern_attr_t *encoding = tern_ttg_infer_expand_dims(source_encoding(op), (size_t)axis, &error);
  if (error) return tern_op_error_unnamed(op, "%s", error);
  return check_inferred(op, dims, rank + 1, encoding);
}

bool tern_tt_verify_reshape(const tern_op_t *op) {
  const tern_type_t *source = source_type(op), *result = result_type(op);
  const tern_attr_t *from = source_encoding(op), *to = tern_tensor_type_encoding(result);
  if (tern_type_element_count(result) != tern_type_element_count(source))
    return tern_op_error_unnamed(op, "number of src and dst elements of reshape must be the same");
  if (!from != !to) {
    return tern_op_error_unnamed(op,
                                 "Op requires that either (a) src and dst both have encodings, or (b) neither does.");
  }
  if (!tern_ttg_is_encoding(from) || tern_op_attr(op, "allow_reorder")) return true;
  const char *error = NULL;
  const tern_attr_t *inferred =
      tern_ttg_infer_reshape(from, tern_type_dims(source), tern_type_dims(result), tern_type_rank(result), &error);
  if (error) return tern_op_error_unnamed(op, "%s", error);
  return tern_ttg_same_layout(tern_type_dims(result), inferred, to) ||
         tern_op_error_unnamed(op, "Expected result encoding %s but was %s", tern_attr_text(inferred),
                               tern_attr_text(to));
}

bool tern_tt_verify_broadcast(const tern_op_t *op) {
  const tern_type_t *source = source_type(op), *result = result_type(op);
  if (!tern_tt_verify_same_encoding(op)) return false;
  if (tern_type_rank(source) != tern_type_rank(result))
    return tern_op_error_unnamed(op, "rank of source must be same as rank of result");
  for (size_t d = 0; d < tern_type_rank(source); ++d) {
    if (tern_type_dim(source, d) == 1 || tern_type_dim(source, d) == tern_type_dim(result, d)) continue;
    return tern_op_error_unnamed(op,
                                 "Different dimensions at index %zu between source and result.  Broadcast requires the "
                                 "source dimension to be 1.",
                                 d);
  }
  return true;
}

static void append_shape(tern_string_builder_t *out, const tern_type_t *type, const char *end) {
  for (size_t d = 0; d < tern_type_rank(type); ++d)
    tern_string_builder_append_format(out, "%s%" PRId64, d ? ", " : "", tern_type_dim(type, d));
  tern_string_builder_append_cstr(out, end);
}

// A join is a split the other way round.
static bool check_join_encoding(const tern_op_t *op, const int64_t *dims) {
  const tern_attr_t *from = source_encoding(op), *to = tern_tensor_type_encoding(result_type(op));
  const char *error = NULL;
  if (!from && !to) return true;
  if (!to) return tern_op_error(op, "result encoding must be specified");
  const tern_attr_t *split = tern_ttg_infer_split(to, tern_type_dims(result_type(op)), &error);
  return (!error && tern_ttg_same_layout(dims, split, from)) || tern_op_error(op, "incompatible join layout");
}

bool tern_tt_verify_join(const tern_op_t *op) {
  const tern_type_t *source = source_type(op), *result = result_type(op);
  size_t rank = tern_type_rank(source);
  bool is_right = tern_type_rank(result) == rank + 1 && tern_type_dim(result, rank) == 2;
  for (size_t d = 0; d < rank && is_right; ++d) is_right = tern_type_dim(result, d) == tern_type_dim(source, d);
  if (!is_right) {
    tern_string_builder_t text = {0};
    append_shape(&text, source, rank ? ", 2), but got " : "2), but got ");
    append_shape(&text, result, "");
    tern_op_error(op, "result shape must be (%.*s", (int)text.size, text.data);
    tern_string_builder_deinitialize(&text);
    return false;
  }
  if (tern_type_element(result) != tern_type_element(source))
    return tern_op_error(op, "result element type must match the input element type");
  return check_join_encoding(op, tern_type_dims(source));
}

bool tern_tt_verify_split(const tern_op_t *op) {
  const tern_type_t *source = source_type(op);
  size_t rank = tern_type_rank(source);
  int64_t dims[MAX_RANK];
  if (!check_rank(op, rank)) return false;
  if (!rank || tern_type_dim(source, rank - 1) != 2) {
    tern_op_error_unnamed(op, "last dimension of input tensor must be 2");
    return fail_inference(op);
  }
  for (size_t d = 0; d + 1 < rank; ++d) dims[d] = tern_type_dim(source, d);
  const char *error = NULL;
  const tern_attr_t *encoding = tern_ttg_infer_split(source_encoding(op), tern_type_dims(source), &error);
  if (error) {
    tern_op_error_unnamed(op, "%s", error);
    return fail_inference(op);
  }
  return check_inferred(op, dims, rank - 1, encoding);
}

bool tern_tt_verify_trans(const tern_op_t *op) {
  const tern_attr_t *order = tern_op_attr(op, "order");
  const tern_type_t *source = source_type(op), *result = result_type(op);
  size_t rank = tern_type_rank(source);
  if (tern_int_list_attr_count(order) != rank)
    return tern_op_error_unnamed(op, "order must have the same size as the rank of the operand and result");
  if (!tern_int_list_attr_is_permutation(order))
    return tern_op_error_unnamed(op, "order must be a permutation of [0, ..., rank - 1]");
  bool is_right = tern_type_rank(result) == rank;
  for (size_t d = 0; d < rank && is_right; ++d)
    is_right = tern_type_dim(result, d) == tern_type_dim(source, (size_t)tern_int_list_attr_at(order, d));
  if (!is_right) return tern_op_error_unnamed(op, "result shape must match the permutation of the source shape");
  const char *error = NULL;
  const tern_attr_t *encoding = tern_ttg_infer_trans(source_encoding(op), tern_type_dims(source), order, &error);
  return error ? tern_op_error_unnamed(op, "%s", error) : check_inferred(op, tern_type_dims(result), rank, encoding);
}

bool tern_tt_verify_make_range(const tern_op_t *op) {
  int64_t start = tern_integer_attr_value(tern_op_attr(op, "start")),
          end = tern_integer_attr_value(tern_op_attr(op, "end"));
  const tern_type_t *type = result_type(op);
  if (start >= end) return tern_op_error(op, "start must be less than end");
  if (tern_type_rank(type) != 1) return tern_op_error(op, "return type must be a 1D tensor");
  if (end - start != tern_type_dim(type, 0)) {
    return tern_op_error(op,
                         "number of elements in returned tensor, %" PRId64 ", must match size of range [%" PRId64
                         ", %" PRId64 "), which has %" PRId64 " elements",
                         tern_type_dim(type, 0), start, end, end - start);
  }
  return tern_type_is_i(tern_type_element(type), 32) || tern_op_error(op, "returned tensor must have i32 elements");
}

bool tern_tt_verify_gather(const tern_op_t *op) {
  const tern_type_t *source = source_type(op), *indices = tern_op_operand(op, 1)->type, *result = result_type(op);
  size_t rank = tern_type_rank(indices);
  bool is_right = tern_type_rank(result) == rank;
  for (size_t d = 0; d < rank && is_right; ++d) is_right = tern_type_dim(result, d) == tern_type_dim(indices, d);
  if (!is_right) return tern_op_error(op, "indices and output shapes must match");
  if (tern_tensor_type_encoding(indices) != tern_tensor_type_encoding(result))
    return tern_op_error(op, "indices and output encodings must match");
  if (tern_type_element(source) != tern_type_element(result))
    return tern_op_error(op, "input and output element types must match");
  if (tern_type_rank(source) != rank) return tern_op_error(op, "input and indices ranks must match");
  int64_t axis = tern_integer_attr_value(tern_op_attr(op, "axis"));
  if (axis < 0 || axis >= (int64_t)rank) return tern_op_error(op, "gather dimension must be less than the input rank");
  for (size_t d = 0; d < rank; ++d) {
    if (d != (size_t)axis && tern_type_dim(indices, d) != tern_type_dim(source, d))
      return tern_op_error(op, "indices dimension %zu must match the corresponding input dimension", d);
  }
  return true;
}
