// Decomposition of softmax and attention.
//
//   s = region(scale * sum_l q k) + mask        m = max_k s        p = exp(s - m)        l = sum_k p
//   r = (sum_k p v) / l
//
// All in f32 (f64 for f64). online_attention begins with the maxima and sums it is given: what has been summed before is
// multiplied by exp(old m - m). Which loops a value goes over is what the maps of the op say; each generic op has only the
// loops that it needs.

#include <math.h>

#include "convert/decompose/decompose.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "ir/context.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

// Some of the op's loops, in order, and how many of them are parallel; the others come last.
typedef struct loops {
  size_t of[MAX_LOOPS], count, parallels;
} loops_t;

typedef struct attention {
  tern_builder_t *b;
  const tern_op_t *op;
  tern_attention_t maps;
  tern_extent_t extents[MAX_LOOPS];
  const tern_type_t *element;  // that is computed with
  loops_t scores, rows;        // of s; of m and l
} attention_t;

static bool uses(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_uses_dim(map->results[i], loop)) return true;
  }
  return false;
}

static bool has_loop(const loops_t *loops, size_t loop) {
  for (size_t i = 0; i < loops->count; ++i) {
    if (loops->of[i] == loop) return true;
  }
  return false;
}

static void add_loop(loops_t *loops, size_t loop) {
  if (!has_loop(loops, loop)) loops->of[loops->count++] = loop;
}

// The map, a function of the op's loops, as one of `loops`.
static const tern_affine_map_t *narrow(const attention_t *a, const tern_affine_map_t *map, const loops_t *loops) {
  const tern_affine_expr_t *dims[MAX_LOOPS], *results[MAX_LOOPS];
  for (size_t i = 0; i < map->dim_count; ++i) dims[i] = tern_affine_constant(a->b->context, 0);
  for (size_t i = 0; i < loops->count; ++i) dims[loops->of[i]] = tern_affine_dim(a->b->context, i);
  for (size_t i = 0; i < map->result_count; ++i) {
    results[i] = tern_affine_expr_replace(map->results[i], dims, map->dim_count, NULL, 0);
  }
  return tern_affine_map_get(a->b->context, loops->count, 0, results, map->result_count);
}

// A value with one dim for each of the loops `own`, as a function of `loops`.
static const tern_affine_map_t *map_of(const attention_t *a, const loops_t *own, const loops_t *loops) {
  size_t positions[MAX_LOOPS];
  for (size_t i = 0; i < own->count; ++i) {
    for (size_t j = 0; j < loops->count; ++j) {
      if (loops->of[j] == own->of[i]) positions[i] = j;
    }
  }
  return tern_affine_map_select(a->b->context, loops->count, positions, own->count);
}

