// Affine expressions: simplification when made and as a whole, text, evaluation, and the algebra of maps. Expected
// texts are what mlir-opt prints for the same input.

#include "ir/affine.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "ir/context.h"

#include <cmocka.h>

enum { DIM_COUNT = 3, SYMBOL_COUNT = 2 };
static const int64_t dim_values[DIM_COUNT] = {17, -5, 6};
static const int64_t symbol_values[SYMBOL_COUNT] = {4, 3};

static int create_context(void **state) {
  *state = tern_context_create();
  return 0;
}

static int destroy_context(void **state) {
  tern_context_destroy(*state);
  return 0;
}

// --- a reader of expressions, which also computes their value operator by operator ---

typedef struct reader {
  tern_context_t *context;
  const char *cursor;
} reader_t;

typedef struct operand {
  const tern_affine_expr_t *expr;
  int64_t value;
} operand_t;

static operand_t read_sum(reader_t *reader);

static bool take(reader_t *reader, const char *text) {
  while (*reader->cursor == ' ') ++reader->cursor;
  size_t size = strlen(text);
  if (strncmp(reader->cursor, text, size) != 0) return false;
  reader->cursor += size;
  return true;
}

static int64_t read_number(reader_t *reader) {
  char *end;
  int64_t value = (int64_t)strtoull(reader->cursor, &end, 10);
  reader->cursor = end;
  return value;
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }

static operand_t combine(tern_affine_kind_t kind, operand_t lhs, operand_t rhs) {
  operand_t result = {tern_affine_binary(kind, lhs.expr, rhs.expr), 0};
  switch (kind) {
    case TERN_AFFINE_ADD: result.value = lhs.value + rhs.value; break;
    case TERN_AFFINE_MUL: result.value = lhs.value * rhs.value; break;
    case TERN_AFFINE_MOD: result.value = rhs.value ? lhs.value - rhs.value * floor_div(lhs.value, rhs.value) : 0; break;
    case TERN_AFFINE_FLOORDIV: result.value = rhs.value ? floor_div(lhs.value, rhs.value) : 0; break;
    default: result.value = rhs.value ? -floor_div(-lhs.value, rhs.value) : 0; break;
  }
  return result;
}

static operand_t negate(reader_t *reader, operand_t operand) {
  return combine(TERN_AFFINE_MUL, operand, (operand_t){tern_affine_constant(reader->context, -1), -1});
}

static operand_t read_atom(reader_t *reader) {
  if (take(reader, "(")) {
    operand_t inner = read_sum(reader);
    assert_true(take(reader, ")"));
    return inner;
  }
  if (take(reader, "-")) return negate(reader, read_atom(reader));
  if (take(reader, "d")) {
    size_t position = (size_t)read_number(reader);
    return (operand_t){tern_affine_dim(reader->context, position), dim_values[position]};
  }
  if (take(reader, "s")) {
    size_t position = (size_t)read_number(reader);
    return (operand_t){tern_affine_symbol(reader->context, position), symbol_values[position]};
  }
  assert_true(isdigit((unsigned char)*reader->cursor));
  int64_t value = read_number(reader);
  return (operand_t){tern_affine_constant(reader->context, value), value};
}

static operand_t read_product(reader_t *reader) {
  operand_t lhs = read_atom(reader);
  for (;;) {
    if (take(reader, "*")) {
      lhs = combine(TERN_AFFINE_MUL, lhs, read_atom(reader));
    } else if (take(reader, "mod")) {
      lhs = combine(TERN_AFFINE_MOD, lhs, read_atom(reader));
    } else if (take(reader, "floordiv")) {
      lhs = combine(TERN_AFFINE_FLOORDIV, lhs, read_atom(reader));
    } else if (take(reader, "ceildiv")) {
      lhs = combine(TERN_AFFINE_CEILDIV, lhs, read_atom(reader));
    } else {
      return lhs;
    }
  }
}

static operand_t read_sum(reader_t *reader) {
  operand_t lhs = read_product(reader);
  for (;;) {
    if (take(reader, "+")) {
      lhs = combine(TERN_AFFINE_ADD, lhs, read_product(reader));
    } else if (take(reader, "-")) {
      lhs = combine(TERN_AFFINE_ADD, lhs, negate(reader, read_product(reader)));
    } else {
      return lhs;
    }
  }
}

