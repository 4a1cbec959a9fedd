// What kernels may do: barriers in loops and behind early ends, warps, votes, shared memory of both kinds, constants, atomics, local
// arrays, recursion, calls of libm. Each result is compared with the host's.

#include <cmath>
#include <cstdlib>

#include "check.h"

enum { COUNT = 1000 };
__constant__ float factors[4];
__device__ int counter;

__global__ void scale(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factors[i % 4] * x[i] + sinf(x[i]);
}

__global__ void sum_blocks(const float *x, float *sums, int n) {
  extern __shared__ float part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

// Warps sum by shuffles, and the first warp, apart from the others, sums their sums.
__global__ void sum_warps(const float *x, float *sum, int n) {
  __shared__ float part[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float v = i < n ? x[i] : 0;
  for (int step = 16; step; step >>= 1) v += __shfl_down_sync(0xffffffff, v, step);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? part[lane] : 0;
    for (int step = 16; step; step >>= 1) v += __shfl_xor_sync(0xffffffff, v, step);
    if (lane == 0) atomicAdd(sum, v);
  }
}

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float s[16][16], t[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += s[threadIdx.y][i] * t[i][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void reverse(int *out, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i >= n) return;
  s[i] = i;
  __syncthreads();
  out[i] = s[n - 1 - i];
}

__global__ void vote(unsigned *out) {
  int i = threadIdx.x;
  out[i] = __ballot_sync(0xffffffff, i % 3 == 0);
  if (i % 2) out[i] ^= __activemask();
  out[i + 64] = __syncthreads_count(i < 10);
}

// Each thread waits at barriers a number of times that all have in common, with an array of its own across them.
__global__ void rotate(int *out) {
  __shared__ int s[48];
  int own[4];
  for (int k = 0; k < 4; k++) own[k] = threadIdx.x * 4 + k;
  for (int round = 0; round < 3; round++) {
    s[threadIdx.x] = own[round];
    __syncthreads();
    own[round + 1] += s[(threadIdx.x + 1) % 48];
    __syncthreads();
  }
  out[threadIdx.x] = own[3];
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recurse(int *out) {
  out[threadIdx.x] = fibonacci(threadIdx.x);
  atomicAdd(&counter, 1);
}

int main() {
  static float x[COUNT], y[COUNT], sums[4], a[64 * 64], b[64 * 64], c[64 * 64];
  float *dx, *dy, *da, *db, *dc, host_factors[] = {1, -2, 3, 0.5f};
  double total = 0;
  for (int i = 0; i < COUNT; i++) total += x[i] = (float)(i % 7);
  OK(cudaMalloc(&dx, sizeof x));
  OK(cudaMalloc(&dy, sizeof x));
  OK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
  OK(cudaMemset(dy, 0xff, sizeof x));
  OK(cudaMemcpyToSymbol(factors, host_factors, sizeof factors));
  scale<<<8, 128>>>(COUNT, dx, dy);
  OK(cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; i++) CHECK(fabsf(y[i] - (host_factors[i % 4] * x[i] + sinf(x[i]))) < 1e-5f);
  sum_blocks<<<4, 256, 256 * sizeof(float)>>>(dx, dy, COUNT);
  OK(cudaMemcpy(sums, dy, sizeof sums, cudaMemcpyDeviceToHost));
  CHECK(sums[0] + sums[1] + sums[2] + sums[3] == (float)total);
  OK(cudaMemset(dy, 0, sizeof(float)));
  sum_warps<<<4, 256>>>(dx, dy, COUNT);
  OK(cudaMemcpy(sums, dy, sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(sums[0] == (float)total);

  for (int i = 0; i < 64 * 64; i++) a[i] = (float)(rand() % 10), b[i] = (float)(rand() % 10);
  OK(cudaMalloc(&da, sizeof a));
  OK(cudaMalloc(&db, sizeof a));
  OK(cudaMalloc(&dc, sizeof a));
  OK(cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice));
  multiply<<<dim3(4, 4), dim3(16, 16)>>>(da, db, dc, 64);
  OK(cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64 * 64; i++) {
    float sum = 0;
    for (int k = 0; k < 64; k++) sum += a[i / 64 * 64 + k] * b[k * 64 + i % 64];
    CHECK(c[i] == sum);
  }

  int numbers[64];
  unsigned votes[128];
  reverse<<<1, 64>>>((int *)dy, 50);
  OK(cudaMemcpy(numbers, dy, sizeof numbers, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 50; i++) CHECK(numbers[i] == 49 - i);
  vote<<<1, 64>>>((unsigned *)dy);
  OK(cudaMemcpy(votes, dy, sizeof votes, cudaMemcpyDeviceToHost));
  CHECK(votes[0] == 0x49249249 && votes[33] == (0x92492492u ^ 0xaaaaaaaau) && votes[64 + 40] == 10);
  rotate<<<1, 48>>>((int *)dy);
  OK(cudaMemcpy(numbers, dy, 48 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 48; i++) {
    int expected = i * 4 + 3;
    for (int k = 0; k < 3; k++) expected += (i + 3 - k) % 48 * 4 + k;
    CHECK(numbers[i] == expected);
  }
  recurse<<<1, 20>>>((int *)dy);
  OK(cudaMemcpy(numbers, dy, 20 * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(numbers[19] == 4181);
  OK(cudaMemcpyFromSymbol(numbers, counter, sizeof(int)));
  CHECK(numbers[0] == 20);
  OK(cudaDeviceSynchronize());
  return failures != 0;
}
