// Arefs: what passes ask of their ops, and loops and branches that hand more values on.

#ifndef TERN_TRANSFORM_NVWS_AREFS_H_
#define TERN_TRANSFORM_NVWS_AREFS_H_

#include "dialect/nvws/nvws.h"
#include "rewrite/builder.h"

// --- buffers ---

// Places of a ring of buffers. Scales in tensor memory are one buffer.
int64_t tern_nvws_depth(const tern_type_t *ring);
// One buffer of the ring, which is mutable.
const tern_type_t *tern_nvws_buffer_of_ring(const tern_type_t *ring);
// A mutable ring of `depth` such buffers.
const tern_type_t *tern_nvws_ring_of(const tern_type_t *buffer, int64_t depth);

// --- ops of arefs ---

static inline tern_value_t *tern_nvws_aref_of(const tern_op_t *op) { return tern_op_operand(op, 0); }
// The result of an enter that its exits and buffers name.
static inline tern_value_t *tern_nvws_token_of(const tern_op_t *enter) {
  return tern_op_result(enter, enter->result_count - 1);
}
// Any op that names a place of an aref: enters, exits, buffers.
bool tern_nvws_has_stage(const tern_op_t *op);
void tern_nvws_set_stage(tern_op_t *op, tern_value_t *stage);
// Of an enter.
void tern_nvws_set_stage_and_phase(tern_op_t *op, tern_value_t *stage, tern_value_t *phase);

// --- loops and branches ---

// The scf.for with these values carried besides, in its place; its yield is the caller's to complete. The loop is gone.
tern_op_t *tern_nvws_grow_loop(tern_op_t *loop, tern_values_t inits);
// The scf.if with these results besides, and with both regions; its yields are the caller's to complete. The op is gone.
tern_op_t *tern_nvws_grow_if(tern_op_t *op, tern_types_t types);
// Adds operands to the end of a yield.
void tern_nvws_grow_yield(tern_op_t *yield, tern_values_t values);

#endif  // TERN_TRANSFORM_NVWS_AREFS_H_
