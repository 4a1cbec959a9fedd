// LLVM in bytecode: native properties of ops; its attributes are in encoding_attrs.c.

#include <inttypes.h>

#include "bytecode/dialect_encoding.h"
#include "dialect/llvm/llvm.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/context.h"

static void write_flags(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, attr ? (uint64_t)tern_enum_attr_value(attr) : 0);
}

static bool read_flags(tern_decoder_t *decoder, const tern_enum_row_t *row, const tern_attr_t **out_attr) {
  uint64_t value;
  tern_context_t *context = tern_decoder_context(decoder);
  if (!tern_decode_varint(decoder, &value)) return false;
  if (value > INT32_MAX || !tern_enum_value_text(context, row, (int64_t)value)) {
    return tern_decoder_error(decoder, "'%s' has no value %" PRIu64, row->name, value);
  }
  *out_attr = tern_enum_attr_get(context, row, (int64_t)value);
  return true;
}

static bool read_overflow(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  return read_flags(decoder, TERN_LLVM_ENUM(OVERFLOW), out_attr);
}

static bool read_no_wrap(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  return read_flags(decoder, TERN_LLVM_ENUM(GEP_NO_WRAP), out_attr);
}

static const tern_property_encoding_t properties[] = {
    {"llvm.add", "overflowFlags", TERN_PROPERTY_VALUE, write_flags, read_overflow},
    {"llvm.getelementptr", "noWrapFlags", TERN_PROPERTY_VALUE, write_flags, read_no_wrap},
    {"llvm.mul", "overflowFlags", TERN_PROPERTY_VALUE, write_flags, read_overflow},
    {"llvm.shl", "overflowFlags", TERN_PROPERTY_VALUE, write_flags, read_overflow},
    {"llvm.sub", "overflowFlags", TERN_PROPERTY_VALUE, write_flags, read_overflow},
    {"llvm.trunc", "overflowFlags", TERN_PROPERTY_VALUE, write_flags, read_overflow},
};

const tern_dialect_encoding_t tern_llvm_encoding = {
    .read_attr = tern_llvm_read_attr,
    .write_attr = tern_llvm_write_attr,
    .properties = properties,
    .property_count = sizeof(properties) / sizeof(properties[0]),
};
