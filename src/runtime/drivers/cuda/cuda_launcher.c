// Graphs of one kernel each.

#include "runtime/drivers/cuda/cuda_launcher.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/drivers/cuda/cuda_command_buffer.h"

enum { FEW = 16 };  // launches that a graph would not pay for

// --- parameters ---

static size_t count_bytes(const tern_cuda_kernel_command_t *command) {
  return sizeof(command->grid) + command->base.address_count * sizeof(CUdeviceptr) +
         command->word_count * sizeof(uint32_t) + command->kernel->row.tensor_map_count * sizeof(CUtensorMap);
}

// Makes `part` the next bytes at `*at`. True if they were others.
static bool put(unsigned char **at, const void *part, size_t size) {
  bool is_changed = size && memcmp(*at, part, size) != 0;
  if (is_changed) memcpy(*at, part, size);
  *at += size;
  return is_changed;
}

// Notes the parameters and the grid. True if they are others than before.
static bool note_parameters(const tern_cuda_kernel_command_t *command, unsigned char *at) {
  bool is_changed = put(&at, command->grid, sizeof(command->grid));
  is_changed |= put(&at, command->bindings, command->base.address_count * sizeof(CUdeviceptr));
  is_changed |= put(&at, command->push_constants, command->word_count * sizeof(uint32_t));
  return put(&at, command->tensor_maps, command->kernel->row.tensor_map_count * sizeof(CUtensorMap)) || is_changed;
}

// --- graphs ---

static CUresult build(tern_cuda_context_t *context, const tern_cuda_kernel_command_t *command,
                      tern_cuda_launcher_t *launcher) {
  const tern_cuda_api_t *api = &context->api;
  launcher->parameters = calloc(1, count_bytes(command));
  if (!launcher->parameters) return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult result = api->GraphCreate(&launcher->graph, 0);
  if (result == CUDA_SUCCESS) {
    result = tern_cuda_kernel_add_node(context, command, launcher->graph, NULL, 0, &launcher->node);
  }
  if (result == CUDA_SUCCESS) result = api->GraphInstantiateWithFlags(&launcher->exec, launcher->graph, 0);
  note_parameters(command, launcher->parameters);
  return result;
}

void tern_cuda_launcher_deinitialize(const tern_cuda_context_t *context, tern_cuda_launcher_t *launcher) {
  if (launcher->exec) context->api.GraphExecDestroy(launcher->exec);
  if (launcher->graph) context->api.GraphDestroy(launcher->graph);
  free(launcher->parameters);
  *launcher = (tern_cuda_launcher_t){0};
}

// --- launching ---

bool tern_cuda_launcher_run_locked(tern_cuda_context_t *context, const tern_cuda_kernel_command_t *command,
                                   CUresult *out_result) {
  const tern_cuda_api_t *api = &context->api;
  tern_cuda_launcher_t *launcher = command->kernel->launcher;
  if (launcher->is_unusable || launcher->launch_count < FEW) {
    ++launcher->launch_count;
    return false;
  }
  CUresult result = CUDA_SUCCESS;
  if (!launcher->parameters) {
    result = build(context, command, launcher);
  } else if (note_parameters(command, launcher->parameters)) {
    const CUDA_KERNEL_NODE_PARAMS parameters = tern_cuda_kernel_describe(command);
    result = api->GraphExecKernelNodeSetParams(launcher->exec, launcher->node, &parameters);
  }
  // It may be under way: it stays until the executable goes.
  launcher->is_unusable = result != CUDA_SUCCESS;
  if (launcher->is_unusable) return false;
  *out_result = api->GraphLaunch(launcher->exec, context->stream);
  return true;
}
