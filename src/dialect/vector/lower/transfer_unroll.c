// Transfers as straight code, one transfer for each slice (upstream: VectorToSCF's lowering_n_d_unrolled), and transfers
// of one dimension as loops over elements where they are no plain accesses (lowering_1_d).

#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/lower/to_scf.h"

// --- positions ---

// A vector.insert or vector.extract that the slices go through directly: its position, with the slice's behind it.
typedef struct position {
  tern_value_t *dynamic[TERN_VECTOR_MAX_RANK];
  int64_t values[TERN_VECTOR_MAX_RANK + 1];
  size_t dynamic_count, count;
} position_t;

static bool read_position(const tern_op_t *op, size_t first_dynamic, position_t *out) {
  const tern_attr_t *list = tern_op_attr(op, "static_position");
  *out = (position_t){.count = tern_dense_array_attr_count(list)};
  if (out->count >= TERN_VECTOR_MAX_RANK) return false;
  for (size_t i = 0; i < out->count; ++i) out->values[i] = tern_dense_array_attr_int(list, i);
  for (size_t i = first_dynamic; i < op->operand_count; ++i)
    out->dynamic[out->dynamic_count++] = tern_op_operand(op, i);
  return true;
}

static tern_value_t *insert_slice(tern_builder_t *b, tern_value_t *slice, tern_value_t *into, position_t *position,
                                  int64_t index) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 2] = {slice, into};
  for (size_t i = 0; i < position->dynamic_count; ++i) operands[i + 2] = position->dynamic[i];
  position->values[position->count] = index;
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, position->values, position->count + 1);
  return tern_build_value(b, TERN_VECTOR(INSERT), .operands = {operands, position->dynamic_count + 2},
                          .types = TERN_TYPES(into->type), .attrs = TERN_ATTRS({"static_position", attr}));
}

static tern_value_t *extract_slice(tern_builder_t *b, tern_value_t *source, position_t *position, int64_t index,
                                   const tern_type_t *type) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 1] = {source};
  for (size_t i = 0; i < position->dynamic_count; ++i) operands[i + 1] = position->dynamic[i];
  position->values[position->count] = index;
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, position->values, position->count + 1);
  return tern_build_value(b, TERN_VECTOR(EXTRACT), .operands = {operands, position->dynamic_count + 1},
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"static_position", attr}));
}

// --- unrolling ---

// The mask of slice `index`; NULL: none is left.
static tern_value_t *slice_mask(tern_builder_t *b, const tern_transfer_t *t, int64_t index) {
  if (!t->mask || tern_transfer_is_broadcast(t)) return t->mask;
  return tern_type_rank(t->mask->type) > 1 ? tern_vector_make_extract_at(b, t->mask, index) : NULL;
}

static bool unroll_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  tern_transfer_t t;
  if (!tern_transfer_read_op(op, &t) || !tern_transfer_is_unpackable(&t, user)) return false;
  tern_value_t *read = tern_op_result(op, 0), *vector;
  tern_op_t *insert = tern_value_has_one_use(read) ? read->first_use->owner : NULL;
  position_t position = {0};
  if (insert && !(tern_op_is(insert, TERN_VECTOR(INSERT)) && tern_op_operand(insert, 0) == read &&
                  read_position(insert, 2, &position))) {
    insert = NULL;
  }
  vector = insert ? tern_op_operand(insert, 1) : tern_vector_make_broadcast(b, t.type, t.padding);
  const tern_type_t *slice_type = tern_vector_without_dim(t.type, 0);
  for (int64_t i = 0; i < tern_type_dim(t.type, 0); ++i) {
    tern_value_t *iv = tern_vector_make_index(b, i), *indices[TERN_VECTOR_MAX_RANK];
    tern_transfer_check_t check = tern_transfer_check_begin(b, &t, iv, vector->type);
    tern_transfer_slice_indices(b, &t, iv, indices);
    tern_value_t *mask = slice_mask(b, &t, i);
    tern_op_t *slice = tern_transfer_make_slice(b, &t, slice_type, NULL, t.base, indices, mask);
    tern_value_t *part = tern_op_result(slice, 0);
    // What is inserted last is a scalar.
    if (tern_type_rank(slice_type) == 0) part = tern_vector_make_extract(b, part, NULL, 0);
    tern_value_t *changed = insert_slice(b, part, vector, &position, i);
    if (check.choice) {
      tern_transfer_check_otherwise(b, &check, changed);
      changed = tern_transfer_check_end(b, &check, vector);
    }
    vector = changed;
  }
  tern_rewriter_replace(rewriter, insert ? insert : op, TERN_VALUES(vector));
  if (insert) tern_rewriter_erase(rewriter, op);
  return true;
}

