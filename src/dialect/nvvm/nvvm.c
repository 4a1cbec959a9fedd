// The nvvm dialect: its tables, and the attributes that functions take.

#include "dialect/nvvm/nvvm.h"

#include <inttypes.h>

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define CASE(ENUM_ID, ID, NAME, VALUE) {NAME, VALUE},
const tern_enum_row_t tern_nvvm_enums[] = {
#define ENUM(ID, MNEMONIC, IS_SPACED, SUMMARY, CASES)                  \
  [TERN_NVVM_ENUM_##ID] = {.name = "nvvm." MNEMONIC,                   \
                           .attr_name = "nvvm." MNEMONIC,              \
                           .storage_width = 32,                        \
                           .is_spaced_mnemonic = IS_SPACED,            \
                           .keeps_space = IS_SPACED,                   \
                           .summary = SUMMARY,                         \
                           .cases = (const tern_enum_case_t[]){CASES}, \
                           .case_count = sizeof((const tern_enum_case_t[]){CASES}) / sizeof(tern_enum_case_t)},
#include "dialect/nvvm/nvvm_enums.def"
#undef ENUM
};
#undef CASE

const tern_attr_row_t tern_nvvm_attrs[] = {
    [TERN_NVVM_ATTR_SHAPE] = {.name = "nvvm.shape",
                              .summary = "Attribute for MMA operation shape.",
                              .parse = tern_nvvm_parse_shape,
                              .print = tern_nvvm_print_shape},
    [TERN_NVVM_ATTR_LD_ST_MATRIX_SHAPE] = {.name = "nvvm.ld_st_matrix_shape",
                                           .summary = "Matrix shape for ldmatrix and stmatrix",
                                           .parse = tern_nvvm_parse_shape,
                                           .print = tern_nvvm_print_shape},
    [TERN_NVVM_ATTR_TARGET] = {.name = "nvvm.target",
                               .summary = "The GPU that a gpu.module is compiled for",
                               .parse = tern_nvvm_parse_target,
                               .print = tern_nvvm_print_target,
                               .attr_params = 1u << 4 | 1u << 5},
};

const tern_op_row_t tern_nvvm_ops[] = {
#define OP(ID, NAME, ...) [TERN_NVVM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/nvvm/nvvm_ops.def"
#undef OP
};

const tern_dialect_t tern_nvvm_dialect = {
    .name = "nvvm",
    .summary = "What NVIDIA's GPUs have beyond LLVM IR",
    .ops = tern_nvvm_ops,
    .op_count = TERN_NVVM_OP_COUNT,
    .attrs = tern_nvvm_attrs,
    .attr_count = TERN_NVVM_ATTR_COUNT,
    .enums = tern_nvvm_enums,
    .enum_count = TERN_NVVM_ENUM_COUNT,
    .verify_op_attr = tern_nvvm_verify_op_attr,
    .verify_arg_attr = tern_nvvm_verify_arg_attr,
};

int64_t tern_nvvm_value(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : otherwise;
}

int64_t tern_nvvm_shape_at(const tern_op_t *op, const char *name, size_t index) {
  return (int64_t)tern_op_attr(op, name)->params[index];
}

tern_nvvm_space_t tern_nvvm_pointer_space(const tern_value_t *pointer) {
  return (tern_nvvm_space_t)pointer->type->params[0];
}

// --- attributes of functions ---

// How the value of `nvvm.NAME` has to look.
typedef enum attr_form { DIMENSIONS, NUMBER } attr_form_t;

static const struct {
  const char *name;
  attr_form_t form;
} function_attrs[] = {
    {"nvvm.maxntid", DIMENSIONS}, {"nvvm.reqntid", DIMENSIONS}, {"nvvm.cluster_dim", DIMENSIONS},
    {"nvvm.minctasm", NUMBER},    {"nvvm.maxnreg", NUMBER},     {"nvvm.cluster_max_blocks", NUMBER},
};

static bool check_form(const tern_op_t *op, const char *name, attr_form_t form, const tern_attr_t *attr) {
  if (form == NUMBER) {
    return tern_attr_is_integer(attr) || tern_emit_error(op->loc, "'\"%s\"' attribute must be integer constant", name);
  }
  const tern_type_t *element = attr->kind == TERN_ATTR_DENSE_ARRAY ? tern_attr_type(attr) : NULL;
  size_t count = element ? tern_dense_array_attr_count(attr) : 0;
  return (element && tern_type_is_i(element, 32) && count > 0 && count <= 3) ||
         tern_emit_error(op->loc, "'\"%s\"' attribute must be integer array with maximum 3 index", name);
}

bool tern_nvvm_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  if (tern_str_equal_cstr(name, "nvvm.kernel")) {
    return tern_op_is(op, TERN_LLVM(FUNC)) ||
           tern_emit_error(op->loc, "'nvvm.kernel' attribute attached to unexpected op");
  }
  if (tern_str_equal_cstr(name, "nvvm.blocksareclusters")) {
    return (tern_op_attr(op, "nvvm.reqntid") && tern_op_attr(op, "nvvm.cluster_dim")) ||
           tern_emit_error(op->loc,
                           "'\"nvvm.blocksareclusters\"' attribute must be used along with 'nvvm.reqntid' and "
                           "'nvvm.cluster_dim'");
  }
  for (size_t i = 0; i < sizeof(function_attrs) / sizeof(function_attrs[0]); ++i) {
    if (tern_str_equal_cstr(name, function_attrs[i].name)) {
      return check_form(op, function_attrs[i].name, function_attrs[i].form, attr);
    }
  }
  return true;
}

bool tern_nvvm_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  if (!tern_str_equal_cstr(name, "nvvm.grid_constant")) return true;
  if (!tern_op_attr(op, "nvvm.kernel")) {
    return tern_emit_error(op->loc, "'\"nvvm.grid_constant\"' attribute must be present only on kernel arguments");
  }
  if (attr->kind != TERN_ATTR_UNIT)
    return tern_emit_error(op->loc, "'\"nvvm.grid_constant\"' must be a unit attribute");
  const tern_attr_t *attrs = tern_array_attr_at(tern_op_attr(op, "arg_attrs"), index);
  return tern_dictionary_attr_lookup(attrs, TERN_STR("llvm.byval")) ||
         tern_emit_error(
             op->loc, "'\"nvvm.grid_constant\"' attribute requires the argument to also have attribute 'llvm.byval'");
}
