// Encodings of builtin's attributes and locations (upstream's BuiltinDialectBytecode.td): a code, then the parts. Affine
// maps, integer sets and strided layouts have none: they go through the textual form. Elements are in
// builtin_elements.c.

#include <inttypes.h>

#include "bytecode/builtin_elements.h"
#include "bytecode/reader.h"

// Codes, in upstream's order.
typedef enum attr_code {
  CODE_ARRAY,
  CODE_DICTIONARY,
  CODE_STRING,
  CODE_TYPED_STRING,
  CODE_FLAT_SYMBOL_REF,
  CODE_SYMBOL_REF,
  CODE_TYPE,
  CODE_UNIT,
  CODE_INTEGER,
  CODE_FLOAT,
  CODE_CALL_SITE_LOC,
  CODE_FILE_LOC,
  CODE_FUSED_LOC,
  CODE_FUSED_LOC_WITH_METADATA,
  CODE_NAME_LOC,
  CODE_UNKNOWN_LOC,
  CODE_DENSE_RESOURCE,
  CODE_DENSE_ARRAY,
  CODE_DENSE_NUMBERS,
  CODE_DENSE_STRINGS,
  CODE_SPARSE,
  CODE_DISTINCT,
  CODE_FILE_RANGE_LOC,
  CODE_COUNT,
} attr_code_t;

static bool has_nul(tern_str_t text) { return memchr(text.data, 0, text.size) != NULL; }

// --- reading ---

static const tern_attr_t *read_array(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_attr_t *const *elements;
  size_t count;
  if (!tern_decode_attrs(decoder, &elements, &count)) return NULL;
  return tern_array_attr_get(tern_decoder_context(decoder), elements, count);
}

// Dictionaries are sorted by name; a file that has a name twice is wrong.
static bool check_names(tern_decoder_t *decoder, const tern_attr_t *dictionary) {
  for (size_t i = 1; i < tern_dictionary_attr_count(dictionary); ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(dictionary, i);
    if (name == tern_dictionary_attr_name(dictionary, i - 1)) {
      return tern_decoder_error(decoder, "name '%s' is there twice in a dictionary attribute", name->data);
    }
  }
  return true;
}

static const tern_attr_t *read_dictionary(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  size_t count;
  if (!tern_decode_count(decoder, &count)) return NULL;
  tern_named_attr_t *entries = tern_decoder_alloc(decoder, (count + 1) * sizeof(*entries));
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *name;
    if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_STRING, &name)) return NULL;
    if (!tern_decode_attr(decoder, &entries[i].attr)) return NULL;
    tern_str_t text = tern_string_attr_value(name);
    if (!text.size || has_nul(text)) {
      return tern_decoder_error(decoder, "a name in a dictionary attribute is empty or has a NUL in it"), NULL;
    }
    entries[i].name = text.data;
  }
  const tern_attr_t *dictionary = tern_dictionary_attr_get(tern_decoder_context(decoder), entries, count);
  return check_names(decoder, dictionary) ? dictionary : NULL;
}

static const tern_attr_t *read_string(tern_decoder_t *decoder, attr_code_t code) {
  tern_str_t text;
  const tern_type_t *type;
  if (!tern_decode_string(decoder, &text)) return NULL;
  if (code == CODE_STRING) return tern_string_attr_get(tern_decoder_context(decoder), text);
  return tern_decode_type(decoder, &type) ? tern_string_attr_get_typed(text, type) : NULL;
}

static const tern_attr_t *read_symbol_ref(tern_decoder_t *decoder, attr_code_t code) {
  const tern_attr_t *root;
  size_t count = 0;
  if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_STRING, &root)) return NULL;
  if (code == CODE_SYMBOL_REF && !tern_decode_count(decoder, &count)) return NULL;
  tern_str_t *path = tern_decoder_alloc(decoder, (count + 1) * sizeof(*path));
  path[0] = tern_string_attr_value(root);
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *nested;
    if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_SYMBOL_REF, &nested)) return NULL;
    if (tern_symbol_ref_attr_count(nested) != 1) {
      return tern_decoder_error(decoder, "expected a flat symbol, but found %s", tern_attr_text(nested)), NULL;
    }
    path[i + 1] = tern_symbol_ref_attr_at(nested, 0);
  }
  return tern_symbol_ref_attr_get(tern_decoder_context(decoder), path, count + 1);
}

static const tern_attr_t *read_type_attr(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_type_t *type;
  return tern_decode_type(decoder, &type) ? tern_type_attr_get(type) : NULL;
}

static const tern_attr_t *read_unit(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  return tern_unit_attr_get(tern_decoder_context(decoder));
}

