// What reductions and scans share: several tensors at once, combined by the op's region.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_ACROSS_COMBINE_H_
#define TERN_CONVERT_TRITON_TO_LLVM_ACROSS_COMBINE_H_

#include "convert/triton/to_llvm/to_llvm.h"

enum { TERN_TRITON_MAX_COMBINED = 16 };

typedef struct tern_triton_combine {
  tern_conversion_t *conversion;
  tern_op_t *op;
  tern_builder_t *b;
  size_t axis, operand_count;
  tern_layout_t layout;                            // of the operands
  tern_values_t values[TERN_TRITON_MAX_COMBINED];  // of each operand, by register
  size_t register_count;
  tern_triton_ids_t ids;
} tern_triton_combine_t;

// One element of each operand.
typedef struct tern_triton_elements {
  tern_value_t *values[TERN_TRITON_MAX_COMBINED];
} tern_triton_elements_t;

// Reads a reduction or scan. False after an error: there are too many operands, or blocks of a cluster go along the axis.
bool tern_triton_combine_begin(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                               tern_triton_combine_t *out);
tern_triton_elements_t tern_triton_combine_at(const tern_triton_combine_t *c, size_t register_number);
// The region of `first` and `second`, in this order.
tern_triton_elements_t tern_triton_combine_two(const tern_triton_combine_t *c, const tern_triton_elements_t *first,
                                               const tern_triton_elements_t *second);
tern_triton_elements_t tern_triton_combine_select(const tern_triton_combine_t *c, tern_value_t *condition,
                                                  const tern_triton_elements_t *x, const tern_triton_elements_t *y);
// Elements of the lane that `kind` and `lane` name.
tern_triton_elements_t tern_triton_combine_shuffle(const tern_triton_combine_t *c, tern_triton_shuffle_t kind,
                                                   const tern_triton_elements_t *x, tern_value_t *lane);

// Bits of `in` that go along the axis, and those that go along others; bits that lead nowhere are in neither.
uint64_t tern_triton_axis_bits(const tern_triton_combine_t *c, const char *in, bool is_axis);
// The bits of `x` in `mask`, side by side.
tern_value_t *tern_triton_gather_bits(tern_builder_t *b, tern_value_t *x, uint64_t mask);
// Coordinates of a register in lane 0 of warp 0; the axis is 0 unless `with_axis`.
void tern_triton_register_place(const tern_layout_t *layout, size_t register_number, size_t axis, bool with_axis,
                                int64_t *out_place);

// Shared memory for `count` elements of each operand, `start` bytes behind where what was allocated to the op begins.
typedef struct tern_triton_scratch {
  tern_value_t *bases[TERN_TRITON_MAX_COMBINED];
} tern_triton_scratch_t;
tern_triton_scratch_t tern_triton_combine_scratch(const tern_triton_combine_t *c, int64_t start, int64_t count);
void tern_triton_scratch_store(const tern_triton_combine_t *c, const tern_triton_scratch_t *scratch,
                               tern_value_t *index, const tern_triton_elements_t *x, tern_value_t *condition);
tern_triton_elements_t tern_triton_scratch_load(const tern_triton_combine_t *c, const tern_triton_scratch_t *scratch,
                                                tern_value_t *index, tern_value_t *condition);
// The same from the memory of another block of the cluster (i32).
tern_triton_elements_t tern_triton_scratch_load_of_block(const tern_triton_combine_t *c,
                                                         const tern_triton_scratch_t *scratch, tern_value_t *index,
                                                         tern_value_t *block);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_ACROSS_COMBINE_H_
