// Commands for async ops whose resources have got memory.

#include "analysis/stream/resources.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "ir/op_list.h"
#include "transform/stream/allocation.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

typedef struct issue {
  const tern_map_t *ranges;
  tern_builder_t *outside;
  tern_builder_t builder;  // at the op
} issue_t;

tern_value_t *tern_stream_add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t a, b, sum;
  bool is_lhs_constant = tern_value_constant_int(lhs, &a), is_rhs_constant = tern_value_constant_int(rhs, &b);
  if (is_lhs_constant && a == 0) return rhs;
  if (is_rhs_constant && b == 0) return lhs;
  if (is_lhs_constant && is_rhs_constant && !__builtin_add_overflow(a, b, &sum)) {
    return tern_arith_constant_index(builder, sum);
  }
  return tern_build_value(builder, TERN_ARITH(ADDI), .operands = TERN_VALUES(lhs, rhs));
}

static const tern_stream_range_t *range_of(const issue_t *issue, const tern_value_t *value) {
  return tern_map_get(issue->ranges, value);
}

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

// A place within a value, as a place within its memory. `offset` NULL: its first byte.
static tern_value_t *place_in(issue_t *issue, const tern_stream_range_t *range, tern_value_t *offset) {
  return offset ? tern_stream_add(issue->outside, range->offset, offset) : range->offset;
}

static void fill(issue_t *issue, tern_op_t *op, tern_value_t *target, tern_value_t *offset, tern_value_t *length) {
  const tern_stream_range_t *range = range_of(issue, target);
  tern_build(&issue->builder, TERN_STREAM(CMD_FILL),
             .operands =
                 TERN_VALUES(range->resource, range->size, place_in(issue, range, offset), length, named(op, "value")));
}

static void copy(issue_t *issue, tern_value_t *source, tern_value_t *source_offset, tern_value_t *target,
                 tern_value_t *target_offset, tern_value_t *length) {
  const tern_stream_range_t *from = range_of(issue, source), *to = range_of(issue, target);
  tern_build(&issue->builder, TERN_STREAM(CMD_COPY),
             .operands = TERN_VALUES(from->resource, from->size, place_in(issue, from, source_offset), to->resource,
                                     to->size, place_in(issue, to, target_offset), length));
}

static void issue_splat(issue_t *issue, tern_op_t *op) {
  fill(issue, op, tern_op_result(op, 0), NULL, named(op, "result_size"));
}

static void issue_fill(issue_t *issue, tern_op_t *op) {
  fill(issue, op, tern_op_result(op, 0), named(op, "target_offset"), named(op, "target_length"));
}

static void issue_clone(issue_t *issue, tern_op_t *op) {
  copy(issue, named(op, "source"), NULL, tern_op_result(op, 0), NULL, named(op, "result_size"));
}

static void issue_slice(issue_t *issue, tern_op_t *op) {
  copy(issue, named(op, "source"), named(op, "source_offset"), tern_op_result(op, 0), NULL, named(op, "result_size"));
}

static void issue_update(issue_t *issue, tern_op_t *op) {
  copy(issue, named(op, "update"), NULL, tern_op_result(op, 0), named(op, "target_offset"), named(op, "update_size"));
}

static void issue_copy(issue_t *issue, tern_op_t *op) {
  copy(issue, named(op, "source"), named(op, "source_offset"), tern_op_result(op, 0), named(op, "target_offset"),
       named(op, "length"));
}

static bool is_staging(const tern_value_t *value) {
  return tern_stream_resource_type_lifetime(value->type) == TERN_STREAM_LIFETIME_STAGING;
}

static void synchronize(issue_t *issue, const tern_op_row_t *row, const tern_stream_range_t *range,
                        tern_value_t *length, const tern_attr_t *affinity) {
  tern_op_t *op =
      tern_build(&issue->builder, row, .operands = TERN_VALUES(range->resource, range->size, range->offset, length));
  if (affinity) tern_op_set_attr(op, "source_affinity", affinity);
}

// What comes from elsewhere or from the host is invalidated before, what goes there is flushed after.
static void issue_transfer(issue_t *issue, tern_op_t *op) {
  tern_value_t *source = named(op, "source"), *result = tern_op_result(op, 0);
  tern_value_t *source_size = named(op, "source_size");
  const tern_attr_t *source_affinity = tern_op_attr(op, "source_affinity");
  const tern_attr_t *result_affinity = tern_op_attr(op, "result_affinity");
  if (source_affinity || is_staging(source)) {
    synchronize(issue, TERN_STREAM(CMD_INVALIDATE), range_of(issue, source), source_size, source_affinity);
  }
  copy(issue, source, NULL, result, NULL, source_size);
  if (result_affinity || is_staging(result)) {
    synchronize(issue, TERN_STREAM(CMD_FLUSH), range_of(issue, result), named(op, "result_size"), result_affinity);
  }
}

// --- ops with any number of resources ---

