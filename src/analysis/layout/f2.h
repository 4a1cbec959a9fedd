// Vectors of bits and what they span: linear algebra over the field of two elements, where a vector is a word and a sum
// is an exclusive or.

#ifndef TERN_ANALYSIS_LAYOUT_F2_H_
#define TERN_ANALYSIS_LAYOUT_F2_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TERN_F2_MAX 64

// A list of vectors, in the order that they were chosen in.
typedef struct tern_f2_list {
  size_t count;
  uint64_t values[TERN_F2_MAX];
} tern_f2_list_t;

// What a list of vectors spans. Zero-initialise to start; a plain value.
typedef struct tern_f2_span {
  size_t count;                   // dimension
  uint64_t vectors[TERN_F2_MAX];  // each has a highest bit that no other one has
  uint64_t makers[TERN_F2_MAX];   // the sum of the makers of the given vectors whose sum the vector is
} tern_f2_span_t;

// Adds a vector that goes by the name `maker`. False, and nothing is changed, if it lies in the span already.
bool tern_f2_span_add(tern_f2_span_t *span, uint64_t vector, uint64_t maker);
// `vector` without what the span can take away from it: zero if it lies in the span. `*inout_maker`, unless NULL, is
// added the makers of what was taken away. The rest is the same for all vectors that differ by one of the span.
uint64_t tern_f2_span_reduce(const tern_f2_span_t *span, uint64_t vector, uint64_t *inout_maker);
bool tern_f2_span_has(const tern_f2_span_t *span, uint64_t vector);

// Adds to `list` and to `span` those of `vectors` that are independent of the span and of each other; at most `most`.
void tern_f2_list_extend(tern_f2_list_t *list, tern_f2_span_t *span, const uint64_t *vectors, size_t count,
                         size_t most);
// The same with the unit vectors of `bits` bits, lowest first.
void tern_f2_list_extend_by_units(tern_f2_list_t *list, tern_f2_span_t *span, size_t bits, size_t most);
// A basis of what both lists span modulo `base`, made of vectors of the first list, in its order.
tern_f2_list_t tern_f2_intersect(const tern_f2_span_t *base, const tern_f2_list_t *first, const tern_f2_list_t *second);

#endif  // TERN_ANALYSIS_LAYOUT_F2_H_
