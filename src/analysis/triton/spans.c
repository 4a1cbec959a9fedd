// See spans.h. Each value is asked for what it is made of. One that is asked for while it is found out, around a loop, may be anything.

#include "analysis/triton/spans.h"

#include "base/arena.h"
#include "base/map.h"
#include "dialect/amdg/amdg.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "rewrite/branch.h"

struct tern_spans {
  tern_arena_t arena;
  tern_map_t of;           // value -> tern_span_t
  tern_op_list_t assumed;  // comparisons
};

typedef tern_span_t range_t;

// --- intervals ---

static const tern_type_t *element_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type;
}

static range_t all_of(const tern_type_t *type) {
  const tern_type_t *element = element_of(type);
  uint32_t width = tern_type_is_integer(element) ? (uint32_t)tern_type_bit_width(element) : 64;
  if (width >= 64) return (range_t){INT64_MIN, INT64_MAX};
  return (range_t){-(INT64_C(1) << (width - 1)), (INT64_C(1) << (width - 1)) - 1};
}

static range_t joined(range_t a, range_t b) {
  return (range_t){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static range_t fitted(range_t range, const tern_type_t *type) {
  range_t all = all_of(type);
  return range.low < all.low || range.high > all.high ? all : range;
}

typedef bool (*combine_fn_t)(int64_t x, int64_t y, int64_t *out);

static bool add(int64_t x, int64_t y, int64_t *out) { return !__builtin_add_overflow(x, y, out); }
static bool subtract(int64_t x, int64_t y, int64_t *out) { return !__builtin_sub_overflow(x, y, out); }
static bool multiply(int64_t x, int64_t y, int64_t *out) { return !__builtin_mul_overflow(x, y, out); }
static bool divide(int64_t x, int64_t y, int64_t *out) {
  if (y == 0 || (x == INT64_MIN && y == -1)) return false;
  *out = x / y;
  return true;
}

// Of functions that grow or fall in each operand by itself: what they are at the corners.
static range_t at_corners(range_t a, range_t b, combine_fn_t combine, const tern_type_t *type) {
  const int64_t xs[] = {a.low, a.high}, ys[] = {b.low, b.high};
  range_t range = {INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 4; ++i) {
    int64_t corner;
    if (!combine(xs[i / 2], ys[i % 2], &corner)) return all_of(type);
    range = joined(range, (range_t){corner, corner});
  }
  return fitted(range, type);
}

// --- arithmetic ---

static range_t remainder_of(range_t a, range_t b) {
  int64_t most = (b.high > -b.low ? b.high : -b.low) - 1;
  range_t range = {a.low < 0 ? -most : 0, a.high > 0 ? most : 0};
  if (a.low >= 0 && a.high < range.high) range.high = a.high;
  return range;
}

static range_t shifted_left(range_t a, range_t b, const tern_type_t *type) {
  enum { MOST = 62 };
  if (b.low < 0 || b.high > MOST) return all_of(type);
  return at_corners(a, (range_t){INT64_C(1) << b.low, INT64_C(1) << b.high}, multiply, type);
}

static range_t shifted_right(range_t a, range_t b, const tern_type_t *type) {
  enum { MOST = 63 };
  if (b.low < 0 || b.high > MOST) return all_of(type);
  return joined((range_t){a.low >> b.low, a.low >> b.high},
                joined((range_t){a.high >> b.low, a.high >> b.low}, (range_t){a.high >> b.high, a.high >> b.high}));
}

// Ops that take numbers below zero for large ones are known for others alone.
static range_t of_binary(const tern_op_t *op, range_t a, range_t b, const tern_type_t *type) {
  bool is_natural = a.low >= 0 && b.low >= 0;
  if (tern_op_is(op, TERN_ARITH(ADDI))) return at_corners(a, b, add, type);
  if (tern_op_is(op, TERN_ARITH(SUBI))) return at_corners(a, b, subtract, type);
  if (tern_op_is(op, TERN_ARITH(MULI))) return at_corners(a, b, multiply, type);
  if (tern_op_is(op, TERN_ARITH(DIVSI)) || (tern_op_is(op, TERN_ARITH(DIVUI)) && is_natural))
    return b.low > 0 || b.high < 0 ? at_corners(a, b, divide, type) : all_of(type);
  if (tern_op_is(op, TERN_ARITH(REMSI)) || (tern_op_is(op, TERN_ARITH(REMUI)) && is_natural))
    return b.low > 0 ? remainder_of(a, b) : all_of(type);
  if (tern_op_is(op, TERN_ARITH(MINSI)) || (tern_op_is(op, TERN_ARITH(MINUI)) && is_natural))
    return (range_t){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
  if (tern_op_is(op, TERN_ARITH(MAXSI)) || (tern_op_is(op, TERN_ARITH(MAXUI)) && is_natural))
    return (range_t){a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  if (tern_op_is(op, TERN_ARITH(ANDI)) && (a.low >= 0 || b.low >= 0)) {
    int64_t most = a.low < 0 || (b.low >= 0 && b.high < a.high) ? b.high : a.high;
    return (range_t){0, most};
  }
  if (tern_op_is(op, TERN_ARITH(SHLI))) return shifted_left(a, b, type);
  if (tern_op_is(op, TERN_ARITH(SHRSI)) || (tern_op_is(op, TERN_ARITH(SHRUI)) && is_natural))
    return shifted_right(a, b, type);
  return all_of(type);
}

static bool passes_on(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_TT(SPLAT), TERN_TT(BROADCAST), TERN_TT(EXPAND_DIMS), TERN_TT(RESHAPE),         TERN_TT(TRANS),
      TERN_TT(SPLIT), TERN_TT(JOIN),      TERN_TT(CAT),         TERN_TTG(CONVERT_LAYOUT), TERN_AMDG(EXTRACT_SLICE),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static bool is_widening(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(EXTSI)) || tern_op_is(op, TERN_ARITH(TRUNCI)) ||
         tern_op_is(op, TERN_ARITH(INDEX_CAST));
}

static range_t of_op(tern_spans_t *ranges, const tern_op_t *op, const tern_value_t *value) {
  const tern_type_t *type = value->type;
  range_t all = all_of(type);
  bool is_count = tern_op_is(op, TERN_TT(GET_PROGRAM_ID)) || tern_op_is(op, TERN_TT(GET_NUM_PROGRAMS)) ||
                  tern_op_is(op, TERN_TT(HISTOGRAM));
  if (is_count) return (range_t){0, all.high};
  if (tern_op_is(op, TERN_TT(MAKE_RANGE)))
    return (range_t){tern_integer_attr_value(tern_op_attr(op, "start")),
                     tern_integer_attr_value(tern_op_attr(op, "end")) - 1};
  if (tern_op_is(op, TERN_SCF(IF)) && !tern_region_is_empty(&op->regions[1])) {
    size_t index = value->index;
    return joined(tern_span_of(ranges, tern_op_operand(tern_op_body(op, 0)->last_op, index)),
                  tern_span_of(ranges, tern_op_operand(tern_op_body(op, 1)->last_op, index)));
  }
  if (op->operand_count == 0 || op->region_count > 0) return all;
  if (tern_op_is(op, TERN_ARITH(SELECT)))
    return joined(tern_span_of(ranges, tern_op_operand(op, 1)), tern_span_of(ranges, tern_op_operand(op, 2)));
  if (!tern_type_is_integer(element_of(tern_op_operand(op, 0)->type)) &&
      element_of(tern_op_operand(op, 0)->type)->kind != TERN_TYPE_INDEX)
    return all;
  range_t first = tern_span_of(ranges, tern_op_operand(op, 0));
  if (passes_on(op)) return op->operand_count < 2 ? first : joined(first, tern_span_of(ranges, tern_op_operand(op, 1)));
  if (tern_op_is(op, TERN_TT(GATHER))) return first;
  if (is_widening(op)) return fitted(first, type);
  if (tern_op_is(op, TERN_ARITH(EXTUI))) {
    range_t most = all_of(tern_op_operand(op, 0)->type);
    return first.low >= 0 ? first : (range_t){0, 2 * most.high + 1};
  }
  bool is_binary = op->operand_count == 2 && op->result_count == 1 && tern_op_operand(op, 1)->type == type;
  return is_binary ? of_binary(op, first, tern_span_of(ranges, tern_op_operand(op, 1)), type) : all;
}

// --- loops ---

// How often the body runs at most; -1: nobody knows.
static int64_t most_iterations(range_t lower, range_t upper, range_t step) {
  int64_t span;
  if (step.low <= 0 || __builtin_sub_overflow(upper.high, lower.low, &span)) return -1;
  return span <= 0 ? 0 : (span - 1) / step.low + 1;
}

// A number that each iteration adds to, by what the loop does not change, moves by as much as all of them add.
static range_t of_carried(tern_spans_t *ranges, const tern_op_t *loop, size_t index, int64_t most) {
  const tern_value_t *carried = tern_scf_for_carried(loop, index);
  const tern_value_t *next = tern_op_operand(tern_op_body(loop, 0)->last_op, index);
  range_t first = tern_span_of(ranges, tern_op_operand(loop, 3 + index)), all = all_of(carried->type);
  const tern_op_t *sum = tern_value_defined_by(next, TERN_ARITH(ADDI));
  if (next == carried) return first;
  if (!sum || most < 0) return all;
  size_t own = tern_op_operand(sum, 0) == carried ? 0 : 1;
  if (tern_op_operand(sum, own) != carried) return all;
  range_t change = tern_span_of(ranges, tern_op_operand(sum, 1 - own));
  range_t moved = at_corners(change, (range_t){0, most}, multiply, carried->type);
  return at_corners(first, moved, add, carried->type);
}

// What branches hand to a block, if all of them say what that is.
static range_t of_branches(tern_spans_t *ranges, const tern_value_t *value) {
  range_t range = {INT64_MAX, INT64_MIN};
  for (const tern_successor_t *use = tern_value_arg_block(value)->first_use; use; use = use->next) {
    size_t start, count;
    if (!tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count) ||
        value->index >= count)
      return all_of(value->type);
    range = joined(range, tern_span_of(ranges, tern_op_operand(use->owner, start + value->index)));
  }
  return range;
}

static range_t of_argument(tern_spans_t *ranges, const tern_value_t *value) {
  const tern_op_t *loop = tern_block_parent_op(tern_value_arg_block(value));
  if (tern_value_arg_block(value)->first_use) return of_branches(ranges, value);
  if (!loop || !tern_op_is(loop, TERN_SCF(FOR))) return all_of(value->type);
  range_t lower = tern_span_of(ranges, tern_scf_for_lower(loop));
  range_t upper = tern_span_of(ranges, tern_scf_for_upper(loop));
  range_t step = tern_span_of(ranges, tern_scf_for_step(loop));
  int64_t most = most_iterations(lower, upper, step);
  if (value->index > 0) return of_carried(ranges, loop, value->index - 1, most > 0 ? most - 1 : most);
  bool is_known = step.low > 0 && upper.high > lower.low && !tern_op_attr(loop, "unsignedCmp");
  return is_known ? (range_t){lower.low, upper.high - 1} : all_of(value->type);
}

static range_t of_loop(tern_spans_t *ranges, const tern_op_t *loop, const tern_value_t *value) {
  int64_t most =
      most_iterations(tern_span_of(ranges, tern_scf_for_lower(loop)), tern_span_of(ranges, tern_scf_for_upper(loop)),
                      tern_span_of(ranges, tern_scf_for_step(loop)));
  return of_carried(ranges, loop, value->index, most);
}

// --- what is assumed ---

static tern_walk_result_t list_assumed(tern_op_t *op, void *user) {
  tern_spans_t *ranges = user;
  if (!tern_op_is(op, TERN_LLVM(INTR_ASSUME))) return TERN_WALK_ADVANCE;
  tern_op_t *comparison = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(CMPI));
  if (comparison) tern_vec_push(&ranges->assumed, comparison);
  return TERN_WALK_ADVANCE;
}

// The predicate with its operands exchanged.
static int64_t turned(int64_t predicate) {
  switch (predicate) {
    case TERN_CMPI_SLT: return TERN_CMPI_SGT;
    case TERN_CMPI_SLE: return TERN_CMPI_SGE;
    case TERN_CMPI_SGT: return TERN_CMPI_SLT;
    case TERN_CMPI_SGE: return TERN_CMPI_SLE;
    case TERN_CMPI_ULT: return TERN_CMPI_UGT;
    case TERN_CMPI_ULE: return TERN_CMPI_UGE;
    case TERN_CMPI_UGT: return TERN_CMPI_ULT;
    case TERN_CMPI_UGE: return TERN_CMPI_ULE;
    default: return predicate;
  }
}

static range_t limited(range_t range, int64_t predicate, int64_t bound) {
  bool is_below = predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_ULT;
  bool is_most = is_below || predicate == TERN_CMPI_SLE || predicate == TERN_CMPI_ULE;
  bool is_above = predicate == TERN_CMPI_SGT;
  bool is_unsigned = predicate == TERN_CMPI_ULT || predicate == TERN_CMPI_ULE;
  if ((is_unsigned && bound < 0) || (is_below && bound == INT64_MIN) || (is_above && bound == INT64_MAX)) return range;
  int64_t limit = is_below ? bound - 1 : is_above ? bound + 1 : bound;
  if ((is_most || predicate == TERN_CMPI_EQ) && limit < range.high) range.high = limit;
  bool is_least = is_above || predicate == TERN_CMPI_SGE || predicate == TERN_CMPI_EQ;
  if (is_least && limit > range.low) range.low = limit;
  if (is_unsigned && range.low < 0) range.low = 0;
  return range;
}

// Comparisons with constants in the block of the value, which whoever uses it has passed or will pass.
static range_t with_assumed(const tern_spans_t *ranges, const tern_value_t *value, range_t range) {
  for (size_t i = 0; i < ranges->assumed.count; ++i) {
    const tern_op_t *comparison = ranges->assumed.values[i];
    int64_t predicate = tern_enum_attr_value(tern_op_attr(comparison, "predicate")), bound;
    if (comparison->block != tern_value_block(value)) continue;
    for (size_t own = 0; own < 2; ++own) {
      if (tern_op_operand(comparison, own) != value) continue;
      if (!tern_value_constant_int(tern_op_operand(comparison, 1 - own), &bound)) continue;
      range_t limit = limited(range, own == 0 ? predicate : turned(predicate), bound);
      if (limit.low <= limit.high) range = limit;
    }
  }
  return range;
}

// --- the analysis ---

tern_span_t tern_span_of(tern_spans_t *ranges, const tern_value_t *value) {
  const range_t *known = tern_map_get(&ranges->of, value);
  int64_t constant;
  if (known) return *known;
  const tern_attr_t *attr = tern_value_constant(value);
  const tern_attr_t *element = tern_attr_is_splat(attr) ? tern_dense_elements_attr_at(attr, 0) : NULL;
  if (element && tern_attr_is_integer(element)) {
    constant = tern_integer_attr_value(element);
    return (range_t){constant, constant};
  }
  if (tern_value_constant_int(value, &constant)) return (range_t){constant, constant};
  range_t *range = tern_arena_alloc(&ranges->arena, sizeof *range);
  *range = all_of(value->type);
  tern_map_set(&ranges->of, value, range);
  const tern_op_t *op = tern_value_defining_op(value);
  range_t found = !op                             ? of_argument(ranges, value)
                  : tern_op_is(op, TERN_SCF(FOR)) ? of_loop(ranges, op, value)
                                                  : of_op(ranges, op, value);
  *range = with_assumed(ranges, value, found);
  return *range;
}

tern_spans_t *tern_spans_create(tern_op_t *root) {
  tern_spans_t *ranges = tern_malloc(sizeof *ranges);
  *ranges = (tern_spans_t){0};
  tern_op_walk_pre(root, list_assumed, ranges);
  return ranges;
}

void tern_spans_destroy(tern_spans_t *ranges) {
  tern_map_deinitialize(&ranges->of);
  tern_vec_deinitialize(&ranges->assumed);
  tern_arena_deinitialize(&ranges->arena);
  free(ranges);
}
