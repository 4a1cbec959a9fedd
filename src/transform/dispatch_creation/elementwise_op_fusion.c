// --iree-dispatch-creation-elementwise-op-fusion: element-wise ops of a whole program move into the ops that use them.
//
//   %1 = linalg.generic ins(%0)     { exp }           %2:2 = linalg.generic ins(%0) { exp; addf; yield exp, sum }
//   %2 = linalg.generic ins(%1, %1) { addf }     ->   "use"(%2#0, %2#1)
//   "use"(%1, %2)
//
// Source: IREE's pass of that name (FusionOfTensorOps in 2023), whose rule is upstream's ElementwiseOpFusion with a control
// function. Memory traffic decides. A producer with one user is fused into it. One with several users joins the first of
// them that runs over the same loops, and its results become results of the fused op, so that nothing is computed twice and
// nothing is read twice, unless it makes its elements of next to nothing, such as a mask of the counters of loops. Otherwise it is
// computed again in each user if that is cheap, and stays if it is not; what is cheap, the cost model of fusion says for the machine
// of the option `machine`.

#include "analysis/fusion_cost.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/linalg/fuse_elementwise.h"

// Bindings that devices have room for.
enum { MAX_OPERANDS = 32 };

typedef struct options {
  bool fuses_multi_use;
  const tern_fusion_rates_t *rates;
} options_t;

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_LINALG(GENERIC)) && tern_linalg_has_tensor_semantics(op);
}

// Will the producer run in the dispatch of an op before it, which hands it its elements in registers?
static bool is_epilogue(const tern_op_t *producer) {
  for (size_t i = 0; i < tern_linalg_input_count(producer); ++i) {
    const tern_value_t *input = tern_linalg_input(producer, i);
    const tern_op_t *root = tern_value_defining_op(input);
    if (root && tern_is_linalg(root) && !tern_linalg_is_all_parallel(root) && tern_value_has_one_use(input) &&
        tern_affine_map_is_permutation(tern_linalg_indexing_map(producer, i))) {
      return true;
    }
  }
  return false;
}

static bool only_moves(const tern_op_t *producer) {
  return tern_linalg_body(producer)->first_op == tern_linalg_body(producer)->last_op;
}

static bool has_one_user(const tern_op_t *producer, const tern_op_t *consumer) {
  for (size_t r = 0; r < producer->result_count; ++r) {
    tern_value_for_each_use(&producer->results[r], use) {
      if (use->owner != consumer) return false;
    }
  }
  return true;
}

// Would the fused op compute the producer's elements more than once?
static bool repeats(const tern_op_t *consumer, size_t index) {
  return !tern_affine_map_is_permutation(tern_linalg_indexing_map(consumer, index));
}

// Are the inputs much smaller than the results? Then there is less to read for an op that computes them again.
static bool reads_little(const tern_op_t *producer) {
  enum { MUCH = 16 };
  int64_t read = 0;
  for (size_t i = 0; i < tern_linalg_input_count(producer); ++i) {
    const tern_type_t *type = tern_linalg_input(producer, i)->type;
    if (type->kind != TERN_TYPE_TENSOR) continue;
    if (!tern_type_has_static_shape(type)) return false;
    read += tern_type_element_count(type);
  }
  const tern_type_t *result = producer->results[0].type;
  return tern_type_has_static_shape(result) && read * MUCH <= tern_type_element_count(result);
}

static size_t operand_count_after(const tern_op_t *producer, const tern_op_t *consumer, bool keeps) {
  return tern_linalg_input_count(producer) + consumer->operand_count - 1 + (keeps ? producer->result_count : 0);
}

// Contractions are recognised by their bodies: only what is a map may go into them.
static bool may_take(const tern_op_t *consumer, const tern_op_t *producer) {
  tern_contraction_t contraction;
  return only_moves(producer) || !tern_linalg_match_contraction(consumer, &contraction);
}

// A producer that nobody uses any more would count as a user of its inputs.
static tern_op_t *fuse_and_erase(tern_op_t *producer, tern_op_t *consumer, size_t index) {
  tern_op_t *fused = tern_fuse_producer(consumer, index);
  if (fused && tern_op_has_no_uses(producer)) tern_op_destroy(producer);
  return fused;
}

