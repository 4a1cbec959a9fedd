// Launches a kernel of Triton that is a part of the program, on the CPU or on a GPU. Needs the runtime alone:
//
//   tern-compile matmul.py --signature='*fp32,*fp32,*fp32,i32,i32,i32' --constexpr=ROWS=32 --constexpr=COLUMNS=32 --constexpr=DEPTH=16
//     --grid='(m + ROWS - 1) / ROWS, (n + COLUMNS - 1) / COLUMNS' --target=cpu,cuda:sm_80 -o matmul.o
//   cc launch_matmul.c matmul.o -lternrt -lm -o launch_matmul
//   ./launch_matmul cpu         or cuda

#include "matmul.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  M = 70,
  N = 50,
  K = 90,
  USAGE = TERN_BUFFER_USAGE_DISPATCH | TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_MAPPING
};

static void check(tern_status_t status) {
  if (!tern_status_is_ok(status)) exit(fprintf(stderr, "launch_matmul: %s\n", status.message) > 0);
}

int main(int argc, char **argv) {
  static float values[3][M * N + M * K + K * N];
  const size_t sizes[] = {M * K * sizeof(float), K * N * sizeof(float), M * N * sizeof(float)};
  tern_device_t *device;
  tern_buffer_t *buffers[3];
  uint64_t addresses[3];
  double difference = 0;
  check(tern_device_create(argc > 1 ? argv[1] : "cpu", NULL, &device));
  for (int i = 0; i < 3; ++i) {
    for (size_t j = 0; i < 2 && j < sizes[i] / sizeof(float); ++j) values[i][j] = (float)(rand() % 19 - 9);
    check(tern_buffer_allocate(device, USAGE, sizes[i], &buffers[i]));
    check(tern_buffer_address(buffers[i], &addresses[i]));
    check(tern_buffer_write(buffers[i], 0, values[i], sizes[i]));
  }
  check(matmul(device, NULL, addresses[0], addresses[1], addresses[2], M, N, K));
  check(tern_device_wait_idle(device));
  check(tern_buffer_read(buffers[2], 0, values[2], sizes[2]));
  for (int i = 0; i < M * N; ++i) {
    double expected = 0;
    for (int k = 0; k < K; ++k) expected += (double)values[0][i / N * K + k] * values[1][k * N + i % N];
    difference = fmax(difference, fabs(expected - values[2][i]));
  }
  printf("largest difference: %g\n", difference);
  tern_kernel_library_unload(&matmul_library);
  for (int i = 0; i < 3; ++i) tern_buffer_release(buffers[i]);
  tern_device_release(device);
  return difference != 0;
}
