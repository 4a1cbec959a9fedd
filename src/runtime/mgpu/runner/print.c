// Printing for host programs (upstream: RunnerUtils, CRunnerUtils): numbers, marks, memrefs; copies of memrefs, and the time.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/float.h"
#include "tern/runner_utils.h"

// --- numbers ---

// As C++ prints to a stream by default.
static void print_float(double value) { printf("%g", value); }

void printI64(int64_t value) { printf("%" PRId64, value); }
void printU64(uint64_t value) { printf("%" PRIu64, value); }
void printF32(float value) { print_float((double)value); }
void printF64(double value) { print_float(value); }
void printF16(uint16_t bits) { print_float(tern_float_decode(TERN_FLOAT_F16, bits)); }
void printBF16(uint16_t bits) { print_float(tern_float_decode(TERN_FLOAT_BF16, bits)); }
void printString(const char *text) { fputs(text, stdout); }
void printCString(char *text) { fputs(text, stdout); }
void printOpen(void) { fputs("( ", stdout); }
void printClose(void) { fputs(" )", stdout); }
void printComma(void) { fputs(", ", stdout); }
void printNewline(void) { putchar('\n'); }

// --- memrefs ---

typedef struct descriptor {
  char *allocated, *aligned;
  int64_t offset;
  int64_t sizes[];  // `rank` of them, and as many strides behind
} descriptor_t;

typedef struct element_row {
  size_t size;
  void (*print)(const void *element);
} element_row_t;

#define PRINTER(NAME, TYPE, PRINT)                \
  static void print_##NAME(const void *element) { \
    TYPE value;                                   \
    memcpy(&value, element, sizeof value);        \
    PRINT(value);                                 \
  }                                               \
  static const element_row_t element_##NAME = {sizeof(TYPE), print_##NAME};

// Upstream's stream takes an int8_t for a character; here it is a number, as it is of i16.
PRINTER(i8, int8_t, printI64)
PRINTER(i16, int16_t, printI64)
PRINTER(i32, int32_t, printI64)
PRINTER(i64, int64_t, printI64)
PRINTER(index, uint64_t, printU64)
PRINTER(f16, uint16_t, printF16)
PRINTER(bf16, uint16_t, printBF16)
PRINTER(f32, float, printF32)
PRINTER(f64, double, printF64)

// The elements below dimension `depth`; those behind the first are indented to stand below it.
static void print_elements(const element_row_t *row, const char *base, int64_t rank, int64_t depth,
                           const int64_t *sizes) {
  const int64_t *strides = sizes + rank;
  if (depth == rank) {
    row->print(base);
    return;
  }
  putchar('[');
  for (int64_t i = 0; i < sizes[depth]; ++i) {
    if (i > 0) printf(depth + 1 < rank ? ", \n%*s" : ", %*s", (int)depth + 1, "");
    print_elements(row, base + i * strides[depth] * (int64_t)row->size, rank, depth + 1, sizes);
  }
  putchar(']');
}

static void print_list(const char *name, const int64_t *values, int64_t count) {
  printf(" %s = [", name);
  for (int64_t i = 0; i < count; ++i) printf("%s%" PRId64, i ? ", " : "", values[i]);
  putchar(']');
}

static void print_memref(const tern_unranked_memref_t *memref, const element_row_t *row) {
  const descriptor_t *descriptor = memref->descriptor;
  printf("Unranked Memref base@ = %p rank = %" PRId64 " offset = %" PRId64, (void *)descriptor->aligned, memref->rank,
         descriptor->offset);
  print_list("sizes", descriptor->sizes, memref->rank);
  print_list("strides", descriptor->sizes + memref->rank, memref->rank);
  printf(" data = \n");
  if (memref->rank == 0) putchar('[');
  print_elements(row, descriptor->aligned + descriptor->offset * (int64_t)row->size, memref->rank, 0,
                 descriptor->sizes);
  if (memref->rank == 0) putchar(']');
  putchar('\n');
  fflush(stdout);
}

#define MEMREF_PRINTER(NAME, ELEMENT) \
  void _mlir_ciface_printMemref##NAME(tern_unranked_memref_t *memref) { print_memref(memref, &element_##ELEMENT); }
#define UNPACKED_PRINTER(NAME, ELEMENT)                                            \
  void printMemref##NAME(int64_t rank, void *descriptor) {                         \
    print_memref(&(tern_unranked_memref_t){rank, descriptor}, &element_##ELEMENT); \
  }

MEMREF_PRINTER(I8, i8)
MEMREF_PRINTER(I16, i16)
MEMREF_PRINTER(I32, i32)
MEMREF_PRINTER(I64, i64)
MEMREF_PRINTER(Ind, index)
MEMREF_PRINTER(F16, f16)
MEMREF_PRINTER(BF16, bf16)
MEMREF_PRINTER(F32, f32)
MEMREF_PRINTER(F64, f64)
UNPACKED_PRINTER(I32, i32)
UNPACKED_PRINTER(I64, i64)
UNPACKED_PRINTER(Ind, index)
UNPACKED_PRINTER(F32, f32)
UNPACKED_PRINTER(F64, f64)

static void copy_elements(size_t size, int64_t rank, int64_t depth, const int64_t *from_sizes, const char *from,
                          const int64_t *to_sizes, char *to) {
  if (depth == rank) {
    memcpy(to, from, size);
    return;
  }
  for (int64_t i = 0; i < from_sizes[depth]; ++i) {
    copy_elements(size, rank, depth + 1, from_sizes, from + i * from_sizes[rank + depth] * (int64_t)size, to_sizes,
                  to + i * to_sizes[rank + depth] * (int64_t)size);
  }
}

void memrefCopy(int64_t element_size, tern_unranked_memref_t *source, tern_unranked_memref_t *target) {
  const descriptor_t *from = source->descriptor;
  descriptor_t *to = target->descriptor;
  copy_elements((size_t)element_size, source->rank, 0, from->sizes, from->aligned + from->offset * element_size,
                to->sizes, to->aligned + to->offset * element_size);
}

// --- time ---

int64_t _mlir_ciface_nanoTime(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

double rtclock(void) { return (double)_mlir_ciface_nanoTime() * 1e-9; }