static operand_t read_operand(tern_context_t *context, const char *text) {
  reader_t reader = {context, text};
  operand_t operand = read_sum(&reader);
  assert_int_equal(*reader.cursor, '\0');
  return operand;
}

static const tern_affine_expr_t *read_expr(tern_context_t *context, const char *text) {
  return read_operand(context, text).expr;
}

static void assert_prints(const tern_affine_expr_t *expr, const char *expected) {
  tern_string_builder_t text = {0};
  tern_affine_expr_print(expr, &text);
  assert_string_equal(text.data, expected);
  tern_string_builder_deinitialize(&text);
}

static void assert_map_prints(const tern_affine_map_t *map, const char *expected) {
  tern_string_builder_t text = {0};
  tern_affine_map_print(map, &text);
  assert_string_equal(text.data, expected);
  tern_string_builder_deinitialize(&text);
}

typedef struct text_pair {
  const char *input;
  const char *expected;
} text_pair_t;

// --- made expressions ---

static const text_pair_t made[] = {
    {"d0 - s0", "d0 - s0"},
    {"3 - d1", "-d1 + 3"},
    {"d1 + d0", "d0 + d1"},
    {"s0 + d0", "d0 + s0"},
    {"s1 * s0", "s0 * s1"},
    {"4 + d0 + 5", "d0 + 9"},
    {"d0 + 2 + d1", "d0 + d1 + 2"},
    {"d0 * 2 + d0 * 3", "d0 * 5"},
    {"d0 - d0", "0"},
    {"d0 * 2 * 3", "d0 * 6"},
    {"2 * (d0 * s0)", "(d0 * s0) * 2"},
    {"(d0 * 2) * s0", "(d0 * s0) * 2"},
    {"(d0 + d1) * -1", "-(d0 + d1)"},
    {"d0 - (d1 + 2)", "d0 - (d1 + 2)"},
    {"d0 - (d1 * 2 + 1) * 3", "d0 - (d1 * 2 + 1) * 3"},
    {"-d0 * 2", "d0 * -2"},
    {"-(d0 + d1) * 4", "(d0 + d1) * -4"},
    {"d0 + -4", "d0 - 4"},
    {"d0 + d1 * -3", "d0 - d1 * 3"},
    {"d0 * 0", "0"},
    {"d0 * 128 floordiv 64", "d0 * 2"},
    {"d0 * 128 ceildiv 64", "d0 * 2"},
    {"(d0 * 4 + d1) floordiv 4", "d0 + d1 floordiv 4"},
    {"(d0 * 4 + d1 + 2) floordiv 2", "d0 * 2 + d1 floordiv 2 + 1"},
    {"(d0 * 4 + d1) ceildiv 4", "(d0 * 4 + d1) ceildiv 4"},
    {"d0 floordiv 1", "d0"},
    {"d0 floordiv 0", "d0 floordiv 0"},
    {"d0 floordiv -2", "d0 floordiv -2"},
    {"(d0 * 6) floordiv -3", "d0 * -2"},
    {"-7 floordiv 2", "-4"},
    {"-7 ceildiv 2", "-3"},
    {"-7 mod 4", "1"},
    {"7 mod 0", "7 mod 0"},
    {"d0 mod 1", "0"},
    {"(d0 * 8) mod 4", "0"},
    {"(d0 * 8 + d1) mod 4", "d1 mod 4"},
    {"(d0 mod 12) mod 4", "d0 mod 4"},
    {"(d0 mod 4) mod 12", "(d0 mod 4) mod 12"},
    {"d0 mod -4", "d0 mod -4"},
    {"d0 - (d0 floordiv 8) * 8", "d0 mod 8"},
    {"d0 - 8 * (d0 floordiv 8)", "d0 mod 8"},
    {"d0 - (d0 floordiv s0) * s0", "d0 mod s0"},
    {"d0 * 64 + d1 - (d1 floordiv 4) * 4", "d0 * 64 + d1 mod 4"},
    {"(d0 + d1) - ((d0 + d1) floordiv 4) * 4", "(d0 + d1) mod 4"},
    {"d0 - (d0 floordiv -4) * -4", "d0 + (d0 floordiv -4) * 4"},
    {"(d0 + 1) mod 3 + (d1 floordiv 2) * s0", "(d0 + 1) mod 3 + (d1 floordiv 2) * s0"},
    {"(d0 floordiv 2 + d1 ceildiv 3) * 5", "(d0 floordiv 2 + d1 ceildiv 3) * 5"},
    {"(d0 * 4 floordiv 2) mod 2", "0"},
    {"((d0 * 8) floordiv 2) mod 4", "0"},
    {"s0 * (d0 + s1)", "(d0 + s1) * s0"},
    {"(s0 + 1) * (s1 + 2)", "(s0 + 1) * (s1 + 2)"},
    {"d0 mod (s0 + 1)", "d0 mod (s0 + 1)"},
    {"d0 + (d1 + d2)", "d0 + d1 + d2"},
    {"d0 + (d1 - d2)", "d0 + d1 - d2"},
    {"d0 - (d1 mod 3)", "d0 - d1 mod 3"},
    {"-(d0 mod 3)", "-(d0 mod 3)"},
    {"-(d0 * s0)", "-(d0 * s0)"},
};