static const tern_attr_t *read_number(tern_decoder_t *decoder, attr_code_t code) {
  const tern_type_t *type;
  if (!tern_decode_type(decoder, &type)) return NULL;
  bool is_float = code == CODE_FLOAT;
  if (is_float ? !tern_type_is_float(type) : !tern_type_is_int_or_index(type)) {
    tern_decoder_error(decoder, "expected %s type, but found '%s'", is_float ? "a float" : "an integer or index",
                       tern_type_text(type));
    return NULL;
  }
  uint32_t width = tern_type_bit_width(type);
  // A wide type needs few words in the file, but all of them in memory.
  uint64_t *words = tern_decoder_alloc(decoder, ((size_t)width / 64 + 1) * sizeof(*words));
  words[0] = 0;
  if (!tern_decode_words(decoder, width, words)) return NULL;
  return is_float ? tern_float_attr_get_bits(type, words) : tern_wide_integer_attr_get(type, words);
}

static const tern_attr_t *read_distinct(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_attr_t *referenced;
  return tern_decode_attr(decoder, &referenced) ? tern_distinct_attr_create(referenced) : NULL;
}

static const tern_attr_t *read_elements(tern_decoder_t *decoder, attr_code_t code) {
  switch (code) {
    case CODE_DENSE_RESOURCE: return tern_elements_read_resource(decoder);
    case CODE_DENSE_ARRAY: return tern_elements_read_array(decoder);
    case CODE_DENSE_NUMBERS: return tern_elements_read_numbers(decoder);
    case CODE_DENSE_STRINGS: return tern_elements_read_strings(decoder);
    default: return tern_elements_read_sparse(decoder);
  }
}

// --- reading locations ---

static bool read_loc(tern_decoder_t *decoder, const tern_attr_t **out_loc) {
  if (!tern_decode_attr(decoder, out_loc)) return false;
  return tern_attr_is_location(*out_loc) ||
         tern_decoder_error(decoder, "expected attribute of type: mlir::LocationAttr, but got: %s",
                            tern_attr_text(*out_loc));
}

static const tern_attr_t *read_unknown_loc(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  return tern_unknown_loc_get(tern_decoder_context(decoder));
}

static const tern_attr_t *read_call_site_loc(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_attr_t *callee, *caller;
  return read_loc(decoder, &callee) && read_loc(decoder, &caller) ? tern_call_site_loc_get(callee, caller) : NULL;
}

static const tern_attr_t *read_name_loc(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_attr_t *name, *child;
  if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_STRING, &name) || !read_loc(decoder, &child)) return NULL;
  return tern_name_loc_get(tern_string_attr_value(name), child);
}

static const tern_attr_t *read_fused_loc(tern_decoder_t *decoder, attr_code_t code) {
  size_t count;
  const tern_attr_t *metadata = NULL;
  if (!tern_decode_count(decoder, &count)) return NULL;
  const tern_attr_t **locs = tern_decoder_alloc(decoder, count * sizeof(*locs));
  for (size_t i = 0; i < count; ++i) {
    if (!read_loc(decoder, &locs[i])) return NULL;
  }
  if (code == CODE_FUSED_LOC_WITH_METADATA && !tern_decode_attr(decoder, &metadata)) return NULL;
  return tern_fused_loc_get(tern_decoder_context(decoder), locs, count, metadata);
}

static bool read_position(tern_decoder_t *decoder, uint32_t *out_value) {
  uint64_t value;
  if (!tern_decode_varint(decoder, &value)) return false;
  if (value > UINT32_MAX) {
    return tern_decoder_error(decoder, "line or column %" PRIu64 " is out of range", value), false;
  }
  *out_value = (uint32_t)value;
  return true;
}

static const tern_attr_t *read_file_loc(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_attr_t *file;
  uint32_t line, column;
  if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_STRING, &file) || !read_position(decoder, &line) ||
      !read_position(decoder, &column)) {
    return NULL;
  }
  return tern_file_loc_get(tern_decoder_context(decoder), tern_string_attr_value(file), line, column);
}

// Up to four numbers: line; and column; and last column; or line, column, last line, last column.
static const tern_attr_t *read_file_range_loc(tern_decoder_t *decoder, attr_code_t code) {
  (void)code;
  const tern_attr_t *file;
  size_t count;
  uint32_t at[4] = {0};
  if (!tern_decode_attr_of_kind(decoder, TERN_ATTR_STRING, &file) || !tern_decode_count(decoder, &count)) return NULL;
  if (count > 4) return tern_decoder_error(decoder, "a range in a file has %zu positions, more than 4", count), NULL;
  for (size_t i = 0; i < count; ++i) {
    if (!read_position(decoder, &at[i])) return NULL;
  }
  tern_context_t *context = tern_decoder_context(decoder);
  tern_str_t name = tern_string_attr_value(file);
  if (count < 3) return tern_file_loc_get(context, name, at[0], at[1]);
  return count == 3 ? tern_file_range_loc_get(context, name, at[0], at[1], at[0], at[2])
                    : tern_file_range_loc_get(context, name, at[0], at[1], at[2], at[3]);
}

