// Metadata of instructions: access groups, alias scopes, type-based aliasing, relaxations of the memory model.
//
// A node that refers to itself is equal to no other: it is made around a temporary node that it then replaces.

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

LLVMMetadataRef tern_llvm_self_node(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count) {
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
    node = tern_llvm_self_node(t, operands, count);
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
  node = operands.count == 1 && !operands.values[0] ? tern_llvm_self_node(t, operands.values, 1)
                                                    : tern_llvm_node(t, operands.values, operands.count);
  tern_vec_deinitialize(&operands);
  tern_map_set(&t->metadata, attr, node);
  return node;
}

// Of an access group or an alias scope; of one group, the group itself.
static void set_list(tern_llvm_translation_t *t, const tern_attr_t *list, const char *kind, LLVMValueRef value) {
  if (!list || tern_array_attr_count(list) == 0) return;
  bool is_scopes = strcmp(kind, "llvm.access.group") != 0;
  TERN_VEC(LLVMMetadataRef) operands = {0};
  for (size_t i = 0; i < tern_array_attr_count(list); i++) {
    const tern_attr_t *entry = tern_array_attr_at(list, i);
    if (is_scopes && tern_attr_is_llvm(entry, "llvm.alias_scope"))
      tern_vec_push(&operands, tern_llvm_alias_scope(t, entry));
    if (!is_scopes && tern_attr_is_llvm(entry, "llvm.access_group"))
      tern_vec_push(&operands, tern_llvm_access_group(t, entry));
  }
  bool is_itself = !is_scopes && operands.count == 1;
  tern_llvm_set_metadata(t, value, kind,
                         is_itself ? operands.values[0] : tern_llvm_node(t, operands.values, operands.count));
  tern_vec_deinitialize(&operands);
}

LLVMMetadataRef tern_llvm_access_group(tern_llvm_translation_t *t, const tern_attr_t *group) {
  LLVMMetadataRef node = tern_map_get(&t->metadata, group);
  if (node) return node;
  node = tern_llvm_distinct_node(t, NULL, 0);
  tern_map_set(&t->metadata, group, node);
  return node;
}

void tern_llvm_set_aliasing(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value)) return;
  tern_llvm_set_rocdl_metadata(t, op, value);
  set_list(t, tern_op_attr(op, "access_groups"), "llvm.access.group", value);
  set_list(t, tern_op_attr(op, "alias_scopes"), "alias.scope", value);
  set_list(t, tern_op_attr(op, "noalias_scopes"), "noalias", value);
  const tern_attr_t *tbaa = tern_op_attr(op, "tbaa");
  // LLVM has one tag for an access: upstream, too, gives up on several.
  if (tbaa && tern_array_attr_count(tbaa) == 1 && tern_attr_is_llvm(tern_array_attr_at(tbaa, 0), "llvm.tbaa_tag"))
    tern_llvm_set_metadata(t, value, "tbaa", tbaa_node(t, tern_array_attr_at(tbaa, 0)));
}

// --- relaxations of the memory model ---

static LLVMMetadataRef relaxation_tag(tern_llvm_translation_t *t, const tern_attr_t *tag) {
  LLVMMetadataRef words[2];
  for (size_t i = 0; i < 2; i++)
    words[i] = tern_llvm_md_string(t, tern_string_attr_value((const tern_attr_t *)(uintptr_t)tag->params[i]));
  return tern_llvm_node(t, words, 2);
}

// A tag, or a list of tags; NULL if there is none, or something else.
static LLVMMetadataRef relaxation_node(tern_llvm_translation_t *t, const tern_attr_t *attr) {
  if (tern_attr_is_llvm(attr, "llvm.mmra_tag")) return relaxation_tag(t, attr);
  TERN_VEC(LLVMMetadataRef) tags = {0};
  bool is_right = attr->kind == TERN_ATTR_ARRAY;
  for (size_t i = 0; is_right && i < tern_array_attr_count(attr); i++) {
    const tern_attr_t *tag = tern_array_attr_at(attr, i);
    is_right = tern_attr_is_llvm(tag, "llvm.mmra_tag");
    if (is_right) tern_vec_push(&tags, relaxation_tag(t, tag));
  }
  LLVMMetadataRef node = NULL;
  if (is_right && tags.count > 0) node = tags.count == 1 ? tags.values[0] : tern_llvm_node(t, tags.values, tags.count);
  tern_vec_deinitialize(&tags);
  return node;
}

bool tern_llvm_set_relaxations(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef before) {
  const tern_attr_t *attr = op->attrs ? tern_op_attr(op, "llvm.mmra") : NULL;
  if (!attr) return true;
  LLVMMetadataRef node = relaxation_node(t, attr);
  bool is_empty = attr->kind == TERN_ATTR_ARRAY && tern_array_attr_count(attr) == 0;
  if (!node && !is_empty) return tern_op_error(op, "expected 'llvm.mmra' to be a #llvm.mmra_tag or an array of them");
  LLVMBasicBlockRef block = LLVMGetInsertBlock(t->builder);
  LLVMValueRef instruction = before && LLVMGetInstructionParent(before) == block ? LLVMGetNextInstruction(before)
                                                                                 : LLVMGetFirstInstruction(block);
  for (; node && instruction; instruction = LLVMGetNextInstruction(instruction))
    tern_llvm_set_metadata(t, instruction, "mmra", node);
  return true;
}
