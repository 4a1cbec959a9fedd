// See layout_places.h.

#include "convert/gpu/layout_places.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"

// Bits `first` to `first` + `count` of an input that become those from `target` on.
typedef struct run {
  size_t first, count, target;
} run_t;

static tern_value_t *compute(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, size_t bits) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, tern_build_index(b, INT64_C(1) << bits)));
}

static tern_value_t *build_run(tern_builder_t *b, tern_value_t *in, size_t in_bits, const run_t *run) {
  if (run->first) in = compute(b, TERN_ARITH(DIVUI), in, run->first);
  if (run->first + run->count < in_bits) in = compute(b, TERN_ARITH(REMUI), in, run->count);
  return tern_build_index_mul(b, in, tern_build_index(b, INT64_C(1) << run->target));
}

static bool leads_to(const tern_layout_t *layout, size_t in, size_t bit, size_t out, size_t target) {
  return bit < layout->ins.values[in].bits && target < layout->outs.values[out].bits &&
         tern_layout_basis(layout, in, bit, out) >> target & 1;
}

// The next run of an input to an output from `inout_run` on: runs begin where the bits below them do not go along.
static bool find_run(const tern_layout_t *layout, size_t in, size_t out, run_t *inout_run) {
  size_t bits = layout->ins.values[in].bits, targets = layout->outs.values[out].bits;
  for (; inout_run->first < bits; ++inout_run->first, inout_run->target = 0) {
    for (; inout_run->target < targets; ++inout_run->target) {
      size_t first = inout_run->first, target = inout_run->target, count = 0;
      if (first && target && leads_to(layout, in, first - 1, out, target - 1)) continue;
      while (leads_to(layout, in, first + count, out, target + count)) ++count;
      inout_run->count = count;
      if (count) return true;
    }
  }
  return false;
}

void tern_gpu_build_places(tern_builder_t *b, const tern_layout_t *layout, tern_value_t *const *ins,
                           tern_value_t **out_outs) {
  for (size_t out = 0; out < layout->outs.count; ++out) {
    tern_value_t *place = NULL;
    uint64_t used = 0;  // bits that terms have
    for (size_t in = 0; in < layout->ins.count; ++in) {
      for (run_t run = {0}; ins[in] && find_run(layout, in, out, &run); ++run.target) {
        tern_value_t *term = build_run(b, ins[in], layout->ins.values[in].bits, &run);
        const uint64_t own = ((UINT64_C(1) << run.count) - 1) << run.target;
        if (!place) {
          place = term;
        } else if (used & own) {
          place = tern_build_value(b, TERN_ARITH(XORI), .operands = TERN_VALUES(place, term));
        } else {
          place = tern_build_index_add(b, place, term);
        }
        used |= own;
      }
    }
    out_outs[out] = place ? place : tern_build_index(b, 0);
  }
}
