// Launches of kernels that are recorded anew each time. Launching a graph costs the host less than half of what launching a
// kernel costs, and other parameters for its node still less than the rest: so a kernel that is launched often goes as a
// graph of its own with one node.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_LAUNCHER_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_LAUNCHER_H_

#include <stdbool.h>
#include <stdint.h>

#include "runtime/drivers/cuda/cuda_api.h"

struct tern_cuda_context_t;
struct tern_cuda_kernel_command_t;

// Zero-initialise. Guarded by the context's mutex.
typedef struct tern_cuda_launcher_t {
  uint32_t launch_count;
  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode node;
  unsigned char *parameters;  // owned; those that the node has
  bool is_unusable;           // the driver does not take the graph: the kernel is launched as it is
} tern_cuda_launcher_t;

// Launches the command's kernel, whose parameters are written. False if there is no graph for it (yet).
bool tern_cuda_launcher_run_locked(struct tern_cuda_context_t *context,
                                   const struct tern_cuda_kernel_command_t *command, CUresult *out_result);
// No launch is under way any more. The context is current.
void tern_cuda_launcher_deinitialize(const struct tern_cuda_context_t *context, tern_cuda_launcher_t *launcher);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_LAUNCHER_H_
