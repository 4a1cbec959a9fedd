// Making descriptions of devices.

#ifndef TERN_RUNTIME_MODULE_DESCRIPTION_H_
#define TERN_RUNTIME_MODULE_DESCRIPTION_H_

#include "base/arena.h"
#include "base/vec.h"
#include "tern/runtime.h"

// A description that is being made. The strings live in `arena`.
typedef struct tern_description_builder_t {
  tern_arena_t arena;
  tern_device_description_t description;  // without the rows
  TERN_VEC(tern_device_row_t) rows;
  bool lacks_memory;  // something was left out
} tern_description_builder_t;

// Copies a text formatted like printf into the builder.
const char *tern_description_format(tern_description_builder_t *builder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// Appends a row. `key` is copied.
void tern_description_add(tern_description_builder_t *builder, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif  // TERN_RUNTIME_MODULE_DESCRIPTION_H_
