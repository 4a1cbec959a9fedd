// stream to hal: allocation, host access, files, and values that come from and go to the caller.

#include "base/vec.h"
#include "convert/hal/hal_conversion.h"
#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"

static const tern_type_t *buffer_type(const tern_hal_conversion_t *conversion) {
  return tern_hal_type(conversion->context, TERN_HAL_BUFFER_TYPE);
}

static bool replace(tern_op_t *op, tern_value_t *value) {
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  return true;
}

// --- allocation ---

void tern_hal_build_memory_properties(tern_hal_conversion_t *conversion, const tern_type_t *resource_type,
                                      tern_value_t **out_types, tern_value_t **out_usage) {
  int64_t types, usage;
  tern_hal_memory_properties((int64_t)tern_stream_resource_type_lifetime(resource_type), &types, &usage);
  *out_types = tern_hal_build_memory_type(conversion, types);
  *out_usage = tern_hal_build_buffer_usage(conversion, usage);
}

static tern_value_t *build_allocator(tern_hal_conversion_t *conversion, tern_value_t *device) {
  return tern_build_value(&conversion->builder, TERN_HAL(DEVICE_ALLOCATOR), .operands = TERN_VALUES(device),
                          .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_ALLOCATOR_TYPE)));
}

static bool convert_alloc(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op), *types, *usage;
  if (!device) return false;
  tern_value_t *allocator = build_allocator(conversion, device), *queues = tern_hal_build_queues(conversion, op);
  tern_hal_build_memory_properties(conversion, tern_op_result(op, 0)->type, &types, &usage);
  return replace(op, tern_build_value(&conversion->builder, TERN_HAL(ALLOCATOR_ALLOCATE),
                                      .operands = TERN_VALUES(allocator, queues, types, usage,
                                                              tern_op_operand_named(op, "storage_size")),
                                      .types = TERN_TYPES(buffer_type(conversion))));
}

static bool convert_alloca(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op), *types, *usage;
  if (!device) return false;
  tern_value_t *queues = tern_hal_build_queues(conversion, op);
  tern_value_t *wait = tern_hal_build_wait_fence(conversion, tern_op_operand_named(op, "await_timepoint"));
  tern_value_t *signal = tern_hal_build_signal_fence(conversion, device, tern_op_result(op, 1));
  tern_value_t *pool = tern_hal_build_i64(conversion, 0);
  tern_hal_build_memory_properties(conversion, tern_op_result(op, 0)->type, &types, &usage);
  int64_t flags = tern_op_attr(op, "indeterminate_lifetime") ? 1 : 0;
  tern_value_t *buffer =
      tern_build_value(&conversion->builder, TERN_HAL(DEVICE_QUEUE_ALLOCA),
                       .operands = TERN_VALUES(device, queues, wait, signal, pool, types, usage,
                                               tern_op_operand_named(op, "storage_size")),
                       .types = TERN_TYPES(buffer_type(conversion)),
                       .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, ALLOCA_FLAGS, flags)}));
  tern_value_replace_all_uses(tern_op_result(op, 1), signal);
  return replace(op, buffer);
}

static bool convert_dealloca(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  tern_value_t *queues = tern_hal_build_queues(conversion, op);
  tern_value_t *wait = tern_hal_build_wait_fence(conversion, tern_op_operand_named(op, "await_timepoint"));
  tern_value_t *signal = tern_hal_build_signal_fence(conversion, device, tern_op_result(op, 0));
  int64_t flags = tern_op_attr(op, "prefer_origin") ? 1 : 0;
  tern_build(&conversion->builder, TERN_HAL(DEVICE_QUEUE_DEALLOCA),
             .operands = TERN_VALUES(device, queues, wait, signal, tern_op_operand(op, 0)),
             .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, DEALLOCA_FLAGS, flags)}));
  return replace(op, signal);
}

static bool convert_retain(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_build(&conversion->builder, TERN_HAL(BUFFER_ALLOCATION_PRESERVE),
             .operands = TERN_VALUES(tern_op_operand(op, 0)));
  return true;
}

static bool convert_release(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return replace(op, tern_build_value(&conversion->builder, TERN_HAL(BUFFER_ALLOCATION_DISCARD),
                                      .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                      .types = TERN_TYPES(tern_op_result(op, 0)->type)));
}

