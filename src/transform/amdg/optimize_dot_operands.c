// --tritonamdgpu-optimize-dot-operands: scales that a loop loads go through shared memory (upstream's pass of the name).
//
//   scf.for ... {                                  scf.for ... {
//     %s = tt.load %p                                %s = tt.load %p
//     %t = f(%s)                            =>       %m = ttg.local_alloc %s
//     amdg.scaled_upcast_fp8 %x scale %t             %u = ttg.local_load %m
//   }                                                %t = f(%u)
//                                                    amdg.scaled_upcast_fp8 %x scale %t
//                                                  }
//
// There a pipeline can have several iterations' scales, and lanes read them in the layout of the operand: a conversion behind the read becomes
// a part of it. That is for gfx950, and for scales of which one load is the only source.

#include "analysis/machine/machine.h"
#include "analysis/triton/op_slice.h"
#include "dialect/amdg/amdg.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/convert_patterns.h"
#include "transform/ttg/operand_memory.h"

static bool is_in_loop(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  while (parent && !tern_op_is(parent, TERN_SCF(FOR))) parent = tern_op_parent(parent);
  return parent != NULL;
}

// The only load that a scale is made of. NULL: there is none, there are several, or it is in shared memory already.
static tern_op_t *only_load(const tern_value_t *scale) {
  tern_op_list_t slice = tern_slice_backward(scale, NULL, NULL);
  tern_op_t *load = NULL;
  size_t count = 0;
  for (size_t i = 0; i < slice.count; ++i) {
    bool is_load = tern_op_is(slice.values[i], TERN_TT(LOAD));
    if (is_load) load = slice.values[i];
    count += is_load ? 1 : tern_op_is(slice.values[i], TERN_TTG(LOCAL_LOAD)) ? 2 : 0;
  }
  tern_vec_deinitialize(&slice);
  return count == 1 ? load : NULL;
}

// Memory without a swizzle, in the order in which the tensor lies in memory. NULL: it has no layout.
static const tern_type_t *memory_for(const tern_type_t *tensor) {
  int64_t order[TERN_TTG_MAX_RANK];
  if (!tern_ttg_type_encoding(tensor) || !tern_ttg_memory_order(tensor, order)) return NULL;
  tern_context_t *context = tensor->context;
  return tern_ttg_memory_for(
      tensor, tern_ttg_encoding_get(
                  context, TERN_TTG_ATTR_SWIZZLED_SHARED,
                  TERN_TTG_VALUES({TERN_TTG_FIELD_VEC, 1}, {TERN_TTG_FIELD_PER_PHASE, 1}, {TERN_TTG_FIELD_MAX_PHASE, 1},
                                  {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, tern_type_rank(tensor))},
                                  {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(tern_ttg_type_encoding(tensor))})));
}

static bool keep_in_memory(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  if (!*(const bool *)user || !is_in_loop(op)) return false;
  tern_op_t *load = only_load(tern_op_operand(op, 1));
  if (!load || load->results[0].type->kind != TERN_TYPE_TENSOR) return false;
  const tern_type_t *memory = memory_for(load->results[0].type);
  if (!memory) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_after(b, load);
  b->loc = load->loc;
  tern_value_t *held = tern_build_value(b, TERN_TTG(LOCAL_ALLOC), .operands = TERN_VALUES(&load->results[0]),
                                        .types = TERN_TYPES(memory));
  tern_value_t *read = tern_build_value(b, TERN_TTG(LOCAL_LOAD), .operands = TERN_VALUES(held),
                                        .types = TERN_TYPES(load->results[0].type));
  tern_rewriter_replace_uses(rewriter, &load->results[0], read);
  tern_op_set_operand(tern_value_defining_op(held), 0, &load->results[0]);
  return true;
}

static const tern_pattern_t patterns[] = {
    {"scale-of-fp8", TERN_AMDG(SCALED_UPCAST_FP8), 1, keep_in_memory},
    {"scale-of-fp4", TERN_AMDG(SCALED_UPCAST_FP4), 1, keep_in_memory},
    TERN_TTG_CONVERT_PATTERNS,
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t arch = tern_pass_string(pass, "arch-generation-name");
  tern_machine_t machine = {0};
  if (arch.size > 0 && !tern_machine_read_amd(arch, &machine)) {
    tern_op_error(module, "'%.*s' names no GPU of AMD", (int)arch.size, arch.data);
    tern_emit_note(module->loc, "the option 'arch-generation-name' does, such as gfx942 or gfx950");
    return false;
  }
  bool has_scales = machine.family == TERN_AMD_CDNA4, is_changed;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], &has_scales, &options,
                               &is_changed);
  return true;
}

static const tern_option_def_t pass_options[] = {
    {.name = "arch-generation-name", .kind = TERN_OPTION_STRING, .default_text = "", .help = "The GPU, such as gfx950"},
};

const tern_pass_def_t tern_tritonamdgpu_optimize_dot_operands_pass = {
    .flag = "tritonamdgpu-optimize-dot-operands",
    .name = "TritonAMDGPUOptimizeDotOperands",
    .anchor = "builtin.module",
    .summary = "Let scales that a loop loads go through shared memory",
    .options = pass_options,
    .option_count = sizeof pass_options / sizeof pass_options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .run = run,
};
