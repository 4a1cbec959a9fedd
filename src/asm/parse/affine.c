// Affine maps and integer sets: `(d0, d1)[s0] -> (d0 + s0, d1 mod 4)`, `(d0) : (d0 >= 0, d0 == 4)`.
//
// Grammar and its limits are those of MLIR's affine dialect ("Affine expressions"): products need a constant or
// symbolic side, divisors are constant or symbolic. Operators are parsed by two loops, one for each precedence.

#include "asm/parser_private.h"

enum {
  MAX_OPERATORS = 1000,  // of one expression: functions over expressions recurse as deep
};

// A name in scope: a dim or symbol, or (where SSA values stand for them) a use of a value.
typedef struct affine_name {
  tern_str_t name;
  uint32_t number;  // of `%a#1`
  const tern_affine_expr_t *expr;
} affine_name_t;

typedef struct affine_parser {
  tern_parser_t *parser;
  affine_name_t *names;
  size_t count, capacity;
  size_t dim_count, symbol_count;
  size_t operator_count;      // of the expression at hand
  tern_operand_list_t *dims;  // where SSA values are allowed, else NULL
  tern_operand_list_t *symbols;
} affine_parser_t;

static const tern_affine_expr_t *parse_sum(affine_parser_t *affine);

static void push_name(affine_parser_t *affine, tern_str_t name, uint32_t number, const tern_affine_expr_t *expr) {
  void *values = affine->names;
  tern_parser_grow_list(affine->parser, &values, affine->count, &affine->capacity, sizeof(affine->names[0]));
  affine->names = values;
  affine->names[affine->count++] = (affine_name_t){name, number, expr};
}

static const tern_affine_expr_t *find_affine_name(const affine_parser_t *affine, tern_str_t name, uint32_t number) {
  for (size_t i = 0; i < affine->count; ++i) {
    if (affine->names[i].number == number && tern_str_equal(affine->names[i].name, name)) return affine->names[i].expr;
  }
  return NULL;
}

// --- operands ---

// `is_negative`: a minus was read just before.
static const tern_affine_expr_t *parse_constant(affine_parser_t *affine, bool is_negative) {
  tern_parser_t *parser = affine->parser;
  uint64_t value, limit = (uint64_t)INT64_MAX + is_negative;
  if (!tern_token_to_uint64(parser->token, &value) || value > limit) {
    tern_parser_error(parser, "constant too large for index");
    return NULL;
  }
  tern_parser_advance(parser);
  return tern_affine_constant(parser->context, (int64_t)(is_negative ? 0 - value : value));
}

static const tern_affine_expr_t *parse_in_parens(affine_parser_t *affine) {
  tern_parser_t *parser = affine->parser;
  tern_parser_advance(parser);
  if (tern_parser_is(parser, TERN_TOKEN_RIGHT_PAREN)) {
    tern_parser_error(parser, "no expression inside parentheses");
    return NULL;
  }
  if (!tern_parser_enter(parser)) return NULL;
  const tern_affine_expr_t *expr = parse_sum(affine);
  tern_parser_leave(parser);
  return expr && tern_parse_token(parser, ")") ? expr : NULL;
}

static const tern_affine_expr_t *parse_value(affine_parser_t *affine, bool is_symbol) {
  tern_parser_t *parser = affine->parser;
  if (!affine->dims) {
    tern_parser_wrong_token(parser, "unexpected ssa identifier");
    return NULL;
  }
  tern_unresolved_operand_t operand;
  if (!tern_parse_operand(parser, &operand)) return NULL;
  const tern_affine_expr_t *known = find_affine_name(affine, operand.name, operand.number);
  if (known) return known;
  const tern_affine_expr_t *expr = is_symbol ? tern_affine_symbol(parser->context, affine->symbol_count++)
                                             : tern_affine_dim(parser->context, affine->dim_count++);
  tern_operand_list_push(parser, is_symbol ? affine->symbols : affine->dims, operand);
  push_name(affine, operand.name, operand.number, expr);
  return expr;
}

