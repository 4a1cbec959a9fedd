// Launches of kernels, and what can be asked and set of them.

#include "runtime/cudart/cudart.h"

#define REQUIRE(condition) \
  if (!(condition)) return cudart_note(cudaErrorInvalidValue)

// --- Launches as the compiler writes them: the configuration of k<<<...>>>() is pushed, the stub of the kernel pops it

enum { MAX_PUSHED = 8 };
typedef struct configuration {
  dim3 grid, block;
  size_t shared_size;
  void *stream;
} configuration_t;
static _Thread_local configuration_t pushed[MAX_PUSHED];
static _Thread_local int pushed_count;

CUDART_API unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_size, void *stream) {
  if (pushed_count == MAX_PUSHED) return 1;
  pushed[pushed_count++] = (configuration_t){grid, block, shared_size, stream};
  return 0;
}

CUDART_API cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_size, void *stream) {
  if (pushed_count == 0) return cudart_note(cudaErrorMissingConfiguration);
  const configuration_t *top = &pushed[--pushed_count];
  *grid = top->grid, *block = top->block, *shared_size = top->shared_size, *(void **)stream = top->stream;
  return cudaSuccess;
}

static int attribute_of_device(int attribute) {
  int value = 0;
  DRIVER(device_attribute, &value, attribute, cudart_device());
  return value;
}

// Sizes that no kernel may have.
static result_t check_sizes(dim3 grid, dim3 block, size_t shared_size) {
  const unsigned sizes[] = {block.x, block.y, block.z, grid.x, grid.y, grid.z};
  static const int limits[] = {cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
                               cudaDevAttrMaxGridDimX,  cudaDevAttrMaxGridDimY,  cudaDevAttrMaxGridDimZ};
  for (int i = 0; i < 6; i++) {
    if (sizes[i] == 0 || sizes[i] > (unsigned)attribute_of_device(limits[i])) return cudaErrorInvalidConfiguration;
  }
  uint64_t threads = (uint64_t)block.x * block.y * block.z;
  if (threads > (uint64_t)attribute_of_device(cudaDevAttrMaxThreadsPerBlock)) return cudaErrorInvalidConfiguration;
  return shared_size > UINT32_MAX ? cudaErrorInvalidValue : cudaSuccess;
}

static result_t prepare(const void *stub, dim3 grid, dim3 block, size_t shared_size, handle_t *out_function) {
  result_t result = cudart_find_kernel(stub, out_function);
  return result == cudaSuccess ? check_sizes(grid, block, shared_size) : result;
}

CUDART_API cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t shared_size,
                                        cudaStream_t stream) {
  handle_t function;
  result_t result = prepare(stub, grid, block, shared_size, &function);
  if (result != cudaSuccess) return cudart_note(result);
  return cudart_note(DRIVER(launch, function, grid.x, grid.y, grid.z, block.x, block.y, block.z, (unsigned)shared_size,
                            stream, arguments, NULL));
}

CUDART_API cudaError_t cudaLaunchCooperativeKernel(const void *stub, dim3 grid, dim3 block, void **arguments,
                                                   size_t shared_size, cudaStream_t stream) {
  handle_t function;
  result_t result = prepare(stub, grid, block, shared_size, &function);
  if (result != cudaSuccess) return cudart_note(result);
  return cudart_note(DRIVER(launch_cooperative, function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                            (unsigned)shared_size, stream, arguments));
}

CUDART_API cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *stub, void **arguments) {
  handle_t function;
  REQUIRE(config && (config->attrs || config->numAttrs == 0));
  dim3 grid = config->gridDim, block = config->blockDim;
  result_t result = prepare(stub, grid, block, config->dynamicSmemBytes, &function);
  if (result != cudaSuccess) return cudart_note(result);
  driver_launch_t launch = {.grid = {grid.x, grid.y, grid.z},
                            .block = {block.x, block.y, block.z},
                            .shared_size = (unsigned)config->dynamicSmemBytes,
                            .stream = config->stream,
                            .attributes = config->attrs,
                            .attribute_count = config->numAttrs};
  return cudart_note(DRIVER(launch_extended, &launch, function, arguments, NULL));
}

// --- Attributes of kernels: numbers of CUfunction_attribute

CUDART_API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *stub) {
  handle_t function;
  REQUIRE(attributes);
  *attributes = (struct cudaFuncAttributes){0};
  result_t result = cudart_find_kernel(stub, &function);
  int sizes[3] = {0};
  int *const fields[] = {&attributes->maxThreadsPerBlock,
                         &sizes[0],
                         &sizes[1],
                         &sizes[2],
                         &attributes->numRegs,
                         &attributes->ptxVersion,
                         &attributes->binaryVersion,
                         &attributes->cacheModeCA,
                         &attributes->maxDynamicSharedSizeBytes,
                         &attributes->preferredShmemCarveout,
                         &attributes->clusterDimMustBeSet,
                         &attributes->requiredClusterWidth,
                         &attributes->requiredClusterHeight,
                         &attributes->requiredClusterDepth,
                         &attributes->nonPortableClusterSizeAllowed,
                         &attributes->clusterSchedulingPolicyPreference};
  for (int i = 0; result == cudaSuccess && i < 16; i++) {
    result = DRIVER(function_attribute, fields[i], i, function);
    if (i > 9 && result != cudaSuccess) {  // older drivers know nothing of clusters
      result = cudaSuccess;
      break;
    }
  }
  attributes->sharedSizeBytes = (size_t)sizes[0], attributes->constSizeBytes = (size_t)sizes[1],
  attributes->localSizeBytes = (size_t)sizes[2];
  return cudart_note(result);
}

CUDART_API cudaError_t cudaFuncSetAttribute(const void *stub, enum cudaFuncAttribute attribute, int value) {
  handle_t function;
  REQUIRE(attribute >= cudaFuncAttributeMaxDynamicSharedMemorySize && attribute < cudaFuncAttributeMax);
  result_t result = cudart_find_kernel(stub, &function);
  return cudart_note(result == cudaSuccess ? DRIVER(function_set_attribute, function, (int)attribute, value) : result);
}

CUDART_API cudaError_t cudaFuncSetCacheConfig(const void *stub, enum cudaFuncCache config) {
  handle_t function;
  result_t result = cudart_find_kernel(stub, &function);
  return cudart_note(result == cudaSuccess ? DRIVER(function_set_cache, function, (int)config) : result);
}

CUDART_API cudaError_t cudaFuncSetSharedMemConfig(const void *stub, enum cudaSharedMemConfig config) {
  handle_t function;
  REQUIRE(config <= cudaSharedMemBankSizeEightByte);  // a preference that GPUs of today have no use for
  return cudart_note(cudart_find_kernel(stub, &function));
}

CUDART_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *stub,
                                                                              int block_size, size_t shared_size,
                                                                              unsigned int flags) {
  handle_t function;
  REQUIRE(blocks && block_size > 0);
  result_t result = cudart_find_kernel(stub, &function);
  return cudart_note(result == cudaSuccess ? DRIVER(occupancy, blocks, function, block_size, shared_size, flags)
                                           : result);
}
CUDART_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *stub, int block_size,
                                                                     size_t shared_size) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, stub, block_size, shared_size,
                                                                cudaOccupancyDefault);
}
CUDART_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *stub, int blocks,
                                                                 int block_size) {
  handle_t function;
  REQUIRE(size && blocks > 0 && block_size > 0);
  result_t result = cudart_find_kernel(stub, &function);
  return cudart_note(result == cudaSuccess ? DRIVER(occupancy_shared, size, function, blocks, block_size) : result);
}
