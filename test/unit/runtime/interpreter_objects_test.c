// The interpreter: references, globals, lists and buffers.

#include "interpreter_fixture.h"

//---- References ----

static void test_references(void **state) {
  (void)state;
  // r0 = rodata; r1 = r0; r2 = move r0; r0 is null, r1 == r2; r3 = (r0 is null) ? r2 : r1; the length of r3
  static const char bytes[] = "0123456789";
  bytecode_builder_t b = {0};
  add_types(&b);
  uint32_t rodata = add_rodata(&b, bytes, 10);
  uint32_t main = ADD_FUNCTION(
      &b, "main", signature_of(&b, "", "I"), 6, 4, OP_(BLOCK), OP_(CONST_REF_RODATA), 0, PAIR(rodata), OP_(ASSIGN_REF),
      1, 0, OP_(ASSIGN_REF), 2, MOVE(0), OP_(CMP_NZ_REF), 0, 0, OP_(CMP_EQ_REF), 1, 1, 2, OP_(CMP_NE_REF), 2, 1, 2,
      OP_(SELECT_REF), 3, 0, 1, MOVE(2), OP_(CMP_NZ_REF), 3, 2, OP_(DISCARD_REFS), 1, 1, OP_(CMP_NZ_REF), 4, 1,
      OP_(BUFFER_LENGTH), 5, MOVE(3), OP_(CONST_I64), 3, QUAD(1000), OP_(EXT_I32_I64_U), 1, 1, OP_(MUL_I64), 1, 1, 3,
      OP_(ADD_I64), 5, 5, 1, OP_(EXT_I32_I64_U), 0, 0, OP_(ADD_I64), 5, 5, 0, OP_(RETURN), 1, 5);
  add_export(&b, "main", main);
  expect_result(&b, "I", NULL, 1010);
}

static void test_switch_and_cast_references(void **state) {
  (void)state;
  static const char bytes[] = "abcdef";
  for (uint64_t index = 0; index < 3; ++index) {
    bytecode_builder_t b = {0};
    add_types(&b);
    uint32_t first = add_rodata(&b, bytes, 1), second = add_rodata(&b, bytes, 2);
    code_t code = {0};
    start_block(&code, 0);
    EMIT(&code, OP_(CONST_REF_RODATA), 0, PAIR(first), OP_(CONST_REF_RODATA), 1, PAIR(second), OP_(CONST_REF_ZERO), 2);
    EMIT(&code, OP_(SWITCH_REF), 3, 0, 2, 2, MOVE(0), 1, OP_(CMP_NZ_REF), 1, 3, OP_(COND_BR), 1);
    emit_branch(&code, 1);
    emit_branch(&code, 2);
    start_block(&code, 1);
    EMIT(&code, OP_(CAST_ANY_REF), 2, MOVE(3), T_ANY, OP_(CAST_ANY_REF), 0, 2, T_BUFFER, OP_(BUFFER_LENGTH), 2, 0,
         OP_(RETURN), 1, 2);
    start_block(&code, 2);
    EMIT(&code, OP_(CONST_I64), 2, QUAD(99), OP_(RETURN), 1, 2);
    add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "i", "I"), 3, 4, &code));
    expect_result(&b, "iI", &index, index == 0 ? 1 : index == 1 ? 2 : 99);
  }
}

static void test_casts_to_another_type_fail(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  uint32_t rodata = add_rodata(&b, "x", 1);
  add_export(&b, "main",
             ADD_FUNCTION(&b, "main", signature_of(&b, "", ""), 0, 2, OP_(BLOCK), OP_(CONST_REF_RODATA), 0,
                          PAIR(rodata), OP_(CAST_ANY_REF), 1, 0, T_I32_LIST, OP_(RETURN), 0));
  tern_status_t status = run_main(&b);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_non_null(strstr(status.message, "a reference to 'vm.buffer' is cast to another type"));
}

static void test_null_references_fail(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  add_export(
      &b, "main",
      ADD_FUNCTION(&b, "main", signature_of(&b, "", ""), 1, 1, OP_(BLOCK), OP_(BUFFER_LENGTH), 0, 0, OP_(RETURN), 0));
  tern_status_t status = run_main(&b);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_non_null(strstr(status.message, "expected a reference to 'vm.buffer' but got null"));
}

