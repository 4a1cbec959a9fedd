// What the runtime must know of kernels for GPUs: names, sizes of workgroups, programs that compute grids.

#ifndef TERN_PIPELINE_DISPATCH_KERNEL_TABLES_H_
#define TERN_PIPELINE_DISPATCH_KERNEL_TABLES_H_

#include "pipeline/dispatch/compilation.h"

// Fills in the kernels of each entry point of `kernels->info` from the module of the compilation, which is at the gpu level
// (--iree-codegen-linalg-to-gpu-pipeline). The functions that compute grids are turned into programs;
// --iree-codegen-detach-grids erases them. False after an error.
bool tern_kernel_tables_read(const tern_compilation_t *compilation, tern_kernels_t *kernels);
// Kernels that --llvm-merge-kernels made one have one name in the tables.
void tern_kernel_tables_follow(const tern_compilation_t *compilation, tern_kernels_t *kernels);

#endif  // TERN_PIPELINE_DISPATCH_KERNEL_TABLES_H_
