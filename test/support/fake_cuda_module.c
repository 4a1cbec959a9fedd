// The fake CUDA driver's modules, functions and launches.

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "fake_cuda_state.h"
#include "ptx/ptx.h"

//---- Reading ----

static int number_behind(const char *text, const char *end, const char *word) {
  const char *at = strstr(text, word);
  return at && at < end ? atoi(at + strlen(word)) : 0;
}

// Reads one `.param` from `*inout_text` on.
static void read_parameter(struct CUfunc_st *function, const char *text, const char *end) {
  size_t size = 4, alignment = 4;
  const char *array = memchr(text, '[', (size_t)(end - text));
  // What a compiler knows of the address in a parameter (`.ptr .global .align 1`) says nothing of the parameter.
  if (array) {
    alignment = (size_t)number_behind(text, end, ".align ");
    size = (size_t)atoi(array + 1);
  } else {
    size = alignment = (size_t)atoi(text + strlen(".param .b")) / 8;
  }
  size_t offset = (function->parameter_size + alignment - 1) / alignment * alignment;
  function->offsets[function->parameter_count] = offset;
  function->sizes[function->parameter_count++] = size;
  function->parameter_size = offset + size;
}

static const char *read_function(struct CUmod_st *module, const char *text) {
  struct CUfunc_st *function = calloc(1, sizeof(*function));
  const char *open = strchr(text, '('), *close = strchr(text, ')'), *next = strstr(text, ".entry ");
  size_t size = 0;
  while (isalnum((unsigned char)text[size]) || text[size] == '_') ++size;
  snprintf(function->name, sizeof(function->name), "%.*s", (int)size, text);
  function->module = module;
  const char *param = strstr(open, ".param ");
  while (param && param < close) {
    const char *comma = strchr(param, ','), *end = comma && comma < close ? comma : close;
    read_parameter(function, param, end);
    param = strstr(end, ".param ");
  }
  const char *end = next ? next : text + strlen(text);
  int threads = number_behind(close, end, "// threads ");
  function->threads = threads ? threads : 1024;
  function->shared_size = number_behind(close, end, "// shared ");
  module->functions = realloc(module->functions, (module->function_count + 1) * sizeof(*module->functions));
  module->functions[module->function_count++] = function;
  return close;
}

static CUresult check_text(const char *text, bool is_cubin, char *log, size_t log_size) {
  int architecture = fake_state.devices[fake_current->device].architecture;
  int target = number_behind(text, text + strlen(text), ".target sm_");
  if (strstr(text, "// bad")) {
    if (log) snprintf(log, log_size, "ptxas application ptx input, line 3; fatal : Parsing error near 'bad'\n");
    return CUDA_ERROR_INVALID_PTX;
  }
  bool is_right = is_cubin ? target / 10 == architecture / 10 && target <= architecture : target <= architecture;
  return is_right ? CUDA_SUCCESS : CUDA_ERROR_NO_BINARY_FOR_GPU;
}

FAKE_API CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned option_count, CUjit_option *options,
                                     void **values) {
  ENTER_CONTEXT("cuModuleLoadDataEx");
  char *log = NULL;
  size_t log_size = 0;
  for (unsigned i = 0; i < option_count; ++i) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) log = values[i];
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) log_size = (size_t)(uintptr_t)values[i];
  }
  const char *text = image;
  bool is_cubin = memcmp(text, "\177ELF", 4) == 0;
  CUresult result = check_text(is_cubin ? text + 4 : text, is_cubin, log, log_size);
  if (result != CUDA_SUCCESS) return fake_leave(result);
  *module = fake_create(MODULE_KIND, sizeof(**module));
  const char *at = text;
  while ((at = strstr(at, ".entry "))) at = read_function(*module, at + strlen(".entry "));
  if (fake_runs_ptx() && !fake_read_ptx(*module, text, log, log_size)) {
    fake_free_functions(*module);
    fake_destroy(*module);
    return fake_leave(CUDA_ERROR_INVALID_PTX);
  }
  return fake_leave(CUDA_SUCCESS);
}

void fake_free_functions(struct CUmod_st *module) {
  for (size_t i = 0; i < module->function_count; ++i) free(module->functions[i]);
  free(module->functions);
  module->functions = NULL;
}

FAKE_API CUresult cuModuleUnload(CUmodule module) {
  ENTER_CONTEXT("cuModuleUnload");
  if (!fake_check(module, MODULE_KIND, "cuModuleUnload")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  fake_check_unused(NULL, 0, module, "cuModuleUnload");
  fake_free_functions(module);
  fake_free_ptx(module);
  fake_destroy(module);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  ENTER_CONTEXT("cuModuleGetFunction");
  for (size_t i = 0; i < module->function_count; ++i) {
    if (strcmp(module->functions[i]->name, name) != 0) continue;
    *function = module->functions[i];
    return fake_leave(CUDA_SUCCESS);
  }
  return fake_leave(CUDA_ERROR_NOT_FOUND);
}

FAKE_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  ENTER_CONTEXT("cuFuncGetAttribute");
  *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? function->threads : function->shared_size;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  ENTER_CONTEXT("cuFuncSetAttribute");
  if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) function->dynamic_size_max = value;
  if (attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) function->allows_large_clusters = value;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size) {
  ENTER_CONTEXT("cuFuncGetParamInfo");
  if (index >= function->parameter_count) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  *offset = function->offsets[index];
  *size = function->sizes[index];
  return fake_leave(CUDA_SUCCESS);
}

