// --iree-flow-fuse-concatenations: an op whose results are put side by side in one tensor writes the tensor itself.
//
//   %a, %b = linalg.generic (d0, d1) -> (d0, d1), (d0, d1)          %0 = linalg.generic (d0, d1, d2) -> (d0, d1, d2) {
//   %0 = tensor.insert_slice %a into %empty[0, 0] [4, 8]      ->        %s = arith.select (d1 == 0), %a, %b
//   %1 = tensor.insert_slice %b into %0[0, 8] [4, 8]                  } : tensor<4x2x8xf32>
//                                                                     %1 = tensor.collapse_shape %0 [[0], [1, 2]]
//
// Each piece is a dispatch that copies otherwise, and what goes on with the elements of the whole is another. All pieces are
// computed for each, so the cost model of fusion (option `machine`) has to find that cheaper than the copies. Rotary embeddings
// are written like this. This is ours.

#include "analysis/fusion_cost.h"
#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/common/reassociation.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "rewrite/greedy.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS, MAX_PIECES = 8 };

typedef struct concatenation {
  tern_op_t *op;                      // whose results are the pieces
  tern_op_t *insertions[MAX_PIECES];  // the last first
  size_t result[MAX_PIECES];          // of the op, by place in the whole
  size_t count;
  bool is_unit[MAX_RANK];  // dimensions of size one of the whole that the pieces lack
  size_t dim;              // of a piece, along which they lie
  size_t loop;             // of the op, which visits it
} concatenation_t;

// --- what is concatenated ---

static bool is_empty(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_TENSOR(EMPTY));
}

// The insertions that make a value of nothing, each into the result of the next.
static bool find_insertions(tern_op_t *last, concatenation_t *out) {
  tern_op_t *op = last;
  for (;; op = tern_value_defining_op(tern_op_operand(op, 1))) {
    if (!op || !tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || out->count == MAX_PIECES) return false;
    if (op != last && !tern_value_has_one_use(tern_op_result(op, 0))) return false;
    out->insertions[out->count++] = op;
    if (is_empty(tern_op_operand(op, 1))) return out->count > 1;
  }
}

// All pieces are results of one element-wise op that nobody else needs.
static bool find_op(concatenation_t *c) {
  c->op = tern_value_defining_op(tern_op_operand(c->insertions[0], 0));
  if (!c->op || !tern_op_is(c->op, TERN_LINALG(GENERIC)) || !tern_linalg_is_all_parallel(c->op) ||
      !tern_linalg_has_tensor_semantics(c->op) || c->op->result_count != c->count ||
      tern_linalg_loop_count(c->op) == MAX_RANK || c->op->operand_count > TERN_INDEX_LIST_MAX) {
    return false;
  }
  const tern_affine_map_t *map = tern_linalg_output_map(c->op, 0);
  for (size_t i = 0; i < c->count; ++i) {
    const tern_value_t *piece = tern_op_operand(c->insertions[i], 0);
    if (tern_value_defining_op(piece) != c->op || !tern_value_has_one_use(piece) ||
        tern_linalg_output_map(c->op, i) != map || tern_linalg_reads_output(c->op, i)) {
      return false;
    }
  }
  return tern_affine_map_is_permutation(map) && tern_type_has_static_shape(c->op->results[0].type);
}

// Finds the dimensions of a piece in the whole, which may have more of size one; `whole_dim` is the one along which they lie.
static bool find_piece_dims(concatenation_t *c, const tern_type_t *piece, const int64_t *sizes, size_t rank,
                            size_t whole_dim) {
  size_t kept = 0, piece_rank = tern_type_rank(piece);
  for (size_t d = 0; d < rank; ++d) {
    c->is_unit[d] = sizes[d] == 1 && d != whole_dim && (kept == piece_rank || tern_type_dims(piece)[kept] != 1);
    if (c->is_unit[d]) continue;
    if (kept == piece_rank || tern_type_dims(piece)[kept] != sizes[d]) return false;
    if (d == whole_dim) c->dim = kept;
    ++kept;
  }
  return kept == piece_rank;
}