typedef struct bindings {
  value_vec_t values;  // operands that are no resources, in order
  value_vec_t resources, sizes, offsets, lengths;
  TERN_VEC(const tern_attr_t *) accesses;
} bindings_t;

static void add_binding(bindings_t *bindings, issue_t *issue, const tern_value_t *value, tern_value_t *offset,
                        tern_value_t *length, int access) {
  const tern_stream_range_t *range = range_of(issue, value);
  tern_vec_push(&bindings->resources, range->resource);
  tern_vec_push(&bindings->sizes, range->size);
  tern_vec_push(&bindings->offsets, place_in(issue, range, offset));
  tern_vec_push(&bindings->lengths, length);
  tern_vec_push(&bindings->accesses, tern_stream_access_attr_get(issue->builder.context, access));
}

static bool is_tied(const tern_op_t *op, size_t operand) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_stream_tied_operand(op, i) == (int64_t)operand) return true;
  }
  return false;
}

static void add_operand_bindings(bindings_t *bindings, issue_t *issue, tern_op_t *op, bool keeps_values_in_place) {
  size_t start, count, offsets, lengths, unused, ordinal = 0;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  tern_op_operands_named(op, "resource_operand_offsets", &offsets, &unused);
  tern_op_operands_named(op, "resource_operand_lengths", &lengths, &unused);
  for (size_t i = start; i < start + count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (!tern_type_is_stream_resource(operand->type)) {
      tern_vec_push(keeps_values_in_place ? &bindings->resources : &bindings->values, operand);
      continue;
    }
    int access = TERN_STREAM_ACCESS_READ | (is_tied(op, i) ? TERN_STREAM_ACCESS_WRITE : 0);
    add_binding(bindings, issue, operand, tern_op_operand(op, offsets + ordinal),
                tern_op_operand(op, lengths + ordinal), access);
    ++ordinal;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (!tern_type_is_stream_resource(result->type) || tern_stream_tied_operand(op, i) >= 0) continue;
    add_binding(bindings, issue, result, NULL, tern_stream_result_size(op, i), TERN_STREAM_ACCESS_WRITE);
  }
}

static void append(value_vec_t *values, const value_vec_t *others) {
  for (size_t i = 0; i < others->count; ++i) tern_vec_push(values, others->values[i]);
}

static void free_bindings(bindings_t *bindings) {
  tern_vec_deinitialize(&bindings->values);
  tern_vec_deinitialize(&bindings->resources);
  tern_vec_deinitialize(&bindings->sizes);
  tern_vec_deinitialize(&bindings->offsets);
  tern_vec_deinitialize(&bindings->lengths);
  tern_vec_deinitialize(&bindings->accesses);
}

static void append_ranges(value_vec_t *operands, const bindings_t *bindings) {
  append(operands, &bindings->resources);
  append(operands, &bindings->sizes);
  append(operands, &bindings->offsets);
  append(operands, &bindings->lengths);
}

static void issue_dispatch(issue_t *issue, tern_op_t *op) {
  bindings_t bindings = {0};
  add_operand_bindings(&bindings, issue, op, false);
  value_vec_t operands = {0};
  size_t start, workload;
  tern_op_operands_named(op, "workload", &start, &workload);
  for (size_t i = 0; i < workload; ++i) tern_vec_push(&operands, tern_op_operand(op, start + i));
  append(&operands, &bindings.values);
  append_ranges(&operands, &bindings);
  int32_t count = (int32_t)bindings.resources.count;
  const int32_t segments[] = {(int32_t)workload, (int32_t)bindings.values.count, count, count, count, count};
  tern_build(
      &issue->builder, TERN_STREAM(CMD_DISPATCH), .operands = {operands.values, operands.count}, .segments = segments,
      .dictionary = op->attrs,
      .attrs = TERN_ATTRS({"entry_points", tern_op_attr(op, "entry_points")},
                          {"resource_accesses", tern_array_attr_get(issue->builder.context, bindings.accesses.values,
                                                                    bindings.accesses.count)}));
  tern_vec_deinitialize(&operands);
  free_bindings(&bindings);
}

static void issue_call(issue_t *issue, tern_op_t *op) {
  bindings_t bindings = {0};
  add_operand_bindings(&bindings, issue, op, true);
  value_vec_t operands = {0};
  append_ranges(&operands, &bindings);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (!tern_type_is_stream_resource(type)) tern_vec_push(&types, type);
  }
  int32_t ranges = (int32_t)bindings.sizes.count;
  const int32_t segments[] = {(int32_t)bindings.resources.count, ranges, ranges, ranges, 0};
  tern_op_t *call =
      tern_build(&issue->builder, TERN_STREAM(CMD_CALL), .operands = {operands.values, operands.count},
                 .segments = segments, .types = {types.values, types.count}, .dictionary = op->attrs,
                 .attrs = TERN_ATTRS(
                     {"callee", tern_op_attr(op, "callee")},
                     {"resource_operand_accesses",
                      tern_array_attr_get(issue->builder.context, bindings.accesses.values, bindings.accesses.count)}));
  size_t next = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (tern_type_is_stream_resource(result->type)) continue;
    tern_value_replace_all_uses(result, tern_op_result(call, next++));
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
  free_bindings(&bindings);
}

