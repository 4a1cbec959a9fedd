// Expressions, by precedence climbing.

#include <stdlib.h>
#include <string.h>

#include "frontend/triton/syntax/parser_private.h"

// --- atoms ---

static tl_node_t *parse_number(tl_parser_t *parser) {
  const tl_token_t *token = parser->at++;
  tl_number_t number;
  if (!tern_tl_read_number(token->text, &number)) return tl_syntax_error(parser, token, "invalid number");
  tl_node_t *node = tl_new_node(parser, TL_CONSTANT, token);
  node->integer = number.integer;
  node->real = number.real;
  node->op = number.is_imaginary ? TL_CONSTANT_COMPLEX
             : number.is_float   ? TL_CONSTANT_FLOAT
             : number.is_huge    ? TL_CONSTANT_HUGE
                                 : TL_CONSTANT_INT;
  return node;
}

static tl_node_t *parse_name(tl_parser_t *parser) {
  static const struct {
    const char *word;
    tl_constant_kind_t kind;
    int value;
  } constants[] = {{"None", TL_CONSTANT_NONE, 0}, {"True", TL_CONSTANT_BOOL, 1}, {"False", TL_CONSTANT_BOOL, 0}};
  const tl_token_t *token = parser->at;
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; ++i) {
    if (!tl_accept_word(parser, constants[i].word)) continue;
    tl_node_t *node = tl_new_node(parser, TL_CONSTANT, token);
    node->op = (uint8_t)constants[i].kind;
    node->integer = constants[i].value;
    return node;
  }
  tl_node_t *node = tl_new_node(parser, TL_NAME, token);
  return tl_expect_name(parser, &node->text) ? node : NULL;
}

static tl_node_t *parse_starred(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  if (!tl_accept(parser, TL_P_MULTIPLY)) return tl_parse_expression(parser);
  tl_node_t *node = tl_new_node(parser, TL_STARRED, token);
  node->a = tl_parse_expression(parser);
  return node->a ? node : NULL;
}

static tl_node_t *parse_or(tl_parser_t *parser);

// `for x in xs if c`, any number of them.
static bool parse_generators(tl_parser_t *parser, tl_nodes_t *out_generators) {
  tl_node_vec_t generators = {0};
  bool is_right = true;
  while (is_right && (tl_at_word(parser, "for") || tl_at_word(parser, "async"))) {
    tl_node_t *node = tl_new_node(parser, TL_COMPREHENSION, parser->at);
    tl_accept_word(parser, "async");
    ++parser->at;
    node->a = tl_parse_targets(parser);
    is_right = node->a != NULL;
    if (is_right && !tl_accept_word(parser, "in"))
      is_right = tl_syntax_error(parser, parser->at, "expected 'in'") != NULL;
    node->b = is_right ? parse_or(parser) : NULL;
    is_right = node->b != NULL;
    tl_node_vec_t conditions = {0};
    while (is_right && tl_accept_word(parser, "if")) {
      tl_node_t *condition = parse_or(parser);
      is_right = condition != NULL;
      tern_vec_push(&conditions, condition);
    }
    node->list = tl_take_nodes(parser, &conditions);
    tern_vec_push(&generators, node);
  }
  *out_generators = tl_take_nodes(parser, &generators);
  return is_right;
}

// Items with commas up to `end`. `*out_has_comma`: also behind the last.
static bool parse_items(tl_parser_t *parser, tl_punctuator_t end, tl_node_vec_t *items, bool *out_has_comma) {
  *out_has_comma = items->count > 0;
  while (!tl_at(parser, end)) {
    tl_node_t *item = parse_starred(parser);
    if (!item) return false;
    tern_vec_push(items, item);
    *out_has_comma = tl_accept(parser, TL_P_COMMA);
    if (!*out_has_comma) break;
  }
  return tl_expect(parser, end, "invalid syntax. Perhaps you forgot a comma?");
}

