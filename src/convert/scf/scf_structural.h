// Loops and branches of scf in conversions that change types: they take the new types along and are else as they were
// (upstream: SCF/Transforms/StructuralTypeConversions).

#ifndef TERN_CONVERT_SCF_SCF_STRUCTURAL_H_
#define TERN_CONVERT_SCF_SCF_STRUCTURAL_H_

#include "rewrite/conversion.h"

extern const tern_conversion_pattern_t tern_scf_type_patterns[];  // ended by a row with a NULL `rewrite`
// Writes the entries for a target whose `user` is the type converter; returns how many, 6 at most.
size_t tern_scf_type_legality(tern_legality_entry_t *out_entries);

#endif  // TERN_CONVERT_SCF_SCF_STRUCTURAL_H_
