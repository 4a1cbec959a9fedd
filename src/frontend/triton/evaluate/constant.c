// Operators on what is known while a kernel is compiled, with the results of Python. Integers have 127 bits.

#include <math.h>
#include <string.h>

#include "frontend/triton/evaluate/generator.h"

// --- numbers ---

static const tl_value_t *integer(tl_generator_t *g, __int128 value) { return tl_int(g->program->arena, value); }
static const tl_value_t *real(tl_generator_t *g, double value) { return tl_number_real(g->program->arena, value); }

static const tl_value_t *too_large(tl_generator_t *g) {
  return tl_error(g, "an integer of more than 127 bits is not supported");
}

static __int128 floor_div(__int128 a, __int128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static const tl_value_t *power(tl_generator_t *g, __int128 base, __int128 exponent) {
  if (exponent < 0) return base ? real(g, pow((double)base, (double)exponent)) : tl_error(g, "0 has no negative power");
  if (base == 0 || base == 1) return integer(g, exponent == 0 ? 1 : base);
  __int128 result = 1;
  for (__int128 i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(result, base, &result)) return too_large(g);
  }
  return integer(g, result);
}

static const tl_value_t *shift(tl_generator_t *g, tl_operator_t op, __int128 value, __int128 count) {
  if (count < 0) return tl_error(g, "negative shift count");
  if (op == TL_OP_RSHIFT) return integer(g, count > 126 ? (value < 0 ? -1 : 0) : value >> count);
  __int128 result;
  if (count > 126 || __builtin_mul_overflow(value, (__int128)1 << count, &result))
    return value ? too_large(g) : integer(g, 0);
  return integer(g, result);
}

static const tl_value_t *combine_bits(tl_generator_t *g, tl_operator_t op, const tl_value_t *a, const tl_value_t *b) {
  __int128 x = a->integer, y = b->integer,
           result = op == TL_OP_BIT_AND  ? (x & y)
                    : op == TL_OP_BIT_OR ? (x | y)
                                         : (x ^ y);
  return a->kind == TL_BOOL && b->kind == TL_BOOL ? tl_bool(result != 0) : integer(g, result);
}

static const tl_value_t *combine_integers(tl_generator_t *g, tl_operator_t op, const tl_value_t *a,
                                          const tl_value_t *b) {
  __int128 x = a->integer, y = b->integer, result;
  bool divides = op == TL_OP_DIV || op == TL_OP_FLOOR_DIV || op == TL_OP_MOD;
  if (divides && y == 0) return tl_error(g, "division by zero");
  switch (op) {
    case TL_OP_ADD: return __builtin_add_overflow(x, y, &result) ? too_large(g) : integer(g, result);
    case TL_OP_SUB: return __builtin_sub_overflow(x, y, &result) ? too_large(g) : integer(g, result);
    case TL_OP_MULT: return __builtin_mul_overflow(x, y, &result) ? too_large(g) : integer(g, result);
    case TL_OP_DIV: return real(g, (double)x / (double)y);
    case TL_OP_FLOOR_DIV: return integer(g, floor_div(x, y));
    case TL_OP_MOD: return integer(g, x - floor_div(x, y) * y);
    case TL_OP_POW: return power(g, x, y);
    case TL_OP_LSHIFT:
    case TL_OP_RSHIFT: return shift(g, op, x, y);
    default: return combine_bits(g, op, a, b);
  }
}

static const tl_value_t *combine_reals(tl_generator_t *g, tl_operator_t op, double x, double y) {
  bool divides = op == TL_OP_DIV || op == TL_OP_FLOOR_DIV || op == TL_OP_MOD;
  if (divides && y == 0) return tl_error(g, "division by zero");
  switch (op) {
    case TL_OP_ADD: return real(g, x + y);
    case TL_OP_SUB: return real(g, x - y);
    case TL_OP_MULT: return real(g, x * y);
    case TL_OP_DIV: return real(g, x / y);
    case TL_OP_FLOOR_DIV: return real(g, floor(x / y));
    case TL_OP_MOD: return real(g, x - floor(x / y) * y);
    case TL_OP_POW: return real(g, pow(x, y));
    default: return tl_error(g, "unsupported operand types for %s: numbers with a point", tern_tl_operator_text(op));
  }
}

static const tl_value_t *compare(tl_generator_t *g, tl_operator_t op, const tl_value_t *a, const tl_value_t *b) {
  int order;
  if (tl_is_integer(a) && tl_is_integer(b)) {
    order = (a->integer > b->integer) - (a->integer < b->integer);
  } else if (tl_is_number(a) && tl_is_number(b)) {
    double x = tl_real(a), y = tl_real(b);
    if (isnan(x) || isnan(y)) return tl_bool(false);
    order = (x > y) - (x < y);
  } else if (a->kind == TL_STRING && b->kind == TL_STRING) {
    order = tern_str_compare(a->text, b->text);
  } else {
    return tl_error(g, "'%s' is not supported between instances of '%s' and '%s'", tern_tl_operator_text(op),
                    tl_kind_name(a), tl_kind_name(b));
  }
  return tl_bool(op == TL_OP_LT ? order < 0 : op == TL_OP_LT_E ? order <= 0 : op == TL_OP_GT ? order > 0 : order >= 0);
}

