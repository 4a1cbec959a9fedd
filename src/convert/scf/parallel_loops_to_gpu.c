// --convert-parallel-loops-to-gpu: scf.parallel loops that are mapped to blocks and threads become gpu.launch
// (upstream: SCFToGPU.cpp, ParallelToGpuLaunchLowering).
//
//   scf.parallel (%i) = (%lb) to (%ub) step (%s) {     %n = affine.apply (ub - lb) ceildiv s
//     "use"(%i)                                        gpu.launch blocks(%bx, ...) in (%gx = %n, ...) ... {
//   } {mapping = [block_x]}                              %i = affine.apply bx * s + lb
//                                                        "use"(%i)
//
// Nested loops go into the same kernel, each dimension by the id that it is mapped to; one that is mapped to
// `sequential` becomes scf.for. Where an upper bound is known only inside of the kernel, a constant that it cannot
// exceed takes its place in the launch, and scf.if guards the body. Ops before an inner loop are run by all its threads:
// they may store where neither they nor the inner loop read, all threads store the same then, and have no other effects;
// those after an inner loop have none. What cannot be converted stays; remarks, if asked for, say why.

#include "analysis/memory_location.h"
#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/build.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/affine.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { SEQUENTIAL = 6 };  // of the enum of processors; those before are arguments and sizes of the launch in this order

typedef struct lowering {
  tern_op_t *launch;
  tern_builder_t inside;   // in the kernel
  tern_builder_t outside;  // before the launch
  tern_map_t mapping;      // values of the loops to those of the kernel
  tern_value_t *bounds[SEQUENTIAL];
  tern_op_list_t worklist;  // ops to go into the kernel, the next one last; the launch stands for the end of a scope
  tern_op_list_t effects;   // ops of the scopes around `inside` that do more than read
  bool has_left_scope;
  const char *reason;  // why it cannot be done
} lowering_t;

static bool refuse(lowering_t *lowering, const char *reason) {
  lowering->reason = reason;
  return false;
}

static tern_value_t *map_value(const lowering_t *lowering, tern_value_t *value) {
  tern_value_t *mapped = tern_map_get(&lowering->mapping, value);
  return mapped ? mapped : value;
}

// --- bounds ---

static bool is_before_launch(const lowering_t *lowering, const tern_value_t *value) {
  return tern_region_is_within(lowering->launch->block->parent, tern_value_block(value)->parent);
}

static bool is_arith_constant(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_ARITH(CONSTANT));
}

static bool is_known_before(const lowering_t *lowering, const tern_value_t *value) {
  return is_before_launch(lowering, value) || is_arith_constant(value);
}

// The same value before the launch: constants of the kernel are copied.
static tern_value_t *bring_before_launch(lowering_t *lowering, tern_value_t *value) {
  value = map_value(lowering, value);
  if (is_before_launch(lowering, value)) return value;
  const tern_op_t *constant = tern_value_defining_op(value);
  lowering->outside.loc = constant->loc;
  return tern_op_result(tern_builder_clone(&lowering->outside, constant, NULL), 0);
}

// What an index is computed from: as upstream has it, constants of the kernel are copied to the place.
static tern_value_t *bring_here(lowering_t *lowering, tern_value_t *value) {
  value = map_value(lowering, value);
  if (is_before_launch(lowering, value) || !is_arith_constant(value)) return value;
  lowering->inside.loc = tern_value_loc(value);
  return tern_op_result(tern_builder_clone(&lowering->inside, tern_value_defining_op(value), NULL), 0);
}

static tern_value_t *build_index(tern_builder_t *b, const tern_attr_t *loc, int64_t value) {
  const tern_type_t *index = tern_index_type_get(b->context);
  b->loc = loc;
  return tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(index),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(index, value)}));
}

static bool constant_index(const tern_value_t *value, int64_t *out_number) {
  const tern_attr_t *constant = value && is_arith_constant(value) ? tern_value_constant(value) : NULL;
  if (!tern_attr_is_integer(constant) || !tern_type_is_index(value->type)) return false;
  *out_number = tern_integer_attr_value(constant);
  return true;
}

static tern_value_t *static_bound(lowering_t *lowering, tern_value_t *upper);

