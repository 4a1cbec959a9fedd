// The runtime that the host code of `--gpu-to-llvm` calls: upstream's `mgpu*` functions, on two devices.
//
//   libtern_cuda_runtime.so     on NVIDIA's GPUs, through libcuda.so.1, which is opened at the first call
//   libtern_cpu_gpu_runtime.so  on the CPU: the same functions for machines without a GPU; kernels are compiled for the
//                               CPU (tern/gpu_kernel.h)
//
// A host program is linked to one of them, or a JIT is given one of them, and runs unchanged. Names, parameters and
// meaning are those of MLIR 22.
//
// Conventions:
// - Failures cannot be returned: they are told on stderr, as `mgpuMemAlloc: ...` and what to do, and the call gives
//   NULL or 0, or does nothing.
// - Streams, events, modules, functions and matrices are opaque addresses. `stream` may be NULL: the default stream.
// - Functions may be called from any thread; a stream, a module or a matrix by one thread at a time.
// - The current context of the calling thread is the same after a call as before.
// - On the CPU work is done when the call returns, so order between streams is always as wanted, and a missing
//   synchronization is not noticed.

#ifndef TERN_MGPU_H_
#define TERN_MGPU_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- Failures ----

// How many failures the functions of this library have told, of all threads: what a caller compares before and after.
TERN_API uint64_t tern_gpu_failure_count(void);

//---- Devices ----

// The GPU that later calls of this thread use: the `device`-th, counted from 0, which is the default. The CPU is
// device 0 and there is no other.
TERN_API void mgpuSetDefaultDevice(int32_t device);

//---- Modules ----

// Loads code: a cubin, a fatbin or PTX text with a NUL behind it; on the CPU a relocatable object or a shared library
// for it. `data` is borrowed for the call; `size` is in bytes (for GPUs 0 will do, because the code knows its size).
TERN_API void *mgpuModuleLoad(void *data, size_t size);
// Loads PTX text with a NUL behind it, which the driver compiles with this level of optimization, 0 to 4. Refused on
// the CPU.
TERN_API void *mgpuModuleLoadJIT(void *data, int optimization_level);
// Forgets a module. No kernel of it may be running.
TERN_API void mgpuModuleUnload(void *module);
// The kernel of this name. It lives as long as its module.
TERN_API void *mgpuModuleGetFunction(void *module, const char *name);

//---- Launches ----

// Runs a kernel on grid_x * grid_y * grid_z blocks of block_x * block_y * block_z threads, each block with
// `shared_size` bytes of dynamic workgroup memory. `params` has the address of each parameter, `param_count` of them;
// all are read before the call returns. `extra` is the launch option list of the CUDA driver, or NULL; refused on the
// CPU.
TERN_API void mgpuLaunchKernel(void *function, intptr_t grid_x, intptr_t grid_y, intptr_t grid_z, intptr_t block_x,
                               intptr_t block_y, intptr_t block_z, int32_t shared_size, void *stream, void **params,
                               void **extra, size_t param_count);
// The same, with blocks in clusters of this shape that are spread over multiprocessors. For sm_90 and later; on the
// CPU a cluster has one block.
TERN_API void mgpuLaunchClusterKernel(void *function, intptr_t cluster_x, intptr_t cluster_y, intptr_t cluster_z,
                                      intptr_t grid_x, intptr_t grid_y, intptr_t grid_z, intptr_t block_x,
                                      intptr_t block_y, intptr_t block_z, int32_t shared_size, void *stream,
                                      void **params, void **extra, size_t param_count);

//---- Streams and events ----

// A stream that does not wait for the default stream.
TERN_API void *mgpuStreamCreate(void);
// Work in the stream still runs to its end.
TERN_API void mgpuStreamDestroy(void *stream);
// Waits for all work in the stream.
TERN_API void mgpuStreamSynchronize(void *stream);
// Later work in the stream waits for the event, as it was last recorded.
TERN_API void mgpuStreamWaitEvent(void *stream, void *event);
// An event without a time.
TERN_API void *mgpuEventCreate(void);
TERN_API void mgpuEventDestroy(void *event);
// Waits for the event, as it was last recorded.
TERN_API void mgpuEventSynchronize(void *event);
// Records the event behind all work that is in the stream.
TERN_API void mgpuEventRecord(void *event, void *stream);

//---- Memory ----

