// What stands in the way of running a product in tensor memory beside what comes before and after it (upstream:
// MMAv5PipelineUtility.cpp).

#ifndef TERN_TRANSFORM_TTG_TMEM_PRODUCT_OVERLAP_H_
#define TERN_TRANSFORM_TTG_TMEM_PRODUCT_OVERLAP_H_

#include "ir/op_list.h"

// Is the load, which is in the loop, done in an earlier stage than the product?
typedef bool (*tern_product_is_ahead_fn_t)(const tern_op_t *load, const void *user);

typedef struct tern_product_operands {
  bool are_known;       // is it known where each of them is from?
  bool are_ahead;       // and are all of them there ahead of the product?
  tern_op_list_t late;  // what makes those in the loop that are not
} tern_product_operands_t;

// `late` is the caller's to deinitialize.
tern_product_operands_t tern_product_operands_of(const tern_op_t *product, const tern_op_t *loop,
                                                 tern_product_is_ahead_fn_t is_ahead, const void *user);

// The sums' memory, if it is allocated before the loop; else NULL.
tern_op_t *tern_product_memory(const tern_op_t *product, const tern_op_t *loop);
// Are sums read in the loop, so that the next product needs another buffer while they are? Also if that is not known.
bool tern_product_needs_buffers(const tern_op_t *product, const tern_op_t *loop);
// Can it have one: are sums begun anew in the loop, and does nothing but loads, stores and products use them?
bool tern_product_can_have_buffers(const tern_op_t *product, const tern_op_t *loop);
// Are sums read behind the product in an iteration?
bool tern_product_is_read_after(const tern_op_t *product, const tern_op_t *loop);
// Are sums read, changed and stored in the loop? Also if that is not known.
bool tern_product_is_changed(const tern_op_t *product, const tern_op_t *loop);

// Says of products in the loop's body how far what uses them may lag behind (`tt.latency`) and that they may go on themselves while the loop
// does (`tt.self_latency`). Loads have their latencies already.
void tern_product_assign_latencies(tern_op_t *loop);

#endif  // TERN_TRANSFORM_TTG_TMEM_PRODUCT_OVERLAP_H_
