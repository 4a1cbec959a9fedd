// Element-wise ops on integers, comparisons and conversions; how numbers lie in words.

#include <math.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/index/index.h"
#include "dialect/math/math.h"
#include "dialect/ub/ub.h"
#include "dialect/vector/vector.h"
#include "interpreter/program.h"
#include "ir/diagnostic.h"

// --- words ---

bool tern_interpreter_number_of(const tern_type_t *type, number_t *out) {
  *out = (number_t){0};
  if (tern_type_is_float(type)) {
    out->is_float = true;
    out->float_kind = (uint8_t)(type->kind - TERN_TYPE_F4E2M1FN);
  } else if (!tern_type_is_int_or_index(type)) {
    return false;
  }
  uint32_t width = tern_type_bit_width(type);
  if (width == 0 || width > 64) return false;
  out->width = (uint8_t)width;
  out->bytes = 1;
  while (out->bytes * 8u < width) out->bytes = (uint8_t)(out->bytes * 2);
  return true;
}

double tern_interpreter_decode(number_t number, uint64_t bits) {
  if (number.float_kind == TERN_FLOAT_F32) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return (double)value;
  }
  return tern_float_decode((tern_float_kind_t)number.float_kind, bits);
}

uint64_t tern_interpreter_encode(number_t number, double value) {
  if (number.float_kind == TERN_FLOAT_F32) {
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
  }
  return tern_float_encode((tern_float_kind_t)number.float_kind, value);
}

// --- element-wise ---

lane_op_t tern_interpreter_lane_op_of(const tern_op_t *op) {
  lane_op_t lane_op = {0};
  if (op->operand_count) {
    tern_interpreter_number_of(tern_type_element(tern_op_operand(op, 0)->type), &lane_op.source);
  }
  tern_interpreter_number_of(tern_type_element(tern_op_result(op, 0)->type), &lane_op.result);
  const tern_attr_t *attribute = tern_op_attr(op, tern_op_is(op, TERN_INDEX(CMP)) ? "pred" : "predicate");
  if (attribute) lane_op.attribute = tern_enum_attr_value(attribute);
  return lane_op;
}

lane_fn_t tern_interpreter_lane_of(const tern_op_row_t *row) {
  const op_row_t *const tables[] = {tern_interpreter_number_rows, tern_interpreter_float_rows};
  for (size_t t = 0; t < 2; ++t) {
    for (const op_row_t *it = tables[t]; it->row; ++it) {
      if (it->row == row) return it->lane;
    }
  }
  return NULL;
}

bool tern_interpreter_prepare_lanes(program_t *p, instruction_t *i) {
  (void)p;
  if (i->op->operand_count > LANE_OPERANDS_MAX) return tern_op_error(i->op, "is no op that the interpreter runs");
  i->lane_op = tern_interpreter_lane_op_of(i->op);
  i->lane_op.result = i->element;  // of matrices too
  return true;
}

step_t tern_interpreter_run_lanes(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  const tern_op_t *op = i->op;
  for (uint32_t lane = 0; lane < i->lanes; ++lane) {
    uint64_t operands[LANE_OPERANDS_MAX], out[2] = {0};
    for (uint32_t k = 0; k < op->operand_count; ++k) {
      bool is_vector = tern_op_operand(op, k)->type->kind == TERN_TYPE_VECTOR;
      operands[k] = v->words[i->operands[k] + (is_vector ? lane : 0)];
    }
    const char *problem = i->lane(&i->lane_op, operands, out);
    if (problem) {
      tern_op_error(op, "%s", problem);
      return STEP_FAIL;
    }
    v->words[i->results[0] + lane] = out[0];
    if (op->result_count > 1) v->words[i->results[1] + lane] = out[1];
  }
  return STEP_NEXT;
}

