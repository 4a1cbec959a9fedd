// The declarations and statements of a source, as clang tells them by its textual dump (-ast-dump): a tree of lines. The dump says
// where each is, its kind, its name and its type; JSON would say the same in ten times the bytes.

#ifndef TERN_CLANG_AST_DUMP_H_
#define TERN_CLANG_AST_DUMP_H_

#include "base/string.h"
#include "base/vec.h"

typedef struct tern_ast_place {
  unsigned line, column;  // from 1; line 0: not in the source itself
} tern_ast_place_t;

typedef struct tern_ast_node {
  tern_str_t kind;         // "FunctionDecl", borrowed from the dump
  tern_str_t rest;         // what follows the places: "used f 'int (int)' static"
  unsigned depth;          // children are deeper than what they are in, and follow it
  tern_ast_place_t begin;  // of its first token
  tern_ast_place_t end;    // of its last token
  tern_ast_place_t name;   // of the name of a declaration
} tern_ast_node_t;

// In the order of the dump. Of nodes at the top only those of the source itself are here, with all in them.
typedef struct tern_ast {
  TERN_VEC(tern_ast_node_t) nodes;
} tern_ast_t;

// Reads a dump of the source that clang was given as `path`. `dump` is borrowed as long as the nodes are used.
void tern_ast_read(tern_str_t dump, tern_str_t path, tern_ast_t *out_ast);
void tern_ast_deinitialize(tern_ast_t *ast);

// The index behind the last node that is in node `index`.
size_t tern_ast_end_of(const tern_ast_t *ast, size_t index);
// The first node of a kind right in node `index`, at or behind `from` (0: the first of all); SIZE_MAX if there is none.
size_t tern_ast_find_child(const tern_ast_t *ast, size_t index, const char *kind, size_t from);
// The node that `index` is right in; SIZE_MAX at the top.
size_t tern_ast_parent(const tern_ast_t *ast, size_t index);
// The name of a declaration: the word before its type; empty if it has none.
tern_str_t tern_ast_name(const tern_ast_node_t *node);
// Does a word stand in `rest`, outside of types?
bool tern_ast_says(const tern_ast_node_t *node, const char *word);

#endif  // TERN_CLANG_AST_DUMP_H_
