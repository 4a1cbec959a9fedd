// --gpu-async-region: ops that can run on a device asynchronously do, each after the one before it (upstream:
// GpuAsyncRegionPass).
//
//   gpu.launch_func @k ...                 %0 = gpu.wait async
//   gpu.memcpy %a, %b             ==>      %1 = gpu.launch_func async [%0] @k ...
//   call @f()                              %2 = gpu.memcpy async [%1] %a, %b
//                                          gpu.wait [%2]
//                                          call @f()
//
// The host waits before anything else that has effects, and at the end of a block. Three steps: tokens are threaded
// through each block; a wait at the end of an async.execute moves to those who wait for that; and a token that an
// async.execute gives to several is given once for each, since only one can take it over.

#include "base/vec.h"
#include "dialect/async/async.h"
#include "dialect/gpu/gpu.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool has_side_effects(const tern_op_t *op) { return tern_op_effects(op) != 0; }

static bool is_barrier_of_host(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) || has_side_effects(op);
}

// --- ops with tokens ---

// gpu's ops with dependencies and a token (upstream: AsyncOpInterface).
static bool is_async_op(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  return def->dialect == &tern_gpu_dialect && def->operand_count && def->result_count &&
         strcmp(def->operands[0].name->data, "asyncDependencies") == 0 &&
         strcmp(def->results[def->result_count - 1].name->data, "asyncToken") == 0;
}

static tern_value_t *token_of(const tern_op_t *op) {
  if (op->result_count == 0) return NULL;
  tern_value_t *last = tern_op_result(op, op->result_count - 1);
  return tern_type_is_gpu(last->type, TERN_GPU_TYPE_TOKEN) ? last : NULL;
}

// As the first of the dependencies, unless it is one already.
static void add_dependency(tern_op_t *op, tern_value_t *token) {
  enum { MAX_GROUPS = 32 };
  int32_t sizes[MAX_GROUPS];
  size_t start, count, group_count = op->def->operand_count;
  tern_op_operand_group(op, 0, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, start + i) == token) return;
  }
  bool has_sizes = tern_op_has_trait(op, TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS);
  for (size_t i = 0; has_sizes && i < group_count; ++i) {
    tern_op_operand_group(op, i, &start, &count);
    sizes[i] = (int32_t)count + (i == 0);
  }
  tern_op_insert_operands(op, 0, TERN_VALUES(token));
  if (has_sizes) tern_op_set_segment_sizes(op, sizes, group_count);
}

static tern_op_t *build_wait(tern_builder_t *b, const tern_attr_t *loc, bool is_async, tern_values_t tokens) {
  b->loc = loc;
  tern_types_t types = is_async ? TERN_TYPES(tern_gpu_type_get(b->context, TERN_GPU_TYPE_TOKEN)) : (tern_types_t){0};
  return tern_build(b, TERN_GPU(WAIT), .operands = tokens, .types = types);
}

// --- step 1: tokens through blocks ---

// `op` with a token behind its results; replaces it.
static tern_op_t *rebuild_with_token(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  tern_vec_push(&types, tern_gpu_type_get(context, TERN_GPU_TYPE_TOKEN));
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_op_t *copy = tern_build(&b, op->def->row, .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(copy, i));
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
  tern_op_destroy(op);
  return copy;
}

// Makes `op` depend on `*inout_token` (or on a new one), or makes the host wait for it. False after an error.
static bool thread_op(tern_op_t *op, tern_value_t **inout_token) {
  if (tern_op_is(op, TERN_GPU(LAUNCH))) return tern_op_error(op, "replace with gpu.launch_func first");
  if (tern_op_is(op, TERN_GPU(WAIT))) {
    if (*inout_token) add_dependency(op, *inout_token);
    *inout_token = token_of(op);
    return true;
  }
  tern_builder_t b = tern_builder_before(op);
  if (is_async_op(op)) {
    if (!*inout_token) *inout_token = token_of(build_wait(&b, op->loc, true, (tern_values_t){0}));
    add_dependency(op, *inout_token);
    *inout_token = token_of(token_of(op) ? op : rebuild_with_token(op));
  } else if (*inout_token && is_barrier_of_host(op)) {
    build_wait(&b, op->loc, false, TERN_VALUES(*inout_token));
    *inout_token = NULL;
  }
  return true;
}

