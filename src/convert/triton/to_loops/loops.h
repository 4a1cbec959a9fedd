// Triton's kernels as loops of vector code: what the files of this folder share. Short names, as they stand in formulas.
//
// A tensor is a function of places. Most of its ops are not computed where they stand but where something needs their elements: a
// loop over the places of a store, a reduction or a buffer asks for the element of its operand at a place, which asks for those of
// its operands, down to what lies in memory. A place is that of several elements at once, the lanes of a vector.

#ifndef TERN_CONVERT_TRITON_TO_LOOPS_LOOPS_H_
#define TERN_CONVERT_TRITON_TO_LOOPS_LOOPS_H_

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "dialect/tt/tt.h"
#include "rewrite/builder.h"

enum {
  LANE_BITS_MAX = 4,  // 16 elements at a time: 64 bytes of f32
  SOURCES_MAX = 16,   // operands of an op, apart from what loops and branches hand on
  MAPPED_MAX = 64,    // elements that the body of tt.map_elementwise takes or gives
  HANDED_MAX = 256,   // numbers that those hand on
  RANK_MAX = 24,      // sorting makes a dimension of each bit
};

typedef tern_value_t *value_t;

// The places of 2^lane_bits elements of a tensor. All sizes are powers of two, so each bit of the number of a lane leads to a bit
// of the place in one dimension, or nowhere where all lanes see the same element. Those bits of `index` are zero.
typedef struct lane_bit {
  int8_t dim;  // negative: nowhere
  int8_t bit;
} lane_bit_t;

typedef struct place {
  size_t rank;
  value_t index[RANK_MAX];  // i64, of lane 0; NULL: 0
  size_t lane_bits;
  lane_bit_t lanes[LANE_BITS_MAX];
} place_t;

// The elements at a place. With `base`, lane l has base + the sum of the steps of the bits of l: one value for all lanes if
// the steps are zero, else an integer or an address. Without, `vector` has them.
typedef struct element {
  value_t base;
  int64_t steps[LANE_BITS_MAX];
  value_t vector;
} element_t;

typedef enum slot_kind {
  SLOT_SCALARS,  // `scalars`: a number is one, a block pointer or a descriptor several
  SLOT_BUFFER,   // the elements lie row-major from `address` on
  SLOT_SHIFTED,  // the elements of `start`, plus `shift`: integers, or addresses in bytes
} slot_kind_t;

// What a value of the kernel has become. A tensor without a slot is computed where it is asked for.
typedef struct slot {
  slot_kind_t kind;
  size_t count;
  value_t *scalars;
  value_t address;  // !llvm.ptr
  tern_value_t *start;
  value_t shift;
} slot_t;

typedef struct memo {
  tern_value_t *value;
  place_t place;
  element_t element;
} memo_t;

typedef struct writer {
  tern_builder_t b;
  tern_arena_t *arena;
  tern_map_t slots;   // of values of the kernel: slot_t
  tern_map_t blocks;  // of its blocks: those of the result
  tern_map_t plan;    // ops whose results are computed where they stand
  TERN_VEC(memo_t) memos;
  value_t scratch;     // !llvm.ptr: memory for buffers, of each thread
  value_t failure;     // !llvm.ptr: an i32 that is not 0 once an assertion has failed; NULL: there are none
  value_t program[6];  // i32: the program's place in the grid, and the grid's sizes
  int64_t used, size;  // bytes of it: in use here, and at most
} writer_t;

// --- types and constants (element.c) ---
// What an element becomes: addresses are i64, floats of 8 bits the integers that hold them.
const tern_type_t *tern_tt_register_type(const tern_type_t *type);
// The same in memory, where an i1 takes a byte.
const tern_type_t *tern_tt_memory_type(const tern_type_t *type);
int64_t tern_tt_memory_size(const tern_type_t *type);
const tern_type_t *tern_tt_lanes_of(const tern_type_t *element, size_t lane_bits);
value_t tern_tt_int(writer_t *w, uint32_t width, int64_t value);
// An op of one result from operands of the same shape. `type` NULL: that of the first operand.
value_t tern_tt_op(writer_t *w, const tern_op_row_t *row, const tern_type_t *type, tern_values_t operands);
value_t tern_tt_binary(writer_t *w, const tern_op_row_t *row, value_t x, value_t y);
// Sum, product of i64, where constants are folded; NULL is 0.
value_t tern_tt_add(writer_t *w, value_t x, value_t y);
value_t tern_tt_scale(writer_t *w, value_t x, int64_t factor);
// An integer as wide as `width` bits, with its sign.
value_t tern_tt_resize(writer_t *w, value_t x, uint32_t width, bool is_signed);

