// cuSPARSE and cuSPARSELt: opened when the first function of each is needed. Types of their own are passed as what they
// are in C: handles as addresses, enumerators as int.

#ifndef TERN_RUNTIME_MGPU_CUDA_SPARSE_LIBRARY_H_
#define TERN_RUNTIME_MGPU_CUDA_SPARSE_LIBRARY_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Name behind "cusparse", types of the parameters. All return a status, 0 for success. The last two are not in all
// versions.
#define TERN_CUSPARSE_FUNCTIONS(X)                                                                                    \
  X(Create, (void **handle))                                                                                          \
  X(Destroy, (void *handle))                                                                                          \
  X(SetStream, (void *handle, void *stream))                                                                          \
  X(CreateDnVec, (void **vector, int64_t size, void *values, int type))                                               \
  X(DestroyDnVec, (void *vector))                                                                                     \
  X(CreateDnMat, (void **matrix, int64_t rows, int64_t columns, int64_t stride, void *values, int type, int order))   \
  X(DestroyDnMat, (void *matrix))                                                                                     \
  X(CreateCoo, (void **matrix, int64_t rows, int64_t columns, int64_t count, void *row_indices, void *column_indices, \
                void *values, int index_type, int base, int type))                                                    \
  X(CreateCsr, (void **matrix, int64_t rows, int64_t columns, int64_t count, void *positions, void *indices,          \
                void *values, int position_type, int index_type, int base, int type))                                 \
  X(CreateCsc, (void **matrix, int64_t rows, int64_t columns, int64_t count, void *positions, void *indices,          \
                void *values, int position_type, int index_type, int base, int type))                                 \
  X(DestroySpMat, (void *matrix))                                                                                     \
  X(SpMatGetSize, (void *matrix, int64_t *rows, int64_t *columns, int64_t *count))                                    \
  X(CsrSetPointers, (void *matrix, void *positions, void *indices, void *values))                                     \
  X(SpMV_bufferSize, (void *handle, int mode, const void *alpha, void *a, void *x, const void *beta, void *y,         \
                      int type, int algorithm, size_t *size))                                                         \
  X(SpMV, (void *handle, int mode, const void *alpha, void *a, void *x, const void *beta, void *y, int type,          \
           int algorithm, void *buffer))                                                                              \
  X(SpMM_bufferSize, (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta,    \
                      void *c, int type, int algorithm, size_t *size))                                                \
  X(SpMM, (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta, void *c,      \
           int type, int algorithm, void *buffer))                                                                    \
  X(SDDMM_bufferSize, (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta,   \
                       void *c, int type, int algorithm, size_t *size))                                               \
  X(SDDMM, (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta, void *c,     \
            int type, int algorithm, void *buffer))                                                                   \
  X(SpGEMM_createDescr, (void **descriptor))                                                                          \
  X(SpGEMM_destroyDescr, (void *descriptor))                                                                          \
  X(SpGEMM_workEstimation,                                                                                            \
    (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta, void *c, int type,  \
     int algorithm, void *descriptor, size_t *size, void *buffer))                                                    \
  X(SpGEMM_compute, (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta,     \
                     void *c, int type, int algorithm, void *descriptor, size_t *size, void *buffer))                 \
  X(SpGEMM_copy, (void *handle, int mode_a, int mode_b, const void *alpha, void *a, void *b, const void *beta,        \
                  void *c, int type, int algorithm, void *descriptor))                                                \
  X(CreateBsr,                                                                                                        \
    (void **matrix, int64_t rows, int64_t columns, int64_t count, int64_t row_block_size, int64_t column_block_size,  \
     void *positions, void *indices, void *values, int position_type, int index_type, int base, int type, int order)) \
  X(CreateCooAoS, (void **matrix, int64_t rows, int64_t columns, int64_t count, void *indices, void *values,          \
                   int index_type, int base, int type))

// The same for names behind "cusparseLt"; MatmulAlgSelectionDestroy is not in all versions.
#define TERN_CUSPARSELT_FUNCTIONS(X)                                                                                  \
  X(Init, (void *handle))                                                                                             \
  X(Destroy, (const void *handle))                                                                                    \
  X(GetVersion, (const void *handle, int *version))                                                                   \
  X(DenseDescriptorInit, (const void *handle, void *matrix, int64_t rows, int64_t columns, int64_t stride,            \
                          uint32_t alignment, int type, int order))                                                   \
  X(StructuredDescriptorInit, (const void *handle, void *matrix, int64_t rows, int64_t columns, int64_t stride,       \
                               uint32_t alignment, int type, int order, int sparsity))                                \
  X(MatDescriptorDestroy, (const void *matrix))                                                                       \
  X(MatmulDescriptorInit, (const void *handle, void *product, int mode_a, int mode_b, const void *a, const void *b,   \
                           const void *c, const void *d, int type))                                                   \
  X(MatmulAlgSelectionInit, (const void *handle, void *selection, const void *product, int algorithm))                \
  X(MatmulAlgSetAttribute, (const void *handle, void *selection, int attribute, const void *value, size_t size))      \
  X(MatmulAlgSelectionDestroy, (const void *selection))                                                               \
  X(MatmulPlanInit, (const void *handle, void *plan, const void *product, const void *selection))                     \
  X(MatmulPlanDestroy, (const void *plan))                                                                            \
  X(MatmulGetWorkspace, (const void *handle, const void *plan, size_t *size))                                         \
  X(Matmul, (const void *handle, const void *plan, const void *alpha, const void *a, const void *b, const void *beta, \
             const void *c, void *d, void *workspace, void **streams, int32_t stream_count))                          \
  X(SpMMAPrune,                                                                                                       \
    (const void *handle, const void *product, const void *source, void *target, int algorithm, void *stream))         \
  X(SpMMAPruneCheck, (const void *handle, const void *product, const void *source, int *is_wrong, void *stream))      \
  X(SpMMACompressedSize, (const void *handle, const void *plan, size_t *size, size_t *buffer_size))                   \
  X(SpMMACompress, (const void *handle, const void *plan, const void *source, void *target, void *buffer, void *stream))

typedef struct tern_cusparse_t {
#define X(name, parameters) int(*name) parameters;
  TERN_CUSPARSE_FUNCTIONS(X)
#undef X
} tern_cusparse_t;

typedef struct tern_cusparselt_t {
#define X(name, parameters) int(*name) parameters;
  TERN_CUSPARSELT_FUNCTIONS(X)
#undef X
} tern_cusparselt_t;

// The libraries, or NULL, which is told once, if they cannot be opened. `function` is who asks.
const tern_cusparse_t *tern_cusparse_open(const char *function);
const tern_cusparselt_t *tern_cusparselt_open(const char *function);

// Tells a failure of either library; `what` says what was tried. True if there is none.
bool tern_cusparse_succeeds(const char *function, int status, const char *what);

#endif  // TERN_RUNTIME_MGPU_CUDA_SPARSE_LIBRARY_H_
