// Numbers of 8 bits: each code's value by the definition of its format, and the code of many floats by a search for the nearest.

#include <cuda_fp8.h>

#include <cmath>

#include "check.h"

enum { COUNT = 4096 };

__global__ void convert(const float *x, unsigned char *codes, float *values, float4 *fours) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  codes[2 * i] = __nv_fp8_e4m3(x[i]).__x;
  codes[2 * i + 1] = __nv_fp8_e5m2(x[i]).__x;
  if (i >= 256) return;
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = b.__x = i;
  values[2 * i] = (float)a;
  values[2 * i + 1] = (float)b;
  fours[i] = (float4)__nv_fp8x4_e4m3(__nv_bfloat162(1.0f, 2.5f), __nv_bfloat162(-3.0f, (float)i));
}

static double value_of(int code, int bits, int bias) {
  int exponent = (code & 0x7f) >> bits, mantissa = code & ((1 << bits) - 1);
  double value = exponent ? ldexp(mantissa + (1 << bits), exponent - bias - bits) : ldexp(mantissa, 1 - bias - bits);
  return code & 0x80 ? -value : value;
}

// The code up to the largest finite one whose value is nearest; of two the even one.
static int nearest(float x, int bits, int bias, int largest) {
  int best = 0;
  double size = fmin(fabs(x), 1e9);  // infinity is as far from all
  for (int code = 1; code <= largest; code++) {
    double distance = fabs(value_of(code, bits, bias) - size), least = fabs(value_of(best, bits, bias) - size);
    if (distance < least || (distance == least && code % 2 == 0)) best = code;
  }
  return signbit(x) ? best | 0x80 : best;
}

int main() {
  static float x[COUNT], values[512], *dx, *dvalues;
  static unsigned char codes[2 * COUNT], *dcodes;
  static float4 fours[256], *dfours;
  unsigned seed = 1;
  for (int i = 0; i < COUNT; i++) {
    seed = seed * 1664525 + 1013904223;
    x[i] = ldexpf((float)(seed >> 8) / (1 << 24) - 0.5f, i % 40 - 20);
  }
  // Exactly between two, at the ends, and not a number.
  const float special[] = {0, -0.0f, 17, 19, 464, 465, 448, 57344, 61440, 1e9f, -1e9f, INFINITY, 0x1p-10f, 0x1.8p-9f, 0x1p-17f, 0x1.8p-16f};
  for (int i = 0; i < 16; i++) x[i] = special[i];
  x[16] = NAN;
  OK(cudaMalloc(&dx, sizeof x));
  OK(cudaMalloc(&dvalues, sizeof values));
  OK(cudaMalloc(&dcodes, sizeof codes));
  OK(cudaMalloc(&dfours, sizeof fours));
  OK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
  convert<<<COUNT / 128, 128>>>(dx, dcodes, dvalues, dfours);
  OK(cudaMemcpy(values, dvalues, sizeof values, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(codes, dcodes, sizeof codes, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(fours, dfours, sizeof fours, cudaMemcpyDeviceToHost));
  for (int code = 0; code < 256; code++) {
    int rest = code & 0x7f;
    CHECK(rest == 0x7f ? std::isnan(values[2 * code]) : values[2 * code] == (float)value_of(code, 3, 7));
    CHECK(rest > 0x7c ? std::isnan(values[2 * code + 1])
                      : values[2 * code + 1] == (rest == 0x7c ? (code & 0x80 ? -INFINITY : INFINITY) : (float)value_of(code, 2, 15)));
    float last = (float)value_of(nearest((float)code, 3, 7, 0x7e), 3, 7);
    CHECK(fours[code].x == 1.0f && fours[code].y == 2.5f && fours[code].z == -3.0f && fours[code].w == last);
  }
  for (int i = 0; i < COUNT; i++) {
    CHECK(codes[2 * i] == (i == 16 ? 0x7f : nearest(x[i], 3, 7, 0x7e)));
    CHECK(codes[2 * i + 1] == (i == 16 ? 0x7f : nearest(x[i], 2, 15, 0x7b)));
  }
  CHECK(__nv_cvt_float_to_fp8(500, __NV_NOSAT, __NV_E4M3) == 0x7f && __nv_cvt_float_to_fp8(-1e6f, __NV_NOSAT, __NV_E5M2) == 0xfc);
  return failures != 0;
}
