// The loader and the verifier of bytecode: what is wrong is refused with what is wrong, before anything runs.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bytecode_builder.h"

enum { T_I32, T_I64, T_BUFFER, T_ANY, T_LIST, T_VIEW, T_I8, T_OPAQUE };
enum { S_NOTHING, S_I32, S_VARIADIC, S_BUFFER, S_VIEW, S_ANY };

// A program with one of everything: functions 0 "nothing", 1 "number", 2 "bytes"; import 0, variadic; a global of each
// bank; a rodata segment.
static void start_program(bytecode_builder_t *b) {
  *b = (bytecode_builder_t){.value_global_count = 2};
  add_type(b, TERN_BYTECODE_KIND_I32, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_I64, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_BUFFER, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_ANY, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_LIST, T_I32, "");
  add_type(b, TERN_BYTECODE_KIND_REF, NONE, "hal.buffer_view");
  add_type(b, TERN_BYTECODE_KIND_I8, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_OPAQUE, NONE, "");
  const uint32_t i32 = T_I32, buffer = T_BUFFER, view = T_VIEW, any = T_ANY,
                 variadic[] = {T_I32, TERN_BYTECODE_SEGMENT | 2, T_I64, T_BUFFER};
  add_signature(b, "0v_v", NULL, 0, NULL, 0);
  add_signature(b, "0i_i", &i32, 1, &i32, 1);
  add_signature(b, "0iCIrD_v", variadic, 4, NULL, 0);
  add_signature(b, "0r_r", &buffer, 1, &buffer, 1);
  add_signature(b, "0r_r", &view, 1, &view, 1);
  add_signature(b, "0r_r", &any, 1, &any, 1);
  add_import(b, "custom.many", S_VARIADIC, TERN_BYTECODE_IMPORT_OPTIONAL);
  append_row(b, TERN_BYTECODE_REF_GLOBALS, &buffer, 4);
  add_rodata(b, "abc", 3);
  ADD_FUNCTION(b, "nothing", S_NOTHING, 0, 0, OP_(BLOCK), OP_(RETURN), 0);
  ADD_FUNCTION(b, "number", S_I32, 1, 0, OP_(BLOCK), OP_(RETURN), 1, 0);
  ADD_FUNCTION(b, "bytes", S_BUFFER, 0, 1, OP_(BLOCK), OP_(RETURN), 1, 0);
}

static void expect_refusal(bytecode_builder_t *b, tern_status_code_t code, const char *message) {
  tern_module_t *module;
  tern_status_t status = load_program(b, &module);
  if (tern_status_is_ok(status)) fail_msg("loads, expected: %s", message);
  assert_null(module);
  if (status.code != code || !strstr(status.message, message)) fail_msg("%s, expected: %s", status.message, message);
}

static void test_a_whole_program_loads(void **state) {
  (void)state;
  bytecode_builder_t b;
  tern_module_t *module;
  start_program(&b);
  add_export(&b, "a", 0);
  add_export(&b, "b", 1);
  tern_status_t status = load_program(&b, &module);
  if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
  assert_string_equal(tern_module_name(module), "test");
  assert_int_equal(tern_module_function_count(module), 2);
  const tern_function_info_t *info = tern_module_function_at(module, 1);
  assert_string_equal(info->name, "b");
  assert_int_equal(info->argument_count, 1);
  assert_int_equal(info->arguments[0].kind, TERN_VARIANT_I32);
  assert_string_equal(info->arguments[0].name, "");
  assert_int_equal(info->results[0].kind, TERN_VARIANT_I32);
  assert_false(info->is_async);
  assert_null(tern_module_function_at(module, 2));
  size_t index;
  assert_true(tern_status_is_ok(tern_module_find_function(module, "b", &index)));
  assert_int_equal(index, 1);
  status = tern_module_find_function(module, "c", &index);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  assert_string_equal(status.message, "module 'test' has no function 'c', only 'a', 'b'");
  tern_module_retain(module);
  tern_module_release(module);
  tern_module_destroy(module);
}

