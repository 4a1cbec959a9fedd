// Launches of kernels with addresses and numbers.

#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_command_buffer.h"
#include "runtime/drivers/cuda/cuda_device.h"
#include "runtime/drivers/cuda/cuda_queue.h"
#include "tern/kernel.h"
#include "tern/tensor.h"

enum {
  FEW = 64,      // parameters
  EXTRA = 2,     // behind the arguments: scratch memory, and that of profilers, of which there is none
  FEW_MAPS = 4,  // tensor maps
};

// What the parameters of a launch point to.
typedef struct launch {
  tern_cuda_context_t *context;
  const tern_cuda_kernel_t *kernel;
  const tern_kernel_signature_t *signature;
  CUdeviceptr scratch, profile;
  CUtensorMap *maps;  // aligned
  void **parameters;
} launch_t;

//---- Descriptors ----

// The API's number of an element type, or -1. Other floats go by their size: they are moved, and nothing is added to them.
static int find_map_type(tern_element_type_t element_type) {
  static const signed char of_size[] = {-1, 0, 1, -1, 2, -1, -1, -1, 4};
  switch (element_type) {
    case TERN_ELEMENT_TYPE_SI32: return 3;
    case TERN_ELEMENT_TYPE_SI64: return 5;
    case TERN_ELEMENT_TYPE_F16: return 6;
    case TERN_ELEMENT_TYPE_F32: return 7;
    case TERN_ELEMENT_TYPE_F64: return 8;
    case TERN_ELEMENT_TYPE_BF16: return 9;
    default: break;
  }
  size_t size = tern_element_type_size(element_type);
  return size < sizeof(of_size) ? of_size[size] : -1;
}

// What no tensor map can have: which number of the tensor, in `*out_found`, and what it has to be. NULL: it may be right.
static const char *find_fault(const tern_kernel_tensor_t *tensor, uint32_t rank, uint64_t size, uint32_t *out_dim,
                              int64_t *out_found) {
  enum { ALIGNMENT = 16 };
  const int64_t most = INT64_C(1) << 32, most_bytes = INT64_C(1) << 40;
  for (uint32_t d = 0; d < rank; ++d) {
    *out_dim = d;
    *out_found = tensor->dims[d];
    if (*out_found < 1 || *out_found > most) return "a size from 1 to 2^32";
    *out_found = tensor->strides[d];
    if (d + 1 == rank && *out_found != 1) return "a stride of 1";
    if (d + 1 < rank && ((uint64_t)*out_found * size % ALIGNMENT || *out_found < 0 || *out_found >= most_bytes))
      return "a stride of a multiple of 16 bytes";
  }
  *out_dim = 0;
  *out_found = (int64_t)tensor->address;
  return *out_found % ALIGNMENT ? "an address that 16 divides" : NULL;
}

// Dimensions are told from the last to the first, and the stride of the last is not told.
static tern_status_t write_map(const launch_t *launch, uint32_t index, const tern_kernel_tensor_t *tensor,
                               CUtensorMap *out_map) {
  const tern_kernel_argument_t *argument = &launch->signature->arguments[index];
  uint64_t dims[TERN_KERNEL_RANK_MAX], strides[TERN_KERNEL_RANK_MAX];
  uint32_t box[TERN_KERNEL_RANK_MAX], element_strides[TERN_KERNEL_RANK_MAX], dim;
  tern_element_type_t element = (tern_element_type_t)argument->element_type;
  uint64_t size = tern_element_type_size(element);
  int64_t found;
  const char *wanted = find_fault(tensor, argument->rank, size, &dim, &found);
  if (wanted) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "kernel '%s': no descriptor can be made of the tensor of argument %u: dimension %u has to "
                            "have %s, but has %lld",
                            launch->kernel->info->name, index, dim, wanted, (long long)found);
  }
  for (uint32_t d = 0; d < argument->rank; ++d) {
    uint32_t from = argument->rank - 1 - d;
    dims[d] = (uint64_t)tensor->dims[from];
    if (d) strides[d - 1] = (uint64_t)tensor->strides[from] * size;
    box[d] = argument->block[from];
    element_strides[d] = 1;
  }
  const tern_cuda_api_t *api = &launch->context->api;
  int type = find_map_type(element);
  CUresult result = CUDA_ERROR_NOT_SUPPORTED;
  if (type >= 0 && api->TensorMapEncodeTiled) {
    enum { INTERLEAVE_NONE = 0, PROMOTION_128B = 2 };
    result = api->TensorMapEncodeTiled(out_map, (uint32_t)type, argument->rank, (void *)(uintptr_t)tensor->address,
                                       dims, strides, box, element_strides, INTERLEAVE_NONE, argument->swizzle,
                                       PROMOTION_128B, tensor->fills_with_nan);
  }
  return tern_cuda_status(api, result, "making a tensor map");
}

//---- Parameters ----

// Parameters of an argument: a descriptor without a map is its address, sizes, strides, and how it is filled.
static size_t count_parameters(const tern_kernel_argument_t *argument) {
  bool is_apart =
      argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR && argument->swizzle == TERN_KERNEL_WITHOUT_TENSOR_MAP;
  return is_apart ? 2 + 2 * (size_t)argument->rank : 1;
}

