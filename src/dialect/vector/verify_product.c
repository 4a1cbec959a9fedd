// vector: what is right for reductions, products and masked regions.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/vector/vector_hooks.h"

// --- kinds ---

// Which element types a kind combines.
static bool is_supported(int64_t kind, const tern_type_t *element) {
  switch (kind) {
    case TERN_VECTOR_KIND_ADD:
    case TERN_VECTOR_KIND_MUL: return tern_type_is_int_or_index(element) || tern_type_is_float(element);
    case TERN_VECTOR_KIND_MINNUMF:
    case TERN_VECTOR_KIND_MAXNUMF:
    case TERN_VECTOR_KIND_MINIMUMF:
    case TERN_VECTOR_KIND_MAXIMUMF: return tern_type_is_float(element);
    default: return tern_type_is_int_or_index(element);
  }
}

static bool verify_kind(const tern_op_t *op, const tern_type_t *element) {
  const tern_attr_t *attr = tern_op_attr(op, "kind");
  int64_t kind = attr ? tern_enum_attr_value(attr) : TERN_VECTOR_KIND_ADD;
  if (is_supported(kind, element)) return true;
  const char *name = tern_enum_case_name(TERN_VECTOR_ENUM(KIND), kind);
  return tern_op_error(op, "unsupported reduction type '%s' for kind '%s'", tern_type_text(element), name ? name : "?");
}

// --- reductions ---

bool tern_vector_verify_reduction(const tern_op_t *op) {
  const tern_type_t *vector = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  if (tern_type_element(vector) != result)
    return tern_op_error(op, "failed to verify that source operand and result have same element type");
  if (tern_type_rank(vector) > 1) return tern_op_error(op, "unsupported reduction rank: %zu", tern_type_rank(vector));
  return verify_kind(op, result);
}

bool tern_vector_verify_multi_reduction(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *result = op->results[0].type;
  const tern_attr_t *dims = tern_op_attr(op, "reduction_dims");
  size_t rank = tern_type_rank(source);
  TERN_VEC(size_t) kept = {0};
  bool is_right = true;
  for (size_t k = 0; is_right && k < tern_dense_array_attr_count(dims); k++) {
    int64_t dim = tern_dense_array_attr_int(dims, k);
    if (dim < 0 || (uint64_t)dim >= rank)
      is_right = tern_op_error(op, "reduction dimension %" PRId64 " is out of range", dim);
  }
  for (size_t i = 0; i < rank; i++) {
    bool is_reduced = false;
    for (size_t k = 0; k < tern_dense_array_attr_count(dims); k++)
      is_reduced |= tern_dense_array_attr_int(dims, k) == (int64_t)i;
    if (!is_reduced) tern_vec_push(&kept, i);
  }
  const tern_type_t *expected = tern_vector_select_dims(source, kept.values, kept.count, false);
  tern_vec_deinitialize(&kept);
  if (!is_right) return false;
  if (result != expected)
    return tern_op_error(op, "destination type '%s' is incompatible with source type '%s'", tern_type_text(result),
                         tern_type_text(source));
  return verify_kind(op, tern_type_element(source));
}

bool tern_vector_verify_scan(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *initial = tern_op_operand(op, 1)->type;
  int64_t dim = tern_integer_attr_value(tern_op_attr(op, "reduction_dim"));
  size_t rank = tern_type_rank(source);
  if (dim < 0 || (uint64_t)dim >= rank)
    return tern_op_error(op, "reduction dimension %" PRId64 " has to be less than %zu", dim, rank);
  if (tern_type_rank(initial) != rank - 1)
    return tern_op_error(op, "initial value rank %zu has to be equal to %zu", tern_type_rank(initial), rank - 1);
  TERN_VEC(size_t) kept = {0};
  for (size_t i = 0; i < rank; i++)
    if ((int64_t)i != dim) tern_vec_push(&kept, i);
  const tern_type_t *expected = tern_vector_select_dims(source, kept.values, kept.count, true);
  tern_vec_deinitialize(&kept);
  if (initial != expected) return tern_op_error(op, "incompatible input/initial value shapes");
  return verify_kind(op, tern_type_element(source));
}

// --- products ---

