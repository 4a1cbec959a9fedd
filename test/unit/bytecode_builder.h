// Makes BYTECODE sections and module files by hand, right ones and wrong ones, for tests of the runtime.
//
//   bytecode_builder_t b = {0};
//   uint32_t i32 = add_type(&b, TERN_BYTECODE_KIND_I32, NONE, "");
//   uint32_t signature = add_signature(&b, "0ii_i", (uint32_t[]){i32, i32}, 2, &i32, 1);
//   uint32_t function = ADD_FUNCTION(&b, "add", signature, 3, 0, OP_(BLOCK), OP_(ADD_I32), 2, 0, 1, OP_(RETURN), 1, 2);
//   add_export(&b, "add", function);
//   tern_module_t *module = build_module(&b);

#ifndef TERN_TEST_UNIT_BYTECODE_BUILDER_H_
#define TERN_TEST_UNIT_BYTECODE_BUILDER_H_

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytecode_format.h"
#include "base/checksum.h"
#include "base/module_format.h"
#include "base/string.h"
#include "tern/module.h"

#define NONE TERN_BYTECODE_NONE
#define MOVE(register) ((register) | TERN_BYTECODE_MOVE)
// Units of instructions: an opcode, and numbers of two and four units.
#define OP_(ID) TERN_BYTECODE_OP_##ID
#define PAIR(value) (uint16_t)((uint32_t)(value) & 0xffff), (uint16_t)((uint32_t)(value) >> 16)
#define QUAD(value) PAIR((uint64_t)(value)), PAIR((uint64_t)(value) >> 32)

enum { BUILDER_EXECUTABLE_MAX = 4 };

typedef struct bytecode_builder {
  tern_string_builder_t tables[TERN_BYTECODE_TABLE_COUNT];
  uint32_t value_global_count;
  uint32_t initializer, deinitializer;  // plus one; 0: none
  const char *name;                     // "test" if NULL
  tern_string_builder_t rodata;
  tern_str_t executables[BUILDER_EXECUTABLE_MAX];
  size_t executable_count;
} bytecode_builder_t;

static inline uint32_t append_row(bytecode_builder_t *b, tern_bytecode_table_t table, const void *row, size_t size) {
  uint32_t ordinal = (uint32_t)(b->tables[table].size / size);
  tern_string_builder_append(&b->tables[table], tern_str_make(row, size));
  return ordinal;
}

static inline tern_bytecode_string_t add_string(bytecode_builder_t *b, const char *text) {
  tern_string_builder_t *strings = &b->tables[TERN_BYTECODE_STRINGS];
  tern_bytecode_string_t string = {(uint32_t)strings->size, (uint32_t)strlen(text)};
  tern_string_builder_append(strings, tern_str_make(text, strlen(text) + 1));
  return string;
}

static inline uint32_t add_type(bytecode_builder_t *b, tern_bytecode_kind_t kind, uint32_t element, const char *name) {
  tern_bytecode_type_t row = {kind, element, add_string(b, name)};
  return append_row(b, TERN_BYTECODE_TYPES, &row, sizeof row);
}

static inline uint32_t add_words(bytecode_builder_t *b, const uint32_t *words, size_t count) {
  uint32_t start = (uint32_t)(b->tables[TERN_BYTECODE_WORDS].size / 4);
  tern_string_builder_append(&b->tables[TERN_BYTECODE_WORDS], tern_str_make((const char *)words, count * 4));
  return start;
}

static inline uint32_t add_signature(bytecode_builder_t *b, const char *convention, const uint32_t *arguments,
                                     uint32_t argument_count, const uint32_t *results, uint32_t result_count) {
  tern_bytecode_signature_t row = {.convention = add_string(b, convention),
                                   .argument_start = add_words(b, arguments, argument_count),
                                   .argument_count = argument_count,
                                   .result_start = add_words(b, results, result_count),
                                   .result_count = result_count};
  for (const char *c = convention; *c; ++c) row.segment_count += *c == 'C';
  return append_row(b, TERN_BYTECODE_SIGNATURES, &row, sizeof row);
}

static inline uint32_t add_import(bytecode_builder_t *b, const char *name, uint32_t signature, uint32_t flags) {
  tern_bytecode_import_t row = {.name = add_string(b, name), .signature = signature, .flags = flags};
  return append_row(b, TERN_BYTECODE_IMPORTS, &row, sizeof row);
}

static inline uint32_t add_export(bytecode_builder_t *b, const char *name, uint32_t function) {
  tern_bytecode_export_t row = {.name = add_string(b, name), .function = function};
  return append_row(b, TERN_BYTECODE_EXPORTS, &row, sizeof row);
}

