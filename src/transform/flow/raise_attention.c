// --iree-flow-raise-attention: two products with a softmax between them become one op.
//
//   %s = (products of %q and %k)                     linalg.generic
//   %t = (f(%s) + mask, element by element)          linalg.generic
//   %m = (maxima of rows of %t)                      linalg.generic
//   %e = exp(%t - %m)                                linalg.generic        %r = iree_linalg_ext.attention
//   %l = (sums of rows of %e)                        linalg.generic   ->          ins(%q, %k, %v, %scale, %mask)
//   %p = %e / %l                                     linalg.generic
//   %r = (products of %p and %v)                     linalg.generic
//
// This is ours. It comes behind fusion, which has made one op of what is done to scores and has put broadcasts into
// maps. A function of a score, and of its place, that is no more than a factor becomes the scale, another one the body.
// The op then divides sums of products instead of their factors, which overflow where values are greater than the
// largest number divided by how many keys there are; rows of scores that are all -inf are NaN in both forms, and so is
// what has a NaN or +inf among its scores. Nothing else may use what is between the products, and only such attention
// is made as --iree-linalg-ext-tile-attention takes, and as has rows enough for several workgroups. A transpose behind
// the last product, which einsum makes, is a part of the op.

#include <math.h>

#include "analysis/gpu/attention_config.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { MAX_LOOPS = TERN_LINALG_EXT_MAX_LOOPS };

typedef struct chain {
  // `modified` and `transpose` may be NULL.
  tern_op_t *scores, *modified, *max, *weights, *sums, *quotient, *product, *transpose;
  size_t rank;                 // of scores
  size_t place;                // of the weights among the inputs of the last product
  tern_value_t *scale, *mask;  // NULL: none
  const tern_affine_map_t *mask_map;
  tern_value_t *score;  // in the body of `modified`: before the mask is added. NULL: no more than the scale
} chain_t;

// --- single ops ---

static tern_op_t *generic_of(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_LINALG(GENERIC)) && op->result_count == 1 ? op : NULL;
}

static size_t count_uses(const tern_value_t *value) {
  size_t count = 0;
  tern_value_for_each_use(value, use)++ count;
  return count;
}

// What the body yields is made by `row`.
static tern_op_t *yielded_by(const tern_op_t *op, const tern_op_row_t *row) {
  tern_op_t *made = tern_value_defining_op(tern_op_operand(tern_linalg_body(op)->last_op, 0));
  return made && tern_op_is(made, row) && made->block == tern_linalg_body(op) ? made : NULL;
}

// Only these two ops and a yield, or one op if `inner` is NULL.
static bool has_ops(const tern_op_t *op, const tern_op_t *inner, const tern_op_t *outer) {
  const tern_op_t *first = tern_linalg_body(op)->first_op;
  return (!inner || first == inner) && (inner ? first->next : first) == outer &&
         outer->next == tern_linalg_body(op)->last_op;
}

// The map of the first dims of so many.
static bool is_leading(const tern_affine_map_t *map, size_t loops, size_t dims) {
  if (map->dim_count != loops || map->result_count != dims) return false;
  for (size_t i = 0; i < dims; ++i) {
    if (!tern_affine_expr_is_dim(map->results[i], i)) return false;
  }
  return true;
}

static bool is_filled_with(const tern_value_t *value, double number) {
  tern_op_t *fill = tern_value_defining_op(value);
  if (!fill || !tern_op_is(fill, TERN_LINALG(FILL))) return false;
  const tern_attr_t *constant = tern_value_constant(tern_linalg_input(fill, 0));
  return constant && tern_attr_is_float(constant) && tern_float_attr_value(constant) == number;
}

