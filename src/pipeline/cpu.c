// The ready-made pipelines of the CPU target.

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

// Of 32 registers: 24 sums, 4 vectors of one factor, one element of the other in all lanes. Of 16: 12, 2 and one.
static int64_t panel_vectors(const tern_stage_scope_t *scope) {
  return tern_pass_int(scope->options, "vector-registers") >= 32 ? 4 : 2;
}

static void write_panel_vectors(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_int64(out, panel_vectors(scope));
}

static void write_accumulators(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_int64(out, 6 * panel_vectors(scope));
}

// Tiles have more rows than there are registers for.
static void write_short_rows(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  bool has_tiles = tern_pass_bool(scope->options, "amx-bf16") || tern_pass_bool(scope->options, "amx-int8");
  tern_string_builder_append_int64(out, has_tiles ? 32 : 6);
}

// Processors with such vectors, or so many, fuse in one instruction; others would call a function.
static void write_fuses(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  bool fuses = tern_pass_int(scope->options, "vector-bytes") >= 32 || panel_vectors(scope) == 4;
  tern_string_builder_append_cstr(out, fuses ? "true" : "false");
}

// Those that have such vectors multiply them by powers of two in one instruction, too.
static void write_ldexp(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, tern_pass_int(scope->options, "vector-bytes") >= 64 ? "true" : "false");
}

static const tern_stage_value_t values[] = {
    {"panel-vectors", TERN_OPTION_INT, write_panel_vectors},
    {"accumulators", TERN_OPTION_INT, write_accumulators},
    {"short-contraction-rows", TERN_OPTION_INT, write_short_rows},
    {"fuse-products", TERN_OPTION_BOOL, write_fuses},
    {"native-ldexp", TERN_OPTION_BOOL, write_ldexp},
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
