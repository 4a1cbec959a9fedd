// The interpreter: every instruction, calls, references, failures and limits.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytecode_builder.h"
#include "tern/session.h"

#define assert_ok(expression)                                         \
  do {                                                                \
    tern_status_t status_ = (expression);                             \
    if (!tern_status_is_ok(status_)) fail_msg("%s", status_.message); \
  } while (0)

// Types that most programs use; the same ordinals in every program.
enum { T_I32, T_I64, T_F32, T_F64, T_BUFFER, T_ANY, T_ANY_LIST, T_I32_LIST, T_I8, T_I8_LIST, T_BUFFER_LIST };

static void add_types(bytecode_builder_t *b) {
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
static uint32_t signature_of(bytecode_builder_t *b, const char *arguments, const char *results) {
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

static tern_status_t bind_program(bytecode_builder_t *b, program_t *out_program) {
  *out_program = (program_t){0};
  assert_ok(tern_instance_create(NULL, &out_program->instance));
  TERN_RETURN_IF_ERROR(load_program(b, &out_program->module));
  return tern_session_create(out_program->instance,
                             &(tern_session_params_t){.modules = &out_program->module, .module_count = 1},
                             &out_program->session);
}

static void end_program(program_t *program) {
  tern_session_release(program->session);
  tern_module_release(program->module);
  tern_instance_release(program->instance);
}

static tern_variant_t bits_of(char letter, uint64_t bits) {
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

//---- Every instruction on numbers ----

static uint64_t f32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
static uint64_t f64(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

typedef struct scalar_case {
  uint16_t opcode;
  uint64_t inputs[3];
  uint64_t expected;
} scalar_case_t;

#define CASE(ID, expected, ...) {OP_(ID), {__VA_ARGS__}, (expected)}
#define MIN32 0x80000000u
#define MIN64 0x8000000000000000u
#define ALL64 0xffffffffffffffffu
#define NAN32 0x7fc00000u
#define NAN64 0x7ff8000000000000u

static const char *operands_of(uint16_t opcode) {
  static const char *const rows[] = {
#define OP(ID, NAME, OPERANDS) OPERANDS,
#include "base/bytecode_ops.def"
#undef OP
  };
  return rows[opcode];
}

static const char *name_of(uint16_t opcode) {
  static const char *const rows[] = {
#define OP(ID, NAME, OPERANDS) NAME,
#include "base/bytecode_ops.def"
#undef OP
  };
  return rows[opcode];
}

// Runs `opcode` on the inputs. NaNs of any bits are given back as one.
static tern_status_t run_scalar(const scalar_case_t *row, uint64_t *out_bits) {
  const char *letters = operands_of(row->opcode);
  char result[2] = {letters[0], 0};
  size_t count = strlen(letters + 2);
  bytecode_builder_t b = {0};
  add_types(&b);
  uint16_t code[16], size = 0;
  code[size++] = OP_(BLOCK);
  code[size++] = row->opcode;
  code[size++] = (uint16_t)count;
  for (uint16_t i = 0; i < count; ++i) code[size++] = i;
  code[size++] = OP_(RETURN);
  code[size++] = 1;
  code[size++] = (uint16_t)count;
  uint32_t signature = signature_of(&b, letters + 2, result);
  add_export(&b, "main", add_function(&b, "main", signature, (uint32_t)count + 1, 0, code, size, 1));
  program_t program;
  assert_ok(bind_program(&b, &program));
  tern_variant_t arguments[3], output;
  for (size_t i = 0; i < count; ++i) arguments[i] = bits_of(letters[2 + i], row->inputs[i]);
  tern_status_t status = tern_session_call(program.session, "main", arguments, count, &output, 1);
  *out_bits = 0;
  if (tern_status_is_ok(status)) memcpy(out_bits, &output.as, letters[0] == 'i' || letters[0] == 'f' ? 4 : 8);
  if (letters[0] == 'f' && (*out_bits & 0x7fffffff) > 0x7f800000) *out_bits = NAN32;
  if (letters[0] == 'F' && (*out_bits & 0x7fffffffffffffff) > 0x7ff0000000000000) *out_bits = NAN64;
  end_program(&program);
  return status;
}

static void test_scalar_instructions(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
      CASE(SELECT_I32, 7, 1, 7, 8),
      CASE(SELECT_I32, 8, 0, 7, 8),
      CASE(SELECT_I64, MIN64, 5, MIN64, 8),
      CASE(SELECT_F32, f32(2), 0, f32(1), f32(2)),
      CASE(SELECT_F64, f64(1), 1, f64(1), f64(2)),
      CASE(ADD_I32, MIN32, 0x7fffffff, 1),
      CASE(SUB_I32, 0xffffffff, 1, 2),
      CASE(MUL_I32, 0x80000000, 0x10000, 0x8000),
      CASE(DIV_I32_S, (uint32_t)-3, (uint32_t)-7, 2),
      CASE(DIV_I32_U, 0x7ffffffc, (uint32_t)-7, 2),
      CASE(REM_I32_S, (uint32_t)-1, (uint32_t)-7, 2),
      CASE(REM_I32_S, 0, MIN32, (uint32_t)-1),
      CASE(REM_I32_U, 1, (uint32_t)-7, 2),
      CASE(MIN_I32_S, MIN32, MIN32, 1),
      CASE(MIN_I32_U, 1, MIN32, 1),
      CASE(MAX_I32_S, 1, MIN32, 1),
      CASE(MAX_I32_U, MIN32, MIN32, 1),
      CASE(AND_I32, 8, 12, 10),
      CASE(OR_I32, 14, 12, 10),
      CASE(XOR_I32, 6, 12, 10),
      CASE(FMA_I32, 17, 3, 4, 5),
      CASE(ABS_I32, 5, (uint32_t)-5),
      CASE(ABS_I32, MIN32, MIN32),
      CASE(NOT_I32, 0xfffffff0, 15),
      CASE(CTLZ_I32, 28, 15),
      CASE(CTLZ_I32, 32, 0),
      CASE(SHL_I32, 2, 1, 33),
      CASE(SHR_I32_S, (uint32_t)-2, (uint32_t)-4, 1),
      CASE(SHR_I32_U, 0x7ffffffe, (uint32_t)-4, 33),
      CASE(ADD_I64, MIN64, 0x7fffffffffffffff, 1),
      CASE(SUB_I64, ALL64, 1, 2),
      CASE(MUL_I64, MIN64, 1ull << 62, 2),
      CASE(DIV_I64_S, (uint64_t)-3, (uint64_t)-7, 2),
      CASE(DIV_I64_U, 0x7ffffffffffffffc, (uint64_t)-7, 2),
      CASE(REM_I64_S, (uint64_t)-1, (uint64_t)-7, 2),
      CASE(REM_I64_S, 0, MIN64, ALL64),
      CASE(REM_I64_U, 1, (uint64_t)-7, 2),
      CASE(MIN_I64_S, MIN64, MIN64, 1),
      CASE(MIN_I64_U, 1, MIN64, 1),
      CASE(MAX_I64_S, 1, MIN64, 1),
      CASE(MAX_I64_U, MIN64, MIN64, 1),
      CASE(AND_I64, 8, 12, 10),
      CASE(OR_I64, 14, 12, 10),
      CASE(XOR_I64, 6, 12, 10),
      CASE(FMA_I64, 17, 3, 4, 5),
      CASE(ABS_I64, 5, (uint64_t)-5),
      CASE(NOT_I64, ~15ull, 15),
      CASE(CTLZ_I64, 60, 15),
      CASE(CTLZ_I64, 64, 0),
      CASE(SHL_I64, 1ull << 40, 1, 40),
      CASE(SHL_I64, 2, 1, 65),
      CASE(SHR_I64_S, ALL64, MIN64, 63),
      CASE(SHR_I64_U, 1, MIN64, 63),
      CASE(ADD_F32, f32(3.5f), f32(1), f32(2.5f)),
      CASE(SUB_F32, f32(-1.5f), f32(1), f32(2.5f)),
      CASE(MUL_F32, f32(2.5f), f32(1), f32(2.5f)),
      CASE(DIV_F32, f32(INFINITY), f32(1), f32(0)),
      CASE(REM_F32, f32(-1), f32(-7), f32(2)),
      CASE(MIN_F32, NAN32, NAN32, f32(1)),
      CASE(MIN_F32, f32(-0.0f), f32(0), f32(-0.0f)),
      CASE(MAX_F32, f32(0), f32(-0.0f), f32(0)),
      CASE(MAX_F32, NAN32, f32(1), NAN32),
      CASE(ATAN2_F32, f32(atan2f(1, -1)), f32(1), f32(-1)),
      CASE(POW_F32, f32(8), f32(2), f32(3)),
      CASE(FMA_F32, f32(10), f32(2), f32(3), f32(4)),
      CASE(ABS_F32, f32(1), f32(-1)),
      CASE(NEG_F32, f32(-0.0f), f32(0)),
      CASE(CEIL_F32, f32(2), f32(1.5f)),
      CASE(FLOOR_F32, f32(-2), f32(-1.5f)),
      CASE(ROUND_F32, f32(3), f32(2.5f)),
      CASE(ROUND_F32_EVEN, f32(2), f32(2.5f)),
      CASE(ATAN_F32, f32(atanf(2)), f32(2)),
      CASE(COS_F32, f32(1), f32(0)),
      CASE(SIN_F32, f32(sinf(1)), f32(1)),
      CASE(EXP_F32, f32(1), f32(0)),
      CASE(EXP2_F32, f32(8), f32(3)),
      CASE(EXPM1_F32, f32(0), f32(0)),
      CASE(LOG_F32, f32(-INFINITY), f32(0)),
      CASE(LOG10_F32, f32(3), f32(1000)),
      CASE(LOG1P_F32, f32(0), f32(0)),
      CASE(LOG2_F32, f32(5), f32(32)),
      CASE(RSQRT_F32, f32(0.5f), f32(4)),
      CASE(SQRT_F32, NAN32, f32(-1)),
      CASE(TANH_F32, f32(tanhf(0.5f)), f32(0.5f)),
      CASE(ERF_F32, f32(erff(0.5f)), f32(0.5f)),
      CASE(FPOWI_F32, f32(0.25f), f32(2), (uint32_t)-2),
      CASE(ADD_F64, f64(3.5), f64(1), f64(2.5)),
      CASE(SUB_F64, f64(-1.5), f64(1), f64(2.5)),
      CASE(MUL_F64, f64(2.5), f64(1), f64(2.5)),
      CASE(DIV_F64, f64(0.5), f64(1), f64(2)),
      CASE(REM_F64, f64(1), f64(7), f64(-2)),
      CASE(MIN_F64, NAN64, f64(1), NAN64),
      CASE(MAX_F64, f64(2), f64(1), f64(2)),
      CASE(ATAN2_F64, f64(atan2(1, -1)), f64(1), f64(-1)),
      CASE(POW_F64, f64(8), f64(2), f64(3)),
      CASE(FMA_F64, f64(10), f64(2), f64(3), f64(4)),
      CASE(ABS_F64, f64(1), f64(-1)),
      CASE(NEG_F64, f64(1), f64(-1)),
      CASE(CEIL_F64, f64(2), f64(1.5)),
      CASE(FLOOR_F64, f64(-2), f64(-1.5)),
      CASE(ROUND_F64, f64(-3), f64(-2.5)),
      CASE(ROUND_F64_EVEN, f64(-2), f64(-2.5)),
      CASE(ATAN_F64, f64(atan(2)), f64(2)),
      CASE(COS_F64, f64(cos(1)), f64(1)),
      CASE(SIN_F64, f64(sin(1)), f64(1)),
      CASE(EXP_F64, f64(exp(1)), f64(1)),
      CASE(EXP2_F64, f64(8), f64(3)),
      CASE(EXPM1_F64, f64(expm1(1e-9)), f64(1e-9)),
      CASE(LOG_F64, f64(0), f64(1)),
      CASE(LOG10_F64, f64(3), f64(1000)),
      CASE(LOG1P_F64, f64(log1p(1e-9)), f64(1e-9)),
      CASE(LOG2_F64, f64(5), f64(32)),
      CASE(RSQRT_F64, f64(0.5), f64(4)),
      CASE(SQRT_F64, f64(3), f64(9)),
      CASE(TANH_F64, f64(tanh(0.5)), f64(0.5)),
      CASE(ERF_F64, f64(erf(0.5)), f64(0.5)),
      CASE(FPOWI_F64, f64(8), f64(2), 3),
      CASE(TRUNC_I32_I8, 0x80, 0x180),
      CASE(TRUNC_I32_I16, 0x8000, 0x18000),
      CASE(TRUNC_I16_I8, 0xff, 0xffff),
      CASE(TRUNC_I64_I8, 0x80, 0x180),
      CASE(TRUNC_I64_I16, 0x8000, 0x18000),
      CASE(TRUNC_I64_I32, 1, 0x500000001),
      CASE(EXT_I8_I32_S, 0xffffff80, 0x180),
      CASE(EXT_I8_I32_U, 0x80, 0x180),
      CASE(EXT_I16_I32_S, 0xffff8000, 0x18000),
      CASE(EXT_I16_I32_U, 0x8000, 0x18000),
      CASE(EXT_I8_I64_S, (uint64_t)-128, 0x180),
      CASE(EXT_I8_I64_U, 0x80, 0x180),
      CASE(EXT_I16_I64_S, (uint64_t)-32768, 0x18000),
      CASE(EXT_I16_I64_U, 0x8000, 0x18000),
      CASE(EXT_I32_I64_S, (uint64_t)-1, 0xffffffff),
      CASE(EXT_I32_I64_U, 0xffffffff, 0xffffffff),
      CASE(TRUNC_F64_F32, f32(0.1f), f64(0.1)),
      CASE(EXT_F32_F64, f64(0.5), f32(0.5f)),
      CASE(CAST_SI32_F32, f32(-5), (uint32_t)-5),
      CASE(CAST_F32_SI32, (uint32_t)-5, f32(-5.9f)),
      CASE(CAST_F32_SI32, 0x7fffffff, f32(3e9f)),
      CASE(CAST_F32_SI32, MIN32, f32(-INFINITY)),
      CASE(CAST_F32_SI32, 0, NAN32),
      CASE(CAST_SI64_F32, f32(-5), (uint64_t)-5),
      CASE(CAST_F32_SI64, 0x7fffffffffffffff, f32(1e30f)),
      CASE(CAST_UI32_F32, f32(4294967295.0f), 0xffffffff),
      CASE(CAST_F32_UI32, 0, f32(-1)),
      CASE(CAST_F32_UI32, 0xffffffff, f32(1e10f)),
      CASE(CAST_UI64_F32, f32(1.8446744e19f), ALL64),
      CASE(CAST_F32_UI64, ALL64, f32(1e30f)),
      CASE(CAST_SI32_F64, f64(-5), (uint32_t)-5),
      CASE(CAST_F64_SI32, 5, f64(5.9)),
      CASE(CAST_SI64_F64, f64(-5), (uint64_t)-5),
      CASE(CAST_F64_SI64, MIN64, f64(-1e30)),
      CASE(CAST_UI32_F64, f64(4294967295.0), 0xffffffff),
      CASE(CAST_F64_UI32, 7, f64(7.5)),
      CASE(CAST_UI64_F64, f64(1.8446744073709552e19), ALL64),
      CASE(CAST_F64_UI64, 1ull << 63, f64(9223372036854775808.0)),
      CASE(BITCAST_I32_F32, f32(1), 0x3f800000),
      CASE(BITCAST_F32_I32, 0x3f800000, f32(1)),
      CASE(BITCAST_I64_F64, f64(1), 0x3ff0000000000000),
      CASE(BITCAST_F64_I64, 0x3ff0000000000000, f64(1)),
      CASE(CMP_EQ_I32, 1, 5, 5),
      CASE(CMP_NE_I32, 0, 5, 5),
      CASE(CMP_LT_I32_S, 1, MIN32, 0),
      CASE(CMP_LT_I32_U, 0, MIN32, 0),
      CASE(CMP_LTE_I32_S, 1, 5, 5),
      CASE(CMP_LTE_I32_U, 0, MIN32, 5),
      CASE(CMP_NZ_I32, 1, 5),
      CASE(CMP_EQ_I64, 0, 1ull << 32, 0),
      CASE(CMP_NE_I64, 1, 1ull << 32, 0),
      CASE(CMP_LT_I64_S, 1, MIN64, 0),
      CASE(CMP_LT_I64_U, 0, MIN64, 0),
      CASE(CMP_LTE_I64_S, 0, 6, 5),
      CASE(CMP_LTE_I64_U, 1, 5, MIN64),
      CASE(CMP_NZ_I64, 1, 1ull << 40),
      CASE(CMP_EQ_F32_O, 0, NAN32, NAN32),
      CASE(CMP_EQ_F32_U, 1, NAN32, f32(1)),
      CASE(CMP_NE_F32_O, 0, NAN32, f32(1)),
      CASE(CMP_NE_F32_U, 1, NAN32, f32(1)),
      CASE(CMP_LT_F32_O, 1, f32(1), f32(2)),
      CASE(CMP_LT_F32_U, 1, NAN32, f32(2)),
      CASE(CMP_LTE_F32_O, 1, f32(0), f32(-0.0f)),
      CASE(CMP_LTE_F32_U, 0, f32(3), f32(2)),
      CASE(CMP_EQ_F32_NEAR, 1, 0x3f800000, 0x3f800004),
      CASE(CMP_EQ_F32_NEAR, 0, f32(1), f32(1.1f)),
      CASE(CMP_EQ_F32_NEAR, 1, f32(1e20f), (uint32_t)f32(1e20f) + 4),
      CASE(CMP_NZ_F32_O, 0, NAN32),
      CASE(CMP_NZ_F32_U, 1, NAN32),
      CASE(CMP_NAN_F32, 1, NAN32),
      CASE(CMP_EQ_F64_O, 1, f64(1), f64(1)),
      CASE(CMP_EQ_F64_U, 1, NAN64, f64(1)),
      CASE(CMP_NE_F64_O, 1, f64(1), f64(2)),
      CASE(CMP_NE_F64_U, 1, NAN64, f64(2)),
      CASE(CMP_LT_F64_O, 0, NAN64, f64(2)),
      CASE(CMP_LT_F64_U, 1, NAN64, f64(2)),
      CASE(CMP_LTE_F64_O, 1, f64(2), f64(2)),
      CASE(CMP_LTE_F64_U, 1, NAN64, f64(2)),
      CASE(CMP_EQ_F64_NEAR, 1, f64(1), f64(1) + 3),
      CASE(CMP_EQ_F64_NEAR, 0, f64(1), f64(1.001)),
      CASE(CMP_NZ_F64_O, 1, f64(1)),
      CASE(CMP_NZ_F64_U, 0, f64(0)),
      CASE(CMP_NAN_F64, 0, f64(1)),
  };
  bool is_covered[TERN_BYTECODE_OP_COUNT] = {0};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    uint64_t bits;
    assert_ok(run_scalar(&cases[i], &bits));
    is_covered[cases[i].opcode] = true;
    if (bits != cases[i].expected) {
      fail_msg("%s gives 0x%llx, expected 0x%llx", name_of(cases[i].opcode), (unsigned long long)bits,
               (unsigned long long)cases[i].expected);
    }
  }
  // All instructions that only have operands of numbers are in the table.
  for (uint16_t op = 0; op < TERN_BYTECODE_OP_COUNT; ++op) {
    const char *letters = operands_of(op);
    bool is_scalar = letters[0] && letters[1] == '=' && letters[2] && strspn(letters, "iIfF=") == strlen(letters) &&
                     strncmp(name_of(op), "vm.global", 9) != 0;
    if (is_scalar && !is_covered[op]) fail_msg("%s is not tested", name_of(op));
  }
}

static void test_divisions_fail(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
      CASE(DIV_I32_S, 0, 1, 0),         CASE(DIV_I32_U, 0, 1, 0), CASE(REM_I32_S, 0, 1, 0),
      CASE(REM_I32_U, 0, 1, 0),         CASE(DIV_I64_S, 0, 1, 0), CASE(DIV_I64_U, 0, 1, 0),
      CASE(REM_I64_S, 0, 1, 0),         CASE(REM_I64_U, 0, 1, 0), CASE(DIV_I32_S, 0, MIN32, ALL64),
      CASE(DIV_I64_S, 0, MIN64, ALL64),
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    uint64_t bits;
    tern_status_t status = run_scalar(&cases[i], &bits);
    assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
    assert_non_null(strstr(status.message, i < 8 ? "a division by zero (in test.main)" : "a division that overflows"));
  }
}

//---- Programs ----

// Calls the only function of the program with numbers, and checks the number it returns.
static void expect_result(bytecode_builder_t *b, const char *letters, const uint64_t *inputs, uint64_t expected) {
  program_t program;
  assert_ok(bind_program(b, &program));
  size_t count = strlen(letters) - 1;
  tern_variant_t arguments[8], result;
  for (size_t i = 0; i < count; ++i) arguments[i] = bits_of(letters[i], inputs[i]);
  assert_ok(tern_session_call(program.session, "main", arguments, count, &result, 1));
  uint64_t bits = 0;
  memcpy(&bits, &result.as, letters[count] == 'i' || letters[count] == 'f' ? 4 : 8);
  assert_int_equal(bits, expected);
  end_program(&program);
}

static tern_status_t run_main(bytecode_builder_t *b) {
  program_t program;
  tern_status_t status = bind_program(b, &program);
  if (tern_status_is_ok(status)) status = tern_session_call(program.session, "main", NULL, 0, NULL, 0);
  end_program(&program);
  return status;
}

// Counts to n in a loop whose state goes along the branches, and returns the sum of what it counted.
static void test_loops(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(CONST_I64_ZERO), 1, OP_(CONST_I64), 2, QUAD(1), OP_(BR));
  emit_target(&code, 1);
  EMIT(&code, 2, 1, 3, 1, 4, 0);  // i = 0, sum = 0
  start_block(&code, 1);
  EMIT(&code, OP_(CMP_LT_I64_S), 5, 3, 0, OP_(COND_BR), 5);
  emit_branch(&code, 2);
  emit_target(&code, 3);
  EMIT(&code, 1, 4, 1, 0);
  start_block(&code, 2);
  EMIT(&code, OP_(ADD_I64), 4, 4, 3, OP_(ADD_I64), 3, 3, 2, OP_(YIELD));
  emit_branch(&code, 1);
  start_block(&code, 3);
  EMIT(&code, OP_(RETURN), 1, 1);
  add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "I", "I"), 6, 0, &code));
  expect_result(&b, "II", (uint64_t[]){101}, 5050);
}

