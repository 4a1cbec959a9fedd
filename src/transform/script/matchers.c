// Matchers of structured ops (upstream: LinalgMatchOps): transform.match.structured and what stands in it.

#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/linalg/convolution.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "transform/script/applies.h"

// The lone op of the handle; NULL after a definite failure.
static tern_op_t *lone_op(const tern_script_t *script, const tern_op_t *op) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  if (payload->count == 1) return tern_payload_op(payload, 0);
  tern_script_fail(op->loc, "expected the handle to point to a single payload op");
  return NULL;
}

static void push_number(tern_script_t *script, tern_payload_t *list, int64_t number) {
  tern_vec_push(list, (void *)(uintptr_t)tern_integer_attr_get(tern_i_type_get(script->context, 64), number));
}

static tern_script_result_t map_number(tern_script_t *script, tern_op_t *op, int64_t number) {
  tern_payload_t list = {0};
  push_number(script, &list, number);
  tern_script_map(script, tern_op_result(op, 0), &list);
  tern_vec_deinitialize(&list);
  return TERN_SCRIPT_SUCCESS;
}

// --- transform.match.structured ---

// Whether a value is there already when `next` is what will not be run any more; NULL: all were run.
static bool is_known(const tern_value_t *value, const tern_op_t *next) {
  const tern_op_t *definition = tern_value_defining_op(value);
  for (const tern_op_t *op = next; op; op = op->next)
    if (op == definition) return false;
  return true;
}

tern_script_result_t tern_script_match_structured(tern_script_t *script, tern_op_t *op) {
  tern_op_t *target = lone_op(script, op);
  if (!target) return TERN_SCRIPT_DEFINITE;
  const tern_attr_t *mode = tern_op_attr(op, "failure_propagation_mode");
  bool is_suppressed = mode && tern_enum_attr_value(mode) == TERN_TRANSFORM_SUPPRESS;
  if (!tern_is_linalg(target)) {
    return is_suppressed ? TERN_SCRIPT_SUCCESS : tern_script_silence(script, op->loc, "expected a Linalg op");
  }
  tern_block_t *body = tern_op_body(op, 0);
  tern_script_map_one(script, body->args[0], target);
  size_t mark = script->messages.count;
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  const tern_op_t *failed = NULL;
  for (tern_op_t *child = body->first_op; child != body->last_op && !failed; child = child->next) {
    result = tern_script_run_op(script, child);
    if (result) failed = child;
  }
  if (result == TERN_SCRIPT_SILENCEABLE && is_suppressed) {
    tern_script_drop_messages(script, mark);
    result = TERN_SCRIPT_SUCCESS;
  }
  for (size_t i = 0; i < op->result_count && !result; ++i) {
    const tern_value_t *yielded = tern_op_operand(body->last_op, i);
    if (failed && !is_known(yielded, failed)) continue;
    tern_script_map(script, tern_op_result(op, i), tern_script_payload(script, yielded));
  }
  tern_script_forget_block(script, body);
  return result;
}

// --- the body ---

// Whether ops of the body make `value` of what comes in as an output.
static bool depends_on_outputs(const tern_op_t *target, const tern_value_t *value) {
  const tern_block_t *body = tern_linalg_body(target);
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op) return value->owner == body && value->index >= tern_linalg_input_count(target);
  if (op->block != body) return false;
  for (size_t i = 0; i < op->operand_count; ++i)
    if (depends_on_outputs(target, tern_op_operand(op, i))) return true;
  return false;
}

// Is there one op that combines what comes in as the output with what the inputs give, and is that what goes out?
static bool is_reduction(const tern_op_t *target, size_t output) {
  if (output >= tern_linalg_output_count(target)) return false;
  const tern_block_t *body = tern_linalg_body(target);
  const tern_value_t *value = body->args[tern_linalg_output_position(target, output)];
  if (!tern_value_has_one_use(value)) return false;
  const tern_op_t *combiner = value->first_use->owner;
  if (combiner->operand_count != 2 || combiner->result_count != 1 || combiner->block != body ||
      tern_op_effects(combiner) || !tern_value_has_one_use(tern_op_result(combiner, 0)))
    return false;
  bool is_left = tern_op_operand(combiner, 0) == value;
  return !depends_on_outputs(target, tern_op_operand(combiner, is_left)) &&
         tern_op_operand(body->last_op, output) == tern_op_result(combiner, 0);
}

