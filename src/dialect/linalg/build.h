// What making and parsing structured ops share. Private to src/dialect/linalg.

#ifndef TERN_DIALECT_LINALG_BUILD_H_
#define TERN_DIALECT_LINALG_BUILD_H_

#include "dialect/linalg/description.h"

// The type of a body argument for an operand of `type`: the element of memrefs and ranked tensors.
const tern_type_t *tern_linalg_element_of(const tern_type_t *type);
// The postfix program of an op's body, NULL if the body is the user's. `kind` is the attribute of linalg.elementwise.
const char *tern_linalg_body_program(const tern_linalg_description_t *description, const tern_attr_t *kind);

#endif  // TERN_DIALECT_LINALG_BUILD_H_