static bool unroll_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  tern_transfer_t t;
  if (!tern_transfer_read_op(op, &t) || !tern_transfer_is_unpackable(&t, user)) return false;
  tern_value_t *source = t.vector, *base = t.base;
  tern_op_t *extract = tern_value_defining_op(source);
  position_t position = {0};
  if (extract && tern_op_is(extract, TERN_VECTOR(EXTRACT)) && read_position(extract, 1, &position)) {
    source = tern_op_operand(extract, 0);
  }
  size_t rank = tern_type_rank(t.type);
  const tern_type_t *slice_type = rank == 1 ? tern_type_element(t.type) : tern_vector_without_dim(t.type, 0);
  for (int64_t i = 0; i < tern_type_dim(t.type, 0); ++i) {
    tern_value_t *iv = tern_vector_make_index(b, i), *indices[TERN_VECTOR_MAX_RANK];
    tern_transfer_check_t check = tern_transfer_check_begin(b, &t, iv, t.is_tensor ? base->type : NULL);
    tern_transfer_slice_indices(b, &t, iv, indices);
    tern_value_t *slice = extract_slice(b, source, &position, i, slice_type);
    // A transfer takes no scalars.
    if (rank == 1) slice = tern_vector_make_broadcast(b, tern_vector_of(slice_type, NULL, 0, 0), slice);
    tern_value_t *mask = slice_mask(b, &t, i);
    tern_op_t *made = tern_transfer_make_slice(b, &t, NULL, slice, base, indices, mask);
    tern_value_t *changed = t.is_tensor ? tern_op_result(made, 0) : NULL;
    if (check.choice) {
      tern_transfer_check_otherwise(b, &check, changed);
      changed = tern_transfer_check_end(b, &check, base);
    }
    if (t.is_tensor) base = changed;
  }
  if (t.is_tensor) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(base));
  } else {
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

const tern_pattern_t tern_vector_transfer_unroll_patterns[] = {
    {"unroll-transfer-read", TERN_VECTOR(TRANSFER_READ), 1, unroll_read},
    {"unroll-transfer-write", TERN_VECTOR(TRANSFER_WRITE), 1, unroll_write},
    {0},
};

// --- one dimension ---

// What becomes vector.load or vector.store later.
static bool is_plain_access(const tern_transfer_t *t) {
  int64_t strides[TERN_VECTOR_MAX_RANK], offset;
  const tern_type_t *memref = t->base->type;
  size_t rank = tern_type_rank(memref);
  if (t->map->dim_count == 0 || !tern_affine_expr_is_dim(t->map->results[0], t->map->dim_count - 1)) return false;
  return tern_memref_type_strides(memref, strides, &offset) && strides[rank - 1] == 1;
}

static tern_value_t *access_element(tern_builder_t *b, const tern_transfer_t *t, tern_value_t *iv,
                                    tern_value_t *const *indices, tern_value_t *vector) {
  tern_value_t *operands[TERN_VECTOR_MAX_RANK + 2];
  const tern_attr_t *dynamic = tern_dense_i64_array_attr_get(b->context, (int64_t[]){TERN_DYNAMIC}, 1);
  size_t first = t->is_read ? 0 : 1;
  if (!t->is_read) operands[0] = tern_vector_make_dynamic_extract(b, t->vector, iv);
  operands[first] = t->base;
  for (size_t i = 0; i < t->index_count; ++i) operands[first + 1 + i] = indices[i];
  tern_values_t all = {operands, first + 1 + t->index_count};
  if (!t->is_read) {
    tern_build(b, TERN_MEMREF(STORE), .operands = all);
    return NULL;
  }
  tern_value_t *element =
      tern_build_value(b, TERN_MEMREF(LOAD), .operands = all, .types = TERN_TYPES(tern_type_element(t->base->type)));
  return tern_build_value(b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(element, vector, iv),
                          .types = TERN_TYPES(vector->type), .attrs = TERN_ATTRS({"static_position", dynamic}));
}

static bool loop_over_elements(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_transfer_t t;
  if (!tern_transfer_read_op(op, &t) || tern_type_rank(t.type) != 1) return false;
  if (t.base->type->kind != TERN_TYPE_MEMREF || is_plain_access(&t)) return false;
  tern_value_t *lower = tern_vector_make_index(b, 0), *upper = tern_vector_make_index(b, tern_type_dim(t.type, 0));
  if (tern_vector_type_scalable_mask(t.type)) {
    tern_value_t *scale =
        tern_build_value(b, TERN_VECTOR(VSCALE), .types = TERN_TYPES(tern_index_type_get(b->context)));
    upper = tern_vector_make_arith(b, TERN_ARITH(MULI), upper, scale);
  }
  tern_value_t *step = tern_vector_make_index(b, 1);
  tern_value_t *init = t.is_read ? tern_vector_make_broadcast(b, t.type, t.padding) : NULL;
  tern_op_t *loop = tern_build_scf_for(b, lower, upper, step, (tern_values_t){&init, t.is_read ? 1 : 0});
  tern_value_t *iv = tern_scf_for_iv(loop), *vector = t.is_read ? tern_scf_for_carried(loop, 0) : NULL;
  tern_value_t *indices[TERN_VECTOR_MAX_RANK];
  tern_transfer_slice_indices(b, &t, iv, indices);
  tern_transfer_check_t check = tern_transfer_check_begin(b, &t, iv, t.is_read ? t.type : NULL);
  tern_value_t *value = access_element(b, &t, iv, indices, vector);
  if (check.choice) {
    tern_transfer_check_otherwise(b, &check, value);
    value = tern_transfer_check_end(b, &check, vector);
  }
  tern_build_scf_for_end(b, loop, (tern_values_t){&value, t.is_read ? 1 : 0});
  if (t.is_read) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(loop, 0)));
  } else {
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

const tern_pattern_t tern_vector_transfer_1d_patterns[] = {
    {"transfer-read-1d", TERN_VECTOR(TRANSFER_READ), 1, loop_over_elements},
    {"transfer-write-1d", TERN_VECTOR(TRANSFER_WRITE), 1, loop_over_elements},
    {0},
};

// --- scalable vectors that were transposed ---

// Rows of a fixed number of columns are put together from what the columns have in that row:
//   %t = vector.transpose %v, [1, 0] : vector<4x[4]xf32> to vector<[4]x4xf32>
//   vector.transfer_write %t, %m[...]
static bool write_transposed(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  tern_builder_t *b = &rewriter->builder;
  const tern_vector_lowering_options_t *options = user;
  tern_transfer_t t;
  if (!tern_transfer_read_op(op, &t) || (t.is_tensor && !options->lowers_tensor_transfers)) return false;
  if (tern_type_rank(t.type) != 2 || tern_vector_type_scalable_mask(t.type) != 1) return false;
  tern_op_t *transpose = tern_value_defining_op(t.vector);
  tern_op_t *mask = t.mask ? tern_value_defining_op(t.mask) : NULL;
  bool is_in_bounds = tern_integer_attr_value(tern_array_attr_at(tern_op_attr(op, "in_bounds"), 0)) != 0;
  if (!tern_affine_map_is_identity(t.map) || !is_in_bounds) return false;
  if (!transpose || !tern_op_is(transpose, TERN_VECTOR(TRANSPOSE))) return false;
  if (tern_dense_array_attr_int(tern_op_attr(transpose, "permutation"), 0) != 1) return false;
  if (t.mask && !(mask && tern_op_is(mask, TERN_VECTOR(CREATE_MASK)))) return false;
  int64_t columns = tern_type_dim(t.type, 1);
  const tern_type_t *row_type = tern_vector_without_dim(t.type, 0);
  tern_value_t *parts[TERN_VECTOR_MAX_RANK], *elements[TERN_VECTOR_MAX_RANK];
  if (columns > TERN_VECTOR_MAX_RANK) return false;
  for (int64_t i = 0; i < columns; ++i) parts[i] = tern_vector_make_extract_at(b, tern_op_operand(transpose, 0), i);
  tern_value_t *lower = tern_vector_make_index(b, 0), *upper, *row_mask = NULL;
  if (mask) {
    const tern_type_t *mask_type = tern_type_with_element(row_type, tern_i_type_get(b->context, 1));
    upper = tern_op_operand(mask, 0);
    row_mask = tern_build_value(b, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(tern_op_operand(mask, 1)),
                                .types = TERN_TYPES(mask_type));
  } else {
    tern_value_t *scale =
        tern_build_value(b, TERN_VECTOR(VSCALE), .types = TERN_TYPES(tern_index_type_get(b->context)));
    upper = tern_vector_make_arith(b, TERN_ARITH(MULI), scale, tern_vector_make_index(b, tern_type_dim(t.type, 0)));
  }
  tern_value_t *step = tern_vector_make_index(b, 1), *init = t.base;
  tern_op_t *loop = tern_build_scf_for(b, lower, upper, step, (tern_values_t){&init, t.is_tensor ? 1 : 0});
  tern_value_t *iv = tern_scf_for_iv(loop), *base = t.is_tensor ? tern_scf_for_carried(loop, 0) : t.base;
  tern_value_t *indices[TERN_VECTOR_MAX_RANK];
  tern_transfer_slice_indices(b, &t, iv, indices);
  for (int64_t i = 0; i < columns; ++i) elements[i] = tern_vector_make_dynamic_extract(b, parts[i], iv);
  tern_value_t *row = tern_build_value(b, TERN_VECTOR(FROM_ELEMENTS), .operands = {elements, (size_t)columns},
                                       .types = TERN_TYPES(row_type));
  tern_op_t *made = tern_transfer_make_slice(b, &t, NULL, row, base, indices, row_mask);
  tern_value_t *changed = t.is_tensor ? tern_op_result(made, 0) : NULL;
  tern_build_scf_for_end(b, loop, (tern_values_t){&changed, t.is_tensor ? 1 : 0});
  if (t.is_tensor) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(loop, 0)));
  } else {
    tern_rewriter_erase(rewriter, op);
  }
  return true;
}

const tern_pattern_t tern_vector_transfer_scalable_patterns[] = {
    {"write-transposed-scalable", TERN_VECTOR(TRANSFER_WRITE), 1, write_transposed},
    {0},
};
