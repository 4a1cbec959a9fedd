// One row for each kind of op: its ways in, and those behind its terminators.

#include "analysis/region_flow.h"

#include "dialect/affine/affine.h"
#include "dialect/cf/cf.h"
#include "dialect/common/fold_elements.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/vm/vm.h"

typedef struct flow {
  const tern_op_t *op;          // the structured op
  const tern_op_t *terminator;  // the one that is left by; NULL at the start
  const tern_attr_t *const *constants;
  tern_region_edge_fn_t callback;
  void *user;
} flow_t;

enum { END = -1 };

static void go(const flow_t *flow, int region, size_t start, size_t count, size_t input) {
  tern_region_edge_t edge = {region, start, count, input};
  flow->callback(&edge, flow->user);
}

// Into a region without arguments, or to the end where the op was written without it.
static void go_into(const flow_t *flow, size_t region) {
  bool is_there = region < flow->op->region_count && !tern_region_is_empty(&flow->op->regions[region]);
  go(flow, is_there ? (int)region : END, 0, 0, 0);
}

static void yield_to_end(const flow_t *flow) { go(flow, END, 0, flow->terminator->operand_count, 0); }

static void enter_single(const flow_t *flow) { go_into(flow, 0); }

static void enter_if(const flow_t *flow) {
  const tern_attr_t *condition = flow->constants[0];
  bool is_known = tern_attr_is_integer(condition);
  if (!is_known || tern_integer_attr_value(condition) != 0) go_into(flow, 0);
  if (!is_known || tern_integer_attr_value(condition) == 0) go_into(flow, 1);
}

static void enter_affine_if(const flow_t *flow) {
  go_into(flow, 0);
  go_into(flow, 1);
}

static void enter_index_switch(const flow_t *flow) {
  const tern_attr_t *arg = flow->constants[0], *cases = tern_op_attr(flow->op, "cases");
  if (!tern_attr_is_integer(arg)) {
    for (size_t i = 0; i < flow->op->region_count; ++i) go_into(flow, i);
    return;
  }
  size_t chosen = 0;
  for (size_t i = tern_int_list_attr_count(cases); i-- > 0;) {
    if (tern_int_list_attr_at(cases, i) == tern_integer_attr_value(arg)) chosen = i + 1;
  }
  go_into(flow, chosen);
}

static void enter_for(const flow_t *flow) {
  size_t count = flow->op->operand_count - 3;
  go(flow, 0, 3, count, 1);
  go(flow, END, 3, count, 0);
}

static void leave_for(const flow_t *flow) {
  go(flow, 0, 0, flow->terminator->operand_count, 1);
  yield_to_end(flow);
}

static void enter_while(const flow_t *flow) { go(flow, 0, 0, flow->op->operand_count, 0); }

static void leave_while(const flow_t *flow) {
  size_t count = flow->terminator->operand_count;
  if (!tern_op_is(flow->terminator, TERN_SCF(CONDITION))) {
    go(flow, 0, 0, count, 0);
    return;
  }
  const tern_attr_t *condition = flow->constants[0];
  bool is_known = tern_attr_is_integer(condition);
  if (!is_known || tern_integer_attr_value(condition) != 0) go(flow, 1, 1, count - 1, 0);
  if (!is_known || tern_integer_attr_value(condition) == 0) go(flow, END, 1, count - 1, 0);
}

static void enter_affine_for(const flow_t *flow) {
  uint64_t trips;
  bool is_known = tern_affine_for_trip_count(flow->op, &trips);
  size_t start = tern_affine_for_inits(flow->op), count = flow->op->operand_count - start;
  if (!is_known || trips > 0) go(flow, 0, start, count, 1);
  if (!is_known || trips == 0) go(flow, END, start, count, 0);
}

static void leave_affine_for(const flow_t *flow) {
  uint64_t trips;
  bool is_last = tern_affine_for_trip_count(flow->op, &trips) && trips == 1;
  if (!is_last) go(flow, 0, 0, flow->terminator->operand_count, 1);
  yield_to_end(flow);
}

typedef struct flow_row {
  const tern_op_row_t *row;
  void (*enter)(const flow_t *flow);
  void (*leave)(const flow_t *flow);
} flow_row_t;

static const flow_row_t rows[] = {
    {TERN_SCF(IF), enter_if, yield_to_end},
    {TERN_SCF(FOR), enter_for, leave_for},
    {TERN_SCF(WHILE), enter_while, leave_while},
    {TERN_SCF(INDEX_SWITCH), enter_index_switch, yield_to_end},
    {TERN_SCF(EXECUTE_REGION), enter_single, yield_to_end},
    {TERN_AFFINE(FOR), enter_affine_for, leave_affine_for},
    {TERN_AFFINE(IF), enter_affine_if, yield_to_end},
    {TERN_MEMREF(ALLOCA_SCOPE), enter_single, yield_to_end},
    // The partitions, in the other region, are programs of their own.
    {TERN_TTG(WARP_SPECIALIZE), enter_single, yield_to_end},
};

static const flow_row_t *find_row(const tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_REGION_BRANCH)) return NULL;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) return &rows[i];
  }
  return NULL;
}

bool tern_region_flow_is_known(const tern_op_t *op) { return find_row(op) != NULL; }

void tern_region_flow_enter(const tern_op_t *op, const tern_attr_t *const *constants, tern_region_edge_fn_t callback,
                            void *user) {
  flow_t flow = {.op = op, .constants = constants, .callback = callback, .user = user};
  find_row(op)->enter(&flow);
}

void tern_region_flow_leave(const tern_op_t *terminator, const tern_attr_t *const *constants,
                            tern_region_edge_fn_t callback, void *user) {
  const tern_op_t *op = tern_op_parent(terminator);
  flow_t flow = {.op = op, .terminator = terminator, .constants = constants, .callback = callback, .user = user};
  find_row(op)->leave(&flow);
}

static int switch_successor(const tern_op_t *op, const tern_attr_t *flag) {
  uint32_t width = tern_type_bit_width(tern_op_operand(op, 0)->type);
  if (width == 0 || width > 64) return -1;
  uint64_t mask = UINT64_MAX >> (64 - width), value = (uint64_t)tern_integer_attr_value(flag) & mask;
  const tern_attr_t *values = tern_op_attr(op, "case_values");
  for (size_t i = 0; i + 1 < op->successor_count; ++i) {
    tern_uint128_t bits;
    tern_attr_element_bits(values, i, &bits);
    if (((uint64_t)bits & mask) == value) return (int)i + 1;
  }
  return 0;
}

int tern_branch_known_successor(const tern_op_t *op, const tern_attr_t *const *constants) {
  bool is_conditional = tern_op_is(op, TERN_CF(COND_BR)) || tern_op_is(op, TERN_VM(COND_BR));
  if (!is_conditional && !tern_op_is(op, TERN_CF(SWITCH))) return -1;
  if (!tern_attr_is_integer(constants[0])) return -1;
  if (is_conditional) return tern_integer_attr_value(constants[0]) != 0 ? 0 : 1;
  return switch_successor(op, constants[0]);
}
