// Attributes: numbers, strings, arrays, dictionaries, dense elements, and those of dialects.

#include <stdio.h>

#include "asm/printer_private.h"
#include "ir/attr/elements_type.h"

// Dense attributes with more elements than this are printed as a string of hexadecimal bytes.
enum { HEX_ABOVE = 100 };

static const tern_attr_t *attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}
static const tern_type_t *type_param(const tern_attr_t *attr, size_t index) {
  return (const tern_type_t *)(uintptr_t)attr->params[index];
}
static tern_str_t ident_param(const tern_attr_t *attr, size_t index) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[index]);
}

// --- integers ---

// Decimal digits of a number of several words.
static void print_wide_integer(tern_printer_t *printer, const uint64_t *words, size_t count, bool is_signed) {
  tern_string_builder_t digits = {0};
  uint64_t *rest = tern_malloc(count * sizeof(uint64_t));
  memcpy(rest, words, count * sizeof(uint64_t));
  bool is_negative = is_signed && rest[count - 1] >> 63;
  for (size_t i = 0, carry = 1; is_negative && i < count; ++i) {
    rest[i] = ~rest[i] + carry;
    carry = carry && rest[i] == 0;
  }
  bool is_zero;
  do {
    uint64_t remainder = 0;
    is_zero = true;
    for (size_t i = count; i > 0; --i) {
      for (int half = 1; half >= 0; --half) {  // 32 bits at a time, so that the division stays in 64
        remainder = remainder << 32 | (rest[i - 1] >> (32 * half) & UINT32_MAX);
        uint64_t quotient = remainder / 10;
        rest[i - 1] = (rest[i - 1] & ~((uint64_t)UINT32_MAX << (32 * half))) | quotient << (32 * half);
        remainder %= 10;
      }
      if (rest[i - 1]) is_zero = false;
    }
    tern_string_builder_append_char(&digits, (char)('0' + remainder));
  } while (!is_zero);
  if (is_negative) tern_string_builder_append_char(&digits, '-');
  for (size_t i = digits.size; i > 0; --i) tern_printer_char(printer, digits.data[i - 1]);
  tern_string_builder_deinitialize(&digits);
  free(rest);
}

static void print_unsigned(tern_printer_t *printer, uint64_t value) {
  char text[24];
  int size = snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  tern_printer_write(printer, text, (size_t)size);
}

// An integer of `type` whose value is sign- or zero-extended in `words`.
static void print_integer_value(tern_printer_t *printer, const tern_type_t *type, const uint64_t *words,
                                size_t word_count) {
  bool is_unsigned = tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED;
  if (tern_type_is_i(type, 1)) {
    tern_printer_text(printer, words[0] & 1 ? "true" : "false");
  } else if (word_count > 1) {
    print_wide_integer(printer, words, word_count, !is_unsigned);
  } else if (is_unsigned) {
    print_unsigned(printer, words[0]);
  } else {
    tern_printer_int(printer, (int64_t)words[0]);
  }
}

// --- dense elements ---

// Reads an element of `size` bytes, sign- or zero-extended by its type.
static size_t load_element(const tern_type_t *type, const unsigned char *data, size_t size, uint64_t words[2]) {
  words[0] = words[1] = 0;
  memcpy(words, data, size > 16 ? 16 : size);
  uint32_t width = tern_type_is_index(type) ? 64 : tern_type_bit_width(type);
  bool is_signed = !(tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED) &&
                   !tern_type_is_float(type) && !tern_type_is_i(type, 1);
  if (width > 0 && width < 64) {
    words[0] &= (UINT64_C(1) << width) - 1;
    if (is_signed && words[0] >> (width - 1)) words[0] |= ~UINT64_C(0) << width;
  } else if (width > 64 && width < 128) {
    words[1] &= (UINT64_C(1) << (width - 64)) - 1;
    if (is_signed && words[1] >> (width - 65)) words[1] |= ~UINT64_C(0) << (width - 64);
  }
  return width > 64 ? 2 : 1;
}

