// Reads PTX: names are resolved, and what stands behind the dots of an instruction becomes bits.

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx_reader.h"

// --- the reader ---

// The line of `at`, which grows from call to call.
static uint32_t line_of(reader_t *r, const char *at) {
  for (; r->counted < at; ++r->counted) r->line += *r->counted == '\n';
  return r->line;
}

static _Noreturn void refuse(reader_t *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static _Noreturn void refuse(reader_t *r, const char *format, ...) {
  int used = snprintf(r->error, r->error_size, "ptx line %u: ", line_of(r, r->at));
  va_list args;
  va_start(args, format);
  vsnprintf(r->error + used, r->error_size - (size_t)used, format, args);
  va_end(args);
  longjmp(r->failed, 1);
}

static void skip_space(reader_t *r) {
  while (isspace((unsigned char)*r->at)) ++r->at;
}

static bool take(reader_t *r, char c) {
  skip_space(r);
  if (*r->at != c) return false;
  ++r->at;
  return true;
}

static void expect(reader_t *r, char c) {
  if (!take(r, c)) refuse(r, "expected '%c' at '%.20s'", c, r->at);
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.'; }

// A word; colons only in pairs, and only if `has_colons`.
static size_t word_size(const reader_t *r, bool has_colons) {
  size_t size = 0;
  for (;; ++size) {
    if (has_colons && r->at[size] == ':' && r->at[size + 1] == ':') {
      ++size;
      continue;
    }
    if (!is_name_char(r->at[size])) return size;
  }
}

static char *copy_text(const char *text, size_t size) {
  char *copy = malloc(size + 1);
  memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

// The caller's.
static char *read_word(reader_t *r, bool has_colons) {
  skip_space(r);
  size_t size = word_size(r, has_colons);
  if (!size) refuse(r, "expected a word at '%.20s'", r->at);
  char *word = copy_text(r->at, size);
  r->at += size;
  return word;
}

static bool take_word(reader_t *r, const char *word) {
  skip_space(r);
  size_t size = strlen(word);
  if (word_size(r, false) != size || strncmp(r->at, word, size) != 0) return false;
  r->at += size;
  return true;
}

static int64_t read_integer(reader_t *r) {
  skip_space(r);
  char *end;
  int64_t number = *r->at == '-' ? strtoll(r->at, &end, 0) : (int64_t)strtoull(r->at, &end, 0);
  if (end == r->at) refuse(r, "expected a number at '%.20s'", r->at);
  r->at = end;
  if (*r->at == 'U') ++r->at;
  return number;
}

// --- operands ---

static uint32_t add_operands(reader_t *r, const operand_t *operands, size_t count) {
  ptx_module_t *m = r->module;
  size_t first = m->operand_count, needed = first + count;
  if ((first ? 64 - __builtin_clzll(first) : 0) != (needed ? 64 - __builtin_clzll(needed) : 0) || !m->operands) {
    m->operands = realloc(m->operands, (2 * needed + 64) * sizeof *m->operands);
  }
  memcpy(m->operands + first, operands, count * sizeof *operands);
  m->operand_count = needed;
  return (uint32_t)first;
}

static operand_t read_operand(reader_t *r);

static operand_t read_list(reader_t *r, operand_kind_t kind, char close) {
  operand_t values[512], list = {.kind = kind};
  uint32_t count = 0;
  if (!take(r, close)) {
    do {
      if (count == 512) refuse(r, "a list of more than 512 operands");
      values[count++] = read_operand(r);
    } while (take(r, ','));
    expect(r, close);
  }
  list.count = count;
  list.first = add_operands(r, values, count);
  return list;
}

static operand_t read_number(reader_t *r) {
  const char *text = r->at;
  if (text[0] == '0' && (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D')) {
    char *end;
    uint64_t bits = strtoull(text + 2, &end, 16);
    r->at = end;
    return (operand_t){.kind = NUMBER, .number = (int64_t)bits};
  }
  const char *digits = text + (*text == '-');
  while (isdigit((unsigned char)*digits)) ++digits;
  if (*digits != '.') return (operand_t){.kind = NUMBER, .number = read_integer(r)};
  char *end;
  double value = strtod(text, &end);
  float narrow = (float)value;
  uint64_t bits = 0;
  memcpy(&bits, r->is_f64 ? (const void *)&value : (const void *)&narrow, r->is_f64 ? sizeof value : sizeof narrow);
  r->at = end;
  return (operand_t){.kind = NUMBER, .number = (int64_t)bits};
}

static operand_t read_named(reader_t *r) {
  size_t size = word_size(r, false);
  operand_t found = {0};
  if (!size) refuse(r, "expected an operand at '%.20s'", r->at);
  for (uint32_t i = 0; ptx_specials[i]; ++i) {
    if (strlen(ptx_specials[i]) != size || memcmp(ptx_specials[i], r->at, size) != 0) continue;
    r->at += size;
    return (operand_t){.kind = SPECIAL, .number = i};
  }
  if (ptx_find_name(r, r->at, size, &found)) {
    r->at += size;
    return found;
  }
  if (r->at[0] == '%') refuse(r, "unknown register '%.*s'", (int)size, r->at);
  char *text = copy_text(r->at, size);
  r->at += size;
  for (uint32_t i = 0; i < r->module->function_count; ++i) {
    if (strcmp(r->module->functions[i].name, text) != 0) continue;
    free(text);
    return (operand_t){.kind = FUNCTION, .number = i};
  }
  for (uint32_t i = 0; ptx_host_functions[i]; ++i) {
    if (strcmp(ptx_host_functions[i], text) != 0) continue;
    free(text);
    return (operand_t){.kind = FUNCTION, .number = HOST_FUNCTION + i};
  }
  // A label: its place is filled in where its braces end. Until then `first` is who owns the text.
  ptx_add_label(r, text, UINT32_MAX, true);
  return (operand_t){.kind = LABEL};
}

static operand_t read_operand(reader_t *r) {
  if (take(r, '{')) return read_list(r, LIST, '}');
  if (take(r, '(')) return read_list(r, LIST, ')');
  if (take(r, '[')) return read_list(r, MEMORY, ']');
  bool is_negated = take(r, '!');
  skip_space(r);
  operand_t value;
  if (*r->at == '_' && !is_name_char(r->at[1])) {
    ++r->at;
    value = (operand_t){.kind = NO_OPERAND};
  } else {
    value = isdigit((unsigned char)*r->at) || *r->at == '-' ? read_number(r) : read_named(r);
  }
  value.is_negated = is_negated;
  if (value.kind == REGISTER || value.kind == NO_OPERAND) {
    if (take(r, '|')) value.pair = read_operand(r).reg + 1;
  }
  // What is added is an element of its own: [%rd1 + 16].
  if (take(r, '+')) {
    operand_t sum[2] = {value, {.kind = NUMBER, .number = read_integer(r)}};
    if (value.kind != REGISTER && value.kind != LABEL) {
      value.number += sum[1].number;
      return value;
    }
    return (operand_t){.kind = LIST, .first = add_operands(r, sum, 2), .count = 2, .is_negated = true};
  }
  return value;
}

// --- instructions ---

static void read_mnemonic(reader_t *r, instruction_t *out) {
  char *word = read_word(r, true), *rest = NULL;
  char *part = strtok_r(word, ".:", &rest);
  const char *name = part;
  while ((part = strtok_r(NULL, ".:", &rest))) {
    if (!ptx_add_modifier(out, part)) refuse(r, "unknown modifier '.%s'", part);
  }
  const opcode_t *row = ptx_opcodes;
  while (row->name && (strcmp(row->name, name) != 0 || (row->modifier != M_COUNT && !has(out, row->modifier)))) ++row;
  if (!row->name) refuse(r, "unknown instruction '%s'", name);
  out->opcode = row;
  if (!out->type_count) out->types[out->type_count++] = ptx_find_type("b32", 3);
  free(word);
}

static void read_instruction(reader_t *r) {
  static size_t capacity;
  ptx_module_t *m = r->module;
  instruction_t i = {.line = 0};
  size_t first_label = r->label_count;
  if (take(r, '@')) i.guard = read_operand(r);
  skip_space(r);
  const char *start = r->at;
  read_mnemonic(r, &i);
  operand_t values[16];
  uint32_t count = 0;
  r->is_f64 = type_of(&i)->bits == 64;
  skip_space(r);
  if (*r->at != ';') {
    do {
      if (count == 16) refuse(r, "more than 16 operands");
      values[count++] = read_operand(r);
    } while (take(r, ','));
  }
  expect(r, ';');
  i.count = count;
  i.first = add_operands(r, values, count);
  i.line = line_of(r, start);
  for (size_t use = first_label; use < r->label_count; ++use) {
    uint32_t index = 0;
    while (index < count && values[index].kind != LABEL) ++index;
    if (index == count) refuse(r, "unknown name '%s'", r->labels[use].text);
    r->labels[use].at = i.first + index;
  }
  if (!m->code) capacity = 0;
  m->code = ptx_grow(m->code, m->code_count, &capacity, sizeof *m->code);
  m->code[m->code_count++] = i;
}

// --- declarations ---

typedef struct declaration {
  const type_t *type;
  size_t align, size;  // bytes
  char *name;
  uint32_t count;  // of numbered names
} declaration_t;

static size_t round_up(size_t size, size_t align) { return (size + align - 1) / align * align; }

// `.align 16 .b8 name[24]`, behind the space of a declaration.
static declaration_t read_declaration(reader_t *r) {
  declaration_t d = {.align = 0};
  bool is_pointer = false;
  for (skip_space(r); *r->at == '.'; skip_space(r)) {
    char *word = read_word(r, false);
    // Behind .ptr stands what is known of the address in a parameter.
    is_pointer |= strcmp(word, ".ptr") == 0;
    size_t align = strcmp(word, ".align") == 0 ? (size_t)read_integer(r) : 0;
    if (align && !is_pointer)
      d.align = align;
    else if (ptx_find_type(word + 1, strlen(word + 1)))
      d.type = ptx_find_type(word + 1, strlen(word + 1));
    free(word);
  }
  if (!d.type) refuse(r, "a declaration without a type");
  d.name = read_word(r, false);
  size_t bytes = d.type->bits == 1 ? 1 : (size_t)d.type->bits * d.type->count / 8;
  d.size = bytes;
  if (!d.align) d.align = bytes ? bytes : 1;
  if (take(r, '<')) {
    d.count = (uint32_t)read_integer(r);
    expect(r, '>');
  }
  while (take(r, '[')) {
    d.size = take(r, ']') ? 0 : d.size * (size_t)read_integer(r);
    if (d.size) expect(r, ']');
  }
  return d;
}

static void read_registers(reader_t *r) {
  declaration_t d = read_declaration(r);
  do {
    if (r->at[-1] == ',') {
      d.name = read_word(r, false);
      d.count = 0;
    }
    ptx_add_name(r, d.name, d.count, (operand_t){.kind = REGISTER, .reg = r->function->register_count});
    r->function->register_count += d.count ? d.count : 1;
  } while (take(r, ','));
}

static void read_global(reader_t *r) {
  ptx_module_t *m = r->module;
  declaration_t d = read_declaration(r);
  void *memory = NULL;
  if (posix_memalign(&memory, d.align < 8 ? 8 : d.align, d.size + 8)) refuse(r, "no memory");
  memset(memory, 0, d.size + 8);
  m->memory = realloc(m->memory, (m->memory_count + 1) * sizeof *m->memory);
  m->memory[m->memory_count++] = memory;
  m->variables = realloc(m->variables, (m->variable_count + 1) * sizeof *m->variables);
  m->variables[m->variable_count++] = (variable_t){strdup(d.name), (uint64_t)(uintptr_t)memory, d.size, NUMBER};
  ptx_add_name(r, d.name, 0, (operand_t){.kind = NUMBER, .number = (int64_t)(intptr_t)memory});
  if (!take(r, '=')) return;
  bool is_list = take(r, '{');
  size_t bytes = d.type->bits / 8u, at = 0;
  do {
    operand_t value = read_operand(r);
    if (value.kind != NUMBER || at + bytes > d.size) refuse(r, "the value of a variable is not a number");
    memcpy((char *)memory + at, &value.number, bytes);
    at += bytes;
  } while (take(r, ','));
  if (is_list) expect(r, '}');
}

static void read_shared(reader_t *r, bool is_extern) {
  declaration_t d = read_declaration(r);
  size_t *size = &r->module->shared_size, at = round_up(*size, d.align < 16 ? 16 : d.align);
  // Dynamic memory lies behind all that is static.
  operand_t operand = {.kind = is_extern ? DYNAMIC_SHARED : SHARED, .number = is_extern ? 0 : (int64_t)at};
  if (!is_extern) *size = at + d.size;
  ptx_add_name(r, d.name, 0, operand);
}

static void read_local(reader_t *r) {
  declaration_t d = read_declaration(r);
  function_t *f = r->function;
  size_t at = round_up(f->local_size, d.align < 16 ? 16 : d.align);
  f->local_size = at + d.size;
  ptx_add_name(r, d.name, 0, (operand_t){.kind = LOCAL, .number = (int64_t)at});
}

static uint64_t read_parameter(reader_t *r, size_t *out_size) {
  declaration_t d = read_declaration(r);
  function_t *f = r->function;
  size_t at = round_up(f->parameter_size, d.align);
  f->parameter_size = at + d.size;
  *out_size = d.size;
  ptx_add_name(r, d.name, 0, (operand_t){.kind = PARAMETER, .number = (int64_t)at});
  return at;
}

static void skip_statement(reader_t *r) {
  while (*r->at && *r->at != ';' && *r->at != '\n') ++r->at;
  if (*r->at) ++r->at;
}

static void read_directive(reader_t *r) {
  size_t ignored_size;
  if (take_word(r, ".reg"))
    read_registers(r);
  else if (take_word(r, ".local"))
    read_local(r);
  else if (take_word(r, ".shared"))
    read_shared(r, false);
  else if (take_word(r, ".param"))
    read_parameter(r, &ignored_size);
  else {
    skip_statement(r);
    return;
  }
  expect(r, ';');
}

static bool take_label(reader_t *r) {
  skip_space(r);
  size_t size = word_size(r, false);
  if (!size || r->at[size] != ':' || r->at[size + 1] == ':') return false;
  ptx_add_label(r, copy_text(r->at, size), (uint32_t)r->module->code_count, false);
  r->at += size + 1;
  return true;
}

static void read_body(reader_t *r) {
  size_t first_name = r->name_count, first_label = r->label_count;
  ++r->depth;
  while (!take(r, '}')) {
    if (!*r->at) refuse(r, "a brace is missing");
    if (take(r, '{'))
      read_body(r);
    else if (take(r, ';') || take_label(r))
      continue;
    else if (*r->at == '.')
      read_directive(r);
    else
      read_instruction(r);
  }
  --r->depth;
  ptx_end_scope(r, first_name, first_label);
}

static void read_parameters(reader_t *r, uint64_t *offsets, size_t *sizes, uint32_t *count) {
  if (take(r, ')')) return;
  do {
    if (*count == 64 || !take_word(r, ".param")) refuse(r, "expected a parameter at '%.20s'", r->at);
    offsets[*count] = read_parameter(r, &sizes[*count]);
    ++*count;
  } while (take(r, ','));
  expect(r, ')');
}

static function_t *find_function(const ptx_module_t *m, const char *name) {
  for (size_t i = 0; i < m->function_count; ++i) {
    if (strcmp(m->functions[i].name, name) == 0) return &m->functions[i];
  }
  return NULL;
}

static void read_function(reader_t *r, bool is_kernel, bool is_extern) {
  ptx_module_t *m = r->module;
  size_t first_name = r->name_count, first_label = r->label_count;
  function_t f = {.is_kernel = is_kernel, .first = (uint32_t)m->code_count};
  r->function = &f;
  if (take(r, '(')) read_parameters(r, f.results, &f.result_size, &f.result_count);
  f.name = read_word(r, false);
  if (take(r, '(')) read_parameters(r, f.parameters, f.sizes, &f.parameter_count);
  // A function may be declared before it is defined, and calls find it by its number.
  function_t *declared = find_function(m, f.name);
  size_t index = declared ? (size_t)(declared - m->functions) : m->function_count;
  if (!declared && !is_extern) {
    m->functions = realloc(m->functions, (m->function_count + 1) * sizeof *m->functions);
    m->functions[m->function_count++] = (function_t){.name = strdup(f.name)};
  }
  while (!take(r, ';')) {
    if (take(r, '{')) {
      read_body(r);
      f.end = (uint32_t)m->code_count;
      free(m->functions[index].name);
      m->functions[index] = f;
      f.name = NULL;
      break;
    }
    ++r->at;
    if (!*r->at) refuse(r, "a function without a body");
  }
  free(f.name);
  r->function = NULL;
  ptx_end_scope(r, first_name, first_label);
  if (r->label_count) refuse(r, "unknown name '%s'", r->labels[0].text);
}

static void read_module(reader_t *r) {
  bool is_extern = false;
  for (skip_space(r); *r->at; skip_space(r)) {
    if (take_word(r, ".extern")) {
      is_extern = true;
      continue;
    }
    bool is_function = take_word(r, ".func");
    if (is_function || take_word(r, ".entry")) {
      read_function(r, !is_function, is_extern);
    } else if (take_word(r, ".global") || take_word(r, ".const")) {
      read_global(r);
      expect(r, ';');
    } else if (take_word(r, ".shared")) {
      read_shared(r, is_extern);
      expect(r, ';');
    } else if (take_word(r, ".visible") || take_word(r, ".weak") || take_word(r, ".common")) {
      continue;
    } else {
      skip_statement(r);
    }
    is_extern = false;
  }
}

// Comments become blanks.
static char *without_comments(const char *text) {
  char *copy = strdup(text);
  for (char *at = copy; *at; ++at) {
    if (at[0] == '"') {
      for (++at; *at && *at != '"';) ++at;
    } else if (at[0] == '/' && at[1] == '/') {
      while (*at && *at != '\n') *at++ = ' ';
    }
    if (!*at) break;
  }
  return copy;
}

ptx_module_t *ptx_read(const char *text, char *error, size_t error_size) {
  reader_t r = {.module = calloc(1, sizeof(ptx_module_t)), .error = error, .error_size = error_size, .line = 1};
  r.text = without_comments(text);
  r.at = r.counted = r.text;
  bool is_right = !setjmp(r.failed);
  if (is_right) read_module(&r);
  for (size_t i = 0; i < r.name_count; ++i) free(r.names[i].text);
  for (size_t i = 0; i < r.label_count; ++i) free(r.labels[i].text);
  free(r.names);
  free(r.labels);
  free(r.text);
  if (is_right) return r.module;
  ptx_free(r.module);
  return NULL;
}

void ptx_free(ptx_module_t *module) {
  if (!module) return;
  for (size_t i = 0; i < module->function_count; ++i) free(module->functions[i].name);
  for (size_t i = 0; i < module->variable_count; ++i) free(module->variables[i].name);
  for (size_t i = 0; i < module->memory_count; ++i) free(module->memory[i]);
  free(module->variables);
  free(module->memory);
  free(module->functions);
  free(module->operands);
  free(module->code);
  free(module);
}

long ptx_shared_size(const ptx_module_t *module, const char *kernel) {
  return find_function(module, kernel) ? (long)module->shared_size : -1;
}
