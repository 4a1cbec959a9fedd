// Which program of the grid this is, and what it says of itself: tt.get_program_id, tt.get_num_programs, tt.print, tt.assert
// (upstream: SPMDOpToLLVM, PrintOpToLLVM, AssertOpToLLVM).

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/gpu/gpu.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

bool tern_triton_check_cluster_meets(const tern_conversion_t *conversion, const tern_op_t *op) {
  const tern_attr_t *total = tern_op_attr(tern_triton_lowering_of(conversion)->module, "ttg.total-num-warps");
  int64_t warps = tern_triton_num_warps(op), all = total ? tern_integer_attr_value(total) : warps;
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  if (!target->cluster_barrier) {
    tern_op_error(op, "needs what other blocks of the cluster have, whose memory blocks of %s do not see",
                  target->name);
    tern_emit_note(op->loc, "compile the kernel for one block in each cluster (num-ctas of 1)");
    return false;
  }
  if (all == warps) return true;
  tern_op_error(op,
                "needs what other blocks of the cluster have, for which all %lld warps would have to wait, not %lld",
                (long long)all, (long long)warps);
  tern_emit_note(op->loc, "kernels that combine blocks of a cluster cannot have ttg.warp_specialize");
  return false;
}

void tern_triton_meet(tern_conversion_t *conversion, tern_op_t *op, bool is_cluster) {
  const tern_triton_target_t *target = tern_triton_target_of(conversion);
  if (is_cluster)
    target->cluster_barrier(tern_triton_builder(conversion));
  else
    target->barrier(conversion, op);
}

static bool lower_program_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  int64_t axis = tern_enum_attr_value(tern_op_attr(op, "axis"));
  return tern_conversion_replace_value(conversion, op, tern_triton_target_of(conversion)->program_id(conversion, axis));
}

static bool lower_program_count(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  int64_t axis = tern_enum_attr_value(tern_op_attr(op, "axis"));
  return tern_conversion_replace_value(conversion, op,
                                       tern_triton_target_of(conversion)->program_count(conversion, axis));
}

static bool lower_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_triton_target_of(conversion)->barrier(conversion, op);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_program_patterns[] = {
    {"program-id", TERN_TT(GET_PROGRAM_ID), TERN_TRITON_BENEFIT, lower_program_id},
    {"num-programs", TERN_TT(GET_NUM_PROGRAMS), TERN_TRITON_BENEFIT, lower_program_count},
    {"barrier", TERN_GPU(BARRIER), TERN_TRITON_BENEFIT, lower_barrier},
    {"local-barrier", TERN_TTG(LOCAL_BARRIER), TERN_TRITON_BENEFIT, lower_barrier},
    {0},
};
