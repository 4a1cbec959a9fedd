// StableHLO in bytecode: codes and layouts are those of upstream's StablehloBytecode.cpp. Attributes that have none there
// go through the textual form, and so does all of mhlo.

#include <inttypes.h>

#include "base/vec.h"
#include "bytecode/dialect_encoding.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"

// An attribute with named fields (attrs.c). A letter for each field says how it is written: L a list of signed numbers, N
// a signed number, R the bits of a double, B a boolean, T a type, A an attribute, O one that may be missing, S a string
// attribute as text, V an array attribute as its elements.
typedef struct fields_row {
  uint64_t code;
  const char *name;
  const char *layout;
} fields_row_t;

static const fields_row_t fields_rows[] = {
    {1, "stablehlo.channel_handle", "NN"},
    {4, "stablehlo.conv", "NNLNNLNNL"},
    {5, "stablehlo.dot", "LLLL"},
    {7, "stablehlo.gather", "LLLLLN"},
    {11, "stablehlo.scatter", "LLLLLN"},
    {13, "stablehlo.bounds", "L"},
    {14, "stablehlo.output_operand_alias", "LNL"},
    {15, "stablehlo.dot_algorithm", "TTTNNNB"},
    {17, "stablehlo.result_accuracy", "RRNA"},
    {18, "stablehlo.replica_group_mesh_axes", "AV"},
    {19, "stablehlo.sub_axis_info", "NN"},
    {20, "stablehlo.axis_ref", "SO"},
    {21, "stablehlo.mesh_axis", "SN"},
    {22, "stablehlo.mesh", "AO"},
};
enum { FIRST_MESH_CODE = 18 };  // those of mesh.c
enum { FIELDS_ROW_COUNT = sizeof(fields_rows) / sizeof(fields_rows[0]) };

static const struct {
  uint64_t code;
  const char *name;
} enum_rows[] = {
    {2, "stablehlo.comparison_direction"},
    {3, "stablehlo.comparison_type"},
    {6, "stablehlo.fft_type"},
    {8, "stablehlo.precision"},
    {9, "stablehlo.rng_algorithm"},
    {10, "stablehlo.rng_distribution"},
    {12, "stablehlo.transpose"},
    {16, "stablehlo.result_accuracy_mode"},
};
enum { ENUM_ROW_COUNT = sizeof(enum_rows) / sizeof(enum_rows[0]) };

enum { FUTURE_CODE = 1 };  // of types; the token is 0

typedef TERN_VEC(uint64_t) params_t;

// --- reading ---

