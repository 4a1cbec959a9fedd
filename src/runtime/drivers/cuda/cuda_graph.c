// Graphs of command buffers that are submitted again.
//
// What stands between two barriers does not depend on each other: it becomes nodes side by side, each behind all nodes
// in front of the barrier, which are joined by an empty node where there are several.

#include <stdlib.h>
#include <string.h>

#include "runtime/drivers/cuda/cuda_command_buffer.h"
#include "runtime/drivers/cuda/cuda_staging.h"

enum { JOINED_COUNT = 3 };  // nodes from which an empty node costs less than the edges without it

typedef struct builder {
  tern_cuda_context_t *context;
  CUgraph graph;
  const CUdeviceptr *bases;
  TERN_VEC(CUgraphNode) before;  // that commands wait for: those in front of the last barrier, or what joins them
  TERN_VEC(CUgraphNode) after;   // those behind it
} builder_t;

static CUresult pass_barrier(builder_t *b) {
  CUresult result = CUDA_SUCCESS;
  if (!b->after.count) return result;
  b->before.count = 0;
  if (b->after.count >= JOINED_COUNT) {
    CUgraphNode node = NULL;
    result = b->context->api.GraphAddEmptyNode(&node, b->graph, b->after.values, b->after.count);
    if (!tern_vec_try_push(&b->before, node)) return CUDA_ERROR_OUT_OF_MEMORY;
  } else {
    for (size_t i = 0; i < b->after.count; ++i) {
      if (!tern_vec_try_push(&b->before, b->after.values[i])) return CUDA_ERROR_OUT_OF_MEMORY;
    }
  }
  b->after.count = 0;
  return result;
}

static CUresult add(builder_t *b, tern_cuda_command_t *command) {
  CUgraphNode node = NULL;
  if (command->is_behind_barrier || command->waits_for_all) {
    CUresult result = pass_barrier(b);
    if (result != CUDA_SUCCESS) return result;
  }
  bool follows = command->follows && b->after.count;
  const CUgraphNode *dependencies = follows ? &b->after.values[b->after.count - 1] : b->before.values;
  size_t count = follows ? 1 : b->before.count;
  CUresult result = command->kind->add(b->context, command, b->bases, b->graph, dependencies, count, &node);
  if (result != CUDA_SUCCESS) return result;
  if (follows) {
    b->after.values[b->after.count - 1] = node;
  } else if (!tern_vec_try_push(&b->after, node)) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  return result;
}

static CUresult build(tern_cuda_command_buffer_t *command_buffer, const CUdeviceptr *bases) {
  tern_cuda_context_t *context = command_buffer->context;
  builder_t b = {.context = context, .bases = bases};
  CUresult result = context->api.GraphCreate(&b.graph, 0);
  command_buffer->graph = b.graph;
  for (tern_cuda_command_t *command = command_buffer->first; command && result == CUDA_SUCCESS;
       command = command->next) {
    result = add(&b, command);
  }
  tern_vec_deinitialize(&b.before);
  tern_vec_deinitialize(&b.after);
  if (result != CUDA_SUCCESS) return result;
  return context->api.GraphInstantiateWithFlags(&command_buffer->exec, b.graph, 0);
}

void tern_cuda_graph_destroy(tern_cuda_command_buffer_t *command_buffer) {
  tern_cuda_context_t *context = command_buffer->context;
  if (command_buffer->exec) context->api.GraphExecDestroy(command_buffer->exec);
  if (command_buffer->graph) context->api.GraphDestroy(command_buffer->graph);
  command_buffer->exec = NULL;
  command_buffer->graph = NULL;
}

// Gives the nodes the addresses of slots that changed.
static CUresult change(tern_cuda_command_buffer_t *command_buffer, const CUdeviceptr *bases) {
  CUresult result = CUDA_SUCCESS;
  size_t slot_count = command_buffer->slots.count;
  if (!slot_count || memcmp(command_buffer->bases, bases, slot_count * sizeof(*bases)) == 0) return result;
  for (const tern_cuda_command_t *command = command_buffer->first; command && result == CUDA_SUCCESS;
       command = command->next) {
    bool is_changed = false;
    for (uint32_t i = 0; i < command->address_count; ++i) {
      uint32_t slot = command->addresses[i].slot;
      is_changed |= slot && command_buffer->bases[slot - 1] != bases[slot - 1];
    }
    if (is_changed) result = command->kind->change(command_buffer->context, command, bases, command_buffer->exec);
  }
  return result;
}

static void keep_bases(tern_cuda_command_buffer_t *command_buffer, const CUdeviceptr *bases) {
  size_t size = command_buffer->slots.count * sizeof(*bases);
  if (size) memcpy(command_buffer->bases, bases, size);
}

bool tern_cuda_graph_run_locked(tern_cuda_command_buffer_t *command_buffer, const CUdeviceptr *bases,
                                tern_status_t *out_status) {
  tern_cuda_context_t *context = command_buffer->context;
  CUresult result = CUDA_SUCCESS;
  if (command_buffer->exec) {
    result = change(command_buffer, bases);
    if (result != CUDA_SUCCESS && !tern_cuda_result_is_fatal(result)) {
      // What cannot be changed is made anew, once the old graph is over.
      result = context->api.StreamSynchronize(context->stream);
      tern_cuda_graph_destroy(command_buffer);
    }
  }
  if (result == CUDA_SUCCESS && !command_buffer->exec) {
    result = build(command_buffer, bases);
    if (result != CUDA_SUCCESS && !tern_cuda_result_is_fatal(result)) {
      tern_cuda_graph_destroy(command_buffer);
      command_buffer->has_no_graph = true;
      return false;
    }
  }
  if (result == CUDA_SUCCESS) {
    keep_bases(command_buffer, bases);
    result = context->api.GraphLaunch(command_buffer->exec, context->stream);
  }
  *out_status = tern_cuda_status(&context->api, result, "launching a graph");
  return true;
}