// The first constant among the results of affine.min.
static tern_value_t *bound_of_affine_min(lowering_t *lowering, const tern_op_t *op) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  for (size_t i = 0; i < map->result_count; ++i) {
    if (map->results[i]->kind == TERN_AFFINE_CONSTANT) {
      return build_index(&lowering->outside, op->loc, map->results[i]->value);
    }
  }
  return NULL;
}

// Bounds of factors bound a product only if their signs agree.
static tern_value_t *bound_of_product(lowering_t *lowering, const tern_op_t *op) {
  int64_t left, right, product;
  if (!constant_index(static_bound(lowering, tern_op_operand(op, 0)), &left) ||
      !constant_index(static_bound(lowering, tern_op_operand(op, 1)), &right) || (left < 0) != (right < 0) ||
      __builtin_mul_overflow(left, right, &product)) {
    return NULL;
  }
  return build_index(&lowering->outside, op->loc, product);
}

// A constant that `upper` never exceeds, by the op that computes it; NULL if it does not tell.
static tern_value_t *static_bound(lowering_t *lowering, tern_value_t *upper) {
  int64_t number;
  if (constant_index(upper, &number)) return upper;
  const tern_op_t *op = tern_value_defining_op(upper);
  if (!op) return NULL;
  if (tern_op_is(op, TERN_AFFINE(MIN))) {
    tern_value_t *bound = bound_of_affine_min(lowering, op);
    if (bound) return bound;
  }
  if (tern_op_is(op, TERN_ARITH(MINSI))) {
    for (size_t i = 0; i < 2; ++i) {
      tern_value_t *bound = static_bound(lowering, tern_op_operand(op, i));
      if (bound) return bound;
    }
  }
  return tern_op_is(op, TERN_ARITH(MULI)) ? bound_of_product(lowering, op) : NULL;
}

// --- loops ---

// One dimension of a loop.
typedef struct dimension {
  const tern_attr_t *loc;
  const tern_attr_t *annotation;  // #gpu.loop_dim_map
  tern_value_t *lower, *upper, *step;
} dimension_t;

static tern_value_t *build_apply(tern_builder_t *b, const dimension_t *dimension, size_t param,
                                 const tern_affine_expr_t *expr, tern_values_t operands) {
  const tern_affine_map_t *outer = (const tern_affine_map_t *)(uintptr_t)dimension->annotation->params[param];
  const tern_affine_map_t *inner = tern_affine_map_get(b->context, 1, 2, &expr, 1);
  b->loc = dimension->loc;
  return tern_build_value(
      b, TERN_AFFINE(APPLY), .operands = operands, .types = TERN_TYPES(tern_index_type_get(b->context)),
      .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(tern_affine_map_compose(outer, inner))}));
}

// The size of the launch in the dimension's processor: (upper - lower) ceildiv step, through the annotation's bound.
static bool set_launch_bound(lowering_t *lowering, const dimension_t *dimension) {
  tern_context_t *context = lowering->inside.context;
  size_t processor = (size_t)dimension->annotation->params[0];
  tern_value_t *upper = dimension->upper;
  if (!is_known_before(lowering, dimension->lower)) {
    return refuse(lowering, "its lower bound is neither constant nor computed before the launch");
  }
  if (!is_known_before(lowering, dimension->step)) {
    return refuse(lowering, "its step is neither constant nor computed before the launch");
  }
  if (!is_known_before(lowering, upper)) upper = static_bound(lowering, upper);
  if (!upper) return refuse(lowering, "cannot derive loop-invariant upper bound for number of iterations");
  const tern_affine_expr_t *d0 = tern_affine_dim(context, 0), *s0 = tern_affine_symbol(context, 0);
  const tern_affine_expr_t *range = tern_affine_add(d0, tern_affine_mul(s0, tern_affine_constant(context, -1)));
  const tern_affine_expr_t *expr = tern_affine_binary(TERN_AFFINE_CEILDIV, range, tern_affine_symbol(context, 1));
  upper = bring_before_launch(lowering, upper);
  tern_value_t *lower = bring_before_launch(lowering, dimension->lower);
  tern_value_t *step = bring_before_launch(lowering, dimension->step);
  tern_value_t *bound = build_apply(&lowering->outside, dimension, 2, expr, TERN_VALUES(upper, lower, step));
  if (lowering->bounds[processor]) return refuse(lowering, "two loops are mapped to one processor");
  lowering->bounds[processor] = bound;
  return true;
}