bool tern_vector_verify_outerproduct(const tern_op_t *op) {
  const tern_type_t *lhs = tern_op_operand(op, 0)->type, *rhs = tern_op_operand(op, 1)->type;
  const tern_type_t *result = op->results[0].type;
  const tern_value_t *acc = tern_op_operand_named(op, "acc");
  if (tern_type_rank(lhs) != 1) return tern_op_error(op, "expected 1-d vector for operand #1");
  if (tern_type_element(lhs) != tern_type_element(result))
    return tern_op_error(op, "failed to verify that lhs operand and result have same element type");
  if (tern_vector_element(rhs) != tern_type_element(result))
    return tern_op_error(op, "failed to verify that rhs operand and result have same element type");
  if (rhs->kind == TERN_TYPE_VECTOR) {
    if (tern_type_rank(rhs) != 1) return tern_op_error(op, "expected 1-d vector for operand #2");
    if (tern_type_rank(result) != 2) return tern_op_error(op, "expected 2-d vector result");
    if (tern_type_dim(lhs, 0) != tern_type_dim(result, 0))
      return tern_op_error(op, "expected #1 operand dim to match result dim #1");
    if (tern_type_dim(rhs, 0) != tern_type_dim(result, 1))
      return tern_op_error(op, "expected #2 operand dim to match result dim #2");
    if (tern_vector_type_scalable_mask(lhs) != 0 && tern_vector_type_scalable_mask(rhs) == 0)
      return tern_op_error(op, "expected either both or only #2 operand dim to be scalable");
  } else {
    if (tern_type_rank(result) != 1) return tern_op_error(op, "expected 1-d vector result");
    if (lhs != result) return tern_op_error(op, "expected #1 operand dim to match result dim #1");
  }
  if (acc && acc->type != result) return tern_op_error(op, "expected operand #3 of same type as result type");
  return verify_kind(op, tern_type_element(result));
}

// The position of loop `loop` in a map's results, or -1.
static int64_t find_result(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; i++)
    if (tern_affine_expr_is_dim(map->results[i], loop)) return (int64_t)i;
  return -1;
}

static const tern_affine_map_t *map_at(const tern_attr_t *maps, size_t index) {
  return tern_affine_map_attr_value(tern_array_attr_at(maps, index));
}

static bool verify_indexing_maps(const tern_op_t *op, const tern_attr_t *maps, size_t loop_count) {
  if (tern_array_attr_count(maps) != 3) return tern_op_error(op, "expected an indexing map for each vector operand");
  for (size_t i = 0; i < 3; i++) {
    if (tern_array_attr_at(maps, i)->kind != TERN_ATTR_AFFINE_MAP)
      return tern_op_error(op, "expected indexing map %zu to be an affine map", i);
    const tern_affine_map_t *map = map_at(maps, i);
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (map->symbol_count != 0) return tern_op_error(op, "expected indexing map %zu to have no symbols", i);
    if (map->dim_count != loop_count)
      return tern_op_error(op, "expected indexing map %zu to have %zu number of inputs", i, loop_count);
    if (map->result_count != tern_vector_rank(type))
      return tern_op_error(op, "expected indexing map %zu to have %zu number of outputs", i, tern_vector_rank(type));
    if (!tern_affine_map_is_projected_permutation(map, false))
      return tern_op_error(op, "expected indexing map %zu to be a projected permutation of its inputs", i);
  }
  return true;
}

bool tern_vector_verify_contract(const tern_op_t *op) {
  const tern_type_t *lhs = tern_op_operand(op, 0)->type, *rhs = tern_op_operand(op, 1)->type;
  const tern_type_t *acc = tern_op_operand(op, 2)->type, *result = op->results[0].type;
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps"), *iterators = tern_op_attr(op, "iterator_types");
  size_t loop_count = tern_array_attr_count(iterators);
  if (tern_type_element(lhs) != tern_type_element(rhs))
    return tern_op_error(op, "failed to verify that lhs and rhs have same element type");
  if (tern_vector_element(acc) != tern_vector_element(result))
    return tern_op_error(op, "failed to verify that third operand acc and result have same element type");
  if (tern_type_is_integer(tern_type_element(lhs)) && !tern_type_is_signless(tern_type_element(lhs)))
    return tern_op_error(op, "only supports signless integer types");
  if (!verify_indexing_maps(op, maps, loop_count)) return false;
  const tern_affine_map_t *lhs_map = map_at(maps, 0), *rhs_map = map_at(maps, 1), *acc_map = map_at(maps, 2);
  // Loops that are combined run over both inputs; others that run over both are the same in the result.
  TERN_VEC(int64_t) dims = {0};
  uint64_t scalable = 0;
  bool is_right = true, has_contraction = false;
  for (size_t loop = 0; is_right && loop < loop_count; loop++) {
    int64_t l = find_result(lhs_map, loop), r = find_result(rhs_map, loop);
    bool is_reduced = tern_enum_attr_value(tern_array_attr_at(iterators, loop)) != 0;
    has_contraction |= is_reduced && l >= 0 && r >= 0;
    bool is_same = l < 0 || r < 0 || tern_type_dim(lhs, (size_t)l) == tern_type_dim(rhs, (size_t)r);
    if (!is_same) is_right = tern_op_error(op, "invalid %s dimension map", is_reduced ? "contracting" : "batch");
  }
  if (is_right && !has_contraction) is_right = tern_op_error(op, "expected at least one contracting dimension pair");
  for (size_t i = 0; is_right && i < acc_map->result_count; i++) {
    size_t loop = (size_t)acc_map->results[i]->value;
    int64_t l = find_result(lhs_map, loop), r = find_result(rhs_map, loop);
    const tern_type_t *from = l >= 0 ? lhs : rhs;
    int64_t dim = l >= 0 ? l : r;
    if (dim < 0) {
      is_right = tern_op_error(op, "expected all dimensions to be either a LHS or a RHS dimension");
      break;
    }
    if (tern_vector_type_scalable_mask(from) >> dim & 1) scalable |= UINT64_C(1) << dims.count;
    tern_vec_push(&dims, tern_type_dim(from, (size_t)dim));
  }
  const tern_type_t *element = tern_vector_element(result);
  const tern_type_t *expected =
      dims.count > 0 ? tern_vector_type_get(element, dims.values, dims.count, scalable) : element;
  tern_vec_deinitialize(&dims);
  if (!is_right) return false;
  if (result != expected || acc != expected) {
    return tern_op_error(op, "invalid accumulator/result vector shape, expected: '%s'", tern_type_text(expected));
  }
  return verify_kind(op, element);
}