static void simplifies_when_made(void **state) {
  for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); ++i) {
    assert_prints(read_expr(*state, made[i].input), made[i].expected);
  }
}

static const text_pair_t whole[] = {
    {"d0 + d1 - d0", "d1"},
    {"d1 + d0 * 2 + d1 * 3", "d0 * 2 + d1 * 4"},
    {"(d0 + d1) * 4 - d0 * 4", "d1 * 4"},
    {"(d0 * 4 + d1 * 6) floordiv 2", "d0 * 2 + d1 * 3"},
    {"(d0 * 4 + 6) ceildiv 8", "(d0 * 2 + 3) ceildiv 4"},
    {"(d0 * 4 + 6) floordiv 8", "(d0 * 2 + 3) floordiv 4"},
    {"(d0 * 6 + 9) mod 12", "d0 * 6 - ((d0 * 2 + 3) floordiv 4) * 12 + 9"},
    {"d0 mod 4 + (d0 floordiv 4) * 4", "d0"},
    {"d0 mod 4 - d0", "(d0 floordiv 4) * -4"},
    {"(d0 mod 4) * 2 + d1 mod 4", "d0 * 2 + d1 - (d0 floordiv 4) * 8 - (d1 floordiv 4) * 4"},
    {"(d0 + d1 - d0) mod 3", "d1 mod 3"},
    {"s0 + d0 + s1 - s0", "d0 + s1"},
    {"(d0 * s0) floordiv s0", "d0"},
    {"(d0 * s0 + s0) floordiv s0", "d0 + 1"},
    {"(d0 * s0) mod s0", "0"},
    {"(d0 - d0 mod s0) mod s0", "0"},
    {"(d0 * s0 ceildiv s1) ceildiv s0", "d0 ceildiv s1"},
    {"(d0 * s0 floordiv s1) ceildiv s0", "((d0 * s0) floordiv s1) ceildiv s0"},
    {"d1 * s1 + d0 * s0 + d0 + s0", "d0 + d0 * s0 + s0 + d1 * s1"},
    {"d1 * s0 + d0 * s1 + d0 * s1", "(d0 * s1) * 2 + d1 * s0"},
    {"d1 mod s0 + d0 floordiv s0 + d0 floordiv 3", "d1 mod s0 + d0 floordiv s0 + d0 floordiv 3"},
    {"(d0 + d1) * s0 + (d1 + d0) * s0", "((d0 + d1) * s0) * 2"},
    {"d0 floordiv -2 + d0 - d0", "d0 floordiv -2 + d0 - d0"},
    {"(d0 floordiv 2) floordiv 3", "(d0 floordiv 2) floordiv 3"},
};

static void simplifies_whole_expressions(void **state) {
  for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); ++i) {
    const tern_affine_expr_t *expr = read_expr(*state, whole[i].input);
    assert_prints(tern_affine_expr_simplify(expr, DIM_COUNT, SYMBOL_COUNT), whole[i].expected);
  }
}

static void keeps_values(const tern_affine_expr_t *expr, int64_t expected) {
  int64_t value;
  if (!tern_affine_expr_evaluate(expr, dim_values, symbol_values, &value)) return;
  assert_true(value == expected);
}

// Simplified expressions have the value of the text, and their own text prints as it is read.
static void keeps_meaning_and_text(void **state) {
  tern_context_t *context = *state;
  for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); ++i) {
    operand_t operand = read_operand(context, made[i].input);
    keeps_values(operand.expr, operand.value);
    keeps_values(tern_affine_expr_simplify(operand.expr, DIM_COUNT, SYMBOL_COUNT), operand.value);
    assert_prints(read_expr(context, made[i].expected), made[i].expected);
  }
  for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); ++i) {
    operand_t operand = read_operand(context, whole[i].input);
    keeps_values(operand.expr, operand.value);
    keeps_values(tern_affine_expr_simplify(operand.expr, DIM_COUNT, SYMBOL_COUNT), operand.value);
  }
}

