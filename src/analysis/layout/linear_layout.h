// Linear layouts: which element of a tensor lies in which register of which lane, or at which offset of a memory, as one
// linear map over bits (source: "Linear Layouts: Robust Code Generation of Efficient Tensor Computation Using F2",
// arXiv 2505.23819; names and meaning of the operations are those of Triton's LinearLayout).
//
// A layout has named dimensions on both sides, each of a power of two. It says for every bit of the inputs which outputs
// that bit alone has (a basis); any other input has the exclusive or of the bases of its bits. So a permutation of bits,
// a swizzle, a broadcast (a basis of zeros) and what a matrix instruction does with its operands are all one kind of
// object, and are composed, inverted and compared by the same few functions.
//
//   register=1 -> (0, 1)     register, lane: inputs
//   lane=1     -> (0, 2)     dim0, dim1: outputs, of 2 and 8
//   lane=2     -> (0, 4)     lane 3, register 1 has element (0, 1) ^ (0, 2) ^ (0, 4) = (0, 7)
//   lane=4     -> (1, 0)
//
// The order of dimensions is from the minor to the major one. It matters where they are flattened, reshaped or taken
// together, and nowhere else.
//
// Layouts are plain values of fixed size. An operation that cannot be done gives a layout with an `error`, and so does
// every operation on that one: a chain is checked once, at its end. All functions are pure and thread-safe.

#ifndef TERN_ANALYSIS_LAYOUT_LINEAR_LAYOUT_H_
#define TERN_ANALYSIS_LAYOUT_LINEAR_LAYOUT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/string.h"

// Triton sorts 2^n numbers as a tensor of n dimensions, and rows of them as one of more.
#define TERN_LAYOUT_MAX_DIMS 16
#define TERN_LAYOUT_MAX_BITS 48  // of all inputs together, and of all outputs
#define TERN_LAYOUT_NAME_SIZE 15

// The inputs of layouts of distributed tensors, and of memory.
#define TERN_LAYOUT_REGISTER "register"
#define TERN_LAYOUT_LANE "lane"
#define TERN_LAYOUT_WARP "warp"
#define TERN_LAYOUT_BLOCK "block"
#define TERN_LAYOUT_OFFSET "offset"

typedef struct tern_layout_dim {
  char name[TERN_LAYOUT_NAME_SIZE];
  uint8_t bits;  // its size is a power of two
} tern_layout_dim_t;

// Dimensions of one side, the minor one first; no two have the same name.
typedef struct tern_layout_dims {
  size_t count;
  tern_layout_dim_t values[TERN_LAYOUT_MAX_DIMS];
} tern_layout_dims_t;

typedef struct tern_layout {
  const char *error;  // NULL, or why there is no such layout: a literal
  tern_layout_dims_t ins, outs;
  // What each bit of the inputs has as outputs, those of the first input first. Outputs lie side by side in a word, the
  // first one in its low bits.
  uint64_t bases[TERN_LAYOUT_MAX_BITS];
} tern_layout_t;

// Names of dimensions, borrowed for a call.
typedef struct tern_layout_names {
  const char *const *values;
  size_t count;
} tern_layout_names_t;
#define TERN_LAYOUT_NAMES(...)                               \
  ((tern_layout_names_t){(const char *const[]){__VA_ARGS__}, \
                         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)})

// --- dimensions ---

// "dim0", "dim1" and so on; `position` is below TERN_LAYOUT_MAX_DIMS.
const char *tern_layout_dim_name(size_t position);
// Position of a dimension, or `dims->count`.
size_t tern_layout_find(const tern_layout_dims_t *dims, const char *name);
// Bits of a dimension; of one that is not there, 0.
size_t tern_layout_bits(const tern_layout_dims_t *dims, const char *name);
// Bits of the dimensions before the one at `position`; at `dims->count`, of all.
size_t tern_layout_bits_before(const tern_layout_dims_t *dims, size_t position);
// Adds a dimension. False, and nothing is changed: there are too many dimensions or bits, or the name is taken, empty or
// too long.
bool tern_layout_append_dim(tern_layout_dims_t *dims, const char *name, size_t bits);

// --- construction ---