static tern_value_t *build_filled(const attention_t *a, const loops_t *loops, double number) {
  int64_t dims[MAX_LOOPS];
  tern_extent_t sizes[MAX_LOOPS];
  for (size_t i = 0; i < loops->count; ++i) {
    sizes[i] = a->extents[loops->of[i]];
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  const tern_type_t *type = tern_tensor_type_get(a->element, dims, loops->count, NULL);
  if (isnan(number)) return tern_build_empty(a->b, type, sizes);
  return tern_build_filled(a->b, type, sizes, tern_build_number(a->b, a->element, number));
}

static tern_value_t *build(const attention_t *a, tern_values_t inputs, tern_value_t *output,
                           const tern_affine_map_t *const *maps, const loops_t *loops, tern_linalg_body_fn_t fill,
                           void *user) {
  tern_iterator_t iterators[MAX_LOOPS];
  for (size_t i = 0; i < loops->count; ++i) {
    iterators[i] = i < loops->parallels ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
  }
  return tern_decompose_generic(a->b, inputs, output, maps, iterators, fill, user);
}

// --- bodies ---

static tern_value_t *exponential(tern_builder_t *b, tern_value_t *x) {
  return tern_build_value(b, TERN_MATH(EXP), .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

// out + x * y
static void fill_product(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  const tern_type_t *type = body->args[2]->type;
  tern_value_t *x = tern_decompose_number(b, body->args[0], type), *y = tern_decompose_number(b, body->args[1], type);
  tern_value_t *product = tern_decompose_binary(b, TERN_ARITH(MULF), x, y);
  tern_build_linalg_yield(b, TERN_VALUES(tern_decompose_binary(b, TERN_ARITH(ADDF), body->args[2], product)));
}

// row(x, out)
static void fill_combined(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_build_linalg_yield(b, TERN_VALUES(tern_decompose_binary(b, user, body->args[0], body->args[1])));
}

// exp(x - m)
static void fill_exponential(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *x = tern_decompose_number(b, body->args[0], body->args[2]->type);
  tern_value_t *m = tern_decompose_number(b, body->args[1], body->args[2]->type);
  tern_build_linalg_yield(b, TERN_VALUES(exponential(b, tern_decompose_binary(b, TERN_ARITH(SUBF), x, m))));
}

static void fill_quotient(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *quotient = tern_decompose_binary(b, TERN_ARITH(DIVF), body->args[0], body->args[1]);
  tern_build_linalg_yield(b, TERN_VALUES(tern_decompose_number(b, quotient, body->args[2]->type)));
}

// out * exp(old m - m)
static void fill_rescaled(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *power = tern_decompose_binary(b, TERN_ARITH(SUBF), body->args[0], body->args[1]);
  tern_build_linalg_yield(
      b, TERN_VALUES(tern_decompose_binary(b, TERN_ARITH(MULF), exponential(b, power), body->args[2])));
}

static void fill_converted(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(tern_decompose_number(b, body->args[0], body->args[1]->type)));
}

typedef struct score {
  const attention_t *attention;
  tern_value_t *scale;
} score_t;

// What is added to a score: the mask itself, or -inf where it does not hold.
static tern_value_t *build_masked(tern_builder_t *b, tern_value_t *score, tern_value_t *mask) {
  if (tern_type_is_float(mask->type)) {
    return tern_decompose_binary(b, TERN_ARITH(ADDF), score, tern_decompose_number(b, mask, score->type));
  }
  mask = tern_decompose_number(b, mask, tern_i_type_get(b->context, 1));
  return tern_build_value(b, TERN_ARITH(SELECT),
                          .operands = TERN_VALUES(mask, score, tern_build_number(b, score->type, -INFINITY)),
                          .types = TERN_TYPES(score->type));
}

// Positions in loops of the attention, as those in the loops of scores.
static void place_indices(tern_block_t *body, const attention_t *a) {
  tern_block_for_each_op_safe(body, op) {
    if (!tern_op_is(op, TERN_IREE_LINALG_EXT(INDEX))) continue;
    tern_builder_t b = tern_builder_before(op);
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim")), place = 0;
    while (a->scores.of[place] != loop) ++place;
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_linalg_build_index(&b, place));
    tern_op_destroy(op);
  }
}

static void fill_score(tern_builder_t *b, tern_block_t *body, void *user) {
  const score_t *s = user;
  const tern_region_t *region = &s->attention->op->regions[0];
  tern_value_t *score = tern_decompose_binary(b, TERN_ARITH(MULF), body->args[0], s->scale);
  if (region->first_block) {
    tern_value_t *given = tern_decompose_number(b, score, region->first_block->args[0]->type), *modified;
    tern_builder_clone_body(b, region->first_block, &given, &modified);
    place_indices(body, s->attention);
    score = tern_decompose_number(b, modified, body->args[0]->type);
  }
  if (body->arg_count == 3) score = build_masked(b, score, body->args[1]);
  tern_build_linalg_yield(b, TERN_VALUES(score));
}

// --- attention ---

static void find_extents(attention_t *a) {
  const tern_affine_map_t *maps[] = {a->maps.query, a->maps.key, a->maps.value, a->maps.output};
  tern_value_t *values[] = {tern_linalg_ext_input(a->op, 0), tern_linalg_ext_input(a->op, 1),
                            tern_linalg_ext_input(a->op, 2), tern_linalg_ext_output(a->op, 0)};
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = 0; j < maps[i]->result_count; ++j) {
      tern_extent_t *extent = &a->extents[maps[i]->results[j]->value];
      // A size that is known is better than one that is not.
      if (extent->constant != TERN_DYNAMIC || (extent->value && tern_type_dim(values[i]->type, j) == TERN_DYNAMIC))
        continue;
      *extent = tern_build_dim(a->b, values[i], j);
    }
  }
}