//---- Launches ----

bool fake_make_kernel(struct CUfunc_st *function, const unsigned *grid, const unsigned *block, unsigned shared_size,
                      void **parameters, void **extra, op_t *out_op) {
  *out_op = (op_t){.kind = KERNEL_OP, .function = function};
  size_t size = function->parameter_size, threads = (size_t)block[0] * block[1] * block[2];
  unsigned most = function->dynamic_size_max ? (unsigned)function->dynamic_size_max : 48u << 10;
  bool is_right = parameters && !extra && threads <= (size_t)function->threads && grid[0] && grid[1] && grid[2] &&
                  shared_size <= most;
  if (!is_right) return false;
  out_op->parameters = calloc(1, size + 1);
  for (size_t i = 0; i < function->parameter_count; ++i) {
    memcpy(out_op->parameters + function->offsets[i], parameters[i], function->sizes[i]);
  }
  out_op->launch.parameter_size = size;
  out_op->launch.shared_size = shared_size;
  for (size_t i = 0; i < 3; ++i) {
    out_op->launch.grid[i] = grid[i];
    out_op->launch.block[i] = block[i];
  }
  return true;
}

FAKE_API CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_size,
                                 CUstream stream, void **parameters, void **extra) {
  ENTER_CONTEXT("cuLaunchKernel");
  const unsigned grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
  op_t op;
  if (!fake_check(stream, STREAM_KIND, "cuLaunchKernel") ||
      !fake_make_kernel(function, grid, block, shared_size, parameters, extra, &op)) {
    return fake_leave(CUDA_ERROR_INVALID_VALUE);
  }
  fake_enqueue(stream, &op);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  ENTER_CONTEXT("cuLaunchKernelEx");
  const unsigned grid[3] = {config->gridDimX, config->gridDimY, config->gridDimZ};
  const unsigned block[3] = {config->blockDimX, config->blockDimY, config->blockDimZ};
  op_t op;
  if (!fake_make_kernel(function, grid, block, config->sharedMemBytes, parameters, extra, &op)) {
    return fake_leave(CUDA_ERROR_INVALID_VALUE);
  }
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute *attribute = &config->attrs[i];
    if (attribute->id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) op.launch.is_cooperative = attribute->value.cooperative;
    if (attribute->id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) continue;
    memcpy(op.launch.cluster, &attribute->value.clusterDim, sizeof(op.launch.cluster));
  }
  unsigned size = op.launch.cluster[0] * op.launch.cluster[1] * op.launch.cluster[2];
  if (size > 8 && !function->allows_large_clusters) {
    fake_free_op(&op);
    return fake_leave(CUDA_ERROR_INVALID_CLUSTER_SIZE);
  }
  fake_enqueue(config->hStream, &op);
  return fake_leave(CUDA_SUCCESS);
}

// The map holds what it was made of, for kernels of tests to look at: address, rank, first sizes and strides.
FAKE_API CUresult cuTensorMapEncodeTiled(CUtensorMap *map, uint32_t type, uint32_t rank, void *address,
                                         const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
                                         const uint32_t *element_strides, uint32_t interleave, uint32_t swizzle,
                                         uint32_t promotion, uint32_t fill) {
  ENTER("cuTensorMapEncodeTiled");
  memset(map, 0, sizeof(*map));
  if (fake_runs_ptx()) {
    ptx_tensor_map_t *tiled = (ptx_tensor_map_t *)map;
    *tiled = (ptx_tensor_map_t){.address = (uint64_t)(uintptr_t)address, .type = type, .rank = rank};
    for (uint32_t d = 0; d < rank; ++d) {
      tiled->dims[d] = (uint32_t)dims[d];
      tiled->box[d] = box[d];
      tiled->steps[d] = element_strides[d];
      if (d) tiled->strides[d - 1] = strides[d - 1];
    }
    tiled->interleave = (uint8_t)interleave;
    tiled->swizzle = (uint8_t)swizzle;
    tiled->fill = (uint8_t)fill;
    return fake_leave((uintptr_t)address % 16 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
  }
  map->opaque[0] = (uint64_t)(uintptr_t)address;
  map->opaque[1] = rank | (uint64_t)type << 32;
  map->opaque[2] = dims[0];
  map->opaque[3] = rank > 1 ? dims[1] : 0;
  map->opaque[4] = rank > 1 ? strides[0] : 0;
  map->opaque[5] = box[0] | (uint64_t)element_strides[0] << 32;
  map->opaque[6] = interleave | (uint64_t)swizzle << 32;
  map->opaque[7] = promotion | (uint64_t)fill << 32;
  map->opaque[8] = rank > 1 ? box[1] : 0;
  return fake_leave((uintptr_t)address % 16 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS);
}
