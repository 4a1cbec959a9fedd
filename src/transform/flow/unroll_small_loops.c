// --iree-flow-unroll-small-loops: loops of the host that run a few times are written out, so that what their iterations compute
// can be fused.
//
//   scf.while (%i = %c0, %x = %a) : (i32, tensor<4xf32>) ... {              %x1 = f(%a)
//     %p = arith.cmpi slt, %i, %c3                                    ->    %x2 = f(%x1)
//     scf.condition(%p) %i, %x                                              %x3 = f(%x2)
//   } do { ... f(%x) ... scf.yield %i + 1, ... }
//
// This is ours: random number generators of JAX are such loops, with a handful of element-wise ops in them. Loops that count
// (transform/flow/counted_loop.h) are written out. Those of element-wise ops alone, such as iterations of Newton's method, become one dispatch
// and may run more often. So may loops of dispatches, where the options say so: what their iterations submit becomes one command
// buffer, with its memory planned as one, and they share their executables.

#include "dialect/arith/arith.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/flow/counted_loop.h"

// For loops of element-wise ops.
enum { MAX_FUSED_ITERATIONS = 32, MAX_FUSED_OPS = 256 };

typedef struct loop_size {
  int64_t ops;          // a structured op counts as one
  bool is_elementwise;  // they all are element-wise, or compute scalars
} loop_size_t;

static tern_walk_result_t count_op(tern_op_t *op, void *user) {
  loop_size_t *size = user;
  ++size->ops;
  if (!tern_is_linalg(op)) {
    bool is_scalar = op->result_count != 1 || op->results[0].type->kind != TERN_TYPE_TENSOR;
    size->is_elementwise &= is_scalar || tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_op_is(op, TERN_ARITH(CONSTANT)) ||
                            tern_op_is(op, TERN_SCF(WHILE));
    return TERN_WALK_ADVANCE;
  }
  size->is_elementwise &= tern_linalg_is_elementwise(op);
  return TERN_WALK_SKIP;
}

static void unroll(tern_op_t *loop, int64_t iterations) {
  tern_block_t *after = tern_op_body(loop, 1);
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *values[TERN_COUNTED_LOOP_MAX_VALUES];
  size_t count = after->arg_count;
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_operand(loop, i);
  for (int64_t n = 0; n < iterations; ++n) tern_builder_clone_body(&b, after, values, values);
  for (size_t i = 0; i < count; ++i) tern_value_replace_all_uses(tern_op_result(loop, i), values[i]);
  tern_op_destroy(loop);
}

static bool is_wanted(const tern_op_t *op) { return tern_op_is(op, TERN_SCF(WHILE)) && !tern_is_in_dispatch(op); }

// Inner loops first: an outer one counts what they became.
static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t max_iterations = tern_pass_int(pass, "max-iterations"), max_ops = tern_pass_int(pass, "max-ops");
  tern_op_list_t loops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = 0; i < loops.count; ++i) {
    int64_t iterations = tern_counted_loop_iterations(loops.values[i]);
    if (iterations == 0) continue;
    loop_size_t size = {.is_elementwise = true};
    tern_op_walk_pre(loops.values[i], count_op, &size);
    bool is_small = iterations <= max_iterations && size.ops <= max_ops / iterations;
    bool is_fused = size.is_elementwise && iterations <= MAX_FUSED_ITERATIONS && size.ops <= MAX_FUSED_OPS / iterations;
    if (!is_small && !is_fused) continue;
    unroll(loops.values[i], iterations);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

static const tern_option_def_t options[] = {
    {"max-iterations", TERN_OPTION_INT, "8", "How often a loop may run", NULL},
    {"max-ops", TERN_OPTION_INT, "512", "How many ops may come of a loop, where a structured op counts as one", NULL},
};

const tern_pass_def_t tern_unroll_small_loops_pass = {
    .flag = "iree-flow-unroll-small-loops",
    .name = "UnrollSmallLoopsPass",
    .summary = "Unroll loops of the host that run a few times",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-unrolled - loops that went", NULL},
    .run = run,
};
