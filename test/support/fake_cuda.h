// A libcuda.so.1 for tests on machines without a GPU: the part of the CUDA driver API that the runtime uses, on host
// memory.
//
// It is strict where the real one is silent. Work in streams runs only when somebody waits or asks for it, and what has
// no order in a graph runs in the order that is least likely to be right; so work that relies on an order that nobody
// asked for goes wrong. Handles are checked; freeing what work in a stream still uses, using what is not there, and
// calls without a current context are violations, which a test asks for at its end. Any call can be made to fail.
//
// With PTX_DEVICE=90 in the environment, there is a GPU of sm_90 from the start, whose kernels are run from their PTX (ptx/ptx.h).
// PTX_EARLY=1 has copies and products happen when they are issued, and PTX_ORDER=N gives the order of threads;
// PTX_RACES=1 looks for races in shared memory.
//
// Otherwise kernels are functions of the test. A module is text as PTX is: `.visible .entry NAME (` and a list of `.param`s says
// which kernels it has. Behind the list a comment `// threads N` limits the block, `// shared N` is static workgroup
// memory, and `// bad` anywhere makes the compiler refuse the text. Text behind the four bytes that ELF files begin
// with is a cubin; `.target sm_NN` says what both are for.

#ifndef TERN_TEST_SUPPORT_FAKE_CUDA_H_
#define TERN_TEST_SUPPORT_FAKE_CUDA_H_

#include <stdbool.h>

#include "runtime/drivers/cuda/cuda_types.h"

// A GPU. `memory_size` is in bytes.
typedef struct fake_cuda_device_t {
  int architecture;  // 90 for sm_90
  size_t memory_size;
  bool has_peer_access;
} fake_cuda_device_t;

// How a kernel was launched.
typedef struct fake_cuda_launch_t {
  unsigned grid[3], block[3], cluster[3];
  unsigned shared_size;
  bool is_cooperative;
  const char *parameters;
  size_t parameter_size;
} fake_cuda_launch_t;

typedef void (*fake_cuda_kernel_fn_t)(const fake_cuda_launch_t *launch);

// Forgets everything, and has these GPUs from now on. Nothing of the API may be in use.
void fake_cuda_reset(const fake_cuda_device_t *devices, int count);
// What kernels of this name do, whatever module they are in. `name` must live on.
void fake_cuda_define(const char *name, fake_cuda_kernel_fn_t fn);
// Makes the `skip`-th call from now on of the function `symbol` fail with `result`, once.
void fake_cuda_fail(const char *symbol, int skip, CUresult result);
// The next kernel that runs does nothing, and leaves its context broken with `result`.
void fake_cuda_break_kernel(CUresult result);
// Has the library no such function from now on? For functions that newer drivers have.
void fake_cuda_set_version(int version);

// Calls of `symbol` since the reset.
int fake_cuda_calls(const char *symbol);
// Objects and memory that were made and not given back, primary contexts included.
int fake_cuda_live(void);
// The first thing that nobody may do and somebody did, or NULL.
const char *fake_cuda_violation(void);

#endif  // TERN_TEST_SUPPORT_FAKE_CUDA_H_
