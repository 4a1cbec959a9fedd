// Grid functions to grid programs.

#include "pipeline/dispatch/grid_program.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/hal/hal.h"
#include "ir/diagnostic.h"
#include "tern/dispatch.h"

typedef struct translation {
  TERN_VEC(uint32_t) words;
  uint32_t count;      // instructions so far
  tern_map_t numbers;  // value -> number of its instruction, plus one
} translation_t;

static uint32_t emit(translation_t *t, uint32_t op, uint32_t a, uint32_t b) {
  tern_vec_push(&t->words, op);
  tern_vec_push(&t->words, a);
  tern_vec_push(&t->words, b);
  return t->count++;
}

static uint32_t number_of(const translation_t *t, const tern_value_t *value) {
  return (uint32_t)(uintptr_t)tern_map_get(&t->numbers, value) - 1;
}

// Sizes and counts are not negative, so signed and unsigned forms agree.
static const struct {
  const tern_op_row_t *row;
  tern_grid_op_t op;
} binary_ops[] = {
    {TERN_ARITH(ADDI), TERN_GRID_ADD},           {TERN_ARITH(SUBI), TERN_GRID_SUB},
    {TERN_ARITH(MULI), TERN_GRID_MUL},           {TERN_ARITH(DIVSI), TERN_GRID_DIV},
    {TERN_ARITH(DIVUI), TERN_GRID_DIV},          {TERN_ARITH(FLOORDIVSI), TERN_GRID_FLOOR_DIV},
    {TERN_ARITH(CEILDIVSI), TERN_GRID_CEIL_DIV}, {TERN_ARITH(CEILDIVUI), TERN_GRID_CEIL_DIV},
    {TERN_ARITH(REMSI), TERN_GRID_REM},          {TERN_ARITH(REMUI), TERN_GRID_REM},
    {TERN_ARITH(MINSI), TERN_GRID_MIN},          {TERN_ARITH(MINUI), TERN_GRID_MIN},
    {TERN_ARITH(MAXSI), TERN_GRID_MAX},          {TERN_ARITH(MAXUI), TERN_GRID_MAX},
    {TERN_ARITH(ANDI), TERN_GRID_AND},           {TERN_ARITH(ORI), TERN_GRID_OR},
    {TERN_ARITH(XORI), TERN_GRID_XOR},
};

static bool is_widening(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI)) ||
         tern_op_is(op, TERN_ARITH(EXTUI)) || tern_op_is(op, TERN_ARITH(EXTSI));
}

// lhs PREDICATE rhs: exchanged and negated as it takes.
static uint32_t emit_comparison(translation_t *t, const tern_op_t *op) {
  uint32_t lhs = number_of(t, tern_op_operand(op, 0)), rhs = number_of(t, tern_op_operand(op, 1));
  bool is_equality = false, is_swapped = false;
  switch ((tern_cmpi_predicate_t)tern_integer_attr_value(tern_op_attr(op, "predicate"))) {
    case TERN_CMPI_EQ: return emit(t, TERN_GRID_EQUAL, lhs, rhs);
    case TERN_CMPI_NE: is_equality = true; break;
    case TERN_CMPI_SLT:
    case TERN_CMPI_ULT: return emit(t, TERN_GRID_LESS, lhs, rhs);
    case TERN_CMPI_SGT:
    case TERN_CMPI_UGT: return emit(t, TERN_GRID_LESS, rhs, lhs);
    case TERN_CMPI_SLE:
    case TERN_CMPI_ULE: is_swapped = true; break;  // not rhs < lhs
    default: break;                                // not lhs < rhs
  }
  uint32_t opposite =
      emit(t, is_equality ? TERN_GRID_EQUAL : TERN_GRID_LESS, is_swapped ? rhs : lhs, is_swapped ? lhs : rhs);
  return emit(t, TERN_GRID_XOR, opposite, emit(t, TERN_GRID_CONSTANT, 1, 0));
}

static bool translate_op(translation_t *t, const tern_op_t *op) {
  uint32_t number = UINT32_MAX;
  int64_t constant;
  for (size_t i = 0; i < sizeof binary_ops / sizeof binary_ops[0]; ++i) {
    if (!tern_op_is(op, binary_ops[i].row)) continue;
    number = emit(t, binary_ops[i].op, number_of(t, tern_op_operand(op, 0)), number_of(t, tern_op_operand(op, 1)));
  }
  if (tern_op_is(op, TERN_ARITH(CONSTANT)) && tern_value_constant_int(tern_op_result(op, 0), &constant)) {
    if (tern_type_is_i(tern_op_result(op, 0)->type, 1)) constant &= 1;
    number = emit(t, TERN_GRID_CONSTANT, (uint32_t)(uint64_t)constant, (uint32_t)((uint64_t)constant >> 32));
  } else if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT))) {
    number = emit(t, TERN_GRID_PUSH_CONSTANT, (uint32_t)tern_integer_attr_value(tern_op_attr(op, "offset")), 0);
  } else if (is_widening(op)) {
    number = number_of(t, tern_op_operand(op, 0));
  } else if (tern_op_is(op, TERN_ARITH(CMPI))) {
    number = emit_comparison(t, op);
  } else if (tern_op_is(op, TERN_ARITH(SELECT))) {
    uint32_t condition = number_of(t, tern_op_operand(op, 0));
    emit(t, TERN_GRID_OR, condition, condition);  // a select looks at the instruction before it
    number = emit(t, TERN_GRID_SELECT, number_of(t, tern_op_operand(op, 1)), number_of(t, tern_op_operand(op, 2)));
  }
  if (number == UINT32_MAX) return tern_op_error(op, "cannot be computed by the host when a grid is chosen");
  tern_map_set(&t->numbers, tern_op_result(op, 0), (void *)(uintptr_t)(number + 1));
  return true;
}

bool tern_grid_program_build(const tern_op_t *func, tern_arena_t *arena, const uint32_t **out_words,
                             uint32_t *out_word_count) {
  translation_t t = {0};
  bool is_right = true;
  for (const tern_op_t *op = tern_op_body(func, 0)->first_op; op && is_right; op = op->next) {
    if (!tern_op_is(op, TERN_FUNC(RETURN))) {
      is_right = translate_op(&t, op);
      continue;
    }
    for (size_t d = 0; d < 3; ++d) tern_vec_push(&t.words, number_of(&t, tern_op_operand(op, d)));
  }
  if (is_right && t.count > TERN_GRID_INSTRUCTION_MAX) is_right = tern_op_error(func, "is too long for a grid program");
  if (is_right) {
    uint32_t *words = tern_arena_alloc_array(arena, t.words.count, sizeof *words);
    memcpy(words, t.words.values, t.words.count * sizeof *words);
    *out_words = words;
    *out_word_count = (uint32_t)t.words.count;
  }
  tern_vec_deinitialize(&t.words);
  tern_map_deinitialize(&t.numbers);
  return is_right;
}
