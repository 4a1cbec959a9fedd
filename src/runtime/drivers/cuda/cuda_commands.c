// The kinds of commands: how each is put into a stream, into a graph, and changed there.

#include <string.h>

#include "runtime/drivers/cuda/cuda_command_buffer.h"

enum { MAP_TYPE_COUNT = 13 };

//---- Kernels ----

// Bytes of the elements of tensor maps, in the order of the API's numbers; packed types have none.
static const uint8_t map_element_sizes[MAP_TYPE_COUNT] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

static CUresult write_tensor_map(const tern_cuda_context_t *context, const tern_cuda_kernel_command_t *command,
                                 const tern_cuda_tensor_map_row_t *row, CUtensorMap *out_map) {
  uint64_t dims[TERN_CUDA_IMAGE_RANK_MAX], strides[TERN_CUDA_IMAGE_RANK_MAX];
  uint64_t stride = row->type < MAP_TYPE_COUNT ? map_element_sizes[row->type] : 0;
  for (uint32_t d = 0; d < row->rank; ++d) {
    int32_t word = row->dim_push_constants[d];
    dims[d] = word >= 0 ? command->push_constants[word] : row->dims[d];
    if (d) stride = row->strides[d] ? row->strides[d] : stride;
    if (d) strides[d - 1] = stride;
    stride *= dims[d];
  }
  void *address = (void *)(uintptr_t)(command->bindings[row->binding] + row->offset);
  return context->api.TensorMapEncodeTiled(out_map, row->type, row->rank, address, dims, strides, row->box,
                                           row->element_strides, row->interleave, row->swizzle, row->promotion,
                                           row->fill);
}

// Fills in what depends on the buffers. The push constants are there already.
static CUresult write_parameters(const tern_cuda_context_t *context, const tern_cuda_kernel_command_t *command,
                                 const CUdeviceptr *bases) {
  CUresult result = CUDA_SUCCESS;
  for (uint32_t i = 0; i < command->base.address_count; ++i) {
    command->bindings[i] = tern_cuda_address_find(command->base.addresses[i], bases);
  }
  for (uint32_t i = 0; i < command->kernel->row.tensor_map_count && result == CUDA_SUCCESS; ++i) {
    result = write_tensor_map(context, command, &command->kernel->tensor_maps[i], &command->tensor_maps[i]);
  }
  return result;
}

// The attributes of a launch; room for two.
static unsigned list_attributes(const tern_cuda_kernel_t *kernel, CUlaunchAttribute *out_attributes) {
  unsigned count = 0;
  if (kernel->row.cluster[0]) {
    CUlaunchAttribute *attribute = &out_attributes[count++];
    *attribute = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    attribute->value.clusterDim.x = kernel->row.cluster[0];
    attribute->value.clusterDim.y = kernel->row.cluster[1];
    attribute->value.clusterDim.z = kernel->row.cluster[2];
  }
  if (kernel->row.flags & TERN_CUDA_KERNEL_COOPERATIVE) {
    out_attributes[count++] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE, .value.cooperative = 1};
  }
  return count;
}

CUresult tern_cuda_kernel_launch(const tern_cuda_context_t *context, const tern_cuda_kernel_t *kernel,
                                 const uint32_t grid[3], CUstream stream, void **parameters) {
  const uint32_t *block = kernel->info->workgroup_size;
  CUlaunchAttribute attributes[2];
  unsigned attribute_count = list_attributes(kernel, attributes);
  if (!attribute_count) {
    return context->api.LaunchKernel(kernel->function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                     kernel->row.shared_size, stream, parameters, NULL);
  }
  CUlaunchConfig config = {.gridDimX = grid[0],
                           .gridDimY = grid[1],
                           .gridDimZ = grid[2],
                           .blockDimX = block[0],
                           .blockDimY = block[1],
                           .blockDimZ = block[2],
                           .sharedMemBytes = kernel->row.shared_size,
                           .hStream = stream,
                           .attrs = attributes,
                           .numAttrs = attribute_count};
  return context->api.LaunchKernelEx(&config, kernel->function, parameters, NULL);
}

static CUresult run_kernel(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases) {
  const tern_cuda_kernel_command_t *command = (const tern_cuda_kernel_command_t *)base;
  CUresult result = write_parameters(context, command, bases);
  if (result != CUDA_SUCCESS) return result;
  if (tern_cuda_launcher_run_locked(context, command, &result)) return result;
  return tern_cuda_kernel_launch(context, command->kernel, command->grid, context->stream, command->parameters);
}