//---- Globals ----

static void test_value_globals(void **state) {
  (void)state;
  static const struct {
    char letter;
    uint16_t load;
  } rows[] = {{'i', OP_(GLOBAL_LOAD_I32)},
              {'I', OP_(GLOBAL_LOAD_I64)},
              {'f', OP_(GLOBAL_LOAD_F32)},
              {'F', OP_(GLOBAL_LOAD_F64)}};
  for (size_t i = 0; i < 4; ++i) {
    bytecode_builder_t b = {.value_global_count = 3};
    add_types(&b);
    const char letters[] = {rows[i].letter, rows[i].letter, 0}, one[] = {rows[i].letter, 0};
    uint16_t load = rows[i].load, store = load + 1, load_indirect = load + 2, store_indirect = load + 3;
    // Stores directly and loads indirectly, then the other way round.
    uint32_t main = ADD_FUNCTION(&b, "main", signature_of(&b, one, one), 3, 0, OP_(BLOCK), store, PAIR(1), 0,
                                 OP_(GLOBAL_ADDRESS), 1, PAIR(1), load_indirect, 2, 1, OP_(GLOBAL_ADDRESS), 1, PAIR(2),
                                 store_indirect, 1, 2, load, 0, PAIR(2), OP_(RETURN), 1, 0);
    add_export(&b, "main", main);
    expect_result(&b, letters, (uint64_t[]){0x3ff0000012345678},
                  rows[i].letter == 'i' || rows[i].letter == 'f' ? 0x12345678 : 0x3ff0000012345678);
  }
}

static void test_reference_globals(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  uint32_t type = T_BUFFER;
  append_row(&b, TERN_BYTECODE_REF_GLOBALS, &type, 4);
  append_row(&b, TERN_BYTECODE_REF_GLOBALS, &type, 4);
  uint32_t rodata = add_rodata(&b, "four", 4);
  b.initializer = 1 + ADD_FUNCTION(&b, "__init", signature_of(&b, "", ""), 0, 1, OP_(BLOCK), OP_(CONST_REF_RODATA), 0,
                                   PAIR(rodata), OP_(GLOBAL_STORE_REF), PAIR(0), MOVE(0), OP_(RETURN), 0);
  uint32_t main =
      ADD_FUNCTION(&b, "main", signature_of(&b, "", "I"), 2, 2, OP_(BLOCK), OP_(GLOBAL_LOAD_REF), 0, PAIR(0),
                   OP_(GLOBAL_ADDRESS_REF), 0, PAIR(1), OP_(GLOBAL_STORE_INDIRECT_REF), 0, MOVE(0),
                   OP_(GLOBAL_LOAD_INDIRECT_REF), 1, 0, T_BUFFER, OP_(BUFFER_LENGTH), 1, 1, OP_(RETURN), 1, 1);
  add_export(&b, "main", main);
  expect_result(&b, "I", NULL, 4);
}

static void test_globals_that_do_not_exist(void **state) {
  (void)state;
  static const uint16_t codes[][5] = {{OP_(GLOBAL_LOAD_INDIRECT_I32), 1, 0, OP_(RETURN), 0},
                                      {OP_(GLOBAL_STORE_INDIRECT_I64), 0, 1, OP_(RETURN), 0},
                                      {OP_(GLOBAL_STORE_INDIRECT_REF), 0, 0, OP_(RETURN), 0}};
  for (size_t i = 0; i < 3; ++i) {
    bytecode_builder_t b = {.value_global_count = 1};
    add_types(&b);
    code_t code = {0};
    start_block(&code, 0);
    EMIT(&code, OP_(CONST_I32), 0, PAIR(1));
    emit_units(&code, codes[i], 5);
    add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", ""), 2, 1, &code));
    tern_status_t status = run_main(&b);
    assert_int_equal(status.code, TERN_OUT_OF_RANGE);
    assert_non_null(strstr(status.message, "global 1 does not exist"));
  }
}

