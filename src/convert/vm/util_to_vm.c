// util's functions, calls, initializers and globals to vm.

#include "dialect/util/util.h"

#include "base/vec.h"
#include "convert/vm/to_vm.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

typedef TERN_VEC(const tern_type_t *) type_list_t;

// --- functions ---

static bool convert_types(tern_types_t types, type_list_t *out) {
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *type = tern_vm_convert_type(types.values[i]);
    if (!type || (!tern_vm_type_is_value(type) && !tern_vm_type_is_ref(type))) return false;
    tern_vec_push(out, type);
  }
  return true;
}

static const tern_type_t *convert_function_type(const tern_type_t *type) {
  type_list_t inputs = {0}, results = {0};
  const tern_type_t *converted = NULL;
  if (convert_types(tern_function_type_inputs(type), &inputs) &&
      convert_types(tern_function_type_results(type), &results)) {
    converted = tern_function_type_get(type->context, (tern_types_t){inputs.values, inputs.count},
                                       (tern_types_t){results.values, results.count});
  }
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  return converted;
}

// Attributes that the vm's function keeps.
static const tern_attr_t *kept_attrs(const tern_op_t *op) {
  static const char *const names[] = {"nosideeffects", "vm.fallback", "vm.signature", "vm.version", "vm.yield"};
  const tern_attr_t *kept = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    const tern_attr_t *value = tern_op_attr(op, names[i]);
    if (value) kept = tern_dictionary_attr_with(tern_op_context(op), kept, tern_str_from_cstr(names[i]), value);
  }
  return kept;
}

