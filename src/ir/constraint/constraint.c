// Parser of the constraint notation, and the tables of what was made of it.

#include "ir/constraint/constraint.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "ir/context.h"

enum { MAX_DEPTH = 32 };  // of nested arguments

typedef struct reader {
  tern_context_t *context;
  tern_str_t rest;
  const char *message;  // what is wrong, or NULL
} reader_t;

typedef TERN_VEC(const tern_constraint_node_t *) node_vec_t;

const char *tern_constraint_message(tern_context_t *context, const char *format, ...) {
  tern_string_builder_t sb = {0};
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(&sb, format, args);
  va_end(args);
  const char *message = tern_arena_copy(tern_context_arena(context), sb.data ? sb.data : "", sb.size + 1);
  tern_string_builder_deinitialize(&sb);
  return message;
}

// How much deeper a character leads. Every row of every dialect that is used passes here: a table is several times faster than
// a search among brackets.
static int change_of_depth(char c) {
  static const signed char changes[128] = {['<'] = 1,  ['['] = 1,  ['('] = 1,  ['{'] = 1,
                                           ['>'] = -1, [']'] = -1, [')'] = -1, ['}'] = -1};
  return (unsigned char)c < sizeof changes ? changes[(unsigned char)c] : 0;
}

size_t tern_constraint_find(tern_str_t text, char separator) {
  int depth = 0;
  bool is_quoted = false;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    if (is_quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        is_quoted = false;
      }
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == separator && depth == 0) {
      return i;
    } else {
      depth += change_of_depth(c);
    }
  }
  return text.size;
}

static char peek(reader_t *reader) {
  while (reader->rest.size && isspace((unsigned char)reader->rest.data[0]))
    reader->rest = tern_str_drop(reader->rest, 1);
  return reader->rest.size ? reader->rest.data[0] : '\0';
}

static bool take(reader_t *reader, char c) {
  if (peek(reader) != c) return false;
  reader->rest = tern_str_drop(reader->rest, 1);
  return true;
}

static const tern_constraint_node_t *fail(reader_t *reader, const char *expected) {
  if (!reader->message) {
    reader->message = tern_constraint_message(reader->context, "expected %s at '%.*s'", expected,
                                              (int)reader->rest.size, reader->rest.data);
  }
  return NULL;
}

static const tern_constraint_node_t *make_node(reader_t *reader, tern_constraint_node_t node, node_vec_t *args) {
  tern_arena_t *arena = tern_context_arena(reader->context);
  if (args && args->count) {
    node.args = tern_arena_copy(arena, args->values, args->count * sizeof(args->values[0]));
    node.arg_count = args->count;
  }
  return tern_arena_copy(arena, &node, sizeof(node));
}

static const tern_constraint_node_t *read_any_of(reader_t *reader, int depth);

// Reads arguments up to `close`, splicing bracketed lists.
static bool read_args(reader_t *reader, char close, int depth, node_vec_t *out_args) {
  if (take(reader, close)) return true;
  do {
    if (take(reader, '[')) {
      if (depth > MAX_DEPTH) return fail(reader, "fewer nested constraints") != NULL;
      if (!read_args(reader, ']', depth + 1, out_args)) return false;
      continue;
    }
    const tern_constraint_node_t *arg = read_any_of(reader, depth + 1);
    if (!arg) return false;
    tern_vec_push(out_args, arg);
  } while (take(reader, ','));
  if (!take(reader, close)) return fail(reader, close == '>' ? "'>'" : "']'") != NULL;
  return true;
}

// A run of name characters. One that is all digits (after a minus) is a number.
static const tern_constraint_node_t *read_alternative(reader_t *reader, int depth) {
  if (depth > MAX_DEPTH) return fail(reader, "fewer nested constraints");
  peek(reader);
  tern_str_t rest = reader->rest;
  size_t size = rest.size && rest.data[0] == '-' ? 1 : 0;
  while (size < rest.size && (isalnum((unsigned char)rest.data[size]) || strchr("_.$", rest.data[size]))) ++size;
  tern_str_t word = tern_str_make(rest.data, size);
  if (size == 0) return fail(reader, "a constraint");
  reader->rest = tern_str_drop(rest, size);
  tern_constraint_node_t node = {.kind = TERN_CONSTRAINT_NAME, .name = word};
  if (tern_str_to_int64(word, &node.number)) node.kind = TERN_CONSTRAINT_NUMBER;
  node_vec_t args = {0};
  const tern_constraint_node_t *made = NULL;
  if (node.kind == TERN_CONSTRAINT_NUMBER || !take(reader, '<') || read_args(reader, '>', depth, &args)) {
    made = make_node(reader, node, &args);
  }
  tern_vec_deinitialize(&args);
  return made;
}

