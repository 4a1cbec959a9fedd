// What all parts of the parser do with tokens and nodes.

#include <string.h>

#include "frontend/triton/syntax/parser_private.h"
#include "ir/diagnostic.h"

static const char *const keywords[] = {"False",  "None",   "True",    "and",      "as",       "assert", "async",
                                       "await",  "break",  "class",   "continue", "def",      "del",    "elif",
                                       "else",   "except", "finally", "for",      "from",     "global", "if",
                                       "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
                                       "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};

tl_node_t *tl_new_node(tl_parser_t *parser, tl_node_kind_t kind, const tl_token_t *token) {
  tl_node_t *node = tern_arena_alloc_zeroed(parser->source->arena, sizeof *node);
  node->kind = kind;
  node->line = token->line;
  node->column = token->column;
  return node;
}

tl_nodes_t tl_take_nodes(tl_parser_t *parser, tl_node_vec_t *vec) {
  tl_nodes_t nodes = {tern_arena_copy(parser->source->arena, vec->values, vec->count * sizeof vec->values[0]),
                      vec->count};
  tern_vec_deinitialize(vec);
  return nodes;
}

tl_node_t *tl_syntax_error(tl_parser_t *parser, const tl_token_t *token, const char *message) {
  tern_emit_error(tern_tl_place(parser->source, token->line, token->column), "%s", message);
  return NULL;
}

bool tl_enter(tl_parser_t *parser) {
  if (++parser->depth <= TL_DEPTH_MAX) return true;
  tl_syntax_error(parser, parser->at, "too many nested expressions or blocks");
  return false;
}

bool tl_token_is_word(const tl_token_t *token, const char *word) {
  return token->kind == TL_TOKEN_NAME && tern_str_equal_cstr(token->text, word);
}

bool tl_at(const tl_parser_t *parser, tl_punctuator_t punctuator) {
  return parser->at->kind == TL_TOKEN_PUNCTUATOR && parser->at->punctuator == punctuator;
}

bool tl_at_word(const tl_parser_t *parser, const char *word) { return tl_token_is_word(parser->at, word); }

bool tl_accept(tl_parser_t *parser, tl_punctuator_t punctuator) {
  if (!tl_at(parser, punctuator)) return false;
  ++parser->at;
  return true;
}

bool tl_accept_word(tl_parser_t *parser, const char *word) {
  if (!tl_at_word(parser, word)) return false;
  ++parser->at;
  return true;
}

bool tl_expect(tl_parser_t *parser, tl_punctuator_t punctuator, const char *message) {
  if (tl_accept(parser, punctuator)) return true;
  tl_syntax_error(parser, parser->at, message);
  return false;
}

static bool is_keyword(tern_str_t text) {
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; ++i) {
    if (tern_str_equal_cstr(text, keywords[i])) return true;
  }
  return false;
}

bool tl_expect_name(tl_parser_t *parser, tern_str_t *out_name) {
  if (parser->at->kind != TL_TOKEN_NAME || is_keyword(parser->at->text)) {
    tl_syntax_error(parser, parser->at, "invalid syntax");
    return false;
  }
  *out_name = (parser->at++)->text;
  return true;
}
