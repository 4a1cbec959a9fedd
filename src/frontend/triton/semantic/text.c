// Methods of Python's texts, which are computed while a kernel is compiled: pieces of assembly are made of them.

#include <ctype.h>
#include <string.h>

#include "frontend/triton/semantic/builtins.h"

static tl_v take(tl_generator_t *g, tern_string_builder_t *text) {
  tl_v value = tl_string(g->program->arena, tern_string_builder_view(text));
  tern_string_builder_deinitialize(text);
  return value;
}

static bool are_texts(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (args[i]->kind != TL_STRING)
      return tl_error(g, "%s() takes texts, not '%s'", self->name, tl_kind_name(args[i])), false;
  }
  return true;
}

// Where `part` begins in `text`; the size of `text`: nowhere.
static size_t find(tern_str_t text, tern_str_t part) {
  size_t i = 0;
  while (i + part.size <= text.size && memcmp(text.data + i, part.data, part.size) != 0) ++i;
  return i + part.size <= text.size ? i : text.size;
}

// The argument that `{}`, `{2}` or `{name}` stands for; `*next` counts those without a name.
static tl_v find_field(tern_str_t field, tl_items_t items, const tl_value_t *names, size_t *next) {
  int64_t index;
  if (field.size == 0) return *next < items.count ? items.values[(*next)++] : NULL;
  if (tern_str_to_int64(field, &index)) return index >= 0 && (size_t)index < items.count ? items.values[index] : NULL;
  for (size_t i = 0; names && i < names->dict.keys.count; ++i) {
    if (tern_str_equal(names->dict.keys.values[i]->text, field)) return names->dict.values.values[i];
  }
  return NULL;
}

// Fields have no conversions and no formats; `{{` and `}}` are braces.
tl_v tl_builtin_text_format(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tern_string_builder_t out = {0};
  tern_str_t text = args[0]->text;
  size_t next = 0;
  (void)self;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    bool is_double = i + 1 < text.size && text.data[i + 1] == c;
    if ((c != '{' && c != '}') || is_double) {
      tern_string_builder_append_char(&out, c);
      i += (c == '{' || c == '}');
      continue;
    }
    size_t size = find(tern_str_drop(text, i), TERN_STR("}"));
    tern_str_t field = tern_str_make(text.data + i + 1, size > 0 ? size - 1 : 0);
    tl_v value = c == '{' && i + size < text.size ? find_field(field, args[1]->tuple.items, args[2], &next) : NULL;
    if (!value || !tl_is_constant(value)) {
      tern_string_builder_deinitialize(&out);
      return tl_error(g, "format() has no value for '{%.*s}'", (int)field.size, field.data);
    }
    tl_print(value, &out);
    i += size;
  }
  return take(g, &out);
}

tl_v tl_builtin_text_join(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!tl_is_tuple(args[1])) return tl_error(g, "join() takes a list, not '%s'", tl_kind_name(args[1]));
  tl_items_t items = args[1]->tuple.items;
  if (!are_texts(g, self, items.values, items.count)) return NULL;
  tern_string_builder_t out = {0};
  for (size_t i = 0; i < items.count; ++i) {
    if (i > 0) tern_string_builder_append(&out, args[0]->text);
    tern_string_builder_append(&out, items.values[i]->text);
  }
  return take(g, &out);
}

static bool is_blank(char c) { return isspace((unsigned char)c) != 0; }

// Without a separator pieces are words.
tl_v tl_builtin_text_split(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  bool by_blanks = tl_is_none(args[1]);
  if (!by_blanks && !are_texts(g, self, args + 1, 1)) return NULL;
  if (!by_blanks && args[1]->text.size == 0) return tl_error(g, "split() has an empty separator");
  tern_str_t rest = args[0]->text;
  const tl_value_t **pieces = tern_arena_alloc_array(g->program->arena, rest.size + 1, sizeof *pieces);
  size_t count = 0;
  for (bool is_last = false; !is_last;) {
    size_t at = by_blanks ? 0 : find(rest, args[1]->text);
    while (by_blanks && at < rest.size && !is_blank(rest.data[at])) ++at;
    is_last = at >= rest.size;
    if (!by_blanks || at > 0) pieces[count++] = tl_string(g->program->arena, tern_str_make(rest.data, at));
    rest = tern_str_drop(rest, is_last ? rest.size : at + (by_blanks ? 1 : args[1]->text.size));
    if (!by_blanks && !is_last && rest.size == 0) {
      pieces[count++] = tl_string(g->program->arena, TERN_STR(""));
      is_last = true;
    }
  }
  return tl_tuple(g->program->arena, pieces, count, NULL);
}

tl_v tl_builtin_text_replace(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!are_texts(g, self, args + 1, 2)) return NULL;
  if (args[1]->text.size == 0) return tl_error(g, "replace() of an empty text is not supported");
  tern_string_builder_t out = {0};
  for (tern_str_t rest = args[0]->text; rest.size > 0;) {
    size_t at = find(rest, args[1]->text);
    tern_string_builder_append(&out, tern_str_make(rest.data, at));
    if (at == rest.size) break;
    tern_string_builder_append(&out, args[2]->text);
    rest = tern_str_drop(rest, at + args[1]->text.size);
  }
  return take(g, &out);
}

tl_v tl_builtin_text_ends(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  if (!are_texts(g, self, args + 1, 1)) return NULL;
  return tl_bool(self->value ? tern_str_ends_with(args[0]->text, args[1]->text)
                             : tern_str_starts_with(args[0]->text, args[1]->text));
}

tl_v tl_builtin_text_strip(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tern_str_t text = args[0]->text;
  (void)self;
  while (text.size > 0 && is_blank(text.data[0])) text = tern_str_drop(text, 1);
  while (text.size > 0 && is_blank(text.data[text.size - 1])) --text.size;
  return tl_string(g->program->arena, text);
}

tl_v tl_builtin_text_case(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  tern_string_builder_t out = {0};
  for (size_t i = 0; i < args[0]->text.size; ++i) {
    unsigned char c = (unsigned char)args[0]->text.data[i];
    tern_string_builder_append_char(&out, (char)(c >= 0x80 ? c : self->value ? toupper(c) : tolower(c)));
  }
  return take(g, &out);
}
