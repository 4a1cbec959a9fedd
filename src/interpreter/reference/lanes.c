// Element-wise ops on numbers of any shape, and constants. What one lane is, the tables of the interpreter of kernels say;
// here are shapes, and what makes a lane poison: an operand that is, a flag that was a promise, a shift too far.

#include <math.h>

#include "asm/resource.h"
#include "dialect/arith/arith.h"
#include "dialect/index/index.h"
#include "dialect/math/math.h"
#include "dialect/ub/ub.h"
#include "interpreter/reference/evaluator.h"

// --- poison ---

// Arithmetic of 128 bits holds the exact result of any of 64.
typedef __int128 wide_t;

static bool fits(number_t number, wide_t value, bool is_signed) {
  wide_t one = 1;
  if (is_signed) return value >= -(one << (number.width - 1)) && value < (one << (number.width - 1));
  return value >= 0 && value < (one << number.width);
}

typedef enum rule {
  RULE_ADD,
  RULE_SUBTRACT,
  RULE_MULTIPLY,
  RULE_SHIFT_LEFT,
  RULE_SHIFT,
  RULE_TRUNCATE,
  RULE_TO_INT
} rule_t;

static const struct {
  const tern_op_row_t *row;
  rule_t rule;
} rules[] = {
    {TERN_ARITH(ADDI), RULE_ADD},        {TERN_ARITH(SUBI), RULE_SUBTRACT}, {TERN_ARITH(MULI), RULE_MULTIPLY},
    {TERN_ARITH(SHLI), RULE_SHIFT_LEFT}, {TERN_ARITH(SHRUI), RULE_SHIFT},   {TERN_ARITH(SHRSI), RULE_SHIFT},
    {TERN_INDEX(SHL), RULE_SHIFT},       {TERN_INDEX(SHRU), RULE_SHIFT},    {TERN_INDEX(SHRS), RULE_SHIFT},
    {TERN_ARITH(TRUNCI), RULE_TRUNCATE}, {TERN_ARITH(FPTOSI), RULE_TO_INT}, {TERN_ARITH(FPTOUI), RULE_TO_INT},
};
enum { RULE_COUNT = sizeof rules / sizeof *rules };

// What an op promises about its lanes.
typedef struct promises {
  int rule;  // -1: none
  bool no_signed_wrap, no_unsigned_wrap, is_exact;
  bool no_nans, no_infinities;
  bool is_signed;          // a conversion or division
  bool no_zero, no_least;  // of LLVM's intrinsics: such an operand gives poison
} promises_t;

static promises_t promises_of(const node_t *n) {
  const tern_op_t *op = n->op;
  promises_t p = {.rule = -1};
  for (size_t k = 0; k < RULE_COUNT && p.rule < 0; ++k) {
    if (n->meaning == rules[k].row) p.rule = (int)rules[k].rule;
  }
  const tern_attr_t *flags = tern_op_attr(op, "overflowFlags"), *fast = tern_op_attr(op, "fastmath");
  if (!fast) fast = tern_op_attr(op, "fastmathFlags");
  int64_t overflow = flags ? tern_enum_attr_value(flags) : 0, fastmath = fast ? tern_enum_attr_value(fast) : 0;
  p.no_signed_wrap = overflow & TERN_OVERFLOW_NSW;
  p.no_unsigned_wrap = overflow & TERN_OVERFLOW_NUW;
  const tern_attr_t *zero = tern_op_attr(op, "is_zero_poison"), *least = tern_op_attr(op, "is_int_min_poison");
  p.no_zero = zero && tern_integer_attr_value(zero);
  p.no_least = least && tern_integer_attr_value(least);
  p.is_exact = tern_op_attr(op, "isExact") != NULL;
  p.no_nans = fastmath & TERN_FASTMATH_NNAN;
  p.no_infinities = fastmath & TERN_FASTMATH_NINF;
  p.is_signed = n->meaning == TERN_ARITH(FPTOSI) || n->meaning == TERN_ARITH(DIVSI);
  return p;
}