static inline uint32_t add_rodata(bytecode_builder_t *b, const void *data, size_t size) {
  while (b->rodata.size % 64) tern_string_builder_append_char(&b->rodata, 0);
  tern_bytecode_rodata_t row = {.name = add_string(b, "constant"),
                                .mime_type = add_string(b, ""),
                                .offset = b->rodata.size,
                                .size = size,
                                .alignment = 64};
  tern_string_builder_append(&b->rodata, tern_str_make(data, size));
  return append_row(b, TERN_BYTECODE_RODATA, &row, sizeof row);
}

// The bytes of an EXECUTABLE section, borrowed until the module is built.
static inline uint32_t add_executable(bytecode_builder_t *b, tern_str_t section) {
  tern_bytecode_rodata_t row = {.name = add_string(b, ""),
                                .mime_type = add_string(b, ""),
                                .offset = b->executable_count,
                                .size = section.size,
                                .alignment = 8,
                                .source = TERN_BYTECODE_RODATA_EXECUTABLE};
  b->executables[b->executable_count++] = section;
  return append_row(b, TERN_BYTECODE_RODATA, &row, sizeof row);
}

static inline uint32_t add_function(bytecode_builder_t *b, const char *name, uint32_t signature, uint32_t values,
                                    uint32_t refs, const uint16_t *code, size_t size, uint32_t block_count) {
  tern_bytecode_function_t row = {.name = add_string(b, name),
                                  .signature = signature,
                                  .code_offset = (uint32_t)(b->tables[TERN_BYTECODE_CODE].size / 2),
                                  .code_size = (uint32_t)size,
                                  .value_register_count = values,
                                  .ref_register_count = refs,
                                  .block_count = block_count};
  tern_string_builder_append(&b->tables[TERN_BYTECODE_CODE], tern_str_make((const char *)code, size * 2));
  return append_row(b, TERN_BYTECODE_FUNCTIONS, &row, sizeof row);
}

// Code under construction: blocks have numbers, which branches name before or after them.
enum { CODE_SIZE_MAX = 1024, CODE_BLOCK_MAX = 16 };
typedef struct code {
  uint16_t units[CODE_SIZE_MAX];
  size_t size;
  uint32_t block_count;
  uint32_t blocks[CODE_BLOCK_MAX];  // the unit where each starts
  struct {
    size_t unit;
    size_t block;
  } branches[2 * CODE_BLOCK_MAX];
  size_t branch_count;
} code_t;

static inline void emit_units(code_t *code, const uint16_t *units, size_t count) {
  if (count) memcpy(code->units + code->size, units, count * sizeof *units);
  code->size += count;
}
#define EMIT(code, ...) \
  emit_units((code), (const uint16_t[]){__VA_ARGS__}, sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t))

// Starts block `number`.
static inline void start_block(code_t *code, size_t number) {
  code->blocks[number] = (uint32_t)code->size;
  ++code->block_count;
  EMIT(code, OP_(BLOCK));
}
// The target of a branch; the counts and moves follow.
static inline void emit_target(code_t *code, size_t number) {
  code->branches[code->branch_count].unit = code->size;
  code->branches[code->branch_count++].block = number;
  EMIT(code, 0, 0);
}
// A branch without moves.
static inline void emit_branch(code_t *code, size_t number) {
  emit_target(code, number);
  EMIT(code, 0, 0);
}

static inline uint32_t finish_function(bytecode_builder_t *b, const char *name, uint32_t signature, uint32_t values,
                                       uint32_t refs, code_t *code) {
  for (size_t i = 0; i < code->branch_count; ++i) {
    uint32_t target = code->blocks[code->branches[i].block];
    code->units[code->branches[i].unit] = (uint16_t)target;
    code->units[code->branches[i].unit + 1] = (uint16_t)(target >> 16);
  }
  return add_function(b, name, signature, values, refs, code->units, code->size, code->block_count);
}

// A function of one block: the units are those of the code.
#define ADD_FUNCTION(b, name, signature, values, refs, ...)                                 \
  add_function((b), (name), (signature), (values), (refs), (const uint16_t[]){__VA_ARGS__}, \
               sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t), 1)

static inline void pad_to(tern_string_builder_t *out, size_t alignment) {
  while (out->size % alignment) tern_string_builder_append_char(out, 0);
}

static const uint8_t builder_element_sizes[TERN_BYTECODE_TABLE_COUNT] = TERN_BYTECODE_ELEMENT_SIZES;

