// The conversion to stream: flow.tensor.*, flow.dispatch, flow.call and collectives.

#include "convert/stream/stream_conversion.h"
#include "dialect/flow/flow.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

static tern_value_t *index_value(tern_stream_conversion_t *conversion, int64_t value) {
  return tern_build_index(&conversion->builder, value);
}

// `count` times the same value.
static tern_values_t repeat(tern_stream_conversion_t *conversion, tern_value_t *value, size_t count) {
  if (!count) return TERN_NO_VALUES;
  tern_value_t **values = tern_arena_alloc(conversion->arena, count * sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = value;
  return (tern_values_t){values, count};
}

static bool finish(tern_stream_conversion_t *conversion, tern_op_t *op, tern_value_t *resource, tern_value_t *size) {
  tern_stream_bind(conversion, &op->results[0], resource, size);
  tern_stream_retire(conversion, op);
  return true;
}

// --- constants and memory ---

static bool convert_constant(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  if (!tern_is_tensor(result_type(op))) return true;
  tern_sized_value_t constant = tern_stream_build_constant(conversion, tern_op_attr(op, "value"), result_type(op),
                                                           TERN_STREAM_LIFETIME_CONSTANT, affinity);
  tern_value_t *resource =
      tern_stream_transfer(conversion, constant.resource, constant.size, TERN_STREAM_LIFETIME_UNKNOWN, affinity);
  return finish(conversion, op, resource, constant.size);
}

// A constant whose shape the compiler may not use: its dimensions go through a barrier.
static bool convert_dynamic_constant(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value"), *affinity = tern_stream_op_affinity(op);
  const tern_type_t *type = tern_attr_type(value), *dynamic = result_type(op);
  tern_sized_value_t constant =
      tern_stream_build_constant(conversion, value, type, TERN_STREAM_LIFETIME_CONSTANT, affinity);
  tern_value_t *resource =
      tern_stream_transfer(conversion, constant.resource, constant.size, TERN_STREAM_LIFETIME_UNKNOWN, affinity);
  tern_value_list_t dims = {0};
  for (size_t i = 0; i < tern_type_rank(dynamic); ++i) {
    if (tern_type_dim(dynamic, i) != TERN_DYNAMIC) continue;
    tern_value_t *dim = index_value(conversion, tern_type_dim(type, i));
    tern_vec_push(&dims, tern_build_value(&conversion->builder, TERN_UTIL(OPTIMIZATION_BARRIER),
                                          .operands = TERN_VALUES(dim), .types = TERN_TYPES(dim->type)));
  }
  tern_values_t dim_values = {dims.values, dims.count};
  tern_value_t *size = tern_stream_sizeof(conversion, dynamic, dim_values, affinity);
  tern_op_t *clone = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_CLONE),
      TERN_GROUPS(TERN_ONE(resource), TERN_NO_VALUES, TERN_ONE(constant.size), dim_values, TERN_ONE(size)),
      TERN_TYPES(resource->type),
      TERN_ATTRS({"source_encoding", tern_type_attr_get(type)}, {"result_encoding", tern_type_attr_get(dynamic)}));
  tern_vec_deinitialize(&dims);
  return finish(conversion, op, &clone->results[0], size);
}

static bool convert_alloca(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_value_t *size =
      tern_stream_sizeof(conversion, result_type(op), tern_stream_group(conversion, op, "result_dims"), affinity);
  tern_op_t *made =
      tern_stream_build(conversion, TERN_STREAM(ASYNC_ALLOCA), TERN_GROUPS(TERN_ONE(size)),
                        TERN_TYPES(tern_unknown_resource(conversion)), TERN_ATTRS({"affinity", affinity}));
  return finish(conversion, op, &made->results[0], size);
}

static bool convert_empty(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_values_t dims = tern_stream_group(conversion, op, "result_dims");
  tern_value_t *size = tern_stream_sizeof(conversion, result_type(op), dims, affinity);
  tern_op_t *made =
      tern_stream_build(conversion, TERN_STREAM(TENSOR_EMPTY), TERN_GROUPS(dims, TERN_ONE(size)),
                        TERN_TYPES(tern_unknown_resource(conversion)),
                        TERN_ATTRS({"result_encoding", tern_type_attr_get(result_type(op))}, {"affinity", affinity}));
  return finish(conversion, op, &made->results[0], size);
}

