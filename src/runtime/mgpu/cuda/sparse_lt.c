// Products of matrices with two zeros in four, on cuSPARSELt.

#include <pthread.h>

#include "runtime/mgpu/cuda/driver.h"
#include "runtime/mgpu/cuda/sparse_library.h"
#include "runtime/mgpu/report.h"
#include "tern/mgpu.h"

// Enumerators of the library; all defaults are 0.
enum { ORDER_ROW = 2, PRUNE_STRIP = 1, MATRIX_ALIGNMENT = 16 };

// The library's handles have this size, or less in newer versions. Host code knows it (TERN_MGPU_LT_DENSE_SIZE).
enum { HANDLE_SIZE = 11024 };

typedef struct handle {
  _Alignas(16) char data[HANDLE_SIZE];
} handle_t;

typedef struct dense_matrix {
  handle_t matrix;
  void *values;
} dense_matrix_t;

// With the plan of the product that it is the first operand of.
typedef struct sparse_matrix {
  handle_t matrix, selection, plan, product;
  void *values;
} sparse_matrix_t;

_Static_assert(offsetof(dense_matrix_t, values) + sizeof(void *) == TERN_MGPU_LT_DENSE_SIZE, "the ABI of host code");
_Static_assert(offsetof(sparse_matrix_t, values) + sizeof(void *) == TERN_MGPU_LT_SPARSE_SIZE, "the ABI of host code");

static struct {
  handle_t handle;
  int version;
  bool is_made;
} environment;

// Host code has the numbers of compute types that the library had up to 0.5.1: f16, i32, and two kinds of tf32. Then it
// gave i32 the 0, f16 the 1, and the rest became f32.
static int compute_type_of(int number) {
  enum { FIRST_WITH_OTHERS = 502 };
  static const int others[] = {1, 0, 2, 2};
  bool is_known = number >= 0 && (size_t)number < sizeof(others) / sizeof(others[0]);
  return environment.version >= FIRST_WITH_OTHERS && is_known ? others[number] : number;
}

// A call under way.
typedef struct call {
  tern_mgpu_scope_t scope;
  const tern_cusparselt_t *library;
  const char *function;
  bool is_right;  // nothing failed so far; what comes after a failure is left out
} call_t;

static bool begin(call_t *out_call, const char *function, bool needs_environment) {
  *out_call = (call_t){.library = tern_cusparselt_open(function), .function = function, .is_right = true};
  if (!out_call->library) return false;
  if (needs_environment && !environment.is_made) {
    tern_mgpu_report(function, "mgpuCreateSparseLtEnv() was not called before");
    return false;
  }
  return tern_mgpu_enter(&out_call->scope, function);
}

#define STEP(call, what, symbol, ...)                                                                          \
  do {                                                                                                         \
    if (!(call)->is_right) break;                                                                              \
    (call)->is_right = tern_cusparse_succeeds((call)->function, (call)->library->symbol(__VA_ARGS__), (what)); \
  } while (0)

void mgpuCreateSparseLtEnv(void) {
  call_t call;
  if (environment.is_made) {
    tern_mgpu_report(__func__, "it was called before: call mgpuDestroySparseLtEnv() first");
    return;
  }
  if (!begin(&call, __func__, false)) return;
  STEP(&call, "making the environment", Init, &environment.handle);
  STEP(&call, "asking for the version", GetVersion, &environment.handle, &environment.version);
  environment.is_made = call.is_right;
  tern_mgpu_leave(&call.scope);
}

void mgpuDestroySparseLtEnv(void) {
  call_t call;
  if (!begin(&call, __func__, true)) return;
  STEP(&call, "destroying the environment", Destroy, &environment.handle);
  environment.is_made = false;
  tern_mgpu_leave(&call.scope);
}

void mgpuCreateCuSparseLtDnMat(void *descriptor, intptr_t rows, intptr_t columns, void *values, int32_t type,
                               void *stream) {
  (void)stream;
  call_t call;
  dense_matrix_t *matrix = descriptor;
  if (!begin(&call, __func__, true)) return;
  matrix->values = values;
  STEP(&call, "making a matrix", DenseDescriptorInit, &environment.handle, &matrix->matrix, rows, columns, columns,
       MATRIX_ALIGNMENT, type, ORDER_ROW);
  tern_mgpu_leave(&call.scope);
}

