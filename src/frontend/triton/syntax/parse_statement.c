// Statements and blocks.

#include <string.h>

#include "frontend/triton/syntax/parser_private.h"

static tl_node_t *parse_statement(tl_parser_t *parser);

// --- parameters ---

static tl_node_t *parse_parameter(tl_parser_t *parser, tl_punctuator_t end, tl_parameter_kind_t kind) {
  tl_node_t *node = tl_new_node(parser, TL_ARG, parser->at);
  node->op = (uint8_t)kind;
  if (!tl_expect_name(parser, &node->text)) return NULL;
  if (end == TL_P_CLOSE_PAREN && tl_accept(parser, TL_P_COLON) && !(node->a = tl_parse_expression(parser))) return NULL;
  if (tl_accept(parser, TL_P_ASSIGN) && !(node->b = tl_parse_expression(parser))) return NULL;
  return node;
}

bool tl_parse_parameters(tl_parser_t *parser, tl_punctuator_t end, tl_nodes_t *out_parameters) {
  tl_node_vec_t all = {0};
  tl_parameter_kind_t kind = TL_PARAMETER;
  bool is_right = true, has_default = false;
  while (is_right && !tl_at(parser, end)) {
    const tl_token_t *token = parser->at;
    tl_node_t *parameter = NULL;
    if (tl_accept(parser, TL_P_POWER)) {
      parameter = parse_parameter(parser, end, TL_PARAMETER_REST_KEYWORDS);
      is_right = parameter != NULL;
    } else if (tl_accept(parser, TL_P_MULTIPLY)) {
      kind = TL_PARAMETER_KEYWORD;
      if (!tl_at(parser, TL_P_COMMA)) {
        parameter = parse_parameter(parser, end, TL_PARAMETER_REST);
        is_right = parameter != NULL;
      }
    } else if (!tl_accept(parser, TL_P_DIVIDE)) {
      parameter = parse_parameter(parser, end, kind);
      is_right = parameter != NULL;
      if (is_right && kind == TL_PARAMETER && has_default && !parameter->b) {
        is_right = tl_syntax_error(parser, token, "non-default argument follows default argument") != NULL;
      }
      has_default |= is_right && parameter->b;
    }
    if (parameter) tern_vec_push(&all, parameter);
    if (!tl_accept(parser, TL_P_COMMA)) break;
  }
  *out_parameters = tl_take_nodes(parser, &all);
  return is_right && tl_expect(parser, end, "invalid syntax");
}

// --- blocks ---

static bool expect_newline(tl_parser_t *parser) {
  if (parser->at->kind == TL_TOKEN_NEWLINE) return ++parser->at;
  if (parser->at->kind == TL_TOKEN_END) return true;
  tl_syntax_error(parser, parser->at, "invalid syntax");
  return false;
}

static tl_node_t *parse_simple(tl_parser_t *parser);

// Simple statements on one line, with semicolons between them.
static bool parse_line(tl_parser_t *parser, tl_node_vec_t *statements) {
  do {
    tl_node_t *statement = parse_simple(parser);
    if (!statement) return false;
    tern_vec_push(statements, statement);
  } while (tl_accept(parser, TL_P_SEMICOLON) && parser->at->kind != TL_TOKEN_NEWLINE &&
           parser->at->kind != TL_TOKEN_END);
  return expect_newline(parser);
}

static bool is_compound(const tl_parser_t *parser) {
  static const char *const words[] = {"if", "while", "for", "try", "with", "def", "class", "async"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
    if (tl_at_word(parser, words[i])) return true;
  }
  if (tl_at(parser, TL_P_MATRIX_MULTIPLY)) return true;
  if (!tl_at_word(parser, "match")) return false;
  // `match x:` is a statement where a name `match` could not stand: the line ends in a colon.
  const tl_token_t *token = parser->at + 1, *last = parser->at;
  if (token->kind == TL_TOKEN_PUNCTUATOR && !strchr("([{-*", token->text.data[0])) return false;
  for (; token->kind != TL_TOKEN_NEWLINE && token->kind != TL_TOKEN_END; ++token) last = token;
  return last != parser->at && last->kind == TL_TOKEN_PUNCTUATOR && last->punctuator == TL_P_COLON &&
         token->kind == TL_TOKEN_NEWLINE && token[1].kind == TL_TOKEN_INDENT && tl_token_is_word(token + 2, "case");
}

