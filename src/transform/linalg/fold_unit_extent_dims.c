// --linalg-fold-unit-extent-dims: loops over one iteration go, and the dimensions of size one with them.
//
//   %1 = linalg.generic {(d0, d1) -> (d0, 0), (d0, d1) -> (d0, d1)}        %0 = tensor.collapse_shape %x [[0, 1]]
//          ins(%x : tensor<4x1xf32>) outs(%e : tensor<4x1xf32>)       ->     %1 = linalg.generic {(d0) -> (d0), (d0) -> (d0)} ...
//                                                                            %2 = tensor.expand_shape %1 [[0, 1]]
//
// Source: upstream's pass of that name. Reshapes of neighbouring ops cancel, so that what was reduced to a dimension of size one
// and broadcast again is seen for what it is. Contractions keep one loop for rows, one for columns and one for sums, as later passes know
// them by these; named ops keep all. So do the element-wise ops that go on with their elements, which would not fit into their dispatches
// otherwise. Slices lose theirs where the ops beside them have none any more: then dispatches read and write them in place.

#include "analysis/reify_dims.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS };

typedef struct folding {
  tern_op_t *op;
  const tern_affine_expr_t *replacements[MAX_RANK];  // of the loops
  bool is_dropped[MAX_RANK];
  size_t kept;       // loops that stay
  bool is_followed;  // ops that go on with its elements keep the loops that it keeps
} folding_t;

// --- shapes without dimensions of size one ---

typedef struct shape {
  bool keeps[MAX_RANK];
  int64_t dims[MAX_RANK];  // those that are kept
  size_t rank;
} shape_t;

static shape_t shape_of(const tern_type_t *type, const tern_affine_map_t *map) {
  shape_t shape = {0};
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    bool is_zero = tern_affine_expr_is_constant(map->results[d]) && map->results[d]->value == 0;
    shape.keeps[d] = tern_type_dims(type)[d] != 1 || !is_zero;
    if (shape.keeps[d]) shape.dims[shape.rank++] = tern_type_dims(type)[d];
  }
  return shape;
}

// Dropped dimensions go with the next kept one, those behind the last with the last.
static const tern_attr_t *groups_of(tern_context_t *context, const shape_t *shape, size_t rank) {
  const tern_attr_t *groups[MAX_RANK], *members[MAX_RANK];
  size_t group_count = 0, member_count = 0, kept = 0;
  for (size_t d = 0; d < rank && shape->rank > 0; ++d) {
    members[member_count++] = tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)d);
    kept += shape->keeps[d];
    bool is_last = d + 1 == rank, ends = shape->keeps[d] && kept < shape->rank;
    if (!ends && !is_last) continue;
    groups[group_count++] = tern_array_attr_get(context, members, member_count);
    member_count = 0;
  }
  return tern_array_attr_get(context, groups, group_count);
}

static tern_value_t *build_collapse(tern_builder_t *b, tern_value_t *value, const shape_t *shape) {
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), shape->dims, shape->rank, NULL);
  const tern_attr_t *groups = groups_of(b->context, shape, tern_type_rank(value->type));
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}));
}

static tern_value_t *build_expand(tern_builder_t *b, tern_value_t *value, const shape_t *shape,
                                  const tern_type_t *type) {
  tern_value_t *operands[1 + MAX_RANK] = {value};
  size_t count = 1, kept = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    if (tern_type_dims(type)[d] == TERN_DYNAMIC) operands[count++] = tern_reify_dim(b, value, kept);
    kept += shape->keeps[d];
  }
  const tern_attr_t *sizes = tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), tern_type_rank(type));
  const tern_attr_t *groups = groups_of(b->context, shape, tern_type_rank(type));
  return tern_build_value(b, TERN_TENSOR(EXPAND_SHAPE), .operands = {operands, count}, .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", sizes}));
}

// An output without the dimensions: made anew if it holds nothing, or one number.
static tern_value_t *build_empty_like(tern_builder_t *b, const tern_op_t *empty, const shape_t *shape) {
  const tern_type_t *type =
      tern_tensor_type_get(tern_type_element(empty->results[0].type), shape->dims, shape->rank, NULL);
  tern_value_t *sizes[MAX_RANK];
  for (size_t i = 0; i < empty->operand_count; ++i) sizes[i] = tern_op_operand(empty, i);
  return tern_tensor_build_empty(b, type, (tern_values_t){sizes, empty->operand_count});
}

