// Builders for lowerings that are loops over elements, on tensors that the loops carry: scf.forall over what is independent,
// scf.for and scf.if inside, tensor.extract and tensor.insert on the carried tensors ("state").

#ifndef TERN_CONVERT_STABLEHLO_LOOP_BUILD_H_
#define TERN_CONVERT_STABLEHLO_LOOP_BUILD_H_

#include "convert/stablehlo/tensor_build.h"

// --- scalars ---
tern_value_t *tern_build_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs);
// arith.cmpi; `predicate` is a TERN_CMPI_*.
tern_value_t *tern_build_compared(tern_builder_t *b, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_build_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no);
// tensor.insert.
tern_value_t *tern_build_insert(tern_builder_t *b, tern_value_t *scalar, tern_value_t *tensor, tern_values_t indices);

// Numbers: integers (`is_unsigned` matters where it does), floats and complex ones.
typedef struct tern_number_ops {
  const tern_op_row_t *add, *sub, *mul, *div;
} tern_number_ops_t;
tern_number_ops_t tern_number_ops_of(const tern_type_t *element);
// Of a complex number; others are returned as they are.
tern_value_t *tern_build_conjugate(tern_builder_t *b, tern_value_t *x);

// --- loops ---
// scf.for loops from 0, one inside of the other, that carry the same state.
typedef struct tern_loop_nest {
  size_t count;
  tern_op_t *loops[TERN_HLO_MAX_LOOPS];
  tern_value_t *ivs[TERN_HLO_MAX_LOOPS];
} tern_loop_nest_t;
// The builder moves inside, and `state` becomes what the innermost loop carries.
void tern_loop_nest_open(tern_builder_t *b, const tern_extent_t *ends, size_t count, tern_value_t **state,
                         size_t state_count, tern_loop_nest_t *out_nest);
// `state` is what the innermost body gives, and becomes the results; the builder moves behind the loops.
void tern_loop_nest_close(tern_builder_t *b, tern_loop_nest_t *nest, tern_value_t **state, size_t state_count);
// One loop from `lower` to `upper`.
tern_op_t *tern_loop_open(tern_builder_t *b, tern_value_t *lower, tern_value_t *upper, tern_value_t *step,
                          tern_value_t **state, size_t state_count);
void tern_loop_close(tern_builder_t *b, tern_op_t *loop, tern_value_t **state, size_t state_count);

// scf.while that goes on as long as its condition on the state holds: build the condition after the first call, the body
// after the second.
tern_op_t *tern_while_open(tern_builder_t *b, tern_value_t **state, size_t state_count);
void tern_while_enter_body(tern_builder_t *b, tern_op_t *loop, tern_value_t *condition, tern_value_t **state,
                           size_t state_count);
void tern_while_close(tern_builder_t *b, tern_op_t *loop, tern_value_t **state, size_t state_count);

// Changes the state if a condition holds. It is a loop of one iteration or none, whose buffers are those of the loops around
// it; an scf.if would hand the state on from two branches. Between the calls the builder is inside.
tern_op_t *tern_guard_open(tern_builder_t *b, tern_value_t *condition, tern_value_t **state, size_t state_count);
void tern_guard_close(tern_builder_t *b, tern_op_t *guard, tern_value_t **state, size_t state_count);

// --- parts ---
// A part of a tensor, of all its dimensions or fewer.
typedef struct tern_part {
  size_t rank;
  tern_extent_t offsets[TERN_HLO_MAX_LOOPS], sizes[TERN_HLO_MAX_LOOPS];
  bool is_dropped[TERN_HLO_MAX_LOOPS];  // of size 1, and no dimension of the part
} tern_part_t;
// The whole of a tensor.
void tern_part_of_all(tern_builder_t *b, tern_value_t *tensor, tern_part_t *out_part);
// Narrows a dimension to one place, which the part's type does not have.
void tern_part_drop(tern_part_t *part, size_t dim, tern_value_t *place);
const tern_type_t *tern_part_type(const tern_part_t *part, const tern_type_t *element);
// tensor.extract_slice.
tern_value_t *tern_build_part(tern_builder_t *b, tern_value_t *tensor, const tern_part_t *part);
// tensor.insert_slice of what has the part's shape.
tern_value_t *tern_build_part_into(tern_builder_t *b, tern_value_t *source, tern_value_t *tensor,
                                   const tern_part_t *part);
// tensor.empty of the part's shape.
tern_value_t *tern_build_empty_part(tern_builder_t *b, const tern_type_t *element, const tern_part_t *part);

// --- independent iterations ---
// scf.forall from 0 with shared outputs. One iteration that is all there is stays a loop, so that it is a dispatch.
typedef struct tern_forall {
  tern_op_t *op;
  size_t rank;  // loops
  tern_value_t *ivs[TERN_HLO_MAX_LOOPS];
  tern_value_t *const *outputs;  // inside
} tern_forall_t;
void tern_forall_open(tern_builder_t *b, const tern_extent_t *ends, size_t count, tern_values_t outputs,
                      tern_forall_t *out_forall);
// One part for each output, put in at the end of an iteration.
void tern_forall_close(tern_builder_t *b, tern_forall_t *forall, tern_value_t *const *sources,
                       const tern_part_t *const *parts, tern_value_t **out_results);

// --- workgroup memory ---
// What an element takes there, in bytes: devices without narrow types have words.
int64_t tern_shared_element_size(const tern_type_t *element);

// --- workspaces ---
// `result` of a forall whose iterations work in `part` of it is memory of the program even if nobody reads it: without a result the
// part would be memory of an invocation, which has little, and none whose size is not known. The marker goes when dispatches are
// outlined (--iree-flow-cleanup-tensor-shapes).
void tern_keep_workspace(tern_builder_t *b, tern_value_t *result, const tern_part_t *part);

#endif  // TERN_CONVERT_STABLEHLO_LOOP_BUILD_H_