// `symbol(%a)`
static const tern_affine_expr_t *parse_symbol_value(affine_parser_t *affine) {
  tern_parser_t *parser = affine->parser;
  tern_parser_advance(parser);
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' at start of SSA symbol")) return NULL;
  if (!tern_parser_is(parser, TERN_TOKEN_PERCENT)) {
    tern_parser_wrong_token(parser, "expected ssa identifier");
    return NULL;
  }
  const tern_affine_expr_t *expr = parse_value(affine, true);
  if (!expr || !tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' at end of SSA symbol")) return NULL;
  return expr;
}

static const tern_affine_expr_t *parse_name(affine_parser_t *affine) {
  tern_parser_t *parser = affine->parser;
  const tern_affine_expr_t *expr = find_affine_name(affine, parser->token.text, 0);
  if (!expr) {
    tern_parser_wrong_token(parser, "use of undeclared identifier");
    return NULL;
  }
  tern_parser_advance(parser);
  return expr;
}

static const tern_affine_expr_t *parse_operand(affine_parser_t *affine, bool has_left) {
  tern_parser_t *parser = affine->parser;
  const tern_affine_expr_t *expr = NULL;
  switch (parser->token.kind) {
    case TERN_TOKEN_BARE:
      return tern_parser_at_word(parser, "symbol") ? parse_symbol_value(affine) : parse_name(affine);
    case TERN_TOKEN_INTEGER: return parse_constant(affine, false);
    case TERN_TOKEN_PERCENT: return parse_value(affine, false);
    case TERN_TOKEN_LEFT_PAREN: return parse_in_parens(affine);
    case TERN_TOKEN_MINUS:
      tern_parser_advance(parser);
      if (tern_parser_is(parser, TERN_TOKEN_INTEGER)) return parse_constant(affine, true);
      if (!tern_parser_enter(parser)) return NULL;
      expr = parse_operand(affine, has_left);
      tern_parser_leave(parser);
      if (!expr) {
        tern_parser_error(parser, "missing operand of negation");
        return NULL;
      }
      return tern_affine_mul(expr, tern_affine_constant(parser->context, -1));
    case TERN_TOKEN_PLUS:
    case TERN_TOKEN_STAR:
      tern_parser_error(parser, "missing %s operand of binary operator", has_left ? "right" : "left");
      return NULL;
    default:
      tern_parser_error(parser, has_left ? "missing right operand of binary operator" : "expected affine expression");
      return NULL;
  }
}

// --- operators ---

static bool is_symbolic(const tern_affine_expr_t *expr) { return tern_affine_expr_is_symbolic(expr); }

static bool find_factor_operator(const tern_parser_t *parser, tern_affine_kind_t *out_kind) {
  static const struct {
    const char *word;
    tern_affine_kind_t kind;
  } words[] = {
      {"floordiv", TERN_AFFINE_FLOORDIV},
      {"ceildiv", TERN_AFFINE_CEILDIV},
      {"mod", TERN_AFFINE_MOD},
  };
  *out_kind = TERN_AFFINE_MUL;
  if (tern_parser_is(parser, TERN_TOKEN_STAR)) return true;
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    *out_kind = words[i].kind;
    if (tern_parser_at_word(parser, words[i].word)) return true;
  }
  return false;
}

static const tern_affine_expr_t *combine(affine_parser_t *affine, tern_source_pos_t pos, tern_affine_kind_t kind,
                                         const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs) {
  tern_parser_t *parser = affine->parser;
  if (++affine->operator_count > MAX_OPERATORS) {
    tern_parser_error_at(parser, pos, "affine expression has more than %d operators", MAX_OPERATORS);
    return NULL;
  }
  if (kind == TERN_AFFINE_MUL && !is_symbolic(lhs) && !is_symbolic(rhs)) {
    tern_parser_error_at(parser, pos,
                         "non-affine expression: at least one of the multiply operands has to be either a constant or "
                         "symbolic");
    return NULL;
  }
  bool is_division = kind == TERN_AFFINE_FLOORDIV || kind == TERN_AFFINE_CEILDIV || kind == TERN_AFFINE_MOD;
  if (is_division && !is_symbolic(rhs)) {
    const char *word = kind == TERN_AFFINE_FLOORDIV ? "floordiv" : kind == TERN_AFFINE_CEILDIV ? "ceildiv" : "mod";
    tern_parser_error_at(parser, pos,
                         "non-affine expression: right operand of %s has to be either a constant or symbolic", word);
    return NULL;
  }
  return tern_affine_binary(kind, lhs, rhs);
}

static const tern_affine_expr_t *parse_product(affine_parser_t *affine, bool has_left) {
  tern_parser_t *parser = affine->parser;
  const tern_affine_expr_t *expr = parse_operand(affine, has_left);
  tern_affine_kind_t kind;
  while (expr && find_factor_operator(parser, &kind)) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_parser_advance(parser);
    const tern_affine_expr_t *rhs = parse_operand(affine, true);
    expr = rhs ? combine(affine, pos, kind, expr, rhs) : NULL;
  }
  return expr;
}