// A row's elements are combined by `row`, from `start` on.
static bool is_row_reduction(const tern_op_t *op, size_t rank, const tern_op_row_t *row, double start) {
  if (tern_linalg_loop_count(op) != rank || tern_linalg_input_count(op) != 1 ||
      tern_linalg_iterator(op, rank - 1) != TERN_ITERATOR_REDUCTION ||
      !is_leading(tern_linalg_indexing_map(op, 0), rank, rank) ||
      !is_leading(tern_linalg_output_map(op, 0), rank, rank - 1) || !is_filled_with(tern_linalg_output(op, 0), start)) {
    return false;
  }
  const tern_block_t *body = tern_linalg_body(op);
  const tern_op_t *combine = yielded_by(op, row);
  if (!combine || !has_ops(op, NULL, combine)) return false;
  const tern_value_t *x = tern_op_operand(combine, 0), *y = tern_op_operand(combine, 1);
  return (x == body->args[0] && y == body->args[1]) || (x == body->args[1] && y == body->args[0]);
}

// Takes an element of the first input and one of the row that it is in, in this order.
static bool is_of_element_and_row(const tern_op_t *op, size_t rank) {
  return tern_linalg_loop_count(op) == rank && tern_linalg_input_count(op) == 2 && tern_linalg_is_all_parallel(op) &&
         is_leading(tern_linalg_indexing_map(op, 0), rank, rank) &&
         is_leading(tern_linalg_indexing_map(op, 1), rank, rank - 1) &&
         is_leading(tern_linalg_output_map(op, 0), rank, rank);
}

static bool takes_arguments(const tern_op_t *inner, const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  return tern_op_operand(inner, 0) == body->args[0] && tern_op_operand(inner, 1) == body->args[1];
}

static bool is_quotient(const tern_op_t *op, size_t rank) {
  const tern_op_t *division = yielded_by(op, TERN_ARITH(DIVF));
  return division && is_of_element_and_row(op, rank) && takes_arguments(division, op) && has_ops(op, NULL, division);
}

static bool is_weight(const tern_op_t *op, size_t rank) {
  const tern_op_t *power = yielded_by(op, TERN_MATH(EXP));
  const tern_op_t *difference = power ? tern_value_defining_op(tern_op_operand(power, 0)) : NULL;
  return difference && tern_op_is(difference, TERN_ARITH(SUBF)) && is_of_element_and_row(op, rank) &&
         takes_arguments(difference, op) && has_ops(op, difference, power);
}

static bool is_plain_product(const tern_op_t *op) {
  tern_contraction_t roles;
  if (!tern_linalg_match_contraction(op, &roles) || !is_filled_with(tern_linalg_output(op, 0), 0)) return false;
  const tern_op_t *sum = yielded_by(op, TERN_ARITH(ADDF));
  const tern_op_t *product = sum ? tern_linalg_body(op)->first_op : NULL;
  return product && tern_op_is(product, TERN_ARITH(MULF)) && has_ops(op, product, sum);
}

// --- what is done to scores ---

// Does `value`, computed in `body`, depend on none of its arguments but `allowed`?
static bool depends_on(tern_value_t *value, const tern_value_t *allowed, tern_block_t *body) {
  tern_map_t others = {0};
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (body->args[i] != allowed) tern_map_set(&others, body->args[i], body);
  }
  tern_block_for_each_op(body, op) {
    bool is_other = false;
    for (size_t i = 0; i < op->operand_count; ++i) is_other |= tern_map_contains(&others, tern_op_operand(op, i));
    for (size_t i = 0; is_other && i < op->result_count; ++i) tern_map_set(&others, tern_op_result(op, i), body);
  }
  bool is_alone = !tern_map_contains(&others, value);
  tern_map_deinitialize(&others);
  return is_alone;
}

// The argument of `body` that stands for an input of one element, as the input; other values from outside as they are.
static tern_value_t *single_number(const tern_op_t *op, tern_value_t *value) {
  const tern_block_t *body = tern_linalg_body(op);
  if (tern_value_block(value) != body) return value;
  if (tern_value_defining_op(value)) return NULL;
  return tern_linalg_indexing_map(op, value->index)->result_count == 0 ? tern_linalg_input(op, value->index) : NULL;
}

