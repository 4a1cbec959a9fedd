// String views and growing strings.

#include "base/string.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

enum { FIRST_CAPACITY = 64 };  // bytes

int tern_str_compare(tern_str_t a, tern_str_t b) {
  size_t common = a.size < b.size ? a.size : b.size;
  int order = common ? memcmp(a.data, b.data, common) : 0;
  if (order) return order;
  return (a.size > b.size) - (a.size < b.size);
}

// Most comparisons are over at the first character, in searches of tables.
bool tern_str_equal_cstr(tern_str_t a, const char *b) {
  size_t i = 0;
  if (!b) return a.size == 0;
  while (i < a.size && b[i] == a.data[i] && b[i]) ++i;
  return i == a.size && !b[i];
}

size_t tern_str_find_char(tern_str_t a, char c) {
  const char *found = a.size ? memchr(a.data, c, a.size) : NULL;
  return found ? (size_t)(found - a.data) : a.size;
}

// White space of the C locale, whatever the process has set.
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

tern_str_t tern_str_trim(tern_str_t a) {
  while (a.size && is_space(a.data[0])) a = tern_str_drop(a, 1);
  while (a.size && is_space(a.data[a.size - 1])) --a.size;
  return a;
}

tern_str_t tern_str_split(tern_str_t *inout_rest, char separator) {
  tern_str_t all = *inout_rest;
  size_t position = tern_str_find_char(all, separator);
  *inout_rest = position < all.size ? tern_str_drop(all, position + 1) : tern_str_make(all.data + all.size, 0);
  return tern_str_make(all.data, position);
}

bool tern_str_lists(tern_str_t list, char separator, tern_str_t prefix) {
  while (list.size) {
    if (tern_str_starts_with(tern_str_split(&list, separator), prefix)) return true;
  }
  return false;
}

// The value of `c` as a digit of `radix` (10 or 16), or -1.
static int digit_value(char c, int radix) {
  if (c >= '0' && c <= '9') return c - '0';
  if (radix != 16) return -1;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool tern_str_to_int64(tern_str_t a, int64_t *out_value) {
  *out_value = 0;
  bool is_negative = a.size && a.data[0] == '-';
  if (is_negative) a = tern_str_drop(a, 1);
  int radix = 10;
  if (tern_str_starts_with(a, TERN_STR("0x")) || tern_str_starts_with(a, TERN_STR("0X"))) {
    radix = 16;
    a = tern_str_drop(a, 2);
  }
  if (!a.size) return false;
  // Built up below zero, because the negative range is the larger one.
  int64_t value = 0;
  for (size_t i = 0; i < a.size; ++i) {
    int digit = digit_value(a.data[i], radix);
    if (digit < 0 || __builtin_mul_overflow(value, radix, &value) || __builtin_sub_overflow(value, digit, &value)) {
      return false;
    }
  }
  if (!is_negative && __builtin_sub_overflow((int64_t)0, value, &value)) return false;
  *out_value = value;
  return true;
}

// Makes room for `extra` bytes and a terminator.
static void reserve(tern_string_builder_t *sb, size_t extra) {
  size_t needed;
  if (__builtin_add_overflow(sb->size, extra, &needed) || needed == SIZE_MAX) tern_out_of_memory(SIZE_MAX);
  if (++needed <= sb->capacity) return;
  size_t grown = sb->capacity ? sb->capacity : FIRST_CAPACITY;
  while (grown < needed) grown = grown > SIZE_MAX / 2 ? needed : grown * 2;
  sb->data = tern_realloc_array(sb->data, grown, 1);
  sb->capacity = grown;
}

void tern_string_builder_reserve(tern_string_builder_t *sb, size_t size) {
  if (sb->capacity - sb->size > size) return;
  if (size > SIZE_MAX / 2 - sb->size) tern_out_of_memory(SIZE_MAX);
  sb->capacity = sb->size + size + 1;
  sb->data = tern_realloc_array(sb->data, sb->capacity, 1);
}

void tern_string_builder_deinitialize(tern_string_builder_t *sb) {
  free(sb->data);
  *sb = (tern_string_builder_t){0};
}

void tern_string_builder_append(tern_string_builder_t *sb, tern_str_t text) {
  reserve(sb, text.size);
  if (text.size) memcpy(sb->data + sb->size, text.data, text.size);
  sb->size += text.size;
  sb->data[sb->size] = '\0';
}

void tern_string_builder_append_cstr(tern_string_builder_t *sb, const char *text) {
  tern_string_builder_append(sb, tern_str_from_cstr(text));
}

void tern_string_builder_append_char(tern_string_builder_t *sb, char c) {
  reserve(sb, 1);
  sb->data[sb->size++] = c;
  sb->data[sb->size] = '\0';
}

void tern_string_builder_append_format(tern_string_builder_t *sb, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(sb, format, args);
  va_end(args);
}

void tern_string_builder_append_vformat(tern_string_builder_t *sb, const char *format, va_list args) {
  reserve(sb, 0);
  va_list again;
  va_copy(again, args);
  size_t room = sb->capacity - sb->size;
  int written = vsnprintf(sb->data + sb->size, room, format, args);
  if (written >= 0 && (size_t)written >= room) {
    reserve(sb, (size_t)written);
    vsnprintf(sb->data + sb->size, (size_t)written + 1, format, again);
  }
  va_end(again);
  if (written > 0) sb->size += (size_t)written;
  sb->data[sb->size] = '\0';
}

void tern_string_builder_append_int64(tern_string_builder_t *sb, int64_t value) {
  char digits[20];  // 19 digits and a sign
  char *cursor = digits + sizeof(digits);
  uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do {
    *--cursor = (char)('0' + magnitude % 10);
    magnitude /= 10;
  } while (magnitude);
  if (value < 0) *--cursor = '-';
  tern_string_builder_append(sb, tern_str_make(cursor, (size_t)(digits + sizeof(digits) - cursor)));
}

char *tern_string_builder_take(tern_string_builder_t *sb) {
  reserve(sb, 0);
  sb->data[sb->size] = '\0';
  char *taken = sb->data;
  *sb = (tern_string_builder_t){0};
  return taken;
}
