// Ops of a script that rewrite loops and conditionals.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/func/func.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "transform/scf/forall.h"
#include "transform/script/applies.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

static size_t carried_count(const tern_op_t *loop) { return loop->result_count; }

static tern_value_t *carried(const tern_op_t *loop, size_t index) { return tern_scf_for_carried(loop, index); }

static tern_op_t *yield_of(const tern_op_t *loop) { return tern_op_body(loop, 0)->last_op; }

static bool is_index_loop(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_type_is_index(tern_scf_for_iv(op)->type);
}

// Copies the ops of a loop's body to the builder, with this induction variable and these carried values, which become those
// that the body yields.
static void clone_body(tern_builder_t *b, const tern_op_t *loop, tern_value_t *iv, tern_value_t **inout_values) {
  tern_map_t mapping = {0};
  const tern_op_t *yield = yield_of(loop);
  tern_map_set(&mapping, tern_scf_for_iv(loop), iv);
  for (size_t i = 0; i < carried_count(loop); ++i) tern_map_set(&mapping, carried(loop, i), inout_values[i]);
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (op != yield) tern_builder_clone(b, op, &mapping);
  }
  for (size_t i = 0; i < carried_count(loop); ++i) {
    tern_value_t *copy = tern_map_get(&mapping, tern_op_operand(yield, i));
    inout_values[i] = copy ? copy : tern_op_operand(yield, i);
  }
  tern_map_deinitialize(&mapping);
}

static void replace_loop(tern_op_t *loop, tern_value_t *const *values) {
  for (size_t i = 0; i < carried_count(loop); ++i) tern_value_replace_all_uses(tern_op_result(loop, i), values[i]);
  tern_op_destroy(loop);
}

static tern_value_t **inits_of(const tern_op_t *loop) {
  tern_value_t **values = tern_malloc((carried_count(loop) + 1) * sizeof *values);
  for (size_t i = 0; i < carried_count(loop); ++i) values[i] = tern_op_operand(loop, 3 + i);
  return values;
}

// A loop over the same body from `lower` to `upper`, starting with `values`, which become its results.
static tern_op_t *copy_loop(tern_builder_t *b, const tern_op_t *loop, tern_value_t *lower, tern_value_t *upper,
                            tern_value_t **inout_values) {
  size_t count = carried_count(loop);
  tern_op_t *copy = tern_build_scf_for(b, lower, upper, tern_scf_for_step(loop), (tern_values_t){inout_values, count});
  for (size_t i = 0; i < count; ++i) inout_values[i] = carried(copy, i);
  clone_body(b, loop, tern_scf_for_iv(copy), inout_values);
  tern_build_scf_for_end(b, copy, (tern_values_t){inout_values, count});
  for (size_t i = 0; i < count; ++i) inout_values[i] = tern_op_result(copy, i);
  copy->attrs = loop->attrs;
  return copy;
}

static tern_script_result_t wrong_loop(tern_script_t *script, const tern_op_t *op, const tern_op_t *target,
                                       const char *message) {
  tern_script_silence(script, op->loc, "%s", message);
  tern_script_note(script, target->loc, "target op");
  return TERN_SCRIPT_SILENCEABLE;
}

// --- unroll ---

// A loop of `factor` times the step runs the body `factor` times; what is left over runs in a loop behind it.
static void unroll_by(tern_op_t *loop, int64_t factor) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *lower = tern_scf_for_lower(loop), *upper = tern_scf_for_upper(loop), *step = tern_scf_for_step(loop);
  tern_value_t *wide = tern_build_index_mul(&b, step, tern_build_index(&b, factor));
  tern_value_t *extent = tern_build_index_sub(&b, upper, lower), *end = upper;
  tern_value_t *trips = tern_build_index_ceildiv(&b, extent, step);
  int64_t trip_count;
  bool is_known = tern_index_constant(trips, &trip_count);
  if (!is_known || trip_count % factor) {
    tern_value_t *whole;
    if (is_known) {
      whole = tern_build_index(&b, trip_count - trip_count % factor);
    } else {
      tern_value_t *rest =
          tern_build_value(&b, TERN_ARITH(REMSI), .operands = TERN_VALUES(trips, tern_build_index(&b, factor)));
      whole = tern_build_index_sub(&b, trips, rest);
    }
    end = tern_build_index_add(&b, lower, tern_build_index_mul(&b, whole, step));
  }
  size_t count = carried_count(loop);
  tern_value_t **values = inits_of(loop);
  tern_op_t *unrolled = tern_build_scf_for(&b, lower, end, wide, (tern_values_t){values, count});
  for (size_t i = 0; i < count; ++i) values[i] = carried(unrolled, i);
  for (int64_t k = 0; k < factor; ++k) {
    tern_value_t *offset = tern_build_index_mul(&b, step, tern_build_index(&b, k));
    clone_body(&b, loop, tern_build_index_add(&b, tern_scf_for_iv(unrolled), offset), values);
  }
  tern_build_scf_for_end(&b, unrolled, (tern_values_t){values, count});
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_result(unrolled, i);
  unrolled->attrs = loop->attrs;
  if (end != upper) copy_loop(&b, loop, end, upper, values);
  replace_loop(loop, values);
  free(values);
}

