// --iree-dispatch-creation-clone-producers-into-dispatch-regions: what is cheaper to make than to pass goes into the regions.
//
//   %c = arith.constant dense<1.0> : tensor<4xf32>            %0 = flow.dispatch.region ... {
//   %0 = flow.dispatch.region ... {                     ->      %c = arith.constant dense<1.0> : tensor<4xf32>
//     ... ins(%c)                                                 ... ins(%c)
//
// Source: IREE's pass of that name. Constants that are one value or small, initial values, casts and slices are cloned; a
// slice is then a part of the tensor that the dispatch reads, and costs nothing; so does what says how panels are read. Scalars that are constants or that are left
// to dispatches (--iree-flow-leave-device-scalars) are cloned, others are passed. Products are told where their operands begin when they are
// launched, and have no place for an offset that the host computes: a part that lies there in one piece is passed. Attention reads what it works on again and again, and has it in memory: tensors of one value are passed. So are those
// that the shared outputs of an scf.forall start as: a command fills the memory, and the iterations go on from there.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/complex/complex.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

// Bytes of a constant with several values that may be in the code of a kernel.
enum { MAX_INLINE_BYTES = 256 };

typedef TERN_VEC(tern_value_t *) value_list_t;

static bool is_small_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS) return op->results[0].type->kind != TERN_TYPE_TENSOR;
  if (tern_dense_elements_attr_is_splat(value)) return true;
  const tern_type_t *type = op->results[0].type;
  int64_t count = 1;
  for (size_t i = 0; i < tern_type_rank(type); ++i) count *= tern_type_dims(type)[i];
  return count * 8 <= MAX_INLINE_BYTES;
}

// A slice of rows that several kernels need is still only an offset.
static bool is_clonable(const tern_op_t *op) {
  if (tern_op_attr(op, TERN_READ_BY_KERNELS)) return true;
  if (tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_is(op, TERN_COMPLEX(CONSTANT))) return is_small_constant(op);
  // The host cannot read a complex number.
  if (tern_op_is(op, TERN_TENSOR(EXTRACT))) return op->results[0].type->kind == TERN_TYPE_COMPLEX;
  return tern_op_is(op, TERN_LINALG(FILL)) || tern_op_is(op, TERN_TENSOR(EMPTY)) ||
         tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || tern_op_is(op, TERN_TENSOR(CAST)) ||
         tern_op_is(op, TERN_TENSOR(DIM)) || tern_op_is(op, TERN_TENSOR(FROM_ELEMENTS)) ||
         tern_op_attr(op, TERN_UNPACKING);
}

static bool makes_contents(const tern_op_t *op) {
  return op->results[0].type->kind == TERN_TYPE_TENSOR &&
         (tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_is(op, TERN_COMPLEX(CONSTANT)) ||
          tern_op_is(op, TERN_LINALG(FILL)) || tern_op_is(op, TERN_TENSOR(FROM_ELEMENTS)));
}

// Does `use` hand contents to a shared output?
static bool starts_shared_output(const tern_operand_t *use) {
  const tern_op_t *producer = tern_value_defining_op(use->value);
  if (!producer || !tern_op_is(use->owner, TERN_SCF(FORALL)) || !makes_contents(producer)) return false;
  size_t start, count;
  tern_op_operands_named(use->owner, "outputs", &start, &count);
  return tern_operand_index(use) >= start;
}

// Is it a part whose elements lie side by side, at a place that the host computes and bindings can begin at? What a scan takes of its
// inputs in each step is one.
static bool is_bound_by_host(const tern_op_t *op) {
  enum { ALIGNMENT = 64 };  // of bindings, in bytes
  tern_slice_t slice;
  if (!tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || tern_slice_is_placed_by_kernels(op) ||
      !tern_slice_read(op, &slice))
    return false;
  const tern_type_t *whole = tern_op_operand(op, 0)->type;
  int64_t step = tern_type_bit_width(tern_type_element(whole)), offset;
  for (size_t d = slice.count; d-- > 0;) {
    if (!tern_mixed_constant(slice.offsets[d], &offset))
      return step % (8 * ALIGNMENT) == 0 && tern_slice_is_contiguous(op, whole);
    if (offset != 0 || tern_type_dim(whole, d) == TERN_DYNAMIC) return false;
    step *= tern_type_dim(whole, d);
  }
  return false;
}

typedef struct captures {
  tern_op_t *region;
  bool has_attention, has_product;
  tern_op_list_t producers;
} captures_t;

static tern_walk_result_t find_products(tern_op_t *op, void *user) {
  captures_t *captures = user;
  tern_contraction_t contraction;
  captures->has_attention |= tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION));
  if (!tern_is_linalg(op)) return TERN_WALK_ADVANCE;
  captures->has_product |= tern_linalg_match_contraction(op, &contraction);
  return TERN_WALK_SKIP;
}

static tern_walk_result_t collect_captured(tern_op_t *op, void *user) {
  captures_t *captures = user;
  if (op == captures->region) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_op_t *producer = tern_value_defining_op(tern_op_operand(op, i));
    if (!producer || tern_op_is_within(producer, captures->region) || !is_clonable(producer)) continue;
    if (captures->has_product && is_bound_by_host(producer)) continue;
    if ((captures->has_attention && makes_contents(producer)) || starts_shared_output(&op->operands[i])) continue;
    bool is_known = false;
    for (size_t k = 0; k < captures->producers.count; ++k) is_known |= captures->producers.values[k] == producer;
    if (!is_known) tern_vec_push(&captures->producers, producer);
  }
  return TERN_WALK_ADVANCE;
}

// Clones come to the front, the later ones before those that need them.
void tern_dispatch_region_clone_producers(tern_op_t *region) {
  for (bool is_changed = true; is_changed;) {
    captures_t captures = {.region = region};
    tern_op_walk_pre(region, find_products, &captures);
    tern_op_walk_pre(region, collect_captured, &captures);
    is_changed = captures.producers.count > 0;
    for (size_t i = 0; i < captures.producers.count; ++i) {
      tern_op_t *producer = captures.producers.values[i];
      tern_builder_t b = tern_builder_at_start(tern_op_body(region, 0), producer->loc);
      tern_op_t *clone = tern_builder_clone(&b, producer, NULL);
      tern_op_set_attr(clone, TERN_READ_BY_KERNELS, NULL);
      for (size_t r = 0; r < producer->result_count; ++r) {
        tern_use_list_t uses = {0};
        tern_collect_uses_within(tern_op_result(producer, r), region, &uses);
        for (size_t u = 0; u < uses.count; ++u) {
          if (uses.values[u]->owner == clone || starts_shared_output(uses.values[u])) continue;
          tern_operand_set(uses.values[u], tern_op_result(clone, r));
        }
        tern_vec_deinitialize(&uses);
      }
    }
    tern_vec_deinitialize(&captures.producers);
  }
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(root, TERN_PREORDER, TERN_FLOW(DISPATCH_REGION), tern_dispatch_region_clone_producers);
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_clonable);
  for (size_t i = ops.count; i-- > 0;) {
    if (tern_op_is_trivially_dead(ops.values[i])) tern_op_destroy(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_clone_producers_into_dispatch_regions_pass = {
    .flag = "iree-dispatch-creation-clone-producers-into-dispatch-regions",
    .alias = "iree-flow-clone-producers-into-dispatch-regions",
    .name = "CloneProducersIntoDispatchRegionsPass",
    .summary = "Clone cheap producers into the dispatch regions that use them",
    .run = run,
};
