// Metadata: branch weights, loop annotations, alias scopes, type-based aliasing.
//
// LLVM's C API makes no distinct nodes, but a node that refers to itself is one: it is made around a temporary node
// that it then replaces.

#include <llvm-c/DebugInfo.h>

#include "target/llvm/translate.h"

LLVMMetadataRef tern_llvm_node(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count) {
  return LLVMMDNodeInContext2(t->llvm, operands, count);
}

LLVMMetadataRef tern_llvm_md_string(tern_llvm_translation_t *t, tern_str_t text) {
  return LLVMMDStringInContext2(t->llvm, text.data, text.size);
}

LLVMMetadataRef tern_llvm_md_int(tern_llvm_translation_t *t, unsigned width, uint64_t value) {
  return LLVMValueAsMetadata(LLVMConstInt(LLVMIntTypeInContext(t->llvm, width), value, false));
}

// A node whose first operand is itself.
static LLVMMetadataRef make_distinct(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count) {
  LLVMMetadataRef self = LLVMTemporaryMDNode(t->llvm, NULL, 0);
  operands[0] = self;
  LLVMMetadataRef node = tern_llvm_node(t, operands, count);
  LLVMMetadataReplaceAllUsesWith(self, node);
  return node;
}

void tern_llvm_set_metadata(tern_llvm_translation_t *t, LLVMValueRef value, const char *kind, LLVMMetadataRef node) {
  unsigned id = LLVMGetMDKindIDInContext(t->llvm, kind, (unsigned)strlen(kind));
  LLVMSetMetadata(value, id, LLVMMetadataAsValue(t->llvm, node));
}

// --- aliasing ---

static LLVMMetadataRef description_of(tern_llvm_translation_t *t, const tern_attr_t *attr) {
  const tern_attr_t *text = tern_llvm_attr_param(attr, "description");
  return text ? tern_llvm_md_string(t, tern_string_attr_value(text)) : NULL;
}

// distinct !{self, "description"} of a domain, with the domain in between for a scope. An identity that is a string
// needs no self-reference.
LLVMMetadataRef tern_llvm_alias_scope(tern_llvm_translation_t *t, const tern_attr_t *scope) {
  LLVMMetadataRef known = tern_map_get(&t->metadata, scope);
  if (known) return known;
  LLVMMetadataRef operands[3] = {NULL};
  size_t count = 1;
  const tern_attr_t *domain = tern_llvm_attr_param(scope, "domain"), *id = tern_llvm_attr_param(scope, "id");
  if (domain) operands[count++] = tern_llvm_alias_scope(t, domain);
  LLVMMetadataRef description = description_of(t, scope);
  if (description) operands[count++] = description;
  LLVMMetadataRef node;
  if (tern_attr_is_string(id)) {
    operands[0] = tern_llvm_md_string(t, tern_string_attr_value(id));
    node = tern_llvm_node(t, operands, count);
  } else {
    node = make_distinct(t, operands, count);
  }
  tern_map_set(&t->metadata, scope, node);
  return node;
}

// !{!"int", !parent, i64 0} of a descriptor, !{!"root"} of a root.
static LLVMMetadataRef tbaa_node(tern_llvm_translation_t *t, const tern_attr_t *attr) {
  LLVMMetadataRef known = tern_map_get(&t->metadata, attr);
  if (known) return known;
  TERN_VEC(LLVMMetadataRef) operands = {0};
  LLVMMetadataRef node;
  if (tern_attr_is_llvm(attr, "llvm.tbaa_tag")) {
    const tern_attr_t *offset = tern_llvm_attr_param(attr, "offset"),
                      *constant = tern_llvm_attr_param(attr, "constant");
    tern_vec_push(&operands, tbaa_node(t, tern_llvm_attr_param(attr, "base_type")));
    tern_vec_push(&operands, tbaa_node(t, tern_llvm_attr_param(attr, "access_type")));
    tern_vec_push(&operands, tern_llvm_md_int(t, 64, (uint64_t)tern_integer_attr_value(offset)));
    if (constant) tern_vec_push(&operands, tern_llvm_md_int(t, 64, 1));
  } else {
    const tern_attr_t *id = tern_llvm_attr_param(attr, "id"), *members = tern_llvm_attr_param(attr, "members");
    if (id) tern_vec_push(&operands, tern_llvm_md_string(t, tern_string_attr_value(id)));
    for (size_t i = 0; members && i < tern_array_attr_count(members); i++) {
      const tern_attr_t *member = tern_array_attr_at(members, i);
      tern_vec_push(&operands, tbaa_node(t, tern_array_attr_at(member, 0)));
      tern_vec_push(&operands,
                    tern_llvm_md_int(t, 64, (uint64_t)tern_integer_attr_value(tern_array_attr_at(member, 1))));
    }
    if (!id && !members) tern_vec_push(&operands, NULL);
  }
  node = operands.count == 1 && !operands.values[0] ? make_distinct(t, operands.values, 1)
                                                    : tern_llvm_node(t, operands.values, operands.count);
  tern_vec_deinitialize(&operands);
  tern_map_set(&t->metadata, attr, node);
  return node;
}

