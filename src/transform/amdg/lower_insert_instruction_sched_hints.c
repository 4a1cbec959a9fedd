// --triton-amdgpu-lower-insert-instruction-sched-hints: hints on the order of instructions become what LLVM's scheduler knows (upstream's
// pass of the name).
//
//   ^block:                                                       ^block:
//     ...                                                           rocdl.sched.barrier 0
//     amdg.instruction_sched_hint {variant = attention}    =>       ...
//     ...                                                           rocdl.iglp.opt 2
//     end                                                           rocdl.sched.barrier 0
//                                                                   end
//
// The second strategy of LLVM's puts exponentials between matrix instructions; the barriers keep what is outside of the block out of its
// groups. Hints of the variant `none` go. The options are those of upstream, which does not ask them either.

#include "dialect/amdg/amdg.h"
#include "dialect/rocdl/rocdl.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { NOTHING_CROSSES = 0, EXPONENTIALS_BETWEEN_PRODUCTS = 2 };

static const tern_attr_t *i32(const tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(b->context, 32), value);
}

static void build_barrier(tern_builder_t *b) {
  tern_build(b, TERN_ROCDL(SCHED_BARRIER), .attrs = TERN_ATTRS({"mask", i32(b, NOTHING_CROSSES)}));
}

static void lower(tern_op_t *hint) {
  if (tern_enum_attr_value(tern_op_attr(hint, "variant")) == TERN_AMDG_SCHED_ATTENTION) {
    tern_builder_t b = tern_builder_at_start(hint->block, hint->loc);
    build_barrier(&b);
    tern_op_t *end = tern_block_terminator(hint->block);
    b = end ? tern_builder_before(end) : tern_builder_at_end(hint->block, hint->loc);
    b.loc = hint->loc;
    tern_build(&b, TERN_ROCDL(IGLP_OPT), .attrs = TERN_ATTRS({"variant", i32(&b, EXPONENTIALS_BETWEEN_PRODUCTS)}));
    build_barrier(&b);
  }
  tern_op_destroy(hint);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(module, TERN_POSTORDER, TERN_AMDG(INSTRUCTION_SCHED_HINT), lower);
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "arch", .kind = TERN_OPTION_STRING, .default_text = "", .help = "The chip, such as gfx942"},
    {.name = "num_stages",
     .kind = TERN_OPTION_INT,
     .default_text = "2",
     .help = "How many iterations of a loop run at once"},
};

const tern_pass_def_t tern_triton_amdgpu_lower_insert_instruction_sched_hints_pass = {
    .flag = "triton-amdgpu-lower-insert-instruction-sched-hints",
    .name = "TritonAMDGPULowerInstructionSchedHints",
    .anchor = "builtin.module",
    .summary = "Tell LLVM's scheduler what hints on the order of instructions say",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_rocdl_dialect, NULL},
    .run = run,
};
