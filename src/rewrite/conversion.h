// Dialect conversion: every illegal op is rewritten by patterns until only legal ones are left, types change on the
// way, and a failure leaves the IR as it was (upstream: DialectConversion).
//
// How rollback works here: the regions of the root are copied before the first change and put back on failure. So
// patterns change the IR directly, in order, without a log; after a failure, pointers to what is inside the root are
// stale.
//
// Upstream's own way is at hand too (`replaces_at_end` of the target): what is replaced stays in its place until all is
// legal, so that patterns and folds see the ops as they were, and casts stand where upstream puts them. It is what the
// conversions take that must give upstream's IR op for op.
//
// How values of changed types work: a value that replaces one of another type gets a builtin.unrealized_conversion_cast
// back to the old type, for the users that are not converted yet; a pattern that wants the converted operand looks
// through it. At the end, casts that cancel each other are folded, dead ones erased, and those left go to the
// converter's materialisers.

#ifndef TERN_REWRITE_CONVERSION_H_
#define TERN_REWRITE_CONVERSION_H_

#include "rewrite/rewriter.h"

// --- types ---

// Converts one type. Appends the result to `out_types` (room for 8): 1:1, 1:N, or 1:0. Returns 1 if it converted, 0 to
// let the next rule try, -1 if the type cannot be converted.
typedef int (*tern_type_rule_fn_t)(const tern_type_t *type, void *user, const tern_type_t **out_types,
                                   size_t *out_count);
// Makes a value of `type` from `inputs` at the builder; NULL: cannot (then an unrealized_conversion_cast is made).
typedef tern_value_t *(*tern_materialize_fn_t)(tern_builder_t *builder, const tern_type_t *type, tern_values_t inputs,
                                               void *user);

typedef struct tern_type_converter {
  const tern_type_rule_fn_t *rules;  // the last one is tried first, as upstream
  size_t rule_count;
  tern_materialize_fn_t materialize_source, materialize_target;  // may be NULL
  void *user;
  // As `materialize_target`, and asked before it: `original` is the type that was converted to `type`. May be NULL.
  tern_value_t *(*materialize_converted)(tern_builder_t *builder, const tern_type_t *type, const tern_type_t *original,
                                         tern_values_t inputs, void *user);
} tern_type_converter_t;

// 1:1 conversion; NULL if it is none.
const tern_type_t *tern_convert_type(const tern_type_converter_t *converter, const tern_type_t *type);
bool tern_convert_types(const tern_type_converter_t *converter, tern_types_t types, const tern_type_t **out_types,
                        size_t capacity, size_t *out_count);
bool tern_type_is_legal(const tern_type_converter_t *converter, const tern_type_t *type);
bool tern_op_types_are_legal(const tern_type_converter_t *converter, const tern_op_t *op);

// --- legality ---

typedef enum tern_legality { TERN_LEGAL, TERN_ILLEGAL, TERN_DYNAMICALLY_LEGAL, TERN_UNKNOWN } tern_legality_t;

// One entry: an op row, or a whole dialect by name; the op's own entry wins over its dialect's.
typedef struct tern_legality_entry {
  const tern_op_row_t *row;  // or
  const char *dialect;
  tern_legality_t legality;
  bool (*is_legal)(const tern_op_t *op, void *user);  // of TERN_DYNAMICALLY_LEGAL
  bool is_recursively_legal;                          // what is inside a legal op is not looked at
} tern_legality_entry_t;

typedef struct tern_conversion_target {
  const tern_legality_entry_t *entries;
  size_t entry_count;
  // For ops without an entry; NULL: unknown.
  bool (*is_unknown_legal)(const tern_op_t *op, void *user);
  void *user;
  bool keeps_foldable;  // ops are converted also where they could be folded: what is only written in another way
  // Replaced ops go when all is legal. Until then uses are the old ones: a pattern that wants what a value became asks
  // for it (tern_conversion_remapped), and gets its operands so. Ops that fold to constants are folded.
  bool replaces_at_end;
  // Of the ops in the root, this one and what is in it; NULL: all. The others are untouched, also by a failure. Goes with
  // `replaces_at_end`.
  const tern_op_t *only;
} tern_conversion_target_t;

