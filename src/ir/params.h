// Parameter lists of types and attributes: packing, hashing and comparing. Private to src/ir.

#ifndef TERN_IR_PARAMS_H_
#define TERN_IR_PARAMS_H_

#include <stdlib.h>

#include "base/arena.h"
#include "base/float.h"
#include "ir/type.h"
#include "ir/unique_table.h"

static inline uint64_t tern_param(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }
static inline const void *tern_param_pointer(uint64_t param) { return (const void *)(uintptr_t)param; }

// A parameter list under construction, on the stack while it is short.
typedef struct tern_params {
  uint64_t *values;
  uint64_t storage[24];
} tern_params_t;

static inline void tern_params_initialize(tern_params_t *params, size_t count) {
  bool is_short = count <= sizeof(params->storage) / sizeof(params->storage[0]);
  params->values = is_short ? params->storage : tern_realloc_array(NULL, count, sizeof(params->values[0]));
}
static inline void tern_params_deinitialize(tern_params_t *params) {
  if (params->values != params->storage) free(params->values);
}

static inline uint32_t tern_params_hash(uint64_t kind, const void *row, const uint64_t *params, size_t count) {
  uint64_t hash = tern_hash_word(kind, tern_param(row));
  for (size_t i = 0; i < count; ++i) hash = tern_hash_word(hash, params[i]);
  return tern_hash_finish(hash);
}

// Lists are short: a loop beats a call.
static inline bool tern_params_equal(const uint64_t *a, const uint64_t *b, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Bytes of an object with a header and `count` parameters.
static inline size_t tern_params_size(size_t header_size, size_t count) {
  size_t size;
  if (count > UINT32_MAX || __builtin_mul_overflow(count, sizeof(uint64_t), &size)) tern_out_of_memory(SIZE_MAX);
  return header_size + size;
}

// The format of a float type, as an index into tern_float_formats.
static inline tern_float_kind_t tern_type_float_kind(const tern_type_t *type) {
  return (tern_float_kind_t)(type->kind - TERN_TYPE_F4E2M1FN);
}

#endif  // TERN_IR_PARAMS_H_