static bool parse_statements(tl_parser_t *parser, tl_token_kind_t end, tl_node_vec_t *statements) {
  while (parser->at->kind != end) {
    if (parser->at->kind == TL_TOKEN_INDENT) return tl_syntax_error(parser, parser->at, "unexpected indent"), false;
    if (parser->at->kind == TL_TOKEN_END) return tl_syntax_error(parser, parser->at, "invalid syntax"), false;
    if (is_compound(parser)) {
      tl_node_t *statement = parse_statement(parser);
      if (!statement) return false;
      tern_vec_push(statements, statement);
    } else if (!parse_line(parser, statements)) {
      return false;
    }
  }
  return true;
}

// `: ...` of a compound statement.
static bool parse_block(tl_parser_t *parser, tl_nodes_t *out_body) {
  tl_node_vec_t statements = {0};
  bool is_right = tl_expect(parser, TL_P_COLON, "expected ':'");
  if (is_right && parser->at->kind != TL_TOKEN_NEWLINE) {
    is_right = parse_line(parser, &statements);
  } else if (is_right) {
    ++parser->at;
    if (parser->at->kind != TL_TOKEN_INDENT) {
      is_right = tl_syntax_error(parser, parser->at, "expected an indented block") != NULL;
    } else {
      ++parser->at;
      is_right = parse_statements(parser, TL_TOKEN_DEDENT, &statements);
      if (is_right) ++parser->at;
    }
  }
  *out_body = tl_take_nodes(parser, &statements);
  return is_right;
}

static bool parse_else(tl_parser_t *parser, tl_nodes_t *out_body) {
  return !tl_accept_word(parser, "else") || parse_block(parser, out_body);
}

// --- compound statements ---

static tl_node_t *parse_if(tl_parser_t *parser) {
  if (!tl_enter(parser)) return NULL;
  tl_node_t *node = tl_new_node(parser, TL_IF, parser->at++);
  node->a = tl_parse_expression(parser);
  if (!node->a || !parse_block(parser, &node->list)) return NULL;
  if (tl_at_word(parser, "elif")) {
    tl_node_vec_t chain = {0};
    tl_node_t *inner = parse_if(parser);
    if (!inner) return NULL;
    tern_vec_push(&chain, inner);
    node->list2 = tl_take_nodes(parser, &chain);
  } else if (!parse_else(parser, &node->list2)) {
    return NULL;
  }
  --parser->depth;
  return node;
}

static tl_node_t *parse_while(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_WHILE, parser->at++);
  node->a = tl_parse_expression(parser);
  return node->a && parse_block(parser, &node->list) && parse_else(parser, &node->list2) ? node : NULL;
}

static tl_node_t *parse_for(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_FOR, parser->at++);
  node->a = tl_parse_targets(parser);
  if (!node->a) return NULL;
  if (!tl_accept_word(parser, "in")) return tl_syntax_error(parser, parser->at, "expected 'in'");
  node->b = tl_parse_expressions(parser);
  return node->b && parse_block(parser, &node->list) && parse_else(parser, &node->list2) ? node : NULL;
}

static tl_node_t *parse_handler(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_EXCEPT_HANDLER, parser->at++);
  tl_accept(parser, TL_P_MULTIPLY);
  if (!tl_at(parser, TL_P_COLON) && !(node->a = tl_parse_expressions(parser))) return NULL;
  if (tl_accept_word(parser, "as") && !tl_expect_name(parser, &node->text)) return NULL;
  return parse_block(parser, &node->list) ? node : NULL;
}

