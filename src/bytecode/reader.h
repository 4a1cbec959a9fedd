// The inside of the reader: a file that is being read, and cursors into it.
//
// Map of the room: format.h has the format's numbers, dialect_encoding.h what dialects see of both directions.
// decoder.c reads primitives and references; reader.c the sections and tables; read_entries.c attributes and types, when
// something asks for them; read_resources.c; read_ir.c ops; read_use_lists.c the orders of uses. encoder.c writes
// primitives and sections; numbering.c finds what a module refers to and orders it; writer.c writes tables, write_ir.c
// ops. Both ways: properties.c, builtin_attrs.c, builtin_types.c.
//
// Nothing of a file is believed: every count is compared with the bytes that are left before memory is asked for.

#ifndef TERN_BYTECODE_READER_H_
#define TERN_BYTECODE_READER_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "bytecode/dialect_encoding.h"
#include "bytecode/format.h"
#include "ir/context.h"

enum {
  // Nesting of attributes and types; what is printed and verified recursively stays within the stack.
  TERN_BYTECODE_MAX_DEPTH = 512,
  TERN_BYTECODE_MAX_REGION_DEPTH = 1000,
};

typedef struct tern_bytecode_file tern_bytecode_file_t;

// A stretch of the file with a cursor.
struct tern_decoder {
  tern_bytecode_file_t *file;
  const uint8_t *cursor, *end;
};

// A dialect that the file names.
typedef struct tern_file_dialect {
  tern_str_t name;
  tern_str_t version_bytes;
  bool is_loaded;                           // the members below are known
  const tern_dialect_t *dialect;            // NULL: not registered
  const tern_dialect_encoding_t *encoding;  // NULL: none
  bool has_version;
  tern_dialect_version_t version;
} tern_file_dialect_t;

typedef struct tern_file_op_name {
  tern_file_dialect_t *dialect;
  tern_str_t name;  // without the dialect
  bool was_registered;
  const tern_op_def_t *def;  // NULL: not looked up yet
} tern_file_op_name_t;

typedef enum tern_entry_state { TERN_ENTRY_UNREAD, TERN_ENTRY_READING, TERN_ENTRY_READ } tern_entry_state_t;

// An attribute or type of the file.
typedef struct tern_file_entry {
  tern_file_dialect_t *dialect;
  tern_str_t bytes;
  bool is_encoded;  // by the dialect; else text
  tern_entry_state_t state;
  uint32_t depth;      // of nesting
  const void *object;  // tern_attr_t or tern_type_t, once read
} tern_file_entry_t;

typedef struct tern_file_entries {
  tern_file_entry_t *values;
  size_t count;
  const char *what;  // "Attribute" or "Type"
} tern_file_entries_t;

// The order of a value's uses, as the file gives it.
typedef struct tern_use_order {
  tern_value_t *value;
  bool is_pairs;
  uint32_t *indices;
  size_t count;
} tern_use_order_t;

struct tern_bytecode_file {
  tern_context_t *context;
  const tern_attr_t *loc;  // of messages: the file, line 0
  const uint8_t *begin, *end;
  uint64_t version;
  tern_str_t producer;
  tern_arena_t arena;    // lives until the file is read
  tern_arena_t scratch;  // lives until an entry or op is read
  tern_str_t *strings;
  size_t string_count;
  tern_file_dialect_t *dialects;
  size_t dialect_count;
  TERN_VEC(tern_file_op_name_t) op_names;
  tern_file_entries_t attrs, types;
  uint32_t depth, child_depth;  // of the entry that is being read; the deepest of its children
  TERN_VEC(tern_str_t) resources;
  tern_str_t *properties;
  size_t property_count;
  TERN_VEC(tern_use_order_t) use_orders;
  bool has_forward_uses;  // some value was used before it was defined: uses are not in order
};

// --- decoder.c ---
tern_decoder_t tern_decoder_of(tern_bytecode_file_t *file, tern_str_t bytes);
bool tern_decode_bytes(tern_decoder_t *decoder, uint64_t size, tern_str_t *out_bytes);
// Text up to a NUL, which is taken.
bool tern_decode_c_string(tern_decoder_t *decoder, tern_str_t *out_text);
// An index below `count`; `what` names the table in messages.
bool tern_decode_index(tern_decoder_t *decoder, size_t count, const char *what, size_t *out_index);
bool tern_decode_string_at(tern_decoder_t *decoder, uint64_t index, tern_str_t *out_text);
// Padding up to a multiple of `alignment` bytes from the file's start.
bool tern_decode_padding(tern_decoder_t *decoder, uint64_t alignment);
bool tern_decode_section(tern_decoder_t *decoder, tern_bytecode_section_t *out_id, tern_str_t *out_bytes);
// A count of things that take at least `size` bytes each.
bool tern_decode_count_of(tern_decoder_t *decoder, const char *what, size_t size, size_t *out_count);

// --- reader.c ---
// Looks the dialect up; an unknown one is an error unless such are allowed.
bool tern_file_dialect_load(tern_decoder_t *decoder, tern_file_dialect_t *dialect);
// Reads (dialect, number of entries, entries) and calls back for each entry.
typedef bool (*tern_group_entry_fn_t)(tern_decoder_t *decoder, tern_file_dialect_t *dialect, void *user);
bool tern_decode_group(tern_decoder_t *decoder, tern_group_entry_fn_t read_entry, void *user);
// The encodings of a dialect by its name, builtin's included; NULL: none.
const tern_dialect_encoding_t *tern_dialect_encoding_of(const tern_context_t *context, tern_str_t dialect);

// --- read_entries.c ---
bool tern_file_read_entry_tables(tern_bytecode_file_t *file, tern_str_t bytes, tern_str_t offsets);
// The attribute or type of an index, read now if it was not. NULL after an error.
const tern_attr_t *tern_file_attr_at(tern_bytecode_file_t *file, uint64_t index);
const tern_type_t *tern_file_type_at(tern_bytecode_file_t *file, uint64_t index);

// --- read_resources.c ---
bool tern_file_read_resources(tern_bytecode_file_t *file, tern_str_t bytes, tern_str_t offsets);

// --- read_ir.c ---
// Fills `block` with the ops of the file.
bool tern_file_read_ir(tern_bytecode_file_t *file, tern_str_t bytes, tern_block_t *block);

// --- read_use_lists.c ---
// Reads the orders of the uses of `count` values, which are defined later.
bool tern_decode_use_orders(tern_decoder_t *decoder, size_t count, size_t *out_first);
// Puts all uses within `root` in the order that the file says, or in that of the ops.
bool tern_file_apply_use_orders(tern_bytecode_file_t *file, tern_op_t *root);

// --- properties.c ---
// Fills the slots of `def` (attr_count of them) from an op's properties.
// A property that is a plain value by its constraint (property_value.c).
bool tern_decode_property_value(tern_decoder_t *decoder, const tern_attr_constraint_t *constraint,
                                const tern_attr_t **out_attr);
bool tern_file_read_properties(tern_decoder_t *decoder, const tern_file_op_name_t *name, const tern_attr_t **slots);

// --- builtin_attrs.c, builtin_types.c ---
extern const tern_dialect_encoding_t tern_builtin_encoding;
const tern_type_t *tern_builtin_read_type(tern_decoder_t *decoder);
bool tern_builtin_write_type(tern_encoder_t *encoder, const tern_type_t *type);

#endif  // TERN_BYTECODE_READER_H_
