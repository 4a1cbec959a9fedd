// The test dialect in bytecode: upstream's version 2.0 of it, and how files of older versions are read.

#include <inttypes.h>

#include "bytecode/dialect_encoding.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "test/dialect/hooks.h"
#include "test/dialect/test.h"

enum { MAJOR_VERSION = 2, MINOR_VERSION = 0 };
enum { CODE_ATTR_PARAMS = 0, CODE_I32 = 99 };

static const tern_type_t *read_type(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code == CODE_I32)
    return tern_dialect_type_get(tern_decoder_context(decoder), &tern_test_types[TERN_TEST_I32_TYPE], NULL, 0);
  return tern_decoder_error(decoder, "unknown code of a test type: %" PRIu64, code), NULL;
}

static bool write_type(tern_encoder_t *encoder, const tern_type_t *type) {
  if (type->row != &tern_test_types[TERN_TEST_I32_TYPE]) return false;
  tern_encode_varint(encoder, CODE_I32);
  return true;
}

// Before 2.0 the parameters stood the other way round.
static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  tern_dialect_version_t version = {{MAJOR_VERSION}};
  uint64_t code, params[2];
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code != CODE_ATTR_PARAMS) {
    return tern_decoder_error(decoder, "unknown code of a test attribute: %" PRIu64, code), NULL;
  }
  if (!tern_decode_varint(decoder, &params[0]) || !tern_decode_varint(decoder, &params[1])) return NULL;
  if (tern_decoder_dialect_version(decoder, "test", &version) && version.numbers[0] < MAJOR_VERSION) {
    uint64_t first = params[1];
    params[1] = params[0];
    params[0] = first;
  }
  const tern_attr_row_t *row = &tern_test_attrs[TERN_TEST_PARAMS_ATTR];
  return tern_dialect_attr_get(tern_decoder_context(decoder), row, params, 2);
}

static bool write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (attr->row != &tern_test_attrs[TERN_TEST_PARAMS_ATTR]) return false;
  tern_encode_varint(encoder, CODE_ATTR_PARAMS);
  tern_encode_varint(encoder, attr->params[0]);
  tern_encode_varint(encoder, attr->params[1]);
  return true;
}

static void write_version(tern_encoder_t *encoder, const tern_op_t *root) {
  (void)root;
  tern_encode_varint(encoder, MAJOR_VERSION);
  tern_encode_varint(encoder, MINOR_VERSION);
}

static bool read_version(tern_decoder_t *decoder, tern_dialect_version_t *out_version) {
  return tern_decode_varint(decoder, &out_version->numbers[0]) && tern_decode_varint(decoder, &out_version->numbers[1]);
}

// test.versionedA has its modifier since 2.0; older files get it when they were read.
static void write_modifier(tern_encoder_t *encoder, const tern_attr_t *attr) { tern_encode_attr(encoder, attr); }

static bool read_modifier(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  tern_dialect_version_t version = {{MAJOR_VERSION}};
  *out_attr = NULL;
  bool is_old = tern_decoder_dialect_version(decoder, "test", &version) && version.numbers[0] < MAJOR_VERSION;
  return is_old || tern_decode_attr(decoder, out_attr);
}

static tern_walk_result_t add_modifier(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, TERN_TEST(VERSIONEDA))) {
    tern_op_set_attr(op, "modifier", tern_bool_attr_get(tern_op_context(op), false));
  }
  return TERN_WALK_ADVANCE;
}

static bool upgrade(tern_op_t *root, const tern_dialect_version_t *version) {
  uint64_t major = version->numbers[0], minor = version->numbers[1];
  if (major > MAJOR_VERSION || (major == MAJOR_VERSION && minor > MINOR_VERSION)) {
    return tern_emit_error(root->loc, "current test dialect version is 2.0, can't parse version: %" PRIu64 ".%" PRIu64,
                           major, minor);
  }
  if (major < MAJOR_VERSION) tern_op_walk_pre(root, add_modifier, NULL);
  return true;
}

// --- properties of types of their own ---

static void write_text(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_string(encoder, tern_string_attr_value(attr));
}

static bool read_text(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  tern_str_t text;
  if (!tern_decode_string(decoder, &text)) return false;
  *out_attr = tern_string_attr_get(tern_decoder_context(decoder), text);
  return true;
}

static void write_numbers(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, tern_int_list_attr_count(attr));
  for (size_t i = 0; i < tern_int_list_attr_count(attr); ++i) {
    tern_encode_varint(encoder, (uint64_t)tern_int_list_attr_at(attr, i));
  }
}

static bool read_numbers(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  size_t count;
  if (!tern_decode_count(decoder, &count)) return false;
  int64_t *numbers = tern_decoder_alloc(decoder, (count + 1) * sizeof(*numbers));
  for (size_t i = 0; i < count; ++i) {
    uint64_t number;
    if (!tern_decode_varint(decoder, &number)) return false;
    numbers[i] = (int64_t)number;
  }
  *out_attr = tern_dense_i64_array_attr_get(tern_decoder_context(decoder), numbers, count);
  return true;
}

static void write_labeled(tern_encoder_t *encoder, const tern_attr_t *attr) {
  write_text(encoder, tern_dictionary_attr_lookup(attr, TERN_STR("label")));
  tern_encode_varint(encoder, (uint64_t)tern_integer_attr_value(tern_dictionary_attr_lookup(attr, TERN_STR("value"))));
}

static bool read_labeled(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  tern_context_t *context = tern_decoder_context(decoder);
  const tern_attr_t *label;
  uint64_t value;
  if (!read_text(decoder, &label) || !tern_decode_varint(decoder, &value)) return false;
  tern_named_attr_t entries[] = {{"label", label},
                                 {"value", tern_integer_attr_get(tern_i_type_get(context, 32), (int64_t)value)}};
  *out_attr = tern_dictionary_attr_get(context, entries, 2);
  return true;
}

static void write_case(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, (uint64_t)tern_enum_attr_value(attr));
}

static bool read_case(tern_decoder_t *decoder, const tern_attr_t **out_attr) {
  tern_context_t *context = tern_decoder_context(decoder);
  uint64_t value;
  if (!tern_decode_varint(decoder, &value)) return false;
  *out_attr = tern_enum_attr_get(context, tern_context_find_enum_attr(context, TERN_STR("test.enum")), (int64_t)value);
  return true;
}

static const tern_property_encoding_t properties[] = {
    {"test.versionedA", "modifier", TERN_PROPERTY_VALUE, write_modifier, read_modifier},
    {"test.op_with_enum_prop_attr_form_always", "value", TERN_PROPERTY_VALUE, write_case, read_case},
    {"test.using_property_in_custom", "prop", TERN_PROPERTY_VALUE, write_numbers, read_numbers},
    {"test.with_nice_properties", "prop", TERN_PROPERTY_VALUE, write_labeled, read_labeled},
    {"test.with_wrapped_properties", "prop", TERN_PROPERTY_VALUE, write_text, read_text},
};

const tern_dialect_encoding_t tern_test_encoding = {
    .properties = properties,
    .property_count = sizeof(properties) / sizeof(properties[0]),
    .read_attr = read_attr,
    .read_type = read_type,
    .write_attr = write_attr,
    .write_type = write_type,
    .write_version = write_version,
    .read_version = read_version,
    .upgrade = upgrade,
};