static bool is_passthrough(const tern_op_t *target) {
  const tern_block_t *body = tern_linalg_body(target);
  size_t inputs = tern_linalg_input_count(target);
  if (body->last_op->operand_count != inputs) return false;
  for (size_t i = 0; i < inputs; ++i)
    if (tern_op_operand(body->last_op, i) != body->args[i]) return false;
  return true;
}

static bool is_scalar_op(const tern_op_t *op) {
  static const tern_op_row_t *const others[] = {TERN_ARITH(CONSTANT), TERN_TENSOR(EXTRACT), TERN_LINALG(YIELD),
                                                TERN_LINALG(INDEX), TERN_AFFINE(APPLY)};
  bool is_known_op = tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE);
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) is_known_op |= tern_op_is(op, others[i]);
  for (size_t i = 0; i < op->result_count && is_known_op; ++i) {
    const tern_type_t *type = op->results[i].type;
    is_known_op = tern_type_is_integer(type) || tern_type_is_index(type) || tern_type_is_float(type);
  }
  return is_known_op;
}

static bool has_elementwise_body(const tern_op_t *target) {
  if (!tern_linalg_is_all_parallel(target)) return false;
  for (size_t i = 0; i < target->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(target, i);
    bool is_output = i >= tern_linalg_input_count(target);
    if (!tern_affine_map_is_projected_permutation(map, true) || (is_output && !tern_affine_map_is_permutation(map)))
      return false;
  }
  const tern_block_t *body = tern_linalg_body(target);
  tern_block_for_each_op(body, op) if (!is_scalar_op(op)) return false;
  return true;
}

// Through ops of one operand that only compute.
static const tern_value_t *skip_unary(const tern_value_t *value) {
  for (const tern_op_t *op = tern_value_defining_op(value); op && op->operand_count == 1 && !tern_op_effects(op);
       op = tern_value_defining_op(value))
    value = tern_op_operand(op, 0);
  return value;
}

static const tern_op_t *binary_op(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && op->result_count == 1 && op->operand_count == 2 ? op : NULL;
}

// What keeps the body from being `red(elem(arg0, arg1), arg2)`, in upstream's words; NULL: it is.
static const char *contraction_problem(const tern_op_t *target, const tern_attr_t *names) {
  const tern_block_t *body = tern_linalg_body(target);
  const tern_op_t *yield = body->last_op;
  if (body->arg_count != 3) return "expected block with 3 arguments";
  if (yield->operand_count != 1) return "expected terminator with 1 operand";
  const tern_op_t *reduction = binary_op(skip_unary(tern_op_operand(yield, 0)));
  if (!reduction) return "expected reduction op to be binary";
  const tern_value_t *left = skip_unary(tern_op_operand(reduction, 0)),
                     *right = skip_unary(tern_op_operand(reduction, 1));
  if (left != body->args[2] && right != body->args[2])
    return "expected reduction to take block argument #2 as one of the operands (modulo unary casts)";
  const tern_op_t *elementwise = binary_op(skip_unary(left->is_block_argument ? right : left));
  if (!elementwise) return "expected elementwise op to be binary";
  if (!tern_str_equal(tern_op_name(elementwise), tern_string_attr_value(tern_array_attr_at(names, 0))) ||
      !tern_str_equal(tern_op_name(reduction), tern_string_attr_value(tern_array_attr_at(names, 1))))
    return "expected reduction/elementwise op kind not satisfied";
  left = skip_unary(tern_op_operand(elementwise, 0));
  right = skip_unary(tern_op_operand(elementwise, 1));
  bool is_right =
      (left == body->args[0] && right == body->args[1]) || (left == body->args[1] && right == body->args[0]);
  return is_right ? NULL : "expected elementwise op to apply to block arguments (modulo unary casts)";
}

tern_script_result_t tern_script_match_body(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  if (!target) return TERN_SCRIPT_DEFINITE;
  const tern_attr_t *position = tern_op_attr(op, "reduction_position"), *names = tern_op_attr(op, "contraction");
  if (position) {
    return is_reduction(target, (size_t)tern_integer_attr_value(position))
               ? TERN_SCRIPT_SUCCESS
               : tern_script_silence(script, op->loc, "could not match reduction");
  }
  if (tern_op_attr(op, "passthrough")) {
    return is_passthrough(target) ? TERN_SCRIPT_SUCCESS : tern_script_silence(script, op->loc, "not a passthrough");
  }
  if (tern_op_attr(op, "elementwise")) {
    return has_elementwise_body(target) ? TERN_SCRIPT_SUCCESS : tern_script_silence(script, op->loc, "not elementwise");
  }
  if (!names) return tern_script_fail(op->loc, "unknown body condition");
  const char *problem = contraction_problem(target, names);
  return problem ? tern_script_silence(script, op->loc, "contraction: %s", problem) : TERN_SCRIPT_SUCCESS;
}