static void test_descriptions(void **state) {
  (void)state;
  bytecode_builder_t b;
  tern_module_t *module;
  start_program(&b);
  const uint32_t words[] = {T_VIEW, T_VIEW, T_VIEW};
  add_type(&b, TERN_BYTECODE_KIND_REF, NONE, "hal.fence");
  const uint32_t arguments[] = {T_VIEW, T_OPAQUE + 1, T_OPAQUE + 1};
  uint32_t signature = add_signature(&b, "0rrr_r", arguments, 3, words, 1);
  uint32_t function = ADD_FUNCTION(&b, "f", signature, 0, 3, OP_(BLOCK), OP_(RETURN), 1, 0);
  const int64_t dims[] = {4, -1};
  tern_string_builder_append(&b.tables[TERN_BYTECODE_DIMS], tern_str_make((const char *)dims, sizeof dims));
  tern_bytecode_value_t value = {.name = add_string(&b, "image"),
                                 .type = add_string(&b, "tensor<4x?xf32>"),
                                 .element_type = TERN_ELEMENT_TYPE_F32,
                                 .rank = 2};
  append_row(&b, TERN_BYTECODE_VALUES, &value, sizeof value);
  const char *texts[][2] = {{"iree.abi.model", "coarse-fences"}, {"iree.abi.declaration", "async func @f(..)"}};
  for (size_t i = 0; i < 2; ++i) {
    tern_bytecode_attribute_t attribute = {add_string(&b, texts[i][0]), add_string(&b, texts[i][1])};
    append_row(&b, TERN_BYTECODE_ATTRIBUTES, &attribute, sizeof attribute);
  }
  tern_bytecode_export_t row = {
      .name = add_string(&b, "f"), .function = function, .attribute_count = 2, .argument_count = 1};
  append_row(&b, TERN_BYTECODE_EXPORTS, &row, sizeof row);
  tern_status_t status = load_program(&b, &module);
  if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
  const tern_function_info_t *info = tern_module_function_at(module, 0);
  assert_true(info->is_async);
  assert_string_equal(info->declaration, "async func @f(..)");
  assert_int_equal(info->argument_count, 1);
  assert_int_equal(info->arguments[0].kind, TERN_VARIANT_BUFFER_VIEW);
  assert_string_equal(info->arguments[0].name, "image");
  assert_int_equal(info->arguments[0].element_type, TERN_ELEMENT_TYPE_F32);
  assert_true(info->arguments[0].has_shape);
  assert_int_equal(info->arguments[0].rank, 2);
  assert_int_equal(info->arguments[0].dims[1], TERN_DIM_DYNAMIC);
  assert_false(info->results[0].has_shape);
  tern_module_release(module);
}

//---- Tables ----

#define REFUSE(message, change) \
  start_program(&b);            \
  change;                       \
  expect_refusal(&b, TERN_INVALID_ARGUMENT, message)
#define LAST(table, type) ((type *)(b.tables[table].data + b.tables[table].size) - 1)
#define LAST_TYPE LAST(TERN_BYTECODE_TYPES, tern_bytecode_type_t)
#define LAST_SIGNATURE LAST(TERN_BYTECODE_SIGNATURES, tern_bytecode_signature_t)
#define LAST_IMPORT LAST(TERN_BYTECODE_IMPORTS, tern_bytecode_import_t)
#define LAST_FUNCTION LAST(TERN_BYTECODE_FUNCTIONS, tern_bytecode_function_t)
#define LAST_EXPORT LAST(TERN_BYTECODE_EXPORTS, tern_bytecode_export_t)
#define LAST_RODATA LAST(TERN_BYTECODE_RODATA, tern_bytecode_rodata_t)

