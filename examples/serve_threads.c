// Serves one module from many threads: all call the same session at the same time, each with a prepared call of its own,
// whose arguments, stack and results are reused from request to request.
//
//   cc serve_threads.c -lternrt -lpthread -o serve_threads
//   ./serve_threads model.tern 8 1000        8 threads, 1000 requests in all; inputs are zero

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tern/session.h"

typedef struct server {
  tern_session_t *session;
  tern_device_t *device;
  atomic_int requests_left;
} server_t;

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "serve_threads: %s\n", status.message);
  exit(1);
}

// An array of zeros as the function describes its argument; unknown sizes are 1.
static tern_buffer_view_t *make_input(tern_device_t *device, const tern_parameter_info_t *info) {
  int64_t dims[TERN_TENSOR_RANK_MAX];
  for (uint32_t i = 0; i < info->rank; ++i) dims[i] = info->dims[i] == TERN_DIM_DYNAMIC ? 1 : info->dims[i];
  tern_tensor_t zeros;
  tern_buffer_view_t *view;
  check(tern_tensor_initialize(info->element_type, info->rank, dims, &zeros));
  check(tern_buffer_view_from_tensor(device, &zeros, &view));
  tern_tensor_deinitialize(&zeros);
  return view;
}

static void *serve(void *user_data) {
  server_t *server = user_data;
  tern_call_t *call;
  check(tern_call_create(server->session, "main", &call));
  const tern_function_info_t *function = tern_call_function(call);
  for (uint32_t i = 0; i < function->argument_count; ++i) {
    tern_buffer_view_t *input = make_input(server->device, &function->arguments[i]);
    check(tern_call_set_buffer_view(call, i, input));  // the call keeps it
    tern_buffer_view_release(input);
  }
  while (atomic_fetch_sub(&server->requests_left, 1) > 0) {
    check(tern_call_invoke(call));
    // tern_call_result_buffer_view() and tern_call_result_tensor() have the results until the next request.
  }
  tern_call_destroy(call);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: serve_threads MODULE.tern THREADS REQUESTS\n");
    return 2;
  }
  enum { THREAD_MAX = 64 };
  int thread_count = atoi(argv[2]), request_count = atoi(argv[3]);
  if (thread_count < 1 || thread_count > THREAD_MAX) thread_count = THREAD_MAX;
  tern_instance_t *instance;
  tern_module_t *module;
  server_t server;
  atomic_init(&server.requests_left, request_count);
  check(tern_instance_create(NULL, &instance));
  // One thread for kernels: the requests are what runs in parallel.
  check(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 1}, &server.device));
  check(tern_module_load_file(argv[1], &module));
  const tern_session_params_t params = {
      .modules = &module, .module_count = 1, .devices = &server.device, .device_count = 1};
  check(tern_session_create(instance, &params, &server.session));

  pthread_t threads[THREAD_MAX];
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < thread_count; ++i) pthread_create(&threads[i], NULL, serve, &server);
  for (int i = 0; i < thread_count; ++i) pthread_join(threads[i], NULL);
  clock_gettime(CLOCK_MONOTONIC, &end);
  double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
  printf("%d requests by %d threads: %.1f us each\n", request_count, thread_count, seconds * 1e6 / request_count);

  tern_session_release(server.session);
  tern_module_release(module);
  tern_device_release(server.device);
  tern_instance_release(instance);
  return 0;
}
