// The ready-made pipelines of the CPU target.

#include "pass/pass.h"

// The front half, common to all targets: a dispatch on tensors to linalg on the buffers of its interface.
static const tern_option_def_t front_options[] = {
    {"recomputations", TERN_OPTION_INT, "-1", "As --hlo-reductions-to-linalg-on-tensors has it", NULL},
};

static bool expand_hlo_to_linalg(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_format(
      out,
      "builtin.module(canonicalize,hlo-to-linalg-on-tensors,canonicalize,linalg-fusion-of-tensor-ops,canonicalize,cse,"
      "hlo-reductions-to-linalg-on-tensors{recomputations=%lld},linalg-fusion-of-tensor-ops,canonicalize,cse,"
      "hlo-to-linalg-on-buffers,canonicalize,cse)",
      (long long)tern_pass_int(pass, "recomputations"));
  return true;
}

const tern_pipeline_def_t tern_hlo_to_linalg_pipeline = {
    .flag = "hlo-to-linalg-pipeline",
    .summary = "Lower a dispatch on tensors to linalg on buffers: common to all targets",
    .options = front_options,
    .option_count = sizeof front_options / sizeof front_options[0],
    .expand = expand_hlo_to_linalg,
};

// The same for the functions of a whole program's executables, which are linalg on tensors already.
const tern_pipeline_def_t tern_linalg_bufferize_pipeline = {
    .flag = "iree-codegen-linalg-bufferize-pipeline",
    .summary = "Lower the functions of an executable to linalg on buffers: common to all targets",
    .text = "builtin.module(canonicalize,cse,iree-codegen-iree-comprehensive-bufferize,canonicalize,cse)",
};

