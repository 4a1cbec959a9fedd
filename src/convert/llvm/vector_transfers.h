// Transfers of vectors that are plain accesses (upstream: populateVectorTransferLoweringPatterns, up to rank 1).

#ifndef TERN_CONVERT_LLVM_VECTOR_TRANSFERS_H_
#define TERN_CONVERT_LLVM_VECTOR_TRANSFERS_H_

#include "dialect/vector/vector.h"
#include "rewrite/greedy.h"

// A transfer within bounds of contiguous elements becomes vector.load or vector.store, with a mask vector.maskedload or
// vector.maskedstore. Others stay, and those of several dimensions.
bool tern_vector_lower_transfer_read(tern_op_t *op, tern_rewriter_t *rewriter, void *user);
bool tern_vector_lower_transfer_write(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

#define TERN_VECTOR_TRANSFER_PATTERNS                                                               \
  {"transfer-read-to-vector-load", TERN_VECTOR(TRANSFER_READ), 1, tern_vector_lower_transfer_read}, \
      {"transfer-write-to-vector-store", TERN_VECTOR(TRANSFER_WRITE), 1, tern_vector_lower_transfer_write},

#endif  // TERN_CONVERT_LLVM_VECTOR_TRANSFERS_H_
