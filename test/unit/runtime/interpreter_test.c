// The interpreter: every instruction on numbers, control flow, calls, failures and limits.

#include "interpreter_fixture.h"

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
  ASSERT_OK(bind_program(&b, &program));
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

// Instructions that were run.
static bool is_covered[TERN_BYTECODE_OP_COUNT];

static void check_cases(const scalar_case_t *cases, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits;
    ASSERT_OK(run_scalar(&cases[i], &bits));
    is_covered[cases[i].opcode] = true;
    if (bits != cases[i].expected) {
      fail_msg("%s gives 0x%llx, expected 0x%llx", name_of(cases[i].opcode), (unsigned long long)bits,
               (unsigned long long)cases[i].expected);
    }
  }
}
#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof((cases)[0]))

static void test_i32_instructions(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
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
  };
  CHECK_CASES(cases);
}

static void test_i64_instructions(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
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
  };
  CHECK_CASES(cases);
}

static void test_f32_instructions(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
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
  };
  CHECK_CASES(cases);
}

static void test_f64_instructions(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
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
  };
  CHECK_CASES(cases);
}

static void test_conversions(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
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
  };
  CHECK_CASES(cases);
}

static void test_comparisons_and_selections(void **state) {
  (void)state;
  const scalar_case_t cases[] = {
      CASE(SELECT_I32, 7, 1, 7, 8),
      CASE(SELECT_I32, 8, 0, 7, 8),
      CASE(SELECT_I64, MIN64, 5, MIN64, 8),
      CASE(SELECT_F32, f32(2), 0, f32(1), f32(2)),
      CASE(SELECT_F64, f64(1), 1, f64(1), f64(2)),
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
  CHECK_CASES(cases);
}

// All instructions that only have operands of numbers are in the tables above, which ran before.
static void test_no_instruction_is_missed(void **state) {
  (void)state;
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
  ASSERT_OK(tern_instance_create(NULL, &program.instance));
  ASSERT_OK(load_program(&b, &program.module));
  tern_session_params_t params = {.modules = &program.module, .module_count = 1, .instruction_limit = 1000};
  ASSERT_OK(tern_session_create(program.instance, &params, &program.session));
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
    ASSERT_OK(tern_instance_create(NULL, &program.instance));
    ASSERT_OK(load_program(&b, &program.module));
    tern_session_params_t params = {.modules = &program.module, .module_count = 1, .instruction_limit = 300};
    ASSERT_OK(tern_session_create(program.instance, &params, &program.session));
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_i32_instructions),
      cmocka_unit_test(test_i64_instructions),
      cmocka_unit_test(test_f32_instructions),
      cmocka_unit_test(test_f64_instructions),
      cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_comparisons_and_selections),
      cmocka_unit_test(test_no_instruction_is_missed),
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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
