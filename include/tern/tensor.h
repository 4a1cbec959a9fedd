// Element types by name and size, and tensors in host memory: literals, .npy files, comparison.
//
// Texts are passed as an address and a size in bytes and need no terminator. Functions that fail leave their outputs
// empty. Unless said otherwise a function is thread-safe as long as no two threads use the same tensor.

#ifndef TERN_TENSOR_H_
#define TERN_TENSOR_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/dispatch.h"
#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// Families of element types.
typedef enum tern_element_class_t {
  TERN_ELEMENT_CLASS_NONE,      // not an element type
  TERN_ELEMENT_CLASS_SIGNLESS,  // iN
  TERN_ELEMENT_CLASS_SIGNED,    // siN and index
  TERN_ELEMENT_CLASS_UNSIGNED,  // uiN
  TERN_ELEMENT_CLASS_FLOAT,     // floating point
  TERN_ELEMENT_CLASS_COMPLEX,   // pairs of floating point
} tern_element_class_t;

// MLIR's spelling of `type`, such as "f32" or "complex<f64>"; "none" for a code that names no type. Static storage.
TERN_API const char *tern_element_type_name(tern_element_type_t type);
// Bytes that one element takes in an array: 1, 2, 4, 8 or 16; 0 for a code that names no type.
TERN_API size_t tern_element_type_size(tern_element_type_t type);
// Bits that carry the value, such as 1 for i1 and 64 for complex<f32>; 0 for a code that names no type.
TERN_API uint32_t tern_element_type_bit_width(tern_element_type_t type);
// The family of `type`.
TERN_API tern_element_class_t tern_element_type_class(tern_element_type_t type);
// The type of a complex type's parts; any other type itself.
TERN_API tern_element_type_t tern_element_type_component(tern_element_type_t type);
// Finds a type by its spelling: MLIR's, or "complex64", "complex128", "cf64", "cf128" for complex<f32>, complex<f64>.
// Returns TERN_ELEMENT_TYPE_NONE if `name` (`name_size` bytes) is none.
TERN_API tern_element_type_t tern_element_type_from_name(const char *name, size_t name_size);

// The most dimensions a tensor can have.
#define TERN_TENSOR_RANK_MAX 64

// A dense row-major array in host memory. Owned by whoever declares it; zero-initialise to start, then the tensor is
// empty. Thread-compatible.
typedef struct tern_tensor_t {
  tern_element_type_t element_type;
  uint32_t rank;
  int64_t dims[TERN_TENSOR_RANK_MAX];  // sizes in elements, the outermost first
  size_t element_count;                // product of the sizes
  void *data;                          // owned, aligned to 64 bytes; never NULL in a tensor that was made
  size_t data_size;                    // bytes: element_count times the size of an element
} tern_tensor_t;

// Makes a tensor whose elements are zero bytes. `dims` holds `rank` sizes.
// Errors: TERN_INVALID_ARGUMENT for a code that names no type, a rank above TERN_TENSOR_RANK_MAX or a negative size;
// TERN_OUT_OF_RANGE if the size in bytes overflows; TERN_OUT_OF_MEMORY.
// `*out_tensor` is overwritten; give it back with tern_tensor_deinitialize().
TERN_API tern_status_t tern_tensor_initialize(tern_element_type_t element_type, uint32_t rank, const int64_t *dims,
                                              tern_tensor_t *out_tensor);
// Frees the elements and leaves an empty tensor. Does nothing to an empty one.
TERN_API void tern_tensor_deinitialize(tern_tensor_t *tensor);

// Makes a tensor from a literal in the syntax of iree-run-module's --input:
//
//   2x3xf32=1,2,3 4,5 6        elements separated by white space or commas
//   2x3xf32=[1 2 3][4 5 6]     brackets may show the rows; they must then hold whole rows
//   2x3xf32=0                  one element is repeated
//   2x3xf32                    all zero
//   f32=1.5                    rank 0
//   42, -1.5                   rank 0, i32 if it reads as an integer, f32 otherwise
//   @x.npy                     the first array of a .npy file
//   2x3xf32=@x.npy             the same, where shape and type must agree (and say which narrow type a raw V1 is)
//   2x3xf32=@x.bin             a file that holds exactly the elements, little-endian and dense; an element of fewer than
//                              8 bits is a byte of its own
//
// Elements: integers in decimal or 0x; i1 also as true and false; floating point as strtod reads it in the C locale,
// inf, nan, or 0x with the bit pattern as in MLIR; complex as (re,im). A value that does not fit is refused.
//
// `text` is `text_size` bytes. On failure the message begins with "column N: " where a place in the text is to blame.
// If `out_error_column` is not NULL it receives that column (1 for the first byte, 0 if no place is to blame) instead.
// Errors: TERN_INVALID_ARGUMENT for a malformed text or file, TERN_OUT_OF_RANGE for a value or count that does not
// fit, TERN_UNSUPPORTED for a file's data type that has no element type, and those of reading a file.
// `*out_tensor` is overwritten and owned by the caller.
TERN_API tern_status_t tern_tensor_parse(const char *text, size_t text_size, size_t *out_error_column,
                                         tern_tensor_t *out_tensor);