static tern_value_t *build_init(tern_builder_t *b, tern_value_t *value, const shape_t *shape) {
  tern_op_t *op = tern_value_defining_op(value);
  if (op && tern_op_is(op, TERN_TENSOR(EMPTY))) return build_empty_like(b, op, shape);
  if (op && tern_op_is(op, TERN_LINALG(FILL))) {
    tern_op_t *empty = tern_value_defining_op(tern_linalg_output(op, 0));
    if (empty && tern_op_is(empty, TERN_TENSOR(EMPTY))) {
      tern_value_t *target = build_empty_like(b, empty, shape);
      tern_op_t *fill =
          tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(target->type), TERN_VALUES(tern_linalg_input(op, 0)),
                                  TERN_VALUES(target), (tern_named_attrs_t){0});
      return tern_op_result(fill, 0);
    }
  }
  return build_collapse(b, value, shape);
}

// --- the op ---

static bool keeps_dims(const tern_op_t *op) {
  tern_contraction_t contraction;
  if (!tern_is_linalg(op) || tern_linalg_is_all_parallel(op)) return false;
  return !tern_op_is(op, TERN_LINALG(GENERIC)) || tern_linalg_match_contraction(op, &contraction);
}

// One of the loops of a role stays, the first one if all have one iteration.
static void keep_one(const size_t *loops, size_t count, const int64_t *ranges, bool *out_stays) {
  for (size_t i = 0; i < count; ++i) {
    if (ranges[loops[i]] != 1) return;
  }
  if (count > 0) out_stays[loops[0]] = true;
}

// The dimensions of size one of a value that the op which makes it has kept, and that its users keep, too; false: none.
static bool find_kept_dims(const tern_value_t *value, const tern_map_t *kept, bool *out_dims) {
  const tern_op_t *producer = tern_value_defining_op(value);
  size_t rank = tern_type_rank(value->type);
  if (!producer) return false;
  for (size_t d = 0; d < rank; ++d) out_dims[d] = true;
  if (keeps_dims(producer) || tern_map_contains(kept, producer)) return true;
  bool dims[MAX_RANK];
  if (!tern_op_is(producer, TERN_TENSOR(EXPAND_SHAPE)) || !find_kept_dims(tern_op_operand(producer, 0), kept, dims))
    return false;
  // What has been put back has not been kept. Of dimensions that one has become, the first stands for it.
  const tern_attr_t *groups = tern_op_attr(producer, "reassociation");
  for (size_t d = 0; d < rank; ++d) out_dims[d] = false;
  for (size_t g = 0; g < tern_array_attr_count(groups); ++g) {
    const tern_attr_t *first = tern_array_attr_at(tern_array_attr_at(groups, g), 0);
    bool is_unit = tern_type_dims(tern_op_operand(producer, 0)->type)[g] == 1;
    out_dims[tern_integer_attr_value(first)] = is_unit && dims[g];
  }
  return true;
}

// Loops of an op that goes on with elements, in any order, of ops that keep dimensions, or reduces or broadcasts them; false: it does
// not.
static bool find_followed_loops(const tern_op_t *op, const tern_map_t *kept, bool *out_stays) {
  bool is_followed = false;
  if (op->result_count != 1 || !tern_affine_map_is_projected_permutation(tern_linalg_output_map(op, 0), false))
    return false;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    bool dims[MAX_RANK];
    if (!tern_affine_map_is_projected_permutation(map, true)) continue;
    if (!find_kept_dims(tern_linalg_input(op, i), kept, dims)) continue;
    for (size_t d = 0; d < map->result_count; ++d) {
      if (map->results[d]->kind != TERN_AFFINE_DIM) continue;
      size_t loop = (size_t)map->results[d]->value;
      out_stays[loop] |= dims[d] && tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL;
    }
    is_followed = true;
  }
  return is_followed;
}

// Which loops of one iteration stay all the same? False: the op says nothing of it.
static bool find_stays(const tern_op_t *op, const int64_t *ranges, const tern_map_t *kept, bool *out_stays) {
  tern_contraction_t contraction;
  if (!tern_linalg_match_contraction(op, &contraction)) return find_followed_loops(op, kept, out_stays);
  keep_one(contraction.m, contraction.m_count, ranges, out_stays);
  keep_one(contraction.n, contraction.n_count, ranges, out_stays);
  keep_one(contraction.k, contraction.k_count, ranges, out_stays);
  return true;
}

