// Loops and conditionals that carry tensors, as loops and conditionals that work on buffers.

#ifndef TERN_CONVERT_BUFFERIZATION_CARRIED_TENSORS_H_
#define TERN_CONVERT_BUFFERIZATION_CARRIED_TENSORS_H_

#include "ir/op_def.h"

//   %r = scf.for %i = ... iter_args(%t = %init) -> (tensor<4xf32>) {     bufferization.materialize_in_destination %init in %m
//     ...                                                               scf.for %i = ... {
//     scf.yield %v : tensor<4xf32>                            =>          %t = bufferization.to_tensor %m
//   }                                                                     ...
//                                                                         bufferization.materialize_in_destination %v in %m
//                                                                       }
//                                                                       %r = bufferization.to_tensor %m
//
// %m is where the result is stored in the end, if that is its only use, else a memref.alloca. The same for scf.if, scf.while
// and scf.forall. False after an error: a tensor whose size is only known inside.
bool tern_store_carried_tensors(tern_op_t *func);

#endif  // TERN_CONVERT_BUFFERIZATION_CARRIED_TENSORS_H_