// Each function below is one row: `a` and `b` are the operands zero-extended, `sa` and `sb` sign-extended.
#define INTEGER(name, expression)                                                                     \
  static const char *name(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {             \
    uint64_t a = operands[0], b = operands[1];                                                        \
    int64_t sa = tern_interpreter_signed(op->source, a), sb = tern_interpreter_signed(op->source, b); \
    (void)sa, (void)sb, (void)b;                                                                      \
    out[0] = tern_interpreter_truncate(op->result, (uint64_t)(expression));                           \
    return NULL;                                                                                      \
  }
#define DIVISION(name, expression)                                                                    \
  static const char *name(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {             \
    uint64_t a = operands[0], b = operands[1];                                                        \
    int64_t sa = tern_interpreter_signed(op->source, a), sb = tern_interpreter_signed(op->source, b); \
    (void)sa, (void)sb;                                                                               \
    if (b == 0) return "divides by zero";                                                             \
    if (sb == -1 && sa == INT64_MIN) return "overflows";                                              \
    out[0] = tern_interpreter_truncate(op->result, (uint64_t)(expression));                           \
    return NULL;                                                                                      \
  }

INTEGER(add, a + b)
INTEGER(subtract, a - b)
INTEGER(multiply, (a * b))
INTEGER(bit_and, (a & b))
INTEGER(bit_or, a | b)
INTEGER(bit_xor, a ^ b)
INTEGER(shift_left, b >= op->source.width ? 0 : a << b)
INTEGER(shift_right, b >= op->source.width ? 0 : a >> b)
INTEGER(shift_right_signed, sa >> (b >= op->source.width ? (uint64_t)op->source.width - 1 : b))
INTEGER(minimum_signed, sa < sb ? sa : sb)
INTEGER(maximum_signed, sa > sb ? sa : sb)
INTEGER(minimum_unsigned, a < b ? a : b)
INTEGER(maximum_unsigned, a > b ? a : b)
INTEGER(absolute, sa < 0 ? 0 - (uint64_t)sa : (uint64_t)sa)
INTEGER(count_ones, __builtin_popcountll(a))
INTEGER(count_leading, a ? __builtin_clzll(a) - 64 + (int)op->source.width : (int)op->source.width)
INTEGER(count_trailing, a ? __builtin_ctzll(a) : (int)op->source.width)
INTEGER(keep, a)
INTEGER(extend_signed, sa)
DIVISION(divide_unsigned, a / b)
DIVISION(divide_signed, sa / sb)
DIVISION(remainder_unsigned, a % b)
DIVISION(remainder_signed, sa % sb)
DIVISION(divide_up_unsigned, a / b + (a % b != 0))
DIVISION(divide_up_signed, sa / sb + (sa % sb != 0 && (sa < 0) == (sb < 0)))
DIVISION(divide_down_signed, sa / sb - (sa % sb != 0 && (sa < 0) != (sb < 0)))

static const char *power(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  uint64_t base = operands[0], result = 1;
  int64_t exponent = tern_interpreter_signed(op->source, operands[1]), signed_base;
  signed_base = tern_interpreter_signed(op->source, base);
  if (exponent < 0) {
    if (signed_base == 0) return "divides by zero";
    result = signed_base == 1 ? 1 : signed_base == -1 ? (exponent & 1 ? UINT64_MAX : 1) : 0;
  }
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if (exponent & 1) result *= base;
  }
  out[0] = tern_interpreter_truncate(op->result, result);
  return NULL;
}

static const char *add_with_carry(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  uint64_t sum = operands[0] + operands[1];
  out[0] = tern_interpreter_truncate(op->result, sum);
  out[1] = out[0] < operands[0];
  return NULL;
}

static const char *multiply_wide(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  unsigned __int128 product = (unsigned __int128)operands[0] * operands[1];
  out[0] = tern_interpreter_truncate(op->result, (uint64_t)product);
  out[1] = tern_interpreter_truncate(op->result, (uint64_t)(product >> op->result.width));
  return NULL;
}

static const char *multiply_wide_signed(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  __int128 product =
      (__int128)tern_interpreter_signed(op->source, operands[0]) * tern_interpreter_signed(op->source, operands[1]);
  out[0] = tern_interpreter_truncate(op->result, (uint64_t)product);
  out[1] = tern_interpreter_truncate(op->result, (uint64_t)(product >> op->result.width));
  return NULL;
}

static bool holds(tern_cmpi_predicate_t predicate, uint64_t a, uint64_t b, int64_t sa, int64_t sb) {
  switch (predicate) {
    case TERN_CMPI_EQ: return a == b;
    case TERN_CMPI_NE: return a != b;
    case TERN_CMPI_SLT: return sa < sb;
    case TERN_CMPI_SLE: return sa <= sb;
    case TERN_CMPI_SGT: return sa > sb;
    case TERN_CMPI_SGE: return sa >= sb;
    case TERN_CMPI_ULT: return a < b;
    case TERN_CMPI_ULE: return a <= b;
    case TERN_CMPI_UGT: return a > b;
    case TERN_CMPI_UGE: return a >= b;
  }
  return false;
}

static const char *compare(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  out[0] = holds((tern_cmpi_predicate_t)op->attribute, operands[0], operands[1],
                 tern_interpreter_signed(op->source, operands[0]), tern_interpreter_signed(op->source, operands[1]));
  return NULL;
}

// index.cmp numbers its predicates by its own enum; the names say which they are.
static const char *compare_index(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  static const tern_cmpi_predicate_t predicates[] = {TERN_CMPI_EQ,  TERN_CMPI_NE,  TERN_CMPI_SLT, TERN_CMPI_SLE,
                                                     TERN_CMPI_SGT, TERN_CMPI_SGE, TERN_CMPI_ULT, TERN_CMPI_ULE,
                                                     TERN_CMPI_UGT, TERN_CMPI_UGE};
  lane_op_t same = *op;
  same.attribute = (int64_t)predicates[op->attribute];
  return compare(&same, operands, out);
}

static const char *choose(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  (void)op;
  out[0] = operands[0] & 1 ? operands[1] : operands[2];
  return NULL;
}

// --- whole values ---

static step_t run_constant(machine_t *m, invocation_t *v, const instruction_t *i) {
  (void)m;
  memcpy(&v->words[i->results[0]], i->data, i->lanes * sizeof *i->data);
  return STEP_NEXT;
}

static uint64_t bits_of(const tern_attr_t *attr, number_t number) {
  return tern_interpreter_truncate(number, attr->params[1]);
}

static bool prepare_constant(program_t *p, instruction_t *i) {
  const tern_attr_t *value = tern_op_attr(i->op, "value");
  uint64_t *data = tern_arena_alloc_zeroed(&p->arena, i->lanes * sizeof *data);
  i->data = data;
  // Poison is any value; this one is seldom right.
  for (uint32_t k = 0; k < i->lanes; ++k) data[k] = tern_interpreter_truncate(i->element, 0xa5a5a5a5a5a5a5a5u);
  if (tern_op_is(i->op, TERN_UB(POISON))) return true;
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS) {
    for (uint32_t k = 0; k < i->lanes; ++k) data[k] = bits_of(tern_dense_elements_attr_at(value, k), i->element);
    return true;
  }
  if (!tern_attr_is_integer(value) && !tern_attr_is_float(value)) {
    return tern_op_error(i->op, "has a value that the interpreter does not hold");
  }
  data[0] = bits_of(value, i->element);
  return true;
}

