// Which loops of the structured ops of a dispatch run together.
//
// Two ops share a buffer that one of them writes: its dimension is visited by a loop of each, and the two loops belong
// together. A workgroup that is given a part of that loop reads of the buffer only what it wrote itself.
//
//   %max[i] = max over j of %x[i, j]      (i, j)
//   %sum[i] = sum over j of exp(%x[i, j] - %max[i])      (i, j)      i of both ops belong together, j do not: no
//   buffer that is written has that dimension

#ifndef TERN_TRANSFORM_CODEGEN_SHARED_LOOPS_H_
#define TERN_TRANSFORM_CODEGEN_SHARED_LOOPS_H_

#include "base/map.h"
#include "base/vec.h"
#include "dialect/linalg/structured.h"

typedef struct tern_shared_loops {
  TERN_VEC(tern_op_t *) ops;             // the structured ops, in order
  TERN_VEC(tern_value_t *) buffers;      // what they write
  TERN_VEC(tern_value_t *) temporaries;  // those of the buffers that the function allocates
  // Union-find over the loops of all ops and the dimensions of all buffers.
  TERN_VEC(size_t) parents;
  TERN_VEC(size_t) op_starts, buffer_starts;  // first nodes
  TERN_VEC(bool) is_bad;                      // by representative: something else than loops visits the dimension
  tern_map_t positions;                       // op or buffer -> position + 1
} tern_shared_loops_t;

// Finds the loops of a straight-line function of structured ops on buffers. False if there is anything else that matters:
// other ops that touch what the structured ops write, buffers that are written through several views, ops that cannot be
// cut into tiles. To be deinitialized in any case.
bool tern_shared_loops_find(tern_op_t *func, tern_shared_loops_t *out_loops);
void tern_shared_loops_deinitialize(tern_shared_loops_t *loops);
// Does every op have exactly one loop, a parallel one, that belongs together with `loop` of `op`, and nothing else?
bool tern_shared_loops_is_common(const tern_shared_loops_t *loops, const tern_op_t *op, size_t loop);
// The loop of `other` that belongs together with the common `loop` of `op`.
size_t tern_shared_loops_counterpart(const tern_shared_loops_t *loops, const tern_op_t *op, size_t loop,
                                     const tern_op_t *other);
// Does dimension `dim` of a buffer belong together with `loop` of `op`?
bool tern_shared_loops_goes_along(const tern_shared_loops_t *loops, const tern_value_t *buffer, size_t dim,
                                  const tern_op_t *op, size_t loop);

#endif  // TERN_TRANSFORM_CODEGEN_SHARED_LOOPS_H_
