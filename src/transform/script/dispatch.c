// Ops of a script that form dispatches (upstream: IREE's Flow/TransformExtensions).
//
// transform.iree.forall_to_flow keeps the loop inside of the dispatch: its iterations are distributed to workgroups when code is
// made for the dispatch, by --iree-codegen-workgroup-distribute-forall, which also makes the grid. IREE replaces the loop by
// the grid at once.

#include "analysis/reify_dims.h"
#include "dialect/flow/flow.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/script/applies.h"

static tern_op_t *return_of(const tern_op_t *region) { return tern_op_body(region, 0)->last_op; }

static tern_script_result_t fails(const tern_op_t *op, const tern_op_t *target, const char *why) {
  tern_script_fail(op->loc, "failed to apply: %s", why);
  tern_emit_note(target->loc, "attempted to apply to this op");
  return TERN_SCRIPT_DEFINITE;
}

static tern_script_result_t forall_to_flow(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                           tern_payload_t *results) {
  (void)script;
  if (!tern_op_is(target, TERN_SCF(FORALL))) return TERN_SCRIPT_SUCCESS;
  if (tern_is_in_dispatch(target)) return fails(op, target, "it is in a dispatch already");
  if (!target->result_count) return fails(op, target, "it has no shared outputs");
  tern_op_t *region = tern_dispatch_region_wrap(&target, 1);
  if (!region) return fails(op, target, "what it computes is needed before it");
  tern_dispatch_region_clone_producers(region);
  tern_vec_push(&results[0], tern_dispatch_region_to_workgroups(region, false));
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_forall_to_flow(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, forall_to_flow);
}

static tern_script_result_t region_to_workgroups(tern_script_t *script, tern_op_t *op, tern_op_t *target,
                                                 tern_payload_t *results) {
  if (!tern_op_is(target, TERN_FLOW(DISPATCH_REGION))) return tern_script_wrong_kind(script, op, target);
  tern_dispatch_region_clone_producers(target);
  tern_vec_push(&results[0], tern_dispatch_region_to_workgroups(target, false));
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_region_to_workgroups(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, region_to_workgroups);
}

static tern_script_result_t wrap(tern_script_t *script, tern_op_t *op, tern_op_t *target, tern_payload_t *results) {
  (void)script;
  if (tern_is_in_dispatch(target)) return fails(op, target, "it is in a dispatch already");
  for (size_t i = 0; i < target->result_count; ++i) {
    if (!tern_type_is_ranked(target->results[i].type)) return fails(op, target, "its results are no tensors");
  }
  tern_op_t *region = tern_dispatch_region_wrap(&target, 1);
  if (!region) return fails(op, target, "what it computes is needed before it");
  tern_vec_push(&results[0], region);
  return TERN_SCRIPT_SUCCESS;
}

tern_script_result_t tern_script_wrap_in_dispatch_region(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, wrap);
}

// --- moving ops into a region ---

// The region of the second handle. NULL after an error, or (with success) if both handles are empty.
static tern_script_result_t find_region(tern_script_t *script, const tern_op_t *op, tern_op_t **out_region) {
  const tern_payload_t *targets = tern_script_payload(script, tern_op_operand(op, 0));
  const tern_payload_t *regions = tern_script_payload(script, tern_op_operand(op, 1));
  *out_region = NULL;
  if (!targets->count && !regions->count) return TERN_SCRIPT_SUCCESS;
  if (regions->count != 1) return tern_script_fail(op->loc, "requires exactly one target/dispatch region handle");
  if (!tern_op_is(tern_payload_op(regions, 0), TERN_FLOW(DISPATCH_REGION))) {
    return tern_script_fail(op->loc, "expected 'dispatch.region' operand");
  }
  *out_region = tern_payload_op(regions, 0);
  return TERN_SCRIPT_SUCCESS;
}

