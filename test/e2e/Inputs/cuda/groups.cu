// Cooperative groups: blocks, tiles, tiles of tiles, threads that are together, reductions of numbers and of structures.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "check.h"

namespace cg = cooperative_groups;

enum { THREADS = 96, BLOCKS = 3, COUNT = THREADS * BLOCKS };

struct best {
  double value;
  int place;
};
struct better {
  __device__ best operator()(best a, best b) const { return a.value > b.value || (a.value == b.value && a.place < b.place) ? a : b; }
};

__global__ void numbers(unsigned long long *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  auto warp = cg::tiled_partition<32>(block);
  auto four = cg::tiled_partition<4>(warp);
  cg::thread_block_tile<4> any_four = four;
  cg::thread_group eight = cg::tiled_partition(block, 8);
  unsigned long long *row = out + 12 * grid.thread_rank();
  row[0] = block.thread_rank();
  row[1] = block.size() * 1000 + block.group_index().x;
  row[2] = grid.size() * 1000 + grid.block_rank();
  row[3] = warp.meta_group_rank() * 1000 + warp.meta_group_size();
  row[4] = any_four.meta_group_rank() * 1000 + any_four.meta_group_size();
  row[5] = four.thread_rank() * 1000 + four.size();
  row[6] = eight.thread_rank() * 1000 + eight.size();
  row[7] = cg::group_size(block) + cg::thread_rank(four);
  row[8] = block.thread_index().y * 1000 + block.dim_threads().x;
  cg::sync(block);
  row[9] = four.ballot(row[0] % 3 == 0);
  row[10] = four.any(row[0] == 5) * 10 + four.all(row[0] < 6);
  eight.sync();
  row[11] = (unsigned long long)four.shfl_down((double)row[0], 1) * 1000 + four.shfl((short)row[0], 2);
}

__global__ void reduces(const float *x, float *sums, int *largest, best *bests, int *bits) {
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = cg::reduce(warp, x[i], cg::plus<float>());
  largest[i] = cg::reduce(eight, (int)x[i], cg::greater<int>());
  bests[i] = cg::reduce(warp, best{x[i], i}, better());
  bits[i] = cg::reduce(eight, i, cg::bit_xor<int>());
}

// Every third thread, and of those the odd ones: as one atomic for all that are together.
__global__ void together(int *counter, int *out) {
  int i = threadIdx.x;
  if (i % 3 != 0) return;
  cg::coalesced_group group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(counter, group.size());
  out[i] = group.shfl(first, 0) + group.thread_rank();
  out[THREADS + i] = cg::reduce(group, i, cg::plus<int>());
  out[2 * THREADS + i] = group.ballot(i % 2) * 100 + group.shfl_up(i, 2);
  cg::coalesced_group half = cg::binary_partition(group, i % 2);
  out[3 * THREADS + i] = half.size() * 100 + half.thread_rank();
}

static void check_numbers() {
  static unsigned long long rows[COUNT][12];
  unsigned long long *out;
  OK(cudaMalloc(&out, sizeof rows));
  OK(cudaMemset(out, 0xff, sizeof rows));
  numbers<<<BLOCKS, dim3(16, 6)>>>(out);
  OK(cudaMemcpy(rows, out, sizeof rows, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < COUNT; i++) {
    unsigned long long rank = i % THREADS, four = rank / 4 * 4, lane = rank % 4, ballot = 0;
    for (int k = 0; k < 4; k++) ballot |= (four + k) % 3 == 0 ? 1 << k : 0;
    CHECK(rows[i][0] == rank && rows[i][1] == THREADS * 1000 + i / THREADS && rows[i][2] == COUNT * 1000 + i / THREADS);
    CHECK(rows[i][3] == rank / 32 * 1000 + 3 && rows[i][4] == rank % 32 / 4 * 1000 + 8 && rows[i][5] == lane * 1000 + 4);
    CHECK(rows[i][6] == rank % 8 * 1000 + 8 && rows[i][7] == THREADS + lane && rows[i][8] == rank / 16 * 1000 + 16);
    CHECK(rows[i][9] == ballot && rows[i][10] == (four == 4) * 10 + (four + 3 < 6));
    CHECK(rows[i][11] == (lane < 3 ? rank + 1 : rank) * 1000 + four + 2);
  }
}

static void check_reduces() {
  static float x[COUNT], sums[COUNT];
  static int largest[COUNT], bits[COUNT];
  static best bests[COUNT];
  float *dx, *dsums;
  int *dlargest, *dbits;
  best *dbests;
  for (int i = 0; i < COUNT; i++) x[i] = (float)(i * 7919 % 101 - 50);
  OK(cudaMalloc(&dx, sizeof x));
  OK(cudaMalloc(&dsums, sizeof sums));
  OK(cudaMalloc(&dlargest, sizeof largest));
  OK(cudaMalloc(&dbits, sizeof bits));
  OK(cudaMalloc(&dbests, sizeof bests));
  OK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
  reduces<<<BLOCKS, THREADS>>>(dx, dsums, dlargest, dbests, dbits);
  OK(cudaMemcpy(sums, dsums, sizeof sums, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(largest, dlargest, sizeof largest, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(bits, dbits, sizeof bits, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(bests, dbests, sizeof bests, cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; i++) {
    float sum = 0;
    int most = -1000, parity = 0, place = i / 32 * 32;
    for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++) {
      sum += x[k];
      if (x[k] > x[place]) place = k;
    }
    for (int k = i / 8 * 8; k < i / 8 * 8 + 8; k++) parity ^= k, most = x[k] > most ? (int)x[k] : most;
    CHECK(sums[i] == sum && largest[i] == most && bits[i] == parity);
    CHECK(bests[i].value == x[place] && bests[i].place == place);
  }
}

static void check_together() {
  int *counter, *dout, out[4 * THREADS];
  OK(cudaMalloc(&counter, sizeof(int)));
  OK(cudaMalloc(&dout, sizeof out));
  OK(cudaMemset(counter, 0, sizeof(int)));
  OK(cudaMemset(dout, 0xff, sizeof out));
  together<<<1, THREADS>>>(counter, dout);
  OK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
  unsigned seen = 0;
  for (int warp = 0; warp < THREADS; warp += 32) {
    int members[32], size = 0, sum = 0, odd = 0, ballot = 0;
    for (int i = warp; i < warp + 32; i++)
      if (i % 3 == 0) members[size++] = i;
    for (int k = 0; k < size; k++) sum += members[k], odd += members[k] % 2, ballot |= (members[k] % 2) << k;
    int base = out[members[0]], odds = 0;
    for (int k = 0; k < size; k++) {
      int i = members[k], is_odd = i % 2;
      CHECK(out[i] == base + k && out[THREADS + i] == sum);
      CHECK(out[2 * THREADS + i] == ballot * 100 + members[k < 2 ? k : k - 2]);
      CHECK(out[3 * THREADS + i] == (is_odd ? odd : size - odd) * 100 + (is_odd ? odds : k - odds));
      odds += is_odd;
    }
    seen += base;
  }
  CHECK(seen == 0 + 11 + 22 || seen == 0 + 11 + 21 || seen == 0 + 10 + 21);
}

int main() {
  check_numbers();
  check_reduces();
  check_together();
  OK(cudaDeviceSynchronize());
  return failures != 0;
}
