// How a dialect's attributes and types are encoded in MLIR's bytecode (upstream's BytecodeDialectInterface).
//
// A dialect that has an encoding of its own points at it in its table (`tern_dialect_t.encoding`); what it does not
// encode goes through the textual form, as upstream has it. Encodings conventionally start with a code that says what
// follows:
//
//   static const tern_type_t *read_type(tern_decoder_t *decoder) {
//     uint64_t code;
//     const tern_type_t *element;
//     if (!tern_decode_varint(decoder, &code)) return NULL;
//     if (code != 0) return tern_decoder_error(decoder, "unknown code: %" PRIu64, code), NULL;
//     if (!tern_decode_type(decoder, &element)) return NULL;
//     return tern_complex_type_get(element);
//   }
//   static bool write_type(tern_encoder_t *encoder, const tern_type_t *type) {
//     if (type->kind != TERN_TYPE_COMPLEX) return false;  // nothing was written: the textual form is taken
//     tern_encode_varint(encoder, 0);
//     tern_encode_type(encoder, tern_type_element(type));
//     return true;
//   }
//
// Readers meet hostile bytes: every decode call returns false after it has emitted an error, and hooks check what they
// read before they make something of it. Writers are called twice for each thing, first to find what it refers to, then
// to write it: they must do the same both times.

#ifndef TERN_BYTECODE_DIALECT_ENCODING_H_
#define TERN_BYTECODE_DIALECT_ENCODING_H_

#include "ir/op_def.h"

typedef struct tern_decoder tern_decoder_t;
typedef struct tern_encoder tern_encoder_t;

// The version of a dialect that a file was written with; what the numbers mean is the dialect's to say.
typedef struct tern_dialect_version {
  uint64_t numbers[3];
} tern_dialect_version_t;

// How an inherent attribute of ours is written among the properties of an op, where the op's row does not say it.
typedef enum tern_property_kind {
  TERN_PROPERTY_REQUIRED,  // upstream requires what has a default in our row
  TERN_PROPERTY_VALUE,     // upstream has a plain value: by functions
  TERN_PROPERTY_NONE,      // upstream has no such property: it goes to the dictionary
} tern_property_kind_t;

typedef struct tern_property_encoding {
  const char *op;    // full name of the op
  const char *attr;  // name of the attribute
  tern_property_kind_t kind;
  // Writes the property of an op, where `attr` may be NULL (absent).
  void (*write)(tern_encoder_t *encoder, const tern_attr_t *attr);
  // Reads it; `*out_attr` may be set to NULL (absent). False after an error.
  bool (*read)(tern_decoder_t *decoder, const tern_attr_t **out_attr);
} tern_property_encoding_t;

// What a dialect supplies; every member may be NULL.
typedef struct tern_dialect_encoding {
  const tern_attr_t *(*read_attr)(tern_decoder_t *decoder);
  const tern_type_t *(*read_type)(tern_decoder_t *decoder);
  // False if nothing was written because this one is not encoded.
  bool (*write_attr)(tern_encoder_t *encoder, const tern_attr_t *attr);
  bool (*write_type)(tern_encoder_t *encoder, const tern_type_t *type);
  // Writes the dialect's version for a file that holds `root`; writing nothing means that there is none.
  void (*write_version)(tern_encoder_t *encoder, const tern_op_t *root);
  // NULL: a file that has a version of this dialect is refused.
  bool (*read_version)(tern_decoder_t *decoder, tern_dialect_version_t *out_version);
  // Runs over the whole IR of a file that had a version of this dialect. False after an error.
  bool (*upgrade)(tern_op_t *root, const tern_dialect_version_t *version);
  // The dialect keeps inherent attributes in the ops' dictionaries also where the format has properties (upstream's
  // usePropertiesForAttributes = 0: StableHLO's dialects).
  bool has_no_properties;
  const tern_property_encoding_t *properties;
  size_t property_count;
} tern_dialect_encoding_t;

// --- reading ---

