// amx: Intel's Advanced Matrix Extensions. Tiles are registers of at most 16 rows of 64 bytes, which are loaded, stored and
// multiplied whole.

#ifndef TERN_DIALECT_AMX_AMX_H_
#define TERN_DIALECT_AMX_AMX_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_AMX_##ID,
#include "dialect/amx/amx_ops.def"
#undef OP
  TERN_AMX_OP_COUNT
};
extern const tern_op_row_t tern_amx_ops[];
extern const tern_dialect_t tern_amx_dialect;
#define TERN_AMX(ID) (&tern_amx_ops[TERN_AMX_##ID])

enum { TERN_AMX_TILE_ROWS = 16, TERN_AMX_ROW_BYTES = 64 };

// Parameters of a tile: [element, dimensions...]; ops take tiles of two.
extern const tern_type_row_t tern_amx_types[];
static inline bool tern_type_is_amx_tile(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_amx_types[0];
}
const tern_type_t *tern_amx_tile_get(const tern_type_t *element, int64_t rows, int64_t columns);
static inline const tern_type_t *tern_amx_tile_element(const tern_type_t *tile) {
  return (const tern_type_t *)(uintptr_t)tile->params[0];
}
static inline int64_t tern_amx_tile_rows(const tern_type_t *tile) { return (int64_t)tile->params[1]; }
static inline int64_t tern_amx_tile_columns(const tern_type_t *tile) { return (int64_t)tile->params[2]; }
static inline int64_t tern_amx_tile_row_bytes(const tern_type_t *tile) {
  return tern_amx_tile_columns(tile) * tern_type_bit_width(tern_amx_tile_element(tile)) / 8;
}

// The memref's stride of rows that an op has as an operand, else NULL: `stride` of tile_load and tile_store.
tern_value_t *tern_amx_stride(const tern_op_t *op);

#endif  // TERN_DIALECT_AMX_AMX_H_