static tl_node_t *parse_sequence(tl_parser_t *parser, tl_node_kind_t list, tl_node_kind_t comprehension,
                                 tl_punctuator_t end) {
  const tl_token_t *token = parser->at++;
  tl_node_vec_t items = {0};
  bool has_comma = false;
  if (!tl_at(parser, end)) {
    tl_node_t *first = tl_at_word(parser, "yield") ? tl_parse_expressions(parser) : parse_starred(parser);
    if (!first) return NULL;
    if (tl_at_word(parser, "for") || tl_at_word(parser, "async")) {
      tl_node_t *node = tl_new_node(parser, comprehension, token);
      node->a = first;
      return parse_generators(parser, &node->list) && tl_expect(parser, end, "invalid syntax") ? node : NULL;
    }
    tern_vec_push(&items, first);
    has_comma = tl_accept(parser, TL_P_COMMA);
  }
  bool is_right = has_comma || items.count == 0 ? parse_items(parser, end, &items, &has_comma)
                                                : tl_expect(parser, end, "invalid syntax. Perhaps you forgot a comma?");
  bool is_grouped = list == TL_TUPLE && items.count == 1 && !has_comma && items.values[0]->kind != TL_STARRED;
  tl_node_t *node = is_grouped ? items.values[0] : tl_new_node(parser, list, token);
  tl_nodes_t all = tl_take_nodes(parser, &items);
  if (!is_grouped) node->list = all;
  return is_right ? node : NULL;
}

// One entry: `key: value` or `**mapping`, which has no key.
static bool parse_entry(tl_parser_t *parser, tl_node_t **out_key, tl_node_t **out_value) {
  *out_key = NULL;
  if (tl_accept(parser, TL_P_POWER)) {
    *out_value = parse_or(parser);
    return *out_value != NULL;
  }
  *out_key = tl_parse_expression(parser);
  if (!*out_key || !tl_expect(parser, TL_P_COLON, "':' expected after dictionary key")) return false;
  *out_value = tl_parse_expression(parser);
  return *out_value != NULL;
}

static tl_node_t *parse_dict(tl_parser_t *parser) {
  const tl_token_t *token = parser->at++;
  tl_node_t *node = tl_new_node(parser, TL_DICT, token), *key = NULL, *value = NULL;
  tl_node_vec_t keys = {0}, values = {0};
  bool is_right = true;
  while (is_right && !tl_at(parser, TL_P_CLOSE_BRACE)) {
    is_right = parse_entry(parser, &key, &value);
    if (is_right && tl_at_word(parser, "for")) {
      node->kind = TL_DICT_COMP;
      node->a = key;
      node->b = value;
      is_right = parse_generators(parser, &node->list);
      break;
    }
    tern_vec_push(&keys, key);
    tern_vec_push(&values, value);
    if (!tl_accept(parser, TL_P_COMMA)) break;
  }
  tl_nodes_t all_keys = tl_take_nodes(parser, &keys), all_values = tl_take_nodes(parser, &values);
  if (node->kind == TL_DICT) node->list = all_keys, node->list2 = all_values;
  return is_right && tl_expect(parser, TL_P_CLOSE_BRACE, "invalid syntax. Perhaps you forgot a comma?") ? node : NULL;
}

// A set or a dictionary: the first entry tells.
static tl_node_t *parse_braces(tl_parser_t *parser) {
  const tl_token_t *start = parser->at;
  if (start[1].kind == TL_TOKEN_PUNCTUATOR &&
      (start[1].punctuator == TL_P_CLOSE_BRACE || start[1].punctuator == TL_P_POWER)) {
    return parse_dict(parser);
  }
  int depth = 0;
  for (const tl_token_t *token = start; token->kind != TL_TOKEN_END; ++token) {
    if (token->kind != TL_TOKEN_PUNCTUATOR) {
      if (depth == 1 && tl_token_is_word(token, "lambda")) break;
      continue;
    }
    char c = token->text.data[0];
    if (strchr("([{", c) && token->text.size == 1) ++depth;
    if (strchr(")]}", c) && token->text.size == 1 && --depth == 0) break;
    if (depth == 1 && token->punctuator == TL_P_COLON) return parse_dict(parser);
    if (depth == 1 && token->punctuator == TL_P_COMMA) break;
  }
  return parse_sequence(parser, TL_SET, TL_SET_COMP, TL_P_CLOSE_BRACE);
}

