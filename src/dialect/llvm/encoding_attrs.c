// Attributes of LLVM in bytecode: loop annotations and debug information, as one table (upstream's LLVMDialectBytecode.td).
//
// What upstream's encoding has no place for is not encoded, and so written as text: the name of a split file, words that are
// none of DWARF's.

#include <inttypes.h>

#include "bytecode/dialect_encoding.h"
#include "dialect/llvm/dwarf_words.h"
#include "dialect/llvm/llvm.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/context.h"

enum { MAX_FIELDS = 16 };

// The parameters of an attribute in their order, a letter each:
//   s  a string                          a  an attribute                o  an attribute or none
//   n  a number, 0 if absent             c  a number                    i  a number or none
//   b  a boolean, false if absent        f  a boolean
//   l  attributes, none if absent        e  attributes
//   words as numbers, 0 if absent: T tag, E encoding, C calling convention, L language, K emission kind, N kind of the name
//   table, F flags, P flags of subprograms
//   -  what is not encoded: it must be absent
// The place in the table is the code.
static const struct {
  const char *row, *fields;
} encodings[] = {
    {"llvm.di_basic_type", "TsnE"},
    {"llvm.di_compile_unit", "aLaofKN-"},
    {"llvm.di_composite_type", "obToonooFnnooool"},
    {"llvm.di_derived_type", "Toonnnio"},
    {"llvm.di_expression_elem", ""},  // an operation and its arguments: by functions
    {"llvm.di_expression", "e"},
    {"llvm.di_file", "ss"},
    {"llvm.di_global_variable", "oooacabbn"},
    {"llvm.di_global_variable_expression", "ao"},
    {"llvm.di_imported_entity", "Taaonol"},
    {"llvm.di_label", "aoon"},
    {"llvm.di_lexical_block", "aonn"},
    {"llvm.di_lexical_block_file", "aoc"},
    {"llvm.di_local_variable", "aoonnnoF"},
    {"llvm.di_namespace", "oof"},
    {"llvm.di_subprogram", "oboooooonnPoll"},
    {"llvm.di_subrange", "oooo"},
    {"llvm.di_subroutine_type", "Cl"},
    {"llvm.loop_annotation", "ooooooooooooool"},
};

enum {
  CODE_EXPRESSION_ELEMENT = 4,
  CODE_EXPRESSION = 5,
  CODE_LOOP_ANNOTATION = 18,
  CODE_COUNT = sizeof(encodings) / sizeof(encodings[0]),
};

static bool find_family(char field, tern_dwarf_family_t *out_family) {
  static const struct {
    char field;
    tern_dwarf_family_t family;
  } families[] = {
      {'T', TERN_DWARF_TAG},      {'E', TERN_DWARF_ENCODING},         {'C', TERN_DWARF_CALLING_CONVENTION},
      {'L', TERN_DWARF_LANGUAGE}, {'K', TERN_DWARF_EMISSION_KIND},    {'N', TERN_DWARF_NAME_TABLE_KIND},
      {'F', TERN_DWARF_FLAGS},    {'P', TERN_DWARF_SUBPROGRAM_FLAGS},
  };
  for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); ++i) {
    if (families[i].field != field) continue;
    *out_family = families[i].family;
    return true;
  }
  return false;
}

static const tern_attr_t *number_attr(tern_context_t *context, uint64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)value);
}

// --- reading ---

static bool read_list(tern_decoder_t *decoder, uint64_t code, bool may_be_absent, const tern_attr_t **out_attr) {
  bool is_there;
  size_t count = 0;
  if (!tern_decode_bool(decoder, &is_there) || (is_there && !tern_decode_count(decoder, &count))) return false;
  const tern_attr_t **values = tern_decoder_alloc(decoder, (count + 1) * sizeof(*values));
  for (size_t i = 0; i < count; ++i) {
    if (!tern_decode_optional_attr(decoder, &values[i])) return false;
    if (!values[i]) {
      return tern_decoder_error(decoder, "%s is not there",
                                code == CODE_LOOP_ANNOTATION ? "an access group of a loop" : "an element of a list");
    }
  }
  if (count || !may_be_absent) *out_attr = tern_array_attr_get(tern_decoder_context(decoder), values, count);
  return true;
}

