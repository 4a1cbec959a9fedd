// What is known of the numbers in tensors along each of their dimensions: how many follow each other, what they are
// divisible by, and how many are the same (upstream: AxisInfo of Triton 3.6). Loads and stores become as wide as this
// allows.
//
// Each function is looked at by itself, callers first: the scalar arguments of a function that the module calls are as its
// calls give them and its attributes say, any other function's are as its attributes say.

#ifndef TERN_ANALYSIS_TRITON_AXIS_INFO_H_
#define TERN_ANALYSIS_TRITON_AXIS_INFO_H_

#include "dialect/ttg/blocked.h"

// Of a tensor, or of a scalar as of a tensor of one dimension. Along dimension d the numbers lie in groups:
//
//   contiguity[d]    of so many, each one more than the one before it (addresses: one element more)
//   divisibility[d]  whose first number (the address in bytes) this power of two divides
//   constancy[d]     of so many that are all the same
typedef struct tern_axis_info {
  size_t rank;
  int64_t contiguity[TERN_TTG_MAX_RANK], divisibility[TERN_TTG_MAX_RANK], constancy[TERN_TTG_MAX_RANK];
  bool is_constant;  // all numbers are `constant`
  int64_t constant;
} tern_axis_info_t;

// The largest divisor: that of zero.
#define TERN_AXIS_MAX_DIVISOR (INT64_C(1) << 62)

// Text such as `contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>`.
void tern_axis_info_append_text(tern_string_builder_t *sb, const tern_axis_info_t *info);

typedef struct tern_axis_infos tern_axis_infos_t;

// Looks at all functions of the module. Does not change the IR; what it says of values is wrong once others change them, and
// of values that are made later it knows nothing.
tern_axis_infos_t *tern_axis_infos_create(tern_op_t *module);
void tern_axis_infos_destroy(tern_axis_infos_t *infos);
tern_axis_info_t tern_axis_info_of(const tern_axis_infos_t *infos, const tern_value_t *value);

// --- how wide accesses may be; each 1 for scalars ---

// How many elements from the first of a group on are contiguous and aligned to their number, along the dimension that the
// registers of a thread go along first. `bits` is the width of the elements that pointers point to.
int64_t tern_axis_alignment(const tern_axis_infos_t *infos, const tern_value_t *pointers);
int64_t tern_axis_alignment_of_bits(const tern_axis_infos_t *infos, const tern_value_t *offsets, uint32_t bits);
// The same, of what one thread has next to each other.
int64_t tern_axis_contiguity(const tern_axis_infos_t *infos, const tern_value_t *pointers);
int64_t tern_axis_contiguity_of_bits(const tern_axis_infos_t *infos, const tern_value_t *offsets, uint32_t bits);
// How many neighbours of a mask are the same along that dimension.
int64_t tern_axis_mask_alignment(const tern_axis_infos_t *infos, const tern_value_t *mask);

// The width of what a pointer, or each pointer of a tensor, points to; 0 for other types.
uint32_t tern_axis_pointee_bits(const tern_type_t *type);

#endif  // TERN_ANALYSIS_TRITON_AXIS_INFO_H_
