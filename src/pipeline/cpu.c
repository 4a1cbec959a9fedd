// The ready-made pipelines of the CPU target.

#include "analysis/machine/machine.h"
#include "pass/stages.h"
#include "pipeline/stages/narrow_floats.h"

#include "pipeline/stages/cpu.def"

static const tern_option_def_t front_options[] = {
    {"recomputations", TERN_OPTION_INT, "-1", "As --hlo-reductions-to-linalg-on-tensors has it", NULL},
};

const tern_pipeline_def_t tern_hlo_to_linalg_pipeline = {
    .flag = "hlo-to-linalg-pipeline",
    .summary = "Lower a dispatch on tensors to linalg on buffers: common to all targets",
    .stages = hlo_to_linalg,
    .options = front_options,
    .option_count = sizeof front_options / sizeof front_options[0],
};

const tern_pipeline_def_t tern_linalg_bufferize_pipeline = {
    .flag = "iree-codegen-linalg-bufferize-pipeline",
    .summary = "Lower the functions of an executable to linalg on buffers: common to all targets",
    .stages = linalg_bufferize,
};

static const tern_option_def_t options[] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register of the processor", NULL},
    {"vector-registers", TERN_OPTION_INT, "32", "Vector registers of the processor", NULL},
    {"amx-bf16", TERN_OPTION_BOOL, "false", "The processor multiplies tiles of bf16", NULL},
    {"amx-int8", TERN_OPTION_BOOL, "false", "The processor multiplies tiles of i8", NULL},
    {"dot-i8", TERN_OPTION_STRING, NULL,
     "Its instruction for dot products of i8, as --linalg-contractions-to-dot knows it", NULL},
    {"dot-bf16", TERN_OPTION_STRING, NULL, "The same of bf16", NULL},
    {"tuning", TERN_OPTION_STRING, NULL, "File of tile sizes that were measured", NULL},
    {"explain-tuning", TERN_OPTION_BOOL, "false", "Tell what contractions are called in the file", NULL},
};

static tern_machine_t machine_of(const tern_stage_scope_t *scope) {
  tern_machine_t machine = tern_machine_of_vectors(tern_pass_int(scope->options, "vector-bytes"),
                                                   tern_pass_int(scope->options, "vector-registers"));
  machine.has_amx_bf16 = tern_pass_bool(scope->options, "amx-bf16");
  machine.has_amx_int8 = tern_pass_bool(scope->options, "amx-int8");
  return machine;
}

// What follows from the machine: a function that writes it as a value.
#define NUMBER_OF(quality)                                                                   \
  static void write_##quality(const tern_stage_scope_t *scope, tern_string_builder_t *out) { \
    tern_machine_t machine = machine_of(scope);                                              \
    tern_string_builder_append_int64(out, tern_machine_##quality(&machine));                 \
  }
#define TRUTH_OF(quality)                                                                      \
  static void write_##quality(const tern_stage_scope_t *scope, tern_string_builder_t *out) {   \
    tern_machine_t machine = machine_of(scope);                                                \
    tern_string_builder_append_cstr(out, tern_machine_##quality(&machine) ? "true" : "false"); \
  }
#define MEMBER_OF(member)                                                                   \
  static void write_##member(const tern_stage_scope_t *scope, tern_string_builder_t *out) { \
    tern_string_builder_append_int64(out, machine_of(scope).member);                        \
  }
MEMBER_OF(block_bytes)
MEMBER_OF(image_bytes)
NUMBER_OF(panel_vectors)
NUMBER_OF(accumulators)
NUMBER_OF(short_rows)
TRUTH_OF(fuses_products)
TRUTH_OF(has_ldexp)

static const tern_stage_value_t values[] = {
    {"block-bytes", TERN_OPTION_INT, .write = write_block_bytes},
    {"image-bytes", TERN_OPTION_INT, .write = write_image_bytes},
    {"panel-vectors", TERN_OPTION_INT, .write = write_panel_vectors},
    {"accumulators", TERN_OPTION_INT, .write = write_accumulators},
    {"short-contraction-rows", TERN_OPTION_INT, .write = write_short_rows},
    {"fuse-products", TERN_OPTION_BOOL, .write = write_fuses_products},
    {"native-ldexp", TERN_OPTION_BOOL, .write = write_has_ldexp},
};

const tern_pipeline_def_t tern_linalg_to_llvmcpu_pipeline = {
    .flag = "iree-codegen-linalg-to-llvm-pipeline",
    .summary = "Lower linalg on buffers to the llvm dialect with the ABI of tern/dispatch.h",
    .stages = linalg_to_llvm,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};
