// Which scores count, as far as comparisons of places say so: causal attention, sliding windows, lengths that are constants.
//
//   %i = iree_linalg_ext.index 2   %j = iree_linalg_ext.index 3
//   %c = arith.cmpi sle, %j, %i    %s = arith.select %c, %score, %least             j - i <= 0
//
// What is hidden is left out where that changes nothing: if it is -inf, or a number so far below all others that its power is 0
// beside theirs, and each row has a score that is no such number.

#include <math.h>
#include <stdlib.h>

#include "convert/linalg_ext/attention_to_triton/kernel.h"
#include "dialect/arith/arith.h"

// Scores that are computed are not as small as this: products of numbers of 16 bits that are not all but infinite.
#define HIDDEN (-1e30)

typedef tern_attention_window_t window_t;

typedef struct reader {
  const tern_attention_loops_t *loops;
  const tern_block_t *body;
  window_t *window;
} reader_t;

// a * row + b * key + c
typedef struct line {
  int64_t row, key, constant;
} line_t;

static bool is_cast(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(EXTSI)) ||
         tern_op_is(op, TERN_ARITH(TRUNCI)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI)) ||
         tern_op_is(op, TERN_ARITH(EXTUI));
}

static bool read_line(const reader_t *r, const tern_value_t *value, line_t *out) {
  *out = (line_t){0};
  if (tern_value_constant_int(value, &out->constant)) return llabs(out->constant) < INT32_MAX;
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != r->body) return false;
  if (is_cast(op)) return !tern_type_is_i(tern_op_operand(op, 0)->type, 1) && read_line(r, tern_op_operand(op, 0), out);
  if (tern_op_is(op, TERN_IREE_LINALG_EXT(INDEX))) {
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(op, "dim"));
    bool has_one = r->loops->extents[loop] == 1;
    out->row = loop == r->loops->rows;
    out->key = loop == r->loops->keys;
    return has_one || out->row || out->key;
  }
  bool is_difference = tern_op_is(op, TERN_ARITH(SUBI));
  line_t other;
  if (!is_difference && !tern_op_is(op, TERN_ARITH(ADDI))) return false;
  if (!read_line(r, tern_op_operand(op, 0), out) || !read_line(r, tern_op_operand(op, 1), &other)) return false;
  int64_t sign = is_difference ? -1 : 1;
  *out = (line_t){out->row + sign * other.row, out->key + sign * other.key, out->constant + sign * other.constant};
  return true;
}

static void lower(int64_t *bound, int64_t value) {
  if (value < *bound) *bound = value;
}

static void raise(int64_t *bound, int64_t value) {
  if (value > *bound) *bound = value;
}

// line >= 0
static bool add_bound(const reader_t *r, const line_t *line) {
  window_t *w = r->window;
  if (line->row == 1 && line->key == -1) return lower(&w->most, line->constant), true;
  if (line->row == -1 && line->key == 1) return raise(&w->least, -line->constant), true;
  if (line->row == 0 && line->key == -1) return lower(&w->last, line->constant), true;
  if (line->row == 0 && line->key == 1) return raise(&w->first, -line->constant), true;
  return line->row == 0 && line->key == 0 && line->constant >= 0;
}

static bool read_comparison(const reader_t *r, const tern_op_t *op, bool is_inverted) {
  tern_cmpi_predicate_t predicate = (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(op, "predicate"));
  if (is_inverted) predicate = tern_cmpi_predicate_invert(predicate);
  line_t x, y;
  if (!read_line(r, tern_op_operand(op, 0), &x) || !read_line(r, tern_op_operand(op, 1), &y)) return false;
  bool is_less = predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_SLE;
  if (!is_less && predicate != TERN_CMPI_SGT && predicate != TERN_CMPI_SGE) return false;
  bool is_strict = predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_SGT;
  const line_t *above = is_less ? &y : &x, *below = is_less ? &x : &y;
  return add_bound(
      r, &(line_t){above->row - below->row, above->key - below->key, above->constant - below->constant - is_strict});
}

