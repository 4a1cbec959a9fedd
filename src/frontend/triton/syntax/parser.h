// Tokens to a syntax tree: Python 3.11's grammar.

#ifndef TERN_FRONTEND_TRITON_SYNTAX_PARSER_H_
#define TERN_FRONTEND_TRITON_SYNTAX_PARSER_H_

#include "frontend/triton/syntax/ast.h"
#include "frontend/triton/syntax/token.h"

// The tree of a file, or with `is_expression` that of one expression. NULL after an error. It points into the source's text.
tl_node_t *tern_tl_parse(const tl_source_t *source);

#endif  // TERN_FRONTEND_TRITON_SYNTAX_PARSER_H_
