// xevm: the tables of the dialect, and the target attribute.

#include "dialect/xevm/xevm.h"

#include "dialect/xevm/hooks.h"

#define CASE(NAME, VALUE) {NAME, VALUE},
const tern_enum_row_t tern_xevm_enums[] = {
#define ENUM(ID, MNEMONIC, IS_ATTR, SUMMARY, CASES)                        \
  [TERN_XEVM_ENUM_##ID] = {.name = "xevm." MNEMONIC,                       \
                           .attr_name = IS_ATTR ? "xevm." MNEMONIC : NULL, \
                           .storage_width = 32,                            \
                           .summary = SUMMARY,                             \
                           .cases = (const tern_enum_case_t[]){CASES},     \
                           .case_count = sizeof((const tern_enum_case_t[]){CASES}) / sizeof(tern_enum_case_t)},
#include "dialect/xevm/xevm_enums.def"
#undef ENUM
};
#undef CASE

const tern_op_row_t tern_xevm_ops[] = {
#define OP(ID, NAME, ...) [TERN_XEVM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/xevm/xevm_ops.def"
#undef OP
};

const tern_gpu_target_form_t tern_xevm_target_form = {
    .names = {[TERN_GPU_TARGET_LEVEL] = "O",
              [TERN_GPU_TARGET_TRIPLE] = "triple",
              [TERN_GPU_TARGET_CHIP] = "chip",
              [TERN_GPU_TARGET_FLAGS] = "flags",
              [TERN_GPU_TARGET_LINK] = "linkFiles"},
    .triple = "spirv64-unknown-unknown",
    .chip = "bmg",
};

static const tern_attr_t *parse_target(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return tern_gpu_target_parse(parser, row, &tern_xevm_target_form);
}

static void print_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_gpu_target_print(printer, attr, &tern_xevm_target_form);
}

bool tern_xevm_parse_memfence(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_op_parse_prop_dict(parser, op) && tern_op_parse_optional_attr_dict(parser, op);
}

// Upstream writes the address space also where it is the default.
void tern_xevm_print_memfence(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const names[] = {"addrspace", "scope"};
  for (size_t i = 0; i < 2; ++i) {
    tern_printer_format(printer, "%s%s = ", i ? ", " : " <{", names[i]);
    tern_printer_attr(printer, tern_op_attr(op, names[i]));
  }
  tern_printer_text(printer, "}>");
  tern_printer_attr_dict(printer, op, names, 2);
}

const tern_attr_row_t tern_xevm_attrs[] = {
    [TERN_XEVM_ATTR_TARGET] = {.name = "xevm.target",
                               .summary = "What a gpu.module for Intel's GPUs is compiled for",
                               .parse = parse_target,
                               .print = print_target,
                               .attr_params = 1u << TERN_GPU_TARGET_FLAGS | 1u << TERN_GPU_TARGET_LINK},
    [TERN_XEVM_ATTR_MMA_SHAPE] = {.name = "xevm.mma_shape",
                                  .summary = "Sizes of the matrices of a product",
                                  .parse = tern_xevm_parse_mma_shape,
                                  .print = tern_xevm_print_mma_shape},
    [TERN_XEVM_ATTR_MMA_TYPES] = {.name = "xevm.mma_types",
                                  .summary = "Element types of the matrices of a product",
                                  .parse = tern_xevm_parse_mma_types,
                                  .print = tern_xevm_print_mma_types},
};

const tern_dialect_t tern_xevm_dialect = {
    .name = "xevm",
    .summary = "What Intel's GPUs have beyond LLVM IR",
    .ops = tern_xevm_ops,
    .op_count = TERN_XEVM_OP_COUNT,
    .attrs = tern_xevm_attrs,
    .attr_count = TERN_XEVM_ATTR_COUNT,
    .enums = tern_xevm_enums,
    .enum_count = TERN_XEVM_ENUM_COUNT,
};
