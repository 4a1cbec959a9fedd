// Tuning files, and keys of ops.

#include "transform/codegen/tuning.h"

#include <stdlib.h>

#include "asm/source.h"
#include "base/file.h"
#include "dialect/linalg/structured.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- keys ---

// Roles of loops, then what the processor has.
enum { BATCH, ROWS, COLUMNS, DEPTH, ROLE_COUNT, VECTOR_BYTES = ROLE_COUNT, AMX, SIZE_COUNT };

#define ROLES "bmnk"

// A number that a name stands for, within bounds.
typedef struct range {
  const char *name;
  int64_t least, most;
} range_t;

static const range_t sizes[SIZE_COUNT] = {{"b", 1, INT64_MAX}, {"m", 1, INT64_MAX},       {"n", 1, INT64_MAX},
                                          {"k", 1, INT64_MAX}, {"vector-bytes", 8, 1024}, {"amx", 0, 1}};

// Whatever is within them, sums are added up in the same order, and what is copied to the stack fits there.
static const range_t values[TERN_TUNING_VALUE_COUNT] = {
    {"tile-m", 32, 65536}, {"tile-n", 32, 1024}, {"block-bytes", 65536, 262144}};

typedef struct key {
  tern_str_t kind, types, layout;
  int64_t sizes[SIZE_COUNT];  // 0: there is none
} tuning_key_t;

static const tern_str_t contraction = {"contraction", sizeof "contraction" - 1};

static void append_key(const tuning_key_t *key, tern_string_builder_t *out) {
  const tern_str_t words[] = {key->kind, key->types, key->layout};
  for (size_t i = 0; i < 3; ++i) {
    if (i) tern_string_builder_append_char(out, ' ');
    tern_string_builder_append(out, words[i]);
  }
  for (size_t i = 0; i < SIZE_COUNT; ++i) {
    if (key->sizes[i]) tern_string_builder_append_format(out, " %s=%lld", sizes[i].name, (long long)key->sizes[i]);
  }
}

// `roles` has the letter of each loop.
static void append_layout(const tern_op_t *op, const char *roles, tern_string_builder_t *out) {
  static const char *const before[] = {"", ",", "->"};
  for (size_t i = 0; i < 3; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    tern_string_builder_append_cstr(out, before[i]);
    for (size_t r = 0; r < map->result_count; ++r) {
      tern_string_builder_append_char(out, roles[map->results[r]->value]);
    }
  }
}

bool tern_tuning_machine_has_tiles(const tern_tuning_machine_t *machine, const tern_type_t *element) {
  return (machine->has_amx_bf16 && element->kind == TERN_TYPE_BF16) ||
         (machine->has_amx_int8 && tern_type_is_i(element, 8));
}