static bool breaks_integer_rule(const promises_t *p, const lane_op_t *op, const uint64_t *operands) {
  uint64_t a = operands[0], b = operands[1];
  int64_t sa = tern_interpreter_signed(op->source, a), sb = tern_interpreter_signed(op->source, b);
  wide_t exact_signed = 0, exact_unsigned = 0;
  switch ((rule_t)p->rule) {
    case RULE_ADD: exact_signed = (wide_t)sa + sb, exact_unsigned = (wide_t)a + b; break;
    case RULE_SUBTRACT: exact_signed = (wide_t)sa - sb, exact_unsigned = (wide_t)a - b; break;
    case RULE_MULTIPLY:
      exact_signed = (wide_t)sa * sb;
      // The unsigned product may need all 128 bits.
      if (p->no_unsigned_wrap && a && b > tern_interpreter_truncate(op->source, UINT64_MAX) / a) return true;
      break;
    case RULE_SHIFT_LEFT:
      if (b >= op->source.width || (p->no_unsigned_wrap && b && a >> (op->source.width - b))) return true;
      exact_signed = (wide_t)sa * ((wide_t)1 << b);
      break;
    case RULE_SHIFT:
      if (b >= op->source.width) return true;
      return p->is_exact && (a & ((UINT64_C(1) << b) - 1)) != 0;
    case RULE_TRUNCATE: exact_signed = sa, exact_unsigned = (wide_t)a; break;
    case RULE_TO_INT: {
      double value = tern_interpreter_decode(op->source, a);
      return !isfinite(value) || fabs(value) > 0x1p65 || !fits(op->result, (wide_t)value, p->is_signed);
    }
  }
  return (p->no_signed_wrap && !fits(op->result, exact_signed, true)) ||
         (p->no_unsigned_wrap && !fits(op->result, exact_unsigned, false));
}

static bool breaks_float_promise(const promises_t *p, number_t number, uint64_t word) {
  if (!number.is_float || !(p->no_nans || p->no_infinities)) return false;
  double value = tern_interpreter_decode(number, word);
  return (p->no_nans && isnan(value)) || (p->no_infinities && isinf(value));
}

// Of a division, which was found to be defined.
static bool leaves_remainder(const promises_t *p, const lane_op_t *op, const uint64_t *operands) {
  if (!p->is_signed) return operands[0] % operands[1] != 0;
  return tern_interpreter_signed(op->source, operands[0]) % tern_interpreter_signed(op->source, operands[1]) != 0;
}

static bool breaks_promise(const promises_t *p, const lane_op_t *op, size_t operand_count, const uint64_t *operands,
                           const uint64_t *out) {
  if (p->rule >= 0 && breaks_integer_rule(p, op, operands)) return true;
  if (p->is_exact && p->rule < 0 && leaves_remainder(p, op, operands)) return true;
  for (size_t k = 0; k < operand_count; ++k) {
    if (breaks_float_promise(p, op->source, operands[k])) return true;
  }
  if (p->no_zero && operands[0] == 0) return true;
  if (p->no_least && operands[0] == UINT64_C(1) << (op->source.width - 1)) return true;
  return breaks_float_promise(p, op->result, out[0]);
}

// --- lanes ---

// Divides: poison as a divisor may be zero.
static bool is_division(const tern_op_row_t *row) {
  static const tern_op_row_t *const divisions[] = {
      TERN_ARITH(DIVUI),    TERN_ARITH(DIVSI), TERN_ARITH(CEILDIVUI), TERN_ARITH(CEILDIVSI), TERN_ARITH(FLOORDIVSI),
      TERN_ARITH(REMUI),    TERN_ARITH(REMSI), TERN_INDEX(DIVU),      TERN_INDEX(DIVS),      TERN_INDEX(CEILDIVU),
      TERN_INDEX(CEILDIVS), TERN_INDEX(REMU),  TERN_INDEX(REMS),      TERN_INDEX(FLOORDIVS),
  };
  for (size_t k = 0; k < sizeof divisions / sizeof *divisions; ++k) {
    if (row == divisions[k]) return true;
  }
  return false;
}

// The most negative number divided by -1, which the tables know of 64 bits only.
static bool overflows_division(const lane_op_t *op, const uint64_t *operands) {
  int64_t least = op->source.width >= 64 ? INT64_MIN : -(INT64_C(1) << (op->source.width - 1));
  return tern_interpreter_signed(op->source, operands[1]) == -1 &&
         tern_interpreter_signed(op->source, operands[0]) == least;
}

static bool is_signed_division(const tern_op_row_t *row) {
  return row == TERN_ARITH(DIVSI) || row == TERN_ARITH(CEILDIVSI) || row == TERN_ARITH(FLOORDIVSI) ||
         row == TERN_INDEX(DIVS) || row == TERN_INDEX(CEILDIVS) || row == TERN_INDEX(FLOORDIVS);
}

typedef struct lanes {
  datum_t *operands[LANE_OPERANDS_MAX];
  datum_t *results[2];
  size_t operand_count, result_count;
  promises_t promises;
  bool divides, divides_signed;
} lanes_t;

