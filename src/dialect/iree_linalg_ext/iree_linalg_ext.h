// iree_linalg_ext: ops on tensors in destination passing style that are no loop nests with affine maps: sorting, scattering,
// prefix sums, Fourier transforms, attention.

#ifndef TERN_DIALECT_IREE_LINALG_EXT_IREE_LINALG_EXT_H_
#define TERN_DIALECT_IREE_LINALG_EXT_IREE_LINALG_EXT_H_

#include "ir/affine.h"
#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IREE_LINALG_EXT_##ID,
#include "dialect/iree_linalg_ext/iree_linalg_ext_ops.def"
#undef OP
  TERN_IREE_LINALG_EXT_OP_COUNT
};

extern const tern_op_row_t tern_iree_linalg_ext_ops[];
extern const tern_dialect_t tern_iree_linalg_ext_dialect;

enum { TERN_LINALG_EXT_ENUM_ITERATOR_TYPE, TERN_LINALG_EXT_ENUM_COUNT };

#define TERN_IREE_LINALG_EXT(ID) (&tern_iree_linalg_ext_ops[TERN_IREE_LINALG_EXT_##ID])

static inline bool tern_is_linalg_ext(const tern_op_t *op) {
  return op->def->row >= tern_iree_linalg_ext_ops &&
         op->def->row < tern_iree_linalg_ext_ops + TERN_IREE_LINALG_EXT_OP_COUNT;
}
// Operands of the groups "inputs" and "outputs", by place in the group.
size_t tern_linalg_ext_input_count(const tern_op_t *op);
size_t tern_linalg_ext_output_count(const tern_op_t *op);
tern_value_t *tern_linalg_ext_input(const tern_op_t *op, size_t index);
tern_value_t *tern_linalg_ext_output(const tern_op_t *op, size_t index);

// --- attention, winograd: what the attributes say, or leave to be guessed ---
#define TERN_LINALG_EXT_MAX_MAPS 8
#define TERN_LINALG_EXT_MAX_EXTRAS 3
typedef struct tern_attention {
  const tern_affine_map_t *query, *key, *value, *mask, *output;
  tern_value_t *scale, *mask_value;  // NULL: not given
  // What the body is given besides the score.
  const tern_affine_map_t *extras[TERN_LINALG_EXT_MAX_EXTRAS];
  size_t first_extra, extra_count;  // inputs
} tern_attention_t;
// False if the op has not as many maps as operands; the verifier refuses such an op.
bool tern_linalg_ext_read_attention(const tern_op_t *op, tern_attention_t *out_attention);
// The loops of an attention whose queries and keys can be taken block by block. Extents of all loops are known.
#define TERN_LINALG_EXT_MAX_LOOPS 32
typedef struct tern_attention_loops {
  size_t rows, keys, depth, columns;  // of queries; of keys and values; that is summed over for a score; of the result
  size_t outer[TERN_LINALG_EXT_MAX_LOOPS], outer_count;  // batches, heads
  int64_t extents[TERN_LINALG_EXT_MAX_LOOPS];
} tern_attention_loops_t;
// False: the op is no such attention. All it works on has one type, f32 or f64, the columns of the result lie side by
// side, and a key and its value take a page together at most.
bool tern_linalg_ext_find_attention_loops(const tern_op_t *op, tern_attention_loops_t *out_loops);
// Which of the op's loops are which, for any element types; no more is asked of them than that there is one of each at most, those
// of one iteration aside. A loop that there is not is TERN_LINALG_EXT_NO_LOOP; of several loops of queries, of which heads that share
// their keys are some, `rows` is the longest. `outer` has no loops of one iteration. False: the op is no such attention, or a size is
// not known.
#define TERN_LINALG_EXT_NO_LOOP SIZE_MAX
bool tern_linalg_ext_read_attention_loops(const tern_op_t *op, tern_attention_loops_t *out_loops);
// The two dims of an image (or a filter) among those of operand or result.
void tern_linalg_ext_image_dims(const tern_op_t *op, size_t out_dims[2]);

#endif  // TERN_DIALECT_IREE_LINALG_EXT_IREE_LINALG_EXT_H_
