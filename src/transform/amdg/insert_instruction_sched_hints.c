// --triton-amdgpu-insert-instruction-sched-hints: marks the loops whose instructions should be ordered in a certain way (upstream's pass of
// the name).
//
//   scf.for ... {                               scf.for ... {
//     %s = tt.dot %q, %k, ...                     amdg.instruction_sched_hint {variant = attention}
//     ...                                =>       %s = tt.dot %q, %k, ...
//     %o = tt.dot f(%s), %v, ...                  ...
//   }                                           }
//
// `variant=attention` is for loops in which one product is multiplied further. Whoever asks for a variant that is not known gets none: hints
// change no results, and other versions know others.

#include <strings.h>

#include "dialect/amdg/amdg.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/amdg/dot_chain.h"

static bool has_chain(tern_op_t *loop) {
  tern_op_list_t dots = tern_op_collect_row(loop, TERN_PREORDER, TERN_TT(DOT));
  bool is_found = false;
  for (size_t i = 0; i < dots.count && !is_found; ++i) is_found = tern_amdg_is_chain_head(dots.values[i], 0);
  tern_vec_deinitialize(&dots);
  return is_found;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  static const tern_str_t known = TERN_STR("attention");
  tern_str_t variant = tern_pass_string(pass, "variant");
  if (variant.size != known.size || strncasecmp(variant.data, known.data, known.size) != 0) return true;
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) {
    if (!has_chain(loops.values[i])) continue;
    tern_builder_t b = tern_builder_at_start(tern_op_body(loops.values[i], 0), loops.values[i]->loc);
    const tern_attr_t *attention = tern_enum_attr_get(b.context, TERN_AMDG_ENUM(SCHED_HINT), TERN_AMDG_SCHED_ATTENTION);
    tern_build(&b, TERN_AMDG(INSTRUCTION_SCHED_HINT), .attrs = TERN_ATTRS({"variant", attention}));
  }
  tern_vec_deinitialize(&loops);
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "variant",
     .kind = TERN_OPTION_STRING,
     .default_text = "none",
     .help = "For which loops and in which way: attention, or none"},
};

const tern_pass_def_t tern_triton_amdgpu_insert_instruction_sched_hints_pass = {
    .flag = "triton-amdgpu-insert-instruction-sched-hints",
    .name = "TritonAMDGPUInsertInstructionSchedHints",
    .anchor = "builtin.module",
    .summary = "Mark loops whose instructions should be ordered in a certain way",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_amdg_dialect, NULL},
    .run = run,
};
