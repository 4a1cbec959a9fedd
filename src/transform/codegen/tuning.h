// Tuning files: which tiles a processor was measured to like for an op. Plain text, one entry a line, so that files are merged by
// putting them behind each other: of entries with equal keys the last one counts. What no entry has keeps its default.
//
//   # this and that, up to the end of the line
//   contraction f32,f32,f32 mk,kn->mn m=512 n=512 k=512 vector-bytes=64: tile-m=132 tile-n=512 block-bytes=262144
//
// The key, up to the colon: the kind of op; element types of its operands; how their dimensions lie (b: batch, m: rows, n:
// columns, k: depth); sizes; bytes of a vector register, and amx=1 where tiles of such elements are multiplied. The values:
// most rows and columns of a workgroup's tile, and what of the right operand is used at a time.

#ifndef TERN_TRANSFORM_CODEGEN_TUNING_H_
#define TERN_TRANSFORM_CODEGEN_TUNING_H_

#include "base/vec.h"
#include "ir/op.h"

typedef enum tern_tuning_value {
  TERN_TUNING_TILE_M,
  TERN_TUNING_TILE_N,
  TERN_TUNING_BLOCK_BYTES,
  TERN_TUNING_VALUE_COUNT
} tern_tuning_value_t;

typedef struct tern_tuning_entry {
  char *key;                                // owned; as tern_tuning_append_key() writes it
  int64_t values[TERN_TUNING_VALUE_COUNT];  // 0: the default
} tern_tuning_entry_t;

typedef TERN_VEC(tern_tuning_entry_t) tern_tuning_t;

// The processor that is compiled for.
typedef struct tern_tuning_machine {
  int64_t vector_bytes;
  bool has_amx_bf16, has_amx_int8;
} tern_tuning_machine_t;

// Does it multiply tiles of such elements?
bool tern_tuning_machine_has_tiles(const tern_tuning_machine_t *machine, const tern_type_t *element);

// Reads a file; what is wrong with it is told at its places, or at `loc` if it cannot be read. To be deinitialized in any case.
bool tern_tuning_read(const tern_attr_t *loc, tern_str_t path, tern_tuning_t *out_tuning);
void tern_tuning_deinitialize(tern_tuning_t *tuning);
// Appends the key of an op. False (nothing appended): no entry can be about it.
bool tern_tuning_append_key(const tern_op_t *op, const tern_tuning_machine_t *machine, tern_string_builder_t *out);
// NULL if there is none.
const tern_tuning_entry_t *tern_tuning_find(const tern_tuning_t *tuning, tern_str_t key);

// The attribute (i64) of a function in which bytes of blocks were chosen for.
#define TERN_TUNING_BLOCK_BYTES_ATTR "tern.block_bytes"
// It of the function that `op` is in, or `otherwise`.
int64_t tern_tuning_block_bytes(const tern_op_t *op, int64_t otherwise);

#endif  // TERN_TRANSFORM_CODEGEN_TUNING_H_
