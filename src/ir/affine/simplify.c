// What happens when a binary affine expression is made: the local rules of upstream's AffineExpr.cpp. Each rule looks
// at the two operands and one or two levels below; what no rule matches is kept as it is.

#include "base/integer.h"
#include "ir/affine.h"
#include "ir/affine/private.h"

static const tern_affine_expr_t *constant_like(const tern_affine_expr_t *expr, int64_t value) {
  return tern_affine_constant(expr->context, value);
}

static const tern_affine_expr_t *as_kind(const tern_affine_expr_t *expr, tern_affine_kind_t kind) {
  return expr && expr->kind == kind ? expr : NULL;
}

// The constant right operand of a `kind` expression, or NULL.
static const tern_affine_expr_t *constant_rhs(const tern_affine_expr_t *expr, tern_affine_kind_t kind) {
  return expr->kind == kind ? as_kind(expr->rhs, TERN_AFFINE_CONSTANT) : NULL;
}

// --- addition ---

// A term as `base * factor`.
typedef struct multiple {
  const tern_affine_expr_t *base;
  int64_t factor;
} multiple_t;

static multiple_t split_multiple(const tern_affine_expr_t *expr) {
  const tern_affine_expr_t *factor = constant_rhs(expr, TERN_AFFINE_MUL);
  return factor ? (multiple_t){expr->lhs, factor->value} : (multiple_t){expr, 1};
}

static const tern_affine_expr_t *simplify_add(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs);

// `e - (e floordiv q) * q` is `e mod q`; q is symbolic or a positive constant. The e may also be the last term of a
// sum. NULL if it is not of that form.
static const tern_affine_expr_t *match_remainder(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  if (rhs->kind != TERN_AFFINE_MUL) return NULL;
  const tern_affine_expr_t *product = rhs->lhs;
  const tern_affine_expr_t *factor = rhs->rhs;
  // ((e floordiv q) * q) * -1
  if (tern_affine_expr_is_constant(factor) && factor->value == -1 && product->kind == TERN_AFFINE_MUL) {
    const tern_affine_expr_t *quotient = product->lhs;
    if (quotient->kind != TERN_AFFINE_FLOORDIV) return NULL;
    if (quotient->rhs == product->rhs && quotient->lhs == lhs) {
      return tern_affine_binary(TERN_AFFINE_MOD, lhs, product->rhs);
    }
  }
  // (e floordiv q) * -q
  if (product->kind != TERN_AFFINE_FLOORDIV) return NULL;
  const tern_affine_expr_t *divisor = product->rhs;
  if (tern_affine_expr_is_constant(divisor) && divisor->value > 0 && product->lhs == lhs &&
      divisor == tern_affine_mul(factor, constant_like(lhs, -1))) {
    return tern_affine_binary(TERN_AFFINE_MOD, lhs, divisor);
  }
  if (lhs->kind != TERN_AFFINE_ADD) return NULL;
  const tern_affine_expr_t *simplified = simplify_add(lhs->rhs, rhs);
  return simplified ? tern_affine_add(lhs->lhs, simplified) : NULL;
}

static const tern_affine_expr_t *simplify_add(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  const tern_affine_expr_t *lhs_constant = as_kind(lhs, TERN_AFFINE_CONSTANT);
  const tern_affine_expr_t *rhs_constant = as_kind(rhs, TERN_AFFINE_CONSTANT);
  if (lhs_constant && rhs_constant) {
    int64_t sum;
    return __builtin_add_overflow(lhs->value, rhs->value, &sum) ? NULL : constant_like(lhs, sum);
  }
  // Constants go right, and symbolic terms right of those with dims.
  if (lhs_constant || (tern_affine_expr_is_symbolic(lhs) && !tern_affine_expr_is_symbolic(rhs))) {
    return tern_affine_add(rhs, lhs);
  }
  if (rhs_constant && rhs->value == 0) return lhs;
  const tern_affine_expr_t *inner_constant = constant_rhs(lhs, TERN_AFFINE_ADD);
  if (inner_constant && rhs_constant) {
    return tern_affine_add(lhs->lhs, constant_like(lhs, tern_wrap_add(inner_constant->value, rhs->value)));
  }
  multiple_t left = split_multiple(lhs);
  multiple_t right = split_multiple(rhs);
  if (left.base == right.base) {
    return tern_affine_mul(left.base, constant_like(lhs, tern_wrap_add(left.factor, right.factor)));
  }
  if (inner_constant) return tern_affine_add(tern_affine_add(lhs->lhs, rhs), inner_constant);
  return match_remainder(lhs, rhs);
}

// --- multiplication ---

static const tern_affine_expr_t *simplify_mul(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  const tern_affine_expr_t *rhs_constant = as_kind(rhs, TERN_AFFINE_CONSTANT);
  bool is_lhs_constant = tern_affine_expr_is_constant(lhs);
  if (is_lhs_constant && rhs_constant) {
    int64_t product;
    return __builtin_mul_overflow(lhs->value, rhs->value, &product) ? NULL : constant_like(lhs, product);
  }
  // A product of two expressions with dims is not affine: it is kept for the caller to refuse.
  if (!tern_affine_expr_is_symbolic(lhs) && !tern_affine_expr_is_symbolic(rhs)) return NULL;
  if (!tern_affine_expr_is_symbolic(rhs) || is_lhs_constant) return tern_affine_mul(rhs, lhs);
  if (rhs_constant && rhs->value == 1) return lhs;
  if (rhs_constant && rhs->value == 0) return rhs;
  const tern_affine_expr_t *inner_constant = constant_rhs(lhs, TERN_AFFINE_MUL);
  if (inner_constant && rhs_constant) {
    return tern_affine_mul(lhs->lhs, constant_like(lhs, tern_wrap_mul(inner_constant->value, rhs->value)));
  }
  if (inner_constant) return tern_affine_mul(tern_affine_mul(lhs->lhs, rhs), inner_constant);
  return NULL;
}

