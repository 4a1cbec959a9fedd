// The .npy file format of numpy, from and to memory. The functions on files are in tern/tensor.h.
//
// Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#ifndef TERN_RUNTIME_ARRAYS_NPY_H_
#define TERN_RUNTIME_ARRAYS_NPY_H_

#include "base/string.h"
#include "tern/tensor.h"

// True if `bytes` begin with the magic of a .npy file.
bool tern_npy_has_magic(tern_str_t bytes);
// Reads the array at the start of `bytes`. `name` stands for the file in messages. `element_type` is the wanted type or
// TERN_ELEMENT_TYPE_NONE, as for tern_tensor_read_npy(), whose errors these are. `out_consumed_size` (may be NULL)
// receives how many bytes the array took; another one may follow. `*out_tensor` is overwritten and owned by the caller.
tern_status_t tern_npy_parse(const char *name, tern_str_t bytes, tern_element_type_t element_type,
                             size_t *out_consumed_size, tern_tensor_t *out_tensor);
// The same, where `hint` is the type of elements whose data type leaves theirs open (V1, V2, and bytes that may hold
// narrow integers). An array of another type keeps its own.
tern_status_t tern_npy_parse_with_hint(const char *name, tern_str_t bytes, tern_element_type_t hint,
                                       tern_tensor_t *out_tensor);
// Where the elements of an array lie that can be used as they are.
typedef struct tern_npy_place_t {
  size_t offset, size;               // bytes, from the start of the file
  tern_element_type_t element_type;  // TERN_ELEMENT_TYPE_NONE if numpy knows only the size
  uint32_t rank;
  int64_t dims[TERN_TENSOR_RANK_MAX];
  bool is_column_major;
} tern_npy_place_t;
// Finds the elements of the array in the `size` bytes at `start` of `bytes`. Errors: as tern_tensor_read_npy(), and
// TERN_UNSUPPORTED for elements that are big-endian.
tern_status_t tern_npy_locate(const char *name, tern_str_t bytes, size_t start, size_t size,
                              tern_npy_place_t *out_place);
// Appends a tensor as a .npy file. Errors: as for tern_tensor_write_npy(); then nothing was appended.
tern_status_t tern_npy_append(const tern_tensor_t *tensor, tern_string_builder_t *out_bytes);

#endif  // TERN_RUNTIME_ARRAYS_NPY_H_
