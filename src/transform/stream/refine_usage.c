// --iree-stream-refine-usage: gives every resource the lifetime that its uses ask for (upstream: RefineUsage.cpp).
//
//   %1 = stream.async.cast %0 : !stream.resource<external> -> !stream.resource<*>
//   %2 = stream.async.dispatch @e::@f(%1) ... -> !stream.resource<*>
//   %3 = stream.async.cast %2 : !stream.resource<*> -> !stream.resource<external>
// becomes
//   %2 = stream.async.dispatch @e::@f(%0) ... -> !stream.resource<external>
//
// Transfers and casts between equal lifetimes go; between others they stay, as transfers, and are copies.

#include "analysis/stream/usage.h"
#include "base/vec.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct refinement {
  tern_context_t *context;
  const tern_stream_usage_t *usage;
  tern_op_list_t moves;  // transfers and casts
  tern_op_list_t functions;
  // Values and their new types: written only once everything was asked for.
  TERN_VEC(tern_value_t *) values;
  TERN_VEC(const tern_type_t *) types;
} refinement_t;

static const tern_type_t *refined(const refinement_t *refinement, const tern_value_t *value) {
  return tern_stream_resource_type_get(refinement->context, tern_stream_usage_lifetime(refinement->usage, value));
}

static void plan_value(refinement_t *refinement, tern_value_t *value) {
  if (!tern_type_is_stream_resource(value->type)) return;
  tern_vec_push(&refinement->values, value);
  tern_vec_push(&refinement->types, refined(refinement, value));
}

static tern_walk_result_t plan(tern_op_t *op, void *user) {
  refinement_t *refinement = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_UTIL(FUNC))) tern_vec_push(&refinement->functions, op);
  if (tern_op_is(op, TERN_STREAM(ASYNC_TRANSFER)) || tern_op_is(op, TERN_STREAM(ASYNC_CAST))) {
    tern_vec_push(&refinement->moves, op);
  }
  for (size_t i = 0; i < op->result_count; ++i) plan_value(refinement, &op->results[i]);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t k = 0; k < block->arg_count; ++k) plan_value(refinement, block->args[k]);
    }
  }
  return TERN_WALK_ADVANCE;
}

// A resource of unknown lifetime in a signature without body is the other side's.
static const tern_type_t *declared(const refinement_t *refinement, const tern_type_t *type) {
  bool is_unknown =
      tern_type_is_stream_resource(type) && tern_stream_resource_type_lifetime(type) == TERN_STREAM_LIFETIME_UNKNOWN;
  return is_unknown ? tern_stream_resource_type_get(refinement->context, TERN_STREAM_LIFETIME_EXTERNAL) : type;
}

static const tern_op_t *find_return(const tern_op_t *function) {
  tern_region_for_each_block(&function->regions[0], block) {
    const tern_op_t *end = tern_block_terminator(block);
    if (end && tern_op_is(end, TERN_UTIL(RETURN))) return end;
  }
  return NULL;
}

// The signature follows the body, whose types are refined by now.
static void refine_signature(const refinement_t *refinement, tern_op_t *function) {
  const tern_type_t *type = tern_util_func_type(function);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  const tern_block_t *entry = tern_op_body(function, 0);
  const tern_op_t *end = entry ? find_return(function) : NULL;
  TERN_VEC(const tern_type_t *) new_inputs = {0};
  TERN_VEC(const tern_type_t *) new_results = {0};
  for (size_t i = 0; i < inputs.count; ++i) {
    tern_vec_push(&new_inputs, entry ? entry->args[i]->type : declared(refinement, inputs.values[i]));
  }
  for (size_t i = 0; i < results.count; ++i) {
    bool is_returned = end && i < end->operand_count;
    tern_vec_push(&new_results, is_returned ? tern_op_operand(end, i)->type : declared(refinement, results.values[i]));
  }
  const tern_type_t *refined_type =
      tern_function_type_get(refinement->context, (tern_types_t){new_inputs.values, new_inputs.count},
                             (tern_types_t){new_results.values, new_results.count});
  if (refined_type != type) tern_op_set_attr(function, "function_type", tern_type_attr_get(refined_type));
  tern_vec_deinitialize(&new_inputs);
  tern_vec_deinitialize(&new_results);
}

static void refine_move(tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0);
  bool is_cast = tern_op_is(op, TERN_STREAM(ASYNC_CAST));
  bool moves_place = !is_cast && tern_op_attr(op, "source_affinity") != tern_op_attr(op, "result_affinity");
  if (source->type == op->results[0].type && !moves_place) {
    tern_value_replace_all_uses(&op->results[0], source);
    tern_op_destroy(op);
    return;
  }
  if (!is_cast) return;
  tern_builder_t builder = tern_builder_before(op);
  tern_op_t *transfer = tern_build(&builder, TERN_STREAM(ASYNC_TRANSFER),
                                   .operands = TERN_VALUES(source, tern_op_operand(op, 1), tern_op_operand(op, 2)),
                                   .types = TERN_TYPES(op->results[0].type));
  tern_op_set_attr(transfer, "source_affinity", tern_op_attr(op, "affinity"));
  tern_op_set_attr(transfer, "result_affinity", tern_op_attr(op, "affinity"));
  tern_value_replace_all_uses(&op->results[0], &transfer->results[0]);
  tern_op_destroy(op);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_stream_usage_t *usage = tern_stream_usage_create(module);
  refinement_t refinement = {.context = tern_op_context(module), .usage = usage};
  tern_op_walk_pre(module, plan, &refinement);
  for (size_t i = 0; i < refinement.values.count; ++i) {
    refinement.values.values[i]->type = refinement.types.values[i];
  }
  for (size_t i = 0; i < refinement.functions.count; ++i) {
    refine_signature(&refinement, refinement.functions.values[i]);
  }
  for (size_t i = 0; i < refinement.moves.count; ++i) refine_move(refinement.moves.values[i]);
  tern_vec_deinitialize(&refinement.moves);
  tern_vec_deinitialize(&refinement.functions);
  tern_vec_deinitialize(&refinement.values);
  tern_vec_deinitialize(&refinement.types);
  tern_stream_usage_destroy(usage);
  return true;
}

const tern_pass_def_t tern_stream_refine_usage_pass = {
    .flag = "iree-stream-refine-usage",
    .name = "RefineUsage",
    .anchor = "builtin.module",
    .summary = "Gives every resource the lifetime that its uses ask for",
    .description =
        "external: the caller sees it; variable, constant: a global holds it; staging: the host reads or writes "
        "it; transient: nothing of these. What needs two of them is copied by a transfer.",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, NULL},
    .run = run,
};