// --- loops ---

static void map_loops(tern_script_t *script, tern_op_t *op, size_t result, tern_loops_t loops) {
  tern_payload_t list = {0};
  for (int loop = 0; loop < TERN_LINALG_MAX_LOOPS; ++loop)
    if (loops >> loop & 1) push_number(script, &list, loop);
  tern_script_map(script, tern_op_result(op, result), &list);
  tern_vec_deinitialize(&list);
}

tern_script_result_t tern_script_match_contraction(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  tern_product_loops_t roles;
  if (!target) return TERN_SCRIPT_DEFINITE;
  if (!tern_linalg_infer_product_loops(target, &roles))
    return tern_script_silence(script, op->loc, "could not infer contraction dimensions");
  const tern_loops_t lists[] = {roles.batch, roles.m, roles.n, roles.k};
  for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); ++i) map_loops(script, op, i, lists[i]);
  return TERN_SCRIPT_SUCCESS;
}

// One number for each of `loops`.
static void map_factors(tern_script_t *script, tern_op_t *op, size_t result, tern_loops_t loops,
                        const int64_t *factors) {
  tern_payload_t list = {0};
  for (; loops; loops &= loops - 1) push_number(script, &list, *factors++);
  tern_script_map(script, tern_op_result(op, result), &list);
  tern_vec_deinitialize(&list);
}

tern_script_result_t tern_script_match_convolution(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  tern_convolution_t roles;
  if (!target) return TERN_SCRIPT_DEFINITE;
  if (!tern_linalg_infer_convolution(target, &roles))
    return tern_script_silence(script, op->loc, "could not infer convolution dimensions");
  const tern_loops_t lists[] = {roles.batch,       roles.output_image,  roles.output_channel,
                                roles.filter_loop, roles.input_channel, roles.depth};
  for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); ++i) map_loops(script, op, i, lists[i]);
  map_factors(script, op, 6, roles.output_image, roles.strides);
  map_factors(script, op, 7, roles.filter_loop, roles.dilations);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_match_dim(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  if (!target) return TERN_SCRIPT_DEFINITE;
  size_t loops[TERN_LINALG_MAX_LOOPS], count;
  tern_script_result_t result = tern_script_expand_positions(script, op, target, "raw_dim_list", "dimensions",
                                                             tern_linalg_loop_count(target), loops, &count);
  bool is_parallel = tern_op_attr(op, "parallel") != NULL, is_reduction = tern_op_attr(op, "reduction") != NULL;
  for (size_t i = 0; i < count && !result && (is_parallel || is_reduction); ++i) {
    if (tern_linalg_iterator(target, loops[i]) == (is_parallel ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION))
      continue;
    result = tern_script_silence(script, op->loc, "expects dimension #%zu to be %s", loops[i],
                                 is_parallel ? "parallel" : "reduction");
  }
  if (result || !op->result_count) return result;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(target, ranges))
    return tern_script_silence(script, op->loc, "no operand gives the extents of all loops");
  tern_payload_t list = {0};
  for (size_t i = 0; i < count; ++i) push_number(script, &list, ranges[loops[i]]);
  tern_script_map(script, tern_op_result(op, 0), &list);
  tern_vec_deinitialize(&list);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_match_rank(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  return target ? map_number(script, op, (int64_t)tern_linalg_loop_count(target)) : TERN_SCRIPT_DEFINITE;
}

// --- operands and results ---

tern_script_result_t tern_script_match_num_inputs(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  return target ? map_number(script, op, (int64_t)tern_linalg_input_count(target)) : TERN_SCRIPT_DEFINITE;
}

tern_script_result_t tern_script_match_num_inits(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  return target ? map_number(script, op, (int64_t)tern_linalg_output_count(target)) : TERN_SCRIPT_DEFINITE;
}

