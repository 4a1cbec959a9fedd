// PTX: the text of kernels, of which the declarations are read (source: PTX ISA 9.0, chapters 4, 5 and 11).
//
// A kernel's parameters say what it takes: 64 bits for each binding, then 32 bits for each push constant. `.reqntid` and
// `.maxntid` say its workgroup, `.shared` variables its memory. Bodies are not looked at; ptxas does that, or the driver.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/integer.h"
#include "base/vec.h"
#include "ir/diagnostic.h"
#include "target/object/object.h"
#include "target/ptx/cuda_image.h"

enum { STATIC_MEMORY_MAX = 48 * 1024, INVOCATIONS_MAX = 1024 };

// Text without comments.
typedef struct reader {
  const tern_object_t *object;
  tern_object_kernel_t *kernel;
  const char *text;
} reader_t;

static bool recognizes(tern_str_t code) {
  // The first directive is the version; comments may stand before it.
  tern_str_t rest = tern_str_trim(code);
  while (tern_str_starts_with(rest, TERN_STR("//")) || tern_str_starts_with(rest, TERN_STR("/*"))) {
    bool is_line = rest.data[1] == '/';
    const char *end = memmem(rest.data, rest.size, is_line ? "\n" : "*/", is_line ? 1 : 2);
    if (!end) return false;
    rest = tern_str_trim(tern_str_drop(rest, (size_t)(end - rest.data) + (is_line ? 1 : 2)));
  }
  return tern_str_starts_with(rest, TERN_STR(".version"));
}

static void strip_comments(tern_str_t code, tern_string_builder_t *out) {
  for (size_t i = 0; i < code.size; ++i) {
    tern_str_t rest = tern_str_drop(code, i);
    bool is_line = tern_str_starts_with(rest, TERN_STR("//")), is_block = tern_str_starts_with(rest, TERN_STR("/*"));
    if (!is_line && !is_block) {
      tern_string_builder_append_char(out, code.data[i]);
      continue;
    }
    const char *end = memmem(rest.data + 2, rest.size - 2, is_line ? "\n" : "*/", is_line ? 1 : 2);
    tern_string_builder_append_char(out, is_line ? '\n' : ' ');
    if (!end) return;
    i = (size_t)(end - code.data) + (is_block ? 1 : 0);
  }
}

// --- words ---

static bool is_word_char(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         c == '%' || c == '.';
}

static const char *skip_spaces(const char *text) { return text + strspn(text, " \t\r\n"); }

// The next word, or one other character; empty at the end.
static tern_str_t next_word(const char **inout_text) {
  const char *start = skip_spaces(*inout_text), *end = start;
  while (is_word_char(*end)) ++end;
  if (end == start && *end) ++end;
  *inout_text = end;
  return tern_str_make(start, (size_t)(end - start));
}

// Behind a directive, which is a whole word; NULL: there is none before `end` (NULL: the end of the text).
static const char *find_directive(const char *text, const char *end, const char *directive) {
  size_t size = strlen(directive);
  for (const char *at = text; (at = strstr(at, directive)) && (!end || at < end); at += size) {
    if ((at == text || !is_word_char(at[-1])) && !is_word_char(at[size])) return at + size;
  }
  return NULL;
}

static size_t bytes_of(tern_str_t type) {
  size_t digits = type.size;
  while (digits > 0 && type.data[digits - 1] >= '0' && type.data[digits - 1] <= '9') --digits;
  return digits < type.size && digits > 0 ? (size_t)atoi(type.data + digits) / 8 : 0;
}

static bool is_type(tern_str_t word) {
  return word.size > 2 && word.data[0] == '.' && strchr("busf", word.data[1]) && word.data[2] >= '0' &&
         word.data[2] <= '9';
}

// The bytes of the variable that is declared up to `end`: `.align 4 .b8 name[16]`, `.u64 .ptr .global .align 1 name`.
static size_t variable_size(const char *text, const char *end) {
  size_t size = 0;
  for (tern_str_t word; text < end && (word = next_word(&text)).size && text <= end;) {
    if (is_type(word) && size == 0) size = bytes_of(word);
    if (word.data[0] == '[') size *= (size_t)strtoul(text, NULL, 0);
  }
  return size;
}

// --- what the module is for ---

static bool check_chip(const reader_t *r, const char *chip, const char *target) {
  uint32_t wanted, given = r->kernel->architecture;
  char wanted_suffix;
  if (!tern_cuda_image_read_chip(chip, &wanted, &wanted_suffix)) return true;  // told elsewhere
  // With `a` it runs on the very processor it names, with `f` on those of its family.
  bool runs = given <= wanted;
  if (r->kernel->suffix == 'a') runs = given == wanted;
  if (r->kernel->suffix == 'f') runs = given / 10 == wanted / 10 && given <= wanted;
  if (runs) return true;
  tern_op_error(r->kernel->export_op, "has code in '%.*s' for %s, which %s does not run", (int)r->object->path.size,
                r->object->path.data, target, chip);
  tern_emit_note(r->kernel->export_op->loc, "compile the program for it with --cuda-target=%s", target);
  return false;
}

