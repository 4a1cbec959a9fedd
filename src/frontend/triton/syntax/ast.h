// The syntax tree of a Python file. Nodes are called as those of Python's module `ast`; one struct serves all kinds, and
// ast_nodes.def says what its members mean for each. Nodes live in an arena and are not changed once they are made.

#ifndef TERN_FRONTEND_TRITON_SYNTAX_AST_H_
#define TERN_FRONTEND_TRITON_SYNTAX_AST_H_

#include "base/arena.h"
#include "ir/types_fwd.h"

typedef enum tl_node_kind {
#define NODE(ID, ...) TL_##ID,
#include "frontend/triton/syntax/ast_nodes.def"
#undef NODE
  TL_NODE_KIND_COUNT
} tl_node_kind_t;

typedef enum tl_operator {
#define OPERATOR(ID, ...) TL_OP_##ID,
#include "frontend/triton/syntax/operators.def"
#undef OPERATOR
  TL_OPERATOR_COUNT
} tl_operator_t;

typedef enum tl_constant_kind {
  TL_CONSTANT_NONE,
  TL_CONSTANT_BOOL,
  TL_CONSTANT_INT,
  TL_CONSTANT_FLOAT,
  TL_CONSTANT_STRING,
  TL_CONSTANT_BYTES,
  TL_CONSTANT_ELLIPSIS,
  TL_CONSTANT_COMPLEX,
  TL_CONSTANT_HUGE,  // an integer of more than 127 bits
} tl_constant_kind_t;

typedef enum tl_parameter_kind {
  TL_PARAMETER,
  TL_PARAMETER_KEYWORD,
  TL_PARAMETER_REST,
  TL_PARAMETER_REST_KEYWORDS
} tl_parameter_kind_t;

typedef struct tl_node tl_node_t;
typedef struct tl_nodes {
  tl_node_t **values;
  size_t count;
} tl_nodes_t;

struct tl_node {
  tl_node_kind_t kind;
  uint8_t op;  // tl_operator_t, tl_constant_kind_t, tl_parameter_kind_t, or the level of an import
  uint32_t line, column;
  tern_str_t text, text2;
  tl_node_t *a, *b, *c, *d;
  tl_nodes_t list, list2, list3;
  __int128 integer;
  double real;
};

// The tree as text, one node a line.
void tern_tl_dump(const tl_node_t *node, tern_string_builder_t *out);
const char *tern_tl_node_name(tl_node_kind_t kind);
// "+" of TL_OP_ADD, and so on.
const char *tern_tl_operator_text(tl_operator_t op);
// "__add__".
const char *tern_tl_operator_method(tl_operator_t op);
// Expressions as Python writes them back, shortened: what messages quote.
void tern_tl_unparse(const tl_node_t *node, tern_string_builder_t *out);

#endif  // TERN_FRONTEND_TRITON_SYNTAX_AST_H_