static const tern_affine_expr_t *parse_sum(affine_parser_t *affine) {
  tern_parser_t *parser = affine->parser;
  const tern_affine_expr_t *expr = parse_product(affine, false);
  while (expr && (tern_parser_is(parser, TERN_TOKEN_PLUS) || tern_parser_is(parser, TERN_TOKEN_MINUS))) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    bool is_minus = tern_parser_is(parser, TERN_TOKEN_MINUS);
    tern_parser_advance(parser);
    const tern_affine_expr_t *rhs = parse_product(affine, true);
    if (rhs && is_minus) rhs = tern_affine_mul(rhs, tern_affine_constant(parser->context, -1));
    expr = rhs ? combine(affine, pos, TERN_AFFINE_ADD, expr, rhs) : NULL;
  }
  return expr;
}

static const tern_affine_expr_t *parse_expression(affine_parser_t *affine) {
  affine->operator_count = 0;
  return parse_sum(affine);
}

// --- names ---

static bool parse_name_list(affine_parser_t *affine, tern_token_kind_t close, const char *close_text, bool is_symbol) {
  tern_parser_t *parser = affine->parser;
  if (tern_parser_accept(parser, close)) return true;
  do {
    tern_str_t name = parser->token.text;
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_parser_accept(parser, TERN_TOKEN_BARE))
      return tern_parser_wrong_token(parser, "expected bare identifier");
    if (find_affine_name(affine, name, 0)) {
      return tern_parser_error_at(parser, pos, "redefinition of identifier '%.*s'", (int)name.size, name.data);
    }
    push_name(affine, name, 0,
              is_symbol ? tern_affine_symbol(parser->context, affine->symbol_count++)
                        : tern_affine_dim(parser->context, affine->dim_count++));
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parser_expect(parser, close, close_text);
}

static bool parse_names(affine_parser_t *affine) {
  tern_parser_t *parser = affine->parser;
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' in dimensional identifier list")) return false;
  if (!parse_name_list(affine, TERN_TOKEN_RIGHT_PAREN, "')' in dimensional identifier list", false)) return false;
  if (!tern_parser_accept(parser, TERN_TOKEN_LEFT_SQUARE)) return true;
  return parse_name_list(affine, TERN_TOKEN_RIGHT_SQUARE, "']' in symbol list", true);
}

// --- maps ---

typedef struct expr_list {
  const tern_affine_expr_t **values;
  bool *is_equality;  // of constraints
  size_t count, capacity, equality_capacity;
} expr_list_t;

static void push_expr(tern_parser_t *parser, expr_list_t *list, const tern_affine_expr_t *expr, bool is_equality) {
  void *values = list->values, *flags = list->is_equality;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(expr));
  tern_parser_grow_list(parser, &flags, list->count, &list->equality_capacity, sizeof(is_equality));
  list->values = values;
  list->is_equality = flags;
  list->values[list->count] = expr;
  list->is_equality[list->count++] = is_equality;
}

// Expressions up to a closing bracket, which the opening one has been read of.
static bool parse_expressions(affine_parser_t *affine, tern_token_kind_t close, const char *close_text,
                              expr_list_t *list) {
  tern_parser_t *parser = affine->parser;
  if (tern_parser_accept(parser, close)) return true;
  do {
    const tern_affine_expr_t *expr = parse_expression(affine);
    if (!expr) return false;
    push_expr(parser, list, expr, false);
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parser_expect(parser, close, close_text);
}

static const tern_affine_map_t *make_map(const affine_parser_t *affine, const expr_list_t *list) {
  return tern_affine_map_get(affine->parser->context, affine->dim_count, affine->symbol_count, list->values,
                             list->count);
}

static const tern_affine_map_t *parse_map(tern_parser_t *parser) {
  affine_parser_t affine = {.parser = parser};
  expr_list_t list = {0};
  if (!parse_names(&affine)) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parser_is(parser, TERN_TOKEN_COLON)) {
    tern_parser_error_at(parser, pos, "expected AffineMap, but got IntegerSet");
    return NULL;
  }
  if (!tern_parser_expect(parser, TERN_TOKEN_ARROW, "'->' or ':'")) return NULL;
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' in affine map range")) return NULL;
  if (!parse_expressions(&affine, TERN_TOKEN_RIGHT_PAREN, "')' in affine map range", &list)) return NULL;
  return make_map(&affine, &list);
}

