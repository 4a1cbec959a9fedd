// quant: types of quantized numbers, and casts between what is stored and what is expressed.
//
// A quantized number is an integer that stands for a float: expressed = (stored - zero point) * scale. The parameters
// are in the type: one pair for a tensor, one for each index along an axis, or one for each block of a grid.

#ifndef TERN_DIALECT_QUANT_QUANT_H_
#define TERN_DIALECT_QUANT_QUANT_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_QUANT_##ID,
#include "dialect/quant/quant_ops.def"
#undef OP
  TERN_QUANT_OP_COUNT
};

extern const tern_op_row_t tern_quant_ops[];
extern const tern_dialect_t tern_quant_dialect;

#define TERN_QUANT(ID) (&tern_quant_ops[TERN_QUANT_##ID])

typedef enum tern_quant_kind {
  TERN_QUANT_PER_TENSOR,   // !quant.uniform<i8:f32, 0.5:1>
  TERN_QUANT_PER_AXIS,     // !quant.uniform<i8:f32:1, {0.5:1, 0.25}>
  TERN_QUANT_SUB_CHANNEL,  // !quant.uniform<i8:f32:{0:2, 1:4}, {{0.5:1, 0.25}, {2.0, 1.0}}>
} tern_quant_kind_t;

// The block size along an axis; of a type per axis the size is 1.
typedef struct tern_quant_block {
  int64_t axis, size;
} tern_quant_block_t;

// What a !quant.uniform type says. The lists are borrowed from the type.
typedef struct tern_quant_params {
  tern_quant_kind_t kind;
  const tern_type_t *storage;    // a signless integer of at most 32 bits
  const tern_type_t *expressed;  // a float
  bool is_signed;                // the stored integers
  int64_t storage_min, storage_max;
  const tern_quant_block_t *blocks;  // none per tensor, one per axis
  size_t block_count;
  const int64_t *scale_dims;  // the shape of the lists below
  size_t scale_rank;
  const double *scales;
  const int64_t *zero_points;
  size_t count;  // of scales, and of zero points
} tern_quant_params_t;

enum { TERN_QUANT_MAX_STORAGE_BITS = 32 };

// The type itself if it is !quant.uniform, or the element type of a shaped type that is; else NULL.
const tern_type_t *tern_quant_element(const tern_type_t *type);
static inline bool tern_quant_is_quantized(const tern_type_t *type) { return tern_quant_element(type) != NULL; }
// The parameters of such a type; false if `type` is none.
bool tern_quant_read(const tern_type_t *type, tern_quant_params_t *out_params);
// The type with these parameters, which have to be right.
const tern_type_t *tern_quant_uniform_type_get(const tern_quant_params_t *params);
// The range of an integer of `width` bits.
int64_t tern_quant_default_min(bool is_signed, uint32_t width);
int64_t tern_quant_default_max(bool is_signed, uint32_t width);
bool tern_quant_has_bounds(const tern_quant_params_t *params);
// True if all zero points are 0.
bool tern_quant_is_symmetric(const tern_quant_params_t *params);
// Checks that a type per axis or per block fits the tensor that has it as element type. On failure `out_message` is a
// text in the context's arena.
bool tern_quant_fits(const tern_type_t *type, const char **out_message);
// `type` with what is stored, or expressed, in place of quantized numbers, in shapes too. Other types stay.
const tern_type_t *tern_quant_storage_type(const tern_type_t *type);
// As tern_quant_storage_type, with unsigned integers where such are stored.
const tern_type_t *tern_quant_stored_type(const tern_type_t *type);
const tern_type_t *tern_quant_expressed_type(const tern_type_t *type);

#endif  // TERN_DIALECT_QUANT_QUANT_H_