bool tern_tt_is_uniform(const element_t *e);
bool tern_tt_has_steps(const element_t *e);
static inline element_t element_of(value_t base) { return (element_t){.base = base}; }
static inline element_t element_of_vector(value_t vector) { return (element_t){.vector = vector}; }
// The elements as a vector; as a number where there is one lane.
value_t tern_tt_vector(writer_t *w, const element_t *e, size_t lane_bits);
value_t tern_tt_broadcast(writer_t *w, value_t scalar, size_t lane_bits);
// A number or a vector of this type, which may be one where the other is given.
element_t tern_tt_wrap(value_t value);

// --- places and loops over them (place.c) ---
place_t tern_tt_place_without(const place_t *place, size_t dim);
place_t tern_tt_place_with(const place_t *place, size_t dim, value_t index);
// Of the same element in a tensor of another shape, row-major.
place_t tern_tt_place_reshape(writer_t *w, const place_t *place, const int64_t *from, size_t to_rank,
                              const int64_t *to);
// Its number in row-major order, for lane 0, and the steps of lanes.
element_t tern_tt_place_linear(writer_t *w, const place_t *place, const int64_t *dims);
// The place in one dimension as i64.
element_t tern_tt_place_index(const place_t *place, size_t dim);

// Loops over the places of a shape, `lane_bits` at a time along the last dimensions. tern_tt_nest_begin leaves the builder inside of
// the innermost loop, tern_tt_nest_end behind the outermost.
typedef struct nest {
  place_t place;
  tern_op_t *outer;  // the outermost loop, or NULL
  size_t memo_count;
} nest_t;
nest_t tern_tt_nest_begin(writer_t *w, const int64_t *dims, size_t rank, size_t lane_bits);
void tern_tt_nest_end(writer_t *w, nest_t *nest);
size_t tern_tt_lane_bits(const int64_t *dims, size_t rank);
// for (i = from; i < to; i += step) with values carried along: the builder is inside after begin, and behind after end.
tern_op_t *tern_tt_loop_begin(writer_t *w, value_t from, value_t to, value_t step, tern_values_t inits,
                              value_t *out_index);
void tern_tt_loop_end(writer_t *w, tern_op_t *loop, tern_values_t next);

// --- elements (emit.c) ---
slot_t *tern_tt_slot(const writer_t *w, const tern_value_t *value);
slot_t *tern_tt_set_scalars(writer_t *w, const tern_value_t *value, const value_t *scalars, size_t count);
slot_t *tern_tt_set_buffer(writer_t *w, const tern_value_t *value, value_t address);
value_t tern_tt_scalar(writer_t *w, tern_value_t *value);
element_t tern_tt_emit(writer_t *w, tern_value_t *value, const place_t *place);
value_t tern_tt_emit_vector(writer_t *w, tern_value_t *value, const place_t *place);
// Memory for `count` elements of `type`, aligned to 64 bytes, until the end of the region.
value_t tern_tt_allocate(writer_t *w, const tern_type_t *element, int64_t count);
// NULL: an offset of 0.
value_t tern_tt_byte_address(writer_t *w, value_t base, value_t offset);
element_t tern_tt_read(writer_t *w, value_t address, const tern_type_t *element, const place_t *place,
                       const int64_t *dims);
void tern_tt_write(writer_t *w, value_t address, const tern_type_t *element, const place_t *place, const int64_t *dims,
                   const element_t *value);
// Writes all elements to a buffer.
void tern_tt_fill(writer_t *w, tern_value_t *value, value_t address);
// The buffer of a tensor, made if there is none.
value_t tern_tt_buffer(writer_t *w, tern_value_t *value);
// A copy of a body of scalar code on other operands: numbers or vectors.
void tern_tt_inline_body(writer_t *w, tern_block_t *block, const element_t *args, size_t lane_bits,
                         element_t *out_results);