// The targets in the order of their block; those that come last are the first with `reversed`.
static tern_script_result_t sort_targets(tern_script_t *script, const tern_op_t *op, const tern_op_t *region,
                                         bool reversed, tern_payload_t *out_targets) {
  const tern_payload_t *targets = tern_script_payload(script, tern_op_operand(op, 0));
  for (size_t i = 0; i < targets->count; ++i) {
    tern_op_t *target = tern_payload_op(targets, i);
    if (target->block != region->block || target == region)
      return fails(op, target, "it is not beside the dispatch region");
    if (tern_op_is_before(target, region) != reversed) {
      return fails(op, target,
                   reversed ? "expected that region op comes after it" : "expected that region op comes first");
    }
    size_t place = out_targets->count;
    tern_vec_push(out_targets, target);
    for (; place > 0 && tern_op_is_before(target, out_targets->values[place - 1]) != reversed; --place) {
      out_targets->values[place] = out_targets->values[place - 1];
    }
    out_targets->values[place] = target;
  }
  return TERN_SCRIPT_SUCCESS;
}

// Uses of the results inside of the region become uses of those of `copy`.
static void redirect_uses_within(tern_op_t *target, tern_op_t *copy, tern_op_t *region) {
  for (size_t i = 0; i < target->result_count; ++i) {
    tern_use_list_t uses = {0};
    tern_collect_uses_within(tern_op_result(target, i), region, &uses);
    for (size_t u = 0; u < uses.count; ++u) tern_operand_set(uses.values[u], tern_op_result(copy, i));
    tern_vec_deinitialize(&uses);
  }
}

// Operands that are results of the region become what the region returns for them.
static void use_returned(tern_op_t *copy, const tern_op_t *region) {
  for (size_t i = 0; i < copy->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(copy, i);
    if (tern_value_defining_op(value) != region) continue;
    tern_op_set_operand(copy, i, tern_op_operand(return_of(region), value->index));
  }
}

// The region with further results: these values from inside of it, whose dynamic dimensions are `dims`.
static tern_op_t *append_results(tern_op_t *region, tern_values_t values, tern_values_t dims) {
  tern_builder_t b = tern_builder_before(region);
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  size_t start, dim_count, workload_start, workload_count;
  tern_op_operands_named(region, "result_dims", &start, &dim_count);
  tern_op_operands_named(region, "workload", &workload_start, &workload_count);
  for (size_t i = 0; i < dim_count; ++i) tern_vec_push(&operands, tern_op_operand(region, start + i));
  for (size_t i = 0; i < dims.count; ++i) tern_vec_push(&operands, dims.values[i]);
  for (size_t i = 0; i < workload_count; ++i) tern_vec_push(&operands, tern_op_operand(region, workload_start + i));
  for (size_t i = 0; i < region->result_count; ++i) tern_vec_push(&types, region->results[i].type);
  for (size_t i = 0; i < values.count; ++i) tern_vec_push(&types, values.values[i]->type);
  int32_t segments[] = {(int32_t)(dim_count + dims.count), (int32_t)workload_count};
  tern_op_t *extended =
      tern_build(&b, TERN_FLOW(DISPATCH_REGION), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .dictionary = region->attrs, .segments = segments);
  for (size_t i = 0; i < 2; ++i) tern_region_take_blocks(&extended->regions[i], &region->regions[i]);
  tern_op_t *end = return_of(extended);
  tern_op_insert_operands(end, end->operand_count, values);
  for (size_t i = 0; i < region->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(region, i), tern_op_result(extended, i));
  }
  tern_op_destroy(region);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return extended;
}

// Moves an op into the region (to its start or its end) and returns its results from there. The region is another one then.
static tern_op_t *move_into(tern_op_t *target, tern_op_t *region, bool to_start) {
  TERN_VEC(tern_value_t *) results = {0}, dims = {0};
  bool is_used = false;
  for (size_t i = 0; i < target->result_count; ++i) {
    tern_value_t *result = tern_op_result(target, i);
    bool leaves = false;
    tern_value_for_each_use(result, use) leaves |= !tern_op_is_within(use->owner, region);
    if (leaves) tern_vec_push(&results, result);
    is_used |= leaves;
  }
  tern_builder_t b = tern_builder_before(to_start ? target : region);
  for (size_t i = 0; i < results.count; ++i) {
    const tern_type_t *type = results.values[i]->type;
    for (size_t d = 0; tern_type_is_ranked(type) && d < tern_type_rank(type); ++d) {
      if (tern_type_dim(type, d) == TERN_DYNAMIC) tern_vec_push(&dims, tern_reify_dim(&b, results.values[i], d));
    }
  }
  tern_op_move_before(target, to_start ? tern_op_body(region, 0)->first_op : return_of(region));
  use_returned(target, region);
  if (is_used) {
    size_t old_count = region->result_count;
    region = append_results(region, (tern_values_t){results.values, results.count},
                            (tern_values_t){dims.values, dims.count});
    for (size_t i = 0; i < results.count; ++i) {
      tern_value_t *outside = tern_op_result(region, old_count + i);
      for (tern_operand_t *use = results.values[i]->first_use, *next; use; use = next) {
        next = use->next;
        if (!tern_op_is_within(use->owner, region)) tern_operand_set(use, outside);
      }
    }
  }
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&dims);
  return region;
}

