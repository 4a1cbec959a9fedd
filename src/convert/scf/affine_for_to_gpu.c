// --convert-affine-for-to-gpu: the outermost affine.for loops of a function become gpu.launch, the first ones of a nest
// blocks, the next ones threads (upstream: SCFToGPU.cpp, AffineLoopToGpuConverter).
//
//   affine.for %i = 0 to %n {              %g = arith.subi %n, %c0      %b = arith.ceildivsi (10 - 3), 2
//     affine.for %j = 3 to 10 step 2 {     gpu.launch blocks(%bx, ...) in (%gx = %g, ...) threads(...) {
//       "use"(%i, %j)                        %i = 0 + %bx   %j = 3 + 2 * %tx
//                                            "use"(%i, %j)
//
// That iterations may run at once is for the caller to know.

#include <inttypes.h>
#include <stdlib.h>

#include "dialect/affine/affine.h"
#include "dialect/affine/expand.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/build.h"
#include "dialect/gpu/gpu.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { MAX_DIMS = 3, MAX_LOOPS = 2 * MAX_DIMS };

typedef struct nest {
  size_t block_count, thread_count;
  tern_op_t *loops[MAX_LOOPS];
  tern_value_t *lowers[MAX_LOOPS], *sizes[MAX_LOOPS];
  tern_value_t *steps[MAX_LOOPS];  // NULL: 1
} nest_t;

static size_t loop_count(const nest_t *nest) { return nest->block_count + nest->thread_count; }

// --- what can be converted ---

static bool has_outer_bounds(const tern_op_t *loop, const tern_op_t *root) {
  for (size_t i = 0; i < loop->operand_count; ++i) {
    if (!tern_value_is_defined_outside(tern_op_operand(loop, i), root)) return false;
  }
  return true;
}

// Collects the loops. They hold nothing but each other, and their bounds are known before the outermost one.
static bool collect_loops(tern_op_t *root, nest_t *nest) {
  tern_op_t *loop = root;
  for (size_t i = 0; i < loop_count(nest); ++i) {
    nest->loops[i] = loop;
    if (loop != root && !has_outer_bounds(loop, root)) {
      return tern_emit_error(loop->loc, "loops with bounds depending on other mapped loops are not supported");
    }
    if (i + 1 == loop_count(nest)) break;
    tern_op_t *inner = tern_op_body(loop, 0)->first_op;
    if (!inner->next || inner->next->next) {
      return tern_emit_error(loop->loc, "expected perfectly nested loops in the body");
    }
    if (!tern_op_is(inner, TERN_AFFINE(FOR))) return tern_emit_error(inner->loc, "expected a nested loop");
    loop = inner;
  }
  for (size_t i = 0; i < loop_count(nest); ++i) {
    if (nest->loops[i]->result_count == 0) continue;
    tern_emit_error(nest->loops[i]->loc, "loops that carry values cannot be mapped");
    tern_emit_note(nest->loops[i]->loc, "each iteration becomes a thread: keep the value in memory");
    return false;
  }
  return true;
}

static bool check_counts(const tern_op_t *root, const nest_t *nest) {
  if (nest->block_count > MAX_DIMS) {
    return tern_emit_error(root->loc, "cannot map to more than 3 block dimensions");
  }
  return nest->thread_count <= MAX_DIMS || tern_emit_error(root->loc, "cannot map to more than 3 thread dimensions");
}

// --- bounds ---

static tern_value_t *build_index(tern_builder_t *b, int64_t value) {
  const tern_type_t *index = tern_index_type_get(b->context);
  return tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(index),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(index, value)}));
}

// The greatest result of the lower bound's map, or the least of the upper bound's. NULL after an error.
static tern_value_t *build_bound(tern_builder_t *b, const tern_op_t *loop, bool is_lower) {
  const tern_affine_map_t *map = tern_affine_for_map(loop, is_lower);
  size_t start = tern_affine_for_operands(loop, is_lower), input_count = tern_affine_map_inputs(map);
  tern_value_t **values = tern_realloc_array(NULL, input_count + map->result_count + 1, sizeof(values[0]));
  tern_value_t **results = values + input_count, *bound = NULL;
  for (size_t i = 0; i < input_count; ++i) values[i] = tern_op_operand(loop, start + i);
  if (tern_affine_expand_map(b, map, values, results)) {
    bound = results[0];
    for (size_t i = 1; i < map->result_count; ++i) {
      bound = tern_build_value(b, is_lower ? TERN_ARITH(MAXSI) : TERN_ARITH(MINSI),
                               .operands = TERN_VALUES(bound, results[i]));
    }
  }
  free(values);
  return bound;
}

static bool build_sizes(tern_builder_t *b, nest_t *nest) {
  for (size_t i = 0; i < loop_count(nest); ++i) {
    const tern_op_t *loop = nest->loops[i];
    b->loc = loop->loc;
    tern_value_t *lower = build_bound(b, loop, true), *upper = lower ? build_bound(b, loop, false) : NULL;
    if (!upper) return false;
    tern_value_t *size = tern_build_value(b, TERN_ARITH(SUBI), .operands = TERN_VALUES(upper, lower));
    tern_value_t *step = build_index(b, tern_affine_for_step(loop));
    bool is_one = tern_affine_for_step(loop) == 1;
    nest->lowers[i] = lower;
    nest->steps[i] = is_one ? NULL : step;
    nest->sizes[i] = is_one ? size : tern_build_value(b, TERN_ARITH(CEILDIVSI), .operands = TERN_VALUES(size, step));
  }
  return true;
}