static void refuses_to_fold_what_overflows(void **state) {
  tern_context_t *context = *state;
  const tern_affine_expr_t *most = tern_affine_constant(context, INT64_MAX);
  const tern_affine_expr_t *least = tern_affine_constant(context, INT64_MIN);
  const tern_affine_expr_t *minus_one = tern_affine_constant(context, -1);
  assert_int_equal(tern_affine_add(most, most)->kind, TERN_AFFINE_ADD);
  assert_int_equal(tern_affine_mul(most, most)->kind, TERN_AFFINE_MUL);
  assert_int_equal(tern_affine_binary(TERN_AFFINE_FLOORDIV, least, minus_one)->kind, TERN_AFFINE_FLOORDIV);
  assert_int_equal(tern_affine_binary(TERN_AFFINE_CEILDIV, least, minus_one)->kind, TERN_AFFINE_CEILDIV);
  int64_t value;
  const tern_affine_expr_t *quotient = tern_affine_binary(TERN_AFFINE_FLOORDIV, least, minus_one);
  assert_false(tern_affine_expr_evaluate(quotient, NULL, NULL, &value));
  const tern_affine_expr_t *remainder = tern_affine_binary(TERN_AFFINE_MOD, tern_affine_dim(context, 0), minus_one);
  assert_false(tern_affine_expr_evaluate(remainder, dim_values, NULL, &value));
  assert_prints(tern_affine_add(tern_affine_dim(context, 0), least), "d0 + -9223372036854775808");
}

static void answers_questions(void **state) {
  tern_context_t *context = *state;
  const tern_affine_expr_t *pure = read_expr(context, "d0 * 4 + (d2 mod 8) * 2 + s1");
  assert_true(tern_affine_expr_is_pure(pure));
  assert_true(tern_affine_expr_uses_dim(pure, 2));
  assert_false(tern_affine_expr_uses_dim(pure, 1));
  assert_true(tern_affine_expr_uses_symbol(pure, 1));
  assert_false(tern_affine_expr_is_symbolic(pure));
  assert_int_equal(tern_affine_expr_depth(pure), 4);
  assert_false(tern_affine_expr_is_pure(read_expr(context, "d0 mod s0")));
  assert_false(tern_affine_expr_is_pure(read_expr(context, "d0 * s0 + 1")));
  assert_true(tern_affine_expr_is_symbolic(read_expr(context, "s0 * s1 + 1")));
  assert_int_equal(tern_affine_expr_largest_divisor(read_expr(context, "d0 * 12 + s0 * 18")), 6);
  assert_int_equal(tern_affine_expr_largest_divisor(read_expr(context, "d0 * 12 - 4")), 4);
}

static void replaces_dims_and_symbols(void **state) {
  tern_context_t *context = *state;
  const tern_affine_expr_t *expr = read_expr(context, "d0 + d1 * s0");
  const tern_affine_expr_t *dims[] = {NULL, read_expr(context, "d0 + 2")};
  const tern_affine_expr_t *symbols[] = {tern_affine_constant(context, 3)};
  assert_prints(tern_affine_expr_replace(expr, dims, 2, symbols, 1), "d0 + (d0 + 2) * 3");
  assert_ptr_equal(tern_affine_expr_replace(expr, NULL, 0, NULL, 0), expr);
  assert_ptr_equal(tern_affine_expr_replace(expr, dims, 1, NULL, 1), expr);
}

// --- maps and sets ---

static const tern_affine_map_t *map_of(tern_context_t *context, size_t dim_count, size_t symbol_count, size_t count,
                                       const char *const *texts) {
  const tern_affine_expr_t *results[4];
  for (size_t i = 0; i < count; ++i) results[i] = read_expr(context, texts[i]);
  return tern_affine_map_get(context, dim_count, symbol_count, results, count);
}

#define MAP(dim_count, symbol_count, ...)                                                          \
  map_of(context, dim_count, symbol_count, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), \
         (const char *[]){__VA_ARGS__})