static void test_tables_are_checked(void **state) {
  (void)state;
  bytecode_builder_t b;
  REFUSE("type 7 is of an unknown kind", LAST_TYPE->kind = 99);
  REFUSE("type 8 has a wrong element type", add_type(&b, TERN_BYTECODE_KIND_LIST, 8, ""));
  REFUSE("type 8 has a wrong element type", add_type(&b, TERN_BYTECODE_KIND_I32, 1, ""));
  REFUSE("type 8 has no name", add_type(&b, TERN_BYTECODE_KIND_REF, NONE, ""));
  REFUSE("type 7 has no name", LAST_TYPE->name.offset = 1u << 20);
  REFUSE("is one too many", for (int i = 0; i < 5000; ++i) add_type(&b, TERN_BYTECODE_KIND_I32, NONE, ""));
  REFUSE("signature 5 has no convention", LAST_SIGNATURE->convention.size = 1u << 20);
  REFUSE("signature 5 is outside of the table of words", LAST_SIGNATURE->argument_count = 100);
  REFUSE("signature 5 is outside of the table of words", LAST_SIGNATURE->result_start = 100);
  REFUSE("signature 5 disagrees with its convention", LAST_SIGNATURE->result_count = 0);
  REFUSE("signature 6 disagrees with its convention", add_signature(&b, "0v_vv", NULL, 0, NULL, 0));
  REFUSE("signature 6 has an argument of an unknown type", add_signature(&b, "0i_v", &(uint32_t){T_I8}, 1, NULL, 0));
  REFUSE("signature 6 has an argument of an unknown type", add_signature(&b, "0i_v", &(uint32_t){99}, 1, NULL, 0));
  REFUSE("signature 6 has a result of an unknown type", add_signature(&b, "0v_r", NULL, 0, &(uint32_t){T_OPAQUE}, 1));
  REFUSE("signature 6 has a segment without types",
         add_signature(&b, "0CiD_v", (uint32_t[]){TERN_BYTECODE_SEGMENT | 2, T_I32}, 2, NULL, 0));
  REFUSE("signature 6 has a segment without types",
         add_signature(&b, "0CiD_v", (uint32_t[]){TERN_BYTECODE_SEGMENT, T_I32}, 2, NULL, 0));
  REFUSE("signature 5 has another number of segments than it says", LAST_SIGNATURE->segment_count = 1);
  REFUSE("signature 5 has reserved bits", LAST_SIGNATURE->reserved = 1);
  REFUSE("import 1 has no name with a module", add_import(&b, "many", S_NOTHING, 0));
  REFUSE("import 1 has no signature", add_import(&b, "a.b", 77, 0));
  REFUSE("import 1 has unknown flags", add_import(&b, "a.b", S_NOTHING, 2));
  REFUSE("import 0 has unknown flags", LAST_IMPORT->reserved[2] = 2);
  REFUSE("function 2 has no name", LAST_FUNCTION->name.offset = 1u << 20);
  REFUSE("function 2 has no signature", LAST_FUNCTION->signature = 77);
  REFUSE("function 2 has a variadic signature", LAST_FUNCTION->signature = S_VARIADIC);
  REFUSE("function 2 is outside of the code", LAST_FUNCTION->code_size = 1000);
  REFUSE("function 2 is outside of the code", LAST_FUNCTION->code_offset = 1000);
  REFUSE("function 2 has too few registers, or too many", LAST_FUNCTION->ref_register_count = 0);
  REFUSE("function 2 has too few registers, or too many", LAST_FUNCTION->value_register_count = 0x8000);
  REFUSE("function 2 has reserved bits", LAST_FUNCTION->reserved[0] = 1);
  REFUSE("export 0 has no name", add_export(&b, "", 0));
  REFUSE("export 1 is not behind the one before it", (add_export(&b, "b", 0), add_export(&b, "a", 0)));
  REFUSE("export 1 is not behind the one before it", (add_export(&b, "a", 0), add_export(&b, "a", 0)));
  REFUSE("export 0 has no function", add_export(&b, "a", 3));
  REFUSE("export 0 has a description outside of its table", (add_export(&b, "a", 0), LAST_EXPORT->attribute_count = 1));
  REFUSE("export 0 has reserved bits", (add_export(&b, "a", 0), LAST_EXPORT->reserved[0] = 1));
  REFUSE("the initializer does not exist", b.initializer = 1 + 3);
  REFUSE("the initializer takes or returns something", b.initializer = 1 + 1);
  REFUSE("the deinitializer takes or returns something", b.deinitializer = 1 + 2);
  REFUSE("the bytecode has 2000000 globals", b.value_global_count = 2000000);
  REFUSE("global 1 has no type of a reference", append_row(&b, TERN_BYTECODE_REF_GLOBALS, &(uint32_t){T_I32}, 4));
  REFUSE("rodata 0 has no name", LAST_RODATA->name.offset = 1u << 20);
  REFUSE("rodata 0 has an alignment that is no power of two", LAST_RODATA->alignment = 3);
  REFUSE("rodata 0 is outside of its section", LAST_RODATA->size = 4);
  REFUSE("rodata 0 is outside of its section", LAST_RODATA->offset = UINT64_MAX);
  REFUSE("rodata 0 is outside of its section", LAST_RODATA->source = TERN_BYTECODE_RODATA_EXECUTABLE);
  REFUSE("rodata 0 is outside of its section", LAST_RODATA->source = 2);
}

