// What the threads of a warp do together: shuffles, votes, matches, reductions, as PTX describes them.

#include "runtime/cudart/cpu/cpu.h"

static uint32_t lowest(uint32_t bits) { return (uint32_t)__builtin_ctz(bits); }

// For each lane of the group; `lane` is its number, `thread` its place in the arrays.
#define EACH_LANE(group)                                                                                 \
  for (uint32_t rest_ = (group), lane, thread; rest_ && (lane = lowest(rest_), thread = base + lane, 1); \
       rest_ &= rest_ - 1)

static void shuffle(tern_device_block_t *b, tern_device_point_kind_t kind, uint32_t base, uint32_t group) {
  EACH_LANE(group) {
    uint32_t segment = b->clamps[thread] >> 8 & 31, clamp = b->clamps[thread] & 31, offset = b->lanes[thread] & 31;
    int32_t greatest = (int32_t)((lane & segment) | (clamp & ~segment & 31)), from;
    bool is_valid;
    switch (kind) {
      case TERN_DEVICE_SHUFFLE_UP: from = (int32_t)lane - (int32_t)offset, is_valid = from >= greatest; break;
      case TERN_DEVICE_SHUFFLE_DOWN: from = (int32_t)(lane + offset), is_valid = from <= greatest; break;
      case TERN_DEVICE_SHUFFLE_XOR: from = (int32_t)(lane ^ offset), is_valid = from <= greatest; break;
      default: from = (int32_t)((lane & segment) | (offset & ~segment & 31)), is_valid = from <= greatest; break;
    }
    // What a lane gets that asks one which is not there is not defined; here it is its own value.
    bool is_there = is_valid && from >= 0 && from < 32 && (group >> from & 1);
    b->results[thread] = b->values[is_there ? base + (uint32_t)from : thread];
    b->flags[thread] = is_valid;
  }
}

static void vote(tern_device_block_t *b, tern_device_point_kind_t kind, uint32_t base, uint32_t group) {
  uint32_t ballot = 0, result;
  EACH_LANE(group) if (b->values[thread] & 1) ballot |= 1u << lane;
  switch (kind) {
    case TERN_DEVICE_VOTE_ALL: result = ballot == group; break;
    case TERN_DEVICE_VOTE_ANY: result = ballot != 0; break;
    case TERN_DEVICE_VOTE_SAME: result = ballot == 0 || ballot == group; break;
    default: result = ballot; break;
  }
  EACH_LANE(group) b->results[thread] = result;
}

static void match(tern_device_block_t *b, tern_device_point_kind_t kind, uint32_t base, uint32_t group) {
  EACH_LANE(group) {
    uint32_t same = 0;
    for (uint32_t others = group; others; others &= others - 1) {
      if (b->values[base + lowest(others)] == b->values[thread]) same |= 1u << lowest(others);
    }
    bool is_all = same == group;
    b->results[thread] = kind == TERN_DEVICE_MATCH_ANY ? same : is_all ? group : 0;
    b->flags[thread] = is_all;
  }
}

static uint32_t combine(tern_device_point_kind_t kind, uint32_t x, uint32_t y) {
  switch (kind) {
    case TERN_DEVICE_REDUCE_ADD: return x + y;
    case TERN_DEVICE_REDUCE_MIN: return (int32_t)x < (int32_t)y ? x : y;
    case TERN_DEVICE_REDUCE_MAX: return (int32_t)x > (int32_t)y ? x : y;
    case TERN_DEVICE_REDUCE_UMIN: return x < y ? x : y;
    case TERN_DEVICE_REDUCE_UMAX: return x > y ? x : y;
    case TERN_DEVICE_REDUCE_AND: return x & y;
    case TERN_DEVICE_REDUCE_OR: return x | y;
    default: return x ^ y;
  }
}

static void reduce(tern_device_block_t *b, tern_device_point_kind_t kind, uint32_t base, uint32_t group) {
  uint32_t first = base + lowest(group), sum = (uint32_t)b->values[first];
  EACH_LANE(group & (group - 1)) sum = combine(kind, sum, (uint32_t)b->values[thread]);
  EACH_LANE(group) b->results[thread] = sum;
}

void cpu_warp_operate(tern_device_block_t *b, tern_device_point_kind_t kind, uint32_t base, uint32_t group) {
  switch (kind) {
    case TERN_DEVICE_SHUFFLE_IDX:
    case TERN_DEVICE_SHUFFLE_UP:
    case TERN_DEVICE_SHUFFLE_DOWN:
    case TERN_DEVICE_SHUFFLE_XOR: shuffle(b, kind, base, group); break;
    case TERN_DEVICE_VOTE_ALL:
    case TERN_DEVICE_VOTE_ANY:
    case TERN_DEVICE_VOTE_SAME:
    case TERN_DEVICE_BALLOT: vote(b, kind, base, group); break;
    case TERN_DEVICE_MATCH_ANY:
    case TERN_DEVICE_MATCH_ALL: match(b, kind, base, group); break;
    case TERN_DEVICE_ACTIVE_MASK: EACH_LANE(group) b->results[thread] = group; break;
    case TERN_DEVICE_WARP_SYNC: break;
    default:
      if (kind >= TERN_DEVICE_REDUCE_ADD) reduce(b, kind, base, group);
      break;
  }
}
