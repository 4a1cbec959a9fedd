// Ops that order instructions: waits, conditional barriers, hints for LLVM's scheduler (upstream: AsyncWaitOpConversion, CondBarrierOp,
// SchedInstructions of AMD).

#include "convert/triton/to_llvm/amd/branch.h"
#include "dialect/amdg/amdg.h"
#include "dialect/rocdl/rocdl.h"
#include "ir/diagnostic.h"

// The operand of s_waitcnt on CDNA: counters that are not waited for have all their bits.
enum {
  LOAD_LOW = 0xF,
  LOAD_HIGH_SHIFT = 14,
  MOST_LOADS = 63,
  SHARED_SHIFT = 8,
  MOST_SHARED = 15,
  LOADS = 0xC00F,
  SHARED = 0x0F00
};

static const tern_attr_t *i32_attr(tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_emit_i(b, 32), value);
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

// Waits until at most so many accesses are under way; negative: any number.
static void wait_cdna(tern_builder_t *b, int64_t loads, int64_t shared) {
  int64_t bits = ~(int64_t)0;
  if (loads >= 0) {
    loads = least(loads, MOST_LOADS);
    bits = (bits & ~(int64_t)LOADS) | (loads & LOAD_LOW) | loads >> 4 << LOAD_HIGH_SHIFT;
  }
  if (shared >= 0) bits = (bits & ~(int64_t)SHARED) | least(shared, MOST_SHARED) << SHARED_SHIFT;
  tern_build(b, TERN_ROCDL(S_WAITCNT), .types = {0}, .attrs = TERN_ATTRS({"bitfield", i32_attr(b, bits)}));
}

static void wait_one(tern_builder_t *b, const tern_op_row_t *row, int64_t count) {
  if (count < 0) return;
  tern_build(b, row, .types = {0}, .attrs = TERN_ATTRS({"count", tern_integer_attr_get(tern_emit_i(b, 16), count)}));
}

static int64_t count_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : -1;
}

static bool lower_async_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_amd_family_t family = tern_triton_lowering_of(conversion)->chip.family;
  int64_t count = count_of(op, "num_inst");
  if (tern_amd_is_cdna(family)) {
    wait_cdna(b, count, -1);
  } else if (family == TERN_AMD_GFX1250) {
    wait_one(b, TERN_ROCDL(S_WAIT_ASYNCCNT), count);
  } else {
    return tern_op_error(op, "waits for copies to shared memory, which the GPU has not");
  }
  return tern_conversion_replace_value(conversion, op, tern_emit_i32(b, 0));
}

static bool lower_counter_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_amd_family_t family = tern_triton_lowering_of(conversion)->chip.family;
  int64_t loads = count_of(op, "load"), stores = count_of(op, "store"), shared = count_of(op, "ds");
  if (family == TERN_AMD_GFX1250 || family == TERN_AMD_RDNA4) {
    wait_one(b, TERN_ROCDL(S_WAIT_LOADCNT), loads);
    wait_one(b, TERN_ROCDL(S_WAIT_STORECNT), stores);
    wait_one(b, TERN_ROCDL(S_WAIT_DSCNT), shared);
  } else {
    // Stores are counted with loads.
    int64_t both = loads < 0 ? stores : stores < 0 ? loads : least(loads, stores);
    wait_cdna(b, both, shared);
  }
  tern_conversion_erase(conversion, op);
  return true;
}

// The waves for which it holds meet others at a barrier of theirs.
static bool lower_cond_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_triton_branch_t branch = tern_triton_begin_if(conversion, operands.values[0]);
  tern_build(tern_triton_builder(conversion), TERN_ROCDL(S_BARRIER), .types = {0});
  tern_triton_end_if(conversion, &branch, NULL, NULL);
  tern_conversion_erase(conversion, op);
  return true;
}

// An async group is what was begun since the last one; the GPU counts copies, so that there is nothing to be done.
static bool lower_commit(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return tern_conversion_replace_value(conversion, op, tern_emit_i32(tern_triton_builder(conversion), 0));
}

const tern_conversion_pattern_t tern_triton_amd_schedule_patterns[] = {
    {"async-wait", TERN_AMDG(ASYNC_WAIT), TERN_TRITON_BENEFIT, lower_async_wait},
    {"counter-wait", TERN_AMDG(MEMORY_COUNTER_WAIT), TERN_TRITON_BENEFIT, lower_counter_wait},
    {"cond-barrier", TERN_AMDG(COND_BARRIER), TERN_TRITON_BENEFIT, lower_cond_barrier},
    {"commit-group", TERN_TTG(ASYNC_COMMIT_GROUP), TERN_TRITON_BENEFIT, lower_commit},
    {0},
};
