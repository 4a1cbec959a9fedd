// test: the syntax of test.parse_b64, bytes in base 64 (RFC 4648).

#include "test/dialect/hooks.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// 6 bits, or 64 for what is no digit.
static uint32_t digit_value(char c) {
  const char *found = c ? strchr(digits, c) : NULL;
  return found ? (uint32_t)(found - digits) : 64;
}

// Four digits stand for three bytes; each `=` at the end for one less. `out` has room for three quarters of the text.
static bool decode(tern_str_t text, char *out, size_t *out_size) {
  size_t size = 0;
  if (text.size % 4) return false;
  for (size_t i = 0; i < text.size; i += 4) {
    bool is_last = i + 4 == text.size;
    size_t padding = is_last && text.data[i + 3] == '=' ? 1 + (text.data[i + 2] == '=') : 0;
    uint32_t bits = 0;
    for (size_t k = 0; k < 4; ++k) {
      uint32_t value = k < 4 - padding ? digit_value(text.data[i + k]) : 0;
      if (value == 64) return false;
      bits = bits << 6 | value;
    }
    for (size_t k = 0; k < 3 - padding; ++k) out[size++] = (char)(bits >> (16 - 8 * k));
  }
  *out_size = size;
  return true;
}

bool tern_test_parse_b64(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t text;
  size_t size;
  if (!tern_parse_string(parser, &text)) return false;
  char *bytes = tern_parser_alloc(parser, text.size + 1);
  if (!decode(text, bytes, &size))
    return tern_parser_error_at(parser, pos, "custom op 'test.parse_b64' invalid base64");
  tern_op_add_attr(parser, op, "b64", tern_string_attr_get(tern_parser_context(parser), tern_str_make(bytes, size)));
  return true;
}

void tern_test_print_b64(tern_printer_t *printer, const tern_op_t *op) {
  tern_str_t bytes = tern_string_attr_value(tern_op_attr(op, "b64"));
  tern_printer_text(printer, " \"");
  for (size_t i = 0; i < bytes.size; i += 3) {
    size_t count = bytes.size - i < 3 ? bytes.size - i : 3;
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? (unsigned char)bytes.data[i + k] : 0);
    for (size_t k = 0; k < 4; ++k) tern_printer_char(printer, k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=');
  }
  tern_printer_char(printer, '"');
}