static void test_global_types_are_checked(void **state) {
  (void)state;
  for (int is_load = 0; is_load < 2; ++is_load) {
    bytecode_builder_t b = {0};
    add_types(&b);
    uint32_t type = is_load ? T_BUFFER : T_I32_LIST;
    append_row(&b, TERN_BYTECODE_REF_GLOBALS, &type, 4);
    uint32_t rodata = add_rodata(&b, "four", 4);
    code_t code = {0};
    start_block(&code, 0);
    EMIT(&code, OP_(CONST_REF_RODATA), 0, PAIR(rodata), OP_(GLOBAL_STORE_INDIRECT_REF), 0, 0);
    if (is_load) EMIT(&code, OP_(GLOBAL_LOAD_INDIRECT_REF), 0, 0, T_I32_LIST);
    EMIT(&code, OP_(RETURN), 0);
    add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", ""), 1, 1, &code));
    tern_status_t status = run_main(&b);
    assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
    assert_non_null(strstr(status.message, is_load ? "a global holds a reference" : "a global takes references"));
  }
}

//---- Lists ----

static void test_lists(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  // [7, 8, 2.5 -> 2]: 7 + 8 + 2 + size
  uint32_t main = ADD_FUNCTION(
      &b, "main", signature_of(&b, "", "i"), 8, 1, OP_(BLOCK), OP_(CONST_I32), 0, PAIR(3), OP_(LIST_ALLOC), 0,
      T_I32_LIST, 0, OP_(LIST_RESERVE), 0, 0, OP_(LIST_RESIZE), 0, 0, OP_(CONST_I32_ZERO), 1, OP_(CONST_I32), 2,
      PAIR(7), OP_(LIST_SET_I32), 0, 1, 2, OP_(CONST_I32), 1, PAIR(1), OP_(CONST_I64), 3, QUAD(0x100000008),
      OP_(LIST_SET_I64), 0, 1, 3, OP_(CONST_I32), 1, PAIR(2), OP_(CONST_F64), 3, QUAD(0x4004000000000000),
      OP_(LIST_SET_F64), 0, 1, 3, OP_(LIST_GET_I32), 4, 0, 1, OP_(CONST_I32_ZERO), 1, OP_(LIST_GET_I64), 5, 0, 1,
      OP_(CONST_I32), 1, PAIR(1), OP_(LIST_GET_F32), 6, 0, 1, OP_(CAST_F32_SI32), 6, 6, OP_(LIST_GET_F64), 7, 0, 1,
      OP_(LIST_SIZE), 7, 0, OP_(ADD_I32), 4, 4, 5, OP_(ADD_I32), 4, 4, 6, OP_(ADD_I32), 4, 4, 7, OP_(RETURN), 1, 4);
  add_export(&b, "main", main);
  expect_result(&b, "i", NULL, 20);
}

static void test_lists_of_references(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  uint32_t rodata = add_rodata(&b, "abc", 3);
  // An element of another type reads as null.
  uint32_t main =
      ADD_FUNCTION(&b, "main", signature_of(&b, "", "I"), 4, 3, OP_(BLOCK), OP_(CONST_I32), 0, PAIR(2), OP_(LIST_ALLOC),
                   0, T_ANY_LIST, 0, OP_(LIST_RESIZE), 0, 0, OP_(CONST_REF_RODATA), 1, PAIR(rodata), OP_(CONST_I32), 1,
                   PAIR(1), OP_(LIST_SET_REF), 0, 1, MOVE(1), OP_(LIST_GET_REF), 2, 0, 1, T_I32_LIST, OP_(CMP_NZ_REF),
                   2, 2, OP_(LIST_GET_REF), 2, 0, 1, T_BUFFER, OP_(CONST_I32_ZERO), 1, OP_(CONST_F32), 3,
                   PAIR(0x3f800000), OP_(LIST_SET_F32), 0, 1, 3, OP_(CONST_I32), 1, PAIR(1), OP_(LIST_RESIZE), MOVE(0),
                   1, OP_(BUFFER_LENGTH), 3, 2, OP_(EXT_I32_I64_S), 2, 2, OP_(ADD_I64), 3, 3, 2, OP_(RETURN), 1, 3);
  add_export(&b, "main", main);
  expect_result(&b, "I", NULL, 3);
}

