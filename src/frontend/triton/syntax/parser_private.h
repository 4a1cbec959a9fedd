// What the parts of the parser share.

#ifndef TERN_FRONTEND_TRITON_SYNTAX_PARSER_PRIVATE_H_
#define TERN_FRONTEND_TRITON_SYNTAX_PARSER_PRIVATE_H_

#include "base/vec.h"
#include "frontend/triton/syntax/parser.h"

enum { TL_DEPTH_MAX = 200 };  // of expressions and of blocks: recursion takes the stack of the compiler

typedef TERN_VEC(tl_node_t *) tl_node_vec_t;

typedef struct tl_parser {
  const tl_source_t *source;
  const tl_token_t *at;
  size_t depth;
} tl_parser_t;

tl_node_t *tl_new_node(tl_parser_t *parser, tl_node_kind_t kind, const tl_token_t *token);
tl_nodes_t tl_take_nodes(tl_parser_t *parser, tl_node_vec_t *vec);
// NULL, after an error at the token.
tl_node_t *tl_syntax_error(tl_parser_t *parser, const tl_token_t *token, const char *message);
bool tl_enter(tl_parser_t *parser);

bool tl_at(const tl_parser_t *parser, tl_punctuator_t punctuator);
bool tl_at_word(const tl_parser_t *parser, const char *word);
bool tl_accept(tl_parser_t *parser, tl_punctuator_t punctuator);
bool tl_accept_word(tl_parser_t *parser, const char *word);
bool tl_expect(tl_parser_t *parser, tl_punctuator_t punctuator, const char *message);
bool tl_token_is_word(const tl_token_t *token, const char *word);
// A name that is no keyword. False after an error.
bool tl_expect_name(tl_parser_t *parser, tern_str_t *out_name);

tl_node_t *tl_parse_expression(tl_parser_t *parser);   // with `lambda` and `x if c else y`, and `name := x`
tl_node_t *tl_parse_expressions(tl_parser_t *parser);  // a tuple without parentheses, of items that may be starred
tl_node_t *tl_parse_target(tl_parser_t *parser);       // no comparison, so that `in` ends it
tl_node_t *tl_parse_targets(tl_parser_t *parser);      // a tuple of them, without parentheses
tl_node_t *tl_parse_string(tl_parser_t *parser);       // literals side by side, f-strings among them
// Parameters up to `end`; annotations where `end` is a parenthesis.
bool tl_parse_parameters(tl_parser_t *parser, tl_punctuator_t end, tl_nodes_t *out_parameters);
bool tl_parse_arguments(tl_parser_t *parser, tl_node_t *call);  // behind the parenthesis

#endif  // TERN_FRONTEND_TRITON_SYNTAX_PARSER_PRIVATE_H_