// A kernel computes lanes whose results a mask drops: in a tensor of one, what a division without meaning gives is poison.
static flow_t stop_division(evaluator_t *e, const node_t *n, const lanes_t *lanes, bool *out_is_poison,
                            const char *why) {
  *out_is_poison = e->launch && lanes->divides && lanes->results[0]->rank > 0;
  return *out_is_poison ? FLOW_NEXT : STOP_UNDEFINED(e, n->op, "%s", why);
}

static flow_t run_lane(evaluator_t *e, const node_t *n, lanes_t *lanes, int64_t lane) {
  uint64_t words[LANE_OPERANDS_MAX] = {0}, out[2] = {0};
  bool is_poison = false;
  for (size_t k = 0; k < lanes->operand_count; ++k) {
    // A scalar next to shaped operands is the same for all lanes (the condition of a select).
    int64_t place = lanes->operands[k]->count == 1 ? 0 : lane;
    words[k] = lanes->operands[k]->words[place];
    is_poison = is_poison || lanes->operands[k]->poison[place];
  }
  const char *problem = NULL;
  if (is_poison && lanes->divides) {
    problem = "divides poison, or by it";
  } else if (!is_poison && lanes->divides_signed && overflows_division(&n->lane_op, words)) {
    problem = "overflows: the least number is divided by -1";
  } else if (!is_poison) {
    problem = n->lane(&n->lane_op, words, out);
  }
  if (problem) {
    if (stop_division(e, n, lanes, &is_poison, problem) == FLOW_STOP) return FLOW_STOP;
  } else if (!is_poison) {
    is_poison = breaks_promise(&lanes->promises, &n->lane_op, lanes->operand_count, words, out);
  }
  for (size_t k = 0; k < lanes->result_count; ++k) {
    lanes->results[k]->words[lane] = out[k];
    lanes->results[k]->poison[lane] = is_poison;
  }
  return FLOW_NEXT;
}

flow_t tern_reference_run_lanes(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_op_t *op = n->op;
  lanes_t lanes = {.operand_count = op->operand_count, .result_count = op->result_count};
  if (op->operand_count > LANE_OPERANDS_MAX || op->result_count > 2) {
    return STOP_UNKNOWN(e, op, "has more operands than an element-wise op");
  }
  lanes.promises = promises_of(n);
  lanes.divides = is_division(n->meaning);
  lanes.divides_signed = lanes.divides && is_signed_division(n->meaning);
  const datum_t *shape = NULL;
  for (size_t k = 0; k < op->operand_count; ++k) {
    lanes.operands[k] = operand_of(f, n, k);
    if (lanes.operands[k]->kind != DATUM_NUMBERS) return STOP_UNKNOWN(e, op, "is not on numbers");
    if (!shape || lanes.operands[k]->rank > shape->rank) shape = lanes.operands[k];
  }
  for (size_t k = 0; k < op->operand_count; ++k) {
    if (lanes.operands[k]->count != shape->count && lanes.operands[k]->rank) {
      return STOP_UNDEFINED(e, op, "has operands of different sizes");
    }
  }
  for (size_t k = 0; k < op->result_count; ++k) {
    lanes.results[k] = tern_reference_new_array(e, n, tern_op_result(op, k)->type, shape->sizes, shape->rank);
    if (!lanes.results[k]) {
      if (k) tern_reference_release(lanes.results[0]);
      return FLOW_STOP;
    }
  }
  flow_t flow = FLOW_NEXT;
  for (int64_t lane = 0; lane < shape->count && flow == FLOW_NEXT; ++lane) flow = run_lane(e, n, &lanes, lane);
  for (size_t k = 0; k < op->result_count; ++k) put_result(f, n, k, lanes.results[k]);
  return flow;
}

