// The ready-made pipeline behind the gpu level for CUDA.

#include "pass/pass.h"

// No arithmetic: computed in f32. Of these, all but bf16 are kept as integers.
#define NARROW_FLOATS \
  "f8E5M2,f8E4M3,f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ,f8E4M3B11FNUZ,f8E3M4,f8E8M0FNU,f4E2M1FN,f6E2M3FN,f6E3M2FN"

const tern_pipeline_def_t tern_gpu_to_nvvm_pipeline = {
    .flag = "iree-codegen-gpu-to-nvvm-pipeline",
    .summary = "Lower kernels at the gpu level to the llvm and nvvm dialects",
    .text =
        "builtin.module("
        "iree-codegen-gpu-pass-tensor-maps,"
        "convert-complex-to-standard{fuse-products},decompose-complex-values,fold-memref-alias-ops,"
        "affine-expand-index-ops,lower-affine,canonicalize,gpu-widen-copies,"
        "iree-codegen-gpu-pipelining,canonicalize,"
        "arith-emulate-unsupported-floats{source-types=bf16," NARROW_FLOATS
        " target-type=f32},"
        "math-expand-ops{ops=remf,ipowi,fpowi},math-polynomial-approximation{native-exp2},"
        "convert-narrow-floats-to-integers{source-types=" NARROW_FLOATS
        "},"
        "fold-memref-alias-ops,affine-expand-index-ops,lower-affine,canonicalize,loop-invariant-code-motion,cse,"
        "iree-codegen-type-propagation{bools=false},arith-emulate-narrow-int{source-widths=2,3,4,5,6,7},"
        "convert-sub-byte-integers-to-bytes,canonicalize,cse,"
        "convert-scf-to-cf{rotate-loops "
        "wide-switches},iree-convert-to-nvvm,cse,canonicalize,llvm-linearize-addresses,cse,llvm-narrow-integers,cse,"
        "convert-nvvm-to-llvm)",
};
