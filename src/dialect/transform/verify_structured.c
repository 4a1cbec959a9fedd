// Verifiers of transform.structured ops that pad, pack, interchange and size.

#include "dialect/transform/hooks.h"
#include "ir/diagnostic.h"

static bool refuse_permutation(const tern_op_t *op, const char *name, const tern_attr_t *list) {
  tern_string_builder_t sb = {0};
  for (size_t i = 0; i < tern_int_list_attr_count(list); ++i)
    tern_string_builder_append_format(&sb, "%s%lld", i ? ", " : "", (long long)tern_int_list_attr_at(list, i));
  tern_op_error(op, "expects %s to be a permutation, found %s", name, sb.data);
  tern_string_builder_deinitialize(&sb);
  return false;
}

bool tern_transform_verify_interchange(const tern_op_t *op) {
  const tern_attr_t *list = tern_op_attr(op, "iterator_interchange");
  return tern_int_list_attr_is_permutation(list) || refuse_permutation(op, "iterator_interchange", list);
}

bool tern_transform_verify_hoist_pad(const tern_op_t *op) {
  const tern_attr_t *list = tern_op_attr(op, "transpose");
  return tern_int_list_attr_is_permutation(list) || refuse_permutation(op, "transpose", list);
}

bool tern_transform_verify_same_results(const tern_op_t *op) {
  for (size_t i = 1; i < op->result_count; ++i)
    if (op->results[i].type != op->results[0].type) return tern_op_error(op, "expects all results type to be the same");
  return true;
}

// --- padding ---

static bool are_between(const tern_attr_t *list, int64_t low, int64_t high) {
  for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) {
    int64_t value = tern_int_list_attr_at(list, i);
    if (value < low || value > high) return false;
  }
  return true;
}

bool tern_transform_verify_pad(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "nofold_flags"), *dims = tern_op_attr(op, "padding_dimensions");
  if (!are_between(flags, 0, 1))
    return tern_op_error(op, "expects nofold_flags to contain booleans (0/1), found %s", tern_attr_text(flags));
  if (!are_between(dims, 0, INT64_MAX))
    return tern_op_error(op, "expects padding_dimensions to contain positive integers, found %s", tern_attr_text(dims));
  size_t multiples = tern_int_list_attr_count(tern_op_attr(op, "static_pad_to_multiple_of"));
  if (multiples && multiples != tern_int_list_attr_count(dims))
    return tern_op_error(op, "expects as many multiples as padding_dimensions");
  const tern_attr_t *transposes = tern_op_attr(op, "transpose_paddings");
  for (size_t i = 0; transposes && i < tern_array_attr_count(transposes); ++i) {
    const tern_attr_t *transpose = tern_array_attr_at(transposes, i);
    if (!tern_int_list_attr_is_permutation(transpose))
      return tern_op_error(op, "expects transpose_paddings to be a permutation, found %s", tern_attr_text(transpose));
  }
  static const char *const copies[] = {"bufferization.materialize_in_destination", "linalg.copy", "none"};
  const tern_attr_t *copy = tern_op_attr(op, "copy_back_op");
  for (size_t i = 0; copy && i < sizeof(copies) / sizeof(copies[0]); ++i)
    if (tern_str_equal_cstr(tern_string_attr_value(copy), copies[i])) return true;
  return !copy || tern_op_error(op, "invalid copy_back_op");
}

// --- packing ---

// A list of three numbers, or maybe none.
static bool verify_triple(const tern_op_t *op, const char *name, bool may_be_empty) {
  size_t count = tern_int_list_attr_count(tern_op_attr(op, name));
  return (!count && may_be_empty) || count == 3 ||
         tern_op_error(op, "attribute '%s' failed to satisfy constraint: i64 dense array attribute with %s elements",
                       name, may_be_empty ? "0 or 3" : "exactly 3");
}

bool tern_transform_verify_pack_greedily(const tern_op_t *op) {
  if (!verify_triple(op, "static_matmul_packed_sizes", false) ||
      !verify_triple(op, "matmul_padded_sizes_next_multiple_of", true) ||
      !verify_triple(op, "matmul_inner_dims_order", false))
    return false;
  const tern_attr_t *order = tern_op_attr(op, "matmul_inner_dims_order");
  const tern_attr_t *sizes = tern_op_attr(op, "static_matmul_packed_sizes");
  const tern_attr_t *multiples = tern_op_attr(op, "matmul_padded_sizes_next_multiple_of");
  size_t multiple_count = tern_int_list_attr_count(multiples);
  if (!tern_int_list_attr_is_permutation(order))
    return tern_op_error(op, "\"matmul_inner_dims_order\" is not a valid permutation");
  for (size_t i = 0; i < multiple_count && i < tern_int_list_attr_count(sizes); ++i) {
    if (!tern_int_list_attr_at(multiples, i) || !tern_int_list_attr_at(sizes, i)) continue;
    return tern_op_error(op,
                         "at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the "
                         "matmul strategy");
  }
  return true;
}