static void prints_maps_and_sets(void **state) {
  tern_context_t *context = *state;
  assert_map_prints(MAP(2, 1, "d0 - s0", "3 - d1", "d0 mod 4", "d0 floordiv 2"),
                    "(d0, d1)[s0] -> (d0 - s0, -d1 + 3, d0 mod 4, d0 floordiv 2)");
  assert_map_prints(tern_affine_map_get(context, 0, 0, NULL, 0), "() -> ()");
  assert_map_prints(tern_affine_map_get(context, 1, 2, NULL, 0), "(d0)[s0, s1] -> ()");
  const tern_affine_expr_t *constraints[] = {read_expr(context, "d0 - 4"), read_expr(context, "s0 - d0")};
  const bool is_equality[] = {true, false};
  const tern_integer_set_t *set = tern_integer_set_get(context, 1, 1, constraints, is_equality, 2);
  assert_ptr_equal(set, tern_integer_set_get(context, 1, 1, constraints, is_equality, 2));
  assert_ptr_not_equal(set, tern_integer_set_get(context, 1, 1, constraints, (const bool[]){true, true}, 2));
  tern_string_builder_t text = {0};
  tern_integer_set_print(set, &text);
  assert_string_equal(text.data, "(d0)[s0] : (d0 - 4 == 0, -d0 + s0 >= 0)");
  tern_string_builder_deinitialize(&text);
}

static void recognizes_permutations(void **state) {
  tern_context_t *context = *state;
  assert_true(tern_affine_map_is_identity(tern_affine_map_identity(context, 40)));
  assert_ptr_equal(tern_affine_map_identity(context, 2), MAP(2, 0, "d0", "d1"));
  assert_false(tern_affine_map_is_identity(MAP(3, 0, "d0", "d1")));
  assert_true(tern_affine_map_is_permutation(MAP(3, 0, "d2", "d0", "d1")));
  assert_false(tern_affine_map_is_permutation(MAP(3, 0, "d2", "d0")));
  assert_true(tern_affine_map_is_projected_permutation(MAP(3, 0, "d2", "d0"), false));
  assert_false(tern_affine_map_is_projected_permutation(MAP(3, 0, "d2", "d2"), false));
  assert_false(tern_affine_map_is_projected_permutation(MAP(3, 0, "d2", "0"), false));
  assert_true(tern_affine_map_is_projected_permutation(MAP(3, 0, "d2", "0"), true));
  assert_false(tern_affine_map_is_projected_permutation(MAP(3, 1, "d2"), true));
  assert_ptr_equal(tern_affine_map_select(context, 3, (const size_t[]){2, 0}, 2), MAP(3, 0, "d2", "d0"));
}

static void composes_and_inverts(void **state) {
  tern_context_t *context = *state;
  const tern_affine_map_t *outer = MAP(2, 1, "d0 + d1 * s0", "d1 mod 4");
  const tern_affine_map_t *inner = MAP(1, 1, "d0 + s0", "d0 * 4");
  assert_map_prints(tern_affine_map_compose(outer, inner), "(d0)[s0, s1] -> (d0 + s1 + (d0 * s0) * 4, 0)");
  assert_map_prints(tern_affine_map_inverse_permutation(MAP(3, 0, "d2", "d0", "d1")), "(d0, d1, d2) -> (d1, d2, d0)");
  assert_map_prints(tern_affine_map_inverse_permutation(MAP(2, 0, "d1", "d1", "0", "d0")),
                    "(d0, d1, d2, d3) -> (d3, d0)");
  assert_null(tern_affine_map_inverse_permutation(MAP(3, 0, "d2", "d0")));
  const tern_affine_map_t *parts[] = {MAP(2, 1, "d0 + s0"), MAP(2, 1, "d1 * s0")};
  assert_map_prints(tern_affine_map_concat(context, parts, 2), "(d0, d1)[s0, s1] -> (d0 + s0, d1 * s1)");
  assert_map_prints(tern_affine_map_simplify(MAP(2, 1, "d0 + d1 - d0", "(d0 * s0) floordiv s0")),
                    "(d0, d1)[s0] -> (d1, d0)");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, create_context, destroy_context)
  const struct CMUnitTest tests[] = {
      TEST(simplifies_when_made),   TEST(simplifies_whole_expressions),
      TEST(keeps_meaning_and_text), TEST(refuses_to_fold_what_overflows),
      TEST(answers_questions),      TEST(replaces_dims_and_symbols),
      TEST(prints_maps_and_sets),   TEST(recognizes_permutations),
      TEST(composes_and_inverts),
  };
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