// Reads all that holds where `value` is true, or false if that is `is_inverted`.
static bool read_condition(const reader_t *r, const tern_value_t *value, bool is_inverted) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) return (constant != 0) != is_inverted;
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != r->body) return false;
  if (tern_op_is(op, TERN_ARITH(CMPI))) return read_comparison(r, op, is_inverted);
  if (tern_op_is(op, is_inverted ? TERN_ARITH(ORI) : TERN_ARITH(ANDI)))
    return read_condition(r, tern_op_operand(op, 0), is_inverted) &&
           read_condition(r, tern_op_operand(op, 1), is_inverted);
  bool is_not = tern_op_is(op, TERN_ARITH(XORI)) && tern_value_constant_int(tern_op_operand(op, 1), &constant);
  if (is_not) return read_condition(r, tern_op_operand(op, 0), is_inverted != (constant != 0));
  if (!tern_op_is(op, TERN_ARITH(SELECT))) return false;
  // x ? y : false, and x ? true : y where it is inverted.
  size_t fixed = is_inverted ? 1 : 2;
  return tern_value_constant_int(tern_op_operand(op, fixed), &constant) && (constant != 0) == is_inverted &&
         read_condition(r, tern_op_operand(op, 0), is_inverted) &&
         read_condition(r, tern_op_operand(op, 3 - fixed), is_inverted);
}

static bool read_number(const tern_value_t *value, double *out) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (!constant || !tern_attr_is_float(constant)) return false;
  *out = tern_float_attr_value(constant);
  return true;
}

// select(condition, score, hidden), or the other way round, or score + select(condition, 0, hidden). Gives the score.
static const tern_value_t *read_select(const reader_t *r, const tern_value_t *value, bool *out_is_infinite) {
  const tern_op_t *op = tern_value_defining_op(value);
  double number, other;
  if (!op || op->block != r->body) return NULL;
  if (tern_op_is(op, TERN_ARITH(ADDF))) {
    for (size_t i = 0; i < 2; ++i) {
      const tern_value_t *zero = read_select(r, tern_op_operand(op, i), out_is_infinite);
      if (zero && read_number(zero, &other) && other == 0) return tern_op_operand(op, 1 - i);
    }
    return NULL;
  }
  if (!tern_op_is(op, TERN_ARITH(SELECT))) return NULL;
  for (size_t i = 1; i < 3; ++i) {
    if (!read_number(tern_op_operand(op, i), &number) || !(number <= HIDDEN)) continue;
    *out_is_infinite = isinf(number);
    return read_condition(r, tern_op_operand(op, 0), i == 1) ? tern_op_operand(op, 3 - i) : NULL;
  }
  return NULL;
}

// Is what is computed of a score a function of it alone, with no hidden number in it?
static bool is_plain(const reader_t *r, const tern_value_t *value) {
  double number;
  if (value == r->body->args[0]) return true;
  if (read_number(value, &number)) return number > HIDDEN;
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != r->body || op->operand_count == 0) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_plain(r, tern_op_operand(op, i))) return false;
  }
  return true;
}

static int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }
static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

// Has row `row` a score that counts? What it has grows and shrinks with the row by steps of one: it is the least at an end.
static bool has_score(const window_t *w, int64_t row, int64_t keys) {
  int64_t first = larger(0, larger(w->first, w->least > -INT32_MAX ? row + w->least : 0));
  int64_t last = smaller(keys - 1, smaller(w->last, w->most < INT32_MAX ? row + w->most : keys));
  return first <= last;
}

bool tern_attention_read_window(const tern_op_t *op, const tern_attention_loops_t *loops, window_t *out) {
  const tern_block_t *body = op->regions[0].first_block;
  *out = (window_t){.least = -INT32_MAX, .most = INT32_MAX, .first = 0, .last = INT32_MAX};
  if (!body || body->arg_count == 0) return false;
  reader_t reader = {loops, body, out};
  out->score = tern_op_operand(body->last_op, 0);
  bool is_infinite = true, is_any = false, is_of_one = true;
  for (;;) {
    window_t known = *out;
    const tern_value_t *inner = read_select(&reader, out->score, &is_of_one);
    if (!inner) {
      *out = known;
      break;
    }
    is_any = true;
    is_infinite = is_infinite && is_of_one;
    out->score = inner;
  }
  if (!is_any || is_infinite) return is_any;
  int64_t rows = loops->rows == TERN_ATTENTION_NO_LOOP ? 1 : loops->extents[loops->rows];
  int64_t keys = loops->extents[loops->keys];
  return is_plain(&reader, out->score) && has_score(out, 0, keys) && has_score(out, rows - 1, keys);
}
