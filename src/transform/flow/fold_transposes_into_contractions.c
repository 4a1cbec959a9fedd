// --iree-flow-fold-transposes-into-contractions: products are computed the way round in which they are read.
//
//   %c[m, n] += %a[k, m] * %b[k, n];  %d[n, m] = f(%c[m, n])    ->    %c[n, m] += %b[k, n] * %a[k, m];  %d[n, m] = f(%c[n, m])
//
// An op that reads the result transposed could not be fused with the product, and would read it with a stride. The gradients of
// weights are such products. The dimension that becomes the innermost one has to be that of an operand, too, or neither order reads
// memory as it lies; see --iree-flow-transpose-contraction-operands. This is ours; in IREE, PropagateLinalgTranspose folds
// linalg.transpose into named products.

#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/affine.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/dispatch_creation/interchange.h"

// A vector of fewer elements than this of a row of the result is not worth it, if rows were longer before.
enum { MAX_RANK = TERN_LINALG_MAX_LOOPS, LEAST_ROW = 8 };

// Dimension `d` becomes the dimension `places[d]`.
typedef struct transposition {
  tern_op_t *fill;  // what the accumulators start with
  size_t places[MAX_RANK], rank;
} transposition_t;

// --- what it is good for ---

// The map that all users read the result with, if it is one transposition; NULL otherwise.
static const tern_affine_map_t *common_map(const tern_value_t *value) {
  const tern_affine_map_t *common = NULL;
  tern_value_for_each_use(value, use) {
    const tern_op_t *user = use->owner;
    if (!tern_op_is(user, TERN_LINALG(GENERIC)) || tern_operand_index(use) >= tern_linalg_input_count(user) ||
        !tern_linalg_is_all_parallel(user)) {
      return NULL;
    }
    const tern_affine_map_t *map = tern_linalg_indexing_map(user, tern_operand_index(use));
    if ((common && map != common) || !tern_affine_map_is_permutation(map)) return NULL;
    common = map;
  }
  return common && !tern_affine_map_is_identity(common) ? common : NULL;
}

static bool ends_with_loop(const tern_affine_map_t *map, size_t loop) {
  return map->result_count > 0 && tern_affine_expr_is_dim(map->results[map->result_count - 1], loop);
}

static bool has_loop(const size_t *loops, size_t count, size_t loop) {
  for (size_t i = 0; i < count; ++i) {
    if (loops[i] == loop) return true;
  }
  return false;
}

// How many dimensions of more than one element come before the one at `place`.
static size_t count_before(const int64_t *dims, const size_t *places, size_t rank, size_t place) {
  size_t count = 0;
  for (size_t d = 0; d < rank; ++d) count += dims[d] != 1 && (places ? places[d] : d) < place;
  return count;
}

static bool match(const tern_op_t *op, transposition_t *out) {
  tern_contraction_t contraction;
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      tern_linalg_input_count(op) != 2 || tern_linalg_output_count(op) != 1 ||
      !tern_linalg_match_contraction(op, &contraction) || contraction.k_count == 0) {
    return false;
  }
  tern_op_t *fill = tern_value_defining_op(tern_linalg_output(op, 0)), *empty;
  if (!fill || !tern_op_is(fill, TERN_LINALG(FILL))) return false;
  empty = tern_value_defining_op(tern_linalg_output(fill, 0));
  const tern_affine_map_t *read = common_map(&op->results[0]);
  if (!empty || !tern_op_is(empty, TERN_TENSOR(EMPTY)) || !read) return false;
  const tern_affine_map_t *written = tern_linalg_indexing_map(op, 2);
  *out = (transposition_t){.fill = fill, .rank = read->result_count};
  const int64_t *dims = tern_type_dims(op->results[0].type);
  for (size_t d = 0; d < out->rank; ++d) out->places[d] = (size_t)read->results[d]->value;
  // Dimensions of one element stand anywhere.
  size_t count = count_before(dims, NULL, out->rank, out->rank), inner = SIZE_MAX;
  int64_t old_row = 1, row = 1;
  for (size_t d = 0; d < out->rank; ++d) {
    size_t loop = (size_t)written->results[d]->value;
    size_t before = count_before(dims, NULL, out->rank, d),
           now = count_before(dims, out->places, out->rank, out->places[d]);
    if (dims[d] == 1) continue;
    if (now != before && has_loop(contraction.batch, contraction.batch_count, loop)) return false;
    if (before + 1 == count) old_row = dims[d];
    if (now + 1 < count) continue;
    inner = loop;
    row = dims[d];
  }
  if (inner == SIZE_MAX || (row != TERN_DYNAMIC && row < LEAST_ROW && old_row > row)) return false;
  const tern_affine_map_t *a = tern_linalg_indexing_map(op, 0), *b = tern_linalg_indexing_map(op, 1);
  size_t k = contraction.k[contraction.k_count - 1];
  return ends_with_loop(a, inner) || ends_with_loop(b, inner) || (ends_with_loop(a, k) && ends_with_loop(b, k));
}