// What is outside of the module: its name says where.
static void build_import(tern_builder_t *b, const tern_op_t *op, const tern_type_t *type) {
  const tern_attr_t *name_attr = tern_op_attr(op, "sym_name");
  tern_op_t *import =
      tern_build(b, TERN_VM(IMPORT), .regions = 1, .dictionary = kept_attrs(op),
                 .attrs = TERN_ATTRS({"sym_name", name_attr},
                                     {"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                                     {"function_type", tern_type_attr_get(type)}));
  if (tern_op_attr(op, "vm.import.optional")) tern_op_set_attr(import, "is_optional", tern_unit_attr_get(b->context));
  const tern_attr_t *version = tern_op_attr(op, "vm.import.minimum_version");
  if (tern_attr_is_integer(version)) tern_op_set_attr(import, "minimum_version", version);
}

// Callers from outside see the function under its name, and what iree.reflection says of it.
static void build_export(tern_builder_t *b, const tern_op_t *op) {
  tern_str_t name = tern_symbol_name(op);
  const tern_attr_t *reflection = tern_op_attr(op, "iree.reflection"), *attrs = NULL;
  if (reflection) attrs = tern_dictionary_attr_with(b->context, NULL, TERN_STR("iree.reflection"), reflection);
  tern_build(b, TERN_VM(EXPORT), .dictionary = attrs,
             .attrs = TERN_ATTRS({"function_ref", tern_flat_symbol_ref_attr_get(b->context, name)},
                                 {"export_name", tern_string_attr_get(b->context, name)}));
}

static bool convert_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_util_func_type(op), *converted = convert_function_type(type);
  (void)operands;
  if (!converted) return tern_op_error(op, "has a signature that the machine cannot have: %s", tern_type_text(type));
  if (tern_region_is_empty(&op->regions[0])) {
    build_import(b, op, converted);
    tern_conversion_erase(conversion, op);
    return true;
  }
  tern_op_t *func =
      tern_build(b, TERN_VM(FUNC), .regions = 1, .dictionary = kept_attrs(op),
                 .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                                     {"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                                     {"function_type", tern_type_attr_get(converted)}));
  tern_region_take_blocks(&func->regions[0], &op->regions[0]);
  if (!tern_conversion_convert_region_types(conversion, &func->regions[0])) return false;
  if (tern_symbol_visibility(op) == TERN_PUBLIC) build_export(b, op);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_initializer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_function_type_get(b->context, (tern_types_t){0}, (tern_types_t){0});
  (void)operands;
  tern_op_t *initializer = tern_build(b, TERN_VM(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
  tern_region_take_blocks(&initializer->regions[0], &op->regions[0]);
  if (!tern_conversion_convert_region_types(conversion, &initializer->regions[0])) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_build(&conversion->rewriter.builder, TERN_VM(RETURN), .operands = operands);
  tern_conversion_erase(conversion, op);
  return true;
}

// Finds the callee, which may have been converted already, and by the name it has as an import.
static bool convert_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_vm_conversion_t *state = conversion->user;
  tern_builder_t *b = &conversion->rewriter.builder;
  type_list_t types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_vm_convert_type(op->results[i].type);
    if (!type) {
      tern_vec_deinitialize(&types);
      return false;
    }
    tern_vec_push(&types, type);
  }
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  const tern_op_t *function = tern_symbol_lookup_in(state->module, tern_symbol_ref_attr_at(callee, 0));
  const tern_attr_t *attrs = op->attrs;
  if (function && tern_op_attr(function, "nosideeffects")) {
    attrs = tern_dictionary_attr_with(b->context, attrs, TERN_STR("nosideeffects"), tern_unit_attr_get(b->context));
  }
  tern_op_t *call = tern_build(b, TERN_VM(CALL), .operands = operands, .types = {types.values, types.count},
                               .dictionary = attrs, .attrs = TERN_ATTRS({"callee", callee}));
  TERN_VEC(tern_value_t *) results = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&results, tern_op_result(call, i));
  tern_conversion_replace(conversion, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&types);
  return true;
}

// --- globals ---

static const int global_ids[5] = {TERN_VM_GLOBAL_I32, TERN_VM_GLOBAL_I64, TERN_VM_GLOBAL_F32, TERN_VM_GLOBAL_F64,
                                  TERN_VM_GLOBAL_REF};

// The initial value as a number of the type that holds it; NULL: starts as zero. False: no such value.
static bool convert_initial_value(const tern_op_t *op, const tern_type_t *type, const tern_attr_t **out) {
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  *out = NULL;
  if (!value || tern_attr_is_util(value, TERN_UTIL_ATTR_NULL) ||
      tern_attr_is_util(value, TERN_UTIL_ATTR_UNINITIALIZED)) {
    return true;
  }
  if (tern_attr_is_integer(value) && tern_type_is_integer(type)) {
    *out = tern_integer_attr_get(type, tern_integer_attr_value(value));
  } else if (tern_attr_is_float(value)) {
    *out = tern_type_is_integer(type) ? tern_integer_attr_get(type, (int64_t)value->params[1]) : value;
  }
  return *out != NULL;
}

static bool convert_global(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_vm_convert_type(tern_util_global_type(op));
  const tern_attr_t *value;
  (void)operands;
  if (!type || tern_vm_by_type(type, global_ids) < 0) {
    return tern_op_error(op, "has type %s, which the machine cannot hold", tern_type_text(tern_util_global_type(op)));
  }
  if (!convert_initial_value(op, type, &value)) {
    return tern_op_error(op, "has the initial value %s, which the machine has no constant for",
                         tern_attr_text(tern_op_attr(op, "initial_value")));
  }
  tern_op_t *global =
      tern_build(b, &tern_vm_ops[tern_vm_by_type(type, global_ids)],
                 .attrs = TERN_ATTRS({"sym_name", tern_op_attr(op, "sym_name")},
                                     {"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                                     {"type", tern_type_attr_get(type)}));
  if (value) tern_op_set_attr(global, "initial_value", value);
  if (tern_op_attr(op, "is_mutable")) tern_op_set_attr(global, "is_mutable", tern_unit_attr_get(b->context));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const int direct[5] = {TERN_VM_GLOBAL_LOAD_I32, TERN_VM_GLOBAL_LOAD_I64, TERN_VM_GLOBAL_LOAD_F32,
                                TERN_VM_GLOBAL_LOAD_F64, TERN_VM_GLOBAL_LOAD_REF};
  static const int indirect[5] = {TERN_VM_GLOBAL_LOAD_INDIRECT_I32, TERN_VM_GLOBAL_LOAD_INDIRECT_I64,
                                  TERN_VM_GLOBAL_LOAD_INDIRECT_F32, TERN_VM_GLOBAL_LOAD_INDIRECT_F64,
                                  TERN_VM_GLOBAL_LOAD_INDIRECT_REF};
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  bool is_direct = tern_op_is(op, TERN_UTIL(GLOBAL_LOAD));
  if (!type || tern_vm_by_type(type, direct) < 0) return false;
  tern_named_attr_t attr = {"global", is_direct ? tern_op_attr(op, "global") : NULL};
  tern_value_t *value =
      tern_build_value(b, &tern_vm_ops[tern_vm_by_type(type, is_direct ? direct : indirect)], .operands = operands,
                       .types = TERN_TYPES(type), .attrs = {&attr, is_direct ? 1 : 0});
  return tern_conversion_replace_value(conversion, op, value);
}

static bool convert_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const int direct[5] = {TERN_VM_GLOBAL_STORE_I32, TERN_VM_GLOBAL_STORE_I64, TERN_VM_GLOBAL_STORE_F32,
                                TERN_VM_GLOBAL_STORE_F64, TERN_VM_GLOBAL_STORE_REF};
  static const int indirect[5] = {TERN_VM_GLOBAL_STORE_INDIRECT_I32, TERN_VM_GLOBAL_STORE_INDIRECT_I64,
                                  TERN_VM_GLOBAL_STORE_INDIRECT_F32, TERN_VM_GLOBAL_STORE_INDIRECT_F64,
                                  TERN_VM_GLOBAL_STORE_INDIRECT_REF};
  bool is_direct = tern_op_is(op, TERN_UTIL(GLOBAL_STORE));
  int id = tern_vm_by_type(operands.values[0]->type, is_direct ? direct : indirect);
  if (id < 0) return false;
  tern_named_attr_t attr = {"global", is_direct ? tern_op_attr(op, "global") : NULL};
  tern_build(&conversion->rewriter.builder, &tern_vm_ops[id], .operands = operands,
             .attrs = {&attr, is_direct ? 1 : 0});
  tern_conversion_erase(conversion, op);
  return true;
}

static bool convert_address(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_vm_convert_type(op->results[0].type);
  (void)operands;
  if (!type) return false;
  tern_value_t *value =
      tern_build_value(&conversion->rewriter.builder, TERN_VM(GLOBAL_ADDRESS), .types = TERN_TYPES(type),
                       .attrs = TERN_ATTRS({"global", tern_op_attr(op, "global")}));
  return tern_conversion_replace_value(conversion, op, value);
}

#define PATTERN(ID, REWRITE) {#ID, TERN_UTIL(ID), 1, REWRITE}
const tern_conversion_pattern_t tern_util_to_vm_patterns[] = {
    PATTERN(FUNC, convert_func),
    PATTERN(CALL, convert_call),
    PATTERN(RETURN, convert_return),
    PATTERN(INITIALIZER, convert_initializer),
    PATTERN(GLOBAL, convert_global),
    PATTERN(GLOBAL_ADDRESS, convert_address),
    PATTERN(GLOBAL_LOAD, convert_load),
    PATTERN(GLOBAL_LOAD_INDIRECT, convert_load),
    PATTERN(GLOBAL_STORE, convert_store),
    PATTERN(GLOBAL_STORE_INDIRECT, convert_store),
    {0},
};