// Inner blocks come before the blocks around them.
static bool thread_region(tern_region_t *region, tern_value_t **inout_token) {
  tern_region_for_each_block(region, block) {
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->region_count; ++i) {
        if (!thread_region(&op->regions[i], inout_token)) return false;
      }
    }
    tern_block_for_each_op_safe(block, op) {
      if (!thread_op(op, inout_token)) return false;
    }
  }
  return true;
}

// --- step 2: waits move out of async.execute ---

// `execute` that also yields `values`; replaces it.
static tern_op_t *add_execute_results(tern_op_t *execute, tern_values_t values) {
  tern_op_t *yield = tern_block_terminator(tern_op_body(execute, 0));
  tern_op_insert_operands(yield, yield->operand_count, values);
  tern_builder_t b = tern_builder_before(execute);
  size_t token_count, operand_count;
  tern_async_execute_groups(execute, &token_count, &operand_count);
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < execute->result_count; ++i) tern_vec_push(&types, tern_op_result(execute, i)->type);
  for (size_t i = 0; i < values.count; ++i) tern_vec_push(&types, tern_async_value_type_get(values.values[i]->type));
  for (size_t i = 0; i < execute->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(execute, i));
  tern_op_t *copy = tern_build(&b, TERN_ASYNC(EXECUTE), .operands = {operands.values, operands.count},
                               .types = {types.values, types.count}, .regions = 1,
                               .segments = (const int32_t[]){(int32_t)token_count, (int32_t)operand_count});
  tern_region_take_blocks(&copy->regions[0], &execute->regions[0]);
  for (size_t i = 0; i < execute->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(execute, i), tern_op_result(copy, i));
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
  tern_op_destroy(execute);
  return copy;
}

// Others would keep the token for what may run at another time, such as the branch of an if.
static bool is_used_by_tasks_only(const tern_value_t *token) {
  tern_value_for_each_use(token, use) {
    if (!tern_op_is(use->owner, TERN_ASYNC(EXECUTE)) && !tern_op_is(use->owner, TERN_ASYNC(AWAIT))) return false;
  }
  return tern_value_has_uses(token);
}

// The wait at the end of the body with only ops without effects behind it.
static void find_last_wait(const tern_op_t *execute, tern_op_list_t *waits) {
  if (!is_used_by_tasks_only(tern_op_result(execute, 0))) return;
  for (tern_op_t *op = tern_op_body(execute, 0)->last_op->prev; op; op = op->prev) {
    if (tern_op_is(op, TERN_GPU(WAIT))) {
      if (!token_of(op)) tern_vec_push(waits, op);
      return;
    }
    if (has_side_effects(op)) return;
  }
}

// What uses the token of an async.execute waits for `results`, gpu's tokens, too.
static void wait_in_user(tern_op_t *user, tern_values_t results, tern_op_list_t *waits) {
  TERN_VEC(tern_value_t *) tokens = {0};
  tern_op_t *place;
  tern_builder_t b = tern_builder_after(user);
  const tern_type_t *type = tern_gpu_type_get(b.context, TERN_GPU_TYPE_TOKEN);
  if (tern_op_is(user, TERN_ASYNC(AWAIT))) {
    for (size_t i = 0; i < results.count; ++i) {
      tern_vec_push(&tokens, tern_build_value(&b, TERN_ASYNC(AWAIT), .operands = TERN_VALUES(results.values[i]),
                                              .types = TERN_TYPES(type)));
    }
    place = b.before;
  } else {
    size_t token_count, operand_count;
    tern_async_execute_groups(user, &token_count, &operand_count);
    tern_op_insert_operands(user, user->operand_count, results);
    tern_op_set_segment_sizes(user, (const int32_t[]){(int32_t)token_count, (int32_t)(operand_count + results.count)},
                              2);
    for (size_t i = 0; i < results.count; ++i) {
      tern_vec_push(&tokens, tern_block_add_arg(tern_op_body(user, 0), type, user->loc));
    }
    place = tern_op_body(user, 0)->first_op;
  }
  while (!is_barrier_of_host(place)) place = place->next;
  if (is_async_op(place)) {
    for (size_t i = 0; i < tokens.count; ++i) add_dependency(place, tokens.values[i]);
  } else {
    b = tern_builder_before(place);
    tern_op_t *wait = build_wait(&b, user->loc, false, (tern_values_t){tokens.values, tokens.count});
    tern_op_t *parent = tern_op_parent(place);
    if (tern_op_is(parent, TERN_ASYNC(EXECUTE)) && is_used_by_tasks_only(tern_op_result(parent, 0)) && !place->next) {
      tern_vec_push(waits, wait);
    }
  }
  tern_vec_deinitialize(&tokens);
}

