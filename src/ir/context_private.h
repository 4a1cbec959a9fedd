// The inside of a context, for the files of src/ir that fill its tables. Other rooms use ir/context.h.

#ifndef TERN_IR_CONTEXT_PRIVATE_H_
#define TERN_IR_CONTEXT_PRIVATE_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/attr/blob.h"
#include "ir/context.h"
#include "ir/unique_table.h"
#include "ir/watcher.h"

enum {
  TERN_CONTEXT_TEXT_COUNT = 16,             // messages' texts kept alive at a time
  TERN_CONTEXT_CACHED_POSITION_COUNT = 16,  // dims and symbols found without hashing
  TERN_CONTEXT_COMMON_WIDTH_COUNT = 129,    // integer widths found without hashing
};

// A registered dialect. `op_slots` is an index by name into its op rows, made when the first op is looked up.
typedef struct tern_dialect_entry {
  const char *name;               // static; "" is builtin
  const tern_dialect_t *dialect;  // static data; NULL: not loaded yet
  tern_dialect_loader_t load;     // where it comes from then; NULL once that has been tried
  const char *failure;            // in the context's arena: why it could not be loaded
  uint32_t *op_slots;             // in the context's arena: row index plus one, 0 for empty; NULL: not made yet
  size_t op_mask;                 // slots minus one
} tern_dialect_entry_t;

typedef struct tern_context_extension_entry {
  const void *key;
  void *value;
  void (*destroy)(void *value);
} tern_context_extension_entry_t;

// Types and attributes that are asked for all the time, found without hashing. NULL until first asked for.
typedef struct tern_context_common {
  const tern_type_t *none, *index;
  const tern_type_t *integers[TERN_CONTEXT_COMMON_WIDTH_COUNT];  // signless, by width
  const tern_type_t *floats[TERN_TYPE_F128 - TERN_TYPE_F4E2M1FN + 1];
  const tern_attr_t *unit, *true_attr, *false_attr, *unknown_loc, *empty_dictionary;
} tern_context_common_t;

// Most attributes of a big module are the locations of its ops, made line after line: the first location in each line of
// the file that is read is found by the line. Others are in the table of attributes.
typedef struct tern_line_locs {
  const tern_ident_t *file;              // NULL: none is read yet
  uint32_t first_line, end_line;         // lines outside of these have all their locations in the table
  TERN_VEC(const tern_attr_t *) values;  // by line, from `first_line` on; NULL: none yet
} tern_line_locs_t;

struct tern_context {
  tern_arena_t arena;  // everything uniqued, and compiled rows
  tern_pool_t pool;    // ops, blocks
  tern_diagnostics_t diagnostics;
  bool allows_unregistered;
  tern_ir_watcher_t *watcher;  // borrowed; NULL: nobody watches
  uint64_t distinct_count;     // ids given to distinct attributes

  tern_unique_table_t idents;  // tern_ident_t
  tern_unique_table_t blobs;   // tern_blob_t
  tern_unique_table_t types;   // tern_type_t
  tern_unique_table_t attrs;   // tern_attr_t, those locations included that are not in `lines`
  tern_line_locs_t lines;
  tern_unique_table_t affine_exprs;  // tern_affine_expr_t
  tern_unique_table_t affine_maps;   // tern_affine_map_t
  tern_unique_table_t integer_sets;  // tern_integer_set_t
  tern_context_common_t common;
  const tern_affine_expr_t *dims[TERN_CONTEXT_CACHED_POSITION_COUNT];     // NULL until asked for
  const tern_affine_expr_t *symbols[TERN_CONTEXT_CACHED_POSITION_COUNT];  // NULL until asked for

  tern_unique_table_t dialects_by_name;       // tern_dialect_entry_t
  TERN_VEC(tern_dialect_entry_t *) dialects;  // in order of registration, entries in the arena

  // Filled by op_def.c. A definition is in the arena and is found under its name; that of a row also under the row.
  tern_map_t op_defs_by_name;  // const tern_ident_t * -> tern_op_def_t *
  tern_map_t op_defs_by_row;   // const tern_op_row_t * -> tern_op_def_t *
  // Filled by constraint.c: compiled constraints by their text.
  tern_map_t type_constraints;  // const tern_ident_t * -> tern_type_constraint_t *
  tern_map_t attr_constraints;  // const tern_ident_t * -> tern_attr_constraint_t *
  // Filled by diagnostic.c: texts of types and attributes in messages, reused in turn.
  tern_string_builder_t texts[TERN_CONTEXT_TEXT_COUNT];
  size_t next_text;

  TERN_VEC(tern_lent_memory_t) lent;  // a handful: searched in order
  size_t touched_size;                // bytes of views that may be in memory
  TERN_VEC(char *) owned_blobs;       // malloc's: bytes of long blobs

  TERN_VEC(tern_context_extension_entry_t) extensions;  // a handful: searched in order
};

// Ends what blob.c keeps.
void tern_blobs_deinitialize(tern_context_t *context);

// An attribute that is in no table.
tern_attr_t *tern_attr_allocate(tern_context_t *context, tern_attr_kind_t kind, const void *row, const uint64_t *params,
                                size_t param_count);

#endif  // TERN_IR_CONTEXT_PRIVATE_H_