static tern_op_t *fuse_input(tern_op_t *consumer, size_t index, const options_t *o) {
  tern_op_t *fused = tern_fuse_constant(consumer, index);
  if (fused) return fused;
  tern_op_t *producer = tern_value_defining_op(tern_linalg_input(consumer, index));
  if (!producer || !tern_op_is(producer, TERN_LINALG(GENERIC)) || !may_take(consumer, producer)) return NULL;
  bool is_cheap = tern_fusion_is_cheap(o->rates, producer);
  if (has_one_user(producer, consumer)) {
    if ((repeats(consumer, index) && !is_cheap) || operand_count_after(producer, consumer, false) > MAX_OPERANDS) {
      return NULL;
    }
    return tern_fuse_only_user(consumer, index);
  }
  if (only_moves(producer)) return fuse_and_erase(producer, consumer, index);
  bool has_room = operand_count_after(producer, consumer, false) <= MAX_OPERANDS;
  if (is_cheap && has_room && reads_little(producer)) return fuse_and_erase(producer, consumer, index);
  if (o->fuses_multi_use && operand_count_after(producer, consumer, true) <= MAX_OPERANDS) {
    fused = tern_fuse_producer_keeping_results(consumer, index);
    if (fused) return fused;
  }
  return is_cheap && has_room && !is_epilogue(producer) ? fuse_and_erase(producer, consumer, index) : NULL;
}

// Reshapes move out of the way where the ops on both sides can then be one.
static tern_op_t *fuse_reshaped_input(tern_op_t *consumer, size_t index) {
  tern_contraction_t contraction;
  if (!tern_linalg_is_all_parallel(consumer) || tern_linalg_match_contraction(consumer, &contraction)) return NULL;
  tern_op_t *reshape = tern_value_defining_op(tern_linalg_input(consumer, index));
  if (!reshape || !tern_op_is(reshape, TERN_TENSOR(COLLAPSE_SHAPE))) return NULL;
  tern_value_t *value = tern_op_operand(reshape, 0);
  tern_op_t *source = tern_value_defining_op(value);
  if (!source || !tern_is_linalg(source)) return NULL;
  // What follows a product or a window goes into its dispatch, if it has the same dimensions.
  bool is_generic = tern_op_is(source, TERN_LINALG(GENERIC)), is_parallel = tern_linalg_is_all_parallel(source);
  bool is_only_user = tern_value_has_one_use(value) && tern_value_has_one_use(tern_op_result(reshape, 0));
  if (is_generic != is_parallel || (!is_generic && !is_only_user)) return NULL;
  return tern_fuse_collapsed_input(consumer, index);
}

static size_t fuse_into(tern_op_t *op, const options_t *o) {
  size_t steps = 0;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    op = tern_merge_generic_inputs(op);
    // Reshapes come last: they would stand between the op and its other producers.
    size_t count = tern_linalg_input_count(op);
    for (size_t i = 0; i < 2 * count && !is_changed; ++i) {
      tern_op_t *fused = i < count ? fuse_input(op, i, o) : fuse_reshaped_input(op, i - count);
      if (!fused) continue;
      op = fused;
      is_changed = true;
      ++steps;
    }
  }
  return steps;
}

static void clean_up(tern_op_t *root) {
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = ops.count; i-- > 0;) {
    if (tern_op_is_trivially_dead(ops.values[i])) {
      tern_op_destroy(ops.values[i]);
    } else {
      tern_drop_unused_results(ops.values[i]);
    }
  }
  tern_vec_deinitialize(&ops);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const options_t o = {.fuses_multi_use = tern_pass_bool(pass, "fuse-multi-use"),
                       .rates = tern_fusion_rates_of_pass(root, pass)};
  if (!o.rates) return false;
  for (size_t steps = 1; steps > 0;) {
    steps = 0;
    tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
    // What goes is the op itself or a producer, which comes before it in the list.
    for (size_t i = 0; i < ops.count; ++i) steps += fuse_into(ops.values[i], &o);
    tern_vec_deinitialize(&ops);
    clean_up(root);
    tern_pass_count(pass, 0, (int64_t)steps);
  }
  tern_simplify_regions(root);
  return true;
}

static const tern_option_def_t options[] = {
    {"fuse-multi-use", TERN_OPTION_BOOL, "true", "Fuse ops with several users, which gives ops with several results",
     NULL},
    TERN_FUSION_MACHINE_OPTION,
};

const tern_pass_def_t tern_elementwise_op_fusion_pass = {
    .flag = "iree-dispatch-creation-elementwise-op-fusion",
    .alias = "iree-flow-fusion-of-tensor-ops",
    .name = "ElementwiseOpFusionPass",
    .summary = "Fuse element-wise ops on tensors where that saves memory traffic",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-fused - fusion steps taken", NULL},
    .run = run,
};