static bool convert_is_terminal(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return replace(op, tern_build_value(&conversion->builder, TERN_HAL(BUFFER_ALLOCATION_IS_TERMINAL),
                                      .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                      .types = TERN_TYPES(tern_op_result(op, 0)->type)));
}

static bool convert_size(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return replace(op, tern_build_value(&conversion->builder, TERN_HAL(BUFFER_LENGTH),
                                      .operands = TERN_VALUES(tern_op_operand(op, 0)),
                                      .types = TERN_TYPES(tern_index_type_get(conversion->context))));
}

static bool convert_subview(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return replace(op, tern_build_value(&conversion->builder, TERN_HAL(BUFFER_SUBSPAN),
                                      .operands = TERN_VALUES(tern_op_operand_named(op, "source"),
                                                              tern_op_operand_named(op, "source_offset"),
                                                              tern_op_operand_named(op, "result_size")),
                                      .types = TERN_TYPES(buffer_type(conversion))));
}

// --- the host ---

static bool convert_try_map(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op), *types, *usage;
  if (!device) return false;
  tern_value_t *allocator = build_allocator(conversion, device), *queues = tern_hal_build_queues(conversion, op);
  tern_hal_build_memory_properties(conversion, tern_op_result(op, 1)->type, &types, &usage);
  tern_op_t *import = tern_build(
      &conversion->builder, TERN_HAL(ALLOCATOR_IMPORT),
      .operands = TERN_VALUES(allocator, queues, types, usage, tern_op_operand_named(op, "source"),
                              tern_op_operand_named(op, "source_offset"), tern_op_operand_named(op, "result_size")),
      .types = TERN_TYPES(tern_i_type_get(conversion->context, 1), buffer_type(conversion)));
  tern_value_replace_all_uses(tern_op_result(op, 1), tern_op_result(import, 1));
  return replace(op, tern_op_result(import, 0));
}

static bool convert_load(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return replace(op, tern_build_value(&conversion->builder, TERN_HAL(BUFFER_LOAD),
                                      .operands = TERN_VALUES(tern_op_operand_named(op, "source"),
                                                              tern_op_operand_named(op, "source_offset")),
                                      .types = TERN_TYPES(tern_op_result(op, 0)->type)));
}

static bool convert_store(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_build(&conversion->builder, TERN_HAL(BUFFER_STORE),
             .operands = TERN_VALUES(tern_op_operand_named(op, "value"), tern_op_operand_named(op, "target"),
                                     tern_op_operand_named(op, "target_offset")));
  return true;
}

static bool convert_context(tern_hal_conversion_t *conversion, tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i), *value = NULL;
    if (tern_type_is_hal(result->type, TERN_HAL_DEVICE_TYPE)) {
      value = tern_hal_build_device(conversion, op);
    } else if (tern_type_is_hal(result->type, TERN_HAL_ALLOCATOR_TYPE)) {
      tern_value_t *device = tern_hal_build_device(conversion, op);
      value = device ? build_allocator(conversion, device) : NULL;
    } else if (tern_type_is_i(result->type, 64)) {
      value = tern_hal_build_queues(conversion, op);
    } else {
      return tern_op_error(op, "asks for %s, which no device gives", tern_type_text(result->type));
    }
    if (!value) return false;
    tern_value_replace_all_uses(result, value);
  }
  return true;
}

// --- files ---

static bool convert_file_constant(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  tern_value_t *queues = tern_hal_build_queues(conversion, op), *flags = tern_hal_build_i32(conversion, 0);
  return replace(
      op, tern_build_value(
              &conversion->builder, TERN_HAL(EX_FILE_FROM_MEMORY),
              .operands = TERN_VALUES(device, queues, tern_op_operand_named(op, "source"),
                                      tern_op_operand_named(op, "source_offset"),
                                      tern_op_operand_named(op, "source_length"), flags),
              .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_FILE_TYPE)),
              .attrs = TERN_ATTRS({"access", TERN_HAL_ENUM_VALUE(conversion, MEMORY_ACCESS, TERN_HAL_ACCESS_READ)})));
}

