// The ready-made pipeline from the host program on util and hal to a vm.module that can be encoded.

#include "pass/stages.h"

#include "pipeline/stages/vm.def"

const tern_pipeline_def_t tern_vm_transformation_pipeline = {
    .flag = "iree-vm-transformation-pipeline",
    .summary = "Lower the host program to the vm dialect, ready to be encoded",
    .stages = to_vm,
};