static void test_branch_tables(void **state) {
  (void)state;
  for (uint64_t input = 0; input < 4; ++input) {
    bytecode_builder_t b = {0};
    add_types(&b);
    code_t code = {0};
    start_block(&code, 0);
    EMIT(&code, OP_(CONST_I32), 1, PAIR(10), OP_(CONST_I32), 2, PAIR(20), OP_(BR_TABLE), 0);
    emit_target(&code, 1);  // otherwise
    EMIT(&code, 1, 0, 3, 0);
    EMIT(&code, 2);
    emit_target(&code, 1);
    EMIT(&code, 1, 1, 3, 0);
    emit_target(&code, 2);
    EMIT(&code, 1, 2, 3, 0);
    start_block(&code, 1);
    EMIT(&code, OP_(BREAK));
    emit_branch(&code, 3);
    start_block(&code, 2);
    EMIT(&code, OP_(COND_BREAK), 0);
    emit_branch(&code, 3);
    start_block(&code, 3);
    EMIT(&code, OP_(RETURN), 1, 3);
    add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "i", "i"), 4, 0, &code));
    expect_result(&b, "ii", &input, input == 0 ? 10 : input == 1 ? 20 : input);
  }
}

static void test_switches(void **state) {
  (void)state;
  static const struct {
    uint16_t opcode;
    char letter;
  } rows[] = {{OP_(SWITCH_I32), 'i'}, {OP_(SWITCH_I64), 'I'}, {OP_(SWITCH_F32), 'f'}, {OP_(SWITCH_F64), 'F'}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    for (uint64_t index = 0; index < 3; ++index) {
      bytecode_builder_t b = {0};
      add_types(&b);
      const char inputs[] = {'i', rows[i].letter, rows[i].letter, rows[i].letter, 0}, output[] = {rows[i].letter, 0};
      uint32_t main = ADD_FUNCTION(&b, "main", signature_of(&b, inputs, output), 5, 0, OP_(BLOCK), rows[i].opcode, 4, 0,
                                   1, 2, 2, 3, OP_(RETURN), 1, 4);
      add_export(&b, "main", main);
      char letters[] = {'i', rows[i].letter, rows[i].letter, rows[i].letter, rows[i].letter, 0};
      expect_result(&b, letters, (uint64_t[]){index, 100, 200, 300}, index == 0 ? 200 : index == 1 ? 300 : 100);
    }
  }
}

