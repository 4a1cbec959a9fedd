// --iree-stream-propagate-timepoints: waits for resources where they are used, not where they are made.
//
//   %1 = stream.timepoint.await %t => %0           util.global.store %t, @g__timepoint
//   util.global.store %1, @g                  ->   util.global.store %0, @g
//
//   util.func private @f(%r: !stream.resource)     util.func private @f(%r: !stream.resource, %t: !stream.timepoint) {
//                                             ->     %0 = stream.timepoint.await %t => %r
//
// Source: upstream's pass of the same name. Every resource that passes through a global, a private function, a branch, a
// loop or a conditional is accompanied by the timepoint at which it is there; behind the passage it is awaited. Execution
// regions wait for the timepoints of what they capture themselves, so that the host does not have to. What becomes
// redundant is for IPO, fold-globals and elide-timepoints to remove.
//
// `sync` awaits stay: behind them the resource is there.

#include "analysis/stream/device_code.h"
#include "analysis/stream/resources.h"
#include "base/vec.h"
#include "dialect/stream/stream.h"
#include "pass/pass.h"
#include "transform/util/expand_values.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

typedef struct propagation {
  const tern_type_t *timepoint_type;
  tern_map_t timepoints;  // resource -> the timepoint at which it is there
} propagation_t;

static tern_value_t *build_immediate(propagation_t *propagation, tern_builder_t *builder) {
  return tern_build_value(builder, TERN_STREAM(TIMEPOINT_IMMEDIATE), .types = TERN_TYPES(propagation->timepoint_type));
}

static tern_value_t *build_await(tern_builder_t *builder, tern_value_t *resource, tern_value_t *size,
                                 tern_value_t *timepoint) {
  return tern_build_value(builder, TERN_STREAM(TIMEPOINT_AWAIT), .operands = TERN_VALUES(resource, size, timepoint),
                          .types = TERN_TYPES(resource->type), .segments = (const int32_t[]){1, 1, 1});
}

static bool is_sync(const tern_op_t *await) { return tern_op_attr(await, "sync") != NULL; }

// Remembers when `resource` is there, if the timepoint can be used wherever the resource can. The first one to be met
// stays: others may be later than need be.
static void set_timepoint(propagation_t *propagation, tern_value_t *resource, tern_value_t *timepoint) {
  if (tern_map_contains(&propagation->timepoints, resource)) return;
  tern_block_t *block = tern_value_block(timepoint), *other = tern_value_block(resource);
  if (block != other && !tern_region_is_within(other->parent, block->parent)) return;
  if (block != other && block->parent == other->parent && !tern_block_is_entry(block)) return;
  tern_map_set(&propagation->timepoints, resource, timepoint);
}

static bool contains(const value_vec_t *values, const tern_value_t *value) {
  for (size_t i = 0; i < values->count; ++i) {
    if (values->values[i] == value) return true;
  }
  return false;
}

static void add_timepoint(value_vec_t *timepoints, tern_value_t *timepoint) {
  if (timepoint && !contains(timepoints, timepoint)) tern_vec_push(timepoints, timepoint);
}

// The resource before it is awaited, and the timepoint at which it is there.
static tern_value_t *consume(void *user, tern_value_t *resource, tern_builder_t *builder,
                             tern_value_t **out_timepoint) {
  propagation_t *propagation = user;
  value_vec_t timepoints = {0};
  *out_timepoint = NULL;
  for (;;) {
    add_timepoint(&timepoints, tern_map_get(&propagation->timepoints, resource));
    tern_op_t *op = tern_value_defining_op(resource);
    if (op && tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE))) {
      add_timepoint(&timepoints, tern_op_result(op, op->result_count - 1));
    }
    if (!op || !tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT)) || is_sync(op)) break;
    add_timepoint(&timepoints, tern_op_operand_named(op, "await_timepoint"));
    resource = tern_op_operand(op, resource->index);
  }
  if (timepoints.count == 0) {
    *out_timepoint = build_immediate(propagation, builder);
  } else if (timepoints.count == 1) {
    *out_timepoint = timepoints.values[0];
  } else {
    *out_timepoint =
        tern_build_value(builder, TERN_STREAM(TIMEPOINT_JOIN), .operands = {timepoints.values, timepoints.count},
                         .types = TERN_TYPES(propagation->timepoint_type));
  }
  tern_vec_deinitialize(&timepoints);
  return resource;
}

