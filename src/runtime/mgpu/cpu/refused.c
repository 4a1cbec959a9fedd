// What the CPU has not: tensor maps, and products of sparse matrices, which are NVIDIA's libraries. Programs that
// call these functions link, and are told at the first call.

#include "runtime/mgpu/report.h"
#include "tern/mgpu.h"

// The parameters are those of the header; none is looked at.
#pragma GCC diagnostic ignored "-Wunused-parameter"

static void *refuse(const char *function, const char *needs) {
  tern_mgpu_report(function, "this needs %s and an NVIDIA GPU: use libtern_cuda_runtime.so", needs);
  return NULL;
}

#define REFUSED_ADDRESS(name, needs, parameters) \
  void *name parameters { return refuse(#name, needs); }
#define REFUSED_SIZE(name, needs, parameters) \
  intptr_t name parameters { return (intptr_t)refuse(#name, needs); }
#define REFUSED(name, needs, parameters) \
  void name parameters { refuse(#name, needs); }

// clang-format off
REFUSED(mgpuTensorMapEncodeTiled, "the tensor memory accelerator",
        (void *map, uint32_t type, uint32_t rank, void *address, const uint64_t *sizes, const uint64_t *strides,
         const uint32_t *box, const uint32_t *element_strides, uint32_t interleave, uint32_t swizzle,
         uint32_t promotion, uint32_t fill))
REFUSED_ADDRESS(mgpuTensorMapEncodeTiledMemref, "the tensor memory accelerator",
                (int64_t rank, void *descriptor, uint32_t type, uint32_t interleave, uint32_t swizzle,
                 uint32_t promotion, uint32_t fill, const int64_t *box_sizes))

REFUSED(mgpuCreateSparseEnv, "cuSPARSE", (void))
REFUSED(mgpuDestroySparseEnv, "cuSPARSE", (void))
REFUSED_ADDRESS(mgpuCreateDnVec, "cuSPARSE", (intptr_t size, void *values, int32_t type, void *stream))
REFUSED(mgpuDestroyDnVec, "cuSPARSE", (void *vector, void *stream))
REFUSED_ADDRESS(mgpuCreateDnMat, "cuSPARSE",
                (intptr_t rows, intptr_t columns, void *values, int32_t type, void *stream))
REFUSED(mgpuDestroyDnMat, "cuSPARSE", (void *matrix, void *stream))
REFUSED_ADDRESS(mgpuCreateCoo, "cuSPARSE",
                (intptr_t rows, intptr_t columns, intptr_t count, void *row_indices, void *column_indices,
                 void *values, int32_t index_type, int32_t type, void *stream))
REFUSED_ADDRESS(mgpuCreateCooAoS, "cuSPARSE",
                (intptr_t rows, intptr_t columns, intptr_t count, void *indices, void *values, int32_t index_type,
                 int32_t type, void *stream))
REFUSED_ADDRESS(mgpuCreateCsr, "cuSPARSE",
                (intptr_t rows, intptr_t columns, intptr_t count, void *row_positions, void *column_indices,
                 void *values, int32_t position_type, int32_t index_type, int32_t type, void *stream))
REFUSED_ADDRESS(mgpuCreateCsc, "cuSPARSE",
                (intptr_t rows, intptr_t columns, intptr_t count, void *column_positions, void *row_indices,
                 void *values, int32_t position_type, int32_t index_type, int32_t type, void *stream))
REFUSED_ADDRESS(mgpuCreateBsr, "cuSPARSE",
                (intptr_t block_rows, intptr_t block_columns, intptr_t block_count, intptr_t row_block_size,
                 intptr_t column_block_size, void *row_positions, void *column_indices, void *values,
                 int32_t position_type, int32_t index_type, int32_t type, void *stream))
REFUSED(mgpuDestroySpMat, "cuSPARSE", (void *matrix, void *stream))
REFUSED(mgpuSpMatGetSize, "cuSPARSE", (void *matrix, void *rows, void *columns, void *count, void *stream))
REFUSED(mgpuSetCsrPointers, "cuSPARSE",
        (void *matrix, void *row_positions, void *column_indices, void *values, void *stream))
REFUSED_SIZE(mgpuSpMVBufferSize, "cuSPARSE",
             (int32_t mode, void *a, void *x, void *y, int32_t compute_type, void *stream))
REFUSED(mgpuSpMV, "cuSPARSE",
        (int32_t mode, void *a, void *x, void *y, int32_t compute_type, void *buffer, void *stream))
REFUSED_SIZE(mgpuSpMMBufferSize, "cuSPARSE",
             (int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *stream))
REFUSED(mgpuSpMM, "cuSPARSE",
        (int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *buffer, void *stream))
REFUSED_SIZE(mgpuSDDMMBufferSize, "cuSPARSE",
             (int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *stream))
REFUSED(mgpuSDDMM, "cuSPARSE",
        (int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *buffer, void *stream))
REFUSED_ADDRESS(mgpuSpGEMMCreateDescr, "cuSPARSE", (void *stream))
REFUSED(mgpuSpGEMMDestroyDescr, "cuSPARSE", (void *descriptor, void *stream))
REFUSED_SIZE(mgpuSpGEMMWorkEstimation, "cuSPARSE",
             (void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,
              intptr_t buffer_size, void *buffer, void *stream))
REFUSED_SIZE(mgpuSpGEMMCompute, "cuSPARSE",
             (void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,
              intptr_t buffer_size, void *buffer, void *stream))
REFUSED(mgpuSpGEMMCopy, "cuSPARSE",
        (void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,
         void *stream))

REFUSED(mgpuCreateSparseLtEnv, "cuSPARSELt", (void))
REFUSED(mgpuDestroySparseLtEnv, "cuSPARSELt", (void))
REFUSED(mgpuCreateCuSparseLtDnMat, "cuSPARSELt",
        (void *descriptor, intptr_t rows, intptr_t columns, void *values, int32_t type, void *stream))
REFUSED(mgpuDestroyCuSparseLtDnMat, "cuSPARSELt", (void *descriptor, void *stream))
REFUSED(mgpuCusparseLtCreate2To4SpMat, "cuSPARSELt",
        (void *descriptor, intptr_t rows, intptr_t columns, void *values, int32_t type, void *stream))
REFUSED(mgpuDestroyCuSparseLtSpMat, "cuSPARSELt", (void *descriptor, void *stream))
REFUSED(mgpuCuSparseLtSpMMBufferSize, "cuSPARSELt",
        (void *sizes, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, int32_t prune,
         void *stream))
REFUSED(mgpuCuSparseLtSpMM, "cuSPARSELt",
        (void *a, void *b, void *c, void *workspace, void *compressed, void *compress_buffer, void *stream))
// clang-format on
