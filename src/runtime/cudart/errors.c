// Errors: the last one of each thread, names and texts.

#include "runtime/cudart/cudart.h"

static _Thread_local cudaError_t last_error;

typedef struct row {
  cudaError_t error;
  const char *name, *text;
} row_t;
#define TERN_CUDA_ERROR(name, number, text) {name, #name, text},
static const row_t rows[] = {
#include <cuda/cuda_errors.def>
};
#undef TERN_CUDA_ERROR

static const row_t *row_of(cudaError_t error) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].error == error) return &rows[i];
  }
  return NULL;
}

// After these nothing of the context works any more: every call gives them again, and nothing clears them.
static bool is_sticky(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout: return true;
    default: return false;
  }
}

cudaError_t cudart_note(result_t result) {
  cudaError_t error = (cudaError_t)result;
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

void cudart_forget_error(void) { last_error = cudaSuccess; }

CUDART_API cudaError_t cudaGetLastError(void) {
  cudaError_t error = last_error;
  if (!is_sticky(error)) last_error = cudaSuccess;
  return error;
}

CUDART_API cudaError_t cudaPeekAtLastError(void) { return last_error; }

CUDART_API const char *cudaGetErrorName(cudaError_t error) {
  const row_t *row = row_of(error);
  return row ? row->name : "unrecognized error code";
}

CUDART_API const char *cudaGetErrorString(cudaError_t error) {
  const row_t *row = row_of(error);
  return row ? row->text : "unrecognized error code";
}

CUDART_API cudaError_t cudaDriverGetVersion(int *version) { return cudart_note(DRIVER(version, version)); }

CUDART_API cudaError_t cudaRuntimeGetVersion(int *version) {
  if (!version) return cudart_note(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