static bool make_word(tern_decoder_t *decoder, tern_dwarf_family_t family, uint64_t number,
                      const tern_attr_t **out_attr) {
  tern_string_builder_t text = {0};
  bool is_known = tern_dwarf_text(family, number, &text);
  if (is_known) *out_attr = tern_string_attr_get(tern_decoder_context(decoder), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return is_known || tern_decoder_error(decoder, "debug information has no word for the number %" PRIu64, number);
}

static bool read_word(tern_decoder_t *decoder, char field, tern_dwarf_family_t family, const tern_attr_t **out_attr) {
  uint64_t number;
  if (!tern_decode_varint(decoder, &number)) return false;
  // Kinds of emission and languages are always written.
  return (number == 0 && field != 'K' && field != 'L') || make_word(decoder, family, number, out_attr);
}

static bool read_number(tern_decoder_t *decoder, char field, const tern_attr_t **out_attr) {
  uint64_t number;
  bool is_there = true;
  bool is_read =
      field == 'i' ? tern_decode_varint_with_flag(decoder, &number, &is_there) : tern_decode_varint(decoder, &number);
  if (!is_read) return false;
  if (is_there && (number || field != 'n')) *out_attr = number_attr(tern_decoder_context(decoder), number);
  return true;
}

static bool read_field(tern_decoder_t *decoder, uint64_t code, char field, const tern_attr_t **out_attr) {
  tern_dwarf_family_t family;
  tern_str_t text;
  bool is_true;
  *out_attr = NULL;
  if (find_family(field, &family)) return read_word(decoder, field, family, out_attr);
  switch (field) {
    case 's':
      if (!tern_decode_string(decoder, &text)) return false;
      *out_attr = tern_string_attr_get(tern_decoder_context(decoder), text);
      return true;
    case 'b':
    case 'f':
      if (!tern_decode_bool(decoder, &is_true)) return false;
      if (is_true || field == 'f') *out_attr = tern_bool_attr_get(tern_decoder_context(decoder), is_true);
      return true;
    case 'a': return tern_decode_attr(decoder, out_attr);
    case 'o': return tern_decode_optional_attr(decoder, out_attr);
    case 'l':
    case 'e': return read_list(decoder, code, field == 'l', out_attr);
    case '-': return true;
    default: return read_number(decoder, field, out_attr);
  }
}

// An operation and the numbers behind it, of which that of a conversion is a word where it is one.
static const tern_attr_t *read_expression_element(tern_decoder_t *decoder) {
  tern_context_t *context = tern_decoder_context(decoder);
  uint64_t operation, conversion, value;
  bool is_there;
  size_t count = 0;
  if (!tern_decode_varint(decoder, &operation) || !tern_decode_bool(decoder, &is_there) ||
      (is_there && !tern_decode_count(decoder, &count)))
    return NULL;
  const tern_attr_t **parts = tern_decoder_alloc(decoder, (count + 1) * sizeof(*parts));
  if (!make_word(decoder, TERN_DWARF_OPERATION, operation, &parts[0])) return NULL;
  tern_dwarf_number(TERN_DWARF_OPERATION, TERN_STR("DW_OP_LLVM_convert"), &conversion);
  for (size_t i = 0; i < count; ++i) {
    if (!tern_decode_varint(decoder, &value)) return NULL;
    tern_string_builder_t text = {0};
    bool is_word = i > 0 && operation == conversion && tern_dwarf_text(TERN_DWARF_ENCODING, value, &text);
    parts[i + 1] =
        is_word ? tern_string_attr_get(context, tern_string_builder_view(&text)) : number_attr(context, value);
    tern_string_builder_deinitialize(&text);
  }
  uint64_t param = (uint64_t)(uintptr_t)tern_array_attr_get(context, parts, count + 1);
  const tern_attr_row_t *row = tern_context_find_attr(context, TERN_STR("llvm.di_expression_elem"));
  return tern_dialect_attr_get(context, row, &param, 1);
}

static bool takes(uint64_t code, size_t index, const tern_attr_t *value) {
  if (code != CODE_EXPRESSION) return tern_llvm_attr_takes(encodings[code].row, index, value);
  for (size_t i = 0; i < tern_array_attr_count(value); ++i)
    if (!tern_attr_is_llvm(tern_array_attr_at(value, i), encodings[CODE_EXPRESSION_ELEMENT].row)) return false;
  return true;
}

const tern_attr_t *tern_llvm_read_attr(tern_decoder_t *decoder) {
  uint64_t code, params[MAX_FIELDS] = {0};
  if (!tern_decode_varint(decoder, &code)) return NULL;
  if (code >= CODE_COUNT)
    return tern_decoder_error(decoder, "unknown code of an attribute of llvm: %" PRIu64, code), NULL;
  if (code == CODE_EXPRESSION_ELEMENT) return read_expression_element(decoder);
  const char *name = encodings[code].row, *fields = encodings[code].fields;
  for (size_t i = 0; fields[i]; ++i) {
    const tern_attr_t *value;
    if (!read_field(decoder, code, fields[i], &value)) return NULL;
    if (!takes(code, i, value)) {
      return tern_decoder_error(decoder, "parameter %zu of '%s' is another attribute", i, name), NULL;
    }
    params[i] = (uint64_t)(uintptr_t)value;
  }
  tern_context_t *context = tern_decoder_context(decoder);
  const tern_attr_row_t *row = tern_context_find_attr(context, tern_str_from_cstr(name));
  return tern_dialect_attr_get(context, row, params, strlen(fields));
}

// --- writing ---

static const tern_attr_t *param_of(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

static bool find_word(tern_dwarf_family_t family, const tern_attr_t *word, uint64_t *out_number) {
  *out_number = 0;
  return !word || (tern_attr_is_string(word) && tern_dwarf_number(family, tern_string_attr_value(word), out_number));
}

// What a part of an operation is as a number: its name, a number, or the word of a conversion.
static bool find_part(const tern_attr_t *parts, size_t index, uint64_t *out_number) {
  const tern_attr_t *part = tern_array_attr_at(parts, index);
  if (tern_attr_is_string(part)) return find_word(index ? TERN_DWARF_ENCODING : TERN_DWARF_OPERATION, part, out_number);
  *out_number = (uint64_t)tern_integer_attr_value(part);
  return true;
}

static bool can_encode(const tern_attr_t *attr, uint64_t code) {
  uint64_t number;
  if (code == CODE_EXPRESSION_ELEMENT) {
    const tern_attr_t *parts = param_of(attr, 0);
    for (size_t i = 0; i < tern_array_attr_count(parts); ++i)
      if (!find_part(parts, i, &number)) return false;
    return true;
  }
  for (size_t i = 0; encodings[code].fields[i]; ++i) {
    char field = encodings[code].fields[i];
    const tern_attr_t *value = param_of(attr, i);
    tern_dwarf_family_t family;
    if (find_family(field, &family) && !find_word(family, value, &number)) return false;
    if (field == 's' && !tern_attr_is_string(value)) return false;
    if (field == '-' && value) return false;
  }
  return true;
}

static void write_list(tern_encoder_t *encoder, const tern_attr_t *list) {
  size_t count = list ? tern_array_attr_count(list) : 0;
  tern_encode_byte(encoder, count != 0);
  if (count) tern_encode_varint(encoder, count);
  for (size_t i = 0; i < count; ++i) tern_encode_optional_attr(encoder, tern_array_attr_at(list, i));
}

static void write_expression_element(tern_encoder_t *encoder, const tern_attr_t *parts) {
  size_t count = tern_array_attr_count(parts);
  uint64_t number;
  find_part(parts, 0, &number);
  tern_encode_varint(encoder, number);
  tern_encode_byte(encoder, count > 1);
  if (count > 1) tern_encode_varint(encoder, count - 1);
  for (size_t i = 1; i < count; ++i) {
    find_part(parts, i, &number);
    tern_encode_varint(encoder, number);
  }
}

static void write_field(tern_encoder_t *encoder, char field, const tern_attr_t *value) {
  tern_dwarf_family_t family;
  uint64_t number = 0;
  if (find_family(field, &family)) {
    find_word(family, value, &number);
    tern_encode_varint(encoder, number);
    return;
  }
  switch (field) {
    case 's': tern_encode_string(encoder, tern_string_attr_value(value)); break;
    case 'a': tern_encode_attr(encoder, value); break;
    case 'o': tern_encode_optional_attr(encoder, value); break;
    case 'b':
    case 'f': tern_encode_byte(encoder, value && tern_integer_attr_value(value)); break;
    case 'l':
    case 'e': write_list(encoder, value); break;
    case 'n':
    case 'c': tern_encode_varint(encoder, value ? (uint64_t)tern_integer_attr_value(value) : 0); break;
    case 'i':
      tern_encode_varint_with_flag(encoder, value ? (uint64_t)tern_integer_attr_value(value) : 0, value != NULL);
      break;
    default: break;
  }
}

bool tern_llvm_write_attr(tern_encoder_t *encoder, const tern_attr_t *attr) {
  uint64_t code = 0;
  while (code < CODE_COUNT && !tern_attr_is_llvm(attr, encodings[code].row)) ++code;
  if (code == CODE_COUNT || !can_encode(attr, code)) return false;
  tern_encode_varint(encoder, code);
  if (code == CODE_EXPRESSION_ELEMENT) write_expression_element(encoder, param_of(attr, 0));
  for (size_t i = 0; encodings[code].fields[i]; ++i) write_field(encoder, encodings[code].fields[i], param_of(attr, i));
  return true;
}
