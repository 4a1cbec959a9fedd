// A BYTECODE section (base/bytecode_format.h) that was checked: its tables in place, and what the runtime derives once.

#ifndef TERN_RUNTIME_VM_IMAGE_H_
#define TERN_RUNTIME_VM_IMAGE_H_

#include <stdbool.h>

#include "base/arena.h"
#include "base/bytecode_format.h"
#include "tern/status.h"

// Bytes that rodata may lie in.
typedef struct tern_bytecode_bytes_t {
  const unsigned char *data;
  size_t size;
} tern_bytecode_bytes_t;

// Where the constants of an image are. All is borrowed for as long as the image.
typedef struct tern_bytecode_sources_t {
  tern_bytecode_bytes_t rodata;              // the RODATA section; empty if there is none
  const tern_bytecode_bytes_t *executables;  // the EXECUTABLE sections, in the order of the file
  size_t executable_count;
} tern_bytecode_sources_t;

// Which functions write a global decides how the others have to read it.
enum tern_bytecode_global_bits_t {
  TERN_BYTECODE_GLOBAL_IS_SHARED = 1u << 0,  // written by another function than the initialiser
};

// Every ordinal, offset, type and instruction in an image is known to be right. Immutable.
typedef struct tern_bytecode_image_t {
  const tern_bytecode_header_t *header;
  const char *strings;
  const uint32_t *words;
  const int64_t *dims;
  const tern_bytecode_type_t *types;
  const tern_bytecode_signature_t *signatures;
  const tern_bytecode_import_t *imports;
  const tern_bytecode_export_t *exports;
  const tern_bytecode_function_t *functions;
  const uint32_t *ref_globals;
  const tern_bytecode_rodata_t *rodata;
  const tern_bytecode_attribute_t *attributes;
  const tern_bytecode_value_t *values;
  const uint16_t *code;
  uint32_t counts[TERN_BYTECODE_TABLE_COUNT];
  tern_bytecode_sources_t sources;
  // For each type, the ordinal of the first type that is the same.
  uint32_t *canonical_types;
  uint8_t *ref_global_flags;  // tern_bytecode_global_bits_t, for each reference global
  uint8_t *ref_words;         // for each of `words`: is it the type of a reference?
} tern_bytecode_image_t;

// Checks the section in the `size` bytes at `data` (a multiple of 8), all tables and the code of every function. What the
// image needs beyond the section lies in `arena`.
// Errors: TERN_INVALID_ARGUMENT for anything that is not right, with the table or function; TERN_UNSUPPORTED for
// another version.
tern_status_t tern_bytecode_image_open(tern_arena_t *arena, const void *data, size_t size,
                                       const tern_bytecode_sources_t *sources, tern_bytecode_image_t *out_image);

// The text of a string, which ends in a NUL.
static inline const char *tern_bytecode_text(const tern_bytecode_image_t *image, tern_bytecode_string_t string) {
  return image->strings + string.offset;
}
// The bytes of a rodata segment.
tern_bytecode_bytes_t tern_bytecode_rodata_bytes(const tern_bytecode_image_t *image, uint32_t ordinal);
// Is a value of the type a reference?
static inline bool tern_bytecode_kind_is_ref(uint32_t kind) {
  return kind >= TERN_BYTECODE_KIND_BUFFER && kind <= TERN_BYTECODE_KIND_ANY;
}
// Are the two types of different images the same?
bool tern_bytecode_types_equal(const tern_bytecode_image_t *left, uint32_t left_type,
                               const tern_bytecode_image_t *right, uint32_t right_type);

// What an instruction's row in bytecode_ops.def says about its operands; NULL for an unknown one.
const char *tern_bytecode_operands(uint16_t opcode);

// Checks the code of function `ordinal` (verifier.c).
tern_status_t tern_bytecode_verify_function(const tern_bytecode_image_t *image, uint32_t ordinal);

#endif  // TERN_RUNTIME_VM_IMAGE_H_
