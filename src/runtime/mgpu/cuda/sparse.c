// Sparse matrices and their products on cuSPARSE. Upstream's runtime leaves all work to the default stream; here it
// goes into the stream that the call names, behind what is there.

#include <pthread.h>

#include "runtime/mgpu/cuda/driver.h"
#include "runtime/mgpu/cuda/sparse_library.h"
#include "runtime/mgpu/report.h"
#include "tern/mgpu.h"

// Enumerators of cuSPARSE. All default algorithms are 0.
enum { ORDER_ROW = 2, INDEX_BASE_ZERO = 0, DEFAULT_ALGORITHM = 0 };

// One for all, as upstream has it. The mutex keeps the stream of a call until its work is in it.
static struct {
  pthread_mutex_t mutex;
  void *handle;
} environment = {.mutex = PTHREAD_MUTEX_INITIALIZER};

// The factor 1 of each compute type, with an imaginary part of 0 behind it.
static const uint16_t one_f16[2] = {0x3c00}, one_bf16[2] = {0x3f80};
static const float one_f32[2] = {1};
static const double one_f64[2] = {1};
static const int32_t one_i32[2] = {1};

static const struct {
  int type;  // cudaDataType_t
  const void *one;
} factors[] = {{0, one_f32}, {4, one_f32},   {1, one_f64},   {5, one_f64}, {2, one_f16},
               {6, one_f16}, {14, one_bf16}, {15, one_bf16}, {10, one_i32}};

static const void *find_one(int type) {
  for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); ++i) {
    if (factors[i].type == type) return factors[i].one;
  }
  return one_f64;
}

// One call of the library, in the context of the thread's device.
#define CALL(what, call)                                          \
  do {                                                            \
    tern_mgpu_scope_t scope_;                                     \
    const tern_cusparse_t *sparse = tern_cusparse_open(__func__); \
    if (!sparse || !tern_mgpu_enter(&scope_, __func__)) break;    \
    tern_cusparse_succeeds(__func__, (call), what);               \
    tern_mgpu_leave(&scope_);                                     \
  } while (0)

// The same with the environment's handle in `stream`.
#define CALL_IN_STREAM(what, call)                                              \
  do {                                                                          \
    tern_mgpu_scope_t scope_;                                                   \
    const tern_cusparse_t *sparse = begin_in_stream(&scope_, __func__, stream); \
    if (!sparse) break;                                                         \
    void *handle = environment.handle;                                          \
    tern_cusparse_succeeds(__func__, (call), what);                             \
    end_in_stream(&scope_);                                                     \
  } while (0)

// Returns NULL, and nothing is to be ended, if it cannot be done.
static const tern_cusparse_t *begin_in_stream(tern_mgpu_scope_t *out_scope, const char *function, void *stream) {
  const tern_cusparse_t *sparse = tern_cusparse_open(function);
  if (!sparse || !tern_mgpu_enter(out_scope, function)) return NULL;
  pthread_mutex_lock(&environment.mutex);
  if (!environment.handle) {
    tern_mgpu_report(function, "mgpuCreateSparseEnv() was not called before");
  } else if (tern_cusparse_succeeds(function, sparse->SetStream(environment.handle, stream), "choosing the stream")) {
    return sparse;
  }
  pthread_mutex_unlock(&environment.mutex);
  tern_mgpu_leave(out_scope);
  return NULL;
}

static void end_in_stream(tern_mgpu_scope_t *scope) {
  pthread_mutex_unlock(&environment.mutex);
  tern_mgpu_leave(scope);
}

void mgpuCreateSparseEnv(void) {
  if (environment.handle) {
    tern_mgpu_report(__func__, "it was called before: call mgpuDestroySparseEnv() first");
    return;
  }
  CALL("making the environment", sparse->Create(&environment.handle));
}

void mgpuDestroySparseEnv(void) {
  if (!environment.handle) {
    tern_mgpu_report(__func__, "mgpuCreateSparseEnv() was not called before");
    return;
  }
  CALL("destroying the environment", sparse->Destroy(environment.handle));
  environment.handle = NULL;
}

//---- Vectors and matrices ----

