// Matrix instructions of AMD's GPUs: v_mfma of CDNA, v_wmma of RDNA and gfx1250 (upstream: MfmaIntrinsic, WmmaIntrinsic).

#ifndef TERN_ANALYSIS_TRITON_MATRIX_CORES_H_
#define TERN_ANALYSIS_TRITON_MATRIX_CORES_H_

#include "ir/type.h"

// An instruction multiplies `rows` by `depth` and `depth` by `columns`. A lane has `base` elements of each operand.
typedef struct tern_matrix_core {
  const char *name;  // behind "llvm.amdgcn.mfma." or "llvm.amdgcn.wmma."
  int64_t rows, columns, depth, base;
} tern_matrix_core_t;

// What is multiplied. `x`, `y`: elements of the operands; `sum`: of the sums (wmma alone).
typedef struct tern_matrix_product {
  const tern_type_t *x, *y, *sum;
  int64_t rows, columns;
  bool is_xf32;  // f32 may lose bits, where the chip has an instruction for that
} tern_matrix_product_t;

// The instruction of a version for a tile, of the greatest depth that is at most `depth`, or the smallest. False: there is none.
bool tern_matrix_core_choose_mfma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                  tern_matrix_core_t *out);
bool tern_matrix_core_choose_wmma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                  tern_matrix_core_t *out);
// The one of exactly this depth.
bool tern_matrix_core_find_mfma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                tern_matrix_core_t *out);
bool tern_matrix_core_find_wmma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                tern_matrix_core_t *out);

#endif  // TERN_ANALYSIS_TRITON_MATRIX_CORES_H_
