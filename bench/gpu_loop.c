// Times a dispatch of a module on a device by the device's own clock, and checks what it computed.
//
//   gpu_loop DEVICE MODULE KIND REPEATS     KIND: matmul (out = in0 x in1), dense (out = max(in0 x in1 + in2, 0), in2 a
//                                                 row) or add (out = in0 + in1)
//
// Prints the median time of a dispatch in microseconds, the number of dispatches, and the largest relative error of the
// checked elements. Inputs are random, outputs are poisoned before the run. Needs libternrt only.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/module.h"

#define CHECK(expression)                                                  \
  do {                                                                     \
    tern_status_t status_ = (expression);                                  \
    if (!tern_status_is_ok(status_)) {                                     \
      fprintf(stderr, "gpu_loop: %s: %s\n", #expression, status_.message); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)

#define MAX_ROUNDS 32
#define CHECKED_ELEMENTS 512

static uint32_t random_state = 1;
static uint32_t next_random(void) { return random_state = random_state * 1664525u + 1013904223u; }

// Numbers of eight bits, which every type below holds exactly.
static double random_number(void) { return ((int)(next_random() >> 24) - 128) / 64.0; }

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static void store(void *data, size_t index, uint32_t type, double value) {
  if (type == TERN_ELEMENT_TYPE_F32) ((float *)data)[index] = (float)value;
  if (type == TERN_ELEMENT_TYPE_BF16) ((uint16_t *)data)[index] = (uint16_t)(bits_of((float)value) >> 16);
  if (type == TERN_ELEMENT_TYPE_F16) {
    uint32_t bits = bits_of((float)value), exponent = bits >> 23 & 255;
    uint32_t half = value == 0 ? 0 : (exponent - 112) << 10 | (bits >> 13 & 1023);
    ((uint16_t *)data)[index] = (uint16_t)((bits >> 16 & 0x8000) | half);
  }
}

static double load(const void *data, size_t index, uint32_t type) {
  if (type == TERN_ELEMENT_TYPE_F32) return ((const float *)data)[index];
  uint16_t half = ((const uint16_t *)data)[index];
  if (type == TERN_ELEMENT_TYPE_BF16) {
    uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  int exponent = half >> 10 & 31, fraction = half & 1023;
  double value = exponent == 31 ? NAN : exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
  return half & 0x8000 ? -value : value;
}

static size_t count_elements(const tern_binding_info_t *binding) {
  size_t count = 1;
  for (uint32_t i = 0; i < binding->rank; ++i) count *= (size_t)binding->dims[i];
  return count;
}

// The output is the last binding.
static double check(const char *kind, const tern_binding_info_t *bindings, size_t output, void *const *data) {
  double worst = 0;
  size_t count = count_elements(&bindings[output]);
  for (size_t i = 0; i < CHECKED_ELEMENTS; ++i) {
    size_t at = ((size_t)next_random() << 16 ^ next_random()) % count;
    double expected = 0, scale = 0;
    if (strcmp(kind, "add") == 0) {
      expected = load(data[0], at, bindings[0].element_type) + load(data[1], at, bindings[1].element_type);
      scale = fabs(expected);
    } else {
      size_t columns = (size_t)bindings[output].dims[1], depth = (size_t)bindings[0].dims[1];
      for (size_t k = 0; k < depth; ++k) {
        double term = load(data[0], at / columns * depth + k, bindings[0].element_type) *
                      load(data[1], k * columns + at % columns, bindings[1].element_type);
        expected += term;
        scale += fabs(term);
      }
      if (output == 3) expected = fmax(expected + load(data[2], at % columns, bindings[2].element_type), 0);
    }
    double error = fabs(load(data[output], at, bindings[output].element_type) - expected) / (scale + 1e-30);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double measure(tern_device_t *device, tern_executable_t *executable, const tern_buffer_range_t *ranges,
                      size_t range_count, int repeats) {
  tern_command_buffer_t *commands;
  CHECK(tern_command_buffer_create(device, &commands));
  CHECK(tern_command_buffer_timestamp(commands, 0));
  for (int i = 0; i < repeats; ++i) {
    CHECK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, ranges, range_count));
    CHECK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_DISPATCH));
  }
  CHECK(tern_command_buffer_timestamp(commands, 1));
  CHECK(tern_command_buffer_end(commands));
  double times[MAX_ROUNDS];
  size_t rounds = 9;
  for (size_t i = 0; i < rounds + 2; ++i) {
    uint64_t elapsed;
    CHECK(tern_device_execute(device, commands));
    CHECK(tern_command_buffer_elapsed(commands, 0, 1, &elapsed));
    if (i >= 2) times[i - 2] = (double)elapsed / repeats * 1e-3;
  }
  tern_command_buffer_release(commands);
  qsort(times, rounds, sizeof times[0], compare_times);
  return times[rounds / 2];
}

int main(int argc, char **argv) {
  if (argc != 5) return fprintf(stderr, "usage: gpu_loop DEVICE MODULE matmul|dense|add REPEATS\n"), 1;
  int repeats = atoi(argv[4]);
  tern_device_t *device;
  tern_module_t *module;
  tern_executable_params_t params;
  tern_executable_t *executable;
  CHECK(tern_device_create(argv[1], NULL, &device));
  CHECK(tern_module_load_file(argv[2], &module));
  CHECK(tern_module_executable_for(module, tern_device_driver_name(device), &params));
  CHECK(tern_executable_create(device, &params, &executable));
  const tern_entry_point_t *entry = tern_executable_entry_point_at(executable, 0);
  size_t count = strcmp(argv[3], "dense") == 0 ? 4 : 3;
  if (entry->binding_count != count)
    return fprintf(stderr, "gpu_loop: %zu inputs and an output are expected\n", count - 1), 1;
  tern_buffer_t *buffers[4];
  tern_buffer_range_t ranges[4];
  void *data[4];
  for (size_t b = 0; b < count; ++b) {
    const tern_binding_info_t *info = &entry->bindings[b];
    size_t elements = count_elements(info), size = elements * (info->element_type == TERN_ELEMENT_TYPE_F32 ? 4 : 2);
    data[b] = malloc(size);
    if (!data[b]) return fprintf(stderr, "gpu_loop: no memory\n"), 1;
    memset(data[b], 0xFF, size);
    for (size_t i = 0; b + 1 < count && i < elements; ++i) store(data[b], i, info->element_type, random_number());
    CHECK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, size, &buffers[b]));
    CHECK(tern_buffer_write(buffers[b], 0, data[b], size));
    ranges[b] = tern_buffer_whole(buffers[b]);
  }
  double time = measure(device, executable, ranges, count, repeats);
  size_t output = count - 1;
  CHECK(tern_buffer_read(buffers[output], 0, data[output], tern_buffer_size(buffers[output])));
  printf("%.3f us %d dispatches, error %.2e\n", time, repeats, check(argv[3], entry->bindings, output, data));
  for (size_t b = 0; b < count; ++b) {
    tern_buffer_release(buffers[b]);
    free(data[b]);
  }
  tern_executable_release(executable);
  tern_module_destroy(module);
  tern_device_release(device);
  return 0;
}
