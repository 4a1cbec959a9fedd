// What the ranges of loop counters say of affine expressions (upstream: simplifyMapWithOperands,
// simplifyMinOrMaxExprWithOperands, getBoundForAffineExpr).

#include "base/integer.h"
#include "dialect/affine/affine.h"
#include "dialect/affine/form.h"
#include "ir/affine.h"

typedef const tern_affine_expr_t *expr_t;

static const tern_value_t *value_of(const tern_affine_form_t *form, size_t input) {
  return input < form->dims.count ? form->dims.values[input] : form->symbols.values[input - form->dims.count];
}

// The least or greatest value that a counter takes, if its loop's bounds are constants.
static bool counter_bound(const tern_value_t *value, bool is_upper, int64_t *out_bound) {
  const tern_op_t *loop = tern_affine_counting_loop(value);
  int64_t lower, upper, step;
  if (!loop) return false;
  if (!is_upper) return tern_affine_for_constant_bound(loop, true, out_bound);
  if (!tern_affine_for_constant_bound(loop, false, &upper) || upper == INT64_MIN) return false;
  *out_bound = upper - 1;
  step = tern_affine_for_step(loop);
  if (step > 0 && tern_affine_for_constant_bound(loop, true, &lower) && upper > lower) {
    uint64_t distance = (uint64_t)upper - (uint64_t)lower - 1;
    *out_bound -= (int64_t)(distance % (uint64_t)step);
  }
  return true;
}

static bool bound_linear(const tern_affine_form_t *form, expr_t expr, bool is_upper, int64_t *out_bound) {
  size_t count = form->dims.count + form->symbols.count;
  TERN_VEC(int64_t) coefficients = {0};
  tern_vec_reserve(&coefficients, count + 1);
  bool is_known = tern_affine_expr_coefficients(expr, form->dims.count, form->symbols.count, coefficients.values);
  int64_t bound = is_known ? coefficients.values[count] : 0, input, product;
  for (size_t i = 0; i < count && is_known; ++i) {
    int64_t factor = coefficients.values[i];
    if (factor == 0) continue;
    is_known = counter_bound(value_of(form, i), is_upper == (factor > 0), &input) &&
               !__builtin_mul_overflow(input, factor, &product) && !__builtin_add_overflow(bound, product, &bound);
  }
  tern_vec_deinitialize(&coefficients);
  *out_bound = bound;
  return is_known;
}

bool tern_affine_form_bound(const tern_affine_form_t *form, const tern_affine_expr_t *expr, bool is_upper,
                            int64_t *out_bound) {
  bool is_division = expr->kind == TERN_AFFINE_FLOORDIV || expr->kind == TERN_AFFINE_CEILDIV;
  if (!is_division && expr->kind != TERN_AFFINE_MOD) return bound_linear(form, expr, is_upper, out_bound);
  if (!tern_affine_expr_is_constant(expr->rhs) || expr->rhs->value < 1) {
    return !is_division && bound_linear(form, expr, is_upper, out_bound);
  }
  int64_t divisor = expr->rhs->value, lower, upper;
  if (is_division) {
    if (!tern_affine_form_bound(form, expr->lhs, is_upper, out_bound)) return false;
    *out_bound =
        expr->kind == TERN_AFFINE_FLOORDIV ? tern_floor_div(*out_bound, divisor) : tern_ceil_div(*out_bound, divisor);
    return true;
  }
  // A remainder grows with its dividend where the quotient does not change.
  bool is_one_interval = tern_affine_form_bound(form, expr->lhs, false, &lower) &&
                         tern_affine_form_bound(form, expr->lhs, true, &upper) &&
                         tern_floor_div(lower, divisor) == tern_floor_div(upper, divisor);
  if (is_one_interval) {
    *out_bound = tern_euclidean_mod(is_upper ? upper : lower, divisor);
  } else {
    *out_bound = is_upper ? divisor - 1 : 0;
  }
  return true;
}

// --- divisions and remainders ---

// The greatest number that is known to divide the value of `expr`.
static int64_t known_divisor(const tern_affine_form_t *form, expr_t expr) {
  if (expr->kind != TERN_AFFINE_DIM) return tern_affine_expr_largest_divisor(expr);
  const tern_op_t *loop = tern_affine_counting_loop(form->dims.values[expr->value]);
  int64_t lower, divisor = 0;
  if (!loop) return 1;
  if (tern_affine_for_constant_bound(loop, true, &lower) && lower == 0) return tern_affine_for_step(loop);
  const tern_affine_map_t *map = tern_affine_for_map(loop, true);
  // The greatest of several results may be any of them.
  for (size_t i = 0; i < map->result_count; ++i)
    divisor = tern_gcd(divisor, tern_affine_expr_largest_divisor(map->results[i]));
  return tern_gcd(divisor, tern_affine_for_step(loop));
}

// Is 0 <= expr < limit?
static bool is_within(const tern_affine_form_t *form, expr_t expr, int64_t limit) {
  int64_t lower, upper;
  if (tern_affine_expr_is_constant(expr)) return expr->value >= 0 && expr->value < limit;
  if (expr->kind != TERN_AFFINE_DIM) return false;
  const tern_op_t *loop = tern_affine_counting_loop(form->dims.values[expr->value]);
  return loop && tern_affine_for_constant_bound(loop, true, &lower) && lower >= 0 &&
         tern_affine_for_constant_bound(loop, false, &upper) && upper <= limit;
}

