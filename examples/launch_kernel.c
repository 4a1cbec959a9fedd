// Launches a kernel of Triton from a module file, on the CPU or on a GPU. Needs the runtime alone:
//
//   tern-compile softmax.ttir --target=cpu,cuda:sm_90a -o softmax.tern
//   cc launch_kernel.c -lternrt -lm -o launch_kernel
//   ./launch_kernel softmax.tern cpu         or cuda

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tern/kernel.h"

enum { ROWS = 100, COLUMNS = 777, SIZE = ROWS * COLUMNS * sizeof(float) };

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "launch_kernel: %s\n", status.message);
  exit(1);
}

static tern_buffer_t *allocate(tern_device_t *device, uint64_t *out_address) {
  tern_buffer_t *buffer;
  check(tern_buffer_allocate(
      device, TERN_BUFFER_USAGE_DISPATCH | TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_MAPPING, SIZE, &buffer));
  check(tern_buffer_address(buffer, out_address));
  return buffer;
}

// The largest difference from the softmax of each row in double precision.
static double compare(const float *in, const float *out) {
  double difference = 0;
  for (int row = 0; row < ROWS; ++row, in += COLUMNS, out += COLUMNS) {
    double sum = 0;
    for (int i = 0; i < COLUMNS; ++i) sum += exp(in[i]);
    for (int i = 0; i < COLUMNS; ++i) difference = fmax(difference, fabs(out[i] - exp(in[i]) / sum));
  }
  return difference;
}

int main(int argc, char **argv) {
  static float in[ROWS * COLUMNS], out[ROWS * COLUMNS];
  const uint32_t grid[3] = {ROWS, 1, 1};
  const int32_t columns = COLUMNS;
  tern_device_t *device;
  tern_module_t *module;
  tern_kernel_t *kernel;
  uint64_t in_address, out_address;
  if (argc != 3) {
    fprintf(stderr, "usage: launch_kernel MODULE.tern DEVICE\n");
    return 2;
  }
  check(tern_device_create(argv[2], NULL, &device));
  check(tern_module_load_file(argv[1], &module));
  check(tern_kernel_load(device, module, "softmax", &kernel));
  tern_buffer_t *in_buffer = allocate(device, &in_address), *out_buffer = allocate(device, &out_address);
  for (int i = 0; i < ROWS * COLUMNS; ++i) in[i] = (float)(rand() % 2001 - 1000) / 250;
  check(tern_buffer_write(in_buffer, 0, in, SIZE));
  const void *arguments[] = {&out_address, &in_address, &columns};
  check(tern_kernel_launch(kernel, grid, arguments, NULL));
  check(tern_device_wait_idle(device));
  check(tern_buffer_read(out_buffer, 0, out, SIZE));
  double difference = compare(in, out);
  printf("largest difference from float64: %.1e\n", difference);
  tern_buffer_release(in_buffer);
  tern_buffer_release(out_buffer);
  tern_kernel_release(kernel);
  tern_module_release(module);
  tern_device_release(device);
  return difference > 1e-6;
}
