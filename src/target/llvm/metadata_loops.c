// Metadata of branches: their weights, and what is said of the loop that a branch closes.

#include "target/llvm/translate.h"

// How a parameter of a loop annotation is written in LLVM.
typedef enum option_form {
  MARK,       // !{!"name"} if true
  NOT_MARK,   // !{!"name", i1 0} if true: the name says the contrary of the parameter
  VALUE_I1,   // !{!"name", i1 value}
  VALUE_I32,  // !{!"name", i32 value}
  LOOP,       // !{!"name", the node of another annotation}
} option_form_t;

typedef struct loop_option {
  const char *group;  // the parameter of the annotation that holds it; NULL: itself
  const char *param;
  const char *name;
  option_form_t form;
} loop_option_t;

static const loop_option_t loop_options[] = {
    {NULL, "disableNonforced", "llvm.loop.disable_nonforced", MARK},
    {NULL, "mustProgress", "llvm.loop.mustprogress", MARK},
    {NULL, "isVectorized", "llvm.loop.isvectorized", VALUE_I32},
    {"vectorize", "disable", "llvm.loop.vectorize.enable", NOT_MARK},
    {"vectorize", "predicateEnable", "llvm.loop.vectorize.predicate.enable", VALUE_I1},
    {"vectorize", "scalableEnable", "llvm.loop.vectorize.scalable.enable", VALUE_I1},
    {"vectorize", "width", "llvm.loop.vectorize.width", VALUE_I32},
    {"vectorize", "followupVectorized", "llvm.loop.vectorize.followup_vectorized", LOOP},
    {"vectorize", "followupEpilogue", "llvm.loop.vectorize.followup_epilogue", LOOP},
    {"vectorize", "followupAll", "llvm.loop.vectorize.followup_all", LOOP},
    {"interleave", "count", "llvm.loop.interleave.count", VALUE_I32},
    {"unroll", "disable", "llvm.loop.unroll.disable", MARK},
    {"unroll", "count", "llvm.loop.unroll.count", VALUE_I32},
    {"unroll", "runtimeDisable", "llvm.loop.unroll.runtime.disable", VALUE_I1},
    {"unroll", "full", "llvm.loop.unroll.full", MARK},
    {"unroll", "followupUnrolled", "llvm.loop.unroll.followup_unrolled", LOOP},
    {"unroll", "followupRemainder", "llvm.loop.unroll.followup_remainder", LOOP},
    {"unroll", "followupAll", "llvm.loop.unroll.followup_all", LOOP},
    {"unrollAndJam", "disable", "llvm.loop.unroll_and_jam.disable", MARK},
    {"unrollAndJam", "count", "llvm.loop.unroll_and_jam.count", VALUE_I32},
    {"unrollAndJam", "followupOuter", "llvm.loop.unroll_and_jam.followup_outer", LOOP},
    {"unrollAndJam", "followupInner", "llvm.loop.unroll_and_jam.followup_inner", LOOP},
    {"unrollAndJam", "followupRemainderOuter", "llvm.loop.unroll_and_jam.followup_remainder_outer", LOOP},
    {"unrollAndJam", "followupRemainderInner", "llvm.loop.unroll_and_jam.followup_remainder_inner", LOOP},
    {"unrollAndJam", "followupAll", "llvm.loop.unroll_and_jam.followup_all", LOOP},
    {"licm", "disable", "llvm.licm.disable", MARK},
    {"licm", "versioningDisable", "llvm.loop.licm_versioning.disable", MARK},
    {"distribute", "disable", "llvm.loop.distribute.enable", NOT_MARK},
    {"distribute", "followupCoincident", "llvm.loop.distribute.followup_coincident", LOOP},
    {"distribute", "followupSequential", "llvm.loop.distribute.followup_sequential", LOOP},
    {"distribute", "followupFallback", "llvm.loop.distribute.followup_fallback", LOOP},
    {"distribute", "followupAll", "llvm.loop.distribute.followup_all", LOOP},
    {"pipeline", "disable", "llvm.loop.pipeline.disable", VALUE_I1},
    {"pipeline", "initiationinterval", "llvm.loop.pipeline.initiationinterval", VALUE_I32},
    {"peeled", "count", "llvm.loop.peeled.count", VALUE_I32},
    {"unswitch", "partialDisable", "llvm.loop.unswitch.partial.disable", MARK},
};

