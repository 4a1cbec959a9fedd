// The CUDA driver: kernels are cubins, fatbins or PTX, buffers are memory of an NVIDIA GPU.
//
// The driver's library (libcuda.so.1) is opened when the first device is asked for, so a program that uses only other
// drivers needs none. To build, nothing of CUDA is needed: what is used of its API is declared in cuda_types.h.
//
// Map of the folder: cuda_types (the API's types), cuda_api (its functions, and statuses made of its results),
// cuda_context (what all objects share, and in which order things run), cuda_device (the front), cuda_description,
// cuda_memory (blocks of memory that are kept), cuda_staging (copies between host and device), cuda_buffer, cuda_module
// (choosing and loading code), cuda_executable (kernels), cuda_command_buffer (recording), cuda_commands (how each
// command runs), cuda_graph (what is submitted again), cuda_queue (submissions), cuda_semaphore.
//
// The ABI of a kernel: its parameters are the address of each binding (64 bits each, the offset added, in the order of
// the entry point's list), then each push constant (32 bits each), then, at a multiple of 64 bytes, the tensor maps
// that the image lists for it (base/cuda_image_format.h). The grid is in workgroups, which are the API's blocks.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_DRIVER_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_DRIVER_H_

#include "runtime/device.h"

// 0: the driver's files are left out, and it is missing from the table.
#ifndef TERN_HAS_CUDA
#define TERN_HAS_CUDA 1
#endif

extern const tern_driver_t tern_cuda_driver;

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_DRIVER_H_
