// Atomics with an order and a scope. A thousand threads change each word, so that an operation that is not atomic, or another one, is seen.

#include "check.h"

enum { THREADS = 128, BLOCKS = 8, COUNT = THREADS * BLOCKS };

struct words {
  int sum, difference, least, most, common;
  unsigned all, toggled;
  unsigned long long sum_by_exchange;
  double total;
  unsigned long long last, stored;
};

__global__ void change(words *w, unsigned long long *seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nv_atomic_fetch_add(&w->sum, i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_sub(&w->difference, i, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_fetch_min(&w->least, -i, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_max(&w->most, i, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_fetch_and(&w->common, ~(1 << i % 7), __NV_ATOMIC_RELEASE);
  __nv_atomic_fetch_or(&w->all, 1u << i % 20, __NV_ATOMIC_ACQUIRE);
  __nv_atomic_fetch_xor(&w->toggled, (unsigned)i, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_add(&w->total, 0.5, __NV_ATOMIC_RELAXED);
  unsigned long long old = __nv_atomic_load_n(&w->sum_by_exchange, __NV_ATOMIC_RELAXED);
  while (!__nv_atomic_compare_exchange_n(&w->sum_by_exchange, &old, old + i, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED)) {
  }
  seen[i] = __nv_atomic_exchange_n(&w->last, (unsigned long long)i, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(&w->stored, 77ull, __NV_ATOMIC_RELAXED);
}

int main() {
  words *dw, w = {0, 0, 5, -5, -1, 0, 0, 0, 0, COUNT, 0};
  static unsigned long long seen[COUNT];
  unsigned long long *dseen, left = COUNT;
  OK(cudaMalloc(&dw, sizeof w));
  OK(cudaMalloc(&dseen, sizeof seen));
  OK(cudaMemcpy(dw, &w, sizeof w, cudaMemcpyHostToDevice));
  change<<<BLOCKS, THREADS>>>(dw, dseen);
  OK(cudaMemcpy(&w, dw, sizeof w, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(seen, dseen, sizeof seen, cudaMemcpyDeviceToHost));
  const int sum = COUNT * (COUNT - 1) / 2;
  unsigned toggled = 0;
  for (unsigned i = 0; i < COUNT; i++) toggled ^= i;
  CHECK(w.sum == sum && w.difference == -sum && w.least == 1 - COUNT && w.most == COUNT - 1);
  CHECK(w.common == ~0x7f && w.all == 0xfffff && w.toggled == toggled);
  CHECK(w.sum_by_exchange == (unsigned long long)sum && w.total == COUNT * 0.5 && w.stored == 77);
  // Each value but the one that is left was seen by another thread, once.
  static bool is_seen[COUNT + 1];
  for (int i = 0; i < COUNT; i++) {
    CHECK(seen[i] <= COUNT && !is_seen[seen[i]]);
    is_seen[seen[i]] = true;
  }
  for (int i = 0; i <= COUNT; i++)
    if (!is_seen[i]) left = i;
  CHECK(left == w.last);
  return failures != 0;
}
