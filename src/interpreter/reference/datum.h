// What SSA values hold while a function is evaluated.
//
// Numbers of any shape are words in row-major order: a scalar is an array of rank 0, a complex number takes two words, a
// vector within a memref as many as it has lanes. Each word may be poison: the word itself then means nothing.
// A memref is what its descriptor in LLVM is: two addresses, an offset, sizes and strides.

#ifndef TERN_INTERPRETER_REFERENCE_DATUM_H_
#define TERN_INTERPRETER_REFERENCE_DATUM_H_

#include "base/string.h"
#include "interpreter/numbers.h"

// What elements are made of.
typedef struct form {
  number_t number;
  uint32_t words;           // of an element
  const tern_type_t *type;  // of the element
} form_t;

typedef enum datum_kind { DATUM_NUMBERS, DATUM_MEMREF, DATUM_FUNCTION } datum_kind_t;

// Immutable while it is shared.
typedef struct datum {
  uint32_t references;
  datum_kind_t kind;
  form_t form;             // of the elements
  uint32_t rank;           // unranked types have that of the moment
  int64_t *sizes;          // rank
  int64_t count;           // elements of numbers
  uint64_t *words;         // of numbers: count * form.words
  uint8_t *poison;         // the same number
  uint64_t base, aligned;  // of a memref
  int64_t offset, *strides;
  tern_op_t *function;
} datum_t;

// How often scalable dimensions repeat: the value of vector.vscale.
#define REFERENCE_VSCALE 2
#define REFERENCE_RANK_MAX 32

// False for elements that are not held: wide integers, f80, pointers of llvm.
bool tern_reference_form_of(const tern_type_t *element, form_t *out_form);
// The form of numbers, shaped values and their elements: a vector is an array, not one element.
bool tern_reference_form_of_value(const tern_type_t *type, form_t *out_form);
// Sizes of a value's type (TERN_DYNAMIC where unknown); returns the rank, 0 for scalars and unranked types. No more than
// REFERENCE_RANK_MAX: values of higher ranks are not made.
uint32_t tern_reference_sizes_of(const tern_type_t *type, int64_t *out_sizes);

// A new array, all zero, not poison. Never NULL: sizes were checked by the evaluator.
datum_t *tern_reference_array(form_t form, const int64_t *sizes, uint32_t rank);
datum_t *tern_reference_scalar(form_t form, uint64_t word);
datum_t *tern_reference_memref(form_t form, const int64_t *sizes, uint32_t rank);
// One element as a value of its own (a scalar, or a vector out of a memref of vectors).
datum_t *tern_reference_extract(const datum_t *array, int64_t element);
// A copy that nobody shares.
datum_t *tern_reference_copy(const datum_t *datum);
static inline datum_t *tern_reference_retain(datum_t *datum) {
  ++datum->references;
  return datum;
}
void tern_reference_release(datum_t *datum);

// Copies `count` elements with their poison.
void tern_reference_move(datum_t *to, int64_t to_element, const datum_t *from, int64_t from_element, int64_t count);
void tern_reference_poison(datum_t *datum, int64_t element, int64_t count);
bool tern_reference_is_poison(const datum_t *datum, int64_t element);

// --- positions ---

// Programs count as far as they like: sums and products wrap around.
static inline int64_t wrap_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t wrap_multiply(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
// Is every element from `offset` on, `size` of them by `stride`, within `extent`? None is anywhere that is not negative.
bool tern_reference_slice_is_inside(int64_t offset, int64_t size, int64_t stride, int64_t extent);

// On to the next position within `sizes`, innermost first; false after the last one. Start with zeros.
bool tern_reference_next(int64_t *position, const int64_t *sizes, size_t rank);
// Row-major number of a position.
int64_t tern_reference_number_of(const int64_t *position, const int64_t *sizes, size_t rank);
// False if any size is 0.
bool tern_reference_has_elements(const int64_t *sizes, size_t rank);
// True if every place lies within the sizes.
bool tern_reference_is_inside(const int64_t *position, const int64_t *sizes, size_t rank);

// Text of a word as MLIR writes such a number.
void tern_reference_print_word(number_t number, uint64_t word, tern_string_builder_t *out);
// The whole value: numbers in nested parentheses, as vector.print shows them; poison as `poison`.
void tern_reference_print(const datum_t *datum, tern_string_builder_t *out);

#endif  // TERN_INTERPRETER_REFERENCE_DATUM_H_