void *mgpuCreateDnVec(intptr_t size, void *values, int32_t type, void *stream) {
  (void)stream;
  void *vector = NULL;
  CALL("making a vector", sparse->CreateDnVec(&vector, size, values, type));
  return vector;
}

void mgpuDestroyDnVec(void *vector, void *stream) {
  (void)stream;
  CALL("destroying a vector", sparse->DestroyDnVec(vector));
}

void *mgpuCreateDnMat(intptr_t rows, intptr_t columns, void *values, int32_t type, void *stream) {
  (void)stream;
  void *matrix = NULL;
  CALL("making a matrix", sparse->CreateDnMat(&matrix, rows, columns, columns, values, type, ORDER_ROW));
  return matrix;
}

void mgpuDestroyDnMat(void *matrix, void *stream) {
  (void)stream;
  CALL("destroying a matrix", sparse->DestroyDnMat(matrix));
}

void *mgpuCreateCoo(intptr_t rows, intptr_t columns, intptr_t count, void *row_indices, void *column_indices,
                    void *values, int32_t index_type, int32_t type, void *stream) {
  (void)stream;
  void *matrix = NULL;
  CALL("making a matrix", sparse->CreateCoo(&matrix, rows, columns, count, row_indices, column_indices, values,
                                            index_type, INDEX_BASE_ZERO, type));
  return matrix;
}

void *mgpuCreateCooAoS(intptr_t rows, intptr_t columns, intptr_t count, void *indices, void *values, int32_t index_type,
                       int32_t type, void *stream) {
  (void)stream;
  void *matrix = NULL;
  const tern_cusparse_t *library = tern_cusparse_open(__func__);
  if (library && !library->CreateCooAoS) {
    tern_mgpu_report(__func__,
                     "this cuSPARSE has no coordinates in one array (11.8 was the last): use mgpuCreateCoo()");
    return NULL;
  }
  CALL("making a matrix",
       sparse->CreateCooAoS(&matrix, rows, columns, count, indices, values, index_type, INDEX_BASE_ZERO, type));
  return matrix;
}

void *mgpuCreateCsr(intptr_t rows, intptr_t columns, intptr_t count, void *row_positions, void *column_indices,
                    void *values, int32_t position_type, int32_t index_type, int32_t type, void *stream) {
  (void)stream;
  void *matrix = NULL;
  CALL("making a matrix", sparse->CreateCsr(&matrix, rows, columns, count, row_positions, column_indices, values,
                                            position_type, index_type, INDEX_BASE_ZERO, type));
  return matrix;
}

void *mgpuCreateCsc(intptr_t rows, intptr_t columns, intptr_t count, void *column_positions, void *row_indices,
                    void *values, int32_t position_type, int32_t index_type, int32_t type, void *stream) {
  (void)stream;
  void *matrix = NULL;
  CALL("making a matrix", sparse->CreateCsc(&matrix, rows, columns, count, column_positions, row_indices, values,
                                            position_type, index_type, INDEX_BASE_ZERO, type));
  return matrix;
}

void *mgpuCreateBsr(intptr_t block_rows, intptr_t block_columns, intptr_t block_count, intptr_t row_block_size,
                    intptr_t column_block_size, void *row_positions, void *column_indices, void *values,
                    int32_t position_type, int32_t index_type, int32_t type, void *stream) {
  (void)stream;
  void *matrix = NULL;
  const tern_cusparse_t *library = tern_cusparse_open(__func__);
  if (library && !library->CreateBsr) {
    tern_mgpu_report(__func__, "this cuSPARSE has no matrices of blocks: install 12.1 or later");
    return NULL;
  }
  CALL("making a matrix", sparse->CreateBsr(&matrix, block_rows, block_columns, block_count, row_block_size,
                                            column_block_size, row_positions, column_indices, values, position_type,
                                            index_type, INDEX_BASE_ZERO, type, ORDER_ROW));
  return matrix;
}

void mgpuDestroySpMat(void *matrix, void *stream) {
  (void)stream;
  CALL("destroying a matrix", sparse->DestroySpMat(matrix));
}