static void print_scalar(tern_printer_t *printer, const tern_type_t *type, const unsigned char *data, size_t size) {
  if (!tern_type_is_float(type) && size > 16) {
    uint64_t *words = tern_malloc(size);  // wider than 128 bits: whole words, as stored
    memcpy(words, data, size);
    print_wide_integer(printer, words, size / 8, tern_integer_type_signedness(type) != TERN_UNSIGNED);
    free(words);
    return;
  }
  uint64_t words[2];
  size_t word_count = load_element(type, data, size, words);
  if (tern_type_is_float(type)) {
    tern_printer_float(printer, type, words);
  } else {
    print_integer_value(printer, type, words, word_count);
  }
}

// The elements of one dense attribute, of numbers or strings.
typedef struct dense {
  const tern_attr_t *attr;
  const tern_type_t *element;
  const unsigned char *data;  // NULL for strings
  size_t element_size;
} dense_t;

static void print_element(tern_printer_t *printer, const dense_t *dense, size_t index) {
  if (!dense->data) {
    tern_printer_quoted(printer, tern_string_attr_value(attr_param(dense->attr, 1 + index)));
    return;
  }
  const unsigned char *data = dense->data + index * dense->element_size;
  if (dense->element->kind != TERN_TYPE_COMPLEX) {
    print_scalar(printer, dense->element, data, dense->element_size);
    return;
  }
  const tern_type_t *part = tern_type_element(dense->element);
  tern_printer_char(printer, '(');
  print_scalar(printer, part, data, dense->element_size / 2);
  tern_printer_char(printer, ',');
  print_scalar(printer, part, data + dense->element_size / 2, dense->element_size / 2);
  tern_printer_char(printer, ')');
}

static void print_nested(tern_printer_t *printer, const dense_t *dense, const int64_t *dims, size_t rank,
                         size_t *inout_index) {
  if (rank == 0) {
    print_element(printer, dense, (*inout_index)++);
    return;
  }
  tern_printer_char(printer, '[');
  for (int64_t i = 0; i < dims[0]; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    print_nested(printer, dense, dims + 1, rank - 1, inout_index);
  }
  tern_printer_char(printer, ']');
}

static void print_hex(tern_printer_t *printer, const unsigned char *data, size_t size) {
  static const char digits[] = "0123456789ABCDEF";
  char chunk[512];
  size_t used = 0;
  tern_printer_literal(printer, "\"0x");
  for (size_t i = 0; i < size; ++i) {
    chunk[used++] = digits[data[i] >> 4];
    chunk[used++] = digits[data[i] & 15];
    if (used == sizeof chunk) {
      tern_printer_write(printer, chunk, used);
      used = 0;
    }
  }
  tern_printer_write(printer, chunk, used);
  tern_printer_char(printer, '"');
}

// Upstream packs i1 elements eight to a byte, lowest bit first.
static void print_hex_of_bits(tern_printer_t *printer, const unsigned char *data, size_t count) {
  size_t size = (count + 7) / 8;
  unsigned char *packed = tern_malloc(size);
  memset(packed, 0, size);
  for (size_t i = 0; i < count; ++i) {
    if (data[i] & 1) packed[i / 8] |= (unsigned char)(1 << i % 8);
  }
  print_hex(printer, packed, size);
  free(packed);
}

static bool is_hex(const tern_printer_t *printer, int64_t count) {
  if (!printer->options.has_hex_limit) return count > HEX_ABOVE;
  return printer->options.hex_above >= 0 && count > printer->options.hex_above;
}

void tern_printer_dense_body(tern_printer_t *printer, const tern_attr_t *attr, bool allow_hex) {
  if (printer->is_collecting) return;
  const tern_type_t *type = type_param(attr, 0);
  int64_t count = tern_type_element_count(type);
  dense_t dense = {.attr = attr, .element = tern_type_element(type)};
  bool is_splat;
  if (attr->kind == TERN_ATTR_DENSE_STRINGS) {
    is_splat = attr->param_count == 2;
  } else {
    is_splat = tern_dense_elements_attr_is_splat(attr);
    dense.data = tern_dense_elements_attr_data(attr);
    dense.element_size = tern_dense_element_size(dense.element);
  }
  if (count == 0) return;
  if (is_splat) {
    print_element(printer, &dense, 0);
  } else if (dense.data && allow_hex && is_hex(printer, count)) {
    if (tern_type_is_i(dense.element, 1)) {
      print_hex_of_bits(printer, dense.data, (size_t)count);
    } else {
      print_hex(printer, dense.data, (size_t)count * dense.element_size);
    }
  } else {
    size_t index = 0;
    print_nested(printer, &dense, tern_type_dims(type), tern_type_rank(type), &index);
  }
}

