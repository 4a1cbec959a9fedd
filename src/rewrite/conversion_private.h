// The parts of dialect conversion among themselves.

#ifndef TERN_REWRITE_CONVERSION_PRIVATE_H_
#define TERN_REWRITE_CONVERSION_PRIVATE_H_

#include "base/map.h"
#include "base/vec.h"
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
};

#endif  // TERN_REWRITE_CONVERSION_PRIVATE_H_
