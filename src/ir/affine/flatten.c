// Simplification of whole affine expressions (upstream's simplifyAffineExpr): an expression is flattened to a linear
// form over dims, symbols and locals, and written back.
//
// A local stands for what is not linear: a division by a constant, or a product, division or remainder by a symbolic
// expression. `e mod c` becomes `e - c * (e floordiv c)`; writing the form back turns it into a remainder again unless
// something cancelled.

#include <stdlib.h>

#include "base/integer.h"
#include "base/vec.h"
#include "ir/affine.h"
#include "ir/affine/private.h"

typedef struct flattener {
  tern_context_t *context;
  size_t dim_count, symbol_count;
  TERN_VEC(const tern_affine_expr_t *) locals;
} flattener_t;

// A linear form. Columns beyond `columns.count` are 0: locals are added while rows exist.
typedef struct linear_form {
  TERN_VEC(int64_t) columns;  // dims, symbols, locals
  int64_t constant;
} linear_form_t;

static int64_t column_at(const linear_form_t *form, size_t column) {
  return column < form->columns.count ? form->columns.values[column] : 0;
}

static void add_to_column(linear_form_t *form, size_t column, int64_t value) {
  while (form->columns.count <= column) tern_vec_push(&form->columns, 0);
  form->columns.values[column] = tern_wrap_add(form->columns.values[column], value);
}

static void reset_to_column(linear_form_t *form, size_t column) {
  form->columns.count = 0;
  form->constant = 0;
  add_to_column(form, column, 1);
}

static size_t first_local(const flattener_t *flattener) { return flattener->dim_count + flattener->symbol_count; }

static const tern_affine_expr_t *column_expr(const flattener_t *flattener, size_t column) {
  if (column < flattener->dim_count) return tern_affine_dim(flattener->context, column);
  if (column < first_local(flattener)) return tern_affine_symbol(flattener->context, column - flattener->dim_count);
  return flattener->locals.values[column - first_local(flattener)];
}

static const tern_affine_expr_t *add_scaled(const flattener_t *flattener, const tern_affine_expr_t *sum,
                                            const tern_affine_expr_t *term, int64_t factor) {
  return tern_affine_add(sum, tern_affine_mul(term, tern_affine_constant(flattener->context, factor)));
}

// Writes a form back: dims, symbols, locals, constant.
static const tern_affine_expr_t *rebuild(const flattener_t *flattener, const linear_form_t *form) {
  const tern_affine_expr_t *sum = tern_affine_constant(flattener->context, 0);
  for (size_t i = 0; i < form->columns.count; ++i) {
    if (form->columns.values[i]) sum = add_scaled(flattener, sum, column_expr(flattener, i), form->columns.values[i]);
  }
  return tern_affine_add(sum, tern_affine_constant(flattener->context, form->constant));
}

// The column of the local that stands for `expr`.
static size_t local_column(flattener_t *flattener, const tern_affine_expr_t *expr) {
  size_t index = 0;
  while (index < flattener->locals.count && flattener->locals.values[index] != expr) ++index;
  if (index == flattener->locals.count) tern_vec_push(&flattener->locals, expr);
  return first_local(flattener) + index;
}

// --- flattening ---

static int64_t form_gcd(const linear_form_t *form, int64_t start) {
  int64_t gcd = tern_gcd(start, form->constant);
  for (size_t i = 0; i < form->columns.count; ++i) gcd = tern_gcd(gcd, form->columns.values[i]);
  return gcd;
}

static void divide_form(linear_form_t *form, int64_t divisor) {
  form->constant /= divisor;
  for (size_t i = 0; i < form->columns.count; ++i) form->columns.values[i] /= divisor;
}

static void scale_form(linear_form_t *form, int64_t factor) {
  form->constant = tern_wrap_mul(form->constant, factor);
  for (size_t i = 0; i < form->columns.count; ++i) {
    form->columns.values[i] = tern_wrap_mul(form->columns.values[i], factor);
  }
}

// form := form <kind> divisor, for the division kinds and a positive constant.
static void flatten_division(flattener_t *flattener, tern_affine_kind_t kind, int64_t divisor, linear_form_t *form) {
  int64_t gcd = form_gcd(form, divisor);
  divide_form(form, gcd);
  if (divisor == gcd) return;
  const tern_affine_expr_t *quotient =
      tern_affine_binary(kind, rebuild(flattener, form), tern_affine_constant(flattener->context, divisor / gcd));
  reset_to_column(form, local_column(flattener, quotient));
}

