// batch_norm_inference, batch_norm_training and batch_norm_grad (source: the StableHLO specification).
//
// What is computed for each element is the body of one generic op, sums over the batch are reductions. Floats of less than
// 32 bits are computed in f32 and rounded at the end.

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/math/math.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

typedef struct batch_norm {
  tern_builder_t *b;
  size_t rank, feature;
  tern_extent_t sizes[MAX_RANK];  // of the operand
  const tern_type_t *type,
      *features;        // of the operand, of one number for each feature; in the type that is computed in
  tern_value_t *count;  // of elements for each feature, as a number
  double epsilon;
} batch_norm_t;

static void start(tern_hlo_lowering_t *l, batch_norm_t *n) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->operands.values[0]->type, *element = tern_type_element(type);
  const tern_type_t *wide =
      tern_type_bit_width(element) < 32 ? tern_float_type_get(b->context, TERN_TYPE_F32) : element;
  *n = (batch_norm_t){
      .b = b, .rank = tern_type_rank(type), .feature = (size_t)tern_hlo_int_entry(l->op, "feature_index", 0)};
  tern_build_dims(b, l->operands.values[0], n->sizes);
  n->type = tern_type_with_element(type, wide);
  int64_t features = tern_type_dim(type, n->feature);
  n->features = tern_tensor_type_get(wide, &features, 1, NULL);
  n->epsilon = tern_float_attr_value(tern_op_attr(l->op, "epsilon"));
  tern_extent_t count = tern_extent_of(1);
  for (size_t i = 0; i < n->rank; ++i) {
    if (i != n->feature) count = tern_extent_mul(b, count, n->sizes[i]);
  }
  n->count = count.value ? tern_build_number_from_index(b, count.value, wide)
                         : tern_build_number(b, wide, (double)count.constant);
}

// --- scalars ---

