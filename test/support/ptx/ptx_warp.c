// What the threads of a warp do together: they exchange registers, and load and store matrices of 8 by 8.

#include <string.h>

#include "ptx/ptx_code.h"

static thread_t *lane_of(thread_t *t, uint32_t lane) {
  uint32_t at = t->number / 32 * 32 + lane;
  return at < t->block->thread_count ? &t->block->threads[at] : NULL;
}

#define FOR_LANES(t, lane)                   \
  for (uint32_t lane = 0; lane < 32; ++lane) \
    if ((t)->warp->active >> lane & 1)

void ptx_shfl(thread_t *t, const instruction_t *i) {
  uint64_t values[32] = {0}, results[32];
  bool found[32];
  FOR_LANES(t, lane) values[lane] = ptx_get(lane_of(t, lane), operand(t, i, 1));
  FOR_LANES(t, lane) {
    const thread_t *one = lane_of(t, lane);
    uint32_t by = (uint32_t)ptx_get(one, operand(t, i, 2)) & 31, c = (uint32_t)ptx_get(one, operand(t, i, 3));
    uint32_t segment = c >> 8 & 31, clamp = c & 31, least = lane & segment,
             most = (lane & segment) | (clamp & ~segment & 31), from = lane;
    if (has(i, M_up)) {
      found[lane] = (int32_t)(lane - by) >= (int32_t)most;
      from = lane - by;
    } else if (has(i, M_down)) {
      found[lane] = lane + by <= most;
      from = lane + by;
    } else if (has(i, M_bfly)) {
      found[lane] = (lane ^ by) <= most;
      from = lane ^ by;
    } else {
      from = least | (by & ~segment & 31);
      found[lane] = from <= most;
    }
    if (!found[lane]) from = lane;
    if (!(t->warp->active >> (from & 31) & 1))
      ptx_fail(launch_of(t), "lane %u asks lane %u, which is not there", lane, from);
    results[lane] = values[from & 31];
  }
  FOR_LANES(t, lane) {
    const operand_t *to = operand(t, i, 0);
    ptx_set(lane_of(t, lane), to, results[lane] & UINT32_MAX);
    if (to->pair) lane_of(t, lane)->frame->registers[to->pair - 1] = found[lane];
  }
}

void ptx_redux(thread_t *t, const instruction_t *i) {
  bool is_first = true, is_signed = type_of(i)->kind == KIND_SIGNED;
  uint32_t sum = 0;
  FOR_LANES(t, lane) {
    uint32_t x = (uint32_t)ptx_get(lane_of(t, lane), operand(t, i, 1));
    bool is_less = is_signed ? (int32_t)x < (int32_t)sum : x < sum;
    if (is_first)
      sum = x;
    else if (has(i, M_add))
      sum += x;
    else if (has(i, M_and))
      sum &= x;
    else if (has(i, M_or))
      sum |= x;
    else if (has(i, M_xor))
      sum ^= x;
    else if (is_less == has(i, M_min))
      sum = x;
    is_first = false;
  }
  FOR_LANES(t, lane) ptx_set(lane_of(t, lane), operand(t, i, 0), sum);
}

void ptx_vote(thread_t *t, const instruction_t *i) {
  uint32_t set = 0;
  const operand_t *given = operand(t, i, 1);
  FOR_LANES(t, lane) {
    if (((ptx_get(lane_of(t, lane), given) & 1) != 0) != given->is_negated) set |= 1u << lane;
  }
  uint64_t result = has(i, M_ballot) ? set
                    : has(i, M_any)  ? set != 0
                    : has(i, M_all)  ? set == t->warp->active
                                     : set == 0 || set == t->warp->active;
  FOR_LANES(t, lane) ptx_set(lane_of(t, lane), operand(t, i, 0), result);
}

// The lowest lane is it.
void ptx_elect(thread_t *t, const instruction_t *i) {
  uint32_t elected = (uint32_t)__builtin_ctz(t->warp->active);
  const operand_t *to = operand(t, i, 0);
  FOR_LANES(t, lane) {
    ptx_set(lane_of(t, lane), to, elected);
    if (to->pair) lane_of(t, lane)->frame->registers[to->pair - 1] = lane == elected;
  }
}

void ptx_activemask(thread_t *t, const instruction_t *i) {
  uint32_t alive = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const thread_t *one = lane_of(t, lane);
    if (one && one->state != ENDED) alive |= 1u << lane;
  }
  ptx_set(t, operand(t, i, 0), alive);
}

static uint32_t matrix_count(const instruction_t *i) { return has(i, M_x4) ? 4 : has(i, M_x2) ? 2 : 1; }

// Where row `row` of matrix `matrix` lies: the lane of that number has its address.
static char *row_at(thread_t *t, const operand_t *memory, uint32_t matrix, uint32_t row, bool is_store) {
  thread_t *one = lane_of(t, 8 * matrix + row);
  return ptx_touch(one, ptx_address(one, memory), 16, is_store);
}

static const operand_t *part(const thread_t *t, const operand_t *list, uint32_t index) {
  return list->kind == LIST ? element(t, list, index) : list;
}

static void check_all(thread_t *t) {
  if (t->warp->active != UINT32_MAX) ptx_fail(launch_of(t), "not all lanes are there");
}

void ptx_ldmatrix(thread_t *t, const instruction_t *i) {
  check_all(t);
  for (uint32_t m = 0; m < matrix_count(i); ++m) {
    uint16_t values[8][8];
    for (uint32_t row = 0; row < 8; ++row) memcpy(values[row], row_at(t, operand(t, i, 1), m, row, false), 16);
    FOR_LANES(t, lane) {
      uint32_t near = lane / 4, far = 2 * (lane % 4);
      uint32_t low = has(i, M_trans) ? values[far][near] : values[near][far];
      uint32_t high = has(i, M_trans) ? values[far + 1][near] : values[near][far + 1];
      ptx_set(lane_of(t, lane), part(t, operand(t, i, 0), m), high << 16 | low);
    }
  }
}

void ptx_stmatrix(thread_t *t, const instruction_t *i) {
  check_all(t);
  for (uint32_t m = 0; m < matrix_count(i); ++m) {
    uint16_t values[8][8];
    FOR_LANES(t, lane) {
      uint32_t near = lane / 4, far = 2 * (lane % 4),
               word = (uint32_t)ptx_get(lane_of(t, lane), part(t, operand(t, i, 1), m));
      *(has(i, M_trans) ? &values[far][near] : &values[near][far]) = (uint16_t)word;
      *(has(i, M_trans) ? &values[far + 1][near] : &values[near][far + 1]) = (uint16_t)(word >> 16);
    }
    for (uint32_t row = 0; row < 8; ++row) memcpy(row_at(t, operand(t, i, 0), m, row, true), values[row], 16);
  }
}
