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
// A computed tensor that gets no buffer needs a temporary one, and so does one that would overwrite a binding before
// everything that was loaded from it has been read. With `allow_temporaries` it gets one; otherwise, as a dispatch may not
// allocate, that is an error at the op.
//
// Loads are hal.interface.load.tensor and bufferization.to_tensor, stores hal.interface.store.tensor and
// bufferization.materialize_in_destination into a buffer.

#ifndef TERN_CONVERT_BUFFERIZATION_BUFFER_PLAN_H_
#define TERN_CONVERT_BUFFERIZATION_BUFFER_PLAN_H_

#include "base/map.h"
#include "base/vec.h"
#include "dialect/common/dynamic_index_list.h"

typedef enum tern_destination_kind {
  TERN_DESTINATION_STORE,      // `op` is the store
  TERN_DESTINATION_RESHAPE,    // `op` is the tensor.collapse_shape or expand_shape that consumes the tensor
  TERN_DESTINATION_INSERTION,  // `op` is the tensor.insert_slice whose source the tensor is
  TERN_DESTINATION_SAME,       // the buffer of result `result` of `op`
  TERN_DESTINATION_TEMPORARY,  // a buffer of its own
} tern_destination_kind_t;

typedef struct tern_destination {
  tern_destination_kind_t kind;
  tern_op_t *op;
  size_t result;
} tern_destination_t;

typedef struct tern_buffer_plan {
  tern_op_t *func;
  tern_block_t *block;  // the ops are in
  bool allow_temporaries;
  TERN_VEC(tern_op_t *) ops;     // the ops that go, in order: those with tensors, and dead ones
  TERN_VEC(tern_op_t *) nested;  // ops inside of others' regions that look at tensors from outside
  tern_map_t destinations;       // tensor value -> tern_destination_t, owned
  tern_map_t inner;              // op with regions -> tern_buffer_plan_list_t of its blocks, owned
  tern_map_t early_fills;        // linalg.fill ops that must come first: parts of what they fill are computed in place
} tern_buffer_plan_t;

typedef TERN_VEC(tern_buffer_plan_t *) tern_buffer_plan_list_t;

// Makes the plan for a function, with plans for the blocks inside of loops and conditionals. These carry no tensors
// (convert/bufferization/carried_tensors.h has seen to it); tensors from outside are in memory for them.
// False after errors. To be deinitialized in any case.
bool tern_buffer_plan_make(tern_op_t *func, bool allow_temporaries, tern_buffer_plan_t *out_plan);
void tern_buffer_plan_deinitialize(tern_buffer_plan_t *plan);
// NULL for a tensor that is not computed.
const tern_destination_t *tern_buffer_plan_destination(const tern_buffer_plan_t *plan, const tern_value_t *tensor);
// A tensor.empty or a view of one: nothing has been written to it.
bool tern_is_empty_tensor(const tern_value_t *tensor);

bool tern_buffer_is_load(const tern_op_t *op);
bool tern_buffer_is_store(const tern_op_t *op);
// The result is the operand's memory seen differently.
bool tern_buffer_is_view(const tern_op_t *op);
// Input `index` of a structured op gives loops their extents and is never read.
bool tern_buffer_is_shape_only(const tern_op_t *op, size_t index);
// The size of a dimension as a static number, a value that can be hoisted, or the same dimension of `*out_memref`, which
// can be hoisted too. False if it is none of these.
bool tern_buffer_find_size(const tern_block_t *block, tern_value_t *tensor, size_t dim, tern_mixed_index_t *out_size,
                           tern_value_t **out_memref);
// Can what `value` is computed from be moved to the start of `block`?
bool tern_buffer_can_hoist(const tern_block_t *block, const tern_value_t *value);
// Does the op touch tensors?
bool tern_buffer_touches_tensors(const tern_op_t *op);

#endif  // TERN_CONVERT_BUFFERIZATION_BUFFER_PLAN_H_