static void add_attribute(bytecode_builder_t *b, const char *key) {
  tern_bytecode_attribute_t row = {add_string(b, key), {1u << 20, 1}};
  append_row(b, TERN_BYTECODE_ATTRIBUTES, &row, sizeof row);
}

static void add_value(bytecode_builder_t *b, uint32_t element_type, uint32_t rank, uint32_t dim_start) {
  tern_bytecode_value_t row = {.name = add_string(b, ""),
                               .type = add_string(b, ""),
                               .element_type = element_type,
                               .rank = rank,
                               .dim_start = dim_start};
  append_row(b, TERN_BYTECODE_VALUES, &row, sizeof row);
}

static void test_descriptions_are_checked(void **state) {
  (void)state;
  bytecode_builder_t b;
  const int64_t dim = -2;
  REFUSE("attribute 0 has no key or value", add_attribute(&b, "key"));
  REFUSE("value 0 has an unknown element type", add_value(&b, 1000, 0, 0));
  REFUSE("value 0 has a shape outside of its table", add_value(&b, TERN_ELEMENT_TYPE_F32, 1, 0));
  REFUSE("value 0 has a shape outside of its table", add_value(&b, TERN_ELEMENT_TYPE_F32, 65, 0));
  REFUSE("value 0 has a negative size",
         (append_row(&b, TERN_BYTECODE_DIMS, &dim, 8), add_value(&b, TERN_ELEMENT_TYPE_F32, 1, 0)));
  REFUSE("value 0 has no name or type",
         (add_value(&b, 0, UINT32_MAX, 0), LAST(TERN_BYTECODE_VALUES, tern_bytecode_value_t)->reserved = 1));
}

//---- Headers ----

static void test_headers_are_checked(void **state) {
  (void)state;
  static const struct {
    size_t offset;
    uint32_t value;
    tern_status_code_t code;
    const char *message;
  } rows[] = {
      {0, 1, TERN_INVALID_ARGUMENT, "the section is no bytecode"},
      {4, 2u << 16, TERN_UNSUPPORTED, "bytecode of version 2.0, this runtime reads version 1.0"},
      {4, 1u << 16 | 9, TERN_UNSUPPORTED, "bytecode of version 1.9, this runtime reads version 1.0"},
      {8, 8, TERN_INVALID_ARGUMENT, "its header has a wrong size or flags"},
      {12, 1, TERN_INVALID_ARGUMENT, "its header has a wrong size or flags"},
      {16, 1u << 20, TERN_INVALID_ARGUMENT, "the module has no name"},
      {40, 4, TERN_INVALID_ARGUMENT, "the table of strings is outside of it"},
      {40, 1u << 20, TERN_INVALID_ARGUMENT, "the table of strings is outside of it"},
      {44, 1u << 30, TERN_INVALID_ARGUMENT, "the table of strings is outside of it"},
  };
  for (size_t i = 0; i <= sizeof rows / sizeof rows[0]; ++i) {
    bytecode_builder_t b;
    start_program(&b);
    tern_string_builder_t section = {0}, file = {0};
    build_section(&b, &section);
    bool is_overlap = i == sizeof rows / sizeof rows[0];
    if (is_overlap) {
      memcpy(section.data + 48, section.data + 40, 4);  // words where strings are
    } else {
      memcpy(section.data + rows[i].offset, &rows[i].value, 4);
    }
    const file_section_t sections[] = {{TERN_MODULE_SECTION_BYTECODE, tern_string_builder_view(&section)},
                                       {TERN_MODULE_SECTION_RODATA, tern_string_builder_view(&b.rodata)}};
    build_file(sections, 2, &file);
    tern_module_t *module;
    tern_status_t status = tern_module_load(file.data, file.size, &module);
    assert_int_equal(status.code, is_overlap ? TERN_INVALID_ARGUMENT : rows[i].code);
    const char *message = is_overlap ? "the tables of strings and words overlap" : rows[i].message;
    if (!strstr(status.message, message)) fail_msg("%s, expected: %s", status.message, message);
    tern_string_builder_deinitialize(&section);
    tern_string_builder_deinitialize(&b.rodata);
    tern_string_builder_deinitialize(&file);
  }
}

