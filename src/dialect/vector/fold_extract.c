// vector: folds of vector.extract and vector.insert, which see through what the vector was made of (upstream:
// ExtractFromInsertTransposeChainState and its neighbours).

#include "base/vec.h"
#include "dialect/common/fold_elements.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/build.h"
#include "dialect/vector/vector_hooks.h"

// --- positions ---

static size_t position_count(const tern_op_t *op) {
  return tern_dense_array_attr_count(tern_op_attr(op, "static_position"));
}
static int64_t position_at(const tern_op_t *op, size_t index) {
  return tern_dense_array_attr_int(tern_op_attr(op, "static_position"), index);
}
static bool has_dynamic_position(const tern_op_t *op) {
  for (size_t i = 0; i < position_count(op); i++)
    if (position_at(op, i) == TERN_DYNAMIC) return true;
  return false;
}

// Is what stands at the position not known?
static bool has_poison_position(const tern_op_t *op) {
  for (size_t i = 0; i < position_count(op); i++)
    if (position_at(op, i) == -1) return true;
  return false;
}

// An extract of static position takes another source and position.
static tern_fold_status_t move_extract(tern_op_t *op, tern_value_t *source, const int64_t *position, size_t count) {
  tern_op_set_operands(op, TERN_VALUES(source));
  tern_op_set_attr(op, "static_position", tern_dense_i64_array_attr_get(tern_op_context(op), position, count));
  return TERN_FOLD_IN_PLACE;
}

// An extract of an extract, both of static positions.
static tern_fold_status_t join_extracts(tern_op_t *op, const tern_op_t *before) {
  int64_t position[2 * TERN_VECTOR_MAX_RANK];
  size_t outer = position_count(before), inner = position_count(op);
  if (outer > TERN_VECTOR_MAX_RANK || inner > TERN_VECTOR_MAX_RANK) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < outer; ++i) position[i] = position_at(before, i);
  for (size_t i = 0; i < inner; ++i) position[outer + i] = position_at(op, i);
  return move_extract(op, tern_op_operand(before, 0), position, outer + inner);
}

static size_t rank_of(const tern_type_t *type) { return type->kind == TERN_TYPE_VECTOR ? tern_type_rank(type) : 0; }

// --- through insertions and transposes ---

// Where the extract stands in the chain. `position` has one entry for each dimension: the extract's first, then marks
// -1, -2, ... for the dimensions that it takes whole; transposes move entries and marks about.
typedef struct chain {
  tern_value_t *source;
  int64_t position[TERN_VECTOR_MAX_RANK];
  size_t extracted, kept;  // entries of the extract; marks
} chain_t;