static bool check_target(const reader_t *r) {
  const char *target = find_directive(r->text, NULL, ".target"), *size = find_directive(r->text, NULL, ".address_size");
  if (!target) {
    return tern_op_error(r->kernel->export_op, "has code in '%.*s' without a .target", (int)r->object->path.size,
                         r->object->path.data);
  }
  if (size && !tern_str_equal_cstr(next_word(&size), "64")) {
    return tern_op_error(r->kernel->export_op, "has code in '%.*s' whose addresses do not have 64 bits",
                         (int)r->object->path.size, r->object->path.data);
  }
  tern_str_t processor = next_word(&target);
  char name[32];
  snprintf(name, sizeof name, "%.*s", (int)processor.size, processor.data);
  if (!tern_cuda_image_read_chip(name, &r->kernel->architecture, &r->kernel->suffix)) {
    return tern_op_error(r->kernel->export_op, "has code in '%.*s' for '%s', which is no processor of CUDA",
                         (int)r->object->path.size, r->object->path.data, name);
  }
  tern_str_t chips = tern_str_from_cstr(r->object->target->chips);
  bool is_right = true;
  while (chips.size && is_right) {
    tern_str_t chip = tern_str_trim(tern_str_split(&chips, ','));
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%.*s", (int)chip.size, chip.data);
    is_right = check_chip(r, wanted, name);
  }
  return is_right;
}

// --- the kernel ---

// Behind the name of the kernel. `out_names`: those that there are.
static const char *find_kernel(const reader_t *r, tern_string_builder_t *out_names) {
  const char *found = NULL;
  for (const char *at = r->text; (at = find_directive(at, NULL, ".entry"));) {
    tern_str_t name = next_word(&at);
    if (out_names->size) tern_string_builder_append_cstr(out_names, ", ");
    tern_string_builder_append(out_names, name);
    if (tern_str_equal(name, r->kernel->name)) found = at;
  }
  return found;
}

static bool check_parameters(const reader_t *r, const char *open, const char *close) {
  const tern_object_kernel_t *kernel = r->kernel;
  size_t expected = kernel->binding_count + kernel->constant_count, count = 0;
  for (const char *at = open; (at = find_directive(at, close, ".param")); ++count) {
    const char *end = memchr(at, ',', (size_t)(close - at));
    size_t size = variable_size(at, end ? end : close), wanted = count < kernel->binding_count ? 8 : 4;
    if (count >= expected || size == wanted) continue;
    tern_op_error(kernel->export_op, "hands over %zu bytes as parameter %zu of '%.*s', which takes %zu there in '%.*s'",
                  wanted, count, (int)kernel->name.size, kernel->name.data, size, (int)r->object->path.size,
                  r->object->path.data);
    tern_object_note_parameters(kernel);
    return false;
  }
  if (count == expected) return true;
  tern_op_error(kernel->export_op, "hands over %zu parameters, but '%.*s' takes %zu in '%.*s'", expected,
                (int)kernel->name.size, kernel->name.data, count, (int)r->object->path.size, r->object->path.data);
  tern_object_note_parameters(kernel);
  return false;
}

// `.reqntid 8, 8` is 8 x 8 x 1.
static bool read_extents(const char *close, const char *body, const char *directive, uint32_t out_extents[3]) {
  const char *at = find_directive(close, body, directive);
  for (size_t i = 0; at && i < 3; ++i) {
    tern_str_t word = next_word(&at);
    out_extents[i] = (uint32_t)strtoul(word.data, NULL, 0);
    at = skip_spaces(at);
    if (*at == ',') {
      ++at;
    } else {
      while (++i < 3) out_extents[i] = 1;
    }
  }
  return at != NULL;
}

static bool check_workgroup(const reader_t *r, const char *close, const char *body) {
  tern_object_kernel_t *kernel = r->kernel;
  uint32_t size[3], most[3] = {INVOCATIONS_MAX, 1, 1}, cluster[3];
  if (read_extents(close, body, ".reqnctapercluster", cluster)) {
    return tern_op_error(kernel->export_op, "has a kernel with clusters in '%.*s', which are for generated code only",
                         (int)r->object->path.size, r->object->path.data);
  }
  if (read_extents(close, body, ".reqntid", size) && !tern_object_set_workgroup_size(r->object, kernel, size)) {
    return false;
  }
  read_extents(close, body, ".maxntid", most);
  uint64_t invocations = (uint64_t)kernel->workgroup_size[0] * kernel->workgroup_size[1] * kernel->workgroup_size[2];
  uint64_t limit = (uint64_t)most[0] * most[1] * most[2];
  return invocations <= limit ||
         tern_op_error(kernel->export_op, "has workgroups of %llu invocations, of which '%.*s' takes %llu at most",
                       (unsigned long long)invocations, (int)r->object->path.size, r->object->path.data,
                       (unsigned long long)limit);
}