static void set_scopes(tern_llvm_translation_t *t, const tern_attr_t *scopes, const char *kind, LLVMValueRef value) {
  if (!scopes) return;
  TERN_VEC(LLVMMetadataRef) operands = {0};
  for (size_t i = 0; i < tern_array_attr_count(scopes); i++)
    if (tern_attr_is_llvm(tern_array_attr_at(scopes, i), "llvm.alias_scope"))
      tern_vec_push(&operands, tern_llvm_alias_scope(t, tern_array_attr_at(scopes, i)));
  tern_llvm_set_metadata(t, value, kind, tern_llvm_node(t, operands.values, operands.count));
  tern_vec_deinitialize(&operands);
}

void tern_llvm_set_aliasing(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value)) return;
  tern_llvm_set_rocdl_metadata(t, op, value);
  set_scopes(t, tern_op_attr(op, "alias_scopes"), "alias.scope", value);
  set_scopes(t, tern_op_attr(op, "noalias_scopes"), "noalias", value);
  const tern_attr_t *tbaa = tern_op_attr(op, "tbaa");
  // LLVM has one tag for an access: upstream, too, gives up on several.
  if (tbaa && tern_array_attr_count(tbaa) == 1 && tern_attr_is_llvm(tern_array_attr_at(tbaa, 0), "llvm.tbaa_tag"))
    tern_llvm_set_metadata(t, value, "tbaa", tbaa_node(t, tern_array_attr_at(tbaa, 0)));
}

// --- loops ---

// How a parameter of a loop annotation is written in LLVM.
typedef enum option_form {
  MARK,       // !{!"name"} if true
  NOT_MARK,   // !{!"name", i1 0} if true: the name says the contrary of the parameter
  VALUE_I1,   // !{!"name", i1 value}
  VALUE_I32,  // !{!"name", i32 value}
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
    {"unroll", "disable", "llvm.loop.unroll.disable", MARK},
    {"unroll", "count", "llvm.loop.unroll.count", VALUE_I32},
    {"unroll", "runtimeDisable", "llvm.loop.unroll.runtime.disable", MARK},
    {"unroll", "full", "llvm.loop.unroll.full", MARK},
    {"unrollAndJam", "disable", "llvm.loop.unroll_and_jam.disable", MARK},
    {"unrollAndJam", "count", "llvm.loop.unroll_and_jam.count", VALUE_I32},
    {"licm", "disable", "llvm.licm.disable", MARK},
    {"licm", "versioningDisable", "llvm.loop.licm_versioning.disable", MARK},
    {"distribute", "disable", "llvm.loop.distribute.enable", NOT_MARK},
    {"pipeline", "disable", "llvm.loop.pipeline.disable", VALUE_I1},
    {"pipeline", "initiationinterval", "llvm.loop.pipeline.initiationinterval", VALUE_I32},
    {"peeled", "count", "llvm.loop.peeled.count", VALUE_I32},
    {"unswitch", "partialDisable", "llvm.loop.unswitch.partial.disable", MARK},
    {"interleave", "count", "llvm.loop.interleave.count", VALUE_I32},
    {"vectorize", "disable", "llvm.loop.vectorize.enable", NOT_MARK},
    {"vectorize", "predicateEnable", "llvm.loop.vectorize.predicate.enable", VALUE_I1},
    {"vectorize", "scalableEnable", "llvm.loop.vectorize.scalable.enable", VALUE_I1},
    {"vectorize", "width", "llvm.loop.vectorize.width", VALUE_I32},
    {NULL, "isVectorized", "llvm.loop.isvectorized", VALUE_I32},
};

static LLVMMetadataRef make_option(tern_llvm_translation_t *t, const loop_option_t *option, const tern_attr_t *value) {
  LLVMMetadataRef operands[2] = {tern_llvm_md_string(t, tern_str_from_cstr(option->name))};
  uint64_t number = (uint64_t)tern_integer_attr_value(value);
  switch (option->form) {
    case MARK: return number ? tern_llvm_node(t, operands, 1) : NULL;
    case NOT_MARK: operands[1] = tern_llvm_md_int(t, 1, !number); break;
    case VALUE_I1: operands[1] = tern_llvm_md_int(t, 1, number); break;
    case VALUE_I32: operands[1] = tern_llvm_md_int(t, 32, number); break;
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
    LLVMMetadataRef node = tern_attr_is_integer(value) ? make_option(t, option, value) : NULL;
    if (node) tern_vec_push(&operands, node);
  }
  LLVMMetadataRef node = make_distinct(t, operands.values, operands.count);
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