static tern_status_t write_parameters(launch_t *launch, const void *const *arguments) {
  const tern_kernel_signature_t *signature = launch->signature;
  size_t map_count = 0, count = 0;
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    const tern_kernel_argument_t *argument = &signature->arguments[i];
    void **out = &launch->parameters[count];
    count += count_parameters(argument);
    out[0] = (void *)arguments[i];
    if (argument->kind != TERN_KERNEL_ARGUMENT_DESCRIPTOR) continue;
    if (argument->swizzle != TERN_KERNEL_WITHOUT_TENSOR_MAP) {
      CUtensorMap *map = &launch->maps[map_count++];
      TERN_RETURN_IF_ERROR(write_map(launch, i, arguments[i], map));
      out[0] = map;
      continue;
    }
    tern_kernel_tensor_t *tensor = (void *)arguments[i];
    out[0] = &tensor->address;
    for (uint32_t d = 0; d < argument->rank; ++d) {
      out[1 + d] = &tensor->dims[d];
      out[1 + argument->rank + d] = &tensor->strides[d];
    }
    out[1 + 2 * argument->rank] = &tensor->fills_with_nan;
  }
  launch->parameters[count] = &launch->scratch;
  launch->parameters[count + 1] = &launch->profile;
  return tern_ok();
}

// Memory for all blocks, which is given back behind the launch in the order of the stream.
static tern_status_t allocate_scratch(launch_t *launch, const uint32_t blocks[3], CUstream stream) {
  const tern_cuda_api_t *api = &launch->context->api;
  uint64_t size = launch->signature->scratch_size;
  for (size_t d = 0; d < 3; ++d) {
    if (__builtin_mul_overflow(size, (uint64_t)blocks[d], &size)) size = UINT64_MAX;
  }
  if (!size) return tern_ok();
  if (!api->MemAllocAsync || !api->MemFreeAsync) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "kernel '%s' needs memory in the order of a stream, which the driver lacks",
                            launch->kernel->info->name);
  }
  return tern_cuda_status(api, api->MemAllocAsync(&launch->scratch, size, stream), "allocating memory for a launch");
}

static tern_status_t check_grid(const launch_t *launch, const uint32_t grid[3]) {
  for (size_t d = 0; d < 3; ++d) {
    uint64_t cluster = launch->kernel->row.cluster[d] ? launch->kernel->row.cluster[d] : 1;
    if (grid[d] * cluster <= (uint64_t)launch->context->limits.grid[d]) continue;
    return tern_status_make(TERN_OUT_OF_RANGE, "kernel '%s': %u programs along dimension %zu, the device takes %d",
                            launch->kernel->info->name, grid[d], d, launch->context->limits.grid[d]);
  }
  return tern_ok();
}

static tern_status_t run(launch_t *launch, const uint32_t grid[3], const void *const *arguments, CUstream stream) {
  const tern_cuda_api_t *api = &launch->context->api;
  TERN_RETURN_IF_ERROR(check_grid(launch, grid));
  TERN_CUDA_RETURN_IF_ERROR(api, tern_cuda_queue_await_transfers(launch->context, stream), "waiting for copies");
  TERN_RETURN_IF_ERROR(write_parameters(launch, arguments));
  uint32_t blocks[3];  // a cluster runs one program
  for (size_t d = 0; d < 3; ++d) {
    blocks[d] = grid[d] * (launch->kernel->row.cluster[d] ? launch->kernel->row.cluster[d] : 1);
  }
  TERN_RETURN_IF_ERROR(allocate_scratch(launch, blocks, stream));
  CUresult result = tern_cuda_kernel_launch(launch->context, launch->kernel, blocks, stream, launch->parameters);
  if (launch->scratch) api->MemFreeAsync(launch->scratch, stream);
  tern_status_t status = tern_cuda_status(api, result, "launching");
  if (tern_status_is_ok(status)) return status;
  return tern_status_make(status.code, "kernel '%s': %s", launch->kernel->info->name, status.message);
}

tern_status_t tern_cuda_device_launch(tern_device_t *device, const tern_executable_t *base, size_t ordinal,
                                      const tern_kernel_signature_t *signature, const uint32_t grid[3],
                                      const void *const *arguments, void *stream) {
  tern_cuda_context_t *context = ((tern_cuda_device_t *)device)->context;
  const tern_cuda_executable_t *executable = (const tern_cuda_executable_t *)base;
  CUtensorMap few_maps[FEW_MAPS], *maps = few_maps;
  void *few[FEW], **parameters = few;
  size_t map_count = 0, count = EXTRA;
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    map_count += signature->arguments[i].kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR;
    count += count_parameters(&signature->arguments[i]);
  }
  if (map_count > FEW_MAPS) maps = aligned_alloc(_Alignof(CUtensorMap), map_count * sizeof(*maps));
  if (count > FEW) parameters = calloc(count, sizeof(*parameters));
  tern_status_t status = tern_no_memory("a launch");
  if (maps && parameters) {
    launch_t launch = {context, executable->entries[ordinal].kernels, signature, 0, 0, maps, parameters};
    CUcontext previous = tern_cuda_enter(context);
    status = run(&launch, grid, arguments, stream ? (CUstream)stream : context->stream);
    if (!stream) atomic_store(&context->has_launches, true);
    tern_cuda_leave(context, previous);
  }
  if (maps != few_maps) free(maps);
  if (parameters != few) free(parameters);
  return status;
}
