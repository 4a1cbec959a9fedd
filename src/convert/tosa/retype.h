// Changing types everywhere at once: of values, of attributes, in signatures.

#ifndef TERN_CONVERT_TOSA_RETYPE_H_
#define TERN_CONVERT_TOSA_RETYPE_H_

#include "ir/op_def.h"

// What a type becomes; the same type if nothing. Applied through signatures, to elements and then to the shaped type of them.
typedef const tern_type_t *(*tern_retype_fn_t)(const tern_type_t *type);

const tern_type_t *tern_retype_type(const tern_type_t *type, tern_retype_fn_t retype);
// Types and typed values in an attribute; integers keep their value as far as the new type holds it.
const tern_attr_t *tern_retype_attr(const tern_attr_t *attr, tern_retype_fn_t retype);
// All ops inside of `root`. Casts between types that are the same now go.
void tern_retype_all(tern_op_t *root, tern_retype_fn_t retype);

#endif  // TERN_CONVERT_TOSA_RETYPE_H_