// Memory of the device; with `is_host_shared` the host may use it, too. NULL for 0 bytes. It has at least the alignment
// of 256 bytes; contents are undefined (0xFF on the CPU, so that elements that nobody wrote are noticed).
TERN_API void *mgpuMemAlloc(uint64_t size, void *stream, bool is_host_shared);
// Gives it back. NULL is ignored.
TERN_API void mgpuMemFree(void *data, void *stream);
// Copies between any two of device memory and host memory.
TERN_API void mgpuMemcpy(void *target, void *source, size_t size, void *stream);
// Stores `count` elements of 32 or 16 bits.
TERN_API void mgpuMemset32(void *target, unsigned value, size_t count, void *stream);
TERN_API void mgpuMemset16(void *target, unsigned short value, size_t count, void *stream);
// Lets kernels use memory of the host, until it is unregistered.
TERN_API void mgpuMemHostRegister(void *data, uint64_t size);
TERN_API void mgpuMemHostUnregister(void *data);
// The same for the elements of a memref. `descriptor` is one of rank `rank`: two pointers, an offset, sizes, strides.
// Only dense row-major ones can be registered.
TERN_API void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor, int64_t element_size);
TERN_API void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor, int64_t element_size);

//---- Tensor maps ----

// Fills in the 128 bytes at `map`, which must be aligned to 64, for copies of boxes of a tensor by sm_90 and later. The
// numbers are those of cuTensorMapEncodeTiled; the innermost dimension comes first; `strides` has a stride in bytes for
// each dimension but the first. Refused on the CPU.
TERN_API void mgpuTensorMapEncodeTiled(void *map, uint32_t type, uint32_t rank, void *address, const uint64_t *sizes,
                                       const uint64_t *strides, const uint32_t *box, const uint32_t *element_strides,
                                       uint32_t interleave, uint32_t swizzle, uint32_t promotion, uint32_t fill);
// The same for a memref in device memory of rank 1 to 5 with `box_sizes`, outermost first. Gives a map in device
// memory, to be given back with mgpuMemFree().
TERN_API void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *descriptor, uint32_t type, uint32_t interleave,
                                              uint32_t swizzle, uint32_t promotion, uint32_t fill,
                                              const int64_t *box_sizes);

//---- Sparse matrices ----
//
// On cuSPARSE (libcusparse.so.12 or .11), opened by the first of these calls; refused on the CPU. Values, positions and
// indices are in device memory. `type` and `compute_type` are cudaDataType_t, types of positions and indices
// cusparseIndexType_t, modes cusparseOperation_t. All products are added to what the result holds.

// Before the others, and after them.
TERN_API void mgpuCreateSparseEnv(void);
TERN_API void mgpuDestroySparseEnv(void);

// Dense vectors and row-major matrices over `values`.
TERN_API void *mgpuCreateDnVec(intptr_t size, void *values, int32_t type, void *stream);
TERN_API void mgpuDestroyDnVec(void *vector, void *stream);
TERN_API void *mgpuCreateDnMat(intptr_t rows, intptr_t columns, void *values, int32_t type, void *stream);
TERN_API void mgpuDestroyDnMat(void *matrix, void *stream);

// Sparse matrices: coordinates in two arrays, in one array of pairs (cuSPARSE has it up to version 11.8), compressed
// rows, compressed columns, compressed rows of dense blocks (cuSPARSE 12.1 and later).
TERN_API void *mgpuCreateCoo(intptr_t rows, intptr_t columns, intptr_t count, void *row_indices, void *column_indices,
                             void *values, int32_t index_type, int32_t type, void *stream);
TERN_API void *mgpuCreateCooAoS(intptr_t rows, intptr_t columns, intptr_t count, void *indices, void *values,
                                int32_t index_type, int32_t type, void *stream);
TERN_API void *mgpuCreateCsr(intptr_t rows, intptr_t columns, intptr_t count, void *row_positions, void *column_indices,
                             void *values, int32_t position_type, int32_t index_type, int32_t type, void *stream);
TERN_API void *mgpuCreateCsc(intptr_t rows, intptr_t columns, intptr_t count, void *column_positions, void *row_indices,
                             void *values, int32_t position_type, int32_t index_type, int32_t type, void *stream);
TERN_API void *mgpuCreateBsr(intptr_t block_rows, intptr_t block_columns, intptr_t block_count, intptr_t row_block_size,
                             intptr_t column_block_size, void *row_positions, void *column_indices, void *values,
                             int32_t position_type, int32_t index_type, int32_t type, void *stream);
