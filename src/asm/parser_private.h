// The inside of the parser, for the parse_*.c files.
//
// Map of the room: parser.c holds the entry points, positions, errors and the loop over top-level things; parse_op.c
// reads an op in its generic or pretty form; parse_op_state.c fills an op under construction; parse_region.c regions,
// blocks and successors; parse_value.c SSA names and their scopes; parse_token.c punctuation, words and names;
// parse_type.c, parse_attr.c, parse_number.c, parse_elements.c, parse_affine.c, parse_location.c what they say;
// parse_dialect.c `!dialect.type` and `#dialect.attr`; parse_alias.c `#alias = ...`; parse_metadata.c `{-# ... #-}`.
//
// Memory: `arena` lives until the text is parsed, `scratch` until the op that is being read is made; ops under
// construction are recycled; nothing is allocated per token.

#ifndef TERN_ASM_PARSER_PRIVATE_H_
#define TERN_ASM_PARSER_PRIVATE_H_

#include "asm/lexer.h"
#include "asm/parser.h"
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/context.h"

enum {
  TERN_PARSER_MAX_DEPTH = 256,          // nesting of types, attributes, affine expressions and locations
  TERN_PARSER_MAX_REGION_DEPTH = 1000,  // nesting of regions
  TERN_PARSER_MAX_ERRORS = 20,
  TERN_PARSER_KNOWN_NAME_COUNT = 64,
};

// One name `%name#number` that stands for a value, in the scope it was met in. The name's text is that of its
// definition or first use, so it also says where that is.
typedef struct tern_ssa_name {
  struct tern_ssa_name *next_in_scope;  // among the scope's definitions, or its forward references
  const char *data;
  uint32_t size;  // of the text
  uint32_t number;
  uint32_t hash;
  uint32_t isolation : 31;  // which isolated scope it belongs to
  uint32_t is_forward : 1;  // `value` is a placeholder
  tern_value_t *value;
} tern_ssa_name_t;

// A place of the hash table: open addressing, linear probing. The hash is here too, so that a name that is not there is
// missed without looking at any entry.
typedef struct tern_ssa_slot {
  tern_ssa_name_t *name;  // NULL: empty
  uint32_t hash;
} tern_ssa_slot_t;

// A block of the current region, by name.
typedef struct tern_block_name {
  tern_block_t *block;
  const char *pointer;  // where it was defined or first used
  bool is_defined;
} tern_block_name_t;

// The names of one region.
typedef struct tern_name_scope {
  struct tern_name_scope *parent;
  uint32_t isolation;
  bool is_isolated;
  tern_ssa_name_t *definitions;  // to be forgotten at the end of the region
  tern_ssa_name_t *forwards;     // of an isolated scope: names used before their definition, newest first
  tern_map_t blocks;             // name ident -> tern_block_name_t, in the parser's arena
} tern_name_scope_t;

// An op under construction: what hooks see first, then the lists they fill.
typedef struct tern_op_builder {
  tern_parsed_op_t op;  // first: a tern_parsed_op_t * is a tern_op_builder_t *
  TERN_VEC(tern_value_t *) operands;
  TERN_VEC(const tern_type_t *) result_types;
  TERN_VEC(tern_named_attr_t) attrs;
  TERN_VEC(tern_block_t *) successors;
  TERN_VEC(tern_region_t *) regions;        // in the scratch arena, moved into the op when it is made
  const struct result_names *result_names;  // left of the `=`
  struct tern_op_builder *next_free;        // or the next outer one in use
} tern_op_builder_t;

// An op name met before, and what it was found to be.
typedef struct tern_known_name {
  tern_str_t text;              // with the quotes of the generic form
  const char *default_dialect;  // under which it was looked up
  const tern_op_def_t *def;
} tern_known_name_t;

// A use `loc(#alias)` before the alias is known: a stand-in location, replaced at the end.
typedef struct tern_deferred_location {
  const tern_attr_t *stand_in;
  const tern_ident_t *alias;
  const char *pointer;
} tern_deferred_location_t;

struct tern_parser {
  tern_context_t *context;
  tern_lexer_t lexer;
  tern_token_t token;    // the next one
  const char *last_end;  // end of the token before it
  const tern_ident_t *file;
  tern_arena_t arena;    // lives as long as the parser
  tern_arena_t scratch;  // rewound after each op

  // Positions: starts of the lines up to the furthest position asked for.
  TERN_VEC(const char *) line_starts;
  const char *lines_scanned_to;
  size_t last_line;  // index of the line found last

