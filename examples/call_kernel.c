// A program that calls a kernel compiled ahead of time:
//
//   tern-compile examples/matmul.mlir -o matmul.o
//   cc -I include -I . examples/call_kernel.c matmul.o -lm -o call_kernel && ./call_kernel

#include <stdio.h>

#include "matmul.h"

int main(void) {
  static float a[32 * 24], b[24 * 16], c[32 * 16];
  for (int i = 0; i < 32 * 24; ++i) a[i] = (float)(i % 7);
  for (int i = 0; i < 24 * 16; ++i) b[i] = (float)(i % 5);
  void *bindings[] = {a, b, c};
  int status = tern_dispatch_run_serial(&main_ex_dispatch_entry_point, NULL, bindings, NULL);
  float expected = 0;
  for (int k = 0; k < 24; ++k) expected += a[3 * 24 + k] * b[k * 16 + 2];
  printf("c[3][2] = %g, expected %g\n", c[3 * 16 + 2], expected);
  return status != 0 || c[3 * 16 + 2] != expected;
}
