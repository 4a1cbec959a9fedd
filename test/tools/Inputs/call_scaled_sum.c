// Calls a kernel of kernels.o on random numbers and compares with a plain loop.

#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"

int main(void) {
  float a[15], b[5], sum[15];
  int wrong = 0;
  for (int i = 0; i < 15; ++i) {
    a[i] = (float)rand() / (float)RAND_MAX;
    sum[i] = -1;
  }
  for (int i = 0; i < 5; ++i) b[i] = (float)rand() / (float)RAND_MAX;
  void *bindings[] = {a, b, sum};
  if (tern_dispatch_run_serial(&scaled_sum_entry_point, NULL, bindings, NULL) != 0) return 1;
  for (int i = 0; i < 15; ++i) wrong += sum[i] != a[i] + b[i % 5];
  printf("%d of 15 elements are wrong\n", wrong);
  return wrong != 0;
}
