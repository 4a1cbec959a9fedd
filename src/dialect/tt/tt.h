// tt: Triton's programs, which run once for each place of a grid, on tensors whose numbers of elements are powers of two
// (upstream: Triton 3.6).

#ifndef TERN_DIALECT_TT_TT_H_
#define TERN_DIALECT_TT_TT_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_TT_##ID,
#include "dialect/tt/tt_ops.def"
#undef OP
  TERN_TT_OP_COUNT
};
extern const tern_op_row_t tern_tt_ops[];
extern const tern_dialect_t tern_tt_dialect;
#define TERN_TT(ID) (&tern_tt_ops[TERN_TT_##ID])

// Parameters of the types:
//   ptr          [what it points to (type), address space]
//   tensordesc   [tensor: a block of the array]
typedef enum tern_tt_type { TERN_TT_TYPE_PTR, TERN_TT_TYPE_TENSORDESC, TERN_TT_TYPE_COUNT } tern_tt_type_t;
extern const tern_type_row_t tern_tt_types[];
enum { TERN_TT_GLOBAL_SPACE = 1 };  // the address space that is not written

static inline bool tern_type_is_tt(const tern_type_t *type, tern_tt_type_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_tt_types[id];
}
// What a pointer points to; the block of a descriptor.
static inline const tern_type_t *tern_tt_type_inside(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}
static inline int64_t tern_tt_pointer_space(const tern_type_t *type) { return (int64_t)type->params[1]; }
const tern_type_t *tern_tt_pointer_get(const tern_type_t *pointee, int64_t address_space);
// What tensors and pointers have in the place of a descriptor's element: integers without a sign.
const tern_type_t *tern_tt_signless(const tern_type_t *element);
// Is it a block pointer, `!tt.ptr<tensor<...>>`?
bool tern_tt_is_block_pointer(const tern_type_t *type);

typedef enum tern_tt_enum {
#define ENUM(ID, ...) TERN_TT_ENUM_##ID,
#include "dialect/tt/tt_enums.def"
#undef ENUM
  TERN_TT_ENUM_COUNT
} tern_tt_enum_t;
extern const tern_enum_row_t tern_tt_enums[];
#define TERN_TT_ENUM(ID) (&tern_tt_enums[TERN_TT_ENUM_##ID])

enum {
  TERN_TT_CACHE_NONE = 1,
  TERN_TT_CACHE_CA,
  TERN_TT_CACHE_CG,
  TERN_TT_CACHE_WB,
  TERN_TT_CACHE_CS,
  TERN_TT_CACHE_WT,
  TERN_TT_CACHE_CV
};
enum { TERN_TT_EVICT_NORMAL = 1, TERN_TT_EVICT_FIRST, TERN_TT_EVICT_LAST };
enum { TERN_TT_PAD_ZERO = 1, TERN_TT_PAD_NAN };
enum { TERN_TT_ROUND_TO_ZERO, TERN_TT_ROUND_TO_NEAREST };
enum {
  TERN_TT_PRECISION_TF32,
  TERN_TT_PRECISION_TF32X3,
  TERN_TT_PRECISION_IEEE,
  TERN_TT_PRECISION_BF16X3,
  TERN_TT_PRECISION_BF16X6
};
enum { TERN_TT_E4M3, TERN_TT_E5M2, TERN_TT_E2M3, TERN_TT_E3M2, TERN_TT_E2M1, TERN_TT_BF16, TERN_TT_FP16 };

// More elements a tensor may not have.
enum { TERN_TT_MAX_ELEMENTS = 1 << 20 };

// How many numbers along the depth share a scale of this type in tt.dot_scaled.
int64_t tern_tt_scale_factor(const tern_type_t *scale);

// Have all operands and results that have an encoding the one of the first operand? False after an error at `op`.
bool tern_tt_verify_same_encoding(const tern_op_t *op);
// Can a tensor map gather rows, or scatter them, at such offsets, into a tile that is a tensor or memory? False after an error at `op`.
bool tern_tt_check_descriptor_rows(const tern_op_t *op, const tern_type_t *tile, const tern_type_t *offsets);

#endif  // TERN_DIALECT_TT_TT_H_
