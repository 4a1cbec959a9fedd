// The ready-made pipelines of the Vulkan target.

#include "pass/pass.h"

// Each takes a function that is one product: at first whole dispatches, whose sums may be temporaries, then parts of others.
#define MATRIX_KERNELS "gpu-skinny-matmul,gpu-warp-specialize-matmul,gpu-pipeline-matmul,gpu-simt-matmul,"

// Each takes a function whose speed is that of memory.
#define MEMORY_KERNELS "convert-rows-to-gpu,convert-transposes-to-gpu,convert-padding-to-gpu,"

// From linalg on buffers to kernels, in passes whose results can be looked at, or in one.
#define IN_PASSES "linalg-tile-and-fuse,cse,linalg-promote-subviews,canonicalize,cse,convert-to-gpu,"
#define IN_ONE_PASS "iree-codegen-linalg-to-gpu,"

#define BEFORE_TILES                                                          \
  "iree-codegen-type-propagation{bools=false}," MEMORY_KERNELS MATRIX_KERNELS \
  "gpu-tile-with-temporaries,iree-codegen-split-dispatch-function," MATRIX_KERNELS
#define BEHIND_TILES                                                                  \
  "convert-linalg-to-loops,lower-affine,canonicalize,cse,loop-invariant-code-motion," \
  "iree-codegen-optimize-vector-transfer,gpu-flush-long-sums,cse"

// SPIR-V has none of these: they are computed in 32 bits and kept in bytes.
#define SUB_BYTE_WIDTHS "2,3,4,5,6,7"

#define SINGLE_PASS \
  {"single-pass", TERN_OPTION_BOOL, "false", "Make kernels of linalg in one pass, so that no marker is seen", NULL}

static const tern_option_def_t options[] = {
    {"unsupported-floats", TERN_OPTION_STRING_LIST, "bf16",
     "Floating-point types that the target has no arithmetic for: computed in f32, kept as integers", NULL},
    {"unsupported-ints", TERN_OPTION_INT_LIST, NULL,
     "Widths of integers that the target has no arithmetic for: 8 and 16 are computed in 32 bits, 64 in two halves",
     NULL},
    SINGLE_PASS,
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };
static const tern_option_def_t single_pass[] = {SINGLE_PASS};

static void append_integers(const tern_pass_t *pass, tern_string_builder_t *out) {
  const int64_t *widths;
  size_t count = tern_pass_int_list(pass, "unsupported-ints", &widths);
  tern_string_builder_t narrow = {0};
  bool is_wide = false;
  for (size_t i = 0; i < count; ++i) {
    if (widths[i] > 32) {
      is_wide = true;
    } else {
      tern_string_builder_append_format(&narrow, "%s%lld", narrow.size ? "," : "", (long long)widths[i]);
    }
  }
  if (is_wide)
    tern_string_builder_append_cstr(out, "memref-emulate-wide-int{widest-int-supported=32},canonicalize,cse,");
  // After all simplifications, which might find a narrow op that does the same.
  if (narrow.size) {
    tern_string_builder_append_format(out, "arith-emulate-narrow-int{source-widths=%.*s},cse,", (int)narrow.size,
                                      narrow.data);
  }
  tern_string_builder_deinitialize(&narrow);
}

// What the target cannot compute is expanded before the one conversion to spirv.
static void append_to_spirv(const tern_pass_t *pass, tern_string_builder_t *out) {
  const tern_str_t *floats;
  size_t count = tern_pass_string_list(pass, "unsupported-floats", &floats);
  tern_string_builder_t list = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_format(&list, "%s%.*s", i ? "," : "", (int)floats[i].size, floats[i].data);
  }
  const char *names = list.data ? list.data : "";
  // Before narrow floats become integers: matrices of them stay.
  tern_string_builder_append_cstr(
      out,
      "convert-complex-to-standard,decompose-complex-values,expand-memref-globals,fold-memref-alias-ops,"
      "affine-expand-index-ops,lower-affine,"
      "canonicalize,gpu-widen-copies,iree-codegen-gpu-pipelining,canonicalize,");
  if (count) {
    tern_string_builder_append_format(out, "arith-emulate-unsupported-floats{source-types=%s target-type=f32},", names);
  }
  tern_string_builder_append_cstr(out, "math-expand-ops{ops=remf,ipowi,fpowi},math-polynomial-approximation,");
  if (count) {
    tern_string_builder_append_format(out, "convert-narrow-floats-to-integers{source-types=%s},", names);
  }
  tern_string_builder_append_cstr(
      out,
      "fold-memref-alias-ops,affine-expand-index-ops,lower-affine,canonicalize,loop-invariant-code-motion,cse,"
      "iree-codegen-type-propagation{bools=false},"
      "arith-emulate-narrow-int{source-widths=" SUB_BYTE_WIDTHS
      "},convert-sub-byte-integers-to-bytes,canonicalize,cse,");
  append_integers(pass, out);
  tern_string_builder_append_cstr(out, "convert-to-spirv,canonicalize,cse");
  tern_string_builder_deinitialize(&list);
}

static bool expand_gpu_to_spirv(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "builtin.module(");
  append_to_spirv(pass, out);
  tern_string_builder_append_cstr(out, ")");
  return true;
}

static void append_to_gpu(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "builtin.module(" BEFORE_TILES);
  tern_string_builder_append_cstr(out, tern_pass_bool(pass, "single-pass") ? IN_ONE_PASS : IN_PASSES);
  tern_string_builder_append_cstr(out, BEHIND_TILES);
}

static bool expand_linalg_to_gpu(const tern_pass_t *pass, tern_string_builder_t *out) {
  append_to_gpu(pass, out);
  tern_string_builder_append_char(out, ')');
  return true;
}

static bool expand_linalg_to_spirv(const tern_pass_t *pass, tern_string_builder_t *out) {
  append_to_gpu(pass, out);
  tern_string_builder_append_char(out, ',');
  append_to_spirv(pass, out);
  tern_string_builder_append_cstr(out, ")");
  return true;
}

const tern_pipeline_def_t tern_linalg_to_gpu_pipeline = {
    .flag = "iree-codegen-linalg-to-gpu-pipeline",
    .summary = "Tile linalg on buffers and deal it to the workgroups and invocations of a GPU",
    .options = single_pass,
    .option_count = 1,
    .expand = expand_linalg_to_gpu,
};

const tern_pipeline_def_t tern_gpu_to_spirv_pipeline = {
    .flag = "iree-codegen-gpu-to-spirv-pipeline",
    .summary = "Lower kernels at the gpu level to the spirv dialect",
    .options = options,
    .option_count = OPTION_COUNT - 1,  // a kernel is there already
    .expand = expand_gpu_to_spirv,
};

const tern_pipeline_def_t tern_linalg_to_spirv_pipeline = {
    .flag = "iree-codegen-linalg-to-spirv-pipeline",
    .summary = "Lower linalg on buffers to the spirv dialect: both of the above",
    .options = options,
    .option_count = OPTION_COUNT,
    .expand = expand_linalg_to_spirv,
};
