// The input pipeline of TOSA: whole programs to linalg on tensors without signs (upstream: buildTOSAInputConversionPassPipeline).

#include "pass/pass.h"

const tern_pipeline_def_t tern_tosa_input_pipeline = {
    .flag = "iree-tosa-input-transformation-pipeline",
    .summary = "Lower TOSA programs to linalg on tensors without signs",
    .text =
        "builtin.module(tosa-strip-quant-types,"
        "tosa-to-mlprogram,tosa-to-scf,inline,tosa-make-broadcastable,tosa-to-arith,tosa-to-tensor,"
        "iree-tosa-to-linalg-ext,canonicalize,"
        "tosa-make-broadcastable,tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf},tosa-to-linalg,"
        "iree-tosa-converti48-to-i64,tosa-to-arith{include-apply-rescale},tosa-to-tensor,canonicalize,"
        "iree-tosa-strip-signedness,canonicalize,"
        "iree-linalg-quantized-matmul-to-matmul,iree-linalg-quantized-conv-to-conv,canonicalize,"
        "iree-linalg-ext-to-loops,iree-tosa-verify-compiler-input-legality)",
};