static void move_wait(tern_op_t *wait, tern_op_list_t *waits) {
  tern_op_t *execute = tern_op_parent_of(wait, TERN_ASYNC(EXECUTE));
  TERN_VEC(tern_value_t *) values = {0};
  tern_op_list_t users = {0};
  for (size_t i = 0; i < wait->operand_count; ++i) tern_vec_push(&values, tern_op_operand(wait, i));
  tern_op_destroy(wait);
  execute = add_execute_results(execute, (tern_values_t){values.values, values.count});
  for (size_t i = 0; i < values.count; ++i) {
    values.values[i] = tern_op_result(execute, execute->result_count - values.count + i);
  }
  tern_value_for_each_use(tern_op_result(execute, 0), use) tern_vec_push(&users, use->owner);
  for (size_t i = 0; i < users.count; ++i) {
    wait_in_user(users.values[i], (tern_values_t){values.values, values.count}, waits);
  }
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&users);
}

// --- step 3: each token has one user ---

// Yields the token that is result `index` once more for each use behind the first, and returns the new op.
static tern_op_t *split_token(tern_op_t *execute, size_t index) {
  const tern_value_t *token = tern_op_result(execute, index);
  tern_value_t *yielded = tern_op_operand(tern_block_terminator(tern_op_body(execute, 0)), index - 1);
  TERN_VEC(tern_value_t *) copies = {0};
  TERN_VEC(tern_operand_t *) uses = {0};
  for (tern_operand_t *use = token->first_use->next; use; use = use->next) tern_vec_push(&copies, yielded);
  execute = add_execute_results(execute, (tern_values_t){copies.values, copies.count});
  for (tern_operand_t *use = tern_op_result(execute, index)->first_use->next; use; use = use->next) {
    tern_vec_push(&uses, use);
  }
  for (size_t i = 0; i < uses.count; ++i) {
    tern_operand_set(uses.values[i], tern_op_result(execute, execute->result_count - uses.count + i));
  }
  tern_vec_deinitialize(&copies);
  tern_vec_deinitialize(&uses);
  return execute;
}

static void split_tokens(tern_op_t *execute) {
  size_t count = execute->result_count;
  for (size_t i = 1; i < count; ++i) {
    const tern_value_t *result = tern_op_result(execute, i);
    const tern_type_t *type = tern_async_value_type(result->type);
    if (!type || !tern_type_is_gpu(type, TERN_GPU_TYPE_TOKEN)) continue;
    if (tern_value_has_uses(result) && !tern_value_has_one_use(result)) execute = split_token(execute, i);
  }
}

// --- the pass ---

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_value_t *token = NULL;
  if (!thread_region(&op->regions[0], &token)) return false;
  tern_op_list_t waits = {0};
  tern_op_list_t executes = tern_op_collect_row(op, TERN_POSTORDER, TERN_ASYNC(EXECUTE));
  for (size_t i = 0; i < executes.count; ++i) find_last_wait(executes.values[i], &waits);
  for (size_t i = 0; i < waits.count; ++i) move_wait(waits.values[i], &waits);
  tern_vec_deinitialize(&executes);
  executes = tern_op_collect_row(op, TERN_POSTORDER, TERN_ASYNC(EXECUTE));
  for (size_t i = 0; i < executes.count; ++i) split_tokens(executes.values[i]);
  tern_vec_deinitialize(&executes);
  tern_vec_deinitialize(&waits);
  return true;
}

const tern_pass_def_t tern_gpu_async_region_pass = {
    .flag = "gpu-async-region",
    .name = "GpuAsyncRegionPass",
    .anchor = "func.func",
    .summary = "Put gpu ops in the order of the program by tokens, and let the host wait for the last",
    .dialects = (const tern_dialect_t *const[]){&tern_async_dialect, NULL},
    .run = run,
};