// --- masked regions ---

// The type of the mask that an op takes; NULL if it cannot be masked.
static const tern_type_t *expected_mask(const tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *i1 = tern_i_type_get(context, 1);
  if (tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) || tern_op_is(op, TERN_VECTOR(TRANSFER_WRITE))) {
    const tern_type_t *vector =
        tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) ? op->results[0].type : tern_op_operand(op, 0)->type;
    return tern_vector_transfer_mask_type(vector, tern_affine_map_attr_value(tern_op_attr(op, "permutation_map")));
  }
  if (tern_op_is(op, TERN_VECTOR(REDUCTION)) || tern_op_is(op, TERN_VECTOR(MULTI_REDUCTION)))
    return tern_type_with_element(tern_op_operand(op, 0)->type, i1);
  if (tern_op_is(op, TERN_VECTOR(OUTERPRODUCT)) || tern_op_is(op, TERN_VECTOR(GATHER)))
    return tern_type_with_element(op->results[0].type, i1);
  if (!tern_op_is(op, TERN_VECTOR(CONTRACT))) return NULL;
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  size_t loop_count = tern_array_attr_count(tern_op_attr(op, "iterator_types"));
  TERN_VEC(int64_t) dims = {0};
  uint64_t scalable = 0;
  for (size_t loop = 0; loop < loop_count; loop++) {
    int64_t l = find_result(map_at(maps, 0), loop), r = find_result(map_at(maps, 1), loop);
    const tern_type_t *from = tern_op_operand(op, l >= 0 ? 0 : 1)->type;
    int64_t dim = l >= 0 ? l : r;
    if (dim < 0) continue;
    if (tern_vector_type_scalable_mask(from) >> dim & 1) scalable |= UINT64_C(1) << dims.count;
    tern_vec_push(&dims, tern_type_dim(from, (size_t)dim));
  }
  const tern_type_t *type = tern_vector_type_get(i1, dims.values, dims.count, scalable);
  tern_vec_deinitialize(&dims);
  return type;
}

bool tern_vector_verify_mask(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_op_t *yield = body->last_op;
  if (!yield || !tern_op_is(yield, TERN_VECTOR(YIELD)))
    return tern_op_error(op, "expects a terminator within the mask region");
  if (body->arg_count > 0) return tern_op_error(op, "region should have no arguments");
  const tern_op_t *inner = yield->prev;
  if (inner && inner->prev) return tern_op_error(op, "expects only one operation to mask");
  if (yield->operand_count != op->result_count)
    return tern_op_error(op, "expects number of results to match mask region yielded values");
  if (!inner) {
    // Empty: the yielded values pass by.
    return true;
  }
  const tern_type_t *mask = expected_mask(inner);
  if (!mask) return tern_op_error(op, "expects a MaskableOpInterface within the mask region");
  if (inner->result_count != op->result_count)
    return tern_op_error(op, "expects number of results to match maskable operation number of results");
  for (size_t i = 0; i < op->result_count; i++) {
    if (tern_op_operand(yield, i) != &inner->results[i])
      return tern_op_error(op,
                           "expects all the results from the MaskableOpInterface to match all the values returned by "
                           "the terminator");
    if (inner->results[i].type != op->results[i].type)
      return tern_op_error(op, "expects result type to match maskable operation result type");
  }
  if (tern_op_operand(op, 0)->type != mask)
    return tern_op_error(op, "expects a '%s' mask for the maskable operation", tern_type_text(mask));
  const tern_value_t *passthru = tern_op_operand_named(op, "passthru");
  if (!passthru) return true;
  if (!tern_op_is(inner, TERN_VECTOR(TRANSFER_READ)))
    return tern_op_error(op, "doesn't expect a passthru argument for this maskable operation");
  return passthru->type == op->results[0].type || tern_op_error(op, "expects passthru type to match result type");
}

bool tern_vector_verify_print(const tern_op_t *op) {
  bool has_text = tern_op_attr(op, "stringLiteral") != NULL;
  const tern_attr_t *punctuation = tern_op_attr(op, "punctuation");
  bool has_other = op->operand_count > 0 || (punctuation && tern_enum_attr_value(punctuation) != 1);
  return !(has_text && has_other) ||
         tern_op_error(op, "failed to verify that `source` or `punctuation` are not set when printing strings");
}