const tern_affine_map_t *tern_parse_affine_map(tern_parser_t *parser) { return parse_map(parser); }

bool tern_parse_affine_map_of_values(tern_parser_t *parser, const char *delimiters, tern_operand_list_t *out_dims,
                                     tern_operand_list_t *out_symbols, const tern_affine_map_t **out_map) {
  affine_parser_t affine = {.parser = parser, .dims = out_dims, .symbols = out_symbols};
  bool is_square = delimiters[0] == '[';
  expr_list_t list = {0};
  if (!tern_parse_token(parser, is_square ? "[" : "(")) return false;
  tern_token_kind_t close = is_square ? TERN_TOKEN_RIGHT_SQUARE : TERN_TOKEN_RIGHT_PAREN;
  if (!parse_expressions(&affine, close, is_square ? "']' in affine map" : "')' in affine map", &list)) return false;
  *out_map = make_map(&affine, &list);
  return true;
}

bool tern_parse_affine_expr_of_values(tern_parser_t *parser, tern_operand_list_t *out_dims,
                                      tern_operand_list_t *out_symbols, const tern_affine_expr_t **out_expr) {
  affine_parser_t affine = {.parser = parser, .dims = out_dims, .symbols = out_symbols};
  *out_expr = parse_expression(&affine);
  return *out_expr != NULL;
}

const tern_attr_t *tern_parser_affine_map_attr(tern_parser_t *parser) {
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in affine map")) return NULL;
  const tern_affine_map_t *map = parse_map(parser);
  if (!map || !tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in affine map")) return NULL;
  return tern_affine_map_attr_get(map);
}

// --- sets ---

// `a >= b`, `a <= b` or `a == b`, as one expression against 0.
static bool parse_constraint(affine_parser_t *affine, expr_list_t *list) {
  tern_parser_t *parser = affine->parser;
  const tern_affine_expr_t *lhs = parse_expression(affine);
  if (!lhs) return false;
  tern_token_kind_t kind = parser->token.kind;
  bool is_comparison = kind == TERN_TOKEN_GREATER || kind == TERN_TOKEN_LESS || kind == TERN_TOKEN_EQUAL;
  if (is_comparison) tern_parser_advance(parser);
  if (!is_comparison || !tern_parser_accept(parser, TERN_TOKEN_EQUAL)) {
    return tern_parser_error(parser, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint");
  }
  const tern_affine_expr_t *rhs = parse_expression(affine);
  if (!rhs) return false;
  const tern_affine_expr_t *greater = kind == TERN_TOKEN_LESS ? rhs : lhs;
  const tern_affine_expr_t *smaller = kind == TERN_TOKEN_LESS ? lhs : rhs;
  const tern_affine_expr_t *minus_one = tern_affine_constant(parser->context, -1);
  push_expr(parser, list, tern_affine_add(greater, tern_affine_mul(smaller, minus_one)), kind == TERN_TOKEN_EQUAL);
  return true;
}

static const tern_integer_set_t *parse_set(tern_parser_t *parser) {
  affine_parser_t affine = {.parser = parser};
  expr_list_t list = {0};
  if (!parse_names(&affine)) return NULL;
  if (tern_parser_is(parser, TERN_TOKEN_ARROW)) {
    tern_parser_error(parser, "expected IntegerSet, but got AffineMap");
    return NULL;
  }
  if (!tern_parser_expect(parser, TERN_TOKEN_COLON, "'->' or ':'")) return NULL;
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' in integer set constraint list")) return NULL;
  if (!tern_parser_accept(parser, TERN_TOKEN_RIGHT_PAREN)) {
    do {
      if (!parse_constraint(&affine, &list)) return NULL;
    } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
    if (!tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' in integer set constraint list")) return NULL;
  } else {
    // No constraint at all holds everywhere: 0 == 0.
    push_expr(parser, &list, tern_affine_constant(parser->context, 0), true);
  }
  return tern_integer_set_get(parser->context, affine.dim_count, affine.symbol_count, list.values, list.is_equality,
                              list.count);
}

const tern_attr_t *tern_parser_affine_set_attr(tern_parser_t *parser) {
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in integer set")) return NULL;
  const tern_integer_set_t *set = parse_set(parser);
  if (!set || !tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in integer set")) return NULL;
  return tern_integer_set_attr_get(set);
}