static bool convert_splat(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_values_t dims = tern_stream_group(conversion, op, "result_dims");
  tern_value_t *size = tern_stream_sizeof(conversion, result_type(op), dims, affinity);
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_SPLAT), TERN_GROUPS(TERN_ONE(named(op, "value")), dims, TERN_ONE(size)),
      TERN_TYPES(tern_unknown_resource(conversion)),
      TERN_ATTRS({"result_encoding", tern_type_attr_get(result_type(op))}, {"affinity", affinity}));
  return finish(conversion, op, &made->results[0], size);
}

// --- the same bytes, or copies ---

// reshape, bitcast, clone, encode: `row` says which op of stream, the names which operands of flow's.
static bool convert_copy(tern_stream_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                         const char *source_name, const char *source_dims, const char *result_dims) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_value_t *source = named(op, source_name);
  tern_sized_value_t converted = tern_stream_converted(conversion, source);
  tern_values_t dims = tern_stream_group(conversion, op, result_dims);
  // A clone is of its source's size, whatever that is known by.
  tern_value_t *size = tern_op_is(op, TERN_FLOW(TENSOR_CLONE))
                           ? converted.size
                           : tern_stream_sizeof(conversion, result_type(op), dims, affinity);
  tern_op_t *made =
      tern_stream_build(conversion, row,
                        TERN_GROUPS(TERN_ONE(converted.resource), tern_stream_group(conversion, op, source_dims),
                                    TERN_ONE(converted.size), dims, TERN_ONE(size)),
                        TERN_TYPES(tern_unknown_resource(conversion)),
                        TERN_ATTRS({"source_encoding", tern_type_attr_get(source->type)},
                                   {"result_encoding", tern_type_attr_get(result_type(op))}, {"affinity", affinity}));
  return finish(conversion, op, &made->results[0], size);
}

static bool convert_reshape(tern_stream_conversion_t *conversion, tern_op_t *op) {
  return convert_copy(conversion, op, TERN_STREAM(TENSOR_CLONE), "source", "source_dims", "result_dims");
}

static bool convert_clone(tern_stream_conversion_t *conversion, tern_op_t *op) {
  return convert_copy(conversion, op, TERN_STREAM(TENSOR_CLONE), "operand", "argument_dims", "argument_dims");
}

static bool convert_encode(tern_stream_conversion_t *conversion, tern_op_t *op) {
  return convert_copy(conversion, op, TERN_STREAM(TENSOR_ENCODE), "operand", "operand_dims", "result_dims");
}

// Only says what is known already.
static bool convert_tie_shape(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_sized_value_t source = tern_stream_converted(conversion, tern_op_operand(op, 0));
  return finish(conversion, op, source.resource, source.size);
}

static bool convert_barrier(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_sized_value_t source = tern_stream_converted(conversion, named(op, "operand"));
  tern_op_t *made =
      tern_stream_build(conversion, TERN_STREAM(ASYNC_BARRIER), TERN_GROUPS(TERN_VALUES(source.resource, source.size)),
                        TERN_TYPES(source.resource->type), TERN_ATTRS({"affinity", tern_op_attr(op, "target")}));
  return finish(conversion, op, &made->results[0], source.size);
}

static bool convert_transfer(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_sized_value_t source = tern_stream_converted(conversion, named(op, "operand"));
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(ASYNC_TRANSFER), TERN_GROUPS(TERN_VALUES(source.resource, source.size, source.size)),
      TERN_TYPES(source.resource->type), TERN_ATTRS({"result_affinity", tern_op_attr(op, "target")}));
  return finish(conversion, op, &made->results[0], source.size);
}

// --- parts ---