// All users of the resource but `size` and the await itself get what the await makes of it.
static void await_for_users(void *user, tern_builder_t *builder, tern_value_t *resource,
                            tern_value_t *const *timepoints) {
  propagation_t *propagation = user;
  tern_value_t *timepoint = timepoints[0];
  tern_value_t *size = tern_stream_size_at(builder, resource);
  tern_value_t *awaited = build_await(builder, resource, size, timepoint);
  tern_op_t *await = tern_value_defining_op(awaited), *size_op = tern_value_defining_op(size);
  for (tern_operand_t *use = resource->first_use, *next; use; use = next) {
    next = use->next;
    if (use->owner != await && use->owner != size_op) tern_operand_set(use, awaited);
  }
  tern_map_set(&propagation->timepoints, resource, timepoint);
}

static void note_await(propagation_t *propagation, tern_op_t *op) {
  if (is_sync(op)) return;
  for (size_t i = 0; i < op->result_count; ++i) {
    set_timepoint(propagation, tern_op_operand(op, i), tern_op_operand_named(op, "await_timepoint"));
  }
}

static void expand_execute(propagation_t *propagation, tern_op_t *op) {
  tern_builder_t builder = tern_builder_before(op);
  value_vec_t timepoints = {0};
  tern_value_t *await = tern_op_operand_named(op, "await_timepoint");
  if (await) tern_vec_push(&timepoints, await);
  size_t start, count;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  for (size_t i = start; i < start + count; ++i) {
    tern_op_t *first_made = builder.before->prev;
    tern_value_t *timepoint;
    tern_op_set_operand(op, i, consume(propagation, tern_op_operand(op, i), &builder, &timepoint));
    tern_op_t *definition = tern_value_defining_op(timepoint);
    if (definition && tern_op_is(definition, TERN_STREAM(TIMEPOINT_IMMEDIATE))) {
      if (definition != first_made && !tern_value_has_uses(timepoint)) tern_op_destroy(definition);
    } else if (!contains(&timepoints, timepoint)) {
      tern_vec_push(&timepoints, timepoint);
    }
  }
  tern_value_t *joined = timepoints.count == 1 ? timepoints.values[0] : NULL;
  if (timepoints.count > 1) {
    joined = tern_build_value(&builder, TERN_STREAM(TIMEPOINT_JOIN), .operands = {timepoints.values, timepoints.count},
                              .types = TERN_TYPES(propagation->timepoint_type));
  }
  if (joined != await) tern_stream_set_operand_group(op, "await_timepoint", &joined, joined != NULL);
  tern_vec_deinitialize(&timepoints);
}

static void visit(void *user, tern_op_t *op) {
  if (tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT))) note_await(user, op);
  if (tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE))) expand_execute(user, op);
}

static void begin(void *user) { tern_map_clear(&((propagation_t *)user)->timepoints); }

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_context_t *context = tern_op_context(module);
  propagation_t propagation = {.timepoint_type = tern_stream_timepoint_type_get(context)};
  const tern_expansion_t expansion = {
      .is_expanded = tern_type_is_stream_resource,
      .extra_count = 1,
      .extra_types = {propagation.timepoint_type},
      .global_suffixes = {"__timepoint"},
      .global_initial_values = {tern_stream_timepoint_attr_get(context)},
      .global_is_before = true,
      .consume = consume,
      .reproduce = await_for_users,
      .visit = visit,
      .begin = begin,
      .user = &propagation,
  };
  tern_expand_values(module, &expansion);
  tern_map_deinitialize(&propagation.timepoints);
  return true;
}

const tern_pass_def_t tern_stream_propagate_timepoints_pass = {
    .flag = "iree-stream-propagate-timepoints",
    .name = "PropagateTimepointsPass",
    .anchor = "builtin.module",
    .summary = "Let users of resources wait for their timepoints, and not the program in between",
    .description =
        "Timepoints go along with resources through globals, calls of private functions, branches, loops and "
        "conditionals, and execution regions wait for what they capture. Awaits move from where a resource "
        "is made to where it is used.",
    .run = run,
};
