// What the tests of the interpreter share: programs that are built word by word, bound and called.

#ifndef TERN_TEST_UNIT_INTERPRETER_FIXTURE_H_
#define TERN_TEST_UNIT_INTERPRETER_FIXTURE_H_

#include <math.h>

#include "bytecode_builder.h"
#include "status_asserts.h"
#include "tern/session.h"

// Types that most programs use; the same ordinals in every program.
enum { T_I32, T_I64, T_F32, T_F64, T_BUFFER, T_ANY, T_ANY_LIST, T_I32_LIST, T_I8, T_I8_LIST, T_BUFFER_LIST };

static inline void add_types(bytecode_builder_t *b) {
  add_type(b, TERN_BYTECODE_KIND_I32, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_I64, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_F32, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_F64, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_BUFFER, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_ANY, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_LIST, T_ANY, "");
  add_type(b, TERN_BYTECODE_KIND_LIST, T_I32, "");
  add_type(b, TERN_BYTECODE_KIND_I8, NONE, "");
  add_type(b, TERN_BYTECODE_KIND_LIST, T_I8, "");
  add_type(b, TERN_BYTECODE_KIND_LIST, T_BUFFER, "");
}

// A signature by its letters: i I f F; r is a buffer, l a list of i32, L a list of anything, a any reference.
static inline uint32_t signature_of(bytecode_builder_t *b, const char *arguments, const char *results) {
  static const char letters[] = "iIfFralL";
  static const uint32_t types[] = {T_I32, T_I64, T_F32, T_F64, T_BUFFER, T_ANY, T_I32_LIST, T_ANY_LIST};
  uint32_t words[2][16];
  char convention[64] = "0";
  const char *sides[2] = {arguments, results};
  for (int side = 0; side < 2; ++side) {
    size_t count = strlen(sides[side]);
    if (side) strcat(convention, "_");
    if (!count) strcat(convention, "v");
    for (size_t i = 0; i < count; ++i) {
      size_t at = (size_t)(strchr(letters, sides[side][i]) - letters);
      words[side][i] = types[at];
      strcat(convention, (char[]){at < 4 ? letters[at] : 'r', 0});
    }
  }
  return add_signature(b, convention, words[0], (uint32_t)strlen(arguments), words[1], (uint32_t)strlen(results));
}

typedef struct program {
  tern_instance_t *instance;
  tern_module_t *module;
  tern_session_t *session;
} program_t;

static inline tern_status_t bind_program(bytecode_builder_t *b, program_t *out_program) {
  *out_program = (program_t){0};
  ASSERT_OK(tern_instance_create(NULL, &out_program->instance));
  TERN_RETURN_IF_ERROR(load_program(b, &out_program->module));
  return tern_session_create(out_program->instance,
                             &(tern_session_params_t){.modules = &out_program->module, .module_count = 1},
                             &out_program->session);
}

static inline void end_program(program_t *program) {
  tern_session_release(program->session);
  tern_module_release(program->module);
  tern_instance_release(program->instance);
}

static inline tern_variant_t bits_of(char letter, uint64_t bits) {
  tern_variant_t variant = {TERN_VARIANT_NONE, {0}};
  switch (letter) {
    case 'i': return tern_variant_i32((int32_t)bits);
    case 'I': return tern_variant_i64((int64_t)bits);
    case 'f': variant.kind = TERN_VARIANT_F32; break;
    default: variant.kind = TERN_VARIANT_F64; break;
  }
  memcpy(&variant.as, &bits, sizeof bits);
  return variant;
}

//---- Calls ----

// Calls the only function of the program with numbers, and checks the number it returns.
static inline void expect_result(bytecode_builder_t *b, const char *letters, const uint64_t *inputs,
                                 uint64_t expected) {
  program_t program;
  ASSERT_OK(bind_program(b, &program));
  size_t count = strlen(letters) - 1;
  tern_variant_t arguments[8], result;
  for (size_t i = 0; i < count; ++i) arguments[i] = bits_of(letters[i], inputs[i]);
  ASSERT_OK(tern_session_call(program.session, "main", arguments, count, &result, 1));
  uint64_t bits = 0;
  memcpy(&bits, &result.as, letters[count] == 'i' || letters[count] == 'f' ? 4 : 8);
  assert_int_equal(bits, expected);
  end_program(&program);
}

static inline tern_status_t run_main(bytecode_builder_t *b) {
  program_t program;
  tern_status_t status = bind_program(b, &program);
  if (tern_status_is_ok(status)) status = tern_session_call(program.session, "main", NULL, 0, NULL, 0);
  end_program(&program);
  return status;
}

static inline void expect_failure(const uint16_t *units, size_t count, tern_status_code_t expected,
                                  const char *message) {
  bytecode_builder_t b = {0};
  add_types(&b);
  uint32_t rodata = add_rodata(&b, "abcdefgh", 8);
  code_t code = {0};
  start_block(&code, 0);
  // r0 a constant buffer, r1 a list of i32 with one element, r2 a list of buffers with one, r3 a buffer of 8 bytes;
  // registers 0 to 3 hold 0 to 3, 4 a large number.
  EMIT(&code, OP_(CONST_REF_RODATA), 0, PAIR(rodata), OP_(CONST_I32), 1, PAIR(1), OP_(CONST_I32), 2, PAIR(2),
       OP_(CONST_I32), 3, PAIR(3), OP_(CONST_I64), 4, QUAD(1ull << 62), OP_(CONST_I64), 5, QUAD(8), OP_(LIST_ALLOC), 1,
       T_I32_LIST, 1, OP_(LIST_RESIZE), 1, 1, OP_(LIST_ALLOC), 2, T_BUFFER_LIST, 1, OP_(LIST_RESIZE), 2, 1,
       OP_(BUFFER_ALLOC), 3, 5, 0);
  emit_units(&code, units, count);
  EMIT(&code, OP_(RETURN), 0);
  add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", ""), 8, 6, &code));
  tern_status_t status = run_main(&b);
  assert_int_equal(status.code, expected);
  if (!strstr(status.message, message)) fail_msg("%s", status.message);
}
#define EXPECT_FAILURE(code, message, ...)                                                                          \
  expect_failure((const uint16_t[]){__VA_ARGS__}, sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t), code, \
                 message)

#endif  // TERN_TEST_UNIT_INTERPRETER_FIXTURE_H_