static bool convert_slice(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_value_t *source = named(op, "source");
  tern_sized_value_t converted = tern_stream_converted(conversion, source);
  tern_values_t dims = tern_stream_group(conversion, op, "result_dims");
  tern_value_t *size = tern_stream_sizeof(conversion, result_type(op), dims, affinity);
  tern_op_t *made =
      tern_stream_build(conversion, TERN_STREAM(TENSOR_SLICE),
                        TERN_GROUPS(TERN_ONE(converted.resource), tern_stream_group(conversion, op, "source_dims"),
                                    TERN_ONE(converted.size), tern_stream_group(conversion, op, "start_indices"),
                                    tern_stream_group(conversion, op, "lengths"), dims, TERN_ONE(size)),
                        TERN_TYPES(tern_unknown_resource(conversion)),
                        TERN_ATTRS({"source_encoding", tern_type_attr_get(source->type)},
                                   {"result_encoding", tern_type_attr_get(result_type(op))}, {"affinity", affinity}));
  return finish(conversion, op, &made->results[0], size);
}

static bool convert_update(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *target = named(op, "target"), *update = named(op, "update");
  tern_sized_value_t into = tern_stream_converted(conversion, target);
  tern_sized_value_t from = tern_stream_converted(conversion, update);
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_UPDATE),
      TERN_GROUPS(TERN_ONE(into.resource), tern_stream_group(conversion, op, "target_dims"), TERN_ONE(into.size),
                  tern_stream_group(conversion, op, "start_indices"), TERN_ONE(from.resource),
                  tern_stream_group(conversion, op, "update_dims"), TERN_ONE(from.size)),
      TERN_TYPES(into.resource->type),
      TERN_ATTRS({"target_encoding", tern_type_attr_get(target->type)},
                 {"update_encoding", tern_type_attr_get(update->type)}, {"affinity", tern_stream_op_affinity(op)}));
  return finish(conversion, op, &made->results[0], into.size);
}

// The host reads a copy of the one element (or of all of it, where the tensor is no larger).
static bool convert_load(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_value_t *source = named(op, "source");
  const tern_type_t *encoding = source->type, *type = result_type(op);
  tern_sized_value_t value = tern_stream_converted(conversion, source);
  tern_values_t dims = tern_stream_group(conversion, op, "source_dims");
  tern_values_t indices = tern_stream_group(conversion, op, "indices");
  if (type->kind == TERN_TYPE_VECTOR) return tern_op_error(op, "loads a vector, which is not supported on the host");
  if (tern_type_element_count(encoding) != 1) {
    size_t rank = tern_type_rank(encoding);
    int64_t *ones = tern_arena_alloc(conversion->arena, rank * sizeof *ones);
    for (size_t i = 0; i < rank; ++i) ones[i] = 1;
    const tern_type_t *element = tern_type_with_shape(encoding, ones, rank);
    tern_value_t *size = tern_stream_sizeof(conversion, element, TERN_NO_VALUES, affinity);
    tern_values_t lengths = repeat(conversion, index_value(conversion, 1), rank);
    tern_op_t *slice =
        tern_stream_build(conversion, TERN_STREAM(TENSOR_SLICE),
                          TERN_GROUPS(TERN_ONE(value.resource), dims, TERN_ONE(value.size), indices, lengths,
                                      TERN_NO_VALUES, TERN_ONE(size)),
                          TERN_TYPES(value.resource->type),
                          TERN_ATTRS({"source_encoding", tern_type_attr_get(encoding)},
                                     {"result_encoding", tern_type_attr_get(element)}, {"affinity", affinity}));
    value = (tern_sized_value_t){&slice->results[0], size};
    indices = repeat(conversion, index_value(conversion, 0), rank);
    dims = TERN_NO_VALUES;
    encoding = element;
  }
  tern_value_t *staged =
      tern_stream_transfer(conversion, value.resource, value.size, TERN_STREAM_LIFETIME_STAGING, affinity);
  tern_op_t *load = tern_stream_build(conversion, TERN_STREAM(TENSOR_LOAD),
                                      TERN_GROUPS(TERN_ONE(staged), dims, TERN_ONE(value.size), indices),
                                      TERN_TYPES(type), TERN_ATTRS({"source_encoding", tern_type_attr_get(encoding)}));
  tern_value_replace_all_uses(&op->results[0], &load->results[0]);
  tern_stream_retire(conversion, op);
  return true;
}

