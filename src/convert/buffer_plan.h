// Which buffer of its interface each tensor of a dispatch is written to: decided before anything is changed.
//
// A tensor that is loaded, or a reshape or slice of one, is in memory already. A tensor that is computed gets its buffer from what
// becomes of it, looking backwards from the stores:
//
//   stored                                     the binding's buffer
//   reshaped into a tensor with a buffer       a view of that buffer
//   inserted into a tensor with a buffer       a view of a part of that buffer
//   the tensor that another is inserted into, the initial value of an op's output
//                                              the same buffer
//   input of an element-wise op, at the same place and of the same type as its result, with no other use
//                                              the same buffer: the op works in place
//
// A computed tensor that gets no buffer would need a temporary one, which a dispatch may not have: that is an error at the
// op. So is a binding that is written before everything that was loaded from it has been read.

#ifndef TERN_CONVERT_BUFFER_PLAN_H_
#define TERN_CONVERT_BUFFER_PLAN_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/op_def.h"

typedef enum tern_destination_kind {
  TERN_DESTINATION_STORE,      // `op` is the hal.interface.store.tensor
  TERN_DESTINATION_RESHAPE,    // `op` is the tensor.collapse_shape or expand_shape that consumes the tensor
  TERN_DESTINATION_INSERTION,  // `op` is the tensor.insert_slice whose source the tensor is
  TERN_DESTINATION_SAME,       // the buffer of result `result` of `op`
} tern_destination_kind_t;

typedef struct tern_destination {
  tern_destination_kind_t kind;
  tern_op_t *op;
  size_t result;
} tern_destination_t;

typedef struct tern_buffer_plan {
  tern_op_t *func;
  TERN_VEC(tern_op_t *) ops;  // the ops that go, in order: those with tensors, and dead ones
  tern_map_t destinations;    // tensor value -> tern_destination_t, owned
  tern_map_t early_fills;     // linalg.fill ops that must come first: parts of what they fill are computed in place
} tern_buffer_plan_t;

// Makes the plan for a function. False after errors. To be deinitialized in any case.
bool tern_buffer_plan_make(tern_op_t *func, tern_buffer_plan_t *out_plan);
void tern_buffer_plan_deinitialize(tern_buffer_plan_t *plan);
// NULL for a tensor that is not computed.
const tern_destination_t *tern_buffer_plan_destination(const tern_buffer_plan_t *plan, const tern_value_t *tensor);
// A tensor.empty or a view of one: nothing has been written to it.
bool tern_is_empty_tensor(const tern_value_t *tensor);

#endif  // TERN_CONVERT_BUFFER_PLAN_H_
