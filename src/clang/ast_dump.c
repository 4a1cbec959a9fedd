// The textual dump of clang 22, line by line:
//
//   | |-ParmVarDecl 0x55 <col:36, col:43> col:43 used x 'float *'
//
// The depth is half of what stands before the kind. A place is `col:C`, `line:L:C` or `FILE:L:C`: what is not said is as in the
// place before it, so all places of all lines are read.

#include "clang/ast_dump.h"

#include <ctype.h>

typedef struct reader {
  tern_str_t path;       // the source
  bool is_in_source;     // of the last place
  unsigned line;         // of the last place
  const char *at, *end;  // of the line that is read
} reader_t;

static bool skip(reader_t *reader, const char *text) {
  size_t size = strlen(text);
  if ((size_t)(reader->end - reader->at) < size || memcmp(reader->at, text, size) != 0) return false;
  reader->at += size;
  return true;
}

static unsigned read_number(reader_t *reader) {
  unsigned number = 0;
  while (reader->at < reader->end && isdigit((unsigned char)*reader->at))
    number = number * 10 + (unsigned)(*reader->at++ - '0');
  return number;
}

// A file's name is followed by two numbers and the end of the place.
static bool read_file_name(reader_t *reader, tern_str_t *out_name) {
  for (const char *at = reader->at; at < reader->end; ++at) {
    if (*at != ':') continue;
    const char *digits = at + 1;
    while (digits < reader->end && isdigit((unsigned char)*digits)) ++digits;
    if (digits == at + 1 || digits == reader->end || *digits != ':') continue;
    const char *column = digits + 1;
    while (column < reader->end && isdigit((unsigned char)*column)) ++column;
    if (column == digits + 1 || (column < reader->end && !strchr(",> ", *column))) continue;
    *out_name = tern_str_make(reader->at, (size_t)(at - reader->at));
    reader->at = at + 1;
    return true;
  }
  return false;
}

// False for what is no place, which is not passed.
static bool read_place(reader_t *reader, tern_ast_place_t *out_place) {
  tern_str_t file;
  *out_place = (tern_ast_place_t){0};
  if (skip(reader, "<invalid sloc>")) return true;
  if (skip(reader, "line:")) {
    reader->line = read_number(reader);
    if (!skip(reader, ":")) return false;
  } else if (!skip(reader, "col:")) {
    if (!read_file_name(reader, &file)) return false;
    reader->is_in_source = tern_str_equal(file, reader->path);
    reader->line = read_number(reader);
    if (!skip(reader, ":")) return false;
  }
  unsigned column = read_number(reader);
  if (reader->is_in_source) *out_place = (tern_ast_place_t){reader->line, column};
  return true;
}

// `<place>` or `<place, place>`.
static void read_range(reader_t *reader, tern_ast_node_t *node) {
  if (!skip(reader, "<") || !read_place(reader, &node->begin)) return;
  node->end = node->begin;
  if (skip(reader, ", ")) read_place(reader, &node->end);
  skip(reader, ">");
}

static void skip_addresses(reader_t *reader) {
  for (;;) {
    const char *before = reader->at;
    if (!skip(reader, " ")) return;
    // Redeclarations and declarations in other places have a second address.
    while (skip(reader, "parent ") || skip(reader, "prev ")) continue;
    if (!skip(reader, "0x")) {
      reader->at = before;
      return;
    }
    while (reader->at < reader->end && isxdigit((unsigned char)*reader->at)) ++reader->at;
  }
}

// False for lines that are no nodes.
static bool read_line(reader_t *reader, tern_ast_node_t *node) {
  const char *start = reader->at;
  while (reader->at < reader->end && strchr(" |`-", *reader->at)) ++reader->at;
  *node = (tern_ast_node_t){.depth = (unsigned)(reader->at - start) / 2};
  start = reader->at;
  while (reader->at < reader->end && isalnum((unsigned char)*reader->at)) ++reader->at;
  node->kind = tern_str_make(start, (size_t)(reader->at - start));
  if (node->kind.size == 0) return false;
  skip_addresses(reader);
  if (reader->end - reader->at > 2 && reader->at[0] == ' ' && reader->at[1] == '<') {
    ++reader->at;
    read_range(reader, node);
  }
  if (tern_str_ends_with(node->kind, TERN_STR("Decl")) && skip(reader, " ")) {
    const char *before = reader->at;
    bool is_place = reader->at < reader->end && *reader->at != '\'' && read_place(reader, &node->name);
    if (!is_place) reader->at = before;
  }
  skip(reader, " ");
  node->rest = tern_str_make(reader->at, (size_t)(reader->end - reader->at));
  return true;
}

void tern_ast_read(tern_str_t dump, tern_str_t path, tern_ast_t *out_ast) {
  reader_t reader = {.path = path};
  bool is_kept = false;
  *out_ast = (tern_ast_t){0};
  while (dump.size > 0) {
    tern_str_t line = tern_str_split(&dump, '\n');
    tern_ast_node_t node;
    reader.at = line.data;
    reader.end = line.data + line.size;
    if (!read_line(&reader, &node)) continue;
    if (node.depth <= 1) is_kept = node.depth == 1 && node.begin.line != 0;
    if (is_kept) tern_vec_push(&out_ast->nodes, node);
  }
}

void tern_ast_deinitialize(tern_ast_t *ast) { tern_vec_deinitialize(&ast->nodes); }

size_t tern_ast_end_of(const tern_ast_t *ast, size_t index) {
  unsigned depth = ast->nodes.values[index].depth;
  size_t end = index + 1;
  while (end < ast->nodes.count && ast->nodes.values[end].depth > depth) ++end;
  return end;
}

size_t tern_ast_find_child(const tern_ast_t *ast, size_t index, const char *kind, size_t from) {
  unsigned depth = ast->nodes.values[index].depth + 1;
  for (size_t i = index + 1; i < ast->nodes.count && ast->nodes.values[i].depth >= depth; ++i) {
    const tern_ast_node_t *node = &ast->nodes.values[i];
    if (i >= from && node->depth == depth && tern_str_equal_cstr(node->kind, kind)) return i;
  }
  return SIZE_MAX;
}

size_t tern_ast_parent(const tern_ast_t *ast, size_t index) {
  unsigned depth = ast->nodes.values[index].depth;
  while (index > 0) {
    if (ast->nodes.values[--index].depth < depth) return index;
  }
  return SIZE_MAX;
}

// The part of `rest` before the type.
static tern_str_t words_of(const tern_ast_node_t *node) {
  return tern_str_trim(tern_str_make(node->rest.data, tern_str_find_char(node->rest, '\'')));
}

tern_str_t tern_ast_name(const tern_ast_node_t *node) {
  tern_str_t words = words_of(node);
  size_t start = words.size;
  while (start > 0 && words.data[start - 1] != ' ') --start;
  return tern_str_drop(words, start);
}

bool tern_ast_says(const tern_ast_node_t *node, const char *word) {
  size_t size = strlen(word);
  bool is_type = false;
  for (size_t i = 0; i + size <= node->rest.size; ++i) {
    is_type ^= node->rest.data[i] == '\'';
    bool is_start = i == 0 || node->rest.data[i - 1] == ' ';
    bool is_end = i + size == node->rest.size || node->rest.data[i + size] == ' ';
    if (!is_type && is_start && is_end && memcmp(node->rest.data + i, word, size) == 0) return true;
  }
  return false;
}