static tl_node_t *parse_atom(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  if (token->kind == TL_TOKEN_NUMBER) return parse_number(parser);
  if (token->kind == TL_TOKEN_STRING) return tl_parse_string(parser);
  if (token->kind == TL_TOKEN_NAME) return parse_name(parser);
  if (tl_at(parser, TL_P_OPEN_PAREN)) return parse_sequence(parser, TL_TUPLE, TL_GENERATOR_EXP, TL_P_CLOSE_PAREN);
  if (tl_at(parser, TL_P_OPEN_BRACKET)) return parse_sequence(parser, TL_LIST, TL_LIST_COMP, TL_P_CLOSE_BRACKET);
  if (tl_at(parser, TL_P_OPEN_BRACE)) return parse_braces(parser);
  if (!tl_accept(parser, TL_P_ELLIPSIS)) return tl_syntax_error(parser, token, "invalid syntax");
  tl_node_t *node = tl_new_node(parser, TL_CONSTANT, token);
  node->op = TL_CONSTANT_ELLIPSIS;
  return node;
}

// --- calls, subscripts ---

static tl_node_t *parse_argument(tl_parser_t *parser, bool *out_is_keyword) {
  const tl_token_t *token = parser->at;
  *out_is_keyword = true;
  tl_node_t *node = tl_new_node(parser, TL_KEYWORD, token);
  if (tl_accept(parser, TL_P_POWER)) {
    node->a = tl_parse_expression(parser);
    return node->a ? node : NULL;
  }
  if (token->kind == TL_TOKEN_NAME && token[1].kind == TL_TOKEN_PUNCTUATOR && token[1].punctuator == TL_P_ASSIGN) {
    if (!tl_expect_name(parser, &node->text)) return NULL;
    ++parser->at;
    node->a = tl_parse_expression(parser);
    return node->a ? node : NULL;
  }
  *out_is_keyword = false;
  tl_node_t *value = parse_starred(parser);
  if (!value || !tl_at_word(parser, "for")) return value;
  node = tl_new_node(parser, TL_GENERATOR_EXP, token);
  node->a = value;
  return parse_generators(parser, &node->list) ? node : NULL;
}

bool tl_parse_arguments(tl_parser_t *parser, tl_node_t *call) {
  tl_node_vec_t args = {0}, names = {0};
  bool is_right = true, is_keyword, seen_keyword = false;
  while (is_right && !tl_at(parser, TL_P_CLOSE_PAREN)) {
    const tl_token_t *token = parser->at;
    tl_node_t *argument = parse_argument(parser, &is_keyword);
    is_right = argument != NULL;
    if (is_right && seen_keyword && !is_keyword && argument->kind != TL_STARRED) {
      is_right = tl_syntax_error(parser, token, "positional argument follows keyword argument") != NULL;
    }
    seen_keyword |= is_keyword;
    if (is_keyword) {
      tern_vec_push(&names, argument);
    } else {
      tern_vec_push(&args, argument);
    }
    if (!tl_accept(parser, TL_P_COMMA)) break;
  }
  call->list = tl_take_nodes(parser, &args);
  call->list2 = tl_take_nodes(parser, &names);
  return is_right && tl_expect(parser, TL_P_CLOSE_PAREN, "invalid syntax. Perhaps you forgot a comma?");
}

static bool at_slice_end(const tl_parser_t *parser) {
  return tl_at(parser, TL_P_COLON) || tl_at(parser, TL_P_COMMA) || tl_at(parser, TL_P_CLOSE_BRACKET);
}

static tl_node_t *parse_slice(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  tl_node_t *parts[3] = {0};
  bool is_slice = false;
  for (size_t i = 0; i < 3; ++i) {
    if (!at_slice_end(parser) && !(parts[i] = parse_starred(parser))) return NULL;
    if (i == 2 || !tl_accept(parser, TL_P_COLON)) break;
    is_slice = true;
  }
  if (!is_slice) return parts[0] ? parts[0] : tl_syntax_error(parser, parser->at, "invalid syntax");
  tl_node_t *node = tl_new_node(parser, TL_SLICE, token);
  node->a = parts[0];
  node->b = parts[1];
  node->c = parts[2];
  return node;
}