// form := form mod modulus, for a positive constant.
static void flatten_remainder(flattener_t *flattener, int64_t modulus, linear_form_t *form) {
  int64_t gcd = form_gcd(form, modulus);
  if (gcd == modulus) {
    form->columns.count = 0;
    form->constant = 0;
    return;
  }
  divide_form(form, gcd);
  const tern_affine_expr_t *quotient = tern_affine_binary(TERN_AFFINE_FLOORDIV, rebuild(flattener, form),
                                                          tern_affine_constant(flattener->context, modulus / gcd));
  scale_form(form, gcd);
  add_to_column(form, local_column(flattener, quotient), -modulus);
}

// form := form <kind> expr->rhs; false if a divisor is not positive.
static bool flatten_by_constant(flattener_t *flattener, const tern_affine_expr_t *expr, linear_form_t *form) {
  int64_t value = expr->rhs->value;
  if (expr->kind == TERN_AFFINE_MUL) {
    scale_form(form, value);
    return true;
  }
  if (value <= 0) return false;
  if (expr->kind == TERN_AFFINE_MOD) {
    flatten_remainder(flattener, value, form);
  } else {
    flatten_division(flattener, expr->kind, value, form);
  }
  return true;
}

// Fills `out_form`, which the caller frees also on failure.
static bool flatten(flattener_t *flattener, const tern_affine_expr_t *expr, linear_form_t *out_form) {
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: out_form->constant = expr->value; return true;
    case TERN_AFFINE_DIM:
    case TERN_AFFINE_SYMBOL: {
      size_t position = (size_t)expr->value;
      bool is_dim = expr->kind == TERN_AFFINE_DIM;
      if (position >= (is_dim ? flattener->dim_count : flattener->symbol_count)) return false;
      add_to_column(out_form, is_dim ? position : flattener->dim_count + position, 1);
      return true;
    }
    default: break;
  }
  if (!flatten(flattener, expr->lhs, out_form)) return false;
  if (expr->kind != TERN_AFFINE_ADD && tern_affine_expr_is_constant(expr->rhs)) {
    return flatten_by_constant(flattener, expr, out_form);
  }
  linear_form_t rhs = {0};
  bool is_flat = flatten(flattener, expr->rhs, &rhs);
  if (is_flat && expr->kind == TERN_AFFINE_ADD) {
    for (size_t i = 0; i < rhs.columns.count; ++i) add_to_column(out_form, i, rhs.columns.values[i]);
    out_form->constant = tern_wrap_add(out_form->constant, rhs.constant);
  } else if (is_flat) {
    const tern_affine_expr_t *value =
        tern_affine_binary(expr->kind, rebuild(flattener, out_form), rebuild(flattener, &rhs));
    reset_to_column(out_form, local_column(flattener, value));
  }
  tern_vec_deinitialize(&rhs.columns);
  return is_flat;
}

// --- writing back semi-affine forms ---

// A term and its place: by the position of the dim or symbol on the left, then of that on the right.
typedef struct placed_term {
  const tern_affine_expr_t *expr;
  int64_t factor;
  int64_t major, minor;
  size_t order;
} placed_term_t;