// --- texts and tuples ---

static const tl_value_t *concatenate(tl_generator_t *g, const tl_value_t *a, const tl_value_t *b) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, a->text);
  tern_string_builder_append(&text, b->text);
  const tl_value_t *result = tl_string(g->program->arena, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return result;
}

static const tl_value_t *join(tl_generator_t *g, tl_items_t a, tl_items_t b) {
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, a.count + b.count, sizeof *values);
  if (a.count) memcpy(values, a.values, a.count * sizeof *values);
  if (b.count) memcpy(values + a.count, b.values, b.count * sizeof *values);
  return tl_tuple(g->program->arena, values, a.count + b.count, NULL);
}

enum { REPEATED_MAX = 4096 };  // items of a tuple that is repeated

static const tl_value_t *repeat(tl_generator_t *g, tl_items_t items, __int128 times) {
  if (times < 0) times = 0;
  if (items.count && times > (__int128)(REPEATED_MAX / items.count))
    return tl_error(g, "a tuple of more than %d items is not supported", REPEATED_MAX);
  size_t count = items.count * (size_t)times;
  const tl_value_t **values = tern_arena_alloc_array(g->program->arena, count, sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = items.values[i % items.count];
  return tl_tuple(g->program->arena, values, count, NULL);
}

static bool contains(tl_generator_t *g, const tl_value_t *item, const tl_value_t *container, bool *out_failed) {
  *out_failed = false;
  if (container->kind == TL_STRING && item->kind == TL_STRING) {
    return item->text.size == 0 ||
           memmem(container->text.data, container->text.size, item->text.data, item->text.size) != NULL;
  }
  tl_items_t items = {0};
  if (container->kind == TL_TUPLE_VALUE) {
    items = container->tuple.items;
  } else if (container->kind == TL_DICT_VALUE) {
    items = container->dict.keys;
  } else {
    *out_failed = true;
    tl_error(g, "'in' wants a tuple, a dictionary or a text, not '%s'", tl_kind_name(container));
  }
  for (size_t i = 0; i < items.count; ++i) {
    if (tl_equal(item, items.values[i])) return true;
  }
  return false;
}

static bool is_same_object(const tl_value_t *a, const tl_value_t *b) { return a->kind == b->kind && tl_equal(a, b); }

static const tl_value_t *test(tl_generator_t *g, tl_operator_t op, const tl_value_t *a, const tl_value_t *b) {
  bool has_failed, result;
  switch (op) {
    case TL_OP_EQ: return tl_bool(tl_equal(a, b));
    case TL_OP_NOT_EQ: return tl_bool(!tl_equal(a, b));
    case TL_OP_IS: return tl_bool(is_same_object(a, b));
    case TL_OP_IS_NOT: return tl_bool(!is_same_object(a, b));
    case TL_OP_AND: return tl_is_true(a) ? b : a;
    case TL_OP_OR: return tl_is_true(a) ? a : b;
    case TL_OP_IN:
    case TL_OP_NOT_IN:
      result = contains(g, a, b, &has_failed);
      return has_failed ? NULL : tl_bool(result == (op == TL_OP_IN));
    default: return compare(g, op, a, b);
  }
}

const tl_value_t *tl_constant_binary(tl_generator_t *g, tl_operator_t op, const tl_value_t *lhs,
                                     const tl_value_t *rhs) {
  if (op >= TL_OP_EQ && op <= TL_OP_OR) return test(g, op, lhs, rhs);
  if (tl_is_integer(lhs) && tl_is_integer(rhs)) return combine_integers(g, op, lhs, rhs);
  if (tl_is_number(lhs) && tl_is_number(rhs)) return combine_reals(g, op, tl_real(lhs), tl_real(rhs));
  if (op == TL_OP_ADD && lhs->kind == TL_STRING && rhs->kind == TL_STRING) return concatenate(g, lhs, rhs);
  if (op == TL_OP_ADD && tl_is_tuple(lhs) && tl_is_tuple(rhs)) return join(g, lhs->tuple.items, rhs->tuple.items);
  if (op == TL_OP_MULT && tl_is_tuple(lhs) && tl_is_integer(rhs)) return repeat(g, lhs->tuple.items, rhs->integer);
  if (op == TL_OP_MULT && tl_is_tuple(rhs) && tl_is_integer(lhs)) return repeat(g, rhs->tuple.items, lhs->integer);
  return tl_error(g, "unsupported operand types for %s: '%s' and '%s'", tern_tl_operator_text(op), tl_kind_name(lhs),
                  tl_kind_name(rhs));
}

const tl_value_t *tl_constant_unary(tl_generator_t *g, tl_operator_t op, const tl_value_t *operand) {
  if (op == TL_OP_NOT) return tl_bool(!tl_is_true(operand));
  if (operand->kind == TL_REAL && op != TL_OP_INVERT) return op == TL_OP_USUB ? real(g, -operand->real) : operand;
  if (!tl_is_integer(operand)) {
    return tl_error(g, "unsupported operand type for unary %s: '%s'", tern_tl_operator_text(op), tl_kind_name(operand));
  }
  __int128 value = operand->integer;
  return integer(g, op == TL_OP_USUB ? -value : op == TL_OP_INVERT ? ~value : value);
}
