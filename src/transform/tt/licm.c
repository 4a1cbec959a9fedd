// --triton-licm: moves out of loops what gives the same result in every iteration, loads included.
//
//   scf.for %i = %a to %b step %s {           %runs = arith.cmpi slt, %a, %b
//     %x = tt.load %p, %m                     %m1 = arith.andi (tt.splat %runs), %m
//     use(%x)                             =>  %x = tt.load %p, %m1
//   }                                         scf.for %i = %a to %b step %s { use(%x) }
//
// Source: upstream's pass of the same name. A load may leave a loop that writes nowhere; before it, its mask says whether the loop
// runs at all, for its pointers may be wrong where it does not. Loops of other kinds keep their loads.

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "pass/pass.h"
#include "transform/loop_invariant_code_motion.h"

static bool only_reads(const tern_op_t *op) { return (tern_op_effects(op) & ~TERN_TRAIT_MEM_READ) == 0; }

static tern_value_t *build_runs(tern_builder_t *b, const tern_op_t *loop) {
  bool is_unsigned = tern_op_attr(loop, "unsignedCmp") != NULL;
  return tern_arith_cmpi(b, is_unsigned ? TERN_CMPI_ULT : TERN_CMPI_SLT, tern_scf_for_lower(loop),
                         tern_scf_for_upper(loop));
}

// i1 in the shape of the pointers.
static tern_value_t *build_mask(tern_builder_t *b, tern_value_t *runs, const tern_op_t *load) {
  const tern_type_t *pointers = tern_op_operand(load, 0)->type;
  tern_value_t *mask = tern_op_operand_named(load, "mask");
  if (pointers->kind == TERN_TYPE_TENSOR) {
    runs = tern_build_value(b, TERN_TT(SPLAT), .operands = TERN_VALUES(runs),
                            .types = TERN_TYPES(tern_type_with_element(pointers, runs->type)));
  }
  return mask ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(runs, mask)) : runs;
}

static bool guard_load(tern_op_t *op, tern_op_t *loop, void *user) {
  const bool *loop_only_reads = user;
  if (!tern_op_is(op, TERN_TT(LOAD)) || !tern_op_is(loop, TERN_SCF(FOR))) return false;
  // A block pointer takes no mask.
  if (tern_tt_is_block_pointer(tern_op_operand(op, 0)->type)) return false;
  if (!only_reads(op) || !*loop_only_reads) return false;
  tern_builder_t b = tern_builder_before(loop);
  tern_value_t *mask = build_mask(&b, build_runs(&b, loop), op);
  size_t start, count;
  tern_op_operands_named(op, "mask", &start, &count);
  if (count > 0) {
    tern_op_set_operand(op, start, mask);
    return true;
  }
  tern_op_insert_operands(op, start, TERN_VALUES(mask));
  tern_op_set_segment_sizes(op, (const int32_t[]){1, 1, 0}, 3);
  return true;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  if (!tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE)) return TERN_WALK_ADVANCE;
  bool loop_only_reads = only_reads(op);
  tern_hoist_loop_invariants(op, guard_load, &loop_only_reads, user);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_op_walk_post(module, visit, pass);
  return true;
}

const tern_pass_def_t tern_triton_licm_pass = {
    .flag = "triton-licm",
    .name = "TritonLoopInvariantCodeMotion",
    .anchor = "builtin.module",
    .summary = "Compute and load what is the same in each iteration before the loop",
    .statistics = (const char *const[]){"num-hoisted - Number of operations moved out of a loop", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_arith_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