static void issue_collective(issue_t *issue, tern_op_t *op) {
  bindings_t bindings = {0};
  add_binding(&bindings, issue, named(op, "source"), named(op, "source_offset"), named(op, "source_length"),
              TERN_STREAM_ACCESS_READ);
  add_binding(&bindings, issue, tern_op_result(op, 0), named(op, "target_offset"), named(op, "target_length"),
              TERN_STREAM_ACCESS_WRITE);
  value_vec_t operands = {0};
  tern_value_t *param = named(op, "param");
  tern_vec_push(&operands, named(op, "channel"));
  tern_vec_push(&operands, named(op, "element_count"));
  if (param) tern_vec_push(&operands, param);
  append_ranges(&operands, &bindings);
  const int32_t segments[] = {1, 1, param != NULL, 2, 2, 2, 2};
  tern_build(
      &issue->builder, TERN_STREAM(CMD_COLLECTIVE), .operands = {operands.values, operands.count}, .segments = segments,
      .dictionary = op->attrs,
      .attrs = TERN_ATTRS({"op", tern_op_attr(op, "op")},
                          {"resource_accesses", tern_array_attr_get(issue->builder.context, bindings.accesses.values,
                                                                    bindings.accesses.count)}));
  tern_vec_deinitialize(&operands);
  free_bindings(&bindings);
}

// --- the walk ---

static void issue_nothing(issue_t *issue, tern_op_t *op) {
  (void)issue;
  (void)op;
}

typedef struct command_row {
  const tern_op_row_t *row;
  void (*issue)(issue_t *issue, tern_op_t *op);
} command_row_t;

static const command_row_t command_rows[] = {
    {TERN_STREAM(RESOURCE_SUBVIEW), issue_nothing},  // offsets of ranges by now
    {TERN_STREAM(ASYNC_ALLOCA), issue_nothing},      // has its memory
    {TERN_STREAM(ASYNC_CONSTANT), issue_nothing},    // is uploaded outside
    {TERN_STREAM(ASYNC_CAST), issue_nothing},          {TERN_STREAM(ASYNC_BARRIER), issue_nothing},
    {TERN_STREAM(ASYNC_SPLAT), issue_splat},           {TERN_STREAM(ASYNC_CLONE), issue_clone},
    {TERN_STREAM(ASYNC_SLICE), issue_slice},           {TERN_STREAM(ASYNC_FILL), issue_fill},
    {TERN_STREAM(ASYNC_UPDATE), issue_update},         {TERN_STREAM(ASYNC_COPY), issue_copy},
    {TERN_STREAM(ASYNC_COLLECTIVE), issue_collective}, {TERN_STREAM(ASYNC_TRANSFER), issue_transfer},
    {TERN_STREAM(ASYNC_DISPATCH), issue_dispatch},     {TERN_STREAM(ASYNC_CALL), issue_call},
};

static const command_row_t *find_command(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(command_rows) / sizeof(command_rows[0]); ++i) {
    if (tern_op_is(op, command_rows[i].row)) return &command_rows[i];
  }
  return NULL;
}

// The region goes on with commands; it neither takes nor gives resources by name.
static bool convert_concurrent(issue_t *issue, tern_op_t *op) {
  tern_op_t *concurrent = tern_build(&issue->builder, TERN_STREAM(CMD_CONCURRENT), .regions = 1);
  tern_region_take_blocks(&concurrent->regions[0], &op->regions[0]);
  tern_block_t *body = tern_op_body(concurrent, 0);
  if (!tern_stream_issue_commands(body, issue->ranges, issue->outside)) return false;
  while (body->arg_count) tern_block_erase_arg(body, body->arg_count - 1);
  return true;
}

bool tern_stream_issue_commands(tern_block_t *block, const tern_map_t *ranges, tern_builder_t *outside) {
  issue_t issue = {.ranges = ranges, .outside = outside};
  tern_op_t *yield = block->last_op;
  tern_op_list_t done = {0};
  bool is_ok = true;
  for (tern_op_t *op = block->first_op, *next; op != yield && is_ok; op = next) {
    next = op->next;
    if (op->def->dialect != &tern_stream_dialect) continue;
    issue.builder = tern_builder_before(op);
    const command_row_t *row = find_command(op);
    if (row) {
      row->issue(&issue, op);
    } else if (tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
      is_ok = convert_concurrent(&issue, op);
    } else {
      is_ok = tern_op_error(op, "is no command: it should not be in an execution region by now");
    }
    tern_vec_push(&done, op);
  }
  if (is_ok) {
    tern_op_set_operands(yield, (tern_values_t){0});
    while (done.count) tern_op_destroy(done.values[--done.count]);
  }
  tern_vec_deinitialize(&done);
  return is_ok;
}
