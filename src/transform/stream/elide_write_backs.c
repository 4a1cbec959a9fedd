// --iree-stream-elide-write-backs: what was changed in the caller's memory, and is to be there, is not copied to and fro.
//
//   %0 = stream.tensor.import consume %arg0               (the caller gives this memory away, and wants the result in it)
//   %c = stream.async.clone %0
//   %1 = stream.async.dispatch @write(%c[...]) -> %c                 %1 = stream.async.dispatch @write(%0[...]) -> %0
//   %s = stream.async.clone %0                                  ->
//   %2 = stream.async.update %1, %s[%c0 to %n] -> %s                 %2 = stream.async.cast %1
//
// This is ours. Values do not change, so a cache of keys and values that a step adds to is a new value, which the caller's memory then
// gets. But where all writes of the new value are in place of a copy of that memory, and nobody reads what was there before once the
// first of them is done, they may be in place of the memory itself: then the result is where it is wanted. Each copy is of the whole cache, for
// one row that is written.
//
// Comes behind --iree-stream-elide-async-copies, which leaves the first copy because the second one reads the same memory.

#include "analysis/stream/ownership.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

// A value before it was seen with another lifetime.
static tern_value_t *skip_casts(tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  while (op && tern_op_is(op, TERN_STREAM(ASYNC_CAST))) {
    value = tern_op_operand(op, 0);
    op = tern_value_defining_op(value);
  }
  return value;
}

static bool is_same_size(const tern_value_t *a, const tern_value_t *b) {
  int64_t x, y;
  return a == b || (tern_index_constant(a, &x) && tern_index_constant(b, &y) && x == y);
}

// Is all of the target replaced?
static bool covers_target(const tern_op_t *update) {
  int64_t offset;
  return tern_index_constant(named(update, "target_offset"), &offset) && offset == 0 &&
         is_same_size(named(update, "target_end"), named(update, "target_size")) &&
         is_same_size(named(update, "update_size"), named(update, "target_size"));
}

// The memory of the caller's that is written: an import that it gave away.
static tern_value_t *find_storage(tern_value_t *target) {
  tern_op_t *op = tern_value_defining_op(skip_casts(target));
  if (op && tern_op_is(op, TERN_STREAM(ASYNC_CLONE)) && tern_value_has_one_use(target)) {
    op = tern_value_defining_op(skip_casts(tern_op_operand(op, 0)));
  }
  bool is_given = op && tern_op_is(op, TERN_STREAM(TENSOR_IMPORT)) && tern_op_attr(op, "consume");
  return is_given ? tern_op_result(op, 0) : NULL;
}

// The copy of the storage that the value was made of by writes in place, each of which is the last use of what it writes; NULL: it
// is other memory.
static tern_op_t *find_copy(tern_value_t *value, const tern_value_t *storage) {
  for (;;) {
    tern_value_t *base = skip_casts(value);
    tern_op_t *op = tern_value_defining_op(base);
    if (!op || op->region_count) return NULL;
    if (tern_op_is(op, TERN_STREAM(ASYNC_CLONE))) {
      bool is_copy =
          skip_casts(tern_op_operand(op, 0)) == storage && op->results[0].type == tern_op_operand(op, 0)->type;
      return is_copy ? op : NULL;
    }
    int64_t operand = tern_stream_tied_operand(op, base->index);
    if (operand < 0 || !tern_stream_is_last_use(&op->operands[operand])) return NULL;
    value = tern_op_operand(op, (size_t)operand);
  }
}

// Would the copy be the last to read the storage, if `update` did not write it?
static bool is_last_but(tern_op_t *copy, tern_op_t *update) {
  tern_value_t *value = named(update, "update"), *target = named(update, "target");
  tern_op_t *made = tern_value_defining_op(target);
  bool is_clone = made && tern_op_is(made, TERN_STREAM(ASYNC_CLONE));
  tern_op_t *op = is_clone ? made : update;
  size_t index = 0;
  while (!is_clone && tern_op_operand(op, index) != target) ++index;
  tern_value_t *source = tern_op_operand(op, index);
  tern_op_set_operand(op, index, value);
  bool is_last = tern_stream_is_last_use(&copy->operands[0]);
  tern_op_set_operand(op, index, source);
  return is_last;
}

static bool elide(tern_op_t *update) {
  tern_value_t *value = named(update, "update"), *target = named(update, "target");
  tern_value_t *storage = covers_target(update) ? find_storage(target) : NULL;
  tern_op_t *copy = storage ? find_copy(value, storage) : NULL;
  if (!copy || copy->block != update->block || !is_last_but(copy, update)) return false;
  tern_op_t *made = tern_value_defining_op(target);
  tern_builder_t b = tern_builder_before(update);
  tern_value_t *size = named(update, "update_size"), *result = value;
  if (value->type != update->results[0].type) {
    result = tern_build_value(&b, TERN_STREAM(ASYNC_CAST), .operands = TERN_VALUES(value, size, size),
                              .types = TERN_TYPES(update->results[0].type));
  }
  tern_value_replace_all_uses(&update->results[0], result);
  tern_op_destroy(update);
  if (made && tern_op_is(made, TERN_STREAM(ASYNC_CLONE)) && !tern_value_has_uses(&made->results[0]))
    tern_op_destroy(made);
  tern_value_replace_all_uses(&copy->results[0], tern_op_operand(copy, 0));
  tern_op_destroy(copy);
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_STREAM(ASYNC_UPDATE))) tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t updates = {0};
  tern_op_walk_pre(root, collect, &updates);
  for (size_t i = 0; i < updates.count; ++i) tern_pass_count(pass, 0, elide(updates.values[i]));
  tern_vec_deinitialize(&updates);
  return true;
}

const tern_pass_def_t tern_stream_elide_write_backs_pass = {
    .flag = "iree-stream-elide-write-backs",
    .name = "ElideWriteBacks",
    .summary = "Changes memory that the caller gave away in place, where the result is to be in it",
    .statistics = (const char *const[]){"elided - results that were copied to where they are made now", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, NULL},
    .run = run,
};
