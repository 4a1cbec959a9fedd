// The ready-made pipeline from gpu.launch to a host program in the llvm dialect with compiled kernels inside, for NVIDIA
// GPUs (upstream: GPUToNVVMPipeline).

#include "pass/pass.h"

static const tern_option_def_t options[] = {
    {"index-bitwidth", TERN_OPTION_INT, "64", "Bits of index in host code", NULL},
    {"cubin-triple", TERN_OPTION_STRING, "nvptx64-nvidia-cuda", "The triple that kernels are compiled for", NULL},
    {"cubin-chip", TERN_OPTION_STRING, "sm_50", "The GPU that kernels are compiled for", NULL},
    {"cubin-features", TERN_OPTION_STRING, "+ptx60", "The version of PTX, such as +ptx80", NULL},
    {"cubin-format", TERN_OPTION_STRING, "fatbin", "What a gpu.binary holds of a kernel: llvm, isa, bin or fatbin",
     NULL},
    {"opt-level", TERN_OPTION_INT, "2", "LLVM's optimization level for kernels", NULL},
    {"ptxas-cmd-options", TERN_OPTION_STRING, NULL, "Arguments for ptxas and fatbinary", NULL},
    {"kernel-bare-ptr-calling-convention", TERN_OPTION_BOOL, "false", "Kernels take memrefs as one pointer each", NULL},
    {"host-bare-ptr-calling-convention", TERN_OPTION_BOOL, "false",
     "Functions of the host take memrefs as one pointer each", NULL},
    {"allow-pattern-rollback", TERN_OPTION_BOOL, "true",
     "Taken for upstream's sake; conversions here can always be taken back", NULL},
};

static void append(tern_string_builder_t *out, const char *text) { tern_string_builder_append_cstr(out, text); }

// ` option="value"`: in quotes, so that commas and braces are the value's own. Nothing if there is no value.
static void append_string(const tern_pass_t *pass, const char *option, const char *name, tern_string_builder_t *out) {
  tern_str_t value = tern_pass_string(pass, option);
  if (!value.size) return;
  char quote = tern_str_find_char(value, '"') < value.size ? '\'' : '"';
  tern_string_builder_append_format(out, " %s=%c", name, quote);
  tern_string_builder_append(out, value);
  tern_string_builder_append_char(out, quote);
}

static const char *bool_text(const tern_pass_t *pass, const char *option) {
  return tern_pass_bool(pass, option) ? "true" : "false";
}

static void append_common(const tern_pass_t *pass, tern_string_builder_t *out) {
  append(out,
         "convert-nvgpu-to-nvvm,gpu-kernel-outlining,convert-vector-to-scf,convert-scf-to-cf,convert-nvvm-to-llvm,"
         "convert-func-to-llvm,");
  tern_string_builder_append_format(out, "expand-strided-metadata,nvvm-attach-target{O=%lld",
                                    (long long)tern_pass_int(pass, "opt-level"));
  append_string(pass, "cubin-triple", "triple", out);
  append_string(pass, "cubin-chip", "chip", out);
  append_string(pass, "cubin-features", "features", out);
  append_string(pass, "ptxas-cmd-options", "ptxas-cmd-options", out);
  tern_string_builder_append_format(
      out, "},lower-affine,convert-arith-to-llvm,convert-index-to-llvm{index-bitwidth=%lld},canonicalize,cse,",
      (long long)tern_pass_int(pass, "index-bitwidth"));
}

static void append_kernels(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_format(
      out,
      "gpu.module(convert-gpu-to-nvvm{index-bitwidth=%lld use-bare-ptr-memref-call-conv=%s allow-pattern-rollback=%s},"
      "canonicalize,cse,reconcile-unrealized-casts),",
      (long long)tern_pass_int(pass, "index-bitwidth"), bool_text(pass, "kernel-bare-ptr-calling-convention"),
      bool_text(pass, "allow-pattern-rollback"));
}

static void append_host(const tern_pass_t *pass, tern_string_builder_t *out) {
  tern_string_builder_append_format(out,
                                    "gpu-to-llvm{use-bare-pointers-for-host=%s use-bare-pointers-for-kernels=%s},"
                                    "gpu-module-to-binary{",
                                    bool_text(pass, "host-bare-ptr-calling-convention"),
                                    bool_text(pass, "kernel-bare-ptr-calling-convention"));
  append_string(pass, "cubin-format", "format", out);
  append(out, "},convert-math-to-llvm,canonicalize,cse,reconcile-unrealized-casts");
}

static bool expand(const tern_pass_t *pass, tern_string_builder_t *out) {
  append(out, "builtin.module(");
  append_common(pass, out);
  append_kernels(pass, out);
  append_host(pass, out);
  append(out, ")");
  return true;
}

const tern_pipeline_def_t tern_gpu_lower_to_nvvm_pipeline = {
    .flag = "gpu-lower-to-nvvm-pipeline",
    .summary =
        "Lower arith, memref, scf, vector, gpu and nvgpu to NVVM: kernels to the target asked for (fatbin by default), "
        "then the host code",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .expand = expand,
};