// Is the sum a multiple of `*out_divisor` plus something between 0 and that?
static bool split_sum(const tern_affine_form_t *form, expr_t expr, int64_t *out_divisor, expr_t *out_multiple,
                      expr_t *out_rest) {
  if (expr->kind != TERN_AFFINE_ADD) return false;
  for (size_t i = 0; i < 2; ++i) {
    *out_multiple = i ? expr->rhs : expr->lhs;
    *out_rest = i ? expr->lhs : expr->rhs;
    *out_divisor = known_divisor(form, *out_multiple);
    if (*out_divisor > 0 && is_within(form, *out_rest, *out_divisor)) return true;
  }
  return false;
}

// `expr` is a division or remainder by a positive constant: by the range of its dividend, or NULL.
static expr_t simplify_by_range(const tern_affine_form_t *form, expr_t expr) {
  int64_t divisor = expr->rhs->value, lower, upper;
  if (!tern_affine_form_bound(form, expr->lhs, false, &lower) ||
      !tern_affine_form_bound(form, expr->lhs, true, &upper)) {
    return NULL;
  }
  if (expr->kind == TERN_AFFINE_MOD) return lower >= 0 && lower < divisor && upper < divisor ? expr->lhs : NULL;
  bool is_floor = expr->kind == TERN_AFFINE_FLOORDIV;
  int64_t first = is_floor ? tern_floor_div(lower, divisor) : tern_ceil_div(lower, divisor);
  int64_t last = is_floor ? tern_floor_div(upper, divisor) : tern_ceil_div(upper, divisor);
  return first == last ? tern_affine_constant(form->context, first) : NULL;
}

static expr_t simplify_expr(const tern_affine_form_t *form, expr_t expr) {
  if (expr->kind >= TERN_AFFINE_CONSTANT) return expr;
  expr = tern_affine_binary(expr->kind, simplify_expr(form, expr->lhs), simplify_expr(form, expr->rhs));
  bool is_floor = expr->kind == TERN_AFFINE_FLOORDIV, is_mod = expr->kind == TERN_AFFINE_MOD;
  if (!is_floor && !is_mod && expr->kind != TERN_AFFINE_CEILDIV) return expr;
  if (!tern_affine_expr_is_constant(expr->rhs) || expr->rhs->value <= 0) return expr;
  int64_t value = expr->rhs->value, divisor;
  expr_t known = simplify_by_range(form, expr), multiple, rest;
  if (known) return known;
  if (split_sum(form, expr->lhs, &divisor, &multiple, &rest)) {
    if (is_floor && value % divisor == 0) return tern_affine_binary(TERN_AFFINE_FLOORDIV, multiple, expr->rhs);
    if (is_mod && divisor % value == 0) return tern_affine_binary(TERN_AFFINE_MOD, rest, expr->rhs);
    return expr;
  }
  bool is_zero =
      (is_floor && is_within(form, expr->lhs, value)) || (is_mod && known_divisor(form, expr->lhs) % value == 0);
  return is_zero ? tern_affine_constant(form->context, 0) : expr;
}

void tern_affine_form_simplify_by_ranges(tern_affine_form_t *form) {
  for (size_t i = 0; i < form->exprs.count; ++i) form->exprs.values[i] = simplify_expr(form, form->exprs.values[i]);
}

// --- least and greatest ---

typedef struct range {
  bool has_lower, has_upper;
  int64_t lower, upper;
} range_t;

// Is expression `index` never the greatest, with signs turned never the least? Of two that are always equal the first
// one stays.
static bool is_redundant(const range_t *ranges, size_t count, size_t index, bool is_max) {
  const range_t *own = &ranges[index];
  if (is_max ? !own->has_upper : !own->has_lower) return false;
  int64_t limit = is_max ? own->upper : own->lower;
  for (size_t i = 0; i < count; ++i) {
    const range_t *other = &ranges[i];
    if (i == index || !(is_max ? other->has_lower : other->has_upper)) continue;
    int64_t reached = is_max ? other->lower : other->upper;
    if (is_max ? reached > limit : reached < limit) return true;
    if (reached != limit) continue;
    bool is_point = own->has_lower && own->has_upper && own->lower == own->upper;
    bool is_other_point = other->has_lower && other->has_upper && other->lower == other->upper;
    if (!is_point || !is_other_point || i < index) return true;
  }
  return false;
}

void tern_affine_form_drop_redundant(tern_affine_form_t *form, bool is_max) {
  if (!form->dims.count && !form->symbols.count) return;
  TERN_VEC(range_t) ranges = {0};
  for (size_t i = 0; i < form->exprs.count; ++i) {
    range_t range = {0};
    range.has_lower = tern_affine_form_bound(form, form->exprs.values[i], false, &range.lower);
    range.has_upper = tern_affine_form_bound(form, form->exprs.values[i], true, &range.upper);
    tern_vec_push(&ranges, range);
  }
  size_t count = 0;
  for (size_t i = 0; i < ranges.count; ++i) {
    const range_t *range = &ranges.values[i];
    if (is_redundant(ranges.values, ranges.count, i, is_max)) continue;
    bool is_point = range->has_lower && range->has_upper && range->lower == range->upper;
    form->exprs.values[count++] = is_point ? tern_affine_constant(form->context, range->lower) : form->exprs.values[i];
  }
  form->exprs.count = count;
  tern_vec_deinitialize(&ranges);
}
