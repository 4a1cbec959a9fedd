// Structured ops: what generic code may ask of any linalg op, named or generic (upstream: LinalgOp interface).
//
// Every structured op has input operands, output operands (outs, which its results tie to on tensors), one indexing map
// per operand from the loop space to the operand's elements, one iterator type per loop, and a body region. Named ops
// get maps and iterators from their row's description (`tern_op_row_t.extra`), generic ops from their attributes.

#ifndef TERN_DIALECT_LINALG_STRUCTURED_H_
#define TERN_DIALECT_LINALG_STRUCTURED_H_

#include "rewrite/builder.h"

typedef enum tern_iterator {
  TERN_ITERATOR_PARALLEL,
  TERN_ITERATOR_REDUCTION,
} tern_iterator_t;

// No structured op has more loops or operands than this; the verifier refuses more.
#define TERN_LINALG_MAX_LOOPS 32

static inline bool tern_is_linalg(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_LINALG); }

// --- operands ---
size_t tern_linalg_input_count(const tern_op_t *op);
size_t tern_linalg_output_count(const tern_op_t *op);
tern_value_t *tern_linalg_input(const tern_op_t *op, size_t index);
tern_value_t *tern_linalg_output(const tern_op_t *op, size_t index);
// Operand position of output `index` (inputs come first).
size_t tern_linalg_output_position(const tern_op_t *op, size_t index);
// How output `index` is indexed.
const tern_affine_map_t *tern_linalg_output_map(const tern_op_t *op, size_t index);
// No result, all shaped operands memrefs; or: all shaped operands tensors.
bool tern_linalg_has_buffer_semantics(const tern_op_t *op);
bool tern_linalg_has_tensor_semantics(const tern_op_t *op);

// --- loops ---
size_t tern_linalg_loop_count(const tern_op_t *op);
tern_iterator_t tern_linalg_iterator(const tern_op_t *op, size_t loop);
size_t tern_linalg_count_iterators(const tern_op_t *op, tern_iterator_t iterator);
bool tern_linalg_is_all_parallel(const tern_op_t *op);
// Map of operand `position` (inputs, then outputs). Dims are loops; for named ops with strides and dilations these
// appear as constants, as upstream's maps have them.
const tern_affine_map_t *tern_linalg_indexing_map(const tern_op_t *op, size_t position);
// Extents of the loops from the operands' static shapes, TERN_DYNAMIC where unknown. False if some loop has no operand
// that gives its extent (an inconsistent op).
bool tern_linalg_static_loop_ranges(const tern_op_t *op, int64_t *out_ranges);
// Some operand is a memref with a dimension of 0: the op does nothing, and such a memref has no parts.
bool tern_linalg_has_empty_buffer(const tern_op_t *op);
// Which operand dimension gives the extent of `loop`: the first map result that is that plain dim. False if none.
bool tern_linalg_loop_source(const tern_op_t *op, size_t loop, size_t *out_position, size_t *out_dim);

// --- body ---
// The block that computes one element: arguments are the elements of inputs and outputs in order. Named ops have it
// too (made by their builder and parser).
static inline tern_block_t *tern_linalg_body(const tern_op_t *op) { return op->regions[0].first_block; }
// Does the body read the incoming value of output `index`?
bool tern_linalg_reads_output(const tern_op_t *op, size_t index);
bool tern_linalg_body_has_index(const tern_op_t *op);

// --- kinds ---
// Parallel loops only, maps of outputs permutations: can be fused as a producer or consumer of element-wise fusion.
bool tern_linalg_is_elementwise(const tern_op_t *op);
// The body does nothing but hand on the element of the first input.
bool tern_linalg_is_copy(const tern_op_t *op);
// The roles of the loops of a contraction: each operand map a projected permutation, body acc + a * b (any add and mul
// kind, with casts of a and b allowed). Loop positions by role.
typedef struct tern_contraction {
  size_t batch[TERN_LINALG_MAX_LOOPS], batch_count;
  size_t m[TERN_LINALG_MAX_LOOPS], m_count;
  size_t n[TERN_LINALG_MAX_LOOPS], n_count;
  size_t k[TERN_LINALG_MAX_LOOPS], k_count;
} tern_contraction_t;
bool tern_linalg_match_contraction(const tern_op_t *op, tern_contraction_t *out_contraction);

// --- ops of other dialects ---
// A row has this as its `extra`, TERN_TRAIT_LINALG and operands `inputs` and `outputs` if its op is structured and has maps and
// iterators in attributes as linalg.generic has.
extern const struct tern_linalg_description tern_linalg_generic_description;
// For the hooks of such a row: whether there are these attributes; what holds for every structured op, once its regions are right;
// and what holds for those that fill. False after an error.
bool tern_linalg_verify_generic_attrs(const tern_op_t *op);
bool tern_linalg_verify(const tern_op_t *op);
bool tern_linalg_verify_fill(const tern_op_t *op);

// --- making ---
// Fills the body of a generic op: builds ops and a linalg.yield at `builder` from the block's arguments.
typedef void (*tern_linalg_body_fn_t)(tern_builder_t *builder, tern_block_t *body, void *user);
// linalg.generic. `types` are the results (empty on buffers); maps in order of inputs then outputs.
tern_op_t *tern_linalg_build_generic(tern_builder_t *builder, tern_types_t types, tern_values_t inputs,
                                     tern_values_t outputs, const tern_affine_map_t *const *maps,
                                     const tern_iterator_t *iterators, size_t loop_count,
                                     tern_linalg_body_fn_t fill_body, void *user);
// The index of a loop, inside a body.
tern_value_t *tern_linalg_build_index(tern_builder_t *builder, size_t loop);
// A tern_linalg_body_fn_t: yields the element of the first input.
void tern_linalg_fill_copy(tern_builder_t *builder, tern_block_t *body, void *user);
// A tern_linalg_body_fn_t: copies the body of the structured op `user`, which has as many arguments.
void tern_linalg_clone_body(tern_builder_t *builder, tern_block_t *body, void *user);
// A named op (or fill, copy) from its row, with its body made. `attrs` such as strides and dilations; a `types` count of
// 0 means buffers.
tern_op_t *tern_linalg_build_named(tern_builder_t *builder, const tern_op_row_t *row, tern_types_t types,
                                   tern_values_t inputs, tern_values_t outputs, tern_named_attrs_t attrs);
// The same op with other operands and result types (body cloned): on tensors to on buffers, tiles, fusions.
tern_op_t *tern_linalg_clone_with(tern_builder_t *builder, const tern_op_t *op, tern_types_t types,
                                  tern_values_t inputs, tern_values_t outputs);

// --- canonical forms of tensor ops behind linalg ops; each looks first and is true if it changed something ---
// The op whose result is cast to known sizes has them itself (upstream: FoldTensorCastConsumerOp).
bool tern_linalg_fold_cast_of_result(tern_op_t *cast, tern_rewriter_t *rewriter);
// A pad of a filled tensor by the same value, concatenated tensors filled with one value, and what is padded with the value
// of the tensor that it is inserted into (upstream: FoldFillWithPad, FoldConcatsOfFill, FoldInsertPadIntoFill).
bool tern_linalg_fold_pad_of_fill(tern_op_t *pad, tern_rewriter_t *rewriter);
bool tern_linalg_fold_concat_of_fills(tern_op_t *concat, tern_rewriter_t *rewriter);
bool tern_linalg_fold_insert_into_fill(tern_op_t *insert, tern_rewriter_t *rewriter);

#endif  // TERN_DIALECT_LINALG_STRUCTURED_H_
