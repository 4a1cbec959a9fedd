// See f2.h. A span is kept so that each of its vectors has its highest bit to itself: reducing is then one pass, and
// what is left over does not depend on the order in which the vectors came.

#include "analysis/layout/f2.h"

static uint64_t highest_bit(uint64_t vector) { return vector ? UINT64_C(1) << (63 - __builtin_clzll(vector)) : 0; }

uint64_t tern_f2_span_reduce(const tern_f2_span_t *span, uint64_t vector, uint64_t *inout_maker) {
  for (size_t i = 0; i < span->count; ++i) {
    if (!(vector & highest_bit(span->vectors[i]))) continue;
    vector ^= span->vectors[i];
    if (inout_maker) *inout_maker ^= span->makers[i];
  }
  return vector;
}

bool tern_f2_span_has(const tern_f2_span_t *span, uint64_t vector) {
  return tern_f2_span_reduce(span, vector, NULL) == 0;
}

bool tern_f2_span_add(tern_f2_span_t *span, uint64_t vector, uint64_t maker) {
  vector = tern_f2_span_reduce(span, vector, &maker);
  if (vector == 0) return false;
  const uint64_t top = highest_bit(vector);
  for (size_t i = 0; i < span->count; ++i) {
    if (!(span->vectors[i] & top)) continue;
    span->vectors[i] ^= vector;
    span->makers[i] ^= maker;
  }
  span->vectors[span->count] = vector;
  span->makers[span->count++] = maker;
  return true;
}

void tern_f2_list_extend(tern_f2_list_t *list, tern_f2_span_t *span, const uint64_t *vectors, size_t count,
                         size_t most) {
  for (size_t i = 0; i < count && most > 0; ++i) {
    if (!tern_f2_span_add(span, vectors[i], 0)) continue;
    list->values[list->count++] = vectors[i];
    --most;
  }
}

void tern_f2_list_extend_by_units(tern_f2_list_t *list, tern_f2_span_t *span, size_t bits, size_t most) {
  for (size_t i = 0; i < bits && most > 0; ++i) {
    const uint64_t unit = UINT64_C(1) << i;
    size_t before = list->count;
    tern_f2_list_extend(list, span, &unit, 1, 1);
    most -= list->count - before;
  }
}

// A vector of the first list lies in the second's span but for some of the first's: their sum is common to both.
tern_f2_list_t tern_f2_intersect(const tern_f2_span_t *base, const tern_f2_list_t *first,
                                 const tern_f2_list_t *second) {
  tern_f2_span_t all = *base, own = *base;
  tern_f2_list_t result = {0};
  for (size_t i = 0; i < all.count; ++i) all.makers[i] = 0;
  for (size_t i = 0; i < second->count; ++i) tern_f2_span_add(&all, second->values[i], 0);
  for (size_t i = 0; i < first->count; ++i) {
    if (!tern_f2_span_add(&own, first->values[i], 0)) continue;
    uint64_t maker = first->values[i];
    uint64_t rest = tern_f2_span_reduce(&all, first->values[i], &maker);
    if (rest) {
      tern_f2_span_add(&all, first->values[i], first->values[i]);
    } else {
      result.values[result.count++] = maker;
    }
  }
  return result;
}