bool tern_tuning_append_key(const tern_op_t *op, const tern_tuning_machine_t *machine, tern_string_builder_t *out) {
  tern_contraction_t c;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  char roles[TERN_LINALG_MAX_LOOPS] = {0};
  if (!tern_linalg_match_contraction(op, &c) || c.batch_count > 1 || c.m_count != 1 || c.n_count != 1 ||
      c.k_count != 1 || !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  tuning_key_t key = {.kind = contraction};
  const size_t *loops[ROLE_COUNT] = {c.batch_count ? c.batch : NULL, c.m, c.n, c.k};
  for (size_t i = 0; i < ROLE_COUNT; ++i) {
    if (!loops[i]) continue;
    key.sizes[i] = ranges[*loops[i]];
    if (key.sizes[i] <= 0) return false;  // not known, or empty
    roles[*loops[i]] = ROLES[i];
  }
  tern_string_builder_t types = {0}, layout = {0};
  for (size_t i = 0; i < 3; ++i) {
    if (i) tern_string_builder_append_char(&types, ',');
    tern_string_builder_append_cstr(&types, tern_type_text(tern_type_element(tern_op_operand(op, i)->type)));
  }
  append_layout(op, roles, &layout);
  const tern_type_t *element = tern_type_element(tern_op_operand(op, 0)->type);
  key.types = tern_string_builder_view(&types);
  key.layout = tern_string_builder_view(&layout);
  key.sizes[VECTOR_BYTES] = machine->vector_bytes;
  key.sizes[AMX] = tern_tuning_machine_has_tiles(machine, element);
  append_key(&key, out);
  tern_string_builder_deinitialize(&types);
  tern_string_builder_deinitialize(&layout);
  return true;
}

// --- reading ---

typedef struct reader {
  tern_context_t *context;
  tern_str_t path, rest;  // of the line
  const char *start;      // of the line
  uint32_t line;
} reader_t;

static bool fail(const reader_t *r, const char *at, const char *note, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool fail(const reader_t *r, const char *at, const char *note, const char *format, ...) {
  const tern_attr_t *loc = tern_file_loc_get(r->context, r->path, r->line, (uint32_t)(at - r->start) + 1);
  va_list args;
  va_start(args, format);
  tern_emit(loc, TERN_ERROR, format, args);
  va_end(args);
  tern_emit_note(loc, "%s", note ? note : "a line is KIND TYPES LAYOUT SIZE=NUMBER...: VALUE=NUMBER...");
  return false;
}

// The next word, which ends at a blank or colon; empty if none is left before these.
static tern_str_t take_word(reader_t *r) {
  while (r->rest.size && (*r->rest.data == ' ' || *r->rest.data == '\t')) r->rest = tern_str_drop(r->rest, 1);
  size_t size = 0;
  while (size < r->rest.size && !strchr(" \t:", r->rest.data[size])) ++size;
  tern_str_t word = tern_str_make(r->rest.data, size);
  r->rest = tern_str_drop(r->rest, size);
  return word;
}

// NAME=NUMBER, as often as there are such; what is not there stays 0.
static bool read_numbers(reader_t *r, const char *what, const range_t *ranges, size_t count, int64_t *out) {
  for (tern_str_t word; (word = take_word(r)).size;) {
    tern_str_t number = word, name = tern_str_split(&number, '=');
    size_t i = 0;
    while (i < count && !tern_str_equal_cstr(name, ranges[i].name)) ++i;
    if (i == count) {
      tern_string_builder_t note = {0};
      tern_string_builder_append_cstr(&note, "there are");
      for (size_t k = 0; k < count; ++k)
        tern_string_builder_append_format(&note, "%s %s", k ? "," : "", ranges[k].name);
      fail(r, word.data, note.data, "'%.*s' is no %s", (int)name.size, name.data, what);
      return tern_string_builder_deinitialize(&note), false;
    }
    if (out[i]) return fail(r, word.data, NULL, "%s is there twice", ranges[i].name);
    if (!tern_str_to_int64(number, &out[i]) || out[i] < ranges[i].least || out[i] > ranges[i].most) {
      const char *at = name.size < word.size ? name.data + name.size + 1 : name.data;
      return fail(r, at, NULL, "%s must be a number from %lld to %lld", ranges[i].name, (long long)ranges[i].least,
                  (long long)ranges[i].most);
    }
  }
  return true;
}

// Takes letters of loops off `text`, and notes which these are.
static size_t take_loops(tern_str_t *text, bool *out_has) {
  size_t size = 0;
  for (const char *role; size < text->size && (role = memchr(ROLES, text->data[size], ROLE_COUNT)); ++size) {
    out_has[role - ROLES] = true;
  }
  *text = tern_str_drop(*text, size);
  return size;
}

static bool take_text(tern_str_t *text, tern_str_t expected) {
  if (!tern_str_starts_with(*text, expected)) return false;
  *text = tern_str_drop(*text, expected.size);
  return true;
}

static bool read_layout(reader_t *r, tuning_key_t *key, bool *out_has) {
  key->layout = take_word(r);
  tern_str_t rest = key->layout;
  if (take_loops(&rest, out_has) && take_text(&rest, TERN_STR(",")) && take_loops(&rest, out_has) &&
      take_text(&rest, TERN_STR("->")) && take_loops(&rest, out_has) && !rest.size) {
    return true;
  }
  return fail(r, rest.data, "b is the batch, m are rows, n columns, and k is the depth",
              "expected how the operands' dimensions lie, such as mk,kn->mn");
}

static bool read_types(reader_t *r, tuning_key_t *key) {
  key->types = take_word(r);
  tern_str_t rest = key->types;
  size_t count = 0;
  for (; rest.size && rest.data[0] != ','; ++count) tern_str_split(&rest, ',');
  if (count == 3 && key->types.data[key->types.size - 1] != ',') return true;
  return fail(r, key->types.data, NULL, "expected three element types, such as f32,f32,f32");
}

static bool read_key(reader_t *r, tuning_key_t *key) {
  bool has[ROLE_COUNT] = {false};
  key->kind = take_word(r);
  if (!tern_str_equal(key->kind, contraction)) {
    return fail(r, key->kind.data, NULL, "'%.*s' is no kind of op that is tuned; there is contraction",
                (int)key->kind.size, key->kind.data);
  }
  if (!read_types(r, key) || !read_layout(r, key, has) || !read_numbers(r, "size", sizes, SIZE_COUNT, key->sizes)) {
    return false;
  }
  for (size_t i = 0; i < ROLE_COUNT; ++i) {
    if (has[i] == (key->sizes[i] > 0)) continue;
    return fail(r, key->layout.data, NULL,
                has[i] ? "the size of %c is missing" : "there is a size of %c, which no operand has", ROLES[i]);
  }
  if (!key->sizes[VECTOR_BYTES]) return fail(r, r->rest.data, NULL, "vector-bytes is missing");
  if (!take_text(&r->rest, TERN_STR(":"))) return fail(r, r->rest.data, NULL, "expected ':' and values behind the key");
  return true;
}

static bool read_line(reader_t *r, tern_tuning_t *out) {
  tuning_key_t key = {0};
  tern_tuning_entry_t entry = {0};
  if (!read_key(r, &key)) return false;
  const char *start = r->rest.data;
  if (!read_numbers(r, "value", values, TERN_TUNING_VALUE_COUNT, entry.values)) return false;
  if (r->rest.size) return fail(r, r->rest.data, NULL, "expected the end of the line");
  bool is_empty = true;
  for (size_t i = 0; i < TERN_TUNING_VALUE_COUNT; ++i) is_empty &= entry.values[i] == 0;
  if (is_empty) return fail(r, start, NULL, "expected a value behind the key, such as tile-m=132");
  tern_string_builder_t text = {0};
  append_key(&key, &text);
  entry.key = tern_string_builder_take(&text);
  tern_vec_push(out, entry);
  return true;
}

bool tern_tuning_read(const tern_attr_t *loc, tern_str_t path, tern_tuning_t *out) {
  if (tern_str_equal_cstr(path, "-")) {
    return tern_emit_error(loc, "a tuning file is read for each executable, so it cannot be standard input");
  }
  tern_string_builder_t name = {0};
  char *data = NULL;
  size_t size = 0;
  tern_string_builder_append(&name, path);
  tern_status_t status = tern_file_read(name.data, &data, &size);
  tern_string_builder_deinitialize(&name);
  if (!tern_status_is_ok(status)) return tern_emit_error(loc, "%s", status.message);
  tern_source_remember(loc->context, path, tern_str_make(data, size));
  reader_t reader = {.context = loc->context, .path = path};
  bool is_right = true;
  for (tern_str_t rest = tern_str_make(data, size); is_right && rest.size;) {
    tern_str_t line = tern_str_split(&rest, '\n');
    ++reader.line;
    reader.start = line.data;
    line.size = tern_str_find_char(line, '#');
    while (line.size && strchr(" \t\r", line.data[line.size - 1])) --line.size;
    reader.rest = line;
    if (line.size) is_right = read_line(&reader, out);
  }
  free(data);
  return is_right;
}

void tern_tuning_deinitialize(tern_tuning_t *tuning) {
  for (size_t i = 0; i < tuning->count; ++i) free(tuning->values[i].key);
  tern_vec_deinitialize(tuning);
}

const tern_tuning_entry_t *tern_tuning_find(const tern_tuning_t *tuning, tern_str_t key) {
  for (size_t i = tuning->count; i-- > 0;) {
    if (tern_str_equal_cstr(key, tuning->values[i].key)) return &tuning->values[i];
  }
  return NULL;
}

int64_t tern_tuning_block_bytes(const tern_op_t *op, int64_t otherwise) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *chosen = tern_op_attr(op, TERN_TUNING_BLOCK_BYTES_ATTR);
    if (chosen) return tern_integer_attr_value(chosen);
  }
  return otherwise;
}
