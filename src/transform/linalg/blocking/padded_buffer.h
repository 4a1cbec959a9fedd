// Temporaries that hold another buffer with one value around it, as bufferized tensor.pad leaves them.
//
//   %padded = memref.alloca() : memref<1x58x58x64xf32>
//   linalg.fill ins(%value : f32) outs(%padded)
//   %middle = memref.subview %padded[0, 1, 1, 0] [1, 56, 56, 64] [1, 1, 1, 1]
//   linalg.copy ins(%source : memref<1x56x56x64xf32>) outs(%middle)

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_PADDED_BUFFER_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_PADDED_BUFFER_H_

#include "base/vec.h"
#include "dialect/linalg/structured.h"

typedef struct tern_padded_buffer {
  tern_op_t *memory, *fill, *middle, *copy;
  int64_t low[TERN_LINALG_MAX_LOOPS];  // where the source begins
} tern_padded_buffer_t;

typedef TERN_VEC(tern_padded_buffer_t) tern_padded_buffers_t;

// Finds those of `func`: of static shape, filled and copied in its first block before they are read, and only read by
// structured ops, also through memref.subview; nothing writes what was copied. To be deinitialized.
void tern_padded_buffers_find(tern_op_t *func, tern_padded_buffers_t *out_buffers);

// Takes the ops that fill the buffers out of the function, which then looks as if its memory was given; and puts them
// back.
void tern_padded_buffers_detach(const tern_padded_buffers_t *buffers);
void tern_padded_buffers_attach(const tern_padded_buffers_t *buffers);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_PADDED_BUFFER_H_