tern_context_t *tern_decoder_context(const tern_decoder_t *decoder);
// The version of the bytecode format, 0 to 6.
uint64_t tern_decoder_bytecode_version(const tern_decoder_t *decoder);
// The version of a dialect that the file names; false if it names none.
bool tern_decoder_dialect_version(tern_decoder_t *decoder, const char *dialect, tern_dialect_version_t *out_version);
// Emits an error at the file. Always false.
bool tern_decoder_error(tern_decoder_t *decoder, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Bytes that are left.
size_t tern_decoder_remaining(const tern_decoder_t *decoder);

bool tern_decode_byte(tern_decoder_t *decoder, uint8_t *out_value);
bool tern_decode_bool(tern_decoder_t *decoder, bool *out_value);
bool tern_decode_varint(tern_decoder_t *decoder, uint64_t *out_value);
bool tern_decode_signed_varint(tern_decoder_t *decoder, int64_t *out_value);
bool tern_decode_varint_with_flag(tern_decoder_t *decoder, uint64_t *out_value, bool *out_flag);
// The length of a list whose elements take at least one byte each: more than there are bytes is an error.
bool tern_decode_count(tern_decoder_t *decoder, size_t *out_count);
// A string of the file's table; the view lives while the file is read.
bool tern_decode_string(tern_decoder_t *decoder, tern_str_t *out_text);
// A length and as many bytes; the view lives while the file is read.
bool tern_decode_blob(tern_decoder_t *decoder, tern_str_t *out_bytes);
// An integer of a known width, as ceil(width / 64) little-endian words.
bool tern_decode_words(tern_decoder_t *decoder, uint32_t width, uint64_t *out_words);
// References to other entries.
bool tern_decode_attr(tern_decoder_t *decoder, const tern_attr_t **out_attr);
bool tern_decode_attr_of_kind(tern_decoder_t *decoder, tern_attr_kind_t kind, const tern_attr_t **out_attr);
bool tern_decode_optional_attr(tern_decoder_t *decoder, const tern_attr_t **out_attr);  // may become NULL
bool tern_decode_type(tern_decoder_t *decoder, const tern_type_t **out_type);
// A dialect's resource: its key.
bool tern_decode_resource(tern_decoder_t *decoder, tern_str_t *out_key);
// Lists with their length in front, in memory that lives until the entry is read.
void *tern_decoder_alloc(tern_decoder_t *decoder, size_t size);
bool tern_decode_attrs(tern_decoder_t *decoder, const tern_attr_t *const **out_attrs, size_t *out_count);
bool tern_decode_types(tern_decoder_t *decoder, tern_types_t *out_types);
bool tern_decode_signed_varints(tern_decoder_t *decoder, const int64_t **out_values, size_t *out_count);

// --- writing ---

tern_context_t *tern_encoder_context(const tern_encoder_t *encoder);
uint64_t tern_encoder_bytecode_version(const tern_encoder_t *encoder);

void tern_encode_byte(tern_encoder_t *encoder, uint8_t value);
void tern_encode_varint(tern_encoder_t *encoder, uint64_t value);
void tern_encode_signed_varint(tern_encoder_t *encoder, int64_t value);
void tern_encode_varint_with_flag(tern_encoder_t *encoder, uint64_t value, bool flag);
void tern_encode_string(tern_encoder_t *encoder, tern_str_t text);
void tern_encode_blob(tern_encoder_t *encoder, const void *data, size_t size);
void tern_encode_words(tern_encoder_t *encoder, uint32_t width, const uint64_t *words);
void tern_encode_attr(tern_encoder_t *encoder, const tern_attr_t *attr);
void tern_encode_optional_attr(tern_encoder_t *encoder, const tern_attr_t *attr);  // NULL: none
void tern_encode_type(tern_encoder_t *encoder, const tern_type_t *type);
void tern_encode_resource(tern_encoder_t *encoder, const char *dialect, tern_str_t key);
void tern_encode_attrs(tern_encoder_t *encoder, const tern_attr_t *const *attrs, size_t count);
void tern_encode_types(tern_encoder_t *encoder, tern_types_t types);
void tern_encode_signed_varints(tern_encoder_t *encoder, const int64_t *values, size_t count);

#endif  // TERN_BYTECODE_DIALECT_ENCODING_H_
