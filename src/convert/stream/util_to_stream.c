// The conversion to stream: globals.
//
// A global of a tensor is a global of a resource, `variable` if it changes, else `constant`, and one of its size. An
// initial value is stored by an initializer behind the global.

#include <string.h>

#include "convert/stream/stream_conversion.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static tern_stream_lifetime_t lifetime_of(const tern_op_t *global) {
  return tern_op_attr(global, "is_mutable") ? TERN_STREAM_LIFETIME_VARIABLE : TERN_STREAM_LIFETIME_CONSTANT;
}

// `@name__size`
static const tern_attr_t *size_name(tern_context_t *context, tern_str_t name, bool as_ref) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, name);
  tern_string_builder_append_cstr(&text, "__size");
  tern_str_t view = tern_string_builder_view(&text);
  const tern_attr_t *attr = as_ref ? tern_flat_symbol_ref_attr_get(context, view) : tern_string_attr_get(context, view);
  tern_string_builder_deinitialize(&text);
  return attr;
}

static tern_op_t *build_global(tern_builder_t *builder, const tern_op_t *like, const tern_attr_t *name,
                               const tern_type_t *type) {
  tern_op_t *global = tern_build(builder, TERN_UTIL(GLOBAL), .dictionary = tern_op_attr_dictionary(like));
  tern_op_set_attr(global, "sym_name", name);
  tern_op_set_attr(global, "type", tern_type_attr_get(type));
  tern_op_set_attr(global, "initial_value", NULL);
  tern_op_set_attr(global, "stream.affinity", NULL);
  return global;
}

static void build_store(tern_builder_t *builder, tern_value_t *value, const tern_attr_t *global) {
  tern_build(builder, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(value), .attrs = TERN_ATTRS({"global", global}));
}

// flow's parameters are stream's by another name: `#flow.parameter.named<"scope"::"key", {...}> : type`, whose
// parameters are laid out alike.
static const tern_attr_t *convert_initial_value(const tern_attr_t *value) {
  if (value->kind != TERN_ATTR_DIALECT) return value;
  const tern_attr_row_t *row = value->row;
  if (strcmp(row->name, "flow.parameter.named") != 0 || value->param_count < 4) return value;
  tern_str_t scope = {0};
  if (value->params[1]) scope = tern_ident_str((const tern_ident_t *)(uintptr_t)value->params[1]);
  return tern_stream_parameter_attr_get((const tern_type_t *)(uintptr_t)value->params[0], scope,
                                        tern_ident_str((const tern_ident_t *)(uintptr_t)value->params[2]),
                                        (const tern_attr_t *)(uintptr_t)value->params[3]);
}

static bool build_initializer(tern_stream_conversion_t *conversion, const tern_op_t *old, const tern_attr_t *name_ref,
                              const tern_attr_t *size_ref, const tern_attr_t *value) {
  const tern_type_t *type = tern_util_global_type(old);
  const tern_attr_t *affinity = tern_stream_op_affinity(old);
  tern_stream_lifetime_t lifetime = lifetime_of(old);
  if (!tern_type_is_ranked(type) || tern_type_dynamic_dim_count(type)) {
    return tern_op_error(old, "has an initial value but a type of unknown size: %s", tern_type_text(type));
  }
  tern_op_t *initializer = tern_build(&conversion->builder, TERN_UTIL(INITIALIZER), .regions = 1);
  const tern_type_t *function = tern_function_type_get(conversion->context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_set_attr(initializer, "function_type", tern_type_attr_get(function));
  tern_builder_t outer = conversion->builder;
  tern_builder_add_block(&conversion->builder, &initializer->regions[0], (tern_types_t){0});
  tern_sized_value_t made;
  if (tern_attr_is_util(value, TERN_UTIL_ATTR_UNINITIALIZED)) {
    made.size = tern_stream_sizeof(conversion, type, TERN_NO_VALUES, affinity);
    made.resource = tern_op_result(
        tern_stream_build(conversion, TERN_STREAM(TENSOR_EMPTY), TERN_GROUPS(TERN_NO_VALUES, TERN_ONE(made.size)),
                          TERN_TYPES(tern_stream_resource_type_get(conversion->context, lifetime)),
                          TERN_ATTRS({"result_encoding", tern_type_attr_get(type)}, {"affinity", affinity})),
        0);
  } else {
    made = tern_stream_build_constant(conversion, convert_initial_value(value), type, lifetime, affinity);
  }
  build_store(&conversion->builder, made.resource, name_ref);
  build_store(&conversion->builder, made.size, size_ref);
  tern_build(&conversion->builder, TERN_UTIL(RETURN));
  conversion->builder = outer;
  return true;
}

bool tern_stream_convert_global(tern_stream_conversion_t *conversion, tern_op_t *global) {
  const tern_type_t *type = tern_util_global_type(global);
  tern_context_t *context = conversion->context;
  if (!tern_is_tensor(type)) return true;
  tern_str_t name = tern_symbol_name(global);
  const tern_attr_t *value = tern_op_attr(global, "initial_value");
  build_global(&conversion->builder, global, tern_string_attr_get(context, name),
               tern_stream_resource_type_get(context, lifetime_of(global)));
  build_global(&conversion->builder, global, size_name(context, name, false), tern_index_type_get(context));
  bool is_ok = !value || build_initializer(conversion, global, tern_flat_symbol_ref_attr_get(context, name),
                                           size_name(context, name, true), value);
  tern_stream_retire(conversion, global);
  return is_ok;
}

// The old global is there, in front of which the new one was or will be put: lookups find a global of that name.
static tern_stream_lifetime_t accessed_lifetime(const tern_op_t *op) {
  const tern_op_t *global = tern_util_global_of(op);
  return global ? lifetime_of(global) : TERN_STREAM_LIFETIME_VARIABLE;
}

// What the type says, or else the other global.
static tern_value_t *load_size(tern_stream_conversion_t *conversion, const tern_op_t *op, const tern_attr_t *affinity) {
  const tern_type_t *type = op->results[0].type;
  tern_context_t *context = conversion->context;
  if (tern_type_is_ranked(type) && tern_type_has_static_shape(type)) {
    return tern_stream_sizeof(conversion, type, TERN_NO_VALUES, affinity);
  }
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(op, "global"), 0);
  tern_value_t *size =
      tern_build_value(&conversion->builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(tern_index_type_get(context)),
                       .attrs = TERN_ATTRS({"global", size_name(context, name, true)}));
  tern_op_set_attr(tern_value_defining_op(size), "is_immutable", tern_op_attr(op, "is_immutable"));
  return size;
}

