// Calls of the runtime: limits of launches, errors that pass and errors that stay, streams, events, graphs, copies with a pitch.

#include <cstring>

#include "check.h"

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void __launch_bounds__(64) bounded(int *p) { p[threadIdx.x] = 1; }
__global__ void stop() { __trap(); }
static void count(void *data) { ++*(int *)data; }

static void check_limits(int *p) {
  add<<<1, 2048>>>(p, 1);
  CHECK_ERROR(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
  CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidConfiguration);
  CHECK_ERROR(cudaGetLastError(), cudaSuccess);
  add<<<dim3(1, 70000), 1>>>(p, 1);
  CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidConfiguration);
  add<<<0, 1>>>(p, 1);
  CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidConfiguration);
  bounded<<<1, 128>>>(p);
  CHECK(cudaGetLastError() != cudaSuccess);
  add<<<1, 1, 60 << 10>>>(p, 1);
  CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
  OK(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
  add<<<1, 1, 60 << 10>>>(p, 0);
  OK(cudaGetLastError());
  CHECK_ERROR(cudaMemcpy(p, p, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
  CHECK_ERROR(cudaSetDevice(99), cudaErrorInvalidDevice);
  CHECK_ERROR(cudaFree((char *)p + 4), cudaErrorInvalidValue);
  cudaGetLastError();
}

static void check_streams(int *p) {
  cudaStream_t stream;
  cudaEvent_t begin, end;
  int calls = 0, value[4];
  float time = -1;
  OK(cudaStreamCreate(&stream));
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  CHECK_ERROR(cudaEventElapsedTime(&time, begin, end), cudaErrorInvalidResourceHandle);
  OK(cudaMemsetAsync(p, 0, 4 * sizeof(int), stream));
  OK(cudaEventRecord(begin, stream));
  add<<<1, 4, 0, stream>>>(p, 5);
  OK(cudaLaunchHostFunc(stream, count, &calls));
  OK(cudaEventRecord(end, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaEventElapsedTime(&time, begin, end));
  CHECK(time >= 0 && calls == 1);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 4, 0, stream>>>(p, 2);
  OK(cudaMemcpyAsync(value, p, sizeof value, cudaMemcpyDeviceToHost, stream));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  size_t nodes = 0;
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphGetNodes(graph, NULL, &nodes));
  CHECK(nodes == 2);
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int i = 0; i < 3; i++) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(value[0] == 11 && value[3] == 11);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaEventDestroy(begin));
  OK(cudaEventDestroy(end));
  OK(cudaStreamDestroy(stream));
}

static void check_memory(void) {
  char in[6][10], out[6][10], *p;
  size_t pitch;
  for (int i = 0; i < 60; i++) in[i / 10][i % 10] = (char)i;
  memset(out, 0, sizeof out);
  OK(cudaMallocPitch(&p, &pitch, 10, 6));
  CHECK(pitch >= 10);
  OK(cudaMemcpy2D(p, pitch, in, 10, 10, 6, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(out, 10, p, pitch, 10, 6, cudaMemcpyDeviceToHost));
  CHECK(memcmp(in, out, sizeof in) == 0);
  CHECK_ERROR(cudaMemcpy2D(p, 5, in, 10, 10, 6, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, p));
  CHECK(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == p);
  OK(cudaFree(p));
  void *huge;
  CHECK_ERROR(cudaMalloc(&huge, (size_t)1 << 60), cudaErrorMemoryAllocation);
  CHECK_ERROR(cudaGetLastError(), cudaErrorMemoryAllocation);
}

int main() {
  int *p, devices = 0;
  cudaDeviceProp properties;
  OK(cudaGetDeviceCount(&devices));
  OK(cudaGetDeviceProperties(&properties, 0));
  CHECK(devices >= 1 && properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024);
  OK(cudaMalloc(&p, 4096));
  check_limits(p);
  check_streams(p);
  check_memory();
  // A trap is told by the calls that follow, and does not go away.
  stop<<<1, 1>>>();
  OK(cudaPeekAtLastError());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  CHECK(cudaMalloc(&p, 4) != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  return failures != 0;
}
