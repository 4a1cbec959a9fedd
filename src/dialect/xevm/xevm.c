// xevm: the target attribute.

#include "dialect/xevm/xevm.h"

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

const tern_attr_row_t tern_xevm_attrs[] = {
    [TERN_XEVM_ATTR_TARGET] = {.name = "xevm.target",
                               .summary = "What a gpu.module for Intel's GPUs is compiled for",
                               .parse = parse_target,
                               .print = print_target,
                               .attr_params = 1u << TERN_GPU_TARGET_FLAGS | 1u << TERN_GPU_TARGET_LINK},
};

const tern_dialect_t tern_xevm_dialect = {
    .name = "xevm",
    .summary = "What a gpu.module for Intel's GPUs is compiled for",
    .attrs = tern_xevm_attrs,
    .attr_count = TERN_XEVM_ATTR_COUNT,
};
