// Inside of the reference: functions as trees of nodes, and what runs them.
//
// A node is an op with the function that runs it and the places of its operands and results in the frame of a call. Ops
// with regions run them through tern_reference_run_region(); a terminator ends the region, and its parent reads the
// terminator's operands.

#ifndef TERN_INTERPRETER_REFERENCE_EVALUATOR_H_
#define TERN_INTERPRETER_REFERENCE_EVALUATOR_H_

#include "base/vec.h"
#include "interpreter/reference/reference.h"
#include "ir/op_def.h"

typedef struct evaluator evaluator_t;
typedef struct node node_t;

typedef enum flow {
  FLOW_NEXT,
  FLOW_BRANCH,  // to evaluator_t.next
  FLOW_END,     // of the region, by evaluator_t.terminator
  FLOW_STOP,    // of the whole run: see evaluator_t.outcome
} flow_t;

typedef struct block_code {
  const tern_block_t *block;
  uint32_t *arguments;  // slots
  node_t *nodes;
  size_t count;
} block_code_t;

typedef struct region_code {
  block_code_t *blocks;
  size_t count;
} region_code_t;

// Values of one call, by slot; NULL: not computed yet.
typedef struct frame {
  datum_t **slots;
} frame_t;

typedef flow_t (*node_fn_t)(evaluator_t *e, frame_t *f, const node_t *n);

struct node {
  tern_op_t *op;
  node_fn_t run;
  const tern_op_row_t *meaning;  // its row, or that of the op of another dialect that means the same
  uint32_t *operands, *results;  // slots
  region_code_t *regions;
  lane_fn_t lane;  // of element-wise ops
  lane_op_t lane_op;
};

typedef struct code {
  tern_op_t *function;
  region_code_t body;
  uint32_t slot_count;
} code_t;

// Memory, at an address of its own: addresses of different blocks never touch.
typedef struct memory {
  uint64_t address;
  size_t size;
  uint8_t *data, *poison;  // a byte each
  bool is_freed, is_constant;
  uint32_t depth;  // of the call that frees it at its end; 0: nobody
} memory_t;

struct evaluator {
  tern_op_t *root;
  tern_arena_t arena;
  tern_map_t rows;       // tern_op_row_t -> reference_row_t
  tern_map_t functions;  // tern_op_t -> code_t
  tern_map_t globals;    // tern_op_t -> datum_t of memref.global
  TERN_VEC(memory_t) memories;
  uint64_t next_address;
  size_t memory_size;
  uint64_t steps;  // that are left
  uint32_t depth;  // of regions
  uint32_t calls;  // that are under way
  const node_t *terminator;
  block_code_t *next;
  region_code_t *region;   // that is being run: where branches look for blocks
  datum_t *mask;           // of the vector.mask around, or NULL
  const int64_t *indices;  // of the structured op around
  size_t index_count;
  struct tern_triton_launch *launch;  // of the kernel's program that is run, or NULL
  uint64_t event_count;               // of opaque ops that ran
  bool is_doubtful;                   // see tern_reference_is_doubtful()
  tern_reference_outcome_t outcome;
  tern_string_builder_t message, output;
  const tern_op_t *place;
  tern_reference_observer_t observer;
  void *user;
};

typedef struct reference_row {
  const tern_op_row_t *row;
  node_fn_t run;
} reference_row_t;
// Each part's ops; end with a row of NULL.
extern const reference_row_t tern_reference_number_rows[];
extern const reference_row_t tern_reference_complex_rows[];
extern const reference_row_t tern_reference_control_rows[];
extern const reference_row_t tern_reference_loop_rows[];
extern const reference_row_t tern_reference_affine_rows[];
extern const reference_row_t tern_reference_tensor_rows[];
extern const reference_row_t tern_reference_slice_rows[];
extern const reference_row_t tern_reference_memref_rows[];
extern const reference_row_t tern_reference_view_rows[];
extern const reference_row_t tern_reference_bufferization_rows[];
extern const reference_row_t tern_reference_vector_rows[];
extern const reference_row_t tern_reference_vector_access_rows[];
extern const reference_row_t tern_reference_vector_math_rows[];
extern const reference_row_t tern_reference_linalg_rows[];
extern const reference_row_t tern_reference_llvm_rows[];
extern const reference_row_t tern_reference_triton_shape_rows[];
extern const reference_row_t tern_reference_triton_memory_rows[];
extern const reference_row_t tern_reference_triton_block_rows[];
extern const reference_row_t tern_reference_triton_compute_rows[];
extern const reference_row_t tern_reference_triton_reduce_rows[];
extern const reference_row_t tern_reference_triton_program_rows[];
extern const reference_row_t tern_reference_triton_shared_rows[];
extern const reference_row_t tern_reference_triton_nvidia_rows[];
extern const reference_row_t tern_reference_triton_amd_rows[];

