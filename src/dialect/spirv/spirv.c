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
#include "dialect/spirv/spirv_ops.def"
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
    .verify_op_attr = verify_op_attr,
    .encoding = &encoding,
};
