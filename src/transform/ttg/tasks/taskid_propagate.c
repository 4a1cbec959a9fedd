// --nvgpu-test-taskid-propagate: what ops of some groups of warps need is theirs, too (upstream's pass of the name, the second step of its
// way to divide kernels for Hopper).
//
//   %c = arith.constant 64 : i32                          %c = arith.constant {async_task_id = array<i32: 0>} 64 : i32
//   %j = arith.addi %i, %c : i32                          %j = arith.addi %i, %c {async_task_id = array<i32: 0>} : i32
//   tt.descriptor_load %d[%j] {async_task_id = ...0}  =>  tt.descriptor_load %d[%j] {async_task_id = array<i32: 0>}
//
// From values to what they are computed of, through loops and conditionals, whose bounds and conditions belong to all who have something
// inside. Ops that say whose they are keep that, but for constants. Ops around others are for all of these.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/tasks/tasks.h"

enum { CONTROLS = 3 };  // operands of scf.for in front of what it carries

typedef struct propagation {
  const tern_op_t *function;
  tern_map_t places;  // value -> its place among the sets, plus one
  TERN_VEC(tern_tasks_t) sets;
  bool has_changed;
} propagation_t;

static tern_tasks_t set_of(const propagation_t *p, const tern_value_t *value) {
  size_t place = (size_t)(uintptr_t)tern_map_get(&p->places, value);
  return place ? p->sets.values[place - 1] : 0;
}

static void add(propagation_t *p, const tern_value_t *value, tern_tasks_t set) {
  if (!(set & ~set_of(p, value))) return;
  size_t place = (size_t)(uintptr_t)tern_map_get(&p->places, value);
  if (!place) {
    tern_vec_push(&p->sets, 0);
    place = p->sets.count;
    tern_map_set(&p->places, value, (void *)(uintptr_t)place);
  }
  p->sets.values[place - 1] |= set;
  p->has_changed = true;
}

static tern_tasks_t set_of_results(const propagation_t *p, const tern_op_t *op) {
  tern_tasks_t set = 0;
  for (size_t i = 0; i < op->result_count; ++i) set |= set_of(p, tern_op_result(op, i));
  return set;
}

// Whoever has something inside runs the loops and conditionals around it.
static void add_controls(propagation_t *p, const tern_op_t *op, tern_tasks_t set) {
  for (const tern_op_t *around = tern_op_parent(op); around && around != p->function; around = tern_op_parent(around)) {
    size_t count = tern_op_is(around, TERN_SCF(FOR)) ? CONTROLS : tern_op_is(around, TERN_SCF(IF)) ? 1 : 0;
    for (size_t i = 0; i < count; ++i) add(p, tern_op_operand(around, i), set);
  }
}

static void visit_loop(propagation_t *p, const tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  for (size_t i = 0; i < loop->result_count; ++i) {
    tern_tasks_t set = set_of(p, tern_op_result(loop, i)) | set_of(p, body->args[i + 1]);
    add(p, tern_op_operand(loop, CONTROLS + i), set);
    add(p, tern_op_operand(body->last_op, i), set);
  }
}

// Conditionals and reductions: the ends of their regions give the results.
static void visit_ends(propagation_t *p, const tern_op_t *op) {
  for (size_t r = 0; r < op->region_count; ++r) {
    const tern_block_t *block = op->regions[r].first_block;
    for (size_t i = 0; block && i < block->last_op->operand_count && i < op->result_count; ++i)
      add(p, tern_op_operand(block->last_op, i), set_of(p, tern_op_result(op, i)));
  }
}

static void visit(propagation_t *p, const tern_op_t *op) {
  if (tern_op_is(op, TERN_SCF(FOR))) {
    visit_loop(p, op);
    return;
  }
  visit_ends(p, op);
  if (tern_op_is(op, TERN_SCF(IF))) return;
  tern_tasks_t own = tern_tasks_of(op), set = own ? own : set_of_results(p, op);
  for (size_t i = 0; i < op->operand_count; ++i) add(p, tern_op_operand(op, i), set);
  add_controls(p, op, set);
}

static void label(const propagation_t *p, tern_op_t *op) {
  tern_tasks_t set = set_of_results(p, op);
  for (size_t i = 0; !op->result_count && i < op->operand_count; ++i) set |= set_of(p, tern_op_operand(op, i));
  if (!set || (tern_tasks_of(op) && !tern_op_is(op, TERN_ARITH(CONSTANT)))) return;
  tern_tasks_set(op, set);
  for (tern_op_t *around = tern_op_parent(op); around && around != p->function; around = tern_op_parent(around))
    tern_tasks_set(around, tern_tasks_of(around) | set);
}

static void propagate(tern_op_t *function) {
  propagation_t p = {.function = function, .has_changed = true};
  tern_op_list_t ops = tern_op_collect(function, TERN_POSTORDER, NULL);
  while (p.has_changed) {
    p.has_changed = false;
    for (size_t i = ops.count; i-- > 0;) {
      if (ops.values[i] != function) visit(&p, ops.values[i]);
    }
  }
  for (size_t i = 0; i < ops.count; ++i) {
    if (ops.values[i] != function) label(&p, ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&p.sets);
  tern_map_deinitialize(&p.places);
}

// --- the pass ---

static tern_walk_result_t check(tern_op_t *op, void *user) {
  (void)user;
  bool is_known = op->region_count < 2 || tern_op_is(op, TERN_SCF(IF));
  if (is_known) return TERN_WALK_ADVANCE;
  tern_op_error(op, "cannot be divided among groups of warps");
  tern_emit_note(op->loc, "write it with scf.for and scf.if");
  return TERN_WALK_INTERRUPT;
}

static bool is_taken(const tern_op_t *op) { return tern_tasks_of(op) != 0; }

static bool run_on(tern_op_t *function, bool is_wanted) {
  tern_op_list_t taken = tern_op_collect(function, TERN_PREORDER, is_taken);
  bool is_anchored = false;
  for (size_t i = 0; i < taken.count; ++i) {
    tern_op_t *op = taken.values[i];
    is_anchored = is_anchored || !tern_op_is(op, TERN_ARITH(CONSTANT));
    tern_tasks_set(op, is_wanted ? tern_tasks_of(op) : 0);
  }
  tern_vec_deinitialize(&taken);
  if (!is_wanted || !is_anchored) return true;
  if (tern_op_walk_pre(function, check, NULL) == TERN_WALK_INTERRUPT) return false;
  propagate(function);
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  bool is_wanted = tern_pass_int(pass, "num-warp-groups") > 0, is_right = true;
  tern_op_list_t functions = tern_op_collect_row(module, TERN_PREORDER, TERN_TT(FUNC));
  for (size_t i = 0; i < functions.count && is_right; ++i) is_right = run_on(functions.values[i], is_wanted);
  tern_vec_deinitialize(&functions);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"num-warp-groups", TERN_OPTION_INT, "0", "Groups of warps; 0: what ops say is removed", NULL},
};

const tern_pass_def_t tern_nvgpu_test_taskid_propagate_pass = {
    .flag = "nvgpu-test-taskid-propagate",
    .name = "NVGPUTestWSTaskIdPropagate",
    .anchor = "builtin.module",
    .summary = "Give groups of warps what their ops need",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