static void test_constants(void **state) {
  (void)state;
  static const struct {
    char letter;
    uint64_t expected;
    uint16_t units[6];
    size_t count;
  } rows[] = {
      {'i', 0xdeadbeef, {OP_(CONST_I32), 0, PAIR(0xdeadbeef)}, 4},
      {'I', 0x123456789abcdef0, {OP_(CONST_I64), 0, QUAD(0x123456789abcdef0)}, 6},
      {'f', 0x40490fdb, {OP_(CONST_F32), 0, PAIR(0x40490fdb)}, 4},
      {'F', 0x400921fb54442d18, {OP_(CONST_F64), 0, QUAD(0x400921fb54442d18)}, 6},
      {'i', 0, {OP_(CONST_I32_ZERO), 0}, 2},
      {'I', 0, {OP_(CONST_I64_ZERO), 0}, 2},
      {'f', 0, {OP_(CONST_F32_ZERO), 0}, 2},
      {'F', 0, {OP_(CONST_F64_ZERO), 0}, 2},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    bytecode_builder_t b = {0};
    add_types(&b);
    code_t code = {0};
    start_block(&code, 0);
    emit_units(&code, rows[i].units, rows[i].count);
    EMIT(&code, OP_(RETURN), 1, 0);
    const char letters[] = {rows[i].letter, 0};
    add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", letters), 1, 0, &code));
    expect_result(&b, letters, NULL, rows[i].expected);
  }
}

