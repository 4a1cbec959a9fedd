// What --llvm-merge-kernels leaves behind.

#ifndef TERN_TRANSFORM_LLVM_MERGE_KERNELS_H_
#define TERN_TRANSFORM_LLVM_MERGE_KERNELS_H_

// Of a kernel: the names of those that were equal to it and are gone, an array of strings.
#define TERN_KERNEL_STANDS_FOR_ATTR "hal.kernel_stands_for"

#endif  // TERN_TRANSFORM_LLVM_MERGE_KERNELS_H_
