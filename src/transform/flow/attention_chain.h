// Attention as programs write it: two products with a softmax between them, whatever ops it is spread over.

#ifndef TERN_TRANSFORM_FLOW_ATTENTION_CHAIN_H_
#define TERN_TRANSFORM_FLOW_ATTENTION_CHAIN_H_

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "ir/op_list.h"

enum {
  TERN_CHAIN_MAX_LOOPS = 16,
  TERN_CHAIN_UNIT = 0,  // the loop of one iteration that all dims of size one go along
};

// A number at a place: an element of a tensor, whose dims go along loops of the attention, or a value in the body of an op whose
// loops do.
typedef struct tern_chain_point {
  tern_value_t *value;
  tern_op_t *op;  // in whose body the value is; NULL: it is a tensor, or a number from outside
  size_t loops[TERN_CHAIN_MAX_LOOPS];
} tern_chain_point_t;

typedef struct tern_chain {
  int64_t extents[TERN_CHAIN_MAX_LOOPS];  // of the loops of the attention
  size_t loop_count, key;                 // key: the loop that the softmax goes along
  bool has_too_many;                      // loops
  tern_op_t *product, *scores;            // the last and the first product
  size_t place;                           // of the weights among the inputs of the last product
  size_t product_loops[TERN_LINALG_MAX_LOOPS], score_loops[TERN_LINALG_MAX_LOOPS];
  tern_chain_point_t score;   // what the softmax is of
  tern_chain_point_t result;  // the tensor behind the product that is the attention's: cast, transposed
  bool skips_casts;           // of floats of 16 bits, which are computed with as f32
  tern_op_list_t ops;         // all that the chain goes through, from the last to the first
} tern_chain_t;

// Is the op the last product of such a chain? Whether it is or not, the caller deinitializes the chain.
bool tern_chain_match(tern_op_t *product, tern_chain_t *out);
void tern_chain_deinitialize(tern_chain_t *chain);

// Goes on from the point to what it is computed of, as long as that only moves elements: to an element of a tensor that no
// element-wise op makes, or to an op in a body.
void tern_chain_resolve(tern_chain_t *chain, tern_chain_point_t *point);
// The operand of the op that makes the point's value.
tern_chain_point_t tern_chain_operand(const tern_chain_point_t *point, size_t index);
// The op in a body that makes the point's value; NULL: another one.
tern_op_t *tern_chain_op(const tern_chain_point_t *point);
// Are the two the same number, computed by the same ops?
bool tern_chain_equal(tern_chain_t *chain, tern_chain_point_t x, tern_chain_point_t y);
// The same value at the same place?
bool tern_chain_is_same_point(const tern_chain_point_t *x, const tern_chain_point_t *y);
// Of a linalg.index.
size_t tern_chain_loop_of_index(const tern_chain_point_t *point);
// From an argument of a body to the element of an input that it is. False: it is none.
bool tern_chain_leave(tern_chain_point_t *point);
// Does the op no more than put elements in another order, and perhaps cast them as the chain lets it?
bool tern_chain_is_move(const tern_chain_t *chain, const tern_op_t *op);

#endif  // TERN_TRANSFORM_FLOW_ATTENTION_CHAIN_H_