// --- running ---

// Runs a region from its first block until a terminator ends it; block arguments of the first block are set by the
// caller. FLOW_END or FLOW_STOP.
flow_t tern_reference_run_region(evaluator_t *e, frame_t *f, region_code_t *region);
// The same with arguments, which are taken over.
flow_t tern_reference_run_region_on(evaluator_t *e, frame_t *f, region_code_t *region, datum_t **arguments,
                                    size_t count);
// A call of a function; arguments are borrowed, results taken over by the caller.
flow_t tern_reference_run_call(evaluator_t *e, const tern_op_t *caller, tern_op_t *function, datum_t *const *arguments,
                               datum_t **out_results);
// A terminator: ends its region.
flow_t tern_reference_run_end(evaluator_t *e, frame_t *f, const node_t *n);
// The function that element-wise code is, for an op that is on scalars, vectors and tensors alike.
flow_t tern_reference_run_lanes(evaluator_t *e, frame_t *f, const node_t *n);
// Branches, of cf and llvm alike.
flow_t tern_reference_run_br(evaluator_t *e, frame_t *f, const node_t *n);
flow_t tern_reference_run_cond_br(evaluator_t *e, frame_t *f, const node_t *n);
flow_t tern_reference_run_switch(evaluator_t *e, frame_t *f, const node_t *n);
const tern_op_row_t *tern_reference_meaning_of(const tern_op_t *op);
// Does the op stand for what is not defined here? Then it is run as an event of this name.
bool tern_reference_is_opaque(const tern_op_t *op);
flow_t tern_reference_run_opaque(evaluator_t *e, frame_t *f, const node_t *n, tern_str_t name);
// Any structured op, from its maps and its body.
flow_t tern_reference_run_structured(evaluator_t *e, frame_t *f, const node_t *n);
// An op whose result is its attribute `value`.
flow_t tern_reference_run_constant(evaluator_t *e, frame_t *f, const node_t *n);
// The elements of a constant's attribute. False if they are none that are held.
bool tern_reference_fill_from_attr(const tern_attr_t *attr, datum_t *out);
// What an op is run by, but for element-wise ones; or NULL.
node_fn_t tern_reference_find_row(evaluator_t *e, const tern_op_t *op);

static inline datum_t *operand_of(const frame_t *f, const node_t *n, size_t index) {
  return f->slots[n->operands[index]];
}
static inline void put_slot(frame_t *f, uint32_t slot, datum_t *datum) {
  datum_t *old = f->slots[slot];
  f->slots[slot] = datum;
  tern_reference_release(old);
}
// Takes `datum` over.
static inline void put_result(frame_t *f, const node_t *n, size_t index, datum_t *datum) {
  put_slot(f, n->results[index], datum);
}
void tern_reference_put_index(evaluator_t *e, frame_t *f, const node_t *n, size_t result, int64_t value);
// Results from operand `first` of the terminator on.
void tern_reference_take_yielded(evaluator_t *e, frame_t *f, const node_t *n, size_t first);

// Ends the run; returns FLOW_STOP.
flow_t tern_reference_stop(evaluator_t *e, const tern_op_t *op, tern_reference_outcome_t outcome, const char *format,
                           ...) __attribute__((format(printf, 4, 5)));
#define STOP_UNDEFINED(e, op, ...) tern_reference_stop((e), (op), TERN_REFERENCE_UNDEFINED, __VA_ARGS__)
#define STOP_UNKNOWN(e, op, ...) tern_reference_stop((e), (op), TERN_REFERENCE_UNKNOWN, __VA_ARGS__)
// Takes steps for `words` words of work. False if there are none left.
bool tern_reference_spend(evaluator_t *e, const tern_op_t *op, int64_t words);

// --- reading operands ---

// Operand `index` as a signed integer. False after a stop: poison.
bool tern_reference_integer(evaluator_t *e, const frame_t *f, const node_t *n, size_t index, int64_t *out_value);
bool tern_reference_integers(evaluator_t *e, const frame_t *f, const node_t *n, size_t first, size_t count,
                             int64_t *out_values);
