// The text of affine expressions, maps and sets, as upstream's printer writes it: a subtraction where a term is
// negative, parentheses only where an operator binds tighter than a sum.

#include "ir/affine.h"

#include "ir/affine/private.h"

typedef enum binding { BINDING_WEAK, BINDING_STRONG } binding_t;

static const char *const operator_texts[] = {
    [TERN_AFFINE_ADD] = " + ",           [TERN_AFFINE_MUL] = " * ",
    [TERN_AFFINE_MOD] = " mod ",         [TERN_AFFINE_FLOORDIV] = " floordiv ",
    [TERN_AFFINE_CEILDIV] = " ceildiv ",
};

// Where the text goes, and how dims and symbols are written (NULL: d0, s0).
typedef struct sink {
  tern_string_builder_t *out;
  void (*print_input)(const tern_affine_expr_t *input, void *user);
  void *user;
} sink_t;

static void print_expr(const tern_affine_expr_t *expr, binding_t enclosing, const sink_t *sink);

static int64_t negate(int64_t value) { return (int64_t)(0 - (uint64_t)value); }

// The constant factor of a product, or 0.
static int64_t constant_factor(const tern_affine_expr_t *expr) {
  return expr->kind == TERN_AFFINE_MUL && tern_affine_expr_is_constant(expr->rhs) ? expr->rhs->value : 0;
}

// Prints `+ rhs` or `- rhs`, after the left side. The least number has no opposite: it stays behind a plus.
static void print_addend(const tern_affine_expr_t *rhs, const sink_t *sink) {
  tern_string_builder_t *out = sink->out;
  int64_t factor = constant_factor(rhs);
  if (factor < 0 && factor != INT64_MIN) {
    tern_string_builder_append_cstr(out, " - ");
    bool needs_strong = factor != -1 || rhs->lhs->kind == TERN_AFFINE_ADD;
    print_expr(rhs->lhs, needs_strong ? BINDING_STRONG : BINDING_WEAK, sink);
    if (factor == -1) return;
    tern_string_builder_append_cstr(out, " * ");
    tern_string_builder_append_int64(out, negate(factor));
  } else if (tern_affine_expr_is_constant(rhs) && rhs->value < 0 && rhs->value != INT64_MIN) {
    tern_string_builder_append_cstr(out, " - ");
    tern_string_builder_append_int64(out, negate(rhs->value));
  } else {
    tern_string_builder_append_cstr(out, " + ");
    print_expr(rhs, BINDING_WEAK, sink);
  }
}

static void print_binary(const tern_affine_expr_t *expr, const sink_t *sink) {
  if (expr->kind == TERN_AFFINE_ADD) {
    print_expr(expr->lhs, BINDING_WEAK, sink);
    print_addend(expr->rhs, sink);
    return;
  }
  if (constant_factor(expr) == -1) {
    tern_string_builder_append_char(sink->out, '-');
    print_expr(expr->lhs, BINDING_STRONG, sink);
    return;
  }
  print_expr(expr->lhs, BINDING_STRONG, sink);
  tern_string_builder_append_cstr(sink->out, operator_texts[expr->kind]);
  print_expr(expr->rhs, BINDING_STRONG, sink);
}

static void print_expr(const tern_affine_expr_t *expr, binding_t enclosing, const sink_t *sink) {
  tern_string_builder_t *out = sink->out;
  if (tern_affine_kind_is_binary(expr->kind)) {
    if (enclosing == BINDING_STRONG) tern_string_builder_append_char(out, '(');
    print_binary(expr, sink);
    if (enclosing == BINDING_STRONG) tern_string_builder_append_char(out, ')');
    return;
  }
  if (expr->kind != TERN_AFFINE_CONSTANT && sink->print_input) {
    sink->print_input(expr, sink->user);
    return;
  }
  if (expr->kind != TERN_AFFINE_CONSTANT) {
    tern_string_builder_append_char(out, expr->kind == TERN_AFFINE_DIM ? 'd' : 's');
  }
  tern_string_builder_append_int64(out, expr->value);
}

// Prints `(d0, d1)[s0]`.
static void print_inputs(size_t dim_count, size_t symbol_count, tern_string_builder_t *out) {
  tern_string_builder_append_char(out, '(');
  for (size_t i = 0; i < dim_count; ++i) tern_string_builder_append_format(out, i ? ", d%zu" : "d%zu", i);
  tern_string_builder_append_char(out, ')');
  if (!symbol_count) return;
  tern_string_builder_append_char(out, '[');
  for (size_t i = 0; i < symbol_count; ++i) tern_string_builder_append_format(out, i ? ", s%zu" : "s%zu", i);
  tern_string_builder_append_char(out, ']');
}

void tern_affine_expr_print(const tern_affine_expr_t *expr, tern_string_builder_t *out) {
  print_expr(expr, BINDING_WEAK, &(sink_t){.out = out});
}

void tern_affine_expr_print_as(const tern_affine_expr_t *expr, tern_string_builder_t *out,
                               void (*print_input)(const tern_affine_expr_t *input, void *user), void *user) {
  print_expr(expr, BINDING_WEAK, &(sink_t){out, print_input, user});
}

void tern_affine_map_print(const tern_affine_map_t *map, tern_string_builder_t *out) {
  print_inputs(map->dim_count, map->symbol_count, out);
  tern_string_builder_append_cstr(out, " -> (");
  for (size_t i = 0; i < map->result_count; ++i) {
    if (i) tern_string_builder_append_cstr(out, ", ");
    tern_affine_expr_print(map->results[i], out);
  }
  tern_string_builder_append_char(out, ')');
}

void tern_integer_set_print(const tern_integer_set_t *set, tern_string_builder_t *out) {
  print_inputs(set->dim_count, set->symbol_count, out);
  tern_string_builder_append_cstr(out, " : (");
  for (size_t i = 0; i < set->constraint_count; ++i) {
    if (i) tern_string_builder_append_cstr(out, ", ");
    tern_affine_expr_print(set->constraints[i], out);
    tern_string_builder_append_cstr(out, set->is_equality[i] ? " == 0" : " >= 0");
  }
  tern_string_builder_append_char(out, ')');
}