const tern_option_def_t tern_cpu_options[] = {
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

// Formats that no processor computes with: in f32, and kept as integers.
#define NARROW_FLOATS \
  "f8E5M2,f8E4M3,f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU,f4E2M1FN,f6E2M3FN,f6E3M2FN"

// The file in quotes, so that blanks and commas are its own.
static void append_tuning(const tern_pass_t *options, tern_string_builder_t *out) {
  tern_str_t path = tern_pass_string(options, "tuning");
  char quote = tern_str_find_char(path, '"') < path.size ? '\'' : '"';
  if (path.size) {
    tern_string_builder_append_format(out, " tuning=%c%.*s%c", quote, (int)path.size, path.data, quote);
  }
  if (tern_pass_bool(options, "explain-tuning")) tern_string_builder_append_cstr(out, " explain-tuning");
}

// What multiplies narrow numbers: tiles before dot products.
static void append_narrow_products(const tern_pass_t *options, tern_string_builder_t *out) {
  bool has_bf16 = tern_pass_bool(options, "amx-bf16"), has_i8 = tern_pass_bool(options, "amx-int8");
  tern_str_t i8 = tern_pass_string(options, "dot-i8"), bf16 = tern_pass_string(options, "dot-bf16");
  if (has_bf16 || has_i8) {
    tern_string_builder_append_format(out, "cse,linalg-contractions-to-amx{bf16=%s i8=%s},",
                                      has_bf16 ? "true" : "false", has_i8 ? "true" : "false");
  }
  tern_string_builder_append_cstr(out, "linalg-fold-unpacking,");
  if (!i8.size && !bf16.size) return;
  tern_string_builder_append_format(out, "cse,linalg-contractions-to-dot{vector-bytes=%d vector-registers=%d",
                                    (int)tern_pass_int(options, "vector-bytes"),
                                    (int)tern_pass_int(options, "vector-registers"));
  if (i8.size) tern_string_builder_append_format(out, " i8=%.*s", (int)i8.size, i8.data);
  if (bf16.size) tern_string_builder_append_format(out, " bf16=%.*s", (int)bf16.size, bf16.data);
  tern_string_builder_append_cstr(out, "},");
}

// One pass prefetches with one step for all that another writes out.
#define UNROLLING "unroll-reduction=4"

static bool expand_linalg_to_llvm(const tern_pass_t *options, tern_string_builder_t *out_text) {
  int vector_bytes = (int)tern_pass_int(options, "vector-bytes");
  // Of 32 registers: 24 sums, 4 vectors of one factor, one element of the other in all lanes. Of 16: 12, 2 and one.
  bool has_many = tern_pass_int(options, "vector-registers") >= 32;
  int panel_vectors = has_many ? 4 : 2, accumulators = 6 * panel_vectors;
  // Processors with such vectors, or so many, fuse in one instruction; others would call a function.
  const char *fuses = vector_bytes >= 32 || has_many ? "true" : "false";
  // Those that have such vectors multiply them by powers of two in one instruction, too.
  const char *has_ldexp = vector_bytes >= 64 ? "true" : "false";
  bool has_bf16 = tern_pass_bool(options, "amx-bf16"), has_i8 = tern_pass_bool(options, "amx-int8");
  tern_string_builder_append_format(
      out_text,
      "builtin.module(iree-linalg-ext-tile-attention{vector-bytes=%d panel-vectors=%d},"
      "iree-codegen-workgroup-distribute-forall,scf-forall-to-for,"
      "linalg-relax-zero-signs,linalg-widen-accumulators,"
      "iree-codegen-tile-and-distribute-to-workgroups{contraction-rows=6 short-contraction-rows=%d vector-bytes=%d "
      "amx-bf16=%s amx-int8=%s",
      vector_bytes, panel_vectors, has_bf16 || has_i8 ? 32 : 6, vector_bytes, has_bf16 ? "true" : "false",
      has_i8 ? "true" : "false");
  append_tuning(options, out_text);
  tern_string_builder_append_format(out_text,
                                    "},arith-emulate-unsupported-floats{source-types=" NARROW_FLOATS
                                    " target-type=f32},"
                                    "convert-narrow-floats-to-integers{source-types=" NARROW_FLOATS
                                    "},math-polynomial-approximation{native-ldexp=%s},"
                                    "iree-codegen-type-propagation,",
                                    has_ldexp);
  append_narrow_products(options, out_text);
  tern_string_builder_append_format(
      out_text,
      "linalg-block-contractions{vector-bytes=%d panel-vectors=%d rows=6 " UNROLLING
      "},"
      "linalg-block-convolutions{vector-bytes=%d panel-vectors=%d max-accumulators=%d},linalg-localize-padding,"
      "canonicalize,cse,"
      "linalg-prefetch-next-tile,"
      "linalg-localize-transposes{vector-bytes=%d},linalg-transposes-to-vectors{vector-bytes=%d},"
      "linalg-to-vector-loops{vector-bytes=%d max-accumulators=%d fuse-products=%s " UNROLLING
      "},convert-linalg-to-loops,"
      "lower-affine,vector-nontemporal-stores,"
      "convert-complex-to-standard{fuse-products=%s},decompose-complex-values,cse,canonicalize,"
      "iree-llvmcpu-check-ir-before-llvm-conversion,"
      "loop-invariant-code-motion,convert-scf-to-cf{rotate-loops wide-switches},iree-convert-to-llvm,cse,canonicalize,"
      "llvm-linearize-addresses,cse)",
      vector_bytes, panel_vectors, vector_bytes, panel_vectors, accumulators, vector_bytes, vector_bytes, vector_bytes,
      accumulators, fuses, fuses);
  return true;
}

const tern_pipeline_def_t tern_linalg_to_llvmcpu_pipeline = {
    .flag = "iree-codegen-linalg-to-llvm-pipeline",
    .summary = "Lower linalg on buffers to the llvm dialect with the ABI of tern/dispatch.h",
    .options = tern_cpu_options,
    .option_count = sizeof tern_cpu_options / sizeof tern_cpu_options[0],
    .expand = expand_linalg_to_llvm,
};