static bool convert_load(tern_stream_conversion_t *conversion, tern_op_t *op) {
  if (!tern_is_tensor(op->results[0].type)) return true;
  const tern_attr_t *global = tern_op_attr(op, "global"), *immutable = tern_op_attr(op, "is_immutable");
  const tern_attr_t *affinity = tern_stream_op_affinity(op);
  tern_context_t *context = conversion->context;
  tern_value_t *resource =
      tern_build_value(&conversion->builder, TERN_UTIL(GLOBAL_LOAD),
                       .types = TERN_TYPES(tern_stream_resource_type_get(context, accessed_lifetime(op))),
                       .attrs = TERN_ATTRS({"global", global}));
  tern_op_set_attr(tern_value_defining_op(resource), "is_immutable", immutable);
  tern_value_t *size = load_size(conversion, op, affinity);
  tern_value_t *unknown = tern_stream_transfer(conversion, resource, size, TERN_STREAM_LIFETIME_UNKNOWN, affinity);
  tern_stream_bind(conversion, &op->results[0], unknown, size);
  tern_stream_retire(conversion, op);
  return true;
}

static bool convert_store(tern_stream_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *value = tern_op_operand(op, 0);
  if (!tern_is_tensor(value->type)) return true;
  const tern_attr_t *global = tern_op_attr(op, "global");
  tern_sized_value_t converted = tern_stream_converted(conversion, value);
  tern_value_t *stored = tern_stream_transfer(conversion, converted.resource, converted.size, accessed_lifetime(op),
                                              tern_stream_op_affinity(op));
  build_store(&conversion->builder, stored, global);
  build_store(&conversion->builder, converted.size,
              size_name(conversion->context, tern_symbol_ref_attr_at(global, 0), true));
  tern_stream_retire(conversion, op);
  return true;
}

static bool refuse_indirect(tern_stream_conversion_t *conversion, tern_op_t *op) {
  (void)conversion;
  const tern_type_t *type = NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *operand = tern_op_operand(op, i)->type;
    if (tern_type_is_util(operand, TERN_UTIL_TYPE_PTR)) type = tern_util_type_target(operand);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *result = op->results[i].type;
    if (tern_type_is_util(result, TERN_UTIL_TYPE_PTR)) type = tern_util_type_target(result);
  }
  if (!type || !tern_is_tensor(type)) return true;
  return tern_op_error(op, "reaches a global of a tensor through a reference; name the global instead");
}

const tern_stream_rule_t tern_util_to_stream_rules[] = {
    {TERN_UTIL(GLOBAL_LOAD), convert_load},
    {TERN_UTIL(GLOBAL_STORE), convert_store},
    {TERN_UTIL(GLOBAL_ADDRESS), refuse_indirect},
    {TERN_UTIL(GLOBAL_LOAD_INDIRECT), refuse_indirect},
    {TERN_UTIL(GLOBAL_STORE_INDIRECT), refuse_indirect},
    {0},
};