static bool is_elided(const tern_printer_t *printer, const tern_attr_t *attr) {
  if (printer->options.elide_elements_above < 0) return false;
  if (attr->kind == TERN_ATTR_SPARSE_ELEMENTS) {
    return is_elided(printer, attr_param(attr, 1)) || is_elided(printer, attr_param(attr, 2));
  }
  if (tern_attr_is_splat(attr)) return false;
  return tern_type_element_count(type_param(attr, 0)) > printer->options.elide_elements_above;
}

static void print_dense(tern_printer_t *printer, const tern_attr_t *attr) {
  if (is_elided(printer, attr)) {
    tern_printer_literal(printer, "dense_resource<__elided__>");
    return;
  }
  tern_printer_literal(printer, "dense<");
  tern_printer_dense_body(printer, attr, true);
  tern_printer_char(printer, '>');
}

static void print_sparse(tern_printer_t *printer, const tern_attr_t *attr) {
  if (is_elided(printer, attr)) {
    tern_printer_literal(printer, "dense_resource<__elided__>");
    return;
  }
  tern_printer_literal(printer, "sparse<");
  if (tern_type_element_count(type_param(attr_param(attr, 1), 0)) != 0) {
    tern_printer_dense_body(printer, attr_param(attr, 1), false);
    tern_printer_literal(printer, ", ");
    tern_printer_dense_body(printer, attr_param(attr, 2), true);
  }
  tern_printer_char(printer, '>');
}

// --- dense arrays ---

static void print_dense_array_elements(tern_printer_t *printer, const tern_attr_t *attr) {
  if (printer->is_collecting) return;
  const tern_type_t *element = type_param(attr, 0);
  const unsigned char *data = tern_dense_array_attr_data(attr);
  size_t size = tern_dense_element_size(element);
  for (size_t i = 0; i < tern_dense_array_attr_count(attr); ++i) {
    if (i) tern_printer_literal(printer, ", ");
    print_scalar(printer, element, data + i * size, size);
  }
}

static void print_dense_array(tern_printer_t *printer, const tern_attr_t *attr, tern_type_elision_t elision) {
  tern_printer_literal(printer, "array<");
  if (elision != TERN_ELIDE_ALWAYS) tern_printer_type(printer, type_param(attr, 0));
  if (tern_dense_array_attr_count(attr)) {
    if (elision != TERN_ELIDE_ALWAYS) tern_printer_literal(printer, ": ");
    print_dense_array_elements(printer, attr);
  }
  tern_printer_char(printer, '>');
}

// --- the rest ---

static void print_array(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_attr_elided(printer, tern_array_attr_at(attr, i), TERN_ELIDE_DEFAULT);
  }
  tern_printer_char(printer, ']');
}

void tern_printer_named_attr(tern_printer_t *printer, const tern_ident_t *name, const tern_attr_t *attr) {
  tern_printer_keyword_or_string(printer, tern_ident_str(name));
  if (attr->kind == TERN_ATTR_UNIT) return;
  tern_printer_literal(printer, " = ");
  tern_printer_attr(printer, attr);
}

static void print_dictionary(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '{');
  for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_named_attr(printer, tern_dictionary_attr_name(attr, i), tern_dictionary_attr_at(attr, i));
  }
  tern_printer_char(printer, '}');
}

static void print_symbol_ref(tern_printer_t *printer, const tern_attr_t *attr) {
  for (size_t i = 0; i < tern_symbol_ref_attr_count(attr); ++i) {
    if (i) tern_printer_literal(printer, "::");
    tern_printer_symbol_name(printer, tern_symbol_ref_attr_at(attr, i));
  }
}

