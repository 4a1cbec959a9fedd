// The conversion to stream: hal.tensor.*, where buffers and fences of the caller meet the program's tensors.

#include "convert/stream/stream_conversion.h"
#include "dialect/hal/hal.h"
#include "ir/diagnostic.h"

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

static const tern_type_t *external(const tern_stream_conversion_t *conversion) {
  return tern_stream_resource_type_get(conversion->context, TERN_STREAM_LIFETIME_EXTERNAL);
}

// Each dimension of `type` as a value: dynamic ones of `dims`, others constants.
static void append_shape(tern_stream_conversion_t *conversion, const tern_type_t *type, tern_values_t dims,
                         tern_value_list_t *list) {
  size_t next = 0;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t dim = tern_type_dim(type, i);
    tern_vec_push(list, dim == TERN_DYNAMIC && next < dims.count ? dims.values[next++]
                                                                 : tern_build_index(&conversion->builder, dim));
  }
}

// The caller's view has to be of the type that the program was compiled for.
static void build_assertion(tern_stream_conversion_t *conversion, const tern_op_t *op, tern_value_t *view,
                            const tern_type_t *type, tern_values_t dims) {
  tern_context_t *context = conversion->context;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_value_list_t operands = {0};
  tern_vec_push(&operands, view);
  tern_vec_push(&operands,
                tern_build_value(&conversion->builder, TERN_HAL(ELEMENT_TYPE), .types = TERN_TYPES(i32),
                                 .attrs = TERN_ATTRS({"type", tern_type_attr_get(tern_type_element(type))})));
  tern_vec_push(&operands, tern_build_value(&conversion->builder, TERN_HAL(ENCODING_TYPE), .types = TERN_TYPES(i32)));
  append_shape(conversion, type, dims, &operands);
  const tern_attr_t *name = tern_op_attr(op, "name");
  tern_build(&conversion->builder, TERN_HAL(BUFFER_VIEW_ASSERT), .operands = {operands.values, operands.count},
             .attrs = TERN_ATTRS({"message", name ? name : tern_string_attr_get(context, TERN_STR("tensor"))}));
  tern_vec_deinitialize(&operands);
}

// `resource` once the caller's fence is reached; itself without a fence.
static tern_value_t *await_fence(tern_stream_conversion_t *conversion, const tern_op_t *op, tern_value_t *resource,
                                 tern_value_t *size) {
  tern_value_t *fence = named(op, "wait_fence");
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  if (!fence) return resource;
  tern_op_t *import = tern_stream_build(conversion, TERN_STREAM(TIMEPOINT_IMPORT), TERN_GROUPS(TERN_ONE(fence)),
                                        TERN_TYPES(tern_stream_timepoint_type_get(conversion->context)),
                                        TERN_ATTRS({"affinity", affinity}));
  tern_op_t *await = tern_stream_build(conversion, TERN_STREAM(TIMEPOINT_AWAIT),
                                       TERN_GROUPS(TERN_ONE(resource), TERN_ONE(size), TERN_ONE(&import->results[0])),
                                       TERN_TYPES(resource->type), (tern_named_attrs_t){0});
  return &await->results[0];
}

static tern_value_t *build_import(tern_stream_conversion_t *conversion, tern_value_t *source, const tern_type_t *type,
                                  tern_values_t dims, tern_value_t *size, const tern_attr_t *consume,
                                  const tern_attr_t *affinity) {
  tern_op_t *import = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_IMPORT), TERN_GROUPS(TERN_ONE(source), dims, TERN_ONE(size)),
      TERN_TYPES(external(conversion)),
      TERN_ATTRS({"result_encoding", tern_type_attr_get(type)}, {"consume", consume}, {"affinity", affinity}));
  return &import->results[0];
}

static bool convert_import(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_value_t *source = named(op, "source");
  const tern_attr_t *encoding = tern_op_attr(op, "target_encoding");
  const tern_type_t *seen = encoding ? tern_type_attr_value(encoding) : op->results[0].type;
  tern_values_t dims = tern_stream_group(conversion, op, "target_dims");
  if (!tern_type_is_ranked(op->results[0].type)) return tern_op_error(op, "imports a tensor of unknown rank");
  if (tern_type_is_hal(source->type, TERN_HAL_BUFFER_VIEW_TYPE)) build_assertion(conversion, op, source, seen, dims);
  tern_value_t *size = tern_stream_sizeof(conversion, op->results[0].type, dims, affinity);
  tern_value_t *resource = build_import(conversion, source, seen, dims, size, tern_op_attr(op, "consume"), affinity);
  resource = await_fence(conversion, op, resource, size);
  resource = tern_stream_cast(conversion, resource, size, TERN_STREAM_LIFETIME_UNKNOWN, affinity);
  tern_stream_bind(conversion, &op->results[0], resource, size);
  tern_stream_retire(conversion, op);
  return true;
}

