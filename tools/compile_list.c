// See compile_list.h.

#include "compile_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/messages.h"
#include "compile_endings.h"
#include "compile_kernels.h"

void kernel_unit_free(kernel_unit_t *unit) {
  free(unit->variants.values);
  free(unit->source.constants.values);
  free(unit->source.import_folders.values);
  for (size_t i = 0; i < unit->kept.count; ++i) free((char *)unit->kept.values[i]);
  free(unit->kept.values);
  free(unit->text);
}

void unit_list_free(unit_list_t *list) {
  for (size_t i = 0; i < list->count; ++i) kernel_unit_free(&list->values[i]);
  free(list->values);
  *list = (unit_list_t){0};
}

static kernel_unit_t *append(unit_list_t *list) {
  list->values = reallocate(list->values, list->count + 1, sizeof *list->values);
  kernel_unit_t *unit = &list->values[list->count++];
  *unit = (kernel_unit_t){0};
  return unit;
}

// --- lines ---

static const option_row_t line_rows[] = {KERNEL_UNIT_ROWS};
static const option_set_t line_set = {
    .tool = tool_name,
    .rows = line_rows,
    .row_count = sizeof line_rows / sizeof line_rows[0],
    .style = &option_style_plain,
    .file_offset = offsetof(kernel_unit_t, file),
    .refuses_repeats = true,
};

// The next word of a line as a shell has words: quotes hold blanks, `#` begins a comment. The word is made in place. NULL: there is none.
static char *next_word(char **rest) {
  char *at = *rest + strspn(*rest, " \t\r"), *word = at, *end = at;
  if (*at == '\0' || *at == '#') return NULL;
  for (char quote = '\0'; *at && (quote || !strchr(" \t\r", *at)); ++at) {
    if (quote ? *at == quote : *at == '\'' || *at == '"') {
      quote = quote ? '\0' : *at;
    } else {
      *end++ = *at;
    }
  }
  *rest = *at ? at + 1 : at;
  *end = '\0';
  return word;
}

// Reads options; `line` stays where it is, for they point into it. An empty line changes nothing.
static bool read_options(char *line, kernel_unit_t *unit) {
  enum { WORDS_MAX = 256 };
  char *words[WORDS_MAX] = {(char *)tool_name}, *word;
  int count = 1;
  while (count < WORDS_MAX && (word = next_word(&line))) words[count++] = word;
  if (count == WORDS_MAX) return fail("a line has too many words", words[1]);
  return count == 1 || options_read(&line_set, count, words, unit) == OPTIONS_READ;
}

static bool is_blank(const char *line) {
  line += strspn(line, " \t\r");
  return *line == '\0' || *line == '#';
}

static bool read_line(const char *line, unit_list_t *list) {
  if (is_blank(line)) return true;
  kernel_unit_t *unit = append(list);
  unit->text = copy_text(line, strlen(line));
  if (!read_options(unit->text, unit)) return false;
  // A kernel that is called nothing else is called as in its file, which variants are told by.
  if (!unit->out_name) unit->out_name = unit->source.options.kernel;
  return unit->file || fail("the line has no file of a kernel", NULL);
}

bool unit_list_read(unit_list_t *list, const char *file) {
  char *text, *next;
  size_t size, number = 0, before = list->count;
  if (!report(tern_source_read(file, &text, &size))) return false;
  bool is_right = true;
  for (char *line = text; line && is_right; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    ++number;
    is_right = read_line(line, list);
  }
  if (!is_right) complain("note: in line %zu of %s", number, file);
  if (is_right && list->count == before) is_right = fail("the list has no kernels", file);
  free(text);
  return is_right;
}

// --- configurations ---

// What the decorators say, a line for each configuration; owned. NULL after an error was told.
static char *read_configurations(const kernel_unit_t *unit, const tern_compile_options_t *options, size_t *out_count) {
  tern_compiler_t *compiler = NULL;
  char *text = NULL;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) {
    tern_compiler_set_diagnostic_handler(compiler, show_diagnostic, NULL);
    status = read_source_configurations(compiler, unit->file, options, &unit->source, &text);
  }
  tern_compiler_destroy(compiler);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) fail(status.message, NULL);
  *out_count = 0;
  for (const char *at = text; at && (at = strchr(at, '\n')); ++at) ++*out_count;
  return text;
}

