// Where the parts of a type lie in the memory of buffers: Vulkan's standard layout.

#ifndef TERN_DIALECT_SPIRV_LAYOUT_H_
#define TERN_DIALECT_SPIRV_LAYOUT_H_

#include "ir/type.h"

// The type with offsets of all members and strides of all arrays: scalars are aligned to their size, vectors of two to
// twice, of three and four to four times that of an element, arrays and structs to their most aligned part. Decorations
// are kept. NULL if a type inside has no place in memory (booleans, images), or a runtime array is not the last member.
const tern_type_t *tern_spirv_type_with_layout(const tern_type_t *type);

#endif  // TERN_DIALECT_SPIRV_LAYOUT_H_
