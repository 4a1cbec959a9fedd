// Opening the CUDA driver library, finding its functions by name, and statuses made of its results.

#include "runtime/drivers/cuda/cuda_api.h"

#include <dlfcn.h>
#include <string.h>

enum { LEAST_VERSION = 11040 };  // graphs with updates of each kind of node

// A function's name, and where its address goes.
typedef struct function_row {
  const char *symbol;
  size_t offset;  // bytes, in the table
} function_row_t;

#define X(name, symbol, parameters) {symbol, offsetof(tern_cuda_api_t, name)},
static const function_row_t functions[] = {TERN_CUDA_FUNCTIONS(X)};
static const function_row_t newer_functions[] = {TERN_CUDA_NEWER_FUNCTIONS(X)};
#undef X

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool load(tern_cuda_api_t *api, const function_row_t *row) {
  void *function = dlsym(api->library, row->symbol);
  memcpy((char *)api + row->offset, &function, sizeof(function));
  return function != NULL;
}

static tern_status_t load_functions(tern_cuda_api_t *api) {
  for (size_t i = 0; i < COUNT(functions); ++i) {
    if (load(api, &functions[i])) continue;
    return tern_status_make(TERN_UNSUPPORTED,
                            "the CUDA driver has no function '%s': install a newer one (CUDA 11.4 or later)",
                            functions[i].symbol);
  }
  for (size_t i = 0; i < COUNT(newer_functions); ++i) load(api, &newer_functions[i]);
  return tern_ok();
}

static tern_status_t initialize(tern_cuda_api_t *api) {
  TERN_RETURN_IF_ERROR(load_functions(api));
  CUresult result = api->Init(0);
  // A driver without a device is no failure: it has none to offer.
  if (result != CUDA_ERROR_NO_DEVICE) TERN_CUDA_RETURN_IF_ERROR(api, result, "initializing the CUDA driver");
  TERN_CUDA_RETURN_IF_ERROR(api, api->DriverGetVersion(&api->version), "asking for the CUDA driver's version");
  if (api->version >= LEAST_VERSION) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "the CUDA driver is for CUDA %d.%d: install a newer one (11.4 or later)",
                          api->version / 1000, api->version % 1000 / 10);
}

tern_status_t tern_cuda_api_open(tern_cuda_api_t *out_api) {
  *out_api = (tern_cuda_api_t){.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)};
  if (!out_api->library) {
    return tern_status_make(
        TERN_NOT_FOUND,
        "libcuda.so.1 cannot be opened: install the NVIDIA driver (in a container, start it with access "
        "to the GPU)");
  }
  tern_status_t status = initialize(out_api);
  if (!tern_status_is_ok(status)) tern_cuda_api_close(out_api);
  return status;
}

void tern_cuda_api_close(tern_cuda_api_t *api) {
  if (api->library) dlclose(api->library);
  *api = (tern_cuda_api_t){0};
}

//---- Results ----

typedef struct result_row {
  CUresult result;
  tern_status_code_t code;
  bool is_fatal;
  const char *advice;  // what to do, or NULL
} result_row_t;

static const char memory_advice[] = "a kernel went wrong: run the program under compute-sanitizer to see where";