CUDA_KERNEL_NODE_PARAMS tern_cuda_kernel_describe(const tern_cuda_kernel_command_t *command) {
  const tern_cuda_kernel_t *kernel = command->kernel;
  const uint32_t *grid = command->grid, *block = kernel->info->workgroup_size;
  return (CUDA_KERNEL_NODE_PARAMS){.func = kernel->function,
                                   .gridDimX = grid[0],
                                   .gridDimY = grid[1],
                                   .gridDimZ = grid[2],
                                   .blockDimX = block[0],
                                   .blockDimY = block[1],
                                   .blockDimZ = block[2],
                                   .sharedMemBytes = kernel->row.shared_size,
                                   .kernelParams = command->parameters};
}

CUresult tern_cuda_kernel_add_node(tern_cuda_context_t *context, const tern_cuda_kernel_command_t *command,
                                   CUgraph graph, const CUgraphNode *dependencies, size_t count,
                                   CUgraphNode *out_node) {
  CUlaunchAttribute attributes[2];
  CUDA_KERNEL_NODE_PARAMS parameters = tern_cuda_kernel_describe(command);
  CUresult result = context->api.GraphAddKernelNode(out_node, graph, dependencies, count, &parameters);
  unsigned attribute_count = list_attributes(command->kernel, attributes);
  for (unsigned i = 0; i < attribute_count && result == CUDA_SUCCESS; ++i) {
    result = context->api.GraphKernelNodeSetAttribute(*out_node, attributes[i].id, &attributes[i].value);
  }
  return result;
}

static CUresult add_kernel(tern_cuda_context_t *context, tern_cuda_command_t *base, const CUdeviceptr *bases,
                           CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraphNode *out_node) {
  tern_cuda_kernel_command_t *command = (tern_cuda_kernel_command_t *)base;
  CUresult result = write_parameters(context, command, bases);
  if (result == CUDA_SUCCESS) {
    result = tern_cuda_kernel_add_node(context, command, graph, dependencies, count, &base->nodes[0]);
  }
  *out_node = base->nodes[0];
  return result;
}

static CUresult change_kernel(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases,
                              CUgraphExec exec) {
  const tern_cuda_kernel_command_t *command = (const tern_cuda_kernel_command_t *)base;
  CUDA_KERNEL_NODE_PARAMS parameters = tern_cuda_kernel_describe(command);
  CUresult result = write_parameters(context, command, bases);
  if (result != CUDA_SUCCESS) return result;
  return context->api.GraphExecKernelNodeSetParams(exec, base->nodes[0], &parameters);
}

const tern_cuda_command_kind_t tern_cuda_kernel_kind = {run_kernel, add_kernel, change_kernel};

//---- Fills ----
//
// A pattern of two words is two fills, each of every other word.

static CUresult run_fill(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases) {
  const tern_cuda_fill_command_t *command = (const tern_cuda_fill_command_t *)base;
  const tern_cuda_api_t *api = &context->api;
  CUdeviceptr target = tern_cuda_address_find(base->addresses[0], bases);
  size_t count = command->size / command->element_size;
  uint32_t value = command->words[0];
  if (command->is_double) {
    CUresult result = api->MemsetD2D32Async(target, 8, value, 1, command->size / 8, context->stream);
    if (result != CUDA_SUCCESS) return result;
    return api->MemsetD2D32Async(target + 4, 8, command->words[1], 1, command->size / 8, context->stream);
  }
  if (command->element_size == 4) return api->MemsetD32Async(target, value, count, context->stream);
  if (command->element_size == 2) return api->MemsetD16Async(target, (unsigned short)value, count, context->stream);
  return api->MemsetD8Async(target, (unsigned char)value, count, context->stream);
}

static CUDA_MEMSET_NODE_PARAMS describe_fill(const tern_cuda_fill_command_t *command, const CUdeviceptr *bases,
                                             uint32_t part) {
  CUdeviceptr target = tern_cuda_address_find(command->base.addresses[0], bases);
  CUDA_MEMSET_NODE_PARAMS parameters = {.dst = target + part * 4,
                                        .value = command->words[part],
                                        .elementSize = command->element_size,
                                        .width = command->size / command->element_size,
                                        .height = 1};
  if (command->is_double) {
    parameters.pitch = 8;
    parameters.width = 1;
    parameters.height = command->size / 8;
  }
  return parameters;
}

