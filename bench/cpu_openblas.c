// The worker of bench/cpu.py that runs OpenBLAS: cpu_openblas THREADS. The library is found when it starts; its own
// environment variables choose kernels and threads.
//
//   load gemm M N K A B          a row-major product in f32; the faster of the library's ways where there are several
//   load dense M N K A B BIAS    the same with a row added and what is below zero cut off, in a loop behind it
//
// It greets with the library's version and the core whose kernels it chose.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_worker.h"

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 };  // of the CBLAS interface

static void (*sgemm)(int order, int turn_a, int turn_b, int m, int n, int k, float alpha, const float *a, int lda,
                     const float *b, int ldb, float beta, float *c, int ldc);
static void (*sgemv)(int order, int turn_a, int m, int n, float alpha, const float *a, int lda, const float *x,
                     int incx, float beta, float *y, int incy);

static struct {
  int m, n, k;
  bool is_dense, uses_gemv;
  worker_array_t a, b, bias, out;
} state;

static const char *call(void) {
  int m = state.m, n = state.n, k = state.k;
  const float *a = state.a.data, *b = state.b.data, *bias = state.bias.data;
  float *out = state.out.data;
  if (state.uses_gemv)
    sgemv(ROW_MAJOR, TRANSPOSE, k, n, 1, b, n, a, 1, 0, out, 1);
  else
    sgemm(ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, m, n, k, 1, a, k, b, n, 0, out, n);
  if (state.is_dense)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = out[(size_t)i * (size_t)n + (size_t)j] + bias[j];
        out[(size_t)i * (size_t)n + (size_t)j] = sum > 0 ? sum : 0;
      }
  return NULL;
}

static const char *load(int count, char **words) {
  state.is_dense = count == 7 && !strcmp(words[0], "dense");
  if (!state.is_dense && (count != 6 || strcmp(words[0], "gemm"))) return worker_problem("unknown case");
  state.m = atoi(words[1]), state.n = atoi(words[2]), state.k = atoi(words[3]);
  const char *wrong = worker_read(words[4], &state.a);
  if (!wrong) wrong = worker_read(words[5], &state.b);
  if (!wrong && state.is_dense) wrong = worker_read(words[6], &state.bias);
  if (!wrong) wrong = worker_allocate((size_t)state.m * (size_t)state.n * sizeof(float), &state.out);
  if (wrong || state.m != 1) return wrong;
  double gemm = worker_least(call);
  state.uses_gemv = true;
  state.uses_gemv = worker_least(call) < gemm;
  return NULL;
}

static const char *check(const char *folder) {
  worker_poison(&state.out);
  call();
  return worker_write(folder, 0, state.out.data, state.out.size);
}

static void drop(void) {
  worker_free(&state.a);
  worker_free(&state.b);
  worker_free(&state.bias);
  worker_free(&state.out);
  memset(&state, 0, sizeof state);
}

// A function of the library; the conversion is POSIX's way round C's ban on casts between data and code.
static void find(void *library, const char *name, void *out_function) { *(void **)out_function = dlsym(library, name); }

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: cpu_openblas THREADS\n"), 1;
  void *library = dlopen("libopenblas.so.0", RTLD_NOW);
  char *(*core_name)(void) = NULL, *(*config)(void) = NULL;
  void (*set_threads)(int) = NULL;
  if (library) {
    find(library, "cblas_sgemm", &sgemm);
    find(library, "cblas_sgemv", &sgemv);
    find(library, "openblas_get_corename", &core_name);
    find(library, "openblas_get_config", &config);
    find(library, "openblas_set_num_threads", &set_threads);
  }
  if (!sgemm || !sgemv || !core_name || !config || !set_threads)
    return printf("error libopenblas.so.0 is not installed\n"), 1;
  set_threads(atoi(argv[1]));
  char version[32] = "", greeting[128];
  sscanf(config(), "OpenBLAS %31s", version);
  snprintf(greeting, sizeof greeting, "%s with kernels for %s", version, core_name());
  return worker_serve(&(worker_t){.greeting = greeting, .load = load, .call = call, .check = check, .drop = drop});
}