void mgpuSpMatGetSize(void *matrix, void *rows, void *columns, void *count, void *stream) {
  (void)stream;
  CALL("asking for the size of a matrix", sparse->SpMatGetSize(matrix, rows, columns, count));
}

void mgpuSetCsrPointers(void *matrix, void *row_positions, void *column_indices, void *values, void *stream) {
  (void)stream;
  CALL("changing the arrays of a matrix", sparse->CsrSetPointers(matrix, row_positions, column_indices, values));
}

//---- Products ----

intptr_t mgpuSpMVBufferSize(int32_t mode, void *a, void *x, void *y, int32_t compute_type, void *stream) {
  size_t size = 0;
  const void *one = find_one(compute_type);
  CALL_IN_STREAM("planning a product",
                 sparse->SpMV_bufferSize(handle, mode, one, a, x, one, y, compute_type, DEFAULT_ALGORITHM, &size));
  return (intptr_t)size;
}

void mgpuSpMV(int32_t mode, void *a, void *x, void *y, int32_t compute_type, void *buffer, void *stream) {
  const void *one = find_one(compute_type);
  CALL_IN_STREAM("computing a product",
                 sparse->SpMV(handle, mode, one, a, x, one, y, compute_type, DEFAULT_ALGORITHM, buffer));
}

// A product of two matrices, and the bytes of memory that it wants.
#define PRODUCT(NAME)                                                                                                 \
  intptr_t mgpu##NAME##BufferSize(int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,    \
                                  void *stream) {                                                                     \
    size_t size = 0;                                                                                                  \
    const void *one = find_one(compute_type);                                                                         \
    CALL_IN_STREAM("planning a product", sparse->NAME##_bufferSize(handle, mode_a, mode_b, one, a, b, one, c,         \
                                                                   compute_type, DEFAULT_ALGORITHM, &size));          \
    return (intptr_t)size;                                                                                            \
  }                                                                                                                   \
  void mgpu##NAME(int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *buffer,      \
                  void *stream) {                                                                                     \
    const void *one = find_one(compute_type);                                                                         \
    CALL_IN_STREAM("computing a product",                                                                             \
                   sparse->NAME(handle, mode_a, mode_b, one, a, b, one, c, compute_type, DEFAULT_ALGORITHM, buffer)); \
  }

PRODUCT(SpMM)
PRODUCT(SDDMM)

void *mgpuSpGEMMCreateDescr(void *stream) {
  (void)stream;
  void *descriptor = NULL;
  CALL("making a descriptor", sparse->SpGEMM_createDescr(&descriptor));
  return descriptor;
}

void mgpuSpGEMMDestroyDescr(void *descriptor, void *stream) {
  (void)stream;
  CALL("destroying a descriptor", sparse->SpGEMM_destroyDescr(descriptor));
}

intptr_t mgpuSpGEMMWorkEstimation(void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                                  int32_t compute_type, intptr_t buffer_size, void *buffer, void *stream) {
  size_t size = (size_t)buffer_size;
  const void *one = find_one(compute_type);
  CALL_IN_STREAM("estimating a product",
                 sparse->SpGEMM_workEstimation(handle, mode_a, mode_b, one, a, b, one, c, compute_type,
                                               DEFAULT_ALGORITHM, descriptor, &size, buffer));
  return (intptr_t)size;
}

intptr_t mgpuSpGEMMCompute(void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                           int32_t compute_type, intptr_t buffer_size, void *buffer, void *stream) {
  size_t size = (size_t)buffer_size;
  const void *one = find_one(compute_type);
  CALL_IN_STREAM("computing a product", sparse->SpGEMM_compute(handle, mode_a, mode_b, one, a, b, one, c, compute_type,
                                                               DEFAULT_ALGORITHM, descriptor, &size, buffer));
  return (intptr_t)size;
}

void mgpuSpGEMMCopy(void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,
                    void *stream) {
  const void *one = find_one(compute_type);
  CALL_IN_STREAM("copying a product", sparse->SpGEMM_copy(handle, mode_a, mode_b, one, a, b, one, c, compute_type,
                                                          DEFAULT_ALGORITHM, descriptor));
}
