// transform.nvgpu.pipeline_shared_memory_copies: what is copied to shared memory is begun some iterations ahead (upstream:
// PipelineSharedMemoryCopiesOp). Loads of global memory, and what they need, are stage 0; all else is stage `depth`, and
// comes first in the new loop.

#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "transform/scf/pipeline_loop.h"
#include "transform/script/applies.h"

// --- what is begun early ---

static bool is_in_default_memory(const tern_value_t *memory) {
  if (memory->type->kind != TERN_TYPE_MEMREF) return false;
  const tern_attr_t *space = tern_memref_type_memory_space(memory->type);
  return !space || (tern_attr_is_integer(space) && tern_integer_attr_value(space) == 0);
}

// A load of global memory whose value is only stored, in other memory.
static bool is_load_to_store(tern_op_t *op) {
  if (!tern_op_is(op, TERN_VECTOR(TRANSFER_READ)) || !is_in_default_memory(tern_op_operand_named(op, "base"))) {
    return false;
  }
  const tern_value_t *value = tern_op_result(op, 0);
  if (!tern_value_has_one_use(value)) return false;
  const tern_op_t *store = value->first_use->owner;
  return tern_op_is(store, TERN_VECTOR(TRANSFER_WRITE)) && tern_op_operand_named(store, "valueToStore") == value &&
         tern_op_operand_named(store, "base")->type->kind == TERN_TYPE_MEMREF;
}

// Barriers go with the asynchronous copies behind them. False: there are ops with regions.
static bool find_early_ops(const tern_op_t *loop, tern_op_list_t *early) {
  tern_op_list_t barriers = {0};
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (op->region_count > 0) is_right = false;
    bool is_copy =
        tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_COPY)) || tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_CREATE_GROUP));
    if (tern_op_is(op, TERN_GPU(BARRIER))) tern_vec_push(&barriers, op);
    if (is_copy) {
      for (size_t i = 0; i < barriers.count; ++i) tern_vec_push(early, barriers.values[i]);
      barriers.count = 0;
    }
    if (is_copy || is_load_to_store(op)) tern_vec_push(early, op);
  }
  tern_vec_deinitialize(&barriers);
  return is_right;
}

static bool has(const tern_op_list_t *list, const tern_op_t *op) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == op) return true;
  }
  return false;
}

// Adds the ops of the body that the ops of the list need.
static void add_needed(const tern_op_t *loop, tern_op_list_t *ops) {
  for (size_t i = 0; i < ops->count; ++i) {
    const tern_op_t *op = ops->values[i];
    for (size_t k = 0; k < op->operand_count; ++k) {
      tern_op_t *maker = tern_value_defining_op(tern_op_operand(op, k));
      if (maker && maker->block == tern_op_body(loop, 0) && !has(ops, maker)) tern_vec_push(ops, maker);
    }
  }
}

// --- copies of ops ---

static bool is_harmless(const tern_op_t *op) {
  return !tern_op_effects(op) || tern_op_is(op, TERN_GPU(BARRIER)) ||
         tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_CREATE_GROUP)) || tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_WAIT));
}

static bool can_predicate(const tern_op_t *op) {
  return is_harmless(op) || tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_COPY));
}

// A copy that is switched off reads no elements.
static tern_op_t *predicate(tern_builder_t *b, tern_op_t *op, tern_value_t *is_on) {
  if (is_harmless(op)) return op;
  const tern_attr_t *elements = tern_op_attr(op, "dstElements");
  b->loc = op->loc;
  tern_value_t *all = tern_arith_constant(b, elements), *given = tern_op_operand_named(op, "srcElements");
  tern_value_t *none = tern_arith_constant_index(b, 0);
  tern_value_t *count =
      tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_on, given ? given : all, none),
                       .types = TERN_TYPES(none->type));
  TERN_VEC(tern_value_t *) operands = {0};
  size_t start, to_count, from_count, old_count = op->operand_count - (given != NULL);
  for (size_t i = 0; i < old_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_vec_push(&operands, count);
  tern_op_operands_named(op, "dstIndices", &start, &to_count);
  tern_op_operands_named(op, "srcIndices", &start, &from_count);
  tern_op_t *copy =
      tern_build(b, TERN_NVGPU(DEVICE_ASYNC_COPY), .operands = {operands.values, operands.count},
                 .segments = (int32_t[]){1, (int32_t)to_count, 1, (int32_t)from_count, 1},
                 .types = TERN_TYPES(tern_op_result(op, 0)->type), .attrs = TERN_ATTRS({"dstElements", elements}));
  tern_vec_deinitialize(&operands);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(copy, 0));
  tern_op_destroy(op);
  return copy;
}

