// The ready-made pipeline from the host program on util and hal to a vm.module that can be encoded.

#include "pass/pass.h"

#define TO_VM                                                                                                         \
  "convert-scf-to-cf{wide-switches},canonicalize,cse,math-expand-ops{ops=tan,sinh,cosh,asinh,acosh,atanh,cbrt,ctpop," \
  "cttz,ipowi},"                                                                                                      \
  "iree-vm-conversion"

const tern_pipeline_def_t tern_vm_transformation_pipeline = {
    .flag = "iree-vm-transformation-pipeline",
    .summary = "Lower the host program to the vm dialect, ready to be encoded",
    .text = "builtin.module(" TO_VM
            ",vm.module(iree-vm-hoist-inlined-rodata,iree-vm-deduplicate-rodata,canonicalize,cse,"
            "iree-vm-resolve-rodata-loads,iree-vm-global-initialization,canonicalize,cse,"
            "iree-vm-drop-empty-module-initializers,iree-vm-drop-unused-calls,iree-vm-drop-optimization-barriers,"
            "canonicalize,cse,symbol-dce,iree-vm-sink-defining-ops,iree-vm-ordinal-allocation))",
};
