// --iree-flow-leave-device-scalars: numbers in tensors that only say where dispatches read and write are read by the dispatches.
//
//   %p = tensor.extract %position[] : tensor<i32>
//   %i = arith.index_cast %p : i32 to index
//   %0 = tensor.insert_slice %key into %cache[0, %i, 0] [1, 1, 64] [1, 1, 1] : ...
//
//   %p = tensor.extract %position[] {iree.read_by_kernels} : tensor<i32>
//   %i = arith.index_cast %p {iree.read_by_kernels} : i32 to index
//   %0 = tensor.insert_slice ... as before
//
// A number that the host needs stops it until all that was submitted before is done, and the device until the host goes on; so a step of
// a decoder that writes keys and values at a position in a tensor waited once in the middle. What is marked here is cloned into the
// dispatch regions that use it, and slices at such places become dispatches instead of copies that the host records.
//
// This is ours. A number is marked if all that is computed of it ends in bodies of linalg ops and in offsets of slices. One that decides about
// a size, a loop or a branch is the host's, and then all that comes of it is: it waits anyway. A slice of static sizes that is inserted is
// written in place. One that is taken has to be small, or read by element-wise ops alone, which take it as it lies: products need to
// know where their operands are when they are launched, and would have to work on a copy.

#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum {
  DEPTH_MAX = 16,              // ops from the number to where it ends
  COPIED_BYTES_MAX = 1 << 20,  // of a slice that may be copied instead of waiting for the host
};

static bool is_scalar(const tern_type_t *type) { return tern_type_is_int_or_index(type) || tern_type_is_float(type); }

// Does it compute one number of numbers?
static bool is_scalar_op(const tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_PURE) || op->region_count != 0 || op->result_count != 1) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_scalar(tern_op_operand(op, i)->type)) return false;
  }
  return is_scalar(op->results[0].type);
}

static bool has_static_sizes(const tern_op_t *slice) {
  size_t start, count;
  tern_op_operands_named(slice, "sizes", &start, &count);
  if (count > 0) return false;
  tern_op_operands_named(slice, "strides", &start, &count);
  return count == 0;
}

static bool is_small(const tern_type_t *type) {
  int64_t bytes = (int64_t)(tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  for (size_t d = 0; d < tern_type_rank(type) && bytes <= COPIED_BYTES_MAX; ++d) bytes *= tern_type_dims(type)[d];
  return bytes <= COPIED_BYTES_MAX;
}

static bool is_read_by_elements(const tern_op_t *slice) {
  tern_value_for_each_use(&slice->results[0], use) {
    if (!tern_op_is(use->owner, TERN_LINALG(GENERIC)) || !tern_linalg_is_all_parallel(use->owner)) return false;
  }
  return true;
}

// May a dispatch compute where the slice is? `use` is the operand that is a number.
static bool can_place(const tern_op_t *slice, const tern_operand_t *use) {
  size_t start, count, index = tern_operand_index(use);
  bool is_insertion = tern_op_is(slice, TERN_TENSOR(INSERT_SLICE));
  if (!is_insertion && !tern_op_is(slice, TERN_TENSOR(EXTRACT_SLICE))) return false;
  tern_op_operands_named(slice, "offsets", &start, &count);
  if (index < start || index >= start + count || !has_static_sizes(slice)) return false;
  return is_insertion || is_small(slice->results[0].type) || is_read_by_elements(slice);
}

// Is the op in the body of a linalg op, which is in a dispatch of its own later?
static bool is_in_body(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  return parent && tern_is_linalg(parent) && tern_linalg_has_tensor_semantics(parent) && !tern_is_in_dispatch(parent);
}

// Does all that is computed of the number stay on the device? Appends the ops that compute numbers of it.
static bool stays_on_device(tern_op_t *op, int depth, tern_op_list_t *out_chain) {
  if (depth == 0) return false;
  tern_vec_push(out_chain, op);
  tern_value_for_each_use(&op->results[0], use) {
    tern_op_t *user = use->owner;
    if (tern_is_in_dispatch(user)) return false;
    if (is_in_body(user) || can_place(user, use)) continue;
    bool is_index = tern_op_is(user, TERN_TENSOR(EXTRACT)) && is_scalar(user->results[0].type);
    if (!is_index && !is_scalar_op(user)) return false;
    if (!stays_on_device(user, depth - 1, out_chain)) return false;
  }
  return true;
}

static bool reads_number(const tern_op_t *op) {
  return tern_op_is(op, TERN_TENSOR(EXTRACT)) && is_scalar(op->results[0].type) && !tern_is_in_dispatch(op) &&
         !is_in_body(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t reads = tern_op_collect(root, TERN_PREORDER, reads_number);
  const tern_attr_t *mark = tern_unit_attr_get(tern_op_context(root));
  for (size_t i = 0; i < reads.count; ++i) {
    tern_op_list_t chain = {0};
    bool is_marked = stays_on_device(reads.values[i], DEPTH_MAX, &chain);
    for (size_t k = 0; k < chain.count && is_marked; ++k) tern_op_set_attr(chain.values[k], TERN_READ_BY_KERNELS, mark);
    tern_pass_count(pass, 0, is_marked);
    tern_vec_deinitialize(&chain);
  }
  tern_vec_deinitialize(&reads);
  return true;
}

const tern_pass_def_t tern_leave_device_scalars_pass = {
    .flag = "iree-flow-leave-device-scalars",
    .name = "LeaveDeviceScalarsPass",
    .summary = "Let dispatches read the numbers in tensors that say where they work",
    .statistics = (const char *const[]){"num-left - numbers that the host reads no more", NULL},
    .run = run,
};
