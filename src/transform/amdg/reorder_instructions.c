// --tritonamdgpu-reorder-instructions: moves ops so that less is in registers at a time, and loads begin early (upstream's pass of the
// name).
//
//   - operands of products that are converted before a loop, for one use in it, are converted there
//   - conversions come behind the last end of shared memory that stands before their first use
//   - transposes come right behind what they transpose
//   - loads that a pipeline has put in front of a loop (`amd.pipeliner_part`) come first, with what their addresses are made of
//   - the second load of a loop with one large product comes right before that, among whose instructions it can be issued

#include "dialect/gpu/gpu.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/placement.h"

// --- conversions and transposes ---

static void sink_into_loop(tern_op_t *op) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(op->results[0].type);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP) || !tern_value_has_one_use(&op->results[0])) return;
  tern_op_t *user = op->results[0].first_use->owner;
  if (tern_op_parent_of(user, TERN_SCF(FOR)) != tern_op_parent_of(op, TERN_SCF(FOR))) tern_op_move_before(op, user);
}

// --- loads in front of loops ---

static bool holds_loads_back(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(ATOMIC_RMW)) || tern_op_is(op, TERN_TT(ATOMIC_CAS)) ||
         tern_op_is(op, TERN_GPU(BARRIER)) || tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(WHILE));
}

// The last op before the load that it has to stay behind; NULL: none.
static tern_op_t *find_early_place(const tern_op_t *load) {
  tern_op_t *place = NULL;
  const tern_op_t *source = tern_value_defining_op(tern_op_operand(load, 0));
  for (tern_op_t *op = load->block->first_op; op != load; op = op->next) {
    if (op == source || holds_loads_back(op)) place = op;
  }
  return place;
}

// Adds what the op and those inside of it need of ops in the block, and what these need, before them.
static void collect_sources(tern_op_t *op, const tern_block_t *block, tern_op_list_t *out_ops) {
  for (size_t i = 0; i < out_ops->count; ++i) {
    if (out_ops->values[i] == op) return;
  }
  tern_op_list_t inside = tern_op_collect(op, TERN_PREORDER, NULL);
  for (size_t i = 0; i < inside.count; ++i) {
    for (size_t k = 0; k < inside.values[i]->operand_count; ++k) {
      tern_op_t *source = tern_value_defining_op(tern_op_operand(inside.values[i], k));
      if (source && source->block == block) collect_sources(source, block, out_ops);
    }
  }
  tern_vec_deinitialize(&inside);
  tern_vec_push(out_ops, op);
}

static void hoist_load(tern_op_t *load) {
  tern_op_list_t ops = {0};
  tern_op_t *place = find_early_place(load);
  collect_sources(load, load->block, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (place && !tern_op_is_before(place, op)) continue;
    if (place)
      tern_ttg_move_after(op, place);
    else if (op != load->block->first_op)
      tern_op_move_before(op, load->block->first_op);
    place = op;
  }
  tern_vec_deinitialize(&ops);
}

static void hoist_loads(tern_op_t *function) {
  tern_op_list_t loads = {0};
  tern_block_for_each_op(tern_op_body(function, 0), op) {
    if (tern_op_is(op, TERN_TT(LOAD)) && tern_op_attr(op, "amd.pipeliner_part")) tern_vec_push(&loads, op);
  }
  for (size_t i = loads.count; i-- > 0;) hoist_load(loads.values[i]);
  tern_vec_deinitialize(&loads);
}

// --- loads in loops ---

static size_t count_row(tern_op_t *root, const tern_op_row_t *row) {
  tern_op_list_t ops = tern_op_collect_row(root, TERN_PREORDER, row);
  size_t count = ops.count;
  tern_vec_deinitialize(&ops);
  return count;
}

static bool is_large_tile(const tern_op_t *load, int64_t rows, int64_t columns) {
  const tern_type_t *type = load->results[0].type;
  return type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) == 2 && tern_type_dim(type, 0) >= rows &&
         tern_type_dim(type, 1) >= columns;
}

static void sink_second_load(const tern_op_t *loop) {
  enum { LONG_SIDE = 128, DEPTH = 64 };
  tern_op_t *loads[2] = {NULL}, *dot = NULL;
  size_t count = 0;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_is(op, TERN_TT(LOAD)) && count++ < 2) loads[count - 1] = op;
    if (tern_op_is(op, TERN_TT(DOT))) dot = op;
  }
  if (count != 2 || !dot || !is_large_tile(loads[0], LONG_SIDE, DEPTH) || !is_large_tile(loads[1], 0, LONG_SIDE))
    return;
  const tern_op_t *use = tern_ttg_first_use(loads[1]);
  if (tern_op_is_before(loads[1], dot) && use && tern_op_is_before(dot, use)) tern_op_move_before(loads[1], dot);
}

// Loops of a function that is nothing but products, one in each loop; otherwise innermost loops with one product and two loads or more.
static void sink_second_loads(tern_op_t *function) {
  tern_op_list_t loops = tern_op_collect_row(function, TERN_PREORDER, TERN_SCF(FOR));
  bool is_pure = loops.count > 0;
  for (size_t i = 0; i < loops.count; ++i) is_pure = is_pure && count_row(loops.values[i], TERN_TT(DOT)) == 1;
  for (size_t i = 0; i < loops.count; ++i) {
    bool is_leaf = count_row(loops.values[i], TERN_SCF(FOR)) == 1;
    bool is_product = count_row(loops.values[i], TERN_TT(DOT)) == 1 && count_row(loops.values[i], TERN_TT(LOAD)) >= 2;
    if (is_pure || (is_leaf && is_product)) sink_second_load(loops.values[i]);
  }
  tern_vec_deinitialize(&loops);
}

// --- the pass ---

static void move_each(tern_op_t *function, bool (*is_for)(const tern_op_t *op), void (*move)(tern_op_t *op)) {
  tern_op_list_t ops = tern_op_collect(function, TERN_POSTORDER, is_for);
  for (size_t i = 0; i < ops.count; ++i) move(ops.values[i]);
  tern_vec_deinitialize(&ops);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_block_for_each_op(tern_op_body(module, 0), function) {
    if (!tern_op_is(function, TERN_TT(FUNC)) || tern_region_is_empty(&function->regions[0])) continue;
    move_each(function, tern_ttg_is_conversion, sink_into_loop);
    move_each(function, tern_ttg_is_conversion, tern_ttg_sink_conversion);
    move_each(function, tern_ttg_is_transpose, tern_ttg_hoist_transpose);
    hoist_loads(function);
    sink_second_loads(function);
  }
  return true;
}

const tern_pass_def_t tern_tritonamdgpu_reorder_instructions_pass = {
    .flag = "tritonamdgpu-reorder-instructions",
    .name = "TritonAMDGPUReorderInstructions",
    .anchor = "builtin.module",
    .summary = "Move ops so that less is in registers at a time, and loads begin early",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