static bool convert_transfer(tern_hal_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                             const tern_attr_t *flags) {
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  tern_value_t *queues = tern_hal_build_queues(conversion, op);
  tern_value_t *wait = tern_hal_build_wait_fence(conversion, tern_op_operand_named(op, "await_timepoint"));
  tern_value_t *signal = tern_hal_build_signal_fence(conversion, device, tern_op_result(op, 0));
  tern_build(&conversion->builder, row,
             .operands = TERN_VALUES(device, queues, wait, signal, tern_op_operand_named(op, "source"),
                                     tern_op_operand_named(op, "source_offset"), tern_op_operand_named(op, "target"),
                                     tern_op_operand_named(op, "target_offset"), tern_op_operand_named(op, "length")),
             .attrs = TERN_ATTRS({"flags", flags}));
  return replace(op, signal);
}

static bool convert_file_read(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return convert_transfer(conversion, op, TERN_HAL(DEVICE_QUEUE_READ), TERN_HAL_ENUM_VALUE(conversion, READ_FLAGS, 0));
}

static bool convert_file_write(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return convert_transfer(conversion, op, TERN_HAL(DEVICE_QUEUE_WRITE),
                          TERN_HAL_ENUM_VALUE(conversion, WRITE_FLAGS, 0));
}

// --- the caller's values ---

static bool convert_import(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *source = tern_op_operand_named(op, "source"), *buffer = source;
  if (tern_type_is_hal(source->type, TERN_HAL_BUFFER_VIEW_TYPE)) {
    buffer = tern_build_value(&conversion->builder, TERN_HAL(BUFFER_VIEW_BUFFER), .operands = TERN_VALUES(source),
                              .types = TERN_TYPES(buffer_type(conversion)));
  } else if (!tern_type_is_hal(source->type, TERN_HAL_BUFFER_TYPE)) {
    return tern_op_error(op, "imports %s, which is no buffer", tern_type_text(source->type));
  }
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  tern_value_t *allocator = build_allocator(conversion, device);
  // It need not be where we would have put it, as long as the device can use it.
  const tern_attr_t *types = TERN_HAL_ENUM_VALUE(conversion, MEMORY_TYPE, TERN_HAL_MEMORY_DEVICE_VISIBLE);
  const tern_attr_t *usage =
      TERN_HAL_ENUM_VALUE(conversion, BUFFER_USAGE, TERN_HAL_USAGE_TRANSFER | TERN_HAL_USAGE_DISPATCH_STORAGE);
  tern_build(&conversion->builder, TERN_HAL(BUFFER_ASSERT),
             .operands = TERN_VALUES(buffer, allocator, tern_op_operand_named(op, "result_size")),
             .attrs = TERN_ATTRS({"message", tern_string_attr_get(conversion->context, TERN_STR("tensor"))},
                                 {"memory_types", types}, {"buffer_usage", usage}));
  return replace(op, buffer);
}

// A buffer view of bytes [0, size) of `buffer` with the shape and element type of an encoding.
static tern_value_t *build_view(tern_hal_conversion_t *conversion, const tern_op_t *op, tern_value_t *buffer,
                                tern_value_t *size, const tern_type_t *encoding, size_t first_dim) {
  if (!tern_type_is_ranked(encoding) || !tern_hal_element_type_value(tern_type_element(encoding))) {
    tern_op_error(op, "cannot hand a value of type %s to the caller", tern_type_text(encoding));
    return NULL;
  }
  const tern_type_t *i32 = tern_i_type_get(conversion->context, 32);
  tern_value_t *element =
      tern_build_value(&conversion->builder, TERN_HAL(ELEMENT_TYPE), .types = TERN_TYPES(i32),
                       .attrs = TERN_ATTRS({"type", tern_type_attr_get(tern_type_element(encoding))}));
  tern_value_t *layout = tern_build_value(&conversion->builder, TERN_HAL(ENCODING_TYPE), .types = TERN_TYPES(i32));
  TERN_VEC(tern_value_t *) operands = {0};
  tern_vec_push(&operands, buffer);
  tern_vec_push(&operands, tern_hal_build_index(conversion, 0));
  tern_vec_push(&operands, size);
  tern_vec_push(&operands, element);
  tern_vec_push(&operands, layout);
  for (size_t i = 0; i < tern_type_rank(encoding); ++i) {
    int64_t dim = tern_type_dim(encoding, i);
    tern_vec_push(&operands,
                  dim == TERN_DYNAMIC ? tern_op_operand(op, first_dim++) : tern_hal_build_index(conversion, dim));
  }
  tern_value_t *view = tern_build_value(
      &conversion->builder, TERN_HAL(BUFFER_VIEW_CREATE), .operands = {operands.values, operands.count},
      .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_BUFFER_VIEW_TYPE)));
  tern_vec_deinitialize(&operands);
  return view;
}