// --- memory ---

static bool check_memory(const reader_t *r) {
  size_t total = 0;
  bool is_dynamic = false;
  for (const char *at = r->text; (at = find_directive(at, NULL, ".shared"));) {
    const char *end = at + strcspn(at, ";");
    const char *line = at - strlen(".shared");
    while (line > r->text && !strchr(";{}", line[-1])) --line;
    // Of instructions `.shared` is a part of a word; of declarations it begins one.
    bool is_extern = find_directive(line, at, ".extern") != NULL;
    is_dynamic |= is_extern;
    if (!is_extern) total += variable_size(at, end);
    at = end;
  }
  const tern_object_kernel_t *kernel = r->kernel;
  if (is_dynamic && !kernel->shared_size) {
    tern_op_error(kernel->export_op, "has code in '%.*s' with .extern .shared memory, whose size nobody says",
                  (int)r->object->path.size, r->object->path.data);
    tern_emit_note(kernel->export_op->loc, "give it as `workgroup_local_memory` of the hal.dispatch.extern, in bytes");
    return false;
  }
  if (!is_dynamic && kernel->shared_size) {
    return tern_op_error(kernel->export_op,
                         "has a workgroup_local_memory of %u bytes, but '%.*s' has no .extern .shared memory",
                         kernel->shared_size, (int)r->object->path.size, r->object->path.data);
  }
  return total <= STATIC_MEMORY_MAX ||
         tern_op_error(kernel->export_op,
                       "has code in '%.*s' with %zu bytes of .shared memory, of which %d are allowed",
                       (int)r->object->path.size, r->object->path.data, total, STATIC_MEMORY_MAX);
}

// --- the grid ---

// `.visible .const .align 4 .u32 NAME_workgroup_count[3] = {4, 1, 1};`, or the bytes of it.
static void read_grid(const reader_t *r) {
  tern_string_builder_t name = {0};
  tern_object_grid_name(r->kernel, &name);
  const char *at = find_directive(r->text, NULL, name.data);
  const char *end = at ? at + strcspn(at, ";") : NULL, *values = at ? memchr(at, '{', (size_t)(end - at)) : NULL;
  const char *type = at;
  while (type && type > r->text && !strchr(";}", type[-1])) --type;
  bool has_bytes = type && find_directive(type, at, ".b8");
  unsigned char bytes[12] = {0};
  for (size_t i = 0; values && values < end && i < (has_bytes ? 12u : 3u); ++i) {
    uint32_t value = (uint32_t)strtoul(skip_spaces(values + 1), NULL, 0);
    if (has_bytes) bytes[i] = (unsigned char)value;
    if (!has_bytes) r->kernel->grid[i] = value;
    values = memchr(values + 1, ',', (size_t)(end - values - 1));
    r->kernel->has_grid = true;
  }
  for (size_t i = 0; has_bytes && i < 12; ++i) r->kernel->grid[i / 4] |= (uint32_t)bytes[i] << (8 * (i % 4));
  tern_string_builder_deinitialize(&name);
}

static bool check_text(const reader_t *r) {
  tern_string_builder_t names = {0};
  const char *kernel = find_kernel(r, &names);
  if (!kernel) tern_object_lacks_kernel(r->object, r->kernel, "the kernel", tern_string_builder_view(&names));
  tern_string_builder_deinitialize(&names);
  if (!kernel || !check_target(r)) return false;
  const char *open = skip_spaces(kernel), *close = *open == '(' ? strchr(open, ')') : open;
  const char *body = close ? strchr(close, '{') : NULL;
  if (!body) {
    return tern_op_error(r->kernel->export_op, "has a kernel without a body in '%.*s'", (int)r->object->path.size,
                         r->object->path.data);
  }
  if (!check_parameters(r, open, close) || !check_workgroup(r, close, body) || !check_memory(r)) return false;
  read_grid(r);
  return true;
}

static bool check(const tern_object_t *object, tern_object_kernel_t *kernel) {
  tern_string_builder_t text = {0};
  strip_comments(object->code, &text);
  reader_t r = {.object = object, .kernel = kernel, .text = text.data ? text.data : ""};
  bool is_right = check_text(&r);
  tern_string_builder_deinitialize(&text);
  return is_right;
}

const tern_object_reader_t tern_object_reader_ptx = {
    .backend = "cuda", .name = "PTX", .recognizes = recognizes, .check = check};
