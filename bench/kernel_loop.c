// Compiles a dispatch and runs it again and again: kernel_loop FILE THREADS SECONDS SAMPLES.
//
// Prints one line for each sample: the seconds of one dispatch, as the mean over SECONDS. The buffers stay the same, as
// those of the peer do.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tern/compile.h"
#include "tern/runtime.h"

#define MAX_BINDINGS 16

static void show(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

static void require(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "kernel_loop: %s\n", status.message ? status.message : tern_status_code_name(status.code));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static tern_kernels_t *compile(const char *file) {
  tern_compiler_t *compiler;
  tern_kernels_t *kernels;
  require(tern_compiler_create(&compiler));
  tern_compiler_set_diagnostic_handler(compiler, show, NULL);
  require(tern_compiler_load_file(compiler, file));
  require(tern_compiler_compile(compiler, NULL, &kernels));
  tern_compiler_destroy(compiler);
  return kernels;
}

// A buffer of f32 that fits the binding, with numbers between 0 and 1.
static tern_buffer_t *make_buffer(tern_device_t *device, const tern_binding_info_t *binding) {
  size_t count = 1;
  for (uint32_t i = 0; i < binding->rank; ++i) count *= (size_t)binding->dims[i];
  tern_buffer_t *buffer;
  void *data;
  require(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, count * sizeof(float), &buffer));
  require(tern_buffer_map(buffer, TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER, &data));
  for (size_t i = 0; i < count; ++i) ((float *)data)[i] = (float)(i * 2654435761u % 1024) / 1024;
  require(tern_buffer_unmap(buffer, TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER));
  return buffer;
}

int main(int argc, char **argv) {
  if (argc != 5) return fprintf(stderr, "usage: kernel_loop FILE THREADS SECONDS SAMPLES\n"), 1;
  double seconds = atof(argv[3]);
  int samples = atoi(argv[4]);
  tern_kernels_t *kernels = compile(argv[1]);
  tern_device_options_t options = {.thread_count = (uint32_t)atoi(argv[2])};
  tern_device_t *device;
  tern_executable_t *executable;
  tern_command_buffer_t *commands;
  tern_executable_params_t params = {.format = "entry-points"};
  params.entry_points = tern_kernels_entry_points(kernels, &params.entry_point_count);
  require(tern_device_create("cpu", &options, &device));
  require(tern_executable_create(device, &params, &executable));
  const tern_entry_point_t *entry = tern_executable_entry_point_at(executable, 0);
  tern_buffer_t *buffers[MAX_BINDINGS];
  tern_buffer_range_t ranges[MAX_BINDINGS];
  for (uint32_t i = 0; i < entry->binding_count && i < MAX_BINDINGS; ++i) {
    buffers[i] = make_buffer(device, &entry->bindings[i]);
    ranges[i] = tern_buffer_whole(buffers[i]);
  }
  require(tern_command_buffer_create(device, &commands));
  require(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, ranges, entry->binding_count));
  require(tern_command_buffer_end(commands));
  require(tern_device_execute(device, commands));
  for (int i = 0; i < samples; ++i) {
    size_t count = 0;
    double start = now(), elapsed;
    while ((elapsed = now() - start) < seconds) {
      require(tern_device_execute(device, commands));
      ++count;
    }
    printf("%.9f\n", elapsed / (double)count);
  }
  tern_command_buffer_release(commands);
  for (uint32_t i = 0; i < entry->binding_count && i < MAX_BINDINGS; ++i) tern_buffer_release(buffers[i]);
  tern_executable_release(executable);
  tern_device_release(device);
  tern_kernels_destroy(kernels);
  return 0;
}
