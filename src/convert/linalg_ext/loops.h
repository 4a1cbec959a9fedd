// What the files of --iree-linalg-ext-to-loops share: a lowering is a function for one op on tensors.

#ifndef TERN_CONVERT_LINALG_EXT_LOOPS_H_
#define TERN_CONVERT_LINALG_EXT_LOOPS_H_

#include "convert/stablehlo/loop_build.h"

// Builds what the op computes in front of it; `out_results` has room for its results. False after an error.
typedef bool (*tern_linalg_ext_lower_fn_t)(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_scatter(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_sort(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_fft(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_scan(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_map_store(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_tensor_scatter(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_topk(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
// The same by many invocations to a line; as above where that cannot be done.
bool tern_linalg_ext_lower_sort_in_tiles(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);
bool tern_linalg_ext_lower_scan_in_tiles(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results);

// What the op's body yields for these arguments.
tern_value_t *tern_linalg_ext_build_body(tern_builder_t *b, const tern_op_t *op, tern_value_t *const *args);
// The op's `dimension`.
size_t tern_linalg_ext_dimension(const tern_op_t *op);
// The line of a tensor along `dim` at the places `ivs` of the other dimensions.
tern_part_t tern_linalg_ext_line(tern_builder_t *b, tern_value_t *tensor, size_t dim, tern_value_t *const *ivs);

#endif  // TERN_CONVERT_LINALG_EXT_LOOPS_H_
