// What the programs of this folder check with: each failure is told, and counted for the exit status.

#ifndef TERN_TEST_CUDA_CHECK_H_
#define TERN_TEST_CUDA_CHECK_H_

#include <cstdio>

static int failures;
#define CHECK(condition)                                                         \
  do {                                                                           \
    if (!(condition)) failures++, printf("line %d: %s\n", __LINE__, #condition); \
  } while (0)
#define CHECK_ERROR(call, expected)                                                                                    \
  do {                                                                                                                 \
    cudaError_t found_ = (call);                                                                                       \
    if (found_ != (expected)) failures++, printf("line %d: %s gives %s\n", __LINE__, #call, cudaGetErrorName(found_)); \
  } while (0)
#define OK(call) CHECK_ERROR(call, cudaSuccess)

#endif  // TERN_TEST_CUDA_CHECK_H_
