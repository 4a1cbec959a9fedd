// --iree-stream-materialize-copy-on-write: a copy before each write in place (upstream: MaterializeCopyOnWrite.cpp).
//
//   %1 = stream.async.fill %x, %0[...] -> %0 as ...        %c = stream.async.clone %0
//                                                      ->  %1 = stream.async.fill %x, %c[...] -> %c as ...
//
// Values do not change: %0 stays what it was for its other uses. Where an iteration of a loop writes what it carries, the
// initial value is copied too: then the copies inside go, and one in front stays. The copy is left out where the value is new memory and
// has no other use; iree-stream-elide-async-copies finds the other copies that nobody needs.

#include "analysis/stream/ownership.h"
#include "base/vec.h"
#include "dialect/scf/scf.h"
#include "dialect/stream/stream.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static tern_value_t *size_of_operand(const tern_op_t *op, size_t operand) {
  static const char *const sizes[] = {"target_size", "resource_operand_sizes"};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
    for (size_t k = 0; k < op->def->operand_count; ++k) {
      if (strcmp(op->def->operands[k].name->data, sizes[i]) != 0) continue;
      size_t start, count, values, value_count, index = 0;
      tern_op_operand_group(op, k, &start, &count);
      if (i == 0) return tern_op_operand(op, start);
      tern_op_operands_named(op, "resource_operands", &values, &value_count);
      for (size_t v = values; v < operand; ++v) index += tern_type_is_stream_resource(tern_op_operand(op, v)->type);
      return index < count ? tern_op_operand(op, start + index) : NULL;
    }
  }
  return NULL;
}

static void copy_operand(tern_op_t *op, size_t index) {
  tern_value_t *source = tern_op_operand(op, index), *size = size_of_operand(op, index);
  tern_builder_t builder = tern_builder_before(op);
  if (!size) {
    size = tern_build_value(&builder, TERN_STREAM(RESOURCE_SIZE), .operands = TERN_VALUES(source),
                            .types = TERN_TYPES(tern_index_type_get(builder.context)));
  }
  tern_op_t *clone = NULL;
  if (tern_stream_resource_type_lifetime(source->type) == TERN_STREAM_LIFETIME_STAGING) {
    clone = tern_build(&builder, TERN_STREAM(ASYNC_TRANSFER), .operands = TERN_VALUES(source, size, size),
                       .types = TERN_TYPES(source->type));
  } else {
    clone = tern_build(&builder, TERN_STREAM(ASYNC_CLONE), .operands = TERN_VALUES(source, size, size),
                       .types = TERN_TYPES(source->type));
    bool has_affinity = tern_op_def_slot(op->def, TERN_STR("affinity")) >= 0;
    if (has_affinity && tern_op_attr(op, "affinity")) tern_op_set_attr(clone, "affinity", tern_op_attr(op, "affinity"));
  }
  tern_op_set_operand(op, index, &clone->results[0]);
}

// --- loops: what an iteration writes in place is copied once in front of the loop ---

static bool is_written(const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    if (tern_stream_writes_operand(use->owner, tern_operand_index(use))) return true;
  }
  return false;
}

static tern_value_t *copy_before(tern_op_t *op, tern_value_t *source) {
  tern_builder_t builder = tern_builder_before(op);
  tern_value_t *size = tern_build_value(&builder, TERN_STREAM(RESOURCE_SIZE), .operands = TERN_VALUES(source),
                                        .types = TERN_TYPES(tern_index_type_get(builder.context)));
  return tern_build_value(&builder, TERN_STREAM(ASYNC_CLONE), .operands = TERN_VALUES(source, size, size),
                          .types = TERN_TYPES(source->type));
}

static void copy_initial_value(tern_op_t *loop, size_t operand) {
  tern_value_t *source = tern_op_operand(loop, operand);
  if (tern_value_has_one_use(source) && tern_stream_is_fresh(source)) return;
  tern_op_set_operand(loop, operand, copy_before(loop, source));
}

static void visit_for(tern_op_t *loop) {
  size_t start, count;
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_op_operands_named(loop, "initArgs", &start, &count);
  for (size_t i = 0; body && i < count && i + 1 < body->arg_count; ++i) {
    const tern_value_t *arg = body->args[i + 1];
    if (tern_type_is_stream_resource(arg->type) && is_written(arg)) copy_initial_value(loop, start + i);
  }
}

// The second region's arguments are the first one's where the condition hands them on.
static void visit_while(tern_op_t *loop) {
  const tern_block_t *before = tern_op_body(loop, 0), *after = tern_op_body(loop, 1);
  const tern_op_t *condition = before ? tern_block_terminator(before) : NULL;
  for (size_t i = 0; before && i < before->arg_count && i < loop->operand_count; ++i) {
    const tern_value_t *arg = before->args[i];
    bool needs_copy = tern_type_is_stream_resource(arg->type) && is_written(arg);
    for (size_t k = 0; condition && after && k < after->arg_count && !needs_copy; ++k) {
      needs_copy = tern_op_operand(condition, 1 + k) == arg && is_written(after->args[k]) &&
                   tern_type_is_stream_resource(arg->type);
    }
    if (needs_copy) copy_initial_value(loop, i);
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_SCF(FOR))) visit_for(op);
  if (tern_op_is(op, TERN_SCF(WHILE))) visit_while(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, i);
    if (!tern_type_is_stream_resource(value->type) || !tern_stream_writes_operand(op, i)) continue;
    if (tern_stream_resource_type_lifetime(value->type) == TERN_STREAM_LIFETIME_STAGING) continue;
    if (tern_value_has_one_use(value) && tern_stream_is_fresh(value) && tern_value_block(value) == op->block) continue;
    copy_operand(op, i);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, visit, NULL);
  return true;
}

const tern_pass_def_t tern_stream_materialize_copy_on_write_pass = {
    .flag = "iree-stream-materialize-copy-on-write",
    .name = "MaterializeCopyOnWrite",
    .summary = "Copies what is written in place, unless nobody else may see it",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, NULL},
    .run = run,
};
