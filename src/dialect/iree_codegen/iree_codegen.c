// Dialects known by name.

#include "dialect/iree_codegen/iree_codegen.h"

const tern_dialect_t tern_iree_codegen_dialect = {
    .name = "iree_codegen",
    .summary = "How IREE is to compile an op",
};

const tern_dialect_t tern_iree_cpu_dialect = {
    .name = "iree_cpu",
    .summary = "How IREE is to compile an op for CPUs",
};

const tern_dialect_t tern_iree_gpu_dialect = {
    .name = "iree_gpu",
    .summary = "How IREE is to compile an op for GPUs",
};