// A list of static and dynamic entries; `out_count` may be NULL.
bool tern_reference_index_list(evaluator_t *e, const frame_t *f, const node_t *n, const char *name,
                               const char *static_name, int64_t *out_values, size_t *out_count);
// Operands of the group `name`.
bool tern_reference_group(evaluator_t *e, const frame_t *f, const node_t *n, const char *name, int64_t *out_values,
                          size_t *out_count);
// An element of numbers as a signed integer; `what` names it if it is poison.
bool tern_reference_element(evaluator_t *e, const node_t *n, const datum_t *datum, int64_t element, int64_t *out_value);

// Has the value the sizes that its type says? False after a stop.
bool tern_reference_fits_type(evaluator_t *e, const tern_op_t *op, const datum_t *value, const tern_type_t *type);
// A new array of a result's type with these sizes. NULL after a stop: too large, or of elements that are not held.
datum_t *tern_reference_new_array(evaluator_t *e, const node_t *n, const tern_type_t *type, const int64_t *sizes,
                                  uint32_t rank);
// The same for a type whose sizes are known (TERN_DYNAMIC ones are taken from `dynamic_sizes` in order; may be NULL).
datum_t *tern_reference_new_of_type(evaluator_t *e, const node_t *n, const tern_type_t *type,
                                    const int64_t *dynamic_sizes);

// --- memory ---

// Memory of `size` bytes, poison. Its address, or 0 after a stop.
uint64_t tern_reference_new_memory(evaluator_t *e, const tern_op_t *op, size_t size);
memory_t *tern_reference_find_memory(evaluator_t *e, uint64_t address);
size_t tern_reference_element_bytes(form_t form);
// A memref with memory of its own; strides as `type` says. NULL after a stop.
datum_t *tern_reference_new_memref(evaluator_t *e, const tern_op_t *op, const tern_type_t *type, const int64_t *sizes);
// Frees the memory that a memref was allocated with. False after a stop.
bool tern_reference_free_memory(evaluator_t *e, const tern_op_t *op, const datum_t *memref);
// Moves one element at a position; false after a stop. `array` has the element at number `element`.
bool tern_reference_load(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const int64_t *position,
                         datum_t *array, int64_t element);
bool tern_reference_store(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const int64_t *position,
                          const datum_t *array, int64_t element);
// The same for tensors, vectors and memrefs alike; a store changes `shaped` in place.
bool tern_reference_read_element(evaluator_t *e, const tern_op_t *op, const datum_t *shaped, const int64_t *position,
                                 datum_t *array, int64_t element);
bool tern_reference_write_element(evaluator_t *e, const tern_op_t *op, datum_t *shaped, const int64_t *position,
                                  const datum_t *array, int64_t element);

// A value of the type of result 0: an element, or a vector that starts at the position and runs along the innermost
// dimensions. Puts it into the result.
flow_t tern_reference_load_value(evaluator_t *e, frame_t *f, const node_t *n, const datum_t *memref,
                                 const int64_t *position);
flow_t tern_reference_store_value(evaluator_t *e, const node_t *n, datum_t *value, const datum_t *memref,
                                  const int64_t *position);
// Ops with a buffer and indices, of an element or of a vector.
flow_t tern_reference_run_load(evaluator_t *e, frame_t *f, const node_t *n);
flow_t tern_reference_run_store(evaluator_t *e, frame_t *f, const node_t *n);
// What tensors and memrefs can be asked alike: the size of a dimension, and how many there are.
flow_t tern_reference_run_dim(evaluator_t *e, frame_t *f, const node_t *n);
flow_t tern_reference_run_rank(evaluator_t *e, frame_t *f, const node_t *n);
// Shows the observer what a write wrote.
void tern_reference_observe_write(evaluator_t *e, const tern_op_t *op, datum_t *value);

// The contents of a memref as an array of their own, and the other way, element by element. NULL or false after a stop.
datum_t *tern_reference_snapshot(evaluator_t *e, const node_t *n, const datum_t *memref);
bool tern_reference_overwrite(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const datum_t *array);

// --- shapes ---

// Sizes of the result of expanding `sizes` by the op's reassociation. False after a stop.
bool tern_reference_expanded_sizes(evaluator_t *e, const frame_t *f, const node_t *n, int64_t *out_sizes);
// Vector kind that combines as a kind of arith.atomic_rmw_kind does; -1: the new value.
int64_t tern_reference_vector_kind(int64_t atomic_kind);

#endif  // TERN_INTERPRETER_REFERENCE_EVALUATOR_H_