static tl_node_t *parse_try(tl_parser_t *parser) {
  const tl_token_t *token = parser->at++;
  tl_node_t *node = tl_new_node(parser, TL_TRY, token);
  if (!parse_block(parser, &node->list)) return NULL;
  tl_node_vec_t handlers = {0};
  bool is_right = true;
  while (is_right && tl_at_word(parser, "except")) {
    tl_node_t *handler = parse_handler(parser);
    is_right = handler != NULL;
    tern_vec_push(&handlers, handler);
  }
  node->list2 = tl_take_nodes(parser, &handlers);
  if (!is_right || !parse_else(parser, &node->list3)) return NULL;
  if (tl_accept_word(parser, "finally")) {
    node->a = tl_new_node(parser, TL_SUITE, token);
    return parse_block(parser, &node->a->list) ? node : NULL;
  }
  return node->list2.count > 0 ? node : tl_syntax_error(parser, parser->at, "expected 'except' or 'finally' block");
}

static bool parse_with_items(tl_parser_t *parser, tl_node_vec_t *items) {
  do {
    if (items->count > 0 && tl_at(parser, TL_P_CLOSE_PAREN)) break;
    tl_node_t *item = tl_new_node(parser, TL_WITH_ITEM, parser->at);
    item->a = tl_parse_expression(parser);
    if (!item->a || (tl_accept_word(parser, "as") && !(item->b = tl_parse_target(parser)))) return false;
    tern_vec_push(items, item);
  } while (tl_accept(parser, TL_P_COMMA));
  return true;
}

// Does the parenthesis behind `with` close right before the colon? Then it holds the items.
static bool has_item_parentheses(const tl_parser_t *parser) {
  if (!tl_at(parser, TL_P_OPEN_PAREN)) return false;
  int depth = 0;
  for (const tl_token_t *token = parser->at; token->kind != TL_TOKEN_END; ++token) {
    if (token->kind != TL_TOKEN_PUNCTUATOR || token->text.size != 1) continue;
    depth += strchr("([{", token->text.data[0]) != NULL;
    depth -= strchr(")]}", token->text.data[0]) != NULL;
    if (depth == 0) return token[1].kind == TL_TOKEN_PUNCTUATOR && token[1].punctuator == TL_P_COLON;
  }
  return false;
}

static tl_node_t *parse_with(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_WITH, parser->at++);
  tl_node_vec_t items = {0};
  bool has_parentheses = has_item_parentheses(parser);
  if (has_parentheses) ++parser->at;
  bool is_right =
      parse_with_items(parser, &items) && (!has_parentheses || tl_expect(parser, TL_P_CLOSE_PAREN, "invalid syntax"));
  node->list = tl_take_nodes(parser, &items);
  return is_right && parse_block(parser, &node->list2) ? node : NULL;
}

static tl_node_t *parse_function(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_FUNCTION_DEF, parser->at++);
  if (!tl_expect_name(parser, &node->text) || !tl_expect(parser, TL_P_OPEN_PAREN, "expected '('")) return NULL;
  if (!tl_parse_parameters(parser, TL_P_CLOSE_PAREN, &node->list)) return NULL;
  if (tl_accept(parser, TL_P_ARROW) && !(node->a = tl_parse_expressions(parser))) return NULL;
  return parse_block(parser, &node->list2) ? node : NULL;
}

static tl_node_t *parse_class(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_CLASS_DEF, parser->at++), *bases = tl_new_node(parser, TL_CALL, parser->at);
  if (!tl_expect_name(parser, &node->text)) return NULL;
  if (tl_accept(parser, TL_P_OPEN_PAREN) && !tl_parse_arguments(parser, bases)) return NULL;
  node->list = bases->list;
  return parse_block(parser, &node->list2) ? node : NULL;
}

static tl_node_t *parse_decorated(tl_parser_t *parser) {
  tl_node_vec_t decorators = {0};
  bool is_right = true;
  while (is_right && tl_accept(parser, TL_P_MATRIX_MULTIPLY)) {
    tl_node_t *decorator = tl_parse_expression(parser);
    is_right = decorator && expect_newline(parser);
    tern_vec_push(&decorators, decorator);
  }
  tl_nodes_t all = tl_take_nodes(parser, &decorators);
  if (!is_right) return NULL;
  tl_accept_word(parser, "async");
  bool is_definition = tl_at_word(parser, "def") || tl_at_word(parser, "class");
  if (!is_definition) return tl_syntax_error(parser, parser->at, "invalid syntax");
  tl_node_t *node = parse_statement(parser);
  if (node) node->list3 = all;
  return node;
}