// A fill of the one element, on the device.
static bool convert_store(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *target = named(op, "target"), *value = named(op, "value");
  tern_sized_value_t into = tern_stream_converted(conversion, target);
  tern_values_t indices = tern_stream_group(conversion, op, "indices");
  if (value->type->kind == TERN_TYPE_VECTOR) {
    return tern_op_error(op, "stores a vector, which is not supported on the host");
  }
  tern_values_t lengths = repeat(conversion, index_value(conversion, 1), indices.count);
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_FILL),
      TERN_GROUPS(TERN_ONE(into.resource), tern_stream_group(conversion, op, "target_dims"), TERN_ONE(into.size),
                  indices, lengths, TERN_ONE(value)),
      TERN_TYPES(into.resource->type),
      TERN_ATTRS({"target_encoding", tern_type_attr_get(target->type)}, {"affinity", tern_stream_op_affinity(op)}));
  return finish(conversion, op, &made->results[0], into.size);
}

static bool convert_trace(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_values_t values = tern_stream_group(conversion, op, "values");
  tern_value_list_t resources = {0}, sizes = {0};
  TERN_VEC(const tern_attr_t *) encodings = {0};
  for (size_t i = 0; i < values.count; ++i) {
    tern_sized_value_t value = tern_stream_converted(conversion, values.values[i]);
    tern_vec_push(&resources,
                  tern_stream_transfer(conversion, value.resource, value.size, TERN_STREAM_LIFETIME_STAGING, affinity));
    tern_vec_push(&sizes, value.size);
    tern_vec_push(&encodings, tern_type_attr_get(values.values[i]->type));
  }
  tern_stream_build(
      conversion, TERN_STREAM(TENSOR_TRACE),
      TERN_GROUPS({resources.values, resources.count}, {sizes.values, sizes.count},
                  tern_stream_group(conversion, op, "value_dims")),
      (tern_types_t){0},
      TERN_ATTRS({"key", tern_op_attr(op, "key")},
                 {"resource_encodings", tern_array_attr_get(conversion->context, encodings.values, encodings.count)}));
  tern_vec_deinitialize(&resources);
  tern_vec_deinitialize(&sizes);
  tern_vec_deinitialize(&encodings);
  tern_stream_retire(conversion, op);
  return true;
}

// --- dispatches and calls ---

typedef struct call_parts {
  tern_value_list_t operands, operand_sizes, result_sizes;
  TERN_VEC(const tern_attr_t *) operand_encodings;
  TERN_VEC(const tern_attr_t *) result_encodings;
  tern_type_list_vec_t types;
} call_parts_t;

static void free_parts(call_parts_t *parts) {
  tern_vec_deinitialize(&parts->operands);
  tern_vec_deinitialize(&parts->operand_sizes);
  tern_vec_deinitialize(&parts->result_sizes);
  tern_vec_deinitialize(&parts->operand_encodings);
  tern_vec_deinitialize(&parts->result_encodings);
  tern_vec_deinitialize(&parts->types);
}

// The encoding of what is no tensor.
static const tern_attr_t *unused_encoding(tern_context_t *context) {
  return tern_type_attr_get(tern_opaque_type_get(context, TERN_STR("util"), TERN_STR("unused")));
}

static void split_operands(tern_stream_conversion_t *conversion, const tern_op_t *op, call_parts_t *parts) {
  tern_values_t arguments = tern_stream_group(conversion, op, "arguments");
  for (size_t i = 0; i < arguments.count; ++i) {
    tern_value_t *argument = arguments.values[i];
    if (!tern_is_tensor(argument->type)) {
      tern_vec_push(&parts->operands, argument);
      tern_vec_push(&parts->operand_encodings, unused_encoding(conversion->context));
      continue;
    }
    tern_sized_value_t value = tern_stream_converted(conversion, argument);
    tern_vec_push(&parts->operands, value.resource);
    tern_vec_push(&parts->operand_sizes, value.size);
    tern_vec_push(&parts->operand_encodings, tern_type_attr_get(argument->type));
  }
}