static bool read_list(tern_decoder_t *decoder, params_t *params) {
  const int64_t *values;
  size_t count;
  if (!tern_decode_signed_varints(decoder, &values, &count)) return false;
  tern_vec_push(params, count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(params, (uint64_t)values[i]);
  return true;
}

// O, S and V.
static bool read_odd_attr(tern_decoder_t *decoder, char letter, const tern_attr_t **out_attr) {
  tern_context_t *context = tern_decoder_context(decoder);
  const tern_attr_t *const *attrs;
  tern_str_t text;
  size_t count;
  bool is_there;
  *out_attr = NULL;
  if (letter == 'O') {
    return tern_decode_bool(decoder, &is_there) && (!is_there || tern_decode_attr(decoder, out_attr));
  }
  if (letter == 'S') {
    if (!tern_decode_string(decoder, &text)) return false;
    *out_attr = tern_string_attr_get(context, text);
    return true;
  }
  if (!tern_decode_attrs(decoder, &attrs, &count)) return false;
  *out_attr = tern_array_attr_get(context, attrs, count);
  return true;
}

static bool read_word(tern_decoder_t *decoder, char letter, uint64_t *out_word) {
  const tern_type_t *type;
  const tern_attr_t *attr;
  int64_t number;
  bool flag;
  switch (letter) {
    case 'N':
      if (!tern_decode_signed_varint(decoder, &number)) return false;
      *out_word = (uint64_t)number;
      return true;
    case 'B':
      if (!tern_decode_bool(decoder, &flag)) return false;
      *out_word = flag;
      return true;
    case 'T':
      if (!tern_decode_type(decoder, &type)) return false;
      *out_word = (uint64_t)(uintptr_t)type;
      return true;
    case 'A':
      if (!tern_decode_attr(decoder, &attr)) return false;
      *out_word = (uint64_t)(uintptr_t)attr;
      return true;
    case 'O':
    case 'S':
    case 'V':
      if (!read_odd_attr(decoder, letter, &attr)) return false;
      *out_word = (uint64_t)(uintptr_t)attr;
      return true;
    default: return tern_decode_words(decoder, 64, out_word);
  }
}

static const tern_attr_t *read_fields(tern_decoder_t *decoder, const fields_row_t *row) {
  tern_context_t *context = tern_decoder_context(decoder);
  params_t params = {0};
  bool is_ok = true;
  for (const char *letter = row->layout; *letter && is_ok; ++letter) {
    uint64_t word = 0;
    if (*letter == 'L') {
      is_ok = read_list(decoder, &params);
      continue;
    }
    is_ok = read_word(decoder, *letter, &word);
    tern_vec_push(&params, word);
  }
  const tern_attr_t *attr = NULL;
  bool is_mesh = row->code >= FIRST_MESH_CODE;
  if (is_ok && is_mesh && !tern_hlo_are_mesh_params(strchr(row->name, '.') + 1, params.values)) {
    is_ok = tern_decoder_error(decoder, "malformed '%s'", row->name);
  }
  if (is_ok) {
    const tern_attr_row_t *attr_row = tern_context_find_attr(context, tern_str_from_cstr(row->name));
    attr = tern_dialect_attr_get(context, attr_row, params.values, params.count);
  }
  tern_vec_deinitialize(&params);
  return attr;
}

static const tern_attr_t *read_enum(tern_decoder_t *decoder, const char *name) {
  uint64_t value;
  tern_context_t *context = tern_decoder_context(decoder);
  const tern_enum_row_t *row = tern_context_find_enum(context, tern_str_from_cstr(name));
  if (!tern_decode_varint(decoder, &value)) return NULL;
  if (value <= INT64_MAX && tern_enum_case_name(row, (int64_t)value)) {
    return tern_enum_attr_get(context, row, (int64_t)value);
  }
  return tern_decoder_error(decoder, "'%s' has no case %" PRIu64, name, value), NULL;
}

static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  for (size_t i = 0; i < ENUM_ROW_COUNT; ++i) {
    if (enum_rows[i].code == code) return read_enum(decoder, enum_rows[i].name);
  }
  for (size_t i = 0; i < FIELDS_ROW_COUNT; ++i) {
    if (fields_rows[i].code == code) return read_fields(decoder, &fields_rows[i]);
  }
  return tern_decoder_error(decoder, "unknown stablehlo attribute code: %" PRIu64, code), NULL;
}

static const tern_type_t *read_future(tern_decoder_t *decoder) {
  tern_types_t types;
  if (!tern_decode_types(decoder, &types)) return NULL;
  const tern_type_t *future = tern_hlo_future_type_get(&tern_stablehlo_dialect, tern_decoder_context(decoder), types);
  if (!future) tern_decoder_error(decoder, "a future holds one or more ranked tensors, and nothing else");
  return future;
}

static const tern_type_t *read_type(tern_decoder_t *decoder) {
  uint64_t code;
  tern_context_t *context = tern_decoder_context(decoder);
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code == FUTURE_CODE) return read_future(decoder);
  if (code) return tern_decoder_error(decoder, "unknown stablehlo type code: %" PRIu64, code), NULL;
  return tern_dialect_type_get(context, tern_context_find_type(context, TERN_STR("stablehlo.token")), NULL, 0);
}

// --- writing ---

static void write_odd_attr(tern_encoder_t *encoder, char letter, const tern_attr_t *attr) {
  if (letter == 'S') {
    tern_encode_string(encoder, tern_string_attr_value(attr));
  } else if (letter == 'O') {
    tern_encode_byte(encoder, attr != NULL);
    if (attr) tern_encode_attr(encoder, attr);
  } else {
    tern_encode_varint(encoder, tern_array_attr_count(attr));
    for (size_t i = 0; i < tern_array_attr_count(attr); ++i) tern_encode_attr(encoder, tern_array_attr_at(attr, i));
  }
}

