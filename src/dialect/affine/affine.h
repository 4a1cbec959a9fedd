// affine: loops, conditions and memory accesses whose bounds, conditions and subscripts are affine expressions of loop
// counters and of values that do not change.

#ifndef TERN_DIALECT_AFFINE_AFFINE_H_
#define TERN_DIALECT_AFFINE_AFFINE_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_AFFINE_OP_##ID,
#include "dialect/affine/affine_ops.def"
#undef OP
  TERN_AFFINE_OP_COUNT
};

extern const tern_op_row_t tern_affine_ops[];
extern const tern_dialect_t tern_affine_dialect;

#define TERN_AFFINE(ID) (&tern_affine_ops[TERN_AFFINE_OP_##ID])

// --- what values may be (validity.c) ---

// A dim of a map: a symbol, a loop counter, or computed from these. `scope` is the region of the closest affine scope
// around the use, NULL if there is none.
bool tern_affine_is_valid_dim(const tern_value_t *value, const tern_region_t *scope);
// A symbol of a map: the same at all places inside of `scope`.
bool tern_affine_is_valid_symbol(const tern_value_t *value, const tern_region_t *scope);
// The region around `op` that is held by an affine scope (a function), or NULL.
const tern_region_t *tern_affine_scope_of(const tern_op_t *op);
// The same questions for the scope that `value` is defined in.
bool tern_affine_is_dim_here(const tern_value_t *value);
bool tern_affine_is_symbol_here(const tern_value_t *value);

// May the body of a function take the place of its call? (inlining.c)
bool tern_affine_may_inline(const tern_op_t *call, const tern_op_t *callee);

// --- ops ---

// The map that attribute `name` of `op` holds.
const tern_affine_map_t *tern_affine_map_at(const tern_op_t *op, const char *name);
static inline size_t tern_affine_map_inputs(const tern_affine_map_t *map) {
  return (size_t)map->dim_count + map->symbol_count;
}
// A map without inputs and with this result; the map (d0, ..., dn)[s0, ..., sm] -> ().
const tern_affine_map_t *tern_affine_constant_map(tern_context_t *context, int64_t value);
// The results [start, start + count) of a map.
const tern_affine_map_t *tern_affine_map_slice(const tern_affine_map_t *map, size_t start, size_t count);

// Is it affine.load, store, vector_load, vector_store or prefetch? Gives the operand that is the memref; the
// operands of the map follow it.
bool tern_affine_is_access(const tern_op_t *op, size_t *out_memref);

// affine.for. Bounds are a map over operands: the greatest of its results is the lower bound, the least the upper.
const tern_affine_map_t *tern_affine_for_map(const tern_op_t *op, bool is_lower);
// Where the operands of a bound, or the initial values start.
size_t tern_affine_for_operands(const tern_op_t *op, bool is_lower);
size_t tern_affine_for_inits(const tern_op_t *op);
int64_t tern_affine_for_step(const tern_op_t *op);
static inline tern_value_t *tern_affine_for_iv(const tern_op_t *op) { return tern_op_body(op, 0)->args[0]; }
bool tern_affine_for_constant_bound(const tern_op_t *op, bool is_lower, int64_t *out_value);
void tern_affine_for_set_bound(tern_op_t *op, bool is_lower, const tern_affine_map_t *map, tern_values_t operands);
// Iterations of a loop with constant bounds.
bool tern_affine_for_trip_count(const tern_op_t *op, uint64_t *out_count);
// The affine.for that counts in `value`, or NULL.
tern_op_t *tern_affine_counting_loop(const tern_value_t *value);
// Does an affine.for or affine.parallel count in `value`?
bool tern_affine_is_counter(const tern_value_t *value);

// affine.parallel: loop `index` has the bounds that a slice of the bounds' map gives.
size_t tern_affine_parallel_rank(const tern_op_t *op);
const tern_affine_map_t *tern_affine_parallel_map(const tern_op_t *op, bool is_lower, size_t index);
size_t tern_affine_parallel_operands(const tern_op_t *op, bool is_lower);
int64_t tern_affine_parallel_step(const tern_op_t *op, size_t index);

// affine.dma_start: source, target, tag, in this order.
typedef struct tern_affine_dma {
  const tern_affine_map_t *maps[3];
  size_t memrefs[3];  // operands; the operands of the map follow
  size_t number;      // the operand that says how many elements
  bool is_strided;    // two more operands: stride, elements per stride
} tern_affine_dma_t;
// False if the operands do not go with the maps.
bool tern_affine_dma_start_read(const tern_op_t *op, tern_affine_dma_t *out_dma);

#endif  // TERN_DIALECT_AFFINE_AFFINE_H_
