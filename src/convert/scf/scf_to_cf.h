// Structured control flow as branches, for conversions that need it in some places.

#ifndef TERN_CONVERT_SCF_SCF_TO_CF_H_
#define TERN_CONVERT_SCF_SCF_TO_CF_H_

#include "ir/op.h"

// Lowers the ops of scf inside `root` that are wanted (`is_wanted` NULL: all). False after an error: one of them cannot
// become branches where it stands.
bool tern_scf_lower_to_cf(tern_op_t *root, bool (*is_wanted)(const tern_op_t *op, void *user), void *user);

#endif  // TERN_CONVERT_SCF_SCF_TO_CF_H_
