// Backward rematerialization: instead of converting a value, what it is computed from is computed again in the encoding that is
// wanted, where that costs less (upstream: LayoutRematerialization::backwardRematerialization).

#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/tt/tt.h"
#include "transform/ttg/layout_conversions.h"

enum {
  MIN_ELEMENTS = 32,  // a warp takes part, whatever there is to convert
  MIN_BITS = 32,      // of a bank of shared memory
  CONVERSION_COST =
      32,         // for each byte, in thousandths of a cycle: to shared memory and back, and waiting for each other
  LOAD_COST = 8,  // from the cache nearest by
  MATH_COST = 8,  // of what takes several instructions, or the unit for special functions
  WARP_COST = 8   // of a warp that has a part of a reduction
};

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static int64_t byte_count(const tern_value_t *value, int64_t min_elements, int64_t min_bits) {
  int64_t elements = 0, bits = 0;
  if (tern_ttg_is_tensor(value)) {
    elements = tern_type_element_count(value->type);
    bits = tern_type_bit_width(tern_type_element(value->type));
  }
  return most(elements, min_elements) * most(bits, min_bits) / 8;
}

static int64_t results_cost(const tern_op_t *op, int64_t factor) {
  int64_t cost = 0;
  for (size_t i = 0; i < op->result_count; ++i) cost += factor * byte_count(tern_op_result(op, i), 0, 0);
  return cost;
}

