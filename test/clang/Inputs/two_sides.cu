#include <cstdio>

#define SIZE 64
#define RUN(kernel, blocks, ...) kernel<<<(blocks), SIZE>>>(__VA_ARGS__)

struct scale_t {
  float factor;
  __host__ __device__ float apply(float x) const { return factor * x; }
  __device__ float on_device(float x) const { return apply(x) + threadIdx.x; }
};

__constant__ float offsets[4];
__device__ int counter = 5;
static __device__ float unseen[SIZE];

__device__ __noinline__ float only_on_device(float x) { return __shfl_sync(~0u, x, 0); }
extern "C" __device__ int declared_on_device(int x);

template <class T> __device__ T larger(T a, T b) { return a > b ? a : b; }

// A parameter without a name, and one with the name of the kernel.
__global__ void scale(scale_t scale, float *__restrict__ x, int) {
  extern __shared__ float shared[];
  shared[threadIdx.x] = scale.on_device(x[threadIdx.x]);
  __syncthreads();
  x[threadIdx.x] = shared[threadIdx.x] + offsets[1] + only_on_device(x[0]) + unseen[threadIdx.x];
  unseen[threadIdx.x] += 1;
  atomicAdd(&counter, 1);
}

template <class T, int index> __global__ void __launch_bounds__(SIZE) raise(T *x, const T value) { x[index] = larger(value, x[index]); }

template <class... values_t> __global__ void count(int *out, values_t... values) { *out = sizeof...(values) + 0 * sizeof(larger(values...)); }

namespace inner {
namespace {
__device__ double hidden[2];
__global__ void hide(double *x) { *x = hidden[0] += *x; }
}  // namespace
}  // namespace inner

template <class T> struct caller {
  static void call(T *x) { raise<T, 2><<<1, 1, 0, nullptr>>>(x, T(7)); }
};

int main() {
  float values[SIZE] = {1, 2, 3}, *x = nullptr;
  dim3 grid(1), block(SIZE);
  if (cudaMalloc(&x, sizeof values) != cudaSuccess) return 2;
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(offsets, values, sizeof offsets);
  scale<<<grid, block, sizeof values>>>(scale_t{2}, x, 0);
  RUN((raise<float, 1>), 1, x, 100.f);
  caller<float>::call(x);
  cudaMemcpy(values, x, sizeof values, cudaMemcpyDeviceToHost);
  int *counts = (int *)x, seen = 0, total = 0;
  if (values[0] != 0) count<<<1, 1>>>(counts, 2, 3);
  cudaMemcpy(&seen, counts, sizeof seen, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&total, counter, sizeof total);
  inner::hide<<<1, 1>>>(reinterpret_cast<double *>(x));
  double hidden[2] = {-1, -1};
  cudaMemcpyFromSymbol(hidden, inner::hidden, sizeof hidden);
  printf("%g %g %g %d %d %g %s\n", values[0], values[1], values[2], seen, total, hidden[1], cudaGetErrorString(cudaDeviceSynchronize()));
}