// How many groups of copies may still be under way when an op waits.
static void set_groups(tern_op_t *op, tern_pipeline_part_t part, unsigned iteration, void *user) {
  int64_t depth = *(const int64_t *)user;
  if (!tern_op_is(op, TERN_NVGPU(DEVICE_ASYNC_WAIT)) || tern_op_attr(op, "numGroups")) return;
  int64_t count = part == TERN_PIPELINE_EPILOGUE ? depth - 1 - (int64_t)iteration : depth - 1;
  tern_op_set_attr(op, "numGroups", tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), count));
}

// --- the op ---

static tern_script_result_t report(tern_script_t *script, const tern_op_t *op, const tern_op_t *loop,
                                   tern_pipeline_result_t result) {
  if (result == TERN_PIPELINE_REFUSED) {
    return tern_script_silence(script, loop->loc, "pipelining preconditions failed");
  }
  tern_script_fail(op->loc, "irreversible pipelining failure");
  tern_emit_note(loop->loc, "couldn't predicate?");
  tern_emit_note(op->loc, "try setting \"peel_epilogue\"");
  return TERN_SCRIPT_DEFINITE;
}

static tern_script_result_t pipeline(tern_script_t *script, tern_op_t *op, tern_op_t *loop, tern_payload_t *results) {
  if (!tern_op_is(loop, TERN_SCF(FOR))) return tern_script_wrong_kind(script, op, loop);
  int64_t depth = tern_integer_attr_value(tern_op_attr(op, "depth"));
  tern_op_list_t early = {0};
  TERN_VEC(tern_staged_op_t) schedule = {0};
  tern_script_result_t result = TERN_SCRIPT_SUCCESS;
  if (!find_early_ops(loop, &early)) {
    result = tern_script_silence(script, loop->loc, "cannot find stage 0 ops for pipelining");
  } else if (early.count == 0 || depth < 0) {
    result = tern_script_silence(script, loop->loc, "no shared memory copy");
  }
  if (!result) {
    add_needed(loop, &early);
    tern_op_t *yield = tern_op_body(loop, 0)->last_op;
    for (unsigned is_early = 0; is_early < 2; ++is_early) {
      tern_block_for_each_op(tern_op_body(loop, 0), one) {
        if (one == yield || has(&early, one) != is_early) continue;
        tern_vec_push(&schedule, ((tern_staged_op_t){one, is_early ? 0 : (unsigned)depth}));
      }
    }
    tern_pipeline_options_t options = {
        .schedule = schedule.values,
        .count = schedule.count,
        .peels_epilogue = tern_op_attr(op, "peel_epilogue") != NULL,
        .can_predicate = can_predicate,
        .predicate = predicate,
        .annotate = set_groups,
        .user = &depth,
    };
    tern_op_t *pipelined;
    tern_pipeline_result_t outcome = tern_pipeline_loop(loop, &options, &pipelined);
    if (outcome == TERN_PIPELINE_DONE) {
      tern_vec_push(&results[0], pipelined);
    } else {
      result = report(script, op, loop, outcome);
    }
  }
  tern_vec_deinitialize(&early);
  tern_vec_deinitialize(&schedule);
  return result;
}

tern_script_result_t tern_script_pipeline_copies(tern_script_t *script, tern_op_t *op) {
  return tern_script_apply_each(script, op, pipeline);
}