static bool read_mask(chain_t *c, const tern_value_t *score_arg, tern_value_t **inout_value) {
  const tern_block_t *body = tern_linalg_body(c->modified);
  const tern_op_t *sum = tern_value_defining_op(*inout_value);
  if (!sum || !tern_op_is(sum, TERN_ARITH(ADDF)) || sum->block != body) return true;
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *mask = tern_op_operand(sum, i);
    bool is_input = tern_value_block(mask) == body && !tern_value_defining_op(mask) && mask != score_arg;
    if (!is_input || count_uses(mask) != 1) continue;
    c->mask_map = tern_linalg_indexing_map(c->modified, mask->index);
    if (c->mask_map->result_count == 0) continue;
    c->mask = tern_linalg_input(c->modified, mask->index);
    *inout_value = tern_op_operand(sum, 1 - i);
    return tern_affine_map_is_projected_permutation(c->mask_map, false);
  }
  return true;
}

// Reads scale and mask from the element-wise op behind the first product.
static bool read_modified(chain_t *c) {
  tern_block_t *body = tern_linalg_body(c->modified);
  if (!tern_linalg_is_all_parallel(c->modified) || tern_linalg_loop_count(c->modified) != c->rank ||
      !is_leading(tern_linalg_output_map(c->modified, 0), c->rank, c->rank) ||
      tern_linalg_reads_output(c->modified, 0)) {
    return false;
  }
  size_t place = 0;
  while (tern_linalg_input(c->modified, place) != tern_op_result(c->scores, 0)) ++place;
  if (!is_leading(tern_linalg_indexing_map(c->modified, place), c->rank, c->rank)) return false;
  tern_value_t *value = tern_op_operand(body->last_op, 0), *score = body->args[place];
  if (!read_mask(c, score, &value)) return false;
  if (value == score) return true;
  const tern_op_t *product = tern_value_defining_op(value);
  for (size_t i = 0; product && tern_op_is(product, TERN_ARITH(MULF)) && i < 2; ++i) {
    if (tern_op_operand(product, i) != score) continue;
    c->scale = single_number(c->modified, tern_op_operand(product, 1 - i));
    if (c->scale && tern_value_block(value) == body) return true;
  }
  c->scale = NULL;
  c->score = value;
  return depends_on(value, score, body);
}

// --- the chain ---

// The op that makes input `index` of `op`, if it is generic and has as many uses as it should.
static tern_op_t *input_of(const tern_op_t *op, size_t index, size_t uses) {
  tern_op_t *made = generic_of(tern_linalg_input(op, index));
  return made && made->block == op->block && count_uses(tern_op_result(made, 0)) == uses ? made : NULL;
}

static bool match_softmax(chain_t *c) {
  c->quotient = input_of(c->product, c->place, 1);
  if (!c->quotient || (c->rank = tern_linalg_loop_count(c->quotient)) < 2 || !is_quotient(c->quotient, c->rank)) {
    return false;
  }
  c->weights = input_of(c->quotient, 0, 2);
  c->sums = input_of(c->quotient, 1, 1);
  if (!c->weights || !c->sums || !is_weight(c->weights, c->rank) ||
      !is_row_reduction(c->sums, c->rank, TERN_ARITH(ADDF), 0) ||
      tern_linalg_input(c->sums, 0) != tern_op_result(c->weights, 0)) {
    return false;
  }
  c->max = input_of(c->weights, 1, 1);
  // Whether or not the maximum tells of a NaN, the sums do.
  return c->max && tern_linalg_input(c->max, 0) == tern_linalg_input(c->weights, 0) &&
         (is_row_reduction(c->max, c->rank, TERN_ARITH(MAXIMUMF), -INFINITY) ||
          is_row_reduction(c->max, c->rank, TERN_ARITH(MAXNUMF), -INFINITY));
}