static bool is_prefix(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count) {
  if (a_count > b_count) return false;
  for (size_t i = 0; i < a_count; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Are the marks at the end, in order? Then the result would need no transpose.
static bool marks_are_in_place(const chain_t *chain) {
  for (size_t i = 0; i < chain->kept; ++i) {
    if (chain->position[chain->extracted + i] != -(int64_t)i - 1) return false;
  }
  return true;
}

static void pass_transpose(chain_t *chain, const tern_op_t *transpose) {
  const tern_attr_t *permutation = tern_op_attr(transpose, "permutation");
  int64_t moved[TERN_VECTOR_MAX_RANK];
  size_t count = chain->extracted + chain->kept;
  for (size_t i = 0; i < count; ++i) moved[tern_dense_array_attr_int(permutation, i)] = chain->position[i];
  for (size_t i = 0; i < count; ++i) chain->position[i] = moved[i];
  chain->source = tern_op_operand(transpose, 0);
}

// Could both positions be the same place? Marks and dynamic positions are any place.
static bool may_meet(const chain_t *chain, const int64_t *inserted, size_t count) {
  for (size_t i = 0; i < count && i < chain->extracted + chain->kept; ++i) {
    if (chain->position[i] >= 0 && inserted[i] >= 0 && chain->position[i] != inserted[i]) return false;
  }
  return true;
}

static tern_fold_status_t fold_chain(tern_op_t *op, tern_fold_result_t *out_results) {
  chain_t chain = {.source = tern_op_operand(op, 0), .extracted = position_count(op)};
  size_t rank = tern_type_rank(chain.source->type);
  if (has_dynamic_position(op) || rank > TERN_VECTOR_MAX_RANK) return TERN_FOLD_FAILED;
  chain.kept = rank - chain.extracted;
  for (size_t i = 0; i < rank; ++i) {
    chain.position[i] = i < chain.extracted ? position_at(op, i) : -(int64_t)(i - chain.extracted) - 1;
  }
  for (;;) {
    const tern_op_t *transpose = tern_value_defined_by(chain.source, TERN_VECTOR(TRANSPOSE));
    const tern_op_t *insert = tern_value_defined_by(chain.source, TERN_VECTOR(INSERT));
    if (transpose) {
      pass_transpose(&chain, transpose);
      continue;
    }
    if (!insert) break;
    int64_t inserted[TERN_VECTOR_MAX_RANK];
    size_t count = position_count(insert);
    for (size_t i = 0; i < count; ++i) inserted[i] = position_at(insert, i);
    bool is_static = !has_dynamic_position(insert);
    tern_value_t *value = tern_op_operand(insert, 0);
    bool is_inside = is_static && is_prefix(inserted, count, chain.position, chain.extracted);
    if (is_inside && count == chain.extracted && marks_are_in_place(&chain) && value->type == op->results[0].type) {
      return tern_fold_to_value(out_results, value);
    }
    if (is_inside && value->type->kind == TERN_TYPE_VECTOR &&
        rank_of(value->type) + count == chain.extracted + chain.kept) {
      // A part of what was inserted.
      chain.extracted -= count;
      for (size_t i = 0; i < chain.extracted + chain.kept; ++i) chain.position[i] = chain.position[i + count];
      if (!marks_are_in_place(&chain)) return TERN_FOLD_FAILED;
      return move_extract(op, value, chain.position, chain.extracted);
    }
    if (may_meet(&chain, inserted, count)) return TERN_FOLD_FAILED;
    chain.source = tern_op_operand(insert, 1);
  }
  if (chain.source == tern_op_operand(op, 0) || !marks_are_in_place(&chain)) return TERN_FOLD_FAILED;
  return move_extract(op, chain.source, chain.position, chain.extracted);
}

// --- through other ops ---

static tern_fold_status_t fold_broadcast(tern_op_t *op, tern_fold_result_t *out_results) {
  const tern_op_t *broadcast = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(BROADCAST));
  if (!broadcast) return TERN_FOLD_FAILED;
  tern_value_t *source = tern_op_operand(broadcast, 0);
  const tern_type_t *from = source->type, *to = op->results[0].type, *whole = tern_op_operand(op, 0)->type;
  if (from == to) return tern_fold_to_value(out_results, source);
  size_t from_rank = rank_of(from), to_rank = rank_of(to), whole_rank = tern_type_rank(whole);
  if (from_rank < to_rank || from->kind != TERN_TYPE_VECTOR || has_dynamic_position(op)) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < to_rank; ++i) {
    if (tern_type_dim(to, i) != tern_type_dim(from, from_rank - to_rank + i)) return TERN_FOLD_FAILED;
  }
  int64_t position[TERN_VECTOR_MAX_RANK];
  size_t count = from_rank - to_rank, added = whole_rank - from_rank;
  if (count > position_count(op)) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < count; ++i) {
    bool is_repeated = tern_type_dim(from, i) != tern_type_dim(whole, added + i);
    position[i] = is_repeated ? 0 : position_at(op, position_count(op) - count + i);
  }
  return move_extract(op, source, position, count);
}

