// Tensors as text, for those who print several into one string. The public functions are in tern/tensor.h.

#ifndef TERN_RUNTIME_TENSOR_TEXT_H_
#define TERN_RUNTIME_TENSOR_TEXT_H_

#include "base/string.h"
#include "tern/tensor.h"

// tern_tensor_parse(), where `hint` is the type of the elements of a file that leaves theirs open, as for
// tern_npy_parse_with_hint(). `*out_error_column` is always set.
tern_status_t tern_tensor_parse_with_hint(tern_str_t text, tern_element_type_t hint, size_t *out_error_column,
                                          tern_tensor_t *out_tensor);
// Appends "2x3xf32" for dimensions and an element type; a negative size prints as "?".
void tern_shape_append(tern_element_type_t element_type, uint32_t rank, const int64_t *dims,
                       tern_string_builder_t *out_text);
// Appends the shape and type of a tensor, "none" for an empty one.
void tern_tensor_append_type(const tern_tensor_t *tensor, tern_string_builder_t *out_text);
// Appends what tern_tensor_format() makes of a tensor that is not empty.
void tern_tensor_append(const tern_tensor_t *tensor, size_t max_element_count, tern_string_builder_t *out_text);

#endif  // TERN_RUNTIME_TENSOR_TEXT_H_
