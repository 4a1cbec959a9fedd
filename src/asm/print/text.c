// The small change of printing: text, numbers, quoted strings, names, enum cases, values.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "asm/printer_private.h"

tern_context_t *tern_printer_context(const tern_printer_t *printer) { return printer->context; }

void tern_printer_text(tern_printer_t *printer, const char *text) { tern_printer_write(printer, text, strlen(text)); }

void tern_printer_str(tern_printer_t *printer, tern_str_t text) { tern_printer_write(printer, text.data, text.size); }

void tern_printer_format(tern_printer_t *printer, const char *format, ...) {
  if (printer->is_collecting) return;
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(printer->out, format, args);
  va_end(args);
}

void tern_printer_char(tern_printer_t *printer, char c) { tern_printer_write(printer, &c, 1); }

void tern_printer_int(tern_printer_t *printer, int64_t value) {
  if (printer->is_collecting) return;
  char text[24];
  size_t start = sizeof text;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do {
    text[--start] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (value < 0) text[--start] = '-';
  tern_printer_write(printer, text + start, sizeof text - start);
}

void tern_printer_quoted(tern_printer_t *printer, tern_str_t text) {
  static const char digits[] = "0123456789ABCDEF";
  if (printer->is_collecting) return;
  tern_printer_char(printer, '"');
  size_t plain = 0;  // start of the run that needs no escape
  for (size_t i = 0; i < text.size; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') continue;
    tern_printer_write(printer, text.data + plain, i - plain);
    plain = i + 1;
    if (c == '\\') {
      tern_printer_literal(printer, "\\\\");
    } else {
      char escape[3] = {'\\', digits[c >> 4], digits[c & 15]};
      tern_printer_write(printer, escape, sizeof escape);
    }
  }
  tern_printer_write(printer, text.data + plain, text.size - plain);
  tern_printer_char(printer, '"');
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_bare_identifier(tern_str_t text) {
  if (text.size == 0 || !is_letter(text.data[0])) return false;
  for (size_t i = 1; i < text.size; ++i) {
    char c = text.data[i];
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '$' && c != '.') return false;
  }
  return true;
}

void tern_printer_keyword_or_string(tern_printer_t *printer, tern_str_t text) {
  if (is_bare_identifier(text)) {
    tern_printer_str(printer, text);
  } else {
    tern_printer_quoted(printer, text);
  }
}

void tern_printer_symbol_name(tern_printer_t *printer, tern_str_t name) {
  tern_printer_char(printer, '@');
  tern_printer_keyword_or_string(printer, name);
}

void tern_printer_enum(tern_printer_t *printer, const tern_enum_row_t *row, int64_t value) {
  if (printer->is_collecting) return;
  const char *text = tern_enum_value_text(printer->context, row, value);
  if (text && row->is_quoted && __builtin_popcountll((uint64_t)value) != 1) {
    tern_printer_quoted(printer, tern_str_from_cstr(text));
  } else if (text) {
    tern_printer_text(printer, text);
  } else {
    tern_printer_int(printer, value);
  }
}

// --- values ---

// The first result of the group that `value` belongs to, and how many the group has.
static uint32_t group_start(const tern_names_t *names, const tern_op_t *op, uint32_t index, uint32_t *out_count) {
  const uint32_t *groups = names->result_groups.live_count ? tern_map_get(&names->result_groups, op) : NULL;
  if (!groups) {
    *out_count = op->result_count;
    return 0;
  }
  uint32_t group = groups[0];
  while (groups[group] > index) --group;
  *out_count = (group < groups[0] ? groups[group + 1] : op->result_count) - groups[group];
  return groups[group];
}

static void print_value_name(tern_printer_t *printer, const tern_value_t *head) {
  const tern_op_t *op = head->is_block_argument || head->index ? NULL : head->owner;
  if (op && printer->names && op->order != TERN_NAMED_ORDER && !(op->block && op->block->is_order_valid)) {
    tern_printer_char(printer, '%');
    tern_printer_int(printer, op->order);
    return;
  }
  uintptr_t name = printer->names ? (uintptr_t)tern_map_get(&printer->names->values, head) : 0;
  if (!name) {
    tern_printer_literal(printer, "<<UNKNOWN SSA VALUE>>");
    return;
  }
  tern_printer_char(printer, '%');
  if (name & 1) {
    tern_printer_int(printer, (int64_t)(name >> 1));
  } else {
    tern_printer_str(printer, *(const tern_str_t *)name);
  }
}

void tern_printer_value(tern_printer_t *printer, const tern_value_t *value) {
  if (printer->is_collecting) return;
  if (!value) {
    tern_printer_literal(printer, "<<NULL VALUE>>");
    return;
  }
  const tern_op_t *op = value->is_block_argument ? NULL : value->owner;
  if (!op || op->result_count == 1 || !printer->names) {
    print_value_name(printer, value);
    return;
  }
  uint32_t count;
  uint32_t start = group_start(printer->names, op, value->index, &count);
  print_value_name(printer, &op->results[start]);
  if (count == 1) return;
  tern_printer_char(printer, '#');
  tern_printer_int(printer, value->index - start);
}

// The value's name without the %: it lies behind what was printed, until more is.
static tern_str_t peek_name(tern_printer_t *printer, const tern_value_t *value) {
  tern_string_builder_t *out = printer->out;
  size_t start = out->size;
  tern_printer_value(printer, value);
  tern_str_t text = {out->data + start + 1, out->size - start - 1};
  out->size = start;
  return text;
}

void tern_printer_shadow_argument(tern_printer_t *printer, const tern_value_t *arg, const tern_value_t *value) {
  if (printer->is_collecting || !printer->names) return;
  tern_names_t *names = printer->names;
  tern_str_t text = peek_name(printer, value);
  tern_str_t name = {tern_arena_copy(&names->arena, text.data, text.size), text.size};
  tern_map_set(&names->values, arg, tern_arena_copy(&names->arena, &name, sizeof name));
  printer->out->data[printer->out->size] = '\0';
}

bool tern_printer_is_named(tern_printer_t *printer, const tern_value_t *value, tern_str_t name) {
  if (printer->is_collecting) return false;
  bool is_named = tern_str_equal(peek_name(printer, value), name);
  printer->out->data[printer->out->size] = '\0';
  return is_named;
}

void tern_printer_result_names(tern_printer_t *printer, const tern_op_t *op) {
  if (printer->is_collecting) return;
  for (uint32_t i = 0; i < op->result_count;) {
    uint32_t count = 1;
    if (op->result_count > 1 && printer->names) group_start(printer->names, op, i, &count);
    if (i) tern_printer_literal(printer, ", ");
    print_value_name(printer, &op->results[i]);
    if (count > 1) {
      tern_printer_char(printer, ':');
      tern_printer_int(printer, count);
    }
    i += count;
  }
  tern_printer_literal(printer, " = ");
}

void tern_printer_operands(tern_printer_t *printer, const tern_op_t *op, size_t start, size_t count) {
  if (printer->is_collecting) return;
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_value(printer, tern_op_operand(op, start + i));
  }
}

// --- lines ---

void tern_printer_indent(tern_printer_t *printer) {
  static const char spaces[] = "                                                                ";
  for (size_t rest = printer->indent; rest;) {
    size_t size = rest < sizeof spaces - 1 ? rest : sizeof spaces - 1;
    tern_printer_write(printer, spaces, size);
    rest -= size;
  }
}

void tern_printer_newline(tern_printer_t *printer) {
  tern_printer_char(printer, '\n');
  tern_printer_indent(printer);
}

void tern_printer_shift_indent(tern_printer_t *printer, int columns) { printer->indent += (size_t)columns; }