static bool match_scores(chain_t *c) {
  tern_op_t *made = tern_value_defining_op(tern_linalg_input(c->weights, 0));
  if (!made || !tern_is_linalg(made) || made->result_count != 1 || count_uses(tern_op_result(made, 0)) != 2)
    return false;
  if (is_plain_product(made)) return c->scores = made, true;
  if (!tern_op_is(made, TERN_LINALG(GENERIC))) return false;
  c->modified = made;
  for (size_t i = 0; i < tern_linalg_input_count(made) && !c->scores; ++i) {
    tern_op_t *product = tern_value_defining_op(tern_linalg_input(made, i));
    bool is_used_here =
        product && tern_is_linalg(product) && product->result_count == 1 && count_uses(tern_op_result(product, 0)) == 1;
    if (is_used_here && is_plain_product(product)) c->scores = product;
  }
  return c->scores && read_modified(c);
}

static void find_transpose(chain_t *c) {
  const tern_value_t *result = tern_op_result(c->product, 0);
  if (count_uses(result) != 1) return;
  tern_op_t *user = result->first_use->owner;
  if (user->block != c->product->block || !tern_op_is(user, TERN_LINALG(GENERIC)) || user->result_count != 1 ||
      tern_linalg_input_count(user) != 1 || !tern_linalg_is_all_parallel(user)) {
    return;
  }
  const tern_block_t *body = tern_linalg_body(user);
  bool is_plain =
      tern_op_operand(body->last_op, 0) == body->args[0] && body->first_op == body->last_op &&
      tern_affine_map_is_permutation(tern_linalg_indexing_map(user, 0)) &&
      is_leading(tern_linalg_output_map(user, 0), tern_linalg_loop_count(user), tern_type_rank(result->type));
  if (is_plain) c->transpose = user;
}

static bool match(tern_op_t *product, chain_t *c) {
  if (!tern_linalg_has_tensor_semantics(product) || !is_plain_product(product)) return false;
  for (size_t place = 0; place < 2; ++place) {
    *c = (chain_t){.product = product, .place = place};
    if (!match_softmax(c) || !match_scores(c)) continue;
    find_transpose(c);
    return true;
  }
  return false;
}

// --- the op ---

// Loops of the op: the dims of scores, then those that only the products have. `places` has the op's loop for each of a
// product's, whose operand `known` is the scores or the weights.
static void number_loops(const tern_op_t *product, size_t known, size_t *inout_count, size_t *places) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(product, known);
  for (size_t loop = 0; loop < tern_linalg_loop_count(product); ++loop) {
    size_t dim = 0;
    while (dim < map->result_count && !tern_affine_expr_is_dim(map->results[dim], loop)) ++dim;
    places[loop] = dim < map->result_count ? dim : (*inout_count)++;
  }
}

static const tern_attr_t *renumber(tern_context_t *context, const tern_affine_map_t *map, const size_t *places,
                                   size_t loops) {
  size_t positions[MAX_LOOPS];
  for (size_t i = 0; i < map->result_count; ++i) positions[i] = places[map->results[i]->value];
  return tern_affine_map_attr_get(tern_affine_map_select(context, loops, positions, map->result_count));
}

static const tern_attr_t *map_of_output(const chain_t *c, const size_t *places, size_t loops) {
  const tern_affine_map_t *map = tern_linalg_output_map(c->product, 0);
  tern_context_t *context = tern_op_context(c->product);
  if (!c->transpose) return renumber(context, map, places, loops);
  const tern_affine_map_t *order = tern_linalg_indexing_map(c->transpose, 0);
  size_t positions[MAX_LOOPS];
  for (size_t i = 0; i < map->result_count; ++i) positions[order->results[i]->value] = places[map->results[i]->value];
  return tern_affine_map_attr_get(tern_affine_map_select(context, loops, positions, map->result_count));
}