// The layout without dimensions, which is the one of tern_layout_product().
tern_layout_t tern_layout_empty(void);
// The layout of an error, which has to outlive it.
tern_layout_t tern_layout_failed(const char *error);
// From bases: `values` has for each bit of the inputs one number for each output, in the order of the dimensions. An
// error: a number is negative or too large for its dimension, or there are too many bits.
tern_layout_t tern_layout_create(const tern_layout_dims_t *ins, const tern_layout_dims_t *outs, const int64_t *values);
// Makes the outputs as large as `values`, for tern_layout_create(), need. False: a number is negative, or the outputs
// get too large.
bool tern_layout_infer_sizes(tern_layout_dims_t *outs, size_t in_bits, const int64_t *values);
// L(x) = x. Sizes are powers of two, here and below; others are errors.
tern_layout_t tern_layout_identity_1d(int64_t size, const char *in, const char *out);
// L(x) = stride * x, into an output of size * stride; a stride of 0 gives zeros into an output of one element.
tern_layout_t tern_layout_strided_1d(int64_t size, int64_t stride, const char *in, const char *out);
// L(x) = 0.
tern_layout_t tern_layout_zeros_1d(int64_t size, const char *in, const char *out, int64_t out_size);

// `size` elements of an output, one after the other, by the next bits of an input; without an output, bits that change
// nothing.
typedef struct tern_layout_line {
  const char *in;
  int64_t size;
  const char *out;
} tern_layout_line_t;
// The product of `tile` (NULL: nothing) and of lines, the innermost first: how something is dealt, said in one list.
tern_layout_t tern_layout_extend(const tern_layout_t *tile, const tern_layout_line_t *lines, size_t count);
#define TERN_LAYOUT_EXTEND(tile, ...)                                 \
  tern_layout_extend(tile, (const tern_layout_line_t[]){__VA_ARGS__}, \
                     sizeof((const tern_layout_line_t[]){__VA_ARGS__}) / sizeof(tern_layout_line_t))

// --- questions ---

static inline bool tern_layout_is_ok(const tern_layout_t *layout) { return layout->error == NULL; }
size_t tern_layout_in_bits(const tern_layout_t *layout);
size_t tern_layout_out_bits(const tern_layout_t *layout);
// What bit `bit` of input `in` has as output `out`; both are positions.
int64_t tern_layout_basis(const tern_layout_t *layout, size_t in, size_t bit, size_t out);
// L(ins): a number for each input, below its size, and room for each output.
void tern_layout_apply(const tern_layout_t *layout, const int64_t *ins, int64_t *out_outs);
// The same with all inputs side by side in a word, the first one lowest, and the outputs alike.
uint64_t tern_layout_apply_flat(const tern_layout_t *layout, uint64_t in);
// The same dimensions in the same order, and the same map. Layouts with errors are equal to none.
bool tern_layout_equal(const tern_layout_t *x, const tern_layout_t *y);
// Is each output some input's, and does each have at most one?
bool tern_layout_is_surjective(const tern_layout_t *layout);
bool tern_layout_is_injective(const tern_layout_t *layout);
bool tern_layout_is_invertible(const tern_layout_t *layout);
// Neighbours in the first input that are neighbours in the first output, from any multiple of their number on, which is
// a power of two: how wide a vector may be.
int64_t tern_layout_consecutive(const tern_layout_t *layout);
// Bits of each input that change nothing, or nothing that earlier bits could not: what they lead to lies elsewhere, too.
void tern_layout_free_masks(const tern_layout_t *layout, uint64_t *out_masks);
// Is the layout the identity on these dimensions, which are inputs and outputs, and apart from the others?
bool tern_layout_is_trivial_over(const tern_layout_t *layout, tern_layout_names_t names);
// Appends the bases, one a line, as Triton prints them.
void tern_layout_append_text(tern_string_builder_t *sb, const tern_layout_t *layout);

// --- the same map in another form ---