static void test_recursion(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  code_t code = {0};  // n < 2 ? 1 : n * main(n - 1)
  start_block(&code, 0);
  EMIT(&code, OP_(CONST_I64), 1, QUAD(1), OP_(CMP_LTE_I64_S), 2, 0, 1, OP_(COND_BR), 2);
  emit_branch(&code, 1);
  emit_branch(&code, 2);
  start_block(&code, 1);
  EMIT(&code, OP_(RETURN), 1, 1);
  start_block(&code, 2);
  EMIT(&code, OP_(SUB_I64), 3, 0, 1, OP_(CALL), 1, 4, PAIR(0), 1, 3, OP_(MUL_I64), 4, 4, 0, OP_(RETURN), 1, 4);
  add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "I", "I"), 5, 0, &code));
  expect_result(&b, "II", (uint64_t[]){20}, 2432902008176640000);
}

static void test_recursion_without_end(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  add_export(
      &b, "main",
      ADD_FUNCTION(&b, "main", signature_of(&b, "", ""), 0, 100, OP_(BLOCK), OP_(CALL), 0, PAIR(0), 0, OP_(RETURN), 0));
  tern_status_t status = run_main(&b);
  assert_int_equal(status.code, TERN_OUT_OF_RANGE);
  assert_non_null(strstr(status.message, "the stack is full: 4096 calls deep"));
}