static void write_fields(tern_encoder_t *encoder, const fields_row_t *row, const tern_attr_t *attr) {
  const uint64_t *params = attr->params;
  tern_encode_varint(encoder, row->code);
  for (const char *letter = row->layout; *letter; ++letter) {
    uint64_t word = *params++;
    switch (*letter) {
      case 'L':
        tern_encode_signed_varints(encoder, (const int64_t *)params, (size_t)word);
        params += word;
        break;
      case 'N': tern_encode_signed_varint(encoder, (int64_t)word); break;
      case 'B': tern_encode_byte(encoder, word != 0); break;
      case 'T': tern_encode_type(encoder, (const tern_type_t *)(uintptr_t)word); break;
      case 'A': tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)word); break;
      case 'O':
      case 'S':
      case 'V': write_odd_attr(encoder, *letter, (const tern_attr_t *)(uintptr_t)word); break;
      default: tern_encode_words(encoder, 64, &word);
    }
  }
}

static bool write_enum(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const char *name = ((const tern_enum_row_t *)attr->row)->name;
  for (size_t i = 0; i < ENUM_ROW_COUNT; ++i) {
    if (strcmp(enum_rows[i].name, name) != 0) continue;
    tern_encode_varint(encoder, enum_rows[i].code);
    tern_encode_varint(encoder, (uint64_t)tern_enum_attr_value(attr));
    return true;
  }
  return false;
}

static bool write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_ENUM) return write_enum(encoder, attr);
  if (attr->kind != TERN_ATTR_DIALECT) return false;
  const char *name = ((const tern_attr_row_t *)attr->row)->name;
  for (size_t i = 0; i < FIELDS_ROW_COUNT; ++i) {
    if (strcmp(fields_rows[i].name, name) != 0) continue;
    write_fields(encoder, &fields_rows[i], attr);
    return true;
  }
  return false;
}

static bool write_type(tern_encoder_t *encoder, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_DIALECT) return false;
  if (strcmp(type->row->name, "stablehlo.future") == 0) {
    tern_encode_varint(encoder, FUTURE_CODE);
    tern_encode_types(encoder, tern_hlo_future_types(type));
    return true;
  }
  if (strcmp(type->row->name, "stablehlo.token") != 0) return false;
  tern_encode_varint(encoder, 0);
  return true;
}

// --- properties ---

#define REQUIRED(OP, ATTR) {OP, ATTR, TERN_PROPERTY_REQUIRED, NULL, NULL}
static const tern_property_encoding_t properties[] = {
    REQUIRED("stablehlo.all_to_all", "concat_dimension"),
    REQUIRED("stablehlo.all_to_all", "split_count"),
    REQUIRED("stablehlo.all_to_all", "split_dimension"),
    REQUIRED("stablehlo.broadcast", "broadcast_sizes"),
    REQUIRED("stablehlo.convolution", "batch_group_count"),
    REQUIRED("stablehlo.convolution", "feature_group_count"),
    REQUIRED("stablehlo.dynamic_conv", "batch_group_count"),
    REQUIRED("stablehlo.dynamic_conv", "feature_group_count"),
    {"stablehlo.dynamic_conv", "padding", TERN_PROPERTY_NONE, NULL, NULL},
};

static const tern_property_encoding_t mhlo_properties[] = {
    REQUIRED("mhlo.broadcast", "broadcast_sizes"),        REQUIRED("mhlo.convolution", "batch_group_count"),
    REQUIRED("mhlo.convolution", "feature_group_count"),  REQUIRED("mhlo.dynamic_conv", "batch_group_count"),
    REQUIRED("mhlo.dynamic_conv", "feature_group_count"),
};

const tern_dialect_encoding_t tern_mhlo_encoding = {
    .properties = mhlo_properties,
    .property_count = sizeof(mhlo_properties) / sizeof(mhlo_properties[0]),
};

const tern_dialect_encoding_t tern_stablehlo_encoding = {
    .read_attr = read_attr,
    .read_type = read_type,
    .write_attr = write_attr,
    .write_type = write_type,
    .properties = properties,
    .property_count = sizeof(properties) / sizeof(properties[0]),
};