static int compare_terms(const void *a, const void *b) {
  const placed_term_t *x = a;
  const placed_term_t *y = b;
  if (x->major != y->major) return x->major < y->major ? -1 : 1;
  if (x->minor != y->minor) return x->minor < y->minor ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

typedef struct term_list {
  TERN_VEC(placed_term_t) terms;
  int64_t next_dim_minor;     // falls: dims come before what is made of them, later terms before earlier ones
  int64_t next_symbol_minor;  // rises
} term_list_t;

static void place_term(term_list_t *list, const tern_affine_expr_t *expr, int64_t factor, int64_t major,
                       int64_t minor) {
  size_t order = list->terms.count;
  tern_vec_push(&list->terms, (placed_term_t){expr, factor, major, minor, order});
}

static bool is_position(const tern_affine_expr_t *expr) {
  return expr->kind == TERN_AFFINE_DIM || expr->kind == TERN_AFFINE_SYMBOL;
}

// Places a local of the form `position <op> position-or-constant`; false if it has another form.
static bool place_local(term_list_t *list, const tern_affine_expr_t *expr, int64_t factor) {
  if (!tern_affine_kind_is_binary(expr->kind) || !is_position(expr->lhs)) return false;
  bool is_by_constant = tern_affine_expr_is_constant(expr->rhs);
  if (!is_by_constant && !is_position(expr->rhs)) return false;
  if (expr->lhs->kind == TERN_AFFINE_SYMBOL) {
    place_term(list, expr, factor, expr->lhs->value, list->next_symbol_minor++);
  } else if (is_by_constant) {
    place_term(list, expr, factor, expr->lhs->value, list->next_dim_minor--);
  } else {
    place_term(list, expr, factor, expr->lhs->value, expr->rhs->value);
  }
  return true;
}

// Writes a form back so that it reads like d0 + d0 * s0 + s0 + d1 * s1 + s1.
static const tern_affine_expr_t *rebuild_semi_affine(const flattener_t *flattener, const linear_form_t *form) {
  size_t local = first_local(flattener);
  size_t most = flattener->dim_count > flattener->symbol_count ? flattener->dim_count : flattener->symbol_count;
  term_list_t list = {.next_dim_minor = -1, .next_symbol_minor = (int64_t)most};
  linear_form_t rest = {.constant = form->constant};
  for (size_t i = flattener->dim_count; i < local; ++i) {
    if (!column_at(form, i)) continue;
    place_term(&list, column_expr(flattener, i), column_at(form, i), (int64_t)(i - flattener->dim_count),
               list.next_symbol_minor++);
  }
  for (size_t i = local; i < form->columns.count; ++i) {
    int64_t factor = column_at(form, i);
    if (factor && !place_local(&list, column_expr(flattener, i), factor)) add_to_column(&rest, i, factor);
  }
  for (size_t i = 0; i < flattener->dim_count; ++i) {
    if (!column_at(form, i)) continue;
    place_term(&list, column_expr(flattener, i), column_at(form, i), (int64_t)i, list.next_dim_minor--);
  }
  if (list.terms.count) qsort(list.terms.values, list.terms.count, sizeof(list.terms.values[0]), compare_terms);
  const tern_affine_expr_t *sum = tern_affine_constant(flattener->context, 0);
  for (size_t i = 0; i < list.terms.count; ++i) {
    sum = add_scaled(flattener, sum, list.terms.values[i].expr, list.terms.values[i].factor);
  }
  for (size_t i = local; i < rest.columns.count; ++i) {
    if (column_at(&rest, i)) sum = add_scaled(flattener, sum, column_expr(flattener, i), column_at(&rest, i));
  }
  sum = tern_affine_add(sum, tern_affine_constant(flattener->context, form->constant));
  tern_vec_deinitialize(&list.terms);
  tern_vec_deinitialize(&rest.columns);
  return sum;
}

// --- division by a symbol ---

static bool is_division(tern_affine_kind_t kind) { return kind == TERN_AFFINE_FLOORDIV || kind == TERN_AFFINE_CEILDIV; }

// True if `expr` divided by the symbol, as `kind` divides, is known without a division. (a floordiv b) floordiv s is
// (a floordiv s) floordiv b, but not below a product, and not for mixed kinds of division.
static bool is_divisible(const tern_affine_expr_t *expr, const tern_affine_expr_t *symbol, tern_affine_kind_t kind,
                         bool is_factor) {
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: return expr->value == 0;
    case TERN_AFFINE_DIM: return false;
    case TERN_AFFINE_SYMBOL: return expr == symbol;
    case TERN_AFFINE_ADD:
      return is_divisible(expr->lhs, symbol, kind, false) && is_divisible(expr->rhs, symbol, kind, false);
    case TERN_AFFINE_MOD:
      return is_divisible(expr->lhs, symbol, TERN_AFFINE_MOD, false) &&
             is_divisible(expr->rhs, symbol, TERN_AFFINE_MOD, false);
    case TERN_AFFINE_MUL:
      return is_divisible(expr->lhs, symbol, kind, true) || is_divisible(expr->rhs, symbol, kind, true);
    default: return kind == expr->kind && !is_factor && is_divisible(expr->lhs, symbol, expr->kind, false);
  }
}

// The quotient of an expression that is divisible; NULL where it is not.
static const tern_affine_expr_t *divide_by_symbol(const tern_affine_expr_t *expr, const tern_affine_expr_t *symbol,
                                                  tern_affine_kind_t kind) {
  if (expr->kind == TERN_AFFINE_CONSTANT) return expr->value == 0 ? expr : NULL;
  if (expr->kind == TERN_AFFINE_DIM) return NULL;
  if (expr->kind == TERN_AFFINE_SYMBOL) return expr == symbol ? tern_affine_constant(expr->context, 1) : NULL;
  const tern_affine_expr_t *lhs = expr->lhs;
  const tern_affine_expr_t *rhs = expr->rhs;
  if (expr->kind == TERN_AFFINE_MUL) {
    if (is_divisible(lhs, symbol, kind, true)) {
      lhs = divide_by_symbol(lhs, symbol, kind);
    } else {
      rhs = divide_by_symbol(rhs, symbol, kind);
    }
  } else if (is_division(expr->kind)) {
    lhs = expr->kind == kind ? divide_by_symbol(lhs, symbol, kind) : NULL;
  } else {
    tern_affine_kind_t inner_kind = expr->kind == TERN_AFFINE_MOD ? TERN_AFFINE_MOD : kind;
    lhs = divide_by_symbol(lhs, symbol, inner_kind);
    rhs = divide_by_symbol(rhs, symbol, inner_kind);
  }
  return lhs && rhs ? tern_affine_binary(expr->kind, lhs, rhs) : NULL;
}