// Do the pieces lie side by side along one dimension, and are they the whole?
static bool find_places(concatenation_t *c) {
  const tern_type_t *whole = c->insertions[0]->results[0].type;
  size_t rank = tern_type_rank(whole), whole_dim = rank;
  if (rank > MAX_RANK) return false;
  bool is_taken[MAX_PIECES] = {false};
  for (size_t i = 0; i < c->count; ++i) {
    int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
    tern_slice_t slice;
    if (!tern_slice_read(c->insertions[i], &slice) || slice.count != rank) return false;
    tern_slice_statics(&slice, offsets, sizes, strides);
    for (size_t d = 0; d < rank; ++d) {
      bool is_whole = sizes[d] == tern_type_dims(whole)[d];
      if (strides[d] != 1 || sizes[d] <= 0 || (is_whole && offsets[d] != 0)) return false;
      if (is_whole) continue;
      if (whole_dim != rank && whole_dim != d) return false;
      whole_dim = d;
    }
    if (whole_dim == rank || sizes[whole_dim] * (int64_t)c->count != tern_type_dims(whole)[whole_dim]) return false;
    if (offsets[whole_dim] < 0 || offsets[whole_dim] % sizes[whole_dim] != 0) return false;
    size_t place = (size_t)(offsets[whole_dim] / sizes[whole_dim]);
    if (place >= c->count || is_taken[place]) return false;
    is_taken[place] = true;
    const tern_value_t *piece = tern_op_operand(c->insertions[i], 0);
    c->result[place] = (size_t)(piece - c->op->results);
    if (!find_piece_dims(c, piece->type, sizes, rank, whole_dim)) return false;
  }
  c->loop = (size_t)tern_linalg_output_map(c->op, 0)->results[c->dim]->value;
  return true;
}

// Is it cheaper to compute all pieces for each than to copy them and to start a dispatch for each?
static bool pays(const concatenation_t *c, const tern_fusion_rates_t *rates) {
  const tern_type_t *piece = c->op->results[0].type;
  double elements = (double)tern_type_element_count(piece) * (double)c->count;
  double bytes = elements * tern_type_bit_width(tern_type_element(piece)) / 8;
  const tern_fusion_work_t again = {.ops = (double)(c->count - 1) * elements * tern_fusion_body_ops(c->op),
                                    .strands = elements};
  const tern_fusion_work_t copies = {.bytes = 2 * bytes, .strands = rates->strands};
  return tern_fusion_nanoseconds(rates, &again, 1) <=
         tern_fusion_nanoseconds(rates, &copies, 1) + (double)c->count * rates->dispatch_nanoseconds;
}

// --- the op that writes the whole ---

// The map with a loop more, before the one along which the pieces lie.
static const tern_affine_map_t *shift_map(const concatenation_t *c, const tern_affine_map_t *map) {
  const tern_affine_expr_t *loops[MAX_RANK];
  size_t count = tern_linalg_loop_count(c->op);
  for (size_t l = 0; l < count; ++l) loops[l] = tern_affine_dim(map->context, l < c->loop ? l : l + 1);
  return tern_affine_map_compose(map, tern_affine_map_get(map->context, count + 1, 0, loops, count));
}

// The map of the whole: the number of the piece comes before the dimension along which they lie.
static const tern_affine_map_t *whole_map(const concatenation_t *c) {
  const tern_affine_map_t *map = shift_map(c, tern_linalg_output_map(c->op, 0));
  const tern_affine_expr_t *results[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < map->result_count; ++d) {
    if (d == c->dim) results[count++] = tern_affine_dim(map->context, c->loop);
    results[count++] = map->results[d];
  }
  return tern_affine_map_get(map->context, map->dim_count, 0, results, count);
}

static void fill_body(tern_builder_t *b, tern_block_t *body, void *user) {
  const concatenation_t *c = user;
  tern_block_t *source = tern_linalg_body(c->op);
  tern_map_t values = {0};
  for (size_t i = 0; i < tern_linalg_input_count(c->op); ++i) tern_map_set(&values, source->args[i], body->args[i]);
  tern_block_for_each_op(source, op) {
    if (op == source->last_op) continue;
    tern_op_t *clone = tern_builder_clone(b, op, &values);
    if (!tern_op_is(op, TERN_LINALG(INDEX))) continue;
    int64_t loop = tern_integer_attr_value(tern_op_attr(op, "dim"));
    tern_op_set_attr(clone, "dim",
                     tern_integer_attr_get(tern_i_type_get(b->context, 64), loop + (loop >= (int64_t)c->loop)));
  }
  tern_value_t *piece = tern_linalg_build_index(b, c->loop), *chosen = NULL;
  for (size_t place = c->count; place-- > 0;) {
    tern_value_t *own = tern_op_operand(source->last_op, c->result[place]), *value = tern_map_get(&values, own);
    if (!value) value = own;
    if (!chosen) {
      chosen = value;
    } else {
      tern_value_t *is_here = tern_build_value(
          b, TERN_ARITH(CMPI), .operands = TERN_VALUES(piece, tern_build_index(b, (int64_t)place)),
          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
          .attrs = TERN_ATTRS({"predicate", tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_EQ)}));
      chosen = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_here, value, chosen),
                                .types = TERN_TYPES(chosen->type));
    }
  }
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(chosen));
  tern_map_deinitialize(&values);
}

// The type of the op's result, and how it is collapsed to pieces side by side.
static const tern_type_t *whole_type(const concatenation_t *c, const tern_type_t **out_collapsed) {
  const tern_type_t *piece = c->op->results[0].type;
  int64_t dims[MAX_RANK], collapsed[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(piece); ++d) {
    int64_t size = tern_type_dims(piece)[d];
    if (d == c->dim) dims[count++] = (int64_t)c->count;
    dims[count++] = size;
    collapsed[d] = d == c->dim ? size * (int64_t)c->count : size;
  }
  *out_collapsed = tern_tensor_type_get(tern_type_element(piece), collapsed, tern_type_rank(piece), NULL);
  return tern_tensor_type_get(tern_type_element(piece), dims, count, NULL);
}

