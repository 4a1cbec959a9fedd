// Types of elements attributes that are shaped types of a dialect: `dense<0.0> : !spirv.coopmatrix<16x16xf32, ...>`.
//
// Inside, such an attribute has a tensor type of the same shape, whose encoding is the dialect's type: all that reads
// elements knows it, and no tensor is taken for it. Texts have the dialect's type.

#ifndef TERN_IR_ATTR_ELEMENTS_TYPE_H_
#define TERN_IR_ATTR_ELEMENTS_TYPE_H_

#include "ir/type.h"

// The type that elements of `type`, a builtin shaped type or a dialect's, have inside. NULL: `type` has no shape.
const tern_type_t *tern_elements_type_get(const tern_type_t *type);
// The other way round: the type that is written.
const tern_type_t *tern_elements_type_written(const tern_type_t *type);

#endif  // TERN_IR_ATTR_ELEMENTS_TYPE_H_
