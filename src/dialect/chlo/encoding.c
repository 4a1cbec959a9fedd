// CHLO in bytecode: upstream's ChloBytecode.cpp encodes two enums, by a code and the value.

#include <inttypes.h>
#include <string.h>

#include "bytecode/dialect_encoding.h"
#include "dialect/chlo/chlo.h"
#include "ir/context.h"

// The place is the code.
static const char *const enum_names[] = {"chlo.comparison_direction", "chlo.comparison_type"};
enum { ENUM_COUNT = sizeof(enum_names) / sizeof(enum_names[0]) };

static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  uint64_t code, value;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code >= ENUM_COUNT) return tern_decoder_error(decoder, "unknown chlo attribute code: %" PRIu64, code), NULL;
  if (!tern_decode_varint(decoder, &value)) return NULL;
  tern_context_t *context = tern_decoder_context(decoder);
  const tern_enum_row_t *row = tern_context_find_enum(context, tern_str_from_cstr(enum_names[code]));
  if (value <= INT64_MAX && tern_enum_case_name(row, (int64_t)value)) {
    return tern_enum_attr_get(context, row, (int64_t)value);
  }
  return tern_decoder_error(decoder, "'%s' has no case %" PRIu64, enum_names[code], value), NULL;
}

static bool write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (attr->kind != TERN_ATTR_ENUM) return false;
  for (size_t code = 0; code < ENUM_COUNT; ++code) {
    if (strcmp(((const tern_enum_row_t *)attr->row)->name, enum_names[code]) != 0) continue;
    tern_encode_varint(encoder, code);
    tern_encode_varint(encoder, (uint64_t)tern_enum_attr_value(attr));
    return true;
  }
  return false;
}

const tern_dialect_encoding_t tern_chlo_encoding = {.read_attr = read_attr, .write_attr = write_attr};