TERN_API void mgpuDestroySpMat(void *matrix, void *stream);
// Stores the numbers of rows, columns and entries as int64_t.
TERN_API void mgpuSpMatGetSize(void *matrix, void *rows, void *columns, void *count, void *stream);
// Gives the matrix, of compressed rows, other arrays.
TERN_API void mgpuSetCsrPointers(void *matrix, void *row_positions, void *column_indices, void *values, void *stream);

// Sparse matrix times vector. Each product has a function that gives the bytes of the buffer that it needs.
TERN_API intptr_t mgpuSpMVBufferSize(int32_t mode, void *a, void *x, void *y, int32_t compute_type, void *stream);
TERN_API void mgpuSpMV(int32_t mode, void *a, void *x, void *y, int32_t compute_type, void *buffer, void *stream);
// Sparse matrix times dense matrix.
TERN_API intptr_t mgpuSpMMBufferSize(int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,
                                     void *stream);
TERN_API void mgpuSpMM(int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *buffer,
                       void *stream);
// Dense times dense, at the entries of the sparse `c`.
TERN_API intptr_t mgpuSDDMMBufferSize(int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type,
                                      void *stream);
TERN_API void mgpuSDDMM(int32_t mode_a, int32_t mode_b, void *a, void *b, void *c, int32_t compute_type, void *buffer,
                        void *stream);
// Sparse times sparse, in steps: a descriptor; estimation and computation, each first without a buffer, which gives the
// bytes that it needs, then with one; the arrays of `c` (mgpuSpMatGetSize(), mgpuSetCsrPointers()); the copy.
TERN_API void *mgpuSpGEMMCreateDescr(void *stream);
TERN_API void mgpuSpGEMMDestroyDescr(void *descriptor, void *stream);
TERN_API intptr_t mgpuSpGEMMWorkEstimation(void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                                           int32_t compute_type, intptr_t buffer_size, void *buffer, void *stream);
TERN_API intptr_t mgpuSpGEMMCompute(void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                                    int32_t compute_type, intptr_t buffer_size, void *buffer, void *stream);
TERN_API void mgpuSpGEMMCopy(void *descriptor, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                             int32_t compute_type, void *stream);

//---- Matrices with two zeros in four ----
//
// On cuSPARSELt (libcusparseLt.so.0), opened by the first of these calls; refused on the CPU. Descriptors are memory of
// the caller, aligned to 16 bytes: TERN_MGPU_LT_DENSE_SIZE bytes for a dense matrix, TERN_MGPU_LT_SPARSE_SIZE for one
// with zeros.

enum { TERN_MGPU_LT_DENSE_SIZE = 11032, TERN_MGPU_LT_SPARSE_SIZE = 44104 };

// Before the others, and after them.
TERN_API void mgpuCreateSparseLtEnv(void);
TERN_API void mgpuDestroySparseLtEnv(void);
TERN_API void mgpuCreateCuSparseLtDnMat(void *descriptor, intptr_t rows, intptr_t columns, void *values, int32_t type,
                                        void *stream);
TERN_API void mgpuDestroyCuSparseLtDnMat(void *descriptor, void *stream);
TERN_API void mgpuCusparseLtCreate2To4SpMat(void *descriptor, intptr_t rows, intptr_t columns, void *values,
                                            int32_t type, void *stream);
TERN_API void mgpuDestroyCuSparseLtSpMat(void *descriptor, void *stream);
// Plans c += a * b, computed in f16 (`compute_type` 0), i32 (1) or tf32 (2 or 3), and stores three size_t at `sizes`: bytes of the workspace, of the compressed `a`, and of the
// buffer for compressing it. `prune`: 0: `a` is as it should be; 1: the smaller two in four are set to zero; 2: that,
// and it is checked.
TERN_API void mgpuCuSparseLtSpMMBufferSize(void *sizes, int32_t mode_a, int32_t mode_b, void *a, void *b, void *c,
                                           int32_t compute_type, int32_t prune, void *stream);
// Computes what was planned, after which the plan is forgotten.
TERN_API void mgpuCuSparseLtSpMM(void *a, void *b, void *c, void *workspace, void *compressed, void *compress_buffer,
                                 void *stream);

#ifdef __cplusplus
}
#endif

#endif  // TERN_MGPU_H_