static void print_strided_layout(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_literal(printer, "strided<[");
  for (size_t i = 1; i < attr->param_count; ++i) {
    if (i > 1) tern_printer_literal(printer, ", ");
    if ((int64_t)attr->params[i] == TERN_DYNAMIC) {
      tern_printer_char(printer, '?');
    } else {
      tern_printer_int(printer, (int64_t)attr->params[i]);
    }
  }
  tern_printer_char(printer, ']');
  if ((int64_t)attr->params[0] == TERN_DYNAMIC) {
    tern_printer_literal(printer, ", offset: ?");
  } else if (attr->params[0] != 0) {
    tern_printer_literal(printer, ", offset: ");
    tern_printer_int(printer, (int64_t)attr->params[0]);
  }
  tern_printer_char(printer, '>');
}

static void print_affine(tern_printer_t *printer, const tern_attr_t *attr) {
  if (printer->is_collecting) return;
  if (attr->kind == TERN_ATTR_AFFINE_MAP) {
    tern_printer_literal(printer, "affine_map<");
    tern_affine_map_print(tern_affine_map_attr_value(attr), printer->out);
  } else {
    tern_printer_literal(printer, "affine_set<");
    tern_integer_set_print(tern_integer_set_attr_value(attr), printer->out);
  }
  tern_printer_char(printer, '>');
}

// The operands that an affine expression is over.
typedef struct affine_inputs {
  tern_printer_t *printer;
  const tern_op_t *op;
  size_t start, dim_count;
} affine_inputs_t;

static void print_affine_input(const tern_affine_expr_t *input, void *user) {
  const affine_inputs_t *inputs = user;
  bool is_symbol = input->kind == TERN_AFFINE_SYMBOL;
  size_t index = inputs->start + (is_symbol ? inputs->dim_count : 0) + (size_t)input->value;
  if (is_symbol) tern_printer_literal(inputs->printer, "symbol(");
  tern_printer_value(inputs->printer, index < inputs->op->operand_count ? tern_op_operand(inputs->op, index) : NULL);
  if (is_symbol) tern_printer_char(inputs->printer, ')');
}

void tern_printer_affine_expr_of_operands(tern_printer_t *printer, const tern_affine_expr_t *expr, size_t dim_count,
                                          const tern_op_t *op, size_t start) {
  affine_inputs_t inputs = {printer, op, start, dim_count};
  if (!printer->is_collecting) tern_affine_expr_print_as(expr, printer->out, print_affine_input, &inputs);
}

void tern_printer_affine_map_of_operands(tern_printer_t *printer, const tern_affine_map_t *map, const tern_op_t *op,
                                         size_t start) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_affine_expr_of_operands(printer, map->results[i], map->dim_count, op, start);
  }
}

// Distinct attributes are numbered in the order of the text. A lone one keeps the number that it was made with.
static int64_t distinct_number(tern_printer_t *printer, const tern_attr_t *attr) {
  if (!printer->distincts || printer->is_collecting) return (int64_t)attr->params[0];
  uintptr_t count = (uintptr_t)tern_map_get(printer->distincts, attr);
  if (count == 0) {
    count = printer->distincts->live_count + 1;
    tern_map_set(printer->distincts, attr, (void *)count);
  }
  return (int64_t)count - 1;
}

static void print_distinct(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_literal(printer, "distinct[");
  tern_printer_int(printer, distinct_number(printer, attr));
  tern_printer_literal(printer, "]<");
  if (attr->params[1] && attr_param(attr, 1)->kind != TERN_ATTR_UNIT) {
    tern_printer_attr(printer, attr_param(attr, 1));
  }
  tern_printer_char(printer, '>');
}

// A case between angles; one that is no bare word stands in quotes, as `<"non-leaf">` does.
static void print_angled_case(tern_printer_t *printer, const tern_enum_row_t *row, int64_t value) {
  const char *name = row->is_bit_enum ? NULL : tern_enum_case_name(row, value);
  if (name && strpbrk(name, "-+"))
    tern_printer_quoted(printer, tern_str_from_cstr(name));
  else
    tern_printer_enum(printer, row, value);
}