static CUresult add_fill(tern_cuda_context_t *context, tern_cuda_command_t *base, const CUdeviceptr *bases,
                         CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraphNode *out_node) {
  tern_cuda_fill_command_t *command = (tern_cuda_fill_command_t *)base;
  CUresult result = CUDA_SUCCESS;
  for (uint32_t part = 0; part <= command->is_double && result == CUDA_SUCCESS; ++part) {
    CUDA_MEMSET_NODE_PARAMS parameters = describe_fill(command, bases, part);
    result =
        context->api.GraphAddMemsetNode(&base->nodes[part], graph, dependencies, count, &parameters, context->handle);
    *out_node = base->nodes[part];
    dependencies = out_node;
    count = 1;
  }
  return result;
}

static CUresult change_fill(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases,
                            CUgraphExec exec) {
  const tern_cuda_fill_command_t *command = (const tern_cuda_fill_command_t *)base;
  CUresult result = CUDA_SUCCESS;
  for (uint32_t part = 0; part <= command->is_double && result == CUDA_SUCCESS; ++part) {
    CUDA_MEMSET_NODE_PARAMS parameters = describe_fill(command, bases, part);
    result = context->api.GraphExecMemsetNodeSetParams(exec, base->nodes[part], &parameters, context->handle);
  }
  return result;
}

const tern_cuda_command_kind_t tern_cuda_fill_kind = {run_fill, add_fill, change_fill};

//---- Copies ----

static CUresult run_copy(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases) {
  const tern_cuda_copy_command_t *command = (const tern_cuda_copy_command_t *)base;
  const tern_cuda_api_t *api = &context->api;
  CUdeviceptr target = tern_cuda_address_find(base->addresses[0], bases);
  // The API takes the data out of memory that is not pinned before it returns.
  if (command->data) return api->MemcpyHtoDAsync(target, command->data, command->size, context->stream);
  CUdeviceptr source = tern_cuda_address_find(base->addresses[1], bases);
  if (command->source == command->target) return api->MemcpyAsync(target, source, command->size, context->stream);
  return api->MemcpyPeerAsync(target, command->target, source, command->source, command->size, context->stream);
}

// The captured data is on the device by then: addresses[1] is set.
static CUDA_MEMCPY3D describe_copy(const tern_cuda_copy_command_t *command, const CUdeviceptr *bases) {
  return (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .srcDevice = tern_cuda_address_find(command->base.addresses[1], bases),
                         .srcPitch = command->size,
                         .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .dstDevice = tern_cuda_address_find(command->base.addresses[0], bases),
                         .dstPitch = command->size,
                         .WidthInBytes = command->size,
                         .Height = 1,
                         .Depth = 1};
}

static CUresult add_copy(tern_cuda_context_t *context, tern_cuda_command_t *base, const CUdeviceptr *bases,
                         CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraphNode *out_node) {
  CUDA_MEMCPY3D copy = describe_copy((const tern_cuda_copy_command_t *)base, bases);
  CUresult result =
      context->api.GraphAddMemcpyNode(&base->nodes[0], graph, dependencies, count, &copy, context->handle);
  *out_node = base->nodes[0];
  return result;
}

static CUresult change_copy(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases,
                            CUgraphExec exec) {
  CUDA_MEMCPY3D copy = describe_copy((const tern_cuda_copy_command_t *)base, bases);
  return context->api.GraphExecMemcpyNodeSetParams(exec, base->nodes[0], &copy, context->handle);
}

const tern_cuda_command_kind_t tern_cuda_copy_kind = {run_copy, add_copy, change_copy};

//---- Time stamps ----

static CUresult run_timestamp(tern_cuda_context_t *context, const tern_cuda_command_t *base, const CUdeviceptr *bases) {
  (void)bases;
  return context->api.EventRecord(((const tern_cuda_timestamp_command_t *)base)->event, context->stream);
}

static CUresult add_timestamp(tern_cuda_context_t *context, tern_cuda_command_t *base, const CUdeviceptr *bases,
                              CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraphNode *out_node) {
  (void)bases;
  CUresult result = context->api.GraphAddEventRecordNode(&base->nodes[0], graph, dependencies, count,
                                                         ((tern_cuda_timestamp_command_t *)base)->event);
  *out_node = base->nodes[0];
  return result;
}

const tern_cuda_command_kind_t tern_cuda_timestamp_kind = {run_timestamp, add_timestamp, NULL};
