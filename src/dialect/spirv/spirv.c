// The spirv dialect: tables of ops, attributes and enums, and what the verifier asks.

#include "dialect/spirv/spirv.h"

#include "bytecode/dialect_encoding.h"
#include "dialect/spirv/hooks.h"
#include "dialect/spirv/rows.h"
#include "dialect/spirv/structure.h"
#include "dialect/spirv/types.h"
#include "ir/diagnostic.h"

// Bits of memory semantics of which one may be set.
enum { ACQUIRE = 2, RELEASE = 4, ACQUIRE_RELEASE = 8, SEQUENTIALLY_CONSISTENT = 16 };

static bool verify_barrier(const tern_op_t *op) {
  int64_t orders = tern_enum_attr_value(tern_op_attr(op, "memory_semantics")) &
                   (ACQUIRE | RELEASE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT);
  if ((orders & (orders - 1)) == 0) return true;
  return tern_op_error(op,
                       "expected at most one of these four memory constraints to be set: `Acquire`, `Release`,"
                       "`AcquireRelease` or `SequentiallyConsistent`");
}

static bool verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  static const struct {
    const char *name;
    tern_spirv_attr_t attr;
    const char *description;
  } known[] = {
      {"spirv.entry_point_abi", TERN_SPIRV_ATTR_ENTRY_POINT_ABI, "an entry point ABI attribute"},
      {"spirv.target_env", TERN_SPIRV_ATTR_TARGET_ENV, "a target environment attribute"},
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
    if (!tern_str_equal_cstr(name, known[i].name)) continue;
    return tern_attr_is_spirv(attr, known[i].attr) ||
           tern_op_error(op, "'%s' attribute must be %s, but is %s", known[i].name, known[i].description,
                         tern_attr_text(attr));
  }
  return tern_op_error(op, "found unsupported '%.*s' attribute on operation", (int)name.size, name.data);
}

// Of an argument, or a graph's result, of this type.
static bool verify_value_attr(const tern_op_t *op, const tern_type_t *type, tern_str_t name, const tern_attr_t *attr) {
  if (tern_str_equal_cstr(name, "spirv.decoration")) {
    return (attr->kind == TERN_ATTR_ENUM && attr->row == TERN_SPIRV_ENUM(DECORATION)) ||
           tern_emit_error(op->loc, "'spirv.decoration' must be a spirv::DecorationAttr");
  }
  if (!tern_str_equal_cstr(name, "spirv.interface_var_abi")) {
    return tern_emit_error(op->loc, "found unsupported '%.*s' attribute on region argument", (int)name.size, name.data);
  }
  if (!tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_INTERFACE_VAR_ABI)) {
    return tern_emit_error(op->loc, "'spirv.interface_var_abi' must be a spirv::InterfaceVarABIAttr");
  }
  bool has_storage_class = attr->params[2] != UINT32_MAX;
  return !has_storage_class || tern_type_is_int_or_index(type) || tern_type_is_float(type) ||
         tern_emit_error(op->loc,
                         "'spirv.interface_var_abi' attribute cannot specify storage class when attaching to a "
                         "non-scalar value");
}

// Functions of other dialects than builtin types are not looked into.
static const tern_type_t *signature_of(const tern_op_t *op) {
  const tern_attr_t *type = tern_op_attr(op, "function_type");
  bool is_function = type && type->kind == TERN_ATTR_TYPE && tern_type_attr_value(type)->kind == TERN_TYPE_FUNCTION;
  return is_function ? tern_type_attr_value(type) : NULL;
}

static bool verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  const tern_type_t *type = signature_of(op);
  if (!type || index >= tern_function_type_inputs(type).count) return true;
  return verify_value_attr(op, tern_function_type_inputs(type).values[index], name, attr);
}

static bool verify_result_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  const tern_type_t *type = signature_of(op);
  if (!type || index >= tern_function_type_results(type).count) return true;
  if (tern_op_is(op, TERN_SPIRV(ARM_GRAPH))) {
    return verify_value_attr(op, tern_function_type_results(type).values[index], name, attr);
  }
  return tern_emit_error(op->loc,
                         "cannot attach SPIR-V attributes to region result which is not part of a spirv::GraphARMOp "
                         "type");
}