static const tern_attr_t *read_attr(tern_decoder_t *decoder) {
  static const tern_attr_t *(*const readers[CODE_COUNT])(tern_decoder_t *decoder, attr_code_t code) = {
      [CODE_ARRAY] = read_array,
      [CODE_DICTIONARY] = read_dictionary,
      [CODE_STRING] = read_string,
      [CODE_TYPED_STRING] = read_string,
      [CODE_FLAT_SYMBOL_REF] = read_symbol_ref,
      [CODE_SYMBOL_REF] = read_symbol_ref,
      [CODE_TYPE] = read_type_attr,
      [CODE_UNIT] = read_unit,
      [CODE_INTEGER] = read_number,
      [CODE_FLOAT] = read_number,
      [CODE_CALL_SITE_LOC] = read_call_site_loc,
      [CODE_FILE_LOC] = read_file_loc,
      [CODE_FUSED_LOC] = read_fused_loc,
      [CODE_FUSED_LOC_WITH_METADATA] = read_fused_loc,
      [CODE_NAME_LOC] = read_name_loc,
      [CODE_UNKNOWN_LOC] = read_unknown_loc,
      [CODE_DENSE_RESOURCE] = read_elements,
      [CODE_DENSE_ARRAY] = read_elements,
      [CODE_DENSE_NUMBERS] = read_elements,
      [CODE_DENSE_STRINGS] = read_elements,
      [CODE_SPARSE] = read_elements,
      [CODE_DISTINCT] = read_distinct,
      [CODE_FILE_RANGE_LOC] = read_file_range_loc,
  };
  uint64_t code;
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code >= CODE_COUNT) return tern_decoder_error(decoder, "unknown builtin attribute code: %" PRIu64, code), NULL;
  return readers[code](decoder, (attr_code_t)code);
}

// --- writing ---

static void write_string_ref(tern_encoder_t *encoder, tern_str_t text) {
  tern_encode_attr(encoder, tern_string_attr_get(tern_encoder_context(encoder), text));
}

static void write_attrs_of(tern_encoder_t *encoder, const uint64_t *params, size_t count) {
  tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)params[i]);
}

static void write_array(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_ARRAY);
  write_attrs_of(encoder, attr->params, attr->param_count);
}

static void write_dictionary(tern_encoder_t *encoder, const tern_attr_t *attr) {
  size_t count = tern_dictionary_attr_count(attr);
  tern_encode_varint(encoder, CODE_DICTIONARY);
  tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) {
    write_string_ref(encoder, tern_ident_str(tern_dictionary_attr_name(attr, i)));
    tern_encode_attr(encoder, tern_dictionary_attr_at(attr, i));
  }
}

static void write_string(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const tern_type_t *type = tern_attr_type(attr);
  tern_encode_varint(encoder, type ? CODE_TYPED_STRING : CODE_STRING);
  tern_encode_string(encoder, tern_string_attr_value(attr));
  if (type) tern_encode_type(encoder, type);
}

static void write_symbol_ref(tern_encoder_t *encoder, const tern_attr_t *attr) {
  size_t count = tern_symbol_ref_attr_count(attr);
  tern_encode_varint(encoder, count > 1 ? CODE_SYMBOL_REF : CODE_FLAT_SYMBOL_REF);
  write_string_ref(encoder, tern_symbol_ref_attr_at(attr, 0));
  if (count > 1) tern_encode_varint(encoder, count - 1);
  for (size_t i = 1; i < count; ++i) {
    tern_encode_attr(encoder,
                     tern_flat_symbol_ref_attr_get(tern_encoder_context(encoder), tern_symbol_ref_attr_at(attr, i)));
  }
}

static void write_type_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_TYPE);
  tern_encode_type(encoder, tern_type_attr_value(attr));
}

static void write_unit(tern_encoder_t *encoder, const tern_attr_t *attr) {
  (void)attr;
  tern_encode_varint(encoder, CODE_UNIT);
}

static void write_number(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const tern_type_t *type = tern_attr_type(attr);
  tern_encode_varint(encoder, attr->kind == TERN_ATTR_FLOAT ? CODE_FLOAT : CODE_INTEGER);
  tern_encode_type(encoder, type);
  tern_encode_words(encoder, tern_type_bit_width(type), &attr->params[1]);
}

