// --tritongpu-reorder-instructions: moves ops so that less is in registers at a time, and so that ptxas finds what it likes.
//
//   - conversions come behind the last end of shared memory that stands before their first use
//   - operands that take many registers are read in the loop that uses them, not before it
//   - shared memory is filled right behind what fills it
//   - transposes come right behind what they transpose
//   - the second operand of a product is read behind the first
//
// Source: upstream's pass of the same name.

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/placement.h"

// The only op that uses the result; NULL: there are none or several.
static tern_op_t *only_user(const tern_op_t *op) {
  return op->result_count == 1 && tern_value_has_one_use(&op->results[0]) ? op->results[0].first_use->owner : NULL;
}

static const tern_attr_t *dot_operand(const tern_op_t *op) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(op->results[0].type);
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP) ? encoding : NULL;
}

// --- the rules, each for one op ---

static bool takes_registers(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(LOCAL_LOAD)) || (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)) && dot_operand(op));
}

static void sink_into_loop(tern_op_t *op) {
  tern_op_t *user = only_user(op);
  if (user && tern_op_parent_of(user, TERN_SCF(FOR)) != tern_op_parent_of(op, TERN_SCF(FOR)))
    tern_op_move_before(op, user);
}

// Memory for what is the same everywhere is needed late.
static void hoist_alloc(tern_op_t *op) {
  tern_op_t *source = op->operand_count ? tern_value_defining_op(tern_op_operand(op, 0)) : NULL;
  if (!source || tern_op_is(source, TERN_ARITH(CONSTANT)) || tern_op_is(source, TERN_TT(SPLAT))) return;
  tern_ttg_move_after(op, source);
}

static bool writes(const tern_op_t *op) { return (tern_op_effects(op) & TERN_TRAIT_MEM_WRITE) != 0; }

// Does something write behind `start` and up to `end`, of the same block?
static bool has_write_between(const tern_op_t *start, const tern_op_t *end) {
  for (const tern_op_t *op = start->next; op; op = op->next) {
    if (writes(op)) return true;
    if (op == end) return false;
  }
  return true;
}

static void sink_second_operand(tern_op_t *op) {
  const tern_attr_t *operand = dot_operand(op);
  if (!operand || tern_ttg_number(operand, TERN_TTG_FIELD_OP_IDX) != 1) return;
  const tern_op_t *dot = only_user(op);
  if (!dot || !tern_op_is(dot, TERN_TT(DOT))) return;
  tern_op_t *first = tern_value_defined_by(tern_op_operand(dot, 0), TERN_TTG(LOCAL_LOAD));
  if (!first || first->block != op->block || !tern_op_is_before(op, first) || has_write_between(op, first)) return;
  tern_ttg_move_after(op, first);
}

// --- the pass ---

static bool is_alloc(const tern_op_t *op) { return tern_op_is(op, TERN_TTG(LOCAL_ALLOC)); }
static bool is_local_load(const tern_op_t *op) { return tern_op_is(op, TERN_TTG(LOCAL_LOAD)); }

typedef struct rule {
  bool (*is_for)(const tern_op_t *op);
  void (*move)(tern_op_t *op);
} rule_t;

static const rule_t rules[] = {
    {tern_ttg_is_conversion, tern_ttg_sink_conversion}, {takes_registers, sink_into_loop},    {is_alloc, hoist_alloc},
    {tern_ttg_is_transpose, tern_ttg_hoist_transpose},  {is_local_load, sink_second_operand},
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    tern_op_list_t ops = tern_op_collect(module, TERN_POSTORDER, rules[i].is_for);
    for (size_t k = 0; k < ops.count; ++k) rules[i].move(ops.values[k]);
    tern_vec_deinitialize(&ops);
  }
  return true;
}

const tern_pass_def_t tern_tritongpu_reorder_instructions_pass = {
    .flag = "tritongpu-reorder-instructions",
    .name = "TritonGPUReorderInstructions",
    .anchor = "builtin.module",
    .summary = "Move ops so that less is in registers at a time",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