static tl_node_t *parse_subscript(tl_parser_t *parser, const tl_token_t *start, tl_node_t *value) {
  tl_node_t *node = tl_new_node(parser, TL_SUBSCRIPT, start);
  node->a = value;
  const tl_token_t *token = parser->at;
  tl_node_vec_t items = {0};
  bool has_comma = false, is_right = true;
  do {
    if (items.count > 0 && tl_at(parser, TL_P_CLOSE_BRACKET)) break;
    tl_node_t *item = parse_slice(parser);
    is_right = item != NULL;
    tern_vec_push(&items, item);
    if (is_right && tl_at(parser, TL_P_COMMA)) has_comma = true;
  } while (is_right && tl_accept(parser, TL_P_COMMA));
  tl_nodes_t all = tl_take_nodes(parser, &items);
  if (!is_right || !tl_expect(parser, TL_P_CLOSE_BRACKET, "invalid syntax. Perhaps you forgot a comma?")) return NULL;
  node->b = all.values[0];
  if (!has_comma) return node;
  node->b = tl_new_node(parser, TL_TUPLE, token);
  node->b->list = all;
  return node;
}

static tl_node_t *parse_primary(tl_parser_t *parser) {
  const tl_token_t *first = parser->at;
  bool awaits = tl_accept_word(parser, "await");
  const tl_token_t *token = parser->at;
  tl_node_t *node = parse_atom(parser);
  while (node) {
    tl_node_t *inner = node;
    if (tl_accept(parser, TL_P_DOT)) {
      node = tl_new_node(parser, TL_ATTRIBUTE, token);
      node->a = inner;
      if (!tl_expect_name(parser, &node->text)) return NULL;
    } else if (tl_accept(parser, TL_P_OPEN_PAREN)) {
      node = tl_new_node(parser, TL_CALL, token);
      node->a = inner;
      if (!tl_parse_arguments(parser, node)) return NULL;
    } else if (tl_accept(parser, TL_P_OPEN_BRACKET)) {
      node = parse_subscript(parser, token, inner);
    } else {
      break;
    }
  }
  if (!awaits || !node) return node;
  tl_node_t *outer = tl_new_node(parser, TL_AWAIT, first);
  outer->a = node;
  return outer;
}

// --- operators ---

static tl_node_t *parse_unary(tl_parser_t *parser);

static tl_node_t *parse_power(tl_parser_t *parser) {
  const tl_token_t *start = parser->at;
  tl_node_t *base = parse_primary(parser);
  if (!base || !tl_accept(parser, TL_P_POWER)) return base;
  tl_node_t *node = tl_new_node(parser, TL_BIN_OP, start);
  node->op = TL_OP_POW;
  node->a = base;
  node->b = parse_unary(parser);
  return node->b ? node : NULL;
}

static tl_node_t *parse_unary(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  tl_operator_t op;
  if (tl_accept(parser, TL_P_SUBTRACT)) {
    op = TL_OP_USUB;
  } else if (tl_accept(parser, TL_P_ADD)) {
    op = TL_OP_UADD;
  } else if (tl_accept(parser, TL_P_INVERT)) {
    op = TL_OP_INVERT;
  } else {
    return parse_power(parser);
  }
  if (!tl_enter(parser)) return NULL;
  tl_node_t *node = tl_new_node(parser, TL_UNARY_OP, token);
  node->op = (uint8_t)op;
  node->a = parse_unary(parser);
  --parser->depth;
  return node->a ? node : NULL;
}

// Binary operators that associate to the left, by level: a higher one binds tighter.
static const struct {
  tl_punctuator_t punctuator;
  tl_operator_t op;
  int level;
} binary_operators[] = {
    {TL_P_OR, TL_OP_BIT_OR, 1},
    {TL_P_XOR, TL_OP_BIT_XOR, 2},
    {TL_P_AND, TL_OP_BIT_AND, 3},
    {TL_P_SHIFT_LEFT, TL_OP_LSHIFT, 4},
    {TL_P_SHIFT_RIGHT, TL_OP_RSHIFT, 4},
    {TL_P_ADD, TL_OP_ADD, 5},
    {TL_P_SUBTRACT, TL_OP_SUB, 5},
    {TL_P_MULTIPLY, TL_OP_MULT, 6},
    {TL_P_DIVIDE, TL_OP_DIV, 6},
    {TL_P_MODULO, TL_OP_MOD, 6},
    {TL_P_FLOOR_DIVIDE, TL_OP_FLOOR_DIV, 6},
    {TL_P_MATRIX_MULTIPLY, TL_OP_MAT_MULT, 6},
};