static void test_narrow_lists(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  uint32_t main = ADD_FUNCTION(&b, "main", signature_of(&b, "i", "I"), 4, 1, OP_(BLOCK), OP_(CONST_I32), 1, PAIR(1),
                               OP_(LIST_ALLOC), 0, T_I8_LIST, 1, OP_(LIST_RESIZE), 0, 1, OP_(CONST_I32_ZERO), 1,
                               OP_(LIST_SET_I32), 0, 1, 0, OP_(LIST_GET_I64), 2, 0, 1, OP_(RETURN), 1, 2);
  add_export(&b, "main", main);
  expect_result(&b, "iI", (uint64_t[]){0x180}, (uint64_t)-128);
}

static void test_list_failures(void **state) {
  (void)state;
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "index 1 is outside of a list of 1 elements", OP_(LIST_GET_I32), 6, 1, 1);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "index 1 is outside of a list of 1 elements", OP_(LIST_SET_I32), 1, 1, 1);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "index 1 is outside of a list of 1 elements", OP_(LIST_GET_REF), 4, 2, 1, T_BUFFER);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "index 1 is outside of a list of 1 elements", OP_(LIST_SET_REF), 2, 1, 0);
  EXPECT_FAILURE(TERN_INVALID_ARGUMENT, "element 0 of the list is no number", OP_(LIST_GET_I32), 6, 2, 0);
  EXPECT_FAILURE(TERN_INVALID_ARGUMENT, "a list of references holds no numbers", OP_(LIST_SET_F64), 2, 0, 4);
  EXPECT_FAILURE(TERN_INVALID_ARGUMENT, "a list of numbers holds no references", OP_(LIST_SET_REF), 1, 0, 0);
}

//---- Buffers ----

static void test_buffers(void **state) {
  (void)state;
  static const struct {
    uint16_t store, load, fill;
    char letter;
    uint64_t value, expected;
  } rows[] = {
      {OP_(BUFFER_STORE_I8), OP_(BUFFER_LOAD_I8_U), OP_(BUFFER_FILL_I8), 'i', 0x1f0, 0xf0},
      {OP_(BUFFER_STORE_I8), OP_(BUFFER_LOAD_I8_S), OP_(BUFFER_FILL_I8), 'i', 0x1f0, 0xfffffff0},
      {OP_(BUFFER_STORE_I16), OP_(BUFFER_LOAD_I16_U), OP_(BUFFER_FILL_I16), 'i', 0x1f000, 0xf000},
      {OP_(BUFFER_STORE_I16), OP_(BUFFER_LOAD_I16_S), OP_(BUFFER_FILL_I16), 'i', 0x1f000, 0xfffff000},
      {OP_(BUFFER_STORE_I32), OP_(BUFFER_LOAD_I32), OP_(BUFFER_FILL_I32), 'i', 0xdeadbeef, 0xdeadbeef},
      {OP_(BUFFER_STORE_I64), OP_(BUFFER_LOAD_I64), OP_(BUFFER_FILL_I64), 'I', 0x123456789abcdef0, 0x123456789abcdef0},
      {OP_(BUFFER_STORE_F32), OP_(BUFFER_LOAD_F32), OP_(BUFFER_FILL_F32), 'f', 0x40490fdb, 0x40490fdb},
      {OP_(BUFFER_STORE_F64), OP_(BUFFER_LOAD_F64), OP_(BUFFER_FILL_F64), 'F', 0x400921fb54442d18, 0x400921fb54442d18},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    for (int is_fill = 0; is_fill < 2; ++is_fill) {
      bytecode_builder_t b = {0};
      add_types(&b);
      const char letters[] = {rows[i].letter, rows[i].letter, 0}, one[] = {rows[i].letter, 0};
      code_t code = {0};
      start_block(&code, 0);
      EMIT(&code, OP_(CONST_I64), 1, QUAD(64), OP_(CONST_I32), 2, PAIR(32), OP_(BUFFER_ALLOC), 0, 1, 2, OP_(CONST_I64),
           3, QUAD(3), OP_(CONST_I64_ZERO), 4);
      if (is_fill) {
        EMIT(&code, rows[i].fill, 0, 4, 1, 0);
      } else {
        EMIT(&code, rows[i].store, 0, 3, 0);
      }
      EMIT(&code, OP_(BUFFER_CLONE), 1, 0, 4, 1, 2, OP_(BUFFER_FILL_I64), 0, 4, 1, 4, OP_(BUFFER_COPY), 1, 4, 0, 4, 1,
           OP_(BUFFER_COMPARE), 5, 0, 4, 1, 4, 1, OP_(COND_BR), 5);
      emit_branch(&code, 1);
      emit_branch(&code, 2);
      start_block(&code, 1);
      EMIT(&code, rows[i].load, 5, 0, 3, OP_(RETURN), 1, 5);
      start_block(&code, 2);
      EMIT(&code, OP_(FAIL), 5, PAIR(0), PAIR(0));
      add_string(&b, "");
      add_export(&b, "main", finish_function(&b, "main", signature_of(&b, one, one), 6, 2, &code));
      expect_result(&b, letters, &rows[i].value, rows[i].expected);
    }
  }
}

