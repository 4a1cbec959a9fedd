// LLVM in bytecode: native properties of ops, and loop annotations (upstream's LLVMDialectBytecode.td).

#include <inttypes.h>

#include "base/vec.h"
#include "bytecode/dialect_encoding.h"
#include "dialect/llvm/llvm.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/context.h"

// --- properties ---

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

// --- loop annotations ---

enum {
  CODE_LOOP_ANNOTATION = 18,
  LOOP_PARAM_COUNT = 15,  // the last one is a list
};

static const tern_attr_row_t *loop_annotation_row(tern_context_t *context) {
  return tern_context_find_attr(context, TERN_STR("llvm.loop_annotation"));
}

// Each is an attribute or not there. The list is behind a boolean that says whether there is one.
static const tern_attr_t *read_loop_annotation(tern_decoder_t *decoder) {
  tern_context_t *context = tern_decoder_context(decoder);
  uint64_t params[LOOP_PARAM_COUNT] = {0};
  for (size_t i = 0; i + 1 < LOOP_PARAM_COUNT; ++i) {
    const tern_attr_t *attr;
    if (!tern_decode_optional_attr(decoder, &attr)) return NULL;
    params[i] = (uint64_t)(uintptr_t)attr;
  }
  bool has_groups;
  size_t count = 0;
  if (!tern_decode_bool(decoder, &has_groups) || (has_groups && !tern_decode_count(decoder, &count))) return NULL;
  const tern_attr_t **groups = tern_decoder_alloc(decoder, (count + 1) * sizeof(*groups));
  for (size_t i = 0; i < count; ++i) {
    if (!tern_decode_optional_attr(decoder, &groups[i])) return NULL;
    if (!groups[i]) return tern_decoder_error(decoder, "an access group of a loop is not there"), NULL;
  }
  if (count) params[LOOP_PARAM_COUNT - 1] = (uint64_t)(uintptr_t)tern_array_attr_get(context, groups, count);
  return tern_dialect_attr_get(context, loop_annotation_row(context), params, LOOP_PARAM_COUNT);
}

static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code == CODE_LOOP_ANNOTATION) return read_loop_annotation(decoder);
  return tern_decoder_error(decoder, "the encoding of LLVM's debug information (code %" PRIu64 ") is not known", code),
         NULL;
}

static bool write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (!tern_attr_is_llvm(attr, "llvm.loop_annotation")) return false;
  tern_encode_varint(encoder, CODE_LOOP_ANNOTATION);
  for (size_t i = 0; i + 1 < LOOP_PARAM_COUNT; ++i) {
    tern_encode_optional_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[i]);
  }
  const tern_attr_t *groups = (const tern_attr_t *)(uintptr_t)attr->params[LOOP_PARAM_COUNT - 1];
  size_t count = groups ? tern_array_attr_count(groups) : 0;
  tern_encode_byte(encoder, count != 0);
  if (count) tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) tern_encode_optional_attr(encoder, tern_array_attr_at(groups, i));
  return true;
}

const tern_dialect_encoding_t tern_llvm_encoding = {
    .read_attr = read_attr,
    .write_attr = write_attr,
    .properties = properties,
    .property_count = sizeof(properties) / sizeof(properties[0]),
};