// Splits dimensions of the value, or joins them, where groups of dimensions end.
static tern_value_t *build_reshape(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                   const tern_type_t *type, const size_t *ends, size_t count) {
  if (value->type == type) return value;
  const tern_attr_t *groups = tern_reassociation_get(b->context, ends, count);
  const tern_attr_t *sizes = tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), tern_type_rank(type));
  const tern_named_attrs_t attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", sizes});
  bool is_split = tern_type_rank(type) > tern_type_rank(value->type);
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = {attrs.values, is_split ? 2 : 1});
}

// Pieces side by side, with the dimensions of size one that the whole has besides.
static tern_value_t *build_whole(tern_builder_t *b, const concatenation_t *c, tern_value_t *value) {
  const tern_type_t *type, *whole = c->insertions[0]->results[0].type;
  size_t ends[MAX_RANK], count = 0, rank = tern_type_rank(c->op->results[0].type);
  whole_type(c, &type);
  for (size_t d = 0; d < rank; ++d) ends[d] = d + 1 + (d >= c->dim);
  value = build_reshape(b, TERN_TENSOR(COLLAPSE_SHAPE), value, type, ends, rank);
  for (size_t d = 0; d < tern_type_rank(whole); ++d) {
    if (!c->is_unit[d]) ends[count++] = d + 1;
  }
  if (count > 0) ends[count - 1] = tern_type_rank(whole);
  return build_reshape(b, TERN_TENSOR(EXPAND_SHAPE), value, whole, ends, count);
}

static void fuse(concatenation_t *c) {
  tern_builder_t b = tern_builder_before(c->insertions[0]);
  const tern_affine_map_t *maps[TERN_INDEX_LIST_MAX];
  tern_value_t *inputs[TERN_INDEX_LIST_MAX];
  tern_iterator_t iterators[MAX_RANK];
  const tern_type_t *collapsed;
  size_t input_count = tern_linalg_input_count(c->op), loop_count = tern_linalg_loop_count(c->op) + 1;
  b.loc = c->op->loc;
  for (size_t i = 0; i < input_count; ++i) {
    inputs[i] = tern_linalg_input(c->op, i);
    maps[i] = shift_map(c, tern_linalg_indexing_map(c->op, i));
  }
  maps[input_count] = whole_map(c);
  for (size_t l = 0; l < loop_count; ++l) iterators[l] = TERN_ITERATOR_PARALLEL;
  tern_value_t *empty = tern_tensor_build_empty(&b, whole_type(c, &collapsed), (tern_values_t){0});
  tern_op_t *fused = tern_linalg_build_generic(&b, TERN_TYPES(empty->type), (tern_values_t){inputs, input_count},
                                               TERN_VALUES(empty), maps, iterators, loop_count, fill_body, c);
  tern_value_replace_all_uses(tern_op_result(c->insertions[0], 0), build_whole(&b, c, tern_op_result(fused, 0)));
  for (size_t i = 0; i < c->count; ++i) tern_op_destroy(c->insertions[i]);
  tern_op_destroy(c->op);
}

static bool is_insertion(const tern_op_t *op) { return tern_op_is(op, TERN_TENSOR(INSERT_SLICE)); }

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const tern_fusion_rates_t *rates = tern_fusion_rates_of_pass(root, pass);
  if (!rates) return false;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_insertion);
  // From the last one backwards: what goes with it comes before it in the list, and is passed over as an insertion into another.
  tern_map_t gone = {0};
  for (size_t i = ops.count; i-- > 0;) {
    concatenation_t c = {0};
    if (tern_map_contains(&gone, ops.values[i])) continue;
    if (!find_insertions(ops.values[i], &c) || !find_op(&c) || !find_places(&c) || !pays(&c, rates)) continue;
    for (size_t k = 0; k < c.count; ++k) tern_map_set(&gone, c.insertions[k], c.insertions[k]);
    fuse(&c);
    tern_pass_count(pass, 0, 1);
  }
  if (gone.live_count > 0) {
    // Reshapes that meet cancel.
    tern_greedy_options_t greedy = TERN_GREEDY_DEFAULT;
    greedy.use_canonicalizers = true;
    tern_apply_patterns_greedily(root, NULL, 0, NULL, &greedy, NULL);
  }
  tern_map_deinitialize(&gone);
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {TERN_FUSION_MACHINE_OPTION};

const tern_pass_def_t tern_fuse_concatenations_pass = {
    .flag = "iree-flow-fuse-concatenations",
    .name = "FuseConcatenationsPass",
    .summary = "Let element-wise ops write tensors that are put together of all of their results",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-fused - concatenations that are gone", NULL},
    .run = run,
};
