// Inside of the interpreter: a function as a flat list of instructions over a file of words for each invocation, and the
// machine that runs it.
//
// Words: a number takes one 64-bit word with its bits, zero-extended; a vector one for each lane, in row-major order; a
// memref MEMREF_HEADER words and its sizes and strides. Every SSA value has its words for itself, so that loops and
// conditions are jumps, and an invocation that waits is a position in the list.

#ifndef TERN_INTERPRETER_PROGRAM_H_
#define TERN_INTERPRETER_PROGRAM_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "interpreter/interpreter.h"
#include "interpreter/numbers.h"

// --- words ---

// Places in the words of a memref. Sizes and strides follow; strides count elements, the start is in bytes.
enum { MEMREF_BUFFER, MEMREF_BASE, MEMREF_START, MEMREF_HEADER };
#define MEMREF_RANK_MAX 16

// --- programs ---

typedef struct instruction instruction_t;
typedef struct machine machine_t;
typedef struct invocation invocation_t;

typedef enum step {
  STEP_NEXT,  // on to the next instruction, or to where the instruction set `next`
  STEP_WAIT,  // for others, at this instruction
  STEP_END,
  STEP_FAIL,  // an error was emitted
} step_t;

typedef step_t (*step_fn_t)(machine_t *machine, invocation_t *invocation, const instruction_t *instruction);
// Runs an op of a group of invocations that wait for each other at it.
typedef bool (*collective_fn_t)(machine_t *machine, invocation_t *const *members, size_t count,
                                const instruction_t *instruction);

typedef struct move {
  uint32_t from, to, count;  // words
} move_t;

struct instruction {
  step_fn_t run;
  tern_op_t *op;
  const uint32_t *operands;  // first word of each
  const uint32_t *results;
  uint32_t target;      // of a jump
  uint32_t counter;     // word that counts a loop's iterations
  uint32_t lanes;       // words of the first result, or of what an access moves
  bool is_access;       // touches memory that others may see
  number_t element;     // of the first result, or of the memref that is accessed
  const move_t *moves;  // all done at once
  uint32_t move_count;
  const uint32_t *loops;  // counters of the loops around, of an op that waits
  uint32_t loop_count;
  lane_fn_t lane;
  lane_op_t lane_op;
  collective_fn_t collective;
  const uint64_t *data;  // of a constant
  int64_t number;        // by the op: a dimension, an ordinal of an allocation
};

typedef TERN_VEC(instruction_t) instruction_list_t;

struct tern_interpreter_program {
  tern_arena_t arena;
  tern_op_t *func;
  instruction_list_t instructions;
  tern_map_t words;  // of values: first word plus one
  uint32_t word_count;
  uint32_t allocation_count;  // memref.alloc ops: one buffer for a workgroup each
  uint32_t private_count;     // memref.alloca ops: one for an invocation each
  uint32_t granule;           // bytes that accesses are watched by
  TERN_VEC(uint32_t) loops;   // while it is made: counters of the loops around
};
typedef struct tern_interpreter_program program_t;

// First word of a value, which gets its words on first sight.
uint32_t tern_interpreter_word_of(program_t *program, const tern_value_t *value);
// Words of a type; 0 if it cannot be held.
uint32_t tern_interpreter_type_words(const tern_type_t *type);

// Each part's ops: `prepare` fills in what the instruction needs (op, operands and results are there) and returns false
// after an error; NULL: nothing is needed.
typedef bool (*prepare_fn_t)(program_t *program, instruction_t *instruction);
typedef struct op_row {
  const tern_op_row_t *row;
  step_fn_t run;
  prepare_fn_t prepare;
  lane_fn_t lane;
  collective_fn_t collective;
} op_row_t;
// End with a row of NULL.
extern const op_row_t tern_interpreter_number_rows[];
extern const op_row_t tern_interpreter_float_rows[];
extern const op_row_t tern_interpreter_memory_rows[];
extern const op_row_t tern_interpreter_vector_rows[];
extern const op_row_t tern_interpreter_gpu_rows[];
extern const op_row_t tern_interpreter_matrix_rows[];