// The place among all elements, cut into the positions of the other shape.
static tern_fold_status_t fold_shape_cast(tern_op_t *op) {
  const tern_op_t *cast = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(SHAPE_CAST));
  if (!cast) return TERN_FOLD_FAILED;
  tern_value_t *source = tern_op_operand(cast, 0);
  const tern_type_t *from = source->type, *whole = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (has_dynamic_position(op)) {
    return tern_type_rank(from) == 0 && to->kind != TERN_TYPE_VECTOR ? move_extract(op, source, NULL, 0)
                                                                     : TERN_FOLD_FAILED;
  }
  size_t from_rank = tern_type_rank(from), to_rank = rank_of(to), count = position_count(op);
  if (to_rank > from_rank || tern_vector_type_scalable_mask(whole) || tern_vector_type_scalable_mask(from)) {
    return TERN_FOLD_FAILED;
  }
  for (size_t i = 0; i < to_rank; ++i) {
    if (tern_type_dim(from, from_rank - 1 - i) != tern_type_dim(to, to_rank - 1 - i)) return TERN_FOLD_FAILED;
  }
  int64_t linear = 0, position[TERN_VECTOR_MAX_RANK];
  for (size_t i = 0; i < count; ++i) {
    if (position_at(op, i) < 0) return TERN_FOLD_FAILED;
    linear = linear * tern_type_dim(whole, i) + position_at(op, i);
  }
  size_t new_count = from_rank - to_rank;
  if (new_count == 0 && to->kind == TERN_TYPE_VECTOR && from != to) return TERN_FOLD_FAILED;
  for (size_t i = new_count; i-- > 0;) {
    position[i] = linear % tern_type_dim(from, i);
    linear /= tern_type_dim(from, i);
  }
  return move_extract(op, source, position, new_count);
}

static int64_t list_at(const tern_op_t *op, const char *name, size_t index) {
  return tern_integer_attr_value(tern_array_attr_at(tern_op_attr(op, name), index));
}

static tern_fold_status_t fold_extract_slice(tern_op_t *op) {
  const tern_op_t *slice = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(EXTRACT_STRIDED_SLICE));
  if (!slice || has_dynamic_position(op)) return TERN_FOLD_FAILED;
  tern_value_t *source = tern_op_operand(slice, 0);
  const tern_type_t *from = source->type, *part = slice->results[0].type;
  size_t cut = tern_array_attr_count(tern_op_attr(slice, "offsets")), count = position_count(op);
  // Dimensions that are taken whole do not count.
  while (cut > 0 && list_at(slice, "offsets", cut - 1) == 0 &&
         tern_type_dim(part, cut - 1) == tern_type_dim(from, cut - 1)) {
    --cut;
  }
  if (rank_of(op->results[0].type) > tern_type_rank(from) - cut || count < cut) return TERN_FOLD_FAILED;
  int64_t position[TERN_VECTOR_MAX_RANK];
  for (size_t i = 0; i < count; ++i) position[i] = position_at(op, i) + (i < cut ? list_at(slice, "offsets", i) : 0);
  return move_extract(op, source, position, count);
}

static tern_fold_status_t fold_insert_slices(tern_op_t *op) {
  const tern_op_t *insert = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(INSERT_STRIDED_SLICE));
  size_t to_rank = rank_of(op->results[0].type);
  if (!insert || has_dynamic_position(op)) return TERN_FOLD_FAILED;
  for (; insert; insert = tern_value_defined_by(tern_op_operand(insert, 1), TERN_VECTOR(INSERT_STRIDED_SLICE))) {
    const tern_type_t *part = tern_op_operand(insert, 0)->type, *whole = tern_op_operand(insert, 1)->type;
    size_t outer = tern_type_rank(whole) - tern_type_rank(part), count = 0;
    int64_t position[TERN_VECTOR_MAX_RANK];
    bool is_disjoint = false;
    if (to_rank > tern_type_rank(part)) return TERN_FOLD_FAILED;
    for (size_t i = 0; i < position_count(op) && !is_disjoint; ++i) {
      int64_t at = position_at(op, i) - list_at(insert, "offsets", i);
      is_disjoint = at < 0 || at >= (i < outer ? 1 : tern_type_dim(part, i - outer));
      if (i >= outer) position[count++] = at;
    }
    if (is_disjoint) continue;
    size_t first = tern_type_rank(part) - to_rank;
    for (size_t i = 0; i < to_rank; ++i) {
      if (tern_type_dim(part, first + i) != tern_type_dim(whole, first + i + outer)) return TERN_FOLD_FAILED;
    }
    return move_extract(op, tern_op_operand(insert, 0), position, count);
  }
  return TERN_FOLD_FAILED;
}