static LLVMMetadataRef loop_node(tern_llvm_translation_t *t, const tern_attr_t *annotation);

// NULL for what is not written.
static LLVMMetadataRef make_option(tern_llvm_translation_t *t, const loop_option_t *option, const tern_attr_t *value) {
  LLVMMetadataRef operands[2] = {tern_llvm_md_string(t, tern_str_from_cstr(option->name))};
  if (option->form == LOOP) {
    operands[1] = loop_node(t, value);
    return tern_llvm_node(t, operands, 2);
  }
  uint64_t number = (uint64_t)tern_integer_attr_value(value);
  switch (option->form) {
    case MARK: return number ? tern_llvm_node(t, operands, 1) : NULL;
    case NOT_MARK: operands[1] = tern_llvm_md_int(t, 1, !number); break;
    case VALUE_I1: operands[1] = tern_llvm_md_int(t, 1, number); break;
    default: operands[1] = tern_llvm_md_int(t, 32, number); break;
  }
  return tern_llvm_node(t, operands, 2);
}

static LLVMMetadataRef loop_node(tern_llvm_translation_t *t, const tern_attr_t *annotation) {
  LLVMMetadataRef known = tern_map_get(&t->metadata, annotation);
  if (known) return known;
  TERN_VEC(LLVMMetadataRef) operands = {0};
  tern_vec_push(&operands, NULL);
  for (size_t i = 0; i < sizeof(loop_options) / sizeof(loop_options[0]); i++) {
    const loop_option_t *option = &loop_options[i];
    const tern_attr_t *group = option->group ? tern_llvm_attr_param(annotation, option->group) : annotation;
    const tern_attr_t *value = group ? tern_llvm_attr_param(group, option->param) : NULL;
    LLVMMetadataRef node = value ? make_option(t, option, value) : NULL;
    if (node) tern_vec_push(&operands, node);
  }
  const tern_attr_t *groups = tern_llvm_attr_param(annotation, "parallelAccesses");
  if (groups && tern_array_attr_count(groups) > 0) {
    TERN_VEC(LLVMMetadataRef) accesses = {0};
    tern_vec_push(&accesses, tern_llvm_md_string(t, TERN_STR("llvm.loop.parallel_accesses")));
    for (size_t i = 0; i < tern_array_attr_count(groups); i++)
      tern_vec_push(&accesses, tern_llvm_access_group(t, tern_array_attr_at(groups, i)));
    tern_vec_push(&operands, tern_llvm_node(t, accesses.values, accesses.count));
    tern_vec_deinitialize(&accesses);
  }
  LLVMMetadataRef node = tern_llvm_self_node(t, operands.values, operands.count);
  tern_vec_deinitialize(&operands);
  tern_map_set(&t->metadata, annotation, node);
  return node;
}

void tern_llvm_set_branch_metadata(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef branch) {
  const tern_attr_t *weights = tern_op_attr(op, "branch_weights"), *loop = tern_op_attr(op, "loop_annotation");
  if (weights && tern_dense_array_attr_count(weights) > 0) {
    TERN_VEC(LLVMMetadataRef) operands = {0};
    tern_vec_push(&operands, tern_llvm_md_string(t, TERN_STR("branch_weights")));
    for (size_t i = 0; i < tern_dense_array_attr_count(weights); i++)
      tern_vec_push(&operands, tern_llvm_md_int(t, 32, (uint64_t)tern_dense_array_attr_int(weights, i) & UINT32_MAX));
    tern_llvm_set_metadata(t, branch, "prof", tern_llvm_node(t, operands.values, operands.count));
    tern_vec_deinitialize(&operands);
  }
  if (loop && tern_attr_is_llvm(loop, "llvm.loop_annotation"))
    tern_llvm_set_metadata(t, branch, "llvm.loop", loop_node(t, loop));
}