// How ops give their elements: rows by the op.
typedef struct element_row {
  const tern_op_row_t *op;
  element_t (*emit)(writer_t *w, tern_op_t *op, size_t result, const place_t *place);
} element_row_t;
extern const element_row_t tern_tt_shape_rows[], tern_tt_compute_rows[], tern_tt_cast_rows[], tern_tt_memory_rows[],
    tern_tt_block_rows[];
// Ops that are written where they stand.
typedef struct statement_row {
  const tern_op_row_t *op;
  void (*write)(writer_t *w, tern_op_t *op);
} statement_row_t;
extern const statement_row_t tern_tt_memory_statements[], tern_tt_atomic_statements[], tern_tt_reduce_statements[],
    tern_tt_dot_statements[], tern_tt_gather_statements[], tern_tt_block_statements[], tern_tt_control_statements[],
    tern_tt_debug_statements[];
const element_row_t *tern_tt_element_row(const tern_op_t *op);
const statement_row_t *tern_tt_statement_row(const tern_op_t *op);
// An arith.constant of a tensor whose elements differ, to a buffer (shape.c).
void tern_tt_write_list(writer_t *w, tern_op_t *op);
// An op of arith or math on each element.
bool tern_tt_is_elementwise(const tern_op_t *op);
element_t tern_tt_emit_elementwise(writer_t *w, tern_op_t *op, const place_t *place);

// --- floats (floats.c) ---
// Between any two formats; `is_truncated`: toward zero.
value_t tern_tt_convert_float(writer_t *w, value_t value, const tern_type_t *from, const tern_type_t *to,
                              bool is_truncated);

// Of 8 bits or less, from integers of 8 bits that hold them.
value_t tern_tt_decode_float(writer_t *w, value_t bits, const tern_type_t *from, const tern_type_t *to);

// --- memory (memory.c) ---
element_t tern_tt_load_at(writer_t *w, const element_t *address, const element_t *mask, const element_t *other,
                          const tern_type_t *element, size_t lane_bits);
void tern_tt_store_at(writer_t *w, const element_t *address, const element_t *mask, const element_t *value,
                      const tern_type_t *element, size_t lane_bits);
// scf.if on an i1 without results: the builder is inside; tern_tt_if_end leaves it.
tern_op_t *tern_tt_if_begin(writer_t *w, value_t condition);
void tern_tt_if_end(writer_t *w, tern_op_t *branch);

// --- atomics (atomic.c) ---
// One atomic op on memory: what was there. `kind` is of tt.rmw_op.
value_t tern_tt_atomic(writer_t *w, int64_t kind, value_t address, value_t value, const tern_type_t *element,
                       int64_t semantics);

// --- plan (plan.c) ---
// Decides which tensors are computed where they stand, for a function.
void tern_tt_plan(writer_t *w, tern_op_t *function);
// Does computing this tensor read memory, through loads that are not done yet?
bool tern_tt_holds_load(const writer_t *w, tern_value_t *value);
// Does computing `value` read `argument`, and if it does, at another place?
bool tern_tt_reads(const writer_t *w, tern_value_t *value, const tern_value_t *argument, bool *out_elsewhere);

// --- code (control.c) ---
void tern_tt_write_block(writer_t *w, tern_block_t *block);

// --- functions of libraries, assembly (library.c, assembly.c) ---
// False after an error about what is not known.
bool tern_tt_check_library(const tern_op_t *op);
element_t tern_tt_emit_library(writer_t *w, tern_op_t *op, size_t result, const place_t *place);
bool tern_tt_check_assembly(const tern_op_t *op);
element_t tern_tt_emit_assembly(writer_t *w, tern_op_t *op, size_t result, const place_t *place);

// --- types with several parts (blocks.c) ---
// How many numbers a value of such a type is; 1 for a number, 0 for a tensor.
size_t tern_tt_part_count(const tern_type_t *type);
// The type of part `index`.
const tern_type_t *tern_tt_part_type(const tern_type_t *type, size_t index);
// Addresses of a place of a block pointer, the first operand of `op`; false: there is no mask, all of it is inside.
bool tern_tt_block_access(writer_t *w, tern_op_t *op, const place_t *place, element_t *out_address,
                          element_t *out_mask);
// Does an op read memory for its result, one element for each?
bool tern_tt_is_load(const tern_op_t *op);

#endif  // TERN_CONVERT_TRITON_TO_LOOPS_LOOPS_H_