// scale, or 1 / sqrt of how many elements of query and key are multiplied.
static tern_value_t *build_scale(const attention_t *a) {
  tern_value_t *scale = a->maps.scale;
  if (scale) {
    if (tern_type_is_shaped(scale->type)) scale = tern_build_only_element(a->b, scale);
    return tern_decompose_number(a->b, scale, a->element);
  }
  tern_value_t *size = tern_build_index(a->b, 1);
  for (size_t d = 0; d < a->maps.query->dim_count; ++d) {
    bool is_inner = uses(a->maps.query, d) && uses(a->maps.key, d) && !has_loop(&a->scores, d);
    if (is_inner) size = tern_build_index_mul(a->b, size, tern_build_extent(a->b, a->extents[d]));
  }
  tern_value_t *number = tern_build_number_from_index(a->b, size, a->element);
  return tern_build_value(a->b, TERN_MATH(RSQRT), .operands = TERN_VALUES(number), .types = TERN_TYPES(a->element));
}

static tern_value_t *build_scores(const attention_t *a) {
  tern_value_t *query = tern_linalg_ext_input(a->op, 0), *key = tern_linalg_ext_input(a->op, 1);
  loops_t loops = a->scores;
  loops.parallels = loops.count;
  for (size_t d = 0; d < a->maps.query->dim_count; ++d) {
    if (uses(a->maps.query, d) || uses(a->maps.key, d)) add_loop(&loops, d);
  }
  const tern_affine_map_t *maps[] = {narrow(a, a->maps.query, &loops), narrow(a, a->maps.key, &loops),
                                     map_of(a, &a->scores, &loops)};
  tern_value_t *zeros = build_filled(a, &a->scores, 0);
  tern_value_t *products = build(a, TERN_VALUES(query, key), zeros, maps, &loops, fill_product, NULL);
  score_t score = {a, build_scale(a)};
  loops = a->scores;
  loops.parallels = loops.count;
  maps[0] = maps[1] = maps[2] = map_of(a, &a->scores, &loops);
  if (a->maps.mask_value) maps[1] = narrow(a, a->maps.mask, &loops);
  tern_value_t *inputs[] = {products, a->maps.mask_value};
  return build(a, (tern_values_t){inputs, a->maps.mask_value ? 2 : 1}, build_filled(a, &a->scores, NAN), maps, &loops,
               fill_score, &score);
}

// Combines the elements of each row.
static tern_value_t *build_row(const attention_t *a, tern_value_t *x, tern_value_t *start, const tern_op_row_t *row) {
  loops_t loops = a->rows;
  loops.parallels = loops.count;
  for (size_t i = 0; i < a->scores.count; ++i) add_loop(&loops, a->scores.of[i]);
  const tern_affine_map_t *maps[] = {map_of(a, &a->scores, &loops), map_of(a, &a->rows, &loops)};
  return build(a, TERN_VALUES(x), start, maps, &loops, fill_combined, (void *)row);
}

// Of two values, over the loops of the first: both in the loops' order.
static tern_value_t *build_pair(const attention_t *a, tern_value_t *x, const loops_t *own, tern_value_t *y,
                                const tern_affine_map_t *y_map, tern_value_t *output, tern_linalg_body_fn_t fill) {
  loops_t loops = *own;
  loops.parallels = loops.count;
  const tern_affine_map_t *maps[] = {map_of(a, own, &loops), narrow(a, y_map, &loops), map_of(a, own, &loops)};
  return build(a, TERN_VALUES(x, y), output, maps, &loops, fill, NULL);
}

