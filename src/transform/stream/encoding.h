// How tensors are laid out in resources: row-major, each element in the next power of two of bytes (tern/dispatch.h).
// Private to src/transform/stream.

#ifndef TERN_TRANSFORM_STREAM_ENCODING_H_
#define TERN_TRANSFORM_STREAM_ENCODING_H_

#include "rewrite/builder.h"

// Bytes of an element; 0: the type has no layout in memory.
int64_t tern_stream_element_size(const tern_type_t *element);
// Bytes of a value of `type` as an index value. `dims` are the dynamic dimensions. NULL after an error at `op`.
tern_value_t *tern_stream_build_storage_size(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                             tern_values_t dims);
// Bytes in front of the element at `indices`. NULL after an error at `op`.
tern_value_t *tern_stream_build_element_offset(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                               tern_values_t dims, tern_values_t indices);
// Is the rectangle of these lengths known not to be one run of bytes?
bool tern_stream_is_scattered(const tern_type_t *type, tern_values_t lengths);
// The scalar as an integer of as many bits as its storage has: what a fill repeats. NULL after an error at `op`.
tern_value_t *tern_stream_build_pattern(tern_builder_t *builder, const tern_op_t *op, tern_value_t *value);
// The shortest integer that repeats to the splat's element, as an attribute; NULL: the element has more than 64 bits or
// `value` is no splat.
const tern_attr_t *tern_stream_splat_pattern(const tern_attr_t *value);
// The integer type whose bits an element of `type` is kept in, and back: what the host loads and stores. The type itself
// where it is loaded as it is.
const tern_type_t *tern_stream_storage_type(const tern_type_t *type);
tern_value_t *tern_stream_from_storage(tern_builder_t *builder, tern_value_t *stored, const tern_type_t *type);
tern_value_t *tern_stream_to_storage(tern_builder_t *builder, tern_value_t *value);

#endif  // TERN_TRANSFORM_STREAM_ENCODING_H_