// A tied result has its operand's type, dimensions and size; others are as large as their type says. `dims` collects the
// dimensions of all results.
static void split_results(tern_stream_conversion_t *conversion, const tern_op_t *op, call_parts_t *parts,
                          tern_value_list_t *dims) {
  const tern_attr_t *ties = tern_op_attr(op, "tied_operands"), *affinity = tern_stream_op_affinity(op);
  tern_values_t result_dims = tern_stream_group(conversion, op, "result_dims");
  tern_values_t arguments = tern_stream_group(conversion, op, "arguments");
  size_t next = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = op->results[i].type;
    if (!tern_is_tensor(type)) {
      tern_vec_push(&parts->types, type);
      continue;
    }
    size_t dim_count = tern_type_dynamic_dim_count(type);
    tern_values_t own = {result_dims.values + next, dim_count};
    next += dim_count;
    int64_t tie = i < tern_int_list_attr_count(ties) ? tern_int_list_attr_at(ties, i) : -1;
    tern_value_t *size = NULL;
    if (tie >= 0 && (size_t)tie < arguments.count && tern_is_tensor(arguments.values[tie]->type)) {
      size = tern_stream_converted(conversion, arguments.values[tie]).size;
    } else {
      size = tern_stream_sizeof(conversion, type, own, affinity);
    }
    for (size_t k = 0; k < own.count; ++k) tern_vec_push(dims, own.values[k]);
    tern_vec_push(&parts->result_sizes, size);
    tern_vec_push(&parts->result_encodings, tern_type_attr_get(type));
    tern_vec_push(&parts->types, tern_unknown_resource(conversion));
  }
}

static void bind_results(tern_stream_conversion_t *conversion, tern_op_t *op, tern_op_t *made,
                         const call_parts_t *parts) {
  size_t next = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_is_tensor(op->results[i].type)) {
      tern_stream_bind(conversion, &op->results[i], &made->results[i], parts->result_sizes.values[next++]);
    } else {
      tern_value_replace_all_uses(&op->results[i], &made->results[i]);
    }
  }
  tern_stream_retire(conversion, op);
}

// Discardable attributes of the op go along, the affinity is an attribute of its own.
static void copy_discardable(tern_op_t *made, const tern_op_t *op) {
  for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(op->attrs, i));
    if (tern_str_equal_cstr(name, "stream.affinity")) continue;
    tern_op_set_attr_str(made, name, tern_dictionary_attr_at(op->attrs, i));
  }
}

static bool convert_dispatch(tern_stream_conversion_t *conversion, tern_op_t *op) {
  call_parts_t parts = {0};
  tern_value_list_t result_dims = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!tern_is_tensor(op->results[i].type)) {
      return tern_op_error(op, "returns %s, but a dispatch makes tensors only", tern_type_text(op->results[i].type));
    }
  }
  split_operands(conversion, op, &parts);
  split_results(conversion, op, &parts, &result_dims);
  tern_context_t *context = conversion->context;
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_DISPATCH),
      TERN_GROUPS(tern_stream_group(conversion, op, "workload"), {parts.operands.values, parts.operands.count},
                  {parts.operand_sizes.values, parts.operand_sizes.count},
                  tern_stream_group(conversion, op, "argument_dims"),
                  {parts.result_sizes.values, parts.result_sizes.count}, {result_dims.values, result_dims.count}),
      (tern_types_t){parts.types.values, parts.types.count},
      TERN_ATTRS({"entry_points", tern_op_attr(op, "entry_points")},
                 {"operand_encodings",
                  tern_array_attr_get(context, parts.operand_encodings.values, parts.operand_encodings.count)},
                 {"result_encodings",
                  tern_array_attr_get(context, parts.result_encodings.values, parts.result_encodings.count)},
                 {"tied_operands", tern_op_attr(op, "tied_operands")}, {"affinity", tern_stream_op_affinity(op)}));
  copy_discardable(made, op);
  bind_results(conversion, op, made, &parts);
  free_parts(&parts);
  tern_vec_deinitialize(&result_dims);
  return true;
}