// The element of vector.from_elements at a constant position.
static tern_value_t *find_element(const tern_op_t *op) {
  const tern_op_t *from = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(FROM_ELEMENTS));
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (!from || has_dynamic_position(op) || position_count(op) != tern_type_rank(type)) return NULL;
  if (op->results[0].type->kind == TERN_TYPE_VECTOR) return NULL;
  int64_t index = 0;
  for (size_t i = 0; i < position_count(op); i++) {
    if (position_at(op, i) < 0) return NULL;
    index = index * tern_type_dim(type, i) + position_at(op, i);
  }
  return tern_op_operand(from, (size_t)index);
}

static const tern_attr_t *extract_constant(const tern_op_t *op, const tern_attr_t *source) {
  const tern_type_t *type = op->results[0].type;
  if (!source || source->kind != TERN_ATTR_DENSE_ELEMENTS) return NULL;
  if (tern_attr_is_splat(source)) return tern_vector_resplat(source, type);
  if (has_dynamic_position(op) || type->kind == TERN_TYPE_VECTOR) return NULL;
  const tern_type_t *shape = tern_attr_type(source);
  int64_t index = 0;
  for (size_t i = 0; i < position_count(op); i++) {
    if (position_at(op, i) < 0) return NULL;
    index = index * tern_type_dim(shape, i) + position_at(op, i);
  }
  return tern_dense_elements_attr_at(source, (size_t)index);
}

// Dynamic positions that are constants become static. True if one did.
static bool make_positions_static(tern_op_t *op, const tern_attr_t *const *operands, const tern_type_t *vector) {
  size_t start, count, next;
  tern_op_operands_named(op, "dynamic_position", &start, &count);
  TERN_VEC(tern_value_t *) kept = {0};
  TERN_VEC(int64_t) position = {0};
  for (size_t i = 0; i < start; i++) tern_vec_push(&kept, tern_op_operand(op, i));
  next = start;
  for (size_t i = 0; i < position_count(op); i++) {
    int64_t index = position_at(op, i);
    if (index == TERN_DYNAMIC) {
      const tern_attr_t *constant = operands[next];
      bool is_inside = tern_attr_is_integer(constant) && tern_integer_attr_value(constant) >= -1 &&
                       tern_integer_attr_value(constant) < tern_type_dim(vector, i);
      if (is_inside)
        index = tern_integer_attr_value(constant);
      else
        tern_vec_push(&kept, tern_op_operand(op, next));
      next++;
    }
    tern_vec_push(&position, index);
  }
  bool is_changed = kept.count < op->operand_count;
  if (is_changed) {
    const tern_attr_t *attr = tern_dense_i64_array_attr_get(tern_op_context(op), position.values, position.count);
    tern_op_set_operands(op, (tern_values_t){kept.values, kept.count});
    tern_op_set_attr(op, "static_position", attr);
  }
  tern_vec_deinitialize(&kept);
  tern_vec_deinitialize(&position);
  return is_changed;
}

// --- the folds ---