static bool is_expensive_math(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_ARITH(DIVF), TERN_MATH(ERFC),  TERN_MATH(SINH),  TERN_MATH(COSH),  TERN_MATH(TANH),  TERN_MATH(ASINH),
      TERN_MATH(ACOSH), TERN_MATH(ATANH), TERN_MATH(CTPOP), TERN_MATH(CTLZ),  TERN_MATH(CTTZ),  TERN_MATH(EXP),
      TERN_MATH(EXP2),  TERN_MATH(EXPM1), TERN_MATH(LOG),   TERN_MATH(LOG2),  TERN_MATH(LOG10), TERN_MATH(LOG1P),
      TERN_MATH(SIN),   TERN_MATH(COS),   TERN_MATH(TAN),   TERN_MATH(ASIN),  TERN_MATH(ACOS),  TERN_MATH(ATAN),
      TERN_MATH(ATAN2), TERN_MATH(POWF),  TERN_MATH(SQRT),  TERN_MATH(RSQRT), TERN_MATH(ERF),   TERN_MATH(CBRT),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static bool is_of(const tern_op_t *op, const char *dialect) {
  return op->def->dialect && strcmp(op->def->dialect->name, dialect) == 0;
}

// --- reductions ---

static tern_walk_result_t find_rounding(tern_op_t *op, void *user) {
  (void)user;
  bool rounds = tern_op_is(op, TERN_ARITH(ADDF)) || tern_op_is(op, TERN_ARITH(MULF));
  return rounds ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Does the result depend on the order, so that both computations of it may differ?
static bool depends_on_order(tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  return tern_type_is_float(tern_type_element(type)) && tern_type_dim(type, axis) > 2 &&
         tern_op_walk_pre(op, find_rounding, NULL) == TERN_WALK_INTERRUPT;
}

// How many lanes or warps have parts of what is reduced.
static int64_t parts_along(const tern_layout_t *layout, const char *in, size_t axis) {
  size_t position = tern_layout_find(&layout->ins, in);
  int64_t parts = 1;
  for (size_t bit = 0; position < layout->ins.count && bit < layout->ins.values[position].bits; ++bit) {
    if (tern_layout_basis(layout, position, bit, axis)) parts *= 2;
  }
  return parts;
}

static int64_t reduction_cost(const tern_op_t *op) {
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  tern_layout_t layout = tern_ttg_type_layout(tern_op_operand(op, 0)->type);
  if (layout.error) return 0;
  return parts_along(&layout, TERN_LAYOUT_LANE, axis) + WARP_COST * parts_along(&layout, TERN_LAYOUT_WARP, axis);
}

// --- what it costs to compute a slice again ---

typedef struct costs {
  const tern_op_t *convert;
  tern_op_list_t ops;  // of the slice, in its order
  tern_map_t is_in;    // the same as a set
  tern_map_t single;   // op -> 1: only the conversion uses it, through the slice; 2: others do
} costs_t;

enum { SINGLE = 1, SHARED = 2 };

// Is the op used by nothing but the slice? Then it dies where it was, and costs nothing more.
static bool is_single_use(costs_t *costs, const tern_op_t *op) {
  uintptr_t known = (uintptr_t)tern_map_get(&costs->single, op);
  if (known) return known == SINGLE;
  bool is_single = true;
  for (size_t i = 0; i < op->result_count && is_single; ++i) {
    tern_value_for_each_use(tern_op_result(op, i), use) {
      if (use->owner == costs->convert) continue;
      is_single = is_single && tern_map_contains(&costs->is_in, use->owner) && is_single_use(costs, use->owner);
    }
  }
  tern_map_set(&costs->single, op, (void *)(uintptr_t)(is_single ? SINGLE : SHARED));
  return is_single;
}

// False: it may not be computed again, whatever it costs.
static bool add_cost(costs_t *costs, tern_op_t *op, int64_t *inout_cost) {
  if (is_single_use(costs, op) || tern_op_is(op, TERN_ARITH(CONSTANT))) return true;
  if (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TTG(LOCAL_LOAD))) {
    *inout_cost += results_cost(op, LOAD_COST);
  } else if (is_of(op, "arith") || is_of(op, "math")) {
    *inout_cost += results_cost(op, is_expensive_math(op) ? MATH_COST : 1);
  } else if (tern_op_is(op, TERN_TT(REDUCE))) {
    if (depends_on_order(op)) return false;
    *inout_cost += reduction_cost(op);
  }
  return true;
}

static bool is_worth_it(const tern_ttg_slice_t *slice, tern_op_t *convert) {
  costs_t costs = {.convert = convert};
  for (size_t i = 0; i < slice->values.entry_count; ++i) {
    const tern_value_t *value = slice->values.entries[i].key;
    tern_op_t *op = value ? tern_value_defining_op(value) : NULL;
    if (op && tern_map_set(&costs.is_in, op, op)) tern_vec_push(&costs.ops, op);
  }
  int64_t cost = 0;
  bool is_allowed = true;
  for (size_t i = 0; i < costs.ops.count && is_allowed; ++i) is_allowed = add_cost(&costs, costs.ops.values[i], &cost);
  int64_t saved = CONVERSION_COST * byte_count(tern_op_operand(convert, 0), MIN_ELEMENTS, MIN_BITS);
  tern_vec_deinitialize(&costs.ops);
  tern_map_deinitialize(&costs.is_in);
  tern_map_deinitialize(&costs.single);
  return is_allowed && cost <= saved;
}

// --- conversions ---

static void rematerialize(tern_ttg_remat_t *remat, tern_op_t *convert) {
  tern_value_t *source = tern_op_operand(convert, 0), *result = tern_op_result(convert, 0);
  const tern_attr_t *encoding = tern_ttg_value_encoding(result);
  // Operands of products are moved by a step of their own.
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP)) return;
  tern_value_t *same = tern_ttg_remat_find(remat, source, encoding);
  if (same && tern_value_defining_op(same) != convert &&
      tern_dominance_value_dominates(remat->dominance, same, convert)) {
    tern_value_replace_all_uses(result, same);
    tern_ttg_remat_kill(remat, convert);
    return;
  }
  tern_ttg_slice_t slice = {0};
  bool is_found = tern_ttg_rematerializable_slice(remat, &convert->operands[0], encoding, NULL, &slice);
  if (is_found && is_worth_it(&slice, convert)) {
    tern_map_t mapping = {0};
    tern_ttg_rewrite_slice(remat, &slice, convert, &mapping);
    tern_map_deinitialize(&mapping);
  }
  tern_ttg_slice_deinitialize(&slice);
}

bool tern_ttg_rematerialize_backward(tern_op_t *function) {
  tern_ttg_remat_t remat;
  tern_ttg_remat_initialize(&remat, function);
  bool is_changed = tern_ttg_remat_each_conversion(&remat, rematerialize);
  tern_ttg_remat_deinitialize(&remat);
  return is_changed;
}