static bool convert_export(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op), *encoding = tern_op_attr(op, "source_encoding");
  tern_value_t *source = named(op, "source");
  tern_sized_value_t value = tern_stream_converted(conversion, source);
  tern_value_t *resource =
      tern_stream_cast(conversion, value.resource, value.size, TERN_STREAM_LIFETIME_EXTERNAL, affinity);
  tern_op_t *made = tern_stream_build(
      conversion, TERN_STREAM(TENSOR_EXPORT),
      TERN_GROUPS(TERN_ONE(resource), tern_stream_group(conversion, op, "source_dims"), TERN_ONE(value.size)),
      TERN_TYPES(op->results[0].type),
      TERN_ATTRS({"source_encoding", encoding ? encoding : tern_type_attr_get(source->type)}, {"affinity", affinity}));
  tern_value_replace_all_uses(&op->results[0], &made->results[0]);
  tern_stream_retire(conversion, op);
  return true;
}

// The value is written to the caller's storage; what follows reads it from there.
static bool convert_alias(tern_stream_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_value_t *source = named(op, "source");
  tern_sized_value_t value = tern_stream_converted(conversion, source);
  tern_values_t dims = tern_stream_group(conversion, op, "source_dims");
  tern_value_t *size = tern_stream_sizeof(conversion, source->type, dims, affinity);
  tern_value_t *storage = build_import(conversion, named(op, "storage"), source->type, dims, size,
                                       tern_unit_attr_get(conversion->context), affinity);
  storage = await_fence(conversion, op, storage, size);
  tern_value_t *zero = tern_build_index(&conversion->builder, 0);
  tern_op_t *update =
      tern_stream_build(conversion, TERN_STREAM(ASYNC_UPDATE),
                        TERN_GROUPS(TERN_VALUES(storage, size, zero, value.size, value.resource, value.size)),
                        TERN_TYPES(external(conversion)), TERN_ATTRS({"affinity", affinity}));
  tern_op_t *slice =
      tern_stream_build(conversion, TERN_STREAM(ASYNC_SLICE),
                        TERN_GROUPS(TERN_VALUES(&update->results[0], size, zero, value.size, value.size)),
                        TERN_TYPES(external(conversion)), TERN_ATTRS({"affinity", affinity}));
  tern_value_t *resource =
      tern_stream_transfer(conversion, &slice->results[0], value.size, TERN_STREAM_LIFETIME_UNKNOWN, affinity);
  tern_stream_bind(conversion, &op->results[0], resource, value.size);
  tern_stream_retire(conversion, op);
  return true;
}

// Where transients live is for the allocator to choose; the storage that the caller offers is not needed for that.
static bool convert_transients(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_sized_value_t value = tern_stream_converted(conversion, named(op, "source"));
  tern_stream_bind(conversion, &op->results[0], value.resource, value.size);
  tern_stream_retire(conversion, op);
  return true;
}

static bool convert_barrier(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_values_t sources = tern_stream_group(conversion, op, "sources");
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  const tern_type_t *timepoint = tern_stream_timepoint_type_get(conversion->context);
  tern_value_list_t timepoints = {0};
  for (size_t i = 0; i < sources.count; ++i) {
    tern_sized_value_t value = tern_stream_converted(conversion, sources.values[i]);
    tern_op_t *barrier = tern_stream_build(
        conversion, TERN_STREAM(TIMEPOINT_BARRIER), TERN_GROUPS(TERN_VALUES(value.resource, value.size)),
        TERN_TYPES(value.resource->type, timepoint), TERN_ATTRS({"affinity", affinity}));
    tern_stream_bind(conversion, &op->results[i], &barrier->results[0], value.size);
    tern_vec_push(&timepoints, &barrier->results[1]);
  }
  tern_value_t *reached = NULL;
  if (timepoints.count == 1) {
    reached = timepoints.values[0];
  } else if (timepoints.count == 0) {
    reached = tern_build_value(&conversion->builder, TERN_STREAM(TIMEPOINT_IMMEDIATE), .types = TERN_TYPES(timepoint));
  } else {
    reached = tern_build_value(&conversion->builder, TERN_STREAM(TIMEPOINT_JOIN),
                               .operands = {timepoints.values, timepoints.count}, .types = TERN_TYPES(timepoint));
  }
  tern_stream_build(conversion, TERN_STREAM(TIMEPOINT_CHAIN_EXTERNAL),
                    TERN_GROUPS(TERN_ONE(reached), TERN_ONE(named(op, "signal_fence"))), (tern_types_t){0},
                    TERN_ATTRS({"affinity", affinity}));
  tern_vec_deinitialize(&timepoints);
  tern_stream_retire(conversion, op);
  return true;
}

const tern_stream_rule_t tern_hal_to_stream_rules[] = {
    {TERN_HAL(TENSOR_IMPORT), convert_import},         {TERN_HAL(TENSOR_EXPORT), convert_export},
    {TERN_HAL(TENSOR_ALIAS), convert_alias},           {TERN_HAL(TENSOR_BARRIER), convert_barrier},
    {TERN_HAL(TENSOR_TRANSIENTS), convert_transients}, {0},
};