bool tern_transform_verify_pack_transpose(const tern_op_t *op) {
  static const char *const names[] = {"inner_perm", "outer_perm"};
  size_t given = 0;
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *list = tern_op_attr(op, names[i]);
    if (!tern_int_list_attr_is_permutation(list))
      return tern_op_error(op, "\"%s\" is not a valid permutation", names[i]);
    given += tern_int_list_attr_count(list);
  }
  return given || tern_op_error(op, " at least one of \"inner_perm\" or \"outer_perm\" must be specified");
}

bool tern_transform_verify_vectorize(const tern_op_t *op) {
  size_t sizes = tern_int_list_attr_count(tern_op_attr(op, "static_vector_sizes"));
  size_t scalables = tern_int_list_attr_count(tern_op_attr(op, "scalable_sizes"));
  return sizes == scalables ||
         tern_op_error(op, "expected same number of vector sizes (%zu) and scalable sizes (%zu)", sizes, scalables);
}

// --- matchers ---

bool tern_transform_verify_match_structured(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count != 1) return tern_op_error(op, "expected one body argument");
  if (tern_handle_kind(body->args[0]->type) != TERN_HANDLE_OPS)
    return tern_op_error(op, "expected body argument to implement TransformHandleTypeInterface");
  tern_block_for_each_op(body, child) {
    if (child == body->last_op || (tern_is_transform(child) && tern_transform_effects_of(child)->is_matcher)) continue;
    tern_op_error(op, "expects nested operations to implement MatchOpInterface");
    tern_emit_note(child->loc, "offending operation");
    return false;
  }
  return true;
}

bool tern_transform_verify_predicate(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent || !tern_op_is(parent, TERN_TRANSFORM(MATCH_STRUCTURED)))
    return tern_op_error(op, "expects parent op to be '%s'", TERN_TRANSFORM(MATCH_STRUCTURED)->name);
  const tern_block_t *body = tern_op_body(parent, 0);
  return body->arg_count == 0 || tern_op_operand(op, 0) == body->args[0] ||
         tern_op_error(op, "expected predicate to apply to the surrounding structured op");
}

bool tern_transform_verify_match_body(const tern_op_t *op) {
  static const char *const names[] = {"reduction_position", "passthrough", "elementwise", "contraction"};
  if (!tern_transform_verify_predicate(op)) return false;
  size_t given = 0;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) given += tern_op_attr(op, names[i]) != NULL;
  if (given > 1)
    return tern_op_error(
        op, "only one of {\"reduction_position\", \"passthrough\", \"elementwise\", \"contraction\"} is allowed");
  const tern_attr_t *contraction = tern_op_attr(op, "contraction");
  return !contraction || tern_array_attr_count(contraction) == 2 ||
         tern_op_error(op, "expects \"contraction\" to contain two elements");
}

bool tern_transform_verify_match_dim(const tern_op_t *op) {
  if (!tern_transform_verify_predicate(op)) return false;
  if (tern_op_attr(op, "parallel") && tern_op_attr(op, "reduction"))
    return tern_op_error(op, "cannot request the same dimension to be both parallel and reduction");
  return tern_transform_verify_list(op, "raw_dim_list");
}

bool tern_transform_verify_match_operands(const tern_op_t *op) {
  if (!tern_transform_verify_predicate(op)) return false;
  if (tern_op_attr(op, "permutation") && tern_op_attr(op, "projected_permutation"))
    return tern_op_error(op, "\"permutation\" and \"projected_permutation\" are mutually exclusive");
  if (op->result_count && tern_int_list_attr_count(tern_op_attr(op, "raw_position_list")) > 1)
    return tern_op_error(op, "cannot bind multiple inputs/inits to the same value");
  return tern_transform_verify_positions(op);
}

bool tern_transform_verify_match_result(const tern_op_t *op) {
  if (!tern_transform_verify_predicate(op)) return false;
  bool is_any = tern_op_attr(op, "any") != NULL, is_single = tern_op_attr(op, "single") != NULL;
  bool is_op = tern_handle_kind(tern_op_result(op, 0)->type) == TERN_HANDLE_OPS;
  if ((is_any || is_single) != is_op)
    return tern_op_error(op, "expects either the any/single keyword or the type value handle result type");
  return !(is_any && is_single) || tern_op_error(op, "'any' and 'single' are mutually exclusive");
}

// Names that an attribute may have.
static bool is_one_of(const tern_op_t *op, const char *attr, const char *const *names, size_t count) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, attr));
  for (size_t i = 0; i < count; ++i)
    if (tern_str_equal_cstr(name, names[i])) return true;
  return false;
}

bool tern_transform_verify_bufferize_to_allocation(const tern_op_t *op) {
  static const char *const copies[] = {"bufferization.materialize_in_destination", "memref.copy", "linalg.copy"};
  static const char *const allocations[] = {"memref.alloc", "memref.alloca"};
  if (!is_one_of(op, "memcpy_op", copies, 3)) return tern_op_error(op, "unsupported memcpy op");
  return is_one_of(op, "alloc_op", allocations, 2) || tern_op_error(op, "unsupported alloc op");
}
