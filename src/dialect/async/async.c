// async: the tables.

#include "dialect/async/async.h"

#include "asm/format/function.h"
#include "dialect/async/hooks.h"
#include "rewrite/rewriter.h"

const tern_type_t *tern_async_type_get(tern_context_t *context, tern_async_type_t id) {
  return tern_dialect_type_get(context, &tern_async_types[id], NULL, 0);
}

const tern_type_t *tern_async_value_type_get(const tern_type_t *type) {
  uint64_t params[] = {(uint64_t)(uintptr_t)type};
  return tern_dialect_type_get(type->context, &tern_async_types[TERN_ASYNC_TYPE_VALUE], params, 1);
}

void tern_async_execute_groups(const tern_op_t *execute, size_t *out_dependency_count, size_t *out_operand_count) {
  size_t start;
  tern_op_operand_group(execute, 0, &start, out_dependency_count);
  tern_op_operand_group(execute, 1, &start, out_operand_count);
}

// %token, %bodyResults:2.
static bool name_execute(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  const char *name = index == 0 ? "token" : "bodyResults";
  if (index > 1 || strlen(name) >= size) return false;
  memcpy(out_name, name, strlen(name) + 1);
  return true;
}

// A group that is waited for and that nothing is added to goes, with those who wait.
static bool canonicalize_create_group(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *group = tern_op_result(op, 0);
  tern_value_for_each_use(group, use) {
    if (!tern_op_is(use->owner, TERN_ASYNC(AWAIT_ALL))) return false;
  }
  while (group->first_use) tern_rewriter_erase(rewriter, group->first_use->owner);
  tern_rewriter_erase(rewriter, op);
  return true;
}

const tern_type_row_t tern_async_types[] = {
    [TERN_ASYNC_TYPE_TOKEN] = {.name = "async.token", .summary = "async token type"},
    [TERN_ASYNC_TYPE_VALUE] = {.name = "async.value",
                               .summary = "async value type",
                               .parse = tern_async_parse_value_type,
                               .print = tern_async_print_value_type,
                               .element = tern_async_value_type},
    [TERN_ASYNC_TYPE_GROUP] = {.name = "async.group", .summary = "async group type"},
    [TERN_ASYNC_TYPE_CORO_ID] = {.name = "async.coro.id", .summary = "coroutine identifier"},
    [TERN_ASYNC_TYPE_CORO_HANDLE] = {.name = "async.coro.handle", .summary = "coroutine handle"},
    [TERN_ASYNC_TYPE_CORO_STATE] = {.name = "async.coro.state", .summary = "saved coroutine state"},
};

const tern_op_row_t tern_async_ops[] = {
#define OP(ID, NAME, ...) [TERN_ASYNC_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/async/async_ops.def"
#undef OP
};

const tern_dialect_t tern_async_dialect = {
    .name = "async",
    .summary = "Work that may go on beside what follows it",
    .ops = tern_async_ops,
    .op_count = TERN_ASYNC_OP_COUNT,
    .types = tern_async_types,
    .type_count = TERN_ASYNC_TYPE_COUNT,
    .custom_directives = tern_async_directives,
    .custom_directive_count = TERN_ASYNC_DIRECTIVE_COUNT,
};