// --- the launch ---

static void move_body(tern_op_t *loop, tern_block_t *target) {
  tern_block_t *body = tern_op_body(loop, 0);
  tern_builder_t b = tern_builder_at_end(target, body->last_op->loc);
  tern_op_destroy(body->last_op);
  tern_block_for_each_op_safe(body, op) {
    tern_op_remove(op);
    tern_op_insert(op, target, NULL);
  }
  tern_build(&b, TERN_GPU(TERMINATOR), .types = {0});
}

static void create_launch(tern_builder_t *b, nest_t *nest) {
  tern_op_t *root = nest->loops[0];
  tern_value_t *sizes[MAX_LOOPS], *one = NULL;
  b->loc = root->loc;
  if (nest->block_count < MAX_DIMS || nest->thread_count < MAX_DIMS) one = build_index(b, 1);
  for (size_t i = 0; i < MAX_DIMS; ++i) {
    sizes[i] = i < nest->block_count ? nest->sizes[i] : one;
    sizes[MAX_DIMS + i] = i < nest->thread_count ? nest->sizes[nest->block_count + i] : one;
  }
  tern_op_t *launch = tern_build_gpu_launch(b, sizes);
  tern_block_t *body = tern_op_body(launch, 0);
  move_body(nest->loops[loop_count(nest) - 1], body);
  tern_builder_t inside = tern_builder_at_start(body, root->loc);
  for (size_t i = 0; i < loop_count(nest); ++i) {
    bool is_block = i < nest->block_count;
    tern_value_t *id =
        body->args[is_block ? TERN_GPU_LAUNCH_BLOCK_ID + i : TERN_GPU_LAUNCH_THREAD_ID + i - nest->block_count];
    if (nest->steps[i]) id = tern_build_value(&inside, TERN_ARITH(MULI), .operands = TERN_VALUES(nest->steps[i], id));
    tern_value_t *iv = tern_build_value(&inside, TERN_ARITH(ADDI), .operands = TERN_VALUES(nest->lowers[i], id));
    tern_value_replace_all_uses(tern_affine_for_iv(nest->loops[i]), iv);
  }
  tern_op_destroy(root);
}

// --- the pass ---

static bool convert_nest(tern_op_t *root, const nest_t *counts) {
  nest_t nest = *counts;
  if (!check_counts(root, &nest) || !collect_loops(root, &nest)) return false;
  tern_builder_t b = tern_builder_before(root);
  if (!build_sizes(&b, &nest)) return false;
  create_launch(&b, &nest);
  return true;
}

static bool convert_function(tern_op_t *function, const nest_t *counts) {
  bool is_right = true;
  tern_region_for_each_block(&function->regions[0], block) {
    tern_block_for_each_op_safe(block, op) {
      if (tern_op_is(op, TERN_AFFINE(FOR))) is_right &= convert_nest(op, counts);
    }
  }
  return is_right;
}

typedef struct conversion {
  nest_t counts;
  bool is_right;
} conversion_t;

static tern_walk_result_t visit_function(tern_op_t *op, void *user) {
  conversion_t *conversion = user;
  if (!tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && !tern_op_is(op, TERN_GPU(FUNC))) return TERN_WALK_ADVANCE;
  conversion->is_right &= convert_function(op, &conversion->counts);
  return TERN_WALK_SKIP;
}

static bool convert_affine_for(tern_op_t *op, tern_pass_t *pass) {
  int64_t block_count = tern_pass_int(pass, "gpu-block-dims"), thread_count = tern_pass_int(pass, "gpu-thread-dims");
  if (block_count < 0 || thread_count < 0) {
    return tern_emit_error(op->loc,
                           "gpu-block-dims and gpu-thread-dims are counts of dimensions, got %" PRId64 " and %" PRId64,
                           block_count, thread_count);
  }
  conversion_t conversion = {.counts = {.block_count = (size_t)block_count, .thread_count = (size_t)thread_count},
                             .is_right = true};
  if (loop_count(&conversion.counts) > 0) tern_op_walk_pre(op, visit_function, &conversion);
  return conversion.is_right;
}

static const tern_option_def_t options[] = {
    {"gpu-block-dims", TERN_OPTION_INT, "1", "Outer loops of a nest that become blocks", NULL},
    {"gpu-thread-dims", TERN_OPTION_INT, "1", "Loops below these that become threads", NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_gpu_dialect, NULL};

const tern_pass_def_t tern_convert_affine_for_to_gpu_pass = {
    .flag = "convert-affine-for-to-gpu",
    .name = "ConvertAffineForToGPUPass",
    .summary = "Make kernels of nests of affine.for, by launches around them",
    .description =
        "The loops have to be perfectly nested, as many as there are dimensions, with bounds that are known "
        "before the outermost one.",
    .options = options,
    .option_count = 2,
    .dialects = dialects,
    .run = convert_affine_for,
};
