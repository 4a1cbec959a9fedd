// What host programs call that is neither a kernel's launch nor the C library: libtern_runner_utils.so has the functions
// of upstream's runner libraries that programs print with, and the async runtime. An object file of tern-compile is
// linked to it; tern-run opens it by itself. Names, parameters and what is printed are those of MLIR 22.
//
// Printing goes to the standard output. All functions may be called from any thread.

#ifndef TERN_RUNNER_UTILS_H_
#define TERN_RUNNER_UTILS_H_

#include <stdbool.h>
#include <stdint.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

//---- Numbers and marks ----

// Prints a number as vector.print does; `index` is printed as an unsigned number. f16 and bf16 come as their bits.
TERN_API void printI64(int64_t value);
TERN_API void printU64(uint64_t value);
TERN_API void printF32(float value);
TERN_API void printF64(double value);
TERN_API void printF16(uint16_t bits);
TERN_API void printBF16(uint16_t bits);
// Prints a text that ends in NUL.
TERN_API void printString(const char *text);
TERN_API void printCString(char *text);
// Print `( `, ` )`, `, ` and the end of a line.
TERN_API void printOpen(void);
TERN_API void printClose(void);
TERN_API void printComma(void);
TERN_API void printNewline(void);

//---- Memrefs ----

// A memref of any rank: its rank, and the address of its descriptor, which is two pointers, an offset, sizes and strides.
typedef struct tern_unranked_memref_t {
  int64_t rank;
  void *descriptor;
} tern_unranked_memref_t;

// Print address, rank, sizes, strides and elements. The names are those that functions with `llvm.emit_c_interface` call;
// those without the prefix take rank and descriptor.
TERN_API void _mlir_ciface_printMemrefI8(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefI16(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefI32(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefI64(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefInd(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefF16(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefBF16(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefF32(tern_unranked_memref_t *memref);
TERN_API void _mlir_ciface_printMemrefF64(tern_unranked_memref_t *memref);
TERN_API void printMemrefI32(int64_t rank, void *descriptor);
TERN_API void printMemrefI64(int64_t rank, void *descriptor);
TERN_API void printMemrefInd(int64_t rank, void *descriptor);
TERN_API void printMemrefF32(int64_t rank, void *descriptor);
TERN_API void printMemrefF64(int64_t rank, void *descriptor);

// Copies the elements of a memref to another of the same sizes, whatever the strides of both. `element_size` is in bytes.
TERN_API void memrefCopy(int64_t element_size, tern_unranked_memref_t *source, tern_unranked_memref_t *target);

//---- Time ----

// Seconds and nanoseconds since some moment.
TERN_API double rtclock(void);
TERN_API int64_t _mlir_ciface_nanoTime(void);

//---- Async ----
//
// What --convert-async-to-llvm calls. Coroutines are resumed by the thread that starts them, when they are started or when
// what they wait for is there; so there is one worker, and waiting for what nobody will do is told and ends the process.
// A token, a value or a group counts its references; it is made with one, and for the coroutine that it belongs to with one
// more, which is dropped when it becomes available.

TERN_API void mlirAsyncRuntimeAddRef(void *object, int64_t count);
TERN_API void mlirAsyncRuntimeDropRef(void *object, int64_t count);
TERN_API void *mlirAsyncRuntimeCreateToken(void);
// A value has storage of `size` bytes.
TERN_API void *mlirAsyncRuntimeCreateValue(int64_t size);
// A group of at most `size` tokens and values.
TERN_API void *mlirAsyncRuntimeCreateGroup(int64_t size);
TERN_API void mlirAsyncRuntimeEmplaceToken(void *token);
TERN_API void mlirAsyncRuntimeEmplaceValue(void *value);
TERN_API void mlirAsyncRuntimeSetTokenError(void *token);
TERN_API void mlirAsyncRuntimeSetValueError(void *value);
TERN_API bool mlirAsyncRuntimeIsTokenError(void *token);
TERN_API bool mlirAsyncRuntimeIsValueError(void *value);
TERN_API bool mlirAsyncRuntimeIsGroupError(void *group);
TERN_API void mlirAsyncRuntimeAwaitToken(void *token);
TERN_API void mlirAsyncRuntimeAwaitValue(void *value);
TERN_API void mlirAsyncRuntimeAwaitAllInGroup(void *group);
TERN_API void *mlirAsyncRuntimeGetValueStorage(void *value);
// Gives the rank of the token in the group.
TERN_API int64_t mlirAsyncRuntimeAddTokenToGroup(void *token, void *group);
// Call `resume(coroutine)`: now, or when the object is available.
TERN_API void mlirAsyncRuntimeExecute(void *coroutine, void (*resume)(void *coroutine));
TERN_API void mlirAsyncRuntimeAwaitTokenAndExecute(void *token, void *coroutine, void (*resume)(void *coroutine));
TERN_API void mlirAsyncRuntimeAwaitValueAndExecute(void *value, void *coroutine, void (*resume)(void *coroutine));
TERN_API void mlirAsyncRuntimeAwaitAllInGroupAndExecute(void *group, void *coroutine, void (*resume)(void *coroutine));
// 1. (The name is spelt so upstream.)
TERN_API int64_t mlirAsyncRuntimGetNumWorkerThreads(void);

#ifdef __cplusplus
}
#endif

#endif  // TERN_RUNNER_UTILS_H_