// Runs what follows only where the index is below its real bound.
static void build_guard(lowering_t *lowering, const dimension_t *dimension, tern_value_t *index) {
  tern_builder_t *b = &lowering->inside;
  const tern_attr_t *predicate = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_SLT);
  tern_value_t *condition =
      tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(index, map_value(lowering, dimension->upper)),
                       .attrs = TERN_ATTRS({"predicate", predicate}));
  tern_op_t *guard = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {0}, .regions = 2);
  tern_block_t *body = tern_region_add_block(&guard->regions[0]);
  tern_builder_set_end(b, body);
  tern_builder_set_before(b, tern_build(b, TERN_SCF(YIELD), .types = {0}));
  tern_vec_push(&lowering->worklist, lowering->launch);
}

static tern_value_t *build_hardware_index(lowering_t *lowering, const dimension_t *dimension) {
  tern_context_t *context = lowering->inside.context;
  const tern_affine_expr_t *expr = tern_affine_add(
      tern_affine_mul(tern_affine_dim(context, 0), tern_affine_symbol(context, 0)), tern_affine_symbol(context, 1));
  tern_value_t *id = tern_op_body(lowering->launch, 0)->args[dimension->annotation->params[0]];
  tern_value_t *step = bring_here(lowering, dimension->step), *lower = bring_here(lowering, dimension->lower);
  tern_value_t *index = build_apply(&lowering->inside, dimension, 1, expr, TERN_VALUES(id, step, lower));
  if (!set_launch_bound(lowering, dimension)) return NULL;
  if (!is_known_before(lowering, dimension->upper)) build_guard(lowering, dimension, index);
  return index;
}

static tern_value_t *build_sequential_index(lowering_t *lowering, const dimension_t *dimension) {
  tern_builder_t *b = &lowering->inside;
  b->loc = dimension->loc;
  tern_op_t *loop = tern_build_scf_for(b, map_value(lowering, dimension->lower), map_value(lowering, dimension->upper),
                                       map_value(lowering, dimension->step), (tern_values_t){NULL, 0});
  tern_builder_set_before(b, tern_build(b, TERN_SCF(YIELD), .types = {0}));
  tern_vec_push(&lowering->worklist, lowering->launch);
  return tern_scf_for_iv(loop);
}

static bool is_map_of_one(uint64_t param) {
  const tern_affine_map_t *map = (const tern_affine_map_t *)(uintptr_t)param;
  return map->dim_count == 1 && map->symbol_count == 0 && map->result_count == 1;
}

// Attributes of loops become the launch's, for whoever gets the kernel.
static void copy_attributes(const tern_op_t *loop, tern_op_t *launch) {
  for (size_t i = 0; i < tern_dictionary_attr_count(loop->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(loop->attrs, i));
    if (tern_str_equal_cstr(name, "mapping")) continue;
    tern_op_set_attr_str(launch, name, tern_dictionary_attr_at(loop->attrs, i));
  }
}

// Builds the indices of a loop and notes its body for the kernel.
static bool enter_loop(lowering_t *lowering, tern_op_t *loop) {
  const tern_attr_t *mapping = tern_op_attr(loop, "mapping");
  const tern_block_t *body = tern_op_body(loop, 0);
  size_t rank = body->arg_count;
  if (!mapping || mapping->kind != TERN_ATTR_ARRAY || tern_array_attr_count(mapping) != rank) {
    return refuse(lowering, "a loop has no mapping for each of its dimensions");
  }
  if (loop->result_count > 1) return refuse(lowering, "a loop has more than one reduction");
  for (size_t i = 0; i < rank; ++i) {
    dimension_t dimension = {loop->loc, tern_array_attr_at(mapping, i), tern_op_operand(loop, i),
                             tern_op_operand(loop, rank + i), tern_op_operand(loop, 2 * rank + i)};
    if (!tern_attr_is_gpu(dimension.annotation, TERN_GPU_ATTR_LOOP_DIM_MAP)) {
      tern_op_error(loop, "expected mapping attribute for lowering to GPU");
      return refuse(lowering, NULL);
    }
    if (!is_map_of_one(dimension.annotation->params[1]) || !is_map_of_one(dimension.annotation->params[2])) {
      return refuse(lowering, "the maps of its mapping have to be from one index to one");
    }
    bool is_sequential = dimension.annotation->params[0] == SEQUENTIAL;
    tern_value_t *index =
        is_sequential ? build_sequential_index(lowering, &dimension) : build_hardware_index(lowering, &dimension);
    if (!index) return false;
    tern_map_set(&lowering->mapping, body->args[i], index);
  }
  copy_attributes(loop, lowering->launch);
  tern_op_t *reduce = body->last_op;
  if (reduce->operand_count == 1) tern_vec_push(&lowering->worklist, reduce);
  for (tern_op_t *op = reduce->prev; op; op = op->prev) tern_vec_push(&lowering->worklist, op);
  return true;
}