// The chosen value, whatever it is; by elements if the condition has them. What is not chosen may be poison.
static flow_t run_select(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *condition = operand_of(f, n, 0);
  datum_t *values[] = {operand_of(f, n, 2), operand_of(f, n, 1)};
  if (condition->rank == 0) {
    if (condition->poison[0]) {
      if (values[0]->kind != DATUM_NUMBERS) return STOP_UNDEFINED(e, n->op, "chooses by poison");
      datum_t *result = tern_reference_copy(values[0]);
      tern_reference_poison(result, 0, result->count);
      put_result(f, n, 0, result);
      return FLOW_NEXT;
    }
    put_result(f, n, 0, tern_reference_retain(values[condition->words[0] & 1]));
    return FLOW_NEXT;
  }
  for (size_t k = 0; k < 2; ++k) {
    if (values[k]->count != condition->count && values[k]->rank) {
      return STOP_UNDEFINED(e, n->op, "has operands of different sizes");
    }
  }
  datum_t *result = tern_reference_new_array(e, n, tern_op_result(n->op, 0)->type, condition->sizes, condition->rank);
  if (!result) return FLOW_STOP;
  for (int64_t k = 0; k < condition->count; ++k) {
    const datum_t *value = values[condition->words[k] & 1];
    tern_reference_move(result, k, value, value->count == 1 ? 0 : k, 1);
    if (condition->poison[k]) tern_reference_poison(result, k, 1);
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

// --- constants ---

// The words of one element from an attribute. False if it is none.
static bool read_attr(const tern_attr_t *attr, form_t form, uint64_t *out) {
  if (attr && attr->kind == TERN_ATTR_ARRAY && tern_array_attr_count(attr) == 2 && form.words == 2) {
    form.words = 1;
    return read_attr(tern_array_attr_at(attr, 0), form, out) && read_attr(tern_array_attr_at(attr, 1), form, out + 1);
  }
  if (!tern_attr_is_integer(attr) && !tern_attr_is_float(attr)) return false;
  out[0] = tern_interpreter_truncate(form.number, attr->params[1]);
  return true;
}

static bool fill_from_resource(const tern_attr_t *attr, datum_t *out) {
  tern_str_t key = tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[1]);
  const tern_resource_t *resource = tern_resource_find(attr->context, false, TERN_STR("builtin"), key);
  size_t bytes = out->form.number.bytes, words = (size_t)out->count * out->form.words;
  if (!resource || resource->kind != TERN_RESOURCE_BLOB || resource->blob->size != words * bytes) return false;
  for (size_t k = 0; k < words; ++k) tern_blob_read(resource->blob, k * bytes, bytes, &out->words[k]);
  return true;
}

bool tern_reference_fill_from_attr(const tern_attr_t *attr, datum_t *out) {
  if (attr && attr->kind == TERN_ATTR_DENSE_RESOURCE) return fill_from_resource(attr, out);
  if (!attr || attr->kind != TERN_ATTR_DENSE_ELEMENTS) return out->rank == 0 && read_attr(attr, out->form, out->words);
  bool is_splat = tern_dense_elements_attr_is_splat(attr);
  for (int64_t k = 0; k < out->count; ++k) {
    if (is_splat && k) {
      tern_reference_move(out, k, out, 0, 1);
    } else if (!read_attr(tern_dense_elements_attr_at(attr, (size_t)k), out->form,
                          &out->words[(size_t)k * out->form.words])) {
      return false;
    }
  }
  return true;
}

flow_t tern_reference_run_constant(evaluator_t *e, frame_t *f, const node_t *n) {
  datum_t *result = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!result) return FLOW_STOP;
  if (!tern_reference_fill_from_attr(tern_op_attr(n->op, "value"), result)) {
    tern_reference_release(result);
    return STOP_UNKNOWN(e, n->op, "has a value that the reference interpreter does not hold");
  }
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_poison(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  if ((tern_type_is_shaped(type) && type->kind != TERN_TYPE_VECTOR && !tern_type_has_static_shape(type)) ||
      type->kind == TERN_TYPE_MEMREF) {
    return STOP_UNKNOWN(e, n->op, "is poison of a type that the reference interpreter does not hold");
  }
  datum_t *result = tern_reference_new_of_type(e, n, type, NULL);
  if (!result) return FLOW_STOP;
  tern_reference_poison(result, 0, result->count);
  put_result(f, n, 0, result);
  return FLOW_NEXT;
}

static flow_t run_unreachable(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)f;
  return STOP_UNDEFINED(e, n->op, "was reached");
}

static flow_t run_sizeof(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_reference_put_index(e, f, n, 0, 64);
  return FLOW_NEXT;
}

const reference_row_t tern_reference_number_rows[] = {
    {TERN_ARITH(CONSTANT), tern_reference_run_constant},
    {TERN_ARITH(SELECT), run_select},
    {TERN_INDEX(CONSTANT), tern_reference_run_constant},
    {TERN_INDEX(BOOL_CONSTANT), tern_reference_run_constant},
    {TERN_INDEX(SIZEOF), run_sizeof},
    {TERN_UB(POISON), run_poison},
    {TERN_UB(UNREACHABLE), run_unreachable},
    {0},
};