static void unroll_fully(tern_op_t *loop, int64_t trips) {
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t **values = inits_of(loop);
  for (int64_t k = 0; k < trips; ++k) {
    tern_value_t *offset = tern_build_index_mul(&b, tern_scf_for_step(loop), tern_build_index(&b, k));
    clone_body(&b, loop, tern_build_index_add(&b, tern_scf_for_lower(loop), offset), values);
  }
  replace_loop(loop, values);
  free(values);
}

static bool trip_count_of(const tern_op_t *loop, int64_t *out_count) {
  return tern_scf_trip_count(tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop), false,
                             out_count);
}

static tern_script_result_t unroll(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  (void)results;
  int64_t factor = tern_integer_attr_value(tern_op_attr(op, "factor")), trips;
  if (!tern_op_is(target, TERN_SCF(FOR)))
    return wrong_loop(script, op, target, "failed to unroll, incorrect type of payload");
  if (!is_index_loop(target))
    return wrong_loop(script, op, target, "failed to unroll: the loop does not count in index");
  bool is_known = trip_count_of(target, &trips);
  if (is_known && factor >= trips && trips <= 4096) {
    unroll_fully(target, trips);
  } else if (factor > 1) {
    unroll_by(target, factor);
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_loop_unroll(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, unroll);
}

// --- peel ---

static tern_script_result_t peel(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  bool is_front = tern_integer_attr_value(tern_op_attr(op, "peel_front")) != 0;
  int64_t lower, upper, step;
  if (!is_index_loop(target)) return wrong_loop(script, op, target, "failed to peel: the loop does not count in index");
  bool is_step_known = tern_value_constant_int(tern_scf_for_step(target), &step);
  bool is_known = is_step_known && tern_value_constant_int(tern_scf_for_lower(target), &lower) &&
                  tern_value_constant_int(tern_scf_for_upper(target), &upper) && step > 0;
  bool is_whole = is_known && upper > lower && (upper - lower) % step == 0;
  tern_builder_t b = tern_builder_before(target);
  if (is_front) {
    int64_t trips;
    if (trip_count_of(target, &trips) && trips <= 1)
      return wrong_loop(script, op, target, "failed to peel the first iteration");
    tern_value_t **values = inits_of(target);
    tern_value_t *split = tern_build_index_add(&b, tern_scf_for_lower(target), tern_scf_for_step(target));
    tern_value_t *end = tern_build_index_min(&b, split, tern_scf_for_upper(target));
    tern_op_t *first = copy_loop(&b, target, tern_scf_for_lower(target), end, values);
    tern_op_t *rest = copy_loop(&b, target, end, tern_scf_for_upper(target), values);
    replace_loop(target, values);
    free(values);
    tern_vec_push(&results[0], rest);
    tern_vec_push(&results[1], first);
    return TERN_SCRIPT_SUCCESS;
  }
  if (is_whole || (is_step_known && step == 1)) {
    if (tern_integer_attr_value(tern_op_attr(op, "fail_if_already_divisible"))) {
      return wrong_loop(script, op, target, "failed to peel the last iteration");
    }
    tern_vec_push(&results[0], target);
    tern_vec_push(&results[1], target);
    return TERN_SCRIPT_SUCCESS;
  }
  tern_value_t **values = inits_of(target);
  tern_value_t *extent = tern_build_index_sub(&b, tern_scf_for_upper(target), tern_scf_for_lower(target)), *split;
  if (is_known) {
    split = tern_build_index(&b, upper - (upper > lower ? (upper - lower) % step : 0));
  } else {
    tern_value_t *rest =
        tern_build_value(&b, TERN_ARITH(REMSI), .operands = TERN_VALUES(extent, tern_scf_for_step(target)));
    split = tern_build_index_sub(&b, tern_scf_for_upper(target), rest);
  }
  tern_op_t *main_loop = copy_loop(&b, target, tern_scf_for_lower(target), split, values);
  tern_op_t *last = copy_loop(&b, target, split, tern_scf_for_upper(target), values);
  replace_loop(target, values);
  free(values);
  tern_vec_push(&results[0], main_loop);
  tern_vec_push(&results[1], last);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_loop_peel(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, peel);
}

// --- one iteration, one branch ---

static tern_script_result_t promote(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  (void)results;
  int64_t trips;
  if (!tern_op_is(target, TERN_SCF(FOR))) return tern_script_wrong_kind(script, op, target);
  if (trip_count_of(target, &trips) && trips == 1) {
    tern_builder_t b = tern_builder_before(target);
    tern_rewriter_t rewriter = {b};
    size_t count = carried_count(target);
    tern_op_t *yield = yield_of(target);
    TERN_VEC(tern_value_t *) args = {0};
    tern_vec_push(&args, tern_scf_for_lower(target));
    for (size_t i = 0; i < count; ++i) tern_vec_push(&args, tern_op_operand(target, 3 + i));
    // What is yielded may be a carried value, which is replaced as the body moves: so it is read behind that.
    tern_rewriter_inline_block_before(&rewriter, tern_op_body(target, 0), target,
                                      (tern_values_t){args.values, args.count});
    for (size_t i = 0; i < count; ++i)
      tern_value_replace_all_uses(tern_op_result(target, i), tern_op_operand(yield, i));
    tern_op_destroy(yield);
    tern_op_destroy(target);
    tern_vec_deinitialize(&args);
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_promote_if_one_iteration(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, promote);
}

static tern_script_result_t take_branch(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                        tern_payload_t *results) {
  (void)results;
  if (!tern_op_is(target, TERN_SCF(IF))) return tern_script_wrong_kind(script, op, target);
  size_t branch = tern_op_attr(op, "take_else_branch") ? 1 : 0;
  tern_block_t *body = tern_op_body(target, branch);
  if (!body) return tern_script_silence(script, op->loc, "requires an scf.if op with a single-block `else` region");
  tern_op_t *yield = body->last_op;
  tern_rewriter_t rewriter = {tern_builder_before(target)};
  tern_rewriter_inline_block_before(&rewriter, body, target, (tern_values_t){0});
  for (size_t i = 0; i < target->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(target, i), tern_op_operand(yield, i));
  }
  tern_op_destroy(yield);
  tern_op_destroy(target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_take_assumed_branch(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, take_branch);
}

// --- forall ---

// The only payload op, if it is made from `row`; NULL after an error.
static tern_op_t *find_only_loop(tern_script_t *script, tern_op_t *op, const tern_op_row_t *row) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  if (payload->count != 1) {
    tern_script_silence(script, op->loc, "expected a single payload op");
    return NULL;
  }
  tern_op_t *target = tern_payload_op(payload, 0);
  if (tern_op_is(target, row)) return target;
  tern_script_silence(script, op->loc, "expected the payload to be %s", row->name);
  tern_script_note(script, target->loc, "payload op");
  return NULL;
}

static tern_script_result_t refuse_results(tern_script_t *script, const tern_op_t *op, const tern_op_t *target,
                                           size_t rank) {
  if (rank == 0) {
    tern_script_silence(script, op->loc, "op expects one result, given %u", op->result_count);
  } else {
    tern_script_silence(script, op->loc, "op expects as many results (%u) as payload has induction variables (%zu)",
                        op->result_count, rank);
  }
  tern_script_note(script, target->loc, "payload op");
  return TERN_SCRIPT_SILENCEABLE;
}

tern_script_result_t tern_script_forall_to_for(tern_script_t *script, tern_op_t *op) {
  tern_op_t *target = find_only_loop(script, op, TERN_SCF(FORALL));
  if (!target) return TERN_SCRIPT_SILENCEABLE;
  if (target->result_count) return wrong_loop(script, op, target, "unsupported shared outputs (didn't bufferize?)");
  size_t rank = tern_op_body(target, 0)->arg_count;
  if (op->result_count != rank) return refuse_results(script, op, target, rank);
  // The first of the loops takes the place of the forall, the others are the last ops but one of each body.
  tern_block_t *block = target->block;
  tern_op_t *after = target->next;
  tern_forall_to_for(target);
  tern_op_t *loop = after ? after->prev : block->last_op;
  for (size_t i = 0; i < rank && loop; ++i) {
    tern_script_map_one(script, tern_op_result(op, i), loop);
    loop = yield_of(loop)->prev;
  }
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_forall_to_parallel(tern_script_t *script, tern_op_t *op) {
  tern_op_t *target = find_only_loop(script, op, TERN_SCF(FORALL));
  if (!target) return TERN_SCRIPT_SILENCEABLE;
  if (target->result_count) return wrong_loop(script, op, target, "unsupported shared outputs (didn't bufferize?)");
  if (op->result_count != 1) return refuse_results(script, op, target, 0);
  tern_script_map_one(script, tern_op_result(op, 0), tern_forall_to_parallel(target));
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_parallel_to_nested_fors(tern_script_t *script, tern_op_t *op) {
  tern_op_t *target = find_only_loop(script, op, TERN_SCF(PARALLEL));
  if (!target) return TERN_SCRIPT_SILENCEABLE;
  if (op->result_count != 1) return refuse_results(script, op, target, 0);
  if (target->result_count) return tern_script_silence(script, op->loc, "failed to convert parallel into nested fors");
  tern_script_map_one(script, tern_op_result(op, 0), tern_parallel_to_nested_fors(target));
  return TERN_SCRIPT_SUCCESS;
}

// --- coalesce ---

// A nest of two loops, the inner one all that the outer does, as one loop over both.
static bool is_perfect_pair(const tern_op_t *outer) {
  const tern_block_t *body = tern_op_body(outer, 0);
  const tern_op_t *inner = body->first_op;
  if (!inner || inner->next != body->last_op || !is_index_loop(inner) || carried_count(inner) != carried_count(outer)) {
    return false;
  }
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_value_is_defined_outside(tern_op_operand(inner, i), outer)) return false;
  }
  for (size_t i = 0; i < carried_count(outer); ++i) {
    if (tern_op_operand(inner, 3 + i) != carried(outer, i)) return false;
    if (tern_op_operand(body->last_op, i) != tern_op_result(inner, i)) return false;
  }
  return true;
}

static tern_op_t *coalesce_pair(tern_op_t *outer) {
  tern_op_t *inner = tern_op_body(outer, 0)->first_op;
  tern_builder_t b = tern_builder_before(outer);
  tern_op_t *nest[] = {outer, inner};
  tern_value_t *trips[2], *ivs[2];
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *extent = tern_build_index_sub(&b, tern_scf_for_upper(nest[i]), tern_scf_for_lower(nest[i]));
    trips[i] = tern_build_index_ceildiv(&b, extent, tern_scf_for_step(nest[i]));
  }
  size_t count = carried_count(outer);
  tern_value_t **values = inits_of(outer);
  tern_value_t *total = tern_build_index_mul(&b, trips[0], trips[1]);
  tern_op_t *loop =
      tern_build_scf_for(&b, tern_build_index(&b, 0), total, tern_build_index(&b, 1), (tern_values_t){values, count});
  tern_value_t *iv = tern_scf_for_iv(loop);
  ivs[1] = tern_build_value(&b, TERN_ARITH(REMUI), .operands = TERN_VALUES(iv, trips[1]));
  ivs[0] = tern_build_value(&b, TERN_ARITH(DIVUI), .operands = TERN_VALUES(iv, trips[1]));
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *scaled = tern_build_index_mul(&b, ivs[i], tern_scf_for_step(nest[i]));
    ivs[i] = tern_build_index_add(&b, tern_scf_for_lower(nest[i]), scaled);
  }
  tern_value_replace_all_uses(tern_scf_for_iv(outer), ivs[0]);
  for (size_t i = 0; i < count; ++i) values[i] = carried(loop, i);
  clone_body(&b, inner, ivs[1], values);
  tern_build_scf_for_end(&b, loop, (tern_values_t){values, count});
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_result(loop, i);
  loop->attrs = outer->attrs;
  replace_loop(outer, values);
  free(values);
  return loop;
}