static tl_node_t *parse_case(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_MATCH_CASE, parser->at);
  if (!tl_accept_word(parser, "case")) return tl_syntax_error(parser, parser->at, "expected 'case'");
  node->a = tl_parse_targets(parser);
  if (!node->a || (tl_accept_word(parser, "as") && !tl_expect_name(parser, &node->text))) return NULL;
  if (tl_accept_word(parser, "if") && !(node->b = tl_parse_expression(parser))) return NULL;
  return parse_block(parser, &node->list) ? node : NULL;
}

static tl_node_t *parse_match(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_MATCH, parser->at++);
  node->a = tl_parse_expressions(parser);
  if (!node->a || !tl_expect(parser, TL_P_COLON, "expected ':'")) return NULL;
  parser->at += 2;  // is_compound() has seen the end of the line and the indentation
  tl_node_vec_t cases = {0};
  bool is_right = true;
  while (is_right && parser->at->kind != TL_TOKEN_DEDENT) {
    tl_node_t *one = parse_case(parser);
    is_right = one != NULL;
    tern_vec_push(&cases, one);
  }
  node->list = tl_take_nodes(parser, &cases);
  if (is_right) ++parser->at;
  return is_right ? node : NULL;
}

static tl_node_t *parse_compound(tl_parser_t *parser) {
  static const struct {
    const char *word;
    tl_node_t *(*parse)(tl_parser_t *);
  } rows[] = {{"if", parse_if},     {"while", parse_while},  {"for", parse_for},     {"try", parse_try},
              {"with", parse_with}, {"def", parse_function}, {"class", parse_class}, {"match", parse_match}};
  if (tl_at(parser, TL_P_MATRIX_MULTIPLY)) return parse_decorated(parser);
  tl_accept_word(parser, "async");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tl_at_word(parser, rows[i].word)) return rows[i].parse(parser);
  }
  return tl_syntax_error(parser, parser->at, "invalid syntax");
}

static tl_node_t *parse_statement(tl_parser_t *parser) {
  if (!tl_enter(parser)) return NULL;
  tl_node_t *node = parse_compound(parser);
  --parser->depth;
  return node;
}

// --- simple statements ---

static bool at_end(const tl_parser_t *parser) {
  return parser->at->kind == TL_TOKEN_NEWLINE || parser->at->kind == TL_TOKEN_END || tl_at(parser, TL_P_SEMICOLON);
}

static bool parse_dotted_name(tl_parser_t *parser, tern_str_t *out_name) {
  tern_string_builder_t name = {0};
  tern_str_t part;
  bool is_right;
  do {
    if (name.size > 0) tern_string_builder_append_char(&name, '.');
    is_right = tl_expect_name(parser, &part);
    if (is_right) tern_string_builder_append(&name, part);
  } while (is_right && tl_accept(parser, TL_P_DOT));
  *out_name = tern_str_make(tern_arena_copy(parser->source->arena, name.data, name.size), name.size);
  tern_string_builder_deinitialize(&name);
  return is_right;
}

static bool parse_aliases(tl_parser_t *parser, bool are_dotted, tl_nodes_t *out_names) {
  tl_node_vec_t names = {0};
  bool is_right = true;
  do {
    if (names.count > 0 && tl_at(parser, TL_P_CLOSE_PAREN)) break;
    tl_node_t *alias = tl_new_node(parser, TL_ALIAS, parser->at);
    if (!are_dotted && tl_at(parser, TL_P_MULTIPLY)) {
      alias->text = (parser->at++)->text;
    } else {
      is_right = are_dotted ? parse_dotted_name(parser, &alias->text) : tl_expect_name(parser, &alias->text);
    }
    if (is_right && tl_accept_word(parser, "as")) is_right = tl_expect_name(parser, &alias->text2);
    tern_vec_push(&names, alias);
  } while (is_right && tl_accept(parser, TL_P_COMMA));
  *out_names = tl_take_nodes(parser, &names);
  return is_right;
}