  // Errors.
  size_t error_count;
  size_t quiet_failure_count;  // failures that were reported where their cause was met, or came after the last error
  bool is_over_limit;          // more errors came than are reported
  uint32_t depth;
  uint32_t region_depth;
  bool has_old_names;  // an old name of a type or an attribute was met

  // Values and blocks.
  tern_ssa_slot_t *slots;
  size_t slot_count;  // a power of two
  size_t name_count;
  tern_ssa_name_t *free_names;
  tern_name_scope_t *scope;
  uint32_t isolation_count;

  // Ops.
  tern_op_builder_t *free_builders;
  tern_op_builder_t *builders;                                  // in use, the innermost first (through next_free)
  const char *default_dialect;                                  // of the region being parsed; "" for none
  tern_known_name_t known_names[TERN_PARSER_KNOWN_NAME_COUNT];  // by a hash of the name

  // Aliases and what is resolved at the end of the file.
  tern_map_t attr_aliases;  // name ident -> tern_attr_t, or a mark of a definition that failed
  tern_map_t type_aliases;
  TERN_VEC(tern_deferred_location_t) deferred_locations;
  tern_map_t distincts;  // id + 1 -> tern_attr_t
};

// --- parser.c ---

static inline bool tern_parser_is(const tern_parser_t *parser, tern_token_kind_t kind) {
  return parser->token.kind == kind;
}
void tern_parser_advance(tern_parser_t *parser);
// Moves the cursor: the next token is read from `pointer` on.
void tern_parser_reset_to(tern_parser_t *parser, const char *pointer);
// Takes the next token if it is of `kind`.
static inline bool tern_parser_accept(tern_parser_t *parser, tern_token_kind_t kind) {
  if (parser->token.kind != kind) return false;
  tern_parser_advance(parser);
  return true;
}
// Takes it or reports `expected WHAT`.
bool tern_parser_expect(tern_parser_t *parser, tern_token_kind_t kind, const char *what);
static inline bool tern_parser_at_word(const tern_parser_t *parser, const char *word) {
  return parser->token.kind == TERN_TOKEN_BARE && tern_str_equal_cstr(parser->token.text, word);
}
// Reports at the next token, or right behind the last one if the next is on another line. Always false.
bool tern_parser_wrong_token(tern_parser_t *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tern_parser_note_at(tern_parser_t *parser, tern_source_pos_t pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Notes why a dialect's library could not be loaded, if that is why the dialect is not known. Always false.
bool tern_parser_note_dialect_failure(tern_parser_t *parser, tern_source_pos_t pos, tern_str_t dialect);
static inline tern_source_pos_t tern_source_pos_of(const char *pointer) { return (tern_source_pos_t){pointer}; }
// Goes one level deeper into a type, attribute, expression or location. False after an error if that is too deep; must
// be paired with tern_parser_leave otherwise.
bool tern_parser_enter(tern_parser_t *parser);
static inline void tern_parser_leave(tern_parser_t *parser) { --parser->depth; }
// A name as NUL-terminated text of the context.
const char *tern_parser_intern(tern_parser_t *parser, tern_str_t text);
// Number of errors of the context so far, and of failures that need none.
size_t tern_parser_failure_mark(const tern_parser_t *parser);

// Doubles a list of the scratch arena if it is full.
void tern_parser_grow_list(tern_parser_t *parser, void **values, size_t count, size_t *capacity, size_t element_size);

// --- parse_value.c ---

void tern_parser_push_scope(tern_parser_t *parser, tern_name_scope_t *scope, bool is_isolated);
// Forgets the names of the innermost scope. Reports undefined blocks and (if isolated) values, unless `has_failed`.
bool tern_parser_pop_scope(tern_parser_t *parser, bool has_failed);
void tern_parser_free_names(tern_parser_t *parser);
// Binds a name to a value. False after an error if it is taken.
bool tern_parser_define(tern_parser_t *parser, tern_str_t name, uint32_t number, const char *pointer,
                        tern_value_t *value);
// The same for an argument that the syntax of an op names, whose name nothing else may have been called before.
bool tern_parser_define_entry_arg(tern_parser_t *parser, tern_unresolved_operand_t name, tern_value_t *value);
// The entry of a block's name in the innermost scope, made if it is new.
tern_block_name_t *tern_parser_block_name(tern_parser_t *parser, tern_str_t name);

// --- parse_op.c ---

// Parses one op with its results' names and location into `block`. NULL after an error.
tern_op_t *tern_parser_parse_op(tern_parser_t *parser, tern_block_t *block);
void tern_parser_free_builders(tern_parser_t *parser);

// --- parse_op_state.c ---

static inline tern_op_builder_t *tern_op_builder_of(tern_parsed_op_t *op) { return (tern_op_builder_t *)op; }
tern_op_builder_t *tern_op_builder_open(tern_parser_t *parser);
// Makes the op, and puts it at the end of `block`. NULL after an error.
tern_op_t *tern_op_builder_finish(tern_parser_t *parser, tern_op_builder_t *builder, tern_block_t *block);
// Gives the builder back; regions it still holds are destroyed.
void tern_op_builder_close(tern_parser_t *parser, tern_op_builder_t *builder);
// An empty detached region at the end of the op's. NULL after an error if there are too many.
tern_region_t *tern_op_builder_add_region(tern_parser_t *parser, tern_op_builder_t *builder);

// --- parse_attr.c ---

typedef bool (*tern_named_attr_fn_t)(tern_parser_t *parser, const tern_ident_t *name, tern_source_pos_t pos,
                                     const tern_attr_t *value, void *user);
// `{name = value, ...}`: calls back for each entry; doubled names are reported here.
bool tern_parser_parse_dictionary(tern_parser_t *parser, tern_named_attr_fn_t callback, void *user);

// --- parse_number.c ---

// A number with the sign already taken. `type` is not NULL: an integer, index or float type.
const tern_attr_t *tern_parser_number(tern_parser_t *parser, const tern_type_t *type, bool is_negative);
// The words of an integer literal for `type`, as attributes keep them. NULL (nothing is emitted) if it does not fit.
bool tern_number_from_text(const tern_type_t *type, tern_str_t text, bool is_negative, uint64_t *out_words,
                           size_t word_count);
// Words that a number of `type` takes.
static inline size_t tern_number_words(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  return width <= 64 ? 1 : ((size_t)width + 63) / 64;
}
// One number literal (sign, `true`, `false`, integer, float, hexadecimal float) as words of `type`; `out_words` has
// room for them. False after an error.
bool tern_parser_number_words(tern_parser_t *parser, const tern_type_t *type, uint64_t *out_words, size_t word_count);
// Value of a TERN_TOKEN_INTEGER as uint64_t; false if it does not fit.
bool tern_token_to_uint64(tern_token_t token, uint64_t *out_value);
double tern_token_to_double(tern_token_t token);

// --- parse_elements.c: what follows the keyword of each ---

const tern_attr_t *tern_parser_dense_elements(tern_parser_t *parser, const tern_type_t *type);
const tern_attr_t *tern_parser_dense_resource(tern_parser_t *parser, const tern_type_t *type);
const tern_attr_t *tern_parser_sparse_elements(tern_parser_t *parser, const tern_type_t *type);
const tern_attr_t *tern_parser_dense_array(tern_parser_t *parser);

// --- parse_type.c ---

const tern_type_t *tern_parser_non_function_type(tern_parser_t *parser);
// `(t, u) -> v` or `(t) -> (u, v)`, into two lists.
bool tern_parser_function_types(tern_parser_t *parser, tern_type_list_t *inputs, tern_type_list_t *results);
// True if the next token may start a type.
bool tern_parser_at_type(const tern_parser_t *parser);
// The bare words i32, si8, ui1. False: the word is no integer type.
bool tern_parser_is_integer_type_word(tern_str_t word);

// --- parse_affine.c ---

const tern_attr_t *tern_parser_affine_map_attr(tern_parser_t *parser);
const tern_attr_t *tern_parser_affine_set_attr(tern_parser_t *parser);

// --- parse_location.c ---

// Inside of `loc(...)`, after the keyword. A use of an alias that is not defined yet gives a stand-in.
const tern_attr_t *tern_parser_location(tern_parser_t *parser, bool may_defer);
// Replaces stand-ins in `root`. False after an error.
bool tern_parser_resolve_locations(tern_parser_t *parser, tern_op_t *root);

// --- parse_dialect.c ---

const tern_type_t *tern_parser_extended_type(tern_parser_t *parser);
const tern_attr_t *tern_parser_extended_attr(tern_parser_t *parser, const tern_type_t *type);

// --- parse_alias.c ---

bool tern_parser_attr_alias_definition(tern_parser_t *parser);
bool tern_parser_type_alias_definition(tern_parser_t *parser);
// NULL after an error.
const tern_attr_t *tern_parser_find_attr_alias(tern_parser_t *parser, tern_str_t name, tern_source_pos_t pos);
const tern_type_t *tern_parser_find_type_alias(tern_parser_t *parser, tern_str_t name, tern_source_pos_t pos);

// --- parse_metadata.c ---

bool tern_parser_file_metadata(tern_parser_t *parser);

#endif  // TERN_ASM_PARSER_PRIVATE_H_