// arith.select of whole values: memrefs too.
static step_t run_select(machine_t *m, invocation_t *v, const instruction_t *i) {
  if (tern_op_operand(i->op, 0)->type->kind == TERN_TYPE_VECTOR) return tern_interpreter_run_lanes(m, v, i);
  uint32_t from = i->operands[v->words[i->operands[0]] & 1 ? 1 : 2];
  memcpy(&v->words[i->results[0]], &v->words[from], i->lanes * sizeof(uint64_t));
  return STEP_NEXT;
}

#define LANES(row, function) {row, tern_interpreter_run_lanes, tern_interpreter_prepare_lanes, function, NULL}

const op_row_t tern_interpreter_number_rows[] = {
    {TERN_ARITH(CONSTANT), run_constant, prepare_constant, NULL, NULL},
    {TERN_INDEX(CONSTANT), run_constant, prepare_constant, NULL, NULL},
    {TERN_INDEX(BOOL_CONSTANT), run_constant, prepare_constant, NULL, NULL},
    {TERN_UB(POISON), run_constant, prepare_constant, NULL, NULL},
    {TERN_ARITH(SELECT), run_select, tern_interpreter_prepare_lanes, choose, NULL},
    LANES(TERN_ARITH(ADDI), add),
    LANES(TERN_ARITH(SUBI), subtract),
    LANES(TERN_ARITH(MULI), multiply),
    LANES(TERN_ARITH(ADDUI_EXTENDED), add_with_carry),
    LANES(TERN_ARITH(MULUI_EXTENDED), multiply_wide),
    LANES(TERN_ARITH(MULSI_EXTENDED), multiply_wide_signed),
    LANES(TERN_ARITH(DIVUI), divide_unsigned),
    LANES(TERN_ARITH(DIVSI), divide_signed),
    LANES(TERN_ARITH(CEILDIVUI), divide_up_unsigned),
    LANES(TERN_ARITH(CEILDIVSI), divide_up_signed),
    LANES(TERN_ARITH(FLOORDIVSI), divide_down_signed),
    LANES(TERN_ARITH(REMUI), remainder_unsigned),
    LANES(TERN_ARITH(REMSI), remainder_signed),
    LANES(TERN_ARITH(ANDI), bit_and),
    LANES(TERN_ARITH(ORI), bit_or),
    LANES(TERN_ARITH(XORI), bit_xor),
    LANES(TERN_ARITH(SHLI), shift_left),
    LANES(TERN_ARITH(SHRUI), shift_right),
    LANES(TERN_ARITH(SHRSI), shift_right_signed),
    LANES(TERN_ARITH(MINSI), minimum_signed),
    LANES(TERN_ARITH(MAXSI), maximum_signed),
    LANES(TERN_ARITH(MINUI), minimum_unsigned),
    LANES(TERN_ARITH(MAXUI), maximum_unsigned),
    LANES(TERN_ARITH(CMPI), compare),
    LANES(TERN_ARITH(EXTUI), keep),
    LANES(TERN_ARITH(EXTSI), extend_signed),
    LANES(TERN_ARITH(TRUNCI), keep),
    LANES(TERN_ARITH(INDEX_CAST), extend_signed),
    LANES(TERN_ARITH(INDEX_CASTUI), keep),
    LANES(TERN_ARITH(BITCAST), keep),
    LANES(TERN_MATH(ABSI), absolute),
    LANES(TERN_MATH(CTPOP), count_ones),
    LANES(TERN_MATH(CTLZ), count_leading),
    LANES(TERN_MATH(CTTZ), count_trailing),
    LANES(TERN_MATH(IPOWI), power),
    LANES(TERN_INDEX(ADD), add),
    LANES(TERN_INDEX(SUB), subtract),
    LANES(TERN_INDEX(MUL), multiply),
    LANES(TERN_INDEX(DIVU), divide_unsigned),
    LANES(TERN_INDEX(DIVS), divide_signed),
    LANES(TERN_INDEX(CEILDIVU), divide_up_unsigned),
    LANES(TERN_INDEX(CEILDIVS), divide_up_signed),
    LANES(TERN_INDEX(FLOORDIVS), divide_down_signed),
    LANES(TERN_INDEX(REMU), remainder_unsigned),
    LANES(TERN_INDEX(REMS), remainder_signed),
    LANES(TERN_INDEX(AND), bit_and),
    LANES(TERN_INDEX(OR), bit_or),
    LANES(TERN_INDEX(XOR), bit_xor),
    LANES(TERN_INDEX(SHL), shift_left),
    LANES(TERN_INDEX(SHRU), shift_right),
    LANES(TERN_INDEX(SHRS), shift_right_signed),
    LANES(TERN_INDEX(MINS), minimum_signed),
    LANES(TERN_INDEX(MAXS), maximum_signed),
    LANES(TERN_INDEX(MINU), minimum_unsigned),
    LANES(TERN_INDEX(MAXU), maximum_unsigned),
    LANES(TERN_INDEX(CMP), compare_index),
    LANES(TERN_INDEX(CASTS), extend_signed),
    LANES(TERN_INDEX(CASTU), keep),
    {0},
};
