// How encodings go through ops: which one a result has if an operand has another, and the other way round; and which ops would
// rather keep theirs (upstream: Transforms/Utility of TritonGPU).

#ifndef TERN_ANALYSIS_TRITON_ENCODING_FLOW_H_
#define TERN_ANALYSIS_TRITON_ENCODING_FLOW_H_

#include "dialect/ttg/blocked.h"

// The encoding of the op's results, if its operands have `encoding`, so that nothing moves; NULL: it does not say.
const tern_attr_t *tern_ttg_result_encoding(const tern_op_t *op, const tern_attr_t *encoding);
// The encoding of its operands, if its results have `encoding`; NULL: there is none.
const tern_attr_t *tern_ttg_operand_encoding(const tern_op_t *op, const tern_attr_t *encoding);
// Do operands and results have one encoding because the op says so, or works element by element?
bool tern_ttg_keeps_encoding(const tern_op_t *op);
// Do encodings flow forward through the op from operands to results: those, and ops that change shapes?
bool tern_ttg_passes_encoding(const tern_op_t *op);

// Does the access to memory cost so much that its encoding should stay: is it more than one element for each thread?
bool tern_ttg_is_expensive_access(const tern_op_t *op);
// Should the op's encoding be kept, so that others take it over?
bool tern_ttg_is_anchor(const tern_op_t *op);
// Would the op in front of a conversion to `encoding` make its result in that encoding as well?
bool tern_ttg_folds_into_conversion(const tern_op_t *op, const tern_attr_t *encoding);
// Does the conversion only change which registers of a thread have what?
bool tern_ttg_moves_registers_only(const tern_op_t *convert);

// The encoding of a tensor, NULL of other types.
static inline const tern_attr_t *tern_ttg_value_encoding(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR ? tern_tensor_type_encoding(value->type) : NULL;
}
static inline bool tern_ttg_is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

#endif  // TERN_ANALYSIS_TRITON_ENCODING_FLOW_H_