// Checks one operand and pushes what the result is to hold.
static tern_script_result_t take_operand(tern_script_t *script, tern_op_t *op, const tern_op_t *target, size_t operand,
                                         const char *what, size_t position, tern_payload_t *list) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(target, operand);
  bool is_wrong = tern_op_attr(op, "permutation") && !tern_affine_map_is_permutation(map);
  bool is_wrong_projection =
      tern_op_attr(op, "projected_permutation") && !tern_affine_map_is_projected_permutation(map, false);
  if (is_wrong || is_wrong_projection) {
    bool is_projected = is_wrong_projection && what[0] == 'i';
    return tern_script_silence(script, op->loc, "the indexing map for %s #%zu is not a %spermutation", what, position,
                               is_projected ? "projected " : "");
  }
  if (!op->result_count) return TERN_SCRIPT_SUCCESS;
  tern_value_t *value = tern_op_operand(target, operand);
  switch (tern_handle_kind(tern_op_result(op, 0)->type)) {
    case TERN_HANDLE_PARAMS: tern_vec_push(list, (void *)(uintptr_t)tern_affine_map_attr_get(map)); break;
    case TERN_HANDLE_VALUES: tern_vec_push(list, value); break;
    default: {
      tern_op_t *producer = tern_value_defining_op(value);
      if (!producer)
        return tern_script_silence(script, op->loc, "%s #%zu is not produced by an operation", what, position);
      tern_vec_push(list, producer);
    }
  }
  return TERN_SCRIPT_SUCCESS;
}

static tern_script_result_t match_operands(tern_script_t *script, tern_op_t *op, bool are_inputs) {
  const tern_op_t *target = lone_op(script, op);
  if (!target) return TERN_SCRIPT_DEFINITE;
  size_t inputs = tern_linalg_input_count(target), first = are_inputs ? 0 : inputs;
  size_t limit = are_inputs ? inputs : tern_linalg_output_count(target), count;
  size_t *positions = tern_malloc((limit + 1) * sizeof *positions);
  tern_script_result_t result =
      tern_script_expand_positions(script, op, target, "raw_position_list",
                                   are_inputs ? "DPS inputs" : "DPS inits (outputs)", limit, positions, &count);
  tern_payload_t list = {0};
  for (size_t i = 0; i < count && !result; ++i) {
    result = take_operand(script, op, target, first + positions[i], are_inputs ? "input" : "output(init)", positions[i],
                          &list);
  }
  if (!result && op->result_count) tern_script_map(script, tern_op_result(op, 0), &list);
  tern_vec_deinitialize(&list);
  free(positions);
  return result;
}

tern_script_result_t tern_script_match_input(tern_script_t *script, tern_op_t *op) {
  return match_operands(script, op, true);
}
tern_script_result_t tern_script_match_init(tern_script_t *script, tern_op_t *op) {
  return match_operands(script, op, false);
}

tern_script_result_t tern_script_match_result(tern_script_t *script, tern_op_t *op) {
  const tern_op_t *target = lone_op(script, op);
  if (!target) return TERN_SCRIPT_DEFINITE;
  int64_t raw = tern_integer_attr_value(tern_op_attr(op, "position"));
  int64_t position = raw < 0 ? raw + target->result_count : raw;
  if (position < 0 || position >= target->result_count)
    return tern_script_silence(script, op->loc,
                               "position %lld overflows the number of results(ints) of the payload operation",
                               (long long)raw);
  tern_value_t *value = tern_op_result(target, (size_t)position);
  if (tern_handle_kind(tern_op_result(op, 0)->type) == TERN_HANDLE_VALUES) {
    tern_script_map_one(script, tern_op_result(op, 0), value);
    return TERN_SCRIPT_SUCCESS;
  }
  if (!value->first_use) return tern_script_silence(script, op->loc, "no users of the result #%lld", (long long)raw);
  if (tern_op_attr(op, "single") && value->first_use->next)
    return tern_script_silence(script, op->loc, "more than one result user with single user requested");
  tern_script_map_one(script, tern_op_result(op, 0), value->first_use->owner);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_match_elemental_bitwidth(tern_script_t *script, tern_op_t *op) {
  const tern_payload_t *payload = tern_script_payload(script, tern_op_operand(op, 0));
  if (payload->count != 1) return tern_script_fail(op->loc, "expected the handle to point to a single payload value");
  const tern_type_t *type = tern_payload_value(payload, 0)->type;
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (!tern_type_is_integer(element) && !tern_type_is_float(element))
    return tern_script_silence(script, op->loc, "unsupported type for bitwidth extraction: '%s'", tern_type_text(type));
  return map_number(script, op, (int64_t)tern_type_bit_width(element));
}