// A map of the op's loops for a value with these dims.
static const tern_affine_map_t *full_map(const attention_t *a, const loops_t *own) {
  return tern_affine_map_select(a->b->context, a->maps.query->dim_count, own->of, own->count);
}

static void find_loops(attention_t *a, loops_t *out_output) {
  for (size_t d = 0; d < a->maps.query->dim_count; ++d) {
    bool in_query = uses(a->maps.query, d), in_key = uses(a->maps.key, d);
    bool is_inner = in_query && in_key && !uses(a->maps.output, d) && !uses(a->maps.value, d);
    if ((in_query || in_key) && !is_inner) add_loop(&a->scores, d);
  }
  for (size_t i = 0; i < a->scores.count; ++i) {
    if (uses(a->maps.output, a->scores.of[i])) add_loop(&a->rows, a->scores.of[i]);
  }
  for (size_t i = 0; i < a->maps.output->result_count; ++i)
    add_loop(out_output, (size_t)a->maps.output->results[i]->value);
}

static bool is_supported(const attention_t *a) {
  for (size_t d = 0; d < a->maps.query->dim_count; ++d) {
    bool is_key = uses(a->maps.key, d) && uses(a->maps.value, d) && !uses(a->maps.output, d);
    if (uses(a->maps.value, d) && !is_key && !uses(a->maps.output, d)) return false;
    if (a->maps.mask && uses(a->maps.mask, d) && !has_loop(&a->scores, d)) return false;
  }
  return true;
}

// Old statistics of online_attention: brought to the type that is computed with.
static tern_value_t *build_converted(const attention_t *a, tern_value_t *x, const loops_t *own) {
  if (tern_type_element(x->type) == a->element) return x;
  loops_t loops = *own;
  loops.parallels = loops.count;
  const tern_affine_map_t *maps[] = {map_of(a, own, &loops), map_of(a, own, &loops)};
  return build(a, TERN_VALUES(x), build_filled(a, own, NAN), maps, &loops, fill_converted, NULL);
}

// The same in the type that the op's result has.
static tern_value_t *build_result(const attention_t *a, tern_value_t *x, const loops_t *own, tern_value_t *like) {
  if (tern_type_element(like->type) == a->element) return x;
  loops_t loops = *own;
  loops.parallels = loops.count;
  tern_extent_t sizes[MAX_LOOPS];
  tern_build_dims(a->b, like, sizes);
  const tern_affine_map_t *maps[] = {map_of(a, own, &loops), map_of(a, own, &loops)};
  return build(a, TERN_VALUES(x), tern_build_empty(a->b, like->type, sizes), maps, &loops, fill_converted, NULL);
}

// What has been summed up before, for the new maxima.
static tern_value_t *build_rescaled(const attention_t *a, tern_value_t *old_max, tern_value_t *max, tern_value_t *x,
                                    const loops_t *own) {
  loops_t loops = *own;
  loops.parallels = loops.count;
  const tern_affine_map_t *maps[] = {map_of(a, &a->rows, &loops), map_of(a, &a->rows, &loops), map_of(a, own, &loops)};
  return build(a, TERN_VALUES(old_max, max), x, maps, &loops, fill_rescaled, NULL);
}

