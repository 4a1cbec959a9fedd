// Which numbers the integers of a program, and the elements of its tensors, may be: an interval for each, its span, read as signed (upstream:
// RangeAnalysis of the AMD backend).
//
// Known are constants, the numbers of programs and of elements, arithmetic on what is known, loops whose bounds are, and what
// `llvm.intr.assume` says of a value beside constants. What does not fit its type may be any number of it.

#ifndef TERN_ANALYSIS_TRITON_SPANS_H_
#define TERN_ANALYSIS_TRITON_SPANS_H_

#include "ir/op_def.h"

typedef struct tern_span {
  int64_t low, high;
} tern_span_t;

typedef struct tern_spans tern_spans_t;

// Of what is in `root`. Wrong once that changes.
tern_spans_t *tern_spans_create(tern_op_t *root);
void tern_spans_destroy(tern_spans_t *ranges);
// All numbers of its type, or all there are, if nothing is known of the value.
tern_span_t tern_span_of(tern_spans_t *ranges, const tern_value_t *value);

#endif  // TERN_ANALYSIS_TRITON_SPANS_H_
