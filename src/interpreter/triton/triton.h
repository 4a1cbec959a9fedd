// Inside of the reference: kernels of Triton, by the definitions of their ops.
//
// A pointer is an address, a number of 64 bits; addresses of different arrays never touch, so that one that leaves its array is
// in none. A block pointer and a descriptor are lists of numbers (block_t). What lies where among threads means nothing: of an
// encoding nothing is read, and shared memory is memory of this program's own.

#ifndef TERN_INTERPRETER_TRITON_TRITON_H_
#define TERN_INTERPRETER_TRITON_TRITON_H_

#include "dialect/tt/tt.h"
#include "interpreter/reference/evaluator.h"
#include "interpreter/triton/launch.h"
#include "interpreter/triton/race.h"

struct tern_triton_launch {
  uint32_t grid[3], program[3];
  const uint64_t *arrays;  // addresses of the arguments' arrays; 0 for a number
  uint64_t own_memory;     // from here on lies what a program allocates, which no other one sees
  size_t argument_count;
  races_t races;
};

// --- attributes ---

static inline int64_t integer_of(const tern_op_t *op, const char *name, int64_t fallback) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : fallback;
}
static inline int64_t enum_of(const tern_op_t *op, const char *name, int64_t fallback) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_enum_attr_value(attr) : fallback;
}
// The only operand of a group, or NULL.
datum_t *tern_triton_optional(const frame_t *f, const node_t *n, const char *name);

// --- results ---

// A new value of the type of result `index`; NULL after a stop.
datum_t *tern_triton_result(evaluator_t *e, const node_t *n, size_t index);
// The elements of `from` in their order as a value of the result's type.
flow_t tern_triton_reshaped(evaluator_t *e, frame_t *f, const node_t *n, const datum_t *from);
// An element, or the only one of a value that has one for all.
static inline int64_t lane_of(const datum_t *datum, int64_t element) { return datum->count == 1 ? 0 : element; }

// --- memory ---

// Is lane `element` to be touched? False after a stop, too: see `out_is_on`.
bool tern_triton_mask(evaluator_t *e, const node_t *n, const datum_t *mask, int64_t element, bool *out_is_on);
// The bytes at an address, watched: NULL after a stop. Their poison is at the same place of `*out_poison`.
uint8_t *tern_triton_access(evaluator_t *e, const tern_op_t *op, uint64_t address, size_t bytes, access_t access,
                            uint8_t **out_poison);
// One number to or from memory. False after a stop.
bool tern_triton_read(evaluator_t *e, const tern_op_t *op, uint64_t address, datum_t *to, int64_t element);
bool tern_triton_write(evaluator_t *e, const tern_op_t *op, uint64_t address, const datum_t *from, int64_t element);
// What `kind` (tt.rmw_op) makes of two numbers.
uint64_t tern_triton_combine(number_t number, int64_t kind, uint64_t a, uint64_t b);
// Changes the number at an address; the old one goes to `old` (may be NULL).
bool tern_triton_update(evaluator_t *e, const tern_op_t *op, uint64_t address, int64_t kind, const datum_t *value,
                        int64_t element, datum_t *old);
// Writes `value` where the number at an address is as expected; the one that was there goes to `old`.
bool tern_triton_exchange(evaluator_t *e, const tern_op_t *op, uint64_t address, const datum_t *expected,
                          const datum_t *value, int64_t element, datum_t *old);

// --- blocks of arrays ---

// Words of a block pointer: address, shape, strides, offsets. Of a descriptor: address, shape, strides, padding.
typedef struct block {
  uint32_t rank;
  uint64_t address;
  const int64_t *shape, *strides;
  int64_t offsets[REFERENCE_RANK_MAX];
  int64_t sizes[REFERENCE_RANK_MAX];  // of the block
  uint32_t checked;                   // a bit for each dimension whose bounds are looked at
  bool pads_nan;
  size_t bytes;  // of an element
} block_t;

// The address of a place of the block. False if it lies outside of the array.
bool tern_triton_block_address(const block_t *block, const int64_t *position, uint64_t *out_address);
// What a block pointer or a descriptor says of blocks of this type, with the offsets of the former.
block_t tern_triton_read_list(const datum_t *list, const tern_type_t *tensor, bool is_descriptor);
// The block of the descriptor in operand 0, with offsets in the operands of this name. False after a stop.
bool tern_triton_described_block(evaluator_t *e, const frame_t *f, const node_t *n, const char *offsets, block_t *out);
// The block to or from elements `first` and on. False after a stop.
bool tern_triton_read_block(evaluator_t *e, const node_t *n, const block_t *block, datum_t *to, int64_t first);
bool tern_triton_write_block(evaluator_t *e, const node_t *n, const block_t *block, const datum_t *from, int64_t first);
// Combines a block with what lies there, by the op's `kind`.
flow_t tern_triton_reduce_block(evaluator_t *e, const node_t *n, const block_t *block, const datum_t *value);
// Rows that operand 1 has the numbers of, from the column in operand 2 on.
flow_t tern_triton_move_rows(evaluator_t *e, frame_t *f, const node_t *n, datum_t *rows, bool is_store);
flow_t tern_triton_load_block(evaluator_t *e, frame_t *f, const node_t *n);
flow_t tern_triton_store_block(evaluator_t *e, frame_t *f, const node_t *n);

// --- memory of the program's own ---

// A view of `source` (NULL: of nothing yet) as the first result's type has it, row-major; NULL after a stop.
datum_t *tern_triton_view(evaluator_t *e, const node_t *n, const datum_t *source);
// All elements between memory and a tensor. False after a stop.
bool tern_triton_move(evaluator_t *e, const node_t *n, const datum_t *view, datum_t *tensor, bool is_store);
// New memory as the first result, with the tensor in it that is operand 0, if there is one.
flow_t tern_triton_local_alloc(evaluator_t *e, frame_t *f, const node_t *n);
void tern_triton_put_token(frame_t *f, const node_t *n, size_t index);

// --- products ---

// result = a * b + c, each batch on its own; c may be NULL. False after a stop.
bool tern_triton_multiply(evaluator_t *e, const tern_op_t *op, const datum_t *a, const datum_t *b, const datum_t *c,
                          bool is_tf32, datum_t *result);

#endif  // TERN_INTERPRETER_TRITON_TRITON_H_
