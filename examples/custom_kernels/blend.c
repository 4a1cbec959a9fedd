// The kernel of blend.mlir for CPUs: one workgroup, which is 64 elements. The two push constants are the size and the weight.

#include <string.h>

#include "tern/dispatch.h"

int32_t blend(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z);

int32_t blend(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  const float *a = params->bindings[0], *b = params->bindings[1];
  float *result = params->bindings[2], weight;
  uint32_t start = 64 * x, size = params->push_constants[0];
  (void)y;
  (void)z;
  memcpy(&weight, &params->push_constants[1], sizeof weight);
  for (uint32_t i = start; i < size && i < start + 64; ++i) result[i] = a[i] + (b[i] - a[i]) * weight;
  return 0;
}