// `#arith.fastmath<fast>`, or in the older style `#gpu<dim x>`.
static void print_enum_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_enum_row_t *row = attr->row;
  tern_str_t name = tern_str_from_cstr(row->attr_name ? row->attr_name : row->name);
  tern_printer_char(printer, '#');
  if (row->is_spaced_mnemonic) {
    tern_str_t mnemonic = name;
    tern_str_t dialect = tern_str_split(&mnemonic, '.');
    tern_printer_str(printer, dialect);
    tern_printer_char(printer, '<');
    tern_printer_str(printer, mnemonic);
    tern_printer_char(printer, ' ');
  } else {
    tern_printer_str(printer, name);
    tern_printer_char(printer, '<');
  }
  print_angled_case(printer, row, (int64_t)attr->params[0]);
  tern_printer_char(printer, '>');
}

// `#dialect.mnemonic<...>`; where the row's text does not begin with an angle the verbose form, `#dialect<mnemonic...>`:
// nothing else would end where it does.
static void print_dialect_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_row_t *row = attr->row;
  tern_printer_char(printer, '#');
  size_t dot = printer->out->size + tern_str_find_char(tern_str_from_cstr(row->name), '.');
  tern_printer_text(printer, row->name);
  size_t body = printer->out->size;
  if (row->print) row->print(printer, attr);
  if (printer->is_collecting || printer->out->size == body || printer->out->data[body] == '<') return;
  printer->out->data[dot] = '<';
  tern_printer_char(printer, '>');
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.'; }

void tern_printer_opaque_body(tern_printer_t *printer, char sign, tern_str_t dialect, tern_str_t text) {
  size_t end = 0;
  bool is_simple = text.size && is_letter(text.data[0]);
  while (is_simple && end < text.size && is_word(text.data[end])) ++end;
  if (is_simple && end < text.size) is_simple = text.data[end] == '<' && text.data[text.size - 1] == '>';
  tern_printer_char(printer, sign);
  tern_printer_str(printer, dialect);
  tern_printer_char(printer, is_simple ? '.' : '<');
  tern_printer_str(printer, text);
  if (!is_simple) tern_printer_char(printer, '>');
}

// ` : type`.
static void print_type_after(tern_printer_t *printer, const tern_type_t *type, tern_type_elision_t elision) {
  if (!type || elision == TERN_ELIDE_ALWAYS || type->kind == TERN_TYPE_NONE) return;
  tern_printer_literal(printer, " : ");
  tern_printer_type(printer, type);
}

void tern_printer_attr_body(tern_printer_t *printer, const tern_attr_t *attr, tern_type_elision_t elision) {
  const tern_type_t *type = NULL;
  switch (attr->kind) {
    case TERN_ATTR_INTEGER:
      type = type_param(attr, 0);
      print_integer_value(printer, type, &attr->params[1], attr->param_count - 1);
      if (tern_type_is_i(type, 1)) return;
      if (elision == TERN_ELIDE_DEFAULT && tern_type_is_i(type, 64)) return;
      break;
    case TERN_ATTR_FLOAT: {
      type = type_param(attr, 0);
      size_t before = printer->out->size;
      tern_printer_float(printer, type, &attr->params[1]);
      // Bits in hexadecimal would be an integer without their type.
      bool is_hex = printer->out->size > before + 2 && printer->out->data[before + 1] == 'x';
      if (elision == TERN_ELIDE_DEFAULT && type->kind == TERN_TYPE_F64 && !is_hex) return;
      break;
    }
    case TERN_ATTR_STRING:
      tern_printer_quoted(printer, ident_param(attr, 0));
      type = type_param(attr, 1);
      break;
    case TERN_ATTR_ARRAY: print_array(printer, attr); return;
    case TERN_ATTR_DICTIONARY: print_dictionary(printer, attr); return;
    case TERN_ATTR_TYPE: tern_printer_type(printer, type_param(attr, 0)); return;
    case TERN_ATTR_UNIT: tern_printer_literal(printer, "unit"); return;
    case TERN_ATTR_SYMBOL_REF: print_symbol_ref(printer, attr); return;
    case TERN_ATTR_DENSE_ARRAY: print_dense_array(printer, attr, elision); return;
    case TERN_ATTR_DENSE_ELEMENTS:
    case TERN_ATTR_DENSE_STRINGS:
      print_dense(printer, attr);
      type = type_param(attr, 0);
      break;
    case TERN_ATTR_DENSE_RESOURCE:
      tern_printer_literal(printer, "dense_resource<");
      tern_printer_resource_key(printer, "builtin", ident_param(attr, 1));
      tern_printer_char(printer, '>');
      type = type_param(attr, 0);
      break;
    case TERN_ATTR_SPARSE_ELEMENTS:
      print_sparse(printer, attr);
      type = type_param(attr, 0);
      break;
    case TERN_ATTR_AFFINE_MAP:
    case TERN_ATTR_INTEGER_SET: print_affine(printer, attr); return;
    case TERN_ATTR_STRIDED_LAYOUT: print_strided_layout(printer, attr); return;
    case TERN_ATTR_DISTINCT: print_distinct(printer, attr); return;
    case TERN_ATTR_OPAQUE:
      tern_printer_opaque_body(printer, '#', ident_param(attr, 0), ident_param(attr, 1));
      type = type_param(attr, 2);
      break;
    case TERN_ATTR_ENUM: print_enum_attr(printer, attr); return;
    case TERN_ATTR_DIALECT:
      print_dialect_attr(printer, attr);
      type = tern_attr_type(attr);
      break;
    default: tern_printer_location(printer, attr, false); return;
  }
  print_type_after(printer, type ? tern_elements_type_written(type) : NULL, elision);
}

