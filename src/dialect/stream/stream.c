// stream: its tables, names of results, and ties.

#include "dialect/stream/stream.h"

#include <stdio.h>

#include "dialect/stream/hooks.h"

static bool copy_name(const char *name, char *out_name, size_t size) {
  if (strlen(name) >= size) return false;
  memcpy(out_name, name, strlen(name) + 1);
  return true;
}

// Names of results, as upstream has them. A NULL keeps the groups of a row from being names.
static const struct {
  int op;
  const char *name;
} names[] = {
    {TERN_STREAM_TENSOR_EMPTY, "empty"},           {TERN_STREAM_TENSOR_CONSTANT, "cst"},
    {TERN_STREAM_ASYNC_CONSTANT, "cst"},           {TERN_STREAM_RESOURCE_PACK, NULL},
    {TERN_STREAM_CHANNEL_CREATE, "channel"},       {TERN_STREAM_CHANNEL_SPLIT, "channel"},
    {TERN_STREAM_CHANNEL_RANK, "ccl_rank"},        {TERN_STREAM_CHANNEL_COUNT, "ccl_count"},
    {TERN_STREAM_RESOURCE_RELEASE, "is_terminal"}, {TERN_STREAM_RESOURCE_IS_TERMINAL, "is_terminal"},
    {TERN_STREAM_FILE_CONSTANT, "file"},
};

bool tern_stream_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (op->def->row == &tern_stream_ops[names[i].op]) return names[i].name && copy_name(names[i].name, out_name, size);
  }
  return false;
}

// %workgroup_id_0 and friends.
bool tern_stream_name_dimension(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  tern_str_t name = tern_op_name(op);
  const char *what = strrchr(name.data, '.') + 1;
  const tern_attr_t *dimension = tern_op_attr(op, "dimension");
  if (!tern_attr_is_integer(dimension)) return false;
  int length = snprintf(out_name, size, "workgroup_%s_%lld", what, (long long)tern_integer_attr_value(dimension));
  return length > 0 && (size_t)length < size;
}

// Result 0 of these is tied to the group of operands of that name.
static const struct {
  int op;
  const char *group;
} ties[] = {
    {TERN_STREAM_RESOURCE_SUBVIEW, "source"},
    {TERN_STREAM_RESOURCE_TRANSIENTS, "resource"},
    {TERN_STREAM_TENSOR_IMPORT, "source"},
    {TERN_STREAM_TENSOR_EXPORT, "source"},
    {TERN_STREAM_TENSOR_FILL, "target"},
    {TERN_STREAM_TENSOR_UPDATE, "target"},
    {TERN_STREAM_TENSOR_STORE, "target"},
    {TERN_STREAM_TENSOR_PARAMETER_WRITE, "source"},
    {TERN_STREAM_ASYNC_FILL, "target"},
    {TERN_STREAM_ASYNC_UPDATE, "target"},
    {TERN_STREAM_ASYNC_COPY, "target"},
    {TERN_STREAM_ASYNC_COLLECTIVE, "target"},
    {TERN_STREAM_ASYNC_BARRIER, "source"},
    {TERN_STREAM_ASYNC_STORE, "target"},
    {TERN_STREAM_ASYNC_PARAMETER_READ, "target"},
    {TERN_STREAM_ASYNC_PARAMETER_WRITE, "source"},
    {TERN_STREAM_ASYNC_PARAMETER_GATHER, "target"},
    {TERN_STREAM_ASYNC_PARAMETER_SCATTER, "source"},
    {TERN_STREAM_TIMEPOINT_BARRIER, "resource"},
};

// The group of operands that the attribute `tied_operands` counts from.
static const char *tied_group(const tern_op_t *op) {
  if (tern_op_is(op, TERN_STREAM(TENSOR_DISPATCH))) return "mixed_operands";
  return "resource_operands";
}

int64_t tern_stream_tied_operand(const tern_op_t *op, size_t result_index) {
  size_t start, count;
  const tern_op_row_t *row = op->def->row;
  if (op->def->dialect != &tern_stream_dialect) return -1;
  size_t id = (size_t)(row - tern_stream_ops);
  if (id == TERN_STREAM_TIMEPOINT_AWAIT) return (int64_t)result_index;
  for (size_t i = 0; i < sizeof ties / sizeof ties[0] && result_index == 0; ++i) {
    if ((size_t)ties[i].op != id) continue;
    tern_op_operands_named(op, ties[i].group, &start, &count);
    return (int64_t)start;
  }
  if (tern_op_def_slot(op->def, TERN_STR("tied_operands")) < 0) return -1;
  const tern_attr_t *tied = tern_op_attr(op, "tied_operands");
  if (result_index >= tern_int_list_attr_count(tied)) return -1;
  int64_t index = tern_int_list_attr_at(tied, result_index);
  if (index < 0) return -1;
  tern_op_operands_named(op, tied_group(op), &start, &count);
  return (size_t)index < count ? (int64_t)start + index : -1;
}

const tern_op_row_t tern_stream_ops[] = {
#define OP(ID, NAME, ...) [TERN_STREAM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/stream/stream_ops.def"
#undef OP
};

const tern_dialect_t tern_stream_dialect = {
    .name = "stream",
    .summary = "Asynchronous work on untyped resources, ordered by timepoints",
    .ops = tern_stream_ops,
    .op_count = TERN_STREAM_OP_COUNT,
    .types = tern_stream_types,
    .type_count = TERN_STREAM_TYPE_COUNT,
    .attrs = tern_stream_attrs,
    .attr_count = TERN_STREAM_ATTR_COUNT,
    .materialize_constant = tern_stream_materialize_constant,
    .custom_directives = tern_stream_directives,
    .custom_directive_count = TERN_STREAM_DIRECTIVE_COUNT,
};