static tl_node_t *parse_binary(tl_parser_t *parser, int least) {
  const tl_token_t *start = parser->at;
  tl_node_t *left = parse_unary(parser);
  while (left && parser->at->kind == TL_TOKEN_PUNCTUATOR) {
    size_t i = 0, count = sizeof binary_operators / sizeof binary_operators[0];
    while (i < count && binary_operators[i].punctuator != parser->at->punctuator) ++i;
    if (i == count || binary_operators[i].level < least) break;
    ++parser->at;
    tl_node_t *node = tl_new_node(parser, TL_BIN_OP, start);
    node->op = (uint8_t)binary_operators[i].op;
    node->a = left;
    node->b = parse_binary(parser, binary_operators[i].level + 1);
    left = node->b ? node : NULL;
  }
  return left;
}

// The comparison at hand, or TL_OPERATOR_COUNT.
static tl_operator_t accept_comparison(tl_parser_t *parser) {
  static const struct {
    tl_punctuator_t punctuator;
    tl_operator_t op;
  } rows[] = {{TL_P_EQUAL, TL_OP_EQ},        {TL_P_NOT_EQUAL, TL_OP_NOT_EQ}, {TL_P_LESS, TL_OP_LT},
              {TL_P_LESS_EQUAL, TL_OP_LT_E}, {TL_P_GREATER, TL_OP_GT},       {TL_P_GREATER_EQUAL, TL_OP_GT_E}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tl_accept(parser, rows[i].punctuator)) return rows[i].op;
  }
  if (tl_accept_word(parser, "in")) return TL_OP_IN;
  if (tl_accept_word(parser, "is")) return tl_accept_word(parser, "not") ? TL_OP_IS_NOT : TL_OP_IS;
  if (tl_at_word(parser, "not") && tl_token_is_word(parser->at + 1, "in")) {
    parser->at += 2;
    return TL_OP_NOT_IN;
  }
  return TL_OPERATOR_COUNT;
}

static tl_node_t *parse_comparison(tl_parser_t *parser) {
  const tl_token_t *start = parser->at;
  tl_node_t *left = parse_binary(parser, 1);
  tl_operator_t op = left ? accept_comparison(parser) : TL_OPERATOR_COUNT;
  if (op == TL_OPERATOR_COUNT) return left;
  tl_node_t *node = tl_new_node(parser, TL_COMPARE, start);
  node->a = left;
  tl_node_vec_t others = {0};
  tern_string_builder_t ops = {0};
  bool is_right = true;
  for (; is_right && op != TL_OPERATOR_COUNT; op = accept_comparison(parser)) {
    tern_string_builder_append_char(&ops, (char)op);
    tl_node_t *other = parse_binary(parser, 1);
    is_right = other != NULL;
    tern_vec_push(&others, other);
  }
  node->text = tern_str_make(tern_arena_copy(parser->source->arena, ops.data, ops.size), ops.size);
  tern_string_builder_deinitialize(&ops);
  node->list = tl_take_nodes(parser, &others);
  return is_right ? node : NULL;
}

static tl_node_t *parse_not(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  if (!tl_accept_word(parser, "not")) return parse_comparison(parser);
  if (!tl_enter(parser)) return NULL;
  tl_node_t *node = tl_new_node(parser, TL_UNARY_OP, token);
  node->op = TL_OP_NOT;
  node->a = parse_not(parser);
  --parser->depth;
  return node->a ? node : NULL;
}

static tl_node_t *parse_junction(tl_parser_t *parser, const char *word, tl_operator_t op,
                                 tl_node_t *(*parse_part)(tl_parser_t *)) {
  const tl_token_t *start = parser->at;
  tl_node_t *first = parse_part(parser);
  if (!first || !tl_at_word(parser, word)) return first;
  tl_node_t *node = tl_new_node(parser, TL_BOOL_OP, start);
  node->op = (uint8_t)op;
  tl_node_vec_t parts = {0};
  tern_vec_push(&parts, first);
  bool is_right = true;
  while (is_right && tl_accept_word(parser, word)) {
    tl_node_t *part = parse_part(parser);
    is_right = part != NULL;
    tern_vec_push(&parts, part);
  }
  node->list = tl_take_nodes(parser, &parts);
  return is_right ? node : NULL;
}

static tl_node_t *parse_and(tl_parser_t *parser) { return parse_junction(parser, "and", TL_OP_AND, parse_not); }

