// The cost model of fusion; see the header.

#include "analysis/fusion_cost.h"

#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

#define FUSION_RATES(machine, ...) {machine, {__VA_ARGS__}},
static const struct {
  const char *name;
  tern_fusion_rates_t rates;
} machines[] = {
#include "analysis/machine/fusion_rates.def"
};
#undef FUSION_RATES

const tern_fusion_rates_t *tern_fusion_rates_find(tern_str_t machine) {
  for (size_t i = 0; i < sizeof machines / sizeof machines[0]; ++i) {
    if (tern_str_equal_cstr(machine, machines[i].name)) return &machines[i].rates;
  }
  return NULL;
}

const tern_fusion_rates_t *tern_fusion_rates_of_pass(const tern_op_t *root, const tern_pass_t *pass) {
  tern_str_t name = tern_pass_string(pass, "machine");
  const tern_fusion_rates_t *rates = tern_fusion_rates_find(name);
  if (rates) return rates;
  tern_emit_error(root->loc, "no costs of fusion are known for the machine '%.*s'", (int)name.size, name.data);
  tern_emit_note(root->loc, "set the option 'machine' to cpu, cuda or vulkan");
  return NULL;
}

double tern_fusion_nanoseconds(const tern_fusion_rates_t *rates, const tern_fusion_work_t *work, double part) {
  double moved = work->bytes / (rates->bytes * part);
  double computed = work->ops / rates->ops, share = work->strands / rates->strands;
  double longer = moved > computed ? moved : computed;
  return share < 1 ? longer / share : longer;
}

// --- operations ---

enum { DIVISION_OPS = 12, FUNCTION_OPS = 20, LONG_FUNCTION_OPS = 60, REGION_OPS = 100 };

// What takes another number of operations than one. Functions of math that do not stand here take FUNCTION_OPS.
static const struct {
  const tern_op_row_t *row;
  int ops;
} op_costs[] = {
    {TERN_ARITH(CONSTANT), 0},
    {TERN_ARITH(DIVF), DIVISION_OPS},
    {TERN_ARITH(DIVSI), FUNCTION_OPS},
    {TERN_ARITH(DIVUI), FUNCTION_OPS},
    {TERN_ARITH(REMF), LONG_FUNCTION_OPS},
    {TERN_ARITH(REMSI), FUNCTION_OPS},
    {TERN_ARITH(REMUI), FUNCTION_OPS},
    {TERN_TENSOR(EXTRACT), FUNCTION_OPS},
    {TERN_LINALG(INDEX), 0},
    {TERN_LINALG(YIELD), 0},
    {TERN_MATH(SQRT), DIVISION_OPS},
    {TERN_MATH(RSQRT), DIVISION_OPS},
    {TERN_MATH(POWF), LONG_FUNCTION_OPS},
    {TERN_MATH(SIN), LONG_FUNCTION_OPS},
    {TERN_MATH(COS), LONG_FUNCTION_OPS},
    {TERN_MATH(TAN), LONG_FUNCTION_OPS},
    {TERN_MATH(SINCOS), LONG_FUNCTION_OPS},
};

double tern_fusion_op_cost(const tern_op_t *op) {
  if (op->region_count > 0) return REGION_OPS;
  for (size_t i = 0; i < sizeof op_costs / sizeof op_costs[0]; ++i) {
    if (tern_op_is(op, op_costs[i].row)) return op_costs[i].ops;
  }
  // A number made of a counter is a counter itself.
  bool is_cast = tern_op_is(op, TERN_ARITH(INDEX_CAST)) || tern_op_is(op, TERN_ARITH(INDEX_CASTUI));
  if (is_cast && tern_type_is_index(tern_op_operand(op, 0)->type)) return 0;
  return op->def->dialect == &tern_math_dialect ? FUNCTION_OPS : 1;
}

double tern_fusion_body_ops(const tern_op_t *op) {
  double ops = 0;
  tern_block_for_each_op(tern_linalg_body(op), inner) ops += tern_fusion_op_cost(inner);
  return ops;
}

bool tern_fusion_is_cheap(const tern_fusion_rates_t *rates, const tern_op_t *op) {
  return tern_fusion_body_ops(op) <= rates->recomputed_ops;
}