typedef TERN_VEC(const tern_affine_expr_t *) expr_vec_t;

static void collect_summands(const tern_affine_expr_t *expr, expr_vec_t *out) {
  if (expr->kind != TERN_AFFINE_ADD) {
    tern_vec_push(out, expr);
    return;
  }
  collect_summands(expr->lhs, out);
  collect_summands(expr->rhs, out);
}

// True for (x - x mod m) mod m, which loop peeling leaves behind: it is 0.
static bool is_remainder_free(const tern_affine_expr_t *lhs, const tern_affine_expr_t *modulus, size_t dim_count,
                              size_t symbol_count) {
  if (lhs->kind != TERN_AFFINE_ADD) return false;
  const tern_affine_expr_t *minus_one = tern_affine_constant(lhs->context, -1);
  expr_vec_t summands = {0};
  collect_summands(lhs, &summands);
  bool is_found = false;
  for (size_t i = 0; i < summands.count && !is_found; ++i) {
    const tern_affine_expr_t *summand = summands.values[i];
    if (summand->kind != TERN_AFFINE_MUL || summand->rhs != minus_one) continue;
    const tern_affine_expr_t *remainder = summand->lhs;
    if (remainder->kind != TERN_AFFINE_MOD || remainder->rhs != modulus) continue;
    const tern_affine_expr_t *difference = tern_affine_mul(remainder->lhs, minus_one);
    for (size_t j = 0; j < summands.count; ++j) {
      if (j != i) difference = tern_affine_add(difference, summands.values[j]);
    }
    difference = tern_affine_expr_simplify(difference, dim_count, symbol_count);
    is_found = tern_affine_expr_is_constant(difference) && difference->value == 0;
  }
  tern_vec_deinitialize(&summands);
  return is_found;
}

static const tern_affine_expr_t *simplify_semi_affine(const tern_affine_expr_t *expr, size_t dim_count,
                                                      size_t symbol_count) {
  if (!tern_affine_kind_is_binary(expr->kind)) return expr;
  const tern_affine_expr_t *lhs = simplify_semi_affine(expr->lhs, dim_count, symbol_count);
  const tern_affine_expr_t *rhs = simplify_semi_affine(expr->rhs, dim_count, symbol_count);
  if (expr->kind == TERN_AFFINE_MOD && is_remainder_free(lhs, rhs, dim_count, symbol_count)) {
    return tern_affine_constant(expr->context, 0);
  }
  bool divides = expr->kind == TERN_AFFINE_MOD || is_division(expr->kind);
  if (divides && rhs->kind == TERN_AFFINE_SYMBOL && is_divisible(expr->lhs, rhs, expr->kind, false)) {
    if (expr->kind == TERN_AFFINE_MOD) return tern_affine_constant(expr->context, 0);
    const tern_affine_expr_t *quotient = divide_by_symbol(lhs, rhs, expr->kind);
    if (quotient) return quotient;
  }
  return tern_affine_binary(expr->kind, lhs, rhs);
}

// --- public ---

bool tern_affine_expr_coefficients(const tern_affine_expr_t *expr, size_t dim_count, size_t symbol_count,
                                   int64_t *out_coefficients) {
  flattener_t flattener = {.context = expr->context, .dim_count = dim_count, .symbol_count = symbol_count};
  linear_form_t form = {0};
  // A local that cancelled itself still has no place in the order of expressions.
  bool is_linear = flatten(&flattener, expr, &form) && flattener.locals.count == 0;
  if (is_linear) {
    for (size_t i = 0; i < dim_count + symbol_count; ++i) out_coefficients[i] = column_at(&form, i);
    out_coefficients[dim_count + symbol_count] = form.constant;
  }
  tern_vec_deinitialize(&form.columns);
  tern_vec_deinitialize(&flattener.locals);
  return is_linear;
}

const tern_affine_expr_t *tern_affine_expr_simplify(const tern_affine_expr_t *expr, size_t dim_count,
                                                    size_t symbol_count) {
  if (!tern_affine_kind_is_binary(expr->kind)) return expr;
  if (!tern_affine_expr_is_pure(expr)) expr = simplify_semi_affine(expr, dim_count, symbol_count);
  flattener_t flattener = {.context = expr->context, .dim_count = dim_count, .symbol_count = symbol_count};
  linear_form_t form = {0};
  const tern_affine_expr_t *result = expr;
  if (flatten(&flattener, expr, &form)) {
    result = rebuild(&flattener, &form);
    if (!tern_affine_expr_is_pure(expr) && result != expr) result = rebuild_semi_affine(&flattener, &form);
  }
  tern_vec_deinitialize(&form.columns);
  tern_vec_deinitialize(&flattener.locals);
  return result;
}