//---- Code ----

// Adds a function with these units, and loads.
static void expect_code(const char *message, uint32_t signature, uint32_t values, uint32_t refs, uint32_t blocks,
                        const uint16_t *units, size_t count) {
  bytecode_builder_t b;
  start_program(&b);
  add_function(&b, "bad", signature, values, refs, units, count, blocks);
  if (message) {
    expect_refusal(&b, TERN_INVALID_ARGUMENT, message);
    return;
  }
  tern_module_t *module;
  tern_status_t status = load_program(&b, &module);
  if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
  tern_module_release(module);
}
#define CODE(message, signature, values, refs, blocks, ...)                              \
  expect_code(message, signature, values, refs, blocks, (const uint16_t[]){__VA_ARGS__}, \
              sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t))
#define TO(unit) PAIR(unit), 0, 0
#define IMPORT_0 PAIR(TERN_BYTECODE_IMPORT)

static void test_code_is_checked(void **state) {
  (void)state;
  CODE(NULL, S_NOTHING, 0, 0, 1, OP_(BLOCK), OP_(RETURN), 0);
  CODE("does not end in a terminator", S_NOTHING, 0, 0, 1, OP_(BLOCK));
  CODE("has an instruction outside of a block", S_NOTHING, 0, 0, 0, OP_(RETURN), 0);
  CODE("has an instruction outside of a block", S_NOTHING, 0, 0, 1, OP_(BLOCK), OP_(RETURN), 0, OP_(RETURN), 0);
  CODE("falls through to a block", S_NOTHING, 0, 0, 2, OP_(BLOCK), OP_(BLOCK), OP_(RETURN), 0);
  CODE("ends inside of an instruction", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CONST_I64), 0, 1, 2);
  CODE("ends inside of an instruction", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL), 100, 0);
  CODE("has an unknown instruction", S_NOTHING, 0, 0, 1, OP_(BLOCK), TERN_BYTECODE_OP_COUNT, 0);
  CODE("has another number of blocks than it says", S_NOTHING, 0, 0, 2, OP_(BLOCK), OP_(RETURN), 0);
  CODE("branches to what is no block", S_NOTHING, 0, 0, 1, OP_(BLOCK), OP_(BR), TO(1));
  CODE("branches to what is no block", S_NOTHING, 0, 0, 1, OP_(BLOCK), OP_(BR), TO(1000));
  CODE("names a value register that it does not have", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CONST_I32_ZERO), 1,
       OP_(RETURN), 0);
  CODE("names a value register that it does not have", S_NOTHING, 2, 0, 1, OP_(BLOCK), OP_(ADD_I32), 0, 1, 2,
       OP_(RETURN), 0);
  CODE("names a value register that it does not have", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(BR), PAIR(0), 1, 0, 1, 0);
  CODE("names a reference register that it does not have", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(CONST_REF_ZERO), 1,
       OP_(RETURN), 0);
  CODE("names a reference register that it does not have", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(CONST_REF_ZERO), MOVE(0),
       OP_(RETURN), 0);
  CODE("names a reference register that it does not have", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(DISCARD_REFS), 1, 1,
       OP_(RETURN), 0);
  CODE("names a reference register that it does not have", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(BR), PAIR(0), 0, 1, 1,
       0);
  CODE("moves out of the target of a branch", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(BR), PAIR(0), 0, 1, 0, MOVE(0));
  CODE("names a global that does not exist", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(GLOBAL_LOAD_I32), 0, PAIR(2),
       OP_(RETURN), 0);
  CODE("names a global that does not exist", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(GLOBAL_LOAD_REF), 0, PAIR(1),
       OP_(RETURN), 0);
  CODE("names rodata that does not exist", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(CONST_REF_RODATA), 0, PAIR(1),
       OP_(RETURN), 0);
  CODE("names a type that does not exist", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(CAST_ANY_REF), 0, 0, 99, OP_(RETURN), 0);
  CODE("names a type of the wrong kind", S_NOTHING, 0, 1, 1, OP_(BLOCK), OP_(CAST_ANY_REF), 0, 0, T_I32, OP_(RETURN),
       0);
  CODE("names a type of the wrong kind", S_NOTHING, 1, 1, 1, OP_(BLOCK), OP_(LIST_ALLOC), 0, T_BUFFER, 0, OP_(RETURN),
       0);
  CODE("has a message that does not exist", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(FAIL), 0, PAIR(1 << 20), PAIR(0));
  CODE("has a message that does not exist", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(FAIL), 0, PAIR(0), PAIR(7));
  CODE("names a type that does not exist", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(TRACE), PAIR(0), PAIR(0), 1, 99, 0,
       OP_(RETURN), 0);
}

