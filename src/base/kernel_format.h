// Kernels of Triton in module files: executables of a target of their own, whose entry points are the kernels. The bindings of an
// entry point are its arguments, whose names are their types as text, and behind them one called "scratch": its only size is how
// many bytes a program needs for itself.
//
// The code of a kernel for processors is `void NAME(const uint64_t *arguments, void *scratch, uint32_t x, y, z, nx, ny, nz)`: it
// runs the program at x, y, z of a grid of nx * ny * nz. A program whose assertion fails puts the address of the text into the
// first 8 bytes of its scratch memory, which the caller has set to zero.

#ifndef TERN_BASE_KERNEL_FORMAT_H_
#define TERN_BASE_KERNEL_FORMAT_H_

#define TERN_KERNEL_TARGET "cpu-kernel"
#define TERN_KERNEL_SCRATCH "scratch"

#endif  // TERN_BASE_KERNEL_FORMAT_H_
