// --iree-codegen-linalg-to-gpu: linalg on buffers to kernels in one pass.
//
//   linalg.matmul ins(%a, %b : ...) outs(%c : ...)    ->    func.func attributes {spirv.entry_point_abi = ...} { gpu.block_id ... }
//
// It is --linalg-tile-and-fuse, --linalg-promote-subviews and --convert-to-gpu, with the simplifications between them. What the first tells
// the last by markers on ops (__internal_linalg_transform__) is seen by nobody outside.

#include "pass/pass.h"
#include "transform/hal/translate.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  return tern_hal_run_pipeline(
      op, TERN_STR("builtin.module(linalg-tile-and-fuse,cse,linalg-promote-subviews,canonicalize,cse,convert-to-gpu)"));
}

const tern_pass_def_t tern_linalg_to_gpu_pass = {
    .flag = "iree-codegen-linalg-to-gpu",
    .name = "LinalgToGPUPass",
    .anchor = "builtin.module",
    .summary = "Tile linalg on buffers and make kernels of it, in one pass",
    .run = run,
};