static void test_endless_loops(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_types(&b);
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(BR));
  emit_branch(&code, 0);
  add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", ""), 0, 0, &code));
  program_t program = {0};
  assert_ok(tern_instance_create(NULL, &program.instance));
  assert_ok(load_program(&b, &program.module));
  tern_session_params_t params = {.modules = &program.module, .module_count = 1, .instruction_limit = 1000};
  assert_ok(tern_session_create(program.instance, &params, &program.session));
  for (int i = 0; i < 2; ++i) {  // each call has the whole limit
    tern_status_t status = tern_session_call(program.session, "main", NULL, 0, NULL, 0);
    assert_int_equal(status.code, TERN_OUT_OF_RANGE);
    assert_non_null(strstr(status.message, "as many instructions as it may"));
  }
  end_program(&program);
}

// What works on many bytes counts for each 4096 of them.
static void test_work_on_many_bytes(void **state) {
  (void)state;
  for (int i = 0; i < 2; ++i) {
    bytecode_builder_t b = {0};
    add_types(&b);
    code_t code = {0};
    start_block(&code, 0);
    EMIT(&code, OP_(CONST_I64), 0, QUAD(i ? 4096 * 200 : 4096 * 50), OP_(CONST_I64_ZERO), 1, OP_(CONST_I32_ZERO), 2,
         OP_(BUFFER_ALLOC), 0, 0, 2, OP_(BUFFER_FILL_I8), 0, 1, 0, 2, OP_(RETURN), 0);
    add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", ""), 3, 1, &code));
    program_t program = {0};
    assert_ok(tern_instance_create(NULL, &program.instance));
    assert_ok(load_program(&b, &program.module));
    tern_session_params_t params = {.modules = &program.module, .module_count = 1, .instruction_limit = 300};
    assert_ok(tern_session_create(program.instance, &params, &program.session));
    tern_status_t status = tern_session_call(program.session, "main", NULL, 0, NULL, 0);
    assert_int_equal(status.code, i ? TERN_OUT_OF_RANGE : TERN_OK);
    end_program(&program);
  }
}

