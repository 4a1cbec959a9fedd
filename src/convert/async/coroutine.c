// Functions as coroutines (upstream: AsyncToAsyncRuntime).

#include "convert/async/coroutine.h"

#include "convert/scf/scf_to_cf.h"
#include "dialect/arith/arith.h"
#include "dialect/async/async.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"

void tern_coroutine_list_deinitialize(tern_coroutine_list_t *list) {
  for (size_t i = 0; i < list->count; ++i) tern_vec_deinitialize(&list->values[i].values);
  tern_vec_deinitialize(list);
}

tern_coroutine_t *tern_coroutine_around(const tern_coroutine_list_t *list, const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent_of(op, TERN_FUNC(FUNC));
  for (size_t i = 0; function && i < list->count; ++i) {
    if (list->values[i].function == function) return &list->values[i];
  }
  return NULL;
}

// --- blocks ---

static tern_block_t *add_block(tern_coroutine_t *c, tern_block_t *before) {
  tern_block_t *block = tern_block_create(tern_op_context(c->function));
  tern_block_insert(block, &c->function->regions[0], before);
  return block;
}

static void branch(tern_builder_t *b, tern_block_t *target) {
  tern_build(b, TERN_CF(BR), .successors = (tern_block_t *[]){target}, .successor_count = 1);
}

static void branch_if(tern_builder_t *b, tern_value_t *condition, tern_block_t *then_block, tern_block_t *else_block) {
  tern_build(b, TERN_CF(COND_BR), .operands = TERN_VALUES(condition),
             .successors = (tern_block_t *[]){then_block, else_block}, .successor_count = 2,
             .segments = (int32_t[]){1, 0, 0});
}

static void suspend(tern_builder_t *b, const tern_coroutine_t *c, tern_value_t *state, tern_block_t *resume) {
  tern_build(b, TERN_ASYNC(CORO_SUSPEND), .operands = TERN_VALUES(state),
             .successors = (tern_block_t *[]){c->suspend, resume, c->cleanup_for_destroy}, .successor_count = 3);
}

static tern_value_t *save(tern_builder_t *b, const tern_coroutine_t *c) {
  const tern_type_t *type = tern_async_type_get(b->context, TERN_ASYNC_TYPE_CORO_STATE);
  return tern_build_value(b, TERN_ASYNC(CORO_SAVE), .operands = TERN_VALUES(c->handle), .types = TERN_TYPES(type));
}

// What the caller gets, and the coroutine, before the body.
static tern_value_t *write_entry(tern_coroutine_t *c, tern_builder_t *b) {
  tern_types_t results = tern_function_type_results(tern_func_type(c->function));
  for (size_t i = 0; i < results.count; ++i) {
    const tern_type_t *type = results.values[i];
    tern_value_t *value = tern_build_value(b, TERN_ASYNC(RUNTIME_CREATE), .types = TERN_TYPES(type));
    if (i == 0 && tern_type_is_async(type, TERN_ASYNC_TYPE_TOKEN)) {
      c->token = value;
    } else {
      tern_vec_push(&c->values, value);
    }
  }
  const tern_type_t *id_type = tern_async_type_get(b->context, TERN_ASYNC_TYPE_CORO_ID);
  const tern_type_t *handle_type = tern_async_type_get(b->context, TERN_ASYNC_TYPE_CORO_HANDLE);
  tern_value_t *id = tern_build_value(b, TERN_ASYNC(CORO_ID), .types = TERN_TYPES(id_type));
  c->handle =
      tern_build_value(b, TERN_ASYNC(CORO_BEGIN), .operands = TERN_VALUES(id), .types = TERN_TYPES(handle_type));
  return id;
}