static tl_node_t *parse_or(tl_parser_t *parser) { return parse_junction(parser, "or", TL_OP_OR, parse_and); }

// --- whole expressions ---

static tl_node_t *parse_lambda(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_LAMBDA, parser->at++);
  if (!tl_parse_parameters(parser, TL_P_COLON, &node->list)) return NULL;
  node->a = tl_parse_expression(parser);
  return node->a ? node : NULL;
}

static tl_node_t *parse_yield(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_YIELD, parser->at++);
  if (tl_accept_word(parser, "from")) {
    node->kind = TL_YIELD_FROM;
    node->a = tl_parse_expression(parser);
    return node->a ? node : NULL;
  }
  bool is_bare = parser->at->kind == TL_TOKEN_NEWLINE || parser->at->kind == TL_TOKEN_END ||
                 tl_at(parser, TL_P_CLOSE_PAREN) || tl_at(parser, TL_P_SEMICOLON);
  if (is_bare) return node;
  node->a = tl_parse_expressions(parser);
  return node->a ? node : NULL;
}

static tl_node_t *parse_choice(tl_parser_t *parser) {
  if (tl_at_word(parser, "lambda")) return parse_lambda(parser);
  const tl_token_t *token = parser->at;
  tl_node_t *value = parse_or(parser);
  if (!value || !tl_accept_word(parser, "if")) return value;
  tl_node_t *node = tl_new_node(parser, TL_IF_EXP, token);
  node->b = value;
  node->a = parse_or(parser);
  if (!node->a) return NULL;
  if (!tl_accept_word(parser, "else"))
    return tl_syntax_error(parser, parser->at, "expected 'else' after 'if' expression");
  node->c = tl_parse_expression(parser);
  return node->c ? node : NULL;
}

tl_node_t *tl_parse_expression(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  if (!tl_enter(parser)) return NULL;
  tl_node_t *value = parse_choice(parser);
  if (value && value->kind == TL_NAME && tl_accept(parser, TL_P_WALRUS)) {
    tl_node_t *node = tl_new_node(parser, TL_NAMED_EXPR, token);
    node->a = value;
    node->b = tl_parse_expression(parser);
    value = node->b ? node : NULL;
  }
  --parser->depth;
  return value;
}

// Ends of a list of expressions without brackets.
static bool at_list_end(const tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  if (token->kind == TL_TOKEN_NEWLINE || token->kind == TL_TOKEN_END) return true;
  if (token->kind == TL_TOKEN_NAME) return tl_at_word(parser, "in");
  if (token->kind != TL_TOKEN_PUNCTUATOR) return false;
  tl_punctuator_t p = token->punctuator;
  return p == TL_P_ASSIGN || p == TL_P_COLON || p == TL_P_SEMICOLON || p == TL_P_CLOSE_PAREN ||
         p == TL_P_CLOSE_BRACKET || p == TL_P_CLOSE_BRACE;
}

tl_node_t *tl_parse_target(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  if (!tl_accept(parser, TL_P_MULTIPLY)) return parse_binary(parser, 1);
  tl_node_t *node = tl_new_node(parser, TL_STARRED, token);
  node->a = parse_binary(parser, 1);
  return node->a ? node : NULL;
}

static tl_node_t *parse_bare_tuple(tl_parser_t *parser, tl_node_t *(*parse_item)(tl_parser_t *)) {
  const tl_token_t *start = parser->at;
  tl_node_t *first = parse_item(parser);
  if (!first || !tl_at(parser, TL_P_COMMA)) return first;
  tl_node_t *node = tl_new_node(parser, TL_TUPLE, start);
  tl_node_vec_t items = {0};
  tern_vec_push(&items, first);
  bool is_right = true;
  while (is_right && tl_accept(parser, TL_P_COMMA) && !at_list_end(parser)) {
    tl_node_t *item = parse_item(parser);
    is_right = item != NULL;
    tern_vec_push(&items, item);
  }
  node->list = tl_take_nodes(parser, &items);
  return is_right ? node : NULL;
}

tl_node_t *tl_parse_expressions(tl_parser_t *parser) {
  if (tl_at_word(parser, "yield")) return parse_yield(parser);
  return parse_bare_tuple(parser, parse_starred);
}

tl_node_t *tl_parse_targets(tl_parser_t *parser) { return parse_bare_tuple(parser, tl_parse_target); }
