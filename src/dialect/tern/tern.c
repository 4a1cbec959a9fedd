// tern: the tables of the dialect, which has one attribute.

#include "dialect/tern/tern.h"

const tern_gpu_target_form_t tern_cpu_target_form = {
    .names = {[TERN_GPU_TARGET_LEVEL] = "O",
              [TERN_GPU_TARGET_TRIPLE] = "triple",
              [TERN_GPU_TARGET_CHIP] = "chip",
              [TERN_GPU_TARGET_FEATURES] = "features",
              [TERN_GPU_TARGET_LINK] = "link"},
    .triple = TERN_CPU_TARGET_NATIVE,
    .chip = TERN_CPU_TARGET_NATIVE,
};

static const tern_attr_t *parse_target(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return tern_gpu_target_parse(parser, row, &tern_cpu_target_form);
}

static void print_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_gpu_target_print(printer, attr, &tern_cpu_target_form);
}

const tern_attr_row_t tern_tern_attrs[] = {
    [TERN_TERN_ATTR_CPU_TARGET] = {.name = "tern.cpu_target",
                                   .summary = "What a gpu.module that runs on the CPU is compiled for",
                                   .parse = parse_target,
                                   .print = print_target,
                                   .attr_params = 1u << TERN_GPU_TARGET_FLAGS | 1u << TERN_GPU_TARGET_LINK},
};

const tern_dialect_t tern_tern_dialect = {
    .name = "tern",
    .summary = "What this compiler says of programs that no other dialect has a word for",
    .attrs = tern_tern_attrs,
    .attr_count = TERN_TERN_ATTR_COUNT,
};