tern_fold_status_t tern_vector_fold_extract(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  if (position_count(op) == 0 && source->type == op->results[0].type) return tern_fold_to_value(out_results, source);
  if (tern_attr_is_poison(operands[0])) return tern_fold_to_attr(out_results, operands[0]);
  bool is_changed = make_positions_static(op, operands, source->type);
  if (has_poison_position(op)) return tern_fold_to_attr(out_results, tern_ub_poison_attr(tern_op_context(op)));
  const tern_attr_t *constant = extract_constant(op, operands[0]);
  if (constant) return tern_fold_to_attr(out_results, constant);
  const tern_op_t *before = tern_value_defined_by(source, TERN_VECTOR(EXTRACT));
  if (before && !has_dynamic_position(before) && !has_dynamic_position(op)) {
    return join_extracts(op, before);
  }
  tern_fold_status_t status = fold_chain(op, out_results);
  if (status == TERN_FOLD_FAILED) status = fold_broadcast(op, out_results);
  if (status == TERN_FOLD_FAILED) status = fold_shape_cast(op);
  if (status == TERN_FOLD_FAILED) status = fold_extract_slice(op);
  if (status == TERN_FOLD_FAILED) status = fold_insert_slices(op);
  tern_value_t *element = status == TERN_FOLD_FAILED ? find_element(op) : NULL;
  if (element) return tern_fold_to_value(out_results, element);
  return status == TERN_FOLD_FAILED && is_changed ? TERN_FOLD_IN_PLACE : status;
}

enum { MAX_FOLDED_ELEMENTS = 256 };  // constants of more are made for a single user only

// A constant in a constant.
static const tern_attr_t *insert_constant(const tern_op_t *op, const tern_attr_t *value, const tern_attr_t *into) {
  const tern_type_t *type = op->results[0].type;
  if (!value || !into || into->kind != TERN_ATTR_DENSE_ELEMENTS || has_dynamic_position(op)) return NULL;
  if (value->kind != TERN_ATTR_DENSE_ELEMENTS && value->kind != TERN_ATTR_INTEGER && value->kind != TERN_ATTR_FLOAT) {
    return NULL;
  }
  if (tern_vector_type_scalable_mask(type)) return NULL;
  size_t total = (size_t)tern_type_element_count(type), rank = tern_type_rank(type), start = 0;
  if (total > MAX_FOLDED_ELEMENTS && !tern_value_has_one_use(tern_op_result(op, 0))) return NULL;
  size_t size = tern_dense_element_size(tern_type_element(type));
  for (size_t i = 0; i < rank; ++i) {
    int64_t at = i < position_count(op) ? position_at(op, i) : 0;
    if (at < 0) return NULL;
    start = start * (size_t)tern_type_dim(type, i) + (size_t)at;
  }
  const tern_type_t *one = tern_vector_type_get(tern_type_element(type), (int64_t[]){1}, 1, 0);
  const tern_attr_t *values =
      value->kind == TERN_ATTR_DENSE_ELEMENTS ? value : tern_dense_elements_attr_get_splat(one, value);
  size_t count = value->kind == TERN_ATTR_DENSE_ELEMENTS ? tern_dense_elements_attr_count(value) : 1;
  const char *old = tern_dense_elements_attr_data(into), *fresh = tern_dense_elements_attr_data(values);
  bool old_is_splat = tern_dense_elements_attr_is_splat(into), is_one = tern_dense_elements_attr_is_splat(values);
  tern_string_builder_t bytes = {0};
  for (size_t i = 0; i < total; ++i) {
    bool is_inside = i >= start && i < start + count;
    const char *from = is_inside ? fresh + (is_one ? 0 : (i - start) * size) : old + (old_is_splat ? 0 : i * size);
    tern_string_builder_append(&bytes, tern_str_make(from, size));
  }
  const tern_attr_t *result = tern_dense_elements_attr_get(type, bytes.data, false);
  tern_string_builder_deinitialize(&bytes);
  return result;
}

tern_fold_status_t tern_vector_fold_insert(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  const tern_type_t *dest = tern_op_operand(op, 1)->type;
  if (position_count(op) == 0 && tern_op_operand(op, 0)->type == dest)
    return tern_fold_to_value(out_results, tern_op_operand(op, 0));
  bool is_changed = make_positions_static(op, operands, dest);
  if (has_poison_position(op)) return tern_fold_to_attr(out_results, tern_ub_poison_attr(tern_op_context(op)));
  tern_fold_status_t status = tern_fold_to_attr(out_results, insert_constant(op, operands[0], operands[1]));
  return status == TERN_FOLD_FAILED && is_changed ? TERN_FOLD_IN_PLACE : status;
}