//---- Failures ----

static void test_failures(void **state) {
  (void)state;
  static const struct {
    int32_t code;
    tern_status_code_t expected;
  } rows[] = {
      {3, TERN_INVALID_ARGUMENT}, {5, TERN_NOT_FOUND},    {8, TERN_OUT_OF_MEMORY}, {9, TERN_FAILED_PRECONDITION},
      {11, TERN_OUT_OF_RANGE},    {12, TERN_UNSUPPORTED}, {15, TERN_IO_ERROR},     {0, TERN_INTERNAL},
      {-1, TERN_INTERNAL},        {2, TERN_INTERNAL},     {1000, TERN_INTERNAL}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    for (int is_conditional = 0; is_conditional < 2; ++is_conditional) {
      bytecode_builder_t b = {0};
      add_types(&b);
      tern_bytecode_string_t text = add_string(&b, "no luck");
      code_t code = {0};
      start_block(&code, 0);
      EMIT(&code, OP_(CONST_I32), 0, PAIR(rows[i].code), OP_(CONST_I32), 1, PAIR(1), OP_(CONST_I32_ZERO), 2);
      EMIT(&code, OP_(COND_FAIL), 2, 0, PAIR(text.offset), PAIR(text.size));
      if (is_conditional) {
        EMIT(&code, OP_(COND_FAIL), 1, 0, PAIR(text.offset), PAIR(text.size), OP_(RETURN), 0);
      } else {
        EMIT(&code, OP_(FAIL), 0, PAIR(text.offset), PAIR(text.size));
      }
      add_export(&b, "main", finish_function(&b, "main", signature_of(&b, "", ""), 3, 0, &code));
      tern_status_t status = run_main(&b);
      assert_int_equal(status.code, rows[i].expected);
      assert_string_equal(status.message, "no luck (in test.main)");
    }
  }
}

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