static tl_node_t *parse_import(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_IMPORT, parser->at++);
  return parse_aliases(parser, true, &node->list) ? node : NULL;
}

static tl_node_t *parse_import_from(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_IMPORT_FROM, parser->at++);
  while (tl_at(parser, TL_P_DOT) || tl_at(parser, TL_P_ELLIPSIS)) {
    size_t dots = (parser->at++)->text.size;
    if (node->op + dots < UINT8_MAX) node->op = (uint8_t)(node->op + dots);
  }
  if (!(node->op && tl_at_word(parser, "import")) && !parse_dotted_name(parser, &node->text)) return NULL;
  if (!tl_accept_word(parser, "import")) return tl_syntax_error(parser, parser->at, "expected 'import'");
  bool has_parentheses = tl_accept(parser, TL_P_OPEN_PAREN);
  if (!parse_aliases(parser, false, &node->list)) return NULL;
  return !has_parentheses || tl_expect(parser, TL_P_CLOSE_PAREN, "invalid syntax") ? node : NULL;
}

static tl_node_t *parse_names(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, tl_at_word(parser, "global") ? TL_GLOBAL : TL_NONLOCAL, parser->at);
  ++parser->at;
  return parse_aliases(parser, false, &node->list) ? node : NULL;
}

// `return x`, `del x`: a word and perhaps expressions.
static tl_node_t *parse_return(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_RETURN, parser->at++);
  return at_end(parser) || (node->a = tl_parse_expressions(parser)) ? node : NULL;
}

static tl_node_t *parse_delete(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_DELETE, parser->at++), *target = tl_parse_expressions(parser);
  if (!target) return NULL;
  tl_node_vec_t targets = {0};
  tern_vec_push(&targets, target);
  node->list = tl_take_nodes(parser, &targets);
  return node;
}

static tl_node_t *parse_raise(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_RAISE, parser->at++);
  if (at_end(parser)) return node;
  node->a = tl_parse_expression(parser);
  return node->a && (!tl_accept_word(parser, "from") || (node->b = tl_parse_expression(parser))) ? node : NULL;
}

static tl_node_t *parse_assert(tl_parser_t *parser) {
  tl_node_t *node = tl_new_node(parser, TL_ASSERT, parser->at++);
  node->a = tl_parse_expression(parser);
  return node->a && (!tl_accept(parser, TL_P_COMMA) || (node->b = tl_parse_expression(parser))) ? node : NULL;
}

static bool is_target(const tl_node_t *node) {
  switch (node->kind) {
    case TL_NAME:
    case TL_ATTRIBUTE:
    case TL_SUBSCRIPT: return true;
    case TL_STARRED: return is_target(node->a);
    case TL_TUPLE:
    case TL_LIST:
      for (size_t i = 0; i < node->list.count; ++i) {
        if (!is_target(node->list.values[i])) return false;
      }
      return true;
    default: return false;
  }
}

static tl_node_t *parse_assign(tl_parser_t *parser, const tl_token_t *token, tl_node_t *first) {
  tl_node_t *node = tl_new_node(parser, TL_ASSIGN, token), *value = first;
  tl_node_vec_t targets = {0};
  while (value && tl_at(parser, TL_P_ASSIGN)) {
    if (!is_target(value)) {
      value =
          tl_syntax_error(parser, token, "cannot assign to this expression here. Maybe you meant '==' instead of '='?");
      break;
    }
    ++parser->at;
    tern_vec_push(&targets, value);
    value = tl_parse_expressions(parser);
  }
  node->list = tl_take_nodes(parser, &targets);
  node->a = value;
  return value ? node : NULL;
}

static tl_node_t *parse_annotated(tl_parser_t *parser, const tl_token_t *token, tl_node_t *target) {
  tl_node_t *node = tl_new_node(parser, TL_ANN_ASSIGN, token);
  node->a = target;
  node->b = tl_parse_expression(parser);
  return node->b && (!tl_accept(parser, TL_P_ASSIGN) || (node->c = tl_parse_expressions(parser))) ? node : NULL;
}

