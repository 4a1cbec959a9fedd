// Lists of index values that are each static (an entry of an i64 array) or dynamic (an operand): the offsets, sizes,
// strides and shapes of tensor, memref and linalg ops.

#ifndef TERN_DIALECT_COMMON_DYNAMIC_INDEX_LIST_H_
#define TERN_DIALECT_COMMON_DYNAMIC_INDEX_LIST_H_

#include "rewrite/builder.h"

// One entry: `value`, or, if that is TERN_DYNAMIC, the SSA value `dynamic`.
typedef struct tern_mixed_index {
  int64_t value;
  tern_value_t *dynamic;
} tern_mixed_index_t;

static inline tern_mixed_index_t tern_mixed_static(int64_t value) { return (tern_mixed_index_t){value, NULL}; }
static inline tern_mixed_index_t tern_mixed_dynamic(tern_value_t *value) {
  return (tern_mixed_index_t){TERN_DYNAMIC, value};
}
// A constant value as a static entry, any other as a dynamic one.
tern_mixed_index_t tern_mixed_of(tern_value_t *value);
// Is the entry static, or the value of a constant? Gives it.
bool tern_mixed_constant(tern_mixed_index_t entry, int64_t *out_value);
bool tern_mixed_equal(tern_mixed_index_t a, tern_mixed_index_t b);
// The entry as a value: its operand, or an arith.constant.
tern_value_t *tern_mixed_build(tern_builder_t *builder, tern_mixed_index_t entry);

// Number of entries of the list of `op` whose array is `static_name`.
size_t tern_index_list_count(const tern_op_t *op, const char *static_name);
// The entries of the list with the operands `name` and the array `static_name`: at most `capacity` are written. False
// if the operands do not go with the array, or there are more.
bool tern_index_list_read(const tern_op_t *op, const char *name, const char *static_name,
                          tern_mixed_index_t *out_entries, size_t capacity);
// Checks that there are `expected` entries and as many operands as dynamic ones. Errors name the list `what`.
bool tern_index_list_verify(const tern_op_t *op, const char *name, const char *static_name, const char *what,
                            size_t expected);
// Are all dynamic entries non-constant? (Else canonicalization makes them static.)
bool tern_index_list_is_folded(const tern_op_t *op, const char *name);

// No op has lists longer than this; the verifiers refuse more.
#define TERN_INDEX_LIST_MAX 32

// The array of the list's static entries. The dynamic ones go behind the `*inout_count` operands that are there, and
// `out_segment` gets how many they are.
const tern_attr_t *tern_index_list_split(tern_context_t *context, const tern_mixed_index_t *entries, size_t count,
                                         tern_value_t **operands, size_t *inout_count, int32_t *out_segment);
// `type` with those dynamic dimensions made static whose operand of `op`, from operand `first` on, is a constant; NULL if
// there are none. The other operands go to `out_rest`.
const tern_type_t *tern_index_list_staticize(const tern_type_t *type, const tern_op_t *op, size_t first,
                                             tern_value_t **out_rest, size_t *out_count);

// Offsets, sizes and strides of one slice.
typedef struct tern_slice {
  size_t count;
  tern_mixed_index_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
} tern_slice_t;
// Of an op with offsets, sizes and strides; false if its lists are malformed.
bool tern_slice_read(const tern_op_t *op, tern_slice_t *out_slice);
// The same lists with constants made static. True if something changed.
bool tern_slice_fold_constants(tern_slice_t *slice);
// The static parts, TERN_DYNAMIC for dynamic entries. Each list has room for `slice->count` values; NULL: not wanted.
void tern_slice_statics(const tern_slice_t *slice, int64_t *out_offsets, int64_t *out_sizes, int64_t *out_strides);
// Checks the three lists of `op` for `rank` entries and valid static values.
bool tern_slice_verify(const tern_op_t *op, size_t rank);
// The same for ops with one offset, whatever their rank is.
bool tern_slice_verify_one_offset(const tern_op_t *op, size_t rank);
// Checks that a static slice of `shape` stays inside of it.
bool tern_slice_verify_bounds(const tern_op_t *op, const int64_t *shape);
// False if the static parts alone leave `type`: such a slice may not be made, for the verifier refuses it.
bool tern_slice_may_be_within(const tern_slice_t *slice, const tern_type_t *type);
// All offsets 0, all strides 1, all sizes those of `type` (static)?
bool tern_slice_is_whole(const tern_slice_t *slice, const tern_type_t *type);
// Builds an op from `row` with `leading` operands, then the slice's dynamic operands, and result type `type` (NULL: no
// result).
tern_op_t *tern_slice_build(tern_builder_t *builder, const tern_op_row_t *row, const tern_type_t *type,
                            tern_values_t leading, const tern_slice_t *slice);

#endif  // TERN_DIALECT_COMMON_DYNAMIC_INDEX_LIST_H_