tern_coroutine_t tern_coroutine_make(tern_op_t *function) {
  tern_coroutine_t c = {.function = function, .entry = tern_op_body(function, 0)};
  tern_context_t *context = tern_op_context(function);
  tern_block_t *body = tern_block_split(c.entry->first_op);
  tern_builder_t b = tern_builder_at_start(c.entry, function->loc);
  tern_value_t *id = write_entry(&c, &b);
  branch(&b, body);
  c.cleanup = add_block(&c, NULL);
  c.cleanup_for_destroy = add_block(&c, NULL);
  c.suspend = add_block(&c, NULL);
  tern_block_t *cleanups[] = {c.cleanup, c.cleanup_for_destroy};
  for (size_t i = 0; i < 2; ++i) {
    tern_builder_set_end(&b, cleanups[i]);
    tern_build(&b, TERN_ASYNC(CORO_FREE), .operands = TERN_VALUES(id, c.handle));
    branch(&b, c.suspend);
  }
  tern_builder_set_end(&b, c.suspend);
  tern_build(&b, TERN_ASYNC(CORO_END), .operands = TERN_VALUES(c.handle));
  TERN_VEC(tern_value_t *) results = {0};
  if (c.token) tern_vec_push(&results, c.token);
  for (size_t i = 0; i < c.values.count; ++i) tern_vec_push(&results, c.values.values[i]);
  tern_build(&b, TERN_FUNC(RETURN), .operands = {results.values, results.count});
  tern_vec_deinitialize(&results);
  // How LLVM knows a coroutine.
  const tern_attr_t *mark = tern_string_attr_get(context, TERN_STR("presplitcoroutine"));
  tern_op_set_attr(function, "passthrough", tern_array_attr_get(context, &mark, 1));
  return c;
}

void tern_coroutine_suspend_at_start(tern_coroutine_t *c) {
  tern_op_t *jump = tern_block_terminator(c->entry);
  tern_block_t *body = jump->successors[0].block;
  tern_builder_t b = tern_builder_at_end(c->entry, c->function->loc);
  tern_value_t *state = save(&b, c);
  tern_build(&b, TERN_ASYNC(RUNTIME_RESUME), .operands = TERN_VALUES(c->handle));
  suspend(&b, c, state, body);
  tern_op_destroy(jump);
}

static tern_block_t *error_block(tern_coroutine_t *c) {
  if (c->set_error) return c->set_error;
  c->set_error = add_block(c, c->cleanup);
  tern_builder_t b = tern_builder_at_end(c->set_error, c->function->loc);
  if (c->token) tern_build(&b, TERN_ASYNC(RUNTIME_SET_ERROR), .operands = TERN_VALUES(c->token));
  for (size_t i = 0; i < c->values.count; ++i) {
    tern_build(&b, TERN_ASYNC(RUNTIME_SET_ERROR), .operands = TERN_VALUES(c->values.values[i]));
  }
  branch(&b, c->cleanup);
  return c->set_error;
}

// --- ops ---

void tern_coroutine_lower_end(tern_coroutine_t *c, tern_op_t *end) {
  tern_builder_t b = tern_builder_before(end);
  for (size_t i = 0; i < end->operand_count && i < c->values.count; ++i) {
    tern_value_t *value = c->values.values[i];
    tern_build(&b, TERN_ASYNC(RUNTIME_STORE), .operands = TERN_VALUES(tern_op_operand(end, i), value));
    tern_build(&b, TERN_ASYNC(RUNTIME_SET_AVAILABLE), .operands = TERN_VALUES(value));
  }
  if (c->token) tern_build(&b, TERN_ASYNC(RUNTIME_SET_AVAILABLE), .operands = TERN_VALUES(c->token));
  branch(&b, c->cleanup);
  tern_op_destroy(end);
}

static tern_value_t *is_error(tern_builder_t *b, tern_value_t *operand) {
  return tern_build_value(b, TERN_ASYNC(RUNTIME_IS_ERROR), .operands = TERN_VALUES(operand),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)));
}

static void block_until_available(tern_builder_t *b, tern_value_t *operand) {
  tern_build(b, TERN_ASYNC(RUNTIME_AWAIT), .operands = TERN_VALUES(operand));
  tern_value_t *error = is_error(b, operand);
  const tern_type_t *i1 = tern_i_type_get(b->context, 1);
  tern_value_t *one = tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(i1),
                                       .attrs = TERN_ATTRS({"value", tern_bool_attr_get(b->context, true)}));
  tern_value_t *is_right = tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(error, one));
  const tern_attr_t *text = tern_string_attr_get(b->context, TERN_STR("Awaited async operand is in error state"));
  tern_build(b, TERN_CF(ASSERT), .operands = TERN_VALUES(is_right), .attrs = TERN_ATTRS({"msg", text}));
}

static void suspend_until_available(tern_coroutine_t *c, tern_op_t *await, tern_value_t *operand) {
  tern_block_t *suspended = await->block, *resume = tern_block_split(await);
  tern_builder_t b = tern_builder_at_end(suspended, await->loc);
  tern_value_t *state = save(&b, c);
  tern_build(&b, TERN_ASYNC(RUNTIME_AWAIT_AND_RESUME), .operands = TERN_VALUES(operand, c->handle));
  suspend(&b, c, state, resume);
  tern_block_t *next = tern_block_split(await);
  tern_builder_set_end(&b, resume);
  branch_if(&b, is_error(&b, operand), error_block(c), next);
}

