// --iree-flow-fold-broadcasts: a broadcast that was to be decided when the program runs, and is decided by sizes.
//
//   %e = tensor.empty(%n, %m)
//   %0 = linalg.generic outs(%e) {                                       %0 = linalg.generic {indexing_maps = [(i, j) -> (i), ...]}
//     %i = linalg.index 0                                                      ins(%x) outs(%e) {
//     %s = arith.select (%n == 1), %c0, %i                        ->     ^bb0(%in: f32, %out: f32):
//     %1 = tensor.extract %x[%s]                                           linalg.yield %in : f32
//     linalg.yield %1                                                    }
//   }
//
// where %n is the size of %x, too. This is ours. stablehlo.dynamic_broadcast_in_dim repeats a dimension if it has one element. Where
// the result's dimension is as large as that of what is broadcast, it makes no difference whether this one element is repeated.

#include "analysis/reify_dims.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/affine.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

static bool is_constant(const tern_value_t *value, int64_t number) {
  int64_t constant;
  return tern_index_constant(value, &constant) && constant == number;
}

// The loop whose index this is; -1 if it is none.
static int64_t loop_of(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_LINALG(INDEX)) ? tern_integer_attr_value(tern_op_attr(op, "dim")) : -1;
}

static bool is_same_size(const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return true;
  const tern_op_t *x = tern_value_defining_op(a), *y = tern_value_defining_op(b);
  int64_t dim;
  return x && y && tern_op_is(x, TERN_TENSOR(DIM)) && tern_op_is(y, TERN_TENSOR(DIM)) &&
         tern_op_operand(x, 0) == tern_op_operand(y, 0) && tern_index_constant(tern_op_operand(x, 1), &dim) &&
         is_constant(tern_op_operand(y, 1), dim);
}

// Is `size` how large this dimension is? What is built to compare it with is destroyed.
static bool is_size_of(const tern_value_t *size, tern_value_t *tensor, size_t dim, tern_op_t *before) {
  tern_op_t *last = before->prev;
  tern_builder_t b = tern_builder_before(before);
  bool is_same = is_same_size(size, tern_reify_dim(&b, tensor, dim));
  while (before->prev != last) tern_op_destroy(before->prev);
  return is_same;
}

// Has the loop as many iterations as dimension `dim` of the tensor has elements? A loop over fewer reads a part, which a map cannot say.
static bool goes_over_all(tern_op_t *generic, int64_t loop, tern_value_t *tensor, size_t dim) {
  const tern_type_t *type = tern_linalg_output(generic, 0)->type;
  int64_t count = tern_type_dim(type, (size_t)loop);
  if (count != TERN_DYNAMIC) return count == tern_type_dim(tensor->type, dim);
  const tern_op_t *empty = tern_value_defining_op(tern_linalg_output(generic, 0));
  if (!empty || !tern_op_is(empty, TERN_TENSOR(EMPTY))) return false;
  size_t operand = 0;
  for (size_t d = 0; d < (size_t)loop; ++d) operand += tern_type_dim(type, d) == TERN_DYNAMIC;
  return is_size_of(tern_op_operand(empty, operand), tensor, dim, generic);
}

// Of `size == 1 ? 0 : index` the index, if the loop goes over just as many and dimension `dim` of the tensor has no more.
static const tern_value_t *skip_choice(tern_op_t *generic, const tern_value_t *index, tern_value_t *tensor,
                                       size_t dim) {
  const tern_op_t *select = tern_value_defining_op(index);
  if (!select || !tern_op_is(select, TERN_ARITH(SELECT)) || !is_constant(tern_op_operand(select, 1), 0)) return index;
  const tern_op_t *compared = tern_value_defining_op(tern_op_operand(select, 0));
  int64_t loop = loop_of(tern_op_operand(select, 2));
  const tern_op_t *empty = tern_value_defining_op(tern_linalg_output(generic, 0));
  if (loop < 0 || !compared || !tern_op_is(compared, TERN_ARITH(CMPI)) || !empty ||
      !tern_op_is(empty, TERN_TENSOR(EMPTY)) || !is_constant(tern_op_operand(compared, 1), 1) ||
      tern_enum_attr_value(tern_op_attr(compared, "predicate")) != TERN_CMPI_EQ) {
    return index;
  }
  const tern_type_t *type = empty->results[0].type;
  if (tern_type_dim(type, (size_t)loop) != TERN_DYNAMIC) return index;
  size_t operand = 0;
  for (size_t d = 0; d < (size_t)loop; ++d) operand += tern_type_dim(type, d) == TERN_DYNAMIC;
  const tern_value_t *size = tern_op_operand(compared, 0);
  bool is_decided = tern_op_operand(empty, operand) == size && is_size_of(size, tensor, dim, generic);
  return is_decided ? tern_op_operand(select, 2) : index;
}

// The extract that is all the op does, with an index or 0 in each place; NULL if it is another op.
static tern_op_t *match(tern_op_t *op, const tern_affine_expr_t **out_exprs) {
  bool is_candidate = tern_linalg_has_tensor_semantics(op) && tern_linalg_is_all_parallel(op) &&
                      tern_linalg_input_count(op) == 0 && tern_linalg_output_count(op) == 1 &&
                      tern_affine_map_is_identity(tern_linalg_indexing_map(op, 0));
  if (!is_candidate) return NULL;
  const tern_block_t *body = tern_linalg_body(op);
  tern_op_t *extract = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  if (!extract || !tern_op_is(extract, TERN_TENSOR(EXTRACT)) || extract->block != body) return NULL;
  tern_context_t *context = tern_op_context(op);
  for (size_t d = 1; d < extract->operand_count; ++d) {
    const tern_value_t *index = skip_choice(op, tern_op_operand(extract, d), tern_op_operand(extract, 0), d - 1);
    int64_t loop = loop_of(index);
    if (loop < 0 && !is_constant(index, 0)) return NULL;
    if (loop >= 0 && !goes_over_all(op, loop, tern_op_operand(extract, 0), d - 1)) return NULL;
    out_exprs[d - 1] = loop < 0 ? tern_affine_constant(context, 0) : tern_affine_dim(context, (size_t)loop);
  }
  return extract;
}

static bool rewrite(tern_op_t *op) {
  const tern_affine_expr_t *exprs[TERN_LINALG_MAX_LOOPS];
  tern_op_t *extract = match(op, exprs);
  if (!extract) return false;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operand = tern_op_operand(extract, 0), *output = tern_linalg_output(op, 0);
  size_t rank = tern_type_rank(output->type);
  const tern_affine_map_t *maps[] = {
      tern_affine_map_get(b.context, rank, 0, exprs, extract->operand_count - 1),
      tern_affine_map_identity(b.context, rank),
  };
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS] = {0};
  tern_op_t *made = tern_linalg_build_generic(&b, TERN_TYPES(output->type), TERN_VALUES(operand), TERN_VALUES(output),
                                              maps, iterators, rank, tern_linalg_fill_copy, NULL);
  tern_value_replace_all_uses(&op->results[0], &made->results[0]);
  tern_op_destroy(op);
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC))) return TERN_WALK_ADVANCE;
  if (!tern_is_in_dispatch(op)) tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    if (rewrite(ops.values[i])) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_fold_broadcasts_pass = {
    .flag = "iree-flow-fold-broadcasts",
    .name = "FoldBroadcastsPass",
    .summary = "Decide broadcasts by what is known of sizes",
    .statistics = (const char *const[]){"num-decided - broadcasts that became maps", NULL},
    .run = run,
};