static bool convert_export(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *source = tern_op_operand_named(op, "source");
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_type_is_hal(type, TERN_HAL_BUFFER_TYPE)) return replace(op, source);
  if (!tern_type_is_hal(type, TERN_HAL_BUFFER_VIEW_TYPE)) {
    return tern_op_error(op, "exports %s, which is no buffer", tern_type_text(type));
  }
  size_t dims, count;
  tern_op_operands_named(op, "source_encoding_dims", &dims, &count);
  tern_value_t *view = build_view(conversion, op, source, tern_op_operand_named(op, "source_size"),
                                  tern_type_attr_value(tern_op_attr(op, "source_encoding")), dims);
  return view && replace(op, view);
}

static bool convert_trace(tern_hal_conversion_t *conversion, tern_op_t *op) {
  const tern_attr_t *encodings = tern_op_attr(op, "resource_encodings");
  size_t resources, sizes, dims, count, ignored;
  tern_op_operands_named(op, "resources", &resources, &count);
  tern_op_operands_named(op, "resource_sizes", &sizes, &ignored);
  tern_op_operands_named(op, "resource_encoding_dims", &dims, &ignored);
  TERN_VEC(tern_value_t *) views = {0};
  bool is_right = true;
  for (size_t i = 0; i < count && is_right; ++i) {
    const tern_type_t *encoding = tern_type_attr_value(tern_array_attr_at(encodings, i));
    tern_value_t *view =
        build_view(conversion, op, tern_op_operand(op, resources + i), tern_op_operand(op, sizes + i), encoding, dims);
    is_right = view != NULL;
    tern_vec_push(&views, view);
    if (is_right) dims += tern_type_dynamic_dim_count(encoding);
  }
  if (is_right) {
    tern_build(&conversion->builder, TERN_HAL(BUFFER_VIEW_TRACE), .operands = {views.values, views.count},
               .attrs = TERN_ATTRS({"key", tern_op_attr(op, "key")}));
  }
  tern_vec_deinitialize(&views);
  return is_right;
}

const tern_hal_rule_t tern_hal_resource_rules[] = {
    {TERN_STREAM(CONTEXT_RESOLVE), convert_context},
    {TERN_STREAM(RESOURCE_ALLOC), convert_alloc},
    {TERN_STREAM(RESOURCE_ALLOCA), convert_alloca},
    {TERN_STREAM(RESOURCE_DEALLOCA), convert_dealloca},
    {TERN_STREAM(RESOURCE_RETAIN), convert_retain},
    {TERN_STREAM(RESOURCE_RELEASE), convert_release},
    {TERN_STREAM(RESOURCE_IS_TERMINAL), convert_is_terminal},
    {TERN_STREAM(RESOURCE_SIZE), convert_size},
    {TERN_STREAM(RESOURCE_SUBVIEW), convert_subview},
    {TERN_STREAM(RESOURCE_TRY_MAP), convert_try_map},
    {TERN_STREAM(RESOURCE_LOAD), convert_load},
    {TERN_STREAM(RESOURCE_STORE), convert_store},
    {TERN_STREAM(FILE_CONSTANT), convert_file_constant},
    {TERN_STREAM(FILE_READ), convert_file_read},
    {TERN_STREAM(FILE_WRITE), convert_file_write},
    {TERN_STREAM(TENSOR_IMPORT), convert_import},
    {TERN_STREAM(TENSOR_EXPORT), convert_export},
    {TERN_STREAM(TENSOR_TRACE), convert_trace},
};
const size_t tern_hal_resource_rule_count = sizeof tern_hal_resource_rules / sizeof tern_hal_resource_rules[0];