// Prints a tensor such that tern_tensor_parse() reads it back bit for bit (except for the payloads of NaNs):
// `2x3xf32=[1 2 3][4 5 6]`, `4xi32=1 2 3 4`, `f32=1.5`. Floating point is printed with the fewest digits that do so,
// whole numbers below 1e7 in full.
// At most `max_element_count` elements are printed, then "..."; 0 means all.
// `*out_text` is NUL-terminated and owned by the caller (free()). Errors: TERN_INVALID_ARGUMENT for an empty tensor.
TERN_API tern_status_t tern_tensor_format(const tern_tensor_t *tensor, size_t max_element_count, char **out_text);

// Prints only shape and type, such as "2x3xf32", as tern_tensor_format() does.
TERN_API tern_status_t tern_tensor_format_type(const tern_tensor_t *tensor, char **out_text);

// Reads the first array of a .npy file, format 1.0, 2.0 or 3.0 ("-" is standard input).
//
// Data types: b1 to i1; i1, i2, i4, i8 to i8 ... i64; u1 ... u8 to ui8 ... ui64; f2, f4, f8; c8, c16; and what ml_dtypes
// writes: raw V2 to bf16, f1 to f8E5M2, raw V1 to its other narrow floats and its integers of 2 and 4 bits, of which the
// file does not say which. `element_type` is the type that is wanted, or TERN_ELEMENT_TYPE_NONE for the file's own: it
// must be of the file's size and kind, only signedness and the meaning of raw V1 and V2 are free. Integers of 2 and 4 bits
// are a byte each, raw or in i1 and u1, as ml_dtypes has them in memory; two packed into one byte are none. Big-endian
// data is swapped, Fortran order is transposed.
//
// Errors: TERN_INVALID_ARGUMENT for a malformed or truncated file (the message has the file's name and the byte
// offset), TERN_OUT_OF_RANGE for a number that does not fit its narrow type, TERN_UNSUPPORTED for other versions and data
// types, TERN_NOT_FOUND, TERN_IO_ERROR, TERN_OUT_OF_MEMORY.
// `*out_tensor` is overwritten and owned by the caller.
TERN_API tern_status_t tern_tensor_read_npy(const char *path, tern_element_type_t element_type,
                                            tern_tensor_t *out_tensor);
// Writes a tensor as a .npy file in format 1.0, little-endian and in C order, whole or not at all ("-" is standard
// output). siN and iN are written as iN, i2 and i4 as i1, bf16 as <V2, the narrower floats as |V1, index as i8.
// Errors: TERN_UNSUPPORTED for types that numpy has no word for (tf32, f80, f128, complex of 16-bit parts),
// TERN_INVALID_ARGUMENT for an empty tensor, TERN_IO_ERROR.
TERN_API tern_status_t tern_tensor_write_npy(const tern_tensor_t *tensor, const char *path);

// How close floating-point elements have to be: |actual - expected| <= absolute + relative * |expected|.
typedef struct tern_tolerance_t {
  double absolute;
  double relative;
} tern_tolerance_t;

// The tolerance used where none is given: both members are 1e-4, or the distance from 1 to the next number of the
// type if that is more. Zero for types that are not floating point.
TERN_API tern_tolerance_t tern_tolerance_default(tern_element_type_t type);

// What a comparison found. Plain data.
typedef struct tern_tensor_difference_t {
  bool is_same_type;          // shape and element type agree; if not, the rest is zero
  size_t mismatch_count;      // elements that differ by more than the tolerance
  size_t first_mismatch;      // row-major number of the first of them
  double largest_difference;  // largest |actual - expected| of all elements (infinity where only one is NaN or they
                              // are different infinities)
  size_t largest_index;       // row-major number of the first element with that difference
} tern_tensor_difference_t;

// Compares element by element. Integers must be equal, floating point within `tolerance` (NULL: the default of the
// type); a NaN equals any NaN, an infinity only itself; complex numbers are compared part by part.
//
// `out_difference` (may be NULL) receives the figures. If the tensors differ and `out_message` is not NULL,
// `*out_message` receives a sentence that names the first mismatch and the largest difference, owned by the caller
// (free()); otherwise NULL. f80 and f128 are compared bit by bit. Returns true if the tensors agree; an
// empty tensor agrees with nothing.
TERN_API bool tern_tensor_compare(const tern_tensor_t *actual, const tern_tensor_t *expected,
                                  const tern_tolerance_t *tolerance, tern_tensor_difference_t *out_difference,
                                  char **out_message);

#ifdef __cplusplus
}
#endif

#endif  // TERN_TENSOR_H_
