// What inlining a call of an llvm.func takes beyond copying its body (upstream: LLVM's InlinerInterfaceImpl.cpp).

#ifndef TERN_TRANSFORM_LLVM_INLINE_H_
#define TERN_TRANSFORM_LLVM_INLINE_H_

#include "ir/op.h"

// Does anything but its ops keep `callee` from being inlined into an llvm.call?
bool tern_inline_llvm_fits(const tern_op_t *call, const tern_op_t *callee);
// Do the ops of any callee stand elsewhere as well? Not those that are about the function they are in.
bool tern_inline_llvm_can_move_ops(tern_op_t *callee);
// Puts a copy of the body of `callee` in the place of `call`, which is destroyed.
void tern_inline_llvm_call(tern_op_t *call, tern_op_t *callee);

#endif  // TERN_TRANSFORM_LLVM_INLINE_H_