// --- division ---

static bool divides(int64_t divisor, int64_t value) { return divisor == -1 || value % divisor == 0; }

static const tern_affine_expr_t *simplify_div(tern_affine_kind_t kind, const tern_affine_expr_t *lhs,
                                              const tern_affine_expr_t *rhs) {
  // Division by zero is kept as it is.
  if (!tern_affine_expr_is_constant(rhs) || rhs->value == 0) return NULL;
  int64_t divisor = rhs->value;
  if (tern_affine_expr_is_constant(lhs)) {
    if (lhs->value == INT64_MIN && divisor == -1) return NULL;
    return constant_like(
        lhs, kind == TERN_AFFINE_FLOORDIV ? tern_floor_div(lhs->value, divisor) : tern_ceil_div(lhs->value, divisor));
  }
  if (divisor == 1) return lhs;
  const tern_affine_expr_t *factor = constant_rhs(lhs, TERN_AFFINE_MUL);
  if (factor && divides(divisor, factor->value)) {
    int64_t quotient = divisor == -1 ? tern_wrap_mul(factor->value, -1) : factor->value / divisor;
    return tern_affine_mul(lhs->lhs, constant_like(lhs, quotient));
  }
  // A sum is divided term by term if one of its terms is a multiple of the divisor.
  if (kind == TERN_AFFINE_FLOORDIV && lhs->kind == TERN_AFFINE_ADD &&
      (divides(divisor, tern_affine_expr_largest_divisor(lhs->lhs)) ||
       divides(divisor, tern_affine_expr_largest_divisor(lhs->rhs)))) {
    return tern_affine_add(tern_affine_binary(kind, lhs->lhs, rhs), tern_affine_binary(kind, lhs->rhs, rhs));
  }
  return NULL;
}

static const tern_affine_expr_t *simplify_mod(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  // A modulus below one is kept as it is.
  if (!tern_affine_expr_is_constant(rhs) || rhs->value < 1) return NULL;
  int64_t modulus = rhs->value;
  if (tern_affine_expr_is_constant(lhs)) return constant_like(lhs, tern_euclidean_mod(lhs->value, modulus));
  if (tern_affine_expr_largest_divisor(lhs) % modulus == 0) return constant_like(lhs, 0);
  if (lhs->kind == TERN_AFFINE_ADD) {
    if (tern_affine_expr_largest_divisor(lhs->lhs) % modulus == 0) {
      return tern_affine_binary(TERN_AFFINE_MOD, lhs->rhs, rhs);
    }
    if (tern_affine_expr_largest_divisor(lhs->rhs) % modulus == 0) {
      return tern_affine_binary(TERN_AFFINE_MOD, lhs->lhs, rhs);
    }
  }
  // (e mod a) mod b is e mod b where b divides a.
  const tern_affine_expr_t *inner = constant_rhs(lhs, TERN_AFFINE_MOD);
  if (inner && inner->value >= 1 && inner->value % modulus == 0) {
    return tern_affine_binary(TERN_AFFINE_MOD, lhs->lhs, rhs);
  }
  return NULL;
}

// --- public ---

static const tern_affine_expr_t *simplify_binary(tern_affine_kind_t kind, const tern_affine_expr_t *lhs,
                                                 const tern_affine_expr_t *rhs) {
  switch (kind) {
    case TERN_AFFINE_ADD: return simplify_add(lhs, rhs);
    case TERN_AFFINE_MUL: return simplify_mul(lhs, rhs);
    case TERN_AFFINE_MOD: return simplify_mod(lhs, rhs);
    default: return simplify_div(kind, lhs, rhs);
  }
}

// Where both operands of a sum or product are dims or symbols: dims first, then by position.
static bool is_out_of_order(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  bool is_lhs_dim = lhs->kind == TERN_AFFINE_DIM;
  bool is_rhs_dim = rhs->kind == TERN_AFFINE_DIM;
  if (!is_lhs_dim && lhs->kind != TERN_AFFINE_SYMBOL) return false;
  if (!is_rhs_dim && rhs->kind != TERN_AFFINE_SYMBOL) return false;
  return is_lhs_dim == is_rhs_dim ? lhs->value > rhs->value : is_rhs_dim;
}

const tern_affine_expr_t *tern_affine_binary(tern_affine_kind_t kind, const tern_affine_expr_t *lhs,
                                             const tern_affine_expr_t *rhs) {
  const tern_affine_expr_t *simplified = simplify_binary(kind, lhs, rhs);
  if (simplified) return simplified;
  bool is_commutative = kind == TERN_AFFINE_ADD || kind == TERN_AFFINE_MUL;
  if (is_commutative && is_out_of_order(lhs, rhs)) return tern_affine_expr_unique(lhs->context, kind, rhs, lhs, 0);
  return tern_affine_expr_unique(lhs->context, kind, lhs, rhs, 0);
}

const tern_affine_expr_t *tern_affine_add(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  return tern_affine_binary(TERN_AFFINE_ADD, lhs, rhs);
}

const tern_affine_expr_t *tern_affine_mul(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  return tern_affine_binary(TERN_AFFINE_MUL, lhs, rhs);
}