// Orders the dimensions as `names` says, which are all of them.
tern_layout_t tern_layout_transpose_ins(const tern_layout_t *layout, tern_layout_names_t names);
tern_layout_t tern_layout_transpose_outs(const tern_layout_t *layout, tern_layout_names_t names);
// Cuts the inputs, or outputs, taken together, into others of as many bits.
tern_layout_t tern_layout_reshape_ins(const tern_layout_t *layout, const tern_layout_dims_t *ins);
tern_layout_t tern_layout_reshape_outs(const tern_layout_t *layout, const tern_layout_dims_t *outs);
// One dimension with the name of the first.
tern_layout_t tern_layout_flatten_ins(const tern_layout_t *layout);
tern_layout_t tern_layout_flatten_outs(const tern_layout_t *layout);
// A name that is not taken in the place of another.
tern_layout_t tern_layout_rename_in(const tern_layout_t *layout, const char *name, const char *new_name);
tern_layout_t tern_layout_rename_out(const tern_layout_t *layout, const char *name, const char *new_name);

// --- other maps ---

// Other inputs are zero, other outputs are left out; the order is the layout's.
tern_layout_t tern_layout_sublayout(const tern_layout_t *layout, tern_layout_names_t ins, tern_layout_names_t outs);
// An input of another size: its highest bits are left out, or are new and mean nothing (bases of zeros).
tern_layout_t tern_layout_resize_in(const tern_layout_t *layout, const char *name, int64_t size);
// An output of another size, of which the low bits are as before.
tern_layout_t tern_layout_resize_out(const tern_layout_t *layout, const char *name, int64_t size);
// Leaves the bits of an input out that change nothing.
tern_layout_t tern_layout_remove_zero_bases(const tern_layout_t *layout, const char *in);
// Both maps side by side: (x, y) -> L(x) ^ M(y) with the inputs of both and equal outputs, x -> (L(x), M(x)) with equal
// inputs and the outputs of both. What is not common has different names.
tern_layout_t tern_layout_concat_ins(const tern_layout_t *x, const tern_layout_t *y);
tern_layout_t tern_layout_concat_outs(const tern_layout_t *x, const tern_layout_t *y);
// The direct sum: of dimensions that both have, `inner` acts on the low bits and `outer` on those above. So it repeats
// the tile `inner` as `outer` says. The dimensions of both have to be in the same order where they are common.
tern_layout_t tern_layout_product(const tern_layout_t *inner, const tern_layout_t *outer);
// outer(inner(x)). The outputs of `inner` are the inputs of `outer`, in any order, and not larger.
tern_layout_t tern_layout_compose(const tern_layout_t *inner, const tern_layout_t *outer);

// --- equations ---

// The inverse of an invertible layout.
tern_layout_t tern_layout_invert(const tern_layout_t *layout);
// R with L(R(y)) = y, for a surjective layout: of the inputs that have the output y the one with the fewest of the later
// bits, that is zero in all free bits (tern_layout_free_masks()).
tern_layout_t tern_layout_pseudo_invert(const tern_layout_t *layout);
// C with L(x) = outer(C(x)): where `outer` has what L(x) is. The outputs of both are the same, in any order, those of
// `outer` not smaller. Of several places that a thing has the one with the fewest later bits is taken, but an input that
// means the same in both maps to itself, so that what is in place stays there.
tern_layout_t tern_layout_invert_and_compose(const tern_layout_t *layout, const tern_layout_t *outer);
// Q with layout = divisor * Q or, for the right, layout = Q * divisor, but for the order of dimensions. It has all
// dimensions of `layout`.
tern_layout_t tern_layout_divide_left(const tern_layout_t *layout, const tern_layout_t *divisor);
tern_layout_t tern_layout_divide_right(const tern_layout_t *layout, const tern_layout_t *divisor);
// The layout of the other dimensions, if it is trivial over these (tern_layout_is_trivial_over()).
tern_layout_t tern_layout_quotient(const tern_layout_t *layout, tern_layout_names_t names);

// --- words of several dimensions ---

// The number of dimension `position` in a word, and a word with another number there, which fits.
uint64_t tern_layout_get(const tern_layout_dims_t *dims, size_t position, uint64_t word);
uint64_t tern_layout_set(const tern_layout_dims_t *dims, size_t position, uint64_t word, uint64_t number);
// A word of `from` as a word of `to`, dimension by dimension, by their names; what `to` lacks is left out, numbers that
// are too large for it lose their high bits.
uint64_t tern_layout_repack(const tern_layout_dims_t *from, const tern_layout_dims_t *to, uint64_t word);

#endif  // TERN_ANALYSIS_LAYOUT_LINEAR_LAYOUT_H_