static void test_calls_are_checked(void **state) {
  (void)state;
  CODE(NULL, S_NOTHING, 2, 0, 1, OP_(BLOCK), OP_(CALL), 1, 0, PAIR(1), 1, 1, OP_(RETURN), 0);
  CODE(NULL, S_NOTHING, 2, 2, 1, OP_(BLOCK), OP_(CALL_VARIADIC), 0, IMPORT_0, 1, 2, 5, 0, 1, 0, 1, 1, OP_(RETURN), 0);
  CODE(NULL, S_NOTHING, 2, 2, 1, OP_(BLOCK), OP_(CALL_VARIADIC), 0, IMPORT_0, 1, 0, 1, 0, OP_(RETURN), 0);
  CODE(NULL, S_NOTHING, 2, 0, 1, OP_(BLOCK), OP_(CALL_VARIADIC), 1, 0, PAIR(1), 0, 1, 1, OP_(RETURN), 0);
  CODE("calls a function that does not exist", S_NOTHING, 0, 0, 1, OP_(BLOCK), OP_(CALL), 0, PAIR(4), 0, OP_(RETURN),
       0);
  CODE("calls a function that does not exist", S_NOTHING, 0, 0, 1, OP_(BLOCK), OP_(CALL), 0,
       PAIR(TERN_BYTECODE_IMPORT | 1), 0, OP_(RETURN), 0);
  CODE("calls a variadic function as a plain one", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL), 0, IMPORT_0, 1, 0,
       OP_(RETURN), 0);
  CODE("calls with another number of segments", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL_VARIADIC), 0, IMPORT_0, 0, 1,
       0, OP_(RETURN), 0);
  CODE("has too few arguments or results in a list", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL), 1, 0, PAIR(1), 0,
       OP_(RETURN), 0);
  CODE("has too many arguments or results in a list", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL), 1, 0, PAIR(1), 2, 0, 0,
       OP_(RETURN), 0);
  CODE("has too few arguments or results in a list", S_NOTHING, 2, 2, 1, OP_(BLOCK), OP_(CALL_VARIADIC), 0, IMPORT_0, 1,
       2, 3, 0, 1, 0, OP_(RETURN), 0);
  CODE("takes another number of results than the callee has", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL), 0, PAIR(1), 1,
       0, OP_(RETURN), 0);
  CODE("takes another number of results than the callee has", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(CALL), 1, 0, PAIR(0),
       0, OP_(RETURN), 0);
  CODE("has too few arguments or results in a list", S_I32, 1, 0, 1, OP_(BLOCK), OP_(RETURN), 0);
  CODE("has too many arguments or results in a list", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(RETURN), 1, 0);
  CODE("asks for an import that is none", S_NOTHING, 1, 0, 1, OP_(BLOCK), OP_(IMPORT_RESOLVED), 0, PAIR(0), OP_(RETURN),
       0);
}