static tern_script_result_t clone_ops(tern_script_t *script, tern_op_t *op, bool is_preceding) {
  tern_op_t *region;
  tern_payload_t targets = {0}, copies = {0};
  tern_script_result_t result = find_region(script, op, &region);
  if (result || !region) return result;
  result = sort_targets(script, op, region, is_preceding, &targets);
  for (size_t i = 0; i < targets.count && !result; ++i) {
    tern_op_t *target = targets.values[i];
    tern_builder_t b = tern_builder_before(is_preceding ? tern_op_body(region, 0)->first_op : return_of(region));
    tern_op_t *copy = tern_builder_clone(&b, target, NULL);
    if (is_preceding) {
      redirect_uses_within(target, copy, region);
    } else {
      use_returned(copy, region);
      for (size_t k = 0; k < i; ++k) {
        for (size_t r = 0; r < tern_payload_op(&targets, k)->result_count; ++r) {
          for (size_t n = 0; n < copy->operand_count; ++n) {
            if (tern_op_operand(copy, n) == tern_op_result(tern_payload_op(&targets, k), r)) {
              tern_op_set_operand(copy, n, tern_op_result(tern_payload_op(&copies, k), r));
            }
          }
        }
      }
    }
    tern_vec_push(&copies, copy);
  }
  if (!result) tern_script_map(script, tern_op_result(op, 0), &copies);
  tern_vec_deinitialize(&targets);
  tern_vec_deinitialize(&copies);
  return result;
}

static tern_script_result_t move_ops(tern_script_t *script, tern_op_t *op, bool is_preceding) {
  tern_op_t *region;
  tern_payload_t targets = {0};
  tern_script_result_t result = find_region(script, op, &region);
  if (result || !region) return result;
  result = sort_targets(script, op, region, is_preceding, &targets);
  for (size_t i = 0; i < targets.count && !result; ++i) {
    const tern_op_t *target = targets.values[i];
    for (size_t r = 0; r < target->result_count && !result; ++r) {
      tern_value_for_each_use(&target->results[r], use) {
        const tern_op_t *user = use->owner;
        while (user && user->block != region->block) user = tern_op_parent(user);
        if (!result && user && user != region && tern_op_is_before(user, region)) {
          bool moves_too = false;
          for (size_t k = 0; k < targets.count; ++k) moves_too |= targets.values[k] == user;
          if (!moves_too) result = fails(op, target, "it is used before the dispatch region");
        }
      }
    }
  }
  for (size_t i = 0; i < targets.count && !result; ++i) region = move_into(targets.values[i], region, is_preceding);
  if (!result) tern_script_map_one(script, tern_op_result(op, 0), region);
  tern_vec_deinitialize(&targets);
  return result;
}

tern_script_result_t tern_script_clone_preceding_op(tern_script_t *script, tern_op_t *op) {
  return clone_ops(script, op, true);
}
tern_script_result_t tern_script_move_preceding_op(tern_script_t *script, tern_op_t *op) {
  return move_ops(script, op, true);
}
tern_script_result_t tern_script_clone_succeeding_op(tern_script_t *script, tern_op_t *op) {
  return clone_ops(script, op, false);
}
tern_script_result_t tern_script_move_succeeding_op(tern_script_t *script, tern_op_t *op) {
  return move_ops(script, op, false);
}