// A call on the timeline passes whole resources.
static bool convert_call(tern_stream_conversion_t *conversion, tern_op_t *op) {
  call_parts_t parts = {0};
  tern_value_list_t result_dims = {0};
  split_operands(conversion, op, &parts);
  split_results(conversion, op, &parts, &result_dims);
  tern_values_t sizes = {parts.operand_sizes.values, parts.operand_sizes.count};
  tern_values_t starts = repeat(conversion, sizes.count ? index_value(conversion, 0) : NULL, sizes.count);
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(ASYNC_CALL),
      TERN_GROUPS({parts.operands.values, parts.operands.count}, sizes, starts, sizes, sizes,
                  {parts.result_sizes.values, parts.result_sizes.count}),
      (tern_types_t){parts.types.values, parts.types.count},
      TERN_ATTRS({"callee", tern_op_attr(op, "callee")}, {"tied_operands", tern_op_attr(op, "tied_operands")},
                 {"affinity", tern_stream_op_affinity(op)}));
  copy_discardable(made, op);
  bind_results(conversion, op, made, &parts);
  free_parts(&parts);
  tern_vec_deinitialize(&result_dims);
  return true;
}

// A declaration for calls on the timeline: tensors are resources, whose sizes the calls know.
bool tern_stream_convert_flow_func(tern_stream_conversion_t *conversion, tern_op_t *function) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t lists[2] = {tern_function_type_inputs(type), tern_function_type_results(type)};
  tern_type_list_vec_t types[2] = {{0}, {0}};
  for (size_t i = 0; i < 2; ++i) {
    for (size_t k = 0; k < lists[i].count; ++k) {
      const tern_type_t *old = lists[i].values[k];
      tern_vec_push(&types[i], tern_is_tensor(old) ? tern_unknown_resource(conversion) : old);
    }
  }
  const tern_type_t *converted =
      tern_function_type_get(conversion->context, (tern_types_t){types[0].values, types[0].count},
                             (tern_types_t){types[1].values, types[1].count});
  tern_op_t *made = tern_build(&conversion->builder, TERN_STREAM(ASYNC_FUNC),
                               .dictionary = tern_op_attr_dictionary(function), .regions = 1);
  tern_op_set_attr(made, "function_type", tern_type_attr_get(converted));
  tern_vec_deinitialize(&types[0]);
  tern_vec_deinitialize(&types[1]);
  tern_stream_retire(conversion, function);
  return true;
}

const tern_stream_rule_t tern_flow_to_stream_rules[] = {
    {TERN_ARITH(CONSTANT), convert_constant},
    {TERN_FLOW(TENSOR_CONSTANT), convert_constant},
    {TERN_FLOW(TENSOR_DYNAMIC_CONSTANT), convert_dynamic_constant},
    {TERN_FLOW(TENSOR_ALLOCA), convert_alloca},
    {TERN_FLOW(TENSOR_EMPTY), convert_empty},
    {TERN_FLOW(TENSOR_SPLAT), convert_splat},
    {TERN_FLOW(TENSOR_RESHAPE), convert_reshape},
    {TERN_FLOW(TENSOR_BITCAST), convert_reshape},
    {TERN_FLOW(TENSOR_CLONE), convert_clone},
    {TERN_FLOW(TENSOR_ENCODE), convert_encode},
    {TERN_FLOW(TENSOR_TIE_SHAPE), convert_tie_shape},
    {TERN_FLOW(TENSOR_BARRIER), convert_barrier},
    {TERN_FLOW(TENSOR_TRANSFER), convert_transfer},
    {TERN_FLOW(TENSOR_SLICE), convert_slice},
    {TERN_FLOW(TENSOR_UPDATE), convert_update},
    {TERN_FLOW(TENSOR_LOAD), convert_load},
    {TERN_FLOW(TENSOR_STORE), convert_store},
    {TERN_FLOW(TENSOR_TRACE), convert_trace},
    {TERN_FLOW(DISPATCH), convert_dispatch},
    {TERN_FLOW(CALL), convert_call},
    {0},
};