static bool find_unit_loops(tern_op_t *op, const tern_map_t *kept, folding_t *out) {
  int64_t ranges[MAX_RANK];
  bool stays[MAX_RANK] = {false};
  *out = (folding_t){.op = op};
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  tern_context_t *context = tern_op_context(op);
  size_t loops = tern_linalg_loop_count(op);
  out->is_followed = find_stays(op, ranges, kept, stays);
  for (size_t l = 0; l < loops; ++l) {
    out->is_dropped[l] = ranges[l] == 1 && !stays[l];
    out->replacements[l] =
        out->is_dropped[l] ? tern_affine_constant(context, 0) : tern_affine_dim(context, out->kept++);
  }
  if (out->kept < loops) return true;
  // A dimension that is read at 0 only is as good.
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR) continue;
    if (shape_of(type, tern_linalg_indexing_map(op, i)).rank < tern_type_rank(type)) return true;
  }
  return false;
}

static const tern_affine_map_t *fold_map(const folding_t *f, const tern_affine_map_t *map, const shape_t *shape) {
  const tern_affine_expr_t *results[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < map->result_count; ++d) {
    if (shape && !shape->keeps[d]) continue;
    results[count++] = map->results[d];
  }
  return tern_affine_map_get(map->context, f->kept, 0, results, count);
}

static const tern_affine_map_t *substitute(const folding_t *f, const tern_affine_map_t *map) {
  const tern_affine_map_t *loops =
      tern_affine_map_get(map->context, f->kept, 0, f->replacements, tern_linalg_loop_count(f->op));
  return tern_affine_map_compose(map, loops);
}

static void fill_body(tern_builder_t *b, tern_block_t *body, void *user) {
  const folding_t *f = user;
  tern_block_t *source = tern_linalg_body(f->op);
  tern_map_t values = {0};
  for (size_t i = 0; i < source->arg_count; ++i) tern_map_set(&values, source->args[i], body->args[i]);
  tern_block_for_each_op(source, op) {
    tern_op_t *clone = tern_builder_clone(b, op, &values);
    if (!tern_op_is(op, TERN_LINALG(INDEX))) continue;
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim"));
    if (f->is_dropped[loop]) {
      tern_map_set(&values, tern_op_result(op, 0), tern_build_index(b, 0));
      tern_op_destroy(clone);
    } else {
      tern_op_set_attr(clone, "dim",
                       tern_integer_attr_get(tern_i_type_get(b->context, 64), f->replacements[loop]->value));
    }
  }
  tern_map_deinitialize(&values);
}

static tern_op_t *fold(folding_t *f) {
  tern_op_t *op = f->op;
  tern_builder_t b = tern_builder_before(op);
  size_t inputs = tern_linalg_input_count(op), loops = tern_linalg_loop_count(op), kept = 0;
  tern_iterator_t iterators[MAX_RANK];
  for (size_t l = 0; l < loops; ++l) {
    if (!f->is_dropped[l]) iterators[kept++] = tern_linalg_iterator(op, l);
  }
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  TERN_VEC(tern_value_t *) values = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(shape_t) shapes = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    const tern_affine_map_t *map = substitute(f, tern_linalg_indexing_map(op, i));
    if (value->type->kind != TERN_TYPE_TENSOR) {
      tern_vec_push(&maps, map);
      tern_vec_push(&values, value);
      continue;
    }
    shape_t shape = shape_of(value->type, map);
    bool is_whole = shape.rank == tern_type_rank(value->type);
    if (!is_whole) value = i < inputs ? build_collapse(&b, value, &shape) : build_init(&b, value, &shape);
    tern_vec_push(&maps, fold_map(f, map, &shape));
    tern_vec_push(&values, value);
    if (i < inputs) continue;
    tern_vec_push(&types, value->type);
    tern_vec_push(&shapes, shape);
  }
  tern_op_t *folded = tern_linalg_build_generic(
      &b, (tern_types_t){types.values, types.count}, (tern_values_t){values.values, inputs},
      (tern_values_t){values.values + inputs, values.count - inputs}, maps.values, iterators, kept, fill_body, f);
  folded->attrs = op->attrs;
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_t *result = tern_op_result(folded, r);
    const tern_type_t *type = op->results[r].type;
    if (result->type != type) result = build_expand(&b, result, &shapes.values[r], type);
    tern_value_replace_all_uses(tern_op_result(op, r), result);
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&shapes);
  return folded;
}

