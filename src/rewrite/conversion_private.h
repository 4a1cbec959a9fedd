// The parts of dialect conversion among themselves.

#ifndef TERN_REWRITE_CONVERSION_PRIVATE_H_
#define TERN_REWRITE_CONVERSION_PRIVATE_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/dominance.h"
#include "rewrite/conversion.h"

// The most types that one type converts to.
#define MAX_CONVERTED_TYPES 8

// --- conversion_target.c ---

typedef struct legality_table {
  const tern_conversion_target_t *target;
  tern_map_t entries_by_def;  // tern_op_def_t -> tern_legality_entry_t, or a mark for none
} legality_table_t;

void legality_table_deinitialize(legality_table_t *table);
// LEGAL, ILLEGAL or UNKNOWN: dynamic answers are asked for. `*out_is_recursive` (may be NULL): what is inside the
// legal op is not looked at.
tern_legality_t legality_table_query(legality_table_t *table, const tern_op_t *op, bool *out_is_recursive);

// --- conversion_cast.c ---

// Who asked for a cast.
typedef enum cast_kind {
  CAST_TO_SOURCE = 1,  // from converted values back to a value of the old type
  CAST_TO_TARGET,      // from an old value to the converted type
} cast_kind_t;

// The casts that the conversion made.
typedef struct cast_set {
  tern_map_t kinds;      // cast op -> cast_kind_t
  tern_map_t to_target;  // value -> the last target cast of it
  // Of conversions that replace at the end, by the first value that is cast.
  tern_map_t to_source;  // value -> the last source cast's op
  tern_map_t originals;  // target cast op -> the type that was converted
} cast_set_t;

void cast_set_deinitialize(cast_set_t *casts);
bool cast_set_contains(const cast_set_t *casts, const tern_op_t *op);
void cast_set_forget(cast_set_t *casts, const tern_op_t *op);
bool is_unrealized_cast(const tern_op_t *op);
// Makes a cast at the builder (unheard by its listener) and returns the op.
tern_op_t *make_cast(cast_set_t *casts, const tern_builder_t *builder, tern_values_t inputs, tern_types_t types,
                     cast_kind_t kind);
// `value` as a value of `type`: what a cast back came from, or a cast next to its definition.
tern_value_t *cast_to_target(cast_set_t *casts, tern_value_t *value, const tern_type_t *type);
// Folds casts that cancel each other, erases dead ones, and hands the rest to the materialisers.
void settle_casts(cast_set_t *casts, tern_rewriter_t *rewriter, const tern_type_converter_t *converter);

// --- conversion_deferred.c ---

// What a conversion that replaces at the end has to do then.
typedef struct deferred_replacement {
  tern_op_t *op;      // all of its results, or
  tern_value_t *arg;  // an argument of a block
} deferred_replacement_t;

typedef struct deferral {
  tern_arena_t arena;
  tern_map_t replacements;  // value -> tern_values_t in the arena
  tern_map_t stand_ins;     // values that replace others
  tern_map_t gone;          // replaced ops and those inside of them
  TERN_VEC(deferred_replacement_t) log;
  TERN_VEC(tern_block_t *) old_blocks;  // without ops; their arguments are still used
  TERN_VEC(tern_op_t *) made;           // by patterns and folds, in order; NULL where one is gone
  tern_map_t made_positions;            // op -> index plus one
  size_t block_count;                   // how many blocks were made or converted
  TERN_VEC(tern_op_t *) target_casts;   // in order; some may be gone
} deferral_t;

// Where a pattern began, to go back to.
typedef struct deferral_mark {
  size_t log_count, made_count, block_count, cast_count;
} deferral_mark_t;

void deferral_deinitialize(deferral_t *deferral);
void deferred_replace(tern_conversion_t *conversion, tern_op_t *op, const tern_values_t *values);
deferral_mark_t deferral_mark(const deferral_t *deferral);
void deferral_hear_made(deferral_t *deferral, tern_op_t *op);
void deferral_hear_erased(deferral_t *deferral, tern_op_t *op);
// Takes back what was made and replaced since the mark. False if that cannot be: blocks were changed.
bool deferred_take_back(tern_conversion_t *conversion, deferral_mark_t mark);
// Takes back only the casts of operands that a pattern did not use after all.
void deferred_take_back_casts(tern_conversion_t *conversion, deferral_mark_t mark);
// What `value` is for a pattern; NULL: its type cannot be converted.
tern_value_t *deferred_remap(tern_conversion_t *conversion, tern_value_t *value);
tern_block_t *deferred_convert_block(tern_conversion_t *conversion, tern_block_t *block, tern_types_t types,
                                     const size_t *starts);
void deferred_replace_arg(tern_conversion_t *conversion, tern_value_t *old_arg, tern_value_t *value);
// Replaces and erases what was to be.
void deferred_commit(tern_conversion_t *conversion);
// After a failure: nothing of the old blocks is used any more.
void deferred_abandon(tern_conversion_t *conversion);

// --- conversion.c ---

struct tern_conversion_state {
  tern_listener_t listener;  // first
  tern_op_t *root;
  legality_table_t legality;
  const tern_conversion_pattern_t **patterns;  // by benefit
  size_t pattern_count;
  cast_set_t casts;
  TERN_VEC(tern_op_t *) worklist;  // all ops at the start, in pre-order; NULL where one is gone or done
  tern_map_t worklist_positions;   // op -> index plus one
  TERN_VEC(tern_op_t *) pending;   // made or watched while patterns run; NULL where one is gone
  tern_map_t pending_positions;
  bool is_deferred;
  deferral_t deferral;
  tern_dominance_t *dominance;  // while ops are listed, if unreachable ones are left out
};

#endif  // TERN_REWRITE_CONVERSION_PRIVATE_H_