static void test_types_of_references_are_checked(void **state) {
  (void)state;
  static const char mismatch[] = "uses a reference as one of another type";
  CODE(NULL, S_BUFFER, 1, 1, 1, OP_(BLOCK), OP_(BUFFER_LENGTH), 0, 0, OP_(RETURN), 1, MOVE(0));
  CODE(mismatch, S_VIEW, 1, 1, 1, OP_(BLOCK), OP_(BUFFER_LENGTH), 0, 0, OP_(RETURN), 1, 0);
  CODE(mismatch, S_ANY, 1, 1, 1, OP_(BLOCK), OP_(BUFFER_LENGTH), 0, 0, OP_(RETURN), 1, 0);
  CODE(mismatch, S_BUFFER, 1, 1, 1, OP_(BLOCK), OP_(LIST_SIZE), 0, 0, OP_(RETURN), 1, 0);
  CODE(mismatch, S_VIEW, 0, 1, 1, OP_(BLOCK), OP_(GLOBAL_STORE_REF), PAIR(0), 0, OP_(RETURN), 1, 0);
  CODE(mismatch, S_VIEW, 0, 2, 1, OP_(BLOCK), OP_(GLOBAL_LOAD_REF), 1, PAIR(0), OP_(RETURN), 1, 1);
  CODE(mismatch, S_VIEW, 0, 2, 1, OP_(BLOCK), OP_(CALL), 1, 0, PAIR(2), 1, 0, OP_(RETURN), 1, 0);
  CODE(mismatch, S_VIEW, 0, 1, 1, OP_(BLOCK), OP_(TRACE), PAIR(0), PAIR(0), 1, T_BUFFER, 0, OP_(RETURN), 1, 0);
  CODE(mismatch, S_VIEW, 1, 1, 1, OP_(BLOCK), OP_(LIST_ALLOC), 0, T_LIST, 0, OP_(RETURN), 1, 0);
  // A null reference is one of any type, and a cast makes one of any.
  CODE(NULL, S_VIEW, 0, 1, 1, OP_(BLOCK), OP_(CONST_REF_ZERO), 0, OP_(RETURN), 1, 0);
  CODE(NULL, S_VIEW, 0, 2, 1, OP_(BLOCK), OP_(CALL), 1, 1, PAIR(2), 1, 1, OP_(RETURN), 1, 0);
  CODE(NULL, S_ANY, 1, 2, 1, OP_(BLOCK), OP_(CAST_ANY_REF), 1, 0, T_BUFFER, OP_(BUFFER_LENGTH), 0, 1, OP_(RETURN), 1,
       MOVE(0));
}

// r0 is a buffer, r1 null: block 1 is reached with either in r0, over a loop.
static void test_types_are_joined(void **state) {
  (void)state;
  for (int is_mixed = 0; is_mixed < 2; ++is_mixed) {
    bytecode_builder_t b;
    start_program(&b);
    code_t code = {0};
    start_block(&code, 0);
    EMIT(&code, OP_(CONST_I32_ZERO), 0, OP_(COND_BR), 0);
    emit_branch(&code, 1);
    emit_target(&code, 1);
    EMIT(&code, 0, 1, 1, 0);  // r0 = null
    start_block(&code, 1);
    EMIT(&code, OP_(BUFFER_LENGTH), 1, 0);
    if (is_mixed) EMIT(&code, OP_(LIST_ALLOC), 2, T_LIST, 0);  // the next round gets a list in r0
    EMIT(&code, OP_(COND_BR), 0);
    emit_target(&code, 1);
    EMIT(&code, 0, 1, 2, 0);
    emit_branch(&code, 2);
    start_block(&code, 2);
    EMIT(&code, OP_(CONST_REF_ZERO), 0, OP_(RETURN), 1, 0);
    finish_function(&b, "joins", S_BUFFER, 2, 3, &code);
    if (is_mixed) {
      expect_refusal(&b, TERN_INVALID_ARGUMENT, "function 3 ('joins') uses a reference as one of another type");
    } else {
      tern_module_t *module;
      tern_status_t status = load_program(&b, &module);
      if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
      tern_module_release(module);
    }
  }
}

// Blocks times registers.
static void test_size_is_limited(void **state) {
  (void)state;
  enum { BLOCK_COUNT = 1000 };
  static uint16_t units[6 * BLOCK_COUNT];
  for (uint32_t i = 0; i < BLOCK_COUNT; ++i) {
    const uint16_t block[] = {OP_(BLOCK), OP_(BR), TO(6 * i)};
    memcpy(units + 6 * i, block, sizeof block);
  }
  expect_code("has too many blocks and references", S_NOTHING, 0, 0x7fff, BLOCK_COUNT, units, 6 * BLOCK_COUNT);
}

//---- Files ----