// --- slices ---

// Has `reduced` the dimensions of `whole` but for those of size one?
static bool lacks_unit_dims(const tern_type_t *reduced, const tern_type_t *whole) {
  size_t kept = 0, rank = tern_type_rank(reduced);
  for (size_t d = 0; d < tern_type_rank(whole); ++d) {
    int64_t dim = tern_type_dims(whole)[d];
    if (dim == 1) continue;
    if (dim == TERN_DYNAMIC || kept == rank || tern_type_dims(reduced)[kept++] != dim) return false;
  }
  return kept == rank;
}

// A slice of which all users drop the dimensions of size one has none.
static void fold_extraction(tern_op_t *op) {
  tern_value_t *result = tern_op_result(op, 0);
  tern_slice_t slice;
  const tern_type_t *type = NULL;
  tern_value_for_each_use(result, use) {
    if (!tern_op_is(use->owner, TERN_TENSOR(COLLAPSE_SHAPE))) return;
    const tern_type_t *reduced = tern_op_result(use->owner, 0)->type;
    if ((type && reduced != type) || !lacks_unit_dims(reduced, result->type)) return;
    type = reduced;
  }
  if (!type || tern_type_rank(type) == tern_type_rank(result->type) || !tern_slice_read(op, &slice)) return;
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *folded =
      tern_slice_build(&b, TERN_TENSOR(EXTRACT_SLICE), type, TERN_VALUES(tern_op_operand(op, 0)), &slice);
  while (result->first_use) {
    tern_op_t *collapse = result->first_use->owner;
    tern_value_replace_all_uses(tern_op_result(collapse, 0), tern_op_result(folded, 0));
    tern_op_destroy(collapse);
  }
  tern_op_destroy(op);
}

// What had its dimensions of size one put back only to be inserted is inserted without them.
static void fold_insertion(tern_op_t *op) {
  const tern_op_t *expand = tern_value_defining_op(tern_op_operand(op, 0));
  if (!expand || !tern_op_is(expand, TERN_TENSOR(EXPAND_SHAPE))) return;
  tern_value_t *source = tern_op_operand(expand, 0);
  if (!lacks_unit_dims(source->type, tern_op_operand(op, 0)->type)) return;
  tern_op_set_operand(op, 0, source);
}

static bool is_slice(const tern_op_t *op) {
  return tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || tern_op_is(op, TERN_TENSOR(INSERT_SLICE));
}

static void fold_slices(tern_op_t *root) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_slice);
  for (size_t i = 0; i < ops.count; ++i) {
    if (tern_op_is(ops.values[i], TERN_TENSOR(INSERT_SLICE))) {
      fold_insertion(ops.values[i]);
    } else {
      fold_extraction(ops.values[i]);
    }
  }
  tern_vec_deinitialize(&ops);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_map_t kept = {0};
  bool is_changed = false;
  tern_op_list_t ops = tern_op_collect_row(root, TERN_PREORDER, TERN_LINALG(GENERIC));
  for (size_t i = 0; i < ops.count; ++i) {
    folding_t f;
    tern_op_t *op = ops.values[i];
    if (find_unit_loops(op, &kept, &f)) {
      op = fold(&f);
      is_changed = true;
    }
    if (f.is_followed) tern_map_set(&kept, op, op);
  }
  tern_vec_deinitialize(&ops);
  tern_map_deinitialize(&kept);
  if (is_changed) {
    // Reshapes that meet cancel.
    tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
    options.use_canonicalizers = true;
    tern_apply_patterns_greedily(root, NULL, 0, NULL, &options, NULL);
    fold_slices(root);
  }
  return true;
}

const tern_pass_def_t tern_fold_unit_extent_dims_pass = {
    .flag = "linalg-fold-unit-extent-dims",
    .alias = "iree-dispatch-creation-fold-unit-extent-dims",
    .name = "LinalgFoldUnitExtentDimsPass",
    .summary = "Drop dimensions of size 1 from linalg ops on tensors",
    .run = run,
};
