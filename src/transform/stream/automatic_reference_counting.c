// --iree-stream-automatic-reference-counting: frees transient resources on the timeline, once nothing uses them.
//
//   %r, %t = stream.resource.alloca ...                %r, %t = stream.resource.alloca ...
//   %1 = stream.cmd.execute await(%t) with(%r)         %1 = stream.cmd.execute await(%t) with(%r)
//   %2 = stream.cmd.execute await(%1) with(%r)    ->   %2 = stream.cmd.execute await(%1) with(%r)
//                                                      %3 = stream.resource.dealloca await(%2) => %r
//
// Source: upstream's pass of the same name, of which this is the part that needs no counting: resources that do not leave
// the block that allocates them, and are used by work only. What leaves it (in loops, calls, globals or to the caller) is
// freed with its last reference when the program runs.

#include "analysis/stream/regions.h"
#include "analysis/stream/resources.h"
#include "base/vec.h"
#include "dialect/stream/stream.h"
#include "pass/pass.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

typedef struct lifetime {
  tern_block_t *block;
  value_vec_t timepoints;  // when the uses are over
  tern_op_t *last;         // the last user in the block
  bool is_unknown;
} lifetime_t;

static void note_user(lifetime_t *lifetime, tern_op_t *user) {
  if (!lifetime->last || tern_op_is_before(lifetime->last, user)) lifetime->last = user;
}

// Uses of the resource and of what is a part of it.
static void follow_uses(lifetime_t *lifetime, const tern_value_t *resource) {
  tern_value_for_each_use(resource, use) {
    tern_op_t *op = use->owner;
    if (op->block != lifetime->block) {
      lifetime->is_unknown = true;
    } else if (tern_op_is(op, TERN_STREAM(CMD_EXECUTE))) {
      tern_vec_push(&lifetime->timepoints, tern_op_result(op, 0));
      note_user(lifetime, op);
    } else if (tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW)) || tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT))) {
      for (size_t i = 0; i < op->result_count; ++i) {
        if (tern_stream_tied_operand(op, i) == (int64_t)tern_operand_index(use)) {
          follow_uses(lifetime, tern_op_result(op, i));
        }
      }
      note_user(lifetime, op);
    } else if (!tern_op_is(op, TERN_STREAM(RESOURCE_SIZE))) {
      lifetime->is_unknown = true;
    }
    if (lifetime->is_unknown) return;
  }
}

static bool is_transient(const tern_op_t *alloca) {
  const tern_type_t *type = tern_op_result(alloca, 0)->type;
  return tern_stream_resource_type_lifetime(type) == TERN_STREAM_LIFETIME_TRANSIENT &&
         !tern_op_attr(alloca, "indeterminate_lifetime");
}

static bool free_after_use(tern_op_t *alloca) {
  lifetime_t lifetime = {.block = alloca->block};
  follow_uses(&lifetime, tern_op_result(alloca, 0));
  bool can_free = !lifetime.is_unknown && lifetime.timepoints.count > 0;
  if (can_free) {
    tern_builder_t builder = tern_builder_after(lifetime.last);
    tern_value_t *done = lifetime.timepoints.values[0];
    if (lifetime.timepoints.count > 1) {
      done = tern_build_value(&builder, TERN_STREAM(TIMEPOINT_JOIN), .types = TERN_TYPES(done->type),
                              .operands = {lifetime.timepoints.values, lifetime.timepoints.count});
    }
    tern_op_t *dealloca =
        tern_build(&builder, TERN_STREAM(RESOURCE_DEALLOCA), .types = TERN_TYPES(done->type),
                   .operands = TERN_VALUES(tern_op_result(alloca, 0), tern_op_operand(alloca, 0), done));
    tern_op_set_attr(dealloca, "prefer_origin", tern_unit_attr_get(builder.context));
    if (tern_op_attr(alloca, "affinity")) tern_op_set_attr(dealloca, "affinity", tern_op_attr(alloca, "affinity"));
  }
  tern_vec_deinitialize(&lifetime.timepoints);
  return can_free;
}

static bool visit_block(tern_block_t *block, void *user) {
  tern_block_for_each_op(block, op) {
    if (tern_op_is(op, TERN_STREAM(RESOURCE_ALLOCA)) && is_transient(op)) {
      tern_pass_count(user, 0, free_after_use(op));
    }
  }
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) { return tern_stream_for_each_host_block(op, visit_block, pass); }

const tern_pass_def_t tern_stream_automatic_reference_counting_pass = {
    .flag = "iree-stream-automatic-reference-counting",
    .name = "AutomaticReferenceCountingPass",
    .summary = "Count references of resources, so that memory is freed behind the last use",
    .description =
        "Transient resources that do not leave their block are freed when the last work that uses them is "
        "done.",
    .statistics = (const char *const[]){"num-freed - Number of deallocations inserted", NULL},
    .run = run,
};
