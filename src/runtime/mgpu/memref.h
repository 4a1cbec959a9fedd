// Memref descriptors, as host code passes them to the runtime by address.

#ifndef TERN_RUNTIME_MGPU_MEMREF_H_
#define TERN_RUNTIME_MGPU_MEMREF_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tern_mgpu_memref_t {
  char *allocated, *aligned;
  int64_t offset;   // elements
  int64_t sizes[];  // then as many strides, in elements
} tern_mgpu_memref_t;

static inline int64_t tern_mgpu_memref_stride(const tern_mgpu_memref_t *memref, int64_t rank, int64_t index) {
  return memref->sizes[rank + index];
}

// The bytes of a dense row-major memref; false if it is another.
bool tern_mgpu_memref_bytes(const tern_mgpu_memref_t *memref, int64_t rank, int64_t element_size, char **out_data,
                            uint64_t *out_size);

#endif  // TERN_RUNTIME_MGPU_MEMREF_H_