// The value of `body` and what it is computed from, cloned. Loops of the op begin with the dims of scores.
static tern_value_t *clone_value(tern_builder_t *b, tern_value_t *value, const tern_block_t *body,
                                 tern_map_t *mapping) {
  tern_value_t *known = tern_map_get(mapping, value);
  tern_op_t *op = tern_value_defining_op(value);
  if (known || !op || op->block != body) return known ? known : value;
  if (tern_op_is(op, TERN_LINALG(INDEX))) {
    const tern_attr_t *dim = tern_op_attr(op, "dim");
    tern_value_t *index = tern_build_value(b, TERN_IREE_LINALG_EXT(INDEX), .types = TERN_TYPES(value->type),
                                           .attrs = TERN_ATTRS({"dim", dim}));
    tern_map_set(mapping, value, index);
    return index;
  }
  for (size_t i = 0; i < op->operand_count; ++i) clone_value(b, tern_op_operand(op, i), body, mapping);
  return tern_op_result(tern_builder_clone(b, op, mapping), value->index);
}

// What is done to a score besides the scale, or nothing.
static void build_region(tern_op_t *op, const chain_t *c, const tern_type_t *element) {
  tern_builder_t b = tern_builder_before(op);
  tern_map_t mapping = {0};
  tern_value_t *result = tern_builder_add_block(&b, &op->regions[0], TERN_TYPES(element))->args[0];
  if (c->score) {
    tern_block_t *body = tern_linalg_body(c->modified);
    for (size_t i = 0; i < tern_linalg_input_count(c->modified); ++i) {
      bool is_score = tern_linalg_input(c->modified, i) == tern_op_result(c->scores, 0);
      if (is_score) tern_map_set(&mapping, body->args[i], result);
    }
    result = clone_value(&b, c->score, body, &mapping);
  }
  tern_build(&b, TERN_IREE_LINALG_EXT(YIELD), .operands = TERN_VALUES(result));
  tern_map_deinitialize(&mapping);
}

static tern_op_t *build_attention(const chain_t *c) {
  tern_builder_t b = tern_builder_before(c->transpose ? c->transpose : c->product);
  size_t loops = c->rank, of_scores[MAX_LOOPS], of_product[MAX_LOOPS], identity[MAX_LOOPS], count = 0, key = 0;
  const tern_affine_map_t *score_map = tern_linalg_output_map(c->scores, 0);
  number_loops(c->scores, 2, &loops, of_scores);
  number_loops(c->product, c->place, &loops, of_product);
  for (size_t i = 0; i < c->rank; ++i) identity[i] = i;
  // Keys are the last dim of scores.
  for (size_t i = 0; i < 2; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(c->scores, i);
    for (size_t r = 0; r < map->result_count; ++r) {
      if (map->results[r] == score_map->results[c->rank - 1]) key = i;
    }
  }
  tern_value_t *operands[6];
  const tern_attr_t *maps[6];
  operands[count] = tern_linalg_input(c->scores, 1 - key);
  maps[count++] = renumber(b.context, tern_linalg_indexing_map(c->scores, 1 - key), of_scores, loops);
  operands[count] = tern_linalg_input(c->scores, key);
  maps[count++] = renumber(b.context, tern_linalg_indexing_map(c->scores, key), of_scores, loops);
  operands[count] = tern_linalg_input(c->product, 1 - c->place);
  maps[count++] = renumber(b.context, tern_linalg_indexing_map(c->product, 1 - c->place), of_product, loops);
  const tern_type_t *element = tern_type_element(operands[0]->type);
  operands[count] = c->scale ? c->scale : tern_build_number(&b, element, 1);
  maps[count++] = tern_affine_map_attr_get(tern_affine_map_select(b.context, loops, NULL, 0));
  if (c->mask) {
    operands[count] = c->mask;
    maps[count++] = renumber(b.context, c->mask_map, identity, loops);
  }
  maps[count] = map_of_output(c, of_product, loops);
  const tern_type_t *type = tern_op_result(c->transpose ? c->transpose : c->product, 0)->type;
  operands[count] = tern_tensor_build_empty(&b, type, (tern_values_t){0});
  tern_op_t *op = tern_build(&b, TERN_IREE_LINALG_EXT(ATTENTION), .operands = {operands, count + 1},
                             .types = TERN_TYPES(type), .regions = 1, .segments = (int32_t[]){(int32_t)count, 1},
                             .attrs = TERN_ATTRS({"indexing_maps", tern_array_attr_get(b.context, maps, count + 1)}));
  build_region(op, c, element);
  return op;
}