// Appends the section to `out`, and empties the builder's tables.
static inline void build_section(bytecode_builder_t *b, tern_string_builder_t *out) {
  tern_bytecode_header_t header = {.magic = TERN_BYTECODE_MAGIC,
                                   .version = TERN_BYTECODE_VERSION,
                                   .name = add_string(b, b->name ? b->name : "test"),
                                   .value_global_count = b->value_global_count,
                                   .initializer = b->initializer ? b->initializer - 1 : NONE,
                                   .deinitializer = b->deinitializer ? b->deinitializer - 1 : NONE};
  tern_string_builder_t body = {0};
  for (int i = 0; i < TERN_BYTECODE_TABLE_COUNT; ++i) {
    pad_to(&body, 8);
    header.tables[i].offset = (uint32_t)(sizeof header + body.size);
    header.tables[i].count = (uint32_t)(b->tables[i].size / builder_element_sizes[i]);
    tern_string_builder_append(&body, tern_string_builder_view(&b->tables[i]));
    tern_string_builder_deinitialize(&b->tables[i]);
  }
  header.size = (uint32_t)(sizeof header + body.size);
  tern_string_builder_append(out, tern_str_make((const char *)&header, sizeof header));
  tern_string_builder_append(out, tern_string_builder_view(&body));
  tern_string_builder_deinitialize(&body);
}

typedef struct file_section {
  uint32_t kind;
  tern_str_t bytes;
} file_section_t;

// Appends a module file of the sections to `out`, which is empty.
static inline void build_file(const file_section_t *sections, size_t count, tern_string_builder_t *out) {
  tern_string_builder_t body = {0}, table = {0};
  size_t start = TERN_MODULE_HEADER_SIZE + count * TERN_MODULE_SECTION_SIZE;
  for (size_t i = 0; i < count; ++i) {
    size_t alignment = sections[i].kind == TERN_MODULE_SECTION_RODATA ? TERN_MODULE_RODATA_ALIGNMENT : 8;
    while ((start + body.size) % alignment) tern_string_builder_append_char(&body, 0);
    uint32_t kind[2] = {sections[i].kind, 0};
    uint64_t place[2] = {start + body.size, sections[i].bytes.size};
    tern_string_builder_append(&table, tern_str_make((const char *)kind, sizeof kind));
    tern_string_builder_append(&table, tern_str_make((const char *)place, sizeof place));
    tern_string_builder_append(&body, sections[i].bytes);
  }
  tern_string_builder_append(&table, tern_string_builder_view(&body));
  uint32_t words[2] = {TERN_MODULE_MAGIC, TERN_MODULE_VERSION}, counts[2] = {(uint32_t)count, 0};
  uint64_t sizes[2] = {TERN_MODULE_HEADER_SIZE + table.size,
                       tern_module_checksum(TERN_MODULE_VERSION, table.data, table.size)};
  tern_string_builder_append(out, tern_str_make((const char *)words, sizeof words));
  tern_string_builder_append(out, tern_str_make((const char *)sizes, sizeof sizes));
  tern_string_builder_append(out, tern_str_make((const char *)counts, sizeof counts));
  tern_string_builder_append(out, tern_string_builder_view(&table));
  tern_string_builder_deinitialize(&table);
  tern_string_builder_deinitialize(&body);
}

// Appends the whole module to `out`, which is empty, and empties the builder.
static inline void build_program(bytecode_builder_t *b, tern_string_builder_t *out) {
  tern_string_builder_t section = {0};
  file_section_t sections[BUILDER_EXECUTABLE_MAX + 2];
  size_t count = 0;
  build_section(b, &section);
  for (size_t i = 0; i < b->executable_count; ++i) {
    sections[count++] = (file_section_t){TERN_MODULE_SECTION_EXECUTABLE, b->executables[i]};
  }
  sections[count++] = (file_section_t){TERN_MODULE_SECTION_BYTECODE, tern_string_builder_view(&section)};
  if (b->rodata.size) {
    sections[count++] = (file_section_t){TERN_MODULE_SECTION_RODATA, tern_string_builder_view(&b->rodata)};
  }
  build_file(sections, count, out);
  tern_string_builder_deinitialize(&section);
  tern_string_builder_deinitialize(&b->rodata);
  *b = (bytecode_builder_t){0};
}

// Loads what is built; `*out_module` is NULL after a failure.
static inline tern_status_t load_program(bytecode_builder_t *b, tern_module_t **out_module) {
  tern_string_builder_t file = {0};
  build_program(b, &file);
  tern_status_t status = tern_module_load(file.data, file.size, out_module);
  tern_string_builder_deinitialize(&file);
  return status;
}

#endif  // TERN_TEST_UNIT_BYTECODE_BUILDER_H_