static void write_distinct(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_DISTINCT);
  tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[1]);
}

static void write_resource(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_DENSE_RESOURCE);
  tern_elements_write_resource(encoder, attr);
}

static void write_dense_array(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_DENSE_ARRAY);
  tern_elements_write_array(encoder, attr);
}

static void write_dense_numbers(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_DENSE_NUMBERS);
  tern_elements_write_numbers(encoder, attr);
}

static void write_dense_strings(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_DENSE_STRINGS);
  tern_elements_write_strings(encoder, attr);
}

static void write_sparse(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_SPARSE);
  tern_elements_write_sparse(encoder, attr);
}

static void write_unknown_loc(tern_encoder_t *encoder, const tern_attr_t *attr) {
  (void)attr;
  tern_encode_varint(encoder, CODE_UNKNOWN_LOC);
}

static void write_file_loc(tern_encoder_t *encoder, const tern_attr_t *attr) {
  bool is_point = attr->param_count == 3;
  uint64_t line = attr->params[1], column = attr->params[2];
  uint64_t end_line = is_point ? 0 : attr->params[3], end_column = is_point ? 0 : attr->params[4];
  tern_encode_varint(encoder, is_point ? CODE_FILE_LOC : CODE_FILE_RANGE_LOC);
  write_string_ref(encoder, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]));
  bool is_one_line = !is_point && line == end_line;
  if (!is_point) tern_encode_varint(encoder, is_one_line ? 3 : 4);
  tern_encode_varint(encoder, line);
  tern_encode_varint(encoder, column);
  if (!is_point && !is_one_line) tern_encode_varint(encoder, end_line);
  if (!is_point) tern_encode_varint(encoder, end_column);
}

static void write_name_loc(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_NAME_LOC);
  write_string_ref(encoder, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]));
  tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[1]);
}

static void write_call_site_loc(tern_encoder_t *encoder, const tern_attr_t *attr) {
  tern_encode_varint(encoder, CODE_CALL_SITE_LOC);
  tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[0]);
  tern_encode_attr(encoder, (const tern_attr_t *)(uintptr_t)attr->params[1]);
}

static void write_fused_loc(tern_encoder_t *encoder, const tern_attr_t *attr) {
  const tern_attr_t *metadata = (const tern_attr_t *)(uintptr_t)attr->params[0];
  tern_encode_varint(encoder, metadata ? CODE_FUSED_LOC_WITH_METADATA : CODE_FUSED_LOC);
  write_attrs_of(encoder, attr->params + 1, attr->param_count - 1);
  if (metadata) tern_encode_attr(encoder, metadata);
}

static bool write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  static void (*const writers[])(tern_encoder_t *encoder, const tern_attr_t *attr) = {
      [TERN_ATTR_INTEGER] = write_number,
      [TERN_ATTR_FLOAT] = write_number,
      [TERN_ATTR_STRING] = write_string,
      [TERN_ATTR_ARRAY] = write_array,
      [TERN_ATTR_DICTIONARY] = write_dictionary,
      [TERN_ATTR_TYPE] = write_type_attr,
      [TERN_ATTR_UNIT] = write_unit,
      [TERN_ATTR_SYMBOL_REF] = write_symbol_ref,
      [TERN_ATTR_DENSE_ARRAY] = write_dense_array,
      [TERN_ATTR_DENSE_ELEMENTS] = write_dense_numbers,
      [TERN_ATTR_DENSE_STRINGS] = write_dense_strings,
      [TERN_ATTR_DENSE_RESOURCE] = write_resource,
      [TERN_ATTR_SPARSE_ELEMENTS] = write_sparse,
      [TERN_ATTR_DISTINCT] = write_distinct,
      [TERN_ATTR_LOC_UNKNOWN] = write_unknown_loc,
      [TERN_ATTR_LOC_FILE] = write_file_loc,
      [TERN_ATTR_LOC_NAME] = write_name_loc,
      [TERN_ATTR_LOC_CALL_SITE] = write_call_site_loc,
      [TERN_ATTR_LOC_FUSED] = write_fused_loc,
  };
  size_t kind = (size_t)attr->kind;
  if (kind >= sizeof writers / sizeof writers[0] || !writers[kind]) return false;
  writers[kind](encoder, attr);
  return true;
}

const tern_dialect_encoding_t tern_builtin_encoding = {
    .read_attr = read_attr,
    .read_type = tern_builtin_read_type,
    .write_attr = write_attr,
    .write_type = tern_builtin_write_type,
};
