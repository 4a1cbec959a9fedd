// The inside of the writer. See reader.h for a map of the room.
//
// A module is gone over twice: first everything that it refers to is found and numbered, what is referred to most
// first, so that most references take one byte; then it is written. Dialects' encodings serve both: in the first turn
// an encoder has no section to write to. The order of everything is upstream's (mlir/lib/Bytecode/Writer), so that equal
// modules give equal files.

#ifndef TERN_BYTECODE_WRITER_H_
#define TERN_BYTECODE_WRITER_H_

#include "base/map.h"
#include "base/vec.h"
#include "bytecode/bytecode.h"
#include "bytecode/dialect_encoding.h"
#include "bytecode/format.h"
#include "ir/context.h"

typedef struct tern_bytecode_writer tern_bytecode_writer_t;

// A section under construction.
typedef struct tern_emitter {
  TERN_VEC(uint8_t) bytes;  // owned
  uint32_t alignment;       // that the start of the section needs
} tern_emitter_t;

struct tern_encoder {
  tern_bytecode_writer_t *writer;
  tern_emitter_t *out;  // NULL: references are counted, nothing is written
};

// A dialect that the module refers to.
typedef struct tern_numbered_dialect {
  tern_str_t name;
  const tern_dialect_encoding_t *encoding;
  tern_map_t resources;  // key ident -> number plus one, 0 while it has none; in the order of reference
} tern_numbered_dialect_t;

// An attribute, type or op name that the module refers to.
typedef struct tern_numbered {
  const void *object;  // tern_attr_t, tern_type_t or tern_op_def_t
  uint32_t dialect;    // index
  uint32_t number;
  uint64_t reference_count;
} tern_numbered_t;

typedef struct tern_numbering {
  TERN_VEC(tern_numbered_t *) entries;  // in order; owned
  tern_map_t by_object;
} tern_numbering_t;

struct tern_bytecode_writer {
  tern_context_t *context;
  tern_op_t *root;
  const tern_bytecode_options_t *options;
  uint64_t version;
  TERN_VEC(tern_numbered_dialect_t) dialects;
  tern_map_t dialect_indices;  // name ident -> index plus one
  tern_numbering_t attrs, types, op_names;
  tern_map_t values;                // value -> number in its scope, plus one
  tern_map_t blocks;                // block -> number in its region, plus one
  tern_map_t ops;                   // op -> number in pre-order, plus one
  tern_map_t bound_ops;             // ops whose regions use values from outside of them
  tern_map_t region_values;         // region -> values defined directly in it, plus one
  TERN_VEC(tern_str_t) strings;     // texts live in the context
  tern_map_t string_indices;        // ident -> index plus one
  TERN_VEC(tern_str_t) properties;  // owned bytes
  tern_map_t property_indices;      // blob ident -> index plus one
};

// --- encoder.c ---
void tern_emitter_deinitialize(tern_emitter_t *emitter);
void tern_emit_byte(tern_emitter_t *out, uint8_t value);
void tern_emit_bytes(tern_emitter_t *out, const void *data, size_t size);
void tern_emit_varint(tern_emitter_t *out, uint64_t value);
void tern_emit_padding(tern_emitter_t *out, uint32_t alignment);
// Appends `section` with its header and frees it.
void tern_emit_section(tern_emitter_t *out, tern_bytecode_section_t id, tern_emitter_t *section);
// Index of a string in the file's table.
size_t tern_writer_string(tern_bytecode_writer_t *writer, tern_str_t text);

// --- numbering.c ---
void tern_writer_number_all(tern_bytecode_writer_t *writer);
void tern_writer_number_attr(tern_bytecode_writer_t *writer, const tern_attr_t *attr);
void tern_writer_number_type(tern_bytecode_writer_t *writer, const tern_type_t *type);
void tern_writer_number_resource(tern_bytecode_writer_t *writer, const char *dialect, tern_str_t key);
uint64_t tern_writer_attr_number(const tern_bytecode_writer_t *writer, const tern_attr_t *attr);
uint64_t tern_writer_type_number(const tern_bytecode_writer_t *writer, const tern_type_t *type);
uint64_t tern_writer_resource_number(const tern_bytecode_writer_t *writer, const char *dialect, tern_str_t key);
// The dictionary that is written for an op (NULL: none) and whether its inherent attributes are properties.
bool tern_writer_has_properties(const tern_bytecode_writer_t *writer, const tern_op_t *op);
const tern_attr_t *tern_writer_op_attrs(const tern_bytecode_writer_t *writer, const tern_op_t *op);

// --- properties.c ---
// The row that a dialect has for a property, or NULL.
const tern_property_encoding_t *tern_property_encoding_of(const tern_op_def_t *def, const tern_ident_t *attr);
// False if one that upstream requires is absent, or if upstream has none: such an op has its attributes in the dictionary.
bool tern_has_all_properties(const tern_op_t *op);
void tern_write_properties(tern_encoder_t *encoder, const tern_op_t *op);

// --- property_value.c ---
// A property that is a plain value by its constraint; `attr` may be NULL for a flag that is not there.
void tern_encode_property_value(tern_encoder_t *encoder, const tern_attr_constraint_t *constraint,
                                const tern_attr_t *attr);

// --- write_ir.c ---
void tern_writer_write_ir(tern_bytecode_writer_t *writer, tern_emitter_t *out);

#endif  // TERN_BYTECODE_WRITER_H_