// run and prepare of element-wise ops.
step_t tern_interpreter_run_lanes(machine_t *machine, invocation_t *invocation, const instruction_t *instruction);
bool tern_interpreter_prepare_lanes(program_t *program, instruction_t *instruction);

// --- machines ---

// An access that is remembered; op NULL: none.
typedef struct access {
  const tern_op_t *op;
  uint32_t workgroup, epoch;
  int32_t invocation;  // -1: several, by atomic ops
  bool is_atomic;
} access_t;

// What is known of a granule.
typedef struct shadow {
  access_t writer;     // the last one
  access_t reader[2];  // two different ones of the newest epoch of the newest workgroup that read
  access_t stranger;   // one of an earlier workgroup
} shadow_t;

typedef enum buffer_kind { BUFFER_BINDING, BUFFER_WORKGROUP, BUFFER_PRIVATE } buffer_kind_t;

typedef struct buffer {
  buffer_kind_t kind;
  uint8_t *data;
  size_t size;        // bytes
  shadow_t *shadows;  // one for each granule
  bool owns_data;
} buffer_t;

typedef enum state { STATE_RUNS, STATE_WAITS, STATE_ENDED } state_t;

struct invocation {
  uint64_t *words;
  uint32_t next;  // instruction
  uint32_t number;
  uint32_t id[3];
  state_t state;
  const tern_op_t *end;  // where it ended
};

struct machine {
  const program_t *program;
  const tern_interpreter_dispatch_t *dispatch;
  uint32_t workgroup_size[3], subgroup_size, invocation_count;
  uint32_t workgroup_id[3], workgroup;  // position, and its number
  uint32_t epoch[2];                    // of bindings, of workgroup memory: barriers passed that order them
  invocation_t *invocations;
  TERN_VEC(buffer_t) buffers;
  uint32_t *binding_buffers;    // plus one; 0: not met yet
  uint32_t *workgroup_buffers;  // of allocations
  uint32_t *private_buffers;    // of each invocation's
  uint64_t *scratch;            // as many words as an invocation has
  uint64_t random;
  int64_t *results;  // of tern_interpreter_evaluate()
};

uint64_t tern_interpreter_random(machine_t *machine);
// "invocation (1, 0, 0) of workgroup (0, 0, 0)": valid until the next few calls.
const char *tern_interpreter_invocation_text(const machine_t *machine, uint32_t workgroup, int32_t invocation);
// Adds a buffer; `data` NULL: of its own, zeroed. Returns its number.
uint32_t tern_interpreter_add_buffer(machine_t *machine, buffer_kind_t kind, void *data, size_t size);

typedef enum touch { TOUCH_READ, TOUCH_WRITE, TOUCH_ATOMIC } touch_t;
// Byte in its buffer of the element of memref operand `place` at the indices from operand `first` on, and the bytes of an
// element. False after an error: it is out of bounds.
bool tern_interpreter_find_address(machine_t *machine, const invocation_t *invocation, const instruction_t *instruction,
                                   size_t place, size_t first, uint64_t *out_offset, uint64_t *out_bytes);
// Moves one element between memory and a word, noting the access. False after an error.
bool tern_interpreter_move_element(machine_t *machine, const invocation_t *invocation, const instruction_t *instruction,
                                   uint64_t buffer, uint64_t offset, uint64_t *word, touch_t touch);
// Notes an access of `size` bytes at `offset`. False after an error: a race, or a read of what was never written.
bool tern_interpreter_touch(machine_t *machine, const invocation_t *invocation, const instruction_t *instruction,
                            uint32_t buffer, size_t offset, size_t size, touch_t touch);

#endif  // TERN_INTERPRETER_PROGRAM_H_