static tern_script_result_t coalesce(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  if (!is_index_loop(target)) return tern_script_wrong_kind(script, op, target);
  if (!is_perfect_pair(target)) return wrong_loop(script, op, target, "failed to coalesce");
  while (is_perfect_pair(target)) target = coalesce_pair(target);
  tern_vec_push(&results[0], target);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_loop_coalesce(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, coalesce);
}

// --- outline ---

typedef struct captures {
  const tern_op_t *root;
  value_list_t values;
} captures_t;

static tern_walk_result_t collect_captures(tern_op_t *op, void *user) {
  captures_t *captures = user;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!tern_value_is_defined_outside(value, captures->root)) continue;
    bool is_known = false;
    for (size_t k = 0; k < captures->values.count; ++k) is_known |= captures->values.values[k] == value;
    if (!is_known) tern_vec_push(&captures->values, value);
  }
  return TERN_WALK_ADVANCE;
}

// The loop in a function beside the one that it is in, and a call of that.
static tern_script_result_t outline(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  tern_op_t *function = target, *table;
  while (function && !tern_op_has_trait(function, TERN_TRAIT_FUNCTION_LIKE)) function = tern_op_parent(function);
  table = function ? tern_op_parent(function) : NULL;
  if (!table || !tern_op_has_trait(table, TERN_TRAIT_SYMBOL_TABLE)) {
    return wrong_loop(script, op, target, "failed to outline: expected the op in a function in a symbol table");
  }
  captures_t captures = {.root = target};
  tern_op_walk_post(target, collect_captures, &captures);
  TERN_VEC(const tern_type_t *) inputs = {0}, outputs = {0};
  for (size_t i = 0; i < captures.values.count; ++i) tern_vec_push(&inputs, captures.values.values[i]->type);
  for (size_t i = 0; i < target->result_count; ++i) tern_vec_push(&outputs, target->results[i].type);
  tern_context_t *context = script->context;
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){inputs.values, inputs.count},
                                                   (tern_types_t){outputs.values, outputs.count});
  tern_builder_t b = {.context = context, .loc = target->loc};
  tern_op_t *outlined = tern_build(
      &b, TERN_FUNC(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "func_name")}, {"function_type", tern_type_attr_get(type)}));
  tern_symbol_table_t symbols = {0};
  tern_symbol_table_initialize(&symbols, table);
  tern_symbol_table_insert(&symbols, outlined, function);
  tern_symbol_table_deinitialize(&symbols);
  b = tern_builder_before(target);
  const tern_str_t name = tern_symbol_name(outlined);
  const tern_attr_t *callee = tern_symbol_ref_attr_get(context, &name, 1);
  tern_op_t *call = tern_build(&b, TERN_FUNC(CALL), .operands = {captures.values.values, captures.values.count},
                               .types = {outputs.values, outputs.count}, .attrs = TERN_ATTRS({"callee", callee}));
  for (size_t i = 0; i < target->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(target, i), tern_op_result(call, i));
  }
  tern_block_t *body = tern_region_add_block(&outlined->regions[0]);
  tern_op_remove(target);
  tern_op_insert(target, body, NULL);
  for (size_t i = 0; i < captures.values.count; ++i) {
    tern_value_t *value = captures.values.values[i], *arg = tern_block_add_arg(body, value->type, target->loc);
    for (tern_operand_t *use = value->first_use, *next; use; use = next) {
      next = use->next;
      if (tern_op_is_within(use->owner, target)) tern_operand_set(use, arg);
    }
  }
  b = tern_builder_at_end(body, target->loc);
  value_list_t returned = {0};
  for (size_t i = 0; i < target->result_count; ++i) tern_vec_push(&returned, tern_op_result(target, i));
  tern_build(&b, TERN_FUNC(RETURN), .operands = {returned.values, returned.count});
  tern_vec_push(&results[0], outlined);
  tern_vec_push(&results[1], call);
  tern_vec_deinitialize(&returned);
  tern_vec_deinitialize(&captures.values);
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&outputs);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_loop_outline(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, outline);
}
