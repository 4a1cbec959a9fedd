// Branches.

#include "target/llvm/translate.h"

bool tern_llvm_translate_br(tern_llvm_translation_t *t, tern_op_t *op) {
  tern_llvm_set_branch_metadata(t, op, LLVMBuildBr(t->builder, tern_llvm_edge_to(t, op, 0)));
  return true;
}

bool tern_llvm_translate_cond_br(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMBasicBlockRef yes = tern_llvm_edge_to(t, op, 0), no = tern_llvm_edge_to(t, op, 1);
  tern_llvm_set_branch_metadata(t, op, LLVMBuildCondBr(t->builder, tern_llvm_operand(t, op, 0), yes, no));
  return true;
}

bool tern_llvm_translate_switch(tern_llvm_translation_t *t, tern_op_t *op) {
  const tern_attr_t *values = tern_op_attr(op, "case_values");
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_op_operand(op, 0)->type);
  if (!type) return false;
  TERN_VEC(LLVMBasicBlockRef) targets = {0};
  for (size_t i = 0; i < op->successor_count; i++) tern_vec_push(&targets, tern_llvm_edge_to(t, op, i));
  LLVMValueRef branch =
      LLVMBuildSwitch(t->builder, tern_llvm_operand(t, op, 0), targets.values[0], (unsigned)targets.count - 1);
  bool is_right = true;
  for (size_t i = 1; is_right && i < targets.count; i++) {
    LLVMValueRef value = tern_llvm_to_constant(t, op, tern_dense_elements_attr_at(values, i - 1), type);
    is_right = value != NULL;
    if (is_right) LLVMAddCase(branch, value, targets.values[i]);
  }
  if (is_right) tern_llvm_set_branch_metadata(t, op, branch);
  tern_vec_deinitialize(&targets);
  return is_right;
}

bool tern_llvm_translate_indirectbr(tern_llvm_translation_t *t, tern_op_t *op) {
  // The address decides, so that no block can be put in between.
  for (size_t i = 0; i < op->successor_count; i++)
    for (size_t k = 0; k < i; k++)
      if (op->successors[i].block == op->successors[k].block && op->successors[i].block->arg_count > 0)
        return tern_op_error(op, "cannot hand over block arguments to the same successor twice");
  LLVMValueRef branch = LLVMBuildIndirectBr(t->builder, tern_llvm_operand(t, op, 0), op->successor_count);
  for (size_t i = 0; i < op->successor_count; i++) LLVMAddDestination(branch, tern_llvm_edge_to(t, op, i));
  return true;
}
