// String views and growing strings.

#ifndef TERN_BASE_STRING_H_
#define TERN_BASE_STRING_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// A borrowed run of bytes, not NUL-terminated.
typedef struct tern_str_t {
  const char *data;
  size_t size;  // bytes
} tern_str_t;

#define TERN_STR(literal) ((tern_str_t){(literal), sizeof(literal) - 1})

static inline tern_str_t tern_str_make(const char *data, size_t size) { return (tern_str_t){data, size}; }
static inline tern_str_t tern_str_from_cstr(const char *cstr) { return (tern_str_t){cstr, cstr ? strlen(cstr) : 0}; }
static inline bool tern_str_equal(tern_str_t a, tern_str_t b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}
// NULL is as good as "".
bool tern_str_equal_cstr(tern_str_t a, const char *b);
static inline bool tern_str_starts_with(tern_str_t a, tern_str_t prefix) {
  return a.size >= prefix.size && memcmp(a.data, prefix.data, prefix.size) == 0;
}
static inline bool tern_str_ends_with(tern_str_t a, tern_str_t suffix) {
  return a.size >= suffix.size && memcmp(a.data + a.size - suffix.size, suffix.data, suffix.size) == 0;
}
static inline tern_str_t tern_str_drop(tern_str_t a, size_t count) {
  return tern_str_make(a.data + count, a.size - count);
}
// Byte order, shorter first on a common prefix.
int tern_str_compare(tern_str_t a, tern_str_t b);
// Position of `c`, or `a.size`.
size_t tern_str_find_char(tern_str_t a, char c);
// Drops white space at both ends.
tern_str_t tern_str_trim(tern_str_t a);
// Cuts at the first `separator`: returns the part before it, and leaves the part after it in `*inout_rest` (empty at
// the end).
tern_str_t tern_str_split(tern_str_t *inout_rest, char separator);
// Does an item of the list start with `prefix`?
bool tern_str_lists(tern_str_t list, char separator, tern_str_t prefix);
// Reads all of `a` as a decimal or 0x integer; false if it is none or does not fit.
bool tern_str_to_int64(tern_str_t a, int64_t *out_value);
// 64-bit hash (xxHash).
uint64_t tern_hash_bytes(const void *data, size_t size, uint64_t seed);

// A growing string. Zero-initialise to start; always NUL-terminated once something was appended. Owned data.
typedef struct tern_string_builder_t {
  char *data;
  size_t size;      // bytes, without the terminator
  size_t capacity;  // bytes
} tern_string_builder_t;

void tern_string_builder_deinitialize(tern_string_builder_t *sb);
// Makes room for `size` more bytes, and no more than these.
void tern_string_builder_reserve(tern_string_builder_t *sb, size_t size);
void tern_string_builder_append(tern_string_builder_t *sb, tern_str_t text);
void tern_string_builder_append_cstr(tern_string_builder_t *sb, const char *text);
void tern_string_builder_append_char(tern_string_builder_t *sb, char c);
void tern_string_builder_append_format(tern_string_builder_t *sb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tern_string_builder_append_vformat(tern_string_builder_t *sb, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void tern_string_builder_append_int64(tern_string_builder_t *sb, int64_t value);
static inline tern_str_t tern_string_builder_view(const tern_string_builder_t *sb) {
  return tern_str_make(sb->data ? sb->data : "", sb->size);
}
// Takes the C string (caller frees with free()) and empties the builder. Never NULL.
char *tern_string_builder_take(tern_string_builder_t *sb);

#endif  // TERN_BASE_STRING_H_
