// Structured ops on tensors that are padded, cut or reversed copies of others.

#ifndef TERN_CONVERT_STABLEHLO_DISPATCH_READ_IN_PLACE_H_
#define TERN_CONVERT_STABLEHLO_DISPATCH_READ_IN_PLACE_H_

#include "ir/op.h"

//   %p = tensor.pad %a low[1] high[1] { yield %zero }        %2 = linalg.generic ins(%w) outs(%0) {
//   %1 = linalg.conv_1d ins(%p, %w) outs(%0)             =>    %x = scf.if (the index is in %a) { tensor.extract %a[...] }
//                                                                     else { %zero }
//                                                              ...
//
// In a lone dispatch there is no memory for a copy. So the op reads where elements are: reversals and cuts become indexing
// maps; padding, with holes between elements or without, becomes a guard in the body, left out where all that is read lies
// inside. Only copies behind `before` (NULL: in all of the block) are looked through: those that the lowering of one op has
// made. They are gone afterwards, and so is `op`, if anything was to be done.
void tern_hlo_read_in_place(tern_op_t *op, const tern_op_t *before);

#endif  // TERN_CONVERT_STABLEHLO_DISPATCH_READ_IN_PLACE_H_
