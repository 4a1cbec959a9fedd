// rocdl: the target attribute.

#include "dialect/rocdl/rocdl.h"

const tern_gpu_target_form_t tern_rocdl_target_form = {
    .names = {[TERN_GPU_TARGET_LEVEL] = "O",
              [TERN_GPU_TARGET_TRIPLE] = "triple",
              [TERN_GPU_TARGET_CHIP] = "chip",
              [TERN_GPU_TARGET_FEATURES] = "features",
              [TERN_GPU_TARGET_ABI] = "abi",
              [TERN_GPU_TARGET_FLAGS] = "flags",
              [TERN_GPU_TARGET_LINK] = "link"},
    .triple = "amdgcn-amd-amdhsa",
    .chip = "gfx900",
    .abi = "600",
};

static const tern_attr_t *parse_target(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return tern_gpu_target_parse(parser, row, &tern_rocdl_target_form);
}

static void print_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_gpu_target_print(printer, attr, &tern_rocdl_target_form);
}

const tern_attr_row_t tern_rocdl_attrs[] = {
    [TERN_ROCDL_ATTR_TARGET] = {.name = "rocdl.target",
                                .summary = "What a gpu.module for AMD's GPUs is compiled for",
                                .parse = parse_target,
                                .print = print_target,
                                .attr_params = 1u << TERN_GPU_TARGET_FLAGS | 1u << TERN_GPU_TARGET_LINK},
};

const tern_dialect_t tern_rocdl_dialect = {
    .name = "rocdl",
    .summary = "What a gpu.module for AMD's GPUs is compiled for",
    .attrs = tern_rocdl_attrs,
    .attr_count = TERN_ROCDL_ATTR_COUNT,
};