void tern_coroutine_lower_await(tern_coroutine_t *c, tern_op_t *await) {
  tern_value_t *operand = tern_op_operand(await, 0);
  tern_builder_t b = tern_builder_before(await);
  if (c) {
    suspend_until_available(c, await, operand);
    tern_builder_set_before(&b, await);
  } else {
    block_until_available(&b, operand);
  }
  const tern_type_t *type = tern_async_value_type(operand->type);
  if (type && await->result_count) {
    tern_value_t *loaded =
        tern_build_value(&b, TERN_ASYNC(RUNTIME_LOAD), .operands = TERN_VALUES(operand), .types = TERN_TYPES(type));
    tern_value_replace_all_uses(tern_op_result(await, 0), loaded);
  }
  tern_op_destroy(await);
}

void tern_coroutine_lower_assert(tern_coroutine_t *c, tern_op_t *assertion) {
  tern_block_t *block = assertion->block, *next = tern_block_split(assertion);
  tern_builder_t b = tern_builder_at_end(block, assertion->loc);
  branch_if(&b, tern_op_operand(assertion, 0), next, error_block(c));
  tern_op_destroy(assertion);
}

// --- bodies ---

static bool is_async(const tern_op_t *op) { return tern_str_starts_with(tern_op_name(op), TERN_STR("async.")); }

static tern_walk_result_t find_async(tern_op_t *op, void *user) {
  (void)user;
  return is_async(op) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Control flow around async ops of coroutines has to be branches, which suspensions can be between.
static bool has_async_inside(const tern_op_t *op, void *user) {
  const tern_coroutine_list_t *list = user;
  if (!tern_coroutine_around(list, op)) return false;
  return tern_op_walk_pre((tern_op_t *)op, find_async, NULL) == TERN_WALK_INTERRUPT;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  const tern_op_row_t *const rows[] = {TERN_ASYNC(AWAIT),        TERN_ASYNC(AWAIT_ALL), TERN_ASYNC(YIELD),
                                       TERN_ASYNC(ADD_TO_GROUP), TERN_CF(ASSERT),       TERN_ASYNC(CREATE_GROUP)};
  // What an async.execute that stays holds is lowered with it.
  if (tern_op_is(op, TERN_ASYNC(EXECUTE))) return TERN_WALK_SKIP;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) tern_vec_push((tern_op_list_t *)user, op);
  }
  return TERN_WALK_ADVANCE;
}

static void rename_op(tern_op_t *op, const tern_op_row_t *row) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[2];
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  tern_value_t *value = tern_build_value(&b, row, .operands = {operands, op->operand_count},
                                         .types = TERN_TYPES(tern_op_result(op, 0)->type));
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
}

static bool lower_one(tern_op_t *op, tern_coroutine_t *c, bool lowers_others) {
  bool is_await = tern_op_is(op, TERN_ASYNC(AWAIT)) || tern_op_is(op, TERN_ASYNC(AWAIT_ALL));
  if (tern_op_is(op, TERN_ASYNC(CREATE_GROUP)) || tern_op_is(op, TERN_ASYNC(ADD_TO_GROUP))) {
    bool is_group = tern_op_is(op, TERN_ASYNC(CREATE_GROUP));
    if (lowers_others) rename_op(op, is_group ? TERN_ASYNC(RUNTIME_CREATE_GROUP) : TERN_ASYNC(RUNTIME_ADD_TO_GROUP));
    return true;
  }
  if (c && tern_op_parent(op) != c->function) {
    tern_op_error(op, "is in a region that a coroutine cannot be suspended in");
    tern_emit_note(tern_op_parent(op)->loc, "lower this op to branches first");
    return false;
  }
  if (is_await && (c || lowers_others)) tern_coroutine_lower_await(c, op);
  if (!c || is_await) return true;
  if (tern_op_is(op, TERN_ASYNC(YIELD)))
    tern_coroutine_lower_end(c, op);
  else
    tern_coroutine_lower_assert(c, op);
  return true;
}

bool tern_coroutines_lower_bodies(tern_op_t *root, tern_coroutine_list_t *list, bool lowers_others) {
  if (!tern_scf_lower_to_cf(root, has_async_inside, list)) return false;
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  bool is_right = true;
  for (size_t i = 0; is_right && i < ops.count; ++i) {
    is_right = lower_one(ops.values[i], tern_coroutine_around(list, ops.values[i]), lowers_others);
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}
