// Growth of the arrays of vec.h.

#include "base/vec.h"

#include <string.h>

#include "base/arena.h"

enum { FIRST_CAPACITY = 8 };  // elements

static size_t grow(size_t capacity, size_t needed) {
  size_t grown = capacity < FIRST_CAPACITY ? FIRST_CAPACITY : capacity + capacity / 2;
  return grown < needed ? needed : grown;
}

void tern_vec_reserve_bytes(void **values, size_t *capacity, size_t needed, size_t element_size) {
  if (needed <= *capacity) return;
  size_t grown = grow(*capacity, needed);
  *values = tern_realloc_array(*values, grown, element_size);
  *capacity = grown;
}

bool tern_vec_try_reserve_bytes(void *vec, size_t needed, size_t element_size) {
  // Every TERN_VEC lies in memory as one of bytes does; it is copied, for it is of another type.
  TERN_VEC(void) list;
  memcpy(&list, vec, sizeof(list));
  if (needed <= list.capacity) return true;
  size_t capacity = grow(list.capacity, needed), size;
  if (__builtin_mul_overflow(capacity, element_size, &size)) return false;
  void *values = realloc(list.values, size);
  if (!values) return false;
  list.values = values;
  list.capacity = capacity;
  memcpy(vec, &list, sizeof(list));
  return true;
}
