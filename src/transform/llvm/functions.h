// What passes over the functions of the llvm dialect have in common.

#ifndef TERN_TRANSFORM_LLVM_FUNCTIONS_H_
#define TERN_TRANSFORM_LLVM_FUNCTIONS_H_

#include "dialect/llvm/llvm.h"
#include "pass/pass.h"

// Calls `run` on each function of `module` that has a body.
static inline void tern_llvm_functions_run(tern_op_t *module, tern_pass_t *pass,
                                           void (*run)(tern_op_t *function, tern_pass_t *pass)) {
  tern_region_for_each_block(&module->regions[0], block) {
    tern_block_for_each_op(block, op) {
      if (tern_op_is(op, TERN_LLVM(FUNC)) && !tern_region_is_empty(&op->regions[0])) run(op, pass);
    }
  }
}

#endif  // TERN_TRANSFORM_LLVM_FUNCTIONS_H_