// --- patterns ---

// A conversion pattern. `operands` are op's operands, converted to the types of the converter (1:1; a 1:N operand is
// given as an unrealized cast). Looks first, changes after; false: not matched.
// TERN_PLAIN_PATTERN in `benefit`: no types change, and `operands` are the op's own.
#define TERN_PLAIN_PATTERN 1024
struct tern_conversion;
typedef struct tern_conversion_pattern {
  const char *name;
  const tern_op_row_t *row;  // NULL: any op
  int benefit;
  bool (*rewrite)(tern_op_t *op, tern_values_t operands, struct tern_conversion *conversion);
} tern_conversion_pattern_t;

// A conversion under way; what a pattern sees.
typedef struct tern_conversion {
  tern_rewriter_t rewriter;                // first
  const tern_type_converter_t *converter;  // may be NULL
  void *user;
  struct tern_conversion_state *state;  // private
} tern_conversion_t;

// Replaces `op`; values of other types than the results' are mapped: later patterns get them as operands.
// A value may be NULL where the result has no uses.
void tern_conversion_replace(tern_conversion_t *conversion, tern_op_t *op, tern_values_t values);
// The same for an op with one result, as the last line of a pattern that always matches: true.
bool tern_conversion_replace_value(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *value);
// The same where a result becomes several values or none: `values` has one list for each result.
void tern_conversion_replace_multi(tern_conversion_t *conversion, tern_op_t *op, const tern_values_t *values);
void tern_conversion_erase(tern_conversion_t *conversion, tern_op_t *op);
// What `value` became, as a value of the converted type (materialised if need be).
tern_value_t *tern_conversion_remapped(tern_conversion_t *conversion, tern_value_t *value);
// Converts the argument types of a region's entry block (and of its other blocks), and what branches hand to them.
// False (and nothing is changed) if a type cannot be converted.
bool tern_conversion_convert_region_types(tern_conversion_t *conversion, tern_region_t *region);

// Gives one block other arguments: argument i becomes those from `starts[i]` to `starts[i + 1]` of `types`. Returns the
// block that holds the ops now; what branches to it is the caller's to change. Nothing is done if no type changes.
tern_block_t *tern_conversion_convert_block(tern_conversion_t *conversion, tern_block_t *block, tern_types_t types,
                                            const size_t *starts);

// Moves `first` and what follows it into a new block behind its own; returns the new block.
tern_block_t *tern_conversion_split_block(tern_conversion_t *conversion, tern_op_t *first);
// A new block before `before` (NULL: at the end of `region`).
tern_block_t *tern_conversion_add_block(tern_conversion_t *conversion, tern_region_t *region, tern_block_t *before);
// May `op` be made legal, as far as can be told without trying? It is, or a pattern is there for it.
bool tern_conversion_can_legalize(tern_conversion_t *conversion, const tern_op_t *op);
// Replaces an argument of a block that was converted, where it is still used under its old type.
void tern_conversion_replace_arg(tern_conversion_t *conversion, tern_value_t *old_arg, tern_value_t *value);

// Partial: illegal ops must go, unknown ops stay. Full: every op must become legal. On failure an error names the op
// that could not be legalised (`failed to legalize operation 'x' that was explicitly marked illegal`), and the IR is
// as it was. `root` itself is not converted, what is inside is.
bool tern_apply_partial_conversion(tern_op_t *root, const tern_conversion_target_t *target,
                                   const tern_conversion_pattern_t *patterns, size_t pattern_count,
                                   const tern_type_converter_t *converter, void *user);
bool tern_apply_full_conversion(tern_op_t *root, const tern_conversion_target_t *target,
                                const tern_conversion_pattern_t *patterns, size_t pattern_count,
                                const tern_type_converter_t *converter, void *user);

#endif  // TERN_REWRITE_CONVERSION_H_
