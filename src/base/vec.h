// Growing arrays of any element type, as three macros over a struct that anyone can read.
//
//   TERN_VEC(tern_op_t *) worklist = {0};
//   tern_vec_push(&worklist, op);
//   while (worklist.count) handle(worklist.values[--worklist.count]);
//   tern_vec_deinitialize(&worklist);

#ifndef TERN_BASE_VEC_H_
#define TERN_BASE_VEC_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define TERN_VEC(type) \
  struct {             \
    type *values;      \
    size_t count;      \
    size_t capacity;   \
  }

// Makes room for `needed` elements of `element_size` bytes. For the macros below.
void tern_vec_reserve_bytes(void **values, size_t *capacity, size_t needed, size_t element_size);

#define tern_vec_reserve(vec, needed)                                                                      \
  do {                                                                                                     \
    if ((size_t)(needed) > (vec)->capacity) {                                                              \
      void *tern_values_ = (vec)->values;                                                                  \
      tern_vec_reserve_bytes(&tern_values_, &(vec)->capacity, (size_t)(needed), sizeof((vec)->values[0])); \
      (vec)->values = tern_values_;                                                                        \
    }                                                                                                      \
  } while (0)

#define tern_vec_push(vec, ...)                    \
  do {                                             \
    tern_vec_reserve((vec), (vec)->count + 1);     \
    (vec)->values[(vec)->count++] = (__VA_ARGS__); \
  } while (0)

// For the runtime: makes room for `needed` elements of `element_size` bytes in `vec`, a pointer to a TERN_VEC. False without memory;
// the elements are as they were.
bool tern_vec_try_reserve_bytes(void *vec, size_t needed, size_t element_size);

#define tern_vec_try_reserve(vec, needed) tern_vec_try_reserve_bytes((vec), (size_t)(needed), sizeof((vec)->values[0]))

// False without memory.
#define tern_vec_try_push(vec, ...) \
  (tern_vec_try_reserve((vec), (vec)->count + 1) && ((vec)->values[(vec)->count++] = (__VA_ARGS__), true))

#define tern_vec_deinitialize(vec) \
  do {                             \
    free((vec)->values);           \
    (vec)->values = NULL;          \
    (vec)->count = 0;              \
    (vec)->capacity = 0;           \
  } while (0)

#endif  // TERN_BASE_VEC_H_
