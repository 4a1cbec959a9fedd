// What the files of --iree-linalg-ext-decompose-ops share: a lowering is a function for one op on tensors.

#ifndef TERN_CONVERT_DECOMPOSE_DECOMPOSE_H_
#define TERN_CONVERT_DECOMPOSE_DECOMPOSE_H_

#include "convert/stablehlo/tensor_build.h"

// Builds what the op computes in front of it; `out_results` has room for its results. False: the op stays as it is, for a
// reason that was reported if `*out_is_wrong`.
typedef struct tern_decompose {
  tern_builder_t *b;
  tern_op_t *op;
  tern_value_t **results;
  bool is_wrong;
} tern_decompose_t;
typedef bool (*tern_decompose_fn_t)(tern_decompose_t *d);

// attention.c
bool tern_decompose_softmax(tern_decompose_t *d);
bool tern_decompose_attention(tern_decompose_t *d);
// relayout.c
bool tern_decompose_pack(tern_decompose_t *d);
bool tern_decompose_unpack(tern_decompose_t *d);
bool tern_decompose_reverse(tern_decompose_t *d);
bool tern_decompose_sub_byte_bitcast(tern_decompose_t *d);
// gather.c
bool tern_decompose_tensor_gather(tern_decompose_t *d);
bool tern_decompose_gather(tern_decompose_t *d);
bool tern_decompose_map_load(tern_decompose_t *d);
bool tern_decompose_group_matmul(tern_decompose_t *d);
bool tern_decompose_arg_compare(tern_decompose_t *d);
// winograd.c
bool tern_decompose_winograd(tern_decompose_t *d);
// scaling.c
bool tern_decompose_scaling_extf(tern_decompose_t *d);
bool tern_decompose_scaling_truncf(tern_decompose_t *d);

// --- what they build with ---
// A generic op whose loops come in any order: one iterator for each loop of the maps.
tern_value_t *tern_decompose_generic(tern_builder_t *b, tern_values_t inputs, tern_value_t *output,
                                     const tern_affine_map_t *const *maps, const tern_iterator_t *iterators,
                                     tern_linalg_body_fn_t fill, void *user);
// A number as another type: signed integers, floats.
tern_value_t *tern_decompose_number(tern_builder_t *b, tern_value_t *x, const tern_type_t *type);
tern_value_t *tern_decompose_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y);

#endif  // TERN_CONVERT_DECOMPOSE_DECOMPOSE_H_
