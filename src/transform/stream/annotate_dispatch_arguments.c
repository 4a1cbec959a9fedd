// --iree-stream-annotate-dispatch-arguments: tells functions what is known of their arguments from their dispatches.
//
//   stream.cmd.dispatch @e::@f(%c4) { ro %r[%c64 for ...] }
//   stream.cmd.dispatch @e::@f(%c8) { ro %r[%c128 for ...] }
//   -> func.func @f(%n: index {stream.alignment = 4 : index, stream.values = [4 : index, 8 : index]},
//                   %b: !stream.binding {stream.alignment = 64 : index})
//
// Source: upstream's pass of the same name. `stream.values` is there if only constants are passed; `stream.alignment` is
// what divides all values, and for bindings what their first byte is aligned to, which is never more than what offsets of
// buffers are aligned to on the target.

#include "analysis/divisor.h"
#include "analysis/stream/device_code.h"
#include "base/integer.h"
#include "dialect/arith/arith.h"
#include "pass/pass.h"

// More different values than this say nothing.
#define VALUE_LIMIT 64

static tern_value_t *operand_at(const tern_stream_entry_t *entry, size_t site, const char *group, size_t index) {
  size_t start, count;
  tern_op_operands_named(entry->dispatches.values[site], group, &start, &count);
  return index < count ? tern_op_operand(entry->dispatches.values[site], start + index) : NULL;
}

static int compare_values(const void *a, const void *b) {
  int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
  return left < right ? -1 : left > right;
}

// The different constants that are passed, in rising order; NULL: there are others, or too many.
static const tern_attr_t *potential_values(const tern_stream_entry_t *entry, size_t index) {
  int64_t values[VALUE_LIMIT];
  size_t count = 0;
  const tern_type_t *type = operand_at(entry, 0, "uniform_operands", index)->type;
  for (size_t site = 0; site < entry->dispatches.count; ++site) {
    int64_t value;
    if (!tern_value_constant_int(operand_at(entry, site, "uniform_operands", index), &value)) return NULL;
    size_t place = 0;
    while (place < count && values[place] != value) ++place;
    if (place == VALUE_LIMIT) return NULL;
    if (place == count) values[count++] = value;
  }
  qsort(values, count, sizeof(values[0]), compare_values);
  const tern_attr_t *attrs[VALUE_LIMIT];
  for (size_t i = 0; i < count; ++i) attrs[i] = tern_integer_attr_get(type, values[i]);
  return tern_array_attr_get(type->context, attrs, count);
}

static int64_t common_divisor(const tern_stream_entry_t *entry, const char *group, size_t index) {
  int64_t divisor = 0;
  for (size_t site = 0; site < entry->dispatches.count; ++site) {
    tern_value_t *value = operand_at(entry, site, group, index);
    divisor = tern_gcd(divisor, value ? tern_value_divisor(value) : 1);
  }
  return divisor;
}

static const tern_attr_t *with(const tern_attr_t *attrs, tern_context_t *context, const char *name,
                               const tern_attr_t *value) {
  return tern_dictionary_attr_with(context, attrs, tern_str_from_cstr(name), value);
}

static const tern_attr_t *annotate_operand(const tern_stream_entry_t *entry, size_t index, const tern_attr_t *attrs) {
  tern_context_t *context = tern_op_context(entry->function);
  const tern_type_t *type = operand_at(entry, 0, "uniform_operands", index)->type;
  if (!tern_type_is_int_or_index(type)) return attrs;
  int64_t divisor = common_divisor(entry, "uniform_operands", index);
  if (divisor > 1) {
    attrs = with(attrs, context, "stream.alignment", tern_integer_attr_get(tern_index_type_get(context), divisor));
  }
  const tern_attr_t *values = potential_values(entry, index);
  return values ? with(attrs, context, "stream.values", values) : attrs;
}

static const tern_attr_t *annotate_binding(const tern_stream_entry_t *entry, size_t index, int64_t limit,
                                           const tern_attr_t *attrs) {
  tern_context_t *context = tern_op_context(entry->function);
  int64_t divisor = common_divisor(entry, "resource_offsets", index);
  divisor = divisor == 0 ? limit : tern_gcd(divisor, limit);
  if (divisor <= 1) return attrs;
  return with(attrs, context, "stream.alignment", tern_integer_attr_get(tern_index_type_get(context), divisor));
}

static void annotate_entry(const tern_stream_entry_t *entry) {
  const tern_block_t *block = tern_op_body(entry->function, 0);
  int64_t limit = tern_stream_resource_config_lookup(entry->exported).min_buffer_offset_alignment;
  TERN_VEC(const tern_attr_t *) attrs = {0};
  size_t operand = 0, binding = 0;
  for (size_t i = 0; i < block->arg_count; ++i) {
    const tern_attr_t *old = tern_stream_arg_attrs(entry->function, i);
    bool is_binding = tern_type_is_stream_binding(block->args[i]->type);
    tern_vec_push(&attrs,
                  is_binding ? annotate_binding(entry, binding, limit, old) : annotate_operand(entry, operand, old));
    binding += is_binding;
    operand += !is_binding;
  }
  tern_stream_update_signature(entry->function, attrs.values);
  tern_vec_deinitialize(&attrs);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_stream_entries_t entries;
  tern_stream_entries_find(module, &entries);
  for (size_t i = 0; i < entries.list.count; ++i) {
    // Without dispatches nothing is known; a function that is one of several gets what all of them get.
    if (entries.list.values[i].dispatches.count == 0) continue;
    annotate_entry(&entries.list.values[i]);
    tern_pass_count(pass, 0, 1);
  }
  tern_stream_entries_deinitialize(&entries);
  return true;
}

const tern_pass_def_t tern_stream_annotate_dispatch_arguments_pass = {
    .flag = "iree-stream-annotate-dispatch-arguments",
    .name = "AnnotateDispatchArgumentsPass",
    .anchor = "builtin.module",
    .summary = "Note what is known of the operands of dispatches: constants, alignments, overlaps",
    .statistics = (const char *const[]){"num-functions - Number of functions annotated", NULL},
    .run = run,
};
