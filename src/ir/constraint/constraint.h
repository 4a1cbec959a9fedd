// The notation of constraints in op rows, shared by type and attribute constraints.
//
//   constraint := alternative (`|` alternative)*
//   alternative := name (`<` argument (`,` argument)* `>`)? | `[` argument,* `]`
//   argument := constraint | number
//
// Names are ODS's: `RankedTensorOf<[F32, F64]>`, `MemRefRankOf<[AnyType], [1, 2]>`; brackets around a list may be left
// out, since types and numbers are told apart anyway.

#ifndef TERN_IR_CONSTRAINT_CONSTRAINT_H_
#define TERN_IR_CONSTRAINT_CONSTRAINT_H_

#include "ir/op_def.h"

typedef enum tern_constraint_kind {
  TERN_CONSTRAINT_NAME,    // with `args`, if there are any
  TERN_CONSTRAINT_NUMBER,  // `number`
  TERN_CONSTRAINT_ANY_OF,  // `args` are the alternatives
} tern_constraint_kind_t;

// A parsed constraint. In the context's arena. Bracketed lists are spliced into their parent's arguments.
typedef struct tern_constraint_node {
  tern_constraint_kind_t kind;
  tern_str_t name;
  int64_t number;
  const struct tern_constraint_node *const *args;
  size_t arg_count;
} tern_constraint_node_t;

// Whether what it constrains is a property: a plain value in upstream.
static inline bool tern_attr_constraint_is_property(const tern_attr_constraint_t *constraint) {
  return constraint->shape && tern_str_ends_with(tern_str_from_cstr(constraint->shape), TERN_STR(" prop"));
}

// Parses all of `text`, which lives as long as the context. NULL and a message if it is malformed.
const tern_constraint_node_t *tern_constraint_parse(tern_context_t *context, tern_str_t text, const char **out_message);
// The text of a node in standard form, interned.
const tern_ident_t *tern_constraint_text(tern_context_t *context, const tern_constraint_node_t *node);
// A message in the context's arena.
const char *tern_constraint_message(tern_context_t *context, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Collects the number arguments of a node.
const int64_t *tern_constraint_numbers(tern_context_t *context, const tern_constraint_node_t *node, size_t *out_count);
// `1/2/3` and the like in the context's arena: `suffix` follows every number.
const char *tern_constraint_join_numbers(tern_context_t *context, const int64_t *values, size_t count,
                                         const char *suffix, const char *separator);

const tern_type_constraint_t *tern_type_constraint_of_node(tern_context_t *context, const tern_constraint_node_t *node,
                                                           const char **out_message);
const tern_attr_constraint_t *tern_attr_constraint_of_node(tern_context_t *context, const tern_constraint_node_t *node,
                                                           const char **out_message);

// Parses the text of a default value for an attribute that `constraint` admits: numbers, true, false, a case of the
// enum, "text", `[]` lists, `{}` lists of dense arrays, unit, `#dialect.attr` without parameters. NULL and a message if it is no such value.
const tern_attr_t *tern_attr_default_parse(tern_context_t *context, const tern_attr_constraint_t *constraint,
                                           tern_str_t text, const char **out_message);

// Position of the first `separator` in `text` outside of brackets and quotes; text.size if there is none.
size_t tern_constraint_find(tern_str_t text, char separator);

// How constraints of one kind, of types or of attributes, are made of nodes.
typedef struct tern_constraint_compiler {
  // Fills `out_constraint`, zero but for its name; false and a message if the node is none of this kind.
  bool (*compile)(tern_context_t *context, const tern_constraint_node_t *node, void *out_constraint,
                  const char **out_message);
  size_t size;            // of a constraint, which begins with its name
  const char *malformed;  // the message of a compiler that gives none
} tern_constraint_compiler_t;
// The constraint of a node or of a text, in the context's arena: made once, then found in `known` by its text. NULL and
// a message (`out_message` may be NULL) if there is none.
const void *tern_constraint_compile(tern_context_t *context, const tern_constraint_node_t *node,
                                    const tern_constraint_compiler_t *compiler, tern_map_t *known,
                                    const char **out_message);
const void *tern_constraint_compile_text(tern_context_t *context, tern_str_t text,
                                         const tern_constraint_compiler_t *compiler, tern_map_t *known,
                                         const char **out_message);

#endif  // TERN_IR_CONSTRAINT_CONSTRAINT_H_