static void expect_failure(const uint16_t *units, size_t count, tern_status_code_t expected, const char *message) {
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

//---- Tracing ----

static void collect_trace(void *user_data, const char *text) {
  strcat(user_data, text);
  strcat(user_data, "|");
}

static void test_traces(void **state) {
  (void)state;
  char text[256] = "";
  bytecode_builder_t b = {0};
  add_types(&b);
  tern_bytecode_string_t message = add_string(&b, "values");
  uint32_t rodata = add_rodata(&b, "x", 1);
  uint32_t main = ADD_FUNCTION(&b, "main", signature_of(&b, "iIfF", ""), 4, 2, OP_(BLOCK), OP_(CONST_REF_RODATA), 0,
                               PAIR(rodata), OP_(TRACE), PAIR(message.offset), PAIR(message.size), 4, T_I32, 0, T_I64,
                               1, T_F32, 2, T_F64, 3, OP_(PRINT), PAIR(message.offset), PAIR(message.size), 2, T_BUFFER,
                               MOVE(0), T_ANY, 1, OP_(RETURN), 0);
  add_export(&b, "main", main);
  program_t program = {0};
  assert_ok(tern_instance_create(NULL, &program.instance));
  assert_ok(load_program(&b, &program.module));
  tern_session_params_t params = {
      .modules = &program.module, .module_count = 1, .trace = collect_trace, .trace_user_data = text};
  assert_ok(tern_session_create(program.instance, &params, &program.session));
  const tern_variant_t arguments[] = {tern_variant_i32(-1), tern_variant_i64(1ll << 40), tern_variant_f32(0.5f),
                                      tern_variant_f64(2)};
  assert_ok(tern_session_call(program.session, "main", arguments, 4, NULL, 0));
  assert_string_equal(text, "values -1 1099511627776 0.5 2|values vm.buffer null|");
  end_program(&program);
}

//---- Modules and imports ----

static tern_status_t count_calls(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                 size_t argument_count, tern_variant_t *results, size_t result_count) {
  assert_null(device);
  assert_int_equal(argument_count, 3);
  assert_int_equal(result_count, 2);
  if (arguments[0].as.i32 < 0) return tern_status_make(TERN_OUT_OF_RANGE, "a negative number");
  ++*(int *)user_data;
  results[0] = tern_variant_i32(arguments[0].as.i32 + (int32_t)arguments[1].as.i64);
  results[1] = tern_variant_f64((double)arguments[2].as.f32);
  return tern_ok();
}

static void add_import_caller(bytecode_builder_t *b, const char *name, uint32_t flags) {
  add_types(b);
  uint32_t signature = signature_of(b, "iIf", "iF");
  uint32_t import = add_import(b, name, signature, flags);
  add_export(
      b, "main",
      ADD_FUNCTION(b, "main", signature, 6, 0, OP_(BLOCK), OP_(IMPORT_RESOLVED), 5, PAIR(import | TERN_BYTECODE_IMPORT),
                   OP_(CALL), 2, 3, 4, PAIR(import | TERN_BYTECODE_IMPORT), 3, 0, 1, 2, OP_(RETURN), 2, 3, 4));
}

static void test_registered_functions(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_import_caller(&b, "custom.count", 0);
  program_t program = {0};
  int count = 0;
  assert_ok(tern_instance_create(NULL, &program.instance));
  assert_int_equal(tern_instance_register(program.instance, "count", count_calls, &count).code, TERN_INVALID_ARGUMENT);
  assert_ok(tern_instance_register(program.instance, "custom.count", count_calls, &count));
  assert_ok(load_program(&b, &program.module));
  tern_session_params_t params = {.modules = &program.module, .module_count = 1};
  assert_ok(tern_session_create(program.instance, &params, &program.session));
  tern_variant_t arguments[] = {tern_variant_i32(2), tern_variant_i64(40), tern_variant_f32(0.5f)}, results[2];
  assert_ok(tern_session_call(program.session, "main", arguments, 3, results, 2));
  assert_int_equal(results[0].as.i32, 42);
  assert_true(results[1].as.f64 == 0.5);
  assert_int_equal(count, 1);
  arguments[0] = tern_variant_i32(-2);
  tern_status_t status = tern_session_call(program.session, "test.main", arguments, 3, results, 2);
  assert_int_equal(status.code, TERN_OUT_OF_RANGE);
  assert_string_equal(status.message, "custom.count: a negative number (in test.main)");
  end_program(&program);
}

static void test_unresolved_imports(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_import_caller(&b, "custom.count", 0);
  program_t program;
  tern_status_t status = bind_program(&b, &program);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  assert_non_null(strstr(status.message, "module 'test' calls 'custom.count' (0iIf_iF), which no module"));
  end_program(&program);
  add_import_caller(&b, "custom.count", TERN_BYTECODE_IMPORT_OPTIONAL);
  assert_ok(bind_program(&b, &program));
  const tern_variant_t arguments[] = {tern_variant_i32(2), tern_variant_i64(40), tern_variant_f32(0.5f)};
  tern_variant_t results[2];
  status = tern_session_call(program.session, "main", arguments, 3, results, 2);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  assert_non_null(strstr(status.message, "'custom.count' was not there when the module was bound"));
  end_program(&program);
}

static void test_imports_of_another_type(void **state) {
  (void)state;
  bytecode_builder_t b = {0};
  add_import_caller(&b, "hal.devices.count", 0);
  program_t program;
  tern_status_t status = bind_program(&b, &program);
  assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
  assert_non_null(strstr(status.message,
                         "calls 'hal.devices.count' as a function of type '0iIf_iF', but it is one of type '0v_i'"));
  end_program(&program);
}

static void test_modules_call_each_other(void **state) {
  (void)state;
  tern_module_t *modules[2];
  bytecode_builder_t b = {.name = "library"};
  add_types(&b);
  add_export(&b, "split",
             ADD_FUNCTION(&b, "split", signature_of(&b, "iIf", "iF"), 5, 0, OP_(BLOCK), OP_(TRUNC_I64_I32), 3, 1,
                          OP_(EXT_F32_F64), 4, 2, OP_(RETURN), 2, 3, 4));
  assert_ok(load_program(&b, &modules[0]));
  add_import_caller(&b, "library.split", 0);
  assert_ok(load_program(&b, &modules[1]));
  tern_instance_t *instance;
  tern_session_t *session;
  assert_ok(tern_instance_create(NULL, &instance));
  tern_session_params_t params = {.modules = modules, .module_count = 2};
  assert_ok(tern_session_create(instance, &params, &session));
  const tern_variant_t arguments[] = {tern_variant_i32(2), tern_variant_i64(40), tern_variant_f32(0.5f)};
  tern_variant_t results[2];
  assert_ok(tern_session_call(session, "main", arguments, 3, results, 2));
  assert_int_equal(results[0].as.i32, 40);
  assert_true(results[1].as.f64 == 0.5);
  assert_ok(tern_session_call(session, "library.split", arguments, 3, results, 2));
  assert_int_equal(tern_session_call(session, "split", arguments, 2, results, 2).code, TERN_INVALID_ARGUMENT);
  assert_int_equal(tern_session_call(session, "nothing", NULL, 0, NULL, 0).code, TERN_NOT_FOUND);
  tern_session_release(session);
  // In the other order the library is not there yet.
  tern_module_t *swapped[] = {modules[1], modules[0]};
  params.modules = swapped;
  assert_int_equal(tern_session_create(instance, &params, &session).code, TERN_NOT_FOUND);
  tern_instance_release(instance);
  tern_module_release(modules[0]);
  tern_module_release(modules[1]);
}

//---- Allocators ----

typedef struct counting {
  size_t live, most, failing_after;
} counting_t;

static void *allocate_counted(void *user_data, size_t size) {
  counting_t *counting = user_data;
  if (counting->failing_after && !--counting->failing_after) return NULL;
  counting->live += size;
  if (counting->live > counting->most) counting->most = counting->live;
  return malloc(size);
}
static void free_counted(void *user_data, void *block, size_t size) {
  ((counting_t *)user_data)->live -= size;
  free(block);
}

static void test_allocators(void **state) {
  (void)state;
  // Every allocation fails once: nothing leaks, and nothing crashes.
  for (size_t failing_after = 0; failing_after < 12; ++failing_after) {
    bytecode_builder_t b = {0};
    add_types(&b);
    add_rodata(&b, "abc", 3);
    add_export(&b, "main",
               ADD_FUNCTION(&b, "main", signature_of(&b, "", ""), 2, 2, OP_(BLOCK), OP_(CONST_I64), 0, QUAD(4096),
                            OP_(BUFFER_ALLOC), 0, 0, 1, OP_(LIST_ALLOC), 1, T_ANY_LIST, 0, OP_(RETURN), 0));
    counting_t counting = {.failing_after = failing_after};
    tern_instance_options_t options = {.allocator = {allocate_counted, free_counted, &counting}};
    tern_module_t *module;
    assert_ok(load_program(&b, &module));
    tern_instance_t *instance;
    tern_session_t *session = NULL;
    tern_status_t status = tern_instance_create(&options, &instance);
    if (tern_status_is_ok(status)) {
      status = tern_session_create(instance, &(tern_session_params_t){.modules = &module, .module_count = 1}, &session);
      if (tern_status_is_ok(status)) status = tern_session_call(session, "main", NULL, 0, NULL, 0);
      tern_session_release(session);
    }
    assert_true(status.code == (failing_after && failing_after < 11 ? TERN_OUT_OF_MEMORY : TERN_OK));
    tern_instance_release(instance);
    assert_int_equal(counting.live, 0);
    if (!failing_after) assert_true(counting.most > 4096 + 4096 * 8);
    tern_module_release(module);
  }
  tern_instance_t *instance;
  tern_instance_options_t half = {.allocator = {.allocate = allocate_counted}};
  assert_int_equal(tern_instance_create(&half, &instance).code, TERN_INVALID_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scalar_instructions),
      cmocka_unit_test(test_divisions_fail),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_branch_tables),
      cmocka_unit_test(test_switches),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_recursion_without_end),
      cmocka_unit_test(test_endless_loops),
      cmocka_unit_test(test_work_on_many_bytes),
      cmocka_unit_test(test_failures),
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
      cmocka_unit_test(test_traces),
      cmocka_unit_test(test_registered_functions),
      cmocka_unit_test(test_unresolved_imports),
      cmocka_unit_test(test_imports_of_another_type),
      cmocka_unit_test(test_modules_call_each_other),
      cmocka_unit_test(test_allocators),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