static void test_sections_are_checked(void **state) {
  (void)state;
  bytecode_builder_t b;
  start_program(&b);
  tern_string_builder_t section = {0};
  build_section(&b, &section);
  const file_section_t bytecode = {TERN_MODULE_SECTION_BYTECODE, tern_string_builder_view(&section)},
                       rodata = {TERN_MODULE_SECTION_RODATA, tern_string_builder_view(&b.rodata)},
                       unknown = {9, tern_string_builder_view(&b.rodata)},
                       executable = {TERN_MODULE_SECTION_EXECUTABLE, tern_string_builder_view(&b.rodata)};
  const struct {
    file_section_t sections[3];
    size_t count;
    const char *message;
  } rows[] = {
      {{bytecode, rodata}, 2, NULL},
      {{rodata, bytecode}, 2, NULL},
      {{bytecode, bytecode, rodata}, 3, "a second section of its kind"},
      {{bytecode, rodata, rodata}, 3, "a second section of its kind"},
      {{bytecode, rodata, unknown}, 3, "unknown kind of section"},
      {{bytecode, rodata, executable}, 3, "executable 0: byte"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    tern_string_builder_t file = {0};
    tern_module_t *module;
    build_file(rows[i].sections, rows[i].count, &file);
    tern_status_t status = tern_module_load(file.data, file.size, &module);
    assert_int_equal(status.code, rows[i].message ? TERN_INVALID_ARGUMENT : TERN_OK);
    if (rows[i].message && !strstr(status.message, rows[i].message)) fail_msg("%s", status.message);
    tern_module_release(module);
    tern_string_builder_deinitialize(&file);
  }
  tern_string_builder_deinitialize(&section);
  tern_string_builder_deinitialize(&b.rodata);
}

static void count_release(void *user_data, const void *data, size_t size) {
  assert_non_null(data);
  assert_true(size > 0);
  ++*(int *)user_data;
}

static void test_borrowed_bytes(void **state) {
  (void)state;
  for (size_t shift = 0; shift < 2; ++shift) {
    bytecode_builder_t b;
    start_program(&b);
    tern_string_builder_t file = {0};
    build_program(&b, &file);
    char *bytes = malloc(file.size + 1);
    memcpy(bytes + shift, file.data, file.size);
    int count = 0;
    tern_module_t *module;
    // What is not aligned is copied, and given back at once.
    assert_int_equal(tern_module_load_borrowed(bytes + shift, file.size, count_release, &count, &module).code, TERN_OK);
    assert_int_equal(count, shift ? 1 : 0);
    tern_module_release(module);
    assert_int_equal(count, 1);
    bytes[shift] = 0;
    assert_int_equal(tern_module_load_borrowed(bytes + shift, file.size, count_release, &count, &module).code,
                     TERN_INVALID_ARGUMENT);
    assert_int_equal(count, 1);
    free(bytes);
    tern_string_builder_deinitialize(&file);
  }
}

static void test_files(void **state) {
  (void)state;
  char path[] = "/tmp/tern_bytecode_test_XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  bytecode_builder_t b;
  tern_module_t *module;
  tern_string_builder_t text = {0};
  start_program(&b);
  build_program(&b, &text);
  assert_int_equal(write(descriptor, text.data, text.size), (ssize_t)text.size);
  assert_int_equal(tern_module_load_file(path, &module).code, TERN_OK);
  tern_module_release(module);
  assert_int_equal(ftruncate(descriptor, 100), 0);
  tern_status_t status = tern_module_load_file(path, &module);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_memory_equal(status.message, path, strlen(path));
  close(descriptor);
  unlink(path);
  tern_string_builder_deinitialize(&text);
}

// A byte that is changed is found: by the checksum, or by what the header says of the rest.
static void test_damage_is_refused(void **state) {
  (void)state;
  bytecode_builder_t b;
  tern_string_builder_t file = {0};
  start_program(&b);
  build_program(&b, &file);
  for (size_t i = 0; i < file.size; ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      tern_module_t *module;
      file.data[i] ^= (char)(1 << bit);
      assert_int_equal(tern_module_load(file.data, file.size, &module).code, TERN_INVALID_ARGUMENT);
      file.data[i] ^= (char)(1 << bit);
    }
  }
  tern_string_builder_deinitialize(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_whole_program_loads),
      cmocka_unit_test(test_descriptions),
      cmocka_unit_test(test_tables_are_checked),
      cmocka_unit_test(test_descriptions_are_checked),
      cmocka_unit_test(test_headers_are_checked),
      cmocka_unit_test(test_code_is_checked),
      cmocka_unit_test(test_calls_are_checked),
      cmocka_unit_test(test_types_of_references_are_checked),
      cmocka_unit_test(test_types_are_joined),
      cmocka_unit_test(test_size_is_limited),
      cmocka_unit_test(test_sections_are_checked),
      cmocka_unit_test(test_borrowed_bytes),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_damage_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