static bool are_static(const chain_t *c) {
  const tern_op_t *ops[] = {c->scores, c->product, c->transpose ? c->transpose : c->product};
  for (size_t i = 0; i < 3; ++i) {
    if (tern_linalg_loop_count(ops[i]) + 2 > MAX_LOOPS) return false;
    for (size_t k = 0; k < ops[i]->operand_count; ++k) {
      if (!tern_type_has_static_shape(tern_op_operand(ops[i], k)->type)) return false;
    }
  }
  return true;
}

// --- the pass ---

static bool is_wanted(const tern_op_t *op) { return tern_is_linalg(op) && !tern_is_in_dispatch(op); }

// Rows that a workgroup has at least, fewer workgroups than processors, and multiplications for which that matters: the
// products alone are distributed by keys and columns, too.
#define ROWS 32
#define FEW_WORKGROUPS 4
#define MUCH_WORK 40e6

static bool leaves_processors_idle(const tern_attention_loops_t *loops) {
  const int64_t *extents = loops->extents;
  double rows = (double)extents[loops->rows], outer = 1;
  for (size_t i = 0; i < loops->outer_count; ++i) outer *= (double)extents[loops->outer[i]];
  double work = outer * rows * (double)extents[loops->keys] * (double)(extents[loops->depth] + extents[loops->columns]);
  return outer * (rows > ROWS ? rows / ROWS : 1) < FEW_WORKGROUPS && work > MUCH_WORK;
}

// Is there a kernel for it, of the GPU, or if that is NULL of processors?
static bool has_kernel(const tern_op_t *op, const tern_machine_t *gpu) {
  tern_attention_loops_t loops;
  tern_gpu_attention_config_t config;
  if (gpu) return tern_gpu_choose_attention(op, gpu, &config);
  return tern_linalg_ext_find_attention_loops(op, &loops) && !leaves_processors_idle(&loops);
}

static bool raise(const chain_t *c, const tern_machine_t *gpu) {
  if (!are_static(c)) return false;
  tern_op_t *op = build_attention(c), *old = c->transpose ? c->transpose : c->product;
  bool is_wanted = has_kernel(op, gpu);
  if (!is_wanted) return tern_op_destroy(op), false;
  tern_value_replace_all_uses(tern_op_result(old, 0), tern_op_result(op, 0));
  tern_op_t *gone[] = {c->transpose, c->product, c->quotient, c->sums, c->weights, c->max, c->modified, c->scores};
  for (size_t i = 0; i < sizeof gone / sizeof gone[0]; ++i) {
    if (gone[i]) tern_op_destroy(gone[i]);
  }
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  tern_str_t chip = tern_pass_string(pass, "chip");
  const tern_machine_t *gpu = chip.size ? tern_machine_find_cuda(chip) : NULL;
  // From the last to the first: all that goes, but for a transpose, comes before the product that is looked at.
  for (size_t i = ops.count; i-- > 0;) {
    chain_t chain;
    if (!ops.values[i] || !match(ops.values[i], &chain) || !raise(&chain, gpu)) continue;
    for (size_t k = 0; k < i; ++k) {
      const tern_op_t *op = ops.values[k];
      bool is_gone = op == chain.quotient || op == chain.sums || op == chain.weights || op == chain.max ||
                     op == chain.modified || op == chain.scores;
      if (is_gone) ops.values[k] = NULL;
    }
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"chip", TERN_OPTION_STRING, NULL,
     "The GPU of NVIDIA's that attention is wanted for, such as sm_90a; left out: a processor", NULL},
};

const tern_pass_def_t tern_raise_attention_pass = {
    .flag = "iree-flow-raise-attention",
    .name = "RaiseAttentionPass",
    .summary = "Make one op of two products with a softmax between them",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects =
        (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_iree_linalg_ext_dialect, &tern_tensor_dialect, NULL},
    .statistics = (const char *const[]){"num-raised - chains that became attention", NULL},
    .run = run,
};
