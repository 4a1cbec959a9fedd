// io_parameters to vm: calls of the native module `io_parameters`. Keys, which are constants, become one buffer with a table
// of their offsets and sizes (pairs of 32 bits); ranges become a buffer of three numbers of 64 bits each: offset in the
// parameter, offset in the buffer, length.

#include "dialect/io_parameters/io_parameters.h"

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

typedef struct range {
  size_t start, count;
} range_t;

static range_t group(const tern_op_t *op, const char *name) {
  range_t range;
  tern_op_operands_named(op, name, &range.start, &range.count);
  return range;
}

// The bytes of a key, as the attribute of the constant that it is.
static const tern_attr_t *constant_bytes(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_VM(RODATA_INLINE)) ? tern_op_attr(op, "value") : NULL;
}

// Looks only; `keys` are of the converted operands.
static bool match_keys(const tern_op_t *op, tern_values_t operands, range_t keys) {
  for (size_t i = 0; i < keys.count; ++i) {
    if (!constant_bytes(operands.values[keys.start + i])) {
      return tern_op_error(op, "has a key that is no constant");
    }
  }
  return true;
}

static tern_op_t *build_keys(tern_builder_t *b, tern_values_t operands, range_t keys) {
  const tern_type_t *buffer = tern_vm_buffer_type_get(b->context);
  TERN_VEC(const tern_attr_t *) data = {0};
  for (size_t i = 0; i < keys.count; ++i) tern_vec_push(&data, constant_bytes(operands.values[keys.start + i]));
  const tern_attr_t *type = tern_type_attr_get(tern_i_type_get(b->context, 32));
  tern_op_t *table =
      tern_build(b, TERN_VM(RODATA_TABLE_INLINE), .types = TERN_TYPES(buffer, buffer),
                 .attrs = TERN_ATTRS({"table_type", type},
                                     {"data_array", tern_array_attr_get(b->context, data.values, data.count)}));
  tern_vec_deinitialize(&data);
  return table;
}

// `buffer_offsets` may be empty: 0 each.
static tern_value_t *build_spans(tern_builder_t *b, tern_values_t operands, range_t offsets, range_t buffer_offsets,
                                 range_t lengths) {
  tern_value_t *size = tern_vm_build_i64(b, 24 * (int64_t)lengths.count), *alignment = tern_vm_build_i32(b, 16);
  tern_value_t *spans = tern_vm_build(b, TERN_VM_BUFFER_ALLOC, tern_vm_buffer_type_get(b->context),
                                      TERN_VALUES(size, alignment));  // of zeros
  for (size_t i = 0; i < lengths.count; ++i) {
    const range_t ranges[] = {offsets, buffer_offsets, lengths};
    for (size_t part = 0; part < 3; ++part) {
      if (ranges[part].count == 0) continue;
      tern_value_t *place = tern_vm_build_i64(b, (int64_t)(3 * i + part));
      tern_build(b, TERN_VM(BUFFER_STORE_I64),
                 .operands = TERN_VALUES(spans, place, operands.values[ranges[part].start + i]));
    }
  }
  return spans;
}

static tern_value_t *scope_or_null(tern_builder_t *b, tern_values_t operands, range_t scope) {
  return scope.count ? operands.values[scope.start] : tern_vm_build_null(b, tern_vm_buffer_type_get(b->context));
}

static tern_op_t *build_call(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t values) {
  const tern_vm_conversion_t *state = conversion->user;
  tern_op_t *import = tern_vm_import_get(state->module, op->def->row->name, op->loc);
  if (!import) return NULL;
  const tern_attr_t *callee =
      tern_flat_symbol_ref_attr_get(tern_op_context(op), tern_string_attr_value(tern_op_attr(import, "sym_name")));
  return tern_build(&conversion->rewriter.builder, TERN_VM(CALL), .operands = values,
                    .types = tern_function_type_results(tern_vm_func_type(import)),
                    .attrs = TERN_ATTRS({"callee", callee}));
}

// --- patterns ---

// The buffers come as a list.
static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  range_t keys = group(op, "source_keys"), no_offsets = {0, 0};
  if (!match_keys(op, operands, keys)) return false;
  tern_op_t *table = build_keys(b, operands, keys);
  tern_value_t *spans = build_spans(b, operands, group(op, "source_offsets"), no_offsets, group(op, "lengths"));
  tern_value_t *scope = scope_or_null(b, operands, group(op, "source_scope"));
  tern_value_t *const *v = operands.values;
  tern_value_t *types = v[group(op, "memory_types").start], *usage = v[group(op, "buffer_usage").start];
  tern_op_t *call = build_call(
      conversion, op,
      TERN_VALUES(v[0], v[1], v[2], v[3], scope, v[1], types, usage, &table->results[0], &table->results[1], spans));
  if (!call) return false;
  TERN_VEC(tern_value_t *) buffers = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *index = tern_vm_build_i32(b, (int64_t)i);
    tern_vec_push(&buffers, tern_vm_build(b, TERN_VM_LIST_GET_REF, tern_vm_convert_type(op->results[i].type),
                                          TERN_VALUES(&call->results[0], index)));
  }
  tern_conversion_replace(conversion, op, (tern_values_t){buffers.values, buffers.count});
  tern_vec_deinitialize(&buffers);
  return true;
}

static bool convert_gather(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  range_t keys = group(op, "source_keys");
  if (!match_keys(op, operands, keys)) return false;
  tern_op_t *table = build_keys(b, operands, keys);
  tern_value_t *spans =
      build_spans(b, operands, group(op, "source_offsets"), group(op, "target_offsets"), group(op, "target_lengths"));
  tern_value_t *scope = scope_or_null(b, operands, group(op, "source_scope"));
  tern_value_t *const *v = operands.values;
  if (!build_call(conversion, op,
                  TERN_VALUES(v[0], v[1], v[2], v[3], scope, v[group(op, "target_buffer").start], &table->results[0],
                              &table->results[1], spans))) {
    return false;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_scatter(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  range_t keys = group(op, "target_keys");
  if (!match_keys(op, operands, keys)) return false;
  tern_op_t *table = build_keys(b, operands, keys);
  tern_value_t *spans =
      build_spans(b, operands, group(op, "target_offsets"), group(op, "source_offsets"), group(op, "source_lengths"));
  tern_value_t *scope = scope_or_null(b, operands, group(op, "target_scope"));
  tern_value_t *const *v = operands.values;
  if (!build_call(conversion, op,
                  TERN_VALUES(v[0], v[1], v[2], v[3], v[group(op, "source_buffer").start], scope, &table->results[0],
                              &table->results[1], spans))) {
    return false;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_io_parameters_to_vm_patterns[] = {
    {"load", TERN_IO_PARAMETERS(LOAD), 1, convert_load},
    {"gather", TERN_IO_PARAMETERS(GATHER), 1, convert_gather},
    {"scatter", TERN_IO_PARAMETERS(SCATTER), 1, convert_scatter},
    {0},
};