static bool is_isolated(const tern_op_t *op) {
  tern_region_for_each_block(&op->regions[0], block) {
    tern_block_for_each_op(block, inner) {
      for (size_t i = 0; i < inner->operand_count; ++i) {
        if (tern_value_is_defined_outside(tern_op_operand(inner, i), op)) return false;
      }
      if (inner->region_count) return false;
    }
  }
  return true;
}

// scf.reduce of one value is gpu.all_reduce with the same body. Every thread gets the result.
static bool lower_reduction(lowering_t *lowering, tern_op_t *reduce) {
  tern_value_t *operand = tern_op_operand(reduce, 0);
  tern_value_t *value = tern_map_get(&lowering->mapping, operand);
  bool is_number = tern_type_is_float(operand->type) ||
                   (tern_type_is_integer(operand->type) && tern_type_is_signless(operand->type));
  if (!value || !is_number) return refuse(lowering, "its reduction is not of a number that the loop computes");
  if (!is_isolated(reduce)) return refuse(lowering, "its reduction uses values from around it");
  tern_builder_t *b = &lowering->inside;
  tern_op_t *loop = tern_op_parent(reduce);
  b->loc = loop->loc;
  tern_op_t *all_reduce = tern_build(b, TERN_GPU(ALL_REDUCE), .operands = TERN_VALUES(value),
                                     .types = TERN_TYPES(value->type), .regions = 1);
  tern_map_t mapping = {0};
  tern_region_clone_into(&reduce->regions[0], &all_reduce->regions[0], &mapping);
  tern_map_deinitialize(&mapping);
  tern_op_t *end = tern_op_body(all_reduce, 0)->last_op;
  tern_builder_t at_end = tern_builder_before(end);
  tern_build(&at_end, TERN_GPU(YIELD), .operands = TERN_VALUES(tern_op_operand(end, 0)), .types = {0});
  tern_op_destroy(end);
  tern_map_set(&lowering->mapping, tern_op_result(loop, 0), tern_op_result(all_reduce, 0));
  return true;
}

static void leave_scope(lowering_t *lowering) {
  tern_builder_set_after(&lowering->inside, tern_block_parent_op(lowering->inside.block));
  lowering->has_left_scope = true;
  lowering->effects.count = 0;
}

// What each thread of `inner` stores once more is the same each time, and nothing of the kernel reads it.
static bool may_repeat(tern_op_t *store, tern_op_t *inner) {
  tern_memory_access_t access;
  if (!tern_memory_access_of(store, &access) || !access.is_store) return false;
  const tern_value_t *base = tern_memory_base(access.memref);
  tern_block_for_each_op(store->block, op) {
    bool is_before = op == inner || tern_op_is_before(op, inner);
    bool reads = (tern_op_effects(op) & TERN_TRAIT_MEM_READ) != 0;
    if (is_before && op != store && reads && tern_op_may_touch(op, base)) return false;
  }
  return !tern_op_may_touch(inner, base);
}

static bool lower_op(lowering_t *lowering, tern_op_t *op) {
  if (tern_op_is(op, TERN_SCF(PARALLEL))) {
    for (size_t i = 0; i < lowering->effects.count; ++i) {
      if (may_repeat(lowering->effects.values[i], op)) continue;
      return refuse(lowering, "ops with side effects stand before a loop inside of it");
    }
    return enter_loop(lowering, op);
  }
  if (op == lowering->launch) {
    leave_scope(lowering);
    return true;
  }
  if (tern_op_is(op, TERN_SCF(REDUCE))) return lower_reduction(lowering, op);
  tern_builder_clone(&lowering->inside, op, &lowering->mapping);
  bool has_effects = tern_op_effects(op) != 0 || op->region_count != 0;
  bool only_reads = tern_op_effects(op) == TERN_TRAIT_MEM_READ && op->region_count == 0;
  if (has_effects && !only_reads) tern_vec_push(&lowering->effects, op);
  return !has_effects || !lowering->has_left_scope ||
         refuse(lowering, "ops with side effects stand behind a loop inside of it");
}