static void destroy_matrix(const char *function, const handle_t *matrix) {
  call_t call;
  if (!begin(&call, function, false)) return;
  STEP(&call, "destroying a matrix", MatDescriptorDestroy, matrix);
  tern_mgpu_leave(&call.scope);
}

void mgpuDestroyCuSparseLtDnMat(void *descriptor, void *stream) {
  (void)stream;
  destroy_matrix(__func__, descriptor);
}

void mgpuCusparseLtCreate2To4SpMat(void *descriptor, intptr_t rows, intptr_t columns, void *values, int32_t type,
                                   void *stream) {
  (void)stream;
  call_t call;
  sparse_matrix_t *matrix = descriptor;
  if (!begin(&call, __func__, true)) return;
  matrix->values = values;
  STEP(&call, "making a matrix", StructuredDescriptorInit, &environment.handle, &matrix->matrix, rows, columns, columns,
       MATRIX_ALIGNMENT, type, ORDER_ROW, 0);
  tern_mgpu_leave(&call.scope);
}

void mgpuDestroyCuSparseLtSpMat(void *descriptor, void *stream) {
  (void)stream;
  destroy_matrix(__func__, descriptor);
}

// Waits for the answer.
static void check_pruned(call_t *call, const sparse_matrix_t *a, void *stream) {
  int *answer = mgpuMemAlloc(sizeof(*answer), stream, true);
  if (!answer) return;
  STEP(call, "checking a matrix", SpMMAPruneCheck, &environment.handle, &a->product, a->values, answer, stream);
  mgpuStreamSynchronize(stream);
  if (call->is_right && *answer) {
    tern_mgpu_report(call->function, "the matrix has more than two values in four: the product will be wrong");
  }
  mgpuMemFree(answer, stream);
}

void mgpuCuSparseLtSpMMBufferSize(void *sizes, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                                  int32_t compute_type, int32_t prune, void *stream) {
  call_t call;
  sparse_matrix_t *left = a;
  const dense_matrix_t *right = b, *result = c;
  size_t *out_sizes = sizes;
  const int first_algorithm = 0;
  if (!begin(&call, __func__, true)) return;
  const handle_t *handle = &environment.handle;
  STEP(&call, "planning a product", MatmulDescriptorInit, handle, &left->product, mode_a, mode_b, &left->matrix,
       &right->matrix, &result->matrix, &result->matrix, compute_type_of(compute_type));
  STEP(&call, "choosing an algorithm", MatmulAlgSelectionInit, handle, &left->selection, &left->product, 0);
  STEP(&call, "choosing an algorithm", MatmulAlgSetAttribute, handle, &left->selection, 0, &first_algorithm,
       sizeof(first_algorithm));
  STEP(&call, "planning a product", MatmulPlanInit, handle, &left->plan, &left->product, &left->selection);
  if (prune > 0) {
    STEP(&call, "pruning a matrix", SpMMAPrune, handle, &left->product, left->values, left->values, PRUNE_STRIP,
         stream);
  }
  if (prune == 2 && call.is_right) check_pruned(&call, left, stream);
  STEP(&call, "asking for the workspace", MatmulGetWorkspace, handle, &left->plan, &out_sizes[0]);
  STEP(&call, "asking for the compressed size", SpMMACompressedSize, handle, &left->plan, &out_sizes[1], &out_sizes[2]);
  tern_mgpu_leave(&call.scope);
}

void mgpuCuSparseLtSpMM(void *a, void *b, void *c, void *workspace, void *compressed, void *compress_buffer,
                        void *stream) {
  call_t call;
  sparse_matrix_t *left = a;
  const dense_matrix_t *right = b, *result = c;
  const float one = 1;
  if (!begin(&call, __func__, true)) return;
  const handle_t *handle = &environment.handle;
  STEP(&call, "compressing a matrix", SpMMACompress, handle, &left->plan, left->values, compressed, compress_buffer,
       stream);
  STEP(&call, "computing a product", Matmul, handle, &left->plan, &one, compressed, right->values, &one, result->values,
       result->values, workspace, &stream, 1);
  // Whatever failed above, the plan goes. The matrix is the host code's to destroy; upstream's runtime destroys it here and
  // there, at which newer libraries abort.
  call.is_right = true;
  STEP(&call, "destroying a plan", MatmulPlanDestroy, &left->plan);
  if (call.library->MatmulAlgSelectionDestroy) {
    STEP(&call, "destroying a selection", MatmulAlgSelectionDestroy, &left->selection);
  }
  tern_mgpu_leave(&call.scope);
}