static tern_value_t *op2(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

static tern_value_t *add(tern_builder_t *b, tern_value_t *x, tern_value_t *y) { return op2(b, TERN_ARITH(ADDF), x, y); }
static tern_value_t *sub(tern_builder_t *b, tern_value_t *x, tern_value_t *y) { return op2(b, TERN_ARITH(SUBF), x, y); }
static tern_value_t *mul(tern_builder_t *b, tern_value_t *x, tern_value_t *y) { return op2(b, TERN_ARITH(MULF), x, y); }
static tern_value_t *divide(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return op2(b, TERN_ARITH(DIVF), x, y);
}

static tern_value_t *widen(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  if (x->type == type) return x;
  return tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

static void yield(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  if (x->type != type) {
    x = tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
  }
  tern_build_linalg_yield(b, TERN_VALUES(x));
}

static tern_value_t *deviation(tern_builder_t *b, const batch_norm_t *n, tern_value_t *variance) {
  tern_value_t *sum = add(b, variance, tern_build_number(b, variance->type, n->epsilon));
  return tern_build_value(b, TERN_MATH(SQRT), .operands = TERN_VALUES(sum), .types = TERN_TYPES(sum->type));
}

// --- generic ops ---

// What is computed from the inputs' elements, widened; for a sum, one of its terms.
typedef tern_value_t *(*formula_t)(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x);

typedef struct task {
  const batch_norm_t *n;
  formula_t formula;
  size_t count;
  bool is_sum;
} task_t;

static void fill(tern_builder_t *b, tern_block_t *body, void *user) {
  const task_t *task = user;
  const tern_type_t *wide = tern_type_element(task->n->type);
  tern_value_t *x[8], *out = body->args[task->count];
  for (size_t i = 0; i < task->count; ++i) x[i] = widen(b, body->args[i], wide);
  tern_value_t *result = task->formula(b, task->n, x);
  yield(b, task->is_sum ? add(b, out, result) : result, out->type);
}

// A tensor of `type`: elements of it, or one for each feature.
static tern_value_t *compute(const batch_norm_t *n, formula_t formula, const tern_type_t *type, tern_values_t inputs) {
  tern_builder_t *b = n->b;
  bool is_feature = type == n->features;
  task_t task = {n, formula, inputs.count, false};
  const tern_affine_map_t *maps[9];
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i <= inputs.count; ++i) {
    bool is_whole = i == inputs.count ? !is_feature : tern_type_rank(inputs.values[i]->type) == n->rank;
    maps[i] = is_feature || is_whole ? tern_affine_map_identity(b->context, rank)
                                     : tern_affine_map_select(b->context, rank, &n->feature, 1);
  }
  tern_value_t *empty = tern_build_empty(b, type, is_feature ? &n->sizes[n->feature] : n->sizes);
  tern_op_t *generic = tern_build_tensor_generic(b, inputs, TERN_VALUES(empty), maps, rank, 0, fill, &task);
  return tern_op_result(generic, 0);
}

// The sum of the formula over the batch, for each feature.
static tern_value_t *sum(const batch_norm_t *n, formula_t formula, tern_values_t inputs) {
  tern_builder_t *b = n->b;
  task_t task = {n, formula, inputs.count, true};
  const tern_affine_map_t *maps[9];
  const tern_affine_expr_t *exprs[MAX_RANK];
  // The feature's loop comes first.
  for (size_t i = 0; i < n->rank; ++i) {
    exprs[i] = tern_affine_dim(b->context, i == n->feature ? 0 : i < n->feature ? i + 1 : i);
  }
  const tern_affine_expr_t *feature = tern_affine_dim(b->context, 0);
  for (size_t i = 0; i <= inputs.count; ++i) {
    bool is_whole = i < inputs.count && tern_type_rank(inputs.values[i]->type) == n->rank;
    maps[i] = is_whole ? tern_affine_map_get(b->context, n->rank, 0, exprs, n->rank)
                       : tern_affine_map_get(b->context, n->rank, 0, &feature, 1);
  }
  tern_value_t *zero = tern_build_number(b, tern_type_element(n->features), 0);
  tern_value_t *init = tern_build_filled(b, n->features, &n->sizes[n->feature], zero);
  tern_op_t *generic = tern_build_tensor_generic(b, inputs, TERN_VALUES(init), maps, 1, n->rank - 1, fill, &task);
  return tern_op_result(generic, 0);
}

// --- formulas ---

// operand, scale, offset, mean, variance
static tern_value_t *normalized(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  tern_value_t *centered = divide(b, sub(b, x[0], x[3]), deviation(b, n, x[4]));
  return add(b, mul(b, centered, x[1]), x[2]);
}

static tern_value_t *itself(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  (void)b;
  (void)n;
  return x[0];
}

static tern_value_t *averaged(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  return divide(b, x[0], n->count);
}

// operand, mean
static tern_value_t *squared_distance(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  (void)n;
  tern_value_t *distance = sub(b, x[0], x[1]);
  return mul(b, distance, distance);
}

// gradient, operand, mean
static tern_value_t *weighted_distance(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  (void)n;
  return mul(b, x[0], sub(b, x[1], x[2]));
}

// sum of weighted distances, variance
static tern_value_t *scale_gradient(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  return divide(b, x[0], deviation(b, n, x[1]));
}

// gradient, operand, scale, mean, variance, sum of gradients, sum of weighted distances
static tern_value_t *operand_gradient(tern_builder_t *b, const batch_norm_t *n, tern_value_t *const *x) {
  tern_value_t *factor = divide(b, divide(b, x[2], deviation(b, n, x[4])), n->count);
  tern_value_t *variance = add(b, x[4], tern_build_number(b, x[4]->type, n->epsilon));
  tern_value_t *share = divide(b, mul(b, sub(b, x[1], x[3]), x[6]), variance);
  return mul(b, factor, sub(b, sub(b, mul(b, x[0], n->count), x[5]), share));
}

// --- the ops ---

static bool lower_inference(tern_hlo_lowering_t *l) {
  batch_norm_t n;
  start(l, &n);
  l->results[0] = compute(&n, normalized, l->types[0], l->operands);
  return true;
}

static bool lower_training(tern_hlo_lowering_t *l) {
  batch_norm_t n;
  start(l, &n);
  tern_value_t *const *x = l->operands.values;
  tern_value_t *mean = compute(&n, averaged, n.features, TERN_VALUES(sum(&n, itself, TERN_VALUES(x[0]))));
  tern_value_t *distances = sum(&n, squared_distance, TERN_VALUES(x[0], mean));
  tern_value_t *variance = compute(&n, averaged, n.features, TERN_VALUES(distances));
  l->results[0] = compute(&n, normalized, l->types[0], TERN_VALUES(x[0], x[1], x[2], mean, variance));
  l->results[1] = tern_hlo_build_rounded(l->b, mean, l->types[1]);
  l->results[2] = tern_hlo_build_rounded(l->b, variance, l->types[2]);
  return true;
}

static bool lower_grad(tern_hlo_lowering_t *l) {
  batch_norm_t n;
  start(l, &n);
  tern_value_t *const *o = l->operands.values;
  tern_value_t *x = o[0], *scale = o[1], *mean = o[2], *variance = o[3], *gradient = o[4];
  tern_value_t *gradients = sum(&n, itself, TERN_VALUES(gradient));
  tern_value_t *weighted = sum(&n, weighted_distance, TERN_VALUES(gradient, x, mean));
  l->results[0] =
      compute(&n, operand_gradient, l->types[0], TERN_VALUES(gradient, x, scale, mean, variance, gradients, weighted));
  tern_value_t *of_scale = compute(&n, scale_gradient, n.features, TERN_VALUES(weighted, variance));
  l->results[1] = tern_hlo_build_rounded(l->b, of_scale, l->types[1]);
  l->results[2] = tern_hlo_build_rounded(l->b, gradients, l->types[2]);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_batch_norm_lowerings[] = {
    {TERN_HLO_BATCH_NORM_GRAD, lower_grad},
    {TERN_HLO_BATCH_NORM_INFERENCE, lower_inference},
    {TERN_HLO_BATCH_NORM_TRAINING, lower_training},
    {TERN_HLO_NONE, NULL},
};