static void test_hashes(void **state) {
  (void)state;
  // From the reference implementation of SipHash-2-4: the key is 00 01 .. 0f, the messages are 00 01 ..
  static const struct {
    uint64_t size, expected;
  } rows[] = {{0, 0x726fdb47dd0e0e31}, {1, 0x74f839c593dc67fd}, {8, 0x93f5f5799a932462}, {15, 0xa129ca6149be45e5}};
  unsigned char message[16];
  for (size_t i = 0; i < sizeof message; ++i) message[i] = (unsigned char)i;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    bytecode_builder_t b = {0};
    add_types(&b);
    uint32_t rodata = add_rodata(&b, message, sizeof message);
    uint32_t main = ADD_FUNCTION(&b, "main", signature_of(&b, "I", "I"), 3, 1, OP_(BLOCK), OP_(CONST_REF_RODATA), 0,
                                 PAIR(rodata), OP_(BUFFER_HASH), 2, MOVE(0), 1, 0, OP_(RETURN), 1, 2);
    add_export(&b, "main", main);
    expect_result(&b, "II", &rows[i].size, rows[i].expected);
  }
}

static void test_buffer_failures(void **state) {
  (void)state;
  EXPECT_FAILURE(TERN_FAILED_PRECONDITION, "a constant buffer is written", OP_(BUFFER_STORE_I8), 0, 0, 0);
  EXPECT_FAILURE(TERN_FAILED_PRECONDITION, "a constant buffer is written", OP_(BUFFER_FILL_I8), 0, 0, 1, 0);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "8 bytes at offset 8 are outside of a buffer of 8 bytes", OP_(BUFFER_LOAD_I64), 6,
                 3, 1);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "outside of a buffer of 8 bytes", OP_(BUFFER_LOAD_I64), 6, 3, 4);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "outside of a buffer of 8 bytes", OP_(BUFFER_STORE_I32), 3, 5, 1);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "outside of a buffer of 8 bytes", OP_(BUFFER_COPY), 0, 1, 3, 1, 5);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "outside of a buffer of 8 bytes", OP_(BUFFER_COMPARE), 6, 0, 1, 3, 1, 5);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "outside of a buffer of 8 bytes", OP_(BUFFER_HASH), 6, 0, 1, 5);
  EXPECT_FAILURE(TERN_OUT_OF_RANGE, "outside of a buffer of 8 bytes", OP_(BUFFER_CLONE), 4, 0, 1, 5, 0);
  EXPECT_FAILURE(TERN_INVALID_ARGUMENT, "a fill is not a multiple of its 4 bytes", OP_(BUFFER_FILL_I32), 3, 1, 2, 0);
  EXPECT_FAILURE(TERN_INVALID_ARGUMENT, "expected an alignment that is a power of two", OP_(CONST_I32), 6, PAIR(33),
                 OP_(BUFFER_ALLOC), 4, 5, 6);
  EXPECT_FAILURE(TERN_OUT_OF_MEMORY, "no memory for", OP_(BUFFER_ALLOC), 4, 4, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_references),
      cmocka_unit_test(test_switch_and_cast_references),
      cmocka_unit_test(test_casts_to_another_type_fail),
      cmocka_unit_test(test_null_references_fail),
      cmocka_unit_test(test_value_globals),
      cmocka_unit_test(test_reference_globals),
      cmocka_unit_test(test_globals_that_do_not_exist),
      cmocka_unit_test(test_global_types_are_checked),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_lists_of_references),
      cmocka_unit_test(test_narrow_lists),
      cmocka_unit_test(test_list_failures),
      cmocka_unit_test(test_buffers),
      cmocka_unit_test(test_hashes),
      cmocka_unit_test(test_buffer_failures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