bool tern_decompose_attention(tern_decompose_t *d) {
  bool is_online = tern_op_is(d->op, TERN_IREE_LINALG_EXT(ONLINE_ATTENTION));
  attention_t a = {.b = d->b, .op = d->op};
  loops_t output = {0};
  if (!tern_linalg_ext_read_attention(d->op, &a.maps)) return false;
  for (size_t i = 0; i < MAX_LOOPS; ++i) a.extents[i] = (tern_extent_t){TERN_DYNAMIC, NULL};
  const tern_type_t *f64 = tern_float_type_get(d->b->context, TERN_TYPE_F64);
  bool is_double = tern_type_element(tern_linalg_ext_input(d->op, 0)->type) == f64;
  a.element = is_double ? f64 : tern_float_type_get(d->b->context, TERN_TYPE_F32);
  find_loops(&a, &output);
  if (!is_supported(&a)) return false;
  find_extents(&a);
  tern_value_t *value = tern_linalg_ext_input(d->op, 2), *old_max = NULL, *max, *sum, *sums;
  tern_value_t *scores = build_scores(&a);
  if (is_online) old_max = build_converted(&a, tern_linalg_ext_output(d->op, 1), &a.rows);
  max = build_row(&a, scores, is_online ? old_max : build_filled(&a, &a.rows, -INFINITY), TERN_ARITH(MAXNUMF));
  tern_value_t *weights =
      build_pair(&a, scores, &a.scores, max, full_map(&a, &a.rows), build_filled(&a, &a.scores, NAN), fill_exponential);
  sum = build_filled(&a, &a.rows, 0);
  sums = build_filled(&a, &output, 0);
  if (is_online) {
    sum = build_rescaled(&a, old_max, max, build_converted(&a, tern_linalg_ext_output(d->op, 2), &a.rows), &a.rows);
    sums = build_rescaled(&a, old_max, max, build_converted(&a, tern_linalg_ext_output(d->op, 0), &output), &output);
  }
  sum = build_row(&a, weights, sum, TERN_ARITH(ADDF));
  loops_t loops = output;
  loops.parallels = loops.count;
  for (size_t i = 0; i < a.scores.count; ++i) add_loop(&loops, a.scores.of[i]);
  const tern_affine_map_t *maps[] = {map_of(&a, &a.scores, &loops), narrow(&a, a.maps.value, &loops),
                                     map_of(&a, &output, &loops)};
  sums = build(&a, TERN_VALUES(weights, value), sums, maps, &loops, fill_product, NULL);
  if (is_online) {
    d->results[0] = build_result(&a, sums, &output, tern_linalg_ext_output(d->op, 0));
    d->results[1] = build_result(&a, max, &a.rows, tern_linalg_ext_output(d->op, 1));
    d->results[2] = build_result(&a, sum, &a.rows, tern_linalg_ext_output(d->op, 2));
    return true;
  }
  tern_extent_t sizes[MAX_LOOPS];
  tern_value_t *like = tern_linalg_ext_output(d->op, 0);
  tern_build_dims(d->b, like, sizes);
  d->results[0] = build_pair(&a, sums, &output, sum, full_map(&a, &a.rows), tern_build_empty(d->b, like->type, sizes),
                             fill_quotient);
  return true;
}

// --- softmax ---

bool tern_decompose_softmax(tern_decompose_t *d) {
  tern_value_t *input = tern_op_operand(d->op, 0), *like = tern_op_operand(d->op, 1);
  size_t rank = tern_type_rank(input->type), dim = (size_t)tern_integer_attr_value(tern_op_attr(d->op, "dimension"));
  if (!tern_type_is_float(tern_type_element(input->type)) || d->op->result_count != 1) return false;
  attention_t a = {.b = d->b, .op = d->op, .element = tern_type_element(input->type)};
  for (size_t i = 0; i < rank; ++i) {
    add_loop(&a.scores, i);
    if (i != dim) add_loop(&a.rows, i);
  }
  a.maps.query = tern_affine_map_identity(d->b->context, rank);
  tern_build_dims(d->b, input, a.extents);
  tern_value_t *max = build_row(&a, input, build_filled(&a, &a.rows, -INFINITY), TERN_ARITH(MAXNUMF));
  tern_value_t *weights =
      build_pair(&a, input, &a.scores, max, full_map(&a, &a.rows), build_filled(&a, &a.scores, NAN), fill_exponential);
  tern_value_t *sum = build_row(&a, weights, build_filled(&a, &a.rows, 0), TERN_ARITH(ADDF));
  tern_extent_t sizes[MAX_LOOPS];
  tern_build_dims(d->b, like, sizes);
  d->results[0] = build_pair(&a, weights, &a.scores, sum, full_map(&a, &a.rows),
                             tern_build_empty(d->b, like->type, sizes), fill_quotient);
  return true;
}