// Line `index`, without its end; the text is changed.
static char *line_at(char *text, size_t index) {
  while (index-- > 0) text = strchr(text, '\n') + 1;
  text[strcspn(text, "\n")] = '\0';
  return text;
}

// Adds constants, and numbers of launches where nothing is said, of a line of options.
static bool apply(kernel_unit_t *unit, const char *line) {
  kernel_unit_t more = {0};
  more.text = copy_text(line, strlen(line));
  if (!read_options(more.text, &more)) {
    kernel_unit_free(&more);
    return false;
  }
  for (size_t i = 0; i < more.source.constants.count; ++i)
    option_list_push(&unit->source.constants, more.source.constants.values[i]);
  const struct {
    int64_t *to, from;
  } numbers[] = {{&unit->launch.num_warps, more.launch.num_warps},
                 {&unit->launch.num_stages, more.launch.num_stages},
                 {&unit->launch.num_ctas, more.launch.num_ctas},
                 {&unit->launch.maxnreg, more.launch.maxnreg}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    if (*numbers[i].to == 0) *numbers[i].to = numbers[i].from;
  }
  option_list_push(&unit->kept, more.text);
  more.text = NULL;
  kernel_unit_free(&more);
  return true;
}

static bool choose(kernel_unit_t *unit, char *text, size_t count) {
  int64_t index = 0;
  const char *wanted = unit->configuration;
  if (wanted && !option_parse_int(wanted, 0, (int64_t)count - 1, &index))
    return complain("error: '%s' has %zu configurations, and --configuration is one of 0 to %zu, or all: %s",
                    unit->file, count, count - 1, wanted);
  if (!wanted && count > 1) {
    complain("error: the kernel has %zu configurations of triton.autotune, and none is chosen: %s", count, unit->file);
    return complain("note: --configuration=N is one of them, =all all of them, and --emit=configurations prints them");
  }
  return apply(unit, line_at(text, (size_t)index));
}

bool kernel_unit_configure(kernel_unit_t *unit, const tern_compile_options_t *options) {
  size_t count;
  if (!unit->file || !ends_with(unit->file, ".py"))
    return !unit->configuration || fail("only kernels in Triton's language have configurations", unit->configuration);
  char *text = read_configurations(unit, options, &count);
  bool is_right = text && choose(unit, text, count);
  free(text);
  return is_right;
}

bool unit_list_configure(unit_list_t *list, const tern_compile_options_t *options) {
  for (size_t i = 0; i < list->count; ++i) {
    if (!kernel_unit_configure(&list->values[i], options)) return false;
  }
  return true;
}

static void copy_list(const option_list_t *from, option_list_t *to) {
  for (size_t i = 0; i < from->count; ++i) option_list_push(to, from->values[i]);
}

bool unit_list_add_configurations(unit_list_t *list, const kernel_unit_t *unit, const tern_compile_options_t *options) {
  size_t count;
  const char *base = unit->out_name ? unit->out_name : unit->source.options.kernel;
  if (!base) return fail("say which kernel of the file it is: --kernel=NAME", unit->file);
  char *text = read_configurations(unit, options, &count);
  bool is_right = text != NULL;
  for (size_t i = 0; i < count && is_right; ++i) {
    kernel_unit_t *own = append(list);
    *own = *unit;
    own->variants = own->source.constants = own->source.import_folders = own->kept = (option_list_t){0};
    own->text = allocate(strlen(base) + 24, 1);
    sprintf(own->text, "%s_%zu", base, i);
    own->out_name = own->text;
    copy_list(&unit->source.constants, &own->source.constants);
    copy_list(&unit->source.import_folders, &own->source.import_folders);
    char *line = copy_text(text, strlen(text));
    is_right = apply(own, line_at(line, i));
    free(line);
  }
  free(text);
  return is_right;
}
