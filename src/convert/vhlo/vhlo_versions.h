// What a version of VHLO has, and how an op of one version is written in another. Private to src/convert/vhlo.

#ifndef TERN_CONVERT_VHLO_VHLO_VERSIONS_H_
#define TERN_CONVERT_VHLO_VHLO_VERSIONS_H_

#include "base/string.h"
#include "dialect/vhlo/vhlo.h"

// True if a VHLO op is of the version, with its attributes and types. Else appends why not to `out_why` (may be NULL).
bool tern_vhlo_op_is_of_version(const tern_op_t *op, tern_vhlo_version_t version, tern_string_builder_t *out_why);

// Writes the op in the version next to its own, older or newer as `version` wants it. Returns the op that replaced it;
// NULL if there is none, or if the older one cannot say the same: then `out_why` says what it lacks.
tern_op_t *tern_vhlo_op_step_to_version(tern_op_t *op, tern_vhlo_version_t version, tern_string_builder_t *out_why);

#endif  // TERN_CONVERT_VHLO_VHLO_VERSIONS_H_