const tern_attr_row_t tern_spirv_attrs[] = {
    [TERN_SPIRV_ATTR_VCE] = {.name = "spirv.vce",
                             .summary = "Version, capabilities and extensions",
                             .parse = tern_spirv_parse_vce,
                             .print = tern_spirv_print_vce},
    [TERN_SPIRV_ATTR_TARGET_ENV] = {.name = "spirv.target_env",
                                    .summary = "What a target can do, who made it, and its limits",
                                    .parse = tern_spirv_parse_target_env,
                                    .print = tern_spirv_print_target_env},
    [TERN_SPIRV_ATTR_RESOURCE_LIMITS] = {.name = "spirv.resource_limits",
                                         .summary = "Limits of a target",
                                         .parse = tern_spirv_parse_fields,
                                         .print = tern_spirv_print_fields},
    [TERN_SPIRV_ATTR_ENTRY_POINT_ABI] = {.name = "spirv.entry_point_abi",
                                         .summary = "How an entry point is dispatched",
                                         .parse = tern_spirv_parse_fields,
                                         .print = tern_spirv_print_fields},
    [TERN_SPIRV_ATTR_INTERFACE_VAR_ABI] = {.name = "spirv.interface_var_abi",
                                           .summary = "Descriptor set, binding and storage class of an argument",
                                           .parse = tern_spirv_parse_interface_var_abi,
                                           .print = tern_spirv_print_interface_var_abi},
    [TERN_SPIRV_ATTR_LINKAGE_ATTRIBUTES] = {.name = "spirv.linkage_attributes",
                                            .summary = "Name and type of linkage",
                                            .parse = tern_spirv_parse_struct_attr,
                                            .print = tern_spirv_print_struct_attr},
    [TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_KHR] = {.name = "spirv.coop_matrix_props_khr",
                                               .summary = "A product of cooperative matrices that a target has",
                                               .parse = tern_spirv_parse_struct_attr,
                                               .print = tern_spirv_print_struct_attr},
    [TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_NV] = {.name = "spirv.coop_matrix_props_nv",
                                              .summary = "A product of NV cooperative matrices that a target has",
                                              .parse = tern_spirv_parse_struct_attr,
                                              .print = tern_spirv_print_struct_attr},
    [TERN_SPIRV_ATTR_CACHE_CONTROL_LOAD_INTEL] = {.name = "spirv.cache_control_load_intel",
                                                  .summary = "How a cache treats what is loaded",
                                                  .parse = tern_spirv_parse_struct_attr,
                                                  .print = tern_spirv_print_struct_attr},
    [TERN_SPIRV_ATTR_CACHE_CONTROL_STORE_INTEL] = {.name = "spirv.cache_control_store_intel",
                                                   .summary = "How a cache treats what is stored",
                                                   .parse = tern_spirv_parse_struct_attr,
                                                   .print = tern_spirv_print_struct_attr},
};

const tern_op_row_t tern_spirv_ops[] = {
#define OP(ID, NAME, ...) [TERN_SPIRV_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/spirv/rows/spirv_ops.def"
#undef OP
};

static const tern_custom_directive_t directives[] = {
    {"ImageOperands", tern_spirv_parse_image_operands, tern_spirv_print_image_operands},
};

// In bytecode these are always there, though our rows have defaults for them.
static const tern_property_encoding_t properties[] = {
    {"spirv.func", "function_control", TERN_PROPERTY_REQUIRED, NULL, NULL},
    {"spirv.mlir.loop", "loop_control", TERN_PROPERTY_REQUIRED, NULL, NULL},
    {"spirv.mlir.selection", "selection_control", TERN_PROPERTY_REQUIRED, NULL, NULL},
};

static const tern_dialect_encoding_t encoding = {
    .properties = properties,
    .property_count = sizeof(properties) / sizeof(properties[0]),
};

const tern_dialect_t tern_spirv_dialect = {
    .name = "spirv",
    .summary = "Target and ABI attributes of SPIR-V, and its barriers",
    .ops = tern_spirv_ops,
    .op_count = TERN_SPIRV_OP_COUNT,
    .attrs = tern_spirv_attrs,
    .attr_count = TERN_SPIRV_ATTR_COUNT,
    .types = tern_spirv_types,
    .type_count = TERN_SPIRV_TYPE_COUNT,
    .enums = tern_spirv_enums,
    .enum_count = TERN_SPIRV_ENUM_COUNT,
    .custom_directives = directives,
    .custom_directive_count = sizeof(directives) / sizeof(directives[0]),
    .materialize_constant = tern_spirv_materialize_constant,
    .verifies_ops_first = true,
    .verify_op_attr = verify_op_attr,
    .verify_arg_attr = verify_arg_attr,
    .verify_result_attr = verify_result_attr,
    .encoding = &encoding,
};