// --- the product ---

static tern_value_t *build_fill(tern_builder_t *b, const transposition_t *t) {
  tern_op_t *empty = tern_value_defining_op(tern_linalg_output(t->fill, 0));
  const tern_type_t *old = empty->results[0].type;
  tern_value_t *sizes[MAX_RANK];
  int64_t dims[MAX_RANK];
  size_t sources[MAX_RANK], next = 0, count = 0;
  for (size_t d = 0; d < t->rank; ++d) {
    dims[t->places[d]] = tern_type_dims(old)[d];
    if (tern_type_dims(old)[d] == TERN_DYNAMIC) sources[t->places[d]] = next++;
  }
  for (size_t d = 0; d < t->rank; ++d) {
    if (dims[d] == TERN_DYNAMIC) sizes[count++] = tern_op_operand(empty, sources[d]);
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(old), dims, t->rank, NULL);
  tern_value_t *made = tern_tensor_build_empty(b, type, (tern_values_t){sizes, count});
  tern_op_t *fill =
      tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(tern_linalg_input(t->fill, 0)),
                              TERN_VALUES(made), (tern_named_attrs_t){0});
  return tern_op_result(fill, 0);
}

static void set_map(tern_op_t *op, size_t position, const tern_affine_map_t *map) {
  TERN_VEC(const tern_attr_t *) maps = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_vec_push(&maps, tern_affine_map_attr_get(i == position ? map : tern_linalg_indexing_map(op, i)));
  }
  tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(tern_op_context(op), maps.values, maps.count));
  tern_vec_deinitialize(&maps);
}

// The loops of the result first, in its order.
static void order_loops(tern_op_t *op) {
  size_t order[TERN_LINALG_MAX_LOOPS], count = 0, loop_count = tern_linalg_loop_count(op);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, 2);
  for (size_t d = 0; d < map->result_count; ++d) order[count++] = (size_t)map->results[d]->value;
  for (size_t loop = 0; loop < loop_count; ++loop) {
    if (!has_loop(order, count, loop)) order[count++] = loop;
  }
  tern_linalg_interchange(op, order);
}

static void transpose(tern_op_t *op, const transposition_t *t) {
  tern_builder_t b = tern_builder_before(op);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, 2);
  const tern_affine_expr_t *results[MAX_RANK];
  for (size_t d = 0; d < t->rank; ++d) results[t->places[d]] = map->results[d];
  tern_op_set_operand(op, 2, build_fill(&b, t));
  op->results[0].type = tern_op_operand(op, 2)->type;
  set_map(op, 2, tern_affine_map_get(b.context, map->dim_count, 0, results, t->rank));
  order_loops(op);
  tern_value_for_each_use(&op->results[0], use) {
    set_map(use->owner, tern_operand_index(use), tern_affine_map_identity(b.context, t->rank));
  }
}

static bool is_wanted(const tern_op_t *op) {
  transposition_t t;
  return match(op, &t) && !tern_is_in_dispatch(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    transposition_t t;
    if (!match(ops.values[i], &t)) continue;
    transpose(ops.values[i], &t);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_fold_transposes_into_contractions_pass = {
    .flag = "iree-flow-fold-transposes-into-contractions",
    .name = "FoldTransposesIntoContractionsPass",
    .summary = "Compute products the way round in which they are read",
    .statistics = (const char *const[]){"num-folded - products whose result was transposed", NULL},
    .run = run,
};