static const tern_constraint_node_t *read_any_of(reader_t *reader, int depth) {
  const tern_constraint_node_t *first = read_alternative(reader, depth);
  if (!first || peek(reader) != '|') return first;
  node_vec_t alternatives = {0};
  tern_vec_push(&alternatives, first);
  while (take(reader, '|')) {
    const tern_constraint_node_t *next = read_alternative(reader, depth);
    if (!next) break;
    tern_vec_push(&alternatives, next);
  }
  const tern_constraint_node_t *node =
      reader->message ? NULL
                      : make_node(reader, (tern_constraint_node_t){.kind = TERN_CONSTRAINT_ANY_OF}, &alternatives);
  tern_vec_deinitialize(&alternatives);
  return node;
}

const tern_constraint_node_t *tern_constraint_parse(tern_context_t *context, tern_str_t text,
                                                    const char **out_message) {
  reader_t reader = {context, text, NULL};
  const tern_constraint_node_t *node = read_any_of(&reader, 0);
  if (node && peek(&reader)) node = fail(&reader, "the end of the constraint");
  if (!node && out_message) *out_message = reader.message;
  return node;
}

static void append_node(tern_string_builder_t *sb, const tern_constraint_node_t *node) {
  if (node->kind == TERN_CONSTRAINT_NUMBER) {
    tern_string_builder_append_int64(sb, node->number);
    return;
  }
  bool is_any_of = node->kind == TERN_CONSTRAINT_ANY_OF;
  if (!is_any_of) tern_string_builder_append(sb, node->name);
  if (!is_any_of && node->arg_count) tern_string_builder_append_char(sb, '<');
  for (size_t i = 0; i < node->arg_count; ++i) {
    if (i) tern_string_builder_append_cstr(sb, is_any_of ? " | " : ", ");
    append_node(sb, node->args[i]);
  }
  if (!is_any_of && node->arg_count) tern_string_builder_append_char(sb, '>');
}

const tern_ident_t *tern_constraint_text(tern_context_t *context, const tern_constraint_node_t *node) {
  tern_string_builder_t sb = {0};
  append_node(&sb, node);
  const tern_ident_t *text = tern_ident_get(context, tern_string_builder_view(&sb));
  tern_string_builder_deinitialize(&sb);
  return text;
}

const int64_t *tern_constraint_numbers(tern_context_t *context, const tern_constraint_node_t *node, size_t *out_count) {
  *out_count = 0;
  if (!node->arg_count) return NULL;
  int64_t *values = tern_arena_alloc_array(tern_context_arena(context), node->arg_count, sizeof(*values));
  for (size_t i = 0; i < node->arg_count; ++i) {
    if (node->args[i]->kind == TERN_CONSTRAINT_NUMBER) values[(*out_count)++] = node->args[i]->number;
  }
  return values;
}

const char *tern_constraint_join_numbers(tern_context_t *context, const int64_t *values, size_t count,
                                         const char *suffix, const char *separator) {
  tern_string_builder_t sb = {0};
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_string_builder_append_cstr(&sb, separator);
    tern_string_builder_append_int64(&sb, values[i]);
    tern_string_builder_append_cstr(&sb, suffix);
  }
  const char *text = tern_arena_copy(tern_context_arena(context), sb.data ? sb.data : "", sb.size + 1);
  tern_string_builder_deinitialize(&sb);
  return text;
}

const void *tern_constraint_compile(tern_context_t *context, const tern_constraint_node_t *node,
                                    const tern_constraint_compiler_t *compiler, tern_map_t *known,
                                    const char **out_message) {
  const tern_ident_t *text = tern_constraint_text(context, node);
  const void *found = tern_map_get(known, text);
  if (found) return found;
  const char *message = compiler->malformed;
  void *made = tern_arena_alloc_zeroed(tern_context_arena(context), compiler->size);
  *(const char **)made = text->data;
  if (!compiler->compile(context, node, made, &message)) {
    if (out_message) *out_message = message;
    return NULL;
  }
  tern_map_set(known, text, made);
  return made;
}

const void *tern_constraint_compile_text(tern_context_t *context, tern_str_t text,
                                         const tern_constraint_compiler_t *compiler, tern_map_t *known,
                                         const char **out_message) {
  const tern_ident_t *ident = tern_ident_get(context, tern_str_trim(text));
  const void *found = tern_map_get(known, ident);
  if (found) return found;
  const tern_constraint_node_t *node = tern_constraint_parse(context, tern_ident_str(ident), out_message);
  if (!node) return NULL;
  const void *made = tern_constraint_compile(context, node, compiler, known, out_message);
  if (made) tern_map_set(known, ident, (void *)(uintptr_t)made);
  return made;
}