static const result_row_t results[] = {
    {CUDA_ERROR_INVALID_VALUE, TERN_INTERNAL, false, NULL},
    {CUDA_ERROR_OUT_OF_MEMORY, TERN_OUT_OF_MEMORY, false, "free buffers, or end other programs that use the GPU"},
    {CUDA_ERROR_NOT_INITIALIZED, TERN_FAILED_PRECONDITION, false,
     "a process that was forked from one that uses CUDA cannot use it: start it by exec"},
    {CUDA_ERROR_STUB_LIBRARY, TERN_NOT_FOUND, false,
     "the library is a stub for linking: take its folder out of LD_LIBRARY_PATH"},
    {CUDA_ERROR_DEVICE_UNAVAILABLE, TERN_UNSUPPORTED, false, "another process has the GPU for itself"},
    {CUDA_ERROR_NO_DEVICE, TERN_NOT_FOUND, false, "no GPU is visible: see nvidia-smi and CUDA_VISIBLE_DEVICES"},
    {CUDA_ERROR_INVALID_DEVICE, TERN_NOT_FOUND, false, NULL},
    {CUDA_ERROR_INVALID_IMAGE, TERN_INVALID_ARGUMENT, false, NULL},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, TERN_UNSUPPORTED, false, "compile for this GPU's architecture, or with PTX"},
    {CUDA_ERROR_ECC_UNCORRECTABLE, TERN_INTERNAL, true, "the GPU's memory is faulty"},
    {CUDA_ERROR_INVALID_PTX, TERN_INVALID_ARGUMENT, false, NULL},
    {CUDA_ERROR_JIT_COMPILER_NOT_FOUND, TERN_NOT_FOUND, false,
     "libnvidia-ptxjitcompiler is not installed: install the whole driver, or compile to a cubin"},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, TERN_UNSUPPORTED, false,
     "the PTX is newer than the driver: install a newer driver, or compile for an older PTX version"},
    {CUDA_ERROR_NOT_FOUND, TERN_NOT_FOUND, false, NULL},
    {CUDA_ERROR_ILLEGAL_ADDRESS, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, TERN_UNSUPPORTED, false, "the kernel takes too many registers for its blocks"},
    {CUDA_ERROR_LAUNCH_TIMEOUT, TERN_INTERNAL, true, "the GPU also drives a display, which stops long kernels"},
    {CUDA_ERROR_CONTEXT_IS_DESTROYED, TERN_FAILED_PRECONDITION, true, NULL},
    {CUDA_ERROR_ASSERT, TERN_INTERNAL, true, "an assertion in a kernel failed"},
    {CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, TERN_UNSUPPORTED, false, "copy it to a buffer"},
    {CUDA_ERROR_HARDWARE_STACK_ERROR, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_ILLEGAL_INSTRUCTION, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_MISALIGNED_ADDRESS, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_INVALID_ADDRESS_SPACE, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_INVALID_PC, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_LAUNCH_FAILED, TERN_INTERNAL, true, memory_advice},
    {CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, TERN_UNSUPPORTED, false,
     "the blocks of a cooperative kernel must all fit on the GPU at once"},
    {CUDA_ERROR_NOT_PERMITTED, TERN_UNSUPPORTED, false, NULL},
    {CUDA_ERROR_NOT_SUPPORTED, TERN_UNSUPPORTED, false, NULL},
    {CUDA_ERROR_SYSTEM_NOT_READY, TERN_UNSUPPORTED, false, "the fabric manager of the NVSwitch does not run"},
    {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, TERN_UNSUPPORTED, false,
     "libcuda and the kernel's module differ: restart after the driver's update"},
    {CUDA_ERROR_INVALID_CLUSTER_SIZE, TERN_UNSUPPORTED, false, "the GPU has no room for clusters of this size"},
};

static const result_row_t *find_row(CUresult result) {
  for (size_t i = 0; i < COUNT(results); ++i) {
    if (results[i].result == result) return &results[i];
  }
  return NULL;
}

bool tern_cuda_result_is_fatal(CUresult result) {
  const result_row_t *row = find_row(result);
  return row && row->is_fatal;
}

tern_status_t tern_cuda_status(const tern_cuda_api_t *api, CUresult result, const char *what) {
  if (result == CUDA_SUCCESS) return tern_ok();
  const char *name = NULL, *text = NULL;
  const result_row_t *row = find_row(result);
  api->GetErrorName(result, &name);
  api->GetErrorString(result, &text);
  return tern_status_make(row ? row->code : TERN_INTERNAL, "%s: %s (%s, %d)%s%s", what, text ? text : "unknown error",
                          name ? name : "no name", (int)result, row && row->advice ? "; " : "",
                          row && row->advice ? row->advice : "");
}