void tern_printer_attr_elided(tern_printer_t *printer, const tern_attr_t *attr, tern_type_elision_t elision) {
  if (printer->is_collecting) {
    tern_printer_visit_attr(printer, attr, printer->aliases->can_be_deferred);
    return;
  }
  if (!attr) {
    tern_printer_literal(printer, "<<NULL ATTRIBUTE>>");
    return;
  }
  if (tern_printer_alias(printer, attr)) return;
  tern_printer_attr_body(printer, attr, elision);
}

void tern_printer_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_attr_elided(printer, attr, TERN_ELIDE_NEVER);
}

bool tern_printer_attr_alias(tern_printer_t *printer, const tern_attr_t *attr) {
  if (!printer->is_collecting) return tern_printer_alias(printer, attr);
  tern_printer_attr(printer, attr);
  return true;
}

void tern_printer_attr_without_type(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_attr_elided(printer, attr, TERN_ELIDE_ALWAYS);
}

void tern_printer_attr_stripped(tern_printer_t *printer, const tern_attr_t *attr) {
  if (printer->is_collecting || !attr) {
    tern_printer_attr(printer, attr);
    return;
  }
  if (attr->kind == TERN_ATTR_DENSE_ARRAY) {
    tern_printer_char(printer, '[');
    print_dense_array_elements(printer, attr);
    tern_printer_char(printer, ']');
  } else if (attr->kind == TERN_ATTR_ENUM) {
    const tern_enum_row_t *row = attr->row;
    if (!row->is_spaced_mnemonic) tern_printer_char(printer, '<');
    print_angled_case(printer, row, (int64_t)attr->params[0]);
    if (!row->is_spaced_mnemonic) tern_printer_char(printer, '>');
  } else if (attr->kind == TERN_ATTR_DIALECT && ((const tern_attr_row_t *)attr->row)->print) {
    if (tern_printer_alias(printer, attr)) return;
    size_t before = printer->out->size;
    ((const tern_attr_row_t *)attr->row)->print(printer, attr);
    if (printer->out->size == before) tern_printer_attr_body(printer, attr, TERN_ELIDE_NEVER);
  } else {
    tern_printer_attr(printer, attr);
  }
}

void tern_print_attr(const tern_attr_t *attr, tern_string_builder_t *out) {
  if (!attr) {
    tern_string_builder_append_cstr(out, "<<NULL ATTRIBUTE>>");
    return;
  }
  tern_printer_t printer = {.context = attr->context, .out = out, .options = TERN_PRINT_DEFAULT};
  tern_printer_attr_body(&printer, attr, TERN_ELIDE_NEVER);
}
