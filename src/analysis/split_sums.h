// Cutting long sums that loops carry into pieces, so that what rounding loses grows with the logarithm of their length.
//
//   %s = scf.for %i = 0 to %n step 1 iter_args(%a = %start) {     %s = scf.for %p = 0 to %n step 64 iter_args(%t = %start) {
//     %x = f(%i)                                                    %e = min(%p + 64, %n)
//     %b = arith.addf %a, %x                                        %q = scf.for %i = %p to %e step 1 iter_args(%a = -0.0) {
//     yield %b                                           =>           %x = f(%i)
//   }                                                                 %b = arith.addf %a, %x
//                                                                     yield %b
//                                                                   }
//                                                                   %u = arith.addf %t, %q
//                                                                   yield %u
//                                                                 }
//
// A sum of n numbers of one sign in one chain is off by about sqrt(n / 3) roundings of itself, and by n at worst; in pieces of m whose
// sums are added up in pieces of m, and so on, by sqrt(m / 3 * log(n) / log(m)) (Higham: The Accuracy of Floating Point Summation).
// What is added and in which order depends on sizes alone.

#ifndef TERN_ANALYSIS_SPLIT_SUMS_H_
#define TERN_ANALYSIS_SPLIT_SUMS_H_

#include "ir/op.h"

// Attribute of a structured op: its sums are pieces of sums of more than TERN_LONGEST_SUM numbers, whose other pieces are added to the
// same memory.
#define TERN_SUM_PIECE "tern.sum_piece"
// Numbers that products add up in one chain, at most, wherever pieces go through memory: what that costs is worth it for longer sums.
enum { TERN_LONGEST_SUM = 512 };

// Cuts the sums of floats among what `loop`, an scf.for, carries, so that about `most` additions are made one after the other. Sums go
// from an iteration to the next through arith.addf, the addend of math.fma, arith.select with what they were before, and sums of loops
// within; whatever else is carried stays as it is. For loops whose author has no order of additions in mind: reductions.
//
// Loops within come first: what they add up is a number of the outer loop's sum if it has been made of several. Users of the results
// of `loop` are given those of the loop that now stands in its place, which is returned. It is `loop` where nothing was cut.
tern_op_t *tern_split_sums(tern_op_t *loop, int64_t most);

// Cuts the `count` results from `first` on, whoever adds to them: each iteration makes `additions` of them one after the other. Only one
// level of pieces is made, of about `most` additions; the loop around them is returned, or `loop` where it has hardly more. Cut again, as
// a loop with one addition, it gives the next level.
tern_op_t *tern_split_known_sums(tern_op_t *loop, size_t first, size_t count, int64_t additions, int64_t most);

// The same in one loop, which goes on fetching ahead: every so many iterations a condition adds sums to totals, which are carried beside
// them, and lets them start anew. Each sum takes two registers all the time, and what is added up last is at the end: results are
// replaced by other values than those of the loop that stands there.
tern_op_t *tern_flush_sums(tern_op_t *loop, int64_t most);

// Bytes of registers that the floats carried by an scf.for take, narrow ones four each.
int64_t tern_carried_float_bytes(const tern_op_t *loop);

// Attribute of an scf.for: all that it does is a part of one reduction each, in any order.
#define TERN_REDUCTION_LOOP "tern.reduction_loop"

#endif  // TERN_ANALYSIS_SPLIT_SUMS_H_