// --- launches ---

static void create_launch(lowering_t *lowering, tern_op_t *loop) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *one = build_index(&b, loop->loc, 1);
  tern_value_t *const sizes[] = {one, one, one, one, one, one};
  lowering->launch = tern_build_gpu_launch(&b, sizes);
  lowering->outside = tern_builder_before(lowering->launch);
  lowering->inside = tern_builder_at_end(tern_op_body(lowering->launch, 0), loop->loc);
  tern_builder_set_before(&lowering->inside, tern_build(&lowering->inside, TERN_GPU(TERMINATOR), .types = {0}));
}

static bool convert_loop(tern_op_t *loop, bool explains) {
  lowering_t lowering = {0};
  tern_op_t *before = loop->prev;
  create_launch(&lowering, loop);
  // Upstream marks the launches that it makes so.
  tern_op_set_attr(lowering.launch, "SCFToGPU_visited", tern_unit_attr_get(tern_op_context(loop)));
  bool is_right = enter_loop(&lowering, loop);
  while (is_right && lowering.worklist.count) {
    is_right = lower_op(&lowering, lowering.worklist.values[--lowering.worklist.count]);
  }
  if (is_right && !tern_op_has_no_uses(loop)) is_right = refuse(&lowering, "its result is used outside of the launch");
  if (is_right) {
    for (size_t i = 0; i < SEQUENTIAL; ++i) {
      if (lowering.bounds[i]) tern_op_set_operand(lowering.launch, i, lowering.bounds[i]);
    }
    tern_op_destroy(loop);
  } else {
    while (loop->prev != before) tern_op_destroy(loop->prev);
    bool is_said = lowering.reason && explains;
    if (is_said) tern_emit_remark(loop->loc, "the loop is not converted to a launch: %s", lowering.reason);
  }
  tern_vec_deinitialize(&lowering.worklist);
  tern_vec_deinitialize(&lowering.effects);
  tern_map_deinitialize(&lowering.mapping);
  return is_right || lowering.reason;
}

// A mapped loop inside of a loop that has no mapping.
static tern_walk_result_t explain_nested(tern_op_t *op, void *user) {
  if (op == user || !tern_op_is(op, TERN_SCF(PARALLEL)) || !tern_op_attr(op, "mapping")) return TERN_WALK_ADVANCE;
  tern_emit_remark(op->loc,
                   "the loop is not converted to a launch: launches inside of parallel loops are not supported");
  return TERN_WALK_SKIP;
}

static bool convert_parallel_loops(tern_op_t *op, tern_pass_t *pass) {
  bool is_right = true, explains = tern_pass_bool(pass, "explain");
  tern_op_list_t loops = tern_op_collect_row(op, TERN_OUTERMOST, TERN_SCF(PARALLEL));
  for (size_t i = 0; i < loops.count; ++i) {
    tern_op_t *loop = loops.values[i];
    if (tern_op_parent_of(loop, TERN_SCF(PARALLEL))) continue;
    if (tern_op_attr(loop, "mapping")) {
      is_right &= convert_loop(loop, explains);
    } else if (explains) {
      tern_op_walk_pre(loop, explain_nested, loop);
    }
  }
  tern_vec_deinitialize(&loops);
  return is_right;
}

static const tern_option_def_t options[] = {
    {.name = "explain", .kind = TERN_OPTION_BOOL, .help = "Say by remarks why loops are not converted"},
};
static const tern_dialect_t *const dialects[] = {&tern_affine_dialect, &tern_gpu_dialect, NULL};

const tern_pass_def_t tern_convert_parallel_loops_to_gpu_pass = {
    .flag = "convert-parallel-loops-to-gpu",
    .name = "ConvertParallelLoopToGpuPass",
    .summary = "Launch kernels for parallel loops that say which processors they run on",
    .description =
        "Loops say by #gpu.loop_dim_map in `mapping` what counts each dimension; --gpu-map-parallel-loops "
        "writes that. What cannot be converted stays.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = convert_parallel_loops,
};
