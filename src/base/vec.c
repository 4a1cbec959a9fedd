// Growth of the arrays of vec.h.

#include "base/vec.h"

#include "base/arena.h"

enum { FIRST_CAPACITY = 8 };  // elements

void tern_vec_reserve_bytes(void **values, size_t *capacity, size_t needed, size_t element_size) {
  if (needed <= *capacity) return;
  size_t grown = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : *capacity + *capacity / 2;
  if (grown < needed) grown = needed;
  *values = tern_realloc_array(*values, grown, element_size);
  *capacity = grown;
}
