// How the files of this folder reach one another: a kernel of tt that is written for an attention on buffers.

#ifndef TERN_CONVERT_LINALG_EXT_ATTENTION_TO_TRITON_KERNEL_H_
#define TERN_CONVERT_LINALG_EXT_ATTENTION_TO_TRITON_KERNEL_H_

#include "analysis/gpu/attention_config.h"
#include "base/map.h"
#include "rewrite/builder.h"

#define TERN_ATTENTION_NO_LOOP TERN_LINALG_EXT_NO_LOOP
enum { TERN_ATTENTION_MAX_BINDINGS = 64 };

// --- operands ---

// Memory that the op reads or writes, and which of the op's loops its dimensions go along.
typedef struct tern_attention_operand {
  tern_op_t *placeholder;
  size_t binding;                                        // its place in the interface
  const tern_type_t *element;                            // as it lies in memory: i8 for i1
  int64_t offset;                                        // elements from the start of the binding
  int64_t strides[TERN_LINALG_EXT_MAX_LOOPS];            // of a step of each loop; 0: none
  size_t outer[TERN_LINALG_EXT_MAX_LOOPS], outer_count;  // loops it moves with that tiles do not go along
} tern_attention_operand_t;

// An operand that is read or written in tiles, which have two dimensions: the second is the one whose elements are neighbours.
typedef struct tern_attention_tiles {
  tern_attention_operand_t operand;
  size_t loops[2];       // TERN_ATTENTION_NO_LOOP: there is none, and one place
  int64_t block[2];      // elements of a tile
  bool is_turned;        // the first of the pair it was asked for is the second here
  tern_value_t *access;  // the descriptor
} tern_attention_tiles_t;

// False after an error at `op`, if `memory` is no part of a binding whose place is known.
bool tern_attention_read_operand(const tern_op_t *op, const tern_value_t *memory, const tern_affine_map_t *map,
                                 const tern_attention_loops_t *loops, tern_attention_operand_t *out);
// The same for tiles of `block` elements along `pair`.
bool tern_attention_read_tiles(const tern_op_t *op, const tern_value_t *memory, const tern_affine_map_t *map,
                               const tern_attention_loops_t *loops, const size_t pair[2], const int64_t block[2],
                               tern_attention_tiles_t *out);
// Sizes and strides of all dimensions of the array that tiles are parts of, outer ones first. Returns how many there are.
size_t tern_attention_array(const tern_attention_tiles_t *tiles, const tern_attention_loops_t *loops,
                            int64_t *out_sizes, int64_t *out_strides);
// Can tensor maps copy such tiles?
bool tern_attention_has_tensor_map(const tern_attention_tiles_t *tiles, const tern_attention_loops_t *loops);

// --- which scores count ---

// What the body says of places at which a score counts for nothing: key j counts for query i if j - i is from `least` to `most`,
// and j from `first` to `last`.
typedef struct tern_attention_window {
  int64_t least, most, first, last;
  const tern_value_t *score;  // what is computed where it counts
} tern_attention_window_t;

// False: nothing is known, or what is hidden may count all the same, as where all of a row is.
bool tern_attention_read_window(const tern_op_t *op, const tern_attention_loops_t *loops, tern_attention_window_t *out);

// --- the kernel ---

// In which measure the scores are that maxima are taken of.
typedef enum tern_attention_measure {
  TERN_ATTENTION_PRODUCTS,  // products of queries and keys: a scale is all that is to do
  TERN_ATTENTION_LOG2,      // powers of two
  TERN_ATTENTION_NATURAL,   // powers of e: numbers that are read may be next to the greatest ones
} tern_attention_measure_t;

typedef struct tern_attention_kernel {
  tern_builder_t *b;
  tern_op_t *op;
  tern_attention_t maps;
  tern_gpu_attention_config_t config;
  tern_attention_tiles_t query, key, value, output;
  tern_attention_operand_t mask, scale, extras[TERN_LINALG_EXT_MAX_EXTRAS];
  bool has_scale_in_memory;
  double scale_constant;
  tern_value_t *scale_value;  // f32, if it is in memory
  tern_attention_measure_t measure;
  bool has_window;
  tern_attention_window_t window;
  bool uses_tensor_maps;
  tern_value_t *pointers[TERN_ATTENTION_MAX_BINDINGS];  // by binding; NULL: not used
  tern_value_t *places[TERN_LINALG_EXT_MAX_LOOPS];      // of the outer loops, i32
  tern_value_t *first_row;                              // i32
  tern_value_t *first_key;                              // of the tile that is being computed
} tern_attention_kernel_t;

// Of a tensor map the block has the dimensions of the whole array; other descriptors are of the part at the places of the outer loops.
const tern_type_t *tern_attention_descriptor_type(const tern_attention_kernel_t *kernel,
                                                  const tern_attention_tiles_t *tiles);
// Writes the program into the function that the builder is in.
void tern_attention_build_program(tern_attention_kernel_t *kernel);
// What the softmax is of, in the kernel's measure: of the tile of products at `kernel->first_key`. Where the tile is masked, scores
// that do not count are -inf.
tern_value_t *tern_attention_build_scores(tern_attention_kernel_t *kernel, tern_value_t *products, bool is_masked);
// The measure in which scores are computed.
tern_attention_measure_t tern_attention_choose_measure(const tern_attention_kernel_t *kernel);

// --- ops ---

// A tensor without an encoding.
const tern_type_t *tern_attention_tensor(const tern_type_t *element, const int64_t *dims, size_t rank);
tern_value_t *tern_attention_i32(tern_builder_t *b, int64_t value);
tern_value_t *tern_attention_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x,
                                  const tern_type_t *type);
tern_value_t *tern_attention_join(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y);
// `x` as the element of a tile of scores.
tern_value_t *tern_attention_spread(tern_attention_kernel_t *kernel, tern_value_t *x);
// Places along a loop of the tile, as i32: [rows, 1] or [1, keys].
tern_value_t *tern_attention_places(tern_attention_kernel_t *kernel, bool is_of_keys);
// condition ? yes : no
tern_value_t *tern_attention_select(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no);
// The address of an operand's first element at the places of the outer loops.
tern_value_t *tern_attention_base(tern_attention_kernel_t *kernel, const tern_attention_operand_t *operand);

#endif  // TERN_CONVERT_LINALG_EXT_ATTENTION_TO_TRITON_KERNEL_H_