static const struct {
  tl_punctuator_t punctuator;
  tl_operator_t op;
} augmented[] = {
    {TL_P_ADD_ASSIGN, TL_OP_ADD},
    {TL_P_SUBTRACT_ASSIGN, TL_OP_SUB},
    {TL_P_MULTIPLY_ASSIGN, TL_OP_MULT},
    {TL_P_DIVIDE_ASSIGN, TL_OP_DIV},
    {TL_P_FLOOR_DIVIDE_ASSIGN, TL_OP_FLOOR_DIV},
    {TL_P_MODULO_ASSIGN, TL_OP_MOD},
    {TL_P_POWER_ASSIGN, TL_OP_POW},
    {TL_P_SHIFT_LEFT_ASSIGN, TL_OP_LSHIFT},
    {TL_P_SHIFT_RIGHT_ASSIGN, TL_OP_RSHIFT},
    {TL_P_AND_ASSIGN, TL_OP_BIT_AND},
    {TL_P_OR_ASSIGN, TL_OP_BIT_OR},
    {TL_P_XOR_ASSIGN, TL_OP_BIT_XOR},
    {TL_P_MATRIX_MULTIPLY_ASSIGN, TL_OP_MAT_MULT},
};

static tl_node_t *parse_expression_statement(tl_parser_t *parser) {
  const tl_token_t *token = parser->at;
  tl_node_t *value = tl_parse_expressions(parser);
  if (!value) return NULL;
  if (tl_at(parser, TL_P_ASSIGN)) return parse_assign(parser, token, value);
  if (is_target(value) && tl_accept(parser, TL_P_COLON)) return parse_annotated(parser, token, value);
  for (size_t i = 0; i < sizeof augmented / sizeof augmented[0]; ++i) {
    if (!is_target(value) || !tl_accept(parser, augmented[i].punctuator)) continue;
    tl_node_t *node = tl_new_node(parser, TL_AUG_ASSIGN, token);
    node->a = value;
    node->op = (uint8_t)augmented[i].op;
    node->b = tl_parse_expressions(parser);
    return node->b ? node : NULL;
  }
  tl_node_t *node = tl_new_node(parser, TL_EXPR, token);
  node->a = value;
  return node;
}

static tl_node_t *parse_simple(tl_parser_t *parser) {
  static const struct {
    const char *word;
    tl_node_t *(*parse)(tl_parser_t *);
  } rows[] = {{"import", parse_import}, {"from", parse_import_from}, {"return", parse_return},
              {"raise", parse_raise},   {"assert", parse_assert},    {"del", parse_delete},
              {"global", parse_names},  {"nonlocal", parse_names}};
  static const struct {
    const char *word;
    tl_node_kind_t kind;
  } words[] = {{"pass", TL_PASS}, {"break", TL_BREAK}, {"continue", TL_CONTINUE}};
  const tl_token_t *token = parser->at;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
    if (tl_accept_word(parser, words[i].word)) return tl_new_node(parser, words[i].kind, token);
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tl_at_word(parser, rows[i].word)) return rows[i].parse(parser);
  }
  return parse_expression_statement(parser);
}

tl_node_t *tern_tl_parse(const tl_source_t *source) {
  tl_tokens_t tokens;
  if (!tern_tl_tokenize(source, &tokens)) return NULL;
  tl_parser_t parser = {.source = source, .at = tokens.values};
  if (source->is_expression) {
    tl_node_t *value = tl_parse_expressions(&parser);
    if (value && parser.at->kind != TL_TOKEN_END) return tl_syntax_error(&parser, parser.at, "invalid syntax");
    return value;
  }
  tl_node_t *module = tl_new_node(&parser, TL_MODULE, tokens.values);
  tl_node_vec_t statements = {0};
  bool is_right = parse_statements(&parser, TL_TOKEN_END, &statements);
  module->list = tl_take_nodes(&parser, &statements);
  return is_right ? module : NULL;
}
